"""Who commands, and where each General is posted."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scenario import Commander, Scenario, level
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.state import ON_TABLE, TO_ARRIVE, TO_DEPLOY, General, Unit
from roundtop.table.layout import at_scale
from roundtop.table.pose import Pose


def generals(scenario: Scenario, units: tuple[Unit, ...], settings: Settings) -> tuple[General, ...]:
    """Every named commander of a brigade or more, unnamed ones where none is [setup.general, setup.muster]."""
    found: list[General] = []
    for side in scenario.sides:
        named = [c for c in scenario.commanders if c.side == side.id and level(scenario, c) != "regiment"]
        led = [commander.formation for commander in named]
        for commander in named:
            found.append(_named(scenario, commander, units, settings))
        for formation in scenario.formations:
            if formation.side == side.id and formation.level == "brigade" and formation.id not in led:
                own = [unit for unit in units if unit.brigade == formation.id]
                for place in range(settings.generals_per_brigade * -(-len(own) // UNITS_PER_GENERAL)):
                    id = f"{formation.id}-general" if place == 0 else f"{formation.id}-general-{place + 1}"
                    found.append(
                        _posted(
                            id=id,
                            side=side.id,
                            name=f"General of {formation.name}",
                            brigade=formation.id,
                            own=own,
                            settings=settings,
                        )
                    )
        if not [general for general in found if general.side == side.id]:
            own = [unit for unit in units if unit.side == side.id]
            found.append(
                _posted(
                    id=f"{side.id}-general",
                    side=side.id,
                    name=f"General of {side.name}",
                    brigade="",
                    own=own,
                    settings=settings,
                )
            )
    return tuple(found)


def _named(scenario: Scenario, commander: Commander, units: tuple[Unit, ...], settings: Settings) -> General:
    own = [unit for unit in units if unit.side == commander.side and _leads(scenario, commander.formation, unit)]
    found = _posted(
        id=commander.id,
        side=commander.side,
        name=commander.name,
        brigade=commander.formation,
        own=own,
        settings=settings,
    )
    if commander.place is not None:
        x, y = at_scale(commander.place, settings.yards_per_inch)
        facing = own[0].pose.facing if own and own[0].place == ON_TABLE else 0
        return General(
            id=found.id,
            side=found.side,
            name=found.name,
            brigade=found.brigade,
            pose=Pose(x, y, facing),
            place=ON_TABLE,
            due="",
            unit="",
            acted=False,
            order=(),
        )
    return found


def _leads(scenario: Scenario, formation: str, unit: Unit) -> bool:
    """Whether a unit belongs to a formation or to one below it."""
    at = unit.brigade
    while at and formation:
        if at == formation:
            return True
        at = next((one.parent for one in scenario.formations if one.id == at), "")
    return not formation


def _posted(id: str, side: str, name: str, brigade: str, own: list[Unit], settings: Settings) -> General:
    """Behind his first unit on the table, in hand, or arriving with the first to come; at home if he has nobody."""
    for unit in own:
        if unit.place == ON_TABLE:
            pose = field.beside(unit, settings)
            return General(
                id=id,
                side=side,
                name=name,
                brigade=brigade,
                pose=pose,
                place=ON_TABLE,
                due="",
                unit=unit.id,
                acted=False,
                order=(),
            )
    nowhere = Pose(0.0, 0.0, 0)
    for unit in own:
        if unit.place == TO_DEPLOY:
            return General(
                id=id,
                side=side,
                name=name,
                brigade=brigade,
                pose=nowhere,
                place=TO_DEPLOY,
                due="",
                unit="",
                acted=False,
                order=(),
            )
    if own:
        first = min(own, key=_due)
        return General(
            id=id,
            side=side,
            name=name,
            brigade=brigade,
            pose=nowhere,
            place=TO_ARRIVE,
            due=first.id,
            unit="",
            acted=False,
            order=(),
        )
    place = TO_DEPLOY if settings.roster == "custom" else TO_ARRIVE
    return General(
        id=id, side=side, name=name, brigade=brigade, pose=nowhere, place=place, due="", unit="", acted=False, order=()
    )


def _due(unit: Unit) -> int:
    return unit.due


UNITS_PER_GENERAL: Final = 6
