"""Law 10: a path costs what it walks, by the book's own measure of the path."""

from __future__ import annotations

import pytest

from roundtop.battle.engine import Battle, asked, decision, over, ready, step, submit
from roundtop.battle.forms import March, Marched, misfits
from roundtop.battle.protocol import Rulebook
from roundtop.dice.sources import Seeded, Stream
from roundtop.table.footprint import Block
from roundtop.table.measure import distance
from roundtop.table.path import Manoeuvre, walk
from roundtop.table.pose import Point
from tests.laws.play import Case, Moment, answered, fought, often, smallest, wild
from tests.laws.reader import Body, Measured, reader
from tests.laws.walked import WALKING, detours, scaled, walk_of

MOVES = 36
"""Decisions about a move that are looked at in each battle."""
LISTS = 8
"""Lists drawn at random for each of them."""
SCALES = 7
"""Halvings by which the longest lawful size of a list is found."""
STRETCHES = 60
"""More than any move is made in, with what others may do about it."""
HAIR = 0.03
"""A hundredth for the limit, one for the rounding of a place, one for chords taken as arcs."""


def marches(case: Case) -> list[Moment]:
    """Decisions of a battle in which a list of manoeuvres is walked as it is given."""
    kinds = reader(case.book).moves
    every = [one for one in fought(case, "laws").moments if isinstance(one.asked.form, March)]
    found = [one for one in every if one.asked.kind in kinds]
    return found[:: max(1, len(found) // often(MOVES))]


def lawful(case: Case, moment: Moment, drill: tuple[Manoeuvre, ...]) -> bool:
    battle, answer = moment.battle, Marched(drill)
    view = case.book.view(battle.state, moment.asked.player)
    command = answered(battle, moment.asked, answer)
    return not misfits(moment.asked.form, answer) and not case.book.check(view, battle.agenda[-1], command)


def longest(case: Case, moment: Moment, form: March, drill: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...] | None:
    """The largest size at which a list is lawful, as far as halving finds it."""
    low, high = 0.0, 4.0
    for _ in range(SCALES):
        middle = 0.5 * (low + high)
        if lawful(case, moment, scaled(form, drill, middle)):
            low = middle
        else:
            high = middle
    return scaled(form, drill, low) if low else None


def lists(case: Case, moment: Moment, form: March) -> list[tuple[Manoeuvre, ...]]:
    """Lawful lists: those offered, many at random, and detours as long as they may be."""
    stream = Stream(f"paths {moment.seed}")
    tried = [way.manoeuvres for way in form.ways]
    for _ in range(LISTS):
        answer = wild(moment.asked, stream)
        assert isinstance(answer, Marched)
        tried.append(answer.manoeuvres)
    found = [drill for drill in tried if lawful(case, moment, drill)]
    found += [drill for nasty in detours(form) if (drill := longest(case, moment, form, nasty)) is not None]
    return [drill for drill in found if drill and not [one for one in drill if one.kind not in WALKING]]


def way(form: March, measured: Measured, drill: tuple[Manoeuvre, ...]) -> float:
    """The longest way of any point by which the book measures."""
    return max([walk_of(form, measured, point, drill) for point in measured.points], default=0.0)


def middle(body: Body) -> Point:
    return (body.pose.x, body.pose.y) if isinstance(body, Block) else (body.x, body.y)


def carried(case: Case, moment: Moment, drill: tuple[Manoeuvre, ...]) -> tuple[float, Point | None]:
    """How far from where it stood any part of a unit has come, and where the middle of the one that marches is now."""
    passage = submit(case.book, moment.battle, answered(moment.battle, moment.asked, Marched(drill)))
    before = reader(case.book).standing(moment.battle.state)
    after = reader(case.book).standing(passage.battle.state)
    far = 0.0
    for id in before.keys() & after.keys():
        if len(before[id].bodies) == len(after[id].bodies):
            pairs = zip(before[id].bodies, after[id].bodies, strict=True)
            far = max([far, *[distance(*middle(one), *middle(two)) for one, two in pairs]])
    here = reader(case.book).standing(arrived(case.book, moment.battle, passage.battle).state).get(moment.asked.about)
    return far, middle(here.bodies[0]) if here is not None else None


def arrived(book: Rulebook, origin: Battle, battle: Battle) -> Battle:
    """The battle when a move is over that may be made in stretches, nobody making use of his chances meanwhile."""
    for _ in range(STRETCHES):
        if len(battle.agenda) < len(origin.agenda) or over(book, battle) is not None:
            break
        if ready(book, battle):
            battle = step(book, battle, Seeded("paths")).battle
            continue
        wanted = decision(book, battle, asked(book, battle)[0])
        battle = submit(book, battle, answered(battle, wanted, reader(book).odds.assumed(wanted))).battle
    return battle


def stopped(form: March, drill: tuple[Manoeuvre, ...], came_to: Point | None) -> bool:
    """Whether a unit did not get where its list leads: it met an enemy, or its men could push no farther."""
    end = walk(form.start, form.width, form.depth, drill)[-1]
    return came_to is not None and distance(end.x, end.y, *came_to) > HAIR


def overlong(case: Case) -> tuple[int, list[str]]:
    """How many lists were walked, and those that go too far."""
    walked = 0
    wrong: list[str] = []
    for moment in marches(case):
        form = moment.asked.form
        assert isinstance(form, March)
        measured = reader(case.book).moves[moment.asked.kind](moment.battle.state, form)
        for drill in lists(case, moment, form):
            slack = HAIR * len(drill)
            far, came_to = carried(case, moment, drill)
            if measured.written or not stopped(form, drill, came_to):
                far = max(far, way(form, measured, drill))
                walked += 1
            if far > form.allowance + slack:
                wrong.append(f"{moment.asked.about}: {far:.2f} of {form.allowance:g} by {drill}")
    return walked, wrong


@pytest.mark.parametrize("case", smallest(), ids=lambda case: case.id)
def test_no_list_of_manoeuvres_walks_farther_than_its_allowance(case: Case) -> None:
    walked, wrong = overlong(case)
    assert wrong == []
    assert walked > 40
