"""The procedure activate."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Answer, FieldError, Fields, Procedure, each, reads, simple
from roundtop.battle.tally import Row
from roundtop.rulebooks.chamberlain.activation import rule

CLAUSES: Final[dict[str, str]] = {
    "lone-unit": "chamberlain.activate.lone-target",
    "vigorous": "chamberlain.trait.vigorous",
    "cnc-command": "chamberlain.activate.cnc-command",
}


def _can_be(given: Fields) -> None:
    ids: list[str] = [one["id"] for one in given["units"]]
    for place, id in enumerate(ids):
        if ids.count(id) > 1:
            raise FieldError(f"units[{place}].id: '{id}' is there twice")
    if given["mode"] == "lone-unit" and len(ids) != 1:
        raise FieldError(f"units: {len(ids)} cannot be; a lone unit is one unit")
    lone: list[str] = given["lone_rolls"]
    for place, id in enumerate(lone):
        if id not in ids or lone.count(id) > 1:
            raise FieldError(f"lone_rolls[{place}]: '{id}' cannot be; it names units, each once")


def _activated(_: rule.Activation, reached: rule.Activated) -> Answer:
    return {"activated": reached.units}, reached


def _lines(activation: rule.Activation, reached: rule.Activated) -> tuple[Row, ...]:
    clause = CLAUSES.get(activation.mode, "chamberlain.activate.force-target")
    found = [Row("in range", ", ".join(rule.in_range(activation)) or "nobody", "chamberlain.command.range")]
    if reached.intuitive_used and not activation.intuitive_used:
        found.append(Row("Intuitive officer", "a failed roll made again", "chamberlain.trait.intuitive"))
    found.append(Row("activation", "succeeds" if reached.success else "fails", clause))
    found.append(Row("activated", ", ".join(reached.units) or "nobody", clause))
    return tuple(found)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    simple(
        "activate",
        reads(
            rule.Activation,
            _can_be,
            units=each("units", reads(rule.Member, distance="distance_bw")),
            commander="commander_traits",
            cnc="cnc_traits",
        ),
        rule.activate,
        _activated,
        _lines,
        refusal=rule.activation_refusal,
        refused=lambda activation: ({"success": False, "activated": ()}, activation),
    ),
)
