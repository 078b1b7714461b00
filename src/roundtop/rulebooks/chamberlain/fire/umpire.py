"""The procedure fire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.battle.tally import Mod, Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import tables, umpire
from roundtop.rulebooks.chamberlain.fire import rule
from roundtop.rulebooks.chamberlain.options import Settings


def _read_shot(fields: umpire.Fields) -> rule.Shot:
    if fields["firer"]["arm"] in tables.GUNS:
        raise FieldError(f"firer.arm: {fields['firer']['arm']} does not fire small arms; ask for artillery-fire")
    between("range_bw", fields["range_bw"], 0)
    return rule.Shot(
        firer=umpire.troops_of("firer", fields["firer"]),
        target=umpire.troops_of("target", fields["target"]),
        range=fields["range_bw"],
        flank=fields["flank"],
        visible=fields["visible"],
        in_arc=fields["in_arc"],
        obstructed=fields["obstructed"],
        before_move=fields["timing"] == "before-move",
        settings=umpire.house_of(fields),
    )


def _roll_shot(shot: rule.Shot, dice: Dice) -> rule.Effect | str:
    return rule.shot_refusal(shot) or rule.shoot(shot, dice)


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


def thrown(pool: rule.Pool, refused: bool) -> Outputs:
    return {
        "base_dice": pool.base,
        "halved": pool.halved,
        "bonus": pool.bonus,
        "dice_count": 0 if refused else pool.dice,
        "hit_on": pool.hit_on,
    }


def _shot_outputs(shot: rule.Shot, reached: rule.Effect | str) -> Outputs:
    refused = isinstance(reached, str)
    effect = untouched(shot.target, shot.settings) if isinstance(reached, str) else reached
    clause = reached if isinstance(reached, str) else ""
    return umpire.ruled(clause) | thrown(rule.pool(shot), refused) | effect_on(shot.target, effect)


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


def _shot_lines(shot: rule.Shot, reached: rule.Effect | str) -> tuple[Row, ...]:
    if isinstance(reached, str):
        return umpire.refused(reached)
    pool = rule.pool(shot)
    base = Row("current elan", str(pool.base), "chamberlain.fire.dice-infantry")
    found = pool_lines(pool, base, rule.penalties(shot), rule.bonuses(shot))
    return (*found, *effect_lines(shot.target, reached, "chamberlain.fire.to-hit"))


FIRE: Final[Procedure] = simple("fire", _read_shot, _roll_shot, _shot_outputs, _shot_lines)

PROCEDURES: Final[tuple[Procedure, ...]] = (FIRE,)
