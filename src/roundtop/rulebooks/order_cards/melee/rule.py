"""Melee: totals, losses both ways, and further rounds."""

from __future__ import annotations

from typing import Final, final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D6, Total, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.options import PRINTED, Settings


@record(frozen=True)
class Weight:
    """A row of the melee table: what it adds in the first round, and in every later one."""

    label: str
    first: int
    later: int
    clause: str


ROWS: Final[dict[str, Weight]] = {
    "head-down": Weight("head down", -3, 0, "order-cards.melee.head-down-mod"),
    "low-or-no-ammo": Weight("low or no ammunition", -2, -2, "order-cards.melee.ammo-mod"),
    "in-disorder": Weight("in disorder", -2, 2, "order-cards.melee.disorder-mod"),
    "flank-or-rear": Weight("hit in flank or rear", -3, 0, "order-cards.melee.flank-mod"),
    "defending-uphill": Weight("defending uphill", 1, 0, "order-cards.melee.uphill-mod"),
    "wall-fence-bush": Weight("behind wall, fence or bush", 2, 0, "order-cards.melee.obstacle-mod"),
    "fraise": Weight("behind fraise", 4, 0, "order-cards.melee.obstacle-mod"),
    "chevaux-de-frise": Weight("behind chevaux-de-frise", 3, 0, "order-cards.melee.obstacle-mod"),
    "earthwork": Weight("in an earthwork", 4, 0, "order-cards.melee.obstacle-mod"),
    "charging-loose-order": Weight("charging loose order", 0, 0, "order-cards.melee.loose-double"),
    "cavalry-charging": Weight("cavalry charging", 2, 0, "order-cards.melee.cavalry-mod"),
}
"""[melee.modifiers]"""
OBSTACLES: Final = ("wall-fence-bush", "fraise", "chevaux-de-frise", "earthwork")
DOUBLING: Final = "charging-loose-order"
FLANKED: Final = "flank-or-rear"
LOSSES: Final = ((21, 5), (18, 4), (13, 3), (10, 2), (6, 1))
"""The lowest total that inflicts so many boxes [melee.losses]."""
ATTACKERS: Final = "attackers"
DEFENDERS: Final = "defenders"
NEITHER: Final = "none"


@record(unsafe_hash=True)
class Fighter:
    """A unit in a melee: its roster, the rows that bear on it, its bonus and its officer.

    `touching` are the stands that fight where not all do, -1 for all; `surrounded` is touched in front and rear.
    `away` are stands that guard prisoners.
    """

    arm: str = tables.INFANTRY
    mounted: bool = True
    limbered: bool = False
    starting: int = 6
    circled: int = 0
    bonus: int = 0
    rows: tuple[str, ...] = ()
    rank: str = ""
    rating: int = 0
    minor_wounds: int = 0
    touching: int = -1
    surrounded: bool = False
    away: int = 0


@record(unsafe_hash=True)
class Melee:
    """The charging side and the charged, each in order of contact; `by` throws for the one and the other."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    by: tuple[str, str] = ("", "")
    settings: Settings = PRINTED


@record(unsafe_hash=True)
class Fray:
    """How a melee stands: rounds fought, boxes circled of each unit on either side, the winner once there is one.

    `officers` is what became of the attackers' and the defenders' officer.
    """

    rounds: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    winner: str = ""
    officers: tuple[str, str] = (command_rule.NOBODY, command_rule.NOBODY)


def begun(melee: Melee) -> Fray:
    """A melee before its first round."""
    return Fray(0, tuple([one.circled for one in melee.attackers]), tuple([one.circled for one in melee.defenders]))


def present(fighter: Fighter, circled: int, settings: Settings) -> int:
    """Stands of a unit that still stand [setup.roster-boxes]."""
    return tables.stands_left(fighter.starting, circled, tables.boxes_per_stand(fighter.arm, settings))


def stands_fighting(fighters: tuple[Fighter, ...], circled: tuple[int, ...], settings: Settings) -> int:
    """Stands that count for a side: all, or by the house rule those that touch [melee.total]."""
    count = 0
    for fighter, boxes in zip(fighters, circled, strict=True):
        here = max(0, present(fighter, boxes, settings) - fighter.away)
        if settings.melee_stands == "touching" and fighter.touching >= 0:
            here = min(here, fighter.touching)
        count += here
    return count


def modifiers(first: Fighter, round: int) -> list[Mod]:
    """What the first unit of a side brings to it in this round, counted from 1.

    [melee.modifiers, melee.modifiers-first-unit, melee.obstacle-mod, melee.limbered-wagon-contacted]
    """
    rows = list(first.rows)
    if first.limbered and first.arm == tables.ARTILLERY and FLANKED not in rows:
        rows.append(FLANKED)
    opening = round == 1
    best = ""
    mods: list[Mod] = []
    for name in dict.fromkeys(rows):
        row = ROWS[name]
        if name in OBSTACLES:
            if not best or row.first > ROWS[best].first:
                best = name
            continue
        value = row.first if opening else row.later
        if value:
            mods.append(Mod(row.label, value, row.clause))
    if opening and best:
        mods.append(Mod(ROWS[best].label, ROWS[best].first, ROWS[best].clause))
    if opening and first.bonus:
        mods.append(Mod("charge card", first.bonus, "order-cards.melee.charge-card-mod"))
    if first.rating:
        mods.append(Mod("officer", command_rule.melee_bonus(first.rating), "order-cards.melee.officer-mod"))
    return mods


def added(melee: Melee, fray: Fray, attacking: bool) -> int:
    """What a side adds to its two dice in the round now fought [melee.total, melee.loose-double]."""
    fighters = melee.attackers if attacking else melee.defenders
    stands = stands_fighting(fighters, fray.attackers if attacking else fray.defenders, melee.settings)
    if attacking and fray.rounds == 0 and DOUBLING in fighters[0].rows:
        stands *= 2
    return stands + total(modifiers(fighters[0], fray.rounds + 1))


def inflicted(total: int) -> int:
    """Boxes that a side's total circles on the enemy [melee.losses]."""
    for lowest, boxes in LOSSES:
        if total >= lowest:
            return boxes
    return 0


def shared(boxes: int, fighters: tuple[Fighter, ...], circled: tuple[int, ...], settings: Settings) -> tuple[int, ...]:
    """Boxes circled after sharing these one at a time in order of contact, a destroyed unit skipped [melee.losses]."""
    every = [one.starting * tables.boxes_per_stand(one.arm, settings) for one in fighters]
    now = list(circled)
    at = 0
    while boxes > 0 and any([now[i] < every[i] for i in range(len(now))]):
        if now[at] < every[at]:
            now[at] += 1
            boxes -= 1
        at = (at + 1) % len(now)
    return tuple(now)


def destroyed(fighters: tuple[Fighter, ...], circled: tuple[int, ...], settings: Settings) -> bool:
    """Whether nobody of a side is left [melee.winner]."""
    return all([present(one, boxes, settings) == 0 for one, boxes in zip(fighters, circled, strict=True)])


@record(unsafe_hash=True)
class Round:
    """A round as it was fought: the two totals, and the boxes each side inflicted."""

    attackers: int
    defenders: int
    by_attackers: int
    by_defenders: int


def thrown(melee: Melee, fray: Fray, dice: Dice) -> Round:
    """Two dice a side, with what each adds [melee.total]."""
    attack = Why(f"melee, round {fray.rounds + 1}", "order-cards.melee.total", melee.by[0])
    defence = Why(f"melee, round {fray.rounds + 1}", "order-cards.melee.total", melee.by[1])
    ours = dice.ask(Total(2, D6, attack)) + added(melee, fray, True)
    theirs = dice.ask(Total(2, D6, defence)) + added(melee, fray, False)
    return Round(ours, theirs, inflicted(ours), inflicted(theirs))


def after_round(melee: Melee, fray: Fray, fought: Round) -> Fray:
    """The losses of a round, and who has won by it [melee.losses, melee.winner, melee.tie-second-round]."""
    attackers = shared(fought.by_defenders, melee.attackers, fray.attackers, melee.settings)
    defenders = shared(fought.by_attackers, melee.defenders, fray.defenders, melee.settings)
    ours_gone = destroyed(melee.attackers, attackers, melee.settings)
    theirs_gone = destroyed(melee.defenders, defenders, melee.settings)
    last = fray.rounds + 1 == melee.settings.melee_max_rounds
    winner = ""
    if ours_gone and theirs_gone:
        winner = NEITHER
    elif theirs_gone or (fought.attackers > fought.defenders and not ours_gone):
        winner = ATTACKERS
    elif ours_gone or fought.defenders > fought.attackers or last:
        winner = DEFENDERS
    return Fray(fray.rounds + 1, attackers, defenders, winner)


def with_officers(melee: Melee, fray: Fray, dice: Dice) -> Fray:
    """The casualty dice of the officers used, once a melee is over [officer.melee-casualty]."""
    fates = [
        command_rule.casualty(one.rank, one.minor_wounds, melee.settings, by, dice)
        if one.rating
        else command_rule.NOBODY
        for one, by in zip((melee.attackers[0], melee.defenders[0]), melee.by, strict=True)
    ]
    return Fray(fray.rounds, fray.attackers, fray.defenders, fray.winner, (fates[0], fates[1]))


@final
class Stages:
    """The rounds of one melee and its officers' dice as stages, for the odds; played out they are the melee."""

    def __init__(self, melee: Melee) -> None:
        self.melee = melee

    def round(self, fray: Fray, dice: Dice) -> Fray:
        if fray.winner:
            return fray
        after = after_round(self.melee, fray, thrown(self.melee, fray, dice))
        # Once it is decided the number of rounds matters no more, and equal ends may be merged.
        return Fray(0, after.attackers, after.defenders, after.winner) if after.winner else after

    def officers(self, fray: Fray, dice: Dice) -> Fray:
        return with_officers(self.melee, fray, dice)


def resolve(melee: Melee, dice: Dice) -> tuple[Fray, tuple[Round, ...]]:
    """Fight a melee to its end, round by round [melee.tie-second-round, melee.limits]."""
    fray = begun(melee)
    rounds: list[Round] = []
    while not fray.winner:
        fought = thrown(melee, fray, dice)
        rounds.append(fought)
        fray = after_round(melee, fray, fought)
    return with_officers(melee, fray, dice), tuple(rounds)
