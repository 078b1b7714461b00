"""The steps of a turn that are still to do: small data, no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.table.pose import Pose


@final
@dataclass(slots=True)
class DrawUp:
    """A side adds units to its roster, so many so far."""

    side: str
    count: int


@final
@dataclass(slots=True)
class Draft:
    """The figures of a unit that is being added."""

    side: str
    kind: str
    count: int


@final
@dataclass(slots=True)
class Detach:
    """A side may divide a regiment into main body and skirmishers."""

    side: str


@final
@dataclass(slots=True)
class DetachFrom:
    """How many figures a regiment sends out."""

    unit: str


@final
@dataclass(slots=True)
class ThrowQuality:
    """Every unit throws for its quality, or this one."""

    unit: str = ""


@final
@dataclass(slots=True)
class ThrowForPlacing:
    """The lower throw sets up first."""


@final
@dataclass(slots=True)
class PickUnit:
    """A side picks the next unit to set up."""

    side: str


@final
@dataclass(slots=True)
class PickFormation:
    """In which formation that unit is set up."""

    unit: str


@final
@dataclass(slots=True)
class PlaceUnit:
    """That unit is set up in its zone."""

    unit: str
    formation: str


@final
@dataclass(slots=True)
class PlaceGeneral:
    """A General is set up, last of all."""

    general: str


@final
@dataclass(slots=True)
class BeginTurn:
    turn: int


@final
@dataclass(slots=True)
class ThrowInitiative:
    """Each side throws a d6."""


@final
@dataclass(slots=True)
class ChooseFirst:
    """The higher chooses to move first or second."""

    side: str


@final
@dataclass(slots=True)
class Retests:
    """A side's re-tests at the start of the turn, by the house rule."""

    side: str


@final
@dataclass(slots=True)
class Retest:
    """A unit takes its re-test at the start of the turn."""

    unit: str


@final
@dataclass(slots=True)
class WriteOrders:
    """Orders are written in secret by those still waited for.

    For each side: the place of the unit or General it writes for among those it may order, and whether it only looks
    its orders through once more.
    """

    waiting: tuple[tuple[str, int, bool], ...]


@final
@dataclass(slots=True)
class RevealOrders:
    """All orders are turned up together."""


@final
@dataclass(slots=True)
class CompulsoryMoves:
    """Routing units run on."""


@final
@dataclass(slots=True)
class RunOn:
    """A routing unit runs on, or tests because a General is along."""

    unit: str


@final
@dataclass(slots=True)
class Movement:
    """The movement of both sides."""


@final
@dataclass(slots=True)
class Arrivals:
    """A side's reinforcements that are due come on."""

    side: str


@final
@dataclass(slots=True)
class PickArrival:
    """In which formation a reinforcement comes on, or whether it waits."""

    unit: str


@final
@dataclass(slots=True)
class Arrive:
    """A reinforcement is set down on its stretch of edge."""

    unit: str
    formation: str


@final
@dataclass(slots=True)
class Charges:
    """A side declares its charges one by one."""

    side: str


@final
@dataclass(slots=True)
class Declare:
    """A side declares one of these charges, or no more: pairs of charger and target."""

    side: str
    options: tuple[tuple[str, str], ...]


@final
@dataclass(slots=True)
class ChargeTest:
    """A unit that wishes to charge tests."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class MeetCharge:
    """Whoever is charged evades, tests or stands."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class Evade:
    """Skirmishers evade."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class StandTest:
    """The charged unit tests."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class Run:
    """The charger throws its bonus, unless it is met by a countercharge."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class Clash:
    """Two mounted units ride at each other."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class CloseIn:
    """The charger goes for its target as far as it reaches."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class ClosingFire:
    """A target that stands fires as the charger closes, or holds its fire."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class UnderFire:
    """Closing fire is thrown, with buck and ball or without, and the charger takes the tests it causes."""

    unit: str
    target: str
    buck: bool


@final
@dataclass(slots=True)
class GoHome:
    """The charger makes contact."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class Catch:
    """A unit is caught giving way."""

    unit: str
    target: str
    fighting: int


@final
@dataclass(slots=True)
class Go:
    """A side moves its units one by one."""

    side: str


@final
@dataclass(slots=True)
class MoveUnit:
    """A unit moves, or does something else with its turn."""

    unit: str


@final
@dataclass(slots=True)
class MoveGeneral:
    """A General rides."""

    general: str


@final
@dataclass(slots=True)
class KeepDistance:
    """Skirmishers near a formed enemy fall back."""

    unit: str


@final
@dataclass(slots=True)
class Joined:
    """A General has joined a unit that a first-shot test put to rout: it tests."""

    unit: str


@final
@dataclass(slots=True)
class FallBack:
    """A compelled move: retire, disorder, rout, evade, push-back; `foe` is whom it gets away from."""

    unit: str
    cause: str
    inches: float
    foe: str


@final
@dataclass(slots=True)
class Bend:
    """Its owner says which way a compelled move bends."""

    unit: str
    cause: str
    inches: float
    foe: str
    headings: tuple[int, ...]


@final
@dataclass(slots=True)
class OrderedCharges:
    """Those ordered to charge test for it."""


@final
@dataclass(slots=True)
class OrderedTest:
    """A unit ordered to charge tests; `mutual`: its target has been ordered to charge it."""

    unit: str
    target: str
    mutual: bool


@final
@dataclass(slots=True)
class MeetCharges:
    """Whoever is charged evades or tests."""


@final
@dataclass(slots=True)
class ThrowReaches:
    """Those who charge throw their bonus, and everybody sets off."""


@final
@dataclass(slots=True)
class Marching:
    """A unit on its way: where it set out, how many impulses it has gone, and whether it has stopped for the turn.

    `foe` is the enemy that was nearest in sight when it set out.
    """

    unit: str
    origin: Pose
    strides: int
    stopped: bool
    foe: str


@final
@dataclass(slots=True)
class Impulse:
    """One of the equal impulses of movement under written orders."""

    number: int
    marches: tuple[Marching, ...]


@final
@dataclass(slots=True)
class Finish:
    """Marches are over, orders that take the whole turn are complete, and Generals arrive, one after the other."""

    about: tuple[str, ...]
    marches: tuple[Marching, ...]


@final
@dataclass(slots=True)
class Firing:
    """Both sides fire."""


@final
@dataclass(slots=True)
class FireBy:
    """The guns, or the small arms, of a side."""

    side: str
    guns: bool


@final
@dataclass(slots=True)
class Fire:
    """A unit names its target: targets with the men who can fire and the range."""

    unit: str
    volley: int
    aims: tuple[tuple[str, int, float], ...]


@final
@dataclass(slots=True)
class FireGuns:
    """The guns of a battery name their targets: for each gun, targets with their range."""

    unit: str
    aims: tuple[tuple[int, tuple[tuple[str, float], ...]], ...]


@final
@dataclass(slots=True)
class Shoot:
    """A volley is thrown."""

    unit: str
    target: str
    volley: int
    men: int
    range: float
    buck: bool


@final
@dataclass(slots=True)
class ShootGuns:
    """These guns of a battery fire at one target, each at its range."""

    unit: str
    target: str
    guns: tuple[int, ...]
    ranges: tuple[float, ...]


@final
@dataclass(slots=True)
class TakeOff:
    """Figures lost to fire come off."""


@final
@dataclass(slots=True)
class Melees:
    """Every melee fights one round."""


@final
@dataclass(slots=True)
class PickFoe:
    """Whom the figures fight that touch several enemies."""

    unit: str
    foes: tuple[str, ...]


@final
@dataclass(slots=True)
class FightMelee:
    """One connected melee: units, and whom those fight that had a choice."""

    units: tuple[str, ...]
    picks: tuple[tuple[str, str], ...]


@final
@dataclass(slots=True)
class Losers:
    """The losers of a melee test, the rest of it follows."""

    losers: tuple[str, ...]
    winners: tuple[str, ...]


@final
@dataclass(slots=True)
class AfterMelee:
    """Winners whose enemies have given way stay, follow up or occupy."""

    winners: tuple[str, ...]
    gone: tuple[str, ...]


@final
@dataclass(slots=True)
class FollowUp:
    """A winner's choice."""

    unit: str
    gone: tuple[str, ...]


@final
@dataclass(slots=True)
class Redress:
    """A winner that stays turns where it likes."""

    unit: str


@final
@dataclass(slots=True)
class Pursue:
    """A winner follows up."""

    unit: str
    gone: tuple[str, ...]


@final
@dataclass(slots=True)
class Morale:
    """The tests of the turn."""


@final
@dataclass(slots=True)
class MoraleOf:
    """A side's units that owe tests test in the order it likes."""

    side: str


@final
@dataclass(slots=True)
class TakeTests:
    """A unit takes the tests it owes."""

    unit: str


@final
@dataclass(slots=True)
class EndTurn:
    """Order recovered, guns captured, goals, victory, the next turn."""


Step = (
    DrawUp | Draft | Detach | DetachFrom | ThrowQuality | ThrowForPlacing | PickUnit | PickFormation | PlaceUnit
    | PlaceGeneral | BeginTurn | ThrowInitiative | ChooseFirst | Retests | Retest | WriteOrders | RevealOrders
    | CompulsoryMoves | RunOn | Movement | Arrivals | PickArrival | Arrive | Charges | Declare | ChargeTest
    | MeetCharge | Evade | StandTest | Run | Clash | CloseIn | ClosingFire | UnderFire | GoHome | Catch | Go
    | MoveUnit | MoveGeneral | KeepDistance | Joined | FallBack | Bend | OrderedCharges | OrderedTest | MeetCharges
    | ThrowReaches | Impulse | Finish | Firing | FireBy | Fire | FireGuns | Shoot | ShootGuns | TakeOff | Melees
    | PickFoe | FightMelee | Losers | AfterMelee | FollowUp | Redress | Pursue | Morale | MoraleOf | TakeTests
    | EndTurn
)  # fmt: skip

STEPS: Final = (
    DrawUp, Draft, Detach, DetachFrom, ThrowQuality, ThrowForPlacing, PickUnit, PickFormation, PlaceUnit,
    PlaceGeneral, BeginTurn, ThrowInitiative, ChooseFirst, Retests, Retest, WriteOrders, RevealOrders,
    CompulsoryMoves, RunOn, Movement, Arrivals, PickArrival, Arrive, Charges, Declare, ChargeTest, MeetCharge, Evade,
    StandTest, Run, Clash, CloseIn, ClosingFire, UnderFire, GoHome, Catch, Go, MoveUnit, MoveGeneral, KeepDistance,
    Joined, FallBack, Bend, OrderedCharges, OrderedTest, MeetCharges, ThrowReaches, Marching, Impulse, Finish, Firing,
    FireBy, Fire, FireGuns, Shoot, ShootGuns, TakeOff, Melees, PickFoe, FightMelee, Losers, AfterMelee, FollowUp,
    Redress, Pursue, Morale, MoraleOf, TakeTests, EndTurn,
)  # fmt: skip
