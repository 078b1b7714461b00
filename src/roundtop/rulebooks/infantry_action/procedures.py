"""The ledger's procedures by name, for the umpire: fields in, the chapters' own code, outputs and working out."""

from __future__ import annotations

from collections import Counter
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
from roundtop.dice.exact import estimate
from roundtop.dice.sources import Dice, Seeded
from roundtop.rulebooks.infantry_action import command, fire, melee, morale
from roundtop.rulebooks.infantry_action.melee import Combat, Fighter, Look, Pair, Score
from roundtop.rulebooks.infantry_action.morale import Losses, UnitOutcome
from roundtop.rulebooks.infantry_action.options import Settings, settings

MOST_STANDS: Final[dict[str, int]] = {"infantry": 10, "battery": 4}
"""Stands of the largest unit [setup.unit-size, setup.artillery-unit]."""
SIDES: Final = ("union", "confederate")

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


def _stands(name: str, given: list[int], stands: int) -> tuple[int, ...]:
    """Numbers of stands of a line, each once."""
    for stand in given:
        between(name, stand, 1, stands)
        if given.count(stand) > 1:
            raise FieldError(f"{name}: stand {stand} is named twice")
    return tuple(sorted(given))


def _strength(name: str, unit: Fields, kind: str) -> None:
    between(f"{name}start", unit["start"], 1, MOST_STANDS[kind])
    between(f"{name}stands", unit["stands"], 1, unit["start"])


def _sideways(name: str, stands: int, sideways_at: int) -> None:
    """A sideways domino lies behind an odd stand of an odd line [combat.sideways-face]."""
    if sideways_at == 0:
        return
    if stands % 2 == 0:
        raise FieldError(f"{name}: {sideways_at} cannot be; {stands} stands pair off, so no domino lies sideways (0)")
    between(name, sideways_at, 1, stands)
    if sideways_at % 2 == 0:
        raise FieldError(f"{name}: {sideways_at} cannot be; the rest pair off only if it is an odd-numbered stand")


def _weapon(kind: str, fields: Fields, house: Settings) -> str:
    weapon: str = fields["weapon"] or ""
    if weapon and house.weapon_effect == "range" and len(fire.REACH[weapon]) != len(fire.BANDS[kind]):
        raise FieldError(f"weapon: {kind} does not shoot with a {weapon}")
    return weapon


# ---- commanders, initiative, orders and moves


def _rating_lines(_: None, total: int) -> tuple[Row, ...]:
    return (
        Row("two dice", str(total), "infantry-action.setup.cinc-choice"),
        Row("units a go", str(command.rating_of(total)), "infantry-action.activation.per-go"),
    )


COMMANDER_RATING: Final = simple(
    "commander-rating",
    lambda fields: None,
    lambda _, dice: command.ability(dice, ""),
    lambda _, total: {"total": total, "rating": command.rating_of(total)},
    _rating_lines,
)


@final
@dataclass(slots=True, frozen=True)
class Throw:
    """The throw for initiative."""

    order: tuple[str, str]
    holder: str
    settings: Settings


def _read_initiative(fields: Fields) -> Throw:
    order: list[str] = fields["order"]
    if len(order) != 2 or order[0] == order[1]:
        raise FieldError(f"order: {', '.join(order) or 'nobody'} cannot be; it names the two sides, each once")
    return Throw((order[0], order[1]), fields["last_holder"] or "", _house(fields))


def _initiative(throw: Throw, dice: Dice) -> str:
    return command.initiative(throw.order, throw.holder, throw.settings, dice)


def _work_initiative(throw: Throw, dice: Dice) -> Worked:
    winner = _initiative(throw, dice)
    faces = [face for roll in dice.rolls for face in roll.faces]
    rounds = len(faces) // 2
    working = [
        Row(f"{throw.order[0]} {faces[2 * n]}, {throw.order[1]} {faces[2 * n + 1]}", f"throw {n + 1}", clause)
        for n, clause in enumerate(["infantry-action.initiative.roll"] + ["infantry-action.initiative.tie"] * rounds)
        if n < rounds
    ]
    working.append(Row("initiative", winner, "infantry-action.turn.initiative-step"))
    return Worked({"winner": winner, "rounds": rounds}, tuple(working))


def _initiative_chances(throw: Throw) -> tuple[Chances, ...]:
    return (Chances("", enumerated(throw, _initiative), lambda winner: {"winner": winner}),)


INITIATIVE: Final = Procedure("initiative", _read_initiative, _work_initiative, _initiative_chances)


@final
@dataclass(slots=True, frozen=True)
class Alternation:
    """Two commanders at the start of a movement step."""

    sides: tuple[str, str]
    ratings: tuple[int, int]
    units: tuple[int, int]


def _read_goes(fields: Fields) -> Alternation:
    sides = (fields["first"], fields["second"])
    if sides[0] == sides[1]:
        raise FieldError(f"second: {sides[1]} cannot be; it is the other side")
    return Alternation(sides, _both("ratings", fields, sides, 1, 3), _both("units", fields, sides, 0, 1000))


def _both(name: str, fields: Fields, sides: tuple[str, str], low: int, high: int) -> tuple[int, int]:
    given: dict[str, int] = fields[name]
    if sorted(given) != sorted(sides):
        raise FieldError(f"{name}: give a number for {sides[0]} and for {sides[1]}, and for nobody else")
    for side in sides:
        between(f"{name}.{side}", given[side], low, high)
    return given[sides[0]], given[sides[1]]


def _goes_lines(_: Alternation, goes: tuple[tuple[str, int], ...]) -> tuple[Row, ...]:
    return tuple([Row(side, str(units), "infantry-action.activation.alternate") for side, units in goes])


ACTIVATION_GOES: Final = simple(
    "activation-goes",
    _read_goes,
    lambda given, _: command.goes(given.sides, given.ratings, given.units),
    lambda _, goes: {"goes": goes},
    _goes_lines,
)


def _order_refusal(fields: Fields) -> str:
    return command.order_refusal(fields["kind"], fields["routed_before"], fields["still_routing"], fields["order"])


ORDER_LEGAL: Final = _ruled("order-legal", lambda fields: fields, _order_refusal)


def _read_move(fields: Fields) -> command.Step:
    for name in ("farthest_stand_in", "end_gap_in", "start_gap_in", "wood_in", "obstacles"):
        between(name, fields[name], 0)
    if fields["kind"] == "infantry" and fields["pivot_deg"]:
        raise FieldError("pivot_deg: infantry does not turn on the spot; its wheels are in farthest_stand_in")
    return command.Step(
        fields["order"],
        fields["farthest_stand_in"],
        fields["end_gap_in"],
        fields["start_gap_in"],
        fields["kind"],
        fields["pinned"],
        fields["pivot_deg"],
        fields["wood_in"],
        fields["obstacles"],
        _house(fields),
    )


MOVE_CHECK: Final = _ruled("move-check", _read_move, command.step_refusal)


# ---- shooting


@final
@dataclass(slots=True, frozen=True)
class Aim:
    """A shooter and a range."""

    kind: str
    distance: float
    routed_before: bool
    in_cover: bool
    weapon: str
    settings: Settings


def _read_aim(fields: Fields) -> Aim:
    between("distance_in", fields["distance_in"], 0)
    house = _house(fields)
    kind = fields["kind"]
    weapon = _weapon(kind, fields, house)
    return Aim(kind, fields["distance_in"], fields["routed_before"], fields["target_in_cover"], weapon, house)


def _aimed(aim: Aim, _: Dice) -> tuple[fire.Band, int]:
    row = fire.band(aim.kind, aim.distance, aim.weapon, aim.settings)
    return row, fire.needs(row, fire.penalties(aim.kind, aim.routed_before, aim.in_cover, aim.settings))


def _aim_lines(aim: Aim, reached: tuple[fire.Band, int]) -> tuple[Row, ...]:
    row, needs = reached
    mods = fire.penalties(aim.kind, aim.routed_before, aim.in_cover, aim.settings)
    band = Row(f"{aim.distance:g} in: {row.name}", f"{row.hits_on}+" if row.hits_on else "no shot", row.clause)
    return (band, *lines(mods), Row("lowest face that hits", str(needs))) if row.hits_on else (band,)


HIT_NUMBER: Final = simple(
    "hit-number",
    _read_aim,
    _aimed,
    lambda _, reached: {"band": reached[0].name, "needs": reached[1]},
    _aim_lines,
)


def _shooting_refusal(fields: Fields) -> str:
    return fire.may_shoot(
        fields["order"],
        fields["moment"],
        fields["shot_already"],
        fields["in_combat"],
        fields["target_valid_now"],
        fields["target_moved"],
        fields["target_valid_at_turn_start"],
        fields["target_in_combat"],
        fields["settings"],
    )


MAY_SHOOT: Final = _ruled("may-shoot", lambda fields: fields | {"settings": _house(fields)}, _shooting_refusal)


def _read_volley(fields: Fields) -> fire.Volley:
    shots: list[Fields] = fields["shots"]
    for place, shot in enumerate(shots):
        between(f"shots[{place}].stand", shot["stand"], 1, MOST_STANDS["infantry"])
        between(f"shots[{place}].target", shot["target"], 1, MOST_STANDS[fields["target_kind"]])
        between(f"shots[{place}].distance_in", shot["distance_in"], 0)
    _stands("shots.stand", [shot["stand"] for shot in shots], MOST_STANDS["infantry"])
    _no_charging_battery(fields)
    house = _house(fields)
    return fire.Volley(
        tuple([fire.Shot(shot["stand"], shot["target"], shot["distance_in"], shot["in_cover"]) for shot in shots]),
        fields["routed_before"],
        fields["target_charging"],
        fields["target_kind"],
        _weapon("infantry", fields, house),
        settings=house,
    )


def _no_charging_battery(fields: Fields) -> None:
    if fields["target_charging"] and fields["target_kind"] == "battery":
        raise FieldError("target_charging: a battery does not charge")


def _fired(salvo: fire.Salvo | str) -> Outputs:
    """The outputs of a volley or a gun, or the clause that forbids it."""
    if isinstance(salvo, str):
        return _verdict(salvo)
    return {
        "legal": True,
        "hits": salvo.hits,
        "removed": salvo.removed,
        "markers": salvo.markers,
        "battery_destroyed": salvo.battery_destroyed,
    }


def _salvo_lines(salvo: fire.Salvo, clause: str) -> list[Row]:
    """What the hits do."""
    found = [Row("hits", str(salvo.hits), clause)]
    found += [Row(f"stand {stand}", "removed", "infantry-action.shooting.hit-removes-stand") for stand in salvo.removed]
    found += [Row(f"stand {n}", f"{hits} marked", "infantry-action.chargefire.marker") for n, hits in salvo.markers]
    if salvo.battery_destroyed:
        found.append(Row("the battery", "destroyed", clause))
    return found


def _roll_volley(volley: fire.Volley, dice: Dice) -> fire.Salvo | str:
    return fire.volley_refusal(volley) or fire.volley(volley, dice)


def _volley_lines(volley: fire.Volley, salvo: fire.Salvo | str) -> tuple[Row, ...]:
    if isinstance(salvo, str):
        return _no_line(volley, salvo)
    if volley.target_kind == "battery":
        return tuple(_salvo_lines(salvo, "infantry-action.artillery.infantry-against-battery"))
    found: list[Row] = []
    for shot in fire.thrown(volley):
        row = fire.band("infantry", shot.distance, volley.weapon, volley.settings)
        label = f"stand {shot.stand} at stand {shot.target}, {shot.distance:g} in, {row.name}"
        found.append(Row(label, f"needs {fire.shot_needs(volley, shot)}", row.clause))
    return (*found, *_salvo_lines(salvo, "infantry-action.shooting.one-die-per-stand"))


INFANTRY_VOLLEY: Final = simple(
    "infantry-volley", _read_volley, _roll_volley, lambda _, salvo: _fired(salvo), _volley_lines
)


def _read_gun(fields: Fields) -> fire.GunShot:
    between("distance_in", fields["distance_in"], 0)
    between("target_stands", fields["target_stands"], 1, MOST_STANDS[fields["target_kind"]])
    between("target", fields["target"], 1, fields["target_stands"])
    _no_charging_battery(fields)
    house = _house(fields)
    return fire.GunShot(
        fields["distance_in"],
        fields["target_kind"],
        fields["target"],
        fields["target_stands"],
        fields["faces_gun"],
        fields["target_charging"],
        _stands("already_hit", fields["already_hit"], fields["target_stands"]),
        fields["target_in_cover"],
        _weapon("battery", fields, house),
        settings=house,
    )


def _roll_gun(shot: fire.GunShot, dice: Dice) -> fire.Salvo | str:
    return fire.gun_refusal(shot) or fire.gun(shot, dice)


def _gun_lines(shot: fire.GunShot, salvo: fire.Salvo | str) -> tuple[Row, ...]:
    if isinstance(salvo, str):
        return _no_line(shot, salvo)
    if shot.target_kind == "battery":
        return tuple(_salvo_lines(salvo, "infantry-action.artillery.double-six"))
    row = fire.band("battery", shot.distance, shot.weapon, shot.settings)
    needed = Row(f"{shot.distance:g} in, {row.name}", f"needs {fire.gun_needs(shot)}", row.clause)
    return (needed, *_salvo_lines(salvo, "infantry-action.artillery.two-dice"))


ARTILLERY_FIRE: Final = simple("artillery-fire", _read_gun, _roll_gun, lambda _, salvo: _fired(salvo), _gun_lines)


# ---- dominoes


@final
@dataclass(slots=True, frozen=True)
class Placing:
    """A unit about to draw its dominoes."""

    stands: int
    sideways_at: int
    look: Look
    settings: Settings


def _read_placing(fields: Fields) -> Placing:
    stands = fields["stands"]
    between("stands", stands, 1, MOST_STANDS["infantry"])
    _sideways("sideways_at", stands, fields["sideways_at"])
    given: Fields = fields["look"]
    look = Look(given["used"], given["slot"], given["flip"])
    if look.used:
        between("look.slot", look.slot, 1, len(melee.slots(stands)))
    return Placing(stands, fields["sideways_at"], look, _house(fields))


def _roll_placing(placing: Placing, dice: Dice) -> tuple[int, ...]:
    return melee.place_dominoes(placing.stands, placing.sideways_at, placing.look, placing.settings, dice)


def _placed(placing: Placing, faces: tuple[int, ...]) -> Outputs:
    return {"dominoes": len(melee.slots(placing.stands)), "faces": faces}


def _placing_lines(placing: Placing, faces: tuple[int, ...]) -> tuple[Row, ...]:
    found: list[Row] = []
    for slot in melee.slots(placing.stands, placing.sideways_at):
        shown = "-".join([str(faces[stand - 1]) for stand in slot])
        if len(slot) == 1:
            found.append(Row(f"stand {slot[0]}, sideways", shown, "infantry-action.combat.sideways-face"))
        else:
            found.append(Row(f"stands {slot[0]} and {slot[1]}", shown, "infantry-action.combat.half-per-stand"))
    return tuple(found)


def _placing_chances(placing: Placing) -> tuple[Chances, ...]:
    if len(melee.slots(placing.stands)) < morale.EXACT_DOMINOES:
        return (Chances("", enumerated(placing, _roll_placing), lambda faces: _placed(placing, faces)),)
    seed = f"{placing.stands} {placing.sideways_at} {placing.look.slot}"
    nothing: tuple[int, ...] = ()
    guess = estimate((lambda _, dice: _roll_placing(placing, dice),), nothing, Seeded(seed), morale.TRIALS)
    return (Chances("", guess, lambda faces: _placed(placing, faces)),)


def _work_placing(placing: Placing, dice: Dice) -> Worked:
    faces = _roll_placing(placing, dice)
    return Worked(_placed(placing, faces), _placing_lines(placing, faces))


PLACE_DOMINOES: Final = Procedure("place-dominoes", _read_placing, _work_placing, _placing_chances)


# ---- pairs and scores


def _read_pairing(fields: Fields) -> Combat:
    between("charger_stands", fields["charger_stands"], 1, MOST_STANDS["infantry"])
    between("defender_stands", fields["defender_stands"], 1, MOST_STANDS["infantry"])
    flank = fields["flank"]
    charger = Fighter("charger", "", True, fields["charger_stands"], flanking=flank)
    defender = Fighter("defender", "", False, fields["defender_stands"], flanked=flank)
    return _met((charger, defender), fields["offset"], {}, _house(fields))


def _met(fighters: tuple[Fighter, Fighter], offset: int, ground: Fields, house: Settings) -> Combat:
    """One charger and one charged unit, lined up [combat.pairing, combat.outflanked-terms]."""
    pairs = [
        Pair(
            (0, charger),
            (1, defender),
            charger in ground.get("charger_uphill", ()),
            defender in ground.get("defender_uphill", ()),
            defender in ground.get("defender_obstacle", ()),
            defender in ground.get("defender_wood", ()),
        )
        for charger, defender in melee.pairing(fighters[0].stands, fighters[1].stands, offset, fighters[0].flanking)
    ]
    return Combat(fighters, melee.outflanked(fighters, tuple(pairs), house), all_shown=True, settings=house)


def _paired(combat: Combat, _: None) -> Outputs:
    return {
        "pairs": [(pair.charger[1], pair.defender[1]) for pair in combat.pairs],
        "charger_outflanked": sorted([pair.charger[1] for pair in combat.pairs if pair.charger_outflanked]),
        "defender_outflanked": sorted([pair.defender[1] for pair in combat.pairs if pair.defender_outflanked]),
    }


def _pair_lines(combat: Combat, _: None) -> tuple[Row, ...]:
    found: list[Row] = []
    for pair in combat.pairs:
        found.append(
            Row(f"charger {pair.charger[1]}", f"meets defender {pair.defender[1]}", "infantry-action.combat.pairing")
        )
        if pair.charger_outflanked:
            found.append(Row(f"charger {pair.charger[1]}", "outflanked", "infantry-action.combat.outflanked-terms"))
        if pair.defender_outflanked:
            found.append(Row(f"defender {pair.defender[1]}", "outflanked", "infantry-action.combat.outflanked-terms"))
    return tuple(found)


PAIR_STANDS: Final = simple("pair-stands", _read_pairing, lambda _combat, _dice: None, _paired, _pair_lines)


@final
@dataclass(slots=True, frozen=True)
class Faced:
    """A stand and the half of a domino behind it."""

    stand: melee.Stand
    face: int
    settings: Settings


def _read_score(fields: Fields) -> Faced:
    between("face", fields["face"], 0, 2 * melee.HIGHEST_HALF)
    between("markers", fields["markers"], 0)
    stand = melee.Stand(
        fields["side"],
        fields["charging"],
        fields["markers"],
        fields["enemy_uphill"],
        fields["enemy_behind_obstacle"],
        fields["enemy_in_wood"],
        fields["outflanked"],
        fields["quality"],
    )
    return Faced(stand, fields["face"], _house(fields))


def _roll_score(faced: Faced, dice: Dice) -> int:
    face = melee.filled(faced.face, faced.stand.side, dice)
    return face + total(melee.tally(faced.stand, faced.settings))


def _score_lines(faced: Faced, score: int) -> tuple[Row, ...]:
    mods = melee.tally(faced.stand, faced.settings)
    return (_face_line(faced.face, score - total(mods)), *lines(mods), Row("score", str(score)))


def _face_line(face: int, fights_with: int) -> Row:
    if face:
        return Row("face", str(face), "infantry-action.combat.reveal")
    return Row("blank, d6", str(fights_with), "infantry-action.combat.blank")


STAND_SCORE: Final = simple("stand-score", _read_score, _roll_score, lambda _, score: {"score": score}, _score_lines)


# ---- a whole combat


def _read_combat(fields: Fields) -> Combat:
    charger: Fields = fields["charger"]
    defender: Fields = fields["defender"]
    _strength("charger.", charger, "infantry")
    _strength("defender.", defender, defender["kind"])
    _never_routed(charger)
    if charger["side"] == defender["side"]:
        raise FieldError(f"defender.side: {defender['side']} cannot be; the charger is of that side")
    house = _house(fields)
    flank = fields["flank"]
    fighters = (
        _fighter("charger", charger, "infantry", flank, False),
        _fighter("defender", defender, defender["kind"], False, flank),
    )
    _check_ground(fields["terrain"], charger["stands"], defender["stands"])
    combat = _met(fighters, fields["offset"], fields["terrain"], house)
    if not combat.pairs:
        raise FieldError(f"offset: {fields['offset']} cannot be; the two lines do not meet")
    _check_heights(combat)
    gone = _gone(fields["tiles_gone"])
    if house.boneyard == "per-combat":
        gone = ()
    return Combat(combat.fighters, combat.pairs, gone, all_shown=True, settings=house)


def _fighter(name: str, unit: Fields, kind: str, flanking: bool, flanked: bool) -> Fighter:
    _sideways(f"{name}.sideways_at", unit["stands"], unit["sideways_at"])
    return Fighter(
        name,
        unit["side"],
        name == "charger",
        unit["stands"],
        unit["start"],
        kind,
        unit["quality"],
        unit["routed_before"],
        unit["sideways_at"],
        markers=_markers(unit) if name == "charger" else (),
        flanking=flanking,
        flanked=flanked,
    )


def _markers(unit: Fields) -> tuple[tuple[int, int], ...]:
    given: list[list[int]] = unit["markers"]
    for place, marked in enumerate(given):
        if len(marked) != 2:
            raise FieldError(f"charger.markers[{place}]: {marked} cannot be; it is [stand, hits]")
        between(f"charger.markers[{place}] hits", marked[1], 0)
    _stands("charger.markers", [marked[0] for marked in given], unit["stands"])
    return tuple([(marked[0], marked[1]) for marked in given])


def _never_routed(charger: Fields) -> None:
    if charger["routed_before"]:
        raise FieldError("charger.routed_before: a unit that has routed cannot charge")


def _check_ground(ground: Fields, chargers: int, defenders: int) -> None:
    for name, given in ground.items():
        _stands(f"terrain.{name}", given, chargers if name.startswith("charger") else defenders)


def _check_heights(combat: Combat) -> None:
    for pair in combat.pairs:
        if pair.charger_uphill and pair.defender_uphill:
            raise FieldError(
                f"terrain.charger_uphill: {pair.charger[1]} cannot be; its opponent {pair.defender[1]} is uphill of it"
            )


def _gone(given: list[str]) -> tuple[str, ...]:
    """Tiles gone from the boneyard; one comes a second time only after the whole set is out [combat.boneyard]."""
    for name in given:
        if name not in melee.NAMES:
            raise FieldError(f"tiles_gone: '{name}' is no domino; they are written a-b, from 0-0 to 6-6")
    counts = Counter([melee.TILE_BIT[melee.NAMES.index(name)] for name in given])
    whole_sets = len(given) // len(melee.TILES)
    for name in given:
        if counts[melee.TILE_BIT[melee.NAMES.index(name)]] > whole_sets + 1:
            raise FieldError(f"tiles_gone: '{name}' is there too often for {whole_sets + 1} of the set")
    return tuple(given)


def _work_combat(combat: Combat, dice: Dice) -> Worked:
    # On a real table it is seen which tiles are there; the list of those gone serves the odds only.
    fought = melee.resolve(Combat(combat.fighters, combat.pairs, (), (), True, combat.settings), dice)
    after = morale.decided(combat, fought.lost)
    outputs: Outputs = {
        "scores": [(ours.place[1], ours.total, theirs.place[1], theirs.total) for ours, theirs in fought.scores],
        "charger_lost": fought.lost[0],
        "defender_lost": fought.lost[1],
    }
    working: list[Row] = []
    for ours, theirs in fought.scores:
        working += _duel_lines(ours, theirs)
    return Worked(outputs | _outcomes(after), (*working, *_outcome_lines(after, combat.fighters[1].kind)))


def _duel_lines(charger: Score, defender: Score) -> list[Row]:
    found: list[Row] = []
    for name, score in (("charger", charger), ("defender", defender)):
        shown = _face_line(score.face, score.die)
        found.append(Row(f"{name} {score.place[1]}, {shown.label}", shown.value, shown.clause))
        found += lines(list(score.mods))
        found.append(Row(f"{name} {score.place[1]}, score", str(score.total), "infantry-action.combat.modifiers-add"))
    if charger.total == defender.total:
        return [*found, Row("level", "neither is lost", "infantry-action.combat.tie")]
    loser = f"charger {charger.place[1]}" if charger.total < defender.total else f"defender {defender.place[1]}"
    return [*found, Row(loser, "lost", "infantry-action.combat.lost-stand")]


def _outcomes(after: tuple[UnitOutcome, ...]) -> Outputs:
    return {"charger": _outcome(after[0]), "defender": _outcome(after[1])}


def _outcome(after: UnitOutcome) -> Outputs:
    return {
        "places": after.places,
        "left": after.left,
        "result": after.result,
        "move_in": after.move_in,
        "removed": after.removed,
    }


def _outcome_lines(after: tuple[UnitOutcome, ...], defender_kind: str) -> tuple[Row, ...]:
    found: list[Row] = []
    for name, kind, one in (("charger", "infantry", after[0]), ("defender", defender_kind, after[1])):
        found.append(Row(f"{name}, places broken", str(one.places), "infantry-action.outcome.places"))
        fate = f"{one.result} {one.move_in} in" if one.move_in else one.result
        found.append(Row(name, fate, morale.outcome_clause(one, kind)))
        if one.removed:
            found.append(Row(name, "removed", "infantry-action.outcome.routed-removed"))
    return tuple(found)


def _combat_chances(combat: Combat) -> tuple[Chances, ...]:
    """The units' outcomes as a whole, and who is lost pair by pair [combat.lost-stand]."""
    found = [Chances("", morale.prospects(combat), _outcomes)]
    for pair, odds in zip(combat.pairs, melee.pair_odds(combat), strict=True):
        name = f"charger {pair.charger[1]} against defender {pair.defender[1]}"
        found.append(Chances(name, odds, _PairLosses(pair.charger[1], pair.defender[1]).outputs))
    return tuple(found)


@final
@dataclass(slots=True, frozen=True)
class _PairLosses:
    """The stands lost of one pair, by the ledger's names."""

    charger: int
    defender: int

    def outputs(self, loser: str) -> Outputs:
        return {
            "charger_lost": [self.charger] if loser == "charger" else [],
            "defender_lost": [self.defender] if loser == "defender" else [],
        }


RESOLVE_COMBAT: Final = Procedure("resolve-combat", _read_combat, _work_combat, _combat_chances)


# ---- outcomes


@final
@dataclass(slots=True, frozen=True)
class Aftermath:
    """Two units after a fight."""

    charger: Losses
    defender: Losses
    settings: Settings


def _read_outcome(fields: Fields) -> Aftermath:
    charger: Fields = fields["charger"]
    defender: Fields = fields["defender"]
    _never_routed(charger)
    return Aftermath(
        _losses("charger.", charger, "infantry"), _losses("defender.", defender, defender["kind"]), _house(fields)
    )


def _losses(name: str, unit: Fields, kind: str) -> Losses:
    _strength(name, unit, kind)
    lost = _stands(f"{name}lost", unit["lost"], unit["stands"])
    return Losses(unit["start"], unit["stands"], lost, name == "charger.", kind, unit["routed_before"])


COMBAT_OUTCOME: Final = simple(
    "combat-outcome",
    _read_outcome,
    lambda given, _: morale.outcome(given.charger, given.defender, given.settings),
    lambda _, after: _outcomes(after),
    lambda given, after: _outcome_lines(after, given.defender.kind),
)


def _read_fire_rout(fields: Fields) -> Fields:
    _strength("", fields, "infantry")
    between("lost_this_turn", fields["lost_this_turn"], 0, fields["stands"])
    return fields | {"settings": _house(fields)}


def _roll_fire_rout(fields: Fields, _: Dice) -> UnitOutcome:
    return morale.fire_rout(
        fields["start"],
        fields["stands"],
        fields["lost_this_turn"],
        fields["routed_before"],
        fields["routed_this_turn"],
        fields["settings"],
    )


def _fire_rout_outputs(_: Fields, after: UnitOutcome) -> Outputs:
    return {"left": after.left, "result": after.result, "move_in": after.move_in, "removed": after.removed}


def _fire_rout_lines(fields: Fields, after: UnitOutcome) -> tuple[Row, ...]:
    return (
        Row("stands left", f"{after.left} of {fields['start']}", "infantry-action.setup.half-strength"),
        Row("the unit", after.result, "infantry-action.shooting.below-half-by-fire"),
    )


FIRE_ROUT: Final = simple("fire-rout", _read_fire_rout, _roll_fire_rout, _fire_rout_outputs, _fire_rout_lines)


# ---- victory


@final
@dataclass(slots=True, frozen=True)
class TurnEnd:
    """Both sides at the end of a turn, in the order of SIDES."""

    turn: int
    turn_limit: int
    tolls: tuple[morale.Toll, morale.Toll]
    settings: Settings


def _read_victory(fields: Fields) -> TurnEnd:
    sides: dict[str, Fields] = fields["sides"]
    if sorted(sides) != sorted(SIDES):
        raise FieldError("sides: give union and confederate, and nobody else")
    between("turn", fields["turn"], 1)
    house = _house(fields)
    limit: int = house.turn_limit if fields["turn_limit"] is None else fields["turn_limit"]
    between("turn_limit", limit, 1)
    return TurnEnd(fields["turn"], limit, (_toll(SIDES[0], sides), _toll(SIDES[1], sides)), house)


def _toll(side: str, sides: dict[str, Fields]) -> morale.Toll:
    army = sides[side]
    for name in ("units", "stands_lost", "batteries_lost"):
        between(f"sides.{side}.{name}", army[name], 0)
    between(f"sides.{side}.routed_or_removed", army["routed_or_removed"], 0, army["units"])
    return morale.Toll(army["units"], army["routed_or_removed"], army["stands_lost"], army["batteries_lost"])


def _won(_: TurnEnd, end: morale.Victory) -> Outputs:
    points = dict(zip(SIDES, end.points, strict=True))
    return {"over": end.over, "winner": end.winner, "reason": end.reason, "points": points}


def _victory_lines(given: TurnEnd, end: morale.Victory) -> tuple[Row, ...]:
    found: list[Row] = []
    for side, toll, points in zip(SIDES, given.tolls, end.points, strict=True):
        share = f"{toll.routed_or_removed} of {toll.units}"
        found.append(Row(f"{side} units routed or removed", share, "infantry-action.victory.army-break"))
        found.append(Row(f"{side} points", str(points), "infantry-action.victory.points"))
    why = "infantry-action.victory.army-break" if end.reason == "army-break" else "infantry-action.victory.game-length"
    return (*found, Row(f"turn {given.turn} of {given.turn_limit}", end.winner if end.over else "goes on", why))


VICTORY_CHECK: Final = simple(
    "victory-check",
    _read_victory,
    lambda given, _: morale.victory(given.turn, given.turn_limit, SIDES, given.tolls, given.settings),
    _won,
    _victory_lines,
)


PROCEDURES: Final = (
    COMMANDER_RATING,
    INITIATIVE,
    ACTIVATION_GOES,
    ORDER_LEGAL,
    MOVE_CHECK,
    HIT_NUMBER,
    MAY_SHOOT,
    INFANTRY_VOLLEY,
    ARTILLERY_FIRE,
    PLACE_DOMINOES,
    PAIR_STANDS,
    STAND_SCORE,
    RESOLVE_COMBAT,
    COMBAT_OUTCOME,
    FIRE_ROUT,
    VICTORY_CHECK,
)
