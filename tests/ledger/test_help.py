"""The command line can describe every procedure of every ledger, and its example can be typed as shown."""

from __future__ import annotations

import shlex

import pytest

from roundtop import rulebooks as registry
from roundtop.battle.ledger import Ledger
from roundtop.battle.procedure import Chances, Procedure, Worked
from roundtop.cli.umpire import _asked, example_call, umpire
from roundtop.umpire.fields import check
from tests.ledger.test_form import every_ledger
from tests.umpire.toy import Toy


def idle(name: str) -> Procedure:
    """A procedure that is only described, never asked."""

    def work(*_: object) -> Worked:
        raise NotImplementedError

    def chances(_: object) -> tuple[Chances, ...]:
        raise NotImplementedError

    return Procedure(name, dict, work, chances)


@pytest.fixture
def book(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Toy:
    found = Toy(ledger.id, ledger, tuple(idle(name) for name in ledger.routines))
    monkeypatch.setattr(registry, "rulebooks", lambda: (found,), raising=False)
    return found


@every_ledger
def test_help_names_every_field(ledger: Ledger, book: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    for routine in ledger.routines.values():
        assert umpire(book.id, routine.name, "--help") == 0
        out = capsys.readouterr().out
        for field in routine.inputs:
            assert f"--{field.name.replace('_', '-')}" in out


@every_ledger
def test_the_example_as_typed_is_the_example(ledger: Ledger, book: Toy) -> None:
    for routine in ledger.routines.values():
        asked = _asked(shlex.split(example_call(book.id, routine))[2:])
        assert check(ledger, routine, asked.fields) == check(ledger, routine, routine.example.situation)
        assert asked.values.get("--dice", "") == ",".join(routine.example.dice)
