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


def points_of(state: State, side: str) -> int:
    """What a side holds, has carried off or has done, in the scenario's points [victory.tally]."""
    goals = sum([g.points for g in state.goals if g.holder == side and g.side in ("", side)])
    return goals + sum([t.points for t in state.things if _gained(state, t, side)])


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
    if found.reason == "force-break" and not holds_out(state, found.winner):
        return _broken(state, found.winner, points, _loss_words(sides, counts))
    if state.turn < state.turn_limit:
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
    return _all_held(state, side) and all([goal.since < state.turn for goal in _open_to(state, side)])


def holds_out(state: State, winner: str) -> bool:
    """Whether a broken force has men who still hold objectives worth more than the other's [victory.force-break]."""
    if winner == rule.DRAW:
        return False
    loser = field.enemy_of(state, winner)
    stands = [f for f in field.able_of(state, loser) if not field.broken(field.group_of(state, f.group))]
    return bool(stands) and points_of(state, loser) > points_of(state, winner)


def _broken(state: State, winner: str, points: tuple[tuple[str, int], ...], losses: str) -> Outcome:
    """A force is broken; who has also taken every objective open to him has won by them [victory.force-break]."""
    if winner != rule.DRAW and _all_held(state, winner):
        text = f"{side_does(winner, 'hold')} every objective, and the other force is broken: {losses}."
        return Outcome(winner, "objectives", text, points)
    return Outcome(winner, "force-break", f"A force is broken: {losses}.", points)


def _all_held(state: State, side: str) -> bool:
    """Whether a side holds every objective open to it and took one of them in play [victory.tally]."""
    wanted = _open_to(state, side)
    return all([goal.holder == side for goal in wanted]) and bool([goal for goal in wanted if goal.since])


def _open_to(state: State, side: str) -> list[Goal]:
    """The objectives that are worth points to a side."""
    return [goal for goal in state.goals if goal.points and goal.side in ("", side)]


def decided(state: State, side: str) -> bool:
    """Whether a side holds every decisive objective open to it and took one of them in play [victory.tally]."""
    wanted = [goal for goal in state.goals if goal.decisive and goal.side in ("", side)]
    return all([goal.holder == side for goal in wanted]) and bool([goal for goal in wanted if goal.since])


def _loss_words(sides: tuple[str, str], counts: tuple[rule.Count, rule.Count]) -> str:
    """`the Union has lost 13 of 25 and 2 are running, the Confederates have lost 3 of 25`."""
    found: list[str] = []
    for side, count in zip(sides, counts, strict=True):
        have = "has" if side == "union" else "have"
        running = f" and {count.broken} {'is' if count.broken == 1 else 'are'} running" if count.broken else ""
        found.append(f"{ARMIES.get(side, side)} {have} lost {count.lost} of {count.start}{running}")
    return ", ".join(found)
