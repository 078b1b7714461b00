"""Charges at the table: whom a unit may strike, and contact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from roundtop.battle.forms import Way
from roundtop.battle.protocol import Progress
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.action import rule as action_rule
from roundtop.rulebooks.chamberlain.charge import events as charge_events
from roundtop.rulebooks.chamberlain.charge import rule
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.concealment import events as concealment_events
from roundtop.rulebooks.chamberlain.movement import events as movement_events
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.movement import table as movement_table
from roundtop.rulebooks.chamberlain.sight import rule as sight_rule
from roundtop.rulebooks.chamberlain.sight import table as sight_table
from roundtop.rulebooks.chamberlain.state import Charge, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.measure import TOLERANCE, distance
from roundtop.table.path import Manoeuvre, forward


def charger_of(unit: Unit) -> rule.Charger:
    return rule.Charger(unit.arm, unit.mounted, unit.elan, unit.fatigue, unit.pose)


@final
@dataclass(slots=True)
class Onsets:
    """The charges a unit may make: enemies in reach, the first lawful way at each, and whom it may choose."""

    foes: tuple[Unit, ...]
    yard: movement_rule.Yard
    ways: tuple[tuple[str, rule.Onset], ...]
    allowed: tuple[str, ...]


def onsets(state: State, unit: Unit) -> Onsets:
    """Whom a unit may charge [move.charge-greatest-threat, move.charge-visible, move.engaged-charge]."""
    charger = charger_of(unit)
    yard = movement_table.yard_of(state, unit, unit.pose, 4.0 if field.on_horse(unit) else 2.0)
    if not yard.enemies or rule.unfit_to_charge(charger, state.settings):
        return Onsets((), yard, (), ())
    foes = _foes_in(state, unit, yard)
    found: list[tuple[str, rule.Onset]] = []
    candidates: list[rule.Candidate] = []
    here = field.block(unit, state.settings)
    for place, foe in enumerate(foes):
        body = yard.enemies[place]
        if not rule.within_charge(charger, body) or not sight_table.sees(state, unit, foe):
            continue
        way = rule.charge_at(yard, charger, place)
        if way is not None:
            found.append((foe.id, way))
            x, y = sight_rule.nearest_point(body, unit.pose.x, unit.pose.y)
            engages = body in yard.zoned and rule.began_in_zone(here, body)
            away = distance(unit.pose.x, unit.pose.y, x, y)
            candidates.append(
                rule.Candidate(foe.id, away, terrain_rule.touching(here, body), engages, _dice_of(foe, state))
            )
    return Onsets(tuple(foes), yard, tuple(found), rule.greatest_threats(tuple(candidates), state.settings))


def _foes_in(state: State, unit: Unit, yard: movement_rule.Yard) -> list[Unit]:
    """The enemies of a yard, in its order."""
    known = list(yard.enemies)
    return [foe for foe in field.enemies(state, unit.side) if field.block(foe, state.settings) in known]


def _dice_of(foe: Unit, state: State) -> int:
    """How many dice an enemy counts for; a blind 6 [move.charge-greatest-threat]."""
    if foe.concealed:
        return rule.BLIND_DICE
    if foe.arm in tables.GUNS:
        return tables.ammo_dice(foe.ammo, state.settings)
    return tables.current_elan(foe.elan, foe.fatigue)


def charge_fault(state: State, unit: Unit, action: action_rule.Action) -> str:
    """Why a charge in this direction is not lawful, "" when it is."""
    found = onsets(state, unit)
    made = charge_along(state, unit, action, found)
    if made.clause:
        return made.clause
    struck = [found.foes[place].id for place in made.struck]
    return "" if any([id in found.allowed for id in struck[:1]]) else "chamberlain.move.charge-greatest-threat"


def charge_along(state: State, unit: Unit, action: action_rule.Action, found: Onsets) -> rule.Onset:
    """The charge in one direction at whichever enemy in sight it strikes, those it may choose first."""
    charger = charger_of(unit)
    nobody = (
        "chamberlain.move.charge-mounted-distance"
        if field.on_horse(unit)
        else "chamberlain.move.charge-infantry-distance"
    )
    best = rule.Onset(rule.unfit_to_charge(charger, state.settings) or nobody, 0.0, unit.pose, ())
    places = [place for place, foe in enumerate(found.foes) if foe.id in found.allowed]
    places += [place for place in range(len(found.foes)) if place not in places]
    for place in places:
        foe = found.foes[place]
        if not rule.within_charge(charger, found.yard.enemies[place]):
            continue
        made = rule.charge(found.yard, charger, action.facing, place, sight_table.sees(state, unit, foe))
        if not made.clause and not _reaches(action, made):
            continue
        if not made.clause:
            return made
        if best.clause == nobody:
            best = made
    return best


def _reaches(action: action_rule.Action, made: rule.Onset) -> bool:
    """Whether a charge was given at least the length it needs."""
    return action.length >= made.distance - 2 * TOLERANCE


def charge_ways(view: State, unit: Unit) -> list[Way]:
    """The charges it may make, one at each enemy it may choose [move.charge-greatest-threat]."""
    found = onsets(view, unit)
    depth = view.settings.setup_unit_depth
    ways: list[Way] = []
    for id, made in found.ways:
        if id not in found.allowed:
            continue
        target = field.unit_of(view, id)
        flank = rule.strikes_flank(
            field.block(target, view.settings),
            made.end,
            rule.began_in_zone(field.block(unit, view.settings), field.block(target, view.settings)),
        )
        text = f"charge {field.label(target)}" + (" in the flank" if flank else "")
        line = (*movement_table.turn_to(unit, made.end.facing, depth), forward(made.distance))
        ways.append(Way(f"charge:{id}", text, (Manoeuvre("charge"), *line), field.middle(made.end, view.settings)))
    return ways


def charge(state: State, unit: Unit, action: action_rule.Action, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """Contact: whoever is touched is revealed, and the melee is set for the Combat Phase [conceal.contact]."""
    found = onsets(state, unit)
    made = charge_along(state, unit, action, found)
    if made.clause:
        # Something unseen stands in the way: it is struck in place of the target, or the unit stands.
        made = _blind_charge(state, unit, action)
    if made.clause:
        return Progress((action_events.Stood(unit.id),), final=True)
    foes = onsets(state, unit).foes
    struck = [foes[place] for place in made.struck]
    here = field.block(unit, state.settings)
    zones = tuple([foe.id for foe in struck if rule.began_in_zone(here, field.block(foe, state.settings))])
    onset = Charge(unit.id, tuple(sorted([foe.id for foe in struck])), zones, terrain_rule.level_of(state.ground, here))
    limbered = unit.limbered
    events: list[object] = [
        movement_events.Moved(unit.id, "charge", unit.pose, made.end, manoeuvres, unit.mounted, limbered, False),
        *command_table.after_move(state, unit, unit.pose, made.end),
    ]
    events.extend([concealment_events.Revealed(foe.id, "contact") for foe in struck if foe.concealed])
    events.append(charge_events.ContactMade(onset))
    return Progress(tuple(events), final=True)


def _blind_charge(state: State, unit: Unit, action: action_rule.Action) -> rule.Onset:
    """A charge on the truth at whomever it meets first, seen or not."""
    charger = charger_of(unit)
    found = onsets(state, unit)
    for place in range(len(found.foes)):
        made = rule.charge(found.yard, charger, action.facing, place, True)
        if not made.clause:
            return made
    return rule.Onset("chamberlain.move.charge-path", 0.0, unit.pose, ())
