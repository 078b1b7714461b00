"""The procedure artillery-fire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables, umpire
from roundtop.rulebooks.chamberlain.artillery import rule
from roundtop.rulebooks.chamberlain.fire import rule as fire_rule
from roundtop.rulebooks.chamberlain.fire import umpire as fire_umpire
from roundtop.rulebooks.chamberlain.options import Settings


@record(frozen=True)
class Battery:
    """A battery in the Fire Phase: it resupplies, or fires this shot. `target` None: resupply without one."""

    action: str
    firer: tables.Troops
    target: tables.Troops | None
    shot: rule.GunShot | None
    settings: Settings


def _read_battery(fields: umpire.Fields) -> Battery:
    if fields["firer"]["arm"] not in tables.GUNS:
        raise FieldError(f"firer.arm: {fields['firer']['arm']} has no guns; ask for fire")
    firer = umpire.troops_of("firer", fields["firer"])
    house = umpire.house_of(fields)
    target = None if fields["target"] is None else umpire.troops_of("target", fields["target"])
    if fields["action"] == "resupply":
        return Battery("resupply", firer, target, None, house)
    aimed_at = umpire.needed("target", target, "it may be left out for resupply only")
    reach = umpire.needed("range_bw", fields["range_bw"], "it may be left out for resupply only")
    between("range_bw", reach, 0)
    shot = rule.GunShot(
        firer=firer,
        target=aimed_at,
        range=reach,
        flank=fields["flank"],
        visible=fields["visible"],
        in_arc=fields["in_arc"],
        obstructed=fields["obstructed"],
        friends=tuple([_friend(place, one) for place, one in enumerate(fields["intervening_friends"])]),
        settings=house,
    )
    return Battery("fire", firer, target, shot, house)


def _friend(place: int, given: umpire.Fields) -> rule.Friend:
    for name in ("from_battery_bw", "from_target_bw"):
        between(f"intervening_friends[{place}].{name}", given[name], 0)
    return rule.Friend(given["level"], given["from_battery_bw"], given["from_target_bw"])


def _roll_battery(battery: Battery, dice: Dice) -> fire_rule.Effect | str:
    """The effect of its fire, "" for a resupply carried out, or the clause that forbids either."""
    if battery.shot is None:
        return rule.resupply_refusal(battery.firer, battery.settings)
    return rule.gun_refusal(battery.shot) or rule.fire_guns(battery.shot, dice)


NO_POOL: Final[fire_rule.Pool] = fire_rule.Pool(0, False, 0, 0, rule.HIT_ON)
NO_EFFECT: Final[fire_rule.Effect] = fire_rule.Effect(
    hits=0, fatigue=0, status="ok", retreats=False, concealed=False, at_risk=False, officer_killed=False
)


def _battery_outputs(battery: Battery, reached: fire_rule.Effect | str) -> Outputs:
    clause = reached if isinstance(reached, str) else ""
    pool = NO_POOL if battery.shot is None else rule.pool(battery.shot)
    ammo = battery.firer.ammo
    after = ammo
    if not clause:
        after = ammo + 1 if battery.shot is None else rule.ammo_after_fire(ammo)
    gone = not clause and rule.retires_empty(ammo, after, battery.settings)
    outputs = umpire.ruled(clause) | fire_umpire.thrown(pool, bool(clause))
    if battery.target is None:
        outputs |= fire_umpire.effect_on(tables.Troops("artillery"), NO_EFFECT)
    else:
        effect = reached if not isinstance(reached, str) else fire_umpire.untouched(battery.target, battery.settings)
        outputs |= fire_umpire.effect_on(battery.target, effect)
    return outputs | {"firer_ammo": after, "firer_status": "retired" if gone else "ok"}


def _battery_lines(battery: Battery, reached: fire_rule.Effect | str) -> tuple[Row, ...]:
    if isinstance(reached, str):
        if reached:
            return umpire.refused(reached)
        return (Row("ammunition", f"{battery.firer.ammo} to {battery.firer.ammo + 1}", RESUPPLY_CLAUSE),)
    assert battery.shot is not None
    pool = rule.pool(battery.shot)
    base = Row("ammunition", str(pool.base), "chamberlain.art.dice")
    found = fire_umpire.pool_lines(pool, base, rule.penalties(battery.shot), rule.bonuses(battery.shot))
    found += fire_umpire.effect_lines(battery.shot.target, reached, "chamberlain.art.to-hit")
    found.append(Row("ammunition marked", "1", "chamberlain.art.mark-ammo"))
    return tuple(found)


RESUPPLY_CLAUSE: Final = "chamberlain.trait.artillery-resupply"
ARTILLERY_FIRE: Final[Procedure] = simple(
    "artillery-fire", _read_battery, _roll_battery, _battery_outputs, _battery_lines
)

PROCEDURES: Final[tuple[Procedure, ...]] = (ARTILLERY_FIRE,)
