"""Moves at the table: how far, over what, past whom, and what takes a whole turn."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Marched
from roundtop.rulebooks import rulebook
from roundtop.rulebooks.charge_boys.artillery.events import GunsChanged
from roundtop.rulebooks.charge_boys.field import apart, farther, on_table, outreach, size
from roundtop.rulebooks.charge_boys.generals.events import GeneralLost, GeneralMoved
from roundtop.rulebooks.charge_boys.morale.events import Disordered
from roundtop.rulebooks.charge_boys.movement.events import Moved
from roundtop.rulebooks.charge_boys.movement.faults import Others, move_faults
from roundtop.rulebooks.charge_boys.movement.paths import route
from roundtop.rulebooks.charge_boys.movement.table import FREE, reach_of
from roundtop.rulebooks.charge_boys.movement.ways import fitted, ideas
from roundtop.rulebooks.charge_boys.state import Gun, Record, State, Unit
from roundtop.table.ground import Crossing
from roundtop.table.path import Manoeuvre, about_face, forward, glide, leg, shift, turn, wheel
from tests.clauses import clause
from tests.laws.book import PLAIN
from tests.laws.play import Case, fight
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    PRINTED,
    SOUTH,
    UNION,
    Table,
    at,
    building,
    field,
    foot,
    general,
    guns,
    hill,
    horse,
    marsh,
    moving,
    obstacle,
    road,
    table,
    wood,
)


def far() -> Unit:
    return foot("x", CONFEDERATE, 12, 5, 46, SOUTH)


def lone(*things: Any, x: float = 36, y: float = 20, facing: float = 0, **fields: Any) -> Table:
    """A line of 24 that is to move, the enemy far off in a corner."""
    figures = fields.pop("figures", 24)
    return moving(foot("a", UNION, figures, x, y, facing, **fields), far(), ground=field(*things))


def form(name: str, ranks: int = 0, by: int = 0) -> Manoeuvre:
    return Manoeuvre("form", float(ranks), by, name)


@clause("charge-boys.move.infantry-line", 1)
@clause("charge-boys.move.partial")
def test_a_line_goes_six_inches_or_less() -> None:
    assert lone().march(forward(6)).pose("a") == (36, 25.25, 0)
    assert lone().march(forward(2.5)).pose("a") == (36, 21.75, 0)
    assert lone().march().pose("a") == (36, 19.25, 0)
    assert lone().no_march(forward(6.02)) == ["move.infantry-line"]


@pytest.mark.parametrize(
    ("formation", "inches"),
    [("attack-column", 8.0), ("skirmish", 10.0), ("line", 6.0)],
)
@clause("charge-boys.move.infantry-attack-column")
@clause("charge-boys.move.infantry-skirmish")
def test_each_formation_has_its_move(formation: str, inches: float) -> None:
    start = lone(formation=formation).pose("a")
    assert lone(formation=formation).march(forward(inches)).pose("a")[1] == pytest.approx(start[1] + inches)
    assert lone(formation=formation).no_march(forward(inches + 0.05))


@clause("charge-boys.move.wheel", 1)
@clause("charge-boys.formation.line", 1)
def test_a_wheel_costs_the_arc_of_its_outer_figure() -> None:
    assert lone().march(wheel(3000, "right"), forward(1.28)).pose("a")[2] == 30
    assert lone().no_march(wheel(3000, "right"), forward(1.35)) == ["move.infantry-line"]
    assert lone().no_march(wheel(-3000, "right")) == ["move.wheel"]
    assert lone().no_march(wheel(3000, "left")) == ["move.wheel"]


@clause("charge-boys.move.turn-in-place", 1)
def test_facing_about_costs_half_a_move() -> None:
    column = lone(formation="attack-column")
    assert column.march(about_face(), forward(4)).pose("a")[2] == 180
    assert lone(formation="attack-column").no_march(about_face(), forward(4.1)) == ["move.infantry-attack-column"]
    assert lone().no_march(turn(3000)) == ["move.turn-in-place"]


@clause("charge-boys.move.turn-in-place")
def test_a_line_that_faces_right_covers_the_same_ground() -> None:
    faced = lone().march(turn(9000))
    assert (faced.pose("a"), faced.unit("a").files) == ((36, 19.25, 90), 2)
    assert size(faced.unit("a"), PRINTED) == (1.5, 9.0)


@clause("charge-boys.move.backwards", 1, 2)
def test_stepping_back_and_aside_is_half_speed() -> None:
    assert lone().march(forward(-3)).pose("a") == (36, 16.25, 0)
    assert lone().no_march(forward(-3.1)) == ["move.infantry-line"]
    assert lone().march(glide(3)).pose("a")[0] == 39
    assert lone(wood(20, 10, 50, 30)).no_march(forward(-2)) == ["move.infantry-line"]
    assert lone(wood(20, 10, 50, 30)).march(forward(-1.5)).pose("a")[1] == 17.75
    assert lone(formation="skirmish").march(forward(-10)).pose("a")[1] == pytest.approx(
        lone(formation="skirmish").pose("a")[1] - 10
    )


@clause("charge-boys.terrain.woods", 1)
@clause("charge-boys.terrain.half-speed-arithmetic", 1)
def test_each_inch_with_a_figure_in_the_wood_costs_two() -> None:
    edge = wood(20, 22, 50, 40)
    assert lone(edge).march(forward(4)).pose("a")[1] == 23.25
    assert lone(edge).no_march(forward(4.1)) == ["move.infantry-line"]
    rider = moving(horse("a", UNION, 12, 36, 20), far(), ground=field(wood(20, 23, 50, 23.5)))
    assert rider.march(forward(7)).pose("a")[1] == pytest.approx(26.25)


@clause("charge-boys.terrain.rivers", 1)
def test_water_is_slow_while_any_part_is_in_it() -> None:
    wet = lone(marsh(20, 22, 50, 23), formation="skirmish", figures=6)
    assert wet.no_march(forward(8.5))
    assert lone(marsh(20, 22, 50, 23), formation="skirmish", figures=6).march(forward(8)).pose("a")[1] > 27
    stream = lone(obstacle("stream", (20, 22), (50, 22)))
    assert stream.no_march(forward(5)) == ["move.infantry-line"]
    deep = lone(obstacle("river", (20, 22), (50, 22)))
    assert deep.no_march(forward(3)) == ["terrain.rivers"]
    ford = lone(obstacle("river", (20, 22), (50, 22)), Crossing("ford", 36, 22, 3))
    assert ford.march(forward(3)).pose("a")[1] == 22.25


@clause("charge-boys.terrain.wall-fence", 1, 2)
@clause("charge-boys.terrain.half-turn-arithmetic", 1, 3)
def test_a_wall_costs_half_a_turn() -> None:
    fence = obstacle("fence", (20, 22), (50, 22))
    assert lone(fence).march(forward(3)).pose("a")[1] == 22.25
    assert lone(fence).no_march(forward(3.1)) == ["move.infantry-line"]
    assert lone(fence).march(forward(2)).pose("a")[1] == 21.25
    wall = obstacle("wall", (20, 25), (50, 25))
    assert moving(horse("a", UNION, 12, 36, 20), far(), ground=field(wall)).no_march(forward(5.1))
    wide = obstacle("wall", (20, 24), (50, 24))
    assert lone(wide, formation="attack-column").march(forward(4.0)).unit("a").turn.moved
    far_wall = obstacle("wall", (20, 26), (50, 26))
    assert lone(far_wall, formation="skirmish").no_march(forward(6.1)) == ["move.infantry-skirmish"]


@clause("charge-boys.terrain.fortification")
def test_a_breastwork_is_crossed_like_a_wall() -> None:
    work = obstacle("breastwork", (20, 22), (50, 22))
    assert lone(work).march(forward(3)).pose("a")[1] == 22.25
    assert lone(work).no_march(forward(3.2)) == ["move.infantry-line"]


@clause("charge-boys.terrain.hedge", 1)
@clause("charge-boys.formation.full-turn-no-fire")
def test_a_hedge_takes_the_whole_turn_from_within_an_inch() -> None:
    hedge = obstacle("hedge", (20, 20.5), (50, 20.5))
    over = lone(hedge).way("cross")
    assert over.pose("a")[1] == pytest.approx(21.27, abs=0.02)
    assert over.unit("a").turn.busy
    assert lone(hedge).no_march(forward(1)) == ["terrain.hedge"]
    assert lone(hedge).no_march(Manoeuvre("cross"), forward(1)) == ["formation.change-full-turn"]
    distant = lone(obstacle("hedge", (20, 21.5), (50, 21.5)))
    assert distant.no_march(Manoeuvre("cross")) == ["terrain.hedge"]


@clause("charge-boys.terrain.hills")
def test_hills_cost_nothing() -> None:
    assert lone(hill(1, 20, 15, 50, 30), hill(2, 25, 18, 45, 28)).march(forward(6)).pose("a")[1] == 25.25


@clause("charge-boys.formation.change-full-turn", 1)
@clause("charge-boys.formation.attack-column", 1)
def test_a_change_of_formation_takes_the_whole_turn() -> None:
    formed = lone().march(form("attack-column"))
    unit = formed.unit("a")
    assert (unit.formation, unit.files, size(unit, PRINTED)) == ("attack-column", 4, (3.0, 4.5))
    assert formed.pose("a") == (36, 17.75, 0)
    assert unit.turn.busy
    assert lone().no_march(form("attack-column"), forward(2)) == ["formation.change-full-turn"]
    assert lone().march(form("attack-column", by=9000)).pose("a")[2] == 90
    assert lone().no_march(form("attack-column", by=9100)) == ["formation.change-full-turn"]
    assert lone().no_march(form("cavalry-line")) == ["formation.change-full-turn"]


@clause("charge-boys.formation.line")
@clause("charge-boys.formation.attack-column")
def test_small_units_cannot_form_everything() -> None:
    assert lone(figures=11).no_march(form("attack-column"))
    assert "form-attack-column" not in lone(figures=11).keys
    three = lone(formation="attack-column").march(form("line", 3))
    assert three.unit("a").files == 8
    assert lone(formation="attack-column").no_march(form("line", 4)) == ["formation.line"]


@clause("charge-boys.formation.mount", 1)
def test_one_in_four_holds_the_horses() -> None:
    riders = moving(horse("a", UNION, 12, 36, 20), far())
    on_foot = riders.march(form("skirmish")).unit("a")
    assert (on_foot.holders, on_foot.formation, on_foot.turn.busy) == (3, "skirmish", True)
    again = moving(horse("a", UNION, 12, 36, 20, formation="line"), far()).march(form("cavalry-line")).unit("a")
    assert again.holders == 0


@clause("charge-boys.formation.close-up")
def test_a_thinned_line_may_take_fewer_files_at_no_cost() -> None:
    thin = foot("a", UNION, 24, 36, 20)
    thin.men -= 7
    assert "close-up" in moving(thin, far()).keys
    closed = moving(thin, far()).march(Manoeuvre("close-up"), forward(6))
    assert (closed.unit("a").files, closed.pose("a")[1]) == (9, 25.25)
    assert moving(foot("a", UNION, 24, 36, 20), far()).no_march(Manoeuvre("close-up")) == ["formation.close-up"]


@clause("charge-boys.move.enemy-proximity", 1)
def test_only_a_charge_comes_within_an_inch() -> None:
    near = (foot("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 24, 36, 25, SOUTH))
    assert moving(*near).march(forward(4)).gap("a", "x") == 1.0
    assert moving(*near).no_march(forward(4.1)) == ["move.enemy-proximity"]


@clause("charge-boys.move.skirmish-distance", 1, 2)
def test_skirmishers_keep_three_inches_from_formed_enemies() -> None:
    scouts = foot("a", UNION, 6, 36, 20, formation="skirmish")
    assert moving(scouts, foot("x", CONFEDERATE, 24, 36, 25, SOUTH)).march(forward(2)).gap("a", "x") == 3.0
    again = moving(foot("a", UNION, 6, 36, 20, formation="skirmish"), foot("x", CONFEDERATE, 24, 36, 25, SOUTH))
    assert again.no_march(forward(2.1)) == ["move.skirmish-distance"]
    loose = foot("x", CONFEDERATE, 6, 36, 25, SOUTH, formation="skirmish")
    assert moving(foot("a", UNION, 6, 36, 20, formation="skirmish"), loose).march(forward(4)).gap(
        "a", "x"
    ) == pytest.approx(1.0, abs=0.02)
    pressed = moving(foot("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 6, 36, 26, SOUTH, formation="skirmish"))
    pressed.march(forward(4.5))
    moved = [event for event in pressed.all(Moved) if event.unit == "x"]
    assert (moved[0].cause, pressed.gap("a", "x")) == ("keep-distance", 3.0)
    assert not pressed.unit("x").turn.acted


@clause("charge-boys.move.skirmish-distance")
def test_skirmishers_without_room_fall_into_disorder() -> None:
    cornered = moving(
        foot("a", UNION, 24, 36, 40), foot("x", CONFEDERATE, 6, 36, 46.5, SOUTH, formation="skirmish")
    ).march(forward(5))
    assert cornered.all(Disordered)
    assert cornered.unit("x").mettle.disordered


@clause("charge-boys.move.interpenetration")
def test_formed_friends_are_not_passed_through() -> None:
    def past(friend: Unit, *manoeuvres: Manoeuvre) -> list[str]:
        found = moving(foot("a", UNION, 24, 36, 20), friend, far())
        try:
            found.march(*manoeuvres)
        except Exception:
            return moving(foot("a", UNION, 24, 36, 20), friend, far()).no_march(*manoeuvres)
        return []

    ahead = foot("b", UNION, 6, 36, 24, ranks=1)
    assert past(ahead, forward(6)) == ["move.interpenetration"]
    loose = foot("b", UNION, 6, 36, 23, formation="skirmish")
    assert past(loose, forward(6)) == []
    assert past(loose, forward(3)) == ["move.interpenetration"]
    battery = guns("b", UNION, 1, 36, 23)
    assert past(battery, forward(6)) == []


@clause("charge-boys.move.table-edge")
def test_nobody_leaves_the_table_of_his_own_will() -> None:
    assert lone(x=36, y=45).no_march(forward(4)) == ["move.table-edge"]


@clause("charge-boys.morale.advancing-defined", 1)
def test_advancing_means_an_inch_nearer_the_enemy() -> None:
    line = (foot("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 24, 36, 35, SOUTH))
    assert not moving(*line).march(forward(0.8)).unit("a").turn.advanced
    assert moving(*line).march(forward(1.0)).unit("a").turn.advanced
    assert not moving(*line).march(forward(-2.0)).unit("a").turn.advanced
    assert not moving(*line).march().unit("a").turn.advanced


@clause("charge-boys.morale.result-retire")
def test_a_unit_that_has_retired_may_step_back_but_not_advance() -> None:
    shaken = foot("a", UNION, 24, 36, 20, mettle={"state": "retired", "by": "other", "retest": 2})
    line = (shaken, foot("x", CONFEDERATE, 24, 36, 35, SOUTH))
    assert moving(*line).march(forward(-2)).pose("a")[1] == 17.25
    assert moving(*line).no_march(forward(2)) == ["morale.result-retire"]
    assert moving(*line).march(form("attack-column")).unit("a").formation == "attack-column"


@clause("charge-boys.morale.result-halt")
@clause("charge-boys.morale.disordered-effect")
@clause("charge-boys.turn.igougo-movement")
def test_halted_disordered_and_locked_units_are_not_asked() -> None:
    units = (
        foot("a", UNION, 24, 10, 20, mettle={"state": "halted", "by": "first", "retest": 2}),
        foot("b", UNION, 24, 30, 20, mettle={"disordered": True}),
        foot("c", UNION, 24, 50, 20),
        far(),
    )
    assert table(*units).until("activate").keys == ["done", "c"]
    done = table(*units).until("activate").choose("c").march(forward(1))
    assert done.asked[0] == CONFEDERATE


# ---- columns of march


@clause("charge-boys.move.infantry-road", 1)
@clause("charge-boys.move.road-column-off-road", 1)
@clause("charge-boys.formation.road-column", 1)
def test_a_road_column_bends_along_its_road() -> None:
    way = road((36, 0), (36, 22), (60, 22))
    column = lone(way, wood(30, 10, 60, 40), y=20, formation="road-column")
    assert size(column.unit("a"), PRINTED) == (1.5, 9.0)
    march = column.march(leg(36, 22), leg(42, 22))
    assert march.unit("a").trail[-1] == (42, 22)
    assert march.unit("a").trail[-2] == (36, 22)
    assert sum([block.depth for block in march.blocks("a")]) == pytest.approx(9.0)
    assert [block.pose.facing for block in march.blocks("a")] == [9000, 0, 0]
    off = lone(way, y=20, formation="road-column")
    assert off.no_march(leg(36, 22), leg(33, 26)) == ["move.road-column-off-road"]
    assert "road" in lone(way, y=20, formation="road-column").keys


@clause("charge-boys.terrain.road-column-only", 1)
def test_only_a_column_of_march_uses_a_road() -> None:
    way = road((36, 0), (36, 48))
    assert lone(way, wood(30, 20, 42, 40), formation="attack-column").no_march(forward(6))
    assert lone(way, wood(30, 20, 42, 40), formation="road-column").march(leg(36, 28)).unit("a").trail[-1] == (36, 28)


@clause("charge-boys.terrain.road-column-only")
@clause("charge-boys.formation.cavalry")
def test_horsemen_use_a_road_two_abreast() -> None:
    things = (road((36, 0), (36, 48)), wood(20, 20.1, 52, 44))
    wide = moving(horse("a", UNION, 12, 36, 20, formation="cavalry-column"), far(), ground=field(*things))
    assert wide.unit("a").files == 4
    assert wide.no_march(forward(12.0)) == ["move.cavalry-column"]
    narrow = wide.way("form-twos")
    assert (narrow.unit("a").files, narrow.unit("a").turn.busy) == (2, True)
    twos = moving(horse("a", UNION, 12, 36, 20, formation="cavalry-column", files=2), far(), ground=field(*things))
    assert twos.march(forward(12.0)).pose("a")[1] == pytest.approx(32.0 - 0.5 * 6 * 1.5, abs=4.0)


# ---- guns


def battery(*others: Unit, **fields: Any) -> Table:
    return moving(guns("a", UNION, fields.pop("number", 2), 36, 20, **fields), *others, far())


@clause("charge-boys.move.manhandle-rate", 1)
@clause("charge-boys.move.manhandle-maximum")
@clause("charge-boys.move.manhandle-crew", 1)
def test_each_gun_is_pushed_as_far_as_its_men_can() -> None:
    pushed = battery(crews=(3, 4)).march(forward(4))
    assert [gun.pose.y for gun in pushed.unit("a").guns] == [22, 23]
    assert pushed.unit("a").turn.moved
    alone = battery(crews=(4, 1)).march(forward(1))
    assert [gun.pose.y for gun in alone.unit("a").guns] == [20, 19]


@clause("charge-boys.move.backwards", 3)
@clause("charge-boys.move.wheel")
def test_guns_are_pushed_back_and_turned_at_no_price() -> None:
    back = battery(number=1, crews=(3,)).march(forward(-3))
    assert back.unit("a").guns[0].pose == at(36, 16)
    about = battery(number=1, crews=(3,)).march(about_face(), forward(3), about_face())
    assert about.unit("a").guns[0].pose == at(36, 16)
    assert about.unit("a").turn.moved
    away = battery(number=1, crews=(3,)).march(forward(-3), turn(9000))
    assert away.unit("a").guns[0].pose == at(36, 16, 90)
    assert battery(number=1, crews=(1,)).no_march(forward(-3), turn(9000)) == ["move.manhandle-crew"]
    assert battery(number=1, crews=(3,)).no_march(forward(-3.1)) == ["move.manhandle-rate"]


@clause("charge-boys.setup.battery")
def test_guns_stay_within_three_inches_of_the_next() -> None:
    apart = guns("a", UNION, 2, 36, 20, crews=(4, 1))
    apart.guns = (apart.guns[0], Gun(at(39.0, 19.0), 1))
    assert moving(apart, far()).march(forward(1)).unit("a").guns[0].pose.y == 20
    assert moving(apart, far()).no_march(forward(4)) == ["setup.battery"]


@clause("charge-boys.move.manhandle-rate", 2)
def test_infantry_in_contact_lends_a_hand() -> None:
    helper = foot("b", UNION, 12, 36, 18)
    pushed = battery(helper, crews=(2, 2)).march(Manoeuvre("help", 0.0, 0, "b"), forward(4))
    assert [gun.pose.y for gun in pushed.unit("a").guns] == [23, 23]
    assert (pushed.unit("b").turn.acted, pushed.unit("b").turn.busy) == (True, True)
    assert battery(crews=(2, 2)).no_march(Manoeuvre("help", 0.0, 0, "b"), forward(4)) == ["move.manhandle-rate"]


@clause("charge-boys.move.turn-in-place")
@clause("charge-boys.artillery.moved-no-fire", 1)
def test_a_gun_is_swung_without_having_moved() -> None:
    swung = battery().march(turn(4000))
    assert [gun.pose.facing for gun in swung.unit("a").guns] == [4000, 4000]
    assert (swung.unit("a").turn.moved, swung.unit("a").turn.acted) == (False, True)
    assert battery().no_march(turn(4600)) == ["move.turn-in-place"]
    assert battery().no_march(about_face()) == ["move.turn-in-place"]
    assert battery().march(forward(0), turn(9000)).unit("a").turn.moved


@clause("charge-boys.formation.change-full-turn")
@clause("charge-boys.move.artillery-limbered", 1)
def test_limbering_takes_the_turn_and_teams_go_nine_inches() -> None:
    up = battery().march(form("limbered"))
    assert (up.unit("a").formation, up.unit("a").turn.busy) == ("limbered", True)
    teams = battery(formation="limbered")
    before = teams.pose("a")[1]
    assert teams.march(forward(9)).pose("a")[1] == before + 9
    assert battery(formation="limbered").no_march(forward(9.1)) == ["move.artillery-limbered"]


@clause("charge-boys.artillery.crew-to-fire", 1)
def test_crews_are_shared_out_at_no_cost() -> None:
    shared = battery(crews=(3, 1)).way("share")
    assert [gun.crew for gun in shared.unit("a").guns] == [2, 2]
    assert not shared.unit("a").turn.moved


@clause("charge-boys.terrain.guns", 1)
def test_guns_pay_like_anybody_or_are_stopped_by_house_rule() -> None:
    fence = field(obstacle("fence", (20, 24.5), (50, 24.5)))
    teams = guns("a", UNION, 1, 36, 20, formation="limbered")
    assert moving(teams, far(), ground=fence).march(forward(4.5)).unit("a").turn.moved
    stopped = moving(guns("a", UNION, 1, 36, 20, formation="limbered"), far(), ground=fence, guns_cross_obstacles=False)
    assert stopped.no_march(forward(4.6)) == ["terrain.guns"]


@clause("charge-boys.artillery.abandoned")
def test_gunners_man_their_guns_again_by_coming_up_to_them() -> None:
    crewless = guns("a", UNION, 2, 36, 20)
    crewless.guns = tuple(Gun(gun.pose, 0, "abandoned") for gun in crewless.guns)
    crewless.men, crewless.formation, crewless.files = 6, "gunners", 3
    crewless.pose = crewless.pose.__class__(36.0, 14.0, 0)
    back = moving(crewless, far()).march(forward(1.0))
    assert not back.all(GunsChanged)
    there = moving(crewless, far()).march(shift(-1.5, 4.0))
    event = there.last(GunsChanged)
    assert (event.cause, there.unit("a").formation, sum(gun.crew for gun in there.unit("a").guns)) == (
        "manned",
        "unlimbered",
        4 if event.number == 1 else 6,
    )
    assert there.unit("a").turn.moved


# ---- buildings


@clause("charge-boys.terrain.building-time", 1)
@clause("charge-boys.terrain.building-garrison")
def test_a_building_takes_a_turn_to_enter_and_to_leave() -> None:
    house = building(34, 21, 38, 25)
    inside = lone(house, figures=12).way("enter-0")
    assert (inside.unit("a").building, inside.unit("a").turn.busy) == (0, True)
    assert lone(building(34, 23, 38, 27), figures=12).no_march(Manoeuvre("enter", 0.0, 0, "0")) == [
        "terrain.building-time"
    ]
    assert lone(house, figures=13).no_march(Manoeuvre("enter", 0.0, 0, "0")) == ["terrain.building-garrison"]
    assert lone(house).no_march(forward(3)) == ["terrain.building-time"]
    garrison = inside.unit("a")
    garrison.turn = Record()
    out = table(garrison, far(), ground=field(house)).until("activate").choose("a").way("leave-north")
    assert (out.unit("a").building, out.pose("a")[1] > 25) == (-1, True)


@clause("charge-boys.terrain.building-skirmishers", 1)
@clause("charge-boys.terrain.building-no-cavalry")
def test_skirmishers_need_half_a_turn_and_horses_never_go_in() -> None:
    house = building(34, 25, 38, 29)
    quick = lone(house, figures=6, formation="skirmish").march(forward(4.9), Manoeuvre("enter", 0.0, 0, "0"))
    assert (quick.unit("a").building, quick.unit("a").turn.busy) == (0, False)
    distant = lone(building(34, 26.5, 38, 30), figures=6, formation="skirmish")
    assert distant.no_march(forward(6.4), Manoeuvre("enter", 0.0, 0, "0")) == ["terrain.building-skirmishers"]
    rider = moving(horse("a", UNION, 8, 36, 24.5), far(), ground=field(house))
    assert rider.no_march(Manoeuvre("enter", 0.0, 0, "0")) == ["terrain.building-no-cavalry"]


# ---- Generals


def led(*units: Unit, x: float = 36, y: float = 10, unit: str = "", **rest: Any) -> Table:
    riders = (general("g", UNION, x, y, unit),)
    return table(*units, far(), generals=riders, **rest).until("activate").choose("g")


@clause("charge-boys.officer.with-unit", 1)
@clause("charge-boys.move.mounted-officer")
def test_a_general_joins_a_unit_and_rides_with_it() -> None:
    joined = led(foot("a", UNION, 24, 36, 20)).way("join-a")
    assert joined.state.generals[0].unit == "a"
    moved = joined.choose("a").march(forward(6))
    assert moved.state.generals[0].pose.y == pytest.approx(25.25 - 0.75 - 0.75)
    left = led(foot("a", UNION, 24, 36, 20), unit="a").march(leg(30, 10))
    assert left.state.generals[0].unit == ""
    assert led(foot("a", UNION, 24, 36, 40)).no_march(Manoeuvre("join", 0.0, 0, "a")) == ["move.mounted-officer"]
    near = led(foot("a", UNION, 24, 36, 20)).march(leg(36, 17))
    assert near.state.generals[0].unit == ""


@clause("charge-boys.move.mounted-officer", 1)
def test_a_general_pays_for_walls() -> None:
    wall = field(obstacle("wall", (20, 20), (50, 20)))
    assert led(ground=wall).no_march(leg(36, 20.6)) == ["move.mounted-officer"]
    assert led(ground=field(obstacle("wall", (20, 17), (50, 17)))).march(leg(36, 17.4)).state.generals[0].pose.y == 17.4


@clause("charge-boys.officer.lone-general", 1)
def test_a_lone_general_who_is_reached_rides_off_or_is_taken() -> None:
    def reached(friend: float) -> Table:
        units = (foot("a", UNION, 24, 36, 20), foot("b", CONFEDERATE, 24, 36, friend, SOUTH))
        alone = (general("g", CONFEDERATE, 36, 23),)
        return moving(*units, generals=alone).march(forward(4))

    assert reached(23 + 12).last(GeneralMoved).unit == "b"
    assert reached(23 + 18).last(GeneralLost).cause == "captured"


@clause("charge-boys.setup.unit-record")
@clause("charge-boys.turn.end")
def test_a_turn_begins_with_clean_records() -> None:
    busy = foot("a", UNION, 24, 36, 20)
    busy.turn = Record(24, hits=3, moved=True, volleys=1, charged=True)
    fresh = position_of(busy)
    assert (fresh.turn.had, fresh.turn.hits, fresh.turn.moved, fresh.turn.volleys) == (24, 0, False, 0)


def position_of(unit: Unit) -> Unit:
    done = table(unit, far(), phases=("end",), dice=(6, 1))
    assert done.state.turn == 2
    return done.unit("a")


def test_every_way_listed_is_accepted() -> None:
    for start in (lone(), lone(formation="skirmish"), lone(formation="road-column"), battery()):
        for way in start.form.ways:
            copy = Table(start.state, *reversed(start.battle.agenda))
            copy.answer(Marched(way.manoeuvres))
            assert copy.events


def test_units_out_of_reach_make_no_difference_to_a_move() -> None:
    """The slow twin minds everybody on the table."""
    compared = 0
    for moment in fight(Case(rulebook("charge-boys"), "training-field", PLAIN), "twin", 240).sampled(12):
        state: State = moment.battle.state
        for unit in on_table(state):
            for _, _, manoeuvres in ideas(state, unit):
                near = fitted(state, unit, manoeuvres, Others(state, unit, reach_of(unit) + 2.0))
                assert near == fitted(state, unit, manoeuvres, Others(state, unit))
                way = route(state, unit, tuple([one for one in manoeuvres if one.kind not in FREE]))
                reach = way.reach() + outreach(way.end, state.settings)
                every = move_faults(state, unit, way, Others(state, unit))
                assert move_faults(state, unit, way, Others(state, unit, reach)) == every
                compared += bool(every)
    assert compared > 20


def test_what_is_farther_off_than_a_limit_is_never_within_it() -> None:
    for moment in fight(Case(rulebook("charge-boys"), "parade-ground", PLAIN), "far", 240).sampled(12):
        state: State = moment.battle.state
        for unit in on_table(state):
            for other in on_table(state):
                away = apart(unit, other, state.settings)
                assert not farther(unit, other, away, state.settings)


@clause("charge-boys.formation.limber")
def test_a_gun_with_one_man_left_cannot_limber() -> None:
    weak = battery(crews=(1, 4))
    assert weak.no_march(form("limbered")) == ["formation.limber"]
    assert "form-limbered" not in weak.keys
    assert battery(crews=(2, 4)).march(form("limbered")).unit("a").formation == "limbered"
    assert weak.march(Manoeuvre("share"), form("limbered")).unit("a").formation == "limbered"


@clause("charge-boys.terrain.building-skirmishers")
def test_skirmishers_who_leave_a_building_have_half_their_turn_left() -> None:
    house = building(34, 21, 38, 25)
    inside = lone(house, figures=8, formation="skirmish").way("enter-0").unit("a")
    inside.turn = Record()
    out = table(inside, far(), ground=field(house)).until("activate").choose("a")
    leave = Manoeuvre("leave", 0.0, 0)
    assert out.no_march(leave, forward(5.1)) == ["terrain.building-skirmishers"]
    assert "leave-north-on" in out.keys
    end = out.march(leave, forward(5.0))
    assert end.unit("a").building == -1
    assert end.pose("a")[1] == pytest.approx(25.0 + 0.375 + 0.02 + 5.0, abs=0.05)
    assert not end.unit("a").turn.busy
    line = lone(house, figures=8).way("enter-0").unit("a")
    line.turn = Record()
    formed = table(line, far(), ground=field(house)).until("activate").choose("a")
    assert formed.no_march(leave, forward(1.0)) == ["terrain.building-time"]
