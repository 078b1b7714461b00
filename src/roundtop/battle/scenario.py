"""A battle as history gives it: ground in yards, orders of battle, time in minutes; no rulebook's terms."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.table.ground import Ground
from roundtop.table.pose import Point

SIDES: Final = ("union", "confederate")
EDGES: Final = ("north", "east", "south", "west")
DEPLOYMENTS: Final = ("placed", "zones")

RANKS: Final = (
    "general",
    "lieutenant-general",
    "major-general",
    "brigadier-general",
    "colonel",
    "lieutenant-colonel",
    "major",
    "captain",
    "lieutenant",
    "sergeant",
    "corporal",
)
RATINGS: Final = ("poor", "average", "good", "excellent")
QUALITIES: Final = ("green", "regular", "veteran", "elite")
LEVELS: Final = ("army", "corps", "division", "brigade")

ARMS: Final = (
    "infantry",
    "sharpshooters",
    "engineers",
    "cavalry",
    "mounted-infantry",
    "artillery",
    "horse-artillery",
)
GUN_ARMS: Final = ("artillery", "horse-artillery")
SMALL_ARMS: Final = (
    "rifle-musket",
    "inferior-rifle",
    "smoothbore-musket",
    "breech-loading-rifle",
    "repeating-rifle",
    "carbine",
    "muzzle-loading-carbine",
    "breech-loading-carbine",
    "repeating-carbine",
    "smoothbore-carbine",
    "shotgun",
    "pistol-and-sabre",
    "pistol",
    "sabre",
    "lance",
    "unarmed",
)
GUNS: Final = ("12-pdr-napoleon", "6-pdr", "howitzer", "3-inch-rifle", "10-pdr-parrott", "20-pdr-parrott")

AREAS: Final = (
    "woods",
    "open-woods",
    "orchard",
    "corn",
    "crops",
    "ploughed",
    "rough",
    "marsh",
    "swamp",
    "pond",
    "town",
    "building",
    "cliff",
)
# A stream can be waded anywhere, a creek is a fordable river, a river is deep and has only its crossings.
LINES: Final = (
    "wall",
    "fence",
    "hedge",
    "bank",
    "earthwork",
    "breastwork",
    "abatis",
    "chevaux-de-frise",
    "sunken-road",
    "railway-cutting",
    "stream",
    "creek",
    "river",
    "crest",
)
ROADS: Final = ("pike", "road", "lane", "railway")
CROSSINGS: Final = ("ford", "bridge")
WINNERS: Final = ("union", "confederate", "draw")
ESTIMATES: Final = ("men", "guns", "weapon", "place", "arrives", "commander")


class MusterError(ValueError):
    """A scenario that a rulebook cannot muster; names the field."""


@record
class Side:
    """One of the two armies; its men fall back towards `edge`, and `friendly` names further edges it owns.

    `briefing` is what its players are told: what they must do, with what, and how likely it is.
    """

    id: str
    name: str
    edge: str
    friendly: tuple[str, ...] = ()
    exits: tuple[str, ...] = ()
    briefing: str = ""


@record
class Formation:
    """An army, corps, division or brigade; `parent` is the formation above it, "" for the highest here."""

    id: str
    name: str
    side: str
    level: str
    parent: str = ""


@record
class Commander:
    """An officer; he leads `formation`: the id of a formation or regiment, or "" for his side."""

    id: str
    name: str
    side: str
    rank: str
    formation: str
    rating: str | None = None
    place: Point | None = None


@record
class Arrival:
    """When and where a reinforcement comes on: `width` yards of the table edge, centred on x, y."""

    minute: int
    x: float
    y: float
    width: float = 0.0
    certain: bool = False
    known: bool = False


@record
class Weapon:
    """So many men carry, or so many guns of the battery are, this kind."""

    kind: str
    number: int


@record
class Regiment:
    """A regiment, battery, company or party; `place` is the middle of its front, `facing` in 0.01 degrees.

    Placed regiments always have a facing. One that arrives may have a place too: where a battery is set down.
    `formation` is the one it is listed under, `brigade` and `division` those it belongs to; "" for none.
    `concealed` None leaves it to the rulebook. `estimates` are the things said of it that no source gives.
    """

    id: str
    name: str
    side: str
    arm: str
    men: int
    guns: int
    weapons: tuple[Weapon, ...]
    quality: str
    brigade: str
    division: str
    formation: str = ""
    place: Point | None = None
    facing: int | None = None
    arrives: Arrival | None = None
    dismounted: bool = False
    concealed: bool | None = None
    estimates: tuple[str, ...] = ()


@record
class Zone:
    """Where a side may deploy by hand."""

    side: str
    outline: tuple[Point, ...]


@record
class Objective:
    """Ground worth holding; `side` "" counts for both, `holder` has it at the start ("" nobody).

    No radius: as the rulebook has it. `points` multiply what the rulebook gives for one objective.
    A side holding every `decisive` objective open to it wins at once.
    """

    id: str
    name: str
    x: float
    y: float
    radius: float | None = None
    points: int = 1
    side: str = ""
    holder: str = ""
    decisive: bool = False


@record
class Seat:
    """One player's part of a side; a scenario without seats has one player a side."""

    id: str
    name: str
    side: str
    formations: tuple[str, ...]


@record
class Loss:
    """What a side really lost: `men` in all, and in parts where they are known; `source` says who counted."""

    side: str
    men: int
    killed: int = 0
    wounded: int = 0
    missing: int = 0
    guns: int = 0
    estimate: bool = False
    source: str = ""


@record
class History:
    """How the battle really ended; `winner` "" where nobody says."""

    winner: str
    outcome: str
    losses: tuple[Loss, ...] = ()


@record
class Value:
    """What a scenario says for one rulebook alone, about itself ("") or the regiment or commander named."""

    rulebook: str
    about: str
    name: str
    text: str


@record
class Scenario:
    """A whole battle before any rulebook has mustered it; distances in yards, times in minutes."""

    id: str
    title: str
    date: str
    story: str
    sources: tuple[str, ...]
    rulebooks: tuple[str, ...]
    minutes: int
    ground: Ground
    sides: tuple[Side, ...]
    formations: tuple[Formation, ...]
    commanders: tuple[Commander, ...]
    regiments: tuple[Regiment, ...]
    deployment: str = "placed"
    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()
    seats: tuple[Seat, ...] = ()
    values: tuple[Value, ...] = ()
    version: int = 1
    clock: str = ""
    attacker: str = ""
    first: str = ""
    contour: float = 10.0
    visibility: float | None = None
    history: History | None = None
    estimates: tuple[str, ...] = ()


def commonest(weapons: tuple[Weapon, ...]) -> str:
    """The kind carried most, the one listed first if equal; "" where nothing is listed."""
    best = ""
    most = 0
    for weapon in weapons:
        if weapon.number > most:
            best, most = weapon.kind, weapon.number
    return best


def senior(scenario: Scenario, side: str) -> Commander | None:
    """The highest in rank of a side, the one listed first if equal."""
    best: Commander | None = None
    for commander in scenario.commanders:
        if commander.side != side:
            continue
        if best is None or RANKS.index(commander.rank) < RANKS.index(best.rank):
            best = commander
    return best


def level(scenario: Scenario, commander: Commander) -> str:
    """What an officer leads: army (the whole side), corps, division, brigade, or "regiment"."""
    if not commander.formation:
        return "army"
    for formation in scenario.formations:
        if formation.id == commander.formation:
            return formation.level
    return "regiment"


def value(scenario: Scenario, rulebook: str, name: str, about: str = "") -> str | None:
    """What the scenario says for one rulebook under this name, or None."""
    for found in scenario.values:
        if found.rulebook == rulebook and found.about == about and found.name == name:
            return found.text
    return None


def whole_number(scenario: Scenario, rulebook: str, name: str, about: str, limits: tuple[int, int]) -> int:
    """A whole number the scenario gives for one rulebook; 0 where it gives none."""
    text = value(scenario, rulebook, name, about)
    if text is None:
        return 0
    low, high = limits
    if not text.isdigit() or not low <= int(text) <= high:
        field = f"{about}.values.{rulebook}.{name}" if about else f"values.{rulebook}.{name}"
        raise MusterError(f"{field}: expected a whole number from {low} to {high}, found '{text}'")
    return int(text)
