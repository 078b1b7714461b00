"""Artillery: ranges, bonuses, penalties, ammunition, resupply and fire over the heads of friends."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D6, Count, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.command import rule as command_rule
from roundtop.rulebooks.chamberlain.fire import rule as fire_rule
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.table.measure import kept, within

CANISTER_BW: Final = 2.0
LONG_BW: Final = 8.0
HIT_ON: Final = 6
OVERHEAD_BW: Final = 1.0
"""How far a friend fired over must be from battery and target [art.overhead-level, art.overhead-target]."""


@record(frozen=True)
class Friend:
    """A friendly unit on a battery's line of fire."""

    level: int
    from_battery: float
    from_target: float


@record(unsafe_hash=True)
class GunShot:
    """One battery firing at one target; `friends` are those on the line of fire."""

    firer: tables.Troops
    target: tables.Troops
    range: float
    flank: bool = False
    visible: bool = True
    in_arc: bool = True
    obstructed: bool = False
    friends: tuple[Friend, ...] = ()
    by: str = ""
    settings: Settings = PRINTED


def unready(firer: tables.Troops, settings: Settings) -> str:
    """The clause by which a battery may not serve its guns now, "" when it may.

    [fire.who, move.mobile-hs, move.limber-state]
    """
    if firer.in_contact:
        return "chamberlain.fire.who"
    if not fire_rule.may_fire_after(firer, settings):
        return "chamberlain.move.mobile-hs" if firer.arm == "horse-artillery" else "chamberlain.fire.who"
    if firer.limbered and settings.artillery_track_limber:
        return "chamberlain.move.limber-state"
    return ""


def unfit_to_fire(firer: tables.Troops, settings: Settings) -> str:
    """The clause by which a battery may not fire at anybody now, "" when it may [unit.ammo-zero]."""
    return unready(firer, settings) or ("" if firer.ammo > 0 else "chamberlain.unit.ammo-zero")


def gun_refusal(shot: GunShot) -> str:
    """The clause that forbids a battery's shot, "" when none does, the first in the ledger's order.

    [fire.who, art.range-long, los.must-see, fire.arc, los.units-block, art.overhead-level, art.overhead-target]
    """
    if shot.target.in_contact:
        return "chamberlain.fire.who"
    unfit = unfit_to_fire(shot.firer, shot.settings)
    if unfit:
        return unfit
    if not within(shot.range, LONG_BW):
        return "chamberlain.art.range-long"
    if not shot.visible:
        return "chamberlain.los.must-see"
    if not shot.in_arc:
        return "chamberlain.fire.arc"
    return overhead_refusal(shot.firer.level, shot.friends, shot.settings)


def overhead_refusal(level: int, friends: tuple[Friend, ...], settings: Settings) -> str:
    """The clause by which friends on the line forbid the shot, "" when they do not.

    [los.units-block, art.overhead-level, art.overhead-target]
    """
    if not friends:
        return ""
    if not settings.artillery_overhead:
        return "chamberlain.los.units-block"
    if any([level <= friend.level or not kept(friend.from_battery, OVERHEAD_BW) for friend in friends]):
        return "chamberlain.art.overhead-level"
    if any([not kept(friend.from_target, OVERHEAD_BW) for friend in friends]):
        return "chamberlain.art.overhead-target"
    return ""


def resupply_refusal(firer: tables.Troops, settings: Settings) -> str:
    """The clause by which a battery may not be resupplied, "" when it may.

    [trait.artillery-choice, trait.artillery-resupply]
    """
    if not tables.led_by(firer, command_rule.ARTILLERY):
        return "chamberlain.trait.artillery-choice"
    if unready(firer, settings) or firer.ammo >= firer.start_ammo:
        return "chamberlain.trait.artillery-resupply"
    return ""


def penalties(shot: GunShot) -> list[Mod]:
    """Whatever halves a battery's fire [art.penalty-cover, art.penalty-concealed, art.penalty-uphill].

    [art.penalty-moving, art.penalty-obstructed, art.penalty-counter-battery, art.overhead-half]
    """
    firer = shot.firer
    target = shot.target
    checks = (
        (target.in_cover, "target in cover", "chamberlain.art.penalty-cover"),
        (target.concealed, "target concealed", "chamberlain.art.penalty-concealed"),
        (target.level > firer.level, "target uphill", "chamberlain.art.penalty-uphill"),
        (firer.moved != "none", "moving fire", "chamberlain.art.penalty-moving"),
        (shot.obstructed, "line obstructed", "chamberlain.art.penalty-obstructed"),
        (target.arm in tables.GUNS, "counter-battery", "chamberlain.art.penalty-counter-battery"),
        (len(shot.friends) > 0, "over friends' heads", "chamberlain.art.overhead-half"),
    )
    found = [Mod(label, 0, clause) for holds, label, clause in checks if holds]
    if shot.settings.fire_guns_and_horse_halve in ("artillery", "both"):
        found += fire_rule.guns_and_horse(target)
    return found


def claims(shot: GunShot) -> list[Mod]:
    """Every bonus a battery could claim [art.bonus-rh-cb, art.bonus-canister, art.range-canister, art.bonus-flank].

    [art.bonus-range-trait, art.bonus-officer, trait.artillery-lay]
    """
    traits = shot.firer.traits
    checks = (
        ("RH" in traits and shot.target.arm in tables.GUNS, "RH counter-battery", "chamberlain.art.bonus-rh-cb"),
        (within(shot.range, CANISTER_BW), "canister", "chamberlain.art.bonus-canister"),
        (shot.flank, "at a flank", "chamberlain.art.bonus-flank"),
        ("RANGE" in traits, "Range trait", "chamberlain.art.bonus-range-trait"),
        (tables.led_by(shot.firer, command_rule.ARTILLERY), "guns laid by an officer", "chamberlain.art.bonus-officer"),
    )
    return [Mod(label, 1, clause) for holds, label, clause in checks if holds]


def bonuses(shot: GunShot) -> list[Mod]:
    """The bonuses it gets: only one unless the house adds them up [art.bonus-only-one]."""
    found = claims(shot)
    return found if shot.settings.artillery_bonus == "cumulative" else found[:1]


def pool(shot: GunShot) -> fire_rule.Pool:
    """The dice of a battery's shot [art.dice, unit.ammo]."""
    base = tables.ammo_dice(shot.firer.ammo, shot.settings)
    halved = len(penalties(shot)) > 0
    bonus = total(bonuses(shot))
    return fire_rule.Pool(base, halved, bonus, fire_rule.dice_for(base, halved, bonus, shot.settings), HIT_ON)


def volley(shot: GunShot, dice: Dice) -> int:
    """Throw a battery's fire: its hits [art.to-hit]."""
    why = Why("artillery fire", "chamberlain.art.to-hit", shot.by)
    return dice.ask(Count(pool(shot).dice, D6, HIT_ON, why))


def fire_guns(shot: GunShot, dice: Dice) -> fire_rule.Effect:
    """Throw a battery's fire and say what it does [art.to-hit, art.hit-once-retreats, art.hit-twice-retires]."""
    return fire_rule.struck(shot.target, volley(shot, dice), False, shot.settings, dice)


def ammo_after_fire(ammo: int) -> int:
    """One box is marked for each fire, hit or miss [art.mark-ammo]."""
    return max(0, ammo - 1)


def retires_empty(ammo_before: int, ammo: int, settings: Settings) -> bool:
    """Whether a battery leaves the table with its last box [unit.ammo-zero]."""
    return settings.artillery_empty == "retire" and ammo == 0 and ammo_before > 0
