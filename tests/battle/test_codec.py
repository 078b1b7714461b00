"""One codec for files, wire and hashes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.battle.codec import Codec, CodecError
from roundtop.battle.engine import CORE_KINDS
from roundtop.battle.forms import Chosen
from roundtop.battle.gamefile import story_codec
from roundtop.battles import ids, load
from roundtop.table.pose import Pose

CODEC = Codec(CORE_KINDS)
NUMBERS = st.floats(-1e6, 1e6) | st.integers(-1000, 1000)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | NUMBERS
    | st.text()
    | st.builds(Pose, NUMBERS, NUMBERS, st.integers(0, 35999))
    | st.builds(Chosen, st.lists(st.text()).map(tuple)),
    lambda inner: (
        st.lists(inner).map(tuple) | st.dictionaries(st.text().filter(lambda key: key != "is"), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_written_is_read_again(value: Any) -> None:
    assert CODEC.read(CODEC.text(value)) == value


@given(VALUES)
def test_reading_and_writing_again_gives_the_same_bytes(value: Any) -> None:
    text = CODEC.text(value)
    assert CODEC.text(CODEC.read(text)) == text
    assert CODEC.digest(CODEC.read(text)) == CODEC.digest(value)


def test_whole_floats_and_integers_are_written_alike() -> None:
    assert CODEC.text(Pose(3.0, 0.5, 9000)) == '{"facing":9000,"is":"Pose","x":3,"y":0.5}'
    assert CODEC.text({"b": 1, "a": 1.0}) == '{"a":1,"b":1}'


@pytest.mark.parametrize("battle", ids())
def test_every_scenario_of_the_shelf_is_read_again(battle: str) -> None:
    scenario = load(battle)
    codec = story_codec()
    again = codec.read(codec.text(scenario))
    assert again == scenario
    assert codec.digest(again) == codec.digest(scenario)


@dataclass
class Stranger:
    name: str


def another_pose() -> type:
    @dataclass
    class Pose:
        x: float

    return Pose


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ('{"is":"Stranger","name":"x"}', "'Stranger' is not a kind of value known here"),
        ('{"is":"Pose","x":1,"y":2,"facing":0,"z":3}', "Pose has no field 'z'"),
        ('{"is":"Chosen"}', "Chosen: "),
    ],
)
def test_what_cannot_be_read_is_named(text: str, says: str) -> None:
    with pytest.raises(CodecError, match=says.replace("(", r"\(")):
        CODEC.read(text)


def test_only_known_classes_are_written() -> None:
    with pytest.raises(CodecError, match="Stranger cannot be written"):
        CODEC.plain((Chosen(("a",)), Stranger("x")))


def test_two_classes_of_one_name_are_refused() -> None:
    with pytest.raises(CodecError, match="two classes are called Pose"):
        Codec([Pose, another_pose()])
