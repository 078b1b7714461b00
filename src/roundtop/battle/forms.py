"""The shapes a decision's options may have, the answers to them, and whether an answer fits."""

from __future__ import annotations

from math import isfinite
from typing import Final

from roundtop.record import record
from roundtop.table.measure import FULL_TURN
from roundtop.table.path import CENTRE, LEFT, RIGHT, Manoeuvre
from roundtop.table.pose import Point, Pose


@record(unsafe_hash=True)
class Reason:
    """Why something is refused, in words a player understands, and by which clause."""

    text: str
    clause: str = ""


@record(unsafe_hash=True)
class Item:
    """One thing that may be chosen.

    `art` says how a hand sees it: `domino:6-3`, `chit:FA`, `card:` and its small print; `turn:-1500`, a wheel of the
    piece that is asked about in hundredths of a degree; `place:12.5:8:9000`, where that piece would stand; `default`,
    what keeps things as they are and is drafted first; or `aside`, what a piece may do besides though it has acted.
    `at` says where it would lie: a piece, or one part of it as `piece:3`.
    """

    key: str
    label: str
    clause: str = ""
    art: str = ""
    at: str = ""


@record(unsafe_hash=True)
class Slot:
    """A place that takes one of its own items; an optional one may stay empty."""

    key: str
    label: str
    items: tuple[Item, ...]
    optional: bool = False


@record(unsafe_hash=True)
class Choose:
    """Choose at least so many and at most so many of these."""

    items: tuple[Item, ...]
    least: int = 1
    most: int = 1


@record(unsafe_hash=True)
class Assign:
    """Give each slot one of its items."""

    slots: tuple[Slot, ...]


@record(frozen=True)
class Arrange:
    """Put so many of these in order; 0: all of them."""

    items: tuple[Item, ...]
    take: int = 0


@record(frozen=True)
class Place:
    """Set a piece of this size down, its middle in the zone and in nothing barred; the candidates are good places."""

    piece: str
    width: float
    depth: float
    zone: tuple[Point, ...]
    candidates: tuple[Pose, ...]
    facing: int
    barred: tuple[tuple[Point, ...], ...] = ()


@record(unsafe_hash=True)
class Way:
    """A proposed move: the manoeuvres, where they end and what they are good for."""

    key: str
    label: str
    manoeuvres: tuple[Manoeuvre, ...]
    end: Pose


@record(unsafe_hash=True)
class March:
    """Move a piece by manoeuvres of these kinds; the ways are good candidates, any legal move is accepted."""

    piece: str
    start: Pose
    width: float
    depth: float
    kinds: tuple[str, ...]
    allowance: float
    ways: tuple[Way, ...]


@record(frozen=True)
class Trace:
    """Draw a path for a piece from its place; the ways are candidates given as points."""

    piece: str
    start: Point
    allowance: float
    ways: tuple[tuple[Point, ...], ...]


@record(frozen=True)
class Number:
    """Name a whole number from low to high."""

    low: int
    high: int


@record(frozen=True)
class Confirm:
    """Say yes, or pass."""

    yes: str
    no: str


Form = Choose | Assign | Arrange | Place | March | Trace | Number | Confirm


@record(unsafe_hash=True)
class Chosen:
    """The keys of the items chosen."""

    keys: tuple[str, ...]


@record(unsafe_hash=True)
class Assigned:
    """Pairs of slot and item."""

    pairs: tuple[tuple[str, str], ...]


@record(frozen=True)
class Arranged:
    """Every key, in the order wanted."""

    keys: tuple[str, ...]


@record(frozen=True)
class Placed:
    """Where it is put, and how it faces."""

    pose: Pose


@record(unsafe_hash=True)
class Marched:
    """The manoeuvres of the march, in turn."""

    manoeuvres: tuple[Manoeuvre, ...]


@record(frozen=True)
class Traced:
    """The points of the line, one after another."""

    points: tuple[Point, ...]


@record(frozen=True)
class Numbered:
    """The number named."""

    number: int


@record(frozen=True)
class Confirmed:
    """Yes, or no."""

    yes: bool


Answer = Chosen | Assigned | Arranged | Placed | Marched | Traced | Numbered | Confirmed

ANSWERS: Final = (Chosen, Assigned, Arranged, Placed, Marched, Traced, Numbered, Confirmed)
MOST_MANOEUVRES: Final = 40
WHEELS_ON: Final = (LEFT, RIGHT, CENTRE)
MOST_POINTS: Final = 100
MOST_WRONG: Final = 10
"""Wrong things in an answer that are named; the others are as wrong."""
FARTHEST: Final = 100_000.0
FORMS: Final = (Choose, Assign, Arrange, Place, March, Trace, Number, Confirm, Item, Slot, Way, Reason)


def misfits(form: Form, answer: Answer) -> tuple[Reason, ...]:
    """Everything wrong with the shape of an answer; nothing when it fits the form."""
    if isinstance(form, Choose):
        return _chosen(form, answer) if isinstance(answer, Chosen) else _other("a choice")
    if isinstance(form, Assign):
        return _assigned(form, answer) if isinstance(answer, Assigned) else _other("an assignment")
    if isinstance(form, Arrange):
        return _arranged(form, answer) if isinstance(answer, Arranged) else _other("an order of all items")
    if isinstance(form, Number):
        return _numbered(form, answer) if isinstance(answer, Numbered) else _other("a whole number")
    if isinstance(form, March):
        return _marched(form, answer) if isinstance(answer, Marched) else _other("a list of manoeuvres")
    if isinstance(form, Place):
        return _placed(answer) if isinstance(answer, Placed) else _other("a place and a facing")
    if isinstance(form, Trace):
        return _traced(answer) if isinstance(answer, Traced) else _other("a path")
    return () if isinstance(answer, Confirmed) else _other("a yes or a no")


def _other(wanted: str) -> tuple[Reason, ...]:
    return (Reason(f"The answer must be {wanted}."),)


def _chosen(form: Choose, answer: Chosen) -> tuple[Reason, ...]:
    reasons: list[Reason] = []
    known = [item.key for item in form.items]
    for key in [key for key in answer.keys if key not in known][:MOST_WRONG]:
        reasons.append(Reason(f"'{key}' is not among the choices: {', '.join(known)}."))
    if len(set(answer.keys)) != len(answer.keys):
        reasons.append(Reason("The same thing is chosen twice."))
    if not form.least <= len(answer.keys) <= form.most:
        wanted = str(form.least) if form.least == form.most else f"{form.least} to {form.most}"
        reasons.append(Reason(f"Choose {wanted}, not {len(answer.keys)}."))
    return tuple(reasons)


def _assigned(form: Assign, answer: Assigned) -> tuple[Reason, ...]:
    reasons: list[Reason] = []
    given: dict[str, str] = {}
    if len(answer.pairs) > len(form.slots) + MOST_WRONG:
        return (Reason(f"There are only {len(form.slots)} to assign to, not {len(answer.pairs)}."),)
    for slot, item in answer.pairs:
        if slot in given:
            reasons.append(Reason(f"'{slot}' is assigned twice."))
        given[slot] = item
    for place in form.slots:
        item = given.pop(place.key, "")
        if item == "":
            if not place.optional:
                reasons.append(Reason(f"{place.label}: nothing is assigned."))
        elif item not in [allowed.key for allowed in place.items]:
            reasons.append(Reason(f"{place.label}: '{item}' is not allowed."))
    for slot in given:
        reasons.append(Reason(f"There is no '{slot}' to assign to."))
    return tuple(reasons)


def _arranged(form: Arrange, answer: Arranged) -> tuple[Reason, ...]:
    known = [item.key for item in form.items]
    wanted = form.take or len(known)
    wrong = [key for key in answer.keys if key not in known][:MOST_WRONG]
    reasons = [Reason(f"'{key}' is not among: {', '.join(known)}.") for key in wrong]
    if len(answer.keys) != wanted or len(set(answer.keys)) != len(answer.keys):
        reasons.append(Reason(f"Name {wanted} of them in order, each once."))
    return tuple(reasons)


def _numbered(form: Number, answer: Numbered) -> tuple[Reason, ...]:
    if form.low <= answer.number <= form.high:
        return ()
    return (Reason(f"The number must be from {form.low} to {form.high}, not {answer.number}."),)


def _marched(form: March, answer: Marched) -> tuple[Reason, ...]:
    reasons: list[Reason] = []
    if len(answer.manoeuvres) > MOST_MANOEUVRES:
        return (Reason(f"A move has at most {MOST_MANOEUVRES} manoeuvres."),)
    for m in answer.manoeuvres:
        if m.kind not in form.kinds:
            reasons.append(Reason(f"'{m.kind}' is not among the manoeuvres: {', '.join(form.kinds)}."))
        if not (_sane(m.amount) and _sane(m.x) and _sane(m.y) and abs(m.by) <= FULL_TURN):
            reasons.append(Reason(f"The numbers of '{m.kind}' are not distances on this table."))
        if m.kind == "wheel" and m.on not in WHEELS_ON:
            reasons.append(Reason(f"A wheel is on one of {', '.join(WHEELS_ON)}, not on '{m.on[:20]}'."))
    return tuple(reasons)


def _placed(answer: Placed) -> tuple[Reason, ...]:
    if _sane(answer.pose.x) and _sane(answer.pose.y):
        return ()
    return (Reason("That is no place on this table."),)


def _traced(answer: Traced) -> tuple[Reason, ...]:
    if len(answer.points) > MOST_POINTS:
        return (Reason(f"A path has at most {MOST_POINTS} points."),)
    if all([_sane(x) and _sane(y) for x, y in answer.points]):
        return ()
    return (Reason("The path leads off any table."),)


def _sane(value: float) -> bool:
    return isfinite(value) and abs(value) <= FARTHEST
