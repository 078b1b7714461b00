"""The battles that come with the program, and files of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundtop.battle.scenario import Regiment, Scenario
from roundtop.battles import ScenarioError, ids, load, shelf, write
from roundtop.table.footprint import Block, gap, overlap
from roundtop.table.pose import Point, Pose

MUSKET_YARDS = 360
STAND_YARDS = 20


def test_the_shelf_shows_every_battle() -> None:
    summaries = shelf()
    assert tuple(one.id for one in summaries) == ids()
    assert {"little-round-top", "brawners-farm", "training-field", "parade-ground"} <= set(ids())
    for one in summaries:
        assert one.rulebooks
        assert one.story
        assert one.regiments > 4


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(write(load("parade-ground")), "utf-8")
    assert load(path).id == load(str(path)).id == "mine"


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="did you mean 'little-round-top'"):
        load("little-roundtop")
    (tmp_path / "bad.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(ScenarioError, match="not a text file in UTF-8"):
        load(tmp_path / "bad.toml")
    with pytest.raises(ScenarioError, match="is a directory"):
        load(tmp_path)


def turned(battle: Scenario, point: Point) -> Point:
    return (battle.ground.width - point[0], battle.ground.depth - point[1])


@pytest.mark.parametrize(("id", "units"), [("training-field", 5), ("the-clearing", 3)])
def test_a_symmetric_field_is_itself_when_turned_half_round(id: str, units: int) -> None:
    battle = load(id)
    ground = battle.ground
    areas = {(area.kind, frozenset(area.outline)) for area in ground.areas}
    assert areas == {(kind, frozenset(turned(battle, p) for p in outline)) for kind, outline in areas}
    lines = {(line.kind, frozenset(line.points)) for line in ground.lines}
    assert lines == {(kind, frozenset(turned(battle, p) for p in points)) for kind, points in lines}
    assert (ground.heights, ground.roads, ground.crossings, battle.objectives) == ((), (), (), ())
    blue = [one for one in battle.regiments if one.side == "union"]
    grey = [one for one in battle.regiments if one.side == "confederate"]
    assert len(blue) == len(grey) == units
    for ours, theirs in zip(blue, grey):
        assert ours.place is not None
        assert ours.facing is not None
        assert (turned(battle, ours.place), (ours.facing + 18000) % 36000) == (theirs.place, theirs.facing)
        same = ("arm", "men", "guns", "weapons", "quality")
        assert [getattr(ours, key) for key in same] == [getattr(theirs, key) for key in same]
    assert len({(one.rank, one.rating) for one in battle.commanders}) == 1


def line_of_stands(regiment: Regiment) -> Block:
    """A regiment at 40 men to a stand of 20 yards; a battery is one stand."""
    assert regiment.place is not None
    assert regiment.facing is not None
    stands = 1 if regiment.guns else max(4, int(regiment.men / 40 + 0.5))
    x, y = regiment.place
    return Block(Pose(x, y, regiment.facing), stands * STAND_YARDS, STAND_YARDS)


REGIMENTAL = [id for id in ids() if load(id).deployment == "placed" and "skirmish" not in load(id).rulebooks]
CLOSE = {
    "fredericksburg-streets": "between the houses and the landing, with the river just crossed",
    "henry-hill": "the guns duel from the first minute",
}
"""Battles that begin under musket fire, as they say."""


@pytest.mark.parametrize("id", REGIMENTAL)
def test_nobody_starts_under_muskets_unless_the_battle_is_known_for_it(id: str) -> None:
    placed = [one for one in load(id).regiments if one.place and not one.arrives]
    blue, grey = ([one for one in placed if one.side == side] for side in ("union", "confederate"))
    under = {
        (ours.name, theirs.name)
        for ours in blue
        for theirs in grey
        if gap(line_of_stands(ours), line_of_stands(theirs)) <= MUSKET_YARDS
    }
    assert bool(under) == (id in CLOSE), under


@pytest.mark.parametrize("id", [id for id in REGIMENTAL if load(id).rulebooks[0] != "chamberlain"])
def test_lines_of_one_side_start_apart(id: str) -> None:
    placed = [one for one in load(id).regiments if one.place and not one.arrives]
    for n, one in enumerate(placed):
        for other in placed[:n]:
            apart = one.side != other.side or not overlap(line_of_stands(one), line_of_stands(other))
            assert apart, (one.name, other.name)


def test_little_round_top() -> None:
    battle = load("little-round-top")
    men = {one.name: one.men for one in battle.regiments}
    assert men["20th Maine"] == 386
    assert sum(one.men for one in battle.regiments if one.side == "confederate") == 2390
    assert [one.name for one in battle.regiments if one.arrives] == ["140th New York"]


def test_the_parade_ground_is_the_stock_battle_of_infantry_action_setup_table_and_deployment() -> None:
    battle = load("parade-ground")
    assert (battle.ground.width / 20, battle.ground.depth / 20, battle.minutes) == (72, 48, 100)
    assert battle.deployment == "zones"
    assert {zone.side: {y for _, y in zone.outline} for zone in battle.zones} == {
        "union": {0, 240},
        "confederate": {720, 960},
    }
    for side in ("union", "confederate"):
        units = [one for one in battle.regiments if one.side == side]
        assert [one.men for one in units if not one.guns] == [400] * 4
        assert [one.guns for one in units if one.guns] == [4]
