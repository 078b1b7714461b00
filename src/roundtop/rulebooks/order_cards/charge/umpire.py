"""Who may charge whom and how far a charge runs, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.charge import rule
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement import umpire as movement_umpire


def _charge_refusal(given: Fields) -> str:
    target: Fields = given["target"]
    clause = rule.may_charge(
        card=given["card"],
        arm=given["arm"],
        mounted=umpire.mounted(given),
        formation=given["formation"],
        state=given["state"],
        disordered=given["disordered"],
        refused_wing=given["refused_wing"],
        continuing=given["continuing"],
    )
    loose = given["formation"] == tables.LOOSE
    return clause or rule.target_refusal(
        loose, target["arm"], target["state"], target["disordered"], given["target_in_sight"]
    )


def _original(given: Fields) -> cards_rule.Card:
    return umpire.card(given, "card" if given["original_card"] is None else "original_card")


def _points(given: Fields) -> int:
    original = _original(given).charge
    return original if given["bonus_before"] is None else given["bonus_before"]


def _frontage(given: Fields) -> float:
    return float(given["stands"] if given["frontage"] is None else given["frontage"])


def _can_be(given: Fields) -> None:
    procedure.between("bonus_before", _points(given), 0, 100)
    movement_umpire.known_to(given)
    for place, one in enumerate(given["actions"]):
        do = one["do"]
        if do in ("wheel", "oblique", "facing-change", "step-back", "form-up") or do in movement_rule.CHANGES:
            raise FieldError(f"actions[{place}].do: a charge cannot {do}; wheels go into wheel_degrees")


def _ran(given: rule.Charge, run: rule.Run) -> Outputs:
    moved = 0.0 if run.refusal else run.moved
    return {
        **procedure.verdict(run.refusal),
        "allowance": run.allowance,
        "wheel_cost": run.wheel,
        "wheel_limit": run.allowance / 2.0,
        "needed": None if run.refusal and not run.needed else run.needed,
        "contact": run.contact,
        "moved": moved,
        "distance_left": round(given.run - moved, 2) + 0.0,
        "bonus_spent": run.spent,
        "bonus_left": given.points if run.refusal else run.left,
        "disordered_after": given.continuing if run.refusal else run.disordered,
        "melee_modifier_sum": 0 if run.refusal else rule.shock(run, given.arm, given.mounted),
    }


def _run_lines(given: rule.Charge, run: rule.Run) -> tuple[Row, ...]:
    if run.refusal:
        return procedure.verdict_line(given, run.refusal)
    ground = movement_rule.bill_lines(rule.deductions(given, run.allowance), given.actions)
    home = "home" if run.contact else f"short by {given.run - run.moved:g}"
    return (
        ground[0],
        Row("wheel", f"−{run.wheel:g}", "order-cards.move.wheel"),
        *ground[1:-1],
        Row("straight run", f"−{given.run:g}", "order-cards.charge.path"),
        Row("points spent on inches", str(run.spent), "order-cards.charge.bonus-for-distance"),
        Row("the charge", home, "order-cards.charge.path" if run.contact else "order-cards.charge.short"),
        Row("bonus left", f"{run.left:+d}", "order-cards.melee.charge-card-mod"),
    )


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.ruled("charge-eligibility", lambda given: given | {"card": umpire.card(given)}, _charge_refusal),
    procedure.reckoned(
        "charge-move",
        procedure.reads(
            rule.Charge,
            _can_be,
            card=umpire.card,
            mounted=umpire.mounted,
            points=_points,
            frontage=_frontage,
            wheel="wheel_degrees",
            actions=procedure.each("actions", procedure.reads(movement_rule.Action)),
            run="straight_distance",
        ),
        rule.run,
        _run_lines,
        answer=_ran,
    ),
)
