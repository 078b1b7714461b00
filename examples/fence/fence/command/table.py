"""The turn: initiative, then regiment by regiment."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.command import events
from fence.fire import events as fire_events
from fence.fire import table as fire_table
from fence.movement import events as movement_events
from fence.state import State
from fence.tables import BOOK
from fence.victory import events as victory_events
from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.questions import D6, Differ, Why
from roundtop.dice.sources import Dice

MOVE: Final = "move"
HOLD: Final = "hold"
FIRE: Final = "fire:"


def begin_turn(state: State, step: events.BeginTurn, dice: Dice) -> Progress:
    """Initiative, all regiments, the end of the turn [turn.initiative, turn.alternate]."""
    before = len(dice.rolls)
    side = state.sides[dice.ask(Differ(D6, Why("initiative", BOOK + "turn.initiative")))]
    began = (events.TurnBegan(step.turn), events.InitiativeWon(side, tuple(dice.rolls[before:])))
    return Progress(began, (events.NextSide(field.other_side(state, side)), victory_events.EndTurn()))


def next_side(state: State, step: events.NextSide, dice: Dice) -> Progress:
    """The other side, if it has a regiment left to act; else the same again, if it has [turn.alternate]."""
    for side in (field.other_side(state, step.side), step.side):
        if field.ready(state, side):
            return Progress((), (events.ChooseRegiment(side),))
    return Progress(())


def asks_for_regiment(state: State, step: events.ChooseRegiment) -> tuple[str, ...]:
    return (step.side,)


def regiment_decision(view: State, step: events.ChooseRegiment, player: str) -> Decision:
    items = tuple([Item(unit.id, unit.name, at=unit.id) for unit in field.ready(view, step.side)])
    return Decision(player, "regiment", "", "Which regiment acts?", (BOOK + "turn.alternate",), Choose(items))


def regiment_chosen(state: State, step: events.ChooseRegiment, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    return Progress((), (events.Act(command.answer.keys[0]), events.NextSide(step.side)))


def asks_to_act(state: State, step: events.Act) -> tuple[str, ...]:
    return (field.unit_of(state, step.unit).side,)


def act_decision(view: State, step: events.Act, player: str) -> Decision:
    """Move, fire at somebody, or nothing [turn.alternate, fire.target]."""
    unit = field.unit_of(view, step.unit)
    targets = fire_table.targets(view, unit)
    fire = [Item(FIRE + foe.id, f"Fire at {foe.name}", BOOK + "fire.target", at=foe.id) for foe in targets]
    items = (*fire, Item(MOVE, "Move", BOOK + "movement.reach"), Item(HOLD, "Do nothing", BOOK + "turn.alternate"))
    return Decision(player, "act", unit.id, f"What does {unit.name} do?", (BOOK + "turn.alternate",), Choose(items))


def acted(state: State, step: events.Act, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    if key == MOVE:
        return Progress((), (movement_events.Move(step.unit),))
    if key == HOLD:
        return Progress((events.Held(step.unit),))
    return Progress((), (fire_events.Fire(step.unit, key.removeprefix(FIRE)),))


PLAYS: Final[Plays] = {
    events.BeginTurn: Play(begin_turn),
    events.NextSide: Play(next_side),
    events.ChooseRegiment: Play(asks=asks_for_regiment, decision=regiment_decision, accept=regiment_chosen),
    events.Act: Play(asks=asks_to_act, decision=act_decision, accept=acted),
}
