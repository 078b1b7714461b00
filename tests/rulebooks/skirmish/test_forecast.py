"""Chances told before a command is given: exact, from the rule itself."""

from __future__ import annotations

from fractions import Fraction

import pytest

from roundtop.battle.forms import Chosen, Marched
from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.skirmish import RULEBOOK
from roundtop.rulebooks.skirmish.fire.odds import under_fire
from roundtop.rulebooks.skirmish.fire.rule import RANGE_DICE, result_weights
from roundtop.rulebooks.skirmish.forecast import losses
from roundtop.rulebooks.skirmish.melee.rule import Combat, Fighter, combat_odds
from roundtop.rulebooks.skirmish.options import PRINTED
from roundtop.rulebooks.skirmish.state import GONE
from roundtop.rulebooks.skirmish.tables import quality_die
from roundtop.rulebooks.skirmish.terrain.rule import COVER_DICE
from tests.rulebooks.skirmish.table import CONFEDERATE, SOUTH, UNION, Table, man, position, rider, squad, table


def told(played: Table, key: str) -> tuple[Forecast, ...]:
    decision = played.decision
    command = Command(decision.player, decision.kind, decision.about, Chosen((key,)))
    return RULEBOOK.forecast(played.state, played.battle.agenda[-1], command)


def chances(forecast: Forecast) -> dict[str, float]:
    found = dict(forecast.chances)
    assert sum(found.values()) == pytest.approx(1.0)
    return found


def test_a_single_shot_has_the_chances_of_its_three_dice() -> None:
    played = table(man("a1", UNION, 40, 40), man("x1", CONFEDERATE, 40, 60, SOUTH))
    harm, nerve = told(played.choose("a").choose("a1"), "fire:0:x")
    weights = result_weights(quality_die("regular", PRINTED), COVER_DICE["open"], RANGE_DICE["medium"])
    shares = [float(Fraction(weight, sum(weights))) for weight in weights]
    assert harm.exact
    assert chances(harm) == pytest.approx(
        {
            "nobody hurt": shares[0],
            "only grazed": shares[1],
            "nobody down, 1 wounded": shares[2],
            "1 man down": shares[3] + shares[4],
        }
    )
    assert chances(nerve)["no test"] == pytest.approx(shares[0])
    assert chances(nerve)["nobody left"] == pytest.approx(shares[3] + shares[4])


def test_a_volley_goes_on_to_the_nerve_of_the_group() -> None:
    played = table(squad("a", UNION, 3, 40, 40), squad("x", CONFEDERATE, 3, 40, 60, SOUTH, quality="green"))
    harm, nerve = told(played.choose("a"), "fire:x")
    assert harm.exact
    assert nerve.exact
    assert {"nobody hurt", "1 man down", "2 men down"} <= set(chances(harm))
    assert {"no test", "ok", "break-no-rally"} <= set(chances(nerve))
    assert nerve.note == "if nothing else befalls it in this phase"


def test_a_great_volley_is_an_estimate_and_says_so() -> None:
    played = table(squad("a", UNION, 10, 40, 40), squad("x", CONFEDERATE, 10, 40, 60, SOUTH))
    harm, _ = told(played.choose("a"), "fire:x")
    assert not harm.exact
    chances(harm)


def test_a_riders_horse_may_be_hit_instead() -> None:
    state = position(man("a1", UNION, 40, 40), rider("x1", CONFEDERATE, 40, 60, SOUTH))
    harm = under_fire(state, [(state.figures["a1"], 0)], "x")[0]
    foot = position(man("a1", UNION, 40, 40), man("x1", CONFEDERATE, 40, 60, SOUTH))
    on_foot = under_fire(foot, [(foot.figures["a1"], 0)], "x")[0]
    assert chances(harm)["1 man down"] < chances(on_foot)["1 man down"]


def test_a_commander_by_himself_does_not_test() -> None:
    state = position(man("a1", UNION, 40, 40), man("x1", CONFEDERATE, 90, 60, SOUTH))
    chief = next(f for f in state.figures.values() if f.role == "commander" and f.side == CONFEDERATE)
    assert len(under_fire(state, [(state.figures["a1"], 0)], chief.group)) <= 1


def test_a_charge_is_told_to_its_end() -> None:
    few = squad("x", CONFEDERATE, 2, 40, 50, SOUTH)
    played = table(squad("a", UNION, 3, 40, 40), few)
    rush, toll = told(played.choose("a"), "charge:x")
    assert rush.exact
    assert toll.exact
    # A fresh group with nothing against it cannot fail: a die shows at least 1.
    assert chances(rush) == {"it goes in, the charged: ok": 1.0}
    assert {"0 to 0", "0 to 1", "1 to 0", "0 to 2", "1 to 1"} <= set(chances(toll))
    assert chances(toll)["0 to 1"] > chances(toll)["1 to 0"]
    assert toll.note.startswith("if everybody who can goes in by the nearest way, nobody moves or shoots")


def test_a_charge_of_one_on_one_has_the_chances_of_its_combat() -> None:
    played = table(man("a1", UNION, 40, 40), man("x1", CONFEDERATE, 40, 50, SOUTH))
    toll = told(played.choose("a"), "charge:x")[1]
    odds = combat_odds(
        Combat(Fighter("regular", "foot", "bayonet", charging=True), Fighter("regular", "foot", "bayonet"))
    )
    down = float(odds.where(lambda one: one.winner() == "a" and one.harm >= 2))
    assert chances(toll)["0 to 1"] == pytest.approx(down)


def test_the_broken_are_fought_as_the_broken_are() -> None:
    few = squad("x", CONFEDERATE, 2, 40, 50, SOUTH, quality="green")
    fallen = squad("y", CONFEDERATE, 6, 40, 100, group="x", harm=2)
    played = table(squad("a", UNION, 3, 40, 40), few, fallen)
    rush, toll = told(played.choose("a"), "charge:x")
    assert sum(chance for text, chance in chances(rush).items() if "break" in text) >= 0.5
    assert chances(toll).get("1 to 0", 0.0) < 0.1


def test_shaken_chargers_may_not_go_in() -> None:
    played = table(
        squad("a", UNION, 3, 40, 40),
        squad("b", UNION, 5, 40, 10, group="a", harm=2),
        squad("x", CONFEDERATE, 4, 40, 50, SOUTH),
    )
    rush = told(played.choose("a"), "charge:x")[0]
    assert chances(rush)["it goes in, the charged: ok"] < 1.0
    assert any(text.startswith("the chargers: ") for text in chances(rush))


def test_what_throws_no_dice_has_no_chances() -> None:
    played = table(squad("a", UNION, 3, 40, 40), squad("x", CONFEDERATE, 4, 40, 60, SOUTH)).choose("a")
    assert told(played, "load") == ()
    decision = played.decision
    command = Command(decision.player, decision.kind, decision.about, Marched(()))
    assert RULEBOOK.forecast(played.state, played.battle.agenda[-1], command) == ()


def test_losses_are_counted_by_side() -> None:
    state = position(
        man("a1", UNION, 40, 40, harm=2),
        man("a2", UNION, 44, 40, harm=1),
        man("x1", CONFEDERATE, 40, 60, place=GONE),
    )
    assert losses(state) == {UNION: 1, CONFEDERATE: 1}
