"""An attempt to rally."""

from __future__ import annotations

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D100, Band, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.options import PRINTED, Settings


def rally_mods(unit: morale_rule.Regiment, cover: tuple[str, ...], officer: int) -> list[Mod]:
    """The modifiers of a rally; disorder is left out in rout [rally.head-down, rally.routing, rally.officer-bonus]."""
    return morale_rule.modifiers(cover, officer, unit.disordered and unit.state != tables.ROUTING)


def rally_value(unit: morale_rule.Regiment, cover: tuple[str, ...], officer: int, settings: Settings = PRINTED) -> int:
    """The number on which a unit rallies [rally.head-down, rally.routing]."""
    return morale_rule.normal(unit, settings) + total(rally_mods(unit, cover, officer))


@record(unsafe_hash=True)
class Rallied:
    """What came of a rally: the unit afterwards, and whether the officer beside it is swept along."""

    passed: bool
    boxes: int
    unit: morale_rule.Regiment
    officer_routs: bool


def rally(
    unit: morale_rule.Regiment, cover: tuple[str, ...], officer: int, by: str, settings: Settings, dice: Dice
) -> Rallied:
    """An attempt to rally, and the officer's own die when it fails.

    [rally.head-down, rally.routing, rally.officer-routs, morale.double-zero]
    """
    value = rally_value(unit, cover, officer, settings)
    clause = "order-cards.rally.routing" if unit.state == tables.ROUTING else "order-cards.rally.head-down"
    fell = dice.ask(
        Band(D100, (min(value, morale_rule.SURE), morale_rule.SURE), Why(f"rally, {value} or less", clause, by))
    )
    if fell == morale_rule.PASS:
        disordered = unit.disordered or unit.state == tables.ROUTING
        return Rallied(True, 0, morale_rule.becoming(unit, tables.STEADY, disordered, 0, settings), False)
    boxes = (
        morale_rule.ROUT_BOXES
        if unit.state == tables.HEAD_DOWN and fell == morale_rule.FAIL
        else morale_rule.ROUTING_BOXES
    )
    after = morale_rule.becoming(unit, tables.ROUTING, True, boxes, settings)
    swept = officer > 0 and after.state != tables.DESTROYED and command_rule.swept_along(officer, by, dice)
    return Rallied(False, boxes, after, swept)
