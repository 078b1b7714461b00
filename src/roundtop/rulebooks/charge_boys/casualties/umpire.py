"""Procedures: officer-check, save and remove-casualties."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Outputs, Procedure, between, reads, reckoned, simple, with_parts
from roundtop.battle.tally import Row, lines
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.casualties import rule
from roundtop.rulebooks.charge_boys.options import Settings


@record(frozen=True)
class Saving:
    """Hits to be saved."""

    blows: rule.Blows
    needed: rule.Needs
    mods: tuple[Row, ...]


def _read_save(given: Fields) -> Saving:
    house: Settings = given["settings"]
    shelter: rule.Shelter = reads(rule.Shelter)(given)
    needed = rule.needs(given["save"], given["source"], shelter, house)
    mods = lines(rule.cover_mods(given["source"], shelter, house))
    return Saving(rule.Blows(given["men_hits"], given["officer_hits"]), needed, mods)


def _saved(saving: Saving, fallen: rule.Fallen) -> Outputs:
    hits = saving.blows.men + saving.blows.officers
    return {
        "need_men": saving.needed.men,
        "need_officer": saving.needed.officer,
        "saved": hits - fallen.men - fallen.officers,
        "men_killed": fallen.men,
        "officers_killed": fallen.officers,
    }


def _save_lines(saving: Saving, fallen: rule.Fallen) -> tuple[Row, ...]:
    return (
        *saving.mods,
        Row("a man is saved by", str(saving.needed.men or "nothing"), "charge-boys.save.every-hit"),
        Row("an officer by", str(saving.needed.officer or "nothing"), "charge-boys.save.officer"),
        Row("lost", str(fallen.men + fallen.officers), "charge-boys.save.every-hit"),
    )


def _read_removal(given: Fields) -> Fields:
    before: tables.Figures = reads(tables.Figures)(given)
    between("killed", given["killed"], 0, before.strength())
    between("officers_killed", given["officers_killed"], 0, min(given["killed"], before.officers))
    return given | {"figures": before}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    simple(
        "officer-check",
        with_parts(body=reads(rule.Body, strength=lambda _: -1)),
        lambda hit, dice: rule.officer_check(hit["hits"], hit["body"], hit["settings"], dice),
        lambda hit, who: {
            "officer_hit": who > 0,
            "who": who,
            "general_hit": who > 0 and rule.is_general(who, hit["body"]),
        },
        "charge-boys.officer.hit-check",
    ),
    simple("save", _read_save, lambda saving, dice: rule.save(saving.blows, saving.needed, dice), _saved, _save_lines),
    reckoned(
        "remove-casualties",
        _read_removal,
        lambda given: rule.removed(given["figures"], given["killed"], given["officers_killed"]),
        "charge-boys.core.remove-figures",
    ),
)
