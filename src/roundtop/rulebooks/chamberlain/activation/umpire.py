"""The procedure activate."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.activation import rule


def _read_activation(fields: umpire.Fields) -> rule.Activation:
    given: list[umpire.Fields] = fields["units"]
    ids: list[str] = [one["id"] for one in given]
    for place, one in enumerate(given):
        between(f"units[{place}].distance_bw", one["distance_bw"], 0)
        if ids.count(one["id"]) > 1:
            raise FieldError(f"units[{place}].id: '{one['id']}' is there twice")
    if fields["mode"] == "lone-unit" and len(given) != 1:
        raise FieldError(f"units: {len(given)} cannot be; a lone unit is one unit")
    lone: list[str] = fields["lone_rolls"]
    for place, id in enumerate(lone):
        if id not in ids or lone.count(id) > 1:
            raise FieldError(f"lone_rolls[{place}]: '{id}' cannot be; it names units, each once")
    for name in ("commands_used", "immobile_pips"):
        between(name, fields[name], 0, 3)
    return rule.Activation(
        mode=fields["mode"],
        units=tuple([rule.Member(one["id"], one["distance_bw"], one["arm"]) for one in given]),
        commander=tuple(fields["commander_traits"]),
        cnc=tuple(fields["cnc_traits"]),
        in_command=fields["in_command"],
        force_roll_failed=fields["force_roll_failed"],
        lone_rolls=tuple(lone),
        free_cavalry=fields["free_cavalry"],
        use_intuitive=fields["use_intuitive"],
        intuitive_used=fields["intuitive_used"],
        commands_used=fields["commands_used"],
        immobile_pips=fields["immobile_pips"],
        settings=umpire.house_of(fields),
    )


def _roll_activation(activation: rule.Activation, dice: Dice) -> rule.Activated | str:
    return rule.activation_refusal(activation) or rule.activate(activation, dice)


def _activation_outputs(activation: rule.Activation, reached: rule.Activated | str) -> Outputs:
    clause = reached if isinstance(reached, str) else ""
    if isinstance(reached, str):
        reached = rule.Activated(False, (), activation.intuitive_used, activation.immobile_pips)
    return umpire.ruled(clause) | {
        "success": reached.success,
        "activated": reached.units,
        "intuitive_used": reached.intuitive_used,
        "immobile_pips": reached.immobile_pips,
    }


def _activation_lines(activation: rule.Activation, reached: rule.Activated | str) -> tuple[Row, ...]:
    if isinstance(reached, str):
        return umpire.refused(reached)
    clauses = {
        "lone-unit": "chamberlain.activate.lone-target",
        "vigorous": "chamberlain.trait.vigorous",
        "cnc-command": "chamberlain.activate.cnc-command",
    }
    clause = clauses.get(activation.mode, "chamberlain.activate.force-target")
    found = [Row("in range", ", ".join(rule.in_range(activation)) or "nobody", "chamberlain.command.range")]
    if reached.intuitive_used and not activation.intuitive_used:
        found.append(Row("Intuitive officer", "a failed roll made again", "chamberlain.trait.intuitive"))
    found.append(Row("activation", "succeeds" if reached.success else "fails", clause))
    found.append(Row("activated", ", ".join(reached.units) or "nobody", clause))
    return tuple(found)


ACTIVATE: Final[Procedure] = simple(
    "activate", _read_activation, _roll_activation, _activation_outputs, _activation_lines
)

PROCEDURES: Final[tuple[Procedure, ...]] = (ACTIVATE,)
