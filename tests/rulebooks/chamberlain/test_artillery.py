"""Artillery: ranges, bonuses, penalties, ammunition, resupply and fire over friends."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.chamberlain.artillery.rule import Friend, GunShot, gun_refusal, pool
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.rulebooks.chamberlain.tables import Troops, ammo_dice, boxes
from tests.clauses import clause
from tests.rulebooks.chamberlain.asked import Outcome, asked

INFANTRY = {"arm": "infantry", "elan": 6}


def fired(firer: dict[str, Any], range_bw: float, *faces: int, **more: Any) -> Outcome:
    more.setdefault("target", INFANTRY)
    return asked("artillery-fire", *faces, firer={"arm": "artillery"} | firer, range_bw=range_bw, **more)


def dice_of(firer: dict[str, Any], range_bw: float, **more: Any) -> int:
    target = Troops(**({"elan": 6} | more.pop("target", {})))
    options = Settings(**more.pop("options", {}))
    return pool(GunShot(Troops(**({"arm": "artillery"} | firer)), target, range_bw, settings=options, **more)).dice


def refused(firer: dict[str, Any], range_bw: float, **more: Any) -> str:
    found = fired(firer, range_bw, **more)
    assert not found["legal"]
    assert found["firer_ammo"] == firer["ammo"]
    return str(found["clause"])


# ---- ammunition


@clause("chamberlain.unit.ammo", 1)
@clause("chamberlain.art.dice", 1)
@clause("chamberlain.art.mark-ammo", 1)
@clause("chamberlain.art.to-hit", 1)
def test_a_battery_rolls_its_ammunition_and_marks_one() -> None:
    found = fired({"ammo": 6}, 5, 1, 1, 1, 1, 1, 1)
    assert (found["dice_count"], found["firer_ammo"]) == (6, 5)
    halved = fired({"ammo": 5}, 5, 1, 1, 1, target=INFANTRY | {"in_cover": True})
    assert (halved["dice_count"], halved["firer_ammo"]) == (3, 4)
    hit = fired({"ammo": 5}, 5, 6, 6, 3, 2, 1)
    assert (hit["target_fatigue"], hit["firer_ammo"], hit["hit_on"]) == (2, 4, 6)


@clause("chamberlain.unit.ammo")
def test_the_stepped_track() -> None:
    stepped = Settings(artillery_ammo_track="stepped")
    assert boxes(6, stepped) == 8
    assert boxes(6, PRINTED) == 6
    assert [ammo_dice(n, stepped) for n in range(8, -1, -1)] == [6, 5, 5, 4, 4, 3, 3, 2, 0]
    assert dice_of({"ammo": 7}, 5, options={"artillery_ammo_track": "stepped"}) == 5


@clause("chamberlain.unit.ammo-values", 1)
@clause("chamberlain.unit.ammo-zero")
def test_a_battery_shoots_itself_empty() -> None:
    ammo, thrown = 5, []
    while ammo:
        found = fired({"arm": "horse-artillery", "ammo": ammo, "start_ammo": 5}, 5, *[1] * ammo)
        thrown.append(found["dice_count"])
        ammo = found["firer_ammo"]
    assert thrown == [5, 4, 3, 2, 1]
    assert refused({"ammo": 0}, 5) == "chamberlain.unit.ammo-zero"


@clause("chamberlain.unit.ammo-zero")
def test_an_empty_battery_retires_by_house_rule() -> None:
    options = {"artillery_empty": "retire"}
    assert fired({"ammo": 1}, 5, 1, options=options)["firer_status"] == "retired"
    assert fired({"ammo": 2}, 5, 1, 1, options=options)["firer_status"] == "ok"
    assert fired({"ammo": 1}, 5, 1)["firer_status"] == "ok"


# ---- who may fire


@clause("chamberlain.art.range-canister", 1)
@clause("chamberlain.art.range-long", 1)
@clause("chamberlain.art.bonus-canister", 1)
def test_ranges() -> None:
    assert [dice_of({"ammo": 6}, reach) for reach in (1.5, 2.0, 2.1, 7.5, 8.0)] == [7, 7, 6, 6, 6]
    assert fired({"ammo": 1}, 8.0, 1)["legal"]
    assert refused({"ammo": 6}, 8.3) == "chamberlain.art.range-long"


@clause("chamberlain.move.mobile-hs", 1)
@clause("chamberlain.fire.who")
@clause("chamberlain.unit.abbreviations", 1)
def test_only_horse_artillery_fires_after_moving() -> None:
    horse = {"arm": "horse-artillery", "ammo": 5}
    found = fired(horse | {"moved": "difficult"}, 5, 1, 1, 1)
    assert (found["dice_count"], found["firer_ammo"]) == (3, 4)
    assert fired(horse | {"moved": "pivot"}, 5, 1, 1, 1)["legal"]
    with_range = horse | {"moved": "difficult", "traits": ["RANGE"]}
    assert fired(with_range, 5, 1, 1, 1, 1)["bonus"] == 1
    for moved in ("simple", "reserve"):
        assert refused(horse | {"moved": moved}, 5) == "chamberlain.move.mobile-hs"
    for moved in ("simple", "difficult", "pivot"):
        assert refused({"ammo": 6, "moved": moved}, 5) == "chamberlain.fire.who"


@clause("chamberlain.fire.who")
@clause("chamberlain.los.must-see")
@clause("chamberlain.fire.arc")
def test_the_order_of_refusals() -> None:
    assert refused({"ammo": 0, "in_contact": True, "moved": "simple"}, 9) == "chamberlain.fire.who"
    assert refused({"ammo": 6}, 5, target=INFANTRY | {"in_contact": True}) == "chamberlain.fire.who"
    assert refused({"ammo": 6}, 5, visible=False, in_arc=False) == "chamberlain.los.must-see"
    assert refused({"ammo": 6}, 5, in_arc=False) == "chamberlain.fire.arc"


@clause("chamberlain.move.limber-state", 1)
def test_limbered_guns_do_not_fire_where_it_is_tracked() -> None:
    tracked = {"artillery_track_limber": True}
    assert refused({"ammo": 6, "limbered": True}, 5, options=tracked) == "chamberlain.move.limber-state"
    assert fired({"ammo": 1, "limbered": True}, 5, 1)["legal"]
    assert fired({"ammo": 6}, 5, 1, 1, 1, 1, 1, 1)["dice_count"] == 6


# ---- bonuses


@clause("chamberlain.art.bonus-only-one", 1)
@clause("chamberlain.trait.artillery-lay", 1)
@clause("chamberlain.art.bonus-officer", 1)
def test_only_one_bonus_counts() -> None:
    laid = {"ammo": 4, "officer": ("A",)}
    assert dice_of(laid, 2.0, flank=True) == 5
    assert dice_of(laid, 2.0, flank=True, options={"artillery_bonus": "cumulative"}) == 7
    assert dice_of(laid, 5.0) == 5
    assert dice_of({"ammo": 2, "officer": ("A",)}, 4.0) == 3
    assert dice_of({"ammo": 2, "officer": ()}, 4.0) == 2


@clause("chamberlain.art.bonus-rh-cb", 1)
@clause("chamberlain.art.penalty-counter-battery", 1)
def test_counter_battery() -> None:
    guns = {"arm": "artillery", "ammo": 6}
    assert dice_of({"ammo": 7, "traits": ("RH",)}, 5.0, target=guns) == 5
    assert dice_of({"ammo": 7, "traits": ("RH",)}, 5.0) == 7
    assert dice_of({"ammo": 6}, 5.0, target=guns) == 3


@clause("chamberlain.art.bonus-flank", 1)
@clause("chamberlain.art.bonus-range-trait", 1, 2)
def test_flank_and_range_trait() -> None:
    assert dice_of({"ammo": 3}, 5.0, flank=True) == 4
    assert dice_of({"ammo": 5, "traits": ("RANGE",)}, 6.0) == 6
    assert dice_of({"ammo": 5, "traits": ("RANGE",)}, 1.8) == 6


# ---- penalties


@clause("chamberlain.art.penalty-cover", 1)
@clause("chamberlain.terrain.rocky", 1)
def test_cover_halves() -> None:
    assert dice_of({"ammo": 5}, 5.0, target={"in_cover": True}) == 3
    assert dice_of({"ammo": 6}, 5.0, target={"in_cover": True}) == 3


@clause("chamberlain.art.penalty-concealed", 1)
@clause("chamberlain.conceal.passive-hit", 1, 2)
def test_a_blind_halves_and_is_revealed_when_hit() -> None:
    blind = INFANTRY | {"concealed": True}
    hit = fired({"ammo": 6}, 5.0, 6, 2, 1, target=blind)
    assert (hit["dice_count"], hit["hits"], hit["target_fatigue"], hit["target_concealed"]) == (3, 1, 1, False)
    assert fired({"ammo": 6}, 5.0, 5, 2, 1, target=blind)["target_concealed"]


@clause("chamberlain.art.penalty-uphill", 1)
def test_uphill_halves_and_downhill_does_not() -> None:
    assert dice_of({"ammo": 4}, 5.0, target={"level": 1}) == 2
    assert dice_of({"ammo": 4, "level": 2}, 5.0, target={"level": 1}) == 4


@clause("chamberlain.art.penalty-moving", 1)
def test_moving_fire_halves() -> None:
    assert dice_of({"arm": "horse-artillery", "ammo": 5, "moved": "difficult"}, 2.0) == 4


@clause("chamberlain.art.penalty-obstructed")
def test_an_obstructed_line_halves() -> None:
    assert dice_of({"ammo": 6}, 4.5, obstructed=True) == 3


@clause("chamberlain.fire.penalty-at-artillery")
@clause("chamberlain.fire.retreat-mounted")
def test_guns_at_horsemen() -> None:
    cavalry = {"arm": "cavalry", "elan": 5}
    assert dice_of({"ammo": 6}, 5.0, target=cavalry) == 6
    assert dice_of({"ammo": 6}, 5.0, target=cavalry, options={"fire_guns_and_horse_halve": "artillery"}) == 3
    found = fired({"ammo": 1}, 5.0, 6, target=cavalry)
    assert (found["target_fatigue"], found["target_retreat_bw"]) == (1, 2)


@clause("chamberlain.art.hit-once-retreats", 1)
@clause("chamberlain.art.hit-twice-retires", 1, 2)
def test_guns_that_are_hit() -> None:
    guns = {"arm": "artillery", "ammo": 4}
    once = fired({"ammo": 6}, 5.0, 6, 5, 2, target=guns)
    assert (once["target_status"], once["target_retreat_bw"]) == ("ok", 2)
    assert fired({"ammo": 6}, 5.0, 6, 6, 2, target=guns)["target_status"] == "retired"
    # One hit from each of two batteries: it goes back twice and stays on the table.
    for _ in range(2):
        assert fired({"ammo": 6}, 5.0, 6, 5, 2, target=guns)["target_retreat_bw"] == 2


@clause("chamberlain.command.unit-lost")
def test_an_officer_with_a_unit_that_guns_break_is_at_risk() -> None:
    found = fired({"ammo": 1}, 5.0, 6, 6, target={"elan": 6, "fatigue": 5, "officer": []})
    assert (found["target_status"], found["at_risk_rolled"], found["target_officer_killed"]) == ("broken", True, True)


# ---- over the heads of friends


@clause("chamberlain.art.overhead-level", 1)
@clause("chamberlain.art.overhead-target", 1)
@clause("chamberlain.los.units-block")
@pytest.mark.parametrize(
    ("friend", "overhead", "refusal"),
    [
        (Friend(0, 1.4, 2.0), False, "chamberlain.los.units-block"),
        (Friend(0, 1.4, 2.0), True, ""),
        (Friend(0, 1.0, 1.0), True, ""),
        (Friend(0, 0.8, 2.0), True, "chamberlain.art.overhead-level"),
        (Friend(1, 1.4, 2.0), True, "chamberlain.art.overhead-level"),
        (Friend(0, 1.4, 0.7), True, "chamberlain.art.overhead-target"),
    ],
)
def test_overhead_fire(friend: Friend, overhead: bool, refusal: str) -> None:
    battery = Troops("artillery", ammo=6, level=1)
    shot = GunShot(battery, Troops(elan=6), 5.0, friends=(friend,), settings=Settings(artillery_overhead=overhead))
    assert gun_refusal(shot) == refusal


@clause("chamberlain.art.overhead-half", 1)
def test_overhead_fire_is_at_half() -> None:
    friend = {"level": 0, "from_battery_bw": 1.4, "from_target_bw": 2.0}
    found = fired(
        {"ammo": 6, "level": 1},
        5.0,
        1,
        1,
        1,
        target=INFANTRY | {"in_cover": True},
        intervening_friends=[friend],
        options={"artillery_overhead": True},
    )
    assert (found["legal"], found["dice_count"]) == (True, 3)


# ---- resupply


def resupplied(firer: dict[str, Any], **more: Any) -> Outcome:
    return asked("artillery-fire", action="resupply", firer={"arm": "artillery"} | firer, **more)


@clause("chamberlain.trait.artillery-resupply", 1, 2)
@clause("chamberlain.trait.artillery-choice", 1)
def test_resupply_instead_of_fire() -> None:
    served = {"officer": ["A"], "start_ammo": 6}
    found = resupplied({"ammo": 3} | served)
    assert (found["legal"], found["firer_ammo"], found["dice_count"]) == (True, 4, 0)
    full = resupplied({"ammo": 6} | served)
    assert (full["legal"], full["clause"]) == (False, "chamberlain.trait.artillery-resupply")
    assert resupplied({"ammo": 0} | served)["firer_ammo"] == 1
    assert resupplied({"ammo": 3, "start_ammo": 6, "officer": ["I"]})["clause"] == "chamberlain.trait.artillery-choice"
    assert resupplied({"ammo": 3, "start_ammo": 6})["clause"] == "chamberlain.trait.artillery-choice"


@clause("chamberlain.trait.artillery-resupply")
def test_a_battery_that_could_not_fire_is_not_resupplied() -> None:
    served = {"ammo": 3, "officer": ["A"], "start_ammo": 6}
    for barred in ({"moved": "pivot"}, {"in_contact": True}):
        assert resupplied(served | barred)["clause"] == "chamberlain.trait.artillery-resupply"
    horse = {"arm": "horse-artillery", "moved": "difficult"}
    assert resupplied(served | horse)["firer_ammo"] == 4
    limbered = resupplied(served | {"limbered": True}, options={"artillery_track_limber": True})
    assert limbered["clause"] == "chamberlain.trait.artillery-resupply"


def test_fields_of_the_wrong_arm_are_named() -> None:
    with pytest.raises(ValueError, match=r"firer\.arm: infantry has no guns; ask for fire"):
        fired({"arm": "infantry", "elan": 6}, 5)
    with pytest.raises(ValueError, match=r"target: missing"):
        asked("artillery-fire", firer={"arm": "artillery", "ammo": 6}, range_bw=3)
    with pytest.raises(ValueError, match=r"range_bw: missing"):
        asked("artillery-fire", firer={"arm": "artillery", "ammo": 6}, target=INFANTRY)
    with pytest.raises(ValueError, match=r"firer\.start_ammo: 2 cannot be"):
        fired({"ammo": 3, "start_ammo": 2}, 5)
