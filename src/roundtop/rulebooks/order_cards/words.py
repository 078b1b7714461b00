"""Words and pieces of sentences that several chapters tell with."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Command, Forecast, key_of
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES
from roundtop.dice.exact import Odds
from roundtop.dice.sources import Roll
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.state import State


def telling_of(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    """A telling about one unit or officer, where it is."""
    return Telling(text, field.spots(view, id), rolls=rolls, tally=tally, hint=hint, side=field.side_of(view, id))


def player_named(view: State, player: str) -> str:
    """A side where it has one player, otherwise the player."""
    for hand in view.hands:
        if hand.player == player:
            alone = len([other for other in view.hands if other.side == hand.side]) == 1
            return ARMIES.get(hand.side, hand.side) if alone else player
    return player


def inches(length: float) -> str:
    return f"{round(length, 1):g}″"


def boxes_named(number: int) -> str:
    """`1 box`, `3 boxes`."""
    return f"{number or 'no'} box{'' if number == 1 else 'es'}"


def chosen(command: Command) -> str:
    """The one thing chosen."""
    return key_of(command)


def told(title: str, odds: Odds[str], note: str = "") -> Forecast:
    """Chances of what is read of an outcome, likeliest first."""
    ranked = sorted([(text, float(chance)) for text, chance in odds.items()], key=_likeliest)
    return Forecast(title, True, tuple(ranked), note)


def _likeliest(chance: tuple[str, float]) -> tuple[float, str]:
    return (-chance[1], chance[0])


def fate_words(unit: morale_rule.Regiment) -> str:
    """What becomes of a unit, in a word or two."""
    if unit.state == tables.STEADY and unit.disordered:
        return "in disorder"
    return {tables.ROUTING: "routs", tables.DESTROYED: "destroyed", tables.HEAD_DOWN: "head down"}.get(
        unit.state, "stands"
    )


NO_HELP: Final = "if no officer helps"


def is_officer(view: State, id: str) -> bool:
    return bool([one for one in view.officers if one.id == id])


def d100(rolls: tuple[Roll, ...]) -> str:
    return rolls[0].faces[0] if rolls and rolls[0].faces else "…"


def state_words(state: str, disordered: bool) -> str:
    if state == tables.ROUTING:
        return "it routs"
    if state == tables.HEAD_DOWN:
        return "it goes head down" + (" in disorder" if disordered else "")
    if state == "destroyed":
        return "it breaks up and is gone"
    return "it falls into disorder" if disordered else "it holds"
