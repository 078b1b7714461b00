"""Charges in words, pictures and the hand."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import listed
from roundtop.record import copy
from roundtop.rulebooks.chamberlain import field, words
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.action import rule as action_rule
from roundtop.rulebooks.chamberlain.charge import events, rule, table
from roundtop.rulebooks.chamberlain.melee import odds as melee_odds
from roundtop.rulebooks.chamberlain.sight import table as sight_table
from roundtop.rulebooks.chamberlain.state import State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import Block, overlap
from roundtop.table.measure import distance, turn_between
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose, ahead, rounded_pose


def charges(view: State) -> list[Overlay]:
    """Charges that have yet to be fought out, as lines to whom they touch [turn.combat-phase]."""
    found: list[Overlay] = []
    for charge in view.charges:
        unit = field.unit_of(view, charge.charger)
        for id in charge.targets:
            foe = field.unit_of(view, id)
            line = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
            text = f"{field.label(unit)} charges {field.label(foe)}"
            found.append(Overlay("line", unit.side, text, line, words.BOOK + "turn.combat-phase"))
    return found


def contact_made(view: State, event: events.ContactMade) -> Telling:
    names = [words.named(view, id) for id in event.charge.targets]
    text = f"{words.named(view, event.charge.charger)} is in contact with {listed(names)}."
    return words.of_unit(view, event.charge.charger, text, "charge")


def charge(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    """The charge at an enemy onto which a unit is dragged, if it may be charged."""
    there = terrain_rule.base(goal, view.settings)
    touched = [foe.id for foe in field.enemies(view, unit.side) if _meets(there, field.block(foe, view.settings))]
    if not touched:
        return ()
    found = table.onsets(view, unit)
    near: list[tuple[float, rule.Onset]] = []
    for id, _ in found.ways:
        if id in touched and id in found.allowed:
            near += [(_apart(stroke.made.end, goal), stroke.made) for stroke in table.strokes(view, unit, found, id)]
    if not near:
        return ()
    least = min([apart for apart, _ in near])
    return table.drawn(view, unit, next(made for apart, made in near if apart == least))


def _apart(end: Pose, goal: Pose) -> float:
    """How unlike two poses are: their distance, and a BW for each quarter turn."""
    return distance(end.x, end.y, goal.x, goal.y) + abs(turn_between(end.facing, goal.facing)) / 9000


def charge_end(view: State, unit: Unit, action: action_rule.Action) -> tuple[Pose, tuple[Row, ...]]:
    """Where a charge ends, whom it strikes, in front or in the flank, and the dice of both.

    [melee.flanked-condition, melee.sequence]
    """
    found = table.onsets(view, unit)
    made = table.charge_along(view, unit, action, found)
    row = Row("charge", words.bw(action.length), words.BOOK + "move.charge-path")
    if made.clause:
        return rounded_pose(ahead(Pose(unit.pose.x, unit.pose.y, action.facing), action.length)), (row,)
    there = copy(unit)
    there.pose = made.end
    after = copy(field.with_unit(view, there))
    after.charges = (*view.charges, table.touching(view, unit, [found.foes[place] for place in made.struck]))
    return made.end, (row, *melee_odds.dice_rows(after, unit.id))


def _meets(there: Block, body: Block) -> bool:
    return overlap(there, body) or terrain_rule.touching(there, body)


def charge_barred(view: State, step: action_events.Act, foe: Unit) -> tuple[Reason, ...]:
    unit = field.unit_of(view, step.unit)
    if foe.side == unit.side:
        return (Reason(f"{field.label(foe)} is on your own side.", words.BOOK + "move.charge-path"),)
    ways = table.onsets(view, unit)
    if foe.id in ways.allowed:
        return ()
    if foe.id in [id for id, _ in ways.ways]:
        return (Reason("Another enemy threatens it more.", words.BOOK + "move.charge-greatest-threat"),)
    if not sight_table.sees(view, unit, foe):
        return (Reason(f"{unit.name} does not see {field.label(foe)}.", words.BOOK + "move.charge-visible"),)
    return (Reason(f"No charge of {unit.name} reaches {field.label(foe)}.", words.BOOK + "move.charge-path"),)


TELLINGS: Final[Tellings] = {
    events.ContactMade: contact_made,
}
