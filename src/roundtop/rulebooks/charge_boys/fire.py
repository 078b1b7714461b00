"""Small arms: who fires, ranges, volleys; and for every attack the officer check and the saving throws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D6, Band, Count, Numbered, Total, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.rulebooks.charge_boys.tables import (
    ATTACK_COLUMN,
    CAVALRY_COLUMN,
    CAVALRY_LINE,
    GARRISON,
    GREEN,
    LINE,
    REGULAR,
    ROAD_COLUMN,
    VETERAN,
    dice_for,
    halved,
    horse_holders,
)
from roundtop.table.measure import within

# ---- the chapter's figures

SMOOTHBORE_CARBINE: Final = "smoothbore-carbine"
SMOOTHBORE_MUSKET: Final = "smoothbore-musket"
RIFLED_CARBINE: Final = "rifled-carbine"
BREECH_CARBINE: Final = "breech-carbine"
INFERIOR_RIFLE: Final = "inferior-rifle"
SUPERIOR_RIFLE: Final = "superior-rifle"
BREECH_RIFLE: Final = "breech-rifle"
UNARMED: Final = "none"
"""No firearm at all: pistol and sabre [setup.muster]."""


@final
@dataclass(slots=True, unsafe_hash=True)
class Weapon:
    """A row of the weapons: its greatest range in inches and the clause that gives it."""

    reach: float
    clause: str
    breech: bool = False
    carbine: bool = False
    smoothbore: bool = False


WEAPONS: Final[dict[str, Weapon]] = {
    SMOOTHBORE_CARBINE: Weapon(9.0, "charge-boys.musketry.range-smoothbore-carbine", carbine=True, smoothbore=True),
    SMOOTHBORE_MUSKET: Weapon(15.0, "charge-boys.musketry.range-smoothbore-musket", smoothbore=True),
    RIFLED_CARBINE: Weapon(15.0, "charge-boys.musketry.range-rifled-carbine", carbine=True),
    BREECH_CARBINE: Weapon(15.0, "charge-boys.musketry.breech-carbine", breech=True, carbine=True),
    INFERIOR_RIFLE: Weapon(24.0, "charge-boys.musketry.range-inferior-rifle"),
    SUPERIOR_RIFLE: Weapon(30.0, "charge-boys.musketry.range-superior-rifle"),
    BREECH_RIFLE: Weapon(30.0, "charge-boys.musketry.range-breech-rifle", breech=True),
}

CLOSE: Final = "close"
MEDIUM: Final = "medium"
LONG: Final = "long"
BANDS: Final = (CLOSE, MEDIUM, LONG)
"""Thirds of the weapon's range; exactly on a limit is the nearer band [musketry.band-edges]."""

RANGE_MODS: Final[dict[str, Mod]] = {
    CLOSE: Mod("close range", -1, "charge-boys.musketry.close"),
    MEDIUM: Mod("medium range", -2, "charge-boys.musketry.medium"),
    LONG: Mod("long range", -3, "charge-boys.musketry.long"),
}
BUCK: Final = Mod("buck and ball", 0, "charge-boys.musketry.buck-negates")
VETERANS: Final = Mod("Veteran", 1, "charge-boys.musketry.veteran")
GREENHORNS: Final = Mod("Green", -1, "charge-boys.musketry.green")
FIRST_FIRE: Final = Mod("first fire", 1, "charge-boys.musketry.first-fire")
AT_SKIRMISHERS: Final = Mod("at skirmishers", -1, "charge-boys.musketry.at-skirmishers")

BUCK_ROUNDS: Final = 3
LINE_FIRES: Final = 2
"""Ranks of a line that fire [musketry.two-ranks]."""
FEWEST_MEN: Final = 3
"""Men who must be able to fire on a unit for it to be a target [musketry.target]."""
NO_CAP: Final = 1000

NONE: Final = "none"
REDUCED: Final = "reduced"
NORMAL: Final = "normal"
SAVES: Final[dict[str, int]] = {NORMAL: 5, REDUCED: 6}
"""Lowest die that saves [save.normal, save.reduced]."""
ALWAYS_FAILS: Final = 1
ALWAYS_SAVES: Final = 6
COVER_BONUS: Final = 1
OFFICER_BONUS: Final = 1

SMALL_ARMS: Final = "small-arms"
GUNS: Final = "artillery"
MELEE: Final = "melee"

OFFICER_HIT_ON: Final = 6
MOST_CANDIDATES: Final = 6
"""Officers told apart by one die; in a unit with more, only the first of them can be picked [officer.hit-check]."""


# ---- how many fire


@final
@dataclass(slots=True, unsafe_hash=True)
class Ranks:
    """A unit as the count of its firers sees it; `non_firers` are those in the ranks that would fire."""

    formation: str
    strength: int
    files: int = 0
    non_firers: int = 0
    dismounted: bool = False
    settings: Settings = PRINTED


def fires_never(formation: str) -> bool:
    """Columns of march do not fire [musketry.column-fire, musketry.mounted-fire]."""
    return formation in (ROAD_COLUMN, CAVALRY_COLUMN)


def in_firing_ranks(ranks: Ranks) -> int:
    """Figures of every role in the ranks that fire; horse-holders are in none.

    [musketry.two-ranks, musketry.column-fire, musketry.skirmish-fire, musketry.mounted-fire, formation.mount]
    """
    if fires_never(ranks.formation):
        return 0
    there = ranks.strength
    if ranks.dismounted:
        there -= horse_holders(ranks.strength, ranks.settings)
    if ranks.formation == LINE:
        return min(there, LINE_FIRES * ranks.files)
    if ranks.formation == ATTACK_COLUMN:
        return min(there, ranks.settings.attack_column_fire_ranks * ranks.files)
    if ranks.formation == CAVALRY_LINE:
        return min(there, ranks.files)
    return there


def firing_men(ranks: Ranks) -> int:
    """Men who fire [musketry.non-firers, terrain.building-garrison]."""
    men = max(0, in_firing_ranks(ranks) - ranks.non_firers)
    return garrison_share(men, ranks.settings) if ranks.formation == GARRISON else men


def garrison_share(figures: int, settings: Settings) -> int:
    """Up to half of a garrison fire or fight at one side of the building [terrain.building-garrison]."""
    return halved(figures, settings)


def ranks_refusal(ranks: Ranks) -> str:
    """The clause by which nobody fires, "" when somebody does [musketry.column-fire, musketry.remainder]."""
    if fires_never(ranks.formation):
        return "charge-boys.musketry.column-fire"
    return "" if dice_for(firing_men(ranks), ranks.settings) else "charge-boys.musketry.remainder"


# ---- a volley


@final
@dataclass(slots=True, init=False, unsafe_hash=True)
class Volley:
    """One unit's small arms at one target. `volley` is 1 or 2, the second being a breech-loader's."""

    weapon: str
    range: float
    men: int
    quality: str
    first_fire: bool
    target_skirmish: bool
    buck_and_ball: bool
    buck_rounds: int
    halted: bool
    disordered: bool
    mounted: bool
    moved: bool
    volley: int
    by: str
    settings: Settings

    def __init__(
        self,
        weapon: str,
        range: float,
        men: int,
        quality: str = REGULAR,
        first_fire: bool = False,
        target_skirmish: bool = False,
        buck_and_ball: bool = False,
        buck_rounds: int = BUCK_ROUNDS,
        halted: bool = False,
        disordered: bool = False,
        mounted: bool = False,
        moved: bool = False,
        volley: int = 1,
        by: str = "",
        settings: Settings = PRINTED,
    ) -> None:
        self.weapon = weapon
        self.range = range
        self.men = men
        self.quality = quality
        self.first_fire = first_fire
        self.target_skirmish = target_skirmish
        self.buck_and_ball = buck_and_ball
        self.buck_rounds = buck_rounds
        self.halted = halted
        self.disordered = disordered
        self.mounted = mounted
        self.moved = moved
        self.volley = volley
        self.by = by
        self.settings = settings


def band(weapon: str, distance: float) -> str:
    """The third of the weapon's range in which a distance lies, "" beyond it.

    [musketry.band-edges, musketry.close, musketry.medium, musketry.long]
    """
    third = WEAPONS[weapon].reach / 3.0
    for place, name in enumerate(BANDS, 1):
        if within(distance, place * third):
            return name
    return ""


def fires_twice(weapon: str, settings: Settings) -> bool:
    """Whether the weapon has a second volley [musketry.breech-twice, musketry.breech-carbine]."""
    if weapon == UNARMED:
        return False
    row = WEAPONS[weapon]
    return row.breech or (row.carbine and settings.all_carbines_fire_twice)


def has_buck(weapon: str, settings: Settings) -> bool:
    """Whether the weapon takes buck and ball [musketry.buck-use]."""
    if weapon == UNARMED:
        return False
    row = WEAPONS[weapon]
    return row.smoothbore and (not row.carbine or settings.buck_and_ball_carbines)


def second_volley_refusal(weapon: str, mounted: bool, moved: bool, settings: Settings) -> str:
    """The clause by which a unit has no second volley, "" when it has one.

    [musketry.mounted-fire, musketry.once-per-turn, musketry.breech-twice]
    """
    if mounted:
        return "charge-boys.musketry.mounted-fire"
    if not fires_twice(weapon, settings):
        return "charge-boys.musketry.once-per-turn"
    return "charge-boys.musketry.breech-twice" if moved else ""


def buck_refusal(weapon: str, distance: float, rounds: int, settings: Settings) -> str:
    """The clause by which buck and ball cannot be fired, "" when it can [musketry.buck-use, musketry.buck-rounds]."""
    if not has_buck(weapon, settings) or band(weapon, distance) != CLOSE:
        return "charge-boys.musketry.buck-use"
    return "" if rounds > 0 else "charge-boys.musketry.buck-rounds"


def volley_refusal(volley: Volley) -> str:
    """The clause that forbids a volley, "" when none does.

    [morale.disordered-effect, musketry.breech-twice, musketry.band-edges, musketry.buck-use, musketry.half-dice]
    """
    if volley.disordered:
        return "charge-boys.morale.disordered-effect"
    if volley.volley > 1:
        refusal = second_volley_refusal(volley.weapon, volley.mounted, volley.moved, volley.settings)
        if refusal:
            return refusal
    if not band(volley.weapon, volley.range):
        return WEAPONS[volley.weapon].clause
    if volley.buck_and_ball:
        refusal = buck_refusal(volley.weapon, volley.range, volley.buck_rounds, volley.settings)
        if refusal:
            return refusal
    if dice_for(volley.men, volley.settings) == 0:
        return "charge-boys.musketry.remainder"
    return "" if volley_dice(volley) else "charge-boys.musketry.half-dice"


def volley_dice(volley: Volley) -> int:
    """Dice of a volley: one for six men, half of them for a halted unit [musketry.dice-per-six, musketry.half-dice].

    [morale.result-halt-small-arms]
    """
    dice = dice_for(volley.men, volley.settings)
    return halved(dice, volley.settings) if volley.halted else dice


def volley_mods(volley: Volley) -> list[Mod]:
    """What is added to every die [core.modifiers, musketry.veteran, musketry.first-fire, musketry.at-skirmishers]."""
    mods = [BUCK if volley.buck_and_ball else RANGE_MODS[band(volley.weapon, volley.range)]]
    if volley.quality == VETERAN:
        mods.append(VETERANS)
    if volley.quality == GREEN:
        mods.append(GREENHORNS)
    if volley.first_fire and volley.volley == 1:
        mods.append(FIRST_FIRE)
    if volley.target_skirmish:
        mods.append(AT_SKIRMISHERS)
    return mods


def most_hits(settings: Settings) -> int:
    """The most hits of one die [core.modifiers]."""
    return NO_CAP if settings.max_hits_per_die is None else settings.max_hits_per_die


def hits_of(dice: int, adjust: int, why: Why, settings: Settings) -> Total:
    """So many dice whose modified faces are hits, none below 0 [musketry.hits, musketry.zero-floor, core.modifiers]."""
    return Total(dice, D6, why, adjust, 0, most_hits(settings))


def volley_question(volley: Volley) -> Total:
    """The throw of a volley."""
    why = Why("volley", "charge-boys.musketry.hits", volley.by)
    return hits_of(volley_dice(volley), total(volley_mods(volley)), why, volley.settings)


def throw_volley(volley: Volley, dice: Dice) -> int:
    """Throw a volley; the hits [musketry.hits]."""
    return dice.ask(volley_question(volley))


def volley_save(volley: Volley) -> str:
    """The save against a volley [save.small-arms-class, save.buck-and-ball]."""
    return REDUCED if volley.buck_and_ball else NORMAL


# ---- whom the hits of one attack strike


@final
@dataclass(slots=True, unsafe_hash=True)
class Body:
    """A unit that is hit: its figures of every role (-1: not limited), the officers among them, a General with it."""

    strength: int
    officers: int = 0
    general: bool = False


@final
@dataclass(slots=True, unsafe_hash=True)
class Blows:
    """The hits of one attack, by whom they are on."""

    men: int
    officers: int = 0
    general: bool = False


NO_BLOWS: Final = Blows(0)


def candidates(body: Body) -> int:
    """Officers, and the General last, on whom a hit may fall [officer.hit-check]."""
    return min(MOST_CANDIDATES, body.officers + (1 if body.general else 0))


def all_officers(body: Body) -> bool:
    """Whether every figure left is an officer [officer.hit-check]."""
    return 0 <= body.strength <= body.officers


def officer_check(hits: int, body: Body, settings: Settings, dice: Dice, by: str = "") -> int:
    """Which candidate one of the hits falls on, counted from 1, 0 for none [officer.hit-check]."""
    many = candidates(body)
    if hits == 0 or many == 0 or settings.officer_hits == "last":
        return 0
    if not dice.ask(Count(1, D6, OFFICER_HIT_ON, Why("officer check", "charge-boys.officer.hit-check", by))):
        return 0
    return picked(many, dice, by)


def picked(many: int, dice: Dice, by: str) -> int:
    """Which of several officers: shares of one die, or by number [officer.hit-check]."""
    why = Why("which officer", "charge-boys.officer.hit-check", by)
    if many == 1:
        return 1
    if many == 2:
        return 1 + dice.ask(Band(D6, (3,), why))
    if many == 3:
        return 1 + dice.ask(Band(D6, (2, 4), why))
    return dice.ask(Numbered(D6, many, why))


def is_general(who: int, body: Body) -> bool:
    """Whether the candidate picked is the General, who comes last [officer.hit-check]."""
    return body.general and who == candidates(body)


def struck(hits: int, body: Body, settings: Settings, dice: Dice, by: str = "") -> Blows:
    """Whom the hits of one attack fall on [officer.hit-check, save.order]."""
    if hits and all_officers(body):
        general = body.general and hits > body.officers and settings.officer_hits != "last"
        return Blows(0, min(hits, body.officers), general)
    who = officer_check(hits, body, settings, dice, by)
    if who == 0:
        return Blows(hits)
    return Blows(hits - 1, 0, True) if is_general(who, body) else Blows(hits - 1, 1)


# ---- saving throws


@final
@dataclass(slots=True, unsafe_hash=True)
class Shelter:
    """What a unit that is hit is behind or in."""

    wall: bool = False
    building: bool = False
    fortification: bool = False
    woods: bool = False


IN_THE_OPEN: Final = Shelter()


@final
@dataclass(slots=True, unsafe_hash=True)
class Needs:
    """Lowest dice that save a man and an officer; 0 where there is no save."""

    men: int
    officer: int


def cover_mods(source: str, shelter: Shelter, settings: Settings) -> list[Mod]:
    """The one cover bonus that counts, none in melee [save.wall, save.building, save.limits, melee.saves]."""
    if source == MELEE:
        return []
    if shelter.fortification:
        best = Mod("fortification", COVER_BONUS, "charge-boys.terrain.fortification")
    elif shelter.wall:
        best = Mod("behind a wall", COVER_BONUS, "charge-boys.save.wall")
    elif shelter.building and source == SMALL_ARMS:
        best = Mod("in a building", COVER_BONUS, "charge-boys.save.building")
    else:
        best = Mod("in the open", 0, "charge-boys.save.wall")
    if shelter.woods and settings.woods_save_bonus > best.value:
        best = Mod("in a wood", settings.woods_save_bonus, "charge-boys.save.wall")
    return [best] if best.value else []


def needs(save: str, source: str, shelter: Shelter, settings: Settings) -> Needs:
    """The dice that save; a 1 never does, a 6 always [save.limits, save.officer, artillery.effect-under-1]."""
    if save == NONE:
        return Needs(0, 0)
    men = SAVES[save] - total(cover_mods(source, shelter, settings))
    return Needs(max(ALWAYS_FAILS + 1, men), max(ALWAYS_FAILS + 1, men - OFFICER_BONUS))


@final
@dataclass(slots=True, unsafe_hash=True)
class Fallen:
    """Those whose saves failed; the General is counted apart."""

    men: int
    officers: int = 0
    general: bool = False


def save(blows: Blows, needed: Needs, dice: Dice, by: str = "") -> Fallen:
    """Throw the saves: men first, officers after them, the General last [save.every-hit, save.order]."""
    if needed.men == 0:
        return Fallen(blows.men, blows.officers, blows.general)
    why = Why("saving throws", "charge-boys.save.every-hit", by)
    saved = dice.ask(Count(blows.men, D6, needed.men, why)) if blows.men else 0
    why = Why("saving throw of an officer", "charge-boys.save.officer", by)
    officers = dice.ask(Count(blows.officers, D6, needed.officer, why)) if blows.officers else 0
    general = bool(dice.ask(Count(1, D6, needed.officer, why))) if blows.general else False
    return Fallen(blows.men - saved, blows.officers - officers, blows.general and not general)


@final
@dataclass(slots=True, unsafe_hash=True, init=False)
class Losses:
    """Figures a unit loses, its officers included, and whether the General with it falls."""

    killed: int
    officers: int
    general: bool

    def __init__(self, killed: int, officers: int = 0, general: bool = False) -> None:
        self.killed = killed
        self.officers = officers
        self.general = general


NO_LOSSES: Final[Losses] = Losses(0)


def losses(fallen: Fallen, body: Body, settings: Settings) -> Losses:
    """Who comes off: hits beyond the figures are wasted, officers go when nobody else is left.

    [core.remove-figures, musketry.hits, officer.hit-check]
    """
    if body.strength < 0:
        return Losses(fallen.men + fallen.officers, fallen.officers, fallen.general)
    men = min(fallen.men, body.strength - body.officers)
    officers = min(fallen.officers + fallen.men - men, body.officers)
    # The General goes with the last of his officers under officer_hits = last, and only then.
    lost_last = settings.officer_hits == "last" and men + officers == body.strength and body.strength > 0
    return Losses(men + officers, officers, fallen.general or (body.general and lost_last))
