"""Procedures: officer-check, save and remove-casualties."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables, umpire
from roundtop.rulebooks.charge_boys.casualties import rule
from roundtop.rulebooks.charge_boys.deployment import umpire as deployment_umpire
from roundtop.rulebooks.charge_boys.options import Settings


@record(frozen=True)
class Stricken:
    """Hits on a unit with officers."""

    hits: int
    body: rule.Body
    settings: Settings


def _read_check(fields: umpire.Fields) -> Stricken:
    umpire.counts(fields, "", "hits")
    between("officers", fields["officers"], 0)
    return Stricken(fields["hits"], rule.Body(-1, fields["officers"], fields["general"]), umpire.house(fields))


OFFICER_CHECK: Final[Procedure] = simple(
    "officer-check",
    _read_check,
    lambda given, dice: rule.officer_check(given.hits, given.body, given.settings, dice),
    lambda given, who: {
        "officer_hit": who > 0,
        "who": who,
        "general_hit": who > 0 and rule.is_general(who, given.body),
    },
    lambda given, who: (
        Row("candidates", str(rule.candidates(given.body)), "charge-boys.officer.hit-check"),
        Row("hit", f"number {who}" if who else "nobody of them", "charge-boys.officer.hit-check"),
    ),
)


@record(frozen=True)
class Saving:
    """Hits to be saved."""

    blows: rule.Blows
    needed: rule.Needs
    mods: tuple[Row, ...]


def _read_save(fields: umpire.Fields) -> Saving:
    umpire.counts(fields, "", "men_hits", "officer_hits")
    house = umpire.house(fields)
    shelter = rule.Shelter(fields["wall"], fields["building"], fields["fortification"], fields["woods"])
    needed = rule.needs(fields["save"], fields["source"], shelter, house)
    mods = lines(rule.cover_mods(fields["source"], shelter, house))
    return Saving(rule.Blows(fields["men_hits"], fields["officer_hits"]), needed, mods)


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


SAVE: Final[Procedure] = simple(
    "save", _read_save, lambda saving, dice: rule.save(saving.blows, saving.needed, dice), _saved, _save_lines
)


def _read_removal(fields: umpire.Fields) -> umpire.Fields:
    umpire.counts(fields, "", *deployment_umpire.ROLES[:4])
    there = fields["men"] + fields["colours"] + fields["drummers"] + fields["officers"]
    between("killed", fields["killed"], 0, there)
    between("officers_killed", fields["officers_killed"], 0, min(fields["killed"], fields["officers"]))
    return fields


def _removed(fields: umpire.Fields, _: Dice) -> tables.Figures:
    before = tables.Figures(fields["men"], fields["colours"], fields["drummers"], fields["officers"])
    return rule.removed(before, fields["killed"], fields["officers_killed"])


REMOVE_CASUALTIES: Final[Procedure] = simple(
    "remove-casualties",
    _read_removal,
    _removed,
    deployment_umpire.roles,
    lambda fields, left: (
        Row(f"{fields['killed']} figures off", f"{left.strength()} left", "charge-boys.core.remove-figures"),
    ),
)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    OFFICER_CHECK,
    SAVE,
    REMOVE_CASUALTIES,
)
