"""Procedures: firing-figures and musketry."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Answer, Chances, FieldError, Fields, Outputs, Procedure, Worked, between, reads
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import tables, umpire
from roundtop.rulebooks.charge_boys.fire import rule

NEEDS_FILES: Final = (tables.LINE, tables.ATTACK_COLUMN, tables.CAVALRY_LINE)


def _ranks_can_be(given: Fields) -> None:
    formation = given["formation"]
    if given["files"] is None and formation in NEEDS_FILES:
        raise FieldError(f"files: missing; the figures in the front rank of a {formation} are wanted")
    if given["dismounted"] and formation in tables.FORMATIONS[tables.CAVALRY]:
        raise FieldError(f"dismounted: a {formation} is mounted")
    if not rule.fires_never(formation):
        ranks = procedure.filled(rule.Ranks, given, non_firers=0)
        between("non_firers", given["non_firers"], 0, rule.in_firing_ranks(ranks))


def _firing(ranks: rule.Ranks) -> Answer:
    men = rule.firing_men(ranks)
    return {"men": men, "dice": tables.dice_for(men, ranks.settings)} | procedure.verdict(rule.ranks_refusal(ranks))


def _ranks_lines(ranks: rule.Ranks, found: Outputs) -> tuple[Row, ...]:
    rows = (
        Row("figures in the firing ranks", str(rule.in_firing_ranks(ranks)), "charge-boys.musketry.two-ranks"),
        Row("men who fire", str(found["men"]), "charge-boys.musketry.non-firers"),
        Row("dice", str(found["dice"]), "charge-boys.musketry.dice-per-six"),
    )
    return (*rows, *procedure.verdict_line(ranks, rule.ranks_refusal(ranks)))


def _volley_outputs(volley: rule.Volley, hits: int) -> Answer:
    """A volley, or what it would have been where nobody fires."""
    refusal = rule.volley_refusal(volley)
    band = rule.band(volley.weapon, volley.range)
    spent = 1 if volley.buck_and_ball and not refusal else 0
    found: Outputs = {
        "band": band or None,
        "modifier": total(rule.volley_mods(volley)) if band else None,
        "dice": rule.volley_dice(volley),
        "hits_each": [],
        "hits": hits,
        "save": rule.volley_save(volley),
        "buck_rounds": volley.buck_rounds - spent if rule.WEAPONS[volley.weapon].smoothbore else None,
    }
    return procedure.verdict(refusal), found


def _work_volley(volley: rule.Volley, dice: Dice) -> Worked:
    refusal = rule.volley_refusal(volley)
    if refusal:
        return Worked(_volley_outputs(volley, 0), procedure.verdict_line(volley, refusal))
    hits = rule.throw_volley(volley, dice)
    mods = rule.volley_mods(volley)
    question = rule.volley_question(volley)
    faces = [int(face) for roll in umpire.rolls_for(dice.rolls, "volley") for face in roll.faces]
    working = (
        *lines(mods),
        Row("on each die", f"{total(mods):+d}", "charge-boys.core.modifiers"),
        Row("dice", str(rule.volley_dice(volley)), "charge-boys.musketry.dice-per-six"),
        Row("hits", str(hits), "charge-boys.musketry.hits"),
    )
    each = {"hits_each": [question.value(face) for face in faces]}
    return Worked((each, _volley_outputs(volley, hits)), working)


def _volley_chances(volley: rule.Volley) -> tuple[Chances, ...]:
    if rule.volley_refusal(volley):
        return (procedure.certainly(_volley_outputs(volley, 0)),)
    return (Chances("", procedure.enumerated(volley, rule.throw_volley), lambda hits: _volley_outputs(volley, hits)),)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.reckoned("firing-figures", reads(rule.Ranks, _ranks_can_be), _firing, _ranks_lines),
    Procedure("musketry", reads(rule.Volley), _work_volley, _volley_chances),
)
