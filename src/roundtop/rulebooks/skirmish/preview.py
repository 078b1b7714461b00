"""What a move would do before it is made, and what a figure could see, shoot and reach from a place."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Marched, Placed, Reason
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Part
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish.activation import (
    alongside,
    duty_of,
    enemy_groups,
    entry_faults,
    entry_pose,
    move_faults,
    movers,
    together_events,
    together_faults,
    waits,
)
from roundtop.rulebooks.skirmish.command import ACTIONS
from roundtop.rulebooks.skirmish.deployment import in_hand, place_faults, stations
from roundtop.rulebooks.skirmish.events import Moved
from roundtop.rulebooks.skirmish.fire import BANDS, OUT, RANGE_DICE, Mark, band, pool, reach
from roundtop.rulebooks.skirmish.movement import (
    Crowd,
    Path,
    faults_of,
    lines_over,
    move_of,
    moved_to,
    path_of,
    rate_of,
    slow_spans,
    straight,
)
from roundtop.rulebooks.skirmish.sight import (
    bars,
    can_shoot,
    clear_ground,
    cover_of,
    gap,
    in_contact,
    in_rear,
    lane,
    marks,
    nearest_to,
)
from roundtop.rulebooks.skirmish.state import (
    MOUNTED,
    ON_TABLE,
    TO_ARRIVE,
    Figure,
    Group,
    State,
    able,
    copied,
    enemies,
    group_of,
    is_loaded,
    members,
    partner_of,
    radius,
    with_figure,
)
from roundtop.rulebooks.skirmish.steps import FigureActs, GroupActs, MoveFigure, MoveTogether, PlaceGroup, Step
from roundtop.rulebooks.skirmish.tables import quality_die
from roundtop.rulebooks.skirmish.terrain import (
    COVER_DICE,
    DIFFICULT,
    IMPASSABLE,
    JUMP_CM,
    ground_cost,
    price,
    turn_cost,
)
from roundtop.table.crossed import track_in_area
from roundtop.table.ground import level_at
from roundtop.table.measure import FULL_TURN, TOLERANCE, bearing, cosine, distance, sine, turn_between, within
from roundtop.table.path import Manoeuvre, leg, shift, turn
from roundtop.table.plan import disc_outline, plan_legs
from roundtop.table.pose import Point, Pose, rounded_pose

BOOK: Final = "skirmish."
SPOKES: Final = 24
"""In so many directions it is tried how far a figure can go."""
ROUND: Final = 48
"""Corners of a circle that shows a range."""
NEAR_CM: Final = 0.3


# ---------------------------------------------------------------- the way there


def propose(view: State, step: Step, player: str, pose: Pose) -> Answer | None:
    """The answer that brings the asked figure or group to a pose, or as far towards it as it may go."""
    if isinstance(step, MoveFigure):
        figure = view.figures[step.figure]
        if figure.place == TO_ARRIVE:
            return Marched(_onto_table(view, figure, pose))
        return Marched(_way(view, figure, pose))
    if isinstance(step, MoveTogether):
        return Marched(_together(view, step, pose))
    if isinstance(step, PlaceGroup):
        return Placed(rounded_pose(pose))
    return None


def _way(view: State, figure: Figure, goal: Pose) -> tuple[Manoeuvre, ...]:
    """Straight there, or round what is in the way; a man on foot faces as he is set down [movement.foot-turn]."""
    if distance(figure.pose.x, figure.pose.y, goal.x, goal.y) < NEAR_CM:
        by = turn_between(figure.pose.facing, goal.facing)
        return (turn(by),) if by else ()
    crowd = Crowd(view, figure)
    made = _straight_to(view, figure, goal, crowd)
    if made is None or distance(made.x, made.y, goal.x, goal.y) > NEAR_CM:
        round_it = _round(view, figure, goal, crowd)
        lawful = round_it and not faults_of(view, figure, path_of(figure.pose, round_it), duty_of(view, figure), crowd)
        if lawful and (made is None or _nearer(round_it[-1], made, goal)):
            return round_it
    return () if made is None else (made,)


def _nearer(one: Manoeuvre, other: Manoeuvre, goal: Pose) -> bool:
    return distance(one.x, one.y, goal.x, goal.y) < distance(other.x, other.y, goal.x, goal.y) - TOLERANCE


def _straight_to(view: State, figure: Figure, goal: Pose, crowd: Crowd) -> Manoeuvre | None:
    heading = bearing(figure.pose.x, figure.pose.y, goal.x, goal.y)
    away = distance(figure.pose.x, figure.pose.y, goal.x, goal.y)
    return straight(view, figure, figure.pose, heading, away, crowd)


def _round(view: State, figure: Figure, goal: Pose, crowd: Crowd) -> tuple[Manoeuvre, ...]:
    """Legs round ground nobody enters, enemies and horses, as far as one action goes."""
    outlines = [area.outline for area in view.ground.areas if area.kind in IMPASSABLE]
    outlines.extend([disc_outline(disc) for disc in [*crowd.foe_discs, *crowd.solid]])
    room = radius(figure, view.settings) + NEAR_CM
    made = plan_legs(figure.pose, goal.x, goal.y, outlines, room, rate_of(figure)).manoeuvres
    return tuple([leg(round(m.x, 2), round(m.y, 2)) for m in made])


def _together(view: State, step: MoveTogether, goal: Pose) -> tuple[Manoeuvre, ...]:
    men = movers(view, step.group)
    if not men:
        return ()
    dx = goal.x - men[0].pose.x
    dy = goal.y - men[0].pose.y
    away = distance(0.0, 0.0, dx, dy)
    if away < NEAR_CM:
        return ()
    share = min(1.0, rate_of(men[0]) / away)
    return (shift(dx * share, dy * share),)


def _onto_table(view: State, figure: Figure, goal: Pose) -> tuple[Manoeuvre, ...]:
    start = entry_pose(view, figure)
    there = moved_to(figure, start)
    made = straight(
        view, there, start, bearing(start.x, start.y, goal.x, goal.y),
        distance(start.x, start.y, goal.x, goal.y), Crowd(view, there),
    )  # fmt: skip
    return () if made is None else (made,)


# ---------------------------------------------------------------- what it would cost and meet


def preview(view: State, step: Step, player: str, answer: Answer) -> Preview | None:
    """What an answer would do to the asked figure or group."""
    if isinstance(step, MoveFigure) and isinstance(answer, Marched):
        return _figure_preview(view, view.figures[step.figure], answer.manoeuvres)
    if isinstance(step, MoveTogether) and isinstance(answer, Marched):
        return _group_preview(view, step, answer)
    if isinstance(step, PlaceGroup) and isinstance(answer, Placed):
        men = in_hand(view, step.group)
        end = rounded_pose(answer.pose)
        parts = tuple([part_at(view, man, pose) for man, pose in zip(men, stations(view, men, end), strict=True)])
        return Preview(end, parts, (), (), (), tuple(place_faults(view, men, end)))
    return None


def part_at(view: State, figure: Figure, pose: Pose) -> Part:
    """A figure as it would stand there."""
    size = 2.0 * radius(figure, view.settings)
    return Part(pose, size, size, "cavalry" if figure.arm == MOUNTED else "figure")


def _figure_preview(view: State, figure: Figure, made: tuple[Manoeuvre, ...]) -> Preview:
    start = entry_pose(view, figure) if figure.place == TO_ARRIVE else figure.pose
    path = path_of(start, made)
    faults = entry_faults(view, figure, made) if figure.place == TO_ARRIVE else move_faults(view, figure, made)
    other = partner_of(view, figure)
    parts = [part_at(view, figure, path.end)]
    if other is not None and len(path.points) > 1:
        parts.append(part_at(view, other, path_of(other.pose, alongside(figure, other, made)).end))
    return Preview(
        path.end,
        tuple(parts),
        tuple(path.points),
        costs(view, figure, path),
        crosses(view, figure, path),
        tuple(faults) if made else (),
    )


def _group_preview(view: State, step: MoveTogether, answer: Marched) -> Preview:
    """Where every man of the group would end."""
    men = movers(view, step.group)
    if not men or not answer.manoeuvres:
        pose = men[0].pose if men else Pose(0.0, 0.0, 0)
        return Preview(pose, tuple([part_at(view, man, man.pose) for man in men]), (), (), (), ())
    made = answer.manoeuvres[0]
    ends = {e.figure: e.end for e in together_events(view, step.group, made.x, made.y) if isinstance(e, Moved)}
    parts = tuple([part_at(view, man, ends.get(man.id, man.pose)) for man in men])
    lead = men[0]
    end = ends.get(lead.id, lead.pose)
    cost = Row("who moves", f"{len(ends)} of {len(men)}", BOOK + "actions.move")
    track = ((lead.pose.x, lead.pose.y), (end.x, end.y))
    return Preview(end, parts, track, (cost,), (), tuple(together_faults(view, step.group, answer.manoeuvres)))


def costs(view: State, figure: Figure, path: Path) -> tuple[Row, ...]:
    """The price of a move line by line, and what is left.

    [movement.difficult-mixed, movement.mounted-turn, movement.mounted-obstacles]
    """
    move = move_of(view, figure, path)
    rows = [Row("ground", f"{move.open_cm + move.difficult_cm:.1f} cm", BOOK + "movement.path")]
    if move.difficult_cm > TOLERANCE:
        more = ground_cost(move.open_cm, move.difficult_cm, view.settings) - move.open_cm - move.difficult_cm
        rows.append(Row("difficult ground", f"+{more:.1f} cm", BOOK + "movement.difficult-mixed"))
    turning = turn_cost(figure.arm, move.turned_deg, view.settings)
    if turning > 0.0:
        rows.append(Row(f"turning {move.turned_deg:.0f}°", f"+{turning:g} cm", BOOK + "movement.mounted-turn"))
    if move.jumps and figure.arm == MOUNTED:
        rows.append(Row("jumping", f"+{JUMP_CM * move.jumps:g} cm", BOOK + "movement.mounted-obstacles"))
    used = f"{price(move, view.settings):.1f} of {rate_of(figure):g} cm"
    word = "animals" if figure.arm not in ("foot", MOUNTED) else f"{figure.arm}-rate"
    rows.append(Row("allowance used", used, BOOK + f"movement.{word}"))
    rows.append(Row("actions", f"{figure.spent + 1} of {ACTIONS - figure.harm}", BOOK + "actions.allowance"))
    return tuple(rows)


def crosses(view: State, figure: Figure, path: Path) -> tuple[Row, ...]:
    """What a figure goes through and over, the cover at its end, and the nearest enemy there."""
    rows: list[Row] = []
    for kind in sorted({area.kind for area in view.ground.areas}):
        inside = track_in_area(view.ground, (kind,), path.points)
        if inside > TOLERANCE:
            clause = "movement.difficult-halves" if kind in DIFFICULT else "setup.terrain-catalogue"
            rows.append(Row(kind, f"{inside:.1f} cm", BOOK + clause))
    if view.water.roads and _wades(view, path):
        rows.append(Row("water", "waded", BOOK + "movement.difficult-halves"))
    rows.extend([Row(line.kind, "crossed", BOOK + "actions.climb-crossing") for line in lines_over(view, path.points)])
    there = moved_to(figure, path.end)
    foe = nearest_to(there, enemies(view, figure.side), view.settings)
    if foe is not None:
        away = gap(there, foe, view.settings)
        rows.append(Row("nearest enemy", f"{foe.name}, {away:.1f} cm", BOOK + "setup.bases-and-measuring"))
        rows.append(Row("cover there", cover_of(view, there, foe), BOOK + "shooting.cover-test"))
    return tuple(rows)


def _wades(view: State, path: Path) -> bool:
    for place in range(1, len(path.points)):
        ax, ay = path.points[place - 1]
        bx, by = path.points[place]
        if slow_spans(view, ax, ay, bx, by):
            return True
    return False


# ---------------------------------------------------------------- what could be seen from there


def looks(view: State, piece: str, pose: Pose | None) -> tuple[Overlay, ...]:
    """Ranges of a figure's weapon, whom it could shoot and with which dice, who could shoot it, how far it could go.

    Kinds: arc (a range), line (a lawful shot), barred (no shot), threat (a shot at it), reach.
    """
    figure = view.figures.get(piece)
    if figure is None or not able(figure):
        return ()
    if pose is not None:
        figure = copied(figure)
        figure.pose = rounded_pose(pose)
        figure.level = level_at(view.ground, figure.pose.x, figure.pose.y)
        view = with_figure(view, figure)
    found: list[Overlay] = _ranges(view, figure)
    for group in enemy_groups(view, figure.group):
        found.extend(_shot(view, figure, group))
        found.extend(_threat(view, figure, group))
    return (*found, *_reach(view, figure, pose))


def _weapon(view: State, figure: Figure) -> str:
    """The weapon that is shown: the first loaded, else the first; "" for none."""
    ready = [firearm.kind for firearm in figure.firearms if is_loaded(firearm, view)]
    return ready[0] if ready else figure.firearms[0].kind if figure.firearms else ""


def _ranges(view: State, figure: Figure) -> list[Overlay]:
    """The far limits of the four bands with their dice [shooting.band-edges, shooting.range-dice]."""
    weapon = _weapon(view, figure)
    if not weapon:
        return []
    row = view.settings.armoury.shooting[weapon]
    limits = (row.short, row.medium, row.long, row.extreme)
    own = radius(figure, view.settings)
    found: list[Overlay] = []
    for name, limit in zip(BANDS, limits, strict=True):
        if limit > 0.0:
            label = f"{weapon}, {name} to {limit:g} cm: target throws {RANGE_DICE[name].name}"
            found.append(Overlay("arc", figure.side, label, _circle(figure, limit + own), row.clause))
    return found


def _circle(figure: Figure, radius_cm: float) -> tuple[Point, ...]:
    step = FULL_TURN // ROUND
    return tuple(
        [
            (figure.pose.x + radius_cm * sine(n * step), figure.pose.y + radius_cm * cosine(n * step))
            for n in range(ROUND)
        ]
    )


def _shot(view: State, figure: Figure, group: Group) -> list[Overlay]:
    """A shot at a group with all three dice, or why there is none [shooting.sequence, shooting.eligible-targets]."""
    weapon = _weapon(view, figure)
    if not weapon:
        return []
    drawn_from = () if in_contact(view, figure) else pool(weapon, marks(view, figure, weapon, group.id), view.settings)
    if drawn_from:
        man = view.figures[drawn_from[0].id]
        label = shot_words(view, figure, weapon, group, drawn_from)
        return [Overlay("line", figure.side, label, _line(figure, man), BOOK + "shooting.sequence")]
    foe = nearest_to(figure, members(view, group.id), view.settings)
    if foe is None:
        return []
    text, clause = blocked(view, figure, weapon, foe)
    return [Overlay("barred", figure.side, f"{group.name}: {text}", _line(figure, foe), BOOK + clause)]


def shot_words(view: State, figure: Figure, weapon: str, group: Group, drawn_from: tuple[Mark, ...]) -> str:
    """`could shoot 2nd squad (3 in the pool): d8 against cover d6 (soft) and range d10 (long, 41.2 cm)`."""
    mark = drawn_from[0]
    man = view.figures[mark.id]
    cover = cover_of(view, man, figure)
    name = band(weapon, mark.distance, view.settings)
    die = quality_die(figure.quality, view.settings).name
    return (
        f"could shoot {group.name} ({len(drawn_from)} in the pool): {die} against cover {COVER_DICE[cover].name}"
        f" ({cover}) and range {RANGE_DICE[name].name} ({name}, {mark.distance:.1f} cm)"
    )


def blocked(view: State, figure: Figure, weapon: str, foe: Figure) -> tuple[str, str]:
    """Why the nearest man of a group cannot be shot at, and the clause."""
    away = gap(figure, foe, view.settings)
    if in_contact(view, figure) or in_contact(view, foe):
        return "in hand-to-hand contact", "shooting.into-melee"
    if band(weapon, away, view.settings) == OUT:
        return f"{away:.1f} cm away, beyond {reach(weapon, view.settings):g}", "shooting.out-of-range"
    if figure.arm == MOUNTED and in_rear(figure, foe):
        return "behind the rider", "shooting.arc"
    there = foe.pose
    if not clear_ground(view, figure.pose.x, figure.pose.y, figure.level, there.x, there.y, foe.level):
        return "out of sight", "shooting.line-of-sight"
    for other in lane(view, figure, [foe]):
        if bars(other, figure.pose.x, figure.pose.y, there.x, there.y, view.settings):
            return f"{other.name} is in the way", "shooting.line-of-sight"
    return "no shot", "shooting.eligible-targets"


def why_not(view: State, step: Step, piece: str) -> tuple[Reason, ...]:
    """Why a figure may not be named: one's own who cannot act, an enemy whose group cannot be shot at.

    [turn.action-phases, shooting.eligible-targets]
    """
    other = view.figures.get(piece)
    if other is None or not isinstance(step, (GroupActs, FigureActs)):
        return ()
    if isinstance(step, GroupActs):
        return _cannot_act(view, step.group, other)
    figure = view.figures[step.figure]
    if other.side == figure.side:
        return (Reason(f"{other.name} is on your own side.", BOOK + "shooting.eligible-targets"),)
    ready = [firearm.kind for firearm in figure.firearms if is_loaded(firearm, view)]
    if not ready:
        return (Reason(f"{figure.name} has nothing loaded.", BOOK + "actions.load"),)
    if [kind for kind in ready if can_shoot(view, figure, kind, other.group)]:
        return ()
    text, clause = blocked(view, figure, ready[0], other)
    return (Reason(f"{other.name}: {text}.", BOOK + clause),)


def _cannot_act(view: State, group: str, other: Figure) -> tuple[Reason, ...]:
    if other.group != group:
        name = group_of(view, group).name
        return (Reason(f"It is the turn of {name}: finish it first.", BOOK + "turn.group-by-group"),)
    if waits(view, other):
        return ()
    if other.acted:
        return (Reason(f"{other.name} has acted in this phase.", BOOK + "turn.action-phases"),)
    return (Reason(f"{other.name} has no action left this turn.", BOOK + "actions.allowance"),)


def _threat(view: State, figure: Figure, group: Group) -> list[Overlay]:
    """The first man of a group with a loaded weapon who could shoot at this figure's group and hit him."""
    for foe in members(view, group.id):
        weapon = _weapon(view, foe)
        loaded = [firearm for firearm in foe.firearms if is_loaded(firearm, view)]
        near = within(gap(foe, figure, view.settings), reach(weapon, view.settings))
        if not loaded or not near or in_contact(view, foe):
            continue
        drawn_from = pool(weapon, marks(view, foe, weapon, figure.group), view.settings)
        if figure.id in [mark.id for mark in drawn_from]:
            label = f"could be shot by {group.name}: {shot_words(view, foe, weapon, _own(view, figure), drawn_from)}"
            return [Overlay("threat", foe.side, label, _line(foe, figure), BOOK + "shooting.eligible-targets")]
    return []


def _own(view: State, figure: Figure) -> Group:
    return group_of(view, figure.group)


def _line(a: Figure, b: Figure) -> tuple[Point, ...]:
    return ((a.pose.x, a.pose.y), (b.pose.x, b.pose.y))


def _reach(view: State, figure: Figure, pose: Pose | None) -> tuple[Overlay, ...]:
    """How far a figure could go in every direction with one action [actions.move]."""
    if pose is not None or figure.place != ON_TABLE or in_contact(view, figure):
        return ()
    crowd = Crowd(view, figure)
    points: list[Point] = []
    for spoke in range(SPOKES):
        heading = (figure.pose.facing + spoke * (FULL_TURN // SPOKES)) % FULL_TURN
        made = straight(view, figure, figure.pose, heading, rate_of(figure), crowd)
        points.append((figure.pose.x, figure.pose.y) if made is None else (made.x, made.y))
    label = f"reach of {figure.name}, {rate_of(figure):g} cm"
    return (Overlay("reach", figure.side, label, tuple(points), BOOK + "actions.move"),)
