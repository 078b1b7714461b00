"""The steps and events of morale."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import copy, record
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.state import Mettle, State


@record
class Retests:
    """A side's re-tests at the start of the turn, by the house rule."""

    side: str


@record
class Retest:
    """A unit takes its re-test at the start of the turn."""

    unit: str


@record
class Morale:
    """The tests of the turn."""


@record
class MoraleOf:
    """A side's units that owe tests test in the order it likes."""

    side: str


@record
class TakeTests:
    """A unit takes the tests it owes."""

    unit: str


@record
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


@record
class Disordered:
    """A unit falls into disorder. Causes: no-room, pursuit."""

    unit: str
    cause: str


@record
class Reordered:
    """A unit has recovered its order."""

    unit: str


def after_morale_tested(state: State, event: MoraleTested) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    unit.mettle = event.mettle
    unit.turn.hits_tested = unit.turn.hits_tested or event.hits_tested
    if event.kind in ("first", "both"):
        unit.turn.shot_at = False
    if event.kind in ("other", "both", "rally"):
        unit.turn.fell_general = ""
    return field.with_unit(state, unit)


def after_disordered(state: State, event: Disordered) -> State:
    return _with_order_lost(state, event.unit, True)


def after_reordered(state: State, event: Reordered) -> State:
    return _with_order_lost(state, event.unit, False)


def _with_order_lost(state: State, id: str, disordered: bool) -> State:
    unit = field.noted(field.unit_of(state, id))
    unit.mettle = copy(unit.mettle)
    unit.mettle.disordered = disordered
    return field.with_unit(state, unit)


EFFECTS: Final[Effects] = {
    MoraleTested: after_morale_tested,
    Disordered: after_disordered,
    Reordered: after_reordered,
}
