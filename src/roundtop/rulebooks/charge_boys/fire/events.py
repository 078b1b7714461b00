"""The steps and events of fire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.state import State


@record
class Firing:
    """Both sides fire."""


@record
class Nominate:
    """Units still to name their targets, in the order in which they will fire; `shots` are those named so far."""

    todo: tuple[str, ...]
    shots: tuple[object, ...]


@record
class Fire:
    """A unit names its target: targets with the men who can fire and the range.

    `later`: nobody throws before everybody has named his target; `todo` and `shots` are as in Nominate.
    """

    unit: str
    volley: int
    aims: tuple[tuple[str, int, float], ...]
    later: bool = False
    todo: tuple[str, ...] = ()
    shots: tuple[object, ...] = ()


@record
class Shoot:
    """A volley is thrown."""

    unit: str
    target: str
    volley: int
    men: int
    range: float
    buck: bool


@record
class Fired:
    """One volley of small arms, or the guns of a battery on one target.

    Modes: musketry, artillery, closing. `killed` counts figures, officers included; `general` names one who falls.
    """

    unit: str
    target: str
    mode: str
    guns: tuple[int, ...]
    men: int
    range: float
    buck: bool
    hits: int
    killed: int
    officers: int
    general: str
    at_once: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@record
class HeldFire:
    """A unit that might have fired did not; `wasted` when it fired out of range."""

    unit: str
    wasted: bool


def after_fired(state: State, event: Fired) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    unit.turn.volleys += 1
    unit.has_fired = True
    if event.buck:
        unit.buck -= 1
    state = field.with_unit(state, unit)
    target = field.noted(field.unit_of(state, event.target))
    turn = target.turn
    turn.hits += event.hits
    turn.general_lost = turn.general_lost or event.general != ""
    if event.hits > turn.foe_hits or (event.hits == turn.foe_hits and event.unit < turn.foe):
        turn.foe, turn.foe_hits = event.unit, event.hits
    if target.mettle.first_shot == "untested":
        turn.shot_at = True
    if not event.at_once:
        turn.fell += event.killed
        turn.fell_officers += event.officers
        turn.fell_general = event.general or turn.fell_general
    return field.with_unit(state, target)


def after_held_fire(state: State, event: HeldFire) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    unit.turn.volleys += event.wasted
    return field.with_unit(state, unit)


EFFECTS: Final[Effects] = {
    Fired: after_fired,
    HeldFire: after_held_fire,
}
