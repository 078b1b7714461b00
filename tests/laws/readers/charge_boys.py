"""How the laws read Charge Boys Charge!."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from roundtop.battle.engine import Battle
from roundtop.battle.forms import Answer, Choose, Chosen, March, Marched
from roundtop.battle.protocol import Decision, Forecast
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.casualties.events import UnitRemoved
from roundtop.rulebooks.charge_boys.charge import declare, rule
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.charge import way as charge_way
from roundtop.rulebooks.charge_boys.fire.events import Fired, Nominate
from roundtop.rulebooks.charge_boys.initiative.events import TurnBegan
from roundtop.rulebooks.charge_boys.melee.events import ContactMade, MeleeDecided, Melees, RoundFought
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested
from roundtop.rulebooks.charge_boys.movement import faults
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.state import ON_TABLE, State, Unit
from roundtop.table.pose import Pose, ahead
from tests.laws.reader import Charge, Charging, Measured, Play, Reader, Standing, Telling
from tests.rulebooks.charge_boys.table import idle


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, tuple(field.blocks(unit, state.settings))) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """A formed body by its front corners, a column of march by its head, loose troops by their middle [move.wheel]."""
    in_place = ("turn", "about-face")
    if "wheel" in form.kinds:
        return Measured(form.start, tuple([(side * form.width, 0.5 * form.depth) for side in (-0.5, 0.5)]), in_place)
    if "leg" in form.kinds:
        return Measured(ahead(form.start, 0.5 * form.depth), ((0.0, 0.0),), in_place)
    return Measured(form.start, ((0.0, 0.0),), in_place)


def ridden(state: State, form: March) -> Measured:
    return Measured(form.start, ((0.0, 0.0),))


def written(state: State, form: March) -> Measured:
    """An order as the move that it commands; guns are pushed as far as their men can, whatever is written."""
    if form.piece in [general.id for general in state.generals]:
        return replace(ridden(state, form), written=True)
    if field.unit_of(state, form.piece).formation == tables.UNLIMBERED:
        return Measured(form.start, (), written=True)
    return replace(measured(state, form), written=True)


def passing(state: State, one: str, other: str) -> bool:
    """Under written orders, while they march, those who may pass through each other are seen to do so."""
    if not other or state.phase != "movement" or state.settings.turn_mode != "written-orders":
        return False
    units = field.unit_of(state, one), field.unit_of(state, other)
    return units[0].side == units[1].side and (faults.passes(*units) or faults.passes(*reversed(units)))


RESULTS: Final = {
    "carry-on": "carries on",
    "halt": "halts",
    "retire": "retires",
    "disorder": "retires in disorder",
    "rout": "routs",
}


def lost(told: Forecast, play: Play) -> str | None:
    """Figures that a unit's own fire takes off."""
    targets = [unit.id for unit in play.before.units if told.title == f"{unit.name} under this fire"]
    fired = play.all(Fired, unit=play.command.about, target=targets[0])
    number = sum([event.killed for event in fired])
    return f"{number or 'no'} {'figure' if number == 1 else 'figures'} lost" if fired else None


def nerve(told: Forecast, play: Play) -> str | None:
    """The next test of the unit that a title names, or none before the turn is over."""
    units = [unit.id for unit in play.before.units if told.title.endswith(f" of {unit.name}")]
    tested = play.first(MoraleTested, unit=units[0])
    if tested is None:
        return "no test" if play.first(TurnBegan) is not None else None
    return "fails to rally" if tested.kind == "rally" and tested.result == "rout" else RESULTS[tested.result]


def under_closing(told: Forecast, play: Play) -> str | None:
    fired = play.first(Fired, mode="closing")
    return None if fired is None else f"{fired.killed or 'no'} {'figure' if fired.killed == 1 else 'figures'} lost"


def comes_on(told: Forecast, play: Play) -> str | None:
    """How a charger takes closing fire."""
    fired = play.first(Fired, mode="closing")
    if fired is None:
        return None
    if field.unit_of(play.after, fired.target).place != ON_TABLE:
        return "routs"
    tested = play.first(MoraleTested, unit=fired.target, why="closing fire")
    return "goes home" if tested is None or tested.result == "carry-on" else RESULTS[tested.result]


def charge_ended(told: Forecast, play: Play) -> str | None:
    """How a charge, its first round and the loser's test went."""
    assert isinstance(play.command.answer, Chosen)
    charger = play.command.answer.keys[0].partition(":")[0]
    for event in play.events:
        if isinstance(event, charge_events.ChargeFell) and event.unit == charger:
            return fell_short(play.after, event)
        if isinstance(event, UnitRemoved) and event.cause == "caught":
            return f"{field.unit_of(play.after, event.unit).name} is caught running"
        if isinstance(event, RoundFought) and event.caught:
            return f"{field.unit_of(play.after, event.b).name} is caught giving way"
    if field.unit_of(play.after, charger).place != ON_TABLE and play.first(ContactMade) is None:
        return "stopped by fire"
    return melee_ended(play, charger)


def fell_short(after: State, event: charge_events.ChargeFell) -> str:
    foe = field.unit_of(after, event.target)
    gave = foe.turn.met in ("gives-way", "evades") or field.routing(foe) or foe.place != ON_TABLE
    short = f"{foe.name} gives way" if gave else "falls short"
    words = {"balked": "does not go in", "shaken": "stopped by fire", "repulsed": "thrown back"}
    return words.get(event.cause, short)


def melee_ended(play: Play, charger: str) -> str | None:
    """The first round of a melee and the test of its loser; None while that is to come."""
    found = [event for event in play.all(MeleeDecided) if charger in event.units]
    if not found:
        return None
    decided = found[0]
    if len([event for event in play.all(RoundFought) if event.a in decided.units]) > 1:
        return "joins the melee"
    if not decided.loser:
        return "a drawn melee"
    words = "melee lost" if decided.loser == field.unit_of(play.before, charger).side else "melee won"
    tests = [
        event
        for event in play.all(MoraleTested, why="test of the melee's loser")
        if event.unit in decided.units and play.events.index(event) > play.events.index(decided)
    ]
    if not tests:
        return f"{words}, the loser destroyed"
    return f"{words}, the loser {'stands' if tests[0].result == 'carry-on' else 'driven back'}"


def assumed(wanted: Decision) -> Answer:
    """What the forecast of a charge says of the others; otherwise as little as may be."""
    known = {"evade": "evade", "counter": "stand", "closing": "fire"}
    if wanted.kind == "redress":
        return Marched(())
    return Chosen((known[wanted.kind],)) if wanted.kind in known else idle(wanted)


ON_THE_WAY: Final = (
    charge_events.ChargeTest,
    charge_events.MeetCharge,
    charge_events.Evade,
    charge_events.StandTest,
    charge_events.Run,
    charge_events.Clash,
    charge_events.CloseIn,
    charge_events.ClosingFire,
    charge_events.UnderFire,
    charge_events.GoHome,
)


def nobody_else(told: Forecast, battle: Battle) -> Battle:
    """With a charge in contact, the round of melee: nobody else is said to come in; of fire, this alone."""
    if "left out" in told.note:
        return this_alone(told, battle)
    fought = [n for n, step in enumerate(battle.agenda) if isinstance(step, Melees)]
    if " charges " not in told.title or not fought or [1 for step in battle.agenda if isinstance(step, ON_THE_WAY)]:
        return battle
    fights = [fight for fight in battle.state.fights if told.title.startswith(f"{name_of(battle, fight.a)} charges ")]
    return replace(battle, agenda=battle.agenda[: fought[-1] + 1]) if fights else battle


def this_alone(told: Forecast, battle: Battle) -> Battle:
    """Without the fire at a unit that was named before this, which is the last."""
    step = battle.agenda[-1]
    if not isinstance(step, Nominate):
        return battle
    at = [shot for shot in step.shots if told.title.endswith(f" of {name_of(battle, getattr(shot, 'target', ''))}")]
    kept = tuple([shot for shot in step.shots if shot not in at[:-1]])
    return replace(battle, agenda=(*battle.agenda[:-1], Nominate(step.todo, kept)))


def name_of(battle: Battle, id: str) -> str:
    found: str = field.unit_of(battle.state, id).name
    return found


def chargers(state: State) -> dict[str, str]:
    """Units that have not acted and may charge as they are."""
    fresh = [unit for unit in field.on_table(state) if not unit.turn.acted and not unit.turn.declared]
    may = [unit for unit in fresh if movement_rule.may_charge(movement_table.condition_of(state, unit))]
    return {unit.id: unit.side for unit in may if unit.building < 0}


def put(state: State, id: str, pose: Pose) -> State:
    unit = copy(field.unit_of(state, id))
    unit.pose = pose
    unit.trail = ()
    return field.with_unit(state, unit)


def charged(state: State, unit: Unit, foe: Unit, cost: float) -> Charge:
    """A charge at a target, in front or not by where it starts, worth the inches that its way does not cost."""
    step = charge_events.Declare(unit.side, ((unit.id, foe.id),))
    return Charge(foe.id, (declare.frontal(state, unit, foe),), -cost, step, Chosen((f"{unit.id}:{foe.id}",)))


def far(unit: Unit) -> float:
    return rule.greatest_reach(unit.formation, field.mounted(unit))


def swept(state: State, id: str) -> list[Charge]:
    """A wheel of every whole degree and straight on, at everybody who may be named."""
    unit = field.unit_of(state, id)
    others = faults.Others(state, unit)
    ways = [charge_way.by_wheel(state, unit, 100 * by, far(unit) + 6.0, others) for by in range(-45, 46)]
    found: list[Charge] = []
    for foe in field.enemies(state, unit):
        home = [way.cost for way in ways if way is not None and way.touches == foe.id]
        if home and declare.may_name(state, unit, foe):
            found.append(charged(state, unit, foe, min(home)))
    return found


def offered(state: State, id: str) -> list[Charge]:
    unit = field.unit_of(state, id)
    pairs = tuple(declare.charge_options(state, unit.side))
    form = declare.declare_decision(state, charge_events.Declare(unit.side, pairs), unit.side).form
    assert isinstance(form, Choose)
    found: list[Charge] = []
    for key in [item.key for item in form.items if item.key.startswith(f"{id}:")]:
        foe = field.unit_of(state, key.partition(":")[2])
        way = charge_way.charge_way(state, unit, foe, far(unit) + 6.0)
        # Where nothing is measured before a charge, one may be declared at an enemy out of reach.
        found.append(charged(state, unit, foe, way.cost if way is not None else far(unit)))
    return found


CHARGING: Final = Charging(chargers, swept, offered, put, rule.greatest_reach("line", False))
ODDS: Final = Telling(
    {
        " under this fire": lost,
        "The nerve of": nerve,
        "The test of": nerve,
        " under closing fire": under_closing,
        "The charge of": comes_on,
        " charges ": charge_ended,
    },
    assumed,
    slow=(" charges ",),
    meanwhile=nobody_else,
)
READER: Final = Reader(
    odds=ODDS,
    standing=standing,
    excused={"move.interpenetration": passing},
    moves={"move": measured, "ride": ridden, "order": written},
    charging=CHARGING,
)
