"""Law 11: what is lawful is offered, the best of each kind, and any lawful charge given by hand is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from roundtop.battle.engine import Battle, decision, submit
from roundtop.dice.sources import Seeded, Stream
from roundtop.table.footprint import Block
from roundtop.table.measure import cosine, sine
from roundtop.table.pose import Pose
from tests.laws.play import WILD, Case, Moment, answered, fought, often, onward, smallest
from tests.laws.reader import Charge, Charging, reader
from tests.laws.standing import faults_of

TABLES = 16
"""Tables of each battle with a lawful charge, half as they came and half made, that are looked at."""
FEWEST = 6
"""With fewer the law would say little of a battle."""
MOST = 80
"""Tables among which those are sought."""
HAIR = 0.01
"""Less is not better."""

Table = tuple[Battle, str, str]
"""A battle, and who may charge in it and whose he is."""


def charging(case: Case) -> Charging:
    found = reader(case.book).charging
    assert found is not None
    return found


CHARGED = [case for case in smallest() if case.book.id != "fence"]
"""Nobody charges in the example of a small book."""


def moments(case: Case, stream: Stream) -> list[Moment]:
    """Moments of battles at random and between captains at which somebody may charge, shuffled."""
    every = [one for bot in (WILD, "captain") for one in fought(case, "laws", bot).moments]
    found = [one for one in every if charging(case).chargers(one.battle.state)]
    return sorted(found, key=lambda one: stream.below(1_000_000))


def as_they_came(case: Case) -> Iterator[Table]:
    """Whoever may charge and stands nearest to an enemy."""
    for moment in moments(case, Stream("came")):
        state = moment.battle.state
        near = min([(nearest(case, state, id), id, whose) for id, whose in charging(case).chargers(state).items()])
        yield moment.battle, near[1], near[2]


def middle(case: Case, state: Any, id: str) -> Pose:
    body = reader(case.book).standing(state)[id].bodies[0]
    return body.pose if isinstance(body, Block) else Pose(body.x, body.y, 0)


def nearest(case: Case, state: Any, id: str) -> float:
    here = middle(case, state, id)
    everybody = reader(case.book).standing(state)
    foes = [middle(case, state, other) for other, there in everybody.items() if there.side != everybody[id].side]
    return min([(here.x - foe.x) ** 2 + (here.y - foe.y) ** 2 for foe in foes], default=1e9)


def made_near(case: Case) -> Iterator[Table]:
    """At each moment somebody put within reach of an enemy, at any distance and angle, and another beside them."""
    stream = Stream("charges")
    for moment in moments(case, stream):
        state = moment.battle.state
        everybody = reader(case.book).standing(state)
        able = sorted(charging(case).chargers(state).items())
        id, whose = able[stream.below(len(able))]
        foes = [other for other, there in everybody.items() if there.side != everybody[id].side]
        if not foes:
            continue
        foe = foes[stream.below(len(foes))]
        near = put_near(case, state, id, foe, stream)
        others = [other for other in everybody if other not in (id, foe)]
        if others and stream.below(2):
            near = put_near(case, near, others[stream.below(len(others))], foe, stream)
        if id in charging(case).chargers(near):
            yield replace(moment.battle, state=near), id, whose


def put_near(case: Case, state: Any, id: str, foe: str, stream: Stream) -> Any:
    """The table with somebody put about an enemy and looking more or less at him, where there is room for him."""
    there = middle(case, state, foe)
    for _ in range(20):
        towards = stream.below(36000)
        far = charging(case).reach * (5 + stream.below(110)) / 100
        facing = (towards + 18000 + 100 * (stream.below(121) - 60)) % 36000
        pose = Pose(round(there.x + far * sine(towards), 2), round(there.y + far * cosine(towards), 2), facing)
        near = charging(case).put(state, id, pose)
        if not faults_of(id, reader(case.book).standing(near), near.ground):
            return near
    return state


def best(found: list[Charge]) -> dict[tuple[str, tuple[object, ...]], Charge]:
    """The best of each kind at each target."""
    kept: dict[tuple[str, tuple[object, ...]], Charge] = {}
    for charge in sorted(found, key=lambda one: -one.worth):
        kept.setdefault((charge.target, charge.kind), charge)
    return kept


def withheld(swept: list[Charge], offered: list[Charge]) -> list[str]:
    """Kinds of charges that are lawful and not offered, and those of which something better is lawful."""
    listed = best(offered)
    wrong: list[str] = []
    for key, charge in best(swept).items():
        if key not in listed:
            wrong.append(f"not offered: {key}, {charge.answer}")
        elif listed[key].worth < charge.worth - HAIR:
            wrong.append(f"better than offered: {key}, {charge.worth} over {listed[key].worth}, {charge.answer}")
    return wrong


def taken(case: Case, table: Table, charges: list[Charge]) -> None:
    """Gives the best of each kind and plays on: whatever is refused or cannot be played raises."""
    battle, _, player = table
    for charge in best(charges).values():
        assert charge.answer is not None
        asking = replace(battle, agenda=(*battle.agenda, charge.step))
        wanted = decision(case.book, asking, player)
        command = answered(asking, wanted, charge.answer)
        onward(case.book, submit(case.book, asking, command, wanted).battle, Seeded("charges"))


def charges_at(case: Case, tables: Iterator[Table]) -> Iterator[tuple[Table, list[Charge]]]:
    """Tables at which a sweep finds a lawful charge."""
    for battle, id, player in islice(tables, MOST):
        swept = charging(case).swept(case.book.view(battle.state, player), id)
        if swept:
            yield (battle, id, player), swept


def unoffered(case: Case, tables: int) -> tuple[int, list[str]]:
    """How many tables were looked at, and the lawful charges that are not offered there."""
    looked = 0
    wrong: list[str] = []
    for made in (as_they_came, made_near):
        for table in islice(charges_at(case, made(case)), tables // 2):
            (battle, id, player), swept = table
            offered = charging(case).offered(case.book.view(battle.state, player), id)
            wrong += [f"{id}: {words}" for words in withheld(swept, offered)]
            taken(case, table[0], [*swept, *offered])
            looked += 1
    return looked, wrong


@pytest.mark.parametrize("case", CHARGED, ids=lambda case: case.id)
def test_what_is_lawful_is_offered_and_accepted(case: Case) -> None:
    looked, wrong = unoffered(case, often(TABLES))
    assert wrong == []
    assert looked >= often(FEWEST)
