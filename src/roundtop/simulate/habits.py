"""How bots fight: what is declared, what goes home, who stands idle, what is undone, counted by side."""

from __future__ import annotations

from collections import Counter
from typing import Final, final

from roundtop.battle.engine import Battle, Passage
from roundtop.battle.protocol import Rulebook
from roundtop.battle.scene import Piece
from roundtop.table.pose import Pose

UNCOUNTED: Final = ("officer", "marker", "beast", "wagon")
"""Pieces that are not asked what they did in a turn."""
CHANCES: Final = "chances"
IDLE: Final = "idle"
UNDONE: Final = "undone"


@final
class Habits:
    """Counts deeds as they happen, and turn by turn who did nothing and who went back on his steps."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.counts: dict[str, Counter[str]] = {}
        self.side: dict[str, str] = {}
        self.there: dict[str, Piece] = {}
        self.active: set[str] = set()
        self.movers: set[str] = set()
        self.steps: dict[str, tuple[float, float]] = {}
        """How far units that moved of their own will went last turn."""

    def watch(self, passage: Passage, turns: int) -> None:
        """Note what was done; `turns` began in it."""
        if self.rulebook.deeds is None:
            return
        if not self.there:
            self._look(passage.battle)
        for event in passage.events:
            for deed in self.rulebook.deeds(passage.battle.state, event):
                side = self.side.get(deed.who) or self._found(passage.battle, deed.who)
                if side:
                    self.counts.setdefault(side, Counter())[deed.kind] += 1
                self.active.add(deed.who)
                if deed.kind == "move":
                    self.movers.add(deed.who)
        if turns:
            self.close_turn(passage.battle)

    def _found(self, battle: Battle, who: str) -> str:
        """The side of somebody who has come on, or has not been seen before."""
        for piece in self._pieces(battle):
            self.side[piece.id] = piece.side
        return self.side.get(who, "")

    def _pieces(self, battle: Battle) -> tuple[Piece, ...]:
        return self.rulebook.scene(battle.state).pieces

    def _look(self, battle: Battle) -> None:
        pieces = self._pieces(battle)
        self.side.update({piece.id: piece.side for piece in pieces})
        self.there = {piece.id: piece for piece in pieces if piece.glyph not in UNCOUNTED}

    def close_turn(self, battle: Battle) -> None:
        """A turn is over: who did nothing in it, and who undid what he did in the one before."""
        before = self.there
        self._look(battle)
        steps: dict[str, tuple[float, float]] = {}
        for id, piece in self.there.items():
            if id not in before:
                continue
            counted = self.counts.setdefault(piece.side, Counter())
            counted[CHANCES] += 1
            counted[IDLE] += id not in self.active
            if id in self.movers:
                steps[id] = _step(before[id].pose, piece.pose)
                counted[UNDONE] += id in self.steps and _undoes(self.steps[id], steps[id], piece.depth)
        self.steps = steps
        self.active.clear()
        self.movers.clear()

    def plain(self) -> dict[str, dict[str, int]]:
        return {side: dict(sorted(counted.items())) for side, counted in sorted(self.counts.items())}


def _step(start: Pose, end: Pose) -> tuple[float, float]:
    return end.x - start.x, end.y - start.y


def _undoes(first: tuple[float, float], then: tuple[float, float], least: float) -> bool:
    """Whether a step takes back at least half of one before it that was longer than the unit is deep."""
    square = first[0] * first[0] + first[1] * first[1]
    along = first[0] * then[0] + first[1] * then[1]
    return square > least * least and along <= -0.5 * square
