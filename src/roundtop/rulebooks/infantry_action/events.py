"""What can happen at the table, and how each event changes it. Nothing else changes a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.protocol import Outcome
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.rulebooks.infantry_action.state import (
    GONE,
    ON_TABLE,
    Army,
    Fight,
    Goal,
    Spot,
    State,
    Unit,
    Verdict,
    changing,
    copied,
    unit_of,
    with_unit,
)
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose


@final
@dataclass(slots=True)
class Rated:
    """A CinC is rated for the game."""

    side: str
    rating: int
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class PlacingThrown:
    """Who sets up the first unit."""

    first: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Deployed:
    unit: str
    pose: Pose


@final
@dataclass(slots=True)
class TurnBegan:
    turn: int


@final
@dataclass(slots=True)
class PhaseBegan:
    phase: str


@final
@dataclass(slots=True)
class ChitsPlaced:
    """A side has put its chits down; the enemy sees that they are there."""

    side: str
    chits: tuple[tuple[str, str], ...]


@final
@dataclass(slots=True)
class InitiativeThrown:
    side: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class FirstChosen:
    """Who takes the first go of the movement step."""

    side: str


@final
@dataclass(slots=True)
class ChitRevealed:
    unit: str
    order: str


@final
@dataclass(slots=True)
class Moved:
    """A unit has moved. Causes: order, charge, pivot, retire, rout, arrive."""

    unit: str
    cause: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]


@final
@dataclass(slots=True)
class ChargeDeclared:
    """A charge is aimed; `contact` is where it will touch."""

    unit: str
    target: str
    flank: bool
    contact: Pose


@final
@dataclass(slots=True)
class DominoesSet:
    """Dominoes lie face down behind a unit, one of them sideways behind that stand (0: none)."""

    unit: str
    sideways: int


@final
@dataclass(slots=True)
class DominoLooked:
    """An owner has looked at one domino; the enemy sees only that he did."""

    unit: str
    side: str
    tile: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class DominoPlaced:
    """Where the looked-at domino lies; which way round only its owner knows."""

    unit: str
    side: str
    slot: int
    flip: bool


@final
@dataclass(slots=True)
class VolleyFired:
    """One unit, or one gun, has shot at a unit."""

    unit: str
    target: str
    gun: int
    moment: str
    stands: int
    hits: int
    removed: tuple[int, ...]
    markers: tuple[tuple[int, int], ...]
    destroyed: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class HeldFire:
    """A unit that might have shot did not."""

    unit: str


@final
@dataclass(slots=True)
class StandsRemoved:
    """Stands are taken off and the survivors close up."""

    unit: str
    lost: tuple[int, ...]
    pose: Pose


@final
@dataclass(slots=True)
class UnitRemoved:
    """A unit is out of the battle. Causes: destroyed, overrun, left-table, routed-again."""

    unit: str
    cause: str


@final
@dataclass(slots=True)
class ContactMade:
    """A charge has gone home."""

    fights: tuple[Fight, ...]


@final
@dataclass(slots=True)
class CombatFought:
    """A combat: scores as charger, stand, score, defender, stand, score; stands lost by unit; tiles shown."""

    units: tuple[str, ...]
    scores: tuple[tuple[str, int, int, str, int, int], ...]
    verdicts: tuple[Verdict, ...]
    shown: tuple[str, ...]
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class FormedUp:
    """A unit keeps its ground after a combat."""

    unit: str
    pose: Pose


@final
@dataclass(slots=True)
class RoutBegan:
    """A unit's line has broken. Causes: combat, fire."""

    unit: str
    cause: str
    owes: bool


@final
@dataclass(slots=True)
class CombatEnded:
    """Fights and dominoes of the turn are put away."""


@final
@dataclass(slots=True)
class GoalTaken:
    goal: str
    side: str


@final
@dataclass(slots=True)
class BattleEnded:
    outcome: Outcome


EVENTS: Final = (
    Rated, PlacingThrown, Deployed, TurnBegan, PhaseBegan, ChitsPlaced, InitiativeThrown, FirstChosen, ChitRevealed,
    Moved, ChargeDeclared, DominoesSet, DominoLooked, DominoPlaced, VolleyFired, HeldFire, StandsRemoved, UnitRemoved,
    ContactMade, CombatFought, FormedUp, RoutBegan, CombatEnded, GoalTaken, BattleEnded,
)  # fmt: skip


def apply(state: State, event: object) -> State:
    """The state after an event."""
    if isinstance(event, (Moved, ChitRevealed, VolleyFired, StandsRemoved, UnitRemoved, HeldFire)):
        return _apply_to_unit(state, event)
    if isinstance(event, (DominoesSet, DominoLooked, DominoPlaced, FormedUp, RoutBegan, Deployed, ChargeDeclared)):
        return _apply_to_line(state, event)
    new = changing(state)
    if isinstance(event, TurnBegan):
        _begin_turn(new, event)
    elif isinstance(event, PhaseBegan):
        new.phase = event.phase
    elif isinstance(event, ChitsPlaced):
        chits = dict(event.chits)
        new.units = tuple([_with_chit(unit, chits[unit.id]) if unit.id in chits else unit for unit in state.units])
    elif isinstance(event, InitiativeThrown):
        new.initiative = event.side
    elif isinstance(event, FirstChosen):
        new.first = event.side
    elif isinstance(event, ContactMade):
        new.fights = (*state.fights, *event.fights)
    elif isinstance(event, CombatFought):
        new.verdicts = (*state.verdicts, *event.verdicts)
        new.gone = (*state.gone, *event.shown)
    elif isinstance(event, CombatEnded):
        _end_combat(new)
    elif isinstance(event, Rated):
        new.armies = tuple([_rated(a, event.rating) if a.side == event.side else a for a in state.armies])
    elif isinstance(event, GoalTaken):
        new.goals = tuple([_held(goal, event.side) if goal.id == event.goal else goal for goal in state.goals])
    elif isinstance(event, BattleEnded):
        new.outcome = event.outcome
        new.phase = "over"
    elif not isinstance(event, PlacingThrown):
        raise TypeError(f"{type(event).__name__} is no event of this rulebook")
    return new


UnitEvent = Moved | ChitRevealed | VolleyFired | StandsRemoved | UnitRemoved | HeldFire
LineEvent = DominoesSet | DominoLooked | DominoPlaced | FormedUp | RoutBegan | Deployed | ChargeDeclared


def _apply_to_unit(state: State, event: UnitEvent) -> State:
    unit = copied(unit_of(state, event.unit))
    if isinstance(event, Moved):
        unit.pose = event.end
        unit.moved = unit.moved or event.cause != "pivot"
        unit.place = ON_TABLE
        unit.charging = ""
        unit.contact = None
        unit.routing = unit.routing and event.cause != "rout-on"
    elif isinstance(event, ChitRevealed):
        unit.order = event.order
        unit.revealed = True
    elif isinstance(event, VolleyFired):
        unit.shot = True
        return with_unit(with_unit(state, unit), _struck(unit_of(state, event.target), event))
    elif isinstance(event, HeldFire):
        unit.shot = True
    elif isinstance(event, StandsRemoved):
        unit.stands -= len(event.lost)
        unit.pose = event.pose
        unit.hits = ()
        unit.markers = ()
    else:
        unit.place = GONE
        unit.stands = 0
        unit.hits = ()
    return with_unit(state, unit)


def _apply_to_line(state: State, event: LineEvent) -> State:
    unit = copied(unit_of(state, event.unit))
    if isinstance(event, DominoesSet):
        unit.dominoes = True
        unit.sideways = event.sideways
    elif isinstance(event, DominoLooked):
        unit.looked = True
        unit.tile = event.tile
    elif isinstance(event, DominoPlaced):
        unit.slot = event.slot
        unit.flip = event.flip
    elif isinstance(event, FormedUp):
        unit.pose = event.pose
    elif isinstance(event, ChargeDeclared):
        unit.charging = event.target
        unit.contact = event.contact
    elif isinstance(event, RoutBegan):
        unit.routed = state.turn
        unit.routing = event.owes
    else:
        unit.pose = event.pose
        unit.place = ON_TABLE
    return with_unit(state, unit)


def _struck(target: Unit, event: VolleyFired) -> Unit:
    """A target with its hits: markers on a charger, otherwise stands to be taken off at the end of the step."""
    unit = copied(target)
    if event.destroyed:
        unit.hits = tuple(range(1, unit.stands + 1))
        return unit
    unit.hits = tuple(sorted({*unit.hits, *event.removed}))
    counts = dict(unit.markers)
    for stand, number in event.markers:
        counts[stand] = counts.get(stand, 0) + number
    unit.markers = tuple(sorted(counts.items()))
    return unit


def _begin_turn(new: State, event: TurnBegan) -> None:
    new.turn = event.turn
    new.phase = "orders"
    new.gone = ()
    new.units = tuple([_fresh(unit, event.turn) for unit in new.units])
    new.spots = tuple([Spot(unit.id, unit.pose, unit.stands) for unit in new.units if unit.place == ON_TABLE])


def _fresh(unit: Unit, turn: int) -> Unit:
    """A unit as a turn begins; the second half of a rout is owed in the turn after it only [outcome.rout-move]."""
    new = copied(unit)
    new.order = ""
    new.routing = unit.routing and unit.routed == turn - 1
    new.revealed = False
    new.had = unit.stands
    new.moved = False
    new.shot = False
    new.fought = False
    return new


def _with_chit(unit: Unit, order: str) -> Unit:
    new = copied(unit)
    new.order = order
    return new


def _end_combat(new: State) -> None:
    fought = [name for fight in new.fights for name in (fight.charger, fight.defender)]
    new.units = tuple([_without_dominoes(u, u.id in fought) if u.dominoes or u.id in fought else u for u in new.units])
    new.fights = ()
    new.verdicts = ()


def _without_dominoes(unit: Unit, fought: bool) -> Unit:
    new = copied(unit)
    new.fought = fought
    new.markers = ()
    new.dominoes = False
    new.looked = False
    new.tile = ""
    new.sideways = 0
    new.slot = 0
    new.flip = False
    return new


def _rated(army: Army, rating: int) -> Army:
    return Army(army.side, army.edge, army.cinc, army.talent, rating)


def _held(goal: Goal, side: str) -> Goal:
    return Goal(goal.id, goal.name, goal.x, goal.y, goal.radius, goal.points, goal.side, goal.decisive, side)
