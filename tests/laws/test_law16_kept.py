"""Law 16: what is kept is what would be found afresh, and whoever reads no words is given the same choices."""

from __future__ import annotations

from typing import Final

import pytest

from roundtop.battle.engine import asked, decision, listed
from roundtop.battle.forms import Choose, Form
from roundtop.record import replace
from tests.laws.play import WILD, Case, fought, smallest
from tests.laws.reader import reader

MOMENTS: Final = 150

every_case = pytest.mark.parametrize("case", smallest(), ids=lambda case: case.id)


def unworded(form: Form) -> Form:
    """A form without the words of what is chosen from."""
    if not isinstance(form, Choose):
        return form
    return replace(form, items=tuple([replace(item, label="") for item in form.items]))


@every_case
def test_what_is_kept_is_what_would_be_found_afresh(case: Case) -> None:
    moments = fought(case, "laws", WILD).sampled(MOMENTS)
    assert moments
    for moment in moments:
        state = moment.battle.state
        for kept, afresh in reader(case.book).kept(state):
            assert kept == afresh
        assert asked(case.book, moment.battle) == case.book.asks(state, moment.battle.agenda[-1])


@every_case
def test_whoever_reads_no_words_has_the_same_choices(case: Case) -> None:
    for moment in fought(case, "laws", WILD).sampled(MOMENTS):
        player = moment.asked.player
        brief, whole = listed(case.book, moment.battle, player), decision(case.book, moment.battle, player)
        assert replace(brief, form=unworded(brief.form)) == replace(whole, form=unworded(whole.form))
