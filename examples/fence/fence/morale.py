"""Tests of regiments that have lost half [morale]."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.field import State, Unit
from roundtop.battle import outline, procedure, protocol, scene, tally
from roundtop.dice.questions import D6, Face, Why
from roundtop.dice.sources import Dice, Roll
from roundtop.record import record, replace

STANDS_ON: Final = 3
"""[morale.test]"""
QUALITY: Final[dict[str, tally.Mod]] = {
    "green": tally.Mod("green", -1, "fence.morale.quality"),
    "veteran": tally.Mod("veteran", 1, "fence.morale.quality"),
    "elite": tally.Mod("elite", 1, "fence.morale.quality"),
}


@record(frozen=True)
class Nerve:
    """A regiment after a loss."""

    start: int
    stands: int
    quality: str = "regular"


def must_test(nerve: Nerve) -> bool:
    """Half its stands or fewer left [morale.test]."""
    return 2 * nerve.stands <= nerve.start


def mods(nerve: Nerve) -> list[tally.Mod]:
    """[morale.quality]"""
    return [QUALITY[nerve.quality]] if nerve.quality in QUALITY else []


def thrown(nerve: Nerve, dice: Dice, by: str = "") -> int:
    """The die with its modifiers [morale.test, morale.quality]."""
    return dice.ask(Face(D6, Why("morale", "fence.morale.test", by))) + tally.total(mods(nerve))


def stands_firm(total: int) -> bool:
    return total >= STANDS_ON


@record
class TakeTest:
    unit: str


@record
class Tested:
    unit: str
    total: int
    firm: bool
    rolls: tuple[Roll, ...]


def tested(state: State, event: Tested) -> State:
    return field.with_unit(state, replace(field.unit_of(state, event.unit), here=event.firm))


def look(unit: Unit) -> Nerve:
    return Nerve(unit.start, unit.stands, unit.quality)


def test(state: State, step: TakeTest, dice: Dice) -> protocol.Progress:
    """Whoever has lost half stands or breaks [morale.test]."""
    unit = field.unit_of(state, step.unit)
    if not must_test(look(unit)):
        return protocol.Progress(())
    before = len(dice.rolls)
    total = thrown(look(unit), dice, unit.side)
    return protocol.Progress((Tested(unit.id, total, stands_firm(total), tuple(dice.rolls[before:])),))


def tested_told(view: State, event: Tested) -> scene.Telling:
    unit = field.unit_of(view, event.unit)
    text = f"{unit.name} stands firm." if event.firm else f"{unit.name} breaks and runs."
    needed = tally.Row(f"total, stands on {STANDS_ON}+", str(event.total), "fence.morale.test")
    rows = (*tally.lines(mods(look(unit))), needed)
    here, hint = ((unit.pose.x, unit.pose.y),), "none" if event.firm else "rout"
    return scene.Telling(text, here, rolls=event.rolls, tally=rows, hint=hint, side=unit.side)


def roll(nerve: Nerve, dice: Dice) -> int:
    """The total; any that stands where there is no test."""
    return thrown(nerve, dice) if must_test(nerve) else STANDS_ON


def answer(nerve: Nerve, total: int) -> procedure.Outputs:
    tested = must_test(nerve)
    return {"tested": tested, "total": total if tested else 0, "stands_firm": stands_firm(total)}


def explain(nerve: Nerve, total: int) -> tuple[tally.Row, ...]:
    if not must_test(nerve):
        return (tally.Row("more than half left", "no test", "fence.morale.test"),)
    verdict = "stands" if stands_firm(total) else "breaks"
    return (*tally.lines(mods(nerve)), tally.Row(f"total {total}", verdict, "fence.morale.test"))


MORALE_TEST: Final = procedure.simple("morale-test", procedure.reads(Nerve), roll, answer, explain)
EFFECTS: Final[outline.Effects] = {Tested: tested}
PLAYS: Final[outline.Plays] = {TakeTest: outline.Play(test)}
TELLINGS: Final[outline.Tellings] = {Tested: tested_told}
