"""What is lawful is offered [law 11]."""

from __future__ import annotations

import random
from typing import Any

import pytest

from roundtop.rulebooks.skirmish.charge.contact import way_to_contact
from roundtop.rulebooks.skirmish.field import in_contact, members, moved_to, radius, touching
from roundtop.rulebooks.skirmish.movement.faults import Crowd, friend_faults, ground_faults, price_faults
from roundtop.rulebooks.skirmish.movement.paths import move_of, path_of
from roundtop.rulebooks.skirmish.state import Figure, State
from roundtop.table.measure import cosine, distance, sine
from roundtop.table.path import leg

from .table import CONFEDERATE, UNION, field, man, position, rider, wall


def scattered(seed: int) -> State:
    """A charger, his target, other enemies and friends thrown on the table at random, sometimes about a wall."""
    stream = random.Random(seed)
    there: list[Figure] = []

    def put(id: str, side: str, mounted: float) -> None:
        make: Any = rider if stream.random() < mounted else man
        for _ in range(50):
            one = make(id, side, stream.uniform(44, 60), stream.uniform(44, 62), stream.choice([0, 90, 180, 270]))
            if all(distance(one.pose.x, one.pose.y, m.pose.x, m.pose.y) > 3.6 for m in there):
                there.append(one)
                return

    put("a1", UNION, 0.3)
    for group, side, most, mounted in (("f", CONFEDERATE, 4, 0.2), ("g", CONFEDERATE, 5, 0.0), ("r", UNION, 3, 0.5)):
        for n in range(stream.randint(1, most)):
            put(f"{group}{n}", side, mounted)
    return position(there, ground=field(wall((46, 52), (54, 52))) if stream.random() < 0.3 else field())


def swept(state: State, man_: Figure, foe: Figure) -> bool:
    """Slow twin: whether a straight leg to some place about an enemy, degree by degree, is a lawful charge at him."""
    crowd = Crowd(state, man_)
    room = radius(man_, state.settings) + radius(foe, state.settings) + 0.05
    others = [f for f in crowd.foes if f.group != foe.group]
    for degree in range(360):
        end = leg(round(foe.pose.x + room * sine(100 * degree), 2), round(foe.pose.y + room * cosine(100 * degree), 2))
        path = path_of(man_.pose, (end,))
        if price_faults(state, man_, path, move_of(state, man_, path)) or ground_faults(state, man_, path, crowd):
            continue
        if friend_faults(state, man_, path, crowd) or not touching(state, moved_to(man_, path.end)):
            continue
        steps = [moved_to(man_, path_of(man_.pose, (leg(*_at(man_, end.x, end.y, n / 40)),)).end) for n in range(41)]
        on_the_way = [foe_ for step in steps for foe_ in touching(state, step)]
        through = [
            s for s in steps for f in crowd.foes if distance(s.pose.x, s.pose.y, f.pose.x, f.pose.y) < room - 0.3
        ]
        if not through and not [f for f in on_the_way if f.id in [o.id for o in others]]:
            return True
    return False


def _at(man_: Figure, x: float, y: float, share: float) -> tuple[float, float]:
    return (man_.pose.x + share * (x - man_.pose.x), man_.pose.y + share * (y - man_.pose.y))


@pytest.mark.parametrize("seed", range(40))
def test_if_any_charge_is_lawful_one_is_offered(seed: int) -> None:
    state = scattered(seed)
    charger = state.figures["a1"]
    if in_contact(state, charger):
        return
    theirs = members(state, "f")
    way = way_to_contact(state, charger, theirs)
    if way is None:
        assert not [foe for foe in theirs if swept(state, charger, foe)]
        return
    path = path_of(charger.pose, way.manoeuvres)
    assert {foe.group for foe in touching(state, moved_to(charger, way.end))} == {"f"}
    assert price_faults(state, charger, path, move_of(state, charger, path)) == []
