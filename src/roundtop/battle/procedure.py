"""A procedure of a rulebook as the umpire knows it: from the ledger's fields to the rule's own code and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

from roundtop.battle.tally import Row
from roundtop.dice.exact import Estimate, Odds
from roundtop.dice.sources import Dice

Situation = Any
"""What `look` reads off the table for a procedure, or a person fills in by hand."""
Reached = Any
"""The hashable state in which the stages of a procedure end."""
Outputs = dict[str, Any]
"""Outputs by the ledger's names, as plain data."""


class FieldError(ValueError):
    """A situation that cannot be; names the field."""


@final
@dataclass(slots=True)
class Worked:
    """A procedure carried out once: the outputs, working included, and the working line by line."""

    outputs: Outputs
    lines: tuple[Row, ...]


@final
@dataclass(slots=True)
class Chances:
    """Chances of one group of outputs. `group` names which part they speak of ("" for the outputs as a whole)."""

    group: str
    odds: Odds[Any] | Estimate[Any]
    outputs: Callable[[Any], Outputs]


@final
@dataclass(slots=True)
class Procedure:
    """`read` turns checked fields into a situation (FieldError names one that cannot be).

    `work` carries the rule out with dice. `chances` gives the odds of its outputs, working left out.
    """

    name: str
    read: Callable[[dict[str, Any]], Situation]
    work: Callable[[Situation, Dice], Worked]
    chances: Callable[[Situation], tuple[Chances, ...]]
