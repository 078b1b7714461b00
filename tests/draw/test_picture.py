"""A scene as a document: well formed, the same every time, to scale, and readable without colour or eyes."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest

from roundtop.battle.scene import Badge, Marker, Overlay, Part, Piece, Scene
from roundtop.battle.tally import Row as CardLine
from roundtop.draw import svg
from roundtop.draw.ink import escape, px, scatter
from roundtop.draw.pieces import extent, spoken
from roundtop.draw.sheet import plural
from roundtop.table.footprint import Block
from roundtop.table.ground import Ground
from roundtop.table.pose import Pose
from tests.draw import samples

NS = "{http://www.w3.org/2000/svg}"
SCENES = {
    "kinds": samples.scene_of(samples.kinds()),
    "battle": samples.battle(),
    "badges": samples.every_badge(),
    "crowd": samples.crowd(),
    "skirmish": samples.skirmish(),
    "bare": samples.scene_of(Ground(48, 36)),
    "tall": samples.scene_of(Ground(20, 90)),
}


def found(root: Element, kind: str) -> list[Element]:
    """Elements one of whose classes this is."""
    return [element for element in root.iter() if kind in element.get("class", "").split()]


def title(element: Element) -> str:
    return element.findtext(f"{NS}title") or ""


def lone(piece: Piece, ground: Ground | None = None) -> Element:
    """The piece as drawn in a scene of its own."""
    scene = replace(samples.scene_of(ground or Ground(60, 40)), pieces=(piece,))
    return found(fromstring(svg(scene)), "piece")[0]


@pytest.mark.parametrize("name", SCENES)
def test_is_one_standalone_document(name: str) -> None:
    text = svg(SCENES[name])
    root = fromstring(text)
    assert root.tag == NS + "svg"
    assert not list(root.iter(NS + "script"))
    assert not list(root.iter(NS + "image"))
    assert "href" not in text
    assert set(re.findall(r"url\(([^)]*)\)", text)) <= {f"#{element.get('id')}" for element in root.iter()}
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("name", SCENES)
def test_is_the_same_every_time_and_small(name: str) -> None:
    text = svg(SCENES[name])
    assert text == svg(SCENES[name])
    assert len(text) < 400_000


@pytest.mark.parametrize("name", SCENES)
def test_has_no_lettering_below_twelve(name: str) -> None:
    sizes = [float(size) for size in re.findall(r'font-size="([^"]*)"', svg(SCENES[name]))]
    assert min(sizes) >= 12


@pytest.mark.parametrize("name", SCENES)
def test_numbers_are_plain(name: str) -> None:
    data = re.findall(r' (?:d|transform|viewBox|width|height|r)="([^"]*)"', svg(SCENES[name]))
    assert not [text for text in data if re.search(r"nan|inf|\de-?\d", text)]


def test_fits_the_longer_side() -> None:
    wide, tall = fromstring(svg(SCENES["bare"], 600)), fromstring(svg(SCENES["tall"], 600))
    assert (wide.get("width"), tall.get("height")) == ("600", "600")
    assert float(wide.get("height", "")) < 600
    assert float(tall.get("width", "")) < 600


def test_ids_do_not_clash_between_fields_of_different_size() -> None:
    one, two = (fromstring(svg(SCENES[name])) for name in ("bare", "tall"))
    clips = [{element.get("id") for element in root.iter(NS + "clipPath")} for root in (one, two)]
    assert clips[0].isdisjoint(clips[1])


def test_every_piece_is_named_for_client_and_screen_reader() -> None:
    scene = samples.battle()
    drawn = found(fromstring(svg(scene)), "piece")
    assert {element.get("data-id") for element in drawn} == {piece.id for piece in scene.pieces}
    for element in drawn:
        piece = next(piece for piece in scene.pieces if piece.id == element.get("data-id"))
        assert element.get("role") == "img"
        assert element.get("aria-label") == spoken(piece)
        assert title(element).startswith(piece.name)
        assert piece.side in element.get("class", "").split()


def test_titles_carry_words_and_clauses() -> None:
    scene = samples.battle()
    root = fromstring(svg(scene))
    badges = [badge for piece in scene.pieces for badge in piece.badges]
    assert sorted(title(element) for element in found(root, "badge")) == sorted(
        f"{badge.text} ({badge.clause})" for badge in badges
    )
    for piece in scene.pieces:
        element = next(e for e in found(root, "piece") if e.get("data-id") == piece.id)
        assert all(badge.clause in title(element) for badge in piece.badges)
    assert [title(e) for e in found(root, "marker")] == [f"{m.text} ({m.clause})" for m in scene.markers]
    assert [title(e) for e in found(root, "overlay")] == [f"{o.label} ({o.clause})" for o in scene.overlays]


def test_stands_are_to_scale() -> None:
    pose = Pose(12.25, 30.5, 4500)
    parts = (Part(pose, 1.5, 0.75, "infantry"), Part(Pose(14, 30, 4500), 1.5, 0.75, "infantry"))
    piece = Piece("p", "union", "1st", "", "infantry", pose, 3, 0.75, parts, (), (), ())
    stands = found(lone(piece, Ground(60, 40)), "stand")
    rects = [stand.find(NS + "rect") for stand in stands]
    assert len(rects) == 2
    for rect in rects:
        assert rect is not None
        assert (rect.get("width"), rect.get("height")) == ("1.5", "0.75")
        assert (rect.get("x"), rect.get("y")) == ("-0.75", "-0.375")
    assert stands[0].get("transform") == "translate(12.25 9.5) rotate(45)"


def test_the_table_is_drawn_at_the_scale_of_the_ground() -> None:
    root = fromstring(svg(samples.scene_of(Ground(56, 40))))
    assert found(root, "table")[0].get("transform") == "scale(20)"
    assert "V800" in svg(samples.scene_of(Ground(56, 40)))


def test_discs_are_to_scale() -> None:
    officer = samples.officer("o", "Gen. Hood", "confederate", 10, 10, 0, 2)
    disc = found(lone(officer), "stand")[0].find(NS + "circle")
    assert disc is not None
    assert disc.get("r") == "0.6"


def test_front_edge_lies_forward_inside_the_stand() -> None:
    piece = samples.line_of("p", "1st", "union", Pose(20, 20, 0), 1)
    edge = found(lone(piece), "stand")[0].findall(NS + "path")[2]
    y, thick = float(edge.get("d", "").split()[1].split("h")[0]), float(edge.get("stroke-width", ""))
    assert y - 0.5 * thick == pytest.approx(-0.5)
    assert thick > 0.1


def test_lost_stands_are_ghosts() -> None:
    piece = samples.line_of("p", "1st", "union", Pose(20, 20, 0), 6, lost=2)
    drawn = lone(piece)
    assert (len(found(drawn, "stand")), len(found(drawn, "ghost"))) == (4, 2)


def test_sides_differ_in_more_than_colour() -> None:
    pose = Pose(20, 20, 0)
    drawn = [lone(samples.line_of("p", "1st", side, pose, 4)) for side in ("union", "confederate")]
    fills = [next(group.get("fill", "") for group in piece.iter(NS + "g") if group.get("fill")) for piece in drawn]
    assert fills[0] == "#23457A"
    assert fills[1].startswith("url(#rt-hatch")


def test_every_glyph_is_drawn_its_own_way() -> None:
    pose = Pose(20, 20, 0)
    glyphs = ("infantry", "artillery", "cavalry", "officer", "wagon", "figure", "marker")
    shapes = set()
    for glyph in glyphs:
        stand = found(lone(samples.line_of("p", "1st", "union", pose, 1, glyph)), "stand")[0]
        shapes.add(tuple((e.tag, e.get("d"), e.get("r")) for e in stand.iter()))
    assert len(shapes) == len(glyphs)


def test_every_badge_has_its_own_shape() -> None:
    pose = Pose(20, 20, 0)
    shapes = set()
    for badge in samples.BADGES:
        drawn = found(lone(samples.line_of("p", "1st", "union", pose, 4, badges=(badge,))), "badge")[0]
        shapes.add(tuple((e.tag, e.get("d"), e.get("r"), e.text) for e in drawn.iter() if e.tag != NS + "title"))
    assert len(shapes) == len(samples.BADGES)


def test_badges_stand_behind_and_smoke_before() -> None:
    for badge, sign in ((samples.BADGES[0], 1), (samples.BADGES[5], -1)):
        piece = samples.line_of("p", "1st", "union", Pose(20, 20, 0), 4, badges=(badge,))
        place = found(lone(piece), "badge")[0].get("transform", "")
        x, y = (float(value) for value in place[len("translate(") : place.index(")")].split())
        assert x == 20
        assert (y - 20) * sign > 0.5


def test_a_tag_shows_its_words_behind_the_other_badges() -> None:
    tag = Badge("tag", "Advance, move 8″, fire at 20%", "book.cards", "8″ 20%")

    def placed(*badges: Badge) -> float:
        piece = samples.line_of("p", "1st", "union", Pose(20, 20, 0), 4, badges=badges)
        drawn = found(lone(piece), "tag")[0]
        assert [element.text for element in drawn.iter(NS + "text")] == ["8″ 20%"]
        place = drawn.get("transform", "")
        return float(place[len("translate(") : place.index(")")].split()[1])

    assert placed(samples.BADGES[0], tag) > placed(tag) > 20.5


def test_stars_are_counted_and_none_is_a_ring() -> None:
    rows = [lone(samples.officer("o", "Hood", "union", 1, 1, 0, number)) for number in range(5)]
    paths = [[path.get("d", "") for path in row.iter(NS + "path")][-1].count("Z") for row in rows]
    assert paths == [0, 1, 2, 3, 4]
    assert [len(list(row.iter(NS + "circle"))) for row in rows] == [3, 2, 2, 2, 2]


def test_words_draw_nothing() -> None:
    """Letters, counts, faces and stars come from their own fields, whatever a badge, marker or name says."""

    def drawn(words: str) -> list[tuple[str, ...]]:
        badges = tuple([replace(badge, text=words) for badge in samples.BADGES])
        piece = samples.line_of("p", "1st", "union", Pose(20, 20, 0), 4, badges=badges)
        hood = replace(samples.officer("o", "Hood", "union", 9, 9, 0, 2), card=(CardLine("Rank", words),))
        markers = (Marker("domino", "union", 4, 4, words, "c", (6, 1)), Marker("hit", "", 6, 6, words, "c"))
        scene = replace(samples.scene_of(Ground(60, 40)), pieces=(piece, hood), markers=markers)
        shapes = [(*sorted(e.attrib.items()), e.text) for e in fromstring(svg(scene)).iter() if e.tag != NS + "title"]
        return [tuple([str(part) for part in shape if "aria-label" not in str(part)]) for shape in shapes]

    assert drawn("9 hits: the colonel, face down 5-2") == drawn("Order: fast advance of a major general")


def test_extent_holds_a_refused_flank() -> None:
    pose = Pose(10, 10, 0)
    parts = (Part(Pose(10, 10, 0), 2, 1, "infantry"), Part(Pose(12, 9, 9000), 2, 1, "infantry"))
    piece = Piece("p", "union", "", "", "infantry", pose, 4, 1, parts, (), (), ())
    assert extent(piece) == Block(Pose(10.75, 9.25, 0), 3.5, 2.5)


def test_a_piece_without_parts_is_drawn_whole() -> None:
    piece = Piece("p", "union", "Brigade", "", "infantry", Pose(10, 10, 0), 4, 2, (), (), (), ())
    rect = found(lone(piece), "stand")[0].find(NS + "rect")
    assert rect is not None
    assert (rect.get("width"), rect.get("height")) == ("4", "2")


def test_names_are_escaped() -> None:
    nasty = 'Smith & <Wesson> "A" \x00\x0b\ud800'
    piece = samples.line_of('p"<&>', nasty, "union", Pose(20, 20, 0), 4, badges=(Badge("odd", nasty, nasty),))
    scene = Scene(
        nasty, nasty, nasty, 20.0, Ground(60, 40), (piece,),
        (Marker("objective", "", 5, 5, nasty, nasty),),
        (Overlay("zone", "", nasty, samples.box(1, 1, 9, 9), nasty),),
    )  # fmt: skip
    root = fromstring(svg(scene))
    drawn = found(root, "piece")[0]
    assert drawn.get("data-id") == 'p"<&>'
    assert drawn.get("aria-label") == 'Smith & <Wesson> "A" , Union, facing north; Smith & <Wesson> "A" '
    assert found(root, "name")


def test_escape_keeps_what_xml_allows() -> None:
    assert escape("a\tb\nc’é") == "a\tb\nc’é"


def test_unknown_kinds_are_drawn_all_the_same() -> None:
    scene = replace(
        samples.scene_of(Ground(60, 40)),
        pieces=(replace(samples.line_of("p", "1st", "militia", Pose(20, 20, 0), 2, "balloon")),),
        markers=(Marker("mine", "", 5, 5, "", ""),),
        overlays=(Overlay("fog", "", "", samples.box(1, 1, 9, 9), ""),),
    )
    root = fromstring(svg(scene))
    assert [len(found(root, kind)) for kind in ("stand", "marker", "overlay")] == [2, 1, 1]
    assert title(found(root, "marker")[0]) == "mine"


def test_a_domino_shows_its_faces_or_its_back() -> None:
    tiles = []
    for kind, faces in (("domino", (5, 2)), ("domino", (6, 1)), ("domino-back", ())):
        scene = replace(samples.scene_of(Ground(9, 9)), markers=(Marker(kind, "union", 4, 4, "A tile", "c", faces),))
        tiles.append([e.get("d", "") for e in found(fromstring(svg(scene)), kind)[0].iter(NS + "path")])
    assert [[path.count("M") for path in tile[1:]] for tile in tiles[:2]] == [[5, 2], [6, 1]]
    assert tiles[0] != tiles[1] != tiles[2]


def test_scale_bars_in_both_units() -> None:
    scales = found(fromstring(svg(samples.scene_of(Ground(56, 40)))), "scales")[0]
    assert [text.text for text in scales.iter(NS + "text")] == [
        "0", "4", "8", "inches", "0", "50", "100", "yards"
    ]  # fmt: skip


def test_title_and_moment_stand_in_the_cartouche() -> None:
    plate = found(fromstring(svg(samples.battle())), "cartouche")[0]
    assert [text.text for text in plate.iter(NS + "text")] == ["Little Round Top", "Turn 3, shooting"]


def test_units_of_measure_in_the_plural() -> None:
    assert [plural(unit) for unit in ("inch", "cm", "base width", "inches")] == [
        "inches", "cm", "base widths", "inches"
    ]  # fmt: skip


def test_numbers_are_short() -> None:
    assert [px(value) for value in (1.0, -0.04, 2.25, 10.0)] == ["1", "0", "2.2", "10"]


def test_scatter_belongs_to_the_place() -> None:
    assert scatter(3, 4) == scatter(3, 4)
    assert len({scatter(i, j) % 256 for i in range(40) for j in range(40)}) == 256


def test_many_hits_are_a_number_and_an_overlay_needs_two_points() -> None:
    badge = Badge("hit", "Many hits", "c", "", 9)
    drawn = found(lone(samples.line_of("p", "1st", "union", Pose(20, 20, 0), 4, badges=(badge,))), "badge")[0]
    assert drawn.findtext(f"{NS}text") == "9"
    empty = replace(samples.scene_of(Ground(9, 9)), overlays=(Overlay("line", "", "x", ((1, 1),), "c"),))
    assert found(fromstring(svg(empty)), "overlay") == []


def test_a_book_without_yards_has_one_scale() -> None:
    scales = found(fromstring(svg(replace(samples.scene_of(Ground(56, 40)), yards_per_unit=0.0))), "scales")[0]
    assert "yards" not in [text.text for text in scales.iter(NS + "text")]
