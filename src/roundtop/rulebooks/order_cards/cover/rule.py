"""The cover tables: saves against small arms and artillery, and morale."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod
from roundtop.record import record


@record(frozen=True)
class Cover:
    """A row of the cover tables: saves against small arms and artillery, morale, and whether fire has to cross it."""

    small_arms: int
    artillery: int
    morale: int
    line: bool
    morale_label: str = ""


COVERS: Final[dict[str, Cover]] = {
    "wall": Cover(30, 0, 10, True, "behind a wall"),
    "fence-or-bush": Cover(20, 0, 0, True),
    "woods": Cover(20, 0, 0, False),
    "defence-barrier": Cover(20, 0, 10, True, "behind a defence barrier"),
    "orchard": Cover(0, 0, 0, False),
    "earthworks": Cover(30, 30, 20, True, "in an entrenchment"),
    "built-up": Cover(30, 0, 10, False, "in a built-up area"),
}
"""[save.table, morale.modifiers]"""


def save_number(cover: tuple[str, ...], artillery: bool, crosses_line: bool) -> int:
    """A d100 of this or less saves a hit; the best cover alone counts [save.procedure, save.enfilade-no-save]."""
    best = 0
    for name in cover:
        row = COVERS[name]
        if crosses_line or not row.line:
            best = max(best, row.artillery if artillery else row.small_arms)
    return best


def morale_cover(cover: tuple[str, ...]) -> list[Mod]:
    """What the best cover adds to morale [morale.modifiers]."""
    best = COVERS["orchard"]
    for name in cover:
        if COVERS[name].morale > best.morale:
            best = COVERS[name]
    return [Mod(best.morale_label, best.morale, "order-cards.morale.modifiers")] if best.morale else []


def shelters(cover: tuple[str, ...]) -> bool:
    """Whether a head-down unit is in cover here: a save or a morale bonus [morale.head-down-move]."""
    return any([COVERS[name].small_arms > 0 or COVERS[name].morale > 0 for name in cover])


LINE_COVER: Final[dict[str, str]] = {
    "wall": "wall",
    "fence": "fence-or-bush",
    "hedge": "fence-or-bush",
    "abatis": "defence-barrier",
    "chevaux-de-frise": "defence-barrier",
    "earthwork": "earthworks",
    "breastwork": "earthworks",
}
AREA_COVER: Final[dict[str, str]] = {
    "woods": "woods",
    "open-woods": "woods",
    "orchard": "orchard",
    "town": "built-up",
    "building": "built-up",
}
"""Cover as the save table names it [save.table, setup.scale]."""
COVER_NEAR: Final = 1.0
"""[save.procedure]"""
