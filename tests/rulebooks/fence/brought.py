"""The package of the example as an installer would make it known: its entry points on the path, and no more."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from tests.clauses import EXAMPLES, ROOT

HOME = EXAMPLES / "fence"


def installed(folder: Path) -> dict[str, str]:
    """The environment of a program that finds the package."""
    project: dict[str, Any] = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines: list[str] = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *[f"{name} = {where}" for name, where in points.items()]]
    (about / "entry_points.txt").write_text("\n".join(lines))
    path = (ROOT / "src", ROOT, HOME, folder)
    return {**os.environ, "PYTHONPATH": os.pathsep.join(str(one) for one in path)}
