"""Law 16: what is kept is what would be found afresh, and whoever reads no words is given the same choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from roundtop.battle.engine import asked, decision, listed
from roundtop.battle.forms import Choose, Form
from roundtop.record import replace
from roundtop.rulebooks.order_cards import field as order_cards
from roundtop.rulebooks.skirmish import field as skirmish
from roundtop.rulebooks.skirmish import roll
from roundtop.rulebooks.skirmish.state import ANIMAL
from tests.laws.play import WILD, Case, fought, smallest

MOMENTS: Final = 150

Pair = tuple[Any, Any]
"""What is kept, and the same afresh."""


def grounds(state: Any) -> Iterator[Pair]:
    """Order cards: the ground that a unit stands on, which one that is to be changed has to look for."""
    for unit in state.units:
        changed = order_cards.copied(unit)
        yield changed.ground, None
        if unit.ground is not None:
            yield unit.ground, order_cards.blocks(changed)


def rolls(state: Any) -> Iterator[Pair]:
    """Skirmish: who is able, of which group and against whom, by looking at every figure."""
    if state.roll is None or state.roll.figures is not state.figures:
        return
    able = [figure for figure in state.figures.values() if skirmish.able(figure)]
    yield roll.call(state).able, able
    for group in {figure.group for figure in state.figures.values()}:
        men = sorted([figure for figure in able if figure.group == group], key=skirmish.figure_id)
        everybody = [figure for figure in state.figures.values() if figure.group == group]
        yield skirmish.members(state, group), men
        yield roll.call(state).groups[group], sorted(everybody, key=skirmish.figure_id)
    for army in state.armies:
        foes = [figure for figure in able if figure.side != army.side and figure.arm != ANIMAL]
        yield roll.against(state, army.side), foes
    for body in state.roll.bodies.values():
        box = (body.left, body.right, body.bottom, body.top)
        xs, ys = [man.pose.x for man in body.men], [man.pose.y for man in body.men]
        yield box, (min(xs), max(xs), min(ys), max(ys))


KEPT: Final[dict[str, Callable[[Any], Iterator[Pair]]]] = {"order-cards": grounds, "skirmish": rolls}


def unworded(form: Form) -> Form:
    """A form without the words of what is chosen from."""
    if not isinstance(form, Choose):
        return form
    return replace(form, items=tuple([replace(item, label="") for item in form.items]))


every_case = pytest.mark.parametrize("case", smallest(), ids=lambda case: case.id)


@every_case
def test_what_is_kept_is_what_would_be_found_afresh(case: Case) -> None:
    moments = fought(case, "laws", WILD).sampled(MOMENTS)
    assert moments
    for moment in moments:
        state = moment.battle.state
        for kept, afresh in KEPT.get(case.book.id, lambda state: iter(()))(state):
            assert kept == afresh
        assert asked(case.book, moment.battle) == case.book.asks(state, moment.battle.agenda[-1])


@every_case
def test_whoever_reads_no_words_has_the_same_choices(case: Case) -> None:
    for moment in fought(case, "laws", WILD).sampled(MOMENTS):
        player = moment.asked.player
        brief, whole = listed(case.book, moment.battle, player), decision(case.book, moment.battle, player)
        assert replace(brief, form=unworded(brief.form)) == replace(whole, form=unworded(whole.form))
