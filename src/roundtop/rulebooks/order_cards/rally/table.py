"""Rallying at the table, the facing of a rallied unit, and forming up near an officer."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, March, Marched, Reason, Way
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, way_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.formation import table as formation_table
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.morale import table as morale_table
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import faults as movement_faults
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.rally import rule
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.measure import FULL_TURN, bearing
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose, rounded_pose


def helped_rally(state: State, step: rally_events.Rally, command: Command) -> Progress:
    return Progress((), (rally_events.Rally(step.unit, key_of(command)),), final=True)


def try_rally(state: State, step: rally_events.Rally, dice: Dice) -> Progress:
    """An attempt to rally [rally.card, rally.head-down, rally.routing, rally.officer-routs]."""
    unit = field.unit_of(state, step.unit)
    lent = morale_help.helper_named(state, step.officer)
    cover = cover_table.faced_cover(state, unit, "")
    roster = morale_help.regiment_of(unit)
    before = len(dice.rolls)
    result = rule.rally(
        unit=roster, cover=cover, officer=lent.rating, by=unit.player, settings=state.settings, dice=dice
    )
    value = rule.rally_value(roster, cover, lent.rating, state.settings)
    gone = result.unit.state == tables.DESTROYED
    named = "" if step.officer in (tables.UNASKED, morale_help.NOBODY) else step.officer
    events: Events = [
        rally_events.RallyTried(
            unit=unit.id,
            officer=named,
            value=value,
            passed=result.passed,
            boxes=result.boxes,
            state=tables.ROUTING if gone else result.unit.state,
            disordered=result.unit.disordered,
            swept=result.officer_routs,
            tally=morale_table.value_rows(roster, state, rule.rally_mods(roster, cover, lent.rating), value, "rally"),
            rolls=tuple(dice.rolls[before:]),
        )
    ]
    if gone:
        events.append(fire_events.UnitRemoved(unit.id, tables.DESTROYED))
    if gone or result.passed:
        events.extend(morale_table.freed_officers(state, unit))
    elif result.officer_routs:
        events.append(command_events.OfficerSwept(named, unit.id, "rout"))
    if result.passed and unit.state == tables.ROUTING:
        return Progress(tuple(events), (rally_events.FaceRallied(unit.id),))
    return Progress(tuple(events))


def face_decision(view: State, step: rally_events.FaceRallied, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    items = [Item(str(by), f"turn {by}° clockwise" if by else "as it stands") for by in range(0, 360, 45)]
    foe = field.nearest_enemy(view, unit)
    if foe is not None:
        items.append(Item("enemy", "towards the nearest enemy"))
    sentence = f"{unit.name} has rallied: which way does it face?"
    return Decision(player, "face", unit.id, sentence, (tables.BOOK + "rally.routing",), form=Choose(tuple(items)))


def faced(state: State, step: rally_events.FaceRallied, command: Command) -> Progress:
    unit = field.unit_of(state, step.unit)
    key = key_of(command)
    foe = field.nearest_enemy(state, unit)
    facing = unit.pose.facing
    if key == "enemy" and foe is not None:
        facing = bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    elif key != "enemy":
        facing += 100 * int(key)
    after = field.unit_at(unit, Pose(unit.pose.x, unit.pose.y, facing % FULL_TURN))
    after.pose = field.standing_room(state, after)
    return Progress((movement_table.move_event(unit, "form", after, ()),), final=True)


def free_ways(state: State, unit: Unit) -> tuple[Way, ...]:
    """A disordered unit near an officer forms up for nothing, facing any way [rally.disordered-near-officer]."""
    found = [Way("stand", "stay in disorder", (), unit.pose)]
    foe = field.nearest_enemy(state, unit)
    ideas: list[tuple[str, str, int]] = [("as-it-is", "form up as it faces", 0)]
    if foe is not None and unit.state != tables.HEAD_DOWN:
        towards = bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
        ideas.append(("enemy", "form up facing the enemy", towards - unit.pose.facing))
    for key, label, by in ideas:
        made = (formation_table.forming(unit, "form-up", by % FULL_TURN),)
        if not free_faults(state, unit, made):
            found.append(Way(key, label, made, rounded_pose(formation_table.reshaped(unit, made[0]).pose)))
    return tuple(found)


def free_faults(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Nothing but forming up, on free ground and no nearer than 1 in to the enemy [rally.disordered-near-officer]."""
    clause = tables.BOOK + "rally.disordered-near-officer"
    if len(manoeuvres) != 1 or manoeuvres[0].kind != "form" or manoeuvres[0].on != "form-up":
        return [Reason("The unit may form up, and no more.", clause)]
    course = movement_course.course_of(state, unit, manoeuvres)
    if course.fault is not None:
        return [course.fault]
    if unit.state == tables.HEAD_DOWN and course.after.pose.facing != unit.pose.facing:
        frozen = "It may not change its facing until it is rallied."
        return [Reason(frozen, tables.BOOK + "morale.head-down-state")]
    faults = movement_faults.faults_of(state, unit, FREE, course, movement_faults.Others(state, unit))
    priced = (tables.BOOK + "formation.form-up", tables.BOOK + "morale.head-down-form-up")
    return [one for one in faults if one.clause not in priced]


FREE: Final[cards_rule.Card] = cards_rule.Card(
    word="", name="forming up", infantry=6.0, cavalry=6.0, limbered=6.0, fire=0, charge=0, move=True
)
"""A card that pays for forming up, so that all but its price can be judged."""


def free_decision(view: State, step: rally_events.FormUpFree, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    width, depth = field.size_of(unit)
    form = March(unit.id, unit.pose, width, depth, ("form",), allowance=0.0, ways=free_ways(view, unit))
    sentence = f"{unit.name} may form up near the officer."
    return Decision(player, "form-up", unit.id, sentence, (tables.BOOK + "rally.disordered-near-officer",), form=form)


def check_free(view: State, step: rally_events.FormUpFree, command: Command) -> tuple[Reason, ...]:
    if not way_of(command):
        return ()
    return tuple(free_faults(view, field.unit_of(view, step.unit), way_of(command)))


def formed_free(state: State, step: rally_events.FormUpFree, command: Command) -> Progress:
    assert isinstance(command.answer, Marched)
    unit = field.unit_of(state, step.unit)
    if not command.answer.manoeuvres:
        return Progress(())
    after = movement_course.course_of(state, unit, command.answer.manoeuvres).after
    return Progress((movement_table.move_event(unit, "form", after, command.answer.manoeuvres),), final=True)


PLAYS: Final[Plays] = {
    rally_events.Rally: Play(try_rally, morale_help.asks_for_help, morale_help.help_decision, helped_rally),
    rally_events.FaceRallied: Play(no_effect, field.owner, face_decision, faced),
    rally_events.FormUpFree: Play(no_effect, field.owner, free_decision, formed_free, check_free),
}
