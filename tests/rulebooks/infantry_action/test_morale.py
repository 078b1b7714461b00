"""Outcomes of combat, rout by fire and the end of the battle."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.dice.exact import Estimate, Odds, estimate
from roundtop.dice.sources import Seeded
from roundtop.rulebooks.infantry_action.melee.rule import Combat, Fighter, Pair, outflanked, pairing, planned
from roundtop.rulebooks.infantry_action.morale.rule import (
    EXACT_DOMINOES,
    TRIALS,
    Losses,
    Reader,
    UnitOutcome,
    below_half,
    decided,
    fire_rout,
    fought_by,
    outcome,
    outcome_clause,
    outcomes,
    places,
    prospects,
)
from roundtop.rulebooks.infantry_action.options import PRINTED, Settings
from roundtop.rulebooks.infantry_action.victory.rule import Toll, Victory, army_broken, points_off, victory
from tests.clauses import clause

INNER = Settings(end_runs_count=False)
TWO_TURNS = Settings(rout_move="two-turns")
SIDES = ("union", "confederate")


def charger(*lost: int, stands: int = 10, start: int = 10) -> Losses:
    return Losses(start, stands, lost, True)


def defender(*lost: int, stands: int = 10, start: int = 10, routed_before: bool = False) -> Losses:
    return Losses(start, stands, lost, False, "infantry", routed_before)


def battery(*lost: int, stands: int = 1) -> Losses:
    return Losses(stands, stands, lost, False, "battery")


def after(ours: Losses, theirs: Losses, settings: Settings = PRINTED) -> tuple[str, str]:
    """Both results in short: `retire 6`, `rout 24`, `hold`."""
    both = outcome(ours, theirs, settings)
    return _short(both[0]), _short(both[1])


def _short(one: UnitOutcome) -> str:
    return one.result + (f" {one.move_in}" if one.move_in else "") + (" removed" if one.removed else "")


# ---- places


@clause("infantry-action.outcome.places", 1, 2, 3)
def test_a_run_of_neighbours_is_one_place() -> None:
    assert places((2, 3, 7), 10, PRINTED) == 2
    assert places((1,), 10, PRINTED) == 1
    assert places((1, 2, 5, 9, 10), 10, PRINTED) == 3
    assert places((), 10, PRINTED) == 0


@clause("infantry-action.outcome.places")
def test_end_runs_do_not_count_by_the_house_rule() -> None:
    assert places((2, 3, 7), 10, INNER) == 2
    assert places((1,), 10, INNER) == 0
    assert places((10,), 10, INNER) == 0
    assert places((1, 2, 5, 9, 10), 10, INNER) == 1
    assert places(tuple(range(1, 11)), 10, INNER) == 0


@given(st.integers(1, 10), st.integers(0, 1023), st.booleans())
def test_places_as_gaps_in_a_drawn_line(stands: int, bits: int, end_runs: bool) -> None:
    line = "".join("." if bits >> n & 1 else "#" for n in range(stands))
    lost = tuple(n + 1 for n in range(stands) if line[n] == ".")
    runs = [run for run in (line if end_runs else line.strip(".")).split("#") if run]
    assert places(lost, stands, Settings(end_runs_count=end_runs)) == len(runs)


@clause("infantry-action.setup.half-strength", 1, 2)
def test_below_half_is_fewer_than_half_the_start() -> None:
    assert [below_half(left, 10) for left in (5, 4)] == [False, True]
    assert [below_half(left, 9) for left in (5, 4)] == [False, True]


# ---- one charger and one charged


@clause("infantry-action.outcome.one-place", 1)
def test_one_place_retires_two_inches_a_stand() -> None:
    assert after(charger(), defender(4, 5, 6)) == ("hold", "retire 6")


@clause("infantry-action.outcome.two-places", 1)
@clause("infantry-action.outcome.full-move", 1)
def test_two_places_retire_a_full_move() -> None:
    assert after(charger(), defender(2, 7)) == ("hold", "retire 12")
    assert after(charger(), defender(1, 4, 8)) == ("hold", "rout 24")


@clause("infantry-action.outcome.three-places", 1)
def test_three_places_rout() -> None:
    assert outcome(charger(), defender(1, 4, 8), PRINTED)[1] == UnitOutcome(3, 7, "rout", 24)
    assert after(charger(), defender(1, 3, 5, 7)) == ("hold", "rout 24")


@clause("infantry-action.outcome.below-half", 1)
def test_below_half_routs_whatever_the_places() -> None:
    assert outcome(charger(), defender(3, 4, 5, stands=7), PRINTED)[1] == UnitOutcome(1, 4, "rout", 24)
    assert after(charger(), defender(3, 4, stands=7)) == ("hold", "retire 4")
    assert after(charger(stands=4), defender(1, stands=9)) == ("hold", "retire 2"), "a remnant that lost nobody holds"


@clause("infantry-action.outcome.not-broken", 1, 2)
def test_a_unit_that_lost_nobody() -> None:
    assert after(charger(), defender()) == ("retire 2", "hold")
    assert after(charger(), defender(4, 5)) == ("hold", "retire 4")
    assert after(charger(3), defender()) == ("retire 2", "hold")


@clause("infantry-action.outcome.enemy-routed", 1, 2)
def test_a_broken_unit_whose_enemy_routed_forms_up() -> None:
    assert after(charger(2, 7), defender(1, 4, 8)) == ("form-up", "rout 24")
    assert after(charger(2, 5, 8), defender(1, 4, 8)) == ("rout 24", "rout 24")
    assert after(charger(3), defender(*range(1, 11))) == ("form-up", "destroyed removed")
    assert after(charger(2, 5, 8), defender(3)) == ("rout 24", "form-up")


@clause("infantry-action.outcome.routed-removed", 1)
def test_a_second_rout_removes_a_unit() -> None:
    both = outcome(charger(3), defender(1, 4, 8, routed_before=True), PRINTED)
    assert both == (UnitOutcome(1, 9, "form-up"), UnitOutcome(3, 7, "rout", 0, True))
    assert outcome(charger(), defender(*range(1, 11)), PRINTED)[1] == UnitOutcome(1, 0, "destroyed", 0, True)


@clause("infantry-action.outcome.rout-move")
def test_a_rout_in_two_turns_by_the_house_rule() -> None:
    assert after(charger(), defender(1, 4, 8), TWO_TURNS) == ("hold", "rout 12")
    twice = defender(1, 4, 8, routed_before=True)
    assert after(charger(), twice, TWO_TURNS) == ("hold", "rout removed")


@clause("infantry-action.outcome.battery", 1, 2)
def test_a_battery_is_overrun_or_stays() -> None:
    assert after(charger(5), battery()) == ("retire 2", "hold")
    assert after(charger(), battery()) == ("retire 2", "hold")
    assert after(charger(), battery(1)) == ("hold", "destroyed removed")
    assert after(charger(2, 7), battery(1)) == ("form-up", "destroyed removed")
    assert outcome(charger(), battery(2, stands=4), PRINTED)[1] == UnitOutcome(1, 0, "destroyed", 0, True)
    assert after(charger(), battery(1, stands=4), INNER) == ("hold", "destroyed removed")


@clause("infantry-action.outcome.places")
def test_end_losses_hold_by_the_house_rule() -> None:
    assert outcome(charger(), defender(1, 2), INNER) == (UnitOutcome(0, 10, "retire", 2), UnitOutcome(0, 8, "hold"))
    assert after(charger(1, 10), defender(1), INNER) == ("retire 2", "hold")
    assert after(charger(1), defender(5), INNER) == ("hold", "retire 2")
    assert after(charger(), defender(1, 2, 5), INNER) == ("hold", "retire 6"), "end stands count by the inch"
    assert after(charger(), defender(1, 2, 3, 4, 5, 6), INNER) == ("hold", "rout 24"), "and towards half strength"
    assert after(charger(), defender(1, 4, 8), INNER) == ("hold", "retire 12")


def test_each_outcome_names_its_clause() -> None:
    cases = {
        ("destroyed", 1, "battery"): "battery",
        ("destroyed", 1, "infantry"): "routed-removed",
        ("rout", 3, "infantry"): "three-places",
        ("rout", 2, "infantry"): "below-half",
        ("form-up", 1, "infantry"): "enemy-routed",
        ("retire", 1, "infantry"): "one-place",
        ("retire", 2, "infantry"): "two-places",
        ("retire", 0, "infantry"): "not-broken",
        ("hold", 0, "infantry"): "not-broken",
    }
    for (result, broken, kind), name in cases.items():
        assert outcome_clause(UnitOutcome(broken, 5, result), kind) == f"infantry-action.outcome.{name}"


# ---- several units


@clause("infantry-action.outcome.enemy-routed")
@clause("infantry-action.charge.several-enemies")
def test_every_enemy_must_have_routed() -> None:
    fought = ((1, 2), (0,), (0,))
    routs = defender(1, 4, 8)
    assert outcomes((charger(3), routs, routs), fought, PRINTED)[0].result == "form-up"
    assert outcomes((charger(3), routs, battery(1)), fought, PRINTED)[0].result == "form-up"
    assert _short(outcomes((charger(3), routs, defender(2)), fought, PRINTED)[0]) == "retire 2"
    assert _short(outcomes((charger(3), routs, defender()), fought, PRINTED)[0]) == "retire 2"


@clause("infantry-action.outcome.not-broken")
@clause("infantry-action.charge.several-enemies")
def test_a_charge_on_two_fails_only_if_neither_lost_a_stand() -> None:
    fought = ((1, 2), (0,), (0,))
    assert _short(outcomes((charger(), defender(), defender()), fought, PRINTED)[0]) == "retire 2"
    assert _short(outcomes((charger(), defender(4), defender()), fought, PRINTED)[0]) == "hold"


@clause("infantry-action.charge.several-enemies")
def test_two_chargers_on_one_share_its_outcome() -> None:
    fighters = (
        Fighter("a", "union", True, 5, 10),
        Fighter("b", "union", True, 5, 10, flanking=True),
        Fighter("d", "confederate", False, 10, 10, flanked=True),
    )
    pairs = tuple(Pair((0, n), (2, 11 - n)) for n in range(1, 6))
    combat = Combat(fighters, pairs, touching=((1, 2),))
    assert fought_by(combat) == ((2,), (2,), (0, 1))
    assert [_short(one) for one in decided(combat, ((), (), (7,)))] == ["hold", "hold", "retire 2"]
    assert [_short(one) for one in decided(combat, ((), (), ()))] == ["retire 2", "retire 2", "hold"]
    assert [_short(one) for one in decided(combat, ((2,), (), (1, 4, 8)))] == ["rout 24", "hold", "rout 24"]


# ---- rout by fire


ROUTING = Settings(rout_from_fire=True)


@clause("infantry-action.shooting.below-half-by-fire", 2, 3)
def test_by_the_house_rule_fire_that_brings_a_unit_below_half_routs_it() -> None:
    assert fire_rout(10, 6, 2, False, False, ROUTING) == UnitOutcome(0, 4, "rout", 24)
    assert fire_rout(10, 8, 3, False, False, ROUTING) == UnitOutcome(0, 5, "hold")
    assert fire_rout(10, 4, 0, False, False, ROUTING) == UnitOutcome(0, 4, "hold"), "lost nobody this turn"


@clause("infantry-action.shooting.below-half-by-fire")
@clause("infantry-action.outcome.routed-removed")
def test_fire_on_a_unit_that_has_routed() -> None:
    assert fire_rout(10, 4, 1, True, False, ROUTING) == UnitOutcome(0, 3, "rout", 0, True)
    assert fire_rout(10, 4, 1, False, True, ROUTING) == UnitOutcome(0, 3, "hold"), "not twice in one turn"
    assert fire_rout(10, 4, 4, False, True, ROUTING) == UnitOutcome(0, 0, "destroyed", 0, True)


@clause("infantry-action.shooting.below-half-by-fire", 1)
def test_fire_alone_routs_nobody() -> None:
    assert fire_rout(10, 6, 2, False, False, PRINTED) == UnitOutcome(0, 4, "hold")
    assert fire_rout(10, 6, 6, False, False, PRINTED) == UnitOutcome(0, 0, "destroyed", 0, True)
    slowly = Settings(rout_from_fire=True, rout_move="two-turns")
    assert fire_rout(10, 6, 2, False, False, slowly) == UnitOutcome(0, 4, "rout", 12)


# ---- odds of a whole combat


def against(ours: int, theirs: int, offset: int = 0, kind: str = "infantry", settings: Settings = PRINTED) -> Combat:
    fighters = (
        Fighter("c", "confederate", True, ours, 10),
        Fighter("d", "union", False, theirs, 10 if kind == "infantry" else theirs, kind),
    )
    pairs = tuple(Pair((0, c), (1, d)) for c, d in pairing(ours, theirs, offset, False))
    return Combat(fighters, outflanked(fighters, pairs, settings), settings=settings)


def test_a_battery_is_enumerated() -> None:
    odds = prospects(against(10, 1, 4, "battery"))
    assert isinstance(odds, Odds)
    assert sum(odds.weights.values()) == odds.total
    assert odds.where(lambda both: both[1].result == "destroyed") == Fraction(205, 224), "+4 in a pair"
    assert odds.where(lambda both: both[0].places == 1) == 1 - Fraction(653, 672)


def test_three_dominoes_are_still_enumerated() -> None:
    odds = prospects(against(10, 2, 3, "battery"))
    assert isinstance(odds, Odds)
    assert sum(odds.weights.values()) == odds.total
    assert odds.where(lambda both: both[1].result == "hold") < Fraction(19, 224) * 2


def naive_two_on_two() -> Counter[tuple[UnitOutcome, ...]]:
    """Two stands a side on one tile each: every tile, way round and die."""
    found: Counter[tuple[UnitOutcome, ...]] = Counter()
    tiles = [(a, b) for a in range(7) for b in range(a, 7)]
    d6 = range(1, 7)
    for one, two in permutations(tiles, 2):
        for ours, theirs in product((one, one[::-1]), (two, two[::-1])):
            faces = [[half] * 6 if half else list(d6) for half in (*ours, *theirs)]
            counts = [Counter(face) for face in faces]
            for a, b, c, d in product(*counts):
                weight = counts[0][a] * counts[1][b] * counts[2][c] * counts[3][d]
                lost = [[], []] if a + 2 == d else [[1], []] if a + 2 < d else [[], [2]]
                if b + 2 != c:
                    lost[b + 2 > c].append(1 if b + 2 > c else 2)
                both = outcome(
                    charger(*lost[0], stands=2, start=4), defender(*sorted(lost[1]), stands=2, start=4), PRINTED
                )
                found[both] += weight
    return found


def test_remnants_are_enumerated_as_by_hand() -> None:
    combat = against(2, 2)
    combat = replace(combat, fighters=tuple(replace(unit, start=4) for unit in combat.fighters))
    odds = prospects(combat)
    assert isinstance(odds, Odds)
    naive = naive_two_on_two()
    assert {both: odds.chance(both) for both in odds.weights} == {
        both: Fraction(weight, sum(naive.values())) for both, weight in naive.items()
    }


def test_stands_that_do_not_fight_do_not_change_the_odds() -> None:
    combat = against(10, 1, 4, "battery")
    shown, down = prospects(replace(combat, all_shown=True)), prospects(combat)
    assert isinstance(shown, Odds)
    assert isinstance(down, Odds)
    assert (shown.weights, shown.total) == (down.weights, down.total)


def test_a_large_combat_is_estimated_the_same_way_every_time() -> None:
    combat = against(10, 10)
    first = prospects(combat, 300)
    assert isinstance(first, Estimate)
    assert first.trials == sum(first.counts.values()) == 300
    again = prospects(combat, 300)
    assert isinstance(again, Estimate)
    assert again.counts == first.counts
    assert TRIALS >= 10_000


def test_estimates_agree_with_exact_odds() -> None:
    combat = against(2, 2)
    odds = prospects(combat)
    assert isinstance(odds, Odds)
    nothing: tuple[UnitOutcome, ...] = ()
    trials = estimate((Reader(combat, planned(combat)).trial,), nothing, Seeded(1), 4000)
    for both, chance in odds.items():
        assert abs(trials.share(both) - float(chance)) < 4 * (float(chance) * (1 - float(chance)) / 4000) ** 0.5 + 1e-9


@pytest.mark.parametrize(
    ("ours", "theirs", "offset", "exact"),
    [(2, 2, 0, True), (3, 2, 0, True), (10, 2, 4, True), (10, 2, 3, True), (3, 3, 0, False), (4, 4, 0, False)],
)
def test_up_to_three_dominoes_are_enumerated(ours: int, theirs: int, offset: int, exact: bool) -> None:
    assert (len(planned(against(ours, theirs, offset)).dominoes) <= EXACT_DOMINOES) == exact


def rout_shares(*combats: Combat) -> tuple[float, float]:
    """How often charger and charged rout or are wiped out, on average."""
    gone = [0, 0]
    for combat in combats:
        found = prospects(combat, 2000 // len(combats))
        assert isinstance(found, Estimate)
        for both, times in found.counts.items():
            for place in (0, 1):
                gone[place] += times * (both[place].result in ("rout", "destroyed"))
    return gone[0] / 2000, gone[1] / 2000


@clause("infantry-action.combat.lost-stand")
def test_a_charge_in_the_open_goes_home_as_often_as_the_ledger_says() -> None:
    itself, line = rout_shares(against(10, 10))
    assert line == pytest.approx(0.96, abs=0.02)
    assert itself == pytest.approx(0.11, abs=0.025)


@clause("infantry-action.combat.lost-stand")
def test_a_charge_on_a_wall_after_five_hits_goes_home_as_often_as_the_ledger_says() -> None:
    combat = against(10, 10)
    pairs = tuple(replace(pair, defender_obstacle=True) for pair in combat.pairs)
    hits = [(1, 3, 5, 7, 9), (1, 2, 3, 4, 5), (3, 4, 5, 6, 7), (1, 4, 5, 9, 10), (2, 3, 6, 7, 10)]
    marked = [replace(combat.fighters[0], markers=tuple((stand, 1) for stand in stands)) for stands in hits]
    itself, line = rout_shares(*[replace(combat, fighters=(hit, combat.fighters[1]), pairs=pairs) for hit in marked])
    assert line == pytest.approx(0.72, abs=0.035)
    assert itself == pytest.approx(0.46, abs=0.035)


# ---- victory


def tolls(union: Toll, confederate: Toll) -> tuple[Toll, Toll]:
    return union, confederate


FRESH = Toll(4, 0, 0)


@clause("infantry-action.victory.game-length", 1)
def test_points_are_counted_at_the_end_of_turn_ten() -> None:
    assert not victory(9, 10, SIDES, tolls(FRESH, FRESH), PRINTED).over
    assert victory(10, 10, SIDES, tolls(FRESH, FRESH), PRINTED) == Victory(True, "draw", "turn-limit", (0, 0))
    assert PRINTED.turn_limit == 10


@clause("infantry-action.victory.army-break", 1, 2)
def test_an_army_breaks_at_half_its_units() -> None:
    assert army_broken(Toll(4, 2, 0), PRINTED)
    assert not army_broken(Toll(5, 2, 0), PRINTED)
    assert army_broken(Toll(5, 3, 0), PRINTED)
    assert not army_broken(Toll(0, 0, 0), PRINTED), "a side of guns only"
    assert victory(3, 10, SIDES, tolls(Toll(4, 2, 0), FRESH), PRINTED) == Victory(
        True, "confederate", "army-break", (0, 6)
    )


@clause("infantry-action.victory.army-break")
@pytest.mark.parametrize(
    ("share", "units", "enough"), [(0.7, 10, 7), (0.3, 10, 3), (1.0, 3, 3), (0.6, 5, 3), (0.34, 3, 2)]
)
def test_the_share_is_an_option_and_inclusive(share: float, units: int, enough: int) -> None:
    house = Settings(army_break=share)
    assert army_broken(Toll(units, enough, 0), house)
    assert not army_broken(Toll(units, enough - 1, 0), house)


@clause("infantry-action.victory.army-break")
def test_one_beaten_army_loses_whatever_the_points_and_two_compare_them() -> None:
    beaten = Toll(4, 2, 0)
    ahead = victory(3, 10, SIDES, tolls(beaten, Toll(4, 1, 30, 2)), PRINTED)
    assert (ahead.winner, ahead.points) == ("confederate", (43, 6))
    assert victory(3, 10, SIDES, tolls(Toll(4, 1, 30, 2), beaten), PRINTED).winner == "union"
    both = victory(3, 10, SIDES, tolls(beaten, Toll(4, 2, 3)), PRINTED)
    assert (both.winner, both.reason) == ("union", "army-break")
    assert victory(10, 10, SIDES, tolls(beaten, FRESH), PRINTED).reason == "army-break"


@clause("infantry-action.victory.points", 1)
def test_points() -> None:
    union, confederate = Toll(4, 0, 9, 1), Toll(4, 1, 11)
    assert (points_off(confederate), points_off(union)) == (14, 14)
    assert victory(10, 10, SIDES, tolls(union, confederate), PRINTED).winner == "draw"


@clause("infantry-action.victory.points")
@pytest.mark.parametrize(("lead", "winner"), [(2, "draw"), (3, "union"), (-2, "draw"), (-3, "confederate")])
def test_a_lead_of_three_wins(lead: int, winner: str) -> None:
    found = victory(10, 10, SIDES, tolls(Toll(4, 0, max(0, -lead)), Toll(4, 0, max(0, lead))), PRINTED)
    assert found.winner == winner
