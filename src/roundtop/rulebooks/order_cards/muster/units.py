"""Bodies of men and guns of a scenario as units: joined, divided, armed and graded."""

from __future__ import annotations

from typing import Final, TypeAlias

from roundtop.battle.scenario import GUN_ARMS, Regiment, Scenario, commonest
from roundtop.kit import muster
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.muster import brigades
from roundtop.rulebooks.order_cards.options import Settings

HORSEMEN: Final = ("cavalry", "mounted-infantry")
FEWEST: Final[dict[str, int]] = {tables.INFANTRY: 3, tables.CAVALRY: 2, tables.ARTILLERY: 2}
MOST: Final[dict[str, int]] = {tables.INFANTRY: 10, tables.CAVALRY: 8, tables.ARTILLERY: 4}
"""Stands of a unit at muster [setup.muster]."""
MOST_UNITS: Final = 6
"""Units of a brigade [setup.muster]."""
RIFLES: Final = ("3-inch-rifle", "10-pdr-parrott", "20-pdr-parrott")
"""[setup.muster-weapons]"""
USUAL_WEAPON: Final[dict[str, str]] = {
    tables.INFANTRY: "rifle-musket",
    tables.CAVALRY: "carbine",
    tables.ARTILLERY: "12-pdr-napoleon",
}
Body: TypeAlias = tuple[Regiment, ...]
"""Regiments that fight as one."""


def arm_of(regiment: Regiment) -> str:
    """Infantry, cavalry or artillery [setup.muster-weapons]."""
    if regiment.arm in GUN_ARMS:
        return tables.ARTILLERY
    return tables.CAVALRY if regiment.arm in HORSEMEN else tables.INFANTRY


def men_of(body: Body) -> int:
    """Men, or guns."""
    return sum([regiment.guns if arm_of(regiment) == tables.ARTILLERY else regiment.men for regiment in body])


def stands_of(arm: str, number: int, settings: Settings) -> int:
    """Stands of so many men, half up, or so many guns, rounded up [setup.muster]."""
    if arm == tables.ARTILLERY:
        return tables.ceiling(number, settings.guns_per_stand)
    return (2 * number + settings.men_per_stand) // (2 * settings.men_per_stand)


def too_small(body: Body, settings: Settings) -> bool:
    arm = arm_of(body[0])
    if arm == tables.ARTILLERY:
        return men_of(body) <= settings.guns_per_stand
    return stands_of(arm, men_of(body), settings) < FEWEST[arm]


def left_out(body: Body, settings: Settings) -> bool:
    """Whether a body that nobody can take in is too small to take the field [setup.muster]."""
    arm = arm_of(body[0])
    return arm != tables.ARTILLERY and 2 * men_of(body) < FEWEST[arm] * settings.men_per_stand


def joined(bodies: list[Body], settings: Settings) -> list[Body]:
    """Bodies of one brigade and arm, the too small joined to the weakest other, the weakest first [setup.muster]."""
    found = list(bodies)
    while True:
        small = [body for body in found if too_small(body, settings)]
        if not small or len(found) == 1:
            return found
        weakest = _weakest(small)
        host = _weakest([body for body in found if body is not weakest])
        found = [(*host, *weakest) if body is host else body for body in found if body is not weakest]


def _weakest(bodies: list[Body]) -> Body:
    """The body of fewest men or guns, the first if equal."""
    best = bodies[0]
    for body in bodies:
        if men_of(body) < men_of(best):
            best = body
    return best


def sections(scenario: Scenario, guns: dict[str, list[Body]], settings: Settings) -> dict[str, list[Body]]:
    """Batteries by brigade, a section joined to the smallest with room of its brigade, else division [setup.muster]."""
    most = MOST[tables.ARTILLERY] * settings.guns_per_stand
    found = {id: list(bodies) for id, bodies in guns.items()}
    for id in guns:
        for section in [body for body in guns[id] if too_small(body, settings)]:
            division = brigades.division_of(scenario, id)
            near = [
                other
                for other in found
                if other != id and division and brigades.division_of(scenario, other) == division
            ]
            for pool in ([id], near):
                hosts = [b for other in pool for b in found[other] if b != section and men_of((*b, *section)) <= most]
                if hosts:
                    host = _weakest(hosts)
                    found[id] = [body for body in found[id] if body != section]
                    for other in pool:
                        found[other] = [(*body, *section) if body == host else body for body in found[other]]
                    break
    return found


def parts_of(body: Body, settings: Settings) -> list[int]:
    """The stands of each unit a body makes: the fewest parts that fit, as equal as can be [setup.muster]."""
    arm = arm_of(body[0])
    number = men_of(body)
    parts = 1
    while stands_of(arm, tables.ceiling(number, parts), settings) > MOST[arm]:
        parts += 1
    return [max(FEWEST[arm], stands_of(arm, share, settings)) for share in muster.shares(number, parts)]


def larger(body: Body) -> Regiment:
    """The part whose quality and weapon the whole has, the first if equal [setup.muster]."""
    best = body[0]
    for regiment in body:
        if men_of((regiment,)) > men_of((best,)):
            best = regiment
    return best


def weapon_of(body: Body) -> str:
    """The weapon of the larger part; of a battery the commonest gun [setup.muster-weapons]."""
    if arm_of(body[0]) != tables.ARTILLERY:
        return commonest(larger(body).weapons) or USUAL_WEAPON[arm_of(body[0])]
    return muster.commonest_weapon(body) or USUAL_WEAPON[tables.ARTILLERY]


def rifled_stands(body: Body, stands: int, settings: Settings) -> int:
    """Gun stands that are rifled, half up [setup.muster-weapons, fire.rifled]."""
    guns = men_of(body)
    if arm_of(body[0]) != tables.ARTILLERY or not settings.rifled_artillery or not guns:
        return 0
    rifles = sum([one.number for regiment in body for one in regiment.weapons if one.kind in RIFLES])
    return min(stands, (2 * stands * rifles + guns) // (2 * guns))


def grade_of(quality: str, settings: Settings) -> int:
    """Basic morale [setup.morale-grade]."""
    if quality == "elite":
        return settings.grade_elite
    if quality == "veteran":
        return settings.grade_veteran
    return settings.grade_green if quality == "green" else settings.grade_regular
