"""The ledger's procedures by name, for the umpire: fields in, the chapters' own code, outputs and working out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
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
)
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.exact import Odds, Stage, estimate, fold, mapped
from roundtop.dice.sources import Dice, Roll, Seeded
from roundtop.rulebooks.charge_boys import artillery, charge, command, fire, melee, morale, tables, terrain, victory
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings, settings
from roundtop.table.measure import within

Fields = dict[str, Any]
Thrown = Callable[[Situation, Dice], Reached]
Answer = Callable[[Situation, Reached], Outputs]
Explain = Callable[[Situation, Reached], tuple[Row, ...]]

DECIMALS: Final = 3
SIDES: Final = ("union", "confederate")


# ---- what the procedures share


def _simple(
    name: str, read: Callable[[Fields], Situation], roll: Thrown, answer: Answer, explain: Explain
) -> Procedure:
    """A procedure of one stage: the roll's result gives outputs and working; its odds are the roll's, enumerated."""

    def work(situation: Situation, dice: Dice) -> Worked:
        reached = roll(situation, dice)
        return Worked(answer(situation, reached), explain(situation, reached))

    def chances(situation: Situation) -> tuple[Chances, ...]:
        return (Chances("", _enumerated(situation, roll), lambda reached: answer(situation, reached)),)

    return Procedure(name, read, work, chances)


def _enumerated(situation: Situation, roll: Thrown) -> Odds[Any]:
    return fold((lambda _, dice: roll(situation, dice),), None)


def _nothing(_: Situation, __: Dice) -> None:
    """Nothing is thrown."""
    return


def _verdict(clause: str) -> Outputs:
    """A lawful no names its clause."""
    return {"legal": False, "clause": clause} if clause else {"legal": True}


def _no_line(clause: str) -> tuple[Row, ...]:
    return (Row("not allowed", "no", clause),) if clause else (Row("allowed", "yes"),)


def _house(fields: Fields) -> Settings:
    found: Settings = house(settings, fields)
    return found


def _counts(fields: Fields, path: str, *names: str) -> None:
    """Fields that count something."""
    for name in names:
        between(f"{path}{name}", fields[name], 0)


def _length(inches: float) -> float:
    """A distance as it is given out."""
    return round(inches, DECIMALS) + 0.0


def _formation(fields: Fields, path: str = "") -> str:
    """A formation that its arm can have."""
    arm: str = fields["arm"]
    formation: str = fields["formation"]
    able = tables.FORMATIONS[arm] + ((tables.GARRISON,) if arm in tables.FOOT else ())
    if formation not in able:
        raise FieldError(f"{path}formation: {formation} cannot be; {arm} has {', '.join(tables.FORMATIONS[arm])}")
    return formation


def _crew(fields: Fields, path: str = "") -> tuple[int, ...]:
    """Crews gun by gun; an unlimbered battery cannot do without."""
    crew: list[int] = fields["crew"]
    for place, men in enumerate(crew):
        between(f"{path}crew[{place}]", men, 0)
    between(f"{path}crew, the number of guns", len(crew), 0, tables.MOST_GUNS)
    if not crew and fields["formation"] == tables.UNLIMBERED:
        raise FieldError(f"{path}crew: missing; the crew figures of each gun of an unlimbered battery are wanted")
    return tuple(crew)


def _strength(fields: Fields, path: str = "") -> None:
    between(f"{path}start", fields["start"], 1)
    between(f"{path}strength", fields["strength"], 1, fields["start"])


def _path(given: list[Fields], path: str = "path") -> terrain.Path:
    """Legs of a way; obstacles and actions have no length of their own."""
    found: list[terrain.Leg] = []
    for place, leg in enumerate(given):
        _counts(leg, f"{path}[{place}].", "inches")
        inches = leg["inches"] if leg["kind"] in terrain.PER_INCH else 0.0
        width = leg.get("width", 0.0)
        between(f"{path}[{place}].width", width, 0)
        found.append(terrain.Leg(leg["kind"], inches, width, leg.get("degrees", 0.0)))
    return tuple(found)


def _rolls(rolls: list[Roll], reason: str) -> list[Roll]:
    return [roll for roll in rolls if roll.reason == reason]


def _faces(rolls: list[Roll], reason: str) -> list[int]:
    return [int(face) for roll in _rolls(rolls, reason) for face in roll.faces]


# ---- initiative


def _read_initiative(fields: Fields) -> tuple[str, str]:
    sides: list[str] = fields["sides"]
    if len(sides) != 2 or sides[0] == sides[1]:
        raise FieldError(f"sides: {', '.join(sides) or 'nobody'} cannot be; it names the two sides, each once")
    return sides[0], sides[1]


def _work_initiative(sides: tuple[str, str], dice: Dice) -> Worked:
    winner = command.initiative(sides, dice)
    faces = _faces(dice.rolls, "initiative")
    rounds = len(faces) // 2
    clause = "charge-boys.turn.first-mover"
    found = [
        Row(f"{sides[0]} {faces[2 * n]}, {sides[1]} {faces[2 * n + 1]}", f"throw {n + 1}", clause)
        for n in range(rounds)
    ]
    return Worked({"winner": winner, "rounds": rounds}, (*found, Row("chooses", winner, clause)))


def _initiative_chances(sides: tuple[str, str]) -> tuple[Chances, ...]:
    return (Chances("", _enumerated(sides, command.initiative), lambda winner: {"winner": winner}),)


INITIATIVE: Final = Procedure("initiative", _read_initiative, _work_initiative, _initiative_chances)


# ---- muster, command figures and formations

ROLES: Final = ("men", "officers", "drummers", "colours", "crew")


def _read_muster(fields: Fields) -> int:
    _counts(fields, "", *ROLES)
    return sum([fields[role] for role in ROLES])


MUSTER_CHECK: Final = _simple(
    "muster-check",
    _read_muster,
    _nothing,
    lambda models, _: {"models": models} | _verdict(tables.muster_refusal(models)),
    lambda models, _: (Row("models", str(models), "charge-boys.setup.minimum-unit"),),
)


@final
@dataclass(slots=True, frozen=True)
class Regiment:
    """A unit by its figures alone."""

    strength: int
    settings: Settings


def _read_regiment(fields: Fields) -> Regiment:
    between("strength", fields["strength"], 1)
    return Regiment(fields["strength"], _house(fields))


def _roles(_: Situation, figures: tables.Figures) -> Outputs:
    return {
        "officers": figures.officers,
        "drummers": figures.drummers,
        "colours": figures.colours,
        "men": figures.men,
    }


COMMAND_FIGURES: Final = _simple(
    "command-figures",
    _read_regiment,
    lambda given, _: tables.command_figures(given.strength, given.settings),
    _roles,
    lambda given, figures: (
        Row(f"{given.strength} figures", f"{figures.officers} officers", "charge-boys.setup.command-figures"),
    ),
)


@final
@dataclass(slots=True, frozen=True)
class Array:
    """A unit that takes a formation."""

    arm: str
    formation: str
    strength: int
    ranks: int
    settings: Settings


def _read_array(fields: Fields) -> Array:
    between("strength", fields["strength"], 1)
    ranks = fields["ranks"]
    if ranks is None:
        ranks = tables.usual_ranks(fields["formation"], fields["strength"])
    between("ranks", ranks, 1)
    return Array(fields["arm"], fields["formation"], fields["strength"], ranks, _house(fields))


def _array(array: Array, _: Dice) -> tables.Shape | str:
    refusal = tables.shape_refusal(array.arm, array.formation, array.strength, array.ranks)
    if refusal:
        return refusal
    files = tables.files_of(array.formation, array.strength, array.ranks)
    return tables.shape(array.formation, array.strength, files, array.settings)


def _array_outputs(_: Array, shape: tables.Shape | str) -> Outputs:
    if isinstance(shape, str):
        return _verdict(shape)
    return {
        "legal": True,
        "files": shape.files,
        "ranks": shape.ranks,
        "width": _length(shape.width),
        "depth": _length(shape.depth),
    }


def _array_lines(array: Array, shape: tables.Shape | str) -> tuple[Row, ...]:
    if isinstance(shape, str):
        return _no_line(shape)
    clause = tables.FORMATION_CLAUSES[array.formation]
    return (
        Row("files and ranks", f"{shape.files} x {shape.ranks}", clause),
        Row("ground covered", f"{shape.width:g} x {shape.depth:g} in", "charge-boys.setup.bases"),
    )


FORMATION_SIZE: Final = _simple("formation-size", _read_array, _array, _array_outputs, _array_lines)


# ---- movement


def _read_move(fields: Fields) -> terrain.Move:
    return terrain.Move(fields["arm"], _formation(fields), _path(fields["path"]), _house(fields))


def _move_outputs(move: terrain.Move, _: None) -> Outputs:
    normal = terrain.move_allowance(move)
    cost = terrain.move_cost(move)
    refusal = terrain.move_refusal(move)
    return {
        "allowance": normal,
        "cost": _length(cost),
        **_verdict(refusal),
        "left": 0.0 if refusal else _length(max(0.0, normal - cost)),
        "may_fire": terrain.leaves_fire(move),
    }


LEG_CLAUSES: Final[dict[str, str]] = {
    terrain.WOODS: "charge-boys.terrain.woods",
    terrain.RIVER: "charge-boys.terrain.rivers",
    terrain.BACK: "charge-boys.move.backwards",
    terrain.BACK_WOODS: "charge-boys.move.backwards",
    terrain.BACK_RIVER: "charge-boys.move.backwards",
    terrain.WHEEL: "charge-boys.move.wheel",
    terrain.TURN: "charge-boys.move.turn-in-place",
    terrain.WALL: "charge-boys.terrain.wall-fence",
    terrain.FENCE: "charge-boys.terrain.wall-fence",
    terrain.FORTIFICATION: "charge-boys.terrain.fortification",
    **terrain.FULL_TURN,
}


def _move_lines(move: terrain.Move, _: None) -> tuple[Row, ...]:
    normal = terrain.move_allowance(move)
    clause = tables.allowance_clause(move.formation, terrain.on_road(move.path))
    found = [Row("normal move", f"{normal:g} in", clause)]
    for leg in move.path:
        label = f"{leg.kind} {leg.inches:g} in" if leg.inches else leg.kind
        price = terrain.leg_price(leg, move.formation, normal)
        found.append(Row(label, f"{price:.4g} in", LEG_CLAUSES.get(leg.kind, clause)))
    found.append(Row("cost", f"{terrain.move_cost(move):.4g} in", "charge-boys.terrain.half-turn-arithmetic"))
    return (*found, *_no_line(terrain.move_refusal(move)))


MOVE_COST: Final = _simple("move-cost", _read_move, _nothing, _move_outputs, _move_lines)


def _read_manhandle(fields: Fields) -> Fields:
    _counts(fields, "", "crew", "officers", "infantry")
    return fields


MANHANDLE: Final = _simple(
    "manhandle",
    _read_manhandle,
    _nothing,
    lambda fields, _: (
        _verdict(terrain.manhandle_refusal(fields["crew"]))
        | {"inches": terrain.manhandled(fields["crew"], fields["infantry"])}
    ),
    lambda fields, _: (
        Row(
            f"{fields['crew']} crew, {fields['infantry']} infantrymen",
            f"{terrain.manhandled(fields['crew'], fields['infantry']):g} in",
            terrain.manhandle_refusal(fields["crew"]) or "charge-boys.move.manhandle-maximum",
        ),
    ),
)


def _read_gap(fields: Fields) -> Fields:
    _counts(fields, "", "gap", "room_behind")
    return fields


def _fall_back(fields: Fields, _: Dice) -> terrain.FallBack:
    return terrain.keep_distance(fields["enemy_formed"], fields["gap"], fields["in_building"], fields["room_behind"])


SKIRMISH_GAP: Final = _simple(
    "skirmish-gap",
    _read_gap,
    _fall_back,
    lambda _, back: {"falls_back": _length(back.inches), "disordered": back.disordered},
    lambda _, back: (
        Row(
            "the skirmishers",
            "are disordered" if back.disordered else f"fall back {back.inches:.4g} in",
            "charge-boys.move.skirmish-distance",
        ),
    ),
)


@final
@dataclass(slots=True, frozen=True)
class HeadOn:
    """Two enemies ordered at each other."""

    gap: float
    a: terrain.Marcher
    b: terrain.Marcher
    settings: Settings


def _read_orders(fields: Fields) -> HeadOn:
    _counts(fields, "", "gap")
    return HeadOn(fields["gap"], _marcher(fields["a"], "a."), _marcher(fields["b"], "b."), _house(fields))


def _marcher(fields: Fields, path: str) -> terrain.Marcher:
    _counts(fields, path, "path_inches")
    return terrain.Marcher(_formation(fields, path), fields["path_inches"])


def _met(_: HeadOn, met: terrain.Meeting) -> Outputs:
    return {
        "impulse": met.impulse,
        "a_moved": _length(met.a_moved),
        "b_moved": _length(met.b_moved),
        "gap": _length(met.gap),
    }


def _met_lines(given: HeadOn, met: terrain.Meeting) -> tuple[Row, ...]:
    clause = "charge-boys.orders.enemy-collision"
    found = (
        Row("a moves", f"{met.a_moved:.4g} in", "charge-boys.orders.resolution"),
        Row("b moves", f"{met.b_moved:.4g} in", "charge-boys.orders.resolution"),
        Row("between them", f"{met.gap:.4g} in", clause),
    )
    return (*found, Row("set back in impulse", f"{met.impulse} of {given.settings.impulses}", clause))


ORDERS_MOVE: Final = _simple(
    "orders-move",
    _read_orders,
    lambda given, _: terrain.head_on(given.gap, given.a, given.b, given.settings),
    _met,
    _met_lines,
)


# ---- musketry

NEEDS_FILES: Final = (tables.LINE, tables.ATTACK_COLUMN, tables.CAVALRY_LINE)


def _read_ranks(fields: Fields) -> fire.Ranks:
    formation = fields["formation"]
    files = fields["files"]
    if files is None and formation in NEEDS_FILES:
        raise FieldError(f"files: missing; the figures in the front rank of a {formation} are wanted")
    between("strength", fields["strength"], 0)
    between("files", files or 0, 0)
    if fields["dismounted"] and formation in tables.FORMATIONS[tables.CAVALRY]:
        raise FieldError(f"dismounted: a {formation} is mounted")
    ranks = fire.Ranks(formation, fields["strength"], files or 0, 0, fields["dismounted"], _house(fields))
    if not fire.fires_never(formation):
        between("non_firers", fields["non_firers"], 0, fire.in_firing_ranks(ranks))
    ranks.non_firers = fields["non_firers"]
    return ranks


def _ranks_outputs(ranks: fire.Ranks, _: None) -> Outputs:
    men = fire.firing_men(ranks)
    dice = tables.dice_for(men, ranks.settings)
    return {"men": men, "dice": dice} | _verdict(fire.ranks_refusal(ranks))


def _ranks_lines(ranks: fire.Ranks, _: None) -> tuple[Row, ...]:
    men = fire.firing_men(ranks)
    found = (
        Row("figures in the firing ranks", str(fire.in_firing_ranks(ranks)), "charge-boys.musketry.two-ranks"),
        Row("men who fire", str(men), "charge-boys.musketry.non-firers"),
        Row("dice", str(tables.dice_for(men, ranks.settings)), "charge-boys.musketry.dice-per-six"),
    )
    return (*found, *_no_line(fire.ranks_refusal(ranks)))


FIRING_FIGURES: Final = _simple("firing-figures", _read_ranks, _nothing, _ranks_outputs, _ranks_lines)


def _read_volley(fields: Fields) -> fire.Volley:
    _counts(fields, "", "range", "men", "buck_rounds")
    return fire.Volley(
        fields["weapon"],
        fields["range"],
        fields["men"],
        fields["quality"],
        fields["first_fire"],
        fields["target_skirmish"],
        fields["buck_and_ball"],
        fields["buck_rounds"],
        fields["halted"],
        fields["disordered"],
        fields["mounted"],
        fields["moved"],
        fields["volley"],
        settings=_house(fields),
    )


def _roll_volley(volley: fire.Volley, dice: Dice) -> int | str:
    return fire.volley_refusal(volley) or fire.throw_volley(volley, dice)


def _volley_outputs(volley: fire.Volley, hits: int | str) -> Outputs:
    if isinstance(hits, str):
        return _verdict(hits)
    left = volley.buck_rounds - (1 if volley.buck_and_ball else 0)
    return {
        "legal": True,
        "band": fire.band(volley.weapon, volley.range),
        "hits": hits,
        "save": fire.volley_save(volley),
        "buck_rounds": left if fire.WEAPONS[volley.weapon].smoothbore else None,
    }


def _work_volley(volley: fire.Volley, dice: Dice) -> Worked:
    hits = _roll_volley(volley, dice)
    outputs = _volley_outputs(volley, hits)
    if isinstance(hits, str):
        return Worked(outputs, _no_line(hits))
    mods = fire.volley_mods(volley)
    question = fire.volley_question(volley)
    each = [question.value(face) for face in _faces(dice.rolls, "volley")]
    outputs |= {"modifier": total(mods), "dice": fire.volley_dice(volley), "hits_each": each}
    working = (
        *lines(mods),
        Row("on each die", f"{total(mods):+d}", "charge-boys.core.modifiers"),
        Row("dice", str(fire.volley_dice(volley)), "charge-boys.musketry.dice-per-six"),
        Row("hits", str(hits), "charge-boys.musketry.hits"),
    )
    return Worked(outputs, working)


def _volley_chances(volley: fire.Volley) -> tuple[Chances, ...]:
    return (Chances("", _enumerated(volley, _roll_volley), lambda hits: _volley_outputs(volley, hits)),)


MUSKETRY: Final = Procedure("musketry", _read_volley, _work_volley, _volley_chances)


# ---- artillery


def _read_battery(fields: Fields) -> artillery.Battery:
    _counts(fields, "", "range")
    return artillery.Battery(
        fields["gun"],
        fields["range"],
        _crew(fields | {"formation": tables.UNLIMBERED}),
        fields["halted"],
        fields["disordered"],
        fields["moved"],
        fields["limbered"],
        fields["target_skirmish"],
        settings=_house(fields),
    )


def _battery_outputs(battery: artillery.Battery, hits: int | str) -> Outputs:
    if isinstance(hits, str):
        return _verdict(hits)
    row = artillery.feet(battery.gun, battery.range)
    assert row is not None
    return {
        "legal": True,
        "band": row.name,
        "fires": [artillery.can_fire(crew, battery.settings) for crew in battery.crew],
        "hits": hits,
        "save": row.save,
    }


def _work_battery(battery: artillery.Battery, dice: Dice) -> Worked:
    refusal = artillery.battery_refusal(battery)
    if refusal:
        return Worked(_verdict(refusal), _no_line(refusal))
    shots = [artillery.shoot_gun(battery, gun, dice) for gun in range(len(battery.crew))]
    each = [max(0, hits) for hits in shots]
    need = artillery.needed(battery.gun, battery.range)
    outputs = _battery_outputs(battery, sum(each))
    outputs |= {"need": need, "hit": [hits != artillery.MISSED for hits in shots], "hits_each": each}
    row = artillery.feet(battery.gun, battery.range)
    assert row is not None
    found = [Row(f"{battery.range:g} in, {row.name} feet", f"needs {need}" if need else "hits", row.clause)]
    for gun, hits in enumerate(shots, 1):
        words = "missed or silent" if hits == artillery.MISSED else f"{hits} hits"
        found.append(Row(f"gun {gun}", words, row.effect_clause))
    return Worked(outputs, (*found, Row("hits", str(sum(each)), row.effect_clause)))


def _gun_stage(battery: artillery.Battery, gun: int, hits: int, dice: Dice) -> int:
    return hits + max(0, artillery.shoot_gun(battery, gun, dice))


def _battery_chances(battery: artillery.Battery) -> tuple[Chances, ...]:
    refusal = artillery.battery_refusal(battery)
    guns: list[Stage[int]] = [partial(_gun_stage, battery, gun) for gun in range(len(battery.crew))]
    odds: Odds[Any] = _enumerated(battery, lambda _, __: refusal) if refusal else fold(guns, 0)
    return (Chances("", odds, lambda hits: _battery_outputs(battery, hits)),)


ARTILLERY: Final = Procedure("artillery", _read_battery, _work_battery, _battery_chances)


# ---- officers, saves and casualties


@final
@dataclass(slots=True, frozen=True)
class Stricken:
    """Hits on a unit with officers."""

    hits: int
    body: fire.Body
    settings: Settings


def _read_check(fields: Fields) -> Stricken:
    _counts(fields, "", "hits")
    between("officers", fields["officers"], 0)
    return Stricken(fields["hits"], fire.Body(-1, fields["officers"], fields["general"]), _house(fields))


OFFICER_CHECK: Final = _simple(
    "officer-check",
    _read_check,
    lambda given, dice: fire.officer_check(given.hits, given.body, given.settings, dice),
    lambda given, who: {
        "officer_hit": who > 0,
        "who": who,
        "general_hit": who > 0 and fire.is_general(who, given.body),
    },
    lambda given, who: (
        Row("candidates", str(fire.candidates(given.body)), "charge-boys.officer.hit-check"),
        Row("hit", f"number {who}" if who else "nobody of them", "charge-boys.officer.hit-check"),
    ),
)


@final
@dataclass(slots=True, frozen=True)
class Saving:
    """Hits to be saved."""

    blows: fire.Blows
    needed: fire.Needs
    mods: tuple[Row, ...]


def _read_save(fields: Fields) -> Saving:
    _counts(fields, "", "men_hits", "officer_hits")
    house = _house(fields)
    shelter = fire.Shelter(fields["wall"], fields["building"], fields["fortification"], fields["woods"])
    needed = fire.needs(fields["save"], fields["source"], shelter, house)
    mods = lines(fire.cover_mods(fields["source"], shelter, house))
    return Saving(fire.Blows(fields["men_hits"], fields["officer_hits"]), needed, mods)


def _saved(saving: Saving, fallen: fire.Fallen) -> Outputs:
    hits = saving.blows.men + saving.blows.officers
    return {
        "need_men": saving.needed.men,
        "need_officer": saving.needed.officer,
        "saved": hits - fallen.men - fallen.officers,
        "men_killed": fallen.men,
        "officers_killed": fallen.officers,
    }


def _save_lines(saving: Saving, fallen: fire.Fallen) -> tuple[Row, ...]:
    return (
        *saving.mods,
        Row("a man is saved by", str(saving.needed.men or "nothing"), "charge-boys.save.every-hit"),
        Row("an officer by", str(saving.needed.officer or "nothing"), "charge-boys.save.officer"),
        Row("lost", str(fallen.men + fallen.officers), "charge-boys.save.every-hit"),
    )


SAVE: Final = _simple(
    "save", _read_save, lambda saving, dice: fire.save(saving.blows, saving.needed, dice), _saved, _save_lines
)


def _read_removal(fields: Fields) -> Fields:
    _counts(fields, "", "men", "colours", "drummers", "officers")
    there = fields["men"] + fields["colours"] + fields["drummers"] + fields["officers"]
    between("killed", fields["killed"], 0, there)
    between("officers_killed", fields["officers_killed"], 0, min(fields["killed"], fields["officers"]))
    return fields


def _removed(fields: Fields, _: Dice) -> tables.Figures:
    before = tables.Figures(fields["men"], fields["colours"], fields["drummers"], fields["officers"])
    return tables.removed(before, fields["killed"], fields["officers_killed"])


REMOVE_CASUALTIES: Final = _simple(
    "remove-casualties",
    _read_removal,
    _removed,
    _roles,
    lambda fields, left: (
        Row(f"{fields['killed']} figures off", f"{left.strength()} left", "charge-boys.core.remove-figures"),
    ),
)


def _read_crew_losses(fields: Fields) -> Fields:
    crew = _crew(fields | {"formation": tables.UNLIMBERED})
    order: list[int] = fields["nearest_first"]
    if sorted(order) != list(range(1, len(crew) + 1)):
        raise FieldError(f"nearest_first: {order} cannot be; it has the numbers 1 to {len(crew)}, each once")
    between("killed", fields["killed"], 0, sum(crew))
    return fields | {"settings": _house(fields)}


def _crew_left(fields: Fields, _: Dice) -> tuple[int, ...]:
    order = tuple([number - 1 for number in fields["nearest_first"]])
    return artillery.crew_after(tuple(fields["crew"]), order, fields["killed"])


CREW_LOSSES: Final = _simple(
    "crew-losses",
    _read_crew_losses,
    _crew_left,
    lambda fields, crew: {
        "crew": crew,
        "can_fire": [artillery.can_fire(men, fields["settings"]) for men in crew],
        "guns_abandoned": [men == 0 for men in crew],
    },
    lambda _, crew: tuple(
        [Row(f"gun {gun}", f"{men} crew", "charge-boys.artillery.crew-losses") for gun, men in enumerate(crew, 1)]
    ),
)


# ---- morale


def _read_ordeal(fields: Fields) -> morale.Ordeal:
    between("strength_at_turn_start", fields["strength_at_turn_start"], 1)
    _counts(fields, "", "hits", "casualties")
    return morale.Ordeal(
        fields["strength_at_turn_start"],
        fields["hits"],
        fields["casualties"],
        fields["under_fire"],
        fields["first_shot"],
        fields["general_killed"],
        fields["wishes_charge"],
        fields["charged"],
        fields["lost_melee"],
        fields["routing"],
        fields["tested_for_hits"],
        _house(fields),
    )


MORALE_TRIGGER: Final = _simple(
    "morale-trigger",
    _read_ordeal,
    _nothing,
    lambda ordeal, _: {"first": morale.first_due(ordeal), "other": morale.other_due(ordeal)},
    lambda ordeal, _: (
        Row("first-shot test", "due" if morale.first_due(ordeal) else "not due", "charge-boys.morale.first-trigger"),
        Row("other test", "due" if morale.other_due(ordeal) else "not due", "charge-boys.morale.trigger-hits"),
    ),
)


def _nerve(
    fields: Fields, house: Settings, path: str = "", advancing: bool = False, charged: bool = False
) -> morale.Nerve:
    """A unit that tests, from whichever of its fields the procedure has."""
    if "start" in fields:
        _strength(fields, path)
    for name in ("officers_killed", "lost_this_turn"):
        between(f"{path}{name}", fields.get(name, 0), 0)
    return morale.Nerve(
        fields["quality"],
        fields.get("start", 0),
        fields.get("strength", 0),
        fields.get("first_shot", morale.UNTESTED),
        advancing or fields.get("advancing", False),
        fields["cover"],
        fields.get("fortification", False),
        fields["general"],
        charged or fields.get("charged", False),
        fields.get("officers_killed", 0),
        fields.get("general_killed", False),
        fields["disordered"],
        fields.get("retired", False),
        fields.get("lost_this_turn", 0),
        fields["arm"],
        _formation(fields, path),
        _crew(fields, path) if "crew" in fields else (),
        settings=house,
    )


def _read_nerve(fields: Fields) -> morale.Nerve:
    return _nerve(fields, _house(fields))


def _test_outputs(kind: str, nerve: morale.Nerve, test: morale.Verdict) -> Outputs:
    return {
        "modifier": total(morale.mods_of(kind, nerve)),
        "total": test.total,
        "result": test.result,
        "retreat": _length(test.retreat.inches),
        "retreat_guns": test.retreat.guns or None,
        "guns_abandoned": test.retreat.abandoned or None,
        "retest": test.retest,
    }


def _test_lines(kind: str, nerve: morale.Nerve, test: morale.Verdict) -> tuple[Row, ...]:
    mods = morale.mods_of(kind, nerve)
    die = Row("die", str(test.total - total(mods)), "charge-boys.morale.first-die")
    return (die, *lines(mods), *_result_lines(test))


def _result_lines(test: morale.Verdict) -> tuple[Row, ...]:
    clause = morale.result_clause(test.kind, test.result)
    found = [Row("total", str(test.total), clause), Row("result", test.result, clause)]
    if test.retreat.inches:
        found.append(Row("goes back", f"{test.retreat.inches:g} in", clause))
    found += [
        Row(f"gun {gun}", "abandoned" if left else "kept", "charge-boys.morale.result-guns-abandoned")
        for gun, left in enumerate(test.retreat.abandoned, 1)
    ]
    return tuple(found)


def _morale_test(name: str, kind: str) -> Procedure:
    return _simple(
        name,
        _read_nerve,
        partial(morale.take_test, kind),
        partial(_test_outputs, kind),
        partial(_test_lines, kind),
    )


MORALE_FIRST: Final = _morale_test("morale-first", morale.FIRST)
MORALE_OTHER: Final = _morale_test("morale-other", morale.OTHER)


def _both_outputs(nerve: morale.Nerve, both: morale.Both) -> Outputs:
    after = morale.with_standing(nerve, both.first_shot)
    test = both.obeyed
    return {
        "first_modifier": total(morale.first_mods(nerve)),
        "first_total": both.first,
        "other_modifier": total(morale.other_mods(after)),
        "other_total": both.other,
        "obeys": test.kind,
        "result": test.result,
        "retreat": _length(test.retreat.inches),
        "retreat_guns": test.retreat.guns or None,
        "guns_abandoned": test.retreat.abandoned or None,
        "retest": test.retest,
        "first_shot": both.first_shot,
    }


def _both_lines(nerve: morale.Nerve, both: morale.Both) -> tuple[Row, ...]:
    after = morale.with_standing(nerve, both.first_shot)
    return (
        *lines(morale.first_mods(nerve)),
        Row("first-shot test", str(both.first), "charge-boys.morale.first-die"),
        *lines(morale.other_mods(after)),
        Row("other test", str(both.other), "charge-boys.morale.other-replaces"),
        Row("obeys", both.obeyed.kind, "charge-boys.morale.number-of-tests"),
        *_result_lines(both.obeyed),
    )


MORALE_BOTH: Final = _simple("morale-both", _read_nerve, morale.take_both, _both_outputs, _both_lines)


def _read_retest(fields: Fields) -> Fields:
    between("turn", fields["turn"], 1)
    between("phase", fields["phase"], 1, 7)
    return fields | {"settings": _house(fields)}


RETEST_DUE: Final = _simple(
    "retest-due",
    _read_retest,
    lambda fields, _: morale.retest_due(fields["test"], fields["total"], fields["turn"], fields["settings"]),
    lambda _, due: {"retest": due.retest, "due_turn": due.turn, "due_phase": due.phase},
    lambda _, due: (Row("next test", due.retest, "charge-boys.morale.retest-timing"),),
)


def _joined_outputs(nerve: morale.Nerve, test: morale.Verdict) -> Outputs:
    return _test_outputs(morale.FIRST, nerve, test) | {
        "routing": test.result == morale.ROUT,
        "disordered": True,
    }


GENERAL_JOINS: Final = _simple(
    "general-joins",
    _read_nerve,
    partial(morale.take_test, morale.FIRST),
    _joined_outputs,
    partial(_test_lines, morale.FIRST),
)


def _read_rout(fields: Fields) -> Fields:
    _formation(fields)
    _counts(fields, "", "distance_to_edge")
    if fields["rally_failed"] and fields["routed_by"] == morale.FIRST:
        raise FieldError("rally_failed: only a unit routed by an other test has a rally test to fail")
    return fields


def _roll_rout(fields: Fields, dice: Dice) -> morale.Runaway:
    return morale.run_on(
        fields["routed_by"], fields["general"], fields["formation"], fields["rally_failed"], PRINTED, dice
    )


def _rout_outputs(fields: Fields, run: morale.Runaway) -> Outputs:
    edge = fields["distance_to_edge"]
    off = not run.tests_instead and within(edge, run.inches)
    return {
        "moved": _length(min(run.inches, edge)),
        "leaves_table": off,
        "tests_instead": run.tests_instead,
    }


ROUT_MOVE: Final = _simple(
    "rout-move",
    _read_rout,
    _roll_rout,
    _rout_outputs,
    lambda _, run: (
        Row(
            "the unit",
            "tests with its General" if run.tests_instead else f"runs {run.inches:g} in",
            "charge-boys.rout.general-stops" if run.tests_instead else "charge-boys.rout.first-continues",
        ),
    ),
)


def _rally_outputs(nerve: morale.Nerve, rallying: morale.Rallying) -> Outputs:
    return {
        "modifier": total(morale.other_mods(nerve)),
        "total": rallying.total,
        "result": rallying.result,
        "removed": rallying.removed,
        "disordered": True,
        "retest": rallying.retest,
    }


def _rally_lines(nerve: morale.Nerve, rallying: morale.Rallying) -> tuple[Row, ...]:
    mods = morale.other_mods(nerve)
    return (
        Row("die", str(rallying.total - total(mods)), "charge-boys.rout.other-rally"),
        *lines(mods),
        Row("total", str(rallying.total), "charge-boys.rout.other-rally"),
        Row("result", rallying.result, "charge-boys.rout.leaves-table" if rallying.removed else ""),
    )


RALLY: Final = _simple("rally", _read_nerve, morale.take_rally, _rally_outputs, _rally_lines)


def _still_disordered(fields: Fields, _: None) -> Outputs:
    back = morale.reordered(
        fields["disordered_at_turn_start"],
        fields["moved"],
        fields["fired"],
        fields["fought"],
        fields["compelled"],
        fields["routing"],
    )
    return {"disordered": not back}


def _read_reorder(fields: Fields) -> Fields:
    _counts(fields, "", "hits")
    return fields


REORDER: Final = _simple(
    "reorder",
    _read_reorder,
    _nothing,
    _still_disordered,
    lambda fields, _: (
        Row(
            "at the end of the turn",
            "disordered" if _still_disordered(fields, None)["disordered"] else "in order",
            "charge-boys.morale.reorder",
        ),
    ),
)


def _read_condition(fields: Fields) -> morale.Condition:
    return morale.Condition(
        fields["arm"],
        _formation(fields),
        fields["state"],
        fields["disordered"],
        fields["full_turn_action"],
        fields["moved"],
        fields["locked"],
        fields["weapon"],
        _house(fields),
    )


def _permitted(unit: morale.Condition, _: None) -> Outputs:
    return {
        "move": morale.may_move(unit),
        "advance": morale.may_advance(unit),
        "withdraw": morale.may_move(unit),
        "form": morale.may_form(unit),
        "charge": morale.may_charge(unit),
        "fire": morale.may_fire(unit),
        "second_volley": morale.may_fire_twice(unit),
        "evade": morale.may_evade(unit),
    }


PERMISSION_CLAUSES: Final[dict[str, str]] = {
    "move": "charge-boys.morale.result-halt",
    "advance": "charge-boys.morale.result-retire",
    "withdraw": "charge-boys.morale.result-retire",
    "form": "charge-boys.orders.default",
    "charge": "charge-boys.charge.declare",
    "fire": "charge-boys.morale.disordered-effect",
    "second_volley": "charge-boys.musketry.breech-twice",
    "evade": "charge-boys.charge.evade-bonus",
}


def _permitted_lines(unit: morale.Condition, _: None) -> tuple[Row, ...]:
    found: list[Row] = []
    for name, given in _permitted(unit, None).items():
        words = given if isinstance(given, str) else "yes" if given else "no"
        found.append(Row(name.replace("_", " "), words, PERMISSION_CLAUSES[name]))
    return tuple(found)


PERMISSIONS: Final = _simple("permissions", _read_condition, _nothing, _permitted, _permitted_lines)


# ---- compelled moves and charges


@final
@dataclass(slots=True, frozen=True)
class Compelled:
    """A unit that has to go."""

    result: str
    test: str
    nerve: morale.Nerve
    path: terrain.Path


def _read_compelled(fields: Fields) -> Compelled:
    formation = _formation(fields)
    if fields["result"] == morale.EVADE and formation != tables.SKIRMISH:
        raise FieldError(f"result: evade cannot be; only skirmishers evade, not a unit in {formation}")
    path = _path(fields["path"])
    for place, leg in enumerate(path):
        if place and leg.kind == terrain.BUILDING:
            raise FieldError(f"path[{place}].kind: building cannot be; a building is left at the start of the way")
    nerve = morale.Nerve(arm=fields["arm"], formation=formation, settings=_house(fields))
    return Compelled(fields["result"], fields["test"], nerve, path)


def _roll_compelled(given: Compelled, dice: Dice) -> float:
    nerve = given.nerve
    if given.result == morale.EVADE:
        return charge.throw_evade(dice)
    if nerve.formation == tables.UNLIMBERED:
        # The men without their guns; how far the guns are dragged is the business of the test.
        nerve = morale.Nerve(arm=nerve.arm, formation=tables.GUNNERS, settings=nerve.settings)
    return morale.retreat(given.test, given.result, nerve, dice).inches


def _compelled_outputs(given: Compelled, inches: float) -> Outputs:
    formation = given.nerve.formation
    walks = tables.GUNNERS if formation == tables.UNLIMBERED else formation
    moved = terrain.ground_covered(given.path, inches, walks, given.nerve.settings)
    return {"retreat": _length(inches), "moved": _length(moved)}


COMPELLED_MOVE: Final = _simple(
    "compelled-move",
    _read_compelled,
    _roll_compelled,
    _compelled_outputs,
    lambda given, inches: (
        Row("inches", f"{inches:g}", "charge-boys.terrain.compelled-moves"),
        Row(
            "of ground",
            f"{_compelled_outputs(given, inches)['moved']:g}",
            "charge-boys.terrain.compelled-moves",
        ),
    ),
)


@final
@dataclass(slots=True, frozen=True)
class Rush:
    """A charge against a target that stays where it is."""

    formation: str
    mounted: bool
    distance: float
    path: terrain.Path


def _read_rush(fields: Fields) -> Rush:
    _counts(fields, "", "distance")
    formation = _formation(fields)
    return Rush(formation, fields["arm"] == tables.CAVALRY, fields["distance"], _path(fields["path"]))


def _roll_rush(rush: Rush, dice: Dice) -> int | str:
    refusal = charge.way_refusal(rush.formation, rush.mounted, rush.distance, rush.path)
    return refusal or charge.throw_bonus(rush.formation, rush.mounted, dice)


def _rush_outputs(rush: Rush, bonus: int | str) -> Outputs:
    if isinstance(bonus, str):
        return _verdict(bonus)
    reach = tables.allowance(rush.formation) + bonus
    cost = terrain.way_cost(rush.path, rush.distance, rush.formation)
    return {
        "legal": True,
        "bonus": bonus,
        "reach": _length(reach),
        "cost": _length(cost),
        "contact": within(cost, reach),
    }


def _rush_lines(rush: Rush, bonus: int | str) -> tuple[Row, ...]:
    if isinstance(bonus, str):
        return _no_line(bonus)
    found = _rush_outputs(rush, bonus)
    clause = "charge-boys.charge.bonus-cavalry" if rush.mounted else "charge-boys.charge.bonus-infantry"
    return (
        Row("normal move", f"{tables.allowance(rush.formation):g} in", tables.allowance_clause(rush.formation)),
        Row("bonus", f"{bonus:+d}", clause),
        Row("price of the way", f"{found['cost']:g} in", "charge-boys.terrain.compelled-moves"),
        Row("contact", "yes" if found["contact"] else "no", "charge-boys.charge.sequence"),
    )


CHARGE_MOVE: Final = _simple("charge-move", _read_rush, _roll_rush, _rush_outputs, _rush_lines)


def _read_evade(fields: Fields) -> Rush:
    charger: Fields = fields["charger"]
    _counts(fields, "", "distance")
    formation = _formation(charger, "charger.")
    return Rush(formation, charger["arm"] == tables.CAVALRY, fields["distance"], ())


def _roll_evade(rush: Rush, dice: Dice) -> tuple[float, int]:
    return charge.throw_evade(dice), charge.throw_bonus(rush.formation, rush.mounted, dice)


def _evade_outputs(rush: Rush, thrown: tuple[float, int]) -> Outputs:
    away, bonus = thrown
    reach = tables.allowance(rush.formation) + bonus
    return {
        "evade_move": _length(away),
        "gap": _length(rush.distance + away),
        "reach": _length(reach),
        "caught": within(rush.distance + away, reach),
    }


def _evade_lines(rush: Rush, thrown: tuple[float, int]) -> tuple[Row, ...]:
    found = _evade_outputs(rush, thrown)
    return (
        Row("the skirmishers evade", f"{found['evade_move']:g} in", "charge-boys.charge.evade-bonus"),
        Row("to cover now", f"{found['gap']:g} in", "charge-boys.charge.evade-bonus"),
        Row("reach of the charger", f"{found['reach']:g} in", "charge-boys.charge.bonus-infantry"),
        Row("caught", "yes" if found["caught"] else "no", "charge-boys.melee.caught"),
    )


EVADE: Final = _simple("evade", _read_evade, _roll_evade, _evade_outputs, _evade_lines)


@final
@dataclass(slots=True, frozen=True)
class Joust:
    """Two mounted units riding at each other."""

    distance: float
    charger: str
    target: str


def _read_joust(fields: Fields) -> Joust:
    _counts(fields, "", "distance")
    return Joust(fields["distance"], fields["charger"]["formation"], fields["target"]["formation"])


def _joust_outputs(joust: Joust, clash: charge.Clash) -> Outputs:
    gap = 0.0 if clash.contact else joust.distance - clash.charger_moved - clash.target_moved
    return {
        "charger_bonus": clash.charger_bonus,
        "target_bonus": clash.target_bonus,
        "charger_reach": tables.allowance(joust.charger) + clash.charger_bonus,
        "target_reach": tables.allowance(joust.target) + clash.target_bonus,
        "contact": clash.contact,
        "charger_moved": _length(clash.charger_moved),
        "target_moved": _length(clash.target_moved),
        "gap": _length(gap),
    }


def _joust_lines(joust: Joust, clash: charge.Clash) -> tuple[Row, ...]:
    clause = "charge-boys.charge.countercharge"
    return (
        Row("charger's bonus", f"{clash.charger_bonus:+d}", "charge-boys.charge.bonus-cavalry"),
        Row("target's bonus", f"{clash.target_bonus:+d}", "charge-boys.charge.bonus-cavalry"),
        Row("charger moves", f"{clash.charger_moved:.4g} in", clause),
        Row("contact", "yes" if clash.contact else "no", clause),
    )


COUNTERCHARGE: Final = _simple(
    "countercharge",
    _read_joust,
    lambda joust, dice: charge.countercharge(joust.distance, joust.charger, joust.target, dice),
    _joust_outputs,
    _joust_lines,
)


# ---- a whole charge


def _read_charge(fields: Fields) -> charge.Charge:
    house = _house(fields)
    _counts(fields, "", "distance")
    return charge.Charge(
        fields["distance"],
        _path(fields["path"]),
        _charger(fields["charger"], house),
        _charged(fields["target"], house),
        fields["frontal"],
        fields["closing_fire"],
        house,
    )


def _charger(fields: Fields, house: Settings) -> charge.Charger:
    nerve = _nerve(fields, house, "charger.", advancing=True)
    _counts(fields, "charger.", "fighting", "hits")
    between("charger.officers", fields["officers"], 0, fields["strength"])
    began = fields["strength_at_turn_start"]
    if began is None:
        began = fields["strength"]
    between("charger.strength_at_turn_start", began, fields["strength"])
    return charge.Charger(nerve, fields["officers"], fields["fighting"], began, fields["hits"])


def _charged(fields: Fields, house: Settings) -> charge.Charged:
    nerve = _nerve(fields, house, "target.", charged=True)
    _counts(fields, "target.", "men", "buck_rounds")
    between("target.officers", fields["officers"], 0, fields["strength"])
    return charge.Charged(
        nerve,
        fields["men"],
        fields["weapon"],
        fields["first_fire"],
        fields["buck_and_ball"],
        fields["buck_rounds"],
        fields["gun"],
        fields["halted"],
        fields["fired"],
        fields["full_turn_action"],
        fields["in_building"],
        fields["stands"],
        fields["officers"],
    )


def _charge_outputs(given: charge.Charge, course: charge.Course) -> Outputs:
    strength = given.charger.nerve.strength
    outputs: Outputs = {
        "legal": True,
        "charger_result": course.charger_result,
        "target_tested": _target_tested(given, course),
        "target_result": course.target_result or None,
        "target_retreat": _length(course.target_retreat) if course.target_result else None,
        "target_fired": course.fired,
        "closing_hits": course.hits if course.fired else None,
        "charger_killed": course.lost.killed,
        "charger_officers_killed": course.lost.officers,
        "charger_general_killed": course.lost.general,
        "charger_strength": strength - course.lost.killed,
        "outcome": course.outcome,
        "moved": _length(course.moved),
        "gap": _length(course.gap),
        "retreat": _length(course.own_retreat) if course.own_retreat >= 0.0 else None,
        "retest": course.retest,
    }
    after = course.caught
    if after is not None:
        outputs |= {
            "target_killed": after.killed,
            "target_strength": after.left,
            "target_rout": None if after.removed else _length(after.rout),
        }
    return outputs


def _target_tested(given: charge.Charge, course: charge.Course) -> bool:
    tests = given.settings.charged_units_test and not charge.evades(given)
    return bool(course.target_result) and tests


def _work_charge(given: charge.Charge, dice: Dice) -> Worked:
    refusal = charge.charge_refusal(given)
    if refusal:
        return Worked(_verdict(refusal), _no_line(refusal))
    course = charge.Course()
    before = course
    for stage in charge.stages(given):
        course = stage(course, dice)
        if course.first != charge.NOT_THROWN or course.other != charge.NOT_THROWN:
            before = course
    outputs = _charge_outputs(given, course) | _charge_working(given, course, before, dice.rolls)
    return Worked(outputs, _charge_lines(given, course, before, dice.rolls))


def _charge_working(given: charge.Charge, course: charge.Course, before: charge.Course, rolls: list[Roll]) -> Outputs:
    """What the totals were; `before` is the charge before its tests under fire were obeyed."""
    tested = [roll.answer for roll in _rolls(rolls, charge.TO_STAND)]
    bonus = sum([roll.answer for roll in _rolls(rolls, "charge bonus")])
    ran = course.outcome != charge.BALKED
    found: Outputs = {
        "charger_total": _charger_total(given, rolls),
        "target_total": tested[0] + total(morale.other_mods(given.target.nerve)) if tested else None,
        "bonus": bonus if ran else None,
        "reach": tables.allowance(given.charger.nerve.formation) + bonus if ran else None,
        "closing_dice": charge.closing_dice(given, course) if course.fired else None,
        "first_total": before.first if before.first != charge.NOT_THROWN else None,
        "other_total": before.other if before.other != charge.NOT_THROWN else None,
        "obeys": charge.obeyed(before) or None,
    }
    if course.outcome == charge.CAUGHT and course.target_result != morale.ROUT and given.settings.melee != "none":
        catch = charge.catch_of(given, course)
        found["caught_modifier"] = total(melee.catch_mods(catch))
        found["caught_dice"] = melee.melee_dice(catch.fighting, catch.settings)
    return found


def _charger_total(given: charge.Charge, rolls: list[Roll]) -> int:
    return _rolls(rolls, charge.TO_CHARGE)[0].answer + total(morale.other_mods(given.charger.nerve))


def _charge_lines(
    given: charge.Charge, course: charge.Course, before: charge.Course, rolls: list[Roll]
) -> tuple[Row, ...]:
    working = _charge_working(given, course, before, rolls)
    found = [
        *lines(morale.other_mods(given.charger.nerve)),
        Row(
            "test to charge",
            f"{working['charger_total']}: {course.charger_result}",
            "charge-boys.morale.trigger-charge",
        ),
    ]
    if working["target_total"] is not None:
        found += lines(morale.other_mods(given.target.nerve))
        words = f"{working['target_total']}: {course.target_result}"
        found.append(Row("test of the target", words, "charge-boys.morale.trigger-charged"))
    if working["reach"] is not None:
        found.append(Row("reach", f"{working['reach']:g} in", "charge-boys.charge.sequence"))
    if course.fired:
        found.append(Row("closing fire", f"{course.hits} hits", "charge-boys.charge.closing-fire"))
        found.append(Row("the charger loses", str(course.lost.killed), "charge-boys.save.every-hit"))
    for name, key in (("first-shot test", "first_total"), ("other test", "other_total")):
        if working[key] is not None:
            found.append(Row(f"{name} under fire", str(working[key]), "charge-boys.charge.test-under-fire"))
    return (*found, Row("the charge", course.outcome, "charge-boys.charge.sequence"))


def _charge_chances(given: charge.Charge) -> tuple[Chances, ...]:
    refusal = charge.charge_refusal(given)
    if refusal:
        return (Chances("", _enumerated(given, lambda _, __: refusal), _verdict),)
    return (Chances("", charge.prospects(given), lambda course: _charge_outputs(given, course)),)


CHARGE: Final = Procedure("charge", _read_charge, _work_charge, _charge_chances)


# ---- melee


@final
@dataclass(slots=True, frozen=True)
class Combat:
    """Two units in a round of melee."""

    a: melee.Fighter
    b: melee.Fighter
    settings: Settings


def _read_melee(fields: Fields) -> Combat:
    return Combat(_fighter(fields["a"], "a."), _fighter(fields["b"], "b."), _house(fields))


def _fighter(fields: Fields, path: str) -> melee.Fighter:
    _counts(fields, path, "fighting", "officers")
    strength = -1 if fields["strength"] is None else fields["strength"]
    if strength != -1:
        between(f"{path}strength", strength, 1)
        between(f"{path}officers", fields["officers"], 0, strength)
    return melee.Fighter(
        fields["fighting"],
        fields["quality"],
        strength,
        fields["charging"],
        fields["mounted_against_open_foot"],
        fields["strikes_flank"],
        fields["disordered"],
        fields["obstacle"],
        fields["loose"],
        fields["officers"],
        fields["general"],
    )


def _round_outputs(_: Combat, fought: melee.Round) -> Outputs:
    return {
        "hits": fought.hits,
        "killed": (fought.a.killed, fought.b.killed),
        "officers_killed": (fought.a.officers, fought.b.officers),
        "general_killed": (fought.a.general, fought.b.general),
        "loser": melee.loser(fought.a.killed, fought.b.killed),
    }


def _work_melee(combat: Combat, dice: Dice) -> Worked:
    fought = melee.fight(combat.a, combat.b, combat.settings, dice)
    both = (combat.a, combat.b)
    outputs = _round_outputs(combat, fought) | {
        "modifier": [total(melee.melee_mods(fighter)) for fighter in both],
        "dice": [melee.melee_dice(fighter.fighting, combat.settings) for fighter in both],
    }
    found: list[Row] = []
    for name, fighter, hits, lost in (
        ("a", combat.a, fought.hits[0], fought.a),
        ("b", combat.b, fought.hits[1], fought.b),
    ):
        found += lines(melee.melee_mods(fighter))
        found.append(Row(f"{name} hits", str(hits), "charge-boys.melee.dice"))
        found.append(Row(f"{name} loses", str(lost.killed), "charge-boys.melee.saves"))
    found.append(Row("the round is lost by", outputs["loser"], "charge-boys.melee.loser"))
    return Worked(outputs, tuple(found))


MOST_ROUNDS: Final = 40_000
"""Pairs of tolls up to which the chances of a whole round are listed one by one."""
TRIALS: Final = 8_000


def _melee_chances(combat: Combat) -> tuple[Chances, ...]:
    """The round as a whole, exact or from trials, and exactly who loses it and what each side suffers."""
    on_a = melee.toll_odds(combat.a, combat.b, combat.settings)
    on_b = melee.toll_odds(combat.b, combat.a, combat.settings)
    groups = (
        Chances("who loses the round", _loser_odds(on_a, on_b), lambda name: {"loser": name}),
        Chances("what a loses", mapped(on_a, _killed), lambda killed: {"killed": killed}),
        Chances("what b loses", mapped(on_b, _killed), lambda killed: {"killed": killed}),
    )
    if len(on_a.weights) * len(on_b.weights) <= MOST_ROUNDS:
        return (Chances("", _rounds(on_a, on_b), partial(_round_outputs, combat)), *groups)
    trials = estimate((partial(_trial, combat),), None, Seeded("melee"), TRIALS)
    return (Chances("", trials, partial(_round_outputs, combat)), *groups)


def _killed(toll: melee.Toll) -> int:
    return toll.lost.killed


def _trial(combat: Combat, _: melee.Round | None, dice: Dice) -> melee.Round | None:
    return melee.fight(combat.a, combat.b, combat.settings, dice)


def _rounds(on_a: Odds[melee.Toll], on_b: Odds[melee.Toll]) -> Odds[melee.Round]:
    weights: dict[melee.Round, int] = {}
    for ours, weight in on_a.weights.items():
        for theirs, times in on_b.weights.items():
            weights[melee.Round((theirs.hits, ours.hits), ours.lost, theirs.lost)] = weight * times
    return Odds(weights, on_a.total * on_b.total)


def _loser_odds(on_a: Odds[melee.Toll], on_b: Odds[melee.Toll]) -> Odds[str]:
    weights: dict[str, int] = {}
    for ours, weight in mapped(on_a, _killed).weights.items():
        for theirs, times in mapped(on_b, _killed).weights.items():
            name = melee.loser(ours, theirs)
            weights[name] = weights.get(name, 0) + weight * times
    return Odds(weights, on_a.total * on_b.total)


MELEE: Final = Procedure("melee", _read_melee, _work_melee, _melee_chances)


@final
@dataclass(slots=True, frozen=True)
class Defeat:
    """A melee loser and the unit that beat it."""

    loser: morale.Nerve
    winner_arm: str
    follows_up: bool


def _read_defeat(fields: Fields) -> Defeat:
    winner: Fields = fields["winner"]
    return Defeat(_nerve(fields["loser"], _house(fields), "loser."), winner["arm"], winner["follows_up"])


def _roll_defeat(defeat: Defeat, dice: Dice) -> melee.Aftermath:
    return melee.settle(defeat.loser, defeat.winner_arm, defeat.follows_up, dice)


def _defeat_outputs(defeat: Defeat, after: melee.Aftermath) -> Outputs:
    gave_way = after.result != morale.CARRY_ON
    reached = after.contact and gave_way
    return {
        "modifier": total(morale.other_mods(defeat.loser)),
        "total": after.total,
        "result": after.result,
        "retreat": _length(after.retreat),
        "retreat_guns": after.guns or None,
        "guns_abandoned": after.abandoned or None,
        "follow_up": float(after.follow_up),
        "contact": after.contact,
        "caught": reached and after.result in (morale.RETIRE, morale.DISORDER),
        "loser_removed": reached and after.result == morale.ROUT,
        "winner_disordered": defeat.winner_arm == tables.CAVALRY and defeat.follows_up and gave_way,
    }


def _defeat_lines(defeat: Defeat, after: melee.Aftermath) -> tuple[Row, ...]:
    return (
        *lines(morale.other_mods(defeat.loser)),
        Row("total", str(after.total), "charge-boys.melee.loser-test"),
        Row("the loser", f"{after.result}, {after.retreat:g} in back", "charge-boys.melee.loser-test"),
        Row("follow-up", f"{after.follow_up} in", "charge-boys.melee.follow-up"),
        Row("in contact", "yes" if after.contact else "no", "charge-boys.melee.draw"),
    )


MELEE_RESULT: Final = _simple("melee-result", _read_defeat, _roll_defeat, _defeat_outputs, _defeat_lines)


def _read_catch(fields: Fields) -> melee.Catch:
    victim: Fields = fields["victim"]
    _counts(fields, "", "fighting")
    formation = _formation(victim, "victim.")
    between("victim.strength", victim["strength"], 1)
    between("victim.officers", victim["officers"], 0, victim["strength"])
    if victim["result"] == morale.EVADE and formation != tables.SKIRMISH:
        raise FieldError(f"victim.result: evade cannot be; only skirmishers evade, not a unit in {formation}")
    return melee.Catch(
        fields["fighting"],
        victim["arm"],
        formation,
        victim["strength"],
        victim["result"] == morale.ROUT,
        fields["quality"],
        fields["mounted_against_open_foot"],
        fields["disordered"],
        victim["officers"],
        victim["general"],
        settings=_house(fields),
    )


def _catch_outputs(catch: melee.Catch, after: melee.Caught) -> Outputs:
    fought = not catch.routing and catch.settings.melee != "none"
    return {
        "modifier": total(melee.catch_mods(catch)) if fought else None,
        "dice": melee.melee_dice(catch.fighting, catch.settings) if fought else None,
        "killed": after.killed,
        "officers_killed": after.officers,
        "general_killed": after.general,
        "strength": after.left,
        "retreat": None if after.removed else _length(after.rout),
        "removed": after.removed,
    }


def _catch_lines(catch: melee.Catch, after: melee.Caught) -> tuple[Row, ...]:
    found = list(lines(melee.catch_mods(catch))) if not catch.routing else []
    found.append(Row("lost", str(after.killed), "charge-boys.melee.caught"))
    words = "removed" if after.removed else f"routs {after.rout:g} in"
    return (*found, Row("the unit caught", words, "charge-boys.melee.caught"))


@final
@dataclass(slots=True, unsafe_hash=True)
class Capture:
    """A unit caught, on its way: hits, losses, what becomes of it."""

    hits: int = 0
    lost: fire.Losses = fire.NO_LOSSES
    after: melee.Caught | None = None


def _catch_hits(catch: melee.Catch, _: Capture, dice: Dice) -> Capture:
    return Capture(melee.catch_kills(catch, dice))


def _catch_losses(catch: melee.Catch, found: Capture, dice: Dice) -> Capture:
    return Capture(0, melee.catch_losses(catch, found.hits, dice))


def _catch_rout(catch: melee.Catch, found: Capture, dice: Dice) -> Capture:
    return Capture(after=melee.catch_rout(catch, found.lost, dice))


def _catch_chances(catch: melee.Catch) -> tuple[Chances, ...]:
    odds = fold([partial(_catch_hits, catch), partial(_catch_losses, catch), partial(_catch_rout, catch)], Capture())
    return (Chances("", odds, lambda found: _catch_outputs(catch, found.after)),)


CAUGHT: Final = Procedure(
    "caught",
    _read_catch,
    lambda catch, dice: _worked_catch(catch, melee.caught(catch, dice)),
    _catch_chances,
)


def _worked_catch(catch: melee.Catch, after: melee.Caught) -> Worked:
    return Worked(_catch_outputs(catch, after), _catch_lines(catch, after))


# ---- victory


@final
@dataclass(slots=True, frozen=True)
class TurnEnd:
    """Both sides at the end of a turn, in the order of SIDES."""

    turn: int
    limit: int
    tallies: tuple[victory.Tally, victory.Tally]
    settings: Settings


def _read_victory(fields: Fields) -> TurnEnd:
    between("turn", fields["turn"], 1)
    between("turn_limit", fields["turn_limit"], 1)
    tallies = (_army(fields[SIDES[0]], SIDES[0]), _army(fields[SIDES[1]], SIDES[1]))
    return TurnEnd(fields["turn"], fields["turn_limit"], tallies, _house(fields))


def _army(fields: Fields, side: str) -> victory.Tally:
    _counts(fields, f"{side}.", "guns_captured", "generals_lost", "objectives")
    units: list[Fields] = fields["units"]
    out = 0
    for place, unit in enumerate(units):
        between(f"{side}.units[{place}].start", unit["start"], 1)
        between(f"{side}.units[{place}].strength", unit["strength"], 0, unit["start"])
        if victory.out_of_action(unit["start"], unit["strength"], unit["routing"], unit["lost"], unit["guns_lost"]):
            out += 1
    return victory.Tally(len(units), out, fields["guns_captured"], fields["generals_lost"], fields["objectives"])


BROKEN: Final[dict[tuple[bool, bool], str]] = {
    (False, False): victory.NOBODY,
    (True, False): SIDES[0],
    (False, True): SIDES[1],
    (True, True): victory.BOTH,
}


def _victory_outputs(given: TurnEnd, end: victory.End) -> Outputs:
    return {
        "union_out": given.tallies[0].out,
        "confederate_out": given.tallies[1].out,
        "broken": BROKEN[end.broken],
        "union_points": end.points[0],
        "confederate_points": end.points[1],
        "winner": end.winner,
    }


def _victory_lines(given: TurnEnd, end: victory.End) -> tuple[Row, ...]:
    found: list[Row] = []
    for side, tally, points in zip(SIDES, given.tallies, end.points, strict=True):
        found.append(
            Row(f"{side} units out of action", f"{tally.out} of {tally.units}", "charge-boys.victory.lost-unit")
        )
        found.append(Row(f"{side} points", str(points), "charge-boys.victory.points"))
    why = "charge-boys.victory.army-break" if any(end.broken) else "charge-boys.victory.game-length"
    words = "goes on" if end.winner == victory.NOBODY else end.winner
    return (*found, Row(f"turn {given.turn} of {given.limit}", words, why))


VICTORY: Final = _simple(
    "victory",
    _read_victory,
    lambda given, _: victory.ended(given.turn, given.limit, SIDES, given.tallies, given.settings),
    _victory_outputs,
    _victory_lines,
)


PROCEDURES: Final = (
    INITIATIVE,
    MUSTER_CHECK,
    COMMAND_FIGURES,
    FORMATION_SIZE,
    MOVE_COST,
    MANHANDLE,
    SKIRMISH_GAP,
    ORDERS_MOVE,
    FIRING_FIGURES,
    MUSKETRY,
    ARTILLERY,
    OFFICER_CHECK,
    SAVE,
    REMOVE_CASUALTIES,
    CREW_LOSSES,
    MORALE_TRIGGER,
    MORALE_FIRST,
    MORALE_OTHER,
    MORALE_BOTH,
    RETEST_DUE,
    GENERAL_JOINS,
    ROUT_MOVE,
    RALLY,
    REORDER,
    PERMISSIONS,
    COMPELLED_MOVE,
    CHARGE_MOVE,
    EVADE,
    COUNTERCHARGE,
    CHARGE,
    MELEE,
    MELEE_RESULT,
    CAUGHT,
    VICTORY,
)
