"""Answers to a decision: every one that is listed, and many that must be refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf, nan
from typing import Final

from roundtop.battle.engine import Battle, asked, reasons
from roundtop.battle.forms import (
    Answer,
    Arrange,
    Arranged,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Confirm,
    Confirmed,
    Form,
    March,
    Marched,
    Number,
    Numbered,
    Place,
    Placed,
    Trace,
    Traced,
)
from roundtop.battle.protocol import Command, Decision, Rulebook
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Stream
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose

NOBODY: Final = "nobody's"
TRIES: Final = 40


def empty(form: Form) -> bool:
    """Whether no answer at all fits a form."""
    if isinstance(form, Choose):
        return form.least > min(form.most, len(form.items))
    if isinstance(form, Assign):
        return bool([slot for slot in form.slots if not slot.items and not slot.optional])
    if isinstance(form, Number):
        return form.low > form.high
    if isinstance(form, Place):
        return len(form.zone) < 3
    return False


def listed(book: Rulebook, battle: Battle, wanted: Decision, stream: Stream) -> Iterator[Answer]:
    """Every item, way and candidate of a decision, each in at least one answer."""
    form = wanted.form
    if isinstance(form, Choose):
        keys = [item.key for item in form.items]
        yield from [Chosen(tuple(keys[:count])) for count in {form.least, min(form.most, len(keys))}]
        if form.least <= 1 <= form.most:
            yield from [Chosen((key,)) for key in keys]
    elif isinstance(form, Assign):
        yield from [
            _assignment(book, battle, wanted, (slot.key, item.key), stream)
            for slot in form.slots
            for item in slot.items
        ]
    elif isinstance(form, March):
        yield from [Marched(way.manoeuvres) for way in form.ways]
    elif isinstance(form, Place):
        yield from [Placed(pose) for pose in form.candidates]
    elif isinstance(form, Trace):
        yield from [Traced(way) for way in form.ways]
    elif isinstance(form, Number):
        yield from [Numbered(number) for number in range(form.low, min(form.high, form.low + 100) + 1)]
    elif isinstance(form, Arrange):
        yield recruit(wanted, stream)
    else:
        yield from (Confirmed(True), Confirmed(False))


def _assignment(book: Rulebook, battle: Battle, wanted: Decision, pair: tuple[str, str], stream: Stream) -> Answer:
    """An assignment with that pair in it, the other slots such that it is lawful where that can be found."""
    found = Assigned(())
    for _ in range(TRIES):
        others = recruit(wanted, stream)
        assert isinstance(others, Assigned)
        found = Assigned((pair, *[other for other in others.pairs if other[0] != pair[0]]))
        if not reasons(book, battle, Command(wanted.player, wanted.kind, wanted.about, found)):
            break
    return found


def spoiled(book: Rulebook, battle: Battle, right: Command) -> Iterator[tuple[str, Command]]:
    """Commands that must be refused, each with what is wrong with it."""
    here = asked(book, battle)
    for player in ("", "nobody", *[one.id for one in battle.players]):
        if player not in here:
            yield f"the player '{player}' is not asked", replace(right, player=player)
    yield "stale", replace(right, version=battle.version - 1 if battle.version != 0 else 7)
    yield "ahead of the battle", replace(right, version=10**30)
    yield "another kind", replace(right, kind="surrender")
    yield "no kind", replace(right, kind="")
    yield "about somebody else", replace(right, about=f"{right.about}?")
    for answer in _others(right.answer):
        yield f"answered by {type(answer).__name__}", replace(right, answer=answer)


def _others(answer: Answer) -> list[Answer]:
    """Answers of every other shape."""
    every: tuple[Answer, ...] = (
        Chosen(()),
        Assigned(()),
        Arranged(()),
        Placed(Pose(1.0, 1.0, 0)),
        Marched(()),
        Traced(()),
        Numbered(1),
        Confirmed(True),
    )
    return [other for other in every if type(other) is not type(answer)]


def misshapen(wanted: Decision) -> Iterator[Answer]:
    """Answers of the right class that cannot fit the form."""
    form = wanted.form
    if isinstance(form, Choose):
        keys = tuple([item.key for item in form.items])
        yield Chosen((NOBODY,))
        yield Chosen(("",))
        yield Chosen((*keys, NOBODY))
        if keys:
            yield Chosen((keys[0], keys[0]))
            yield Chosen(keys * 50)
        if form.least:
            yield Chosen(())
    elif isinstance(form, Assign):
        pairs = tuple([(slot.key, slot.items[0].key) for slot in form.slots if slot.items])
        yield Assigned(((NOBODY, NOBODY),))
        yield Assigned((*pairs, (NOBODY, "")))
        yield Assigned(tuple([(slot, NOBODY) for slot, _ in pairs]) or ((NOBODY, NOBODY),))
        yield Assigned((*pairs, *pairs) or ((NOBODY, NOBODY),))
    elif isinstance(form, March):
        yield from [Marched((one,)) for one in _mad_manoeuvres(form)]
        yield Marched(tuple([Manoeuvre(form.kinds[0], 0.01)] * 41))
        yield Marched((Manoeuvre("fly", 1.0),))
    elif isinstance(form, Place):
        yield from [Placed(Pose(x, y, 0)) for x, y in ((nan, 1.0), (1.0, inf), (-inf, nan), (1e300, 1.0))]
    elif isinstance(form, Trace):
        yield from [Traced(((x, y),)) for x, y in ((nan, 1.0), (1.0, inf), (1e300, -1e300))]
    elif isinstance(form, Number):
        yield from [Numbered(number) for number in (form.low - 1, form.high + 1, 10**400, -(10**400))]
    elif isinstance(form, Arrange):
        yield Arranged(())
        yield Arranged((*[item.key for item in form.items], NOBODY))
    else:
        assert isinstance(form, Confirm)


def _mad_manoeuvres(form: March) -> list[Manoeuvre]:
    kind = form.kinds[0]
    mad = [Manoeuvre(kind, amount) for amount in (nan, inf, -inf, 1e308, 1e300)]
    mad += [Manoeuvre(kind, 1.0, by) for by in (10**9, -(10**9), 10**400)]
    return mad + [Manoeuvre(kind, 1.0, 0, "", x, y) for x, y in ((nan, 0.0), (0.0, inf))]
