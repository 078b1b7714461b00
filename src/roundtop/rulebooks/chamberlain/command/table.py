"""Officers are placed at the table, and find another place when theirs is lost."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, Place, Reason
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, spot_of
from roundtop.dice.sources import Dice, Roll
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.command import events as command_events
from roundtop.rulebooks.chamberlain.command import rule
from roundtop.rulebooks.chamberlain.events import apply
from roundtop.rulebooks.chamberlain.retreat import events as retreat_events
from roundtop.rulebooks.chamberlain.state import ON_TABLE, Officer, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import FAR, Block, point_gap
from roundtop.table.ground import in_area, point_off_table
from roundtop.table.measure import QUARTER_TURN, cosine, distance, kept, sine, within
from roundtop.table.path import clearance, shift, sweep
from roundtop.table.pose import Point, Pose, rounded_pose, to_world

PLACEMENT: Final = "chamberlain.command.placement"
HIDDEN: Final = "chamberlain.conceal.what-is-hidden"
ALONE: Final = "alone"
DONE: Final = "done"
MARKER_BW: Final = 0.2
"""Size of an officer's marker in pictures; it takes up no ground."""
BEHIND_BW: Final = 0.8
"""How far behind a unit's front a good place for an officer on his own lies."""


def officers_of(state: State, side: str) -> list[Officer]:
    return [officer for officer in state.officers if officer.side == side]


def asks_to_place_officers(state: State, step: command_events.PlaceOfficers) -> tuple[str, ...]:
    """His side, while an officer is left who has not been placed."""
    left = [officer for officer in officers_of(state, step.side) if officer.id not in step.placed]
    return (step.side,) if left else ()


def nearer_than_limit(state: State, officer: Officer, x: float, y: float) -> bool:
    """Whether an officer may be set down so far off; one off the table may be anywhere [command.placement]."""
    limit = state.settings.command_placement_limit
    here = field.marker(state, officer)
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


def place_decision(view: State, step: command_events.PlaceOfficers, player: str) -> Decision:
    """An officer joins a unit without one, stands alone, or changes places [command.placement, turn.movement-phase]."""
    items: list[Item] = []
    for officer in officers_of(view, step.side):
        if officer.id not in step.placed:
            items.extend(_posts(view, officer, step.placed))
    left = [officer for officer in officers_of(view, step.side) if officer.id not in step.placed]
    alone = len(left) == 1
    items.append(Item(DONE, f"{left[0].name} stays where he is" if alone else "The others stay where they are"))
    sentence = (
        f"Where is {left[0].name} in this turn?"
        if alone
        else "Place your officers, one after another, or leave them where they are."
    )
    clauses = (PLACEMENT, "chamberlain.command.attached")
    return Decision(player, "officers", "", sentence, clauses, form=Choose(tuple(items)))


def _posts(view: State, officer: Officer, placed: tuple[str, ...]) -> list[Item]:
    """Where one officer may go; at most one is with a unit [command.placement]."""
    items: list[Item] = []
    for unit in joinable(view, officer):
        clause = HIDDEN if unit.concealed else PLACEMENT
        there = field.officer_with(view, unit.id)
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


def officer_sent(state: State, step: command_events.PlaceOfficers, command: Command) -> Progress:
    key = key_of(command)
    if key == DONE:
        return all_placed(state, step, None)
    one, _, other = key.partition("<>")
    if other:
        first, second = field.officer_of(state, one), field.officer_of(state, other)
        events = (_posted(state, first, second.unit), _posted(state, second, first.unit))
        return Progress(events, (command_events.PlaceOfficers(step.side, (*step.placed, one, other)),))
    id, _, unit = key.partition(">")
    again = command_events.PlaceOfficers(step.side, (*step.placed, id))
    if unit == ALONE:
        return Progress((), (command_events.SetDown(id), again))
    return Progress((_posted(state, field.officer_of(state, id), unit),), (again,))


def _posted(state: State, officer: Officer, unit: str) -> command_events.OfficerPlaced:
    return command_events.OfficerPlaced(officer.id, officer.side, unit, None, field.unit_of(state, unit).concealed)


def all_placed(state: State, step: command_events.PlaceOfficers, dice: Dice | None) -> Progress:
    """With all in place, those whose traits reach a second unit name it [trait.vigorous, trait.mobile-cnc]."""
    serving = [o.id for o in officers_of(state, step.side) if rule.serves_second_unit(o.traits, o.cnc)]
    return Progress((), tuple([command_events.NameSecond(id) for id in sorted(serving)]))


def asks_his_side(state: State, step: command_events.SetDown | command_events.NameSecond) -> tuple[str, ...]:
    return (field.officer_of(state, step.officer).side,)


def set_down_decision(view: State, step: command_events.SetDown, player: str) -> Decision:
    officer = field.officer_of(view, step.officer)
    ground = view.ground
    zone = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))
    facing = tables.INWARDS[field.army_of(view, officer.side).edge]
    form = Place(
        piece=officer.id,
        width=MARKER_BW,
        depth=MARKER_BW,
        zone=zone,
        candidates=lone_places(view, officer),
        facing=facing,
        barred=tuple([_kept_clear(field.block(foe, view.settings)) for foe in field.enemies(view, officer.side)]),
    )
    sentence = f"Where does {officer.name} stand? At least {rule.PLACE_CLEAR_BW:g} BW from every enemy."
    return Decision(player, "set-down", officer.id, sentence, (PLACEMENT,), form=form)


def _kept_clear(base: Block) -> tuple[Point, ...]:
    """The ground nearer to an enemy base than an officer may stand [command.placement]."""
    quarters = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    found: list[Point] = []
    for quarter, (right, ahead) in enumerate(quarters):
        for angle in range(QUARTER_TURN * quarter, QUARTER_TURN * (quarter + 1) + 1, QUARTER_TURN // 3):
            x = 0.5 * right * base.width + rule.PLACE_CLEAR_BW * sine(angle)
            found.append(to_world(base.pose, x, 0.5 * ahead * base.depth + rule.PLACE_CLEAR_BW * cosine(angle)))
    return tuple(found)


def set_down_faults(state: State, officer: Officer, x: float, y: float) -> list[Reason]:
    """On passable ground, clear of every enemy base [command.placement]."""
    faults: list[Reason] = []
    if point_off_table(state.ground, x, y) or in_area(state.ground, terrain_rule.IMPASSABLE, x, y):
        faults.append(Reason("An officer stands on passable ground on the table.", PLACEMENT))
    for foe in field.enemies(state, officer.side):
        if not kept(point_gap(field.block(foe, state.settings), x, y), rule.PLACE_CLEAR_BW):
            faults.append(Reason(f"{_called(foe)} is nearer than {rule.PLACE_CLEAR_BW:g} BW.", PLACEMENT))
    if not nearer_than_limit(state, officer, x, y):
        limit = state.settings.command_placement_limit
        faults.append(Reason(f"That is more than {limit:g} BW from where he is.", PLACEMENT))
    return faults


def _called(foe: Unit) -> str:
    """An enemy at the beginning of a sentence."""
    name = field.label(foe)
    return name[0].upper() + name[1:]


def lone_places(state: State, officer: Officer, most: int = 99) -> tuple[Pose, ...]:
    """Good places for an officer on his own: close behind units he may command."""
    found: list[Pose] = []
    facing = tables.INWARDS[field.army_of(state, officer.side).edge]
    for unit in joinable(state, officer):
        x, y = to_world(unit.pose, 0.0, -BEHIND_BW)
        spot = rounded_pose(Pose(x, y, facing))
        if not set_down_faults(state, officer, spot.x, spot.y):
            found.append(spot)
            if len(found) == most:
                break
    return tuple(found)


def check_set_down(view: State, step: command_events.SetDown, command: Command) -> tuple[Reason, ...]:
    spot = rounded_pose(spot_of(command))
    return tuple(set_down_faults(view, field.officer_of(view, step.officer), spot.x, spot.y))


def set_down(state: State, step: command_events.SetDown, command: Command) -> Progress:
    officer = field.officer_of(state, step.officer)
    spot = rounded_pose(spot_of(command))
    return Progress((command_events.OfficerPlaced(officer.id, officer.side, "", (spot.x, spot.y), False),))


def asks_for_second(state: State, step: command_events.NameSecond) -> tuple[str, ...]:
    """His side, if there is another unit near him; where his place is a secret it is asked all the same."""
    officer = field.officer_of(state, step.officer)
    hidden = officer.unit != "" and field.unit_of(state, officer.unit).concealed
    secret = hidden or state.settings.conceal_level == "sight"
    return (officer.side,) if secret or seconds(state, officer) else ()


def second_decision(view: State, step: command_events.NameSecond, player: str) -> Decision:
    """Another unit within 4 BW for his traits to work on [trait.vigorous, trait.mobile-cnc]."""
    officer = field.officer_of(view, step.officer)
    items = [Item(unit.id, unit.name, HIDDEN if unit.concealed else "") for unit in seconds(view, officer)]
    sentence = f"Which other unit does {officer.name} lend his traits to?"
    clauses = ("chamberlain.trait.vigorous", "chamberlain.trait.mobile-cnc")
    form = Choose((*items, Item(DONE, "none")))
    return Decision(player, "second", officer.id, sentence, clauses, form=form)


def seconds(state: State, officer: Officer) -> list[Unit]:
    here = field.marker(state, officer)
    if here is None:
        return []
    return [
        unit
        for unit in state.units
        if unit.place == ON_TABLE
        and unit.side == officer.side
        and unit.id != officer.unit
        and within(point_gap(field.block(unit, state.settings), here[0], here[1]), rule.SECOND_UNIT_BW)
    ]


def second_named(state: State, step: command_events.NameSecond, command: Command) -> Progress:
    key = key_of(command)
    officer = field.officer_of(state, step.officer)
    unit = "" if key == DONE else key
    hidden = unit != "" and field.unit_of(state, unit).concealed
    return Progress((command_events.SecondNamed(officer.id, officer.side, unit, hidden),))


def risked(officer: Officer, cause: str, killed: bool, rolls: tuple[Roll, ...]) -> command_events.OfficerRisked:
    """An at-risk roll as it fell [command.at-risk, command.replacement]."""
    return command_events.OfficerRisked(officer.id, cause, killed, rolls)


def _joins(state: State, officer: Officer, here: Point, cause: str) -> command_events.OfficerMoved:
    """The nearest friendly unit of his force without an officer, for a CnC of any; none: he is off the table."""
    best: Unit | None = None
    least = FAR
    for unit in field.on_table(state, officer.side):
        if not (officer.cnc or unit.force == officer.force) or field.officer_with(state, unit.id) is not None:
            continue
        away = round(point_gap(field.block(unit, state.settings), here[0], here[1]), 2)
        if away < least or (away == least and best is not None and unit.id < best.id):
            best, least = unit, away
    if best is None:
        return command_events.OfficerMoved(officer.id, officer.side, "", cause, False)
    return command_events.OfficerMoved(officer.id, officer.side, best.id, cause, best.concealed)


def after_move(state: State, unit: Unit, start: Pose, end: Pose) -> list[object]:
    """Free-standing enemy officers whom a base moves over or comes within 1 BW of are driven off [command.overrun]."""
    found: list[object] = []
    for officer in state.officers:
        if officer.side == unit.side or officer.at is None:
            continue
        x, y = officer.at
        spot = Block(Pose(x, y, 0), 0.0, 0.0)
        there = field.middle(end, state.settings)
        come_from = field.middle(Pose(start.x, start.y, end.facing), state.settings)
        path = sweep(
            come_from,
            terrain_rule.BASE_WIDTH,
            state.settings.setup_unit_depth,
            (shift(there.x - come_from.x, there.y - come_from.y),),
        )
        if within(clearance(path, spot), rule.OVERRUN_BW):
            found.append(_joins(state, officer, officer.at, "overrun"))
    return found


def lost(state: State, fates: list[retreat_events.UnitLost]) -> list[object]:
    """Units that leave the table together; then their officers, one after another, join others [command.unit-lost]."""
    for fate in fates:
        state = apply(state, fate)
    events: list[object] = list(fates)
    for fate in fates:
        officer = field.officer_with(state, fate.unit)
        if officer is not None:
            pose = field.unit_of(state, fate.unit).pose
            joins = _joins(state, officer, (pose.x, pose.y), "unit lost")
            events.append(joins)
            state = apply(state, joins)
    return events


PLAYS: Final[Plays] = {
    command_events.PlaceOfficers: Play(all_placed, asks_to_place_officers, place_decision, officer_sent),
    command_events.SetDown: Play(no_effect, asks_his_side, set_down_decision, set_down, check_set_down),
    command_events.NameSecond: Play(no_effect, asks_for_second, second_decision, second_named),
}
