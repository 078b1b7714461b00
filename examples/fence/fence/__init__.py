"""A Skirmish at the Fence: two pages of rules, written to try out the guide to adding a rulebook."""

from __future__ import annotations

from typing import Final

from fence import events, forecast, options, scene, state, turn
from fence.bot.captain import captain
from fence.fire.umpire import VOLLEY
from fence.morale.umpire import MORALE_TEST
from fence.movement import told as in_hand
from roundtop.battle.book import Rules, Shown, bound

RULEBOOK: Final = bound(
    id="fence",
    version="1",
    kinds=(options.Settings, state.State, state.Unit, state.Goal),
    rules=Rules(options, turn, events, (VOLLEY, MORALE_TEST)),
    shown=Shown(scene, forecast, captain, in_hand),
)
