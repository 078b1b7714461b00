"""Procedures: firing-figures and musketry."""

from __future__ import annotations

from typing import Final

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
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import tables, umpire
from roundtop.rulebooks.charge_boys.fire import rule

NEEDS_FILES: Final = (tables.LINE, tables.ATTACK_COLUMN, tables.CAVALRY_LINE)


def _read_ranks(fields: umpire.Fields) -> rule.Ranks:
    formation = fields["formation"]
    files = fields["files"]
    if files is None and formation in NEEDS_FILES:
        raise FieldError(f"files: missing; the figures in the front rank of a {formation} are wanted")
    between("strength", fields["strength"], 0)
    between("files", files or 0, 0)
    if fields["dismounted"] and formation in tables.FORMATIONS[tables.CAVALRY]:
        raise FieldError(f"dismounted: a {formation} is mounted")
    ranks = rule.Ranks(
        formation=formation,
        strength=fields["strength"],
        files=files or 0,
        non_firers=0,
        dismounted=fields["dismounted"],
        settings=umpire.house(fields),
    )
    if not rule.fires_never(formation):
        between("non_firers", fields["non_firers"], 0, rule.in_firing_ranks(ranks))
    ranks.non_firers = fields["non_firers"]
    return ranks


def _ranks_outputs(ranks: rule.Ranks, _: None) -> Outputs:
    men = rule.firing_men(ranks)
    dice = tables.dice_for(men, ranks.settings)
    return {"men": men, "dice": dice} | umpire.verdict(rule.ranks_refusal(ranks))


def _ranks_lines(ranks: rule.Ranks, _: None) -> tuple[Row, ...]:
    men = rule.firing_men(ranks)
    found = (
        Row("figures in the firing ranks", str(rule.in_firing_ranks(ranks)), "charge-boys.musketry.two-ranks"),
        Row("men who fire", str(men), "charge-boys.musketry.non-firers"),
        Row("dice", str(tables.dice_for(men, ranks.settings)), "charge-boys.musketry.dice-per-six"),
    )
    return (*found, *umpire.no_line(rule.ranks_refusal(ranks)))


FIRING_FIGURES: Final[Procedure] = simple("firing-figures", _read_ranks, umpire.nothing, _ranks_outputs, _ranks_lines)


def _read_volley(fields: umpire.Fields) -> rule.Volley:
    umpire.counts(fields, "", "range", "men", "buck_rounds")
    return filled(rule.Volley, fields, settings=umpire.house(fields))


def _roll_volley(volley: rule.Volley, dice: Dice) -> int | str:
    return rule.volley_refusal(volley) or rule.throw_volley(volley, dice)


def _volley_outputs(volley: rule.Volley, hits: int | str) -> Outputs:
    if isinstance(hits, str):
        return umpire.verdict(hits)
    left = volley.buck_rounds - (1 if volley.buck_and_ball else 0)
    return {
        "legal": True,
        "band": rule.band(volley.weapon, volley.range),
        "hits": hits,
        "save": rule.volley_save(volley),
        "buck_rounds": left if rule.WEAPONS[volley.weapon].smoothbore else None,
    }


def _work_volley(volley: rule.Volley, dice: Dice) -> Worked:
    hits = _roll_volley(volley, dice)
    outputs = _volley_outputs(volley, hits)
    if isinstance(hits, str):
        return Worked(outputs, umpire.no_line(hits))
    mods = rule.volley_mods(volley)
    question = rule.volley_question(volley)
    each = [question.value(face) for face in umpire.faces(dice.rolls, "volley")]
    outputs |= {"modifier": total(mods), "dice": rule.volley_dice(volley), "hits_each": each}
    working = (
        *lines(mods),
        Row("on each die", f"{total(mods):+d}", "charge-boys.core.modifiers"),
        Row("dice", str(rule.volley_dice(volley)), "charge-boys.musketry.dice-per-six"),
        Row("hits", str(hits), "charge-boys.musketry.hits"),
    )
    return Worked(outputs, working)


def _volley_chances(volley: rule.Volley) -> tuple[Chances, ...]:
    return (Chances("", enumerated(volley, _roll_volley), lambda hits: _volley_outputs(volley, hits)),)


MUSKETRY: Final[Procedure] = Procedure("musketry", _read_volley, _work_volley, _volley_chances)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    FIRING_FIGURES,
    MUSKETRY,
)
