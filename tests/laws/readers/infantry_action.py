"""How the laws read Infantry Action."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from roundtop.battle.engine import Battle
from roundtop.battle.forms import Answer, Choose, March, Marched
from roundtop.battle.protocol import Decision, Forecast
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.charge import events as charge_events
from roundtop.rulebooks.infantry_action.charge import paths, table
from roundtop.rulebooks.infantry_action.charge.odds import FARES
from roundtop.rulebooks.infantry_action.command.events import Go
from roundtop.rulebooks.infantry_action.fire.events import VolleyFired
from roundtop.rulebooks.infantry_action.melee.events import CombatFought
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.path import LEFT, RIGHT, Manoeuvre, forward, pivot, wheel
from roundtop.table.pose import Pose
from tests.laws.reader import Charge, Charging, Measured, Play, Reader, Standing, Telling
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
        one, _, other = told.title.partition(" against ")
        if one in results and other in results:
            return f"{one} {FARES[results[one]]}, {other} {FARES[results[other]]}"
    return None


def chargers(state: State) -> dict[str, str]:
    """Lines of infantry that are in no fight."""
    locked = [id for fight in state.fights for id in (fight.charger, fight.defender)]
    units = [unit for unit in field.on_table(state) if unit.kind == "infantry" and unit.id not in locked]
    return {unit.id: unit.side for unit in units if not unit.charging}


def put(state: State, id: str, pose: Pose) -> State:
    unit = field.copied(field.unit_of(state, id))
    unit.pose = pose
    return field.with_unit(state, unit)


def wheeling(state: State, unit: Unit) -> list[tuple[Manoeuvre, ...]]:
    """Straight ahead, and a wheel of every whole degree on the inner stand and on its front corner."""
    out = field.stand_right(unit.stands, unit.stands, state.settings)
    far = forward(paths.REACH_IN)
    found: list[tuple[Manoeuvre, ...]] = [(far,)]
    for by in [by for degree in range(1, 46) for by in (100 * degree, -100 * degree)]:
        found.append((pivot(by, out if by > 0 else -out, 0.0), far))
        found.append((wheel(by, RIGHT if by > 0 else LEFT), far))
    return found


def struck_by(view: State, unit: Unit, target: str, drill: tuple[Manoeuvre, ...]) -> Charge | None:
    """The charge of a list, by whom it meets and where, and how many stands fight or are outflanked."""
    foe = field.unit_of(view, target)
    plan = paths.by_hand(view, unit, foe, drill)
    if not isinstance(plan, paths.Plan):
        return None
    strike = table.weighed(view, unit, plan)
    side = paths.side_struck(unit, foe, plan.flank)
    met = tuple([fight.defender for fight in plan.fights])
    kind = (side, met, strike.stands, strike.outflanked, strike.outflanks)
    return Charge(target, kind, 0.0, charge_events.AimCharge(unit.id, target), Marched(drill))


def swept(view: State, id: str) -> list[Charge]:
    unit = field.unit_of(view, id)
    foes = [foe.id for foe in field.enemies(view, unit) if paths.may_declare(view, unit, foe)]
    found: list[Charge] = []
    for foe in foes:
        lawful = [struck_by(view, unit, foe, drill) for drill in wheeling(view, unit)]
        found += [charge for charge in lawful if charge is not None]
    return found


def offered(view: State, id: str) -> list[Charge]:
    unit = field.unit_of(view, id)
    form = table.charge_decision(view, charge_events.ChargeUnit(id), unit.side).form
    found: list[Charge | None] = []
    for item in form.items if isinstance(form, Choose) else ():
        aim = table.strike_decision(view, charge_events.AimCharge(id, item.key), unit.side).form
        assert isinstance(aim, March)
        found += [struck_by(view, unit, item.key, way.manoeuvres) for way in aim.ways]
    return [charge for charge in found if charge is not None]


def assumed(wanted: Decision) -> Answer:
    """A charge strikes with as many stands as can fight; otherwise everybody does as little as may be."""
    if wanted.kind == "strike" and isinstance(wanted.form, March):
        return Marched(wanted.form.ways[0].manoeuvres)
    return idle(wanted)


def nobody_joins(told: Forecast, battle: Battle) -> Battle:
    """With a charge gone home, the combats: nobody else is said to come in."""
    met = [
        fight for fight in battle.state.fights if told.title.startswith(f"{name_of(battle, fight.charger)} against ")
    ]
    if not met or [step for step in battle.agenda if isinstance(step, charge_events.ChargeHome)]:
        return battle
    return replace(battle, agenda=tuple([step for step in battle.agenda if not isinstance(step, Go)]))


def name_of(battle: Battle, id: str) -> str:
    found: str = field.unit_of(battle.state, id).name
    return found


CHARGING: Final = Charging(chargers, swept, offered, put, paths.REACH_IN)
ODDS: Final = Telling(
    {" under this fire": struck, " against ": fought}, assumed, slow=(" against ",), meanwhile=nobody_joins
)
READER: Final = Reader(
    odds=ODDS,
    standing=standing,
    excused={"opportunity.terms": interrupted},
    moves={"move": measured, "advance": measured},
    charging=CHARGING,
)
