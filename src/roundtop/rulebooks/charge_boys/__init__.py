"""Charge Boys Charge!, the old-school rules: dice per six men, saving throws, a morale table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.book import Further, Rules, Shown, bound
from roundtop.battle.protocol import Rulebook
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.charge_boys import events, forecast, options, paper, preview, scene, state, turn, views
from roundtop.rulebooks.charge_boys.bot.captain import captain
from roundtop.rulebooks.charge_boys.bot.habits import deeds
from roundtop.rulebooks.charge_boys.bot.mind import MIND
from roundtop.rulebooks.charge_boys.fire import told as fire_told
from roundtop.rulebooks.charge_boys.muster import forces
from roundtop.rulebooks.charge_boys.orders import events as orders_events
from roundtop.rulebooks.charge_boys.procedures import PROCEDURES

KINDS: Final[tuple[type, ...]] = (
    options.Settings,
    orders_events.Marching,
    state.State,
    state.Unit,
    state.Gun,
    state.Mettle,
    state.Record,
    state.General,
    state.Army,
    Goal,
    state.Fight,
)
RULEBOOK: Final[Rulebook] = bound(
    id="charge-boys",
    version="2",
    kinds=KINDS,
    rules=Rules(options, turn, events, PROCEDURES, views),
    shown=Shown(scene, forecast, captain, preview.HAND, paper),
    further=Further(
        deeds=deeds,
        mind=MIND,
        fixed=forces.fixed,
        looks=preview.looks,
        courses=scene.courses,
        why_not=fire_told.why_not,
    ),
)
