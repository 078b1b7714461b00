"""Commanders: their traits, activation, the risks they run, and who takes the first turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.dice.questions import D6, Count, Differ, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.rulebooks.chamberlain.tables import RIDERS
from roundtop.table.measure import within

# ---- the chapter's figures

ARTILLERY: Final = "A"
CAVALRY: Final = "C"
HERO: Final = "H"
IMMOBILE: Final = "IMB"
INSPIRING: Final = "I"
INTUITIVE: Final = "INT"
MOBILE: Final = "MOB"
STEADFAST: Final = "SF"
VIGOROUS: Final = "V"
CNC_ONLY: Final = (IMMOBILE, MOBILE)
"""Traits that only a commander in chief may hold, never both [command.officers]."""
SERVING: Final = (ARTILLERY, INSPIRING, STEADFAST, HERO)
"""Traits that work on the unit an officer is attached to [command.attached]."""

KILLED_ON: Final = 6
KILLED_BY_SHARPSHOOTERS_ON: Final = 5
IMMOBILE_PIPS: Final = 3
PLACE_CLEAR_BW: Final = 2.0
"""A free-standing officer is set down at least this far from every enemy base [command.placement]."""
OVERRUN_BW: Final = 1.0
"""An enemy base this near drives off a free-standing officer [command.overrun]."""
SECOND_UNIT_BW: Final = 4.0
"""How far off a second unit a Mobile or Vigorous officer may serve, or a Vigorous one activate [trait.vigorous]."""


# ---- who goes first


def higher_die(order: tuple[str, str], clause: str, reason: str, dice: Dice) -> str:
    """The side with the higher die, ties thrown again [setup.first-player, setup.deployment]."""
    return order[dice.ask(Differ(D6, Why(reason, clause)))]


def first_player(order: tuple[str, str], dice: Dice) -> str:
    """The side that takes the first player turn: the higher die [setup.first-player]."""
    return higher_die(order, "chamberlain.setup.first-player", "first player turn", dice)


def arrives(target: int, what: str, by: str, dice: Dice) -> bool:
    """Whether a reinforcement comes on this turn; a target of 1 needs no die [info.reinforcements]."""
    if target <= 1:
        return True
    return dice.ask(Count(1, D6, target, Why(what, "chamberlain.info.reinforcements", by))) == 1


# ---- officers at risk


def officer_falls(dice: Dice, sharpshooters: bool, by: str, clause: str = "chamberlain.command.at-risk") -> bool:
    """An at-risk roll: 6 kills, 5 too when sharpshooters fired [command.at-risk, command.at-risk-ss]."""
    if sharpshooters:
        why = Why("officer at risk from sharpshooters", "chamberlain.command.at-risk-ss", by)
        return dice.ask(Count(1, D6, KILLED_BY_SHARPSHOOTERS_ON, why)) == 1
    return dice.ask(Count(1, D6, KILLED_ON, Why("officer at risk", clause, by))) == 1


def after_risk(traits: tuple[str, ...], killed: bool) -> tuple[str, ...]:
    """The traits of whoever holds the post afterwards: an average officer replaces one killed [command.replacement]."""
    return () if killed else traits


def commands_twice(traits: tuple[str, ...]) -> bool:
    """Whether a CnC commands and serves twice; a Vigorous one counts as Mobile [trait.mobile-cnc, trait.vigorous]."""
    return MOBILE in traits or VIGOROUS in traits


def serves_second_unit(traits: tuple[str, ...], cnc: bool) -> bool:
    """Whether an officer's traits reach a second unit, named at placement [trait.mobile-cnc, trait.vigorous]."""
    works_twice = VIGOROUS in traits or (cnc and MOBILE in traits)
    return works_twice and any([trait in SERVING for trait in traits])


# ---- the immobile commander in chief


def pips_after_status(pips: int, own: bool, settings: Settings) -> int:
    """The pips on an Immobile CnC's die after a Status Phase, his own or the enemy's [trait.immobile-countdown]."""
    counts = own or settings.trait_imb_countdown == "every-status"
    return max(0, pips - 1) if counts else pips


def countdown(turn: int, settings: Settings) -> tuple[tuple[tuple[int, int], ...], int]:
    """Turn and pips after each of his own Status Phases, and the first turn on which he may command again.

    [trait.immobile, trait.immobile-countdown]
    """
    found: list[tuple[int, int]] = []
    pips = IMMOBILE_PIPS
    while pips:
        pips = pips_after_status(pips, True, settings)
        found.append((turn, pips))
        pips = pips_after_status(pips, False, settings)
        turn += 1
    return tuple(found), turn


# ---- activation


@final
@dataclass(slots=True, frozen=True)
class Member:
    """A unit to be activated, and how far its base is from the officer who does it."""

    id: str
    distance: float
    arm: str = "infantry"


@final
@dataclass(slots=True, frozen=True)
class Activation:
    """One activation in the Movement Phase.

    `mode` is force, lone-unit, vigorous or cnc-command. `use_intuitive`: the first failure is rolled again if an
    Intuitive officer may; `intuitive_used`: he has already had his re-roll this turn.
    """

    mode: str
    units: tuple[Member, ...]
    commander: tuple[str, ...] = ()
    cnc: tuple[str, ...] = ()
    in_command: bool = False
    force_roll_failed: bool = False
    lone_rolls: tuple[str, ...] = ()
    free_cavalry: str = ""
    use_intuitive: bool = False
    intuitive_used: bool = False
    commands_used: int = 0
    immobile_pips: int = 0
    by: str = ""
    settings: Settings = PRINTED


@final
@dataclass(slots=True, frozen=True)
class Activated:
    """What came of an activation: ids in the order of the units."""

    success: bool
    units: tuple[str, ...]
    intuitive_used: bool
    immobile_pips: int


def command_range(mode: str, settings: Settings) -> float:
    """How far the officer who activates reaches [command.range, command.range-cnc]."""
    return settings.command_range_cnc if mode == "cnc-command" else settings.command_range_force


def in_range(activation: Activation) -> tuple[str, ...]:
    """The units within the activating officer's range; a lone unit needs none [command.range]."""
    if activation.mode == "lone-unit":
        return tuple([unit.id for unit in activation.units])
    reach = command_range(activation.mode, activation.settings)
    return tuple([unit.id for unit in activation.units if within(unit.distance, reach)])


def activation_refusal(activation: Activation) -> str:
    """The clause by which an activation may not be attempted, "" when it may.

    [activate.cnc-command, trait.immobile, activate.once, activate.lone-target, trait.vigorous, trait.cavalry]
    """
    if activation.mode == "cnc-command":
        return command_refusal(activation.cnc, activation.commands_used, activation.immobile_pips, activation.settings)
    if activation.mode == "lone-unit":
        if activation.force_roll_failed:
            return "chamberlain.activate.once"
        return "chamberlain.activate.lone-target" if activation.in_command else ""
    if activation.mode == "vigorous":
        return "" if VIGOROUS in activation.commander else "chamberlain.trait.vigorous"
    near = in_range(activation)
    if any([id in near for id in activation.lone_rolls]):
        return "chamberlain.activate.lone-target"
    if activation.free_cavalry and not _may_free(activation):
        return "chamberlain.trait.cavalry"
    return ""


def command_refusal(cnc: tuple[str, ...], commands_used: int, pips: int, settings: Settings) -> str:
    """The clause by which a CnC may not activate by command, "" when he may [activate.cnc-command, trait.immobile]."""
    if not settings.activate_cnc_command:
        return "chamberlain.activate.cnc-command"
    if IMMOBILE in cnc and pips:
        return "chamberlain.trait.immobile"
    return "" if commands_used < (2 if commands_twice(cnc) else 1) else "chamberlain.activate.cnc-command"


def _may_free(activation: Activation) -> bool:
    """Whether a Cavalry officer, the commander or the CnC, may activate that unit without a roll [trait.cavalry]."""
    if CAVALRY not in activation.commander and CAVALRY not in activation.cnc:
        return False
    return any([unit.id == activation.free_cavalry and unit.arm in RIDERS for unit in activation.units])


def _rerolls(activation: Activation, own_force: bool) -> bool:
    """Whether a failed roll may be made again: a CnC any, a commander that of his own force [trait.intuitive]."""
    if not activation.use_intuitive or activation.intuitive_used:
        return False
    return INTUITIVE in activation.cnc or (own_force and INTUITIVE in activation.commander)


def activation_roll(target: int, clause: str, by: str, dice: Dice) -> bool:
    """One activation die [activate.roll, activate.force-target, activate.lone-target]."""
    return dice.ask(Count(1, D6, target, Why("activation", clause, by))) == 1


@final
class _Rolls:
    """The dice of one activation, with the one re-roll an Intuitive officer may give."""

    def __init__(self, activation: Activation, dice: Dice) -> None:
        self.activation = activation
        self.dice = dice
        self.used = activation.intuitive_used

    def roll(self, lone: bool, own_force: bool) -> bool:
        settings = self.activation.settings
        target = settings.activate_lone_target if lone else settings.activate_force_target
        clause = "chamberlain.activate.lone-target" if lone else "chamberlain.activate.force-target"
        if activation_roll(target, clause, self.activation.by, self.dice):
            return True
        if self.used or not _rerolls(self.activation, own_force):
            return False
        self.used = True
        return activation_roll(target, "chamberlain.trait.intuitive", self.activation.by, self.dice)


def activate(activation: Activation, dice: Dice) -> Activated:
    """Carry an activation out, which must be allowed.

    [activate.roll, activate.force-target, activate.lone-target, activate.cnc-command, trait.intuitive, trait.cavalry]
    """
    near = in_range(activation)
    if activation.mode == "cnc-command":
        pips = IMMOBILE_PIPS if IMMOBILE in activation.cnc else activation.immobile_pips
        return Activated(True, near, activation.intuitive_used, pips)
    rolls = _Rolls(activation, dice)
    own = activation.mode == "force"
    if activation.settings.activate_mode == "unit" and activation.mode != "lone-unit":
        woken = [id for id in near if rolls.roll(False, own)]
        success = len(woken) > 0
    else:
        success = rolls.roll(activation.mode == "lone-unit", own)
        woken = list(near) if success else []
    if own:
        woken += [id for id in activation.lone_rolls if rolls.roll(True, False)]
        if activation.free_cavalry:
            woken.append(activation.free_cavalry)
    ordered = tuple([unit.id for unit in activation.units if unit.id in woken])
    return Activated(success, ordered, rolls.used, activation.immobile_pips)
