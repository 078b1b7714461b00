"""The fog: who is out of view of a side, and which events are kept from it."""

from __future__ import annotations

from typing import Final, final

from roundtop.battle.protocol import Progress
from roundtop.dice.questions import Question, Why
from roundtop.dice.sources import Dice
from roundtop.kit import lanes
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.barriers import events as barriers_events
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.events import apply
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.formation import events as formation_events
from roundtop.rulebooks.order_cards.head_down import events as head_down_events
from roundtop.rulebooks.order_cards.melee import events as melee_events
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.prisoners import events as prisoners_events
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.retreat import events as retreat_events
from roundtop.rulebooks.order_cards.rout import events as rout_events
from roundtop.rulebooks.order_cards.sight import events as sight_events
from roundtop.rulebooks.order_cards.sight import table
from roundtop.rulebooks.order_cards.state import Army, Look, Officer, Sighting, State, Unit
from roundtop.rulebooks.order_cards.supply import events as supply_events
from roundtop.rulebooks.order_cards.victory import events as victory_events
from roundtop.table.footprint import Block, radius
from roundtop.table.pose import Pose


def unseen_by(state: State, side: str) -> tuple[str, ...]:
    """Enemies on the table that nobody of a side sees, all round, by their names [visibility.hidden-units].

    Who has been run into on this card is in view, and so is who is in a melee.
    """
    own = field.on_table(state, side)
    officers = [one for one in state.officers if one.side == side and one.place == tables.ON_TABLE]
    found: list[str] = []
    for foe in field.on_table(state):
        if foe.side == side or foe.id in state.met or (state.melees and field.melee_of(state, foe.id) is not None):
            continue
        if not table.seen_by(state, own, officers, foe):
            found.append(foe.id)
    for other in state.officers:
        if other.side != side and other.place == tables.ON_TABLE and not _man_seen_by(state, own, officers, other.pose):
            found.append(other.id)
    for rider in state.messengers:
        if rider.side != side and not _man_seen_by(state, own, officers, rider.pose):
            found.append(rider.id)
    gone = [unit.id for unit in state.units if unit.side != side and unit.place == tables.GONE]
    before = field.army_of(state, side).unseen
    return tuple(sorted([*found, *[id for id in gone if id in before]]))


def unseen_again(state: State, side: str, watch: dict[str, str]) -> tuple[str, ...]:
    """The same as `unseen_by`, from the last look on; who sees what is noted in the watch.

    Of an enemy that is as it was, and that nobody saw, only those are asked who have changed since or from before whom
    somebody has gone; one who saw it and is as he was sees it still unless somebody has come between.
    [visibility.hidden-units]
    """
    look = state.looked
    if look is None or look.ground is not state.ground:
        return unseen_by(state, side)
    before = field.army_of(state, side).unseen
    watchers = Watchers(state, side, look)
    found: list[str] = []
    for foe in field.on_table(state):
        if foe.side == side or foe.id in state.met or (state.melees and field.melee_of(state, foe.id) is not None):
            continue
        here = field.block(foe)
        same = foe.id not in watchers.changed
        by = watchers.still(foe.id, here) if same else ""
        if not by:
            again = same and foe.id in before
            own = watchers.units_to_ask(here) if again else watchers.own
            officers = watchers.officers_to_ask(here) if again else watchers.officers
            by = table.seen_by(state, own, officers, foe)
        if by:
            watch[foe.id] = by
        else:
            found.append(foe.id)
    men = [(one.id, one.pose) for one in state.officers if one.side != side and one.place == tables.ON_TABLE]
    men.extend([(one.id, one.pose) for one in state.messengers if one.side != side])
    for id, pose in men:
        here = Block(pose, 0.1, 0.1)
        same = id not in watchers.changed
        by = watchers.still(id, here) if same else ""
        if not by:
            again = same and id in before
            own = watchers.units_to_ask(here) if again else watchers.own
            officers = watchers.officers_to_ask(here) if again else watchers.officers
            by = _man_seen_by(state, own, officers, pose)
        if by:
            watch[id] = by
        else:
            found.append(id)
    gone = [unit.id for unit in state.units if unit.side != side and unit.place == tables.GONE]
    return tuple(sorted([*found, *[id for id in gone if id in before]]))


@final
class Watchers:
    """Those of a side who look out, and what has changed since they last did."""

    def __init__(self, state: State, side: str, look: Look) -> None:
        self.own = field.on_table(state, side)
        self.officers = [one for one in state.officers if one.side == side and one.place == tables.ON_TABLE]
        self.watch = look.watch
        self.changed: set[str] = set()
        self.went: list[Unit] = []
        self.came: list[Unit] = []
        before = {unit.id: unit for unit in look.units}
        for unit in state.units:
            old = before.pop(unit.id, None)
            if old is unit or (old is not None and _looks_alike(old, unit)):
                continue
            self.changed.add(unit.id)
            self.came.append(unit)
            if old is not None:
                self.went.append(old)
        self.went.extend(before.values())
        officers = {one.id: one for one in look.officers}
        for one in state.officers:
            was = officers.get(one.id)
            if was is None or was.pose != one.pose or was.place != one.place or was.side != one.side:
                self.changed.add(one.id)
        riders = {rider.id: rider.pose for rider in look.messengers}
        for rider in state.messengers:
            if rider.id not in riders or riders[rider.id] != rider.pose:
                self.changed.add(rider.id)

    def still(self, id: str, there: Block) -> str:
        """Who saw a piece that is as it was, and sees it still for certain; "" where nobody does."""
        by = self.watch.get(id, "")
        if not by or by in self.changed:
            return ""
        for unit in self.own:
            if unit.id == by:
                return "" if _between(self.came, field.block(unit), there) else by
        for one in self.officers:
            if one.id == by:
                return "" if _between(self.came, Block(one.pose, 1.0, 1.0), there) else by
        return ""

    def units_to_ask(self, there: Block) -> list[Unit]:
        """Units that may see now what they did not see then."""
        return [unit for unit in self.own if unit.id in self.changed or _between(self.went, field.block(unit), there)]

    def officers_to_ask(self, there: Block) -> list[Officer]:
        return [
            one
            for one in self.officers
            if one.id in self.changed or _between(self.went, Block(one.pose, 1.0, 1.0), there)
        ]


def _between(units: list[Unit], here: Block, there: Block) -> bool:
    """Whether any of these might come between two bodies."""
    lane = lanes.between(here.pose, there.pose, max(radius(here), radius(there)))
    for unit in units:
        if unit.place == tables.ON_TABLE and unit.state != tables.ROUTING:
            width, depth = field.size_of(unit)
            if lanes.may_stand_in(lane, unit.pose, 0.5 * (width + depth)):
                return True
    return False


def _looks_alike(one: Unit, other: Unit) -> bool:
    """Whether a unit sees, is seen and stands in the way as before."""
    return (
        one.pose == other.pose
        and one.stands == other.stands
        and one.formation == other.formation
        and one.disordered == other.disordered
        and one.state == other.state
        and one.place == other.place
        and one.side == other.side
        and one.mounted == other.mounted
        and (one.shown > 0) == (other.shown > 0)
        and one.wing == other.wing
        and one.wing_by == other.wing_by
        and one.trail == other.trail
        and one.load == other.load
        and one.captive == other.captive
        and one.arm == other.arm
    )


def piece_seen(state: State, side: str, id: str) -> bool:
    """Whether a side sees one enemy unit, officer or messenger [visibility.hidden-units]."""
    own = field.on_table(state, side)
    officers = [one for one in state.officers if one.side == side and one.place == tables.ON_TABLE]
    if id in state.met or (state.melees and field.melee_of(state, id) is not None):
        return True
    for unit in state.units:
        if unit.id == id:
            return unit.place == tables.ON_TABLE and table.seen_by(state, own, officers, unit) != ""
    for officer in state.officers:
        if officer.id == id:
            return officer.place == tables.ON_TABLE and _man_seen_by(state, own, officers, officer.pose) != ""
    for rider in state.messengers:
        if rider.id == id:
            return _man_seen_by(state, own, officers, rider.pose) != ""
    return False


def _man_seen_by(state: State, own: list[Unit], officers: list[Officer], pose: Pose) -> str:
    """One of those who see a single man, "" for nobody."""
    there = Block(pose, 0.1, 0.1)
    for unit in own:
        lane = table.lane_between(state, field.block(unit), there, (unit.id,))
        man = table.stand_at(state=state, lane=lane, pose=pose, width=0.1, depth=0.1, mounted=False, shown=False)
        for eye in table.stands_of(state, lane, unit):
            if table.stand_sees(state, lane, eye, man):
                return unit.id
    for officer in officers:
        lane = table.lane_between(state, Block(officer.pose, 1.0, 1.0), there, ())
        man = table.stand_at(state=state, lane=lane, pose=pose, width=0.1, depth=0.1, mounted=False, shown=False)
        if table.stand_sees(
            state,
            lane,
            table.stand_at(state=state, lane=lane, pose=officer.pose, width=1.0, depth=0.0, mounted=False, shown=False),
            man,
        ):
            return officer.id
    return ""


UNIT_EVENTS: Final = (
    deployment_events.Deployed,
    movement_events.Moved,
    movement_events.HalfTurned,
    formation_events.WingTurned,
    charge_events.Waived,
    fire_events.Circled,
    morale_events.Tested,
    rally_events.RallyTried,
    melee_events.Disordered,
    fire_events.UnitRemoved,
    supply_events.Resupplied,
    barriers_events.WorkBegan,
    cards_events.TakenBack,
    cards_events.TakeBackRefused,
)
"""Events about one unit."""
SIGHT_EVENTS: Final = (
    deployment_events.Deployed,
    movement_events.Moved,
    formation_events.WingTurned,
    fire_events.Fired,
    fire_events.Sniped,
    morale_events.Tested,
    rally_events.RallyTried,
    melee_events.Disordered,
    fire_events.UnitRemoved,
    command_events.OfficerPlaced,
    command_events.OfficerMoved,
    command_events.OfficerHurt,
    command_events.MessengerSent,
    command_events.MessengerMoved,
    command_events.MessengerGone,
    cards_events.TurnEnded,
    melee_events.MeleeFought,
    charge_events.ContactMade,
    prisoners_events.Surrendered,
    prisoners_events.Freed,
    barriers_events.LineChanged,
    cards_events.TakenBack,
    sight_events.Met,
)
"""Events after which something may have come into view or gone out of it."""
GOING: Final = (
    deployment_events.Deployed,
    movement_events.Moved,
    formation_events.WingTurned,
    command_events.OfficerPlaced,
    command_events.OfficerMoved,
    command_events.MessengerSent,
    command_events.MessengerMoved,
)
"""Events that tell from where to where a piece went, or where it came to the table."""


def first_look(state: State, army: Army) -> Army:
    return Army(army.side, army.edge, army.friendly, army.exits, unseen=unseen_by(state, army.side))


class Hushed(Dice):
    """Dice thrown for a unit that is not in view: only its own side sees them [visibility.hidden-units]."""

    def __init__(self, dice: Dice, side: str) -> None:
        super().__init__()
        self.dice = dice
        self.side = side
        self.rolls = dice.rolls

    def ask(self, question: Question) -> int:
        why = question.why
        question.why = Why(why.reason, why.clause, why.by, self.side)
        return self.dice.ask(question)


def hushed(state: State, step: object, dice: Dice) -> Dice:
    if isinstance(
        step, (morale_events.TestMorale, rally_events.Rally, retreat_events.TestLoser, retreat_events.Retreat)
    ):
        unit = field.unit_of(state, step.unit)
        if unit.id in field.army_of(state, field.enemy_of(state, unit.side)).unseen:
            return Hushed(dice, unit.side)
    return dice


def befogged(state: State, progress: Progress) -> Progress:
    """Events about what a side does not see, before or after, kept from it; then all look again who is in view.

    [visibility.hidden-units]
    """
    looks_round = [
        step for step in progress.steps if isinstance(step, (head_down_events.FallBackTo, rout_events.RunHow))
    ]
    if not progress.events and not looks_round:
        return progress
    events: list[object] = []
    now = state
    for event in progress.events:
        after = apply(now, event)
        blind = [army.side for army in state.armies if keeps_from(now, after, event, army.side)]
        if not blind:
            events.append(event)
        else:
            to = tuple([hand.player for hand in state.hands if hand.side not in blind])
            last = events[-1] if events else None
            if isinstance(last, sight_events.Unnoticed) and last.to == to:
                events[-1] = sight_events.Unnoticed((*last.events, event), to)
            else:
                events.append(sight_events.Unnoticed((event,), to))
        now = after
    moved = bool([event for event in progress.events if isinstance(event, SIGHT_EVENTS)])
    watch: dict[str, str] = {}
    spotted = sight_events.Spotted(tuple([look_again(state, now, army, moved, watch) for army in now.armies]), moved)
    spotted.watch = watch
    return Progress((*events, spotted), progress.steps, progress.final)


def keeps_from(before: State, after: State, event: object, side: str) -> bool:
    """Whether a side notices nothing of an event: all it names are enemies out of its view, then and now.

    Of an enemy that comes into view or goes out of it on its way, nobody is told whence or whither.
    """
    names = pieces_of(event)
    if not names:
        return False
    unseen = field.army_of(before, side).unseen
    if isinstance(event, GOING):
        return is_enemy(after, side, names[0]) and (names[0] in unseen or not piece_seen(after, side, names[0]))
    for name in names:
        if name not in unseen or (isinstance(event, SIGHT_EVENTS) and piece_seen(after, side, name)):
            return False
    return True


def is_enemy(state: State, side: str, id: str) -> bool:
    foes = [unit.id for unit in state.units if unit.side != side]
    foes.extend([officer.id for officer in state.officers if officer.side != side])
    foes.extend([rider.id for rider in state.messengers if rider.side != side])
    return id in foes


def pieces_of(event: object) -> tuple[str, ...]:
    """The pieces on the table of which an event tells."""
    if isinstance(event, (command_events.OfficerPlaced, command_events.OfficerMoved, command_events.OfficerHurt)):
        return (event.officer,)
    if isinstance(event, command_events.OfficerSwept):
        return (event.officer,)
    if isinstance(event, command_events.MessengerSent):
        return (event.messenger.id,)
    if isinstance(event, (command_events.MessengerMoved, command_events.MessengerGone)):
        return (event.messenger,)
    if isinstance(event, (fire_events.Fired, charge_events.ChargeDeclared, charge_events.ChargeShort)):
        return (event.unit, event.target)
    if isinstance(event, (*UNIT_EVENTS, barriers_events.LineChanged, victory_events.GunsTaken)):
        return (event.unit,)
    return ()


def look_again(before: State, now: State, army: Army, moved: bool, watch: dict[str, str]) -> sight_events.Sighted:
    """What has come into a side's view and gone out of it, and where that was last seen."""
    unseen = unseen_again(now, army.side, watch) if moved else army.unseen
    appeared = tuple([id for id in army.unseen if id not in unseen and place_of(now, id) is not None])
    lost = tuple([id for id in unseen if id not in army.unseen and place_of(before, id) is not None])
    kept = [one for one in army.sightings if one.unit in unseen and one.unit not in lost]
    for id in lost:
        pose = place_of(before, id)
        assert pose is not None
        kept.append(Sighting(id, pose))
    return sight_events.Sighted(
        side=army.side,
        to=field.players_of(now, army.side),
        appeared=appeared,
        lost=lost,
        unseen=unseen,
        sightings=tuple(kept),
    )


def place_of(state: State, id: str) -> Pose | None:
    """Where a piece stands on the table."""
    for unit in state.units:
        if unit.id == id:
            return unit.pose if unit.place == tables.ON_TABLE else None
    for officer in state.officers:
        if officer.id == id:
            return officer.pose if officer.place == tables.ON_TABLE else None
    for rider in state.messengers:
        if rider.id == id:
            return rider.pose
    return None
