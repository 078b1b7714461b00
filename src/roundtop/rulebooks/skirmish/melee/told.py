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
        return Telling("Nobody is left to fight.", (), (), (), "none")
    spots = tuple([words.where(view.figures[bout.a[0]]) for bout in event.bouts])
    tally = (Row("combats", str(len(event.bouts)), words.BOOK + "melee.pairing"),)
    return Telling(f"{numbered(len(event.bouts), 'combat')} hand to hand.", spots, (), tally, "melee")


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
    odds = f", {len(event.bout.a)} against {len(event.bout.b)}" if len(event.bout.a) != len(event.bout.b) else ""
    score = f"{event.a_score} to {event.b_score}"
    fate = "neither gives way"
    if event.loser:
        fate = f"{view.figures[event.loser].name} {BOUT_WORDS[event.result]}"
        if (
            event.result in ("wound", "push-back-and-wound", "dismounted-and-wound")
            and event.harm >= harm_rule.DISABLED
        ):
            fate += ", and it is one wound too many"
    text = f"{a.name} against {b.name}{odds}: {score}, {fate}."
    side = "" if not event.loser else a.side if event.loser == b.id else b.side
    return Telling(
        text=text,
        places=(words.where(a), words.where(b)),
        rolls=event.rolls,
        tally=event.tally,
        hint="melee",
        side=side,
    )


TELLINGS: Final[Tellings] = {
    events.MeleeArranged: melee_arranged,
    events.BoutFought: bout_fought,
}
