"""Chamberlain ACW: brigades on one base, activation, officers, concealment."""

from __future__ import annotations

from typing import Final

from roundtop.battle.book import Further, Rules, Shown, bound
from roundtop.battle.protocol import Rulebook
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.chamberlain import events, forecast, options, paper, preview, scene, state, turn, views
from roundtop.rulebooks.chamberlain.bot.captain import captain
from roundtop.rulebooks.chamberlain.bot.habits import deeds
from roundtop.rulebooks.chamberlain.bot.mind import MIND
from roundtop.rulebooks.chamberlain.muster import scenario
from roundtop.rulebooks.chamberlain.procedures import PROCEDURES
from roundtop.rulebooks.chamberlain.terrain.rule import Crest

KINDS: Final[tuple[type, ...]] = (
    options.Settings,
    state.State,
    state.Unit,
    state.Officer,
    state.Force,
    state.Army,
    Goal,
    state.Charge,
    Crest,
)
RULEBOOK: Final[Rulebook] = bound(
    id="chamberlain",
    version="2",
    kinds=KINDS,
    rules=Rules(options, turn, events, PROCEDURES, views),
    shown=Shown(scene, forecast, captain, preview.HAND, paper),
    further=Further(
        deeds=deeds,
        mind=MIND,
        fixed=scenario.fixed,
        accept=turn.accept,
        advance=turn.advance,
        looks=preview.looks,
        courses=scene.courses,
        why_not=preview.why_not,
    ),
)
