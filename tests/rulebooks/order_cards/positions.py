"""What the order-card book adds to the laws: its house rules, its secrets, and its questions put to icepool."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import icepool

from roundtop.battle.forms import Answer, Arrange, Arranged
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.state import Hand, State, Unit
from tests.laws.book import Positions, Twin, Variant, turned_round

SIX_CARDS: Final = "\n".join(
    [
        f'[[card]]\ncard = "{word}"\nname = "{word}"\ninfantry = {foot}\ncavalry = {horse}\nlimbered = {horse}\n'
        f"fire_pct = {fire}\ncharge = {charge}\ntype_move = {'true' if foot else 'false'}"
        for word, foot, horse, fire, charge in (
            ("march", 10, 14, 0, 0),
            ("advance-firing", 5, 7, 25, 0),
            ("volley", 0, 0, 50, 0),
            ("charge", 9, 13, 0, 2),
            ("rout-and-rally", 0, 0, 0, 0),
            ("re-supply", 0, 0, 0, 0),
        )
    ]
)
"""A club's own deck."""

VARIANTS: Final = (
    Variant(
        "fog",
        {
            "fog": True,
            "max_visibility": 24.0,
            "messengers": "on",
            "officer_wounds": True,
            "officer_replacement": True,
            "morale_check_timing": "end-of-card",
            "melee_winner_checks": True,
            "wheel_measure": "chord",
            "melee_stands": "touching",
            "grade_green": 60,
            "grade_regular": 60,
            "grade_veteran": 75,
            "grade_elite": 85,
        },
    ),
    Variant(
        "house-rules",
        {
            "cards_per_set": 3,
            "sets": 4,
            "men_per_stand": 50,
            "guns_per_stand": 1,
            "supply_limit": True,
            "supply_wagons": True,
            "split_battery_fire": True,
            "rifled_artillery": False,
            "mounted_cross_barriers": True,
            "limbers_cross_fences": True,
            "premeasure_charges": True,
            "allow_take_back_by_consent": True,
            "continued_charge_non_move_cavalry": 12.0,
            "break_percent": 70,
            "victory": "points",
            "messengers": "off",
        },
    ),
    Variant(
        "close-quarters",
        {
            "yards_per_inch": 40.0,
            "deck": SIX_CARDS,
            "cards_per_set": 4,
            "supply_limit": True,
            "boxes_infantry": 3,
            "boxes_cavalry": 2,
            "boxes_artillery": 2,
            "boxes_wagon": 2,
            "enfilade_angle": 30.0,
            "one_inch_tolerance": 1.0,
            "morale_step": 5,
            "morale_floor": 20,
            "melee_max_rounds": 2,
            "officer_rating_brigade": 20,
            "officer_rating_division": 30,
            "officer_rating_cinc": 10,
            "victory": "break",
        },
    ),
)


def alike(decision: Decision) -> tuple[tuple[Answer, ...], ...]:
    """A set lies face down."""
    form = decision.form
    if decision.kind != "set" or not isinstance(form, Arrange):
        return ()
    words = [item.key for item in form.items]
    turned = [words[place:] + words[:place] for place in range(len(words))]
    return (tuple([Arranged(tuple(cards[: form.take])) for cards in turned]),)


def twin(state: State, player: str, stream: Stream) -> Twin:
    """Other cards face down; in the fog, units that he does not see keep their names and exchange their places."""
    side = field.side_of_player(state, player)
    new = field.changing(state)
    new.looked = None
    open_cards = {card for hand in state.hands if hand.side != side for card in hand.cards[: hand.turned]}
    names = turned_round([card.word for card in state.deck if card.word not in open_cards], stream)
    new.hands = tuple([hand if hand.side == side else _dealt(hand, names) for hand in state.hands])
    hidden = [unit for unit in state.units if unit.side != side and unit.id in _unseen(state, unit.side)]
    alike = {(unit.brigade, unit.arm) for unit in hidden if unit.place == tables.ON_TABLE and not unit.target}
    for kind in sorted(alike):
        names |= turned_round([unit.id for unit in hidden if (unit.brigade, unit.arm) == kind], stream)
    there = {unit.id: unit for unit in state.units}
    new.units = tuple([_moved_to(unit, there[names[unit.id]]) if unit.id in names else unit for unit in state.units])
    new.officers = tuple([replace(one, unit=names.get(one.unit, one.unit)) for one in state.officers])
    return new, names


def _unseen(state: State, side: str) -> tuple[str, ...]:
    """The pieces of a side that its enemy does not see."""
    return next(army.unseen for army in state.armies if army.side != side)


def _dealt(hand: Hand, names: dict[str, str]) -> Hand:
    laid = [names.get(card, card) for card in hand.cards[hand.turned :]]
    return replace(hand, cards=(*hand.cards[: hand.turned], *laid))


def _moved_to(unit: Unit, there: Unit) -> Unit:
    """A unit with its own men, where and as another stood."""
    own = ("id", "name", "weapon", "grade", "start", "rifled", "stands", "ammo", "circled", "guards", "ends", "load")
    return replace(there, **{name: getattr(unit, name) for name in own})


def first_players(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """The higher of two d10, thrown again while they are equal."""
    first, second = situation["sides"]
    both = icepool.tupleize(icepool.d(10), icepool.d(10)).reroll(lambda a, b: a == b, depth="inf")

    def told(a: int, b: int) -> str:
        winner = first if a > b else second
        return json.dumps({"plays_first": winner, "winner": winner})

    return shares(both.map(told))


def saves(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """In earthworks each hit is saved on 30 or less."""
    lost = situation["hits"] @ (icepool.d(100) > 30)
    return shares(lost.map(lambda n: json.dumps({"boxes_circled": int(n), "saved": situation["hits"] - n})))


def volleys(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """The ledger's volley: 160%, so one hit and 60% for another, each saved on 30 or less behind a wall."""
    hits = 1 + (icepool.d(100) <= 60)
    boxes = hits.map(lambda n: n @ (icepool.d(100) > 30))
    return shares(
        boxes.map(
            lambda n: json.dumps(
                {"ammo_after": "low", "boxes_circled": int(n), "legal": True, "morale_check": n > 0, "refuse_max": 2}
            )
        )
    )


def casualties(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """The ledger's division officer: a double on 2d6, then the wound table."""
    wounds = icepool.d(100).map(
        lambda face: (
            "killed"
            if face <= 10 or face == 100
            else "serious wound"
            if face <= 50
            else "light wound"
            if face <= 90
            else "minor wound"
        )
    )
    both = icepool.tupleize(icepool.d(6), icepool.d(6))
    fate = both.map(lambda a, b: wounds if a == b else "unharmed")
    return shares(
        fate.map(
            lambda word: json.dumps(
                {
                    "casualty": word != "unharmed",
                    "officer_out": word not in ("unharmed", "minor wound"),
                    "officer_result": word,
                }
            )
        )
    )


def shares(die: Any) -> dict[str, Fraction]:
    return {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die}


POSITIONS: Final = Positions(
    variants=VARIANTS,
    alike=alike,
    reveals=("CardsTurned", "Resupplied", "Spotted"),
    twin=twin,
    unmasks=("CardsTurned", "Resupplied", "Sighted"),
    points=("entry", "outline", "points", "zone", "zones", "trail", "left"),
    done=True,
    icepool={
        "set-initiative": first_players,
        "save": saves,
        "fire": volleys,
        "officer-casualty": casualties,
    },
)
