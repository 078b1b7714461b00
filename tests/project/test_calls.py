"""Nobody counts places: a call names its arguments after the fifth."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

SRC: Final = Path(__file__).parents[2] / "src"
MOST: Final = 5
"""Arguments of a call that may go by their place."""


def crowded(source: str) -> list[int]:
    """Lines of the calls with too many arguments by place."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [call.lineno for call in calls if len(call.args) > MOST]


def test_no_call_has_more_than_five_arguments_by_place() -> None:
    files = sorted(SRC.rglob("*.py"))
    assert len(files) > 100
    found = [f"{file.relative_to(SRC)}:{line}" for file in files for line in crowded(file.read_text())]
    assert found == []


def test_the_sixth_place_is_noticed() -> None:
    assert crowded("f(1, 2, 3, 4, 5)\nf(1, 2, 3, 4, 5, 6)\nf(1, 2, 3, 4, 5, six=6)") == [2]
