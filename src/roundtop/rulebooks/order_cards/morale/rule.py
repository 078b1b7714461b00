"""Morale: basic figures, every test of nerve, head down and rout."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D100, Band, Face, Why
from roundtop.dice.sources import Dice
from roundtop.record import record, replace
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.cover import rule as cover_rule
from roundtop.rulebooks.order_cards.options import PRINTED, Settings
from roundtop.table.measure import within

AFTER_FIRE: Final = "fire"
PASSED_THROUGH: Final = "interpenetration"
RETREATED_THROUGH: Final = "retreat-through"
FORMATION_CHANGE: Final = "formation-change"
VOLUNTARY_DISORDER: Final = "voluntary-disorder"
CLAUSES: Final[dict[str, str]] = {
    AFTER_FIRE: "order-cards.morale.when",
    PASSED_THROUGH: "order-cards.move.interpenetration",
    RETREATED_THROUGH: "order-cards.melee.retreat-through-friends",
    FORMATION_CHANGE: "order-cards.formation.change-in-musket-range",
    VOLUNTARY_DISORDER: "order-cards.formation.voluntary-disorder",
}
"""The occasions of a test and the clauses that call for it."""
REASONS: Final[dict[str, str]] = {
    AFTER_FIRE: "morale after fire",
    PASSED_THROUGH: "morale, passed through",
    RETREATED_THROUGH: "morale, fugitives pass through",
    FORMATION_CHANGE: "morale, changing formation under fire",
    VOLUNTARY_DISORDER: "morale, going into disorder",
}
IN_DISORDER: Final[Mod] = Mod("in disorder", -10, "order-cards.morale.modifiers")
DOUBLE_ZERO: Final = 100
DOUBLE_ZERO_BOXES: Final = 4
ROUT_BOXES: Final = 2
ROUTING_BOXES: Final = 4
"""Boxes circled on 00, when a head-down unit breaks, and when a routing one fails [morale.double-zero,
morale.fire-check-failed]."""
SURE: Final = 99
"""The best roll that is not 00: only 00 fails a value so high [morale.procedure]."""


def basic(grade: int, stands_lost: int, settings: Settings = PRINTED) -> int:
    """Basic morale for the present stands [setup.morale-grade, morale.stand-loss-decrease]."""
    return max(grade - settings.morale_step * stands_lost, min(grade, settings.morale_floor))


def modifiers(cover: tuple[str, ...], officer: int, disordered: bool) -> list[Mod]:
    """What is added to basic morale [morale.modifiers, officer.fire-morale]."""
    mods = cover_rule.morale_cover(cover)
    if officer:
        mods.append(Mod("officer", officer, "order-cards.officer.fire-morale"))
    if disordered:
        mods.append(IN_DISORDER)
    return mods


@record(unsafe_hash=True)
class Regiment:
    """What a test of nerve reads of a unit's roster and state."""

    arm: str = tables.INFANTRY
    limbered: bool = False
    grade: int = 70
    starting: int = 6
    circled: int = 0
    state: str = tables.STEADY
    disordered: bool = False


@record(unsafe_hash=True)
class Officer:
    """The officer declared in a test; a rating of 0 is nobody [officer.fire-morale]."""

    rank: str = ""
    rating: int = 0
    minor_wounds: int = 0


NOBODY: Final[Officer] = Officer()


def stands(unit: Regiment, settings: Settings = PRINTED) -> int:
    """Present stands by the roster [setup.roster-boxes]."""
    return tables.stands_left(unit.starting, unit.circled, tables.boxes_per_stand(unit.arm, settings))


def normal(unit: Regiment, settings: Settings = PRINTED) -> int:
    """Basic morale as the unit now is, halved in rout, fractions up [rally.routing, melee.half-rounding]."""
    figure = basic(unit.grade, unit.starting - stands(unit, settings), settings)
    return tables.half_up(figure) if unit.state == tables.ROUTING else figure


def check_mods(kind: str, unit: Regiment, cover: tuple[str, ...], officer: int) -> list[Mod]:
    """The modifiers of a test; no officer helps a unit that friends pass through [move.interpenetration]."""
    helped = 0 if kind == PASSED_THROUGH else officer
    return modifiers(cover, helped, unit.disordered and unit.state != tables.ROUTING)


def circle(unit: Regiment, boxes: int, settings: Settings = PRINTED) -> Regiment:
    """The unit with so many more boxes circled, never more than it has [setup.roster-boxes]."""
    every = unit.starting * tables.boxes_per_stand(unit.arm, settings)
    circled = min(every, unit.circled + boxes)
    state = tables.DESTROYED if circled == every else unit.state
    return replace(unit, circled=circled, state=state)


def becoming(unit: Regiment, state: str, disordered: bool, boxes: int, settings: Settings) -> Regiment:
    """The unit in another state with so many more boxes circled; a routed battery that is not limbered is gone.

    [morale.rout-state, melee.unlimbered-artillery-loses]
    """
    if state == tables.ROUTING and unit.arm == tables.ARTILLERY and not unit.limbered:
        return circle(unit, unit.starting * tables.boxes_per_stand(unit.arm, settings), settings)
    after = replace(unit, state=state, disordered=disordered)
    return circle(after, boxes, settings)


@record(unsafe_hash=True)
class Check:
    """A unit about to test: the occasion, the cover that counts, and the officer declared.

    `unit` has the boxes of the attack circled already. `sheltered` says that it is in cover as the head-down move
    knows it [morale.head-down-move].
    """

    kind: str
    unit: Regiment
    cover: tuple[str, ...] = ()
    sheltered: bool = False
    officer: Officer = NOBODY
    by: str = ""
    settings: Settings = PRINTED


@record(unsafe_hash=True)
class Nerve:
    """What a test made of a unit: passed or not, the boxes called for, the unit afterwards, and its officer's fate.

    `guns` are gun stands left behind by a routed battery.
    """

    passed: bool
    boxes: int
    unit: Regiment
    officer: str = "none"
    guns: int = 0


def check_needed(kind: str, unit: Regiment, boxes_now: int, enemy_range: float, enemy_in_sight: bool) -> bool:
    """Whether a die is thrown at all; an enemy_range of -1 means that there is no such enemy.

    [morale.when, move.interpenetration, melee.retreat-through-friends, formation.change-in-musket-range]
    """
    if unit.state == tables.DESTROYED:
        return False
    if kind == AFTER_FIRE:
        return boxes_now > 0
    if kind == PASSED_THROUGH:
        return not unit.disordered
    if kind == RETREATED_THROUGH:
        return unit.state == tables.STEADY
    if kind == FORMATION_CHANGE:
        return enemy_range >= 0.0 and within(enemy_range, tables.MUSKET_RANGE) and enemy_in_sight
    return True


def check_value(check: Check) -> int:
    """The number to roll or less [morale.procedure, morale.level-lost]."""
    mods = check_mods(check.kind, check.unit, check.cover, check.officer.rating)
    return normal(check.unit, check.settings) + total(mods)


def nerve(check: Check, dice: Dice) -> Nerve:
    """The d100 of a test, what it does to the unit, and to the officer beside it on a double.

    [morale.procedure, morale.double-zero, officer.fire-double]
    """
    value = check_value(check)
    why = Why(f"{REASONS[check.kind]}, {value} or less", CLAUSES[check.kind], check.by)
    if check.officer.rating and check.kind == AFTER_FIRE:
        face = dice.ask(Face(D100, why))
        result = passing(check, verdict(face, value))
        if not doubled(face):
            return Nerve(result.passed, result.boxes, result.unit, command_rule.UNHARMED, result.guns)
        fate = command_rule.wound(check.officer.minor_wounds, check.settings, check.by, dice)
        return Nerve(result.passed, result.boxes, result.unit, fate, result.guns)
    result = passing(check, dice.ask(Band(D100, (min(value, SURE), SURE), why)))
    fate = command_rule.UNHARMED if check.officer.rating else command_rule.NOBODY
    return Nerve(result.passed, result.boxes, result.unit, fate, result.guns)


PASS: Final = 0
FAIL: Final = 1
BREAK: Final = 2
"""How a d100 falls in a test: passed, failed, 00."""


def verdict(face: int, value: int) -> int:
    """How a d100 falls [morale.procedure]."""
    if face == DOUBLE_ZERO:
        return BREAK
    return PASS if face <= value else FAIL


def doubled(face: int) -> bool:
    """Whether a d100 shows two equal digits, 00 included [officer.fire-double]."""
    return face == DOUBLE_ZERO or face % 11 == 0


def passing(check: Check, fell: int) -> Nerve:
    """What a test of this kind does to the unit when the die has so fallen.

    [morale.fire-check-failed, formation.voluntary-disorder, morale.rout-no-pass-losses, morale.double-zero]
    """
    if fell == PASS:
        disordered = check.unit.disordered or check.kind == VOLUNTARY_DISORDER
        return _into(check, True, check.unit.state, disordered, 0)
    if fell == BREAK:
        return _into(check, False, tables.ROUTING, True, DOUBLE_ZERO_BOXES)
    if check.kind in (PASSED_THROUGH, FORMATION_CHANGE):
        return _into(check, False, check.unit.state, True, 0)
    if check.kind == VOLUNTARY_DISORDER:
        return _into(check, False, tables.ROUTING, True, 0)
    if check.kind == RETREATED_THROUGH or check.unit.state == tables.STEADY:
        return _into(check, False, tables.HEAD_DOWN, check.unit.disordered or not check.sheltered, 0)
    return _into(
        check, False, tables.ROUTING, True, ROUT_BOXES if check.unit.state == tables.HEAD_DOWN else ROUTING_BOXES
    )


def _into(check: Check, passed: bool, state: str, disordered: bool, boxes: int) -> Nerve:
    after = becoming(check.unit, state, disordered, boxes, check.settings)
    return Nerve(passed, boxes, after, guns=abandoned(check.unit, state, check.settings))


def abandoned(unit: Regiment, state: str, settings: Settings) -> int:
    """Gun stands that a routed battery leaves behind: those that stood when it tested [morale.rout-state]."""
    left = state == tables.ROUTING and unit.arm == tables.ARTILLERY and not unit.limbered
    return stands(unit, settings) if left else 0
