"""A battle file into a scenario, checked in full: every fault is named at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Final, final

from roundtop.battle.bounds import BoundsError, check_scenario
from roundtop.battle.scenario import (
    GUN_ARMS,
    GUNS,
    LEVELS,
    SMALL_ARMS,
    Arrival,
    Commander,
    Formation,
    Objective,
    Regiment,
    Scenario,
    Seat,
    Side,
    Value,
    Weapon,
    Zone,
)
from roundtop.battles.decode import Faults, Problem, ScenarioError, decode, spell, suggest, syntax
from roundtop.battles.form import (
    ArrivalTable,
    BattleTable,
    CommanderTable,
    FormationTable,
    GroundTable,
    HillTable,
    ObjectiveTable,
    RegimentTable,
    Scalar,
    SeatTable,
    SideTable,
    Table,
    Values,
    Where,
)
from roundtop.battles.past import estimates, history
from roundtop.table.footprint import inside_polygon
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road
from roundtop.table.measure import segment_distance
from roundtop.table.pose import Point

COMPASS: Final = (
    "north",
    "north-north-east",
    "north-east",
    "east-north-east",
    "east",
    "east-south-east",
    "south-east",
    "south-south-east",
    "south",
    "south-south-west",
    "south-west",
    "west-south-west",
    "west",
    "west-north-west",
    "north-west",
    "north-north-west",
)
_INWARD: Final = {"north": 18000, "east": 27000, "south": 0, "west": 9000}
_WATER: Final = ("stream", "creek", "river")
_AFLOAT_YARDS: Final = 5.0
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def read(text: str, name: str, books: tuple[str, ...] = ()) -> Scenario:
    """The scenario in a battle file's text; `name` is the file's name, and its id without the ending.

    `books` are the ids of the rulebooks at hand: where they are given, a battle may name no other.
    """
    faults = Faults(name, text)
    try:
        table = decode(text, faults)
    except ScenarioError:
        raise
    except (ValueError, RecursionError) as error:
        raise syntax(name, text, error) from None
    scenario = _Reading(table, faults, books).scenario(PurePath(name).name.removesuffix(".toml"))
    if faults.all():
        raise ScenarioError(faults.all())
    try:
        check_scenario(scenario)
    except BoundsError as error:
        raise ScenarioError((Problem(name, 0, "", error.text),)) from None
    return scenario


def slug(name: str) -> str:
    """An id made of a name: "20th Maine" is 20th-maine."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def outlines_nest(outer: Sequence[Point], inner: Sequence[Point]) -> bool:
    """Whether every corner of one outline lies inside another."""
    return all(inside_polygon(outer, x, y) for x, y in inner)


@final
class _Reading:
    """One file on its way to a scenario."""

    def __init__(self, table: BattleTable, faults: Faults, books: tuple[str, ...]) -> None:
        self.table = table
        self.faults = faults
        self.books = books
        self.whole = not faults.all()  # one key is held against another only where every key could be read
        self.sized = faults.clean(("ground", "width")) and faults.clean(("ground", "depth"))
        self.ids: dict[str, Where] = {}
        self.formations: list[Formation] = []
        self.commanders: list[Commander] = []
        self.regiments: list[Regiment] = []
        self.values: list[Value] = []

    def scenario(self, id: str) -> Scenario:
        table = self.table
        for n, rulebook in enumerate(table.rulebooks):
            if not _ID.fullmatch(rulebook):
                self.faults.add(("rulebooks", n), f"'{rulebook}' is no rulebook's id, such as 'infantry-action'")
            elif self.books and rulebook not in self.books:
                self.faults.add(("rulebooks", n), f"rulebook '{rulebook}': {suggest(rulebook, self.books)}")
        self.new_values("", table.values, ())
        ground = self.ground(table.ground)
        sides = (self.side("union", table.union), self.side("confederate", table.confederate))
        if self.whole and table.union.edge == table.confederate.edge:
            self.faults.add(("confederate", "edge"), f"the union already has the {table.union.edge} edge")
        self.apart()
        return Scenario(
            id=id,
            title=table.title,
            date=table.date.isoformat() if table.date else "",
            story=table.story.strip(),
            sources=tuple(table.sources),
            rulebooks=tuple(table.rulebooks),
            minutes=table.minutes,
            ground=ground,
            sides=sides,
            formations=tuple(self.formations),
            commanders=tuple(self.commanders),
            regiments=tuple(self.regiments),
            deployment=table.deployment,
            zones=self.zones("union", table.union) + self.zones("confederate", table.confederate),
            objectives=tuple(self.objective(one) for one in table.objective),
            seats=self.seats("union", table.union) + self.seats("confederate", table.confederate),
            values=tuple(self.values),
            version=table.version,
            clock=table.clock,
            attacker=table.attacker,
            first=table.first,
            contour=table.ground.contour,
            visibility=table.visibility,
            history=history(table.history, self.faults),
            estimates=tuple(table.estimates),
        )

    # the ground

    def ground(self, table: GroundTable) -> Ground:
        lines = tuple(Line(one.kind, self.course(one.points, one, "points")) for one in table.line)
        waters = tuple(line for line in lines if line.kind in _WATER)
        for one in table.crossing:
            self.on_field(one.at, one, "at")
            if self.whole and not _on_any(one.at, waters):
                self.faults.add((*one.where, "at"), f"this {one.kind} lies on no stream, creek or river")
        return Ground(
            width=table.width,
            depth=table.depth,
            areas=tuple(Area(one.kind, self.outline(one.outline, one, "outline")) for one in table.area),
            lines=lines,
            roads=tuple(Road(one.kind, self.course(one.points, one, "points"), one.width) for one in table.road),
            heights=tuple(height for one in table.hill for height in self.hill(one)),
            crossings=tuple(Crossing(one.kind, one.at[0], one.at[1], one.width) for one in table.crossing),
        )

    def hill(self, table: HillTable) -> Iterator[Height]:
        below: tuple[Point, ...] = ()
        for n, contour in enumerate(table.contours):
            outline = self.outline(contour, table, "contours", n)
            if below and len(outline) > 2 and not outlines_nest(below, outline):
                self.faults.add((*table.where, "contours", n), "this contour reaches outside the one below it")
            below = outline
            yield Height(table.level + n, outline)

    def outline(self, points: list[Point], table: Table, *key: str | int) -> tuple[Point, ...]:
        if len(points) < 3:
            self.faults.add((*table.where, *key), f"an outline needs at least 3 points, found {len(points)}")
        elif _crosses_itself(points):
            self.faults.add((*table.where, *key), "this outline crosses itself; list its corners in order")
        return self.all_on_field(points, table, *key)

    def course(self, points: list[Point], table: Table, *key: str | int) -> tuple[Point, ...]:
        if len(points) < 2:
            self.faults.add((*table.where, *key), f"a line needs at least 2 points, found {len(points)}")
        return self.all_on_field(points, table, *key)

    def all_on_field(self, points: list[Point], table: Table, *key: str | int) -> tuple[Point, ...]:
        for point in points:
            self.on_field(point, table, *key)
        return tuple(points) or ((0.0, 0.0),)

    def on_field(self, point: Point, table: Table, *key: str | int) -> None:
        ground = self.table.ground
        if self.sized and not (0 <= point[0] <= ground.width and 0 <= point[1] <= ground.depth):
            size = f"{ground.width:g} by {ground.depth:g} yards"
            self.faults.add((*table.where, *key), f"{_pair(point)} is outside the field of {size}")

    # the armies

    def side(self, id: str, table: SideTable) -> Side:
        before = len(self.regiments)
        if table.commander:
            self.commander(table.commander, id, "")
        for level in LEVELS:
            for one in getattr(table, level):
                self.formation(one, id, level, table)
        for regiment in table.regiment:
            self.regiment(regiment, id, table, None)
        if self.whole and len(self.regiments) == before:
            self.faults.add(table.where, "this side has no regiments; write [[" + id + ".brigade.regiment]] tables")
        return Side(
            id=id,
            name=table.name,
            edge=table.edge,
            friendly=tuple(table.friendly),
            exits=tuple(table.exits),
            briefing=table.briefing.strip(),
        )

    def formation(self, table: FormationTable, side: str, level: str, army: SideTable) -> None:
        self.new_id(table.id, table, "id")
        above = {
            f.id: f.level for f in self.formations if f.side == side and LEVELS.index(f.level) < LEVELS.index(level)
        }
        if self.whole and table.under and table.under not in above:
            hint = suggest(table.under, tuple(above)) if above else f"no higher formation of the {side} is listed"
            self.faults.add((*table.where, "under"), f"no formation above a {level} is called '{table.under}'; {hint}")
        self.formations.append(Formation(table.id, table.name, side, level, table.under))
        if table.commander:
            self.commander(table.commander, side, table.id)
        for one in table.regiment:
            self.regiment(one, side, army, table)

    def commander(self, table: CommanderTable, side: str, formation: str) -> None:
        id = table.id or slug(table.name)
        self.new_id(id, table, "id" if table.id else "name")
        if table.place:
            self.on_field(table.place, table, "place")
        self.commanders.append(
            Commander(
                id=id,
                name=table.name,
                side=side,
                rank=table.rank,
                formation=formation,
                rating=table.rating,
                place=table.place,
            )
        )
        self.new_values(id, table.values, table.where)

    def regiment(self, table: RegimentTable, side: str, army: SideTable, formation: FormationTable | None) -> None:
        id = table.id or slug(table.name)
        self.new_id(id, table, "id" if table.id else "name")
        place = table.place
        if place:
            self.on_field(place, table, "place")
        elif self.whole and not table.arrives and self.table.deployment == "placed":
            self.faults.add(
                table.where,
                f'"{table.name}" has neither place nor arrives; give one, or set deployment = "zones"',
            )
        self.regiments.append(
            Regiment(
                id=id,
                name=table.name,
                side=side,
                arm=table.arm,
                men=table.men,
                guns=table.guns or 0,
                weapons=self.weapons(table, formation),
                quality=table.quality or (formation.quality if formation else None) or "regular",
                brigade=self.ancestor(formation, "brigade"),
                division=self.ancestor(formation, "division"),
                formation=formation.id if formation else "",
                place=place,
                facing=self.facing(table, formation, army.edge) if place else None,
                arrives=self.arrival(table.arrives) if table.arrives else None,
                dismounted=table.dismounted,
                concealed=table.concealed,
                estimates=estimates(table, formation),
            )
        )
        self.new_values(id, table.values, table.where)
        if table.commander:
            self.commander(table.commander, side, id)

    def weapons(self, table: RegimentTable, formation: FormationTable | None) -> tuple[Weapon, ...]:
        """One weapon for all, or so many of each; a battery's are its guns."""
        gunners = table.arm in GUN_ARMS
        strength = (table.guns or 0) if gunners else table.men
        common = None if formation is None or gunners else formation.weapon
        one = table.weapon or (None if table.weapons else common)
        carried = {one: strength} if one else table.weapons
        weapons = tuple(Weapon(kind, number) for kind, number in carried.items())
        if self.faults.clean(formation.where if formation else table.where):
            self.check_weapons(table, weapons, strength)
        return weapons

    def check_weapons(self, table: RegimentTable, weapons: tuple[Weapon, ...], strength: int) -> None:
        gunners = table.arm in GUN_ARMS
        noun, kinds = ("guns", GUNS) if gunners else ("men", SMALL_ARMS)
        where = (*table.where, "weapons" if table.weapons else "weapon")
        if gunners and not table.guns:
            self.faults.add((*table.where, "guns"), f"{table.arm} needs a number of guns")
        elif table.guns and not gunners:
            self.faults.add((*table.where, "guns"), f'{table.arm} has no guns; did you mean arm = "artillery"?')
        if table.weapon and table.weapons:
            self.faults.add(where, "give either weapon or weapons, not both")
        if not weapons:
            self.faults.add(where, f'missing; what do the {noun} of "{table.name}" fire?')
        for weapon in weapons:
            if weapon.kind not in kinds:
                self.faults.add(where, f"{table.arm} cannot have '{weapon.kind}'; {suggest(weapon.kind, kinds)}")
        total = sum(weapon.number for weapon in weapons)
        if total > strength or (gunners and weapons and total < strength):
            self.faults.add(where, f"these add up to {total}, but there are {strength} {noun}")

    def facing(self, table: RegimentTable, formation: FormationTable | None, edge: str) -> int:
        source: RegimentTable | FormationTable = table
        if table.facing is None and formation is not None:
            source = formation
        said = source.facing
        if said is None:
            return _INWARD.get(edge, 0)
        if isinstance(said, str):
            if said in COMPASS:
                return COMPASS.index(said) * 2250
            self.faults.add((*source.where, "facing"), f"facing '{said}': {suggest(said, COMPASS)}")
            return 0
        if not 0 <= said <= 360:
            self.faults.add(
                (*source.where, "facing"), f"expected 0 to 360 degrees clockwise from north, found {said:g}"
            )
            return 0
        return round(said * 100) % 36000

    def arrival(self, table: ArrivalTable) -> Arrival:
        if self.sized and not _on_edge(table.at, self.table.ground):
            self.faults.add((*table.where, "at"), f"{_pair(table.at)} is not on the edge of the field")
        if table.minute >= self.table.minutes:
            end = f"the battle ends after {self.table.minutes} minutes"
            self.faults.add((*table.where, "minute"), f"{table.minute} is too late: {end}")
        return Arrival(
            minute=table.minute,
            x=table.at[0],
            y=table.at[1],
            width=table.width,
            certain=table.certain,
            known=table.known,
        )

    def ancestor(self, formation: FormationTable | None, level: str) -> str:
        """The formation of this level that a regiment belongs to, "" for none."""
        known = {one.id: one for one in self.formations}
        found = known.get(formation.id) if formation else None
        while found is not None and found.level != level:
            found = known.get(found.parent) if found.parent != found.id else None
        return found.id if found else ""

    # deployment, objectives, seats

    def zones(self, side: str, table: SideTable) -> tuple[Zone, ...]:
        if self.whole and self.table.deployment == "zones" and not table.zones:
            self.faults.add((side, "zones"), 'missing; deployment = "zones" needs one or more outlines for each side')
        return tuple(Zone(side, self.outline(one, table, "zones", n)) for n, one in enumerate(table.zones))

    def objective(self, table: ObjectiveTable) -> Objective:
        self.new_id(table.id, table, "id")
        self.on_field(table.at, table, "at")
        return Objective(
            id=table.id,
            name=table.name or table.id,
            x=table.at[0],
            y=table.at[1],
            radius=table.radius,
            points=table.points,
            side=table.side,
            holder=table.holder,
            decisive=table.decisive,
        )

    def seats(self, side: str, army: SideTable) -> tuple[Seat, ...]:
        return tuple(self.seat(side, one) for one in army.seat)

    def seat(self, side: str, table: SeatTable) -> Seat:
        self.new_id(table.id, table, "id")
        known = tuple(one.id for one in self.formations if one.side == side)
        for n, one in enumerate(table.formations):
            if self.whole and one not in known:
                hint = suggest(one, known) if known else f"the {side} lists none"
                self.faults.add((*table.where, "formations", n), f"no formation is called '{one}'; {hint}")
        return Seat(table.id, table.name or table.id, side, tuple(table.formations))

    # what the whole file must keep

    def new_id(self, id: str, table: Table, key: str) -> None:
        where = (*table.where, key)
        if not id and not self.whole:
            return
        if not _ID.fullmatch(id):
            near = slug(id)
            self.faults.add(
                where,
                f"'{id}' is no id: use small letters, digits and single hyphens"
                + (f", such as '{near}'" if near else ""),
            )
        elif id in self.ids:
            self.faults.add(where, f"the id '{id}' is taken by {spell(self.ids[id])}; give this one an id of its own")
        self.ids.setdefault(id, table.where)

    def new_values(self, about: str, values: Values, where: Where) -> None:
        for rulebook, named in values.items():
            if self.whole and rulebook not in self.table.rulebooks:
                hint = suggest(rulebook, tuple(self.table.rulebooks))
                self.faults.add(
                    (*where, "values", rulebook), f"'{rulebook}' is not among this battle's rulebooks; {hint}"
                )
            self.values += [Value(rulebook, about, name, _text(value)) for name, value in named.items()]

    def apart(self) -> None:
        """No two regiments stand on the same spot."""
        taken: dict[Point, str] = {}
        for regiment in self.regiments:
            if regiment.place in taken:
                other = taken[regiment.place]
                self.faults.add((*self.ids[regiment.id], "place"), f"{other} already stands at {_pair(regiment.place)}")
            elif regiment.place:
                taken[regiment.place] = regiment.name


def _text(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, list) else str(value)


def _pair(point: Point) -> str:
    return f"[{point[0]:g}, {point[1]:g}]"


def _on_edge(point: Point, ground: GroundTable) -> bool:
    x, y = point
    inside = 0 <= x <= ground.width and 0 <= y <= ground.depth
    return inside and (x in (0, ground.width) or y in (0, ground.depth))


def _on_any(point: Point, lines: tuple[Line, ...]) -> bool:
    x, y = point
    return any(
        segment_distance(x, y, *a, *b) <= _AFLOAT_YARDS for line in lines for a, b in zip(line.points, line.points[1:])
    )


def _crosses_itself(points: Sequence[Point]) -> bool:
    count = len(points)
    edges = [(points[n], points[(n + 1) % count]) for n in range(count)]
    return any(_cross(*edges[i], *edges[j]) for i in range(count) for j in range(i + 2, count) if (j + 1) % count != i)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
