"""Hand-to-hand fighting: modifiers, rounds, losers, follow-ups, units caught."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import icepool

from roundtop.rulebooks.charge_boys.melee.rule import Fighter, fighting, loser, melee_dice, melee_mods
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.umpire import Estimated, Exact
from tests.clauses import clause
from tests.rulebooks.charge_boys.page import odds, only, outcome

LINE: Final = {"arm": "infantry", "formation": "line"}
SAVED: Final = 6


def blow(figures: int, *faces: int, **more: Any) -> tuple[int, int]:
    """Modifier and hits of one side against an enemy whose single die does nothing."""
    struck = sum([max(0, face + modifier_of(figures, more)) for face in faces])
    found = outcome("melee", *faces, 1, *[SAVED] * struck, a={"fighting": figures} | more, b={"fighting": 1})
    return found["modifier"][0], found["hits"][0]


def modifier_of(figures: int, more: dict[str, Any]) -> int:
    return sum([mod.value for mod in melee_mods(Fighter(figures, **more))])


# ---- modifiers and dice


@clause("charge-boys.melee.who-fights", 1, 2)
def test_who_fights() -> None:
    assert fighting(12, 0, "line", 12) == 24
    assert fighting(4, 0, "attack-column", 4) == 8
    assert fighting(4, 2, "line", 12) == 12
    assert fighting(6, 2, "skirmish", 6) == 8
    assert fighting(6, 1, "cavalry-line", 6) == 7
    assert fighting(6, 0, "line", 4) == 10


@clause("charge-boys.melee.dice", 1, 2, 3)
def test_dice_in_melee() -> None:
    assert [melee_dice(figures, PRINTED) for figures in (8, 2, 15)] == [1, 1, 3]
    assert [melee_dice(figures, Settings(remainder="down")) for figures in (2, 17)] == [1, 2]
    assert melee_dice(7, Settings(remainder="up")) == 2


@clause("charge-boys.melee.base", 1)
@clause("charge-boys.melee.charging", 1)
@clause("charge-boys.melee.mounted", 1)
@clause("charge-boys.melee.quality", 1)
@clause("charge-boys.melee.flank", 1)
@clause("charge-boys.melee.disordered", 1)
@clause("charge-boys.melee.obstacle", 1, 2)
@clause("charge-boys.melee.loose-troops", 1)
@clause("charge-boys.melee.guns", 1)
def test_melee_modifiers() -> None:
    assert blow(24, 6, 2, 3, 5) == (-2, 8)
    assert blow(24, 4, 1, 5, 2, charging=True) == (-1, 8)
    assert blow(11, 3, 6, charging=True, mounted_against_open_foot=True) == (0, 9)
    assert blow(12, 5, 3, quality="green") == (-3, 2)
    assert blow(18, 2, 4, 1, charging=True, strikes_flank=True) == (0, 7)
    assert blow(12, 6, 2, disordered=True) == (-3, 3)
    assert blow(24, 6, 5, 1, 3, charging=True, obstacle="wall") == (-2, 8)
    assert blow(24, 6, 5, 1, 3, charging=True, obstacle="fortification") == (-3, 5)
    assert blow(4, 6, loose=True) == (-3, 3)
    assert blow(4, 6, loose=True, disordered=True) == (-4, 2)
    assert blow(6, 4, quality="veteran") == (-1, 3)
    for obstacle in ("fence", "hedge", "building"):
        assert blow(6, 4, obstacle=obstacle) == (-3, 1)


@clause("charge-boys.core.modifiers")
def test_hits_of_a_melee_die_capped_by_house_rule() -> None:
    found = outcome(
        "melee", 6, 6, 1, 6, 6, 6, 6, a={"fighting": 12}, b={"fighting": 1}, options={"max_hits_per_die": 2}
    )
    assert found["hits"] == [4, 0]


# ---- a round


@clause("charge-boys.melee.saves", 1)
def test_saves_from_the_front() -> None:
    found = outcome("melee", 6, 2, 3, 5, 1, 5, 1, 2, 6, 3, 3, 4, 1, a={"fighting": 24}, b={"fighting": 1})
    assert only(found, "hits", "killed") == ([8, 0], [0, 6])


@clause("charge-boys.melee.flank")
@clause("charge-boys.melee.saves")
def test_a_unit_struck_in_flank_saves_on_sixes() -> None:
    flank = {"fighting": 6, "strikes_flank": True}
    found = outcome("melee", 4, 4, 5, 6, 5, 4, 5, a=flank, b={"fighting": 6})
    assert only(found, "hits", "killed") == ([3, 2], [1, 2])


@clause("charge-boys.core.dice")
@clause("charge-boys.melee.saves")
def test_officer_checks_come_before_the_saves_the_targets_first() -> None:
    led = {"fighting": 6, "officers": 1, "strength": 12}
    # Four and three hits; check of b 6, of a 2; b saves three men and last its officer on a 4; a its three men.
    found = outcome("melee", 6, 5, 6, 2, 1, 5, 6, 4, 1, 1, 5, a=led, b=led | {"general": False})
    assert only(found, "hits", "killed", "officers_killed") == ([4, 3], [2, 1], [0, 0])
    lost = outcome("melee", 6, 5, 6, 2, 1, 5, 6, 3, 1, 1, 5, a=led, b=led)
    assert only(lost, "killed", "officers_killed", "loser") == ([2, 2], [0, 1], "draw")


@clause("charge-boys.melee.loser", 1, 2)
def test_who_has_lost_the_round() -> None:
    assert loser(6, 5) == "a"
    assert loser(3, 3) == "draw"
    assert loser(0, 0) == "draw"
    found = outcome("melee", 5, 3, 4, 4, *[6] * 8, a={"fighting": 12}, b={"fighting": 12})
    assert only(found, "hits", "loser") == ([4, 4], "draw")


@clause("charge-boys.melee.draw", 1)
def test_a_locked_round_has_the_base_modifier_only() -> None:
    found = outcome("melee", 5, 3, 4, 4, *[6] * 8, a={"fighting": 12}, b={"fighting": 12})
    assert only(found, "modifier", "hits") == ([-2, -2], [4, 4])


@clause("charge-boys.melee.loser")
def test_a_general_is_no_figure_of_the_unit() -> None:
    with_general = {"fighting": 6, "general": True, "strength": 12}
    found = outcome("melee", 3, 1, 6, 1, a={"fighting": 6}, b=with_general)
    assert only(found, "killed", "general_killed", "loser") == ([0, 0], [False, True], "draw")


def test_odds_of_a_round_are_icepools() -> None:
    found = odds("melee", a={"fighting": 12}, b={"fighting": 6})
    assert isinstance(found.whole, Exact)
    groups = {group.group: group for group in found.groups}
    ours = groups["what b loses"]
    assert isinstance(ours, Exact)
    hits = 2 @ icepool.d6.map(lambda face: max(0, face - 2))
    killed = hits.map(lambda struck: struck @ (icepool.d6 < 5) if struck else 0)
    assert {row.outcome["killed"]: row.chance for row in ours.chances} == {n: killed.probability(n) for n in killed}


def test_a_large_round_has_exact_parts_and_an_estimated_whole() -> None:
    big = {"fighting": 36, "strength": 40, "officers": 2, "general": True}
    found = odds("melee", a=big | {"charging": True}, b=big)
    assert isinstance(found.whole, Estimated)
    who = next(group for group in found.groups if group.group == "who loses the round")
    assert isinstance(who, Exact)
    chances = {row.outcome["loser"]: row.chance for row in who.chances}
    assert sum(chances.values()) == 1
    assert chances["b"] > chances["a"]


# ---- the loser


DEFENDER: Final = {"start": 24, "strength": 18, "first_shot": "successful", "charged": True} | LINE


def defeat(*faces: int, loser: Any = None, arm: str = "infantry", follows: bool = False) -> Any:
    situation = DEFENDER if loser is None else loser
    return outcome("melee-result", *faces, loser=situation, winner={"arm": arm, "follows_up": follows})


@clause("charge-boys.melee.loser-test", 1)
def test_what_becomes_of_the_loser() -> None:
    assert only(defeat(6), "total", "result", "retreat") == (4, "halt", 3.0)
    assert only(defeat(4), "total", "result", "retreat") == (2, "retire", 6.0)
    assert only(defeat(3, 2, 2), "total", "result", "retreat") == (1, "disorder", 4.0)
    assert only(defeat(2, 2, 2), "total", "result", "retreat") == (0, "rout", 10.0)
    steady = DEFENDER | {"charged": False, "advancing": True}
    stands = defeat(5, loser=steady)
    assert only(stands, "total", "result", "contact", "retreat", "follow_up") == (5, "carry-on", True, 0.0, 0.0)
    assert only(defeat(4), "follow_up", "contact") == (0.0, False)


@clause("charge-boys.melee.follow-up", 1, 2)
@clause("charge-boys.melee.caught", 2)
def test_following_up() -> None:
    assert only(defeat(6, 3, follows=True), "follow_up", "contact", "caught") == (3.0, True, False)
    assert only(defeat(6, 2, follows=True), "follow_up", "contact") == (2.0, False)
    ridden = defeat(3, 1, 3, 2, 2, follows=True, arm="cavalry")
    assert only(ridden, "retreat", "follow_up", "caught", "winner_disordered") == (4.0, 4.0, True, True)
    cut_down = defeat(2, 1, 1, 6, 2, follows=True, arm="cavalry")
    assert only(cut_down, "contact", "caught", "loser_removed") == (True, False, True)
    stood = defeat(6, loser=DEFENDER | {"charged": False}, follows=True, arm="cavalry")
    assert only(stood, "follow_up", "winner_disordered", "contact") == (0.0, False, True)


@clause("charge-boys.melee.guns")
def test_a_battery_that_loses_and_retires_drags_its_guns() -> None:
    guns = {"arm": "artillery", "formation": "unlimbered", "start": 9, "strength": 9, "crew": [4, 1], "charged": True}
    found = defeat(4, 4, loser=guns, follows=True)
    assert only(found, "result", "retreat_guns", "guns_abandoned") == ("retire", [4, 0], [False, True])
    assert only(found, "contact", "caught") == (True, True)


# ---- units caught


@clause("charge-boys.melee.caught", 1)
def test_caught_while_giving_way() -> None:
    loose = {"arm": "infantry", "formation": "skirmish", "strength": 9, "result": "evade"}
    found = outcome("caught", 2, 3, 4, 4, fighting=9, mounted_against_open_foot=True, victim=loose)
    assert only(found, "modifier", "dice", "killed", "strength", "retreat") == (1, 2, 7, 2, 18.0)
    gone = outcome("caught", 6, 6, fighting=9, mounted_against_open_foot=True, victim=loose)
    assert only(gone, "killed", "strength", "removed", "retreat") == (9, 0, True, None)


@clause("charge-boys.melee.caught")
@clause("charge-boys.officer.hit-check")
def test_officers_of_a_unit_caught() -> None:
    line = LINE | {"strength": 20, "result": "retire", "officers": 1, "general": True}
    found = outcome("caught", 4, 6, 4, 1, 1, fighting=6, disordered=True, quality="veteran", victim=line)
    assert only(found, "modifier", "killed", "general_killed", "retreat") == (0, 3, True, 8.0)
    officer = outcome("caught", 4, 6, 3, 1, 1, fighting=6, victim=line)
    assert only(officer, "killed", "officers_killed", "general_killed") == (4, 1, False)


@clause("charge-boys.melee.caught")
@clause("charge-boys.melee.supplement")
def test_routing_units_and_the_house_rule_without_melee() -> None:
    line = LINE | {"strength": 20, "result": "rout", "officers": 1}
    found = outcome("caught", fighting=6, victim=line)
    assert only(found, "removed", "strength", "dice") == (True, 0, None)
    spared = outcome("caught", 3, 3, fighting=6, victim=line | {"result": "retire"}, options={"melee": "none"})
    assert only(spared, "killed", "strength", "retreat", "dice") == (0, 20, 12.0, None)


@clause("charge-boys.melee.caught")
def test_odds_of_being_caught() -> None:
    loose = {"arm": "infantry", "formation": "skirmish", "strength": 3, "result": "evade"}
    whole = odds("caught", fighting=6, victim=loose).whole
    assert isinstance(whole, Exact)
    assert sum([row.chance for row in whole.chances if row.outcome["removed"]]) == Fraction(4, 6)
