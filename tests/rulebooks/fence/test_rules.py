"""A Skirmish at the Fence, rule by rule: the umpire's answers, then the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fence import RULEBOOK, command, fire, morale, movement, turn, victory
from fence.command import BeginTurn, ChooseRegiment, NextSide
from fence.field import State, Unit
from fence.options import LEDGER, PRINTED, settings
from roundtop.battle.forms import Chosen, Marched
from roundtop.battle.options import OptionError
from roundtop.battle.scenario import MusterError
from roundtop.battles import load
from roundtop.kit.objectives import Goal
from roundtop.table.ground import Area, Ground, Line
from roundtop.table.path import Manoeuvre, about_face, forward
from roundtop.table.pose import Pose
from roundtop.umpire import UmpireError, ask
from tests.clauses import EXAMPLES, clause
from tests.rulebooks.driven import Driven

BATTLE = load(EXAMPLES / "fence" / "fence" / "battles" / "the-fence.toml")
SOUTH = 18000


def outcome(name: str, dice: list[str], **situation: Any) -> dict[str, Any]:
    return ask(RULEBOOK, name, situation, dice=dice).outcome


def line(id: str, side: str, y: float, stands: int = 4, x: float = 20.0, **fields: Any) -> Unit:
    facing = 0 if side == "union" else SOUTH
    return Unit(id, side, id.upper(), "regular", fields.pop("start", stands), stands, Pose(x, y, facing), **fields)


def table(*units: Unit, fences: tuple[float, ...] = (), goals: tuple[Goal, ...] = (), **fields: Any) -> State:
    lines = tuple([Line("fence", ((5.0, y), (35.0, y))) for y in fences])
    ground = Ground(40.0, 30.0, (Area("pond", ((0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0))),), lines)
    fields.setdefault("turn", 1)
    return State("test", PRINTED, ground, ("union", "confederate"), units, goals, 3, **fields)


def driven(state: State, *steps: object, dice: tuple[str, ...] = ()) -> Driven:
    return Driven(RULEBOOK, state, steps, list(dice))


def moving(state: State) -> Driven:
    """The first regiment, about to move."""
    battle = driven(state, ChooseRegiment("union"))
    battle.submit(Chosen((state.units[0].id,)), [])
    battle.submit(Chosen(("move",)), [])
    return battle


def refused(state: State, *manoeuvres: Manoeuvre) -> list[str]:
    return moving(state).refusal(Marched(manoeuvres))


def accepted(state: State, *manoeuvres: Manoeuvre) -> Pose:
    battle = moving(state)
    battle.submit(Marched(manoeuvres), [])
    end: Pose = battle.battle.state.units[0].pose
    return end


def fired(state: State, *dice: str) -> Driven:
    """The first regiment fires at the second."""
    return driven(state, fire.Fire(state.units[0].id, state.units[1].id), dice=dice)


# ---- setting up


@clause("fence.setup.scale", 1, 2)
def test_an_inch_is_twenty_yards_and_a_turn_ten_minutes() -> None:
    found = turn.muster(BATTLE, PRINTED)
    assert (found.ground.width, found.ground.depth) == (40.0, 30.0)
    assert found.turn_limit == 8
    assert turn.muster(replace(BATTLE, minutes=75), PRINTED).turn_limit == 8
    assert turn.muster(replace(BATTLE, minutes=81), PRINTED).turn_limit == 9


@clause("fence.setup.regiments", 1, 2, 3)
def test_a_stand_for_every_sixty_men() -> None:
    assert [turn.stands(men, PRINTED) for men in (329, 330, 50, 900)] == [5, 6, 2, 8]
    assert turn.stands(240, settings({"men_per_stand": 40})) == 6
    with pytest.raises(OptionError, match="men_per_stand"):
        settings({"men_per_stand": 0})


@clause("fence.setup.regiments")
def test_batteries_stay_away() -> None:
    guns = replace(BATTLE.regiments[0], id="guns", arm="artillery")
    found = turn.muster(replace(BATTLE, regiments=(*BATTLE.regiments, guns)), PRINTED)
    assert [unit.id for unit in found.units] == [one.id for one in BATTLE.regiments]
    with pytest.raises(MusterError, match="union"):
        turn.muster(replace(BATTLE, regiments=BATTLE.regiments[3:]), PRINTED)


# ---- the turn


@clause("fence.turn.initiative")
def test_the_higher_die_begins() -> None:
    state = table(line("a", "union", 5.0), line("b", "confederate", 25.0))
    battle = driven(state, BeginTurn(2), dice=("d6:3", "d6:3", "d6:2", "d6:4"))
    assert battle.last(command.InitiativeWon).side == "confederate"
    assert battle.asked == ("confederate", "regiment", "")


@clause("fence.turn.alternate", 1)
def test_the_sides_act_in_turn_until_all_have() -> None:
    three = [line(id, "union", 5.0, x=x) for id, x in (("a", 8.0), ("b", 16.0), ("c", 24.0))]
    battle = driven(table(*three, line("d", "confederate", 25.0)), NextSide("confederate"))
    order: list[str] = []
    for unit in ("a", "d", "b", "c"):
        order.append(battle.decision.player)
        battle.submit(Chosen((unit,)), [])
        assert battle.keys == ["move", "hold"]
        battle.submit(Chosen(("hold",)), [])
    assert order == ["union", "confederate", "union", "union"]
    assert battle.players == ()


# ---- moving


@clause("fence.movement.reach", 1, 2)
def test_a_regiment_moves_eight_inches() -> None:
    state = table(line("a", "union", 5.0), line("b", "confederate", 28.0))
    assert accepted(state, forward(6.0)).y == 11.0
    assert accepted(state, about_face(), about_face(), forward(8.0)).y == 13.0
    assert refused(state, forward(8.5)) == ["movement.reach"]


@clause("fence.movement.fence", 1, 2)
def test_a_fence_costs_two_inches() -> None:
    state = table(line("a", "union", 5.0), line("b", "confederate", 28.0), fences=(8.0,))
    assert movement.price(6.0, 1) == 8.0
    assert accepted(state, forward(6.0)).y == 11.0
    assert refused(state, forward(6.5)) == ["movement.fence"]


@clause("fence.movement.room")
def test_a_regiment_keeps_clear_of_enemies_friends_edges_and_water() -> None:
    foe, friend = line("b", "confederate", 14.0), line("c", "union", 9.0)
    assert accepted(table(line("a", "union", 5.0), foe), forward(7.0)).y == 12.0
    assert refused(table(line("a", "union", 5.0), foe), forward(7.1)) == ["movement.room"]
    assert refused(table(line("a", "union", 5.0), friend, foe), forward(4.0)) == ["movement.room"]
    assert accepted(table(line("a", "union", 5.0), friend, foe), forward(6.0)).y == 11.0
    assert refused(table(line("a", "union", 5.0), foe), forward(-4.6)) == ["movement.room"]
    assert refused(table(line("a", "union", 6.0, x=3.0), foe), forward(-3.0)) == ["movement.room"]


# ---- firing


@clause("fence.fire.target")
@pytest.mark.parametrize(("x", "y", "there"), [(20.0, 18.0, True), (20.0, 18.1, False), (26.0, 10.0, False)])
def test_a_target_is_within_twelve_inches_and_to_the_front(x: float, y: float, there: bool) -> None:
    battle = driven(table(line("a", "union", 5.0), line("b", "confederate", y, x=x)), ChooseRegiment("union"))
    battle.submit(Chosen(("a",)), [])
    assert ("fire:b" in battle.keys) == there


@clause("fence.fire.dice", 1, 2)
def test_a_die_for_each_stand() -> None:
    near = outcome("volley", ["d6:3", "d6:4", "d6:6", "d6:1"], stands=4, distance_in=6.0)
    assert near == {"legal": True, "needs": 4, "hits": 2}
    assert outcome("volley", ["d6:4", "d6:5"], stands=2, distance_in=6.5)["hits"] == 1
    no = {"legal": False, "clause": "fence.fire.target", "hits": 0}
    assert outcome("volley", [], stands=2, distance_in=12.1) == no
    with pytest.raises(UmpireError, match="stands"):
        outcome("volley", [], stands=0, distance_in=6.0)


@clause("fence.fire.dice")
def test_a_volley_takes_stands_off() -> None:
    state = table(line("a", "union", 5.0, 3), line("b", "confederate", 12.0, 5))
    after = fired(state, "d6:4", "d6:3", "d6:6").battle.state
    assert [unit.stands for unit in after.units] == [3, 3]
    assert [unit.acted for unit in after.units] == [True, False]
    gone = fired(table(line("a", "union", 5.0, 3), line("b", "confederate", 12.0, 2)), "d6:4", "d6:5", "d6:6")
    assert gone.last(fire.VolleyFired).lost == 2
    assert not gone.battle.state.units[1].here


@clause("fence.fire.cover", 1)
def test_a_fence_shelters_those_behind_it() -> None:
    situation = {"stands": 3, "distance_in": 10.0, "fenced": True}
    assert outcome("volley", ["d6:5", "d6:6", "d6:2"], **situation) == {"legal": True, "needs": 6, "hits": 1}
    assert outcome("volley", ["d6:5", "d6:6", "d6:2"], **situation, options={"cover": False})["hits"] == 2


@clause("fence.fire.cover")
@pytest.mark.parametrize(("fence", "lost"), [(10.5, 0), (10.4, 1), (12.6, 1)])
def test_the_fence_is_near_the_target_and_between_the_two(fence: float, lost: int) -> None:
    state = table(line("a", "union", 6.0, 1, start=4), line("b", "confederate", 12.0, 4), fences=(fence,))
    assert fired(state, "d6:4").last(fire.VolleyFired).lost == lost


# ---- morale


@clause("fence.morale.test", 1, 2, 3)
def test_a_regiment_that_has_lost_half_tests() -> None:
    assert outcome("morale-test", ["d6:3"], start=8, stands=4)["stands_firm"]
    assert not outcome("morale-test", ["d6:2"], start=8, stands=4)["stands_firm"]
    assert outcome("morale-test", [], start=8, stands=5) == {"tested": False, "total": 0, "stands_firm": True}


@clause("fence.morale.quality", 1, 2)
def test_quality_tells() -> None:
    assert outcome("morale-test", ["d6:3"], start=8, stands=4, quality="green")["total"] == 2
    assert outcome("morale-test", ["d6:2"], start=8, stands=4, quality="veteran")["stands_firm"]


@clause("fence.morale.test")
@pytest.mark.parametrize(("die", "here"), [("d6:2", False), ("d6:3", True)])
def test_who_breaks_is_taken_off(die: str, here: bool) -> None:
    state = table(line("a", "union", 5.0, 1), line("b", "confederate", 12.0, 3, start=4))
    battle = fired(state, "d6:4", die)
    assert battle.battle.state.units[1].here == here
    assert battle.last(morale.Tested).firm == here
    assert not fired(state, "d6:1").all(morale.Tested)


# ---- the end


def ended(state: State, *dice: str) -> Driven:
    return driven(state, victory.EndTurn(), dice=dice)


GAP = Goal("gap", "The gap", 20.0, 15.0, 3.0, points=1, side="", decisive=False, holder="")


@clause("fence.victory.objective")
def test_who_alone_is_near_takes_the_objective() -> None:
    near, far = line("a", "union", 11.5), line("b", "confederate", 18.6)
    assert ended(table(near, far, goals=(GAP,), turn=3)).battle.state.goals[0].holder == "union"
    both = ended(table(near, line("b", "confederate", 18.5), goals=(GAP,), turn=3))
    assert both.battle.state.goals[0].holder == ""
    assert ended(table(near, far, goals=(GAP,), turn=2), "d6:5", "d6:1").over is None


@clause("fence.victory.objective")
def test_objectives_decide_after_the_last_turn() -> None:
    held = replace(GAP, holder="confederate")
    verdict = ended(table(line("a", "union", 5.0), line("b", "confederate", 28.0), goals=(held,), turn=3)).over
    assert verdict is not None
    assert (verdict.winner, verdict.reason) == ("confederate", "objectives")
    level = ended(table(line("a", "union", 5.0), line("b", "confederate", 28.0), turn=3)).over
    assert level is not None
    assert level.winner == "draw"


@clause("fence.victory.broken", 1, 2)
def test_a_side_is_beaten_when_more_than_half_is_gone() -> None:
    assert not victory.broken(4, 2)
    assert victory.broken(3, 2)
    gone = [line(id, "union", 5.0, x=x, here=False) for id, x in (("a", 8.0), ("b", 16.0))]
    verdict = ended(table(*gone, line("c", "union", 5.0), line("d", "confederate", 25.0))).over
    assert verdict is not None
    assert (verdict.winner, verdict.reason) == ("confederate", "broken")
    assert victory.winner(("a", "b"), (True, True), (0, 0), False) == "draw"


# ---- the ledger


@pytest.mark.parametrize("procedure", RULEBOOK.procedures, ids=lambda procedure: procedure.name)
def test_the_umpire_works_the_ledgers_examples(procedure: Any) -> None:
    example = LEDGER.routines[procedure.name].example
    assert ask(RULEBOOK, procedure.name, example.situation, dice=example.dice).outcome == example.expect
