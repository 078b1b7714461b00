"""Initiative, whose phase it is, and which group acts next."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish.activation import fall_back_events, run_events, somebody_waits, waiting
from roundtop.rulebooks.skirmish.command import Throw, initiative, must_be_first, phase_order
from roundtop.rulebooks.skirmish.events import FirstChosen, InitiativeThrown, PhaseBegan, PhaseEnded, apply
from roundtop.rulebooks.skirmish.morale import motion, present
from roundtop.rulebooks.skirmish.sight import centre_of, stragglers
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    FALL_BACK,
    Group,
    State,
    able,
    broken,
    enemy_of,
    group_id,
    is_command,
    members,
)
from roundtop.rulebooks.skirmish.steps import (
    Attach,
    BeginPhase,
    ChooseFirst,
    EndPhase,
    EndTurn,
    Melee,
    OpenGo,
    PickGroup,
    Rally,
    Step,
    ThrowInitiative,
    Window,
)
from roundtop.table.measure import distance

END: Final = "end"


# ---------------------------------------------------------------- initiative


def throw_of(state: State) -> Throw:
    """The throw for initiative as the table has it [turn.initiative]."""
    order = (state.armies[0].side, state.armies[1].side)
    chiefs = [state.figures[army.commander] for army in state.armies]
    down = ["down" if not able(chief) else chief.quality for chief in chiefs]
    return Throw(order, (down[0], down[1]), state.first if state.turn > 1 else "", state.settings)


def throw_initiative(state: State, step: ThrowInitiative, dice: Dice) -> Progress:
    """The higher throw chooses to be first or second player; strict alternation leaves no choice [turn.initiative]."""
    throw = throw_of(state)
    before = len(dice.rolls)
    side = initiative(throw, dice)
    event = InitiativeThrown(side, tuple(dice.rolls[before:]))
    if must_be_first(throw):
        return Progress((event, FirstChosen(side)), phases(state, side))
    return Progress((event,), (ChooseFirst(side),))


def asks_who_is_first(state: State, step: ChooseFirst) -> tuple[str, ...]:
    return (step.side,)


def first_decision(view: State, step: ChooseFirst, player: str) -> Decision:
    items = (Item("first", "act first"), Item("second", "act second"))
    sentence = "You have the initiative: do you act first or second this turn?"
    return Decision(player, "first", "", sentence, ("skirmish.turn.initiative",), Choose(items))


def first_chosen(state: State, step: ChooseFirst, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    first = step.side if command.answer.keys[0] == "first" else enemy_of(state, step.side)
    return Progress((FirstChosen(first),), phases(state, first))


def phases(state: State, first: str) -> tuple[Step, ...]:
    """The rest of a turn: four action phases, a window after each, rallies, the melee and the end [turn.sequence]."""
    found: list[Step] = []
    for side, number in phase_order(first, enemy_of(state, first), state.settings):
        found.extend([BeginPhase(side, number), EndPhase(side, number), Attach(side), Window()])
        if number == 2:
            found.append(Rally(side))
    return (*found, Melee(""), Window(), EndTurn())


# ---------------------------------------------------------------- a phase


def begin_phase(state: State, step: BeginPhase, dice: Dice) -> Progress:
    """A player may spend at most one action with each of his figures in it [turn.action-phases]."""
    return Progress((PhaseBegan(step.side, step.number),), (PickGroup(step.side, ()),))


def ready_groups(state: State, side: str, done: tuple[str, ...]) -> list[Group]:
    """The groups of a side that have not had their turn in this phase and have somebody who can act."""
    found = [g for g in state.groups if g.side == side and g.id not in done and waiting(state, g.id)]
    found.sort(key=group_id)
    return found


def asks_for_group(state: State, step: PickGroup) -> tuple[str, ...]:
    return (step.side,) if somebody_waits(state, step.side, step.done) else ()


def group_decision(view: State, step: PickGroup, player: str) -> Decision:
    """Groups in any order, one finished before another is started [turn.group-by-group]."""
    groups = ready_groups(view, step.side, step.done)
    items = [Item(group.id, group.name, at=waiting(view, group.id)[0].id) for group in groups]
    items.append(Item(END, "end the phase"))
    sentence = "Which group acts next?"
    clauses = ("skirmish.turn.group-by-group", "skirmish.turn.action-phases")
    return Decision(player, "group", "", sentence, clauses, Choose(tuple(items)))


def group_picked(state: State, step: PickGroup, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    if key == END:
        return Progress(())
    return Progress((), (OpenGo(key), PickGroup(step.side, (*step.done, key))))


def end_phase(state: State, step: EndPhase, dice: Dice) -> Progress:
    """Compulsory moves not yet made are made; then how each group has moved and who has lost touch is noted.

    [morale.break-terms, morale.fall-back-terms, morale.motion, movement.cohesion]
    """
    events: list[object] = []
    for group in sorted([g for g in state.groups if g.side == step.side], key=group_id):
        made: list[object] = []
        if broken(group):
            made = run_events(state, group.id, step.number)
        elif step.number == 2 and falls_back_now(state, group):
            made = fall_back_events(state, group.id, step.number)
        for event in made:
            state = apply(state, event)
        events.extend(made)
    return Progress((*events, phase_ended(state, step.side)))


def falls_back_now(state: State, group: Group) -> bool:
    """Whether this is the turn in which a group must spend an action falling back [morale.result-fall-back]."""
    return present(group.state, group.thrown, state.turn) == FALL_BACK and state.turn > group.thrown


def phase_ended(state: State, side: str) -> PhaseEnded:
    motions: list[tuple[str, str]] = []
    lagging: list[str] = []
    for group in sorted([g for g in state.groups if g.side == side and g.arm != ANIMAL], key=group_id):
        men = members(state, group.id)
        if not men:
            continue
        motions.append((group.id, motion_of(state, group)))
        if not is_command(state, group):
            lagging.extend(stragglers(men, group.nco, state.settings))
    return PhaseEnded(side, tuple(motions), tuple(lagging))


def motion_of(state: State, group: Group) -> str:
    """Whether a group came nearer to the enemy who was nearest when the phase began [morale.motion]."""
    before = 0.0
    after = 0.0
    if group.centre is not None and group.foe is not None:
        x, y = centre_of(members(state, group.id))
        before = distance(group.centre[0], group.centre[1], group.foe[0], group.foe[1])
        after = distance(x, y, group.foe[0], group.foe[1])
    return motion(before, after, broken(group), group.fell_back, bool(group.charging))
