"""What shakes a group, the throw, what its result forces, and rallying."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import Face, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from roundtop.table.measure import NOISE, TOLERANCE, within

STATES: Final = ("ok", "no-advance", "fall-back", "break", "break-no-rally")
"""From best to worst [morale.repeat-tests]."""
BROKEN: Final = ("break", "break-no-rally")
RESULTS: Final = ((1, "ok"), (-1, "no-advance"), (-2, "fall-back"), (-3, "break"))
"""Lowest total of each result; anything less cannot rally [morale.result-ok … morale.result-break-no-rally]."""
STEPS: Final = 5
"""Steps of 20 per cent in the whole [morale.percent-arithmetic]."""
PER_LOSS_STEP: Final = -2
PER_WOUND_STEP: Final = -1
LEADER: Final[Mod] = Mod("leader of higher quality", 1, "skirmish.morale.leader-bonus")
COMMANDER_DOWN: Final[Mod] = Mod("force commander down this turn", -3, "skirmish.morale.mod-commander-down")
NCO_DOWN: Final[Mod] = Mod("NCO killed or disabled", -2, "skirmish.morale.mod-nco-down")
RETIRING: Final[Mod] = Mod("retiring, or friends near who are", -1, "skirmish.morale.mod-retiring")
FLANK: Final[Mod] = Mod("enemy on flank or rear closer than friends", -1, "skirmish.morale.mod-flank")
ADVANCING: Final[Mod] = Mod("moving towards the nearest enemy", 1, "skirmish.morale.mod-advancing")
FRIENDS: Final[Mod] = Mod("friends in sight advancing or winning", 1, "skirmish.morale.mod-friends")
POSITION: Final[Mod] = Mod("in cover or uphill of all enemies", 1, "skirmish.morale.mod-position")
COMMANDER_NEAR: Final[Mod] = Mod("force commander near", 2, "skirmish.morale.mod-commander-near")
FRIENDS_RETIRING_CM: Final = 20.0
COMMANDER_CM: Final = 50.0
MOTION_CM: Final = 1.0
RALLIES_ON: Final = 4
LASTS_TURNS: Final = 1
"""Turns after the one in which they were thrown that no advance and fall back still bind [morale.duration]."""


@record(frozen=True)
class Check:
    """A group that tests. Distances below 0 stand for nobody there; `leader` "" for none."""

    quality: str
    start: int
    lost: int = 0
    wounded: int = 0
    leader: str = ""
    nco_down: bool = False
    commander_down: bool = False
    retiring: bool = False
    friends_retiring: float = -1.0
    flank_enemy: float = -1.0
    flank_friend: float = -1.0
    advancing: bool = False
    friends_advancing: bool = False
    uphill: bool = False
    in_cover: bool = False
    commander_ok: bool = False
    commander_in_sight: bool = False
    commander_distance: float = 0.0
    by: str = ""
    settings: Settings = PRINTED


def steps(number: int, start: int) -> int:
    """Complete steps of 20 per cent of the starting strength [morale.percent-arithmetic]."""
    return STEPS * number // start


def modifiers(check: Check) -> list[Mod]:
    """Everything added to the die, each line that holds once [morale.modifiers-cumulate, morale.lone-figures]."""
    mods: list[Mod] = []
    if check.leader and tables.rank(check.leader) > tables.rank(check.quality):
        mods.append(LEADER)
    if check.commander_down:
        mods.append(COMMANDER_DOWN)
    lost = steps(check.lost, check.start)
    if lost:
        mods.append(Mod(f"{check.lost} of {check.start} lost", PER_LOSS_STEP * lost, "skirmish.morale.mod-losses"))
    if check.nco_down:
        mods.append(NCO_DOWN)
    hurt = steps(check.wounded, check.start)
    if hurt:
        label = f"{check.wounded} of {check.start} wounded"
        mods.append(Mod(label, PER_WOUND_STEP * hurt, "skirmish.morale.mod-wounded"))
    if check.retiring or _near(check.friends_retiring, FRIENDS_RETIRING_CM):
        mods.append(RETIRING)
    if flanked(check.flank_enemy, check.flank_friend, check.settings):
        mods.append(FLANK)
    if check.advancing:
        mods.append(ADVANCING)
    if check.friends_advancing:
        mods.append(FRIENDS)
    if check.uphill or check.in_cover:
        mods.append(POSITION)
    if commander_near(check):
        mods.append(COMMANDER_NEAR)
    return mods


def _near(apart: float, limit: float) -> bool:
    """Whether somebody is there (0 or more) and within the limit."""
    return apart >= 0.0 and within(apart, limit)


def flanked(enemy: float, friend: float, settings: Settings) -> bool:
    """Whether an enemy on flank or rear is closer than any friend there [morale.flank-test]."""
    if not _near(enemy, settings.flank_reach_cm):
        return False
    return friend < 0.0 or enemy < friend - TOLERANCE - NOISE


def commander_near(check: Check) -> bool:
    """Whether the force commander heartens the group [morale.mod-commander-near, morale.commander-ok]."""
    seen = check.commander_ok and check.commander_in_sight and not check.commander_down
    return seen and within(check.commander_distance, COMMANDER_CM)


def result_of(score: int) -> str:
    """What a total means [morale.result-no-advance, morale.result-fall-back, morale.result-break]."""
    for lowest, result in RESULTS:
        if score >= lowest:
            return result
    return "break-no-rally"


def score(check: Check, dice: Dice) -> int:
    """The quality die of the majority and all modifiers [morale.die, morale.modifiers-cumulate]."""
    why = Why("morale", "skirmish.morale.die", check.by)
    return dice.ask(Face(tables.quality_die(check.quality, check.settings), why)) + total(modifiers(check))


def worse(current: str, new: str) -> str:
    """The worse of an unexpired state and a new result [morale.repeat-tests]."""
    return new if STATES.index(new) > STATES.index(current) else current


@record(unsafe_hash=True)
class Duty:
    """What a figure must do with its next action (nothing, move-back, stand, run), and what it may do."""

    must: str
    may_fire: bool
    may_charge: bool
    may_advance: bool


FREE: Final[Duty] = Duty("nothing", True, True, True)
LOCKED: Final[Duty] = Duty("nothing", False, False, False)
NO_ADVANCE: Final[Duty] = Duty("nothing", True, False, False)
MOVE_BACK: Final[Duty] = Duty("move-back", False, False, False)
STAND: Final[Duty] = Duty("stand", False, False, False)
RUN: Final[Duty] = Duty("run", False, False, False)


def present(state: str, thrown_turn: int, turn: int) -> str:
    """A state as it stands now: no advance and fall back lapse after the next turn [morale.duration]."""
    if state in ("no-advance", "fall-back") and turn > thrown_turn + LASTS_TURNS:
        return "ok"
    return state


def duty(state: str, thrown_turn: int, turn: int, spent: int, in_cover: bool, in_contact: bool) -> Duty:
    """What the state of its group lets a figure do.

    [morale.no-advance-terms, morale.fall-back-terms, morale.break-terms, actions.in-contact]
    """
    now = present(state, thrown_turn, turn)
    if now in BROKEN:
        return RUN
    if in_contact:
        return LOCKED
    if now == "ok":
        return FREE
    if now == "fall-back" and turn == thrown_turn + LASTS_TURNS and spent == 0:
        return STAND if in_cover else MOVE_BACK
    return NO_ADVANCE


def motion(before: float, after: float, broken: bool, falling_back: bool, charge_declared: bool) -> str:
    """Whether a group is advancing, steady or retiring [morale.motion]."""
    if broken or falling_back:
        return "retiring"
    if charge_declared or within(MOTION_CM, before - after):
        return "advancing"
    return "retiring" if within(MOTION_CM, after - before) else "steady"


def rally_refusal(state: str, ran: bool) -> str:
    """The clause by which a broken group may not throw, "" when it may [rally.terms, morale.result-break-no-rally]."""
    if state == "break-no-rally":
        return "skirmish.morale.result-break-no-rally"
    return "" if ran else "skirmish.rally.terms"


def rallies(quality: str, by: str, settings: Settings, dice: Dice) -> bool:
    """The unmodified quality die [rally.roll, rally.terms]."""
    return dice.ask(Face(tables.quality_die(quality, settings), Why("rally", "skirmish.rally.roll", by))) >= RALLIES_ON
