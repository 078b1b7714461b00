"""Shooting: ranges, volleys, guns and who may shoot, with every boundary on both sides."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.sources import Scripted
from roundtop.rulebooks.infantry_action.fire.rule import (
    BANDS,
    OUT,
    REACH,
    GunShot,
    Salvo,
    Shot,
    Volley,
    band,
    gun,
    gun_needs,
    gun_refusal,
    may_shoot,
    needs,
    penalties,
    shot_needs,
    volley,
    volley_refusal,
)
from roundtop.rulebooks.infantry_action.options import LEDGER, PRINTED, Settings
from tests.clauses import clause

RANGES = Settings(weapon_effect="range")
COVERED = Settings(cover_from_fire=True)
FEWER = Settings(rout_fire_penalty="fewer-dice")
SIXES = Settings(infantry_vs_battery="two-sixes")


def needed(kind: str, distance: float, weapon: str = "", settings: Settings = PRINTED) -> tuple[str, int]:
    row = band(kind, distance, weapon, settings)
    return row.name, needs(row, [])


def dice(*faces: int) -> Scripted:
    return Scripted([f"d6:{face}" for face in faces])


def fired(situation: Volley, *faces: int) -> Salvo:
    given = dice(*faces)
    salvo = volley(situation, given)
    given.finish()
    return salvo


def gunned(shot: GunShot, *faces: int) -> Salvo:
    given = dice(*faces)
    salvo = gun(shot, given)
    given.finish()
    return salvo


def at(distance: float, *targets: int) -> tuple[Shot, ...]:
    return tuple(Shot(stand, target, distance) for stand, target in enumerate(targets, 1))


# ---- the tables


@pytest.mark.parametrize(
    ("kind", "distance", "name", "face"),
    [
        ("infantry", 0.0, "short", 4),
        ("infantry", 12.0, "short", 4),
        ("infantry", 12.01, "short", 4),
        ("infantry", 12.02, "long", 5),
        ("infantry", 18.0, "long", 5),
        ("infantry", 18.01, "long", 5),
        ("infantry", 18.02, "out", 0),
        ("infantry", 18.1, "out", 0),
        ("battery", 10.0, "canister", 3),
        ("battery", 10.01, "canister", 3),
        ("battery", 10.02, "close", 4),
        ("battery", 18.0, "close", 4),
        ("battery", 18.01, "close", 4),
        ("battery", 18.02, "long", 5),
        ("battery", 36.0, "long", 5),
        ("battery", 36.01, "long", 5),
        ("battery", 36.02, "out", 0),
    ],
)
@clause("infantry-action.shooting.band-edges", 1, 2, 3)
def test_a_limit_belongs_to_the_nearer_band(kind: str, distance: float, name: str, face: int) -> None:
    assert needed(kind, distance) == (name, face)


@clause("infantry-action.artillery.canister-automatic", 1)
def test_canister_is_always_used_within_ten() -> None:
    assert needed("battery", 10.0) == ("canister", 3)
    assert needed("battery", 10.1) == ("close", 4)


@clause("infantry-action.setup.weapons", 1, 2, 3)
def test_weapons_matter_only_by_the_house_rule() -> None:
    assert needed("infantry", 15.0, "smoothbore-musket") == ("long", 5)
    assert needed("infantry", 10.0, "smoothbore-musket", RANGES) == ("long", 5)
    assert needed("infantry", 15.0, "smoothbore-musket", RANGES) == ("out", 0)
    assert needed("battery", 40.0, "3-inch-rifle", RANGES) == ("long", 5)
    assert needed("battery", 8.0, "3-inch-rifle", RANGES) == ("close", 4)
    assert needed("battery", 40.0, "3-inch-rifle") == ("out", 0)


@clause("infantry-action.setup.weapons")
def test_reach_is_the_ledgers_table() -> None:
    rows = LEDGER.clause("infantry-action.setup.weapons").rows
    assert {row["weapon"]: tuple(v for k, v in row.items() if k != "weapon") for row in rows} == REACH


@pytest.mark.parametrize("weapon", list(REACH))
@clause("infantry-action.setup.weapons")
def test_every_weapon_has_its_limits_on_both_sides(weapon: str) -> None:
    kind = "infantry" if len(REACH[weapon]) == 2 else "battery"
    names = [row.name for row in BANDS[kind]] + [OUT.name]
    for place, limit in enumerate(REACH[weapon]):
        assert needed(kind, limit + 0.01, weapon, RANGES)[0] == names[place]
        assert needed(kind, limit + 0.02, weapon, RANGES)[0] == names[place + 1]


@pytest.mark.parametrize(("kind", "distance"), [("infantry", 13.0), ("battery", 11.0)])
def test_an_unnamed_weapon_shoots_as_printed(kind: str, distance: float) -> None:
    assert needed(kind, distance, "", RANGES) == needed(kind, distance) == needed(kind, distance, "howitzer", RANGES)


@clause("infantry-action.shooting.no-cover", 1)
def test_cover_counts_only_by_the_house_rule() -> None:
    wall = Shot(1, 1, 12.0, in_cover=True)
    assert shot_needs(Volley((wall,)), wall) == 4
    assert shot_needs(Volley((wall,), settings=COVERED), wall) == 5
    assert shot_needs(Volley((wall,), settings=COVERED), replace(wall, in_cover=False)) == 4
    assert shot_needs(Volley((wall,), settings=COVERED, target_charging=True), wall) == 5
    assert gun_needs(GunShot(10.0, in_cover=True, settings=COVERED)) == 4
    assert gun_needs(GunShot(10.0, in_cover=True)) == 3


@clause("infantry-action.shooting.reduced-after-rout", 1, 2)
def test_routed_unit_takes_one_off_each_die() -> None:
    near = Volley(at(10.0, 1), routed_before=True)
    assert fired(near, 4).hits == 0
    assert fired(near, 5).hits == 1
    far = Volley(at(15.0, 1), routed_before=True)
    assert [fired(far, face).hits for face in range(1, 7)] == [0, 0, 0, 0, 0, 1]


def test_penalties_add_until_no_face_is_left() -> None:
    far = Volley((Shot(1, 1, 15.0, in_cover=True),), routed_before=True, settings=COVERED)
    assert shot_needs(far, far.shots[0]) == 7
    assert [fired(far, face).hits for face in range(1, 7)] == [0] * 6
    assert penalties("battery", True, False, PRINTED) == [], "guns never rout"


@clause("infantry-action.shooting.reduced-after-rout")
def test_one_die_fewer_by_the_house_rule() -> None:
    routed = Volley(at(12.0, 1, 2, 3), routed_before=True, settings=FEWER)
    assert fired(routed, 4, 4) == Salvo(2, removed=(1, 2))
    assert fired(replace(routed, routed_before=False), 4, 4, 4) == Salvo(3, removed=(1, 2, 3))
    assert fired(Volley(at(12.0, 1), routed_before=True, settings=FEWER)) == Salvo(0)


@clause("infantry-action.outcome.after-rout", 1)
def test_routed_unit_of_six_at_twelve() -> None:
    routed = Volley(at(12.0, 1, 2, 3, 4, 5, 6), routed_before=True)
    assert fired(routed, 4, 4, 4, 5, 4, 4) == Salvo(1, removed=(4,))


# ---- volleys


@clause("infantry-action.shooting.infantry-short", 1)
def test_short_range_hits_on_four() -> None:
    assert fired(Volley(at(9.0, 1, 2)), 4, 3) == Salvo(1, removed=(1,))


@clause("infantry-action.shooting.infantry-long", 1)
def test_long_range_hits_on_five() -> None:
    assert fired(Volley(at(15.0, 1, 2)), 5, 4) == Salvo(1, removed=(1,))


@clause("infantry-action.shooting.one-die-per-stand", 1)
def test_each_stand_throws_one_die() -> None:
    given = dice(1, 1, 1, 1, 1, 1, 1, 1)
    volley(Volley(at(9.0, 1, 2, 3, 4, 5, 6, 7, 8)), given)
    given.finish()
    assert len(given.rolls) == 1
    assert len(given.rolls[0].faces) == 8


@clause("infantry-action.shooting.nominated-stand", 1)
def test_each_die_is_for_the_stand_nominated() -> None:
    assert fired(Volley(at(10.0, 4, 5, 6)), 4, 2, 6) == Salvo(2, removed=(4, 6))


@clause("infantry-action.shooting.nominated-stand")
def test_shots_of_one_volley_may_lie_in_different_bands() -> None:
    shots = (Shot(1, 3, 12.0), Shot(2, 2, 12.5), Shot(3, 1, 18.0))
    assert fired(Volley(shots), 4, 4, 5) == Salvo(2, removed=(1, 3))


@clause("infantry-action.shooting.hit-removes-stand", 1)
def test_every_hit_takes_a_stand_off() -> None:
    assert fired(Volley(at(10.0, 9, 2)), 6, 6) == Salvo(2, removed=(2, 9))


@clause("infantry-action.shooting.surplus-hits", 1)
def test_surplus_hits_are_wasted() -> None:
    assert fired(Volley(at(10.0, 5, 5, 5)), 4, 5, 6) == Salvo(3, removed=(5,))


@clause("infantry-action.chargefire.marker", 1)
def test_hits_on_a_charger_are_markers_that_add_up() -> None:
    assert fired(Volley(at(10.0, 2, 2, 1), target_charging=True), 4, 5, 4) == Salvo(3, markers=((1, 1), (2, 2)))


@clause("infantry-action.artillery.infantry-against-battery", 1)
def test_infantry_may_not_shoot_at_a_battery() -> None:
    ten = Volley(at(9.0, *[1] * 10), target_kind="battery")
    assert volley_refusal(ten) == "infantry-action.artillery.infantry-against-battery"
    assert volley_refusal(replace(ten, target_kind="infantry")) == ""


@clause("infantry-action.artillery.infantry-against-battery")
def test_two_natural_sixes_destroy_a_battery_by_the_house_rule() -> None:
    three = Volley(at(17.0, 1, 1, 1), target_kind="battery", settings=SIXES)
    assert volley_refusal(three) == ""
    assert fired(three, 6, 5, 6) == Salvo(2, battery_destroyed=True)
    assert fired(three, 6, 5, 5) == Salvo(1)
    assert fired(replace(three, routed_before=True), 6, 5, 6) == Salvo(2, battery_destroyed=True)
    fewer = replace(SIXES, rout_fire_penalty="fewer-dice")
    assert fired(replace(three, routed_before=True, settings=fewer), 6, 6) == Salvo(2, battery_destroyed=True)
    far = replace(three, shots=at(18.02, 1))
    assert volley_refusal(far) == "infantry-action.shooting.band-edges"


@clause("infantry-action.shooting.band-edges")
def test_no_shot_beyond_the_last_band() -> None:
    assert volley_refusal(Volley((*at(10.0, 1), Shot(2, 1, 18.01)))) == ""
    assert volley_refusal(Volley((*at(10.0, 1), Shot(2, 1, 18.02)))) == "infantry-action.shooting.band-edges"
    carbines = Volley(at(15.0, 1), weapon="carbine", settings=RANGES)
    assert volley_refusal(carbines) == "infantry-action.shooting.band-edges"


# ---- odds of a volley


def volley_odds(situation: Volley) -> Odds[Salvo]:
    return fold((lambda _, dice: volley(situation, dice),), Salvo(-1))


def naive_volley(situation: Volley) -> Counter[Salvo]:
    """Every face of every die, by the words of the page."""
    found: Counter[Salvo] = Counter()
    for faces in product(range(1, 7), repeat=len(situation.shots)):
        struck: Counter[int] = Counter()
        for shot, face in zip(situation.shots, faces):
            less = 1 if situation.routed_before else 0
            if face - less >= (4 if shot.distance <= 12 else 5):
                struck[shot.target] += 1
        hits = sum(struck.values())
        if situation.target_charging:
            found[Salvo(hits, markers=tuple(sorted(struck.items())))] += 1
        else:
            found[Salvo(hits, removed=tuple(sorted(struck)))] += 1
    return found


@given(
    st.lists(st.tuples(st.integers(1, 3), st.sampled_from([6.0, 12.0, 12.5, 18.0])), min_size=1, max_size=4),
    st.booleans(),
    st.booleans(),
)
def test_volley_odds_agree_with_every_face_of_every_die(
    aims: list[tuple[int, float]], routed: bool, charging: bool
) -> None:
    shots = tuple(Shot(stand, target, distance) for stand, (target, distance) in enumerate(aims, 1))
    situation = Volley(shots, routed, charging)
    odds = volley_odds(situation)
    naive = naive_volley(situation)
    assert sum(odds.weights.values()) == odds.total
    assert {salvo: odds.chance(salvo) for salvo in odds.weights} == {
        salvo: Fraction(times, 6 ** len(shots)) for salvo, times in naive.items()
    }


def test_a_volley_of_ten_agrees_with_icepool() -> None:
    odds = mapped(volley_odds(Volley((*at(10.0, 1, 2, 3, 4, 5, 6), *at(15.0, 7, 8, 9, 10)))), lambda s: len(s.removed))
    theirs = 6 @ (icepool.d6 >= 4) + 4 @ (icepool.d6 >= 5)
    assert [odds.chance(lost) for lost in range(11)] == [theirs.probability(lost) for lost in range(11)]
    assert odds.expected(int) == 3 + Fraction(4, 3)


def test_ten_stands_at_short_range_remove_five_on_average() -> None:
    odds = volley_odds(Volley(at(9.0, *range(1, 11))))
    assert len(odds.weights) == 1024
    assert odds.expected(lambda salvo: len(salvo.removed)) == 5


# ---- guns


@pytest.mark.parametrize(
    ("distance", "hit"),
    [
        pytest.param(8.0, 3, marks=clause("infantry-action.artillery.canister", 1)),
        pytest.param(14.0, 4, marks=clause("infantry-action.artillery.close", 1)),
        pytest.param(30.0, 5, marks=clause("infantry-action.artillery.long", 1)),
    ],
)
def test_the_face_that_hits(distance: float, hit: int) -> None:
    shot = GunShot(distance, target=2, target_stands=5)
    assert gunned(shot, hit, 1) == Salvo(1, removed=(2,))
    assert gunned(shot, hit - 1, 1) == Salvo(0)
    assert gunned(shot, 1, hit) == Salvo(1, removed=(2,))


@clause("infantry-action.artillery.long", 1)
@clause("infantry-action.artillery.counter-battery-terms")
@pytest.mark.parametrize("kind", ["infantry", "battery"])
def test_a_gun_reaches_thirty_six(kind: str) -> None:
    assert gun_refusal(GunShot(36.0, kind)) == ""
    assert gun_refusal(GunShot(36.01, kind)) == ""
    assert gun_refusal(GunShot(36.02, kind)) == "infantry-action.shooting.band-edges"
    assert gun_refusal(GunShot(36.5, kind)) == "infantry-action.shooting.band-edges"
    assert gun_refusal(GunShot(40.0, kind, weapon="3-inch-rifle", settings=RANGES)) == ""


@clause("infantry-action.setup.artillery-unit", 1)
@clause("infantry-action.artillery.two-dice", 1)
def test_each_gun_throws_two_dice() -> None:
    given = dice(5, 1, 6, 2)
    shot = GunShot(20.0, target=4, target_stands=10)
    assert [gun(replace(shot, target=aim), given).removed for aim in (4, 7)] == [(4,), (7,)]
    given.finish()


@clause("infantry-action.artillery.hit-destroys", 1)
def test_one_hit_takes_the_stand_aimed_at() -> None:
    assert gunned(GunShot(20.0, target=4, target_stands=10), 5, 1) == Salvo(1, removed=(4,))


@clause("infantry-action.artillery.second-hit", 1, 2)
def test_second_hit_goes_to_a_neighbour() -> None:
    shot = GunShot(14.0, target=4, target_stands=10)
    assert gunned(shot, 4, 6, 2) == Salvo(2, removed=(4, 5))
    assert gunned(shot, 4, 6, 5) == Salvo(2, removed=(3, 4))
    assert gunned(shot, 4, 6, 3) == Salvo(2, removed=(4, 5))
    assert gunned(shot, 4, 6, 4) == Salvo(2, removed=(3, 4))
    away = replace(shot, faces_gun=False)
    assert gunned(away, 4, 6, 3) == Salvo(2, removed=(3, 4))
    assert gunned(away, 4, 6, 4) == Salvo(2, removed=(4, 5))


@clause("infantry-action.artillery.no-neighbour", 1)
def test_past_the_end_of_the_line_it_goes_to_the_other_side() -> None:
    assert gunned(GunShot(14.0, target=10, target_stands=10), 6, 6, 1) == Salvo(2, removed=(9, 10))
    assert gunned(GunShot(14.0, target=1, target_stands=10), 6, 6, 6) == Salvo(2, removed=(1, 2))
    assert gunned(GunShot(14.0), 6, 6) == Salvo(2, removed=(1,)), "one stand: no die for the side"
    assert gunned(GunShot(14.0, target_stands=2), 6, 6, 1) == Salvo(2, removed=(1, 2))


@clause("infantry-action.artillery.no-neighbour")
def test_a_hit_on_a_stand_already_hit_is_wasted() -> None:
    shot = GunShot(14.0, target=4, target_stands=10, already_hit=(5,))
    assert gunned(shot, 6, 6, 1) == Salvo(2, removed=(4,))
    assert gunned(shot, 6, 6, 6) == Salvo(2, removed=(3, 4))
    assert gunned(replace(shot, already_hit=(4,)), 6, 6, 1) == Salvo(2, removed=(5,))
    assert gunned(replace(shot, target_charging=True), 6, 6, 1) == Salvo(2, markers=((4, 1), (5, 1)))


@clause("infantry-action.artillery.several-guns", 1)
def test_the_second_gun_aims_after_the_first_has_shot() -> None:
    first = gunned(GunShot(14.0, target=4, target_stands=10), 4, 1)
    second = gunned(GunShot(14.0, target=5, target_stands=10, already_hit=first.removed), 1, 4)
    assert (first.removed, second.removed) == ((4,), (5,))


@clause("infantry-action.artillery.double-six", 1, 2)
@clause("infantry-action.artillery.counter-battery-terms", 1)
def test_only_a_double_six_of_one_gun_destroys_a_battery() -> None:
    shot = GunShot(8.0, "battery")
    assert gunned(shot, 6, 6) == Salvo(1, battery_destroyed=True)
    for second in (2, 4, 5):
        assert gunned(shot, 6, second) == Salvo(0)


@clause("infantry-action.chargefire.artillery", 1)
def test_guns_mark_chargers() -> None:
    shot = GunShot(8.0, target=3, target_stands=10, target_charging=True)
    assert gunned(shot, 3, 5, 4) == Salvo(2, markers=((2, 1), (3, 1)))
    assert gunned(replace(shot, target=1, target_stands=1), 3, 5) == Salvo(2, markers=((1, 1),))


@pytest.mark.parametrize("distance", [8.0, 14.0, 30.0])
@pytest.mark.parametrize("target", [1, 2, 4, 5])
def test_gun_odds_agree_with_every_face(distance: float, target: int) -> None:
    shot = GunShot(distance, target=target, target_stands=5, already_hit=(3,))
    odds: Odds[Salvo] = fold((lambda _, dice: gun(shot, dice),), Salvo(-1))
    need = 3 if distance <= 10 else 4 if distance <= 18 else 5
    naive: Counter[tuple[int, ...]] = Counter()
    for one, two, side in product(range(1, 7), repeat=3):
        hits = (one >= need) + (two >= need)
        beside = target + 1 if side <= 3 else target - 1
        beside = beside if 1 <= beside <= 5 else 2 * target - beside
        naive[tuple(sorted({target, beside} - {3}) if hits == 2 else [target] if hits else [])] += 1
    read = mapped(odds, lambda salvo: salvo.removed)
    assert {lost: read.chance(lost) for lost in read.weights} == {k: Fraction(n, 216) for k, n in naive.items()}


def test_counter_battery_is_one_in_thirty_six() -> None:
    shot = GunShot(8.0, "battery")
    odds: Odds[Salvo] = fold((lambda _, dice: gun(shot, dice),), Salvo(-1))
    assert odds.where(lambda salvo: salvo.battery_destroyed) == Fraction(1, 36)


# ---- who may shoot


def ruling(
    order: str,
    moment: str,
    settings: Settings = PRINTED,
    *,
    shot_already: bool = False,
    in_combat: bool = False,
    target_valid_now: bool = True,
    target_moved: bool = True,
    target_valid_at_turn_start: bool = False,
    target_in_combat: bool = False,
) -> str:
    clause_id = may_shoot(
        order,
        moment,
        shot_already,
        in_combat,
        target_valid_now,
        target_moved,
        target_valid_at_turn_start,
        target_in_combat,
        settings,
    )
    return clause_id.removeprefix("infantry-action.")


@clause("infantry-action.shooting.needs-order", 1)
@clause("infantry-action.turn.shooting-step")
def test_the_order_must_shoot_at_that_moment() -> None:
    allowed = {
        (order, moment)
        for order in ("move", "fast-advance", "charge", "fire", "opportunity-fire", "hold")
        for moment in ("shooting", "charge", "react", "movement")
        if not ruling(order, moment)
    }
    assert allowed == {
        ("fire", "shooting"),
        ("fire", "charge"),
        ("opportunity-fire", "charge"),
        ("opportunity-fire", "react"),
    }
    assert ruling("move", "shooting") == "shooting.needs-order"


@clause("infantry-action.opportunity.terms")
def test_opportunity_fire_interrupts_a_move_by_the_house_rule() -> None:
    house = Settings(opportunity_fire="movement")
    assert ruling("opportunity-fire", "movement") == "shooting.needs-order"
    assert ruling("opportunity-fire", "movement", house, target_moved=False) == ""
    assert ruling("opportunity-fire", "react", house) == ""
    assert ruling("fire", "movement", house) == "shooting.needs-order"
    assert ruling("opportunity-fire", "movement", house, target_valid_at_turn_start=True) == "opportunity.terms"
    assert ruling("opportunity-fire", "movement", house, in_combat=True) == "opportunity.terms"


@clause("infantry-action.shooting.once-per-turn", 1)
def test_one_volley_a_turn() -> None:
    assert ruling("fire", "shooting", shot_already=True) == "shooting.once-per-turn"


@clause("infantry-action.shooting.not-into-combat", 1)
def test_no_fire_out_of_or_into_contact_in_the_shooting_step() -> None:
    assert ruling("fire", "shooting", target_in_combat=True) == "shooting.not-into-combat"
    assert ruling("fire", "shooting", in_combat=True) == "shooting.not-into-combat"
    assert ruling("opportunity-fire", "react", target_in_combat=True) == ""


@clause("infantry-action.chargefire.who", 1)
def test_who_shoots_at_a_charger() -> None:
    assert [ruling(order, "charge") for order in ("fire", "fire", "move")] == ["", "", "shooting.needs-order"]
    assert ruling("fire", "charge", in_combat=True) == "chargefire.who"
    assert ruling("fire", "charge", shot_already=True) == "shooting.once-per-turn"
    assert ruling("fire", "charge", target_valid_at_turn_start=True, target_moved=False) == ""


@clause("infantry-action.shooting.nominated-stand")
def test_a_target_must_be_there() -> None:
    assert ruling("fire", "shooting", target_valid_now=False) == "shooting.nominated-stand"


@clause("infantry-action.opportunity.react", 1)
@clause("infantry-action.opportunity.terms", 1, 2)
def test_opportunity_fire_in_the_react_step() -> None:
    assert ruling("opportunity-fire", "react") == ""
    assert needed("infantry", 16.0) == ("long", 5)
    assert needed("infantry", 14.0) == ("long", 5)
    assert ruling("opportunity-fire", "react", target_valid_at_turn_start=True) == "opportunity.terms"
    assert ruling("opportunity-fire", "react", target_moved=False) == "opportunity.terms"
    assert ruling("opportunity-fire", "react", in_combat=True) == "opportunity.terms"


def test_the_first_clause_in_the_ledgers_order_is_named() -> None:
    def at_worst(order: str, moment: str, shot_already: bool) -> str:
        return ruling(
            order, moment, shot_already=shot_already, in_combat=True, target_valid_now=False, target_in_combat=True
        )

    assert at_worst("move", "shooting", True) == "shooting.needs-order"
    assert at_worst("fire", "shooting", True) == "shooting.once-per-turn"
    assert at_worst("fire", "shooting", False) == "shooting.not-into-combat"
    assert at_worst("fire", "charge", False) == "chargefire.who"
    assert at_worst("opportunity-fire", "react", False) == "shooting.nominated-stand"
