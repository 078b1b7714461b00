"""Saving rolls, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.cover import rule
from roundtop.rulebooks.order_cards.fire import rule as fire_rule


@record(frozen=True)
class Saves:
    """Hits to save at one number."""

    hits: int
    number: int


def _read_save(fields: umpire.Fields) -> Saves:
    between("hits", fields["hits"], 0, 1000)
    artillery = fields["fire_kind"] == tables.ARTILLERY
    return Saves(fields["hits"], rule.save_number(tuple(fields["cover"]), artillery, fields["fire_crosses_line_cover"]))


SAVE: Final[Procedure] = simple(
    "save",
    _read_save,
    lambda saves, dice: fire_rule.unsaved(saves.hits, saves.number, "", dice),
    lambda saves, boxes: {"save_number": saves.number, "saved": saves.hits - boxes, "boxes_circled": boxes},
    lambda saves, boxes: (
        Row("saved on", f"{saves.number} or less" if saves.number else "nothing", "order-cards.save.table"),
        Row("saved", str(saves.hits - boxes), "order-cards.save.procedure"),
        Row("boxes circled", str(boxes), "order-cards.fire.hits-applied"),
    ),
)
PROCEDURES: Final[tuple[Procedure, ...]] = (SAVE,)
