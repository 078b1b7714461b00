"""A scenario back into a battle file; reading it again gives the same scenario."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from roundtop.battle.scenario import GUN_ARMS, Arrival, Formation, History, Regiment, Scenario, Value
from roundtop.battles.reader import outlines_nest, slug
from roundtop.table.ground import Height
from roundtop.table.pose import Point

_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")


def write(scenario: Scenario) -> str:
    """The battle file of a scenario; its id is the file's name and not written."""
    return "\n".join(_lines(scenario)) + "\n"


def _lines(s: Scenario) -> Iterator[str]:
    yield f"title = {_quote(s.title)}"
    if s.date:
        yield f"date = {s.date}"
    yield from _some(clock=s.clock)
    yield f"minutes = {s.minutes}"
    yield f"version = {s.version}"
    yield from _some(rulebooks=s.rulebooks, deployment=s.deployment)
    yield from _some(attacker=s.attacker, first=s.first, visibility=s.visibility)
    yield from _text("story", s.story)
    for key, texts in (("sources", s.sources), ("estimates", s.estimates)):
        if texts:
            yield f"{key} = ["
            yield from (f"  {_quote(text)}," for text in texts)
            yield "]"
    yield from _history(s.history)
    yield from _values("values", s.values, "")
    yield from _ground(s)
    for one in s.objectives:
        yield from _header("[[objective]]", id=one.id, name=one.name, at=(one.x, one.y))
        yield from _some(radius=one.radius, points=one.points, side=one.side, holder=one.holder, decisive=one.decisive)
    for side in s.sides:
        yield from _side(s, side.id)


def _text(key: str, text: str) -> Iterator[str]:
    yield f'{key} = """'
    yield from (_quote(line)[1:-1] for line in text.split("\n"))
    yield '"""'


def _history(history: History | None) -> Iterator[str]:
    if history is None:
        return
    yield from _header("[history]", outcome=history.outcome)
    yield from _some(winner=history.winner)
    for one in history.losses:
        yield from _header(f"[history.{one.side}]", men=one.men, killed=one.killed, wounded=one.wounded)
        yield from _some(missing=one.missing, guns=one.guns, estimate=one.estimate, source=one.source)


def _ground(s: Scenario) -> Iterator[str]:
    ground = s.ground
    yield from _header("[ground]", width=ground.width, depth=ground.depth, contour=s.contour)
    for hill in _hills(ground.heights):
        yield from _header("[[ground.hill]]", level=hill[0].level)
        yield "contours = ["
        yield from (f"  {_points(height.outline)}," for height in hill)
        yield "]"
    for area in ground.areas:
        yield from _header("[[ground.area]]", kind=area.kind)
        yield f"outline = {_points(area.outline)}"
    for line in ground.lines:
        yield from _header("[[ground.line]]", kind=line.kind)
        yield f"points = {_points(line.points)}"
    for road in ground.roads:
        yield from _header("[[ground.road]]", kind=road.kind, width=road.width)
        yield f"points = {_points(road.points)}"
    for crossing in ground.crossings:
        yield from _header("[[ground.crossing]]", kind=crossing.kind, at=(crossing.x, crossing.y), width=crossing.width)


def _hills(heights: Iterable[Height]) -> list[list[Height]]:
    """Contours that follow one another upwards and inwards, as one hill."""
    hills: list[list[Height]] = []
    for height in heights:
        top = hills[-1][-1] if hills else None
        if top and height.level == top.level + 1 and outlines_nest(top.outline, height.outline):
            hills[-1].append(height)
        else:
            hills.append([height])
    return hills


def _side(s: Scenario, id: str) -> Iterator[str]:
    side = next(side for side in s.sides if side.id == id)
    yield from _header(f"[{id}]", name=side.name, edge=side.edge)
    yield from _some(friendly=side.friendly, exits=side.exits)
    if side.briefing:
        yield from _text("briefing", side.briefing)
    zones = [zone for zone in s.zones if zone.side == id]
    if zones:
        yield "zones = ["
        yield from (f"  {_points(zone.outline)}," for zone in zones)
        yield "]"
    yield from _commander(s, id, "")
    for formation in s.formations:
        if formation.side == id:
            yield from _formation(s, formation)
    for regiment in s.regiments:
        if regiment.side == id and not regiment.formation:
            yield from _regiment(s, f"{id}.regiment", regiment)
    for seat in s.seats:
        if seat.side == id:
            yield from _header(f"[[{id}.seat]]", id=seat.id, name=seat.name, formations=seat.formations)


def _formation(s: Scenario, formation: Formation) -> Iterator[str]:
    table = f"{formation.side}.{formation.level}"
    yield from _header(f"[[{table}]]", id=formation.id)
    yield from _some(name=formation.name, under=formation.parent)
    yield from _commander(s, table, formation.id)
    for regiment in s.regiments:
        if regiment.formation == formation.id:
            yield from _regiment(s, f"{table}.regiment", regiment)


def _commander(s: Scenario, table: str, formation: str) -> Iterator[str]:
    side = table.split(".")[0]
    for one in s.commanders:
        if one.formation == formation and one.side == side:
            yield from _header(f"[{table}.commander]", name=one.name)
            yield from _some(id="" if one.id == slug(one.name) else one.id, rank=one.rank)
            yield from _some(rating=one.rating, place=one.place)
            yield from _values(f"{table}.commander.values", s.values, one.id)


def _regiment(s: Scenario, table: str, one: Regiment) -> Iterator[str]:
    yield from _header(f"[[{table}]]", name=one.name)
    yield from _some(id="" if one.id == slug(one.name) else one.id)
    yield from _some(arm=one.arm, men=one.men, guns=one.guns or None)
    strength = one.guns if one.arm in GUN_ARMS else one.men
    if len(one.weapons) == 1 and one.weapons[0].number == strength:
        yield f"weapon = {_quote(one.weapons[0].kind)}"
    else:
        yield f"weapons = {{ {', '.join(f'{weapon.kind} = {weapon.number}' for weapon in one.weapons)} }}"
    yield from _some(quality=one.quality, place=one.place)
    if one.facing is not None:
        yield f"facing = {_number(one.facing / 100)}"
    if one.arrives:
        yield f"arrives = {_arrival(one.arrives)}"
    yield from _some(dismounted=one.dismounted)
    if one.concealed is not None:
        yield f"concealed = {_scalar(one.concealed)}"
    yield from _some(estimates=one.estimates)
    yield from _values(f"{table}.values", s.values, one.id)
    yield from _commander(s, table, one.id)


def _arrival(arrival: Arrival) -> str:
    keys = [f"minute = {arrival.minute}", f"at = {_point((arrival.x, arrival.y))}"]
    keys += _some(width=arrival.width or None, certain=arrival.certain, known=arrival.known)
    return "{ " + ", ".join(keys) + " }"


def _values(table: str, values: tuple[Value, ...], about: str) -> Iterator[str]:
    rulebooks = dict.fromkeys(value.rulebook for value in values if value.about == about)
    for rulebook in rulebooks:
        yield from _header(f"[{table}.{rulebook}]")
        for value in values:
            if value.about == about and value.rulebook == rulebook:
                plain = _NUMBER.fullmatch(value.text) or value.text in ("true", "false")
                yield f"{_quote(value.name)} = {value.text if plain else _quote(value.text)}"


Written = str | int | float | bool | Point | tuple[str, ...] | None


def _header(header: str, **keys: Written) -> Iterator[str]:
    yield ""
    yield header
    yield from (f"{key} = {_scalar(value)}" for key, value in keys.items())


def _some(**keys: Written) -> Iterator[str]:
    """The keys that say more than a file without them."""
    return (f"{key} = {_scalar(value)}" for key, value in keys.items() if value not in ("", None, (), False))


def _scalar(value: Written) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quote(value)
    if isinstance(value, tuple):
        return "[" + ", ".join(_scalar(one) for one in value) + "]"
    return "" if value is None else _number(value)


def _points(points: Iterable[Point]) -> str:
    return "[" + ", ".join(_point(point) for point in points) + "]"


def _point(point: Point) -> str:
    return f"[{_number(point[0])}, {_number(point[1])}]"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
