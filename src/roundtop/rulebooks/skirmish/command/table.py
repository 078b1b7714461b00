"""Initiative, whose phase it is, which group acts next, and whom the commander is with."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect, side_named
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import field, tables
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.actions import rule as actions_rule
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.command import rule
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.melee import events as melee_events
from roundtop.rulebooks.skirmish.morale import events as morale_events
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.movement import cohesion as movement_cohesion
from roundtop.rulebooks.skirmish.retreat import table as retreat_table
from roundtop.rulebooks.skirmish.state import ANIMAL, PRIVATE, Figure, Group, State
from roundtop.table.measure import distance, within

END: Final = "end"


def joinable(state: State, side: str) -> list[Group]:
    """The groups within reach of the force commander; those he is with first [leaders.attach]."""
    chief = state.figures[field.army_of(state, side).commander]
    if not field.able(chief):
        return []
    return [
        group
        for group in sorted(field.troops(state, side), key=field.group_id)
        if group.id != chief.group
        and _within_reach(state, chief, [man for man in field.members(state, group.id) if man.id != chief.id])
    ]


def _within_reach(state: State, chief: Figure, men: list[Figure]) -> bool:
    return bool(men) and within(field.apart([chief], men, state.settings), rule.ATTACH_CM)


def asks_to_attach(state: State, step: command_events.Attach) -> tuple[str, ...]:
    """Whenever he could join a group; one who is with a group may leave it in a phase in which he did something."""
    chief = state.figures[field.army_of(state, step.side).commander]
    if not field.able(chief):
        return ()
    if chief.group == chief.id:
        return (step.side,) if joinable(state, step.side) else ()
    busy = chief.acted or actions_rule.actions_left(chief.harm, chief.spent) == 0
    return (step.side,) if busy else ()


def attach_decision(view: State, step: command_events.Attach, player: str) -> Decision:
    chief = view.figures[field.army_of(view, step.side).commander]
    alone = chief.group == chief.id
    group = "" if alone else field.group_of(view, chief.group).name
    items = [Item("stay", "stay by himself" if alone else f"stay with {group}", art="default")]
    if not alone:
        items.append(Item("leave", "go off by himself", "skirmish.leaders.attach"))
    items.extend(
        [Item(group.id, f"join {group.name}", "skirmish.leaders.attach") for group in joinable(view, step.side)]
    )
    sentence = f"Does {chief.name} {'join a group' if alone else f'stay with {group}'}?"
    return Decision(player, "attach", chief.id, sentence, ("skirmish.leaders.attach",), form=Choose(tuple(items)))


def attached(state: State, step: command_events.Attach, command: Command) -> Progress:
    chief = field.army_of(state, step.side).commander
    key = key_of(command)
    if key == "stay":
        return Progress(())
    return Progress((command_events.Joined(chief, chief if key == "leave" else key),))


def promotions(state: State) -> list[object]:
    """With the house rule, the best private takes a fallen NCO's place after one full turn [leaders.nco-loss]."""
    if not state.settings.nco_replacement:
        return []
    events: list[object] = []
    for group in sorted(field.troops(state), key=field.group_id):
        privates = [man for man in field.members(state, group.id) if man.role == PRIVATE]
        if group.nco_fell and state.turn > group.nco_fell and privates:
            best = max([tables.rank(man.quality) for man in privates])
            chosen = [man for man in privates if tables.rank(man.quality) == best]
            events.append(command_events.Promoted(group.id, chosen[0].id))
    return events


def throw_of(state: State) -> rule.Throw:
    """The throw for initiative as the table has it [turn.initiative]."""
    order = (state.armies[0].side, state.armies[1].side)
    chiefs = [state.figures[army.commander] for army in state.armies]
    down = ["down" if not field.able(chief) else chief.quality for chief in chiefs]
    return rule.Throw(order, (down[0], down[1]), state.first if state.turn > 1 else "", state.settings)


def throw_initiative(state: State, step: command_events.ThrowInitiative, dice: Dice) -> Progress:
    """The higher throw chooses to be first or second player; strict alternation leaves no choice [turn.initiative]."""
    throw = throw_of(state)
    before = len(dice.rolls)
    side = rule.initiative(throw, dice)
    event = command_events.InitiativeThrown(side, tuple(dice.rolls[before:]))
    if rule.must_be_first(throw):
        return Progress((event, command_events.FirstChosen(side)), phases(state, side))
    return Progress((event,), (command_events.ChooseFirst(side),))


def first_decision(view: State, step: command_events.ChooseFirst, player: str) -> Decision:
    items = (Item("first", "act first"), Item("second", "act second"))
    sentence = "You have the initiative: do you act first or second this turn?"
    return Decision(player, "first", "", sentence, ("skirmish.turn.initiative",), form=Choose(items))


def first_chosen(state: State, step: command_events.ChooseFirst, command: Command) -> Progress:
    first = step.side if key_of(command) == "first" else field.enemy_of(state, step.side)
    return Progress((command_events.FirstChosen(first),), phases(state, first))


def phases(state: State, first: str) -> tuple[object, ...]:
    """The rest of a turn: four action phases, a window after each, rallies, the melee and the end [turn.sequence]."""
    found: list[object] = []
    for side, number in rule.phase_order(first, field.enemy_of(state, first), state.settings):
        found.extend(
            [
                command_events.BeginPhase(side, number),
                command_events.EndPhase(side, number),
                command_events.Attach(side),
                morale_events.Window(),
            ]
        )
        if number == 2:
            found.append(morale_events.Rally(side))
    return (*found, melee_events.Melee(""), morale_events.Window(), command_events.EndTurn())


def begin_phase(state: State, step: command_events.BeginPhase, dice: Dice) -> Progress:
    """A player may spend at most one action with each of his figures in it [turn.action-phases]."""
    return Progress((command_events.PhaseBegan(step.side, step.number),), (command_events.PickGroup(step.side, ()),))


def ready_groups(state: State, side: str, done: tuple[str, ...]) -> list[Group]:
    """The groups of a side that have not had their turn in this phase and have somebody who can act."""
    found = [g for g in state.groups if g.side == side and g.id not in done and field.waiting(state, g.id)]
    found.sort(key=field.group_id)
    return found


def asks_for_group(state: State, step: command_events.PickGroup) -> tuple[str, ...]:
    return (step.side,) if field.somebody_waits(state, step.side, step.done) else ()


def group_decision(view: State, step: command_events.PickGroup, player: str) -> Decision:
    """Groups in any order, one finished before another is started [turn.group-by-group]."""
    groups = ready_groups(view, step.side, step.done)
    items = [Item(group.id, group.name, at=field.waiting(view, group.id)[0].id) for group in groups]
    items.append(Item(END, "end the phase"))
    sentence = "Which group acts next?"
    clauses = ("skirmish.turn.group-by-group", "skirmish.turn.action-phases")
    return Decision(player, "group", "", sentence, clauses, form=Choose(tuple(items)))


def group_picked(state: State, step: command_events.PickGroup, command: Command) -> Progress:
    key = key_of(command)
    if key == END:
        return Progress(())
    return Progress((), (actions_events.OpenGo(key), command_events.PickGroup(step.side, (*step.done, key))))


def end_phase(state: State, step: command_events.EndPhase, dice: Dice) -> Progress:
    """Compulsory moves not yet made are made; then how each group has moved and who has lost touch is noted.

    [morale.break-terms, morale.fall-back-terms, morale.motion, movement.cohesion]
    """
    events: list[object] = []
    for group in sorted([g for g in state.groups if g.side == step.side], key=field.group_id):
        made: list[object] = []
        if field.broken(group):
            made = retreat_table.run_events(state, group.id)
        elif step.number == 2 and retreat_table.falls_back_now(state, group):
            made = retreat_table.fall_back_events(state, group.id, step.number)
        for event in made:
            state = apply(state, event)
        events.extend(made)
    return Progress((*events, phase_ended(state, step.side)))


def phase_ended(state: State, side: str) -> command_events.PhaseEnded:
    motions: list[tuple[str, str]] = []
    lagging: list[str] = []
    for group in sorted([g for g in state.groups if g.side == side and g.arm != ANIMAL], key=field.group_id):
        men = field.members(state, group.id)
        if not men:
            continue
        motions.append((group.id, motion_of(state, group)))
        if not field.is_command(state, group):
            lagging.extend(movement_cohesion.stragglers(men, group.nco, state.settings))
    return command_events.PhaseEnded(side, tuple(motions), tuple(lagging))


def motion_of(state: State, group: Group) -> str:
    """Whether a group came nearer to the enemy who was nearest when the phase began [morale.motion]."""
    before = 0.0
    after = 0.0
    if group.centre is not None and group.foe is not None:
        x, y = field.centre_of(field.members(state, group.id))
        before = distance(group.centre[0], group.centre[1], group.foe[0], group.foe[1])
        after = distance(x, y, group.foe[0], group.foe[1])
    return morale_rule.motion(before, after, field.broken(group), group.fell_back, bool(group.charging))


PLAYS: Final[Plays] = {
    command_events.ThrowInitiative: Play(throw_initiative),
    command_events.ChooseFirst: Play(no_effect, side_named, first_decision, first_chosen),
    command_events.BeginPhase: Play(begin_phase),
    command_events.PickGroup: Play(no_effect, asks_for_group, group_decision, group_picked),
    command_events.EndPhase: Play(end_phase),
    command_events.Attach: Play(no_effect, asks_to_attach, attach_decision, attached),
}
