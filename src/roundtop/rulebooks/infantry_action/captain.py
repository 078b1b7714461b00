"""A sound brigade commander: rules of thumb for Infantry Action, from what his side can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import (
    Answer,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Item,
    March,
    Marched,
    Place,
    Placed,
    Slot,
)
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.rulebooks.infantry_action.charge import charge_plan
from roundtop.rulebooks.infantry_action.combat import combat_of, partners
from roundtop.rulebooks.infantry_action.command import ALLOWANCE_IN
from roundtop.rulebooks.infantry_action.doctrine import (
    Field,
    charges_open,
    contact,
    duels,
    expected_hits,
    field_of,
    fire_now,
    guessed_charge,
    hit_chance,
    hits_to_rout,
    loss_worth,
    nearest_foe,
    rout_worth,
    stance_at,
    stand_wins,
    threat,
    wanted_goals,
)
from roundtop.rulebooks.infantry_action.melee import slots
from roundtop.rulebooks.infantry_action.movement import FAST_CONE, advance_faults, advance_lanes, judge
from roundtop.rulebooks.infantry_action.orders import END_GO
from roundtop.rulebooks.infantry_action.state import (
    CHARGE,
    FAST,
    FIRE,
    HOLD,
    MOVE,
    OPPORTUNITY,
    TO_ARRIVE,
    State,
    Unit,
    block,
    copied,
    in_contact,
    muzzle,
    stand_right,
    unit_of,
)
from roundtop.table.footprint import FAR, gap
from roundtop.table.measure import FULL_TURN, HALF_TURN, bearing, distance, turn_between
from roundtop.table.path import Manoeuvre
from roundtop.table.plan import plan_rigid
from roundtop.table.pose import Pose, ahead, rounded_pose, to_local, to_world

TO_COME: Final = 0.6
"""What next turn is worth beside this one."""
STAND_OFFS: Final[tuple[float, ...]] = (10.0, 13.0, 16.0)
"""Distances from an enemy line that a unit seeks: to charge from, and to shoot from beyond his charge."""
MEETING: Final = 0.25
"""How likely an enemy beyond reach comes within it before a waiting charge is activated."""
AWAITED: Final = 3.0
"""What it is worth to a line that holds its ground to await the enemy with its muskets loaded."""
TRIES: Final = 8
"""Moves tried in order of their worth before a unit stands where it is."""


def captain(view: State, decision: Decision, stream: Stream) -> Answer:
    """An answer to a decision, from what the player may see."""
    field = field_of(view, decision.player)
    form = decision.form
    if isinstance(form, Assign):
        return give_orders(field, form, stream) if decision.kind == "orders" else spread_fire(field, decision, form)
    if isinstance(form, March):
        unit = unit_of(view, decision.about)
        return Marched(best_advance(field, unit) if decision.kind == "advance" else best_move(field, unit, unit.order))
    if isinstance(form, Place):
        return Placed(best_place(field, unit_of(view, decision.about), form))
    assert isinstance(form, Choose)
    return Chosen(chosen(field, decision, form))


def chosen(field: Field, decision: Decision, form: Choose) -> tuple[str, ...]:
    """The choices, by what is asked."""
    kind = decision.kind
    if kind == "first":
        return ("first" if wants_first(field) else "second",)
    if kind == "activate":
        return (next_unit(field, form),)
    if kind == "charge":
        return (best_target(field, unit_of(field.view, decision.about), form),)
    if kind == "charge-fire":
        return volleys_at_charger(field, unit_of(field.view, decision.about), form)
    if kind == "dominoes":
        return (form.items[0].key,)
    if kind == "place-domino":
        return (best_slot(field, unit_of(field.view, decision.about), form),)
    if kind == "aim":
        return best_aim(field, unit_of(field.view, decision.about), form)
    if kind == "pivot":
        return (best_pivot(field, unit_of(field.view, decision.about), form),)
    if kind == "interrupt":
        return tuple([item.key for item in form.items])
    return tuple([item.key for item in form.items[: max(form.least, min(1, form.most))]])


# ---------------------------------------------------------------- orders


def give_orders(field: Field, form: Assign, stream: Stream) -> Assigned:
    pairs = [(slot.key, _order(field, unit_of(field.view, slot.key), slot, stream)) for slot in form.slots]
    return Assigned(tuple(pairs))


def _order(field: Field, unit: Unit, slot: Slot, stream: Stream) -> str:
    allowed = [item.key for item in slot.items]
    worths = battery_orders(field, unit) if unit.kind == "battery" else infantry_orders(field, unit)
    best = HOLD
    most = -FAR
    for order, worth in worths:
        # A little chance keeps the enemy guessing between orders that are nearly as good.
        worth += 0.1 * stream.below(10)
        if order in allowed and worth > most:
            best, most = order, worth
    return best


def battery_orders(field: Field, unit: Unit) -> list[tuple[str, float]]:
    """Guns fire at what they can hit, wait for what may come, and turn where the house rule lets them."""
    if unit.place == TO_ARRIVE:
        return [(HOLD, 1.0)]
    turns = field.view.settings.artillery_pivot and fire_now(field, unit) == 0.0
    return [(FIRE, 1.0 + 10.0 * fire_now(field, unit)), (OPPORTUNITY, 2.0), (HOLD, 5.0 if turns else 0.0)]


def infantry_orders(field: Field, unit: Unit) -> list[tuple[str, float]]:
    """What each order promises: the stroke it gives now, the charge it may suffer, the place it leads to."""
    if unit.place == TO_ARRIVE:
        return [(MOVE, 0.0), (FAST, 5.0)]
    stay = TO_COME * stance_at(field, unit, unit.pose).promise
    care = field.posture.care
    shock = threat(field, unit, 0.0)
    caught = (1.0 - field.first_chance) * shock
    fire = fire_now(field, unit)
    found: list[tuple[str, float]] = []
    resisted = threat(field, unit, 1.0)
    found.append((FIRE, fire * (0.6 if shock > 0.0 else 0.9) - care * resisted + stay))
    if fire == 0.0 and not field.posture.attacks:
        found.append((OPPORTUNITY, stay - care * resisted + AWAITED))
    for order in marching_orders(field, unit):
        ways = worthy_ways(field, unit, order)
        if ways:
            found.append((order, ways[0].worth - care * caught))
    found.extend(charge_orders(field, unit, stay, shock))
    return found


def charge_orders(field: Field, unit: Unit, stay: float, shock: float) -> list[tuple[str, float]]:
    """A charge now, or bayonets fixed for whoever comes within reach."""
    open_charges = charges_open(field, unit)
    care = field.posture.care
    if open_charges:
        goes_in = 0.9 if shock == 0.0 else 0.75
        caught = (1.0 - field.first_chance) * shock
        return [(CHARGE, goes_in * open_charges[0].worth - care * caught + stay)]
    if unit.routed or not field.posture.attacks:
        return []
    foe = nearest_foe(field, unit.pose)
    if foe is None or gap(block(unit, field.view.settings), block(foe, field.view.settings)) > 24.0:
        return []
    there = ahead(foe.pose, 6.0)
    meeting = guessed_charge(field, unit, unit.pose, foe, there, 0.0)
    ways = lane_ways(field, unit, [unit.pose.facing])
    return [(CHARGE, MEETING * max(0.0, meeting) + ways[0].worth - care * shock)]


def marching_orders(field: Field, unit: Unit) -> tuple[str, ...]:
    """Far from the enemy at the double, near him at a steady pace."""
    foe = nearest_foe(field, unit.pose)
    if foe is None:
        return (MOVE, FAST)
    apart = gap(block(unit, field.view.settings), block(foe, field.view.settings))
    return (FAST, MOVE) if apart > 24.0 else (MOVE,)


# ---------------------------------------------------------------- goes


def wants_first(field: Field) -> bool:
    """Whoever can charge, or be charged, wants to be first; otherwise let the enemy show his hand."""
    for unit in field.own:
        if unit.order == CHARGE and charges_open(field, unit):
            return True
        if unit.order in (MOVE, FAST) and threat(field, unit, 0.0) > 0.0:
            return True
    return False


def next_unit(field: Field, form: Choose) -> str:
    """Charges that can go home first, the best first; then chits that only need turning up; whoever waits goes last."""
    keys = [item.key for item in form.items]
    best = ""
    most = -FAR
    for key in keys:
        if key != END_GO:
            urgency = _urgency(field, unit_of(field.view, key))
            if urgency > most:
                best, most = key, urgency
    return END_GO if END_GO in keys and most < 0.0 else best


def _urgency(field: Field, unit: Unit) -> float:
    if unit.order == CHARGE:
        found = charges_open(field, unit)
        return 100.0 + found[0].worth if found else -10.0
    if unit.order in (MOVE, FAST):
        return 50.0 if threat(field, unit, 0.0) > 0.0 else -5.0
    return 20.0


# ---------------------------------------------------------------- moves


@final
@dataclass(slots=True)
class Course:
    """A move thought of: its manoeuvres, where it ends, and what that is worth."""

    manoeuvres: tuple[Manoeuvre, ...]
    end: Pose
    worth: float


def best_move(field: Field, unit: Unit, order: str) -> tuple[Manoeuvre, ...]:
    """The most promising move that is lawful."""
    for way in worthy_ways(field, unit, order)[:TRIES]:
        if not way.manoeuvres or not judge(field.view, unit, order, way.manoeuvres):
            return way.manoeuvres
    return ()


def best_advance(field: Field, unit: Unit) -> tuple[Manoeuvre, ...]:
    """How far a charge that reaches nobody goes on."""
    lanes = advance_lanes(field.view, unit)
    ways = lane_ways(field, unit, lanes)
    for way in ways:
        if not way.manoeuvres or not advance_faults(field.view, unit, way.manoeuvres, lanes):
            return way.manoeuvres
    return ()


def lane_ways(field: Field, unit: Unit, lanes: list[int]) -> list[Course]:
    """Straight ahead, or straight at the nearest enemy, by steps; the most promising first."""
    found = [_way(field, unit, (), unit.pose)]
    for lane in lanes:
        for inches in (4.0, 8.0, 12.0):
            end = ahead(Pose(unit.pose.x, unit.pose.y, lane), inches)
            found.append(_planned(field, unit, Pose(end.x, end.y, unit.pose.facing), CHARGE))
    found.sort(key=_by_worth)
    return found


def worthy_ways(field: Field, unit: Unit, order: str) -> list[Course]:
    """Moves under an order, the most promising first."""
    found = [_way(field, unit, (), unit.pose)]
    seen: list[Pose] = [unit.pose]
    for goal in places_to_go(field, unit, order):
        way = _planned(field, unit, goal, order)
        if way.end not in seen:
            seen.append(way.end)
            found.append(way)
    found.sort(key=_by_worth)
    return found


def _by_worth(way: Course) -> float:
    return -way.worth


def _planned(field: Field, unit: Unit, goal: Pose, order: str) -> Course:
    size = field.view.settings.stand_in
    lever = stand_right(unit.stands, unit.stands, field.view.settings)
    cone = FAST_CONE if order == FAST else HALF_TURN
    about = order != CHARGE
    plan = plan_rigid(unit.pose, goal, unit.stands * size, size, lever, ALLOWANCE_IN[order], about, cone)
    return _way(field, unit, plan.manoeuvres, rounded_pose(plan.end))


def _way(field: Field, unit: Unit, manoeuvres: tuple[Manoeuvre, ...], end: Pose) -> Course:
    stance = stance_at(field, unit, end)
    return Course(manoeuvres, end, TO_COME * stance.promise - stance.risk)


def places_to_go(field: Field, unit: Unit, order: str) -> list[Pose]:
    """Where an officer would think of taking his line."""
    found: list[Pose] = []
    foes = sorted(field.foes, key=lambda foe: distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    for foe in foes[:3]:
        found.extend(places_before(field, unit, foe))
    for goal in wanted_goals(field):
        facing = bearing(goal.x, goal.y, foes[0].pose.x, foes[0].pose.y) if foes else unit.pose.facing
        found.append(Pose(goal.x, goal.y, facing))
        found.append(Pose(goal.x, goal.y, unit.pose.facing))
    for inches in (6.0, ALLOWANCE_IN[order]):
        found.append(ahead(unit.pose, inches))
    if order == MOVE:
        found.append(ahead(unit.pose, -6.0))
    return found


def places_before(field: Field, unit: Unit, foe: Unit) -> list[Pose]:
    """Opposite an enemy line at the distances that matter, and upon its flanks."""
    size = field.view.settings.stand_in
    right, before = to_local(foe.pose, unit.pose.x, unit.pose.y)
    toward = bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    found = [Pose(unit.pose.x, unit.pose.y, toward)]
    away = distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    for inches in STAND_OFFS:
        x, y = to_world(Pose(unit.pose.x, unit.pose.y, toward), 0.0, away - inches - size)
        found.append(Pose(x, y, toward))
        if before > 0.0:
            x, y = to_world(foe.pose, max(-6.0, min(6.0, right)), inches + size)
            found.append(Pose(x, y, (foe.pose.facing + HALF_TURN) % FULL_TURN))
    side = 1.0 if right > 0.0 else -1.0
    x, y = to_world(foe.pose, side * (0.5 * size * foe.stands + 8.0), -6.0)
    found.append(Pose(x, y, bearing(x, y, foe.pose.x, foe.pose.y)))
    return found


# ---------------------------------------------------------------- charges and dominoes


def best_target(field: Field, unit: Unit, form: Choose) -> str:
    offered = [item.key for item in form.items]
    for charge in charges_open(field, unit):
        if charge.target in offered:
            return charge.target
    return offered[0]


def best_slot(field: Field, unit: Unit, form: Choose) -> str:
    """The looked-at domino goes where its faces change most, a poor one where nobody fights."""
    edges = _edges_by_stand(field, unit)
    places = slots(unit.stands, unit.sideways)
    left, _, right = unit.tile.partition("-")
    best = form.items[0].key
    most = -FAR
    for item in form.items:
        number, _, way = item.key.partition(":")
        faces = (right, left) if way == "turned" else (left, right)
        gain = 0.0
        for stand, face in zip(places[int(number) - 1], faces, strict=False):
            if stand in edges:
                gain += face_gain(int(face), edges[stand])
        if gain > most + 1e-9:
            best, most = item.key, gain
    return best


def face_gain(face: int, edge: float) -> float:
    """What a known face adds to a stand's chances over a blind one; a blank is as good as blind."""
    if face == 0:
        return 0.0
    won = len([other for other in range(1, 7) if face + edge > other])
    lost = len([other for other in range(1, 7) if face + edge < other])
    return (won - lost) / 6.0 - (stand_wins(edge) - stand_wins(-edge))


def _edges_by_stand(field: Field, unit: Unit) -> dict[int, float]:
    """The advantage of each of a unit's stands that will have an opponent."""
    view = field.view
    if unit.charging and not in_contact(view, unit.id):
        plan = charge_plan(view, unit, unit_of(view, unit.charging))
        if plan is None:
            return {}
        view = contact(view, unit, plan)
    combat = combat_of(view, tuple(partners(view, unit.id)))
    edges: dict[int, float] = {}
    for charger, defender, edge in duels(combat):
        if combat.fighters[charger[0]].id == unit.id:
            edges[charger[1]] = edge
        elif combat.fighters[defender[0]].id == unit.id:
            edges[defender[1]] = -edge
    return edges


def volleys_at_charger(field: Field, charger: Unit, form: Choose) -> tuple[str, ...]:
    """The charged line shoots; others only if they would have nothing better to shoot at later."""
    found: list[str] = []
    for item in form.items:
        unit = unit_of(field.view, item.key)
        if unit.id == charger.charging or unit.order == OPPORTUNITY or not _other_mark(field, unit, charger):
            found.append(unit.id)
    return tuple(found)


def _other_mark(field: Field, unit: Unit, charger: Unit) -> bool:
    for foe in field.foes:
        free = foe.id != charger.id and not in_contact(field.view, foe.id)
        if free and expected_hits(field, unit, unit.pose, foe, foe.pose) > 0.5:
            return True
    return False


# ---------------------------------------------------------------- fire


def spread_fire(field: Field, decision: Decision, form: Assign) -> Assigned:
    """Each stand names the enemy stand where its shot adds most: no stand twice while there is another, units first
    that a few more hits put to flight.
    """
    unit = unit_of(field.view, decision.about)
    spared: dict[str, float] = {}
    planned: dict[str, float] = {}
    pairs: list[tuple[str, str]] = []
    for slot in sorted(form.slots, key=lambda slot: (len(slot.items), int(slot.key))):
        best = ""
        most = 0.0
        for item in slot.items:
            worth = _shot_worth(field, unit, int(slot.key), item, spared, planned)
            if worth > most + 1e-9:
                best, most = item.key, worth
        if best:
            pairs.append((slot.key, best))
            name, number = _named(best)
            chance = _chance(field, unit, int(slot.key), unit_of(field.view, name), number)
            planned[name] = planned.get(name, 0.0) + chance * spared.get(best, 1.0)
            spared[best] = spared.get(best, 1.0) * (1.0 - chance)
    return Assigned(tuple(pairs))


def _named(key: str) -> tuple[str, int]:
    name, _, number = key.rpartition(":")
    return name, int(number)


def _shot_worth(
    field: Field, unit: Unit, stand: int, item: Item, spared: dict[str, float], planned: dict[str, float]
) -> float:
    name, number = _named(item.key)
    foe = unit_of(field.view, name)
    chance = _chance(field, unit, stand, foe, number) * spared.get(item.key, 1.0)
    if foe.charging:
        return chance + 0.01
    if number in foe.hits:
        return 0.001
    need = hits_to_rout(foe)
    decisive = planned.get(name, 0.0) < need + 0.5
    return chance * (1.0 + (rout_worth(field.view, foe) / need if decisive else 0.0))


def _chance(field: Field, unit: Unit, stand: int, foe: Unit, number: int) -> float:
    """The chance of a stand's die; a charger is shot at from near by."""
    if foe.charging:
        return hit_chance(field.view, unit, 1.0)
    settings = field.view.settings
    mx, my = muzzle(unit.pose, unit.stands, stand, settings)
    right, before = to_local(foe.pose, mx, my)
    half = 0.5 * settings.stand_in
    aside = max(0.0, abs(right - stand_right(foe.stands, number, settings)) - half)
    return hit_chance(field.view, unit, distance(0.0, 0.0, aside, max(0.0, abs(before) - half)))


def best_aim(field: Field, unit: Unit, form: Choose) -> tuple[str, ...]:
    """A gun aims at the middle of the line where hits count most."""
    best: tuple[str, ...] = ()
    most = 0.0
    for item in form.items:
        name, number = _named(item.key)
        foe = unit_of(field.view, name)
        if foe.kind == "battery":
            worth = rout_worth(field.view, foe) / 36.0
        elif number in foe.hits and not foe.charging:
            worth = 0.001
        else:
            chance = _chance(field, unit, 1, foe, number)
            worth = chance * loss_worth(field.view, foe, 1.0)
            fresh = [side for side in (number - 1, number + 1) if 1 <= side <= foe.stands and side not in foe.hits]
            worth += chance * chance * 0.5 * len(fresh)
        if worth > most + 1e-9:
            best, most = (item.key,), worth
    return best


def best_pivot(field: Field, unit: Unit, form: Choose) -> str:
    """A battery turns to where its fire tells most, the least turn if equal."""
    best = "0"
    most = -FAR
    for item in form.items:
        by = int(item.key)
        turned = copied(unit)
        turned.pose = Pose(unit.pose.x, unit.pose.y, (unit.pose.facing + 100 * by) % FULL_TURN)
        worth = fire_now(field, turned) + _toward(field, turned) - 0.001 * abs(by)
        if worth > most:
            best, most = item.key, worth
    return best


def _toward(field: Field, unit: Unit) -> float:
    foe = nearest_foe(field, unit.pose)
    if foe is None:
        return 0.0
    off = turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    return -0.00001 * abs(off)


# ---------------------------------------------------------------- setting up


def best_place(field: Field, unit: Unit, form: Place) -> Pose:
    """Well forward, in one line with friends and near the middle, upon good ground."""
    best = form.candidates[0] if form.candidates else Pose(0.0, 0.0, form.facing)
    most = -FAR
    for pose in form.candidates:
        worth = _place_worth(field, unit, pose, form)
        if worth > most + 1e-9:
            best, most = pose, worth
    return best


def _place_worth(field: Field, unit: Unit, pose: Pose, form: Place) -> float:
    middle_x = sum([x for x, _ in form.zone]) / len(form.zone)
    middle_y = sum([y for _, y in form.zone]) / len(form.zone)
    right, forward = to_local(Pose(middle_x, middle_y, form.facing), pose.x, pose.y)
    worth = 0.2 * forward - 0.1 * abs(right)
    for friend in field.own:
        _, before = to_local(pose, friend.pose.x, friend.pose.y)
        worth -= 0.2 * min(6.0, abs(before))
    return worth
