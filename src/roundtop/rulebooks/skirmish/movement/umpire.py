"""The price of a move, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.skirmish import umpire
from roundtop.rulebooks.skirmish.movement import rule
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.table.measure import rounded


@record(frozen=True)
class Path:
    """A move and the house rules that price it."""

    move: rule.Move
    settings: Settings


def _read_move(fields: umpire.Fields) -> Path:
    lengths = {"open": 0.0, "difficult": 0.0}
    for place, leg in enumerate(fields["legs"]):
        between(f"legs[{place}].length_cm", leg["length_cm"], 0)
        lengths[leg["ground"]] += leg["length_cm"]
    for place, turn in enumerate(fields["turns_deg"]):
        between(f"turns_deg[{place}]", turn, 0, 360)
    between("jumps", fields["jumps"], 0)
    rate: float | None = fields["rate_cm"]
    if rate is not None:
        if fields["arm"] != "animal":
            raise FieldError("rate_cm: only an animal has a rate of its own")
        between("rate_cm", rate, 0.01)
    turned = sum([float(angle) for angle in fields["turns_deg"]], 0.0)
    move = rule.Move(
        arm=fields["arm"],
        open_cm=lengths["open"],
        difficult_cm=lengths["difficult"],
        turned_deg=turned,
        jumps=fields["jumps"],
        rate_cm=rate or 0.0,
    )
    return Path(move, umpire.house(fields))


def _moved(path: Path, clause: str) -> Outputs:
    cost = rounded(rule.price(path.move, path.settings))
    return {"cost_cm": cost, "allowance_cm": rule.allowance(path.move)} | umpire.verdict(clause)


def _move_lines(path: Path, clause: str) -> tuple[Row, ...]:
    move, house = path.move, path.settings
    ground = rule.ground_cost(move.open_cm, move.difficult_cm, house)
    found = [Row("ground", f"{ground:g} cm", "skirmish.movement.difficult-mixed")]
    turning = rule.turn_cost(move.arm, move.turned_deg, house)
    if turning:
        found.append(Row(f"turning {move.turned_deg:g} degrees", f"{turning:g} cm", "skirmish.movement.mounted-turn"))
    if move.jumps and move.arm == "mounted":
        jumps = rule.JUMP_CM * move.jumps
        found.append(Row("jumps", f"{jumps:g} cm", "skirmish.movement.mounted-obstacles"))
    found.append(Row("allowance", f"{rule.allowance(move):g} cm", rule.RATE_CLAUSE[move.arm]))
    return (*found, umpire.no_line(clause))


MOVE_CHECK: Final[Procedure] = simple(
    "move-check", _read_move, lambda path, _: rule.move_refusal(path.move, path.settings), _moved, _move_lines
)
