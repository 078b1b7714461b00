"""What a move would do before it is made, and what a figure could see, shoot and reach from a place: the outline."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Marched, Placed, Reason
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Part
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.charge import events as charge_events
from roundtop.rulebooks.skirmish.charge import hand as charge_hand
from roundtop.rulebooks.skirmish.deployment import arrivals as deployment_arrivals
from roundtop.rulebooks.skirmish.deployment import events as deployment_events
from roundtop.rulebooks.skirmish.deployment import table as deployment_table
from roundtop.rulebooks.skirmish.fire import aim as fire_aim
from roundtop.rulebooks.skirmish.fire import table as fire_table
from roundtop.rulebooks.skirmish.fire import told as fire_told
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import faults as movement_faults
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.movement import table as movement_table
from roundtop.rulebooks.skirmish.movement import together as movement_together
from roundtop.rulebooks.skirmish.movement import told as movement_told
from roundtop.rulebooks.skirmish.movement import ways as movement_ways
from roundtop.rulebooks.skirmish.state import TO_ARRIVE, Figure, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.rulebooks.skirmish.words import BOOK, glyph_of
from roundtop.table.ground import level_at
from roundtop.table.measure import TOLERANCE, bearing, distance, turn_between
from roundtop.table.path import Manoeuvre, leg, shift, turn
from roundtop.table.plan import disc_outline, plan_legs
from roundtop.table.pose import Pose, rounded_pose

NEAR_CM: Final = 0.3


def propose(view: State, step: object, player: str, pose: Pose) -> Answer | None:
    """The answer that brings the asked figure or group to a pose, or as far towards it as it may go."""
    if isinstance(step, movement_events.MoveFigure):
        figure = view.figures[step.figure]
        if figure.place == TO_ARRIVE:
            return Marched(_onto_table(view, figure, pose))
        return Marched(_way(view, figure, pose))
    if isinstance(step, charge_events.ChargeByHand):
        return Marched(charge_hand.towards(view, step, pose))
    if isinstance(step, movement_events.MoveTogether):
        return Marched(_together(view, step, pose))
    if isinstance(step, deployment_events.PlaceGroup):
        return Placed(rounded_pose(pose))
    return None


def _way(view: State, figure: Figure, goal: Pose) -> tuple[Manoeuvre, ...]:
    """Straight there, or round what is in the way; a man on foot faces as he is set down [movement.foot-turn]."""
    if distance(figure.pose.x, figure.pose.y, goal.x, goal.y) < NEAR_CM:
        by = turn_between(figure.pose.facing, goal.facing)
        return (turn(by),) if by else ()
    crowd = movement_faults.Crowd(view, figure)
    made = _straight_to(view, figure, goal, crowd)
    if made is None or distance(made.x, made.y, goal.x, goal.y) > NEAR_CM:
        round_it = _round(view, figure, goal, crowd)
        lawful = round_it and not movement_faults.faults_of(
            view, figure, movement_paths.path_of(figure.pose, round_it), morale_table.duty_of(view, figure), crowd
        )
        if lawful and (made is None or _nearer(round_it[-1], made, goal)):
            return round_it
    return () if made is None else (made,)


def _nearer(one: Manoeuvre, other: Manoeuvre, goal: Pose) -> bool:
    return distance(one.x, one.y, goal.x, goal.y) < distance(other.x, other.y, goal.x, goal.y) - TOLERANCE


def _straight_to(view: State, figure: Figure, goal: Pose, crowd: movement_faults.Crowd) -> Manoeuvre | None:
    heading = bearing(figure.pose.x, figure.pose.y, goal.x, goal.y)
    away = distance(figure.pose.x, figure.pose.y, goal.x, goal.y)
    return movement_ways.straight(state=view, figure=figure, start=figure.pose, heading=heading, most=away, crowd=crowd)


def _round(view: State, figure: Figure, goal: Pose, crowd: movement_faults.Crowd) -> tuple[Manoeuvre, ...]:
    """Legs round ground nobody enters, enemies and horses, as far as one action goes."""
    outlines = [area.outline for area in view.ground.areas if area.kind in terrain_rule.IMPASSABLE]
    outlines.extend([disc_outline(disc) for disc in [*crowd.foe_discs, *crowd.solid]])
    room = field.radius(figure, view.settings) + NEAR_CM
    made = plan_legs(
        start=figure.pose, x=goal.x, y=goal.y, outlines=outlines, room=room, allowance=movement_paths.rate_of(figure)
    ).manoeuvres
    return tuple([leg(round(m.x, 2), round(m.y, 2)) for m in made])


def _together(view: State, step: movement_events.MoveTogether, goal: Pose) -> tuple[Manoeuvre, ...]:
    men = movement_together.movers(view, step.group)
    if not men:
        return ()
    dx = goal.x - men[0].pose.x
    dy = goal.y - men[0].pose.y
    away = distance(0.0, 0.0, dx, dy)
    if away < NEAR_CM:
        return ()
    share = min(1.0, movement_paths.rate_of(men[0]) / away)
    return (shift(dx * share, dy * share),)


def _onto_table(view: State, figure: Figure, goal: Pose) -> tuple[Manoeuvre, ...]:
    """Along the edge as far as may be, then straight there; or straight there from the entry."""
    start = deployment_arrivals.entry_pose(view, figure)
    for aside in (deployment_arrivals.along_edge(view, start, goal), shift(0.0, 0.0)):
        from_there = Pose(start.x + aside.x, start.y + aside.y, start.facing)
        there = field.moved_to(figure, from_there)
        made = movement_ways.straight(
            state=view, figure=there, start=from_there, heading=bearing(from_there.x, from_there.y, goal.x, goal.y),
            most=distance(from_there.x, from_there.y, goal.x, goal.y), crowd=movement_faults.Crowd(view, there),
        )  # fmt: skip
        if made is not None:
            way = (aside, made) if aside.x or aside.y else (made,)
            if not deployment_arrivals.entry_faults(view, figure, way):
                return way
    return ()


def preview(view: State, step: object, player: str, answer: Answer) -> Preview | None:
    """What an answer would do to the asked figure or group."""
    if isinstance(step, movement_events.MoveFigure) and isinstance(answer, Marched):
        figure = view.figures[step.figure]
        return _figure_preview(view, figure, answer.manoeuvres, _move_faults(view, figure, answer.manoeuvres))
    if isinstance(step, charge_events.ChargeByHand) and isinstance(answer, Marched):
        faults = charge_hand.way_faults(view, step, answer.manoeuvres)
        return _figure_preview(view, view.figures[step.figure], answer.manoeuvres, faults)
    if isinstance(step, movement_events.MoveTogether) and isinstance(answer, Marched):
        return _group_preview(view, step, answer)
    if isinstance(step, deployment_events.PlaceGroup) and isinstance(answer, Placed):
        men = deployment_table.in_hand(view, step.group)
        end = rounded_pose(answer.pose)
        parts = tuple(
            [part_at(view, man, pose) for man, pose in zip(men, deployment_table.stations(view, men, end), strict=True)]
        )
        return Preview(end, parts, reasons=tuple(deployment_table.place_faults(view, men, end)))
    return None


def part_at(view: State, figure: Figure, pose: Pose) -> Part:
    """A figure as it would stand there."""
    size = 2.0 * field.radius(figure, view.settings)
    return Part(pose, size, size, glyph_of(figure))


def _move_faults(view: State, figure: Figure, made: tuple[Manoeuvre, ...]) -> tuple[Reason, ...]:
    if figure.place == TO_ARRIVE:
        return tuple(deployment_arrivals.entry_faults(view, figure, made))
    return tuple(movement_table.move_faults(view, figure, made))


def _figure_preview(view: State, figure: Figure, made: tuple[Manoeuvre, ...], faults: tuple[Reason, ...]) -> Preview:
    start = deployment_arrivals.entry_pose(view, figure) if figure.place == TO_ARRIVE else figure.pose
    path = movement_paths.path_of(start, made)
    other = field.partner_of(view, figure)
    parts = [part_at(view, figure, path.end)]
    if other is not None and len(path.points) > 1:
        parts.append(
            part_at(view, other, movement_paths.path_of(other.pose, movement_table.alongside(figure, other, made)).end)
        )
    return Preview(
        end=path.end,
        parts=tuple(parts),
        track=tuple(path.points),
        costs=movement_told.costs(view, figure, path),
        crosses=movement_told.crosses(view, figure, path),
        reasons=faults if made else (),
    )


def _group_preview(view: State, step: movement_events.MoveTogether, answer: Marched) -> Preview:
    """Where every man of the group would end."""
    men = movement_together.movers(view, step.group)
    if not men or not answer.manoeuvres:
        pose = men[0].pose if men else Pose(0.0, 0.0, 0)
        return Preview(pose, tuple([part_at(view, man, man.pose) for man in men]))
    made = answer.manoeuvres[0]
    ends = {
        e.figure: e.end
        for e in movement_together.together_events(view, step.group, made.x, made.y)
        if isinstance(e, movement_events.Moved)
    }
    parts = tuple([part_at(view, man, ends.get(man.id, man.pose)) for man in men])
    lead = men[0]
    end = ends.get(lead.id, lead.pose)
    cost = Row("who moves", f"{len(ends)} of {len(men)}", BOOK + "actions.move")
    track = ((lead.pose.x, lead.pose.y), (end.x, end.y))
    return Preview(
        end=end,
        parts=parts,
        track=track,
        costs=(cost,),
        reasons=tuple(movement_together.together_faults(view, step.group, answer.manoeuvres)),
    )


def looks(view: State, piece: str, pose: Pose | None) -> tuple[Overlay, ...]:
    """Ranges of a figure's weapon, whom it could shoot and with which dice, who could shoot it, how far it could go.

    Kinds: arc (a range), line (a lawful shot), barred (no shot), threat (a shot at it), reach.
    """
    figure = view.figures.get(piece)
    if figure is None or not field.able(figure):
        return ()
    if pose is not None:
        figure = field.copied(figure)
        figure.pose = rounded_pose(pose)
        figure.level = level_at(view.ground, figure.pose.x, figure.pose.y)
        view = field.with_figure(view, figure)
    found: list[Overlay] = fire_told.ranges(view, figure)
    for group in field.enemy_groups(view, figure.group):
        found.extend(fire_told.shot(view, figure, group))
        found.extend(fire_told.threat(view, figure, group))
    return (*found, *movement_told.reach(view, figure, pose))


def why_not(view: State, step: object, piece: str) -> tuple[Reason, ...]:
    """Why a figure may not be named: one's own who cannot act, an enemy whose group cannot be shot at.

    [turn.action-phases, shooting.eligible-targets]
    """
    other = view.figures.get(piece)
    if other is None or not isinstance(step, (actions_events.GroupActs, actions_events.FigureActs)):
        return ()
    if isinstance(step, actions_events.GroupActs):
        if other.side != field.group_of(view, step.group).side:
            return () if other.group in step.targets else _no_shot(view, step.group, other)
        return _cannot_act(view, step.group, other)
    figure = view.figures[step.figure]
    if other.side == figure.side:
        return (Reason(f"{other.name} is on your own side.", BOOK + "shooting.eligible-targets"),)
    ready = [firearm.kind for firearm in figure.firearms if field.is_loaded(firearm, view)]
    if not ready:
        return (Reason(f"{figure.name} has nothing loaded.", BOOK + "actions.load"),)
    if [kind for kind in ready if fire_aim.can_shoot(view, figure, kind, other.group)]:
        return ()
    text, clause = fire_told.blocked(view, figure, ready[0], other)
    return (Reason(f"{other.name}: {text}.", BOOK + clause),)


def _no_shot(view: State, group: str, other: Figure) -> tuple[Reason, ...]:
    """Why nobody of a group can fire at an enemy: what bars the first of them who is ready to."""
    name = field.group_of(view, group).name
    ready = [man for man in field.waiting(view, group) if fire_table.may_shoot(view, man)]
    if not ready:
        return (Reason(f"{name}: nobody who may still act has a weapon loaded.", BOOK + "actions.load"),)
    man = ready[0]
    kind = next(firearm.kind for firearm in man.firearms if field.is_loaded(firearm, view))
    text, clause = fire_told.blocked(view, man, kind, other)
    return (Reason(f"{name} cannot fire at {other.name}: {text}.", BOOK + clause),)


def _cannot_act(view: State, group: str, other: Figure) -> tuple[Reason, ...]:
    if other.group != group:
        name = field.group_of(view, group).name
        return (Reason(f"It is the turn of {name}: finish it first.", BOOK + "turn.group-by-group"),)
    if field.waits(view, other):
        return ()
    if other.acted:
        return (Reason(f"{other.name} has acted in this phase.", BOOK + "turn.action-phases"),)
    return (Reason(f"{other.name} has no action left this turn.", BOOK + "actions.allowance"),)
