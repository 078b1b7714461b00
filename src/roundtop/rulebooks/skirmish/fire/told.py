"""Shots and loading in words, ranges and who could be shot."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import plain
from roundtop.rulebooks.skirmish import field, tables
from roundtop.rulebooks.skirmish.fire import aim, events, rule
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.sight import table as sight_table
from roundtop.rulebooks.skirmish.state import MOUNTED, Figure, Firearm, Group, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.rulebooks.skirmish.terrain import table as terrain_table
from roundtop.rulebooks.skirmish.words import BOOK, of_figure, where
from roundtop.table.measure import FULL_TURN, cosine, sine, within
from roundtop.table.pose import Point


def loaded(view: State, event: events.Loaded) -> Telling:
    figure = view.figures[event.figure]
    firearm = figure.firearms[event.firearm]
    needed = field.loads_needed(firearm, view)
    done = event.progress >= needed
    name = plain(firearm.kind).lower()
    text = f"{figure.name} has loaded his {name}." if done else f"{figure.name} loads his {name}."
    tally = (Row("loading", f"{event.progress} of {max(needed, event.progress)}", BOOK + "shooting.loading-progress"),)
    return of_figure(view, event.figure, text, "none", tally)


SHOT_WORDS: Final[dict[str, str]] = {
    "graze": "grazes him",
    "wound": "wounds him",
    "disabled": "puts him out of the fight",
    "killed": "kills him",
}


def shot_fired(view: State, event: events.ShotFired) -> Telling:
    """`Pvt. Tuttle fires at Pvt. Beasley of the 2nd squad, 24 cm off behind soft cover, and wounds him.`"""
    shooter = view.figures[event.figure]
    victim = view.figures[event.victim]
    cover = "in the open" if event.cover == "open" else f"in {event.cover} cover"
    text = f"{shooter.name} fires at {victim.name}, {event.distance:.0f} cm off {cover}, and {_effect(view, event)}."
    return Telling(
        text, (where(shooter), where(victim)), rolls=event.rolls, tally=event.tally, hint="volley", side=shooter.side
    )


def _effect(view: State, event: events.ShotFired) -> str:
    if event.struck == "none" or event.result == "none":
        return "misses"
    if event.struck != "horse":
        return _hurt(event)
    if event.mounted:
        return "grazes his horse" if event.result == "graze" else "wounds his horse"
    return "brings his horse down" + (", and the fall hurts him" if event.injury else "")


def _hurt(event: events.ShotFired) -> str:
    """What a hit does to the man himself, with what he had before [shooting.harm-ladder]."""
    words = SHOT_WORDS[event.result]
    if event.result in ("graze", "killed"):
        return words
    if event.harm >= harm_rule.KILLED:
        return "kills him: it was one hit too many"
    return (
        f"{words}: two wounds are too many" if event.result == "wound" and event.harm >= harm_rule.DISABLED else words
    )


def firearm_rows(view: State, firearm: Firearm) -> list[Row]:
    """A weapon, whether it is loaded, and its bands with their dice."""
    needed = field.loads_needed(firearm, view)
    most = rule.full(firearm.kind, firearm.breech, firearm.repeating, view.settings)
    if firearm.progress < needed:
        ready = f"loading, {firearm.progress} of {needed}"
    else:
        ready = f"{firearm.progress} rounds" if most > needed else "loaded"
    row = view.settings.armoury.shooting[firearm.kind]
    limits = zip(rule.BANDS, (row.short, row.medium, row.long, row.extreme), strict=True)
    bands = [f"{name} {limit:g} ({rule.RANGE_DICE[name].name})" for name, limit in limits if limit]
    return [
        Row(plain(firearm.kind), ready, BOOK + "shooting.loading-progress"),
        Row("Ranges", ", ".join(bands), row.clause),
    ]


ROUND: Final = 48
"""Corners of a circle that shows a range."""


def _weapon(view: State, figure: Figure) -> str:
    """The weapon that is shown: the first loaded, else the first; "" for none."""
    ready = [firearm.kind for firearm in figure.firearms if field.is_loaded(firearm, view)]
    return ready[0] if ready else figure.firearms[0].kind if figure.firearms else ""


def ranges(view: State, figure: Figure) -> list[Overlay]:
    """The far limits of the four bands with their dice [shooting.band-edges, shooting.range-dice]."""
    weapon = _weapon(view, figure)
    if not weapon:
        return []
    row = view.settings.armoury.shooting[weapon]
    limits = (row.short, row.medium, row.long, row.extreme)
    own = field.radius(figure, view.settings)
    found: list[Overlay] = []
    for name, limit in zip(rule.BANDS, limits, strict=True):
        if limit > 0.0:
            label = f"{weapon}, {name} to {limit:g} cm: target throws {rule.RANGE_DICE[name].name}"
            found.append(Overlay("arc", figure.side, label, _circle(figure, limit + own), row.clause))
    return found


def _circle(figure: Figure, radius_cm: float) -> tuple[Point, ...]:
    step = FULL_TURN // ROUND
    return tuple(
        [
            (figure.pose.x + radius_cm * sine(n * step), figure.pose.y + radius_cm * cosine(n * step))
            for n in range(ROUND)
        ]
    )


def shot(view: State, figure: Figure, group: Group) -> list[Overlay]:
    """A shot at a group with all three dice, or why there is none [shooting.sequence, shooting.eligible-targets]."""
    weapon = _weapon(view, figure)
    if not weapon:
        return []
    drawn_from = (
        ()
        if field.in_contact(view, figure)
        else rule.pool(weapon, aim.marks(view, figure, weapon, group.id), view.settings)
    )
    if drawn_from:
        man = view.figures[drawn_from[0].id]
        label = shot_words(view, figure, weapon, group, drawn_from)
        return [Overlay("line", figure.side, label, _line(figure, man), BOOK + "shooting.sequence")]
    foe = field.nearest_to(figure, field.members(view, group.id), view.settings)
    if foe is None:
        return []
    text, clause = blocked(view, figure, weapon, foe)
    return [Overlay("barred", figure.side, f"{group.name}: {text}", _line(figure, foe), BOOK + clause)]


def shot_words(view: State, figure: Figure, weapon: str, group: Group, drawn_from: tuple[rule.Mark, ...]) -> str:
    """`could shoot 2nd squad (3 in the pool): d8 against cover d6 (soft) and range d10 (long, 41.2 cm)`."""
    mark = drawn_from[0]
    man = view.figures[mark.id]
    cover = terrain_table.cover_of(view, man, figure)
    name = rule.band(weapon, mark.distance, view.settings)
    die = tables.quality_die(figure.quality, view.settings).name
    return (
        f"could shoot {group.name} ({len(drawn_from)} in the pool): {die} against cover"
        f" {terrain_rule.COVER_DICE[cover].name} ({cover})"
        f" and range {rule.RANGE_DICE[name].name} ({name}, {mark.distance:.1f} cm)"
    )


def blocked(view: State, figure: Figure, weapon: str, foe: Figure) -> tuple[str, str]:
    """Why the nearest man of a group cannot be shot at, and the clause."""
    away = field.gap(figure, foe, view.settings)
    if field.in_contact(view, figure) or field.in_contact(view, foe):
        return "in hand-to-hand contact", "shooting.into-melee"
    if rule.band(weapon, away, view.settings) == rule.OUT:
        return f"{away:.1f} cm away, beyond {rule.reach(weapon, view.settings):g}", "shooting.out-of-range"
    if figure.arm == MOUNTED and field.in_rear(figure, foe):
        return "behind the rider", "shooting.arc"
    there = foe.pose
    if not sight_table.clear_ground(
        state=view, ax=figure.pose.x, ay=figure.pose.y, a_level=figure.level, bx=there.x, by=there.y, b_level=foe.level
    ):
        return "out of sight", "shooting.line-of-sight"
    for other in aim.lane(view, figure, [foe]):
        if aim.bars(figure=other, ax=figure.pose.x, ay=figure.pose.y, bx=there.x, by=there.y, settings=view.settings):
            return f"{other.name} is in the way", "shooting.line-of-sight"
    return "no shot", "shooting.eligible-targets"


def threat(view: State, figure: Figure, group: Group) -> list[Overlay]:
    """The first man of a group with a loaded weapon who could shoot at this figure's group and hit him."""
    for foe in field.members(view, group.id):
        weapon = _weapon(view, foe)
        loaded = [firearm for firearm in foe.firearms if field.is_loaded(firearm, view)]
        near = within(field.gap(foe, figure, view.settings), rule.reach(weapon, view.settings))
        if not loaded or not near or field.in_contact(view, foe):
            continue
        drawn_from = rule.pool(weapon, aim.marks(view, foe, weapon, figure.group), view.settings)
        if figure.id in [mark.id for mark in drawn_from]:
            words = shot_words(view, foe, weapon, field.group_of(view, figure.group), drawn_from)
            label = f"could be shot by {group.name}: {words}"
            return [Overlay("threat", foe.side, label, _line(foe, figure), BOOK + "shooting.eligible-targets")]
    return []


def _line(a: Figure, b: Figure) -> tuple[Point, ...]:
    return ((a.pose.x, a.pose.y), (b.pose.x, b.pose.y))


TELLINGS: Final[Tellings] = {
    events.Loaded: loaded,
    events.ShotFired: shot_fired,
}
