"""The umpire on hit numbers, who may shoot, volleys and guns."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import FieldError, Fields, Procedure
from roundtop.battle.tally import Mod, Row, lines
from roundtop.rulebooks.infantry_action import umpire
from roundtop.rulebooks.infantry_action.fire import rule


def _weapon(kind: str, given: Fields) -> str:
    weapon: str = given["weapon"] or ""
    if weapon and given["settings"].weapon_effect == "range" and len(rule.REACH[weapon]) != len(rule.BANDS[kind]):
        raise FieldError(f"weapon: {kind} does not shoot with a {weapon}")
    return weapon


def _read_aim(given: Fields) -> Fields:
    return given | {"weapon": _weapon(given["kind"], given)}


def _aimed(aim: Fields) -> tuple[rule.Band, int]:
    row = rule.band(aim["kind"], aim["distance_in"], aim["weapon"], aim["settings"])
    return row, rule.needs(row, _penalties(aim))


def _penalties(aim: Fields) -> list[Mod]:
    return rule.penalties(aim["kind"], aim["routed_before"], aim["target_in_cover"], aim["settings"])


def _aim_lines(aim: Fields, reached: tuple[rule.Band, int]) -> tuple[Row, ...]:
    row, needs = reached
    band = Row(f"{aim['distance_in']:g} in: {row.name}", f"{row.hits_on}+" if row.hits_on else "no shot", row.clause)
    found = (*lines(_penalties(aim)), Row("lowest face that hits", str(needs))) if row.hits_on else ()
    return (band, *found)


HIT_NUMBER: Final[Procedure] = procedure.reckoned(
    "hit-number",
    _read_aim,
    _aimed,
    _aim_lines,
    answer=lambda _, reached: {"band": reached[0].name, "needs": reached[1]},
)
MAY_SHOOT: Final[Procedure] = procedure.ruled(
    "may-shoot", procedure.as_given, procedure.called(rule.may_shoot, "settings")
)


def _volley_can_be(given: Fields) -> None:
    for place, shot in enumerate(given["shots"]):
        procedure.between(f"shots[{place}].target", shot["target"], 1, umpire.MOST_STANDS[given["target_kind"]])
    umpire.stands("shots.stand", [shot["stand"] for shot in given["shots"]], umpire.MOST_STANDS["infantry"])
    _no_charging_battery(given)


def _no_charging_battery(given: Fields) -> None:
    if given["target_charging"] and given["target_kind"] == "battery":
        raise FieldError("target_charging: a battery does not charge")


def _salvo_lines(salvo: rule.Salvo, clause: str) -> list[Row]:
    """What the hits do."""
    found = [Row("hits", str(salvo.hits), clause)]
    found += [Row(f"stand {stand}", "removed", "infantry-action.shooting.hit-removes-stand") for stand in salvo.removed]
    found += [Row(f"stand {n}", f"{hits} marked", "infantry-action.chargefire.marker") for n, hits in salvo.markers]
    if salvo.battery_destroyed:
        found.append(Row("the battery", "destroyed", clause))
    return found


def _volley_lines(volley: rule.Volley, salvo: rule.Salvo) -> tuple[Row, ...]:
    if volley.target_kind == "battery":
        return tuple(_salvo_lines(salvo, "infantry-action.artillery.infantry-against-battery"))
    found: list[Row] = []
    for shot in rule.thrown(volley):
        row = rule.band("infantry", shot.distance, volley.weapon, volley.settings)
        label = f"stand {shot.stand} at stand {shot.target}, {shot.distance:g} in, {row.name}"
        found.append(Row(label, f"needs {rule.shot_needs(volley, shot)}", row.clause))
    return (*found, *_salvo_lines(salvo, "infantry-action.shooting.one-die-per-stand"))


INFANTRY_VOLLEY: Final[Procedure] = procedure.simple(
    "infantry-volley",
    procedure.reads(
        rule.Volley,
        _volley_can_be,
        shots=procedure.each("shots", procedure.reads(rule.Shot, distance="distance_in")),
        weapon=lambda given: _weapon("infantry", given),
    ),
    rule.volley,
    explain=_volley_lines,
    refusal=rule.volley_refusal,
    refused=lambda _: rule.Salvo(0),
)


def _gun_can_be(given: Fields) -> None:
    procedure.between("target_stands", given["target_stands"], 1, umpire.MOST_STANDS[given["target_kind"]])
    _no_charging_battery(given)


def _gun_lines(shot: rule.GunShot, salvo: rule.Salvo) -> tuple[Row, ...]:
    if shot.target_kind == "battery":
        return tuple(_salvo_lines(salvo, "infantry-action.artillery.double-six"))
    row = rule.band("battery", shot.distance, shot.weapon, shot.settings)
    needed = Row(f"{shot.distance:g} in, {row.name}", f"needs {rule.gun_needs(shot)}", row.clause)
    return (needed, *_salvo_lines(salvo, "infantry-action.artillery.two-dice"))


ARTILLERY_FIRE: Final[Procedure] = procedure.simple(
    "artillery-fire",
    procedure.reads(
        rule.GunShot,
        _gun_can_be,
        distance="distance_in",
        in_cover="target_in_cover",
        already_hit=lambda given: umpire.stands("already_hit", given["already_hit"], given["target_stands"]),
        weapon=lambda given: _weapon("battery", given),
    ),
    rule.gun,
    explain=_gun_lines,
    refusal=rule.gun_refusal,
    refused=lambda _: rule.Salvo(0),
)
PROCEDURES: Final[tuple[Procedure, ...]] = (HIT_NUMBER, MAY_SHOOT, INFANTRY_VOLLEY, ARTILLERY_FIRE)
