"""The loser's test with the follow-up, and units caught giving way."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D6, Total, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.melee import rule as melee_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.table.measure import within

FOLLOW_UP_DICE: Final = 1
MOUNTED_FOLLOW_UP_DICE: Final = 2
REAR: Final[Mod] = Mod("rear", 1, "charge-boys.melee.caught")


def follow_up_dice(arm: str) -> int:
    """Dice of a follow-up [melee.follow-up]."""
    return MOUNTED_FOLLOW_UP_DICE if arm == tables.CAVALRY else FOLLOW_UP_DICE


def throw_follow_up(arm: str, dice: Dice, by: str = "") -> int:
    """Inches that a winner follows up, before the ground is paid for [melee.follow-up]."""
    return dice.ask(Total(follow_up_dice(arm), D6, Why("follow-up", "charge-boys.melee.follow-up", by)))


@record(unsafe_hash=True)
class Aftermath:
    """A melee loser's test and the winner's follow-up over open ground."""

    total: int
    result: str
    retreat: float
    guns: tuple[int, ...]
    abandoned: tuple[bool, ...]
    follow_up: int
    contact: bool


def settle(loser: morale_rule.Nerve, winner_arm: str, follows_up: bool, dice: Dice, by: str = "") -> Aftermath:
    """The loser's test and, if it gave way, the follow-up [melee.loser-test, melee.follow-up, melee.caught]."""
    test = morale_rule.take_test(morale_rule.OTHER, loser, dice, "test of the melee's loser")
    inches = melee_rule.loser_retreat(test.result, test.retreat)
    if test.result == morale_rule.CARRY_ON:
        return Aftermath(
            total=test.total,
            result=test.result,
            retreat=0.0,
            guns=(),
            abandoned=test.retreat.abandoned,
            follow_up=0,
            contact=True,
        )
    follow = throw_follow_up(winner_arm, dice, by) if follows_up else 0
    gone = morale_rule.nearest_dragged(test.retreat) if test.retreat.guns else inches
    touches = follows_up and within(gone, float(follow))
    return Aftermath(
        total=test.total,
        result=test.result,
        retreat=inches,
        guns=test.retreat.guns,
        abandoned=test.retreat.abandoned,
        follow_up=follow,
        contact=touches,
    )


@record(unsafe_hash=True)
class Catch:
    """A unit that has caught another giving way; strength and officers are the victim's."""

    fighting: int
    victim_arm: str
    victim_formation: str
    strength: int
    routing: bool
    quality: str = tables.REGULAR
    mounted_against_open_foot: bool = False
    disordered: bool = False
    officers: int = 0
    general: bool = False
    by: str = ""
    victim_by: str = ""
    settings: Settings = PRINTED


@record(unsafe_hash=True)
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
    mods = [melee_rule.BASE, melee_rule.CHARGING, REAR]
    if catch.mounted_against_open_foot:
        mods.append(melee_rule.MOUNTED)
    mods += melee_rule.quality_mods(catch.quality)
    if catch.disordered:
        mods.append(melee_rule.DISORDERED)
    return mods


def catch_kills(catch: Catch, dice: Dice) -> int:
    """Hits of the catcher; none are thrown at a routing unit or without the supplement [melee.caught].

    [melee.supplement]
    """
    if catch.routing or catch.settings.melee == "none":
        return 0
    why = Why("melee dice on a unit caught", "charge-boys.melee.caught", catch.by)
    many = melee_rule.melee_dice(catch.fighting, catch.settings)
    return dice.ask(fire_rule.hits_of(many, total(catch_mods(catch)), why, catch.settings))


def catch_losses(catch: Catch, hits: int, dice: Dice) -> casualties_rule.Losses:
    """Whom those hits take; there is no save [melee.caught, officer.hit-check]."""
    body = casualties_rule.Body(catch.strength, catch.officers, catch.general)
    blows = casualties_rule.struck(hits, body, catch.settings, dice, catch.victim_by)
    return casualties_rule.losses(
        casualties_rule.Fallen(blows.men, blows.officers, blows.general), body, catch.settings
    )


def catch_rout(catch: Catch, lost: casualties_rule.Losses, dice: Dice) -> Caught:
    """The survivors rout; a routing unit is simply gone with all its figures [melee.caught]."""
    if catch.routing:
        return Caught(killed=catch.strength, officers=catch.officers, general=False, left=0, rout=0.0, removed=True)
    left = catch.strength - lost.killed
    if left == 0:
        return Caught(killed=lost.killed, officers=lost.officers, general=lost.general, left=0, rout=0.0, removed=True)
    runs = morale_rule.Nerve(
        arm=catch.victim_arm, formation=catch.victim_formation, by=catch.victim_by, settings=catch.settings
    )
    back = morale_rule.retreat(morale_rule.OTHER, morale_rule.ROUT, runs, dice)
    return Caught(
        killed=lost.killed, officers=lost.officers, general=lost.general, left=left, rout=back.inches, removed=False
    )


def caught(catch: Catch, dice: Dice) -> Caught:
    """A unit reached while giving way [melee.caught]."""
    hits = catch_kills(catch, dice)
    lost = catch_losses(catch, hits, dice)
    return catch_rout(catch, lost, dice)
