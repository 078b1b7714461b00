"""The recruit: any lawful shape of answer, at random, from the form of the decision alone."""

from __future__ import annotations

from collections.abc import Iterator

from roundtop.battle import forms
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.table.pose import Pose


def recruit(decision: Decision, stream: Stream) -> forms.Answer:
    """A random answer that fits the decision's form."""
    form = decision.form
    if isinstance(form, forms.Choose):
        return forms.Chosen(_some(form, stream))
    if isinstance(form, forms.Assign):
        return forms.Assigned(_pairs(form, stream))
    if isinstance(form, forms.March):
        return forms.Marched(form.ways[stream.below(len(form.ways))].manoeuvres if form.ways else ())
    if isinstance(form, forms.Number):
        return forms.Numbered(form.low + stream.below(form.high - form.low + 1))
    if isinstance(form, forms.Confirm):
        return forms.Confirmed(stream.below(2) == 0)
    if isinstance(form, forms.Place):
        return forms.Placed(form.candidates[stream.below(len(form.candidates))] if form.candidates else middle(form))
    if isinstance(form, forms.Arrange):
        return forms.Arranged(_drawn(form.items, form.take or len(form.items), stream))
    return forms.Traced(form.ways[stream.below(len(form.ways))] if form.ways else (form.start,))


def _some(form: forms.Choose, stream: Stream) -> tuple[str, ...]:
    items = form.items
    if form.least == 1 and form.most == 1:
        return (items[stream.below(len(items))].key,)
    most = min(form.most, len(items))
    return _drawn(items, form.least + stream.below(most - form.least + 1), stream)


def _drawn(items: tuple[forms.Item, ...], count: int, stream: Stream) -> tuple[str, ...]:
    """So many of the items, each order equally likely."""
    keys = [item.key for item in items]
    for i in range(count):
        j = i + stream.below(len(keys) - i)
        keys[i], keys[j] = keys[j], keys[i]
    return tuple(keys[:count])


def _pairs(form: forms.Assign, stream: Stream) -> tuple[tuple[str, str], ...]:
    """An item for each slot; an optional slot may also stay empty, as likely as any one item."""
    pairs: list[tuple[str, str]] = []
    for slot in form.slots:
        items = slot.items
        place = stream.below(len(items) + slot.optional) if items or slot.optional else 0
        if place < len(items):
            pairs.append((slot.key, items[place].key))
    return tuple(pairs)


def middle(form: forms.Place) -> Pose:
    """The middle of a zone's corners, facing as proposed."""
    corners = form.zone or ((0.0, 0.0),)
    x = sum([x for x, _ in corners]) / len(corners)
    y = sum([y for _, y in corners]) / len(corners)
    return Pose(round(x, 2), round(y, 2), form.facing)


def listed(form: forms.Form) -> Iterator[forms.Answer]:
    """The plain answers to a form, the least committing first: what is tried when chance finds nothing lawful."""
    if isinstance(form, forms.Choose):
        yield forms.Chosen(tuple([item.key for item in form.items[: form.least]]))
        if form.least <= 1 <= form.most:
            yield from [forms.Chosen((item.key,)) for item in form.items]
    elif isinstance(form, forms.Assign):
        needed = [slot for slot in form.slots if slot.items and not slot.optional]
        yield forms.Assigned(tuple([(slot.key, slot.items[0].key) for slot in needed]))
        yield from _alike(form.slots)
    elif isinstance(form, forms.Arrange):
        yield forms.Arranged(tuple([item.key for item in form.items[: form.take or len(form.items)]]))
    elif isinstance(form, forms.Place):
        yield from [forms.Placed(pose) for pose in (*form.candidates, middle(form))]
    elif isinstance(form, forms.March):
        yield from [forms.Marched(way.manoeuvres) for way in form.ways]
        yield forms.Marched(())
    elif isinstance(form, forms.Trace):
        yield from [forms.Traced(way) for way in form.ways]
        yield forms.Traced((form.start,))
    elif isinstance(form, forms.Number):
        yield from [forms.Numbered(number) for number in range(form.low, form.high + 1)]
    else:
        yield from (forms.Confirmed(False), forms.Confirmed(True))


def _alike(slots: tuple[forms.Slot, ...]) -> Iterator[forms.Answer]:
    """Every item given to all slots that take it, the others their first."""
    for key in dict.fromkeys([item.key for slot in slots for item in slot.items]):
        pairs = [
            (slot.key, key if key in [item.key for item in slot.items] else slot.items[0].key)
            for slot in slots
            if slot.items
        ]
        yield forms.Assigned(tuple(pairs))
