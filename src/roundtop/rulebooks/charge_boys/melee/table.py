"""Melees at the table: who fights whom, one round, and the losers' tests."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.record import replace
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import crews as artillery_crews
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.initiative import events as initiative_events
from roundtop.rulebooks.charge_boys.melee import events as melee_events
from roundtop.rulebooks.charge_boys.melee import rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import table as morale_table
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.pursuit import events as pursuit_events
from roundtop.rulebooks.charge_boys.retreat import events as retreat_events
from roundtop.rulebooks.charge_boys.state import MANNED, ON_TABLE, Fight, State, Unit
from roundtop.rulebooks.charge_boys.terrain import cover as terrain_cover
from roundtop.table.footprint import Block, gap
from roundtop.table.measure import HALF_TURN, TOLERANCE, turn_between
from roundtop.table.pose import to_local


def fighting(state: State, unit: Unit, foe: Unit) -> int:
    """Figures of a unit that fight an enemy: in contact, one beyond each end, and those behind [melee.who-fights]."""
    settings = state.settings
    if unit.building >= 0:
        return max(1, tables.halved(field.strength(unit), settings))
    if unit.formation in (tables.UNLIMBERED, tables.LIMBERED):
        return _gunners_fighting(state, unit, foe)
    return min(field.ranked(unit), max(1, _edge_fighting(unit, field.blocks(foe, settings), settings)))


def _gunners_fighting(state: State, unit: Unit, foe: Unit) -> int:
    """The crews of the guns that are reached [melee.guns]."""
    settings = state.settings
    theirs = field.blocks(foe, settings)
    wide, deep = field.base(unit, settings)
    crews = [
        gun.crew
        for gun in unit.guns
        if gun.fate == MANNED and field.gap_between([Block(gun.pose, wide, deep)], theirs) <= rule.TOUCHING_IN
    ]
    return max(1, sum(crews))


def _edge_fighting(unit: Unit, foes: list[Block], settings: Settings) -> int:
    """Figures along the edge of a unit that an enemy touches, front or flank."""
    block = field.body(unit, settings)
    wide, deep = field.base(unit, settings)
    step = 2.0 * wide if unit.formation == tables.SKIRMISH else wide
    across: list[tuple[float, float]] = []
    along: list[tuple[float, float]] = []
    for foe in foes:
        if gap(block, foe) > rule.TOUCHING_IN + TOLERANCE:
            continue
        right, on = to_local(block.pose, foe.pose.x, foe.pose.y)
        off = abs(turn_between(block.pose.facing, foe.pose.facing)) % HALF_TURN
        square = off < 4500 or off > 13500
        half_across = 0.5 * (foe.width if square else foe.depth)
        half_on = 0.5 * (foe.depth if square else foe.width)
        if abs(on) - 0.5 * block.depth - half_on >= abs(right) - 0.5 * block.width - half_across:
            across.append((right - half_across, right + half_across))
        else:
            along.append((on - half_on, on + half_on))
    front = _along_edge(unit.files, field.ranks(unit), step, across, unit.formation)
    return max(front, _along_edge(field.ranks(unit), unit.files, deep, along, unit.formation))


def _along_edge(count: int, behind: int, step: float, spans: list[tuple[float, float]], formation: str) -> int:
    """Figures of an edge that touch, one beyond each end of the contact, and those directly behind."""
    if not spans:
        return 0
    low = min([span[0] for span in spans])
    high = max([span[1] for span in spans])
    touching = before = after = 0
    for place in range(count):
        middle = (place - 0.5 * (count - 1)) * step
        left, right = middle - 0.5 * step + TOLERANCE, middle + 0.5 * step - TOLERANCE
        if [1 for span in spans if right > span[0] and left < span[1]]:
            touching += 1
        elif middle < low:
            before = 1
        elif middle > high:
            after = 1
    second = touching + before + after if behind > 1 else 0
    return rule.fighting(touching, before + after, formation, second)


def fighter(state: State, unit: Unit, foe: Unit, fight: Fight) -> rule.Fighter:
    """One unit of a pair as its dice see it [melee.base, melee.mounted, melee.flank, melee.disordered, melee.guns]."""
    is_a = unit.id == fight.a
    over = fight.over if is_a else fight.under
    open_foot = (
        field.mounted(unit)
        and not field.mounted(foe)
        and foe.formation != tables.LIMBERED
        and not over
        and not terrain_cover.cover_of(state, foe, unit.pose.x, unit.pose.y).any()
    )
    return rule.Fighter(
        fighting=fighting(state, unit, foe),
        quality=unit.quality,
        strength=field.strength(unit),
        charging=fight.a_impetus if is_a else fight.b_impetus,
        mounted_against_open_foot=open_foot,
        strikes_flank=fight.flank and is_a,
        disordered=unit.mettle.disordered or unit.formation == tables.LIMBERED,
        obstacle=over or rule.NO_OBSTACLE,
        loose=field.loose(unit) and field.formed(foe),
        officers=unit.officers,
        general=bool(field.generals_with(state, unit.id)),
        by=unit.side,
    )


def melees(state: State, step: melee_events.Melees, dice: Dice) -> Progress:
    """Every connected melee fights one round, side A's units counted as the acting ones [melee.supplement]."""
    if not state.fights:
        return Progress(())
    found: list[object] = []
    for group in groups(state):
        picks = [
            melee_events.PickFoe(id, tuple(field.foes_of(state, id)))
            for id in group
            if len(field.foes_of(state, id)) > 1
        ]
        found.extend(picks)
        found.append(melee_events.FightMelee(tuple(group), ()))
    return Progress((initiative_events.PhaseBegan("melee"),), tuple(found))


def groups(state: State) -> list[list[str]]:
    """Units that fight in one connected melee [melee.loser]."""
    found: list[list[str]] = []
    for fight in state.fights:
        joined = [group for group in found if fight.a in group or fight.b in group]
        merged = sorted({fight.a, fight.b, *[id for group in joined for id in group]})
        found = [group for group in found if group not in joined]
        found.append(merged)
    return sorted(found)


def foe_decision(view: State, step: melee_events.PickFoe, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    items = tuple([Item(id, field.unit_of(view, id).name) for id in sorted(step.foes)])
    sentence = f"{unit.name} touches several enemies: whom do the figures fight that could fight either?"
    return Decision(player, "foe", unit.id, sentence, ("charge-boys.melee.who-fights",), form=Choose(items))


def foe_picked(state: State, step: melee_events.PickFoe, command: Command) -> Progress:
    """The fight that was chosen is fought with all the figures, the others with what is left [melee.who-fights]."""
    first = key_of(command)
    mine = [fight for fight in state.fights if step.unit in (fight.a, fight.b) and first in (fight.a, fight.b)]
    rest = [fight for fight in state.fights if fight not in mine]
    return Progress((melee_events.FightsChanged((*mine, *rest)),))


def shares(state: State, unit: Unit) -> dict[str, int]:
    """Figures of a unit against each enemy: the first fight has all that touch it, the others what is left over."""
    foes = field.foes_of(state, unit.id)
    found: dict[str, int] = {}
    left = field.ranked(unit)
    if len(foes) > 1:
        whole = sum([fighting(state, unit, field.unit_of(state, foe)) for foe in foes])
        left = min(left, whole)
    for foe in foes:
        count = fighting(state, unit, field.unit_of(state, foe))
        rest = len(foes) - len(found) - 1
        found[foe] = max(1, min(count, left - rest))
        left -= found[foe]
    return found


def fight_melee(state: State, step: melee_events.FightMelee, dice: Dice) -> Progress:
    """One round: every pair throws, casualties come off together, the loser is found [melee.loser, melee.dice]."""
    pairs = [fight for fight in state.fights if fight.a in step.units]
    events: list[object] = []
    lost: dict[str, casualties_rule.Losses] = {}
    parts = {id: shares(state, field.unit_of(state, id)) for id in step.units}
    for fight in sorted(pairs, key=_pair_key):
        event = _round(state, fight, parts, lost, dice)
        events.append(event)
        for general in event.generals:
            if general:
                events.append(generals_events.GeneralLost(general, "killed"))
    now = state
    for one in events:
        now = apply(now, one)
    for id in step.units:
        foe = field.unit_of(state, field.foes_of(state, id)[0])
        for one in casualties_table.taken_off(
            now, field.unit_of(now, id), lost.get(id, casualties_rule.NO_LOSSES), foe
        ):
            events.append(one)
            now = apply(now, one)
    return _decided(state, now, step, lost, events)


def _pair_key(fight: Fight) -> tuple[str, str]:
    return (fight.a, fight.b)


def pair(state: State, fight: Fight, parts: dict[str, dict[str, int]]) -> tuple[rule.Fighter, rule.Fighter]:
    """Both units of a fight as their dice see them [melee.who-fights]."""
    a, b = field.unit_of(state, fight.a), field.unit_of(state, fight.b)
    ours, theirs = fighter(state, a, b, fight), fighter(state, b, a, fight)
    ours.fighting, theirs.fighting = parts[a.id][b.id], parts[b.id][a.id]
    return ours, theirs


def _round(
    state: State, fight: Fight, parts: dict[str, dict[str, int]], lost: dict[str, casualties_rule.Losses], dice: Dice
) -> melee_events.RoundFought:
    """One round of a pair; the acting side's dice first [core.dice]."""
    a, b = field.unit_of(state, fight.a), field.unit_of(state, fight.b)
    ours, theirs = pair(state, fight, parts)
    ours.strength = max(0, ours.strength - lost.get(a.id, casualties_rule.NO_LOSSES).killed)
    theirs.strength = max(0, theirs.strength - lost.get(b.id, casualties_rule.NO_LOSSES).killed)
    ours.officers = max(0, ours.officers - lost.get(a.id, casualties_rule.NO_LOSSES).officers)
    theirs.officers = max(0, theirs.officers - lost.get(b.id, casualties_rule.NO_LOSSES).officers)
    ours.general = ours.general and not lost.get(a.id, casualties_rule.NO_LOSSES).general
    theirs.general = theirs.general and not lost.get(b.id, casualties_rule.NO_LOSSES).general
    before = len(dice.rolls)
    found = rule.fight(ours, theirs, state.settings, dice)
    for unit, gone_now in ((a, found.a), (b, found.b)):
        so_far = lost.get(unit.id, casualties_rule.NO_LOSSES)
        lost[unit.id] = casualties_rule.Losses(
            so_far.killed + gone_now.killed, so_far.officers + gone_now.officers, so_far.general or gone_now.general
        )
    generals = (
        generals_table.general_falls(state, a) if found.a.general else "",
        generals_table.general_falls(state, b) if found.b.general else "",
    )
    tally = (
        Row(a.name, f"{ours.fighting} fight", "charge-boys.melee.who-fights"),
        *lines(rule.melee_mods(ours)),
        Row(b.name, f"{theirs.fighting} fight", "charge-boys.melee.who-fights"),
        *lines(rule.melee_mods(theirs)),
    )
    return melee_events.RoundFought(
        a=a.id,
        b=b.id,
        caught=False,
        fighting=(ours.fighting, theirs.fighting),
        hits=found.hits,
        killed=(found.a.killed, found.b.killed),
        officers=(found.a.officers, found.b.officers),
        generals=generals,
        tally=tally,
        rolls=tuple(dice.rolls[before:]),
    )


def _decided(
    state: State,
    now: State,
    step: melee_events.FightMelee,
    lost: dict[str, casualties_rule.Losses],
    events: list[object],
) -> Progress:
    """Who has lost the round, and what follows [melee.loser, melee.draw]."""
    first, second = field.in_order(state)
    sums = {
        side: sum([lost[id].killed for id in step.units if field.unit_of(state, id).side == side])
        for side in (first, second)
    }
    alive = [id for id in step.units if field.unit_of(now, id).place == ON_TABLE]
    there = {field.unit_of(now, id).side for id in alive}
    beaten = rule.loser(sums[first], sums[second], first in there, second in there)
    loser = {"a": first, "b": second}.get(beaten, "")
    events.append(melee_events.MeleeDecided(step.units, loser, ((first, sums[first]), (second, sums[second]))))
    left = [fight for fight in now.fights if fight.a not in step.units]
    mine = [_stale(fight) for fight in now.fights if fight.a in step.units and fight.a in alive and fight.b in alive]
    events.append(melee_events.FightsChanged((*left, *mine)))
    if not loser:
        return Progress(tuple(events))
    losers = tuple([id for id in alive if field.unit_of(now, id).side == loser])
    winners = tuple([id for id in alive if field.unit_of(now, id).side != loser])
    return Progress(
        tuple(events),
        (
            melee_events.Losers(losers, winners),
            pursuit_events.AfterMelee(
                winners, tuple([id for id in step.units if field.unit_of(state, id).side == loser]), _attacked(state)
            ),
        ),
    )


def _attacked(state: State) -> tuple[tuple[str, str], ...]:
    """The obstacles that units have fought over to get at an enemy [melee.obstacle, melee.follow-up]."""
    return tuple([(fight.a, fight.over) for fight in state.fights if fight.over])


def _stale(fight: Fight) -> Fight:
    """A fight after its round: impetus and flank are spent [melee.draw, melee.flank]."""
    return replace(fight, a_impetus=False, b_impetus=False, flank=False)


def loser_nerve(state: State, unit: Unit, foe: Unit) -> morale_rule.Nerve:
    """The loser of a round as its test sees it; one that charged still counts as advancing [melee.loser-test]."""
    return morale_table.nerve_against(state, unit, foe, unit.turn.impetus)


def losers_test(state: State, step: melee_events.Losers, dice: Dice) -> Progress:
    """Each losing unit tests at once: stands, is pushed back, or gives way [melee.loser-test]."""
    if not step.losers:
        return Progress(())
    id = step.losers[0]
    rest = melee_events.Losers(step.losers[1:], step.winners)
    unit = field.unit_of(state, id)
    foes = field.foes_of(state, id)
    if unit.place != ON_TABLE or not foes:
        return Progress((), (rest,))
    foe = field.unit_of(state, foes[0])
    nerve = loser_nerve(state, unit, foe)
    event, verdict = morale_table.take_other(state, unit, nerve, "test of the melee's loser", dice)
    if verdict.result == morale_rule.CARRY_ON:
        return Progress((event,), (rest,))
    events: list[object] = [event]
    free = tuple([fight for fight in state.fights if id not in (fight.a, fight.b)])
    events.append(melee_events.FightsChanged(free))
    if unit.formation == tables.UNLIMBERED:
        events.append(artillery_crews.abandoned(state, unit))
    cause = "push-back" if verdict.result == morale_rule.HALT else verdict.result
    inches = rule.loser_retreat(verdict.result, verdict.retreat)
    if unit.formation == tables.UNLIMBERED and verdict.result == "retire":
        inches = tables.ALLOWANCE_IN[tables.GUNNERS]
    return Progress(tuple(events), (retreat_events.FallBack(id, cause, inches, foe.id), rest))


def joined_fight(state: State, unit: Unit, target: Unit, flank: bool) -> Fight:
    """A contact as it begins: impetus, flank, and the obstacle that is fought over [melee.charging, melee.obstacle]."""
    both = target.turn.target == unit.id and field.steady(target)
    return Fight(
        a=unit.id,
        b=target.id,
        a_impetus=True,
        b_impetus=both,
        flank=flank,
        over=obstacle_between(state, unit, target),
        under="",
    )


def obstacle_between(state: State, unit: Unit, target: Unit) -> str:
    """What a unit attacks over: the target is behind it and within an inch, or in a building [melee.obstacle]."""
    if target.building >= 0:
        return "building"
    cover = terrain_cover.cover_of(state, target, unit.pose.x, unit.pose.y)
    if cover.fortification:
        return "fortification"
    if cover.wall:
        return "wall"
    return "fence" if cover.hedge else ""


PLAYS: Final[Plays] = {
    melee_events.Melees: Play(melees),
    melee_events.PickFoe: Play(no_effect, field.owner, foe_decision, foe_picked),
    melee_events.FightMelee: Play(fight_melee),
    melee_events.Losers: Play(losers_test),
}
