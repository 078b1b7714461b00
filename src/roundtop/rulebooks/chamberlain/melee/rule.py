"""Melee: dice, scores and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from roundtop.battle.tally import Mod, total
from roundtop.dice.exact import Odds, Stage, fold
from roundtop.dice.questions import D6, Count, Why
from roundtop.dice.sources import Dice
from roundtop.record import record, replace
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.artillery import rule as artillery_rule
from roundtop.rulebooks.chamberlain.command import rule as command_rule
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.options import Settings

HIT_ON: Final = 4
LEAST_DICE: Final = 1
LIMBERED_DICE: Final = 1
WINNER_FATIGUE: Final = 1
LOSER_FATIGUE: Final = 2
HOLDER_FATIGUE: Final = 1
AMMO_LOST: Final = 1
MINUS: Final[dict[str, Mod]] = {
    "uphill": Mod("attacking uphill", -1, "chamberlain.melee.minus-uphill"),
    "difficult": Mod("difficult terrain", -1, "chamberlain.melee.minus-difficult"),
    "hasty-works": Mod("hasty works", -1, "chamberlain.melee.minus-hasty-works"),
    "stream": Mod("stream or crossing", -1, "chamberlain.melee.minus-streams"),
    "light-woods": Mod("light woods", -1, "chamberlain.melee.minus-light-woods"),
    "entrenchment": Mod("entrenchment", -1, "chamberlain.melee.minus-entrenchment"),
}
YELL: Final[dict[str, Mod]] = {
    "YH": Mod("Yankee Hurrah", 1, "chamberlain.melee.plus-yankee-hurrah"),
    "RY": Mod("Rebel Yell", 1, "chamberlain.melee.plus-rebel-yell"),
}
INSPIRED: Final[Mod] = Mod("Inspiring officer", 1, "chamberlain.trait.inspiring")
STEADIED: Final[Mod] = Mod("Steadfast officer", 1, "chamberlain.melee.plus-steadfast")
DEFENDS: Final[dict[str, str]] = {
    "smoothbore": "chamberlain.melee.defend-smoothbore",
    "shotgun": "chamberlain.melee.defend-shotguns",
}
REPEATERS_DEFEND: Final = "chamberlain.melee.defend-repeaters"


@record(frozen=True)
class Assault:
    """One attacker, by its place, upon one defender, by its place.

    `allocated` are the dice a divided attacker gives to this combat; it is not read of one that fights only here.
    """

    attacker: int
    defender: int
    flank: bool = False
    minus: tuple[str, ...] = ()
    allocated: int = 0


@record(frozen=True)
class Clash:
    """Combats fought together: those of one defender, or all that share attackers [melee.several-attackers]."""

    attackers: tuple[tables.Troops, ...]
    defenders: tuple[tables.Troops, ...]
    assaults: tuple[Assault, ...]
    settings: Settings
    attacking: str = ""
    defending: str = ""


def assaults_on(clash: Clash, defender: int) -> list[Assault]:
    """Who attacks a defender, in the order in which they roll."""
    return [assault for assault in clash.assaults if assault.defender == defender]


def assaults_by(clash: Clash, attacker: int) -> list[Assault]:
    """Whom an attacker attacks."""
    return [assault for assault in clash.assaults if assault.attacker == attacker]


def flanked(clash: Clash, defender: int) -> bool:
    """Whether any attacker takes a defender in the flank [melee.flanked-condition]."""
    return any([assault.flank for assault in assaults_on(clash, defender)])


def yells(traits: tuple[str, ...]) -> list[Mod]:
    """Yankee Hurrah or Rebel Yell, one of them at most [unit.trait-yell, melee.plus-cumulative]."""
    return [YELL[trait] for trait in tables.YELLS if trait in traits][:1]


def attack_pluses(attacker: tables.Troops) -> list[Mod]:
    """Dice an attacker adds; they add up [melee.plus-cumulative, trait.inspiring, trait.infantry-only]."""
    return [*yells(attacker.traits), *([INSPIRED] if tables.led_as_infantry(attacker, command_rule.INSPIRING) else [])]


def minuses(conditions: tuple[str, ...], settings: Settings) -> list[Mod]:
    """Dice an attacker loses for ground: one, or one for each by the house rule [melee.minus-only-one]."""
    found = [MINUS[name] for name in MINUS if name in conditions]
    return found if settings.melee_minus == "cumulative" else found[:1]


def common_minus(clash: Clash, attacker: int) -> int:
    """What comes off an attacker's dice before they are divided: what it meets in all its combats [melee.allocate]."""
    return min([-total(minuses(assault.minus, clash.settings)) for assault in assaults_by(clash, attacker)])


def attack_total(clash: Clash, attacker: int) -> int:
    """The dice an attacker has to divide, or to roll where it fights only once.

    [melee.dice-infantry, melee.dice-cavalry, melee.dice-mounted-infantry, melee.minimum-die, melee.allocate]
    """
    troops = clash.attackers[attacker]
    base = tables.current_elan(troops.elan, troops.fatigue) + total(attack_pluses(troops))
    return max(LEAST_DICE, base - common_minus(clash, attacker))


def attack_dice(clash: Clash, assault: Assault) -> int:
    """The dice of one attacker upon one defender: a divided one's share less what it meets there alone.

    [melee.allocate, melee.minimum-die]
    """
    if len(assaults_by(clash, assault.attacker)) == 1:
        return attack_total(clash, assault.attacker)
    if assault.allocated < LEAST_DICE:
        return 0
    here = -total(minuses(assault.minus, clash.settings)) - common_minus(clash, assault.attacker)
    return max(LEAST_DICE, assault.allocated - here)


def contested(clash: Clash, defender: int) -> bool:
    """Whether a defender is attacked at all: one to whom no die is given is not [melee.allocate]."""
    return any([attack_dice(clash, assault) > 0 for assault in assaults_on(clash, defender)])


def defence_pluses(defender: tables.Troops, is_flanked: bool, settings: Settings) -> list[Mod]:
    """Dice a defender adds [melee.plus-cumulative, melee.plus-steadfast, melee.defend-frontal].

    [melee.plus-yankee-hurrah, melee.plus-rebel-yell, trait.steadfast-die, trait.artillery-no-melee]
    """
    found = yells(defender.traits) if settings.melee_yell == "all" else []
    if tables.led_as_infantry(defender, command_rule.INSPIRING):
        found.append(INSPIRED)
    if tables.led_as_infantry(defender, command_rule.STEADFAST):
        found.append(STEADIED)
    weapon = tables.weapon_of(defender.arm, defender.weapon, settings)
    if defender.arm not in tables.GUNS and not is_flanked and tables.WEAPONS[weapon].defends:
        found.append(Mod("firepower against the front", 1, DEFENDS.get(weapon, REPEATERS_DEFEND)))
    return found


def defence_dice(clash: Clash, defender: int) -> int:
    """The dice of a defender [melee.dice-artillery, melee.minimum-die, move.limber-state, unit.ammo-zero]."""
    troops = clash.defenders[defender]
    settings = clash.settings
    if troops.arm in tables.GUNS:
        if troops.limbered and settings.artillery_track_limber:
            return LIMBERED_DICE
        base = tables.ammo_dice(troops.ammo, settings)
    else:
        base = tables.current_elan(troops.elan, troops.fatigue)
    return max(LEAST_DICE, base + total(defence_pluses(troops, flanked(clash, defender), settings)))


def rides_down(clash: Clash, assault: Assault) -> bool:
    """Whether a mounted attacker must re-roll its successes against foot or guns in front [melee.cavalry-vs-foot]."""
    attacker = clash.attackers[assault.attacker]
    defender = clash.defenders[assault.defender]
    on_foot = defender.arm in tables.GUNS or tables.fights_as_infantry(defender.arm, defender.mounted)
    return tables.mounted_now(attacker.arm, attacker.mounted) and on_foot and not assault.flank


def allocation_refusal(clash: Clash) -> str:
    """The clause by which dice may not be divided so, "" when they may [melee.allocate]."""
    for attacker in range(len(clash.attackers)):
        mine = assaults_by(clash, attacker)
        if len(mine) > 1:
            shares = [assault.allocated for assault in mine]
            if min(shares) < LEAST_DICE or sum(shares) != attack_total(clash, attacker):
                return "chamberlain.melee.allocate"
    return ""


def score(dice_count: int, reroll: bool, reason: str, by: str, dice: Dice) -> int:
    """Hits of 4 or more, the successes rolled once again where they must be [melee.hit, melee.reroll]."""
    hits = dice.ask(Count(dice_count, D6, HIT_ON, Why(reason, "chamberlain.melee.hit", by)))
    if reroll and hits:
        return dice.ask(Count(hits, D6, HIT_ON, Why(f"{reason}, successes again", "chamberlain.melee.reroll", by)))
    return hits


def defence_score(clash: Clash, defender: int, dice: Dice) -> int:
    """A defender's score; flanked, it re-rolls its successes [melee.flanked-effect]."""
    return score(defence_dice(clash, defender), flanked(clash, defender), "defence", clash.defending, dice)


def attack_score(clash: Clash, assault: Assault, dice: Dice) -> int:
    """One attacker's score upon one defender [melee.cavalry-vs-foot]."""
    return score(attack_dice(clash, assault), rides_down(clash, assault), "attack", clash.attacking, dice)


@record(frozen=True)
class Scores:
    """The scores of a clash: of each defender, and of each assault in its order."""

    defence: tuple[int, ...]
    attack: tuple[int, ...]


def roll(clash: Clash, dice: Dice) -> Scores:
    """Throw all the scores, combat by combat, the defender first [melee.sequence]."""
    defence: list[int] = []
    attack = [0] * len(clash.assaults)
    for defender in range(len(clash.defenders)):
        fights = contested(clash, defender)
        defence.append(defence_score(clash, defender, dice) if fights else 0)
        for place, assault in enumerate(clash.assaults):
            if assault.defender == defender and attack_dice(clash, assault) > 0:
                attack[place] = attack_score(clash, assault, dice)
    return Scores(tuple(defence), tuple(attack))


def against(clash: Clash, scores: Scores, defender: int) -> int:
    """The scores of all attackers upon a defender, added up [melee.several-attackers]."""
    return sum([scores.attack[place] for place, one in enumerate(clash.assaults) if one.defender == defender])


def doubled(attack: int, defence: int) -> bool:
    """Whether an attack doubles a defence [melee.doubled]."""
    return attack > defence and attack >= 2 * defence


@record(frozen=True)
class Stood:
    """What becomes of a defender."""

    fatigue: int
    ammo: int
    status: str
    retreats: bool
    officer_killed: bool = False


@record(frozen=True)
class Attacked:
    """What becomes of an attacker."""

    fatigue: int
    status: str
    retreats: bool
    may_advance: bool
    must_advance: bool
    officer_killed: bool = False


@record(frozen=True)
class Fought:
    """What becomes of everybody in a clash, in the order of its defenders and attackers."""

    defenders: tuple[Stood, ...]
    attackers: tuple[Attacked, ...]


def steadfast(troops: tables.Troops) -> bool:
    """Whether a defender keeps its ground unless doubled [trait.steadfast-hold]."""
    return tables.led_as_infantry(troops, command_rule.STEADFAST)


def defended(troops: tables.Troops, defence: int, attack: int, settings: Settings) -> Stood:
    """A defender's result, its officer's fate left aside.

    [melee.defender-holds, melee.defender-outscored-fatigue, melee.defender-outscored-retreat, trait.steadfast-hold]
    """
    if troops.arm in tables.GUNS:
        return _guns_defended(troops, defence, attack, settings)
    lost = attack - defence if attack > defence else HOLDER_FATIGUE
    fatigue = min(troops.elan, troops.fatigue + lost)
    status = morale_rule.status_of(troops.elan, fatigue, settings)
    driven = attack > defence and not (steadfast(troops) and not doubled(attack, defence))
    return Stood(fatigue, 0, status, driven and status != "broken")


def left_alone(troops: tables.Troops, clash: Clash) -> Stood:
    """A unit in contact that nobody has a die to attack with [melee.allocate]."""
    if troops.arm in tables.GUNS:
        return Stood(0, troops.ammo, "ok", False)
    return Stood(troops.fatigue, 0, morale_rule.status_of(troops.elan, troops.fatigue, clash.settings), False)


def _guns_defended(troops: tables.Troops, defence: int, attack: int, settings: Settings) -> Stood:
    """Guns break when doubled; else they lose ammunition and fall back or stand.

    [melee.artillery-doubled, melee.artillery-outscored, melee.artillery-wins, unit.ammo-zero]
    """
    if doubled(attack, defence):
        return Stood(0, troops.ammo, "broken", False)
    ammo = max(0, troops.ammo - AMMO_LOST)
    if artillery_rule.retires_empty(troops.ammo, ammo, settings):
        return Stood(0, ammo, "retired", False)
    return Stood(0, ammo, "ok", attack > defence)


def attackers_win(troops: tables.Troops, stood: Stood, defence: int, attack: int, settings: Settings) -> bool:
    """Whether the attackers count as winners: by score, or because the defender broke all the same.

    [melee.attacker-wins, melee.defender-first]
    """
    if attack > defence:
        return True
    return settings.melee_defender_first and troops.arm not in tables.GUNS and stood.status == "broken"


def attacked(troops: tables.Troops, won: bool, vacated: bool, settings: Settings) -> Attacked:
    """An attacker's result, its officer's fate left aside [melee.attacker-wins, melee.attacker-repulsed].

    [advance.optional, advance.impetuous]
    """
    fatigue = min(troops.elan, troops.fatigue + (WINNER_FATIGUE if won else LOSER_FATIGUE))
    status = morale_rule.status_of(troops.elan, fatigue, settings)
    whole = status != "broken"
    may = won and vacated and whole
    return Attacked(fatigue, status, not won and whole, may, may and "impetuous" in troops.traits)


def settle(clash: Clash, defence: tuple[int, ...], attack: tuple[int, ...], dice: Dice) -> Fought:
    """Everybody's result from the scores of each combat: defenders first, then attackers, then officers at risk.

    [melee.sequence, melee.defender-first, melee.several-attackers, command.at-risk-timing]
    """
    fights = [contested(clash, place) for place in range(len(clash.defenders))]
    stood = [
        defended(troops, defence[place], attack[place], clash.settings) if fights[place] else left_alone(troops, clash)
        for place, troops in enumerate(clash.defenders)
    ]
    won = [
        attackers_win(troops, stood[place], defence[place], attack[place], clash.settings)
        for place, troops in enumerate(clash.defenders)
    ]
    gone = [one.retreats or one.status in ("broken", "retired") for one in stood]
    results: list[Attacked] = []
    for place, troops in enumerate(clash.attackers):
        foes = [assault.defender for assault in assaults_by(clash, place) if fights[assault.defender]]
        results.append(
            attacked(troops, all([won[foe] for foe in foes]), all([gone[foe] for foe in foes]), clash.settings)
        )
    defenders = [_defender_risked(clash, place, one, dice) if fights[place] else one for place, one in enumerate(stood)]
    attackers = [_attacker_risked(clash, place, one, dice) for place, one in enumerate(results)]
    return Fought(tuple(defenders), tuple(attackers))


def risks_officer(troops: tables.Troops, defending: bool, broken: bool) -> bool:
    """Whether a unit's officer takes an at-risk roll after a melee; one roll at most.

    [trait.inspiring-risk, trait.steadfast-risk, command.at-risk-timing, command.unit-lost]
    """
    lent = tables.led_as_infantry(troops, command_rule.INSPIRING) or (
        defending and tables.led_as_infantry(troops, command_rule.STEADFAST)
    )
    return lent or (broken and troops.officer is not None and not troops.lent)


def _defender_risked(clash: Clash, place: int, stood: Stood, dice: Dice) -> Stood:
    if not risks_officer(clash.defenders[place], True, stood.status == "broken"):
        return stood
    killed = command_rule.officer_falls(dice, False, clash.defending, "chamberlain.command.at-risk-timing")
    return Stood(stood.fatigue, stood.ammo, stood.status, stood.retreats, killed)


def _attacker_risked(clash: Clash, place: int, one: Attacked, dice: Dice) -> Attacked:
    if not risks_officer(clash.attackers[place], False, one.status == "broken"):
        return one
    killed = command_rule.officer_falls(dice, False, clash.attacking, "chamberlain.command.at-risk-timing")
    return replace(one, officer_killed=killed)


def fight(clash: Clash, dice: Dice) -> tuple[Scores, Fought]:
    """Fight a clash out: scores, then results and officers [melee.sequence]."""
    scores = roll(clash, dice)
    attack = tuple([against(clash, scores, place) for place in range(len(clash.defenders))])
    return scores, settle(clash, scores.defence, attack, dice)


@record(frozen=True)
class Reached:
    """How far a clash has got: scores of the defenders and upon them, and at the end everybody's result."""

    defence: tuple[int, ...]
    attack: tuple[int, ...]
    fought: Fought | None


@final
class _Defends:
    """The stage in which one defender rolls."""

    def __init__(self, clash: Clash, defender: int) -> None:
        self.clash = clash
        self.defender = defender

    def __call__(self, state: Reached, dice: Dice) -> Reached:
        rolled = defence_score(self.clash, self.defender, dice) if contested(self.clash, self.defender) else 0
        return Reached((*state.defence, rolled), state.attack, None)


@final
class _Attacks:
    """The stage in which one attacker rolls upon one defender."""

    def __init__(self, clash: Clash, assault: Assault) -> None:
        self.clash = clash
        self.assault = assault

    def __call__(self, state: Reached, dice: Dice) -> Reached:
        rolled = attack_score(self.clash, self.assault, dice)
        sums = [upon + (rolled if place == self.assault.defender else 0) for place, upon in enumerate(state.attack)]
        return Reached(state.defence, tuple(sums), None)


@final
class _Settles:
    """The stage in which results are found and officers put at risk."""

    def __init__(self, clash: Clash) -> None:
        self.clash = clash

    def __call__(self, state: Reached, dice: Dice) -> Reached:
        return Reached((), (), settle(self.clash, state.defence, state.attack, dice))


def stages(clash: Clash) -> Sequence[Stage[Reached]]:
    """A clash as the stages that play goes through, in the order of the dice."""
    found: list[Stage[Reached]] = []
    for defender in range(len(clash.defenders)):
        found.append(_Defends(clash, defender))
        found += [_Attacks(clash, one) for one in assaults_on(clash, defender) if attack_dice(clash, one) > 0]
    found.append(_Settles(clash))
    return found


def prospects(clash: Clash) -> Odds[Reached]:
    """Exact chances of a clash's results."""
    return fold(stages(clash), Reached((), tuple([0] * len(clash.defenders)), None))
