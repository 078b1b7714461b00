"""What an activated unit does at the table."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Placed
from roundtop.rulebooks.chamberlain.action.events import Stood
from roundtop.rulebooks.chamberlain.action.rule import REFUSALS
from roundtop.rulebooks.chamberlain.charge.events import ContactMade
from roundtop.rulebooks.chamberlain.command.events import OfficerMoved, OfficerRisked
from roundtop.rulebooks.chamberlain.concealment.events import Revealed
from roundtop.rulebooks.chamberlain.field import middle
from roundtop.rulebooks.chamberlain.fire.events import VolleyFired
from roundtop.rulebooks.chamberlain.fire.table import may_fire
from roundtop.rulebooks.chamberlain.morale.events import RallyTried
from roundtop.rulebooks.chamberlain.movement.events import Moved
from roundtop.rulebooks.chamberlain.options import LEDGER
from roundtop.rulebooks.chamberlain.reinforcements.events import Entered
from roundtop.rulebooks.chamberlain.retreat.events import UnitLost
from roundtop.rulebooks.chamberlain.state import ARRIVED, ON_TABLE, RETIRED, Unit
from roundtop.table.ground import Crossing, Line, Road
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
    at,
    charge,
    chief,
    field,
    foot,
    general,
    guns,
    horse,
    mounts,
    step,
    table,
    turn,
)

RALLY = Manoeuvre("rally")
RETIRE = Manoeuvre("retire")
RESERVE = Manoeuvre("reserve")


# ------------------------------------------------------------------ simple and difficult moves


@clause("chamberlain.move.simple-straight")
@clause("chamberlain.move.simple-facing")
def test_a_simple_move_turns_once_and_goes_straight() -> None:
    game = active(foot("a", UNION, 12, 5), use="a").march(turn(90), ahead(2))
    assert game.pose("a") == (14.0, 5.0, 90.0)
    assert game.unit("a").moved == "simple"
    again = active(foot("a", UNION, 12, 5), use="a")
    assert again.no_march(ahead(2.02)) == ["move.rate-infantry"]
    assert again.no_march(ahead(1), turn(90)) == ["move.difficult-direction"]
    assert again.no_march(ahead(-1)) == ["move.simple-straight"]
    assert again.no_march(Manoeuvre("pivot", 0.0, 4500, "", 0.3, 0.0)) == ["move.simple-straight"]


@clause("chamberlain.move.simple-no-difficult")
@clause("chamberlain.move.difficult-terrain")
def test_difficult_ground_needs_a_difficult_move() -> None:
    woods = field(area("heavy-woods", 11, 5.4, 13, 9))
    game = active(foot("a", UNION, 12, 5), use="a", ground=woods)
    assert game.no_march(ahead(1)) == ["move.simple-no-difficult"]
    assert game.no_march(step(0, 1.1)) == ["move.rate-infantry"]
    game.march(step(0, 1), turn(180))
    assert game.pose("a") == (12.0, 6.0, 180.0)
    assert game.unit("a").moved == "difficult"


@clause("chamberlain.move.road")
def test_a_road_through_the_woods() -> None:
    through = field(area("heavy-woods", 11, 5.4, 13, 9), Road("road", ((12.0, 0.0), (12.0, 16.0)), 0.2))
    assert active(foot("a", UNION, 12, 5), use="a", ground=through).march(ahead(2)).pose("a") == (12.0, 7.0, 0.0)
    house = active(foot("a", UNION, 12, 5), use="a", ground=through, move_roads_cancel_difficult=False)
    assert house.no_march(ahead(2)) == ["move.simple-no-difficult"]


@clause("chamberlain.terrain.major-river")
def test_water_is_crossed_by_a_bridge() -> None:
    river = Line("major-river", ((0.0, 6.0), (24.0, 6.0)))
    game = active(foot("a", UNION, 12, 5), use="a", ground=field(river))
    assert game.no_march(ahead(2)) == ["terrain.major-river"]
    bridged = active(foot("a", UNION, 12, 5), use="a", ground=field(river, Crossing("bridge", 12.0, 6.0, 0.3)))
    assert bridged.march(ahead(2)).pose("a") == (12.0, 7.0, 0.0)


@clause("chamberlain.move.engaged-enter")
@clause("chamberlain.move.engaged-break-off")
def test_a_move_ends_in_the_enemys_zone_and_breaking_off_leaves_it() -> None:
    game = active(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 7.5, SOUTH), use="a").march(ahead(2))
    assert game.pose("a") == (12.0, 6.5, 0.0)
    engaged = active(foot("a", UNION, 12, 6.7), foot("e", CONFEDERATE, 12, 7.5, SOUTH), use="a")
    assert engaged.no_march(ahead(0.5)) == ["move.engaged-break-off"]
    assert engaged.march(step(0, -0.9)).pose("a") == (12.0, 5.8, 0.0)
    free = active(
        foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 7.5, SOUTH), use="a", move_stop_when_engaged=False
    )
    assert free.march(ahead(2)).pose("a") == (12.0, 7.0, 0.0)


@clause("chamberlain.move.engaged-zone")
def test_a_screened_zone_does_not_engage() -> None:
    """A friend between the enemy and the mover stops the line of sight, and so the engagement."""
    enemy = foot("e", CONFEDERATE, 12, 7.5, SOUTH)
    assert active(foot("a", UNION, 12, 4.8), enemy, use="a").march(ahead(1.9)).pose("a") == (12.0, 6.5, 0.0)
    screen = foot("s", UNION, 12, 7.3)
    assert active(foot("a", UNION, 12, 4.8), screen, enemy, use="a").march(ahead(1.9)).pose("a") == (12.0, 6.7, 0.0)


@clause("chamberlain.move.engaged-pivot")
@clause("chamberlain.move.moved-flag")
def test_an_engaged_unit_may_turn_in_place() -> None:
    game = active(foot("a", UNION, 12, 6.7), foot("e", CONFEDERATE, 12, 7.5, SOUTH), use="a").march(turn(90))
    assert game.pose("a") == (12.0, 6.7, 90.0)
    assert game.unit("a").moved == "pivot"
    assert game.choose("end").asked[0] == CONFEDERATE


@clause("chamberlain.move.through-friends")
@clause("chamberlain.move.table-edge")
def test_friends_are_passed_and_the_edge_is_not() -> None:
    game = active(foot("a", UNION, 12, 5), guns("g", UNION, 12, 6), use="a")
    assert game.no_march(ahead(1.2)) == ["move.through-friends"]
    assert game.march(ahead(1.6)).pose("a") == (12.0, 6.6, 0.0)
    edge = active(foot("a", UNION, 12, 0.8, SOUTH), use="a")
    assert edge.no_march(ahead(1)) == ["move.table-edge"]


@clause("chamberlain.move.mount-dismount")
@clause("chamberlain.move.rate-cavalry")
def test_riders_dismount_at_the_end_of_a_difficult_move() -> None:
    game = active(horse("c", UNION, 12, 5), use="c")
    assert game.no_march(ahead(2), mounts("dismounted")) == ["move.difficult-direction"]
    assert game.no_march(step(0, 1), mounts("mounted")) == ["move.mount-dismount"]
    game.march(step(0, 2), turn(90), mounts("dismounted"))
    assert game.pose("c") == (12.0, 7.0, 90.0)
    assert not game.unit("c").mounted
    assert active(foot("a", UNION, 12, 5), use="a").no_march(mounts("mounted")) == ["move.mount-dismount"]


@clause("chamberlain.activate.action", 1)
def test_one_action_and_no_more() -> None:
    game = active(foot("a", UNION, 12, 5, fatigue=2), use="a")
    assert game.no_march(RALLY, ahead(1)) == ["activate.action"]
    game.march(RALLY, dice=(5,))
    assert game.state.waiting == ()
    assert game.asked[1] == "movement"
    assert game.unit("a").fatigue == 1


@clause("chamberlain.activate.not-needed-to-fire", 1)
def test_a_unit_that_does_nothing_may_still_fire() -> None:
    pieces = (foot("a", UNION, 12, 5, force=""), foot("e", CONFEDERATE, 12, 6.5, SOUTH))
    game = table(*pieces).choose("lone:a", 1).choose("end")
    assert "a>e" in game.keys
    stood = table(*pieces).choose("lone:a", 6).use("a").march()
    assert stood.last(Stood).unit == "a"
    assert "a>e" in stood.choose("end").keys


@clause("chamberlain.move.limber-state")
def test_guns_limber_where_the_house_tracks_it() -> None:
    game = active(guns("g", UNION, 12, 5), use="g", artillery_track_limber=True).march(ahead(2))
    assert game.unit("g").limbered
    back = active(guns("g", UNION, 12, 5, limbered=True), use="g", artillery_track_limber=True).march(step(0, 1))
    assert not back.unit("g").limbered
    assert not active(guns("g", UNION, 12, 5), use="g").march(ahead(2)).unit("g").limbered


# ------------------------------------------------------------------ charges


@clause("chamberlain.move.charge-infantry-distance")
@clause("chamberlain.move.charge-path")
def test_a_charge_goes_straight_into_contact() -> None:
    game = active(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12.3, 7, SOUTH), use="a")
    assert "charge:e" in game.keys
    game.way("charge:e")
    made = game.last(ContactMade).charge
    assert (made.charger, made.targets) == ("a", ("e",))
    assert game.unit("a").moved == "charge"
    far = active(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 7.1, SOUTH), use="a")
    assert far.no_march(*charge(2.1)) == ["move.charge-infantry-distance"]
    short = active(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 6.5, SOUTH), use="a")
    assert short.no_march(*charge(1.2)) == ["move.charge-infantry-distance"]


@clause("chamberlain.move.charge-pivot")
@clause("chamberlain.move.charge-not-fatigued")
@clause("chamberlain.move.charge-artillery")
def test_who_may_not_charge() -> None:
    enemy = foot("e", CONFEDERATE, 12, 6.5, SOUTH)
    wide = active(foot("a", UNION, 12, 5, 46), enemy, use="a")
    assert wide.no_march(*charge(2, -46)) == ["move.charge-pivot"]
    tired = active(foot("a", UNION, 12, 5, fatigue=3), enemy, use="a")
    assert tired.no_march(*charge(2)) == ["move.charge-not-fatigued"]
    assert active(guns("a", UNION, 12, 5), enemy, use="a").no_march(*charge(2)) == ["move.charge-artillery"]
    bars = active(foot("a", UNION, 12, 5, fatigue=1), enemy, use="a", charge_bar="any-fatigue")
    assert bars.no_march(*charge(2)) == ["move.charge-not-fatigued"]


def charged(game: Table) -> list[str]:
    """Whom the charges on offer are declared at."""
    return sorted({key.split(":")[1] for key in game.keys if key.startswith("charge:")})


@clause("chamberlain.move.charge-greatest-threat", 1, 2)
def test_the_greatest_threat_must_be_charged() -> None:
    near = foot("near", CONFEDERATE, 11.2, 6.2, SOUTH)
    far = foot("far", CONFEDERATE, 12.8, 6.8, SOUTH)
    game = active(foot("a", UNION, 12, 5), near, far, use="a")
    assert charged(game) == ["near"]
    engaging = foot("b", CONFEDERATE, 12.3, 5.9, SOUTH)
    closer = foot("c", CONFEDERATE, 11.0, 5.8, 90)
    game = active(foot("a", UNION, 12, 5), engaging, closer, use="a")
    assert charged(game) == ["b"]


@clause("chamberlain.move.engaged-charge", 1)
def test_of_several_that_engage_it_chooses() -> None:
    a = foot("one", CONFEDERATE, 11.45, 5.8, SOUTH)
    b = foot("two", CONFEDERATE, 12.55, 5.8, SOUTH)
    c = foot("three", CONFEDERATE, 12, 7.0, SOUTH)
    game = active(foot("a", UNION, 12, 5), a, b, c, use="a")
    assert charged(game) == ["one", "two"]


@clause("chamberlain.move.charge-greatest-threat")
def test_a_blind_counts_six_dice() -> None:
    weak = foot("weak", CONFEDERATE, 11.3, 6.5, SOUTH, elan=5)
    blind = foot("blind", CONFEDERATE, 12.7, 6.5, SOUTH, elan=9, concealed=True)
    game = active(foot("a", UNION, 12, 5), weak, blind, use="a")
    assert charged(game) == ["blind"]
    strong = foot("weak", CONFEDERATE, 11.3, 6.5, SOUTH, elan=7)
    game = active(foot("a", UNION, 12, 5), strong, blind, use="a")
    assert charged(game) == ["weak"]


@clause("chamberlain.conceal.contact", 1)
def test_a_blind_is_revealed_at_contact() -> None:
    battery = guns("e", CONFEDERATE, 12, 6.5, SOUTH, concealed=True)
    game = active(foot("a", UNION, 12, 5), battery, use="a").way("charge:e")
    assert game.last(Revealed) == Revealed("e", "contact")
    order = [type(event) for event in game.events]
    assert order.index(Revealed) < order.index(ContactMade)


@clause("chamberlain.move.charge-visible")
def test_what_is_not_seen_is_not_charged() -> None:
    screen = foot("s", UNION, 12, 6.0)
    game = active(foot("a", UNION, 12, 5), screen, foot("e", CONFEDERATE, 12, 6.9, SOUTH), use="a")
    assert "charge:e" not in game.keys


@clause("chamberlain.move.charge-terrain")
def test_difficult_ground_slows_a_charge_by_the_house() -> None:
    woods = field(area("heavy-woods", 11, 6.3, 13, 9))
    pieces = (foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 6.8, SOUTH))
    assert "charge:e" in active(*pieces, use="a", ground=woods).keys
    assert "charge:e" not in active(*pieces, use="a", ground=woods, charge_difficult_slows=True).keys


@clause("chamberlain.move.in-contact", 1)
def test_a_unit_in_contact_charges_at_0_or_steps_back() -> None:
    pieces = (foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 5, SOUTH))
    game = active(*pieces, use="a")
    game.way("charge:e")
    assert game.last(ContactMade).charge.targets == ("e",)
    back = active(*pieces, use="a")
    assert back.no_march(step(1, 0)) == ["move.in-contact"]
    assert back.march(step(0, -1)).pose("a") == (12.0, 4.0, 0.0)
    retiring = active(*pieces, use="a")
    assert retiring.no_march(RETIRE) == ["move.retire-distance"]
    assert active(foot("a", UNION, 12, 5, fatigue=2), pieces[1], use="a").no_march(RALLY) == ["rally.distance"]


@clause("chamberlain.move.in-contact")
def test_a_unit_in_contact_turns_about_and_leaves() -> None:
    pieces = (foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 5, SOUTH))
    game = active(*pieces, use="a").march(turn(180), ahead(2))
    assert game.pose("a") == (12.0, 3.0, 180.0)


@clause("chamberlain.move.retire-straight", 2)
@pytest.mark.parametrize(("gap", "refused"), [(2.0, ["move.retire-distance"]), (2.02, []), (2.2, []), (2.6, [])])
def test_a_unit_just_beyond_2_bw_turns_its_back_and_retires(gap: float, refused: list[str]) -> None:
    game = active(foot("a", UNION, 12, 5, fatigue=4), foot("e", CONFEDERATE, 12, 5 + gap, SOUTH), use="a")
    if refused:
        assert game.no_march(RETIRE) == refused
    else:
        assert game.march(RETIRE).unit("a").place == RETIRED


@clause("chamberlain.move.in-contact", 2)
def test_contact_without_a_charge_brings_no_combat() -> None:
    game = table(foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 5, SOUTH)).choose("end")
    assert game.asked == (CONFEDERATE, "officers", "")
    assert game.pose("a") == (12.0, 5.0, 0.0)


# ------------------------------------------------------------------ rally, retire, reserve


@clause("chamberlain.trait.hero", 1)
@clause("chamberlain.trait.hero-risk", 1, 2)
def test_a_hero_rallies_his_men_under_fire() -> None:
    tired = foot("a", UNION, 12, 5, fatigue=3)
    enemy = foot("e", CONFEDERATE, 12, 6.5, SOUTH)
    hero = general("g", UNION, "H", unit="a")
    game = active(tired, enemy, hero, use="a").march(RALLY, dice=(2, 4))
    assert game.unit("a").fatigue == 2
    assert not game.last(OfficerRisked).killed
    killed = active(tired, enemy, hero, use="a").march(RALLY, dice=(6, 3))
    assert killed.last(OfficerRisked).killed
    assert killed.officer("g").traits == ()
    assert killed.unit("a").fatigue == 2
    far = active(tired, foot("e", CONFEDERATE, 12, 7.5, SOUTH), hero, use="a").march(RALLY, dice=(1,))
    assert not far.last(RallyTried).success
    assert far.all(OfficerRisked) == []
    assert active(tired, enemy, use="a").no_march(RALLY) == ["rally.distance"]


@clause("chamberlain.rally.counts-as-moved", 1)
def test_a_unit_that_tried_to_rally_may_not_fire() -> None:
    game = active(foot("a", UNION, 12, 5, fatigue=2), use="a").march(RALLY, dice=(2,))
    assert game.unit("a").moved == "rally"
    assert not may_fire(game.state, game.unit("a"), False)


@clause("chamberlain.move.retire-straight", 1)
@clause("chamberlain.move.retire-effect")
@clause("chamberlain.command.unit-lost")
def test_a_retired_unit_leaves_the_table_and_its_officer_joins_the_next() -> None:
    pieces = (foot("a", UNION, 12, 7), foot("b", UNION, 14, 3), general("g", UNION, unit="a"))
    game = active(*pieces, use="a").march(RETIRE)
    assert game.unit("a").place == RETIRED
    assert game.last(UnitLost).cause == "retired"
    assert game.last(OfficerMoved).unit == "b"
    assert game.officer("g").unit == "b"


@clause("chamberlain.move.reserve-once", 1)
@clause("chamberlain.move.reserve-revealed")
@clause("chamberlain.move.reserve-path")
def test_a_reserve_move_is_made_once() -> None:
    game = active(foot("a", UNION, 4, 2, concealed=True), use="a")
    assert not game.unit("a").concealed
    game.march(RESERVE, turn(90), ahead(5), turn(-90), ahead(3), turn(45))
    assert game.pose("a") == (9.0, 5.0, 45.0)
    assert game.unit("a").reserve_used
    assert game.unit("a").moved == "reserve"
    again = active(foot("a", UNION, 4, 2, reserve_used=True), use="a")
    assert again.no_march(RESERVE, ahead(3)) == ["move.reserve-once"]
    assert active(foot("a", UNION, 4, 1), use="a").no_march(RESERVE, ahead(12.1)) == ["move.rate-reserve"]
    assert active(foot("a", UNION, 4, 1), use="a").no_march(RESERVE, turn(90)) == ["move.reserve-path"]


@clause("chamberlain.move.reserve-enemy", 1)
def test_a_reserve_move_keeps_4_from_enemies_in_sight() -> None:
    enemy = foot("e", CONFEDERATE, 10, 8.5, SOUTH)
    seen = active(foot("a", UNION, 4, 2), enemy, use="a")
    line = (RESERVE, turn(90), ahead(6), turn(-90), ahead(3))
    assert seen.no_march(*line) == ["move.reserve-enemy"]
    woods = field(area("heavy-woods", 4, 5.6, 16, 6.2))
    assert active(foot("a", UNION, 4, 2), enemy, use="a", ground=woods).march(*line).pose("a") == (10.0, 5.0, 0.0)


@clause("chamberlain.move.reserve-difficult", 1)
def test_a_reserve_move_enters_a_swamp_by_road_only() -> None:
    swamp = area("swamp", 3, 4, 20, 9)
    road = Road("road", ((4.0, 0.0), (4.0, 16.0)), 0.2)
    assert active(foot("a", UNION, 4, 2), use="a", ground=field(swamp)).no_march(RESERVE, ahead(9)) == [
        "move.reserve-difficult"
    ]
    assert active(foot("a", UNION, 4, 2), use="a", ground=field(swamp, road)).march(RESERVE, ahead(9)).pose("a") == (
        4.0,
        11.0,
        0.0,
    )


# ------------------------------------------------------------------ fire first, then move


@clause("chamberlain.move.mobile-rr", 1)
def test_repeaters_fire_at_half_and_then_move() -> None:
    pieces = (foot("a", UNION, 12, 5, weapon="repeating-rifle"), foot("e", CONFEDERATE, 12, 5.9, SOUTH))
    game = active(*pieces, use="a")
    game.march(Manoeuvre("fire", on="e"), dice=(5, 6, 1))
    assert game.last(VolleyFired).dice == 3
    assert game.unit("e").fatigue == 2
    assert game.asked == (UNION, "act", "a")
    assert game.no_march(*charge(1)) == ["move.mobile-rr"]
    assert game.no_march(RETIRE) == ["move.mobile-rr"]
    game.march(step(0, -1))
    assert game.pose("a") == (12.0, 4.0, 0.0)
    assert game.choose("end").asked[0] == CONFEDERATE


@clause("chamberlain.move.cc-three-actions", 1)
def test_repeater_cavalry_fires_moves_and_dismounts() -> None:
    rider = horse("c", UNION, 12, 5, weapon="repeating-carbine")
    enemy = foot("e", CONFEDERATE, 12, 7.8, SOUTH)
    game = active(rider, enemy, use="c").march(step(0, 1.8), mounts("dismounted"))
    assert not game.unit("c").mounted
    game.choose("end").choose("c>e", 5, 2, 1)
    assert game.last(VolleyFired).dice == 3
    plain = active(horse("c", UNION, 12, 5), enemy, use="c").march(step(0, 1.8), mounts("dismounted"))
    assert plain.choose("end").asked[0] == CONFEDERATE


# ------------------------------------------------------------------ overrun, reinforcements


@clause("chamberlain.command.overrun", 1)
def test_an_officer_alone_is_driven_off_by_the_enemy() -> None:
    lone = general("h", CONFEDERATE, at=(12.0, 8.5))
    friend = foot("e", CONFEDERATE, 16, 12, SOUTH)
    game = active(horse("c", UNION, 12, 5), friend, lone, use="c").march(ahead(3))
    assert game.last(OfficerMoved).unit == "e"
    assert (game.officer("h").unit, game.officer("h").at) == ("e", None)
    far = active(horse("c", UNION, 12, 5), friend, lone, use="c").march(ahead(2.4))
    assert far.officer("h").at == (12.0, 8.5)
    nobody = active(horse("c", UNION, 12, 5), lone, use="c").march(ahead(3))
    assert nobody.last(OfficerMoved).unit == ""
    assert nobody.officer("h").at is None


def late(**fields: Any) -> Unit:
    given: dict[str, Any] = {"place": ARRIVED, "due": 1, "target": 3, "entry": ((4.0, 0.0), (8.0, 0.0)), **fields}
    return foot("late", UNION, 0, 0, **given)


def entering(*pieces: Unit, unit: Unit | None = None, **rest: Any) -> Table:
    return table(unit or late(), *pieces, **rest).choose("enter:late")


def spot(game: Table, x: float, y: float, facing: float = NORTH) -> Placed:
    return Placed(middle(at(x, y, facing), game.state.settings))


@clause("chamberlain.info.reinforcement-entry", 1)
def test_a_reinforcement_comes_on_a_move_from_the_edge() -> None:
    game = entering()
    assert game.refusal(spot(game, 6, 2.05)) == ["info.reinforcement-entry"]
    assert game.refusal(spot(game, 6, 0.4)) == ["move.table-edge"]
    assert game.refusal(spot(game, 6, 1.8, EAST)) == ["info.reinforcement-entry"]
    game.answer(spot(game, 6, 2.0))
    assert game.unit("late").place == ON_TABLE
    assert game.last(Entered).kind == "simple"
    assert game.asked[1] == "movement"
    assert "lone:late" not in game.keys
    careful = entering()
    careful.answer(spot(careful, 6, 1.0, WEST))
    assert careful.unit("late").moved == "difficult"


@clause("chamberlain.info.reinforcement-entry")
def test_a_stretch_held_by_the_enemy_is_gone_round() -> None:
    held = [
        foot("e", CONFEDERATE, 6, 1.5, SOUTH),
        foot("f", CONFEDERATE, 4, 1.5, SOUTH),
        foot("h", CONFEDERATE, 8, 1.5, SOUTH),
    ]
    game = entering(*held)
    assert game.refusal(spot(game, 6, 1.0)) != []
    assert all(pose.x < 3 or pose.x > 9.5 for pose in game.form.candidates)


@clause("chamberlain.info.reinforcement-entry")
def test_with_no_room_it_waits_and_is_not_offered() -> None:
    late = foot("late", UNION, 0, 0, place=ARRIVED, due=1, target=3, entry=((4.0, 0.0), (8.0, 0.0)))
    assert "enter:late" in table(late).keys
    pond = field(area("major-river", 0, 0.2, 24, 3))
    game = table(late, ground=pond)
    assert "enter:late" not in game.keys
    assert game.choose("end").unit("late").place == ARRIVED


@clause("chamberlain.trait.vigorous")
def test_a_second_unit_is_asked_for_only_where_there_is_one() -> None:
    officer = general("g", UNION, "V", "I", unit="a")
    alone = table(foot("a", UNION, 12, 5), officer, phase="officers").choose("done")
    assert alone.asked == (UNION, "movement", "")
    pair = table(foot("a", UNION, 12, 5), foot("b", UNION, 14, 5), officer, phase="officers").choose("done")
    assert pair.asked == (UNION, "second", "g")
    # With a blind his place is a secret, which not being asked would tell.
    hidden = table(foot("a", UNION, 12, 5, concealed=True), officer, phase="officers").choose("done")
    assert hidden.asked == (UNION, "second", "g")


@clause("chamberlain.conceal.active-activated")
def test_moved_units_are_told_by_their_events() -> None:
    game = active(foot("a", UNION, 12, 5), chief(UNION, unit="a"), use="a").march(ahead(1))
    assert game.last(Moved).end == at(12, 6)
    assert game.officer("union-cnc").unit == "a"


@pytest.mark.parametrize("key", ["ahead", "towards", "left", "right", "away", "back", "face"])
def test_the_listed_moves_are_lawful(key: str) -> None:
    game = active(foot("a", UNION, 12, 5, 20), foot("e", CONFEDERATE, 14, 12, SOUTH), use="a")
    assert key in game.keys
    assert game.way(key).asked[1] == "movement"


@clause("chamberlain.info.reinforcement-entry")
@pytest.mark.parametrize(
    ("entry", "x", "y", "facing"),
    [
        (((12.5, 16.0), (11.5, 16.0)), 12.0, 14.0, SOUTH),
        (((0.0, 8.5), (0.0, 7.5)), 2.0, 8.0, EAST),
        (((24.0, 7.5), (24.0, 8.5)), 22.0, 8.0, WEST),
    ],
)
def test_every_edge_may_be_come_on_over(
    entry: tuple[tuple[float, float], ...], x: float, y: float, facing: float
) -> None:
    game = entering(unit=late(entry=entry), rest=False)
    assert middle(at(x, y, facing), game.state.settings) in game.form.candidates
    game.answer(spot(game, x, y, facing))
    assert game.pose("late") == (x, y, facing)


@clause("chamberlain.info.reinforcement-entry")
def test_the_next_free_edge_is_the_nearest() -> None:
    """Enemies hold the stretch on the west edge; the nearest free point of the own or a neutral edge is taken."""
    entry = ((0.0, 3.5), (0.0, 2.5))
    held = [foot("e", CONFEDERATE, 0.6, 3, EAST)]
    game = entering(*held, unit=late(entry=entry), rest=False)
    assert game.form.candidates
    for pose in game.form.candidates:
        assert pose.y > 5.0 or pose.x > 1.5


@clause("chamberlain.move.charge-mounted-distance")
def test_mounted_troops_charge_4() -> None:
    enemy = foot("e", CONFEDERATE, 12, 9, SOUTH)
    assert "charge:e" in active(horse("c", UNION, 12, 5), enemy, use="c").keys
    far = active(horse("c", UNION, 12, 4.9), enemy, use="c")
    assert "charge:e" not in far.keys
    assert far.no_march(*charge(4.2)) == ["move.charge-mounted-distance"]
    on_foot = active(horse("c", UNION, 12, 5, mounted=False), enemy, use="c")
    assert "charge:e" not in on_foot.keys


@clause("chamberlain.move.charge-path")
def test_two_enemies_touched_at_once_are_both_attacked() -> None:
    """The one that threatens most is the target; the other is struck with it."""
    weak = foot("weak", CONFEDERATE, 11.45, 6.5, SOUTH, elan=4)
    strong = foot("strong", CONFEDERATE, 12.55, 6.5, SOUTH, elan=7)
    for pair in ((weak, strong), (strong, weak)):
        game = active(foot("a", UNION, 12, 5), *pair, use="a")
        assert charged(game) == ["strong"]
        game.march(*charge(1.5))
        assert game.last(ContactMade).charge.targets == ("strong", "weak")


@clause("chamberlain.move.mobile-rr")
def test_what_repeaters_may_do_after_their_fire() -> None:
    pieces = (foot("a", UNION, 12, 5, 90, weapon="repeating-rifle"), foot("e", CONFEDERATE, 13, 5, WEST))
    game = active(*pieces, use="a").march(Manoeuvre("fire", on="e"), dice=(1, 1, 1))
    assert game.decision.sentence == "A has fired and may move up to 2 BW."
    ends = {way.key: (round(way.end.x, 2), round(way.end.y, 2)) for way in game.form.ways}
    assert (ends["back"], ends["away"]) == ((10.75, 5.0), (10.25, 5.0))
    assert game.way("away").pose("a") == (10.0, 5.0, 270.0)
    bound = active(*pieces, use="a", mobile_requires_difficult=True)
    bound.march(Manoeuvre("fire", on="e"), dice=(1, 1, 1))
    assert bound.decision.sentence == "A has fired and may make a difficult move of up to 1 BW."
    assert "away" not in bound.keys
    assert bound.no_march(turn(180), ahead(2)) == ["move.mobile-rr"]


@clause("chamberlain.move.mobile-difficult", 1)
def test_repeaters_march_and_then_fire_at_half() -> None:
    """2 BW straight at an enemy who is then at skirmish range: half of 6, once."""
    pieces = (foot("a", UNION, 12, 3, weapon="repeating-rifle"), foot("e", CONFEDERATE, 12, 6.5, SOUTH))
    game = active(*pieces, use="a").march(ahead(2)).choose("end")
    assert game.asked == (UNION, "fire", "")
    game.choose("a>e", 5, 6, 1)
    assert (game.last(VolleyFired).dice, game.unit("e").fatigue) == (3, 2)


@clause("chamberlain.move.mobile-rr")
def test_fresh_repeaters_are_asked_as_anybody() -> None:
    pieces = (foot("a", UNION, 12, 5, 90, weapon="repeating-rifle"), foot("e", CONFEDERATE, 13, 5, WEST))
    fresh = active(*pieces, use="a")
    assert fresh.decision.sentence.startswith("A may move up to 2 BW")


def test_every_refusal_is_a_clause_of_the_book() -> None:
    assert set(REFUSALS) <= {clause.id for clause in LEDGER.clauses}


@clause("chamberlain.move.engaged-enter")
def test_a_reinforcement_stops_at_the_enemys_zone() -> None:
    enemy = foot("e", CONFEDERATE, 6, 2.9, SOUTH)
    game = entering(enemy, unit=late(entry=((4.0, 0.0), (8.0, 0.0))))
    assert game.refusal(spot(game, 6, 2.0)) == ["move.engaged-enter"]
    game.answer(spot(game, 6, 1.9))
    assert game.pose("late") == (6.0, 1.9, 0.0)
