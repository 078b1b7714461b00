"""Saving rolls, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Outputs, Procedure, simple
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cover import rule
from roundtop.rulebooks.order_cards.fire import rule as fire_rule


def _read_save(given: Fields) -> Fields:
    artillery = given["fire_kind"] == tables.ARTILLERY
    return given | {"number": rule.save_number(tuple(given["cover"]), artillery, given["fire_crosses_line_cover"])}


def _saved(given: Fields, boxes: int) -> Outputs:
    return {"save_number": given["number"], "saved": given["hits"] - boxes, "boxes_circled": boxes}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    simple(
        "save",
        _read_save,
        lambda given, dice: fire_rule.unsaved(given["hits"], given["number"], "", dice),
        _saved,
        {
            "save_number": "order-cards.save.table",
            "saved": "order-cards.save.procedure",
            "boxes_circled": "order-cards.fire.hits-applied",
        },
    ),
)
