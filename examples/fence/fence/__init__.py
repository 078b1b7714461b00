"""A Skirmish at the Fence: two pages of rules, written to try out the guide to adding a rulebook."""

from __future__ import annotations

from typing import Final

from fence import field, fire, morale, movement, options, scene, turn
from fence.captain import captain
from roundtop.battle.book import Rules, Shown, bound
from roundtop.kit.objectives import Goal

RULEBOOK: Final = bound(
    id="fence",
    version="1",
    kinds=(options.Settings, field.State, field.Unit, Goal),
    rules=Rules(options, turn, turn, (fire.VOLLEY, morale.MORALE_TEST)),
    shown=Shown(scene, fire, captain, movement),
)
