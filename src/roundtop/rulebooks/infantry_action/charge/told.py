"""Charges in words and shown before they are made."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Chosen, Marched
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import listed
from roundtop.rulebooks.infantry_action import field, words
from roundtop.rulebooks.infantry_action.charge import events, paths, table
from roundtop.rulebooks.infantry_action.movement import told as movement_told
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.measure import bearing, cosine, distance, sine, turn_between
from roundtop.table.path import shift
from roundtop.table.pose import Pose


def charge_declared(view: State, event: events.ChargeDeclared) -> Telling:
    unit = field.unit_of(view, event.unit)
    target = field.unit_of(view, event.target)
    side = paths.side_struck(unit, target, event.flank)
    text = f"{unit.name} charges {target.name}" + (f" in the {side}." if event.flank else ".")
    clause = words.BOOK + ("charge.flank-or-rear" if event.flank else "charge.declaration")
    tally = (Row("charge", side, clause),)
    spots = (words.where(unit), (event.contact.x, event.contact.y))
    return Telling(text, spots, tally=tally, hint="charge", side=unit.side)


def contact_made(view: State, event: events.ContactMade) -> Telling:
    chargers: list[str] = []
    for fight in event.fights:
        if fight.charger not in chargers:
            chargers.append(fight.charger)
    where = {True: " in flank or rear", False: ""}
    struck = [field.unit_of(view, fight.defender).name + where[fight.flank] for fight in event.fights]
    names = [field.unit_of(view, id).name for id in chargers]
    verb = "strikes" if len(names) == 1 else "strike"
    text = f"{listed(names)} {verb} {listed(struck)}: the charge goes home."
    spots = tuple([(fight.defender_pose.x, fight.defender_pose.y) for fight in event.fights])
    tally = (Row("pinned", listed(struck), words.BOOK + "movement.pinned"),)
    return Telling(
        text, spots, tally=tally, hint="charge", side=field.unit_of(view, chargers[0]).side if chargers else ""
    )


def charges(view: State) -> list[Overlay]:
    """Charges declared and not yet home, as lines to where they will touch [charge.path]."""
    found: list[Overlay] = []
    for unit in field.on_table(view):
        if unit.contact is not None:
            line = ((unit.pose.x, unit.pose.y), (unit.contact.x, unit.contact.y))
            found.append(Overlay("line", unit.side, f"{unit.name} charges", line, words.BOOK + "charge.path"))
    return found


def charge(view: State, unit: Unit, pose: Pose) -> Answer:
    """The target nearest to the hand; with nobody in reach, along the lane nearest to it [charge.no-target]."""
    found = [strike.plan for strike in table.charge_targets(view, unit)]
    if found:
        return Chosen((_nearest(found, pose).target,))
    heading = bearing(unit.pose.x, unit.pose.y, pose.x, pose.y)
    off, lane = min([(abs(turn_between(lane, heading)), lane) for lane in table.advance_lanes(view, unit)])
    along = min(paths.REACH_IN, distance(unit.pose.x, unit.pose.y, pose.x, pose.y) * cosine(off))
    if along <= 0.0:
        return Marched(())
    return Marched(movement_told.cut(view, unit, (shift(along * sine(lane), along * cosine(lane)),)))


def strike(view: State, unit: Unit, target: Unit, pose: Pose) -> Answer:
    """The lawful charge that ends nearest to the hand."""
    found = paths.strikes(view, unit, target)
    return Marched(_nearest(found, pose).manoeuvres if found else ())


def _nearest(plans: list[paths.Plan], pose: Pose) -> paths.Plan:
    near = [(distance(pose.x, pose.y, plan.end.x, plan.end.y), place) for place, plan in enumerate(plans)]
    return plans[min(near)[1]]


def charged_preview(view: State, unit: Unit, answer: Answer) -> Preview | None:
    if isinstance(answer, Marched):
        faults = table.advance_faults(view, unit, answer.manoeuvres, table.advance_lanes(view, unit))
        return movement_told.moved_preview(view, unit, answer.manoeuvres, paths.REACH_IN, faults)
    if not isinstance(answer, Chosen):
        return None
    found = table.strikes(view, unit, field.unit_of(view, answer.keys[0]))
    return _home_preview(view, unit, found[0]) if found else None


def strike_preview(view: State, unit: Unit, target: Unit, answer: Marched) -> Preview:
    found = paths.by_hand(view, unit, target, answer.manoeuvres)
    if isinstance(found, paths.Plan):
        return _home_preview(view, unit, table.weighed(view, unit, found))
    return movement_told.moved_preview(view, unit, answer.manoeuvres, paths.REACH_IN, list(found))


def _home_preview(view: State, unit: Unit, strike: table.Strike) -> Preview:
    """A charge gone home: its way, whom it meets and with how many stands."""
    plan = strike.plan
    target = field.unit_of(view, plan.target)
    found = movement_told.moved_preview(view, unit, plan.manoeuvres, paths.REACH_IN, [])
    clause = "charge.flank-or-rear" if plan.flank else "charge.path"
    where = Row("meets", target.name, words.BOOK + "charge.declaration")
    how = Row("strikes", table.strike_label(view, unit, strike), words.BOOK + clause)
    rows = (*found.crosses, where, how)
    return Preview(
        plan.end, movement_told.parts_at(view, unit, plan.end), track=found.track, costs=found.costs, crosses=rows
    )


TELLINGS: Final[Tellings] = {
    events.ChargeDeclared: charge_declared,
    events.ContactMade: contact_made,
}
