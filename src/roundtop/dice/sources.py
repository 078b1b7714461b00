"""The sources of dice: seeded, sealed, physical, scripted. The fifth, exact, is in `exact`."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import mypyc_attr

from roundtop.dice.questions import DiceError, Die, Question, Thrower
from roundtop.record import record

WORD: Final = 1 << 32
MASK: Final = WORD - 1
LONGEST: Final = 20
"""Figures of a face or a count that is read at all."""
SINGLE_FIGURE: Final = ("d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "avg")
"""Dice whose faces are told apart without a space between them."""


@record(unsafe_hash=True)
class Roll:
    """A question as it was answered: what was thrown, what was read of it, by whom and why."""

    reason: str
    clause: str
    by: str
    seen_by: str
    kind: str
    faces: tuple[str, ...]
    answer: int

    def written(self) -> str:
        """The dice as they are written: `d6:5, d6:2`."""
        return ", ".join([f"{self.kind}:{face}" for face in self.faces])


def rolled(question: Question, faces: tuple[int, ...], answer: int) -> Roll:
    """The record of an answered question."""
    why = question.why
    shown = tuple([question.shown(face) for face in faces])
    return Roll(
        reason=why.reason,
        clause=why.clause,
        by=why.by,
        seen_by=why.seen_by,
        kind=question.kind(),
        faces=shown,
        answer=answer,
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """What a rule asks. `rolls` keeps every answer given, in order."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    def ask(self, question: Question) -> int:
        raise NotImplementedError


def weighed(place: int, weights: tuple[int, ...]) -> int:
    """Which thing a number from 0 up to the sum of the weights falls on."""
    for i, weight in enumerate(weights):
        if place < weight:
            return i
        place -= weight
    raise DiceError("the number drawn is beyond the pile")


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(Thrower):
    """Faces and draws from words of 32 random bits."""

    def word(self) -> int:
        """The next 32 bits."""
        raise NotImplementedError

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, the limit; every one equally likely."""
        while True:
            word = self.word()
            value = word % limit
            if word - value + limit <= WORD:
                return value

    def face(self, die: Die) -> int:
        return die.faces[self.below(len(die.faces))]

    def pick(self, kind: str, names: tuple[str, ...], weights: tuple[int, ...]) -> int:
        return weighed(self.below(sum(weights)), weights) if weights else self.below(len(names))


@final
class Stream(Chance):
    """Xoshiro128**: a small, quick generator whose numbers are the same on every machine."""

    def __init__(self, seed: str) -> None:
        digest = hashlib.sha256(seed.encode()).digest()
        self.a = int.from_bytes(digest[0:4], "big")
        self.b = int.from_bytes(digest[4:8], "big")
        self.c = int.from_bytes(digest[8:12], "big")
        self.d = int.from_bytes(digest[12:16], "big") | 1

    def word(self) -> int:
        b = self.b
        x = (b * 5) & MASK
        x = ((x << 7) & MASK) | (x >> 25)
        result = (x * 9) & MASK
        t = (b << 9) & MASK
        c = self.c ^ self.a
        d = self.d ^ b
        self.b = b ^ c
        self.a ^= d
        self.c = c ^ t
        self.d = ((d << 11) & MASK) | (d >> 21)
        return result


@final
class Seeded(Dice):
    """Dice from a seed: quick and reproducible."""

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        self.stream = Stream(str(seed))

    def ask(self, question: Question) -> int:
        faces = question.throw(self.stream)
        answer = question.read(faces)
        self.rolls.append(rolled(question, faces, answer))
        return answer


@final
class Seal(Chance):
    """The faces of one sealed roll: HMAC-SHA-256 of the secret over game, nonces and number."""

    def __init__(self, secret: bytes, game: str, nonces: tuple[str, ...], number: int) -> None:
        self.secret = secret
        self.message = json.dumps([game, *nonces, number])
        self.block = 0
        self.left = b""

    def word(self) -> int:
        if not self.left:
            text = f"{self.message}|{self.block}".encode()
            self.left = hmac.new(self.secret, text, hashlib.sha256).digest()
            self.block += 1
        head = self.left[:4]
        self.left = self.left[4:]
        return int.from_bytes(head, "big")


def commitment(secret: bytes) -> str:
    """The hash of the secret, published before the first roll."""
    return hashlib.sha256(secret).hexdigest()


@final
class Sealed(Dice):
    """Dice that anybody can check once the secret is out. The number of the next roll never goes back."""

    def __init__(self, secret: bytes, game: str, nonces: tuple[str, ...], number: int = 0) -> None:
        super().__init__()
        self.secret = secret
        self.game = game
        self.nonces = nonces
        self.number = number

    def ask(self, question: Question) -> int:
        faces = question.throw(Seal(self.secret, self.game, self.nonces, self.number))
        self.number += 1
        answer = question.read(faces)
        self.rolls.append(rolled(question, faces, answer))
        return answer


@final
class Script(Thrower):
    """Faces written down beforehand, `d6:5`, taken one after the other.

    Bare ones are faces alone, `4 2 6`; where a face has a single figure, `426` are three of them.
    """

    def __init__(self, words: Sequence[str], bare: bool = False) -> None:
        self.words = list(words)
        self.bare = bare
        self.at = 0

    def next(self, kind: str) -> str:
        if self.at == len(self.words):
            raise DiceError(f"too few dice: a {kind} is wanted after {self.at} given")
        word = self.words[self.at]
        if self.bare:
            return self.bared(kind, word)
        name, colon, shown = word.partition(":")
        if not colon:
            raise DiceError(f"dice[{self.at}]: '{word}' is not written kind:face, as in '{kind}:…'")
        if name != kind:
            raise DiceError(f"dice[{self.at}]: '{word}' is given where a {kind} is wanted")
        self.at += 1
        return shown

    def bared(self, kind: str, word: str) -> str:
        if kind in SINGLE_FIGURE and 1 < len(word) <= LONGEST and word.isdecimal():
            self.words[self.at : self.at + 1] = list(word)
        self.at += 1
        return self.words[self.at - 1]

    def face(self, die: Die) -> int:
        shown = self.next(die.name)
        face = _number(shown)
        if face is None:
            raise DiceError(f"dice[{self.at - 1}]: '{shown[:LONGEST]}' is not a face of a {die.name}")
        if die.name == "d100" and face == 0:
            face = 100
        if face not in die.faces:
            raise DiceError(f"dice[{self.at - 1}]: a {die.name} has no face {face}")
        return face

    def pick(self, kind: str, names: tuple[str, ...], weights: tuple[int, ...]) -> int:
        shown = self.next(kind)
        if shown not in names:
            raise DiceError(f"dice[{self.at - 1}]: {kind} '{shown}' is not there, or was drawn already")
        return names.index(shown)

    def rest(self) -> list[str]:
        return self.words[self.at :]


@final
class Scripted(Dice):
    """Dice given to the last die: an unscripted or a left-over one is an error."""

    def __init__(self, words: Sequence[str], bare: bool = False) -> None:
        super().__init__()
        self.script = Script(words, bare)

    def ask(self, question: Question) -> int:
        faces = question.throw(self.script)
        answer = question.read(faces)
        self.rolls.append(rolled(question, faces, answer))
        return answer

    def finish(self) -> None:
        """Refuse left-over dice."""
        rest = self.script.rest()
        if rest:
            raise DiceError(f"too many dice: {len(rest)} left over, from '{rest[0]}' on")


class Wanted(Exception):  # noqa: N818 - not an error: the rule waits for a throw
    """A rule waits for a throw that nobody has typed in yet."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.words())
        self.question = question


@final
class Physical(Dice):
    """Dice thrown on a real table: each entry is one throw as a person typed it; without one the rule waits.

    An entry is the faces (`5 2 6`, `526`, `d6:5 d6:2`, `6-3`) or, where the rule reads only a count, `=2`.
    """

    def __init__(self, entries: Sequence[str]) -> None:
        super().__init__()
        self.entries = list(entries)

    def ask(self, question: Question) -> int:
        number = len(self.rolls)
        if number == len(self.entries):
            raise Wanted(question)
        roll = typed(question, self.entries[number])
        self.rolls.append(roll)
        return roll.answer

    def finish(self) -> None:
        if len(self.entries) > len(self.rolls):
            raise DiceError(f"too many throws: {len(self.entries) - len(self.rolls)} left over")


def typed(question: Question, entry: str) -> Roll:
    """A throw as a person typed it."""
    entry = entry.strip()
    if entry.startswith("="):
        return _counted(question, entry[1:].strip())
    kind = question.kind()
    words = entry.replace(",", " ").split()
    if ":" in entry:
        words = [word if ":" in word else f"{kind}:{word}" for word in words]
    script = Script(words, ":" not in entry)
    faces = question.throw(script)
    if script.rest():
        raise DiceError(f"too many dice: '{entry}' where {question.words()} is wanted")
    return rolled(question, faces, question.read(faces))


def _counted(question: Question, entry: str) -> Roll:
    if not question.only_the_answer():
        raise DiceError(f"the faces are wanted here, not a count: {question.words()}")
    possible = [answer for answer, _ in question.chances()]
    count = _number(entry)
    if count is None or count not in possible:
        raise DiceError(f"'{entry[:LONGEST]}' cannot be the count of {question.words()}")
    return rolled(question, (), count)


def _number(entry: str) -> int | None:
    """What figures say; none where they are no figures, or more than any die or count has."""
    return int(entry) if entry.isdecimal() and len(entry) <= LONGEST else None


@final
class Recorded(Dice):
    """Dice as a game file kept them; a rule that asks for something else is an error."""

    def __init__(self, kept: Sequence[Roll]) -> None:
        super().__init__()
        self.kept = list(kept)

    def ask(self, question: Question) -> int:
        number = len(self.rolls)
        if number == len(self.kept):
            raise DiceError(f"the record ends before: {question.why.reason}")
        roll = self.kept[number]
        if (roll.kind, roll.reason) != (question.kind(), question.why.reason):
            raise DiceError(f"the record has '{roll.reason}' where the rules ask: {question.why.reason}")
        self.rolls.append(roll)
        return roll.answer
