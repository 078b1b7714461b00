"""The signs of badges, markers, arms and ranks, read from `signs.json`, which the browser draws from too."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

FILE: Final = Path(__file__).with_name("signs.json")
OTHER: Final = "other"

Dot = tuple[float, float]


class Layer(msgspec.Struct, forbid_unknown_fields=True):
    """One stroke of a sign: a path, a box that grows with its letters, what is written on it, or the spots of a count.

    Inks: ink, paper, card, puff, haze, brass, hide, none; side: the side's colour; dark: darker still; cloth: the
    side's cloth, or card for nobody's. `when`: only for that side, or where a badge of that shape is worn.
    """

    path: str = ""
    box: tuple[float, float, float, float] | None = None
    letter: bool = False
    text: str = ""
    spots: str = ""
    of: int = 0
    at: Dot = (0.0, 0.0)
    spread: Dot = (1.0, 1.0)
    fill: str = ""
    stroke: str = ""
    weight: float = 0.0
    dashes: str = ""
    opacity: float = 1.0
    shade: float = 1.0
    rim: bool = False
    when: str = ""


class Sign(msgspec.Struct, forbid_unknown_fields=True):
    """A badge or marker: its layers, whether it turns with the unit, and where and when it is shown.

    One that is worn is no badge beside the unit: the figure itself is drawn by it.
    """

    layers: tuple[Layer, ...]
    turned: bool = False
    ahead: bool = False
    loud: bool = False
    round: bool = False
    worn: bool = False
    largest: float = 2.5


class Ring(msgspec.Struct, forbid_unknown_fields=True):
    """A circle on a disc, or a tick out of it, in shares of its radius; insets and weights in sheet units too."""

    ring: float = 0.0
    tick: tuple[float, ...] = ()
    inset: float = 0.0
    least: float = 0.0
    fill: str = "none"
    stroke: str = ""
    weight: Dot | None = None


class Arm(msgspec.Struct, forbid_unknown_fields=True):
    """The sign of an arm: lines in shares of the stand, rings on a disc, or a figure seen from above.

    The figure is drawn for a base of radius ten. `lone`: the least radius on a screen of one who stands by himself.
    """

    lines: tuple[tuple[Dot, ...], ...] = ()
    round: bool = False
    stars: bool = False
    rings: tuple[Ring, ...] = ()
    sign: tuple[Layer, ...] = ()
    lone: float = 0.0


class Side(msgspec.Struct, forbid_unknown_fields=True):
    colour: str
    dark: str
    hatch: str = ""


class Outline(msgspec.Struct, forbid_unknown_fields=True):
    dashes: tuple[float, ...]
    open: bool = False


class Stars(msgspec.Struct, forbid_unknown_fields=True):
    ring: float
    sizes: tuple[float, ...]
    apart: float
    weight: float
    points: tuple[Dot, ...]


class Signs(msgspec.Struct, forbid_unknown_fields=True):
    """All of the file."""

    inks: dict[str, str]
    sides: dict[str, Side]
    compass: tuple[str, ...]
    faces: dict[str, tuple[tuple[Dot, ...], ...]]
    letter: dict[str, float]
    rim: float
    rows: dict[str, float]
    torn: dict[str, float]
    badges: dict[str, Sign]
    markers: dict[str, Sign]
    overlays: dict[str, Outline]
    stand: Stand
    arms: dict[str, Arm]
    stars: Stars


class Stand(msgspec.Struct, forbid_unknown_fields=True):
    """How heavy the front edge, the hair of paper and the arm's sign are, and the arrowhead before the front."""

    front: float
    front_share: float
    hair: float
    sign: float
    sign_share: float
    outline: float
    nose: Dot


SIGNS: Final = msgspec.json.decode(FILE.read_bytes(), type=Signs)


def badge(shape: str) -> Sign:
    return SIGNS.badges.get(shape, SIGNS.badges[OTHER])


def marker(kind: str) -> Sign:
    return SIGNS.markers.get(kind, SIGNS.markers[OTHER])


def overlay(kind: str) -> Outline:
    return SIGNS.overlays.get(kind, SIGNS.overlays[OTHER])


def arm(glyph: str) -> Arm:
    return SIGNS.arms.get(glyph, Arm())
