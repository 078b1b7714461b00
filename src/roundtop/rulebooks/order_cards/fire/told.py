"""Fire in words, and what could be shot at from a place."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import capital, numbered
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.fire import aim as fire_aim
from roundtop.rulebooks.order_cards.fire import events, rule, table
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.rulebooks.order_cards.words import boxes_named, telling_of
from roundtop.table.measure import FULL_TURN, cosine, sine, within
from roundtop.table.pose import Point


def fired(view: State, event: events.Fired) -> Telling:
    """`20th Maine fires on 15th Alabama: 240%, 3 hits, 1 saved, 2 boxes.`"""
    how = "gives double fire to" if event.double else "fires on"
    saved = f", {event.saved} saved" if event.saved else ""
    text = f"{field.named(view, event.unit)} {how} {field.named(view, event.target)}: {event.percent}%, "
    text += f"{numbered(event.hits, 'hit')}{saved}, {boxes_named(event.boxes)} circled."
    if event.double:
        text += " It is low on ammunition." if event.ammo == tables.LOW else " It is out of ammunition."
    places = field.spots(view, event.unit, event.target)
    return Telling(
        text, places, rolls=event.rolls, tally=event.tally, hint="volley", side=field.side_of(view, event.unit)
    )


def sniped(view: State, event: events.Sniped) -> Telling:
    name = field.named(view, event.target)
    fate = (
        "misses"
        if not event.hit
        else "hits him without harm"
        if event.result == "unharmed"
        else f"hits: {event.result}"
    )
    text = f"{field.named(view, event.unit)} fires at {name}, {event.percent}%, and {fate}."
    tally = (Row("chance to hit", f"{event.percent}%", tables.BOOK + "officer.sniping"),)
    places = field.spots(view, event.unit, event.target)
    return Telling(text, places, rolls=event.rolls, tally=tally, hint="volley", side=field.side_of(view, event.unit))


CIRCLED: Final[dict[str, tuple[str, str]]] = {
    "fire": ("under fire", "fire.hits-applied"),
    "mass": ("with the rest of the mass", "fire.massed-target"),
    "neighbour": ("standing too near", "fire.one-inch-rule"),
    "melee": ("in the melee", "melee.losses"),
    "edge": ("as they are driven over the edge", "move.leaving-table"),
    "object": ("crushed against the obstacle", "melee.retreat-obstacle"),
}


def circled(view: State, event: events.Circled) -> Telling:
    words, clause = CIRCLED.get(event.cause, ("", "setup.roster-boxes"))
    text = f"{field.named(view, event.unit)} circles {boxes_named(event.boxes)} {words}".rstrip() + "."
    return telling_of(view, event.unit, text, "remove", (Row("boxes circled", str(event.boxes), tables.BOOK + clause),))


REMOVALS: Final[dict[str, tuple[str, str]]] = {
    "destroyed": ("is destroyed", "setup.roster-boxes"),
    "captured": ("is captured", "melee.surrender"),
    "run-off": ("runs off the table and is lost", "move.leaving-table"),
    "abandoned": ("is lost: its crews run and leave the guns", "melee.unlimbered-artillery-loses"),
    "taken": ("is lost: its guns are taken", "melee.unlimbered-artillery-loses"),
    "withdrawn": ("leaves the field", "move.leaving-table"),
}


def unit_removed(view: State, event: events.UnitRemoved) -> Telling:
    words, clause = REMOVALS.get(event.fate, ("is out of the battle", "setup.roster-boxes"))
    tally = (Row("out of the battle", "", tables.BOOK + clause),)
    return telling_of(view, event.unit, f"{field.named(view, event.unit)} {words}.", "remove", tally)


def ranges(unit: Unit) -> list[Row]:
    """The rows of the range table that a unit fires by [fire.percent-to-hits]."""
    kinds = [unit.arm if unit.arm == tables.CAVALRY else "infantry"]
    if unit.arm == tables.ARTILLERY:
        kinds = [kind for kind, guns in (("rifled", unit.rifled), ("smoothbore", unit.start - unit.rifled)) if guns > 0]
    rows: list[Row] = []
    for kind in kinds:
        for reach in rule.REACHES[kind]:
            percent = f"{reach.percent}%" if not reach.card else f"card +{reach.percent}" if reach.percent else "card"
            rows.append(Row(f"{capital(kind)}, to {reach.limit:g}″", percent, reach.clause))
    return rows


ARC_STEP: Final = 500


def bands(unit: Unit) -> list[Overlay]:
    """The arc of a unit out to the limit of each range band [fire.stands-that-fire]."""
    stands = fire_aim.firing_stands(unit)
    if not stands:
        return []
    found: list[Overlay] = []
    for row in rule.REACHES[fire_aim.weapon_row(unit, stands[0])]:
        percent = (
            f"the card's % + {row.percent}"
            if row.card and row.percent
            else "the card's %"
            if row.card
            else f"{row.percent}%"
        )
        label = f"to {row.limit:g}″: {percent} a stand"
        found.append(Overlay("arc", unit.side, label, _arc(unit, row.limit), row.clause))
    return found


def _arc(unit: Unit, limit: float) -> tuple[Point, ...]:
    """The outline of all that lies within arc and range of a line."""
    _, depth = field.size_of(unit)
    width, _ = field.size_of(unit)
    facing = unit.pose.facing
    s, c = sine(facing), cosine(facing)
    front_x, front_y = unit.pose.x + 0.5 * depth * s, unit.pose.y + 0.5 * depth * c
    left = (front_x - 0.5 * width * c, front_y + 0.5 * width * s)
    right = (front_x + 0.5 * width * c, front_y - 0.5 * width * s)
    half = FULL_TURN // 2 if unit.disordered else fire_aim.ARC
    points: list[Point] = [left]
    for middle, turns in ((left, range(-half, 1, ARC_STEP)), (right, range(0, half + 1, ARC_STEP))):
        for by in turns:
            points.append((middle[0] + limit * sine(facing + by), middle[1] + limit * cosine(facing + by)))
    points.append(right)
    return tuple(points)


def shot(view: State, unit: Unit, foe: Unit) -> list[Overlay]:
    line = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
    found: list[Overlay] = []
    own = fire_aim.aim_at(view, unit, foe, False)
    clause = tables.BOOK + "fire.two-stands"
    if own.eligible:
        nearest = min([group.distance for group in own.groups])
        words = f"{foe.name}: {own.eligible} of {unit.stands} stands bear, from {nearest:.1f}″"
        found.append(Overlay("line", unit.side, f"could fire at {words}", line, clause))
    elif unit.arm != tables.WAGON:
        reason = _no_shot(view, unit, foe)
        found.append(Overlay("barred", unit.side, reason.text, line, reason.clause))
    theirs = fire_aim.aim_at(view, foe, unit, False)
    if theirs.eligible:
        words = f"{theirs.eligible} of {foe.stands} stands of {foe.name}"
        found.append(Overlay("threat", foe.side, f"could be fired at by {words}", (line[1], line[0]), clause))
    return found


def _no_shot(view: State, unit: Unit, foe: Unit) -> Reason:
    """Why no stand of a unit bears on another: too far, outside the arc, out of sight."""
    away = field.units_gap(unit, foe)
    reach = fire_aim.farthest(unit)
    if not within(away, reach):
        return Reason(f"{foe.name} is {away:.1f}″ away, beyond {reach:g}″", tables.BOOK + "fire.infantry-range")
    if not fire_aim.firing_stands(unit):
        return Reason(f"{unit.name} cannot fire as it stands", tables.BOOK + "fire.stands-that-fire")
    if not sight_table.sees(view, unit, foe):
        return Reason(f"{foe.name} is out of sight", tables.BOOK + "fire.line-of-sight")
    return Reason(f"{foe.name} is outside the arc of fire", tables.BOOK + "fire.stands-that-fire")


def no_fire(view: State, step: events.FireAt, other: Unit) -> tuple[Reason, ...]:
    """Why a unit may not fire at another."""
    unit = field.unit_of(view, step.unit)
    if other.side == unit.side:
        return (Reason(f"{other.name} is on your own side.", tables.BOOK + "fire.one-target"),)
    if field.melee_of(view, other.id) is not None:
        return (Reason(f"{other.name} is in a melee.", tables.BOOK + "turn.coordination"),)
    card = field.card_of(view, unit.player)
    if other in table.targets(view, unit, card, step.guns):
        return ()
    aim = fire_aim.aim_at(view, unit, other, False, step.guns)
    if aim.eligible == 0:
        reason = _no_shot(view, unit, other)
        return (Reason(f"{reason.text}.", reason.clause),)
    clause = table.refusal(unit, other, card, aim, step.guns)
    return (Reason(f"Only {aim.eligible} stand bears on {other.name}, or on too few of its stands.", clause),)


TELLINGS: Final[Tellings] = {
    events.Fired: fired,
    events.Sniped: sniped,
    events.Circled: circled,
    events.UnitRemoved: unit_removed,
}
