"""What a sound brigadier reckons with: fire given and taken, charges worth making, and what a place is worth.

Everything is counted in figures, from a view alone. These are rules of thumb, not odds: forecast has those.
"""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import total
from roundtop.kit.objectives import Goal
from roundtop.record import copy, record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.charge import rule as charge_rule
from roundtop.rulebooks.charge_boys.field import (
    blocks,
    enemy_of,
    formed,
    gap_between,
    generals_with,
    guns_in_row,
    locked,
    mounted,
    on_table,
    routing,
    size,
    steady,
    strength,
)
from roundtop.rulebooks.charge_boys.fire import aim as fire_aim
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import table as morale_table
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.sight import table as sight_table
from roundtop.rulebooks.charge_boys.state import MANNED, State, Unit
from roundtop.rulebooks.charge_boys.terrain import cover as terrain_cover
from roundtop.rulebooks.charge_boys.victory import rule as victory_rule
from roundtop.rulebooks.charge_boys.victory import table as victory_table
from roundtop.table.footprint import FAR, Block
from roundtop.table.measure import bearing, distance, turn_between
from roundtop.table.pose import Pose, to_local

OUT_WORTH: Final = 8.0
"""A unit put out of action, in figures, beyond the men it loses; the nearer its army is to breaking, the more."""
SHAKEN: Final[dict[str, float]] = {"halt": 1.5, "retire": 3.0, "disorder": 5.0, "rout": 9.0}
"""What a result of a test costs the unit that obeys it."""
GUNNER_WORTH: Final = 2.0
"""A gunner beside an ordinary man."""
FULL_ARC: Final = 3500
NO_ARC: Final = 5500
"""Off its facing a line fires whole up to the first angle and not at all beyond the second."""
SHARED_FIRE: Final = 0.6
"""How much of the fire that could be put on a unit is."""
GUARD_IN: Final = 15.0
"""How far from an objective a unit may stand and still guard it."""
COVERED: Final = 1.0
"""What one more on every morale die is worth."""
MEANS: Final[tuple[float, ...]] = (0.0, 0.0, 1.0 / 6.0, 0.5, 1.0, 10.0 / 6.0, 2.5, 3.5, 4.5, 5.5, 6.5)
"""Mean hits of a die, by its modifier from -7 to +3 [musketry.hits]."""
MEAN_OF: Final = 7
MEAN_EFFECT: Final = 3.5


def mean_hits(modifier: int) -> float:
    """Mean hits of one die with a modifier."""
    return MEANS[max(0, min(len(MEANS) - 1, modifier + MEAN_OF))]


@record
class Posture:
    """How an army fights now: whether it goes for the enemy, how hard, and how much it minds his fire."""

    attacks: bool
    press: float
    care: float


HOLDING: Final = Posture(False, 0.2, 1.0)
HARD: Final = Posture(True, 0.6, 0.4)
BOLD: Final = "bold"
WARY: Final = "wary"
"""Manners in which a captain may be told to fight, other than he would."""


@record
class Field:
    """The table as one officer sees it."""

    view: State
    side: str
    own: list[Unit]
    foes: list[Unit]
    standing: list[list[Block]]
    posture: Posture


def field_of(view: State, side: str, manner: str = "") -> Field:
    foes = on_table(view, enemy_of(view, side))
    standing = [blocks(foe, view.settings) for foe in foes]
    posture = posture_of(view, side, manner)
    return Field(view=view, side=side, own=on_table(view, side), foes=foes, standing=standing, posture=posture)


def lead(view: State, side: str) -> int:
    """Points by which a side is ahead [victory.points]."""
    own = victory_table.tally_of(view, side)
    enemy = victory_table.tally_of(view, enemy_of(view, side))
    return victory_rule.points(own, enemy) - victory_rule.points(enemy, own)


def posture_of(view: State, side: str, manner: str = "") -> Posture:
    """Hold what wins when the clock runs out; otherwise let fire do its work and press the harder the later it is."""
    if manner:
        return HARD if manner == BOLD else HOLDING
    left = view.turn_limit - view.turn
    ahead = lead(view, side)
    holds = bool(view.goals) and not [goal for goal in view.goals if goal.holder != side]
    if ahead > 0 and (left <= 2 or holds):
        return HOLDING
    late = view.turn / max(1, view.turn_limit)
    if ahead <= 0 and left <= 4:
        return HARD
    return Posture(True, 0.08 + 0.15 * late, 0.8 - 0.2 * late)


def left_to_break(view: State, side: str) -> int:
    """How many more units must be put out of action before an army breaks [victory.army-break]."""
    tally = victory_table.tally_of(view, side)
    return max(1, round(view.settings.army_break * tally.units + 0.49) - tally.out)


def out_worth(view: State, unit: Unit) -> float:
    """What it is worth to put a unit out of action."""
    return 0.0 if victory_table.is_out(unit) else OUT_WORTH * (1.0 + 1.5 / left_to_break(view, unit.side))


def loss_worth(view: State, unit: Unit, hits: float, kills: float) -> float:
    """What so many hits and losses on a unit are worth, its nerve included."""
    there = strength(unit)
    kills = min(kills, float(there))
    each = GUNNER_WORTH if unit.arm == tables.ARTILLERY else 1.0
    to_half = max(1.0, there - 0.5 * unit.start + 0.5)
    worth = each * kills + out_worth(view, unit) * min(1.0, kills / to_half)
    if 10.0 * hits > there and not routing(unit):
        worth += shake_worth(unit, kills)
    return worth


def shake_worth(unit: Unit, kills: float) -> float:
    """What the test is worth that such losses call for."""
    modifier = 0
    if unit.mettle.first_shot == morale_rule.SUCCESSFUL:
        modifier += 1
    if unit.quality == "veteran":
        modifier += 1
    if strength(unit) - kills > morale_rule.BIG_UNIT_ABOVE:
        modifier += 1
    if unit.mettle.disordered:
        modifier -= 1
    lost = unit.start - strength(unit) + kills
    modifier -= min(int(lost), int(10.0 * lost / max(1, unit.start)))
    return sum([SHAKEN.get(result, 0.0) * chance for result, chance in result_chances(modifier)])


def result_chances(modifier: int) -> list[tuple[str, float]]:
    """How likely each result of a test is with this modifier."""
    found: dict[str, float] = {}
    for face in range(1, 7):
        result = morale_rule.reading(face + modifier)
        found[result] = found.get(result, 0.0) + 1.0 / 6.0
    return list(found.items())


def passes(modifier: int, needed: int) -> float:
    """How likely a test reaches a total."""
    return max(0.0, min(6.0, 7.0 - (needed - modifier))) / 6.0


@record
class Storm:
    """Fire to be expected on a unit: mean hits and mean losses."""

    hits: float
    kills: float


CALM: Final[Storm] = Storm(0.0, 0.0)


def arc_share(unit: Unit, pose: Pose, x: float, y: float) -> float:
    """How much of a line has a place in its arc."""
    if unit.formation == tables.SKIRMISH or unit.building >= 0:
        return 1.0
    off = abs(turn_between(pose.facing, bearing(pose.x, pose.y, x, y)))
    if off <= FULL_ARC:
        return 1.0
    return max(0.0, (NO_ARC - off) / (NO_ARC - FULL_ARC))


def save_chance(view: State, target: Unit, x: float, y: float, source: str, save: str) -> float:
    """How likely a hit from a place is saved."""
    if save == casualties_rule.NONE:
        return 0.0
    needed = casualties_rule.needs(save, source, terrain_cover.cover_of(view, target, x, y).shelter(), view.settings)
    return (7 - needed.men) / 6.0


def volley_storm(view: State, unit: Unit, pose: Pose, target: Unit, away: float) -> Storm:
    """Mean effect of a unit's small arms from a place on a target so far away."""
    if unit.weapon == fire_rule.UNARMED or away > fire_rule.WEAPONS[unit.weapon].reach:
        return CALM
    men = int(fire_aim.firers(unit, view.settings) * arc_share(unit, pose, target.pose.x, target.pose.y))
    halted = unit.mettle.state == tables.HALTED
    buck = unit.buck > 0 and not fire_rule.buck_refusal(unit.weapon, away, unit.buck, view.settings)
    volley = fire_rule.Volley(
        weapon=unit.weapon,
        range=away,
        men=men,
        quality=unit.quality,
        first_fire=not unit.has_fired,
        target_skirmish=target.formation == tables.SKIRMISH,
        buck_and_ball=buck,
        buck_rounds=unit.buck,
        halted=halted,
        settings=view.settings,
    )
    dice = fire_rule.volley_dice(volley)
    if dice == 0:
        return CALM
    hits = dice * mean_hits(total(fire_rule.volley_mods(volley)))
    saved = save_chance(
        view=view,
        target=target,
        x=pose.x,
        y=pose.y,
        source=casualties_rule.SMALL_ARMS,
        save=fire_rule.volley_save(volley),
    )
    return Storm(hits, hits * (1.0 - saved))


def gun_storm(view: State, unit: Unit, pose: Pose, target: Unit, away: float) -> Storm:
    """Mean effect of a battery from a place on a target so far away."""
    row = artillery_rule.feet(unit.gun, away)
    if row is None or unit.formation != tables.UNLIMBERED or unit.mettle.state == tables.HALTED:
        return CALM
    guns = len([g for g in unit.guns if g.fate == MANNED and artillery_rule.can_fire(g.crew, view.settings)])
    chance = min(1.0, (7 - artillery_rule.needed(unit.gun, away)) / 6.0)
    effect = MEAN_EFFECT * (0.57 if row.halved else 1.0)
    hits = guns * chance * effect * arc_share(unit, pose, target.pose.x, target.pose.y)
    return Storm(
        hits,
        hits
        * (1.0 - save_chance(view=view, target=target, x=pose.x, y=pose.y, source=casualties_rule.GUNS, save=row.save)),
    )


def storm(view: State, unit: Unit, pose: Pose, target: Unit, away: float) -> Storm:
    """Mean effect of a unit's fire from a place."""
    crowd = unit.mettle.disordered
    mute = crowd and (unit.arm == tables.ARTILLERY or view.settings.disordered_fire == "none")
    if mute or routing(unit) or locked(view, unit.id) or locked(view, target.id):
        return CALM
    if unit.arm == tables.ARTILLERY:
        return gun_storm(view, unit, pose, target, away)
    found = volley_storm(view, unit, pose, target, away)
    return Storm(0.5 * found.hits, 0.5 * found.kills) if crowd else found


def open_line(view: State, unit: Unit, pose: Pose, target: Unit) -> bool:
    """Whether the middle of a unit at a place would see the middle of another."""
    there = copy(unit)
    there.pose = pose
    lane = sight_table.lane_between(view, there, target)
    return sight_table.clear(state=view, lane=lane, ax=pose.x, ay=pose.y, bx=target.pose.x, by=target.pose.y)


@record
class Stance:
    """What a place promises and what it risks, in figures."""

    promise: float
    risk: float


def at(unit: Unit, pose: Pose, settings: Settings) -> Unit:
    """A unit as it would stand at a place; a garrison that goes elsewhere has left its building."""
    if pose == unit.pose:
        return unit
    there = copy(unit)
    there.pose = pose
    there.trail = ()
    there.building = -1
    if unit.formation == tables.UNLIMBERED:
        there.guns = guns_in_row(there, pose, settings)
    return there


def stance_at(field: Field, unit: Unit, end: Unit, fires: bool) -> Stance:
    """What it is worth for a unit to end its move like this; `fires`: it may still fire this turn."""
    view = field.view
    own = blocks(end, view.settings)
    promise = 0.0
    risk = Storm(0.0, 0.0)
    best = 0.0
    covered = 0.0
    for foe, there in zip(field.foes, field.standing, strict=True):
        away = gap_between(own, there)
        given = storm(view, end, end.pose, foe, away) if fires else CALM
        if given.hits > 0.0 or away < 31.0:
            if not open_line(view, unit, end.pose, foe):
                continue
            worth = loss_worth(view, foe, given.hits, given.kills)
            best = max(best, worth / (1.0 + 0.02 * away))
            back = storm(view, foe, foe.pose, end, away)
            risk = Storm(risk.hits + SHARED_FIRE * back.hits, risk.kills + SHARED_FIRE * back.kills)
            promise -= field.posture.care * flank_danger(view, end, foe, away)
            covered = max(covered, cover_worth(view, end, foe))
    if covered == 0.0 and risk.hits > 0.0 and goes_on(field, unit, end):
        covered = COVERED
    promise += best + covered
    return Stance(promise, field.posture.care * loss_worth(view, end, risk.hits, risk.kills))


def goes_on(field: Field, unit: Unit, end: Unit) -> bool:
    """Whether a move counts as advancing, which steadies men as cover does [morale.advancing-defined]."""
    foe = nearest_foe(field, unit.pose)
    if foe is None or not steady(unit) or unit.arm == tables.ARTILLERY:
        return False
    there = blocks(foe, field.view.settings)
    before = gap_between(blocks(unit, field.view.settings), there)
    return before - gap_between(blocks(end, field.view.settings), there) >= morale_rule.ADVANCE_IN


def cover_worth(view: State, unit: Unit, foe: Unit) -> float:
    """What cover is worth to the nerve of a unit under an enemy's eyes [morale.other-cover]."""
    cover = terrain_cover.cover_of(view, unit, foe.pose.x, foe.pose.y)
    return 2.0 * COVERED if cover.fortification else COVERED if cover.any() else 0.0


def flank_danger(view: State, unit: Unit, foe: Unit, away: float) -> float:
    """What an enemy is to be feared who could charge in flank or rear."""
    if not formed(unit) or not formed(foe) or not steady(foe):
        return 0.0
    if away > charge_rule.greatest_reach(foe.formation, mounted(foe)):
        return 0.0
    _, deep = size(unit, view.settings)
    _, ahead = to_local(unit.pose, foe.pose.x, foe.pose.y)
    return 0.0 if ahead > 0.5 * deep else 4.0


def wanted_goals(field: Field) -> list[Goal]:
    """Objectives that are not ours yet."""
    return [goal for goal in field.view.goals if goal.holder != field.side and goal.side in ("", field.side)]


def pull(field: Field, unit: Unit, pose: Pose) -> float:
    """What draws a unit: the nearest enemy who is still worth it and objectives to be taken, or those to be held."""
    if not field.posture.attacks:
        own = [distance(pose.x, pose.y, goal.x, goal.y) for goal in field.view.goals if goal.holder == field.side]
        strayed = distance(pose.x, pose.y, unit.pose.x, unit.pose.y)
        return -strayed - max(0.0, min([FAR, *own]) - GUARD_IN) if own else -strayed
    best = FAR
    for foe in field.foes:
        away = distance(pose.x, pose.y, foe.pose.x, foe.pose.y)
        best = min(best, away + (15.0 if victory_table.is_out(foe) else 0.0))
    found = -best if best < FAR else 0.0
    if not steady(unit):
        return found
    for goal in wanted_goals(field):
        away = distance(pose.x, pose.y, goal.x, goal.y)
        found = max(found, -away) - 0.2 * min(away, 30.0)
        if away <= goal.radius:
            found += 2.0 * victory_rule.OBJECTIVE_POINTS
    return found


def standing_worth(field: Field, unit: Unit, end: Unit, fires: bool) -> float:
    """All that speaks for ending a move like this."""
    stance = stance_at(field, unit, end, fires)
    worth = stance.promise - stance.risk + field.posture.press * pull(field, unit, end.pose)
    return worth + facing_worth(field, end) + form_worth(field, end)


def facing_worth(field: Field, unit: Unit) -> float:
    """A unit keeps its front to the enemy."""
    foe = nearest_foe(field, unit.pose)
    if foe is None or unit.formation == tables.SKIRMISH:
        return 0.0
    off = abs(turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)))
    return -off / 3000.0


def form_worth(field: Field, unit: Unit) -> float:
    """Columns are for marching: near the enemy they are a target."""
    foe = nearest_foe(field, unit.pose)
    away = FAR if foe is None else distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    if unit.formation == tables.LINE or unit.formation == tables.SKIRMISH:
        return 0.0
    if unit.formation == tables.ROAD_COLUMN:
        return -6.0 if away < 40.0 else -1.0
    if unit.formation == tables.ATTACK_COLUMN:
        return -4.0 if away < 36.0 else 0.5
    return 0.0


def nearest_foe(field: Field, pose: Pose) -> Unit | None:
    """The nearest enemy who is not running; any where all are."""
    best: Unit | None = None
    least = FAR
    for foe in field.foes:
        away = distance(pose.x, pose.y, foe.pose.x, foe.pose.y) + (100.0 if routing(foe) else 0.0)
        if away < least:
            best, least = foe, away
    return best


@record
class Prospect:
    """A charge thought of: what it is worth, in figures."""

    unit: str
    target: str
    worth: float


def charge_worth(field: Field, unit: Unit, target: Unit, away: float) -> float:
    """What it is worth to charge: nerve of both, the way, closing fire, the fight."""
    view = field.view
    if reach_chance(unit, away) <= 0.0:
        return -1.0
    goes = passes(
        total(morale_rule.other_mods(morale_table.nerve_against(view, unit, target, True))), morale_rule.PASSES
    )
    balks = -(1.0 - goes) * 2.0
    if routing(target):
        reach = reach_chance(unit, away)
        return goes * reach * (0.5 * strength(target) + out_worth(view, target) + 3.0) + balks
    theirs = morale_table.nerve_against(view, target, unit)
    theirs.charged = True
    modifier = total(morale_rule.other_mods(theirs))
    if target.formation == tables.SKIRMISH and steady(target) and target.building < 0:
        return goes * 1.0 + balks
    worth = 0.0
    for result, chance in result_chances(modifier):
        if result in morale_rule.STANDS:
            worth += chance * reach_chance(unit, away) * clash_worth(field, unit, target, result == morale_rule.HALT)
        else:
            worth += chance * (
                SHAKEN[result] + 1.0 + out_worth(view, target) * (1.0 if result == morale_rule.ROUT else 0.2)
            )
    return goes * worth + balks


def reach_chance(unit: Unit, away: float) -> float:
    """How likely a charge over open ground covers a distance."""
    many = charge_rule.bonus_dice(unit.formation, mounted(unit))
    needed = away - tables.ALLOWANCE_IN[unit.formation]
    if needed <= many:
        return 1.0
    if many == 0:
        return 0.0
    if many == 1:
        return max(0.0, (7.0 - needed) / 6.0)
    return max(0.0, min(1.0, (13.0 - needed) / 11.0))


def clash_worth(field: Field, unit: Unit, target: Unit, halted: bool) -> float:
    """Closing fire first, then the round of melee and the test of whoever loses it."""
    view = field.view
    flank = is_flank(view, unit, target)
    fired = CALM
    if not flank and not target.turn.volleys and not target.mettle.disordered:
        fired = storm(view, target, facing(target, unit), unit, 0.0)
    share = 0.5 if halted else 1.0
    lost = share * fired.kills
    if target.arm == tables.ARTILLERY and halted:
        lost = 0.0
    cost = loss_worth(view, unit, share * fired.hits, lost)
    home = 1.0 if 10.0 * fired.hits <= strength(unit) else 0.6 - 0.02 * lost
    left = max(0.0, strength(unit) - lost)
    ours = fight_dice(view, left, unit) * mean_hits(melee_modifier(unit, target, True, flank))
    theirs = fight_dice(view, float(strength(target)), target) * mean_hits(melee_modifier(target, unit, False, False))
    kills = ours * (5.0 / 6.0 if flank else 2.0 / 3.0)
    deaths = theirs * 2.0 / 3.0
    fought = loss_worth(view, target, ours, kills) - loss_worth(view, unit, theirs, deaths)
    fought += 4.0 if kills > deaths else -4.0
    return home * fought - cost


def fight_dice(view: State, figures: float, unit: Unit) -> float:
    """Melee dice of so many figures: two ranks on a usual front."""
    many = figures if formed(unit) else min(figures, 8.0)
    return max(1.0, float(tables.dice_for(int(min(many, 24.0)), view.settings)))


def melee_modifier(unit: Unit, foe: Unit, charges: bool, flank: bool) -> int:
    """Roughly what is added to every melee die."""
    modifier = -2 + (1 if charges else 0) + (1 if flank else 0)
    modifier += 1 if unit.quality == "veteran" else -1 if unit.quality == "green" else 0
    if mounted(unit) and not mounted(foe):
        modifier += 1
    if unit.mettle.disordered:
        modifier -= 1
    if not formed(unit) and formed(foe):
        modifier -= 1
    return modifier


def is_flank(view: State, unit: Unit, target: Unit) -> bool:
    """Whether a charge would begin behind the line of the target's front [charge.flank]."""
    if not formed(target):
        return False
    _, deep = size(target, view.settings)
    _, ahead = to_local(target.pose, unit.pose.x, unit.pose.y)
    return ahead <= 0.5 * deep


def facing(unit: Unit, foe: Unit) -> Pose:
    """A unit's place, its front to an enemy."""
    return Pose(unit.pose.x, unit.pose.y, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))


def led(view: State, unit: Unit) -> bool:
    """Whether a General is with a unit."""
    return bool(generals_with(view, unit.id))
