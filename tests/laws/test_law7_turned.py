"""Law 7: a table turned through 180 degrees gives the turned result for the same dice."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import pytest

from roundtop.battle.engine import Battle, begin, decision, reasons
from roundtop.battle.protocol import Command
from roundtop.dice.sources import Stream
from tests.laws.play import Case, Moment, answered, cases, codec, fought, scenario, wild
from tests.laws.test_law5_secrets import stream_of
from tests.laws.turned import Turner, turned_scenario, turner, unlike

every_case = pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)


@every_case
def test_a_turned_scenario_opens_turned(case: Case) -> None:
    plain = codec(case.book).plain
    straight = begin(case.book, scenario(case.battle), case.variant.options)
    turned = begin(case.book, turned_scenario(scenario(case.battle)), case.variant.options)
    assert unlike(turner(case.book, straight).plain(plain(straight)), plain(turned)) == []


def turned_moment(case: Case, moment: Moment) -> tuple[Turner, Battle, Command]:
    """A moment on the turned table."""
    kept = codec(case.book)
    turn = turner(case.book, moment.battle)
    battle: Battle = kept.value(turn.plain(kept.plain(moment.battle)))
    command: Command = kept.value(turn.plain(kept.plain(moment.command)))
    return turn, battle, command


@every_case
def test_the_same_dice_give_the_turned_result(case: Case) -> None:
    plain = codec(case.book).plain
    for moment in fought(case, "laws").sampled(40):
        turn, battle, command = turned_moment(case, moment)
        straight = stream_of(case.book, moment.battle, moment.command, moment.seed)
        for here, there in zip_longest(straight, stream_of(case.book, battle, command, moment.seed)):
            assert here is not None
            assert there is not None
            assert unlike(turn.plain(plain(here)), plain(there)) == []


@every_case
def test_a_turned_decision_offers_the_turned_options(case: Case) -> None:
    plain = codec(case.book).plain
    for moment in fought(case, "laws").sampled(30):
        turn, battle, command = turned_moment(case, moment)
        offered = plain(decision(case.book, battle, command.player))
        assert unlike(in_order(turn.plain(plain(moment.asked))), in_order(offered)) == []


def in_order(wanted: dict[str, Any]) -> dict[str, Any]:
    """A decision with its candidates and the corners of its zones in an order that does not depend on the table."""
    form = wanted["form"]
    if form["is"] != "Place":
        return wanted
    places = {
        "zone": _corners(form["zone"]),
        "barred": sorted([_corners(one) for one in form["barred"]]),
        "candidates": sorted(form["candidates"], key=_place),
    }
    return {**wanted, "form": {**form, **places}}


def _corners(outline: list[list[float]]) -> list[list[float]]:
    return sorted([[round(x, 2), round(y, 2)] for x, y in outline])


def _place(pose: dict[str, Any]) -> tuple[float, float]:
    return (round(pose["x"], 1), round(pose["y"], 1))


@every_case
def test_a_turned_command_is_refused_by_the_same_clauses(case: Case) -> None:
    kept = codec(case.book)
    stream = Stream("turned")
    for moment in fought(case, "laws").sampled(30):
        turn, battle, _ = turned_moment(case, moment)
        for _ in range(3):
            tried = answered(moment.battle, moment.asked, wild(moment.asked, stream))
            command = kept.value(turn.plain(kept.plain(tried)))
            here = reasons(case.book, moment.battle, tried)
            there = reasons(case.book, battle, command)
            assert [reason.clause for reason in here] == [reason.clause for reason in there]
