"""Whether men may be split off, and how strong both parts are then."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.skirmish.options import Settings

REJOIN_CM: Final = 10.0


@record(frozen=True)
class Strength:
    """What a group's percentages are reckoned from."""

    start: int
    lost: int


@record(frozen=True)
class Detaching:
    """A group of which some men are to be split off."""

    start: int
    lost: int
    able: int
    detach: int
    leader_able: bool
    leader_in_contact: bool = False
    state: str = "ok"


def detach_refusal(group: Detaching, settings: Settings) -> str:
    """The clause by which a detachment may not be made, "" when it may [actions.detachment-terms]."""
    least = settings.detachment_min
    leader = group.leader_able and not group.leader_in_contact and group.state in ("ok", "no-advance")
    enough = group.detach >= least and group.able - group.detach >= least
    return "" if leader and enough else "skirmish.actions.detachment-terms"


def detached(group: Detaching) -> tuple[Strength, Strength]:
    """Strengths of the parent and the detachment [actions.detachment-terms]."""
    return Strength(group.start - group.detach, group.lost), Strength(group.detach, 0)
