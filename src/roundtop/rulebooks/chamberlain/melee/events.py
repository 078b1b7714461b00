"""The steps and events of the Combat Phase."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import copy, record, replace
from roundtop.rulebooks.chamberlain.state import Charge, State, Unit


@record
class Combats:
    """The Combat Phase, while any charge is to be fought out."""

    side: str


@record
class ChooseCombat:
    """The active side says which combat is fought next; each is named by one of its defenders."""

    side: str
    fights: tuple[tuple[str, ...], ...]


@record
class Allot:
    """A charger that touches several defenders divides its dice."""

    charger: str


@record
class Fight:
    """The combat of these defenders and all who charged them."""

    defenders: tuple[str, ...]


@record
class DiceAllotted:
    """A charger has divided its dice among those it touches."""

    unit: str
    shares: tuple[int, ...]


@record
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


def dice_allotted(state: State, event: DiceAllotted) -> State:
    new = copy(state)
    new.charges = tuple([_allotted(one, event.shares) if one.charger == event.unit else one for one in state.charges])
    return new


def _allotted(charge: Charge, shares: tuple[int, ...]) -> Charge:
    """A charger with its dice divided; whom it has no die for it does not attack [melee.allocate]."""
    targets = tuple([target for target, share in zip(charge.targets, shares) if share])
    return Charge(charge.charger, targets, charge.zones, charge.level, tuple([share for share in shares if share]))


def melee_fought(state: State, event: MeleeFought) -> State:
    """Fatigue and ammunition are marked; the charges that were fought out are done with."""
    new = copy(state)
    fatigue = dict(event.fatigue)
    ammo = dict(event.ammo)
    new.units = tuple([_marked(u, fatigue, ammo) if u.id in fatigue or u.id in ammo else u for u in new.units])
    new.charges = tuple([charge for charge in new.charges if charge.charger not in event.attackers])
    return new


def _marked(unit: Unit, fatigue: dict[str, int], ammo: dict[str, int]) -> Unit:
    return replace(unit, fatigue=fatigue.get(unit.id, unit.fatigue), ammo=ammo.get(unit.id, unit.ammo))


EFFECTS: Final[Effects] = {
    DiceAllotted: dice_allotted,
    MeleeFought: melee_fought,
}
