"""What a place, a charge or a volley is worth to a captain."""

from __future__ import annotations

from math import erfc, exp, pi, sqrt
from typing import Final, TypeAlias

from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.charge import rule as charge_rule
from roundtop.rulebooks.chamberlain.field import block, enemies, on_horse, on_table, traits_on
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.state import State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import FAR, Block, point_gap
from roundtop.table.ground import in_area
from roundtop.table.measure import bearing, distance, turn_between
from roundtop.table.pose import Pose

BREAK_WORTH: Final = 4.0
"""What a broken unit is worth, counted in fatigue."""
DRIVEN_WORTH: Final = 0.4
"""What it is worth to drive a unit from its ground."""
BLIND_ELAN: Final = 6
ACTIVATED: Final = 0.75
"""How likely an enemy is to be activated and come."""
TO_COME: Final = 0.5
"""What next turn's stroke is worth beside this one's."""
CHARGE_ARC: Final = 6000
"""An enemy this little off his facing is counted as able to charge: 45 degrees, and the width of the base."""
FIRE_ARC: Final = 5000
FAR_GUNS: Final = 0.3
"""Guns at long range shoot at one of many: a unit counts this much of their fire against a place."""
PREY: Final = 1.0
"""How many base widths nearer a unit looks for each point of elan it has lost."""
GUNS_BW: Final = 3.5
"""How far from the enemy guns like to stand; empty ones no nearer."""
GUARD_BW: Final = 3.0
"""How far from ground that is to be held a unit may stand without being missed there."""
STROKE: Final = 0.5
"""Chance of a die to hit in melee; half of that where successes are rolled again."""
Party: TypeAlias = list[tuple[float, int, bool]]
"""Those who charge together: dice, elan left, and whether successes are rolled again."""


@record
class Foe:
    """An enemy as the captain reckons with him; a blind counts as fresh regular infantry."""

    unit: Unit
    body: Block
    level: int
    dice: int
    defence: int
    left: int
    guns: bool
    mounted: bool
    foot: bool
    fires: int
    fire_reach: float
    hit: float
    charge_reach: float


BOLD: Final = "bold"
WARY: Final = "wary"
"""Manners in which a captain may be told to fight, other than he would."""
CARE: Final = {BOLD: 0.25, WARY: 1.3}


@record
class Field:
    """The table before one player: his units, his enemies and their middle.

    `care` weighs his own losses against the enemy's; it wanes as the day goes on. `ahead` is his lead in objectives.
    """

    view: State
    side: str
    own: list[Unit]
    foes: list[Foe]
    care: float
    ahead: int
    centre_x: float
    centre_y: float


def field_of(view: State, side: str, manner: str = "") -> Field:
    """The table as a captain looks at it before he decides anything."""
    own = on_table(view, side)
    foes = [foe_of(view, unit) for unit in enemies(view, side)]
    x = sum([foe.unit.pose.x for foe in foes]) / len(foes) if foes else 0.5 * view.ground.width
    y = sum([foe.unit.pose.y for foe in foes]) / len(foes) if foes else 0.5 * view.ground.depth
    ahead = balance(view, side)
    care = CARE.get(manner, _care(view, ahead))
    return Field(view=view, side=side, own=own, foes=foes, care=care, ahead=ahead, centre_x=x, centre_y=y)


def balance(view: State, side: str) -> int:
    """How many points of objectives a side would be ahead if night fell now."""
    mine = sum([goal.points for goal in view.goals if goal.holder == side])
    return mine - sum([goal.points for goal in view.goals if goal.holder not in ("", side)])


def _care(view: State, ahead: int) -> float:
    """Losses weigh less the later it is, and least for a side that must take something before night."""
    spent = view.turn / max(1, view.turn_limit)
    if ahead < 0:
        return 0.5 - 0.3 * spent
    return 0.9 - 0.5 * spent if ahead == 0 else 1.0


def foe_of(view: State, unit: Unit) -> Foe:
    """An enemy, as far as he is known."""
    settings = view.settings
    body = block(unit, settings)
    level = terrain_rule.level_of(view.ground, body)
    if unit.concealed:
        return Foe(
            unit=unit,
            body=body,
            level=level,
            dice=BLIND_ELAN,
            defence=BLIND_ELAN,
            left=BLIND_ELAN,
            guns=False,
            mounted=False,
            foot=True,
            fires=BLIND_ELAN,
            fire_reach=tables.SKIRMISH_BW,
            hit=1 / 6,
            charge_reach=2.0,
        )
    guns = unit.arm in tables.GUNS
    dice = melee_dice(view, unit, False)
    defence = melee_dice(view, unit, True)
    left = max(1, unit.ammo) if guns else tables.current_elan(unit.elan, unit.fatigue)
    mounted = on_horse(unit)
    fires, reach, hit = firepower(view, unit)
    charge = 0.0
    if not guns and morale_rule.may_charge(unit.elan, unit.fatigue, mounted, settings):
        charge = charge_rule.reach_of(unit.arm, unit.mounted)[0]
    foot = guns or tables.fights_as_infantry(unit.arm, unit.mounted)
    return Foe(
        unit=unit,
        body=body,
        level=level,
        dice=dice,
        defence=defence,
        left=left,
        guns=guns,
        mounted=mounted,
        foot=foot,
        fires=fires,
        fire_reach=reach,
        hit=hit,
        charge_reach=charge,
    )


def melee_dice(view: State, unit: Unit, defending: bool) -> int:
    """About how many dice a unit rolls in melee."""
    if unit.arm in tables.GUNS:
        return max(1, tables.ammo_dice(unit.ammo, view.settings)) if defending else 0
    dice = tables.current_elan(unit.elan, unit.fatigue)
    if any([trait in tables.YELLS for trait in unit.traits]):
        dice += 1
    traits = traits_on(view, unit.id)
    if traits is not None and tables.fights_as_infantry(unit.arm, unit.mounted):
        dice += 1 if "I" in traits else 0
        dice += 1 if defending and "SF" in traits else 0
    if defending and tables.WEAPONS[tables.weapon_of(unit.arm, unit.weapon, view.settings)].defends:
        dice += 1
    return max(1, dice)


def firepower(view: State, unit: Unit) -> tuple[int, float, float]:
    """Dice, reach and chance of a hit of a unit's fire at its best."""
    if unit.arm in tables.GUNS:
        bonus = 1 if "RANGE" in unit.traits else 0
        return (tables.ammo_dice(unit.ammo, view.settings) + bonus if unit.ammo else 0, 8.0, 1 / 6)
    weapon = tables.weapon_of(unit.arm, unit.weapon, view.settings)
    dice = tables.current_elan(unit.elan, unit.fatigue)
    if on_horse(unit) or "impetuous" in unit.traits:
        dice = (dice + 1) // 2
    return (
        dice + tables.WEAPONS[weapon].bonus,
        tables.reach_of(weapon, view.settings),
        (7 - tables.WEAPONS[weapon].hit_on) / 6,
    )


def hits_worth(hits: float, left: int, guns: bool) -> float:
    """What so many hits of fire are worth against a unit with so much left."""
    if guns:
        return 1.5 * min(1.0, hits) + 2.5 * max(0.0, hits - 1.0)
    if left <= 0:
        return 0.0
    near = min(1.0, hits / left)
    return hits * (1.0 + 1.5 / left) + BREAK_WORTH * near * near * near


def duel(attack: float, attack_hit: float, defence: float, defence_hit: float) -> tuple[float, float]:
    """The chance that an attack outscores a defence, and by how much on the average, nothing where it does not."""
    mean = attack * attack_hit - defence * defence_hit
    spread = sqrt(max(0.2, attack * attack_hit * (1.0 - attack_hit) + defence * defence_hit * (1.0 - defence_hit)))
    edge = (0.5 - mean) / spread
    wins = 0.5 * erfc(edge / sqrt(2.0))
    density = exp(-0.5 * edge * edge) / sqrt(2.0 * pi)
    return wins, max(wins, mean * wins + spread * density)


def charge_worth(
    attackers: Party,
    foe_defence: float,
    foe_left: int,
    foe_guns: bool,
    flank: bool,
    care: float,
) -> float:
    """What a charge is worth: each attacker has dice, elan left, and whether it rolls its successes again."""
    expected = 0.0
    variance = 0.0
    for dice, _, again in attackers:
        hit = 0.5 * STROKE if again else STROKE
        expected += dice * hit
        variance += dice
    stroke = expected / max(1.0, variance)
    wins, margin = duel(variance, stroke, foe_defence, 0.5 * STROKE if flank else STROKE)
    loses = 1.0 - wins
    if foe_guns:
        gain = wins * (DRIVEN_WORTH + 0.7 * BREAK_WORTH) + 0.5
    else:
        breaks = 1.0 if foe_left <= 1 else min(1.0, (margin / max(0.05, wins)) / foe_left) ** 2 * wins
        gain = min(float(foe_left), margin) + loses + breaks * BREAK_WORTH + wins * DRIVEN_WORTH
        if foe_left <= 1:
            wins = 1.0
            loses = 0.0
    cost = 0.0
    for _, left, _ in attackers:
        cost += wins + 2.0 * loses
        if left <= 2:
            cost += BREAK_WORTH * (loses if left == 2 else 1.0)
        cost += 0.5 * loses
    return gain - care * cost


def behind(body: Block, x: float, y: float) -> bool:
    """Whether a point is behind the front line of a base."""
    pose = body.pose
    off = abs(turn_between(pose.facing, bearing(pose.x, pose.y, x, y)))
    return off > 9000 + 1500


def reaches(pose: Pose, body: Block, reach: float, arc: int) -> float:
    """The range from a centre point to a base if it is in reach and about in arc, otherwise FAR."""
    near = point_gap(body, pose.x, pose.y)
    if near > reach + 0.01:
        return FAR
    if near < 0.05:
        return near
    off = abs(turn_between(pose.facing, bearing(pose.x, pose.y, body.pose.x, body.pose.y)))
    return near if off <= arc else FAR


def sheltered(field: Field, body: Block) -> bool:
    """Whether ground costs whoever attacks this base a die."""
    ground = field.view.ground
    x = body.pose.x
    y = body.pose.y
    return in_area(ground, terrain_rule.DIFFICULT, x, y) or in_area(ground, terrain_rule.LIGHT_WOODS, x, y)


def threat_at(field: Field, unit: Unit, pose: Pose) -> float:
    """What the enemy may do in his next turn to a unit standing there: fire, and all who can charge it together."""
    view = field.view
    body = terrain_rule.base(pose, view.settings)
    guns = unit.arm in tables.GUNS
    left = max(1, unit.ammo) if guns else tables.current_elan(unit.elan, unit.fatigue)
    hits = 0.0
    chargers: Party = []
    flank = False
    riding = on_horse(unit)
    for foe in field.foes:
        apart = point_gap(body, foe.unit.pose.x, foe.unit.pose.y)
        if apart > 8.2:
            continue
        if foe.fires and apart <= foe.fire_reach:
            near = reaches(foe.unit.pose, body, foe.fire_reach, FIRE_ARC)
            if near < FAR:
                hits += _volley(foe, near, guns or riding) * (
                    FAR_GUNS if foe.guns and near > tables.SKIRMISH_BW else 1.0
                )
        if foe.charge_reach and apart <= foe.charge_reach + 0.3:
            near = reaches(foe.unit.pose, body, foe.charge_reach + 0.1, CHARGE_ARC)
            if near < FAR:
                again = foe.mounted and not riding
                chargers.append((float(foe.dice), foe.left, again))
                if behind(body, foe.unit.pose.x, foe.unit.pose.y):
                    flank = True
    worth = hits_worth(hits, left, guns)
    if chargers:
        dice = float(melee_dice(view, unit, True))
        if sheltered(field, body) or _walled(field, body):
            dice += len(chargers)
        worth += max(
            0.0, charge_worth(attackers=chargers, foe_defence=dice, foe_left=left, foe_guns=guns, flank=flank, care=0.5)
        )
    return ACTIVATED * worth


def _walled(field: Field, body: Block) -> bool:
    """Whether works stand between a base and the middle of the enemy."""
    ground = field.view.ground
    if not any([line.kind in terrain_rule.WORKS for line in ground.lines]):
        return False
    return terrain_rule.behind_works(
        ground=ground, ax=field.centre_x, ay=field.centre_y, bx=body.pose.x, by=body.pose.y, block=body
    )


def _volley(foe: Foe, near: float, halved: bool) -> float:
    dice = float(foe.fires)
    if halved or (not foe.guns and near > tables.VOLLEY_BW + 0.01):
        dice = 0.5 * dice
    if foe.guns and near <= tables.SKIRMISH_BW:
        dice += 1.0
    return dice * foe.hit


def fire_at(field: Field, unit: Unit, pose: Pose, halved: bool) -> float:
    """The best that a unit's fire promises from there, lines of sight left aside."""
    dice, reach, hit = firepower(field.view, unit)
    if dice == 0:
        return 0.0
    best = 0.0
    for foe in field.foes:
        near = reaches(pose, foe.body, reach, 4600)
        if near >= FAR:
            continue
        count = float(dice)
        guns = unit.arm in tables.GUNS
        if (
            halved
            or (foe.unit.concealed and guns)
            or (not guns and (near > tables.VOLLEY_BW + 0.01 or foe.guns or foe.mounted))
        ):
            count *= 0.5
        if guns and near <= tables.SKIRMISH_BW:
            count += 1.0
        best = max(best, hits_worth(count * hit, foe.left, foe.guns))
    return best


def promise_at(field: Field, unit: Unit, pose: Pose) -> float:
    """What a unit standing there might do next turn: the better of its fire and its charge."""
    fire = fire_at(field, unit, pose, False)
    if unit.arm in tables.GUNS:
        return fire
    mounted = on_horse(unit)
    if not morale_rule.may_charge(unit.elan, unit.fatigue, mounted, field.view.settings):
        return fire
    reach = charge_rule.reach_of(unit.arm, unit.mounted)[0]
    best = fire
    mine = melee_dice(field.view, unit, False)
    left = tables.current_elan(unit.elan, unit.fatigue)
    for foe in field.foes:
        near = reaches(pose, foe.body, reach, 4600)
        if near < FAR:
            flank = behind(foe.body, pose.x, pose.y)
            helpers = _helpers(field, unit, foe)
            again = mounted and foe.foot and not flank
            party = [(float(mine), left, again), *helpers]
            worth = charge_worth(
                attackers=party,
                foe_defence=foe.defence,
                foe_left=foe.left,
                foe_guns=foe.guns,
                flank=flank,
                care=field.care,
            ) / len(party)
            best = max(best, worth)
    return best


def _helpers(field: Field, unit: Unit, foe: Foe) -> Party:
    """Friends that could charge the same enemy from where they stand."""
    found: Party = []
    for friend in field.own:
        if friend.id != unit.id and can_charge(field, friend, foe):
            left = tables.current_elan(friend.elan, friend.fatigue)
            found.append((float(melee_dice(field.view, friend, False)), left, on_horse(friend) and foe.foot))
    return found[:3]


def can_charge(field: Field, unit: Unit, foe: Foe) -> bool:
    """Whether a unit could, for all one sees at a glance, charge an enemy from where it stands."""
    if unit.arm in tables.GUNS or not morale_rule.may_charge(
        unit.elan, unit.fatigue, on_horse(unit), field.view.settings
    ):
        return False
    return reaches(unit.pose, foe.body, charge_rule.reach_of(unit.arm, unit.mounted)[0], 5500) < FAR


def approach(field: Field, unit: Unit, pose: Pose) -> float:
    """How near a place is to where a unit is wanted, in base widths: the enemy, ground to take, ground to hold."""
    near = FAR
    for foe in field.foes:
        near = min(near, distance(pose.x, pose.y, foe.unit.pose.x, foe.unit.pose.y) - PREY * (BLIND_ELAN - foe.left))
    hunts = -near if near < FAR else 0.0
    if unit.arm in tables.GUNS:
        return -abs(near - GUNS_BW) if near < GUNS_BW or unit.ammo else 0.0
    if field.ahead > 0:
        return 0.3 * hunts - max(0.0, _goal_gap(field, pose, True) - GUARD_BW)
    wanted = _goal_gap(field, pose, False)
    if wanted >= FAR:
        return hunts
    return 0.3 * hunts - wanted if field.ahead < 0 else 0.5 * hunts - 0.5 * wanted


def _goal_gap(field: Field, pose: Pose, held: bool) -> float:
    """The distance to the nearest objective that a side holds, or wants."""
    best = FAR
    for goal in field.view.goals:
        if goal.side in ("", field.side) and (goal.holder == field.side) is held:
            best = min(best, distance(pose.x, pose.y, goal.x, goal.y))
    return best


def together(field: Field, unit: Unit, pose: Pose) -> float:
    """Whether friends are at hand: a line stands, a lone unit falls."""
    near = 0
    for friend in field.own:
        if friend.id != unit.id and distance(pose.x, pose.y, friend.pose.x, friend.pose.y) <= 2.6:
            near += 1
    return min(2.0, float(near))


def heard(field: Field, unit: Unit, pose: Pose) -> float:
    """The share of a unit's force that one officer could still reach together with a unit standing there."""
    mates = [friend for friend in field.own if friend.id != unit.id and friend.force == unit.force]
    if not unit.force or not mates:
        return 1.0
    reach = field.view.settings.command_range_force
    return len([mate for mate in mates if distance(pose.x, pose.y, mate.pose.x, mate.pose.y) <= reach]) / len(mates)


def spent(unit: Unit) -> bool:
    """Whether a unit is one blow from breaking."""
    return unit.arm not in tables.GUNS and tables.current_elan(unit.elan, unit.fatigue) <= 2
