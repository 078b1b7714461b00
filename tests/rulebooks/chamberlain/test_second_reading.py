"""What a second reader of the sheets tried at the table: two rules at once, boundaries, officers, several attackers."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.chamberlain.fire.events import VolleyFired
from roundtop.rulebooks.chamberlain.melee.events import MeleeFought
from roundtop.rulebooks.chamberlain.state import BROKEN, ON_TABLE, RETIRED, Officer, Unit
from roundtop.table.path import Manoeuvre
from tests.clauses import clause
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    WEST,
    Table,
    active,
    ahead,
    area,
    charge,
    chief,
    field,
    foot,
    general,
    guns,
    hill,
    horse,
    mounts,
    step,
    table,
    turn,
)
from tests.rulebooks.chamberlain.test_combat_flow import fight

Piece = Unit | Officer
RALLY, RETIRE, RESERVE = Manoeuvre("rally"), Manoeuvre("retire"), Manoeuvre("reserve")
FAR_OFF = foot("e", CONFEDERATE, 12, 14, SOUTH)
A = foot("a", UNION, 12, 5)
E = foot("e", CONFEDERATE, 12, 5, SOUTH)


def fires(target: str) -> Manoeuvre:
    return Manoeuvre("fire", 0.0, 0, target)


def to_fire(game: Table) -> Table:
    while game.asked[1] == "movement":
        game.choose("done" if "done" in game.keys else "end")
    return game


def hits(number: int, dice: int = 6) -> tuple[int, ...]:
    """So many sixes, the rest ones: hits of fire and melee alike."""
    return (6,) * number + (1,) * (dice - number)


# ------------------------------------------------------------------ who is roused

NEAR = (foot("a", UNION, 10, 5), foot("b", UNION, 12, 5), foot("far", UNION, 20, 5))


@clause("chamberlain.activate.lone-target")
@pytest.mark.parametrize(("throw", "woken"), [(3, ()), (4, ("far",))])
def test_who_is_out_of_reach_rolls_alone_and_needs_four(throw: int, woken: tuple[str, ...]) -> None:
    game = table(*NEAR, general("g", UNION, unit="a"), FAR_OFF).choose("lone:far", throw)
    assert game.state.waiting == woken
    assert "lone:far" not in game.keys


@clause("chamberlain.activate.once")
def test_a_force_that_fails_is_not_tried_man_by_man_but_who_was_out_of_reach_may() -> None:
    game = table(*NEAR, general("g", UNION, unit="a"), FAR_OFF).choose("force:union-force", 2)
    assert [key for key in game.keys if key.split(":")[-1] in ("a", "b", "far", "union-force")] == ["lone:far"]


@clause("chamberlain.trait.intuitive")
def test_one_failed_roll_a_turn_is_thrown_again() -> None:
    pieces = (*NEAR, general("g", UNION, "INT", unit="a"), FAR_OFF)
    game = table(*pieces).choose("force:union-force", 1)
    assert game.asked[1] == "reroll"
    game.confirm(True, 2)
    assert game.state.waiting == ()
    assert game.choose("lone:far", 1).asked[1] != "reroll"


@clause("chamberlain.trait.intuitive")
def test_an_intuitive_chief_saves_any_roll_but_only_one() -> None:
    pieces = (*NEAR, general("g", UNION, unit="a"), chief(UNION, "INT", at=(1.0, 2.0)), FAR_OFF)
    game = table(*pieces).choose("lone:far", 1).confirm(True, 4)
    assert game.state.waiting == ("far",)
    assert game.choose("done").choose("force:union-force", 1).asked[1] != "reroll"


@clause("chamberlain.trait.mobile-cnc")
@pytest.mark.parametrize(("traits", "left"), [((), 0), (("MOB",), 2)])
def test_a_mobile_chief_commands_twice_and_not_the_same(traits: tuple[str, ...], left: int) -> None:
    game = table(*NEAR, chief(UNION, *traits, at=(14.0, 4.0)), FAR_OFF).choose("command-unit:a").choose("done")
    assert len([key for key in game.keys if key.startswith("command-unit") and key[-1] in "abr"]) == left


@clause("chamberlain.trait.immobile")
@pytest.mark.parametrize(("pips", "after", "may"), [(3, 2, False), (2, 1, False), (1, 0, True)])
def test_an_immobile_chief_waits_for_his_pips(pips: int, after: int, may: bool) -> None:
    leader = chief(UNION, "IMB", at=(12.0, 4.0), pips=pips)
    ended = table(*NEAR, leader, FAR_OFF, phase="status")
    assert ended.officer("union-cnc").pips == after
    begun = table(*NEAR, chief(UNION, "IMB", at=(12.0, 4.0), pips=after), FAR_OFF)
    assert bool([key for key in begun.keys if key.startswith("command")]) is may


@clause("chamberlain.trait.cavalry")
def test_a_cavalry_unit_rides_for_nothing_though_its_force_has_failed() -> None:
    pieces = (horse("a", UNION, 10, 5), foot("b", UNION, 12, 5), general("g", UNION, "C", unit="b"), FAR_OFF)
    game = table(*pieces).choose("force:union-force", 1)
    assert game.choose("cavalry:g:a").state.waiting == ("a",)


@clause("chamberlain.trait.vigorous")
def test_a_vigorous_commander_rolls_for_another_force_too() -> None:
    others = (foot("x", UNION, 14, 5, force="other"), foot("y", UNION, 23, 5, force="other"))
    pieces = (*NEAR, *others, general("g", UNION, "V", unit="b"), general("h", UNION, unit="y", force="other"), FAR_OFF)
    game = table(*pieces).choose("vigorous-force:g:other", 3)
    assert game.state.waiting == ("x",)
    assert not [key for key in game.choose("done").keys if key.startswith("vigorous")]


# ------------------------------------------------------------------ rally


@clause("chamberlain.rally.distance")
@pytest.mark.parametrize(("y", "may"), [(7.0, False), (7.03, True)])
def test_two_base_widths_are_within_two(y: float, may: bool) -> None:
    game = active(foot("a", UNION, 12, 5, fatigue=2), foot("e", CONFEDERATE, 12, y, SOUTH), use="a")
    if may:
        assert game.march(RALLY, dice=(3,)).unit("a").fatigue == 1
    else:
        assert game.no_march(RALLY) == ["rally.distance"]


@clause("chamberlain.trait.hero-risk")
@pytest.mark.parametrize(("y", "throws"), [(7.0, (1, 3)), (7.03, (3,))])
def test_a_hero_is_at_risk_up_to_two(y: float, throws: tuple[int, ...]) -> None:
    pieces = (
        foot("a", UNION, 12, 5, fatigue=2),
        foot("e", CONFEDERATE, 12, y, SOUTH),
        general("h", UNION, "H", unit="a"),
    )
    assert active(*pieces, use="a").march(RALLY, dice=throws).unit("a").fatigue == 1


@clause("chamberlain.rally.counts-as-moved")
@pytest.mark.parametrize(("weapon", "dice"), [("rifle-musket", 0), ("repeating-rifle", 2)])
def test_whoever_tries_to_rally_has_moved(weapon: str, dice: int) -> None:
    pieces = (
        foot("a", UNION, 12, 5, fatigue=2, weapon=weapon),
        foot("b", UNION, 2, 2),
        general("h", UNION, "H", unit="a"),
    )
    game = to_fire(active(*pieces, foot("e", CONFEDERATE, 12, 6.9, SOUTH), use="a").march(RALLY, dice=(1, 2)))
    if not dice:
        assert game.asked[1] != "fire"
    else:
        assert game.choose("a>e", *[1] * dice).last(VolleyFired).dice == dice


# ------------------------------------------------------------------ blinds


@clause("chamberlain.conceal.active-activated")
def test_only_who_is_used_of_a_force_comes_into_the_open() -> None:
    pair = (foot("a", UNION, 10, 5, concealed=True), foot("b", UNION, 12, 5, concealed=True))
    game = table(*pair, general("g", UNION, unit="a"), FAR_OFF).choose("force:union-force", 3).use("a")
    assert (game.unit("a").concealed, game.unit("b").concealed) == (False, True)
    failed = table(*pair, general("g", UNION, unit="a"), FAR_OFF).choose("force:union-force", 2)
    assert failed.unit("a").concealed


@clause("chamberlain.conceal.passive-hit")
@pytest.mark.parametrize(("throws", "hidden", "y"), [((1, 1, 1), True, 9.0), ((6, 1, 1), False, 11.5)])
def test_a_blind_that_is_hit_is_what_it_is(throws: tuple[int, ...], hidden: bool, y: float) -> None:
    """Guns fire at half at what is concealed; a battery that is hit shows itself and goes back."""
    blind = guns("e", CONFEDERATE, 12, 9, SOUTH, concealed=True)
    game = table(guns("a", UNION, 12, 5), blind, phase="fire").choose("a>e", *throws)
    assert (game.unit("e").concealed, game.pose("e")[1]) == (hidden, y)


@clause("chamberlain.los.units-block")
def test_one_blind_hides_another() -> None:
    blinds = (
        foot("e", CONFEDERATE, 12, 7, SOUTH, concealed=True),
        foot("f", CONFEDERATE, 12, 8, SOUTH, concealed=True),
    )
    game = table(A, *blinds, phase="information")
    assert (game.unit("e").concealed, game.unit("f").concealed) == (False, True)


@clause("chamberlain.conceal.contact")
def test_a_blind_that_is_charged_is_shown() -> None:
    game = active(A, foot("e", CONFEDERATE, 12, 6, SOUTH, concealed=True), use="a").march(*charge(1))
    assert not game.unit("e").concealed


# ------------------------------------------------------------------ moves


@clause("chamberlain.move.engaged-enter")
def test_a_move_ends_where_the_enemys_zone_begins() -> None:
    game = active(A, foot("e", CONFEDERATE, 12, 7.5, SOUTH), use="a").march(ahead(2))
    assert game.pose("a")[1] == pytest.approx(6.5, abs=0.02)


@clause("chamberlain.move.engaged-break-off")
def test_out_of_one_zone_into_another_is_no_way_out() -> None:
    foes = (foot("e", CONFEDERATE, 12, 5.5, SOUTH), foot("f", CONFEDERATE, 12, 3, NORTH))
    assert active(A, *foes, use="a").no_march(turn(180), ahead(0.6)) == ["move.engaged-break-off"]


@clause("chamberlain.move.charge-path")
def test_a_charge_that_meets_two_attacks_both() -> None:
    foes = (foot("e", CONFEDERATE, 11.45, 6.5, SOUTH), foot("f", CONFEDERATE, 12.55, 6.53, SOUTH))
    game = active(A, *foes, use="a").march(*charge(1.5))
    assert game.state.charges[0].targets == ("e", "f")
    farther = (foes[0], foot("f", CONFEDERATE, 12.55, 6.6, SOUTH))
    assert active(A, *farther, use="a").march(*charge(1.5)).state.charges[0].targets == ("e",)


@clause("chamberlain.move.through-friends")
def test_a_charge_goes_through_friends_but_not_on_to_them() -> None:
    mate = foot("b", UNION, 13.2, 5.6)
    foe = horse("e", CONFEDERATE, 12, 8, SOUTH)
    rides = active(horse("a", UNION, 12, 5), mate, foe, use="a")
    assert rides.march(*charge(3)).pose("a")[1] == pytest.approx(8.0, abs=0.02)


@clause("chamberlain.move.reserve-enemy")
@pytest.mark.parametrize(("concealed", "things", "may"), [
    (False, [], False), (True, [], False), (False, [area("heavy-woods", 10, 6.0, 14, 7.5)], True),
])  # fmt: skip
def test_reserves_keep_four_away_from_whom_they_see(concealed: bool, things: list[Any], may: bool) -> None:
    foe = foot("e", CONFEDERATE, 12, 8.5, SOUTH, concealed=concealed)
    game = active(A, foe, use="a", ground=field(*things))
    drill = (RESERVE, turn(180), ahead(2))
    if may:
        assert game.march(*drill).unit("a").reserve_used
    else:
        assert game.no_march(*drill) == ["move.reserve-enemy"]


@clause("chamberlain.move.mobile-rr")
@pytest.mark.parametrize(("drill", "may"), [
    ((turn(180), ahead(2)), True), ((step(0, -1),), True), ((turn(90),), True), (charge(1.9), False),
    ((RESERVE, ahead(3)), False), ((RETIRE,), False),
])  # fmt: skip
def test_repeaters_fire_and_then_move_but_do_not_charge(drill: tuple[Manoeuvre, ...], may: bool) -> None:
    pieces = (foot("a", UNION, 12, 5, weapon="repeating-rifle"), foot("e", CONFEDERATE, 12, 6.9, SOUTH))
    game = active(*pieces, use="a").march(fires("e"), dice=(1, 1, 1))
    if not may:
        assert game.no_march(*drill)
        return
    game.march(*drill)
    assert game.unit("a").moved != "none"
    assert to_fire(game).asked[1] != "fire"


@clause("chamberlain.move.cc-three-actions")
def test_troopers_with_repeaters_move_get_down_and_fire() -> None:
    troopers = horse("a", UNION, 12, 5, weapon="repeating-carbine", elan=6)
    game = active(troopers, foot("e", CONFEDERATE, 12, 7.9, SOUTH), use="a").march(step(0, 2), mounts("dismounted"))
    assert to_fire(game).choose("a>e", 1, 1, 1).last(VolleyFired).dice == 3
    plain = active(horse("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 7.9, SOUTH), use="a")
    assert to_fire(plain.march(step(0, 2), mounts("dismounted"))).asked[1] != "fire"


@clause("chamberlain.move.mobile-hs")
@pytest.mark.parametrize(("drill", "fires_on"), [((turn(5),), True), ((step(0, 0.5),), True), ((ahead(0.5),), False)])
def test_horse_guns_fire_at_half_after_a_turn_or_a_difficult_move(drill: tuple[Manoeuvre, ...], fires_on: bool) -> None:
    game = active(
        guns("a", UNION, 12, 5, ammo=5, arm="horse-artillery"), foot("e", CONFEDERATE, 12, 10, SOUTH), use="a"
    )
    to_fire(game.march(*drill))
    if fires_on:
        assert game.choose("a>e", 1, 1, 1).last(VolleyFired).dice == 3
    else:
        assert game.asked[1] != "fire"


# ------------------------------------------------------------------ fire

BEHIND = foot("e", CONFEDERATE, 12.4, 5.9, EAST)


@clause("chamberlain.fire.bonus-timing")
@pytest.mark.parametrize(("pieces", "dice"), [
    ([foot("a", UNION, 12, 5, weapon="smoothbore"), BEHIND], 8),                     # both bonuses
    ([foot("a", UNION, 12, 5, weapon="smoothbore", traits=("impetuous",)), BEHIND], 5),   # after halving once
    ([A, general("g", UNION, "I", unit="a"), BEHIND], 8),
    ([foot("a", UNION, 12, 5, elan=5, fatigue=4), foot("e", CONFEDERATE, 12, 6.9, SOUTH)], 1),
    ([guns("a", UNION, 12, 5), general("g", UNION, "A", unit="a"), foot("e", CONFEDERATE, 12, 6.5, SOUTH)], 7),
    ([guns("a", UNION, 12, 5, ammo=1), foot("e", CONFEDERATE, 12, 9, SOUTH, concealed=True)], 1),
    ([guns("a", UNION, 12, 5, traits=("RANGE",)), guns("e", CONFEDERATE, 12, 9, SOUTH)], 4),
])  # fmt: skip
def test_bonuses_come_after_the_one_halving(pieces: list[Piece], dice: int) -> None:
    game = table(*pieces, phase="fire").choose("a>e", *[1] * dice)
    assert game.last(VolleyFired).dice == dice


@clause("chamberlain.trait.artillery-resupply")
@pytest.mark.parametrize(("ammo", "may"), [(0, True), (5, True), (6, False)])
def test_a_battery_is_resupplied_instead_of_firing(ammo: int, may: bool) -> None:
    battery = guns("a", UNION, 12, 5, ammo=ammo, start_ammo=6)
    game = table(battery, general("g", UNION, "A", unit="a"), FAR_OFF, phase="fire")
    if not may:
        assert game.asked[1] != "fire"
        return
    game.choose("a>resupply")
    assert (game.unit("a").ammo, game.asked[1] != "fire") == (ammo + 1, True)


@clause("chamberlain.trait.artillery-resupply")
@pytest.mark.parametrize(("arm", "drill", "may"), [
    ("artillery", step(0, 1), False), ("horse-artillery", step(0, 1), True), ("horse-artillery", ahead(1), False),
])  # fmt: skip
def test_only_a_battery_that_might_fire_is_resupplied(arm: str, drill: Manoeuvre, may: bool) -> None:
    battery = guns("a", UNION, 12, 2, ammo=3, start_ammo=6, arm=arm)
    game = to_fire(active(battery, general("g", UNION, "A", unit="a"), FAR_OFF, use="a").march(drill))
    assert (game.asked[1] == "fire" and "a>resupply" in game.keys) is may


@clause("chamberlain.art.hit-twice-retires")
def test_hits_of_two_batteries_are_not_added_up() -> None:
    pair = (guns("a", UNION, 12, 5), guns("b", UNION, 14, 5))
    game = table(*pair, guns("e", CONFEDERATE, 12, 8, SOUTH), phase="fire").choose("a>e", *hits(1, 3))
    assert game.pose("e") == (12.0, 10.5, 0.0)
    game.choose("b>e", *hits(1, len(hits(0, 3)) + 1))
    assert game.unit("e").place == ON_TABLE
    assert game.pose("e")[1] > 11.5


@clause("chamberlain.fire.retreat-mounted")
@pytest.mark.parametrize(("y", "elan", "place"), [(6.9, 5, ON_TABLE), (14.9, 5, RETIRED), (6.9, 1, BROKEN)])
def test_horsemen_who_are_hit_ride_away_from_the_firer(y: float, elan: int, place: str) -> None:
    foe = horse("e", CONFEDERATE, 13, y, SOUTH, elan=elan)
    game = table(foot("a", UNION, 12, y - 1), foe, phase="fire").choose("a>e", *hits(1, 3))
    assert game.unit("e").place == place
    if place == ON_TABLE:
        assert game.pose("e")[2] == pytest.approx(41.0, abs=3)
        assert game.unit("e").fatigue == 1


@clause("chamberlain.command.unit-lost")
@pytest.mark.parametrize(("traits", "killed_on"), [((), 6), (("SS",), 5)])
def test_an_officer_of_a_unit_that_is_shot_to_pieces_rolls_once(traits: tuple[str, ...], killed_on: int) -> None:
    for throw in (killed_on - 1, killed_on):
        pieces = (
            foot("a", UNION, 12, 5, traits=traits),
            foot("e", CONFEDERATE, 12, 5.9, SOUTH, elan=3, fatigue=2),
            foot("f", CONFEDERATE, 18, 12, SOUTH),
            general("h", CONFEDERATE, "H", unit="e"),
        )
        game = table(*pieces, phase="fire").choose("a>e", *hits(1), throw)
        assert game.unit("e").place == BROKEN
        assert (game.officer("h").unit, game.officer("h").traits == ()) == ("f", throw == killed_on)


@clause("chamberlain.fire.sharpshooters")
def test_sharpshooters_do_not_find_an_officer_who_only_lends_his_traits() -> None:
    lender = general("h", CONFEDERATE, "V", "I", unit="f", second="e")
    pieces = (foot("a", UNION, 12, 5, traits=("SS",)), foot("e", CONFEDERATE, 12, 5.9, SOUTH), lender)
    game = table(*pieces, foot("f", CONFEDERATE, 14, 8, SOUTH), phase="fire").choose("a>e", *hits(2))
    assert game.unit("e").fatigue == 2


@clause("chamberlain.fire.who")
def test_nobody_fires_at_or_from_a_fight() -> None:
    pieces = (A, E, foot("b", UNION, 13.5, 4.5), guns("c", UNION, 10, 2, 40))
    game = table(*pieces, phase="fire")
    assert game.asked[1] != "fire" or not [key for key in game.keys if key.endswith(">e") or key.startswith("a>")]


@clause("chamberlain.art.penalty-obstructed")
@pytest.mark.parametrize(("y", "dice"), [(8.0, 3), (8.6, 0)])
def test_through_light_woods_for_two_base_widths_at_half(y: float, dice: int) -> None:
    woods = field(area("light-woods", 11, 6.5, 13, 7.5))
    game = table(guns("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, y, SOUTH), phase="fire", ground=woods)
    if dice:
        assert game.choose("a>e", *[1] * dice).last(VolleyFired).dice == dice
    else:
        assert game.asked[1] != "fire"


# ------------------------------------------------------------------ melee

FLANKER = foot("b", UNION, 12.5, 5.25, WEST)


def scored(found: MeleeFought) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return found.defence, found.attack


@clause("chamberlain.melee.several-attackers")
def test_one_in_front_and_one_in_the_flank() -> None:
    """The defender throws its successes again and its smoothbores are of no use; the scores are added up."""
    foe = foot("e", CONFEDERATE, 12, 5, SOUTH, weapon="smoothbore")
    dice = (*hits(3), 6, 6, 1, *hits(1), *hits(2))
    game = fight({"a": ("e",), "b": ("e",)}, A, FLANKER, foe, dice=dice)
    assert scored(game.last(MeleeFought)) == ((2,), (1, 2))
    assert (game.unit("e").fatigue, game.unit("a").fatigue, game.unit("b").fatigue) == (1, 1, 1)


@clause("chamberlain.melee.attacker-repulsed")
def test_every_attacker_is_thrown_back() -> None:
    dice = (*hits(3), 6, 6, 6, *hits(1), *hits(2))
    game = fight({"a": ("e",), "b": ("e",)}, A, FLANKER, E, dice=dice)
    assert (game.unit("a").fatigue, game.unit("b").fatigue, game.unit("e").fatigue) == (2, 2, 1)
    assert (game.pose("a"), game.pose("b")) == ((12.0, 3.0, 0.0), (14.5, 5.25, 270.0))


@clause("chamberlain.melee.cavalry-vs-foot")
@pytest.mark.parametrize(("attackers", "dice", "attack"), [
    # of a horse and a foot in front only the horse throws again
    ((horse("a", UNION, 11.6, 5), foot("b", UNION, 12.61, 5)), (*hits(0), *hits(2, 5), 6, 1, *hits(2)), (1, 2)),
    ((horse("a", UNION, 12.5, 5.25, WEST),), (*hits(0), *hits(2, 5)), (2,)),       # not in the flank
    ((horse("a", UNION, 12, 5, mounted=False),), (*hits(0), *hits(2, 5)), (2,)),   # not on foot
])  # fmt: skip
def test_who_throws_his_successes_again(
    attackers: tuple[Unit, ...], dice: tuple[int, ...], attack: tuple[int, ...]
) -> None:
    game = fight({unit.id: ("e",) for unit in attackers}, *attackers, E, dice=dice)
    assert game.last(MeleeFought).attack == attack


@clause("chamberlain.melee.flanked-effect")
@pytest.mark.parametrize(("again", "place", "ammo"), [((6, 1, 1), ON_TABLE, 5), ((1, 1, 1), BROKEN, 6)])
def test_guns_in_flank_throw_again_and_are_doubled_the_sooner(again: tuple[int, ...], place: str, ammo: int) -> None:
    game = fight({"b": ("e",)}, FLANKER, guns("e", CONFEDERATE, 12, 5, SOUTH), dice=(*hits(3), *again, *hits(1)))
    assert game.unit("e").place == place
    assert place == BROKEN or game.unit("e").ammo == ammo


@clause("chamberlain.advance.impetuous")
@pytest.mark.parametrize("traits", [(), ("impetuous",)])
def test_the_impetuous_go_on_unasked(traits: tuple[str, ...]) -> None:
    game = fight({"a": ("e",)}, foot("a", UNION, 12, 5, traits=traits), E, dice=(*hits(0), *hits(2)))
    if traits:
        assert game.pose("a") == (12.0, 6.0, 0.0)
    else:
        assert game.asked[1] == "advance"


@clause("chamberlain.trait.steadfast-hold")
def test_steadfast_men_stay_and_nobody_advances() -> None:
    leader = general("h", CONFEDERATE, "SF", unit="e")
    game = fight(
        {"a": ("e",)}, foot("a", UNION, 12, 5, traits=("impetuous",)), E, leader, dice=(*hits(2, 7), *hits(3), 1)
    )
    assert (game.pose("a"), game.pose("e")[:2], game.unit("e").fatigue) == ((12.0, 5.0, 0.0), (12.0, 5.0), 1)
    assert game.unit("a").fatigue == 1


@clause("chamberlain.trait.infantry-only")
def test_a_steadfast_officer_is_of_no_use_to_horsemen_and_in_no_danger() -> None:
    leader = general("h", CONFEDERATE, "SF", "I", unit="e")
    game = fight({"a": ("e",)}, A, horse("e", CONFEDERATE, 12, 5, SOUTH), leader, dice=(*hits(2, 5), *hits(3)))
    assert game.pose("e")[1] > 6.0


@clause("chamberlain.melee.allocate")
def test_who_divides_his_dice_takes_the_worse_result_once() -> None:
    foes = (foot("e", CONFEDERATE, 11.45, 5, SOUTH), foot("f", CONFEDERATE, 12.55, 5, SOUTH))
    game = fight({"a": ("e", "f")}, A, *foes)
    game.number(4, *hits(0), *hits(3, 4), *hits(1), *hits(1, 2))
    assert (game.unit("a").fatigue, game.unit("e").fatigue, game.unit("f").fatigue) == (2, 3, 1)
    assert game.pose("a") == (12.0, 3.0, 0.0)


@clause("chamberlain.melee.defender-first")
def test_a_defender_who_holds_with_his_last_breath_is_gone() -> None:
    game = fight({"a": ("e",)}, A, foot("e", CONFEDERATE, 12, 5, SOUTH, elan=4, fatigue=3), dice=(6, *hits(0)))
    assert (game.unit("e").place, game.unit("a").fatigue, game.asked[1]) == (BROKEN, 1, "advance")


@clause("chamberlain.command.unit-lost")
@pytest.mark.parametrize(("throw", "traits"), [(5, ("H",)), (6, ())])
def test_an_attacker_who_is_worn_out_breaks_and_his_officer_rolls(throw: int, traits: tuple[str, ...]) -> None:
    spent = foot("a", UNION, 12, 5, elan=3, fatigue=1)
    pieces = (spent, foot("b", UNION, 18, 3), general("h", UNION, "H", unit="a"), E)
    game = fight({"a": ("e",)}, *pieces, dice=(*hits(2), *hits(1, 2), throw))
    assert (game.unit("a").place, game.officer("h").unit, game.officer("h").traits) == (BROKEN, "b", traits)


@clause("chamberlain.melee.minimum-die")
@pytest.mark.parametrize(("attacker", "defender", "dice"), [
    (foot("a", UNION, 12, 5, elan=3, fatigue=2), E, (6, 1)),
    (A, guns("e", CONFEDERATE, 12, 5, SOUTH, ammo=0), (1, 5)),
])  # fmt: skip
def test_nobody_throws_less_than_one_die(attacker: Unit, defender: Unit, dice: tuple[int, int]) -> None:
    ground = field(area("light-woods", 11, 5, 13, 7))
    game = fight({"a": ("e",)}, attacker, defender, dice=(1,) * sum(dice), ground=ground)
    assert tuple([len(roll.faces) for roll in game.last(MeleeFought).rolls]) == dice


@clause("chamberlain.terrain.elevation")
def test_uphill_is_told_by_where_the_charge_set_out() -> None:
    """From one hill to another of the same height, through the valley: no die is lost."""
    hills = field(hill(1, 10, 0, 14, 5.2), hill(1, 10, 6.3, 14, 9))
    down = active(A, foot("e", CONFEDERATE, 12, 6.5, SOUTH), use="a", ground=hills).march(*charge(1.5))
    assert down.state.charges[0].level == 1


@clause("chamberlain.melee.defend-repeaters")
def test_repeaters_hit_on_four_hand_to_hand_like_anybody() -> None:
    foe = foot("e", CONFEDERATE, 12, 5, SOUTH, weapon="repeating-rifle")
    game = fight({"a": ("e",)}, A, foe, dice=(4, 3, 3, 3, 3, 3, 3, 4, 4, 4, 3, 3, 3))
    assert scored(game.last(MeleeFought)) == ((1,), (3,))


# ------------------------------------------------------------------ who is still in contact

LOCKED = (A, E, general("h", CONFEDERATE, "SF", unit="e"))


@clause("chamberlain.move.in-contact")
@pytest.mark.parametrize(("drill", "reasons"), [
    (charge(0), []),
    ((step(0, -1),), []),
    ((turn(180), ahead(2)), []),
    ((step(0.5, 0),), ["move.in-contact"]),
    (charge(0, 10), ["move.in-contact"]),
    ((RALLY,), ["rally.distance"]),
])  # fmt: skip
def test_what_a_unit_in_contact_may_do(drill: tuple[Manoeuvre, ...], reasons: list[str]) -> None:
    pieces = (foot("a", UNION, 12, 5, fatigue=2), *LOCKED[1:])
    game = active(*pieces, use="a")
    if reasons:
        assert game.no_march(*drill) == reasons
    else:
        assert game.march(*drill).unit("a").moved != "none"


@clause("chamberlain.move.in-contact")
def test_who_only_stays_in_contact_does_not_fight_beside_a_new_charge() -> None:
    game = fight({"b": ("e",)}, *LOCKED, FLANKER, dice=(*hits(2, 7), 1, 1, *hits(1), 1))
    assert game.last(MeleeFought).attackers == ("b",)
    assert game.unit("a").fatigue == 0


@clause("chamberlain.melee.flanked-condition")
def test_a_new_charge_from_where_one_stands_in_the_flank_is_one_in_the_flank() -> None:
    """Clear of the defender's zone, that is: from its very edge it is one in front."""
    game = active(foot("b", UNION, 12.5, 5.6, WEST), *LOCKED[1:], use="b").march(*charge(0))
    assert game.state.charges[0].zones == ()
    game.choose("end", *hits(1, 7), 1, *hits(1), 1)
    assert scored(game.last(MeleeFought)) == ((0,), (1,))


# ------------------------------------------------------------------ retreats


@clause("chamberlain.retreat.blocked")
def test_a_beaten_attacker_with_an_enemy_behind_him_backs_off_aside_and_keeps_his_front() -> None:
    game = fight({"a": ("e",)}, A, E, foot("f", CONFEDERATE, 12, 3.9, NORTH), dice=(*hits(1), *hits(0)))
    assert game.pose("a")[2] == 0.0
    assert game.pose("a")[0] != pytest.approx(12.0, abs=0.2)


@clause("chamberlain.retreat.table-edge")
@pytest.mark.parametrize(("x", "y", "facing", "place"), [
    (12, 14.5, NORTH, RETIRED),    # over its own edge
    (23, 8, EAST, RETIRED),        # over nobody's
    (12, 1.5, SOUTH, BROKEN),      # over the enemy's
])  # fmt: skip
def test_over_which_edge_a_beaten_unit_goes(x: float, y: float, facing: int, place: str) -> None:
    pieces = (foot("a", UNION, x, y, facing), foot("e", CONFEDERATE, x, y, (facing + 180) % 360))
    game = fight({"a": ("e",)}, *pieces, dice=(*hits(0), *hits(1)))
    assert game.unit("e").place == place


@clause("chamberlain.retreat.friends")
def test_a_beaten_unit_goes_through_its_friends_and_past_them() -> None:
    friend = foot("f", CONFEDERATE, 12, 7, SOUTH)
    game = fight({"a": ("e",)}, A, E, friend, dice=(*hits(0), *hits(1)))
    assert game.pose("e")[1] == pytest.approx(8.0, abs=0.03)


@clause("chamberlain.retreat.blocked")
@pytest.mark.parametrize("shut", [False, True])
def test_with_the_enemy_behind_them_they_turn_aside_or_are_lost(shut: bool) -> None:
    behind = [foot("b", UNION, 12, 6.2, SOUTH)]
    if shut:
        behind += [foot("c", UNION, 10.7, 5.25, EAST), foot("d", UNION, 13.3, 5.25, WEST)]
        behind += [foot("g", UNION, 10.9, 6.3, 135), foot("h", UNION, 13.1, 6.3, 225)]
    game = fight({"a": ("e",)}, A, E, *behind, dice=(*hits(0), *hits(1)))
    assert game.unit("e").place == (BROKEN if shut else ON_TABLE)
    assert shut or game.pose("e")[0] != pytest.approx(12.0, abs=0.2)


@clause("chamberlain.retreat.direction")
def test_of_two_attackers_the_better_drives() -> None:
    dice = (*hits(0), *hits(1), *hits(2))
    game = fight({"a": ("e",), "b": ("e",)}, A, FLANKER, E, dice=dice)
    assert game.pose("e")[2] == pytest.approx(270.0, abs=1)
    tied = fight({"a": ("e",), "b": ("e",)}, A, FLANKER, E, dice=(*hits(0), *hits(1), *hits(1)))
    assert tied.asked[:2] == (UNION, "driver")


# ------------------------------------------------------------------ officers and armies


@clause("chamberlain.command.overrun")
@pytest.mark.parametrize(("y", "driven"), [(8.05, False), (7.95, True)])
def test_an_officer_by_himself_makes_way_for_the_enemy(y: float, driven: bool) -> None:
    alone = general("h", CONFEDERATE, at=(12.0, y))
    game = active(A, foot("e", CONFEDERATE, 18, 14, SOUTH), alone, use="a").march(ahead(2))
    assert (game.officer("h").unit == "e") is driven


@clause("chamberlain.status.morale")
@pytest.mark.parametrize(("broken", "over"), [(1, False), (2, True)])
def test_two_fifths_of_an_army_broken_is_the_end(broken: int, over: bool) -> None:
    lost = [foot(f"f{n}", CONFEDERATE, 5, 5, place=BROKEN) for n in range(broken)]
    left = [foot(f"g{n}", CONFEDERATE, 3 + 3 * n, 14, SOUTH) for n in range(3 - broken)]
    game = table(A, *lost, *left, phase="status")
    assert (game.over is not None) is over
