"""Chances of a charge: its tests, its combats, and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from roundtop.battle.protocol import Forecast
from roundtop.dice.exact import fold, mapped
from roundtop.dice.sources import Dice, Scripted
from roundtop.record import record
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.charge import contact, events, table
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.melee import odds as melee_odds
from roundtop.rulebooks.skirmish.morale import events as morale_events
from roundtop.rulebooks.skirmish.morale import odds as morale_odds
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.retreat import table as retreat_table
from roundtop.rulebooks.skirmish.state import BREAK, State


@record(frozen=True)
class Rush:
    """A charge so far: its tests, and the men down on either side when it has come to blows."""

    own: str = ""
    theirs: str = ""
    own_down: int = 0
    foes_down: int = 0


@final
class Tests:
    """The tests of a charge as stages [movement.charge-declaration]."""

    def __init__(self, view: State, group: str, target: str) -> None:
        _, self.tests = table.declared(view, group, target)
        self.own = morale_table.check_of(view, field.group_of(view, group), True)
        self.theirs = morale_table.check_of(view, field.group_of(view, target))
        self.known = f"{target} < {group}" in view.tested or field.is_command(view, field.group_of(view, target))

    def first(self, _: Rush, dice: Dice) -> Rush:
        return Rush(morale_rule.result_of(morale_rule.score(self.own, dice)) if self.tests else "ok")

    def second(self, rush: Rush, dice: Dice) -> Rush:
        if rush.own != "ok" or self.known:
            return rush
        return Rush(rush.own, morale_rule.result_of(morale_rule.score(self.theirs, dice)))


def charge_forecasts(view: State, group: str, target: str) -> tuple[Forecast, ...]:
    """Whether a charge goes in, how the charged stand it, and what the fight costs either side."""
    if not field.members(view, target) or not field.members(view, group):
        return ()
    tests = Tests(view, group, target)
    before = fold((tests.first, tests.second), Rush())
    own, theirs = field.group_of(view, group).name, field.group_of(view, target).name
    found = [Forecast(f"{own} charges {theirs}", True, morale_odds.ranked(mapped(before, _rush_words)))]
    clashes = [*_clashes(view, group, target, False), *_clashes(_fled(view, target), group, target, True)]
    if clashes:
        after = fold((tests.first, tests.second, *clashes), Rush())
        note = (
            "if everybody who can goes in by the nearest way, nobody moves or shoots before it comes to blows,"
            " and the men pair off in the usual way"
        )
        found.append(
            Forecast(
                "Men down in the fight, ours to theirs", True, morale_odds.ranked(mapped(after, _toll_words)), note
            )
        )
    return tuple(found)


def _clashes(view: State, group: str, target: str, fleeing: bool) -> list[Callable[[Rush, Dice], Rush]]:
    """The combats of a charge that goes home against men who stand, or against those who could not get away."""
    met = gone_home(view, group, target)
    return [melee_odds.Clash(met, bout, group, fleeing).stage for bout in melee_odds.bouts_of(met, group)]


def _fled(view: State, target: str) -> State:
    """The table with the charged broken and run as far as they could [morale.trigger-charged]."""
    test = morale_events.MoraleTested(
        group=target, cause="charged", against="", score=0, result=BREAK, state=BREAK, tally=(), rolls=()
    )
    state = apply(view, test)
    for event in retreat_table.flight_events(state, target):
        state = apply(state, event)
    return state


def gone_home(view: State, group: str, target: str) -> State:
    """The table as it would be with the charge gone home, whoever is met on the way standing his ground."""
    state = apply(view, table.declared(view, group, target)[0])
    theirs = field.members(state, target)
    ways = [(man, contact.way_to_contact(state, man, theirs)) for man in table.chargers(state, group)]
    orders = tuple([(man.id, way.foe) for man, way in ways if way is not None])
    left: list[events.ChargeHome] = [events.ChargeHome(group, target, orders)]
    while left:
        progress = table.charge_home(state, left[0], Scripted(()))
        for event in progress.events:
            state = apply(state, event)
        left = [step for step in progress.steps if isinstance(step, events.ChargeHome)]
    return state


def _rush_words(rush: Rush) -> str:
    if rush.own != "ok":
        return f"the chargers: {rush.own}"
    return f"it goes in, the charged: {rush.theirs}" if rush.theirs else "it goes in"


def _toll_words(rush: Rush) -> str:
    return "it does not go in" if rush.own != "ok" else f"{rush.own_down} to {rush.foes_down}"
