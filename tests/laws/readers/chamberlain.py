"""How the laws read Chamberlain."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March, Marched
from roundtop.battle.protocol import Forecast
from roundtop.record import copy
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.action import rule as action_rule
from roundtop.rulebooks.chamberlain.action import table as action_table
from roundtop.rulebooks.chamberlain.activation.events import Activated
from roundtop.rulebooks.chamberlain.charge import rule as charge_rule
from roundtop.rulebooks.chamberlain.charge import table as charge_table
from roundtop.rulebooks.chamberlain.command.events import OfficerRisked
from roundtop.rulebooks.chamberlain.fire.events import VolleyFired
from roundtop.rulebooks.chamberlain.melee.events import MeleeFought
from roundtop.rulebooks.chamberlain.morale.events import RallyTried
from roundtop.rulebooks.chamberlain.movement.events import Moved
from roundtop.rulebooks.chamberlain.state import State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.path import Manoeuvre, forward, pivot
from roundtop.table.pose import Pose
from tests.laws.reader import Charge, Charging, Measured, Play, Reader, Standing, Telling, doing_little


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, (field.block(unit, state.settings),)) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """From the middle of the front edge, about which a base pivots freely [setup.centre-point]."""
    return Measured(form.start, ((0.0, 0.5 * form.depth),))


def activated(told: Forecast, play: Play) -> str | None:
    tried = play.first(Activated)
    return None if tried is None else "activated" if tried.success else "not activated"


def shot_at(told: Forecast, play: Play) -> str | None:
    """A unit when a volley and what it compels is over."""
    target = next(one.id for one in play.before.units if told.title == f"{field.label(one)} under this fire")
    fired = play.first(VolleyFired, target=target)
    if fired is None or fired.hits == 0:
        return None if fired is None else "no hit"
    was, now = field.unit_of(play.before, target), field.unit_of(play.after, target)
    if now.place != "on":
        return {"broken": "breaks", "retired": "retires"}[now.place]
    if was.concealed:
        return f"{fired.hits} {'hit' if fired.hits == 1 else 'hits'}"
    back = "retreats" if now.pose != was.pose else ""
    if now.arm in tables.GUNS:
        return back
    return f"{now.fatigue} fatigue{', ' if back else ''}{back}"


def fought(told: Forecast, play: Play) -> str | None:
    """What became of one who fights in a combat, when it is over and everybody has fallen back who must."""
    fight = play.first(MeleeFought)
    if fight is None or play.after.charges:
        return None
    after = play.events[play.events.index(fight) :]
    driven = {event.unit for event in after if isinstance(event, Moved) and event.kind not in ("advance", "simple")}
    unit = next(one for one in play.after.units if one.name == told.title)
    gone = {"broken": "breaks", "retired": "retires"}.get(unit.place)
    if gone:
        return gone
    if unit.id in fight.defenders:
        return "is driven back" if unit.id in driven else "stands"
    if unit.id in driven:
        return "is thrown back"
    stand = [id for id in fight.defenders if id not in driven and field.unit_of(play.after, id).place == "on"]
    return "wins, but the enemy stands" if stand else "wins"


def rallied(told: Forecast, play: Play) -> str | None:
    tried = play.first(RallyTried, unit=play.command.about)
    before, after = (field.unit_of(state, play.command.about) for state in (play.before, play.after))
    return None if tried is None else "one fatigue less" if after.fatigue < before.fatigue else "nothing"


def risked(told: Forecast, play: Play) -> str | None:
    """Whether an officer fell to a volley, or a Hero by his rally; without a throw nobody was at risk."""
    if play.first(VolleyFired) is None and play.first(RallyTried) is None:
        return None
    return "killed" if play.first(OfficerRisked, killed=True) is not None else "unhurt"


def chargers(state: State) -> dict[str, str]:
    return {unit.id: unit.side for unit in field.on_table(state) if unit.arm not in tables.GUNS}


def put(state: State, id: str, pose: Pose) -> State:
    unit = copy(field.unit_of(state, id))
    unit.pose = pose
    return field.with_unit(state, unit)


def struck_by(view: State, unit: Unit, onsets: charge_table.Onsets, drill: tuple[Manoeuvre, ...]) -> Charge:
    """A lawful charge, by whom it strikes in front or in the flank; worth less where the ground costs a die."""
    settings = view.settings
    made = charge_table.charge_along(view, unit, action_rule.read(unit.pose, drill, settings.setup_unit_depth), onsets)
    here, end = field.block(unit, settings), terrain_rule.base(made.end, settings)
    level = terrain_rule.level_of(view.ground, here)
    kind: list[tuple[str, bool]] = []
    minus = 0
    for place in made.struck:
        body = onsets.yard.enemies[place]
        flank = charge_rule.strikes_flank(body, made.end, charge_rule.began_in_zone(here, body))
        kind.append((onsets.foes[place].id, flank))
        above = terrain_rule.level_of(view.ground, body)
        minus += bool(terrain_rule.minus_conditions(view.ground, level, end, body, above))
    step = action_events.Act(unit.id, False)
    return Charge(" and ".join(sorted([id for id, _ in kind])), tuple(sorted(kind)), -minus, step, Marched(drill))


def swept(view: State, id: str) -> list[Charge]:
    """A pivot of every whole degree and straight on, as far as horse goes."""
    unit = field.unit_of(view, id)
    onsets = charge_table.onsets(view, unit)
    found: list[Charge] = []
    for degree in range(-45, 46) if onsets.foes else ():
        turn = (pivot(100 * degree, 0.0, 0.5 * view.settings.setup_unit_depth),) if degree else ()
        drill = (Manoeuvre("charge"), *turn, forward(charge_rule.MOUNTED_BW))
        if not action_table.judge(view, unit, False, drill):
            found.append(struck_by(view, unit, onsets, drill))
    return found


def offered(view: State, id: str) -> list[Charge]:
    unit = field.unit_of(view, id)
    form = action_table.act_decision(view, action_events.Act(id, False), unit.side).form
    assert isinstance(form, March)
    onsets = charge_table.onsets(view, unit)
    return [struck_by(view, unit, onsets, way.manoeuvres) for way in form.ways if way.key.startswith("charge")]


CHARGING: Final = Charging(chargers, swept, offered, put, charge_rule.MOUNTED_BW)
ODDS: Final = Telling(
    {
        "Activation": activated,
        " under this fire": shot_at,
        "Rally": rallied,
        "Its officer": risked,
        "The Hero": risked,
        "": fought,
    },
    doing_little("end", "stay", "none"),
)
READER: Final = Reader(odds=ODDS, standing=standing, moves={"act": measured, "advance": measured}, charging=CHARGING)
