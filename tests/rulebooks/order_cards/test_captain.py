"""The captain of the order-card book: lawful, blind to secrets, and a sound player."""

from __future__ import annotations

from typing import Any

from roundtop.battle import engine
from roundtop.battle.forms import Answer, Arranged, Chosen, Marched
from roundtop.battle.protocol import Command, Outcome
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks.order_cards import RULEBOOK
from roundtop.rulebooks.order_cards.bot.captain import best_charge, best_move, can_spare, captain, charge_way
from roundtop.rulebooks.order_cards.bot.doctrine import (
    attacks,
    beaten_cost,
    charge_worth,
    enemy_cards,
    field_of,
    lay_set,
    outlook,
    shaken_worth,
    win_chance,
)
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.field import changing, unit_of
from roundtop.rulebooks.order_cards.state import Hand
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    area,
    field,
    foot,
    general,
    guns,
    obstacle,
    position,
    reserves,
    table,
)

HOUSE_RULES: list[tuple[str, dict[str, Any]]] = [
    ("training-field", {"supply_limit": True, "supply_wagons": True, "premeasure_charges": True}),
    ("parade-ground", {"messengers": "on", "officer_replacement": True, "morale_check_timing": "end-of-card"}),
    ("training-field", {"allow_take_back_by_consent": True, "split_battery_fire": True, "guns_per_stand": 1}),
]


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
        answer = captain(seen, decision, stream)
        if player in recruits:
            answer = recruit(decision, stream)
            command = Command(player, decision.kind, decision.about, answer)
            if engine.reasons(RULEBOOK, battle, command):
                answer = captain(seen, decision, stream)
        battle = engine.submit(RULEBOOK, battle, Command(player, decision.kind, decision.about, answer)).battle


def asked_of(played: Table) -> Answer:
    decision = played.decision
    return captain(RULEBOOK.view(played.state, decision.player), decision, Stream("captain"))


# ---- lawful, whatever is asked


def test_every_answer_is_lawful_under_every_house_rule() -> None:
    kinds: set[str] = set()
    for seed, (scenario, options) in enumerate(HOUSE_RULES):
        for recruits in ((), (CONFEDERATE,)):
            kinds |= battle_of(scenario, seed, recruits, **options)[1]
    assert kinds >= {"set", "order", "card", "act", "move", "fire", "charge", "aim", "officer-move", "officer"}


def test_a_historical_battle_is_fought_out() -> None:
    over, _ = battle_of("little-round-top", 5)
    assert over.reason in ("army-break", "objectives")


# ---- cards


def begun(*pieces: Any, **rest: Any) -> Table:
    """A set about to be laid."""
    state = changing(position(*pieces, **rest))
    state.hands = tuple(Hand(hand.player, hand.side) for hand in state.hands)
    state.phase = "sets"
    return Table(state, cards_events.BeginSet(1))


def set_for(gap: float, **fields: Any) -> list[str]:
    own = [foot(f"a{n}", UNION, 6, 15 + 8 * n, 20, **fields) for n in range(4)]
    foes = [foot(f"x{n}", CONFEDERATE, 6, 15 + 8 * n, 20.75 + gap, SOUTH) for n in range(4)]
    answer = asked_of(begun(*own, *foes))
    assert isinstance(answer, Arranged)
    assert len(set(answer.keys)) == 5
    return list(answer.keys)


def test_far_off_he_marches_and_near_by_he_strikes() -> None:
    assert set_for(24.0)[0] in ("double-quick", "march", "advance", "charge", "charge-home")
    near = set_for(8.0)
    assert set(near[:2]) & {"volley", "charge-home", "charge", "fire-at-will"}
    assert not set(near[:2]) & {"march", "double-quick", "re-supply"}


def test_a_shaken_army_is_rallied_and_an_empty_one_supplied() -> None:
    assert "rout-and-rally" in set_for(14.0, state="head-down", disordered=True, in_position=True)[:2]
    assert "re-supply" in set_for(20.0, ammo="out")


def test_sets_differ_from_battle_to_battle() -> None:
    own = [foot(f"a{n}", UNION, 6, 15 + 8 * n, 20) for n in range(4)]
    foes = [foot(f"x{n}", CONFEDERATE, 6, 15 + 8 * n, 32, SOUTH) for n in range(4)]
    view = position(*own, *foes)
    laid = {lay_set(field_of(view, UNION), 5, Stream(f"{n}")) for n in range(12)}
    assert len(laid) > 2


def test_cards_already_turned_are_not_feared() -> None:
    fresh = enemy_cards(position(*reserves(), other="march"), UNION)
    state = changing(position(*reserves()))
    state.hands = (state.hands[0], Hand(CONFEDERATE, CONFEDERATE, ("charge", "charge-home", "?", "?", "?"), 2))
    spent = enemy_cards(state, UNION)
    assert fresh.charge > 0
    assert spent.charge == 0


# ---- charges


def test_the_chance_to_win_grows_with_the_lead() -> None:
    chances = [win_chance(lead) for lead in range(-12, 13)]
    assert chances == sorted(chances)
    assert (win_chance(0), win_chance(20), win_chance(-20)) == (0.5, 1.0, 0.0)


def worth(target: Any, bonus: int = 3) -> float:
    view = position(*reserves(), foot("a", UNION, 6, 30, 20), target, card="charge-home")
    return charge_worth(
        field_of(view, UNION), unit_of(view, "a"), unit_of(view, "a").pose, unit_of(view, "x"), bonus, 0
    )


def test_a_shaken_enemy_is_worth_charging_and_a_strong_one_is_not() -> None:
    steady = worth(foot("x", CONFEDERATE, 6, 30, 28, SOUTH))
    shaken = worth(foot("x", CONFEDERATE, 6, 30, 28, SOUTH, state="head-down", disordered=True))
    strong = worth(foot("x", CONFEDERATE, 10, 30, 28, SOUTH), 0)
    turned = worth(foot("x", CONFEDERATE, 6, 30, 28, 0))
    assert shaken > steady > strong
    assert turned > steady
    assert strong < 0


def test_he_charges_whom_he_can_reach() -> None:
    def thrust(gap: float, *things: Any) -> bool:
        foe = foot("x", CONFEDERATE, 4, 30, 20.75 + gap, SOUTH)
        view = position(*reserves(), foot("a", UNION, 6, 30, 20), foe, card="charge-home", ground=field(*things))
        return best_charge(field_of(view, UNION), unit_of(view, "a")) is not None

    assert thrust(7.0)
    assert not thrust(12.0)
    assert not thrust(9.0, area("woods", 20, 22, 40, 26))


def test_a_fence_on_the_way_is_counted_and_one_before_the_enemy_is_not() -> None:
    def way(y: float) -> float:
        foe = foot("x", CONFEDERATE, 6, 30, 28, SOUTH)
        ground = field(obstacle("fence", (10, y), (50, y)))
        view = position(foot("a", UNION, 6, 30, 20), foe, ground=ground)
        return charge_way(field_of(view, UNION), unit_of(view, "a"), unit_of(view, "x"))

    assert way(23.0) == way(27.2) + 2.0


def test_a_charge_card_is_used() -> None:
    played = table(
        *reserves(), foot("a", UNION, 8, 30, 20), foot("x", CONFEDERATE, 4, 30, 27, SOUTH), card="charge-home"
    )
    answer = asked_of(played)
    assert answer == Chosen(("a",))
    played.answer(answer)
    assert asked_of(played) == Chosen(("charge",))
    played.answer(asked_of(played))
    assert asked_of(played) == Chosen(("x",))
    played.answer(asked_of(played))
    played.answer(asked_of(played))
    assert played.asked[1] == "card"
    assert asked_of(played) == Chosen(("a",))


# ---- fire


def test_losses_of_a_shaken_unit_are_worth_more() -> None:
    view = position(*reserves())
    steady = shaken_worth(view, foot("x", CONFEDERATE, 6, 30, 28), 2.0)
    down = shaken_worth(view, foot("x", CONFEDERATE, 6, 30, 28, state="head-down"), 2.0)
    assert down > steady > 0.5
    assert shaken_worth(view, foot("x", CONFEDERATE, 6, 30, 28), 0.0) == 0.0
    assert beaten_cost(view, foot("x", CONFEDERATE, 2, 30, 28, start=2), 8) == 2.0


def test_double_fire_only_where_ammunition_can_be_spared() -> None:
    def spare(*later: str, ammo: str = "normal", card: str = "volley") -> bool:
        view = position(*reserves(), foot("a", UNION, 6, 30, 20, ammo=ammo), card=card, later=later)
        return can_spare(field_of(view, UNION), unit_of(view, "a"))

    assert spare("re-supply", "fire-at-will")
    assert spare("fire-at-will")
    assert not spare("fire-at-will", "hold", "volley", card="advance-firing")
    assert not spare("fire-at-will", "hold", ammo="low")
    assert spare("re-supply", ammo="low")


def test_he_fires_when_he_can_and_ends_the_card_when_nothing_is_left() -> None:
    played = table(*reserves(), foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 27, SOUTH), card="volley")
    assert asked_of(played) == Chosen(("a",))
    idle = table(*reserves(), foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 6, 30, 40, SOUTH), card="volley")
    assert asked_of(idle) == Chosen(("end",))


# ---- moves and officers


def test_he_closes_and_does_not_crowd() -> None:
    view = position(*reserves(), foot("a", UNION, 6, 30, 8), foot("x", CONFEDERATE, 6, 30, 36, SOUTH), card="march")
    played = Table(view, cards_events.CardInPlay((UNION,)))
    played.do("a", "move")
    answer = asked_of(played)
    assert isinstance(answer, Marched)
    played.answer(answer)
    assert played.pose("a")[1] > 14


def test_an_officer_rides_to_whom_he_can_rally() -> None:
    runner = foot("a", UNION, 6, 30, 20, state="head-down", disordered=True, in_position=True)
    foe = foot("x", CONFEDERATE, 6, 30, 40, SOUTH)
    played = table(*reserves(), runner, foe, general("chief", UNION, 38, 20), card="rout-and-rally")
    assert asked_of(played) == Chosen(("chief",))
    played.answer(asked_of(played))
    played.answer(asked_of(played))
    assert abs(played.officer("chief").pose.x - 30) < 4
    assert asked_of(played) == Chosen(("a",))


def test_guns_far_from_everything_limber_up_and_guns_in_range_stay() -> None:
    far = position(*reserves(), guns("g", UNION, 3, 36, 4), foot("x", CONFEDERATE, 6, 36, 46, SOUTH), card="march")
    near = position(*reserves(), guns("g", UNION, 3, 36, 20), foot("x", CONFEDERATE, 6, 36, 38, SOUTH), card="march")
    moves = [best_move(field_of(view, UNION), unit_of(view, "g")) for view in (far, near)]
    assert moves[0]
    assert moves[0][0].on == "limber"
    assert moves[1] == ()


def test_whoever_is_ahead_lets_the_enemy_come() -> None:
    lost = foot("x", CONFEDERATE, 1, 36, 40, SOUTH, start=6)
    assert attacks(position(*reserves(), foot("a", UNION, 6, 30, 20)), UNION)
    assert not attacks(position(*reserves(), foot("a", UNION, 6, 30, 20), lost), UNION)
    assert attacks(position(*reserves(), foot("a", UNION, 6, 30, 20), lost), CONFEDERATE)
    assert outlook(field_of(position(*reserves()), UNION)).apart > 30
