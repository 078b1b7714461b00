"""The table: regiments, objectives. A change is always a new value."""

from __future__ import annotations

from fence.options import Settings
from roundtop.battle.protocol import Outcome
from roundtop.record import record
from roundtop.table.ground import Ground
from roundtop.table.pose import Pose


@record
class Unit:
    """A regiment; `pose` is the middle of its line. `acted` this turn; no longer `here` when broken or shot away."""

    id: str
    side: str
    name: str
    quality: str
    start: int
    stands: int
    pose: Pose
    acted: bool = False
    here: bool = True


@record
class Goal:
    """An objective; `holder` had it last."""

    id: str
    name: str
    x: float
    y: float
    radius: float
    points: int
    holder: str


@record
class State:
    """The whole table. Nothing is hidden, so that every view is the state itself."""

    title: str
    settings: Settings
    ground: Ground
    sides: tuple[str, str]
    units: tuple[Unit, ...]
    goals: tuple[Goal, ...]
    turn_limit: int
    turn: int = 0
    outcome: Outcome | None = None
