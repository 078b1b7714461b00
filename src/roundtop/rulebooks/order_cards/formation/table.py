"""Formations laid out and changed, under muskets or not, and a wing thrown back."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Assign, Assigned, Item, Reason, Slot
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import play as cards_play
from roundtop.rulebooks.order_cards.formation import events, rule
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import faults as movement_faults
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.ground import block_touches_area
from roundtop.table.measure import kept, within
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose, ahead, aside


def form_fault(unit: Unit, one: Manoeuvre) -> Reason | None:
    """Why a unit cannot change its formation so."""
    on = one.on
    clause = tables.BOOK + "formation.change-formation"
    if on not in rule.FORMS:
        return Reason(f"There is no formation '{on}'.", clause)
    if not 0 <= one.x < unit.stands or one.x != int(one.x):
        return Reason(f"{unit.name} has no stand {one.x + 1:g} to form on.", tables.BOOK + "formation.form-up")
    if not 0 <= one.amount < unit.stands or one.amount != int(one.amount):
        return Reason("So many stands cannot be set to the left of one.", tables.BOOK + "formation.form-up")
    if on == "form-up":
        return (
            None if unit.disordered else Reason(f"{unit.name} is not in disorder.", tables.BOOK + "formation.form-up")
        )
    if unit.disordered:
        return Reason("Disorder is left only by forming up.", clause)
    foot = unit.formation in (tables.LINE, tables.COLUMN, tables.LOOSE)
    allowed = {
        "reform": unit.formation in (tables.LINE, tables.LOOSE),
        "line": unit.formation in (tables.COLUMN, tables.LOOSE) and foot,
        "column": unit.formation in (tables.LINE, tables.LOOSE),
        "loose": unit.formation in (tables.LINE, tables.COLUMN) and field.on_foot(unit),
        "limber": unit.formation == tables.UNLIMBERED,
        "unlimber": unit.formation == tables.LIMBERED and unit.arm == tables.ARTILLERY,
        "mount": unit.arm == tables.CAVALRY and not unit.mounted,
        "dismount": unit.arm == tables.CAVALRY and unit.mounted,
    }
    if not allowed[on]:
        return Reason(f"{unit.name} cannot {on} as it stands.", clause)
    if on == "line" and unit.formation == tables.COLUMN and (one.by or one.x):
        return Reason("A column forms line on its leading stand, which keeps its facing.", clause)
    return None


def reshaped(unit: Unit, one: Manoeuvre) -> Unit:
    """The unit in its new formation, formed on one stand, so many of the others to the left of it.

    [formation.form-up, formation.change-formation, move.limber-unlimber]
    """
    new = field.copied(unit)
    new.trail = ()
    on = one.on
    poses = field.stand_poses(unit)
    stand = poses[int(one.x)]
    pivot = Pose(stand.x, stand.y, unit.pose.facing + one.by)
    if on == "form-up":
        new.disordered = False
        if unit.arm in (tables.ARTILLERY, tables.WAGON):
            new.pose = Pose(unit.pose.x, unit.pose.y, unit.pose.facing + one.by)
            return new
        new.formation = tables.LINE
    elif on == "limber":
        _, depth = field.base(unit)
        new.formation = tables.LIMBERED
        front = ahead(unit.pose, 0.5 * depth)
        new.pose = ahead(Pose(front.x, front.y, unit.pose.facing + one.by), -0.5 * field.size_of(new)[1])
        return new
    elif on == "unlimber":
        front = ahead(poses[0], 0.5 * field.base(unit)[1])
        new.formation = tables.UNLIMBERED
        new.pose = Pose(front.x, front.y, poses[0].facing + one.by)
        return new
    elif on in ("mount", "dismount"):
        new.mounted = on == "mount"
        new.trail = unit.trail
        if new.formation == tables.LOOSE:
            new.formation = tables.LINE
        return new
    elif on == "column":
        new.formation = tables.COLUMN
        new.pose = ahead(pivot, -0.5 * (unit.stands - 1) * field.base(unit)[1])
        return new
    elif on in ("line", "loose"):
        new.formation = tables.LINE if on == "line" else tables.LOOSE
        if unit.formation != tables.COLUMN:
            return new
        pivot = poses[0]
    step = field.base(new)[0] + (tables.LOOSE_GAP if new.formation == tables.LOOSE else 0.0)
    middle = aside(pivot, (0.5 * (unit.stands - 1) - one.amount) * step)
    new.pose = Pose(middle.x, middle.y, pivot.facing)
    return new


def forming(unit: Unit, on: str, by: int = 0) -> Manoeuvre:
    """A change of formation on its middle stand, the others evenly on both sides."""
    middle = 0 if field.in_file(unit) else (unit.stands - 1) // 2
    return Manoeuvre("form", float((unit.stands - 1) // 2), by, on, float(middle))


def may_refuse(unit: Unit) -> bool:
    """Whether a line may throw a wing back, or straighten it [formation.refuse-flank]."""
    if unit.disordered or unit.turned or unit.charged or unit.stands < 2 or unit.fired:
        return False
    return unit.formation in (tables.LINE, tables.UNLIMBERED)


def wing_options(unit: Unit) -> list[tuple[str, int, str]]:
    """What may be done with the wings of a line: key, stands and words [formation.refuse-flank]."""
    if unit.wing:
        return [("straight", 0, "straighten the line")]
    found: list[tuple[str, int, str]] = []
    for count in range(1, rule.most_refused(unit.stands) + 1):
        stands = "stand" if count == 1 else "stands"
        found.append((f"right-{count}", count, f"throw back {count} {stands} on the right"))
        found.append((f"left-{count}", -count, f"throw back {count} {stands} on the left"))
    return found


def free_wings(view: State, unit: Unit) -> list[tuple[str, int, str]]:
    """The wings for which there is room as far back as they go [formation.refuse-flank]."""
    return [one for one in wing_options(unit) if not wing_faults(view, unit, one[1], rule.MOST_TURNED)]


def has_free_wing(view: State, unit: Unit) -> bool:
    """Whether there is room for any wing."""
    for _, wing, _ in wing_options(unit):
        if not wing_faults(view, unit, wing, rule.MOST_TURNED):
            return True
    return False


def wing_decision(view: State, step: events.RefuseWing, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    clause = tables.BOOK + "formation.refuse-flank"
    free = free_wings(view, unit)
    wings = [Item(key, words, clause) for key, _, words in free]
    # Nothing is offered that is refused together: only turns for which every wing named has room.
    turns = [by for by in rule.WING_TURNS if not [one for one in free if wing_faults(view, unit, one[1], 100 * by)]]
    angles = tuple([Item(str(by), f"by {by}°", clause) for by in turns])
    slots = (
        Slot("wing", "Wing", (*wings, Item(cards_play.BACK, "leave it", clause))),
        Slot("angle", "Angle, 45° if none is said", angles, optional=True),
    )
    sentence = f"Which wing does {unit.name} throw back, and how far?"
    return Decision(player, "wing", unit.id, sentence, (clause,), form=Assign(slots))


def wing_faults(state: State, unit: Unit, wing: int, angle: int) -> list[Reason]:
    """What is in the way of a wing: the edge, other units, ground that cannot be entered [formation.refuse-flank]."""
    after = field.copied(unit)
    after.wing, after.wing_by = wing, angle if wing else 0
    clause = tables.BOOK + "formation.refuse-flank"
    own = field.blocks(after)
    if not field.room_for(state, after, own):
        return [Reason("There is no room for the wing.", clause)]
    barred = [part for part in own if block_touches_area(state.ground, movement_rule.IMPASSABLE, part)]
    if barred or movement_faults.into_river(state, unit, after):
        return [Reason("The wing cannot stand there.", clause)]
    for foe in field.enemies(state, unit):
        least = movement_faults.keep_off(foe)
        lines = field.blocks(foe)
        if field.far_apart(own, lines, least):
            continue
        near = field.unit_gap(after, lines)
        if not kept(near, least) and near < field.units_gap(unit, foe):
            return [Reason(f"The wing would come within {least:g}″ of {foe.name}.", tables.BOOK + "move.enemy-contact")]
    return []


def _angle(given: dict[str, str]) -> int:
    """How far a wing is thrown back, as far as it goes if nothing is said."""
    return 100 * int(given["angle"]) if "angle" in given else rule.MOST_TURNED


def check_wing(view: State, step: events.RefuseWing, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Assigned)
    given = dict(command.answer.pairs)
    angle = _angle(given)
    unit = field.unit_of(view, step.unit)
    for key, wing, _ in wing_options(unit):
        if key == given["wing"]:
            return tuple(wing_faults(view, unit, wing, angle))
    return ()


def wing_turned(state: State, step: events.RefuseWing, command: Command) -> Progress:
    assert isinstance(command.answer, Assigned)
    given = dict(command.answer.pairs)
    angle = _angle(given)
    for key, wing, _ in wing_options(field.unit_of(state, step.unit)):
        if key == given["wing"]:
            return Progress((events.WingTurned(step.unit, wing, angle if wing else 0),), final=True)
    return Progress(())


def tested_change(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> int:
    """The place of the change of formation that must be tested for, -1 if none [formation.change-in-musket-range]."""
    for place, one in enumerate(manoeuvres):
        if one.kind == "form" and one.on != "form-up":
            there = movement_course.course_of(state, unit, manoeuvres[:place]).after
            return place if under_muskets(state, there) else -1
    return -1


def under_muskets(state: State, unit: Unit) -> bool:
    """Whether enemy muskets within 10 in have a unit in sight [formation.change-in-musket-range]."""
    for foe in field.enemies(state, unit):
        if foe.arm not in (tables.INFANTRY, tables.CAVALRY) or foe.state == tables.ROUTING or foe.captive:
            continue
        away = field.units_gap(foe, unit)
        if within(away, tables.MUSKET_RANGE) and sight_table.sees(state, foe, unit):
            return morale_rule.check_needed(morale_rule.FORMATION_CHANGE, morale_help.regiment_of(unit), 0, away, True)
    return False


PLAYS: Final[Plays] = {
    events.RefuseWing: Play(no_effect, field.owner, wing_decision, wing_turned, check_wing),
}
