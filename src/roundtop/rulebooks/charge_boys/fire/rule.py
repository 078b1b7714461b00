"""Small arms: ranges, who fires, dice and their modifiers."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D6, Total, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.formation import rule as formation_rule
from roundtop.rulebooks.charge_boys.options import PRINTED, Settings
from roundtop.table.measure import within

SMOOTHBORE_CARBINE: Final = "smoothbore-carbine"
SMOOTHBORE_MUSKET: Final = "smoothbore-musket"
RIFLED_CARBINE: Final = "rifled-carbine"
BREECH_CARBINE: Final = "breech-carbine"
INFERIOR_RIFLE: Final = "inferior-rifle"
SUPERIOR_RIFLE: Final = "superior-rifle"
BREECH_RIFLE: Final = "breech-rifle"
UNARMED: Final = "none"
"""No firearm at all: pistol and sabre [setup.muster]."""


@record(unsafe_hash=True)
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
BUCK: Final[Mod] = Mod("buck and ball", 0, "charge-boys.musketry.buck-negates")
VETERANS: Final[Mod] = Mod("Veteran", 1, "charge-boys.musketry.veteran")
GREENHORNS: Final[Mod] = Mod("Green", -1, "charge-boys.musketry.green")
FIRST_FIRE: Final[Mod] = Mod("first fire", 1, "charge-boys.musketry.first-fire")
AT_SKIRMISHERS: Final[Mod] = Mod("at skirmishers", -1, "charge-boys.musketry.at-skirmishers")
BUCK_ROUNDS: Final = 3
LINE_FIRES: Final = 2
"""Ranks of a line that fire [musketry.two-ranks]."""
FEWEST_MEN: Final = 3
"""Men who must be able to fire on a unit for it to be a target [musketry.target]."""
NO_CAP: Final = 1000


@record(unsafe_hash=True)
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
    return formation in (tables.ROAD_COLUMN, tables.CAVALRY_COLUMN)


def in_firing_ranks(ranks: Ranks) -> int:
    """Figures of every role in the ranks that fire; horse-holders are in none.

    [musketry.two-ranks, musketry.column-fire, musketry.skirmish-fire, musketry.mounted-fire, formation.mount]
    """
    if fires_never(ranks.formation):
        return 0
    there = ranks.strength
    if ranks.dismounted:
        there -= formation_rule.horse_holders(ranks.strength, ranks.settings)
    if ranks.formation == tables.LINE:
        return min(there, LINE_FIRES * ranks.files)
    if ranks.formation == tables.ATTACK_COLUMN:
        return min(there, ranks.settings.attack_column_fire_ranks * ranks.files)
    if ranks.formation == tables.CAVALRY_LINE:
        return min(there, ranks.settings.mounted_line_fire_ranks * ranks.files)
    return there


def firing_men(ranks: Ranks) -> int:
    """Men who fire [musketry.non-firers, terrain.building-garrison]."""
    men = max(0, in_firing_ranks(ranks) - ranks.non_firers)
    return garrison_share(men, ranks.settings) if ranks.formation == tables.GARRISON else men


def garrison_share(figures: int, settings: Settings) -> int:
    """Up to half of a garrison fire or fight at one side of the building [terrain.building-garrison]."""
    return tables.halved(figures, settings)


def ranks_refusal(ranks: Ranks) -> str:
    """The clause by which nobody fires, "" when somebody does [musketry.column-fire, musketry.remainder]."""
    if fires_never(ranks.formation):
        return "charge-boys.musketry.column-fire"
    return "" if tables.dice_for(firing_men(ranks), ranks.settings) else "charge-boys.musketry.remainder"


@record(unsafe_hash=True)
class Volley:
    """One unit's small arms at one target. `volley` is 1 or 2, the second being a breech-loader's."""

    weapon: str
    range: float
    men: int
    quality: str = tables.REGULAR
    first_fire: bool = False
    target_skirmish: bool = False
    buck_and_ball: bool = False
    buck_rounds: int = BUCK_ROUNDS
    halted: bool = False
    disordered: bool = False
    mounted: bool = False
    moved: bool = False
    volley: int = 1
    by: str = ""
    settings: Settings = PRINTED


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
    if mounted and settings.mounted_fires_once:
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
    if volley.disordered and volley.settings.disordered_fire == "none":
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
    if tables.dice_for(volley.men, volley.settings) == 0:
        return "charge-boys.musketry.remainder"
    return "" if volley_dice(volley) else "charge-boys.musketry.half-dice"


def volley_dice(volley: Volley) -> int:
    """Dice of a volley: one for six men, half of them for a halted or disordered unit.

    [musketry.dice-per-six, musketry.half-dice, morale.result-halt-small-arms, morale.disordered-effect]
    """
    dice = tables.dice_for(volley.men, volley.settings)
    return tables.halved(dice, volley.settings) if volley.halted or volley.disordered else dice


def volley_mods(volley: Volley) -> list[Mod]:
    """What is added to every die [core.modifiers, musketry.veteran, musketry.first-fire, musketry.at-skirmishers]."""
    mods = [BUCK if volley.buck_and_ball else RANGE_MODS[band(volley.weapon, volley.range)]]
    if volley.quality == tables.VETERAN:
        mods.append(VETERANS)
    if volley.quality == tables.GREEN:
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
    return Total(dice=dice, die=D6, why=why, adjust=adjust, floor=0, cap=most_hits(settings))


def volley_question(volley: Volley) -> Total:
    """The throw of a volley."""
    why = Why("volley", "charge-boys.musketry.hits", volley.by)
    return hits_of(volley_dice(volley), total(volley_mods(volley)), why, volley.settings)


def throw_volley(volley: Volley, dice: Dice) -> int:
    """Throw a volley; the hits [musketry.hits]."""
    return dice.ask(volley_question(volley))


def volley_save(volley: Volley) -> str:
    """The save against a volley [save.small-arms-class, save.buck-and-ball]."""
    return casualties_rule.REDUCED if volley.buck_and_ball else casualties_rule.NORMAL
