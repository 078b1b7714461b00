"""The umpire on a volley."""

from __future__ import annotations

from typing import Final

from fence.fire import rule
from roundtop.battle.procedure import Outputs, Procedure, reads, simple
from roundtop.battle.tally import Row, lines


def answer(volley: rule.Volley, hits: int) -> Outputs:
    return {"needs": rule.needs(volley), "hits": hits}


def explain(volley: rule.Volley, hits: int) -> tuple[Row, ...]:
    needed = Row("hits on", f"{rule.needs(volley)}+", "fence.fire.dice")
    return (*lines(rule.mods(volley)), needed, Row("hits", str(hits), "fence.fire.dice"))


VOLLEY: Final[Procedure] = simple(
    "volley",
    reads(rule.Volley),
    rule.hits,
    answer,
    explain,
    refusal=rule.refusal,
    refused=lambda _: {"hits": 0},
)
