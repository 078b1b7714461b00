"""The umpire on dominoes, pairs, scores and whole combats."""

from __future__ import annotations

from collections import Counter
from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Chances, FieldError, Fields, Outputs, Procedure, Situation, Worked
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.exact import estimate
from roundtop.dice.sources import Dice, Seeded
from roundtop.record import record, replace
from roundtop.rulebooks.infantry_action import umpire
from roundtop.rulebooks.infantry_action.melee import rule
from roundtop.rulebooks.infantry_action.morale import rule as morale_rule
from roundtop.rulebooks.infantry_action.morale import umpire as morale_umpire
from roundtop.rulebooks.infantry_action.options import Settings


def _sideways(given: Fields) -> None:
    """A sideways domino lies behind an odd stand of an odd line [combat.sideways-face]."""
    stands, at = given["stands"], given["sideways_at"]
    if at == 0:
        return
    if stands % 2 == 0:
        raise FieldError(f"sideways_at: {at} cannot be; {stands} stands pair off, so no domino lies sideways (0)")
    procedure.between("sideways_at", at, 1, stands)
    if at % 2 == 0:
        raise FieldError(f"sideways_at: {at} cannot be; the rest pair off only if it is an odd-numbered stand")


def _placing_can_be(given: Fields) -> None:
    _sideways(given)
    if given["look"]["used"]:
        procedure.between("look.slot", given["look"]["slot"], 1, len(rule.slots(given["stands"])))


def _roll_placing(placing: Fields, dice: Dice) -> tuple[int, ...]:
    return rule.place_dominoes(placing["stands"], placing["sideways_at"], placing["look"], placing["settings"], dice)


def _placed(placing: Fields, faces: tuple[int, ...]) -> Outputs:
    return {"dominoes": len(rule.slots(placing["stands"])), "faces": faces}


def _placing_lines(placing: Fields, faces: tuple[int, ...]) -> tuple[Row, ...]:
    found: list[Row] = []
    for slot in rule.slots(placing["stands"], placing["sideways_at"]):
        shown = "-".join([str(faces[stand - 1]) for stand in slot])
        if len(slot) == 1:
            found.append(Row(f"stand {slot[0]}, sideways", shown, "infantry-action.combat.sideways-face"))
        else:
            found.append(Row(f"stands {slot[0]} and {slot[1]}", shown, "infantry-action.combat.half-per-stand"))
    return tuple(found)


def _placing_chances(placing: Fields) -> tuple[Chances, ...]:
    if len(rule.slots(placing["stands"])) < morale_rule.EXACT_DOMINOES:
        return (Chances("", procedure.enumerated(placing, _roll_placing), lambda faces: _placed(placing, faces)),)
    seed = f"{placing['stands']} {placing['sideways_at']} {placing['look'].slot}"
    nothing: tuple[int, ...] = ()
    guess = estimate((lambda _, dice: _roll_placing(placing, dice),), nothing, Seeded(seed), morale_rule.TRIALS)
    return (Chances("", guess, lambda faces: _placed(placing, faces)),)


def _work_placing(placing: Fields, dice: Dice) -> Worked:
    faces = _roll_placing(placing, dice)
    return Worked(_placed(placing, faces), _placing_lines(placing, faces))


PLACE_DOMINOES: Final[Procedure] = Procedure(
    "place-dominoes",
    procedure.with_parts(_placing_can_be, look=procedure.inside("look", procedure.reads(rule.Look))),
    _work_placing,
    _placing_chances,
)


def _read_pairing(given: Fields) -> rule.Combat:
    flank = given["flank"]
    charger = rule.Fighter("charger", "", True, given["charger_stands"], flanking=flank)
    defender = rule.Fighter("defender", "", False, given["defender_stands"], flanked=flank)
    return _met((charger, defender), given["offset"], {}, given["settings"])


def _met(fighters: tuple[rule.Fighter, rule.Fighter], offset: int, ground: Fields, house: Settings) -> rule.Combat:
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


def _paired(combat: rule.Combat) -> Outputs:
    return {
        "pairs": [(pair.charger[1], pair.defender[1]) for pair in combat.pairs],
        "charger_outflanked": sorted([pair.charger[1] for pair in combat.pairs if pair.charger_outflanked]),
        "defender_outflanked": sorted([pair.defender[1] for pair in combat.pairs if pair.defender_outflanked]),
    }


def _pair_lines(combat: rule.Combat, _: Outputs) -> tuple[Row, ...]:
    found: list[Row] = []
    for pair in combat.pairs:
        charger, defender = f"charger {pair.charger[1]}", f"defender {pair.defender[1]}"
        found.append(Row(charger, f"meets {defender}", "infantry-action.combat.pairing"))
        if pair.charger_outflanked:
            found.append(Row(charger, "outflanked", "infantry-action.combat.outflanked-terms"))
        if pair.defender_outflanked:
            found.append(Row(defender, "outflanked", "infantry-action.combat.outflanked-terms"))
    return tuple(found)


PAIR_STANDS: Final[Procedure] = procedure.reckoned("pair-stands", _read_pairing, _paired, _pair_lines)


def _roll_score(faced: Fields, dice: Dice) -> int:
    face = rule.filled(faced["face"], faced["stand"].side, dice)
    return face + total(rule.tally(faced["stand"], faced["settings"]))


def _score_lines(faced: Fields, score: int) -> tuple[Row, ...]:
    mods = rule.tally(faced["stand"], faced["settings"])
    return (_face_line(faced["face"], score - total(mods)), *lines(mods), Row("score", str(score)))


def _face_line(face: int, fights_with: int) -> Row:
    if face:
        return Row("face", str(face), "infantry-action.combat.reveal")
    return Row("blank, d6", str(fights_with), "infantry-action.combat.blank")


STAND_SCORE: Final[Procedure] = procedure.simple(
    "stand-score",
    procedure.with_parts(stand=procedure.reads(rule.Stand)),
    _roll_score,
    lambda _, score: {"score": score},
    _score_lines,
)


def _read_combat(given: Fields) -> rule.Combat:
    if given["charger"]["side"] == given["defender"]["side"]:
        raise FieldError(f"defender.side: {given['defender']['side']} cannot be; the charger is of that side")
    fighters = (_charger(given), _defender(given))
    _check_ground(given["terrain"], fighters[0].stands, fighters[1].stands)
    combat = _met(fighters, given["offset"], given["terrain"], given["settings"])
    if not combat.pairs:
        raise FieldError(f"offset: {given['offset']} cannot be; the two lines do not meet")
    _check_heights(combat)
    gone = _gone(given["tiles_gone"])
    return replace(combat, gone=() if combat.settings.boneyard == "per-combat" else gone)


def _charger(given: Fields) -> rule.Fighter:
    read = procedure.reads(
        rule.Fighter,
        _charger_can_be,
        id=lambda _: "charger",
        charging=lambda _: True,
        flanking=lambda _: given["flank"],
        markers=_markers,
    )
    return _fighter("charger", read, given)


def _defender(given: Fields) -> rule.Fighter:
    read = procedure.reads(
        rule.Fighter,
        _defender_can_be,
        id=lambda _: "defender",
        charging=lambda _: False,
        flanked=lambda _: given["flank"],
    )
    return _fighter("defender", read, given)


def _fighter(name: str, read: Situation, given: Fields) -> rule.Fighter:
    found: rule.Fighter = procedure.inside(name, read)(given)
    return found


def _charger_can_be(unit: Fields) -> None:
    umpire.charges(unit)
    _sideways(unit)


def _defender_can_be(unit: Fields) -> None:
    umpire.strength(unit)
    _sideways(unit)


def _markers(unit: Fields) -> tuple[tuple[int, int], ...]:
    given: list[list[int]] = unit["markers"]
    for place, marked in enumerate(given):
        if len(marked) != 2:
            raise FieldError(f"markers[{place}]: {marked} cannot be; it is [stand, hits]")
        procedure.between(f"markers[{place}] hits", marked[1], 0)
    umpire.stands("markers", [marked[0] for marked in given], unit["stands"])
    return tuple([(marked[0], marked[1]) for marked in given])


def _check_ground(ground: Fields, chargers: int, defenders: int) -> None:
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
    fought = rule.resolve(replace(combat, gone=()), dice)
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
PROCEDURES: Final[tuple[Procedure, ...]] = (PLACE_DOMINOES, PAIR_STANDS, STAND_SCORE, RESOLVE_COMBAT)
