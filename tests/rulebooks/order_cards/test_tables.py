"""Every row of the book's tables names the clause it stands in, and the figures several chapters share."""

from __future__ import annotations

import pytest

from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.fire import rule as fire_rule
from roundtop.rulebooks.order_cards.melee import rule as melee_rule
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.options import LEDGER

BOOK = "order-cards."

MELEE = {
    "head-down": "head-down-mod",
    "low-or-no-ammo": "ammo-mod",
    "in-disorder": "disorder-mod",
    "flank-or-rear": "flank-mod",
    "defending-uphill": "uphill-mod",
    "wall-fence-bush": "obstacle-mod",
    "fraise": "obstacle-mod",
    "chevaux-de-frise": "obstacle-mod",
    "earthwork": "obstacle-mod",
    "charging-loose-order": "loose-double",
    "cavalry-charging": "cavalry-mod",
}
FIRE = {
    "target-head-down": "target-head-down",
    "firer-low-ammo": "firer-low-ammo",
    "firer-mounted": "firer-mounted",
    "firer-loose-order": "firer-loose-order",
    "target-loose-order": "target-loose-order",
    "firer-head-down": "firer-head-down",
    "target-unlimbered-artillery": "target-unlimbered",
    "target-in-earthwork": "target-earthwork",
    "target-mounted-or-limbered": "target-mounted-limbered",
    "target-enfiladed": "enfilade",
    "target-wagon": "target-wagon",
    "double-fire": "double-fire",
}
MOVES = {
    "wall-disorder": "move.wall-fence",
    "wall-good-order": "move.wall-fence",
    "fence-disorder": "move.wall-fence",
    "fence-good-order": "move.wall-fence",
    "earthwork-disorder": "move.wall-fence",
    "earthwork-good-order": "move.wall-fence",
    "bush": "move.bush",
    "creek": "move.creek",
    "creek-in-wood": "move.creek",
    "ford": "move.major-river",
    "minor-river": "move.minor-river",
    "minor-river-in-wood": "move.minor-river",
    "major-river": "move.major-river",
    "defence-barrier": "move.barrier-cross",
    "woods": "move.woods",
    "wood-edge-exit": "move.woods",
    "marsh": "move.roads-hills-buildings",
    "orchard": "move.orchard-corn-rough",
    "corn": "move.orchard-corn-rough",
    "rough": "move.orchard-corn-rough",
    "built-up": "move.roads-hills-buildings",
    "impassable": "move.roads-hills-buildings",
    "facing-change": "move.facing-change",
    "oblique": "move.oblique",
    "wheel": "move.wheel",
    "step-back": "move.backward-sideways",
    "form-up": "formation.form-up",
    "reform": "formation.form-up",
    "to-line": "formation.change-formation",
    "to-column": "formation.change-formation",
    "loose-order": "formation.change-formation",
    "limber": "move.limber-unlimber",
    "unlimber": "move.limber-unlimber",
    "mount": "formation.change-formation",
    "dismount": "formation.change-formation",
}
TESTS = {
    "fire": "morale.when",
    "interpenetration": "move.interpenetration",
    "retreat-through": "melee.retreat-through-friends",
    "formation-change": "formation.change-in-musket-range",
    "voluntary-disorder": "formation.voluntary-disorder",
}


def test_every_row_names_its_clause() -> None:
    ids = {clause.id for clause in LEDGER.clauses}
    named = {name: row.clause for name, row in melee_rule.ROWS.items()}
    assert named == {name: f"{BOOK}melee.{clause}" for name, clause in MELEE.items()}
    factors = fire_rule.HALVES | fire_rule.DOUBLES
    assert factors == {name: f"{BOOK}fire.{clause}" for name, clause in FIRE.items()}
    prices = {name: price.clause for name, price in movement_rule.PRICES.items()}
    assert prices == {name: BOOK + clause for name, clause in MOVES.items()}
    assert {BOOK + clause for clause in TESTS.values()} <= ids
    assert {kind: clause.removeprefix(BOOK) for kind, clause in morale_rule.CLAUSES.items()} == TESTS
    for weapon, reaches in fire_rule.REACHES.items():
        clause = f"{BOOK}fire.{weapon}-range" if weapon in ("infantry", "cavalry") else f"{BOOK}fire.{weapon}"
        assert {reach.clause for reach in reaches} == {clause}


def test_disorder_is_taken_where_the_table_says() -> None:
    messy = {name for name, price in movement_rule.PRICES.items() if price.disorder}
    hasty = {"wall-disorder", "fence-disorder", "earthwork-disorder"}
    assert messy == hasty | {"bush", "minor-river", "minor-river-in-wood", "defence-barrier"}


@pytest.mark.parametrize(
    ("length", "whole"), [(0.0, 0), (0.005, 0), (0.5, 1), (1.0, 1), (1.01, 1), (1.02, 2), (2.999, 3), (-2.0, 0)]
)
def test_whole_inches_with_the_tolerance(length: float, whole: int) -> None:
    assert tables.whole_inches(length) == whole


def test_ceiling_and_half() -> None:
    assert [tables.ceiling(n, 4) for n in (0, 1, 4, 5)] == [0, 1, 1, 2]
    assert [tables.half_up(n) for n in (70, 75, 1)] == [35, 38, 1]


def test_who_goes_on_foot() -> None:
    assert tables.on_foot("infantry", True)
    assert tables.on_foot("cavalry", False)
    assert not tables.on_foot("cavalry", True)
    assert not tables.on_foot("artillery", False)
    assert not tables.on_foot("wagon", False)
