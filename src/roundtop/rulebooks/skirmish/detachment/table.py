"""Who may be sent off, who goes, and who may join up again."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.detachment import events, rule
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.state import COMMANDER, Figure, Group, State
from roundtop.table.measure import within


def splits(state: State, figure: Figure) -> list[Item]:
    """A leader may split men off, or take a detachment in again [actions.detachment, actions.rejoin]."""
    found: list[Item] = []
    group = field.group_of(state, figure.group)
    if leads(state, figure) and detachable(state, figure):
        found.append(Item("detach", "send men off on their own", "skirmish.actions.detachment"))
    for other in rejoinable(state, figure, group):
        found.append(Item(f"rejoin:{other.id}", f"join up with {other.name}", "skirmish.actions.rejoin"))
    return found


def leads(state: State, figure: Figure) -> bool:
    """The group's able NCO, or the commander attached to it [actions.detachment-terms]."""
    group = field.group_of(state, figure.group)
    return figure.id == group.nco or (figure.role == COMMANDER and figure.group != figure.id)


def detachable(state: State, figure: Figure) -> list[Figure]:
    """The men whom a leader may send off; none where no detachment may be made [actions.detachment-terms]."""
    men = field.members(state, figure.group)
    others = [man for man in men if man.id != figure.id and man.role != COMMANDER]
    least = state.settings.detachment_min
    barred = rule.detach_refusal(detaching(state, figure, least), state.settings) or most_sent(state, figure) < least
    return [] if barred else others


def most_sent(state: State, figure: Figure) -> int:
    """How many a leader may send off: so few stay at least, and one of them whom the strength of the group counts.

    [actions.detachment-terms, leaders.attach]
    """
    men = field.members(state, figure.group)
    own = [man for man in men if morale_table.counted(man, field.group_of(state, figure.group))]
    return min(len(men) - state.settings.detachment_min, len(own) - 1)


def detaching(state: State, figure: Figure, number: int) -> rule.Detaching:
    group = field.group_of(state, figure.group)
    men = field.members(state, group.id)
    now = morale_rule.present(group.state, group.thrown, state.turn)
    return rule.Detaching(
        start=group.start,
        lost=0,
        able=len(men),
        detach=number,
        leader_able=leads(state, figure),
        leader_in_contact=field.in_contact(state, figure),
        state=now,
    )


def rejoinable(state: State, figure: Figure, group: Group) -> list[Group]:
    """Detachments that this figure may join up with their parent [actions.rejoin]."""
    found: list[Group] = []
    for other in state.groups:
        if other.side != group.side or field.broken(other) or field.broken(group) or not field.members(state, other.id):
            continue
        if other.parent == group.id and figure.id == group.nco:
            pair = True
        else:
            pair = group.parent == other.id and not _able_id(state, other.nco)
        if pair and within(
            field.apart(field.members(state, group.id), field.members(state, other.id), state.settings), rule.REJOIN_CM
        ):
            found.append(other)
    return found


def _able_id(state: State, id: str) -> bool:
    return id != "" and field.able(state.figures[id])


def rejoins(state: State, figure: Figure, other: str) -> events.MenRejoined:
    if field.group_of(state, other).parent == figure.group:
        return events.MenRejoined(figure.id, figure.group, other)
    return events.MenRejoined(figure.id, other, figure.group)


def asks_to_detach(state: State, step: events.Detach) -> tuple[str, ...]:
    return (state.figures[step.figure].side,)


def detach_decision(view: State, step: events.Detach, player: str) -> Decision:
    figure = view.figures[step.figure]
    men = detachable(view, figure)
    least = view.settings.detachment_min
    sentence = f"{figure.name} sends men off as a group of their own: who goes?"
    clauses = ("skirmish.actions.detachment", "skirmish.actions.detachment-terms")
    items = tuple([Item(man.id, man.name) for man in men])
    return Decision(player, "detach", figure.id, sentence, clauses, form=Choose(items, least, most_sent(view, figure)))


def detached(state: State, step: events.Detach, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    figure = state.figures[step.figure]
    number = 1
    while [group for group in state.groups if group.id == f"{figure.group}+{number}"]:
        number += 1
    return Progress((events.MenDetached(figure.id, f"{figure.group}+{number}", tuple(sorted(command.answer.keys))),))


PLAYS: Final[Plays] = {
    events.Detach: Play(no_effect, asks_to_detach, detach_decision, detached),
}
