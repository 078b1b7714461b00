"""Chances of a combat."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Chosen, Numbered
from roundtop.battle.protocol import Command, Forecast
from roundtop.battle.tally import Row
from roundtop.dice.exact import TooMany, mapped
from roundtop.record import copy
from roundtop.rulebooks.chamberlain import events, field, tables, words
from roundtop.rulebooks.chamberlain.melee import events as melee_events
from roundtop.rulebooks.chamberlain.melee import rule, table
from roundtop.rulebooks.chamberlain.state import BROKEN, RETIRED, State

BLIND_ELAN: Final = 6
"""What a blind is taken for where a fight with it is weighed: fresh infantry of regular elan with rifle-muskets."""


def fight_of(state: State, charger: str) -> tuple[str, ...]:
    """The defenders of the combat in which a charger fights."""
    for charge in state.charges:
        if charge.charger == charger:
            for group in field.groups(state.charges):
                if charge.targets[0] in group:
                    return group
    raise KeyError(charger)


def known(state: State, defenders: tuple[str, ...]) -> tuple[State, bool]:
    """The table with blinds among the defenders taken for regular infantry, and whether there are any."""
    guessed = False
    for id in defenders:
        unit = field.unit_of(state, id)
        if unit.concealed:
            guessed = True
            new = copy(unit)
            new.arm = tables.INFANTRY
            new.elan = BLIND_ELAN
            new.fatigue = 0
            new.traits = ()
            new.weapon = ""
            new.concealed = False
            state = field.with_unit(state, new)
    return state, guessed


def _ready(view: State, defenders: tuple[str, ...]) -> tuple[State, list[str]]:
    """The table with blinds taken for something and undivided dice divided evenly, and what was so assumed."""
    state, guessed = known(view, defenders)
    undivided = [charge.charger for charge in state.charges if len(charge.targets) > 1 and not charge.shares]
    for charger in undivided:
        state = events.apply(state, melee_events.DiceAllotted(charger, table.shares_of(state, charger, 0)))
    assumed = [f"a concealed unit is taken for fresh infantry of elan {BLIND_ELAN}"] if guessed else []
    return state, [*assumed, *(["with dice divided evenly"] if undivided else [])]


def dice_rows(view: State, charger: str) -> list[Row]:
    """Whom a charger strikes, in front or in the flank, and the dice of both [melee.sequence]."""
    defenders = fight_of(view, charger)
    state, _ = _ready(view, defenders)
    clash = table.clash_of(state, defenders)
    me = [charge.charger for charge in field.charges_on(state, defenders)].index(charger)
    rows: list[Row] = []
    for assault in clash.assaults:
        if assault.attacker != me:
            continue
        name = field.label(field.unit_of(view, defenders[assault.defender]))
        where = "in the flank" if assault.flank else "in front"
        rows.append(Row(f"strikes {name}", where, words.BOOK + "melee.flanked-condition"))
        again = ", successes again" if rule.rides_down(clash, assault) else ""
        dice = tables.dice_words(rule.attack_dice(clash, assault))
        rows.append(Row("attack", f"{dice}{again}", words.BOOK + "melee.sequence"))
        again = ", successes again" if rule.flanked(clash, assault.defender) else ""
        dice = tables.dice_words(rule.defence_dice(clash, assault.defender))
        rows.append(Row("defence", f"{dice}{again}", words.BOOK + "melee.sequence"))
    return rows


def melee(view: State, defenders: tuple[str, ...], note: str) -> tuple[Forecast, ...]:
    """The chances of a combat, one forecast for each who fights in it [melee.sequence]."""
    state, assumed = _ready(view, defenders)
    clash = table.clash_of(state, defenders)
    try:
        odds = rule.prospects(clash)
    except TooMany:
        return ()
    notes = [*([note] if note else []), *assumed]
    chargers = sorted([c.charger for c in state.charges if any([target in defenders for target in c.targets])])
    found = [
        Forecast(field.unit_of(view, id).name, True, words.ranked(mapped(odds, _Attacker(place))), "; ".join(notes))
        for place, id in enumerate(chargers)
    ]
    found += [
        Forecast(field.label(field.unit_of(view, id)), True, words.ranked(mapped(odds, _Defender(place))))
        for place, id in enumerate(defenders)
    ]
    return tuple(found)


class _Attacker:
    """What becomes of one attacker, in words."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __call__(self, reached: rule.Reached) -> str:
        assert reached.fought is not None
        one = reached.fought.attackers[self.place]
        if one.status == BROKEN:
            return "breaks"
        if one.retreats:
            return "is thrown back"
        return "wins" if one.may_advance else "wins, but the enemy stands"


class _Defender:
    """What becomes of one defender, in words."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __call__(self, reached: rule.Reached) -> str:
        assert reached.fought is not None
        one = reached.fought.defenders[self.place]
        if one.status in (BROKEN, RETIRED):
            return "breaks" if one.status == BROKEN else "retires"
        return "is driven back" if one.retreats else "stands"


def combat_odds(view: State, step: melee_events.ChooseCombat, command: Command) -> tuple[Forecast, ...]:
    if isinstance(command.answer, Chosen):
        for fight in step.fights:
            if fight[0] == command.answer.keys[0]:
                return melee(view, fight, "")
    return ()


def allotted_odds(view: State, step: melee_events.Allot, command: Command) -> tuple[Forecast, ...]:
    if not isinstance(command.answer, Numbered):
        return ()
    divided = events.apply(
        view, melee_events.DiceAllotted(step.charger, table.shares_of(view, step.charger, command.answer.number))
    )
    return melee(divided, fight_of(divided, step.charger), "")
