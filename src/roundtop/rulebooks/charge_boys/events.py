"""What can happen at the table, and how each event changes it. Nothing else changes a state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, final

from roundtop.battle.protocol import Outcome
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.rulebooks.charge_boys.state import (
    ABANDONED,
    GONE,
    MANNED,
    ON_TABLE,
    TO_ARRIVE,
    Fight,
    General,
    Goal,
    Gun,
    Mettle,
    Record,
    State,
    Unit,
    beside,
    changing,
    copied,
    general_copied,
    general_of,
    guns_in_row,
    mettle_of,
    noted,
    straight_trail,
    strength,
    unit_of,
    with_general,
    with_unit,
)
from roundtop.rulebooks.charge_boys.tables import LIMBERED, ROAD_COLUMN
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose


@final
@dataclass(slots=True)
class Drafted:
    """A unit is added to a roster."""

    unit: Unit


@final
@dataclass(slots=True)
class Detached:
    """A regiment has sent out a skirmish detachment."""

    body: Unit
    detachment: Unit


@final
@dataclass(slots=True)
class QualityThrown:
    unit: str
    quality: str
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
    """A unit is set down: before the battle, or as a reinforcement (`arrives`)."""

    unit: str
    formation: str
    files: int
    holders: int
    pose: Pose
    guns: tuple[Gun, ...]
    trail: tuple[Point, ...]
    arrives: bool


@final
@dataclass(slots=True)
class KeptBack:
    """A unit for which there was no room waits to come on over this stretch of edge."""

    unit: str
    due: int
    entry: tuple[Point, ...]


@final
@dataclass(slots=True)
class GeneralPlaced:
    """A General is set down, alone or with a unit."""

    general: str
    pose: Pose
    unit: str


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
class InitiativeThrown:
    side: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class FirstChosen:
    """Who is side A of the turn."""

    side: str


@final
@dataclass(slots=True)
class OrderWritten:
    """An order is written for a unit or General; the enemy sees only that it was."""

    side: str
    about: str
    order: tuple[Manoeuvre, ...]


@final
@dataclass(slots=True)
class OrdersRevealed:
    orders: tuple[tuple[str, tuple[Manoeuvre, ...]], ...]


@final
@dataclass(slots=True)
class ImpulseMade:
    """Everybody on the march has come a little farther: units with their places."""

    number: int
    places: tuple[tuple[str, Pose], ...]


@final
@dataclass(slots=True)
class Strode:
    """A charger has come one impulse nearer; `reach` is what it has left."""

    unit: str
    pose: Pose
    reach: float


@final
@dataclass(slots=True)
class Moved:
    """A unit has moved.

    Causes: order, ordered, charge, countercharge, follow-up, break-off, push-back, retire, disorder, rout, evade,
    keep-distance, winner. `advanced`: it came at least an inch nearer to the enemy of its own will.
    """

    unit: str
    cause: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]
    files: int
    guns: tuple[Gun, ...]
    trail: tuple[Point, ...]
    advanced: bool
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Formed:
    """A unit has spent its turn, or half of it, on an action.

    Actions: form, limber, unlimber, mount, dismount, enter, leave, cross, share, close-up, swing. `full`: a whole turn.
    """

    unit: str
    action: str
    formation: str
    files: int
    holders: int
    men: int
    pose: Pose
    guns: tuple[Gun, ...]
    trail: tuple[Point, ...]
    building: int
    full: bool


@final
@dataclass(slots=True)
class Stood:
    """A unit or General has had its go and stays where it is."""

    about: str


@final
@dataclass(slots=True)
class GeneralMoved:
    """A General has ridden; `unit` is the one he is with now."""

    general: str
    start: Pose
    end: Pose
    unit: str
    cause: str


@final
@dataclass(slots=True)
class GeneralLost:
    """Causes: killed, captured, left-table."""

    general: str
    cause: str


@final
@dataclass(slots=True)
class ChargeDeclared:
    unit: str
    target: str
    flank: bool
    distance: float


@final
@dataclass(slots=True)
class ChargeFell:
    """A charge comes to nothing. Causes: out-of-reach, short, gone."""

    unit: str
    target: str
    cause: str


@final
@dataclass(slots=True)
class Intercepted:
    """A charger meets another enemy on its way, who becomes its target."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class Answered:
    """How a unit met a charge: "stands", "gives-way" or "evades"."""

    unit: str
    charger: str
    met: str


@final
@dataclass(slots=True)
class ReachThrown:
    """The bonus of a charge, and the reach it gives."""

    unit: str
    bonus: int
    reach: float
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class MoraleTested:
    """A morale test. Kinds: first, other, both, rally, general-joins. Why: fire, charge, charged, melee, re-test …

    `mettle` is what it leaves of the unit's mettle, `retreat` the inches of the move it compels.
    """

    unit: str
    kind: str
    why: str
    total: int
    result: str
    retreat: float
    mettle: Mettle
    hits_tested: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Fired:
    """One volley of small arms, or the guns of a battery on one target.

    Modes: musketry, artillery, closing. `killed` counts figures, officers included; `general` names one who falls.
    """

    unit: str
    target: str
    mode: str
    guns: tuple[int, ...]
    men: int
    range: float
    buck: bool
    hits: int
    killed: int
    officers: int
    general: str
    at_once: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class HeldFire:
    """A unit that might have fired did not; `wasted` when it fired out of range."""

    unit: str
    wasted: bool


@final
@dataclass(slots=True)
class FiguresLost:
    """Figures come off: what is left of each role, and of each gun's crew; the ranks close up."""

    unit: str
    lost: int
    officers: int
    men: int
    colours: int
    drummers: int
    officers_left: int
    holders: int
    files: int
    formation: str
    pose: Pose
    guns: tuple[Gun, ...]


@final
@dataclass(slots=True)
class UnitRemoved:
    """A unit is out of the battle. Causes: destroyed, left-table, failed-rally, caught, surrendered."""

    unit: str
    cause: str


@final
@dataclass(slots=True)
class ContactMade:
    """Two enemies have come to blows."""

    fight: Fight


@final
@dataclass(slots=True)
class RoundFought:
    """One round of melee of a pair, or a victim caught (`b` throws nothing).

    Pairs are of a and b: hits made, figures lost, officers among them.
    """

    a: str
    b: str
    caught: bool
    fighting: tuple[int, int]
    hits: tuple[int, int]
    killed: tuple[int, int]
    officers: tuple[int, int]
    generals: tuple[str, str]
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class MeleeDecided:
    """A melee's round: who has lost it, "" for a draw, and the figures each side lost."""

    units: tuple[str, ...]
    loser: str
    lost: tuple[tuple[str, int], ...]


@final
@dataclass(slots=True)
class FightsChanged:
    """Who is in contact with whom after a round."""

    fights: tuple[Fight, ...]


@final
@dataclass(slots=True)
class FollowedUp:
    """A winner's choice: stay, follow-up or occupy; the dice where it follows up."""

    unit: str
    choice: str
    inches: int
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class GunsChanged:
    """Guns are abandoned, captured or manned again."""

    unit: str
    cause: str
    number: int
    formation: str
    files: int
    men: int
    pose: Pose
    guns: tuple[Gun, ...]


@final
@dataclass(slots=True)
class Disordered:
    """A unit falls into disorder. Causes: no-room, pursuit."""

    unit: str
    cause: str


@final
@dataclass(slots=True)
class Reordered:
    """A unit has recovered its order."""

    unit: str


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
    Drafted, Detached, QualityThrown, PlacingThrown, Deployed, KeptBack, GeneralPlaced, TurnBegan, PhaseBegan,
    InitiativeThrown, FirstChosen, OrderWritten, OrdersRevealed, ImpulseMade, Strode, Moved, Formed, Stood,
    GeneralMoved, GeneralLost, ChargeDeclared, ChargeFell, Intercepted, Answered, ReachThrown, MoraleTested, Fired,
    HeldFire, FiguresLost, UnitRemoved, ContactMade, RoundFought, MeleeDecided, FightsChanged, FollowedUp,
    GunsChanged, Disordered, Reordered, GoalTaken, BattleEnded,
)  # fmt: skip

COMPELLED: Final = ("retire", "disorder", "rout", "push-back")
"""Moves that morale or melee compels: whoever makes one has retired [morale.other-retired]."""
UNWILLED: Final = (*COMPELLED, "evade", "keep-distance", "winner", "follow-up")


def apply(state: State, event: object) -> State:
    """The state after an event."""
    return CHANGES[type(event)](state, event)


def unchanged(state: State, event: object) -> State:
    """The state after an event that only tells something."""
    return state


def after_turn_began(state: State, event: TurnBegan) -> State:
    new = changing(state)
    new.turn = event.turn
    new.units = tuple([_fresh(unit) for unit in state.units])
    new.generals = tuple([_rested(general) for general in state.generals])
    return new


def _fresh(unit: Unit) -> Unit:
    """A unit as a turn begins: per-turn records are cleared, last turn's retirement is kept [turn.end]."""
    new = copied(unit)
    new.turn = Record(strength(unit), was_disordered=unit.mettle.disordered)
    new.order = ()
    return new


def _rested(general: General) -> General:
    new = general_copied(general)
    new.acted = False
    new.order = ()
    return new


def after_phase_began(state: State, event: PhaseBegan) -> State:
    new = changing(state)
    new.phase = event.phase
    return new


def after_first_chosen(state: State, event: FirstChosen) -> State:
    new = changing(state)
    new.first = event.side
    return new


def after_order_written(state: State, event: OrderWritten) -> State:
    return _with_order(state, event.about, event.order)


def after_orders_revealed(state: State, event: OrdersRevealed) -> State:
    for about, order in event.orders:
        state = _with_order(state, about, order)
    return state


def _with_order(state: State, about: str, order: tuple[Manoeuvre, ...]) -> State:
    for unit in state.units:
        if unit.id == about:
            new = copied(unit)
            new.order = order
            return with_unit(state, new)
    general = general_copied(general_of(state, about))
    general.order = order
    return with_general(state, general)


def after_impulse_made(state: State, event: ImpulseMade) -> State:
    for id, pose in event.places:
        state = _come_to(state, id, pose)
    return state


def after_strode(state: State, event: Strode) -> State:
    unit = noted(unit_of(_come_to(state, event.unit, event.pose), event.unit))
    unit.turn.reach = event.reach
    return _with_riders(with_unit(state, unit), unit)


def _come_to(state: State, id: str, pose: Pose) -> State:
    unit = copied(unit_of(state, id))
    unit.pose = pose
    if unit.formation == LIMBERED:
        unit.guns = guns_in_row(unit, pose, state.settings)
    if unit.formation == ROAD_COLUMN:
        unit.trail = straight_trail(unit, state.settings)
    return _with_riders(with_unit(state, unit), unit)


def after_contact_made(state: State, event: ContactMade) -> State:
    new = changing(state)
    new.fights = (*state.fights, event.fight)
    return new


def after_fights_changed(state: State, event: FightsChanged) -> State:
    new = changing(state)
    new.fights = event.fights
    return new


def after_drafted(state: State, event: Drafted) -> State:
    new = changing(state)
    new.units = (*state.units, event.unit)
    return new


def after_detached(state: State, event: Detached) -> State:
    new = changing(state)
    units = [event.body if unit.id == event.body.id else unit for unit in state.units]
    new.units = (*units, event.detachment)
    return new


def after_quality_thrown(state: State, event: QualityThrown) -> State:
    unit = copied(unit_of(state, event.unit))
    unit.quality = event.quality
    return with_unit(state, unit)


def after_kept_back(state: State, event: KeptBack) -> State:
    unit = copied(unit_of(state, event.unit))
    unit.place, unit.due, unit.entry = TO_ARRIVE, event.due, event.entry
    return with_unit(state, unit)


def after_goal_taken(state: State, event: GoalTaken) -> State:
    new = changing(state)
    new.goals = tuple([_held(goal, event.side) if goal.id == event.goal else goal for goal in state.goals])
    return new


def _held(goal: Goal, side: str) -> Goal:
    return Goal(goal.id, goal.name, goal.x, goal.y, goal.radius, goal.points, goal.side, goal.decisive, side)


def after_battle_ended(state: State, event: BattleEnded) -> State:
    new = changing(state)
    new.outcome = event.outcome
    new.phase = "over"
    return new


def after_moved(state: State, event: Moved) -> State:
    unit = noted(unit_of(state, event.unit))
    _move(state, unit, event)
    return _with_riders(with_unit(state, unit), unit)


def _move(state: State, unit: Unit, event: Moved) -> None:
    unit.pose = event.end
    unit.files = event.files
    unit.guns = event.guns
    unit.trail = event.trail
    unit.building = -1
    turn = unit.turn
    if event.cause in COMPELLED:
        turn.compelled = True
        turn.advanced = False
        mettle = mettle_of(unit.mettle)
        mettle.retired = state.turn
        unit.mettle = mettle
    elif event.cause == "break-off":
        mettle = mettle_of(unit.mettle)
        mettle.retired = state.turn
        unit.mettle = mettle
    elif event.cause == "evade":
        turn.advanced = False
    if event.cause not in ("keep-distance", "winner"):
        turn.moved = True
    if event.cause not in UNWILLED:
        turn.acted = True
        turn.advanced = turn.advanced or event.advanced
    turn.impetus = turn.impetus or event.cause in ("charge", "countercharge")


def after_formed(state: State, event: Formed) -> State:
    unit = noted(unit_of(state, event.unit))
    _form(unit, event)
    return _with_riders(with_unit(state, unit), unit)


def _form(unit: Unit, event: Formed) -> None:
    unit.formation, unit.files, unit.holders, unit.men = event.formation, event.files, event.holders, event.men
    unit.pose, unit.guns, unit.trail, unit.building = event.pose, event.guns, event.trail, event.building
    if event.action in ("share", "close-up"):
        return
    if event.action == "swing":
        unit.turn.acted = True
        return
    unit.turn.acted = True
    unit.turn.moved = True
    unit.turn.busy = unit.turn.busy or event.full


def after_deployed(state: State, event: Deployed) -> State:
    unit = noted(unit_of(state, event.unit))
    unit.formation, unit.files, unit.holders = event.formation, event.files, event.holders
    unit.pose, unit.guns, unit.trail = event.pose, event.guns, event.trail
    unit.place = ON_TABLE
    unit.turn.moved = unit.turn.acted = event.arrives
    return _with_riders(with_unit(state, unit), unit)


def after_figures_lost(state: State, event: FiguresLost) -> State:
    unit = noted(unit_of(state, event.unit))
    _lose(unit, event)
    return _with_riders(with_unit(state, unit), unit)


def _lose(unit: Unit, event: FiguresLost) -> None:
    unit.men, unit.colours, unit.drummers = event.men, event.colours, event.drummers
    unit.officers, unit.holders = event.officers_left, event.holders
    unit.files, unit.formation = event.files, event.formation
    unit.pose, unit.guns = event.pose, event.guns
    unit.turn.officers_lost += event.officers
    unit.turn.fell = 0
    unit.turn.fell_officers = 0


def after_guns_changed(state: State, event: GunsChanged) -> State:
    unit = noted(unit_of(state, event.unit))
    unit.formation, unit.files, unit.men = event.formation, event.files, event.men
    unit.pose, unit.guns = event.pose, event.guns
    return _with_riders(with_unit(state, unit), unit)


def after_held_fire(state: State, event: HeldFire) -> State:
    unit = noted(unit_of(state, event.unit))
    unit.turn.volleys += event.wasted
    return with_unit(state, unit)


def after_unit_removed(state: State, event: UnitRemoved) -> State:
    unit = noted(unit_of(state, event.unit))
    _remove(unit)
    return with_unit(state, unit)


def _remove(unit: Unit) -> None:
    """A unit leaves; guns in action stay where they are, abandoned [artillery.abandoned, turn.end]."""
    unit.place = GONE
    unit.men = unit.officers = unit.colours = unit.drummers = unit.holders = 0
    unit.guns = tuple([Gun(gun.pose, 0, ABANDONED) if gun.fate == MANNED else gun for gun in unit.guns])
    unit.trail = ()
    unit.building = -1


def _with_riders(state: State, unit: Unit) -> State:
    """Generals with a unit go where it goes [officer.with-unit, officer.general-in-rout]."""
    riders = [general for general in state.generals if general.unit == unit.id and general.place == ON_TABLE]
    if not riders:
        return state
    for rider in riders:
        new = general_copied(rider)
        if unit.place == ON_TABLE:
            new.pose = beside(unit, state.settings)
        state = with_general(state, new)
    return state


def after_stood(state: State, event: Stood) -> State:
    for unit in state.units:
        if unit.id == event.about:
            new = noted(unit)
            new.turn.acted = True
            return with_unit(state, new)
    general = general_copied(general_of(state, event.about))
    general.acted = True
    return with_general(state, general)


def after_morale_tested(state: State, event: MoraleTested) -> State:
    unit = noted(unit_of(state, event.unit))
    unit.mettle = event.mettle
    unit.turn.hits_tested = unit.turn.hits_tested or event.hits_tested
    if event.kind in ("first", "both"):
        unit.turn.shot_at = False
    return with_unit(state, unit)


def after_answered(state: State, event: Answered) -> State:
    unit = noted(unit_of(state, event.unit))
    unit.turn.met = event.met
    unit.turn.charged = True
    return with_unit(state, unit)


def after_reach_thrown(state: State, event: ReachThrown) -> State:
    unit = noted(unit_of(state, event.unit))
    unit.turn.reach = event.reach
    unit.turn.full_reach = event.reach
    return with_unit(state, unit)


def after_target_named(state: State, event: ChargeDeclared | Intercepted) -> State:
    unit = noted(unit_of(state, event.unit))
    unit.turn.target = event.target
    unit.turn.declared = True
    unit.turn.acted = True
    unit.turn.advanced = True
    return with_unit(state, unit)


def after_charge_fell(state: State, event: ChargeFell) -> State:
    unit = noted(unit_of(state, event.unit))
    unit.turn.target = ""
    if event.cause == "out-of-reach":
        unit.turn.acted = False
        unit.turn.advanced = False
    return with_unit(state, unit)


def after_disordered(state: State, event: Disordered) -> State:
    return _with_order_lost(state, event.unit, True)


def after_reordered(state: State, event: Reordered) -> State:
    return _with_order_lost(state, event.unit, False)


def _with_order_lost(state: State, id: str, disordered: bool) -> State:
    unit = noted(unit_of(state, id))
    unit.mettle = mettle_of(unit.mettle)
    unit.mettle.disordered = disordered
    return with_unit(state, unit)


def after_fired(state: State, event: Fired) -> State:
    unit = noted(unit_of(state, event.unit))
    unit.turn.volleys += 1
    unit.has_fired = True
    if event.buck:
        unit.buck -= 1
    state = with_unit(state, unit)
    target = noted(unit_of(state, event.target))
    turn = target.turn
    turn.hits += event.hits
    turn.general_lost = turn.general_lost or event.general != ""
    if event.hits > turn.foe_hits or (event.hits == turn.foe_hits and event.unit < turn.foe):
        turn.foe, turn.foe_hits = event.unit, event.hits
    if target.mettle.first_shot == "untested":
        turn.shot_at = True
    if not event.at_once:
        turn.fell += event.killed
        turn.fell_officers += event.officers
        turn.fell_general = event.general or turn.fell_general
    return with_unit(state, target)


def after_round_fought(state: State, event: RoundFought) -> State:
    for place, id in enumerate((event.a, event.b)):
        unit = noted(unit_of(state, id))
        unit.turn.hits += event.hits[1 - place]
        unit.turn.general_lost = unit.turn.general_lost or event.generals[place] != ""
        unit.turn.fought = True
        state = with_unit(state, unit)
    return state


def after_general_lost(state: State, event: GeneralLost) -> State:
    general = general_copied(general_of(state, event.general))
    general.place = GONE
    general.unit = ""
    return with_general(state, general)


def after_general_moved(state: State, event: GeneralMoved) -> State:
    general = general_copied(general_of(state, event.general))
    general.pose = event.end
    general.unit = event.unit
    general.acted = general.acted or event.cause == "order"
    return with_general(state, general)


def after_general_placed(state: State, event: GeneralPlaced) -> State:
    general = general_copied(general_of(state, event.general))
    general.pose = event.pose
    general.unit = event.unit
    general.place = ON_TABLE
    general.due = ""
    return with_general(state, general)


CHANGES: Final[dict[type, Callable[[State, Any], State]]] = {
    Drafted: after_drafted,
    Detached: after_detached,
    QualityThrown: after_quality_thrown,
    PlacingThrown: unchanged,
    Deployed: after_deployed,
    KeptBack: after_kept_back,
    GeneralPlaced: after_general_placed,
    TurnBegan: after_turn_began,
    PhaseBegan: after_phase_began,
    InitiativeThrown: unchanged,
    FirstChosen: after_first_chosen,
    OrderWritten: after_order_written,
    OrdersRevealed: after_orders_revealed,
    ImpulseMade: after_impulse_made,
    Strode: after_strode,
    Moved: after_moved,
    Formed: after_formed,
    Stood: after_stood,
    GeneralMoved: after_general_moved,
    GeneralLost: after_general_lost,
    ChargeDeclared: after_target_named,
    ChargeFell: after_charge_fell,
    Intercepted: after_target_named,
    Answered: after_answered,
    ReachThrown: after_reach_thrown,
    MoraleTested: after_morale_tested,
    Fired: after_fired,
    HeldFire: after_held_fire,
    FiguresLost: after_figures_lost,
    UnitRemoved: after_unit_removed,
    ContactMade: after_contact_made,
    RoundFought: after_round_fought,
    MeleeDecided: unchanged,
    FightsChanged: after_fights_changed,
    FollowedUp: unchanged,
    GunsChanged: after_guns_changed,
    Disordered: after_disordered,
    Reordered: after_reordered,
    GoalTaken: after_goal_taken,
    BattleEnded: after_battle_ended,
}
"""What each event changes."""
