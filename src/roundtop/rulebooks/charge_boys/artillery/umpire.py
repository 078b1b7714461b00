"""Procedures: artillery, manhandle and crew-losses."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Answer, Chances, FieldError, Fields, Outputs, Procedure, Worked, between
from roundtop.battle.tally import Row
from roundtop.dice.exact import Stage, fold
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.artillery import rule


def _gunfire(battery: rule.Battery, shots: list[int]) -> Answer:
    """What the guns did, or would have had to throw where none fires."""
    refusal = rule.battery_refusal(battery)
    row = rule.feet(battery.gun, battery.range)
    hits_each = [max(0, hits) for hits in shots]
    found: Outputs = {
        "band": row.name if row else None,
        "need": rule.needed(battery.gun, battery.range),
        "fires": [not refusal and rule.can_fire(crew, battery.settings) for crew in battery.crew],
        "hit": [hits != rule.MISSED for hits in shots],
        "hits_each": hits_each,
        "hits": sum(hits_each),
        "save": row.save if row else None,
    }
    return procedure.verdict(refusal), found


def _work_battery(battery: rule.Battery, dice: Dice) -> Worked:
    refusal = rule.battery_refusal(battery)
    if refusal:
        return Worked(_gunfire(battery, _silent(battery)), procedure.verdict_line(battery, refusal))
    shots = [rule.shoot_gun(battery, gun, dice) for gun in range(len(battery.crew))]
    need = rule.needed(battery.gun, battery.range)
    row = rule.feet(battery.gun, battery.range)
    assert row is not None
    found = [Row(f"{battery.range:g} in, {row.name} feet", f"needs {need}" if need else "hits", row.clause)]
    for gun, hits in enumerate(shots, 1):
        words = "missed or silent" if hits == rule.MISSED else f"{hits} hits"
        found.append(Row(f"gun {gun}", words, row.effect_clause))
    hits = sum([max(0, one) for one in shots])
    return Worked(_gunfire(battery, shots), (*found, Row("hits", str(hits), row.effect_clause)))


def _silent(battery: rule.Battery) -> list[int]:
    return [rule.MISSED] * len(battery.crew)


def _gun_stage(battery: rule.Battery, gun: int, hits: int, dice: Dice) -> int:
    return hits + max(0, rule.shoot_gun(battery, gun, dice))


def _battery_chances(battery: rule.Battery) -> tuple[Chances, ...]:
    if rule.battery_refusal(battery):
        return (procedure.certainly(_gunfire(battery, _silent(battery))),)
    guns: list[Stage[int]] = [partial(_gun_stage, battery, gun) for gun in range(len(battery.crew))]
    return (Chances("", fold(guns, 0), lambda hits: _gunfire(battery, [hits])),)


def _read_crews(given: Fields) -> Fields:
    crew: list[int] = given["crew"]
    umpire.crewed(crew)
    if sorted(given["nearest_first"]) != list(range(1, len(crew) + 1)):
        raise FieldError(
            f"nearest_first: {given['nearest_first']} cannot be; it has the numbers 1 to {len(crew)}, each once"
        )
    between("killed", given["killed"], 0, sum(crew))
    return given


def _crew_left(given: Fields) -> Outputs:
    order = tuple([number - 1 for number in given["nearest_first"]])
    crew = rule.crew_after(tuple(given["crew"]), order, given["killed"])
    return {
        "crew": crew,
        "can_fire": [rule.can_fire(men, given["settings"]) for men in crew],
        "guns_abandoned": [men == 0 for men in crew],
    }


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.reckoned(
        "manhandle",
        procedure.as_given,
        lambda given: rule.manhandle_refusal(given["crew"]),
        "charge-boys.move.manhandle-maximum",
        answer=lambda given, refusal: (
            procedure.verdict(refusal),
            {"inches": rule.manhandled(given["crew"], given["infantry"])},
        ),
    ),
    Procedure(
        "artillery",
        procedure.reads(rule.Battery, lambda given: umpire.crewed(given["crew"])),
        _work_battery,
        _battery_chances,
    ),
    procedure.reckoned(
        "crew-losses",
        _read_crews,
        _crew_left,
        "charge-boys.artillery.crew-losses",
    ),
)
