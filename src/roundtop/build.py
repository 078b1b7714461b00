"""What is compiled, and whether this run is.

Standard library only, and importable by path: `setup.py` and the root script read the same tables.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

ENGINE_ROOMS: Final = ("record", "table", "dice", "battle", "kit", "rulebooks")
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
    """The compilation group of a source: the engine, the registry, or the rulebook it belongs to."""
    room, *rest = file.relative_to(package).parts
    if room != "rulebooks":
        return "roundtop_engine"
    return f"roundtop_{rest[0]}" if len(rest) > 1 else "roundtop_rulebooks"


def groups(package: Path) -> dict[str, list[Path]]:
    """The compilation groups: a change in one rulebook recompiles that rulebook alone."""
    found: dict[str, list[Path]] = {}
    for file in engine_files(package):
        if is_compiled_source(file):
            found.setdefault(group_name(file, package), []).append(file)
    return found


def expander(package: Path) -> ModuleType:
    """`roundtop.record.expand`, without importing the package."""
    return _read_module("roundtop_expand", package / "record" / "expand.py")


def expanded(package: Path, folder: Path) -> dict[str, list[int]]:
    """Write the package into a folder as it is compiled; for every file, which line stands for which of the source.

    That is the engine rooms with their records written out, and no more: the package's own `__init__` is empty, so that
    the engine compiles without the packages of the rooms above. Files that have not changed are left alone.
    """
    writer = expander(package)
    wanted = {folder / package.name / "__init__.py": ""}
    origins: dict[str, list[int]] = {}
    for file in engine_files(package):
        if file.suffix == ".py":
            name = file.relative_to(package.parent)
            copy = writer.expand(file.read_text(encoding="utf-8"), name.as_posix())
            wanted[folder / name] = copy.text
            origins[name.as_posix()] = copy.origins
    for stray in set(folder.rglob("*.py")) - wanted.keys():
        stray.unlink()
    for file, text in wanted.items():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return origins


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
