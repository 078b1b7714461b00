"""Dominoes and combats still to come, and those laid and fought."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record, replace
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.state import State, Unit, Verdict


@record
class SetDominoes:
    """A unit's dominoes are laid out; its owner says whether he looks at one."""

    unit: str


@record
class LookAtDomino:
    unit: str


@record
class PlaceDomino:
    unit: str


@record
class Combat:
    """All hand-to-hand combats of the turn."""


@record
class FightCombat:
    """One combat among these units."""

    units: tuple[str, ...]


@record
class DominoesSet:
    """Dominoes lie face down behind a unit, one of them sideways behind that stand (0: none)."""

    unit: str
    sideways: int


@record
class DominoLooked:
    """An owner has looked at one domino; the enemy sees only that he did."""

    unit: str
    side: str
    tile: str
    rolls: tuple[Roll, ...]


@record
class DominoPlaced:
    """Where the looked-at domino lies; which way round only its owner knows."""

    unit: str
    side: str
    slot: int
    flip: bool


@record
class CombatFought:
    """A combat: scores as charger, stand, score, defender, stand, score; stands lost by unit; tiles shown."""

    units: tuple[str, ...]
    scores: tuple[tuple[str, int, int, str, int, int], ...]
    verdicts: tuple[Verdict, ...]
    shown: tuple[str, ...]
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@record
class CombatEnded:
    """Fights and dominoes of the turn are put away."""


def dominoes_set(state: State, event: DominoesSet) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.dominoes = True
    unit.sideways = event.sideways
    return field.with_unit(state, unit)


def domino_looked(state: State, event: DominoLooked) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.looked = True
    unit.tile = event.tile
    return field.with_unit(state, unit)


def domino_placed(state: State, event: DominoPlaced) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.slot = event.slot
    unit.flip = event.flip
    return field.with_unit(state, unit)


def combat_fought(state: State, event: CombatFought) -> State:
    return replace(state, verdicts=(*state.verdicts, *event.verdicts), gone=(*state.gone, *event.shown))


def combat_ended(state: State, event: CombatEnded) -> State:
    new = field.changing(state)
    fought = [name for fight in new.fights for name in (fight.charger, fight.defender)]
    new.units = tuple([_without_dominoes(u, u.id in fought) if u.dominoes or u.id in fought else u for u in new.units])
    new.fights = ()
    new.verdicts = ()
    return new


def _without_dominoes(unit: Unit, fought: bool) -> Unit:
    new = field.copied(unit)
    new.fought = fought
    new.markers = ()
    new.dominoes = False
    new.looked = False
    new.tile = ""
    new.sideways = 0
    new.slot = 0
    new.flip = False
    return new


EFFECTS: Final[Effects] = {
    DominoesSet: dominoes_set,
    DominoLooked: domino_looked,
    DominoPlaced: domino_placed,
    CombatFought: combat_fought,
    CombatEnded: combat_ended,
}
