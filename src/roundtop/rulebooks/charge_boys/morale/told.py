"""Tests in words, and a unit's state on its card."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import capital, listed
from roundtop.rulebooks.charge_boys import field, tables, words
from roundtop.rulebooks.charge_boys.morale import events
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.victory import table as victory_table

RESULTS: Final = {
    "carry-on": "carries on",
    "halt": "halts",
    "retire": "retires",
    "disorder": "falls back in disorder",
    "rout": "routs",
}


def tested(view: State, event: events.MoraleTested) -> Telling:
    name = field.unit_of(view, event.unit).name
    if event.kind == "caught":
        return words.of_unit(view, event.unit, f"What is left of {name} routs.", "rout", event.tally)
    result = RESULTS[event.result]
    if event.kind == "rally":
        result = "fails to rally" if event.result == "rout" else "rallies"
    reason = {"both": "both tests", "first": "its first-shot test", "rally": "its rally test"}.get(
        event.kind, "its test"
    )
    why = f" ({event.why})" if event.why != event.kind else ""
    text = f"{name} takes {reason}{why}: {event.total}, it {result}."
    hint = "rout" if event.result == "rout" else "none"
    return words.of_unit(view=view, id=event.unit, text=text, hint=hint, tally=event.tally, rolls=event.rolls)


def disordered(view: State, event: events.Disordered) -> Telling:
    clause = "move.skirmish-distance" if event.cause == "no-room" else "melee.follow-up"
    text = f"{field.unit_of(view, event.unit).name} falls into disorder."
    return words.of_unit(view, event.unit, text, "none", (Row("disorder", event.cause, tables.BOOK + clause),))


def reordered(view: State, event: events.Reordered) -> Telling:
    text = f"{field.unit_of(view, event.unit).name} has recovered its order."
    return words.of_unit(view, event.unit, text, "none", (Row("order", "recovered", "charge-boys.morale.reorder"),))


def state_rows(view: State, unit: Unit) -> list[Row]:
    rows: list[Row] = []
    mettle = unit.mettle
    if mettle.state != "steady":
        rows.append(Row("Morale", capital(mettle.state), f"charge-boys.morale.{_state_clause(mettle.state)}"))
    if mettle.retest:
        rows.append(Row("Tests again", f"turn {mettle.retest}", "charge-boys.morale.retest-timing"))
    if mettle.disordered:
        rows.append(Row("Disordered", "", "charge-boys.morale.disordered-effect"))
    if unit.turn.hits:
        rows.append(Row("Hits this turn", str(unit.turn.hits), "charge-boys.morale.trigger-hits"))
    if unit.building >= 0:
        rows.append(Row("Garrison", view.ground.areas[unit.building].kind, "charge-boys.terrain.building-garrison"))
    riders = [general.name for general in field.generals_with(view, unit.id)]
    if riders:
        rows.append(Row("General", listed(riders), "charge-boys.officer.with-unit"))
    if victory_table.is_out(unit):
        rows.append(Row("Out of action", "", "charge-boys.victory.lost-unit"))
    return rows


def _state_clause(state: str) -> str:
    return {"halted": "result-halt", "retired": "result-retire", "routing": "result-rout-other"}[state]


TELLINGS: Final[Tellings] = {
    events.MoraleTested: tested,
    events.Disordered: disordered,
    events.Reordered: reordered,
}
