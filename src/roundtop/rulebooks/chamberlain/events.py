"""What can happen at the table, and how each event changes it. Nothing else changes a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.protocol import Outcome
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.rulebooks.chamberlain.state import (
    ARRIVED,
    ON_TABLE,
    TO_DEPLOY,
    Army,
    Charge,
    Goal,
    Officer,
    State,
    Unit,
    army_of,
    changing,
    copied,
    officer_copied,
    officer_of,
    unit_of,
    with_officer,
    with_unit,
)
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose

# ---------------------------------------------------------------- set-up and turns


@final
@dataclass(slots=True)
class PlacingThrown:
    """Who deploys first."""

    first: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class UnitPicked:
    """A side has taken up a unit to deploy; which one only its owner knows."""

    side: str
    key: str


@final
@dataclass(slots=True)
class Deployed:
    """The unit in hand is set down and gets the number by which all know it; in fog its side knows where."""

    side: str
    unit: str
    pose: Pose
    hidden: bool


@final
@dataclass(slots=True)
class FirstThrown:
    """Who takes the first player turn; no dice where the scenario says."""

    first: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class TurnBegan:
    turn: int


@final
@dataclass(slots=True)
class SideBegan:
    """A side's player turn begins."""

    side: str


@final
@dataclass(slots=True)
class PhaseBegan:
    phase: str


# ---------------------------------------------------------------- information and officers


@final
@dataclass(slots=True)
class Revealed:
    """A concealed unit is known from now on. Causes: discovered, activated, fired, hit, contact, retired."""

    unit: str
    cause: str


@final
@dataclass(slots=True)
class ArrivalThrown:
    """A reinforcement that is due has come, or not yet."""

    unit: str
    arrived: bool
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class OfficerPlaced:
    """An officer is with a unit, or stands alone; with a concealed unit only his side knows."""

    officer: str
    side: str
    unit: str
    at: Point | None
    hidden: bool


@final
@dataclass(slots=True)
class SecondNamed:
    """The other unit on which an officer's traits work; a concealed one only his side knows."""

    officer: str
    side: str
    unit: str
    hidden: bool


@final
@dataclass(slots=True)
class OfficerMoved:
    """An officer whose unit is lost, or who was ridden down, joins another; "" if he is off the table."""

    officer: str
    side: str
    unit: str
    cause: str
    hidden: bool


@final
@dataclass(slots=True)
class OfficerRisked:
    """An at-risk roll; an average officer takes the post of one who is killed."""

    officer: str
    cause: str
    killed: bool
    rolls: tuple[Roll, ...]


# ---------------------------------------------------------------- activation


@final
@dataclass(slots=True)
class ActivationThrown:
    """A die for a force or a unit. `rerolled` names the Intuitive officer who had it thrown again.

    `hidden`: it is for a concealed unit; which one only its side knows.
    """

    side: str
    kind: str
    what: str
    officer: str
    needed: int
    success: bool
    rerolled: str
    rolls: tuple[Roll, ...]
    hidden: bool


@final
@dataclass(slots=True)
class CommandGiven:
    """Activation without a die. Kinds: force, unit (the CnC's command), cavalry (a C commander's unit).

    `hidden`: it is for a concealed unit; which one only its side knows.
    """

    side: str
    kind: str
    what: str
    officer: str
    pips: int
    hidden: bool


@final
@dataclass(slots=True)
class Activated:
    """What an attempt means for the units it reached; which they are only their side knows."""

    side: str
    success: bool
    units: tuple[str, ...]


@final
@dataclass(slots=True)
class Stood:
    """An activated unit has acted, or did nothing."""

    unit: str


@final
@dataclass(slots=True)
class ActivationEnded:
    """What is left of an activation is given up; the units still waiting stay as they are."""

    side: str


# ---------------------------------------------------------------- units


@final
@dataclass(slots=True)
class Moved:
    """A unit has moved. Kinds: simple, difficult, pivot, reserve, charge, retreat, advance.

    Poses are centre points. `halted`: it met what its owner could not see.
    """

    unit: str
    kind: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]
    mounted: bool
    limbered: bool
    halted: bool


@final
@dataclass(slots=True)
class Entered:
    """A reinforcement has come on by a simple or difficult move."""

    unit: str
    kind: str
    end: Pose
    limbered: bool


@final
@dataclass(slots=True)
class LookedAround:
    """Something has moved, so that with conceal_level = sight blinds may have come into view or gone out of it."""


@final
@dataclass(slots=True)
class UnitLost:
    """A unit is off the table: broken or retired."""

    unit: str
    fate: str
    cause: str


@final
@dataclass(slots=True)
class RallyTried:
    """A rally attempt; `spoiled` by an enemy that nobody had seen."""

    unit: str
    success: bool
    fatigue: int
    spoiled: bool
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class ContactMade:
    """A charge has touched its enemies."""

    charge: Charge


@final
@dataclass(slots=True)
class VolleyFired:
    """One unit has fired at another; fatigue and ammunition as they are afterwards.

    `hidden`: in fog, at a blind that stays one, of which only the players know where it is.
    """

    unit: str
    target: str
    timing: str
    dice: int
    hits: int
    target_fatigue: int
    ammo: int
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]
    hidden: bool


@final
@dataclass(slots=True)
class Resupplied:
    unit: str
    ammo: int


@final
@dataclass(slots=True)
class DiceAllotted:
    """A charger has divided its dice among those it touches."""

    unit: str
    shares: tuple[int, ...]


@final
@dataclass(slots=True)
class MeleeFought:
    """A combat: scores of defenders and attackers, and for each its fatigue and ammunition afterwards."""

    defenders: tuple[str, ...]
    attackers: tuple[str, ...]
    defence: tuple[int, ...]
    attack: tuple[int, ...]
    fatigue: tuple[tuple[str, int], ...]
    ammo: tuple[tuple[str, int], ...]
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


# ---------------------------------------------------------------- status


@final
@dataclass(slots=True)
class PipsCounted:
    """An Immobile CnC's die is turned down."""

    officer: str
    pips: int


@final
@dataclass(slots=True)
class GoalsChecked:
    """Who holds each objective after a Status Phase."""

    holders: tuple[tuple[str, str], ...]


@final
@dataclass(slots=True)
class BattleEnded:
    outcome: Outcome


EVENTS: Final = (
    PlacingThrown, UnitPicked, Deployed, FirstThrown, TurnBegan, SideBegan, PhaseBegan, Revealed, ArrivalThrown,
    OfficerPlaced, SecondNamed, OfficerMoved, OfficerRisked, ActivationThrown, CommandGiven, Activated, Stood,
    ActivationEnded, Moved, Entered, LookedAround, UnitLost, RallyTried, ContactMade, VolleyFired, Resupplied,
    DiceAllotted, MeleeFought, PipsCounted, GoalsChecked, BattleEnded,
)  # fmt: skip


# ---------------------------------------------------------------- what they change

UnitEvent = Revealed | ArrivalThrown | Moved | Entered | UnitLost | RallyTried | Resupplied
OfficerEvent = OfficerPlaced | SecondNamed | OfficerMoved | OfficerRisked | PipsCounted


def apply(state: State, event: object) -> State:
    """The state after an event."""
    if isinstance(event, (Revealed, ArrivalThrown, Moved, Entered, UnitLost, RallyTried, Resupplied)):
        new = with_unit(state, _unit_after(unit_of(state, event.unit), event))
        return _acted(new, event)
    if isinstance(event, (OfficerPlaced, SecondNamed, OfficerMoved, OfficerRisked, PipsCounted)):
        return with_officer(state, _officer_after(officer_of(state, event.officer), event))
    if isinstance(event, VolleyFired):
        return _fired(state, event)
    new = changing(state)
    if isinstance(event, Stood):
        _waits_no_more(new, event.unit)
    elif isinstance(event, (ActivationThrown, CommandGiven)):
        _attempted(new, event)
    elif isinstance(event, Activated):
        if event.success:
            new.woken = (*state.woken, *event.units)
            new.waiting = (*state.waiting, *event.units)
        else:
            new.failed = (*state.failed, *event.units)
    elif isinstance(event, ActivationEnded):
        new.waiting = ()
    elif isinstance(event, ContactMade):
        new.charges = (*state.charges, event.charge)
    elif isinstance(event, DiceAllotted):
        new.charges = tuple([_allotted(c, event.shares) if c.charger == event.unit else c for c in state.charges])
    elif isinstance(event, MeleeFought):
        _fought(new, event)
    elif isinstance(event, GoalsChecked):
        holders = dict(event.holders)
        new.goals = tuple([_held(goal, holders[goal.id]) for goal in state.goals])
    elif isinstance(event, SideBegan):
        _begin_side(new, event.side)
    elif isinstance(event, TurnBegan):
        new.turn = event.turn
    elif isinstance(event, PhaseBegan):
        new.phase = event.phase
    elif isinstance(event, BattleEnded):
        new.outcome = event.outcome
        new.phase = "over"
    else:
        _set_up(new, event)
    return new


def _set_up(new: State, event: object) -> None:
    if isinstance(event, UnitPicked):
        new.armies = tuple([_with_in_hand(a, event.key) if a.side == event.side else a for a in new.armies])
    elif isinstance(event, Deployed):
        key = army_of(new, event.side).picked
        new.units = tuple([_set_down(u, event) if _in_hand(u, event.side, key) else u for u in new.units])
        new.armies = tuple([_with_in_hand(a, "") if a.side == event.side else a for a in new.armies])
    elif isinstance(event, FirstThrown):
        new.first = event.first
    elif not isinstance(event, (PlacingThrown, LookedAround)):
        raise TypeError(f"{type(event).__name__} is no event of this rulebook")


def _in_hand(unit: Unit, side: str, key: str) -> bool:
    return unit.place == TO_DEPLOY and unit.side == side and unit.key == key


def _set_down(unit: Unit, event: Deployed) -> Unit:
    new = copied(unit)
    new.id = event.unit
    new.pose = event.pose
    new.place = ON_TABLE
    return new


def _with_in_hand(army: Army, key: str) -> Army:
    return Army(army.side, army.edge, army.friendly, army.neutral, key)


def _acted(new: State, event: UnitEvent) -> State:
    """A unit that has acted, or is gone, waits no more; `new` is fresh."""
    if isinstance(event, Entered):
        new.woken = (*new.woken, event.unit)
    elif isinstance(event, (Moved, RallyTried, UnitLost)):
        _waits_no_more(new, event.unit)
    return new


def _waits_no_more(new: State, unit: str) -> None:
    if unit in new.waiting:
        new.waiting = tuple([one for one in new.waiting if one != unit])


def _unit_after(unit: Unit, event: UnitEvent) -> Unit:
    """A unit after what happened to it; nothing conceals it again [conceal.no-return]."""
    new = copied(unit)
    if isinstance(event, Moved):
        new.pose = event.end
        new.mounted = event.mounted
        new.limbered = event.limbered
        if event.kind not in ("retreat", "advance"):
            new.moved = event.kind
        new.reserve_used = unit.reserve_used or event.kind == "reserve"
    elif isinstance(event, Entered):
        new.pose = event.end
        new.place = ON_TABLE
        new.limbered = event.limbered
        new.moved = event.kind
    elif isinstance(event, Revealed):
        new.concealed = False
    elif isinstance(event, ArrivalThrown):
        if event.arrived:
            new.place = ARRIVED
    elif isinstance(event, RallyTried):
        new.fatigue = event.fatigue
        new.moved = "rally"
    elif isinstance(event, Resupplied):
        new.ammo = event.ammo
        new.fired = True
    else:
        new.place = event.fate
        new.concealed = False
    return new


def _officer_after(officer: Officer, event: OfficerEvent) -> Officer:
    new = officer_copied(officer)
    if isinstance(event, OfficerPlaced):
        new.unit = event.unit
        new.at = event.at
        new.second = ""
    elif isinstance(event, SecondNamed):
        new.second = event.unit
    elif isinstance(event, OfficerMoved):
        new.unit = event.unit
        new.at = None
        new.second = ""
    elif isinstance(event, OfficerRisked):
        if event.killed:
            _replaced(new)
    else:
        new.pips = event.pips
    return new


def _replaced(officer: Officer) -> None:
    """An average officer takes over at once, in the same place and post [command.replacement]."""
    officer.name = f"successor of {officer.name.removeprefix('successor of ')}"
    officer.traits = ()
    officer.second = ""
    officer.pips = 0


def _attempted(new: State, event: ActivationThrown | CommandGiven) -> None:
    """What an attempt uses up: the force's one roll, an officer's re-roll, extra roll, command or free unit."""
    kind = event.kind
    if isinstance(event, ActivationThrown):
        if kind in ("force", "vigorous") and not event.rerolled:
            new.rolled = (*new.rolled, event.what)
        spent = event.rerolled or (event.officer if kind == "vigorous" else "")
    else:
        if kind == "force":
            new.rolled = (*new.rolled, f"command:{event.what}")
        spent = event.officer
    if spent:
        new.officers = tuple([_spent(o, event) if o.id in (spent, event.officer) else o for o in new.officers])


def _spent(officer: Officer, event: ActivationThrown | CommandGiven) -> Officer:
    new = officer_copied(officer)
    if isinstance(event, ActivationThrown):
        new.rerolled = officer.rerolled or event.rerolled == officer.id
        if event.kind == "vigorous" and event.officer == officer.id and not officer.extra:
            new.extra = event.what
    elif event.kind == "cavalry":
        new.freed = True
    else:
        new.commands += 1
        new.pips = event.pips
    return new


def _fired(state: State, event: VolleyFired) -> State:
    firer = copied(unit_of(state, event.unit))
    firer.fired = True
    firer.ammo = event.ammo
    target = copied(unit_of(state, event.target))
    target.fatigue = event.target_fatigue
    return with_unit(with_unit(state, firer), target)


def _allotted(charge: Charge, shares: tuple[int, ...]) -> Charge:
    """A charger with its dice divided; whom it has no die for it does not attack [melee.allocate]."""
    targets = tuple([target for target, share in zip(charge.targets, shares) if share])
    return Charge(charge.charger, targets, charge.zones, charge.level, tuple([share for share in shares if share]))


def _fought(new: State, event: MeleeFought) -> None:
    """Fatigue and ammunition are marked; the charges that were fought out are done with."""
    fatigue = dict(event.fatigue)
    ammo = dict(event.ammo)
    new.units = tuple([_marked(u, fatigue, ammo) if u.id in fatigue or u.id in ammo else u for u in new.units])
    new.charges = tuple([charge for charge in new.charges if charge.charger not in event.attackers])


def _marked(unit: Unit, fatigue: dict[str, int], ammo: dict[str, int]) -> Unit:
    new = copied(unit)
    new.fatigue = fatigue.get(unit.id, unit.fatigue)
    new.ammo = ammo.get(unit.id, unit.ammo)
    return new


def _held(goal: Goal, holder: str) -> Goal:
    return Goal(goal.id, goal.name, goal.x, goal.y, goal.radius, goal.points, goal.side, goal.decisive, holder)


def _begin_side(new: State, side: str) -> None:
    new.side = side
    new.rolled = ()
    new.woken = ()
    new.waiting = ()
    new.failed = ()
    new.charges = ()
    new.units = tuple([_fresh(unit) if unit.side == side else unit for unit in new.units])
    new.officers = tuple([_rested(officer) if officer.side == side else officer for officer in new.officers])


def _fresh(unit: Unit) -> Unit:
    """A unit as its own player turn begins [move.moved-flag]."""
    if unit.moved == "none" and not unit.fired:
        return unit
    new = copied(unit)
    new.moved = "none"
    new.fired = False
    return new


def _rested(officer: Officer) -> Officer:
    new = officer_copied(officer)
    new.commands = 0
    new.rerolled = False
    new.freed = False
    new.extra = ""
    return new
