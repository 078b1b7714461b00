"""What clients say, read: a message, its id, the answer in it."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from roundtop.battle.codec import CodecError
from roundtop.battle.forms import Answer
from roundtop.bots.referee import well_made
from roundtop.server import wire
from roundtop.server.limits import Trouble

_SAID: Final = msgspec.json.Decoder(wire.Said)


class _Addressed(Struct):
    id: str = ""


_ADDRESSED: Final = msgspec.json.Decoder(_Addressed)


def said(text: str | bytes) -> wire.Said:
    """A client's message; Trouble says what is wrong with it."""
    try:
        found: wire.Said = _SAID.decode(text)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, UnicodeError) as error:
        raise Trouble(400, "malformed", f"this message cannot be read: {error}") from None
    return found


def id_of(text: str | bytes) -> str:
    """The id of a message that may be wrong in every other way."""
    try:
        return _ADDRESSED.decode(text).id[:64]
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return ""


def answer_of(coded: wire.Coded) -> Answer:
    """The answer in a command; Trouble where it is none."""
    try:
        found = wire.ANSWER_CODEC.value(coded)
    except (CodecError, RecursionError, TypeError, ValueError) as error:
        raise Trouble(400, "malformed", f"answer: {error}", "answer") from None
    if not well_made(found):
        raise Trouble(400, "malformed", "answer: this is no answer, or a part of it is of the wrong type", "answer")
    answer: Answer = found
    return answer
