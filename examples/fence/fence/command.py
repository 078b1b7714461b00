"""The turn: initiative, and whose regiment acts next [turn]."""

from __future__ import annotations

from typing import Final

from fence import field, fire, movement, victory
from fence.field import State
from fence.options import BOOK
from roundtop.battle import forms, outline, protocol, scene, words
from roundtop.dice.questions import D6, Differ, Why
from roundtop.dice.sources import Dice, Roll
from roundtop.record import record, replace

MOVE: Final = "move"
HOLD: Final = "hold"
FIRE: Final = "fire:"
ALTERNATE: Final = BOOK + "turn.alternate"


@record
class BeginTurn:
    turn: int


@record
class ChooseRegiment:
    side: str


@record
class Act:
    unit: str


@record
class NextSide:
    side: str


@record
class TurnBegan:
    turn: int


@record
class InitiativeWon:
    side: str
    rolls: tuple[Roll, ...]


@record
class Held:
    unit: str


def turn_began(state: State, event: TurnBegan) -> State:
    return replace(state, turn=event.turn, units=tuple([replace(unit, acted=False) for unit in state.units]))


def held(state: State, event: Held) -> State:
    return field.with_unit(state, replace(field.unit_of(state, event.unit), acted=True))


def begin_turn(state: State, step: BeginTurn, dice: Dice) -> protocol.Progress:
    """Initiative, all regiments, the end of the turn [turn.initiative, turn.alternate]."""
    before = len(dice.rolls)
    side = state.sides[dice.ask(Differ(D6, Why("initiative", BOOK + "turn.initiative")))]
    began = (TurnBegan(step.turn), InitiativeWon(side, tuple(dice.rolls[before:])))
    return protocol.Progress(began, (NextSide(field.other_side(state, side)), victory.EndTurn()))


def next_side(state: State, step: NextSide, dice: Dice) -> protocol.Progress:
    """The other side, if it has a regiment left to act; else the same again, if it has [turn.alternate]."""
    for side in (field.other_side(state, step.side), step.side):
        if field.ready(state, side):
            return protocol.Progress((), (ChooseRegiment(side),))
    return protocol.Progress(())


def regiment_decision(view: State, step: ChooseRegiment, player: str) -> protocol.Decision:
    items = tuple([forms.Item(unit.id, unit.name, at=unit.id) for unit in field.ready(view, step.side)])
    return protocol.Decision(player, "regiment", "", "Which regiment acts?", (ALTERNATE,), form=forms.Choose(items))


def regiment_chosen(state: State, step: ChooseRegiment, command: protocol.Command) -> protocol.Progress:
    assert isinstance(command.answer, forms.Chosen)
    return protocol.Progress((), (Act(command.answer.keys[0]), NextSide(step.side)))


def act_decision(view: State, step: Act, player: str) -> protocol.Decision:
    """Move, fire at somebody, or nothing [turn.alternate, fire.target]."""
    unit = field.unit_of(view, step.unit)
    targets = fire.targets(view, unit)
    shots = [forms.Item(FIRE + foe.id, f"Fire at {foe.name}", BOOK + "fire.target", at=foe.id) for foe in targets]
    others = (forms.Item(MOVE, "Move", BOOK + "movement.reach"), forms.Item(HOLD, "Do nothing", ALTERNATE))
    form = forms.Choose((*shots, *others))
    return protocol.Decision(player, "act", unit.id, f"What does {unit.name} do?", (ALTERNATE,), form=form)


def acted(state: State, step: Act, command: protocol.Command) -> protocol.Progress:
    assert isinstance(command.answer, forms.Chosen)
    key = command.answer.keys[0]
    if key == MOVE:
        return protocol.Progress((), (movement.Move(step.unit),))
    if key == HOLD:
        return protocol.Progress((Held(step.unit),))
    return protocol.Progress((), (fire.Fire(step.unit, key.removeprefix(FIRE)),))


def turn_began_told(view: State, event: TurnBegan) -> scene.Telling:
    return scene.Telling(f"Turn {event.turn} of {view.turn_limit}.", hint="turn")


def initiative_won_told(view: State, event: InitiativeWon) -> scene.Telling:
    return scene.Telling(f"{words.side_does(event.side, 'begin')}.", rolls=event.rolls, hint="phase", side=event.side)


def held_told(view: State, event: Held) -> scene.Telling:
    unit = field.unit_of(view, event.unit)
    return scene.Telling(f"{unit.name} waits.", ((unit.pose.x, unit.pose.y),), side=unit.side)


EFFECTS: Final[outline.Effects] = {TurnBegan: turn_began, InitiativeWon: outline.unchanged, Held: held}
PLAYS: Final[outline.Plays] = {
    BeginTurn: outline.Play(begin_turn),
    NextSide: outline.Play(next_side),
    ChooseRegiment: outline.Play(asks=outline.side_named, decision=regiment_decision, accept=regiment_chosen),
    Act: outline.Play(asks=field.owner, decision=act_decision, accept=acted),
}
TELLINGS: Final[outline.Tellings] = {TurnBegan: turn_began_told, InitiativeWon: initiative_won_told, Held: held_told}
