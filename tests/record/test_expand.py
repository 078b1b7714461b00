"""What the build writes out for the compiler is what a record does as plain Python."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from dataclasses import Field, fields, is_dataclass
from functools import cache
from importlib import import_module
from importlib.abc import SourceLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import mypy_extensions
import pytest

from roundtop import build
from roundtop.record import copy
from roundtop.record.expand import RecordError, expand, restored
from tests.project.layers import SOURCES

pytestmark = pytest.mark.interpreted("a compiled module has no source to expand")

HEAD: Final = "from __future__ import annotations\n\nfrom roundtop.record import copy, field, record, replace\n\n\n"
POINTS: Final = ((0.0, 0.0), (3.0, 4.0))
SAMPLES: Final[dict[str, object]] = {"int": 7, "float": 1.5, "bool": True, "tuple[Point, ...]": POINTS}


class Twins(NamedTuple):
    """One record as it is written and as it is compiled."""

    plain: type[Any]
    written: type[Any]

    def both(self, **changed: object) -> tuple[Any, Any]:
        """An instance of each, made by the same arguments."""
        given = {**self.arguments(), **changed}
        return self.plain(**given), self.written(**given)

    def arguments(self) -> dict[str, object]:
        derives = hasattr(self.plain, "__post_init__")
        return {
            one.name: SAMPLES.get(str(one.type), f"some {one.name}")
            for one in fields(self.plain)
            if one.init and not (derives and has_default(self.plain, one.name))
        }


def has_default(kind: type[Any], name: str) -> bool:
    return inspect.signature(kind).parameters[name].default is not inspect.Parameter.empty


def sources() -> list[Path]:
    """Every source of the engine rooms that declares records."""
    return [file for file in build.engine_files(SOURCES) if build.is_compiled_source(file) and is_marked(file)]


def is_marked(file: Path) -> bool:
    return "@record" in file.read_text(encoding="utf-8")


def module_name(file: Path) -> str:
    parts = file.relative_to(SOURCES.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Written(SourceLoader):
    """Loads a source as it is compiled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def get_filename(self, fullname: str) -> str:
        return str(self.file)

    def get_data(self, path: str) -> bytes:
        return expand(self.file.read_text(encoding="utf-8"), self.file.name).text.encode()


@cache
def written_module(file: Path) -> ModuleType:
    """A source as it is compiled, loaded beside the original."""
    name = f"{module_name(file)}_written_out"
    loader = Written(file)
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = sys.modules[name] = module_from_spec(spec)
    vars(module)["mypyc_"] = mypy_extensions
    loader.exec_module(module)
    return module


def records() -> list[tuple[Path, str, bool]]:
    """Every record of the tree: its source, its name, and whether it writes its own initialiser."""
    found = []
    for file in sources():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            mark = ast.unparse(node.decorator_list[0]) if isinstance(node, ast.ClassDef) and node.decorator_list else ""
            if isinstance(node, ast.ClassDef) and mark.split("(")[0] == "record":
                found.append((file, node.name, "init=False" in mark))
    return found


def label(value: object) -> str:
    return module_name(value) if isinstance(value, Path) else str(value)


@pytest.mark.parametrize(("file", "name", "own_init"), records(), ids=label)
def test_record_and_its_twin_behave_alike(file: Path, name: str, own_init: bool) -> None:
    pair = Twins(getattr(import_module(module_name(file)), name), getattr(written_module(file), name))
    check_shape(pair)
    if not own_init:
        check_values(pair)


def check_shape(pair: Twins) -> None:
    """The same fields, parameters and defaults, and the same answer to whether it can be hashed."""
    plain, written = pair
    assert is_dataclass(written)
    assert written.__final__  # type: ignore[attr-defined]
    assert (written.__doc__ or "").removesuffix(" -> 'None'") == plain.__doc__
    assert written.__match_args__ == plain.__match_args__  # type: ignore[attr-defined]
    assert [told(one) for one in fields(written)] == [told(one) for one in fields(plain)]
    ours, theirs = inspect.signature(plain).parameters.values(), inspect.signature(written).parameters.values()
    assert [(one.name, one.kind) for one in theirs] == [(one.name, one.kind) for one in ours]
    made = {one.name for one in fields(plain) if one.default_factory is not one.default}
    for one, other in zip(ours, theirs, strict=True):
        if one.name in made and "factory" in repr(one.default):
            assert other.default is None
        else:
            assert repr_of(other.default) == repr_of(one.default)
    assert (written.__hash__ is None) is (plain.__hash__ is None)


def told(one: Field[Any]) -> tuple[object, ...]:
    return (one.name, one.type, one.init, one.repr, one.compare, repr_of(one.default))


def repr_of(default: object) -> str:
    """A default as it shows; a function of the module by its name, since the twin has its own."""
    return getattr(default, "__qualname__", repr(default))


def check_values(pair: Twins) -> None:
    """Made alike, shown alike, equal and hashed alike, and copied field for field."""
    plain, written = pair.both()
    assert repr(written) == repr(plain)
    for one in fields(pair.plain):
        assert getattr(written, one.name) == getattr(plain, one.name)
    assert written == pair.both()[1]
    assert written != plain
    assert written.__eq__(plain) is NotImplemented
    if pair.plain.__hash__ is not None:
        assert hash(written) == hash(plain)
    fresh, plain_fresh = copy(written), copy(plain)
    assert fresh == written
    assert plain_fresh == plain
    assert fresh is not written
    assert [getattr(fresh, one.name) for one in fields(pair.plain)] == [
        getattr(written, one.name) for one in fields(pair.plain)
    ]
    for one in fields(pair.plain):
        check_difference(pair, one.name, one.compare)


def check_difference(pair: Twins, name: str, counts: bool) -> None:
    """A field that differs makes the difference, if it is to be compared."""
    plain, written = pair.both()
    other, other_written = copy(plain), copy(written)
    object.__setattr__(other, name, "changed")
    object.__setattr__(other_written, name, "changed")
    assert (plain != other) is counts
    assert (written != other_written) is counts


@pytest.mark.parametrize("file", sources(), ids=module_name)
def test_every_line_knows_the_line_it_stands_for(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    before, copy = places(text), expand(text, file.name)
    after = places(copy.text)
    assert len(copy.origins) == len(copy.text.split("\n"))
    assert {name: copy.origins[after[name] - 1] for name in before} == before


def places(text: str) -> dict[str, int]:
    """The line of every function, method and class."""
    found: dict[str, int] = {}
    for node in ast.parse(text).body:
        inner = node.body if isinstance(node, ast.ClassDef) else []
        for one in (node, *inner):
            if isinstance(one, (ast.FunctionDef, ast.ClassDef)):
                found[f"{getattr(node, 'name', '')}.{one.name}"] = one.lineno
    return found


def test_lines_of_the_source_come_back_into_the_compiler_s_code() -> None:
    code = """\
    CPy_AddTraceback("roundtop/a.py", "f", 3, CPyStatic_a___globals);
    CPy_TypeErrorTraceback("roundtop/a.py", "f", 2, CPyStatic_a___globals, "tuple", value);
    CPy_AttributeError("roundtop/a.py", "__init__", "Codec", "kinds", 1, CPyStatic_a___globals);
    CPy_AddTraceback("roundtop/b.py", "f", 3, CPyStatic_b___globals);
    x = f("a", 3);
"""
    back = restored(code, {"roundtop/a.py": [10, 20, 30]})
    assert re.findall(r"\d+(?=[,)])", back) == ["30", "20", "10", "3", "3"]
    assert re.sub(r"\d+(?=[,)])", "", back) == re.sub(r"\d+(?=[,)])", "", code)


def test_source_without_records_stays_as_it_is() -> None:
    text = "import dataclasses\n\n\n@dataclasses.dataclass\nclass A:\n    x: int\n"
    assert expand(text, "a.py").text == text


def test_copy_is_a_call_of_the_record_s_own_method() -> None:
    text = HEAD + "a = [copy(unit), copy(copy(named(\n    'é', 1)))]  # copy\n"
    assert expand(text, "a.py").text.endswith(
        "a = [(unit).__copy__(), ((named(\n    'é', 1)).__copy__()).__copy__()]  # copy\n"
    )


def test_field_may_have_the_name_of_the_module_of_its_type() -> None:
    text = HEAD + "from . import melee\n\n\n@record\nclass Fight:\n    melee: melee.Melee\n    turn: int = 0\n"
    found = expand(text, "a.py").text
    assert "from . import melee; from . import melee as melee_hidden_" in found
    assert "def __init__(self, melee: melee_hidden_.Melee, turn: int = 0) -> None:" in found


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("@record\nclass A(B):\n    x: int\n", 7, "no base class"),
        ("@record\n@final\nclass A:\n    x: int\n", 8, "no other decorator"),
        ("@record(order=True)\nclass A:\n    x: int\n", 6, "a record takes"),
        ("@record\nclass A:\n    x: ClassVar[int] = 1\n", 8, "plain fields"),
        ("@record\nclass A:\n    x = 1\n", 8, "first its fields"),
        ("@record\nclass A:\n    def f(self) -> int: ...\n    x: int\n", 9, "first its fields"),
        ("@record\nclass A:\n    x: int\n    def __eq__(self, other: object) -> bool: ...\n", 7, "__eq__ is written"),
        ("@record\nclass A:\n    x: int\n    def __init__(self) -> None: ...\n", 7, "__init__ is written"),
        ("@record\nclass A:\n    x: int = field(kw_only=True)\n", 8, "field takes"),
        ("@record\nclass A:\n    x: B | None = field(default_factory=B)\n", 8, "not a default_factory"),
        ("def f() -> None:\n    @record\n    class A:\n        x: int\n", 8, "level of the module"),
        ("import roundtop.record\n", 6, "write `from"),
        ("from roundtop.record import record as r\n", 6, "by their own names"),
        ("def f(copy: int) -> int:\n    return copy\n", 7, "the name of nothing else"),
        ("@record\nclass A:\n    set: int\n    seen: set[str]\n", 1, "hides the type set"),
    ],
)
def test_what_cannot_be_written_out_is_refused(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as refused:
        expand(HEAD + text, "a.py")
    assert refused.value.lineno == line
