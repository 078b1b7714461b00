"""A table for tests: units set down in a line of code, commands by their keys, dice given to the last one.

Places are inches, x east and y north, the middle of a unit's front edge; facings are whole degrees clockwise from
north. The Union's own edge is the south one and it is side A. Every call takes the dice thrown until the next
decision: one too few or too many fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from roundtop.battle.forms import Answer, Assigned, Chosen, Marched, Placed
from roundtop.battle.protocol import Decision
from roundtop.kit.objectives import Goal
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import RULEBOOK
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.field import beside, blocks, guns_in_row, size, straight_trail, unit_of
from roundtop.rulebooks.charge_boys.fire import events as fire_events
from roundtop.rulebooks.charge_boys.formation.table import in_formation
from roundtop.rulebooks.charge_boys.initiative import events as initiative_events
from roundtop.rulebooks.charge_boys.initiative.events import TurnBegan
from roundtop.rulebooks.charge_boys.melee import events as melee_events
from roundtop.rulebooks.charge_boys.morale import events as morale_events
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.muster.forces import battery, company
from roundtop.rulebooks.charge_boys.options import settings
from roundtop.rulebooks.charge_boys.orders import events as orders_events
from roundtop.rulebooks.charge_boys.rout import events as rout_events
from roundtop.rulebooks.charge_boys.state import Army, Fight, General, Gun, Mettle, State, Unit
from roundtop.rulebooks.charge_boys.victory import events as victory_events
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose, ahead, rounded_pose
from tests.rulebooks.driven import Driven

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270
UNION, CONFEDERATE = "union", "confederate"
PRINTED = settings({})
E = TypeVar("E")


def at(x: float, y: float, facing: float = NORTH) -> Pose:
    return Pose(float(x), float(y), round(facing * 100))


def foot(id: str, side: str, figures: int, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    """Infantry, in line unless another `formation` is given; `arm="cavalry"` makes it horse, mounted in line."""
    quality = fields.pop("quality", "regular")
    weapon = fields.pop("weapon", "superior-rifle")
    arm = fields.pop("arm", "infantry")
    rules = fields.pop("rules", PRINTED)
    ranks = fields.pop("ranks", 0)
    unit = company(id, side, id.title(), arm, "", quality, weapon, figures, rules)
    unit = in_formation(unit, fields.pop("formation", unit.formation), ranks, rules)
    return _set_down(unit, at(x, y, facing), rules, fields)


def horse(id: str, side: str, figures: int, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    weapon = fields.pop("weapon", "breech-carbine")
    return foot(id, side, figures, x, y, facing, arm="cavalry", weapon=weapon, **fields)


def guns(id: str, side: str, number: int, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    """A battery in action unless it is `formation="limbered"`; `crews` gives its crews gun by gun."""
    rules = fields.pop("rules", PRINTED)
    crews = fields.pop("crews", ())
    kind = fields.pop("kind", "smoothbore")
    unit = battery(id, side, id.title(), "", fields.pop("quality", "regular"), kind, number, rules)
    unit = in_formation(unit, fields.pop("formation", "unlimbered"), 0, rules)
    if crews:
        unit.guns = tuple(Gun(gun.pose, crew) for gun, crew in zip(unit.guns, crews, strict=True))
    return _set_down(unit, at(x, y, facing), rules, fields)


def _set_down(unit: Unit, front: Pose, rules: Any, fields: dict[str, Any]) -> Unit:
    _, deep = size(unit, rules)
    unit.pose = rounded_pose(ahead(front, -0.5 * deep))
    unit.place = "on"
    if unit.guns:
        unit.guns = guns_in_row(unit, unit.pose, rules)
    if unit.formation == "road-column":
        unit.trail = straight_trail(unit, rules)
    mettle = fields.pop("mettle", {})
    if mettle:
        unit.mettle = Mettle(**mettle)
    for name, value in fields.items():
        setattr(unit, name, value)
    return unit


def general(id: str, side: str, x: float, y: float, unit: str = "") -> General:
    return General(id, side, id.title(), "", at(x, y), "on", "", unit, False, ())


def box(left: float, bottom: float, right: float, top: float) -> tuple[tuple[float, float], ...]:
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def wood(left: float, bottom: float, right: float, top: float) -> Area:
    return Area("woods", box(left, bottom, right, top))


def marsh(left: float, bottom: float, right: float, top: float) -> Area:
    return Area("marsh", box(left, bottom, right, top))


def building(left: float, bottom: float, right: float, top: float) -> Area:
    return Area("building", box(left, bottom, right, top))


def hill(level: int, left: float, bottom: float, right: float, top: float) -> Height:
    return Height(level, box(left, bottom, right, top))


def obstacle(kind: str, *points: tuple[float, float]) -> Line:
    return Line(kind, points)


def road(*points: tuple[float, float]) -> Road:
    return Road("road", points, 2.0)


def field(*things: Area | Height | Line | Road | Crossing, width: float = 72.0, depth: float = 48.0) -> Ground:
    """Bare ground with these things on it."""
    return Ground(
        width,
        depth,
        areas=tuple(thing for thing in things if isinstance(thing, Area)),
        lines=tuple(thing for thing in things if isinstance(thing, Line)),
        roads=tuple(thing for thing in things if isinstance(thing, Road)),
        heights=tuple(thing for thing in things if isinstance(thing, Height)),
        crossings=tuple(thing for thing in things if isinstance(thing, Crossing)),
    )


OUTLINE: dict[str, tuple[object, ...]] = {
    "initiative": (initiative_events.ThrowInitiative(),),
    "orders": (orders_events.WriteOrders(((UNION, 0, False), (CONFEDERATE, 0, False))), orders_events.RevealOrders()),
    "compulsory": (rout_events.CompulsoryMoves(),),
    "movement": (movement_events.Movement(),),
    "firing": (fire_events.Firing(),),
    "melee": (melee_events.Melees(),),
    "morale": (morale_events.Morale(),),
    "end": (victory_events.EndTurn(),),
}


def position(
    *units: Unit,
    ground: Ground | None = None,
    turn: int = 1,
    first: str = UNION,
    limit: int = 12,
    generals: tuple[General, ...] = (),
    goals: tuple[Goal, ...] = (),
    fights: tuple[Fight, ...] = (),
    phase: str = "movement",
    capacity: int = 12,
    **options: Any,
) -> State:
    """A table in the middle of a turn. Records of the turn given to the units are kept."""
    land = ground or field()
    houses = tuple((n, capacity) for n, area in enumerate(land.areas) if area.kind == "building")
    armies = (Army(UNION, "south", ()), Army(CONFEDERATE, "north", ()))
    state = State("Test", settings(options), land, armies, units, generals, goals, (), houses, limit, "")
    begun = copy(apply(state, TurnBegan(turn)))
    kept = {unit.id: unit.turn for unit in units if unit.turn.had}
    begun.units = tuple(_with_record(unit, kept.get(unit.id)) for unit in begun.units)
    begun.first = first
    begun.fights = fights
    begun.phase = phase
    begun.generals = tuple(_beside(begun, one) for one in generals)
    return begun


def _with_record(unit: Unit, record: Any) -> Unit:
    if record is None:
        return unit
    new = copy(unit)
    new.turn = record
    return new


def _beside(state: State, one: General) -> General:
    if one.unit:
        one.pose = beside(unit_of(state, one.unit), state.settings)
    return one


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

    def pose(self, id: str) -> tuple[float, float, float]:
        """Where the middle of a unit is and which way it looks, in degrees."""
        pose = self.unit(id).pose
        return pose.x, pose.y, pose.facing / 100

    def gap(self, one: str, other: str) -> float:
        from roundtop.rulebooks.charge_boys.field import apart

        return round(apart(self.unit(one), self.unit(other), self.state.settings), 2)

    def blocks(self, id: str) -> Any:
        return blocks(self.unit(id), self.state.settings)

    # ---- what is asked

    # ---- answers

    def answer(self, answer: Answer, dice: Sequence[int] = (), player: str = "") -> Table:
        """Answer what is asked, and go on to the next decision."""
        self.submit(answer, words(dice), player)
        return self

    def choose(self, *keys: str, dice: Sequence[int] = ()) -> Table:
        return self.answer(Chosen(keys), dice)

    def assign(self, pairs: dict[str, str], dice: Sequence[int] = ()) -> Table:
        return self.answer(Assigned(tuple(pairs.items())), dice)

    def march(self, *manoeuvres: Manoeuvre, dice: Sequence[int] = ()) -> Table:
        return self.answer(Marched(manoeuvres), dice)

    def way(self, key: str, dice: Sequence[int] = ()) -> Table:
        """One of the ways listed."""
        return self.answer(Marched(next(way.manoeuvres for way in self.form.ways if way.key == key)), dice)

    def place(self, pose: Pose, dice: Sequence[int] = ()) -> Table:
        return self.answer(Placed(pose), dice)

    def no_march(self, *manoeuvres: Manoeuvre) -> list[str]:
        return self.refusal(Marched(manoeuvres))

    # ---- going on with nothing special done

    def until(self, *kinds: str, dice: Sequence[int] = ()) -> Table:
        """Do as little as may be until somebody is asked one of these, or the agenda is done."""
        self.go_on(idle, lambda: self.asked[1] in kinds, words(dice))
        return self


def idle(wanted: Decision) -> Answer:
    """The answer that does least: stand, hold fire, stay."""
    form: Any = wanted.form
    if wanted.kind in ("move", "ride"):
        return Marched(())
    if wanted.kind == "order":
        return Marched((Manoeuvre("hold"),))
    if wanted.kind == "guns":
        return Assigned(())
    if wanted.kind in ("place", "arrive"):
        return Placed(form.candidates[0])
    keys = [item.key for item in form.items]
    for key in ("done", "hold", "stay", "stand", "wait"):
        if key in keys:
            return Chosen((key,))
    return Chosen((keys[0],))


def table(*units: Unit, phases: Sequence[str] = ("movement",), dice: Sequence[int] = (), **rest: Any) -> Table:
    """A battle at the beginning of these phases, one after the other."""
    state = position(*units, phase=phases[0] if phases else "movement", **rest)
    return Table(state, *[step for phase in phases for step in OUTLINE[phase]], dice=dice)


def moving(*units: Unit, who: str = "a", **rest: Any) -> Table:
    """The unit called `who` is about to move."""
    return table(*units, **rest).until("activate").choose(who)
