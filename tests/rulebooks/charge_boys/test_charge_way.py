"""The cheapest way of a charge, found with bounds, against trying every wheel."""

from __future__ import annotations

from random import Random

from roundtop.rulebooks.charge_boys.charge import way
from roundtop.rulebooks.charge_boys.movement.faults import Others
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.table import path as paths
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import CONFEDERATE, UNION, field, foot, horse, obstacle, position, wood

FAR_IN = 40.0


def slow(state: State, unit: Unit, target: Unit) -> way.Way | None:
    """Every wheel that leads to the target, the likeliest first, without any bound."""
    others = Others(state, unit)
    seen = way.Search(state, unit, target, FAR_IN)
    best: way.Way | None = None
    for number, by in enumerate((*way.wheels(state, unit, target), *way.EVERY_WHEEL)):
        found = way.by_wheel(state, unit, by, FAR_IN, others)
        looked = number < len(way.wheels(state, unit, target)) or way.leads_to(seen, by)
        if found is not None and looked and (best is None or way.better(found, best, target.id)):
            best = found
    return best


def made(chance: Random) -> tuple[State, Unit, Unit]:
    """A charger, its target, another enemy, a friend, walls and a wood, somewhere about."""

    def spot(low: float, high: float) -> tuple[float, float]:
        return chance.uniform(20.0, 50.0), chance.uniform(low, high)

    kind = chance.choice([foot, horse])
    ours = kind("a", UNION, chance.choice([12, 24]), *spot(14.0, 20.0), chance.uniform(-40.0, 40.0))
    theirs = foot("b", CONFEDERATE, 24, *spot(24.0, 32.0), chance.uniform(100.0, 260.0))
    more = foot("c", CONFEDERATE, 12, *spot(36.0, 40.0), 180.0), foot("d", UNION, 12, *spot(4.0, 8.0))
    walls = [obstacle(chance.choice(["wall", "hedge"]), spot(18.0, 30.0), spot(18.0, 30.0)) for _ in range(2)]
    x, y = spot(18.0, 26.0)
    state = position(ours, theirs, *more, ground=field(*walls, wood(x, y, x + 8.0, y + 6.0)))
    return state, ours, theirs


@clause("charge-boys.charge.alignment")
def test_the_cheapest_way_of_a_charge_is_what_every_wheel_would_find() -> None:
    reached = 0
    for seed in range(27):
        state, unit, target = made(Random(seed))
        found, expected = way.charge_way(state, unit, target, FAR_IN), slow(state, unit, target)
        assert (found is None) == (expected is None), seed
        touched = expected is not None and expected.touches == target.id
        assert way.reaches(state, unit, target, FAR_IN) == touched, seed
        if found is not None and expected is not None:
            reached += 1
            assert (found.cost, found.touches) == (expected.cost, expected.touches), seed
            assert paths.manoeuvres_of(found.path) == paths.manoeuvres_of(expected.path), seed
    assert reached >= 12
