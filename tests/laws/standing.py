"""Who hangs over the edge or lies on another, looked at after each event of a battle."""

from __future__ import annotations

from typing import Any, Final, final

from roundtop.battle.protocol import Event, Rulebook
from roundtop.table.footprint import Block, Disc, block_in_box, disc_block_overlap, disc_in_box, disc_overlap, overlap
from roundtop.table.ground import Ground
from tests.laws.reader import Body, Standing, reader

EDGE: Final = ""
"""Stands for the edge where a fault names two."""
Fault = tuple[str, str]
HAIR: Final = 0.02
"""A hundredth for the rounding of a place, and one for what was measured from it."""


def slim(body: Body) -> Body:
    """A body without the hair by which rounding may have shifted it."""
    if isinstance(body, Block):
        return Block(body.pose, body.width - HAIR, body.depth - HAIR)
    return Disc(body.x, body.y, body.radius - 0.5 * HAIR)


def lies_on(one: Body, other: Body) -> bool:
    if isinstance(one, Block):
        return overlap(one, other) if isinstance(other, Block) else disc_block_overlap(other, one)
    return disc_overlap(one, other) if isinstance(other, Disc) else disc_block_overlap(one, other)


def hangs_over(body: Body, ground: Ground) -> bool:
    if isinstance(body, Block):
        return not block_in_box(body, 0.0, 0.0, ground.width, ground.depth)
    return not disc_in_box(body, 0.0, 0.0, ground.width, ground.depth)


def faults_of(id: str, there: dict[str, Standing], ground: Ground) -> list[Fault]:
    """Whether somebody hangs over the edge, and whom he lies on."""
    bodies = there[id].bodies
    found = [(id, EDGE)] if [body for body in bodies if hangs_over(body, ground)] else []
    for other, standing in there.items():
        if other != id and [1 for one in bodies for two in standing.bodies if lies_on(one, two)]:
            found.append((min(id, other), max(id, other)))
    return found


@final
class Watch:
    """Keeps who stands wrong, and looks again only at those who have moved."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.reader = reader(book)
        self.moved = 0
        self.there: dict[str, Standing] = {}
        self.known: set[Fault] = set()
        self.wrong: set[Fault] = set()

    def new(self, state: Any) -> list[Fault]:
        """Faults that were not there before; one that a clause excuses counts as soon as it does so no longer."""
        now = {
            id: Standing(there.side, tuple([slim(body) for body in there.bodies]))
            for id, there in self.reader.standing(state).items()
        }
        changed = [id for id, standing in now.items() if self.there.get(id) != standing]
        self.moved += len(changed)
        still = {fault for fault in self.known if not set(fault) & set(changed) and not set(fault) - {EDGE, *now}}
        found = still | {fault for id in changed for fault in faults_of(id, now, state.ground)}
        wrong = {fault for fault in found if not self.excused(state, fault)}
        fresh = sorted(wrong - self.wrong)
        self.there, self.known, self.wrong = now, found, wrong
        return fresh

    def excused(self, state: Any, fault: Fault) -> bool:
        return bool([1 for excuse in self.reader.excused.values() if excuse(state, *fault)])

    def after(self, state: Any, events: tuple[Event, ...]) -> list[str]:
        """What each of these events brought about, from the state before them."""
        found: list[str] = []
        for event in events:
            state = self.book.apply(state, event)
            found += [f"turn {state.turn}, {' and '.join(fault)}: {event!r}" for fault in self.new(state)]
        return found
