"""The Combat Phase at the table: who fights whom, divided dice, results, retreats and advances."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Marched, Numbered
from roundtop.record import copy
from roundtop.rulebooks.chamberlain.command.events import OfficerMoved, OfficerRisked
from roundtop.rulebooks.chamberlain.field import block, groups, unit_of
from roundtop.rulebooks.chamberlain.melee.events import Combats, DiceAllotted, MeleeFought
from roundtop.rulebooks.chamberlain.melee.table import shares
from roundtop.rulebooks.chamberlain.movement.events import Moved
from roundtop.rulebooks.chamberlain.retreat.events import UnitLost
from roundtop.rulebooks.chamberlain.state import BROKEN, ON_TABLE, Charge, Officer, Unit
from roundtop.rulebooks.chamberlain.terrain.rule import level_of
from roundtop.rulebooks.chamberlain.victory.events import Status
from roundtop.table.ground import Line
from tests.clauses import clause
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    WEST,
    Table,
    ahead,
    area,
    field,
    foot,
    general,
    guns,
    horse,
    position,
)


def fight(
    charges: dict[str, tuple[str, ...]], *pieces: Unit | Officer, dice: tuple[int, ...] = (), **rest: Any
) -> Table:
    """The Combat Phase after these charges, begun outside every zone."""
    state = copy(position(*pieces, **rest))
    state.phase = "combat"
    made = [
        Charge(charger, targets, (), level_of(state.ground, block(unit_of(state, charger), state.settings)))
        for charger, targets in charges.items()
    ]
    state.charges = tuple(made)
    return Table(state, Combats(UNION), Status(UNION), dice=dice)


A = foot("a", UNION, 12, 8)
E = foot("e", CONFEDERATE, 12, 8, SOUTH)


@clause("chamberlain.turn.combat-phase", 1)
def test_the_active_side_chooses_the_order() -> None:
    pieces = (A, E, foot("b", UNION, 18, 8), foot("f", CONFEDERATE, 18, 8, SOUTH))
    game = fight({"a": ("e",), "b": ("f",)}, *pieces)
    assert game.asked == (UNION, "combat", "")
    assert game.keys == ["e", "f"]
    game.choose("f", *[1] * 24)
    assert [event.defenders for event in game.all(MeleeFought)] == [("f",), ("e",)]


@clause("chamberlain.melee.attacker-repulsed", 1)
@clause("chamberlain.retreat.attacker-facing")
def test_a_repulsed_attacker_backs_off_facing_the_enemy() -> None:
    game = fight({"a": ("e",)}, A, E, dice=(4, 4, 4, 4, 1, 1, 4, 4, 1, 1, 1, 1))
    assert game.last(MeleeFought).attack == (2,)
    assert game.unit("a").fatigue == 2
    assert game.unit("e").fatigue == 1
    assert game.pose("a") == (12.0, 6.0, 0.0)
    assert game.pose("e") == (12.0, 8.0, 180.0)


@clause("chamberlain.melee.attacker-wins")
@clause("chamberlain.advance.optional", 1)
@clause("chamberlain.advance.distance")
def test_a_winner_drives_the_defender_back_and_may_advance() -> None:
    game = fight({"a": ("e",)}, A, E, dice=(4, 4, 4, 1, 1, 1, 4, 4, 4, 4, 1, 1))
    assert game.unit("e").fatigue == 1
    assert game.pose("e") == (12.0, 10.5, 0.0)
    assert game.unit("a").fatigue == 1
    assert game.asked == (UNION, "advance", "a")
    assert game.refusal(Marched((ahead(1.02),))) == ["advance.distance"]
    assert game.refusal(Marched((ahead(-0.5),))) == ["advance.distance"]
    assert game.refusal(Marched((ahead(0),))) == ["advance.optional"]
    lengths = [(way.key, sum([one.amount for one in way.manoeuvres])) for way in game.form.ways]
    assert lengths == [("stay", 0), ("half", 0.5), ("all", 1.0)]
    game.march(ahead(1))
    assert game.pose("a") == (12.0, 9.0, 0.0)
    stays = fight({"a": ("e",)}, A, E, dice=(4, 4, 4, 1, 1, 1, 4, 4, 4, 4, 1, 1)).march()
    assert stays.pose("a") == (12.0, 8.0, 0.0)


@clause("chamberlain.advance.impetuous", 1)
def test_an_impetuous_winner_must_advance() -> None:
    bold = foot("a", UNION, 12, 8, traits=("impetuous",))
    game = fight({"a": ("e",)}, bold, E, dice=(1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1))
    assert game.pose("a") == (12.0, 9.0, 0.0)
    assert game.last(Moved).kind == "advance"


@clause("chamberlain.advance.no-contact", 1)
def test_an_advance_stops_short_of_the_next_enemy() -> None:
    second = foot("f", CONFEDERATE, 12, 8.6, SOUTH)
    weak = foot("e", CONFEDERATE, 12, 8, SOUTH, fatigue=5)
    game = fight({"a": ("e",)}, A, weak, second, dice=(1, 4, 1, 1, 1, 1, 1))
    assert game.unit("e").place == BROKEN
    assert game.refusal(Marched((ahead(0.6),))) == ["advance.no-contact"]
    game.march(ahead(0.55))
    assert game.pose("a") == (12.0, 8.55, 0.0)


@clause("chamberlain.melee.defender-first", 1)
def test_a_defender_that_breaks_leaves_the_attackers_winners() -> None:
    last = foot("e", CONFEDERATE, 12, 8, SOUTH, fatigue=5)
    game = fight({"a": ("e",)}, A, last, dice=(4, 1, 1, 1, 1, 1, 1))
    assert game.unit("e").place == BROKEN
    assert game.unit("a").fatigue == 1
    assert game.asked == (UNION, "advance", "a")
    scored = fight({"a": ("e",)}, A, last, dice=(4, 1, 1, 1, 1, 1, 1), melee_defender_first=False)
    assert scored.unit("a").fatigue == 2
    assert scored.pose("a") == (12.0, 6.0, 0.0)


@clause("chamberlain.melee.several-attackers", 1)
@clause("chamberlain.retreat.direction")
def test_attackers_add_up_and_the_defender_runs_from_the_strongest() -> None:
    left = foot("a", UNION, 11.4, 8, elan=4)
    right = foot("b", UNION, 12.6, 8, elan=4)
    dice = (4, 4, 4, 1, 1, 1, 4, 4, 1, 1, 4, 4, 1, 1)
    game = fight({"a": ("e",), "b": ("e",)}, left, right, E, dice=dice)
    assert game.asked == (UNION, "driver", "e")
    game.choose("a")
    assert game.pose("e")[0] > 12.0
    assert game.unit("a").fatigue == game.unit("b").fatigue == 1
    assert game.asked == (UNION, "advance", "a")
    game.march()
    assert game.asked == (UNION, "advance", "b")
    clear = fight({"a": ("e",), "b": ("e",)}, left, right, E, dice=(4, 4, 4, 1, 1, 1, 4, 1, 1, 1, 4, 4, 4, 1))
    assert clear.pose("e")[0] < 12.0


@clause("chamberlain.melee.allocate", 1, 2)
def test_a_charger_that_touches_two_divides_its_dice() -> None:
    strong = foot("a", UNION, 12, 8, elan=7)
    two = (foot("e", CONFEDERATE, 11.4, 8, SOUTH), foot("f", CONFEDERATE, 12.6, 8, SOUTH))
    game = fight({"a": ("e", "f")}, strong, *two)
    assert game.asked == (UNION, "allot", "a")
    assert (game.form.low, game.form.high) == (1, 6)
    assert game.refusal(Numbered(7)) == [""]
    game.number(4, *[1] * 6, 4, 1, 1, 1, *[1] * 6, 4, 1, 1)
    assert game.last(DiceAllotted).shares == (4, 3)
    fought = game.last(MeleeFought)
    assert (fought.defenders, fought.attack) == (("e", "f"), (1, 1))
    works = field(Line("works", ((12.05, 8.05), (13.2, 8.05))))
    behind = fight({"a": ("e", "f")}, strong, *two, ground=works)
    behind.number(4, *[1] * 6, 1, 1, 1, 1, *[1] * 6, 1, 1)
    assert len(behind.all(MeleeFought)) == 1


@clause("chamberlain.melee.allocate")
def test_with_too_few_dice_somebody_is_not_attacked() -> None:
    last = foot("a", UNION, 12, 8, fatigue=5)
    two = (foot("e", CONFEDERATE, 11.4, 8, SOUTH), foot("f", CONFEDERATE, 12.6, 8, SOUTH))
    game = fight({"a": ("e", "f")}, last, *two, dice=(*[1] * 6, 4))
    assert game.last(MeleeFought).defenders == ("e",)
    assert game.unit("f").fatigue == 0
    assert shares(7, 4, 2) == (4, 3)
    assert shares(7, 2, 3) == (2, 3, 2)


@clause("chamberlain.melee.several-attackers")
def test_combats_that_share_an_attacker_are_one() -> None:
    chain = (Charge("a", ("e", "f"), (), 0), Charge("b", ("f",), (), 0), Charge("c", ("g",), (), 0))
    assert groups(chain) == [("e", "f"), ("g",)]
    assert groups(chain[::-1]) == groups(chain)


@clause("chamberlain.melee.several-attackers")
def test_a_divided_attacker_that_loses_one_combat_has_lost() -> None:
    strong = foot("a", UNION, 12, 8, elan=7)
    two = (foot("e", CONFEDERATE, 11.4, 8, SOUTH), foot("f", CONFEDERATE, 12.6, 8, SOUTH))
    game = fight({"a": ("e", "f")}, strong, *two)
    game.number(4, *[1] * 6, 4, 4, 1, 1, 4, *[1] * 5, 1, 1, 1)
    assert game.unit("a").fatigue == 2
    assert game.pose("a") == (12.0, 6.0, 0.0)
    assert game.unit("e").fatigue == 2
    assert game.unit("f").fatigue == 1


@clause("chamberlain.trait.steadfast-hold", 1, 2)
@clause("chamberlain.trait.steadfast-risk")
@clause("chamberlain.command.at-risk-timing")
def test_a_steadfast_defender_holds_unless_doubled() -> None:
    officer = general("h", CONFEDERATE, "SF", unit="e")
    firm = foot("e", CONFEDERATE, 12, 8, SOUTH, elan=7)
    big = foot("a", UNION, 12, 8, elan=7)
    dice = (4, 4, 4, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 1, 1, 4)
    game = fight({"a": ("e",)}, big, firm, officer, dice=dice)
    assert game.pose("e") == (12.0, 8.0, 180.0)
    assert game.unit("e").fatigue == 2
    assert game.unit("a").fatigue == 1
    assert not game.last(OfficerRisked).killed
    assert game.asked[0] != UNION
    doubled = fight({"a": ("e",)}, big, firm, officer, dice=(4, 4, 4, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 4, 1, 6))
    assert doubled.pose("e") == (12.0, 10.5, 0.0)
    assert doubled.last(OfficerRisked).killed


@clause("chamberlain.melee.artillery-doubled", 1)
@clause("chamberlain.melee.artillery-outscored", 1)
@clause("chamberlain.melee.artillery-wins", 1)
def test_guns_that_are_charged() -> None:
    doubled = fight({"a": ("g",)}, A, guns("g", CONFEDERATE, 12, 8, SOUTH, ammo=4), dice=(4, 4, 1, 1, 4, 4, 4, 4, 1, 1))
    assert doubled.last(UnitLost) == UnitLost("g", BROKEN, "melee")
    pushed = fight(
        {"a": ("g",)}, A, guns("g", CONFEDERATE, 12, 8, SOUTH, ammo=5), dice=(4, 4, 4, 1, 1, 4, 4, 4, 4, 1, 1)
    )
    assert pushed.unit("g").ammo == 4
    assert pushed.pose("g") == (12.0, 10.5, 0.0)
    wins = fight({"a": ("g",)}, A, guns("g", CONFEDERATE, 12, 8, SOUTH, ammo=1), dice=(4, 4, 1, 1, 1, 1, 1))
    assert wins.unit("g").ammo == 0
    assert wins.pose("a") == (12.0, 6.0, 0.0)
    empty = fight(
        {"a": ("g",)},
        A,
        guns("g", CONFEDERATE, 12, 8, SOUTH, ammo=1),
        dice=(4, 4, 1, 1, 1, 1, 1),
        artillery_empty="retire",
    )
    assert empty.last(UnitLost).fate == "retired"


@clause("chamberlain.melee.flanked-condition", 1)
@clause("chamberlain.melee.flanked-effect", 1)
def test_a_flank_attack_makes_the_defender_roll_again() -> None:
    attacker = foot("a", UNION, 12.5, 7.8, WEST)
    defender = foot("e", CONFEDERATE, 12, 8, elan=5)
    game = fight({"a": ("e",)}, attacker, defender, dice=(6, 5, 4, 2, 1, 5, 3, 1, *[1] * 6))
    assert game.last(MeleeFought).defence == (1,)


@clause("chamberlain.melee.cavalry-vs-foot", 1)
def test_cavalry_charging_foot_in_front_rolls_its_successes_again() -> None:
    riders = horse("a", UNION, 12, 8, elan=6)
    game = fight({"a": ("e",)}, riders, E, dice=(*[1] * 6, 6, 6, 5, 4, 3, 1, 5, 4, 2, 1))
    assert game.last(MeleeFought).attack == (2,)


@clause("chamberlain.trait.inspiring", 1)
@clause("chamberlain.trait.inspiring-risk", 1)
@clause("chamberlain.command.replacement", 1)
def test_an_inspiring_officer_lends_a_die_and_risks_his_life() -> None:
    leader = general("h", UNION, "I", unit="a")
    game = fight({"a": ("e",)}, A, E, leader, dice=(*[4] * 6, *[1] * 7, 6))
    assert game.last(OfficerRisked).killed
    assert (game.officer("h").traits, game.officer("h").unit) == ((), "a")


@clause("chamberlain.trait.vigorous")
def test_a_vigorous_officer_lends_his_die_to_a_second_unit() -> None:
    leader = general("h", UNION, "I", "V", unit="b", second="a")
    game = fight({"a": ("e",)}, A, E, foot("b", UNION, 14, 7), leader, dice=(*[4] * 6, *[1] * 7, 2))
    assert not game.last(OfficerRisked).killed
    assert game.unit("a").fatigue == 2


@clause("chamberlain.command.unit-lost")
def test_two_officers_who_lose_their_units_together_join_different_ones() -> None:
    weak = [foot("e", CONFEDERATE, 11.4, 8, SOUTH, fatigue=5), foot("f", CONFEDERATE, 12.6, 8, SOUTH, fatigue=5)]
    rest = [foot("s", CONFEDERATE, 12, 11, SOUTH), foot("t", CONFEDERATE, 12, 13, SOUTH)]
    officers = [general("h", CONFEDERATE, unit="e"), general("k", CONFEDERATE, unit="f", force="confederate-force")]
    game = fight({"a": ("e", "f")}, foot("a", UNION, 12, 8), *weak, *rest, *officers)
    game.number(3, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3)
    assert {event.unit for event in game.all(OfficerMoved)} == {"s", "t"}


@clause("chamberlain.melee.minus-difficult")
@clause("chamberlain.terrain.which")
@pytest.mark.parametrize(("kind", "dice"), [("heavy-woods", 5), ("light-woods", 5), ("", 6)])
def test_ground_costs_the_attacker_a_die(kind: str, dice: int) -> None:
    ground = field(area(kind, 11, 8.1, 13, 10)) if kind else field()
    game = fight({"a": ("e",)}, A, E, ground=ground, dice=(*[4] * 6, *[1] * dice))
    assert len(game.last(MeleeFought).rolls[-1].faces) == dice


@clause("chamberlain.retreat.friends")
@clause("chamberlain.retreat.blocked")
def test_a_retreat_goes_on_past_friends_and_a_surrounded_unit_breaks() -> None:
    friend = foot("f", CONFEDERATE, 12, 10, SOUTH)
    game = fight({"a": ("e",)}, A, E, friend, dice=(*[1] * 6, 4, *[1] * 5))
    assert game.pose("e")[1] > 10.9
    assert game.unit("e").place == ON_TABLE
    lake = field(
        area("major-river", 8, 8.6, 16, 12), area("major-river", 8, 6, 11.3, 9), area("major-river", 12.7, 6, 16, 9)
    )
    lost = fight({"a": ("e",)}, A, E, ground=lake, dice=(*[1] * 6, 4, *[1] * 5))
    assert lost.last(UnitLost) == UnitLost("e", BROKEN, "blocked")


@clause("chamberlain.retreat.table-edge")
def test_a_retreat_over_the_edge_retires_or_breaks() -> None:
    own = fight(
        {"a": ("e",)}, foot("a", UNION, 12, 14.5), foot("e", CONFEDERATE, 12, 14.5, SOUTH), dice=(*[1] * 6, 4, *[1] * 5)
    )
    assert own.last(UnitLost) == UnitLost("e", "retired", "table edge")
    theirs = fight(
        {"a": ("e",)}, foot("a", UNION, 12, 1.2, SOUTH), foot("e", CONFEDERATE, 12, 1.2), dice=(*[1] * 6, 4, *[1] * 5)
    )
    assert theirs.last(UnitLost) == UnitLost("e", BROKEN, "table edge")


@clause("chamberlain.command.unit-lost")
def test_an_officer_with_a_unit_that_finds_no_way_out_is_at_risk_then() -> None:
    officer = general("h", CONFEDERATE, "A", unit="e")
    theirs = fight(
        {"a": ("e",)},
        foot("a", UNION, 12, 1.2, SOUTH),
        foot("e", CONFEDERATE, 12, 1.2),
        officer,
        dice=(*[1] * 6, 4, *[1] * 5, 6),
    )
    assert theirs.last(OfficerRisked).killed
    assert theirs.officer("h").unit == ""


@clause("chamberlain.command.at-risk-timing")
def test_he_who_lent_the_die_runs_the_risk() -> None:
    attached = general("h", UNION, unit="a")
    lender = general("k", UNION, "I", "V", unit="b", second="a")
    game = fight({"a": ("e",)}, A, E, foot("b", UNION, 14, 7), attached, lender, dice=(*[4] * 6, *[1] * 7, 6))
    assert game.last(OfficerRisked).officer == "k"
    assert game.officer("k").traits == ()


@clause("chamberlain.command.unit-lost")
def test_of_units_equally_near_the_officer_joins_the_first_by_name() -> None:
    last = foot("e", CONFEDERATE, 12, 8, SOUTH, fatigue=5)
    pair = [foot(id, CONFEDERATE, x, 12, SOUTH) for id, x in (("s", 14), ("r", 10))]
    officer = general("h", CONFEDERATE, unit="e")
    game = fight({"a": ("e",)}, A, last, *pair, officer, dice=(1, *[1] * 6, 1))
    assert game.last(OfficerMoved).unit == "r"


@clause("chamberlain.turn.combat-phase")
def test_a_combat_of_several_defenders_is_named_by_its_first() -> None:
    pieces = (
        A,
        foot("e", CONFEDERATE, 11.4, 8, SOUTH),
        foot("f", CONFEDERATE, 12.6, 8, SOUTH),
        foot("b", UNION, 18, 8),
        foot("x", CONFEDERATE, 18, 8, SOUTH),
    )
    game = fight({"a": ("e", "f"), "b": ("x",)}, *pieces)
    assert game.keys == ["e", "x"]
    game.choose("e")
    assert game.asked == (UNION, "allot", "a")


@clause("chamberlain.melee.attacker-repulsed")
@clause("chamberlain.fatigue.broken")
def test_a_repulsed_attacker_may_break() -> None:
    worn = foot("a", UNION, 12, 8, fatigue=4)
    game = fight({"a": ("e",)}, worn, E, dice=(*[4] * 6, 1, 1))
    assert game.last(UnitLost) == UnitLost("a", BROKEN, "melee")
    assert game.all(Moved) == []


@clause("chamberlain.command.unit-lost")
def test_the_nearest_unit_is_joined_whatever_the_order() -> None:
    last = foot("e", CONFEDERATE, 12, 8, SOUTH, fatigue=5)
    rest = [
        foot("near", CONFEDERATE, 15, 9, SOUTH),
        foot("zfar", CONFEDERATE, 8, 14, SOUTH),
        foot("afar", CONFEDERATE, 4, 12),
    ]
    officer = general("h", CONFEDERATE, unit="e")
    for units in (rest, rest[::-1]):
        game = fight({"a": ("e",)}, A, last, *units, officer, dice=(1, *[1] * 6, 1))
        assert game.last(OfficerMoved).unit == "near"


@clause("chamberlain.melee.artillery-outscored")
def test_only_guns_keep_count_of_ammunition() -> None:
    game = fight({"a": ("e",)}, A, E, dice=(*[4] * 6, *[1] * 6))
    assert game.last(MeleeFought).ammo == ()
    assert game.last(MeleeFought).fatigue == (("e", 1), ("a", 2))
