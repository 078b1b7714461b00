"""What can happen at the table, and how each event changes it. Nothing else changes a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from roundtop.battle.protocol import Outcome
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.rulebooks.order_cards.command import WOUNDS, out_of_battle
from roundtop.rulebooks.order_cards.state import (
    ABANDONED,
    CAPTURED,
    GONE,
    ON_TABLE,
    TAKEN,
    Army,
    Attack,
    Delivered,
    Goal,
    Hand,
    Melee,
    Messenger,
    Officer,
    Sighting,
    State,
    Unit,
    boxes_of,
    changing,
    closed,
    copied,
    look_of,
    size_of,
    strength,
    unit_of,
    with_unit,
)
from roundtop.rulebooks.order_cards.tables import HEAD_DOWN, LIMBERED, LINE, ROUTING, STEADY
from roundtop.table.ground import Ground, Line
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose


@final
@dataclass(slots=True)
class PlacingThrown:
    """Who deploys first."""

    first: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Deployed:
    unit: str
    pose: Pose
    formation: str


@final
@dataclass(slots=True)
class SetBegan:
    set: int


@final
@dataclass(slots=True)
class SetLaid:
    """A player has laid his set face down; `to` are the players who may see it."""

    player: str
    cards: tuple[str, ...]
    to: tuple[str, ...]


@final
@dataclass(slots=True)
class SetThrown:
    """The side that chooses to play first or second."""

    side: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class OrderChosen:
    """The side that plays the set first."""

    first: str


@final
@dataclass(slots=True)
class CardsTurned:
    """The players of a side turn their top cards."""

    turn: int
    side: str
    cards: tuple[tuple[str, str], ...]


@final
@dataclass(slots=True)
class CardEnded:
    player: str


@final
@dataclass(slots=True)
class TurnEnded:
    side: str


@final
@dataclass(slots=True)
class Moved:
    """A unit has moved or changed its formation. Causes: order, charge, arrive, form, rout, head-down, retreat,
    prisoners, stray.
    """

    unit: str
    cause: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]
    formation: str
    mounted: bool
    disordered: bool
    trail: tuple[Point, ...]
    in_position: bool


@final
@dataclass(slots=True)
class HalfTurned:
    """Guns in a wood are half turned; it takes a second card."""

    unit: str


@final
@dataclass(slots=True)
class WingTurned:
    """A line has thrown a wing back, or straightened it; stands to the right are positive."""

    unit: str
    wing: int
    angle: int


@final
@dataclass(slots=True)
class Waived:
    """A unit will not charge on this card."""

    unit: str


@final
@dataclass(slots=True)
class Fired:
    """A volley. `ammo` is what the firer has left, `boxes` the hits that were not saved."""

    unit: str
    target: str
    double: bool
    ammo: str
    percent: int
    hits: int
    saved: int
    boxes: int
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Sniped:
    """Fire at a lone officer or messenger, and what became of him."""

    unit: str
    target: str
    percent: int
    hit: bool
    result: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Circled:
    """A unit loses boxes. Causes: fire, mass, neighbour, melee, object."""

    unit: str
    boxes: int
    cause: str


@final
@dataclass(slots=True)
class Tested:
    """A test of nerve, the boxes it called for, and how it leaves the unit. The kind `loser` is after a lost melee."""

    unit: str
    kind: str
    officer: str
    value: int
    passed: bool
    boxes: int
    state: str
    disordered: bool
    in_position: bool
    facing: int
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class RallyTried:
    """An attempt to rally, and how it leaves the unit."""

    unit: str
    officer: str
    value: int
    passed: bool
    boxes: int
    state: str
    disordered: bool
    swept: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Disordered:
    """A unit that won a melee holds its ground in disorder."""

    unit: str


@final
@dataclass(slots=True)
class OfficerPlaced:
    """An officer comes to the table. Causes: deploy, replace, arrive."""

    officer: str
    pose: Pose
    cause: str


@final
@dataclass(slots=True)
class OfficerMoved:
    """Causes: order, along (with a unit), driven (by the enemy)."""

    officer: str
    start: Pose
    end: Pose
    cause: str


@final
@dataclass(slots=True)
class OfficerHurt:
    """What became of an officer: a wound, death, captured, lost."""

    officer: str
    result: str


@final
@dataclass(slots=True)
class OfficerSwept:
    """An officer is with a unit, or is free again (""). Causes: rout, lead."""

    officer: str
    unit: str
    cause: str


@final
@dataclass(slots=True)
class ChargeDeclared:
    unit: str
    target: str
    wheel: int
    extra: int


@final
@dataclass(slots=True)
class ChargeShort:
    """A charge has fallen short; it may go on at the owner's next card with the bonus it has left."""

    unit: str
    target: str
    bonus: int


@final
@dataclass(slots=True)
class ContactMade:
    """A charge has gone home."""

    attack: Attack
    defenders: tuple[str, ...]


@final
@dataclass(slots=True)
class MeleeFought:
    """A melee to its end: the totals of every round, attackers first, and the boxes each unit lost."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    winner: str
    totals: tuple[tuple[int, int], ...]
    boxes: tuple[tuple[str, int], ...]
    officers: tuple[str, str]
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Massed:
    """Units left disordered together by a melee are one mass."""

    units: tuple[str, ...]
    mass: str


@final
@dataclass(slots=True)
class Surrendered:
    """A unit gives itself up: its stands, the guards told off, prisoners kept and dispersed, and their column."""

    unit: str
    captor: str
    stands: int
    guards: int
    guarded: int
    dispersed: int
    column: Unit | None


@final
@dataclass(slots=True)
class Freed:
    """Prisoners whose guards were beaten run for their own lines."""

    unit: str
    pose: Pose
    facing: int


@final
@dataclass(slots=True)
class UnitRemoved:
    """A unit is out of the battle. Fates: destroyed, captured, run-off, abandoned, taken, withdrawn."""

    unit: str
    fate: str


@final
@dataclass(slots=True)
class GunsTaken:
    """Abandoned guns fall to the enemy, or are won back."""

    unit: str
    taken: bool


@final
@dataclass(slots=True)
class Resupplied:
    """A unit has ammunition again; the player or the wagon has so many points left, -1 where nobody counts.

    `to` are the players who know how many.
    """

    unit: str
    ammo: str
    player: str
    wagon: str
    points: int
    to: tuple[str, ...]


@final
@dataclass(slots=True)
class WorkBegan:
    """A unit stays at a wall or fence to take it down."""

    unit: str


@final
@dataclass(slots=True)
class LineChanged:
    """A wall has a gap, or a barrier lies elsewhere: what is left of the line."""

    unit: str
    kind: str
    points: tuple[Point, ...]
    left: tuple[tuple[Point, ...], ...]
    cause: str


@final
@dataclass(slots=True)
class MessengerSent:
    """`to` are the players who know what he carries."""

    messenger: Messenger
    to: tuple[str, ...]


@final
@dataclass(slots=True)
class MessengerMoved:
    messenger: str
    start: Pose
    end: Pose


@final
@dataclass(slots=True)
class MessengerGone:
    """A messenger is dismissed or killed. What he brought is known to `to` alone."""

    messenger: str
    killed: bool
    order: Delivered | None
    to: tuple[str, ...]


@final
@dataclass(slots=True)
class HandedOver:
    """A brigade is another player's from now on."""

    brigade: str
    player: str


@final
@dataclass(slots=True)
class Released:
    """A brigade is no longer held in reserve; `to` are the players who know that it was."""

    brigade: str
    side: str
    to: tuple[str, ...]


@final
@dataclass(slots=True)
class TakenBack:
    """A move is taken back by consent."""

    unit: str


@final
@dataclass(slots=True)
class TakeBackRefused:
    unit: str


@final
@dataclass(slots=True)
class GoalTaken:
    goal: str
    side: str


@final
@dataclass(slots=True)
class Met:
    """A unit has run into an enemy that was not in view."""

    unit: str
    foe: str


@final
@dataclass(slots=True)
class Sighted:
    """What has come into the view of a side's players, and what has gone out of it."""

    side: str
    to: tuple[str, ...]
    appeared: tuple[str, ...]
    lost: tuple[str, ...]
    unseen: tuple[str, ...]
    sightings: tuple[Sighting, ...]


@final
@dataclass(slots=True)
class Spotted:
    """All look again who is in view, each side for itself; not `looked`: nothing has moved, and nobody did.

    `watch`, which is not kept, has one of those who see each piece in view.
    """

    sides: tuple[Sighted, ...]
    looked: bool = True
    watch: dict[str, str] | None = field(default=None, init=False, repr=False, compare=False)


@final
@dataclass(slots=True)
class Unnoticed:
    """Events that only these players notice."""

    events: tuple[object, ...]
    to: tuple[str, ...]


@final
@dataclass(slots=True)
class BattleEnded:
    outcome: Outcome


EVENTS: Final = (
    PlacingThrown, Deployed, SetBegan, SetLaid, SetThrown, OrderChosen, CardsTurned, CardEnded, TurnEnded, Moved,
    HalfTurned, WingTurned, Waived, Fired, Sniped, Circled, Tested, RallyTried, Disordered, OfficerPlaced,
    OfficerMoved, OfficerHurt, OfficerSwept, ChargeDeclared, ChargeShort, ContactMade, MeleeFought, Massed,
    Surrendered, Freed, UnitRemoved, GunsTaken, Resupplied, WorkBegan, LineChanged, MessengerSent, MessengerMoved,
    MessengerGone, HandedOver, Released, TakenBack, TakeBackRefused, GoalTaken, Met, Sighted, Spotted, Unnoticed,
    BattleEnded,
)  # fmt: skip


def apply(state: State, event: object) -> State:
    """The state after an event."""
    if isinstance(event, Moved):
        return _moved(state, event)
    if isinstance(event, (Circled, Fired, Tested, RallyTried, Disordered, UnitRemoved)):
        return _apply_to_unit(state, event)
    if isinstance(event, (Deployed, HalfTurned, WingTurned, Waived, WorkBegan, ChargeDeclared, ChargeShort, Freed)):
        return _apply_to_order(state, event)
    if isinstance(event, (OfficerPlaced, OfficerMoved, OfficerHurt, OfficerSwept)):
        return _apply_to_officer(state, event)
    if isinstance(event, (ContactMade, MeleeFought, Massed, Surrendered)):
        return _apply_to_melee(state, event)
    if isinstance(event, (SetBegan, SetLaid, SetThrown, OrderChosen, CardsTurned, CardEnded, TurnEnded)):
        return _apply_to_cards(state, event)
    if isinstance(event, Unnoticed):
        for one in event.events:
            state = apply(state, one)
        return state
    return _apply_to_rest(state, event)


# ---------------------------------------------------------------- one unit


def _moved(state: State, event: Moved) -> State:
    before = unit_of(state, event.unit)
    unit = copied(before)
    unit.pose = event.end
    unit.trail = event.trail
    if unit.formation != event.formation or unit.mounted != event.mounted or unit.disordered != event.disordered:
        unit.changed = True
    unit.formation = event.formation
    unit.mounted = event.mounted
    if not event.disordered:
        unit.mass = ""
    unit.disordered = event.disordered
    unit.wing = 0
    unit.wing_by = 0
    unit.in_position = event.in_position
    unit.pivoting = False
    unit.place = ON_TABLE
    if event.cause == "arrive":
        unit.spent = size_of(unit)[1]
    elif event.cause != "retreat":
        unit.moved = True
        unit.owes = False
    if event.cause == "charge":
        unit.charged = True
    new = with_unit(state, unit)
    takes_back = state.settings.allow_take_back_by_consent and event.cause == "order"
    new.before = before if takes_back else None
    return new


UnitEvent = Circled | Fired | Tested | RallyTried | Disordered | UnitRemoved


def _apply_to_unit(state: State, event: UnitEvent) -> State:
    unit = unit_of(state, event.unit)
    if isinstance(event, Circled):
        unit = circled(state, unit, event.boxes)
        if event.cause in ("fire", "mass", "neighbour"):
            unit.hurt += event.boxes
    elif isinstance(event, Fired):
        unit = copied(unit)
        unit.fired = True
        unit.ammo = event.ammo
        unit.shown = 2
        unit.active = state.turn
    elif isinstance(event, Tested):
        unit = circled(state, unit, event.boxes)
        _shaken(unit, event.state, event.disordered, event.in_position)
        unit.pose = Pose(unit.pose.x, unit.pose.y, event.facing)
        if event.kind == "fire":
            unit.hurt = 0
    elif isinstance(event, RallyTried):
        unit = circled(state, unit, event.boxes)
        _shaken(unit, event.state, event.disordered, unit.in_position)
        unit.tried = True
        unit.owes = unit.owes and not event.passed
    elif isinstance(event, Disordered):
        unit = copied(unit)
        _shaken(unit, unit.state, True, unit.in_position)
        unit.moved = True
        unit.fired = True
        unit.charged = True
        unit.waived = True
    else:
        unit = copied(unit)
        unit.place = GONE
        unit.fate = event.fate
        unit.owes = False
        if event.fate == CAPTURED and unit.captive == "":
            unit.load = strength(unit, state.settings)
    new = with_unit(state, unit)
    new.before = None
    return new


def circled(state: State, unit: Unit, boxes: int) -> Unit:
    """A unit with so many more boxes circled and the stands off that are lost [setup.roster-boxes]."""
    if boxes == 0:
        return copied(unit)
    new = copied(unit)
    new.circled = min(boxes_of(unit, state.settings), unit.circled + boxes)
    left = strength(new, state.settings)
    stands = max(1, left - unit.guards) if left else 0
    if stands < unit.stands:
        lost = unit.stands - stands
        new = closed(new, lost)
    return new


def _shaken(unit: Unit, state: str, disordered: bool, in_position: bool) -> None:
    """A unit's nerve as an event leaves it [morale.rout-state, morale.head-down-state]."""
    if disordered and not unit.disordered:
        unit.trail = ()
        unit.wing = 0
        unit.wing_by = 0
    unit.disordered = disordered
    unit.state = state
    unit.in_position = in_position and state == HEAD_DOWN
    if state != STEADY:
        unit.target = ""
        unit.bonus = 0
        unit.working = False


OrderEvent = Deployed | HalfTurned | WingTurned | Waived | WorkBegan | ChargeDeclared | ChargeShort | Freed


def _apply_to_order(state: State, event: OrderEvent) -> State:
    unit = copied(unit_of(state, event.unit))
    if isinstance(event, Deployed):
        unit.pose = event.pose
        unit.formation = event.formation
        unit.place = ON_TABLE
    elif isinstance(event, HalfTurned):
        unit.pivoting = True
        unit.moved = True
    elif isinstance(event, WingTurned):
        unit.wing = event.wing
        unit.wing_by = event.angle
        unit.turned = True
    elif isinstance(event, Waived):
        unit.waived = True
    elif isinstance(event, WorkBegan):
        unit.working = True
    elif isinstance(event, ChargeDeclared):
        unit.charged = True
        unit.moved = True
        unit.target = event.target
        unit.shown = max(unit.shown, 0)
    elif isinstance(event, ChargeShort):
        unit.target = event.target
        unit.bonus = event.bonus
    else:
        unit.place = ON_TABLE
        unit.fate = ""
        unit.state = ROUTING
        unit.disordered = True
        unit.load = 0
        unit.stands = strength(unit, state.settings)
        unit.guards = 0
        unit.pose = Pose(event.pose.x, event.pose.y, event.facing)
        if unit.formation not in (LINE, LIMBERED):
            unit.formation = LINE
    new = with_unit(state, unit)
    new.before = None
    return new


# ---------------------------------------------------------------- officers


OfficerEvent = OfficerPlaced | OfficerMoved | OfficerHurt | OfficerSwept


def _apply_to_officer(state: State, event: OfficerEvent) -> State:
    new = changing(state)
    new.officers = tuple([_officer_after(one, event) if one.id == event.officer else one for one in state.officers])
    return new


def officer_copied(one: Officer) -> Officer:
    return Officer(
        one.id, one.side, one.player, one.command, one.name, one.rank, one.rating, one.pose, one.place, one.fate,
        one.minor, one.unit, one.moved,
    )  # fmt: skip


def _officer_after(officer: Officer, event: OfficerEvent) -> Officer:
    new = officer_copied(officer)
    if isinstance(event, OfficerPlaced):
        new.pose = event.pose
        new.place = ON_TABLE
        new.unit = ""
        if event.cause == "replace":
            new.rating = 10
            new.fate = ""
            new.minor = 0
            new.name = f"Successor of {officer.name.removeprefix('Successor of ')}"
    elif isinstance(event, OfficerMoved):
        new.pose = event.end
        new.moved = new.moved or event.cause == "order"
    elif isinstance(event, OfficerHurt):
        if out_of_battle(event.result):
            new.place = GONE
            new.fate = event.result
            new.unit = ""
        elif event.result == WOUNDS[3]:
            new.minor += 1
    else:
        new.unit = event.unit
    return new


# ---------------------------------------------------------------- melee and prisoners


def _apply_to_melee(state: State, event: ContactMade | MeleeFought | Massed | Surrendered) -> State:
    if isinstance(event, ContactMade):
        return _contact(state, event)
    new = changing(state)
    new.before = None
    if isinstance(event, MeleeFought):
        new.melees = tuple([one for one in state.melees if one.attacks[0].unit != event.attackers[0]])
        fought = (*event.attackers, *event.defenders)
        new.units = tuple([_has_fought(unit, state.turn) if unit.id in fought else unit for unit in state.units])
    elif isinstance(event, Massed):
        new.units = tuple([_in_mass(unit, event.mass) if unit.id in event.units else unit for unit in state.units])
    else:
        units: list[Unit] = []
        for unit in state.units:
            if unit.id == event.unit:
                units.append(_given_up(unit, event))
            elif unit.id == event.captor and event.guards:
                captor = closed(unit, event.guards)
                captor.guards = unit.guards + event.guards
                units.append(captor)
            elif event.column is None or unit.id != event.column.id:
                units.append(unit)
        if event.column is not None:
            units.append(event.column)
        new.units = tuple(units)
    return new


def _contact(state: State, event: ContactMade) -> State:
    """A charger joins the melee of whomever it touched, or begins one [charge.multiple, melee.modifiers-first-unit]."""
    new = changing(state)
    joined: list[Melee] = []
    others: list[Melee] = []
    for melee in state.melees:
        shared = [id for id in event.defenders if id in melee.defenders]
        if shared:
            joined.append(melee)
        else:
            others.append(melee)
    attacks = [attack for melee in joined for attack in melee.attacks]
    defenders = [id for melee in joined for id in melee.defenders]
    for id in event.defenders:
        if id not in defenders:
            defenders.append(id)
    new.melees = (*others, Melee((*attacks, event.attack), tuple(defenders)))
    unit = copied(unit_of(state, event.attack.unit))
    unit.target = ""
    unit.bonus = 0
    return with_unit(new, unit)


def _has_fought(unit: Unit, turn: int) -> Unit:
    new = copied(unit)
    new.active = turn
    return new


def _in_mass(unit: Unit, mass: str) -> Unit:
    new = copied(unit)
    new.mass = mass
    return new


def _given_up(unit: Unit, event: Surrendered) -> Unit:
    new = copied(unit)
    new.place = GONE
    new.fate = CAPTURED
    new.owes = False
    if new.captive == "":
        new.load = event.guarded
    return new


# ---------------------------------------------------------------- cards and turns


CardEvent = SetBegan | SetLaid | SetThrown | OrderChosen | CardsTurned | CardEnded | TurnEnded


def _apply_to_cards(state: State, event: CardEvent) -> State:
    new = changing(state)
    new.before = None
    if isinstance(event, SetBegan):
        new.set = event.set
        new.phase = "sets"
        new.hands = tuple([_new_hand(hand) for hand in state.hands])
    elif isinstance(event, SetLaid):
        new.hands = tuple([_with_cards(h, event.cards) if h.player == event.player else h for h in state.hands])
    elif isinstance(event, SetThrown):
        new.winner = event.side
    elif isinstance(event, OrderChosen):
        new.first = event.first
        new.phase = "cards"
    elif isinstance(event, CardsTurned):
        _turn_cards(new, event)
    elif isinstance(event, CardEnded):
        new.hands = tuple([_ended(hand) if hand.player == event.player else hand for hand in state.hands])
    else:
        new.met = ()
        new.units = tuple([_card_over(unit) if unit.side == event.side else unit for unit in state.units])
    return new


def hand_copied(hand: Hand) -> Hand:
    return Hand(
        hand.player, hand.side, hand.cards, hand.turned, hand.past, hand.played, hand.ended, hand.supplies
    )  # fmt: skip


def _new_hand(hand: Hand) -> Hand:
    """The whole pack is there again [cards.once-per-set]."""
    new = hand_copied(hand)
    new.past = (*hand.past, *hand.cards[: hand.turned])
    new.cards = ()
    new.turned = 0
    return new


def _with_cards(hand: Hand, cards: tuple[str, ...]) -> Hand:
    new = hand_copied(hand)
    new.cards = cards
    return new


def _ended(hand: Hand) -> Hand:
    new = hand_copied(hand)
    new.ended = True
    return new


def _turn_cards(new: State, event: CardsTurned) -> None:
    new.turn = event.turn
    new.side = event.side
    shown = dict(event.cards)
    new.hands = tuple([_turned_up(hand, shown[hand.player]) if hand.player in shown else hand for hand in new.hands])
    new.armies = tuple([_next_card(army, event.turn) if army.side == event.side else army for army in new.armies])
    new.units = tuple([_fresh(unit, unit.side == event.side) for unit in new.units])
    new.officers = tuple([_rested(one) if one.side == event.side and one.moved else one for one in new.officers])
    new.messengers = tuple([_rode(one, one.pose, False) if one.side == event.side else one for one in new.messengers])


def _turned_up(hand: Hand, card: str) -> Hand:
    new = hand_copied(hand)
    new.turned += 1
    new.played += 1
    new.ended = False
    place = new.turned - 1
    new.cards = (*hand.cards[:place], card, *hand.cards[place + 1 :])
    return new


def _next_card(army: Army, turn: int) -> Army:
    return Army(army.side, army.edge, army.friendly, army.exits, army.latest, turn, army.unseen, army.sightings)


def _looked(army: Army, event: Sighted) -> Army:
    return Army(
        army.side, army.edge, army.friendly, army.exits, army.before, army.latest, event.unseen, event.sightings
    )


def _rested(officer: Officer) -> Officer:
    new = officer_copied(officer)
    new.moved = False
    return new


def _fresh(unit: Unit, own: bool) -> Unit:
    """A unit as a card is turned; what it owes is fixed now [turn.free-sequence, morale.head-down-move]."""
    if unit.place != ON_TABLE:
        return unit
    new = copied(unit)
    new.hurt = 0
    if own:
        new.spent = 0.0
        new.moved = False
        new.changed = False
        new.fired = False
        new.charged = False
        new.waived = False
        new.tried = False
        new.turned = False
        new.working = False
        shaken = unit.state == ROUTING or (unit.state == HEAD_DOWN and not unit.in_position)
        new.owes = shaken or unit.captive != ""
    return new


def _card_over(unit: Unit) -> Unit:
    """Hidden again when a card has gone by without firing; a charge that was not gone on with lapses.

    [visibility.fire-reveals, charge.short]
    """
    if unit.place != ON_TABLE or (unit.shown == 0 and unit.target == ""):
        return unit
    new = copied(unit)
    new.shown = max(0, unit.shown - 1)
    if not unit.charged:
        new.target = ""
        new.bonus = 0
    return new


# ---------------------------------------------------------------- the rest


def _apply_to_rest(state: State, event: object) -> State:
    new = changing(state)
    new.before = None
    if isinstance(event, Sniped):
        unit = copied(unit_of(state, event.unit))
        unit.fired = True
        unit.shown = 2
        unit.active = state.turn
        return with_unit(new, unit)
    if isinstance(event, Resupplied):
        _resupply(new, event)
    elif isinstance(event, GunsTaken):
        guns = copied(unit_of(state, event.unit))
        guns.fate = TAKEN if event.taken else ABANDONED
        return with_unit(new, guns)
    elif isinstance(event, LineChanged):
        _change_line(new, event)
    elif isinstance(event, MessengerSent):
        new.messengers = (*state.messengers, event.messenger)
    elif isinstance(event, MessengerMoved):
        new.messengers = tuple(
            [_rode(one, event.end, True) if one.id == event.messenger else one for one in state.messengers]
        )
    elif isinstance(event, MessengerGone):
        new.messengers = tuple([one for one in state.messengers if one.id != event.messenger])
        if event.order is not None:
            new.delivered = (*state.delivered, event.order)
    elif isinstance(event, (HandedOver, Released)):
        _new_orders(new, event)
    elif isinstance(event, TakenBack):
        if state.before is not None:
            return with_unit(new, state.before)
    elif isinstance(event, GoalTaken):
        new.goals = tuple([_held(goal, event.side) if goal.id == event.goal else goal for goal in state.goals])
    elif isinstance(event, Met):
        new.met = (*state.met, event.foe)
    elif isinstance(event, Spotted):
        for one in event.sides:
            new.armies = tuple([_looked(army, one) if army.side == one.side else army for army in new.armies])
        if event.looked:
            new.looked = look_of(new, event.watch or {})
    elif isinstance(event, BattleEnded):
        new.outcome = event.outcome
        new.phase = "over"
    elif not isinstance(event, (PlacingThrown, TakeBackRefused, Sighted)):
        raise TypeError(f"{type(event).__name__} is no event of this rulebook")
    return new


def _resupply(new: State, event: Resupplied) -> None:
    units: list[Unit] = []
    for unit in new.units:
        if unit.id == event.unit:
            served = copied(unit)
            served.ammo = event.ammo
            units.append(served)
        elif event.wagon and unit.id == event.wagon:
            wagon = copied(unit)
            wagon.load = event.points
            units.append(wagon)
        else:
            units.append(unit)
    new.units = tuple(units)
    if event.points >= 0 and not event.wagon:
        new.hands = tuple([_supplied(h, event.points) if h.player == event.player else h for h in new.hands])


def _supplied(hand: Hand, points: int) -> Hand:
    new = hand_copied(hand)
    new.supplies = points
    return new


def _change_line(new: State, event: LineChanged) -> None:
    """The ground with one line changed [misc.dismantle, barrier.move]."""
    lines: list[Line] = []
    for line in new.ground.lines:
        if line.kind == event.kind and line.points == event.points:
            lines.extend([Line(line.kind, points) for points in event.left])
        else:
            lines.append(line)
    old = new.ground
    new.ground = Ground(old.width, old.depth, old.areas, tuple(lines), old.roads, old.heights, old.crossings)
    if event.cause == "barrier":
        unit = copied(unit_of(new, event.unit))
        unit.working = True
        unit.moved = True
        new.units = tuple([unit if one.id == unit.id else one for one in new.units])


def _rode(one: Messenger, pose: Pose, moved: bool) -> Messenger:
    return Messenger(one.id, one.side, one.player, one.sender, one.to, one.errand, one.brigade, pose, moved)


def _new_orders(new: State, event: HandedOver | Released) -> None:
    new.delivered = tuple([one for one in new.delivered if one.brigade != event.brigade])
    if isinstance(event, Released):
        new.reserves = tuple([held for held in new.reserves if held[0] != event.brigade])
        return
    new.units = tuple([_given_to(unit, event.player) if unit.brigade == event.brigade else unit for unit in new.units])
    new.officers = tuple([_led_by(one, event.player) if one.command == event.brigade else one for one in new.officers])


def _given_to(unit: Unit, player: str) -> Unit:
    new = copied(unit)
    new.player = player
    return new


def _led_by(officer: Officer, player: str) -> Officer:
    new = officer_copied(officer)
    new.player = player
    return new


def _held(goal: Goal, side: str) -> Goal:
    return Goal(goal.id, goal.name, goal.x, goal.y, goal.radius, goal.points, goal.side, goal.decisive, side)
