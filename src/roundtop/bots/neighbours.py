"""Answers near another: one chit, card, target or move changed, made from the form of a decision alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from roundtop.battle import forms
from roundtop.battle.forms import Answer
from roundtop.dice.sources import Stream
from roundtop.table.measure import distance
from roundtop.table.pose import Pose

T = TypeVar("T")


def neighbours(form: forms.Form, own: Answer, stream: Stream, most: int) -> list[Answer]:
    """At most so many answers that differ from this one in a single thing."""
    return _shuffled(list(_near(form, own, stream, most)), stream)[:most]


def _near(form: forms.Form, own: Answer, stream: Stream, most: int) -> Iterator[Answer]:
    if isinstance(form, forms.Choose) and isinstance(own, forms.Chosen):
        yield from _chosen(form, own)
    elif isinstance(form, forms.Assign) and isinstance(own, forms.Assigned):
        yield from _assigned(form, own)
    elif isinstance(form, forms.Arrange) and isinstance(own, forms.Arranged):
        yield from _arranged(form, own)
    elif isinstance(form, forms.March):
        yield from _marched(form, stream, most)
    elif isinstance(form, forms.Place):
        yield from [forms.Placed(pose) for pose in form.candidates]
    elif isinstance(form, forms.Trace):
        yield from [forms.Traced(way) for way in form.ways]
    elif isinstance(form, forms.Number) and isinstance(own, forms.Numbered):
        near = (own.number - 1, own.number + 1, form.low, form.high)
        yield from [forms.Numbered(number) for number in dict.fromkeys(near) if form.low <= number <= form.high]
    elif isinstance(own, forms.Confirmed):
        yield forms.Confirmed(not own.yes)


def _chosen(form: forms.Choose, own: forms.Chosen) -> Iterator[forms.Chosen]:
    """One thing more, one less, or one for another."""
    left = [item.key for item in form.items if item.key not in own.keys]
    if len(own.keys) < form.most:
        yield from [forms.Chosen((*own.keys, key)) for key in left]
    for place in range(len(own.keys)):
        before, after = own.keys[:place], own.keys[place + 1 :]
        if len(own.keys) > form.least:
            yield forms.Chosen((*before, *after))
        yield from [forms.Chosen((*before, key, *after)) for key in left]


def _assigned(form: forms.Assign, own: forms.Assigned) -> Iterator[forms.Assigned]:
    """Another item in one slot."""
    given = dict(own.pairs)
    for slot in form.slots:
        others = [item.key for item in slot.items if item.key != given.get(slot.key)]
        for key in others:
            yield _with(form, {**given, slot.key: key})
        if slot.optional and slot.key in given:
            yield _with(form, {key: item for key, item in given.items() if key != slot.key})


def _with(form: forms.Assign, given: dict[str, str]) -> forms.Assigned:
    return forms.Assigned(tuple([(slot.key, given[slot.key]) for slot in form.slots if slot.key in given]))


def _arranged(form: forms.Arrange, own: forms.Arranged) -> Iterator[forms.Arranged]:
    """Two that change places, or one for another that was left out."""
    keys = own.keys
    left = [item.key for item in form.items if item.key not in keys]
    for i in range(len(keys)):
        yield from [forms.Arranged((*keys[:i], key, *keys[i + 1 :])) for key in left]
        for j in range(i + 1, len(keys)):
            yield forms.Arranged((*keys[:i], keys[j], *keys[i + 1 : j], keys[i], *keys[j + 1 :]))


def _marched(form: forms.March, stream: Stream, most: int) -> Iterator[forms.Marched]:
    """Staying, and ways whose ends lie well apart."""
    yield forms.Marched(())
    left = _shuffled(list(form.ways), stream)[: 4 * most]
    ends = [form.start]
    while left and len(ends) <= most:
        far = max(left, key=lambda way: min([_apart(way.end, end, form.width) for end in ends]))
        left.remove(far)
        ends.append(far.end)
        yield forms.Marched(far.manoeuvres)


def _apart(one: Pose, other: Pose, width: float) -> float:
    """How much two places differ; facing about counts like the width of the piece."""
    turned = abs((one.facing - other.facing + 18000) % 36000 - 18000)
    return distance(one.x, one.y, other.x, other.y) + width * turned / 18000


def together(form: forms.Form, own: Answer, one: Answer, other: Answer) -> Answer | None:
    """Two changes of an assignment made at once; None where that is no answer of its own."""
    if not isinstance(form, forms.Assign):
        return None
    if not (isinstance(own, forms.Assigned) and isinstance(one, forms.Assigned) and isinstance(other, forms.Assigned)):
        return None
    was, second = dict(own.pairs), dict(other.pairs)
    both = dict(one.pairs)
    for slot in form.slots:
        if second.get(slot.key) == was.get(slot.key):
            continue
        if slot.key in second:
            both[slot.key] = second[slot.key]
        else:
            both.pop(slot.key, None)
    found = _with(form, both)
    return found if found not in (own, one, other) else None


def _shuffled(things: list[T], stream: Stream) -> list[T]:
    for i in range(len(things) - 1, 0, -1):
        j = stream.below(i + 1)
        things[i], things[j] = things[j], things[i]
    return things
