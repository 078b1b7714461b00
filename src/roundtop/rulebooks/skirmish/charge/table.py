"""Declaring a charge, the tests, riders' deeds, and home."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Assign, Assigned, Item, Slot
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.carrying import table as carrying_table
from roundtop.rulebooks.skirmish.charge import contact as charge_contact
from roundtop.rulebooks.skirmish.charge import events as charge_events
from roundtop.rulebooks.skirmish.charge import rule
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.fire import aim as fire_aim
from roundtop.rulebooks.skirmish.fire import events as fire_events
from roundtop.rulebooks.skirmish.melee import events as melee_events
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.sight import table as sight_table
from roundtop.rulebooks.skirmish.state import ANIMAL, MOUNTED, Figure, Group, State
from roundtop.table.measure import NOISE, within


def chargers(state: State, group: str) -> list[Figure]:
    """Those who may take part in a charge: able to move, unburdened, not locked and not half over a wall.

    [movement.charge-declaration, actions.carry-limits]
    """
    return [man for man in field.members(state, group) if may_charge(state, man)]


def may_charge(state: State, man: Figure) -> bool:
    """Whether a figure can go into contact with its next action [movement.charge-declaration]."""
    if man.acted or man.arm == ANIMAL or man.landing is not None or man.straggling or not field.able(man):
        return False
    rested = field.left_to(state, man) > 0 and field.can_ride(man) and not field.burdened(state, man)
    return rested and not field.in_contact(state, man)


def charge_targets(state: State, group: str) -> list[str]:
    """The enemy groups at which a charge may be declared now [movement.charge-declaration]."""
    own = field.group_of(state, group)
    if morale_rule.present(own.state, own.thrown, state.turn) != "ok" or own.charging or own.arm == ANIMAL:
        return []
    men = chargers(state, group)
    if not men:
        return []
    found: list[str] = []
    for other in sorted([g for g in state.groups if g.side != own.side and g.arm != ANIMAL], key=field.group_id):
        theirs = field.members(state, other.id)
        if theirs and not charge_fault(state, own, men, theirs):
            found.append(other.id)
    return found


def charge_fault(state: State, own: Group, men: list[Figure], theirs: list[Figure]) -> str:
    """The clause by which a group may not declare a charge at another [movement.charge-declaration]."""
    cheapest = 1e18
    for man in men:
        foe = field.nearest_to(man, theirs, state.settings)
        if foe is None or not within(field.gap(man, foe, state.settings), movement_paths.rate_of(man)):
            continue
        way = charge_contact.way_to_contact(state, man, theirs)
        if way is not None and state.figures[way.foe].group == theirs[0].group:
            cheapest = min(cheapest, way.cost)
            break
    if cheapest > 1e17:
        return "skirmish.movement.charge-declaration"
    now = morale_rule.present(own.state, own.thrown, state.turn)
    charge = rule.Charge(
        path_cost=cheapest,
        quality=morale_table.class_of(men),
        able=len(field.members(state, own.id)),
        arm="mounted" if men[0].arm == MOUNTED else "foot",
        target_quality=morale_table.class_of(theirs),
        target_able=len(theirs),
        state=now,
        in_sight=sight_table.group_sees(state, men, theirs),
    )
    return rule.charge_refusal(charge)


def declared(state: State, group: str, target: str) -> tuple[charge_events.ChargeDeclared, bool]:
    """The charge, and whether the chargers must test first [morale.trigger-charging, morale.charge-comparison]."""
    own = field.members(state, group)
    theirs = field.members(state, target)
    known = f"{group} > {target}" in state.tested
    tests = rule.must_test(morale_table.class_of(own), len(own), morale_table.class_of(theirs), len(theirs))
    exempt = field.is_command(state, field.group_of(state, group))
    return charge_events.ChargeDeclared(group, target), tests and not known and not exempt


def charge_test(state: State, step: charge_events.ChargeTest, dice: Dice) -> Progress:
    """On 1 or more the charge goes in; anything less and it does not [morale.charge-comparison]."""
    group = field.group_of(state, step.group)
    event = morale_table.tested(
        state=state,
        group=group,
        check=morale_table.check_of(state, group, True),
        cause="charging",
        against=step.target,
        dice=dice,
    )
    if event.result != "ok":
        return Progress((event,))
    men = tuple([man.id for man in chargers(state, step.group)])
    onward = (
        charge_events.ChargedTest(step.group, step.target),
        charge_events.RidersDeeds(step.group, step.target),
        charge_events.ChargeHome(step.group, step.target, men),
    )
    return Progress((event,), onward)


def charged_test(state: State, step: charge_events.ChargedTest, dice: Dice) -> Progress:
    """A group that is charged tests once for each charging group and turn [morale.trigger-charged]."""
    target = field.group_of(state, step.target)
    if f"{step.target} < {step.group}" in state.tested or not field.members(state, step.target):
        return Progress(())
    if field.is_command(state, target) or target.arm == ANIMAL:
        return Progress(())
    return Progress(
        (
            morale_table.tested(
                state=state,
                group=target,
                check=morale_table.check_of(state, target),
                cause="charged",
                against=step.group,
                dice=dice,
            ),
        )
    )


def riders(state: State, step: charge_events.RidersDeeds) -> list[Slot]:
    """Riders who are about to charge home and have a shot or something to load [movement.charge-move]."""
    theirs = field.members(state, step.target)
    found: list[Slot] = []
    for man in chargers(state, step.group):
        if man.arm != MOUNTED or charge_contact.way_to_contact(state, man, theirs) is None:
            continue
        items: list[Item] = []
        for place, firearm in enumerate(man.firearms):
            if field.is_loaded(firearm, state) and fire_aim.can_shoot(state, man, firearm.kind, step.target):
                items.append(Item(f"fire:{place}", f"fire the {firearm.kind} first", "skirmish.movement.charge-move"))
            if field.can_load(firearm, state) and field.loads_riding(firearm, state):
                items.append(Item(f"load:{place}", f"load the {firearm.kind} first", "skirmish.movement.charge-move"))
        if items:
            found.append(Slot(man.id, man.name, tuple(items), True))
    return found


def asks_riders(state: State, step: charge_events.RidersDeeds) -> tuple[str, ...]:
    group = field.group_of(state, step.group)
    if group.arm != MOUNTED and not [man for man in field.members(state, step.group) if man.arm == MOUNTED]:
        return ()
    return (group.side,) if riders(state, step) else ()


def riders_decision(view: State, step: charge_events.RidersDeeds, player: str) -> Decision:
    group = field.group_of(view, step.group)
    sentence = f"{group.name} charges: who fires or loads before he rides in?"
    clauses = ("skirmish.movement.charge-move", "skirmish.actions.ride-and-act")
    return Decision(
        player=player,
        kind="riders",
        about=group.id,
        sentence=sentence,
        clauses=clauses,
        form=Assign(tuple(riders(view, step))),
    )


def riders_chosen(state: State, step: charge_events.RidersDeeds, command: Command) -> Progress:
    """Deeds done before the move; the ride pays for both [actions.ride-and-act]."""
    assert isinstance(command.answer, Assigned)
    events: list[object] = []
    shots: list[object] = []
    for id, deed in sorted(command.answer.pairs):
        verb, _, place = deed.partition(":")
        if verb == "load":
            firearm = state.figures[id].firearms[int(place)]
            events.append(fire_events.Loaded(id, int(place), firearm.progress + 1, False))
        else:
            shots.append(fire_events.Shoot(id, int(place), step.target, True))
    return Progress(tuple(events), tuple(shots))


def charge_home(state: State, step: charge_events.ChargeHome, dice: Dice) -> Progress:
    """The next charger who can goes into contact; another group that he meets on the way tests first.

    [movement.charge-move, movement.charge-declaration]
    """
    theirs = field.members(state, step.target)
    best = ""
    contact = None
    for id in step.figures:
        man = state.figures[id]
        if not field.able(man) or field.in_contact(state, man):
            continue
        way = charge_contact.way_to_contact(state, man, theirs)
        if way is not None and (contact is None or way.cost < contact.cost - NOISE):
            best, contact = id, way
    if contact is None:
        return Progress(tuple(_spent(state, step)), _fought_at_once(state, step))
    other = state.figures[contact.foe].group
    if other != step.target and f"{other} < {step.group}" not in state.tested:
        event = charge_events.ChargedTest(step.group, other)
        if not field.is_command(state, field.group_of(state, other)):
            return Progress((), (event, step))
    man = state.figures[best]
    rest = tuple([id for id in step.figures if id != best])
    moved = movement_events.Moved(
        figure=man.id, cause="charge", start=man.pose, end=contact.end, manoeuvres=(contact.manoeuvre,), paid=True
    )
    drops = carrying_table.dropped_by(apply(state, moved), man.id)
    return Progress((moved, *drops), (charge_events.ChargeHome(step.group, step.target, rest),))


def _spent(state: State, step: charge_events.ChargeHome) -> list[object]:
    """A rider who has fired or loaded and then finds no way in has spent his action all the same."""
    return [
        actions_events.Stood(id, "shut out", True)
        for id in step.figures
        if state.figures[id].acted and field.able(state.figures[id])
    ]


def _fought_at_once(state: State, step: charge_events.ChargeHome) -> tuple[object, ...]:
    """With the house rule a charge is fought as soon as its moves are done [turn.melee-timing]."""
    return (melee_events.Melee(step.group),) if state.settings.melee_timing == "on-contact" else ()


def declare(state: State, step: actions_events.GroupActs, target: str) -> Progress:
    """A charge: the chargers' test if due, the target's, riders' deeds, and home [movement.charge-declaration]."""
    event, tests = declared(state, step.group, target)
    men = tuple([man.id for man in field.waiting(state, step.group)])
    onward: tuple[object, ...] = (
        charge_events.ChargedTest(step.group, target),
        charge_events.RidersDeeds(step.group, target),
        charge_events.ChargeHome(step.group, target, men),
    )
    if tests:
        onward = (charge_events.ChargeTest(step.group, target),)
    return Progress((event,), (*onward, actions_events.GroupActs(step.group, step.targets, ())))


PLAYS: Final[Plays] = {
    charge_events.ChargeTest: Play(charge_test),
    charge_events.ChargedTest: Play(charged_test),
    charge_events.RidersDeeds: Play(no_effect, asks_riders, riders_decision, riders_chosen),
    charge_events.ChargeHome: Play(charge_home),
}
