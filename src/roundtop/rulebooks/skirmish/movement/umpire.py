"""The price of a move, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure, Read
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish.movement import rule
from roundtop.table.measure import rounded


def _can_be(given: Fields) -> None:
    if given["rate_cm"] is not None and given["arm"] != "animal":
        raise FieldError("rate_cm: only an animal has a rate of its own")


def _length(given: Fields, ground: str) -> float:
    return sum([leg["length_cm"] for leg in given["legs"] if leg["ground"] == ground], 0.0)


def _move_lines(path: Fields, clause: str) -> tuple[Row, ...]:
    move, house = path["move"], path["settings"]
    ground = rule.ground_cost(move.open_cm, move.difficult_cm, house)
    found = [Row("ground", f"{ground:g} cm", "skirmish.movement.difficult-mixed")]
    turning = rule.turn_cost(move.arm, move.turned_deg, house)
    if turning:
        found.append(Row(f"turning {move.turned_deg:g} degrees", f"{turning:g} cm", "skirmish.movement.mounted-turn"))
    if move.jumps and move.arm == "mounted":
        jumps = rule.JUMP_CM * move.jumps
        found.append(Row("jumps", f"{jumps:g} cm", "skirmish.movement.mounted-obstacles"))
    found.append(Row("allowance", f"{rule.allowance(move):g} cm", rule.RATE_CLAUSE[move.arm]))
    return (*found, *procedure.verdict_line(path, clause))


MOVE: Final[Read] = procedure.reads(
    rule.Move,
    _can_be,
    open_cm=lambda given: _length(given, "open"),
    difficult_cm=lambda given: _length(given, "difficult"),
    turned_deg=lambda given: sum([float(angle) for angle in given["turns_deg"]], 0.0),
)


def _priced(path: Fields, clause: str) -> Outputs:
    cost = rounded(rule.price(path["move"], path["settings"]))
    return procedure.verdict(clause) | {"cost_cm": cost, "allowance_cm": rule.allowance(path["move"])}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.reckoned(
        "move-check",
        procedure.with_parts(move=MOVE),
        lambda path: rule.move_refusal(path["move"], path["settings"]),
        _move_lines,
        answer=_priced,
    ),
)
