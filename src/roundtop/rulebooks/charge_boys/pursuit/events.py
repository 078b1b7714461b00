"""The steps and event of pursuit."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, unchanged
from roundtop.dice.sources import Roll
from roundtop.record import record


@record
class AfterMelee:
    """Winners whose enemies have given way stay, follow up or occupy.

    `over`: what those among them who attacked an obstacle fought over, by their names.
    """

    winners: tuple[str, ...]
    gone: tuple[str, ...]
    over: tuple[tuple[str, str], ...] = ()


@record
class FollowUp:
    """A winner's choice; `over` is the obstacle it attacked, "" for none."""

    unit: str
    gone: tuple[str, ...]
    over: str = ""


@record
class Redress:
    """A winner that stays turns where it likes."""

    unit: str


@record
class Pursue:
    """A winner follows up."""

    unit: str
    gone: tuple[str, ...]


@record
class Catch:
    """A unit is caught giving way."""

    unit: str
    target: str
    fighting: int


@record
class FollowedUp:
    """A winner's choice: stay, follow-up, occupy or storm; the dice where it follows up."""

    unit: str
    choice: str
    inches: int
    rolls: tuple[Roll, ...]


EFFECTS: Final[Effects] = {
    FollowedUp: unchanged,
}
