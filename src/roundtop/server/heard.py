"""What clients say, read: a message, its id, the answer in it."""

from __future__ import annotations

import re
from typing import Final

import msgspec
from msgspec import Struct

from roundtop.battle.codec import CodecError
from roundtop.battle.forms import Answer
from roundtop.bots.referee import well_made
from roundtop.server import wire
from roundtop.server.limits import Trouble

_SAID: Final = msgspec.json.Decoder(wire.Said)


UNREADABLE: Final = (msgspec.DecodeError, RecursionError, UnicodeError)
"""What is raised by a text that is not what it should be."""
KINDS: Final = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "nothing",
}
SAYINGS: Final = (
    (r"Object missing required field `(.*)`", r"'\1' is missing"),
    (r"Object contains unknown field `(.*)`", r"there is no field '\1'"),
    (r"Invalid (?:enum )?value (.*)", r"it cannot be \1"),
    (r"Expected `str` matching regex '\^\[\^.*", r"it has a character in it that nobody can see or write"),
    (r"Expected `str` matching regex '(.*)'", r"it does not look like \1"),
    (r"Expected (`.*`), got (`.*`)", r"\1 is expected, not \2"),
    (r"Expected (`.*`.*)", r"\1 is expected"),
    (r"JSON is malformed: (.*)", r"it is no JSON, \1"),
    (r"Input data was truncated", r"it breaks off, or has half a character in it"),
    (r"(?:Number|Integer value) out of range", r"this number is too large"),
    (r"maximum recursion.*", r"its lists and tables lie too deep in each other"),
)
"""What the reader says, and the same for people."""


NO_ANSWER: Final = "this is no answer, or a part of it is of the wrong type"
ANY_NAME: Final = "[...]"
NAMES: Final = re.compile(r"\w+(\.\w+)*")


def unread(error: Exception, text: str | bytes = b"") -> tuple[str, str]:
    """The field of a text that cannot be read ("": none in particular), and why in words."""
    said, _, place = str(error).partition(" - at `$")
    place = _place(place.removesuffix("`").removeprefix("."), text)
    for pattern, words in SAYINGS:
        found = re.fullmatch(pattern, said, re.DOTALL)
        if found:
            said = found.expand(words)
            break
    return place, re.sub(r"`([^`]*)`", _kinds, said)


def _place(place: str, text: str | bytes) -> str:
    """A place in a text, where the reader leaves the name of a field in a table open, with that name if it is one of
    those whose values nobody can read."""
    before, left_open, after = place.partition(ANY_NAME)
    if not left_open or not NAMES.fullmatch(before):
        return place
    try:
        found = msgspec.Raw(text.encode() if isinstance(text, str) else text)
        for name in before.split("."):
            found = msgspec.json.decode(found, type=dict[str, msgspec.Raw])[name]
        table = msgspec.json.decode(found, type=dict[str, msgspec.Raw])
    except (*UNREADABLE, KeyError):
        return place
    for name, value in table.items():
        try:
            msgspec.json.decode(value)
        except UNREADABLE:
            return f"{before}.{name[:100]}{after}"
    return place


def _kinds(found: re.Match[str]) -> str:
    return " or ".join([KINDS.get(one, f"'{one}'") for one in found[1].split(" | ")])


class _Addressed(Struct):
    id: str = ""


_ADDRESSED: Final = msgspec.json.Decoder(_Addressed)


def said(text: str | bytes) -> wire.Said:
    """A client's message; Trouble says what is wrong with it."""
    try:
        found: wire.Said = _SAID.decode(text)
    except UNREADABLE as error:
        field, why = unread(error)
        raise Trouble(400, "malformed", f"{field or 'this message'}: {why}", field) from None
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
        why = str(error) if isinstance(error, CodecError) else NO_ANSWER
        raise Trouble(400, "malformed", f"answer: {why}", "answer") from None
    if not well_made(found):
        raise Trouble(400, "malformed", f"answer: {NO_ANSWER}", "answer")
    answer: Answer = found
    return answer
