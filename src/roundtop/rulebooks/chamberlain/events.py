"""What can happen at the table, and how each event changes it. Nothing else changes a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects, applied, unchanged
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
    """The unit in hand is set down and gets the number by which all know it."""

    side: str
    unit: str
    pose: Pose


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
    """A die for a force or a unit. `rerolled` names the Intuitive officer who had it thrown again."""

    side: str
    kind: str
    what: str
    officer: str
    needed: int
    success: bool
    rerolled: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class CommandGiven:
    """Activation without a die. Kinds: force, unit (the CnC's command), cavalry (a C commander's unit)."""

    side: str
    kind: str
    what: str
    officer: str
    pips: int


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
    """One unit has fired at another; fatigue and ammunition as they are afterwards."""

    unit: str
    target: str
    timing: str
    dice: int
    hits: int
    target_fatigue: int
    ammo: int
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


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


def apply(state: State, event: object) -> State:
    """The state after an event."""
    after: State = applied(CHANGES, state, event)
    return after


def unit_picked(state: State, event: UnitPicked) -> State:
    return _in_hand(changing(state), event.side, event.key)


def _in_hand(new: State, side: str, key: str) -> State:
    new.armies = tuple([_with_in_hand(army, key) if army.side == side else army for army in new.armies])
    return new


def _with_in_hand(army: Army, key: str) -> Army:
    return Army(army.side, army.edge, army.friendly, army.neutral, key)


def deployed(state: State, event: Deployed) -> State:
    new = changing(state)
    key = army_of(state, event.side).picked
    new.units = tuple([_set_down(unit, event) if _is_it(unit, event.side, key) else unit for unit in state.units])
    return _in_hand(new, event.side, "")


def _is_it(unit: Unit, side: str, key: str) -> bool:
    return unit.place == TO_DEPLOY and unit.side == side and unit.key == key


def _set_down(unit: Unit, event: Deployed) -> Unit:
    new = copied(unit)
    new.id = event.unit
    new.pose = event.pose
    new.place = ON_TABLE
    return new


def first_thrown(state: State, event: FirstThrown) -> State:
    new = changing(state)
    new.first = event.first
    return new


def turn_began(state: State, event: TurnBegan) -> State:
    new = changing(state)
    new.turn = event.turn
    return new


def side_began(state: State, event: SideBegan) -> State:
    new = changing(state)
    side = event.side
    new.side = side
    new.rolled = ()
    new.woken = ()
    new.waiting = ()
    new.failed = ()
    new.charges = ()
    new.units = tuple([_fresh(unit) if unit.side == side else unit for unit in new.units])
    new.officers = tuple([_rested(officer) if officer.side == side else officer for officer in new.officers])
    return new


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


def phase_began(state: State, event: PhaseBegan) -> State:
    new = changing(state)
    new.phase = event.phase
    return new


def revealed(state: State, event: Revealed) -> State:
    """Known from now on; nothing conceals it again [conceal.no-return]."""
    new = copied(unit_of(state, event.unit))
    new.concealed = False
    return with_unit(state, new)


def arrival_thrown(state: State, event: ArrivalThrown) -> State:
    new = copied(unit_of(state, event.unit))
    if event.arrived:
        new.place = ARRIVED
    return with_unit(state, new)


def entered(state: State, event: Entered) -> State:
    new = copied(unit_of(state, event.unit))
    new.pose = event.end
    new.place = ON_TABLE
    new.limbered = event.limbered
    new.moved = event.kind
    after = with_unit(state, new)
    after.woken = (*after.woken, event.unit)
    return after


def officer_placed(state: State, event: OfficerPlaced) -> State:
    new = officer_copied(officer_of(state, event.officer))
    new.unit = event.unit
    new.at = event.at
    new.second = ""
    return with_officer(state, new)


def second_named(state: State, event: SecondNamed) -> State:
    new = officer_copied(officer_of(state, event.officer))
    new.second = event.unit
    return with_officer(state, new)


def officer_moved(state: State, event: OfficerMoved) -> State:
    new = officer_copied(officer_of(state, event.officer))
    new.unit = event.unit
    new.at = None
    new.second = ""
    return with_officer(state, new)


def officer_risked(state: State, event: OfficerRisked) -> State:
    """An average officer takes over at once, in the same place and post [command.replacement]."""
    new = officer_copied(officer_of(state, event.officer))
    if event.killed:
        new.name = f"successor of {new.name.removeprefix('successor of ')}"
        new.traits = ()
        new.second = ""
        new.pips = 0
    return with_officer(state, new)


def pips_counted(state: State, event: PipsCounted) -> State:
    new = officer_copied(officer_of(state, event.officer))
    new.pips = event.pips
    return with_officer(state, new)


def activation_thrown(state: State, event: ActivationThrown) -> State:
    """What a die uses up: the force's one roll, an officer's re-roll or extra roll."""
    new = changing(state)
    vigorous = event.kind == "vigorous"
    if (event.kind == "force" or vigorous) and not event.rerolled:
        new.rolled = (*new.rolled, event.what)
    if event.rerolled or (vigorous and event.officer):
        new.officers = tuple([_tried(officer, event) for officer in new.officers])
    return new


def _tried(officer: Officer, event: ActivationThrown) -> Officer:
    if officer.id not in (event.rerolled, event.officer):
        return officer
    new = officer_copied(officer)
    new.rerolled = officer.rerolled or event.rerolled == officer.id
    if event.kind == "vigorous" and event.officer == officer.id and not officer.extra:
        new.extra = event.what
    return new


def command_given(state: State, event: CommandGiven) -> State:
    """What an order without a die uses up: the CnC's command, or a Cavalry officer's free unit."""
    new = changing(state)
    if event.kind == "force":
        new.rolled = (*new.rolled, f"command:{event.what}")
    new.officers = tuple([_commanded(one, event) if one.id == event.officer else one for one in new.officers])
    return new


def _commanded(officer: Officer, event: CommandGiven) -> Officer:
    new = officer_copied(officer)
    if event.kind == "cavalry":
        new.freed = True
    else:
        new.commands += 1
        new.pips = event.pips
    return new


def activated(state: State, event: Activated) -> State:
    new = changing(state)
    if event.success:
        new.woken = (*state.woken, *event.units)
        new.waiting = (*state.waiting, *event.units)
    else:
        new.failed = (*state.failed, *event.units)
    return new


def activation_ended(state: State, event: ActivationEnded) -> State:
    new = changing(state)
    new.waiting = ()
    return new


def stood(state: State, event: Stood) -> State:
    return waits_no_more(changing(state), event.unit)


def waits_no_more(new: State, unit: str) -> State:
    """A unit that has acted, or is gone, waits no more; `new` is fresh."""
    if unit in new.waiting:
        new.waiting = tuple([one for one in new.waiting if one != unit])
    return new


def moved(state: State, event: Moved) -> State:
    new = copied(unit_of(state, event.unit))
    new.pose = event.end
    new.mounted = event.mounted
    new.limbered = event.limbered
    if event.kind not in ("retreat", "advance"):
        new.moved = event.kind
    new.reserve_used = new.reserve_used or event.kind == "reserve"
    return waits_no_more(with_unit(state, new), event.unit)


def unit_lost(state: State, event: UnitLost) -> State:
    new = copied(unit_of(state, event.unit))
    new.place = event.fate
    new.concealed = False
    return waits_no_more(with_unit(state, new), event.unit)


def rally_tried(state: State, event: RallyTried) -> State:
    new = copied(unit_of(state, event.unit))
    new.fatigue = event.fatigue
    new.moved = "rally"
    return waits_no_more(with_unit(state, new), event.unit)


def contact_made(state: State, event: ContactMade) -> State:
    new = changing(state)
    new.charges = (*state.charges, event.charge)
    return new


def volley_fired(state: State, event: VolleyFired) -> State:
    firer = copied(unit_of(state, event.unit))
    firer.fired = True
    firer.ammo = event.ammo
    target = copied(unit_of(state, event.target))
    target.fatigue = event.target_fatigue
    return with_unit(with_unit(state, firer), target)


def resupplied(state: State, event: Resupplied) -> State:
    new = copied(unit_of(state, event.unit))
    new.ammo = event.ammo
    new.fired = True
    return with_unit(state, new)


def dice_allotted(state: State, event: DiceAllotted) -> State:
    new = changing(state)
    new.charges = tuple([_allotted(one, event.shares) if one.charger == event.unit else one for one in state.charges])
    return new


def _allotted(charge: Charge, shares: tuple[int, ...]) -> Charge:
    """A charger with its dice divided; whom it has no die for it does not attack [melee.allocate]."""
    targets = tuple([target for target, share in zip(charge.targets, shares) if share])
    return Charge(charge.charger, targets, charge.zones, charge.level, tuple([share for share in shares if share]))


def melee_fought(state: State, event: MeleeFought) -> State:
    """Fatigue and ammunition are marked; the charges that were fought out are done with."""
    new = changing(state)
    fatigue = dict(event.fatigue)
    ammo = dict(event.ammo)
    new.units = tuple([_marked(u, fatigue, ammo) if u.id in fatigue or u.id in ammo else u for u in new.units])
    new.charges = tuple([charge for charge in new.charges if charge.charger not in event.attackers])
    return new


def _marked(unit: Unit, fatigue: dict[str, int], ammo: dict[str, int]) -> Unit:
    new = copied(unit)
    new.fatigue = fatigue.get(unit.id, unit.fatigue)
    new.ammo = ammo.get(unit.id, unit.ammo)
    return new


def goals_checked(state: State, event: GoalsChecked) -> State:
    new = changing(state)
    holders = dict(event.holders)
    new.goals = tuple([_held(goal, holders[goal.id]) for goal in state.goals])
    return new


def _held(goal: Goal, holder: str) -> Goal:
    return Goal(goal.id, goal.name, goal.x, goal.y, goal.radius, goal.points, goal.side, goal.decisive, holder)


def battle_ended(state: State, event: BattleEnded) -> State:
    new = changing(state)
    new.outcome = event.outcome
    new.phase = "over"
    return new


CHANGES: Final[Effects] = {
    PlacingThrown: unchanged,
    UnitPicked: unit_picked,
    Deployed: deployed,
    FirstThrown: first_thrown,
    TurnBegan: turn_began,
    SideBegan: side_began,
    PhaseBegan: phase_began,
    Revealed: revealed,
    ArrivalThrown: arrival_thrown,
    OfficerPlaced: officer_placed,
    SecondNamed: second_named,
    OfficerMoved: officer_moved,
    OfficerRisked: officer_risked,
    ActivationThrown: activation_thrown,
    CommandGiven: command_given,
    Activated: activated,
    Stood: stood,
    ActivationEnded: activation_ended,
    Moved: moved,
    Entered: entered,
    LookedAround: unchanged,
    UnitLost: unit_lost,
    RallyTried: rally_tried,
    ContactMade: contact_made,
    VolleyFired: volley_fired,
    Resupplied: resupplied,
    DiceAllotted: dice_allotted,
    MeleeFought: melee_fought,
    PipsCounted: pips_counted,
    GoalsChecked: goals_checked,
    BattleEnded: battle_ended,
}
