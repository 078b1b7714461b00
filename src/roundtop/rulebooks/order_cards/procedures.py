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
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.exact import Odds, fold
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import (
    cards,
    charge,
    command,
    concealment,
    fire,
    melee,
    morale,
    terrain,
    victory,
)
from roundtop.rulebooks.order_cards.cards import Card
from roundtop.rulebooks.order_cards.options import Settings, settings
from roundtop.rulebooks.order_cards.tables import (
    ARTILLERY,
    CAVALRY,
    DESTROYED,
    LOOSE,
    LOW,
    ROUTING,
    STEADY,
    boxes_per_stand,
    half_up,
)

MOST_STANDS: Final = 100
"""More stands than any unit has."""
MOST_INCHES: Final = 1000.0

Fields = dict[str, Any]
Roll = Callable[[Situation, Dice], Reached]
Answer = Callable[[Situation, Reached], Outputs]
Explain = Callable[[Situation, Reached], tuple[Row, ...]]


# ---- what the procedures share


def _ruled(name: str, read: Callable[[Fields], Situation], refusal: Callable[[Situation], str]) -> Procedure:
    """A procedure that only says yes, or no and by which clause."""
    return simple(name, read, lambda situation, _: refusal(situation), lambda _, clause: _verdict(clause), _no_line)


def _verdict(clause: str) -> Outputs:
    """A lawful no names its clause and nothing else."""
    return {"legal": False, "clause": clause} if clause else {"legal": True}


def _no_line(_: Situation, clause: str) -> tuple[Row, ...]:
    return (Row("not allowed", "no", clause),) if clause else (Row("allowed", "yes"),)


def _house(fields: Fields) -> Settings:
    found: Settings = house(settings, fields)
    return found


def _card(fields: Fields, house: Settings, name: str = "card") -> Card:
    deck = cards.deck_of(house.deck)
    found = cards.card_named(deck, fields[name])
    if found is None:
        words = ", ".join([card.word for card in deck])
        raise FieldError(f"{name}: there is no card '{fields[name]}' in the deck; there are {words}")
    return found


def _distance(name: str, value: float | None) -> float:
    """A distance, -1 where there is nothing to measure to."""
    if value is None:
        return -1.0
    between(name, value, 0.0, MOST_INCHES)
    return value


def _two_sides(name: str, given: list[str]) -> tuple[str, str]:
    if len(given) != 2 or given[0] == given[1]:
        raise FieldError(f"{name}: {', '.join(given) or 'nobody'} cannot be; it names the two sides, each once")
    return given[0], given[1]


def _roster(path: str, unit: Fields, per_stand: int) -> None:
    """A roster that can be: stands at the start, and no more boxes circled than leave one of them."""
    between(f"{path}starting_stands", unit["starting_stands"], 1, MOST_STANDS)
    between(f"{path}circled_before", unit["circled_before"], 0, unit["starting_stands"] * per_stand - 1)


def _officer(path: str, unit: Fields) -> morale.Officer:
    """The officer declared; a rating without a rank, or a rank without a rating, is half an officer."""
    rating: int = unit["officer_rating"]
    rank: str = unit["officer_rank"] or ""
    wounds: int = unit.get("minor_wounds", 0)
    if rating not in (0, 10, 20, 30):
        raise FieldError(f"{path}officer_rating: {rating} cannot be; it is 10, 20 or 30, or 0 for nobody")
    between(f"{path}minor_wounds", wounds, 0)
    if rating and not rank:
        raise FieldError(f"{path}officer_rank: missing; an officer of rating {rating} has a rank")
    return morale.Officer(rank, rating, wounds) if rating else morale.NOBODY


def _cavalry_only(fields: Fields) -> bool:
    return bool(fields["mounted"]) and fields["arm"] == CAVALRY


# ---- sets of cards


@final
@dataclass(slots=True, frozen=True)
class Throw:
    """The d10 of two sides, and what the winner of it wants."""

    sides: tuple[str, str]
    prefers: str


def _read_initiative(fields: Fields) -> Throw:
    return Throw(_two_sides("sides", fields["sides"]), fields["winner_prefers"])


def _higher(throw: Throw, dice: Dice) -> str:
    return cards.higher_roller(throw.sides, dice)


def _begins(throw: Throw, winner: str) -> Outputs:
    other = throw.sides[1] if winner == throw.sides[0] else throw.sides[0]
    return {"winner": winner, "plays_first": winner if throw.prefers == "first" else other}


def _work_initiative(throw: Throw, dice: Dice) -> Worked:
    winner = _higher(throw, dice)
    faces = [face for roll in dice.rolls for face in roll.faces]
    outputs: Outputs = {"rerolls": len(faces) // 2 - 1, **_begins(throw, winner)}
    clause = "order-cards.cards.set-initiative"
    working = [
        Row(f"{throw.sides[0]} {faces[n]}, {throw.sides[1]} {faces[n + 1]}", f"throw {n // 2 + 1}", clause)
        for n in range(0, len(faces), 2)
    ]
    return Worked(outputs, (*working, Row("plays first", outputs["plays_first"], clause)))


def _initiative_chances(throw: Throw) -> tuple[Chances, ...]:
    return (Chances("", enumerated(throw, _higher), lambda winner: _begins(throw, winner)),)


SET_INITIATIVE: Final = Procedure("set-initiative", _read_initiative, _work_initiative, _initiative_chances)


def _read_order(fields: Fields) -> tuple[str, ...]:
    first, second = _two_sides("second", [fields["first"], fields["second"]])
    return cards.turns_of_a_set(first, second, _house(fields).cards_per_set)


SET_ORDER: Final = simple(
    "set-order",
    _read_order,
    lambda turns, _: turns,
    lambda _, turns: {"turns": list(turns)},
    lambda _, turns: tuple(
        [Row(f"turn {n + 1}", side, "order-cards.cards.alternation") for n, side in enumerate(turns)]
    ),
)


def _set_refusal(fields: Fields) -> str:
    house: Settings = fields["settings"]
    return cards.set_refusal(tuple(fields["cards"]), cards.deck_of(house.deck), house.cards_per_set)


SET_LEGAL: Final = _ruled("set-legal", lambda fields: fields | {"settings": _house(fields)}, _set_refusal)


# ---- moves


@final
@dataclass(slots=True, frozen=True)
class Move:
    """A unit, a card, and what it does and crosses."""

    mover: terrain.Mover
    card: Card
    compulsory: bool
    actions: tuple[terrain.Action, ...]
    settings: Settings


ONLY_FOR: Final[dict[str, str]] = {
    "limber": ARTILLERY,
    "unlimber": ARTILLERY,
    "mount": CAVALRY,
    "dismount": CAVALRY,
}
"""Actions that only one arm knows."""


def _actions(given: list[Fields], arm: str) -> tuple[terrain.Action, ...]:
    found: list[terrain.Action] = []
    for place, one in enumerate(given):
        path = f"actions[{place}]."
        between(f"{path}degrees", one["degrees"], 0.0, 360.0)
        between(f"{path}inches", one["inches"], 0.0, MOST_INCHES)
        if ONLY_FOR.get(one["do"], arm) != arm:
            raise FieldError(f"{path}do: {arm} cannot {one['do']}; that is for {ONLY_FOR[one['do']]}")
        found.append(terrain.Action(one["do"], one["degrees"], one["inches"]))
    return tuple(found)


def _read_move(fields: Fields) -> Move:
    house = _house(fields)
    actions = _actions(fields["actions"], fields["arm"])
    between("frontage", fields["frontage"], 0.0, MOST_INCHES)
    if fields["frontage"] == 0.0 and any([one.do == "wheel" and one.degrees > 0.0 for one in actions]):
        raise FieldError("frontage: 0 cannot be; a wheel is measured by the width of the front")
    mover = terrain.Mover(
        fields["arm"],
        _cavalry_only(fields),
        fields["limbered"],
        fields["state"],
        fields["disordered"],
        fields["frontage"],
        fields["all_stands_within_edge_inch"],
    )
    return Move(mover, _card(fields, house), fields["compulsory"], actions, house)


def _priced(move: Move, _: Dice) -> terrain.Bill:
    price = terrain.compulsory_bill if move.compulsory else terrain.move_bill
    return price(move.mover, move.card, move.actions, move.settings)


def _bill(_: Move, bill: terrain.Bill) -> Outputs:
    if bill.refusal:
        return _verdict(bill.refusal)
    return {
        "legal": True,
        "allowance": bill.allowance,
        "deductions": bill.spent,
        "left": bill.left,
        "disordered_after": bill.disordered,
    }


MOVE_COST: Final = simple(
    "move-cost", _read_move, _priced, _bill, lambda move, bill: terrain.bill_lines(bill, move.actions)
)


# ---- fire


def _eligible(fields: Fields) -> str:
    house: Settings = fields["settings"]
    return fire.fire_refusal(
        _card(fields, house),
        fields["arm"],
        fields["formation"],
        fields["state"],
        fields["firer_disordered"],
        fields["moved"],
        fields["ammo"],
        fields["unit_stands"],
        fields["eligible_stands"],
        fields["target_stands"],
        fields["target_stands_reached"],
    )


def _read_eligibility(fields: Fields) -> Fields:
    house = _house(fields)
    _card(fields, house)
    between("unit_stands", fields["unit_stands"], 1, MOST_STANDS)
    between("eligible_stands", fields["eligible_stands"], 0, fields["unit_stands"])
    between("target_stands", fields["target_stands"], 1, MOST_STANDS)
    between("target_stands_reached", fields["target_stands_reached"], 0, fields["target_stands"])
    return fields | {"settings": house}


FIRE_ELIGIBILITY: Final = _ruled("fire-eligibility", _read_eligibility, _eligible)


@final
@dataclass(slots=True, frozen=True)
class Shooting:
    """A volley with what makes it lawful and what follows from it."""

    volley: fire.Volley
    refusal: str
    ammo_after: str
    refuse_max: int
    wagon: bool


def _groups(fields: Fields, house: Settings) -> tuple[fire.Group, ...]:
    found: list[fire.Group] = []
    for place, group in enumerate(fields["stands_by_range"]):
        path = f"stands_by_range[{place}]."
        between(f"{path}stands", group["stands"], 1, MOST_STANDS)
        between(f"{path}range", group["range"], 0.0, MOST_INCHES)
        if group["gun"] and fields["arm"] != ARTILLERY:
            raise FieldError(f"{path}gun: {fields['arm']} has none")
        gun = group["gun"] or fields.get("gun", "smoothbore")
        found.append(fire.Group(group["stands"], group["range"], fire.weapon_of(fields["arm"], gun, house)))
    return tuple(found)


def _read_fire(fields: Fields) -> Shooting:
    house = _house(fields)
    card = _card(fields, house)
    groups = _groups(fields, house)
    given = sum([group.stands for group in groups])
    refused: int = fields["refused_this_card"]
    between("refused_this_card", refused, 0, MOST_STANDS)
    stands: int = given + refused if fields["unit_stands"] is None else fields["unit_stands"]
    between("unit_stands", stands, max(1, given + refused), MOST_STANDS)
    between("target_stands", fields["target_stands"], 1, MOST_STANDS)
    reached = fields["target_stands"] if fields["target_stands_reached"] is None else fields["target_stands_reached"]
    between("target_stands_reached", reached, 0, fields["target_stands"])
    volley = fire.Volley(
        card,
        groups,
        _rows(fields),
        tuple(fields["cover"]),
        fields["fire_crosses_line_cover"],
        fields["arm"] == ARTILLERY,
        fields["firer_disordered"],
    )
    eligible = sum([group.stands for group in fire.firing(groups, False)])
    refusal = fire.fire_refusal(
        card,
        fields["arm"],
        "",
        STEADY,
        fields["firer_disordered"],
        False,
        fields["ammo"],
        stands,
        eligible,
        fields["target_stands"],
        reached,
    )
    most = fire.most_refused(stands)
    if not refusal and refused > most:
        refusal = "order-cards.formation.refuse-flank"
    after = fire.ammo_after(fields["ammo"], fields["double_fire"])
    return Shooting(volley, refusal, after, most, "target-wagon" in fields["modifiers"])


def _rows(fields: Fields) -> tuple[str, ...]:
    rows = list(fields["modifiers"])
    if fields["ammo"] == LOW:
        rows.append("firer-low-ammo")
    if fields["double_fire"]:
        rows.append("double-fire")
    return tuple(rows)


def _shot(shooting: Shooting, dice: Dice) -> fire.Salvo | str:
    return shooting.refusal or fire.volley(shooting.volley, dice)


def _fired(shooting: Shooting, boxes: int) -> Outputs:
    return {
        "legal": True,
        "boxes_circled": boxes,
        "morale_check": boxes > 0 and not shooting.wagon,
        "ammo_after": shooting.ammo_after,
        "refuse_max": shooting.refuse_max,
    }


def _work_fire(shooting: Shooting, dice: Dice) -> Worked:
    salvo = _shot(shooting, dice)
    if isinstance(salvo, str):
        return Worked(_verdict(salvo), _no_line(shooting, salvo))
    certain = salvo.percent // 100
    working: Outputs = {
        "percent": salvo.percent,
        "certain_hits": certain,
        "remainder": salvo.percent % 100,
        "remainder_hit": salvo.hits > certain,
        "hits": salvo.hits,
        "save_number": fire.volley_save(shooting.volley),
        "saved": salvo.saved,
    }
    hits = Row("hits", str(salvo.hits), "order-cards.fire.percent-to-hits")
    boxes = Row("boxes circled", str(salvo.boxes), "order-cards.fire.hits-applied")
    return Worked(working | _fired(shooting, salvo.boxes), (*fire.volley_lines(shooting.volley), hits, boxes))


@final
@dataclass(slots=True, frozen=True)
class _Shots:
    """The stages of a volley: hits, then those not saved."""

    percent: int
    save: int

    def hit(self, _: int, dice: Dice) -> int:
        return fire.hits(self.percent, "", dice)

    def saved(self, hits: int, dice: Dice) -> int:
        return fire.unsaved(hits, self.save, "", dice)


def _fire_chances(shooting: Shooting) -> tuple[Chances, ...]:
    if shooting.refusal:
        nothing: Odds[str] = Odds({shooting.refusal: 1}, 1)
        return (Chances("", nothing, _verdict),)
    shots = _Shots(fire.percent(shooting.volley), fire.volley_save(shooting.volley))
    return (Chances("", fold((shots.hit, shots.saved), 0), lambda boxes: _fired(shooting, boxes)),)


FIRE: Final = Procedure("fire", _read_fire, _work_fire, _fire_chances)


@final
@dataclass(slots=True, frozen=True)
class Saves:
    """Hits to save at one number."""

    hits: int
    number: int


def _read_save(fields: Fields) -> Saves:
    between("hits", fields["hits"], 0, 1000)
    artillery = fields["fire_kind"] == ARTILLERY
    return Saves(
        fields["hits"], terrain.save_number(tuple(fields["cover"]), artillery, fields["fire_crosses_line_cover"])
    )


SAVE: Final = simple(
    "save",
    _read_save,
    lambda saves, dice: fire.unsaved(saves.hits, saves.number, "", dice),
    lambda saves, boxes: {"save_number": saves.number, "saved": saves.hits - boxes, "boxes_circled": boxes},
    lambda saves, boxes: (
        Row("saved on", f"{saves.number} or less" if saves.number else "nothing", "order-cards.save.table"),
        Row("saved", str(saves.hits - boxes), "order-cards.save.procedure"),
        Row("boxes circled", str(boxes), "order-cards.fire.hits-applied"),
    ),
)


def _read_spread(fields: Fields) -> Fields:
    between("unsaved_hits", fields["unsaved_hits"], 0, 1000)
    for name, gap in fields["gaps_from_target"].items():
        between(f"gaps_from_target.{name}", gap, 0.0, MOST_INCHES)
    mass: list[str] = fields["mass"]
    if mass and fields["target"] not in mass:
        raise FieldError(f"mass: {fields['target']} is missing; a mass names the target too")
    if fields["target"] in fields["gaps_from_target"]:
        raise FieldError(f"gaps_from_target.{fields['target']}: that is the target itself")
    return fields | {"settings": _house(fields)}


def _spread(fields: Fields, _: Dice) -> tuple[str, ...]:
    return fire.shared_by(
        fields["target"],
        tuple(fields["mass"]),
        fields["gaps_from_target"],
        tuple(fields["unlimbered_artillery"]),
        fields["settings"],
    )


def _spread_out(fields: Fields, hit: tuple[str, ...]) -> Outputs:
    named = dict.fromkeys([fields["target"], *fields["mass"], *fields["gaps_from_target"]])
    boxes: int = fields["unsaved_hits"]
    return {
        "boxes_circled": {name: boxes if name in hit else 0 for name in named},
        "morale_checks": sorted(hit) if boxes else [],
    }


def _spread_lines(fields: Fields, hit: tuple[str, ...]) -> tuple[Row, ...]:
    found: list[Row] = []
    for name in hit:
        clause = "order-cards.fire.one-inch-rule"
        if name == fields["target"] or name in fields["mass"]:
            clause = "order-cards.fire.massed-target" if name in fields["mass"] else "order-cards.fire.hits-applied"
        found.append(Row(name, f"{fields['unsaved_hits']} boxes", clause))
    return tuple(found)


SPREAD_CASUALTIES: Final = simple("spread-casualties", _read_spread, _spread, _spread_out, _spread_lines)


@final
@dataclass(slots=True, frozen=True)
class Raking:
    """Stands that might rake a target from beyond its end."""

    stands: int
    end: tuple[float, float]
    axis: tuple[float, float]
    fronts: tuple[tuple[float, float], ...]
    settings: Settings


def _pair(name: str, given: list[float]) -> tuple[float, float]:
    if len(given) != 2:
        raise FieldError(f"{name}: {given} cannot be; it is [x, y]")
    return given[0], given[1]


def _read_enfilade(fields: Fields) -> Raking:
    between("target_stands", fields["target_stands"], 1, MOST_STANDS)
    middles: list[list[float]] = fields["firing_front_middles"]
    if len(fields["eligible"]) != len(middles):
        raise FieldError(f"eligible: there are {len(middles)} stands, so {len(middles)} values are wanted")
    axis = _pair("axis", fields["axis"])
    length = (axis[0] * axis[0] + axis[1] * axis[1]) ** 0.5
    if not 0.99 <= length <= 1.01:
        raise FieldError(f"axis: {fields['axis']} cannot be; it is a direction of length 1")
    fronts = [_pair(f"firing_front_middles[{n}]", spot) for n, spot in enumerate(middles)]
    able = tuple([spot for spot, eligible in zip(fronts, fields["eligible"], strict=True) if eligible])
    return Raking(fields["target_stands"], _pair("near_end", fields["near_end"]), axis, able, _house(fields))


def _raked(raking: Raking, _: Dice) -> int:
    if raking.stands < fire.LEAST_ENFILADED:
        return 0
    return fire.enfilading(raking.end, raking.axis, list(raking.fronts), raking.settings)


ENFILADE: Final = simple(
    "enfilade",
    _read_enfilade,
    _raked,
    lambda raking, count: {"enfilading_stands": count, "enfilade": fire.enfilades(raking.stands, count)},
    lambda raking, count: (Row("stands that rake it", str(count), "order-cards.fire.enfilade"),),
)


# ---- morale


@final
@dataclass(slots=True, frozen=True)
class Shaken:
    """A unit before a test, with the boxes of the attack."""

    check: morale.Check
    needed: bool
    stands_before: int


def _read_morale(fields: Fields) -> Shaken:
    house = _house(fields)
    _roster("", fields, boxes_per_stand(fields["arm"], house))
    between("boxes_now", fields["boxes_now"], 0, 1000)
    between("grade", fields["grade"], 1, 100)
    before = _regiment(fields, fields["limbered"], fields["state"])
    unit = morale.circle(before, fields["boxes_now"], house)
    cover = tuple(fields["cover"])
    sheltered = fields["in_cover"]
    if sheltered is None:
        sheltered = any([name != "orchard" for name in cover])
    kind: str = fields["kind"]
    enemy = _distance("enemy_range", fields["enemy_range"])
    check = morale.Check(kind, unit, cover, sheltered, _officer("", fields), settings=house)
    needed = morale.check_needed(kind, unit, fields["boxes_now"], enemy, fields["enemy_in_sight"])
    return Shaken(check, needed, morale.stands(before, house))


def _regiment(fields: Fields, limbered: bool, state: str) -> morale.Regiment:
    return morale.Regiment(
        fields["arm"],
        limbered,
        fields["grade"],
        fields["starting_stands"],
        fields["circled_before"],
        state,
        fields["disordered"],
    )


def _test(shaken: Shaken, dice: Dice) -> morale.Nerve:
    if shaken.needed:
        return morale.nerve(shaken.check, dice)
    unit = shaken.check.unit
    fate = command.UNHARMED if shaken.check.officer.rating else command.NOBODY
    return morale.Nerve(unit.state != DESTROYED, 0, unit, fate)


def _tested(shaken: Shaken, nerve: morale.Nerve) -> Outputs:
    check = shaken.check
    found: Outputs = {
        "test_required": shaken.needed,
        "stands_before": shaken.stands_before,
        "stands_after_fire": morale.stands(check.unit, check.settings),
        "value": morale.check_value(check),
        "passed": nerve.passed,
        **_afterwards(nerve.boxes, nerve.unit, check.settings),
        "further_check": False,
        "officer_result": nerve.officer,
        "officer_out": command.out_of_battle(nerve.officer),
        "guns_abandoned": nerve.guns,
    }
    if check.kind == morale.FORMATION_CHANGE:
        found["formation_changed"] = nerve.passed
    return found


def _afterwards(boxes: int, unit: morale.Regiment, house: Settings) -> Outputs:
    return {
        "boxes_from_morale": boxes,
        "circled_after": unit.circled,
        "stands_after": morale.stands(unit, house),
        "state_after": unit.state,
        "disordered_after": unit.disordered and unit.state != DESTROYED,
    }


def _test_lines(shaken: Shaken, nerve: morale.Nerve) -> tuple[Row, ...]:
    check = shaken.check
    clause = morale.CLAUSES[check.kind]
    if not shaken.needed:
        return (Row("no test", nerve.unit.state, clause),)
    mods = morale.check_mods(check.kind, check.unit, check.cover, check.officer.rating)
    return (
        _basic_line(check.unit, check.settings),
        *lines(mods),
        Row("to roll or less", str(morale.check_value(check)), "order-cards.morale.procedure"),
        Row("passed" if nerve.passed else "failed", _fate(nerve.unit, nerve.boxes), clause),
    )


def _basic_line(unit: morale.Regiment, house: Settings) -> Row:
    stands = morale.stands(unit, house)
    halved = ", halved in rout" if unit.state == ROUTING else ""
    label = f"basic, {stands} of {unit.starting} stands{halved}"
    return Row(label, str(morale.normal(unit, house)), "order-cards.morale.stand-loss-decrease")


def _fate(unit: morale.Regiment, boxes: int) -> str:
    state = unit.state.replace("-", " ")
    if unit.disordered and unit.state == STEADY:
        state = "in disorder"
    return f"{state}, {boxes} boxes circled" if boxes else state


MORALE: Final = simple("morale", _read_morale, _test, _tested, _test_lines)


@final
@dataclass(slots=True, frozen=True)
class Recovery:
    """A unit about to rally."""

    unit: morale.Regiment
    cover: tuple[str, ...]
    officer: morale.Officer
    settings: Settings


def _read_rally(fields: Fields) -> Recovery:
    house = _house(fields)
    _roster("", fields, boxes_per_stand(fields["arm"], house))
    between("grade", fields["grade"], 1, 100)
    return Recovery(_regiment(fields, True, fields["state"]), tuple(fields["cover"]), _officer("", fields), house)


def _rally(recovery: Recovery, dice: Dice) -> morale.Rallied:
    return morale.rally(recovery.unit, recovery.cover, recovery.officer.rating, "", recovery.settings, dice)


def _rallied(recovery: Recovery, after: morale.Rallied) -> Outputs:
    officer = recovery.officer.rating > 0
    return {
        "value": morale.rally_value(recovery.unit, recovery.cover, recovery.officer.rating, recovery.settings),
        "passed": after.passed,
        **_afterwards(after.boxes, after.unit, recovery.settings),
        "may_form_up_free": after.passed and after.unit.disordered and officer,
        "officer_routs": after.officer_routs,
        "officer_result": command.UNHARMED if officer else command.NOBODY,
    }


def _rally_lines(recovery: Recovery, after: morale.Rallied) -> tuple[Row, ...]:
    unit = recovery.unit
    clause = "order-cards.rally.routing" if unit.state == ROUTING else "order-cards.rally.head-down"
    value = morale.rally_value(unit, recovery.cover, recovery.officer.rating, recovery.settings)
    found = [
        _basic_line(unit, recovery.settings),
        *lines(morale.rally_mods(unit, recovery.cover, recovery.officer.rating)),
        Row("to roll or less", str(value), clause),
        Row("rallied" if after.passed else "failed", _fate(after.unit, after.boxes), clause),
    ]
    if after.officer_routs:
        found.append(Row("the officer", "swept along", "order-cards.rally.officer-routs"))
    return tuple(found)


RALLY: Final = simple("rally", _read_rally, _rally, _rallied, _rally_lines)


# ---- charges


def _charge_refusal(fields: Fields) -> str:
    target: Fields = fields["target"]
    clause = charge.may_charge(
        _card(fields, fields["settings"]),
        fields["arm"],
        _cavalry_only(fields),
        fields["formation"],
        fields["state"],
        fields["disordered"],
        fields["refused_wing"],
        fields["continuing"],
    )
    return clause or charge.target_refusal(
        fields["formation"] == LOOSE, target["arm"], target["state"], target["disordered"], fields["target_in_sight"]
    )


def _read_eligible_charge(fields: Fields) -> Fields:
    house = _house(fields)
    _card(fields, house)
    return fields | {"settings": house}


CHARGE_ELIGIBILITY: Final = _ruled("charge-eligibility", _read_eligible_charge, _charge_refusal)


def _read_charge(fields: Fields) -> charge.Charge:
    house = _house(fields)
    card = _card(fields, house)
    original = card if fields["original_card"] is None else _card(fields, house, "original_card")
    between("stands", fields["stands"], 1, MOST_STANDS)
    points: int = original.charge if fields["bonus_before"] is None else fields["bonus_before"]
    between("bonus_before", points, 0, 100)
    frontage: float = 1.0 * fields["stands"] if fields["frontage"] is None else fields["frontage"]
    between("frontage", frontage, 0.1, MOST_INCHES)
    between("wheel_degrees", fields["wheel_degrees"], 0.0, 360.0)
    between("straight_distance", fields["straight_distance"], 0.0, MOST_INCHES)
    actions = _actions(fields["actions"], fields["arm"])
    for place, one in enumerate(actions):
        if one.do in ("wheel", "oblique", "facing-change", "step-back", "form-up") or one.do in terrain.CHANGES:
            raise FieldError(f"actions[{place}].do: a charge cannot {one.do}; wheels go into wheel_degrees")
    return charge.Charge(
        card,
        fields["arm"],
        _cavalry_only(fields),
        fields["continuing"],
        points,
        frontage,
        fields["wheel_degrees"],
        actions,
        fields["straight_distance"],
        settings=house,
    )


def _ran(given: charge.Charge, run: charge.Run) -> Outputs:
    if run.refusal:
        return _verdict(run.refusal)
    return {
        "legal": True,
        "allowance": run.allowance,
        "wheel_cost": run.wheel,
        "wheel_limit": run.allowance / 2.0,
        "needed": run.needed,
        "contact": run.contact,
        "moved": run.moved,
        "distance_left": round(given.run - run.moved, 2) + 0.0,
        "bonus_spent": run.spent,
        "bonus_left": run.left,
        "disordered_after": run.disordered,
        "melee_modifier_sum": charge.shock(run, given.arm, given.mounted),
    }


def _run_lines(given: charge.Charge, run: charge.Run) -> tuple[Row, ...]:
    if run.refusal:
        return _no_line(given, run.refusal)
    ground = terrain.bill_lines(charge.deductions(given, run.allowance), given.actions)
    home = "home" if run.contact else f"short by {given.run - run.moved:g}"
    return (
        ground[0],
        Row("wheel", f"−{run.wheel:g}", "order-cards.move.wheel"),
        *ground[1:-1],
        Row("straight run", f"−{given.run:g}", "order-cards.charge.path"),
        Row("points spent on inches", str(run.spent), "order-cards.charge.bonus-for-distance"),
        Row("the charge", home, "order-cards.charge.path" if run.contact else "order-cards.charge.short"),
        Row("bonus left", f"{run.left:+d}", "order-cards.melee.charge-card-mod"),
    )


CHARGE_MOVE: Final = simple("charge-move", _read_charge, lambda given, _: charge.run(given), _ran, _run_lines)


# ---- melee


@final
@dataclass(slots=True, frozen=True)
class Fight:
    """A melee and the names of its units."""

    melee: melee.Melee
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


def _read_melee(fields: Fields) -> Fight:
    house = _house(fields)
    zones = [unit["zone"] for unit in fields["attackers"]]
    both = "front" in zones and "rear" in zones
    attackers = _fighters("attackers", fields, False, house)
    defenders = _fighters("defenders", fields, both, house)
    names = [unit["id"] for unit in (*fields["attackers"], *fields["defenders"])]
    for name in names:
        if names.count(name) > 1:
            raise FieldError(f"attackers, defenders: two units are called '{name}'; every unit has a name of its own")
    at = len(attackers)
    return Fight(melee.Melee(attackers, defenders, settings=house), tuple(names[:at]), tuple(names[at:]))


def _fighters(side: str, fields: Fields, surrounded: bool, house: Settings) -> tuple[melee.Fighter, ...]:
    """The units of a side; of those charged, the first is the target that is touched in front and rear."""
    found: list[melee.Fighter] = []
    for place, unit in enumerate(fields[side]):
        path = f"{side}[{place}]."
        _roster(path, unit, boxes_per_stand(unit["arm"], house))
        between(f"{path}charge_bonus", unit["charge_bonus"], 0, 100)
        officer = _officer(path, unit)
        touching = -1 if unit["stands_touching"] is None else unit["stands_touching"]
        if touching >= 0:
            between(f"{path}stands_touching", touching, 1, unit["starting_stands"])
        found.append(
            melee.Fighter(
                unit["arm"],
                unit["mounted"] and unit["arm"] == CAVALRY,
                unit["limbered"],
                unit["starting_stands"],
                unit["circled_before"],
                unit["charge_bonus"],
                tuple(unit["modifiers"]),
                officer.rank,
                officer.rating,
                officer.minor_wounds,
                touching,
                surrounded and place == 0,
            )
        )
    if not found:
        raise FieldError(f"{side}: nobody is there; name at least one unit")
    return tuple(found)


def _work_melee(fight: Fight, dice: Dice) -> Worked:
    fray, rounds = melee.resolve(fight.melee, dice)
    last = rounds[len(rounds) - 1]
    working: Outputs = {
        "rounds": len(rounds),
        "totals": [[one.attackers, one.defenders] for one in rounds],
        "attacker_total": last.attackers,
        "defender_total": last.defenders,
    }
    return Worked(working | _fought(fight, fray), _melee_lines(fight, fray, rounds))


def _fought(fight: Fight, fray: melee.Fray) -> Outputs:
    """What a melee did to every unit, by name."""
    every = fight.melee.attackers + fight.melee.defenders
    house = fight.melee.settings
    names = fight.attackers + fight.defenders
    circled = fray.attackers + fray.defenders
    stands = [melee.present(one, boxes, house) for one, boxes in zip(every, circled, strict=True)]
    places = _losers(fight, fray)
    given_up = [n for n in places if melee.surrenders(every[n], stands[n])]
    retreats = {names[n]: melee.retreat_inches(every[n], stands[n]) for n in places}
    prisoners = sum([stands[n] for n in given_up])
    used = zip((fight.attackers[0], fight.defenders[0]), fray.officers, strict=True)
    return {
        "winner": fray.winner,
        "boxes_circled": {names[n]: circled[n] - every[n].circled for n in range(len(every))},
        "stands_after": {names[n]: stands[n] for n in range(len(every))},
        "surrender": [names[n] for n in given_up],
        "prisoner_stands": prisoners,
        "guards_needed": melee.guards_needed(prisoners),
        "retreats": {name: inches for name, inches in retreats.items() if inches},
        "officer_results": {name: fate for name, fate in used if fate != command.NOBODY},
    }


def _losers(fight: Fight, fray: melee.Fray) -> list[int]:
    """Places of the beaten units among all; none where both sides are destroyed."""
    at = len(fight.attackers)
    if fray.winner == melee.ATTACKERS:
        return list(range(at, at + len(fight.defenders)))
    return list(range(at)) if fray.winner == melee.DEFENDERS else []


def _melee_lines(fight: Fight, fray: melee.Fray, rounds: tuple[melee.Round, ...]) -> tuple[Row, ...]:
    found: list[Row] = []
    now = melee.begun(fight.melee)
    for fought in rounds:
        clause = "order-cards.melee.total" if now.rounds == 0 else "order-cards.melee.tie-second-round"
        for attacking, score in ((True, fought.attackers), (False, fought.defenders)):
            side = "attackers" if attacking else "defenders"
            first = (fight.melee.attackers if attacking else fight.melee.defenders)[0]
            mods = melee.modifiers(first, now.rounds + 1)
            stands = melee.added(fight.melee, now, attacking) - total(mods)
            found.append(Row(f"round {now.rounds + 1}, {side}, stands", f"+{stands}", clause))
            found += lines(mods)
            boxes = melee.inflicted(score)
            found.append(Row(f"{side}, total", f"{score}, inflicts {boxes}", "order-cards.melee.losses"))
        now = melee.after_round(fight.melee, now, fought)
    return (*found, Row("winner", fray.winner, "order-cards.melee.winner"))


def _melee_chances(fight: Fight) -> tuple[Chances, ...]:
    stages = melee.Stages(fight.melee)
    rounds = fight.melee.settings.melee_max_rounds
    odds = fold((*[stages.round] * rounds, stages.officers), melee.begun(fight.melee))
    return (Chances("", odds, lambda fray: _fought(fight, fray)),)


MELEE: Final = Procedure("melee", _read_melee, _work_melee, _melee_chances)


@final
@dataclass(slots=True, frozen=True)
class Beaten:
    """A unit that lost a melee, about to test."""

    unit: morale.Regiment
    cover: tuple[str, ...]
    officer: morale.Officer
    settings: Settings


def _read_loser(fields: Fields) -> Beaten:
    house = _house(fields)
    _roster("", fields, boxes_per_stand(fields["arm"], house))
    between("grade", fields["grade"], 1, 100)
    unit = _regiment(fields, fields["limbered"], STEADY)
    return Beaten(unit, tuple(fields["cover"]), _officer("", fields), house)


def _loser_test(beaten: Beaten, dice: Dice) -> morale.Nerve:
    return morale.loser_test(beaten.unit, beaten.cover, beaten.officer.rating, "", beaten.settings, dice)


def _loser_value(beaten: Beaten) -> int:
    return morale.loser_value(beaten.unit, beaten.cover, beaten.officer.rating, beaten.settings)


def _loser_after(beaten: Beaten, nerve: morale.Nerve) -> Outputs:
    value = _loser_value(beaten)
    found: Outputs = {
        "stands_before": morale.stands(beaten.unit, beaten.settings),
        "value": value,
        "half": half_up(value),
        **_afterwards(nerve.boxes, nerve.unit, beaten.settings),
        "guns_abandoned": nerve.guns,
    }
    if beaten.unit.arm == ARTILLERY:
        there = nerve.unit.state != DESTROYED
        found["limbered_after"] = there
        if not beaten.unit.limbered:
            found["retreat_inches"] = int(terrain.ROUT_HORSE) if there else 0
    return found


def _loser_lines(beaten: Beaten, nerve: morale.Nerve) -> tuple[Row, ...]:
    value = _loser_value(beaten)
    clauses = {"steady": "morale-ok", "head-down": "morale-head-down"}
    clause = f"order-cards.melee.{clauses.get(nerve.unit.state, 'morale-rout')}"
    return (
        _basic_line(beaten.unit, beaten.settings),
        *lines(morale.modifiers(beaten.cover, beaten.officer.rating, False)),
        Row("steady at or below", str(half_up(value)), "order-cards.melee.half-rounding"),
        Row("head down at or below", str(value), "order-cards.melee.morale-head-down"),
        Row("the unit", _fate(nerve.unit, nerve.boxes), clause),
    )


MELEE_MORALE: Final = simple("melee-morale", _read_loser, _loser_test, _loser_after, _loser_lines)


def _read_retreat(fields: Fields) -> melee.Retreat:
    house = _house(fields)
    _roster("", fields, boxes_per_stand(fields["arm"], house))
    thing: str = fields["object"]
    to_thing = _distance("distance_to_object", fields["distance_to_object"])
    if thing != "none" and to_thing < 0.0:
        raise FieldError(f"distance_to_object: missing; how far along the line is the {thing}?")
    return melee.Retreat(
        fields["arm"],
        _cavalry_only(fields),
        fields["starting_stands"],
        fields["circled_before"],
        thing,
        to_thing,
        _distance("distance_to_enemy", fields["distance_to_enemy"]),
        fields["enemy_state"] == STEADY and not fields["enemy_disordered"],
        settings=house,
    )


def _retreated(given: melee.Retreat, after: melee.Retreated) -> Outputs:
    return {
        "inches": int(terrain.rout_inches(given.arm, given.mounted)),
        "boxes_circled": after.boxes,
        "circled_after": after.circled,
        "stands_after": after.stands,
        "turn": after.turn,
        "inches_along": after.along,
        "surrender": after.prisoners > 0,
        "prisoner_stands": after.prisoners,
        "guards_needed": melee.guards_needed(after.prisoners),
    }


def _retreat_lines(given: melee.Retreat, after: melee.Retreated) -> tuple[Row, ...]:
    found = [Row("retreat", f"{terrain.rout_inches(given.arm, given.mounted):g} in", "order-cards.melee.retreat")]
    if after.prisoners:
        found.append(Row("meets an organised enemy", "surrenders", "order-cards.melee.retreat-into-enemy"))
    if after.turn != "none":
        way = f"{after.boxes} boxes, {after.turn} for {after.along:g} in"
        found.append(Row(f"meets {given.thing.replace('-', ' ')}", way, "order-cards.melee.retreat-obstacle"))
    return tuple(found)


RETREAT: Final = simple("retreat", _read_retreat, melee.retreat, _retreated, _retreat_lines)


# ---- officers


@final
@dataclass(slots=True, frozen=True)
class Sniping:
    """A regiment firing at a lone officer or messenger."""

    refusal: str
    percent: int
    rank: str
    minor_wounds: int
    settings: Settings


def _read_snipe(fields: Fields) -> Sniping:
    house = _house(fields)
    card = _card(fields, house)
    groups = _groups(fields, house)
    between("nearest_friend_range", fields["nearest_friend_range"], 0.0, MOST_INCHES)
    between("minor_wounds", fields["minor_wounds"], 0)
    halves = len(set(fields["modifiers"])) + (1 if fields["ammo"] == LOW else 0)
    return Sniping(
        fire.snipe_refusal(card, fields["ammo"], groups, fields["nearest_friend_range"]),
        fire.snipe_percent(groups, fields["firer_disordered"], halves),
        fields["officer_rank"],
        fields["minor_wounds"],
        house,
    )


MISSED: Final = ""


def _snipe(sniping: Sniping, dice: Dice) -> str:
    """The clause that forbids it, or what became of him; MISSED when he was not hit."""
    if sniping.refusal:
        return sniping.refusal
    if not fire.sniped(sniping.percent, "", dice):
        return MISSED
    if sniping.rank == command.MESSENGER:
        return command.KILLED
    return command.casualty(sniping.rank, sniping.minor_wounds, sniping.settings, "", dice)


def _sniped(sniping: Sniping, fate: str) -> Outputs:
    if sniping.refusal:
        return _verdict(sniping.refusal)
    result = fate or command.UNHARMED
    return {
        "legal": True,
        "percent": sniping.percent,
        "hit": fate != MISSED,
        "casualty": result != command.UNHARMED,
        "officer_result": result,
        "officer_out": command.out_of_battle(result),
    }


def _snipe_lines(sniping: Sniping, fate: str) -> tuple[Row, ...]:
    if sniping.refusal:
        return _no_line(sniping, sniping.refusal)
    return (
        Row("chance to hit", f"{sniping.percent}%", "order-cards.officer.sniping"),
        Row("the shot", "hit" if fate else "missed", "order-cards.officer.sniping"),
        Row(f"the {sniping.rank}", fate or command.UNHARMED, "order-cards.officer.sniping-result"),
    )


def _snipe_chances(sniping: Sniping) -> tuple[Chances, ...]:
    """A shot that misses and one that does no harm come to the same."""
    odds = enumerated(sniping, lambda given, dice: _snipe(given, dice) or command.UNHARMED)
    return (Chances("", odds, lambda fate: _sniped(sniping, fate)),)


def _work_snipe(sniping: Sniping, dice: Dice) -> Worked:
    fate = _snipe(sniping, dice)
    return Worked(_sniped(sniping, fate), _snipe_lines(sniping, fate))


SNIPE: Final = Procedure("snipe", _read_snipe, _work_snipe, _snipe_chances)


def _read_casualty(fields: Fields) -> Sniping:
    between("minor_wounds", fields["minor_wounds"], 0)
    return Sniping("", 100, fields["officer_rank"], fields["minor_wounds"], _house(fields))


OFFICER_CASUALTY: Final = simple(
    "officer-casualty",
    _read_casualty,
    lambda man, dice: command.casualty(man.rank, man.minor_wounds, man.settings, "", dice),
    lambda _, fate: {
        "casualty": fate != command.UNHARMED,
        "officer_result": fate,
        "officer_out": command.out_of_battle(fate),
    },
    lambda man, fate: (Row(f"the {man.rank} officer", fate, "order-cards.officer.melee-casualty"),),
)


# ---- sight


@final
@dataclass(slots=True, frozen=True)
class Look:
    """One unit looking for another."""

    viewer: concealment.Place
    target: concealment.Place
    distance: float
    same_area: bool
    settings: Settings


def _place(name: str, given: Fields) -> concealment.Place:
    between(f"{name}.depth", given["depth"], 0.0, MOST_INCHES)
    revealed: bool = given.get("fired_last_own_card", False)
    return concealment.Place(given["area"], given["depth"], given["level"], given["mounted"], revealed)


def _read_visibility(fields: Fields) -> Look:
    viewer = _place("viewer", fields["viewer"])
    target = _place("target", fields["target"])
    between("range", fields["range"], 0.0, MOST_INCHES)
    if fields["same_area"] and viewer.area != target.area:
        raise FieldError(f"same_area: one stands in {viewer.area}, the other in {target.area}")
    return Look(viewer, target, fields["range"], fields["same_area"], _house(fields))


VISIBILITY: Final = simple(
    "visibility",
    _read_visibility,
    lambda look, _: concealment.visible(look.viewer, look.target, look.distance, look.same_area, look.settings),
    lambda _, seen: {"visible": seen},
    lambda look, seen: (
        Row(
            f"from {look.viewer.area} to {look.target.area}, {look.distance:g} in",
            "seen" if seen else "not seen",
            "order-cards.visibility.table",
        ),
    ),
)


# ---- supply, prisoners, barriers


@final
@dataclass(slots=True, frozen=True)
class Depot:
    """Units to be served one after the other out of so many points."""

    start: int
    points: int
    names: tuple[str, ...]
    units: tuple[command.Needy, ...]
    settings: Settings


def _read_resupply(fields: Fields) -> Depot:
    house = _house(fields)
    between("units_commanded", fields["units_commanded"], 0, 1000)
    start = command.starting_points(fields["units_commanded"], house)
    points: int = start if fields["points"] is None else fields["points"]
    between("points", points, 0, 1000)
    names: list[str] = [unit["id"] for unit in fields["units"]]
    for place, name in enumerate(names):
        if names.count(name) > 1:
            raise FieldError(f"units[{place}].id: two units are called '{name}'; every unit has a name of its own")
    units = [
        command.Needy(
            unit["ammo"],
            unit["state"],
            _distance(f"units[{place}].nearest_enemy_range", unit["nearest_enemy_range"]),
            _distance(f"units[{place}].wagon_range", unit["wagon_range"]),
        )
        for place, unit in enumerate(fields["units"])
    ]
    return Depot(start, points, tuple(names), tuple(units), house)


def _serve(depot: Depot, _: Dice) -> tuple[tuple[str, ...], int]:
    points = depot.points
    found: list[str] = []
    for unit in depot.units:
        ammo, points = command.served(unit, points, depot.settings)
        found.append(ammo)
    return tuple(found), points


def _served(depot: Depot, after: tuple[tuple[str, ...], int]) -> Outputs:
    found: Outputs = {"points_start": depot.start, "ammo_after": dict(zip(depot.names, after[0], strict=True))}
    if depot.settings.supply_limit:
        found["points_left"] = after[1]
    return found


def _served_lines(depot: Depot, after: tuple[tuple[str, ...], int]) -> tuple[Row, ...]:
    found = [Row(name, ammo, "order-cards.supply.card") for name, ammo in zip(depot.names, after[0], strict=True)]
    if depot.settings.supply_limit:
        found.append(Row("points left", str(after[1]), "order-cards.supply.limit"))
    return tuple(found) or (Row("nobody to serve", "", "order-cards.supply.card"),)


RESUPPLY: Final = simple("resupply", _read_resupply, _serve, _served, _served_lines)


def _read_guards(fields: Fields) -> melee.Guards:
    between("prisoner_stands", fields["prisoner_stands"], 0, MOST_STANDS)
    between("captor_stands", fields["captor_stands"], 1, MOST_STANDS)
    return melee.guards(fields["prisoner_stands"], fields["captor_stands"])


PRISONER_GUARDS: Final = simple(
    "prisoner-guards",
    _read_guards,
    lambda found, _: found,
    lambda _, found: {
        "guards_needed": found.needed,
        "guards_given": found.given,
        "guarded": found.guarded,
        "dispersed": found.dispersed,
        "captor_stands_left": found.captor,
    },
    lambda _, found: (Row("guards", f"{found.given} of {found.needed}", "order-cards.prisoners.guards"),),
)


def _read_barrier(fields: Fields) -> Fields:
    between("length", fields["length"], 0.1, MOST_INCHES)
    between("stands_in_contact", fields["stands_in_contact"], 0, 1000)
    return fields


def _barrier(fields: Fields, _: Dice) -> str:
    return terrain.barrier_refusal(fields["length"], fields["movable"], fields["stands_in_contact"])


def _barrier_moved(fields: Fields, clause: str) -> Outputs:
    found: Outputs = {"stands_needed": terrain.stands_for_barrier(fields["length"]), **_verdict(clause)}
    return found | {"max_shift": 0.0 if clause else fields["length"]}


def _barrier_lines(fields: Fields, clause: str) -> tuple[Row, ...]:
    needed = Row("stands needed", str(terrain.stands_for_barrier(fields["length"])), "order-cards.barrier.move")
    return (needed, *_no_line(fields, clause))


BARRIER_MOVE: Final = simple("barrier-move", _read_barrier, _barrier, _barrier_moved, _barrier_lines)


def _read_dismantle(fields: Fields) -> float:
    between("stands_in_contact", fields["stands_in_contact"], 0, MOST_STANDS)
    card = _card(fields, _house(fields))
    return terrain.dismantled(fields["obstacle"], fields["stands_in_contact"], card, fields["moved"], fields["fired"])


DISMANTLE: Final = simple(
    "dismantle",
    _read_dismantle,
    lambda gap, _: gap,
    lambda _, gap: {"gap_inches": gap, **_verdict("" if gap else "order-cards.misc.dismantle")},
    lambda _, gap: (Row("gap", f"{gap:g} in", "order-cards.misc.dismantle"),),
)


# ---- the end


@final
@dataclass(slots=True, frozen=True)
class Losses:
    """What an army has lost."""

    starting: int
    lost: int
    routing: int
    settings: Settings


def _read_break(fields: Fields) -> Losses:
    for name in ("removed", "captured", "run_off", "guns_abandoned", "routing_now", "guards_detached"):
        between(name, fields[name], 0, 100000)
    between("starting_stands", fields["starting_stands"], 1, 100000)
    lost = fields["removed"] + fields["captured"] + fields["run_off"] + fields["guns_abandoned"]
    return Losses(fields["starting_stands"], lost, fields["routing_now"], _house(fields))


ARMY_BREAK: Final = simple(
    "army-break",
    _read_break,
    lambda army, _: victory.broken(army.starting, army.lost, army.routing, army.settings),
    lambda army, broken: {
        "threshold": victory.break_at(army.starting, army.settings),
        "count": army.lost + army.routing,
        "broken": broken,
    },
    lambda army, broken: (
        Row("breaks at", str(victory.break_at(army.starting, army.settings)), "order-cards.victory.break-point"),
        Row("lost or routing", str(army.lost + army.routing), "order-cards.victory.break-point"),
        Row("the army", "broken" if broken else "holds", "order-cards.victory.break-point"),
    ),
)


@final
@dataclass(slots=True, frozen=True)
class Reckoning:
    """Two sides at the end of a battle."""

    sides: tuple[str, str]
    points: tuple[int, int]
    broken: tuple[bool, bool]
    settings: Settings


def _read_victory(fields: Fields) -> Reckoning:
    scores: dict[str, Fields] = fields["sides"]
    sides = _two_sides("sides", list(scores))
    for side in fields["broken"]:
        if side not in sides:
            raise FieldError(f"broken: '{side}' is none of the sides {sides[0]} and {sides[1]}")
    points = tuple([victory.points(_score(side, scores[side])) for side in sides])
    broken = (sides[0] in fields["broken"], sides[1] in fields["broken"])
    return Reckoning(sides, (points[0], points[1]), broken, _house(fields))


def _score(side: str, given: Fields) -> victory.Score:
    for name in ("destroyed_or_run_off", "captured", "captured_guns"):
        between(f"sides.{side}.{name}", given[name], 0, 100000)
    return victory.Score(
        given["destroyed_or_run_off"],
        given["captured"],
        given["captured_guns"],
        tuple(given["officers"]),
        tuple(given["objectives"]),
    )


VICTORY: Final = simple(
    "victory",
    _read_victory,
    lambda end, _: victory.winner(end.sides, end.points, end.broken, end.settings),
    lambda end, result: {"points": dict(zip(end.sides, end.points, strict=True)), "result": result},
    lambda end, result: (
        Row(f"{end.sides[0]} points", str(end.points[0]), "order-cards.victory.points"),
        Row(f"{end.sides[1]} points", str(end.points[1]), "order-cards.victory.points"),
        Row("result", result, "order-cards.victory.break-point" if any(end.broken) else "order-cards.victory.points"),
    ),
)


PROCEDURES: Final = (
    SET_INITIATIVE,
    SET_ORDER,
    SET_LEGAL,
    MOVE_COST,
    FIRE_ELIGIBILITY,
    FIRE,
    SAVE,
    SPREAD_CASUALTIES,
    ENFILADE,
    MORALE,
    RALLY,
    CHARGE_ELIGIBILITY,
    CHARGE_MOVE,
    MELEE,
    MELEE_MORALE,
    RETREAT,
    SNIPE,
    OFFICER_CASUALTY,
    VISIBILITY,
    RESUPPLY,
    PRISONER_GUARDS,
    BARRIER_MOVE,
    DISMANTLE,
    ARMY_BREAK,
    VICTORY,
)
