"""Two enemies head-on under written orders."""

from __future__ import annotations

from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.table.measure import kept


@record(unsafe_hash=True)
class Marcher:
    """A unit and the straight path it was ordered."""

    formation: str
    inches: float


@record(unsafe_hash=True)
class Meeting:
    """How far each came, what is left between them, and the impulse in which one was first set back (0: none)."""

    impulse: int
    a_moved: float
    b_moved: float
    gap: float


def head_on(gap: float, a: Marcher, b: Marcher, settings: Settings) -> Meeting:
    """Two enemies marching at each other, impulse by impulse [orders.resolution, orders.enemy-collision]."""
    pace = [_pace(a, settings), _pace(b, settings)]
    least = [
        movement_rule.gap_to_keep(a.formation, tables.is_formed(b.formation)),
        movement_rule.gap_to_keep(b.formation, tables.is_formed(a.formation)),
    ]
    moved = [0.0, 0.0]
    impulse = 0
    for now in range(1, settings.impulses + 1):
        moved[0] += pace[0]
        moved[1] += pace[1]
        back = set_back(gap, (moved[0], moved[1]), (pace[0], pace[1]), (least[0], least[1]))
        for unit in range(2):
            if back[unit] >= 0.0:
                moved[unit] -= back[unit]
                pace[unit] = 0.0
                impulse = impulse or now
    return Meeting(impulse, moved[0], moved[1], gap - moved[0] - moved[1])


def _pace(marcher: Marcher, settings: Settings) -> float:
    most = (
        artillery_rule.MANHANDLED_MOST_IN
        if marcher.formation == tables.UNLIMBERED
        else tables.ALLOWANCE_IN[marcher.formation]
    )
    return min(marcher.inches, most) / settings.impulses


def set_back(
    gap: float, moved: tuple[float, float], pace: tuple[float, float], least: tuple[float, float]
) -> tuple[float, float]:
    """By how much each of two enemies is set back along its path and stopped, -1 for one that is not.

    Skirmishers alone keep 3 inches from a formed enemy; the inch is kept by both in proportion to their speeds
    [orders.enemy-collision].
    """
    back = [-1.0, -1.0]
    for unit in range(2):
        now = gap - moved[0] - moved[1]
        if least[unit] > movement_rule.ENEMY_GAP_IN and pace[unit] > 0.0 and not kept(now, least[unit]):
            back[unit] = min(moved[unit], least[unit] - now)
    now = gap - moved[0] - moved[1] + max(0.0, back[0]) + max(0.0, back[1])
    if kept(now, movement_rule.ENEMY_GAP_IN):
        return back[0], back[1]
    speeds = [pace[unit] if back[unit] < 0.0 else 0.0 for unit in range(2)]
    for unit in range(2):
        if speeds[unit] > 0.0:
            share = (movement_rule.ENEMY_GAP_IN - now) * speeds[unit] / (speeds[0] + speeds[1])
            back[unit] = min(moved[unit], share)
    return back[0], back[1]
