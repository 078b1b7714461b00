"""Words and drawings that several chapters tell with: lengths, traits, names of units, and a base in the hand."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Placed, Reason
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Part, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import listed, plain
from roundtop.dice.exact import Odds
from roundtop.dice.sources import Roll
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.state import ON_TABLE, UNKNOWN, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.crossed import crossed_lines, track_in_area
from roundtop.table.footprint import gap
from roundtop.table.measure import FULL_TURN, cosine, sine
from roundtop.table.pose import Point, Pose, rounded_pose


def arm_words(unit: Unit) -> str:
    words = plain(unit.arm)
    return f"{words}, {'mounted' if unit.mounted else 'dismounted'}" if unit.arm in tables.RIDERS else words


BOOK: Final = "chamberlain."
TRAITS: Final[dict[str, tuple[str, str]]] = {
    "IMB": ("Immobile", "trait.immobile"),
    "INT": ("Intuitive", "trait.intuitive"),
    "MOB": ("Mobile", "trait.mobile-cnc"),
    "C": ("Cavalry", "trait.cavalry"),
    "A": ("Artillery", "trait.artillery-choice"),
    "I": ("Inspiring", "trait.inspiring"),
    "SF": ("Steadfast", "trait.steadfast-hold"),
    "V": ("Vigorous", "trait.vigorous"),
    "H": ("Hero", "trait.hero"),
    "impetuous": ("Impetuous", "unit.trait-impetuous"),
    "SS": ("Sharpshooters", "fire.sharpshooters"),
    "RH": ("Rifled and heavy guns", "art.bonus-rh-cb"),
    "RANGE": ("Range", "art.bonus-range-trait"),
    "YH": ("Yankee Hurrah", "melee.plus-yankee-hurrah"),
    "RY": ("Rebel Yell", "melee.plus-rebel-yell"),
}


def bw(length: float) -> str:
    return f"{round(length, 2):g} BW"


def traits_named(traits: tuple[str, ...]) -> str:
    """`Inspiring and Steadfast`; `average` for none."""
    return listed([TRAITS[trait][0] for trait in traits]) if traits else "average"


def where(unit: Unit) -> Point:
    """Where a unit stands, or where it will come on."""
    if unit.place != ON_TABLE and unit.entry is not None:
        (ax, ay), (bx, by) = unit.entry
        return (0.5 * (ax + bx), 0.5 * (ay + by))
    return (unit.pose.x, unit.pose.y)


def of_unit(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    """A telling about one unit, where it is."""
    unit = field.unit_of(view, id)
    return Telling(text, (where(unit),), rolls=rolls, tally=tally, hint=hint, side=unit.side)


def named(view: State, id: str) -> str:
    return field.label(field.unit_of(view, id))


def ranked(odds: Odds[str]) -> tuple[tuple[str, float], ...]:
    return tuple([(words, float(chance)) for words, chance in odds.items()])


def glyph_of(unit: Unit) -> str:
    if unit.arm == UNKNOWN:
        return "marker"
    if unit.arm in tables.GUNS:
        return "artillery"
    return "cavalry" if field.on_horse(unit) else "infantry"


def in_hand_at(view: State, unit: Unit, end: Pose, costs: tuple[Row, ...], faults: list[Reason]) -> Preview:
    there = field.middle(end, view.settings)
    here = field.middle(unit.pose, view.settings)
    track = ((unit.pose.x, unit.pose.y), (end.x, end.y))
    return Preview(
        end=there,
        parts=base_drawn(view, unit, there),
        track=((here.x, here.y), (there.x, there.y)),
        costs=costs,
        crosses=crosses(view, unit, track, end),
        reasons=tuple(faults),
    )


def set_down_at(view: State, unit: Unit, end: Pose, faults: list[Reason]) -> Preview:
    there = field.middle(end, view.settings)
    return Preview(there, base_drawn(view, unit, there), reasons=tuple(faults))


def base_drawn(view: State, unit: Unit, there: Pose) -> tuple[Part, ...]:
    return (Part(there, terrain_rule.BASE_WIDTH, view.settings.setup_unit_depth, glyph_of(unit)),)


def crosses(view: State, unit: Unit, track: tuple[Point, Point], end: Pose) -> tuple[Row, ...]:
    """What the centre point goes through and over, and the nearest enemy at its end."""
    ground = view.ground
    rows: list[Row] = []
    for kind in sorted({area.kind for area in ground.areas}):
        inside = track_in_area(ground, (kind,), track)
        if inside > 0.0:
            rows.append(Row(kind.replace("-", " "), bw(inside), terrain_rule.CHART[kind].clause))
    for met in crossed_lines(ground, tuple(sorted({line.kind for line in ground.lines})), track):
        kind = ground.lines[met.index].kind
        rows.append(Row(kind.replace("-", " "), f"after {bw(met.along)}", terrain_rule.CHART[kind].clause))
    there = terrain_rule.base(end, view.settings)
    near = sorted(
        [(gap(there, field.block(foe, view.settings)), field.label(foe)) for foe in field.enemies(view, unit.side)]
    )
    if near:
        rows.append(Row("nearest enemy", f"{near[0][1]}, {bw(near[0][0])}", BOOK + "setup.measuring"))
    return tuple(rows)


def set_down_proposed(view: State, step: object, player: str, pose: Pose) -> Answer:
    return Placed(rounded_pose(pose))


def circle(here: Point, reach: float) -> tuple[Point, ...]:
    turns = range(0, FULL_TURN, FULL_TURN // (2 * SPOKES))
    return tuple([(here[0] + reach * sine(turn), here[1] + reach * cosine(turn)) for turn in turns])


SPOKES: Final = 24
"""In so many directions it is tried how far a unit can go; a radius is drawn with twice as many corners."""
