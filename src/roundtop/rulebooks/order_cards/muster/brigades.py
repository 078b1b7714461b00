"""The brigades of a side, and the players who lead them."""

from __future__ import annotations

from roundtop.battle.protocol import Player
from roundtop.battle.scenario import Formation, MusterError, Regiment, Scenario
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.muster import units
from roundtop.rulebooks.order_cards.options import Settings


@record
class Brigade:
    """A brigade as this book has it: units that muster together under one officer, of one player."""

    id: str
    side: str
    bodies: tuple[units.Body, ...]


def brigades(scenario: Scenario, settings: Settings) -> list[Brigade]:
    """Brigades as in history, single units joined to a neighbour, large ones divided [setup.muster]."""
    found: list[Brigade] = []
    for side in scenario.sides:
        own = _historical(scenario, side.id, settings)
        own = _no_single_ones(scenario, own)
        for brigade in own:
            found.extend(_divided(brigade, settings))
    return found


def _historical(scenario: Scenario, side: str, settings: Settings) -> list[Brigade]:
    """The bodies of each brigade; batteries of no brigade are together those of their division, corps or side."""
    groups: dict[str, list[Regiment]] = {}
    for regiment in scenario.regiments:
        if regiment.side == side:
            groups.setdefault(regiment.brigade or regiment.formation or side, []).append(regiment)
    found: list[Brigade] = []
    guns: dict[str, list[units.Body]] = {}
    for id, own in groups.items():
        guns[id] = [(one,) for one in own if units.arm_of(one) == tables.ARTILLERY]
    guns = units.sections(scenario, guns, settings)
    for id, regiments in groups.items():
        bodies: list[units.Body] = []
        for arm in (tables.INFANTRY, tables.CAVALRY):
            bodies.extend(units.joined([(one,) for one in regiments if units.arm_of(one) == arm], settings))
        bodies = [
            body
            for body in [*bodies, *guns[id]]
            if not (units.too_small(body, settings) and units.left_out(body, settings))
        ]
        if bodies:
            order = {regiment.id: place for place, regiment in enumerate(regiments)}
            bodies.sort(key=lambda body: order.get(body[0].id, len(order)))
            found.append(Brigade(id, side, tuple(bodies)))
    return found


def division_of(scenario: Scenario, formation: str) -> str:
    for found in scenario.formations:
        if found.id == formation:
            return found.id if found.level == "division" else found.parent
    return ""


def _no_single_ones(scenario: Scenario, found: list[Brigade]) -> list[Brigade]:
    """A brigade of one unit joins the next of its division, the one before if it is the last [setup.muster].

    Batteries of no brigade stay apart, and so does a brigade that is alone in its division.
    """
    kept = list(found)
    for brigade in found:
        if brigade not in kept or len(brigade.bodies) != 1 or _level(scenario, brigade.id) != "brigade":
            continue
        division = division_of(scenario, brigade.id)
        fellows = [other for other in kept if division and division_of(scenario, other.id) == division]
        if len(fellows) < 2:
            continue
        place = fellows.index(brigade)
        host = fellows[place + 1] if place + 1 < len(fellows) else fellows[place - 1]
        bodies = (*brigade.bodies, *host.bodies) if place + 1 < len(fellows) else (*host.bodies, *brigade.bodies)
        kept = [Brigade(b.id, b.side, bodies) if b is host else b for b in kept if b is not brigade]
    return kept


def _level(scenario: Scenario, id: str) -> str:
    for found in scenario.formations:
        if found.id == id:
            return found.level
    return ""


def _divided(brigade: Brigade, settings: Settings) -> list[Brigade]:
    """A brigade of more than six units in the fewest parts, the larger first; gunners alone stay together."""
    sizes = [len(units.parts_of(body, settings)) for body in brigade.bodies]
    if sum(sizes) <= units.MOST_UNITS or not [
        body for body in brigade.bodies if units.arm_of(body[0]) != tables.ARTILLERY
    ]:
        return [brigade]
    parts = tables.ceiling(sum(sizes), units.MOST_UNITS)
    each, over = divmod(len(brigade.bodies), parts)
    found: list[Brigade] = []
    first = 0
    for part in range(parts):
        last = first + each + (1 if part < over else 0)
        id = brigade.id if part == 0 else f"{brigade.id}.{part + 1}"
        found.append(Brigade(id, brigade.side, brigade.bodies[first:last]))
        first = last
    return found


def owner(scenario: Scenario, formation: str, side: str, players: tuple[Player, ...]) -> str:
    """The player to whom a formation, or one above it, is given; else the commander of its side.

    [setup.organisation, turn.who-decides]
    """
    own = [player for player in players if player.side == side]
    if not own:
        raise MusterError(f"players: nobody plays the side '{side}'; name a player for it")
    above = formation.partition(".")[0]
    while above:
        for player in own:
            if above in player.formations:
                return player.id
        above = parent(scenario.formations, above)
    return own[0].id


def parent(formations: tuple[Formation, ...], id: str) -> str:
    for found in formations:
        if found.id == id:
            return found.parent
    return ""
