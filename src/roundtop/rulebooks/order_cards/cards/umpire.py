"""The procedures of sets of cards, and what all the chapters' procedures read alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, final

from roundtop.battle import procedure
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule
from roundtop.rulebooks.order_cards.options import Settings, settings

MOST_STANDS: Final = 100
"""More stands than any unit has."""
MOST_INCHES: Final = 1000.0
Fields = dict[str, Any]


def ruled(
    name: str, read: Callable[[Fields], procedure.Situation], refusal: Callable[[procedure.Situation], str]
) -> procedure.Procedure:
    """A procedure that only says yes, or no and by which clause."""
    return procedure.simple(
        name, read, lambda situation, _: refusal(situation), lambda _, clause: verdict(clause), verdict_line
    )


def verdict(clause: str) -> procedure.Outputs:
    """A lawful no names its clause and nothing else."""
    return {"legal": False, "clause": clause} if clause else {"legal": True}


def verdict_line(_: procedure.Situation, clause: str) -> tuple[Row, ...]:
    return (Row("not allowed", "no", clause),) if clause else (Row("allowed", "yes"),)


def house_rules(fields: Fields) -> Settings:
    found: Settings = procedure.house(settings, fields)
    return found


def card_given(fields: Fields, house: Settings, name: str = "card") -> rule.Card:
    deck = rule.deck_of(house.deck)
    found = rule.card_named(deck, fields[name])
    if found is None:
        words = ", ".join([card.word for card in deck])
        raise procedure.FieldError(f"{name}: there is no card '{fields[name]}' in the deck; there are {words}")
    return found


def distance_given(name: str, value: float | None) -> float:
    """A distance, -1 where there is nothing to measure to."""
    if value is None:
        return -1.0
    procedure.between(name, value, 0.0, MOST_INCHES)
    return value


def two_sides(name: str, given: list[str]) -> tuple[str, str]:
    if len(given) != 2 or given[0] == given[1]:
        raise procedure.FieldError(
            f"{name}: {', '.join(given) or 'nobody'} cannot be; it names the two sides, each once"
        )
    return given[0], given[1]


def mounted_only(fields: Fields) -> bool:
    return bool(fields["mounted"]) and fields["arm"] == tables.CAVALRY


@final
@dataclass(slots=True, frozen=True)
class Throw:
    """The d10 of two sides, and what the winner of it wants."""

    sides: tuple[str, str]
    prefers: str


def _read_initiative(fields: Fields) -> Throw:
    return Throw(two_sides("sides", fields["sides"]), fields["winner_prefers"])


def _higher(throw: Throw, dice: Dice) -> str:
    return rule.higher_roller(throw.sides, dice)


def _begins(throw: Throw, winner: str) -> procedure.Outputs:
    other = throw.sides[1] if winner == throw.sides[0] else throw.sides[0]
    return {"winner": winner, "plays_first": winner if throw.prefers == "first" else other}


def _work_initiative(throw: Throw, dice: Dice) -> procedure.Worked:
    winner = _higher(throw, dice)
    faces = [face for roll in dice.rolls for face in roll.faces]
    outputs: procedure.Outputs = {"rerolls": len(faces) // 2 - 1, **_begins(throw, winner)}
    clause = "order-cards.cards.set-initiative"
    working = [
        Row(f"{throw.sides[0]} {faces[n]}, {throw.sides[1]} {faces[n + 1]}", f"throw {n // 2 + 1}", clause)
        for n in range(0, len(faces), 2)
    ]
    return procedure.Worked(outputs, (*working, Row("plays first", outputs["plays_first"], clause)))


def _initiative_chances(throw: Throw) -> tuple[procedure.Chances, ...]:
    return (procedure.Chances("", procedure.enumerated(throw, _higher), lambda winner: _begins(throw, winner)),)


SET_INITIATIVE: Final = procedure.Procedure("set-initiative", _read_initiative, _work_initiative, _initiative_chances)


def _read_order(fields: Fields) -> tuple[str, ...]:
    first, second = two_sides("second", [fields["first"], fields["second"]])
    return rule.turns_of_a_set(first, second, house_rules(fields).cards_per_set)


SET_ORDER: Final = procedure.simple(
    "set-order",
    _read_order,
    lambda turns, _: turns,
    lambda _, turns: {"turns": list(turns)},
    lambda _, turns: tuple(
        [Row(f"turn {n + 1}", side, "order-cards.cards.alternation") for n, side in enumerate(turns)]
    ),
)


def _set_refusal(fields: Fields) -> str:
    house: Settings = fields["settings"]
    return rule.set_refusal(tuple(fields["cards"]), rule.deck_of(house.deck), house.cards_per_set)


SET_LEGAL: Final = ruled("set-legal", lambda fields: fields | {"settings": house_rules(fields)}, _set_refusal)
