"""The ledger's procedures by name, for the umpire: fields in, the chapters' own code, outputs and working out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, final

from roundtop.battle.procedure import (
    Chances,
    FieldError,
    Outputs,
    Procedure,
    Reached,
    Situation,
    Worked,
    between,
    enumerated,
    house,
    simple,
)
from roundtop.battle.tally import Mod, Row, lines
from roundtop.dice.exact import Odds, estimate
from roundtop.dice.sources import Dice, Seeded
from roundtop.rulebooks.chamberlain import (
    artillery,
    charge,
    command,
    concealment,
    fire,
    melee,
    morale,
    movement,
    sight,
    terrain,
    victory,
)
from roundtop.rulebooks.chamberlain.movement import March, Retreat, Yard
from roundtop.rulebooks.chamberlain.options import Settings, settings
from roundtop.rulebooks.chamberlain.tables import GUNS, RIDERS, Troops, current_elan, mounted_now, weapon_of
from roundtop.rulebooks.chamberlain.tables import NO_FIREARM as UNARMED
from roundtop.table.arc import off_facing
from roundtop.table.footprint import Block
from roundtop.table.ground import Area, Ground, Line, Road
from roundtop.table.measure import NOISE, bearing, distance, rounded
from roundtop.table.path import track_length
from roundtop.table.pose import Point, Pose, ahead

ELAN: Final = (3, 9)
"""Starting elan a unit may have [unit.elan-values]."""
TRIALS: Final = 20_000
"""Runs behind the odds of a reinforcement, whose turns have no end."""

Fields = dict[str, Any]
Roll = Callable[[Situation, Dice], Reached]
Answer = Callable[[Situation, Reached], Outputs]
Explain = Callable[[Situation, Reached], tuple[Row, ...]]


# ---- what the procedures share


def _told(
    name: str, read: Callable[[Fields], Situation], answer: Callable[[Situation], Outputs], clause: str
) -> Procedure:
    """A procedure without dice whose outputs explain themselves."""

    def explain(situation: Situation, _: None) -> tuple[Row, ...]:
        return tuple([Row(key.replace("_", " "), _shown(value), clause) for key, value in answer(situation).items()])

    return simple(name, read, lambda _situation, _dice: None, lambda situation, _: answer(situation), explain)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join([_shown(one) for one in value]) or "none"
    if isinstance(value, dict):
        return ", ".join([f"{name} {_shown(one)}" for name, one in value.items()])
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _ruled(clause: str) -> Outputs:
    return {"legal": not clause, "clause": clause or None}


def _no(clause: str) -> tuple[Row, ...]:
    return (Row("not allowed", "no", clause),)


def _house(fields: Fields) -> Settings:
    found: Settings = house(settings, fields)
    return found


def _needed(name: str, value: Any, what: str) -> Any:
    if value is None:
        raise FieldError(f"{name}: missing; {what}")
    return value


def _troops(name: str, unit: Fields, strength: bool = True) -> Troops:
    """A record `unit` or `attacker` as the rules of fighting see it."""
    arm: str = unit["arm"]
    traits: list[str] = unit["traits"]
    if "YH" in traits and "RY" in traits:
        raise FieldError(f"{name}.traits: a unit has YH or RY, not both")
    if strength:
        _check_strength(name, unit, arm)
    return Troops(
        arm,
        0 if arm in GUNS else unit["elan"] or 0,
        0 if arm in GUNS else unit["fatigue"],
        unit.get("ammo") or 0,
        99 if unit.get("start_ammo") is None else unit["start_ammo"],
        unit.get("weapon") or "",
        unit["mounted"],
        unit.get("moved", "none"),
        tuple(traits),
        None if unit["officer"] is None else tuple(unit["officer"]),
        unit.get("level", 0),
        unit.get("in_cover", False),
        unit.get("on_crest", False),
        unit.get("concealed", False),
        unit.get("in_contact", False),
        unit.get("limbered", False),
    )


def _check_strength(name: str, unit: Fields, arm: str) -> None:
    if arm in GUNS:
        between(f"{name}.ammo", _needed(f"{name}.ammo", unit["ammo"], "a battery has a number of boxes"), 0, 99)
        if unit["start_ammo"] is not None:
            between(f"{name}.start_ammo", unit["start_ammo"], max(1, unit["ammo"]), 99)
        return
    elan = _needed(f"{name}.elan", unit["elan"], "a unit that is not artillery has a starting elan")
    between(f"{name}.elan", elan, *ELAN)
    between(f"{name}.fatigue", unit["fatigue"], 0)
    if unit["fatigue"] >= elan:
        raise FieldError(f"{name}.fatigue: {unit['fatigue']} cannot be; a unit of elan {elan} breaks at {elan}")


def _angle(name: str, degrees: float) -> int:
    if not 0 <= degrees < 360:
        raise FieldError(f"{name}: {degrees:g} cannot be; a facing is 0 or more and less than 360")
    return round(degrees * 100)


def _pose(name: str, given: Fields) -> Pose:
    for part in ("x", "y", "facing"):
        _needed(f"{name}.{part}", given[part], "the pose is read here")
        between(f"{name}.{part}", given[part], -10_000, 10_000)
    return Pose(given["x"], given["y"], _angle(f"{name}.facing", given["facing"]))


def _bases(name: str, given: list[Fields], house: Settings) -> tuple[Block, ...]:
    return tuple([terrain.base(_pose(f"{name}[{place}]", one), house) for place, one in enumerate(given)])


def _point(name: str, given: list[float]) -> Point:
    if len(given) != 2:
        raise FieldError(f"{name}: {given} cannot be; a point is [x, y]")
    for value in given:
        between(name, value, -10_000, 10_000)
    return (given[0], given[1])


def _points(name: str, given: list[list[float]], least: int) -> tuple[Point, ...]:
    if len(given) < least:
        raise FieldError(f"{name}: {len(given)} points cannot be; it takes at least {least}")
    return tuple([_point(f"{name}[{place}]", one) for place, one in enumerate(given)])


def _posed(pose: Pose) -> Outputs:
    degrees = pose.facing / 100
    return {
        "x": rounded(pose.x),
        "y": rounded(pose.y),
        "facing": int(degrees) if degrees.is_integer() else degrees,
    }


@final
@dataclass(slots=True, frozen=True)
class Country:
    """Pieces of terrain given by hand, as the chapters read ground."""

    ground: Ground
    crests: tuple[terrain.Crest, ...]


def _country(pieces: list[Fields], size: Point = (0.0, 0.0)) -> Country:
    areas: list[Area] = []
    line_features: list[Line] = []
    roads: list[Road] = []
    crests: list[terrain.Crest] = []
    for place, piece in enumerate(pieces):
        name = f"terrain[{place}]"
        kind: str = piece["kind"]
        if not piece["polygon"] and not piece["line"]:
            raise FieldError(f"{name}: it has neither a polygon nor a line; give one")
        if piece["polygon"]:
            if kind in ("crest", terrain.ROAD):
                raise FieldError(f"{name}.polygon: a {kind} is a line")
            areas.append(Area(kind, _points(f"{name}.polygon", piece["polygon"], 3)))
        if piece["line"]:
            points = _points(f"{name}.line", piece["line"], 2)
            if kind == terrain.ROAD:
                roads.append(Road(kind, points, terrain.ROAD_WIDTH))
            elif kind == "crest":
                crests.append(terrain.Crest(points, piece["level"]))
            else:
                line_features.append(Line(kind, points))
    ground = Ground(size[0], size[1], tuple(areas), tuple(line_features), tuple(roads))
    return Country(ground, tuple(crests))


def _table(fields: Fields) -> Point:
    """Width and depth of the table, (0, 0) where edges do not matter."""
    given: list[float] = fields["table_bw"]
    if not given:
        return (0.0, 0.0)
    size = _point("table_bw", given)
    between("table_bw", min(size), 1.0)
    return size


# ---- who goes first


def _read_order(fields: Fields) -> tuple[str, str]:
    order: list[str] = fields["order"]
    if len(order) != 2 or order[0] == order[1]:
        raise FieldError(f"order: {', '.join(order) or 'nobody'} cannot be; it names the two sides, each once")
    return order[0], order[1]


def _work_first(order: tuple[str, str], dice: Dice) -> Worked:
    first = command.first_player(order, dice)
    faces = [face for roll in dice.rolls for face in roll.faces]
    working = [
        Row(f"throw {n + 1}", f"{order[0]} {faces[2 * n]}, {order[1]} {faces[2 * n + 1]}", FIRST_PLAYER_CLAUSE)
        for n in range(len(faces) // 2)
    ]
    working.append(Row("first player turn", first, FIRST_PLAYER_CLAUSE))
    return Worked({"first": first, "rounds": len(faces) // 2}, tuple(working))


def _first_chances(order: tuple[str, str]) -> tuple[Chances, ...]:
    return (Chances("", enumerated(order, command.first_player), lambda first: {"first": first}),)


FIRST_PLAYER_CLAUSE: Final = "chamberlain.setup.first-player"
FIRST_PLAYER: Final = Procedure("first-player", _read_order, _work_first, _first_chances)


# ---- fire


def _read_shot(fields: Fields) -> fire.Shot:
    if fields["firer"]["arm"] in GUNS:
        raise FieldError(f"firer.arm: {fields['firer']['arm']} does not fire small arms; ask for artillery-fire")
    between("range_bw", fields["range_bw"], 0)
    return fire.Shot(
        _troops("firer", fields["firer"]),
        _troops("target", fields["target"]),
        fields["range_bw"],
        fields["flank"],
        fields["visible"],
        fields["in_arc"],
        fields["obstructed"],
        fields["timing"] == "before-move",
        settings=_house(fields),
    )


def _roll_shot(shot: fire.Shot, dice: Dice) -> fire.Effect | str:
    return fire.shot_refusal(shot) or fire.shoot(shot, dice)


def _untouched(target: Troops, house: Settings) -> fire.Effect:
    """A target as it was before a shot that is not allowed."""
    fatigue, status, _ = fire.suffered(target, 0, house)
    return fire.Effect(0, fatigue, status, False, target.concealed, False, False)


def _effect(target: Troops, effect: fire.Effect) -> Outputs:
    return {
        "hits": effect.hits,
        "target_fatigue": effect.fatigue,
        "target_current_elan": 0 if target.arm in GUNS else current_elan(target.elan, effect.fatigue),
        "target_status": effect.status,
        "target_retreat_bw": fire.DRIVEN_BACK_BW if effect.retreats else 0,
        "target_concealed": effect.concealed,
        "at_risk_rolled": effect.at_risk,
        "target_officer_killed": effect.officer_killed,
    }


def _thrown(pool: fire.Pool, refused: bool) -> Outputs:
    return {
        "base_dice": pool.base,
        "halved": pool.halved,
        "bonus": pool.bonus,
        "dice_count": 0 if refused else pool.dice,
        "hit_on": pool.hit_on,
    }


def _shot_outputs(shot: fire.Shot, reached: fire.Effect | str) -> Outputs:
    refused = isinstance(reached, str)
    effect = _untouched(shot.target, shot.settings) if isinstance(reached, str) else reached
    clause = reached if isinstance(reached, str) else ""
    return _ruled(clause) | _thrown(fire.pool(shot), refused) | _effect(shot.target, effect)


def _pool_lines(pool: fire.Pool, base: Row, halves: list[Mod], bonuses: list[Mod]) -> list[Row]:
    found = [base]
    found += [Row(mod.label, "halves", mod.clause) for mod in halves]
    found += lines(bonuses)
    found.append(Row("dice", f"{pool.dice}, hitting on {pool.hit_on}+", "chamberlain.fire.halve-once"))
    return found


def _effect_lines(target: Troops, effect: fire.Effect, clause: str) -> list[Row]:
    found = [Row("hits", str(effect.hits), clause)]
    if effect.retreats:
        guns = target.arm in GUNS
        why = "chamberlain.art.hit-once-retreats" if guns else "chamberlain.fire.retreat-mounted"
        found.append(Row("target", "retreats 2 BW", why))
    if effect.status == "retired":
        found.append(Row("target", "retires", "chamberlain.art.hit-twice-retires"))
    elif target.arm not in GUNS:
        found.append(Row("target", f"{effect.status}, fatigue {effect.fatigue}", "chamberlain.fire.hit-effect"))
    if target.concealed and not effect.concealed:
        found.append(Row("target", "revealed", "chamberlain.conceal.passive-hit"))
    if effect.at_risk:
        found.append(Row("officer", "killed" if effect.officer_killed else "survives", "chamberlain.command.at-risk"))
    return found


def _shot_lines(shot: fire.Shot, reached: fire.Effect | str) -> tuple[Row, ...]:
    if isinstance(reached, str):
        return _no(reached)
    pool = fire.pool(shot)
    base = Row("current elan", str(pool.base), "chamberlain.fire.dice-infantry")
    found = _pool_lines(pool, base, fire.penalties(shot), fire.bonuses(shot))
    return (*found, *_effect_lines(shot.target, reached, "chamberlain.fire.to-hit"))


FIRE: Final = simple("fire", _read_shot, _roll_shot, _shot_outputs, _shot_lines)


@final
@dataclass(slots=True, frozen=True)
class Battery:
    """A battery in the Fire Phase: it resupplies, or fires this shot. `target` None: resupply without one."""

    action: str
    firer: Troops
    target: Troops | None
    shot: artillery.GunShot | None
    settings: Settings


def _read_battery(fields: Fields) -> Battery:
    if fields["firer"]["arm"] not in GUNS:
        raise FieldError(f"firer.arm: {fields['firer']['arm']} has no guns; ask for fire")
    firer = _troops("firer", fields["firer"])
    house = _house(fields)
    target = None if fields["target"] is None else _troops("target", fields["target"])
    if fields["action"] == "resupply":
        return Battery("resupply", firer, target, None, house)
    aimed_at = _needed("target", target, "it may be left out for resupply only")
    reach = _needed("range_bw", fields["range_bw"], "it may be left out for resupply only")
    between("range_bw", reach, 0)
    shot = artillery.GunShot(
        firer,
        aimed_at,
        reach,
        fields["flank"],
        fields["visible"],
        fields["in_arc"],
        fields["obstructed"],
        tuple([_friend(place, one) for place, one in enumerate(fields["intervening_friends"])]),
        settings=house,
    )
    return Battery("fire", firer, target, shot, house)


def _friend(place: int, given: Fields) -> artillery.Friend:
    for name in ("from_battery_bw", "from_target_bw"):
        between(f"intervening_friends[{place}].{name}", given[name], 0)
    return artillery.Friend(given["level"], given["from_battery_bw"], given["from_target_bw"])


def _roll_battery(battery: Battery, dice: Dice) -> fire.Effect | str:
    """The effect of its fire, "" for a resupply carried out, or the clause that forbids either."""
    if battery.shot is None:
        return artillery.resupply_refusal(battery.firer, battery.settings)
    return artillery.gun_refusal(battery.shot) or artillery.fire_guns(battery.shot, dice)


NO_POOL: Final = fire.Pool(0, False, 0, 0, artillery.HIT_ON)
NO_EFFECT: Final = fire.Effect(0, 0, "ok", False, False, False, False)


def _battery_outputs(battery: Battery, reached: fire.Effect | str) -> Outputs:
    clause = reached if isinstance(reached, str) else ""
    pool = NO_POOL if battery.shot is None else artillery.pool(battery.shot)
    ammo = battery.firer.ammo
    after = ammo
    if not clause:
        after = ammo + 1 if battery.shot is None else artillery.ammo_after_fire(ammo)
    gone = not clause and artillery.retires_empty(ammo, after, battery.settings)
    outputs = _ruled(clause) | _thrown(pool, bool(clause))
    if battery.target is None:
        outputs |= _effect(Troops("artillery"), NO_EFFECT)
    else:
        effect = reached if not isinstance(reached, str) else _untouched(battery.target, battery.settings)
        outputs |= _effect(battery.target, effect)
    return outputs | {"firer_ammo": after, "firer_status": "retired" if gone else "ok"}


def _battery_lines(battery: Battery, reached: fire.Effect | str) -> tuple[Row, ...]:
    if isinstance(reached, str):
        if reached:
            return _no(reached)
        return (Row("ammunition", f"{battery.firer.ammo} to {battery.firer.ammo + 1}", RESUPPLY_CLAUSE),)
    assert battery.shot is not None
    pool = artillery.pool(battery.shot)
    base = Row("ammunition", str(pool.base), "chamberlain.art.dice")
    found = _pool_lines(pool, base, artillery.penalties(battery.shot), artillery.bonuses(battery.shot))
    found += _effect_lines(battery.shot.target, reached, "chamberlain.art.to-hit")
    found.append(Row("ammunition marked", "1", "chamberlain.art.mark-ammo"))
    return tuple(found)


RESUPPLY_CLAUSE: Final = "chamberlain.trait.artillery-resupply"
ARTILLERY_FIRE: Final = simple("artillery-fire", _read_battery, _roll_battery, _battery_outputs, _battery_lines)


# ---- melee


def _read_melee(fields: Fields) -> melee.Clash:
    given: list[Fields] = fields["attackers"]
    if not given:
        raise FieldError("attackers: nobody attacks; name at least one")
    attackers = tuple([_attacker(f"attackers[{place}]", one) for place, one in enumerate(given)])
    assaults = tuple([melee.Assault(place, 0, one["flank"], tuple(one["minus"])) for place, one in enumerate(given)])
    return melee.Clash(attackers, (_troops("defender", fields["defender"]),), assaults, _house(fields))


def _attacker(name: str, given: Fields) -> Troops:
    if given["arm"] in GUNS:
        raise FieldError(f"{name}.arm: {given['arm']} never charges")
    return _troops(name, given)


def _roll_clash(clash: melee.Clash, dice: Dice) -> tuple[melee.Scores, melee.Fought]:
    return melee.fight(clash, dice)


def _stood(stood: melee.Stood) -> Outputs:
    return {
        "defender_fatigue": stood.fatigue,
        "defender_ammo": stood.ammo,
        "defender_status": stood.status,
        "defender_retreat_bw": movement.RETREAT_BW if stood.retreats else 0,
        "defender_officer_killed": stood.officer_killed,
    }


def _melee_results(fought: melee.Fought) -> Outputs:
    return _stood(fought.defenders[0]) | {
        "attacker_fatigue": [one.fatigue for one in fought.attackers],
        "attacker_status": [one.status for one in fought.attackers],
        "attacker_retreat_bw": [movement.RETREAT_BW if one.retreats else 0 for one in fought.attackers],
        "attacker_officer_killed": [one.officer_killed for one in fought.attackers],
        "may_advance": [one.may_advance for one in fought.attackers],
        "must_advance": [one.must_advance for one in fought.attackers],
    }


def _work_melee(clash: melee.Clash, dice: Dice) -> Worked:
    scores, fought = melee.fight(clash, dice)
    attack = melee.against(clash, scores, 0)
    outputs: Outputs = {
        "defence_dice": melee.defence_dice(clash, 0),
        "defence_score": scores.defence[0],
        "attack_dice": [melee.attack_dice(clash, assault) for assault in clash.assaults],
        "attack_score": attack,
        "doubled": melee.doubled(attack, scores.defence[0]),
    }
    working = [*_combat_lines(clash, scores, 0), *_attacker_lines(fought)]
    return Worked(outputs | _melee_results(fought), tuple(working))


def _combat_lines(clash: melee.Clash, scores: melee.Scores, place: int) -> list[Row]:
    """The dice and scores of one combat."""
    defender = clash.defenders[place]
    flanked = melee.flanked(clash, place)
    strength = defender.ammo if defender.arm in GUNS else current_elan(defender.elan, defender.fatigue)
    found = [Row("defender", f"{strength} base dice", "chamberlain.melee.sequence")]
    found += lines(melee.defence_pluses(defender, flanked, clash.settings))
    if flanked:
        found.append(Row("defender flanked", "re-rolls successes", "chamberlain.melee.flanked-effect"))
    found.append(Row("defence", f"{melee.defence_dice(clash, place)} dice: {scores.defence[place]}", HIT_CLAUSE))
    for number, assault in enumerate(clash.assaults):
        if assault.defender != place:
            continue
        attacker = clash.attackers[assault.attacker]
        found += lines(melee.attack_pluses(attacker))
        found += lines(melee.minuses(assault.minus, clash.settings))
        if melee.rides_down(clash, assault):
            found.append(Row("horse against foot", "re-rolls successes", "chamberlain.melee.cavalry-vs-foot"))
        label = f"attacker {assault.attacker + 1}"
        found.append(Row(label, f"{melee.attack_dice(clash, assault)} dice: {scores.attack[number]}", HIT_CLAUSE))
    return found


def _attacker_lines(fought: melee.Fought) -> list[Row]:
    found: list[Row] = []
    for place, stood in enumerate(fought.defenders):
        fate = f"{stood.status}{', retreats 2 BW' if stood.retreats else ''}"
        found.append(Row(f"defender {place + 1}", fate, "chamberlain.melee.defender-first"))
        if stood.officer_killed:
            found.append(Row(f"defender {place + 1}, officer", "killed", "chamberlain.command.at-risk"))
    for place, one in enumerate(fought.attackers):
        won = "may advance" if one.may_advance else "retreats 2 BW" if one.retreats else "stays"
        found.append(Row(f"attacker {place + 1}", f"{one.status}, {won}", "chamberlain.melee.several-attackers"))
        if one.officer_killed:
            found.append(Row(f"attacker {place + 1}, officer", "killed", "chamberlain.command.at-risk"))
    return found


def _clash_chances(clash: melee.Clash, outputs: Callable[[melee.Fought], Outputs]) -> tuple[Chances, ...]:
    return (Chances("", melee.prospects(clash), lambda reached: outputs(reached.fought)),)


HIT_CLAUSE: Final = "chamberlain.melee.hit"
MELEE: Final = Procedure("melee", _read_melee, _work_melee, lambda clash: _clash_chances(clash, _melee_results))


def _read_split(fields: Fields) -> melee.Clash:
    given: list[Fields] = fields["combats"]
    if len(given) < 2:
        raise FieldError("combats: a divided attack has two or more; for one ask for melee")
    defenders = tuple([_troops(f"combats[{place}].defender", one["defender"]) for place, one in enumerate(given)])
    assaults = [
        melee.Assault(0, place, one["flank"], tuple(one["minus"]), one["allocated"]) for place, one in enumerate(given)
    ]
    attacker = _attacker("attacker", fields["attacker"])
    return melee.Clash((attacker,), defenders, tuple(assaults), _house(fields))


def _work_split(clash: melee.Clash, dice: Dice) -> Worked:
    clause = melee.allocation_refusal(clash)
    if clause:
        return Worked(_ruled(clause) | _split_as_before(clash), _no(clause))
    scores, fought = melee.fight(clash, dice)
    outputs = _ruled("") | _split_results(fought) | {"attack_dice_total": melee.attack_total(clash, 0)}
    for place, combat in enumerate(outputs["combats"]):
        attack = melee.against(clash, scores, place)
        combat |= {
            "defence_dice": melee.defence_dice(clash, place),
            "defence_score": scores.defence[place],
            "attack_dice": melee.attack_dice(clash, clash.assaults[place]),
            "attack_score": attack,
            "doubled": melee.doubled(attack, scores.defence[place]),
        }
    working = [row for place in range(len(clash.defenders)) for row in _combat_lines(clash, scores, place)]
    return Worked(outputs, (*working, *_attacker_lines(fought)))


def _split_results(fought: melee.Fought) -> Outputs:
    attacker = fought.attackers[0]
    return {
        "combats": [_stood(stood) for stood in fought.defenders],
        "attacker_fatigue": attacker.fatigue,
        "attacker_status": attacker.status,
        "attacker_retreat_bw": movement.RETREAT_BW if attacker.retreats else 0,
        "attacker_officer_killed": attacker.officer_killed,
        "may_advance": attacker.may_advance,
        "must_advance": attacker.must_advance,
    }


def _split_as_before(clash: melee.Clash) -> Outputs:
    """Everybody as before an allocation that is not allowed."""
    return {
        "attack_dice_total": melee.attack_total(clash, 0),
        "attacker_fatigue": clash.attackers[0].fatigue,
        "attacker_retreat_bw": 0,
        "attacker_officer_killed": False,
        "may_advance": False,
        "must_advance": False,
    }


def _split_chances(clash: melee.Clash) -> tuple[Chances, ...]:
    clause = melee.allocation_refusal(clash)
    if clause:
        return (Chances("", Odds({clause: 1}, 1), lambda refused: _ruled(refused) | _split_as_before(clash)),)
    return _clash_chances(clash, lambda fought: _ruled("") | _split_results(fought))


MELEE_SPLIT: Final = Procedure("melee-split", _read_split, _work_split, _split_chances)


# ---- rally


def _read_rally(fields: Fields) -> morale.Rally:
    unit: Fields = fields["unit"]
    between("nearest_enemy_bw", fields["nearest_enemy_bw"], 0)
    if unit["arm"] not in GUNS:
        _check_strength("unit", unit, unit["arm"])
    officer = None if unit["officer"] is None else tuple(unit["officer"])
    return morale.Rally(unit["arm"], unit["fatigue"], officer, fields["activated"], fields["nearest_enemy_bw"])


def _roll_rally(rally: morale.Rally, dice: Dice) -> morale.Rallied | str:
    return morale.rally_refusal(rally) or morale.rallied(rally, dice)


def _rally_outputs(rally: morale.Rally, reached: morale.Rallied | str) -> Outputs:
    clause = reached if isinstance(reached, str) else ""
    done = morale.Rallied(False, False, False, rally.fatigue) if isinstance(reached, str) else reached
    return _ruled(clause) | {
        "at_risk_rolled": done.at_risk,
        "officer_killed": done.officer_killed,
        "success": done.success,
        "fatigue": done.fatigue,
        "moved": not clause,
    }


def _rally_lines(rally: morale.Rally, reached: morale.Rallied | str) -> tuple[Row, ...]:
    if isinstance(reached, str):
        return _no(reached)
    found: list[Row] = []
    if reached.at_risk:
        fate = "killed" if reached.officer_killed else "survives"
        found.append(Row("Hero at risk", fate, "chamberlain.trait.hero-risk"))
    found.append(Row("rally, 3+", "succeeds" if reached.success else "fails", "chamberlain.rally.roll"))
    found.append(Row("fatigue", f"{rally.fatigue} to {reached.fatigue}", "chamberlain.rally.remove-one"))
    found.append(Row("counts as moved", "yes", "chamberlain.rally.counts-as-moved"))
    return tuple(found)


RALLY: Final = simple("rally", _read_rally, _roll_rally, _rally_outputs, _rally_lines)


# ---- command


def _read_activation(fields: Fields) -> command.Activation:
    given: list[Fields] = fields["units"]
    ids: list[str] = [one["id"] for one in given]
    for place, one in enumerate(given):
        between(f"units[{place}].distance_bw", one["distance_bw"], 0)
        if ids.count(one["id"]) > 1:
            raise FieldError(f"units[{place}].id: '{one['id']}' is there twice")
    if fields["mode"] == "lone-unit" and len(given) != 1:
        raise FieldError(f"units: {len(given)} cannot be; a lone unit is one unit")
    lone: list[str] = fields["lone_rolls"]
    for place, id in enumerate(lone):
        if id not in ids or lone.count(id) > 1:
            raise FieldError(f"lone_rolls[{place}]: '{id}' cannot be; it names units, each once")
    for name in ("commands_used", "immobile_pips"):
        between(name, fields[name], 0, 3)
    return command.Activation(
        fields["mode"],
        tuple([command.Member(one["id"], one["distance_bw"], one["arm"]) for one in given]),
        tuple(fields["commander_traits"]),
        tuple(fields["cnc_traits"]),
        fields["in_command"],
        fields["force_roll_failed"],
        tuple(lone),
        fields["free_cavalry"],
        fields["use_intuitive"],
        fields["intuitive_used"],
        fields["commands_used"],
        fields["immobile_pips"],
        settings=_house(fields),
    )


def _roll_activation(activation: command.Activation, dice: Dice) -> command.Activated | str:
    return command.activation_refusal(activation) or command.activate(activation, dice)


def _activation_outputs(activation: command.Activation, reached: command.Activated | str) -> Outputs:
    clause = reached if isinstance(reached, str) else ""
    if isinstance(reached, str):
        reached = command.Activated(False, (), activation.intuitive_used, activation.immobile_pips)
    return _ruled(clause) | {
        "success": reached.success,
        "activated": reached.units,
        "intuitive_used": reached.intuitive_used,
        "immobile_pips": reached.immobile_pips,
    }


def _activation_lines(activation: command.Activation, reached: command.Activated | str) -> tuple[Row, ...]:
    if isinstance(reached, str):
        return _no(reached)
    clauses = {
        "lone-unit": "chamberlain.activate.lone-target",
        "vigorous": "chamberlain.trait.vigorous",
        "cnc-command": "chamberlain.activate.cnc-command",
    }
    clause = clauses.get(activation.mode, "chamberlain.activate.force-target")
    found = [Row("in range", ", ".join(command.in_range(activation)) or "nobody", "chamberlain.command.range")]
    if reached.intuitive_used and not activation.intuitive_used:
        found.append(Row("Intuitive officer", "a failed roll made again", "chamberlain.trait.intuitive"))
    found.append(Row("activation", "succeeds" if reached.success else "fails", clause))
    found.append(Row("activated", ", ".join(reached.units) or "nobody", clause))
    return tuple(found)


ACTIVATE: Final = simple("activate", _read_activation, _roll_activation, _activation_outputs, _activation_lines)


def _countdown_outputs(fields: Fields) -> Outputs:
    by_turn, again = command.countdown(fields["command_used_on_turn"], fields["settings"])
    return {"pips_by_turn": [{"turn": turn, "pips": pips} for turn, pips in by_turn], "next_command_turn": again}


def _read_countdown(fields: Fields) -> Fields:
    between("command_used_on_turn", fields["command_used_on_turn"], 1)
    return fields | {"settings": _house(fields)}


IMMOBILE_COUNTDOWN: Final = _told(
    "immobile-countdown", _read_countdown, _countdown_outputs, "chamberlain.trait.immobile-countdown"
)


def _roll_risk(fields: Fields, dice: Dice) -> bool:
    sniped = fields["cause"] == "fire" and "SS" in fields["enemy_traits"]
    return command.officer_falls(dice, sniped, "")


def _risk_outputs(fields: Fields, killed: bool) -> Outputs:
    return {
        "officer_killed": killed,
        "officer": command.after_risk(tuple(fields["officer"]), killed),
        "attached_to": fields["nearest_friendly"],
    }


def _risk_lines(fields: Fields, killed: bool) -> tuple[Row, ...]:
    if killed:
        return (
            Row("officer", "killed", "chamberlain.command.at-risk"),
            Row("replacement", "an average officer", "chamberlain.command.replacement"),
        )
    return (Row("officer", "survives", "chamberlain.command.at-risk"),)


AT_RISK: Final = simple("at-risk", lambda fields: fields, _roll_risk, _risk_outputs, _risk_lines)


# ---- moves


@final
@dataclass(slots=True, frozen=True)
class Move:
    """One activated unit and the move it would make."""

    kind: str
    unit: Troops
    pose: Pose
    yard: Yard
    pivot_to: int
    length: float
    to: Point
    end_facing: int
    change: str
    path: tuple[Point, ...]
    fields: Fields


def _read_move(fields: Fields) -> Move:
    unit: Fields = fields["unit"]
    pose = _pose("unit", unit)
    house = _house(fields)
    for name in ("distance_bw", "nearest_visible_enemy_bw", "nearest_enemy_bw"):
        between(name, fields[name], 0, 10_000)
    size = _table(fields)
    enemies = _bases("enemies", fields["enemies"], house)
    friends = _bases("friends", fields["friends"], house)
    ground = _country(fields["terrain"], size).ground
    path = _points("path", fields["path"], 0)
    kind: str = fields["kind"]
    facing = _end_facing(fields, kind, pose, path)
    pivot_to = pose.facing if fields["pivot_to"] is None else _angle("pivot_to", fields["pivot_to"])
    to = (pose.x, pose.y) if fields["to"] is None else _point("to", fields["to"])
    yard = Yard(ground, enemies, enemies, friends, (), size[0] > 0, house)
    troops = _troops("unit", unit, strength=False)
    change: str = fields["mount_change"]
    return Move(kind, troops, pose, yard, pivot_to, fields["distance_bw"], to, facing, change, path, fields)


def _end_facing(fields: Fields, kind: str, pose: Pose, path: tuple[Point, ...]) -> int:
    if fields["end_facing"] is not None:
        return _angle("end_facing", fields["end_facing"])
    corners = [(pose.x, pose.y), *path]
    if kind == "reserve" and len(corners) > 1 and distance(*corners[-2], *corners[-1]) > NOISE:
        return bearing(*corners[-2], *corners[-1])
    return pose.facing


def _march(move: Move) -> March:
    """The move as the chapter judges it."""
    unit = move.unit
    fields = move.fields
    rate = movement.rate_of(unit.arm, unit.mounted)
    engaged = len(movement.engagers(move.yard, terrain.base(move.pose, move.yard.settings))) > 0
    if move.kind == "retire":
        clause = movement.retire_refusal(fields["nearest_enemy_bw"], fields["corridor_clear"])
        return March(clause, move.pose, 0.0, engaged and bool(clause))
    if move.kind == "reserve":
        length = track_length(((move.pose.x, move.pose.y), *move.path))
        clause = movement.reserve_refusal(
            fields["reserve_used"], length, fields["nearest_visible_enemy_bw"], fields["off_road_difficult"]
        )
        last = move.path[-1] if move.path else (move.pose.x, move.pose.y)
        return March(clause, Pose(last[0], last[1], move.end_facing), rounded(length), False)
    if move.kind == "difficult":
        march = movement.difficult_move(move.yard, rate, move.pose, move.to[0], move.to[1], move.end_facing)
    else:
        length = move.length if move.kind == "simple" else 0.0
        march = movement.simple_move(move.yard, rate, move.pose, move.pivot_to, length)
    mounts = movement.mount_refusal(unit.arm, unit.mounted, move.change, move.kind)
    if mounts and march.clause != rate.clause:
        return March(mounts, march.end, march.distance, march.engaged)
    return march


def _what_it_did(move: Move, march: March) -> str:
    """The moved flag it carries afterwards: a pivot that turns nothing is no move [move.moved-flag]."""
    if march.clause:
        return move.unit.moved
    if move.kind == "pivot" or (move.kind == "simple" and march.distance == 0):
        return "pivot" if march.end.facing != move.pose.facing else "none"
    return move.kind


def _may_fire(move: Move, moved: str, limbered: bool) -> bool:
    unit = move.unit
    house = move.yard.settings
    if limbered or (unit.arm not in GUNS and weapon_of(unit.arm, unit.weapon, house) == UNARMED):
        return False
    done = Troops(unit.arm, weapon=unit.weapon, mounted=unit.mounted, moved=moved)
    return fire.may_fire_after(done, house)


def _move_outputs(move: Move) -> Outputs:
    march = _march(move)
    unit = move.unit
    legal = not march.clause
    retired = legal and move.kind == "retire"
    moved = _what_it_did(move, march)
    house = move.yard.settings
    tracked = unit.limbered and unit.arm in GUNS and house.artillery_track_limber
    limbered = movement.limbered_after(unit.arm, unit.limbered, moved, house) if legal else tracked
    mounted = unit.mounted if not legal or move.change == "none" else move.change == "mount"
    engaged = movement.engagers(move.yard, terrain.base(move.pose, house))
    return _ruled(march.clause) | {
        "end": None if retired else _posed(march.end if legal else move.pose),
        "distance_bw": march.distance if legal else 0,
        "engaged": march.engaged if legal else len(engaged) > 0,
        "mounted": mounted and unit.arm in RIDERS,
        "concealed": unit.concealed and not legal,
        "reserve_used": move.fields["reserve_used"] or (legal and move.kind == "reserve"),
        "may_fire": not retired and _may_fire(move, moved, limbered),
        "status": "retired" if retired else "ok",
        "counts_as_broken": False,
        "limbered": limbered,
    }


def _move_lines(move: Move, _: None) -> tuple[Row, ...]:
    march = _march(move)
    if march.clause:
        return _no(march.clause)
    if move.kind == "retire":
        return (Row("retires", "leaves the table", "chamberlain.move.retire-effect"),)
    clause = "chamberlain.move.rate-reserve" if move.kind == "reserve" else ""
    rate = movement.rate_of(move.unit.arm, move.unit.mounted)
    found = [Row("distance", f"{march.distance:g} BW", clause or rate.clause)]
    if march.engaged:
        found.append(Row("engaged", "stands in an enemy's zone", "chamberlain.move.engaged-zone"))
    return tuple(found)


MOVE: Final = simple("move", _read_move, lambda _move, _dice: None, lambda move, _: _move_outputs(move), _move_lines)


# ---- charges


@final
@dataclass(slots=True, frozen=True)
class Onset:
    """One charge at one target, the first of the yard's enemies."""

    charger: charge.Charger
    yard: Yard
    pivot_to: int
    visible: bool


def _read_charge(fields: Fields) -> Onset:
    unit: Fields = fields["charger"]
    pose = _pose("charger", unit)
    house = _house(fields)
    if unit["arm"] not in GUNS:
        _check_strength("charger", unit, unit["arm"])
    targets = (
        terrain.base(_pose("target", fields["target"]), house),
        *_bases("other_enemies", fields["other_enemies"], house),
    )
    yard = Yard(_country(fields["terrain"]).ground, targets, edges=False, settings=house)
    pivot_to = pose.facing if fields["pivot_to"] is None else _angle("pivot_to", fields["pivot_to"])
    charger = charge.Charger(unit["arm"], unit["mounted"], unit["elan"] or 0, unit["fatigue"], pose)
    return Onset(charger, yard, pivot_to, fields["visible"])


def _charge_outputs(onset: Onset) -> Outputs:
    found = charge.charge(onset.yard, onset.charger, onset.pivot_to, 0, onset.visible)
    end = None if found.clause else _posed(found.end)
    return _ruled(found.clause) | {"distance_bw": found.distance, "end": end}


CHARGE: Final = _told("charge", _read_charge, _charge_outputs, "chamberlain.move.charge-path")


def _read_threats(fields: Fields) -> tuple[tuple[charge.Candidate, ...], Settings]:
    found: list[charge.Candidate] = []
    for place, one in enumerate(fields["candidates"]):
        between(f"candidates[{place}].distance_bw", one["distance_bw"], 0)
        between(f"candidates[{place}].current_dice", one["current_dice"], 0)
        if one["id"] in [other.id for other in found]:
            raise FieldError(f"candidates[{place}].id: '{one['id']}' is there twice")
        found.append(
            charge.Candidate(one["id"], one["distance_bw"], one["in_contact"], one["engages"], one["current_dice"])
        )
    return tuple(found), _house(fields)


GREATEST_THREAT: Final = _told(
    "greatest-threat",
    _read_threats,
    lambda given: {"targets": charge.greatest_threats(given[0], given[1])},
    "chamberlain.move.charge-greatest-threat",
)


def _read_engaged(fields: Fields) -> tuple[Block, Block, bool]:
    house = _house(fields)
    unit = terrain.base(_pose("unit", fields["unit"]), house)
    return unit, terrain.base(_pose("enemy", fields["enemy"]), house), fields["visible"]


ENGAGED: Final = _told(
    "engaged",
    _read_engaged,
    lambda given: {"engaged": given[2] and terrain.engaged_by(given[0], given[1])},
    "chamberlain.move.engaged-zone",
)


def _read_flanked(fields: Fields) -> Fields:
    _pose("target", fields["target"])
    _point("attacker_centre", fields["attacker_centre"])
    return fields


def _flanked_outputs(fields: Fields) -> Outputs:
    target = terrain.base(_pose("target", fields["target"]), Settings())
    x, y = fields["attacker_centre"]
    if fields["kind"] == "fire":
        return {"flanked": sight.behind_front(target, x, y)}
    return {"flanked": charge.strikes_flank(target, Pose(x, y, 0), fields["began_in_zone"])}


FLANKED: Final = _told("flanked", _read_flanked, _flanked_outputs, "chamberlain.melee.flanked-condition")


# ---- sight and arcs


@final
@dataclass(slots=True, frozen=True)
class Gaze:
    """One unit looking at another."""

    country: Country
    viewer: Block
    viewer_level: int
    target: Block
    target_level: int
    others: tuple[Block, ...]
    settings: Settings


def _read_gaze(fields: Fields) -> Gaze:
    house = _house(fields)
    return Gaze(
        _country(fields["terrain"]),
        terrain.base(_pose("viewer", fields["viewer"]), house),
        fields["viewer"]["level"],
        terrain.base(_pose("target", fields["target"]), house),
        fields["target"]["level"],
        _bases("other_units", fields["other_units"], house),
        house,
    )


def _gaze_outputs(gaze: Gaze) -> Outputs:
    seen = sight.look(
        gaze.country.ground,
        gaze.country.crests,
        gaze.viewer,
        gaze.viewer_level,
        gaze.target,
        gaze.target_level,
        gaze.others,
        gaze.settings,
    )
    return {"visible": seen.visible, "obstructed": seen.obstructed}


LINE_OF_SIGHT: Final = _told("line-of-sight", _read_gaze, _gaze_outputs, "chamberlain.los.geometry")


def _read_arc(fields: Fields) -> tuple[Pose, Point, Settings]:
    return _pose("firer", fields["firer"]), _point("point", fields["point"]), _house(fields)


def _arc_outputs(given: tuple[Pose, Point, Settings]) -> Outputs:
    pose, (x, y), house = given
    off = 0 if distance(pose.x, pose.y, x, y) <= NOISE else off_facing(pose.x, pose.y, pose.facing, x, y)
    return {"in_arc": sight.in_fire_arc(pose, x, y, house), "off_axis_deg": off / 100}


FIRE_ARC: Final = _told("fire-arc", _read_arc, _arc_outputs, "chamberlain.fire.arc")


# ---- retreat and advance


@final
@dataclass(slots=True, frozen=True)
class Beaten:
    """A beaten unit and what is around it."""

    role: str
    pose: Pose
    away_from: Point
    edge: str
    yard: Yard


def _read_retreat(fields: Fields) -> Beaten:
    house = _house(fields)
    pose = _pose("unit", fields["unit"])
    if fields["role"] == "defender":
        given = _needed("attacker_centre", fields["attacker_centre"], "a defender flees from somebody")
        away = _point("attacker_centre", given)
    elif fields["attacker_centre"] is not None:
        raise FieldError("attacker_centre: an attacker backs along its own facing; leave it out")
    else:
        away = (pose.x, pose.y)
    size = _table(fields)
    yard = Yard(
        _country(fields["terrain"], size).ground,
        _bases("enemies", fields["enemies"], house),
        (),
        _bases("friends", fields["friends"], house),
        (),
        size[0] > 0,
        house,
    )
    return Beaten(fields["role"], pose, away, fields["friendly_edge"], yard)


def _retreat_outputs(beaten: Beaten) -> Outputs:
    enemy_edge = movement.OPPOSITE[beaten.edge]
    found: Retreat = movement.retreat(beaten.yard, beaten.role, beaten.pose, beaten.away_from, (enemy_edge,))
    if found.end is None:
        return {"status": found.status, "end": None, "base_centre": None}
    centre = terrain.base(found.end, beaten.yard.settings).pose
    return {"status": found.status, "end": _posed(found.end), "base_centre": [rounded(centre.x), rounded(centre.y)]}


RETREAT: Final = _told("retreat", _read_retreat, _retreat_outputs, "chamberlain.retreat.distance")


def _read_advance(fields: Fields) -> Fields:
    pose = _pose("unit", fields["unit"])
    between("free_ahead_bw", fields["free_ahead_bw"], 0)
    if fields["distance_bw"] is not None:
        between("distance_bw", fields["distance_bw"], 0)
    return fields | {"pose": pose}


def _advance_outputs(fields: Fields) -> Outputs:
    impetuous = "impetuous" in fields["unit"]["traits"]
    free: float = fields["free_ahead_bw"]
    limit = movement.advance_limit(free)
    chosen = fields["distance_bw"]
    length = (limit if impetuous else 0.0) if chosen is None else chosen
    clause = movement.advance_refusal(length, free, impetuous)
    pose: Pose = fields["pose"]
    gone = 0.0 if clause else length
    end = ahead(pose, gone)
    return _ruled(clause) | {"distance_bw": rounded(gone), "end": _posed(end)}


ADVANCE: Final = _told("advance", _read_advance, _advance_outputs, "chamberlain.advance.distance")


# ---- fatigue, armies, victory


def _read_fatigue(fields: Fields) -> tuple[Fields, Settings]:
    unit: Fields = fields["unit"]
    elan = _needed("unit.elan", unit["elan"], "fatigue is read against it")
    between("unit.elan", elan, *ELAN)
    between("unit.fatigue", unit["fatigue"], 0)
    return unit, _house(fields)


def _fatigue_outputs(given: tuple[Fields, Settings]) -> Outputs:
    unit, house = given
    elan, fatigue = unit["elan"], unit["fatigue"]
    status = morale.status_of(elan, fatigue, house)
    mounted = mounted_now(unit["arm"], unit["mounted"])
    may = status != "broken" and morale.may_charge(elan, fatigue, mounted, house)
    return {"current_elan": current_elan(elan, fatigue), "status": status, "may_charge": may}


FATIGUE_STATUS: Final = _told("fatigue-status", _read_fatigue, _fatigue_outputs, "chamberlain.fatigue.fatigued")


def _standing(name: str, side: str, given: Fields) -> victory.Standing:
    prefix = f"{name}." if name else ""
    between(f"{prefix}starting_units", given["starting_units"], 1)
    for part in ("broken_units", "retired_units"):
        between(f"{prefix}{part}", given[part], 0, given["starting_units"])
    if given["broken_units"] + given["retired_units"] > given["starting_units"]:
        raise FieldError(f"{prefix}retired_units: broken and retired units together are more than there were")
    points: int = given.get("objective_points", 0)
    return victory.Standing(side, given["starting_units"], given["broken_units"], given["retired_units"], points)


def _read_army(fields: Fields) -> tuple[victory.Standing, Settings]:
    return _standing("", "", fields), _house(fields)


def _army_outputs(given: tuple[victory.Standing, Settings]) -> Outputs:
    army, house = given
    return {
        "break_point": morale.break_point(army.starting, house),
        "army_broken": morale.army_broken(army.starting, army.broken, house),
    }


ARMY_MORALE: Final = _told("army-morale", _read_army, _army_outputs, "chamberlain.status.morale")


def _read_victory(fields: Fields) -> Fields:
    armies = [_standing(side, side, fields[side]) for side in ("union", "confederate")]
    return {"check": fields["check"], "armies": armies, "settings": _house(fields)}


def _victory_outputs(given: Fields) -> Outputs:
    first, second = given["armies"]
    if given["check"] == "night":
        return {"winner": victory.by_night(first, second)}
    return {"winner": victory.by_retirement(first, second, given["settings"])}


VICTORY: Final = _told("victory", _read_victory, _victory_outputs, "chamberlain.victory.retirement")


def _read_objective(fields: Fields) -> Fields:
    near: list[victory.Near] = []
    for place, one in enumerate(fields["units"]):
        between(f"units[{place}].distance_bw", one["distance_bw"], 0)
        near.append(victory.Near(one["side"], one["arm"], one["distance_bw"]))
    radius = _house(fields).victory_objective_radius
    return {"owner": fields["owner"], "near": tuple(near), "radius": radius}


OBJECTIVE: Final = _told(
    "objective",
    _read_objective,
    lambda given: {"owner": victory.holder(given["owner"], given["near"], given["radius"])},
    "chamberlain.victory.objective-control",
)


# ---- information


@final
@dataclass(slots=True, frozen=True)
class Expected:
    """A reinforcement that is waited for."""

    due: int
    target: int


def _read_reinforcement(fields: Fields) -> Expected:
    between("due_turn", fields["due_turn"], 1)
    house = _house(fields)
    given = fields["arrival_target"]
    target: int = house.info_reinforcement_target if given is None else given
    between("arrival_target", target, 1, 6)
    return Expected(fields["due_turn"], target)


def _await(expected: Expected, dice: Dice) -> int:
    turn = expected.due
    while not command.arrives(expected.target, "reinforcement", "", dice):
        turn += 1
    return turn


def _arrival_chances(expected: Expected) -> tuple[Chances, ...]:
    """Exact where it comes for certain; otherwise the turns have no end, so trials."""
    if expected.target == 1:
        return (Chances("", Odds({expected.due: 1}, 1), lambda turn: {"arrives_on_turn": turn}),)
    guess = estimate((lambda _, dice: _await(expected, dice),), expected.due, Seeded("reinforcement"), TRIALS)
    return (Chances("", guess, lambda turn: {"arrives_on_turn": turn}),)


def _work_reinforcement(expected: Expected, dice: Dice) -> Worked:
    turn = _await(expected, dice)
    row = Row(f"arrives, {expected.target}+", f"turn {turn}", "chamberlain.info.reinforcements")
    return Worked({"arrives_on_turn": turn}, (row,))


REINFORCEMENT: Final = Procedure("reinforcement", _read_reinforcement, _work_reinforcement, _arrival_chances)


def _read_blinds(fields: Fields) -> Fields:
    for place, blind in enumerate(fields["blinds"]):
        for number, view in enumerate(blind["views"]):
            between(f"blinds[{place}].views[{number}].range_bw", view["range_bw"], 0)
    return fields


def _discover_outputs(fields: Fields) -> Outputs:
    found: list[str] = []
    for blind in fields["blinds"]:
        views = [concealment.Sighting(view["range_bw"], view["visible"]) for view in blind["views"]]
        if any([concealment.discovers(view) for view in views]):
            found.append(blind["id"])
    return {"revealed": found}


DISCOVER: Final = _told("discover", _read_blinds, _discover_outputs, "chamberlain.conceal.passive-within-4bw")


def _terrain_outputs(kind: str) -> Outputs:
    row = terrain.CHART[kind]
    return {
        "movement": row.movement,
        "obstruct_bw": row.obstruct,
        "blocks_at_crest": kind == "crest",
        "cover": row.cover,
        "melee_dice": row.melee,
    }


TERRAIN: Final = _told("terrain", lambda fields: fields["kind"], _terrain_outputs, "chamberlain.terrain.columns")


PROCEDURES: Final = (
    FIRST_PLAYER,
    FIRE,
    ARTILLERY_FIRE,
    MELEE,
    MELEE_SPLIT,
    RALLY,
    ACTIVATE,
    IMMOBILE_COUNTDOWN,
    AT_RISK,
    MOVE,
    CHARGE,
    GREATEST_THREAT,
    ENGAGED,
    FLANKED,
    LINE_OF_SIGHT,
    FIRE_ARC,
    RETREAT,
    ADVANCE,
    FATIGUE_STATUS,
    ARMY_MORALE,
    VICTORY,
    OBJECTIVE,
    REINFORCEMENT,
    DISCOVER,
    TERRAIN,
)
