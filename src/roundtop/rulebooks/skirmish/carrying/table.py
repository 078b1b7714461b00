"""What may be taken up, shared or done, and letting go."""

from __future__ import annotations

from roundtop.battle.forms import Item
from roundtop.battle.protocol import Progress
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.carrying import events as carrying_events
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.melee import rule as melee_rule
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.state import DEED, FOOT, LOAD, ON_TABLE, Figure, State, Thing
from roundtop.table.measure import distance, within


def things(state: State, figure: Figure) -> list[Item]:
    """Loads to take up, on foot, and deeds to do: in reach, not in contact [actions.carry, actions.other-deeds]."""
    if figure.arm != FOOT:
        return deeds(state, figure)
    found: list[Item] = []
    for thing in state.things:
        if thing.kind != LOAD or figure.carried or figure.burden or not field.touches_thing(state, figure, thing):
            continue
        if not thing.holder:
            found.append(Item(f"take:{thing.id}", f"take up the {thing.name}", "skirmish.actions.carry"))
        elif shareable(state, figure, thing):
            text = f"share the {thing.name} with {state.figures[thing.holder].name}"
            found.append(Item(f"share:{thing.id}", text, "skirmish.actions.carry-limits"))
    if not figure.carried and not figure.burden:
        for man in fallen_near(state, figure):
            found.append(Item(f"lift:{man.id}", f"carry {man.name}", "skirmish.actions.carry-limits"))
    return [*found, *deeds(state, figure)]


def deeds(state: State, figure: Figure) -> list[Item]:
    """What the scenario names and nobody has done yet, from the saddle too [actions.other-deeds]."""
    return [
        Item(f"deed:{thing.id}", thing.name, "skirmish.actions.other-deeds")
        for thing in state.things
        if thing.kind == DEED and not thing.holder and thing.side in ("", figure.side)
        if field.touches_thing(state, figure, thing)
    ]


def shareable(state: State, figure: Figure, thing: Thing) -> bool:
    """Whether he may lend a hand with what a comrade carries alone [actions.carry-limits]."""
    holder = state.figures[thing.holder]
    return holder.side == figure.side and field.partner_of(state, holder) is None


def fallen_near(state: State, figure: Figure) -> list[Figure]:
    """Disabled comrades whom he touches; each counts as such an object [actions.carry-limits]."""
    lifted = [thing.id for thing in state.things if thing.kind == LOAD]
    reach = field.radius(figure, state.settings) + 0.5 * state.settings.base_foot_cm + melee_rule.CONTACT_CM
    return [
        man
        for man in state.figures.values()
        if man.harm == 2
        and man.place == ON_TABLE
        and man.side == figure.side
        and man.id not in lifted
        and within(distance(man.pose.x, man.pose.y, figure.pose.x, figure.pose.y), reach)
    ]


def takes(state: State, figure: Figure, verb: str, id: str) -> Progress:
    """A load is taken up, a fallen comrade lifted, a bridle taken; then he may still move [actions.carry]."""
    if verb == "lead":
        return Progress((carrying_events.TookUp(figure.id, id),), (movement_events.MoveFigure(figure.id),))
    beside = field.thing_of(state, id).holder if verb == "share" else ""
    return Progress((carrying_events.TookUp(figure.id, id, beside),), (actions_events.FigureActs(figure.id),))


def dropped_by(state: State, charger: str) -> list[object]:
    """Whoever is contacted drops what he carries [actions.carry-limits]."""
    events: list[object] = []
    for foe in field.touching(state, state.figures[charger]):
        if foe.burden:
            event = lets_go(state, foe)
            state = apply(state, event)
            events.append(event)
    return events


def lets_go(state: State, figure: Figure) -> carrying_events.Dropped:
    """A load at its bearer's feet, or left to the man who shares it [actions.carry-limits]."""
    other = field.partner_of(state, figure)
    if other is None:
        return carrying_events.Dropped(figure.id, figure.burden, figure.pose.x, figure.pose.y)
    return carrying_events.Dropped(figure.id, figure.burden, other.pose.x, other.pose.y, other.id)
