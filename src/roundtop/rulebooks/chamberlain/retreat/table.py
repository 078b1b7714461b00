"""Retreats at the table, and what follows from units that are lost."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.command import rule as command_rule
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.melee import rule as melee_rule
from roundtop.rulebooks.chamberlain.melee import table as melee_table
from roundtop.rulebooks.chamberlain.movement import events as movement_events
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.retreat import events as retreat_events
from roundtop.rulebooks.chamberlain.retreat import rule
from roundtop.rulebooks.chamberlain.state import BROKEN, Charge, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule

AROUND_BW: Final = 5.0
"""No retreat leads farther than this: twice its length, and a base."""


def retreat_yard(state: State, unit: Unit) -> movement_rule.Yard:
    """The bases a retreating unit has to mind: all but those it is in contact with [retreat.blocked]."""
    here = field.block(unit, state.settings)
    foes, friends = field.around(state, unit, unit.pose, AROUND_BW)
    free = tuple([foe for foe in foes if not terrain_rule.touching(here, foe)])
    return movement_rule.Yard(state.ground, free, friends=tuple(friends), settings=state.settings)


def fall_back(state: State, step: retreat_events.FallBack, dice: Dice) -> Progress:
    """A beaten unit goes back 2 BW, or is lost [retreat.distance, retreat.table-edge, retreat.blocked]."""
    unit = field.unit_of(state, step.unit)
    hostile = field.army_of(state, field.enemy_of(state, unit.side)).friendly
    found = rule.retreat(retreat_yard(state, unit), step.role, unit.pose, step.away, hostile)
    if found.end is not None:
        limbered = movement_rule.limbered_after(unit.arm, unit.limbered, "retreat", state.settings)
        moved = movement_events.Moved(
            unit=unit.id,
            kind="retreat",
            start=unit.pose,
            end=found.end,
            manoeuvres=(),
            mounted=unit.mounted,
            limbered=limbered,
            halted=False,
        )
        return Progress((moved, *command_table.after_move(state, unit, unit.pose, found.end)))
    before = len(dice.rolls)
    events: list[object] = []
    officer = field.officer_with(state, unit.id)
    if found.status == BROKEN and officer is not None and not step.risked:
        killed = command_rule.officer_falls(dice, False, unit.side, "chamberlain.command.unit-lost")
        events.append(command_table.risked(officer, "unit lost", killed, tuple(dice.rolls[before:])))
    cause = "blocked" if found.clause == "chamberlain.retreat.blocked" else "table edge"
    return Progress((*events, *command_table.lost(state, [retreat_events.UnitLost(unit.id, found.status, cause)])))


def driven(
    state: State, clash: melee_rule.Clash, scores: melee_rule.Scores, place: int, id: str, charges: list[Charge]
) -> retreat_events.FallBack | retreat_events.ChooseDriver:
    """Away from the attacker with the highest score; of several the active side says which [retreat.direction]."""
    mine = [(scores.attack[n], one.attacker) for n, one in enumerate(clash.assaults) if one.defender == place]
    most = max([score for score, _ in mine])
    best = [charges[attacker].charger for score, attacker in mine if score == most]
    risked_already = melee_table.risked_already(clash, place, True)
    if len(best) > 1:
        return retreat_events.ChooseDriver(id, tuple(best), risked_already)
    pose = field.unit_of(state, best[0]).pose
    return retreat_events.FallBack(id, "defender", (pose.x, pose.y), risked_already)


def asks_attacker(state: State, step: retreat_events.ChooseDriver) -> tuple[str, ...]:
    return (field.unit_of(state, step.attackers[0]).side,)


def driver_decision(view: State, step: retreat_events.ChooseDriver, player: str) -> Decision:
    items = tuple([Item(id, f"from {field.unit_of(view, id).name}") for id in step.attackers])
    sentence = f"{field.unit_of(view, step.unit).name} falls back: from which attacker?"
    return Decision(player, "driver", step.unit, sentence, ("chamberlain.retreat.direction",), form=Choose(items))


def driver_chosen(state: State, step: retreat_events.ChooseDriver, command: Command) -> Progress:
    pose = field.unit_of(state, key_of(command)).pose
    return Progress((), (retreat_events.FallBack(step.unit, "defender", (pose.x, pose.y), step.risked),))


PLAYS: Final[Plays] = {
    retreat_events.FallBack: Play(fall_back),
    retreat_events.ChooseDriver: Play(no_effect, asks_attacker, driver_decision, driver_chosen),
}
