"""A table turned through 180 degrees: scenarios, battles, commands and events with every place and facing turned."""

from __future__ import annotations

from typing import Any, Final, final

from roundtop.battle.codec import Codec
from roundtop.battle.engine import CORE_KINDS, Battle
from roundtop.battle.gamefile import SCENARIO_KINDS
from roundtop.battle.protocol import Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.table.measure import FULL_TURN, HALF_TURN
from tests.laws.book import positions
from tests.laws.play import codec

SCENARIO_POINTS: Final = ("place", "outline", "points")
OPPOSITE: Final = {"north": "south", "south": "north", "east": "west", "west": "east"}
NOWHERE: Final = {"is": "Pose", "x": 0, "y": 0, "facing": 0}
"""The pose of a piece that is not on the table: no piece can stand on its corner."""
NEAR: Final = 0.02
"""A hundredth for the rounding of a place, and one for what was measured from it."""
ANGLES: Final = ("facing", "by")


@final
class Turner:
    """Turns plain data about the middle of a table; `points` names the fields that hold places."""

    def __init__(self, width: float, depth: float, points: tuple[str, ...]) -> None:
        self.width = width
        self.depth = depth
        self.points = points

    def plain(self, value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return self._record(value)
        if key in self.points:
            return self._places(value)
        if isinstance(value, list):
            return [self.plain(one) for one in value]
        if key == "facing" and isinstance(value, int):
            return (value + HALF_TURN) % FULL_TURN
        return OPPOSITE.get(value, value) if isinstance(value, str) else value

    def _record(self, value: dict[str, Any]) -> dict[str, Any]:
        if value == NOWHERE:
            return value
        found = {key: self.plain(one, key) for key, one in value.items()}
        if value.get("is") == "Manoeuvre":
            if value["kind"] == "shift":
                found["x"], found["y"] = -value["x"], -value["y"]
            elif value["kind"] == "leg":
                found["x"], found["y"] = self._point(value["x"], value["y"])
        elif "x" in value and "y" in value:
            found["x"], found["y"] = self._point(value["x"], value["y"])
        return found

    def _places(self, value: Any) -> Any:
        if isinstance(value, list) and len(value) == 2 and all(isinstance(one, (int, float)) for one in value):
            return self._point(value[0], value[1])
        return [self._places(one) for one in value] if isinstance(value, list) else value

    def _point(self, x: float, y: float) -> list[float]:
        return [round(self.width - x, 9), round(self.depth - y, 9)]


def turner(book: Rulebook, battle: Battle) -> Turner:
    """Turns whatever lies on the table of a battle."""
    ground = _ground(codec(book).plain(battle.state))
    assert ground is not None
    return Turner(ground["width"], ground["depth"], positions(book).points)


def _ground(value: Any) -> dict[str, Any] | None:
    if isinstance(value, dict) and value.get("is") == "Ground":
        return value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        found = _ground(one)
        if found is not None:
            return found
    return None


def turned_scenario(scenario: Scenario) -> Scenario:
    kept = Codec([*CORE_KINDS, *SCENARIO_KINDS])
    turner = Turner(scenario.ground.width, scenario.ground.depth, SCENARIO_POINTS)
    found: Scenario = kept.value(turner.plain(kept.plain(scenario)))
    return found


def unlike(one: Any, other: Any, at: str = "") -> list[str]:
    """Where two pieces of plain data differ by more than rounding."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in unlike(one[key], other[key], f"{at}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [found for n, (a, b) in enumerate(zip(one, other)) for found in unlike(a, b, f"{at}[{n}]")]
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        apart = abs(one - other)
        if at.rpartition(".")[2] in ANGLES:
            same = min(apart % FULL_TURN, -apart % FULL_TURN) <= 1
        else:
            same = apart <= NEAR
        return [] if same else [f"{at}: {one} and {other}"]
    return [] if one == other else [f"{at}: {one!r} and {other!r}"]
