"""Guns at the table: aiming and firing."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Assign, Assigned, Item, Slot
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field, options, tables
from roundtop.rulebooks.charge_boys.artillery import events as artillery_events
from roundtop.rulebooks.charge_boys.artillery import rule
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.fire import aim as fire_aim
from roundtop.rulebooks.charge_boys.fire import events as fire_events
from roundtop.rulebooks.charge_boys.fire import table as fire_table
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.sight import table as sight_table
from roundtop.rulebooks.charge_boys.state import MANNED, ON_TABLE, State, Unit
from roundtop.rulebooks.charge_boys.terrain import cover as terrain_cover
from roundtop.table.arc import block_in_arc, in_arc
from roundtop.table.footprint import FAR, Block, point_gap
from roundtop.table.ground import level_at
from roundtop.table.measure import TOLERANCE, rounded, within
from roundtop.table.pose import to_local, to_world


def gun_aim(state: State, unit: Unit, gun: int, target: Unit, anywhere: bool = False) -> fire_aim.Aim | None:
    """A gun's aim at a unit: in arc, range and sight from the muzzle; None where there is none.

    [artillery.line-of-sight, musketry.arc, artillery.range-smoothbore, artillery.range-rifled]
    """
    settings = state.settings
    _, deep = field.base(unit, settings)
    piece = unit.guns[gun]
    mx, my = to_world(piece.pose, 0.0, 0.5 * deep)
    reach = FAR if anywhere else rule.REACH_IN[unit.gun]
    half = round(settings.fire_arc * 100)
    best: fire_aim.Aim | None = None
    lane: sight_table.Lane | None = None
    for block in field.blocks(target, settings):
        away = point_gap(block, mx, my)
        if not within(away, reach) or not block_in_arc(mx, my, piece.pose.facing, half, block):
            continue
        if best is not None and away >= best.range:
            continue
        lane = lane or gun_lane(state, unit, target, mx, my)
        if _gun_sees(state=state, lane=lane, mx=mx, my=my, facing=piece.pose.facing, half=half, block=block):
            best = fire_aim.Aim(target.id, 1, rounded(away))
    return best


def _gun_sees(state: State, lane: sight_table.Lane, mx: float, my: float, facing: int, half: int, block: Block) -> bool:
    right, on = to_local(block.pose, mx, my)
    near_right = min(max(right, -sight_table.EDGE * block.width), sight_table.EDGE * block.width)
    near_on = min(max(on, -sight_table.EDGE * block.depth), sight_table.EDGE * block.depth)
    for aside in (near_right, 0.0, -sight_table.EDGE * block.width, sight_table.EDGE * block.width):
        bx, by = to_world(block.pose, aside, near_on)
        if in_arc(ax=mx, ay=my, facing=facing, half=half, x=bx, y=by) and sight_table.clear(
            state=state, lane=lane, ax=mx, ay=my, bx=bx, by=by
        ):
            return True
    return False


def gun_lane(state: State, unit: Unit, target: Unit, mx: float, my: float) -> sight_table.Lane:
    """What stands before a gun: lower friends, far enough from both ends, are fired over [artillery.line-of-sight]."""
    lane = sight_table.lane_between(state, unit, target)
    if not state.ground.heights or not lane.blocks:
        return lane
    level = level_at(state.ground, mx, my)
    if level == 0:
        return lane
    theirs = field.blocks(target, state.settings)
    over: list[Block] = []
    for friend in state.units:
        if friend.place != ON_TABLE or friend.side != unit.side or friend.id == unit.id:
            continue
        for block in field.blocks(friend, state.settings):
            low = level_at(state.ground, block.pose.x, block.pose.y) < level
            far = point_gap(block, mx, my) > rule.OVERHEAD_IN and field.gap_between([block], theirs) > rule.OVERHEAD_IN
            if low and far:
                over.append(block)
    return sight_table.Lane(
        [block for block in lane.blocks if block not in over], lane.open_ground, lane.own, lane.other
    )


def gun_step(state: State, unit: Unit) -> artillery_events.FireGuns | None:
    """The guns of a battery that have a target, with their targets [artillery.target, artillery.crew-to-fire]."""
    condition = movement_table.condition_of(state, unit)
    condition.moved = unit.turn.moved
    if (
        movement_rule.may_fire(condition) != movement_rule.FULL
        or unit.formation != tables.UNLIMBERED
        or unit.turn.volleys
    ):
        return None
    found: list[tuple[int, tuple[tuple[str, float], ...]]] = []
    for place, gun in enumerate(unit.guns):
        if gun.fate == MANNED and rule.can_fire(gun.crew, state.settings):
            targets = gun_targets(state, unit, place)
            if targets:
                found.append((place, tuple(targets)))
    return artillery_events.FireGuns(unit.id, tuple(found)) if found else None


def gun_targets(state: State, unit: Unit, gun: int) -> list[tuple[str, float]]:
    """Any enemy in arc, range and sight; within a foot only the nearest [artillery.target]."""
    blind = not state.settings.premeasure
    seen: list[tuple[float, str]] = []
    for foe in fire_table.lawful_targets(state, unit):
        aim = gun_aim(state, unit, gun, foe, blind)
        if aim is not None:
            seen.append((aim.range, foe.id))
    seen.sort()
    near = [(away, id) for away, id in seen if within(away, rule.CLOSE_IN)]
    if near:
        seen = [(away, id) for away, id in near if away == near[0][0]]
    found = [(id, away) for away, id in seen]
    return sorted(found) if blind else found


def guns_decision(view: State, step: artillery_events.FireGuns, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    slots: list[Slot] = []
    for place, targets in step.aims:
        items = tuple(
            [Item(id, _gun_label(view, unit, id, away), "charge-boys.artillery.target") for id, away in targets]
        )
        slots.append(Slot(str(place), f"Gun {place + 1}", items, True))
    sentence = f"{unit.name} may fire: at whom does each gun?"
    clauses = ("charge-boys.artillery.target", "charge-boys.artillery.range-die")
    measure = options.measurable(view.settings)
    return Decision(player, "guns", unit.id, sentence, clauses, form=Assign(tuple(slots)), measure=measure)


def _gun_label(view: State, unit: Unit, id: str, away: float) -> str:
    name = field.unit_of(view, id).name
    if not view.settings.premeasure:
        return name
    need = rule.needed(unit.gun, away)
    return f"{name}, {away:.1f}″: " + (f"hits on {need}+" if need else "cannot miss")


def guns_fired(state: State, step: artillery_events.FireGuns, command: Command) -> Progress:
    """The guns of a battery on one target are one attack; each target has its own [artillery.target]."""
    assert isinstance(command.answer, Assigned)
    unit = field.unit_of(state, step.unit)
    given = dict(command.answer.pairs)
    aims = dict(step.aims)
    groups: dict[str, list[int]] = {}
    for place, _ in step.aims:
        target = given.get(str(place), "")
        if target:
            groups.setdefault(target, []).append(place)
    if not groups:
        return Progress((fire_events.HeldFire(unit.id, False),), fire_table.named(step, []))
    found: list[object] = []
    events: list[object] = []
    for target in sorted(groups):
        ranges = {gun: dict(aims[gun])[target] for gun in groups[target]}
        reach = {gun: away for gun, away in ranges.items() if rule.feet(unit.gun, away) is not None}
        if reach:
            found.append(artillery_events.ShootGuns(unit.id, target, tuple(reach), tuple(reach.values())))
        else:
            events.append(fire_events.HeldFire(unit.id, True))
    return Progress(tuple(events), fire_table.named(step, found))


def battery_of(state: State, unit: Unit, target: Unit, guns: tuple[int, ...], away: float) -> rule.Battery:
    """Guns that fire at one target, as their dice see them: all at one range."""
    return rule.Battery(
        gun=unit.gun,
        range=away,
        crew=tuple([unit.guns[gun].crew for gun in guns]),
        halted=unit.mettle.state == tables.HALTED,
        disordered=unit.mettle.disordered,
        moved=unit.turn.moved and not state.settings.gun_fire_after_manhandle,
        limbered=False,
        target_skirmish=target.formation == tables.SKIRMISH,
        by=unit.side,
        settings=state.settings,
    )


def _band_row(kind: str, row: rule.Feet) -> Row:
    need = rule.needed(kind, row.begins + TOLERANCE)
    if not row.hits_on:
        return Row(f"{row.name} feet", "hits", row.clause)
    return Row(f"{row.name} feet", f"{need}+", row.clause, need)


def save_order(kind: str, ranges: tuple[float, ...]) -> list[str]:
    """The saves that guns at these ranges leave, those of the nearest first [artillery.effect-under-1]."""
    return list(dict.fromkeys([rule.battery_save(kind, away) for away in sorted(ranges)]))


def shoot_guns(state: State, step: artillery_events.ShootGuns, dice: Dice) -> Progress:
    """Range die and effect die gun by gun, each for its own range, then one officer check and the saves.

    [artillery.effect-die, artillery.target, artillery.band-edges, core.dice]
    """
    unit = field.unit_of(state, step.unit)
    target = field.unit_of(state, step.target)
    before = len(dice.rolls)
    struck = dict.fromkeys(save_order(unit.gun, step.ranges), 0)
    for gun, range_of in zip(step.guns, step.ranges, strict=True):
        battery = battery_of(state, unit, target, (gun,), range_of)
        struck[rule.battery_save(unit.gun, range_of)] += max(0, rule.shoot_gun(battery, 0, dice))
    hits = sum(struck.values())
    away = min(step.ranges)
    shelter = terrain_cover.shelter_of(state, target, unit)
    lost = casualties_table.suffered(
        state=state,
        target=target,
        parts=[(many, save) for save, many in struck.items()],
        source=casualties_rule.GUNS,
        shelter=shelter,
        dice=dice,
    )
    general = generals_table.general_falls(state, target) if lost.general else ""
    rows = [row for row in rule.FEET if row in [rule.feet(unit.gun, range_of) for range_of in step.ranges]]
    tally = (
        *[_band_row(unit.gun, row) for row in rows],
        *[Row("saves", row.save, row.effect_clause) for row in rows],
        *lines(casualties_rule.cover_mods(casualties_rule.GUNS, shelter, state.settings)),
    )
    event = fire_events.Fired(
        unit=unit.id,
        target=target.id,
        mode="artillery",
        guns=step.guns,
        men=len(step.guns),
        range=away,
        buck=False,
        hits=hits,
        killed=lost.killed,
        officers=lost.officers,
        general=general,
        at_once=False,
        tally=tally,
        rolls=tuple(dice.rolls[before:]),
    )
    return Progress((event,))


PLAYS: Final[Plays] = {
    artillery_events.FireGuns: Play(no_effect, field.owner, guns_decision, guns_fired),
    artillery_events.ShootGuns: Play(shoot_guns),
}
