"""Zones, rows of places in them, and the way inwards."""

from __future__ import annotations

import pytest

from roundtop.kit import deployment
from roundtop.table.ground import Ground

ZONE = ((0.0, 0.0), (12.0, 0.0), (12.0, 4.0), (0.0, 4.0))


@pytest.mark.parametrize(("edge", "facing"), [("north", 18000), ("east", 27000), ("south", 0), ("west", 9000)])
def test_inwards_is_away_from_ones_own_edge(edge: str, facing: int) -> None:
    assert deployment.inwards(edge) == facing


def test_a_side_without_a_zone_has_the_whole_table() -> None:
    ground = Ground(40.0, 30.0)
    assert deployment.zones_of((("union", ZONE),), "union", ground) == [ZONE]
    assert deployment.zones_of((("union", ZONE),), "confederate", ground) == [
        ((0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (0.0, 30.0))
    ]


def test_rows_lie_all_over_the_zone() -> None:
    found = deployment.rows(ZONE, (0.5, 0.25), 3, 9000)
    assert [(pose.x, pose.y) for pose in found] == [(2, 2), (6, 2), (10, 2), (2, 1), (6, 1), (10, 1)]
    assert {pose.facing for pose in found} == {9000}


def test_zones_are_drawn_with_their_side_and_clause() -> None:
    (zone,) = deployment.overlays((("union", ZONE),), "toy.setup.zones")
    assert (zone.kind, zone.side, zone.label, zone.clause) == ("zone", "union", "Union deployment", "toy.setup.zones")
