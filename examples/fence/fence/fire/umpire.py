"""The umpire on a volley."""

from __future__ import annotations

from typing import Any, Final

from fence.fire import rule
from fence.options import settings
from roundtop.battle.procedure import Outputs, between, filled, house, simple
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice


def read(fields: dict[str, Any]) -> rule.Volley:
    between("stands", fields["stands"], 1, 8)
    between("distance_in", fields["distance_in"], 0)
    return filled(rule.Volley, fields, settings=house(settings, fields))


def roll(volley: rule.Volley, dice: Dice) -> int | str:
    """Hits, or the clause that forbids the shot."""
    return rule.refusal(volley) or rule.hits(volley, dice)


def answer(volley: rule.Volley, reached: int | str) -> Outputs:
    if isinstance(reached, str):
        return {"legal": False, "clause": reached}
    return {"legal": True, "needs": rule.needs(volley), "hits": reached}


def explain(volley: rule.Volley, reached: int | str) -> tuple[Row, ...]:
    if isinstance(reached, str):
        return (Row("out of range", "no shot", reached),)
    needed = Row("hits on", f"{rule.needs(volley)}+", "fence.fire.dice")
    return (*lines(rule.mods(volley)), needed, Row("hits", str(reached), "fence.fire.dice"))


VOLLEY: Final = simple("volley", read, roll, answer, explain)
