"""State of War: A.C.W. Skirmish rules, the quick reference sheet."""

from __future__ import annotations

from typing import Final

from roundtop.battle.book import Further, Rules, Shown, bound
from roundtop.battle.protocol import Rulebook
from roundtop.rulebooks.skirmish import events, forecast, options, paper, preview, scene, state, turn, views
from roundtop.rulebooks.skirmish.bot.captain import captain
from roundtop.rulebooks.skirmish.bot.habits import deeds
from roundtop.rulebooks.skirmish.bot.mind import MIND
from roundtop.rulebooks.skirmish.muster import forces
from roundtop.rulebooks.skirmish.procedures import PROCEDURES

KINDS: Final[tuple[type, ...]] = (
    options.Settings,
    state.State,
    state.Figure,
    state.Firearm,
    state.Group,
    state.Army,
    state.Thing,
    state.Goal,
    state.Bout,
)
RULEBOOK: Final[Rulebook] = bound(
    id="skirmish",
    version="2",
    kinds=KINDS,
    rules=Rules(options, turn, events, PROCEDURES, views),
    shown=Shown(scene, forecast, captain, preview, paper),
    further=Further(
        deeds=deeds, mind=MIND, fixed=forces.fixed, looks=preview.looks, courses=scene.courses, why_not=preview.why_not
    ),
)
