"""What a unit may still do this turn, what a move costs it, whom it keeps away from."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.table.measure import kept, within


@record(unsafe_hash=True)
class Condition:
    """A unit as its permissions see it."""

    arm: str
    formation: str
    state: str = tables.STEADY
    disordered: bool = False
    full_turn_action: bool = False
    moved: bool = False
    locked: bool = False
    weapon: str = "superior-rifle"
    settings: Settings = PRINTED


CHARGING: Final = (tables.LINE, tables.ATTACK_COLUMN, tables.SKIRMISH, tables.CAVALRY_LINE, tables.CAVALRY_COLUMN)
"""Formations that may close with an enemy [charge.declare, charge.not-skirmishers]."""
FULL: Final = "full"
HALF: Final = "half"
NO_FIRE: Final = "none"


def _at_liberty(unit: Condition) -> bool:
    """Neither compelled nor busy: it has its move of the turn yet."""
    return not (unit.disordered or unit.full_turn_action or unit.moved) and unit.state in (
        tables.STEADY,
        tables.RETIRED,
    )


def may_move(unit: Condition) -> bool:
    """Whether some voluntary move is open to a unit [morale.result-halt, morale.disordered-effect, melee.draw]."""
    return _at_liberty(unit) and (not unit.locked or breaks_off(unit))


def breaks_off(unit: Condition) -> bool:
    """Mounted cavalry may leave a melee it is locked in [melee.draw]."""
    return unit.locked and unit.arm == tables.CAVALRY and _at_liberty(unit)


def may_advance(unit: Condition) -> bool:
    """Whether a unit may go towards the enemy [morale.result-retire, orders.default]."""
    return _at_liberty(unit) and unit.state == tables.STEADY and not unit.locked


def may_form(unit: Condition) -> bool:
    """Whether a unit may change formation; gunners without guns have no other [formation.change-full-turn]."""
    return _at_liberty(unit) and not unit.locked and unit.formation != tables.GUNNERS


def may_charge(unit: Condition) -> bool:
    """Whether a unit may declare a charge [charge.declare, charge.not-skirmishers]."""
    return may_advance(unit) and unit.formation in CHARGING


def may_evade(unit: Condition) -> bool:
    """Whether a unit could evade a charge, whether or not it has moved [charge.evade-bonus]."""
    calm = unit.state in (tables.STEADY, tables.RETIRED) and not unit.disordered and not unit.locked
    return calm and unit.formation == tables.SKIRMISH


def may_fire(unit: Condition) -> str:
    """How a unit may fire in phase 4: full, half or none.

    [morale.disordered-effect, morale.result-halt-small-arms, morale.result-halt-artillery, rout.behaviour]
    [formation.full-turn-no-fire, musketry.column-fire, musketry.no-fire-into-melee, move.and-fire]
    """
    crowd = unit.disordered and (unit.arm == tables.ARTILLERY or unit.settings.disordered_fire == "none")
    if crowd or unit.locked or unit.state == tables.ROUTING:
        return NO_FIRE
    if unit.arm == tables.ARTILLERY:
        return _guns_may_fire(unit)
    if unit.weapon == fire_rule.UNARMED or fire_rule.fires_never(unit.formation):
        return NO_FIRE
    if unit.full_turn_action and not unit.settings.fire_after_full_turn:
        return NO_FIRE
    return HALF if unit.state == tables.HALTED or unit.disordered else FULL


def _guns_may_fire(unit: Condition) -> str:
    """[artillery.moved-no-fire, morale.result-halt-artillery, formation.limber]"""
    if unit.formation in (tables.LIMBERED, tables.GUNNERS) or unit.state == tables.HALTED or unit.full_turn_action:
        return NO_FIRE
    return NO_FIRE if unit.moved and not unit.settings.gun_fire_after_manhandle else FULL


def may_fire_twice(unit: Condition) -> bool:
    """Whether a second breech-loader volley is open to a unit [musketry.breech-twice, musketry.mounted-fire]."""
    if unit.arm == tables.ARTILLERY or may_fire(unit) == NO_FIRE:
        return False
    moved = unit.moved or unit.full_turn_action
    return not fire_rule.second_volley_refusal(unit.weapon, unit.arm == tables.CAVALRY, moved, unit.settings)


LEG_CLAUSES: Final[dict[str, str]] = {
    terrain_rule.ROAD: "charge-boys.terrain.road-column-only",
    terrain_rule.WOODS: "charge-boys.terrain.woods",
    terrain_rule.RIVER: "charge-boys.terrain.rivers",
    terrain_rule.BACK: "charge-boys.move.backwards",
    terrain_rule.BACK_WOODS: "charge-boys.move.backwards",
    terrain_rule.BACK_RIVER: "charge-boys.move.backwards",
    terrain_rule.WHEEL: "charge-boys.move.wheel",
    terrain_rule.TURN: "charge-boys.move.turn-in-place",
    terrain_rule.WALL: "charge-boys.terrain.wall-fence",
    terrain_rule.FENCE: "charge-boys.terrain.wall-fence",
    terrain_rule.FORTIFICATION: "charge-boys.terrain.fortification",
    **terrain_rule.FULL_TURN,
}
"""The clause behind each leg of a move's price."""


@record(unsafe_hash=True)
class Move:
    """A voluntary move as its price sees it."""

    arm: str
    formation: str
    path: terrain_rule.Path
    settings: Settings = PRINTED


def on_road(path: terrain_rule.Path) -> bool:
    """Whether all of a move is along a road [move.road-column-off-road]."""
    return bool(path) and all([leg.kind == terrain_rule.ROAD for leg in path])


def move_allowance(move: Move) -> float:
    """Inches available to a move."""
    return tables.allowance(move.formation, on_road(move.path))


def move_cost(move: Move) -> float:
    """Inches of allowance that a move takes [terrain.half-turn-arithmetic, terrain.half-speed-arithmetic]."""
    normal = move_allowance(move)
    return sum([terrain_rule.leg_price(leg, move.formation, normal) for leg in move.path])


def move_refusal(move: Move) -> str:
    """The clause that forbids a move, "" when none does.

    [terrain.building-no-cavalry, terrain.guns, terrain.hedge, formation.change-full-turn, move.partial]
    """
    kinds = [leg.kind for leg in move.path]
    if terrain_rule.BUILDING in kinds and not terrain_rule.enters_buildings(move.arm, move.formation):
        return "charge-boys.terrain.building-no-cavalry"
    if terrain_rule.guns_stopped(move.formation, move.settings) and [
        kind for kind in kinds if kind in terrain_rule.STOPS_GUNS
    ]:
        return "charge-boys.terrain.guns"
    normal = move_allowance(move)
    cost = move_cost(move)
    whole = [kind for kind in kinds if terrain_rule.takes_full_turn(kind, move.formation)]
    if whole and not within(cost, normal):
        return terrain_rule.FULL_TURN[whole[0]]
    return "" if within(cost, normal) else tables.allowance_clause(move.formation, on_road(move.path))


def leaves_fire(move: Move) -> bool:
    """Whether the way leaves a unit its fire [formation.full-turn-no-fire, move.and-fire, artillery.moved-no-fire]."""
    if move.arm in (tables.ARTILLERY, tables.GENERAL):
        return False
    busy = [leg for leg in move.path if terrain_rule.takes_full_turn(leg.kind, move.formation)]
    return not busy or move.settings.fire_after_full_turn


ENEMY_GAP_IN: Final = 1.0
SKIRMISH_GAP_IN: Final = 3.0
SKIRMISH_BACK_MOST_IN: Final = 10.0
FALLS_BACK_BY_IN: Final = 0.5


@record(unsafe_hash=True)
class FallBack:
    """What skirmishers do when a formed enemy has come near."""

    inches: float
    disordered: bool


def keep_distance(enemy_formed: bool, gap: float, in_building: bool, room_behind: float) -> FallBack:
    """Back to 3 inches if there is room, otherwise disordered where they stand [move.skirmish-distance]."""
    if not enemy_formed or in_building or kept(gap, SKIRMISH_GAP_IN):
        return FallBack(0.0, False)
    needed = SKIRMISH_GAP_IN - gap
    if within(needed, min(room_behind, SKIRMISH_BACK_MOST_IN)):
        return FallBack(needed, False)
    return FallBack(0.0, True)


def falls_back_by(needed: float) -> list[float]:
    """What skirmishers may spend on falling back, the price of ground included [move.skirmish-distance]."""
    steps = int((SKIRMISH_BACK_MOST_IN - needed) / FALLS_BACK_BY_IN) + 1
    return [*[needed + FALLS_BACK_BY_IN * step for step in range(steps)], SKIRMISH_BACK_MOST_IN]


def gap_to_keep(formation: str, enemy_formed: bool) -> float:
    """How near an enemy unit a normal move may come [move.enemy-proximity, move.skirmish-distance]."""
    return SKIRMISH_GAP_IN if formation == tables.SKIRMISH and enemy_formed else ENEMY_GAP_IN
