"""Who may declare a charge, and who must test before it goes in."""

from __future__ import annotations

from roundtop.record import record
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.movement import rule as movement_rule
from roundtop.table.measure import within


@record(frozen=True)
class Charge:
    """A group that wants to charge another; `path_cost` is the cheapest way to contact of its best-placed figure."""

    path_cost: float
    quality: str
    able: int
    arm: str
    target_quality: str
    target_able: int
    state: str = "ok"
    in_sight: bool = True


def charge_refusal(charge: Charge) -> str:
    """The clause by which a charge may not be declared, "" when it may.

    [movement.charge-declaration, movement.charge-move, morale.break-terms, morale.no-advance-terms]
    """
    if charge.state in morale_rule.BROKEN:
        return "skirmish.morale.break-terms"
    if charge.state != "ok":
        return "skirmish.morale.no-advance-terms"
    if not charge.in_sight or not within(charge.path_cost, movement_rule.RATE_CM[charge.arm]):
        return "skirmish.movement.charge-declaration"
    return ""


def must_test(quality: str, able: int, target_quality: str, target_able: int) -> bool:
    """Whether the enemy is of better class or more numerous [morale.trigger-charging, morale.charge-comparison]."""
    return tables.rank(target_quality) > tables.rank(quality) or target_able > able
