"""Which chit the captain lays, and who goes first."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Assign, Assigned, Choose, Slot
from roundtop.dice.sources import Stream
from roundtop.rulebooks.infantry_action.bot import charges, doctrine, moves, stances
from roundtop.rulebooks.infantry_action.command import table as command_table
from roundtop.rulebooks.infantry_action.field import CHARGE, FAST, FIRE, MOVE, OPPORTUNITY, TO_ARRIVE, block, unit_of
from roundtop.rulebooks.infantry_action.state import HOLD, Unit
from roundtop.table.footprint import FAR, gap
from roundtop.table.pose import ahead

TO_COME: Final = 0.6
"""What next turn is worth beside this one."""
COMING: Final = 0.15
"""How likely an enemy who could come into range this turn does: muskets are loaded before he is there."""
AWAITED: Final = 3.0
"""What it is worth to a line that holds its ground to await the enemy with its muskets loaded."""


def give_orders(field: doctrine.Field, form: Assign, stream: Stream) -> Assigned:
    pairs = [(slot.key, _order(field, unit_of(field.view, slot.key), slot, stream)) for slot in form.slots]
    return Assigned(tuple(pairs))


def _order(field: doctrine.Field, unit: Unit, slot: Slot, stream: Stream) -> str:
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


def battery_orders(field: doctrine.Field, unit: Unit) -> list[tuple[str, float]]:
    """Guns fire at what they can hit, wait for what may come, and turn where the house rule lets them."""
    if unit.place == TO_ARRIVE:
        return [(HOLD, 1.0)]
    turns = field.view.settings.artillery_pivot and stances.fire_now(field, unit) == 0.0
    return [(FIRE, 1.0 + 10.0 * stances.fire_now(field, unit)), (OPPORTUNITY, 2.0), (HOLD, 5.0 if turns else 0.0)]


def infantry_orders(field: doctrine.Field, unit: Unit) -> list[tuple[str, float]]:
    """What each order promises: the stroke it gives now, the charge it may suffer, the place it leads to."""
    if unit.place == TO_ARRIVE:
        return [(MOVE, 0.0), (FAST, 5.0)]
    stay = TO_COME * stances.stance_at(field, unit, unit.pose).promise
    care = field.posture.care
    shock = charges.threat(field, unit, 0.0)
    caught = (1.0 - field.first_chance) * shock
    fire = stances.fire_now(field, unit)
    found: list[tuple[str, float]] = []
    resisted = charges.threat(field, unit, 1.0)
    volley = fire * (0.6 if shock > 0.0 else 0.9) if fire > 0.0 else COMING * stances.fire_awaited(field, unit)
    found.append((FIRE, volley - care * resisted + stay))
    if fire == 0.0 and not field.posture.attacks:
        found.append((OPPORTUNITY, stay - care * resisted + AWAITED))
    for order in marching_orders(field, unit):
        ways = moves.worthy_ways(field, unit, order)
        if ways:
            found.append((order, ways[0].worth - care * caught))
    found.extend(charge_orders(field, unit, stay, shock))
    return found


def charge_orders(field: doctrine.Field, unit: Unit, stay: float, shock: float) -> list[tuple[str, float]]:
    """A charge now, or bayonets fixed for whoever comes within reach."""
    open_charges = charges.charges_open(field, unit)
    care = field.posture.care
    if open_charges:
        goes_in = 0.9 if shock == 0.0 else 0.75
        caught = (1.0 - field.first_chance) * shock
        return [(CHARGE, goes_in * open_charges[0].worth - care * caught + stay)]
    if unit.routed or not field.posture.attacks:
        return []
    foe = stances.nearest_foe(field, unit.pose)
    if foe is None or gap(block(unit, field.view.settings), block(foe, field.view.settings)) > 24.0:
        return []
    there = ahead(foe.pose, 6.0)
    meeting = charges.guessed_charge(field=field, charger=unit, at=unit.pose, defender=foe, there=there, firing=0.0)
    ways = moves.lane_ways(field, unit, [unit.pose.facing])
    return [(CHARGE, moves.MEETING * max(0.0, meeting) + ways[0].worth - care * shock)]


def marching_orders(field: doctrine.Field, unit: Unit) -> tuple[str, ...]:
    """Far from the enemy at the double, near him at a steady pace."""
    foe = stances.nearest_foe(field, unit.pose)
    if foe is None:
        return (MOVE, FAST)
    apart = gap(block(unit, field.view.settings), block(foe, field.view.settings))
    return (FAST, MOVE) if apart > 24.0 else (MOVE,)


def wants_first(field: doctrine.Field) -> bool:
    """Whoever can charge, or be charged, wants to be first; otherwise let the enemy show his hand."""
    for unit in field.own:
        if unit.order == CHARGE and charges.charges_open(field, unit):
            return True
        if unit.order in (MOVE, FAST) and charges.threat(field, unit, 0.0) > 0.0:
            return True
    return False


def next_unit(field: doctrine.Field, form: Choose) -> str:
    """Charges that can go home first, the best first; then chits that only need turning up; whoever waits goes last."""
    keys = [item.key for item in form.items]
    best = ""
    most = -FAR
    for key in keys:
        if key != command_table.END_GO:
            urgency = _urgency(field, unit_of(field.view, key))
            if urgency > most:
                best, most = key, urgency
    return command_table.END_GO if command_table.END_GO in keys and most < 0.0 else best


def _urgency(field: doctrine.Field, unit: Unit) -> float:
    if unit.order == CHARGE:
        found = charges.charges_open(field, unit)
        return 100.0 + found[0].worth if found else -10.0
    if unit.order in (MOVE, FAST):
        return 50.0 if charges.threat(field, unit, 0.0) > 0.0 else -5.0
    return 20.0
