"""Fire: ranges, percent, halves and doubles, saves, enfilade, shared casualties, and shots at lone men."""

from __future__ import annotations

from math import atan2, degrees
from typing import Final

from roundtop.battle.tally import Row
from roundtop.dice.questions import D100, Band, Count, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.cover import rule as cover_rule
from roundtop.rulebooks.order_cards.options import PRINTED, Settings
from roundtop.table.measure import NOISE, kept, within


@record(frozen=True)
class Reach:
    """A row of the range table: to how many inches, and percent a stand, on top of the card's where `card` is set."""

    limit: float
    percent: int
    card: bool
    clause: str


REACHES: Final[dict[str, tuple[Reach, ...]]] = {
    "infantry": (Reach(10.0, 0, True, "order-cards.fire.infantry-range"),),
    "cavalry": (
        Reach(4.0, 10, True, "order-cards.fire.cavalry-range"),
        Reach(8.0, 0, True, "order-cards.fire.cavalry-range"),
    ),
    "smoothbore": (
        Reach(8.0, 160, False, "order-cards.fire.smoothbore"),
        Reach(30.0, 80, False, "order-cards.fire.smoothbore"),
    ),
    "rifled": (
        Reach(8.0, 140, False, "order-cards.fire.rifled"),
        Reach(36.0, 60, False, "order-cards.fire.rifled"),
    ),
}
HALVES: Final[dict[str, str]] = {
    "target-head-down": "order-cards.fire.target-head-down",
    "firer-low-ammo": "order-cards.fire.firer-low-ammo",
    "firer-mounted": "order-cards.fire.firer-mounted",
    "firer-loose-order": "order-cards.fire.firer-loose-order",
    "target-loose-order": "order-cards.fire.target-loose-order",
    "firer-head-down": "order-cards.fire.firer-head-down",
    "target-unlimbered-artillery": "order-cards.fire.target-unlimbered",
    "target-in-earthwork": "order-cards.fire.target-earthwork",
}
DOUBLES: Final[dict[str, str]] = {
    "target-mounted-or-limbered": "order-cards.fire.target-mounted-limbered",
    "target-enfiladed": "order-cards.fire.enfilade",
    "target-wagon": "order-cards.fire.target-wagon",
    "double-fire": "order-cards.fire.double-fire",
}
"""Rows that halve and double the effect [fire.modifier-table]."""
TWO: Final = 2
"""Stands that have to fire, stands they have to reach, and stands that enfilade [fire.two-stands, fire.enfilade]."""
LEAST_ENFILADED: Final = 3
"""Stands of the smallest target that can be enfiladed [fire.enfilade]."""
SNIPE_NEAR: Final = 5.0
SNIPE_NEAR_PERCENT: Final = 10
SNIPE_FAR_PERCENT: Final = 5
MASS_NEAR: Final = 1.0
"""[fire.massed-target]"""
LONELY: Final = 4.0
"""Fire at an officer or messenger with no friend so near [officer.sniping]."""


def weapon_of(arm: str, gun: str, settings: Settings = PRINTED) -> str:
    """The row of the range table by which a stand fires [fire.rifled, setup.muster-weapons]."""
    if arm == tables.ARTILLERY:
        return gun if settings.rifled_artillery else "smoothbore"
    return tables.CAVALRY if arm == tables.CAVALRY else tables.INFANTRY


def longest(weapon: str) -> float:
    """The farthest a weapon reaches."""
    reaches = REACHES[weapon]
    return reaches[len(reaches) - 1].limit


def reach(weapon: str, distance: float) -> Reach | None:
    """The row in which a range falls, a limit belonging to the nearer one; None beyond the last.

    [fire.infantry-range, fire.cavalry-range, fire.smoothbore, fire.rifled]
    """
    for row in REACHES[weapon]:
        if within(distance, row.limit):
            return row
    return None


def stand_percent(weapon: str, distance: float, card: cards_rule.Card) -> int:
    """What one stand fires with at this range, 0 when it does not reach or the card has no fire."""
    row = reach(weapon, distance)
    if row is None or card.fire == 0:
        return 0
    return row.percent + card.fire if row.card else row.percent


def halved(percent: int, halves: int, doubles: int) -> int:
    """A total after all halves and doubles, rounded up once [fire.percent-to-hits, fire.modifiers-combine]."""
    return -(-(percent << doubles) >> halves)


def fire_refusal(
    card: cards_rule.Card,
    arm: str,
    formation: str,
    state: str,
    disordered: bool,
    moved: bool,
    ammo: str,
    stands: int,
    eligible: int,
    target_stands: int,
    target_reached: int,
) -> str:
    """The clause by which a unit may not fire at a target, "" when it may.

    `eligible` are its stands with range, arc and sight, `target_reached` the target's that any of them reaches.
    [cards.deck, fire.double-fire, fire.stands-that-fire, cards.artillery-on-cards, fire.two-stands]
    """
    if card.fire == 0:
        return "order-cards.cards.deck"
    if ammo == tables.OUT:
        return "order-cards.fire.double-fire"
    if state == tables.ROUTING or formation == tables.LIMBERED:
        return "order-cards.fire.stands-that-fire"
    if arm == tables.ARTILLERY and moved:
        return "order-cards.cards.artillery-on-cards"
    firing = min(1, eligible) if formation == tables.COLUMN else eligible
    needed = 1 if disordered else min(TWO, stands)
    if firing < needed or target_reached < min(TWO, target_stands):
        return "order-cards.fire.two-stands"
    return ""


def ammo_after(ammo: str, double_fire: bool) -> str:
    """Ammunition after firing: double fire takes it down a step [fire.double-fire, supply.states]."""
    if not double_fire:
        return ammo
    return tables.LOW if ammo == tables.NORMAL else tables.OUT


@record(unsafe_hash=True)
class Group:
    """Firing stands of one weapon at one distance."""

    stands: int
    distance: float
    weapon: str = tables.INFANTRY


@record(unsafe_hash=True)
class Volley:
    """The fire of one unit at one target: its eligible stands, the rows that halve or double, the target's cover."""

    card: cards_rule.Card
    groups: tuple[Group, ...]
    rows: tuple[str, ...] = ()
    cover: tuple[str, ...] = ()
    crosses_line: bool = True
    artillery: bool = False
    disordered: bool = False
    by: str = ""
    against: str = ""


@record(unsafe_hash=True)
class Salvo:
    """What came of a volley: its percentage, hits before saves, those saved, and the boxes circled."""

    percent: int
    hits: int
    saved: int
    boxes: int


def firing(groups: tuple[Group, ...], disordered: bool) -> tuple[Group, ...]:
    """The stands that count: those in range, of a unit in disorder the nearest alone [fire.firer-disordered]."""
    found = [group for group in groups if group.stands > 0 and reach(group.weapon, group.distance) is not None]
    if not disordered or not found:
        return tuple(found)
    nearest = found[0]
    for group in found:
        if group.distance < nearest.distance:
            nearest = group
    return (Group(1, nearest.distance, nearest.weapon),)


def percent(volley: Volley) -> int:
    """The whole percentage of a volley [fire.percent-to-hits, fire.modifiers-combine, fire.modifier-table]."""
    total = 0
    for group in firing(volley.groups, volley.disordered):
        total += group.stands * stand_percent(group.weapon, group.distance, volley.card)
    rows = set(volley.rows)
    return halved(total, len([row for row in rows if row in HALVES]), len([row for row in rows if row in DOUBLES]))


def hits(percent: int, by: str, dice: Dice) -> int:
    """Certain hits, and one d100 for the rest [fire.percent-to-hits]."""
    rest = percent % 100
    if rest == 0:
        return percent // 100
    missed = dice.ask(
        Band(D100, (rest,), Why(f"fire, {rest}% for another hit", "order-cards.fire.percent-to-hits", by))
    )
    return percent // 100 + 1 - missed


def unsaved(hits: int, save: int, against: str, dice: Dice) -> int:
    """Hits that are not saved, a d100 for each [save.procedure]."""
    if hits == 0 or save == 0:
        return hits
    why = Why(f"saves at {save} or less", "order-cards.save.procedure", against)
    return dice.ask(Count(hits, D100, save + 1, why))


def volley_save(volley: Volley) -> int:
    """The number on which a hit of this volley is saved [save.table, fire.target-earthwork]."""
    return cover_rule.save_number(volley.cover, volley.artillery, volley.crosses_line)


def volley(situation: Volley, dice: Dice) -> Salvo:
    """Fire a volley: the percentage, the hits, the saves [fire.hits-applied]."""
    whole = percent(situation)
    struck = hits(whole, situation.by, dice)
    boxes = unsaved(struck, volley_save(situation), situation.against, dice)
    return Salvo(whole, struck, struck - boxes, boxes)


def volley_lines(volley: Volley) -> tuple[Row, ...]:
    """The working of a volley's percentage and save, for a player."""
    found: list[Row] = []
    for group in firing(volley.groups, volley.disordered):
        row = reach(group.weapon, group.distance)
        each = stand_percent(group.weapon, group.distance, volley.card)
        label = f"{group.stands} × {each}% at {group.distance:g} in"
        found.append(Row(label, f"{group.stands * each}%", row.clause if row else ""))
    for name in sorted(set(volley.rows)):
        halves = name in HALVES
        found.append(Row(name.replace("-", " "), "½" if halves else "×2", HALVES[name] if halves else DOUBLES[name]))
    found.append(Row("in all", f"{percent(volley)}%", "order-cards.fire.percent-to-hits"))
    save = volley_save(volley)
    return (*found, Row("saved on", f"{save} or less", "order-cards.save.table")) if save else tuple(found)


def shared_by(
    target: str,
    mass: tuple[str, ...],
    gaps: dict[str, float],
    unlimbered: tuple[str, ...],
    settings: Settings = PRINTED,
) -> tuple[str, ...]:
    """The units, the target first, that circle the boxes of one attack [fire.massed-target, fire.one-inch-rule]."""
    found = [target]
    found += [other for other in mass if other != target]
    if target not in unlimbered:
        for other in sorted(gaps):
            near = not kept(gaps[other], settings.one_inch_tolerance)
            if near and other not in unlimbered and other not in found:
                found.append(other)
    return tuple(found)


Spot = tuple[float, float]


def enfilading(end: Spot, axis: Spot, fronts: list[Spot], settings: Settings = PRINTED) -> int:
    """Of stands with these middles of their fronts, how many rake a target from beyond this end of it.

    `axis` points outward from the end along the target's length [fire.enfilade].
    """
    count = 0
    for x, y in fronts:
        dx = x - end[0]
        dy = y - end[1]
        along = dx * axis[0] + dy * axis[1]
        across = abs(dx * axis[1] - dy * axis[0])
        if along > 0.0 and degrees(atan2(across, along)) <= settings.enfilade_angle + NOISE:
            count += 1
    return count


def enfilades(target_stands: int, stands: int) -> bool:
    """Whether so many raking stands double the fire at a target of that many [fire.enfilade]."""
    return target_stands >= LEAST_ENFILADED and stands >= TWO


def snipe_percent(groups: tuple[Group, ...], disordered: bool, halves: int) -> int:
    """Chance to hit a lone officer or messenger; `groups` are of one small-arms unit [officer.sniping]."""
    total = 0
    for group in firing(groups, disordered):
        near = within(group.distance, SNIPE_NEAR)
        total += group.stands * (SNIPE_NEAR_PERCENT if near else SNIPE_FAR_PERCENT)
    return halved(total, halves, 0)


def snipe_refusal(card: cards_rule.Card, ammo: str, groups: tuple[Group, ...], nearest_friend: float) -> str:
    """The clause by which a lone man may not be fired at, "" when he may [officer.sniping, fire.double-fire]."""
    if card.fire == 0 or within(nearest_friend, LONELY):
        return "order-cards.officer.sniping"
    if ammo == tables.OUT:
        return "order-cards.fire.double-fire"
    return "" if firing(groups, False) else "order-cards.officer.sniping"


def sniped(percent: int, by: str, dice: Dice) -> bool:
    """The one d100 at a lone officer or messenger, who is hit at most once [officer.sniping]."""
    why = Why(f"fire at a lone man, {percent}%", "order-cards.officer.sniping", by)
    return dice.ask(Band(D100, (min(percent, 100),), why)) == 0
