"""Whom the captain shoots at and charges, and how he lays his dominoes."""

from __future__ import annotations

from roundtop.battle.forms import Assign, Assigned, Choose, Item, March
from roundtop.battle.protocol import Decision
from roundtop.rulebooks.infantry_action.bot import charges, doctrine
from roundtop.rulebooks.infantry_action.charge import paths as charge_paths
from roundtop.rulebooks.infantry_action.charge import table as charge_table
from roundtop.rulebooks.infantry_action.field import OPPORTUNITY, in_contact, muzzle, stand_right, unit_of
from roundtop.rulebooks.infantry_action.melee import rule as melee_rule
from roundtop.rulebooks.infantry_action.melee import table as melee_table
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.table.footprint import FAR
from roundtop.table.measure import distance
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import to_local


def best_target(field: doctrine.Field, unit: Unit, form: Choose) -> str:
    offered = [item.key for item in form.items]
    for charge in charges.charges_open(field, unit):
        if charge.plan.target in offered:
            return charge.plan.target
    return offered[0]


def best_strike(field: doctrine.Field, unit: Unit, form: March) -> tuple[Manoeuvre, ...]:
    """Of the ways in that are offered the one that promises most."""
    best = form.ways[0].manoeuvres
    most = -FAR
    for way in form.ways:
        for foe in field.foes:
            plan = charge_paths.by_hand(field.view, unit, foe, way.manoeuvres)
            if isinstance(plan, charge_paths.Plan) and plan.end == way.end:
                worth = charges.plan_worth(field, unit, plan)
                if worth > most + 1e-9:
                    best, most = way.manoeuvres, worth
    return best


def best_slot(field: doctrine.Field, unit: Unit, form: Choose) -> str:
    """The looked-at domino goes where its faces change most, a poor one where nobody fights."""
    edges = _edges_by_stand(field, unit)
    places = melee_rule.slots(unit.stands, unit.sideways)
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
    return (won - lost) / 6.0 - (charges.stand_wins(edge) - charges.stand_wins(-edge))


def _edges_by_stand(field: doctrine.Field, unit: Unit) -> dict[int, float]:
    """The advantage of each of a unit's stands that will have an opponent."""
    view = field.view
    if unit.charging and not in_contact(view, unit.id):
        target = unit_of(view, unit.charging)
        flank = charge_paths.from_flank_or_rear(view, unit, target)
        met = charge_paths.meeting(view, unit, target, flank, unit.contact) if unit.contact is not None else None
        if unit.contact is None or met is None:
            return {}
        plan = charge_paths.Plan(target.id, flank, (), unit.contact, *met)
        view = charge_table.gone_home(view, unit, plan)
    combat = melee_table.combat_of(view, tuple(melee_table.partners(view, unit.id)))
    edges: dict[int, float] = {}
    for charger, defender, edge in charges.duels(combat):
        if combat.fighters[charger[0]].id == unit.id:
            edges[charger[1]] = edge
        elif combat.fighters[defender[0]].id == unit.id:
            edges[defender[1]] = -edge
    return edges


def volleys_at_charger(field: doctrine.Field, charger: Unit, form: Choose) -> tuple[str, ...]:
    """The charged line shoots; others only if they would have nothing better to shoot at later."""
    found: list[str] = []
    for item in form.items:
        unit = unit_of(field.view, item.key)
        if unit.id == charger.charging or unit.order == OPPORTUNITY or not _other_mark(field, unit, charger):
            found.append(unit.id)
    return tuple(found)


def _other_mark(field: doctrine.Field, unit: Unit, charger: Unit) -> bool:
    for foe in field.foes:
        free = foe.id != charger.id and not in_contact(field.view, foe.id)
        if free and doctrine.expected_hits(field, unit, unit.pose, foe, foe.pose) > 0.5:
            return True
    return False


def spread_fire(field: doctrine.Field, decision: Decision, form: Assign) -> Assigned:
    """Each stand names the enemy stand where its shot adds most: no stand twice while there is another, units first
    that a few more hits put to flight.
    """
    unit = unit_of(field.view, decision.about)
    spared, planned = aimed_already(field)
    pairs: list[tuple[str, str]] = []
    for slot in sorted(form.slots, key=lambda slot: (len(slot.items), int(slot.key))):
        best = ""
        most = 0.0
        for item in slot.items:
            worth = _shot_worth(field=field, unit=unit, stand=int(slot.key), item=item, spared=spared, planned=planned)
            if worth > most + 1e-9:
                best, most = item.key, worth
        if best:
            pairs.append((slot.key, best))
            name, number = _named(best)
            chance = _chance(field, unit, int(slot.key), unit_of(field.view, name), number)
            planned[name] = planned.get(name, 0.0) + chance * spared.get(best, 1.0)
            spared[best] = spared.get(best, 1.0) * (1.0 - chance)
    return Assigned(tuple(pairs))


def aimed_already(field: doctrine.Field) -> tuple[dict[str, float], dict[str, float]]:
    """How likely fire named before spares each enemy stand, and the hits it promises on each unit."""
    spared: dict[str, float] = {}
    planned: dict[str, float] = {}
    for friend in field.own:
        for stand, name, number in friend.aims:
            key = f"{name}:{number}"
            chance = _chance(field, friend, stand, unit_of(field.view, name), number)
            planned[name] = planned.get(name, 0.0) + chance * spared.get(key, 1.0)
            spared[key] = spared.get(key, 1.0) * (1.0 - chance)
    return spared, planned


def _named(key: str) -> tuple[str, int]:
    name, _, number = key.rpartition(":")
    return name, int(number)


def _shot_worth(
    field: doctrine.Field, unit: Unit, stand: int, item: Item, spared: dict[str, float], planned: dict[str, float]
) -> float:
    name, number = _named(item.key)
    foe = unit_of(field.view, name)
    chance = _chance(field, unit, stand, foe, number) * spared.get(item.key, 1.0)
    if foe.charging:
        return chance + 0.01
    if number in foe.hits:
        return 0.001
    need = doctrine.hits_to_finish(field.view, foe)
    decisive = planned.get(name, 0.0) < need + 0.5
    return chance * (1.0 + (doctrine.rout_worth(field.view, foe) / need if decisive else 0.0))


def _chance(field: doctrine.Field, unit: Unit, stand: int, foe: Unit, number: int) -> float:
    """The chance of a stand's die; a charger is shot at from near by."""
    if foe.charging:
        return doctrine.hit_chance(field.view, unit, 1.0)
    settings = field.view.settings
    mx, my = muzzle(unit.pose, unit.stands, stand, settings)
    right, before = to_local(foe.pose, mx, my)
    half = 0.5 * settings.stand_in
    aside = max(0.0, abs(right - stand_right(foe.stands, number, settings)) - half)
    return doctrine.hit_chance(field.view, unit, distance(0.0, 0.0, aside, max(0.0, abs(before) - half)))


def best_aim(field: doctrine.Field, unit: Unit, form: Choose) -> tuple[str, ...]:
    """A gun aims at the middle of the line where hits count most."""
    best: tuple[str, ...] = ()
    most = 0.0
    spared, _ = aimed_already(field)
    for item in form.items:
        name, number = _named(item.key)
        foe = unit_of(field.view, name)
        if foe.kind == "battery":
            worth = doctrine.rout_worth(field.view, foe) / 36.0
        elif number in foe.hits and not foe.charging:
            worth = 0.001
        else:
            chance = _chance(field, unit, 1, foe, number)
            worth = chance * doctrine.loss_worth(field.view, foe, 1.0)
            fresh = [side for side in (number - 1, number + 1) if 1 <= side <= foe.stands and side not in foe.hits]
            worth += chance * chance * 0.5 * len(fresh)
            worth *= 1.0 if foe.charging else spared.get(item.key, 1.0)
        if worth > most + 1e-9:
            best, most = (item.key,), worth
    return best
