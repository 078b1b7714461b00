"""What every test shares: how hard hypothesis looks, and which engine is under test."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from roundtop import build

settings.register_profile(
    "ci", max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", max_examples=1000, deadline=None)
settings.load_profile("ci")


def pytest_configure() -> None:
    """Refuse to call a run compiled that is not."""
    if os.environ.get(build.VARIABLE) and not build.compiled():
        raise pytest.UsageError(f"{build.VARIABLE} is set, and yet the engine runs as plain Python")


def pytest_report_header() -> str:
    """Say at the head of a run which engine it tests."""
    return build.describe()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out of a compiled run what cannot be asked of it."""
    if not build.compiled():
        return
    for item in items:
        marker = item.get_closest_marker("interpreted")
        if marker is not None:
            item.add_marker(pytest.mark.skip(reason=f"compiled engine: {marker.args[0]}"))
