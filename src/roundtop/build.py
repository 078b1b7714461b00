"""What is compiled, and whether this run is.

Standard library only, and importable by path: `setup.py` and the root script read the same tables.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

ENGINE_ROOMS: Final = ("record", "table", "dice", "battle", "kit", "rulebooks")
ENGINE_GROUP: Final = "roundtop_engine"
NOT_COMPILED: Final = "# not compiled:"
RECORD: Final = "engine.json"
VARIABLE: Final = "ROUNDTOP_ENGINE"


class StaleEngineError(ImportError):
    """A compiled engine that no longer matches its sources."""

    def __init__(self, engine: Path, remedy: str) -> None:
        super().__init__(f"the compiled engine in {engine} is older than its sources; {remedy}", name="roundtop")


def engine_files(package: Path) -> list[Path]:
    """Every file of the engine rooms, sources and data, in one fixed order."""
    return sorted(
        file
        for room in ENGINE_ROOMS
        for file in (package / room).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and not file.name.endswith((".so", ".pyd"))
    )


def source_hash(package: Path) -> str:
    """SHA-256 over the names and bytes of the engine rooms."""
    digest = hashlib.sha256()
    for file in engine_files(package):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(package).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def is_compiled_source(file: Path) -> bool:
    """Whether a file is compiled: Python, and not marked `# not compiled: REASON` on its first line."""
    if file.suffix != ".py":
        return False
    with file.open(encoding="utf-8") as source:
        return not source.readline().startswith(NOT_COMPILED)


def group_name(file: Path, package: Path) -> str:
    """The compilation group of a source: the rulebook it belongs to, or the engine."""
    room, *rest = file.relative_to(package).parts
    return f"roundtop_{rest[0]}" if room == "rulebooks" and len(rest) > 1 else ENGINE_GROUP


def groups(package: Path) -> dict[str, list[Path]]:
    """The compilation groups: the engine, and each rulebook, which is compiled with the engine before it."""
    found: dict[str, list[Path]] = {}
    for file in engine_files(package):
        if is_compiled_source(file):
            found.setdefault(group_name(file, package), []).append(file)
    return found


def group_hash(package: Path, group: str) -> str:
    """SHA-256 over all that a group is compiled from: its own sources and the engine's."""
    digest = hashlib.sha256()
    for file in engine_files(package):
        if file.suffix == ".py" and group_name(file, package) in (ENGINE_GROUP, group):
            digest.update(f"{file.relative_to(package).as_posix()}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def expander(package: Path) -> ModuleType:
    """`roundtop.record.expand`, without importing the package."""
    return _read_module("roundtop_expand", package / "record" / "expand.py")


def expanded(package: Path) -> dict[str, Any]:
    """The package as it is compiled: the engine rooms with their records written out, by their names, and no more."""
    expand = expander(package).expand
    sources = [file for file in engine_files(package) if file.suffix == ".py"]
    names = [file.relative_to(package.parent).as_posix() for file in sources]
    return {name: expand(file.read_text(encoding="utf-8"), name) for name, file in zip(names, sources)}


def write_expanded(package: Path, folder: Path) -> None:
    """Write the package as it is compiled into a folder.

    Its own `__init__` is empty there, so that the engine compiles without the packages of the rooms above.
    """
    shutil.rmtree(folder, ignore_errors=True)
    written = {f"{package.name}/__init__.py": "", **{name: copy.text for name, copy in expanded(package).items()}}
    for name, text in written.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def _read_module(name: str, file: Path) -> ModuleType:
    """A module read by path."""
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read_record(package: Path) -> dict[str, str]:
    """What was written down when the engine in this folder was compiled; empty where there is none."""
    try:
        record: dict[str, str] = json.loads((package / RECORD).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    return record


def write_record(package: Path, sources: str, mypyc: str) -> None:
    """Write down which sources an engine was compiled from, by which compiler, for which Python."""
    record = {"sources": sources, "mypyc": mypyc, "python": sys.implementation.cache_tag}
    (package / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def attach(path: list[str]) -> None:
    """Put the compiled engine named by the environment before the sources; refuse one that is stale."""
    own = Path(path[0])
    chosen = os.environ.get(VARIABLE, "")
    engine = Path(chosen) / "roundtop" if chosen else own
    record = read_record(engine)
    if chosen and not record:
        raise ImportError(f"{VARIABLE} names {chosen}, which holds no compiled engine", name="roundtop")
    if record and record["sources"] != source_hash(own):
        remedy = f"run `./roundtop compile`, or unset {VARIABLE} to run plain Python" if chosen else "install anew"
        raise StaleEngineError(engine, remedy)
    if chosen:
        path.insert(0, str(engine))
        sys.path.append(chosen)


def import_engine(package: Path) -> None:
    """Import every compiled module once: what the compiler accepts may still fail when it is loaded."""
    for file in (file for files in groups(package).values() for file in files):
        parts = file.relative_to(package.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        origin = import_module(name).__file__ or ""
        if not origin.endswith(tuple(EXTENSION_SUFFIXES)):
            raise ImportError(f"{name} should be compiled, but was read from {origin}", name=name)


def compiled() -> bool:
    """Whether the engine rooms run compiled."""
    return bool(_compiler())


def describe() -> str:
    """One line for `--version`: the program's version and which engine is running."""
    from roundtop import __version__

    compiler = _compiler()
    engine = f"compiled (mypyc {compiler})" if compiler else "interpreted"
    return f"roundtop {__version__}, engine {engine}"


def _compiler() -> str:
    """The mypyc that compiled the running engine; empty when it is interpreted."""
    import roundtop

    for package in map(Path, roundtop.__path__):
        spec = PathFinder.find_spec("engine", [str(package / "battle")])
        if spec is not None and spec.origin is not None:
            native = spec.origin.endswith(tuple(EXTENSION_SUFFIXES))
            return read_record(package).get("mypyc", "unknown") if native else ""
    return ""
