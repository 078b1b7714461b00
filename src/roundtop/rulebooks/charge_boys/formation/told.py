"""Changes of formation in words, and every figure of a unit as it is drawn."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Part, Telling
from roundtop.battle.tally import Row
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.fire import aim as fire_aim
from roundtop.rulebooks.charge_boys.formation import events
from roundtop.rulebooks.charge_boys.state import MANNED, State, Unit
from roundtop.rulebooks.charge_boys.words import NAMES, of_unit
from roundtop.table.formation import along_track
from roundtop.table.pose import Pose, ahead, aside, to_world

FORM_VERBS: Final = {
    "limber": ("limbers up", "formation.change-full-turn"),
    "unlimber": ("unlimbers", "formation.change-full-turn"),
    "enter": ("goes into the building", "terrain.building-time"),
    "leave": ("leaves the building", "terrain.building-time"),
    "cross": ("crosses the hedge", "terrain.hedge"),
    "share": ("shares out its crews", "artillery.crew-to-fire"),
    "close-up": ("closes up its files", "formation.close-up"),
    "swing": ("swings its guns", "move.turn-in-place"),
    "help": ("lends a hand with the guns", "move.manhandle-rate"),
}


def formed(view: State, event: events.Formed) -> Telling:
    name = field.unit_of(view, event.unit).name
    if event.action in FORM_VERBS:
        words, clause = FORM_VERBS[event.action]
        text = f"{name} {words}."
    else:
        verb = {"mount": "mounts", "dismount": "dismounts"}.get(event.action, "forms up")
        text, clause = f"{name} {verb}, {NAMES[event.formation]}.", "formation.change-full-turn"
    tally = (Row(event.action, "a full turn" if event.full else "", tables.BOOK + clause),)
    return of_unit(view, event.unit, text, "move", tally)


def parts_of(view: State, unit: Unit) -> tuple[Part, ...]:
    """Every figure and gun of a unit as it stands."""
    settings = view.settings
    if unit.arm == tables.ARTILLERY:
        return (*_guns(view, unit), *_gunners(view, unit))
    if unit.trail and unit.building < 0:
        return _marching(view, unit)
    wide, deep = field.base(unit, settings)
    found: list[Part] = []
    mounted = unit.formation in tables.FORMATIONS[tables.CAVALRY]
    for rank in range(field.ranks(unit)):
        for place in range(fire_aim.rank_of(unit, rank)):
            right, on = fire_aim.spot(unit, rank, place, settings)
            if unit.formation == tables.SKIRMISH and field.ranks(unit) > 1:
                right += 0.5 * wide if rank % 2 else -0.5 * wide
            x, y = to_world(unit.pose, right, on)
            glyph = _figure(unit, rank, place, mounted)
            found.append(Part(Pose(x, y, unit.pose.facing), wide, deep, glyph))
    found.extend(_holders(view, unit))
    return tuple(found)


def ghosts_of(view: State, unit: Unit) -> tuple[Part, ...]:
    """Where the figures stood that a unit has lost this turn; one that has moved since leaves none."""
    lost = unit.turn.had - field.strength(unit)
    if lost <= 0 or unit.turn.moved or unit.guns or unit.trail:
        return ()
    before = copy(unit)
    before.men += lost
    before.pose = field.reshaped(unit, before, view.settings)
    now = {(round(part.pose.x, 1), round(part.pose.y, 1)) for part in parts_of(view, unit)}
    then = [part for part in parts_of(view, before) if (round(part.pose.x, 1), round(part.pose.y, 1)) not in now]
    return tuple(then[-lost:])


def _figure(unit: Unit, rank: int, place: int, mounted: bool) -> str:
    """An officer in the middle of the front rank, otherwise a man [formation.line]."""
    if rank == 0:
        first = (fire_aim.rank_of(unit, 0) - unit.officers - unit.colours) // 2
        if first <= place < first + unit.officers:
            return "officer"
    return "cavalry" if mounted else "figure"


def _holders(view: State, unit: Unit) -> list[Part]:
    """Horse-holders stand an inch behind with the horses [formation.mount]."""
    settings = view.settings
    wide, deep = settings.base_mounted_width, settings.base_mounted_depth
    _, own = field.size(unit, settings)
    back = ahead(unit.pose, -0.5 * own - 1.0 - 0.5 * deep)
    found: list[Part] = []
    for place in range(unit.holders):
        there = aside(back, (place - 0.5 * (unit.holders - 1)) * wide * 1.5)
        found.append(Part(Pose(there.x, there.y, unit.pose.facing), wide, deep, "cavalry"))
    return found


def _marching(view: State, unit: Unit) -> tuple[Part, ...]:
    """A road column two by two along the way its head has come [formation.road-column]."""
    wide, deep = field.base(unit, view.settings)
    found: list[Part] = []
    places = along_track(unit.trail, field.ranks(unit), deep)
    for rank, pose in enumerate(places):
        for place in range(fire_aim.rank_of(unit, rank)):
            there = aside(ahead(pose, -0.5 * deep), (place - 0.5 * (fire_aim.rank_of(unit, rank) - 1)) * wide)
            found.append(Part(there, wide, deep, "officer" if rank == 0 and place < unit.officers else "figure"))
    return tuple(found)


def _guns(view: State, unit: Unit) -> list[Part]:
    wide, deep = field.base(unit, view.settings)
    return [Part(gun.pose, wide, deep, "artillery") for gun in unit.guns if gun.fate == MANNED]


def _gunners(view: State, unit: Unit) -> list[Part]:
    """Gunners away from their guns, in a crowd; with a battery in action behind it."""
    settings = view.settings
    number = unit.men if field.crew(unit) else unit.men + unit.officers
    if not number:
        return []
    wide, deep = settings.base_foot_width, settings.base_foot_depth
    files = field.crowd(number)
    _, own = field.size(unit, settings)
    middle = ahead(unit.pose, -0.5 * own - deep) if field.crew(unit) else unit.pose
    found: list[Part] = []
    for n in range(number):
        rank, place = divmod(n, files)
        here = min(files, number - rank * files)
        x, y = to_world(middle, (place - 0.5 * (here - 1)) * wide, (0.5 * (-(-number // files) - 1) - rank) * deep)
        found.append(Part(Pose(x, y, unit.pose.facing), wide, deep, "figure"))
    return found


TELLINGS: Final[Tellings] = {
    events.Formed: formed,
}
