"""What a base brings with it: elan, ammunition, weapons and traits."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scenario import GUN_ARMS, QUALITIES, MusterError, Regiment, Scenario, value, whole_number
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.muster import commands
from roundtop.rulebooks.chamberlain.options import Settings

ELAN: Final = (3, 9)
AMMO: Final = (3, 8)
WEAPONS: Final = {
    "rifle-musket": "rifle-musket",
    "inferior-rifle": "rifle-musket",
    "smoothbore-musket": "smoothbore",
    "breech-loading-rifle": "breechloading-rifle",
    "repeating-rifle": "repeating-rifle",
    "muzzle-loading-carbine": "carbine",
    "smoothbore-carbine": "carbine",
    "breech-loading-carbine": "breechloading-carbine",
    "repeating-carbine": "repeating-carbine",
    "shotgun": "shotgun",
    "pistol-and-sabre": "sabre-pistol",
    "pistol": "sabre-pistol",
    "sabre": "sabre-pistol",
    "lance": "sabre-pistol",
    "unarmed": "sabre-pistol",
}
# Smoothbores first: of guns equal in number they decide the type.
GUNS: Final = ("12-pdr-napoleon", "howitzer", "6-pdr", "3-inch-rifle", "10-pdr-parrott", "20-pdr-parrott")
RIFLED: Final = ("3-inch-rifle", "10-pdr-parrott")
HEAVY: Final = ("20-pdr-parrott",)
YELLS: Final = {"YH": "union", "RY": "confederate"}


def arm(body: commands.Body) -> str:
    """The troop type [setup.arms]."""
    return commands.FOOT_ARMS.get(body.lead.arm, body.lead.arm)


def quality(body: commands.Body) -> int:
    """1 green to 4 elite: the mean by men, to the nearest whole, a half downwards [setup.muster]."""
    whole = commands.men(body)
    if not whole:
        return QUALITIES.index(body.lead.quality) + 1
    grades = sum([regiment.men * (QUALITIES.index(regiment.quality) + 1) for regiment in body.regiments])
    return -((whole - 2 * grades) // (2 * whole))


def elan(scenario: Scenario, body: commands.Body, scale: commands.Scale, settings: Settings) -> int:
    """Starting elan by arm and quality, less 1 if small, plus 1 if very large [unit.elan-values, setup.muster]."""
    said = whole_number(scenario, commands.RULEBOOK, "elan", body.lead.id, ELAN)
    if said:
        return said
    table = {
        "infantry": settings.unit_default_elan_infantry,
        "cavalry": settings.unit_default_elan_cavalry,
        "mounted-infantry": settings.unit_default_elan_mounted_infantry,
    }[arm(body)]
    strength = commands.men(body) // body.of
    size = -1 if strength < scale.small else 1 if strength > scale.normal else 0
    return max(ELAN[0], min(ELAN[1], table[quality(body) - 1] + size))


def commonest_gun(body: commands.Body) -> str:
    """The gun of which there are most, smoothbores first if equal [setup.muster]."""
    counts = dict.fromkeys(GUNS, 0)
    for regiment in body.regiments:
        for weapon in regiment.weapons:
            counts[weapon.kind] = counts.get(weapon.kind, 0) + weapon.number
    return max(GUNS, key=lambda gun: counts[gun])


def gun_traits(scenario: Scenario, body: commands.Body) -> tuple[str, ...]:
    """RANGE for rifled guns, RH as well for the heavy and for an artillery reserve [setup.muster]."""
    gun = commonest_gun(body)
    if gun in HEAVY:
        return ("RANGE", "RH")
    if gun in RIFLED:
        return ("RANGE", "RH") if in_reserve(scenario, body.lead) else ("RANGE",)
    return ()


def in_reserve(scenario: Scenario, regiment: Regiment) -> bool:
    """Whether a battery belongs to an army's artillery reserve, which is known by its name."""
    above = {formation.id: formation for formation in scenario.formations}
    id = regiment.formation
    while id in above:
        if "reserve" in above[id].name.lower():
            return True
        id = above[id].parent
    return False


def ammo(
    scenario: Scenario, body: commands.Body, traits: tuple[str, ...], scale: commands.Scale, settings: Settings
) -> int:
    """The starting ammunition number [unit.ammo-values, setup.muster]."""
    said = whole_number(scenario, commands.RULEBOOK, "ammo", body.lead.id, AMMO)
    if said:
        return said
    start = settings.unit_default_ammo_horse if arm(body) == "horse-artillery" else settings.unit_default_ammo_field
    if "RH" in traits:
        start = settings.unit_default_ammo_heavy
    if commonest_gun(body) == "6-pdr":
        start -= 1
    if commands.guns(body) // body.of < scale.few_guns:
        start -= 1
    return max(AMMO[0], min(AMMO[1], start))


def weapon(body: commands.Body, settings: Settings) -> str:
    """The firearm of most of the men, the first listed if equal [setup.muster, unit.weapon-carbine]."""
    if body.lead.arm in GUN_ARMS:
        return ""
    counts: dict[str, int] = {}
    for regiment in body.regiments:
        for carried in regiment.weapons:
            kind = WEAPONS.get(carried.kind, settings.weapon_cavalry_default)
            counts[kind] = counts.get(kind, 0) + carried.number
    if counts:
        return max(counts, key=lambda kind: counts[kind])
    return settings.weapon_cavalry_default if arm(body) == "cavalry" else "rifle-musket"


def traits(scenario: Scenario, body: commands.Body) -> tuple[str, ...]:
    """The unit traits of most of a base's men; yells and impetuosity only as the scenario names them [setup.muster]."""
    counts: dict[str, int] = {}
    for regiment in body.regiments:
        weight = regiment.guns if regiment.arm in GUN_ARMS else regiment.men
        named = list(listed(scenario, regiment.id, tables.UNIT_TRAITS))
        if regiment.arm == "sharpshooters":
            named.append("SS")
        for trait in dict.fromkeys(named):
            if YELLS.get(trait, regiment.side) != regiment.side:
                raise MusterError(f"{regiment.id}.values.{commands.RULEBOOK}.traits: {trait} belongs to the other side")
            counts[trait] = counts.get(trait, 0) + weight
    whole = commands.guns(body) if body.lead.arm in GUN_ARMS else commands.men(body)
    found = [trait for trait in tables.UNIT_TRAITS if 2 * counts.get(trait, 0) > whole]
    if body.lead.arm in GUN_ARMS:
        found.extend([trait for trait in gun_traits(scenario, body) if trait not in found])
    return tuple(found)


def listed(scenario: Scenario, about: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    """The traits a scenario names for a regiment or commander."""
    text = value(scenario, commands.RULEBOOK, "traits", about) or ""
    found = tuple([word.strip() for word in text.split(",") if word.strip()])
    for trait in found:
        if trait not in allowed:
            raise MusterError(
                f"{about}.values.{commands.RULEBOOK}.traits: expected {', '.join(allowed)}, found '{trait}'"
            )
    return found
