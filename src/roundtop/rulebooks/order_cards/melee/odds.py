"""Chances of a melee to its end: its rounds, the losers' way back and tests, and the winners' tests."""

from __future__ import annotations

from typing import Final, final

from roundtop.battle.protocol import Command, Forecast
from roundtop.battle.words import listed
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.events import apply
from roundtop.rulebooks.order_cards.melee import events, rule, table
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.morale import table as morale_table
from roundtop.rulebooks.order_cards.prisoners import events as prisoners_events
from roundtop.rulebooks.order_cards.prisoners import table as prisoners_table
from roundtop.rulebooks.order_cards.retreat import events as retreat_events
from roundtop.rulebooks.order_cards.retreat import table as retreat_table
from roundtop.rulebooks.order_cards.state import Melee, State, Unit

GONE: Final[dict[str, str]] = {
    tables.RUN_OFF: "runs off the table",
    tables.CAPTURED: "surrenders",
    tables.TAKEN: "loses its guns",
    tables.ABANDONED: "loses its guns",
}


@record(unsafe_hash=True)
class Brawl:
    """A melee so far: its rounds, the steps taken since, and every unit in it as they left it."""

    fray: rule.Fray
    done: int = 0
    units: tuple[tuple[str, str, str, str, bool, int, float, float], ...] = ()


@final
class Clash:
    """The stages of a melee as the table plays them, no officer helping whoever tests.

    The tests of friends through whom the losers run are left out: they change nothing for those who fought.
    """

    def __init__(self, view: State, melee: Melee, leaders: tuple[str, str], winners: bool) -> None:
        self.view = view
        self.melee = melee
        self.leaders = leaders
        self.winners = winners
        self.situation = table.fighters(view, melee, leaders)
        self.rounds = rule.Stages(self.situation)
        self.ids = (*[attack.unit for attack in melee.attacks], *melee.defenders)
        self.tables: dict[Brawl, tuple[State, tuple[object, ...]]] = {}

    def odds(self) -> Odds[Brawl]:
        rounds = [self.round] * self.situation.settings.melee_max_rounds
        return fold((*rounds, *[self.step] * (3 * len(self.ids) + 1)), Brawl(rule.begun(self.situation)))

    def round(self, before: Brawl, dice: Dice) -> Brawl:
        return Brawl(self.rounds.round(before.fray, dice))

    def step(self, before: Brawl, dice: Dice) -> Brawl:
        """The next step of the aftermath."""
        state, steps = self._at(before)
        if not steps:
            return before
        progress = self._played(state, steps[0], dice)
        for event in progress[0]:
            state = apply(state, event)
        after = Brawl(before.fray, before.done + 1, tuple([_seen(field.unit_of(state, id)) for id in self.ids]))
        self.tables.setdefault(after, (state, (*progress[1], *steps[1:])))
        return after

    def _at(self, brawl: Brawl) -> tuple[State, tuple[object, ...]]:
        if brawl not in self.tables:
            decided, steps = table.decided(self.view, self.melee, self.situation, brawl.fray, self.leaders)
            state = self.view
            for event in decided:
                state = apply(state, event)
            self.tables[brawl] = (state, steps)
        return self.tables[brawl]

    def _played(self, state: State, step: object, dice: Dice) -> tuple[tuple[object, ...], tuple[object, ...]]:
        """What a step brings, and what of the steps after it concerns those who fought."""
        if isinstance(step, retreat_events.Retreat):
            return retreat_table.retreat(state, step, dice).events, ()
        if isinstance(step, retreat_events.TestLoser):
            test = retreat_events.TestLoser(step.unit, step.facing, step.fought, morale_help.NOBODY)
            done = retreat_table.test_loser(state, test, dice)
            return done.events, done.steps
        if isinstance(step, prisoners_events.GiveUp):
            return prisoners_table.give_up(state, step, dice).events, ()
        if isinstance(step, events.AfterMelee):
            done = table.after_melee(state, step, dice)
            return done.events, done.steps if self.winners else ()
        assert isinstance(step, morale_events.TestMorale)
        test_of = morale_events.TestMorale(step.unit, step.kind, step.foe, step.boxes, morale_help.NOBODY)
        return morale_table.test_morale(state, test_of, dice).events, ()


def _seen(unit: Unit) -> tuple[str, str, str, str, bool, int, float, float]:
    return (unit.id, unit.place, unit.fate, unit.state, unit.disordered, unit.circled, unit.pose.x, unit.pose.y)


def melee_forecasts(view: State, step: events.Fight, command: Command) -> tuple[Forecast, ...]:
    """The melee with the officer named; the other side's, if he is still to be named, taken to be nobody."""
    key = words.chosen(command)
    melee = field.melee_of(view, step.unit)
    if melee is None:
        return ()
    attacking = step.attackers == tables.UNASKED and morale_help.might_help(
        view, field.unit_of(view, melee.attacks[0].unit)
    )
    leaders = (key, morale_help.NOBODY) if attacking else (step.attackers, key)
    led = tuple([morale_help.NOBODY if one == tables.UNASKED else one for one in leaders])
    note = "if no officer leads the other side" if attacking else ""
    return brawl_forecasts(view, melee, (led[0], led[1]), note)


def brawl_forecasts(view: State, melee: Melee, leaders: tuple[str, str], note: str) -> tuple[Forecast, ...]:
    """Who wins and what becomes of the losers; then, if winners test, what becomes of them."""
    said = tuple(["" if one == morale_help.NOBODY else one for one in leaders])
    tests = view.settings.melee_winner_checks
    clash = Clash(view, melee, (said[0], said[1]), tests)
    teller = Teller(view, melee)
    helped = [id for id in clash.ids if morale_help.officers_near(view, field.unit_of(view, id))]
    note = ", ".join([one for one in (note, words.NO_HELP if helped else "") if one])
    odds = clash.odds()
    found = [words.told(teller.title, mapped(odds, teller.lost), note)]
    if tests:
        found.append(words.told(f"{teller.title}, the winners' own test", mapped(odds, teller.won), note))
    return tuple(found)


@final
class Teller:
    """The end of a melee in words."""

    def __init__(self, view: State, melee: Melee) -> None:
        self.names = {unit.id: unit.name for unit in view.units}
        self.sides = (tuple([attack.unit for attack in melee.attacks]), melee.defenders)
        ours, theirs = [listed([self.names[id] for id in side]) for side in self.sides]
        self.title = f"{ours} against {theirs}"

    def lost(self, brawl: Brawl) -> str:
        if brawl.fray.winner == rule.NEITHER:
            return "nobody is left"
        winners, losers = self._sides(brawl)
        verb = "win" if len(winners) > 1 else "wins"
        fates = "; ".join([f"{self.names[id]}: {self._fate(brawl, id)}" for id in losers])
        return f"{listed([self.names[id] for id in winners])} {verb}; {fates}"

    def won(self, brawl: Brawl) -> str:
        if brawl.fray.winner == rule.NEITHER:
            return "nobody is left"
        return "; ".join([f"{self.names[id]}: {self._fate(brawl, id)}" for id in self._sides(brawl)[0]])

    def _sides(self, brawl: Brawl) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.sides if brawl.fray.winner == rule.ATTACKERS else (self.sides[1], self.sides[0])

    def _fate(self, brawl: Brawl, id: str) -> str:
        for unit, place, fate, state, disordered, *_ in brawl.units:
            if unit == id:
                if place != tables.ON_TABLE:
                    return GONE.get(fate, "destroyed")
                return words.fate_words(morale_rule.Regiment(state=state, disordered=disordered))
        return "destroyed"
