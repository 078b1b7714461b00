"""What several chapters read: arms, small arms, and a unit as the rules of fighting see it."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.chamberlain.options import Settings

INWARDS: Final = {"south": 0, "west": 9000, "north": 18000, "east": 27000}
FACES: Final = 6
INFANTRY: Final = "infantry"
CAVALRY: Final = "cavalry"
RIDERS: Final = ("cavalry", "mounted-infantry")
"""The arms that mount and dismount [unit.trait-cc]."""
GUNS: Final = ("artillery", "horse-artillery")
ARMS: Final = ("infantry", "cavalry", "mounted-infantry", "artillery", "horse-artillery")
UNIT_TRAITS: Final = ("impetuous", "SS", "RH", "RANGE", "YH", "RY")
OFFICER_TRAITS: Final = ("I", "SF", "H", "A", "C", "V", "INT", "IMB", "MOB")
YELLS: Final = ("YH", "RY")


def mounted_now(arm: str, mounted: bool) -> bool:
    """Whether a unit is in the saddle; other arms ignore the state [setup.arms]."""
    return mounted and arm in RIDERS


def fights_as_infantry(arm: str, mounted: bool) -> bool:
    """Whether a unit counts as infantry for fire and melee: dismounted riders do [setup.arms]."""
    return arm == INFANTRY or (arm in RIDERS and not mounted)


@record(frozen=True)
class Weapon:
    """A small arm: its note on the sheets, bonus dice at volley range, the face that hits, how far it reaches."""

    note: str
    bonus: int
    hit_on: int
    reach: float
    clause: str

    @property
    def repeats(self) -> bool:
        """Whether it is one of the RR weapons, which hit on 5 and 6."""
        return self.hit_on < HITS_ON

    @property
    def defends(self) -> bool:
        """Whether it earns the frontal-defence die."""
        return self.bonus > 0 or self.repeats


VOLLEY_BW: Final = 1.0
SKIRMISH_BW: Final = 2.0
HITS_ON: Final = 6
"""Sixes hit, with most weapons [fire.to-hit]."""

WEAPONS: Final[dict[str, Weapon]] = {
    "rifle-musket": Weapon("", 0, HITS_ON, 2.0, "chamberlain.unit.weapon-rifle-musket"),
    "smoothbore": Weapon("+1/-", 1, HITS_ON, 2.0, "chamberlain.unit.weapon-smoothbore"),
    "shotgun": Weapon("+1/0", 1, HITS_ON, 1.0, "chamberlain.unit.weapon-shotgun"),
    "carbine": Weapon("", 0, HITS_ON, 1.0, "chamberlain.unit.weapon-carbine"),
    "repeating-carbine": Weapon("5,6/0", 0, 5, 1.0, "chamberlain.unit.weapon-repeating-carbine"),
    "breechloading-carbine": Weapon("5,6/0", 0, 5, 1.0, "chamberlain.unit.weapon-breechloading-carbine"),
    "repeating-rifle": Weapon("5,6", 0, 5, 2.0, "chamberlain.unit.weapon-repeating-rifle"),
    "breechloading-rifle": Weapon("5,6", 0, 5, 2.0, "chamberlain.unit.weapon-breechloading-rifle"),
    "sabre-pistol": Weapon("none", 0, HITS_ON, 0.0, "chamberlain.unit.weapon-carbine"),
}
NO_FIREARM: Final = "sabre-pistol"
OTHER_WAY_ABOUT: Final[dict[str, float]] = {"shotgun": 2.0, "smoothbore": 1.0}
"""How far these reach when 0 and - after the stroke change meanings [unit.weapon-notation]."""


def weapon_of(arm: str, noted: str, settings: Settings) -> str:
    """The small arm a unit carries, "" noted: that of its arm [unit.weapon-rifle-musket, unit.weapon-carbine]."""
    if noted:
        return noted
    return settings.weapon_cavalry_default if arm == CAVALRY else "rifle-musket"


def reach_of(weapon: str, settings: Settings) -> float:
    """How far a small arm fires [unit.weapon-notation]."""
    if settings.weapon_slash_zero == "no-bonus" and weapon in OTHER_WAY_ABOUT:
        return OTHER_WAY_ABOUT[weapon]
    return WEAPONS[weapon].reach


@record(unsafe_hash=True)
class Troops:
    """A unit in fire or melee. `officer` None: nobody is attached; `lent`: he stands with another unit of the two
    he serves, so that he shares no fate but that of the die he gives.
    """

    arm: str = INFANTRY
    elan: int = 0
    fatigue: int = 0
    ammo: int = 0
    start_ammo: int = 99
    weapon: str = ""
    mounted: bool = True
    moved: str = "none"
    traits: tuple[str, ...] = ()
    officer: tuple[str, ...] | None = None
    level: int = 0
    in_cover: bool = False
    on_crest: bool = False
    concealed: bool = False
    in_contact: bool = False
    limbered: bool = False
    lent: bool = False


def led_by(troops: Troops, trait: str) -> bool:
    """Whether an officer with this trait serves a unit [command.attached]."""
    return troops.officer is not None and trait in troops.officer


def led_as_infantry(troops: Troops, trait: str) -> bool:
    """Whether a unit has the benefit of an officer who serves infantry only [trait.infantry-only]."""
    return led_by(troops, trait) and fights_as_infantry(troops.arm, troops.mounted)


def current_elan(elan: int, fatigue: int) -> int:
    """Elan less fatigue, never below 0 [fatigue.effect, unit.elan]."""
    return max(0, elan - fatigue)


def ammo_dice(ammo: int, settings: Settings) -> int:
    """The dice a battery rolls for its unmarked boxes [unit.ammo]."""
    if settings.artillery_ammo_track == "stepped":
        return ammo // 2 + 2 if ammo else 0
    return ammo


def boxes(start: int, settings: Settings) -> int:
    """The ammunition boxes of a battery with this starting number [unit.ammo]."""
    return 2 * start - 4 if settings.artillery_ammo_track == "stepped" else start


def dice_words(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def half(dice: int, settings: Settings) -> int:
    """Half of some dice, at least one [setup.rounding]."""
    return max(1, dice // 2) if settings.fire_half_rounding == "down" else (dice + 1) // 2
