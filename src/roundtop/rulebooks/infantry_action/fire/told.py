"""Volleys in words, whom a unit could shoot and why not."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import numbered
from roundtop.rulebooks.infantry_action import field, words
from roundtop.rulebooks.infantry_action.charge import events as charge_events
from roundtop.rulebooks.infantry_action.charge import paths as charge_paths
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.fire import rule, table
from roundtop.rulebooks.infantry_action.movement import told as movement_told
from roundtop.rulebooks.infantry_action.sight import table as sight_table
from roundtop.rulebooks.infantry_action.state import ON_TABLE, State, Unit
from roundtop.table.footprint import gap
from roundtop.table.measure import FULL_TURN, cosine, sine, within
from roundtop.table.pose import Point, Pose, rounded_pose, turned


def marker_words(markers: tuple[tuple[int, int], ...]) -> str:
    number = sum([count for _, count in markers])
    return f"{numbered(number, 'marker')} on {words.stands_named(tuple([stand for stand, _ in markers]))}"


def volley_fired(view: State, event: fire_events.VolleyFired) -> Telling:
    """`20th Maine fires on 15th Alabama: 10 dice, 6 hits; stands 2, 3 and 5 fall.`"""
    unit = field.unit_of(view, event.unit)
    target = field.unit_of(view, event.target)
    shooter = f"Gun {event.gun} of {unit.name}" if event.gun else unit.name
    verb = "takes its opportunity to fire on" if event.moment in ("react", "movement") else "fires on"
    charging = "the charging " if event.moment == "charge" else ""
    dice = rule.GUN_DICE if event.gun else event.stands
    thrown = "no dice" if dice == 0 else "1 die" if dice == 1 else f"{dice} dice"
    text = f"{shooter} {verb} {charging}{target.name}: {thrown}, {_effect(target, event)}."
    return Telling(
        text=text,
        places=(words.where(unit), words.where(target)),
        rolls=event.rolls,
        tally=event.tally,
        hint="volley",
        side=unit.side,
    )


def _effect(target: Unit, event: fire_events.VolleyFired) -> str:
    if event.destroyed:
        return "and the battery is destroyed"
    if target.kind == "battery" and event.gun:
        return "no double six"
    hits = numbered(event.hits, "six" if target.kind == "battery" else "hit").replace("sixs", "sixes")
    if event.markers:
        return f"{hits}; {marker_words(event.markers)}"
    if event.removed:
        return f"{hits}; {words.stands_named(event.removed)} {'falls' if len(event.removed) == 1 else 'fall'}"
    if event.hits and target.kind == "infantry":
        return f"{hits} on stands already down"
    return hits


def targets_named(view: State, event: fire_events.TargetsNamed) -> Telling:
    """The owner reads how many shots at whom; the enemy that targets are named."""
    unit = field.unit_of(view, event.unit)
    shooter = f"Gun {event.gun} of {unit.name}" if event.gun else unit.name
    counts: dict[str, int] = {}
    for _, target, _ in event.shots:
        counts[target] = counts.get(target, 0) + 1
    clause = words.BOOK + "turn.simultaneous-fire"
    tally = tuple([Row(field.unit_of(view, id).name, numbered(n, "shot"), clause) for id, n in counts.items()])
    return words.of_unit(view, event.unit, f"{shooter} takes aim.", "none", tally)


def held_fire(view: State, event: fire_events.HeldFire) -> Telling:
    return words.of_unit(view, event.unit, f"{field.unit_of(view, event.unit).name} holds its fire.", "none")


def stands_removed(view: State, event: fire_events.StandsRemoved) -> Telling:
    unit = field.unit_of(view, event.unit)
    text = f"{unit.name} loses {words.stands_named(event.lost)} and closes up."
    tally = (Row("stands lost", str(len(event.lost)), words.BOOK + "shooting.close-up"),)
    return Telling(text, ((event.pose.x, event.pose.y),), tally=tally, hint="remove", side=unit.side)


def looks(view: State, piece: str, pose: Pose | None) -> tuple[Overlay, ...]:
    """Ranges and arc of a unit, whom it could shoot and whom not and why, who could shoot it, how far it could go.

    Kinds: arc, line (a lawful shot), barred (no shot), threat (a shot at it), reach.
    """
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    if not found:
        return ()
    unit = found[0]
    if pose is not None:
        unit = field.copied(unit)
        unit.pose = rounded_pose(pose)
        view = field.with_unit(view, unit)
    overlays = _bands(view, unit)
    for foe in field.enemies(view, unit):
        overlays.extend(_shot(view, unit, foe))
    return (*overlays, *movement_told.reach(view, unit, pose))


def _bands(view: State, unit: Unit) -> list[Overlay]:
    """The arc of a line out to the limit of each range band [shooting.arc, shooting.band-edges]."""
    bands = rule.BANDS[unit.kind]
    limits = [one.limit for one in bands]
    if view.settings.weapon_effect == "range" and unit.weapon in rule.REACH:
        limits = list(rule.REACH[unit.weapon])
    found: list[Overlay] = []
    for one, limit in zip(bands, limits):
        label = f"{one.name}, {limit:g}″: hits on {one.hits_on}+"
        found.append(Overlay("arc", unit.side, label, _arc(view, unit, limit), one.clause))
    return found


def _arc(view: State, unit: Unit, limit: float) -> tuple[Point, ...]:
    """The outline of all that lies within the arc and a range of any stand of a line."""
    half = round(view.settings.fire_arc_deg * 100)
    left = field.muzzle(unit.pose, unit.stands, 1, view.settings)
    right = field.muzzle(unit.pose, unit.stands, unit.stands, view.settings)
    points: list[Point] = [left]
    for middle, turns in ((left, range(-half, 1, ARC_STEP)), (right, range(0, half + 1, ARC_STEP))):
        for by in turns:
            facing = unit.pose.facing + by
            points.append((middle[0] + limit * sine(facing), middle[1] + limit * cosine(facing)))
    points.append(right)
    return tuple(points)


WHY_NOT: Final = {
    words.BOOK + "shooting.not-into-combat": "nobody shoots out of or into combat",
    words.BOOK + "shooting.once-per-turn": "this unit has shot already",
    words.BOOK + "opportunity.terms": "it has not come into range or arc this turn",
}
ARC_STEP: Final = 500
SPOKES: Final = 24
"""In so many directions it is tried how far a unit can go."""


def why_not(view: State, step: object, piece: str) -> tuple[Reason, ...]:
    """Why a unit may not be named as a target [shooting.nominated-stand, charge.declaration]."""
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    if not found or not isinstance(step, (fire_events.Nominate, charge_events.ChargeUnit)):
        return ()
    unit, other = field.unit_of(view, step.unit), found[0]
    if other.side == unit.side:
        return (Reason(f"{other.name} is on your own side.", _clause(unit)),)
    if isinstance(step, charge_events.ChargeUnit):
        return _no_charge(view, unit, other)
    if step.target not in ("", other.id):
        now = field.unit_of(view, step.target).name
        return (Reason(f"Only {now} may be shot at now: it sets the fire off.", words.BOOK + "chargefire.who"),)
    if not table.may_name(view, unit, other):
        return (
            Reason(
                f"{other.name} is a battery: infantry cannot harm its guns.",
                words.BOOK + "artillery.infantry-against-battery",
            ),
        )
    clause = table.refusal(view, unit, other, step.moment)
    if clause:
        return (Reason(f"{other.name} may not be shot at: {WHY_NOT.get(clause, 'not now')}.", clause),)
    if table.lawful_aims(view, unit, step.moment, other.id, step.gun):
        return ()
    text, _, clause = _no_shot(view, unit, other, ((0.0, 0.0), (0.0, 0.0)))
    return (Reason(f"{text}.", clause),)


def _no_charge(view: State, unit: Unit, other: Unit) -> tuple[Reason, ...]:
    away = gap(field.block(unit, view.settings), field.block(other, view.settings))
    if not charge_paths.in_charge_reach(view, unit, other):
        return (Reason(f"{other.name} is {away:.1f}″ away, out of a charge's reach.", words.BOOK + "movement.charge"),)
    if not sight_table.sees_to_charge(view, unit, other):
        return (Reason(f"{unit.name} does not see {other.name}.", words.BOOK + "charge.declaration"),)
    if charge_paths.strikes(view, unit, other, most=1):
        return ()
    why = charge_paths.why_not(view, unit, other)
    return (Reason(f"No lawful path leads {unit.name} into {other.name}. {why.text}", why.clause),)


def _shot(view: State, unit: Unit, foe: Unit) -> list[Overlay]:
    everyone = sight_table.bodies(view)
    found: list[Overlay] = []
    line = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
    own = sight_table.aims(view, unit, sight_table.body(unit), [sight_table.body(foe)], everyone)
    if own:
        found.append(Overlay("line", unit.side, f"could shoot {_aim_words(view, unit, foe, own)}", line, _clause(unit)))
    else:
        found.append(Overlay("barred", unit.side, *_no_shot(view, unit, foe, line)))
    theirs = sight_table.aims(view, foe, sight_table.body(foe), [sight_table.body(unit)], everyone)
    if theirs:
        back = (line[1], line[0])
        label = f"could be shot by {_aim_words(view, foe, foe, theirs)}"
        found.append(Overlay("threat", foe.side, label, back, _clause(foe)))
    return found


def _clause(unit: Unit) -> str:
    return words.BOOK + ("artillery.hit-destroys" if unit.kind == "battery" else "shooting.nominated-stand")


def _aim_words(view: State, shooter: Unit, named: Unit, found: list[sight_table.Aim]) -> str:
    nearest = min([aim.distance for aim in found])
    stands = len({aim.stand for aim in found})
    hits = rule.band(shooter.kind, nearest, shooter.weapon, view.settings).hits_on
    return f"{named.name}: {stands} of {shooter.stands} stands from {nearest:.1f}″, hits on {hits}+"


def _no_shot(view: State, unit: Unit, foe: Unit, line: tuple[Point, Point]) -> tuple[str, tuple[Point, ...], str]:
    """Why no stand has a shot: too far, outside the arc, or out of sight."""
    away = gap(field.block(unit, view.settings), field.block(foe, view.settings))
    reach = sight_table.farthest(unit.kind, unit.weapon, view.settings)
    if not within(away, reach):
        return f"{foe.name} is {away:.1f}″ away, beyond {reach:g}″", line, words.BOOK + "shooting.band-edges"
    round_about = field.copied(unit)
    for by in range(0, FULL_TURN, 4500):
        round_about.pose = turned(unit.pose, by)
        if by and sight_table.aims(
            view, round_about, sight_table.body(round_about), [sight_table.body(foe)], sight_table.bodies(view)
        ):
            return f"{foe.name} is outside the arc of fire", line, words.BOOK + "shooting.arc"
    return f"{foe.name} is out of sight", line, words.BOOK + "shooting.line-of-sight"


TELLINGS: Final[Tellings] = {
    fire_events.TargetsNamed: targets_named,
    fire_events.VolleyFired: volley_fired,
    fire_events.HeldFire: held_fire,
    fire_events.StandsRemoved: stands_removed,
}
