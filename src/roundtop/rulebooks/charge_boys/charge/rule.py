"""Charges up to contact: reach, evading, countercharge, closing fire and what it does to the charger."""

from __future__ import annotations

from typing import Final

from roundtop.dice.questions import D6, Face, Total, Why
from roundtop.dice.sources import Dice
from roundtop.record import record, replace
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.rulebooks.charge_boys.pursuit import rule as pursuit_rule
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.table.measure import within

FOOT_BONUS_DICE: Final = 1
MOUNTED_BONUS_DICE: Final = 2
EVADE_DICE: Final = 1
SIDES: Final = 6
STOPPED_SHORT_IN: Final = 3.0
"""Where fire, or the house rule without melee, stops a charge [charge.test-under-fire, melee.supplement]."""
REFUSED: Final = "charge-boys.charge.declare"
BALKED: Final = "balked"
SHORT: Final = "short"
CONTACT: Final = "contact"
REPULSED: Final = "repulsed"
CAUGHT: Final = "caught"


def bonus_dice(formation: str, mounted: bool) -> int:
    """Dice added to a charge [charge.bonus-infantry, charge.bonus-cavalry, charge.not-skirmishers]."""
    if formation == tables.SKIRMISH:
        return 0
    return MOUNTED_BONUS_DICE if mounted else FOOT_BONUS_DICE


def throw_bonus(formation: str, mounted: bool, dice: Dice, by: str = "", reason: str = "charge bonus") -> int:
    """Inches added to a charge [charge.bonus-infantry, charge.bonus-cavalry]."""
    many = bonus_dice(formation, mounted)
    if many == 0:
        return 0
    clause = "charge-boys.charge.bonus-cavalry" if mounted else "charge-boys.charge.bonus-infantry"
    return dice.ask(Total(many, D6, Why(reason, clause, by)))


def greatest_reach(formation: str, mounted: bool) -> float:
    """The farthest a charge can be declared [charge.declare]."""
    return tables.ALLOWANCE_IN[formation] + SIDES * bonus_dice(formation, mounted)


def way_refusal(formation: str, mounted: bool, distance: float, path: terrain_rule.Path) -> str:
    """The clause by which a charge is too far, or crosses a hedge, "" when neither [charge.declare].

    A hedge right before the target is fought over, not crossed [terrain.compelled-moves].
    """
    if not within(distance, greatest_reach(formation, mounted)):
        return REFUSED
    return REFUSED if terrain_rule.inches_to(path, terrain_rule.HEDGE, distance) >= 0.0 else ""


def throw_evade(dice: Dice, by: str = "") -> float:
    """Inches that skirmishers evade, before the ground is paid for [charge.evade-bonus]."""
    die = dice.ask(Face(D6, Why("evade", "charge-boys.charge.evade-bonus", by)))
    return tables.ALLOWANCE_IN[tables.SKIRMISH] + die


@record(unsafe_hash=True)
class Clash:
    """Two mounted units riding at each other: their bonuses, and how far each came."""

    charger_bonus: int
    target_bonus: int
    contact: bool
    charger_moved: float
    target_moved: float


def countercharge(
    distance: float, charger: str, target: str, dice: Dice, charger_by: str = "", target_by: str = ""
) -> Clash:
    """Both throw their bonus and meet in proportion to their reaches, by their formations [charge.countercharge]."""
    ours = throw_bonus(charger, charger in tables.FORMATIONS[tables.CAVALRY], dice, charger_by)
    theirs = throw_bonus(target, True, dice, target_by, "countercharge bonus")
    reach = tables.ALLOWANCE_IN[charger] + ours
    other = tables.ALLOWANCE_IN[target] + theirs
    if not within(distance, reach + other):
        return Clash(ours, theirs, False, reach, other)
    met = distance * reach / (reach + other)
    return Clash(ours, theirs, True, met, distance - met)


@record(unsafe_hash=True)
class Charger:
    """The charging unit; it counts as advancing. `fighting` are the figures that fight if it catches the target.

    `tested`: it has taken its test for hits this turn already.
    """

    nerve: morale_rule.Nerve
    officers: int = 0
    fighting: int = 0
    turn_start: int = 0
    hits: int = 0
    tested: bool = False


@record(unsafe_hash=True)
class Charged:
    """The unit charged. `men` can fire on the charger; `stands`: skirmishers who choose to.

    `laid` are the crews of the guns that have the charger in their arc, None for all of them.
    """

    nerve: morale_rule.Nerve
    men: int = 0
    laid: tuple[int, ...] | None = None
    weapon: str = fire_rule.SUPERIOR_RIFLE
    first_fire: bool = False
    buck_and_ball: bool = False
    buck_rounds: int = fire_rule.BUCK_ROUNDS
    gun: str = artillery_rule.SMOOTHBORE
    halted: bool = False
    fired: bool = False
    full_turn_action: bool = False
    in_building: bool = False
    stands: bool = False
    officers: int = 0


@record(unsafe_hash=True)
class Charge:
    """A charge declared; the path is the ground straight ahead of the charger, to the target and beyond."""

    distance: float
    path: terrain_rule.Path
    charger: Charger
    target: Charged
    frontal: bool = True
    closing_fire: bool = True
    settings: Settings = PRINTED


NOT_THROWN: Final = -100


@record(unsafe_hash=True)
class Course:
    """How far a charge has come. `outcome` is "" while it goes on; `own_retreat` and `reach` are -1 when there is none.

    `ground` is what the target gave, its retreat through the ground; `first` and `other` are totals not yet obeyed.
    """

    charger_result: str = ""
    target_result: str = ""
    target_retreat: float = 0.0
    ground: float = 0.0
    reach: float = -1.0
    outcome: str = ""
    moved: float = 0.0
    gap: float = 0.0
    own_retreat: float = -1.0
    retest: str = morale_rule.NOTHING
    fired: bool = False
    hits: int = 0
    blows: casualties_rule.Blows = casualties_rule.NO_BLOWS
    lost: casualties_rule.Losses = casualties_rule.NO_LOSSES
    first: int = NOT_THROWN
    other: int = NOT_THROWN
    caught: pursuit_rule.Caught | None = None


def bars(formation: str, mounted: bool, foe_formed: bool, in_building: bool) -> bool:
    """Whether they may not charge such a target: skirmishers no formed troops, horsemen no garrison.

    [charge.declare, charge.not-skirmishers, terrain.building-no-cavalry]
    """
    return (formation == tables.SKIRMISH and foe_formed) or (mounted and in_building)


def evades(target: movement_rule.Condition, in_building: bool, charger_formed: bool, wants: bool) -> bool:
    """Whether skirmishers who could get away do: before a formed charger they must, else if they want to.

    Whoever is halted, disordered or in a building does not [charge.evade-bonus].
    """
    return movement_rule.may_evade(target) and not in_building and (charger_formed or wants)


def arrives(cost: float, reach: float, gave_way: bool) -> str:
    """Where the charger's reach brings it: short, upon whoever gave way, or "" to whoever stands [charge.sequence]."""
    if not within(cost, reach):
        return SHORT
    return CAUGHT if gave_way else ""


def goes_home(settings: Settings) -> str:
    """What comes of a charge that nothing has stopped: contact; without melee it is thrown back [melee.supplement]."""
    return REPULSED if settings.melee == "none" else CONTACT


def is_mounted(nerve: morale_rule.Nerve) -> bool:
    return nerve.arm == tables.CAVALRY


TO_CHARGE: Final = "test to charge"
TO_STAND: Final = "test of the charged unit"


def stands(course: Course) -> bool:
    """Whether the target stood."""
    return course.target_result in morale_rule.STANDS


def may_close_fire(charge: Charge) -> bool:
    """Whether the target may fire on the charger at all [charge.closing-fire, formation.full-turn-no-fire]."""
    target = charge.target
    guns = target.nerve.formation == tables.UNLIMBERED
    crowd = target.nerve.disordered and (guns or charge.settings.disordered_fire == "none")
    if not (charge.closing_fire and charge.settings.closing_fire) or target.fired or crowd:
        return False
    if target.full_turn_action and (guns or not charge.settings.fire_after_full_turn):
        return False
    # Guns have an arc like formed troops; only skirmishers and garrisons fire all round.
    return charge.frontal or target.in_building or target.nerve.formation == tables.SKIRMISH


def closing_volley(charge: Charge, halted: bool) -> fire_rule.Volley:
    """The target's small arms at close range; buck and ball only while there is some [musketry.buck-use]."""
    target = charge.target
    buck = target.buck_and_ball and not fire_rule.buck_refusal(target.weapon, 0.0, target.buck_rounds, charge.settings)
    return fire_rule.Volley(
        weapon=target.weapon,
        range=0.0,
        men=target.men,
        quality=target.nerve.quality,
        first_fire=target.first_fire,
        target_skirmish=charge.charger.nerve.formation == tables.SKIRMISH,
        buck_and_ball=buck,
        buck_rounds=target.buck_rounds,
        halted=halted,
        disordered=target.nerve.disordered,
        by=target.nerve.by,
        settings=charge.settings,
    )


def closing_guns(charge: Charge, halted: bool) -> artillery_rule.Battery:
    """The target's guns at less than a foot [charge.closing-fire, artillery.hit-0-1]."""
    target = charge.target
    return artillery_rule.Battery(
        target.gun,
        0.0,
        target.nerve.crew if target.laid is None else target.laid,
        halted,
        target_skirmish=charge.charger.nerve.formation == tables.SKIRMISH,
        by=target.nerve.by,
        settings=charge.settings,
    )


def closing_dice(charge: Charge, course: Course) -> int:
    """Dice of closing fire, 0 when there is none: small arms after halving, or the guns that fire."""
    if not stands(course) or not may_close_fire(charge):
        return 0
    halted = course.target_result == morale_rule.HALT
    formation = charge.target.nerve.formation
    if formation == tables.UNLIMBERED:
        guns = closing_guns(charge, halted)
        if artillery_rule.battery_refusal(guns):
            return 0
        return len([crew for crew in guns.crew if artillery_rule.can_fire(crew, charge.settings)])
    volley = closing_volley(charge, halted)
    if formation not in FIRES_ON_CHARGE or fire_rule.volley_refusal(volley):
        return 0
    return fire_rule.volley_dice(volley)


FIRES_ON_CHARGE: Final = ("line", "attack-column", "skirmish", "cavalry-line")


def close_fire(charge: Charge, course: Course, dice: Dice) -> Course:
    """The target's closing fire; it uses its fire of the turn [charge.closing-fire, musketry.once-per-turn]."""
    if course.outcome or closing_dice(charge, course) == 0:
        return course
    halted = course.target_result == morale_rule.HALT
    if charge.target.nerve.formation == tables.UNLIMBERED:
        hits = artillery_rule.shoot_battery(closing_guns(charge, halted), dice)
    else:
        hits = fire_rule.throw_volley(closing_volley(charge, halted), dice)
    return replace(course, fired=True, hits=hits)


def charger_body(charge: Charge) -> casualties_rule.Body:
    return casualties_rule.Body(charge.charger.nerve.strength, charge.charger.officers, charge.charger.nerve.general)


def check_officers(charge: Charge, course: Course, dice: Dice) -> Course:
    """Whom the hits fall on [officer.hit-check]."""
    if course.outcome or course.hits == 0:
        return course
    body = charger_body(charge)
    return replace(
        course, blows=casualties_rule.struck(course.hits, body, charge.settings, dice, charge.charger.nerve.by)
    )


def throw_saves(charge: Charge, course: Course, dice: Dice) -> Course:
    """The charger's saves; none against guns [save.every-hit, artillery.effect-under-1]."""
    if course.outcome or course.hits == 0:
        return course
    guns = charge.target.nerve.formation == tables.UNLIMBERED
    kind = casualties_rule.NONE if guns else fire_rule.volley_save(closing_volley(charge, False))
    needed = casualties_rule.needs(
        kind, casualties_rule.GUNS if guns else casualties_rule.SMALL_ARMS, casualties_rule.IN_THE_OPEN, charge.settings
    )
    fallen = casualties_rule.save(course.blows, needed, dice, charge.charger.nerve.by)
    return replace(
        course,
        blows=casualties_rule.NO_BLOWS,
        lost=casualties_rule.losses(fallen, charger_body(charge), charge.settings),
    )


def shaken(charge: Charge, course: Course) -> morale_rule.Nerve:
    """The charger as closing fire has left it."""
    before = charge.charger.nerve
    left = before.strength - course.lost.killed
    standing = before.first_shot
    if course.first != NOT_THROWN:
        standing = morale_rule.standing_after(standing, course.first, charge.settings)
    return replace(
        before,
        strength=left,
        first_shot=standing,
        officers_killed=before.officers_killed + course.lost.officers,
        general_killed=before.general_killed or course.lost.general,
        general=before.general and not course.lost.general,
        lost_this_turn=charge.charger.turn_start - left,
    )


def _ordeal(charge: Charge, course: Course) -> morale_rule.Ordeal:
    charger = charge.charger
    return morale_rule.Ordeal(
        strength_at_turn_start=charger.turn_start,
        hits=charger.hits + course.hits if course.hits else 0,
        casualties=charger.turn_start - charger.nerve.strength + course.lost.killed if course.hits else 0,
        under_fire=course.fired,
        first_shot=charger.nerve.first_shot,
        general_killed=course.lost.general,
        tested_for_hits=charger.tested,
        settings=charge.settings,
    )


def _wiped_out(charge: Charge, course: Course) -> bool:
    return course.lost.killed >= charge.charger.nerve.strength


def first_under_fire(charge: Charge, course: Course, dice: Dice) -> Course:
    """The first-shot test of a charger never fired on before [charge.test-under-fire, morale.first-trigger]."""
    if course.outcome or _wiped_out(charge, course) or not morale_rule.first_due(_ordeal(charge, course)):
        return course
    return replace(course, first=morale_rule.throw_test(morale_rule.FIRST, shaken(charge, course), dice))


def other_under_fire(charge: Charge, course: Course, dice: Dice) -> Course:
    """The other test that closing fire causes [charge.test-under-fire, morale.trigger-hits, morale.trigger-general]."""
    if course.outcome or _wiped_out(charge, course) or not morale_rule.other_due(_ordeal(charge, course)):
        return course
    return replace(course, other=morale_rule.throw_test(morale_rule.OTHER, shaken(charge, course), dice))


def obeyed(course: Course) -> str:
    """Which of the tests under fire is obeyed, "" when none was due [morale.number-of-tests]."""
    if course.first == NOT_THROWN and course.other == NOT_THROWN:
        return ""
    if course.other == NOT_THROWN:
        return morale_rule.FIRST
    return (
        morale_rule.FIRST
        if course.first != NOT_THROWN and morale_rule.obeys_first(course.first, course.other)
        else morale_rule.OTHER
    )


def score_under_fire(course: Course) -> int:
    """The total of the test that is obeyed, NOT_THROWN where none was due [morale.number-of-tests]."""
    return course.first if obeyed(course) == morale_rule.FIRST else course.other


def result_under_fire(charge: Charge, course: Course) -> str:
    """How the charger takes closing fire; one that is shot away has routed [charge.test-under-fire]."""
    if _wiped_out(charge, course):
        return morale_rule.ROUT
    return morale_rule.reading(score_under_fire(course)) if obeyed(course) else morale_rule.CARRY_ON


STRUCK: Final = (close_fire, check_officers, throw_saves)
SHAKEN: Final = (first_under_fire, other_under_fire)
UNDER_FIRE: Final = (*STRUCK, *SHAKEN)
"""Closing fire and the tests it causes: the table plays these, and its odds fold them [charge.test-under-fire]."""
