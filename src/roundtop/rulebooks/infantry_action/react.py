"""The react step and the end of a turn: retirements, routs, fire, victory."""

from __future__ import annotations

from roundtop.battle.protocol import Outcome, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action.events import (
    BattleEnded,
    CombatEnded,
    FormedUp,
    GoalTaken,
    Moved,
    PhaseBegan,
    RoutBegan,
    StandsRemoved,
    UnitRemoved,
    apply,
)
from roundtop.rulebooks.infantry_action.morale import Toll, UnitOutcome, fire_rout, victory
from roundtop.rulebooks.infantry_action.movement import fall_back, homeward
from roundtop.rulebooks.infantry_action.state import (
    GONE,
    Goal,
    State,
    Unit,
    Verdict,
    block,
    block_at,
    closed_up,
    enemies,
    enemy_of,
    on_table,
    unit_of,
)
from roundtop.rulebooks.infantry_action.steps import BeginTurn, EndTurn, FireRouts, React
from roundtop.table.footprint import Block, overlap, point_gap
from roundtop.table.ground import off_table
from roundtop.table.measure import FULL_TURN, HALF_TURN, within
from roundtop.table.pose import Pose

Events = list[object]


def react(state: State, step: React, dice: Dice) -> Progress:
    """Retire, take off the lost and regroup, rout, in that order, on the table as each leaves it [turn.react-step].

    Losses, breaks and routs of all combats are decided by now; fire, routs from fire and victory follow as steps.
    """
    events: Events = [PhaseBegan("react")]
    now = apply(state, events[0])
    for part in (_retire, _regroup, _rout_from_combat):
        for verdict in state.verdicts:
            for event in part(now, verdict):
                now = apply(now, event)
                events.append(event)
    events.append(CombatEnded())
    return Progress(tuple(events))


def _retire(state: State, verdict: Verdict) -> Events:
    """Straight back, face to the enemy where there is room to turn [turn.react-retire, outcome.retire-direction]."""
    if verdict.result != "retire":
        return []
    unit = unit_of(state, verdict.unit)
    heading = (verdict.pose.facing + HALF_TURN) % FULL_TURN
    in_way = [block(enemy, state.settings) for enemy in enemies(state, unit)]
    start = verdict.pose if _room_to_turn(state, unit, verdict.pose, in_way) else unit.pose
    went = fall_back(state, unit, start, heading, float(verdict.move_in), False)
    return [Moved(unit.id, "retire", unit.pose, went.end, ())]


def _room_to_turn(state: State, unit: Unit, pose: Pose, in_way: list[Block]) -> bool:
    """Whether a unit charged in flank can turn to its enemy without leaving the table or standing on others."""
    there = block_at(unit, pose, state.settings)
    return not off_table(state.ground, there) and not [other for other in in_way if overlap(there, other)]


def _regroup(state: State, verdict: Verdict) -> Events:
    """Lost stands come off and the rest close up, facing the enemy.

    [turn.react-remove-casualties, outcome.regroup, outcome.battery]
    """
    unit = unit_of(state, verdict.unit)
    if verdict.result == "destroyed":
        return [UnitRemoved(unit.id, "overrun" if unit.kind == "battery" else "destroyed")]
    events: Events = []
    pose = unit.pose
    if verdict.result in ("hold", "form-up"):
        in_way = [block(other, state.settings) for other in on_table(state) if other.id != unit.id]
        if verdict.pose != pose and _room_to_turn(state, unit, verdict.pose, in_way):
            pose = verdict.pose
            events.append(FormedUp(unit.id, pose))
    elif verdict.result == "rout":
        pose = verdict.pose
    if verdict.lost:
        events.append(StandsRemoved(unit.id, verdict.lost, closed_up(pose, unit.stands, verdict.lost, state.settings)))
    return events


def _rout_from_combat(state: State, verdict: Verdict) -> Events:
    """Rout moves; whoever routs for the second time is taken off [turn.react-remove-routed, outcome.routed-removed]."""
    if verdict.result != "rout":
        return []
    if verdict.removed:
        return [UnitRemoved(verdict.unit, "routed-again")]
    heading = (verdict.pose.facing + HALF_TURN) % FULL_TURN
    return rout(state, unit_of(state, verdict.unit), heading, verdict.move_in, "combat")


def rout(state: State, unit: Unit, heading: int, inches: int, cause: str) -> Events:
    """Two full moves, back to the enemy, off the table if it gets there [outcome.rout-move, movement.table-edge]."""
    begun = RoutBegan(unit.id, cause, state.settings.rout_move == "two-turns")
    went = fall_back(state, unit, Pose(unit.pose.x, unit.pose.y, heading), heading, float(inches), True)
    if went.left_table:
        return [begun, UnitRemoved(unit.id, "left-table")]
    return [begun, Moved(unit.id, "rout", unit.pose, went.end, ())]


def fire_routs(state: State, step: FireRouts, dice: Dice) -> Progress:
    """Units that have lost stands this turn and are below half rout towards home [shooting.below-half-by-fire]."""
    events: Events = []
    now = state
    for unit in on_table(state):
        if unit.kind != "infantry":
            continue
        for event in _fire_rout(now, unit_of(now, unit.id)):
            now = apply(now, event)
            events.append(event)
    return Progress(tuple(events))


def _fire_rout(state: State, unit: Unit) -> Events:
    result: UnitOutcome = fire_rout(
        unit.start,
        unit.had,
        unit.had - unit.stands,
        0 < unit.routed < state.turn,
        unit.routed == state.turn,
        state.settings,
    )
    if result.removed:
        return [UnitRemoved(unit.id, "routed-again")]
    if result.result != "rout":
        return []
    return rout(state, unit, homeward(state, unit), result.move_in, "fire")


# ---------------------------------------------------------------- the end of a turn


def end_turn(state: State, step: EndTurn, dice: Dice) -> Progress:
    """Goals are taken, the battle may end, or the next turn begins [victory.game-length]."""
    events: Events = []
    now = state
    for goal in state.goals:
        side = holder(state, goal)
        if side != goal.holder:
            events.append(GoalTaken(goal.id, side))
            now = apply(now, events[-1])
    ended = judged(now)
    if ended is not None:
        return Progress((*events, BattleEnded(ended)))
    return Progress(tuple(events), (BeginTurn(state.turn + 1),))


def holder(state: State, goal: Goal) -> str:
    """Who holds a goal: the side that alone has a stand near it, otherwise whoever held it last."""
    near = {
        unit.side
        for unit in on_table(state)
        if within(point_gap(block(unit, state.settings), goal.x, goal.y), goal.radius)
    }
    allowed = [side for side in near if goal.side in ("", side)]
    return allowed[0] if len(near) == 1 and allowed else goal.holder


def toll(state: State, side: str) -> Toll:
    """What a side has lost so far [victory.points, victory.army-break]."""
    own = [unit for unit in state.units if unit.side == side]
    infantry = [unit for unit in own if unit.kind == "infantry"]
    return Toll(
        len(infantry),
        len([unit for unit in infantry if unit.routed or unit.place == GONE]),
        sum([unit.start - unit.stands for unit in infantry]),
        len([unit for unit in own if unit.kind == "battery" and unit.place == GONE]),
    )


def judged(state: State) -> Outcome | None:
    """How the battle stands at the end of a turn; a scenario's objectives come before points [victory.points]."""
    sides = (state.armies[0].side, state.armies[1].side)
    found = victory(state.turn, state.turn_limit, sides, (toll(state, sides[0]), toll(state, sides[1])), state.settings)
    points = ((sides[0], found.points[0]), (sides[1], found.points[1]))
    held = [side for side in sides if _holds_all_decisive(state, side)]
    if len(held) == 1 and not (found.over and found.reason == "army-break"):
        return Outcome(held[0], "objectives", f"{_title(held[0])} hold every decisive objective.", points)
    if not found.over:
        return None
    if found.reason == "turn-limit":
        ahead = leader_by_goals(state)
        if ahead:
            return Outcome(ahead, "objectives", f"Time is up: {_title(ahead)} hold the objectives.", points)
    return Outcome(found.winner, found.reason, _words(found.winner, found.reason, points), points)


def _holds_all_decisive(state: State, side: str) -> bool:
    wanted = [goal for goal in state.goals if goal.decisive and goal.side in ("", side)]
    return bool(wanted) and all([goal.holder == side for goal in wanted])


def leader_by_goals(state: State) -> str:
    """The side whose objectives are worth more, "" when neither leads."""
    worth = {army.side: 0 for army in state.armies}
    for goal in state.goals:
        if goal.holder in worth:
            worth[goal.holder] += goal.points
    first = state.armies[0].side
    other = enemy_of(state, first)
    if worth[first] == worth[other]:
        return ""
    return first if worth[first] > worth[other] else other


def _title(side: str) -> str:
    return "the Union" if side == "union" else "the Confederates"


def _words(winner: str, reason: str, points: tuple[tuple[str, int], ...]) -> str:
    score = ", ".join([f"{_title(side)} {number}" for side, number in points])
    how = "An army is broken" if reason == "army-break" else "Time is up"
    return f"{how}: {'a draw' if winner == 'draw' else _title(winner) + ' win'} (points: {score})."
