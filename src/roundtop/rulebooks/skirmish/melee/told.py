"""Combats in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import numbered
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.melee import events
from roundtop.rulebooks.skirmish.state import State


def melee_arranged(view: State, event: events.MeleeArranged) -> Telling:
    if not event.bouts:
        return Telling("Nobody is left to fight.")
    tally = (Row("combats", str(len(event.bouts)), words.BOOK + "melee.pairing"),)
    return Telling(f"{numbered(len(event.bouts), 'combat')} hand to hand.", tally=tally, hint="melee")


BOUT_WORDS: Final[dict[str, str]] = {
    "none": "is beaten but comes to no harm",
    "push-back": "is pushed back",
    "push-back-and-wound": "is pushed back, wounded",
    "wound": "is wounded",
    "disabled": "is put out of the fight",
    "killed": "is killed",
    "dismounted": "is unhorsed",
    "dismounted-and-wound": "is unhorsed, wounded",
}


def bout_fought(view: State, event: events.BoutFought) -> Telling:
    a, b = view.figures[event.bout.a[0]], view.figures[event.bout.b[0]]
    ahead, behind = event.bout.a, event.bout.b
    if event.b_score > event.a_score:
        ahead, behind = behind, ahead
    odds = f", {len(ahead)} against {len(behind)}" if len(ahead) != len(behind) else ""
    if event.b_score > event.a_score:
        a, b = b, a
    score = f"{max(event.a_score, event.b_score)} to {min(event.a_score, event.b_score)}"
    fate = _fate(view, event) if event.loser else "neither gives way"
    text = f"{a.name} against {b.name}{odds}: {score}, {fate}."
    side = "" if not event.loser else a.side if event.loser == b.id else b.side
    return Telling(
        text, (words.where(a), words.where(b)), rolls=event.rolls, tally=event.tally, hint="melee", side=side
    )


def _fate(view: State, event: events.BoutFought) -> str:
    """What becomes of the loser, with what he had before [shooting.harm-ladder]."""
    fate = f"{view.figures[event.loser].name} {BOUT_WORDS[event.result]}"
    if event.result in ("none", "push-back", "killed"):
        return fate
    if event.harm >= harm_rule.KILLED:
        return f"{view.figures[event.loser].name} is killed: it was one wound too many"
    if event.result == "dismounted" and event.injury:
        fate = f"{fate}, and the fall hurts him"
    wounded = event.result != "disabled" and event.harm >= harm_rule.DISABLED
    return f"{fate}, and it is one wound too many" if wounded else fate


TELLINGS: Final[Tellings] = {
    events.MeleeArranged: melee_arranged,
    events.BoutFought: bout_fought,
}
