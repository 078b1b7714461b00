"""Answers as a person types them, for every form of decision, and answers in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from roundtop.battle import forms
from roundtop.battle.scene import Telling
from roundtop.table.path import (
    CENTRE,
    LEFT,
    RIGHT,
    Manoeuvre,
    about_face,
    forward,
    glide,
    leg,
    oblique,
    pivot,
    shift,
    turn,
    wheel,
)
from roundtop.table.path import form as forming
from roundtop.table.pose import Point, Pose

DEGREE: Final = 100
OBLIQUE: Final = 45.0
COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
YES: Final = ("y", "yes", "ok", "true", "1")
NO: Final = ("n", "no", "pass", "false", "0", "2")
MOVES: Final = "forward 6, back 2, wheel right 30, oblique left 4, glide right 2, turn left 90, about-face"


class Misread(ValueError):  # noqa: N818 - said to a person
    """Something typed that answers nothing; the text says what would."""


# ---------------------------------------------------------------- what can be answered


def listed(form: forms.Form, unit: str) -> list[str]:
    """The options of a form, numbered as they are typed."""
    if isinstance(form, (forms.Choose, forms.Arrange)):
        return [f"{number:3}  {item.label}" for number, item in enumerate(form.items, 1)]
    if isinstance(form, forms.Assign):
        return _slots(form)
    if isinstance(form, forms.March):
        return [f"{number:3}  {way.label}" for number, way in enumerate(form.ways, 1)]
    if isinstance(form, forms.Place):
        return [f"{number:3}  {place(pose)}" for number, pose in enumerate(form.candidates, 1)]
    if isinstance(form, forms.Trace):
        return [f"{number:3}  {path(way)}" for number, way in enumerate(form.ways, 1)]
    if isinstance(form, forms.Confirm):
        return [f"yes  {form.yes}", f" no  {form.no}"]
    return []


def _slots(form: forms.Assign) -> list[str]:
    """Slots that offer the same are listed as one group with its choices said once."""
    lines: list[str] = []
    before: tuple[forms.Item, ...] = ()
    for number, slot in enumerate(form.slots, 1):
        if slot.items != before:
            lines.append("     " + ", ".join([item.key for item in slot.items]) + ":")
            before = slot.items
        lines.append(f"{number:3}  {slot.label}" + (" (may stay empty)" if slot.optional else ""))
    return lines


def how(form: forms.Form, unit: str) -> str:
    """How a form is answered, in one line."""
    if isinstance(form, forms.Choose):
        if form.least == form.most == 1:
            return "Type its number."
        return f"Type {form.least} to {form.most} numbers, or none."
    if isinstance(form, forms.Assign):
        first = form.slots[0].items[0].key if form.slots and form.slots[0].items else "ITEM"
        return f"Type all={first}, or one by one: 1={first} 2={first} (all={first} 2=… mixes both)."
    if isinstance(form, forms.Arrange):
        count = form.take or len(form.items)
        return f"Type {count} numbers in the order you want, or `ok` for the order shown."
    if isinstance(form, forms.March):
        return f"Type a number, `stay`, or manoeuvres, up to {form.allowance:g} {unit}: {MOVES}."
    if isinstance(form, forms.Place):
        return "Type a number, or x y and a facing in degrees (0 north, 90 east), as in 12 8 0."
    if isinstance(form, forms.Trace):
        return "Type a number, or points as x,y x,y."
    if isinstance(form, forms.Number):
        return f"Type a number from {form.low} to {form.high}."
    return "Type yes or no."


# ---------------------------------------------------------------- reading


def answer(form: forms.Form, text: str) -> forms.Answer:
    """The answer typed; Misread says what would be one."""
    words = text.replace(",", " ").split()
    if isinstance(form, forms.Choose):
        return forms.Chosen(() if text.strip() == "none" else tuple([_item(form.items, word).key for word in words]))
    if isinstance(form, forms.Assign):
        return _assigned(form, words)
    if isinstance(form, forms.Arrange):
        items = form.items[: form.take or None] if words == ["ok"] else [_item(form.items, word) for word in words]
        return forms.Arranged(tuple([item.key for item in items]))
    if isinstance(form, forms.March):
        number = _number(text, len(form.ways))
        return forms.Marched(form.ways[number - 1].manoeuvres if number else manoeuvres(text))
    if isinstance(form, forms.Place):
        number = _number(text, len(form.candidates))
        return forms.Placed(form.candidates[number - 1] if number else _pose(words, form.facing))
    if isinstance(form, forms.Trace):
        number = _number(text, len(form.ways))
        return forms.Traced(form.ways[number - 1] if number else _points(text))
    if isinstance(form, forms.Number):
        if not re.fullmatch(r"-?\d+", text.strip()):
            raise Misread(f"'{text}' is no whole number from {form.low} to {form.high}")
        return forms.Numbered(int(text))
    word = text.strip().lower()
    if word not in YES + NO:
        raise Misread(f"'{text}' is neither yes nor no")
    return forms.Confirmed(word in YES)


def _number(text: str, most: int) -> int:
    """The number of a listed option; 0 where something else was typed."""
    if not text.strip().isdecimal():
        return 0
    number = int(text)
    if not 1 <= number <= most:
        raise Misread(f"there is no {number}; the list goes from 1 to {most}")
    return number


def _item(items: Sequence[forms.Item], word: str) -> forms.Item:
    """An item by its number, its key, or the beginning of its key or label."""
    for item in items:
        if item.key == word:
            return item
    if word.isdecimal() and 1 <= int(word) <= len(items):
        return items[int(word) - 1]
    low = word.lower()
    near = [item for item in items if item.key.lower().startswith(low) or item.label.lower().startswith(low)]
    if len(near) != 1:
        known = ", ".join([item.key for item in near or items])
        raise Misread(f"'{word}' may be {known}" if near else f"'{word}' is none of {known}")
    return near[0]


def _assigned(form: forms.Assign, words: list[str]) -> forms.Assigned:
    """`all=fire 2=charge`: later words win; what is not named keeps nothing."""
    given: dict[str, str] = {}
    for word in [] if words == ["none"] else words:
        name, equals, value = word.partition("=")
        if not equals:
            raise Misread(f"'{word}': write it SLOT=ITEM, as in all=… or 1=…")
        if name == "all":
            _give_all(form, value, given)
        else:
            slot = _slot(form, name)
            if value == "none" and slot.optional:
                given.pop(slot.key, None)
            else:
                given[slot.key] = _item(slot.items, value).key
    missing = [slot.label for slot in form.slots if slot.key not in given and not slot.optional]
    if missing:
        raise Misread(f"nothing yet for {', '.join(missing)}; name them in the same line, or begin with all=…")
    return forms.Assigned(tuple([(slot.key, given[slot.key]) for slot in form.slots if slot.key in given]))


def _give_all(form: forms.Assign, value: str, given: dict[str, str]) -> None:
    """The item for every slot that may take it; a slot with one choice takes that."""
    taken = 0
    for slot in form.slots:
        try:
            given[slot.key] = _item(slot.items, value).key
            taken += 1
        except Misread:
            if len(slot.items) == 1 and not slot.optional:
                given.setdefault(slot.key, slot.items[0].key)
    if not taken:
        raise Misread(f"'{value}' is nothing that any of them may have")


def _slot(form: forms.Assign, name: str) -> forms.Slot:
    items = [forms.Item(slot.key, slot.label) for slot in form.slots]
    key = _item(items, name).key
    return next(slot for slot in form.slots if slot.key == key)


def _numbers(words: Sequence[str], what: str) -> list[float]:
    try:
        found = [float(word) for word in words]
    except ValueError:
        raise Misread(f"'{' '.join(words)}' is not {what}") from None
    if not all(abs(number) < 1e6 for number in found):
        raise Misread(f"'{' '.join(words)}' is beyond any table")
    return found


def _pose(words: Sequence[str], facing: int) -> Pose:
    if len(words) not in (2, 3):
        raise Misread("a place is typed x y, or x y and a facing in degrees")
    found = _numbers(words, "a place")
    return Pose(found[0], found[1], round(found[2] * DEGREE) if len(found) > 2 else facing)


def _points(text: str) -> tuple[Point, ...]:
    found: list[Point] = []
    for word in text.split():
        x, comma, y = word.partition(",")
        if not comma:
            raise Misread(f"'{word}' is no point; write x,y")
        pair = _numbers([x, y], "a point")
        found.append((pair[0], pair[1]))
    return tuple(found)


def manoeuvres(text: str) -> tuple[Manoeuvre, ...]:
    """A move as typed: manoeuvres with commas between them; `stay` is none."""
    if text.strip().lower() in ("stay", "none", "hold"):
        return ()
    return tuple([_manoeuvre(part.lower().split()) for part in text.split(",") if part.strip()])


def _manoeuvre(words: list[str]) -> Manoeuvre:
    name, rest = words[0], words[1:]
    if name not in READERS:
        raise Misread(f"'{name}' is no manoeuvre; there are {', '.join(READERS)}")
    return READERS[name](rest)


def _one(words: Sequence[str], what: str) -> float:
    if len(words) != 1:
        raise Misread(f"{what}")
    return _numbers(words, "a number")[0]


def _handed(words: Sequence[str], what: str) -> tuple[float, list[float], list[str]]:
    """`left 30 on right`: 1 for right and -1 for left, the numbers, and the words after them."""
    if not words or words[0] not in (LEFT, RIGHT):
        raise Misread(f"say left or right: {what}")
    numbers = [word for word in words[1:] if re.fullmatch(r"-?[\d.]+", word)]
    others = [word for word in words[1:] if word not in numbers and word != "on"]
    return (1.0 if words[0] == RIGHT else -1.0), _numbers(numbers, what), others


def _wheel(words: Sequence[str]) -> Manoeuvre:
    hand, numbers, others = _handed(words, "wheel right 30")
    if len(numbers) != 1 or not set(others) <= {LEFT, RIGHT, CENTRE, "center"}:
        raise Misread("a wheel is typed: wheel right 30, or wheel right 30 on centre")
    on = (others or [words[0]])[0].replace("center", CENTRE)
    return wheel(round(hand * numbers[0] * DEGREE), on)


def _oblique(words: Sequence[str]) -> Manoeuvre:
    hand, numbers, others = _handed(words, "oblique left 4")
    if len(numbers) not in (1, 2) or others:
        raise Misread("an oblique move is typed: oblique left 4, or oblique left 4 30 for 30 degrees")
    by = numbers[1] if len(numbers) == 2 else OBLIQUE
    return oblique(numbers[0], round(hand * by * DEGREE))


def _glide(words: Sequence[str]) -> Manoeuvre:
    hand, numbers, others = _handed(words, "glide right 2")
    if len(numbers) != 1 or others:
        raise Misread("a glide is typed: glide right 2")
    return glide(hand * numbers[0])


def _turn(words: Sequence[str]) -> Manoeuvre:
    hand, numbers, others = _handed(words, "turn left 90")
    if len(numbers) != 1 or others:
        raise Misread("a turn is typed: turn left 90")
    return turn(round(hand * numbers[0] * DEGREE))


def _pivot(words: Sequence[str]) -> Manoeuvre:
    hand, numbers, others = _handed(words, "pivot right 30 5 0")
    if len(numbers) != 3 or others:
        raise Misread("a pivot is typed: pivot right 30 5 0, the last two being so far right and ahead of the middle")
    return pivot(round(hand * numbers[0] * DEGREE), numbers[1], numbers[2])


def _pair(words: Sequence[str], what: str) -> list[float]:
    if len(words) != 2:
        raise Misread(what)
    return _numbers(words, "two numbers")


READERS: Final[dict[str, Callable[[list[str]], Manoeuvre]]] = {
    "forward": lambda words: forward(_one(words, "say how far: forward 6")),
    "back": lambda words: forward(-_one(words, "say how far: back 2")),
    "wheel": _wheel,
    "oblique": _oblique,
    "glide": _glide,
    "turn": _turn,
    "pivot": _pivot,
    "about-face": lambda words: about_face(),
    "shift": lambda words: shift(*_pair(words, "a shift is typed: shift 2 -1, so far east and north")),
    "leg": lambda words: leg(*_pair(words, "a leg is typed: leg 12 8, the point to go to")),
    "form": lambda words: forming(" ".join(words)),
}


# ---------------------------------------------------------------- saying


def said(form: forms.Form, given: forms.Answer) -> str:
    """An answer in words."""
    if isinstance(form, (forms.Choose, forms.Arrange)) and isinstance(given, (forms.Chosen, forms.Arranged)):
        labels = {item.key: item.label for item in form.items}
        return ", ".join([labels.get(key, key) for key in given.keys]) or "none"
    if isinstance(form, forms.Assign) and isinstance(given, forms.Assigned):
        return _said_pairs(form, given)
    if isinstance(given, forms.Marched):
        ways = {way.manoeuvres: way.label for way in form.ways} if isinstance(form, forms.March) else {}
        return ways.get(given.manoeuvres) or ", ".join([_said_manoeuvre(one) for one in given.manoeuvres]) or "stay"
    if isinstance(given, forms.Placed):
        return place(given.pose)
    if isinstance(given, forms.Traced):
        return path(given.points)
    if isinstance(given, forms.Numbered):
        return str(given.number)
    if isinstance(form, forms.Confirm) and isinstance(given, forms.Confirmed):
        return form.yes if given.yes else form.no
    return str(given)


def _said_pairs(form: forms.Assign, given: forms.Assigned) -> str:
    slots = {slot.key: slot for slot in form.slots}
    words: list[str] = []
    for key, value in given.pairs:
        slot = slots[key]
        label = next((item.label for item in slot.items if item.key == value), value)
        words.append(f"{slot.label}: {label}")
    return "; ".join(words) or "none"


def _said_manoeuvre(one: Manoeuvre) -> str:
    hand = RIGHT if one.by >= 0 else LEFT
    if one.kind == "wheel":
        return f"wheel {hand} {abs(one.by) / DEGREE:g}" + (f" on {one.on}" if one.on != hand else "")
    if one.kind in ("turn", "pivot"):
        where = f" {one.x:g} {one.y:g}" if one.kind == "pivot" else ""
        return f"{one.kind} {hand} {abs(one.by) / DEGREE:g}{where}"
    if one.kind == "oblique":
        return f"oblique {hand} {one.amount:g} {abs(one.by) / DEGREE:g}"
    if one.kind == "glide":
        return f"glide {RIGHT if one.amount >= 0 else LEFT} {abs(one.amount):g}"
    if one.kind in ("leg", "shift"):
        return f"{one.kind} {one.x:g} {one.y:g}"
    if one.kind == "forward":
        return f"forward {one.amount:g}" if one.amount >= 0 else f"back {-one.amount:g}"
    return f"{one.kind} {one.on}".strip()


def compass(facing: int) -> str:
    """A facing as the nearest of eight directions."""
    return COMPASS[round(facing / 4500) % 8]


def place(pose: Pose) -> str:
    return f"{pose.x:g} {pose.y:g}, facing {compass(pose.facing)}"


def path(points: Sequence[Point]) -> str:
    return " ".join([f"{x:g},{y:g}" for x, y in points]) or "stay"


def turns(story: list[Telling]) -> int:
    """How many turns have begun in a story."""
    return len([telling for telling in story if telling.hint == "turn"])
