"""Compiles the engine rooms where it may, and builds the page for the browser where it is missing or stale.

ROUNDTOP_COMPILE=auto (the default) falls back to plain Python when compiling fails; 1 insists; 0 never tries.
ROUNDTOP_OPTIMISE is the C compiler's level, 1 where it is not said.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from typing import Final

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

MODE: Final = os.environ.get("ROUNDTOP_COMPILE", "auto")
LEVEL: Final = os.environ.get("ROUNDTOP_OPTIMISE", "1")
PACKAGE: Final = Path("src/roundtop")
WORK: Final = Path("build/mypyc", sys.implementation.cache_tag)


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


def engine_extensions() -> list[Extension]:
    """One shared library per group, and a small module for each source."""
    from mypyc.build import mypycify

    build, work = load_build(), WORK.resolve()
    origins = build.expanded(PACKAGE, work / "sources")
    with contextlib.chdir(work / "sources"):
        groups = [([str(file) for file in files], name) for name, files in build.groups(Path(PACKAGE.name)).items()]
        files = [file for group, _ in groups for file in group]
        options = ["--config-file=", f"--cache-dir={work / 'types'}"]
        extensions: list[Extension] = mypycify(
            [*options, *files], separate=groups, opt_level=LEVEL, debug_level="0", target_dir=str(work)
        )
    for code in work.glob("*.c"):
        code.write_text(build.expander(PACKAGE).restored(code.read_text(encoding="utf-8"), origins), encoding="utf-8")
    return extensions


class BuildEngine(build_ext):
    """Builds all of the engine or none of it, and never next to the sources."""

    def finalize_options(self) -> None:
        if MODE != "0" and not self._in_place():
            self.distribution.ext_modules = self._guarded(engine_extensions)
        super().finalize_options()

    def run(self) -> None:
        outputs = [Path(output) for output in self.get_outputs()] if self.extensions else []
        if not outputs:
            return
        if self._guarded(self._build):
            return
        for output in outputs:
            output.unlink(missing_ok=True)

    def _in_place(self) -> bool:
        return bool(self.inplace) or "editable_wheel" in self.distribution.commands

    def _build(self) -> list[Extension]:
        import mypy.version

        build = load_build()
        before = build.source_hash(PACKAGE)
        self._forget_strays()
        super().run()
        build.write_record(Path(self.build_lib) / "roundtop", before, mypy.version.__version__)
        return list(self.extensions)

    def _forget_strays(self) -> None:
        """Remove what an earlier build compiled and this one does not: it would shadow the source."""
        outputs = {Path(output).resolve() for output in self.get_outputs()}
        for suffix in EXTENSION_SUFFIXES:
            for file in Path(self.build_lib).rglob(f"*{suffix}"):
                if file.resolve() not in outputs:
                    file.unlink(missing_ok=True)

    def _guarded(self, work: Callable[[], list[Extension]]) -> list[Extension]:
        try:
            return work()
        except (Exception, SystemExit) as failure:
            if MODE == "1":
                raise
            self.warn(f"the engine was not compiled and will run as plain Python: {failure}")
            return []


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
    """Has extensions to build unless told otherwise; which ones is found out when they are built."""

    def has_ext_modules(self) -> bool:
        return MODE != "0"


setup(distclass=EngineDistribution, cmdclass={"build_ext": BuildEngine, "build_py": BuildClient})
