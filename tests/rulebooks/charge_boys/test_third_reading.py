"""What a third reader of the source tried at the table: two rules at once, one phase after another, turn upon turn."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.artillery.events import GunsChanged
from roundtop.rulebooks.charge_boys.casualties.events import UnitRemoved
from roundtop.rulebooks.charge_boys.charge.events import Answered, ChargeFell
from roundtop.rulebooks.charge_boys.field import strength
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.melee.events import ContactMade
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested, Reordered
from roundtop.rulebooks.charge_boys.movement.events import Moved
from roundtop.rulebooks.charge_boys.state import Fight, Record, Unit
from roundtop.table.path import Manoeuvre, about_face, forward, glide, leg, turn, wheel
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    EAST,
    SOUTH,
    UNION,
    Table,
    building,
    field,
    foot,
    general,
    guns,
    horse,
    marsh,
    moving,
    obstacle,
    road,
    table,
    wood,
)

STOOD: dict[str, Any] = {"first_shot": "successful"}
FAR = foot("z", CONFEDERATE, 12, 5, 47, SOUTH, weapon="none")
UNARMED: dict[str, Any] = {"weapon": "none"}


def calm(id: str, side: str, figures: int, x: float, y: float, facing: float = 0, **fields: Any) -> Unit:
    """A unit that has fired, and stood its first shots."""
    mettle = STOOD | fields.pop("mettle", {})
    return foot(id, side, figures, x, y, facing, **({"has_fired": True, "mettle": mettle} | fields))


def form(name: str) -> Manoeuvre:
    return Manoeuvre("form", 0.0, 0, name)


def totals(table: Table, unit: str) -> list[int]:
    return [event.total for event in table.all(MoraleTested) if event.unit == unit]


# ---- moves

LINE = foot("a", UNION, 24, 36, 20)
COLUMN = foot("a", UNION, 24, 36, 20, formation="attack-column")
LOOSE = foot("a", UNION, 8, 36, 20, formation="skirmish")
RIDERS = horse("a", UNION, 12, 36, 20)
MARCH = foot("a", UNION, 12, 36, 20, formation="road-column")
TEAMS = guns("a", UNION, 2, 36, 20, formation="limbered")
WOODS = wood(10, 5, 60, 40)
RIVER = marsh(10, 5, 60, 40)
WALL = obstacle("wall", (10, 22), (60, 22))
HIGHWAY = road((36, 0), (36, 48))

MOVES: dict[str, tuple[Unit, tuple[Any, ...], tuple[Manoeuvre, ...], tuple[Manoeuvre, ...]]] = {
    # the unit, the ground, what it may do and what it may not
    "a wheel in a wood is twice as dear": (LINE, (WOODS,), (wheel(1800, "right"),), (wheel(2000, "right"),)),
    "backing through water is four an inch": (LINE, (RIVER,), (forward(-1.5),), (forward(-1.6),)),
    "a side step in a wood": (LINE, (WOODS,), (glide(1.5),), (glide(1.6),)),
    "half a wood and half open": (COLUMN, (wood(10, 24, 60, 40),), (forward(6.0),), (forward(6.1),)),
    "wood and river at once are slow once": (LINE, (WOODS, RIVER), (forward(3.0),), (forward(3.1),)),
    "facing about and marching off": (LINE, (), (about_face(), forward(3.0)), (about_face(), forward(3.1))),
    "facing about in a wood": (LINE, (WOODS,), (about_face(), forward(1.5)), (about_face(), forward(1.6))),
    "a wall after a wheel": (LINE, (WALL,), (forward(2.0), forward(1.0)), (wheel(600, "right"), forward(2.5))),
    "a column over a wall": (COLUMN, (WALL,), (forward(4.0),), (forward(4.1),)),
    "skirmishers turn freely": (LOOSE, (), (turn(9000), forward(10.0)), (turn(9000), forward(10.1))),
    "riders in a river": (RIDERS, (RIVER,), (forward(4.5),), (forward(4.6),)),
    "teams in a wood": (TEAMS, (WOODS,), (forward(4.5),), (forward(4.6),)),
    "a march through a wood by road": (MARCH, (WOODS, HIGHWAY), (forward(8.0),), (forward(8.1),)),
    "a march through a wood without": (MARCH, (WOODS,), (forward(3.0),), (forward(3.1),)),
    "a march through a gap in a wall": (MARCH, (WALL, HIGHWAY), (forward(8.0),), (forward(8.1),)),
    "a line through a wood on a road": (LINE, (WOODS, HIGHWAY), (forward(3.0),), (forward(3.1),)),
    "a line over a wall on a road": (LINE, (WALL, HIGHWAY), (forward(3.0),), (forward(3.1),)),
    "teams by road through a wood": (
        guns("a", UNION, 1, 36, 20, formation="limbered"), (WOODS, HIGHWAY), (forward(9.0),), (forward(9.1),),
    ),
}  # fmt: skip


@clause("charge-boys.terrain.half-speed-arithmetic")
@clause("charge-boys.terrain.half-turn-arithmetic")
@pytest.mark.parametrize("what", MOVES)
def test_prices_are_added_and_multiplied(what: str) -> None:
    unit, things, may, may_not = MOVES[what]
    assert moving(unit, FAR, ground=field(*things)).no_march(*may_not)
    assert moving(unit, FAR, ground=field(*things)).march(*may).all(Moved)


@clause("charge-boys.move.skirmish-distance")
@pytest.mark.parametrize(("foe", "gap"), [
    (foot("x", CONFEDERATE, 24, 36, 26, SOUTH), 3.0),
    (foot("x", CONFEDERATE, 24, 36, 26, SOUTH, formation="road-column"), 3.0),
    (horse("x", CONFEDERATE, 12, 36, 26, SOUTH), 3.0),
    (foot("x", CONFEDERATE, 8, 36, 26, SOUTH, formation="skirmish"), 1.0),
    (guns("x", CONFEDERATE, 2, 36, 26, SOUTH), 1.0),
    (foot("x", CONFEDERATE, 24, 36, 26, SOUTH, mettle={"state": "routing", "by": "first", "disordered": True}), 1.0),
])  # fmt: skip
def test_skirmishers_keep_off_formed_enemies_and_no_others(foe: Unit, gap: float) -> None:
    assert moving(LOOSE, foe).march(forward(6.0 - gap)).all(Moved)
    assert moving(LOOSE, foe).no_march(forward(6.1 - gap))


@clause("charge-boys.move.skirmish-distance")
def test_skirmishers_pass_nobody_nearer_than_three_inches_on_the_way() -> None:
    loose = foot("a", UNION, 6, 30, 20, EAST, formation="skirmish")
    post = foot("x", CONFEDERATE, 5, 34, 24.5, SOUTH, ranks=1)
    assert moving(loose, post).no_march(forward(10.0))


@clause("charge-boys.move.skirmish-distance")
def test_skirmishers_driven_back_still_have_their_move_and_their_fire() -> None:
    x = calm("x", CONFEDERATE, 8, 36, 26, SOUTH, formation="skirmish", weapon="breech-rifle")
    begun = moving(calm("a", UNION, 24, 36, 20), x).march(forward(5.0))
    assert begun.gap("a", "x") == pytest.approx(3.0, abs=0.02)
    begun.until("activate")
    begun.choose("x").march(forward(-10.0))
    assert begun.gap("a", "x") == pytest.approx(13.0, abs=0.02)


@clause("charge-boys.terrain.building-time")
@pytest.mark.parametrize(("unit", "gap", "may"), [
    (foot("a", UNION, 12, 36, 20), 1.0, True),
    (foot("a", UNION, 12, 36, 20), 1.1, False),
    (foot("a", UNION, 8, 36, 20, formation="skirmish"), 5.0, True),
    (foot("a", UNION, 8, 36, 20, formation="skirmish"), 5.2, False),
    (horse("a", UNION, 5, 36, 20), 0.5, False),
    (guns("a", UNION, 1, 36, 20), 0.5, False),
])  # fmt: skip
def test_who_may_enter_a_building_from_how_far(unit: Unit, gap: float, may: bool) -> None:
    house = field(building(30, 20 + gap, 42, 26 + gap))
    begun = moving(unit, FAR, ground=house)
    way: tuple[Manoeuvre, ...] = (Manoeuvre("enter", 0.0, 0, "0"),)
    if unit.formation == "skirmish" and gap > 1.0:
        way = (forward(gap), *way)
    if not may:
        assert begun.no_march(*way)
        return
    begun.march(*way)
    assert begun.unit("a").building == 0
    assert begun.unit("a").turn.busy == (unit.formation != "skirmish")


@clause("charge-boys.move.manhandle-crew")
@pytest.mark.parametrize(("crews", "helped", "inches"), [
    ((2,), True, 4.0), ((3,), False, 3.0), ((1,), True, 0.0), ((1,), False, 0.0),
])  # fmt: skip
def test_infantry_lend_a_hand_but_do_not_stand_in_for_the_crew(
    crews: tuple[int, ...], helped: bool, inches: float
) -> None:
    battery = guns("a", UNION, 1, 36, 20, crews=crews)
    mates = calm("b", UNION, 12, 36, 18.0)
    begun = moving(battery, mates, FAR)
    push = (Manoeuvre("help", 0.0, 0, "b"), forward(inches or 1.0)) if helped else (forward(inches or 1.0),)
    if not inches:
        assert begun.no_march(*push)
        return
    assert moving(battery, mates, FAR).no_march(*push[:-1], forward(inches + 0.1))
    begun.march(*push)
    assert (begun.unit("b").turn.busy, "b" in begun.until("activate").keys if begun.players else False) == (
        helped,
        not helped,
    )


EMPTY: dict[str, tuple[Unit, tuple[Manoeuvre, ...]]] = {
    "no inch": (LINE, (forward(0.0),)),
    "a hair": (LINE, (forward(0.001),)),
    "there and back": (LOOSE, (forward(2.0), forward(-2.0))),
    "about and about again": (RIDERS, (about_face(), about_face())),
    "right and left": (COLUMN, (turn(9000), turn(-9000))),
    "a column of no inch": (MARCH, (forward(0.0),)),
    "a swing of nothing": (guns("a", UNION, 2, 36, 20), (turn(4500), turn(-4500))),
}


@clause("charge-boys.move.partial")
@pytest.mark.parametrize("what", EMPTY)
def test_what_ends_where_it_began_is_no_move(what: str) -> None:
    unit, drill = EMPTY[what]
    assert moving(unit, FAR).no_march(*drill) == ["move.partial"]


@clause("charge-boys.officer.with-unit")
def test_a_general_rides_nowhere_but_may_leave_his_unit_on_the_spot() -> None:
    alone = table(LINE, FAR, generals=(general("g", UNION, 20, 10),)).until("activate").choose("g")
    assert alone.no_march(leg(20, 10)) == ["move.partial"]
    led = table(LINE, FAR, generals=(general("g", UNION, 36, 17, unit="a"),)).until("activate").choose("g")
    assert led.no_march(Manoeuvre("join", 0.0, 0, "a")) == ["move.partial"]
    here = led.state.generals[0].pose
    led.march(leg(here.x, here.y))
    assert led.state.generals[0].unit == ""


# ---- a turn of an action

ACTIONS: dict[str, tuple[Unit, Manoeuvre, tuple[Any, ...]]] = {
    "a new formation": (calm("x", CONFEDERATE, 24, 36, 28, SOUTH), form("attack-column"), ()),
    "a hedge": (
        calm("x", CONFEDERATE, 24, 36, 29, SOUTH), Manoeuvre("cross"), (obstacle("hedge", (10, 28.7), (60, 28.7)),),
    ),
    "limbering": (guns("x", CONFEDERATE, 2, 36, 28, SOUTH, mettle=STOOD), form("limbered"), ()),
    "dismounting": (horse("x", CONFEDERATE, 12, 36, 28, SOUTH, mettle=STOOD), form("line"), ()),
}  # fmt: skip


@clause("charge-boys.formation.full-turn-no-fire")
@clause("charge-boys.charge.closing-fire")
@pytest.mark.parametrize("what", ACTIONS)
def test_whoever_is_busy_has_no_closing_fire(what: str) -> None:
    x, action, things = ACTIONS[what]
    begun = table(calm("a", UNION, 24, 36, 20), x, ground=field(*things), first=CONFEDERATE)
    begun.until("activate").choose("x").march(action).until("charge")
    assert begun.asked[0] == UNION
    begun.choose("a:x", dice=(6, 6, 6))
    assert not begun.all(Fired)


@clause("charge-boys.move.and-fire")
@pytest.mark.parametrize("weapon", ["superior-rifle", "breech-rifle"])
def test_whoever_has_marched_has_closing_fire_and_nothing_after(weapon: str) -> None:
    a, x = calm("a", UNION, 24, 36, 16, **UNARMED), calm("x", CONFEDERATE, 9, 36, 28, SOUTH, weapon=weapon)
    begun = table(a, x, first=CONFEDERATE, phases=("movement", "firing"))
    begun.until("activate").choose("x").march(forward(4.0)).until("charge")
    begun.choose("a:x", dice=(6, 6, 6)).choose("fire", dice=(1,))
    assert (begun.last(Fired).mode, len(begun.all(ContactMade))) == ("closing", 1)
    begun.until("done")
    assert len(begun.all(Fired)) == 1


@clause("charge-boys.musketry.breech-twice")
@pytest.mark.parametrize(("weapon", "again"), [("breech-rifle", True), ("superior-rifle", False)])
def test_breech_loaders_who_stopped_a_charge_fire_once_more(weapon: str, again: bool) -> None:
    a, x = calm("a", UNION, 24, 36, 20, **UNARMED), calm("x", CONFEDERATE, 12, 36, 25, SOUTH, weapon=weapon)
    begun = table(a, x, phases=("movement", "firing")).choose("a:x", dice=(6, 6, 6))
    # Two dice of 4, 6 hits, all saved: a test, and the charger halts 3 inches short.
    begun.choose("fire", dice=(4, 4, 1, 6, 6, 6, 6, 6, 6, 1))
    assert begun.unit("a").mettle.state == "halted"
    begun.until("fire")
    assert (begun.asked[1] == "fire") == again


# ---- fire

VOLLEYS: dict[str, tuple[dict[str, Any], dict[str, Any], float, str, tuple[int, ...], int]] = {
    # firers, target, inches, load, dice, hits
    "green at long range at skirmishers": (
        {"quality": "green"}, {"formation": "skirmish", "figures": 8}, 25, "ball", (6, 5), 1,
    ),
    "no die below nothing": ({"quality": "green"}, {"formation": "skirmish", "figures": 8}, 25, "ball", (1, 6), 1),
    "veterans' first buck and ball": (
        {"quality": "veteran", "has_fired": False, "weapon": "smoothbore-musket"}, {}, 5, "buck", (3, 1), 8,
    ),
    "carbines' buck and ball": ({"weapon": "smoothbore-carbine"}, {}, 3, "buck", (3, 1), 4),
    "buck at skirmishers": (
        {"weapon": "smoothbore-musket"}, {"formation": "skirmish", "figures": 8}, 5, "buck", (3, 1), 2,
    ),
    "a halted unit's first volley": (
        {"mettle": STOOD | {"state": "halted", "by": "other", "retest": 2}, "has_fired": False}, {}, 10, "ball",
        (3,), 3,
    ),
    "halted and disordered, halved once": (
        {"mettle": STOOD | {"state": "halted", "by": "other", "retest": 2, "disordered": True}, "figures": 24},
        {}, 10, "ball", (3, 3), 4,
    ),
    "whoever retired fires with all": (
        {"mettle": STOOD | {"state": "retired", "by": "other", "retest": 2}}, {}, 10, "ball", (3, 3), 4,
    ),
}  # fmt: skip


@clause("charge-boys.core.modifiers")
@pytest.mark.parametrize("what", VOLLEYS)
def test_volleys_with_several_things_at_once(what: str) -> None:
    ours, theirs, inches, load, dice, hits = VOLLEYS[what]
    a = calm("a", UNION, ours.get("figures", 12), 36, 15, **{key: ours[key] for key in ours if key != "figures"})
    rest = {key: theirs[key] for key in theirs if key != "figures"}
    x = calm("x", CONFEDERATE, theirs.get("figures", 24), 36, 15 + inches, SOUTH, **(UNARMED | rest))
    shot = table(a, x, phases=("firing",))
    shot.choose(f"x:{load}", dice=(*dice, 1, *[6] * hits) if hits else dice)
    assert (shot.last(Fired).hits, shot.unit("a").buck) == (hits, a.buck - (load == "buck"))


@clause("charge-boys.musketry.first-fire")
def test_the_first_volley_of_breech_loaders_alone_has_the_bonus() -> None:
    a, x = (
        calm("a", UNION, 9, 36, 20, weapon="breech-rifle", has_fired=False),
        calm("x", CONFEDERATE, 24, 36, 26, SOUTH, **UNARMED),
    )
    shot = table(a, x, phases=("firing",)).choose("x:ball").choose("x:ball", dice=(1, 1, 6, 1))
    assert [event.hits for event in shot.all(Fired)] == [1, 0]


@clause("charge-boys.turn.simultaneous-fire")
def test_those_who_fall_have_fired_all_the_same() -> None:
    a, x = calm("a", UNION, 12, 36, 20), calm("x", CONFEDERATE, 5, 36, 25, SOUTH)
    shot = table(a, x, phases=("firing",)).choose("x:ball").choose("a:ball", dice=(6, 6, 1, *[1] * 10, 6, 1, *[6] * 5))
    assert shot.unit("x").place == "gone"
    assert len(shot.all(Fired)) == 2


@clause("charge-boys.save.officer")
@pytest.mark.parametrize(("things", "buck", "least"), [
    ((), False, 4), ((), True, 5),
    ((obstacle("wall", (20, 23.8), (60, 23.8)),), False, 3),
    ((obstacle("wall", (20, 23.8), (60, 23.8)),), True, 4),
])  # fmt: skip
def test_an_officer_adds_to_whatever_save_there_is(things: tuple[Any, ...], buck: bool, least: int) -> None:
    for save, lost in ((least, 0), (least - 1, 1)):
        a = calm("a", UNION, 9, 36, 20, weapon="smoothbore-musket")
        x = calm("x", CONFEDERATE, 24, 36, 24, SOUTH, **UNARMED)
        shot = table(a, x, phases=("firing",), ground=field(*things))
        shot.choose("x:buck" if buck else "x:ball", dice=(1 if buck else 2, 6, save))
        assert (shot.last(Fired).hits, shot.last(Fired).officers) == (1, lost)


EDGES: dict[str, tuple[str, float, tuple[int, ...], int, int]] = {
    # gun, inches, dice, hits, killed
    "a foot to the hair is the second band": ("smoothbore", 12.0, (2, 2, 1, 6, 5), 2, 1),
    "and a 1 misses there": ("smoothbore", 12.0, (1,), 0, 0),
    "under a foot an officer has no save": ("smoothbore", 11.9, (1, 6), 1, 1),
    "a rifle's 1 under a foot is nothing": ("rifled", 6.0, (1,), 0, 0),
    "two feet: normal saves": ("smoothbore", 24.0, (3, 2, 1, 5, 4), 2, 1),
    "three feet: halved": ("smoothbore", 36.0, (4, 3, 1, 5, 4), 2, 1),
    "three feet: 1 is 1": ("smoothbore", 36.0, (4, 1, 1, 5), 1, 0),
    "four feet, a rifle's 4": ("rifled", 48.0, (4, 6, 1, 5, 5, 5), 3, 0),
    "four feet, a smoothbore's 4": ("smoothbore", 48.0, (4,), 0, 0),
    "six feet is a smoothbore's last": ("smoothbore", 72.0, (6, 6, 1, 5, 5, 5), 3, 0),
    "seven feet is a rifle's last": ("rifled", 84.0, (5, 6, 1, 5, 5, 5), 3, 0),
}


@clause("charge-boys.artillery.band-edges")
@pytest.mark.parametrize("what", EDGES)
def test_guns_at_the_very_edges_of_their_bands(what: str) -> None:
    kind, away, dice, hits, killed = EDGES[what]
    a = guns("a", UNION, 1, 36, 5, kind=kind)
    x = calm("x", CONFEDERATE, 24, 36, 5 + away, SOUTH, **UNARMED)
    shot = table(a, x, phases=("firing",), ground=field(depth=100)).assign({"0": "x"}, dice=dice)
    assert (shot.last(Fired).hits, shot.last(Fired).killed) == (hits, killed)


@clause("charge-boys.morale.first-without-losses")
@pytest.mark.parametrize(("kind", "away", "dice"), [("rifled", 6.0, (1,)), ("smoothbore", 40.0, (3,))])
def test_guns_that_do_nothing_are_first_shots_all_the_same(kind: str, away: float, dice: tuple[int, ...]) -> None:
    x = foot("x", CONFEDERATE, 24, 36, 5 + away, SOUTH, **UNARMED)
    shot = table(guns("a", UNION, 1, 36, 5, kind=kind), x, phases=("firing", "morale"))
    shot.assign({"0": "x"}, dice=(*dice, 5))
    assert totals(shot, "x") == [5]


@clause("charge-boys.artillery.target")
def test_a_gun_fires_at_the_nearest_within_a_foot_and_otherwise_at_whom_it_likes() -> None:
    near, far = (
        calm("x", CONFEDERATE, 12, 34, 21, SOUTH, **UNARMED),
        calm("y", CONFEDERATE, 12, 40, 40, SOUTH, **UNARMED),
    )
    begun = table(guns("a", UNION, 1, 36, 10), near, far, phases=("firing",))
    assert begun.offered("0") == ["x"]
    begun = table(guns("a", UNION, 1, 36, 8), near, far, phases=("firing",))
    assert begun.offered("0") == ["x", "y"]


@clause("charge-boys.musketry.line-of-sight")
@pytest.mark.parametrize(("screen", "seen"), [
    (calm("b", UNION, 8, 36, 24, formation="skirmish", **UNARMED), True),
    (calm("b", UNION, 24, 36, 24, **UNARMED), False),
])  # fmt: skip
def test_friends_in_skirmish_order_do_not_mask_fire(screen: Unit, seen: bool) -> None:
    x = calm("x", CONFEDERATE, 12, 36, 32, SOUTH, **UNARMED)
    begun = table(calm("a", UNION, 12, 36, 20), screen, x, phases=("firing",))
    assert (begun.asked[1] == "fire") == seen


# ---- nerve


def shaken(x: Unit, face: int, dice: tuple[int, ...], saves: int = 6, **rest: Any) -> Table:
    """One die of fire at close range, and the morale phase after it."""
    shot = table(calm("a", UNION, 9, 36, 20), x, phases=("firing", "morale"), **rest)
    return shot.choose("x:ball", dice=(face, *((1,) if face > 1 else ()), *[saves] * (face - 1), *dice))


@clause("charge-boys.morale.other-casualties")
def test_those_who_fell_this_turn_count_in_its_test() -> None:
    # 21 with 3 lost: no longer more than 20, a tenth and more gone: 6 + 1 - 1.
    assert totals(shaken(calm("x", CONFEDERATE, 21, 36, 24, SOUTH, **UNARMED), 4, (5,), saves=1), "x") == [5]
    # All three saved: still 21 and nothing lost: 3 + 1 + 1.
    assert totals(shaken(calm("x", CONFEDERATE, 21, 36, 24, SOUTH, **UNARMED), 4, (3,)), "x") == [5]


@clause("charge-boys.morale.trigger-hits")
@pytest.mark.parametrize(("figures", "face", "tests"), [(20, 3, 0), (20, 4, 1), (19, 3, 1), (30, 4, 0), (30, 5, 1)])
def test_more_than_a_tenth_to_the_figure(figures: int, face: int, tests: int) -> None:
    x = calm("x", CONFEDERATE, figures, 36, 24, SOUTH, **UNARMED)
    assert len(shaken(x, face, (6,) * tests).all(MoraleTested)) == tests


@clause("charge-boys.morale.trigger-hits")
def test_hits_of_two_volleys_add_up_to_one_test() -> None:
    a, b = calm("a", UNION, 9, 33, 20), calm("b", UNION, 9, 39, 20)
    x = calm("x", CONFEDERATE, 24, 36, 24, SOUTH, **UNARMED)
    shot = table(a, b, x, phases=("firing", "morale")).choose("x:ball")
    shot.choose("x:ball", dice=(3, 1, 6, 6, 2, 1, 6, 3))
    assert totals(shot, "x") == [5]


@clause("charge-boys.morale.number-of-tests")
@pytest.mark.parametrize(("dice", "state", "first"), [
    # First shots 5 stand, and count in the other: 1 + 1 + 1 = 3 retires it.
    ((5, 1), "retired", "successful"),
    # First shots 4 halt it; the other, without their point, is 3 + 1 = 4: equal totals, the first is obeyed.
    ((4, 3), "halted", "failed"),
    ((6, 3), "steady", "successful"),
])  # fmt: skip
def test_first_shots_and_hits_at_once(dice: tuple[int, ...], state: str, first: str) -> None:
    x = foot("x", CONFEDERATE, 24, 36, 24, SOUTH, **UNARMED)
    shot = shaken(x, 4, dice)
    assert (shot.unit("x").mettle.state, shot.unit("x").mettle.first_shot) == (state, first)
    if state == "halted":
        assert shot.unit("x").mettle.by == "first"


@clause("charge-boys.morale.trigger-general")
def test_a_general_who_falls_calls_for_a_test_at_one_less() -> None:
    x = calm("x", CONFEDERATE, 18, 36, 24, SOUTH, **UNARMED)
    led = (general("g", CONFEDERATE, 36, 26, unit="x"),)
    # One hit; a 6 for the officers; two candidates, a 4 is the General; 3 is not enough to save him.
    shot = table(calm("a", UNION, 9, 36, 20), x, phases=("firing", "morale"), generals=led)
    shot.choose("x:ball", dice=(2, 6, 4, 3, 5))
    assert totals(shot, "x") == [5]
    assert shot.unit("x").turn.general_lost


@clause("charge-boys.morale.cover-or-advancing")
def test_who_advances_up_to_a_wall_has_one_of_the_two() -> None:
    wall = field(obstacle("wall", (10, 20.4), (60, 20.4)))
    x = foot("x", CONFEDERATE, 9, 36, 28, SOUTH, has_fired=True)
    a = foot("a", UNION, 18, 36, 16, **UNARMED)
    begun = table(a, x, phases=("movement", "firing", "morale"), ground=wall)
    begun.until("activate").choose("a").march(forward(4.0)).until("fire")
    begun.choose("a:ball", dice=(1, 4))
    assert totals(begun, "a") == [5]


# ---- turn upon turn

TURN = ("compulsory", "movement", "firing", "melee", "morale", "end")


@clause("charge-boys.morale.other-retired")
@pytest.mark.parametrize(("turn", "deducted"), [(2, -1), (3, -1), (4, 0)])
def test_a_retirement_is_remembered_for_one_turn(turn: int, deducted: int) -> None:
    x = calm("x", CONFEDERATE, 18, 36, 24, SOUTH, mettle={"retired": 2}, **UNARMED)
    assert totals(shaken(x, 4, (4 - deducted,), turn=turn), "x") == [5]


@clause("charge-boys.rout.first-continues")
def test_a_first_rout_runs_until_a_general_comes() -> None:
    runs = {"state": "routing", "by": "first", "first_shot": "failed", "disordered": True}
    a = foot("a", UNION, 24, 36, 30, mettle=runs)
    run = table(a, FAR, phases=("compulsory", "movement", "morale"), turn=3)
    assert run.pose("a")[1] == pytest.approx(29.25 - 6.0)
    run.until("done")
    assert not run.all(MoraleTested)
    led = table(a, FAR, phases=("compulsory", "movement"), turn=3, generals=(general("g", UNION, 36, 12),))
    led.until("activate").choose("g")
    led.march(leg(36, 20), Manoeuvre("join", 0.0, 0, "a"), dice=(4,))
    # The General 1, disorder -1: 4 halts it.
    assert (totals(led, "a"), led.unit("a").mettle.state, led.unit("a").mettle.disordered) == ([4], "halted", True)


@clause("charge-boys.rout.other-rally")
@pytest.mark.parametrize(("die", "state", "lost"), [(6, "halted", False), (5, "routing", True)])
def test_one_rally_after_one_more_move(die: int, state: str, lost: bool) -> None:
    runs = {"state": "routing", "by": "other", "disordered": True, "retired": 1, "retest": 2}
    # Stood its first shots and over 20: 2; disordered and retired last turn and this: -2.
    a = calm("a", UNION, 24, 36, 40, mettle=runs)
    run = table(a, FAR, phases=("compulsory", "morale"), turn=2, dice=(die - 2,))
    assert run.pose("a")[1] == pytest.approx(39.25 - 6.0)
    assert (totals(run, "a"), run.unit("a").mettle.state, run.unit("a").mettle.lost) == ([die - 2], state, lost)
    if lost:
        assert run.unit("a").place == "on"


@clause("charge-boys.rout.leaves-table")
def test_a_failed_rally_runs_a_move_and_two_dice_with_no_more_tests() -> None:
    runs = {"state": "routing", "by": "other", "disordered": True, "retired": 1, "lost": True}
    run = table(calm("a", UNION, 24, 36, 40, mettle=runs), FAR, phases=("compulsory", "morale"), turn=3, dice=(3, 4))
    assert run.pose("a")[1] == pytest.approx(39.25 - 13.0)
    assert not run.all(MoraleTested)


@clause("charge-boys.morale.reorder")
@pytest.mark.parametrize(("total", "ordered"), [(5, True), (4, True), (3, False)])
def test_a_re_test_that_drives_it_back_breaks_off_re_ordering(total: int, ordered: bool) -> None:
    mettle = {"state": "retired", "by": "first", "first_shot": "failed", "retest": 2, "disordered": True, "retired": 1}
    a = foot("a", UNION, 24, 36, 30, mettle=mettle)
    begun = table(a, FAR, phases=("morale", "end"), turn=2, dice=(total + 1, 6, 1))
    assert totals(begun, "a") == [total]
    assert bool(begun.all(Reordered)) == ordered


# ---- charges


@clause("charge-boys.charge.sequence")
@pytest.mark.parametrize(("die", "dice", "mode", "volley"), [
    # 18 figures that stood their first shots: +1 and +1 advancing; what the charger fires with after it.
    (2, (), "halted", 2), (1, (), "retired", 3),
])  # fmt: skip
def test_a_charger_that_balks_still_fires(die: int, dice: tuple[int, ...], mode: str, volley: int) -> None:
    a, x = calm("a", UNION, 18, 36, 20), calm("x", CONFEDERATE, 18, 36, 29, SOUTH, **UNARMED)
    begun = table(a, x, phases=("movement", "firing")).choose("a:x", dice=(die, *dice))
    assert begun.unit("a").mettle.state == mode
    begun.until("fire").choose("x:ball", dice=(1,) * volley)
    assert begun.last(Fired).hits == 0


@clause("charge-boys.charge.sequence")
def test_a_charge_that_falls_short_leaves_both_their_fire() -> None:
    a, x = calm("a", UNION, 9, 36, 20), calm("x", CONFEDERATE, 9, 36, 31, SOUTH)
    begun = table(a, x, phases=("movement", "firing")).choose("a:x", dice=(6, 6, 1))
    assert (begun.last(ChargeFell).cause, begun.gap("a", "x")) == ("short", 4.0)
    begun.until("fire").choose("x:ball").choose("a:ball", dice=(1, 1))
    assert [event.unit for event in begun.all(Fired)] == ["a", "x"]


@clause("charge-boys.charge.evade-bonus")
@pytest.mark.parametrize(("things", "ground"), [((), 12.0), ((wood(10, 27, 60, 47),), 6.0)])
def test_who_evades_pays_for_the_wood_and_does_not_fire(things: tuple[Any, ...], ground: float) -> None:
    x = calm("x", CONFEDERATE, 8, 36, 28, SOUTH, formation="skirmish")
    begun = table(calm("a", UNION, 24, 36, 18, **UNARMED), x, phases=("movement", "firing"), ground=field(*things))
    begun.choose("a:x", dice=(6, 2, 1))
    assert begun.pose("x")[1] - x.pose.y == pytest.approx(ground, abs=0.05)
    assert begun.last(Answered).met == "evades"
    begun.until("fire")
    assert begun.asked[1] == ""


@clause("charge-boys.morale.trigger-charged")
def test_two_chargers_one_test_one_volley() -> None:
    a, b = calm("a", UNION, 12, 32, 20, **UNARMED), calm("b", UNION, 12, 41, 20, **UNARMED)
    x = calm("x", CONFEDERATE, 24, 36, 25, SOUTH)
    begun = table(a, b, x).choose("a:x", dice=(6, 6, 6)).choose("fire", dice=(1, 1, 1))
    begun.choose("b:x", dice=(6, 6))
    assert (totals(begun, "x"), len(begun.all(Fired)), len(begun.all(ContactMade))) == ([7], 1, 2)


@clause("charge-boys.terrain.compelled-moves")
@pytest.mark.parametrize(("things", "away", "die", "home"), [
    ((wood(10, 25.5, 60, 47),), 7.0, 3, True),
    ((wood(10, 25.5, 60, 47),), 7.0, 2, False),
    ((obstacle("wall", (10, 22), (60, 22)), obstacle("fence", (10, 23), (60, 23))), 6.0, 6, True),
    ((obstacle("wall", (10, 22), (60, 22)), obstacle("fence", (10, 23), (60, 23))), 6.0, 5, False),
    ((marsh(10, 22, 60, 23),), 6.0, 3, True),
])  # fmt: skip
def test_what_the_way_of_a_charge_costs(things: tuple[Any, ...], away: float, die: int, home: bool) -> None:
    x = calm("x", CONFEDERATE, 24, 36, 20 + away, SOUTH, **UNARMED)
    begun = table(calm("a", UNION, 24, 36, 20), x, ground=field(*things)).choose("a:x", dice=(6, 6, die))
    assert bool(begun.all(ContactMade)) == home


@clause("charge-boys.musketry.no-fire-into-melee")
def test_the_locked_neither_fire_nor_are_fired_at() -> None:
    a, x = calm("a", UNION, 12, 36, 20), calm("x", CONFEDERATE, 12, 36, 20, SOUTH)
    b, gun = calm("b", UNION, 12, 36, 10), guns("g", UNION, 1, 20, 10)
    begun = table(a, x, b, gun, phases=("firing",), fights=(Fight("a", "x", False, False, False, "", ""),))
    assert begun.asked[1] == ""


@clause("charge-boys.morale.result-guns-abandoned")
@pytest.mark.parametrize(("formation", "die", "dice", "back", "left"), [
    ("unlimbered", 3, (), 4.0, 0), ("limbered", 3, (), 9.0, 0),
    ("unlimbered", 1, (2, 3), 5.0, 2), ("limbered", 1, (2, 3), 5.0, 0),
])  # fmt: skip
def test_what_a_battery_does_that_is_driven_back(
    formation: str, die: int, dice: tuple[int, ...], back: float, left: int
) -> None:
    battery = guns("a", UNION, 2, 36, 30, formation=formation)
    battery.turn = Record(9, shot_at=True, foe="z")
    begun = table(battery, foot("z", CONFEDERATE, 12, 36, 46, SOUTH), phases=("morale",), dice=(die, *dice))
    assert sum([event.number for event in begun.all(GunsChanged)]) == left
    if not left:
        assert battery.pose.y - begun.pose("a")[1] == pytest.approx(back, abs=0.02)
    assert begun.unit("a").formation == ("gunners" if left else formation)


@clause("charge-boys.move.table-edge")
@pytest.mark.parametrize(("die", "dice", "gone"), [(3, (), False), (1, (1, 2), True)])
def test_good_order_stops_at_the_edge_and_disorder_is_lost_over_it(die: int, dice: tuple[int, ...], gone: bool) -> None:
    unit = foot("a", UNION, 24, 36, 4.0)
    unit.turn = Record(24, shot_at=True, foe="z")
    begun = table(unit, foot("z", CONFEDERATE, 12, 36, 20, SOUTH), phases=("morale",), dice=(die, *dice))
    assert bool(begun.all(UnitRemoved)) == gone
    assert gone or begun.pose("a")[1] == pytest.approx(0.75, abs=0.02)


# ---- driven back over the ground

BEHIND: dict[str, tuple[Unit, tuple[Any, ...], int, tuple[int, ...], float]] = {
    # the unit, the ground behind it, the total of its first shots, the dice of its way, how far it gets
    "retiring through a wood": (foot("a", UNION, 24, 36, 30), (wood(10, 5, 60, 28.5),), 3, (), 3.0),
    "retiring over a wall": (foot("a", UNION, 24, 36, 30), (obstacle("wall", (10, 27), (60, 27)),), 3, (), 3.0),
    "stopped at a hedge": (foot("a", UNION, 24, 36, 30), (obstacle("hedge", (10, 27), (60, 27)),), 3, (), 1.49),
    "in disorder through a river": (foot("a", UNION, 24, 36, 30), (marsh(10, 5, 60, 40),), 1, (3, 5), 4.0),
    "in disorder over a wall": (foot("a", UNION, 24, 36, 30), (obstacle("wall", (10, 27), (60, 27)),), 1, (3, 5), 5.0),
    "horsemen in order": (horse("a", UNION, 12, 36, 30), (), 2, (), 9.0),
    "dismounted men in disorder": (
        foot("a", UNION, 12, 36, 30, arm="cavalry", formation="line", weapon="breech-carbine"), (), 1, (3, 5), 8.0,
    ),
    "horsemen in rout": (horse("a", UNION, 12, 36, 40, quality="green"), (), 0, (3, 5), 17.0),
    "an attack column in rout": (
        foot("a", UNION, 24, 36, 40, formation="attack-column", quality="green"), (), 0, (3, 5), 16.0,
    ),
}  # fmt: skip


@clause("charge-boys.terrain.compelled-moves")
@clause("charge-boys.morale.result-rout-first")
@pytest.mark.parametrize("what", BEHIND)
def test_how_far_a_unit_is_driven(what: str) -> None:
    unit, things, total, dice, inches = BEHIND[what]
    unit.turn = Record(strength(unit), shot_at=True, foe="z")
    foe = foot("z", CONFEDERATE, 24, 36, 46, SOUTH)
    die = total + (1 if unit.quality == "green" else 0)
    begun = table(unit, foe, phases=("morale",), ground=field(*things), dice=(die, *dice))
    assert totals(begun, "a") == [total]
    assert unit.pose.y - begun.pose("a")[1] == pytest.approx(inches, abs=0.02)


# ---- walls, forts, houses

GUNNED: dict[str, tuple[tuple[Any, ...], float, int]] = {
    # ground, inches, least die that saves
    "in the open at a foot": ((), 13.0, 6),
    "behind a wall at a foot": ((obstacle("wall", (10, 17.8), (60, 17.8)),), 13.0, 5),
    "behind a wall at two": ((obstacle("wall", (10, 29.8), (60, 29.8)),), 25.0, 4),
    "behind a fence": ((obstacle("fence", (10, 29.8), (60, 29.8)),), 25.0, 5),
    "behind a hedge": ((obstacle("hedge", (10, 29.8), (60, 29.8)),), 25.0, 5),
    "behind a breastwork": ((obstacle("breastwork", (10, 29.8), (60, 29.8)),), 25.0, 4),
}


@clause("charge-boys.save.wall")
@pytest.mark.parametrize("what", GUNNED)
def test_walls_help_against_guns_too(what: str) -> None:
    things, away, least = GUNNED[what]
    x = calm("x", CONFEDERATE, 24, 36, 5 + away, SOUTH, **UNARMED)
    shot = table(guns("a", UNION, 1, 36, 5), x, phases=("firing",), ground=field(*things))
    shot.assign({"0": "x"}, dice=(6, 2, 1, least, least - 1))
    assert (shot.last(Fired).hits, shot.last(Fired).killed) == (2, 1)


FORTS: dict[str, tuple[str, dict[str, Any], int]] = {
    # the obstacle, the unit, what is added in the other test to a unit of 18 with hits and no losses
    "a breastwork": ("breastwork", {}, 2),
    "a wall": ("wall", {}, 1),
    "a hedge": ("hedge", {}, 1),
    "a breastwork, stood its first shots": ("breastwork", {"mettle": STOOD}, 3),
    "a wall, green that failed": ("wall", {"mettle": {"first_shot": "failed"}, "quality": "green"}, 0),
    "a wall, green that stood": ("wall", {"mettle": STOOD, "quality": "green"}, 2),
}


@clause("charge-boys.morale.other-fortification")
@pytest.mark.parametrize("what", FORTS)
def test_cover_in_the_other_tests(what: str) -> None:
    kind, fields, added = FORTS[what]
    x = foot("x", CONFEDERATE, 18, 36, 24, SOUTH, **(UNARMED | fields))
    x.turn = Record(18, hits=3, foe="a")
    cover = field(obstacle(kind, (10, 23.8), (60, 23.8)))
    begun = table(calm("a", UNION, 9, 36, 15), x, phases=("morale",), ground=cover, dice=(5 - added,))
    assert totals(begun, "x") == [5]


@clause("charge-boys.morale.other-charged")
@pytest.mark.parametrize(("fields", "added"), [
    ({}, 0), ({"mettle": STOOD | {"disordered": True}}, -1), ({"quality": "veteran"}, 1), ({"figures": 24}, 1),
    ({"formation": "attack-column"}, 0),
])  # fmt: skip
def test_the_charged_test_has_every_other_line(fields: dict[str, Any], added: int) -> None:
    rest = {key: fields[key] for key in fields if key != "figures"}
    x = calm("x", CONFEDERATE, fields.get("figures", 18), 36, 24, SOUTH, **(UNARMED | rest))
    begun = table(calm("a", UNION, 24, 36, 20), x).choose("a:x", dice=(6, 5 - added, 6))
    assert totals(begun, "x") == [5]


@clause("charge-boys.charge.test-under-fire")
def test_a_charger_under_fire_for_the_first_time_takes_both_tests() -> None:
    a, x = foot("a", UNION, 18, 36, 20, **UNARMED), calm("x", CONFEDERATE, 12, 36, 25, SOUTH)
    # To charge 4 + 1; stands; one hit of 18 and saved: first shots alone, 3 + 1 halts it.
    one = table(a, x).choose("a:x", dice=(4, 6, 6)).choose("fire", dice=(2, 1, 1, 6, 3))
    assert (totals(one, "a"), one.unit("a").mettle.state) == ([5, 4], "halted")
    # Two hits of 18 are more than a tenth: first shots 5, the other 1 + 1 + 1.
    two = table(a, x).choose("a:x", dice=(4, 6, 6)).choose("fire", dice=(3, 1, 1, 6, 6, 4, 1))
    assert (two.unit("a").mettle.state, two.unit("a").mettle.by, two.unit("a").mettle.first_shot) == (
        "retired",
        "other",
        "successful",
    )


@clause("charge-boys.musketry.mounted-fire")
@pytest.mark.parametrize(("weapon", "formation", "volleys"), [
    ("breech-carbine", "cavalry-line", 2), ("rifled-carbine", "cavalry-line", 1),
    ("breech-carbine", "cavalry-column", 0),
])  # fmt: skip
def test_what_horsemen_fire(weapon: str, formation: str, volleys: int) -> None:
    a = horse("a", UNION, 12, 36, 20, weapon=weapon, formation=formation, has_fired=True, mettle=STOOD)
    begun = table(a, calm("x", CONFEDERATE, 24, 36, 26, SOUTH, **UNARMED), phases=("firing",))
    for left in range(volleys, 0, -1):
        begun.choose("x:ball", dice=(1, 1) * volleys if left == 1 else ())
    assert (begun.asked[1], len(begun.all(Fired))) == ("", volleys)


@clause("charge-boys.morale.disordered-effect")
def test_disorder_and_a_halt_silence_guns() -> None:
    for mettle in ({"disordered": True}, {"state": "halted", "by": "other", "retest": 2}):
        battery = guns("a", UNION, 2, 36, 10, mettle=STOOD | mettle)
        begun = table(battery, calm("x", CONFEDERATE, 24, 36, 26, SOUTH, **UNARMED), phases=("firing",))
        assert begun.asked[1] == ""


@clause("charge-boys.melee.draw")
def test_a_re_test_waits_while_it_is_locked() -> None:
    mettle = STOOD | {"state": "halted", "by": "other", "retest": 2}
    a, x = calm("a", UNION, 12, 36, 20, mettle=mettle), calm("x", CONFEDERATE, 12, 36, 20, SOUTH)
    begun = table(a, x, phases=("morale",), turn=2, fights=(Fight("a", "x", False, False, False, "", ""),))
    assert not begun.all(MoraleTested)
