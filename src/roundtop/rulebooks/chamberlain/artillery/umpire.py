"""The procedure artillery-fire."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Answer, FieldError, Fields, Procedure, Read
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


def _can_be(given: Fields) -> None:
    if given["firer"]["arm"] not in tables.GUNS:
        raise FieldError(f"firer.arm: {given['firer']['arm']} has no guns; ask for fire")
    if given["action"] == "fire":
        for name in ("target", "range_bw"):
            procedure.needed(name, given[name], "it may be left out for resupply only")


SHOT: Final[Read] = procedure.reads(
    rule.GunShot,
    firer=procedure.inside("firer", umpire.TROOPS),
    target=procedure.inside("target", umpire.TROOPS),
    range="range_bw",
    friends=procedure.each(
        "intervening_friends",
        procedure.reads(rule.Friend, from_battery="from_battery_bw", from_target="from_target_bw"),
    ),
)


def _roll(battery: Battery, dice: Dice) -> fire_rule.Effect | str:
    """The effect of its fire, "" for a resupply carried out, or the clause that forbids either."""
    if battery.shot is None:
        return rule.resupply_refusal(battery.firer, battery.settings)
    return rule.gun_refusal(battery.shot) or rule.fire_guns(battery.shot, dice)


NO_POOL: Final[fire_rule.Pool] = fire_rule.Pool(0, False, 0, 0, rule.HIT_ON)
NO_EFFECT: Final[fire_rule.Effect] = fire_rule.Effect(
    hits=0, fatigue=0, status="ok", retreats=False, concealed=False, at_risk=False, officer_killed=False
)
NOBODY: Final[tables.Troops] = tables.Troops("artillery")


def _served(battery: Battery, reached: fire_rule.Effect | str) -> Answer:
    clause = reached if isinstance(reached, str) else ""
    pool = NO_POOL if battery.shot is None else rule.pool(battery.shot)
    ammo = after = battery.firer.ammo
    if not clause:
        after = ammo + 1 if battery.shot is None else rule.ammo_after_fire(ammo)
    gone = not clause and rule.retires_empty(ammo, after, battery.settings)
    target = battery.target or NOBODY
    if not isinstance(reached, str):
        effect = reached
    else:
        effect = NO_EFFECT if battery.target is None else fire_umpire.untouched(target, battery.settings)
    left = {"firer_ammo": after, "firer_status": "retired" if gone else "ok"}
    return (
        procedure.verdict(clause),
        fire_umpire.thrown(pool, bool(clause)),
        fire_umpire.effect_on(target, effect),
        left,
    )


def _lines(battery: Battery, reached: fire_rule.Effect | str) -> tuple[Row, ...]:
    if isinstance(reached, str):
        if reached:
            return procedure.verdict_line(battery, reached)
        ammo = battery.firer.ammo
        return (Row("ammunition", f"{ammo} to {ammo + 1}", "chamberlain.trait.artillery-resupply"),)
    assert battery.shot is not None
    pool = rule.pool(battery.shot)
    base = Row("ammunition", str(pool.base), "chamberlain.art.dice")
    found = fire_umpire.pool_lines(pool, base, rule.penalties(battery.shot), rule.bonuses(battery.shot))
    found += fire_umpire.effect_lines(battery.shot.target, reached, "chamberlain.art.to-hit")
    found.append(Row("ammunition marked", "1", "chamberlain.art.mark-ammo"))
    return tuple(found)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.simple(
        "artillery-fire",
        procedure.reads(
            Battery,
            _can_be,
            firer=procedure.inside("firer", umpire.TROOPS),
            target=procedure.inside("target", umpire.TROOPS),
            shot=lambda given: SHOT(given) if given["action"] == "fire" else None,
        ),
        _roll,
        _served,
        _lines,
    ),
)
