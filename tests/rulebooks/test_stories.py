"""The words of whole battles, as the golden ones tell them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.laws import golden

SPOKEN = sorted(golden.FOLDER.glob("*.txt"))
WRONG = (
    r"(?<!Regiment )\b1 (hits|figures|boxes|points|stands|guns|pairs|cards|chits|wounds|combats|units|inches)\b",
    r"(?<! of )\b[Tt]he Union (win|lose|throw|move|take|hold|end|play|lay|break|choose|turn|place)\b",
    r"(?<! of )\b[Tt]he Confederates (wins|loses|throws|moves|takes|holds|ends|plays|lays|breaks|turns|places)\b",
    r"\b(\w+) \1\b",
    r"\(rally\)",
)


@pytest.mark.parametrize("path", SPOKEN, ids=[path.stem for path in SPOKEN])
def test_the_words_of_a_battle_agree_with_their_numbers(path: Path) -> None:
    told = [line for line in path.read_text("utf-8").splitlines() if line.startswith("  ") and "->" not in line]
    assert told
    for line in told:
        for wrong in WRONG:
            assert not re.search(wrong, line), line


@pytest.mark.parametrize("path", SPOKEN, ids=[path.stem for path in SPOKEN])
def test_the_winners_die_is_told_first(path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        found = re.search(r"(?:throws? higher|the initiative), (\d+) to (\d+)", line)
        if found:
            assert int(found[1]) > int(found[2]), line
