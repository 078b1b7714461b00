"""A Skirmish at the Fence: two pages of rules, written to try out the guide to adding a rulebook."""

from __future__ import annotations

from typing import Final

from fence import events, state, turn
from fence.bot.captain import captain
from fence.fire.umpire import VOLLEY
from fence.forecast import forecast, losses
from fence.morale.umpire import MORALE_TEST
from fence.movement.told import preview, propose
from fence.options import LEDGER, Settings, settings
from fence.scene import scene, tell
from roundtop.battle import outline
from roundtop.battle.protocol import Rulebook

RULEBOOK: Final = Rulebook(
    id="fence",
    title=LEDGER.title,
    version="1",
    ledger=LEDGER,
    kinds=(*turn.PLAYS, *events.EFFECTS, Settings, state.State, state.Unit, state.Goal),
    settings=settings,
    begin=turn.begin,
    asks=turn.OUTLINE.asks,
    decision=turn.OUTLINE.decision,
    check=turn.OUTLINE.check,
    accept=turn.OUTLINE.accept,
    advance=turn.OUTLINE.advance,
    apply=events.apply,
    outcome=turn.outcome,
    view=outline.everything,
    seen=outline.everything,
    imagine=outline.nothing_hidden,
    scene=scene,
    tell=tell,
    forecast=forecast,
    losses=losses,
    procedures=(VOLLEY, MORALE_TEST),
    captain=captain,
    propose=propose,
    preview=preview,
)
