"""Dominoes, pairs, scores and the fight, by the worked examples and against slow twins."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import icepool
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from roundtop.battle.tally import total
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.questions import DiceError
from roundtop.dice.sources import Dice, Scripted, Seeded
from roundtop.rulebooks.infantry_action.melee.rule import (
    LAID,
    NAMES,
    TILES,
    UNSEEN,
    WAYS,
    Combat,
    Fighter,
    Fought,
    Look,
    Pair,
    Stand,
    filled,
    gone_bits,
    halves,
    look_tile,
    losses,
    outflanked,
    pair_odds,
    pairing,
    place_dominoes,
    planned,
    resolve,
    slots,
    stages,
    tally,
)
from roundtop.rulebooks.infantry_action.options import PRINTED, Settings
from tests.clauses import clause

COMBAT = "infantry-action.combat."


def against(
    charger: int = 10,
    defender: int = 10,
    offset: int = 0,
    flank: bool = False,
    settings: Settings = PRINTED,
    sides: tuple[str, str] = ("confederate", "union"),
    gone: tuple[str, ...] = (),
) -> Combat:
    """One charger against one charged unit in the open."""
    fighters = (
        Fighter("c", sides[0], True, charger, flanking=flank),
        Fighter("d", sides[1], False, defender, flanked=flank),
    )
    pairs = tuple(Pair((0, c), (1, d)) for c, d in pairing(charger, defender, offset, flank))
    return Combat(fighters, outflanked(fighters, pairs, settings), gone, settings=settings)


def fight(combat: Combat, *words: str) -> Fought:
    """Fought with the dominoes and dice given: `6-3` is a domino, `5` a d6."""
    dice = Scripted([f"domino:{word}" if "-" in word else f"d6:{word}" for word in words])
    fought = resolve(combat, dice)
    dice.finish()
    return fought


def totals(fought: Fought) -> list[tuple[int, int]]:
    return [(ours.total, theirs.total) for ours, theirs in fought.scores]


def drawn(stands: int, *tiles: str, sideways: int = 0, look: Look = UNSEEN, settings: Settings = PRINTED) -> list[int]:
    dice = Scripted([f"domino:{tile}" for tile in tiles])
    faces = place_dominoes(stands, sideways, look, settings, dice)
    dice.finish()
    return list(faces)


# ---- the set


@clause("infantry-action.setup.domino-set", 1)
def test_double_six_set() -> None:
    assert len(TILES) == len(set(TILES)) == 28
    halves_shown = Counter(half for tile in TILES for half in tile)
    assert halves_shown == dict.fromkeys(range(7), 8)
    blind: Odds[int] = fold((lambda _, dice: place_dominoes(1, 0, UNSEEN, PRINTED, dice)[0],), 0)
    assert [blind.chance(face) for face in range(7)] == [Fraction(1, 7)] * 7
    with_d6: Odds[int] = fold((lambda _, dice: filled(place_dominoes(1, 0, UNSEEN, PRINTED, dice)[0], "", dice),), 0)
    assert [with_d6.chance(face) for face in range(1, 7)] == [Fraction(1, 6)] * 6


def test_each_tile_lies_either_way_round_as_likely() -> None:
    assert sum(WAYS) == 56
    assert {name: ways for name, ways in zip(NAMES, WAYS) if ways == 2} == {f"{n}-{n}": 2 for n in range(7)}


@clause("infantry-action.combat.boneyard")
def test_gone_tiles_are_not_drawn_until_a_second_set_is_opened() -> None:
    all_but_one = tuple(f"{a}-{b}" for a, b in TILES if (a, b) != (2, 5))
    assert {look_tile(all_but_one, Seeded(seed), "p") for seed in range(20)} == {"2-5", "5-2"}
    with pytest.raises(DiceError, match="not there"):
        look_tile(("3-6",), Scripted(["domino:6-3"]), "p")
    assert gone_bits((*all_but_one, "5-2")) == 0
    assert look_tile((*all_but_one, "5-2"), Scripted(["domino:6-3"]), "p") == "6-3"


@clause("infantry-action.combat.look-at-one")
@clause("infantry-action.combat.draw-blind")
def test_only_the_owner_sees_the_domino_he_looks_at() -> None:
    dice = Scripted(["domino:6-3"])
    assert look_tile((), dice, "anna") == "6-3"
    assert (dice.rolls[0].by, dice.rolls[0].seen_by) == ("anna", "anna")


# ---- placing


@clause("infantry-action.setup.unit-size", 1, 2, 3)
@clause("infantry-action.combat.draw-blind", 1)
@clause("infantry-action.combat.odd-sideways", 1)
@clause("infantry-action.combat.defender-draws", 1)
def test_half_a_domino_a_stand() -> None:
    assert {stands: len(slots(stands)) for stands in (6, 7, 8, 9, 10)} == {6: 3, 7: 4, 8: 4, 9: 5, 10: 5}
    assert [len(slot) for slot in slots(7)] == [2, 2, 2, 1]
    assert [len(slot) for slot in slots(9)] == [2, 2, 2, 2, 1]


@clause("infantry-action.combat.half-per-stand", 1)
def test_dominoes_of_six_stands() -> None:
    assert slots(6) == ((1, 2), (3, 4), (5, 6))


@clause("infantry-action.combat.boneyard", 1)
def test_ten_against_ten_turn_up_ten_tiles() -> None:
    assert len(planned(against(10, 10)).dominoes) == 10


@given(st.integers(1, 10), st.integers(0, 4))
def test_slots_serve_every_stand_once(stands: int, place: int) -> None:
    at = 2 * place + 1 if stands % 2 else 0
    assume(at <= stands)
    found = slots(stands, at)
    assert [stand for slot in found for stand in slot] == list(range(1, stands + 1))
    assert [slot for slot in found if len(slot) == 1] == ([(at,)] if at else [])


@clause("infantry-action.combat.sideways-face", 1)
def test_forward_half_of_the_sideways_domino_counts() -> None:
    assert slots(5, 5) == slots(5) == ((1, 2), (3, 4), (5,))
    assert slots(5, 3) == ((1, 2), (3,), (4, 5))
    assert slots(5, 1) == ((1,), (2, 3), (4, 5))
    assert drawn(5, "1-1", "3-4", "2-6", sideways=5) == [1, 1, 3, 4, 2]


@clause("infantry-action.combat.sideways-face")
def test_higher_half_or_the_sum_by_the_house_rules() -> None:
    for option, face in (("forward", 2), ("higher", 6), ("sum", 8)):
        assert drawn(1, "2-6", settings=Settings(sideways_face=option)) == [face]
    blank_ways = {
        option: sum(
            ways for laid, ways in enumerate(WAYS) if halves(laid, True, Settings(sideways_face=option)) == (0,)
        )
        for option in ("forward", "higher", "sum")
    }
    assert blank_ways == {"forward": 8, "higher": 2, "sum": 2}


@clause("infantry-action.combat.look-at-one", 1)
def test_the_domino_looked_at_goes_where_its_owner_likes() -> None:
    assert drawn(6, "6-5", "0-1", "2-3", look=Look(True, 3)) == [0, 1, 2, 3, 6, 5]
    assert drawn(5, "2-6", "0-1", "3-4", sideways=3, look=Look(True, 2, True)) == [0, 1, 6, 3, 4]


@clause("infantry-action.combat.others-blind", 1)
def test_the_others_fill_the_rest_from_the_left() -> None:
    assert drawn(4, "6-3", "0-5", look=Look(True, 2, True)) == [0, 5, 3, 6]
    assert drawn(4, "6-3", "0-5", look=Look(False, 2, True)) == [6, 3, 0, 5]


def test_no_tile_twice_from_one_set() -> None:
    with pytest.raises(DiceError, match=r"dice\[1\]: domino '3-6' is not there, or was drawn already"):
        drawn(4, "6-3", "3-6")


# ---- pairs


@clause("infantry-action.combat.pairing", 1, 2, 3)
def test_who_meets_whom() -> None:
    assert pairing(10, 10, 0, False) == tuple((n, 11 - n) for n in range(1, 11))
    assert pairing(10, 6, 2, False) == ((3, 6), (4, 5), (5, 4), (6, 3), (7, 2), (8, 1))
    assert pairing(8, 8, -3, False) == ((1, 5), (2, 4), (3, 3), (4, 2), (5, 1))


@clause("infantry-action.combat.unopposed", 1)
def test_stands_with_nobody_opposite_do_not_fight() -> None:
    met = pairing(10, 8, 1, False)
    assert len(met) == 8
    assert {1, 10}.isdisjoint(charger for charger, _ in met)


@clause("infantry-action.charge.flank-or-rear")
def test_a_flank_charge_meets_centre_to_centre() -> None:
    assert pairing(10, 6, -9, True) == pairing(10, 6, 2, False)
    assert pairing(10, 7, 0, True) == pairing(10, 7, 1, False)
    assert pairing(6, 9, 0, True) == pairing(6, 9, -2, False)


def ends(combat: Combat) -> tuple[list[int], list[int]]:
    return (
        sorted(pair.charger[1] for pair in combat.pairs if pair.charger_outflanked),
        sorted(pair.defender[1] for pair in combat.pairs if pair.defender_outflanked),
    )


@clause("infantry-action.combat.outflanked-terms", 1, 2)
def test_overlapped_ends_are_outflanked() -> None:
    assert ends(against(10, 6, 2)) == ([], [1, 6])
    assert ends(against(10, 10, 2)) == ([10], [10])
    assert ends(against(10, 10, 0)) == ([], [])
    assert ends(against(10, 10, 2, settings=Settings(overlap_outflanks=False))) == ([], [])


@clause("infantry-action.charge.flank-or-rear")
@clause("infantry-action.combat.outflanked-terms")
def test_target_of_a_flank_charge_is_outflanked_wholly_and_its_charger_never() -> None:
    assert ends(against(10, 6, 0, flank=True)) == ([], [1, 2, 3, 4, 5, 6])
    assert ends(against(4, 10, 0, flank=True)) == ([], [4, 5, 6, 7])
    assert ends(against(4, 10, 0, flank=True, settings=Settings(overlap_outflanks=False))) == ([], [4, 5, 6, 7])


@clause("infantry-action.combat.artillery-fights")
def test_a_single_gun_is_overlapped_by_almost_any_charger() -> None:
    assert [ends(against(10, 1, offset))[1] for offset in (0, 4, 9)] == [[1], [1], [1]]
    assert ends(against(1, 1, 0)) == ([], [])


@given(st.integers(1, 10), st.integers(1, 10), st.integers(-12, 12))
def test_pairs_and_overlaps_as_laid_out_on_a_ruler(charger: int, defender: int, offset: int) -> None:
    ours = {stand: stand for stand in range(1, charger + 1)}
    theirs = {stand: offset + defender + 1 - stand for stand in range(1, defender + 1)}
    met = [(c, d) for c, x in ours.items() for d, y in theirs.items() if x == y]
    assert list(pairing(charger, defender, offset, False)) == met

    def overlapped(line: dict[int, int], enemy: dict[int, int], stand: int) -> bool:
        x = line[stand]
        return any(x + step not in line.values() and x + step in enemy.values() for step in (-1, 1))

    outside = ends(against(charger, defender, offset))
    assert outside[0] == sorted(c for c, _ in met if overlapped(ours, theirs, c))
    assert outside[1] == sorted(d for _, d in met if overlapped(theirs, ours, d))


@given(st.integers(1, 10), st.integers(1, 10), st.integers(-9, 9))
def test_turning_the_table_round_turns_the_pairs(charger: int, defender: int, offset: int) -> None:
    turned_offset = charger - defender - offset
    turned = pairing(charger, defender, turned_offset, False)
    assert sorted((charger + 1 - c, defender + 1 - d) for c, d in turned) == sorted(
        pairing(charger, defender, offset, False)
    )


# ---- several units in one combat


def two_on_one() -> Combat:
    """Two units of five stands charge one half each of a line of ten."""
    fighters = (
        Fighter("a", "union", True, 5),
        Fighter("b", "union", True, 5),
        Fighter("d", "confederate", False, 10),
    )
    pairs = [Pair((0, n), (2, 11 - n)) for n in range(1, 6)] + [Pair((1, n), (2, 6 - n)) for n in range(1, 6)]
    return Combat(fighters, outflanked(fighters, tuple(pairs), PRINTED))


@clause("infantry-action.charge.several-enemies", 1)
def test_two_units_charge_one_line() -> None:
    combat = two_on_one()
    plan = planned(combat)
    assert len(combat.pairs) == len({pair.defender for pair in combat.pairs}) == 10
    assert not any(pair.charger_outflanked or pair.defender_outflanked for pair in combat.pairs)
    assert [domino.why.by for domino in plan.dominoes] == ["union"] * 6 + ["confederate"] * 5
    first = ["6-6", "5-5", "1-1"]
    fought = fight(combat, *first, "6-5", "6-4", "2-2", "3-4", "1-2", "4-4", "3-1", "3-5")
    assert fought.lost == ((5,), (), (2, 3, 4, 5, 7, 8, 9, 10))


@clause("infantry-action.charge.several-enemies")
def test_an_enemy_beyond_who_fights_somebody_else_does_not_outflank() -> None:
    full = two_on_one()
    half = Combat(full.fighters, outflanked(full.fighters, full.pairs[:5], PRINTED))
    assert [pair.charger[1] for pair in half.pairs if pair.charger_outflanked] == [5]
    flanked = (*full.fighters[:2], replace(full.fighters[2], flanked=True))
    assert all(pair.defender_outflanked for pair in outflanked(flanked, full.pairs, PRINTED))


@clause("infantry-action.combat.boneyard")
def test_a_combat_of_more_than_a_set_opens_a_second() -> None:
    fighters = tuple(Fighter(str(n), "union" if n < 3 else "confederate", n < 3, 10) for n in range(6))
    pairs = tuple(Pair((n, c), (n + 3, 11 - c)) for n in range(3) for c in range(1, 11))
    dice = Seeded(7)
    resolve(Combat(fighters, pairs), dice)
    shown = [tuple(sorted(roll.faces[0].split("-"))) for roll in dice.rolls if roll.kind == "domino"]
    assert len(shown) == 30
    assert len(set(shown[:28])) == 28
    assert len(set(shown[28:])) == 2


# ---- scores


def score(face: int, stand: Stand, settings: Settings = PRINTED) -> int:
    return face + total(tally(stand, settings))


CSA = Stand("confederate", True)
USA = Stand("union", True)
DEFENDER = Stand("union", False)


@clause("infantry-action.combat.reveal", 1)
@clause("infantry-action.combat.mod-confederate-charge", 1)
@clause("infantry-action.combat.mod-union-charge", 1)
@clause("infantry-action.setup.sides")
def test_charge_bonus() -> None:
    assert score(5, DEFENDER) == 5
    assert score(3, CSA) == 5
    assert score(3, USA) == 4
    assert score(3, Stand("confederate", False)) == 3


@clause("infantry-action.movement.pinned-order", 1)
def test_a_lost_charge_gives_no_bonus() -> None:
    assert tally(Stand("union", False), PRINTED) == []


@clause("infantry-action.combat.blank", 1)
def test_a_blank_fights_with_a_d6() -> None:
    dice = Scripted(["d6:5"])
    assert filled(0, "union", dice) - 1 == 4
    assert total(tally(Stand("union", True, markers=1), PRINTED)) == 1 - 1
    assert filled(3, "union", dice) == 3
    dice.finish()


@clause("infantry-action.chargefire.reduces-spots", 1, 2)
@clause("infantry-action.combat.mod-shooting-casualty", 1)
def test_markers_take_a_spot_each() -> None:
    assert score(4, replace(USA, markers=2)) - 1 == 2
    assert score(1, replace(USA, markers=2)) - 1 == -1
    assert score(6, replace(CSA, markers=1)) == 7
    assert score(4, replace(DEFENDER, markers=2)) == 4, "only chargers are hit on the way in"


@clause("infantry-action.chargefire.reduces-spots", 2)
def test_a_face_brought_to_nothing_by_markers_is_no_blank() -> None:
    combat = against(2, 2)
    marked = replace(combat.fighters[0], markers=((1, 3),))
    combat = replace(combat, fighters=(marked, combat.fighters[1]))
    assert totals(fight(combat, "1-5", "4-3")) == [(0, 3), (7, 4)]


@clause("infantry-action.combat.mod-uphill-or-obstacle", 1)
@clause("infantry-action.combat.mod-wood", 1)
@clause("infantry-action.combat.mod-outflanked", 1)
def test_ground_and_flank() -> None:
    assert score(4, replace(USA, enemy_behind_obstacle=True)) == 4
    assert score(4, replace(USA, enemy_uphill=True)) == 4
    assert score(4, replace(CSA, enemy_in_wood=True)) == 4
    assert score(5, replace(DEFENDER, outflanked=True)) == 3


@clause("infantry-action.combat.terrain-terms", 1, 2, 3)
def test_uphill_and_obstacle_are_one_line_and_wood_is_added() -> None:
    base = score(3, CSA)
    assert score(3, replace(CSA, enemy_uphill=True, enemy_behind_obstacle=True)) - base == -1
    assert score(3, replace(CSA, enemy_uphill=True, enemy_in_wood=True)) - base == -3
    assert score(3, replace(DEFENDER, enemy_in_wood=True, enemy_behind_obstacle=True)) == 3
    assert score(3, replace(DEFENDER, enemy_uphill=True)) == 2


@clause("infantry-action.combat.modifiers-add", 1)
def test_everything_adds() -> None:
    worst = replace(CSA, markers=1, enemy_behind_obstacle=True, outflanked=True)
    assert score(2, worst) == 0
    assert [(mod.value, mod.clause.removeprefix(COMBAT)) for mod in tally(worst, PRINTED)] == [
        (2, "mod-confederate-charge"),
        (-1, "mod-shooting-casualty"),
        (-1, "mod-uphill-or-obstacle"),
        (-2, "mod-outflanked"),
    ]


@clause("infantry-action.setup.quality", 1, 2)
def test_quality_is_felt_only_by_the_house_rule() -> None:
    house = Settings(quality_effect="combat")
    green = replace(DEFENDER, quality="green")
    assert score(4, green) == 4
    assert score(4, green, house) == 3
    assert score(3, replace(CSA, quality="elite"), house) == 6
    for quality in ("regular", "veteran"):
        assert score(3, replace(DEFENDER, quality=quality), house) == 3
    battery = against(2, 1, settings=house)
    guns = replace(battery.fighters[1], kind="battery", quality="green")
    combat = replace(battery, fighters=(battery.fighters[0], guns))
    assert totals(fight(combat, "5-4", "6-1")) == [(7, 4)], "batteries count as regular: outflanked only"


# ---- the fight


@clause("infantry-action.combat.stand-against-stand", 1)
@clause("infantry-action.combat.lost-stand", 1)
@clause("infantry-action.combat.tie", 1)
def test_the_lower_score_is_lost() -> None:
    combat = against(3, 3, sides=("union", "confederate"))
    fought = fight(combat, "4-1", "0-3", "6-2", "4-5", "1")
    assert totals(fought) == [(5, 4), (2, 2), (2, 6)]
    assert fought.lost == ((3,), (3,))
    assert fight(combat, "3-4", "6-3", "6-5", "4-1").lost == ((), (1,)), "4 against 4: both stay"


@clause("infantry-action.combat.artillery-fights", 1)
def test_a_gun_fights_with_the_half_put_forward() -> None:
    combat = against(10, 1, 4)
    gun = replace(combat.fighters[1], kind="battery", tile="2-5", look=Look(True, 1, True))
    combat = replace(combat, fighters=(combat.fighters[0], gun), gone=("2-5",))
    fought = fight(combat, "1-0")
    assert totals(fought) == [(3, 3)]
    assert fought.scores[0][1].face == 5


@clause("infantry-action.combat.blank")
@clause("infantry-action.combat.reveal")
def test_dice_in_the_order_of_the_page() -> None:
    combat = against(4, 4)
    fought = fight(combat, "0-2", "3-0", "0-4", "0-0", "1", "2", "3", "4", "5")
    ours = [(pair[0].place[1], pair[0].face, pair[0].die) for pair in fought.scores]
    theirs = sorted((pair[1].place[1], pair[1].face, pair[1].die) for pair in fought.scores)
    assert ours == [(1, 0, 1), (2, 2, 0), (3, 3, 0), (4, 0, 2)]
    assert theirs == [(1, 0, 3), (2, 4, 0), (3, 0, 4), (4, 0, 5)]


@clause("infantry-action.combat.unopposed")
@clause("infantry-action.combat.draw-blind")
def test_dominoes_of_stands_that_do_not_fight_stay_down() -> None:
    combat = against(10, 2, 3)
    assert [domino.serves for domino in planned(combat).dominoes] == [(-1, 0), (1, -1), (2, 3)]
    fought = fight(combat, "0-3", "4-0", "1-2")
    assert totals(fought) == [(5, 0), (6, -1)], "a blank of a stand that does not fight needs no d6"
    table = replace(combat, all_shown=True)
    shown = ["6-6", "0-3", "4-0", "5-5", "6-5", "1-2"]
    assert fight(table, *shown) == fought


@clause("infantry-action.combat.look-at-one")
def test_a_domino_looked_at_lies_where_it_was_put() -> None:
    combat = against(4, 4)
    seen = replace(combat.fighters[0], tile="6-3", look=Look(True, 2, True))
    combat = replace(combat, fighters=(seen, combat.fighters[1]), gone=("6-3",))
    fought = fight(combat, "0-5", "1-1", "2-2", "4")
    assert [pair[0].face for pair in fought.scores] == [0, 5, 3, 6]
    with pytest.raises(DiceError, match="not there"):
        fight(combat, "3-6", "1-1", "2-2")


@clause("infantry-action.chargefire.reduces-spots")
def test_markers_count_for_the_stand_hit_only() -> None:
    combat = against(2, 2)
    marked = replace(combat.fighters[0], markers=((2, 2),))
    combat = replace(combat, fighters=(marked, combat.fighters[1]))
    assert totals(fight(combat, "4-4", "5-6")) == [(6, 6), (4, 5)]


@clause("infantry-action.combat.terrain-terms")
def test_ground_is_judged_pair_by_pair() -> None:
    combat = against(2, 2)
    first = replace(combat.pairs[0], defender_uphill=True, defender_obstacle=True, defender_wood=True)
    second = replace(combat.pairs[1], charger_uphill=True)
    assert totals(fight(replace(combat, pairs=(first, second)), "4-4", "5-6")) == [(3, 6), (6, 4)]


# ---- odds of a pair


@pytest.mark.parametrize(
    ("advantage", "win", "tie"),
    [
        (0, Fraction(95, 224), Fraction(17, 112)),
        (1, Fraction(129, 224), None),
        (2, Fraction(241, 336), None),
        (3, Fraction(93, 112), None),
        (4, Fraction(205, 224), None),
        (5, Fraction(653, 672), None),
        (6, Fraction(1), Fraction(0)),
        (-1, Fraction(95, 336), None),
    ],
)
@clause("infantry-action.combat.lost-stand")
def test_chances_of_a_pair_are_those_of_the_ledger(advantage: int, win: Fraction, tie: Fraction | None) -> None:
    combat = against(2, 2, sides=("union", "confederate"))
    uphill = [replace(pair, charger_uphill=advantage > 1) for pair in combat.pairs]
    pairs = tuple(replace(pair, defender_outflanked=advantage > 2) for pair in uphill)
    have = 1 + (1 if advantage > 1 else 0) + (2 if advantage > 2 else 0)
    short = max(0, have - advantage)
    charger = replace(combat.fighters[0], markers=((1, short),), quality="elite" if advantage > 4 else "regular")
    defender = replace(combat.fighters[1], quality="green" if advantage > 5 else "regular")
    house = Settings(quality_effect="combat")
    odds = pair_odds(replace(combat, fighters=(charger, defender), pairs=pairs, settings=house))[0]
    assert odds.chance("defender") == win
    assert tie is None or odds.chance("tie") == tie
    assert sum(odds.weights.values()) == odds.total


@clause("infantry-action.combat.lost-stand")
def test_ties_of_a_pair_as_printed_in_per_cent() -> None:
    ties = []
    for advantage in range(6):
        lead: Counter[str] = naive_pair(advantage, ())
        ties.append(round(100 * lead["tie"] / sum(lead.values()), 1))
    assert ties == [15.2, 14.1, 11.3, 8.5, 5.7, 2.8]


def naive_pair(advantage: int, gone: tuple[tuple[int, int], ...]) -> Counter[str]:
    """Two halves of different tiles, every die of a blank, counted by hand."""
    found: Counter[str] = Counter()
    tiles = [(a, b) for a in range(7) for b in range(a, 7) if (a, b) not in gone]
    for one, two in permutations(tiles, 2):
        for ours, theirs, d6, other in product(one, two, range(1, 7), range(1, 7)):
            by = (ours or d6) + advantage - (theirs or other)
            found["defender" if by > 0 else "tie" if by == 0 else "charger"] += 1
    return found


@pytest.mark.parametrize("gone", [(), ((0, 0),), ((6, 6), (5, 6), (4, 6)), ((0, 1), (3, 3))])
def test_known_tiles_are_taken_out_of_the_set(gone: tuple[tuple[int, int], ...]) -> None:
    combat = against(10, 10, gone=tuple(f"{b}-{a}" for a, b in gone))
    naive = naive_pair(2, gone)
    for odds in pair_odds(combat):
        assert {who: odds.chance(who) for who in odds.weights} == {
            who: Fraction(times, sum(naive.values())) for who, times in naive.items()
        }


def test_pairs_differ_by_their_advantage_alone() -> None:
    combat = against(4, 4)
    pairs = list(combat.pairs)
    pairs[0] = replace(pairs[0], defender_outflanked=True)
    pairs[2] = replace(pairs[2], charger_outflanked=True)
    chances = [odds.chance("defender") for odds in pair_odds(replace(combat, pairs=tuple(pairs)))]
    assert chances == [Fraction(205, 224), Fraction(241, 336), Fraction(95, 224), Fraction(241, 336)]


def test_a_level_pair_ties_less_often_than_two_dice() -> None:
    dice = (icepool.d6 - icepool.d6).probability(0)
    naive = naive_pair(0, ())
    assert Fraction(naive["tie"], sum(naive.values())) < dice == Fraction(1, 6)


@clause("infantry-action.combat.lost-stand")
def test_a_stand_on_a_tile_looked_at_has_odds_of_its_own() -> None:
    combat = against(2, 2)
    seen = replace(combat.fighters[0], tile="6-1", look=Look(True, 1))
    odds = pair_odds(replace(combat, fighters=(seen, combat.fighters[1]), gone=("6-1",)))
    assert odds[0].chance("defender") == 1, "8 beats any face"
    left = [tile for tile in TILES if tile != (1, 6)]
    lower = sum(Fraction(1, 2) * (Fraction(2, 6) if half == 0 else half < 3) for tile in left for half in tile)
    assert odds[1].chance("defender") == lower / len(left)


def test_a_stand_that_shares_the_tile_does_not_change_a_pair() -> None:
    """The odds of one pair are the margins of the odds of the whole."""
    combat = against(2, 2)
    plan = planned(combat)
    whole = mapped(fold(stages(plan), plan.start), lambda shown: losses(plan, shown))
    for pair, odds in zip(combat.pairs, pair_odds(combat)):
        assert odds.chance("charger") == whole.where(lambda lost, place=pair.charger: place in lost)  # type: ignore[misc]
        assert odds.chance("defender") == whole.where(lambda lost, place=pair.defender: place in lost)  # type: ignore[misc]


def test_stands_of_one_tile_are_not_independent() -> None:
    combat = against(2, 2)
    plan = planned(combat)
    whole = mapped(fold(stages(plan), plan.start), lambda shown: losses(plan, shown))
    alone = pair_odds(combat)[0].chance("charger")
    assert whole.where(lambda lost: (0, 1) in lost and (0, 2) in lost) != alone * alone


def test_resolve_and_the_stages_are_one_rule() -> None:
    combat = against(7, 5, 1)
    plan = planned(combat)
    for seed in range(30):
        fought = resolve(combat, Seeded(seed))
        dice: Dice = Seeded(seed)
        shown = plan.start
        for stage in stages(plan):
            shown = stage(shown, dice)
        lost = losses(plan, shown)
        assert fought.lost == tuple(tuple(sorted(n for unit, n in lost if unit == place)) for place in (0, 1))
        by_score = [ours.place if ours.total < theirs.total else theirs.place for ours, theirs in fought.scores]
        level = [ours.total == theirs.total for ours, theirs in fought.scores]
        assert sorted(lost) == sorted(place for place, tie in zip(by_score, level) if not tie)


def test_laid_tiles_are_named_by_their_halves() -> None:
    assert [NAMES[LAID.index(tile)] for tile in ((0, 0), (3, 6), (6, 3))] == ["0-0", "3-6", "6-3"]
