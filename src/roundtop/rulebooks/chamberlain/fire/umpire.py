"""The procedure fire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Answer, FieldError, Fields, Outputs, Procedure, inside, reads, simple
from roundtop.battle.tally import Mod, Row, lines
from roundtop.rulebooks.chamberlain import tables, umpire
from roundtop.rulebooks.chamberlain.fire import rule
from roundtop.rulebooks.chamberlain.options import Settings


def _can_be(given: Fields) -> None:
    if given["firer"]["arm"] in tables.GUNS:
        raise FieldError(f"firer.arm: {given['firer']['arm']} does not fire small arms; ask for artillery-fire")


def untouched(target: tables.Troops, house: Settings) -> rule.Effect:
    """A target as it was before a shot that is not allowed."""
    fatigue, status, _ = rule.suffered(target, 0, house)
    return rule.Effect(
        hits=0,
        fatigue=fatigue,
        status=status,
        retreats=False,
        concealed=target.concealed,
        at_risk=False,
        officer_killed=False,
    )


def effect_on(target: tables.Troops, effect: rule.Effect) -> Outputs:
    return {
        "hits": effect.hits,
        "target_fatigue": effect.fatigue,
        "target_current_elan": 0 if target.arm in tables.GUNS else tables.current_elan(target.elan, effect.fatigue),
        "target_status": effect.status,
        "target_retreat_bw": rule.DRIVEN_BACK_BW if effect.retreats else 0,
        "target_concealed": effect.concealed,
        "at_risk_rolled": effect.at_risk,
        "target_officer_killed": effect.officer_killed,
    }


def thrown(pool: rule.Pool, refused: bool) -> Answer:
    return {"base_dice": pool.base, "dice_count": 0 if refused else pool.dice}, pool


def pool_lines(pool: rule.Pool, base: Row, halves: list[Mod], bonuses: list[Mod]) -> list[Row]:
    found = [base]
    found += [Row(mod.label, "halves", mod.clause) for mod in halves]
    found += lines(bonuses)
    found.append(Row("dice", f"{pool.dice}, hitting on {pool.hit_on}+", "chamberlain.fire.halve-once"))
    return found


def effect_lines(target: tables.Troops, effect: rule.Effect, clause: str) -> list[Row]:
    found = [Row("hits", str(effect.hits), clause)]
    if effect.retreats:
        guns = target.arm in tables.GUNS
        why = "chamberlain.art.hit-once-retreats" if guns else "chamberlain.fire.retreat-mounted"
        found.append(Row("target", "retreats 2 BW", why))
    if effect.status == "retired":
        found.append(Row("target", "retires", "chamberlain.art.hit-twice-retires"))
    elif target.arm not in tables.GUNS:
        found.append(Row("target", f"{effect.status}, fatigue {effect.fatigue}", "chamberlain.fire.hit-effect"))
    if target.concealed and not effect.concealed:
        found.append(Row("target", "revealed", "chamberlain.conceal.passive-hit"))
    if effect.at_risk:
        found.append(Row("officer", "killed" if effect.officer_killed else "survives", "chamberlain.command.at-risk"))
    return found


def _shot_lines(shot: rule.Shot, effect: rule.Effect) -> tuple[Row, ...]:
    pool = rule.pool(shot)
    base = Row("current elan", str(pool.base), "chamberlain.fire.dice-infantry")
    found = pool_lines(pool, base, rule.penalties(shot), rule.bonuses(shot))
    return (*found, *effect_lines(shot.target, effect, "chamberlain.fire.to-hit"))


PROCEDURES: Final[tuple[Procedure, ...]] = (
    simple(
        "fire",
        reads(
            rule.Shot,
            _can_be,
            firer=inside("firer", umpire.TROOPS),
            target=inside("target", umpire.TROOPS),
            range="range_bw",
            before_move=lambda given: given["timing"] == "before-move",
        ),
        rule.shoot,
        lambda shot, effect: (thrown(rule.pool(shot), False), effect_on(shot.target, effect)),
        _shot_lines,
        refusal=rule.shot_refusal,
        refused=lambda shot: (
            thrown(rule.pool(shot), True),
            effect_on(shot.target, untouched(shot.target, shot.settings)),
        ),
    ),
)
