"""Lettering that keeps clear of the troops and of itself."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.battle.scene import Scene
from roundtop.draw import svg
from roundtop.draw.ink import lettering
from roundtop.draw.labels import Room, Wish, place
from roundtop.table.footprint import Block, gap
from roundtop.table.pose import Pose
from tests.draw import samples

SIDE = 800.0


def wish(key: str, x: float, y: float, facing: int = 0) -> Wish:
    return Wish(key, f"{key}th Regiment", "unit", 14.0, Block(Pose(x, y, facing), 90.0, 12.0))


def clash(a: Block, b: Block) -> bool:
    """Whether two blocks overlap by more than a hair: one shrunk by it still touches the other."""
    return gap(Block(a.pose, a.width - 0.1, a.depth - 0.1), Block(b.pose, b.width - 0.1, b.depth - 0.1)) == 0.0


@given(st.lists(st.tuples(st.integers(0, 800), st.integers(0, 800), st.integers(0, 35999)), min_size=1, max_size=25))
def test_labels_clear_units_and_each_other(units: list[tuple[int, int, int]]) -> None:
    wishes = [wish(str(n), float(x), float(y), facing) for n, (x, y, facing) in enumerate(units)]
    taken = [Room(asked.key, asked.block) for asked in wishes]
    labels = place(wishes, taken, SIDE, SIDE)
    rooms = [label.room for label in labels]
    assert not [pair for pair in combinations(rooms, 2) if clash(*pair)]
    assert not [room for room in rooms for other in taken if clash(room, other.block)]
    for room in rooms:
        assert room.width >= lettering(next(la.wish.text for la in labels if la.room is room), 14.0)
        assert 0 <= room.pose.x - 0.5 * room.width <= room.pose.x + 0.5 * room.width <= SIDE
        assert 0 <= room.pose.y - 0.5 * room.depth <= room.pose.y + 0.5 * room.depth <= SIDE


def test_a_lone_unit_is_named_behind_it() -> None:
    label = place([wish("1", 400, 400)], [], SIDE, SIDE)[0]
    assert label.room.pose.x == 400
    assert label.room.pose.y < 394
    assert label.lead is None


def test_a_hemmed_in_unit_is_led_to() -> None:
    asked = wish("1", 400, 400)
    label = place([asked], [Room("other", Block(Pose(400, 400, 0), 140, 60))], SIDE, SIDE)[0]
    assert label.lead is not None
    assert gap(label.room, Block(Pose(400, 400, 0), 140, 60)) > 0


def test_a_label_without_room_is_left_out() -> None:
    assert place([wish("1", 400, 400)], [Room("other", Block(Pose(400, 400, 0), 800, 800))], SIDE, SIDE) == []


def test_a_label_keeps_away_from_neighbours_where_it_can() -> None:
    neighbour = Room("2", Block(Pose(400, 372, 0), 90, 10))
    label = place([wish("1", 400, 400)], [Room("1", wish("1", 400, 400).block), neighbour], SIDE, SIDE)[0]
    assert gap(label.room, neighbour.block) >= 8


def labelled(scene: Scene, style: str) -> list[str]:
    return re.findall(rf'<text class="name name-{style}"[^>]*>([^<]*)</text>', svg(scene))


def test_all_of_a_battle_is_named() -> None:
    scene = samples.battle()
    assert len(labelled(scene, "unit") + labelled(scene, "officer")) == len(scene.pieces)
    assert len(labelled(scene, "place")) == 3
    assert len(labelled(scene, "overlay")) == 4


def test_a_crowd_is_named_by_groups_only() -> None:
    scene = samples.crowd()
    assert labelled(scene, "unit") == []
    assert sorted(labelled(scene, "group")) == sorted(["Brigade 1", "Brigade 2", "Brigade 3"] * 2)


@pytest.mark.parametrize("scene", [samples.battle(), samples.every_badge(), samples.crowd(), samples.skirmish()])
def test_drawn_lettering_does_not_overlap(scene: Scene) -> None:
    found = re.findall(
        r'<text class="name[^>]* x="([^"]*)" y="([^"]*)" font-size="([^"]*)"[^>]* textLength="([^"]*)"',
        svg(scene),
    )
    rooms = [Block(Pose(float(x), float(y), 0), float(wide), float(size)) for x, y, size, wide in found]
    assert len(rooms) > 5
    assert not [pair for pair in combinations(rooms, 2) if clash(*pair)]
