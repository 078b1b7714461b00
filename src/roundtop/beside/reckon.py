"""The small sums of a book's table: `stands + lost_this_turn`, `- #removed`, and whether outputs are so."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

TERM: Final = re.compile(r"([+-]?)\s*(#?)([a-z_0-9][a-z_0-9.-]*)")
Look = Callable[[str], Any]
"""What stands at a path."""


def dig(found: Any, path: str) -> Any:
    """What lies at a path in records, maps and lists; of a list its numbered item, or what each of its items has."""
    for part in path.split("."):
        if isinstance(found, (list, tuple)):
            if not part.isdecimal():
                found = [dig(one, part) for one in found]
            else:
                found = found[int(part)] if int(part) < len(found) else None
        elif isinstance(found, Mapping):
            found = found.get(part)
        else:
            found = getattr(found, part, None)
    return found


def reckon(source: str, look: Look) -> Any:
    """A sum of what stands at its paths, `#` counting a list; a path by itself is whatever stands there."""
    terms = TERM.findall(source)
    if len(terms) == 1 and not terms[0][0]:
        return _term(terms[0], look)
    total = 0
    for term in terms:
        value = _term(term, look)
        if value is None:
            return None
        total += -int(value) if term[0] == "-" else int(value)
    return total


def _term(term: tuple[str, str, str], look: Look) -> Any:
    _, hash, path = term
    if path.isdecimal():
        return int(path)
    value = look(path)
    return len(value or ()) if hash else value


def holds(when: Mapping[str, Any], look: Look) -> bool:
    """Whether everything is so: true and false of whether there is anything, a list of what it may be."""
    for path, wanted in when.items():
        value = look(path)
        if value not in wanted if isinstance(wanted, list) else bool(value) != wanted:
            return False
    return True
