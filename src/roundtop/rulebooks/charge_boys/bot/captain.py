"""A sound brigadier: rules of thumb for Charge Boys Charge!, from what his side can see."""

from __future__ import annotations

from typing import Final

from roundtop.battle import forms as formss
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.bot import doctrine
from roundtop.rulebooks.charge_boys.field import (
    apart,
    general_of,
    locked,
    mounted,
    routing,
    size,
    steady,
    strength,
    unit_of,
)
from roundtop.rulebooks.charge_boys.formation import table as formation_table
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.movement import paths as movement_paths
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.movement import ways as movement_ways
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.table.footprint import FAR
from roundtop.table.measure import NOISE, distance
from roundtop.table.path import Manoeuvre, forward
from roundtop.table.plan import plan_towards
from roundtop.table.pose import Pose, to_local

DONE: Final = "done"
WORTH_A_CHARGE: Final = 2.0
"""A charge must promise so many figures to be declared."""
STAND_OFFS: Final[tuple[float, ...]] = (9.0, 14.0, 19.0)
"""Distances from the enemy at which a line likes to stop and fire."""
CREEP_IN: Final = 1.1
"""Just enough to count as advancing."""
STILL: Final = ("stand", "hold", "swing", "share")
"""What leaves guns their fire."""
ROUT_HELP: Final = 6.0
SHAKY_HELP: Final = 4.0
"""What a General is worth to a unit that runs, and to one that has to test again."""


def captain(view: State, decision: Decision, stream: Stream) -> formss.Answer:
    """An answer to a decision, from what the player may see."""
    return led(view, decision, stream, "")


def led(view: State, decision: Decision, stream: Stream, manner: str) -> formss.Answer:
    """The answer of a captain who fights in this manner."""
    field = doctrine.field_of(view, decision.player, manner)
    form = decision.form
    if isinstance(form, formss.March):
        rides = decision.about in [general.id for general in view.generals]
        return formss.Marched(ride(field, decision, form) if rides else best_move(field, decision, form))
    if isinstance(form, formss.Assign):
        return assigned(field, decision, form)
    if isinstance(form, formss.Place):
        return formss.Placed(best_place(field, form))
    if isinstance(form, formss.Choose):
        return formss.Chosen(chosen(field, decision, form))
    if isinstance(form, formss.Number):
        return formss.Numbered(form.low)
    if isinstance(form, formss.Arrange):
        return formss.Arranged(tuple([item.key for item in form.items[: form.take or len(form.items)]]))
    assert isinstance(form, formss.Confirm)
    return formss.Confirmed(True)


def chosen(field: doctrine.Field, decision: Decision, form: formss.Choose) -> tuple[str, ...]:
    """The choices, by what is asked."""
    kind = decision.kind
    if kind == "activate":
        return (next_unit(field, form),)
    if kind == "charge":
        return (best_charge(field, form),)
    if kind == "fire":
        return (best_target(field, unit_of(field.view, decision.about), form),)
    if kind == "first":
        return (wish(form, "first" if open_charges(field) else "second"),)
    if kind == "closing":
        return (wish(form, "buck"),)
    if kind == "counter":
        return (wish(form, "counter"),)
    if kind == "follow-up":
        return (after_melee(field, unit_of(field.view, decision.about), form),)
    if kind == "general":
        return (best_led(field, form),)
    if kind == "test":
        return (form.items[0].key,)
    return tuple([item.key for item in form.items[: max(form.least, min(1, form.most))]])


def wish(form: formss.Choose, key: str) -> str:
    """That choice where it is open, the first otherwise."""
    return key if key in [item.key for item in form.items] else form.items[0].key


def next_unit(field: doctrine.Field, form: formss.Choose) -> str:
    """Units nearest the enemy first, so that those behind find room; Generals last; whoever is left out stands."""
    best = DONE
    least = FAR
    for item in form.items:
        if item.key == DONE:
            continue
        away = _turn_of(field, item.key)
        if away < least:
            best, least = item.key, away
    return best


def _turn_of(field: doctrine.Field, key: str) -> float:
    generals = [general for general in field.view.generals if general.id == key]
    if generals:
        # One who is with a unit decides before it moves, for its move is his; one alone after all have moved.
        return -1.0 if generals[0].unit else 500.0
    pose = unit_of(field.view, key).pose
    foe = doctrine.nearest_foe(field, pose)
    return 400.0 if foe is None else distance(pose.x, pose.y, foe.pose.x, foe.pose.y)


@record
class Thought:
    """A move thought of and what it is worth."""

    manoeuvres: tuple[Manoeuvre, ...]
    worth: float


def best_move(field: doctrine.Field, decision: Decision, form: formss.March) -> tuple[Manoeuvre, ...]:
    """The most promising of the moves offered and of those he thinks of himself."""
    view = field.view
    unit = unit_of(view, decision.about)
    thoughts = [_thought(field, unit, way) for way in form.ways]
    free = decision.kind != "redress" and unit.building < 0 and not unit.trail
    if free and steady(unit) and not locked(view, unit.id):
        thoughts.extend(own_ideas(field, unit))
    thoughts.sort(key=_by_worth)
    offered = [way.manoeuvres for way in form.ways]
    for thought in thoughts:
        if thought.manoeuvres in offered or not movement_table.judge(view, unit, thought.manoeuvres):
            return thought.manoeuvres
    return form.ways[0].manoeuvres


def _by_worth(thought: Thought) -> float:
    return -thought.worth


def _thought(field: doctrine.Field, unit: Unit, way: formss.Way) -> Thought:
    charges = [one.on for one in way.manoeuvres if one.kind == movement_table.CHARGE]
    if charges:
        foe = unit_of(field.view, charges[0])
        promise = doctrine.charge_worth(field, unit, foe, apart(unit, foe, field.view.settings)) - WORTH_A_CHARGE
        return Thought(way.manoeuvres, doctrine.standing_worth(field, unit, unit, True) + promise)
    forms = [one for one in way.manoeuvres if one.kind == movement_table.FORM]
    if forms:
        end = formation_table.reformed(field.view, unit, forms[0])
        return Thought(way.manoeuvres, doctrine.standing_worth(field, unit, end, False) + _forming(field, unit, end))
    end = doctrine.at(unit, way.end, field.view.settings)
    fires = unit.arm != tables.ARTILLERY or way.key in STILL
    return Thought(way.manoeuvres, doctrine.standing_worth(field, unit, end, fires) + _keeping(unit, way))


def _keeping(unit: Unit, way: formss.Way) -> float:
    """Guns stay where they can fire, and nobody marches backwards without a reason."""
    if unit.formation == tables.LIMBERED:
        return 0.0
    return -1.0 if way.key == "back" else 0.0


def _forming(field: doctrine.Field, unit: Unit, end: Unit) -> float:
    """What a change of formation promises: the fire of the next turn."""
    if end.formation == tables.UNLIMBERED:
        return 0.8 * _next_fire(field, end)
    if end.formation == tables.LIMBERED:
        return -6.0
    if mounted(end) != mounted(unit):
        return -4.0
    return 0.4 * (_next_fire(field, end) - _next_fire(field, unit)) - 1.0


def _next_fire(field: doctrine.Field, unit: Unit) -> float:
    """The best volley a unit could give next turn from where it stands."""
    best = 0.0
    for foe in field.foes:
        given = doctrine.storm(field.view, unit, unit.pose, foe, apart(unit, foe, field.view.settings))
        best = max(best, doctrine.loss_worth(field.view, foe, given.hits, given.kills))
    return best


def own_ideas(field: doctrine.Field, unit: Unit) -> list[Thought]:
    """Towards the nearest enemies, to the distances that matter."""
    if movement_paths.is_loose(unit) or unit.formation == tables.UNLIMBERED:
        return []
    view = field.view
    others = movement_faults.Others(view, unit)
    found: list[Thought] = []
    for manoeuvres in _drills(field, unit):
        way = movement_ways.fitted(view, unit, manoeuvres, others)
        if way is not None:
            end = doctrine.at(unit, way[1].end.pose, view.settings)
            found.append(Thought(way[0], doctrine.standing_worth(field, unit, end, unit.arm != tables.ARTILLERY)))
    return found


def _drills(field: doctrine.Field, unit: Unit) -> list[tuple[Manoeuvre, ...]]:
    front, deep = size(unit, field.view.settings)
    most = movement_table.reach_of(unit)
    foe = doctrine.nearest_foe(field, unit.pose)
    if foe is None:
        return []
    away = apart(unit, foe, field.view.settings)
    found: list[tuple[Manoeuvre, ...]] = []
    for inches in (*[away - stop for stop in STAND_OFFS], CREEP_IN):
        if 0.5 < inches < most:
            found.append((forward(inches),))
    for goal in field.view.goals:
        if goal.holder != field.side:
            plan = plan_towards(start=unit.pose, x=goal.x, y=goal.y, width=front, depth=deep, allowance=most - NOISE)
            found.append(plan.manoeuvres)
    x, y = foe.pose.x, foe.pose.y
    found.append(plan_towards(start=unit.pose, x=x, y=y, width=front, depth=deep, allowance=0.5 * most).manoeuvres)
    return [manoeuvres for manoeuvres in found if manoeuvres]


def ride(field: doctrine.Field, decision: Decision, form: formss.March) -> tuple[Manoeuvre, ...]:
    """A General joins the unit that needs him most: one that runs first, then the one most likely to be tried."""
    general = general_of(field.view, decision.about)
    best = form.ways[0].manoeuvres
    most = led_worth(field, unit_of(field.view, general.unit)) + 1.0 if general.unit else 0.0
    for way in form.ways:
        joins = [one.on for one in way.manoeuvres if one.kind == generals_table.JOIN]
        if joins and not doctrine.led(field.view, unit_of(field.view, joins[0])):
            worth = led_worth(field, unit_of(field.view, joins[0]))
            if worth > most:
                best, most = way.manoeuvres, worth
    return best


def led_worth(field: doctrine.Field, unit: Unit) -> float:
    """What a General is worth to a unit."""
    if routing(unit):
        return ROUT_HELP + 0.3 * strength(unit)
    foe = doctrine.nearest_foe(field, unit.pose)
    if foe is None:
        return 0.0
    away = distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    near = max(0.0, 40.0 - away) / 40.0
    shaky = SHAKY_HELP if unit.mettle.state in (tables.RETIRED, tables.HALTED) or unit.mettle.disordered else 0.0
    return near * (1.0 + 0.1 * strength(unit)) + shaky


def best_led(field: doctrine.Field, form: formss.Choose) -> str:
    """At set-up a General rides with the largest unit that has none."""
    best = form.items[0].key
    most = -1.0
    for item in form.items:
        unit = unit_of(field.view, item.key)
        worth = float(strength(unit)) - (
            20.0 if doctrine.led(field.view, unit) or unit.arm == tables.ARTILLERY else 0.0
        )
        if worth > most:
            best, most = item.key, worth
    return best


def best_charge(field: doctrine.Field, form: formss.Choose) -> str:
    """The charge that promises most, if any promises enough."""
    best = DONE
    most = WORTH_A_CHARGE
    for item in form.items:
        charger, colon, target = item.key.partition(":")
        if not colon:
            continue
        unit, foe = unit_of(field.view, charger), unit_of(field.view, target)
        worth = doctrine.charge_worth(field, unit, foe, apart(unit, foe, field.view.settings))
        if worth > most:
            best, most = item.key, worth
    return _led_first(field, form, best)


def _led_first(field: doctrine.Field, form: formss.Choose, best: str) -> str:
    """A General rides up before a charge that nobody leads yet."""
    charger, colon, _ = best.partition(":")
    riders = [item.key for item in form.items if ":" not in item.key and item.key != DONE]
    if not colon or not riders or doctrine.led(field.view, unit_of(field.view, charger)):
        return best
    return riders[0]


def open_charges(field: doctrine.Field) -> bool:
    """Whether there is an enemy that should be charged before he acts."""
    for unit in field.own:
        if unit.mettle.state != tables.STEADY or unit.arm == tables.ARTILLERY:
            continue
        for foe in field.foes:
            away = apart(unit, foe, field.view.settings)
            if away < 14.0 and doctrine.charge_worth(field, unit, foe, away) > WORTH_A_CHARGE:
                return True
    return False


def after_melee(field: doctrine.Field, unit: Unit, form: formss.Choose) -> str:
    """Follow up with foot that is still strong; horsemen only when there is nobody left to punish them."""
    if 2 * strength(unit) < unit.start:
        return wish(form, "occupy") if "occupy" in [item.key for item in form.items] else wish(form, "stay")
    return wish(form, "follow-up")


def best_target(field: doctrine.Field, unit: Unit, form: formss.Choose) -> str:
    """The target whose losses count most; buck and ball whenever it can be fired; who re-orders holds his fire."""
    best = form.items[0].key
    turn = unit.turn
    if unit.mettle.disordered and turn.was_disordered and not (turn.moved or turn.fought or turn.compelled):
        return wish(form, "hold")
    most = -FAR
    for item in form.items:
        name, colon, load = item.key.rpartition(":")
        if not colon:
            continue
        worth = fire_worth(field, unit, unit_of(field.view, name)) + (0.5 if load == "buck" else 0.0)
        if worth > most:
            best, most = item.key, worth
    return best


def fire_worth(field: doctrine.Field, unit: Unit, foe: Unit) -> float:
    """What a unit's fire on an enemy is worth; hits already made on him this turn count with it."""
    away = apart(unit, foe, field.view.settings)
    given = doctrine.storm(field.view, unit, unit.pose, foe, away)
    kills = given.kills + foe.turn.fell
    before = doctrine.loss_worth(field.view, foe, float(foe.turn.hits), float(foe.turn.fell))
    return doctrine.loss_worth(field.view, foe, given.hits + foe.turn.hits, kills) - before


def assigned(field: doctrine.Field, decision: Decision, form: formss.Assign) -> formss.Assigned:
    """Guns fire where it tells most; of anything else the first choice is taken."""
    pairs: list[tuple[str, str]] = []
    for slot in form.slots:
        if not slot.items:
            continue
        best = slot.items[0].key
        if decision.kind == "guns":
            unit = unit_of(field.view, decision.about)
            most = -FAR
            for item in slot.items:
                worth = fire_worth(field, unit, unit_of(field.view, item.key))
                if worth > most:
                    best, most = item.key, worth
        elif decision.kind == "draft":
            best = slot.items[_drafted(slot.key, len(slot.items))].key
        pairs.append((slot.key, best))
    return formss.Assigned(tuple(pairs))


def _drafted(slot: str, many: int) -> int:
    """Regiments of a good size, ordinary troops and the best rifle."""
    if slot == "size":
        return min(many - 1, 24 - 5) if many > 6 else min(many - 1, 1)
    if slot == "weapon":
        return min(many - 1, 5)
    return min(many - 1, 1)


def best_place(field: doctrine.Field, form: formss.Place) -> Pose:
    """Well forward, in one line with friends and near the middle."""
    best = form.candidates[0] if form.candidates else Pose(0.0, 0.0, form.facing)
    most = -FAR
    middle_x = sum([x for x, _ in form.zone]) / len(form.zone)
    middle_y = sum([y for _, y in form.zone]) / len(form.zone)
    for pose in form.candidates:
        right, before = to_local(Pose(middle_x, middle_y, form.facing), pose.x, pose.y)
        worth = 0.2 * before - 0.1 * abs(right)
        for friend in field.own:
            _, on = to_local(pose, friend.pose.x, friend.pose.y)
            worth -= 0.2 * min(6.0, abs(on))
        if worth > most + 1e-9:
            best, most = pose, worth
    return best
