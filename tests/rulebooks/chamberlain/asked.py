"""The book's procedures asked by name, with scripted dice to the last die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from roundtop.battle.ledger import Ledger
from roundtop.battle.procedure import Procedure, under
from roundtop.dice.sources import Scripted
from roundtop.rulebooks.chamberlain.options import LEDGER, Settings, settings
from roundtop.rulebooks.chamberlain.procedures import PROCEDURES
from roundtop.rulebooks.chamberlain.terrain.rule import base
from roundtop.table.footprint import Block
from roundtop.table.pose import Pose
from roundtop.umpire import Prospect, ask

Outcome = dict[str, Any]


@dataclass(frozen=True)
class Book:
    """As much of the rulebook as the umpire reads."""

    id: str
    ledger: Ledger
    procedures: tuple[Procedure, ...]


BOOK: Final = Book("chamberlain", LEDGER, under(LEDGER, settings, PROCEDURES))


def dice(*faces: int) -> Scripted:
    return Scripted([f"d6:{face}" for face in faces])


def asked(procedure: str, *faces: int, **situation: Any) -> Outcome:
    """The outcome of a procedure with these faces, no die left over."""
    return ask(BOOK, procedure, situation, dice=[f"d6:{face}" for face in faces]).outcome


def odds(procedure: str, **situation: Any) -> Prospect:
    return ask(BOOK, procedure, situation, odds=True)


def at(x: float, y: float, degrees: float = 0.0) -> Pose:
    return Pose(x, y, round(degrees * 100))


def block(x: float, y: float, degrees: float = 0.0, settings: Settings | None = None) -> Block:
    return base(at(x, y, degrees), settings or Settings())


def pose(x: float, y: float, degrees: float = 0.0) -> Outcome:
    return {"x": x, "y": y, "facing": degrees}


def square(left: float, bottom: float, right: float, top: float) -> list[list[float]]:
    return [[left, bottom], [right, bottom], [right, top], [left, top]]
