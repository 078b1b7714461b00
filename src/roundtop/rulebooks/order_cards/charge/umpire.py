"""Who may charge whom and how far a charge runs, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.charge import rule
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement import umpire as movement_umpire


def _charge_refusal(fields: umpire.Fields) -> str:
    target: umpire.Fields = fields["target"]
    clause = rule.may_charge(
        card=umpire.card_given(fields, fields["settings"]),
        arm=fields["arm"],
        mounted=umpire.mounted_only(fields),
        formation=fields["formation"],
        state=fields["state"],
        disordered=fields["disordered"],
        refused_wing=fields["refused_wing"],
        continuing=fields["continuing"],
    )
    return clause or rule.target_refusal(
        fields["formation"] == tables.LOOSE,
        target["arm"],
        target["state"],
        target["disordered"],
        fields["target_in_sight"],
    )


def _read_eligible_charge(fields: umpire.Fields) -> umpire.Fields:
    house = umpire.house_rules(fields)
    umpire.card_given(fields, house)
    return fields | {"settings": house}


CHARGE_ELIGIBILITY: Final[Procedure] = umpire.ruled("charge-eligibility", _read_eligible_charge, _charge_refusal)


def _read_charge(fields: umpire.Fields) -> rule.Charge:
    house = umpire.house_rules(fields)
    card = umpire.card_given(fields, house)
    original = card if fields["original_card"] is None else umpire.card_given(fields, house, "original_card")
    between("stands", fields["stands"], 1, umpire.MOST_STANDS)
    points: int = original.charge if fields["bonus_before"] is None else fields["bonus_before"]
    between("bonus_before", points, 0, 100)
    frontage: float = 1.0 * fields["stands"] if fields["frontage"] is None else fields["frontage"]
    between("frontage", frontage, 0.1, umpire.MOST_INCHES)
    between("wheel_degrees", fields["wheel_degrees"], 0.0, 360.0)
    between("straight_distance", fields["straight_distance"], 0.0, umpire.MOST_INCHES)
    actions = movement_umpire.actions_given(fields["actions"], fields["arm"])
    for place, one in enumerate(actions):
        if one.do in ("wheel", "oblique", "facing-change", "step-back", "form-up") or one.do in movement_rule.CHANGES:
            raise FieldError(f"actions[{place}].do: a charge cannot {one.do}; wheels go into wheel_degrees")
    return rule.Charge(
        card=card,
        arm=fields["arm"],
        mounted=umpire.mounted_only(fields),
        continuing=fields["continuing"],
        points=points,
        frontage=frontage,
        wheel=fields["wheel_degrees"],
        actions=actions,
        run=fields["straight_distance"],
        settings=house,
    )


def _ran(given: rule.Charge, run: rule.Run) -> Outputs:
    known: Outputs = {
        **umpire.verdict(run.refusal),
        "allowance": run.allowance,
        "wheel_cost": run.wheel,
        "wheel_limit": run.allowance / 2.0,
    }
    if run.refusal:
        return known | {"contact": False, "moved": 0.0, "bonus_spent": 0, "bonus_left": given.points}
    return known | {
        "needed": run.needed,
        "contact": run.contact,
        "moved": run.moved,
        "distance_left": round(given.run - run.moved, 2) + 0.0,
        "bonus_spent": run.spent,
        "bonus_left": run.left,
        "disordered_after": run.disordered,
        "melee_modifier_sum": rule.shock(run, given.arm, given.mounted),
    }


def _run_lines(given: rule.Charge, run: rule.Run) -> tuple[Row, ...]:
    if run.refusal:
        return umpire.verdict_line(given, run.refusal)
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


CHARGE_MOVE: Final[Procedure] = simple("charge-move", _read_charge, lambda given, _: rule.run(given), _ran, _run_lines)
PROCEDURES: Final[tuple[Procedure, ...]] = (CHARGE_ELIGIBILITY, CHARGE_MOVE)
