"""A loser's way back, and its test."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import total
from roundtop.dice.questions import D6, D100, Band, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.melee import rule as melee_rule
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.options import PRINTED, Settings
from roundtop.table.measure import rounded, within

RETREAT_BOXES: Final = 2
LEFT_UP_TO: Final = 3
IMMOVABLE: Final = ("major-river", "mountain", "lake", "cliff")
IMMOVABLE_TO_LIMBERS: Final = ("woods", "creek", "minor-river", "bush")
"""What turns a retreat aside [melee.retreat-obstacle]."""


def surrenders(fighter: melee_rule.Fighter, stands: int) -> bool:
    """Whether a loser gives itself up: touched in front and in rear [melee.front-and-rear, melee.surrender]."""
    return fighter.surrounded and stands > 0


def retreat_inches(fighter: melee_rule.Fighter, stands: int) -> int:
    """How far a loser retreats at once; 0 for one that is gone, surrenders, or stands by its guns to test.

    [melee.retreat, melee.unlimbered-artillery-loses]
    """
    if stands == 0 or surrenders(fighter, stands) or (fighter.arm == tables.ARTILLERY and not fighter.limbered):
        return 0
    return int(movement_rule.rout_inches(fighter.arm, fighter.mounted))


@record(unsafe_hash=True)
class Retreat:
    """A loser's way back: an object and an enemy on its line, -1 for none; `organised` enemies take it prisoner."""

    arm: str
    mounted: bool
    starting: int
    circled: int
    thing: str = "none"
    to_thing: float = -1.0
    to_enemy: float = -1.0
    organised: bool = True
    by: str = ""
    settings: Settings = PRINTED


@record(unsafe_hash=True)
class Retreated:
    """How a retreat went: the boxes it cost, the way along an object, or a surrender of so many stands."""

    boxes: int
    circled: int
    stands: int
    turn: str
    along: float
    prisoners: int


def blocks(thing: str, arm: str) -> bool:
    """Whether an object turns the retreat of this arm aside [melee.retreat-obstacle]."""
    return thing in IMMOVABLE or (arm == tables.ARTILLERY and thing in IMMOVABLE_TO_LIMBERS)


def way_along(by: str, dice: Dice) -> str:
    """Which way a retreating unit runs along an immovable object [melee.retreat-obstacle]."""
    why = Why("way along the obstacle: 1 to 3 left", "order-cards.melee.retreat-obstacle", by)
    return "left" if dice.ask(Band(D6, (LEFT_UP_TO,), why)) == 0 else "right"


def retreat(situation: Retreat, dice: Dice) -> Retreated:
    """A retreat along its line: into captivity, along an object, or to its end.

    [melee.retreat, melee.retreat-into-enemy, melee.retreat-obstacle]
    """
    one = situation
    inches = movement_rule.rout_inches(one.arm, one.mounted)
    per_stand = tables.boxes_per_stand(one.arm, one.settings)
    stands = tables.stands_left(one.starting, one.circled, per_stand)
    caught = one.organised and one.to_enemy >= 0.0 and within(one.to_enemy, inches)
    stopped = one.to_thing >= 0.0 and within(one.to_thing, inches) and blocks(one.thing, one.arm)
    if caught and not (stopped and one.to_thing < one.to_enemy):
        return Retreated(boxes=0, circled=one.circled, stands=stands, turn="none", along=0.0, prisoners=stands)
    if not stopped:
        return Retreated(boxes=0, circled=one.circled, stands=stands, turn="none", along=0.0, prisoners=0)
    circled = min(one.starting * per_stand, one.circled + RETREAT_BOXES)
    left = tables.stands_left(one.starting, circled, per_stand)
    turn = way_along(one.by, dice)
    return Retreated(
        boxes=RETREAT_BOXES,
        circled=circled,
        stands=left,
        turn=turn,
        along=rounded(max(0.0, inches - one.to_thing)),
        prisoners=0,
    )


def loser_value(unit: morale_rule.Regiment, cover: tuple[str, ...], officer: int, settings: Settings = PRINTED) -> int:
    """Normal morale for the test after a lost melee, half in rout; disorder counts for nothing.

    [melee.morale-ok, charge.routing-target]
    """
    return morale_rule.normal(unit, settings) + total(morale_rule.modifiers(cover, officer, False))


def loser_test(
    unit: morale_rule.Regiment, cover: tuple[str, ...], officer: int, by: str, settings: Settings, dice: Dice
) -> morale_rule.Nerve:
    """The test of a unit that lost a melee: steady, head down, or rout; it cures neither head down nor rout.

    [melee.morale-ok, melee.morale-head-down, melee.morale-rout, melee.unlimbered-artillery-loses]
    """
    value = loser_value(unit, cover, officer, settings)
    tops = (min(tables.half_up(value), morale_rule.SURE), min(value, morale_rule.SURE), morale_rule.SURE)
    why = Why(f"morale after a lost melee, {tables.half_up(value)} and {value}", "order-cards.melee.morale-ok", by)
    fell = dice.ask(Band(D100, tops, why))
    fate = command_rule.UNHARMED if officer else command_rule.NOBODY
    if fell <= 1:
        held = fell == 0 and unit.state == tables.STEADY
        state = tables.STEADY if held else tables.ROUTING if unit.state == tables.ROUTING else tables.HEAD_DOWN
        return morale_rule.Nerve(fell == 0, 0, morale_rule.becoming(unit, state, True, 0, settings), fate)
    boxes = morale_rule.ROUT_BOXES if fell == 2 else morale_rule.DOUBLE_ZERO_BOXES
    guns = morale_rule.abandoned(unit, tables.ROUTING, settings)
    return morale_rule.Nerve(
        False, boxes, morale_rule.becoming(unit, tables.ROUTING, True, boxes, settings), fate, guns
    )
