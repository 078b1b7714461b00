"""A table for tests: bases set down in a line of code, commands by their keys, dice given to the last one.

Places are base widths, x east and y north, of a base's centre point: the middle of its front edge. Facings are whole
degrees clockwise from north. The Union's own edge is the south one, and it is active. Every call takes the d6 thrown
until the next decision: one too few or too many fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from roundtop.battle.forms import Answer, Chosen, Confirmed, Marched, Numbered, Placed
from roundtop.kit.objectives import Goal
from roundtop.record import copy
from roundtop.rulebooks.chamberlain import RULEBOOK
from roundtop.rulebooks.chamberlain.activation import events as activation_events
from roundtop.rulebooks.chamberlain.command import events as command_events
from roundtop.rulebooks.chamberlain.concealment import events as concealment_events
from roundtop.rulebooks.chamberlain.events import apply
from roundtop.rulebooks.chamberlain.field import middle, officer_of, unit_of
from roundtop.rulebooks.chamberlain.fire import events as fire_events
from roundtop.rulebooks.chamberlain.melee import events as melee_events
from roundtop.rulebooks.chamberlain.options import settings
from roundtop.rulebooks.chamberlain.phases.events import SideBegan, TurnBegan
from roundtop.rulebooks.chamberlain.reinforcements import events as reinforcements_events
from roundtop.rulebooks.chamberlain.state import ON_TABLE, Army, Force, Officer, State, Unit
from roundtop.rulebooks.chamberlain.terrain.rule import crests_of
from roundtop.rulebooks.chamberlain.victory import events as victory_events
from roundtop.rulebooks.chamberlain.views import view
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road
from roundtop.table.path import Manoeuvre, forward, pivot, shift
from roundtop.table.pose import Pose
from tests.rulebooks.driven import Driven

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270
UNION, CONFEDERATE = "union", "confederate"
BOOK = "chamberlain."
E = TypeVar("E")


def at(x: float, y: float, facing: float = NORTH) -> Pose:
    return Pose(float(x), float(y), round(facing * 100))


def foot(id: str, side: str, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    """An infantry base, known to the enemy unless `concealed`, of its side's first force unless named otherwise."""
    return base(id, side, x, y, facing, **fields)


def horse(id: str, side: str, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    return base(id, side, x, y, facing, **{"arm": "cavalry", "weapon": "carbine", "elan": 5, "mounted": True, **fields})


def guns(id: str, side: str, x: float, y: float, facing: float = NORTH, ammo: int = 6, **fields: Any) -> Unit:
    given = {"arm": "artillery", "weapon": "", "elan": 0, "ammo": ammo, "start_ammo": ammo, **fields}
    return base(id, side, x, y, facing, **given)


def base(id: str, side: str, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    given: dict[str, Any] = {
        "place": ON_TABLE,
        "concealed": False,
        "key": id,
        "name": id.title(),
        "force": f"{side}-force",
        "arm": "infantry",
        "weapon": "rifle-musket",
        "elan": 6,
        **fields,
    }
    return Unit(id, side, at(x, y, facing), **given)


def chief(side: str, *traits: str, unit: str = "", at: tuple[float, float] | None = None, **fields: Any) -> Officer:
    """A commander in chief; off the table unless he is with a unit or stands somewhere."""
    return Officer(f"{side}-cnc", side, f"General {side.title()}", True, "", traits, unit, at=at, **fields)


def general(id: str, side: str, *traits: str, unit: str = "", force: str = "", **fields: Any) -> Officer:
    """A force commander, of his side's first force unless named otherwise."""
    return Officer(id, side, id.title(), False, force or f"{side}-force", traits, unit, **fields)


def box(left: float, bottom: float, right: float, top: float) -> tuple[tuple[float, float], ...]:
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def area(kind: str, left: float, bottom: float, right: float, top: float) -> Area:
    return Area(kind, box(left, bottom, right, top))


def hill(level: int, left: float, bottom: float, right: float, top: float) -> Height:
    return Height(level, box(left, bottom, right, top))


Thing = Area | Height | Line | Road | Crossing


def field(*things: Thing, width: float = 24.0, depth: float = 16.0) -> Ground:
    """Bare ground with these things on it, kinds as the terrain chart has them."""
    return Ground(
        width,
        depth,
        areas=tuple(thing for thing in things if isinstance(thing, Area)),
        lines=tuple(thing for thing in things if isinstance(thing, Line)),
        roads=tuple(thing for thing in things if isinstance(thing, Road)),
        heights=tuple(thing for thing in things if isinstance(thing, Height)),
        crossings=tuple(thing for thing in things if isinstance(thing, Crossing)),
    )


def position(
    *pieces: Unit | Officer,
    ground: Ground | None = None,
    turn: int = 1,
    side: str = UNION,
    first: str = UNION,
    limit: int = 15,
    goals: tuple[Goal, ...] = (),
    rest: bool = True,
    **options: Any,
) -> State:
    """A table at the beginning of a player turn. `rest` adds two units a side in the corners, out of the way."""
    units = [piece for piece in pieces if isinstance(piece, Unit)]
    officers = [piece for piece in pieces if isinstance(piece, Officer)]
    for one in (UNION, CONFEDERATE):
        if not [officer for officer in officers if officer.cnc and officer.side == one]:
            officers.append(chief(one))
    if rest:
        units += [
            foot("u8", UNION, 1, 1, force=""),
            foot("u9", UNION, 23, 1, force=""),
            foot("v8", CONFEDERATE, 1, 15, SOUTH, force=""),
            foot("v9", CONFEDERATE, 23, 15, SOUTH, force=""),
        ]
    forces = dict.fromkeys([(unit.force, unit.side) for unit in units if unit.force])
    land = ground or field()
    state = State(
        "Test",
        settings(options),
        land,
        crests_of(land),
        land,
        200.0,
        (
            Army(UNION, "south", ("south",), ("west", "east")),
            Army(CONFEDERATE, "north", ("north",), ("east", "west")),
        ),
        tuple(Force(id, owner, id.title()) for id, owner in forces),
        tuple(officers),
        tuple(units),
        goals,
        (),
        limit,
        first,
    )
    return apply(apply(state, TurnBegan(turn)), SideBegan(side))


PHASES = ("information", "officers", "movement", "fire", "combat", "status")


def outline(phase: str, side: str) -> tuple[object, ...]:
    """What is left of a player turn from the beginning of a phase."""
    parts: dict[str, tuple[object, ...]] = {
        "information": (concealment_events.Discover(side), reinforcements_events.Reinforce(side)),
        "officers": (command_events.PlaceOfficers(side, ()),),
        "movement": (activation_events.Movement(side),),
        "fire": (fire_events.Fire(side),),
        "combat": (melee_events.Combats(side),),
        "status": (victory_events.Status(side),),
    }
    return tuple(step for name in PHASES[PHASES.index(phase) :] for step in parts[name])


def words(dice: Sequence[int]) -> list[str]:
    return [f"d6:{die}" for die in dice]


class Table(Driven):
    """A battle under way, driven command by command."""

    def __init__(self, state: State, *agenda: object, dice: Sequence[int] = ()) -> None:
        super().__init__(RULEBOOK, state, agenda, words(dice))

    # ---- what is there

    @property
    def state(self) -> State:
        state: State = self.battle.state
        return state

    def unit(self, id: str) -> Unit:
        return unit_of(self.state, id)

    def officer(self, id: str) -> Officer:
        return officer_of(self.state, id)

    def pose(self, id: str) -> tuple[float, float, float]:
        """Where a unit's centre point is and which way it looks, in degrees."""
        pose = self.unit(id).pose
        return pose.x, pose.y, pose.facing / 100

    def seen_by(self, player: str) -> State:
        return view(self.state, player)

    # ---- what is asked

    # ---- answers

    def answer(self, answer: Answer, *dice: int) -> Table:
        """Answer what is asked, and go on to the next decision."""
        self.submit(answer, words(dice))
        return self

    def choose(self, key: str, *dice: int) -> Table:
        return self.answer(Chosen((key,)), *dice)

    def confirm(self, yes: bool, *dice: int) -> Table:
        return self.answer(Confirmed(yes), *dice)

    def number(self, number: int, *dice: int) -> Table:
        return self.answer(Numbered(number), *dice)

    def officers(self, **posts: str) -> Table:
        """Officers by id (`_` for `-`), one after another, with units; the others stay."""
        for id, post in posts.items():
            self.choose(f"{id.replace('_', '-')}>{post}")
        return self.choose("done") if self.asked[1] == "officers" else self

    def march(self, *manoeuvres: Manoeuvre, dice: Sequence[int] = ()) -> Table:
        return self.answer(Marched(manoeuvres), *dice)

    def way(self, key: str, *dice: int) -> Table:
        """One of the ways that are listed."""
        return self.march(*next(way.manoeuvres for way in self.form.ways if way.key == key), dice=dice)

    def set_down(self, pose: Pose, *dice: int) -> Table:
        """A base set down with its centre point there."""
        return self.answer(Placed(middle(pose, self.state.settings)), *dice)

    def use(self, unit: str) -> Table:
        """An activated unit is taken up to act."""
        return self.choose(f"use:{unit}")

    def no_march(self, *manoeuvres: Manoeuvre) -> list[str]:
        return self.refusal(Marched(manoeuvres))


def turn(degrees: float, depth: float = 0.5) -> Manoeuvre:
    """A pivot about the centre point."""
    return pivot(round(degrees * 100), 0.0, 0.5 * depth)


def step(dx: float, dy: float) -> Manoeuvre:
    """A difficult move."""
    return shift(float(dx), float(dy))


def ahead(length: float) -> Manoeuvre:
    return forward(float(length))


def mounts(word: str) -> Manoeuvre:
    return Manoeuvre("form", on=word)


def charge(length: float, degrees: float = 0.0) -> tuple[Manoeuvre, ...]:
    return (Manoeuvre("charge"), *([turn(degrees)] if degrees else []), forward(float(length)))


def table(*pieces: Unit | Officer, phase: str = "movement", dice: Sequence[int] = (), **rest: Any) -> Table:
    """A battle at the beginning of a phase of the Union's player turn."""
    state = position(*pieces, **rest)
    new = copy(state)
    new.phase = phase
    return Table(new, *outline(phase, new.side), dice=dice)


def active(*pieces: Unit | Officer, use: str, **rest: Any) -> Table:
    """A battle in which one unit has been activated and taken up to act."""
    state = copy(position(*pieces, **rest))
    state.phase = "movement"
    state.woken = state.waiting = (use,)
    return Table(state, *outline("movement", state.side)).use(use)
