"""What a second reader of the source tried at the table."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested, Reordered
from roundtop.rulebooks.charge_boys.state import Record, Unit
from roundtop.table.path import forward, leg
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    field,
    foot,
    general,
    guns,
    horse,
    moving,
    obstacle,
    road,
    table,
    wood,
)


def fresh(id: str, side: str, figures: int, x: float, y: float, facing: float = 0, **fields: Any) -> Unit:
    """A unit that has fired before."""
    return foot(id, side, figures, x, y, facing, has_fired=True, **fields)


# ---- disordered units


@clause("charge-boys.morale.disordered-effect", 1)
@clause("charge-boys.morale.reorder")
@pytest.mark.parametrize(("answer", "dice", "in_order"), [("hold", (6, 1), True), ("x:ball", (1, 1, 6, 1), False)])
def test_a_disordered_unit_fires_half_its_dice_or_recovers_its_order(
    answer: str, dice: tuple[int, ...], in_order: bool
) -> None:
    crowd = fresh("a", UNION, 18, 36, 20, mettle={"disordered": True, "first_shot": "successful"})
    x = fresh("x", CONFEDERATE, 24, 36, 26, SOUTH, weapon="none", mettle={"first_shot": "successful"})
    shot = table(crowd, x, phases=("firing", "morale", "end"))
    assert "does not re-order" in shot.decision.sentence
    shot.choose(answer, dice=dice)
    assert bool(shot.all(Reordered)) == in_order
    assert shot.unit("a").mettle.disordered != in_order


# ---- small units


def hit(figures: int, mettle: dict[str, Any], dice: tuple[int, ...], **options: Any) -> Table:
    """A battery of so many guns is hit by one volley, of which nothing is saved."""
    a = fresh("a", UNION, 9, 36, 20)
    x = guns("x", CONFEDERATE, figures, 36, 26, SOUTH, mettle=mettle, formation="limbered")
    return table(a, x, phases=("firing", "morale"), **options).choose("x:ball", dice=dice)


@clause("charge-boys.morale.trigger-hits")
@clause("charge-boys.morale.other-casualties")
def test_a_small_battery_does_not_run_at_the_first_hit() -> None:
    stood = {"first_shot": "successful"}
    # One hit of nine: a single die of 2 at close range, the officer check, no save.
    one = hit(2, stood, (2, 1, 1))
    assert (one.last(Fired).killed, one.all(MoraleTested)) == (1, [])
    # Two of nine are more than a tenth and more than a figure: a test at -2, +1 for its first shots.
    two = hit(2, stood, (3, 1, 1, 1, 6))
    assert [event.total for event in two.all(MoraleTested)] == [5]
    # The exact tenth of the house rule: tested for one, at -1.
    exact = hit(2, stood, (2, 1, 1, 5), smallest_tenth="fraction")
    assert [event.total for event in exact.all(MoraleTested)] == [5]


# ---- without measuring


@clause("charge-boys.core.measure")
def test_without_premeasuring_neither_order_nor_load_tells_a_distance() -> None:
    a = fresh("a", UNION, 18, 36, 20, weapon="smoothbore-musket")
    near, far = (
        fresh("y", CONFEDERATE, 12, 33, 24, SOUTH, weapon="none"),
        fresh("b", CONFEDERATE, 12, 39.5, 33, SOUTH, weapon="none"),
    )
    blind = table(a, near, far, phases=("firing",), premeasure=False, target_choice="free")
    assert blind.keys == ["b:ball", "b:buck", "y:ball", "y:buck", "hold"]
    blind.choose("b:buck", dice=(1, 1, 1))
    assert (blind.last(Fired).buck, blind.unit("a").buck) == (False, 3)


# ---- moving: to the inch, and a tenth more is too far

FAR = foot("z", CONFEDERATE, 12, 36, 47, SOUTH, weapon="none")
LINE = foot("a", UNION, 24, 36, 15)
COLUMN = foot("a", UNION, 24, 36, 15, formation="attack-column")
LOOSE = foot("a", UNION, 8, 36, 15, formation="skirmish")
RIDERS = horse("a", UNION, 12, 36, 15)
RIDERS_IN_COLUMN = horse("a", UNION, 12, 36, 15, formation="cavalry-column")
LIMBERS = guns("a", UNION, 2, 36, 15, formation="limbered")
ROAD_COLUMN = foot("a", UNION, 12, 36, 15, formation="road-column")
WOOD = wood(10, 17, 60, 40)
WALL = obstacle("wall", (10, 17), (60, 17))
ONWARDS: dict[str, tuple[Unit, tuple[Any, ...], float]] = {
    "a line": (LINE, (), 6.0),
    "an attack column": (COLUMN, (), 8.0),
    "a road column off the road": (ROAD_COLUMN, (), 6.0),
    "a road column on the road": (ROAD_COLUMN, (road((36, 0), (36, 48)),), 8.0),
    "a line on the road": (LINE, (road((36, 0), (36, 48)),), 6.0),
    "skirmishers": (LOOSE, (), 10.0),
    "horsemen in line": (RIDERS, (), 9.0),
    "horsemen in column": (RIDERS_IN_COLUMN, (), 12.0),
    "limbered guns": (LIMBERS, (), 9.0),
    "a line into a wood": (LINE, (WOOD,), 4.0),
    "skirmishers into a wood": (LOOSE, (WOOD,), 6.0),
    "horsemen into a wood": (RIDERS, (WOOD,), 5.5),
    "a line over a wall": (LINE, (WALL,), 3.0),
    "a line over a fence": (LINE, (obstacle("fence", (10, 17), (60, 17)),), 3.0),
    "skirmishers over a wall": (LOOSE, (WALL,), 5.0),
    "horsemen over a wall": (RIDERS, (WALL,), 4.5),
    "a line over two walls": (LINE, (WALL, obstacle("wall", (10, 17.5), (60, 17.5))), 2.49),
    "a line before a hedge": (LINE, (obstacle("hedge", (10, 17), (60, 17)),), 1.99),
}


@clause("charge-boys.move.wheel")
@clause("charge-boys.terrain.half-turn-arithmetic")
@pytest.mark.parametrize("what", ONWARDS)
def test_moves_are_as_long_as_the_book_says(what: str) -> None:
    unit, things, inches = ONWARDS[what]
    ground = field(*things)
    moving(unit, FAR, ground=ground).march(forward(inches))
    assert moving(unit, FAR, ground=ground).no_march(forward(inches + 0.1))


HANDS: dict[str, tuple[tuple[int, ...], float]] = {
    "two men a gun": ((2, 2), 2.0),
    "three and four, each gun by its own": ((3, 4), 3.5),
    "four": ((4, 4), 4.0),
    "six are no better than four": ((6, 6), 4.0),
}


@clause("charge-boys.move.manhandle-rate")
@pytest.mark.parametrize("what", HANDS)
def test_guns_by_hand_go_an_inch_a_man(what: str) -> None:
    crews, inches = HANDS[what]
    battery = guns("a", UNION, 2, 36, 15, crews=crews)
    slowest = moving(battery, FAR)
    way = next(way for way in slowest.form.ways if way.key == "forward")
    assert way.end.y - battery.pose.y == pytest.approx(inches)


@clause("charge-boys.move.mounted-officer")
def test_a_general_rides_fifteen_inches() -> None:
    begun = table(LINE, FAR, generals=(general("g", UNION, 10, 10),)).until("activate").choose("g")
    assert begun.no_march(leg(25.1, 10.0))
    begun.march(leg(25.0, 10.0))


# ---- musketry: what is left of a 6 on each die

WEAPONS: dict[str, tuple[str, float, int]] = {
    # weapon, range, hits of one die of 6
    "smoothbore carbine, close": ("smoothbore-carbine", 3.0, 5),
    "smoothbore carbine, medium": ("smoothbore-carbine", 3.1, 4),
    "smoothbore carbine, long": ("smoothbore-carbine", 9.0, 3),
    "smoothbore musket, close": ("smoothbore-musket", 5.0, 5),
    "smoothbore musket, medium": ("smoothbore-musket", 10.0, 4),
    "smoothbore musket, long": ("smoothbore-musket", 15.0, 3),
    "rifled carbine, long": ("rifled-carbine", 15.0, 3),
    "inferior rifle, close": ("inferior-rifle", 8.0, 5),
    "inferior rifle, medium": ("inferior-rifle", 16.0, 4),
    "inferior rifle, long": ("inferior-rifle", 24.0, 3),
    "superior rifle, close": ("superior-rifle", 10.0, 5),
    "superior rifle, medium": ("superior-rifle", 20.0, 4),
    "superior rifle, long": ("superior-rifle", 30.0, 3),
}


def saved(hits: int, saves: int = 6) -> list[int]:
    """The officer check and so many saving throws."""
    return [1, *[saves] * hits] if hits else []


@clause("charge-boys.musketry.band-edges")
@pytest.mark.parametrize("what", WEAPONS)
def test_weapons_reach_as_far_as_the_book_says(what: str) -> None:
    weapon, away, hits = WEAPONS[what]
    a = fresh("a", UNION, 9, 36, 15, weapon=weapon)
    x = fresh("x", CONFEDERATE, 24, 36, 15 + away, SOUTH, weapon="none")
    begun = table(a, x, phases=("firing",)).choose("x:ball", dice=(6, *saved(hits)))
    assert (begun.last(Fired).hits, begun.last(Fired).killed) == (hits, 0)
    beyond = fresh("x", CONFEDERATE, 24, 36, 15.1 + away, SOUTH, weapon="none")
    if what.endswith("long"):
        assert table(a, beyond, phases=("firing",)).asked[1] == ""


EVERY_DIE: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {
    # the firers, their target, hits of one die of 3 at close range
    "regulars": ({}, {}, 2),
    "veterans": ({"quality": "veteran"}, {}, 3),
    "green": ({"quality": "green"}, {}, 1),
    "for the first time": ({"has_fired": False}, {}, 3),
    "veterans for the first time": ({"has_fired": False, "quality": "veteran"}, {}, 4),
    "at skirmishers": ({}, {"formation": "skirmish"}, 1),
    "green at skirmishers": ({"quality": "green"}, {"formation": "skirmish"}, 0),
    "from the saddle": ({"arm": "cavalry", "weapon": "rifled-carbine"}, {}, 2),
}


@clause("charge-boys.core.modifiers")
@pytest.mark.parametrize("what", EVERY_DIE)
def test_every_die_is_changed_alike(what: str) -> None:
    ours, theirs, hits = EVERY_DIE[what]
    a = foot("a", UNION, 9, 36, 20, **({"has_fired": True} | ours))
    x = fresh("x", CONFEDERATE, 8, 36, 23, SOUTH, weapon="none", **theirs)
    shot = table(a, x, phases=("firing",)).choose("x:ball", dice=(3, *saved(hits)))
    assert shot.last(Fired).hits == hits


DICE: dict[str, tuple[dict[str, Any], int]] = {
    # figures of a line, dice of its volley
    "24 figures, 21 men": ({"figures": 24}, 4),
    "20 figures, 17 men": ({"figures": 20}, 3),
    "12 figures, 9 men": ({"figures": 12}, 2),
    "11 figures, 10 men": ({"figures": 11}, 2),
    "a column fires its front rank": ({"figures": 24, "formation": "attack-column"}, 1),
    "a third rank does not fire": ({"figures": 36, "ranks": 3}, 4),
    "horsemen fire two ranks": ({"figures": 18, "arm": "cavalry", "weapon": "rifled-carbine"}, 3),
}


@clause("charge-boys.musketry.dice-per-six")
@clause("charge-boys.musketry.two-ranks")
@pytest.mark.parametrize("what", DICE)
def test_one_die_for_six_men(what: str) -> None:
    fields, dice = DICE[what]
    a = fresh("a", UNION, fields["figures"], 36, 20, **{key: fields[key] for key in fields if key != "figures"})
    x = fresh("x", CONFEDERATE, 24, 36, 24, SOUTH, weapon="none")
    shot = table(a, x, phases=("firing",)).choose("x:ball", dice=(1,) * dice)
    assert shot.last(Fired).hits == 0


# ---- guns

GUNS: dict[str, tuple[str, float, int, int, int, int]] = {
    # gun, inches, the least range die that hits (0: none is thrown), hits of a 5, saving throw (7: none), in reach
    "under a foot": ("smoothbore", 11.0, 0, 5, 7, 1),
    "a rifle under a foot": ("rifled", 11.0, 0, 4, 7, 1),
    "1 to 2 feet": ("smoothbore", 13.0, 2, 5, 6, 1),
    "2 to 3 feet": ("smoothbore", 25.0, 3, 5, 5, 1),
    "3 to 4 feet": ("smoothbore", 37.0, 4, 3, 5, 1),
    "a rifle 3 to 4 feet": ("rifled", 37.0, 4, 3, 5, 1),
    "4 to 5 feet": ("smoothbore", 49.0, 5, 3, 5, 1),
    "a rifle 4 to 5 feet": ("rifled", 49.0, 4, 3, 5, 1),
    "5 to 6 feet": ("smoothbore", 61.0, 6, 3, 5, 1),
    "a rifle 5 to 6 feet": ("rifled", 61.0, 5, 3, 5, 1),
    "a rifle 6 to 7 feet": ("rifled", 73.0, 5, 3, 5, 1),
    "a smoothbore beyond 6 feet": ("smoothbore", 73.0, 6, 0, 5, 0),
}


@clause("charge-boys.artillery.band-edges")
@pytest.mark.parametrize("what", GUNS)
def test_guns_hit_as_the_book_says(what: str) -> None:
    kind, away, least, hits, save, reach = GUNS[what]
    ground = field(width=72, depth=100)
    a = guns("a", UNION, 1, 36, 10, kind=kind, has_fired=True)
    x = fresh("x", CONFEDERATE, 24, 36, 10 + away, SOUTH, weapon="none")
    begun = table(a, x, phases=("firing",), ground=ground)
    assert (begun.asked[1] == "guns") == bool(reach)
    if not reach:
        return
    saves = [] if save > 6 else [save] * (hits - 1) + [save - 1]
    effect = (5, 1, *saves)
    begun.assign({"0": "x"}, dice=((least, *effect) if least else effect))
    assert (begun.last(Fired).hits, begun.last(Fired).killed) == (hits, hits if save > 6 else 1)
    if least:
        missed = table(a, x, phases=("firing",), ground=ground)
        missed.assign({"0": "x"}, dice=(least - 1,))
        assert missed.last(Fired).hits == 0


# ---- saving throws

SAVES: dict[str, tuple[tuple[Any, ...], bool, int]] = {
    # ground, buck and ball, least die that saves
    "in the open": ((), False, 5),
    "from buck and ball": ((), True, 6),
    "behind a wall": ((obstacle("wall", (20, 23.8), (60, 23.8)),), False, 4),
    "behind a wall from buck and ball": ((obstacle("wall", (20, 23.8), (60, 23.8)),), True, 5),
    "in a wood": ((wood(20, 23.5, 60, 34),), False, 5),
    "a wall in rear": ((obstacle("wall", (20, 26.3), (60, 26.3)),), False, 5),
}


@clause("charge-boys.save.limits")
@pytest.mark.parametrize("what", SAVES)
def test_saving_throws(what: str) -> None:
    things, buck, least = SAVES[what]
    a = fresh("a", UNION, 9, 36, 20, weapon="smoothbore-musket")
    x = fresh("x", CONFEDERATE, 24, 36, 24, SOUTH, weapon="none")
    shot = table(a, x, phases=("firing",), ground=field(*things))
    hits = 3 if buck else 2
    shot.choose("x:buck" if buck else "x:ball", dice=(3, 1, *[least] * (hits - 1), least - 1))
    assert (shot.last(Fired).hits, shot.last(Fired).killed) == (hits, 1)


# ---- morale: first shots, and the others

FIRST: dict[str, tuple[dict[str, Any], tuple[Any, ...], bool, int]] = {
    # the unit, the ground, whether a General is with it, what is added to the die
    "regulars": ({}, (), False, 0),
    "green": ({"quality": "green"}, (), False, -1),
    "veterans": ({"quality": "veteran"}, (), False, 1),
    "in disorder": ({"mettle": {"disordered": True}}, (), False, -1),
    "green in disorder": ({"quality": "green", "mettle": {"disordered": True}}, (), False, -2),
    "behind a wall": ({}, (obstacle("wall", (20, 20.2), (60, 20.2)),), False, 1),
    "with a General": ({}, (), True, 1),
    "veterans with a General behind a wall": (
        {"quality": "veteran"}, (obstacle("wall", (20, 20.2), (60, 20.2)),), True, 3,
    ),
}  # fmt: skip


@clause("charge-boys.morale.first-die")
@pytest.mark.parametrize("what", FIRST)
def test_what_counts_when_first_under_fire(what: str) -> None:
    fields, things, led, added = FIRST[what]
    unit = foot("a", UNION, 24, 36, 20, **fields)
    unit.turn = Record(24, shot_at=True, foe="x", was_disordered=unit.mettle.disordered)
    leaders = (general("g", UNION, 36, 18, unit="a"),) if led else ()
    foe = foot("x", CONFEDERATE, 24, 36, 46, SOUTH, mettle={"first_shot": "successful"})
    begun = table(
        unit,
        foe,
        phases=("morale",),
        generals=leaders,
        ground=field(*things),
        dice=(5 - added,) if 5 - added <= 6 else (6,),
    )
    assert begun.last(MoraleTested).total == (5 if 5 - added <= 6 else 6 + added)


RESULTS: dict[int, tuple[str, tuple[int, ...], float, bool]] = {
    # total of a regular line's first shots: its state, the dice of its way back, how far, disorder
    6: ("steady", (), 0.0, False),
    5: ("steady", (), 0.0, False),
    4: ("halted", (), 0.0, False),
    3: ("retired", (), 6.0, False),
    2: ("retired", (), 6.0, False),
    1: ("retired", (3, 4), 7.0, True),
}


@clause("charge-boys.morale.result-carry-on")
@pytest.mark.parametrize("total", RESULTS)
def test_what_first_shots_do_to_a_line(total: int) -> None:
    state, dice, inches, disorder = RESULTS[total]
    unit = foot("a", UNION, 24, 36, 30)
    unit.turn = Record(24, shot_at=True, foe="x")
    foe = foot("x", CONFEDERATE, 24, 36, 46, SOUTH, mettle={"first_shot": "successful"})
    begun = table(unit, foe, phases=("morale",), dice=(total, *dice))
    found = begun.unit("a")
    assert (found.mettle.state, found.mettle.disordered) == (state, disorder)
    assert unit.pose.y - found.pose.y == pytest.approx(inches)
    assert (found.mettle.retest > 0) == (total < 5)


def test_a_rout_is_a_move_and_two_dice() -> None:
    unit = foot("a", UNION, 24, 36, 40, quality="green")
    unit.turn = Record(24, shot_at=True, foe="x")
    foe = foot("x", CONFEDERATE, 24, 36, 47.5, SOUTH, mettle={"first_shot": "successful"})
    begun = table(unit, foe, phases=("morale",), dice=(1, 3, 6))
    assert begun.unit("a").mettle.state == "routing"
    assert unit.pose.y - begun.unit("a").pose.y == pytest.approx(15.0)


OTHERS: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {
    # the unit, its turn, what is added to the die: all have 3 hits of 24 this turn
    "untested": ({}, {}, 1),
    "stood its first shots": ({"mettle": {"first_shot": "successful"}}, {}, 2),
    "failed its first shots": ({"mettle": {"first_shot": "failed"}}, {}, 1),
    "green, failed its first shots": ({"quality": "green", "mettle": {"first_shot": "failed"}}, {}, 0),
    "veterans": ({"quality": "veteran", "mettle": {"first_shot": "successful"}}, {}, 3),
    "in disorder": ({"mettle": {"first_shot": "successful", "disordered": True}}, {}, 1),
    "an officer killed": ({"mettle": {"first_shot": "successful"}}, {"officers_lost": 1}, 1),
    "its General killed": ({"mettle": {"first_shot": "successful"}}, {"general_lost": True}, 1),
    "retired last turn": ({"mettle": {"first_shot": "successful", "retired": 1}}, {}, 1),
    "retired long ago": ({"mettle": {"first_shot": "successful", "retired": 0}}, {}, 2),
    "has advanced": ({"mettle": {"first_shot": "successful"}}, {"advanced": True, "moved": True}, 3),
}


@clause("charge-boys.morale.other-replaces")
@pytest.mark.parametrize("what", OTHERS)
def test_what_counts_in_the_other_tests(what: str) -> None:
    fields, turn, added = OTHERS[what]
    unit = foot("a", UNION, 24, 36, 20, **fields)
    unit.turn = Record(24, hits=3, foe="x", was_disordered=unit.mettle.disordered, **turn)
    foe = foot("x", CONFEDERATE, 24, 36, 46, SOUTH, mettle={"first_shot": "successful"})
    begun = table(unit, foe, phases=("morale",), turn=2, dice=(5 - added,) if added < 5 else (1,))
    assert begun.last(MoraleTested).total == 5


TENTHS: dict[str, tuple[int, int, int]] = {
    # figures at the start, figures now, what is deducted
    "two of 24": (24, 22, 0),
    "three of 24": (24, 21, -1),
    "exactly a tenth": (30, 27, -1),
    "five of 24": (24, 19, -2),
    "half": (24, 12, -5),
}


@clause("charge-boys.morale.other-casualties")
@pytest.mark.parametrize("what", TENTHS)
def test_every_whole_tenth_lost_counts(what: str) -> None:
    start, now, deducted = TENTHS[what]
    unit = foot("a", UNION, start, 36, 20, mettle={"first_shot": "successful"})
    unit.men -= start - now
    unit.turn = Record(now, hits=9, foe="x")
    foe = foot("x", CONFEDERATE, 24, 36, 46, SOUTH, mettle={"first_shot": "successful"})
    over = 1 if now > 20 else 0
    die = 5 - 1 - over - deducted
    begun = table(unit, foe, phases=("morale",), dice=(min(die, 6),))
    assert begun.last(MoraleTested).total == min(die, 6) + 1 + over + deducted
