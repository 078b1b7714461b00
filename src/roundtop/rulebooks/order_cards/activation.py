"""A card carried out: which unit or officer acts, what it does, moves, formations, messengers, and ending the card."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import (
    Assign,
    Assigned,
    Choose,
    Chosen,
    Confirm,
    Confirmed,
    Item,
    March,
    Marched,
    Reason,
    Slot,
    Way,
)
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards.cards import HOLD, RALLY, RESUPPLY, Card
from roundtop.rulebooks.order_cards.combat import can_charge, measure_before
from roundtop.rulebooks.order_cards.events import (
    HalfTurned,
    LineChanged,
    MessengerGone,
    MessengerMoved,
    MessengerSent,
    Met,
    OfficerMoved,
    OfficerPlaced,
    TakeBackRefused,
    TakenBack,
    UnitRemoved,
    Waived,
    WingTurned,
    WorkBegan,
)
from roundtop.rulebooks.order_cards.fire import most_refused
from roundtop.rulebooks.order_cards.morale import (
    FORMATION_CHANGE,
    PASSED_THROUGH,
    VOLUNTARY_DISORDER,
    check_needed,
)
from roundtop.rulebooks.order_cards.movement import (
    IMPASSABLE,
    KEEP_OFF,
    Others,
    course_of,
    faults_of,
    forming,
    judge,
    kinds_of,
    leaves,
    nearest_enemy,
    passed,
    priced,
    reshaped,
    standing_on,
    unit_gap,
    ways,
    woods_under,
)
from roundtop.rulebooks.order_cards.muster import EDGE_FACING
from roundtop.rulebooks.order_cards.orders import can_draw
from roundtop.rulebooks.order_cards.react import (
    Events,
    move_event,
    moved_events,
    officers_near,
    regiment_of,
    touches,
    unit_at,
)
from roundtop.rulebooks.order_cards.shooting import anybody_to_fire_at
from roundtop.rulebooks.order_cards.sight import sees, units_gap
from roundtop.rulebooks.order_cards.state import (
    MESSENGER_RADIUS,
    OFFICER_RADIUS,
    ON_TABLE,
    TO_ARRIVE,
    WITHDRAWN,
    Delivered,
    Messenger,
    Officer,
    State,
    Unit,
    army_of,
    block,
    blocks,
    card_of,
    commander_of,
    enemies,
    enemy_of,
    hand_of,
    melee_of,
    officer_of,
    officers_on,
    on_foot,
    on_table,
    players_of,
    size_of,
    stand_blocks,
    unit_of,
)
from roundtop.rulebooks.order_cards.steps import (
    UNASKED,
    Act,
    CardInPlay,
    ComeOn,
    DeclareCharge,
    Draw,
    EndCard,
    FallBack,
    Fight,
    FireAt,
    FormUpFree,
    GrantTakeBack,
    LeadAway,
    MoveMessenger,
    MoveOfficer,
    MoveRest,
    MoveUnit,
    Rally,
    RefuseWing,
    RunAway,
    SendMessenger,
    ShiftBarrier,
    Step,
    TestMorale,
)
from roundtop.rulebooks.order_cards.tables import (
    ARTILLERY,
    BOOK,
    CAVALRY,
    COLUMN,
    HEAD_DOWN,
    INFANTRY,
    LIMBERED,
    LINE,
    MUSKET_RANGE,
    OFFICER_REACH,
    OUT,
    ROUTING,
    STEADY,
    UNLIMBERED,
    WAGON,
)
from roundtop.rulebooks.order_cards.terrain import (
    CLEARABLE,
    OFFICER_MOVE,
    barrier_refusal,
    card_inches,
)
from roundtop.table.footprint import Block, point_gap, segment_gap
from roundtop.table.ground import Ground, Line, box_near, crossing_at, in_area, line_crossings, point_off_table
from roundtop.table.measure import (
    FULL_TURN,
    HALF_TURN,
    TOLERANCE,
    bearing,
    distance,
    kept,
    rounded,
    segment_distance,
    within,
)
from roundtop.table.path import Manoeuvre, cut, leg, manoeuvres_of, nearer_than, shift, until_gap
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose

END: Final = "end"
TAKE_BACK: Final = "take-back"
COMING: Final = "on:"
BACK: Final = "back"
MOVABLE: Final = ("chevaux-de-frise",)
"""Barriers that men can shift unless the scenario says otherwise [barrier.move, barrier.immovable]."""
WING_TURNS: Final = (15, 30, 45)
"""Degrees by which a wing is thrown back, at most 45 [formation.refuse-flank]."""
ENTRY_CLEAR: Final = 6.0
"""How far from a routing-free enemy troops come on [setup.reinforcements]."""
OFFICER_WAYS: Final = 4

LABELS: Final[dict[str, str]] = {
    "move": "move",
    "fire": "fire",
    "charge": "charge",
    "waive": "say that it will not charge on this card",
    "refuse": "refuse a flank",
    "disorder": "go into disorder",
    "dismantle": "take down the wall or fence it touches",
    "barrier": "shift the barrier it touches",
    "rally": "try to rally",
    "form-up": "form up near the officer",
    "draw": "draw supplies",
    "fall-back": "fall back, head down",
    "rout": "run",
    "lead-away": "lead the prisoners away",
    "fight": "fight the melee",
    "send": "send a messenger",
}
CLAUSES: Final[dict[str, str]] = {
    "move": "move.card-distance",
    "fire": "fire.one-target",
    "charge": "charge.declare",
    "waive": "charge.reach-not-shown",
    "refuse": "formation.refuse-flank",
    "disorder": "formation.voluntary-disorder",
    "dismantle": "misc.dismantle",
    "barrier": "barrier.move",
    "rally": "rally.card",
    "form-up": "rally.disordered-near-officer",
    "draw": "supply.limit",
    "fall-back": "morale.head-down-move",
    "rout": "morale.rout-state",
    "lead-away": "prisoners.led-away",
    "fight": "charge.multiple",
    "send": "officer.messengers",
}


# ---------------------------------------------------------------- what a unit may do


def held_back(state: State, unit: Unit) -> bool:
    """Whether its brigade is in reserve [officer.messengers]."""
    for brigade, _ in state.reserves:
        if brigade == unit.brigade:
            return True
    return False


def owed(unit: Unit) -> str:
    """The compulsory move a unit still has to make, "" if none [turn.free-sequence]."""
    if not unit.owes or unit.place != ON_TABLE:
        return ""
    if unit.captive:
        return "lead-away"
    return "rout" if unit.state == ROUTING else "fall-back" if unit.state == HEAD_DOWN else ""


def deeds(state: State, unit: Unit, card: Card) -> list[str]:
    """What a unit may still do on a card, by its state and the card alone [cards.set-per-player]."""
    melee = melee_of(state, unit.id) if state.melees else None
    if melee is not None:
        return ["fight"] if melee.attacks[0].unit == unit.id else []
    due = owed(unit)
    found = [due] if due else []
    if unit.captive or (state.reserves and held_back(state, unit)):
        return found
    # A charge that fell short goes on whatever the card [charge.short].
    if unit.target and card.word in (RALLY, RESUPPLY) and can_charge(unit, card):
        found.append("charge")
    if card.word == RALLY:
        if unit.state != STEADY and not unit.tried:
            found.append("rally")
        elif unit.state == STEADY and unit.disordered and officers_near(state, unit):
            found.append("form-up")
        return found
    if card.word == RESUPPLY:
        return [*found, "draw"] if state.settings.supply_limit and can_draw(state, unit) else found
    if unit.state == ROUTING:
        return found
    if unit.working:
        return found
    if unit.state == HEAD_DOWN:
        return [*found, *_head_down_deeds(unit, card)]
    return [*found, *_steady_deeds(state, unit, card)]


def offered(view: State, unit: Unit, card: Card) -> list[str]:
    """What a unit may still do on a card, fire only where it could name a target.

    A unit that may charge is offered its fire whoever is in reach, which is not measured for it.
    [fire.one-target, charge.reach-not-shown]
    """
    found = deeds(view, unit, card)
    if "fire" not in found or ("charge" in found and not view.settings.premeasure_charges):
        return found
    if anybody_to_fire_at(view, unit, card):
        return found
    return [deed for deed in found if deed != "fire"]


def _head_down_deeds(unit: Unit, card: Card) -> list[str]:
    """In position it fires, or forms up on a move card [fire.firer-head-down, morale.head-down-form-up]."""
    found: list[str] = []
    if not unit.in_position or unit.owes:
        return found
    if card.move and unit.disordered and not unit.moved:
        found.append("move")
    if may_fire(unit, card):
        found.append("fire")
    return found


def _steady_deeds(state: State, unit: Unit, card: Card) -> list[str]:
    found: list[str] = []
    charges = can_charge(unit, card)
    if charges:
        found.append("charge")
    if may_move(unit, card):
        found.append("move")
    if may_fire(unit, card):
        found.append("fire")
    if charges and not state.settings.premeasure_charges:
        found.append("waive")
    if may_refuse(unit):
        found.append("refuse")
    if card.move and not unit.disordered and not unit.moved and not unit.fired and unit.arm in (INFANTRY, CAVALRY):
        found.append("disorder")
    if state.ground.lines and not unit.moved and not unit.fired and on_foot(unit):
        if card.move and wall_at(state, unit) is not None:
            found.append("dismantle")
        if barrier_at(state, unit) is not None:
            found.append("barrier")
    return found


def may_move(unit: Unit, card: Card) -> bool:
    """Whether a unit has a move left on this card [turn.no-repositioning, cards.deck]."""
    if unit.moved or unit.charged:
        return False
    if card.word == HOLD:
        return not unit.fired and unit.arm != WAGON
    if unit.arm == ARTILLERY and unit.formation == UNLIMBERED:
        return card.move and not unit.fired
    if unit.fired and unit.arm == ARTILLERY:
        return False
    return card_inches(card, unit.arm, unit.mounted) > 0.0


def may_fire(unit: Unit, card: Card) -> bool:
    """Whether a unit has a volley left on this card, whoever is in reach [fire.stands-that-fire]."""
    if card.fire == 0 or unit.fired or unit.charged or unit.ammo == OUT or unit.arm == WAGON:
        return False
    if unit.formation == LIMBERED or (unit.formation == COLUMN and unit.stands > 1 and not unit.disordered):
        return False
    if unit.arm == ARTILLERY or card.word == HOLD:
        return not unit.moved and not unit.changed
    return True


def may_refuse(unit: Unit) -> bool:
    """Whether a line may throw a wing back, or straighten it [formation.refuse-flank]."""
    if unit.disordered or unit.turned or unit.charged or unit.stands < 2 or unit.fired:
        return False
    return unit.formation in (LINE, UNLIMBERED)


# ---------------------------------------------------------------- a card in play


def asks_for_deed(state: State, step: CardInPlay) -> tuple[str, ...]:
    return step.waiting


def may_come_on(state: State, player: str, card: Card) -> list[Unit]:
    """Reinforcements that are due and whose column the card brings wholly on [setup.reinforcements]."""
    played = hand_of(state, player).played - 1
    return [
        unit
        for unit in state.units
        if unit.place == TO_ARRIVE
        and unit.player == player
        and unit.due <= played
        and within(size_of(unit)[1], card_inches(card, unit.arm, unit.mounted))
    ]


def pick_decision(view: State, step: CardInPlay, player: str) -> Decision:
    card = card_of(view, player)
    items: list[Item] = []
    owing = 0
    for unit in view.units:
        if unit.player != player or unit.place != ON_TABLE:
            continue
        found = deeds(view, unit, card)
        if len(found) == 1 and found[0] == "fire":
            found = offered(view, unit, card)
        if owed(unit):
            owing += 1
        if found:
            items.append(Item(unit.id, _pick_label(unit, found), BOOK + CLAUSES[found[0]]))
    for unit in may_come_on(view, player, card):
        items.append(Item(COMING + unit.id, f"{unit.name} comes on", BOOK + "setup.reinforcements"))
    for officer in view.officers:
        if officer.player == player and officer.place == ON_TABLE and not officer.unit and not officer.moved:
            items.append(Item(officer.id, officer.name, BOOK + "move.fixed-moves"))
    for rider in view.messengers:
        if rider.player == player and not rider.moved:
            items.append(Item(rider.id, "the messenger", BOOK + "officer.messengers"))
    if view.before is not None and view.before.player == player:
        items.append(
            Item(TAKE_BACK, f"ask to take back the move of {view.before.name}", BOOK + "turn.no-repositioning")
        )
    items.append(Item(END, _end_label(owing), BOOK + "turn.free-sequence"))
    sentence = f"Your card is {card.name}. Which unit or officer acts next?"
    clauses = (BOOK + "cards.set-per-player", BOOK + "turn.free-sequence", BOOK + "turn.no-take-back")
    measure = measure_before(view, hand_of(view, player).side) if card.charge else "all"
    return Decision(player, "card", "", sentence, clauses, Choose(tuple(items)), measure)


def _pick_label(unit: Unit, found: list[str]) -> str:
    return f"{unit.name}: {LABELS[found[0]]}" if len(found) == 1 else unit.name


def _end_label(owing: int) -> str:
    if owing == 0:
        return "end the card"
    return f"end the card: {owing} compulsory {'move is' if owing == 1 else 'moves are'} made first"


def picked(state: State, step: CardInPlay, command: Command) -> Progress:
    """A unit acts, an officer rides, or the card is ended, what is owed being done first [turn.free-sequence]."""
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    player = command.player
    if key == END:
        rest = tuple([one for one in step.waiting if one != player])
        after: tuple[Step, ...] = (EndCard(player), CardInPlay(rest)) if rest else (EndCard(player),)
        return Progress((), (*everything_owed(state, player), *after), final=True)
    if key == TAKE_BACK:
        assert state.before is not None
        return Progress((), (GrantTakeBack(state.before.id), step))
    if key.startswith(COMING):
        return Progress((), (ComeOn(key.removeprefix(COMING)), step))
    if [one for one in state.officers if one.id == key]:
        able = may_send(state, officer_of(state, key))
        return Progress((), (Act(key) if able else MoveOfficer(key), step))
    if [one for one in state.messengers if one.id == key]:
        return Progress((), (MoveMessenger(key, player), step))
    unit = unit_of(state, key)
    found = deeds(state, unit, card_of(state, player))
    if len(found) == 1:
        done = do(state, unit, found[0])
        return Progress(done.events, (*done.steps, step), done.final)
    return Progress((), (Act(key), step))


def everything_owed(state: State, player: str) -> tuple[Step, ...]:
    """The melees and compulsory moves without which a card cannot end [charge.multiple, turn.free-sequence]."""
    steps: list[Step] = []
    for melee in state.melees:
        if unit_of(state, melee.attacks[0].unit).player == player:
            steps.append(Fight(melee.attacks[0].unit, UNASKED, UNASKED))
    for unit in sorted(on_table(state), key=lambda one: one.id):
        due = owed(unit) if unit.player == player else ""
        if due:
            steps.extend(do(state, unit, due).steps)
    return tuple(steps)


def do(state: State, unit: Unit, deed: str) -> Progress:
    """What starts when a unit is told to do something."""
    steps: dict[str, Step] = {
        "move": MoveUnit(unit.id),
        "fire": FireAt(unit.id, ()),
        "charge": DeclareCharge(unit.id),
        "refuse": RefuseWing(unit.id),
        "disorder": TestMorale(unit.id, VOLUNTARY_DISORDER, "", 0, UNASKED),
        "barrier": ShiftBarrier(unit.id),
        "rally": Rally(unit.id, UNASKED),
        "form-up": FormUpFree(unit.id),
        "draw": Draw(unit.id),
        "fall-back": FallBack(unit.id),
        "rout": RunAway(unit.id, ""),
        "lead-away": LeadAway(unit.id),
        "fight": Fight(unit.id, UNASKED, UNASKED),
    }
    if deed == "waive":
        return Progress((Waived(unit.id),), final=True)
    if deed == "dismantle":
        return Progress((WorkBegan(unit.id),), final=True)
    if deed == "move" and _waives_by_moving(state, unit):
        return Progress((Waived(unit.id),), (steps[deed],), final=True)
    return Progress((), (steps[deed],), final=deed in ("disorder", "rally", "draw", "fight"))


def _waives_by_moving(state: State, unit: Unit) -> bool:
    """A unit that might charge and moves instead will not charge on this card [charge.reach-not-shown]."""
    return not state.settings.premeasure_charges and can_charge(unit, card_of(state, unit.player))


def asks_owner(state: State, step: Act) -> tuple[str, ...]:
    for unit in state.units:
        if unit.id == step.unit:
            return (unit.player,)
    return (officer_of(state, step.unit).player,)


def act_decision(view: State, step: Act, player: str) -> Decision:
    officers = [one for one in view.officers if one.id == step.unit]
    if officers:
        name, found = officers[0].name, ["move", "send"]
    else:
        unit = unit_of(view, step.unit)
        name, found = unit.name, offered(view, unit, card_of(view, player))
    items = [Item(deed, LABELS[deed], BOOK + CLAUSES[deed]) for deed in found]
    items.append(Item(BACK, "nothing for now", BOOK + "turn.free-sequence"))
    clauses = (BOOK + "cards.set-per-player", BOOK + "turn.free-sequence")
    card = card_of(view, player)
    measure = measure_before(view, hand_of(view, player).side) if card.charge else "all"
    return Decision(player, "act", step.unit, f"What does {name} do?", clauses, Choose(tuple(items)), measure)


def acted(state: State, step: Act, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    if key == BACK:
        return Progress(())
    if [one for one in state.officers if one.id == step.unit]:
        return Progress((), (SendMessenger(step.unit) if key == "send" else MoveOfficer(step.unit),))
    return do(state, unit_of(state, step.unit), key)


# ---------------------------------------------------------------- moves


def asks_mover(state: State, step: MoveUnit | RefuseWing | ShiftBarrier | FormUpFree) -> tuple[str, ...]:
    return (unit_of(state, step.unit).player,)


def move_decision(view: State, step: MoveUnit, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    card = card_of(view, unit.player)
    width, depth = size_of(unit)
    reach = card_inches(card, unit.arm, unit.mounted)
    form = March(unit.id, unit.pose, width, depth, kinds_of(unit), reach, ways(view, unit, card))
    sentence = f"{unit.name} may move up to {reach:g}″ ({card.name})."
    clauses = (BOOK + "move.card-distance", BOOK + "move.how-deductions-count", BOOK + "move.terrain-table")
    return Decision(player, "move", unit.id, sentence, clauses, form)


def check_move(view: State, step: MoveUnit, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    unit = unit_of(view, step.unit)
    if unit.place != ON_TABLE and command.answer.manoeuvres:
        return (Reason(f"{unit.name} is not on the table.", BOOK + "setup.reinforcements"),)
    return tuple(judge(view, unit, card_of(view, unit.player), command.answer.manoeuvres))


def move_made(state: State, step: MoveUnit, command: Command) -> Progress:
    assert isinstance(command.answer, Marched)
    unit = unit_of(state, step.unit)
    if state.settings.fog:
        return groping(state, unit, command.answer.manoeuvres)
    return carried_out(state, unit, command.answer.manoeuvres)


def groping(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """A move in the fog: it stops 1 in short of an enemy that was not in view [visibility.hidden-units]."""
    hidden = [foe for foe in enemies(state, unit) if foe.id in army_of(state, unit.side).unseen]
    for place in range(len(manoeuvres)):
        course = course_of(state, unit, manoeuvres[: place + 1])
        for foe in hidden:
            parts = blocks(foe)
            path = course.sweeps[-1] if course.sweeps else None
            if path is None or nearer_than(path, parts, KEEP_OFF) < 0 or not kept(unit_gap(unit, parts), KEEP_OFF):
                continue
            last = cut(path, until_gap(path, parts, KEEP_OFF))
            made = (*manoeuvres[:place], *manoeuvres_of(last))
            done = carried_out(state, unit, made)
            return Progress((*done.events, Met(unit.id, foe.id)), done.steps, True)
    return carried_out(state, unit, manoeuvres)


def carried_out(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """A lawful move: up to a change of formation that must be tested for, or to its end, friends passed testing.

    [formation.change-in-musket-range, move.interpenetration]
    """
    if not manoeuvres:
        return Progress(())
    if _half_turns(state, unit, manoeuvres):
        return Progress((HalfTurned(unit.id),), final=True)
    place = _tested_change(state, unit, manoeuvres)
    if place >= 0:
        first = course_of(state, unit, manoeuvres[:place])
        events: Events = []
        if first.sweeps:
            events = moved_events(state, unit, "order", first.after, manoeuvres[:place], first.sweeps)
        test = TestMorale(unit.id, FORMATION_CHANGE, "", 0, UNASKED)
        return Progress(tuple(events), (test, MoveRest(unit.id, manoeuvres[place:])), final=True)
    course = course_of(state, unit, manoeuvres)
    if unit.formation != UNLIMBERED or unit.disordered or course.before is not None:
        course.after.disordered = priced(state, unit, card_of(state, unit.player), course).disordered
    tests = [
        TestMorale(friend.id, PASSED_THROUGH, "", 0, UNASKED)
        for friend in passed(unit, course, Others(state, unit))
        if unit.disordered and not friend.disordered
    ]
    events = moved_events(state, unit, "order", course.after, manoeuvres, course.sweeps)
    if leaves(state, course):
        events.append(UnitRemoved(unit.id, WITHDRAWN))
    return Progress(tuple(events), tuple(tests), final=not state.settings.allow_take_back_by_consent)


def _half_turns(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> bool:
    """Guns in a wood need a second card to turn [move.facing-change]."""
    if unit.formation != UNLIMBERED or unit.disordered or unit.pivoting:
        return False
    turns = [one for one in manoeuvres if one.kind == "turn"]
    return bool(turns) and bool(woods_under(state, unit)) and card_of(state, unit.player).word != HOLD


def _tested_change(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> int:
    """The place of the change of formation that must be tested for, -1 if none [formation.change-in-musket-range]."""
    for place, one in enumerate(manoeuvres):
        if one.kind == "form" and one.on != "form-up":
            there = course_of(state, unit, manoeuvres[:place]).after
            return place if under_muskets(state, there) else -1
    return -1


def under_muskets(state: State, unit: Unit) -> bool:
    """Whether enemy muskets within 10 in have a unit in sight [formation.change-in-musket-range]."""
    for foe in enemies(state, unit):
        if foe.arm not in (INFANTRY, CAVALRY) or foe.state == ROUTING or foe.captive:
            continue
        away = units_gap(foe, unit)
        if within(away, MUSKET_RANGE) and sees(state, foe, unit):
            return check_needed(FORMATION_CHANGE, regiment_of(unit), 0, away, True)
    return False


def move_rest(state: State, step: MoveRest, dice: Dice) -> Progress:
    """The rest of a move, unless the test has thrown the unit into disorder [formation.change-in-musket-range]."""
    unit = unit_of(state, step.unit)
    if unit.place != ON_TABLE or unit.disordered or unit.state == ROUTING:
        if unit.place == ON_TABLE and not unit.moved:
            return Progress((move_event(unit, "order", unit, ()),))
        return Progress(())
    course = course_of(state, unit, step.manoeuvres)
    if course.fault is not None:
        return Progress(())
    return Progress(tuple(moved_events(state, unit, "order", course.after, step.manoeuvres, course.sweeps)))


# ---------------------------------------------------------------- reinforcements


def come_on(state: State, step: ComeOn, dice: Dice) -> Progress:
    """A column at its place on the edge, if there is room, and then its move [setup.reinforcements]."""
    unit = unit_of(state, step.unit)
    pose = entry_pose(state, unit)
    if pose is None:
        return Progress(())
    after = unit_at(unit, pose)
    events: Events = [move_event(unit, "arrive", after, ())]
    for officer in state.officers:
        if officer.place == TO_ARRIVE and officer.unit == unit.id:
            events.append(OfficerPlaced(officer.id, pose, "arrive"))
    return Progress(tuple(events), (MoveUnit(unit.id),))


def entry_pose(state: State, unit: Unit) -> Pose | None:
    """The head of a column at the edge, where no enemy is near and nobody stands [setup.reinforcements]."""
    if unit.entry is None:
        return None
    x, y = unit.entry
    facing = _inward(state.ground, x, y)
    # The head is measured from the entry point: the column is set down with its rear on the edge, and its own length
    # is spent. One that the card does not bring wholly on waits, since no stand can be half on the table.
    start = ahead(Pose(x, y, facing), 0.5 * size_of(unit)[1])
    for slide in range(61):
        for by in (0.5 * slide, -0.5 * slide) if slide else (0.0,):
            pose = rounded_pose(aside(start, by))
            if _may_enter(state, unit, pose):
                return pose
    return None


def _inward(ground: Ground, x: float, y: float) -> int:
    gaps = (("south", y), ("north", ground.depth - y), ("west", x), ("east", ground.width - x))
    best = gaps[0]
    for one in gaps:
        if one[1] < best[1]:
            best = one
    return (EDGE_FACING[best[0]] + HALF_TURN) % FULL_TURN


def _may_enter(state: State, unit: Unit, pose: Pose) -> bool:
    there = unit_at(unit, pose)
    there.place = ON_TABLE
    ground = state.ground
    part = block(there)
    corners_off = point_off_table(ground, pose.x, pose.y)
    if corners_off or standing_on(there, Others(state, unit)):
        return False
    if [1 for area in ground.areas if area.kind in IMPASSABLE and box_near(area.box, part, 0.0)]:
        return False
    for foe in enemies(state, unit):
        if foe.state != ROUTING and within(units_gap(there, foe), ENTRY_CLEAR):
            return False
    return True


# ---------------------------------------------------------------- a wing thrown back


def wing_options(unit: Unit) -> list[tuple[str, int, str]]:
    """What may be done with the wings of a line: key, stands and words [formation.refuse-flank]."""
    if unit.wing:
        return [("straight", 0, "straighten the line")]
    found: list[tuple[str, int, str]] = []
    for count in range(1, most_refused(unit.stands) + 1):
        stands = "stand" if count == 1 else "stands"
        found.append((f"right-{count}", count, f"throw back {count} {stands} on the right"))
        found.append((f"left-{count}", -count, f"throw back {count} {stands} on the left"))
    return found


def wing_decision(view: State, step: RefuseWing, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    clause = BOOK + "formation.refuse-flank"
    wings = [Item(key, words, clause) for key, _, words in wing_options(unit)]
    angles = tuple([Item(str(by), f"by {by}°", clause) for by in WING_TURNS])
    slots = (
        Slot("wing", "Wing", (*wings, Item(BACK, "leave it", clause))),
        Slot("angle", "Angle, 45° if none is said", angles, optional=True),
    )
    sentence = f"Which wing does {unit.name} throw back, and how far?"
    return Decision(player, "wing", unit.id, sentence, (clause,), Assign(slots))


def wing_turned(state: State, step: RefuseWing, command: Command) -> Progress:
    assert isinstance(command.answer, Assigned)
    given = dict(command.answer.pairs)
    angle = 100 * int(given.get("angle", str(WING_TURNS[-1])))
    for key, wing, _ in wing_options(unit_of(state, step.unit)):
        if key == given["wing"]:
            return Progress((WingTurned(step.unit, wing, angle if wing else 0),), final=True)
    return Progress(())


# ---------------------------------------------------------------- walls and barriers


def wall_at(state: State, unit: Unit) -> Line | None:
    """The wall or fence that its stands touch [misc.dismantle]."""
    for line in state.ground.lines:
        if line.kind in CLEARABLE and box_near(line.box, block(unit), 0.1) and touching(unit, line):
            return line
    return None


def barrier_at(state: State, unit: Unit) -> Line | None:
    """The movable barrier that enough of its stands touch [barrier.move]."""
    for line in state.ground.lines:
        if line.kind in MOVABLE and box_near(line.box, block(unit), 0.1):
            length = line_length(line)
            if not barrier_refusal(length, True, len(touching(unit, line))):
                return line
    return None


def touching(unit: Unit, line: Line) -> list[Block]:
    return [stand for stand in stand_blocks(unit) if touches(stand, line)]


def line_length(line: Line) -> float:
    walked = 0.0
    for index in range(1, len(line.points)):
        ax, ay = line.points[index - 1]
        bx, by = line.points[index]
        walked += distance(ax, ay, bx, by)
    return rounded(walked)


def barrier_decision(view: State, step: ShiftBarrier, player: str) -> Decision:
    """Up to its own length in any direction: the barrier goes as its men push it [barrier.move]."""
    unit = unit_of(view, step.unit)
    line = barrier_at(view, unit)
    length = line_length(line) if line is not None else 0.0
    found = [Way("stay", "leave it", (), unit.pose)]
    for key, label, by in (("forward", "push it forward", 0), ("back", "pull it back", HALF_TURN)):
        goal = ahead(Pose(0.0, 0.0, unit.pose.facing + by), length)
        made = (shift(goal.x, goal.y),)
        if not barrier_faults(view, unit, made):
            found.append(Way(key, label, made, Pose(unit.pose.x + goal.x, unit.pose.y + goal.y, unit.pose.facing)))
    form = March(unit.id, unit.pose, *size_of(unit), ("shift",), length, tuple(found))
    sentence = f"{unit.name} may shift the barrier up to {length:g}″."
    return Decision(player, "barrier", unit.id, sentence, (BOOK + "barrier.move",), form)


def barrier_faults(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """The stands stay; the barrier goes no farther than it is long, and not through units [barrier.move]."""
    line = barrier_at(state, unit)
    if line is None:
        return [Reason("Too few stands touch a barrier that can be moved.", BOOK + "barrier.move")]
    dx = sum([one.x for one in manoeuvres])
    dy = sum([one.y for one in manoeuvres])
    length = line_length(line)
    if not within(distance(0.0, 0.0, dx, dy), length):
        return [Reason(f"The barrier is shifted at most its length, {length:g}″.", BOOK + "barrier.move")]
    for x, y in line.points:
        if point_off_table(state.ground, x + dx, y + dy):
            return [Reason("The barrier would leave the table.", BOOK + "barrier.move")]
    return []


def check_barrier(view: State, step: ShiftBarrier, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    if not command.answer.manoeuvres:
        return ()
    return tuple(barrier_faults(view, unit_of(view, step.unit), command.answer.manoeuvres))


def barrier_shifted(state: State, step: ShiftBarrier, command: Command) -> Progress:
    assert isinstance(command.answer, Marched)
    unit = unit_of(state, step.unit)
    line = barrier_at(state, unit)
    if line is None or not command.answer.manoeuvres:
        return Progress(())
    dx = sum([one.x for one in command.answer.manoeuvres])
    dy = sum([one.y for one in command.answer.manoeuvres])
    moved = tuple([(rounded(x + dx), rounded(y + dy)) for x, y in line.points])
    return Progress((LineChanged(unit.id, line.kind, line.points, (moved,), "barrier"),), final=True)


# ---------------------------------------------------------------- forming up near an officer


def free_ways(state: State, unit: Unit) -> tuple[Way, ...]:
    """A disordered unit near an officer forms up for nothing, facing any way [rally.disordered-near-officer]."""
    found = [Way("stand", "stay in disorder", (), unit.pose)]
    foe = nearest_enemy(state, unit)
    ideas: list[tuple[str, str, int]] = [("as-it-is", "form up as it faces", 0)]
    if foe is not None:
        towards = bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
        ideas.append(("enemy", "form up facing the enemy", towards - unit.pose.facing))
    for key, label, by in ideas:
        made = (forming(unit, "form-up", by % FULL_TURN),)
        if not free_faults(state, unit, made):
            found.append(Way(key, label, made, rounded_pose(reshaped(unit, made[0]).pose)))
    return tuple(found)


def free_faults(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Nothing but forming up, on free ground and no nearer than 1 in to the enemy [rally.disordered-near-officer]."""
    clause = BOOK + "rally.disordered-near-officer"
    if len(manoeuvres) != 1 or manoeuvres[0].kind != "form" or manoeuvres[0].on != "form-up":
        return [Reason("The unit may form up, and no more.", clause)]
    course = course_of(state, unit, manoeuvres)
    if course.fault is not None:
        return [course.fault]
    faults = faults_of(state, unit, FREE, course, Others(state, unit))
    return [one for one in faults if one.clause != BOOK + "formation.form-up"]


FREE: Final = Card("", "forming up", 6.0, 6.0, 6.0, 0, 0, True)
"""A card that pays for forming up, so that all but its price can be judged."""


def free_decision(view: State, step: FormUpFree, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    form = March(unit.id, unit.pose, *size_of(unit), ("form",), 0.0, free_ways(view, unit))
    sentence = f"{unit.name} may form up near the officer."
    return Decision(player, "form-up", unit.id, sentence, (BOOK + "rally.disordered-near-officer",), form)


def check_free(view: State, step: FormUpFree, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    if not command.answer.manoeuvres:
        return ()
    return tuple(free_faults(view, unit_of(view, step.unit), command.answer.manoeuvres))


def formed_free(state: State, step: FormUpFree, command: Command) -> Progress:
    assert isinstance(command.answer, Marched)
    unit = unit_of(state, step.unit)
    if not command.answer.manoeuvres:
        return Progress(())
    after = course_of(state, unit, command.answer.manoeuvres).after
    return Progress((move_event(unit, "form", after, command.answer.manoeuvres),), final=True)


# ---------------------------------------------------------------- officers and messengers


def asks_officer(state: State, step: MoveOfficer | SendMessenger) -> tuple[str, ...]:
    return (officer_of(state, step.officer).player,)


def ride_faults(state: State, side: str, start: Pose, radius: float, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Sixteen inches over all but deep rivers, 1 in from the enemy [move.fixed-moves, move.enemy-contact]."""
    clause = BOOK + "move.fixed-moves"
    x, y = start.x, start.y
    walked = 0.0
    faults: list[Reason] = []
    ground = state.ground
    for one in manoeuvres:
        if one.kind != "leg":
            return [Reason("He rides from place to place.", clause)]
        walked += distance(x, y, one.x, one.y)
        if point_off_table(ground, one.x, one.y):
            faults.append(Reason("He would leave the table.", BOOK + "move.leaving-table"))
        if _swims(ground, x, y, one.x, one.y):
            faults.append(Reason("The river can be crossed only at a bridge or ford.", BOOK + "move.major-river"))
        if in_area(ground, IMPASSABLE, one.x, one.y):
            faults.append(Reason("That ground cannot be entered.", BOOK + "move.roads-hills-buildings"))
        if _too_near_enemies(state, side, radius, start, (x, y), (one.x, one.y)):
            faults.append(Reason("He would come within 1″ of the enemy.", BOOK + "move.enemy-contact"))
        x, y = one.x, one.y
    if not within(walked, OFFICER_MOVE):
        faults.append(Reason(f"He rides at most {OFFICER_MOVE:g}″, not {walked:.1f}″.", clause))
    return faults


def _too_near_enemies(state: State, side: str, size: float, start: Pose, a: Point, b: Point) -> bool:
    """Whether a ride passes an enemy within 1 in; who begins nearer must get away [move.enemy-contact]."""
    for unit in state.units:
        if unit.place != ON_TABLE or unit.side == side or unit.state == ROUTING:
            continue
        reach = size + KEEP_OFF + 0.5 * sum(size_of(unit))
        if segment_distance(unit.pose.x, unit.pose.y, a[0], a[1], b[0], b[1]) > reach:
            continue
        for part in blocks(unit):
            before = point_gap(part, start.x, start.y) - size
            if kept(segment_gap(a[0], a[1], b[0], b[1], part) - size, KEEP_OFF):
                continue
            if kept(before, KEEP_OFF) or point_gap(part, b[0], b[1]) - size < before:
                return True
    return False


def _swims(ground: Ground, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a ride crosses a deep river elsewhere than at a bridge or ford."""
    for line in ground.lines:
        if line.kind == "river":
            for at in line_crossings(line.points, ax, ay, bx, by):
                if not crossing_at(ground, ("ford", "bridge"), ax + at * (bx - ax), ay + at * (by - ay)):
                    return True
    return False


def officer_ways(state: State, officer: Officer) -> tuple[Way, ...]:
    """To the rear of friendly units in reach, those in trouble first."""
    here = officer.pose
    found = [Way("stay", "stay", (), here)]
    ranked: list[tuple[int, float, str]] = []
    for unit in on_table(state, officer.side):
        if unit.arm == WAGON or unit.captive:
            continue
        away = distance(here.x, here.y, unit.pose.x, unit.pose.y)
        if away <= OFFICER_MOVE + 1.0:
            trouble = 0 if unit.state != STEADY or unit.disordered else 1
            ranked.append((trouble, rounded(away), unit.id))
    for _, _, id in sorted(ranked)[:OFFICER_WAYS]:
        unit = unit_of(state, id)
        rear = ahead(unit.pose, -0.5 * size_of(unit)[1] - 2 * OFFICER_RADIUS)
        made = (leg(rounded(rear.x), rounded(rear.y)),)
        if not ride_faults(state, officer.side, here, OFFICER_RADIUS, made):
            found.append(Way(id, f"to {unit.name}", made, Pose(made[0].x, made[0].y, unit.pose.facing)))
    return tuple(found)


def officer_decision(view: State, step: MoveOfficer, player: str) -> Decision:
    officer = officer_of(view, step.officer)
    across = 2 * OFFICER_RADIUS
    form = March(officer.id, officer.pose, across, across, ("leg",), OFFICER_MOVE, officer_ways(view, officer))
    sentence = f"{officer.name} may ride {OFFICER_MOVE:g}″."
    return Decision(player, "officer-move", officer.id, sentence, (BOOK + "move.fixed-moves",), form)


def check_officer(view: State, step: MoveOfficer, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    officer = officer_of(view, step.officer)
    return tuple(ride_faults(view, officer.side, officer.pose, OFFICER_RADIUS, command.answer.manoeuvres))


def officer_moved(state: State, step: MoveOfficer, command: Command) -> Progress:
    assert isinstance(command.answer, Marched)
    officer = officer_of(state, step.officer)
    made = command.answer.manoeuvres
    if not made:
        return Progress(())
    end = rounded_pose(Pose(made[-1].x, made[-1].y, officer.pose.facing))
    return Progress((OfficerMoved(officer.id, officer.pose, end, "order"),), final=True)


def may_send(state: State, officer: Officer) -> bool:
    """Whether an officer may send a messenger now, one at a time [officer.messengers]."""
    if not state.courier or [one for one in state.messengers if one.sender == officer.id]:
        return False
    return bool(errands(state, officer))


def errands(state: State, officer: Officer) -> list[tuple[str, str, str, str, str]]:
    """What a messenger may carry: key, errand, brigade, the officer addressed, and words [officer.messengers]."""
    found: list[tuple[str, str, str, str, str]] = []
    own = sorted({unit.brigade for unit in on_table(state) if unit.player == officer.player})
    others = [one for one in officers_on(state, officer.side) if one.id != officer.id]
    for other in others:
        if other.player != officer.player:
            for brigade in own:
                key = f"hand-over:{brigade}:{other.id}"
                found.append(
                    (key, "hand-over", brigade, other.id, f"hand {brigade} over to {other.player}, by {other.name}")
                )
            found.append((f"note:{other.id}", "note", "", other.id, f"a note to {other.name}"))
        for brigade, _ in state.reserves:
            if other.command == brigade:
                found.append((f"release:{brigade}", "release", brigade, other.id, f"release {brigade} from reserve"))
    return found


def send_decision(view: State, step: SendMessenger, player: str) -> Decision:
    officer = officer_of(view, step.officer)
    clause = BOOK + "officer.messengers"
    items = [Item(key, words, clause) for key, _, _, _, words in errands(view, officer)]
    items.append(Item(BACK, "send nobody", clause))
    sentence = f"What does the messenger of {officer.name} carry?"
    return Decision(player, "send", officer.id, sentence, (clause,), Choose(tuple(items)))


def sent(state: State, step: SendMessenger, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    officer = officer_of(state, step.officer)
    for key, errand, brigade, to, _ in errands(state, officer):
        if key == command.answer.keys[0]:
            rider = Messenger(
                f"{officer.id}-messenger", officer.side, officer.player, officer.id, to, errand, brigade, officer.pose
            )
            return Progress((MessengerSent(rider, players_of(state, officer.side)),), final=True)
    return Progress(())


def rider_of(state: State, id: str) -> Messenger:
    for one in state.messengers:
        if one.id == id:
            return one
    raise KeyError(id)


def asks_rider(state: State, step: MoveMessenger) -> tuple[str, ...]:
    return (step.player,)


def rider_decision(view: State, step: MoveMessenger, player: str) -> Decision:
    across = 2 * MESSENGER_RADIUS
    pose = Pose(0.0, 0.0, 0)
    ways_there: tuple[Way, ...] = (Way("wait", "wait", (), pose),)
    if [one for one in view.messengers if one.id == step.messenger]:
        rider = rider_of(view, step.messenger)
        pose, ways_there = rider.pose, rider_ways(view, rider)
    form = March(step.messenger, pose, across, across, ("leg",), OFFICER_MOVE, ways_there)
    sentence = f"The messenger may ride {OFFICER_MOVE:g}″."
    return Decision(player, "ride", step.messenger, sentence, (BOOK + "officer.messengers",), form)


def rider_ways(state: State, rider: Messenger) -> tuple[Way, ...]:
    """Straight to the officer addressed, as far as he gets."""
    found = [Way("wait", "wait", (), rider.pose)]
    goal = officer_of(state, rider.to)
    away = distance(rider.pose.x, rider.pose.y, goal.pose.x, goal.pose.y)
    far = min(OFFICER_MOVE, away - OFFICER_RADIUS - MESSENGER_RADIUS)
    if goal.place == ON_TABLE and far > TOLERANCE:
        heading = bearing(rider.pose.x, rider.pose.y, goal.pose.x, goal.pose.y)
        end = ahead(Pose(rider.pose.x, rider.pose.y, heading), far)
        made = (leg(rounded(end.x), rounded(end.y)),)
        if not ride_faults(state, rider.side, rider.pose, MESSENGER_RADIUS, made):
            found.append(Way("on", f"on to {goal.name}", made, rounded_pose(end)))
    return tuple(found)


def check_rider(view: State, step: MoveMessenger, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    if not [one for one in view.messengers if one.id == step.messenger]:
        return (Reason("There is no such messenger.", BOOK + "officer.messengers"),)
    rider = rider_of(view, step.messenger)
    return tuple(ride_faults(view, rider.side, rider.pose, MESSENGER_RADIUS, command.answer.manoeuvres))


def rider_moved(state: State, step: MoveMessenger, command: Command) -> Progress:
    """A messenger rides, and delivers within 2 in of the officer addressed [officer.messengers]."""
    assert isinstance(command.answer, Marched)
    rider = rider_of(state, step.messenger)
    made = command.answer.manoeuvres
    if not made:
        return Progress(())
    end = rounded_pose(Pose(made[-1].x, made[-1].y, rider.pose.facing))
    events: Events = [MessengerMoved(rider.id, rider.pose, end)]
    goal = officer_of(state, rider.to)
    gap = distance(end.x, end.y, goal.pose.x, goal.pose.y) - OFFICER_RADIUS - MESSENGER_RADIUS
    if goal.place == ON_TABLE and within(gap, OFFICER_REACH):
        order = Delivered(rider.side, rider.errand, rider.brigade, goal.player)
        events.append(MessengerGone(rider.id, False, order, players_of(state, rider.side)))
    elif goal.place != ON_TABLE:
        events.append(MessengerGone(rider.id, False, None, players_of(state, rider.side)))
    return Progress(tuple(events), final=True)


# ---------------------------------------------------------------- taking back by consent


def asks_for_grace(state: State, step: GrantTakeBack) -> tuple[str, ...]:
    return (commander_of(state, enemy_of(state, unit_of(state, step.unit).side)),)


def grace_decision(view: State, step: GrantTakeBack, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    form = Confirm("let him take it back", "it stands")
    sentence = f"May the move of {unit.name} be taken back?"
    return Decision(player, "take-back", unit.id, sentence, (BOOK + "turn.no-repositioning",), form)


def grace_given(state: State, step: GrantTakeBack, command: Command) -> Progress:
    assert isinstance(command.answer, Confirmed)
    event = TakenBack(step.unit) if command.answer.yes else TakeBackRefused(step.unit)
    return Progress((event,), final=True)
