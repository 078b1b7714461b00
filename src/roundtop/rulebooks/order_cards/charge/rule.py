"""Charges up to contact: who may charge whom, how far, and what the extra inches cost."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.options import PRINTED, Settings
from roundtop.table.measure import rounded, within

CONTINUED: Final = 8.0
"""Inches of a charge that goes on when the card has no movement [charge.short]."""
CLEAR_OF_FRONTS: Final = 3.0
"""How far a charge keeps from the fronts of enemies it passes across [charge.across-front]."""
ACROSS: Final = 4500
"""Farther off the line of a front a run goes across it rather than towards it or away [charge.across-front]."""
CONTACT: Final = 0.05
"""Footprints so near touch [charge.one-base-contact]."""
BEHIND_OBSTACLE: Final = 1.0
"""How near an obstacle a defender is met across it [charge.one-base-contact]."""
CAVALRY_SHOCK: Final = 2
DISORDERED: Final = -2
"""First-round modifiers that a charge brings of itself [melee.cavalry-mod, melee.disorder-mod]."""


def may_charge(
    card: cards_rule.Card,
    arm: str,
    mounted: bool,
    formation: str,
    state: str,
    disordered: bool,
    refused_wing: bool,
    continuing: bool,
) -> str:
    """The clause by which a unit may charge nobody on this card, "" when it may [charge.card-needed, charge.who]."""
    if card.charge == 0 and not continuing:
        return "order-cards.charge.card-needed"
    if arm not in (tables.INFANTRY, tables.CAVALRY) or state != tables.STEADY or refused_wing:
        return "order-cards.charge.who"
    if disordered:
        return "" if continuing else "order-cards.charge.who"
    if formation == tables.LINE or (formation == tables.LOOSE and tables.on_foot(arm, mounted)):
        return ""
    return "order-cards.charge.who"


def target_refusal(
    loose: bool, target_arm: str, target_state: str, target_disordered: bool, target_in_sight: bool
) -> str:
    """The clause by which a unit that may charge may not charge this target, "" when it may.

    [charge.see-target, visibility.hidden-units, formation.loose-order-charge]
    """
    if not target_in_sight:
        return "order-cards.charge.see-target"
    formed = (
        target_arm in (tables.INFANTRY, tables.CAVALRY) and not target_disordered and target_state != tables.ROUTING
    )
    return "order-cards.formation.loose-order-charge" if loose and formed else ""


@record(unsafe_hash=True)
class Charge:
    """A declared charge as it is measured: what it meets on its way, and the straight run to contact.

    `points` are the bonus points still there, `most` how many of them its owner will spend on inches. `then` are
    further wheels.
    """

    card: cards_rule.Card
    arm: str
    mounted: bool
    continuing: bool
    points: int
    frontage: float
    wheel: float
    actions: tuple[movement_rule.Action, ...]
    run: float
    most: int = 99
    settings: Settings = PRINTED
    then: tuple[float, ...] = ()


@record(unsafe_hash=True)
class Run:
    """How a charge goes: refused by a clause, home, or short; inches and points spent, points left for the melee."""

    refusal: str
    allowance: float
    wheel: float
    needed: float = 0.0
    contact: bool = False
    moved: float = 0.0
    spent: int = 0
    left: int = 0
    disordered: bool = False


def charge_inches(
    card: cards_rule.Card, arm: str, mounted: bool, continuing: bool, settings: Settings = PRINTED
) -> float:
    """The plain allowance of a charge [charge.path, charge.short]."""
    inches = movement_rule.card_inches(card, arm, mounted)
    if inches > 0.0 or not continuing:
        return inches
    return CONTINUED if tables.on_foot(arm, mounted) else settings.continued_charge_non_move_cavalry


def points_for(extra: float) -> int:
    """Bonus points that so many inches beyond the allowance take [charge.bonus-for-distance]."""
    return tables.whole_inches(extra)


def run(charge: Charge) -> Run:
    """Measure a charge: wheel, deductions, straight run, and extra inches only if they bring it home.

    [charge.path, charge.bonus-for-distance, charge.short]
    """
    allowance = charge_inches(charge.card, charge.arm, charge.mounted, charge.continuing, charge.settings)
    turns = (charge.wheel, *charge.then)
    wheel = rounded(sum([movement_rule.wheel_cost(charge.frontage, by, charge.settings) for by in turns]))
    bill = deductions(charge, allowance)
    needed = 0.0 if bill.refusal else rounded(wheel + bill.spent + charge.run)
    if not within(wheel, allowance / 2.0):
        return Run("order-cards.charge.path", allowance, wheel, needed)
    if bill.refusal:
        return Run(bill.refusal, allowance, wheel)
    points = points_for(needed - allowance)
    disordered = charge.continuing or bill.disordered
    if points <= min(charge.points, charge.most):
        left = charge.points - points
        return Run(
            refusal="",
            allowance=allowance,
            wheel=wheel,
            needed=needed,
            contact=True,
            moved=rounded(charge.run),
            spent=points,
            left=left,
            disordered=disordered,
        )
    moved = rounded(max(0.0, allowance - wheel - bill.spent))
    return Run(
        refusal="",
        allowance=allowance,
        wheel=wheel,
        needed=needed,
        contact=False,
        moved=moved,
        spent=0,
        left=charge.points,
        disordered=True,
    )


def deductions(charge: Charge, allowance: float) -> movement_rule.Bill:
    """What the ground on the way of a charge takes off [charge.path, move.how-deductions-count]."""
    mover = movement_rule.Mover(charge.arm, charge.mounted, disordered=charge.continuing, frontage=charge.frontage)
    return movement_rule.inches_bill(mover, allowance, charge.actions, charge.settings)


def shock(run: Run, arm: str, mounted: bool) -> int:
    """First-round modifiers that the charge itself brings [melee.charge-card-mod, .cavalry-mod, .disorder-mod]."""
    horse = CAVALRY_SHOCK if arm == tables.CAVALRY and mounted else 0
    return run.left + horse + (DISORDERED if run.disordered else 0)


# What an obstacle between is worth to the charged, as the melee table names it [melee.obstacle-mod].
OBSTACLE_ROWS: Final[dict[str, str]] = {
    "wall": "wall-fence-bush",
    "fence": "wall-fence-bush",
    "hedge": "wall-fence-bush",
    "abatis": "fraise",
    "chevaux-de-frise": "chevaux-de-frise",
    "earthwork": "earthwork",
    "breastwork": "earthwork",
}
