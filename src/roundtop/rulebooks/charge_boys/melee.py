"""Hand-to-hand fighting, the supplement: modifiers, a round, the loser's test, the follow-up, units caught."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, final

from roundtop.battle.tally import Mod, total
from roundtop.dice.exact import Odds, Stage, fold
from roundtop.dice.questions import D6, Total, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import fire
from roundtop.rulebooks.charge_boys.fire import (
    IN_THE_OPEN,
    MELEE,
    NO_BLOWS,
    NO_LOSSES,
    NORMAL,
    REDUCED,
    Blows,
    Body,
    Losses,
)
from roundtop.rulebooks.charge_boys.morale import (
    CARRY_ON,
    HALT,
    OTHER,
    ROUT,
    Nerve,
    Retreat,
    nearest_dragged,
    retreat,
    take_test,
)
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.rulebooks.charge_boys.tables import (
    ATTACK_COLUMN,
    CAVALRY,
    GREEN,
    LINE,
    REGULAR,
    VETERAN,
    dice_for,
)
from roundtop.table.measure import within

# ---- the chapter's figures

BASE: Final = Mod("melee", -2, "charge-boys.melee.base")
CHARGING: Final = Mod("impetus", 1, "charge-boys.melee.charging")
MOUNTED: Final = Mod("mounted against foot in the open", 1, "charge-boys.melee.mounted")
VETERANS: Final = Mod("Veteran", 1, "charge-boys.melee.quality")
GREENHORNS: Final = Mod("Green", -1, "charge-boys.melee.quality")
FLANK: Final = Mod("flank or rear", 1, "charge-boys.melee.flank")
REAR: Final = Mod("rear", 1, "charge-boys.melee.caught")
DISORDERED: Final = Mod("disordered", -1, "charge-boys.melee.disordered")
LOOSE: Final = Mod("loose against formed", -1, "charge-boys.melee.loose-troops")
OBSTACLES: Final[dict[str, Mod]] = {
    "wall": Mod("over a wall", -1, "charge-boys.melee.obstacle"),
    "fence": Mod("over a fence", -1, "charge-boys.melee.obstacle"),
    "hedge": Mod("over a hedge", -1, "charge-boys.melee.obstacle"),
    "building": Mod("into a building", -1, "charge-boys.melee.obstacle"),
    "fortification": Mod("over a fortification", -2, "charge-boys.melee.obstacle"),
}
NO_OBSTACLE: Final = "none"

FEWEST_DICE: Final = 1
TOUCHING_IN: Final = 0.25
"""Gap at which front figures fight [melee.who-fights]."""
PUSHED_BACK_IN: Final = 3.0
FOLLOW_UP_DICE: Final = 1
MOUNTED_FOLLOW_UP_DICE: Final = 2


# ---- who fights


def fighting(touching: int, overlap: int, formation: str, in_second_rank: int) -> int:
    """Figures that fight: those in contact, one beyond each end, and in line or attack column those behind them.

    `overlap` is 0 to 2, `in_second_rank` the figures standing directly behind the front ones [melee.who-fights].
    """
    front = touching + overlap
    return front + (min(front, in_second_rank) if formation in (LINE, ATTACK_COLUMN) else 0)


# ---- a round


@final
@dataclass(slots=True, unsafe_hash=True)
class Fighter:
    """One unit in a round of melee; strength -1: its losses are not limited."""

    fighting: int
    quality: str = REGULAR
    strength: int = -1
    charging: bool = False
    mounted_against_open_foot: bool = False
    strikes_flank: bool = False
    disordered: bool = False
    obstacle: str = NO_OBSTACLE
    loose: bool = False
    officers: int = 0
    general: bool = False
    by: str = ""


def fighter_body(fighter: Fighter) -> Body:
    """The unit as the hits find it."""
    return Body(fighter.strength, fighter.officers, fighter.general)


def melee_mods(fighter: Fighter) -> list[Mod]:
    """What is added to every die of a fighter.

    [melee.base, melee.charging, melee.mounted, melee.quality, melee.flank, melee.disordered, melee.obstacle]
    [melee.loose-troops, melee.guns]
    """
    mods = [BASE]
    if fighter.charging:
        mods.append(CHARGING)
    if fighter.mounted_against_open_foot:
        mods.append(MOUNTED)
    mods += _quality_mods(fighter.quality)
    if fighter.strikes_flank:
        mods.append(FLANK)
    if fighter.disordered:
        mods.append(DISORDERED)
    if fighter.obstacle in OBSTACLES:
        mods.append(OBSTACLES[fighter.obstacle])
    if fighter.loose:
        mods.append(LOOSE)
    return mods


def _quality_mods(quality: str) -> list[Mod]:
    if quality == VETERAN:
        return [VETERANS]
    return [GREENHORNS] if quality == GREEN else []


def melee_dice(figures: int, settings: Settings) -> int:
    """One die for six figures, never fewer than one [melee.dice]."""
    return max(FEWEST_DICE, dice_for(figures, settings))


def melee_question(fighter: Fighter, settings: Settings) -> Total:
    """The throw of a fighter."""
    why = Why("melee dice", "charge-boys.melee.dice", fighter.by)
    return fire.hits_of(melee_dice(fighter.fighting, settings), total(melee_mods(fighter)), why, settings)


def throw_melee(fighter: Fighter, settings: Settings, dice: Dice) -> int:
    """The hits a fighter makes [melee.dice]."""
    return dice.ask(melee_question(fighter, settings))


def melee_save(enemy: Fighter) -> str:
    """The save against this enemy [melee.saves, melee.flank]."""
    return REDUCED if enemy.strikes_flank else NORMAL


def check_officers(hits: int, victim: Fighter, settings: Settings, dice: Dice) -> Blows:
    """Whom the hits on a fighter fall on [officer.hit-check]."""
    return fire.struck(hits, fighter_body(victim), settings, dice, victim.by)


def throw_saves(blows: Blows, victim: Fighter, enemy: Fighter, settings: Settings, dice: Dice) -> Losses:
    """The saves of a fighter and what it loses [melee.saves, core.remove-figures]."""
    needed = fire.needs(melee_save(enemy), MELEE, IN_THE_OPEN, settings)
    return fire.losses(fire.save(blows, needed, dice, victim.by), fighter_body(victim), settings)


@final
@dataclass(slots=True, unsafe_hash=True)
class Round:
    """A round of melee fought: hits made and losses suffered by a and b."""

    hits: tuple[int, int]
    a: Losses
    b: Losses


def fight(a: Fighter, b: Fighter, settings: Settings, dice: Dice) -> Round:
    """One round between two units: all dice, then the officer checks, then the saves, b's first [core.dice]."""
    by_a = throw_melee(a, settings, dice)
    by_b = throw_melee(b, settings, dice)
    on_b = check_officers(by_a, b, settings, dice)
    on_a = check_officers(by_b, a, settings, dice)
    lost_b = throw_saves(on_b, b, a, settings, dice)
    lost_a = throw_saves(on_a, a, b, settings, dice)
    return Round((by_a, by_b), lost_a, lost_b)


A: Final = "a"
B: Final = "b"
DRAW: Final = "draw"


def loser(a_lost: int, b_lost: int) -> str:
    """The side that lost more figures, or a draw [melee.loser]."""
    if a_lost == b_lost:
        return DRAW
    return A if a_lost > b_lost else B


# ---- chances of a round: the two sides' dice do not touch each other


@final
@dataclass(slots=True, unsafe_hash=True)
class Toll:
    """What one side of a round suffers on its way: hits, whom they are on, what it loses."""

    hits: int = 0
    blows: Blows = NO_BLOWS
    lost: Losses = NO_LOSSES


def _toll_hits(enemy: Fighter, settings: Settings, _: Toll, dice: Dice) -> Toll:
    return Toll(throw_melee(enemy, settings, dice))


def _toll_officers(victim: Fighter, settings: Settings, toll: Toll, dice: Dice) -> Toll:
    return Toll(toll.hits, check_officers(toll.hits, victim, settings, dice))


def _toll_saves(victim: Fighter, enemy: Fighter, settings: Settings, toll: Toll, dice: Dice) -> Toll:
    return Toll(toll.hits, NO_BLOWS, throw_saves(toll.blows, victim, enemy, settings, dice))


def toll_odds(victim: Fighter, enemy: Fighter, settings: Settings) -> Odds[Toll]:
    """Exact chances of what one side suffers in a round."""
    stages: list[Stage[Toll]] = [
        partial(_toll_hits, enemy, settings),
        partial(_toll_officers, victim, settings),
        partial(_toll_saves, victim, enemy, settings),
    ]
    return fold(stages, Toll())


# ---- the loser's test and the follow-up


def loser_retreat(result: str, back: Retreat) -> float:
    """Inches a loser goes, before the ground is paid for: pushed back on a 4 [melee.loser-test]."""
    return PUSHED_BACK_IN if result == HALT else back.inches


def follow_up_dice(arm: str) -> int:
    """Dice of a follow-up [melee.follow-up]."""
    return MOUNTED_FOLLOW_UP_DICE if arm == CAVALRY else FOLLOW_UP_DICE


def throw_follow_up(arm: str, dice: Dice, by: str = "") -> int:
    """Inches that a winner follows up, before the ground is paid for [melee.follow-up]."""
    return dice.ask(Total(follow_up_dice(arm), D6, Why("follow-up", "charge-boys.melee.follow-up", by)))


@final
@dataclass(slots=True, unsafe_hash=True)
class Aftermath:
    """A melee loser's test and the winner's follow-up over open ground."""

    total: int
    result: str
    retreat: float
    guns: tuple[int, ...]
    abandoned: tuple[bool, ...]
    follow_up: int
    contact: bool


def settle(loser: Nerve, winner_arm: str, follows_up: bool, dice: Dice, by: str = "") -> Aftermath:
    """The loser's test and, if it gave way, the follow-up [melee.loser-test, melee.follow-up, melee.caught]."""
    test = take_test(OTHER, loser, dice, "test of the melee's loser")
    inches = loser_retreat(test.result, test.retreat)
    if test.result == CARRY_ON:
        return Aftermath(test.total, test.result, 0.0, (), test.retreat.abandoned, 0, True)
    follow = throw_follow_up(winner_arm, dice, by) if follows_up else 0
    gone = nearest_dragged(test.retreat) if test.retreat.guns else inches
    touches = follows_up and within(gone, float(follow))
    return Aftermath(test.total, test.result, inches, test.retreat.guns, test.retreat.abandoned, follow, touches)


# ---- units caught while giving way


@final
@dataclass(slots=True, unsafe_hash=True)
class Catch:
    """A unit that has caught another giving way; strength and officers are the victim's."""

    fighting: int
    victim_arm: str
    victim_formation: str
    strength: int
    routing: bool
    quality: str = REGULAR
    mounted_against_open_foot: bool = False
    disordered: bool = False
    officers: int = 0
    general: bool = False
    by: str = ""
    victim_by: str = ""
    settings: Settings = PRINTED


@final
@dataclass(slots=True, unsafe_hash=True)
class Caught:
    """What became of the victim; `rout` are the inches its survivors run."""

    killed: int
    officers: int
    general: bool
    left: int
    rout: float
    removed: bool


def catch_mods(catch: Catch) -> list[Mod]:
    """What is added to every die of the catcher: impetus and rear besides its own [melee.caught]."""
    mods = [BASE, CHARGING, REAR]
    if catch.mounted_against_open_foot:
        mods.append(MOUNTED)
    mods += _quality_mods(catch.quality)
    if catch.disordered:
        mods.append(DISORDERED)
    return mods


def catch_kills(catch: Catch, dice: Dice) -> int:
    """Hits of the catcher; none are thrown at a routing unit or without the supplement [melee.caught].

    [melee.supplement]
    """
    if catch.routing or catch.settings.melee == "none":
        return 0
    why = Why("melee dice on a unit caught", "charge-boys.melee.caught", catch.by)
    many = melee_dice(catch.fighting, catch.settings)
    return dice.ask(fire.hits_of(many, total(catch_mods(catch)), why, catch.settings))


def catch_losses(catch: Catch, hits: int, dice: Dice) -> Losses:
    """Whom those hits take; there is no save [melee.caught, officer.hit-check]."""
    body = Body(catch.strength, catch.officers, catch.general)
    blows = fire.struck(hits, body, catch.settings, dice, catch.victim_by)
    return fire.losses(fire.Fallen(blows.men, blows.officers, blows.general), body, catch.settings)


def catch_rout(catch: Catch, lost: Losses, dice: Dice) -> Caught:
    """The survivors rout; a routing unit is simply gone with all its figures [melee.caught]."""
    if catch.routing:
        return Caught(catch.strength, catch.officers, False, 0, 0.0, True)
    left = catch.strength - lost.killed
    if left == 0:
        return Caught(lost.killed, lost.officers, lost.general, 0, 0.0, True)
    runs = Nerve(arm=catch.victim_arm, formation=catch.victim_formation, by=catch.victim_by, settings=catch.settings)
    back = retreat(OTHER, ROUT, runs, dice)
    return Caught(lost.killed, lost.officers, lost.general, left, back.inches, False)


def caught(catch: Catch, dice: Dice) -> Caught:
    """A unit reached while giving way [melee.caught]."""
    hits = catch_kills(catch, dice)
    lost = catch_losses(catch, hits, dice)
    return catch_rout(catch, lost, dice)
