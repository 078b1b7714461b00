"""Nerve: what is due, modifiers, results, retreats, re-tests."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D6, Face, Total, Why
from roundtop.dice.sources import Dice
from roundtop.record import record, replace
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings

FIRST: Final = "first"
OTHER: Final = "other"
UNTESTED: Final = "untested"
SUCCESSFUL: Final = "successful"
FAILED: Final = "failed"
CARRY_ON: Final = "carry-on"
HALT: Final = "halt"
RETIRE: Final = "retire"
DISORDER: Final = "disorder"
ROUT: Final = "rout"
EVADE: Final = "evade"
READINGS: Final = ((5, CARRY_ON), (4, HALT), (2, RETIRE), (1, DISORDER))
"""Lowest total of each result; below them all is a rout."""
PASSES: Final = 5
STANDS: Final = (CARRY_ON, HALT)
NOTHING: Final = "none"
RALLY: Final = "rally"
GENERAL_JOINS: Final = "general-joins"
RESULT_CLAUSES: Final[dict[str, tuple[str, str]]] = {
    CARRY_ON: ("charge-boys.morale.result-carry-on", "charge-boys.morale.result-carry-on"),
    HALT: ("charge-boys.morale.result-halt", "charge-boys.morale.result-halt"),
    RETIRE: ("charge-boys.morale.result-retire", "charge-boys.morale.result-retire"),
    DISORDER: ("charge-boys.morale.result-disorder-first", "charge-boys.morale.result-disorder-other"),
    ROUT: ("charge-boys.morale.result-rout-first", "charge-boys.morale.result-rout-other"),
}
"""The clause of each result after a first-shot and after an other test."""
DISORDER_DICE: Final = 2
MOUNTED_DISORDER_DICE: Final = 3
ROUT_DICE: Final = 2
MEN_OF_A_LOST_GUN_IN: Final = 6.0
"""How far the men of a gun left behind go when their battery retires [morale.result-guns-abandoned]."""
TEST_ABOVE: Final = 10
"""Hits must be more than one in so many of the figures [morale.trigger-hits]."""
BIG_UNIT_ABOVE: Final = 20
ADVANCE_IN: Final = 1.0
"""How much nearer the enemy a move must bring a unit to count as advancing [morale.advancing-defined]."""
MORALE_PHASE: Final = 6
FIRST_PHASE: Final = 1
FIRST_GREEN: Final[Mod] = Mod("Green", -1, "charge-boys.morale.first-green")
FIRST_DISORDERED: Final[Mod] = Mod("disordered", -1, "charge-boys.morale.first-disordered")
FIRST_COVER: Final[Mod] = Mod("in cover", 1, "charge-boys.morale.first-cover")
FIRST_ADVANCING: Final[Mod] = Mod("advancing", 1, "charge-boys.morale.first-advancing")
FIRST_GENERAL: Final[Mod] = Mod("General", 1, "charge-boys.morale.first-general")
FIRST_VETERAN: Final[Mod] = Mod("Veteran", 1, "charge-boys.morale.first-veteran")
PASSED_FIRST: Final[Mod] = Mod("first-shot test passed", 1, "charge-boys.morale.other-first-shot-passed")
ADVANCING: Final[Mod] = Mod("advancing", 1, "charge-boys.morale.other-advancing")
IN_COVER: Final[Mod] = Mod("in cover", 1, "charge-boys.morale.other-cover")
FORTIFIED: Final[Mod] = Mod("in fortifications", 2, "charge-boys.morale.other-fortification")
FORTIFIED_AND_COVERED: Final[Mod] = Mod("in fortifications", 3, "charge-boys.morale.other-fortification")
WITH_GENERAL: Final[Mod] = Mod("General", 1, "charge-boys.morale.other-general")
IS_VETERAN: Final[Mod] = Mod("Veteran", 1, "charge-boys.morale.other-veteran")
OVER_20: Final[Mod] = Mod("over 20 figures", 1, "charge-boys.morale.other-over-20")
CHARGED: Final[Mod] = Mod("charged", -1, "charge-boys.morale.other-charged")
GENERAL_KILLED: Final[Mod] = Mod("General killed", -1, "charge-boys.morale.other-general-killed")
IS_DISORDERED: Final[Mod] = Mod("disordered", -1, "charge-boys.morale.other-disordered")
GREEN_FAILED: Final[Mod] = Mod("Green, first-shot test failed", -1, "charge-boys.morale.other-green-failed")
HAS_RETIRED: Final[Mod] = Mod("retired this turn or last", -1, "charge-boys.morale.other-retired")
IS_GREEN: Final[Mod] = Mod("Green", -1, "charge-boys.morale.other-replaces")
PER_OFFICER: Final = -1
PER_TENTH: Final = -1


@record(unsafe_hash=True)
class Ordeal:
    """What a unit has gone through this turn."""

    strength_at_turn_start: int
    hits: int = 0
    casualties: int = 0
    under_fire: bool = False
    first_shot: str = UNTESTED
    general_killed: bool = False
    wishes_charge: bool = False
    charged: bool = False
    lost_melee: bool = False
    routing: bool = False
    tested_for_hits: bool = False
    settings: Settings = PRINTED


def first_due(ordeal: Ordeal) -> bool:
    """Whether a first-shot test is due [morale.first-trigger, morale.first-without-losses, rout.behaviour]."""
    return ordeal.under_fire and ordeal.first_shot == UNTESTED and not ordeal.routing


def hard_hit(ordeal: Ordeal) -> bool:
    """Whether the hits of the turn call for a test [morale.trigger-hits]."""
    figures_lost = ordeal.settings.hits_trigger == "figures-lost"
    suffered = ordeal.casualties if figures_lost else ordeal.hits
    one = suffered <= 1 and ordeal.settings.smallest_tenth == "figure"
    return TEST_ABOVE * suffered > ordeal.strength_at_turn_start and not one and not ordeal.tested_for_hits


def other_due(ordeal: Ordeal) -> bool:
    """Whether an other test is due.

    [morale.trigger-hits, morale.trigger-general, morale.trigger-charge, morale.trigger-charged, morale.trigger-melee]
    """
    if ordeal.routing:
        return False
    charged = ordeal.charged and ordeal.settings.charged_units_test
    return hard_hit(ordeal) or ordeal.general_killed or ordeal.wishes_charge or charged or ordeal.lost_melee


@record(unsafe_hash=True)
class Nerve:
    """A unit that tests. `crew` is needed of an unlimbered battery."""

    quality: str = tables.REGULAR
    start: int = 0
    strength: int = 0
    first_shot: str = UNTESTED
    advancing: bool = False
    cover: bool = False
    fortification: bool = False
    general: bool = False
    charged: bool = False
    officers_killed: int = 0
    general_killed: bool = False
    disordered: bool = False
    retired: bool = False
    lost_this_turn: int = 0
    arm: str = tables.INFANTRY
    formation: str = tables.LINE
    crew: tuple[int, ...] = ()
    by: str = ""
    settings: Settings = PRINTED


def first_mods(nerve: Nerve) -> list[Mod]:
    """The modifiers of a first-shot test; cover and advancing never count together.

    [morale.first-green, morale.first-disordered, morale.first-general, morale.first-veteran, morale.cover-or-advancing]
    """
    mods: list[Mod] = []
    if nerve.quality == tables.GREEN:
        mods.append(FIRST_GREEN)
    if nerve.disordered:
        mods.append(FIRST_DISORDERED)
    if nerve.cover or nerve.fortification:
        mods.append(FIRST_COVER)
    elif nerve.advancing:
        mods.append(FIRST_ADVANCING)
    if nerve.general:
        mods.append(FIRST_GENERAL)
    if nerve.quality == tables.VETERAN:
        mods.append(FIRST_VETERAN)
    return mods


def other_mods(nerve: Nerve) -> list[Mod]:
    """The modifiers of every other test, in place of the first-shot ones [morale.other-replaces].

    [morale.other-first-shot-passed, morale.other-general, morale.other-veteran, morale.other-over-20]
    """
    mods: list[Mod] = []
    if nerve.first_shot == SUCCESSFUL:
        mods.append(PASSED_FIRST)
    mods += _ground_mods(nerve)
    if nerve.general:
        mods.append(WITH_GENERAL)
    if nerve.quality == tables.VETERAN:
        mods.append(IS_VETERAN)
    if nerve.strength > BIG_UNIT_ABOVE:
        mods.append(OVER_20)
    return mods + _blow_mods(nerve)


def _ground_mods(nerve: Nerve) -> list[Mod]:
    """[morale.other-fortification, morale.other-cover, morale.other-advancing, morale.cover-or-advancing]"""
    if nerve.fortification:
        return [FORTIFIED_AND_COVERED if nerve.settings.fortification_stacks_with_cover else FORTIFIED]
    if nerve.cover:
        return [IN_COVER]
    return [ADVANCING] if nerve.advancing else []


def _blow_mods(nerve: Nerve) -> list[Mod]:
    """The deductions.

    [morale.other-charged, morale.other-officers, morale.other-casualties, morale.other-general-killed]
    [morale.other-disordered, morale.other-green-failed, morale.other-retired]
    """
    mods: list[Mod] = []
    if nerve.charged:
        mods.append(CHARGED)
    if nerve.officers_killed:
        mods.append(Mod("officers killed", PER_OFFICER * nerve.officers_killed, "charge-boys.morale.other-officers"))
    tenths = tenths_lost(nerve)
    if tenths:
        mods.append(Mod(f"{tenths}0% lost", PER_TENTH * tenths, "charge-boys.morale.other-casualties"))
    if nerve.general_killed:
        mods.append(GENERAL_KILLED)
    if nerve.disordered:
        mods.append(IS_DISORDERED)
    green = nerve.quality == tables.GREEN
    if green and nerve.first_shot == FAILED:
        mods.append(GREEN_FAILED)
    if nerve.retired and (green or nerve.settings.retired_deduction == "all"):
        mods.append(HAS_RETIRED)
    if green and nerve.settings.green_deducts_in_other_tests:
        mods.append(IS_GREEN)
    return mods


def tenths_lost(nerve: Nerve) -> int:
    """Complete tenths of the start strength lost, no more of them than figures [morale.other-casualties]."""
    if nerve.start <= 0:
        return 0
    this_turn = nerve.settings.casualty_deduction == "this-turn"
    lost = nerve.lost_this_turn if this_turn else nerve.start - nerve.strength
    tenths = max(0, 10 * lost // nerve.start)
    return min(tenths, max(0, lost)) if nerve.settings.smallest_tenth == "figure" else tenths


def mods_of(kind: str, nerve: Nerve) -> list[Mod]:
    """The modifiers of a test of this kind."""
    return first_mods(nerve) if kind == FIRST else other_mods(nerve)


def reading(score: int) -> str:
    """What a total means.

    [morale.result-carry-on, morale.result-halt, morale.result-retire, morale.result-disorder-other]
    [morale.result-rout-other]
    """
    for lowest, result in READINGS:
        if score >= lowest:
            return result
    return ROUT


def result_clause(kind: str, result: str) -> str:
    """The clause of a result."""
    return RESULT_CLAUSES[result][0 if kind == FIRST else 1]


def throw_test(kind: str, nerve: Nerve, dice: Dice, reason: str = "") -> int:
    """One die plus the modifiers; the total, uncapped [morale.first-die, morale.other-replaces]."""
    clause = "charge-boys.morale.first-die" if kind == FIRST else "charge-boys.morale.other-replaces"
    words = reason or ("first-shot test" if kind == FIRST else "morale test")
    return dice.ask(Face(D6, Why(words, clause, nerve.by))) + total(mods_of(kind, nerve))


def retest_after(kind: str, result: str) -> str:
    """The test now outstanding [morale.retest-timing, rout.general-stops, rout.other-rally]."""
    if result == CARRY_ON:
        return NOTHING
    if result != ROUT:
        return kind
    return GENERAL_JOINS if kind == FIRST else RALLY


def standing_after(before: str, score: int, settings: Settings) -> str:
    """The standing of the first-shot test after a roll of it [morale.other-first-shot-passed]."""
    if settings.first_shot_memory == "first" and before != UNTESTED:
        return before
    return SUCCESSFUL if score >= PASSES else FAILED


@record(unsafe_hash=True)
class Retreat:
    """A compelled move before the ground is paid for.

    Of an unlimbered battery: `guns` are the inches each gun is dragged when it retires, `abandoned` those left behind.
    """

    inches: float
    guns: tuple[int, ...] = ()
    abandoned: tuple[bool, ...] = ()


def retreat_dice(kind: str, result: str, arm: str, settings: Settings) -> int:
    """Dice of a compelled move.

    [morale.result-disorder-first, morale.result-disorder-other, morale.result-rout-first, morale.result-rout-other]
    """
    if result == ROUT:
        return ROUT_DICE
    if result != DISORDER:
        return 0
    far = arm == tables.CAVALRY and (kind == OTHER or settings.first_shot_cavalry_3d6)
    return MOUNTED_DISORDER_DICE if far else DISORDER_DICE


def retreat_base(result: str, formation: str) -> float:
    """Inches of a compelled move without its dice: one normal move unless it is in disorder [morale.result-retire]."""
    return tables.ALLOWANCE_IN[formation] if result in (RETIRE, ROUT) else 0.0


def retreat(kind: str, result: str, nerve: Nerve, dice: Dice) -> Retreat:
    """Throw for the move of a result [morale.result-retire, morale.result-guns-abandoned]."""
    guns = nerve.formation == tables.UNLIMBERED
    if guns and result == RETIRE:
        return dragged(nerve.crew)
    inches = retreat_base(result, nerve.formation)
    many = retreat_dice(kind, result, nerve.arm, nerve.settings)
    if many:
        inches += dice.ask(Total(many, D6, Why("inches of retreat", result_clause(kind, result), nerve.by)))
    if not guns:
        return Retreat(inches)
    return Retreat(inches, (), tuple([result in (DISORDER, ROUT) for _ in nerve.crew]))


def dragged(crew: tuple[int, ...]) -> Retreat:
    """An unlimbered battery retires by hand, gun by gun [morale.result-guns-abandoned]."""
    return Retreat(
        0.0,
        tuple([int(artillery_rule.manhandled(men)) for men in crew]),
        tuple([men < artillery_rule.MANHANDLING_CREW for men in crew]),
    )


def nearest_dragged(back: Retreat) -> float:
    """How far the nearest part of a battery that retires by hand has come away."""
    return min(
        [
            MEN_OF_A_LOST_GUN_IN if left else float(inches)
            for inches, left in zip(back.guns, back.abandoned, strict=True)
        ],
        default=0.0,
    )


@record(unsafe_hash=True)
class Verdict:
    """What a test came to: its kind, the total, the result, the compelled move and the test outstanding."""

    kind: str
    total: int
    result: str
    retreat: Retreat
    retest: str


def verdict(kind: str, score: int, nerve: Nerve, dice: Dice) -> Verdict:
    """Read a total and throw for the move it compels."""
    result = reading(score)
    return Verdict(kind, score, result, retreat(kind, result, nerve, dice), retest_after(kind, result))


def take_test(kind: str, nerve: Nerve, dice: Dice, reason: str = "") -> Verdict:
    """A test of one kind [morale.first-die, morale.other-replaces]."""
    return verdict(kind, throw_test(kind, nerve, dice, reason), nerve, dice)


@record(unsafe_hash=True)
class Both:
    """Two tests in one phase: the totals, the verdict obeyed and the standing of the first-shot test."""

    first: int
    other: int
    obeyed: Verdict
    first_shot: str


def with_standing(nerve: Nerve, standing: str) -> Nerve:
    """The same unit with its first-shot test thrown."""
    return replace(nerve, first_shot=standing)


def obeys_first(first: int, other: int) -> bool:
    """Whether the first-shot test is the one obeyed: the lower total, the first if equal [morale.number-of-tests]."""
    return first <= other


def take_both(nerve: Nerve, dice: Dice) -> Both:
    """A first-shot test, then an other test in which its outcome counts; the lower is obeyed.

    [morale.number-of-tests]
    """
    first = throw_test(FIRST, nerve, dice)
    after = with_standing(nerve, standing_after(nerve.first_shot, first, nerve.settings))
    other = throw_test(OTHER, after, dice)
    kind = FIRST if obeys_first(first, other) else OTHER
    return Both(first, other, verdict(kind, min(first, other), nerve, dice), after.first_shot)


@record(unsafe_hash=True)
class Due:
    """When a unit tests again; turn and phase 0: at no fixed time."""

    retest: str
    turn: int = 0
    phase: int = 0


def retest_phase(settings: Settings) -> int:
    """The phase of re-tests [morale.retest-timing]."""
    return FIRST_PHASE if settings.retest_timing == "turn-start" else MORALE_PHASE


def retest_due(kind: str, score: int, turn: int, settings: Settings) -> Due:
    """When a unit tests again after a total.

    [morale.retest-timing, morale.result-keep-testing, rout.other-rally, rout.general-stops]
    """
    retest = retest_after(kind, reading(score))
    if retest in (NOTHING, GENERAL_JOINS):
        return Due(retest)
    return Due(retest, turn + 1, MORALE_PHASE if retest == RALLY else retest_phase(settings))


def reordered(at_turn_start: bool, moved: bool, fired: bool, fought: bool, compelled: bool, routing: bool) -> bool:
    """Whether a disordered unit has its order back at the end of the turn [morale.reorder]."""
    return at_turn_start and not (moved or fired or fought or compelled or routing)
