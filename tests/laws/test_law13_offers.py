"""Law 13: no offer leads to nothing, what is lit up can be picked, and nobody loses his action without saying so."""

from __future__ import annotations

from collections import Counter

import pytest

from roundtop.battle.engine import Battle, Refused, asked, decision, submit
from roundtop.battle.forms import Answer, Assign, Choose, Chosen, Item, March, Marched
from roundtop.battle.protocol import Decision, Rulebook
from roundtop.dice.sources import Seeded, Stream
from roundtop.table.path import Manoeuvre, about_face, forward, glide, leg, oblique, pivot, shift, turn, wheel
from tests.laws.answers import listed
from tests.laws.play import Case, answered, fought, often, smallest, steps

MOMENTS = 50
"""Decisions of each battle at which every offer is taken up."""
MARCHES = 6
"""Marches of each kind that are tried without going anywhere."""
DEEP = 4
"""Decisions in a row by which one thing is done: who, what, at whom, how."""


def taken(book: Rulebook, battle: Battle, wanted: Decision, answer: Answer) -> tuple[Battle, bool] | None:
    """The battle when somebody is asked again, and whether anything has happened; None where it is refused."""
    try:
        passage = submit(book, battle, answered(battle, wanted, answer))
    except Refused:
        return None
    happened = bool(passage.events)
    after = passage.battle
    for _, stepped in steps(book, after, Seeded("offers")):
        happened = happened or bool(stepped.events)
        after = stepped.battle
    return after, happened


def returned(origin: Battle, after: Battle) -> bool:
    """Whether all that an item began is over: the step at which it was chosen is next again, or gone."""
    left, before = len(after.agenda), len(origin.agenda)
    return left < before or (left == before and after.agenda[-1] == origin.agenda[-1])


def fruitful(book: Rulebook, origin: Battle, battle: Battle, wanted: Decision, deep: int = DEEP) -> bool:
    """Whether some answer to what is asked next makes anything happen before all is as it was."""
    for answer in listed(book, battle, wanted, Stream("offers")):
        came = taken(book, battle, wanted, answer)
        if came is None:
            continue
        after, happened = came
        if happened or deep == 0:
            return True
        if not returned(origin, after) and wanted.player in asked(book, after):
            then = decision(book, after, wanted.player)
            if then != wanted and fruitful(book, origin, after, then, deep - 1):
                return True
    return False


def empty_hands(book: Rulebook, battle: Battle, wanted: Decision) -> list[str]:
    """Items that begin something of which nothing can come, and items that change nothing at all."""
    form = wanted.form
    if not isinstance(form, Choose) or not form.least <= 1 <= form.most:
        return []
    found: list[str] = []
    for item in form.items:
        came = taken(book, battle, wanted, Chosen((item.key,)))
        if came is None or came[1]:
            continue
        after = came[0]
        if after.agenda == battle.agenda:
            found.append(f"{wanted.kind} {wanted.about}: {item.label} changes nothing")
        elif not returned(battle, after) and wanted.player in asked(book, after):
            then = decision(book, after, wanted.player)
            if not fruitful(book, battle, after, then):
                found.append(f"{wanted.kind} {wanted.about}: {item.label} leads to nothing ({then.sentence})")
    return found


def items_of(wanted: Decision) -> list[Item]:
    form = wanted.form
    if isinstance(form, Choose):
        return list(form.items)
    return [item for slot in form.slots for item in slot.items] if isinstance(form, Assign) else []


def lit_and_barred(book: Rulebook, battle: Battle, wanted: Decision) -> list[str]:
    """Pieces that an item names, and of which it is yet said that they may not be named."""
    view = book.view(battle.state, wanted.player)
    pieces = {piece.id for piece in book.scene(view).pieces}
    named = {(item.at or item.key).partition(":")[0] for item in items_of(wanted)} & pieces
    if book.why_not is None:
        return []
    return [f"{wanted.kind}: {id}" for id in sorted(named) if book.why_not(view, battle.agenda[-1], id)]


def unsaid(book: Rulebook, battle: Battle, wanted: Decision) -> list[str]:
    """Moves that a unit gives away by an empty answer, and no way says so by name."""
    form = wanted.form
    if not isinstance(form, March) or [way for way in form.ways if not way.manoeuvres and way.label]:
        return []
    came = taken(book, battle, wanted, Marched(()))
    if came is None:
        return []
    after = came[0]
    then = decision(book, after, wanted.player) if wanted.player in asked(book, after) else None
    kept = then is not None and wanted.about in (then.about, *[item.key for item in items_of(then)])
    return [] if kept else [f"{wanted.kind} {wanted.about}: nobody says that it gives its move away"]


NOWHERE: dict[str, tuple[tuple[Manoeuvre, ...], ...]] = {
    "forward": ((forward(0.0),), (forward(0.5), forward(-0.5))),
    "oblique": ((oblique(0.5, 4500), oblique(-0.5, 4500)),),
    "glide": ((glide(0.0),), (glide(0.5), glide(-0.5))),
    "wheel": ((wheel(0, "left"),),),
    "pivot": ((pivot(500, 0.0, 0.0), pivot(-500, 0.0, 0.0)),),
    "about-face": ((about_face(), about_face()),),
    "turn": ((turn(0),), (turn(9000), turn(-9000))),
    "shift": ((shift(0.0, 0.0),), (shift(0.5, 0.0), shift(-0.5, 0.0))),
}
"""Marches of each kind that end where they began."""


def nowhere(form: March) -> list[tuple[Manoeuvre, ...]]:
    """Of a column of march, whose head leads, only what does not turn it about."""
    x, y = form.start.x, form.start.y
    there = [(leg(x, y),), (leg(x + 0.5, y), leg(x, y))] if "leg" in form.kinds else []
    heads = "leg" in form.kinds and "forward" in form.kinds
    ways = [way for kind in form.kinds for way in NOWHERE.get(kind, ())]
    return [*there, *[way for way in ways if not heads or way != (forward(0.5), forward(-0.5))]]


def empty_marches(book: Rulebook, battle: Battle, wanted: Decision) -> list[str]:
    """Marches that are taken and end where they began; a wheel of nothing still aims a charge."""
    form = wanted.form
    if not isinstance(form, March) or wanted.kind == "strike":
        return []
    found: list[str] = []
    for way in nowhere(form):
        try:
            passage = submit(book, battle, answered(battle, wanted, Marched(way)))
        except Refused:
            continue
        gone = [event for event in passage.events if getattr(event, "start", 0) != getattr(event, "end", 0)]
        if not gone and not leaves(battle, wanted.about):
            found.append(f"{wanted.kind} {wanted.about}: {way} is taken and ends where it began")
    return found


def leaves(battle: Battle, id: str) -> bool:
    """Whether somebody who stays where he is leaves a unit, or takes back a wing that was thrown back."""
    pieces = [*getattr(battle.state, "generals", ()), *getattr(battle.state, "units", ())]
    return bool([one for one in pieces if one.id == id and (getattr(one, "unit", "") or getattr(one, "wing", 0))])


def empty_offers(case: Case, moments: int) -> list[str]:
    """Offers of so many moments of a battle that lead to nothing, light up in vain or give an action away unsaid."""
    wrong: set[str] = set()
    for moment in fought(case, "laws").sampled(moments):
        for looked in (empty_hands, lit_and_barred, unsaid):
            wrong |= set(looked(case.book, moment.battle, moment.asked))
    return sorted(wrong)


def all_empty_marches(case: Case, each: int) -> tuple[int, list[str]]:
    """How many kinds of marches there were, and those of each that go nowhere and are taken."""
    seen: Counter[tuple[object, ...]] = Counter()
    wrong: list[str] = []
    for moment in fought(case, "laws").moments:
        form = moment.asked.form
        if isinstance(form, March):
            seen[moment.asked.kind, form.kinds] += 1
            if seen[moment.asked.kind, form.kinds] <= each:
                wrong += empty_marches(case.book, moment.battle, moment.asked)
    return len(seen), wrong


@pytest.mark.parametrize("case", smallest(), ids=lambda case: case.id)
def test_no_offer_leads_to_nothing(case: Case) -> None:
    assert empty_offers(case, often(MOMENTS)) == []


@pytest.mark.parametrize("case", smallest(), ids=lambda case: case.id)
def test_no_march_ends_where_it_began(case: Case) -> None:
    kinds, wrong = all_empty_marches(case, MARCHES)
    assert wrong == []
    assert kinds > 0
