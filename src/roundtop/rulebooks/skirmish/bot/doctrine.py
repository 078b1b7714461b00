"""What a sound officer reckons with: fire given and taken, charges, ground, and what is to be held."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.field import (
    broken,
    centre_of,
    enemy_of,
    gap,
    is_loaded,
    lying,
    moved_to,
    nearest,
    nearest_to,
)
from roundtop.rulebooks.skirmish.fire import rule as fire_rule
from roundtop.rulebooks.skirmish.melee import rule as melee_rule
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.sight import table as sight_table
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    DEED,
    FOOT,
    LOAD,
    MOUNTED,
    ON_TABLE,
    Figure,
    Goal,
    Group,
    State,
    Thing,
)
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.rulebooks.skirmish.terrain import table as terrain_table
from roundtop.rulebooks.skirmish.victory import table as victory_table
from roundtop.table.footprint import FAR
from roundtop.table.ground import disc_span, spans_on_road, spared
from roundtop.table.measure import distance
from roundtop.table.pose import Point, Pose

HARM_WORTH: Final[dict[str, float]] = {"none": 0.0, "graze": 0.06, "wound": 0.45, "disabled": 1.0, "killed": 1.05}
"""What each result takes from an enemy, in men."""
HURT_WORTH: Final[tuple[float, ...]] = (0.0, 0.45, 1.0, 1.05)
"""The same by harm."""
ACTIONS_AHEAD: Final = 6.0
"""Actions for which a place is reckoned to be held."""
AT_ME: Final = 0.35
"""How likely an enemy who sees several groups shoots at this one."""
GOAL_PULL: Final = 0.03
"""What a centimetre nearer to an objective that is to be taken is worth to each man who might go there."""
HOLD_WORTH: Final = 0.6
"""What standing on an objective is worth to each man."""
ERRAND_CM: Final = 24.0
"""How far a man is sent for a load or a deed; farther off he would lose touch with his group."""
QUIET_CM: Final = 25.0
"""How far from it the enemy must be, until the last turns."""
LATE_TURNS: Final = 3
MISSED_CM: Final = 100.0
"""How many centimetres farther another man may come from for each man that this one might hit in an action."""
CLOSE_CM: Final = 24.0
"""How near a group seeks to come before it trusts to its fire alone."""
CLOSING: Final = 0.004
"""What a centimetre nearer to the enemy is worth to each man of a side that presses on."""


def _worths() -> dict[tuple[str, str, str, str], float]:
    """What a shot is worth by dice, class, cover and range, in men."""
    found: dict[tuple[str, str, str, str], float] = {}
    for dice, ladder in tables.QUALITY.items():
        for quality in tables.CLASSES:
            for cover, cover_die in terrain_rule.COVER_DICE.items():
                for name, range_die in fire_rule.RANGE_DICE.items():
                    weights = fire_rule.result_weights(ladder[tables.rank(quality)], cover_die, range_die)
                    worth = sum([HARM_WORTH[r] * w for r, w in zip(fire_rule.RESULTS, weights, strict=True)])
                    found[(dice, quality, cover, name)] = worth / sum(weights)
    return found


SHOT_WORTH: Final = _worths()


@record
class Body:
    """A group as an officer sees it: its able men, their middle, and the man nearest to that."""

    group: Group
    men: list[Figure]
    x: float
    y: float
    lead: Figure


BOLD: Final = "bold"
WARY: Final = "wary"
"""Manners in which a captain may be told to fight, other than he would."""
PRESS: Final = {BOLD: 2.0, WARY: 0.5}


@record
class Field:
    """A side's view of the table: its own bodies, the enemy's, and how hard it presses."""

    view: State
    side: str
    own: list[Body]
    foes: list[Body]
    press: float


def field_of(view: State, side: str, manner: str = "") -> Field:
    """The table in the eyes of one side."""
    by_group: dict[str, list[Figure]] = {}
    for figure in view.figures.values():
        if figure.harm < 2 and figure.place == ON_TABLE and figure.arm != ANIMAL:
            by_group.setdefault(figure.group, []).append(figure)
    own: list[Body] = []
    foes: list[Body] = []
    for group in view.groups:
        if group.id in by_group:
            (own if group.side == side else foes).append(body_of(group, by_group[group.id]))
    return Field(view, side, own, foes, PRESS.get(manner, 1.0) * pressure(view, side, own, foes))


def body_of(group: Group, men: list[Figure]) -> Body:
    x, y = centre_of(men)
    return Body(group, men, x, y, nearest(x, y, men))


def own_body(field: Field, group: str) -> Body | None:
    for body in field.own:
        if body.group.id == group:
            return body
    return None


def foe_body(field: Field, group: str) -> Body | None:
    for body in field.foes:
        if body.group.id == group:
            return body
    return None


def pressure(view: State, side: str, own: list[Body], foes: list[Body]) -> float:
    """How much a side cares for the harm it does beside the harm it takes.

    Whoever has what he wants can wait; whoever has not must come and get it, the more so the later it is.
    """
    ours = strength(own)
    theirs = strength(foes)
    ratio = ours / max(theirs, 0.5)
    press = 1.0 + 0.3 * min(2.0, max(-1.0, ratio - 1.0))
    ahead = standing(view, side)
    if ahead > 0:
        return press - 0.15
    late = view.turn / max(1, view.turn_limit)
    return press + (0.35 if ahead < 0 else 0.15) * (0.5 + late)


def strength(bodies: list[Body]) -> float:
    return sum([len(body.men) * (0.3 if broken(body.group) else 1.0) for body in bodies])


def standing(view: State, side: str) -> int:
    """Points for objectives held, loads carried and deeds done more (above 0) or fewer (below 0) than the enemy."""
    return victory_table.points_of(view, side) - victory_table.points_of(view, enemy_of(view, side))


def wanted(view: State, side: str) -> list[Goal]:
    """Objectives open to a side that it does not hold."""
    return [goal for goal in view.goals if goal.holder != side and goal.side in ("", side)]


def kept_goals(view: State, side: str) -> list[Goal]:
    """Objectives that the enemy would take if a side left them."""
    foe = enemy_of(view, side)
    return [goal for goal in view.goals if goal.holder == side or (goal.side == foe and goal.holder != foe)]


def best_rate(settings: Settings, shooter: Figure, away: float, cover: str) -> float:
    """What a man's best weapon does an action, loading included."""
    best = 0.0
    for firearm in shooter.firearms:
        name = fire_rule.band(firearm.kind, away, settings)
        if name != fire_rule.OUT:
            needs = fire_rule.loads_needed(firearm.kind, firearm.breech, firearm.repeating, settings)
            worth = SHOT_WORTH[(settings.quality_dice, shooter.quality, cover, name)]
            best = max(best, worth / (1.0 + needs))
    return best


def shot_worth(view: State, shooter: Figure, victim: Figure) -> float:
    """What his best loaded weapon would do now."""
    away = gap(shooter, victim, view.settings)
    cover = ""
    best = 0.0
    for firearm in shooter.firearms:
        name = fire_rule.band(firearm.kind, away, view.settings)
        if name != fire_rule.OUT and is_loaded(firearm, view):
            cover = cover or terrain_table.cover_of(view, victim, shooter)
            best = max(best, SHOT_WORTH[(view.settings.quality_dice, shooter.quality, cover, name)])
    return best


def prize(body: Body) -> float:
    """How much a body is worth shooting at: whoever still fights, and whoever is near to breaking."""
    if broken(body.group):
        return 0.35
    lost = 1.0 - len(body.men) / max(1, body.group.start)
    return 1.0 + 0.6 * lost if body.group.start > 1 else 1.3


def target_worth(field: Field, shooters: list[Figure], target: Body) -> float:
    """What the loaded men of these would do to a body now, judged by a few of them."""
    if not shooters:
        return 0.0
    some = shooters[:: max(1, len(shooters) // 3)]
    sample = sum([shot_worth(field.view, man, _nearest(field, man, target)) for man in some])
    standing = len(target.men) / (len(target.men) + len(lying(field.view, target.group.id)))
    return sample / len(some) * len(shooters) * prize(target) * standing


def _nearest(field: Field, man: Figure, body: Body) -> Figure:
    found = nearest_to(man, body.men, field.view.settings)
    return body.lead if found is None else found


def firing_rate(field: Field, body: Body) -> float:
    """What a man of a body does an action from where it stands, loading included."""
    best = 0.0
    for foe in field.foes:
        if not broken(foe.group) and sight_table.sees(field.view, body.lead, foe.lead):
            cover = terrain_table.cover_of(field.view, foe.lead, body.lead)
            away = distance(body.x, body.y, foe.x, foe.y)
            best = max(best, best_rate(field.view.settings, body.lead, away, cover))
    return best


def stance(field: Field, body: Body, x: float, y: float) -> float:
    """What a place is worth to a body for some actions: fire given, fire taken, and what is to be held."""
    here = moved_to(body.lead, Pose(x, y, body.lead.pose.facing))
    given = 0.0
    taken = 0.0
    nearest_foe = FAR
    for foe in field.foes:
        away = distance(x, y, foe.x, foe.y)
        nearest_foe = min(nearest_foe, away)
        if broken(foe.group) or not sight_table.sees(field.view, here, foe.lead):
            continue
        cover = terrain_table.cover_of(field.view, foe.lead, here)
        given = max(given, best_rate(field.view.settings, here, away, cover) * prize(foe))
        own_cover = terrain_table.cover_of(field.view, here, foe.lead)
        taken += best_rate(field.view.settings, foe.lead, away, own_cover) * len(foe.men)
    men = float(len(body.men))
    worth = ACTIONS_AHEAD * (field.press * given * men - AT_ME * taken)
    if nearest_foe < FAR and field.press >= 1.0:
        worth -= CLOSING * field.press * men * max(0.0, nearest_foe - CLOSE_CM)
    return worth + men * _ground_worth(field, body, x, y)


def _ground_worth(field: Field, body: Body, x: float, y: float) -> float:
    """What objectives make of a place, a man."""
    worth = 0.0
    for goal in wanted(field.view, field.side):
        worth -= GOAL_PULL * max(0.0, road_to(field.view, x, y, goal.x, goal.y) - 0.5 * goal.radius)
    for goal in kept_goals(field.view, field.side):
        if keeper(field, goal) is body:
            worth -= GOAL_PULL * max(0.0, distance(x, y, goal.x, goal.y) - 0.5 * goal.radius)
        elif distance(x, y, goal.x, goal.y) <= goal.radius:
            worth += 0.2 * HOLD_WORTH
    return worth


def keeper(field: Field, goal: Goal) -> Body | None:
    """The body that stays with an objective: the nearest that still fights."""
    best: Body | None = None
    least = FAR
    for body in field.own:
        away = distance(body.x, body.y, goal.x, goal.y)
        if away < least and not broken(body.group) and body.group.start > 1:
            best, least = body, away
    return best


def road_to(view: State, x: float, y: float, gx: float, gy: float) -> float:
    """How far it is, by a ford or bridge where a river lies between."""
    spot = crossing_on_the_way(view, x, y, gx, gy)
    if spot is None:
        return distance(x, y, gx, gy)
    return distance(x, y, spot[0], spot[1]) + distance(spot[0], spot[1], gx, gy)


def crossing_on_the_way(view: State, x: float, y: float, gx: float, gy: float) -> Point | None:
    """The crossing by which to go where a river lies between two places; None where none does."""
    if not view.water.roads:
        return None
    deep = spans_on_road(ground=view.water, kinds=("river",), ax=x, ay=y, bx=gx, by=gy)
    if not deep:
        return None
    dry: list[Point] = []
    for crossing in view.water.crossings:
        enter, leave = disc_span(x=crossing.x, y=crossing.y, reach=0.5 * crossing.width, ax=x, ay=y, bx=gx, by=gy)
        if enter < leave:
            dry.append((enter, leave))
    if not spared(deep, dry):
        return None
    best: Point | None = None
    least = FAR
    for crossing in view.water.crossings:
        away = distance(x, y, crossing.x, crossing.y) + distance(crossing.x, crossing.y, gx, gy)
        if away < least:
            best, least = (crossing.x, crossing.y), away
    return best


def errands(field: Field) -> dict[str, Thing]:
    """Who is sent for what: for each load that lies about and each deed to be done, the man who is missed least."""
    found: dict[str, Thing] = {}
    for thing in field.view.things:
        if thing.holder or not thing.points or thing.kind not in (LOAD, DEED) or thing.side not in ("", field.side):
            continue
        if worth_going(field, thing):
            best = ""
            least = FAR
            for man in porters(field, thing):
                cost = distance(man.pose.x, man.pose.y, thing.x, thing.y) + MISSED_CM * _best_of(field, man)
                if man.id not in found and cost < least:
                    best, least = man.id, cost
            if best:
                found[best] = thing
    return found


def porters(field: Field, thing: Thing) -> list[Figure]:
    """Men near by who could go: on foot, unhurt, empty-handed and with their group."""
    return [
        man
        for body in field.own
        if body.group.start > 1 and not broken(body.group)
        for man in body.men
        if man.arm == FOOT
        and not man.harm
        and not man.burden
        and not man.carried
        and not man.straggling
        and distance(man.pose.x, man.pose.y, thing.x, thing.y) <= ERRAND_CM
    ]


def worth_going(field: Field, thing: Thing) -> bool:
    """Whether a man can be spared: nobody to be feared is near, or it is nearly too late."""
    if field.view.turn_limit - field.view.turn < LATE_TURNS:
        return True
    for foe in field.foes:
        if broken(foe.group):
            continue
        for man in foe.men:
            if distance(man.pose.x, man.pose.y, thing.x, thing.y) <= QUIET_CM:
                return False
    return True


def _best_of(field: Field, man: Figure) -> float:
    """What a man does an action to the enemy nearest to him in the open, loading included."""
    away = [distance(man.pose.x, man.pose.y, foe.x, foe.y) for foe in field.foes]
    return best_rate(field.view.settings, man, min(away), "open") if away else 0.0


def charge_worth(field: Field, body: Body, target: Body, chargers: list[Figure]) -> float:
    """What a charge promises: the combats it makes, less the fire it has to come through."""
    view = field.view
    near = [
        man for man in chargers if gap(man, _nearest(field, man, target), view.settings) <= movement_paths.rate_of(man)
    ]
    if not near:
        return -FAR
    pairs = min(len(near), len(target.men))
    spare = max(0, len(near) - pairs)
    foe = _nearest(field, near[0], target)
    helped = min(2, spare // max(1, pairs))
    net = bout_worth(view, near[0], foe, helped, target)
    loaded = [man for man in target.men if [f for f in man.firearms if is_loaded(f, view)]]
    fire = 0.0
    if view.settings.melee_timing != "on-contact":
        fire = 0.5 * len(loaded) * shot_worth(view, loaded[0], near[0]) if loaded else 0.0
    nerve = 0.5 * len(target.men) * (1.0 - len(target.men) / max(1, target.group.start))
    hurry = 0.15 * pairs if broken(target.group) else 0.0
    return pairs * net + nerve + hurry - fire


def bout_worth(view: State, own: Figure, foe: Figure, helped: int, target: Body) -> float:
    """What one combat is worth to a charger, from the rule itself."""
    behind = terrain_table.cover_of(view, foe, own) != "open" and foe.arm != MOUNTED
    support = tuple([melee_rule.Supporter(own.arm, own.melee)] * helped)
    charger = melee_rule.Fighter(
        own.quality, own.arm, own.melee, own.harm, support, charging=True, uphill=own.level > foe.level
    )
    enemy = melee_rule.Fighter(
        foe.quality,
        foe.arm,
        foe.melee,
        foe.harm,
        uphill=foe.level > own.level,
        barricade=behind,
        broken=broken(target.group),
    )
    odds = melee_rule.combat_odds(melee_rule.Combat(charger, enemy, view.settings))
    worth = 0.0
    for fought, weight in odds.weights.items():
        if fought.winner() == "a":
            worth += weight * (HURT_WORTH[fought.harm] - HURT_WORTH[foe.harm] + 0.15)
        elif fought.winner() == "b":
            worth -= weight * (HURT_WORTH[fought.harm] - HURT_WORTH[own.harm] + 0.15)
    return worth / odds.total
