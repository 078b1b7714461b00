"""What to draw of a view, and what to tell of an event."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.command import told as command_told
from fence.fire import told as fire_told
from fence.morale import told as morale_told
from fence.movement import told as movement_told
from fence.state import State, Unit
from fence.tables import BOOK, YARDS_PER_INCH
from fence.victory import told as victory_told
from roundtop.battle.outline import Tellings, told
from roundtop.battle.scene import Badge, Marker, Piece, Scene, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, plain

TELLINGS: Final[Tellings] = {
    **command_told.TELLINGS,
    **movement_told.TELLINGS,
    **fire_told.TELLINGS,
    **morale_told.TELLINGS,
    **victory_told.TELLINGS,
}


def tell(view: State, event: object) -> Telling:
    """An event in words."""
    return told(TELLINGS, view, event)


def scene(view: State) -> Scene:
    """The table as anybody sees it."""
    moment = view.outcome.text if view.outcome else f"Turn {view.turn} of {view.turn_limit}"
    pieces = tuple([piece(unit) for unit in field.on_table(view)])
    clause = BOOK + "victory.objective"
    goals = [Marker("objective", goal.holder, goal.x, goal.y, goal.name, clause) for goal in view.goals]
    return Scene(view.title, moment, "inch", YARDS_PER_INCH, view.ground, pieces, tuple(goals), ())


def piece(unit: Unit) -> Piece:
    """A regiment, every stand to scale."""
    line = field.line(unit)
    badges = (Badge("done", "Has acted this turn", BOOK + "turn.alternate"),) if unit.acted else ()
    card = (
        Row("Side", SIDES.get(unit.side, unit.side), BOOK + "turn.alternate"),
        Row("Stands", f"{unit.stands} of {unit.start}", BOOK + "setup.regiments"),
        Row("Tests at", f"{unit.start // 2} or fewer", BOOK + "morale.test"),
        Row("Quality", plain(unit.quality), BOOK + "morale.quality"),
    )
    return Piece(
        unit.id, unit.side, unit.name, "", "infantry", unit.pose, line.width, line.depth,
        movement_told.parts(unit, unit.pose), (), badges, card,
    )  # fmt: skip
