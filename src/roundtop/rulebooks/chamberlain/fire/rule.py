"""Small-arms fire: who may shoot, with how many dice, and what the hits do."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D6, Count, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.command import rule as command_rule
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.table.measure import within

DRIVEN_BACK_BW: Final = 2.0
"""How far a mounted unit or a battery that is hit falls back [fire.retreat-mounted, art.hit-once-retreats]."""
RETIRES_AT: Final = 2
"""Hits of one volley that send a battery off the table [art.hit-twice-retires]."""
FIRES_AFTER: Final = ("none", "difficult", "pivot")
"""What a repeater unit or horse artillery may have done and still fire [move.mobile-difficult]."""
FIRES_AFTER_ANY: Final = ("none", "difficult", "pivot", "simple", "rally")
"""The same for repeaters where the move need not be a difficult one [move.mobile-difficult]."""
NEAREST_TIE_BW: Final = 0.1
"""With fire_target_priority = nearest: how much farther than the nearest a target may be [fire.target-choice]."""


@record(unsafe_hash=True)
class Shot:
    """One unit firing small arms at one target."""

    firer: tables.Troops
    target: tables.Troops
    range: float
    flank: bool = False
    visible: bool = True
    in_arc: bool = True
    obstructed: bool = False
    before_move: bool = False
    by: str = ""
    settings: Settings = PRINTED


@record(frozen=True)
class Pool:
    """The dice of a shot: base dice, whether they are halved, bonus dice, how many are thrown, what hits."""

    base: int
    halved: bool
    bonus: int
    dice: int
    hit_on: int


@record(frozen=True)
class Effect:
    """What a shot does to its target: `status` as in the book's words, `retreats` 2 BW from the firer or not."""

    hits: int
    fatigue: int
    status: str
    retreats: bool
    concealed: bool
    at_risk: bool
    officer_killed: bool


def repeats(troops: tables.Troops, settings: Settings) -> bool:
    """Whether a unit carries repeaters (RR) [fire.to-hit-repeaters]."""
    return (
        troops.arm not in tables.GUNS and tables.WEAPONS[tables.weapon_of(troops.arm, troops.weapon, settings)].repeats
    )


def may_fire_after(troops: tables.Troops, settings: Settings) -> bool:
    """Whether what a unit did this turn leaves it its fire [fire.who, move.mobile-difficult, move.mobile-hs]."""
    if troops.arm == "horse-artillery":
        return troops.moved in FIRES_AFTER
    if repeats(troops, settings):
        return troops.moved in (FIRES_AFTER if settings.mobile_requires_difficult else FIRES_AFTER_ANY)
    return troops.moved == "none"


def unfit_to_fire(firer: tables.Troops, before_move: bool, settings: Settings) -> str:
    """The clause by which a unit may not fire at anybody now, "" when it may.

    [fire.who, unit.weapon-carbine, move.mobile-difficult, move.mobile-rr]
    """
    weapon = tables.weapon_of(firer.arm, firer.weapon, settings)
    if weapon == tables.NO_FIREARM:
        return "chamberlain.unit.weapon-carbine"
    if firer.in_contact:
        return "chamberlain.fire.who"
    repeater = tables.WEAPONS[weapon].repeats
    if firer.moved != "none" and not repeater:
        return "chamberlain.fire.who"
    if not may_fire_after(firer, settings):
        return "chamberlain.move.mobile-difficult"
    if before_move and (not repeater or firer.moved != "none"):
        return "chamberlain.move.mobile-rr"
    return ""


def shot_refusal(shot: Shot) -> str:
    """The clause that forbids a shot, "" when none does, the first in the ledger's order.

    [fire.who, fire.range-skirmish, unit.weapon-notation, los.must-see, fire.arc]
    """
    weapon = tables.weapon_of(shot.firer.arm, shot.firer.weapon, shot.settings)
    if weapon != tables.NO_FIREARM and shot.target.in_contact:
        return "chamberlain.fire.who"
    unfit = unfit_to_fire(shot.firer, shot.before_move, shot.settings)
    if unfit:
        return unfit
    if not within(shot.range, tables.SKIRMISH_BW):
        return "chamberlain.fire.range-skirmish"
    if not within(shot.range, tables.reach_of(weapon, shot.settings)):
        return tables.WEAPONS[weapon].clause
    if not shot.visible:
        return "chamberlain.los.must-see"
    return "" if shot.in_arc else "chamberlain.fire.arc"


def penalties(shot: Shot) -> list[Mod]:
    """Whatever halves a unit's fire; one is enough, more do no more [fire.halve-once].

    [fire.penalty-skirmish, fire.penalty-impetuous, fire.penalty-mounted, fire.penalty-moved-rr, fire.penalty-crest]
    """
    firer = shot.firer
    target = shot.target
    found: list[Mod] = []
    if not within(shot.range, tables.VOLLEY_BW):
        found.append(Mod("skirmish range", 0, "chamberlain.fire.penalty-skirmish"))
    if "impetuous" in firer.traits:
        found.append(Mod("Impetuous", 0, "chamberlain.fire.penalty-impetuous"))
    if tables.mounted_now(firer.arm, firer.mounted):
        found.append(Mod("mounted", 0, "chamberlain.fire.penalty-mounted"))
    if firer.moved != "none" or shot.before_move:
        found.append(Mod("moving repeaters", 0, "chamberlain.fire.penalty-moved-rr"))
    if target.on_crest and firer.level < target.level:
        found.append(Mod("target on a crest", 0, "chamberlain.fire.penalty-crest"))
    if shot.settings.fire_guns_and_horse_halve in ("infantry", "both"):
        found += guns_and_horse(target)
    if shot.settings.fire_cover_applies_to == "all":
        found += _sheltered(shot)
    return found


def guns_and_horse(target: tables.Troops) -> list[Mod]:
    """Fire at guns or at horsemen is halved [fire.penalty-at-artillery, fire.penalty-at-mounted]."""
    if target.arm in tables.GUNS:
        return [Mod("at artillery", 0, "chamberlain.fire.penalty-at-artillery")]
    if tables.mounted_now(target.arm, target.mounted):
        return [Mod("at mounted troops", 0, "chamberlain.fire.penalty-at-mounted")]
    return []


def _sheltered(shot: Shot) -> list[Mod]:
    """Cover, concealment and obstruction, where the house counts them for small arms too [fire.cover-infantry]."""
    found: list[Mod] = []
    if shot.target.in_cover:
        found.append(Mod("target in cover", 0, "chamberlain.fire.cover-infantry"))
    if shot.target.concealed:
        found.append(Mod("target concealed", 0, "chamberlain.fire.cover-infantry"))
    if shot.obstructed:
        found.append(Mod("line obstructed", 0, "chamberlain.fire.cover-infantry"))
    return found


def bonuses(shot: Shot) -> list[Mod]:
    """Bonus dice; they add up [fire.bonus-flank, fire.bonus-weapon, trait.inspiring]."""
    found: list[Mod] = []
    if shot.flank:
        found.append(Mod("at a flank", 1, "chamberlain.fire.bonus-flank"))
    bonus = tables.WEAPONS[tables.weapon_of(shot.firer.arm, shot.firer.weapon, shot.settings)].bonus
    if bonus and within(shot.range, tables.VOLLEY_BW):
        found.append(Mod("weapon at volley range", bonus, "chamberlain.fire.bonus-weapon"))
    if shot.settings.trait_inspiring_fire and tables.led_as_infantry(shot.firer, command_rule.INSPIRING):
        found.append(Mod("Inspiring officer", 1, "chamberlain.trait.inspiring"))
    return found


def dice_for(base: int, halved: bool, bonus: int, settings: Settings) -> int:
    """The dice thrown: halved once, bonus dice after it or before it [fire.bonus-timing, fire.halve-once]."""
    if not halved:
        return base + bonus
    if settings.fire_bonus_timing == "before-halving":
        return tables.half(base + bonus, settings)
    return tables.half(base, settings) + bonus


def pool(shot: Shot) -> Pool:
    """The dice of a shot [fire.dice-infantry, fire.to-hit, fire.to-hit-repeaters]."""
    base = tables.current_elan(shot.firer.elan, shot.firer.fatigue)
    halved = len(penalties(shot)) > 0
    bonus = total(bonuses(shot))
    hit_on = tables.WEAPONS[tables.weapon_of(shot.firer.arm, shot.firer.weapon, shot.settings)].hit_on
    return Pool(base, halved, bonus, dice_for(base, halved, bonus, shot.settings), hit_on)


def volley(shot: Shot, dice: Dice) -> int:
    """Throw a unit's fire: its hits [fire.to-hit, fire.to-hit-repeaters]."""
    thrown = pool(shot)
    why = Why("small-arms fire", "chamberlain.fire.to-hit", shot.by)
    return dice.ask(Count(thrown.dice, D6, thrown.hit_on, why))


def shoot(shot: Shot, dice: Dice) -> Effect:
    """Throw a unit's fire and say what it does [fire.to-hit, fire.hit-effect, fire.sharpshooters]."""
    return struck(shot.target, volley(shot, dice), "SS" in shot.firer.traits, shot.settings, dice)


def struck(target: tables.Troops, hits: int, sharpshooters: bool, settings: Settings, dice: Dice) -> Effect:
    """What hits do, and the roll of an officer with the target that they put at risk.

    [fire.hit-effect, fire.retreat-mounted, art.hit-once-retreats, art.hit-twice-retires, conceal.passive-hit,
    fire.sharpshooters, command.unit-lost]
    """
    fatigue, status, retreats = suffered(target, hits, settings)
    unknown = target.concealed and hits == 0
    sniped = sharpshooters and not unknown and (hits > 0 or not settings.ss_needs_hit)
    at_risk = target.officer is not None and not target.lent and (sniped or status == "broken")
    killed = at_risk and command_rule.officer_falls(dice, sniped, "", "chamberlain.command.unit-lost")
    return Effect(
        hits=hits,
        fatigue=fatigue,
        status=status,
        retreats=retreats,
        concealed=unknown,
        at_risk=at_risk,
        officer_killed=killed,
    )


def suffered(target: tables.Troops, hits: int, settings: Settings) -> tuple[int, str, bool]:
    """Fatigue, status and whether it falls back, after so many hits [fire.hit-effect, fire.retreat-mounted]."""
    if target.arm in tables.GUNS:
        return 0, "retired" if hits >= RETIRES_AT else "ok", hits == 1
    fatigue = min(target.elan, target.fatigue + hits)
    status = morale_rule.status_of(target.elan, fatigue, settings)
    return fatigue, status, hits > 0 and status != "broken" and tables.mounted_now(target.arm, target.mounted)
