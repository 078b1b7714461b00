"""The captain of the skirmish sheet: lawful, and a sound player."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Answer, Chosen, Marched, Placed
from roundtop.battle.protocol import Command, Outcome
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks.skirmish import RULEBOOK
from roundtop.rulebooks.skirmish.bot.captain import captain
from roundtop.rulebooks.skirmish.bot.doctrine import (
    SHOT_WORTH,
    charge_worth,
    crossing_on_the_way,
    field_of,
    foe_body,
    own_body,
    pressure,
    prize,
    road_to,
    stance,
)
from roundtop.rulebooks.skirmish.state import Goal, State, Thing
from roundtop.table.ground import Crossing, Line
from roundtop.table.measure import distance
from tests.clauses import clause
from tests.laws.play import often
from tests.rulebooks.skirmish.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    area,
    chief,
    field,
    man,
    position,
    rider,
    squad,
    table,
    wall,
)


def answer(played: Table, seed: str = "captain") -> Answer:
    """The captain's answer to what a table asks."""
    decision = played.decision
    return captain(RULEBOOK.view(played.state, decision.player), decision, Stream(seed))


def keys(played: Table) -> tuple[str, ...]:
    found = answer(played)
    assert isinstance(found, Chosen)
    return found.keys


def fought(scenario: str, seed: int, recruits: tuple[str, ...] = (), **options: Any) -> Outcome:
    """A battle to its end, every answer checked."""
    battle = engine.begin(RULEBOOK, load(scenario), options)
    dice, stream = Seeded(seed), Stream(f"bot {seed}")
    while True:
        battle = engine.run(RULEBOOK, battle, dice).battle
        over = engine.over(RULEBOOK, battle)
        if over is not None:
            return over
        player = engine.asked(RULEBOOK, battle)[0]
        decision = engine.decision(RULEBOOK, battle, player)
        seen = RULEBOOK.view(battle.state, player)
        made = recruit(decision, stream) if player in recruits else captain(seen, decision, stream)
        battle = engine.submit(RULEBOOK, battle, Command(player, decision.kind, decision.about, made), decision).battle


# ---- whole battles


@pytest.mark.parametrize("seed", range(often(3)))
def test_captain_beats_recruit_from_either_side(seed: int) -> None:
    assert fought("the-clearing", seed, (CONFEDERATE,)).winner == UNION
    assert fought("the-clearing", seed, (UNION,)).winner == CONFEDERATE


@pytest.mark.parametrize(
    ("battle", "options"),
    [
        ("kellys-ford", {}),
        ("the-picket-line", {"initiative": "alternate", "horse_holders": True}),
        ("the-supply-wagon", {"melee_timing": "on-contact", "graze": "duck"}),
        ("the-meadow", {"force_commander": "attached", "phase_structure": "consecutive"}),
        ("the-farmhouse", {"start_loaded": False}),
    ][: often(5)],
)
def test_every_answer_is_lawful_on_every_field(battle: str, options: dict[str, Any]) -> None:
    assert fought(battle, 7, **options).reason in ("force-break", "objectives", "turn-limit")


def test_the_same_stream_gives_the_same_answer() -> None:
    played = table(squad("a", UNION, 4, 40, 40), squad("x", CONFEDERATE, 4, 40, 70, SOUTH))
    assert answer(played) == answer(played)


# ---- a group's turn


def acting(*men: Any, **rest: Any) -> Table:
    """A table at which the Union's group `a` acts."""
    played = table(*men, **rest)
    return played.choose("a")


def test_loaded_men_fire_at_an_enemy_in_reach() -> None:
    played = acting(squad("a", UNION, 4, 40, 40), squad("x", CONFEDERATE, 4, 40, 60, SOUTH))
    assert keys(played) == ("fire:x",)


def test_of_two_enemies_the_nearer_is_shot_at() -> None:
    far, near = squad("x", CONFEDERATE, 4, 10, 95, SOUTH), squad("y", CONFEDERATE, 4, 50, 52, SOUTH)
    assert keys(acting(squad("a", UNION, 4, 40, 40), far, near)) == ("fire:y",)


def test_empty_muskets_are_loaded() -> None:
    played = acting(
        squad("a", UNION, 4, 40, 40, progress=0), squad("x", CONFEDERATE, 4, 40, 53, SOUTH, quality="elite")
    )
    assert keys(played) == ("load",)


def test_nobody_in_sight_is_marched_upon() -> None:
    ground = field(area("woods", 0.0, 50.0, 180.0, 80.0))
    played = acting(squad("a", UNION, 4, 40, 20), squad("x", CONFEDERATE, 4, 40, 110, SOUTH), ground=ground)
    assert keys(played) == ("together",)
    played.choose("together")
    found = answer(played)
    assert isinstance(found, Marched)
    assert found.manoeuvres[0].y > 5.0


def test_a_broken_group_runs_and_newcomers_come_on() -> None:
    broken = acting(
        squad("a", UNION, 4, 40, 40), squad("x", CONFEDERATE, 4, 40, 60, SOUTH), groups={"a": {"state": "break"}}
    )
    assert keys(broken) == ("run",)


def test_a_group_that_must_falls_back() -> None:
    shaken = {"a": {"state": "fall-back", "thrown": 1}}
    played = acting(squad("a", UNION, 4, 40, 40), squad("x", CONFEDERATE, 4, 40, 70, SOUTH), groups=shaken, turn=2)
    assert keys(played) == ("back",)


def test_many_bayonets_charge_a_few_empty_muskets() -> None:
    few = squad("x", CONFEDERATE, 2, 40, 50, SOUTH, progress=0, weapon="musket", melee="improvised", quality="green")
    played = acting(squad("a", UNION, 8, 31, 40, progress=0), few, groups={"x": {"start": 6}})
    assert keys(played) == ("charge:x",)


def test_a_few_do_not_charge_many() -> None:
    many = squad("x", CONFEDERATE, 8, 31, 50, SOUTH, quality="elite")
    assert not keys(acting(squad("a", UNION, 2, 40, 40, quality="green"), many))[0].startswith("charge")


def test_a_straggler_is_sent_back_to_his_group() -> None:
    played = acting(
        squad("a", UNION, 3, 40, 40),
        squad("b", UNION, 1, 80, 40, group="a", straggling=True),
        squad("x", CONFEDERATE, 4, 40, 110, SOUTH),
    )
    assert keys(played) == ("b1",)
    played.choose("b1")
    assert keys(played) == ("move",)
    played.choose("move")
    found = answer(played)
    assert isinstance(found, Marched)
    assert found.manoeuvres[0].x < 75.0


# ---- the commander


def test_a_commander_keeps_behind_his_men() -> None:
    men = squad("a", UNION, 6, 80, 60)
    played = table(chief(UNION, 10, 10), men, squad("x", CONFEDERATE, 4, 80, 110, SOUTH))
    played.choose("union-chief")
    assert keys(played) == ("union-chief",)
    played.choose("union-chief")
    assert keys(played) == ("move",)
    played.choose("move")
    found = answer(played)
    assert isinstance(found, Marched)
    assert found.manoeuvres[0].x > 15.0


def test_a_commander_at_his_post_stays() -> None:
    men = squad("a", UNION, 6, 80, 60)
    played = table(chief(UNION, 88, 46), men, squad("x", CONFEDERATE, 4, 80, 110, SOUTH))
    played.choose("union-chief")
    assert keys(played) == ("done",)


# ---- setting up


def test_groups_are_set_down_in_their_zone() -> None:
    battle = engine.begin(RULEBOOK, load("the-meadow"), {})
    battle = engine.run(RULEBOOK, battle, Seeded(1)).battle
    player = engine.asked(RULEBOOK, battle)[0]
    decision = engine.decision(RULEBOOK, battle, player)
    battle = engine.submit(
        RULEBOOK, battle, Command(player, decision.kind, decision.about, captain(battle.state, decision, Stream("x")))
    ).battle
    decision = engine.decision(RULEBOOK, battle, player)
    found = captain(battle.state, decision, Stream("x"))
    assert isinstance(found, Placed)
    assert not engine.reasons(RULEBOOK, battle, Command(player, decision.kind, decision.about, found))


# ---- what he reckons with


def fields(state: State) -> Any:
    return field_of(state, UNION)


def test_a_shot_is_worth_more_near_and_in_the_open() -> None:
    def worth(cover: str, band: str) -> float:
        return SHOT_WORTH[("d6-to-d12", "regular", cover, band)]

    assert worth("open", "short") > worth("open", "medium") > worth("open", "long") > worth("open", "extreme")
    assert worth("open", "short") > worth("soft", "short") > worth("hard", "short")


def test_cover_makes_a_place_worth_more() -> None:
    ground = field(wall((30.0, 44.0), (60.0, 44.0)))
    state = position(squad("a", UNION, 4, 40, 42), squad("x", CONFEDERATE, 4, 40, 90, SOUTH), ground=ground)
    seen = fields(state)
    body = own_body(seen, "a")
    assert body is not None
    assert stance(seen, body, body.x, 42.0) > stance(seen, body, body.x, 38.0)


def test_a_charge_at_the_few_is_worth_more_than_one_at_many() -> None:
    own = squad("a", UNION, 6, 40, 40)
    worths = []
    for number in (2, 8):
        seen = fields(position(own, squad("x", CONFEDERATE, number, 40, 50, SOUTH)))
        body, target = own_body(seen, "a"), foe_body(seen, "x")
        assert body is not None
        assert target is not None
        worths.append(charge_worth(seen, body, target, body.men) / len(target.men))
    assert worths[0] > worths[1]


def test_runaways_are_not_worth_much_powder() -> None:
    men = squad("x", CONFEDERATE, 4, 40, 60, SOUTH)
    steady = foe_body(fields(position(squad("a", UNION, 4, 40, 40), men)), "x")
    gone = foe_body(fields(position(squad("a", UNION, 4, 40, 40), men, groups={"x": {"state": "break"}})), "x")
    assert steady is not None
    assert gone is not None
    assert prize(steady) > 2 * prize(gone)


def test_whoever_lacks_the_objective_presses_on() -> None:
    men = (squad("a", UNION, 4, 40, 40), squad("x", CONFEDERATE, 4, 40, 90, SOUTH))
    goal = Goal(
        id="g", name="The house", x=90.0, y=60.0, radius=8.0, points=1, side="", decisive=False, holder=CONFEDERATE
    )
    state = position(*men, goals=(goal,))
    ours, theirs = field_of(state, UNION), field_of(state, CONFEDERATE)
    assert pressure(state, UNION, ours.own, ours.foes) > 1.1 > pressure(state, CONFEDERATE, theirs.own, theirs.foes)


def test_the_way_over_a_river_leads_by_its_ford() -> None:
    ground = field(Line("river", ((0.0, 60.0), (180.0, 60.0))), Crossing("ford", 150.0, 60.0, 10.0))
    state = position(squad("a", UNION, 4, 40, 40), squad("x", CONFEDERATE, 4, 40, 90, SOUTH), ground=ground)
    assert crossing_on_the_way(state, 40.0, 40.0, 40.0, 90.0) == (150.0, 60.0)
    assert road_to(state, 40.0, 40.0, 40.0, 90.0) > 200.0
    assert crossing_on_the_way(state, 40.0, 40.0, 90.0, 40.0) is None


def test_riders_who_charge_fire_first() -> None:
    own = [rider(f"a{n}", UNION, 40.0 + 4 * n, 40.0, group="a") for n in range(4)]
    few = squad("x", CONFEDERATE, 2, 44, 55, SOUTH, progress=0, melee="improvised", quality="green")
    played = acting(own, few, groups={"x": {"start": 5}})
    assert keys(played) == ("charge:x",)


# ---- loads, deeds and walls

KEG = Thing("keg", "load", "powder keg", 45.0, 48.0, points=1)


def choices(played: Table) -> tuple[str, ...]:
    """Whom the captain picks of group `a`, and what that man does."""
    man_picked = keys(played)
    played.choose(*man_picked)
    return (*man_picked, *keys(played))


@clause("skirmish.actions.carry")
def test_the_man_who_is_missed_least_fetches_a_load() -> None:
    men = [man("a1", UNION, 43.5, 47), man("a2", UNION, 46, 47, weapon="pistol"), man("a3", UNION, 50, 47)]
    played = acting(men, squad("x", CONFEDERATE, 4, 40, 100, SOUTH), things=(KEG,))
    assert choices(played) == ("a2", "take:keg")
    played.choose("take:keg")
    assert keys(played) == ("stand",)
    away = acting(
        [man("a1", UNION, 45, 40), man("a2", UNION, 47, 40, weapon="pistol")],
        squad("x", CONFEDERATE, 4, 40, 100, SOUTH),
        things=(KEG,),
    )
    assert choices(away) == ("a2", "move")
    away.choose("move")
    made = answer(away)
    assert isinstance(made, Marched)
    away.answer(made)
    assert distance(*away.place("a2"), KEG.x, KEG.y) < 2.1


def test_nobody_is_sent_under_the_enemys_nose_until_it_is_late() -> None:
    men = squad("a", UNION, 4, 40, 47)
    near = squad("x", CONFEDERATE, 4, 40, 70, SOUTH)
    assert keys(acting(men, near, things=(KEG,)))[0].startswith("fire")
    late = acting(men, near, things=(KEG,), turn=10, limit=12)
    assert choices(late)[1] == "take:keg"
    theirs = Thing("keg", "load", "powder keg", 45.0, 48.0, points=1, side=CONFEDERATE)
    worthless = Thing("keg", "load", "powder keg", 45.0, 48.0)
    for thing in (theirs, worthless):
        assert keys(acting(men, near, things=(thing,), turn=10, limit=12))[0].startswith("fire")


def test_a_deed_is_done_by_whoever_is_near() -> None:
    fuse = Thing("fuse", "deed", "light the fuse", 45.0, 48.0, points=1, side=UNION)
    played = acting(squad("a", UNION, 4, 40, 47), squad("x", CONFEDERATE, 4, 40, 100, SOUTH), things=(fuse,))
    assert choices(played)[1] == "deed:fuse"


@clause("skirmish.actions.climb-crossing")
def test_a_wall_before_an_objective_is_climbed() -> None:
    goal = Goal(
        id="house", name="The house", x=45.0, y=75.0, radius=7.0, points=1, side="", decisive=False, holder=CONFEDERATE
    )
    men = squad("a", UNION, 4, 40, 49, progress=0)
    far = squad("x", CONFEDERATE, 2, 150, 110, SOUTH, weapon="pistol")
    played = acting(men, far, ground=field(wall((20, 50), (70, 50))), goals=(goal,))
    assert choices(played)[1] == "climb:0"
    behind = Goal(
        id="house", name="The house", x=45.0, y=20.0, radius=7.0, points=1, side="", decisive=False, holder=CONFEDERATE
    )
    assert keys(acting(men, far, ground=field(wall((20, 50), (70, 50))), goals=(behind,))) == ("together",)


@pytest.mark.parametrize("seed", range(1, 1 + often(2)))
def test_the_wagon_guard_has_its_chests_at_the_end(seed: int) -> None:
    over = fought("the-supply-wagon", seed, (CONFEDERATE,))
    assert (over.winner, dict(over.points)[UNION]) == (UNION, 3)
