"""DDWG ACW Infantry Action, the one-page rules."""

from __future__ import annotations

from typing import Final

from roundtop.battle.book import Further, Rules, Shown, bound
from roundtop.battle.protocol import Rulebook
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.infantry_action import (
    events,
    forecast,
    muster,
    options,
    paper,
    preview,
    scene,
    state,
    turn,
    views,
)
from roundtop.rulebooks.infantry_action.bot.captain import captain
from roundtop.rulebooks.infantry_action.bot.habits import deeds
from roundtop.rulebooks.infantry_action.bot.mind import MIND
from roundtop.rulebooks.infantry_action.fire import told as fire_told
from roundtop.rulebooks.infantry_action.movement import told as movement_told
from roundtop.rulebooks.infantry_action.procedures import PROCEDURES

KINDS: Final[tuple[type, ...]] = (
    options.Settings,
    state.State,
    state.Unit,
    state.Army,
    Goal,
    state.Spot,
    state.Fight,
    state.Verdict,
)
RULEBOOK: Final[Rulebook] = bound(
    id="infantry-action",
    version="2",
    kinds=KINDS,
    rules=Rules(options, turn, events, PROCEDURES, views),
    shown=Shown(scene, forecast, captain, preview, paper),
    further=Further(
        deeds=deeds,
        mind=MIND,
        fixed=muster.fixed,
        looks=fire_told.looks,
        courses=movement_told.courses,
        why_not=fire_told.why_not,
    ),
)
