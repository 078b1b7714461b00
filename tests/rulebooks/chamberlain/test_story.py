"""The story of a battle: distances as the rules measure them, phases with their side, nothing said twice."""

from __future__ import annotations

import pytest

from roundtop.battle.forms import Chosen
from roundtop.battle.protocol import Command
from roundtop.kit.objectives import Goal
from roundtop.record import copy, replace
from roundtop.rulebooks.chamberlain.activation.events import Movement
from roundtop.rulebooks.chamberlain.forecast import forecast
from roundtop.rulebooks.chamberlain.movement.events import Moved
from roundtop.rulebooks.chamberlain.phases.events import PhaseBegan
from roundtop.rulebooks.chamberlain.scene import tell
from roundtop.rulebooks.chamberlain.victory.events import GoalsChecked
from tests.clauses import clause
from tests.rulebooks.chamberlain.table import CONFEDERATE, SOUTH, UNION, chief, foot, general, horse, position, table


@clause("chamberlain.retreat.distance")
def test_a_retreat_is_told_by_the_middle_of_the_base() -> None:
    """The centre point goes 2.5 BW, as the base turns about; the retreat is 2 BW."""
    game = table(foot("a", UNION, 12, 5), horse("e", CONFEDERATE, 12, 6.5, SOUTH), phase="fire")
    game.choose("a>e", 6, 1, 1)
    moved = game.last(Moved)
    assert moved.kind == "retreat"
    assert tell(game.state, moved).text.startswith("E falls back 2 BW, facing north")


def test_a_phase_names_its_side() -> None:
    state = position(foot("a", UNION, 12, 5))
    assert tell(state, PhaseBegan(CONFEDERATE, "fire")).text == "Confederate Fire Phase."


@clause("chamberlain.victory.objective-control")
def test_objectives_are_told_only_when_they_change_hands() -> None:
    hill = Goal(id="hill", name="the hill", x=12.0, y=5.0, radius=1.0, points=1, side="", decisive=False, holder="")
    far = Goal(id="far", name="the far hill", x=2.0, y=8.0, radius=1.0, points=1, side="", decisive=False, holder="")
    game = table(foot("a", UNION, 12, 5), phase="status", goals=(hill, far))
    checked = [event for event in game.events if isinstance(event, GoalsChecked)]
    assert [event.holders for event in checked] == [(("hill", UNION),)]
    assert tell(game.state, checked[0]).text == "The Union takes the hill."
    assert [goal.holder for goal in game.state.goals] == [UNION, ""]
    again = table(foot("a", UNION, 12, 5), phase="status", goals=game.state.goals)
    assert [event for event in again.events if isinstance(event, GoalsChecked)] == []


@clause("chamberlain.trait.intuitive")
@pytest.mark.parametrize(
    ("traits", "used", "chance"), [((), False, 4 / 6), (("INT",), False, 8 / 9), (("INT",), True, 4 / 6)]
)
def test_the_second_die_of_an_intuitive_officer_is_part_of_the_odds(
    traits: tuple[str, ...], used: bool, chance: float
) -> None:
    officers = (chief(UNION), general("g", UNION, *traits, unit="a"))
    game = table(foot("a", UNION, 12, 5), foot("b", UNION, 13.5, 5), *officers)
    view = copy(game.seen_by(UNION))
    view.officers = tuple(replace(officer, rerolled=used) for officer in view.officers)
    wanted = Command(UNION, "movement", "", Chosen(("force:union-force",)))
    (found,) = forecast(view, Movement(UNION), wanted)
    assert dict(found.chances)["activated"] == pytest.approx(chance)
    assert found.note == ("G has a failed roll made again" if chance > 0.7 else "")
