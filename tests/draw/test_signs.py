"""Badges, markers, arms and stars are data of one file that the pictures and the browser both draw from."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from roundtop.battle.engine import begin
from roundtop.battles import load
from roundtop.draw.signs import SIGNS
from roundtop.rulebooks import rulebook

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "roundtop"
WEB = ROOT / "web" / "src"
PANELS = ("lib/ink.ts", "panel/Throw.svelte", "panel/Card.svelte", "panel/Tile.svelte", "panel/needed.ts")
DRAWING = [
    *sorted((SOURCE / "draw").glob("*.py")),
    *sorted((WEB / "map").iterdir()),
    *sorted((WEB / "pages").glob("Table*")),
    *[WEB / name for name in PANELS],
]
READS_WORDS = re.compile(
    r"import re$"
    r"|(text|label|name|value|words)\)?\.(match|split|partition|rpartition|search|replaceAll|toLowerCase|lower)\("
    r"|/i?\.(exec|test)\([\w.]+\.(text|label|name|value|words)",
    re.MULTILINE,
)


def made(kind: str, field: str) -> set[str]:
    """The first field of every badge or marker that a book makes, where it is written out."""
    found: set[str] = set()
    for file in (SOURCE / "rulebooks").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == kind:
                named = [word.value for word in node.keywords if word.arg == field]
                found |= {
                    part.value
                    for value in [*node.args[:1], *named]
                    for part in ast.walk(value)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
    return found


def test_every_badge_of_the_books_has_its_sign() -> None:
    assert len(made("Badge", "shape")) > 8
    assert made("Badge", "shape") <= set(SIGNS.badges)


def test_markers_of_the_books_have_signs() -> None:
    plain = {"arrival", "sighting", ""}
    assert "domino-back" in made("Marker", "kind")
    assert made("Marker", "kind") - plain <= set(SIGNS.markers)


def test_no_sign_is_written_down_twice() -> None:
    paths = {layer.path for one in (SIGNS.badges, SIGNS.markers) for sign in one.values() for layer in sign.layers}
    colours = {side.colour for side in SIGNS.sides.values()} | {side.dark for side in SIGNS.sides.values()}
    known = {path for path in paths if len(path) > 8} | colours
    files = [*WEB.rglob("*.svelte"), *WEB.rglob("*.ts"), *SOURCE.joinpath("draw").glob("*.py")]
    twice = [(file.name, sign) for file in files for sign in known if sign in file.read_text(encoding="utf-8")]
    assert twice == []


def test_the_browser_reads_the_file() -> None:
    assert 'from "../../../src/roundtop/draw/signs.json"' in (WEB / "lib" / "signs.ts").read_text(encoding="utf-8")
    users = [file.name for file in WEB.rglob("*.svelte") if 'from "../lib/signs"' in file.read_text(encoding="utf-8")]
    assert {"Sign.svelte", "Stand.svelte", "Troops.svelte", "Field.svelte", "Card.svelte"} <= set(users)


def test_nothing_that_draws_reads_words() -> None:
    reads = [(file.name, found[0]) for file in DRAWING if (found := READS_WORDS.search(file.read_text("utf-8")))]
    assert reads == []
    told = [file for file in (SOURCE / "rulebooks").rglob("*.py") if file.name in ("scene.py", "told.py", "words.py")]
    assert [file for file in told if re.search(r"^import re$", file.read_text("utf-8"), re.MULTILINE)] == []


@pytest.mark.parametrize("book", ["infantry-action", "order-cards", "charge-boys", "chamberlain"])
def test_units_carry_the_strength_that_a_list_shows(book: str) -> None:
    found = rulebook(book)
    state = begin(found, load("training-field"), {}).state
    pieces = found.scene(found.view(state, "union")).pieces
    own = [piece for piece in pieces if piece.side == "union" and piece.glyph != "officer"]
    assert own
    assert all(piece.strength.isdigit() and int(piece.strength) > 0 for piece in own)
    assert [piece.strength for piece in pieces if piece.name == "Blind"] == [""] * (5 if book == "chamberlain" else 0)
