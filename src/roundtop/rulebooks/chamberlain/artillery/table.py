"""Guns at the table: their shot, over the heads of friends too, and their resupply."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.artillery import events, rule
from roundtop.rulebooks.chamberlain.fire import table as fire_table
from roundtop.rulebooks.chamberlain.sight import rule as sight_rule
from roundtop.rulebooks.chamberlain.sight import table as sight_table
from roundtop.rulebooks.chamberlain.state import ON_TABLE, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import gap, segment_hits_block


def gun_shot_at(state: State, firer: Unit, target: Unit) -> rule.GunShot:
    """A battery's fire at a target as it sees it, over the heads of friends where the house allows it.

    [art.overhead-level, los.units-block]
    """
    firing = fire_table.troops(state, firer)
    aim = sight_table.aim_at(state, firer, target, sight_table.others_between(state, firer, target))
    friends: tuple[rule.Friend, ...] = ()
    if state.settings.artillery_overhead and not (aim.visible and aim.in_arc):
        aim, friends = _overhead(state, firer, target, aim)
    return rule.GunShot(
        firer=firing,
        target=fire_table.aimed_at(state, target, firer, firing.level),
        range=aim.range,
        flank=aim.flank,
        visible=aim.visible,
        in_arc=aim.in_arc,
        obstructed=aim.obstructed,
        friends=friends,
        by=firer.side,
        settings=state.settings,
    )


def _overhead(
    state: State, firer: Unit, target: Unit, aim: sight_rule.Aim
) -> tuple[sight_rule.Aim, tuple[rule.Friend, ...]]:
    """The aim with friends left aside, and the friends that are on the line of fire [art.overhead-level]."""
    settings = state.settings
    foes = [field.block(unit, settings) for unit in field.enemies(state, firer.side) if unit.id != target.id]
    over = sight_table.aim_at(state, firer, target, foes)
    if not (over.visible and over.in_arc):
        return aim, ()
    own = field.block(firer, settings)
    aimed = field.block(target, settings)
    found: list[rule.Friend] = []
    for friend in field.on_table(state, firer.side):
        body = field.block(friend, settings)
        on_line = segment_hits_block(firer.pose.x, firer.pose.y, target.pose.x, target.pose.y, body)
        if friend.id != firer.id and on_line:
            found.append(rule.Friend(terrain_rule.level_of(state.ground, body), gap(own, body), gap(aimed, body)))
    return (over, tuple(found)) if found else (aim, ())


def may_resupply(state: State, unit: Unit) -> bool:
    """Whether an Artillery officer may bring a battery ammunition [trait.artillery-resupply]."""
    if unit.arm not in tables.GUNS or unit.fired or unit.place != ON_TABLE:
        return False
    return rule.resupply_refusal(fire_table.troops(state, unit), state.settings) == ""


def resupply(state: State, step: events.Resupply, dice: Dice) -> Progress:
    """One box recovered in place of fire [trait.artillery-resupply]."""
    return Progress((events.Resupplied(step.unit, field.unit_of(state, step.unit).ammo + 1),))


def gun_tally(shot: rule.GunShot) -> tuple[Row, ...]:
    """The dice of a battery's shot, line by line."""
    thrown = rule.pool(shot)
    halving = [Row(mod.label, "halved", mod.clause) for mod in rule.penalties(shot)]
    base = Row("ammunition", str(thrown.base), "chamberlain.art.dice")
    return (base, *halving, *lines(rule.bonuses(shot)), fire_table.needs(thrown.dice, thrown.hit_on))


PLAYS: Final[Plays] = {
    events.Resupply: Play(resupply),
}
