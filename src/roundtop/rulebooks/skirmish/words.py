"""Words that several chapters tell with: names, places, and the telling of a figure's or a group's doing."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import plain
from roundtop.dice.sources import Roll
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.state import ANIMAL, DID, HORSE, MOUNTED, RODE, TO_ARRIVE, Figure, State, Thing
from roundtop.table.pose import Point

BOOK: Final = "skirmish."


STATE_WORDS: Final[dict[str, tuple[str, str]]] = {
    "no-advance": ("will not advance", "morale.no-advance-terms"),
    "fall-back": ("falls back", "morale.fall-back-terms"),
    "break": ("broken and running, may rally", "morale.break-terms"),
    "break-no-rally": ("broken for good", "morale.result-break-no-rally"),
}
HALVES: Final[dict[str, str]] = {
    RODE: "Has ridden: may still load or fire",
    DID: "Has loaded or fired: may still ride",
}
ORDINALS: Final = ("", "first", "second")


def plural(name: str) -> bool:
    """Whether a group is spoken of as several: Teamsters, Rangers on foot, but not 1st section."""
    head = name.partition(",")[0]
    return head.endswith("s") and not head.endswith("ss")


def group_does(view: State, id: str, one: str, several: str) -> str:
    """A group and its verb: `Ford picket charges`, `Teamsters charge`."""
    name = group_name(view, id)
    return f"{name} {several if plural(name) else one}"


def group_name(view: State, id: str) -> str:
    """A group by its name; one that has since been joined to another, by its id."""
    for group in view.groups:
        if group.id == id:
            return group.name
    return plain(id)


def thing_name(view: State, id: str) -> str:
    for thing in view.things:
        if thing.id == id:
            return thing.name
    return "a horse" if id.startswith(HORSE) else id


def thing_spot(view: State, id: str) -> tuple[Point, ...]:
    found: list[Thing] = [thing for thing in view.things if thing.id == id]
    return tuple([(thing.x, thing.y) for thing in found])


def where(figure: Figure) -> Point:
    if figure.place == TO_ARRIVE and figure.entry is not None:
        return figure.entry
    return figure.pose.x, figure.pose.y


def group_spot(view: State, id: str) -> tuple[Point, ...]:
    """The middle of a group's able men; nowhere where it has none."""
    men = field.members(view, id)
    if not men:
        return ()
    x = sum([man.pose.x for man in men]) / len(men)
    y = sum([man.pose.y for man in men]) / len(men)
    return ((x, y),)


def side_of(view: State, group: str) -> str:
    for one in view.groups:
        if one.id == group:
            return one.side
    return ""


def of_figure(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    figure = view.figures[id]
    return Telling(text, (where(figure),), rolls=rolls, tally=tally, hint=hint, side=figure.side)


def of_group(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    return Telling(text, group_spot(view, id), rolls=rolls, tally=tally, hint=hint, side=side_of(view, id))


def glyph_of(figure: Figure) -> str:
    """How a figure is drawn: a man, a man on a horse, or a beast."""
    if figure.arm == ANIMAL:
        return "beast"
    return "rider" if figure.arm == MOUNTED else "man"
