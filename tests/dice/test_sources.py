"""Seeded, sealed, physical and scripted dice."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.dice.questions import (
    D6,
    D10,
    D100,
    Count,
    DiceError,
    Differ,
    Draw,
    Face,
    Order,
    Question,
    Total,
    Why,
    sided,
)
from roundtop.dice.sources import (
    Dice,
    Physical,
    Recorded,
    Roll,
    Scripted,
    Seal,
    Sealed,
    Seeded,
    Stream,
    Wanted,
    commitment,
    rolled,
    typed,
    weighed,
)

WHY = Why("hits", "toy.fire", "union", "confederate")
NAMES = ("ace", "king", "queen")
SECRET = bytes(range(32))
GOLDEN_WORDS = [3460249595, 589148284, 731959746, 666910998]
GOLDEN_FACES = [3, 5, 0, 5, 2, 2, 1, 5, 3, 5, 3, 3]
GAME: list[Question] = [
    Count(5, D6, 5, WHY),
    Face(D100, WHY),
    Differ(D6, WHY),
    Draw("card", NAMES, WHY, (1, 2, 3)),
    Order("card", NAMES, WHY),
    Total(2, D6, WHY),
]


def play(dice: Dice) -> list[int]:
    return [dice.ask(question) for question in GAME]


# ------------------------------------------------------------------ seeded


def words(seed: str) -> list[int]:
    """Xoshiro128** written out slowly, after its reference."""
    digest = hashlib.sha256(seed.encode()).digest()
    s = [int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8, 12)]
    s[3] |= 1

    def turned(x: int, k: int) -> int:
        return ((x << k) | (x >> (32 - k))) % 2**32

    found = []
    for _ in range(50):
        found.append(turned(s[1] * 5 % 2**32, 7) * 9 % 2**32)
        t = (s[1] << 9) % 2**32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = turned(s[3], 11)
    return found


@settings(max_examples=30)
@given(st.text(max_size=8))
def test_the_stream_is_xoshiro(seed: str) -> None:
    stream = Stream(seed)
    assert [stream.word() for _ in range(50)] == words(seed)


def test_the_stream_gives_the_same_numbers_on_every_machine() -> None:
    stream = Stream("gettysburg")
    assert [stream.word() for _ in range(4)] == GOLDEN_WORDS
    assert [stream.below(6) for _ in range(12)] == GOLDEN_FACES


def test_a_seed_gives_the_same_battle_of_dice() -> None:
    first, second = Seeded(1863), Seeded("1863")
    assert play(first) == play(second)
    assert first.rolls == second.rolls
    assert play(Seeded(1864)) != play(Seeded(1863))


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 28, 100])
def test_below_is_uniform(limit: int) -> None:
    stream = Stream(f"uniform {limit}")
    trials = 200 * limit
    seen = Counter(stream.below(limit) for _ in range(trials))
    assert set(seen) == set(range(limit))
    square = sum((seen[i] - 200) ** 2 / 200 for i in range(limit))
    assert square <= limit + 4 * (2 * limit) ** 0.5 + 4


@pytest.mark.parametrize("limit", [6, 3 * 2**30, 2**31 + 1, 2**32 - 1, 2**32])
def test_words_beyond_the_last_whole_round_are_thrown_away(limit: int) -> None:
    whole = 2**32 - 2**32 % limit
    kept = [word % limit for word in words("rounds") if word < whole]
    stream = Stream("rounds")
    assert [stream.below(limit) for _ in kept] == kept
    seal, again = Seal(SECRET, "game", (), 0), Seal(SECRET, "game", (), 0)
    drawn = [seal.word() for _ in range(50)]
    kept = [word % limit for word in drawn if word < whole]
    assert [again.below(limit) for _ in kept] == kept


def test_weights_are_walked_along() -> None:
    assert [weighed(place, (2, 0, 1)) for place in range(3)] == [0, 0, 2]
    with pytest.raises(DiceError):
        weighed(3, (2, 0, 1))


# ------------------------------------------------------------------ sealed


def test_the_same_secret_gives_the_same_rolls() -> None:
    first = Sealed(SECRET, "game", ("a", "b"))
    second = Sealed(SECRET, "game", ("a", "b"))
    assert play(first) == play(second)
    assert first.rolls == second.rolls
    assert first.number == len(GAME)


def test_anybody_can_derive_a_sealed_roll_again() -> None:
    sealed = Sealed(SECRET, "little-round-top", ("north", "south"))
    play(sealed)
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    for number, (question, roll) in enumerate(zip(GAME, sealed.rolls, strict=True)):
        faces = question.throw(Seal(SECRET, "little-round-top", ("north", "south"), number))
        assert rolled(question, faces, question.read(faces)) == roll


def test_the_first_sealed_die_by_hand() -> None:
    digest = hmac.new(SECRET, b'["game", "a", "b", 4]|0', hashlib.sha256).digest()
    word = int.from_bytes(digest[:4], "big")
    assert Sealed(SECRET, "game", ("a", "b"), 4).ask(Face(D6, WHY)) == word % 6 + 1


def test_more_dice_than_one_digest_holds_go_on_with_the_next() -> None:
    seal = Seal(SECRET, "game", (), 0)
    words = [seal.word() for _ in range(20)]
    blocks = b"".join(hmac.new(SECRET, f'["game", 0]|{i}'.encode(), hashlib.sha256).digest() for i in range(3))
    assert words == [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, 80, 4)]


@pytest.mark.parametrize(
    "other",
    [
        Sealed(SECRET[::-1], "game", ("a", "b")),
        Sealed(SECRET, "game2", ("a", "b")),
        Sealed(SECRET, "game", ("a", "c")),
        Sealed(SECRET, "game", ("b", "a")),
        Sealed(SECRET, "game", ("a", "b"), 1),
        Sealed(SECRET, "game|a", ("b",)),
    ],
    ids=["secret", "game", "nonce", "seats", "number", "joints"],
)
def test_whatever_is_sealed_in_changes_the_rolls(other: Sealed) -> None:
    question = Total(20, sided(1000), WHY)
    assert other.ask(question) != Sealed(SECRET, "game", ("a", "b")).ask(question)


def test_a_roll_does_not_depend_on_those_before_it() -> None:
    whole = Sealed(SECRET, "game", ())
    play(whole)
    later = Sealed(SECRET, "game", (), 3)
    later.ask(GAME[3])
    assert later.rolls[0] == whole.rolls[3]
    assert later.number == 4


# ------------------------------------------------------------------ scripted


def test_scripted_dice_are_taken_in_order_and_recorded() -> None:
    scripted = Scripted(["d6:5", "d6:2", "card:queen"])
    assert scripted.ask(Total(2, D6, WHY)) == 7
    assert scripted.ask(Draw("card", NAMES, WHY)) == 2
    scripted.finish()
    assert scripted.rolls[0] == Roll("hits", "toy.fire", "union", "confederate", "d6", ("5", "2"), 7)
    assert scripted.rolls[0].written() == "d6:5, d6:2"
    assert scripted.rolls[1].written() == "card:queen"


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ([], "too few dice: a d6 is wanted after 0 given"),
        (["d6:1"], "too few dice: a d6 is wanted after 1 given"),
        (["d6:1", "d8:2"], r"dice\[1\]: 'd8:2' is given where a d6 is wanted"),
        (["d6:1", "2"], r"dice\[1\]: '2' is not written kind:face"),
        (["d6:0", "d6:1"], r"dice\[0\]: a d6 has no face 0"),
        (["d6:1", "d6:7"], r"dice\[1\]: a d6 has no face 7"),
        (["d6:-1", "d6:1"], r"dice\[0\]: '-1' is not a face of a d6"),
        (["d6:²", "d6:1"], r"dice\[0\]: '²' is not a face of a d6"),
        (["d6:", "d6:1"], r"dice\[0\]: '' is not a face of a d6"),
    ],
)
def test_a_wrong_die_is_named(given: list[str], fault: str) -> None:
    with pytest.raises(DiceError, match=fault):
        Scripted(given).ask(Total(2, D6, WHY))


def test_left_over_dice_are_refused() -> None:
    scripted = Scripted(["d6:1", "d6:2", "d6:3"])
    scripted.ask(Face(D6, WHY))
    with pytest.raises(DiceError, match="too many dice: 2 left over, from 'd6:2' on"):
        scripted.finish()


def test_a_card_drawn_already_is_refused() -> None:
    with pytest.raises(DiceError, match=r"dice\[1\]: card 'ace' is not there, or was drawn already"):
        Scripted(["card:ace", "card:ace", "card:king"]).ask(Order("card", NAMES, WHY))
    assert Scripted(["card:queen", "card:ace", "card:king"]).ask(Order("card", NAMES, WHY)) == 4


# ------------------------------------------------------------------ physical


def rule(dice: Dice) -> tuple[int, ...]:
    """A rule whose second question depends on the first."""
    hits = dice.ask(Count(3, D6, 5, WHY))
    saved = dice.ask(Count(hits, D6, 5, WHY)) if hits else 0
    return hits, saved, dice.ask(Draw("card", NAMES, WHY))


def test_a_rule_waits_for_each_throw_and_running_it_again_repeats_what_was() -> None:
    entries: list[str] = []
    before: list[Roll] = []
    asked: list[str] = []
    for entry in ("5 6 1", "=1", "queen"):
        physical = Physical(entries)
        with pytest.raises(Wanted) as wanted:
            rule(physical)
        asked.append(wanted.value.question.words())
        assert str(wanted.value) == asked[-1]
        assert physical.rolls[: len(before)] == before
        before = physical.rolls
        entries.append(entry)
    physical = Physical(entries)
    assert rule(physical) == (2, 1, 2)
    physical.finish()
    assert asked == ["3 d6, counting 5 or more", "2 d6, counting 5 or more", "one card of 3"]
    assert [roll.faces for roll in physical.rolls] == [("5", "6", "1"), (), ("queen",)]


@pytest.mark.parametrize("entry", ["5 6 1", "5,6,1", " d6:5 6 , d6:1 ", "5, 6, 1", "=2", "= 2"])
def test_a_throw_may_be_typed_in_several_ways(entry: str) -> None:
    assert typed(Count(3, D6, 5, WHY), entry).answer == 2


@pytest.mark.parametrize(
    ("question", "entry", "fault"),
    [
        (Count(3, D6, 5, WHY), "5 6", "too few dice"),
        (Count(3, D6, 5, WHY), "5 6 1 1", "too many dice: '5 6 1 1' where 3 d6, counting 5 or more is wanted"),
        (Count(3, D6, 5, WHY), "d10:5 6 1", "'d10:5' is given where a d6 is wanted"),
        (Count(3, D6, 5, WHY), "=4", "'4' cannot be the count"),
        (Count(3, D6, 5, WHY), "=²", "'²' cannot be the count"),
        (Count(3, D6, 5, WHY), "=", "'' cannot be the count"),
        (Count(3, D6, 7, WHY), "=1", "'1' cannot be the count"),
        (Count(3, D6, 5, WHY), "=" + "9" * 5000, "'9{20}' cannot be the count"),
        (Face(D6, WHY), "9" * 5000, "'9{20}' is not a face of a d6"),
        (Total(3, D6, WHY), "=9", "the faces are wanted here, not a count"),
        (Face(D6, WHY), "", "too few dice"),
        (Draw("card", NAMES, WHY), "joker", "card 'joker' is not there"),
    ],
)
def test_a_throw_that_cannot_be_is_refused(question: Question, entry: str, fault: str) -> None:
    with pytest.raises(DiceError, match=fault):
        typed(question, entry)


def test_throws_left_over_are_refused() -> None:
    physical = Physical(["1 1 1", "ace", "king"])
    rule(physical)
    with pytest.raises(DiceError, match="too many throws: 1 left over"):
        physical.finish()


# ------------------------------------------------------------------ recorded


def test_recorded_dice_give_what_was_kept() -> None:
    seeded = Seeded(3)
    answers = play(seeded)
    recorded = Recorded(seeded.rolls)
    assert play(recorded) == answers
    assert recorded.rolls == seeded.rolls
    with pytest.raises(DiceError, match="the record ends before: hits"):
        recorded.ask(GAME[0])


def test_a_record_of_another_question_is_refused() -> None:
    kept = Seeded(3)
    kept.ask(Face(D6, WHY))
    with pytest.raises(DiceError, match="the record has 'hits' where the rules ask: morale"):
        Recorded(kept.rolls).ask(Face(D6, Why("morale", "toy.morale")))
    with pytest.raises(DiceError, match="the record has 'hits'"):
        Recorded(kept.rolls).ask(Face(D100, WHY))


@pytest.mark.parametrize("entry", ["4 2 6", "4,2,6", "426", " 42 6", "d6:4 d6:2 6"])
def test_a_throw_is_understood_as_people_write_it(entry: str) -> None:
    assert typed(Total(3, D6, WHY), entry).faces == ("4", "2", "6")


def test_figures_that_may_be_one_face_are_not_taken_apart() -> None:
    assert typed(Face(D10, WHY), "10").faces == ("10",)
    assert typed(Face(D100, WHY), "42").faces == ("42",)
    with pytest.raises(DiceError, match="a d6 has no face 7"):
        typed(Total(3, D6, WHY), "472")
