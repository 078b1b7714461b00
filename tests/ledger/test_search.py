from __future__ import annotations

import pytest

from roundtop.umpire.search import search, short, stem
from tests.umpire.toy import toy_ledger

LEDGER = toy_ledger()


def found(*words: str) -> list[str]:
    return [short(one.clause.id) for one in search([LEDGER], words)]


def test_an_id_finds_its_clause_alone() -> None:
    assert found("toy.fire.saves") == ["fire.saves"]
    assert found("fire.saves") == ["fire.saves"]


def test_every_word_must_be_there() -> None:
    assert found("musket", "inches") == ["fire.range"]
    assert found("man", "saved") == ["fire.saves"]


def test_where_no_clause_has_all_words_any_will_do() -> None:
    assert set(found("musket", "smoke")) == {"fire.range", "fire.smell"}


def test_nothing_found() -> None:
    assert found("cavalry") == []


def test_without_words_all_clauses_are_there() -> None:
    assert len(found()) == len(LEDGER.clauses)


def test_a_word_of_the_id_outranks_one_of_an_example() -> None:
    # "range" is in the id of one clause and in the text of another.
    assert found("range")[0] == "fire.range"
    assert "fire.volley" in found("range")


def test_options_and_examples_are_searched_too() -> None:
    assert found("steady") == ["fire.volley"]
    assert found("nothing", "thrown") == ["fire.saves"]


def test_the_beginning_of_a_word_is_enough() -> None:
    assert found("musk") == ["fire.range"]


@pytest.mark.parametrize("word", ["charge", "charges", "charged", "charging"])
def test_endings_do_not_matter(word: str) -> None:
    assert stem(word) == "charg"


def test_words_side_by_side_come_first() -> None:
    assert found("hit", "saved")[0] == "fire.saves"
