"""The loser of a melee: what is still to do."""

from __future__ import annotations

from roundtop.record import record


@record
class Retreat:
    """A loser goes back the way of this facing, through whom it has not fought."""

    unit: str
    facing: int
    fought: tuple[str, ...]


@record
class TestLoser:
    """The test of a unit that lost a melee, and the way a battery goes back after it."""

    unit: str
    facing: int
    fought: tuple[str, ...]
    officer: str
