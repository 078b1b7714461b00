"""How long a picture may take, in the processor time of the best of a few."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time

import pytest

from roundtop.battle.scenario import AREAS
from roundtop.battle.scene import Scene
from roundtop.draw import svg, terrain
from roundtop.table.ground import Area, Ground
from tests.draw import samples

pytestmark = pytest.mark.skipif(
    sys.gettrace() is not None, reason="a tracer, as coverage has, takes its own time"
)


def best(draw: Callable[[], object]) -> float:
    times = []
    for _ in range(5):
        start = process_time()
        draw()
        times.append(process_time() - start)
    return min(times)


def test_a_battle_of_twenty_units_on_ground_already_drawn() -> None:
    scene = samples.battle()
    svg(scene)
    assert best(lambda: svg(scene)) < 0.05


@pytest.mark.parametrize("kind", AREAS)
def test_a_battle_with_a_whole_field_of_one_kind_to_draw(kind: str) -> None:
    ground = Ground(72, 72, (Area(kind, samples.blob(0, 0, 72, 72)),), heights=samples.hills().heights)
    battle = samples.battle()
    scene = Scene("", "", "inch", 20.0, ground, battle.pieces, battle.markers, battle.overlays)

    def afresh() -> None:
        terrain.forget()
        svg(scene)

    assert best(afresh) < 0.3
