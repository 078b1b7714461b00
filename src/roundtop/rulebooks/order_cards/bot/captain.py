"""The bot that plays by rules of thumb."""

from __future__ import annotations

from math import radians
from typing import Final

from roundtop.battle import forms
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.bot import doctrine
from roundtop.rulebooks.order_cards.cards import play as cards_play
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.charge import plan as charge_plan
from roundtop.rulebooks.order_cards.charge import rule as charge_rule
from roundtop.rulebooks.order_cards.charge import table as charge_table
from roundtop.rulebooks.order_cards.command import table as command_table
from roundtop.rulebooks.order_cards.deployment import table as deployment_table
from roundtop.rulebooks.order_cards.field import block, melee_of, officer_of, size_of, unit_of
from roundtop.rulebooks.order_cards.fire import rule as fire_rule
from roundtop.rulebooks.order_cards.fire import table as fire_table
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import faults as movement_faults
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement import ways as movement_ways
from roundtop.rulebooks.order_cards.rally import rule as rally_rule
from roundtop.rulebooks.order_cards.rally import table as rally_table
from roundtop.rulebooks.order_cards.state import Officer, State, Unit
from roundtop.table.footprint import FAR, gap, inside_polygon, polyline_gap
from roundtop.table.ground import chords, line_crossings
from roundtop.table.measure import FULL_TURN, HALF_TURN, bearing, distance, turn_between
from roundtop.table.path import Manoeuvre
from roundtop.table.plan import plan_drill, plan_towards
from roundtop.table.pose import Pose, to_local, to_world

STAND_OFFS: Final[tuple[float, ...]] = (9.0, 10.5, 13.0)
"""Distances from an enemy line that a unit seeks: to shoot from, to charge from, and to wait beyond his reach."""
LONE_WORTH: Final = 0.25
"""What a shot at an enemy officer is worth, in stands."""
GOES_IN: Final = 0.4
"""What a charge must promise, in stands, before it is declared."""
BY_EYE: Final = 0.4
"""How much an eye may misjudge a charge, in inches."""
RALLIES: Final = 35
"""The least value at which a unit that can stay where it is tries to rally."""


def captain(view: State, decision: Decision, stream: Stream) -> forms.Answer:
    """An answer to a decision, from what the player may see."""
    return led(view, decision, stream, "")


def led(view: State, decision: Decision, stream: Stream, manner: str) -> forms.Answer:
    """The answer of a captain who fights in this manner."""
    field = doctrine.field_of(view, decision.player, manner)
    form = decision.form
    if isinstance(form, forms.Arrange):
        return forms.Arranged(doctrine.lay_set(field, form.take or len(form.items), stream))
    if isinstance(form, forms.March):
        return forms.Marched(marched(field, decision, form))
    if isinstance(form, forms.Assign) and decision.kind == "wing":
        return forms.Assigned((("wing", cards_play.BACK),))
    if isinstance(form, forms.Assign):
        return forms.Assigned(aimed_at(field, unit_of(view, decision.about), form))
    if isinstance(form, forms.Place):
        return forms.Placed(best_place(field, form))
    if isinstance(form, forms.Confirm):
        return forms.Confirmed(True)
    if isinstance(form, forms.Number):
        return forms.Numbered(form.low)
    if isinstance(form, forms.Trace):
        return forms.Traced(form.ways[0] if form.ways else (form.start,))
    assert isinstance(form, forms.Choose)
    return forms.Chosen((chosen(field, decision, form),))


def chosen(field: doctrine.Field, decision: Decision, form: forms.Choose) -> str:
    """The choice, by what is asked."""
    kind = decision.kind
    keys = [item.key for item in form.items]
    if kind == "order":
        return "first" if doctrine.outlook(field).apart <= 11.5 else "second"
    if kind == "card":
        return next_to_act(field, keys)
    if kind == "act":
        return deed_of(field, decision.about, keys)
    if kind == "fire":
        return best_target(field, unit_of(field.view, decision.about), keys)
    if kind == "charge":
        found = best_charge(field, unit_of(field.view, decision.about))
        return found.target if found is not None and found.target in keys else charge_table.NO_TARGET
    if kind in ("officer", "rally-officer", "lead"):
        return best_officer(field, keys)
    wanted = {"face": "enemy", "run": "round", "send": cards_play.BACK}.get(kind, "")
    return wanted if wanted in keys else keys[0]


def next_to_act(field: doctrine.Field, keys: list[str]) -> str:
    """Officers to where they help, charges and their melees, fire, moves; then the card is ended."""
    for officer in field.view.officers:
        if officer.id in keys and ride(field, officer):
            return officer.id
    for rider in field.view.messengers:
        if rider.id in keys:
            return rider.id
    own = [unit for unit in field.own if unit.id in keys]
    if field.card.charge or [unit for unit in own if unit.target]:
        struck = next_charge(field, own)
        if struck:
            return struck
    for key in keys:
        if key.startswith(deployment_table.COMING):
            return key
    for unit in own:
        if wanted_deed(field, unit, cards_play.deeds(field.view, unit, field.card)):
            return unit.id
    return cards_play.END


def next_charge(field: doctrine.Field, own: list[Unit]) -> str:
    """The most promising charge; once units are in contact, those that can join them, and then the melee."""
    best = ""
    most = GOES_IN
    for unit in own:
        found = best_charge(field, unit)
        if found is not None and found.worth > most + 1e-9:
            best, most = unit.id, found.worth
    if best:
        return best
    for unit in own:
        melee = melee_of(field.view, unit.id)
        if melee is not None and melee.attacks[0].unit == unit.id:
            return unit.id
    return ""


def deed_of(field: doctrine.Field, id: str, keys: list[str]) -> str:
    """What a unit or an officer is told to do."""
    if "send" in keys:
        return "move"
    wanted = wanted_deed(field, unit_of(field.view, id), keys)
    return wanted or (cards_play.BACK if cards_play.BACK in keys else keys[0])


def wanted_deed(field: doctrine.Field, unit: Unit, offered: list[str]) -> str:
    """What a unit had best do now, "" for nothing; what it owes is left to the end of the card."""
    if "fight" in offered:
        return "fight"
    if "rally" in offered and wants_rally(field, unit):
        return "rally"
    if "draw" in offered:
        return "draw"
    if "form-up" in offered and len(rally_table.free_ways(field.view, unit)) > 1:
        return "form-up"
    if "charge" in offered:
        found = best_charge(field, unit)
        if found is not None and found.worth > GOES_IN:
            return "charge"
    if "fire" in offered and best_target(field, unit, fire_keys(field, unit)) != fire_table.HOLD_FIRE:
        return "fire"
    if "move" in offered and best_move(field, unit):
        return "move"
    return ""


def wants_rally(field: doctrine.Field, unit: Unit) -> bool:
    """A routing unit has little to lose; one with its head down waits for better odds if it may."""
    helpers = [one.rating for one in morale_help.officers_near(field.view, unit)]
    value = rally_rule.rally_value(morale_help.regiment_of(unit), (), max([*helpers, 0]), field.view.settings)
    return unit.state == tables.ROUTING or value >= RALLIES


def best_officer(field: doctrine.Field, keys: list[str]) -> str:
    """The officer who helps most."""
    best = morale_help.NOBODY
    most = 0
    for officer in field.view.officers:
        if officer.id in keys and officer.rating > most:
            best, most = officer.id, officer.rating
    return best if best in keys else keys[0]


def ride(field: doctrine.Field, officer: Officer) -> tuple[Manoeuvre, ...]:
    """An officer rides to the unit that needs him most, and stays if he is with it."""
    best: tuple[Manoeuvre, ...] = ()
    most = 0.3
    for way in command_table.officer_ways(field.view, officer):
        for unit in field.own:
            if unit.id == way.key:
                gain = need_of(field, unit) - need_here(field, officer)
                if gain > most + 1e-9:
                    best, most = way.manoeuvres, gain
    return best


def need_of(field: doctrine.Field, unit: Unit) -> float:
    """How much an officer would do for a unit."""
    soon = [field.card, *field.coming[:1]]
    rally = bool([card for card in soon if card.word == cards_rule.RALLY])
    if unit.state == tables.ROUTING:
        return 4.0 if field.card.word == cards_rule.RALLY else 0.0
    if unit.state == tables.HEAD_DOWN:
        return 5.0 if rally else 2.5
    apart = doctrine.nearest_gap(field, unit)
    need = 2.0 if apart <= 12.0 else 1.0 - 0.02 * apart
    if unit.disordered:
        need += 0.5
    return need + 0.05 * unit.stands


def need_here(field: doctrine.Field, officer: Officer) -> float:
    """What he does where he is."""
    best = 0.0
    for unit in field.own:
        if [one for one in morale_help.officers_near(field.view, unit) if one.id == officer.id]:
            best = max(best, need_of(field, unit))
    return best


@record
class Thrust:
    """A charge thought of and what it is worth."""

    target: str
    worth: float


def best_charge(field: doctrine.Field, unit: Unit) -> Thrust | None:
    """The charge that an eye judges to get home and to be worth most."""
    if "charge" not in cards_play.deeds(field.view, unit, field.card):
        return None
    continuing = unit.target != ""
    points = unit.bonus if continuing else field.card.charge
    plain = charge_rule.charge_inches(field.card, unit.arm, unit.mounted, continuing, field.view.settings)
    reach = plain + points - BY_EYE
    near = [foe for foe in field.foes if bare_way(unit, foe) <= reach and charge_way(field, unit, foe) <= reach]
    if not near:
        return None
    lawful = [foe.id for foe in charge_table.charge_targets(field.view, unit, field.card)]
    best: Thrust | None = None
    for foe in near:
        if foe.id in lawful:
            spent = max(0, int(charge_way(field, unit, foe) - plain + 1.0))
            worth = doctrine.charge_worth(
                field=field,
                charger=unit,
                start=unit.pose,
                target=foe,
                bonus=max(0, points - spent),
                helpers=helpers(field, unit, foe),
            )
            if best is None or worth > best.worth + 1e-9:
                best = Thrust(foe.id, worth)
    return best


def charge_way(field: doctrine.Field, unit: Unit, foe: Unit) -> float:
    """How far a charge has to go, wheel and run and ground, as an eye judges it."""
    return bare_way(unit, foe) + ground_between(field.view, unit, foe)


def bare_way(unit: Unit, foe: Unit) -> float:
    """Wheel and run, as if on bare ground."""
    width, _ = size_of(unit)
    off = abs(turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)))
    reach, _ = size_of(foe)
    away = max(0.1, distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    # Any part of the target will do, so that a wide one asks for less of a wheel.
    needed = max(0.0, radians(off / 100.0) - 0.35 * reach / away)
    return gap(block(unit), block(foe)) + width * needed


def ground_between(view: State, unit: Unit, foe: Unit) -> float:
    """What the ground between two units takes off a charge, by the straight line between their middles."""
    ground = view.ground
    a, b = unit.pose, foe.pose
    cost = 0.0
    for area in ground.areas:
        if area.kind in movement_rule.AREAS and (
            chords(area.outline, a.x, a.y, b.x, b.y) or inside_polygon(area.outline, a.x, a.y)
        ):
            price = movement_rule.PRICES[movement_rule.AREAS[area.kind]]
            cost += price.horse if unit.arm == tables.CAVALRY and unit.mounted else price.foot
    for line in ground.lines:
        # A line at which the defender stands is not crossed.
        if (
            line.kind in movement_rule.LINES
            and polyline_gap(line.points, False, block(foe)) > charge_rule.BEHIND_OBSTACLE
        ):
            kind = movement_rule.LINES[line.kind]
            price = movement_rule.PRICES[f"{kind}-disorder" if kind in movement_rule.CHOSEN else kind]
            cost += price.foot * len(line_crossings(line.points, a.x, a.y, b.x, b.y))
    return cost


def helpers(field: doctrine.Field, unit: Unit, foe: Unit) -> int:
    """Stands already in contact with a target, and half of those that may still join."""
    melee = melee_of(field.view, foe.id)
    found = 0
    if melee is not None:
        found = sum([unit_of(field.view, one.unit).stands for one in melee.attacks])
    for friend in field.own:
        able = friend.id != unit.id and friend.state == tables.STEADY and not friend.charged and not friend.moved
        if able and not friend.disordered and bare_way(friend, foe) <= field.card.infantry:
            found += friend.stands // 3
    return found


def aimed_at(field: doctrine.Field, unit: Unit, form: forms.Assign) -> tuple[tuple[str, str], ...]:
    """Into flank or rear where an eye judges the wheel short enough, else towards the target; inches as needed."""
    found = best_charge(field, unit)
    keys = [item.key for slot in form.slots if slot.key == "wheel" for item in slot.items]
    extras = [item.key for slot in form.slots if slot.key == "extra" for item in slot.items]
    plain = (("wheel", keys[0]), ("extra", extras[0]))
    if found is None:
        return plain
    target = unit_of(field.view, found.target)
    lawful = charge_table.wheels(field.view, unit, target, field.card)
    lawful = [one for one in lawful if one[0] in keys]
    for key, by, _ in sorted(lawful, key=lambda one: _liking(field, unit, target, one)):
        for extra in reversed(extras):
            if not charge_plan.plan_charge(field.view, unit, target, by, int(extra)).refusal:
                return (("wheel", key), ("extra", extra))
    return plain


def _liking(field: doctrine.Field, unit: Unit, target: Unit, way: tuple[str, int, str]) -> tuple[bool, bool, int]:
    """A blow from the side that gets home by eye first, then straight at the target, then the smaller wheel."""
    key, by, zone = way
    width, _ = size_of(unit)
    reach = charge_rule.charge_inches(field.card, unit.arm, unit.mounted, unit.target != "", field.view.settings)
    needed = gap(block(unit), block(target)) + width * radians(abs(by) / 100.0)
    home = needed + ground_between(field.view, unit, target) <= reach - BY_EYE
    return (not (home and zone != "front"), key != charge_table.AIM, abs(by))


def fire_keys(field: doctrine.Field, unit: Unit) -> list[str]:
    """Whom a unit may fire at, as the decision would list them."""
    foes = [foe.id for foe in fire_table.targets(field.view, unit, field.card, ())]
    lone = [id for id, _ in fire_table.lone_targets(field.view, unit, field.card)]
    return [*foes, *[fire_table.DOUBLE + id for id in foes], *lone]


def best_target(field: doctrine.Field, unit: Unit, keys: list[str]) -> str:
    """The volley that tells most; double fire where the ammunition can be spared."""
    best = fire_table.HOLD_FIRE
    most = 0.0
    for key in keys:
        worth = _shot_worth(field, unit, key)
        if worth > most + 1e-9:
            best, most = key, worth
    return best


def _shot_worth(field: doctrine.Field, unit: Unit, key: str) -> float:
    if key == fire_table.HOLD_FIRE or key.startswith(fire_table.SPLIT):
        return 0.0
    double = key.startswith(fire_table.DOUBLE)
    found = [foe for foe in field.foes if foe.id == key.removeprefix(fire_table.DOUBLE)]
    if not found:
        return LONE_WORTH if [one for one in field.view.officers if one.id == key] else 0.0
    if double and (unit.disordered or not can_spare(field, unit)):
        return 0.0
    foe = found[0]
    volley = fire_table.volley_of(field.view, unit, foe, double, ())
    boxes = fire_rule.percent(volley) * (100 - fire_rule.volley_save(volley)) / 10000.0
    return doctrine.shaken_worth(field.view, foe, boxes, volley.cover)


def can_spare(field: doctrine.Field, unit: Unit) -> bool:
    """Whether double fire gains more now than it takes from the cards to come before supplies."""
    later = 0
    for card in field.coming:
        if card.word == cards_rule.RESUPPLY:
            break
        later += card.fire
    return field.card.fire > (later if unit.ammo == tables.LOW else later // 2)


def marched(field: doctrine.Field, decision: Decision, form: forms.March) -> tuple[Manoeuvre, ...]:
    """A move, by who is to make it."""
    if decision.kind == "move":
        return best_move(field, unit_of(field.view, decision.about))
    if decision.kind == "officer-move":
        return ride(field, officer_of(field.view, decision.about))
    return form.ways[-1].manoeuvres if form.ways else ()


def best_move(field: doctrine.Field, unit: Unit) -> tuple[Manoeuvre, ...]:
    """The most promising of the usual moves and of those an officer would think of; () to stand."""
    best: tuple[Manoeuvre, ...] = ()
    most = doctrine.stance(field, unit, unit.pose) + 0.05
    for way in movement_ways.ways(field.view, unit, field.card):
        if way.manoeuvres:
            worth = doctrine.stance(field, unit, way.end) + _change_worth(field, unit, way.key)
            if worth > most + 1e-9:
                best, most = way.manoeuvres, worth
    if unit.disordered or unit.arm in (tables.ARTILLERY, tables.WAGON) or unit.formation not in ("line", "loose-order"):
        return best
    others = movement_faults.Others(field.view, unit)
    for goal in places_to_go(field, unit):
        made = _planned(field, unit, goal, others)
        if not made:
            continue
        course = movement_course.course_of(field.view, unit, made)
        if course.fault is not None:
            continue
        worth = doctrine.stance(field, unit, course.after.pose)
        if worth > most + 1e-9 and not movement_faults.faults_of(field.view, unit, field.card, course, others):
            best, most = made, worth
    return best


def _change_worth(field: doctrine.Field, unit: Unit, key: str) -> float:
    """What a change of formation is worth in itself."""
    apart = doctrine.nearest_gap(field, unit)
    if key == "form-up":
        return 6.0
    if key in ("line", "unlimber"):
        wanted = 26.0 if unit.arm == tables.ARTILLERY else 20.0
        return 6.0 if apart < wanted else -1.0
    if key == "go-unlimber":
        return 4.0 if 12.0 < apart < 30.0 else -2.0
    if key in ("limber", "limber-go", "limber-back"):
        return 1.0 if apart > 32.0 and key == "limber-go" else -6.0
    if key == "turn":
        return 2.0
    if key in ("column", "loose", "dismount", "mount", "about", "back"):
        return -3.0
    return 0.0


def places_to_go(field: doctrine.Field, unit: Unit) -> list[Pose]:
    """Where an officer would think of taking his line."""
    foes = sorted(field.foes, key=lambda foe: distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    found: list[Pose] = []
    for foe in foes[:2]:
        toward = bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
        away = distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
        right, before = to_local(foe.pose, unit.pose.x, unit.pose.y)
        for inches in STAND_OFFS:
            x, y = to_world(Pose(unit.pose.x, unit.pose.y, toward), 0.0, away - inches - 0.75)
            found.append(Pose(x, y, toward))
            if before > 0.0:
                x, y = to_world(foe.pose, max(-3.0, min(3.0, right)), inches + 0.75)
                found.append(Pose(x, y, (foe.pose.facing + HALF_TURN) % FULL_TURN))
    for goal in field.view.goals:
        if goal.side in ("", field.side) and goal.holder != field.side:
            found.append(Pose(goal.x, goal.y, bearing(unit.pose.x, unit.pose.y, goal.x, goal.y)))
    return found


def _planned(field: doctrine.Field, unit: Unit, goal: Pose, others: movement_faults.Others) -> tuple[Manoeuvre, ...]:
    """A way towards a place: straight, by wheels or obliquely, as far as the card goes."""
    width, depth = size_of(unit)
    inches = movement_rule.card_inches(field.card, unit.arm, unit.mounted)
    plan = plan_drill(
        start=unit.pose, goal=goal, width=width, depth=depth, allowance=inches, allowed=("forward", "wheel", "oblique")
    )
    if not plan.reached:
        plan = plan_towards(
            start=unit.pose, x=goal.x, y=goal.y, width=width, depth=depth, allowance=inches, max_wheel=4500
        )
    if not plan.manoeuvres:
        return ()
    made = plan.manoeuvres
    if made[-1].kind in ("forward", "oblique"):
        made = movement_ways.affordable(field.view, unit, field.card, made)
        return movement_ways.cut_short(field.view, unit, made, others) if made else ()
    return made


def best_place(field: doctrine.Field, form: forms.Place) -> Pose:
    """Well forward, in one line with friends and near the middle."""
    best = form.candidates[0] if form.candidates else Pose(0.0, 0.0, form.facing)
    most = -FAR
    for pose in form.candidates:
        worth = _place_worth(field, pose, form)
        if worth > most + 1e-9:
            best, most = pose, worth
    return best


def _place_worth(field: doctrine.Field, pose: Pose, form: forms.Place) -> float:
    middle_x = sum([x for x, _ in form.zone]) / len(form.zone)
    middle_y = sum([y for _, y in form.zone]) / len(form.zone)
    right, forth = to_local(Pose(middle_x, middle_y, form.facing), pose.x, pose.y)
    worth = 0.2 * forth - 0.1 * abs(right)
    for friend in field.own:
        _, before = to_local(pose, friend.pose.x, friend.pose.y)
        worth -= 0.2 * min(6.0, abs(before))
    return worth
