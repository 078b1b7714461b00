"""What a unit or a General does in its go: moves, changes of formation, guns, hedges, buildings."""

from __future__ import annotations

from typing import Final, TypeAlias

from roundtop.battle.forms import Choose, Chosen, Item, March, Marched, Reason, Way
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys.artillery import SWING_DEG
from roundtop.rulebooks.charge_boys.deployment import NAMES, formation_refusal
from roundtop.rulebooks.charge_boys.events import (
    Disordered,
    FightsChanged,
    Formed,
    GeneralLost,
    GeneralMoved,
    GunsChanged,
    Moved,
    Stood,
    apply,
)
from roundtop.rulebooks.charge_boys.morale import (
    Condition,
    breaks_off,
    may_advance,
    may_form,
    may_move,
)
from roundtop.rulebooks.charge_boys.movement import (
    LOOSE_DRILL,
    Others,
    Route,
    Terrain,
    advances,
    along_road,
    away_from,
    bends,
    cut_short,
    facing_enemy,
    fall_back,
    has_room,
    impassable,
    is_loose,
    legs_of,
    middle_of,
    move_faults,
    nearest_enemy,
    nearest_point,
    price_of,
    route,
)
from roundtop.rulebooks.charge_boys.muster import BUILDING_KINDS, HEDGE_KINDS, ROAD_KINDS, in_formation
from roundtop.rulebooks.charge_boys.react import moved_to
from roundtop.rulebooks.charge_boys.state import (
    ABANDONED,
    HALTED,
    MANNED,
    ON_TABLE,
    RETIRED,
    ROUTING,
    General,
    Gun,
    State,
    Unit,
    apart,
    arm_of,
    beside,
    blocks,
    body,
    copied,
    crew,
    enemies,
    farther,
    foes_of,
    formed,
    gap_between,
    general_body,
    general_of,
    guns_in_row,
    locked,
    manned,
    on_table,
    outreach,
    overlapping,
    quarters,
    ranked,
    ranks,
    reshaped,
    routing,
    size,
    straight_trail,
    strength,
    unit_of,
)
from roundtop.rulebooks.charge_boys.steps import Go, Joined, KeepDistance, MoveGeneral, MoveUnit, Step
from roundtop.rulebooks.charge_boys.tables import (
    ALLOWANCE_IN,
    ARTILLERY,
    CAVALRY,
    DISMOUNTED,
    FORMATIONS,
    GUNNERS,
    INFANTRY,
    LIMBERED,
    LINE,
    RIDER,
    ROAD_COLUMN,
    SKIRMISH,
    UNLIMBERED,
    allowance,
    shape_refusal,
)
from roundtop.rulebooks.charge_boys.terrain import (
    APPROACH_IN,
    BUILDING,
    ENEMY_GAP_IN,
    ROAD,
    Leg,
    enters_buildings,
    keep_distance,
    leg_price,
    manhandled,
)
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block
from roundtop.table.ground import Area, box_near
from roundtop.table.measure import (
    FULL_TURN,
    HALF_TURN,
    NOISE,
    QUARTER_TURN,
    TOLERANCE,
    bearing,
    distance,
    kept,
    rounded,
    turn_between,
    within,
)
from roundtop.table.path import (
    Manoeuvre,
    Sweep,
    about_face,
    clearance,
    forward,
    glide,
    leg,
    manoeuvres_of,
    shift,
    sweep,
    turn,
    wheel,
)
from roundtop.table.plan import plan_towards
from roundtop.table.pose import Point, Pose, ahead, rounded_pose, to_local

Idea: TypeAlias = tuple[str, str, tuple[Manoeuvre, ...]]
"""A move worth trying: its key, its label, its manoeuvres."""

DONE: Final = "done"
FORM: Final = "form"
CROSS: Final = "cross"
ENTER: Final = "enter"
LEAVE: Final = "leave"
SHARE: Final = "share"
HELP: Final = "help"
BREAK_OFF: Final = "break-off"
CLOSE_UP: Final = "close-up"
JOIN: Final = "join"
CHARGE: Final = "charge"
STAND: Final = "stand"
ACTIONS: Final = (FORM, CROSS, ENTER, LEAVE, BREAK_OFF)
"""What takes the place of a move."""
FREE: Final = (SHARE, HELP, CLOSE_UP, STAND)
"""What goes before a move at no cost."""
UNIT_KINDS: Final = ("forward", "wheel", "glide", "turn", "about-face", *ACTIONS, *FREE)
LOOSE_KINDS: Final = (*LOOSE_DRILL, *ACTIONS, *FREE)
COLUMN_KINDS: Final = ("forward", "leg", "about-face", *ACTIONS, *FREE)
GENERAL_KINDS: Final = ("leg", JOIN)
MOST_FORM_TURN: Final = 9000
"""How far to either side a unit may face when it forms [formation.change-full-turn]."""
JOIN_IN: Final = 1.0
"""How near a General must be to be with a unit [officer.with-unit]."""


ONWARD: Final = {formation: f"Forward {most:g}″" for formation, most in ALLOWANCE_IN.items()}
ALL_BACK: Final = {formation: f"Back {most:g}″" for formation, most in ALLOWANCE_IN.items()}
HALF_BACK: Final = {formation: f"Back {0.5 * most:g}″" for formation, most in ALLOWANCE_IN.items()}


# ---------------------------------------------------------------- who may act


def condition_of(state: State, unit: Unit) -> Condition:
    """A unit as its permissions see it [morale.disordered-effect, orders.default]."""
    return Condition(
        arm_of(unit),
        unit.formation,
        unit.mettle.state,
        unit.mettle.disordered,
        unit.turn.busy,
        unit.turn.acted or unit.turn.compelled or unit.turn.met == "evades",
        locked(state, unit.id),
        unit.weapon,
        state.settings,
    )


def to_move(state: State, side: str) -> list[Unit]:
    """Units that may still move this turn [turn.igougo-movement]."""
    return [unit for unit in on_table(state, side) if not tied(unit) and may_move(condition_of(state, unit))]


def tied(unit: Unit) -> bool:
    """A quick yes for units that have acted, or cannot [morale.result-halt, morale.disordered-effect]."""
    return unit.turn.acted or unit.mettle.disordered or unit.mettle.state in (HALTED, ROUTING)


def riders(state: State, side: str) -> list[General]:
    """Generals who may still ride; one whose unit is locked in melee stays with it."""
    return [
        general
        for general in state.generals
        if general.side == side
        and general.place == ON_TABLE
        and not general.acted
        and not (general.unit and locked(state, general.unit))
    ]


def asks_for_go(state: State, step: Go) -> tuple[str, ...]:
    return (step.side,) if to_move(state, step.side) or riders(state, step.side) else ()


def go_decision(view: State, step: Go, player: str) -> Decision:
    items = [Item(DONE, "End the movement")]
    items.extend([Item(unit.id, f"{unit.name}, {NAMES[unit.formation]}") for unit in to_move(view, step.side)])
    items.extend([Item(general.id, general.name) for general in riders(view, step.side)])
    clauses = ("charge-boys.turn.igougo-movement", "charge-boys.move.partial")
    return Decision(player, "activate", "", "Which unit moves next?", clauses, Choose(tuple(items)))


def activated(state: State, step: Go, command: Command) -> Progress:
    """Units move one by one in the order their player likes [turn.igougo-movement]."""
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    if key == DONE:
        return Progress(())
    if [general for general in state.generals if general.id == key]:
        return Progress((), (MoveGeneral(key), step))
    return Progress((), (MoveUnit(key), step))


# ---------------------------------------------------------------- a unit's move


def owner(state: State, step: MoveUnit) -> tuple[str, ...]:
    return (unit_of(state, step.unit).side,)


def kinds_of(unit: Unit) -> tuple[str, ...]:
    """The manoeuvres open to a unit."""
    if unit.trail and unit.building < 0:
        return COLUMN_KINDS
    return LOOSE_KINDS if is_loose(unit) or unit.formation == UNLIMBERED else UNIT_KINDS


def move_decision(view: State, step: MoveUnit, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    front, deep = size(unit, view.settings)
    most = reach_of(unit)
    form = March(unit.id, unit.pose, front, deep, kinds_of(unit), most, ways(view, unit))
    sentence = f"{unit.name}, {NAMES[unit.formation]}, may move {most:g}″ or do something else with its turn."
    clauses = (
        "charge-boys.move.partial",
        "charge-boys.terrain.half-turn-arithmetic",
        "charge-boys.formation.change-full-turn",
    )
    measure = "all" if view.settings.premeasure else "none"
    return Decision(player, "move", unit.id, sentence, clauses, form, measure)


def reach_of(unit: Unit) -> float:
    """Inches of a unit's allowance; guns in action as far as they can be pushed."""
    if unit.formation == UNLIMBERED:
        return max([0.0, *[manhandled(gun.crew) for gun in manned(unit)]])
    return allowance(unit.formation, unit.formation == ROAD_COLUMN)


def check_move(view: State, step: MoveUnit, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    return tuple(judge(view, unit_of(view, step.unit), command.answer.manoeuvres))


def judge(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a unit may not do this with its turn; it may always stand."""
    if not manoeuvres:
        return []
    actions = [one for one in manoeuvres if one.kind in ACTIONS]
    drill = [one for one in manoeuvres if one.kind not in ACTIONS and one.kind not in FREE]
    faults = _free_faults(state, unit, manoeuvres)
    now = freed(state, unit, manoeuvres)
    if actions:
        faults.extend(action_faults(state, now, actions, drill))
        return faults
    if not drill:
        return faults
    if unit.building >= 0:
        return [*faults, Reason("A garrison has to leave the building first.", "charge-boys.terrain.building-time")]
    if locked(state, unit.id):
        return [*faults, Reason("The unit is locked in melee.", "charge-boys.melee.draw")]
    faults.extend(drill_faults(now, drill))
    if faults:
        return faults
    way = route(state, now, (*_helping(manoeuvres), *drill))
    reach = way.reach() + outreach(way.end, state.settings)
    faults.extend(move_faults(state, now, way, Others(state, now, reach)))
    faults.extend(_advance_faults(state, now, way))
    return faults


def _helping(manoeuvres: tuple[Manoeuvre, ...]) -> list[Manoeuvre]:
    return [one for one in manoeuvres if one.kind == HELP]


def drill_faults(unit: Unit, drill: list[Manoeuvre]) -> list[Reason]:
    """Formed units wheel forward on a flank and face by quarters; guns are swung by 45 degrees [move.wheel]."""
    faults: list[Reason] = []
    for one in drill:
        if one.kind == "wheel" and (one.on not in ("left", "right") or (one.by > 0) != (one.on == "right")):
            faults.append(Reason("A unit wheels forward, on the flank it turns to.", "charge-boys.move.wheel"))
        if one.kind == "turn" and not is_loose(unit):
            if unit.formation == UNLIMBERED:
                if abs(one.by) > round(SWING_DEG * 100):
                    faults.append(Reason("A gun is swung up to 45° on the spot.", "charge-boys.move.turn-in-place"))
            elif one.by % QUARTER_TURN:
                faults.append(Reason("A formed unit faces left, right or about.", "charge-boys.move.turn-in-place"))
    turns = [one for one in drill if one.kind == "turn"]
    if unit.formation == UNLIMBERED and len(turns) > 1:
        faults.append(Reason("A gun is swung once.", "charge-boys.move.turn-in-place"))
    return faults


def _advance_faults(state: State, unit: Unit, way: Route) -> list[Reason]:
    """A unit that has retired may step back until its re-test, but not advance [morale.result-retire]."""
    if unit.mettle.state != RETIRED:
        return []
    foe = nearest_enemy(state, unit, False)
    if foe is None or apart(way.end, foe, state.settings) >= apart(unit, foe, state.settings) - TOLERANCE:
        return []
    return [Reason("A unit that has retired may not advance before its re-test.", "charge-boys.morale.result-retire")]


def moved(state: State, step: MoveUnit, command: Command) -> Progress:
    """A unit's move, and what it brings about."""
    assert isinstance(command.answer, Marched)
    unit = unit_of(state, step.unit)
    return carry_out(state, unit, command.answer.manoeuvres)


def carry_out(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """Do with a unit what was commanded or written, which is lawful [move.partial, formation.change-full-turn]."""
    actions = [one for one in manoeuvres if one.kind in ACTIONS]
    drill = tuple([one for one in manoeuvres if one.kind not in ACTIONS and one.kind not in FREE])
    events: list[object] = []
    now = state
    for one in manoeuvres:
        if one.kind in (SHARE, CLOSE_UP):
            events.append(_freely(now, unit_of(now, unit.id), one))
            now = apply(now, events[-1])
    for one in _helping(manoeuvres):
        helper = unit_of(now, one.on)
        events.append(did(helper, helper, HELP, True))
        now = apply(now, events[-1])
    unit = unit_of(now, unit.id)
    if actions:
        return _action(now, unit, actions[0], drill, events)
    if not drill:
        return Progress((*events, Stood(unit.id)))
    way = route(now, unit, (*_helping(manoeuvres), *drill))
    return Progress(*_went(now, unit, way, drill, events))


def _went(
    state: State, unit: Unit, way: Route, drill: tuple[Manoeuvre, ...], events: list[object]
) -> tuple[tuple[object, ...], tuple[Step, ...]]:
    """A move made: who was reached, who falls back, which guns are manned again."""
    if unit.formation == UNLIMBERED and not way.legs:
        events.append(swung(unit, way.end))
        return tuple(events), ()
    advanced = advances(state, unit, way.end)
    end = way.end
    events.append(Moved(unit.id, "order", unit.pose, end.pose, drill, end.files, end.guns, end.trail, advanced, ()))
    now = apply(state, events[-1])
    events.extend(overrun(now, unit_of(now, unit.id), way.paths))
    events.extend(remanned(now, unit_of(now, unit.id)))
    return tuple(events), kept_at_distance(now, unit_of(now, unit.id))


def swung(unit: Unit, end: Unit) -> Formed:
    """Guns swung on the spot have not moved [move.turn-in-place, artillery.moved-no-fire]."""
    return Formed(
        unit.id, "swing", unit.formation, unit.files, unit.holders, unit.men, end.pose, end.guns, (), -1, False
    )


def kept_at_distance(state: State, unit: Unit) -> tuple[Step, ...]:
    """Enemy skirmishers whom a formed unit has come near fall back at once [move.skirmish-distance]."""
    if not formed(unit):
        return ()
    near = [
        foe
        for foe in enemies(state, unit)
        if foe.formation == SKIRMISH
        and not routing(foe)
        and not farther(unit, foe, 3.0, state.settings)
        and keep_distance(True, apart(unit, foe, state.settings), foe.building >= 0, 100.0).inches > 0.0
    ]
    return tuple([KeepDistance(foe.id) for foe in near])


def fall_back_from(state: State, step: KeepDistance, dice: Dice) -> Progress:
    """Directly away until 3 inches clear, or disordered where they stand [move.skirmish-distance]."""
    unit = unit_of(state, step.unit)
    near = [foe for foe in enemies(state, unit) if formed(foe)]
    if unit.place != ON_TABLE or not near:
        return Progress(())
    ranked_foes = sorted([(rounded(apart(unit, foe, state.settings)), foe.id) for foe in near])
    away, id = ranked_foes[0]
    foe = unit_of(state, id)
    heading = away_from(state, unit, foe)
    needed = keep_distance(True, away, unit.building >= 0, 100.0).inches
    if needed <= 0.0:
        return Progress(())
    for inches in (needed, needed + 0.5, needed + 1.0, needed + 2.0, needed + 4.0):
        found = fall_back(state, unit, heading, min(10.0, inches), False)
        if kept(min([apart(found.end, enemy, state.settings) for enemy in near]), 3.0) and has_room(state, found.end):
            return Progress((moved_to(unit, found.end, "keep-distance"),))
    return Progress((Disordered(unit.id, "no-room"),))


def overrun(state: State, unit: Unit, paths: list[Sweep]) -> list[object]:
    """Lone enemy Generals whom a move reaches ride to the nearest friends, or are taken [officer.lone-general]."""
    events: list[object] = []
    for general in state.generals:
        if general.side == unit.side or general.place != ON_TABLE or general.unit:
            continue
        there = general_body(general, state.settings)
        touched = [path for path in paths if clearance(path, there) <= TOLERANCE]
        if touched or gap_between(blocks(unit, state.settings), [there]) <= TOLERANCE:
            events.append(rides_off(state, general))
    return events


def rides_off(state: State, general: General) -> object:
    """Up to 15 inches to the nearest friendly unit; captured where there is none [officer.lone-general]."""
    there = general_body(general, state.settings)
    near = sorted(
        [
            (rounded(gap_between([there], blocks(unit, state.settings))), unit.id)
            for unit in on_table(state, general.side)
        ]
    )
    if near and within(near[0][0], ALLOWANCE_IN[RIDER]):
        unit = unit_of(state, near[0][1])
        return GeneralMoved(general.id, general.pose, beside(unit, state.settings), unit.id, "flight")
    return GeneralLost(general.id, "captured")


def remanned(state: State, unit: Unit) -> list[object]:
    """Gunners who end a move in contact with an abandoned gun of their side man it again [artillery.abandoned]."""
    loose = unit.men
    if unit.arm != ARTILLERY or loose == 0 or unit.mettle.state not in ("steady", RETIRED) or unit.mettle.disordered:
        return []
    settings = state.settings
    own = blocks(unit, settings)
    events: list[object] = []
    for other in state.units:
        if other.side != unit.side or not [gun for gun in other.guns if gun.fate == ABANDONED]:
            continue
        events.extend(_man(state, unit, other, own))
        if events:
            break
    return events


def _man(state: State, unit: Unit, other: Unit, own: list[Block]) -> list[object]:
    settings = state.settings
    touched = [
        place
        for place, gun in enumerate(other.guns)
        if gun.fate == ABANDONED
        and gap_between(own, [Block(gun.pose, settings.base_gun_width, settings.base_gun_depth)]) <= TOLERANCE
    ]
    if not touched:
        return []
    crews = _shared(unit.men, len(touched), settings.crew_per_gun)
    guns = list(other.guns)
    ours = list(unit.guns) if other.id != unit.id else guns
    for place, men in zip(touched, crews, strict=True):
        piece = Gun(guns[place].pose, men, MANNED)
        if other.id == unit.id:
            guns[place] = piece
        else:
            ours.append(piece)
    left = unit.men - sum(crews)
    new = copied(unit)
    new.guns = tuple(ours)
    pose = middle_of(new)
    events: list[object] = []
    if other.id != unit.id:
        rest = tuple([gun for place, gun in enumerate(other.guns) if place not in touched])
        events.append(
            GunsChanged(other.id, "taken-over", len(touched), other.formation, other.files, other.men, other.pose, rest)
        )
    number = len([gun for gun in ours if gun.fate == MANNED])
    events.append(GunsChanged(unit.id, "manned", len(touched), UNLIMBERED, number, left, pose, tuple(ours)))
    return events


def _shared(men: int, guns: int, most: int) -> list[int]:
    """Men shared out among guns as evenly as may be, none with more than a full crew."""
    each = [0] * guns
    for n in range(min(men, guns * most)):
        each[n % guns] += 1
    return each


# ---------------------------------------------------------------- free beginnings


def _free_faults(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    faults: list[Reason] = []
    for one in manoeuvres:
        if one.kind == SHARE and shared_crew(unit) == unit.guns:
            faults.append(Reason("There is nothing to share out.", "charge-boys.artillery.crew-to-fire"))
        if one.kind == CLOSE_UP and not may_close_up(unit):
            faults.append(Reason("Only a line of uneven ranks closes up.", "charge-boys.formation.close-up"))
        if one.kind == HELP and one.on not in [helper.id for helper in may_help(state, unit)]:
            faults.append(Reason("Nobody like that is in contact with the guns.", "charge-boys.move.manhandle-rate"))
    return faults


def freed(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Unit:
    """The unit after what it does at the start of its move at no cost."""
    for one in manoeuvres:
        if one.kind == SHARE:
            unit = copied(unit)
            unit.guns = shared_crew(unit)
        elif one.kind == CLOSE_UP and may_close_up(unit):
            unit = closed_up(unit, state)
    return unit


def _freely(state: State, unit: Unit, one: Manoeuvre) -> Formed:
    new = freed(state, unit, (one,))
    return Formed(
        unit.id, SHARE if one.kind == SHARE else CLOSE_UP, new.formation, new.files, new.holders, new.men, new.pose,
        new.guns, new.trail, new.building, False,
    )  # fmt: skip


def shared_crew(unit: Unit) -> tuple[Gun, ...]:
    """A battery's men shared out evenly among the guns they man [artillery.crew-to-fire]."""
    if unit.formation != UNLIMBERED:
        return unit.guns
    there = [place for place, gun in enumerate(unit.guns) if gun.fate == MANNED]
    men = crew(unit) + unit.men
    if not there:
        return unit.guns
    each = _shared(crew(unit), len(there), 100)
    guns = list(unit.guns)
    for place, number in zip(there, each, strict=True):
        guns[place] = Gun(guns[place].pose, number, MANNED)
    return tuple(guns) if men else unit.guns


def may_close_up(unit: Unit) -> bool:
    """A line whose rear rank has thinned may take fewer files [formation.close-up]."""
    return unit.formation == LINE and ranks(unit) == 2 and -(-ranked(unit) // 2) < unit.files


def closed_up(unit: Unit, state: State) -> Unit:
    new = copied(unit)
    new.files = -(-ranked(unit) // 2)
    new.pose = reshaped(unit, new, state.settings)
    return new


def may_help(state: State, unit: Unit) -> list[Unit]:
    """Friendly foot in contact with a gun, not yet moved [move.manhandle-rate]."""
    if unit.formation != UNLIMBERED:
        return []
    return [
        friend
        for friend in on_table(state, unit.side)
        if arm_of(friend) in (INFANTRY, DISMOUNTED)
        and not friend.turn.acted
        and not routing(friend)
        and apart(friend, unit, state.settings) <= 5 * TOLERANCE
    ]


# ---------------------------------------------------------------- actions


def action_faults(state: State, unit: Unit, actions: list[Manoeuvre], drill: list[Manoeuvre]) -> list[Reason]:
    """Every reason against an action that takes the turn, or half of it."""
    if len(actions) > 1:
        return [Reason("One such action fits into a turn.", "charge-boys.formation.change-full-turn")]
    one = actions[0]
    if one.kind == BREAK_OFF:
        return _break_off_faults(state, unit)
    if one.kind == ENTER:
        return _enter_faults(state, unit, one, drill)
    if drill:
        return [Reason("It takes the whole turn: nothing else fits in.", "charge-boys.formation.change-full-turn")]
    if one.kind == FORM:
        return _form_faults(state, unit, one)
    return _leave_faults(state, unit, one) if one.kind == LEAVE else _cross_faults(state, unit)


def _action(state: State, unit: Unit, one: Manoeuvre, drill: tuple[Manoeuvre, ...], events: list[object]) -> Progress:
    if one.kind == BREAK_OFF:
        return Progress((*events, *break_off(state, unit)))
    if one.kind == FORM:
        end = reformed(state, unit, one)
        events.append(did(unit, end, form_action(unit, one.on), True))
        return Progress(tuple(events))
    if one.kind == ENTER:
        end = entered(state, unit, int(one.on))
        events.append(did(unit, end, ENTER, unit.formation != SKIRMISH))
        return Progress(tuple(events))
    if one.kind == LEAVE:
        end = left(state, unit, one.by)
        events.append(did(unit, end, LEAVE, unit.formation != SKIRMISH))
    else:
        end = over_hedge(state, unit)
        events.append(did(unit, end, CROSS, True))
    now = apply(state, events[-1])
    return Progress(tuple(events), kept_at_distance(now, unit_of(now, unit.id)))


def did(unit: Unit, end: Unit, action: str, full: bool) -> Formed:
    return Formed(
        unit.id,
        action,
        end.formation,
        end.files,
        end.holders,
        end.men,
        end.pose,
        end.guns,
        end.trail,
        end.building,
        full,
    )


def form_action(unit: Unit, formation: str) -> str:
    """What a change of formation is called."""
    if formation in (LIMBERED, UNLIMBERED):
        return "limber" if formation == LIMBERED else "unlimber"
    if unit.arm == CAVALRY and (unit.formation in FORMATIONS[CAVALRY]) != (formation in FORMATIONS[CAVALRY]):
        return "mount" if formation in FORMATIONS[CAVALRY] else "dismount"
    return FORM


def formations_open(unit: Unit) -> list[str]:
    """Formations a unit could change to [formation.change-full-turn, formation.mount]."""
    if unit.arm == ARTILLERY:
        if unit.formation == GUNNERS:
            return []
        return [UNLIMBERED if unit.formation == LIMBERED else LIMBERED]
    if unit.id.endswith(".skirmishers"):
        return []
    names = [*FORMATIONS[unit.arm]]
    if unit.arm == CAVALRY:
        names.extend(FORMATIONS[DISMOUNTED])
    return [name for name in names if name != unit.formation and not formation_refusal(unit, name)]


def _form_faults(state: State, unit: Unit, one: Manoeuvre) -> list[Reason]:
    """A change of formation, with its facing, where there is room [formation.change-full-turn, formation.line]."""
    clause = "charge-boys.formation.change-full-turn"
    if not may_form(condition_of(state, unit)) or unit.building >= 0:
        return [Reason("The unit may not change formation now.", clause)]
    if one.on not in formations_open(unit):
        return [Reason(f"'{one.on}' is no formation this unit can take.", clause)]
    if abs(one.by) > MOST_FORM_TURN:
        return [Reason("It may face up to 90° to either side.", clause)]
    wished = round(one.amount)
    if wished and unit.arm != ARTILLERY:
        foot = unit.arm == CAVALRY and one.on in FORMATIONS[DISMOUNTED]
        refused = shape_refusal(DISMOUNTED if foot else unit.arm, one.on, strength(unit), wished)
        if refused or wished < 0:
            return [Reason("It cannot stand in so many ranks.", refused or clause)]
    end = reformed(state, unit, one)
    if not has_room(state, end) or not _keeps_gap(state, end):
        return [Reason("There is no room to form there.", clause)]
    return []


def _keeps_gap(state: State, end: Unit) -> bool:
    """Skirmish order is not taken up within 3 inches of formed enemies [move.skirmish-distance]."""
    if end.formation != SKIRMISH:
        return True
    settings = state.settings
    near = [foe for foe in enemies(state, end) if formed(foe) and not farther(end, foe, 3.0, settings)]
    return all([kept(apart(end, foe, settings), 3.0) for foe in near])


def reformed(state: State, unit: Unit, one: Manoeuvre) -> Unit:
    """The unit in its new formation, on the middle of its front [formation.change-full-turn]."""
    settings = state.settings
    new = in_formation(unit, one.on, round(one.amount), settings)
    if unit.arm == ARTILLERY:
        new.files = len(manned(unit))
    _, was = size(unit, settings)
    _, deep = size(new, settings)
    front = ahead(unit.pose, 0.5 * was)
    new.pose = rounded_pose(ahead(Pose(front.x, front.y, unit.pose.facing + one.by), -0.5 * deep))
    if new.formation == ROAD_COLUMN:
        new.trail = straight_trail(new, settings)
    if new.guns:
        new.guns = guns_in_row(new, new.pose, settings)
    return new


def _break_off_faults(state: State, unit: Unit) -> list[Reason]:
    if breaks_off(condition_of(state, unit)):
        return []
    return [Reason("Only mounted cavalry may break off from a melee.", "charge-boys.melee.draw")]


def break_off(state: State, unit: Unit) -> list[object]:
    """Mounted cavalry leaves a melee: one normal move back, and it counts as retired [melee.draw]."""
    left_fights = tuple([fight for fight in state.fights if unit.id not in (fight.a, fight.b)])
    foe = foes_of(state, unit.id)[0]
    heading = away_from(state, unit, unit_of(state, foe))
    found = bends(state, unit, heading, ALLOWANCE_IN[unit.formation], False)
    end = fall_back(state, unit, found[0], ALLOWANCE_IN[unit.formation], False).end
    return [FightsChanged(left_fights), moved_to(unit, facing_enemy(state, end, None), "break-off")]


# ---------------------------------------------------------------- hedges and buildings


def hedge_ahead(state: State, unit: Unit) -> float:
    """How far the hedge straight ahead is, -1 where there is none within an inch [terrain.hedge]."""
    if not [line for line in state.ground.lines if line.kind in HEDGE_KINDS]:
        return -1.0
    front, deep = size(unit, state.settings)
    path = sweep(unit.pose, front, deep, (forward(APPROACH_IN + TOLERANCE),))
    walked = 0.0
    for one in legs_of(state, unit, path):
        if one.kind == "hedge":
            return walked
        walked += one.inches
    return -1.0


def _cross_faults(state: State, unit: Unit) -> list[Reason]:
    """A hedge is crossed by a unit that begins within an inch of it [terrain.hedge, terrain.guns]."""
    clause = "charge-boys.terrain.hedge"
    if not may_advance(condition_of(state, unit)) or unit.formation == UNLIMBERED:
        return [Reason("The unit may not cross a hedge now.", clause)]
    if unit.formation == LIMBERED and not state.settings.guns_cross_obstacles:
        return [Reason("Guns cross hedges only by road.", "charge-boys.terrain.guns")]
    if hedge_ahead(state, unit) < 0.0:
        return [Reason("There is no hedge within 1″ straight ahead.", clause)]
    return [] if has_room(state, over_hedge(state, unit)) else [Reason("There is no room beyond the hedge.", clause)]


def over_hedge(state: State, unit: Unit) -> Unit:
    """Formed on the far side, in contact with it [terrain.hedge]."""
    _, deep = size(unit, state.settings)
    new = copied(unit)
    new.pose = rounded_pose(ahead(unit.pose, hedge_ahead(state, unit) + deep + 0.02))
    if new.trail:
        new.trail = straight_trail(new, state.settings)
    if new.formation == LIMBERED:
        new.guns = guns_in_row(new, new.pose, state.settings)
    return new


def buildings_near(state: State, unit: Unit, limit: float) -> list[int]:
    """Buildings so near to a unit, by their place among the areas."""
    around = body(unit, state.settings)
    found: list[int] = []
    for place, area in enumerate(state.ground.areas):
        near = area.kind in BUILDING_KINDS and box_near(area.box, around, limit)
        if near and within(gap_between(blocks(unit, state.settings), [house(area)]), limit):
            found.append(place)
    return found


def house(area: Area) -> Block:
    """A building as the box round it."""
    left_edge, bottom, right, top = area.box
    middle = Pose(0.5 * (left_edge + right), 0.5 * (bottom + top), 0)
    return Block(middle, right - left_edge, top - bottom)


def capacity_of(state: State, place: int) -> int:
    for where, figures in state.capacities:
        if where == place:
            return figures
    return 0


def _enter_faults(state: State, unit: Unit, one: Manoeuvre, drill: list[Manoeuvre]) -> list[Reason]:
    """Foot near a building that holds them and stands empty; skirmishers may come up first.

    [terrain.building-time, terrain.building-skirmishers, terrain.building-no-cavalry, terrain.building-garrison]
    """
    clause = "charge-boys.terrain.building-time"
    if not may_advance(condition_of(state, unit)) or unit.building >= 0 or not one.on.isdigit():
        return [Reason("The unit may not go into a building now.", clause)]
    place = int(one.on)
    if place >= len(state.ground.areas) or state.ground.areas[place].kind not in BUILDING_KINDS:
        return [Reason("There is no such building.", clause)]
    if not enters_buildings(arm_of(unit), unit.formation):
        return [Reason("Horses and guns cannot go in.", "charge-boys.terrain.building-no-cavalry")]
    if strength(unit) > capacity_of(state, place):
        text = f"The building holds {capacity_of(state, place)} figures."
        return [Reason(text, "charge-boys.terrain.building-garrison")]
    if [other for other in on_table(state) if other.building == place]:
        return [Reason("The building is garrisoned.", "charge-boys.terrain.building-garrison")]
    return _approach_faults(state, unit, place, drill)


def _approach_faults(state: State, unit: Unit, place: int, drill: list[Manoeuvre]) -> list[Reason]:
    clause = "charge-boys.terrain.building-time"
    end = unit
    cost = 0.0
    if drill:
        if unit.formation != SKIRMISH:
            return [Reason("It takes the whole turn: begin within 1″ of the building.", clause)]
        way = route(state, unit, tuple(drill))
        faults = move_faults(state, unit, way, Others(state, unit))
        if faults:
            return faults
        cost, end = price_of(state, unit, way)[0], way.end
    if place not in buildings_near(state, end, APPROACH_IN):
        return [Reason("The building is more than 1″ away.", clause)]
    price = leg_price(Leg(BUILDING), unit.formation, ALLOWANCE_IN[unit.formation])
    if not within(cost + price, ALLOWANCE_IN[unit.formation]):
        return [Reason(f"Too far: {cost:.1f}″ and half a turn.", "charge-boys.terrain.building-skirmishers")]
    return []


def entered(state: State, unit: Unit, place: int) -> Unit:
    area = state.ground.areas[place]
    new = copied(unit)
    new.building = place
    new.trail = ((area.box[0], area.box[1]), (area.box[2], area.box[3]))
    middle = house(area).pose
    new.pose = rounded_pose(Pose(middle.x, middle.y, unit.pose.facing))
    return new


def _leave_faults(state: State, unit: Unit, one: Manoeuvre) -> list[Reason]:
    """Out of a building, on the side chosen [terrain.building-time]."""
    clause = "charge-boys.terrain.building-time"
    if unit.building < 0 or not may_move(condition_of(state, unit)) or one.by % QUARTER_TURN:
        return [Reason("The unit is in no building it could leave on that side.", clause)]
    return [] if has_room(state, left(state, unit, one.by)) else [Reason("There is no room outside.", clause)]


def left(state: State, unit: Unit, by: int) -> Unit:
    """Formed outside a building, its rear in contact with the side it left by."""
    block = quarters(unit)
    _, deep = size(unit, state.settings)
    facing = by % FULL_TURN
    reach = 0.5 * (block.depth if facing % HALF_TURN == 0 else block.width) + 0.5 * deep + 0.02
    new = copied(unit)
    new.building = -1
    new.trail = ()
    new.pose = rounded_pose(ahead(Pose(block.pose.x, block.pose.y, facing), reach))
    if new.formation == ROAD_COLUMN:
        new.trail = straight_trail(new, state.settings)
    return new


# ---------------------------------------------------------------- good moves


def ways(state: State, unit: Unit) -> tuple[Way, ...]:
    """Good things to do with a turn, each of them lawful; standing still is always one."""
    found = [Way("stand", "Stand", (), unit.pose)]
    condition = condition_of(state, unit)
    if breaks_off(condition):
        end = break_off(state, unit)[-1]
        assert isinstance(end, Moved)
        return (*found, Way(BREAK_OFF, "Break off", (Manoeuvre(BREAK_OFF),), end.end))
    if locked(state, unit.id):
        return tuple(found)
    if unit.building >= 0:
        return (*found, *_leaving(state, unit))
    if unit.mettle.state not in (HALTED, ROUTING):
        found.extend(_marches(state, unit))
    if may_form(condition):
        found.extend(_formings(state, unit))
    if may_advance(condition):
        found.extend(_obstacles(state, unit))
    return tuple(found)


def _marches(state: State, unit: Unit) -> list[Way]:
    reach = reach_of(unit) + 2.0
    others = Others(state, unit, reach)
    found: list[Way] = []
    around = Terrain(state.ground, body(unit, state.settings), reach)
    for key, label, manoeuvres in ideas(state, unit):
        way = fitted(state, unit, manoeuvres, others, around)
        if way is not None:
            found.append(Way(key, label, way[0], way[1].end.pose))
    return found


def fitted(
    state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...], others: Others, around: Terrain | None = None
) -> tuple[tuple[Manoeuvre, ...], Route] | None:
    """A move cut to what is lawful, or None: short of the enemy, on the table, within the allowance."""
    now = unit
    drill = manoeuvres
    first = tuple([one for one in manoeuvres if one.kind in FREE])
    if first:
        now = freed(state, unit, manoeuvres)
        drill = tuple([one for one in manoeuvres if one.kind not in FREE])
    for _ in range(3):
        way = route(state, now, drill, around)
        if len(way.paths) == 1 and unit.formation != UNLIMBERED and not unit.trail:
            path = cut_short(state, way.paths[0], others)
            if path is not way.paths[0]:
                drill = manoeuvres_of(path)
                if not drill:
                    return None
                way = route(state, now, drill, around)
        faults = [*move_faults(state, now, way, others), *_advance_faults(state, now, way)]
        if not faults:
            return (*first, *drill), way
        if [fault for fault in faults if not fault.text.startswith("Too far")] or not drill:
            return None
        drill = _shorter(drill)
    return None


def _shorter(manoeuvres: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    last = manoeuvres[-1]
    half = Manoeuvre(last.kind, 0.5 * last.amount, last.by // 2, last.on, 0.5 * last.x, 0.5 * last.y)
    return (*manoeuvres[:-1], half)


def ideas(state: State, unit: Unit) -> list[Idea]:
    """Moves worth trying, by the formation of the unit."""
    if unit.trail:
        return _column_ideas(state, unit)
    if unit.formation == UNLIMBERED:
        return _gun_ideas(state, unit)
    return _loose_ideas(state, unit) if is_loose(unit) else _formed_ideas(state, unit)


def _formed_ideas(state: State, unit: Unit) -> list[Idea]:
    most = ALLOWANCE_IN[unit.formation]
    back: Idea = ("back", HALF_BACK[unit.formation], (forward(-0.5 * most),))
    if unit.mettle.state == RETIRED:
        return [back]
    front, deep = size(unit, state.settings)
    tried: list[Idea] = [("forward", ONWARD[unit.formation], (forward(most),)), back]
    enemy = nearest_enemy(state, unit, False)
    if enemy is not None:
        x, y = enemy.pose.x, enemy.pose.y
        plan = plan_towards(unit.pose, x, y, front, deep, most - NOISE)
        if plan.manoeuvres and plan.manoeuvres[0].kind == "wheel":
            tried.append(("towards", f"Towards {enemy.name}", plan.manoeuvres))
        _, on = to_local(unit.pose, x, y)
        if on < 0.0:
            tried.append(("about", "Face about", (about_face(),)))
    if may_close_up(unit):
        tried.append((CLOSE_UP, "Close up and go forward", (Manoeuvre(CLOSE_UP), forward(most))))
    by = min(4500, int(18000.0 * 0.5 * most / (3.1416 * front)))
    degrees = (by + 50) // 100
    tried.append(("wheel-left", f"Wheel {degrees}° to the left", (wheel(-by, "left"),)))
    tried.append(("wheel-right", f"Wheel {degrees}° to the right", (wheel(by, "right"),)))
    return tried


def _loose_ideas(state: State, unit: Unit) -> list[Idea]:
    most = ALLOWANCE_IN[unit.formation]
    tried: list[Idea] = [("back", ALL_BACK[unit.formation], (forward(-most),))]
    if unit.mettle.state == RETIRED:
        return tried
    tried.append(("forward", ONWARD[unit.formation], (forward(most),)))
    goal = _loose_goal(state, unit)
    if goal is not None:
        name, x, y = goal
        away = distance(unit.pose.x, unit.pose.y, x, y)
        share = min(1.0, most / away) if away > NOISE else 0.0
        by = turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, x, y))
        steps: tuple[Manoeuvre, ...] = (shift((x - unit.pose.x) * share, (y - unit.pose.y) * share),)
        tried.append(("towards", f"Towards {name}", (turn(by), *steps) if abs(by) > 500 else steps))
    tried.append(("left", "To the left", (glide(-0.5 * most),)))
    tried.append(("right", "To the right", (glide(0.5 * most),)))
    return tried


def _loose_goal(state: State, unit: Unit) -> tuple[str, float, float] | None:
    """Where loose troops would go: gunners to their guns, others at the enemy."""
    if unit.arm == ARTILLERY:
        guns = [
            (distance(unit.pose.x, unit.pose.y, gun.pose.x, gun.pose.y), gun.pose.x, gun.pose.y)
            for other in state.units
            if other.side == unit.side
            for gun in other.guns
            if gun.fate == ABANDONED
        ]
        if guns:
            _, x, y = min(guns)
            return "the guns", x, y
    enemy = nearest_enemy(state, unit, False)
    return None if enemy is None else (enemy.name, enemy.pose.x, enemy.pose.y)


def _gun_ideas(state: State, unit: Unit) -> list[Idea]:
    most = reach_of(unit)
    tried: list[Idea] = []
    if shared_crew(unit) != unit.guns and _better_shared(state, unit):
        tried.append((SHARE, "Share out the crews", (Manoeuvre(SHARE),)))
    enemy = nearest_enemy(state, unit, False)
    if enemy is not None and unit.mettle.state != RETIRED:
        by = turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, enemy.pose.x, enemy.pose.y))
        by = max(-4500, min(4500, by))
        if abs(by) > 500:
            tried.append(("swing", f"Swing {abs(by) / 100:.0f}° towards {enemy.name}", (turn(by),)))
    if most > 0.0:
        tried.append(("back", f"Manhandle back {most:g}″", (forward(-most),)))
        if unit.mettle.state != RETIRED:
            tried.append(("forward", f"Manhandle forward {most:g}″", (forward(most),)))
    return tried


def _better_shared(state: State, unit: Unit) -> bool:
    need = state.settings.min_crew_to_fire
    now = len([gun for gun in unit.guns if gun.fate == MANNED and gun.crew >= need])
    after = len([gun for gun in shared_crew(unit) if gun.fate == MANNED and gun.crew >= need])
    return after > now


def _column_ideas(state: State, unit: Unit) -> list[Idea]:
    most = ALLOWANCE_IN[unit.formation]
    if unit.mettle.state == RETIRED:
        return []
    x, y = unit.trail[-1]
    tried: list[Idea] = [
        ("forward", ONWARD[unit.formation], (forward(most),)),
        ("about", "Face about", (about_face(),)),
    ]
    march = road_march(state, unit, x, y, allowance(ROAD_COLUMN, True))
    if march:
        tried.append(("road", "Along the road", march))
    return tried


def road_march(state: State, unit: Unit, x: float, y: float, most: float) -> tuple[Manoeuvre, ...]:
    """Along the road that the head of a column is on, the way it is facing [move.infantry-road]."""
    for road in state.ground.roads:
        if road.kind not in ROAD_KINDS:
            continue
        found = _along(road.points, x, y, unit.pose.facing, most, 0.5 * road.width)
        legs = [leg(px, py) for px, py in found]
        at = (x, y)
        if legs and all([along_road(state.ground, a[0], a[1], b[0], b[1]) for a, b in _pairs(at, found)]):
            return tuple(legs)
    return ()


def _pairs(start: Point, points: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip([start, *points[:-1]], points, strict=True))


def _along(points: tuple[Point, ...], x: float, y: float, facing: int, most: float, half: float) -> list[Point]:
    """The next so many inches of a line of points from near a place, in the direction of a facing."""
    best = (half + 1.0, 0, 0.0)
    for place in range(1, len(points)):
        ax, ay = points[place - 1]
        bx, by = points[place]
        length = distance(ax, ay, bx, by)
        part = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (length * length)))
        away = distance(x, y, ax + part * (bx - ax), ay + part * (by - ay))
        if away < best[0]:
            best = (away, place, part)
    away, place, part = best
    if place == 0:
        return []
    ax, ay = points[place - 1]
    bx, by = points[place]
    onward = abs(turn_between(facing, bearing(ax, ay, bx, by))) <= QUARTER_TURN
    coming = list(points[place:]) if onward else list(reversed(points[:place]))
    found: list[Point] = []
    px, py = ax + part * (bx - ax), ay + part * (by - ay)
    gone = distance(x, y, px, py)
    if gone > TOLERANCE:
        found.append((px, py))
    for qx, qy in coming:
        length = distance(px, py, qx, qy)
        if gone + length >= most:
            share = (most - gone) / length if length > NOISE else 0.0
            found.append((px + share * (qx - px), py + share * (qy - py)))
            return found
        found.append((qx, qy))
        gone += length
        px, py = qx, qy
    return found


def _formings(state: State, unit: Unit) -> list[Way]:
    found: list[Way] = []
    for name in formations_open(unit):
        one = Manoeuvre(FORM, 0.0, 0, name)
        end = reformed(state, unit, one)
        if has_room(state, end) and _keeps_gap(state, end):
            action = form_action(unit, name)
            label = action.capitalize() if action in ("limber", "unlimber") else f"{action.capitalize()} {NAMES[name]}"
            found.append(Way(f"{FORM}-{name}", label, (one,), end.pose))
    return found


def _obstacles(state: State, unit: Unit) -> list[Way]:
    """Hedges to cross and buildings to enter."""
    found: list[Way] = []
    if state.ground.lines and not _cross_faults(state, unit):
        found.append(Way(CROSS, "Cross the hedge", (Manoeuvre(CROSS),), over_hedge(state, unit).pose))
    if state.capacities:
        for place in buildings_near(state, unit, APPROACH_IN):
            one = Manoeuvre(ENTER, 0.0, 0, str(place))
            if not _enter_faults(state, unit, one, []):
                found.append(Way(f"{ENTER}-{place}", "Go into the building", (one,), entered(state, unit, place).pose))
    return found


def _leaving(state: State, unit: Unit) -> list[Way]:
    found: list[Way] = []
    for by, name in ((0, "north"), (9000, "east"), (18000, "south"), (27000, "west")):
        one = Manoeuvre(LEAVE, 0.0, by)
        if not _leave_faults(state, unit, one):
            found.append(Way(f"{LEAVE}-{name}", f"Leave to the {name}", (one,), left(state, unit, by).pose))
    return found


# ---------------------------------------------------------------- Generals


def general_owner(state: State, step: MoveGeneral) -> tuple[str, ...]:
    return (general_of(state, step.general).side,)


def general_decision(view: State, step: MoveGeneral, player: str) -> Decision:
    general = general_of(view, step.general)
    settings = view.settings
    form = March(
        general.id, general.pose, settings.base_mounted_width, settings.base_mounted_depth, GENERAL_KINDS,
        ALLOWANCE_IN[RIDER], general_ways(view, general),
    )  # fmt: skip
    sentence = f"{general.name} may ride 15″ and join a unit."
    clauses = ("charge-boys.move.mounted-officer", "charge-boys.officer.with-unit")
    return Decision(player, "ride", general.id, sentence, clauses, form)


def general_ways(state: State, general: General) -> tuple[Way, ...]:
    """Stay, or ride to a unit within reach and join it; those in trouble first."""
    stay = "Stay with the unit" if general.unit else "Stay"
    found = [Way("stand", stay, (), general.pose)]
    there = general_body(general, state.settings)
    near = sorted(
        [
            (not routing(unit), rounded(gap_between([there], blocks(unit, state.settings))), unit.id)
            for unit in on_table(state, general.side)
            if unit.id != general.unit
        ]
    )
    for _, away, id in near[:4]:
        unit = unit_of(state, id)
        one = (Manoeuvre(JOIN, 0.0, 0, id),)
        if within(away, ALLOWANCE_IN[RIDER]) and not ride_faults(state, general, one):
            found.append(Way(f"{JOIN}-{id}", f"Join {unit.name}", one, beside(unit, state.settings)))
    return tuple(found)


def check_ride(view: State, step: MoveGeneral, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    return tuple(ride_faults(view, general_of(view, step.general), command.answer.manoeuvres))


def ride_path(state: State, general: General, manoeuvres: tuple[Manoeuvre, ...]) -> Sweep:
    """The way of a General; to the unit he joins he rides straight."""
    settings = state.settings
    steps: list[Manoeuvre] = []
    pose = general.pose
    for one in manoeuvres:
        if one.kind == JOIN:
            unit = unit_of(state, one.on)
            spots = [nearest_point(block, pose.x, pose.y) for block in blocks(unit, settings)]
            away, x, y = min(spots)
            room = max(0.0, away - settings.base_mounted_depth)
            if room > TOLERANCE:
                share = room / away
                steps.append(leg(pose.x + share * (x - pose.x), pose.y + share * (y - pose.y)))
        else:
            steps.append(one)
            pose = Pose(one.x, one.y, pose.facing)
    return sweep(general.pose, settings.base_mounted_width, settings.base_mounted_depth, steps)


def ride_faults(state: State, general: General, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a General may not ride so.

    [move.mounted-officer, officer.with-unit, terrain.building-no-cavalry]
    """
    if not manoeuvres:
        return []
    joins = [one for one in manoeuvres if one.kind == JOIN]
    if joins and (len(joins) > 1 or manoeuvres[-1].kind != JOIN):
        return [Reason("A General joins one unit, at the end of his ride.", "charge-boys.officer.with-unit")]
    if joins and joins[0].on not in [unit.id for unit in on_table(state, general.side)]:
        return [Reason("There is no such unit to join.", "charge-boys.officer.with-unit")]
    path = ride_path(state, general, manoeuvres)
    faults: list[Reason] = []
    cost = ride_cost(state, path)
    if not within(cost, ALLOWANCE_IN[RIDER]):
        text = f"Too far: the ride costs {cost:.1f}″ and 15″ are allowed."
        faults.append(Reason(text, "charge-boys.move.mounted-officer"))
    if path.stages and not inside_table(state.ground, path):
        faults.append(Reason("The General would leave the table.", "charge-boys.move.table-edge"))
    faults.extend(_rider_ground(state, path))
    faults.extend(_rider_room(state, general, path, bool(joins)))
    return faults


def ride_cost(state: State, path: Sweep) -> float:
    """Inches of a General's ride; along a road the ground costs nothing extra [terrain.road-column-only]."""
    rider = Unit("", "", "", "", "", "", "", "", 1, 1, 0, 0, 0, 0, RIDER, 1, path.start)
    cost = 0.0
    for stage in path.stages:
        start, end = stage.start, stage.end
        if along_road(state.ground, start.x, start.y, end.x, end.y):
            cost += leg_price(Leg(ROAD, stage.length), RIDER, ALLOWANCE_IN[RIDER])
            continue
        part = Sweep(start, path.width, path.depth, (stage,))
        cost += sum([leg_price(one, RIDER, ALLOWANCE_IN[RIDER]) for one in legs_of(state, rider, part)])
    return cost


def _rider_ground(state: State, path: Sweep) -> list[Reason]:
    return [
        Reason(f"The way leads through the {kind}.", "charge-boys.terrain.building-no-cavalry")
        for kind in impassable(state.ground, path, True)
    ]


def _rider_room(state: State, general: General, path: Sweep, joins: bool) -> list[Reason]:
    """Clear of enemies all the way, and on nobody at the end unless he joins [move.interpenetration]."""
    faults: list[Reason] = []
    settings = state.settings
    for unit in on_table(state):
        standing = blocks(unit, settings)
        if unit.side != general.side:
            if path.stages and min([clearance(path, block) for block in standing]) < ENEMY_GAP_IN - TOLERANCE:
                text = f"The ride comes within 1″ of {unit.name}."
                faults.append(Reason(text, "charge-boys.move.enemy-proximity"))
        elif not joins and overlapping([Block(path.end, path.width, path.depth)], standing):
            faults.append(Reason(f"The General would end on {unit.name}.", "charge-boys.move.interpenetration"))
    return faults


def rode(state: State, step: MoveGeneral, command: Command) -> Progress:
    assert isinstance(command.answer, Marched)
    return ride_out(state, general_of(state, step.general), command.answer.manoeuvres)


def ride_out(state: State, general: General, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """A General rides, leaves his unit, or joins one; a unit in its first rout tests when he does.

    [officer.with-unit, rout.general-stops]
    """
    if not manoeuvres:
        return Progress((Stood(general.id),))
    joins = [one.on for one in manoeuvres if one.kind == JOIN]
    if joins:
        unit = unit_of(state, joins[0])
        event = GeneralMoved(general.id, general.pose, beside(unit, state.settings), unit.id, "order")
        test = routing(unit) and unit.mettle.by == "first"
        return Progress((event,), (Joined(unit.id),) if test else ())
    end = rounded_pose(ride_path(state, general, manoeuvres).end)
    return Progress((GeneralMoved(general.id, general.pose, end, "", "order"),))
