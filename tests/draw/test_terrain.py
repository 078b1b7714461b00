"""The ground: every kind its own way, marks inside their area, heights lighter, and never too much ink."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from math import cos, pi, sin
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.battle.scenario import AREAS, CROSSINGS, LINES, ROADS
from roundtop.draw import areas, lines, terrain, terrain_svg
from roundtop.draw.trace import clear_spans, lattice, length, rounded, shifted, spans, surface, walk
from roundtop.table.footprint import inside_polygon
from roundtop.table.ground import Area, Ground, Height, Line, Road
from roundtop.table.pose import Point
from tests.draw import samples

FIELD: tuple[Point, ...] = ((100.0, 100.0), (300.0, 110.0), (320.0, 280.0), (180.0, 330.0), (90.0, 240.0))
RUN: tuple[Point, ...] = ((10.0, 10.0), (120.0, 60.0), (300.0, 40.0))


def grey(text: str) -> str:
    """The drawing with every colour taken out."""
    return re.sub(r"#[0-9A-Fa-f]{6}", "", text)


def test_every_area_is_told_apart_without_colour() -> None:
    drawn = {grey(areas.wash(kind, FIELD) + areas.marks(kind, FIELD, 1.0)) for kind in AREAS}
    assert len(drawn) == len(AREAS)


def test_every_area_but_a_building_has_marks_of_its_own() -> None:
    drawn = {grey(areas.marks(kind, FIELD, 1.0)) for kind in AREAS if kind != "building"}
    assert len(drawn) == len(AREAS) - 1
    assert "" not in drawn


def test_every_line_and_road_is_told_apart_without_colour() -> None:
    drawn = {grey(lines.line(kind, RUN)) for kind in LINES} | {grey(lines.roads([(kind, RUN, 4.0)])) for kind in ROADS}
    assert len(drawn) == len(LINES) + len(ROADS)


def test_every_crossing_is_told_apart() -> None:
    assert len({lines.crossing(kind, 50, 30, 10, [RUN]) for kind in CROSSINGS}) == len(CROSSINGS)


def test_waters_grow_in_weight() -> None:
    weights = [
        max(float(width) for width in re.findall(r'stroke-width="([^"]*)"', lines.line(kind, RUN)))
        for kind in ("stream", "creek", "river")
    ]
    assert weights == sorted(set(weights))


def test_unknown_kinds_are_drawn_all_the_same() -> None:
    ground = Ground(60, 40, (Area("lava", FIELD),), (Line("moat", RUN),), (Road("canal", RUN, 1.0),))
    assert fromstring(terrain_svg(ground)) is not None


def corners(text: str) -> list[Point]:
    """Where every mark of a path begins."""
    return [(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", text)]


@pytest.mark.parametrize("kind", [kind for kind in AREAS if kind not in ("pond", "building", "cliff")])
def test_marks_begin_inside_their_area(kind: str) -> None:
    begun = corners(areas.marks(kind, FIELD, 1.0))
    assert len(begun) > 20
    assert all(inside_polygon(FIELD, x, y) for x, y in begun)


@given(st.integers(3, 9), st.floats(2, 12), st.floats(6, 30), st.integers(0, 1000))
def test_a_lattice_keeps_its_margin(sides: int, margin: float, gap: float, seed: int) -> None:
    outline = [
        (200 + (60 + (seed * (n + 3) * 37) % 90) * x, 200 + (60 + (seed * (n + 3) * 37) % 90) * y)
        for n, (x, y) in enumerate(_ring(sides))
    ]
    for x, y, _ in lattice(outline, gap, gap, margin, margin, seed):
        assert inside_polygon(outline, x, y)


def _ring(sides: int) -> list[Point]:
    return [(cos(2 * pi * n / sides), sin(2 * pi * n / sides)) for n in range(sides)]


def test_spans_of_a_hollow_outline() -> None:
    horseshoe = (
        (0.0, 0.0),
        (30.0, 0.0),
        (30.0, 30.0),
        (20.0, 30.0),
        (20.0, 10.0),
        (10.0, 10.0),
        (10.0, 30.0),
        (0.0, 30.0),
    )
    assert spans(horseshoe, 5.0) == [(0.0, 30.0)]
    assert spans(horseshoe, 20.0) == [(0.0, 10.0), (20.0, 30.0)]
    assert clear_spans(horseshoe, 20.0, 2.0) == [(2.0, 8.0), (22.0, 28.0)]
    assert clear_spans(horseshoe, 20.0, 6.0) == []


def test_an_outline_that_crosses_itself_everywhere_is_drawn_at_once() -> None:
    around = [2 * pi * 73 * n / 149 for n in range(149)]
    star = tuple([(700 + 400 * cos(angle), 480 + 400 * sin(angle)) for angle in around])
    begun = time.process_time()
    assert terrain_svg(Ground(1440.0, 960.0, areas=(Area("woods", star),))).startswith("<svg")
    assert time.process_time() - begun < 0.5


def test_a_walk_has_equal_steps() -> None:
    stops = list(walk(((0.0, 0.0), (10.0, 0.0), (10.0, 10.0)), 4.0))
    assert [(stop.x, stop.y) for stop in stops] == [(2, 0), (6, 0), (10, 0), (10, 4), (10, 8)]
    assert stops[0].at(1.0, 3.0) == (3.0, -3.0)
    assert length(FIELD, True) > length(FIELD)


def test_a_shifted_line_keeps_its_distance() -> None:
    assert shifted(((0.0, 0.0), (10.0, 0.0), (10.0, 10.0)), 2.0) == [(0, -2), (12, -2), (12, 10)]


def test_corners_are_eased_only_a_little() -> None:
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", rounded(((0.0, 0.0), (100.0, 0.0), (100.0, 100.0)), True))]
    assert numbers[:4] == [6.4, 6.4, 0.0, 0.0]
    assert 9.0 in numbers


def test_a_corner_on_the_edge_of_the_table_stays_sharp() -> None:
    ground = Ground(112, 56, (Area("corn", samples.box(0, 0, 20, 20)),))
    assert "Q0 560 0 560" in terrain_svg(ground)


def test_higher_ground_is_lighter() -> None:
    tints = re.findall(r'fill="#(\w{6})"', terrain_svg(Ground(72, 46, heights=samples.hills().heights)))
    light = [sum(int(tint[at : at + 2], 16) for at in (0, 2, 4)) for tint in tints]
    ground, *levels = light
    assert levels == sorted(levels)
    assert ground < levels[0] < levels[-1]


def test_flat_ground_is_plain_paper() -> None:
    assert 'fill="#F4ECDA"' in terrain_svg(Ground(72, 46))


@pytest.mark.parametrize("turned", [False, True])
def test_hachures_run_downhill_whichever_way_the_contour_was_drawn(turned: bool) -> None:
    outline = samples.box(20, 20, 20, 20)
    height = Height(1, outline[::-1] if turned else outline)
    drawn = terrain_svg(Ground(56, 56, heights=(height,)))
    tails = re.search(r'<path d="([^"]*)" stroke-width="0.6"/>', drawn)
    assert tails is not None
    strokes = re.findall(r"M([\d.]+) ([\d.]+)l(-?[\d.]+) (-?[\d.]+)", tails[1])
    assert len(strokes) > 100
    for x, y, dx, dy in strokes:
        foot = (float(x) + float(dx), float(y) + float(dy))
        assert not (400.5 < foot[0] < 799.5 and 320.5 < foot[1] < 719.5)


def test_the_document_is_in_table_units() -> None:
    root = fromstring(terrain_svg(Ground(56, 28), 840))
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("0 0 56 28", "840", "420")


def test_the_same_ground_gives_the_same_bytes() -> None:
    assert terrain_svg(samples.hills()) == terrain_svg(samples.hills())
    changed = replace(samples.hills(), crossings=())
    assert terrain_svg(changed) != terrain_svg(samples.hills())


def test_terrain_is_drawn_once() -> None:
    ground = samples.hills()
    assert terrain.terrain(ground) is terrain.terrain(samples.hills())


@pytest.mark.parametrize("kind", AREAS)
def test_a_field_of_one_kind_is_not_too_large(kind: str) -> None:
    text = terrain_svg(Ground(97, 97, (Area(kind, samples.blob(0, 0, 97, 97)),), heights=samples.hills().heights))
    assert len(text) < 330_000


def test_surface_tells_the_way_round() -> None:
    assert surface(FIELD) > 0 > surface(FIELD[::-1])
