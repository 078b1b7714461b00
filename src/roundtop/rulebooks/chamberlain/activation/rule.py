"""Who may be activated, and by which die."""

from __future__ import annotations

from typing import final

from roundtop.dice.questions import D6, Count, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.command import rule as command_rule
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.table.measure import within


@record(frozen=True)
class Member:
    """A unit to be activated, and how far its base is from the officer who does it."""

    id: str
    distance: float
    arm: str = "infantry"


@record(frozen=True)
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


@record(frozen=True)
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
        return "" if command_rule.VIGOROUS in activation.commander else "chamberlain.trait.vigorous"
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
    if command_rule.IMMOBILE in cnc and pips:
        return "chamberlain.trait.immobile"
    return "" if commands_used < (2 if command_rule.commands_twice(cnc) else 1) else "chamberlain.activate.cnc-command"


def _may_free(activation: Activation) -> bool:
    """Whether a Cavalry officer, the commander or the CnC, may activate that unit without a roll [trait.cavalry]."""
    if command_rule.CAVALRY not in activation.commander and command_rule.CAVALRY not in activation.cnc:
        return False
    return any([unit.id == activation.free_cavalry and unit.arm in tables.RIDERS for unit in activation.units])


def _rerolls(activation: Activation, own_force: bool) -> bool:
    """Whether a failed roll may be made again: a CnC any, a commander that of his own force [trait.intuitive]."""
    if not activation.use_intuitive or activation.intuitive_used:
        return False
    return command_rule.INTUITIVE in activation.cnc or (own_force and command_rule.INTUITIVE in activation.commander)


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
        pips = command_rule.pips_after_command(activation.cnc, activation.immobile_pips)
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
