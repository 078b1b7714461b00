"""The steps of a turn that are still to do: small data, no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.table.pose import Point


@final
@dataclass(slots=True)
class ThrowForPlacing:
    """The lower die deploys first."""


@final
@dataclass(slots=True)
class PickUnit:
    """A side takes up the next unit to deploy; the enemy does not see which."""

    side: str


@final
@dataclass(slots=True)
class PlaceUnit:
    """The unit in hand is set down in its side's zone."""

    side: str


@final
@dataclass(slots=True)
class ThrowForFirst:
    """The higher die takes the first player turn, where the scenario does not say who does."""


@final
@dataclass(slots=True)
class BeginTurn:
    turn: int


@final
@dataclass(slots=True)
class PlayerTurn:
    """One side's five phases."""

    side: str


@final
@dataclass(slots=True)
class Discover:
    """Concealed enemies in sight of the active side are found."""

    side: str


@final
@dataclass(slots=True)
class Reinforce:
    """Dice for reinforcements that are due."""

    side: str


@final
@dataclass(slots=True)
class PlaceOfficers:
    """Officers of a side are placed, one after another; these have been."""

    side: str
    placed: tuple[str, ...]


@final
@dataclass(slots=True)
class SetDown:
    """An officer who is to stand alone is set down."""

    officer: str


@final
@dataclass(slots=True)
class NameSecond:
    """A Vigorous or Mobile officer names the other unit on which his traits work."""

    officer: str


@final
@dataclass(slots=True)
class Movement:
    """The active side activates, uses an activated unit, or ends its Movement Phase."""

    side: str


@final
@dataclass(slots=True)
class RollToActivate:
    """A die to activate a force or a unit. Kinds: force, unit, lone, vigorous. `again`: the second, which stands."""

    side: str
    kind: str
    what: str
    officer: str
    again: str


@final
@dataclass(slots=True)
class OfferReroll:
    """A failed activation may be rolled again by an Intuitive officer."""

    side: str
    kind: str
    what: str
    officer: str


@final
@dataclass(slots=True)
class Act:
    """An activated unit acts; `fired`: it has fired first and may still make its difficult move."""

    unit: str
    fired: bool


@final
@dataclass(slots=True)
class Enter:
    """A reinforcement comes on."""

    unit: str


@final
@dataclass(slots=True)
class Rally:
    unit: str


@final
@dataclass(slots=True)
class Fire:
    """The Fire Phase, while anybody might fire."""

    side: str


@final
@dataclass(slots=True)
class ChooseShot:
    """The active side names a unit and its target, or ends its fire."""

    side: str


@final
@dataclass(slots=True)
class Shoot:
    """One unit fires at one target. Timings: fire-phase, before-move."""

    unit: str
    target: str
    timing: str


@final
@dataclass(slots=True)
class Resupply:
    """A battery gives up its fire to recover ammunition."""

    unit: str


@final
@dataclass(slots=True)
class FallBack:
    """A beaten unit retreats from a place. Roles: attacker, defender. `risked`: its officer has had his roll."""

    unit: str
    role: str
    away: Point
    risked: bool


@final
@dataclass(slots=True)
class Combats:
    """The Combat Phase, while any charge is to be fought out."""

    side: str


@final
@dataclass(slots=True)
class ChooseCombat:
    """The active side says which combat is fought next; each is named by one of its defenders."""

    side: str
    fights: tuple[tuple[str, ...], ...]


@final
@dataclass(slots=True)
class Allot:
    """A charger that touches several defenders divides its dice."""

    charger: str


@final
@dataclass(slots=True)
class Fight:
    """The combat of these defenders and all who charged them."""

    defenders: tuple[str, ...]


@final
@dataclass(slots=True)
class ChooseDriver:
    """Attackers scored alike: the active side says from which of them a beaten defender falls back."""

    unit: str
    attackers: tuple[str, ...]
    risked: bool


@final
@dataclass(slots=True)
class Advance:
    """A winning attacker may advance."""

    unit: str


@final
@dataclass(slots=True)
class Status:
    """The Status Phase."""

    side: str


STEPS: Final = (
    ThrowForPlacing, PickUnit, PlaceUnit, ThrowForFirst, BeginTurn, PlayerTurn, Discover, Reinforce, PlaceOfficers,
    SetDown, NameSecond, Movement, RollToActivate, OfferReroll, Act, Enter, Rally, Fire, ChooseShot, Shoot,
    Resupply, FallBack, Combats, ChooseCombat, Allot, Fight, ChooseDriver, Advance, Status,
)  # fmt: skip
