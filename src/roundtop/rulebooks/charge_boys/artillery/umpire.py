"""Procedures: artillery, manhandle and crew-losses."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from roundtop.battle.procedure import (
    Chances,
    FieldError,
    Outputs,
    Procedure,
    Worked,
    between,
    enumerated,
    filled,
    simple,
)
from roundtop.battle.tally import Row
from roundtop.dice.exact import Odds, Stage, fold
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import tables, umpire
from roundtop.rulebooks.charge_boys.artillery import rule


def _read_battery(fields: umpire.Fields) -> rule.Battery:
    umpire.counts(fields, "", "range")
    return filled(
        rule.Battery, fields, crew=umpire.crew(fields | {"formation": tables.UNLIMBERED}), settings=umpire.house(fields)
    )


def _battery_outputs(battery: rule.Battery, hits: int | str) -> Outputs:
    if isinstance(hits, str):
        return umpire.verdict(hits)
    row = rule.feet(battery.gun, battery.range)
    assert row is not None
    return {
        "legal": True,
        "band": row.name,
        "fires": [rule.can_fire(crew, battery.settings) for crew in battery.crew],
        "hits": hits,
        "save": row.save,
    }


def _work_battery(battery: rule.Battery, dice: Dice) -> Worked:
    refusal = rule.battery_refusal(battery)
    if refusal:
        return Worked(umpire.verdict(refusal), umpire.no_line(refusal))
    shots = [rule.shoot_gun(battery, gun, dice) for gun in range(len(battery.crew))]
    each = [max(0, hits) for hits in shots]
    need = rule.needed(battery.gun, battery.range)
    outputs = _battery_outputs(battery, sum(each))
    outputs |= {"need": need, "hit": [hits != rule.MISSED for hits in shots], "hits_each": each}
    row = rule.feet(battery.gun, battery.range)
    assert row is not None
    found = [Row(f"{battery.range:g} in, {row.name} feet", f"needs {need}" if need else "hits", row.clause)]
    for gun, hits in enumerate(shots, 1):
        words = "missed or silent" if hits == rule.MISSED else f"{hits} hits"
        found.append(Row(f"gun {gun}", words, row.effect_clause))
    return Worked(outputs, (*found, Row("hits", str(sum(each)), row.effect_clause)))


def _gun_stage(battery: rule.Battery, gun: int, hits: int, dice: Dice) -> int:
    return hits + max(0, rule.shoot_gun(battery, gun, dice))


def _battery_chances(battery: rule.Battery) -> tuple[Chances, ...]:
    refusal = rule.battery_refusal(battery)
    guns: list[Stage[int]] = [partial(_gun_stage, battery, gun) for gun in range(len(battery.crew))]
    odds: Odds[Any] = enumerated(battery, lambda _, __: refusal) if refusal else fold(guns, 0)
    return (Chances("", odds, lambda hits: _battery_outputs(battery, hits)),)


ARTILLERY: Final[Procedure] = Procedure("artillery", _read_battery, _work_battery, _battery_chances)


def _read_manhandle(fields: umpire.Fields) -> umpire.Fields:
    umpire.counts(fields, "", "crew", "officers", "infantry")
    return fields


MANHANDLE: Final[Procedure] = simple(
    "manhandle",
    _read_manhandle,
    umpire.nothing,
    lambda fields, _: (
        umpire.verdict(rule.manhandle_refusal(fields["crew"]))
        | {"inches": rule.manhandled(fields["crew"], fields["infantry"])}
    ),
    lambda fields, _: (
        Row(
            f"{fields['crew']} crew, {fields['infantry']} infantrymen",
            f"{rule.manhandled(fields['crew'], fields['infantry']):g} in",
            rule.manhandle_refusal(fields["crew"]) or "charge-boys.move.manhandle-maximum",
        ),
    ),
)


def _read_crew_losses(fields: umpire.Fields) -> umpire.Fields:
    crew = umpire.crew(fields | {"formation": tables.UNLIMBERED})
    order: list[int] = fields["nearest_first"]
    if sorted(order) != list(range(1, len(crew) + 1)):
        raise FieldError(f"nearest_first: {order} cannot be; it has the numbers 1 to {len(crew)}, each once")
    between("killed", fields["killed"], 0, sum(crew))
    return fields | {"settings": umpire.house(fields)}


def _crew_left(fields: umpire.Fields, _: Dice) -> tuple[int, ...]:
    order = tuple([number - 1 for number in fields["nearest_first"]])
    return rule.crew_after(tuple(fields["crew"]), order, fields["killed"])


CREW_LOSSES: Final[Procedure] = simple(
    "crew-losses",
    _read_crew_losses,
    _crew_left,
    lambda fields, crew: {
        "crew": crew,
        "can_fire": [rule.can_fire(men, fields["settings"]) for men in crew],
        "guns_abandoned": [men == 0 for men in crew],
    },
    lambda _, crew: tuple(
        [Row(f"gun {gun}", f"{men} crew", "charge-boys.artillery.crew-losses") for gun, men in enumerate(crew, 1)]
    ),
)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    MANHANDLE,
    ARTILLERY,
    CREW_LOSSES,
)
