"""When cycles of objects are looked for: in quiet seconds only."""

from __future__ import annotations

import asyncio
import gc
from typing import Final

QUIET: Final = 1.0
LOOKS: Final = 5
"""How often in that time the new objects are counted."""
FEW: Final = 200
SOME: Final = 2_000
MANY: Final = 200_000
"""New objects: hardly any came in a quiet second; worth looking through; too many to wait for a quiet second, for
looking through more than these would hold everybody up."""


def start_tidy() -> None:
    """Look through everything once, while nobody is there yet, and never again."""
    gc.collect()
    gc.freeze()
    gc.disable()


async def collect_when_quiet(quiet: float = QUIET) -> None:
    """Look for cycles among new objects while nobody plays: it takes as long as a dozen commands.

    Battles are values without cycles, so there is little to find.
    """
    before = [0] * LOOKS
    try:
        while True:
            await asyncio.sleep(quiet / LOOKS)
            new = gc.get_count()[0]
            if (new > SOME and new - before[0] < FEW) or new > MANY:
                gc.collect(0)
                new = 0
                before = [0] * LOOKS
            before = [*before[1:], new]
    finally:
        gc.enable()
        gc.unfreeze()
