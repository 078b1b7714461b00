"""What to draw of a view, and what to tell of an event."""

from __future__ import annotations

from typing import Final

from fence import command, field, fire, morale, movement, victory
from fence.field import State, Unit
from fence.options import BOOK, YARDS_PER_INCH
from roundtop.battle import outline, tally, words
from roundtop.battle.scene import Badge, Piece, Scene, Telling
from roundtop.kit import objectives

TELLINGS: Final[outline.Tellings] = {
    **command.TELLINGS,
    **movement.TELLINGS,
    **fire.TELLINGS,
    **morale.TELLINGS,
    **victory.TELLINGS,
}


def tell(view: State, event: object) -> Telling:
    """An event in words."""
    return outline.told(TELLINGS, view, event)


def scene(view: State) -> Scene:
    """The table as anybody sees it."""
    moment = view.outcome.text if view.outcome else f"Turn {view.turn} of {view.turn_limit}"
    pieces = tuple([piece(unit) for unit in field.on_table(view)])
    goals = tuple(objectives.markers(view.goals, BOOK + "victory.objective"))
    return Scene(view.title, moment, "inch", YARDS_PER_INCH, view.ground, pieces, goals, ())


def piece(unit: Unit) -> Piece:
    """A regiment, every stand to scale."""
    line = field.line(unit)
    badges = (Badge("done", "Has acted this turn", BOOK + "turn.alternate"),) if unit.acted else ()
    card = (
        tally.Row("Side", words.SIDES.get(unit.side, unit.side), BOOK + "turn.alternate"),
        tally.Row("Stands", f"{unit.stands} of {unit.start}", BOOK + "setup.regiments"),
        tally.Row("Tests at", f"{unit.start // 2} or fewer", BOOK + "morale.test"),
        tally.Row("Quality", words.plain(unit.quality), BOOK + "morale.quality"),
    )
    return Piece(
        unit.id, unit.side, unit.name, "", "infantry", unit.pose, line.width, line.depth,
        movement.parts(unit, unit.pose), (), badges, card,
    )  # fmt: skip
