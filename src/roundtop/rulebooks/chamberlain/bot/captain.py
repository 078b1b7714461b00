"""A sound division commander: rules of thumb for Chamberlain, from what his side can see."""

from __future__ import annotations

from typing import Final

from roundtop.battle import forms
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.action import table as action_table
from roundtop.rulebooks.chamberlain.artillery import rule as artillery_rule
from roundtop.rulebooks.chamberlain.artillery import table as artillery_table
from roundtop.rulebooks.chamberlain.bot import doctrine
from roundtop.rulebooks.chamberlain.field import block, centre, on_horse, unit_of
from roundtop.rulebooks.chamberlain.fire import rule as fire_rule
from roundtop.rulebooks.chamberlain.fire import table as fire_table
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.state import Officer, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import FAR, point_gap
from roundtop.table.measure import FULL_TURN, bearing, distance, turn_between
from roundtop.table.path import Manoeuvre, forward, pivot, shift
from roundtop.table.pose import Pose, ahead, rounded_pose

STAND_OFFS: Final[tuple[float, ...]] = (2.15, 1.6, 0.95)
"""Distances from an enemy that infantry seeks: out of his charge, to skirmish, to volley."""
GUN_STAND_OFFS: Final[tuple[float, ...]] = (6.0, 4.2)
ROUND_ABOUT: Final[tuple[int, ...]] = (-6000, -3000, 3000, 6000)
"""Turns off the straight way to an enemy, to get past what bars it."""
PROGRESS: Final = 0.35
"""What a base width nearer to the enemy is worth while nobody is in reach."""
TOGETHER: Final = 0.4
"""What a friend at hand is worth: whoever comes within reach of the enemy alone is struck before he can strike."""
HEARD: Final = 0.5
"""What it is worth to stay within one officer's reach of the rest of the force."""
DASH: Final = 3.0
"""What a reserve move costs that leaves the rest behind: whoever went first used to lose by it, piece by piece."""
RALLY_WORTH: Final = 0.9
GAIN: Final = 0.1
"""What an officer must gain by it to leave his place."""
NOWHERE: Final = -10.0
"""What an officer with no unit is worth."""
TRIES: Final = 12
"""Moves tried in order of their worth before a unit stands where it is."""


def captain(view: State, decision: Decision, stream: Stream) -> forms.Answer:
    """An answer to a decision, from what the player may see."""
    return led(view, decision, stream, "")


def led(view: State, decision: Decision, stream: Stream, manner: str) -> forms.Answer:
    """The answer of a captain who fights in this manner."""
    field = doctrine.field_of(view, decision.player, manner)
    form = decision.form
    if isinstance(form, forms.March):
        unit = unit_of(view, decision.about)
        return forms.Marched(
            best_advance(field, unit, form) if decision.kind == "advance" else best_action(field, unit, form)
        )
    if isinstance(form, forms.Place):
        return forms.Placed(best_place(field, decision, form))
    if isinstance(form, forms.Number):
        return forms.Numbered((form.low + form.high + 1) // 2)
    if isinstance(form, forms.Confirm):
        return forms.Confirmed(True)
    assert isinstance(form, forms.Choose)
    return forms.Chosen((chosen(field, decision, form),))


def chosen(field: doctrine.Field, decision: Decision, form: forms.Choose) -> str:
    """A choice, by what is asked."""
    if decision.kind == "movement":
        return next_in_movement(field, form)
    if decision.kind == "fire":
        return best_shot(field, form)
    if decision.kind == "officers":
        return place_officers(field, form)
    if decision.kind == "pick":
        return next_to_deploy(field, form)
    if decision.kind == "second":
        return nearest_to_the_enemy(field, form)
    return form.items[0].key


def next_to_deploy(field: doctrine.Field, form: forms.Choose) -> str:
    """Guns first, for the middle of the line."""
    for item in form.items:
        for unit in field.view.units:
            if unit.side == field.side and unit.key == item.key and unit.arm in tables.GUNS:
                return item.key
    return form.items[0].key


def best_place(field: doctrine.Field, decision: Decision, form: forms.Place) -> Pose:
    """As far up as may be and near the middle, next to friends; a reinforcement towards the enemy."""
    best = form.candidates[0]
    most = -FAR
    ground = field.view.ground
    for pose in form.candidates:
        up = ahead(pose, 1.0)
        # Towards the front of the zone counts by the direction the piece faces.
        front = (pose.x * (up.x - pose.x) + pose.y * (up.y - pose.y)) if decision.kind != "set-down" else 0.0
        middle = abs(pose.x - 0.5 * ground.width) + abs(pose.y - 0.5 * ground.depth)
        worth = front - 0.3 * middle
        if decision.kind == "enter":
            worth = -min([distance(pose.x, pose.y, foe.unit.pose.x, foe.unit.pose.y) for foe in field.foes] or [0.0])
        if worth > most + 1e-9:
            best, most = pose, worth
    return best


def place_officers(field: doctrine.Field, form: forms.Choose) -> str:
    """The officer who gains most by a change goes where his traits tell and most of his units hear him."""
    best = form.items[-1].key
    most = GAIN
    here: dict[str, float] = {}
    for officer in field.view.officers:
        with_him = [unit for unit in field.own if unit.id == officer.unit]
        here[officer.id] = _post(field, officer, with_him[0]) if with_him else NOWHERE
    for item in form.items:
        id, _, post = item.key.partition(">")
        units = [unit for unit in field.own if unit.id == post]
        officers = [officer for officer in field.view.officers if officer.id == id]
        if units and officers:
            gain = _post(field, officers[0], units[0]) - here[id]
            if gain > most:
                best, most = item.key, gain
    return best


def _post(field: doctrine.Field, officer: Officer, unit: Unit) -> float:
    """What an officer is worth with a unit: those who hear him there, and what his traits do."""
    settings = field.view.settings
    reach = settings.command_range_cnc if officer.cnc else settings.command_range_force
    worth = _post_worth(field, unit, officer.traits)
    for other in field.own:
        mine = officer.cnc or other.force == officer.force
        if mine and point_gap(block(other, settings), unit.pose.x, unit.pose.y) <= reach:
            worth += 1.0
    return worth


def _post_worth(field: doctrine.Field, unit: Unit, traits: tuple[str, ...]) -> float:
    """What an officer's traits are worth with a unit."""
    if unit.arm in tables.GUNS:
        return 0.8 if "A" in traits else -0.3
    near = min([distance(unit.pose.x, unit.pose.y, foe.unit.pose.x, foe.unit.pose.y) for foe in field.foes] or [9.0])
    worth = 0.0
    if ("I" in traits or "SF" in traits) and not on_horse(unit):
        worth += 0.6 if near <= 4.0 else 0.2
    if "H" in traits:
        worth += 0.2 * unit.fatigue
    return worth


def nearest_to_the_enemy(field: doctrine.Field, form: forms.Choose) -> str:
    """The item whose unit is nearest to an enemy."""
    best = form.items[0].key
    least = FAR
    for unit in field.own:
        if unit.id in [item.key for item in form.items]:
            for foe in field.foes:
                apart = distance(unit.pose.x, unit.pose.y, foe.unit.pose.x, foe.unit.pose.y)
                if apart < least:
                    best, least = unit.id, apart
    return best


def next_in_movement(field: doctrine.Field, form: forms.Choose) -> str:
    """Use those who have something to do, nearest the enemy first; then activate, the surest and largest first."""
    best = form.items[len(form.items) - 1].key
    most = 0.0
    for item in form.items:
        word, _, rest = item.key.partition(":")
        worth = _item_worth(field, word, rest)
        if worth > most:
            best, most = item.key, worth
    return best


def _item_worth(field: doctrine.Field, word: str, rest: str) -> float:
    if word == "enter":
        return 1000.0
    if word == "use":
        return _use_worth(field, unit_of(field.view, rest))
    if word in ("end", "done"):
        return 0.0
    return _activation_worth(field, word, rest)


def _use_worth(field: doctrine.Field, unit: Unit) -> float:
    """How soon a unit should act; nothing for one that does best to stand as it is."""
    near = min([distance(unit.pose.x, unit.pose.y, foe.unit.pose.x, foe.unit.pose.y) for foe in field.foes] or [FAR])
    if unit.arm in tables.GUNS and doctrine.fire_at(field, unit, unit.pose, False) > 0.0 and near > 2.5:
        return 0.0
    return 500.0 - min(400.0, near)


def _activation_worth(field: doctrine.Field, word: str, rest: str) -> float:
    """A force counts for its units; a command is kept for the largest, dice do for the others."""
    if word in ("command", "force", "vigorous-force"):
        force = rest.rpartition(":")[2]
        size = float(len([unit for unit in field.own if unit.force == force]))
        return (100.0 if word == "command" else 50.0) + size
    if word in ("command-unit", "cavalry"):
        return 5.0
    return 10.0


@record
class Plan:
    """Something a unit might do, what it is worth, and whether it is already known to be lawful."""

    manoeuvres: tuple[Manoeuvre, ...]
    worth: float
    sure: bool


def best_action(field: doctrine.Field, unit: Unit, form: forms.March) -> tuple[Manoeuvre, ...]:
    """The best of what is offered and of the captain's own ideas that proves lawful."""
    stay = place_worth(field, unit, unit.pose)
    plans = [Plan((), stay + doctrine.fire_at(field, unit, unit.pose, False), True)]
    ordinary = False
    for way in form.ways:
        plans.append(Plan(way.manoeuvres, _way_worth(field, unit, way, stay), True))
        ordinary = ordinary or way.key in ("ahead", "step", "towards")
    if ordinary or len(form.ways) > 3:
        plans += _own_ideas(field, unit)
    plans.sort(key=_worth, reverse=True)
    ideas = TRIES
    for plan in plans:
        if plan.sure:
            return plan.manoeuvres
        ideas -= 1
        if ideas >= 0 and not action_table.judge(field.view, unit, False, plan.manoeuvres):
            return plan.manoeuvres
    return ()


def _worth(plan: Plan) -> float:
    return plan.worth


def place_worth(field: doctrine.Field, unit: Unit, pose: Pose) -> float:
    """What it is worth to stand somewhere at the end of one's own turn."""
    threat = doctrine.threat_at(field, unit, pose)
    promise = doctrine.promise_at(field, unit, pose)
    care = field.care * (1.6 if doctrine.spent(unit) else 1.0)
    worth = doctrine.TO_COME * promise - care * threat + TOGETHER * doctrine.together(field, unit, pose)
    worth += HEARD * doctrine.heard(field, unit, pose)
    if not doctrine.spent(unit):
        worth += PROGRESS * doctrine.approach(field, unit, pose)
    return worth


def _way_worth(field: doctrine.Field, unit: Unit, way: forms.Way, stay: float) -> float:
    word, _, rest = way.key.partition(":")
    if word == "stand":
        return stay + doctrine.fire_at(field, unit, unit.pose, False)
    if word == "charge":
        return charge_value(field, unit, rest.partition(":")[0], centre(way.end, field.view.settings)) + stay
    if word == "rally":
        return stay + RALLY_WORTH * 2 / 3 * (1.0 + (doctrine.BREAK_WORTH / 4 if doctrine.spent(unit) else 0.0))
    if word == "retire":
        # A spent unit in danger is worth more off the table than broken on it.
        return 0.3 - 1.0 if doctrine.spent(unit) and doctrine.threat_at(field, unit, unit.pose) > 2.0 else -FAR
    if word == "fire":
        return stay + 0.5 * doctrine.fire_at(field, unit, unit.pose, True)
    worth = place_worth(field, unit, centre(way.end, field.view.settings))
    if word == "reserve":
        worth -= DASH * (1.0 - doctrine.heard(field, unit, centre(way.end, field.view.settings)))
    if word in ("mounted", "dismounted"):
        worth += _saddle_worth(field, unit, word)
    return worth


def _saddle_worth(field: doctrine.Field, unit: Unit, word: str) -> float:
    """Riders fight on foot near the enemy and ride when he is far."""
    near = min([distance(unit.pose.x, unit.pose.y, foe.unit.pose.x, foe.unit.pose.y) for foe in field.foes] or [FAR])
    if word == "dismounted":
        return 0.5 if near <= 3.0 else -1.0
    return 0.5 if near > 6.0 else -1.0


def charge_value(field: doctrine.Field, unit: Unit, target: str, end: Pose) -> float:
    """What it adds to charge an enemy now, with those already upon him and those who may yet follow."""
    for foe in field.foes:
        if foe.unit.id == target:
            return _charge_value(field, unit, foe, end)
    return -FAR


def _charge_value(field: doctrine.Field, unit: Unit, foe: doctrine.Foe, end: Pose) -> float:
    view = field.view
    flank = _strikes_behind(foe, end)
    defence = float(foe.defence)
    minus = 1.0 if doctrine.sheltered(field, foe.body) or foe.level > 0 else 0.0
    me = (
        doctrine.melee_dice(view, unit, False) - minus,
        tables.current_elan(unit.elan, unit.fatigue),
        _again(unit, foe, flank),
    )
    upon: doctrine.Party = []
    flanked = flank
    for charge in view.charges:
        if foe.unit.id in charge.targets:
            friend = unit_of(view, charge.charger)
            upon.append(_party(field, friend, foe, minus))
            flanked = flanked or _strikes_behind(foe, friend.pose)
    follow = [
        _party(field, friend, foe, minus)
        for friend in field.own
        if friend.id != unit.id and friend.id in view.waiting and doctrine.can_charge(field, friend, foe)
    ]
    if upon:
        before = doctrine.charge_worth(
            attackers=upon,
            foe_defence=defence,
            foe_left=foe.left,
            foe_guns=foe.guns,
            flank=flanked and not flank,
            care=field.care,
        )
        return (
            doctrine.charge_worth(
                attackers=[me, *upon],
                foe_defence=defence,
                foe_left=foe.left,
                foe_guns=foe.guns,
                flank=flanked,
                care=field.care,
            )
            - before
        )
    party = [me, *follow[:2]]
    return doctrine.charge_worth(
        attackers=party, foe_defence=defence, foe_left=foe.left, foe_guns=foe.guns, flank=flanked, care=field.care
    ) / len(party)


def _party(field: doctrine.Field, unit: Unit, foe: doctrine.Foe, minus: float) -> tuple[float, int, bool]:
    dice = max(1.0, doctrine.melee_dice(field.view, unit, False) - minus)
    return (dice, tables.current_elan(unit.elan, unit.fatigue), _again(unit, foe, False))


def _again(unit: Unit, foe: doctrine.Foe, flank: bool) -> bool:
    return on_horse(unit) and foe.foot and not flank


def _strikes_behind(foe: doctrine.Foe, end: Pose) -> bool:
    off = abs(turn_between(foe.unit.pose.facing, bearing(foe.unit.pose.x, foe.unit.pose.y, end.x, end.y)))
    return off > 9500


def _own_ideas(field: doctrine.Field, unit: Unit) -> list[Plan]:
    """Moves that nobody offered: to good distances from enemies, round their flanks, past what bars the way."""
    found: list[Plan] = []
    settings = field.view.settings
    rate = movement_rule.rate_of(unit.arm, unit.mounted)
    slow = terrain_rule.stands_in(
        field.view.ground, terrain_rule.DIFFICULT, block(unit, settings), settings.move_roads_cancel_difficult
    )
    foes = sorted(field.foes, key=lambda foe: distance(unit.pose.x, unit.pose.y, foe.unit.pose.x, foe.unit.pose.y))
    for foe in foes[:3]:
        apart = distance(unit.pose.x, unit.pose.y, foe.unit.pose.x, foe.unit.pose.y)
        facing = bearing(unit.pose.x, unit.pose.y, foe.unit.pose.x, foe.unit.pose.y)
        for length in sorted({min(rate.simple, apart - off) for off in _offs(unit)}):
            if length > 0.05 and not slow:
                _simple(field, unit, found, facing, length)
            if 0.05 < length <= rate.difficult + 0.01:
                _difficult(field=field, unit=unit, found=found, way=facing, length=length, facing=facing)
            elif -rate.difficult <= length < -0.05:
                _difficult(field=field, unit=unit, found=found, way=facing + 18000, length=-length, facing=facing)
        _difficult(field=field, unit=unit, found=found, way=facing, length=rate.difficult, facing=facing)
        if not slow and unit.arm not in tables.GUNS:
            for aside in (-2.2, 2.2):
                spot = _beside(foe, aside)
                way = bearing(unit.pose.x, unit.pose.y, spot.x, spot.y)
                length = min(rate.simple, distance(unit.pose.x, unit.pose.y, spot.x, spot.y))
                _simple(field, unit, found, way, length)
        _turned(field, unit, found, facing)
    if foes and not slow:
        facing = bearing(unit.pose.x, unit.pose.y, foes[0].unit.pose.x, foes[0].unit.pose.y)
        for turn in ROUND_ABOUT:
            _simple(field, unit, found, facing + turn, rate.simple)
    return found


def _offs(unit: Unit) -> tuple[float, ...]:
    return GUN_STAND_OFFS if unit.arm in tables.GUNS else STAND_OFFS


def _beside(foe: doctrine.Foe, aside: float) -> Pose:
    """A point off an enemy's flank."""
    pose = foe.unit.pose
    return ahead(Pose(pose.x, pose.y, pose.facing + 9000), aside)


def _simple(field: doctrine.Field, unit: Unit, found: list[Plan], facing: int, length: float) -> None:
    facing %= FULL_TURN
    turn = turn_between(unit.pose.facing, facing)
    end = rounded_pose(ahead(Pose(unit.pose.x, unit.pose.y, facing), length))
    depth = field.view.settings.setup_unit_depth
    line = (pivot(turn, 0.0, 0.5 * depth), forward(length)) if turn else (forward(length),)
    found.append(Plan(line, place_worth(field, unit, end), False))


def _difficult(field: doctrine.Field, unit: Unit, found: list[Plan], way: int, length: float, facing: int) -> None:
    gone = ahead(Pose(unit.pose.x, unit.pose.y, way), length)
    end = rounded_pose(Pose(gone.x, gone.y, facing))
    turn = turn_between(unit.pose.facing, end.facing)
    depth = field.view.settings.setup_unit_depth
    step = shift(gone.x - unit.pose.x, gone.y - unit.pose.y)
    line = (step, pivot(turn, 0.0, 0.5 * depth)) if turn else (step,)
    found.append(Plan(line, place_worth(field, unit, end), False))


def _turned(field: doctrine.Field, unit: Unit, found: list[Plan], facing: int) -> None:
    turn = turn_between(unit.pose.facing, facing)
    if abs(turn) > 500:
        line = (pivot(turn, 0.0, 0.5 * field.view.settings.setup_unit_depth),)
        end = Pose(unit.pose.x, unit.pose.y, facing)
        found.append(Plan(line, place_worth(field, unit, end), False))


def best_shot(field: doctrine.Field, form: forms.Choose) -> str:
    """The shot that promises most; guns keep their last boxes for something worth them."""
    best = form.items[len(form.items) - 1].key
    most = 0.05
    for item in form.items:
        firer, _, target = item.key.partition(">")
        if not target:
            continue
        worth = _resupply_worth(field, firer) if target == "resupply" else shot_worth(field, firer, target)
        if worth > most:
            best, most = item.key, worth
    return best


def _resupply_worth(field: doctrine.Field, firer: str) -> float:
    unit = unit_of(field.view, firer)
    return 0.4 * (unit.start_ammo - unit.ammo) / max(1, unit.start_ammo)


def shot_worth(field: doctrine.Field, firer: str, target: str) -> float:
    """The hits a shot promises against what it is aimed at."""
    view = field.view
    unit = unit_of(view, firer)
    aimed = unit_of(view, target)
    if unit.arm in tables.GUNS:
        pool = artillery_rule.pool(artillery_table.gun_shot_at(view, unit, aimed))
    else:
        pool = fire_rule.pool(fire_table.shot_at(view, unit, aimed, False))
    hits = pool.dice * (7 - pool.hit_on) / 6
    for foe in field.foes:
        if foe.unit.id == target:
            return doctrine.hits_worth(hits, foe.left, foe.guns) + 0.01 * pool.dice
    return 0.0


def best_advance(field: doctrine.Field, unit: Unit, form: forms.March) -> tuple[Manoeuvre, ...]:
    """Follow the beaten enemy where it pays to stand there."""
    best: tuple[Manoeuvre, ...] = ()
    most = -FAR
    for way in form.ways:
        pose = unit.pose if not way.manoeuvres else centre(way.end, field.view.settings)
        worth = place_worth(field, unit, pose)
        if worth > most:
            best, most = way.manoeuvres, worth
    return best
