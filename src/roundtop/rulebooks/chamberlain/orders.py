"""Officers are placed, forces and units activated: what the active side may do next in its Movement Phase."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Confirm, Confirmed, Item, Place, Placed, Reason
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain.command import (
    CAVALRY,
    IMMOBILE,
    IMMOBILE_PIPS,
    INTUITIVE,
    PLACE_CLEAR_BW,
    SECOND_UNIT_BW,
    VIGOROUS,
    activation_roll,
    command_refusal,
    serves_second_unit,
)
from roundtop.rulebooks.chamberlain.events import (
    Activated,
    ActivationEnded,
    ActivationThrown,
    CommandGiven,
    OfficerPlaced,
    PhaseBegan,
    Revealed,
    SecondNamed,
)
from roundtop.rulebooks.chamberlain.muster import INWARDS
from roundtop.rulebooks.chamberlain.state import (
    ARRIVED,
    ON_TABLE,
    State,
    Unit,
    army_of,
    block,
    enemies,
    force_name,
    label,
    marker,
    officer_of,
    officer_with,
    unit_of,
)
from roundtop.rulebooks.chamberlain.state import Officer as Officer
from roundtop.rulebooks.chamberlain.steps import (
    Act,
    Enter,
    Movement,
    NameSecond,
    OfferReroll,
    PlaceOfficers,
    RollToActivate,
    SetDown,
)
from roundtop.rulebooks.chamberlain.tables import RIDERS
from roundtop.rulebooks.chamberlain.terrain import IMPASSABLE
from roundtop.table.footprint import point_gap
from roundtop.table.ground import in_area, point_off_table
from roundtop.table.measure import distance, kept, within
from roundtop.table.pose import Point, Pose, rounded_pose, to_world

PLACEMENT: Final = "chamberlain.command.placement"
HIDDEN: Final = "chamberlain.conceal.what-is-hidden"
ALONE: Final = "alone"
DONE: Final = "done"
END: Final = "end"
MARKER_BW: Final = 0.2
"""Size of an officer's marker in pictures; it takes up no ground."""
BEHIND_BW: Final = 0.8
"""How far behind a unit's front a good place for an officer on his own lies."""
FACES: Final = 6


# ---------------------------------------------------------------- placing officers


def officers_of(state: State, side: str) -> list[Officer]:
    return [officer for officer in state.officers if officer.side == side]


def asks_to_place(state: State, step: PlaceOfficers) -> tuple[str, ...]:
    """His side, while an officer is left who has not been placed."""
    left = [officer for officer in officers_of(state, step.side) if officer.id not in step.placed]
    return (step.side,) if left else ()


def nearer_than_limit(state: State, officer: Officer, x: float, y: float) -> bool:
    """Whether an officer may be set down so far off; one off the table may be anywhere [command.placement]."""
    limit = state.settings.command_placement_limit
    here = marker(state, officer)
    return limit is None or here is None or within(distance(here[0], here[1], x, y), limit)


def joinable(state: State, officer: Officer) -> list[Unit]:
    """The units an officer may be attached to: of his own force, or any for the CnC [command.placement]."""
    return [
        unit
        for unit in state.units
        if unit.place == ON_TABLE
        and unit.side == officer.side
        and (officer.cnc or unit.force == officer.force)
        and nearer_than_limit(state, officer, unit.pose.x, unit.pose.y)
    ]


def place_decision(view: State, step: PlaceOfficers, player: str) -> Decision:
    """An officer joins a unit without one, stands alone, or changes places [command.placement, turn.movement-phase]."""
    items: list[Item] = []
    for officer in officers_of(view, step.side):
        if officer.id not in step.placed:
            items.extend(_posts(view, officer, step.placed))
    items.append(Item(DONE, "The others stay where they are"))
    sentence = "Place your officers, one after another, or leave them where they are."
    clauses = (PLACEMENT, "chamberlain.command.attached")
    return Decision(player, "officers", "", sentence, clauses, Choose(tuple(items)))


def _posts(view: State, officer: Officer, placed: tuple[str, ...]) -> list[Item]:
    """Where one officer may go; at most one is with a unit [command.placement]."""
    items: list[Item] = []
    for unit in joinable(view, officer):
        clause = HIDDEN if unit.concealed else PLACEMENT
        there = officer_with(view, unit.id)
        if there is None:
            text = f"{officer.name} joins {unit.name}"
            items.append(Item(f"{officer.id}>{unit.id}", text, clause, at=f"{unit.id}:1"))
        elif there.id != officer.id and there.id not in placed and _may_change(view, officer, there):
            text = f"{officer.name} changes places with {there.name}"
            items.append(Item(f"{officer.id}<>{there.id}", text, PLACEMENT, at=f"{unit.id}:1"))
    if lone_places(view, officer, 1):
        items.append(
            Item(f"{officer.id}>{ALONE}", f"{officer.name} stands on his own", PLACEMENT, at=f"{officer.id}:1")
        )
    return items


def _may_change(view: State, officer: Officer, other: Officer) -> bool:
    """Whether two officers, both with units, may take each other's place; it is named once for the two."""
    if officer.unit == "" or officer.id > other.id:
        return False
    return officer.unit in [unit.id for unit in joinable(view, other)]


def officer_sent(state: State, step: PlaceOfficers, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    if key == DONE:
        return all_placed(state, step, None)
    one, _, other = key.partition("<>")
    if other:
        first, second = officer_of(state, one), officer_of(state, other)
        events = (_posted(state, first, second.unit), _posted(state, second, first.unit))
        return Progress(events, (PlaceOfficers(step.side, (*step.placed, one, other)),))
    id, _, unit = key.partition(">")
    again = PlaceOfficers(step.side, (*step.placed, id))
    if unit == ALONE:
        return Progress((), (SetDown(id), again))
    return Progress((_posted(state, officer_of(state, id), unit),), (again,))


def _posted(state: State, officer: Officer, unit: str) -> OfficerPlaced:
    return OfficerPlaced(officer.id, officer.side, unit, None, unit_of(state, unit).concealed)


def all_placed(state: State, step: PlaceOfficers, dice: Dice | None) -> Progress:
    """With all in place, those whose traits reach a second unit name it [trait.vigorous, trait.mobile-cnc]."""
    serving = [o.id for o in officers_of(state, step.side) if serves_second_unit(o.traits, o.cnc)]
    return Progress((), tuple([NameSecond(id) for id in sorted(serving)]))


def asks_his_side(state: State, step: SetDown | NameSecond) -> tuple[str, ...]:
    return (officer_of(state, step.officer).side,)


def set_down_decision(view: State, step: SetDown, player: str) -> Decision:
    officer = officer_of(view, step.officer)
    ground = view.ground
    zone = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))
    facing = INWARDS[army_of(view, officer.side).edge]
    form = Place(officer.id, MARKER_BW, MARKER_BW, zone, lone_places(view, officer), facing)
    sentence = f"Where does {officer.name} stand? At least {PLACE_CLEAR_BW:g} BW from every enemy."
    return Decision(player, "set-down", officer.id, sentence, (PLACEMENT,), form)


def set_down_faults(state: State, officer: Officer, x: float, y: float) -> list[Reason]:
    """On passable ground, clear of every enemy base [command.placement]."""
    faults: list[Reason] = []
    if point_off_table(state.ground, x, y) or in_area(state.ground, IMPASSABLE, x, y):
        faults.append(Reason("An officer stands on passable ground on the table.", PLACEMENT))
    for foe in enemies(state, officer.side):
        if not kept(point_gap(block(foe, state.settings), x, y), PLACE_CLEAR_BW):
            faults.append(Reason(f"{label(foe).capitalize()} is nearer than {PLACE_CLEAR_BW:g} BW.", PLACEMENT))
    if not nearer_than_limit(state, officer, x, y):
        limit = state.settings.command_placement_limit
        faults.append(Reason(f"That is more than {limit:g} BW from where he is.", PLACEMENT))
    return faults


def lone_places(state: State, officer: Officer, most: int = 99) -> tuple[Pose, ...]:
    """Good places for an officer on his own: close behind units he may command."""
    found: list[Pose] = []
    facing = INWARDS[army_of(state, officer.side).edge]
    for unit in joinable(state, officer):
        x, y = to_world(unit.pose, 0.0, -BEHIND_BW)
        spot = rounded_pose(Pose(x, y, facing))
        if not set_down_faults(state, officer, spot.x, spot.y):
            found.append(spot)
            if len(found) == most:
                break
    return tuple(found)


def check_set_down(view: State, step: SetDown, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Placed)
    spot = rounded_pose(command.answer.pose)
    return tuple(set_down_faults(view, officer_of(view, step.officer), spot.x, spot.y))


def set_down(state: State, step: SetDown, command: Command) -> Progress:
    assert isinstance(command.answer, Placed)
    officer = officer_of(state, step.officer)
    spot = rounded_pose(command.answer.pose)
    return Progress((OfficerPlaced(officer.id, officer.side, "", (spot.x, spot.y), False),))


def second_decision(view: State, step: NameSecond, player: str) -> Decision:
    """Another unit within 4 BW for his traits to work on [trait.vigorous, trait.mobile-cnc]."""
    officer = officer_of(view, step.officer)
    items = [Item(unit.id, unit.name, HIDDEN if unit.concealed else "") for unit in seconds(view, officer)]
    sentence = f"Which other unit does {officer.name} lend his traits to?"
    clauses = ("chamberlain.trait.vigorous", "chamberlain.trait.mobile-cnc")
    form = Choose((*items, Item(DONE, "none")))
    return Decision(player, "second", officer.id, sentence, clauses, form)


def seconds(state: State, officer: Officer) -> list[Unit]:
    here = marker(state, officer)
    if here is None:
        return []
    return [
        unit
        for unit in state.units
        if unit.place == ON_TABLE
        and unit.side == officer.side
        and unit.id != officer.unit
        and within(point_gap(block(unit, state.settings), here[0], here[1]), SECOND_UNIT_BW)
    ]


def second_named(state: State, step: NameSecond, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    officer = officer_of(state, step.officer)
    unit = "" if key == DONE else key
    hidden = unit != "" and unit_of(state, unit).concealed
    return Progress((SecondNamed(officer.id, officer.side, unit, hidden),))


# ---------------------------------------------------------------- what may be activated


def commander_of(state: State, unit: Unit) -> Officer | None:
    """The commander of a unit's force, if he is on the table [setup.force]."""
    if unit.force == "":
        return None
    for officer in state.officers:
        if not officer.cnc and officer.side == unit.side and officer.force == unit.force:
            return officer
    return None


def reaches(state: State, here: Point | None, unit: Unit, limit: float) -> bool:
    """Whether a unit's base lies within a distance of an officer's marker [command.range]."""
    return here is not None and within(point_gap(block(unit, state.settings), here[0], here[1]), limit)


def in_command(state: State, unit: Unit) -> bool:
    """Whether a unit is within its commander's range [command.range]."""
    officer = commander_of(state, unit)
    if officer is None:
        return False
    return reaches(state, marker(state, officer), unit, state.settings.command_range_force)


def untried(state: State, side: str) -> list[Unit]:
    """Units on the table that have had no activation this turn [activate.once]."""
    had = (*state.woken, *state.failed)
    return [unit for unit in state.units if unit.side == side and unit.place == ON_TABLE and unit.id not in had]


def activations(view: State, side: str) -> list[Item]:
    """Every activation that may be attempted, each with its chance [activate.roll, activate.once, setup.detached]."""
    waiting = untried(view, side)
    near = [unit for unit in waiting if in_command(view, unit)]
    near_ids = [unit.id for unit in near]
    items = _by_commanders(view, near)
    for unit in waiting:
        if unit.id not in near_ids:
            target = view.settings.activate_lone_target
            clause = "chamberlain.activate.lone-target"
            items.append(_item(f"lone:{unit.id}", f"{unit.name}, alone", target, clause, unit.id))
    for officer in officers_of(view, side):
        items.extend(_vigorous(view, officer, waiting))
        items.extend(_commanded(view, officer, waiting))
        items.extend(_freed(view, officer))
    return items


def target_of(view: State, key: str) -> int:
    """The lowest die with which an activation of this key succeeds, 0 where none is thrown [activate.roll]."""
    word = key.partition(":")[0]
    if word in ("force", "unit", "vigorous", "vigorous-force"):
        return view.settings.activate_force_target
    return view.settings.activate_lone_target if word == "lone" else 0


def _item(key: str, what: str, target: int, clause: str, piece: str) -> Item:
    """An activation by a die, with its chance, at the piece that a hand would touch for it."""
    chance = round(100 * (FACES + 1 - target) / FACES)
    return Item(key, f"Roll for {what}: {target}+ ({chance} %)", clause, at=f"{piece}:1")


def _by_commanders(view: State, near: list[Unit]) -> list[Item]:
    """One die for a force's units in range, or one for each of them by the house rule [activate.force-target]."""
    clause = "chamberlain.activate.force-target"
    target = view.settings.activate_force_target
    if view.settings.activate_mode == "unit":
        return [_item(f"unit:{unit.id}", unit.name, target, clause, unit.id) for unit in near]
    forces = dict.fromkeys([unit.force for unit in near if unit.force not in view.rolled])
    heads = [_commander_id(view, near[0].side, force, "force") for force in forces]
    return [
        _item(f"force:{force}", force_name(view, force), target, clause, head) for force, head in zip(forces, heads)
    ]


def _vigorous(view: State, officer: Officer, waiting: list[Unit]) -> list[Item]:
    """A Vigorous commander's second roll, for another force or unit within 4 BW of him [trait.vigorous]."""
    if officer.cnc or VIGOROUS not in officer.traits:
        return []
    by_unit = view.settings.activate_mode == "unit"
    if officer.extra and not by_unit:
        return []
    here = marker(view, officer)
    near = [u for u in waiting if u.force != officer.force and reaches(view, here, u, SECOND_UNIT_BW)]
    if officer.extra:
        first = unit_of(view, officer.extra)
        near = [unit for unit in near if unit.force == first.force and first.force != ""]
    target = view.settings.activate_force_target
    clause = "chamberlain.trait.vigorous"
    items = [_item(f"vigorous:{officer.id}:{u.id}", f"{u.name} ({officer.name})", target, clause, u.id) for u in near]
    if not by_unit:
        for force in dict.fromkeys([unit.force for unit in near if unit.force and unit.force not in view.rolled]):
            what = f"{force_name(view, force)} ({officer.name})"
            items.append(_item(f"vigorous-force:{officer.id}:{force}", what, target, clause, officer.id))
    return items


def _commanded(view: State, officer: Officer, waiting: list[Unit]) -> list[Item]:
    """The CnC's command: a force or a unit within 8 BW, without a die [activate.cnc-command, trait.mobile-cnc]."""
    if not officer.cnc or command_refusal(officer.traits, officer.commands, officer.pips, view.settings):
        return []
    here = marker(view, officer)
    near = [unit for unit in waiting if reaches(view, here, unit, view.settings.command_range_cnc)]
    clause = "chamberlain.activate.cnc-command"
    items = [
        Item(f"command-unit:{unit.id}", f"{officer.name} commands {unit.name}", clause, at=f"{unit.id}:1")
        for unit in near
    ]
    done = (*view.rolled, *[name.removeprefix("command:") for name in view.rolled])
    for force in dict.fromkeys([unit.force for unit in near if unit.force and unit.force not in done]):
        text = f"{officer.name} commands {force_name(view, force)}"
        items.append(Item(f"command:{force}", text, clause, at=f"{officer.id}:1"))
    return items


def _freed(view: State, officer: Officer) -> list[Item]:
    """A Cavalry officer activates one mounted or dismounted rider unit at any distance, once [trait.cavalry]."""
    if CAVALRY not in officer.traits or officer.freed:
        return []
    return [
        Item(
            f"cavalry:{officer.id}:{unit.id}",
            f"{officer.name} sends {unit.name} in",
            "chamberlain.trait.cavalry",
            at=f"{unit.id}:1",
        )
        for unit in view.units
        if unit.side == officer.side
        and unit.place == ON_TABLE
        and unit.arm in RIDERS
        and unit.id not in view.woken
        and (officer.cnc or unit.force == officer.force)
    ]


# ---------------------------------------------------------------- the movement phase


def asks_side(state: State, step: Movement | OfferReroll) -> tuple[str, ...]:
    return (step.side,)


def usable(view: State) -> list[Unit]:
    return [unit for unit in view.units if unit.id in view.waiting and unit.place == ON_TABLE]


def movement_decision(view: State, step: Movement, player: str) -> Decision:
    """Use a unit of the activation at hand; with none left, activate, bring reinforcements on, or end the phase.

    [turn.movement-phase, activate.action, conceal.active-activated]
    """
    waiting = usable(view)
    if waiting:
        clause = "chamberlain.activate.action"
        items = [Item(f"use:{unit.id}", _use(unit), clause, at=f"{unit.id}:1") for unit in waiting]
        items.append(Item(DONE, "Leave the others as they are"))
        sentence = "Which activated unit acts next?"
    else:
        items = [
            Item(f"enter:{unit.id}", f"{unit.name} comes on", "chamberlain.info.reinforcement-entry")
            for unit in view.units
            if unit.side == step.side and unit.place == ARRIVED and unit.id not in view.failed
        ]
        items.extend(activations(view, step.side))
        items.append(Item(END, "End the Movement Phase"))
        sentence = "Activate a force or a unit, or end the Movement Phase."
    clauses = ("chamberlain.turn.movement-phase", "chamberlain.activate.once")
    return Decision(player, "movement", "", sentence, clauses, Choose(tuple(items)))


def _use(unit: Unit) -> str:
    return f"{unit.name} (will be revealed)" if unit.concealed else unit.name


def movement_chosen(state: State, step: Movement, command: Command) -> Progress:
    """An attempt, a unit that comes on, or one that acts and so comes into the open.

    [conceal.active-activated, move.reserve-revealed]
    """
    assert isinstance(command.answer, Chosen)
    word, _, rest = command.answer.keys[0].partition(":")
    if word == END:
        return Progress((PhaseBegan("fire"),))
    if word == DONE:
        return Progress((ActivationEnded(step.side),), (step,))
    if word == "use":
        unit = unit_of(state, rest)
        events = (Revealed(unit.id, "activated"),) if unit.concealed else ()
        return Progress(events, (Act(unit.id, False), step), final=unit.concealed)
    if word == "enter":
        return Progress((), (Enter(rest), step))
    return _attempt(state, step, word, rest)


def _attempt(state: State, step: Movement, word: str, rest: str) -> Progress:
    """An activation by die or by command."""
    side = step.side
    if word in ("force", "unit", "lone"):
        officer = "" if word == "lone" else _commander_id(state, side, rest, word)
        return Progress((), (RollToActivate(side, word, rest, officer, ""), step))
    if word in ("vigorous", "vigorous-force"):
        officer, _, what = rest.partition(":")
        return Progress((), (RollToActivate(side, word, what, officer, ""), step))
    if word == "cavalry":
        officer, _, what = rest.partition(":")
        given = CommandGiven(side, "cavalry", what, officer, officer_of(state, officer).pips, _is_blind(state, what))
        return Progress((given, _reached(state, side, "unit", what, officer, True)), (step,))
    chief = chief_of(state, side)
    kind = "force" if word == "command" else "unit"
    pips = IMMOBILE_PIPS if IMMOBILE in chief.traits else chief.pips
    given = CommandGiven(side, kind, rest, chief.id, pips, _is_blind(state, rest))
    return Progress((given, _reached(state, side, word, rest, chief.id, True)), (step,))


def _is_blind(state: State, what: str) -> bool:
    """Whether what is activated is a concealed unit, and no force or unit that all may know."""
    return any([unit.id == what and unit.concealed for unit in state.units])


def _commander_id(state: State, side: str, what: str, kind: str) -> str:
    force = what if kind == "force" else unit_of(state, what).force
    for officer in officers_of(state, side):
        if not officer.cnc and officer.force == force:
            return officer.id
    raise KeyError(force)


def chief_of(state: State, side: str) -> Officer:
    """The commander in chief of a side [command.officers]."""
    for officer in officers_of(state, side):
        if officer.cnc:
            return officer
    raise KeyError(side)


def _reached(state: State, side: str, kind: str, what: str, officer: str, success: bool) -> Activated:
    """The units that an attempt reaches: one, or those of a force in range of whoever makes it [command.range]."""
    if kind in ("force", "vigorous-force", "command"):
        settings = state.settings
        limit = settings.command_range_cnc if kind == "command" else settings.command_range_force
        if kind == "vigorous-force":
            limit = SECOND_UNIT_BW
        here = marker(state, officer_of(state, officer))
        reached = [u for u in untried(state, side) if u.force == what and reaches(state, here, u, limit)]
    else:
        reached = [unit_of(state, what)]
    return Activated(side, success, tuple([unit.id for unit in reached]))


# ---------------------------------------------------------------- dice


def roll(state: State, step: RollToActivate, dice: Dice) -> Progress:
    """The activation die [activate.roll, activate.force-target, activate.lone-target, trait.intuitive]."""
    before = len(dice.rolls)
    lone = step.kind == "lone"
    settings = state.settings
    target = settings.activate_lone_target if lone else settings.activate_force_target
    clause = "chamberlain.activate.lone-target" if lone else "chamberlain.activate.force-target"
    success = activation_roll(target, "chamberlain.trait.intuitive" if step.again else clause, step.side, dice)
    kind = "vigorous" if step.kind == "vigorous-force" else step.kind
    rolls = tuple(dice.rolls[before:])
    hidden = _is_blind(state, step.what)
    thrown = ActivationThrown(step.side, kind, step.what, step.officer, target, success, step.again, rolls, hidden)
    if not success and not step.again and intuitive(state, step) is not None:
        return Progress((thrown,), (OfferReroll(step.side, step.kind, step.what, step.officer),))
    return Progress((thrown, _reached(state, step.side, step.kind, step.what, step.officer, success)))


def intuitive(state: State, step: RollToActivate | OfferReroll) -> Officer | None:
    """Who may have a failed roll made again: a commander that of his force, a CnC any [trait.intuitive]."""
    own = officers_of(state, step.side)
    able = [officer for officer in own if INTUITIVE in officer.traits and not officer.rerolled]
    for officer in able:
        if step.kind in ("force", "unit") and officer.id == step.officer:
            return officer
    for officer in able:
        if officer.cnc:
            return officer
    return None


def reroll_decision(view: State, step: OfferReroll, player: str) -> Decision:
    officer = intuitive(view, step)
    name = officer.name if officer is not None else ""
    what = force_name(view, step.what) if step.kind in ("force", "vigorous-force") else unit_of(view, step.what).name
    sentence = f"The roll for {what} failed. Does {name} have it made again? The second stands."
    clauses = ("chamberlain.trait.intuitive",)
    return Decision(player, "reroll", step.what, sentence, clauses, Confirm("Roll again", "Let it stand"))


def reroll_answered(state: State, step: OfferReroll, command: Command) -> Progress:
    assert isinstance(command.answer, Confirmed)
    officer = intuitive(state, step)
    if command.answer.yes and officer is not None:
        return Progress((), (RollToActivate(step.side, step.kind, step.what, step.officer, officer.id),))
    return Progress((_reached(state, step.side, step.kind, step.what, step.officer, False),))
