"""Guns: the range die, the effect die, the save they leave, their crews, and pushing them."""

from __future__ import annotations

from typing import Final

from roundtop.dice.questions import D6, Count, Face, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.table.measure import kept, turn_between, within

GUN_INTERVAL_IN: Final = 3.0
"""How far apart the guns of a battery may stand [setup.battery]."""
MANHANDLED_MOST_IN: Final = 4.0
MANHANDLING_CREW: Final = 2


def manhandle_refusal(crew: int) -> str:
    """The clause by which a gun cannot be pushed, "" when it can [move.manhandle-crew]."""
    return "" if crew >= MANHANDLING_CREW else "charge-boys.move.manhandle-crew"


def manhandled(crew: int, infantry: int = 0) -> float:
    """Inches that a gun can be pushed, 0 when it cannot [move.manhandle-rate, move.manhandle-maximum]."""
    return 0.0 if manhandle_refusal(crew) else min(MANHANDLED_MOST_IN, float(crew + infantry))


SMOOTHBORE: Final = "smoothbore"
RIFLED: Final = "rifled"
REACH_IN: Final[dict[str, float]] = {SMOOTHBORE: 72.0, RIFLED: 84.0}
REACH_CLAUSES: Final[dict[str, str]] = {
    SMOOTHBORE: "charge-boys.artillery.range-smoothbore",
    RIFLED: "charge-boys.artillery.range-rifled",
}


@record(unsafe_hash=True)
class Feet:
    """A row of the range table: where it begins in inches, the die that hits (0: none is thrown), the save left."""

    name: str
    begins: float
    hits_on: int
    clause: str
    save: str
    effect_clause: str
    halved: bool = False


_REDUCED: Final = "charge-boys.artillery.effect-1-2"
_NORMAL: Final = "charge-boys.artillery.effect-2-3"
_HALVED: Final = "charge-boys.artillery.effect-3-plus"
FEET: Final = (
    Feet(
        name="0-1",
        begins=0.0,
        hits_on=0,
        clause="charge-boys.artillery.hit-0-1",
        save=casualties_rule.NONE,
        effect_clause="charge-boys.artillery.effect-under-1",
    ),
    Feet(
        name="1-2",
        begins=12.0,
        hits_on=2,
        clause="charge-boys.artillery.hit-1-2",
        save=casualties_rule.REDUCED,
        effect_clause=_REDUCED,
    ),
    Feet(
        name="2-3",
        begins=24.0,
        hits_on=3,
        clause="charge-boys.artillery.hit-2-3",
        save=casualties_rule.NORMAL,
        effect_clause=_NORMAL,
    ),
    Feet(
        name="3-4",
        begins=36.0,
        hits_on=4,
        clause="charge-boys.artillery.hit-3-4",
        save=casualties_rule.NORMAL,
        effect_clause=_HALVED,
        halved=True,
    ),
    Feet(
        name="4-5",
        begins=48.0,
        hits_on=5,
        clause="charge-boys.artillery.hit-4-5",
        save=casualties_rule.NORMAL,
        effect_clause=_HALVED,
        halved=True,
    ),
    Feet(
        name="5-6",
        begins=60.0,
        hits_on=6,
        clause="charge-boys.artillery.hit-5-6",
        save=casualties_rule.NORMAL,
        effect_clause=_HALVED,
        halved=True,
    ),
    Feet(
        name="6-7",
        begins=72.0,
        hits_on=6,
        clause="charge-boys.artillery.hit-6-7",
        save=casualties_rule.NORMAL,
        effect_clause=_HALVED,
        halved=True,
    ),
)
CLOSE_IN: Final = 12.0
"""Nearer than this a gun cannot miss and must fire at the nearest [artillery.hit-0-1, artillery.target]."""
RIFLED_SHORT: Final = -1
RIFLED_LONG: Final = 1
RIFLED_LONG_FROM_IN: Final = 48.0
OVERHEAD_IN: Final = 6.0
"""Friends must be farther than this from gun and target to be fired over [artillery.line-of-sight]."""
SWING: Final = 4500
"""How far a gun is swung on the spot without having moved [artillery.moved-no-fire, move.turn-in-place]."""


def only_swung(before: int, after: int) -> bool:
    """Whether a gun that was turned so has not been moved by it."""
    return abs(turn_between(before, after)) <= SWING


@record(unsafe_hash=True)
class Battery:
    """The guns of one battery that fire at one target, by their crews."""

    gun: str
    range: float
    crew: tuple[int, ...]
    halted: bool = False
    disordered: bool = False
    moved: bool = False
    limbered: bool = False
    target_skirmish: bool = False
    by: str = ""
    settings: Settings = PRINTED


def feet(gun: str, distance: float) -> Feet | None:
    """The band of a range: it includes its lower limit, the last two their upper; None out of range.

    [artillery.band-edges, artillery.range-smoothbore, artillery.range-rifled]
    """
    if not within(distance, REACH_IN[gun]):
        return None
    found = FEET[0]
    for row in FEET[1:-1]:
        if kept(distance, row.begins):
            found = row
    return FEET[-1] if not within(distance, FEET[-1].begins) else found


def needed(gun: str, distance: float) -> int:
    """The lowest range die that hits as it lies, 0 when none is thrown [artillery.range-die, artillery.rifled-long]."""
    row = feet(gun, distance)
    if row is None or row.hits_on == 0:
        return 0
    return row.hits_on - (RIFLED_LONG if gun == RIFLED and kept(distance, RIFLED_LONG_FROM_IN) else 0)


def can_fire(crew: int, settings: Settings) -> bool:
    """Whether a gun has the crew to fire [artillery.crew-to-fire]."""
    return crew >= settings.min_crew_to_fire


def battery_refusal(battery: Battery) -> str:
    """The clause by which no gun fires, "" when one does.

    [morale.disordered-effect, morale.result-halt-artillery, artillery.moved-no-fire, artillery.crew-to-fire]
    """
    if battery.disordered:
        return "charge-boys.morale.disordered-effect"
    if battery.halted:
        return "charge-boys.morale.result-halt-artillery"
    if battery.limbered or battery.moved:
        return "charge-boys.artillery.moved-no-fire"
    if feet(battery.gun, battery.range) is None:
        return REACH_CLAUSES[battery.gun]
    fires = [crew for crew in battery.crew if can_fire(crew, battery.settings)]
    return "" if fires else "charge-boys.artillery.crew-to-fire"


MISSED: Final = -1
"""A shot that went wide; a hit of a rifled gun close by may still have no effect."""


def effect(battery: Battery, die: int) -> int:
    """Hits that an effect die makes [artillery.rifled-short, artillery.halving, artillery.no-troop-modifiers]."""
    row = feet(battery.gun, battery.range)
    assert row is not None
    hits = max(0, die + RIFLED_SHORT) if battery.gun == RIFLED and row is FEET[0] else die
    if row.halved:
        hits = tables.halved(hits, battery.settings)
    if battery.target_skirmish and battery.settings.artillery_at_skirmishers == "half":
        hits = tables.halved(hits, battery.settings)
    return hits


def shoot_gun(battery: Battery, gun: int, dice: Dice) -> int:
    """One gun's range die and, at once, its effect die: hits, MISSED for a miss or a silent gun.

    [artillery.range-die, artillery.effect-die, artillery.hit-0-1, core.dice]
    """
    if not can_fire(battery.crew[gun], battery.settings):
        return MISSED
    need = needed(battery.gun, battery.range)
    if need and not dice.ask(Count(1, D6, need, Why("range die", "charge-boys.artillery.range-die", battery.by))):
        return MISSED
    return effect(battery, dice.ask(Face(D6, Why("effect die", "charge-boys.artillery.effect-die", battery.by))))


def shoot_battery(battery: Battery, dice: Dice) -> int:
    """All the guns one after the other; the hits together [artillery.target, core.dice]."""
    hits = 0
    for gun in range(len(battery.crew)):
        hits += max(0, shoot_gun(battery, gun, dice))
    return hits


def battery_save(gun: str, distance: float) -> str:
    """The save that gunfire leaves [artillery.effect-under-1, artillery.effect-1-2, artillery.effect-2-3]."""
    row = feet(gun, distance)
    assert row is not None
    return row.save


def crew_after(crew: tuple[int, ...], nearest_first: tuple[int, ...], killed: int) -> tuple[int, ...]:
    """Crews after so many losses, each from the gun with most men, the nearest of several.

    `nearest_first` has places of guns, from 0 [artillery.crew-losses].
    """
    left = list(crew)
    for _ in range(killed):
        most = max([0, *left])
        if most == 0:
            break
        for gun in nearest_first:
            if left[gun] == most:
                left[gun] -= 1
                break
    return tuple(left)
