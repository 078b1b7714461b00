# not compiled: it runs before the compiler
"""Writes records out for the compiler: `@record` classes become plain typed code in the build's copies.

The compiler leaves a dataclass's own initialiser and equality interpreted, and both are slow. So the build compiles
copies of the sources in which every record has them, and its copy, written out; and it puts the lines of the sources
back into what the compiler makes of them, so that a traceback names the right one. Standard library only, and
importable by path.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Final

MODULE: Final = "roundtop.record"
NATIVE: Final = "roundtop.record.native"
MARK: Final = "record"
COPY: Final = "copy"
REPLACE: Final = "replace"
DECORATORS: Final = (
    "@mypyc_.mypyc_attr(acyclic=True)",
    "@typing_.final",
    "@dataclasses_.dataclass(slots=True, init=False, eq=False)",
)
"""Records are values: none holds itself, so the collector of cycles need not know of them."""
IMPORTS: Final = "import dataclasses as dataclasses_; import typing as typing_"
COMPILED: Final = ("if typing_.TYPE_CHECKING:", "    import mypy_extensions as mypyc_")
"""What only the compiler reads."""
OPTIONS: Final = frozenset({"init", "frozen", "unsafe_hash"})
HIDDEN: Final = "_hidden_"
SPECIFIED: Final = frozenset({"default", "default_factory", "init", "repr", "compare"})
WRITTEN: Final = frozenset({"__derives__", "__eq__", "__hash__"})
WRITTEN_WITH_INIT: Final = WRITTEN | {"__init__", "__copy__"}
NO_FIELDS: Final = frozenset({"ClassVar", "InitVar", "KW_ONLY"})
TRACEBACK: Final = re.compile(r'(\b\w+\("([^"\n]+\.py)", (?:"[^"\n]*", )+)(\d+)(?=, )')
"""How the compiler writes the file, the function and the line of a traceback."""
SIMPLE: Final = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr)


class RecordError(SyntaxError):
    """A record that the build cannot write out; it says where, and what would do."""


@dataclass(slots=True)
class Line:
    """A line of the copy, and the line of the source that it stands for."""

    text: str
    origin: int


@dataclass(slots=True)
class Field:
    """One declared field, as it stands in the source."""

    name: str
    type: str
    default: str
    factory: str
    init: bool
    compare: bool

    @property
    def parameter(self) -> str:
        if self.factory:
            return f"{self.name}: {self.type} | None = None"
        return f"{self.name}: {self.type}" + (f" = {self.default}" if self.default else "")

    @property
    def assignment(self) -> str:
        if self.factory:
            made = f"{self.factory}()"
            return f"self.{self.name} = " + (f"{made} if {self.name} is None else {self.name}" if self.init else made)
        return f"self.{self.name} = {self.name if self.init else self.default}"

    @property
    def is_assigned(self) -> bool:
        return self.init or bool(self.default) or bool(self.factory)


@dataclass(slots=True)
class Kind:
    """One record of a module."""

    name: str
    fields: list[Field]
    hidden: set[str]
    hashed: bool
    own_init: bool
    finish: list[str]

    @property
    def derives(self) -> bool:
        return bool(self.finish) or self.own_init or any(not one.init for one in self.fields)


@dataclass(slots=True)
class Expanded:
    """A source as it is compiled, and for each of its lines the line of the source that it stands for."""

    text: str
    origins: list[int]


def expand(text: str, file: str) -> Expanded:
    """A source as it is compiled: the same text where it has no records."""
    lines = [Line(line, at) for at, line in enumerate(text.split("\n"), 1)]
    if MODULE in text:
        _expand(lines, ast.parse(text, file), file)
    return Expanded("\n".join([line.text for line in lines]), [line.origin for line in lines])


def restored(code: str, origins: dict[str, list[int]]) -> str:
    """The compiler's C with the lines of the sources in its tracebacks."""

    def line(found: re.Match[str]) -> str:
        told, file, number = found[1], found[2], int(found[3])
        return f"{told}{origins[file][number - 1]}" if file in origins and number > 0 else found[0]

    return TRACEBACK.sub(line, code)


def _expand(lines: list[Line], tree: ast.Module, file: str) -> None:
    _check_place(tree, file)
    kinds = [(node, _kind(node, file)) for node in tree.body if isinstance(node, ast.ClassDef) and _is_record(node)]
    hidden = {name for _, kind in kinds for name in kind.hidden}
    _call(lines, _copies(tree, file))
    for node, kind in reversed(kinds):
        _write(lines, node, kind)
    for imported in reversed([node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]):
        _alias(lines, imported, hidden)
        if isinstance(imported, ast.ImportFrom) and imported.module == MODULE:
            _import(lines, imported)
    if hidden:
        raise RecordError(f"a field hides the type {min(hidden)}; rename one of them", (file, 1, 1, None))


# ---------------------------------------------------------------- reading


def _check_place(tree: ast.Module, file: str) -> None:
    """Refuse what would go unseen: another name for the decorator, or a record that is not the module's own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(alias.name == MODULE for alias in node.names):
            raise _refused(file, node, f"write `from {MODULE} import {MARK}`")
        if isinstance(node, ast.ImportFrom) and node.module == MODULE and (node not in tree.body or _renamed(node)):
            raise _refused(file, node, f"import {MARK} and {COPY} by their own names, at the head of the module")
        if isinstance(node, ast.ClassDef) and node not in tree.body and _is_record(node):
            raise _refused(file, node, "a record stands at the level of the module")


def _renamed(node: ast.ImportFrom) -> bool:
    return any(alias.name in (MARK, COPY) and alias.asname for alias in node.names)


def _copies(tree: ast.Module, file: str) -> list[ast.Call]:
    """Every `copy(record)` of a module that imports it."""
    imported = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == MODULE]
    if not any(alias.name == COPY for node in imported for alias in node.names):
        return []
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == COPY]
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.func in named]
    if len(found) != len(named) or any(len(call.args) != 1 or call.keywords for call in found):
        raise _refused(file, named[0], f"{COPY} is called with one record, and is the name of nothing else")
    return found


def _is_record(node: ast.ClassDef) -> bool:
    """Whether a class is marked as a record."""
    named = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    return any(isinstance(one, ast.Name) and one.id == MARK for one in named)


def _kind(node: ast.ClassDef, file: str) -> Kind:
    """What a record declares; a RecordError for what cannot be written out."""
    if len(node.decorator_list) > 1 or node.bases or node.keywords:
        raise _refused(file, node, f"{node.name} is a record: it has no base class and no other decorator")
    options = _options(node.decorator_list[0], file)
    declared = [part for part in node.body if isinstance(part, ast.AnnAssign)]
    hidden = _hidden(declared)
    fields: list[Field] = []
    methods: dict[str, ast.FunctionDef] = {}
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and not methods:
            fields.append(_field(part, hidden, file))
        elif isinstance(part, ast.FunctionDef):
            methods[part.name] = part
        elif not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)):
            raise _refused(file, part, f"{node.name} is a record: first its fields, then its methods, nothing else")
    own_init = not options.get("init", True)
    written = methods.keys() & (WRITTEN if own_init else WRITTEN_WITH_INIT)
    if written:
        raise _refused(file, node, f"{node.name} is a record: {min(written)} is written by the build")
    hashed = options.get("frozen", False) or options.get("unsafe_hash", False)
    return Kind(
        name=node.name,
        fields=fields,
        hidden=hidden,
        hashed=hashed,
        own_init=own_init,
        finish=_finish(methods.get("__post_init__"), fields),
    )


def _options(decorator: ast.expr, file: str) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for keyword in decorator.keywords if isinstance(decorator, ast.Call) else []:
        if keyword.arg not in OPTIONS or not isinstance(keyword.value, ast.Constant):
            raise _refused(file, decorator, f"a record takes {', '.join(sorted(OPTIONS))}, each True or False")
        found[str(keyword.arg)] = bool(keyword.value.value)
    return found


def _hidden(declared: list[ast.AnnAssign]) -> set[str]:
    """The names of types that are names of fields too, as in `melee: melee.Melee`: methods would see the field."""
    fields = {node.target.id for node in declared if isinstance(node.target, ast.Name)}
    return {name.id for node in declared for name in ast.walk(node.annotation) if isinstance(name, ast.Name)} & fields


def _field(node: ast.AnnAssign, hidden: set[str], file: str) -> Field:
    for name in ast.walk(node.annotation):
        if isinstance(name, ast.Name) and name.id in hidden:
            name.id += HIDDEN
    declared = ast.unparse(node.annotation)
    if not isinstance(node.target, ast.Name) or declared.split("[")[0].split(".")[-1] in NO_FIELDS:
        raise _refused(file, node, "a record declares plain fields; put a constant into the module")
    given = _specified(node.value, file)
    factory = ast.unparse(given["default_factory"]) if "default_factory" in given else ""
    if factory and "None" in declared:
        raise _refused(file, node, "a field that may be None has a default, not a default_factory")
    default = given.get("default")
    return Field(
        name=node.target.id,
        type=declared,
        default="" if default is None else ast.unparse(default),
        factory=factory,
        init=_flag(given.get("init"), file),
        compare=_flag(given.get("compare"), file),
    )


def _specified(value: ast.expr | None, file: str) -> dict[str, ast.expr]:
    """What stands after the equals sign of a field, by the names of `field`."""
    if not (isinstance(value, ast.Call) and ast.unparse(value.func) in ("field", "dataclasses.field")):
        return {} if value is None else {"default": value}
    if value.args or any(keyword.arg not in SPECIFIED for keyword in value.keywords):
        raise _refused(file, value, f"a record's field takes {', '.join(sorted(SPECIFIED))}")
    return {str(keyword.arg): keyword.value for keyword in value.keywords}


def _flag(value: ast.expr | None, file: str) -> bool:
    if value is None:
        return True
    if not isinstance(value, ast.Constant):
        raise _refused(file, value, "write True or False")
    return bool(value.value)


def _finish(method: ast.FunctionDef | None, fields: list[Field]) -> list[str]:
    """What the initialiser does when every field is set: the plain statements of `__post_init__`, or a call of it."""
    if method is None:
        return []
    body = [node for node in method.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]
    parameters = {one.name for one in fields if one.init}
    names = {node.id for part in body for node in ast.walk(part) if isinstance(node, ast.Name)}
    if names & parameters or not all(isinstance(part, SIMPLE) for part in body):
        return ["self.__post_init__()"]
    return [ast.unparse(part) for part in body]


def _refused(file: str, node: ast.stmt | ast.expr, reason: str) -> RecordError:
    return RecordError(reason, (file, node.lineno, node.col_offset + 1, None))


# ---------------------------------------------------------------- writing


def _write(lines: list[Line], node: ast.ClassDef, kind: Kind) -> None:
    """Write one record out: its methods after its fields, and the decorators of the compiled class."""
    declared = [part for part in node.body if not isinstance(part, ast.FunctionDef)]
    after = max([node.lineno, *[part.end_lineno or part.lineno for part in declared]])
    lines[after:after] = [Line(f"    {line}", node.lineno) for line in _methods(kind)]
    mark = node.decorator_list[0]
    lines[mark.lineno - 1 : mark.end_lineno] = [Line(text, node.lineno) for text in DECORATORS]


def _methods(kind: Kind) -> list[str]:
    """The lines that a record's fields stand for."""
    made = [one for one in kind.fields if one.init]
    compared = [one.name for one in kind.fields if one.compare]
    same = " and ".join([f"self.{name} == other.{name}" for name in compared]) or "True"
    found: list[str] = []
    if not kind.own_init:
        parameters = ", ".join(["self", *[one.parameter for one in made]])
        body = [*[one.assignment for one in kind.fields if one.is_assigned], *kind.finish]
        found += [f"def __init__({parameters}) -> None:", *[f"    {line}" for line in body or ["pass"]]]
        found += [f"def __copy__(self) -> {kind.name}:", *[f"    {line}" for line in _copy(kind)]]
    found += [
        "def __eq__(self, other: object) -> bool:",
        f"    if not isinstance(other, {kind.name}):",
        "        return NotImplemented",
        f"    return {same}",
    ]
    if kind.hashed:
        values = "".join([f"self.{name}, " for name in compared])
        found += ["def __hash__(self) -> int:", f"    return hash(({values}))"]
    if kind.derives:
        found += ["def __derives__(self) -> bool:", "    return True"]
    return found


def _copy(kind: Kind) -> list[str]:
    """A copy by the initialiser; what that works out or resets is copied as well."""
    made = f"{kind.name}({', '.join([f'self.{one.name}' for one in kind.fields if one.init])})"
    rest = [f"new.{one.name} = self.{one.name}" for one in kind.fields if not one.init]
    return [f"new = {made}", *rest, "return new"] if rest else [f"return {made}"]


def _call(lines: list[Line], calls: list[ast.Call]) -> None:
    """`copy(unit)` as a call of the unit's own method, which the compiler knows."""
    edits: list[tuple[int, int, int, str]] = []
    for call in calls:
        end = call.end_col_offset or 0
        edits.append((call.end_lineno or call.lineno, end, end, ".__copy__()"))
        edits.append((call.lineno, call.col_offset, call.func.end_col_offset or 0, ""))
    for number, start, end, new in sorted(edits, reverse=True):
        lines[number - 1].text = _put(lines[number - 1].text, start, end, new)


def _put(text: str, start: int, end: int, new: str) -> str:
    """A line with some of its bytes replaced: columns are counted in bytes."""
    line = text.encode()
    return (line[:start] + new.encode() + line[end:]).decode()


def _alias(lines: list[Line], node: ast.Import | ast.ImportFrom, hidden: set[str]) -> None:
    """A second name for what fields hide, at the end of the line that imports it."""
    for alias in node.names:
        name = alias.asname or alias.name
        if name in hidden:
            again = ast.ImportFrom(node.module, [], node.level) if isinstance(node, ast.ImportFrom) else ast.Import([])
            again.names = [ast.alias(alias.name, name + HIDDEN)]
            lines[(node.end_lineno or node.lineno) - 1].text += f"; {ast.unparse(again)}"
            hidden.discard(name)


def _import(lines: list[Line], node: ast.ImportFrom) -> None:
    """The imports that the written code needs, in place of the one that it does not."""
    found = [IMPORTS]
    for alias in node.names:
        if alias.name not in (MARK, COPY):
            found.append(f"from {NATIVE if alias.name == REPLACE else 'dataclasses'} import {ast.unparse(alias)}")
    lines[node.lineno - 1 : node.end_lineno] = [Line(text, node.lineno) for text in ("; ".join(found), *COMPILED)]
