"""Moves at the table: what a mover has around it, where it may go, and how far it comes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Way
from roundtop.battle.protocol import Progress
from roundtop.record import copy
from roundtop.rulebooks.chamberlain import field, tables, views
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.action import rule as action_rule
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.movement import events, rule
from roundtop.rulebooks.chamberlain.sight import table as sight_table
from roundtop.rulebooks.chamberlain.state import State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import Block, gap_below
from roundtop.table.measure import FULL_TURN, HALF_TURN, TOLERANCE, bearing, distance, rounded, turn_between
from roundtop.table.path import Manoeuvre, forward, pivot, shift
from roundtop.table.pose import Pose, ahead

AROUND_BW: Final = 2.0
"""How much farther than its reach a mover looks about: an enemy's zone, or one in contact with a friend beside it."""


def yard_of(state: State, unit: Unit, pose: Pose, reach: float) -> rule.Yard:
    """The bases that matter to a unit that goes so far from there; zones hidden from it do not [move.engaged-zone]."""
    here = terrain_rule.base(pose, state.settings)
    foes, friends = field.around(state, unit, pose, reach + AROUND_BW)
    zoned = [foe for foe in foes if not _screened(state, unit, here, foe)]
    held: list[Block] = []
    if foes:
        held = [friend for friend in friends if any([terrain_rule.touching(friend, foe) for foe in foes])]
        friends = [friend for friend in friends if friend not in held]
    return rule.Yard(
        ground=state.ground,
        enemies=tuple(foes),
        zoned=tuple(zoned),
        friends=tuple(friends),
        held=tuple(held),
        settings=state.settings,
    )


def _screened(state: State, unit: Unit, here: Block, foe: Block) -> bool:
    """Whether a unit stands in an enemy's zone, but something blocks the line between them [move.engaged-zone]."""
    if not gap_below(here, foe, 1.0 + TOLERANCE) or terrain_rule.touching(here, foe):
        return False
    others = [body for body in sight_table.bodies(state, unit.id) if body != foe]
    return not sight_table.looks(state, foe, here, others)


def unscreened(state: State, unit: Unit, yard: rule.Yard, made: rule.March) -> rule.Yard | None:
    """The yard without the zones that turn out to be screened where a move would end; None where all count."""
    after = terrain_rule.base(made.end, yard.settings)
    blind = [foe for foe in rule.engagers(yard, after) if _screened(state, unit, after, foe)]
    if not blind:
        return None
    clearer = copy(yard)
    clearer.zoned = tuple([foe for foe in yard.zoned if foe not in blind])
    return clearer


def moved_by(state: State, unit: Unit, action: action_rule.Action, yard: rule.Yard | None = None) -> rule.March:
    """A simple or difficult move or a pivot worked out: where it ends and what forbids it [move.moved-flag]."""
    rate = rule.rate_of(unit.arm, unit.mounted)
    around = yard if yard is not None else yard_of(state, unit, unit.pose, rate.simple)
    made = _made(around, unit, action)
    while made.engaged or made.clause == "chamberlain.move.engaged-break-off":
        clearer = unscreened(state, unit, around, made)
        if clearer is None:
            break
        around = clearer
        made = _made(around, unit, action)
    clause = rule.mount_refusal(unit.arm, unit.mounted, action.change, action.kind)
    return rule.March(clause, made.end, made.distance, made.engaged) if clause else made


def _made(yard: rule.Yard, unit: Unit, action: action_rule.Action) -> rule.March:
    rate = rule.rate_of(unit.arm, unit.mounted)
    if action.kind == "simple":
        return rule.simple_move(yard, rate, unit.pose, action.facing, action.length)
    return rule.difficult_move(yard=yard, rate=rate, pose=unit.pose, x=action.x, y=action.y, end_facing=action.facing)


Idea = tuple[str, str, tuple[Manoeuvre, ...]]
"""A move worth offering: its key, its words, its manoeuvres."""


def move_ways(view: State, unit: Unit, yard: rule.Yard) -> list[Way]:
    """A handful of moves: ahead, at the nearest enemy, aside and back, each as far as it goes."""
    settings = view.settings
    depth = settings.setup_unit_depth
    slow = terrain_rule.stands_in(
        view.ground, terrain_rule.DIFFICULT, field.block(unit, settings), settings.move_roads_cancel_difficult
    )
    towards = bearing_on_enemy(view, unit)
    ideas = [] if slow else _simple_ideas(unit, towards, depth)
    if slow:
        ideas.append(_step("step", "a careful step ahead", unit, 0))
    ideas.append(_step("back", "a step back", unit, HALF_TURN))
    if towards != unit.pose.facing:
        ideas.append(("face", "turn to the enemy", turn_to(unit, towards, depth)))
    if unit.arm in tables.RIDERS:
        word = action_rule.ON_FOOT if unit.mounted else action_rule.ON_HORSE
        ideas.append((word, "dismount" if unit.mounted else "mount", (Manoeuvre("form", on=word),)))
    return _lawful(view, unit, yard, ideas)


def _simple_ideas(unit: Unit, towards: int, depth: float) -> list[Idea]:
    rate = rule.rate_of(unit.arm, unit.mounted)
    facings = [
        ("ahead", "ahead", unit.pose.facing),
        ("towards", "towards the enemy", towards),
        ("left", "half left", unit.pose.facing - 4500),
        ("right", "half right", unit.pose.facing + 4500),
        ("away", "away from the enemy", towards + HALF_TURN),
    ]
    return [
        (key, text, (*turn_to(unit, facing % FULL_TURN, depth), forward(rate.simple)))
        for key, text, facing in facings
        if key != "towards" or facing != unit.pose.facing
    ]


def _step(key: str, text: str, unit: Unit, heading: int) -> Idea:
    """A difficult move as far as it goes."""
    gone = ahead(Pose(0.0, 0.0, unit.pose.facing + heading), rule.rate_of(unit.arm, unit.mounted).difficult)
    return (key, text, (shift(gone.x, gone.y),))


def _lawful(view: State, unit: Unit, yard: rule.Yard, ideas: list[Idea]) -> list[Way]:
    """The moves that are lawful, each with its end; one that goes nowhere is no move."""
    found: list[Way] = []
    for key, text, manoeuvres in ideas:
        action = action_rule.read(unit.pose, manoeuvres, view.settings.setup_unit_depth)
        made = moved_by(view, unit, action, yard)
        if not made.clause and not stays(unit, action, made):
            found.append(Way(key, text, manoeuvres, field.middle(made.end, view.settings)))
    return found


def stays(unit: Unit, action: action_rule.Action, made: rule.March) -> bool:
    """Whether a move ends where it began, on horse or on foot as it was."""
    return made.distance <= TOLERANCE and made.end.facing == unit.pose.facing and action.change == "none"


def turn_to(unit: Unit, facing: int, depth: float) -> tuple[Manoeuvre, ...]:
    by = turn_between(unit.pose.facing, facing)
    return (pivot(by, 0.0, 0.5 * depth),) if by else ()


def bearing_on_enemy(view: State, unit: Unit) -> int:
    """The direction of the nearest enemy, or of the nearest objective; ahead where there is neither."""
    places = [(foe.pose.x, foe.pose.y, foe.id) for foe in field.enemies(view, unit.side)]
    if not places:
        places = [(goal.x, goal.y, goal.id) for goal in view.goals]
    near = [(round(distance(unit.pose.x, unit.pose.y, x, y), 1), id, x, y) for x, y, id in places]
    if not near:
        return unit.pose.facing
    _, _, x, y = min(near)
    return bearing(unit.pose.x, unit.pose.y, x, y)


def after_fire_ways(view: State, unit: Unit) -> list[Way]:
    """What repeaters may still do when they have fired first [move.mobile-rr, move.cc-three-actions]."""
    here = field.middle(unit.pose, view.settings)
    yard = yard_of(view, unit, unit.pose, rule.rate_of(unit.arm, unit.mounted).simple)
    ideas = [_step("step", "a step ahead", unit, 0), _step("back", "a step back", unit, HALF_TURN)]
    if "simple" in rule.moves_after_fire(view.settings):
        ideas += _simple_ideas(unit, bearing_on_enemy(view, unit), view.settings.setup_unit_depth)
    return [Way("stand", "stand", (), here), *_lawful(view, unit, yard, ideas)]


def march(state: State, unit: Unit, action: action_rule.Action, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """A simple or difficult move, or a pivot; cut short where the truth forbids what the view allowed."""
    made = moved_by(state, unit, action)
    fog = state.settings.conceal_level == "sight"
    halted = fog and moved_by(views.view(state, unit.side), unit, action).end != made.end
    while made.clause and (action.length > 0.0 or (action.x, action.y) != (unit.pose.x, unit.pose.y)):
        halted = True
        action = _shorter(unit, action)
        made = moved_by(state, unit, action)
    if made.clause:
        return Progress((action_events.Stood(unit.id),))
    if stays(unit, action, made):
        return Progress((action_events.Stood(unit.id),))
    turned_only = made.distance <= TOLERANCE and action.change == "none"
    kind = "pivot" if turned_only else action.kind
    return moved(
        state=state, unit=unit, kind=kind, end=made.end, manoeuvres=manoeuvres, change=action.change, halted=halted
    )


def _shorter(unit: Unit, action: action_rule.Action) -> action_rule.Action:
    """The same move, a little less far."""
    if action.kind == "simple":
        left = rounded(max(0.0, action.length - 0.05))
        return action_rule.Action("simple", turn=action.turn, length=left, facing=action.facing)
    dx = action.x - unit.pose.x
    dy = action.y - unit.pose.y
    length = distance(0.0, 0.0, dx, dy)
    share = max(0.0, length - 0.05) / length
    return action_rule.Action(
        "difficult",
        x=unit.pose.x + dx * share,
        y=unit.pose.y + dy * share,
        facing=action.facing,
        change=action.change,
    )


def moved(
    state: State,
    unit: Unit,
    kind: str,
    end: Pose,
    manoeuvres: tuple[Manoeuvre, ...],
    change: str = "none",
    halted: bool = False,
) -> Progress:
    mounted = unit.mounted if change == "none" else change == "mount"
    limbered = rule.limbered_after(unit.arm, unit.limbered, kind, state.settings)
    event = events.Moved(
        unit=unit.id,
        kind=kind,
        start=unit.pose,
        end=end,
        manoeuvres=manoeuvres,
        mounted=mounted,
        limbered=limbered,
        halted=halted,
    )
    return Progress((event, *command_table.after_move(state, unit, unit.pose, end)), final=halted)
