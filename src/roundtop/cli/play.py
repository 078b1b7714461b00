"""`roundtop play --terminal`: a battle in the terminal, against a bot or across one keyboard."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from roundtop import __version__, rulebooks
from roundtop.battle.engine import Refused, reasons
from roundtop.battle.forms import Answer
from roundtop.battle.game import UNDO, Entry, Game, NotNow, told
from roundtop.battle.gamefile import PHYSICAL, SEEDED, About, Source, Writer, go_on, start, text
from roundtop.battle.options import OptionError
from roundtop.battle.protocol import Command, Decision, Forecast, Player
from roundtop.battle.replay import resume
from roundtop.battle.scenario import SIDES
from roundtop.battle.scene import Telling
from roundtop.battles import shelf
from roundtop.bots.advice import ADVISERS, advice
from roundtop.bots.bot import make
from roundtop.bots.referee import Refereed
from roundtop.cli import words
from roundtop.cli.setup import Album, Setup, Trouble, bot_named, house_rules, opened, prepared
from roundtop.cli.textmap import arrow, drawn_text, lettered
from roundtop.dice.questions import DiceError
from roundtop.dice.sources import Dice, Seeded, Stream
from roundtop.simulate import Fighters

BOTH: Final = "both"
WIDEST: Final = 120
HELP: Final = """\
  a number, or what the line above says   answer what is asked
  map       the table                     units     every unit and its state
  log [N]   what happened last            why       the rules behind this, and the last working
  odds ...  the chances of an answer      hint      what a captain would do, and why; `hint general`
  auto      let a captain answer; `auto turn` until the next turn, `auto end` to the end
  undo      take the last answer back     save FILE a copy of the game so far
  svg FILE  a picture of the table        help      this
  quit      stop; the game is kept and goes on with `roundtop play --terminal --load FILE`
"""


class Leave(Exception):  # noqa: N818 - not an error: the player stops
    """The player leaves the table."""


def play(
    battle: str = "",
    /,
    *,
    rules: str = "",
    side: str = "",
    against: str = "captain",
    seed: str = "",
    option: Annotated[list[str] | None, Parameter(alias="-o", negative="")] = None,
    own_dice: Annotated[bool, Parameter(negative="")] = False,
    odds: bool = True,
    svg: Path | None = None,
    save: Path | None = None,
    load: Path | None = None,
) -> int:
    """Fight a battle here in the terminal against a bot.

    Whatever is left out is asked for. For example: `roundtop play --terminal training-field --side union`

    Parameters
    ----------
    battle
        A battle of `roundtop battles`, or a file of your own.
    rules
        The rulebook.
    side
        union, confederate, or both for two players at one keyboard.
    against
        The bot that leads the other side: recruit, captain, or `module:maker`.
    seed
        The same seed gives the same dice again.
    option
        A house rule, NAME=VALUE; may be given several times.
    own_dice
        Throw real dice and type in what they show.
    odds
        Show the chances of a volley or a charge before it is made.
    svg
        Put a picture of the table at the start of every turn in this folder.
    save
        Keep the game in this file.
    load
        Go on with the game in this file.
    """
    table = Keyboard()
    if load is not None:
        session = _loaded(table, load, odds, svg)
    else:
        session = _begun(
            table,
            battle,
            rules=rules,
            side=side,
            against=against,
            seed=seed,
            option=option or [],
            own_dice=own_dice,
            odds=odds,
            svg=svg,
            save=save,
        )
    return session.play()


# ---------------------------------------------------------------- setting up


class Keyboard:
    """Where lines are typed and shown; works piped too."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False)
        self.live = sys.stdin is not None and sys.stdin.isatty()

    def say(self, said: str | Text = "", style: str = "", wrap: bool = True) -> None:
        """A line on the screen; one that is to be copied is not wrapped."""
        self.console.print(Text(said, style=style) if isinstance(said, str) else said, soft_wrap=not wrap)

    def line(self, prompt: str) -> str:
        """The next line typed; EOFError at the end of the input."""
        if self.live:
            return input(prompt).strip()
        found = sys.stdin.readline() if sys.stdin is not None else ""
        if not found:
            raise EOFError
        self.say(f"{prompt}{found.strip()}", "dim")
        return found.strip()

    def pick(self, title: str, choices: list[tuple[str, str]]) -> str:
        """One of some choices, asked for until it is one; a single choice is taken."""
        if len(choices) == 1:
            return choices[0][0]
        self.say(title, "bold")
        for number, (name, label) in enumerate(choices, 1):
            self.say(f"{number:3}  {name}" + (f"  {label}" if label else ""))
        names = [name for name, _ in choices]
        while True:
            found = self.line(f"{title.rstrip('?')} [1]? ") or "1"
            if found.isdecimal() and 1 <= int(found) <= len(names):
                return names[int(found) - 1]
            if found in names:
                return found
            self.say(f"Type a number from 1 to {len(names)}, or a name.", "red")


def _begun(
    table: Keyboard,
    battle: str,
    rules: str,
    side: str,
    against: str,
    seed: str,
    option: list[str],
    own_dice: bool,
    odds: bool,
    svg: Path | None,
    save: Path | None,
) -> Session:
    """A new game; what the flags leave out is asked for."""
    setup, side = _chosen(table, battle, rules, side, option)
    humans = SIDES if side == BOTH else (side,)
    bots = {one: bot_named(against) for one in SIDES if one not in humans}
    seed = seed or secrets.token_hex(4)
    dice: Dice | None = None if own_dice else Seeded(seed)
    game = Game(setup.rulebook, setup.scenario, setup.options, dice)
    source = Source(PHYSICAL) if own_dice else Source(SEEDED, seed)
    seats = {one: bots.get(one, "you") for one in SIDES}
    path = save or kept_games() / f"{setup.scenario.id}-{seed}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    about = About(__version__, source, seats)
    fighters = Fighters(setup.rules, setup.rulebook, bots, seed)
    table.say(f"{setup.scenario.title}, by {setup.rulebook.title}", "bold")
    table.say(" ".join(setup.scenario.story.split()))
    return Session(
        table=table,
        game=game,
        about=about,
        path=path,
        writer=start(path, game, about),
        fighters=fighters,
        odds=odds,
        album=Album(svg),
    )


def _chosen(table: Keyboard, battle: str, rules: str, side: str, option: list[str]) -> tuple[Setup, str]:
    if side and side not in (*SIDES, BOTH):
        raise Trouble(f"--side {side}: it is union, confederate or both")
    asking = not battle
    if not battle:
        battle = _ask(table, "Which battle?", [(one.id, one.title) for one in shelf()])
    setup = prepared(battle, rules, option)
    suiting = rulebooks.suiting(setup.scenario)
    if not rules and len(suiting) > 1:
        rules = _ask(table, "Which rulebook?", [(book.id, book.title) for book in suiting])
        setup = prepared(battle, rules, option)
    if not side:
        side = _ask(table, "Which side?", [*[(one.id, one.name) for one in setup.scenario.sides], (BOTH, "hot seat")])
    if asking and not option and table.live:
        setup = _house(table, setup, battle)
    return setup, side


def _ask(table: Keyboard, title: str, choices: list[tuple[str, str]]) -> str:
    try:
        return table.pick(title, choices)
    except EOFError:
        hint = "name it on the command line, see `roundtop play --terminal --help`"
        raise Trouble(f"{title} Nobody answers; {hint}") from None


def _house(table: Keyboard, setup: Setup, battle: str) -> Setup:
    """House rules, shown and changed if wished."""
    while True:
        line = table.line("House rules: Enter for none, `list`, or NAME=VALUE ...: ")
        if not line:
            return setup
        if line == "list":
            for choice in setup.rulebook.ledger.choices:
                field = choice.field
                values = f" ({', '.join([str(value) for value in field.values])})" if field.values else ""
                table.say(Text.assemble((field.name, "cyan"), f" = {field.default}{values}  ", (field.meaning, "dim")))
            continue
        try:
            house_rules(setup.rulebook, line.split())
            return prepared(battle, setup.rules, line.split())
        except (Trouble, OptionError) as trouble:
            table.say(str(trouble), "red")


def kept_games() -> Path:
    """The folder games are kept in when no file is named."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "roundtop" / "games"


def _loaded(table: Keyboard, path: Path, odds: bool, svg: Path | None) -> Session:
    file, book = opened(path)
    resumed = resume(file, book, __version__)
    for note in resumed.notes:
        table.say(f"Note: {note}.", "yellow")
    seats = resumed.about.seats
    bots = {side: name for side, name in seats.items() if name != "you"}
    seed = f"{resumed.about.dice.seed} {len(resumed.game.log)}"
    fighters = Fighters(book.id, book, bots, seed)
    writer = go_on(path, file, resumed)
    table.say(f"{resumed.game.scenario.title}, by {book.title}", "bold")
    return Session(
        table=table,
        game=resumed.game,
        about=resumed.about,
        path=path,
        writer=writer,
        fighters=fighters,
        odds=odds,
        album=Album(svg),
    )


# ---------------------------------------------------------------- playing


class Session:
    """A game at the table: people at the keyboard, bots beside them, a file that keeps up."""

    def __init__(
        self,
        table: Keyboard,
        game: Game,
        about: About,
        path: Path,
        writer: Writer,
        fighters: Fighters,
        odds: bool,
        album: Album,
    ) -> None:
        self.table = table
        self.game = game
        self.about = about
        self.path = path
        self.writer = writer
        self.fighters = fighters
        self.odds = odds
        self.album = album
        self.players = {player.id: player for player in game.battle.players}
        self.people = [player for player in game.battle.players if not fighters.plays(player)]
        self.unseen = Stream(f"{about.dice.seed} unseen {len(game.log)}")
        self.helper = Refereed("captain", make("captain", game.rulebook), game.rulebook)
        self.letters: dict[str, str] = {}
        self.fresh = True
        self.shown = 0
        self.last: list[Telling] = []
        self.auto: Callable[[], bool] | None = None

    def play(self) -> int:
        """Until the battle is over or somebody leaves; the file is whole at any moment."""
        try:
            self._news(self._viewer())
            self.album.add(self.game.scene(self._viewer()))
            while self.game.outcome is None:
                if not self._once():
                    break
        except (EOFError, Leave):
            self.writer.update()
            self._kept()
            return 0
        except KeyboardInterrupt:
            self.writer.update()
            self.table.say()
            self._kept()
            return 130
        finally:
            self.writer.close()
            self.fighters.close()
        self._finish()
        return 0

    def _kept(self) -> None:
        self.table.say(f"The game is kept: roundtop play --terminal --load {shlex.quote(str(self.path))}", wrap=False)

    def _viewer(self) -> str:
        """Whose eyes the screen shows the table with; nobody's own where two share it."""
        return self.people[0].id if len(self.people) == 1 else ""

    def _once(self) -> bool:
        game = self.game
        if game.wanted is not None:
            self._throw()
        else:
            waiting = [self.players[id] for id in game.asked()]
            if not waiting:
                return False
            bots = [player for player in waiting if self.fighters.plays(player)]
            if bots:
                game.submit(self.fighters.command(game.battle, bots[0]))
            else:
                self._decide(waiting[0])
        self.writer.update()
        self._news(self._viewer())
        return True

    # What is told.

    def _news(self, viewer: str) -> None:
        """What the viewer has seen since the last time."""
        entries = self.game.log[self.shown :]
        self.shown = len(self.game.log)
        for entry in entries:
            if entry.kind == UNDO:
                self.table.say("Taken back.", "yellow")
            self._tell(entry, viewer)

    def _tell(self, entry: Entry, viewer: str) -> None:
        for telling in told(self.game.rulebook, [entry], viewer):
            self.last = [*self.last[-4:], telling]
            if telling.hint == "turn":
                self.fresh = True
                self.table.say()
                self.table.say(telling.text, "bold underline")
                book = self.game.rulebook
                self.album.add(book.scene(book.view(entry.battle.state, viewer)))
            elif telling.hint == "phase":
                self.table.say(telling.text, "bold")
            else:
                self.table.say(f"  {telling.text}", {"union": "blue", "confederate": "red"}.get(telling.side, ""))
            for roll in telling.rolls:
                thrown = " ".join(roll.faces) or f"{roll.answer} counted"
                self.table.say(f"      {roll.kind}: {thrown}  {roll.reason} [{roll.clause}]", "dim")

    def _map(self, viewer: str) -> None:
        width = min(WIDEST, self.table.console.width) - 2
        scene = self.game.scene(viewer)
        self.table.say(f"{scene.title}: {scene.moment}", "bold")
        self.table.say(drawn_text(scene, width, self.letters))
        for letter, piece in lettered(scene, self.letters):
            badges = "; ".join([badge.text for badge in piece.badges])
            self.table.say(f"  {letter} {arrow(piece.pose.facing)} {piece.name}" + (f": {badges}" if badges else ""))

    def _finish(self) -> None:
        outcome = self.game.outcome
        self._map(self._viewer())
        self.album.add(self.game.scene(self._viewer()))
        if outcome is not None:
            self.table.say(outcome.text, "bold")
        self.table.say(f"The whole game is in {self.path}: roundtop replay, roundtop verify.", wrap=False)

    # What is asked.

    def _throw(self) -> None:
        """A throw of real dice, typed in; what only a bot may see the program throws for it unseen."""
        question = self.game.wanted
        assert question is not None
        why = question.why
        if why.seen_by and why.seen_by not in [player.id for player in self.people]:
            faces = [question.shown(face) for face in question.throw(self.unseen)]
            self.game.throw(" ".join([f"{question.kind()}:{face}" for face in faces]))
            return
        count = ", or = and the count" if question.only_the_answer() else ""
        who = f"{why.by}: " if why.by else ""
        self.table.say(f"{who}{why.reason} [{why.clause}]: throw {question.words()}", "bold")
        while True:
            line = self.table.line(f"  faces{count}: ")
            if line == "quit":
                raise Leave
            try:
                self.game.throw(line)
                return
            except DiceError as error:
                self.table.say(f"  {error}", "red")

    def _decide(self, player: Player) -> None:
        """One decision of a person; everything but an answer leaves it open."""
        if self.auto is not None and self.auto():
            self._submit(player, self._captains(player))
            return
        self.auto = None
        if self.fresh:
            self._map(player.id)
            self.fresh = False
        decision = self.game.decision(player.id)
        if len(self.people) > 1:
            self.table.say(f"\n{player.id.capitalize()}:", "bold")
        else:
            self.table.say()
        self.table.say(decision.sentence, "bold")
        unit = self.game.scene(player.id).unit
        for line in words.listed(decision.form, unit):
            self.table.say(line)
        self.table.say(words.how(decision.form, unit) + " `help` lists what else there is.", "dim")
        version = len(self.game.log)
        while len(self.game.log) == version:
            self._line(player, decision, self.table.line("> "))

    def _line(self, player: Player, decision: Decision, line: str) -> None:
        name, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "help": lambda: self.table.say(HELP),
            "?": lambda: self.table.say(HELP),
            "map": lambda: self._map(player.id),
            "units": lambda: self._units(player),
            "log": lambda: self._log(player, rest),
            "why": lambda: self._why(decision),
            "odds": lambda: self._odds(player, decision, rest),
            "hint": lambda: self._hint(player, decision, rest or "captain"),
            "auto": lambda: self._auto(player, rest),
            "undo": lambda: self.game.undo(player.id),
            "save": lambda: self._save(rest),
            "svg": lambda: self._svg(player, rest),
        }
        try:
            if name in ("quit", "exit"):
                raise Leave
            if name in commands:
                commands[name]()
            elif line:
                self._answer(player, decision, words.answer(decision.form, line))
        except words.Misread as misread:
            self.table.say(f"  {misread}. Type `help` for everything that can be typed.", "red")
        except Refused as refused:
            for reason in refused.reasons:
                self.table.say(f"  {reason.text}" + (f" [{reason.clause}]" if reason.clause else ""), "red")
        except NotNow as error:
            self.table.say(f"  {error}", "red")

    def _command(self, decision: Decision, answer: Answer) -> Command:
        return Command(decision.player, decision.kind, decision.about, answer, version=self.game.battle.version)

    def _answer(self, player: Player, decision: Decision, answer: Answer) -> None:
        """Give an answer, its chances shown first; at a keyboard one may still think better of it."""
        command = self._command(decision, answer)
        wrong = reasons(self.game.rulebook, self.game.battle, command)
        if wrong:
            raise Refused(wrong)
        found = self._forecasts(player, decision, command) if self.odds else ()
        if found:
            self._show_odds(found)
            if self.table.live and self.table.line("Go on? [Y/n] ").lower() in words.NO:
                return
        self.game.submit(command)

    def _submit(self, player: Player, answer: Answer) -> None:
        decision = self.game.decision(player.id)
        self.table.say(f"{decision.sentence} {words.said(decision.form, answer)}", "dim")
        self.game.submit(self._command(decision, answer))

    def _hint(self, player: Player, decision: Decision, bot: str) -> None:
        """What a captain would do, or a general who thinks it over, and why."""
        if bot not in ADVISERS:
            raise words.Misread(f"there is no hint by '{bot}'; there are {', '.join(ADVISERS)}")
        found = advice(self.game.rulebook, self.game.battle, player.id, bot, self._seed())
        self.table.say(f"A {bot} would: {words.said(decision.form, found.answer)}")
        self.table.say(f"  {found.why}" if found.why else "")

    def _seed(self) -> str:
        return f"{self.about.dice.seed} captain {len(self.game.log)}"

    def _captains(self, player: Player) -> Answer:
        """What a captain would answer; where he is at a loss, whatever is lawful."""
        stream = Stream(self._seed())
        return self.helper.command(self.game.battle, player.id, stream).answer

    def _forecasts(self, player: Player, decision: Decision, command: Command) -> tuple[Forecast, ...]:
        if decision.measure == "none":
            return ()
        step = self.game.battle.agenda[-1]
        return self.game.rulebook.forecast(self.game.view(player.id), step, command)

    def _show_odds(self, found: tuple[Forecast, ...]) -> None:
        for one in found:
            kind = "exactly" if one.exact else "estimated"
            note = f"; {one.note}" if one.note else ""
            self.table.say(f"  {one.title} ({kind}{note})", "cyan")
            for label, chance in sorted(one.chances, key=lambda pair: -pair[1])[:8]:
                self.table.say(f"    {chance:6.1%}  {label}")

    # What else can be typed.

    def _units(self, player: Player) -> None:
        grid = Table.grid(padding=(0, 2), pad_edge=False)
        for letter, piece in lettered(self.game.scene(player.id), self.letters):
            card = "; ".join([f"{row.label}: {row.value}" for row in piece.card])
            grid.add_row(f"  {letter}", f"{piece.name}", words.place(piece.pose), card)
        self.table.console.print(grid)

    def _log(self, player: Player, rest: str) -> None:
        count = int(rest) if rest.isdecimal() else 20
        for telling in self.game.story(player.id)[-count:]:
            self.table.say(f"  {telling.text}")

    def _why(self, decision: Decision) -> None:
        """The clauses behind a decision, and the working of what was told last."""
        ledger = self.game.rulebook.ledger
        for id in decision.clauses:
            for clause in [one for one in ledger.clauses if one.id == id]:
                self.table.say(id, "bold cyan")
                self.table.say(f"  {clause.text}")
                if clause.ruling:
                    self.table.say(f"  Ruling: {clause.ruling}")
        for telling in self.last:
            if telling.tally:
                self.table.say(telling.text, "bold")
                for row in telling.tally:
                    self.table.say(f"  {row.label}: {row.value}" + (f" [{row.clause}]" if row.clause else ""))

    def _odds(self, player: Player, decision: Decision, rest: str) -> None:
        if decision.measure == "none":
            self.table.say("  The book lets nobody measure before this is decided.", "yellow")
            return
        command = self._command(decision, words.answer(decision.form, rest))
        wrong = reasons(self.game.rulebook, self.game.battle, command)
        if wrong:
            raise Refused(wrong)
        found = self._forecasts(player, decision, command)
        self._show_odds(found)
        if not found:
            self.table.say("  No dice hang on this.")

    def _auto(self, player: Player, rest: str) -> None:
        if rest == "turn":
            moment = words.turns(self.game.story(""))
            self.auto = lambda: words.turns(self.game.story("")) == moment
        elif rest == "end":
            self.auto = lambda: True
        elif rest:
            raise words.Misread("it is `auto`, `auto turn` or `auto end`")
        self._submit(player, self._captains(player))

    def _save(self, rest: str) -> None:
        if not rest:
            self.table.say(f"  The game is kept in {self.path} as it goes on; `save FILE` makes a copy.")
            return
        self._written(Path(rest), text(self.game, self.about))

    def _svg(self, player: Player, rest: str) -> None:
        from roundtop.draw import svg

        self._written(Path(rest or "table.svg"), svg(self.game.scene(player.id)))

    def _written(self, path: Path, content: str) -> None:
        try:
            path.write_text(content, encoding="utf-8")
            self.table.say(f"  Saved: {path}", wrap=False)
        except OSError as error:
            self.table.say(f"  {path}: {(error.strerror or 'cannot be written').lower()}", "red", wrap=False)
