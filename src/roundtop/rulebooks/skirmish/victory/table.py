"""Who holds what, what each side has lost, and who has won."""

from __future__ import annotations

from roundtop.battle.protocol import Outcome
from roundtop.battle.words import ARMIES, side_does, verb_of
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.state import ANIMAL, GONE, HORSE, Figure, Goal, State, Thing
from roundtop.rulebooks.skirmish.victory import events as victory_events
from roundtop.rulebooks.skirmish.victory import rule
from roundtop.table.measure import distance, within


def goals_taken(state: State) -> list[object]:
    """An objective is held by the side that alone has men near it who are not running, until the other has."""
    events: list[object] = []
    for goal in state.goals:
        sides = {f.side for f in field.able_of(state) if f.arm != ANIMAL and holds(state, f, goal)}
        if len(sides) == 1 and goal.holder not in sides:
            events.append(victory_events.GoalTaken(goal.id, sides.pop()))
    return events


def holds(state: State, figure: Figure, goal: Goal) -> bool:
    near = within(distance(figure.pose.x, figure.pose.y, goal.x, goal.y), goal.radius)
    return near and not field.broken(field.group_of(state, figure.group))


def count_of(state: State, side: str) -> rule.Count:
    """A side's figures, arrivals from the turn in which they are due [victory.force-break, setup.reinforcements]."""
    own = [f for f in state.figures.values() if f.side == side and f.arm != ANIMAL and f.due <= state.turn]
    lost = [f for f in own if f.harm >= 2 or f.place == GONE]
    running = [f for f in own if field.able(f) and field.broken(field.group_of(state, f.group))]
    return rule.Count(len(own), len(lost), len(running))


def points_of(state: State, side: str, in_play: bool = False) -> int:
    """What a side holds, has carried off or has done, in the scenario's points [victory.tally].

    `in_play`: objectives that it held from the start are left out.
    """
    held = [g for g in state.goals if g.holder == side and g.side in ("", side)]
    goals = sum([g.points for g in held if g.since or not in_play])
    gains = sum([t.points for t in state.things if _gained(state, t, side)])
    return goals + gains


def _gained(state: State, thing: Thing, side: str) -> bool:
    if thing.kind == GONE:
        return thing.side == side
    if thing.kind == HORSE or not thing.points:
        return False
    return thing.holder == side or (thing.holder in state.figures and state.figures[thing.holder].side == side)


def outcome_of(state: State) -> Outcome | None:
    """Who has won at the end of a turn, if anybody has.

    [victory.force-break, victory.game-length, victory.tally]
    """
    sides = (state.armies[0].side, state.armies[1].side)
    counts = (count_of(state, sides[0]), count_of(state, sides[1]))
    points = ((sides[0], points_of(state, sides[0])), (sides[1], points_of(state, sides[1])))
    found = rule.victory(state.turn, state.turn_limit, sides, counts, state.settings)
    for side in sides:
        if decided(state, side) and not decided(state, field.enemy_of(state, side)):
            return Outcome(side, "objectives", f"{side_does(side, 'hold')} every decisive objective.", points)
    for side in sides:
        if kept(state, side):
            text = f"{side_does(side, 'hold')} every objective a whole turn after the last was taken."
            return Outcome(side, "objectives", text, points)
    if found.reason == "force-break":
        return _broken(state, found.winner, points, _loss_words(sides, counts))
    if not found.over:
        return None
    if points[0][1] != points[1][1]:
        winner = sides[0] if points[0][1] > points[1][1] else sides[1]
        ahead = f"{ARMIES.get(winner, winner)} {verb_of(winner, 'lead')}"
        text = f"Time is up: {ahead} on objectives, {points[0][1]} to {points[1][1]}."
        return Outcome(winner, "objectives", text, points)
    text = f"Time is up: {_loss_words(sides, counts)}."
    return Outcome(found.winner, "turn-limit", text, points)


def kept(state: State, side: str) -> bool:
    """Whether a side holds every objective open to it, has held them for a whole turn and took one of them in play.

    [victory.tally]
    """
    wanted = [goal for goal in state.goals if goal.points and goal.side in ("", side)]
    held = bool(wanted) and all([goal.holder == side and goal.since < state.turn for goal in wanted])
    return held and bool([goal for goal in wanted if goal.since])


def _broken(state: State, winner: str, points: tuple[tuple[str, int], ...], losses: str) -> Outcome:
    """A broken force has lost, unless it has won more than the other holds [victory.force-break, victory.tally]."""
    if winner not in dict(points):
        return Outcome(winner, "force-break", f"A force is broken: {losses}.", points)
    loser = field.enemy_of(state, winner)
    held, won = points_of(state, winner), points_of(state, loser, True)
    if won <= held:
        return Outcome(winner, "force-break", f"A force is broken: {losses}.", points)
    text = f"A force is broken, but what it has won outweighs that, {won} to {held}: {losses}."
    return Outcome("draw", "force-break", text, points)


def decided(state: State, side: str) -> bool:
    """Whether a side holds every decisive objective open to it."""
    wanted = [goal for goal in state.goals if goal.decisive and goal.side in ("", side)]
    return bool(wanted) and all([goal.holder == side for goal in wanted])


def _loss_words(sides: tuple[str, str], counts: tuple[rule.Count, rule.Count]) -> str:
    """`the Union has lost 13 of 25 and 2 are running, the Confederates have lost 3 of 25`."""
    found: list[str] = []
    for side, count in zip(sides, counts, strict=True):
        have = "has" if side == "union" else "have"
        running = f" and {count.broken} {'is' if count.broken == 1 else 'are'} running" if count.broken else ""
        found.append(f"{ARMIES.get(side, side)} {have} lost {count.lost} of {count.start}{running}")
    return ", ".join(found)
