"""What Chamberlain adds to the laws: its house rules, its blinds, and its questions put to icepool."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import icepool

from roundtop.battle.forms import Answer, Choose, Chosen
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.record import copy
from roundtop.rulebooks.chamberlain.state import ON_TABLE, TO_DEPLOY, Officer, State, Unit
from tests.laws.book import Positions, Twin, Variant, turned_round

VARIANTS: Final = (
    Variant(
        "house-rules",
        {
            "setup_unit_depth": 0.7,
            "fire_half_rounding": "down",
            "artillery_ammo_track": "stepped",
            "artillery_empty": "retire",
            "info_reinforcement_target": 5,
            "command_placement_limit": 6,
            "command_range_force": 3.0,
            "trait_imb_countdown": "every-status",
            "trait_inspiring_fire": False,
            "activate_mode": "unit",
            "move_roads_cancel_difficult": False,
            "move_stop_when_engaged": False,
            "charge_bar": "any-fatigue",
            "charge_difficult_slows": True,
            "mobile_requires_difficult": True,
            "los_mode": "depth",
            "fire_arc": "45-total",
            "fire_bonus_timing": "before-halving",
            "melee_minus": "cumulative",
            "victory_break_fraction": "1/2",
            "victory_objective_radius": 2.0,
        },
    ),
    Variant(
        "other-house-rules",
        {
            "setup_force_min": 3,
            "setup_force_max": 6,
            "setup_table_width": 18.0,
            "setup_table_depth": 12.0,
            "setup_deploy_depth": 3.0,
            "setup_game_turns": 8,
            "unit_default_elan_infantry": [4, 5, 8, 9],
            "unit_default_elan_cavalry": [3, 4, 5, 6],
            "unit_default_elan_mounted_infantry": [3, 6, 7, 8],
            "unit_default_ammo_field": 5,
            "unit_default_ammo_horse": 4,
            "unit_default_ammo_heavy": 8,
            "weapon_slash_zero": "no-bonus",
            "weapon_cavalry_default": "repeating-carbine",
            "command_range_cnc": 5.0,
            "activate_force_target": 4,
            "activate_lone_target": 5,
            "activate_cnc_command": False,
            "charge_engaged_free_choice": True,
            "artillery_track_limber": True,
            "fire_guns_and_horse_halve": "both",
            "fire_cover_applies_to": "all",
            "ss_needs_hit": False,
            "fire_target_priority": "nearest",
            "artillery_bonus": "cumulative",
            "artillery_overhead": True,
            "melee_yell": "attack-only",
            "melee_defender_first": False,
            "fatigue_fatigued_at": "below-half",
            "victory_sudden_death": "all",
        },
    ),
    Variant(
        "deep-fog", {"conceal_level": "sight", "charge_bar": "mounted-only", "fire_guns_and_horse_halve": "artillery"}
    ),
    Variant("in-the-open", {"conceal_start": "none", "unit_scale": "brigade", "victory_break_fraction": "1/3"}),
    Variant("listed", {"conceal_start": "listed", "unit_scale": "regiment"}),
)


HIDDEN: Final = "chamberlain.conceal.what-is-hidden"
"""The clause of an item that nobody else may tell from its like: a unit still concealed."""


def alike(decision: Decision) -> tuple[tuple[Answer, ...], ...]:
    """Which unit is set out next, and with which concealed unit an officer is, are seen by its own side only."""
    form = decision.form
    if decision.kind == "pick" and isinstance(form, Choose):
        return (tuple([Chosen((item.key,)) for item in form.items]),)
    if decision.kind == "second" and isinstance(form, Choose):
        return (tuple([Chosen((item.key,)) for item in form.items if item.clause == HIDDEN]),)
    if decision.kind == "officers" and isinstance(form, Choose):
        hidden = [item.key for item in form.items if item.clause == HIDDEN]
        officers = dict.fromkeys([key.partition(">")[0] for key in hidden])
        return tuple(
            [tuple([Chosen((key,)) for key in hidden if key.partition(">")[0] == officer]) for officer in officers]
        )
    return ()


def twin(state: State, player: str, stream: Stream) -> Twin:
    """Other units under the same blinds, and another one in hand: units keep their names and change their places."""
    new = copy(state)
    names: dict[str, str] = {}
    for army in state.armies:
        own = [unit for unit in state.units if unit.side == army.side and unit.side != player]
        names |= turned_round([unit.id for unit in own if unit.place == ON_TABLE and unit.concealed], stream)
        names |= turned_round([unit.key for unit in own if unit.place == TO_DEPLOY], stream)
    there = {unit.id: unit for unit in state.units}
    new.units = tuple([_moved_to(unit, there[names[unit.id]]) if unit.id in names else unit for unit in state.units])
    new.officers = tuple([_with_his_unit(officer, names) for officer in state.officers])
    new.armies = tuple([replace(army, picked=names.get(army.picked, army.picked)) for army in state.armies])
    new.rolled, new.woken, new.waiting, new.failed = [
        tuple([names.get(id, id) for id in ids]) for ids in (state.rolled, state.woken, state.waiting, state.failed)
    ]
    return new, names


def _moved_to(unit: Unit, there: Unit) -> Unit:
    """A unit under another's blind; one in the box stays in it."""
    new = copy(unit)
    if unit.place == ON_TABLE:
        new.id = there.id
        new.pose = there.pose
    return new


def _with_his_unit(officer: Officer, names: dict[str, str]) -> Officer:
    new = copy(officer)
    new.unit = names.get(officer.unit, officer.unit)
    new.second = names.get(officer.second, officer.second)
    new.extra = names.get(officer.extra, officer.extra)
    return new


def winners(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """The higher of two dice, thrown again while they are equal."""
    first, second = situation["order"]
    both = icepool.tupleize(icepool.d(6), icepool.d(6)).reroll(lambda a, b: a == b, depth="inf")
    return shares(both.map(lambda a, b: json.dumps({"first": first if a > b else second})))


def rallies(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """A Hero at risk on a 6, and the rally on 3 or more."""
    fatigue = situation["unit"]["fatigue"]

    def told(risk: int, die: int) -> str:
        found = {
            "fatigue": fatigue - (die >= 3),
            "legal": True,
            "moved": True,
            "officer_killed": risk == 6,
            "success": die >= 3,
        }
        return json.dumps(found)

    return shares(icepool.map(told, icepool.d(6), icepool.d(6)))


def shares(die: Any) -> dict[str, Fraction]:
    return {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die}


POSITIONS: Final = Positions(
    variants=VARIANTS,
    alike=alike,
    reveals=("Revealed", "LookedAround"),
    twin=twin,
    unmasks=("Revealed",),
    points=("at", "away", "barred", "entry", "outline", "points", "zone", "zones"),
    done=True,
    icepool={"first-player": winners, "rally": rallies},
)
