"""The officers of a battle."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scenario import GUN_ARMS, Commander, MusterError, Scenario, Side, senior
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.command import rule as command_rule
from roundtop.rulebooks.chamberlain.muster import commands as muster_commands
from roundtop.rulebooks.chamberlain.muster import strength
from roundtop.rulebooks.chamberlain.state import Force, Officer, Unit
from roundtop.table.layout import at_scale
from roundtop.table.pose import Point

CNC_RATINGS: Final[dict[str, tuple[str, ...]]] = {
    "poor": ("IMB",),
    "average": (),
    "good": ("INT",),
    "excellent": ("INT", "MOB"),
}
LEADS: Final[dict[str, tuple[str, str]]] = {"foot": ("I", "SF"), "horse": ("C", "V"), "guns": ("A", "V")}
"""What a good force commander brings to most of his bases, and what an excellent one adds [setup.muster]."""


def officers(
    scenario: Scenario, commands: muster_commands.Commands, units: tuple[Unit, ...], scale: muster_commands.Scale
) -> tuple[Officer, ...]:
    """A CnC for each side of several forces, a commander for each force; the others are inside their bases.

    [setup.muster, command.officers]
    """
    found: list[Officer] = []
    for side in scenario.sides:
        chief = senior(scenario, side.id)
        forces = [force for force in commands.forces() if force.side == side.id]
        leads = chief if len(forces) != 1 else None
        if len(forces) > 1 or leads is not None:
            found.append(cnc(scenario, side, leads, scale))
        for force in forces:
            own = [unit for unit in units if unit.force == force.id]
            found.append(commander(scenario, force, leader(scenario, force, chief, leads), own, scale))
    return tuple(found)


def leader(scenario: Scenario, force: Force, chief: Commander | None, leads: Commander | None) -> Commander | None:
    """Who leads a force: the one named for it who is not the CnC, on a side of one force else its senior officer."""
    for found in scenario.commanders:
        if found.side == force.side and found.formation == force.id and found is not leads:
            return found
    return chief if leads is None else None


def cnc(scenario: Scenario, side: Side, chief: Commander | None, scale: muster_commands.Scale) -> Officer:
    """The senior officer of a side [setup.muster]."""
    if chief is None:
        return Officer(
            id=f"{side.id}-cnc", side=side.id, name=f"{side.name}, commander in chief", cnc=True, force="", traits=()
        )
    named = strength.listed(scenario, chief.id, tables.OFFICER_TRAITS)
    if "IMB" in named and "MOB" in named:
        raise MusterError(f"{chief.id}.values.{muster_commands.RULEBOOK}.traits: nobody is both IMB and MOB")
    brings = named or CNC_RATINGS[chief.rating or "average"]
    return Officer(
        id=chief.id, side=side.id, name=chief.name, cnc=True, force="", traits=brings, at=standing(chief, scale)
    )


def commander(
    scenario: Scenario, force: Force, found: Commander | None, own: list[Unit], scale: muster_commands.Scale
) -> Officer:
    """The officer of a force; an average one where the CnC leads it himself or nobody is named."""
    if found is None:
        return Officer(
            id=f"{force.id}-commander",
            side=force.side,
            name=f"commander of {force.name}",
            cnc=False,
            force=force.id,
            traits=(),
        )
    named = strength.listed(scenario, found.id, tables.OFFICER_TRAITS)
    for trait in command_rule.CNC_ONLY:
        if trait in named:
            raise MusterError(f"{found.id}.values.{muster_commands.RULEBOOK}.traits: {trait} belongs to a CnC")
    return Officer(
        id=found.id,
        side=force.side,
        name=found.name,
        cnc=False,
        force=force.id,
        traits=named or rated(found.rating or "average", own),
        at=standing(found, scale),
    )


def rated(rating: str, own: list[Unit]) -> tuple[str, ...]:
    """A force commander's traits by his rating and by what most of his bases are [setup.muster]."""
    horse = len([unit for unit in own if unit.arm in tables.RIDERS])
    batteries = len([unit for unit in own if unit.arm in GUN_ARMS])
    kind = "horse" if 2 * horse > len(own) else "guns" if 2 * batteries > len(own) else "foot"
    good, better = LEADS[kind]
    return (good, better) if rating == "excellent" else (good,) if rating == "good" else ()


def standing(officer: Commander, scale: muster_commands.Scale) -> Point | None:
    """Where an officer stands until he is first placed; off the table where nobody says."""
    return None if officer.place is None else at_scale(officer.place, scale.yards)
