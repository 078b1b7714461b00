"""What follows from fights and moves: retreats, officers who lose their unit, discovery, reinforcements, status."""

from __future__ import annotations

from roundtop.battle.protocol import Outcome, Progress
from roundtop.dice.sources import Dice, Roll
from roundtop.rulebooks.chamberlain.command import OVERRUN_BW, arrives, officer_falls, pips_after_status
from roundtop.rulebooks.chamberlain.concealment import Sighting, discovers
from roundtop.rulebooks.chamberlain.events import (
    ArrivalThrown,
    BattleEnded,
    GoalsChecked,
    LookedAround,
    Moved,
    OfficerMoved,
    OfficerRisked,
    PhaseBegan,
    PipsCounted,
    Revealed,
    UnitLost,
    apply,
)
from roundtop.rulebooks.chamberlain.movement import Yard, limbered_after, retreat
from roundtop.rulebooks.chamberlain.sight import sees
from roundtop.rulebooks.chamberlain.state import (
    BROKEN,
    RETIRED,
    TO_ARRIVE,
    Goal,
    Officer,
    State,
    Unit,
    army_of,
    block,
    enemies,
    enemy_of,
    middle,
    officer_with,
    on_table,
    unit_of,
)
from roundtop.rulebooks.chamberlain.steps import BeginTurn, Discover, FallBack, PlayerTurn, Reinforce, Status
from roundtop.rulebooks.chamberlain.terrain import BASE_WIDTH, touching
from roundtop.rulebooks.chamberlain.victory import DRAW, NOBODY, Near, Standing, by_night, by_retirement, holder
from roundtop.table.footprint import FAR, Block, gap_below, point_gap
from roundtop.table.measure import within
from roundtop.table.path import clearance, shift, sweep
from roundtop.table.pose import Point, Pose

# ---------------------------------------------------------------- officers


def risked(officer: Officer, cause: str, killed: bool, rolls: tuple[Roll, ...]) -> OfficerRisked:
    """An at-risk roll as it fell [command.at-risk, command.replacement]."""
    return OfficerRisked(officer.id, cause, killed, rolls)


def lost(state: State, fates: list[UnitLost]) -> list[object]:
    """Units that leave the table together; then their officers, one after another, join others [command.unit-lost]."""
    for fate in fates:
        state = apply(state, fate)
    events: list[object] = list(fates)
    for fate in fates:
        officer = officer_with(state, fate.unit)
        if officer is not None:
            pose = unit_of(state, fate.unit).pose
            joins = _joins(state, officer, (pose.x, pose.y), "unit lost")
            events.append(joins)
            state = apply(state, joins)
    return events


def _joins(state: State, officer: Officer, here: Point, cause: str) -> OfficerMoved:
    """The nearest friendly unit of his force without an officer, for a CnC of any; none: he is off the table."""
    best: Unit | None = None
    least = FAR
    for unit in on_table(state, officer.side):
        if not (officer.cnc or unit.force == officer.force) or officer_with(state, unit.id) is not None:
            continue
        away = round(point_gap(block(unit, state.settings), here[0], here[1]), 2)
        if away < least or (away == least and best is not None and unit.id < best.id):
            best, least = unit, away
    if best is None:
        return OfficerMoved(officer.id, officer.side, "", cause, False)
    return OfficerMoved(officer.id, officer.side, best.id, cause, best.concealed)


def after_move(state: State, unit: Unit, start: Pose, end: Pose) -> list[object]:
    """Free-standing enemy officers whom a base moves over or comes within 1 BW of are driven off [command.overrun]."""
    found: list[object] = []
    for officer in state.officers:
        if officer.side == unit.side or officer.at is None:
            continue
        x, y = officer.at
        spot = Block(Pose(x, y, 0), 0.0, 0.0)
        there = middle(end, state.settings)
        come_from = middle(Pose(start.x, start.y, end.facing), state.settings)
        path = sweep(
            come_from,
            BASE_WIDTH,
            state.settings.setup_unit_depth,
            (shift(there.x - come_from.x, there.y - come_from.y),),
        )
        if within(clearance(path, spot), OVERRUN_BW):
            found.append(_joins(state, officer, officer.at, "overrun"))
    return found


# ---------------------------------------------------------------- retreats


def retreat_yard(state: State, unit: Unit) -> Yard:
    """The bases a retreating unit has to mind: all but those it is in contact with [retreat.blocked]."""
    settings = state.settings
    here = block(unit, settings)
    foes: list[Block] = []
    friends: list[Block] = []
    for other in on_table(state):
        body = block(other, settings)
        if other.id == unit.id or not gap_below(here, body, 5.0):
            continue
        if other.side == unit.side:
            friends.append(body)
        elif not touching(here, body):
            foes.append(body)
    return Yard(state.ground, tuple(foes), (), tuple(friends), (), True, settings)


def fall_back(state: State, step: FallBack, dice: Dice) -> Progress:
    """A beaten unit goes back 2 BW, or is lost [retreat.distance, retreat.table-edge, retreat.blocked]."""
    unit = unit_of(state, step.unit)
    hostile = army_of(state, enemy_of(state, unit.side)).friendly
    found = retreat(retreat_yard(state, unit), step.role, unit.pose, step.away, hostile)
    if found.end is not None:
        limbered = limbered_after(unit.arm, unit.limbered, "retreat", state.settings)
        moved = Moved(unit.id, "retreat", unit.pose, found.end, (), unit.mounted, limbered, False)
        return Progress((moved, *after_move(state, unit, unit.pose, found.end)))
    before = len(dice.rolls)
    events: list[object] = []
    officer = officer_with(state, unit.id)
    if found.status == BROKEN and officer is not None and not step.risked:
        killed = officer_falls(dice, False, unit.side, "chamberlain.command.unit-lost")
        events.append(risked(officer, "unit lost", killed, tuple(dice.rolls[before:])))
    cause = "blocked" if found.clause == "chamberlain.retreat.blocked" else "table edge"
    return Progress((*events, *lost(state, [UnitLost(unit.id, found.status, cause)])))


# ---------------------------------------------------------------- the information phase


def discover(state: State, step: Discover, dice: Dice) -> Progress:
    """Blinds in sight within 4 BW of an active unit are known [info.discover, conceal.passive-within-4bw]."""
    own = on_table(state, step.side)
    found: list[object] = []
    for blind in enemies(state, step.side):
        if blind.concealed and any([_finds(state, unit, blind) for unit in own]):
            found.append(Revealed(blind.id, "discovered"))
    if state.settings.conceal_level == "sight":
        found.append(LookedAround())
    return Progress(tuple(found))


def _finds(state: State, unit: Unit, blind: Unit) -> bool:
    away = point_gap(block(blind, state.settings), unit.pose.x, unit.pose.y)
    return discovers(Sighting(away, True)) and sees(state, unit, blind)


def reinforce(state: State, step: Reinforce, dice: Dice) -> Progress:
    """A die for each reinforcement that is due; target 1 comes by itself [info.reinforcements]."""
    events: list[object] = []
    for unit in state.units:
        if unit.side != step.side or unit.place != TO_ARRIVE or unit.due > state.turn:
            continue
        before = len(dice.rolls)
        arrived = arrives(unit.target, f"arrival of {unit.name}", unit.side, dice)
        events.append(ArrivalThrown(unit.id, arrived, tuple(dice.rolls[before:])))
    return Progress((*events, PhaseBegan("movement")))


# ---------------------------------------------------------------- the status phase


def standing(state: State, side: str, goals: tuple[Goal, ...]) -> Standing:
    """How an army stands, with the points of the objectives it holds [status.morale, victory.night]."""
    own = [unit for unit in state.units if unit.side == side]
    return Standing(
        side,
        len(own),
        len([unit for unit in own if unit.place == BROKEN]),
        len([unit for unit in own if unit.place == RETIRED]),
        sum([goal.points for goal in goals if goal.holder == side and goal.side in ("", side)]),
    )


def status(state: State, step: Status, dice: Dice) -> Progress:
    """Immobile countdown, army morale and retirement, objectives, night; then the other side or the next turn.

    [turn.status-phase, status.order, status.morale, status.mark-turn, victory.retirement, victory.objectives]
    """
    events: list[object] = [
        PipsCounted(officer.id, pips_after_status(officer.pips, officer.side == step.side, state.settings))
        for officer in state.officers
        if officer.pips
    ]
    last = step.side != state.first
    night = last and state.turn >= state.turn_limit
    goals = held(state)
    if goals:
        events.append(GoalsChecked(tuple([(goal.id, goal.holder) for goal in goals])))
    found = decided(state, goals, night)
    if found is not None:
        return Progress((*events, BattleEnded(found)))
    following = BeginTurn(state.turn + 1) if last else PlayerTurn(enemy_of(state, step.side))
    return Progress(tuple(events), (following,))


def held(state: State) -> tuple[Goal, ...]:
    """The objectives with whoever holds them now [victory.objective-control]."""
    found: list[Goal] = []
    for goal in state.goals:
        near = tuple(
            [
                Near(unit.side, unit.arm, point_gap(block(unit, state.settings), goal.x, goal.y))
                for unit in on_table(state)
            ]
        )
        owner = holder(goal.holder, near, goal.radius)
        found.append(
            Goal(goal.id, goal.name, goal.x, goal.y, goal.radius, goal.points, goal.side, goal.decisive, owner)
        )
    return tuple(found)


def decided(state: State, goals: tuple[Goal, ...], night: bool) -> Outcome | None:
    """How the battle has ended, None while it goes on [victory.retirement, victory.night]."""
    sides = tuple([army.side for army in state.armies])
    first, second = [standing(state, side, goals) for side in sides]
    points = tuple([(side.side, side.points) for side in (first, second)])
    winner = by_retirement(first, second, state.settings)
    if winner != NOBODY:
        return Outcome(winner, "retirement", _words(winner, "an army retires from the field"), points)
    winner = sudden_winner(state, goals)
    if winner:
        return Outcome(winner, "objectives", _words(winner, "the objectives are taken"), points)
    if night:
        winner = by_night(first, second)
        reason = "objectives" if first.points != second.points else "losses"
        return Outcome(winner, reason, _words(winner, "night falls"), points)
    return None


def _words(winner: str, why: str) -> str:
    return f"A draw: {why}." if winner == DRAW else f"The {winner.capitalize()} side wins: {why}."


def sudden_winner(state: State, goals: tuple[Goal, ...]) -> str:
    """The side that holds every objective that wins at once, "" if nobody does [victory.objectives]."""
    for army in state.armies:
        mine = [goal for goal in goals if goal.side in ("", army.side)]
        if state.settings.victory_sudden_death == "none":
            mine = [goal for goal in mine if goal.decisive]
        if mine and all([goal.holder == army.side for goal in mine]):
            return army.side
    return ""
