"""Small arms and guns: the range table, penalties, volleys and what they hit."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice import questions
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.infantry_action.options import PRINTED, Settings
from roundtop.table.measure import within


@record(frozen=True)
class Band:
    """A row of the range table: up to how many inches, and the lowest face that hits."""

    name: str
    limit: float
    hits_on: int
    clause: str


BANDS: Final[dict[str, tuple[Band, ...]]] = {
    "infantry": (
        Band("short", 12.0, 4, "infantry-action.shooting.infantry-short"),
        Band("long", 18.0, 5, "infantry-action.shooting.infantry-long"),
    ),
    "battery": (
        Band("canister", 10.0, 3, "infantry-action.artillery.canister"),
        Band("close", 18.0, 4, "infantry-action.artillery.close"),
        Band("long", 36.0, 5, "infantry-action.artillery.long"),
    ),
}
OUT: Final[Band] = Band("out", 0.0, 0, "infantry-action.shooting.band-edges")
"""Beyond the last band."""
REACH: Final[dict[str, tuple[float, ...]]] = {
    "rifle-musket": (12.0, 18.0),
    "smoothbore-musket": (6.0, 12.0),
    "breech-loading-rifle": (12.0, 18.0),
    "repeating-rifle": (12.0, 18.0),
    "carbine": (8.0, 14.0),
    "shotgun": (3.0, 5.0),
    "pistol-and-sabre": (2.0, 3.0),
    "12-pdr-napoleon": (10.0, 18.0, 36.0),
    "6-pdr": (8.0, 14.0, 28.0),
    "3-inch-rifle": (6.0, 18.0, 48.0),
    "10-pdr-parrott": (6.0, 18.0, 48.0),
}
"""Limits of the bands under weapon_effect = range [setup.weapons]."""
AFTER_ROUT: Final[Mod] = Mod("has routed", -1, "infantry-action.shooting.reduced-after-rout")
COVER: Final[Mod] = Mod("target in cover", -1, "infantry-action.shooting.no-cover")
SIXES_FOR_A_BATTERY: Final = 2
"""Sixes that destroy a battery: both of one gun [artillery.double-six], or two of a unit's by the house rule."""
GUN_DICE: Final = 2
LEFT_UP_TO: Final = 3
"""Highest face that sends the second hit to the gunner's left [artillery.second-hit]."""
SHOOTING_ORDERS: Final[dict[str, tuple[str, ...]]] = {
    "shooting": ("fire",),
    "charge": ("fire", "opportunity-fire"),
    "react": ("opportunity-fire",),
    "movement": ("opportunity-fire",),
}
"""Orders that shoot at each moment of a turn [shooting.needs-order, opportunity.terms]."""


def band(kind: str, distance: float, weapon: str, settings: Settings) -> Band:
    """The band in which a range falls; a limit belongs to the nearer one.

    [shooting.band-edges, artillery.canister-automatic, setup.weapons]
    """
    bands = BANDS[kind]
    # A weapon without a row of its own, and a unit whose weapon is not named, shoots as printed.
    reach = REACH.get(weapon) if settings.weapon_effect == "range" else None
    for place, row in enumerate(bands):
        if within(distance, row.limit if reach is None else reach[place]):
            return row
    return OUT


def penalties(kind: str, routed_before: bool, in_cover: bool, settings: Settings) -> list[Mod]:
    """What is taken off every die thrown at an infantry stand [shooting.no-cover, shooting.reduced-after-rout]."""
    mods: list[Mod] = []
    if kind == "infantry" and routed_before and settings.rout_fire_penalty == "die":
        mods.append(AFTER_ROUT)
    if in_cover and settings.cover_from_fire:
        mods.append(COVER)
    return mods


def needs(row: Band, mods: list[Mod]) -> int:
    """The lowest natural face that hits: 7 when the penalties leave none, 0 when out of range."""
    return 0 if row is OUT else row.hits_on - total(mods)


def may_shoot(
    order: str,
    moment: str,
    shot_already: bool,
    in_combat: bool,
    target_valid_now: bool,
    target_moved: bool,
    target_valid_at_turn_start: bool,
    target_in_combat: bool,
    settings: Settings,
) -> str:
    """The clause by which a unit may not shoot at an enemy unit now, "" when it may.

    [shooting.needs-order, shooting.once-per-turn, shooting.not-into-combat, chargefire.who, opportunity.terms]
    """
    if order not in SHOOTING_ORDERS[moment] or (moment == "movement" and settings.opportunity_fire != "movement"):
        return "infantry-action.shooting.needs-order"
    if shot_already:
        return "infantry-action.shooting.once-per-turn"
    if moment == "shooting" and (in_combat or target_in_combat):
        return "infantry-action.shooting.not-into-combat"
    if moment == "charge" and in_combat:
        return "infantry-action.chargefire.who"
    if not target_valid_now:
        return "infantry-action.shooting.nominated-stand"
    caught = moment in ("react", "movement")
    if caught and (in_combat or target_valid_at_turn_start or (moment == "react" and not target_moved)):
        return "infantry-action.opportunity.terms"
    return ""


@record(unsafe_hash=True)
class Shot:
    """One shooting stand and the stand it has nominated [shooting.nominated-stand]."""

    stand: int
    target: int
    distance: float
    in_cover: bool = False


@record(unsafe_hash=True)
class Volley:
    """The shots of one infantry unit at the stands of one enemy unit, in the order thrown."""

    shots: tuple[Shot, ...]
    routed_before: bool = False
    target_charging: bool = False
    target_kind: str = "infantry"
    weapon: str = ""
    by: str = ""
    settings: Settings = PRINTED


@record(unsafe_hash=True)
class Salvo:
    """What came of a volley or a gun's fire: stands removed, or [stand, markers] on a charger, ascending."""

    hits: int
    removed: tuple[int, ...] = ()
    markers: tuple[tuple[int, int], ...] = ()
    battery_destroyed: bool = False


def volley_refusal(volley: Volley) -> str:
    """The clause that forbids a volley, "" when none does [artillery.infantry-against-battery, shooting.band-edges]."""
    if volley.target_kind == "battery" and volley.settings.infantry_vs_battery == "none":
        return "infantry-action.artillery.infantry-against-battery"
    for shot in volley.shots:
        if band("infantry", shot.distance, volley.weapon, volley.settings) is OUT:
            return OUT.clause
    return ""


def thrown(volley: Volley) -> tuple[Shot, ...]:
    """The shots that are thrown: one die a stand [shooting.one-die-per-stand, shooting.reduced-after-rout]."""
    if volley.routed_before and volley.settings.rout_fire_penalty == "fewer-dice":
        return volley.shots[:-1]
    return volley.shots


def shot_needs(volley: Volley, shot: Shot) -> int:
    """The face that one shot needs [shooting.infantry-short, shooting.infantry-long]."""
    row = band("infantry", shot.distance, volley.weapon, volley.settings)
    return needs(row, penalties("infantry", volley.routed_before, shot.in_cover, volley.settings))


def volley(situation: Volley, dice: Dice) -> Salvo:
    """Throw a volley: each hit takes off the stand nominated, or marks it if it charges.

    [shooting.one-die-per-stand, shooting.hit-removes-stand, shooting.surplus-hits, chargefire.marker]
    """
    shots = thrown(situation)
    if not shots:
        return Salvo(0)
    if situation.target_kind == "battery":
        return _volley_at_battery(situation, len(shots), dice)
    why = questions.Why("volley", "infantry-action.shooting.one-die-per-stand", situation.by)
    bits = dice.ask(questions.Which(questions.D6, tuple([shot_needs(situation, shot) for shot in shots]), why))
    struck = [shot.target for place, shot in enumerate(shots) if bits >> place & 1]
    return _salvo(struck, situation.target_charging)


def _volley_at_battery(situation: Volley, shots: int, dice: Dice) -> Salvo:
    """Two natural sixes of one unit, by the house rule [artillery.infantry-against-battery]."""
    why = questions.Why("volley at a battery", "infantry-action.artillery.infantry-against-battery", situation.by)
    sixes = dice.ask(questions.Count(shots, questions.D6, 6, why))
    return Salvo(sixes, battery_destroyed=sixes >= SIXES_FOR_A_BATTERY)


def _salvo(struck: list[int], charging: bool) -> Salvo:
    """Hits on stands: surplus ones are wasted, but markers add up [shooting.surplus-hits, chargefire.marker]."""
    stands = sorted(set(struck))
    if charging:
        return Salvo(len(struck), markers=tuple([(stand, struck.count(stand)) for stand in stands]))
    return Salvo(len(struck), removed=tuple(stands))


@record(unsafe_hash=True)
class GunShot:
    """One gun and the stand, or the battery, it aims at. `already_hit` are stands hit earlier in the step."""

    distance: float
    target_kind: str = "infantry"
    target: int = 1
    target_stands: int = 1
    faces_gun: bool = True
    target_charging: bool = False
    already_hit: tuple[int, ...] = ()
    in_cover: bool = False
    weapon: str = ""
    by: str = ""
    settings: Settings = PRINTED


def gun_refusal(shot: GunShot) -> str:
    """The clause that forbids a shot, "" when none does [shooting.band-edges, artillery.counter-battery-terms]."""
    return OUT.clause if band("battery", shot.distance, shot.weapon, shot.settings) is OUT else ""


def gun_needs(shot: GunShot) -> int:
    """The face that each of a gun's two dice needs [artillery.canister, artillery.close, artillery.long]."""
    row = band("battery", shot.distance, shot.weapon, shot.settings)
    return needs(row, penalties("battery", False, shot.in_cover, shot.settings))


def gun(shot: GunShot, dice: Dice) -> Salvo:
    """Two dice: one hit strikes the stand aimed at, the second its neighbour.

    [artillery.two-dice, artillery.hit-destroys, artillery.second-hit, chargefire.artillery]
    """
    if shot.target_kind == "battery":
        why = questions.Why("counter-battery fire", "infantry-action.artillery.double-six", shot.by)
        destroyed = dice.ask(questions.Count(GUN_DICE, questions.D6, 6, why)) >= SIXES_FOR_A_BATTERY
        return Salvo(1 if destroyed else 0, battery_destroyed=destroyed)
    hits = dice.ask(
        questions.Count(
            GUN_DICE, questions.D6, gun_needs(shot), questions.Why("gun", "infantry-action.artillery.two-dice", shot.by)
        )
    )
    struck = [shot.target][:hits]
    if hits == GUN_DICE and shot.target_stands > 1:
        why = questions.Why("side of the second hit", "infantry-action.artillery.second-hit", shot.by)
        struck.append(neighbour(shot, dice.ask(questions.Band(questions.D6, (LEFT_UP_TO,), why)) == 0))
    if not shot.target_charging:
        struck = [stand for stand in struck if stand not in shot.already_hit]
    salvo = _salvo(struck, shot.target_charging)
    return Salvo(hits, salvo.removed, salvo.markers)


def neighbour(shot: GunShot, gunners_left: bool) -> int:
    """The stand beside the one aimed at; past the end of the line, the one on the other side.

    [artillery.second-hit, artillery.no-neighbour]
    """
    step = 1 if gunners_left == shot.faces_gun else -1
    beside = shot.target + step
    return beside if 1 <= beside <= shot.target_stands else shot.target - step
