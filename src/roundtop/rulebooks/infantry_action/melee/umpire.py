"""The umpire on dominoes, pairs, scores and whole combats."""

from __future__ import annotations

from collections import Counter
from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Outputs, Procedure, Worked, between, enumerated, simple
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.exact import estimate
from roundtop.dice.sources import Dice, Seeded
from roundtop.record import record
from roundtop.rulebooks.infantry_action import umpire
from roundtop.rulebooks.infantry_action.melee import rule
from roundtop.rulebooks.infantry_action.morale import rule as morale_rule
from roundtop.rulebooks.infantry_action.morale import umpire as morale_umpire
from roundtop.rulebooks.infantry_action.options import Settings


def _sideways(name: str, stands: int, sideways_at: int) -> None:
    """A sideways domino lies behind an odd stand of an odd line [combat.sideways-face]."""
    if sideways_at == 0:
        return
    if stands % 2 == 0:
        raise FieldError(f"{name}: {sideways_at} cannot be; {stands} stands pair off, so no domino lies sideways (0)")
    between(name, sideways_at, 1, stands)
    if sideways_at % 2 == 0:
        raise FieldError(f"{name}: {sideways_at} cannot be; the rest pair off only if it is an odd-numbered stand")


@record(frozen=True)
class Placing:
    """A unit about to draw its dominoes."""

    stands: int
    sideways_at: int
    look: rule.Look
    settings: Settings


def _read_placing(fields: umpire.Fields) -> Placing:
    stands = fields["stands"]
    between("stands", stands, 1, umpire.MOST_STANDS["infantry"])
    _sideways("sideways_at", stands, fields["sideways_at"])
    given: umpire.Fields = fields["look"]
    look = rule.Look(given["used"], given["slot"], given["flip"])
    if look.used:
        between("look.slot", look.slot, 1, len(rule.slots(stands)))
    return Placing(stands, fields["sideways_at"], look, umpire.house(fields))


def _roll_placing(placing: Placing, dice: Dice) -> tuple[int, ...]:
    return rule.place_dominoes(placing.stands, placing.sideways_at, placing.look, placing.settings, dice)


def _placed(placing: Placing, faces: tuple[int, ...]) -> Outputs:
    return {"dominoes": len(rule.slots(placing.stands)), "faces": faces}


def _placing_lines(placing: Placing, faces: tuple[int, ...]) -> tuple[Row, ...]:
    found: list[Row] = []
    for slot in rule.slots(placing.stands, placing.sideways_at):
        shown = "-".join([str(faces[stand - 1]) for stand in slot])
        if len(slot) == 1:
            found.append(Row(f"stand {slot[0]}, sideways", shown, "infantry-action.combat.sideways-face"))
        else:
            found.append(Row(f"stands {slot[0]} and {slot[1]}", shown, "infantry-action.combat.half-per-stand"))
    return tuple(found)


def _placing_chances(placing: Placing) -> tuple[Chances, ...]:
    if len(rule.slots(placing.stands)) < morale_rule.EXACT_DOMINOES:
        return (Chances("", enumerated(placing, _roll_placing), lambda faces: _placed(placing, faces)),)
    seed = f"{placing.stands} {placing.sideways_at} {placing.look.slot}"
    nothing: tuple[int, ...] = ()
    guess = estimate((lambda _, dice: _roll_placing(placing, dice),), nothing, Seeded(seed), morale_rule.TRIALS)
    return (Chances("", guess, lambda faces: _placed(placing, faces)),)


def _work_placing(placing: Placing, dice: Dice) -> Worked:
    faces = _roll_placing(placing, dice)
    return Worked(_placed(placing, faces), _placing_lines(placing, faces))


PLACE_DOMINOES: Final[Procedure] = Procedure("place-dominoes", _read_placing, _work_placing, _placing_chances)


def _read_pairing(fields: umpire.Fields) -> rule.Combat:
    between("charger_stands", fields["charger_stands"], 1, umpire.MOST_STANDS["infantry"])
    between("defender_stands", fields["defender_stands"], 1, umpire.MOST_STANDS["infantry"])
    flank = fields["flank"]
    charger = rule.Fighter("charger", "", True, fields["charger_stands"], flanking=flank)
    defender = rule.Fighter("defender", "", False, fields["defender_stands"], flanked=flank)
    return _met((charger, defender), fields["offset"], {}, umpire.house(fields))


def _met(
    fighters: tuple[rule.Fighter, rule.Fighter], offset: int, ground: umpire.Fields, house: Settings
) -> rule.Combat:
    """One charger and one charged unit, lined up [combat.pairing, combat.outflanked-terms]."""
    pairs = [
        rule.Pair(
            charger=(0, charger),
            defender=(1, defender),
            charger_uphill=charger in ground.get("charger_uphill", ()),
            defender_uphill=defender in ground.get("defender_uphill", ()),
            defender_obstacle=defender in ground.get("defender_obstacle", ()),
            defender_wood=defender in ground.get("defender_wood", ()),
        )
        for charger, defender in rule.pairing(fighters[0].stands, fighters[1].stands, offset, fighters[0].flanking)
    ]
    return rule.Combat(fighters, rule.outflanked(fighters, tuple(pairs), house), all_shown=True, settings=house)


def _paired(combat: rule.Combat, _: None) -> Outputs:
    return {
        "pairs": [(pair.charger[1], pair.defender[1]) for pair in combat.pairs],
        "charger_outflanked": sorted([pair.charger[1] for pair in combat.pairs if pair.charger_outflanked]),
        "defender_outflanked": sorted([pair.defender[1] for pair in combat.pairs if pair.defender_outflanked]),
    }


def _pair_lines(combat: rule.Combat, _: None) -> tuple[Row, ...]:
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


PAIR_STANDS: Final[Procedure] = simple("pair-stands", _read_pairing, lambda _combat, _dice: None, _paired, _pair_lines)


@record(frozen=True)
class Faced:
    """A stand and the half of a domino behind it."""

    stand: rule.Stand
    face: int
    settings: Settings


def _read_score(fields: umpire.Fields) -> Faced:
    between("face", fields["face"], 0, 2 * rule.HIGHEST_HALF)
    between("markers", fields["markers"], 0)
    stand = rule.Stand(
        side=fields["side"],
        charging=fields["charging"],
        markers=fields["markers"],
        enemy_uphill=fields["enemy_uphill"],
        enemy_behind_obstacle=fields["enemy_behind_obstacle"],
        enemy_in_wood=fields["enemy_in_wood"],
        outflanked=fields["outflanked"],
        quality=fields["quality"],
    )
    return Faced(stand, fields["face"], umpire.house(fields))


def _roll_score(faced: Faced, dice: Dice) -> int:
    face = rule.filled(faced.face, faced.stand.side, dice)
    return face + total(rule.tally(faced.stand, faced.settings))


def _score_lines(faced: Faced, score: int) -> tuple[Row, ...]:
    mods = rule.tally(faced.stand, faced.settings)
    return (_face_line(faced.face, score - total(mods)), *lines(mods), Row("score", str(score)))


def _face_line(face: int, fights_with: int) -> Row:
    if face:
        return Row("face", str(face), "infantry-action.combat.reveal")
    return Row("blank, d6", str(fights_with), "infantry-action.combat.blank")


STAND_SCORE: Final[Procedure] = simple(
    "stand-score", _read_score, _roll_score, lambda _, score: {"score": score}, _score_lines
)


def _read_combat(fields: umpire.Fields) -> rule.Combat:
    charger: umpire.Fields = fields["charger"]
    defender: umpire.Fields = fields["defender"]
    umpire.strength("charger.", charger, "infantry")
    umpire.strength("defender.", defender, defender["kind"])
    never_routed(charger)
    if charger["side"] == defender["side"]:
        raise FieldError(f"defender.side: {defender['side']} cannot be; the charger is of that side")
    house = umpire.house(fields)
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
    return rule.Combat(combat.fighters, combat.pairs, gone, all_shown=True, settings=house)


def _fighter(name: str, unit: umpire.Fields, kind: str, flanking: bool, flanked: bool) -> rule.Fighter:
    _sideways(f"{name}.sideways_at", unit["stands"], unit["sideways_at"])
    return rule.Fighter(
        id=name,
        side=unit["side"],
        charging=name == "charger",
        stands=unit["stands"],
        start=unit["start"],
        kind=kind,
        quality=unit["quality"],
        routed_before=unit["routed_before"],
        sideways_at=unit["sideways_at"],
        markers=_markers(unit) if name == "charger" else (),
        flanking=flanking,
        flanked=flanked,
    )


def _markers(unit: umpire.Fields) -> tuple[tuple[int, int], ...]:
    given: list[list[int]] = unit["markers"]
    for place, marked in enumerate(given):
        if len(marked) != 2:
            raise FieldError(f"charger.markers[{place}]: {marked} cannot be; it is [stand, hits]")
        between(f"charger.markers[{place}] hits", marked[1], 0)
    umpire.stands("charger.markers", [marked[0] for marked in given], unit["stands"])
    return tuple([(marked[0], marked[1]) for marked in given])


def never_routed(charger: umpire.Fields) -> None:
    if charger["routed_before"]:
        raise FieldError("charger.routed_before: a unit that has routed cannot charge")


def _check_ground(ground: umpire.Fields, chargers: int, defenders: int) -> None:
    for name, given in ground.items():
        umpire.stands(f"terrain.{name}", given, chargers if name.startswith("charger") else defenders)


def _check_heights(combat: rule.Combat) -> None:
    for pair in combat.pairs:
        if pair.charger_uphill and pair.defender_uphill:
            raise FieldError(
                f"terrain.charger_uphill: {pair.charger[1]} cannot be; its opponent {pair.defender[1]} is uphill of it"
            )


def _gone(given: list[str]) -> tuple[str, ...]:
    """Tiles gone from the boneyard; one comes a second time only after the whole set is out [combat.boneyard]."""
    for name in given:
        if name not in rule.NAMES:
            raise FieldError(f"tiles_gone: '{name}' is no domino; they are written a-b, from 0-0 to 6-6")
    counts = Counter([rule.TILE_BIT[rule.NAMES.index(name)] for name in given])
    whole_sets = len(given) // len(rule.TILES)
    for name in given:
        if counts[rule.TILE_BIT[rule.NAMES.index(name)]] > whole_sets + 1:
            raise FieldError(f"tiles_gone: '{name}' is there too often for {whole_sets + 1} of the set")
    return tuple(given)


def _work_combat(combat: rule.Combat, dice: Dice) -> Worked:
    # On a real table it is seen which tiles are there; the list of those gone serves the odds only.
    fought = rule.resolve(
        rule.Combat(
            fighters=combat.fighters, pairs=combat.pairs, gone=(), touching=(), all_shown=True, settings=combat.settings
        ),
        dice,
    )
    after = morale_rule.decided(combat, fought.lost)
    outputs: Outputs = {
        "scores": [(ours.place[1], ours.total, theirs.place[1], theirs.total) for ours, theirs in fought.scores],
        "charger_lost": fought.lost[0],
        "defender_lost": fought.lost[1],
    }
    working: list[Row] = []
    for ours, theirs in fought.scores:
        working += _duel_lines(ours, theirs)
    return Worked(
        outputs | morale_umpire.outcomes(after),
        (*working, *morale_umpire.outcome_lines(after, combat.fighters[1].kind)),
    )


def _duel_lines(charger: rule.Score, defender: rule.Score) -> list[Row]:
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


def _combat_chances(combat: rule.Combat) -> tuple[Chances, ...]:
    """The units' outcomes as a whole, and who is lost pair by pair [combat.lost-stand]."""
    found = [Chances("", morale_rule.prospects(combat), morale_umpire.outcomes)]
    for pair, odds in zip(combat.pairs, rule.pair_odds(combat), strict=True):
        name = f"charger {pair.charger[1]} against defender {pair.defender[1]}"
        found.append(Chances(name, odds, _PairLosses(pair.charger[1], pair.defender[1]).outputs))
    return tuple(found)


@record(frozen=True)
class _PairLosses:
    """The stands lost of one pair, by the ledger's names."""

    charger: int
    defender: int

    def outputs(self, loser: str) -> Outputs:
        return {
            "charger_lost": [self.charger] if loser == "charger" else [],
            "defender_lost": [self.defender] if loser == "defender" else [],
        }


RESOLVE_COMBAT: Final[Procedure] = Procedure("resolve-combat", _read_combat, _work_combat, _combat_chances)
