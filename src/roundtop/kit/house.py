"""House rules that a battle has settled: its length, its ground and its zones come before the table's own."""

from __future__ import annotations

from roundtop.battle.options import Fixed
from roundtop.battle.scenario import Scenario
from roundtop.battle.words import numbered


def length(option: str, turns: int, scenario: Scenario, word: str = "turn") -> Fixed:
    """A battle that says how long it lasts."""
    minutes = f"{numbered(scenario.minutes, 'minute')}, " if scenario.minutes else ""
    return Fixed(option, turns, f"{scenario.title} lasts {minutes}{numbered(turns, word)}")


def table(options: tuple[str, str], sizes: tuple[float, float], scenario: Scenario) -> tuple[Fixed, ...]:
    """A battle with a ground of its own."""
    why = f"{scenario.title} has a ground of its own"
    return tuple([Fixed(option, round(size, 2), why) for option, size in zip(options, sizes, strict=True)])


def zones(option: str, scenario: Scenario) -> tuple[Fixed, ...]:
    """A battle that draws the zone, or gives the places, of every side."""
    drawn = {zone.side for zone in scenario.zones}
    in_hand = {unit.side for unit in scenario.regiments if unit.place is None and unit.arrives is None}
    if in_hand - drawn:
        return ()
    why = "draws where each side deploys" if in_hand else "says where everybody stands"
    return (Fixed(option, None, f"{scenario.title} {why}"),)


def forces(options: tuple[str, ...], scenario: Scenario) -> tuple[Fixed, ...]:
    """A battle with an order of battle of its own."""
    why = f"{scenario.title} has an order of battle, whose units have their own sizes"
    return tuple([Fixed(option, None, why) for option in options])
