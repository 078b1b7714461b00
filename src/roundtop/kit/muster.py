"""Mustering: regiments too large are split as evenly as may be, those that join fight as one."""

from __future__ import annotations

from roundtop.battle import scenario as scenarios


def fewest_parts(whole: int, most: int) -> int:
    """Into how few parts a whole goes when none is larger than so much."""
    return -(-whole // most)


def shares(whole: int, parts: int) -> list[int]:
    """So many parts of a whole, as equal as may be, the larger first."""
    each, over = divmod(whole, parts)
    return [each + 1] * over + [each] * (parts - over)


def split(whole: int, most: int) -> list[int]:
    """The fewest parts of at most so much, as equal as may be, the larger first."""
    return shares(whole, fewest_parts(whole, most))


def commonest_weapon(body: tuple[scenarios.Regiment, ...]) -> str:
    """The weapon that most of the regiments that fight as one carry, the first listed if equal; "" for none."""
    carried: dict[str, int] = {}
    for regiment in body:
        for one in regiment.weapons:
            carried[one.kind] = carried.get(one.kind, 0) + one.number
    return scenarios.commonest(tuple([scenarios.Weapon(kind, number) for kind, number in carried.items()]))
