"""Compiles the engine rooms where it can, and builds the page for the browser where it is missing or stale.

ROUNDTOP_COMPILE=auto (the default) compiles where there is a C compiler, 1 insists, 0 never tries: a wheel is compiled
and tagged for the platform, or pure and tagged so. Compiling that fails is an error, never a fallback.
ROUNDTOP_OPTIMISE is the C compiler's level, 1 where it is not said.

Each group of `roundtop.build` is compiled by a process of its own (ROUNDTOP_GROUP) and kept under a hash of what it was
compiled from, so that a change to one rulebook compiles that one alone.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from distutils.ccompiler import new_compiler
from distutils.errors import CCompilerError, DistutilsError
from distutils.sysconfig import customize_compiler
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sysconfig import get_path, get_platform
from types import ModuleType
from typing import Final

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

MODE: Final = os.environ.get("ROUNDTOP_COMPILE", "auto")
LEVEL: Final = os.environ.get("ROUNDTOP_OPTIMISE", "1")
GROUP: Final = os.environ.get("ROUNDTOP_GROUP", "")
PACKAGE: Final = Path("src/roundtop")
WORK: Final = Path("build/mypyc", f"{sys.implementation.cache_tag}-{get_platform()}-O{LEVEL}").resolve()
PLAIN: Final = [] if os.name == "nt" else ["-Wno-all", "-w", "-DNDEBUG"]
"""No warnings about code that nobody wrote: looking for them takes the C compiler longer than compiling."""
SOURCES: Final = WORK / "sources"
KEPT: Final = 30
"""How many compiled groups are kept: five builds of everything."""


def load_build() -> ModuleType:
    """`roundtop.build`, without importing the package."""
    return load("roundtop_build", PACKAGE / "build.py")


def load(name: str, file: Path) -> ModuleType:
    """A module read by path."""
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.cache
def compiles() -> bool:
    """Whether the engine is to be compiled."""
    return MODE == "1" or (MODE != "0" and has_compiler())


def has_compiler() -> bool:
    """Whether C that includes Python's headers can be compiled here."""
    compiler = new_compiler()
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder, "trial.c")
        code.write_text("#include <Python.h>\n", encoding="utf-8")
        try:
            customize_compiler(compiler)
            compiler.compile([str(code)], output_dir=folder, include_dirs=[get_path("include")])
        except (CCompilerError, DistutilsError, OSError):
            return False
    return True


# One group, in a process of its own


def group_extensions() -> list[Extension]:
    """The shared library of the group that is asked for, and a small module for each of its sources."""
    from mypyc.build import mypycify

    build, work = load_build(), WORK / GROUP
    origins = {name: copy.origins for name, copy in build.expanded(PACKAGE).items()}
    with contextlib.chdir(SOURCES):
        found = build.groups(Path(PACKAGE.name))
        groups = [([str(file) for file in found[name]], name) for name in dict.fromkeys((build.ENGINE_GROUP, GROUP))]
        files = [file for group, _ in groups for file in group]
        # mypyc's own cache forgets how another group's objects are laid out and stops; ours holds whole groups.
        options = ["--config-file=", f"--cache-dir={os.devnull}"]
        extensions: list[Extension] = mypycify(
            [*options, *files], separate=groups, opt_level=LEVEL, debug_level="0", target_dir=str(work)
        )
    for code in work.glob("*.c"):
        # The compiler indents farther and farther: four fifths of a book are spaces, which take time to read.
        plain = "\n".join([line.lstrip(" ") for line in code.read_text(encoding="utf-8").split("\n")])
        code.write_text(build.expander(PACKAGE).restored(plain, origins), encoding="utf-8")
    modules = {".".join(file.with_suffix("").parts) for file in found[GROUP]}
    wanted = [one for one in extensions if one.name in modules or one.name == f"{GROUP}__mypyc"]
    for one in wanted:
        one.extra_compile_args += PLAIN
    return wanted


def code_hash(extensions: list[Extension]) -> str:
    """SHA-256 over the C of a group, every header it may read, and what the C compiler is told."""
    digest = hashlib.sha256(repr([one.extra_compile_args for one in extensions]).encode())
    for file in sorted([*[Path(code) for one in extensions for code in one.sources], *(WORK / GROUP).rglob("*.h")]):
        digest.update(f"{file.relative_to(WORK).as_posix()}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


class BuildGroup(build_ext):
    """Compiles one group, unless its C is what was compiled before."""

    def finalize_options(self) -> None:
        self.distribution.ext_modules = group_extensions()
        super().finalize_options()

    def run(self) -> None:
        hashed = code_hash(self.extensions)
        kept, new = WORK / "kept" / hashed, Path(self.build_lib)
        if not kept.is_dir():
            shutil.rmtree(new, ignore_errors=True)
            super().run()
            kept.parent.mkdir(parents=True, exist_ok=True)
            new.rename(kept)
        kept.touch()
        made(GROUP).write_text(hashed, encoding="utf-8")


# Everything


def made(group: str) -> Path:
    """Where a group's process leaves the hash of what it compiled."""
    return WORK / group / "made"


def mark(group: str) -> Path:
    """Where it is written down which compiled group belongs to the present sources."""
    sources: str = load_build().group_hash(PACKAGE, group)
    parts = (Path("setup.py").read_bytes(), compiler_version().encode(), sources.encode())
    return WORK / "marks" / f"{group}-{hashlib.sha256(b'|'.join(parts)).hexdigest()[:32]}"


def kept_group(mark: Path) -> Path | None:
    """The compiled group that a mark names, where it is kept."""
    with contextlib.suppress(FileNotFoundError):
        kept = WORK / "kept" / mark.read_text(encoding="utf-8")
        return kept if kept.is_dir() else None
    return None


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Keep a second build from compiling in the same place at the same time."""
    WORK.mkdir(parents=True, exist_ok=True)
    with (WORK / "lock").open("w") as file:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def compiler_version() -> str:
    import mypy.version

    return str(mypy.version.__version__)


class BuildEngine(build_ext):
    """Builds all of the engine or none of it, and never next to the sources."""

    def run(self) -> None:
        if not compiles() or self.inplace or "editable_wheel" in self.distribution.commands:
            return
        build = load_build()
        before = build.source_hash(PACKAGE)
        with alone():
            self._collect(self._compiled(build))
        build.write_record(Path(self.build_lib) / "roundtop", before, compiler_version())

    def _compiled(self, build: ModuleType) -> list[Path]:
        """Every group, those that are not kept compiled at the same time, the largest first."""
        groups = build.groups(PACKAGE)
        largest = sorted(groups, key=lambda name: -sum([file.stat().st_size for file in groups[name]]))
        marks = {group: mark(group) for group in largest}
        build.write_expanded(PACKAGE, SOURCES)
        with ThreadPoolExecutor(int(self.parallel or os.cpu_count() or 1)) as workers:
            try:
                return list(workers.map(compiled_group, marks.items()))
            except SystemExit:
                workers.shutdown(cancel_futures=True)
                raise

    def _collect(self, groups: list[Path]) -> None:
        """Put the compiled groups together in place of what an earlier build left, which would shadow the sources."""
        for suffix in EXTENSION_SUFFIXES:
            for file in Path(self.build_lib).rglob(f"*{suffix}"):
                file.unlink()
        for group in groups:
            shutil.copytree(group, self.build_lib, dirs_exist_ok=True)
        for old in sorted((WORK / "kept").iterdir(), key=lambda kept: kept.stat().st_mtime, reverse=True)[KEPT:]:
            shutil.rmtree(old)

    def get_outputs(self) -> list[str]:
        return [str(file) for suffix in EXTENSION_SUFFIXES for file in Path(self.build_lib).rglob(f"*{suffix}")]


def compiled_group(wanted: tuple[str, Path]) -> Path:
    """A group as it is kept, compiled first where it is not."""
    name, mark = wanted
    kept = kept_group(mark)
    if kept is not None:
        return kept
    work = WORK / name
    flags = ("-q", "build_ext", f"--build-lib={work / 'lib'}", f"--build-temp={work / 'temp'}", "--force")
    env = {**os.environ, "ROUNDTOP_GROUP": name}
    if subprocess.run([sys.executable, "setup.py", *flags], env=env, check=False).returncode:
        raise SystemExit(f"{name} does not compile; the compiler's own message is above")
    mark.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(made(name), mark)
    return WORK / "kept" / made(name).read_text(encoding="utf-8")


class BuildClient(build_py):
    """Builds the page first; a source distribution brings it along and has no `web` folder."""

    def run(self) -> None:
        if Path("web/build.py").is_file():
            client = load("roundtop_client", Path("web/build.py"))
            try:
                client.build()
            except client.NoClientError as failure:
                self.warn(f"the page for the browser was not built: {failure}")
        super().run()


class EngineDistribution(Distribution):
    """Has extensions to build where they are compiled; which ones is found out when they are built."""

    def has_ext_modules(self) -> bool:
        return compiles()


setup(
    distclass=EngineDistribution,
    cmdclass={"build_ext": BuildGroup if GROUP else BuildEngine, "build_py": BuildClient},
)
