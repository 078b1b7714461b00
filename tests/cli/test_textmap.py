"""The table as characters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from roundtop.battle.engine import begin
from roundtop.battle.scene import Marker, Part, Piece, Scene
from roundtop.battles import ids, load
from roundtop.cli.textmap import arrow, chart, drawn_text, lettered
from roundtop.rulebooks import suiting
from roundtop.table.ground import Area, Ground, Height, Line, Road
from roundtop.table.pose import Pose

GROUND = Ground(
    48.0,
    48.0,
    areas=(Area("woods", ((0.0, 36.0), (12.0, 36.0), (12.0, 48.0), (0.0, 48.0))),),
    lines=(Line("wall", ((24.0, 11.0), (46.9, 11.0))),),
    roads=(Road("road", ((0.0, 3.0), (48.0, 3.0)), 1.0),),
    heights=(Height(1, ((36.0, 36.0), (48.0, 36.0), (48.0, 48.0), (36.0, 48.0))),),
)


def piece(id: str, side: str, pose: Pose, width: float = 8.0) -> Piece:
    part = Part(pose, width, 2.0, "infantry")
    return Piece(id, side, id, "", "infantry", pose, width, 2.0, (part,), (), (), ())


SCENE = Scene(
    "Field",
    "turn 1",
    "inch",
    20.0,
    GROUND,
    (piece("blue", "union", Pose(24.0, 24.0, 0)), piece("grey", "confederate", Pose(24.0, 32.0, 18000))),
    (Marker("objective", "", 6.0, 7.0, "Farm", ""),),
    (),
)


def rows(scene: Scene, columns: int = 48) -> list[str]:
    return ["".join([cell.sign for cell in row]) for row in chart(scene, columns)[0].cells]


def test_the_map_is_to_scale() -> None:
    found = rows(SCENE)
    assert (len(found), {len(row) for row in found}) == (24, {48})
    assert len(rows(SCENE, 24)) == 12


def test_north_is_up_and_east_is_right() -> None:
    found = rows(SCENE)
    assert found[0][:12] == "♣" * 12
    assert found[0][36:] == "." * 12
    assert found[22] == "·" * 48
    assert found[18][24:47].count("=") == 23
    assert found[20][6] == "★"


def test_units_are_drawn_whole_with_an_arrow_where_they_face() -> None:
    found = rows(SCENE)
    blue = [(r, c) for r, row in enumerate(found) for c, sign in enumerate(row) if sign == "A"]
    assert {c for _, c in blue} == set(range(20, 28))
    grey = [r for r, row in enumerate(found) if "a" in row]
    assert max(grey) < min(r for r, _ in blue)
    up = [(r, row.index("↑")) for r, row in enumerate(found) if "↑" in row]
    assert up == [(min(r for r, _ in blue) - 1, 24)]
    assert any("↓" in row for row in found[max(grey) :])


def test_a_slanting_line_has_no_hole() -> None:
    slanting = replace(SCENE, pieces=(piece("blue", "union", Pose(24.0, 24.0, 4500), 30.0),))
    columns = {c for row in rows(slanting) for c, sign in enumerate(row) if sign == "A"}
    assert columns == set(range(min(columns), max(columns) + 1))
    assert len(columns) >= 20


def test_arrows_are_the_eight_directions() -> None:
    assert "".join([arrow(facing) for facing in range(0, 36000, 4500)]) == "↑↗→↘↓↙←↖"
    assert arrow(35999) == "↑"


def test_a_piece_keeps_its_letter_when_others_leave() -> None:
    pieces = tuple([piece(str(i), "union", Pose(5.0 + i, 5.0, 0)) for i in range(3)])
    known: dict[str, str] = {}
    assert [letter for letter, _ in lettered(replace(SCENE, pieces=pieces), known)] == ["A", "B", "C"]
    assert [letter for letter, _ in lettered(replace(SCENE, pieces=pieces[1:]), known)] == ["B", "C"]


def test_a_piece_beyond_the_table_is_no_trouble() -> None:
    beyond = replace(SCENE, pieces=(piece("blue", "union", Pose(-5.0, 60.0, 0)),))
    assert "A" not in "".join(rows(beyond))


def test_the_signs_are_explained() -> None:
    text = drawn_text(SCENE, 48).plain
    for words in ("north is up", "12 inch, 240 yards", "♣ woods", "= wall", "· road", "★ objective", "higher ground"):
        assert words in text


@pytest.mark.parametrize("battle", ids())
def test_every_battle_of_the_shelf_can_be_shown(battle: str) -> None:
    scenario = load(battle)
    book = suiting(scenario)[0]
    scene = book.scene(book.view(begin(book, scenario, {}).state, "union"))
    found = rows(scene, 78)
    text = "".join(found)
    # Men who stand shoulder to shoulder share a letter's width; units never do.
    hidden = [one for letter, one in lettered(scene) if letter not in text]
    assert [one.name for one in hidden if len(one.parts) > 1] == []
    assert len(hidden) <= len(scene.pieces) // 3
