"""Bodies of requests and replies about game files, past moments and the umpire."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from roundtop.server.wire import Chair, Name


class Sitter(Struct):
    """A player of a file, and who it says commands for him, in the words of a chair."""

    player: str
    side: str
    name: str
    kind: Literal["here", "invite", "bot", "open"]
    bot: str


class Manned(Struct):
    """An unfinished file that can go on, and who played in it."""

    title: str
    rules: str
    seats: list[Sitter]


class Branch(Struct, forbid_unknown_fields=True):
    """Play on from a past moment of one's own story; every seat is "here" unless said otherwise."""

    at: int
    seats: dict[str, Chair] = {}
    name: Name = ""


class Umpire(Struct, forbid_unknown_fields=True):
    """A procedure for a real table: `dice` given in full, `throws` typed in one after the other, or `roll` by us."""

    rulebook: str
    procedure: str
    situation: dict[str, Any] = {}
    dice: list[str] | None = None
    throws: list[str] | None = None
    seed: str | int | None = None
    odds: bool = False
    roll: bool = False


class NewLedger(Struct, forbid_unknown_fields=True):
    """A ledger for a battle on a real table."""

    battle: str
    rules: str = ""
    options: dict[str, Any] = {}


class Join(Struct, forbid_unknown_fields=True):
    """Another device comes to a ledger's table: by its code, for a side or, with none, only to look on and help."""

    code: str
    side: str = ""
    name: Name = ""


class Act(Struct, forbid_unknown_fields=True):
    """What is asked of a ledger, or done in it.

    `ask` changes nothing; `confirm` is the same asked again and kept. `number` is that of the page which whoever asks
    has seen. `lay` lays `to` face down beside a unit, None picks it up again; `reveal` turns up one's own.
    `set-out` tells the battle as a game file to be played on from here.
    """

    act: Literal["ask", "confirm", "odds", "back", "turn", "phase", "tick", "settle", "set", "lay", "reveal", "set-out"]
    number: int
    procedure: str = ""
    roles: dict[str, list[str]] = {}
    eyes: dict[str, Any] = {}
    begin: bool = False
    throws: list[str] = []
    dice: list[str] | None = None
    roll: bool = False
    steps: int = 1
    place: int = 0
    say: str = ""
    unit: str = ""
    value: str = ""
    to: Any = None
