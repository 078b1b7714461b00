"""The command line. Nothing but what a command needs is imported, so that every command starts at once."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cyclopts import App

HELP: Final = """American Civil War tabletop battles with every rule enforced and every die explained.

Begin with `roundtop play`, or `roundtop battles` to see what can be fought.
"""
COMMANDS: Final = {
    "play": ("roundtop.cli.browser:play", "Fight battles in the browser; with --terminal here in the terminal."),
    "battles": ("roundtop.cli.shelf:battles", "The battles that can be fought; or one of them with its forces."),
    "rules": ("roundtop.cli.rules:rules", "Search the rules of every rulebook."),
    "watch": ("roundtop.cli.watch:watch", "Let two bots fight a battle and read its story."),
    "simulate": ("roundtop.cli.simulate:simulate", "Fight a battle many times and add it up."),
    "ladder": ("roundtop.cli.ladder:ladder", "Let the bots meet in every rulebook, and rate them."),
    "replay": ("roundtop.cli.watch:replay", "Read the story of a saved game."),
    "verify": ("roundtop.cli.watch:verify", "Check a saved game: its lines, its rules, its dice."),
    "report": ("roundtop.cli.report:report", "A page about a saved game: what decided it, losses, maps, luck."),
    "umpire": ("roundtop.cli.umpire:app", "Umpire for a real table: one volley, one melee, one test; or the odds."),
    "companion": (
        "roundtop.cli.companion:companion",
        "The ledger of a battle on a real table: cards, tests, what is next.",
    ),
    "clauses": ("roundtop.cli.rules:clauses", "What holds each clause: code, tests, worked examples."),
}
TERMINAL: Final = "--terminal"
IN_THE_TERMINAL: Final = "roundtop.cli.play:play"
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and give its exit status: 0 done, 1 no, 2 bad input, 130 interrupted."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words in (["--version"], ["-V"], ["version"]):
        from roundtop import build

        print(build.describe())
        return 0
    try:
        status = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; what is still in the buffer goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def application(command: str, terminal: bool = False) -> App:
    """Every command, each loaded when it is called for; the one called for explains itself."""
    from cyclopts import App

    app = App(name="roundtop", help=HELP, help_format="markdown", version_flags=[], suppress_keyboard_interrupt=False)
    for name, (place, help) in COMMANDS.items():
        if name == command:
            app.command(IN_THE_TERMINAL if terminal else place, name=name)
        else:
            app.command(place, name=name, help=help)
    return app


def _run(words: list[str]) -> int:
    from difflib import get_close_matches

    from cyclopts import CycloptsError

    from roundtop.build import StaleEngineError

    command = words[0] if words and words[0] in COMMANDS else ""
    if words and not command and not words[0].startswith("-"):
        near = get_close_matches(words[0], COMMANDS, 1)
        hint = f"do you mean `roundtop {near[0]}`?" if near else f"there are {', '.join(COMMANDS)}."
        return _refused("", f"there is no command '{words[0]}'; {hint}")
    terminal = command == "play" and TERMINAL in words
    if terminal:
        words.remove(TERMINAL)
    try:
        app = application(command, terminal)
        found = app(words, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        said = " ".join(str(error).split())
        return _refused(command, f"{said} Try `roundtop {f'{command} ' if command else ''}--help`.")
    except StaleEngineError as error:
        return _refused("", str(error))
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        what = f"{error.filename}: " if error.filename else ""
        return _refused(command, f"{what}{(error.strerror or str(error)).lower()}")
    except Exception as error:
        if not isinstance(error, _troubles()):
            raise
        return _refused(command, *str(error).splitlines())
    return found if isinstance(found, int) else 0


def _troubles() -> tuple[type[Exception], ...]:
    """What a person can put right; anything else is a fault of ours and shows itself in full."""
    from roundtop.battle.gamefile import GameFileError
    from roundtop.battle.options import OptionError
    from roundtop.battles import ScenarioError
    from roundtop.bots.bot import UnknownBotError
    from roundtop.cli.setup import Trouble
    from roundtop.rulebooks import UnknownRulebook

    return (Trouble, GameFileError, OptionError, ScenarioError, UnknownBotError, UnknownRulebook)


def _refused(command: str, *lines: str) -> int:
    for line in lines:
        print(f"roundtop {command}: {line}" if command else f"roundtop: {line}", file=sys.stderr)
    return BAD_INPUT
