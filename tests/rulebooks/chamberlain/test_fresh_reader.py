"""The sheets read afresh and tried at the table: how many dice, who may go where, what a melee does, who is roused."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.chamberlain.fire.events import VolleyFired
from roundtop.rulebooks.chamberlain.melee.events import MeleeFought
from roundtop.rulebooks.chamberlain.state import BROKEN, ON_TABLE, RETIRED, Officer, Unit
from roundtop.table.ground import Line, Road
from roundtop.table.path import Manoeuvre
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    Table,
    active,
    ahead,
    area,
    charge,
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
HS = "horse-artillery"
RALLY, RETIRE, RESERVE = Manoeuvre("rally"), Manoeuvre("retire"), Manoeuvre("reserve")


def a(x: float = 12, y: float = 5, facing: float = NORTH, **fields: Any) -> Unit:
    return foot("a", UNION, x, y, facing, **fields)


def e(x: float = 12, y: float = 5.9, facing: float = SOUTH, **fields: Any) -> Unit:
    return foot("e", CONFEDERATE, x, y, facing, **fields)


def g(x: float = 12, y: float = 5, **fields: Any) -> Unit:
    return guns("a", UNION, x, y, **fields)


# ------------------------------------------------------------------ fire: how many dice


def dice_thrown(*pieces: Piece, **rest: Any) -> int:
    """The dice of a's shot at e; none where he has no such shot."""
    game = table(*pieces, phase="fire", **rest)
    if game.asked[1] != "fire" or "a>e" not in game.keys:
        return 0
    for number in range(1, 16):
        try:
            return table(*pieces, phase="fire", **rest).choose("a>e", *[1] * number).last(VolleyFired).dice
        except ValueError:
            continue
    raise AssertionError("never enough dice")


@pytest.mark.parametrize(("pieces", "things", "dice"), [
    # Small arms: elan at volley range, half once beyond it, nothing beyond two.
    ([a(), e()], [], 6),
    ([a(elan=5), e(y=7)], [], 3),
    ([a(), e(y=7.01)], [], 3),
    ([a(), e(y=7.1)], [], 0),
    ([a(fatigue=2), e()], [], 4),
    # Halved only once, however many reasons.
    ([a(), guns("e", CONFEDERATE, 12, 5.9, SOUTH)], [], 3),
    ([a(traits=("impetuous",)), guns("e", CONFEDERATE, 12, 6.9, SOUTH)], [], 3),
    ([a(traits=("impetuous",)), e()], [], 3),
    ([a(), horse("e", CONFEDERATE, 12, 5.9, SOUTH)], [], 3),
    ([a(), horse("e", CONFEDERATE, 12, 5.9, SOUTH, mounted=False)], [], 6),
    ([horse("a", UNION, 12, 5), e()], [], 3),
    ([horse("a", UNION, 12, 5, mounted=False), e()], [], 5),
    ([horse("a", UNION, 12, 5, mounted=False), e(y=6.5)], [], 0),
    # Weapons: smoothbores and shotguns +1 close; shotguns not beyond; repeating carbines 1 BW.
    ([a(weapon="smoothbore"), e()], [], 7),
    ([a(weapon="smoothbore"), e(y=6.9)], [], 3),
    ([horse("a", UNION, 12, 5, mounted=False, weapon="shotgun"), e()], [], 6),
    ([horse("a", UNION, 12, 5, mounted=False, weapon="shotgun"), e(y=6.9)], [], 0),
    ([horse("a", UNION, 12, 5, mounted=False, weapon="repeating-carbine"), e(y=6.9)], [], 0),
    ([a(weapon="repeating-rifle"), e(y=6.9)], [], 3),
    # The flank adds a die after the halving.
    ([a(), e(12.4, facing=EAST)], [], 7),
    ([a(), e(12.4, 6.9, EAST)], [], 4),
    # Cover does not halve small arms; a crest under the target does.
    ([a(), e()], [area("heavy-woods", 11, 5.85, 13, 7)], 6),
    # Guns: ammo, half at cover, concealed, uphill, obstructed, counter battery; canister +1 within 2.
    ([g(), e(y=9)], [], 6),
    ([g(), e(y=6.9)], [], 7),
    ([g(), e(y=7.05)], [], 6),
    ([g(), e(y=13.1)], [], 0),
    ([g(), e(y=9)], [area("heavy-woods", 11, 8.9, 13, 10)], 3),
    ([g(), e(y=9, concealed=True)], [], 3),
    ([g(), guns("e", CONFEDERATE, 12, 9, SOUTH)], [], 3),
    ([g(), e(y=9)], [hill(1, 10, 8.5, 14, 12)], 3),
    ([g(traits=("RH",)), guns("e", CONFEDERATE, 12, 9, SOUTH)], [], 4),
    ([g(), e(12.4, 9, EAST)], [], 7),
    ([g(), e(12.4, 6.9, EAST)], [], 7),                          # only one bonus
    ([g(ammo=0), e(y=6.9)], [], 0),
    ([g(), horse("e", CONFEDERATE, 12, 9, SOUTH)], [], 6),       # only infantry is halved by horse
    # The arc: 45 degrees to either side of the front's middle.
    ([a(), e(x=12.69, y=5.7, facing=SOUTH)], [], 6),
    ([g(), e(18, 9)], [], 0),
])  # fmt: skip
def test_the_dice_of_a_shot(pieces: list[Piece], things: list[Any], dice: int) -> None:
    assert dice_thrown(*pieces, ground=field(*things)) == dice


# ------------------------------------------------------------------ fire: what a hit does


@pytest.mark.parametrize(("pieces", "throws", "target", "place", "fatigue"), [
    ([a(), e()], (6, 6, 5, 5, 4, 1), (12.0, 5.9, 180.0), ON_TABLE, 2),                 # sixes only
    ([a(weapon="repeating-rifle"), e()], (6, 5, 5, 4, 4, 1), (12.0, 5.9, 180.0), ON_TABLE, 3),
    ([a(), e(elan=4, fatigue=3)], (6, 1, 1, 1, 1, 1), None, BROKEN, 4),
    ([a(), guns("e", CONFEDERATE, 12, 5.9, SOUTH)], (6, 1, 1), (12.0, 8.4, 0.0), ON_TABLE, 0),   # one hit: retreat
    ([a(), guns("e", CONFEDERATE, 12, 5.9, SOUTH)], (6, 6, 1), None, RETIRED, 0),                # two: off
    ([a(), horse("e", CONFEDERATE, 12, 5.9, SOUTH)], (6, 1, 1), (12.0, 8.4, 0.0), ON_TABLE, 1),  # horsemen go back
    ([a(), horse("e", CONFEDERATE, 12, 5.9, SOUTH)], (5, 1, 1), (12.0, 5.9, 180.0), ON_TABLE, 0),
    ([a(), horse("e", CONFEDERATE, 12, 5.9, SOUTH, mounted=False)], (6, 1, 1, 1, 1, 1),
     (12.0, 5.9, 180.0), ON_TABLE, 1),
])  # fmt: skip
def test_what_a_shot_does(
    pieces: list[Piece], throws: tuple[int, ...], target: tuple[float, float, float] | None, place: str, fatigue: int
) -> None:
    game = table(*pieces, phase="fire").choose("a>e", *throws)
    assert (game.unit("e").place, game.unit("e").fatigue) == (place, fatigue)
    assert target is None or game.pose("e") == target


@pytest.mark.parametrize(("traits", "throws", "killed"), [
    ((), (6, 1, 1, 1, 1, 1), False),              # ordinary fire does not find officers
    (("SS",), (6, 1, 1, 1, 1, 1, 4), False),
    (("SS",), (6, 1, 1, 1, 1, 1, 5), True),
    (("SS",), (5, 1, 1, 1, 1, 1), False),         # nobody was hit
])  # fmt: skip
def test_sharpshooters_pick_officers(traits: tuple[str, ...], throws: tuple[int, ...], killed: bool) -> None:
    game = table(a(traits=traits), e(), general("h", CONFEDERATE, "H", unit="e"), phase="fire").choose("a>e", *throws)
    assert (game.officer("h").traits == ()) is killed


def test_guns_mark_a_box_and_an_officer_brings_one_back_instead_of_firing() -> None:
    fired = table(g(), e(y=9), phase="fire").choose("a>e", 1, 1, 1, 1, 1, 1)
    assert fired.unit("a").ammo == 5
    spent = (g(ammo=6, start_ammo=6), general("o", UNION, "A", unit="a"), e(y=9))
    laid = table(*spent, phase="fire").choose("a>e", *[1] * 7)
    assert laid.last(VolleyFired).dice == 7


# ------------------------------------------------------------------ melee: dice and results


def melee(*pieces: Piece, dice: tuple[int, ...], things: tuple[Any, ...] = (), **rest: Any) -> Table:
    return fight({"a": ("e",)}, *pieces, dice=dice, ground=field(*things), **rest)


def counts(*pieces: Piece, things: tuple[Any, ...] = (), **rest: Any) -> tuple[int, int]:
    """The dice of attack and defence, found by throwing ones until there are enough."""
    for number in range(2, 30):
        try:
            found = melee(*pieces, dice=(1,) * number, things=things, **rest).last(MeleeFought)
        except ValueError:
            continue
        defence, attack = [len(roll.faces) for roll in found.rolls[:2]]
        return attack, defence
    raise AssertionError("never enough dice")


def at_him(**fields: Any) -> Unit:
    """The defender, touched by a's front."""
    return foot("e", CONFEDERATE, 12, 5, SOUTH, **fields)


@pytest.mark.parametrize(("pieces", "things", "dice"), [
    ([a(), at_him()], (), (6, 6)),
    ([a(fatigue=2), at_him(fatigue=1)], (), (4, 5)),
    ([a(), at_him(weapon="smoothbore")], (), (6, 7)),                # defending in front
    ([a(), at_him(weapon="shotgun")], (), (6, 7)),
    ([a(), at_him(weapon="repeating-rifle")], (), (6, 7)),
    ([a(weapon="repeating-rifle"), at_him()], (), (6, 6)),            # attacking they bring nothing
    ([a(traits=("YH",)), at_him()], (), (7, 6)),
    ([a(), at_him(traits=("RY",))], (), (6, 7)),
    ([a(), at_him()], (area("heavy-woods", 11, 5, 13, 7),), (5, 6)),
    ([a(), at_him()], (area("light-woods", 11, 5, 13, 7),), (5, 6)),
    ([a(), at_him()], (area("rocky", 11, 5, 13, 7),), (5, 6)),
    ([a(), at_him()], (Line("stream", ((8.0, 5.0), (16.0, 5.0))),), (5, 6)),
    ([a(), at_him()], (Line("works", ((11.0, 5.0), (13.0, 5.0))),), (5, 6)),
    ([a(), at_him()], (hill(1, 10, 5.0, 14, 8), area("light-woods", 11, 5, 13, 7)), (5, 6)),   # one die at most
    ([a(), at_him(), general("h", CONFEDERATE, "SF", unit="e")], (), (6, 7)),
    ([a(), at_him(), general("h", CONFEDERATE, "I", unit="e")], (), (6, 7)),
    ([a(), at_him(), general("h", UNION, "I", unit="a")], (), (7, 6)),
    ([a(), at_him(), general("h", UNION, "SF", unit="a")], (), (6, 6)),           # steadfast only defends
    ([a(), guns("e", CONFEDERATE, 12, 5, SOUTH, ammo=3)], (), (6, 3)),
    ([a(), guns("e", CONFEDERATE, 12, 5, SOUTH), general("h", CONFEDERATE, "A", unit="e")], (), (6, 6)),
])  # fmt: skip
def test_the_dice_of_a_melee(pieces: list[Piece], things: tuple[Any, ...], dice: tuple[int, int]) -> None:
    assert counts(*pieces, things=things) == dice


HITS = {number: (4,) * number + (1,) * (6 - number) for number in range(7)}


@pytest.mark.parametrize(("defender", "defence", "attack", "after", "place", "mine"), [
    # fatigue and place of the defender, fatigue of the attacker
    ({}, 2, 2, (1, 5.0), ON_TABLE, 2),            # equal: the defender holds with 1, the attacker takes 2
    ({}, 3, 2, (1, 5.0), ON_TABLE, 2),
    ({}, 1, 4, (3, 7.5), ON_TABLE, 1),            # outscored by three
    ({"fatigue": 4}, 0, 2, None, BROKEN, 1),
    ({"fatigue": 3}, 0, 2, (5, 7.5), ON_TABLE, 1),
    ({"fatigue": 5}, 1, 0, None, BROKEN, 1),      # holds, but its last fatigue breaks it
])  # fmt: skip
def test_what_a_melee_does(
    defender: dict[str, int], defence: int, attack: int, after: tuple[int, float] | None, place: str, mine: int
) -> None:
    their_dice = HITS[defence][: 6 - defender.get("fatigue", 0)]
    game = melee(a(), at_him(**defender), dice=(*their_dice, *HITS[attack]))
    found = game.unit("e")
    assert (found.place, game.unit("a").fatigue) == (place, mine)
    assert after is None or (found.fatigue, game.pose("e")[1]) == after


@pytest.mark.parametrize(("defence", "attack", "ammo", "place", "y"), [
    (2, 2, 5, ON_TABLE, 5.0), (2, 3, 5, ON_TABLE, 7.5), (2, 4, 6, BROKEN, 0.0), (0, 1, 6, BROKEN, 0.0),
])  # fmt: skip
def test_what_a_melee_does_to_guns(defence: int, attack: int, ammo: int, place: str, y: float) -> None:
    game = melee(a(), guns("e", CONFEDERATE, 12, 5, SOUTH), dice=(*HITS[defence], *HITS[attack]))
    assert game.unit("e").place == place
    if place == ON_TABLE:
        assert (game.unit("e").ammo, game.pose("e")[1]) == (ammo, y)


def test_steadfast_units_give_way_only_when_doubled() -> None:
    leader = general("h", CONFEDERATE, "SF", unit="e")
    stands = melee(a(), at_him(), leader, dice=(4, 4, 4, 1, 1, 1, 1, *HITS[5], 1))
    assert (stands.pose("e")[1], stands.unit("e").fatigue) == (5.0, 2)
    gives = melee(a(), at_him(), leader, dice=(4, 4, 1, 1, 1, 1, 1, *HITS[4], 1))
    assert (gives.pose("e")[1], gives.unit("e").fatigue) == (7.5, 2)


def test_flanked_defenders_and_horse_in_front_of_foot_throw_their_successes_again() -> None:
    flanked = melee(a(), foot("e", CONFEDERATE, 12.4, 5.5, EAST), dice=(*HITS[3], 4, 1, 1, *HITS[2]))
    assert flanked.last(MeleeFought).defence == (1,)
    assert flanked.last(MeleeFought).attack == (2,)
    ridden = melee(horse("a", UNION, 12, 5), at_him(), dice=(*HITS[1], 4, 4, 1, 1, 1, 4, 1))
    assert ridden.last(MeleeFought).attack == (1,)
    horsemen = horse("e", CONFEDERATE, 12, 5, SOUTH)
    equal = melee(horse("a", UNION, 12, 5), horsemen, dice=(4, 1, 1, 1, 1, 4, 4, 1, 1, 1))
    assert equal.last(MeleeFought).attack == (2,)


# ------------------------------------------------------------------ movement

WOODS = area("heavy-woods", 11, 5.2, 13, 9)
NEAR, FAR_OFF = foot("e", CONFEDERATE, 12, 7, SOUTH), foot("e", CONFEDERATE, 12, 14, SOUTH)


@pytest.mark.parametrize(("mover", "others", "things", "drill", "end"), [
    # simple: pivot anywhere, straight on, end facing so
    (a(), [FAR_OFF], [], (turn(135), ahead(2)), (13.41, 3.59, 135.0)),
    (horse("a", UNION, 12, 5), [FAR_OFF], [], (ahead(4),), (12.0, 9.0, 0.0)),
    (horse("a", UNION, 12, 5, mounted=False), [FAR_OFF], [], (ahead(2),), (12.0, 7.0, 0.0)),
    (g(), [FAR_OFF], [], (ahead(2),), (12.0, 7.0, 0.0)),
    (g(arm=HS), [FAR_OFF], [], (ahead(4),), (12.0, 9.0, 0.0)),
    # difficult: half as far, facing as one likes
    (a(), [FAR_OFF], [WOODS], (step(0, 1), turn(90)), (12.0, 6.0, 90.0)),
    (a(), [FAR_OFF], [], (step(-0.8, -0.6), turn(45)), (11.2, 4.4, 45.0)),
    (horse("a", UNION, 12, 5), [FAR_OFF], [WOODS], (step(0, 2),), (12.0, 7.0, 0.0)),
    (g(), [FAR_OFF], [WOODS], (step(0, 1),), (12.0, 6.0, 0.0)),
    # light woods and streams are simple
    (a(), [FAR_OFF], [area("light-woods", 11, 5.2, 13, 9)], (ahead(2),), (12.0, 7.0, 0.0)),
    (a(), [FAR_OFF], [Line("stream", ((8.0, 6.0), (16.0, 6.0)))], (ahead(2),), (12.0, 7.0, 0.0)),
    # charges: pivot up to 45 degrees, two or four base widths, whatever the ground
    (a(), [NEAR], [], charge(2), (12.0, 7.0, 0.0)),
    (a(), [foot("e", CONFEDERATE, 12, 6.1, SOUTH)], [WOODS], charge(1.1), (12.0, 6.1, 0.0)),
    (a(), [foot("e", CONFEDERATE, 12, 6.9, SOUTH)], [], charge(1.9, 20), (12.63, 6.73, 20.0)),
    (horse("a", UNION, 12, 5), [foot("e", CONFEDERATE, 12, 8.9, SOUTH)], [], charge(3.9), (12.0, 8.9, 0.0)),
    # engaged: out of it, on the spot, or at somebody
    (a(y=6.2), [NEAR], [], (turn(30),), (12.0, 6.2, 30.0)),
    (a(y=6.2), [NEAR], [], (turn(180), ahead(2)), (12.0, 4.2, 180.0)),
    (a(y=6.2), [NEAR], [], charge(0.8), (12.0, 7.0, 0.0)),
    # roads take a reserve through the woods
    (a(y=3), [FAR_OFF], [area("heavy-woods", 11, 3.2, 13, 9), Road("road", ((12.0, 0.0), (12.0, 16.0)), 0.2)],
     (RESERVE, ahead(6)), (12.0, 9.0, 0.0)),
])  # fmt: skip
def test_a_lawful_move(
    mover: Unit, others: list[Piece], things: list[Any], drill: tuple[Manoeuvre, ...], end: tuple[float, float, float]
) -> None:
    assert active(mover, *others, use="a", ground=field(*things)).march(*drill).pose("a") == pytest.approx(
        end, abs=0.01
    )


@pytest.mark.parametrize(("mover", "others", "things", "drill"), [
    (a(), [FAR_OFF], [], (ahead(2.1),)),
    (a(), [FAR_OFF], [WOODS], (ahead(2),)),                                   # woods take a difficult move
    (a(), [FAR_OFF], [WOODS], (step(0, 1.1),)),
    (g(arm=HS), [FAR_OFF], [WOODS], (step(0, 2.1),)),
    (a(y=5.4), [FAR_OFF], [Line("major-river", ((0.0, 6.0), (24.0, 6.0)))], (step(0, 1),)),
    (a(), [NEAR], [], charge(1.9, 46)),                                       # pivots too far
    (a(), [foot("e", CONFEDERATE, 12, 7.2, SOUTH)], [], charge(2.2)),          # goes too far
    (a(fatigue=3), [NEAR], [], charge(2)),                                    # fatigued
    (a(), [NEAR, foot("b", UNION, 12, 6.2)], [], charge(2)),                   # a friend is in the way
    (a(), [foot("e", CONFEDERATE, 12, 6.6, SOUTH)], [WOODS], charge(1.6)),     # deeper in the woods than one sees
    (a(y=6.2), [NEAR], [], (ahead(0.4),)),                                    # engaged, and nearer
    (a(y=6.2), [NEAR], [], (step(0, -0.1),)),                                 # engaged still
    (a(y=5.2), [NEAR], [], (RETIRE,)),                                        # an enemy within two
    (a(y=6.2), [NEAR], [], (RALLY,)),
    (a(fatigue=1, y=3), [FAR_OFF], [], (RALLY,)),                             # nobody is made fresh again
    (a(y=3), [FAR_OFF], [], (RALLY,)),
    (a(y=9.8), [FAR_OFF], [], (RESERVE, ahead(1))),                           # within four of a known enemy
    (a(y=3), [FAR_OFF], [area("heavy-woods", 11, 3.2, 13, 9)], (RESERVE, ahead(6))),
    (a(y=3, reserve_used=True), [FAR_OFF], [], (RESERVE, ahead(5))),          # once a battle
    (a(), [FAR_OFF, foot("b", UNION, 12, 6.9)], [], (ahead(2),)),             # on to a friend
    (a(y=1), [FAR_OFF], [], (turn(180), ahead(2))),                           # off the table
])  # fmt: skip
def test_a_move_that_no_sheet_allows(
    mover: Unit, others: list[Piece], things: list[Any], drill: tuple[Manoeuvre, ...]
) -> None:
    assert active(mover, *others, use="a", ground=field(*things)).no_march(*drill)


def test_the_greatest_threat_must_be_charged() -> None:
    """Of two within reach the one in whose zone he stands, unless it is not there."""
    close = foot("e", CONFEDERATE, 11.2, 5.95, SOUTH)
    other = foot("f", CONFEDERATE, 13.4, 6.2, 215)
    assert active(a(), close, other, use="a").no_march(*charge(2, 40)) == ["move.charge-greatest-threat"]
    assert active(a(), close, other, use="a").no_march(*charge(1.3, 40)) == ["move.charge-infantry-distance"]
    assert active(a(), other, use="a").march(*charge(2, 40)).state.charges[0].targets == ("f",)


def test_a_retiring_unit_goes_straight_for_its_own_edge_and_off() -> None:
    game = active(a(y=2), FAR_OFF, use="a").march(RETIRE)
    assert game.unit("a").place == RETIRED or game.pose("a")[1] < 2.0


# ------------------------------------------------------------------ activation, rally, officers


LINE = (foot("a", UNION, 10, 5), foot("b", UNION, 12, 5), foot("far", UNION, 20, 5))


@pytest.mark.parametrize(("traits", "throws", "woken"), [
    ((), (2,), ()), ((), (3,), ("a", "b")),
])  # fmt: skip
def test_a_force_is_roused_on_three_but_not_who_is_out_of_reach(
    traits: tuple[str, ...], throws: tuple[int, ...], woken: tuple[str, ...]
) -> None:
    game = table(*LINE, general("g", UNION, *traits, unit="a"), FAR_OFF).choose("force:union-force", *throws)
    assert game.state.waiting == woken


@pytest.mark.parametrize(("fatigue", "throw", "after"), [(3, 2, 3), (3, 3, 2), (2, 6, 1)])
def test_a_rally_takes_away_one_fatigue_on_three(fatigue: int, throw: int, after: int) -> None:
    game = active(a(y=3, fatigue=fatigue), FAR_OFF, use="a").march(RALLY, dice=(throw,))
    assert (game.unit("a").fatigue, game.unit("a").moved != "none") == (after, True)


@pytest.mark.parametrize(("throws", "fatigue", "killed"), [((5, 3), 1, False), ((6, 3), 1, True), ((6, 2), 2, True)])
def test_a_hero_rallies_close_to_the_enemy_and_risks_his_life(
    throws: tuple[int, ...], fatigue: int, killed: bool
) -> None:
    hero = general("h", UNION, "H", unit="a")
    game = active(a(y=5.2, fatigue=2), NEAR, hero, use="a").march(RALLY, dice=throws)
    assert (game.unit("a").fatigue, game.officer("h").traits == ()) == (fatigue, killed)


@pytest.mark.parametrize(("y", "things", "seen"), [
    (9.0, [], False), (8.9, [], True), (8.9, [area("heavy-woods", 11, 6.0, 13, 7.5)], False),
])  # fmt: skip
def test_a_blind_is_discovered_within_four_base_widths_in_sight(y: float, things: list[Any], seen: bool) -> None:
    game = table(a(), foot("e", CONFEDERATE, 12, y + 0.05, SOUTH, concealed=True), phase="information",
                 ground=field(*things))  # fmt: skip
    assert game.unit("e").concealed is not seen


def test_one_cavalry_unit_of_a_cavalry_officer_rides_for_nothing() -> None:
    pieces = (horse("a", UNION, 10, 5), horse("b", UNION, 12, 5), general("g", UNION, "C", unit="a"), FAR_OFF)
    game = table(*pieces)
    free = [key for key in game.keys if key.startswith("cavalry")]
    assert free == ["cavalry:g:a", "cavalry:g:b"]
    assert not [key for key in game.choose("cavalry:g:a").choose("done").keys if key.startswith("cavalry")]


def test_a_mounted_unit_gets_down_with_a_difficult_move_only() -> None:
    down = active(horse("a", UNION, 12, 5), FAR_OFF, use="a").march(step(0, 1), mounts("dismounted"))
    assert (down.unit("a").mounted, down.unit("a").moved) == (False, "difficult")
    assert active(horse("a", UNION, 12, 5), FAR_OFF, use="a").no_march(ahead(3), mounts("dismounted"))


@pytest.mark.parametrize(("mover", "drill", "dice"), [
    (a(weapon="repeating-rifle"), (ahead(1),), 3),                   # repeaters fire half after a move
    (a(weapon="repeating-rifle"), (step(0, 0.5), turn(10)), 3),
    (a(), (ahead(1),), 0),
    (g(arm=HS), (step(0, 1),), 3),                                     # horse guns after a difficult move
    (g(arm=HS), (ahead(1),), 0),
    (g(), (step(0, 1),), 0),
])  # fmt: skip
def test_who_fires_after_a_move(mover: Unit, drill: tuple[Manoeuvre, ...], dice: int) -> None:
    target = foot("e", CONFEDERATE, 12, 8.1 if mover.arm != "infantry" else 6.9, SOUTH)
    game = active(mover, target, use="a").march(*drill)
    while game.asked[1] == "movement":
        game.choose("end")
    if not dice:
        assert game.asked[1] != "fire"
        return
    assert game.choose("a>e", *[1] * dice).last(VolleyFired).dice == dice


@pytest.mark.parametrize(("throws", "killed"), [((5,), False), ((6,), True)])
def test_an_inspiring_officer_is_at_risk_in_melee(throws: tuple[int, ...], killed: bool) -> None:
    game = melee(a(), at_him(), general("h", UNION, "I", unit="a"), dice=(*HITS[3], *HITS[1], 1, *throws))
    assert (game.officer("h").traits == ()) is killed
