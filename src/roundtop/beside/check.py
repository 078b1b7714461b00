"""What is wrong with a book's table: names that are no fields, roles that nobody has, procedures left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from roundtop.battle.ledger import Ledger, Routine
from roundtop.beside.armies import ARMIES, ARMY, AUTO, OF_TABLE, TABLE
from roundtop.beside.table import ALL, GONE, MOST, Entry, Follow, Table, Task, find, under
from roundtop.umpire.fields import suggest

TERM: Final = re.compile(r"[+-]?\s*#?([a-z_][a-z_0-9.]*)")
OWN: Final = ("id", GONE, "group")
"""What a card knows in every book."""


def faults(ledger: Ledger, table: Table, named: list[str]) -> list[str]:
    """Every fault; `named` are the procedures that the file itself speaks of."""
    found = [
        f"common: there is no procedure '{name}'{suggest(name, ledger.routines)}"
        for name in table.common
        if name not in ledger.routines
    ]
    found += [f"procedure.{name}: missing" for name in ledger.routines if name not in named]
    found += [f"procedure.{name}: no such procedure" for name in named if name not in ledger.routines]
    for value, path in table.card.items():
        procedure, _, rest = path.partition(".")
        routine = ledger.routines.get(procedure)
        if routine is None or find(ledger, (*routine.inputs, *routine.outputs), rest) is None:
            found.append(f"card.{value}: '{path}' is no field of a procedure")
    found += [f"each_turn.{value}: no value of a card" for value in table.each_turn if value not in table.card]
    for name, how in table.secrets.items():
        procedure, _, rest = how.get("like", "").partition(".")
        like = ledger.routines.get(procedure)
        if procedure and (like is None or find(ledger, like.inputs, rest) is None):
            found.append(f"secrets.{name}: '{how['like']}' is no field of a procedure")
    found += [f"turn: {fault}" for fault in _turn(ledger, table)]
    found += [f"army: there is no procedure '{one}'" for one in table.army.standing if one not in ledger.routines]
    for name, routine in ledger.routines.items():
        found += [f"procedure.{name}.{fault}" for fault in _entry(ledger, table, routine, table.entries[name])]
    return found


def _turn(ledger: Ledger, table: Table) -> Iterator[str]:
    clauses = {clause.id for clause in ledger.clauses}
    for phase in table.phases:
        named = [phase.clause, *[task.clause for task in phase.due if task.clause]]
        yield from [f"{phase.name}: there is no clause '{id}'" for id in named if id not in clauses]
        if phase.times and phase.times not in [choice.field.name for choice in ledger.choices]:
            yield f"{phase.name}: '{phase.times}' is no house rule"
        yield from [f"{phase.name}: there is no procedure '{act}'" for act in phase.acts if act not in ledger.routines]
        for task in phase.due:
            yield from _task(ledger, table, phase.name, task)


def _task(ledger: Ledger, table: Table, phase: str, task: Task) -> Iterator[str]:
    if bool(task.do) == bool(task.say):
        yield f"{phase}: something due names either what to do or what to say"
    if task.do and task.do not in ledger.routines:
        yield f"{phase}: there is no procedure '{task.do}'"
    elif task.do and task.role and task.role not in roles(table.entries[task.do]):
        yield f"{phase}: '{task.role}' is no role of {task.do}"
    for value, wanted in task.when.items():
        yield from _card_value(table, phase, f"unit.{value}")
        like = table.card.get(value, "")
        routine = ledger.routines.get(like.partition(".")[0])
        one = find(ledger, (*routine.inputs, *routine.outputs), like.partition(".")[2]) if routine else None
        if isinstance(wanted, list) and one is not None and one.values:
            yield from [f"{phase}: {value} is never '{is_it}'" for is_it in wanted if is_it not in one.values]


def _entry(ledger: Ledger, table: Table, routine: Routine, entry: Entry) -> Iterator[str]:
    for what, paths in (("eyes", entry.eyes), ("asks", entry.asks)):
        if len(paths) > MOST:
            yield f"{what}: {len(paths)} named, at most {MOST} are large"
        yield from [f"{what}: '{path}' is no field" for path in paths if not find(ledger, routine.inputs, path)]
        yield from [f"{what}: '{path}' is named twice" for path in set(paths) if paths.count(path) > 1]
    for path, value in entry.numbered.items():
        if not find(ledger, routine.inputs, path):
            yield f"numbered: '{path}' is no field"
        if value:
            yield from _card_value(table, f"numbered.{path}", value)
    yield from _fills(ledger, table, routine, entry)
    yield from _changes(ledger, table, routine, entry)
    for follow in entry.next:
        yield from _follow(ledger, table, routine, follow)


def roles(entry: Entry) -> list[str]:
    """The roles that cards have in a procedure, in order, but for those that name themselves."""
    found: list[str] = []
    for path, value in entry.fills.items():
        names = [value] if path.endswith(ALL) else [one for one in TERM.findall(value) if "." in one]
        found += [name.partition(".")[0] for name in names]
    found += [path.partition(".")[0] for path in entry.changes]
    return [role for role in dict.fromkeys([*found, *entry.roles]) if role not in AUTO]


def several(ledger: Ledger, routine: Routine, entry: Entry) -> list[str]:
    """Those of them that several units may have: their cards fill the records of a list."""
    listed = [one.name for one in routine.inputs if one.type.startswith("list of record")]
    return [role for path, role in entry.fills.items() if path.endswith(ALL) and path.partition(".")[0] in listed]


def _fills(ledger: Ledger, table: Table, routine: Routine, entry: Entry) -> Iterator[str]:
    for path, value in entry.fills.items():
        if path.endswith(ALL):
            names = [one.name for one in under(ledger, routine, path.removesuffix(ALL).removesuffix("."))]
            if not set(names) & set(table.army.count if value in (ARMIES, ARMY, *AUTO) else table.card):
                yield f"fills: '{path}' has no field that a card has"
        elif not find(ledger, routine.inputs, path):
            yield f"fills: '{path}' is no field"
        else:
            for term in TERM.findall(value):
                yield from _card_value(table, f"fills.{path}", term)


def _changes(ledger: Ledger, table: Table, routine: Routine, entry: Entry) -> Iterator[str]:
    for target, source in entry.changes.items():
        yield from _card_value(table, "changes", target)
        where = f"changes.{target}"
        if isinstance(source, str):
            yield from _terms(ledger, routine, where, source)
        elif "by" in source:
            yield from _terms(ledger, routine, where, source["by"])
            yield from _values(ledger, routine, where, source["by"], list(source["of"]))
        else:
            here = {path: one for path, one in source["when"].items() if path not in carried(table, routine.name)}
            yield from _when(ledger, routine, where, here)
            yield from _terms(ledger, routine, where, source.get("take", ""))


def carried(table: Table, procedure: str) -> list[str]:
    """What whatever leads to a procedure tells it besides its fields."""
    follows = [one for entry in table.entries.values() for one in entry.next if one.do == procedure]
    return [path for one in follows for path in (*one.set, *one.take)]


def _follow(ledger: Ledger, table: Table, routine: Routine, follow: Follow) -> Iterator[str]:
    if bool(follow.do) == bool(follow.say):
        yield "next: names either what to do or what to say"
    mine = roles(table.entries[routine.name])
    cards = [path for path in follow.when if path.partition(".")[0] in mine and path.partition(".")[2] in table.card]
    yield from _when(ledger, routine, "next", {path: one for path, one in follow.when.items() if path not in cards})
    for role in follow.roles.values():
        if role.partition(".")[0] not in mine:
            yield f"next: '{role}' is no role here; there are {', '.join(mine)}"
    after = ledger.routines.get(follow.do)
    if follow.say:
        return
    if after is None:
        yield f"next: there is no procedure '{follow.do}'"
        return
    theirs = roles(table.entries[after.name])
    yield from [f"next: '{role}' is no role of {after.name}" for role in follow.roles if theirs and role not in theirs]


def _card_value(table: Table, where: str, path: str) -> Iterator[str]:
    role, _, value = path.partition(".")
    if role in (ARMIES, ARMY, *AUTO):
        known = OF_TABLE if role == TABLE else (*table.army.count, *table.army.keeps)
        if value not in known:
            yield f"{where}: '{path}' is nothing that is known there; {', '.join(known)} are"
    elif value not in table.card and value not in OWN:
        yield f"{where}: '{path}' is no value of a card{suggest(value, table.card)}"


def _when(ledger: Ledger, routine: Routine, where: str, when: dict[str, Any]) -> Iterator[str]:
    for path, values in when.items():
        yield from _terms(ledger, routine, where, path)
        if isinstance(values, list):
            yield from _values(ledger, routine, where, path, values)


def _values(ledger: Ledger, routine: Routine, where: str, path: str, values: list[Any]) -> Iterator[str]:
    """Values that an output never has."""
    one = find(ledger, routine.outputs, path)
    if one is not None and one.values:
        yield from [f"{where}: {path} is never '{value}'" for value in values if value not in one.values]


def _terms(ledger: Ledger, routine: Routine, where: str, source: str) -> Iterator[str]:
    for term in TERM.findall(source):
        if not find(ledger, routine.outputs, term) and not find(ledger, routine.inputs, term):
            yield f"{where}: '{term}' is neither asked nor answered"
