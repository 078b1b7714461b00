"""Figures come off at the table, and units that are gone."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.dice.sources import Dice
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import crews as artillery_crews
from roundtop.rulebooks.charge_boys.casualties import events as casualties_events
from roundtop.rulebooks.charge_boys.casualties import rule
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.state import MANNED, State, Unit
from roundtop.rulebooks.charge_boys.victory import table as victory_table
from roundtop.table.pose import Pose


def taken_off(state: State, unit: Unit, lost: rule.Losses, foe: Unit | None) -> victory_table.Events:
    """Figures are removed and the ranks close up; nobody left: the unit is gone.

    [core.remove-figures, formation.close-up, artillery.crew-losses, formation.mount]
    """
    if lost.killed <= 0:
        return []
    lost = rule.Losses(min(lost.killed, field.strength(unit)), min(lost.officers, unit.officers))
    left = field.strength(unit) - lost.killed
    new = copy(unit)
    if unit.guns and field.crew(unit):
        artillery_crews.crew_off(new, unit, lost, foe)
    else:
        after = rule.removed(field.figures(unit), lost.killed, lost.officers)
        new.men, new.colours, new.drummers, new.officers = after.men, after.colours, after.drummers, after.officers
    lost = rule.Losses(lost.killed, unit.officers - new.officers)
    if left <= 0 or left <= unit.holders:
        return [*figures_lost(unit, new, lost, unit.pose), *gone(state, unit, "destroyed")]
    new.files = max(1, min(unit.files, field.ranked(new)))
    if new.formation == tables.UNLIMBERED and not [gun for gun in new.guns if gun.fate == MANNED]:
        new.formation = tables.GUNNERS
        new.files = field.crowd(field.strength(new))
    pose = unit.pose if unit.guns or unit.building >= 0 else field.reshaped(unit, new, state.settings)
    return figures_lost(unit, new, lost, pose)


def figures_lost(unit: Unit, new: Unit, lost: rule.Losses, pose: Pose) -> victory_table.Events:
    return [
        casualties_events.FiguresLost(
            unit=unit.id,
            lost=lost.killed,
            officers=lost.officers,
            men=new.men,
            colours=new.colours,
            drummers=new.drummers,
            officers_left=new.officers,
            holders=new.holders,
            files=new.files,
            formation=new.formation,
            pose=pose,
            guns=new.guns,
        )
    ]


def gone(state: State, unit: Unit, cause: str) -> victory_table.Events:
    """A unit leaves the battle; a General with it is lost too unless it was shot away under him.

    [officer.general-in-rout, melee.caught, morale.retreat-direction]
    """
    events: victory_table.Events = []
    for general in field.generals_with(state, unit.id):
        if cause == "destroyed":
            events.append(generals_events.GeneralMoved(general.id, general.pose, general.pose, "", "alone"))
        else:
            events.append(
                generals_events.GeneralLost(
                    general.id, "left-table" if cause in ("left-table", "failed-rally") else "captured"
                )
            )
    events.append(casualties_events.UnitRemoved(unit.id, cause))
    return events


def take_off(state: State, step: casualties_events.TakeOff, dice: Dice) -> Progress:
    """All figures lost to fire come off together [turn.simultaneous-fire, core.remove-figures]."""
    events: list[object] = []
    now = state
    for unit in field.on_table(state):
        for event in falling(now, unit):
            now = apply(now, event)
            events.append(event)
    return Progress(tuple(events))


def falling(state: State, unit: Unit) -> list[object]:
    """A General first, so that he does not fall with figures that are gone before him."""
    turn = unit.turn
    found: list[object] = [generals_events.GeneralLost(turn.fell_general, "killed")] if turn.fell_general else []
    now = state
    for event in found:
        now = apply(now, event)
    foe = field.unit_of(state, turn.foe) if turn.foe else None
    return [*found, *taken_off(now, unit, rule.Losses(turn.fell, turn.fell_officers), foe)]


def body_of(state: State, unit: Unit) -> rule.Body:
    """A unit as the hits find it: all fire is simultaneous, so nobody has fallen yet [turn.simultaneous-fire]."""
    return rule.Body(field.strength(unit), unit.officers, bool(field.generals_with(state, unit.id)))


def suffered(
    state: State, target: Unit, parts: list[tuple[int, str]], source: str, shelter: rule.Shelter, dice: Dice
) -> rule.Losses:
    """Whom the hits of one attack take: so many hits with each kind of save.

    [officer.hit-check, save.every-hit, core.remove-figures]
    """
    body = body_of(state, target)
    blows = rule.struck(sum([hits for hits, _ in parts]), body, state.settings, dice, target.side)
    needed = tuple([(hits, rule.needs(save, source, shelter, state.settings)) for hits, save in parts])
    return rule.losses(rule.save_parts(blows, needed, dice, target.side), body, state.settings)


PLAYS: Final[Plays] = {
    casualties_events.TakeOff: Play(take_off),
}
