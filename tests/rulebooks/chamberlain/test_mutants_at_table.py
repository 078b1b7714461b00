"""What breaking the rules of play on purpose showed to be held by no other test."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Placed
from roundtop.rulebooks.chamberlain.charge.events import ContactMade
from roundtop.rulebooks.chamberlain.command.events import OfficerRisked
from roundtop.rulebooks.chamberlain.field import middle, unit_of
from roundtop.rulebooks.chamberlain.fire.table import shot_at
from roundtop.rulebooks.chamberlain.state import ARRIVED, UNSEEN
from roundtop.table.ground import Line
from roundtop.table.path import Manoeuvre
from tests.clauses import clause
from tests.rulebooks.chamberlain import table as at
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    active,
    field,
    foot,
    general,
    guns,
    hill,
    position,
    table,
)
from tests.rulebooks.chamberlain.test_combat_flow import A, fight

RALLY = Manoeuvre("rally")


@clause("chamberlain.activate.action")
def test_a_tired_unit_is_offered_a_rally_by_its_name() -> None:
    assert "rally" in active(foot("a", UNION, 12, 5, fatigue=3), use="a").keys
    assert "rally" not in active(foot("a", UNION, 12, 5), use="a").keys


@clause("chamberlain.art.overhead-level")
@pytest.mark.parametrize("overhead", [True, False])
@pytest.mark.parametrize(("friend", "target"), [
    ((12, 6.6), (12, 9.0)),
    # Seen past the friend only outside the arc: what is within it lies behind him.
    ((13.6, 7.5), (15.8, 9.0)),
])  # fmt: skip
def test_guns_on_a_hill_fire_over_friends_where_the_house_allows_it(
    friend: tuple[float, float], target: tuple[float, float], overhead: bool
) -> None:
    pieces = (guns("g", UNION, 12, 5), foot("f", UNION, *friend), foot("e", CONFEDERATE, *target, SOUTH))
    game = table(*pieces, phase="fire", ground=field(hill(1, 8, 0, 16, 5.2)), artillery_overhead=overhead)
    assert (game.asked[1] == "fire" and "g>e" in game.keys) == overhead


@clause("chamberlain.move.charge-visible")
def test_nobody_is_charged_to_whom_no_way_leads() -> None:
    pieces = (foot("a", UNION, 12, 5), foot("e", CONFEDERATE, 12, 6.5, SOUTH), foot("f", CONFEDERATE, 12, 3.6))
    game = active(*pieces, use="a")
    assert {key.split(":")[1] for key in game.keys if key.startswith("charge")} == {"e"}


@clause("chamberlain.command.placement")
@clause("chamberlain.conceal.what-is-hidden")
def test_an_officer_who_joins_a_blind_does_so_unseen() -> None:
    pieces = (foot("a", UNION, 12, 5, concealed=True), foot("b", UNION, 14, 5), general("g", UNION))
    game = table(*pieces, phase="officers")
    found = {item.key: item.clause for item in game.form.items}
    assert found["g>a"] == "chamberlain.conceal.what-is-hidden"
    assert found["g>b"] == "chamberlain.command.placement"


@clause("chamberlain.fire.penalty-crest")
def test_whoever_lines_a_crest_stands_above_the_firer() -> None:
    ridge = field(hill(1, 0, 5.8, 24, 16), Line("crest", ((0.0, 5.8), (24.0, 5.8))))
    for y, level in ((5.8, 1), (5.7, 0)):
        state = position(foot("a", UNION, 12, 4.6), foot("e", CONFEDERATE, 12, y), ground=ridge)
        assert shot_at(state, unit_of(state, "a"), unit_of(state, "e"), False).target.level == level


@clause("chamberlain.command.at-risk-timing")
def test_he_who_is_with_the_unit_runs_the_risk_where_nobody_lent_a_die() -> None:
    other = general("k", CONFEDERATE, "H", "V", unit="f", second="e")
    attached = general("h", CONFEDERATE, unit="e")
    worn, friend = foot("e", CONFEDERATE, 12, 8, SOUTH, fatigue=5), foot("f", CONFEDERATE, 14, 9, SOUTH)
    game = fight({"a": ("e",)}, A, worn, friend, other, attached, dice=(4,) * 8)
    assert [event.officer for event in game.all(OfficerRisked)] == ["h"]


@clause("chamberlain.trait.hero-risk")
def test_the_hero_himself_is_at_risk_when_he_rallies_another_mans_unit() -> None:
    attached = general("g", UNION, unit="a")
    hero = general("h", UNION, "H", "V", unit="b", second="a")
    tired, enemy = foot("a", UNION, 12, 5, fatigue=3), foot("e", CONFEDERATE, 12, 6.8, SOUTH)
    game = active(tired, foot("b", UNION, 14, 5), enemy, attached, hero, use="a").march(RALLY, dice=(6, 3))
    assert game.last(OfficerRisked).officer == "h"


def entering(**rest: Any) -> at.Table:
    late = foot("late", UNION, 0, 0, place=ARRIVED, due=1, target=3, entry=((4.0, 0.0), (8.0, 0.0)))
    return table(late, **rest).choose("enter:late")


@clause("chamberlain.info.reinforcement-entry")
def test_a_reinforcement_is_told_by_which_clause_it_comes_or_stays() -> None:
    game = entering()
    assert game.decision.clauses == ("chamberlain.info.reinforcement-entry",)
    wood = entering(ground=field(at.area("heavy-woods", 0, 0.8, 24, 3)))
    assert wood.refusal(Placed(middle(at.at(6, 1.9), wood.state.settings))) == ["move.simple-no-difficult"]


@clause("chamberlain.move.charge-path")
def test_a_charge_strikes_whom_it_could_not_see() -> None:
    wood = field(at.area("heavy-woods", 12.0, 5.1, 16, 5.3))
    target, hidden = foot("e", CONFEDERATE, 11.6, 6.6, SOUTH), foot("h", CONFEDERATE, 12.6, 6.4, SOUTH, concealed=True)
    game = active(foot("a", UNION, 12, 5), target, hidden, use="a", ground=wood, conceal_level="sight")
    assert unit_of(game.seen_by(UNION), "h").place == UNSEEN
    game.way("charge:e")
    assert (game.last(ContactMade).charge.targets, game.pose("a")) == (("h",), (12.0, 6.4, 0.0))
