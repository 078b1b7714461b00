"""Moves in words, their price line by line, and how far a figure could go."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import compass
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import rule as actions_rule
from roundtop.rulebooks.skirmish.movement import events, faults, paths, rule, ways
from roundtop.rulebooks.skirmish.state import MOUNTED, ON_TABLE, Figure, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.rulebooks.skirmish.terrain import table as terrain_table
from roundtop.rulebooks.skirmish.words import BOOK, of_figure
from roundtop.table.crossed import track_in_area
from roundtop.table.measure import FULL_TURN, TOLERANCE, bearing, distance
from roundtop.table.pose import Point, Pose

MOVE_VERBS: Final = {
    "move": "moves",
    "together": "moves",
    "ride": "rides",
    "charge": "charges",
    "run": "runs",
    "back": "falls back",
    "enter": "comes on",
    "push": "is pushed back",
}
MOVE_HINTS: Final = {"charge": "charge", "run": "rout", "back": "retire", "push": "retire", "enter": "place"}


def moved(view: State, event: events.Moved) -> Telling:
    figure = view.figures[event.figure]
    a, b = event.start, event.end
    far = distance(a.x, a.y, b.x, b.y)
    if event.cause in ("face", "turn") or round(far, 1) == 0.0:
        text = f"{figure.name} turns to face {compass(b.facing)}."
    else:
        heading = compass(bearing(a.x, a.y, b.x, b.y))
        text = f"{figure.name} {MOVE_VERBS.get(event.cause, 'moves')} {round(far, 1):g} cm {heading}."
    return Telling(text, ((a.x, a.y), (b.x, b.y)), hint=MOVE_HINTS.get(event.cause, "move"), side=figure.side)


LEFT: Final[dict[str, tuple[str, str]]] = {
    "ran": ("runs off the table", "morale.break-terms"),
    "marched": ("leaves the table", "movement.table-edge"),
    "surrendered": ("gives himself up", "morale.cornered"),
}


def left(view: State, event: events.Left) -> Telling:
    words, clause = LEFT[event.cause]
    tally = (Row("off the table", "", BOOK + clause),)
    return of_figure(view, event.figure, f"{view.figures[event.figure].name} {words}.", "remove", tally)


SPOKES: Final = 24
"""In so many directions it is tried how far a figure can go."""


def costs(view: State, figure: Figure, path: paths.Path) -> tuple[Row, ...]:
    """The price of a move line by line, and what is left.

    [movement.difficult-mixed, movement.mounted-turn, movement.mounted-obstacles]
    """
    move = paths.move_of(view, figure, path)
    rows = [Row("ground", f"{move.open_cm + move.difficult_cm:.1f} cm", BOOK + "movement.path")]
    if move.difficult_cm > TOLERANCE:
        more = rule.ground_cost(move.open_cm, move.difficult_cm, view.settings) - move.open_cm - move.difficult_cm
        rows.append(Row("difficult ground", f"+{more:.1f} cm", BOOK + "movement.difficult-mixed"))
    turning = rule.turn_cost(figure.arm, move.turned_deg, view.settings)
    if turning > 0.0:
        rows.append(Row(f"turning {move.turned_deg:.0f}°", f"+{turning:g} cm", BOOK + "movement.mounted-turn"))
    if move.jumps and figure.arm == MOUNTED:
        rows.append(Row("jumping", f"+{rule.JUMP_CM * move.jumps:g} cm", BOOK + "movement.mounted-obstacles"))
    used = f"{rule.price(move, view.settings):.1f} of {paths.rate_of(figure):g} cm"
    word = "animals" if figure.arm not in ("foot", MOUNTED) else f"{figure.arm}-rate"
    rows.append(Row("allowance used", used, BOOK + f"movement.{word}"))
    rows.append(
        Row("actions", f"{figure.spent + 1} of {actions_rule.ACTIONS - figure.harm}", BOOK + "actions.allowance")
    )
    return tuple(rows)


def crosses(view: State, figure: Figure, path: paths.Path) -> tuple[Row, ...]:
    """What a figure goes through and over, the cover at its end, and the nearest enemy there."""
    rows: list[Row] = []
    for kind in sorted({area.kind for area in view.ground.areas}):
        inside = track_in_area(view.ground, (kind,), path.points)
        if inside > TOLERANCE:
            clause = "movement.difficult-halves" if kind in terrain_rule.DIFFICULT else "setup.terrain-catalogue"
            rows.append(Row(kind, f"{inside:.1f} cm", BOOK + clause))
    if view.water.roads and _wades(view, path):
        rows.append(Row("water", "waded", BOOK + "movement.difficult-halves"))
    rows.extend(
        [Row(line.kind, "crossed", BOOK + "actions.climb-crossing") for line in paths.lines_over(view, path.points)]
    )
    there = field.moved_to(figure, path.end)
    foe = field.nearest_to(there, field.enemies(view, figure.side), view.settings)
    if foe is not None:
        away = field.gap(there, foe, view.settings)
        rows.append(Row("nearest enemy", f"{foe.name}, {away:.1f} cm", BOOK + "setup.bases-and-measuring"))
        rows.append(Row("cover there", terrain_table.cover_of(view, there, foe), BOOK + "shooting.cover-test"))
    return tuple(rows)


def _wades(view: State, path: paths.Path) -> bool:
    for place in range(1, len(path.points)):
        ax, ay = path.points[place - 1]
        bx, by = path.points[place]
        if paths.slow_spans(view, ax, ay, bx, by):
            return True
    return False


def reach(view: State, figure: Figure, pose: Pose | None) -> tuple[Overlay, ...]:
    """How far a figure could go in every direction with one action [actions.move]."""
    if pose is not None or figure.place != ON_TABLE or field.in_contact(view, figure):
        return ()
    crowd = faults.Crowd(view, figure)
    points: list[Point] = []
    for spoke in range(SPOKES):
        heading = (figure.pose.facing + spoke * (FULL_TURN // SPOKES)) % FULL_TURN
        made = ways.straight(
            state=view, figure=figure, start=figure.pose, heading=heading, most=paths.rate_of(figure), crowd=crowd
        )
        points.append((figure.pose.x, figure.pose.y) if made is None else (made.x, made.y))
    label = f"reach of {figure.name}, {paths.rate_of(figure):g} cm"
    return (Overlay("reach", figure.side, label, tuple(points), BOOK + "actions.move"),)


TELLINGS: Final[Tellings] = {
    events.Moved: moved,
    events.Left: left,
}
