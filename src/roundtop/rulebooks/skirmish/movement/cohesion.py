"""Who is still with his group, and who has lost touch with it."""

from __future__ import annotations

from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.state import Figure
from roundtop.table.measure import within


def linked(men: list[Figure], start: Figure, settings: Settings) -> list[Figure]:
    """Those joined to a man by a chain of gaps no wider than that [movement.cohesion]."""
    chain = [start]
    rest = [man for man in men if man.id != start.id]
    place = 0
    while place < len(chain) and rest:
        here = chain[place]
        near = [man for man in rest if within(field.gap(here, man, settings), settings.cohesion_cm)]
        if near:
            ids = [man.id for man in near]
            rest = [man for man in rest if man.id not in ids]
            chain.extend(near)
        place += 1
    return chain


def body_of(men: list[Figure], nco: str, settings: Settings) -> list[Figure]:
    """The linked part of a group: with its NCO, or the largest cluster if he is down, the lowest id if equal.

    [movement.cohesion]
    """
    for man in men:
        if man.id == nco:
            return linked(men, man, settings)
    best: list[Figure] = []
    left = list(men)
    while left:
        cluster = linked(left, left[0], settings)
        ids = [man.id for man in cluster]
        left = [man for man in left if man.id not in ids]
        if len(cluster) > len(best):
            best = cluster
    return best


def stragglers(men: list[Figure], nco: str, settings: Settings) -> list[str]:
    """Those who have lost touch with the rest of their group [movement.cohesion]."""
    kept = [man.id for man in body_of(men, nco, settings)]
    return [man.id for man in men if man.id not in kept]
