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
    house,
    simple,
)
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import charge, command, fire, melee, morale, terrain, victory
from roundtop.rulebooks.skirmish.options import Settings, settings
from roundtop.rulebooks.skirmish.tables import CLASSES, KILLED, STATUS, harmed, majority, quality_die
from roundtop.rulebooks.skirmish.weapons import MELEE, SHOOTING
from roundtop.table.measure import rounded

Fields = dict[str, Any]
Roll = Callable[[Situation, Dice], Reached]
Answer = Callable[[Situation, Reached], Outputs]
Explain = Callable[[Situation, Reached], tuple[Row, ...]]


# ---- what the procedures share


def _verdict(clause: str) -> Outputs:
    return {"legal": not clause, "clause": clause or None}


def _no_line(clause: str) -> Row:
    return Row("not allowed", "no", clause) if clause else Row("allowed", "yes")


def _house(fields: Fields) -> Settings:
    found: Settings = house(settings, fields)
    return found


def _once(name: str, ids: list[str]) -> None:
    for id in ids:
        if ids.count(id) > 1:
            raise FieldError(f"{name}: '{id}' is named twice")


def _apart(value: float | None) -> float:
    """A distance, below 0 where nobody is there."""
    return -1.0 if value is None else value


# ---- initiative, phases, classes, actions


def _two_sides(name: str, given: list[str]) -> tuple[str, str]:
    if len(given) != 2 or given[0] == given[1]:
        raise FieldError(f"{name}: {', '.join(given) or 'nobody'} cannot be; it names the two sides, each once")
    return given[0], given[1]


def _read_initiative(fields: Fields) -> command.Throw:
    order = _two_sides("order", fields["order"])
    given: dict[str, str] = fields["commander_class"]
    for side in given:
        if side not in order:
            raise FieldError(f"commander_class.{side}: no such side; there are {order[0]} and {order[1]}")
    first: str = fields["first_last_turn"] or ""
    if first and first not in order:
        raise FieldError(f"first_last_turn: '{first}' cannot be; it is {order[0]} or {order[1]}")
    classes = (given.get(order[0], "down"), given.get(order[1], "down"))
    return command.Throw(order, classes, first, _house(fields))


def _work_initiative(throw: command.Throw, dice: Dice) -> Worked:
    winner = command.initiative(throw, dice)
    faces = [face for roll in dice.rolls for face in roll.faces]
    rounds = len(faces) // 2
    clause = "skirmish.turn.initiative"
    working = [
        Row(f"{throw.order[0]} {faces[2 * n]}, {throw.order[1]} {faces[2 * n + 1]}", f"throw {n + 1}", clause)
        for n in range(rounds)
    ]
    return Worked({"winner": winner, "rounds": rounds}, (*working, Row("initiative", winner, clause)))


def _initiative_chances(throw: command.Throw) -> tuple[Chances, ...]:
    return (Chances("", command.initiative_odds(throw), lambda winner: {"winner": winner}),)


INITIATIVE: Final = Procedure("initiative", _read_initiative, _work_initiative, _initiative_chances)


def _read_phases(fields: Fields) -> Fields:
    if fields["first"] == fields["second"]:
        raise FieldError(f"second: {fields['second']} cannot be; it is the other side")
    return fields | {"settings": _house(fields)}


def _phases(fields: Fields, _: Dice) -> tuple[str, ...]:
    order = command.phase_order(fields["first"], fields["second"], fields["settings"])
    return tuple([f"{side}{number}" for side, number in order])


def _phase_lines(_: Fields, phases: tuple[str, ...]) -> tuple[Row, ...]:
    return tuple([Row(f"phase {n}", name, "skirmish.turn.action-phases") for n, name in enumerate(phases, 1)])


PHASE_ORDER: Final = simple("phase-order", _read_phases, _phases, lambda _, phases: {"phases": phases}, _phase_lines)


def _read_majority(fields: Fields) -> Fields:
    able: dict[str, int] = fields["able_by_class"]
    for quality, number in able.items():
        if quality not in CLASSES:
            raise FieldError(f"able_by_class.{quality}: no such class; there are {', '.join(CLASSES)}")
        between(f"able_by_class.{quality}", number, 0)
    if not majority(able):
        raise FieldError("able_by_class: nobody is able; give at least one figure")
    return fields | {"settings": _house(fields)}


def _class_and_die(fields: Fields, quality: str) -> Outputs:
    return {"class": quality, "die": quality_die(quality, fields["settings"]).name}


def _class_lines(fields: Fields, quality: str) -> tuple[Row, ...]:
    return (
        Row("most numerous class", quality, "skirmish.setup.majority-class"),
        Row("quality dice", quality_die(quality, fields["settings"]).name, "skirmish.setup.quality-classes"),
    )


MAJORITY_CLASS: Final = simple(
    "majority-class",
    _read_majority,
    lambda fields, _: majority(fields["able_by_class"]),
    _class_and_die,
    _class_lines,
)


def _read_actions(fields: Fields) -> Fields:
    between("actions_spent", fields["actions_spent"], 0, command.ACTIONS)
    return fields


def _action_lines(fields: Fields, left: int) -> tuple[Row, ...]:
    found = [Row("actions a turn", str(command.ACTIONS), "skirmish.actions.allowance")]
    if fields["wounds"]:
        found.append(Row("wounds", f"-{fields['wounds']}", "skirmish.actions.allowance"))
    if fields["carrying"]:
        found.append(Row("carrying", "-1", "skirmish.actions.carry"))
    if fields["actions_spent"]:
        found.append(Row("spent", f"-{fields['actions_spent']}", "skirmish.actions.mid-turn-wound"))
    return (*found, Row("actions left", str(left), "skirmish.actions.mid-turn-wound"))


ACTIONS_LEFT: Final = simple(
    "actions-left",
    _read_actions,
    lambda fields, _: command.actions_left(fields["wounds"], fields["actions_spent"], fields["carrying"]),
    lambda _, left: {"actions_left": left},
    _action_lines,
)


# ---- moving


def _read_climb(fields: Fields) -> Fields:
    between("height_cm", fields["height_cm"], 0)
    return fields


CLIMB_ACTIONS: Final = simple(
    "climb-actions",
    _read_climb,
    lambda fields, _: terrain.climb_actions(fields["kind"], fields["height_cm"]),
    lambda _, actions: {"actions": actions},
    lambda fields, actions: (
        Row(f"{fields['height_cm']:g} cm of {fields['kind']}", f"{actions} actions", "skirmish.actions.climb"),
    ),
)


@final
@dataclass(slots=True, frozen=True)
class Path:
    """A move and the house rules that price it."""

    move: terrain.Move
    settings: Settings


def _read_move(fields: Fields) -> Path:
    lengths = {"open": 0.0, "difficult": 0.0}
    for place, leg in enumerate(fields["legs"]):
        between(f"legs[{place}].length_cm", leg["length_cm"], 0)
        lengths[leg["ground"]] += leg["length_cm"]
    for place, turn in enumerate(fields["turns_deg"]):
        between(f"turns_deg[{place}]", turn, 0, 360)
    between("jumps", fields["jumps"], 0)
    rate: float | None = fields["rate_cm"]
    if rate is not None:
        if fields["arm"] != "animal":
            raise FieldError("rate_cm: only an animal has a rate of its own")
        between("rate_cm", rate, 0.01)
    turned = sum([float(angle) for angle in fields["turns_deg"]], 0.0)
    move = terrain.Move(fields["arm"], lengths["open"], lengths["difficult"], turned, fields["jumps"], rate or 0.0)
    return Path(move, _house(fields))


def _moved(path: Path, clause: str) -> Outputs:
    cost = rounded(terrain.price(path.move, path.settings))
    return {"cost_cm": cost, "allowance_cm": terrain.allowance(path.move)} | _verdict(clause)


def _move_lines(path: Path, clause: str) -> tuple[Row, ...]:
    move, house = path.move, path.settings
    ground = terrain.ground_cost(move.open_cm, move.difficult_cm, house)
    found = [Row("ground", f"{ground:g} cm", "skirmish.movement.difficult-mixed")]
    turning = terrain.turn_cost(move.arm, move.turned_deg, house)
    if turning:
        found.append(Row(f"turning {move.turned_deg:g} degrees", f"{turning:g} cm", "skirmish.movement.mounted-turn"))
    if move.jumps and move.arm == "mounted":
        jumps = terrain.JUMP_CM * move.jumps
        found.append(Row("jumps", f"{jumps:g} cm", "skirmish.movement.mounted-obstacles"))
    found.append(Row("allowance", f"{terrain.allowance(move):g} cm", terrain.RATE_CLAUSE[move.arm]))
    return (*found, _no_line(clause))


MOVE_CHECK: Final = simple(
    "move-check", _read_move, lambda path, _: terrain.move_refusal(path.move, path.settings), _moved, _move_lines
)


# ---- loading, range and cover


@final
@dataclass(slots=True, frozen=True)
class Loading:
    """A weapon and the Load actions spent on it."""

    weapon: str
    progress: int
    actions: int
    needed: int
    most: int


def _read_load(fields: Fields) -> Loading:
    house = _house(fields)
    weapon, breech, repeating = fields["weapon"], fields["breech_loading"], fields["repeating"]
    if breech and weapon not in fire.MARKABLE:
        raise FieldError(f"breech_loading: only {', '.join(fire.MARKABLE)} may be marked; a {weapon} may not")
    needed = fire.loads_needed(weapon, breech, repeating, house)
    most = fire.full(weapon, breech, repeating, house)
    between("progress", fields["progress"], 0, most)
    between("load_actions", fields["load_actions"], 0)
    return Loading(weapon, fields["progress"], fields["load_actions"], needed, most)


def _loaded(load: Loading, progress: int) -> Outputs:
    return {"needed": load.needed, "progress": progress, "loaded": progress >= load.needed}


def _load_lines(load: Loading, progress: int) -> tuple[Row, ...]:
    muzzle = load.needed > fire.BREECH
    clause = "skirmish.shooting.loading-muzzle" if muzzle else "skirmish.shooting.loading-other"
    ready = "loaded" if progress >= load.needed else "not yet loaded"
    return (
        Row("actions needed", str(load.needed), clause),
        Row("progress", f"{load.progress} + {load.actions}", "skirmish.shooting.loading-progress"),
        Row(f"{progress} of {load.most}", ready, "skirmish.actions.load"),
    )


LOAD: Final = simple(
    "load", _read_load, lambda load, _: min(load.most, load.progress + load.actions), _loaded, _load_lines
)


def _read_range(fields: Fields) -> Fields:
    between("distance_cm", fields["distance_cm"], 0)
    return fields


def _band_and_die(_: Fields, band: str) -> Outputs:
    return {"band": band, "die": None if band == fire.OUT else fire.RANGE_DICE[band].name}


def _band_lines(fields: Fields, band: str) -> tuple[Row, ...]:
    clause = "skirmish.shooting.out-of-range" if band == fire.OUT else SHOOTING[fields["weapon"]]
    found = Row(f"{fields['weapon']} at {fields['distance_cm']:g} cm", band, clause)
    if band == fire.OUT:
        return (found,)
    return (found, Row("range die", fire.RANGE_DICE[band].name, "skirmish.shooting.range-dice"))


RANGE_BAND: Final = simple(
    "range-band",
    _read_range,
    lambda fields, _: fire.band(fields["weapon"], fields["distance_cm"], _house(fields)),
    _band_and_die,
    _band_lines,
)


@final
@dataclass(slots=True, frozen=True)
class Covering:
    """What may cover a target, under house rules."""

    hiding: terrain.Hiding
    settings: Settings


def _read_cover(fields: Fields) -> Covering:
    apart: float | None = fields["distance_cm"]
    gap: float | None = fields["linear_gap_cm"]
    if fields["shares_area"] and fields["area"] == "none":
        raise FieldError("shares_area: there is no area to share; name one in area")
    if fields["shares_area"] and apart is None:
        raise FieldError("distance_cm: missing; it is needed with shares_area")
    if fields["line_crosses"] and fields["linear"] == "none":
        raise FieldError("line_crosses: there is no feature to cross; name one in linear")
    if fields["line_crosses"] and gap is None:
        raise FieldError("linear_gap_cm: missing; it is needed with line_crosses")
    between("distance_cm", apart or 0.0, 0)
    between("linear_gap_cm", gap or 0.0, 0)
    hiding = terrain.Hiding(
        fields["area"],
        fields["shares_area"],
        apart or 0.0,
        fields["linear"],
        fields["line_crosses"],
        gap or 0.0,
        fields["shooter_level"],
        fields["target_level"],
    )
    return Covering(hiding, _house(fields))


def _cover_lines(covering: Covering, grade: str) -> tuple[Row, ...]:
    hiding = covering.hiding
    clause = "skirmish.shooting.cover-test"
    found: list[Row] = []
    if hiding.area != "none":
        found.append(Row(hiding.area, terrain.area_cover(hiding), clause))
    if hiding.feature != "none":
        found.append(Row(hiding.feature, terrain.feature_cover(hiding, covering.settings), clause))
    return (*found, Row(f"cover {grade}", terrain.COVER_DICE[grade].name, "skirmish.shooting.cover-dice"))


COVER_GRADE: Final = simple(
    "cover-grade",
    _read_cover,
    lambda covering, _: terrain.cover(covering.hiding, covering.settings),
    lambda _, grade: {"grade": grade, "die": terrain.COVER_DICE[grade].name},
    _cover_lines,
)


# ---- shooting


@final
@dataclass(slots=True, frozen=True)
class Aim:
    """A weapon, and the pool of a nominated group, nearest first."""

    weapon: str
    pool: tuple[fire.Mark, ...]


def _read_select(fields: Fields) -> Aim:
    figures: list[Fields] = fields["figures"]
    _once("figures.id", [one["id"] for one in figures])
    for place, one in enumerate(figures):
        between(f"figures[{place}].distance_cm", one["distance_cm"], 0)
    marks = [
        fire.Mark(one["id"], one["distance_cm"], one["able"], one["visible"], one["in_contact"], one["screened"])
        for one in figures
    ]
    return Aim(fields["weapon"], fire.pool(fields["weapon"], tuple(marks), _house(fields)))


def _drawn(aim: Aim, dice: Dice) -> int:
    return fire.pick(len(aim.pool), "", dice) if aim.pool else -1


def _selected(aim: Aim, place: int) -> Outputs:
    clause = "" if aim.pool else "skirmish.shooting.eligible-targets"
    target = aim.pool[place].id if aim.pool else None
    return _verdict(clause) | {"pool": [mark.id for mark in aim.pool], "target": target}


def _select_lines(aim: Aim, place: int) -> tuple[Row, ...]:
    if not aim.pool:
        return (_no_line("skirmish.shooting.eligible-targets"),)
    found = [Row(mark.id, f"{mark.distance:g} cm", "skirmish.shooting.random-method") for mark in aim.pool]
    return (*found, Row("aimed at", aim.pool[place].id, "skirmish.shooting.random-target"))


SELECT_TARGET: Final = simple("select-target", _read_select, _drawn, _selected, _select_lines)


def _read_shot(fields: Fields) -> fire.Shot:
    shooter: Fields = fields["shooter"]
    target: Fields = fields["target"]
    between("target.distance_cm", target["distance_cm"], 0)
    if target["horse_harm"] and not target["mounted"]:
        raise FieldError("target.horse_harm: only a mounted figure has a horse")
    return fire.Shot(
        shooter["class"],
        shooter["weapon"],
        target["distance_cm"],
        target["cover"],
        target["harm"],
        target["mounted"],
        target["horse_harm"],
        settings=_house(fields),
    )


def _roll_shot(shot: fire.Shot, dice: Dice) -> fire.Hit | str:
    return fire.shot_refusal(shot) or fire.fire(shot, dice)


def _shot_outputs(shot: fire.Shot, hit: fire.Hit | str) -> Outputs:
    if isinstance(hit, str):
        unchanged = _figure(shot.harm, shot.mounted, shot.horse_harm)
        return _verdict(hit) | {"result": "none", "struck": "none", "injury": False, "target": unchanged}
    return _verdict("") | {
        "margin": hit.margin,
        "result": hit.result,
        "struck": hit.struck,
        "injury": hit.injury,
        "target": _figure(hit.harm, hit.mounted, hit.horse_harm),
    }


def _figure(harm: int, mounted: bool, horse_harm: int) -> Outputs:
    horse = horse_harm if mounted else None
    return {"harm": harm, "status": STATUS[harm], "mounted": mounted, "horse_harm": horse}


def _shot_lines(shot: fire.Shot, hit: fire.Hit | str) -> tuple[Row, ...]:
    if isinstance(hit, str):
        return (_no_line(hit),)
    band = fire.band(shot.weapon, shot.distance, shot.settings)
    found = [
        Row(f"{shot.quality} shooter", quality_die(shot.quality, shot.settings).name, "skirmish.shooting.sequence"),
        Row(f"cover {shot.cover}", terrain.COVER_DICE[shot.cover].name, "skirmish.shooting.cover-dice"),
        Row(f"{shot.distance:g} cm, {band}", fire.RANGE_DICE[band].name, SHOOTING[shot.weapon]),
        Row("margin", f"{hit.margin:+d}", "skirmish.shooting.highest-target-die"),
        Row("result", hit.result, "skirmish.shooting.result-table"),
    ]
    if hit.struck == "horse":
        down = "stays up" if hit.mounted else "goes down"
        found.append(Row("the horse", down, "skirmish.shooting.horse-harm"))
    if hit.struck != "none":
        found.append(Row("the man", STATUS[hit.harm], "skirmish.shooting.harm-ladder"))
    if hit.injury:
        found.append(Row("his group", "must test", "skirmish.morale.trigger-injury"))
    return tuple(found)


RESOLVE_SHOT: Final = simple("resolve-shot", _read_shot, _roll_shot, _shot_outputs, _shot_lines)


def _read_volley(fields: Fields) -> fire.Volley:
    figures: list[Fields] = fields["figures"]
    _once("figures.id", [one["id"] for one in figures])
    for place, one in enumerate(figures):
        between(f"figures[{place}].distance_cm", one["distance_cm"], 0)
    return fire.Volley(
        tuple([fire.Shooter(one["class"], one["weapon"]) for one in fields["shooters"]]),
        tuple([fire.Mark(one["id"], one["distance_cm"], screened=one["screened"]) for one in figures]),
        tuple([one["cover"] for one in figures]),
        tuple([one["harm"] for one in figures]),
        _house(fields),
    )


def _work_volley(volley: fire.Volley, dice: Dice) -> Worked:
    toll = fire.Toll(volley.harms)
    targets: list[str] = []
    results: list[str] = []
    found: list[Row] = []
    for number, shooter in enumerate(volley.shooters, 1):
        toll, fallen = fire.volley_shot(volley, shooter, toll, dice)
        targets.append(volley.marks[fallen.target].id if fallen.target >= 0 else "none")
        results.append(fallen.result)
        label = f"shot {number}, {shooter.quality} {shooter.weapon} at {targets[-1]}"
        found.append(Row(label, fallen.result, "skirmish.shooting.result-table"))
    due = "must test" if toll.test_due else "need not test"
    found.append(Row("the group", due, "skirmish.morale.trigger-injury"))
    return Worked({"targets": targets, "results": results} | _volley_outputs(volley, toll), tuple(found))


def _volley_outputs(volley: fire.Volley, toll: fire.Toll) -> Outputs:
    return {"status": fire.statuses(volley, toll), "test_due": toll.test_due}


def _volley_chances(volley: fire.Volley) -> tuple[Chances, ...]:
    return (Chances("", fire.volley_odds(volley), lambda toll: _volley_outputs(volley, toll)),)


RESOLVE_VOLLEY: Final = Procedure("resolve-volley", _read_volley, _work_volley, _volley_chances)


def _all_harm(fields: Fields, _: Dice) -> int:
    harm: int = fields["harm"]
    for result in fields["results"]:
        harm = harmed(harm, result)
    return harm


HARM: Final = simple(
    "harm",
    lambda fields: fields,
    _all_harm,
    lambda _, harm: {"harm": harm, "status": STATUS[harm]},
    lambda fields, harm: (
        Row(f"harm {fields['harm']}", ", ".join(fields["results"]) or "nothing", "skirmish.shooting.harm-ladder"),
        Row(f"{harm} of {KILLED}", STATUS[harm], "skirmish.shooting.harm-ladder"),
    ),
)


# ---- melee


@final
@dataclass(slots=True, frozen=True)
class Brawl:
    """Two sides in contact: names, and who touches whom by their places."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    touches: tuple[melee.Touch, ...]
    rear: tuple[melee.Touch, ...]


def _read_brawl(fields: Fields) -> Brawl:
    a: list[str] = fields["a"]
    b: list[str] = fields["b"]
    _once("a", a)
    _once("b", b)
    for id in b:
        if id in a:
            raise FieldError(f"b: '{id}' is of a already; a figure fights on one side")
    touches: list[melee.Touch] = []
    for place, pair in enumerate(fields["contacts"]):
        name = f"contacts[{place}]"
        if len(pair) != 2 or pair[0] not in a or pair[1] not in b:
            raise FieldError(f"{name}: {pair} cannot be; it is an id of a, then an id of b")
        touches.append((a.index(pair[0]), b.index(pair[1])))
    rear: list[melee.Touch] = []
    for place, pair in enumerate(fields["rear"]):
        touch = _rear_touch(pair, a, b)
        if touch not in touches:
            raise FieldError(f"rear[{place}]: {pair} cannot be; it names a rider and an enemy who touches him")
        rear.append(touch)
    return Brawl(tuple(a), tuple(b), tuple(touches), tuple(rear))


def _rear_touch(pair: list[str], a: list[str], b: list[str]) -> melee.Touch:
    if len(pair) == 2 and pair[0] in a and pair[1] in b:
        return (a.index(pair[0]), b.index(pair[1]))
    if len(pair) == 2 and pair[0] in b and pair[1] in a:
        return (a.index(pair[1]), b.index(pair[0]))
    return (-1, -1)


def _arranged(brawl: Brawl, found: melee.Arrangement) -> Outputs:
    combats = [
        {"a": [brawl.a[place] for place in one.a], "b": [brawl.b[place] for place in one.b]} for one in found.combats
    ]
    idle = [brawl.a[place] for place in found.idle_a] + [brawl.b[place] for place in found.idle_b]
    return {"combats": combats, "idle": idle}


def _brawl_lines(brawl: Brawl, found: melee.Arrangement) -> tuple[Row, ...]:
    rows: list[Row] = []
    for one in found.combats:
        sides = (", ".join([brawl.a[place] for place in one.a]), ", ".join([brawl.b[place] for place in one.b]))
        single = len(one.a) == len(one.b)
        clause = "skirmish.melee.one-to-one" if single else "skirmish.melee.multiple"
        rows.append(Row(sides[0], f"against {sides[1]}", clause))
    idle = _arranged(brawl, found)["idle"]
    return (*rows, Row("no part in it", ", ".join(idle) or "nobody", "skirmish.melee.pairing"))


PAIR_MELEE: Final = simple(
    "pair-melee", _read_brawl, lambda brawl, _: melee.arrange(brawl.touches, brawl.rear), _arranged, _brawl_lines
)


def _read_fighter(name: str, fields: Fields) -> melee.Fighter:
    if fields["arm"] == "mounted" and fields["weapon"] == "bayonet":
        raise FieldError(f"{name}.weapon: a mounted man cannot use a bayonet; he fights as butt-sword")
    helpers: list[Fields] = fields["supporters"]
    between(f"{name}.supporters", len(helpers), 0, melee.MOST_AGAINST_ONE - 1)
    for place, one in enumerate(helpers):
        if one["arm"] == "mounted" and one["weapon"] == "bayonet":
            raise FieldError(f"{name}.supporters[{place}].weapon: a mounted man cannot use a bayonet")
    return melee.Fighter(
        fields["class"],
        fields["arm"],
        fields["weapon"],
        fields["harm"],
        tuple([melee.Supporter(one["arm"], one["weapon"]) for one in helpers]),
        fields["uphill"],
        fields["barricade"],
        fields["charging"],
        fields["opponent_in_rear"],
        fields["broken"],
    )


def _read_combat(fields: Fields) -> melee.Combat:
    a, b = _read_fighter("a", fields["a"]), _read_fighter("b", fields["b"])
    if a.supporters and b.supporters:
        raise FieldError("b.supporters: only one side of a combat may have supporters, and a has some")
    if a.uphill and b.uphill:
        raise FieldError("b.uphill: both cannot be uphill of each other")
    return melee.Combat(a, b, _house(fields))


def _fought(combat: melee.Combat, fought: melee.Fought) -> Outputs:
    winner = fought.winner()
    after = {"harm": fought.harm, "status": STATUS[fought.harm], "mounted": fought.mounted}
    return {
        "a_score": fought.a_score,
        "b_score": fought.b_score,
        "winner": winner,
        "margin": abs(fought.a_score - fought.b_score),
        "result": fought.result,
        "loser": None if winner == "tie" else after,
    }


def _fighter_lines(name: str, one: melee.Fighter, enemy: melee.Fighter, house: Settings, score: int) -> list[Row]:
    found = [Row(f"{name} quality", quality_die(one.quality, house).name, "skirmish.melee.quality-die")]
    found += lines(melee.deductions(one, enemy, house))
    weapon = melee.weapon_die(one, enemy, house)
    if weapon is not None:
        found.append(Row(f"{name} {one.weapon}", weapon.name, MELEE[one.weapon]))
    horse = melee.horse_die(one, enemy)
    if horse is not None:
        found.append(Row(f"{name} horse", horse.name, "skirmish.melee.horse-die"))
    if melee.defenceless(one):
        found.append(Row(name, "defenceless", "skirmish.melee.mounted-rear-terms"))
    found += lines(melee.bonuses(one, house))
    return [*found, Row(f"{name} scores", str(score), "skirmish.melee.highest-die")]


def _combat_lines(combat: melee.Combat, fought: melee.Fought) -> tuple[Row, ...]:
    found = _fighter_lines("a", combat.a, combat.b, combat.settings, fought.a_score)
    found += _fighter_lines("b", combat.b, combat.a, combat.settings, fought.b_score)
    winner = fought.winner()
    if winner == "tie":
        return (*found, Row("equal", "no effect", "skirmish.melee.tie"))
    loser = combat.b if winner == "a" else combat.a
    chart = "skirmish.melee.result-cavalry" if loser.arm == "mounted" else "skirmish.melee.result-infantry"
    found.append(Row(f"beaten by {abs(fought.a_score - fought.b_score)}", fought.result, chart))
    return (*found, Row("the loser", STATUS[fought.harm], "skirmish.melee.result-to-primary"))


def _work_combat(combat: melee.Combat, dice: Dice) -> Worked:
    fought = melee.fight(combat, dice)
    return Worked(_fought(combat, fought), _combat_lines(combat, fought))


def _combat_chances(combat: melee.Combat) -> tuple[Chances, ...]:
    return (Chances("", melee.combat_odds(combat), lambda fought: _fought(combat, fought)),)


RESOLVE_MELEE: Final = Procedure("resolve-melee", _read_combat, _work_combat, _combat_chances)


@final
@dataclass(slots=True, frozen=True)
class Push:
    """A winner, a loser, and the gap to an unengaged friend behind (below 0: none)."""

    winner: tuple[float, float]
    loser: tuple[float, float]
    gap: float


def _point(name: str, given: list[float]) -> tuple[float, float]:
    if len(given) != 2:
        raise FieldError(f"{name}: give two numbers, x and y")
    return given[0], given[1]


def _read_push(fields: Fields) -> Push:
    winner, loser = _point("winner", fields["winner"]), _point("loser", fields["loser"])
    if winner == loser:
        raise FieldError("loser: the two stand on the same spot, so there is no way back")
    gap: float | None = fields["behind_gap_cm"]
    between("behind_gap_cm", gap or 0.0, 0)
    return Push(winner, loser, _apart(gap))


def _pushed(push: Push, after: tuple[float, float]) -> Outputs:
    shift = rounded(melee.shift_behind(push.gap)) if push.gap >= 0.0 else 0.0
    return {"loser": after, "behind_shift_cm": shift}


def _push_lines(push: Push, after: tuple[float, float]) -> tuple[Row, ...]:
    shift: float = _pushed(push, after)["behind_shift_cm"]
    return (
        Row("loser at", f"{after[0]:g}, {after[1]:g}", "skirmish.melee.push-back"),
        Row("friend behind", f"{shift:g} cm", "skirmish.melee.push-back-behind"),
    )


PUSH_BACK: Final = simple(
    "push-back", _read_push, lambda push, _: melee.pushed(push.winner, push.loser), _pushed, _push_lines
)


# ---- charges and morale


def _read_charge(fields: Fields) -> charge.Charge:
    own: Fields = fields["charger"]
    target: Fields = fields["target"]
    between("path_cost_cm", fields["path_cost_cm"], 0)
    between("charger.able_figures", own["able_figures"], 1)
    between("target.able_figures", target["able_figures"], 1)
    return charge.Charge(
        fields["path_cost_cm"],
        own["class"],
        own["able_figures"],
        own["arm"],
        target["class"],
        target["able_figures"],
        own["state"],
        fields["in_sight"],
    )


def _charge_tests(given: charge.Charge) -> bool:
    return charge.must_test(given.quality, given.able, given.target_quality, given.target_able)


def _charged(given: charge.Charge, clause: str) -> Outputs:
    return _verdict(clause) | {"charger_tests": not clause and _charge_tests(given)}


def _charge_lines(given: charge.Charge, clause: str) -> tuple[Row, ...]:
    if clause:
        return (_no_line(clause),)
    tests = "must test first" if _charge_tests(given) else "no test"
    return (_no_line(clause), Row("the chargers", tests, "skirmish.morale.charge-comparison"))


CHARGE_CHECK: Final = simple(
    "charge-check", _read_charge, lambda given, _: charge.charge_refusal(given), _charged, _charge_lines
)


def _read_morale(fields: Fields) -> morale.Check:
    between("start", fields["start"], 1)
    between("lost", fields["lost"], 0, fields["start"])
    between("wounded", fields["wounded"], 0, fields["start"] - fields["lost"])
    for name in ("friends_retiring_cm", "flank_enemy_cm", "flank_friend_cm"):
        between(name, fields[name] or 0.0, 0)
    commander: Fields = fields["commander"] or {"ok": False, "in_sight": False, "distance_cm": 0.0}
    between("commander.distance_cm", commander["distance_cm"], 0)
    return morale.Check(
        fields["class"],
        fields["start"],
        fields["lost"],
        fields["wounded"],
        fields["leader_class"] or "",
        fields["nco_down"],
        fields["commander_down_this_turn"],
        fields["retiring"],
        _apart(fields["friends_retiring_cm"]),
        _apart(fields["flank_enemy_cm"]),
        _apart(fields["flank_friend_cm"]),
        fields["advancing"],
        fields["friends_advancing_or_winning"],
        fields["uphill_of_all"],
        fields["in_cover"],
        commander["ok"],
        commander["in_sight"],
        commander["distance_cm"],
        settings=_house(fields),
    )


def _tested(check: morale.Check, score: int) -> Outputs:
    return {"modifier": total(morale.modifiers(check)), "score": score, "result": morale.result_of(score)}


def _morale_lines(check: morale.Check, score: int) -> tuple[Row, ...]:
    mods = morale.modifiers(check)
    result = morale.result_of(score)
    return (
        Row(f"{check.quality} group", f"{quality_die(check.quality, check.settings).name} {score - total(mods)}",
            "skirmish.morale.die"),
        *lines(mods),
        Row(f"total {score}", result, f"skirmish.morale.result-{result}"),
    )  # fmt: skip


MORALE_CHECK: Final = simple("morale-check", _read_morale, morale.score, _tested, _morale_lines)


MORALE_STATE: Final = simple(
    "morale-state",
    lambda fields: fields,
    lambda fields, _: morale.worse(fields["current"], fields["new"]),
    lambda _, state: {"state": state},
    lambda fields, state: (Row(f"{fields['current']}, then {fields['new']}", state, "skirmish.morale.repeat-tests"),),
)


def _read_duty(fields: Fields) -> Fields:
    between("thrown_turn", fields["thrown_turn"], 1)
    between("turn", fields["turn"], fields["thrown_turn"])
    between("actions_spent", fields["actions_spent"], 0, command.ACTIONS)
    return fields


def _duty(fields: Fields, _: Dice) -> morale.Duty:
    return morale.duty(
        fields["state"],
        fields["thrown_turn"],
        fields["turn"],
        fields["actions_spent"],
        fields["in_cover"],
        fields["in_contact"],
    )


def _duty_outputs(_: Fields, duty: morale.Duty) -> Outputs:
    return {
        "must": duty.must,
        "may_fire": duty.may_fire,
        "may_charge": duty.may_charge,
        "may_advance": duty.may_advance,
    }


def _duty_lines(fields: Fields, duty: morale.Duty) -> tuple[Row, ...]:
    now = morale.present(fields["state"], fields["thrown_turn"], fields["turn"])
    return (
        Row("state now", now, "skirmish.morale.duration"),
        Row(
            "must",
            duty.must,
            "skirmish.morale.break-terms" if duty.must == "run" else "skirmish.morale.fall-back-terms",
        ),
        Row("may fire", _yes(duty.may_fire), "skirmish.morale.no-advance-terms"),
        Row("may charge", _yes(duty.may_charge), "skirmish.morale.no-advance-terms"),
        Row("may advance", _yes(duty.may_advance), "skirmish.morale.no-advance-terms"),
    )


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


MORALE_DUTY: Final = simple("morale-duty", _read_duty, _duty, _duty_outputs, _duty_lines)


def _rally(fields: Fields, dice: Dice) -> bool:
    if morale.rally_refusal(fields["state"], fields["ran"]):
        return False
    return morale.rallies(fields["class"], "", fields["settings"], dice)


def _rallied(fields: Fields, rallied: bool) -> Outputs:
    return _verdict(morale.rally_refusal(fields["state"], fields["ran"])) | {"rallied": rallied}


def _rally_lines(fields: Fields, rallied: bool) -> tuple[Row, ...]:
    clause = morale.rally_refusal(fields["state"], fields["ran"])
    if clause:
        return (_no_line(clause),)
    die = quality_die(fields["class"], fields["settings"]).name
    return (Row(f"{die}, {morale.RALLIES_ON} or more", "rallied" if rallied else "runs on", "skirmish.rally.roll"),)


RALLY: Final = simple("rally", lambda fields: fields | {"settings": _house(fields)}, _rally, _rallied, _rally_lines)


# ---- detachments, motion, victory


def _read_detach(fields: Fields) -> Fields:
    between("start", fields["start"], 1)
    between("lost", fields["lost"], 0, fields["start"])
    # An attached commander is able but not in the starting strength.
    between("able_figures", fields["able_figures"], 0, fields["start"] - fields["lost"] + 1)
    between("detach_figures", fields["detach_figures"], 0, fields["able_figures"])
    group = command.Detaching(
        fields["start"],
        fields["lost"],
        fields["able_figures"],
        fields["detach_figures"],
        fields["leader_able"],
        fields["leader_in_contact"],
        fields["state"],
    )
    return {"group": group, "settings": _house(fields)}


def _detached(given: Fields, clause: str) -> Outputs:
    if clause:
        return _verdict(clause)
    parent, detachment = command.detached(given["group"])
    return _verdict("") | {
        "parent": {"start": parent.start, "lost": parent.lost},
        "detachment": {"start": detachment.start, "lost": detachment.lost},
    }


def _detach_lines(given: Fields, clause: str) -> tuple[Row, ...]:
    if clause:
        return (_no_line(clause),)
    return tuple(
        [
            Row(name, f"strength {one.start}, {one.lost} lost", "skirmish.actions.detachment-terms")
            for name, one in zip(("the group", "the detachment"), command.detached(given["group"]), strict=True)
        ]
    )


DETACH: Final = simple(
    "detach",
    _read_detach,
    lambda given, _: command.detach_refusal(given["group"], given["settings"]),
    _detached,
    _detach_lines,
)


def _read_motion(fields: Fields) -> Fields:
    between("before_cm", fields["before_cm"], 0)
    between("after_cm", fields["after_cm"], 0)
    if fields["broken"] and fields["charge_declared"]:
        raise FieldError("charge_declared: a broken group cannot declare a charge")
    return fields


def _motion(fields: Fields, _: Dice) -> str:
    return morale.motion(
        fields["before_cm"],
        fields["after_cm"],
        fields["broken"],
        fields["falling_back"],
        fields["charge_declared"],
    )


MOTION: Final = simple(
    "motion",
    _read_motion,
    _motion,
    lambda _, motion: {"motion": motion},
    lambda fields, motion: (
        Row(f"{fields['before_cm']:g} cm before, {fields['after_cm']:g} after", motion, "skirmish.morale.motion"),
    ),
)


@final
@dataclass(slots=True, frozen=True)
class TurnEnd:
    """Both sides at the end of a turn."""

    turn: int
    sides: tuple[str, str]
    counts: tuple[victory.Count, victory.Count]
    settings: Settings


def _read_victory(fields: Fields) -> TurnEnd:
    given: dict[str, Fields] = fields["sides"]
    sides = _two_sides("sides", list(given))
    between("turn", fields["turn"], 1)
    return TurnEnd(fields["turn"], sides, (_count(sides[0], given), _count(sides[1], given)), _house(fields))


def _count(side: str, given: dict[str, Fields]) -> victory.Count:
    one = given[side]
    between(f"sides.{side}.start", one["start"], 1)
    between(f"sides.{side}.lost", one["lost"], 0, one["start"])
    between(f"sides.{side}.broken", one["broken"], 0, one["start"] - one["lost"])
    return victory.Count(one["start"], one["lost"], one["broken"])


def _victory_lines(end: TurnEnd, found: victory.Victory) -> tuple[Row, ...]:
    rows: list[Row] = []
    for side, count in zip(end.sides, end.counts, strict=True):
        gone = f"{count.lost} lost, {count.broken} broken of {count.start}"
        rows.append(Row(side, gone, "skirmish.victory.force-break"))
    tally = found.reason == "turn-limit"
    clause = "skirmish.victory.tally" if tally else "skirmish.victory.force-break"
    limit = end.settings.turn_limit
    return (*rows, Row(f"turn {end.turn} of {limit}", found.winner if found.over else "goes on", clause))


VICTORY_CHECK: Final = simple(
    "victory-check",
    _read_victory,
    lambda end, _: victory.victory(end.turn, end.settings.turn_limit, end.sides, end.counts, end.settings),
    lambda _, found: {"over": found.over, "winner": found.winner, "reason": found.reason},
    _victory_lines,
)


PROCEDURES: Final = (
    INITIATIVE,
    PHASE_ORDER,
    MAJORITY_CLASS,
    ACTIONS_LEFT,
    CLIMB_ACTIONS,
    MOVE_CHECK,
    LOAD,
    RANGE_BAND,
    COVER_GRADE,
    SELECT_TARGET,
    RESOLVE_SHOT,
    RESOLVE_VOLLEY,
    HARM,
    PAIR_MELEE,
    RESOLVE_MELEE,
    PUSH_BACK,
    CHARGE_CHECK,
    MORALE_CHECK,
    MORALE_STATE,
    MORALE_DUTY,
    RALLY,
    DETACH,
    MOTION,
    VICTORY_CHECK,
)
