"""A table for tests: lines set down in a line of code, commands by their keys, dice given to the last one.

Places are inches, x east and y north; facings are whole degrees clockwise from north. The Union's own edge is the
south one. Dice are written as faces (`4` is a d6) and tiles (`"6-3"`). Every call takes the dice thrown until the next
decision: one too few or too many fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from roundtop.battle.forms import Answer, Assigned, Chosen, Marched, Placed
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Scripted
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.infantry_action import RULEBOOK
from roundtop.rulebooks.infantry_action.charge.events import ContactMade
from roundtop.rulebooks.infantry_action.charge.paths import Plan, strikes, wheel_of
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.events import TurnBegan, apply
from roundtop.rulebooks.infantry_action.field import changing, copied, unit_of
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.melee import events as melee_events
from roundtop.rulebooks.infantry_action.melee.events import CombatFought
from roundtop.rulebooks.infantry_action.melee.table import begin, combat_of, stance
from roundtop.rulebooks.infantry_action.morale import events as morale_events
from roundtop.rulebooks.infantry_action.morale.rule import decided
from roundtop.rulebooks.infantry_action.movement.events import Moved
from roundtop.rulebooks.infantry_action.options import settings
from roundtop.rulebooks.infantry_action.state import Army, Spot, State, Unit, Verdict
from roundtop.rulebooks.infantry_action.victory import events as victory_events
from roundtop.table.ground import Area, Ground, Height, Line
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose
from tests.rulebooks.driven import Driven

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270
UNION, CONFEDERATE = "union", "confederate"
Die = int | str
E = TypeVar("E")


def at(x: float, y: float, facing: float = NORTH) -> Pose:
    return Pose(float(x), float(y), round(facing * 100))


def line(id: str, side: str, stands: int, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    """Infantry, the middle of its line at x, y; at full strength unless it `start`ed with more stands."""
    start = fields.pop("start", stands)
    quality = fields.pop("quality", "regular")
    weapon = fields.pop("weapon", "rifle-musket")
    return Unit(id, side, id.title(), "infantry", quality, weapon, start, stands, at(x, y, facing), **fields)


def guns(id: str, side: str, stands: int, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    """A battery of so many gun stands."""
    weapon = fields.pop("weapon", "12-pdr-napoleon")
    return Unit(id, side, id.title(), "battery", "regular", weapon, stands, stands, at(x, y, facing), **fields)


def reserves() -> tuple[Unit, ...]:
    """Two single stands a side in the corners: they keep a go waiting and an army from breaking."""
    return (
        line("u1", UNION, 1, 1, 1, order="hold"),
        line("u2", UNION, 1, 71, 1, order="hold"),
        line("v1", CONFEDERATE, 1, 1, 47, SOUTH, order="hold"),
        line("v2", CONFEDERATE, 1, 71, 47, SOUTH, order="hold"),
    )


def box(left: float, bottom: float, right: float, top: float) -> tuple[tuple[float, float], ...]:
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def wood(left: float, bottom: float, right: float, top: float) -> Area:
    return Area("woods", box(left, bottom, right, top))


def building(left: float, bottom: float, right: float, top: float) -> Area:
    return Area("building", box(left, bottom, right, top))


def hill(level: int, left: float, bottom: float, right: float, top: float) -> Height:
    return Height(level, box(left, bottom, right, top))


def wall(*points: tuple[float, float]) -> Line:
    return Line("wall", points)


def field(*things: Area | Height | Line, width: float = 72.0, depth: float = 48.0) -> Ground:
    """Bare ground with these things on it."""
    return Ground(
        width,
        depth,
        areas=tuple(thing for thing in things if isinstance(thing, Area)),
        lines=tuple(thing for thing in things if isinstance(thing, Line)),
        heights=tuple(thing for thing in things if isinstance(thing, Height)),
    )


def words(dice: Iterable[Die]) -> list[str]:
    return [f"d6:{die}" if isinstance(die, int) else f"domino:{die}" for die in dice]


OUTLINE = ("orders", "movement", "shooting", "combat", "react")


def outline(phase: str, first: str) -> tuple[object, ...]:
    """What is left of a turn from the beginning of a phase."""
    parts: dict[str, tuple[object, ...]] = {
        "orders": (command_events.GiveOrders((UNION, CONFEDERATE)), command_events.ThrowInitiative()),
        "movement": (command_events.Go(first, 0),),
        "shooting": (fire_events.Shooting(()),),
        "combat": (melee_events.Combat(),),
        "react": (
            morale_events.React(),
            fire_events.OpportunityFire(()),
            morale_events.FireRouts(),
            victory_events.EndTurn(),
        ),
    }
    begun = OUTLINE.index(phase)
    # Orders and initiative bring the goes of the movement step about by themselves.
    kept = [name for name in OUTLINE[begun:] if name != "movement" or begun == 1]
    return tuple(step for name in kept for step in parts[name])


def position(
    *units: Unit,
    ground: Ground | None = None,
    turn: int = 1,
    first: str = UNION,
    ratings: tuple[int, int] = (3, 3),
    limit: int = 10,
    goals: tuple[Goal, ...] = (),
    was: dict[str, Pose] | None = None,
    **options: Any,
) -> State:
    """A table in the middle of a turn. `was` tells where units stood when it began, if not where they are."""
    chits = {unit.id: (unit.order, unit.revealed) for unit in units}
    state = State(
        "Test",
        settings(options),
        ground or field(),
        (Army(UNION, "south", "Meade", "good", ratings[0]), Army(CONFEDERATE, "north", "Lee", "good", ratings[1])),
        units,
        goals,
        (),
        limit,
    )
    state = changing(apply(state, TurnBegan(turn)))
    state.initiative = state.first = first
    begun = was or {}
    state.spots = tuple(Spot(spot.unit, begun.get(spot.unit, spot.pose), spot.stands) for spot in state.spots)
    state.units = tuple(_with_chit(unit, *chits[unit.id]) for unit in state.units)
    return state


def _with_chit(unit: Unit, order: str, revealed: bool) -> Unit:
    new = copied(unit)
    new.order = order
    new.revealed = revealed
    return new


class Table(Driven):
    """A battle under way, driven command by command."""

    def __init__(self, state: State, *agenda: object, dice: Sequence[Die] = ()) -> None:
        super().__init__(RULEBOOK, state, agenda, words(dice))

    # ---- what is there

    @property
    def state(self) -> State:
        state: State = self.battle.state
        return state

    def unit(self, id: str) -> Unit:
        return unit_of(self.state, id)

    def pose(self, id: str) -> tuple[float, float, float]:
        """Where a unit stands and which way it looks, in degrees."""
        pose = self.unit(id).pose
        return pose.x, pose.y, pose.facing / 100

    # ---- what is asked

    # ---- answers

    def answer(self, answer: Answer, dice: Sequence[Die] = (), player: str = "") -> Table:
        """Answer what is asked, and go on to the next decision."""
        self.submit(answer, words(dice), player)
        return self

    def choose(self, *keys: str, dice: Sequence[Die] = ()) -> Table:
        """Choose by key; a charge whose target is named goes in by the way that wheels least."""
        if self.asked[1] == "charge":
            return self.name(*keys).strike(dice=dice)
        return self.answer(Chosen(keys), dice)

    def name(self, *keys: str) -> Table:
        """Name the target of a charge and no more."""
        return self.answer(Chosen(keys))

    def assign(self, dice: Sequence[Die] = (), **items: str) -> Table:
        return self.answer(Assigned(tuple(items.items())), dice)

    def aim(self, shots: dict[int, str], dice: Sequence[Die] = ()) -> Table:
        """Each stand of a line names its target."""
        return self.answer(Assigned(tuple((str(stand), target) for stand, target in shots.items())), dice)

    def march(self, *manoeuvres: Manoeuvre, dice: Sequence[Die] = ()) -> Table:
        return self.answer(Marched(manoeuvres), dice)

    def place(self, pose: Pose, dice: Sequence[Die] = ()) -> Table:
        return self.answer(Placed(pose), dice)

    def strike(self, *manoeuvres: Manoeuvre, dice: Sequence[Die] = ()) -> Table:
        """A charge goes in by these manoeuvres, otherwise by the way offered that wheels least."""
        assert self.asked[1] == "strike", self.asked
        return self.march(*(manoeuvres or least_wheel(self.form)), dice=dice)

    def no_march(self, *manoeuvres: Manoeuvre) -> list[str]:
        return self.refusal(Marched(manoeuvres))

    # ---- going on with nothing special done

    def until(self, *kinds: str, dice: Sequence[Die] = ()) -> Table:
        """Do as little as may be until somebody is asked one of these, or the agenda is done."""
        self.go_on(idle, lambda: self.asked[1] in kinds, words(dice))
        return self

    def turn_over(self, dice: Sequence[Die] = ()) -> Table:
        """To the orders of the next turn, or the end of the battle."""
        return self.until("orders", dice=dice)


def least_wheel(form: Any) -> tuple[Manoeuvre, ...]:
    """Of the ways in that a charge is offered the one that wheels least."""
    ways: list[tuple[Manoeuvre, ...]] = [way.manoeuvres for way in form.ways]
    return min(ways, key=lambda drill: abs(wheel_of(drill)))


def idle(wanted: Decision) -> Answer:
    """The answer that does least: stand, hold fire, leave dominoes unseen."""
    form: Any = wanted.form
    if wanted.kind in ("move", "advance"):
        return Marched(())
    if wanted.kind == "strike":
        return Marched(least_wheel(form))
    if wanted.kind in ("charge-fire", "interrupt", "aim"):
        return Chosen(())
    if wanted.kind == "orders":
        return Assigned(tuple((slot.key, "hold") for slot in form.slots))
    if wanted.kind == "nominate":
        return Assigned(())
    if wanted.kind == "dominoes":
        return Chosen((next(item.key for item in form.items if item.key.startswith("blind")),))
    if wanted.kind == "pivot":
        return Chosen(("0",))
    if wanted.kind in ("place", "set-down"):
        return Placed(form.candidates[0])
    return Chosen((form.items[0].key,))


def table(*units: Unit, phase: str = "movement", dice: Sequence[Die] = (), **rest: Any) -> Table:
    """A battle at the beginning of a phase; chits lie as the units have them, face up once movement is done."""
    if phase in OUTLINE[2:]:
        units = tuple(_with_chit(unit, unit.order, True) for unit in units)
    state = position(*units, **rest)
    return Table(state, *outline(phase, state.first), dice=dice)


def charge_home(table: Table, unit: str, target: str, dice: Sequence[Die] = ()) -> Table:
    """A unit charges; nobody shoots at it, nobody looks at a domino."""
    table.choose(unit)
    assert target in table.keys, table.keys
    table.choose(target)
    table.until("activate", "nominate", "aim", "orders", dice=dice)
    return table


def straightest(state: State, charger: str, target: str) -> Plan:
    """The charge at a target that wheels least."""
    plans = strikes(state, unit_of(state, charger), unit_of(state, target))
    assert plans, f"{charger} cannot reach {target}"
    return min(plans, key=lambda plan: abs(wheel_of(plan.manoeuvres)))


def beaten(charges: Sequence[tuple[str, str]], lost: dict[str, tuple[int, ...]], *units: Unit, **rest: Any) -> Table:
    """The react step after these charges, in which the units lost these stands; all else follows by the rules."""
    dice = rest.pop("dice", ())
    state = position(*units, **rest)
    for charger, target in charges:
        plan = straightest(state, charger, target)
        start = unit_of(state, charger).pose
        state = apply(state, Moved(charger, "charge", start, plan.end, plan.manoeuvres))
        state = apply(state, ContactMade(plan.fights))
    for step in begin(state, melee_events.Combat(), Scripted([])).steps:
        combat = combat_of(state, step.units)
        losses = tuple(lost.get(fighter.id, ()) for fighter in combat.fighters)
        verdicts = tuple(
            Verdict(fighter.id, found.result, gone, found.move_in, found.removed, stance(state, fighter.id))
            for fighter, gone, found in zip(combat.fighters, losses, decided(combat, losses), strict=True)
        )
        names = tuple(fighter.id for fighter in combat.fighters)
        state = apply(state, CombatFought(names, (), verdicts, (), (), ()))
    return Table(state, *outline("react", state.first), dice=dice)
