"""What follows from fire and fighting: tests of nerve, rallies, the commander's place, and the end of a turn."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.protocol import Command, Decision, Outcome, Progress
from roundtop.battle.tally import Row, lines
from roundtop.battle.words import ARMIES, side_does, verb_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish.command import ATTACH_CM, actions_left
from roundtop.rulebooks.skirmish.events import (
    BattleEnded,
    GoalTaken,
    HorseGone,
    Joined,
    Left,
    MoraleTested,
    Promoted,
    RallyThrown,
    Steadied,
    apply,
)
from roundtop.rulebooks.skirmish.morale import (
    Check,
    modifiers,
    present,
    rallies,
    rally_refusal,
    result_of,
    score,
    worse,
)
from roundtop.rulebooks.skirmish.sight import (
    FRONT_OFF,
    apart,
    centre_of,
    cover_of,
    facing_of,
    group_sees,
    in_contact,
    nearest,
    nearest_to,
    sees,
)
from roundtop.rulebooks.skirmish.state import (
    ADVANCING,
    ANIMAL,
    COMMANDER,
    FOOT,
    GONE,
    HORSE,
    OK,
    PRIVATE,
    RETIRING,
    Figure,
    Goal,
    Group,
    State,
    Thing,
    able,
    able_of,
    army_of,
    broken,
    enemies,
    enemy_of,
    figure_id,
    group_id,
    group_of,
    members,
    thing_id,
    troops,
)
from roundtop.rulebooks.skirmish.steps import Attach, BeginTurn, EndTurn, Rally, Window
from roundtop.rulebooks.skirmish.tables import CLASSES, majority, rank
from roundtop.rulebooks.skirmish.victory import Count, victory
from roundtop.table.arc import off_facing
from roundtop.table.measure import distance, within

FRIENDS_LEAST: Final = 2
"""Able figures without which a group heartens nobody [morale.friends-test]."""
HELD_CM: Final = 5.0
HORSES_HELD: Final = 4
"""How near a man holds horses, and how many [actions.horse-left-standing]."""


# ---------------------------------------------------------------- how a group stands when it tests


def class_of(men: list[Figure]) -> str:
    """The class of most of them [setup.majority-class]."""
    counts = dict.fromkeys(CLASSES, 0)
    for man in men:
        counts[man.quality] += 1
    return majority(counts)


def counted(figure: Figure, group: Group) -> bool:
    """Whether a figure counts in its group's strength: an attached commander does not [leaders.attach]."""
    return figure.role != COMMANDER or figure.id == group.nco


def lost_of(state: State, group: Group) -> int:
    """Members killed, disabled or off the table [morale.percent-arithmetic]."""
    gone = [
        f
        for f in state.figures.values()
        if f.group == group.id and counted(f, group) and (f.harm >= 2 or f.place == GONE)
    ]
    return len(gone)


def check_of(state: State, group: Group, charging: bool = False) -> Check:
    """Everything that bears on a group's nerve, read off the table [morale.modifiers-cumulate]."""
    men = members(state, group.id)
    settings = state.settings
    army = army_of(state, group.side)
    foes = enemies(state, group.side)
    friends = [g for g in troops(state, group.side) if g.id != group.id]
    flank_enemy, flank_friend = flanks(state, group, men, foes)
    chief = state.figures[army.commander]
    near, seen, away = commander_for(state, group, men, chief)
    return Check(
        quality=class_of(men),
        start=group.start,
        lost=lost_of(state, group),
        wounded=len([man for man in men if man.harm == 1 and counted(man, group)]),
        leader=leader_of(state, group, men),
        nco_down=group.nco != "" and state.figures[group.nco].harm >= 2,
        commander_down=army.fell == state.turn and army.fell > 0,
        retiring=group.motion == RETIRING,
        friends_retiring=friends_retiring(state, men, friends),
        flank_enemy=flank_enemy,
        flank_friend=flank_friend,
        advancing=charging or group.motion == ADVANCING,
        friends_advancing=friends_hearten(state, men, friends),
        uphill=uphill_of_all(state, men, foes),
        in_cover=in_cover(state, men, foes),
        commander_ok=near,
        commander_in_sight=seen,
        commander_distance=away,
        by=group.side,
        settings=settings,
    )


def leader_of(state: State, group: Group, men: list[Figure]) -> str:
    """The better class of its able NCO and an attached commander, "" for neither [morale.leader-bonus]."""
    best = ""
    for man in men:
        if (man.id == group.nco or man.role == COMMANDER) and (not best or rank(man.quality) > rank(best)):
            best = man.quality
    return best


def friends_retiring(state: State, men: list[Figure], friends: list[Group]) -> float:
    """How far the nearest friendly group is that retires; -1 for none [morale.mod-retiring]."""
    best = -1.0
    for other in friends:
        if other.motion == RETIRING:
            away = apart(men, members(state, other.id), state.settings)
            if away >= 0.0 and (best < 0.0 or away < best):
                best = away
    return best


def flanks(state: State, group: Group, men: list[Figure], foes: list[Figure]) -> tuple[float, float]:
    """How far the nearest enemy and friend are that are more than 45 degrees off its facing [morale.flank-test]."""
    if not foes:
        return (-1.0, -1.0)
    x, y = centre_of(men)
    facing = facing_of(men, nearest(x, y, foes))
    aside = [foe for foe in foes if off_facing(x, y, facing, foe.pose.x, foe.pose.y) > FRONT_OFF + 1]
    own = [
        friend
        for friend in able_of(state, group.side)
        if friend.group != group.id
        and friend.arm != ANIMAL
        and off_facing(x, y, facing, friend.pose.x, friend.pose.y) > FRONT_OFF + 1
    ]
    return (apart(men, aside, state.settings), apart(men, own, state.settings))


def friends_hearten(state: State, men: list[Figure], friends: list[Group]) -> bool:
    """Whether another group in sight is advancing or winning [morale.mod-friends, morale.friends-test]."""
    for other in friends:
        if other.motion == ADVANCING or other.won > 0:
            theirs = members(state, other.id)
            if len(theirs) >= FRIENDS_LEAST and group_sees(state, men, theirs):
                return True
    return False


def uphill_of_all(state: State, men: list[Figure], foes: list[Figure]) -> bool:
    """Whether every man stands higher than every enemy in sight of the group [morale.position-test, setup.height]."""
    lowest = min([man.level for man in men])
    if lowest == 0:
        return False
    seen = [foe for foe in foes if group_sees(state, men, [foe])]
    return bool(seen) and lowest > max([foe.level for foe in seen])


def in_cover(state: State, men: list[Figure], foes: list[Figure]) -> bool:
    """Whether more than half have cover against the enemy nearest to each [morale.position-test]."""
    if not foes or not (state.ground.areas or state.ground.lines):
        return False
    covered = 0
    for man in men:
        foe = nearest_to(man, foes, state.settings)
        if foe is not None and cover_of(state, man, foe) != "open":
            covered += 1
    return 2 * covered > len(men)


def commander_for(state: State, group: Group, men: list[Figure], chief: Figure) -> tuple[bool, bool, float]:
    """Whether the force commander is OK, in sight, and how far off [morale.commander-ok, leaders.commander-loss]."""
    if not able(chief) or broken(group_of(state, chief.group)):
        return (False, False, 0.0)
    if chief.group == group.id:
        return (True, True, 0.0)
    for man in men:
        if sees(state, man, chief):
            return (True, True, apart([chief], men, state.settings))
    return (True, False, 0.0)


# ---------------------------------------------------------------- tests


def tested(state: State, group: Group, check: Check, cause: str, against: str, dice: Dice) -> MoraleTested:
    """One throw; the worse of the old and the new result holds [morale.die, morale.repeat-tests]."""
    before = len(dice.rolls)
    found = score(check, dice)
    result = result_of(found)
    now = present(group.state, group.thrown, state.turn)
    rolls = tuple(dice.rolls[before:])
    rows = (*lines(modifiers(check)), Row("total", f"{found}: {result}", "skirmish.morale.modifiers-cumulate"))
    return MoraleTested(group.id, cause, against, found, result, worse(now, result), rows, rolls)


def due(state: State) -> list[Group]:
    """The groups that test in this window [morale.trigger-injury, morale.trigger-commander-killed, turn.morale-window].

    An independent commander never does [morale.lone-figures].
    """
    bereft = [army.side for army in state.armies if army.bereaved]
    found = [g for g in troops(state) if (g.injured or g.side in bereft) and members(state, g.id)]
    found.sort(key=group_id)
    return found


def window(state: State, step: Window, dice: Dice) -> Progress:
    """All groups due test together: positions are read before any of them throws [turn.morale-window]."""
    groups = due(state)
    checks = [check_of(state, group) for group in groups]
    events: list[object] = []
    for group, check in zip(groups, checks, strict=True):
        cause = "injury" if group.injured else "commander"
        events.append(tested(state, group, check, cause, "", dice))
    return Progress(tuple(events))


def rally(state: State, step: Rally, dice: Dice) -> Progress:
    """Broken groups that have run throw, after the second phase and its window [rally.roll, rally.terms]."""
    events: list[object] = []
    for group in sorted([g for g in troops(state, step.side) if broken(g)], key=group_id):
        men = members(state, group.id)
        if men and not rally_refusal(group.state, group.ran):
            before = len(dice.rolls)
            rallied = rallies(class_of(men), group.side, state.settings, dice)
            events.append(RallyThrown(group.id, rallied, tuple(dice.rolls[before:])))
    return Progress(tuple(events))


# ---------------------------------------------------------------- the commander joins or leaves a group


def joinable(state: State, side: str) -> list[Group]:
    """The groups within reach of the force commander; those he is with first [leaders.attach]."""
    chief = state.figures[army_of(state, side).commander]
    if not able(chief):
        return []
    return [
        group
        for group in sorted(troops(state, side), key=group_id)
        if group.id != chief.group
        and _within_reach(state, chief, [man for man in members(state, group.id) if man.id != chief.id])
    ]


def _within_reach(state: State, chief: Figure, men: list[Figure]) -> bool:
    return bool(men) and within(apart([chief], men, state.settings), ATTACH_CM)


def asks_to_attach(state: State, step: Attach) -> tuple[str, ...]:
    """A commander who was let alone in this phase stays where he is, so that nobody is asked for nothing."""
    chief = state.figures[army_of(state, step.side).commander]
    if not able(chief) or not (chief.acted or actions_left(chief.harm, chief.spent) == 0):
        return ()
    return (step.side,) if chief.group != chief.id or joinable(state, step.side) else ()


def attach_decision(view: State, step: Attach, player: str) -> Decision:
    chief = view.figures[army_of(view, step.side).commander]
    alone = chief.group == chief.id
    items = [Item("stay", "stay by himself" if alone else f"stay with {group_of(view, chief.group).name}")]
    if not alone:
        items.append(Item("leave", "go off by himself", "skirmish.leaders.attach"))
    items.extend(
        [Item(group.id, f"join {group.name}", "skirmish.leaders.attach") for group in joinable(view, step.side)]
    )
    sentence = f"Does {chief.name} join a group?"
    return Decision(player, "attach", chief.id, sentence, ("skirmish.leaders.attach",), Choose(tuple(items)))


def attached(state: State, step: Attach, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    chief = army_of(state, step.side).commander
    key = command.answer.keys[0]
    if key == "stay":
        return Progress(())
    return Progress((Joined(chief, chief if key == "leave" else key),))


# ---------------------------------------------------------------- the end of a turn


def end_turn(state: State, step: EndTurn, dice: Dice) -> Progress:
    """Surrender, horses unheld, new NCOs, results that lapse, objectives, victory [turn.sequence]."""
    events: list[object] = [
        *surrenders(state),
        *stampedes(state),
        *promotions(state),
        *lapses(state),
        *goals_taken(state),
    ]
    for event in events:
        state = apply(state, event)
    end = outcome_of(state)
    if end is not None:
        return Progress((*events, BattleEnded(end)))
    return Progress(tuple(events), (BeginTurn(state.turn + 1),))


def surrenders(state: State) -> list[object]:
    """Broken men who could not run this turn and are in contact give themselves up [morale.cornered]."""
    if not state.settings.surrender:
        return []
    cornered = [figure for figure in able_of(state) if figure.stuck and broken(group_of(state, figure.group))]
    return [Left(f.id, "surrendered") for f in sorted(cornered, key=figure_id) if in_contact(state, f)]


def stampedes(state: State) -> list[object]:
    """With the house rule, horses that nobody holds run off: one man near holds four [actions.horse-left-standing]."""
    if not state.settings.horse_holders:
        return []
    free_hands = {f.id: HORSES_HELD for f in able_of(state) if f.arm == FOOT}
    events: list[object] = []
    for horse in sorted([t for t in state.things if t.kind == HORSE and not t.holder], key=thing_id):
        holder = _holder(state, horse, free_hands)
        if holder:
            free_hands[holder] -= 1
        else:
            events.append(HorseGone(horse.id))
    return events


def _holder(state: State, horse: Thing, free_hands: dict[str, int]) -> str:
    """The first man of its rider's group who is near enough and has a hand free, "" for nobody."""
    for man in members(state, horse.group):
        reach = HELD_CM + 0.5 * (state.settings.base_foot_cm + state.settings.base_mounted_cm)
        near = within(distance(man.pose.x, man.pose.y, horse.x, horse.y), reach)
        if near and man.arm == FOOT and free_hands.get(man.id, 0) > 0:
            return man.id
    return ""


def promotions(state: State) -> list[object]:
    """With the house rule, the best private takes a fallen NCO's place after one full turn [leaders.nco-loss]."""
    if not state.settings.nco_replacement:
        return []
    events: list[object] = []
    for group in sorted(troops(state), key=group_id):
        privates = [man for man in members(state, group.id) if man.role == PRIVATE]
        if group.nco_fell and state.turn > group.nco_fell and privates:
            best = max([rank(man.quality) for man in privates])
            chosen = [man for man in privates if rank(man.quality) == best]
            events.append(Promoted(group.id, chosen[0].id))
    return events


def lapses(state: State) -> list[object]:
    """No advance and fall back end after the turn that follows the throw [morale.duration]."""
    return [
        Steadied(group.id)
        for group in sorted(state.groups, key=group_id)
        if group.state != OK and present(group.state, group.thrown, state.turn + 1) == OK
    ]


# ---------------------------------------------------------------- objectives and victory


def goals_taken(state: State) -> list[object]:
    """An objective is held by the side that alone has men near it who are not running, until the other has."""
    events: list[object] = []
    for goal in state.goals:
        sides = {f.side for f in able_of(state) if f.arm != ANIMAL and holds(state, f, goal)}
        if len(sides) == 1 and goal.holder not in sides:
            events.append(GoalTaken(goal.id, sides.pop()))
    return events


def holds(state: State, figure: Figure, goal: Goal) -> bool:
    near = within(distance(figure.pose.x, figure.pose.y, goal.x, goal.y), goal.radius)
    return near and not broken(group_of(state, figure.group))


def count_of(state: State, side: str) -> Count:
    """A side's figures, arrivals from the turn in which they are due [victory.force-break, setup.reinforcements]."""
    own = [f for f in state.figures.values() if f.side == side and f.arm != ANIMAL and f.due <= state.turn]
    lost = [f for f in own if f.harm >= 2 or f.place == GONE]
    running = [f for f in own if able(f) and broken(group_of(state, f.group))]
    return Count(len(own), len(lost), len(running))


def points_of(state: State, side: str) -> int:
    """What a side holds, has carried off or has done, in the scenario's points [victory.tally]."""
    goals = sum([g.points for g in state.goals if g.holder == side and g.side in ("", side)])
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
    found = victory(state.turn, state.turn_limit, sides, counts, state.settings)
    if found.reason == "force-break":
        return Outcome(found.winner, "force-break", f"A force is broken: {_loss_words(sides, counts)}.", points)
    for side in sides:
        if decided(state, side) and not decided(state, enemy_of(state, side)):
            return Outcome(side, "objectives", f"{side_does(side, 'hold')} every decisive objective.", points)
    if not found.over:
        return None
    if points[0][1] != points[1][1]:
        winner = sides[0] if points[0][1] > points[1][1] else sides[1]
        ahead = f"{ARMIES.get(winner, winner)} {verb_of(winner, 'lead')}"
        text = f"Time is up: {ahead} on objectives, {points[0][1]} to {points[1][1]}."
        return Outcome(winner, "objectives", text, points)
    text = f"Time is up: {_loss_words(sides, counts)}."
    return Outcome(found.winner, "turn-limit", text, points)


def decided(state: State, side: str) -> bool:
    """Whether a side holds every decisive objective open to it."""
    wanted = [goal for goal in state.goals if goal.decisive and goal.side in ("", side)]
    return bool(wanted) and all([goal.holder == side for goal in wanted])


def _loss_words(sides: tuple[str, str], counts: tuple[Count, Count]) -> str:
    """`the Union has lost 13 of 25 and 2 are running, the Confederates have lost 3 of 25`."""
    found: list[str] = []
    for side, count in zip(sides, counts, strict=True):
        have = "has" if side == "union" else "have"
        running = f" and {count.broken} {'is' if count.broken == 1 else 'are'} running" if count.broken else ""
        found.append(f"{ARMIES.get(side, side)} {have} lost {count.lost} of {count.start}{running}")
    return ", ".join(found)
