"""The umpire on hit numbers, who may shoot, volleys and guns."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.infantry_action import umpire
from roundtop.rulebooks.infantry_action.fire import rule
from roundtop.rulebooks.infantry_action.options import Settings


@record(frozen=True)
class Aim:
    """A shooter and a range."""

    kind: str
    distance: float
    routed_before: bool
    in_cover: bool
    weapon: str
    settings: Settings


def _read_aim(fields: umpire.Fields) -> Aim:
    between("distance_in", fields["distance_in"], 0)
    house = umpire.house(fields)
    kind = fields["kind"]
    weapon = _weapon(kind, fields, house)
    return Aim(
        kind=kind,
        distance=fields["distance_in"],
        routed_before=fields["routed_before"],
        in_cover=fields["target_in_cover"],
        weapon=weapon,
        settings=house,
    )


def _aimed(aim: Aim, _: Dice) -> tuple[rule.Band, int]:
    row = rule.band(aim.kind, aim.distance, aim.weapon, aim.settings)
    return row, rule.needs(row, rule.penalties(aim.kind, aim.routed_before, aim.in_cover, aim.settings))


def _aim_lines(aim: Aim, reached: tuple[rule.Band, int]) -> tuple[Row, ...]:
    row, needs = reached
    mods = rule.penalties(aim.kind, aim.routed_before, aim.in_cover, aim.settings)
    band = Row(f"{aim.distance:g} in: {row.name}", f"{row.hits_on}+" if row.hits_on else "no shot", row.clause)
    return (band, *lines(mods), Row("lowest face that hits", str(needs))) if row.hits_on else (band,)


HIT_NUMBER: Final[Procedure] = simple(
    "hit-number",
    _read_aim,
    _aimed,
    lambda _, reached: {"band": reached[0].name, "needs": reached[1]},
    _aim_lines,
)


def _shooting_refusal(fields: umpire.Fields) -> str:
    return rule.may_shoot(
        order=fields["order"],
        moment=fields["moment"],
        shot_already=fields["shot_already"],
        in_combat=fields["in_combat"],
        target_valid_now=fields["target_valid_now"],
        target_moved=fields["target_moved"],
        target_valid_at_turn_start=fields["target_valid_at_turn_start"],
        target_in_combat=fields["target_in_combat"],
        settings=fields["settings"],
    )


MAY_SHOOT: Final[Procedure] = umpire.ruled(
    "may-shoot", lambda fields: fields | {"settings": umpire.house(fields)}, _shooting_refusal
)


def _read_volley(fields: umpire.Fields) -> rule.Volley:
    shots: list[umpire.Fields] = fields["shots"]
    for place, shot in enumerate(shots):
        between(f"shots[{place}].stand", shot["stand"], 1, umpire.MOST_STANDS["infantry"])
        between(f"shots[{place}].target", shot["target"], 1, umpire.MOST_STANDS[fields["target_kind"]])
        between(f"shots[{place}].distance_in", shot["distance_in"], 0)
    umpire.stands("shots.stand", [shot["stand"] for shot in shots], umpire.MOST_STANDS["infantry"])
    _no_charging_battery(fields)
    house = umpire.house(fields)
    return rule.Volley(
        tuple([rule.Shot(shot["stand"], shot["target"], shot["distance_in"], shot["in_cover"]) for shot in shots]),
        fields["routed_before"],
        fields["target_charging"],
        fields["target_kind"],
        _weapon("infantry", fields, house),
        settings=house,
    )


def _no_charging_battery(fields: umpire.Fields) -> None:
    if fields["target_charging"] and fields["target_kind"] == "battery":
        raise FieldError("target_charging: a battery does not charge")


def fired(salvo: rule.Salvo | str) -> Outputs:
    """The outputs of a volley or a gun, or the clause that forbids it."""
    if isinstance(salvo, str):
        return umpire.verdict(salvo) | fired(rule.Salvo(0)) | {"legal": False}
    return {
        "legal": True,
        "hits": salvo.hits,
        "removed": salvo.removed,
        "markers": salvo.markers,
        "battery_destroyed": salvo.battery_destroyed,
    }


def _salvo_lines(salvo: rule.Salvo, clause: str) -> list[Row]:
    """What the hits do."""
    found = [Row("hits", str(salvo.hits), clause)]
    found += [Row(f"stand {stand}", "removed", "infantry-action.shooting.hit-removes-stand") for stand in salvo.removed]
    found += [Row(f"stand {n}", f"{hits} marked", "infantry-action.chargefire.marker") for n, hits in salvo.markers]
    if salvo.battery_destroyed:
        found.append(Row("the battery", "destroyed", clause))
    return found


def _roll_volley(volley: rule.Volley, dice: Dice) -> rule.Salvo | str:
    return rule.volley_refusal(volley) or rule.volley(volley, dice)


def _volley_lines(volley: rule.Volley, salvo: rule.Salvo | str) -> tuple[Row, ...]:
    if isinstance(salvo, str):
        return umpire.no_line(volley, salvo)
    if volley.target_kind == "battery":
        return tuple(_salvo_lines(salvo, "infantry-action.artillery.infantry-against-battery"))
    found: list[Row] = []
    for shot in rule.thrown(volley):
        row = rule.band("infantry", shot.distance, volley.weapon, volley.settings)
        label = f"stand {shot.stand} at stand {shot.target}, {shot.distance:g} in, {row.name}"
        found.append(Row(label, f"needs {rule.shot_needs(volley, shot)}", row.clause))
    return (*found, *_salvo_lines(salvo, "infantry-action.shooting.one-die-per-stand"))


INFANTRY_VOLLEY: Final[Procedure] = simple(
    "infantry-volley", _read_volley, _roll_volley, lambda _, salvo: fired(salvo), _volley_lines
)


def _read_gun(fields: umpire.Fields) -> rule.GunShot:
    between("distance_in", fields["distance_in"], 0)
    between("target_stands", fields["target_stands"], 1, umpire.MOST_STANDS[fields["target_kind"]])
    between("target", fields["target"], 1, fields["target_stands"])
    _no_charging_battery(fields)
    house = umpire.house(fields)
    return rule.GunShot(
        distance=fields["distance_in"],
        target_kind=fields["target_kind"],
        target=fields["target"],
        target_stands=fields["target_stands"],
        faces_gun=fields["faces_gun"],
        target_charging=fields["target_charging"],
        already_hit=umpire.stands("already_hit", fields["already_hit"], fields["target_stands"]),
        in_cover=fields["target_in_cover"],
        weapon=_weapon("battery", fields, house),
        settings=house,
    )


def _roll_gun(shot: rule.GunShot, dice: Dice) -> rule.Salvo | str:
    return rule.gun_refusal(shot) or rule.gun(shot, dice)


def _gun_lines(shot: rule.GunShot, salvo: rule.Salvo | str) -> tuple[Row, ...]:
    if isinstance(salvo, str):
        return umpire.no_line(shot, salvo)
    if shot.target_kind == "battery":
        return tuple(_salvo_lines(salvo, "infantry-action.artillery.double-six"))
    row = rule.band("battery", shot.distance, shot.weapon, shot.settings)
    needed = Row(f"{shot.distance:g} in, {row.name}", f"needs {rule.gun_needs(shot)}", row.clause)
    return (needed, *_salvo_lines(salvo, "infantry-action.artillery.two-dice"))


ARTILLERY_FIRE: Final[Procedure] = simple(
    "artillery-fire", _read_gun, _roll_gun, lambda _, salvo: fired(salvo), _gun_lines
)


def _weapon(kind: str, fields: umpire.Fields, house: Settings) -> str:
    weapon: str = fields["weapon"] or ""
    if weapon and house.weapon_effect == "range" and len(rule.REACH[weapon]) != len(rule.BANDS[kind]):
        raise FieldError(f"weapon: {kind} does not shoot with a {weapon}")
    return weapon
