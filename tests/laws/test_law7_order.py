"""Law 7: the order in which sides, units and ground are listed changes nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from roundtop.battle.codec import written
from roundtop.battle.engine import Battle, asked, begin, decision, over, ready, reasons, step, submit
from roundtop.battle.forms import Answer, Assign, Choose, March, Place
from roundtop.battle.protocol import Command, Decision, Player
from roundtop.battle.scenario import Scenario
from roundtop.bots.recruit import recruit
from roundtop.dice.questions import Differ, Question
from roundtop.dice.sources import Dice, Stream, rolled
from tests.laws.play import MOST_COMMANDS, Case, cases, codec, often, scenario

SEEDS = often(2)


class Fated(Dice):
    """Dice that fall by what they are thrown for, not by when: whoever throws first, each gets the same.

    `swapped` when the second side is listed first: of a throw for both, each keeps its own dice.
    """

    def __init__(self, seed: str, swapped: bool) -> None:
        super().__init__()
        self.seed = seed
        self.swapped = swapped
        self.purpose = ""
        self.thrown: Counter[str] = Counter()

    def ask(self, question: Question) -> int:
        why = question.why
        key = f"{self.seed}|{self.purpose}|{why.reason}|{why.by}"
        self.thrown[key] += 1
        faces = question.throw(Stream(f"{key}|{self.thrown[key]}"))
        if self.swapped and isinstance(question, Differ):
            faces = tuple([face for n in range(0, len(faces), 2) for face in (faces[n + 1], faces[n])])
        answer = question.read(faces)
        self.rolls.append(rolled(question, faces, answer))
        return answer


class Fate:
    """Commands chosen by what is asked, not by when or in what order options are listed."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.asked: Counter[str] = Counter()

    def answer(self, case: Case, battle: Battle, wanted: Decision) -> Command:
        key = f"{self.seed}|{wanted.player}|{wanted.kind}|{wanted.about}"
        self.asked[key] += 1
        stream = Stream(f"{key}|{self.asked[key]}")
        for _ in range(50):
            answer: Answer = recruit(replace(wanted, form=_sorted(wanted)), stream)
            command = Command(wanted.player, wanted.kind, wanted.about, answer)
            if not reasons(case.book, battle, command):
                return command
        raise AssertionError(f"no lawful answer to {wanted.sentence}")


def _sorted(wanted: Decision) -> Any:
    """The form of a decision with its options in the order of their keys."""
    form = wanted.form
    if isinstance(form, Choose):
        return replace(form, items=tuple(sorted(form.items, key=lambda item: item.key)))
    if isinstance(form, Assign):
        slots = [
            replace(slot, items=tuple(sorted(slot.items, key=lambda item: item.key)))
            for slot in sorted(form.slots, key=lambda slot: slot.key)
        ]
        return replace(form, slots=tuple(slots))
    if isinstance(form, March):
        return replace(form, ways=tuple(sorted(form.ways, key=lambda way: way.key)))
    if isinstance(form, Place):
        return replace(form, candidates=tuple(sorted(form.candidates, key=lambda pose: (pose.x, pose.y, pose.facing))))
    return form


def fated(case: Case, field: Scenario, players: tuple[Player, ...], seed: str, swapped: bool) -> Battle:
    """A battle whose dice and commands do not depend on the order of anything."""
    book = case.book
    dice = Fated(seed, swapped)
    fate = Fate(seed)
    battle = begin(book, field, case.variant.options, players)
    for _ in range(MOST_COMMANDS):
        while ready(book, battle):
            dice.purpose = canonical(codec(book).plain(battle.agenda[-1]))
            battle = step(book, battle, dice).battle
        if over(book, battle) is not None:
            return battle
        wanted = decision(book, battle, min(asked(book, battle)))
        battle = submit(book, battle, fate.answer(case, battle, wanted)).battle
    raise AssertionError("the battle does not end")


def canonical(plain: Any) -> str:
    """Plain data as text, lists sorted, without the sentence of an outcome, which names the sides in turn."""
    return written(_without_order(plain))


def _without_order(plain: Any) -> Any:
    if isinstance(plain, dict):
        sentence = "text" if plain.get("is") == "Outcome" else ""
        return {key: _without_order(value) for key, value in plain.items() if key != sentence}
    if isinstance(plain, list):
        return sorted([_without_order(one) for one in plain], key=written)
    return plain


def backwards(field: Scenario) -> Scenario:
    """A scenario with everything but its sides listed the other way round."""
    ground = replace(
        field.ground,
        areas=field.ground.areas[::-1],
        lines=field.ground.lines[::-1],
        roads=field.ground.roads[::-1],
        heights=field.ground.heights[::-1],
        crossings=field.ground.crossings[::-1],
    )
    return replace(
        field,
        ground=ground,
        formations=field.formations[::-1],
        commanders=field.commanders[::-1],
        regiments=field.regiments[::-1],
        objectives=field.objectives[::-1],
        zones=field.zones[::-1],
    )


def result(case: Case, field: Scenario, seed: str, swapped: bool = False) -> str:
    players = tuple([Player(side.id, side.id) for side in field.sides])
    end = fated(case, field, players, seed, swapped)
    return canonical(codec(case.book).plain((end.state, over(case.book, end))))


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("case", cases(small=True), ids=lambda case: case.id)
def test_units_and_ground_may_be_listed_in_any_order(case: Case, seed: int) -> None:
    field = scenario(case.battle)
    assert result(case, backwards(field), str(seed)) == result(case, field, str(seed))


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("case", cases(small=True), ids=lambda case: case.id)
def test_sides_may_be_listed_in_any_order(case: Case, seed: int) -> None:
    field = scenario(case.battle)
    other = replace(field, sides=field.sides[::-1])
    assert result(case, other, str(seed), swapped=True) == result(case, field, str(seed))
