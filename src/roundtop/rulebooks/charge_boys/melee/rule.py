"""Melee: who fights, dice, saves, the loser."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.exact import Odds, Stage, fold
from roundtop.dice.questions import Total, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.options import Settings

BASE: Final[Mod] = Mod("melee", -2, "charge-boys.melee.base")
CHARGING: Final[Mod] = Mod("impetus", 1, "charge-boys.melee.charging")
MOUNTED: Final[Mod] = Mod("mounted against foot in the open", 1, "charge-boys.melee.mounted")
VETERANS: Final[Mod] = Mod("Veteran", 1, "charge-boys.melee.quality")
GREENHORNS: Final[Mod] = Mod("Green", -1, "charge-boys.melee.quality")
FLANK: Final[Mod] = Mod("flank or rear", 1, "charge-boys.melee.flank")
DISORDERED: Final[Mod] = Mod("disordered", -1, "charge-boys.melee.disordered")
LOOSE: Final[Mod] = Mod("loose against formed", -1, "charge-boys.melee.loose-troops")
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


def fighting(touching: int, overlap: int, formation: str, in_second_rank: int) -> int:
    """Figures that fight: those in contact, one beyond each end, and in line or attack column those behind them.

    `overlap` is 0 to 2, `in_second_rank` the figures standing directly behind the front ones [melee.who-fights].
    """
    front = touching + overlap
    return front + (min(front, in_second_rank) if formation in (tables.LINE, tables.ATTACK_COLUMN) else 0)


@record(unsafe_hash=True)
class Fighter:
    """One unit in a round of melee; strength -1: its losses are not limited."""

    fighting: int
    quality: str = tables.REGULAR
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


def fighter_body(fighter: Fighter) -> casualties_rule.Body:
    """The unit as the hits find it."""
    return casualties_rule.Body(fighter.strength, fighter.officers, fighter.general)


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
    mods += quality_mods(fighter.quality)
    if fighter.strikes_flank:
        mods.append(FLANK)
    if fighter.disordered:
        mods.append(DISORDERED)
    if fighter.obstacle in OBSTACLES:
        mods.append(OBSTACLES[fighter.obstacle])
    if fighter.loose:
        mods.append(LOOSE)
    return mods


def quality_mods(quality: str) -> list[Mod]:
    if quality == tables.VETERAN:
        return [VETERANS]
    return [GREENHORNS] if quality == tables.GREEN else []


def melee_dice(figures: int, settings: Settings) -> int:
    """One die for six figures, never fewer than one [melee.dice]."""
    return max(FEWEST_DICE, tables.dice_for(figures, settings))


def melee_question(fighter: Fighter, settings: Settings) -> Total:
    """The throw of a fighter."""
    why = Why("melee dice", "charge-boys.melee.dice", fighter.by)
    return fire_rule.hits_of(melee_dice(fighter.fighting, settings), total(melee_mods(fighter)), why, settings)


def throw_melee(fighter: Fighter, settings: Settings, dice: Dice) -> int:
    """The hits a fighter makes [melee.dice]."""
    return dice.ask(melee_question(fighter, settings))


def melee_save(enemy: Fighter) -> str:
    """The save against this enemy [melee.saves, melee.flank]."""
    return casualties_rule.REDUCED if enemy.strikes_flank else casualties_rule.NORMAL


def check_officers(hits: int, victim: Fighter, settings: Settings, dice: Dice) -> casualties_rule.Blows:
    """Whom the hits on a fighter fall on [officer.hit-check]."""
    return casualties_rule.struck(hits, fighter_body(victim), settings, dice, victim.by)


def throw_saves(
    blows: casualties_rule.Blows, victim: Fighter, enemy: Fighter, settings: Settings, dice: Dice
) -> casualties_rule.Losses:
    """The saves of a fighter and what it loses [melee.saves, core.remove-figures]."""
    needed = casualties_rule.needs(melee_save(enemy), casualties_rule.MELEE, casualties_rule.IN_THE_OPEN, settings)
    return casualties_rule.losses(casualties_rule.save(blows, needed, dice, victim.by), fighter_body(victim), settings)


@record(unsafe_hash=True)
class Round:
    """A round of melee fought: hits made and losses suffered by a and b."""

    hits: tuple[int, int]
    a: casualties_rule.Losses
    b: casualties_rule.Losses


def fight(a: Fighter, b: Fighter, settings: Settings, dice: Dice) -> Round:
    """One round between two units: all dice, then the officer checks, then the saves, b's first [core.dice]."""
    by_a = throw_melee(a, settings, dice)
    by_b = throw_melee(b, settings, dice)
    on_b = check_officers(by_a, b, settings, dice)
    on_a = check_officers(by_b, a, settings, dice)
    lost_b = throw_saves(on_b, b, a, settings, dice)
    lost_a = throw_saves(on_a, a, b, settings, dice)
    return Round((by_a, by_b), lost_a, lost_b)


def left(fighter: Fighter, killed: int) -> bool:
    """Whether anybody of a unit is left after the round; where its strength is not told somebody is."""
    return fighter.strength < 0 or killed < fighter.strength


A: Final = "a"
B: Final = "b"
DRAW: Final = "draw"


def loser(a_lost: int, b_lost: int, a_left: bool = True, b_left: bool = True) -> str:
    """The side that lost more figures, or a draw; one of which nobody is left has lost, however many it felled.

    [melee.loser]
    """
    if a_left != b_left:
        return B if a_left else A
    if a_lost == b_lost or not a_left:
        return DRAW
    return A if a_lost > b_lost else B


@record(unsafe_hash=True)
class Toll:
    """What one side of a round suffers on its way: hits, whom they are on, what it loses."""

    hits: int = 0
    blows: casualties_rule.Blows = casualties_rule.NO_BLOWS
    lost: casualties_rule.Losses = casualties_rule.NO_LOSSES


def _toll_hits(enemy: Fighter, settings: Settings, _: Toll, dice: Dice) -> Toll:
    return Toll(throw_melee(enemy, settings, dice))


def _toll_officers(victim: Fighter, settings: Settings, toll: Toll, dice: Dice) -> Toll:
    return Toll(toll.hits, check_officers(toll.hits, victim, settings, dice))


def _toll_saves(victim: Fighter, enemy: Fighter, settings: Settings, toll: Toll, dice: Dice) -> Toll:
    return Toll(toll.hits, casualties_rule.NO_BLOWS, throw_saves(toll.blows, victim, enemy, settings, dice))


def toll_odds(victim: Fighter, enemy: Fighter, settings: Settings) -> Odds[Toll]:
    """Exact chances of what one side suffers in a round."""
    stages: list[Stage[Toll]] = [
        partial(_toll_hits, enemy, settings),
        partial(_toll_officers, victim, settings),
        partial(_toll_saves, victim, enemy, settings),
    ]
    return fold(stages, Toll())


def loser_retreat(result: str, back: morale_rule.Retreat) -> float:
    """Inches a loser goes, before the ground is paid for: pushed back on a 4 [melee.loser-test]."""
    return PUSHED_BACK_IN if result == morale_rule.HALT else back.inches
