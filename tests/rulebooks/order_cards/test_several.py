"""Several players a side, each with his own hand: a battle at random, and what each of them sees."""

from __future__ import annotations

from roundtop.battle.engine import asked, begin, decision, over, reasons, run, submit, view
from roundtop.battle.protocol import Command, Player
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks.order_cards import RULEBOOK
from roundtop.rulebooks.order_cards.field import hand_of, players_of, unit_of
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.tables import UNKNOWN
from roundtop.rulebooks.order_cards.views import imagine
from tests.clauses import clause

PLAYERS = (
    Player("gibbon", "union", "Gibbon", ("gibbon",)),
    Player("doubleday", "union", "Doubleday", ("doubleday",)),
    Player("taliaferro", "confederate", "Taliaferro", ("taliaferro",)),
    Player("ewell", "confederate", "Ewell", ("ewell",)),
)
SEEDS = ("a",)
"""Battles fought to their end."""


@clause("order-cards.misc.multiplayer", 1)
@clause("order-cards.setup.organisation")
def test_every_brigade_and_officer_has_one_player_and_the_first_listed_commands() -> None:
    state: State = begin(RULEBOOK, load("brawners-farm"), {}, PLAYERS).state
    owners = {unit.brigade: unit.player for unit in state.units}
    assert owners == {
        "gibbon": "gibbon",
        "doubleday": "doubleday",
        "stonewall": "taliaferro",
        "lawton": "ewell",
        "trimble": "ewell",
    }
    # Jackson is named for nobody: he belongs to the commander of his side.
    assert {officer.name: officer.player for officer in state.officers}["Thomas J. Jackson"] == "taliaferro"
    assert state.courier
    assert players_of(state, "union") == ("gibbon", "doubleday")


@clause("order-cards.turn.what-players-see")
@clause("order-cards.cards.alternation")
def test_a_battle_of_four_players_is_fought_to_its_end() -> None:
    for seed in SEEDS:
        _fight(seed)


def _fight(seed: str) -> None:
    stream, dice = Stream(f"several {seed}"), Seeded(seed)
    battle = run(RULEBOOK, begin(RULEBOOK, load("brawners-farm"), {}, PLAYERS), dice).battle
    commands = 0
    while over(RULEBOOK, battle) is None:
        players = asked(RULEBOOK, battle)
        assert players
        who = players[stream.below(len(players))]
        wanted = decision(RULEBOOK, battle, who)
        if commands % 40 == 0:
            _look(battle.state, stream)
        command = Command(who, wanted.kind, wanted.about, recruit(wanted, stream))
        if reasons(RULEBOOK, battle, command, wanted):
            continue
        if wanted.about in {unit.id for unit in battle.state.units} and wanted.kind == "move":
            assert unit_of(battle.state, wanted.about).player == who
        battle = run(RULEBOOK, submit(RULEBOOK, battle, command, wanted).battle, dice).battle
        commands += 1
        assert commands < 5000


def _look(state: State, stream: Stream) -> None:
    """Friends see each other's cards, enemies none that is not turned; imagination looks like the view."""
    for player in PLAYERS:
        seen: State = RULEBOOK.view(state, player.id)
        for hand in state.hands:
            shown = hand_of(seen, hand.player).cards
            hidden = (
                hand.cards[hand.turned :] if hand.side == player.side else (UNKNOWN,) * (len(hand.cards) - hand.turned)
            )
            assert shown == (*hand.cards[: hand.turned], *hidden)
        assert RULEBOOK.view(imagine(seen, player.id, stream), player.id) == seen


def test_a_view_is_for_a_player_and_not_for_his_side() -> None:
    battle = begin(RULEBOOK, load("brawners-farm"), {}, PLAYERS)
    assert view(RULEBOOK, battle, "gibbon") == view(RULEBOOK, battle, "doubleday")
    assert view(RULEBOOK, battle, "gibbon") != view(RULEBOOK, battle, "ewell")
