"""Records: what the decorator gives a class, as plain Python and compiled."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from roundtop.battle.tally import Mod, Row
from roundtop.record import copy, field, record, replace
from roundtop.table.ground import Area
from roundtop.table.pose import Pose


@record
class Parcel:
    """A record of the tests' own, never compiled."""

    name: str
    tags: list[str] = field(default_factory=list)
    weight: int = 1


@record(frozen=True)
class Stamp:
    """One that cannot be altered."""

    name: str


def test_record_is_its_fields() -> None:
    assert Parcel("a") == Parcel("a", [], 1)
    assert Parcel("a") != Parcel("a", weight=2)
    assert repr(Parcel("a")) == "Parcel(name='a', tags=[], weight=1)"
    assert Parcel("a").tags is not Parcel("a").tags
    with pytest.raises(AttributeError):
        Parcel("a").colour = "red"  # type: ignore[attr-defined]


def test_plain_record_is_not_hashed_and_a_frozen_one_is() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Parcel("a"))
    assert {Stamp("a"), Stamp("a")} == {Stamp("a")}
    assert {Pose(1.0, 2.0, 3), Pose(1.0, 2.0, 3 + 36000)} == {Pose(1.0, 2.0, 3)}


def test_frozen_record_cannot_be_altered() -> None:
    with pytest.raises(FrozenInstanceError):
        Stamp("a").name = "b"  # type: ignore[misc]


def test_copy_is_altered_alone() -> None:
    old = Parcel("a", ["x"])
    new = copy(old)
    new.name = "b"
    assert (old.name, new.name) == ("a", "b")
    assert new.tags is old.tags


def test_copy_of_an_engine_record_is_altered_alone() -> None:
    old = Row("range", "-1", "book.range")
    new = copy(old)
    assert new == old
    new.value = "-2"
    assert (old.value, new) == ("-1", Row("range", "-2", "book.range"))


def test_replace_changes_the_fields_named() -> None:
    assert replace(Row("range", "-1", "book.range"), value="-2") == Row("range", "-2", "book.range")
    assert replace(Mod("range", -1, "book.range"), value=-2) == Mod("range", -2, "book.range")
    assert replace(Parcel("a"), weight=3) == Parcel("a", [], 3)


def test_replace_works_derived_fields_out_anew() -> None:
    small, large = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    assert replace(Area("wood", small), outline=large).box == Area("wood", large).box
    assert replace(Pose(1.0, 2.0, 0), facing=-100).facing == 35900


def test_copy_keeps_derived_fields() -> None:
    area = Area("wood", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)))
    assert copy(area).box == area.box
