"""Initiative, and orders written in secret."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys.command import initiative
from roundtop.rulebooks.charge_boys.events import FirstChosen, InitiativeThrown, PhaseBegan
from roundtop.rulebooks.charge_boys.state import State, enemy_of
from roundtop.rulebooks.charge_boys.steps import ChooseFirst, ThrowInitiative

BOOK: Final = "charge-boys."


# ---------------------------------------------------------------- initiative


def throw_initiative(state: State, step: ThrowInitiative, dice: Dice) -> Progress:
    """The higher chooses; by house rule the sides alternate or the scenario says [turn.first-mover]."""
    began = PhaseBegan("initiative")
    rule = state.settings.first_mover
    if rule == "scenario":
        return Progress((began, FirstChosen(state.attacker or state.armies[0].side)))
    if rule == "alternate" and state.turn > 1:
        return Progress((began, FirstChosen(enemy_of(state, state.first))))
    before = len(dice.rolls)
    side = initiative((state.armies[0].side, state.armies[1].side), dice)
    thrown = InitiativeThrown(side, tuple(dice.rolls[before:]))
    if state.settings.turn_mode == "written-orders":
        return Progress((began, thrown, FirstChosen(side)))
    return Progress((began, thrown), (ChooseFirst(side),))


def asks_who_is_first(state: State, step: ChooseFirst) -> tuple[str, ...]:
    return (step.side,)


def first_decision(view: State, step: ChooseFirst, player: str) -> Decision:
    items = (Item("first", "Move first"), Item("second", "Move second"))
    sentence = "You have the higher die: will you move first or second?"
    return Decision(player, "first", "", sentence, (BOOK + "turn.first-mover",), Choose(items))


def first_chosen(state: State, step: ChooseFirst, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    side = step.side if command.answer.keys[0] == "first" else enemy_of(state, step.side)
    return Progress((FirstChosen(side),))
