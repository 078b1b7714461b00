"""Formations laid out: a pose and numbers become poses of stands or figures, left to right, front to rear."""

from __future__ import annotations

from collections.abc import Sequence

from .footprint import Block
from .measure import NOISE, bearing, distance
from .pose import Point, Pose, pivoted, to_world


def span(n: int, width: float, gap: float = 0.0) -> float:
    """The frontage of stands side by side."""
    return n * width + (n - 1) * gap if n > 0 else 0.0


def _placed(pose: Pose, right: float, forward: float) -> Pose:
    x, y = to_world(pose, right, forward)
    return Pose(x, y, pose.facing)


def line(pose: Pose, n: int, width: float, depth: float, gap: float = 0.0) -> tuple[Pose, ...]:
    """Stands side by side from the owner's left, touching unless a gap is given; the pose is the middle."""
    return ranks_and_files(pose, n, n, width + gap, depth)


def column(pose: Pose, n: int, width: float, depth: float, gap: float = 0.0) -> tuple[Pose, ...]:
    """Stands one behind another from the head, touching unless a gap is given; the pose is the middle."""
    return ranks_and_files(pose, n, 1, width, depth + gap)


def ranks_of(figures: int, files: int) -> int:
    """How many ranks so many figures make."""
    return -(-figures // files) if files > 0 else 0


def ranks_and_files(
    pose: Pose, figures: int, files: int, dx: float, dy: float, stagger: float = 0.0
) -> tuple[Pose, ...]:
    """Figures in ranks filled from the front, a short rear rank centred; the pose is the middle of the block.

    dx and dy are the steps between files and ranks. A stagger moves every second rank so far to the right
    and every other as far to the left, half each.
    """
    ranks = ranks_of(figures, files)
    poses: list[Pose] = []
    for rank in range(ranks):
        here = min(files, figures - rank * files)
        aside = 0.5 * stagger if rank % 2 else -0.5 * stagger
        for file in range(here):
            right = (file - 0.5 * (here - 1)) * dx + aside
            poses.append(_placed(pose, right, (0.5 * (ranks - 1) - rank) * dy))
    return tuple(poses)


def mass(pose: Pose, n: int, width: float, depth: float) -> tuple[Pose, ...]:
    """A disordered crowd: about as many stands wide as deep, ranks filled from the front."""
    files = 1
    while files * files < n:
        files += 1
    return ranks_and_files(pose, n, files, width, depth)


def skirmish_order(pose: Pose, figures: int, ranks: int, width: float, depth: float, gap: float) -> tuple[Pose, ...]:
    """Figures in open order: one rank, or more ranks staggered over the gaps."""
    files = -(-figures // ranks)
    step = width + gap
    return ranks_and_files(pose, figures, files=files, dx=step, dy=depth, stagger=0.0 if ranks == 1 else 0.5 * step)


def refused_flank(
    pose: Pose, n: int, width: float, depth: float, left: int, left_by: int, right: int, right_by: int
) -> tuple[Pose, ...]:
    """A line whose outer stands are thrown back, each wing turned about the rear corner where it joins.

    The pose is the middle of the line as it was before. The turns are given as positive angles.
    """
    stands = list(line(pose, n, width, depth))
    edge = -0.5 * n * width
    lx, ly = to_world(pose, edge + left * width, -0.5 * depth)
    rx, ry = to_world(pose, -edge - right * width, -0.5 * depth)
    for i in range(left):
        stands[i] = pivoted(stands[i], lx, ly, -left_by)
    for i in range(n - right, n):
        stands[i] = pivoted(stands[i], rx, ry, right_by)
    return tuple(stands)


def refused_blocks(pose: Pose, n: int, width: float, depth: float, wing: int, by: int) -> list[Block]:
    """The straight part of a line and the wing of it that is thrown back, right if positive, each as one block.

    They cover what the stands of `refused_flank` cover.
    """
    count = abs(wing)
    side = 1.0 if wing > 0 else -1.0
    x, y = to_world(pose, -0.5 * side * count * width, 0.0)
    straight = Block(Pose(x, y, pose.facing), (n - count) * width, depth)
    hinge_x, hinge_y = to_world(pose, side * (0.5 * n - count) * width, -0.5 * depth)
    x, y = to_world(pose, 0.5 * side * (n - count) * width, 0.0)
    thrown = pivoted(Pose(x, y, pose.facing), hinge_x, hinge_y, by if wing > 0 else -by)
    return [straight, Block(thrown, count * width, depth)]


def along_track(points: Sequence[Point], n: int, spacing: float) -> tuple[Pose, ...]:
    """A column that follows its head's way: its members from the head at the track's end backward.

    A column longer than the track goes on straight behind its beginning.
    """
    index = len(points) - 1
    hx, hy = points[index]
    tx, ty = points[index - 1]
    used = 0.0
    poses: list[Pose] = []
    for member in range(n):
        back = member * spacing
        stretch = distance(tx, ty, hx, hy)
        while used + stretch < back - NOISE and index > 1:
            used += stretch
            index -= 1
            hx, hy = points[index]
            tx, ty = points[index - 1]
            stretch = distance(tx, ty, hx, hy)
        part = (back - used) / stretch if stretch > NOISE else 0.0
        poses.append(Pose(hx + part * (tx - hx), hy + part * (ty - hy), bearing(tx, ty, hx, hy)))
    return tuple(poses)
