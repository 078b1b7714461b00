"""House rules on the wire: what is wished, what the battle settles, what is in force."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class HouseWish(Struct, forbid_unknown_fields=True):
    """House rules for a battle, to be looked over before it is begun; without `rules` those of its first rulebook."""

    rules: str = ""
    options: dict[str, Any] = {}


class Settled(Struct):
    """A house rule that the battle settles: its own value, null where it has no single one, and why."""

    option: str
    value: Any
    why: str


class House(Struct):
    """What is wrong with house rules, what the battle settles, and the name under which papers print them."""

    problems: list[str]
    settled: list[Settled]
    house: str = ""


class InForce(Struct):
    """A house rule of a game that is not as the book has it."""

    name: str
    value: Any
    usual: Any
    meaning: str
    clause: str


class Invited(Struct):
    """What somebody who is invited may know before he sits down."""

    battle: str
    title: str
    rules: str
    book: str
    house: list[InForce]
