"""What may be still to do, as data on the agenda. No step holds a secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose

UNASKED: Final = "?"
"""Whether an officer helps has not been asked yet."""


@final
@dataclass(slots=True)
class ThrowForPlacing:
    """A d10 a side: the lower deploys first."""


@final
@dataclass(slots=True)
class PickUnit:
    """These players, one after another, choose what to set up next."""

    players: tuple[str, ...]


@final
@dataclass(slots=True)
class PlaceUnit:
    """A unit is set up in this formation."""

    unit: str
    formation: str


@final
@dataclass(slots=True)
class PlaceOfficer:
    """An officer is set down: before the battle, or to replace one who fell."""

    officer: str


@final
@dataclass(slots=True)
class BeginSet:
    set: int


@final
@dataclass(slots=True)
class ChooseSets:
    """These players still choose and order their cards, in secret."""

    waiting: tuple[str, ...]


@final
@dataclass(slots=True)
class ThrowForSet:
    """A d10 a side: the higher chooses to play first or second."""


@final
@dataclass(slots=True)
class ChooseOrder:
    side: str


@final
@dataclass(slots=True)
class TakeTurn:
    """A side turns its cards, the so manieth of the set."""

    side: str
    number: int


@final
@dataclass(slots=True)
class CardInPlay:
    """These players carry their cards out, in any order, until each has ended his."""

    waiting: tuple[str, ...]


@final
@dataclass(slots=True)
class Act:
    """A unit that may do several things is told which."""

    unit: str


@final
@dataclass(slots=True)
class MoveUnit:
    unit: str


@final
@dataclass(slots=True)
class MoveRest:
    """What is left of a move after the test that its change of formation called for."""

    unit: str
    manoeuvres: tuple[Manoeuvre, ...]


@final
@dataclass(slots=True)
class ComeOn:
    """A reinforcement at its place on the edge moves on."""

    unit: str


@final
@dataclass(slots=True)
class RefuseWing:
    """A line throws a wing back, or straightens it."""

    unit: str


@final
@dataclass(slots=True)
class ShiftBarrier:
    unit: str


@final
@dataclass(slots=True)
class FormUpFree:
    """A disordered unit near an officer forms up on a rally card."""

    unit: str


@final
@dataclass(slots=True)
class MoveOfficer:
    officer: str


@final
@dataclass(slots=True)
class SendMessenger:
    """An officer names what a messenger carries, and to whom."""

    officer: str


@final
@dataclass(slots=True)
class MoveMessenger:
    messenger: str
    player: str


@final
@dataclass(slots=True)
class Draw:
    """A unit is re-supplied."""

    unit: str


@final
@dataclass(slots=True)
class FireAt:
    """A unit names its target; `guns` are those of a battery that have not fired, all if none is named."""

    unit: str
    guns: tuple[int, ...]


@final
@dataclass(slots=True)
class Shoot:
    """A volley is fired."""

    unit: str
    target: str
    double: bool
    guns: tuple[int, ...]


@final
@dataclass(slots=True)
class Snipe:
    """Fire at a lone officer or messenger."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class TestMorale:
    """A test of nerve; `foe` is who brought it about, `boxes` those it circled, `officer` who helps."""

    unit: str
    kind: str
    foe: str
    boxes: int
    officer: str


@final
@dataclass(slots=True)
class Rally:
    unit: str
    officer: str


@final
@dataclass(slots=True)
class FaceRallied:
    """A unit that has rallied from rout faces as its owner wishes."""

    unit: str


@final
@dataclass(slots=True)
class DeclareCharge:
    unit: str


@final
@dataclass(slots=True)
class AimCharge:
    """The wheel of a charge and the inches it may buy are declared."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class RunCharge:
    """A declared charge is measured and made."""

    unit: str
    target: str
    wheel: int
    extra: int


@final
@dataclass(slots=True)
class Fight:
    """The melee of this first attacker is fought; the officers of either side, once declared."""

    unit: str
    attackers: str
    defenders: str


@final
@dataclass(slots=True)
class Retreat:
    """A loser goes back the way of this facing, through whom it has not fought."""

    unit: str
    facing: int
    fought: tuple[str, ...]


@final
@dataclass(slots=True)
class TestLoser:
    """The test of a unit that lost a melee, and the way a battery goes back after it."""

    unit: str
    facing: int
    fought: tuple[str, ...]
    officer: str


@final
@dataclass(slots=True)
class GiveUp:
    """A beaten unit that cannot get away surrenders to the first of these."""

    unit: str
    captors: tuple[str, ...]


@final
@dataclass(slots=True)
class AfterMelee:
    """Who ends a melee disordered together is one mass; winners may have to test."""

    winners: tuple[str, ...]
    losers: tuple[str, ...]
    hurt: tuple[str, ...]


@final
@dataclass(slots=True)
class RunAway:
    """A routing unit runs. `how` it takes friends in its way: through, round, or not yet said."""

    unit: str
    how: str


@final
@dataclass(slots=True)
class RunHow:
    """Friends are in the way of a routing unit: through them or round them?"""

    unit: str


@final
@dataclass(slots=True)
class FallBack:
    """A head-down unit makes its compulsory move."""

    unit: str


@final
@dataclass(slots=True)
class FallBackTo:
    """The places it may fall back to, and whether they are in cover."""

    unit: str
    places: tuple[Pose, ...]
    safe: bool


@final
@dataclass(slots=True)
class LeadAway:
    """Guards lead their prisoners towards their own edge."""

    unit: str


@final
@dataclass(slots=True)
class GrantTakeBack:
    """The other side is asked to let a move be taken back."""

    unit: str


@final
@dataclass(slots=True)
class EndCard:
    player: str


@final
@dataclass(slots=True)
class EndTurn:
    """The end of a side's card: late tests, walls down, goals, broken armies, whose turn next."""

    side: str
    number: int
    tested: bool


Step = (
    ThrowForPlacing | PickUnit | PlaceUnit | PlaceOfficer | BeginSet | ChooseSets | ThrowForSet | ChooseOrder | TakeTurn
    | CardInPlay | Act | MoveUnit | MoveRest | ComeOn | RefuseWing | ShiftBarrier | FormUpFree | MoveOfficer
    | SendMessenger | MoveMessenger | Draw | FireAt | Shoot | Snipe | TestMorale | Rally | FaceRallied | DeclareCharge
    | AimCharge | RunCharge | Fight | Retreat | TestLoser | GiveUp | AfterMelee | RunAway | RunHow | FallBack
    | FallBackTo | LeadAway | GrantTakeBack | EndCard | EndTurn
)  # fmt: skip

STEPS: Final = (
    ThrowForPlacing, PickUnit, PlaceUnit, PlaceOfficer, BeginSet, ChooseSets, ThrowForSet, ChooseOrder, TakeTurn,
    CardInPlay, Act, MoveUnit, MoveRest, ComeOn, RefuseWing, ShiftBarrier, FormUpFree, MoveOfficer, SendMessenger,
    MoveMessenger, Draw, FireAt, Shoot, Snipe, TestMorale, Rally, FaceRallied, DeclareCharge, AimCharge, RunCharge,
    Fight, Retreat, TestLoser, GiveUp, AfterMelee, RunAway, RunHow, FallBack, FallBackTo, LeadAway, GrantTakeBack,
    EndCard, EndTurn,
)  # fmt: skip
