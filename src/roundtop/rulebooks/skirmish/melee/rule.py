"""Who fights whom, the dice of the primaries, and what becomes of the loser."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.exact import Odds, Stage, fold
from roundtop.dice.questions import D6, Die, Face, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from roundtop.rulebooks.skirmish.weapons import rule as weapons_rule
from roundtop.table.measure import distance, rounded

HORSE: Final = D6
FOOT_RESULTS: Final = ("none", "push-back", "push-back-and-wound", "wound", "disabled", "killed", "killed")
MOUNTED_RESULTS: Final = ("none", "dismounted", "dismounted-and-wound", "wound", "wound", "disabled", "killed")
"""What befalls a loser beaten by so many; beyond the last, the last [melee.result-infantry, melee.result-cavalry]."""
HURT: Final[dict[str, str]] = {
    "none": "none",
    "push-back": "none",
    "push-back-and-wound": "wound",
    "wound": "wound",
    "disabled": "disabled",
    "killed": "killed",
    "dismounted": "none",
    "dismounted-and-wound": "wound",
}
"""The harm in each result [melee.wound, melee.disabled, melee.killed]."""
PUSHES: Final = ("push-back", "push-back-and-wound")
UNHORSES: Final = ("dismounted", "dismounted-and-wound")
MOST_AGAINST_ONE: Final = 3
PUSH_BACK_CM: Final = 2.0
CONTACT_CM: Final = 0.1
ACROSS_CM: Final = 1.0
"""Gaps at which figures touch: in the open, and across an obstacle that both touch [melee.contact-test]."""
WOUNDED: Final[Mod] = Mod("wounded", -1, "skirmish.melee.minus-wounded")
UPHILL: Final[Mod] = Mod("uphill of all opponents", 1, "skirmish.melee.plus-one")
BARRICADE: Final[Mod] = Mod("defending a barricade", 1, "skirmish.melee.barricade")
CHARGING: Final[Mod] = Mod("charging", 1, "skirmish.melee.charging")
Touch = tuple[int, int]
"""Two figures that touch: the place of one in side a and of the other in side b."""


Joined = tuple[bool, int, int]
"""A supporter: whether he is of side a, his place, and that of the enemy he helps to fight; -1 for nobody. Or, the same
way, a figure and an enemy whom he touches and cannot fight [melee.mounted-rear].
"""
PAIR_WORTH: Final = 1000
"""A pair outweighs any number of pairs from the rear."""


@record(frozen=True)
class Pairing:
    """One combat: places of the figures on either side, the primary first."""

    a: tuple[int, ...]
    b: tuple[int, ...]


@record(frozen=True)
class Arrangement:
    """A melee as combats, and those who touch an enemy and find no room, by their places."""

    combats: tuple[Pairing, ...]
    idle_a: tuple[int, ...]
    idle_b: tuple[int, ...]


def arrange(touches: tuple[Touch, ...], rear: tuple[Touch, ...], idle: tuple[Joined, ...] = ()) -> Arrangement:
    """The default arrangement of touching figures into combats; `rear`: pairs in which a rider is taken from behind;
    `idle`: who cannot fight whom.

    [melee.pairing, melee.one-to-one, melee.multiple, melee.max-three, melee.primary]
    """
    return supports(touches, paired(touches, rear), idle, 1)[0]


def supports(
    touches: tuple[Touch, ...], pairs: tuple[Touch, ...], idle: tuple[Joined, ...], most: int
) -> list[Arrangement]:
    """The ways in which those left over join combats, side a first and the lowest with room first, so many at most.

    [melee.pairing, melee.max-three]
    """
    paired_a = [a for a, _ in pairs]
    paired_b = [b for _, b in pairs]
    left = [(True, a) for a in sorted({a for a, _ in touches}) if a not in paired_a]
    left += [(False, b) for b in sorted({b for _, b in touches}) if b not in paired_b]
    found: list[Arrangement] = []
    _join(touches=touches, pairs=pairs, left=left, joined=(), found=found, most=most, idle=idle)
    return found


def _join(
    touches: tuple[Touch, ...],
    pairs: tuple[Touch, ...],
    left: list[tuple[bool, int]],
    joined: tuple[Joined, ...],
    found: list[Arrangement],
    most: int,
    idle: tuple[Joined, ...],
) -> None:
    """Let the next of those left over join each enemy he can fight who has room; with none he is idle.

    [melee.pairing, melee.mounted-rear]
    """
    if len(found) >= most:
        return
    if not left:
        found.append(_arrangement(pairs, joined))
        return
    of_a, place = left[0]
    enemies = sorted([b if of_a else a for a, b in touches if (a if of_a else b) == place])
    roomy = [enemy for enemy in enemies if _has_room(pairs, joined, of_a, enemy) and (of_a, place, enemy) not in idle]
    for enemy in roomy or [-1]:
        _join(
            touches=touches,
            pairs=pairs,
            left=left[1:],
            joined=(*joined, (of_a, place, enemy)),
            found=found,
            most=most,
            idle=idle,
        )


def _has_room(pairs: tuple[Touch, ...], joined: tuple[Joined, ...], of_a: bool, enemy: int) -> bool:
    """Whether an enemy who is paired faces fewer than three [melee.max-three]."""
    if enemy not in [b if of_a else a for a, b in pairs]:
        return False
    return 1 + len([one for one in joined if one[0] == of_a and one[2] == enemy]) < MOST_AGAINST_ONE


def _arrangement(pairs: tuple[Touch, ...], joined: tuple[Joined, ...]) -> Arrangement:
    combats = [
        Pairing(
            (a, *[place for of_a, place, enemy in joined if of_a and enemy == b]),
            (b, *[place for of_a, place, enemy in joined if not of_a and enemy == a]),
        )
        for a, b in pairs
    ]
    idle_a = tuple([place for of_a, place, enemy in joined if of_a and enemy < 0])
    idle_b = tuple([place for of_a, place, enemy in joined if not of_a and enemy < 0])
    return Arrangement(tuple(combats), idle_a, idle_b)


def arrangements(
    touches: tuple[Touch, ...], rear: tuple[Touch, ...], idle: tuple[Joined, ...], most: int
) -> tuple[Arrangement, ...]:
    """The ways to pair as many as possible, the default first, no more than so many of them [melee.pairing]."""
    pairings = [paired(touches, rear)]
    _more_pairs(
        left=sorted(set(touches)),
        rear=rear,
        best=_worth(sorted(set(touches)), rear),
        chosen=(),
        found=pairings,
        most=most,
    )
    found: list[Arrangement] = []
    for pairs in pairings:
        found.extend(supports(touches, pairs, idle, most - len(found)) if len(found) < most else [])
    return tuple(found)


def _more_pairs(
    left: list[Touch],
    rear: tuple[Touch, ...],
    best: int,
    chosen: tuple[Touch, ...],
    found: list[tuple[Touch, ...]],
    most: int,
) -> None:
    """Add every other set of pairs that is worth as much, the lowest places first."""
    if len(found) >= most or _worth(left, rear) < best:
        return
    if not left:
        if chosen not in found:
            found.append(chosen)
        return
    a = left[0][0]
    for touch in [one for one in left if one[0] == a]:
        others = [one for one in left if one[0] != touch[0] and one[1] != touch[1]]
        _more_pairs(
            left=others, rear=rear, best=best - _value(touch, rear), chosen=(*chosen, touch), found=found, most=most
        )
    _more_pairs(left=[one for one in left if one[0] != a], rear=rear, best=best, chosen=chosen, found=found, most=most)


def paired(touches: tuple[Touch, ...], rear: tuple[Touch, ...]) -> tuple[Touch, ...]:
    """As many pairs as possible, as few as can be from a rider's rear, lowest places first [melee.pairing]."""
    left = sorted(set(touches))
    chosen: list[Touch] = []
    best = _worth(left, rear)
    for a in sorted({a for a, _ in left}):
        for touch in [one for one in left if one[0] == a]:
            others = [one for one in left if one[0] != touch[0] and one[1] != touch[1]]
            if _value(touch, rear) + _worth(others, rear) == best:
                best -= _value(touch, rear)
                chosen.append(touch)
                left = others
                break
        else:
            left = [one for one in left if one[0] != a]
    return tuple(chosen)


def _value(touch: Touch, rear: tuple[Touch, ...]) -> int:
    return PAIR_WORTH - 1 if touch in rear else PAIR_WORTH


def _worth(touches: list[Touch], rear: tuple[Touch, ...]) -> int:
    """The worth of the best set of pairs: paths that win the most are added until none is left."""
    partner_a: dict[int, int] = {}
    partner_b: dict[int, int] = {}
    worth = 0
    while True:
        gain, path = _best_path(touches, rear, partner_a, partner_b)
        if gain <= 0:
            return worth
        worth += gain
        for a, b in path:
            partner_a[a] = b
            partner_b[b] = a


def _best_path(
    touches: list[Touch], rear: tuple[Touch, ...], partner_a: dict[int, int], partner_b: dict[int, int]
) -> tuple[int, list[Touch]]:
    """The alternating path from a free figure of a to a free one of b that wins the most, and how much."""
    gains: dict[int, int] = {}
    paths: dict[int, list[Touch]] = {}
    changed = True
    while changed:
        changed = False
        for a, b in touches:
            if partner_a.get(a, -1) == b:
                continue
            if a not in partner_a:
                gain, path = 0, []
            elif partner_a[a] in gains:
                before = partner_a[a]
                gain, path = gains[before] - _value((a, before), rear), paths[before]
            else:
                continue
            gain += _value((a, b), rear)
            if gain > gains.get(b, -PAIR_WORTH):
                gains[b] = gain
                paths[b] = [*path, (a, b)]
                changed = True
    best = 0
    found: list[Touch] = []
    for b, gain in gains.items():
        if b not in partner_b and gain > best:
            best, found = gain, paths[b]
    return best, found


@record(frozen=True)
class Supporter:
    """A figure that helps a primary."""

    arm: str
    weapon: str


@record(frozen=True)
class Fighter:
    """A primary as he comes to the fight."""

    quality: str
    arm: str
    weapon: str
    harm: int = 0
    supporters: tuple[Supporter, ...] = ()
    uphill: bool = False
    barricade: bool = False
    charging: bool = False
    opponent_in_rear: bool = False
    broken: bool = False
    by: str = ""


@record(frozen=True)
class Combat:
    """Two primaries; `a` throws first."""

    a: Fighter
    b: Fighter
    settings: Settings = PRINTED


def defenceless(fighter: Fighter) -> bool:
    """Whether he can only try to save himself.

    [melee.mounted-rear, melee.mounted-rear-terms, melee.broken-in-contact, melee.all-round]
    """
    behind = fighter.arm == "mounted" and fighter.weapon != "lance" and fighter.opponent_in_rear
    return fighter.broken or behind


def weapon_die(fighter: Fighter, enemy: Fighter, settings: Settings) -> Die | None:
    """The weapon die against the opposing primary as he is now; None for none [melee.versus-column, melee.no-dice]."""
    if defenceless(fighter):
        return None
    row = settings.armoury.melee[fighter.weapon]
    return row.versus_mounted if enemy.arm == "mounted" else row.versus_foot


def horse_die(fighter: Fighter, enemy: Fighter) -> Die | None:
    """A rider's horse die, lost against a bayonet on foot [melee.horse-die, melee.horse-die-exception]."""
    if fighter.arm != "mounted" or defenceless(fighter) or _bayonet(enemy.arm, enemy.weapon):
        return None
    for one in enemy.supporters:
        if _bayonet(one.arm, one.weapon):
            return None
    return HORSE


def _bayonet(arm: str, weapon: str) -> bool:
    return arm == "foot" and weapon == "bayonet"


def deductions(fighter: Fighter, enemy: Fighter, settings: Settings) -> list[Mod]:
    """What is taken off his quality die.

    [melee.minus-outnumbered, melee.minus-wounded, melee.minus-stacking]
    """
    mods: list[Mod] = []
    extra = min(len(enemy.supporters), MOST_AGAINST_ONE - 1)
    if extra:
        mods.append(Mod("enemies beyond the first", -extra, "skirmish.melee.minus-outnumbered"))
    if fighter.harm:
        mods.append(WOUNDED)
    if len(mods) > 1 and not settings.melee_minus_stacks:
        return mods[:1]
    return mods


def bonuses(fighter: Fighter, settings: Settings) -> list[Mod]:
    """What is added to his score [melee.plus-one, melee.plus-stacking]."""
    if defenceless(fighter):
        return []
    mods: list[Mod] = []
    if fighter.uphill:
        mods.append(UPHILL)
    if fighter.barricade:
        mods.append(BARRICADE)
    if fighter.charging:
        mods.append(CHARGING)
    return mods if settings.melee_plus_stacks else mods[:1]


def score(fighter: Fighter, enemy: Fighter, settings: Settings, dice: Dice) -> int:
    """His best single die after deductions, with the +1 if due.

    [melee.primary-throws, melee.dice-order, melee.quality-die, melee.highest-die]
    """
    die = tables.quality_die(fighter.quality, settings)
    quality = dice.ask(Face(die, Why("quality", "skirmish.melee.quality-die", fighter.by)))
    found = [quality + total(deductions(fighter, enemy, settings))]
    weapon = weapon_die(fighter, enemy, settings)
    if weapon is not None:
        found.append(dice.ask(Face(weapon, Why("weapon", weapons_rule.MELEE[fighter.weapon], fighter.by))))
    horse = horse_die(fighter, enemy)
    if horse is not None:
        found.append(dice.ask(Face(horse, Why("horse", "skirmish.melee.horse-die", fighter.by))))
    best = sum(found) if settings.melee_score == "sum" else max(found)
    return best + total(bonuses(fighter, settings))


@record(frozen=True)
class Fought:
    """A combat so far, and at last: the scores, the chart's result and the losing primary afterwards."""

    a_score: int = 0
    b_score: int = 0
    result: str = "none"
    harm: int = 0
    mounted: bool = False

    def winner(self) -> str:
        """a, b or tie [melee.tie]."""
        if self.a_score == self.b_score:
            return "tie"
        return "a" if self.a_score > self.b_score else "b"


def result_of(loser_mounted: bool, beaten_by: int) -> str:
    """The chart [melee.result-infantry, melee.result-cavalry]."""
    chart = MOUNTED_RESULTS if loser_mounted else FOOT_RESULTS
    return chart[min(beaten_by, len(chart) - 1)]


def resolved(combat: Combat, a_score: int, b_score: int, dice: Dice) -> Fought:
    """What the scores do to the loser; a defenceless winner does no harm.

    [melee.result-to-primary, melee.tie, melee.mounted-rear-terms, melee.dismounted, melee.dismounted-plus-wound,
    melee.riderless]
    """
    if a_score == b_score:
        return Fought(a_score, b_score)
    winner, loser = (combat.a, combat.b) if a_score > b_score else (combat.b, combat.a)
    mounted = loser.arm == "mounted"
    result = "none" if defenceless(winner) else result_of(mounted, abs(a_score - b_score))
    harm = harm_rule.harmed(loser.harm, HURT[result])
    if result in UNHORSES:
        harm = harm_rule.harmed(harm, "wound") if harm_rule.falls(loser.by, dice) else harm
        mounted = False
    return Fought(a_score, b_score, result, harm, mounted and harm < harm_rule.DISABLED)


def fight(combat: Combat, dice: Dice) -> Fought:
    """One combat between two primaries [melee.primary-throws, melee.dice-order]."""
    fought = Fought()
    for stage in stages(combat):
        fought = stage(fought, dice)
    return fought


def stages(combat: Combat) -> tuple[Stage[Fought], ...]:
    """A combat as stages: a throws, b throws, the chart and the fall."""
    return (partial(_first, combat), partial(_second, combat), partial(_third, combat))


def _first(combat: Combat, _: Fought, dice: Dice) -> Fought:
    return Fought(score(combat.a, combat.b, combat.settings, dice))


def _second(combat: Combat, fought: Fought, dice: Dice) -> Fought:
    return Fought(fought.a_score, score(combat.b, combat.a, combat.settings, dice))


def _third(combat: Combat, fought: Fought, dice: Dice) -> Fought:
    return resolved(combat, fought.a_score, fought.b_score, dice)


def combat_odds(combat: Combat) -> Odds[Fought]:
    """Chances of how a combat ends."""
    return fold(stages(combat), Fought())


def pushed(winner: tuple[float, float], loser: tuple[float, float], by: float = PUSH_BACK_CM) -> tuple[float, float]:
    """Where a man ends who is driven straight away from another [melee.push-back, melee.push-back-terms]."""
    apart = distance(winner[0], winner[1], loser[0], loser[1])
    share = by / apart
    return (
        rounded(loser[0] + share * (loser[0] - winner[0])),
        rounded(loser[1] + share * (loser[1] - winner[1])),
    )


def shift_behind(gap: float, by: float = PUSH_BACK_CM) -> float:
    """How far a friend in the way is moved, just enough to clear [melee.push-back-behind, melee.push-back-terms]."""
    return by - gap if gap < by else 0.0
