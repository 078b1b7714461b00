"""Supplies handed out and drawn."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.rulebooks.order_cards.supply import events, rule


def resupply_all(state: State, player: str) -> list[object]:
    """Without a limit every unit that can is served [supply.card]."""
    if field.card_of(state, player).word != cards_rule.RESUPPLY:
        return []
    found: list[object] = []
    for unit in field.on_table(state):
        if (
            unit.player == player
            and unit.ammo != tables.NORMAL
            and rule.may_draw(needy(state, unit, None), state.settings)
        ):
            found.append(events.Resupplied(unit=unit.id, ammo=tables.NORMAL, player=player, wagon="", points=-1, to=()))
    return found


def needy(state: State, unit: Unit, wagon: Unit | None) -> rule.Needy:
    """What the supply rule reads of a unit [supply.card, supply.limit]."""
    foes = [field.units_gap(unit, foe) for foe in sight_table.known_enemies(state, unit.side)]
    near = min(foes) if foes else -1.0
    return rule.Needy(unit.ammo, unit.state, near, -1.0 if wagon is None else field.units_gap(unit, wagon))


def wagon_for(state: State, unit: Unit) -> Unit | None:
    """The nearest wagon of the side with supplies left, the first by its name if equal [supply.limit]."""
    wagons = [one for one in field.on_table(state, unit.side) if one.arm == tables.WAGON and one.load > 0]
    ranked = sorted([(round(field.units_gap(unit, one), 2), one.id) for one in wagons])
    return field.unit_of(state, ranked[0][1]) if ranked else None


def draw(state: State, step: events.Draw, dice: Dice) -> Progress:
    """A unit draws supplies, of its player's or of a wagon near it [supply.limit]."""
    unit = field.unit_of(state, step.unit)
    wagon = wagon_for(state, unit) if state.settings.supply_wagons else None
    hand = field.hand_of(state, unit.player)
    points = hand.supplies if wagon is None else wagon.load
    ammo, left = rule.served(needy(state, unit, wagon), points, state.settings)
    if ammo == unit.ammo:
        return Progress(())
    source = "" if wagon is None else wagon.id
    return Progress(
        (
            events.Resupplied(
                unit=unit.id,
                ammo=ammo,
                player=unit.player,
                wagon=source,
                points=left,
                to=field.players_of(state, unit.side),
            ),
        )
    )


def can_draw(state: State, unit: Unit) -> bool:
    """Whether supplies would do a unit any good now [supply.limit]."""
    if unit.ammo == tables.NORMAL or not state.settings.supply_limit:
        return False
    wagon = wagon_for(state, unit) if state.settings.supply_wagons else None
    points = field.hand_of(state, unit.player).supplies if wagon is None else wagon.load
    ammo, _ = rule.served(needy(state, unit, wagon), points, state.settings)
    return ammo != unit.ammo


PLAYS: Final[Plays] = {
    events.Draw: Play(draw),
}
