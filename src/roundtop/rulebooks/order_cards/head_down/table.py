"""A head-down unit falls back, into cover if that is in reach."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.head_down import events as head_down_events
from roundtop.rulebooks.order_cards.movement import compelled as movement_compelled
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import faults as movement_faults
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table import measure
from roundtop.table.ground import off_table
from roundtop.table.path import nearer_than, shift
from roundtop.table.pose import Pose, rounded_pose

SPOKES: Final = 24
FAR_ENEMY: Final = 24.0
"""How near a known enemy must be for a head-down unit to mind it [morale.head-down-move]."""
LIMBERING: Final = movement_rule.PRICES["limber"].foot


def fall_back(state: State, step: head_down_events.FallBack, dice: Dice) -> Progress:
    """Where a head-down unit may go: into cover if that is in reach, otherwise as far away as it can.

    [morale.head-down-move, move.compulsory-head-down, morale.artillery-head-down]
    """
    unit = field.unit_of(state, step.unit)
    if not movement_compelled.owing(unit):
        return Progress(())
    mover = limbered_up(unit)
    known = sight_table.known_enemies(state, unit.side)
    pushed = mover.arm == tables.ARTILLERY and bool(movement_course.woods_under(state, unit))
    places = _pushed_back(state, unit, known) if pushed else retreats(state, unit, mover, known)
    if not places and _only_limbers(state, unit):
        return Progress((movement_table.move_event(unit, "head-down", mover, ()),))
    if not places:
        return Progress(tuple(settle(unit, known)))
    kept_places = [place for place in places if cover_table.in_cover(state, placed_at(mover, place), known)]
    safe = bool(kept_places)
    if not safe:
        kept_places = farthest_off(mover, places, known)
    if len(kept_places) == 1:
        return Progress(tuple(fallen_back(state, unit, kept_places[0], safe)))
    return Progress((), (head_down_events.FallBackTo(unit.id, tuple(kept_places), safe),))


def _only_limbers(state: State, unit: Unit) -> bool:
    """Whether limbering up takes the whole compulsory move of a battery [morale.artillery-head-down]."""
    inches = movement_rule.compulsory_inches(field.card_of(state, unit.player), unit.arm, unit.mounted)
    return unit.arm == tables.ARTILLERY and unit.formation == tables.UNLIMBERED and measure.within(inches, LIMBERING)


def placed_at(mover: Unit, place: Pose) -> Unit:
    """A unit at a place to which it falls back, whose facing is the way there."""
    return field.unit_at(mover, Pose(place.x, place.y, mover.pose.facing))


def limbered_up(unit: Unit) -> Unit:
    """A battery that goes head down limbers first [morale.artillery-head-down]."""
    new = field.crowd(unit) if unit.disordered else field.copied(unit)
    if unit.arm == tables.ARTILLERY:
        new.formation = tables.LIMBERED
        new.trail = ()
    return new


def settle(unit: Unit, known: list[Unit]) -> Events:
    """A unit that has nowhere better to go is in position; it faces the enemy [morale.head-down-move]."""
    after = limbered_up(unit)
    after.in_position = True
    foe = sight_table.nearest_of(unit, known)
    if foe is not None and unit.disordered:
        after.pose = Pose(unit.pose.x, unit.pose.y, measure.bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    return [movement_table.move_event(unit, "head-down", after, ())]


def retreats(state: State, unit: Unit, mover: Unit, known: list[Unit]) -> list[Pose]:
    """Places within a compulsory move that come no nearer to a known enemy, all round [morale.head-down-move]."""
    card = field.card_of(state, unit.player)
    inches = movement_rule.compulsory_inches(card, unit.arm, unit.mounted)
    if unit.arm == tables.ARTILLERY and unit.formation != tables.LIMBERED:
        inches = max(0.0, inches - LIMBERING)
    near = [foe for foe in known if measure.within(field.units_gap(unit, foe), FAR_ENEMY)]
    before = [field.units_gap(unit, foe) for foe in near]
    others = movement_faults.Others(state, mover)
    found: list[Pose] = []
    base_facing = field.homeward(state, unit)
    for spoke in range(SPOKES):
        heading = (base_facing + spoke * (measure.FULL_TURN // SPOKES)) % measure.FULL_TURN
        far = _paid(state, mover, heading, min(inches, movement_compelled.to_table_edge(state, mover, heading, inches)))
        for share in (1.0, 0.5):
            pose = _free_place(state, mover, heading, far * share, others)
            if pose is None:
                continue
            end = field.unit_at(mover, Pose(pose.x, pose.y, mover.pose.facing))
            if all([measure.kept(field.units_gap(end, foe), away) for foe, away in zip(near, before, strict=True)]):
                found.append(pose)
                break
    return found


def _paid(state: State, mover: Unit, heading: int, inches: float) -> float:
    """How far a compulsory move goes on a heading, the ground's deductions taken off."""
    if inches <= 0.1:
        return 0.0
    if not state.ground.areas and not state.ground.lines:
        return inches
    room, _ = movement_compelled.to_object(state, mover, heading, inches)
    as_crowd = field.copied(mover)
    as_crowd.disordered = True
    as_crowd.trail = ()
    card = field.card_of(state, mover.player)
    for _ in range(2):
        course = movement_course.course_of(
            state, as_crowd, (shift(room * measure.sine(heading), room * measure.cosine(heading)),)
        )
        bill = movement_rule.compulsory_bill(
            movement_course.mover_of(state, as_crowd), card, tuple(course.actions), state.settings
        )
        if bill.refusal:
            return 0.0
        allowed = min(bill.left, inches)
        if room <= allowed + measure.TOLERANCE:
            return room
        room = allowed
    return room


def _free_place(state: State, mover: Unit, heading: int, went: float, others: movement_faults.Others) -> Pose | None:
    """The place so far off, if it is on nobody and keeps clear of enemies on the way."""
    if went < 0.25:
        return None
    path = movement_compelled.straight(mover, heading, went)
    for index, foe in enumerate(others.foes):
        parts = [part for part, of in zip(others.foe_lines, others.foe_of, strict=True) if of == index]
        least = movement_rule.KEEP_OFF_ROUTING if foe.state == tables.ROUTING else movement_rule.KEEP_OFF
        if nearer_than(path, parts, least) >= 0 and measure.kept(field.unit_gap(mover, parts), least):
            return None
    there = rounded_pose(path.end)
    end = field.unit_at(mover, there)
    if movement_faults.standing_on(end, others) or off_table(state.ground, field.block(end)):
        return None
    return Pose(there.x, there.y, heading)


def farthest_off(mover: Unit, places: list[Pose], known: list[Unit]) -> list[Pose]:
    """Those of some places that are farthest from the nearest known enemy [morale.head-down-move]."""
    foe = sight_table.nearest_of(mover, known)
    if foe is None:
        return places[:1]
    gaps = [measure.rounded(field.units_gap(placed_at(mover, place), foe)) for place in places]
    best = max(gaps)
    return [place for place, away in zip(places, gaps, strict=True) if away >= best - 0.05]


def _pushed_back(state: State, unit: Unit, known: list[Unit]) -> list[Pose]:
    """Guns in a wood, where limbers cannot go, are manhandled an inch away [morale.artillery-head-down]."""
    foe = sight_table.nearest_of(unit, known)
    if foe is None:
        return []
    heading = measure.bearing(foe.pose.x, foe.pose.y, unit.pose.x, unit.pose.y)
    pose = _free_place(state, unit, heading, movement_rule.MANHANDLED_WOOD, movement_faults.Others(state, unit))
    return [] if pose is None else [pose]


def fallen_back(state: State, unit: Unit, place: Pose, safe: bool) -> Events:
    """A head-down unit goes there; in position it faces the enemy [morale.head-down-move]."""
    pushed = unit.arm == tables.ARTILLERY and bool(movement_course.woods_under(state, unit))
    after = field.copied(unit) if pushed else limbered_up(unit)
    path = movement_compelled.straight(
        after, place.facing, measure.distance(unit.pose.x, unit.pose.y, place.x, place.y)
    )
    foe = sight_table.nearest_known(state, unit)
    facing = unit.pose.facing
    if unit.disordered and foe is not None:
        facing = measure.bearing(place.x, place.y, foe.pose.x, foe.pose.y) if safe else place.facing
    after = field.unit_at(after, Pose(place.x, place.y, facing))
    after.in_position = safe
    return movement_table.moved_events(state, unit, "head-down", after, (), [path])


def where_decision(view: State, step: head_down_events.FallBackTo, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    items: list[Item] = []
    for index, place in enumerate(step.places):
        went = measure.distance(unit.pose.x, unit.pose.y, place.x, place.y)
        side = measure.turn_between(unit.pose.facing, place.facing) // 100
        where = "into cover" if step.safe else "away"
        items.append(
            Item(str(index), f"{went:.1f}″ {where}, {side}° off its front", tables.BOOK + "morale.head-down-move")
        )
    sentence = f"{unit.name} has its head down and must fall back: where to?"
    return Decision(
        player, "fall-back", unit.id, sentence, (tables.BOOK + "morale.head-down-move",), Choose(tuple(items))
    )


def fell_back(state: State, step: head_down_events.FallBackTo, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    index = int(command.answer.keys[0])
    events = fallen_back(state, field.unit_of(state, step.unit), step.places[index], step.safe)
    return Progress(tuple(events), final=True)


PLAYS: Final[Plays] = {
    head_down_events.FallBack: Play(fall_back),
    head_down_events.FallBackTo: Play(no_effect, field.owner, where_decision, fell_back),
}
