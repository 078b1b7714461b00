"""Chances of what a command would start, up to the next decision, from the rules' own code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, final

from roundtop.battle.forms import Answer, Assigned, Chosen, Marched
from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, Stage, TooMany, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import artillery, charge, fire, melee, morale
from roundtop.rulebooks.charge_boys.activation import JOIN
from roundtop.rulebooks.charge_boys.artillery import Battery
from roundtop.rulebooks.charge_boys.charge import Charge, Course
from roundtop.rulebooks.charge_boys.combat import look
from roundtop.rulebooks.charge_boys.fire import (
    GUNS,
    NO_BLOWS,
    NO_LOSSES,
    SMALL_ARMS,
    Blows,
    Body,
    Losses,
    Needs,
    Volley,
)
from roundtop.rulebooks.charge_boys.melee import Fighter
from roundtop.rulebooks.charge_boys.morale import FIRST, OTHER, Nerve
from roundtop.rulebooks.charge_boys.react import nerve_again, nerve_against, owes
from roundtop.rulebooks.charge_boys.shooting import battery_of, body_of, volley_of
from roundtop.rulebooks.charge_boys.sight import shelter_of
from roundtop.rulebooks.charge_boys.state import State, Unit, formed, loose, mounted, ranked, strength, unit_of
from roundtop.rulebooks.charge_boys.steps import ClosingFire, Declare, FireGuns, MoraleOf, MoveGeneral, Step
from roundtop.rulebooks.charge_boys.steps import Fire as FireStep
from roundtop.rulebooks.charge_boys.tables import ATTACK_COLUMN, LINE

NO_TEST: Final = "no test"
WORDS: Final[dict[str, str]] = {
    morale.CARRY_ON: "carries on",
    morale.HALT: "halts",
    morale.RETIRE: "retires",
    morale.DISORDER: "retires in disorder",
    morale.ROUT: "routs",
    NO_TEST: NO_TEST,
}


def forecast(view: State, step: Step, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring: losses and nerve under fire, the course of a charge, the result of a test."""
    found = FORECASTS.get(type(step))
    return () if found is None else found(view, step, command.answer)


# ---------------------------------------------------------------- fire, saves and nerve


@final
@dataclass(slots=True, unsafe_hash=True)
class Fate:
    """A unit under fire on its way: hits, whom they are on, what it loses, how it takes it."""

    hits: int = 0
    blows: Blows = NO_BLOWS
    lost: Losses = NO_LOSSES
    first: int = charge.NOT_THROWN
    result: str = NO_TEST


@final
@dataclass(slots=True, unsafe_hash=True)
class Mark:
    """A unit fired at: as the saves and as its nerve see it."""

    body: Body
    needed: Needs
    nerve: Nerve
    had: int
    before: int


def mark_of(view: State, target: Unit, firer: Unit, save: str, source: str) -> Mark:
    """The target of an attack, with what it has suffered this turn already."""
    needed = fire.needs(save, source, shelter_of(view, target, firer), view.settings)
    nerve = nerve_against(view, target, firer)
    return Mark(body_of(view, target), needed, nerve, target.turn.had, target.turn.hits)


def _volley_hits(volley: Volley, fate: Fate, dice: Dice) -> Fate:
    return Fate(fate.hits + fire.throw_volley(volley, dice))


def _gun_hits(battery: Battery, gun: int, fate: Fate, dice: Dice) -> Fate:
    return Fate(fate.hits + max(0, artillery.shoot_gun(battery, gun, dice)))


def _struck(mark: Mark, fate: Fate, dice: Dice) -> Fate:
    return Fate(fate.hits, fire.struck(fate.hits, mark.body, mark.nerve.settings, dice))


def _saved(mark: Mark, fate: Fate, dice: Dice) -> Fate:
    fallen = fire.save(fate.blows, mark.needed, dice)
    return Fate(fate.hits, NO_BLOWS, fire.losses(fallen, mark.body, mark.nerve.settings))


def _shaken(mark: Mark, fate: Fate) -> Nerve:
    """The unit's nerve with these losses."""
    nerve = mark.nerve
    left = nerve.strength - fate.lost.killed
    standing = nerve.first_shot
    if fate.first != charge.NOT_THROWN:
        standing = morale.standing_after(standing, fate.first, nerve.settings)
    return replace(
        nerve,
        strength=left,
        first_shot=standing,
        officers_killed=nerve.officers_killed + fate.lost.officers,
        general_killed=nerve.general_killed or fate.lost.general,
        general=nerve.general and not fate.lost.general,
        lost_this_turn=mark.had - left,
    )


def _due(mark: Mark, fate: Fate, routing: bool) -> tuple[bool, bool]:
    """Which tests the unit would owe, if nothing else befell it [morale.number-of-tests]."""
    left = mark.nerve.strength - fate.lost.killed
    if left <= 0:
        return False, False
    ordeal = morale.Ordeal(
        mark.had,
        mark.before + fate.hits,
        mark.had - left,
        True,
        mark.nerve.first_shot,
        fate.lost.general,
        routing=routing,
        settings=mark.nerve.settings,
    )
    return morale.first_due(ordeal), morale.other_due(ordeal)


def _first(mark: Mark, routing: bool, fate: Fate, dice: Dice) -> Fate:
    if not _due(mark, fate, routing)[0]:
        return fate
    return replace(fate, first=morale.throw_test(FIRST, _shaken(mark, fate), dice))


def _other(mark: Mark, routing: bool, fate: Fate, dice: Dice) -> Fate:
    first = fate.first
    lowest = first
    if _due(mark, fate, routing)[1]:
        other = morale.throw_test(OTHER, _shaken(mark, fate), dice)
        lowest = other if first == charge.NOT_THROWN else min(first, other)
    result = NO_TEST if lowest == charge.NOT_THROWN else morale.reading(lowest)
    return Fate(fate.hits, NO_BLOWS, fate.lost, charge.NOT_THROWN, result)


def fate_odds(hits: list[Stage[Fate]], mark: Mark, routing: bool) -> Odds[Fate]:
    """Exact chances of what fire does to a unit, its nerve included."""
    stages: list[Stage[Fate]] = [
        *hits,
        partial(_struck, mark),
        partial(_saved, mark),
        partial(_first, mark, routing),
        partial(_other, mark, routing),
    ]
    return fold(stages, Fate())


def _fate_forecasts(odds: Odds[Fate], target: Unit) -> tuple[Forecast, ...]:
    lost = mapped(odds, _figures_lost)
    figures = sorted([(number, float(chance)) for number, chance in lost.items()])
    words = tuple([(_loses(number), chance) for number, chance in figures])
    nerve = mapped(odds, _result)
    note = "if nothing else befalls it this turn"
    return (
        Forecast(f"{target.name} under this fire", True, words),
        Forecast(f"The nerve of {target.name}", True, _ranked(nerve), note),
    )


def _figures_lost(fate: Fate) -> int:
    return fate.lost.killed


def _result(fate: Fate) -> str:
    return WORDS[fate.result]


def _loses(number: int) -> str:
    return f"{number or 'no'} {'figure' if number == 1 else 'figures'} lost"


def _ranked(odds: Odds[str]) -> tuple[tuple[str, float], ...]:
    return tuple([(word, float(chance)) for word, chance in odds.items()])


def _is_routing(unit: Unit) -> bool:
    return unit.mettle.state == morale.ROUTING


def volley_forecasts(view: State, step: FireStep, answer: Answer) -> tuple[Forecast, ...]:
    assert isinstance(answer, Chosen)
    name, colon, load = answer.keys[0].rpartition(":")
    aims = [aim for aim in step.aims if aim[0] == name]
    if not colon or not aims:
        return ()
    unit, target = unit_of(view, step.unit), unit_of(view, name)
    volley = volley_of(view, unit, target, step.volley, aims[0][1], aims[0][2], load == "buck")
    if fire.volley_refusal(volley):
        return ()
    mark = mark_of(view, target, unit, fire.volley_save(volley), SMALL_ARMS)
    return _fate_forecasts(fate_odds([partial(_volley_hits, volley)], mark, _is_routing(target)), target)


def gun_forecasts(view: State, step: FireGuns, answer: Answer) -> tuple[Forecast, ...]:
    assert isinstance(answer, Assigned)
    pairs = answer.pairs
    unit = unit_of(view, step.unit)
    ranges = {(str(gun), id): away for gun, targets in step.aims for id, away in targets}
    found: list[Forecast] = []
    for name in dict.fromkeys([target for _, target in pairs]):
        guns = tuple([int(gun) for gun, target in pairs if target == name])
        target = unit_of(view, name)
        away = min([ranges[(str(gun), name)] for gun in guns])
        battery = battery_of(view, unit, target, guns, away)
        if artillery.battery_refusal(battery):
            continue
        mark = mark_of(view, target, unit, artillery.battery_save(unit.gun, away), GUNS)
        hits: list[Stage[Fate]] = [partial(_gun_hits, battery, gun) for gun in range(len(guns))]
        found.extend(_fate_forecasts(fate_odds(hits, mark, _is_routing(target)), target))
    return tuple(found)


# ---------------------------------------------------------------- charges, to the end of the first round


def charge_forecasts(view: State, step: Declare, answer: Answer) -> tuple[Forecast, ...]:
    assert isinstance(answer, Chosen)
    charger, colon, target = answer.keys[0].partition(":")
    if not colon:
        return ()
    unit, foe = unit_of(view, charger), unit_of(view, target)
    given = look(view, unit, foe)
    if charge.charge_refusal(given):
        return ()
    note = "if the target fires and nobody else comes in, fought on the whole front"
    try:
        odds = course_odds(view, unit, foe, given)
    except TooMany:
        return ()
    return (Forecast(f"{unit.name} charges {foe.name}", True, odds, note),)


def course_odds(view: State, unit: Unit, foe: Unit, given: Charge) -> tuple[tuple[str, float], ...]:
    """Exact chances of how a charge ends, the first round of melee and its loser's test included."""
    shares: dict[str, float] = {}
    rounds: dict[tuple[Losses, str], list[tuple[str, float]]] = {}
    for course, chance in charge.prospects(given).items():
        if course.outcome != charge.CONTACT:
            _add(shares, _course_words(course, foe), float(chance))
            continue
        key = (course.lost, course.target_result)
        if key not in rounds:
            rounds[key] = round_odds(view, unit, foe, given, course)
        for words, share in rounds[key]:
            _add(shares, words, float(chance) * share)
    return tuple(sorted(shares.items(), key=_likeliest))


def _likeliest(item: tuple[str, float]) -> tuple[float, str]:
    return (-item[1], item[0])


def _add(shares: dict[str, float], words: str, share: float) -> None:
    shares[words] = shares.get(words, 0.0) + share


def _course_words(course: Course, foe: Unit) -> str:
    if course.outcome == charge.BALKED:
        return "does not go in"
    if course.outcome == charge.CAUGHT:
        return f"{foe.name} is caught giving way"
    if course.outcome == charge.SHORT:
        return "falls short" if charge.stands(course) else f"{foe.name} gives way"
    return "thrown back" if course.outcome == charge.REPULSED else "stopped by fire"


def front(unit: Unit, foe: Unit) -> int:
    """Figures that would fight on the whole front: the enemy's files, one beyond each end, and those behind."""
    files = min(unit.files, foe.files + 2)
    deep = unit.formation in (LINE, ATTACK_COLUMN)
    return min(ranked(unit), files * (2 if deep else 1))


def round_odds(view: State, unit: Unit, foe: Unit, given: Charge, course: Course) -> list[tuple[str, float]]:
    """Chances of the first round after contact, and of the test of its loser [melee.loser-test]."""
    settings = view.settings
    ours = charge.shaken(given, course)
    theirs = given.target.nerve
    on_foot = mounted(unit) and not mounted(foe) and not theirs.cover
    a = Fighter(
        min(front(unit, foe), ours.strength), unit.quality, ours.strength, True, on_foot, not given.frontal,
        unit.mettle.disordered, melee.NO_OBSTACLE, loose(unit) and formed(foe), unit.officers, ours.general,
    )  # fmt: skip
    b = Fighter(
        front(foe, unit), foe.quality, strength(foe), False, False, False, foe.mettle.disordered, melee.NO_OBSTACLE,
        loose(foe) and formed(unit), foe.officers, theirs.general,
    )  # fmt: skip
    on_a = mapped(melee.toll_odds(a, b, settings), _toll_lost)
    on_b = mapped(melee.toll_odds(b, a, settings), _toll_lost)
    shares: dict[str, float] = {}
    for lost, chance in on_a.items():
        for took, times in on_b.items():
            share = float(chance) * float(times)
            loser = melee.loser(lost.killed, took.killed)
            if loser == melee.DRAW:
                _add(shares, "a drawn melee", share)
            elif loser == melee.B:
                _add_test(shares, theirs, took, "won", share)
            else:
                _add_test(shares, ours, lost, "lost", share)
    return list(shares.items())


def _toll_lost(toll: melee.Toll) -> Losses:
    return toll.lost


def _add_test(shares: dict[str, float], nerve: Nerve, lost: Losses, words: str, share: float) -> None:
    """The loser's test, face by face."""
    left = nerve.strength - lost.killed
    if left <= 0:
        _add(shares, f"melee {words}, the loser destroyed", share)
        return
    after = replace(
        nerve,
        strength=left,
        officers_killed=nerve.officers_killed + lost.officers,
        general=nerve.general and not lost.general,
        general_killed=nerve.general_killed or lost.general,
        lost_this_turn=nerve.lost_this_turn + lost.killed,
    )
    modifier = sum([mod.value for mod in morale.other_mods(after)])
    for face in range(1, 7):
        stands = morale.reading(face + modifier) == morale.CARRY_ON
        _add(shares, f"melee {words}, the loser {'stands' if stands else 'driven back'}", share / 6.0)


def closing_forecasts(view: State, step: ClosingFire, answer: Answer) -> tuple[Forecast, ...]:
    """What closing fire does to the charger, and whether it comes on."""
    assert isinstance(answer, Chosen)
    key = answer.keys[0]
    if key == "hold":
        return ()
    unit, foe = unit_of(view, step.unit), unit_of(view, step.target)
    given = look(view, unit, foe)
    given = replace(given, target=replace(given.target, buck_and_ball=key == "buck"))
    result = morale.HALT if foe.mettle.state == morale.HALTED else morale.CARRY_ON
    start = Course(charger_result=morale.CARRY_ON, target_result=result, reach=0.0)
    odds = fold(charge.stages(given)[CLOSING:FIGHTING], start)
    lost = sorted([(number, float(chance)) for number, chance in mapped(odds, _charger_lost).items()])
    ends = mapped(odds, _goes_in)
    return (
        Forecast(f"{unit.name} under closing fire", True, tuple([(_loses(number), chance) for number, chance in lost])),
        Forecast(f"The charge of {unit.name}", True, _ranked(ends)),
    )


CLOSING: Final = 3
FIGHTING: Final = 9
"""The stages of a charge from closing fire to contact [charge.sequence]."""


def _charger_lost(course: Course) -> int:
    return course.lost.killed


def _goes_in(course: Course) -> str:
    return "goes home" if course.outcome in (charge.CONTACT, charge.REPULSED) else WORDS[course.outcome]


# ---------------------------------------------------------------- tests


def test_forecasts(view: State, step: MoraleOf, answer: Answer) -> tuple[Forecast, ...]:
    """Results of the tests a unit owes."""
    assert isinstance(answer, Chosen)
    unit = unit_of(view, answer.keys[0])
    owed = owes(view, unit)
    shooter = unit.turn.foe if owed != morale.RALLY else ""
    nerve = nerve_against(view, unit, unit_of(view, shooter)) if shooter else nerve_again(view, unit)
    if owed == "both":
        odds = fold((partial(_both, nerve),), "")
    elif owed in (FIRST, OTHER):
        odds = fold((partial(_single, owed, nerve),), "")
    elif owed == morale.RALLY:
        odds = fold((partial(_rally, nerve),), "")
    else:
        return ()
    return (Forecast(f"The test of {unit.name}", True, _ranked(odds)),)


def _both(nerve: Nerve, _: str, dice: Dice) -> str:
    return WORDS[morale.take_both(nerve, dice).obeyed.result]


def _single(kind: str, nerve: Nerve, _: str, dice: Dice) -> str:
    return WORDS[morale.reading(morale.throw_test(kind, nerve, dice))]


def _rally(nerve: Nerve, _: str, dice: Dice) -> str:
    found = morale.take_rally(nerve, dice)
    return "fails to rally" if found.result == morale.ROUT else WORDS[found.result]


def joining_forecasts(view: State, step: MoveGeneral, answer: Answer) -> tuple[Forecast, ...]:
    """A General who joins a unit that its first-shot test put to rout makes it test at once [rout.general-stops]."""
    assert isinstance(answer, Marched)
    names = [one.on for one in answer.manoeuvres if one.kind == JOIN]
    if not names:
        return ()
    unit = unit_of(view, names[0])
    if unit.mettle.state != morale.ROUTING or unit.mettle.by != FIRST:
        return ()
    nerve = replace(nerve_again(view, unit), general=True)
    return (Forecast(f"The test of {unit.name}", True, _ranked(fold((partial(_single, FIRST, nerve),), ""))),)


# ---------------------------------------------------------------- losses


def losses(view: State) -> dict[str, int]:
    """Figures each side has lost."""
    found = {army.side: 0 for army in view.armies}
    for unit in view.units:
        found[unit.side] += unit.start - (0 if unit.place == "gone" else strength(unit))
    return found


FORECASTS: Final[dict[type, Callable[[State, Any, Answer], tuple[Forecast, ...]]]] = {
    FireStep: volley_forecasts,
    FireGuns: gun_forecasts,
    Declare: charge_forecasts,
    ClosingFire: closing_forecasts,
    MoraleOf: test_forecasts,
    MoveGeneral: joining_forecasts,
}
