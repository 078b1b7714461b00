"""The shape of a battle file: one class for each table a designer writes."""

from __future__ import annotations

import datetime
from typing import Annotated

from msgspec import Meta, Struct

from roundtop.battle import bounds
from roundtop.battle import scenario as vocabulary

Where = tuple[str | int, ...]
Pair = tuple[float, float]
Outline = list[Pair]

Yards = Annotated[float, Meta(gt=0, le=bounds.NUMBERS["width"])]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Minutes = Annotated[int, Meta(ge=1, le=bounds.NUMBERS["minutes"])]
Men = Annotated[int, Meta(ge=1, le=bounds.NUMBERS["men"])]
Guns = Annotated[int, Meta(ge=1, le=bounds.NUMBERS["guns"])]
Points = Annotated[int, Meta(ge=1, le=bounds.NUMBERS["points"])]
Text = Annotated[str, Meta(min_length=1)]


def _word(what: str, words: tuple[str, ...]) -> Meta:
    return Meta(extra={"what": what, "words": words})


SideWord = Annotated[str, _word("side", vocabulary.SIDES)]
Edge = Annotated[str, _word("edge", vocabulary.EDGES)]
Rank = Annotated[str, _word("rank", vocabulary.RANKS)]
Rating = Annotated[str, _word("rating", vocabulary.RATINGS)]
Quality = Annotated[str, _word("quality", vocabulary.QUALITIES)]
Arm = Annotated[str, _word("arm", vocabulary.ARMS)]
WeaponWord = Annotated[str, _word("weapon", vocabulary.SMALL_ARMS + vocabulary.GUNS)]
AreaWord = Annotated[str, _word("kind of area", vocabulary.AREAS)]
LineWord = Annotated[str, _word("kind of line", vocabulary.LINES)]
RoadWord = Annotated[str, _word("kind of road", vocabulary.ROADS)]
CrossingWord = Annotated[str, _word("kind of crossing", vocabulary.CROSSINGS)]
WinnerWord = Annotated[str, _word("winner", vocabulary.WINNERS)]
EstimateWord = Annotated[str, _word("estimate", vocabulary.ESTIMATES)]
Lost = Annotated[int, Meta(ge=0, le=bounds.MEN)]
DeploymentWord = Annotated[str, _word("deployment", vocabulary.DEPLOYMENTS)]
Scalar = bool | int | float | str | list[str]
Values = dict[str, dict[str, Scalar]]


class Table(Struct, kw_only=True):
    """One table of the file; `where` is the path of keys that leads to it."""

    where: Where = ()


class HillTable(Table):
    contours: list[Outline]
    level: Annotated[int, Meta(ge=-20, le=100)] = 1
    name: str = ""


class AreaTable(Table):
    kind: AreaWord
    outline: Outline


class LineTable(Table):
    kind: LineWord
    points: Outline


class RoadTable(Table):
    points: Outline
    kind: RoadWord = "road"
    width: Yards = 8.0


class CrossingTable(Table):
    kind: CrossingWord
    at: Pair
    width: Yards = 10.0


class GroundTable(Table):
    width: Yards
    depth: Yards
    contour: Yards = 10.0
    hill: list[HillTable] = []
    area: list[AreaTable] = []
    line: list[LineTable] = []
    road: list[RoadTable] = []
    crossing: list[CrossingTable] = []


class CommanderTable(Table):
    name: Text
    rank: Rank
    id: str = ""
    rating: Rating | None = None
    place: Pair | None = None
    values: Values = {}


class ArrivalTable(Table):
    minute: Minutes
    at: Pair
    width: Annotated[float, Meta(ge=0, le=bounds.NUMBERS["width"])] = 0.0
    certain: bool = False
    known: bool = False


class RegimentTable(Table):
    name: Text
    men: Men
    id: str = ""
    arm: Arm = "infantry"
    guns: Guns | None = None
    weapon: WeaponWord | None = None
    weapons: dict[WeaponWord, Count] = {}
    quality: Quality | None = None
    place: Pair | None = None
    facing: float | str | None = None
    arrives: ArrivalTable | None = None
    dismounted: bool = False
    concealed: bool | None = None
    estimates: list[EstimateWord] = []
    commander: CommanderTable | None = None
    values: Values = {}


class FormationTable(Table):
    id: Text
    name: str = ""
    under: str = ""
    weapon: WeaponWord | None = None
    quality: Quality | None = None
    facing: float | str | None = None
    estimates: list[EstimateWord] = []
    commander: CommanderTable | None = None
    regiment: list[RegimentTable] = []


class SeatTable(Table):
    id: Text
    formations: list[str]
    name: str = ""


class SideTable(Table):
    name: Text
    edge: Edge
    friendly: list[Edge] = []
    exits: list[Edge] = []
    briefing: str = ""
    zones: list[Outline] = []
    commander: CommanderTable | None = None
    army: list[FormationTable] = []
    corps: list[FormationTable] = []
    division: list[FormationTable] = []
    brigade: list[FormationTable] = []
    regiment: list[RegimentTable] = []
    seat: list[SeatTable] = []


class ObjectiveTable(Table):
    id: Text
    at: Pair
    name: str = ""
    radius: Yards | None = None
    points: Points = 1
    side: SideWord = ""
    holder: SideWord = ""
    decisive: bool = False


class LossTable(Table):
    men: Lost | None = None
    killed: Lost = 0
    wounded: Lost = 0
    missing: Lost = 0
    guns: Lost = 0
    estimate: bool = False
    source: str = ""


class HistoryTable(Table):
    outcome: Text
    winner: WinnerWord = ""
    union: LossTable | None = None
    confederate: LossTable | None = None


class BattleTable(Table):
    title: Text
    minutes: Minutes
    rulebooks: Annotated[list[str], Meta(min_length=1)]
    ground: GroundTable
    union: SideTable
    confederate: SideTable
    date: datetime.date | None = None
    clock: Annotated[str, Meta(pattern=r"^(([01]\d|2[0-3]):[0-5]\d)?$")] = ""
    story: str = ""
    sources: list[str] = []
    estimates: list[str] = []
    history: HistoryTable | None = None
    version: Count = 1
    deployment: DeploymentWord = "placed"
    attacker: SideWord = ""
    first: SideWord = ""
    visibility: Yards | None = None
    objective: list[ObjectiveTable] = []
    values: Values = {}
