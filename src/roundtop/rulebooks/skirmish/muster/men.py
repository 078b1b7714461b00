"""The units of a side as parties of men with their arms, classes and leaders."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scenario import GUN_ARMS, RANKS, Commander, MusterError, Regiment, Scenario, Side, senior
from roundtop.kit import muster
from roundtop.record import record
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.fire import rule as fire_rule
from roundtop.rulebooks.skirmish.muster import names, values
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.state import FOOT, MOUNTED, NCO, PRIVATE, Firearm
from roundtop.rulebooks.skirmish.weapons import rule as weapons_rule

MOST_GROUPS: Final = 6
CREW: Final = 6
"""Men to a gun [setup.muster-guns]."""
RATED: Final = {"poor": -1, "average": 0, "good": 1, "excellent": 1}
"""Steps of class that an officer's rating is worth [setup.muster-leaders]."""
LOWEST_OFFICER: Final = "lieutenant"


OFFICERS_ARMS: Final = ("pistol-and-sabre",)


@record(frozen=True)
class Issue:
    """What an arm of history is here: its row of the shooting table ("" for none), its melee word and its marks."""

    shooting: str
    melee: str
    breech: bool = False
    repeating: bool = False


ISSUED: Final[dict[str, Issue]] = {
    "rifle-musket": Issue("minie-rifle", "bayonet"),
    "inferior-rifle": Issue("minie-rifle", "bayonet"),
    "smoothbore-musket": Issue("musket", "bayonet"),
    "breech-loading-rifle": Issue("repeating-bl-rifle", "bayonet"),
    "repeating-rifle": Issue("repeating-bl-rifle", "butt", repeating=True),
    "carbine": Issue("minie-carbine", "butt", breech=True),
    "muzzle-loading-carbine": Issue("minie-carbine", "butt"),
    "breech-loading-carbine": Issue("minie-carbine", "butt", breech=True),
    "repeating-carbine": Issue("minie-carbine", "butt", breech=True, repeating=True),
    "smoothbore-carbine": Issue("smoothbore-carbine", "butt"),
    "shotgun": Issue("shotgun", "butt"),
    "pistol": Issue("pistol", "pistol", repeating=True),
    "sabre": Issue("", "sabre"),
    "pistol-and-sabre": Issue("pistol", "sabre and pistol", repeating=True),
    "lance": Issue("", "lance"),
    "unarmed": Issue("", ""),
}
"""Historical arms by the rows of the ledger [setup.muster-weapons]."""
MISSILE: Final[Issue] = Issue("hand-hurled", "")


@record
class Man:
    """A man of a unit before he stands anywhere."""

    id: str
    name: str
    quality: str
    arms: tuple[str, ...]
    regiment: Regiment
    role: str = PRIVATE


@record
class Party:
    """A group before it stands anywhere; its NCO, if it has one, comes first."""

    id: str
    name: str
    regiment: Regiment
    men: list[Man]
    headless: bool = False


def arm_of(regiment: Regiment) -> str:
    """Foot, or mounted unless listed as dismounted [setup.muster]."""
    rides = regiment.arm in ("cavalry", "mounted-infantry") and not regiment.dismounted
    return MOUNTED if rides else FOOT


def strength(scenario: Scenario, regiment: Regiment) -> int:
    """One man is one figure; a gun has a crew of six unless the scenario says otherwise [setup.muster-guns]."""
    if regiment.arm in GUN_ARMS:
        return int(values.number(scenario, "crew", regiment.id, 1, 500)) or CREW * regiment.guns
    return regiment.men


def sizes(men: int, settings: Settings) -> list[int]:
    """The groups of a unit, as equal as can be, the larger first [setup.muster]."""
    if men <= settings.group_max:
        return [men]
    wanted = (2 * men + settings.group_stock) // (2 * settings.group_stock)
    count = max(min(wanted, men // settings.group_min), -(-men // settings.group_max), 1)
    return muster.shares(men, count)


def parties_of(scenario: Scenario, side: Side, settings: Settings) -> list[Party]:
    """A side's groups: large units split, small ones joined to others [setup.muster, setup.group-make-up]."""
    units = [r for r in scenario.regiments if r.side == side.id and not is_herd(scenario, r)]
    parties: list[Party] = []
    small: list[Regiment] = []
    for regiment in units:
        if strength(scenario, regiment) <= settings.group_min:
            small.append(regiment)
        else:
            parties.extend(split(scenario, regiment, settings))
    for regiment in small:
        join(scenario, regiment, parties, settings)
    if len(parties) > MOST_GROUPS:
        raise MusterError(
            f"{side.id}: {len(parties)} groups are too many for this rulebook, which takes at most {MOST_GROUPS} a"
            " side; name the companies or parties that fight here"
        )
    for party in parties:
        lead(scenario, side, party, [p for p in parties if p.regiment.id == party.regiment.id])
    return parties


def is_herd(scenario: Scenario, regiment: Regiment) -> bool:
    """Whether a unit's men are beasts [movement.animals-actions]."""
    return values.said(scenario, "animals", regiment.id) == "true"


def split(scenario: Scenario, regiment: Regiment, settings: Settings) -> list[Party]:
    men = men_of(scenario, regiment)
    parts = sizes(len(men), settings)
    parties: list[Party] = []
    for part, size in enumerate(parts, 1):
        id = regiment.id if len(parts) == 1 else f"{regiment.id}.{part}"
        name = regiment.name if len(parts) == 1 else f"{regiment.name}, group {part}"
        parties.append(Party(id, name, regiment, men[:size]))
        men = men[size:]
    return parties


def join(scenario: Scenario, regiment: Regiment, parties: list[Party], settings: Settings) -> None:
    """A unit too small joins the smallest group of its side, arm and place, or stands alone [setup.muster]."""
    men = men_of(scenario, regiment)
    hosts = [
        party
        for party in parties
        if arm_of(party.regiment) == arm_of(regiment)
        and same_place(party.regiment, regiment)
        and len(party.men) + len(men) <= settings.group_max
    ]
    if hosts:
        host = min(hosts, key=_size)
        host.men.extend(men)
        return
    parties.append(Party(regiment.id, regiment.name, regiment, men, len(men) < settings.group_min))


def _size(party: Party) -> int:
    return len(party.men)


def same_place(one: Regiment, other: Regiment) -> bool:
    """Both on the table from the start, both to deploy, or arriving together [setup.muster]."""
    a, b = one.arrives, other.arrives
    if a is None or b is None:
        return a is None and b is None and (one.place is None) == (other.place is None)
    return a.minute == b.minute and a.x == b.x and a.y == b.y


def men_of(scenario: Scenario, regiment: Regiment) -> list[Man]:
    """A unit's men, numbered, with their arms and classes [setup.muster, setup.muster-weapons]."""
    count = strength(scenario, regiment)
    side, before = regiment.side, _before(scenario, regiment)
    arms = arms_of(scenario, regiment, count)
    classes = classes_of(scenario, regiment, count)
    return [
        Man(f"{regiment.id}-{n + 1:02d}", names.private(scenario, side, before + n), classes[n], arms[n], regiment)
        for n in range(count)
    ]


def _before(scenario: Scenario, regiment: Regiment) -> int:
    """How many men of the side come before a unit on the roll, which goes by the units' ids."""
    own = [one for one in scenario.regiments if one.side == regiment.side and one.id < regiment.id]
    return sum([strength(scenario, one) for one in own if not is_herd(scenario, one)])


def classes_of(scenario: Scenario, regiment: Regiment, count: int) -> list[str]:
    """The unit's quality, or what a scenario gives so many of its first men: `men = ["2 elite"]` [setup.muster]."""
    classes = [regiment.quality] * count
    first = 0
    for words in values.listed(scenario, "men", regiment.id):
        many, _, quality = words.partition(" ")
        if not many.isdigit() or quality not in tables.CLASSES:
            raise MusterError(
                f"{regiment.id}.values.{values.RULEBOOK}.men: '{words}' should be like '2 elite', a number and one of"
                f" {', '.join(tables.CLASSES)}"
            )
        for n in range(first, min(count, first + int(many))):
            classes[n] = quality
        first += int(many)
    return classes


def arms_of(scenario: Scenario, regiment: Regiment, count: int) -> list[tuple[str, ...]]:
    """Each man's arms: the first listed to the lowest numbers, what all carry besides to everybody.

    Men for whom no arm is listed get the first; guns' crews only what the scenario gives them. [setup.muster-weapons]
    """
    small = [weapon for weapon in regiment.weapons if weapon.kind in ISSUED]
    also = tuple(values.listed(scenario, "also", regiment.id))
    issued: list[str] = []
    listed_for = sum([weapon.number for weapon in small])
    for place, weapon in enumerate(small):
        extra = max(0, count - listed_for) if place == 0 else 0
        issued.extend([weapon.kind] * (weapon.number + extra))
    if not issued:
        issued = ["unarmed" if regiment.arm in GUN_ARMS else "rifle-musket"] * count
    bare = values.said(scenario, "bayonets", regiment.id)
    marked = ("no bayonet",) if bare == "false" else ("bayonet",) if bare == "true" else ()
    return [(arm, *also, *marked) for arm in issued[:count]]


def lead(scenario: Scenario, side: Side, party: Party, fellows: list[Party]) -> None:
    """Named officers and NCOs lead their unit's groups, the senior the first; the rest have nameless NCOs.

    [setup.muster-leaders]
    """
    if party.headless:
        return
    first = party.men[0]
    first.role = NCO
    first.name = names.sergeant(first.name)
    named = leaders(scenario, side, party.regiment)
    place = [fellow.id for fellow in fellows].index(party.id)
    if place < len(named):
        chief = named[place]
        first.name = chief.name
        first.quality = tables.shifted(first.quality, RATED[chief.rating or "average"])
        if is_officer(chief):
            first.arms = OFFICERS_ARMS


def chief_of(scenario: Scenario, side: Side) -> Commander | None:
    """The senior officer of a side; of equals he who is named for the whole of it [setup.muster-leaders]."""
    found = senior(scenario, side.id)
    for other in scenario.commanders:
        if found is not None and other.side == side.id and other.rank == found.rank and not other.formation:
            return other
    return found


def is_officer(commander: Commander) -> bool:
    return RANKS.index(commander.rank) <= RANKS.index(LOWEST_OFFICER)


def leaders(scenario: Scenario, side: Side, regiment: Regiment) -> list[Commander]:
    """Those named for a unit, or for the formation of which it is the first, but the force commander.

    [setup.muster-leaders]
    """
    chief = chief_of(scenario, side)
    own = [c for c in scenario.commanders if c.side == side.id and c is not chief and c.formation == regiment.id]
    for one in scenario.commanders:
        under = [r.id for r in scenario.regiments if r.formation == one.formation and one.formation]
        if one.side == side.id and one is not chief and under and min(under) == regiment.id:
            own.append(one)
    own.sort(key=_seniority)
    return own


def _seniority(commander: Commander) -> tuple[int, str]:
    return (RANKS.index(commander.rank), commander.id)


def firearms(scenario: Scenario, arms: tuple[str, ...], regiment: str, settings: Settings) -> tuple[Firearm, ...]:
    """A man's shooting weapons, loaded unless he is surprised [setup.muster-weapons, setup.start-loaded]."""
    word = values.said(scenario, "loaded", regiment)
    loaded = settings.start_loaded if not word else word == "true"
    found: list[Firearm] = []
    for arm in arms:
        issue = ISSUED.get(arm, MISSILE)
        if arm in ("bayonet", "no bayonet") or issue.shooting not in weapons_rule.SHOOTING:
            continue
        breech = issue.breech and issue.shooting in fire_rule.MARKABLE
        progress = fire_rule.full(issue.shooting, breech, issue.repeating, settings) if loaded else 0
        found.append(Firearm(issue.shooting, breech, issue.repeating, progress))
    return tuple(found)


def melee_of(arms: tuple[str, ...], mounted: bool) -> str:
    """The melee category of a man with these arms [setup.weapon-categories, setup.muster-weapons]."""
    words = [ISSUED[arm].melee for arm in arms if arm in ISSUED]
    bayonet = ("bayonet" in words and "no bayonet" not in arms) or "bayonet" in arms
    if mounted and "lance" in words:
        return "lance"
    if bayonet and not mounted:
        return "bayonet"
    if "sabre and pistol" in words or ("sabre" in words and "pistol" in words):
        return "sword-pistol"
    return "butt-sword" if [word for word in words if word] else "improvised"
