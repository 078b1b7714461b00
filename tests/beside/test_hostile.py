"""Whatever is told of a step, however odd, is answered or refused in words; nothing changes by it."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any, Final

import pytest

import roundtop
from roundtop.beside.companion import Companion
from roundtop.beside.secrets import lay, size
from roundtop.beside.store import plain
from roundtop.cli import main
from roundtop.umpire import UmpireError

FIELDS: Final = {
    "chamberlain": "little-round-top",
    "charge-boys": "little-round-top",
    "infantry-action": "little-round-top",
    "order-cards": "little-round-top",
    "skirmish": "the-meadow",
}
FIRE: Final = {"firer": "4th-texas", "target": "20th-maine"}
MAN: Final = {"unit": "union-1"}
WRONG: Final[list[tuple[str, str, dict[str, Any], dict[str, Any], str]]] = [
    ("chamberlain", "fire", FIRE, {"range_bw": 1, "firer.traits.0": "SS"}, "firer.traits.0: no such field in fire"),
    ("chamberlain", "fire", FIRE, {"firer": 5, "firer.elan": 2}, "firer: 5 is not a"),
    ("chamberlain", "fire", FIRE, {"": 1}, "a field without a name: no such field"),
    ("chamberlain", "fire", FIRE, {"range_bw": [None]}, "range_bw: [null] is not a number"),
    ("skirmish", "select-target", MAN, {"figures": "6"}, "figures: '6' is not a list"),
    ("skirmish", "push-back", {}, {"winner": [0, 0], "winner.1": 1}, "winner.1: no such field"),
    ("order-cards", "melee-morale", {"unit": "48th-alabama"}, {"cover.1000000000": False}, "cover.1000000000: no such"),
    ("order-cards", "set-legal", {}, {"cards": ["march"], "cards.99999": None}, "cards.99999: no such field"),
    ("infantry-action", "infantry-volley", FIRE, {"shots": 10**9}, "shots: 1000000000 of them cannot be; at most 40"),
]


def ledger(book: str) -> Companion:
    return roundtop.companion(FIELDS[book], rules=book)


@pytest.mark.parametrize(("book", "do", "roles", "eyes", "fault"), WRONG, ids=[fault for *_, fault in WRONG])
def test_what_nobody_can_tell_is_named(
    book: str, do: str, roles: dict[str, Any], eyes: dict[str, Any], fault: str
) -> None:
    with pytest.raises(UmpireError) as caught:
        ledger(book).situation(do, roles, eyes)
    assert caught.value.problems[0].startswith(fault)


@pytest.mark.parametrize(
    ("value", "to", "fault"),
    [
        ("gone", None, "gone: null is not true or false"),
        ("concealed", [None, "a"], r'concealed: \[null, "a"\] is not true or false'),
        ("", 1, "a value without a name: no value of a card"),
    ],
)
def test_a_card_is_put_right_only_by_what_its_field_can_be(value: str, to: Any, fault: str) -> None:
    with pytest.raises(UmpireError, match=fault):
        ledger("chamberlain").put_right("20th-maine", value, to)


@pytest.mark.parametrize("do", ["nonsense", "", "motion"])
def test_what_no_procedure_is_called_is_named_before_anything_is_taken_for_known(do: str) -> None:
    with pytest.raises(UmpireError, match=f"procedure: chamberlain has no '{do}'"):
        ledger("chamberlain").begin(do, {})


def test_what_lies_face_down_takes_the_same_room_whatever_it_is() -> None:
    sizes = set()
    for order in ("move", "fast-advance", "charge"):
        table = ledger("infantry-action")
        lay(table, "01", "20th-maine", "order", order)
        sizes.add(size(table, json.dumps(plain(table))))
    assert len(sizes) == 1
    with pytest.raises(UmpireError, match="cards: at most 1000 characters lie on one"):
        lay(ledger("order-cards"), "01", "union", "cards", ["x" * 999])


def test_nothing_is_picked_up_where_nothing_lies_and_the_log_says_which() -> None:
    table = ledger("infantry-action")
    with pytest.raises(UmpireError, match="order: nothing lies face down beside 20th Maine"):
        lay(table, "01", "20th-maine", "order", None)
    lay(table, "01", "20th-maine", "order", "move")
    lay(table, "01", "20th-maine", "order", None)
    assert table.log() == ["order laid face down: 20th Maine", "order picked up again: 20th Maine"]


FORCES: Final = """
rules = "chamberlain"
[[unit]]
side = "union"
name = "NAME"
"""


@pytest.mark.parametrize(("name", "fault"), [("a\\u0000", "nobody can see or write"), ("n" * 300, "300 characters")])
def test_a_list_of_forces_beyond_its_bounds_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, fault: str
) -> None:
    (tmp_path / "forces.toml").write_text(FORCES.replace("NAME", name))
    assert main(["companion", str(tmp_path / "forces.toml")]) == 2
    assert fault in capsys.readouterr().err


@pytest.mark.parametrize("line", ["set 20th-maine fatigue=1", "set-out nowhere/game.jsonl"])
def test_where_a_ledger_cannot_be_kept_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(line))
    file = tmp_path / "nowhere" / "a.json"
    assert main(["companion", "little-round-top", "--rules", "chamberlain", "--ledger", str(file)]) == 2
    assert "no such file or directory" in capsys.readouterr().err
    assert "Errno" not in capsys.readouterr().err
    assert main(["companion", "little-round-top", "--ledger", str(tmp_path)]) == 2
    assert "that is a directory" in capsys.readouterr().err


VALUES: Final[tuple[Any, ...]] = (
    *(None, True, 0, -1, 5, 10**12, 0.5, "", "6", [], {}, [{}], [[]], {"x": 1}, [1, 2, 3], [{}] * 50, ["SS"], [None]),
)
OF_PYTHON: Final = ("None", "True", "Error", "object at", "list index")
ENDS: Final = ("", "", "", ".0", ".1", ".99999", ".x", ".", ".__class__", ".*")


@pytest.mark.parametrize("book", FIELDS)
def test_odd_things_told_are_answered_or_refused(book: str) -> None:
    table, chance = ledger(book), random.Random(f"odd {book}")
    before = plain(table)
    for _ in range(250):
        routine = chance.choice([one for one in table.book.ledger.routines.values() if one.inputs])
        roles = {role: [chance.choice(list(table.cards))] for role in table.roles(routine.name)}
        eyes = {name: value for name, value in routine.example.situation.items() if chance.random() < 0.6}
        for _ in range(chance.randint(1, 3)):
            eyes[path(table, routine, chance) + chance.choice(ENDS)] = chance.choice(VALUES)
        assert not any(word in refused(table, routine.name, roles, eyes) for word in OF_PYTHON)
    assert plain(table) == before


def refused(table: Companion, do: str, roles: dict[str, Any], eyes: dict[str, Any]) -> str:
    """Why it cannot be; "" where it was answered."""
    try:
        table.ask(do, roles, eyes, seed=1)
    except UmpireError as error:
        return str(error)
    return ""


def path(table: Companion, routine: Any, chance: random.Random) -> str:
    """A field of a procedure, or of a record in it."""
    one = chance.choice(routine.inputs)
    records = [name for name in table.book.ledger.records if name in one.type.split()]
    if not records or chance.random() < 0.3:
        return str(one.name)
    return f"{one.name}.{chance.choice(table.book.ledger.records[records[0]].fields).name}"
