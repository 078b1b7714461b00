"""What the chapters' procedures share: reading the ledger's fields and answering with one roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle import procedure
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice, Roll
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.deployment import rule as deployment_rule
from roundtop.rulebooks.charge_boys.options import Settings, settings
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule

Fields = dict[str, Any]
Thrown = Callable[[procedure.Situation, Dice], procedure.Reached]
Answer = Callable[[procedure.Situation, procedure.Reached], procedure.Outputs]
Explain = Callable[[procedure.Situation, procedure.Reached], tuple[Row, ...]]
DECIMALS: Final = 3
SIDES: Final[tuple[str, str]] = ("union", "confederate")


def nothing(_: procedure.Situation, __: Dice) -> None:
    """Nothing is thrown."""
    return


def verdict(clause: str) -> procedure.Outputs:
    """A lawful no names its clause."""
    return {"legal": False, "clause": clause} if clause else {"legal": True}


def no_line(clause: str) -> tuple[Row, ...]:
    return (Row("not allowed", "no", clause),) if clause else (Row("allowed", "yes"),)


def house(fields: Fields) -> Settings:
    found: Settings = procedure.house(settings, fields)
    return found


def counts(fields: Fields, path: str, *names: str) -> None:
    """Fields that count something."""
    for name in names:
        procedure.between(f"{path}{name}", fields[name], 0)


def length(inches: float) -> float:
    """A distance as it is given out."""
    return round(inches, DECIMALS) + 0.0


def formation(fields: Fields, path: str = "") -> str:
    """A formation that its arm can have."""
    arm: str = fields["arm"]
    formation: str = fields["formation"]
    able = tables.FORMATIONS[arm] + ((tables.GARRISON,) if arm in tables.FOOT else ())
    if formation not in able:
        raise procedure.FieldError(
            f"{path}formation: {formation} cannot be; {arm} has {', '.join(tables.FORMATIONS[arm])}"
        )
    return formation


def crew(fields: Fields, path: str = "") -> tuple[int, ...]:
    """Crews gun by gun; an unlimbered battery cannot do without."""
    crew: list[int] = fields["crew"]
    for place, men in enumerate(crew):
        procedure.between(f"{path}crew[{place}]", men, 0)
    procedure.between(f"{path}crew, the number of guns", len(crew), 0, deployment_rule.MOST_GUNS)
    if not crew and fields["formation"] == tables.UNLIMBERED:
        raise procedure.FieldError(
            f"{path}crew: missing; the crew figures of each gun of an unlimbered battery are wanted"
        )
    return tuple(crew)


def strength(fields: Fields, path: str = "") -> None:
    procedure.between(f"{path}start", fields["start"], 1)
    procedure.between(f"{path}strength", fields["strength"], 1, fields["start"])


def path(given: list[Fields], path: str = "path") -> terrain_rule.Path:
    """Legs of a way; obstacles and actions have no length of their own."""
    found: list[terrain_rule.Leg] = []
    for place, leg in enumerate(given):
        counts(leg, f"{path}[{place}].", "inches")
        inches = leg["inches"] if leg["kind"] in terrain_rule.PER_INCH else 0.0
        width = leg.get("width", 0.0)
        procedure.between(f"{path}[{place}].width", width, 0)
        found.append(terrain_rule.Leg(leg["kind"], inches, width, leg.get("degrees", 0.0)))
    return tuple(found)


def rolls_for(rolls: list[Roll], reason: str) -> list[Roll]:
    return [roll for roll in rolls if roll.reason == reason]


def faces(rolls: list[Roll], reason: str) -> list[int]:
    return [int(face) for roll in rolls_for(rolls, reason) for face in roll.faces]
