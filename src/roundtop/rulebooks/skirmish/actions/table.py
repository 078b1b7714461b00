"""What the men of a group do in their go, one by one or together: the menu and the answer."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events
from roundtop.rulebooks.skirmish.carrying import events as carrying_events
from roundtop.rulebooks.skirmish.carrying import table as carrying_table
from roundtop.rulebooks.skirmish.charge import table as charge_table
from roundtop.rulebooks.skirmish.climbing import table as climbing_table
from roundtop.rulebooks.skirmish.deployment import arrivals as deployment_arrivals
from roundtop.rulebooks.skirmish.detachment import events as detachment_events
from roundtop.rulebooks.skirmish.detachment import table as detachment_table
from roundtop.rulebooks.skirmish.fire import events as fire_events
from roundtop.rulebooks.skirmish.fire import table as fire_table
from roundtop.rulebooks.skirmish.horses import events as horses_events
from roundtop.rulebooks.skirmish.horses import table as horses_table
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import table as movement_table
from roundtop.rulebooks.skirmish.movement import together as movement_together
from roundtop.rulebooks.skirmish.movement import ways as movement_ways
from roundtop.rulebooks.skirmish.retreat import table as retreat_table
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    DID,
    FALL_BACK,
    MOUNTED,
    ON_TABLE,
    RODE,
    TO_ARRIVE,
    Figure,
    Group,
    State,
)
from roundtop.table.measure import bearing
from roundtop.table.pose import Pose

PAIR_LEAST: Final = 2


def free(state: State, figure: Figure) -> bool:
    """Whether he may do as he likes with his action: not bound by his nerves, an enemy or a wall."""
    if figure.place != ON_TABLE or figure.landing is not None or figure.arm == ANIMAL:
        return False
    found = morale_table.duty_of(state, figure)
    return found.must == "nothing" and found is not morale_rule.LOCKED


def open_go(state: State, step: events.OpenGo, dice: Dice) -> Progress:
    """Whom those of a group who have not acted might shoot at and charge [movement.charge-declaration]."""
    waiting = field.waiting(state, step.group)
    if not waiting:
        return Progress(())
    shooters = [figure for figure in waiting if fire_table.may_shoot(state, figure)]
    targets = [
        group.id for group in field.enemy_groups(state, step.group) if fire_table.shot_by(state, shooters, group.id)
    ]
    return Progress(
        (), (events.GroupActs(step.group, tuple(targets), tuple(charge_table.charge_targets(state, step.group))),)
    )


def asks_group(state: State, step: events.GroupActs) -> tuple[str, ...]:
    return (field.group_of(state, step.group).side,) if hands(state, step.group) else ()


def hands(state: State, group: str) -> list[Figure]:
    """Those of a group who have something left to do: with half of a rider's action only if the other can be used."""
    return [man for man in field.waiting(state, group) if not man.half or len(choices(state, man)) >= PAIR_LEAST]


def group_decision(view: State, step: events.GroupActs, player: str) -> Decision:
    """One man acts, or all who can do the same thing together [turn.group-by-group, actions.menu]."""
    group = field.group_of(view, step.group)
    men = hands(view, step.group)
    items = [Item(man.id, man.name) for man in men]
    items.extend(gestures(view, step, group, men))
    sentence = f"{group.name}: who acts, and how?"
    clauses = ("skirmish.turn.group-by-group", "skirmish.actions.menu")
    return Decision(player, "act", group.id, sentence, clauses, form=Choose(tuple(items)))


def gestures(state: State, step: events.GroupActs, group: Group, men: list[Figure]) -> list[Item]:
    """What several can do with one answer, each as his own rules allow."""
    found: list[Item] = []
    if field.broken(group):
        return [Item("run", "all run for home", "skirmish.morale.break-terms")]
    if [man for man in men if man.place == TO_ARRIVE]:
        found.append(Item("enter", "all come on", "skirmish.setup.reinforcements"))
    there = [man for man in men if man.place == ON_TABLE]
    if not there:
        return [*found, Item("done", "the rest do nothing")]
    for target in step.charges:
        if field.members(state, target):
            text = f"charge {field.group_of(state, target).name}"
            clause = "skirmish.movement.charge-declaration"
            found.append(Item(f"charge:{target}", text, clause, at=field.nearest_of(state, there[0], target)))
    for target in step.targets:
        if field.members(state, target):
            text = f"all fire at {field.group_of(state, target).name}"
            found.append(
                Item(f"fire:{target}", text, "skirmish.actions.fire", at=field.nearest_of(state, there[0], target))
            )
    falls_back = morale_rule.present(group.state, group.thrown, state.turn) == FALL_BACK
    if falls_back and retreat_table.fall_back_events(state, group.id):
        found.append(Item("back", "all fall back", "skirmish.morale.fall-back-terms"))
    if fire_table.load_events(state, group.id):
        found.append(Item("load", "all load", "skirmish.actions.load"))
    if movement_together.goes_anywhere(state, group.id):
        found.append(Item("together", "move together", "skirmish.actions.move"))
    found.append(Item("done", "the rest do nothing"))
    return found


def group_chosen(state: State, step: events.GroupActs, command: Command) -> Progress:
    key = key_of(command)
    later = events.OpenGo(step.group)
    if key in state.figures:
        return Progress((), (events.FigureActs(key), later))
    if key.startswith("fire:"):
        men = tuple([man.id for man in field.waiting(state, step.group)])
        return Progress((), (fire_events.Volley(men, key[5:]), later))
    if key.startswith("charge:"):
        return charge_table.declare(state, step, key[7:])
    if key == "together":
        return Progress((), (movement_events.MoveTogether(step.group), later))
    if key == "load":
        return Progress(tuple(fire_table.load_events(state, step.group)), (later,))
    if key == "run":
        return Progress(tuple(retreat_table.run_events(state, step.group)))
    if key == "back":
        return Progress(tuple(retreat_table.fall_back_events(state, step.group)), (later,))
    if key == "enter":
        return Progress(tuple(deployment_arrivals.entry_events(state, step.group)), (later,))
    return Progress(
        tuple([events.Stood(man.id, "idle", False) for man in field.waiting(state, step.group) if not man.half])
    )


def asks_figure_acts(state: State, step: events.FigureActs) -> tuple[str, ...]:
    """A rider who has done both halves of his action, or has no second half, is not asked; nor is a man who has put
    down the load that took his last action [actions.carry-limits].
    """
    figure = state.figures[step.figure]
    if figure.acted and (not figure.half or len(choices(state, figure)) < PAIR_LEAST):
        return ()
    if not figure.acted and not figure.burden and not field.left_to(state, figure):
        return ()
    return (figure.side,)


def figure_decision(view: State, step: events.FigureActs, player: str) -> Decision:
    """What one action may be [actions.menu]."""
    figure = view.figures[step.figure]
    items = tuple(choices(view, figure))
    sentence = f"What does {figure.name} do?"
    if figure.half == RODE:
        sentence = f"{figure.name} has ridden: what does he do in the saddle?"
    elif figure.half == DID:
        sentence = f"Does {figure.name} ride on?"
    clauses = ("skirmish.actions.menu", "skirmish.actions.allowance")
    if figure.half:
        clauses = ("skirmish.actions.ride-and-act", "skirmish.actions.ride-and-act-limits")
    return Decision(player, "figure", figure.id, sentence, clauses, form=Choose(items))


def choices(state: State, figure: Figure) -> list[Item]:
    """Everything a figure may do with this action."""
    if figure.half:
        return _other_half(state, figure)
    if figure.place == TO_ARRIVE:
        enter = Item("move", "come on", "skirmish.setup.reinforcements")
        return [*([enter] if deployment_arrivals.entry_ways(state, figure) else []), Item("stand", "wait")]
    bound = morale_table.duty_of(state, figure)
    if bound is morale_rule.RUN:
        run = Item("run", "run for home", "skirmish.morale.break-terms")
        other = Item("move", "run another way", "skirmish.morale.break-terms")
        free_to = field.can_ride(figure) and movement_ways.ways(state, figure, morale_rule.RUN)
        return [run, other] if free_to else [run]
    if bound is morale_rule.LOCKED:
        return _locked_choices(state, figure)
    if bound.must == "stand":
        return [Item("hold", "stay in cover", "skirmish.morale.fall-back-terms"), Item("stand", "wait")]
    if bound.must == "move-back":
        return retreat_table.back_choices(state, figure)
    if figure.landing is not None:
        climb = Item("climb", "climb on", "skirmish.actions.climb-crossing")
        down = [Item("move", "step down and move", "skirmish.actions.move"), Item("stand", "do nothing")]
        return [*([climb] if climbing_table.goes_on(state, figure) else []), *down]
    if not field.left_to(state, figure):
        return [*_deeds(state, figure)[:1], Item("stand", "do nothing")]
    found: list[Item] = []
    mate = field.partner_of(state, figure)
    along = mate is None or movement_table.goes_along(state, mate)
    if field.can_ride(figure) and along and movement_ways.goes(state, figure, bound):
        found.append(Item("move", "ride" if figure.arm == MOUNTED else "move", "skirmish.actions.move"))
    if figure.arm != ANIMAL:
        found.extend(_deeds(state, figure))
    found.append(Item("stand", "do nothing"))
    return found


def _other_half(state: State, figure: Figure) -> list[Item]:
    """What is left of a rider's action: to ride, or to do something in the saddle [actions.ride-and-act]."""
    if figure.half == DID:
        rides = field.may_ride_on(figure) and free(state, figure)
        rides = rides and movement_ways.goes(state, figure, morale_table.duty_of(state, figure))
        return [Item("stand", "stay"), *([Item("move", "ride", "skirmish.actions.ride-and-act")] if rides else [])]
    if not free(state, figure):
        return [Item("stand", "nothing more")]
    shots_and_loads = [*fire_table.shots(state, figure), *fire_table.loads(state, figure, True)]
    others = [*carrying_table.deeds(state, figure), *detachment_table.splits(state, figure)]
    return [Item("stand", "nothing more"), *shots_and_loads, *others]


def _locked_choices(state: State, figure: Figure) -> list[Item]:
    """In contact a rider may turn on the spot to any of those he touches [actions.in-contact]."""
    turns: list[Item] = []
    if figure.arm == MOUNTED:
        for foe in field.touching(state, figure):
            turns.append(Item(f"turn:{foe.id}", f"turn to {foe.name}", "skirmish.actions.in-contact"))
    return [*turns, Item("stand", "stand and fight")]


def _deeds(state: State, figure: Figure) -> list[Item]:
    found: list[Item] = []
    if field.burdened(state, figure):
        text = "put the load down" if field.partner_of(state, figure) is None else "let go of the load"
        found.append(Item("drop", text, "skirmish.actions.carry-limits"))
        return [*found, *movement_table.leaving(state, figure)]
    found.extend(fire_table.shots(state, figure))
    found.extend(fire_table.loads(state, figure, False))
    found.extend(horses_table.horses(state, figure))
    found.extend(climbing_table.climbs(state, figure))
    found.extend(carrying_table.things(state, figure))
    found.extend(detachment_table.splits(state, figure))
    return [*found, *movement_table.leaving(state, figure)]


def figure_chosen(state: State, step: events.FigureActs, command: Command) -> Progress:
    figure = state.figures[step.figure]
    verb, _, rest = key_of(command).partition(":")
    if verb == "move":
        return Progress((), (movement_events.MoveFigure(figure.id),))
    if verb == "fire":
        place, _, target = rest.partition(":")
        return Progress((), (fire_events.Shoot(figure.id, int(place), target), *_rides_on(figure)))
    if verb == "load":
        return Progress((fire_table.load_event(figure, int(rest)),), _rides_on(figure))
    if verb == "detach":
        return Progress((), (detachment_events.Detach(figure.id), *_rides_on(figure)))
    if verb in ("lead", "take", "lift", "share"):
        return carrying_table.takes(state, figure, verb, rest)
    return Progress(tuple(_done(state, figure, verb, rest)), _after(figure, verb))


def _rides_on(figure: Figure) -> tuple[object, ...]:
    """A rider is asked for the other half of his action [actions.ride-and-act]."""
    return (events.FigureActs(figure.id),) if figure.arm == MOUNTED and not figure.half else ()


def _after(figure: Figure, verb: str) -> tuple[object, ...]:
    """Putting a load down is free: he may still act; and a rider's deed leaves him the ride."""
    if verb in ("deed", "rejoin"):
        return _rides_on(figure)
    return (events.FigureActs(figure.id),) if verb == "drop" else ()


def _done(state: State, figure: Figure, verb: str, rest: str) -> list[object]:
    """What an answer that needs no more does at once."""
    if verb == "run":
        return [retreat_table.run_event(state, figure)]
    if verb in ("back", "cover"):
        return retreat_table.back_events(state, figure, verb == "cover")
    if verb == "hold":
        return [events.Stood(figure.id, "covered", True)]
    if verb == "turn":
        return [_turns(figure, state.figures[rest])]
    if verb == "mount":
        return [horses_events.GotUp(figure.id, rest)]
    if verb == "dismount":
        spot = horses_table.beside(state, figure)
        assert spot is not None
        return [horses_events.GotDown(figure.id, field.horse_id(figure.id, state.turn), spot)]
    if verb in ("climb", "ladder"):
        return [climbing_table.climbs_on(state, figure, verb, rest)]
    if verb == "drop":
        return [carrying_table.lets_go(state, figure)]
    if verb == "deed":
        return [carrying_events.DeedDone(figure.id, rest)]
    if verb == "rejoin":
        return [detachment_table.rejoins(state, figure, rest)]
    if verb == "leave":
        return [movement_events.Left(figure.id, "marched")]
    return [events.Stood(figure.id, "idle", False)]


def _turns(figure: Figure, foe: Figure) -> movement_events.Moved:
    """A rider in contact turns to an enemy, which takes a whole action [actions.in-contact]."""
    end = Pose(figure.pose.x, figure.pose.y, bearing(figure.pose.x, figure.pose.y, foe.pose.x, foe.pose.y))
    return movement_events.Moved(figure=figure.id, cause="turn", start=figure.pose, end=end, manoeuvres=(), paid=True)


PLAYS: Final[Plays] = {
    events.OpenGo: Play(open_go),
    events.GroupActs: Play(no_effect, asks_group, group_decision, group_chosen),
    events.FigureActs: Play(no_effect, asks_figure_acts, figure_decision, figure_chosen),
}
