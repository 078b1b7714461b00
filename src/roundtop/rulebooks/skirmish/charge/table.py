"""Declaring a charge, the tests, riders' deeds, and home."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Assign, Assigned, Item, Slot
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.charge import contact as charge_contact
from roundtop.rulebooks.skirmish.charge import events as charge_events
from roundtop.rulebooks.skirmish.charge import hand as charge_hand
from roundtop.rulebooks.skirmish.charge import rule
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.fire import aim as fire_aim
from roundtop.rulebooks.skirmish.fire import events as fire_events
from roundtop.rulebooks.skirmish.fire import table as fire_table
from roundtop.rulebooks.skirmish.melee import events as melee_events
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.retreat import table as retreat_table
from roundtop.rulebooks.skirmish.sight import table as sight_table
from roundtop.rulebooks.skirmish.state import ANIMAL, MOUNTED, Figure, Group, State
from roundtop.table.measure import NOISE

BY_HAND: Final = "hand"
"""The answer by which a charger's way is drawn by his player."""


def chargers(state: State, group: str) -> list[Figure]:
    """Those who may take part in a charge: able to move, unburdened, not locked and not half over a wall.

    [movement.charge-declaration, actions.carry-limits]
    """
    return [man for man in field.members(state, group) if may_charge(state, man)]


def may_charge(state: State, man: Figure) -> bool:
    """Whether a figure can go into contact with its next action [movement.charge-declaration]."""
    if not field.may_go(man) or man.arm == ANIMAL or man.landing is not None or man.straggling or not field.able(man):
        return False
    rested = (man.half or field.left_to(state, man) > 0) and not field.burdened(state, man)
    return rested and not field.in_contact(state, man)


def charge_targets(state: State, group: str) -> list[str]:
    """The enemy groups at which a charge may be declared now [movement.charge-declaration]."""
    own = field.group_of(state, group)
    if morale_rule.present(own.state, own.thrown, state.turn) != "ok" or own.charging or own.arm == ANIMAL:
        return []
    men = chargers(state, group)
    found: list[str] = []
    for other in sorted([g for g in state.groups if g.side != own.side and g.arm != ANIMAL], key=field.group_id):
        theirs = field.members(state, other.id)
        if theirs and not charge_fault(state, own, men, theirs):
            found.append(other.id)
    return found


def charge_fault(state: State, own: Group, men: list[Figure], theirs: list[Figure]) -> str:
    """The clause by which a group may not declare a charge at another: one man at least both sees and reaches it.

    [movement.charge-declaration]
    """
    for man in men:
        if not charge_contact.may_reach(state, man, theirs) or not sight_table.group_sees(state, [man], theirs):
            continue
        way = charge_contact.way_to_contact(state, man, theirs)
        if way is not None:
            return rule.charge_refusal(_charge_of(state, own, man, way.cost, theirs))
    return "skirmish.movement.charge-declaration"


def _charge_of(state: State, own: Group, man: Figure, cost: float, theirs: list[Figure]) -> rule.Charge:
    """The charge of a group in which this man goes first."""
    men = chargers(state, own.id)
    return rule.Charge(
        path_cost=cost,
        quality=morale_table.class_of(men),
        able=len(field.members(state, own.id)),
        arm="mounted" if man.arm == MOUNTED else "foot",
        target_quality=morale_table.class_of(theirs),
        target_able=len(theirs),
        state=morale_rule.present(own.state, own.thrown, state.turn),
    )


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
    return Progress((event,), _onward(step.group, step.target))


def _onward(group: str, target: str) -> tuple[object, ...]:
    """What follows a charge that goes in: the charged test, riders' deeds, and home [movement.charge-declaration]."""
    return (
        charge_events.ChargedTest(group, target),
        charge_events.RidersDeeds(group, target),
        charge_events.SendIn(group, target),
    )


def charged_test(state: State, step: charge_events.ChargedTest, dice: Dice) -> Progress:
    """A group that is charged tests once for each charging group and turn; if it breaks it runs before contact.

    [morale.trigger-charged, morale.break-terms]
    """
    target = field.group_of(state, step.target)
    if f"{step.target} < {step.group}" in state.tested or not field.members(state, step.target):
        return Progress(())
    if field.is_command(state, target) or target.arm == ANIMAL:
        return Progress(())
    event = morale_table.tested(
        state=state,
        group=target,
        check=morale_table.check_of(state, target),
        cause="charged",
        against=step.group,
        dice=dice,
    )
    if event.result not in morale_rule.BROKEN:
        return Progress((event,))
    return Progress((event, *retreat_table.flight_events(apply(state, event), step.target)))


def riders(state: State, step: charge_events.RidersDeeds) -> list[Slot]:
    """Riders who are about to charge home and have a shot or something to load [movement.charge-move]."""
    theirs = field.members(state, step.target)
    found: list[Slot] = []
    for man in chargers(state, step.group):
        if man.arm != MOUNTED or not field.may_do(man) or charge_contact.way_to_contact(state, man, theirs) is None:
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
    return (field.group_of(state, step.group).side,) if riders(state, step) else ()


def riders_decision(view: State, step: charge_events.RidersDeeds, player: str) -> Decision:
    group = field.group_of(view, step.group)
    sentence = f"{group.name} charges: who fires or loads before he rides in?"
    clauses = ("skirmish.movement.charge-move", "skirmish.actions.ride-and-act")
    return Decision(player, "riders", group.id, sentence, clauses, form=Assign(tuple(riders(view, step))))


def riders_chosen(state: State, step: charge_events.RidersDeeds, command: Command) -> Progress:
    """Deeds done before the move; one action pays for both [actions.ride-and-act]."""
    assert isinstance(command.answer, Assigned)
    events: list[object] = []
    shots: list[object] = []
    for id, deed in sorted(command.answer.pairs):
        verb, _, place = deed.partition(":")
        if verb == "load":
            events.append(fire_table.load_event(state.figures[id], int(place)))
        else:
            shots.append(fire_events.Shoot(id, int(place), step.target))
    return Progress(tuple(events), tuple(shots))


def send_slots(state: State, step: charge_events.SendIn) -> list[Slot]:
    """The men who can go into contact, each with the enemies he may go for, the nearest way first.

    [movement.charge-move, movement.charge-declaration]
    """
    found: list[Slot] = []
    for man in chargers(state, step.group):
        items = _aims(state, man, field.members(state, step.target))
        if items:
            items.append(Item(BY_HAND, "by a way of his own", "skirmish.movement.charge-move"))
            found.append(Slot(man.id, man.name, tuple(items), True))
    return found


def _aims(state: State, man: Figure, theirs: list[Figure]) -> list[Item]:
    """Whom a charger may go for; of a rider who cannot fight to his rear, also from behind [melee.mounted-rear]."""
    clause = "skirmish.movement.charge-move"
    nearest = charge_contact.way_to_contact(state, man, theirs)
    if nearest is None:
        return []
    ways = {nearest.foe: nearest}
    for foe in theirs:
        way = charge_contact.straight_at(state, man, foe) if foe.id not in ways else None
        if way is not None:
            ways[foe.id] = way
    items: list[Item] = []
    for id, way in ways.items():
        foe = state.figures[id]
        items.append(Item(id, f"at {foe.name}", clause, at=id))
        exposed = foe.arm == MOUNTED and foe.melee != "lance"
        before = exposed and not field.in_rear(foe, field.moved_to(man, way.end))
        if before and charge_contact.way_at(state, man, foe, True) is not None:
            items.append(Item(f"{id}:rear", f"at {foe.name}, from behind", clause, at=id))
    return items


def asks_who_goes(state: State, step: charge_events.SendIn) -> tuple[str, ...]:
    theirs = field.members(state, step.target)
    for man in chargers(state, step.group):
        if charge_contact.way_to_contact(state, man, theirs) is not None:
            return (man.side,)
    return ()


def send_decision(view: State, step: charge_events.SendIn, player: str) -> Decision:
    names = f"{field.group_of(view, step.group).name} charges {field.group_of(view, step.target).name}"
    return Decision(
        player=player,
        kind="home",
        about=step.group,
        sentence=f"{names}: who goes, and at whom? One at least: the nearest, if you name nobody.",
        clauses=("skirmish.movement.charge-move", "skirmish.movement.charge-declaration"),
        form=Assign(tuple(send_slots(view, step))),
    )


def sent(state: State, step: charge_events.SendIn, command: Command) -> Progress:
    """Those whose way is drawn go first, in the order of their names; the others then find theirs."""
    assert isinstance(command.answer, Assigned)
    orders = sorted(command.answer.pairs)
    drawn = [charge_events.ChargeByHand(id, step.target) for id, aim in orders if aim == BY_HAND]
    rest = tuple([order for order in orders if order[1] != BY_HAND])
    return Progress((), (*drawn, charge_events.ChargeHome(step.group, step.target, rest)))


def charge_home(state: State, step: charge_events.ChargeHome, dice: Dice) -> Progress:
    """Of those who are sent the one with the shortest way goes in; who finds no room about his man takes another.
    Where nobody is sent or finds a way, and nobody has gone in, the nearest who can does.

    [movement.charge-move, movement.charge-declaration]
    """
    best = -1
    contact = None
    for place, (id, aim) in enumerate(step.orders):
        way = _ordered(state, id, aim, step.target)
        if way is not None and (contact is None or way.cost < contact.cost - NOISE):
            best, contact = place, way
    if contact is None:
        return Progress(tuple(_one_at_least(state, step)), _fought_at_once(state, step.group))
    man = state.figures[step.orders[best][0]]
    events = charge_hand.goes_in(state, man, contact.manoeuvres)
    rest = (*step.orders[:best], *step.orders[best + 1 :])
    return Progress(tuple(events), (charge_events.ChargeHome(step.group, step.target, rest),))


def _one_at_least(state: State, step: charge_events.ChargeHome) -> list[object]:
    """A charge that is declared is made, if only by one man [movement.charge-declaration]."""
    theirs = field.members(state, step.target)
    nearest: charge_contact.Contact | None = None
    first: Figure | None = None
    for man in field.members(state, step.group):
        if [foe for foe in field.touching(state, man) if foe.group == step.target]:
            return []
        way = charge_contact.way_to_contact(state, man, theirs) if may_charge(state, man) else None
        if way is not None and (nearest is None or way.cost < nearest.cost - NOISE):
            first, nearest = man, way
    return [] if first is None or nearest is None else charge_hand.goes_in(state, first, nearest.manoeuvres)


def _ordered(state: State, id: str, aim: str, target: str) -> charge_contact.Contact | None:
    """The way of a man who is sent at an enemy, or where there is none now, at any other of the group."""
    man = state.figures[id]
    if not may_charge(state, man):
        return None
    foe, _, side = aim.partition(":")
    wanted = state.figures[foe]
    way = charge_contact.way_at(state, man, wanted, side == "rear") if field.able(wanted) else None
    return way or charge_contact.way_to_contact(state, man, field.members(state, target))


def _fought_at_once(state: State, group: str) -> tuple[object, ...]:
    """With the house rule a charge is fought as soon as its moves are done [turn.melee-timing]."""
    return (melee_events.Melee(group),) if state.settings.melee_timing == "on-contact" else ()


def declare(state: State, step: actions_events.GroupActs, target: str) -> Progress:
    """A charge: the chargers' test if due, or else what follows, and the rest of the group's go.

    [movement.charge-declaration]
    """
    event, tests = declared(state, step.group, target)
    onward = (charge_events.ChargeTest(step.group, target),) if tests else _onward(step.group, target)
    return Progress((event,), (*onward, actions_events.OpenGo(step.group)))


PLAYS: Final[Plays] = {
    charge_events.ChargeTest: Play(charge_test),
    charge_events.ChargedTest: Play(charged_test),
    charge_events.RidersDeeds: Play(no_effect, asks_riders, riders_decision, riders_chosen),
    charge_events.SendIn: Play(no_effect, asks_who_goes, send_decision, sent),
    charge_events.ChargeByHand: Play(
        no_effect, charge_hand.asks_way, charge_hand.way_decision, charge_hand.way_made, charge_hand.check_way
    ),
    charge_events.ChargeHome: Play(charge_home),
}
