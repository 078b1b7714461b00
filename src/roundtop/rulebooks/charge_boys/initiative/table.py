"""The throw for the first move, and the choice it gives."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect, side_named
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field, options
from roundtop.rulebooks.charge_boys.initiative import events
from roundtop.rulebooks.charge_boys.initiative import rule as initiative_rule
from roundtop.rulebooks.charge_boys.state import State


def throw_initiative(state: State, step: events.ThrowInitiative, dice: Dice) -> Progress:
    """The higher chooses; by house rule the sides alternate or the scenario says [turn.first-mover]."""
    began = events.PhaseBegan("initiative")
    written = state.settings.turn_mode == "written-orders"
    after = (events.PhaseBegan("orders"),) if written else ()
    rule = state.settings.first_mover
    if rule == "scenario":
        return Progress(
            (began, events.FirstChosen(state.attacker or min([army.side for army in state.armies])), *after)
        )
    if rule == "alternate" and state.turn > 1:
        return Progress((began, events.FirstChosen(field.enemy_of(state, state.first)), *after))
    before = len(dice.rolls)
    side = initiative_rule.initiative((state.armies[0].side, state.armies[1].side), dice)
    thrown = events.InitiativeThrown(side, tuple(dice.rolls[before:]))
    if written:
        return Progress((began, thrown, events.FirstChosen(side), *after))
    return Progress((began, thrown), (events.ChooseFirst(side),))


def first_decision(view: State, step: events.ChooseFirst, player: str) -> Decision:
    items = (Item("first", "Move first"), Item("second", "Move second"))
    sentence = "You have the higher die: will you move first or second?"
    return Decision(
        player,
        "first",
        "",
        sentence,
        ("charge-boys.turn.first-mover",),
        form=Choose(items),
        measure=options.measurable(view.settings),
    )


def first_chosen(state: State, step: events.ChooseFirst, command: Command) -> Progress:
    side = step.side if key_of(command) == "first" else field.enemy_of(state, step.side)
    return Progress((events.FirstChosen(side),))


PLAYS: Final[Plays] = {
    events.ThrowInitiative: Play(throw_initiative),
    events.ChooseFirst: Play(no_effect, side_named, first_decision, first_chosen),
}
