"""How a group stands when it tests, the throws, and what its state lets a figure do."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import field, tables
from roundtop.rulebooks.skirmish.morale import events as morale_events
from roundtop.rulebooks.skirmish.morale import rule
from roundtop.rulebooks.skirmish.sight import table as sight_table
from roundtop.rulebooks.skirmish.state import (
    ADVANCING,
    ANIMAL,
    COMMANDER,
    FALL_BACK,
    GONE,
    OK,
    ON_TABLE,
    RETIRING,
    Figure,
    Group,
    State,
)
from roundtop.rulebooks.skirmish.terrain import table as terrain_table
from roundtop.table.arc import off_facing

FRIENDS_LEAST: Final = 2
"""Able figures without which a group heartens nobody [morale.friends-test]."""


def duty_of(state: State, figure: Figure) -> rule.Duty:
    """What the state of his group lets a figure do [morale.duration, actions.in-contact, melee.after]."""
    group = field.group_of(state, figure.group)
    if figure.place != ON_TABLE:
        return rule.NO_ADVANCE if group.state != "ok" else rule.FREE
    covered = False
    if rule.present(group.state, group.thrown, state.turn) == FALL_BACK:
        foe = field.nearest_to(figure, field.enemies(state, figure.side), state.settings)
        covered = foe is not None and terrain_table.cover_of(state, figure, foe) != "open"
    touched = figure.arm != ANIMAL and field.in_contact(state, figure)
    return rule.duty(
        state=group.state,
        thrown_turn=group.thrown,
        turn=state.turn,
        spent=figure.spent,
        in_cover=covered,
        in_contact=touched,
    )


def class_of(men: list[Figure]) -> str:
    """The class of most of them [setup.majority-class]."""
    counts = dict.fromkeys(tables.CLASSES, 0)
    for man in men:
        counts[man.quality] += 1
    return tables.majority(counts)


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


def check_of(state: State, group: Group, charging: bool = False) -> rule.Check:
    """Everything that bears on a group's nerve, read off the table [morale.modifiers-cumulate]."""
    men = field.members(state, group.id)
    settings = state.settings
    army = field.army_of(state, group.side)
    foes = field.enemies(state, group.side)
    friends = [g for g in field.troops(state, group.side) if g.id != group.id]
    flank_enemy, flank_friend = flanks(state, group, men, foes)
    chief = state.figures[army.commander]
    near, seen, away = commander_for(state, group, men, chief)
    return rule.Check(
        quality=class_of(men),
        start=group.start,
        lost=lost_of(state, group),
        wounded=len([man for man in men if man.harm == 1 and counted(man, group)]),
        leader=leader_of(group, men),
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


def leader_of(group: Group, men: list[Figure]) -> str:
    """The better class of its able NCO and an attached commander, "" for neither [morale.leader-bonus]."""
    best = ""
    for man in men:
        if (man.id == group.nco or man.role == COMMANDER) and (
            not best or tables.rank(man.quality) > tables.rank(best)
        ):
            best = man.quality
    return best


def friends_retiring(state: State, men: list[Figure], friends: list[Group]) -> float:
    """How far the nearest friendly group is that retires; -1 for none [morale.mod-retiring]."""
    best = -1.0
    for other in friends:
        if other.motion == RETIRING:
            away = field.apart(men, field.members(state, other.id), state.settings)
            if away >= 0.0 and (best < 0.0 or away < best):
                best = away
    return best


def flanks(state: State, group: Group, men: list[Figure], foes: list[Figure]) -> tuple[float, float]:
    """How far the nearest enemy and friend are that are more than 45 degrees off its facing [morale.flank-test]."""
    if not foes:
        return (-1.0, -1.0)
    x, y = field.centre_of(men)
    facing = field.facing_of(men, field.nearest(x, y, foes))
    aside = [foe for foe in foes if off_facing(x, y, facing, foe.pose.x, foe.pose.y) > field.FRONT_OFF + 1]
    own = [
        friend
        for friend in field.able_of(state, group.side)
        if friend.group != group.id
        and friend.arm != ANIMAL
        and off_facing(x, y, facing, friend.pose.x, friend.pose.y) > field.FRONT_OFF + 1
    ]
    return (field.apart(men, aside, state.settings), field.apart(men, own, state.settings))


def friends_hearten(state: State, men: list[Figure], friends: list[Group]) -> bool:
    """Whether another group in sight is advancing or winning [morale.mod-friends, morale.friends-test]."""
    for other in friends:
        if other.motion == ADVANCING or other.won > 0:
            theirs = field.members(state, other.id)
            if len(theirs) >= FRIENDS_LEAST and sight_table.group_sees(state, men, theirs):
                return True
    return False


def uphill_of_all(state: State, men: list[Figure], foes: list[Figure]) -> bool:
    """Whether every man stands higher than every enemy in sight of the group [morale.position-test, setup.height]."""
    lowest = min([man.level for man in men])
    if lowest == 0:
        return False
    seen = [foe for foe in foes if sight_table.group_sees(state, men, [foe])]
    return bool(seen) and lowest > max([foe.level for foe in seen])


def in_cover(state: State, men: list[Figure], foes: list[Figure]) -> bool:
    """Whether more than half have cover against the enemy nearest to each [morale.position-test]."""
    if not foes or not (state.ground.areas or state.ground.lines or state.ground.heights):
        return False
    covered = 0
    for man in men:
        foe = field.nearest_to(man, foes, state.settings)
        if foe is not None and terrain_table.cover_of(state, man, foe) != "open":
            covered += 1
    return 2 * covered > len(men)


def commander_for(state: State, group: Group, men: list[Figure], chief: Figure) -> tuple[bool, bool, float]:
    """Whether the force commander is OK, in sight, and how far off [morale.commander-ok, leaders.commander-loss]."""
    if not field.able(chief) or field.broken(field.group_of(state, chief.group)):
        return (False, False, 0.0)
    if chief.group == group.id:
        return (True, True, 0.0)
    for man in men:
        if sight_table.sees(state, man, chief):
            return (True, True, field.apart([chief], men, state.settings))
    return (True, False, 0.0)


def tested(
    state: State, group: Group, check: rule.Check, cause: str, against: str, dice: Dice
) -> morale_events.MoraleTested:
    """One throw; the worse of the old and the new result holds [morale.die, morale.repeat-tests]."""
    before = len(dice.rolls)
    found = rule.score(check, dice)
    result = rule.result_of(found)
    now = rule.present(group.state, group.thrown, state.turn)
    rolls = tuple(dice.rolls[before:])
    rows = (*lines(rule.modifiers(check)), Row("total", f"{found}: {result}", "skirmish.morale.modifiers-cumulate"))
    return morale_events.MoraleTested(
        group=group.id,
        cause=cause,
        against=against,
        score=found,
        result=result,
        state=rule.worse(now, result),
        tally=rows,
        rolls=rolls,
    )


def due(state: State) -> list[Group]:
    """The groups that test in this window [morale.trigger-injury, morale.trigger-commander-killed, turn.morale-window].

    An independent commander never does [morale.lone-figures].
    """
    bereft = [army.side for army in state.armies if army.bereaved]
    found = [g for g in field.troops(state) if (g.injured or g.side in bereft) and field.members(state, g.id)]
    found.sort(key=field.group_id)
    return found


def window(state: State, step: morale_events.Window, dice: Dice) -> Progress:
    """All groups due test together: positions are read before any of them throws [turn.morale-window]."""
    groups = due(state)
    checks = [check_of(state, group) for group in groups]
    events: list[object] = []
    for group, check in zip(groups, checks, strict=True):
        cause = "injury" if group.injured else "commander"
        events.append(tested(state=state, group=group, check=check, cause=cause, against="", dice=dice))
    return Progress(tuple(events))


def rally(state: State, step: morale_events.Rally, dice: Dice) -> Progress:
    """Broken groups that have run throw, after the second phase and its window [rally.roll, rally.terms]."""
    events: list[object] = []
    for group in sorted([g for g in field.troops(state, step.side) if field.broken(g)], key=field.group_id):
        men = field.members(state, group.id)
        if men and not rule.rally_refusal(group.state, group.ran):
            before = len(dice.rolls)
            rallied = rule.rallies(class_of(men), group.side, state.settings, dice)
            events.append(morale_events.RallyThrown(group.id, rallied, tuple(dice.rolls[before:])))
    return Progress(tuple(events))


def lapses(state: State) -> list[object]:
    """No advance and fall back end after the turn that follows the throw [morale.duration, morale.repeat-tests]."""
    return [
        morale_events.Steadied(group.id) if group.behind == OK else morale_events.StillShaken(group.id, group.behind)
        for group in sorted(state.groups, key=field.group_id)
        if group.state != OK and rule.present(group.state, group.thrown, state.turn + 1) == OK
    ]


PLAYS: Final[Plays] = {
    morale_events.Window: Play(window),
    morale_events.Rally: Play(rally),
}
