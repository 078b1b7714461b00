"""Fire where it tells, hold the objective, and let the enemy come."""

from __future__ import annotations

from typing import Final

from fence import field, fire
from fence.command import FIRE, HOLD, MOVE
from fence.field import State, Unit
from roundtop.battle import forms, protocol
from roundtop.dice.sources import Stream
from roundtop.record import replace
from roundtop.table.measure import distance

NEAR: Final = 2.0
"""Inches from an objective with which a captain is content."""


def captain(view: State, decision: protocol.Decision, stream: Stream) -> forms.Answer:
    form = decision.form
    if isinstance(form, forms.March):
        return forms.Marched(best_way(view, field.unit_of(view, form.piece), form).manoeuvres)
    assert isinstance(form, forms.Choose)
    if decision.kind == "regiment":
        ready = [field.unit_of(view, item.key) for item in form.items]
        return forms.Chosen((max(ready, key=lambda unit: (best_shot(view, unit), unit.id)).id,))
    unit = field.unit_of(view, decision.about)
    shots = {item.key: worth(view, unit, item.key.removeprefix(FIRE)) for item in form.items if FIRE in item.key}
    if shots:
        return forms.Chosen((max(shots, key=lambda key: shots[key]),))
    return forms.Chosen((HOLD if way_off(view, unit.pose.x, unit.pose.y) <= NEAR else MOVE,))


def worth(view: State, unit: Unit, foe: str) -> float:
    """Stands that a volley takes off on average, more where it may break the target."""
    target = field.unit_of(view, foe)
    volley = fire.look(view, unit, target)
    hits = min(target.stands, volley.stands * max(0, 7 - fire.needs(volley)) / 6)
    return hits + (1.0 if 2 * (target.stands - hits) <= target.start else 0.0)


def best_shot(view: State, unit: Unit) -> float:
    return max([worth(view, unit, foe.id) for foe in fire.targets(view, unit)], default=0.0)


def way_off(view: State, x: float, y: float) -> float:
    """Inches to the nearest objective; 0 where there is none."""
    return min([distance(x, y, goal.x, goal.y) for goal in view.goals], default=0.0)


def best_way(view: State, unit: Unit, form: forms.March) -> forms.Way:
    """The way after which it can shoot, and stands nearest the objective without being the first under fire."""

    def value(way: forms.Way) -> tuple[float, str]:
        there = replace(unit, pose=way.end)
        then = field.with_unit(view, there)
        foes = [foe for foe in field.enemies(view, unit) if there in fire.targets(then, foe)]
        danger = sum([worth(then, foe, unit.id) for foe in foes])
        return (best_shot(then, there) - danger - 0.15 * way_off(view, way.end.x, way.end.y), way.key)

    return max(form.ways, key=value)
