"""Law 3: what was recorded replays to the identical battle and hash, in any process, under any hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundtop.battle import gamefile, replay
from roundtop.battle.engine import submit
from roundtop.battle.game import Game
from roundtop.battle.gamefile import About, Source
from roundtop.dice.sources import Dice, Recorded, Sealed, Seeded, Stream, commitment
from tests.laws.play import Case, cases, chosen, codec, fought, onward, quickest, scenario, smallest

ROOT = Path(__file__).parents[2]
SEED = "laws"


def digests(case: Case) -> list[str]:
    """The hash at each decision and at the end."""
    digest = codec(case.book).digest
    whole = fought(case, SEED)
    return [*[digest(moment.battle) for moment in whole.moments], digest(whole.end)]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_commands_and_rolls_replay_to_the_same_hashes(case: Case) -> None:
    whole = fought(case, SEED)
    digest = codec(case.book).digest
    dice = Recorded(whole.rolls)
    battle = onward(case.book, whole.opening, dice)
    found = [digest(battle)]
    for moment in whole.moments:
        battle = onward(case.book, submit(case.book, battle, moment.command).battle, dice)
        found.append(digest(battle))
    assert found == digests(case)
    assert len(dice.rolls) == len(whole.rolls)


def played(case: Case, dice: Dice | None, most: int = 200) -> Game:
    """A game at random, now and then with a command taken back; without dice, throws are typed in."""
    game = Game(case.book, scenario(case.battle), case.variant.options, dice)
    stream = Stream("game")
    hand = Stream("hand")
    for _ in range(most):
        while game.wanted is not None:
            question = game.wanted
            game.throw(" ".join([question.shown(face) for face in question.throw(hand)]))
        if game.outcome is not None:
            break
        wanted = game.decision(game.asked()[0])
        game.submit(chosen(case.book, game.battle, wanted, stream))
        if stream.below(5) == 0 and game.can_undo(wanted.player):
            game.undo(wanted.player)
    return game


SECRET = b"a secret of sixteen bytes or more"
SOURCES = {
    gamefile.SEEDED: Source(gamefile.SEEDED, "9"),
    gamefile.SEALED: Source(gamefile.SEALED, "", commitment(SECRET), "law", ("a", "b")),
    gamefile.PHYSICAL: Source(gamefile.PHYSICAL),
}


def dice_of(source: str) -> Dice | None:
    if source == gamefile.SEEDED:
        return Seeded("9")
    return Sealed(SECRET, "law", ("a", "b")) if source == gamefile.SEALED else None


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("case", quickest(cases()), ids=lambda case: case.id)
def test_a_game_file_replays_to_the_same_hash(case: Case, source: str) -> None:
    about = About("law", SOURCES[source], {})
    game = played(case, dice_of(source))
    written = gamefile.text(game, about)
    again = replay.replay(gamefile.parse(written.encode(), "law"), case.book)
    assert again.hash == game.hash
    assert codec(case.book).text(again.battle) == codec(case.book).text(game.battle)
    assert replay.verify(gamefile.parse(written.encode(), "law"), case.book).fails == []


@pytest.mark.parametrize("hash_seed", ["1", "4711"])
def test_other_processes_and_hash_seeds_give_the_same_hashes(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.test_law3_replay"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == printed()


def printed() -> list[str]:
    return [line for case in smallest() for line in (case.id, *digests(case))]


if __name__ == "__main__":
    sys.stdout.write("\n".join(printed()))
