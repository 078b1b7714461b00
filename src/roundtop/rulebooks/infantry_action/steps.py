"""The steps of a turn that are still to do: small data, no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.table.path import Manoeuvre


@final
@dataclass(slots=True)
class RateCommanders:
    """Both CinCs are rated."""


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
class PlaceUnit:
    """That unit is set up in its zone."""

    unit: str


@final
@dataclass(slots=True)
class BeginTurn:
    turn: int


@final
@dataclass(slots=True)
class GiveOrders:
    """Chits are placed by those still waited for."""

    waiting: tuple[str, ...]


@final
@dataclass(slots=True)
class ThrowInitiative:
    """Each CinC throws a d6."""


@final
@dataclass(slots=True)
class ChooseFirst:
    """The holder of the initiative moves first or second."""

    side: str


@final
@dataclass(slots=True)
class Go:
    """A side's go in the alternation, so many units of it used."""

    side: str
    used: int


@final
@dataclass(slots=True)
class MoveUnit:
    """A unit moves under MOVE or FAST ADVANCE."""

    unit: str


@final
@dataclass(slots=True)
class MoveOn:
    """What is left of a move that opportunity fire may interrupt; those named have had their chance."""

    unit: str
    manoeuvres: tuple[Manoeuvre, ...]
    passed: tuple[str, ...]


@final
@dataclass(slots=True)
class Interrupt:
    """A unit may shoot at one that moves into its range or arc."""

    unit: str
    target: str


@final
@dataclass(slots=True)
class PivotBattery:
    """A battery on HOLD may turn, where the house rule allows it."""

    unit: str


@final
@dataclass(slots=True)
class EnterTable:
    """A reinforcement comes on at its place on the edge."""

    unit: str


@final
@dataclass(slots=True)
class SetDownBattery:
    """A reinforcing battery is set down by its owner."""

    unit: str


@final
@dataclass(slots=True)
class RoutOn:
    """A unit makes the second half of its rout."""

    unit: str


@final
@dataclass(slots=True)
class ChargeUnit:
    """A unit with a CHARGE chit names its target, or goes forward where it can reach nobody."""

    unit: str


@final
@dataclass(slots=True)
class SetDominoes:
    """A unit's dominoes are laid out; its owner says whether he looks at one."""

    unit: str


@final
@dataclass(slots=True)
class LookAtDomino:
    unit: str


@final
@dataclass(slots=True)
class PlaceDomino:
    unit: str


@final
@dataclass(slots=True)
class ChargeFire:
    """Fire at a charger, if anybody might have him in range, arc and sight."""

    charger: str
    target: str


@final
@dataclass(slots=True)
class PickShooters:
    """The enemy says which of these units, that for all anybody can see might shoot, do."""

    charger: str
    target: str
    units: tuple[str, ...]


@final
@dataclass(slots=True)
class ChargeHome:
    """The charger makes contact."""

    charger: str
    target: str


@final
@dataclass(slots=True)
class Shooting:
    """These sides shoot, together."""

    sides: tuple[str, ...]


@final
@dataclass(slots=True)
class Nominate:
    """The stands of a unit, or one of its guns, name their targets. Moments: shooting, charge, react, movement.

    A target named is the only one; otherwise any lawful one.
    """

    unit: str
    moment: str
    target: str
    gun: int


@final
@dataclass(slots=True)
class Shoot:
    """The nominated shots are thrown: stand, target unit, target stand."""

    unit: str
    moment: str
    gun: int
    shots: tuple[tuple[int, str, int], ...]


@final
@dataclass(slots=True)
class RemoveHits:
    """Stands hit in this step come off and lines close up."""


@final
@dataclass(slots=True)
class Combat:
    """All hand-to-hand combats of the turn."""


@final
@dataclass(slots=True)
class FightCombat:
    """One combat among these units."""

    units: tuple[str, ...]


@final
@dataclass(slots=True)
class React:
    """Losses, retirements, regrouping and routs from combat."""


@final
@dataclass(slots=True)
class OpportunityFire:
    """These sides use opportunity fire, together."""

    sides: tuple[str, ...]


@final
@dataclass(slots=True)
class FireRouts:
    """Units that losses have put below half rout."""


@final
@dataclass(slots=True)
class EndTurn:
    """Goals, victory, the next turn."""


Step = (
    RateCommanders | ThrowForPlacing | PickUnit | PlaceUnit | BeginTurn | GiveOrders | ThrowInitiative | ChooseFirst
    | Go | MoveUnit | MoveOn | Interrupt | PivotBattery | EnterTable | SetDownBattery | RoutOn | ChargeUnit
    | SetDominoes | LookAtDomino | PlaceDomino | ChargeFire | PickShooters | ChargeHome | Shooting | Nominate | Shoot
    | RemoveHits | Combat | FightCombat | React | OpportunityFire | FireRouts | EndTurn
)  # fmt: skip

STEPS: Final = (
    RateCommanders, ThrowForPlacing, PickUnit, PlaceUnit, BeginTurn, GiveOrders, ThrowInitiative, ChooseFirst, Go,
    MoveUnit, MoveOn, Interrupt, PivotBattery, EnterTable, SetDownBattery, RoutOn, ChargeUnit, SetDominoes,
    LookAtDomino, PlaceDomino, ChargeFire, PickShooters, ChargeHome, Shooting, Nominate, Shoot, RemoveHits, Combat,
    FightCombat, React, OpportunityFire, FireRouts, EndTurn,
)  # fmt: skip
