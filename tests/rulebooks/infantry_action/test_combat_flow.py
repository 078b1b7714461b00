"""Hand-to-hand combat on the table: dominoes laid out, looked at and turned up, ground and lines as they stand."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.dice.questions import DiceError
from roundtop.rulebooks.infantry_action.melee.events import CombatFought, DominoesSet, DominoLooked, DominoPlaced
from roundtop.rulebooks.infantry_action.melee.table import combat_of
from roundtop.rulebooks.infantry_action.state import Unit
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    WEST,
    Die,
    Table,
    charge_home,
    field,
    guns,
    hill,
    line,
    reserves,
    table,
    wall,
    wood,
)

Scores = list[tuple[int, int]]


def met(ours: int, theirs: int, *others: Unit, side: str = UNION, **rest: Any) -> Table:
    """A line that has charged another straight before it; both owners are still to be asked about dominoes."""
    north = side == UNION
    fields = rest.pop("fields", {})
    played = table(
        line("a", side, ours, 36, 20 if north else 30, 0 if north else SOUTH, order="charge", **fields),
        line(
            "x", CONFEDERATE if north else UNION, theirs, 36, 30 if north else 20, SOUTH if north else 0, order="hold"
        ),
        *others,
        *reserves(),
        first=side,
        **rest,
    )
    return played.choose("a").choose("x")


def blind(played: Table, *dice: Die) -> Scores:
    """Nobody looks: the scores, charger first, pair by pair."""
    played.turn_over(dice=dice)
    return [(score[2], score[5]) for score in played.last(CombatFought).scores]


# ---------------------------------------------------------------- dominoes


@clause("infantry-action.combat.draw-blind", 1)
@clause("infantry-action.combat.half-per-stand", 1)
def test_six_stands_lay_three_dominoes_unseen_and_only_the_combat_decides_them() -> None:
    played = met(6, 6)
    assert "draws 3 dominoes" in played.decision.sentence
    assert played.keys == ["look:0", "blind:0"]
    played.choose("blind:0").until("activate")
    assert played.all(DominoesSet)
    assert not [unit.tile for unit in played.state.units if unit.tile], "no die was thrown, no tile decided"
    assert blind(played, "1-1", "1-2", "1-3", "6-6", "6-5", "6-4") == [(2, 4), (2, 6), (2, 5), (3, 6), (2, 6), (4, 6)]


@clause("infantry-action.combat.odd-sideways", 1)
@clause("infantry-action.combat.sideways-face", 1)
def test_an_odd_line_has_one_domino_sideways_at_any_odd_stand() -> None:
    played = met(9, 4)
    assert "draws 5 dominoes" in played.decision.sentence
    assert [key for key in played.keys if key.startswith("blind")] == [f"blind:{n}" for n in (9, 7, 5, 3, 1)]
    five = met(5, 5)
    five.choose("blind:5").choose().choose("blind:5")
    scores = blind(five, "1-1", "1-2", "2-6", "5-5", "4-4", "3-3")
    assert scores[4] == (3, 5), "domino 2-6 as drawn: stand 5 fights with 2, and 1 for charging"


@clause("infantry-action.combat.sideways-face")
@pytest.mark.parametrize(("rule", "face"), [("forward", 2), ("higher", 5), ("sum", 7)])
def test_what_a_sideways_domino_counts_is_a_house_rule(rule: str, face: int) -> None:
    played = met(1, 1, sideways_face=rule)
    assert blind(played, "2-5", "3-3")[0][0] == face + 1


@clause("infantry-action.combat.sideways-face")
def test_a_sideways_domino_in_the_middle_leaves_pairs_on_either_side() -> None:
    played = met(5, 5).choose("blind:3").choose().choose("blind:5")
    scores = blind(played, "1-2", "6-4", "3-5", "1-1", "2-2", "3-3")
    assert [score - 1 for score, _ in scores] == [1, 2, 6, 3, 5]


@clause("infantry-action.combat.look-at-one", 1)
@clause("infantry-action.combat.others-blind", 1)
def test_the_domino_looked_at_goes_where_its_owner_likes_and_the_rest_lie_as_drawn() -> None:
    played = met(4, 4).choose("look:0", dice=("6-3",))
    assert played.asked == (UNION, "place-domino", "a")
    assert played.keys == ["1:as-drawn", "1:turned", "2:as-drawn", "2:turned"]
    played.choose("2:turned").choose().choose("blind:0")
    # Drawn 6-3 and 0-5, the first turned behind stands 3 and 4: faces 0 5 3 6. The blank throws a 4.
    scores = blind(played, "0-5", "1-1", "1-2", 4)
    assert [score - 1 for score, _ in scores] == [4, 5, 3, 6]
    six = met(6, 6).choose("look:0", dice=("6-5",)).choose("3:as-drawn")
    assert (six.last(DominoLooked).tile, six.last(DominoPlaced).slot) == ("6-5", 3)


@clause("infantry-action.combat.look-at-one")
@clause("infantry-action.combat.sideways-face")
def test_the_owner_of_a_sideways_domino_looked_at_says_which_half_is_forward() -> None:
    for way, face in (("as-drawn", 2), ("turned", 6)):
        played = met(3, 3).choose("look:3", dice=("2-6",)).choose(f"2:{way}").choose().choose("blind:3")
        assert blind(played, "1-1", "3-3", "4-4")[2][0] == face + 1


@clause("infantry-action.combat.look-at-one")
def test_a_double_lies_one_way_only() -> None:
    assert met(4, 4).choose("look:0", dice=("3-3",)).keys == ["1:as-drawn", "2:as-drawn"]


@clause("infantry-action.combat.draw-blind")
@clause("infantry-action.combat.boneyard", 1)
def test_a_tile_looked_at_or_shown_does_not_come_again_in_the_same_combat() -> None:
    played = met(4, 4).choose("look:0", dice=("6-3",)).choose("1:as-drawn").choose()
    with pytest.raises(DiceError):
        played.choose("look:0", dice=("3-6",))
    played = met(4, 4).choose("look:0", dice=("6-3",)).choose("1:as-drawn").until("activate")
    with pytest.raises(DiceError):
        blind(played, "6-3", "1-1", "1-2")
    full = met(10, 10)
    blind(full, *[f"1-{n}" for n in range(1, 6)], *[f"6-{n}" for n in range(2, 7)])
    assert len(full.last(CombatFought).shown) == 10


@clause("infantry-action.combat.boneyard")
@pytest.mark.parametrize("rule", ["per-combat", "per-turn"])
def test_one_set_serves_each_combat_or_by_the_house_rule_the_whole_turn(rule: str) -> None:
    def two_fights() -> Table:
        played = met(
            2,
            2,
            line("b", UNION, 2, 56, 20, order="charge"),
            line("y", CONFEDERATE, 2, 56, 30, SOUTH, order="hold"),
            boneyard=rule,
            army_break=1.0,
        )
        played.until("activate")
        return played.choose("b").choose("y").until("activate")

    if rule == "per-turn":
        with pytest.raises(DiceError):
            blind(two_fights(), "6-3", "1-1", "6-3", "1-2")
    played = two_fights()
    dice = ("6-3", "1-1", "6-3", "1-1") if rule == "per-combat" else ("6-3", "1-1", "6-4", "1-2")
    blind(played, *dice)
    assert [event.shown for event in played.all(CombatFought)] == [dice[:2], dice[2:]]
    assert played.state.gone == (), "gone until the next turn only"


@clause("infantry-action.combat.blank", 1)
def test_blanks_throw_a_die_chargers_first_each_from_the_left() -> None:
    played = met(2, 2)
    assert blind(played, "0-0", "0-6", 1, 2, 3) == [(1 + 1, 6), (2 + 1, 3)]


@clause("infantry-action.combat.unopposed")
def test_a_blank_of_a_stand_that_does_not_fight_is_not_thrown_for() -> None:
    played = met(6, 2)
    # Stands 3 and 4 fight; the outer dominoes are not turned up at all.
    scores = blind(played, "1-2", "3-3")
    assert scores == [(2, 3 - 2), (3, 3 - 2)]


# ---------------------------------------------------------------- bonuses and ground


@clause("infantry-action.setup.sides")
@clause("infantry-action.combat.mod-confederate-charge", 1)
@clause("infantry-action.combat.mod-union-charge", 1)
def test_the_sides_differ_in_their_bonus_for_charging_only() -> None:
    assert blind(met(2, 2), "3-3", "3-4") == [(4, 4), (4, 3)]
    assert blind(met(2, 2, side=CONFEDERATE), "3-3", "3-4") == [(5, 4), (5, 3)]


@clause("infantry-action.combat.mod-uphill-or-obstacle", 1)
@clause("infantry-action.combat.terrain-terms", 1)
def test_an_enemy_uphill_or_behind_a_wall_costs_one_and_both_cost_one() -> None:
    stones = wall((30.0, 29.0), (42.0, 29.0))
    slope = hill(1, 20, 29.5, 50, 48)
    assert blind(met(2, 2, ground=field(stones)), "4-4", "3-3") == [(4, 3), (4, 3)]
    assert blind(met(2, 2, ground=field(slope)), "4-4", "3-3") == [(4, 3), (4, 3)]
    assert blind(met(2, 2, ground=field(stones, slope)), "4-4", "3-3") == [(4, 3), (4, 3)]


@clause("infantry-action.combat.terrain-terms")
@pytest.mark.parametrize(("y", "counts"), [(29.5, True), (28.5, True), (28.45, False), (30.2, False), (29.8, True)])
def test_an_obstacle_counts_within_an_inch_of_the_charged_stands_front(y: float, counts: bool) -> None:
    played = met(2, 2, ground=field(wall((30.0, y), (42.0, y))))
    assert blind(played, "4-4", "3-3")[0][0] == (4 if counts else 5)


@clause("infantry-action.combat.mod-wood", 1)
@clause("infantry-action.combat.terrain-terms", 2, 3)
def test_a_wood_helps_the_charged_and_not_the_charger_and_adds_to_the_slope() -> None:
    trees = wood(20, 29.6, 50, 48)
    assert blind(met(2, 2, side=UNION, ground=field(trees)), "4-4", "3-3") == [(3, 3), (3, 3)]
    both = field(trees, hill(1, 20, 29.5, 50, 48))
    assert blind(met(2, 2, ground=both), "6-6", "3-3") == [(6 + 1 - 3, 3), (6 + 1 - 3, 3)]
    out_of_it = table(
        line("a", UNION, 2, 36, 27, order="charge"),
        line("x", CONFEDERATE, 2, 36, 30, SOUTH, order="hold"),
        *reserves(),
        ground=field(wood(20, 20, 50, 29.4)),
    )
    assert blind(out_of_it.choose("a").choose("x"), "4-4", "3-3") == [(5, 3), (5, 3)]


@clause("infantry-action.combat.terrain-terms")
def test_a_charger_uphill_of_the_charged_takes_one_off_them() -> None:
    assert blind(met(2, 2, ground=field(hill(1, 20, 0, 50, 29.4))), "4-4", "3-3") == [(5, 2), (5, 2)]


@clause("infantry-action.combat.terrain-terms")
def test_ground_is_judged_pair_by_pair() -> None:
    # Only the western half of the charged line is in the wood: its stands 3 and 4, opposite the charger's 1 and 2.
    played = met(4, 4, ground=field(wood(30, 29.6, 36, 48)))
    assert blind(played, "4-4", "4-5", "3-3", "3-2") == [(3, 2), (3, 3), (5, 3), (6, 3)]


@clause("infantry-action.combat.terrain-terms")
@clause("infantry-action.charge.flank-or-rear")
def test_after_a_rear_charge_ground_is_judged_on_the_line_as_turned() -> None:
    # The wall lies before the front of a line that is charged from behind: it shelters nobody.
    def rear(wall_y: float) -> Scores:
        played = table(
            line("a", CONFEDERATE, 2, 36, 10, order="charge"),
            line("x", UNION, 2, 36, 20, order="hold"),
            *reserves(),
            first=CONFEDERATE,
            ground=field(wall((30.0, wall_y), (42.0, wall_y))),
        )
        return blind(played.choose("a").choose("x"), "4-4", "3-3")

    assert rear(20.8) == [(6, 3 - 2), (6, 3 - 2)]
    assert rear(19.2) == [(5, 3 - 2), (5, 3 - 2)]


@clause("infantry-action.combat.modifiers-add", 1)
def test_all_modifiers_add() -> None:
    # Ten against ten, two stands over: the charger's right-hand stand is overlapped, marked and before a wall.
    played = table(
        line("a", CONFEDERATE, 2, 36, 30, SOUTH, order="charge"),
        line("x", UNION, 4, 36, 20, order="fire"),
        *reserves(),
        first=CONFEDERATE,
        ground=field(wall((30.0, 21.0), (42.0, 21.0))),
    )
    played.choose("a").choose("x").choose("blind:0").choose("x").aim({3: "a:1"}, dice=(4,)).choose("blind:0")
    played.turn_over(dice=("2-3", "1-1", "1-2"))
    assert played.last(CombatFought).scores[0][2] == 2 + 2 - 1 - 1 - 2


@clause("infantry-action.setup.quality", 1, 2)
def test_quality_tells_in_combat_by_the_house_rule_only() -> None:
    elite = {"quality": "elite"}
    assert blind(met(2, 2, side=CONFEDERATE, fields=elite), "3-3", "4-4")[0] == (5, 4)
    assert blind(met(2, 2, side=CONFEDERATE, fields=elite, quality_effect="combat"), "3-3", "4-4")[0] == (6, 4)
    green = table(
        line("a", UNION, 2, 36, 20, order="charge"),
        line("x", CONFEDERATE, 2, 36, 30, SOUTH, order="hold", quality="green"),
        *reserves(),
        quality_effect="combat",
    )
    assert blind(green.choose("a").choose("x"), "3-3", "4-4")[0] == (4, 3)


# ---------------------------------------------------------------- lines that overlap


@clause("infantry-action.combat.outflanked-terms", 1)
@clause("infantry-action.combat.mod-outflanked")
def test_end_stands_overlapped_are_outflanked_as_printed() -> None:
    tiles = ("3-3", "3-4", "3-5", "4-4", "4-5", "4-6")
    # Ten against six: charger stands 3 to 8 meet defender 6 to 1.
    assert [theirs for _, theirs in blind(met(10, 6), *tiles)] == [6 - 2, 4, 5, 4, 4, 4 - 2]
    assert [theirs for _, theirs in blind(met(10, 6, overlap_outflanks=False), *tiles)] == [6, 4, 5, 4, 4, 4]


@clause("infantry-action.combat.outflanked-terms", 2)
def test_lines_that_overlap_each_other_are_both_outflanked() -> None:
    played = table(
        line("a", UNION, 10, 36, 20, order="charge"),
        line("x", CONFEDERATE, 10, 38, 30, SOUTH, order="hold"),
        *reserves(),
    )
    played.choose("a").choose("x").until("activate")
    combat = combat_of(played.state, ("a", "x"))
    assert {pair.defender[1] for pair in combat.pairs if pair.defender_outflanked} == {10}
    assert {pair.charger[1] for pair in combat.pairs if pair.charger_outflanked} == {10}


@clause("infantry-action.charge.several-enemies")
@clause("infantry-action.combat.outflanked-terms")
def test_a_later_charger_from_the_flank_adds_no_pairs_but_outflanks_the_line() -> None:
    played = table(
        line("a", CONFEDERATE, 4, 36, 30, SOUTH, order="charge"),
        line("b", CONFEDERATE, 4, 46, 19, WEST, order="charge"),
        line("x", UNION, 4, 36, 20, order="hold"),
        *reserves(),
        first=CONFEDERATE,
    )
    charge_home(played, "a", "x")
    charge_home(played, "b", "x")
    assert [(f.charger, f.flank) for f in played.state.fights] == [("a", False), ("b", True)]
    played.turn_over(dice=("1-1", "1-2", "6-6", "5-5"))
    scores = played.last(CombatFought).scores
    assert {score[0] for score in scores} == {"a"}
    assert [score[5] for score in scores] == [5 - 2, 5 - 2, 6 - 2, 6 - 2]


# ---------------------------------------------------------------- batteries


@clause("infantry-action.combat.artillery-fights", 1)
def test_a_charged_battery_fights_with_a_domino_for_its_guns() -> None:
    played = table(
        line("a", UNION, 4, 36, 20, order="charge"), guns("g", CONFEDERATE, 1, 36, 30, SOUTH, order="hold"), *reserves()
    )
    played.choose("a").choose("g").choose("blind:0").choose()
    assert played.asked == (CONFEDERATE, "dominoes", "g")
    assert played.keys == ["look:1", "blind:1"]
    played.choose("look:1", dice=("5-2",)).choose("1:as-drawn")
    played.turn_over(dice=("1-1",))
    (score,) = played.last(CombatFought).scores
    assert score[3:] == ("g", 1, 5 - 2), "overlapped at both ends, outflanked once"


@clause("infantry-action.combat.stand-against-stand", 1)
@clause("infantry-action.combat.lost-stand", 1)
@clause("infantry-action.combat.tie", 1)
def test_the_lower_score_of_each_pair_is_lost_and_a_tie_costs_nobody() -> None:
    played = met(3, 3).choose("blind:3").choose().choose("blind:3")
    assert blind(played, "4-1", "0-3", "6-2", "4-4", 1)[:1] == [(5, 4)]
    fought = played.last(CombatFought)
    assert [(score[2], score[5]) for score in fought.scores] == [(5, 4), (2, 2), (1 + 1, 6)]
    assert {v.unit: v.lost for v in fought.verdicts} == {"a": (3,), "x": (3,)}


@clause("infantry-action.combat.reveal", 1)
def test_the_combat_tells_every_face_and_modifier() -> None:
    played = met(2, 2)
    blind(played, "4-4", "5-5")
    rows = [(row.label.strip(), row.value) for row in played.last(CombatFought).tally]
    assert rows.count(("Union charging", "+1")) == 2
    assert rows.count(("4 against 5", "5 : 5")) == 2
