"""`roundtop companion`: the ledger of a battle on a real table, line by line."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, final

from cyclopts import Parameter

import roundtop
from roundtop.beside.companion import Companion
from roundtop.beside.done import Due, Step
from roundtop.beside.screen import game_file
from roundtop.beside.store import save
from roundtop.beside.table import find
from roundtop.beside.turn import checklist, idle, now, standing
from roundtop.cli.setup import house_rules
from roundtop.cli.umpire import value_of
from roundtop.dice.questions import Question
from roundtop.rulebooks import rulebook
from roundtop.umpire import Exact, UmpireError
from roundtop.umpire.fields import suggest

HELP: Final = """\
PROCEDURE UNIT ... FIELD=VALUE ... : DICE   carry it out, as in  fire 4th-texas 20th-maine range_bw=0.8 : 4 2 6
                                            several units in one place: 4th-texas,5th-texas; ": throw" has them thrown
next FIELD=VALUE ... : DICE                 carry out what is due first
done                                        what is due first is done on the table, or cannot be
odds PROCEDURE UNIT ... FIELD=VALUE ...     the chances before the dice are thrown
ask PROCEDURE                               whom it concerns, and what only eyes can tell
cards [SIDE or UNIT]    due    log          what stands on the cards, what is due, what was done
set UNIT VALUE=...                          put a card right; gone=yes takes it off the table
list                                        the book's turn: its phase, what is due in it, who has not acted
phase    turn                               the next phase, the next turn
tick UNIT                                   a unit has acted; `tick WORDS` strikes out what is on the list
set-out FILE                                the battle as a game file, to be placed and played on at Roundtop's table
back [STEPS]    save FILE    quit"""
BAD_INPUT: Final = 2
THROW: Final = "throw"
MOST_CHANCES: Final = 8


@final
@dataclass(slots=True)
class Said:
    """A line taken apart: its words, its fields, its dice ("" none given, None: to be thrown)."""

    words: list[str]
    fields: dict[str, str] = field(default_factory=dict)
    dice: str | None = ""


def companion(
    battle: str,
    /,
    *,
    rules: str = "",
    ledger: Path | None = None,
    option: Annotated[list[str] | None, Parameter(alias="-o", negative="")] = None,
) -> int:
    """The ledger of a battle on a real table: unit cards, volleys and tests by the rules, what comes next.

    For example: `roundtop companion little-round-top --rules chamberlain --ledger evening.json`, then `help`.

    Parameters
    ----------
    battle
        A battle of `roundtop battles`, a file of your own, a list of forces, or a ledger that was kept (`.json`).
    rules
        The rulebook; the first that suits the battle if left out.
    ledger
        Keep the ledger in this file after every line; if it is there already, go on with it.
    option
        A house rule, NAME=VALUE; may be given several times.
    """
    try:
        desk = Desk(_opened(battle, rules, ledger, option or []), ledger)
    except UmpireError as error:
        return _refused(error)
    people = sys.stdin.isatty()
    print(f"{desk.ledger.title}: {desk.ledger.book.ledger.title}. `help` tells what can be said.")
    for number, line in enumerate(_lines(people), 1):
        try:
            if not desk.hear(line, people):
                return 0
        except UmpireError as error:
            if not people:
                return _refused(error, f"line {number}: ")
            print(f"  {error}")
    return 0


def _opened(battle: str, rules: str, ledger: Path | None, options: list[str]) -> Companion:
    if ledger is not None and ledger.is_dir():
        raise UmpireError(f"--ledger {ledger}: that is a directory; name a file in it")
    if ledger is not None and ledger.is_file():
        return roundtop.companion(ledger)
    begun = roundtop.companion(battle, rules)
    if not options:
        return begun
    return roundtop.companion(battle, begun.book.id, **house_rules(rulebook(begun.book.id), options))


def _lines(people: bool) -> Any:
    while True:
        if people:
            print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        yield line


def _refused(error: Exception, where: str = "") -> int:
    for problem in getattr(error, "problems", (str(error),)):
        print(f"roundtop companion: {where}{problem}", file=sys.stderr)
    return BAD_INPUT


def taken_apart(line: str) -> Said:
    """A line as it was typed."""
    head, colon, dice = line.partition(" :")
    try:
        words = shlex.split(head, comments=True)
    except ValueError as error:
        raise UmpireError(f"'{line.strip()}': {str(error).lower()}") from None
    fields = dict([word.split("=", 1) for word in words if "=" in word])
    thrown = dice.strip()
    return Said([word for word in words if "=" not in word], fields, None if colon and thrown == THROW else thrown)


@final
class Desk:
    """Somebody with a ledger before him."""

    def __init__(self, ledger: Companion, file: Path | None) -> None:
        self.ledger = ledger
        self.file = file
        self.says: dict[str, Callable[[Said], None]] = {
            "help": lambda _: print(HELP),
            "cards": self.cards,
            "due": lambda _: self.tell_due(),
            "log": lambda _: print("\n".join(self.ledger.log()) or "nothing yet"),
            "ask": self.asked,
            "odds": self.odds,
            "set": self.put_right,
            "turn": lambda _: self.turn(),
            "phase": lambda _: self.phase(),
            "list": lambda _: self.tell_list(),
            "tick": self.tick,
            "back": self.back,
            "done": lambda _: self.settle(),
            "save": self.save,
            "set-out": self.set_out,
        }

    def hear(self, line: str, people: bool) -> bool:
        """Do what a line says; False at the end."""
        said = taken_apart(line)
        if not said.words:
            return True
        word = said.words.pop(0)
        if word in ("quit", "exit"):
            return False
        if word in self.says:
            self.says[word](said)
        else:
            self.do(word, said, people)
        if self.file is not None:
            save(self.ledger, self.file)
        return True

    # ------------------------------------------------------------ steps

    def do(self, word: str, said: Said, people: bool) -> None:
        procedure, roles = self._meant(word, said)
        eyes = self._eyes(procedure, said)
        if said.dice is None:
            step = self.ledger.ask(procedure, roles, eyes, seed=_seed())
        elif said.dice or not people:
            step = self.ledger.ask(procedure, roles, eyes, dice=said.dice)
        else:
            step = self._thrown(procedure, roles, eyes)
        self.tell(step)
        if people and input("  so it is? [Y/n] ").strip().lower() in ("n", "no"):
            return
        self.ledger.confirm(step)
        self.tell_due()

    def _meant(self, word: str, said: Said) -> tuple[str, dict[str, list[str]]]:
        """The procedure and whom it concerns, by name or as it is due."""
        if word == "next":
            due = self._first()
            if not due.do:
                raise UmpireError(f"{due.say}: do it on the table, then say `done`")
            roles = dict(due.roles)
            rest = [role for role in self.ledger.roles(due.do) if role not in roles]
            return due.do, roles | self._named(due.do, rest, said.words)
        if word not in self.ledger.table.entries:
            known = [*self.says, "next", "quit", *self.ledger.table.entries]
            raise UmpireError(f"'{word}' is neither a procedure nor a word that is known here{suggest(word, known)}")
        return word, self._named(word, self.ledger.roles(word), said.words)

    def _named(self, procedure: str, roles: list[str], words: list[str]) -> dict[str, list[str]]:
        if len(words) > len(roles):
            wanted = ", ".join(roles) or "nobody"
            raise UmpireError(f"{procedure}: it concerns {wanted}; '{words[len(roles)]}' is one too many")
        return {role: word.split(",") for role, word in zip(roles, words, strict=False)}

    def _eyes(self, procedure: str, said: Said) -> dict[str, Any]:
        book = self.ledger.book.ledger
        found: dict[str, Any] = {}
        for path, text in said.fields.items():
            one = find(book, book.routines[procedure].inputs, path)
            listed = one is not None and one.type.startswith("list of record") and text.isdecimal()
            found[path] = text if one is None else int(text) if listed else value_of(one.type, one.values, text)
        return found

    def _thrown(self, procedure: str, roles: dict[str, list[str]], eyes: dict[str, Any]) -> Step:
        throws: list[str] = []
        reached = self.ledger.throw(procedure, roles, eyes, throws)
        while isinstance(reached, Question):
            entry = input(f"  {reached.why.reason}: throw {reached.words()}: ")
            try:
                reached = self.ledger.throw(procedure, roles, eyes, [*throws, entry])
            except UmpireError as error:
                print(f"  {error}")
            else:
                throws.append(entry)
        return reached

    def _first(self) -> Due:
        if not self.ledger.due:
            raise UmpireError("next: nothing is due")
        return self.ledger.due[0]

    def settle(self) -> None:
        self._first()
        self.ledger.settle()
        self.tell_due()

    def turn(self) -> None:
        self.ledger.new_turn()
        print(f"  turn {self.ledger.turn}")

    def phase(self) -> None:
        self.ledger.next_phase()
        self.tell_list()

    def tick(self, said: Said) -> None:
        words = " ".join(said.words)
        if not words:
            raise UmpireError("tick: name a unit, or what of the list is done")
        listed = [one for one in checklist(self.ledger) if not one.done and one.say and one.say.startswith(words)]
        if listed:
            self.ledger.tick(listed[0].roles, listed[0].say)
        else:
            self.ledger.tick({"unit": [words]})

    def back(self, said: Said) -> None:
        steps = said.words[0] if said.words else "1"
        if not steps.isdecimal():
            raise UmpireError(f"back: '{steps}' is not a number of steps")
        self.ledger.take_back(int(steps))
        print(f"  {steps} taken back")

    def put_right(self, said: Said) -> None:
        if len(said.words) != 1 or not said.fields:
            raise UmpireError("set: name a unit and what is on its card, as in `set 20th-maine fatigue=1`")
        for value, text in said.fields.items():
            like = self.ledger.like.get(value)
            self.ledger.put_right(
                said.words[0], value, value_of(like.type, like.values, text) if like else text == "yes"
            )
            print(f"  {self.ledger.done[-1].changes[0].words()}")

    def save(self, said: Said) -> None:
        if len(said.words) != 1:
            raise UmpireError("save: name a file")
        save(self.ledger, Path(said.words[0]))

    def set_out(self, said: Said) -> None:
        if len(said.words) != 1:
            raise UmpireError("set-out: name a file, as in `set-out evening.jsonl`")
        text, left = game_file(self.ledger, _seed(), roundtop.__version__)
        try:
            Path(said.words[0]).write_text(text, encoding="utf-8")
        except OSError as error:
            raise UmpireError(
                f"set-out: {said.words[0]}: {(error.strerror or 'it cannot be written').lower()}"
            ) from None
        for one in left:
            print(f"  stays in the ledger: {one}")

    # ------------------------------------------------------------ what is shown

    def tell(self, step: Step) -> None:
        if not step.result.legal:
            print(f"  not allowed by {step.result.outcome.get('clause')}")
        for line in step.result.working:
            print(f"  {line.label}: {line.value}{f'  {line.clause}' if line.clause else ''}")
        for change in step.changes:
            print(f"  * {change.words()}")

    def tell_due(self) -> None:
        for one in self.ledger.due:
            who = ", ".join([self.ledger.cards[id].name for ids in one.roles.values() for id in ids])
            print(f"  due: {one.do or one.say} ({who})")

    def tell_list(self) -> None:
        """Where the turn is, what is due in it and who has not acted."""
        stage = now(self.ledger)
        if stage is None:
            raise UmpireError(f"list: {self.ledger.book.id} tells no phases")
        last = f" of {self.ledger.turns}" if self.ledger.turns else ""
        print(f"  turn {self.ledger.turn}{last}: {stage.phase.name}{f', {stage.side}' if stage.side else ''}")
        for one in checklist(self.ledger):
            mark = "x" if one.done else "?" if one.may else " "
            who = ", ".join([self.ledger.of(id).name for ids in one.roles.values() for id in ids])
            print(f"  [{mark}] {one.do or one.say}{f' ({who})' if who else ''}")
        rest = ", ".join([card.name for card in idle(self.ledger)])
        if rest:
            print(f"  not yet: {rest}")
        for side, values in standing(self.ledger).items():
            told = ", ".join([f"{name} {value}" for name, value in values.items()])
            print(f"  {side or 'the battle'}: {told}")

    def cards(self, said: Said) -> None:
        name = " ".join(said.words)
        sides = {card.side for card in self.ledger.cards.values()}
        shown = [card for card in self.ledger.cards.values() if not name or card.side == name]
        for card in shown if not name or name in sides else [self.ledger.card(name)]:
            values = [f"{value} {self.ledger.value(card, value)}" for value in card.values]
            print(f"  {card.id} ({card.side}): {'off the table' if card.gone else ', '.join(values)}")

    def asked(self, said: Said) -> None:
        procedure, _ = self._meant(said.words[0] if said.words else "next", Said([]))
        whom = [role.upper() for role in self.ledger.roles(procedure)]
        eyes = ", ".join(self.ledger.table.entries[procedure].eyes)
        print(f"  {' '.join([procedure, *whom])}: {eyes or 'nothing but what stands on the cards'}")

    def odds(self, said: Said) -> None:
        if not said.words:
            raise UmpireError("odds: of which procedure?")
        procedure, roles = self._meant(said.words.pop(0), said)
        for group in self.ledger.odds(procedure, roles, self._eyes(procedure, said)).groups:
            rows = group.chances if isinstance(group, Exact) else group.shares
            for row in rows[:MOST_CHANCES]:
                share = float(row.chance) if hasattr(row, "chance") else row.estimate
                print(f"  {share:6.1%}  {', '.join([f'{name} {value}' for name, value in row.outcome.items()])}")


def _seed() -> str:
    import secrets

    return secrets.token_hex(16)
