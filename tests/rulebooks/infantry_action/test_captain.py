"""The captain of Infantry Action: lawful, blind to secrets, and a sound player."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Answer, Assigned, Chosen, Marched, Placed
from roundtop.battle.protocol import Command, Decision, Outcome
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.exact import Estimate
from roundtop.dice.sources import Seeded, Stream
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.infantry_action import RULEBOOK
from roundtop.rulebooks.infantry_action.bot.captain import captain
from roundtop.rulebooks.infantry_action.bot.charges import charges_open, edges_of, rout_chance, stand_wins
from roundtop.rulebooks.infantry_action.bot.doctrine import field_of, hits_to_finish, posture_of
from roundtop.rulebooks.infantry_action.bot.stances import fire_awaited, stance_at
from roundtop.rulebooks.infantry_action.charge.odds import charge_prospects
from roundtop.rulebooks.infantry_action.charge.table import gone_home
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.field import TO_ARRIVE, copied, unit_of
from roundtop.rulebooks.infantry_action.movement.table import path_of
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.pose import Pose
from tests.laws.play import often
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    NORTH,
    SOUTH,
    UNION,
    Table,
    field,
    guns,
    line,
    position,
    straightest,
    table,
    wall,
    wood,
)

HOUSE_RULES: list[tuple[str, dict[str, Any]]] = [
    ("training-field", {"simultaneous_fire": False, "artillery_pivot": True}),
    ("training-field", {"opportunity_fire": "movement", "rout_move": "two-turns"}),
    ("parade-ground", {}),
    ("parade-ground", {"terrain_movement": "slow", "unit_size": 7, "guns_per_battery": 2}),
]


def answered(view: State, decision: Decision, seed: str = "captain") -> Answer:
    return captain(view, decision, Stream(seed))


def asked_of(played: Table) -> Answer:
    """The captain's answer to what a table asks."""
    decision = played.decision
    return answered(RULEBOOK.view(played.state, decision.player), decision)


@cache
def battle_of(scenario: str, seed: int, recruits: tuple[str, ...] = (), **options: Any) -> tuple[Outcome, set[str]]:
    """A battle to its end, every answer checked; how it ended and what was asked."""
    battle = engine.begin(RULEBOOK, load(scenario), options)
    dice, stream = Seeded(seed), Stream(f"bot {seed}")
    kinds: set[str] = set()
    while True:
        battle = engine.run(RULEBOOK, battle, dice).battle
        over = engine.over(RULEBOOK, battle)
        if over is not None:
            return over, kinds
        player = engine.asked(RULEBOOK, battle)[0]
        decision = engine.decision(RULEBOOK, battle, player)
        kinds.add(decision.kind)
        seen = RULEBOOK.view(battle.state, player)
        answer = recruit(decision, stream) if player in recruits else captain(seen, decision, stream)
        battle = engine.submit(
            RULEBOOK, battle, Command(player, decision.kind, decision.about, answer), decision
        ).battle


# ---------------------------------------------------------------- lawful, whatever is asked


def test_every_answer_is_lawful_under_every_house_rule() -> None:
    kinds: set[str] = set()
    for seed, (scenario, options) in enumerate(HOUSE_RULES):
        for recruits in ((), (CONFEDERATE,)):
            kinds |= battle_of(scenario, seed, recruits, **options)[1]
    assert kinds >= {
        "pick", "place", "orders", "first", "activate", "move", "pivot", "interrupt", "charge", "charge-fire",
        "nominate", "aim", "dominoes", "place-domino",
    }  # fmt: skip


@pytest.mark.parametrize("scenario", ["brawners-farm", "little-round-top"][: often(2)])
def test_historical_battles_are_fought_out(scenario: str) -> None:
    over, _ = battle_of(scenario, 5)
    assert over.reason in ("army-break", "objectives")


def test_a_battery_coming_up_is_set_down_where_it_may() -> None:
    late = guns("g", UNION, 1, 0, 0, place=TO_ARRIVE, due=1, entry=(36.0, 0.0), order="hold")
    played = table(late, line("x", CONFEDERATE, 6, 36, 40, SOUTH, order="hold"))
    played.choose("g")
    assert played.asked == (UNION, "set-down", "g")
    answer = asked_of(played)
    assert isinstance(answer, Placed)
    played.answer(answer)


def test_a_charge_that_reaches_nobody_goes_on_or_stands() -> None:
    played = table(
        line("a", CONFEDERATE, 8, 36, 40, SOUTH, order="charge"),
        line("x", UNION, 8, 36, 10, NORTH, order="move"),
        first=CONFEDERATE,
    )
    played.choose("a")
    assert played.asked[1] == "advance"
    answer = asked_of(played)
    assert isinstance(answer, Marched)
    path = path_of(played.state, played.unit("a"), answer.manoeuvres)
    assert path.end.y < 40
    played.answer(answer)


def test_the_same_stream_gives_the_same_battle() -> None:
    assert battle_of("training-field", 40) == battle_of.__wrapped__("training-field", 40)


# ---------------------------------------------------------------- secrets


def test_what_cannot_be_seen_changes_no_answer() -> None:
    """Hidden chits and looked-at dominoes exchanged at every decision of a battle."""
    battle = engine.begin(RULEBOOK, load("training-field"), {"opportunity_fire": "movement"})
    dice, stream = Seeded(4), Stream("bot")
    exchanged = 0
    while engine.over(RULEBOOK, battle) is None:
        battle = engine.run(RULEBOOK, battle, dice).battle
        if engine.over(RULEBOOK, battle) is not None:
            break
        player = engine.asked(RULEBOOK, battle)[0]
        decision = engine.decision(RULEBOOK, battle, player)
        seen = RULEBOOK.view(battle.state, player)
        answer = answered(seen, decision)
        other = RULEBOOK.imagine(seen, player, stream)
        exchanged += other != battle.state
        step = battle.agenda[-1]
        again = RULEBOOK.decision(RULEBOOK.view(other, player), step, player)
        assert answered(RULEBOOK.view(other, player), again) == answer
        battle = engine.submit(
            RULEBOOK, battle, Command(player, decision.kind, decision.about, answer), decision
        ).battle
    assert exchanged > 10


# ---------------------------------------------------------------- strength


@pytest.mark.parametrize("side", [UNION, CONFEDERATE])
def test_beats_the_recruit(side: str) -> None:
    other = CONFEDERATE if side == UNION else UNION
    won = [battle_of("training-field", seed, (other,))[0].winner == side for seed in range(20, 24)]
    assert all(won)


def test_captains_settle_it_by_fighting() -> None:
    ended = [battle_of("training-field", seed)[0].reason for seed in range(40, 44)]
    assert ended.count("army-break") >= 3


# ---------------------------------------------------------------- charges


def orders_of(*units: Unit, side: str, **rest: Any) -> dict[str, str]:
    state = position(*units, **rest)
    played = Table(state, command_events.GiveOrders((side,)))
    answer = asked_of(played)
    assert isinstance(answer, Assigned)
    return dict(answer.pairs)


def test_charges_a_line_in_the_open() -> None:
    given = orders_of(line("a", CONFEDERATE, 10, 36, 28, SOUTH), line("x", UNION, 10, 36, 20, NORTH), side=CONFEDERATE)
    assert given == {"a": "charge"}


def test_shoots_at_a_strong_line_in_a_wood_rather_than_charge_it() -> None:
    for ours, order in ((10, "fire"), (4, "move")):
        given = orders_of(
            line("a", UNION, ours, 36, 20, NORTH, start=10),
            line("x", CONFEDERATE, 10, 36, 30, SOUTH),
            ground=field(wood(26, 29, 46, 40), wall((26, 28.8), (46, 28.8))),
            side=UNION,
        )
        assert given == {"a": order}, "a remnant draws off"


def test_names_the_target_with_the_better_odds() -> None:
    played = table(
        line("a", CONFEDERATE, 6, 36, 30, SOUTH, order="charge"),
        line("woods", UNION, 6, 32, 22, NORTH, order="hold", revealed=True),
        line("open", UNION, 6, 40, 22, NORTH, order="hold", revealed=True),
        ground=field(wood(28, 20, 35.5, 23)),
        first=CONFEDERATE,
    )
    played.choose("a")
    assert set(played.keys) == {"woods", "open"}
    assert asked_of(played) == Chosen(("open",))


def test_fire_expected_on_the_way_in_makes_a_charge_worth_less() -> None:
    def worth(order: str) -> float:
        state = position(
            line("a", UNION, 10, 36, 20, NORTH, order="charge"),
            line("x", CONFEDERATE, 10, 36, 30, SOUTH, order=order, revealed=True),
        )
        return charges_open(field_of(state, UNION), unit_of(state, "a"))[0].worth

    assert worth("fire") < worth("move")


@pytest.mark.parametrize(("ours", "theirs"), [(10, 10), (8, 6), (6, 8)])
def test_the_closed_estimate_of_a_charge_agrees_with_the_dominoes(ours: int, theirs: int) -> None:
    state = position(line("a", CONFEDERATE, ours, 36, 30, SOUTH), line("x", UNION, theirs, 36, 22, NORTH))
    plan = straightest(state, "a", "x")
    edges = edges_of(gone_home(state, unit_of(state, "a"), plan), "a", "x")
    ids, trials = charge_prospects(state, "a", plan, 1500)
    assert ids == ("a", "x")
    assert isinstance(trials, Estimate)
    gone = ("rout", "destroyed")
    for place, name, lost in ((0, "a", [-e for e in edges]), (1, "x", edges)):
        seen = sum(n for outcomes, n in trials.counts.items() if outcomes[place].result in gone) / trials.trials
        assert rout_chance([stand_wins(edge) for edge in lost], unit_of(state, name)) == pytest.approx(seen, abs=0.07)


def test_the_charge_that_can_go_home_is_activated_first() -> None:
    played = table(
        line("far", CONFEDERATE, 6, 12, 44, SOUTH, order="move"),
        line("near", CONFEDERATE, 8, 36, 30, SOUTH, order="charge"),
        line("x", UNION, 6, 36, 20, NORTH, order="fire"),
        first=CONFEDERATE,
    )
    assert asked_of(played) == Chosen(("near",))


@pytest.mark.parametrize(("gap", "choice"), [(8.0, "first"), (25.0, "second")])
def test_moves_first_to_charge_and_second_to_see(gap: float, choice: str) -> None:
    state = position(
        line("a", CONFEDERATE, 8, 36, 30, SOUTH, order="charge"),
        line("x", UNION, 8, 36, 29 - gap, NORTH, order="move"),
    )
    played = Table(state, command_events.ChooseFirst(CONFEDERATE))
    assert asked_of(played) == Chosen((choice,))


# ---------------------------------------------------------------- dominoes


def domino_for(tile: str) -> str:
    """Where ten stands charging six in the middle of their line put a domino."""
    played = table(
        line("a", CONFEDERATE, 10, 36, 30, SOUTH, order="charge"),
        line("x", UNION, 6, 36, 22, NORTH, order="hold", revealed=True),
        first=CONFEDERATE,
    )
    played.choose("a").choose("x").choose("look:0", dice=[tile])
    assert played.asked[1] == "place-domino"
    answer = asked_of(played)
    assert isinstance(answer, Chosen)
    return answer.keys[0].partition(":")[0]


def test_a_good_domino_fights_and_a_poor_one_stands_idle() -> None:
    assert domino_for("6-6") in ("2", "3", "4")
    assert domino_for("1-1") in ("1", "5")


# ---------------------------------------------------------------- fire


def volley_of(*units: Unit, **rest: Any) -> dict[str, str]:
    played = table(*units, phase="shooting", **rest)
    assert played.asked[1] == "nominate"
    answer = asked_of(played)
    assert isinstance(answer, Assigned)
    return dict(answer.pairs)


def test_every_shot_names_another_stand() -> None:
    shots = volley_of(line("a", UNION, 8, 36, 20, order="fire"), line("x", CONFEDERATE, 8, 36, 30, SOUTH, order="hold"))
    assert len(shots) == 8
    assert len(set(shots.values())) == 8


def test_no_shot_is_wasted_on_stands_already_hit() -> None:
    hit = copied(line("x", CONFEDERATE, 10, 36, 30, SOUTH, order="hold"))
    hit.hits = (4, 5, 6)
    shots = volley_of(line("a", UNION, 6, 36, 20, order="fire"), hit)
    assert not {"x:4", "x:5", "x:6"} & set(shots.values())


def test_fire_falls_on_the_line_that_a_few_more_hits_put_to_flight() -> None:
    shots = volley_of(
        line("a", UNION, 4, 36, 20, order="fire"),
        line("fresh", CONFEDERATE, 8, 31, 30, SOUTH, order="hold"),
        line("shaken", CONFEDERATE, 5, 41, 30, SOUTH, order="hold", start=10),
    )
    names = [name.partition(":")[0] for name in shots.values()]
    assert names.count("shaken") >= 3


def test_a_gun_aims_at_men_and_not_at_the_end_of_their_line() -> None:
    played = table(
        guns("g", UNION, 1, 36, 20, order="fire"),
        guns("h", CONFEDERATE, 1, 32, 36, SOUTH, order="hold"),
        line("x", CONFEDERATE, 6, 40, 36, SOUTH, order="hold"),
        phase="shooting",
    )
    answer = asked_of(played)
    assert isinstance(answer, Chosen)
    name, _, stand = answer.keys[0].partition(":")
    assert name == "x"
    assert stand in ("2", "3", "4", "5")


def test_the_charged_line_shoots_at_its_charger() -> None:
    played = table(
        line("a", CONFEDERATE, 6, 36, 30, SOUTH, order="charge"),
        line("x", UNION, 6, 36, 20, NORTH, order="fire"),
        first=CONFEDERATE,
    )
    played.choose("a").choose("x").choose("blind:0")
    assert played.asked[1] == "charge-fire"
    assert asked_of(played) == Chosen(("x",))


def test_hits_not_yet_taken_off_bring_the_end_of_a_unit_nearer() -> None:
    unit = line("a", UNION, 10, 36, 20)
    shot = copied(unit)
    shot.hits = (1, 2)
    printed, routing = position(unit), position(unit, rout_from_fire=True)
    assert [hits_to_finish(printed, one) for one in (unit, shot)] == [10, 8]
    assert [hits_to_finish(routing, one) for one in (unit, shot)] == [6, 4]


# ---------------------------------------------------------------- purpose


def test_comes_on_when_out_of_range() -> None:
    given = orders_of(line("a", UNION, 10, 36, 4), line("x", CONFEDERATE, 10, 36, 44, SOUTH), side=UNION)
    assert given["a"] in ("move", "fast-advance")


def crest(holder: str) -> Goal:
    return Goal("crest", "The crest", 36.0, 20.0, 6.0, 1, "", False, holder)


def test_whoever_holds_the_objective_stays_and_the_other_comes() -> None:
    units = (line("a", UNION, 10, 36, 20), line("x", CONFEDERATE, 10, 36, 44, SOUTH))
    assert orders_of(*units, goals=(crest(UNION),), side=UNION)["a"] in ("fire", "opportunity-fire", "hold")
    assert orders_of(*units, goals=(crest(UNION),), side=CONFEDERATE)["x"] in ("move", "fast-advance", "charge")


def test_the_side_that_is_losing_late_cares_less_for_its_losses() -> None:
    units = (line("a", UNION, 6, 36, 4, start=10), line("x", CONFEDERATE, 10, 36, 44, SOUTH))
    early = posture_of(position(*units, turn=2), UNION)
    late = posture_of(position(*units, turn=9), UNION)
    leading = posture_of(position(*units, turn=9), CONFEDERATE)
    assert late.attacks
    assert late.care < early.care
    assert not leading.attacks
    assert leading.care > early.care


# ---------------------------------------------------------------- closing in, and waiting for whoever does


def test_a_captain_closes_to_charge_where_a_charge_is_worth_more_than_a_volley() -> None:
    """Ten stands of Confederates before a line that has marched: nearer than twelve inches is better than farther."""
    lines = (line("a", CONFEDERATE, 10, 36, 40, SOUTH), line("x", UNION, 10, 36, 12, order="move", revealed=True))
    field = field_of(position(*lines), CONFEDERATE)
    near, far = [stance_at(field, unit_of(field.view, "a"), Pose(36.0, y, 18000)) for y in (23.0, 28.0)]
    assert near.risk == far.risk == 0.0
    assert near.promise > far.promise


@pytest.mark.parametrize(("apart", "waits"), [(30.0, True), (30.2, False)])
def test_muskets_are_loaded_before_the_enemy_is_there(apart: float, waits: bool) -> None:
    lines = (line("a", UNION, 10, 36, 5), line("x", CONFEDERATE, 10, 36, 6 + apart, SOUTH))
    field = field_of(position(*lines), UNION)
    own = unit_of(field.view, "a")
    assert (fire_awaited(field, own) > 0.0) is waits
