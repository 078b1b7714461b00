"""Charges up to contact, and the greatest threat."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.chamberlain.charge.rule import (
    Candidate,
    Charger,
    charge,
    charge_at,
    greatest_threats,
    strikes_flank,
)
from roundtop.rulebooks.chamberlain.movement.rule import Yard
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.rulebooks.chamberlain.terrain.rule import base, touching
from roundtop.table.ground import Ground
from tests.clauses import clause
from tests.rulebooks.chamberlain.asked import Outcome, asked, at, block, pose, square

TABLE = Ground(24, 16)


def charged(distance: float, unit: dict[str, Any] | None = None, **more: Any) -> Outcome:
    """A charge at an enemy straight ahead that faces the charger."""
    charger = {"arm": "infantry", "elan": 6} | pose(0, 0) | (unit or {})
    more.setdefault("target", pose(0, distance, 180))
    return asked("charge", charger=charger, **more)


@clause("chamberlain.move.charge-infantry-distance", 1)
def test_infantry_charges_2_bw() -> None:
    found = charged(2.0)
    assert (found["legal"], found["distance_bw"], found["end"]) == (True, 2.0, pose(0, 2.0))
    assert charged(2.1)["clause"] == "chamberlain.move.charge-infantry-distance"
    dismounted = {"arm": "cavalry", "mounted": False}
    assert charged(2.1, dismounted)["clause"] == "chamberlain.move.charge-infantry-distance"


@clause("chamberlain.move.charge-mounted-distance", 1)
def test_mounted_troops_charge_4_bw() -> None:
    for arm in ("cavalry", "mounted-infantry"):
        assert charged(3.6, {"arm": arm})["legal"]
        assert charged(4.0, {"arm": arm})["legal"]
        assert charged(4.1, {"arm": arm})["clause"] == "chamberlain.move.charge-mounted-distance"


@clause("chamberlain.move.charge-pivot", 1)
def test_a_charge_turns_at_most_45_degrees() -> None:
    aside = pose(1.0, 1.0, 225)
    assert charged(0, target=aside, pivot_to=45)["legal"]
    assert charged(0, target=aside, pivot_to=46)["clause"] == "chamberlain.move.charge-pivot"
    left = pose(-1.0, 1.0, 135)
    assert charged(0, target=left, pivot_to=315)["legal"]
    assert charged(0, target=left, pivot_to=314)["clause"] == "chamberlain.move.charge-pivot"


@clause("chamberlain.move.charge-visible")
@clause("chamberlain.los.must-see")
def test_what_is_not_seen_is_not_charged() -> None:
    assert charged(1.0, visible=False)["clause"] == "chamberlain.move.charge-visible"


@clause("chamberlain.move.charge-not-fatigued", 1, 2)
def test_fatigued_units_do_not_charge() -> None:
    assert charged(1.0, {"fatigue": 2})["legal"]
    assert charged(1.0, {"fatigue": 3})["clause"] == "chamberlain.move.charge-not-fatigued"
    assert charged(1.0, {"fatigue": 3}, options={"charge_bar": "mounted-only"})["legal"]
    assert charged(1.0, {"fatigue": 1}, options={"charge_bar": "any-fatigue"})["legal"] is False
    assert charged(1.0, {"fatigue": 3}, options={"fatigue_fatigued_at": "below-half"})["legal"]


@clause("chamberlain.move.charge-artillery", 1)
def test_guns_never_charge() -> None:
    for arm in ("artillery", "horse-artillery"):
        assert charged(1.0, {"arm": arm, "ammo": 5})["clause"] == "chamberlain.move.charge-artillery"


@clause("chamberlain.move.charge-terrain", 1)
def test_difficult_ground_does_not_shorten_a_charge() -> None:
    woods = [{"kind": "heavy-woods", "polygon": square(-3, 1.3, 3, 4)}]
    assert charged(1.8, terrain=woods)["legal"]
    slow = {"charge_difficult_slows": True}
    assert charged(1.8, terrain=woods, options=slow)["clause"] == "chamberlain.move.charge-infantry-distance"
    assert charged(1.8, {"arm": "cavalry"}, terrain=woods, options=slow)["legal"]
    near = [{"kind": "heavy-woods", "polygon": square(-3, 0.3, 3, 4)}]
    assert charged(1.0, terrain=near, options=slow)["legal"]


@clause("chamberlain.terrain.major-river", 1)
@clause("chamberlain.move.charge-terrain")
def test_a_lake_stops_a_charge() -> None:
    lake = [{"kind": "major-river", "polygon": square(-3, 0.5, 3, 1)}]
    assert charged(1.8, terrain=lake)["clause"] == "chamberlain.terrain.major-river"
    beyond = [{"kind": "major-river", "polygon": square(-3, 2.4, 3, 3)}]
    assert charged(1.8, terrain=beyond)["legal"]


@clause("chamberlain.move.charge-path", 1)
def test_the_first_enemy_touched_must_be_the_target() -> None:
    other = [pose(0.6, 0.9, 180)]
    assert charged(1.5, other_enemies=other)["clause"] == "chamberlain.move.charge-path"
    assert charged(1.5, other_enemies=[pose(1.1, 0.9, 180)])["legal"]
    assert charged(1.5, other_enemies=[pose(1.0, 1.5, 180)])["legal"]


def charger(x: float, y: float, degrees: float = 0, arm: str = "infantry") -> Charger:
    return Charger(arm, True, 6, 0, at(x, y, degrees))


@clause("chamberlain.move.charge-path")
def test_two_enemies_touched_at_once_are_both_attacked() -> None:
    for behind, struck in ((0.0, (0, 1)), (0.04, (0, 1)), (0.07, (0,))):
        yard = Yard(TABLE, (block(9.5, 11, 180), block(10.5, 11 + behind, 180)))
        assert charge(yard, charger(10, 10), 0, 0, True).struck == struck


@clause("chamberlain.move.charge-path")
@clause("chamberlain.move.through-friends")
def test_friends_may_be_passed_but_not_stood_on() -> None:
    enemy = (block(10, 12, 180),)
    assert charge(Yard(TABLE, enemy, friends=(block(10, 11),)), charger(10, 10), 0, 0, True).clause == ""
    stood_on = charge(Yard(TABLE, enemy, friends=(block(10, 11.9),)), charger(10, 10), 0, 0, True)
    assert stood_on.clause == "chamberlain.move.through-friends"
    fighting = charge(Yard(TABLE, enemy, held=(block(10.8, 11),)), charger(10, 10), 0, 0, True)
    assert fighting.clause == "chamberlain.move.through-friends"


@clause("chamberlain.move.charge-path")
def test_a_charge_stays_on_the_table() -> None:
    yard = Yard(TABLE, (block(0.4, 11, 180),))
    assert charge(yard, charger(0.4, 9.5), 0, 0, True).clause == "chamberlain.move.charge-path"


@clause("chamberlain.move.in-contact", 1)
def test_an_enemy_in_contact_is_charged_on_the_spot() -> None:
    yard = Yard(TABLE, (block(10, 10, 180),))
    found = charge(yard, charger(10, 10), 0, 0, True)
    assert (found.clause, found.distance, found.end, found.struck) == ("", 0.0, at(10, 10), (0,))
    assert charge(yard, charger(10, 10), 1000, 0, True).clause == "chamberlain.move.in-contact"
    assert charge_at(yard, charger(10, 10), 0) == found


@clause("chamberlain.move.charge-greatest-threat")
def test_a_way_to_a_target_is_found() -> None:
    yard = Yard(TABLE, (block(11.2, 11.0, 200), block(10, 14, 180)))
    found = charge_at(yard, charger(10, 10), 0)
    assert found is not None
    assert found.struck == (0,)
    assert touching(base(found.end, PRINTED), yard.enemies[0])
    assert charge_at(yard, charger(10, 10), 1) is None
    assert charge_at(yard, charger(10, 10, 180), 0) is None


@clause("chamberlain.melee.flanked-condition", 1, 2, 3)
def test_flank_charges() -> None:
    defender = block(0, 0)
    assert strikes_flank(defender, at(0.5, -0.2, 270), False)
    assert not strikes_flank(defender, at(0.4, 0.0, 180), False)
    assert not strikes_flank(defender, at(0.5, -0.2, 270), True)


# ---- the greatest threat


def threats(*candidates: tuple[str, float, str, int], **options: Any) -> list[str]:
    given = [
        {
            "id": id,
            "distance_bw": distance,
            "in_contact": how == "contact",
            "engages": how == "engages",
            "current_dice": dice,
        }
        for id, distance, how, dice in candidates
    ]
    return list(asked("greatest-threat", candidates=given, options=options)["targets"])


@clause("chamberlain.move.charge-greatest-threat", 1, 2)
@clause("chamberlain.move.engaged-charge", 1)
def test_the_greatest_threat() -> None:
    assert threats(("A", 1.2, "", 4), ("B", 1.8, "", 9)) == ["A"]
    assert threats(("A", 0.8, "", 4), ("B", 0.9, "engages", 4)) == ["B"]
    assert threats(("A", 0.9, "engages", 4), ("B", 0.7, "engages", 6), ("C", 1.5, "", 8)) == ["A", "B"]
    assert threats(("A", 0.9, "engages", 4), ("B", 0.0, "contact", 3)) == ["B"]
    assert threats(("A", 1.2, "", 4), ("B", 1.3, "", 6)) == ["B"]
    assert threats(("A", 1.2, "", 6), ("B", 1.3, "", 6)) == ["A", "B"]
    assert threats(("A", 1.2, "", 4), ("B", 1.31, "", 6)) == ["A"]
    assert threats() == []


@clause("chamberlain.move.engaged-charge")
def test_an_engaged_unit_chooses_freely_by_house_rule() -> None:
    free = {"charge_engaged_free_choice": True}
    given = (("A", 0.9, "engages", 4), ("C", 1.5, "", 8))
    assert threats(*given) == ["A"]
    assert threats(*given, **free) == ["A", "C"]
    assert threats(("A", 1.2, "", 4), ("B", 1.8, "", 9), **free) == ["A"]


def test_nobody_to_charge() -> None:
    assert greatest_threats((), PRINTED) == ()
    with pytest.raises(ValueError, match=r"candidates\[0\]\.distance_bw: -1 cannot be"):
        threats(("A", -1, "", 4))
    assert greatest_threats((Candidate("A", 1.0, False, False, 6),), Settings()) == ("A",)
