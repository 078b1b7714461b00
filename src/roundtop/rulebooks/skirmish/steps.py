"""The steps of a turn that are still to do: small data, no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final


@final
@dataclass(slots=True)
class ThrowForPlacing:
    """The lower throw sets up first."""


@final
@dataclass(slots=True)
class PickToPlace:
    """A side picks the next group to set up, until its whole force stands."""

    side: str


@final
@dataclass(slots=True)
class PlaceGroup:
    """That group is set up in its zone."""

    group: str


@final
@dataclass(slots=True)
class JoinGroup:
    """A force commander who is to be with a group joins one at set-up."""

    side: str


@final
@dataclass(slots=True)
class BeginTurn:
    turn: int


@final
@dataclass(slots=True)
class ThrowInitiative:
    """Each side throws for the initiative."""


@final
@dataclass(slots=True)
class ChooseFirst:
    """The holder of the initiative is first or second player this turn."""

    side: str


@final
@dataclass(slots=True)
class BeginPhase:
    """A side's first or second action phase begins."""

    side: str
    number: int


@final
@dataclass(slots=True)
class PickGroup:
    """A side picks the next group to act, or ends its phase; those named have acted."""

    side: str
    done: tuple[str, ...]


@final
@dataclass(slots=True)
class OpenGo:
    """A group's turn comes: whom it might shoot at and charge is looked up."""

    group: str


@final
@dataclass(slots=True)
class GroupActs:
    """The next man of a group acts, or several together; the enemies it might shoot at and charge are named."""

    group: str
    targets: tuple[str, ...]
    charges: tuple[str, ...]


@final
@dataclass(slots=True)
class FigureActs:
    """What a figure does with its action; of a rider, whether his horse has moved and he has done his deed in it."""

    figure: str
    rode: bool = False
    did: bool = False


@final
@dataclass(slots=True)
class MoveFigure:
    """A figure moves; `did`: a rider whose deed came first."""

    figure: str
    did: bool = False


@final
@dataclass(slots=True)
class MoveTogether:
    """Those of a group who still can move all go the same way."""

    group: str


@final
@dataclass(slots=True)
class Detach:
    """A leader names the men who go off on their own."""

    figure: str


@final
@dataclass(slots=True)
class Volley:
    """The men named fire one after another at a group, each if he can."""

    figures: tuple[str, ...]
    target: str


@final
@dataclass(slots=True)
class Shoot:
    """A figure fires one of his weapons at a group; `free`: the action is a ride's as well and already paid."""

    figure: str
    firearm: int
    target: str
    free: bool = False


@final
@dataclass(slots=True)
class ChargeTest:
    """Chargers test before they go in."""

    group: str
    target: str


@final
@dataclass(slots=True)
class ChargedTest:
    """A group that is charged tests."""

    group: str
    target: str


@final
@dataclass(slots=True)
class RidersDeeds:
    """Riders about to charge may fire or load before they move."""

    group: str
    target: str


@final
@dataclass(slots=True)
class ChargeHome:
    """The chargers named move one after another, those that can into contact."""

    group: str
    target: str
    figures: tuple[str, ...]


@final
@dataclass(slots=True)
class EndPhase:
    """What a phase leaves to be done: compulsory moves not made, motion, stragglers."""

    side: str
    number: int


@final
@dataclass(slots=True)
class Attach:
    """The force commander may join or leave a group at the end of his phase."""

    side: str


@final
@dataclass(slots=True)
class Window:
    """Groups that have cause to test their morale do, all together."""


@final
@dataclass(slots=True)
class Rally:
    """A side's broken groups try to rally."""

    side: str


@final
@dataclass(slots=True)
class Melee:
    """Those in contact are paired; `charge` names the group whose charge is fought at once, "" in the melee phase."""

    charge: str


@final
@dataclass(slots=True)
class Pairing:
    """The side with the initiative says who fights whom in each knot of men; the ways are numbered from the usual."""

    knots: tuple[tuple[str, ...], ...]
    chosen: tuple[int, ...]


@final
@dataclass(slots=True)
class PickBout:
    """The side with the initiative says which combat is next; `rest`: the rest as they are listed."""

    rest: bool = False


@final
@dataclass(slots=True)
class Nominate:
    """The side with more men in the first combat names its primary."""


@final
@dataclass(slots=True)
class Fight:
    """The first combat is fought."""


@final
@dataclass(slots=True)
class EndTurn:
    """Results lapse, the cornered give themselves up, and the battle may be over."""


Step = (
    ThrowForPlacing | PickToPlace | PlaceGroup | JoinGroup | BeginTurn | ThrowInitiative | ChooseFirst | BeginPhase
    | PickGroup | OpenGo | GroupActs | FigureActs | MoveFigure | MoveTogether | Detach | Volley | Shoot | ChargeTest
    | ChargedTest | RidersDeeds | ChargeHome | EndPhase | Attach | Window | Rally | Melee | Pairing | PickBout
    | Nominate | Fight | EndTurn
)  # fmt: skip

STEPS: Final = (
    ThrowForPlacing, PickToPlace, PlaceGroup, JoinGroup, BeginTurn, ThrowInitiative, ChooseFirst, BeginPhase,
    PickGroup, OpenGo, GroupActs, FigureActs, MoveFigure, MoveTogether, Detach, Volley, Shoot, ChargeTest, ChargedTest,
    RidersDeeds, ChargeHome, EndPhase, Attach, Window, Rally, Melee, Pairing, PickBout, Nominate, Fight,
    EndTurn,
)  # fmt: skip
