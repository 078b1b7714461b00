"""How the laws read Infantry Action."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March
from roundtop.battle.protocol import Forecast
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.fire.events import VolleyFired
from roundtop.rulebooks.infantry_action.melee.events import CombatFought
from roundtop.rulebooks.infantry_action.state import State
from tests.laws.reader import Measured, Play, Reader, Standing, Telling
from tests.rulebooks.infantry_action.table import idle


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, (field.block(unit, state.settings),)) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """Stand by stand, of which those at the ends go farthest [movement.measuring]."""
    out = 0.5 * (form.width - form.depth)
    return Measured(form.start, ((-out, 0.0), (out, 0.0)))


def interrupted(state: State, one: str, other: str) -> bool:
    """By the house rule, a move is held up where it comes under fire, be it in the midst of friends it passes."""
    if not other or state.phase != "movement" or state.settings.opportunity_fire != "movement":
        return False
    return field.unit_of(state, one).side == field.unit_of(state, other).side


def struck(told: Forecast, play: Play) -> str | None:
    """Stands that a volley took, or hits on a charger."""
    targets = [unit.id for unit in play.before.units if told.title == f"{unit.name} under this fire"]
    fired = play.first(VolleyFired, unit=play.command.about, target=targets[0])
    if fired is None:
        return None
    marks = sum([number for _, number in fired.markers])
    if fired.destroyed:
        return "battery destroyed"
    if marks:
        return f"{marks} {'hit' if marks == 1 else 'hits'} on the charger"
    return f"{len(fired.removed)} {'stand' if len(fired.removed) == 1 else 'stands'} lost"


def fought(told: Forecast, play: Play) -> str | None:
    """How the combat that a charge began ended for charger and target."""
    for combat in play.all(CombatFought):
        results = {field.unit_of(play.before, one.unit).name: one.result for one in combat.verdicts}
        one, _, other = told.title.partition(" : ")
        if one in results and other in results:
            return f"{results[one]} : {results[other]}"
    return None


ODDS: Final = Telling({" under this fire": struck, " : ": fought}, idle, slow=(" : ",))
READER: Final = Reader(
    odds=ODDS,
    standing=standing,
    excused={"opportunity.terms": interrupted},
    moves={"move": measured, "advance": measured},
)
