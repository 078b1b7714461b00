"""Officers in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Placed
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Badge, Overlay, Part, Piece, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, numbered
from roundtop.rulebooks.chamberlain import field, words
from roundtop.rulebooks.chamberlain.command import events, rule, table
from roundtop.rulebooks.chamberlain.state import UNKNOWN, Officer, State
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.measure import within
from roundtop.table.pose import Pose, rounded_pose, to_world

OFFICER_BW: Final = 0.2
"""An officer's disc; beside his unit it is drawn at the right rear of the base."""


def officer_piece(view: State, officer: Officer) -> Piece | None:
    """An officer's disc, where he is known to be [command.placement]."""
    here = field.marker(view, officer)
    if here is None:
        return None
    pose = Pose(here[0], here[1], 0)
    if officer.at is None:
        unit = field.unit_of(view, officer.unit)
        x, y = to_world(unit.pose, 0.5 * terrain_rule.BASE_WIDTH, -view.settings.setup_unit_depth - 0.5 * OFFICER_BW)
        pose = Pose(x, y, unit.pose.facing)
    part = Part(pose, OFFICER_BW, OFFICER_BW, "officer")
    return Piece(
        id=officer.id,
        side=officer.side,
        name=officer.name,
        group="" if officer.cnc else field.force_name(view, officer.force),
        glyph="officer",
        pose=pose,
        width=OFFICER_BW,
        depth=OFFICER_BW,
        parts=(part,),
        ghosts=(),
        badges=tuple(_officer_badges(officer)),
        card=tuple(_officer_card(view, officer)),
        stars=2 if officer.cnc else 1,
    )


def _officer_badges(officer: Officer) -> list[Badge]:
    if not officer.pips:
        return []
    return [
        Badge(
            shape="fatigue",
            text=f"{numbered(officer.pips, 'pip')} until he may command again",
            clause=words.BOOK + "trait.immobile",
            count=officer.pips,
        )
    ]


def _officer_card(view: State, officer: Officer) -> list[Row]:
    settings = view.settings
    post = "commander in chief" if officer.cnc else f"commander of {field.force_name(view, officer.force)}"
    reach = settings.command_range_cnc if officer.cnc else settings.command_range_force
    clause = "command.range-cnc" if officer.cnc else "command.range"
    rows = [
        Row("Side", SIDES.get(officer.side, officer.side), words.BOOK + "turn.active-passive"),
        Row("Post", post, words.BOOK + "command.officers"),
        Row("Commands", f"within {words.bw(reach)}", words.BOOK + clause),
    ]
    rows.extend([Row("Trait", words.TRAITS[trait][0], words.BOOK + words.TRAITS[trait][1]) for trait in officer.traits])
    if officer.unit and officer.at is None:
        rows.append(Row("With", field.label(field.unit_of(view, officer.unit)), words.BOOK + "command.attached"))
    return rows


def officer_placed(view: State, event: events.OfficerPlaced) -> Telling:
    officer = field.officer_of(view, event.officer)
    if event.unit == UNKNOWN:
        return Telling(f"{officer.name} goes where the enemy cannot see him.", hint="place", side=event.side)
    if event.at is not None:
        return Telling(f"{officer.name} takes his stand alone.", (event.at,), hint="place", side=event.side)
    text = f"{officer.name} joins {words.named(view, event.unit)}."
    return Telling(text, (words.where(field.unit_of(view, event.unit)),), hint="place", side=event.side)


def second_named(view: State, event: events.SecondNamed) -> Telling:
    officer = field.officer_of(view, event.officer)
    tally = (Row("two units", words.traits_named(officer.traits), words.BOOK + "trait.vigorous"),)
    if event.unit in ("", UNKNOWN):
        whom = "nobody else" if event.unit == "" else "somebody else"
        return Telling(f"{officer.name} lends his eye to {whom}.", tally=tally, side=event.side)
    text = f"{officer.name} also looks after {words.named(view, event.unit)}."
    return Telling(text, (words.where(field.unit_of(view, event.unit)),), tally=tally, side=event.side)


def officer_moved(view: State, event: events.OfficerMoved) -> Telling:
    name = field.officer_of(view, event.officer).name
    why, clause = (
        ("is driven off", "command.overrun") if event.cause == "overrun" else ("loses his unit", "command.unit-lost")
    )
    if event.unit == UNKNOWN:
        text = f"{name} {why} and disappears."
    elif event.unit == "":
        text = f"{name} {why} and finds nobody to join."
    else:
        text = f"{name} {why} and joins {words.named(view, event.unit)}."
    return Telling(text, tally=(Row(why, "", words.BOOK + clause),), hint="place", side=event.side)


def officer_risked(view: State, event: events.OfficerRisked) -> Telling:
    officer = field.officer_of(view, event.officer)
    name = officer.name.removeprefix("successor of ") if event.killed else officer.name
    clause = "command.replacement" if event.killed else "command.at-risk"
    text = f"{name} is killed; an average officer takes his place." if event.killed else f"{name} is at risk and lives."
    here = field.marker(view, officer)
    places = (here,) if here is not None else ()
    tally = (Row("at risk", event.cause, words.BOOK + clause),)
    return Telling(
        text, places, rolls=event.rolls, tally=tally, hint="remove" if event.killed else "none", side=officer.side
    )


def pips_counted(view: State, event: events.PipsCounted) -> Telling:
    officer = field.officer_of(view, event.officer)
    text = (
        f"{officer.name} may command again."
        if not event.pips
        else f"{officer.name} thinks: {numbered(event.pips, 'pip')} left."
    )
    return Telling(
        text, tally=(Row("pips", str(event.pips), words.BOOK + "trait.immobile-countdown"),), side=officer.side
    )


def set_down_shown(view: State, step: events.SetDown, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Placed):
        return None
    spot = rounded_pose(answer.pose)
    faults = table.set_down_faults(view, field.officer_of(view, step.officer), spot.x, spot.y)
    return Preview(spot, (Part(spot, table.MARKER_BW, table.MARKER_BW, "officer"),), reasons=tuple(faults))


def radii(view: State, officer: Officer, pose: Pose | None) -> tuple[Overlay, ...]:
    """How far an officer commands [command.range, command.range-cnc, trait.vigorous]."""
    here = field.marker(view, officer) if pose is None else (pose.x, pose.y)
    if here is None:
        return ()
    settings = view.settings
    reach = settings.command_range_cnc if officer.cnc else settings.command_range_force
    clause = words.BOOK + ("command.range-cnc" if officer.cnc else "command.range")
    found = [
        Overlay(
            "radius", officer.side, f"{officer.name} commands to {words.bw(reach)}", words.circle(here, reach), clause
        )
    ]
    if rule.VIGOROUS in officer.traits and not within(abs(reach - rule.SECOND_UNIT_BW), 0.0):
        text = f"{officer.name} serves to {words.bw(rule.SECOND_UNIT_BW)}"
        found.append(
            Overlay(
                "radius", officer.side, text, words.circle(here, rule.SECOND_UNIT_BW), words.BOOK + "trait.vigorous"
            )
        )
    return tuple(found)


TELLINGS: Final[Tellings] = {
    events.OfficerPlaced: officer_placed,
    events.SecondNamed: second_named,
    events.OfficerMoved: officer_moved,
    events.OfficerRisked: officer_risked,
    events.PipsCounted: pips_counted,
}
