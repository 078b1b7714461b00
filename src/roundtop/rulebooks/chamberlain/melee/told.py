"""Melee in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import listed, numbered
from roundtop.rulebooks.chamberlain import field, tables, words
from roundtop.rulebooks.chamberlain.melee import events
from roundtop.rulebooks.chamberlain.state import State, Unit


def fights(view: State, unit: Unit) -> bool:
    return any([unit.id == charge.charger or unit.id in charge.targets for charge in view.charges])


def dice_allotted(view: State, event: events.DiceAllotted) -> Telling:
    shares = listed([str(share) for share in event.shares])
    text = f"{words.named(view, event.unit)} divides its dice: {shares}."
    return words.of_unit(view, event.unit, text, "none", (Row("shares", shares, words.BOOK + "melee.allocate"),))


def melee_fought(view: State, event: events.MeleeFought) -> Telling:
    """Scores, then the fatigue of everybody."""
    attackers = listed([words.named(view, id) for id in event.attackers])
    defenders = listed([words.named(view, id) for id in event.defenders])
    score = f"{sum(event.attack)} against {sum(event.defence)}"
    tally = [*event.tally, Row("attack against defence", score, words.BOOK + "melee.sequence")]
    for id, fatigue in event.fatigue:
        unit = field.unit_of(view, id)
        if unit.arm not in tables.GUNS:
            tally.append(
                Row(
                    field.label(unit),
                    numbered(fatigue, "fatigue").replace("fatigues", "fatigue"),
                    words.BOOK + "fatigue.effect",
                )
            )
    text = f"{attackers} against {defenders}: {score}."
    places = tuple([words.where(field.unit_of(view, id)) for id in (*event.attackers, *event.defenders)])
    return Telling(
        text=text,
        places=places,
        rolls=event.rolls,
        tally=tuple(tally),
        hint="melee",
        side=field.unit_of(view, event.attackers[0]).side,
    )


TELLINGS: Final[Tellings] = {
    events.DiceAllotted: dice_allotted,
    events.MeleeFought: melee_fought,
}
