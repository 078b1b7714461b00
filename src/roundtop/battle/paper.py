"""What is printed on paper beside the table: a quick-reference sheet and a roster, as blocks of cells."""

from __future__ import annotations

from typing import Final

from roundtop.record import record


@record(frozen=True)
class Block:
    """A headed table, or, with no heads, a list of lines of one or more cells; the clauses say where it comes from.

    `boxes` counts the empty boxes to tick off in each row, one number a row; () where nothing is ticked off.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    clauses: tuple[str, ...] = ()
    boxes: tuple[int, ...] = ()


@record(frozen=True)
class Sheet:
    """A sheet of paper: blocks one after another, which a printer may set in columns."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]


PAPER: Final = (Block, Sheet)
