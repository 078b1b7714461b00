"""The draughtsman's box: colours, lettering, and how numbers, words and marks are set down."""

from __future__ import annotations

from typing import Final

from roundtop.draw.signs import SIGNS

PAPER: Final = SIGNS.inks["paper"]
INK: Final = SIGNS.inks["ink"]
CARD: Final = SIGNS.inks["card"]
BROWN: Final = "#8A6A45"
WATER: Final = "#6F8896"
SHALLOW: Final = "#C3D0CF"

SERIF: Final = "'IM Fell English','Old Standard TT',Georgia,serif"
SANS: Final = "'Source Sans 3','Gill Sans','Helvetica Neue',Arial,sans-serif"
SMALLEST: Final = 12.0

_ESCAPES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_MASK: Final = 0xFFFFFFFF


def escape(text: str) -> str:
    """Text as it may stand in an element or a quoted attribute; what XML forbids is left out."""
    return "".join([_ESCAPES.get(letter, letter) for letter in text if _lawful(ord(letter))])


def _lawful(code: int) -> bool:
    if code < 0x20:
        return code in (0x09, 0x0A, 0x0D)
    return not (0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF))


def px(value: float) -> str:
    """A number of sheet units, to the tenth."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def fine(value: float) -> str:
    """A number of table units, to the ten-thousandth."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def scatter(i: int, j: int, salt: int = 0) -> int:
    """A number that looks random but always belongs to this square of the sheet."""
    value = (i * 0x9E3779B1 + j * 0x85EBCA77 + salt * 0xC2B2AE3D) & _MASK
    value = ((value ^ (value >> 15)) * 0x2C1B3C6D) & _MASK
    value = ((value ^ (value >> 12)) * 0x297A2D39) & _MASK
    return value ^ (value >> 15)


def mixed(low: str, high: str, share: float) -> str:
    """A colour between two others."""
    parts = [(int(low[at : at + 2], 16), int(high[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join([f"{round(a + (b - a) * share):02X}" for a, b in parts])


def colour(side: str) -> str:
    return SIGNS.sides[side].colour if side in SIGNS.sides else SIGNS.inks["neutral"]


def dark(side: str) -> str:
    return SIGNS.sides[side].dark if side in SIGNS.sides else INK


def hatch(unit: float = 1.0) -> str:
    """The id of the hatch where a sheet unit is so much; sheets of one scale share it."""
    return f"rt-hatch-{unit:.6g}"


def fill(side: str, unit: float = 1.0) -> str:
    """What a side's stands are filled with, drawn where a sheet unit is so much."""
    return f"url(#{hatch(unit)})" if side in SIGNS.sides and SIGNS.sides[side].hatch else colour(side)


def inked(name: str, side: str) -> str:
    """The colour of an ink of `signs.json`."""
    if name == "side":
        return colour(side)
    if name == "dark":
        return dark(side)
    if name == "cloth":
        return fill(side) if side else CARD
    return SIGNS.inks.get(name, name)


def lettering(text: str, size: float, lower: bool = False) -> float:
    """The room given to small capitals or lower case; text is spaced to fill it, whatever the face."""
    width = 0.0
    for letter in text:
        if letter.isupper() or letter in "&@%—":
            width += 0.76
        elif letter.isdigit():
            width += 0.60
        elif letter.isalpha():
            width += 0.52 if lower else 0.61
        else:
            width += 0.34
    return width * size


def words(
    text: str, x: float, y: float, size: float, *, anchor: str = "middle", sans: bool = False, extra: str = ""
) -> str:
    """A line of lettering with its baseline at y; numbers are set in the sans face."""
    face = f' font-family="{SANS}" style="font-variant-numeric:tabular-nums"' if sans else ""
    return (
        f'<text x="{px(x)}" y="{px(y)}" font-size="{px(max(size, SMALLEST))}" '
        f'text-anchor="{anchor}"{face}{extra}>'
        f"{escape(text)}</text>"
    )


def said(text: str, clause: str) -> str:
    """What a shape means, and by which clause, for pointer and screen reader."""
    return f"<title>{escape(f'{text} ({clause})' if clause else text)}</title>"
