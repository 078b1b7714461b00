"""The captain of Chamberlain: lawful, blind to secrets, and a sound player."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle import engine
from roundtop.battle.forms import Answer, Chosen, Marched
from roundtop.battle.protocol import Command, Outcome
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks.chamberlain import RULEBOOK
from roundtop.rulebooks.chamberlain.bot.captain import captain
from roundtop.rulebooks.chamberlain.bot.doctrine import charge_worth, duel, field_of, hits_worth, threat_at
from roundtop.rulebooks.chamberlain.state import State
from roundtop.rulebooks.chamberlain.views import imagine, view
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    NORTH,
    SOUTH,
    UNION,
    Table,
    active,
    at,
    chief,
    foot,
    general,
    guns,
    table,
)

HOUSE_RULES: list[tuple[str, dict[str, Any]]] = [
    ("training-field", {}),
    ("parade-ground", {"activate_mode": "unit", "conceal_level": "sight"}),
]


def asked_of(played: Table) -> Answer:
    """The captain's answer to what a table asks."""
    decision = played.decision
    return captain(view(played.state, decision.player), decision, Stream("captain"))


def fought(battle: str, options: dict[str, Any], seed: str, recruits: str = "") -> Outcome:
    """A battle of captains, or of a captain against a recruit; every answer of a captain is lawful."""
    dice = Seeded(seed)
    passage = engine.run(RULEBOOK, engine.begin(RULEBOOK, load(battle), options), dice)
    streams = {side: Stream(f"{seed} {side}") for side in (UNION, CONFEDERATE)}
    while waiting := engine.asked(RULEBOOK, passage.battle):
        player = waiting[0]
        wanted = engine.decision(RULEBOOK, passage.battle, player)
        seen = RULEBOOK.view(passage.battle.state, player)
        answer = recruit(wanted, streams[player]) if player == recruits else captain(seen, wanted, streams[player])
        command = Command(player, wanted.kind, wanted.about, answer)
        if player == recruits and engine.reasons(RULEBOOK, passage.battle, command):
            continue
        passage = engine.run(RULEBOOK, engine.submit(RULEBOOK, passage.battle, command).battle, dice)
    outcome = engine.over(RULEBOOK, passage.battle)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(("battle", "options"), HOUSE_RULES)
def test_captains_fight_lawfully_to_the_end(battle: str, options: dict[str, Any]) -> None:
    assert fought(battle, options, "one").winner in (UNION, CONFEDERATE, "draw")


def test_captains_beat_recruits() -> None:
    winners = [fought("training-field", {}, str(seed), recruits=CONFEDERATE).winner for seed in range(6)]
    assert winners.count(UNION) >= 5


def test_captains_decide_the_day_by_fighting() -> None:
    reasons = [fought("training-field", {}, str(seed)).reason for seed in range(6)]
    assert reasons.count("retirement") >= 4


# ---------------------------------------------------------------- what he thinks


def test_a_charge_of_two_is_worth_more_than_of_one() -> None:
    one = charge_worth([(6.0, 6, False)], 6.0, 6, False, False, 0.8)
    two = charge_worth([(6.0, 6, False), (6.0, 6, False)], 6.0, 6, False, False, 0.8)
    in_flank = charge_worth([(6.0, 6, False)], 6.0, 6, False, True, 0.8)
    assert one < 0.1 < 1.0 < two
    assert in_flank > one
    assert charge_worth([(6.0, 6, False)], 2.0, 1, False, False, 0.8) > 3.0


def test_the_chance_to_outscore_is_about_right() -> None:
    wins, margin = duel(6.0, 0.5, 6.0, 0.5)
    assert wins == pytest.approx(0.387, abs=0.02)
    assert margin > wins
    assert duel(12.0, 0.5, 6.0, 0.5)[0] > 0.85


def test_the_last_hits_are_worth_most() -> None:
    assert hits_worth(1.0, 1, False) > hits_worth(1.0, 3, False) > hits_worth(1.0, 6, False)
    assert hits_worth(2.0, 6, True) > hits_worth(1.0, 6, True)


def test_a_place_before_two_enemies_is_worse_than_before_one() -> None:
    pieces = (
        foot("a", UNION, 10, 8),
        foot("b", CONFEDERATE, 9.4, 10, SOUTH),
        foot("c", CONFEDERATE, 10.6, 10, SOUTH),
    )
    state = table(*pieces).state
    both = threat_at(field_of(state, UNION), pieces[0], at(10, 8.5, NORTH))
    one = threat_at(field_of(table(*pieces[:2]).state, UNION), pieces[0], at(10, 8.5, NORTH))
    assert both > one > 0
    assert threat_at(field_of(state, UNION), pieces[0], at(10, 2, NORTH)) == 0


# ---------------------------------------------------------------- what he does


def test_he_charges_a_spent_enemy() -> None:
    played = active(foot("a", UNION, 10, 8), foot("b", CONFEDERATE, 10, 9.5, SOUTH, fatigue=5), use="a")
    answer = asked_of(played)
    assert isinstance(answer, Marched)
    assert answer.manoeuvres[0].kind == "charge"


def test_he_does_not_charge_alone_up_a_fresh_front() -> None:
    fresh = foot("b", CONFEDERATE, 10, 9.5, SOUTH, elan=8)
    answer = asked_of(active(foot("a", UNION, 10, 8, elan=5), fresh, use="a"))
    assert isinstance(answer, Marched)
    assert not answer.manoeuvres or answer.manoeuvres[0].kind != "charge"


def test_he_shoots_at_whoever_is_nearest_to_breaking() -> None:
    fresh = foot("b", CONFEDERATE, 9.6, 8.9, SOUTH)
    spent = foot("c", CONFEDERATE, 10.7, 8.9, SOUTH, fatigue=5)
    assert asked_of(table(foot("a", UNION, 10, 8), fresh, spent, phase="fire")) == Chosen(("a>c",))


def test_he_uses_the_command_for_his_largest_force() -> None:
    pieces = (
        foot("a", UNION, 10, 3),
        foot("b", UNION, 11.5, 3),
        foot("c", UNION, 13, 3, force="other"),
        chief(UNION, unit="a"),
        general("g", UNION, unit="b"),
    )
    assert asked_of(table(*pieces, foot("e", CONFEDERATE, 10, 12, SOUTH))) == Chosen(("command:union-force",))


def test_he_sends_an_artillery_officer_to_the_guns() -> None:
    pieces = (
        foot("a", UNION, 10, 3),
        guns("g", UNION, 11.5, 3),
        general("cannon", UNION, "A"),
        foot("e", CONFEDERATE, 10, 8, SOUTH),
    )
    assert asked_of(table(*pieces, phase="officers")) == Chosen(("cannon>g",))


def test_he_leaves_officers_where_nothing_is_gained() -> None:
    pieces = (
        foot("a", UNION, 10, 3),
        foot("b", UNION, 11.5, 3),
        chief(UNION, unit="a"),
        general("one", UNION, unit="b"),
        foot("e", CONFEDERATE, 10, 8, SOUTH),
    )
    assert asked_of(table(*pieces, phase="officers", rest=False)) == Chosen(("done",))


def test_he_plays_on_what_he_can_see() -> None:
    hidden = (
        guns("b", CONFEDERATE, 10, 9.6, SOUTH, concealed=True),
        foot("c", CONFEDERATE, 12, 9.6, SOUTH, concealed=True),
    )
    played = active(foot("a", UNION, 10, 8), *hidden, use="a")
    decision = played.decision
    truth: State = view(played.state, UNION)
    answers = set()
    for number in range(4):
        other = imagine(truth, UNION, Stream(str(number)))
        answers.add(captain(view(other, UNION), decision, Stream("captain")))
    assert answers == {captain(truth, decision, Stream("captain"))}
