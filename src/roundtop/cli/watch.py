"""`roundtop watch`, `replay` and `verify`: battles to read, pictures of them, and proof of them."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from roundtop.battle.game import Entry, Game, told
from roundtop.battle.gamefile import GameFile, Moment, players_of, start
from roundtop.battle.gamefile import watch as moments
from roundtop.battle.protocol import Outcome
from roundtop.battle.replay import Verdict
from roundtop.battle.replay import replay as played_again
from roundtop.battle.replay import verify as verdict_on
from roundtop.battle.scenario import SIDES
from roundtop.cli.setup import Album, Trouble, about, opened, prepared
from roundtop.dice.sources import Roll, Seeded
from roundtop.report import luck, narrative
from roundtop.simulate import Fighters

TURN: Final = "turn"


def watch(
    battle: str,
    /,
    *,
    rules: str = "",
    union: str = "captain",
    confederate: str = "captain",
    seed: str = "",
    option: Annotated[list[str] | None, Parameter(alias="-o", negative="")] = None,
    svg: Path | None = None,
    save: Path | None = None,
) -> int:
    """Let two bots fight a battle and read its story.

    For example: `roundtop watch training-field --seed 7 --svg pictures`

    Parameters
    ----------
    battle
        A battle of `roundtop battles`, or a file of your own.
    rules
        The rulebook; the first that suits the battle if left out.
    union
        The bot that leads the Union: recruit, captain, or `module:maker`.
    confederate
        The bot that leads the Confederates.
    seed
        The same seed gives the same battle again.
    option
        A house rule, NAME=VALUE; may be given several times.
    svg
        Put a picture of the table at the start of every turn, and of the end, in this folder.
    save
        Keep the game in this file, for `roundtop replay` and `roundtop verify`.
    """
    setup = prepared(battle, rules, option or [])
    seed = seed or secrets.token_hex(4)
    seats = {"union": union, "confederate": confederate}
    fighters = Fighters(setup.rules, setup.rulebook, seats, seed)
    album = Album(svg)
    game = Game(setup.rulebook, setup.scenario, setup.options, Seeded(seed))
    writer = None if save is None else start(save, game, about(seed, seats))
    players = {player.id: player for player in game.battle.players}
    _heading(setup.scenario.title, setup.rulebook.title, seats, seed)
    try:
        while game.asked():
            player = game.asked()[0]
            game.submit(fighters.command(game.battle, players[player]))
            if writer is not None:
                writer.update()
    finally:
        fighters.close()
        if writer is not None:
            writer.close()
    sys.stdout.write(narrative(told(game.rulebook, game.entries, "")))
    _pictures(album, game)
    _close([roll for entry in game.entries for roll in entry.rolls], game.outcome)
    _fouls(fighters)
    if save is not None:
        print(f"Saved: {save}")
    return 0


def replay(file: Path, /, *, svg: Path | None = None, player: str = "", again: bool = False) -> int:
    """Read the story of a saved game, as everybody or as one player saw it.

    It needs no rules, so a game can be read however the rules have changed since.
    For example: `roundtop replay battle.jsonl --svg pictures`

    Parameters
    ----------
    file
        The saved game.
    svg
        Put the pictures that were kept in this folder.
    player
        Tell what this player saw, secrets included.
    again
        Play every command again by the rules at hand and compare.
    """
    game, book = opened(file)
    players = [one.id for one in players_of(game)]
    if player and player not in players:
        raise Trouble(f"--player {player}: nobody is called that; there are {', '.join(players)}")
    if again:
        played_again(game, book)
    found = moments(game, player)
    _heading(game.header["title"], book.title, game.header["seats"], game.header["dice"].get("seed", ""))
    sys.stdout.write(narrative(telling for moment in found for telling in moment.tellings))
    _kept_pictures(Album(svg), found)
    _close([roll for moment in found for roll in moment.rolls], game.outcome)
    _notes(game, again)
    return 0


def verify(file: Path, /) -> int:
    """Check a saved game: that no line was changed, that the rules give what it says, and where its dice come from.

    For example: `roundtop verify battle.jsonl`

    Parameters
    ----------
    file
        The saved game.
    """
    game, book = opened(file)
    verdict = verdict_on(game, book)
    _show(verdict)
    return 0 if verdict.sound else 1


def _show(verdict: Verdict) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for words, mark, style in (
        (verdict.holds, "holds     ", "green"),
        (verdict.unknown, "not known ", "yellow"),
        (verdict.fails, "FAILS     ", "bold red"),
    ):
        for word in words:
            console.print(Text.assemble((mark, style), word))
    console.print("Everything that can be checked holds." if verdict.sound else "This game is not what it says.")


def _heading(title: str, rulebook: str, seats: dict[str, str], seed: str) -> None:
    print(f"{title}, by {rulebook}")
    words = [f"{side.capitalize()}: {seats[side]}" for side in SIDES if side in seats]
    print(", ".join([*words, f"seed {seed}"] if seed else words), end="\n\n")


def _close(rolls: Iterable[Roll], outcome: Outcome | None) -> None:
    found = luck(rolls)
    if found:
        print("\nLuck")
        for one in found:
            print(f"  {one.words()}")
    if outcome is None:
        print("\nThe battle is not over.")


def _pictures(album: Album, game: Game) -> None:
    """The table at the start, whenever a turn begins, and at the end."""
    if album.where is None:
        return
    book = game.rulebook
    album.add(book.scene(book.view(game.opening.state, "")))
    for entry in game.entries:
        if _begins_turn(game, entry):
            album.add(book.scene(book.view(entry.battle.state, "")))
    album.add(game.scene(""))
    print(f"\n{album.count} pictures in {album.where}")


def _begins_turn(game: Game, entry: Entry) -> bool:
    return any(telling.hint == TURN for telling in told(game.rulebook, [entry], ""))


def _kept_pictures(album: Album, found: list[Moment]) -> None:
    if album.where is None:
        return
    for moment in found:
        if moment.scene is not None:
            album.add(moment.scene)
    print(f"\n{album.count} pictures in {album.where}")


def _fouls(fighters: Fighters) -> None:
    for side, count in fighters.fouls().items():
        if count:
            print(f"{side}: {count} fouls of its bot; {fighters.first_foul()}", file=sys.stderr)


def _notes(game: GameFile, again: bool) -> None:
    for note in game.notes:
        print(f"Note: {note}.", file=sys.stderr)
    if again:
        print("Played again: every die, event and hash agrees.")
