"""`roundtop umpire`: one volley, one melee, one test for a real table, by its name in the ledger."""

from __future__ import annotations

import io
import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, TextIO

from cyclopts import App, Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from roundtop.battle.bounds import TEXT, file_text
from roundtop.battle.ledger import Field, Ledger, Routine, inner
from roundtop.umpire.fields import OPTIONS, Plain, UmpireError, expected, suggest
from roundtop.umpire.umpire import (
    Book,
    Estimated,
    Exact,
    Prospect,
    Result,
    ask,
    by_hand,
    find_book,
    find_procedure,
    procedures,
)
from roundtop.umpire.wire import answer_line, odds_form, result_form

SUMMARY: Final = "Umpire for a real table: one volley, one melee, one test; or the odds of it."
USAGE: Final = """\
roundtop umpire RULEBOOK PROCEDURE --help        its fields, its dice, an example
roundtop umpire RULEBOOK PROCEDURE [FIELDS] --dice "d6:5,d6:2"
roundtop umpire RULEBOOK PROCEDURE [FIELDS] --seed 7
roundtop umpire RULEBOOK PROCEDURE [FIELDS] --odds
roundtop umpire RULEBOOK PROCEDURE [FIELDS]      asks for your own dice, throw by throw
roundtop umpire --list [RULEBOOK]                every procedure
roundtop umpire --batch                          JSON lines in, JSON lines out

FIELDS      --distance-in 14, --target-charging, --no-faces-gun; lists, records and maps as JSON, or part by part:
            --charger.side union, --options.boneyard per-turn
--situation the whole situation as JSON, @FILE or - for standard input; fields given beside it win
--json      the answer for machines
"""
BAR: Final = 24
ROWS: Final = 20
"""Outcomes shown of a distribution before the rest is summed up."""
LONGEST_FRACTION: Final = 15
SMALLEST_SHARE: Final = 0.0001
SWITCHES: Final = ("--help", "-h", "--list", "--batch", "--json", "--odds")
VALUES: Final = ("--situation", "--dice", "--seed")
TRUTH: Final = {"true": True, "yes": True, "false": False, "no": False}

app = App(name="umpire", help=SUMMARY, help_flags=[], version_flags=[])


@app.default
def umpire(*words: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> int:
    """Umpire for a real table: one volley, one melee, one test; or the odds of it."""
    try:
        return _run(_asked(words))
    except UmpireError as error:
        for problem in error.problems:
            print(f"roundtop umpire: {problem}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print(file=sys.stderr)
        return 130


# ------------------------------------------------------------------ what was asked


@dataclass
class Asked:
    """The command line taken apart."""

    book: Book | None = None
    routine: Routine | None = None
    switches: set[str] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)


def _asked(words: Sequence[str]) -> Asked:
    asked = Asked()
    left = list(words)
    while left:
        word = left.pop(0)
        name, equals, value = word.partition("=")
        if word in SWITCHES:
            asked.switches.add("--help" if word == "-h" else word)
        elif name in VALUES:
            asked.values[name] = value if equals else _next(left, name)
        elif word.startswith("--"):
            if equals:
                left.insert(0, value)
            _put_field(asked, name[2:], left, bool(equals))
        else:
            _put_name(asked, word)
    return asked


def _next(left: list[str], name: str) -> str:
    if not left:
        raise UmpireError(f"{name}: a value is missing")
    return left.pop(0)


def _put_name(asked: Asked, word: str) -> None:
    if asked.book is None:
        asked.book = find_book(word)
    elif asked.routine is None:
        asked.routine = asked.book.ledger.routines[find_procedure(asked.book, word).name]
    else:
        raise UmpireError(f"'{word}': what is this? A field is given as --{word} VALUE")


def _put_field(asked: Asked, flag: str, left: list[str], given: bool) -> None:
    if asked.book is None or asked.routine is None:
        known = [switch[2:] for switch in (*SWITCHES, *VALUES)]
        raise UmpireError(f"--{flag}: name a rulebook and a procedure before the fields{suggest(flag, known)}")
    names = [field.name for field in asked.routine.inputs]
    path = flag.replace("-", "_").split(".")
    bare_no = path[0].startswith("no_") and path[0] not in names and path[0][3:] in names
    if bare_no:
        path[0] = path[0][3:]
    kind, values = _kind(asked.book.ledger, asked.routine, path, flag)
    if kind.removesuffix(" or none") == "boolean" and not given and (not left or left[0].lower() not in TRUTH):
        _put(asked.fields, path, not bare_no, flag)
    elif bare_no:
        raise UmpireError(f"--{flag}: only a field that is true or false can be denied")
    else:
        _put(asked.fields, path, value_of(kind, values, _next(left, f"--{flag}")), flag)


def _put(fields: dict[str, Any], path: list[str], value: object, flag: str) -> None:
    for name in path[:-1]:
        fields = fields.setdefault(name, {})
        if not isinstance(fields, dict):
            raise UmpireError(f"--{flag}: '{name}' is given as a whole already")
    fields[path[-1]] = value


def _kind(ledger: Ledger, routine: Routine, path: list[str], flag: str) -> tuple[str, tuple[str | int, ...]]:
    """The type of the field at a path, through records, maps and house rules, and the values it may have."""
    fields: Sequence[Field] = routine.inputs
    kind = ""
    values: tuple[str | int, ...] = ()
    for place, name in enumerate(path):
        if place and path[place - 1] == OPTIONS:
            fields = [choice.field for choice in ledger.choices]
        elif place and inner(kind)[0] == "map of":
            kind = inner(kind)[1]
            continue
        elif place:
            fields = _record_fields(ledger, kind, flag)
        known = {field.name: field for field in fields}
        if name not in known:
            hint = suggest(name, known) or f"; there are {', '.join(sorted(known)) or 'none'}"
            raise UmpireError(f"--{flag}: no such field in {routine.name}{hint.replace('_', '-')}")
        kind, values = known[name].type, known[name].values
    return kind, values


def _record_fields(ledger: Ledger, kind: str, flag: str) -> Sequence[Field]:
    form, held = inner(kind)
    if form == "or none":
        form, held = inner(held)
    if form != "record":
        raise UmpireError(f"--{flag}: {expected(kind)} has no parts to be given one by one")
    return ledger.records[held].fields


def value_of(kind: str, values: Sequence[str | int], text: str) -> Plain:
    """A value as typed, in the form the field wants if it can be; what cannot is refused by the fields."""
    form, held = inner(kind)
    if form == "or none":
        return None if text == "none" and "none" not in values else value_of(held, values, text)
    if form == "string" or (form == "choice" and text in values):
        return text
    if form == "boolean":
        return TRUTH.get(text.lower(), text)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        if form == "list of" and inner(held)[1] == "" and not text.startswith(("[", "{")):
            return [value_of(held, values, part.strip()) for part in text.split(",")]
        return text


# ------------------------------------------------------------------ what is answered


def _run(asked: Asked) -> int:
    if "--batch" in asked.switches:
        return _batch(_standard_input(), sys.stdout)
    console = Console(highlight=False, markup=False, soft_wrap=False)
    if "--list" in asked.switches or (asked.book and not asked.routine):
        _list(console, asked.book, "--json" in asked.switches)
    elif asked.book is None or asked.routine is None:
        console.print(SUMMARY + "\n\n" + USAGE, end="")
    elif "--help" in asked.switches:
        _help(console, asked.book.id, asked.book.ledger, asked.routine)
    else:
        _one(console, asked, asked.book, asked.routine)
    return 0


def _standard_input() -> TextIO:
    """Standard input; one that was closed before the start is empty."""
    found: TextIO | None = sys.stdin
    return found if found is not None else io.TextIOWrapper(io.BytesIO())


def _batch(lines: TextIO, answers: TextIO) -> int:
    """One answer for each line, in order; blank lines are passed over."""
    try:
        for line in lines.buffer:
            if line.strip():
                print(json.dumps(answer_line(line.decode("utf-8", "replace"))), file=answers, flush=True)
    except BrokenPipeError:
        return 0
    except OSError as error:
        raise UmpireError(f"standard input cannot be read: {error}") from None
    return 0


def _one(console: Console, asked: Asked, book: Book, routine: Routine) -> None:
    situation = _situation(asked)
    as_json = "--json" in asked.switches
    dice, seed = asked.values.get("--dice"), asked.values.get("--seed")
    title = Text(f"{book.ledger.title} · {routine.name}", style="bold")
    if "--odds" in asked.switches:
        if dice is not None or seed is not None:
            raise UmpireError("give one of --dice, --seed and --odds, not several")
        prospect = ask(book, routine.name, situation, odds=True)
        if as_json:
            print(json.dumps({"odds": odds_form(prospect)}))
        else:
            console.print(title)
            _show_odds(console, prospect)
        return
    if dice is None and seed is None and not as_json and _standard_input().isatty():
        result = _thrown(console, book, routine, situation)
    else:
        result = _answer(book, routine, situation, dice, seed)
    if as_json:
        print(json.dumps(result_form(result)))
    else:
        console.print(title)
        _show_result(console, book.ledger, result)


def _situation(asked: Asked) -> Plain:
    text = asked.values.get("--situation")
    if text is None:
        return asked.fields
    try:
        if text == "-":
            text = _standard_input().read()
        elif text.startswith("@"):
            text = file_text(Path(text[1:]), TEXT)
        situation = json.loads(text)
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        raise UmpireError(f"--situation: {text} cannot be read: {reason}") from None
    except (ValueError, RecursionError) as error:
        raise UmpireError(f"--situation is not JSON: {error}; a file is given as @FILE") from None
    return situation | asked.fields if isinstance(situation, dict) else situation


def _answer(book: Book, routine: Routine, situation: Plain, dice: str | None, seed: str | None) -> Result:
    try:
        return ask(book, routine.name, situation, dice=dice, seed=seed)
    except UmpireError as error:
        if dice is None and seed is None and "too few dice" in str(error):
            raise UmpireError(f"{error}; give --dice, --seed or --odds") from None
        raise


def _thrown(console: Console, book: Book, routine: Routine, situation: Plain) -> Result:
    """Ask for each throw as the rule comes to it; a throw that cannot be is asked for again."""
    throws: list[str] = []
    reached = by_hand(book, routine.name, situation, throws)
    while not isinstance(reached, Result):
        why = reached.why
        count = ", or = and the count" if reached.only_the_answer() else ""
        console.print(Text.assemble((why.reason, "bold"), f": throw {reached.words()} ", (why.clause, "dim")))
        throws.append(console.input(Text(f"  faces{count}: ")))
        try:
            reached = by_hand(book, routine.name, situation, throws)
        except UmpireError as error:
            throws.pop()
            console.print(Text(f"  {error}", style="red"))
    return reached


# ------------------------------------------------------------------ what is shown


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2), pad_edge=False)
    grid.add_column(no_wrap=True)
    return grid


def _show_result(console: Console, ledger: Ledger, result: Result) -> None:
    grid = _grid()
    for roll in result.rolls:
        thrown = roll.written() or f"{roll.kind}, {roll.answer} counted"
        grid.add_row(Text(roll.reason), Text(thrown, style="cyan"), Text(roll.clause, style="dim"))
    for line in result.working:
        grid.add_row(Text(line.label), Text(line.value, style="bold"), Text(line.clause, style="dim"))
    if grid.row_count:
        console.print(grid)
    console.print()
    if not result.legal:
        _show_no(console, ledger, str(result.outcome.get("clause", "")))
        return
    outcome = _grid()
    for name, value in result.outcome.items():
        outcome.add_row(Text(name), Text(_short(value), style="bold green"))
    console.print(outcome)


def _show_no(console: Console, ledger: Ledger, clause: str) -> None:
    console.print(Text.assemble(("Not allowed", "bold red"), " by ", (clause, "bold")))
    for known in ledger.clauses:
        if known.id == clause:
            console.print(Text(f"{known.text} {known.ruling}".strip()))


def _show_odds(console: Console, prospect: Prospect) -> None:
    for group in prospect.groups:
        console.print()
        if group.group:
            console.print(Text(group.group, style="bold"))
        if isinstance(group, Estimated):
            console.print(Text(f"estimated from {group.trials} trials, with 95 % intervals", style="yellow"))
        outcomes = [row.outcome for row in (group.chances if isinstance(group, Exact) else group.shares)]
        same = _same(outcomes) if len(outcomes) > 1 else {}
        if same:
            console.print(Text(f"always: {_words(same)}", style="dim"))
        _show_rows(console, group, same)


def _same(outcomes: list[dict[str, Any]]) -> dict[str, Any]:
    """What all outcomes have in common, in records too."""
    same: dict[str, Any] = {}
    for name, value in outcomes[0].items():
        values = [outcome.get(name) for outcome in outcomes]
        if all(one == value for one in values):
            same[name] = value
        elif all(isinstance(one, dict) for one in values):
            inner_same = _same([one for one in values if isinstance(one, dict)])
            if inner_same:
                same[name] = inner_same
    return same


def _without(outcome: dict[str, Any], same: dict[str, Any]) -> dict[str, Any]:
    """An outcome without what it has in common with all others."""
    left: dict[str, Any] = {}
    for name, value in outcome.items():
        if name not in same:
            left[name] = value
        elif value != same[name]:
            left[name] = _without(value, same[name])
    return left


def _show_rows(console: Console, group: Exact | Estimated, same: dict[str, Any]) -> None:
    table = Table.grid(padding=(0, 2), pad_edge=False)
    table.add_column(overflow="fold")
    table.add_column(no_wrap=True, width=BAR)
    table.add_column(no_wrap=True, justify="right")
    table.add_column(no_wrap=True)
    rows: list[tuple[dict[str, Any], float, str]] = []
    if isinstance(group, Exact):
        rows = [(row.outcome, float(row.chance), _fraction(str(row.chance))) for row in group.chances]
    else:
        rows = [(s.outcome, s.estimate, f"{s.interval[0]:.2%} to {s.interval[1]:.2%}") for s in group.shares]
    most = rows[0][1]
    for outcome, share, note in rows[:ROWS]:
        words = Text(_words(_without(outcome, same)) or "nothing")
        bar = "█" * round(BAR * share / most) or "▏"
        table.add_row(words, Text(bar, style="green"), Text(_percent(share), style="bold"), Text(note, style="dim"))
    console.print(table)
    rest = rows[ROWS:]
    if rest:
        total = _percent(sum(share for _, share, _ in rest))
        console.print(Text(f"and {len(rest)} rarer outcomes, together {total}; --json lists them all", style="dim"))


def _percent(share: float) -> str:
    return f"{share:.2%}" if share >= SMALLEST_SHARE else f"{share:.1e}"


def _fraction(text: str) -> str:
    return text if len(text) <= LONGEST_FRACTION else ""


def _words(outcome: dict[str, Any]) -> str:
    return ", ".join(f"{name} {_short(value)}" for name, value in outcome.items())


def _short(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "(" + ", ".join(f"{name} {_short(one)}" for name, one in value.items()) + ")"
    if isinstance(value, list):
        return "[" + ", ".join(_short(one) for one in value) + "]"
    return str(value)


def _list(console: Console, book: Book | None, as_json: bool) -> None:
    known = procedures(book)
    if as_json:
        rows = [{"rulebook": b.id, "procedure": r.name, "summary": r.summary} for b, r in known]
        print(json.dumps(rows))
        return
    grid = Table.grid(padding=(0, 2), pad_edge=False)
    for one, routine in known:
        grid.add_row(Text(one.id, style="dim"), Text(routine.name, style="bold"), Text(routine.summary))
    console.print(grid)


def _help(console: Console, book: str, ledger: Ledger, routine: Routine) -> None:
    console.print(Text(f"roundtop umpire {book} {routine.name}", style="bold"))
    console.print(Text(routine.summary))
    _show_fields(console, "Fields", routine.inputs)
    for name in _records(ledger, routine.inputs):
        _show_fields(console, f"Record {name}: {ledger.records[name].meaning}", ledger.records[name].fields)
    read = [choice.field for choice in ledger.choices if choice.field.name in _options_read(routine)]
    if read:
        _show_fields(console, "House rules read here, in --options", read)
    console.print(Text("\nDice, in order", style="bold"))
    for line in routine.dice or ("none",):
        console.print(Text(f"  {line}"))
    _show_fields(console, "Outcome", routine.outputs, answers=True)
    console.print(Text("\nExample", style="bold"))
    console.print(Text(f"  {example_call(book, routine)}"), soft_wrap=True)


def _show_fields(console: Console, title: str, fields: Sequence[Field], answers: bool = False) -> None:
    console.print(Text(f"\n{title}", style="bold"))
    grid = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=True)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=2, overflow="fold")
    grid.add_column(ratio=3)
    for one in fields:
        name = one.name if answers or title.startswith(("Record", "House")) else "--" + one.name.replace("_", "-")
        kind = one.type.replace("choice", " | ".join(str(v) for v in one.values)) if one.values else one.type
        default = "" if answers else _default(one)
        grid.add_row(Text("  " + name, style="cyan"), Text(kind + default), Text(one.meaning))
    console.print(grid if fields else Text("  none"))


def _default(one: Field) -> str:
    if one.required:
        return ", required"
    if one.default is None:
        return ", may be left out"
    return f" (default {json.dumps(one.default)})"


def _records(ledger: Ledger, fields: Sequence[Field]) -> list[str]:
    """Names of the records these fields hold, and of those they hold in turn."""
    found: list[str] = []
    todo = list(fields)
    while todo:
        kind = todo.pop(0).type
        while kind:
            form, kind = inner(kind)
            if form == "record" and kind not in found:
                found.append(kind)
                todo.extend(ledger.records[kind].fields)
            if form in ("record", "any of"):
                break
    return found


def _options_read(routine: Routine) -> list[str]:
    for one in routine.inputs:
        if one.name == OPTIONS:
            return one.meaning.partition("read here:")[2].replace(",", " ").split()
    return []


def example_call(book: str, routine: Routine) -> str:
    """The ledger's example as it would be typed."""
    words = ["roundtop", "umpire", book, routine.name]
    for name, value in routine.example.situation.items():
        flag = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{flag}" if value else f"--no-{flag}")
        else:
            words += [f"--{flag}", value if isinstance(value, str) else json.dumps(value)]
    if routine.example.dice:
        words += ["--dice", ",".join(routine.example.dice)]
    return shlex.join(words)
