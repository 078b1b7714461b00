"""How a charge ends, the first round of melee included."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from roundtop.battle.forms import Answer, Chosen
from roundtop.battle.protocol import Forecast
from roundtop.dice.exact import TooMany, fold, mapped
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.charge import events, rule, table
from roundtop.rulebooks.charge_boys.fire import odds as fire_odds
from roundtop.rulebooks.charge_boys.melee import rule as melee_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.state import State, Unit


def charge_forecasts(view: State, step: events.Declare, answer: Answer) -> tuple[Forecast, ...]:
    assert isinstance(answer, Chosen)
    charger, colon, target = answer.keys[0].partition(":")
    if not colon:
        return ()
    unit, foe = field.unit_of(view, charger), field.unit_of(view, target)
    given = table.look(view, unit, foe)
    if rule.charge_refusal(given):
        return ()
    note = "if the target fires and nobody else comes in, fought on the whole front"
    try:
        odds = course_odds(view, unit, foe, given)
    except TooMany:
        return ()
    return (Forecast(f"{unit.name} charges {foe.name}", True, odds, note),)


def course_odds(view: State, unit: Unit, foe: Unit, given: rule.Charge) -> tuple[tuple[str, float], ...]:
    """Exact chances of how a charge ends, the first round of melee and its loser's test included."""
    shares: dict[str, float] = {}
    rounds: dict[tuple[casualties_rule.Losses, str], list[tuple[str, float]]] = {}
    for course, chance in rule.prospects(given).items():
        if course.outcome != rule.CONTACT:
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


def _course_words(course: rule.Course, foe: Unit) -> str:
    if course.outcome == rule.BALKED:
        return "does not go in"
    if course.outcome == rule.CAUGHT:
        return f"{foe.name} is caught giving way"
    if course.outcome == rule.SHORT:
        return "falls short" if rule.stands(course) else f"{foe.name} gives way"
    return "thrown back" if course.outcome == rule.REPULSED else "stopped by fire"


def front(unit: Unit, foe: Unit) -> int:
    """Figures that would fight on the whole front: the enemy's files, one beyond each end, and those behind."""
    files = min(unit.files, foe.files + 2)
    deep = unit.formation in (tables.LINE, tables.ATTACK_COLUMN)
    return min(field.ranked(unit), files * (2 if deep else 1))


def round_odds(view: State, unit: Unit, foe: Unit, given: rule.Charge, course: rule.Course) -> list[tuple[str, float]]:
    """Chances of the first round after contact, and of the test of its loser [melee.loser-test]."""
    settings = view.settings
    ours = rule.shaken(given, course)
    theirs = given.target.nerve
    on_foot = field.mounted(unit) and not field.mounted(foe) and not theirs.cover
    a = melee_rule.Fighter(
        min(front(unit, foe), ours.strength),
        unit.quality,
        ours.strength,
        True,
        on_foot,
        not given.frontal,
        unit.mettle.disordered,
        melee_rule.NO_OBSTACLE,
        field.loose(unit) and field.formed(foe),
        unit.officers,
        ours.general,
    )
    b = melee_rule.Fighter(
        front(foe, unit),
        foe.quality,
        field.strength(foe),
        False,
        False,
        False,
        foe.mettle.disordered,
        melee_rule.NO_OBSTACLE,
        field.loose(foe) and field.formed(unit),
        foe.officers,
        theirs.general,
    )
    on_a = mapped(melee_rule.toll_odds(a, b, settings), _toll_lost)
    on_b = mapped(melee_rule.toll_odds(b, a, settings), _toll_lost)
    shares: dict[str, float] = {}
    for lost, chance in on_a.items():
        for took, times in on_b.items():
            share = float(chance) * float(times)
            loser = melee_rule.loser(lost.killed, took.killed)
            if loser == melee_rule.DRAW:
                _add(shares, "a drawn melee", share)
            elif loser == melee_rule.B:
                _add_test(shares, theirs, took, "won", share)
            else:
                _add_test(shares, ours, lost, "lost", share)
    return list(shares.items())


def _toll_lost(toll: melee_rule.Toll) -> casualties_rule.Losses:
    return toll.lost


def _add_test(
    shares: dict[str, float], nerve: morale_rule.Nerve, lost: casualties_rule.Losses, words: str, share: float
) -> None:
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
    modifier = sum([mod.value for mod in morale_rule.other_mods(after)])
    for face in range(1, 7):
        stands = morale_rule.reading(face + modifier) == morale_rule.CARRY_ON
        _add(shares, f"melee {words}, the loser {'stands' if stands else 'driven back'}", share / 6.0)


CLOSING: Final = 3
FIGHTING: Final = 9
"""The stages of a charge from closing fire to contact [charge.sequence]."""


def closing_forecasts(view: State, step: events.ClosingFire, answer: Answer) -> tuple[Forecast, ...]:
    """What closing fire does to the charger, and whether it comes on."""
    assert isinstance(answer, Chosen)
    key = answer.keys[0]
    if key == "hold":
        return ()
    unit, foe = field.unit_of(view, step.unit), field.unit_of(view, step.target)
    given = table.look(view, unit, foe)
    given = replace(given, target=replace(given.target, buck_and_ball=key == "buck"))
    result = morale_rule.HALT if foe.mettle.state == morale_rule.HALTED else morale_rule.CARRY_ON
    start = rule.Course(charger_result=morale_rule.CARRY_ON, target_result=result, reach=0.0)
    odds = fold(rule.stages(given)[CLOSING:FIGHTING], start)
    lost = sorted([(number, float(chance)) for number, chance in mapped(odds, _charger_lost).items()])
    ends = mapped(odds, _goes_in)
    return (
        Forecast(
            f"{unit.name} under closing fire",
            True,
            tuple([(fire_odds.loses(number), chance) for number, chance in lost]),
        ),
        Forecast(f"The charge of {unit.name}", True, fire_odds.ranked(ends)),
    )


def _charger_lost(course: rule.Course) -> int:
    return course.lost.killed


def _goes_in(course: rule.Course) -> str:
    return "goes home" if course.outcome in (rule.CONTACT, rule.REPULSED) else fire_odds.WORDS[course.outcome]
