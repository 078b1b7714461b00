"""The umpire's procedures of Infantry Action: examples, lawful refusals, impossible situations, odds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import icepool
import pytest

from roundtop.battle.ledger import Ledger
from roundtop.battle.procedure import Procedure, under
from roundtop.rulebooks.infantry_action.options import LEDGER, settings
from roundtop.rulebooks.infantry_action.procedures import PROCEDURES
from roundtop.umpire import Estimated, Exact, Prospect, Result, UmpireError, ask
from tests.clauses import clause


@dataclass
class Page:
    """As much of the rulebook as the umpire reads."""

    id: str
    ledger: Ledger
    procedures: tuple[Procedure, ...]


PAGE: Final = Page(LEDGER.id, LEDGER, under(LEDGER, settings, PROCEDURES))


def rule(name: str, *dice: str, **situation: Any) -> Result:
    return ask(PAGE, name, situation, dice=list(dice))


def outcome(name: str, *dice: str, **situation: Any) -> dict[str, Any]:
    return rule(name, *dice, **situation).outcome


def odds(name: str, **situation: Any) -> Prospect:
    return ask(PAGE, name, situation, odds=True)


def exact(name: str, **situation: Any) -> dict[str, Fraction]:
    whole = odds(name, **situation).whole
    assert isinstance(whole, Exact)
    assert sum(row.chance for row in whole.chances) == 1
    return {str(row.outcome): row.chance for row in whole.chances}


CHARGER: Final = {"side": "confederate", "start": 4, "stands": 4}
DEFENDER: Final = {"side": "union", "start": 4, "stands": 4}
SHOT: Final = {"stand": 1, "target": 4, "distance_in": 10.0}


# ---- the ledger's own examples


def test_every_procedure_of_the_ledger_is_there() -> None:
    assert [procedure.name for procedure in PAGE.procedures] == list(LEDGER.routines)
    assert len(PAGE.procedures) == 16


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_example_of_the_ledger(name: str) -> None:
    example = LEDGER.routines[name].example
    found = ask(PAGE, name, example.situation, dice=list(example.dice))
    assert {key: found.outcome.get(key) for key in example.expect} == example.expect


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_outputs_are_those_the_ledger_names(name: str) -> None:
    routine = LEDGER.routines[name]
    found = ask(PAGE, name, routine.example.situation, seed=1).outcome
    needed = {field.name for field in routine.outputs if not field.type.endswith("or none")}
    if found.get("legal") is False:
        assert {"legal", "clause"} <= set(found) <= needed | {"clause"}
    else:
        assert set(found) == needed


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_working_cites_clauses_of_the_ledger(name: str) -> None:
    example = LEDGER.routines[name].example
    found = ask(PAGE, name, example.situation, dice=list(example.dice))
    ids = {one.id for one in LEDGER.clauses}
    assert found.working
    assert {line.clause for line in found.working if line.clause} <= ids
    assert {roll.clause for roll in found.rolls} <= ids


@pytest.mark.parametrize("name", [n for n in LEDGER.routines if n != "resolve-combat"])
def test_odds_of_the_example_sum_to_one_and_hold_what_it_expects(name: str) -> None:
    routine = LEDGER.routines[name]
    whole = ask(PAGE, name, routine.example.situation, odds=True).whole
    assert isinstance(whole, Exact)
    assert sum(row.chance for row in whole.chances) == 1
    working = {field.name for field in routine.outputs if field.working}
    wanted = {key: value for key, value in routine.example.expect.items() if key not in working}
    assert any(all(row.outcome.get(k) == v for k, v in wanted.items()) for row in whole.chances)
    assert all(not working & set(row.outcome) for row in whole.chances)


# ---- what the rules forbid is an answer


@pytest.mark.parametrize(
    ("name", "situation", "clause_id"),
    [
        ("order-legal", {"kind": "battery", "order": "move"}, "orders.artillery"),
        ("order-legal", {"kind": "infantry", "still_routing": True, "order": "hold"}, "outcome.rout-move"),
        ("move-check", {"order": "move", "farthest_stand_in": 12.02, "end_gap_in": 5}, "movement.move"),
        ("move-check", {"order": "charge", "farthest_stand_in": 12.5, "end_gap_in": 0}, "movement.charge"),
        ("move-check", {"order": "fire", "farthest_stand_in": 1, "end_gap_in": 5}, "orders.chit-list"),
        ("may-shoot", {"order": "move", "moment": "shooting", "target_valid_now": True}, "shooting.needs-order"),
        ("may-shoot", {"order": "fire", "moment": "shooting", "target_valid_now": False}, "shooting.nominated-stand"),
        ("infantry-volley", {"shots": [SHOT], "target_kind": "battery"}, "artillery.infantry-against-battery"),
        ("infantry-volley", {"shots": [SHOT | {"distance_in": 18.02}]}, "shooting.band-edges"),
        ("artillery-fire", {"distance_in": 36.02}, "shooting.band-edges"),
    ],
)
def test_a_lawful_no_names_its_clause_and_what_is_known(name: str, situation: dict[str, Any], clause_id: str) -> None:
    known: dict[str, Any] = {}
    if name == "move-check":
        allowed = 12.0 if situation["order"] in ("move", "charge") else 0.0
        known = {"spent_in": situation["farthest_stand_in"], "allowance_in": allowed}
    elif name in ("infantry-volley", "artillery-fire"):
        known = {"hits": 0, "removed": [], "markers": [], "battery_destroyed": False}
    no = {"legal": False, "clause": f"infantry-action.{clause_id}"}
    assert outcome(name, **situation) == no | known
    assert rule(name, **situation).rolls == ()
    assert list(exact(name, **situation).values()) == [1]
    with pytest.raises(UmpireError, match="no die is thrown"):
        rule(name, "d6:3", **situation)


def test_a_lawful_yes_has_no_clause() -> None:
    assert outcome("order-legal", kind="infantry", order="charge") == {"legal": True}


# ---- situations that cannot be


@pytest.mark.parametrize(
    ("name", "situation", "field"),
    [
        ("initiative", {"order": ["union"]}, "order"),
        ("initiative", {"order": ["union", "union"]}, "order"),
        ("activation-goes", {"first": "union", "second": "union", "ratings": {}, "units": {}}, "second"),
        (
            "activation-goes",
            {"first": "union", "second": "confederate", "ratings": {"union": 1}, "units": {}},
            "ratings",
        ),
        (
            "activation-goes",
            {"first": "union", "second": "confederate", "ratings": {"union": 4, "confederate": 1}, "units": {}},
            "ratings.union",
        ),
        (
            "activation-goes",
            {
                "first": "union",
                "second": "confederate",
                "ratings": {"union": 3, "confederate": 1},
                "units": {"union": -1, "confederate": 1},
            },
            "units.union",
        ),
        ("move-check", {"order": "move", "farthest_stand_in": -1, "end_gap_in": 5}, "farthest_stand_in"),
        ("move-check", {"order": "move", "farthest_stand_in": 1, "end_gap_in": 5, "pivot_deg": 9}, "pivot_deg"),
        ("hit-number", {"kind": "infantry", "distance_in": -0.5}, "distance_in"),
        (
            "hit-number",
            {"kind": "infantry", "distance_in": 5, "weapon": "6-pdr", "options": {"weapon_effect": "range"}},
            "weapon",
        ),
        ("hit-number", {"kind": "infantry", "distance_in": 5, "options": {"unit_size": 3}}, "options.unit_size"),
        (
            "may-shoot",
            {"order": "fire", "moment": "react", "target_valid_now": True, "options": {"turn_limit": 0}},
            "options.turn_limit",
        ),
        ("infantry-volley", {"shots": [SHOT, SHOT]}, "shots.stand"),
        ("infantry-volley", {"shots": [SHOT | {"stand": 11}]}, r"shots\[0\].stand"),
        ("infantry-volley", {"shots": [SHOT | {"target": 0}]}, r"shots\[0\].target"),
        ("infantry-volley", {"shots": [SHOT], "target_kind": "battery", "target_charging": True}, "target_charging"),
        ("artillery-fire", {"distance_in": 9, "target": 5, "target_stands": 4}, "target"),
        ("artillery-fire", {"distance_in": 9, "target_stands": 11}, "target_stands"),
        ("artillery-fire", {"distance_in": 9, "target_stands": 4, "already_hit": [5]}, "already_hit"),
        ("artillery-fire", {"distance_in": 9, "target_kind": "battery", "target_charging": True}, "target_charging"),
        ("place-dominoes", {"stands": 5, "sideways_at": 2}, "sideways_at"),
        ("place-dominoes", {"stands": 5, "sideways_at": 7}, "sideways_at"),
        ("place-dominoes", {"stands": 4, "sideways_at": 3}, "sideways_at"),
        ("place-dominoes", {"stands": 0}, "stands"),
        ("place-dominoes", {"stands": 11}, "stands"),
        ("place-dominoes", {"stands": 4, "look": {"used": True, "slot": 3}}, "look.slot"),
        ("pair-stands", {"charger_stands": 0, "defender_stands": 4}, "charger_stands"),
        ("stand-score", {"face": 13, "side": "union", "charging": True}, "face"),
        ("stand-score", {"face": 3, "side": "union", "charging": True, "markers": -1}, "markers"),
        ("fire-rout", {"start": 10, "stands": 6, "lost_this_turn": 7}, "lost_this_turn"),
        ("fire-rout", {"start": 6, "stands": 7, "lost_this_turn": 1}, "stands"),
        (
            "victory-check",
            {"turn": 1, "sides": {"union": {"units": 4, "routed_or_removed": 0, "stands_lost": 0}}},
            "sides",
        ),
    ],
)
def test_an_impossible_situation_names_its_field(name: str, situation: dict[str, Any], field: str) -> None:
    with pytest.raises(UmpireError, match=rf"^{field}\b"):
        rule(name, **situation)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"charger": {"stands": 5}}, "charger.stands"),
        ({"charger": {"start": 11}}, "charger.start"),
        ({"charger": {"stands": 3, "sideways_at": 2}}, "charger.sideways_at"),
        ({"charger": {"sideways_at": 1}}, "charger.sideways_at"),
        ({"charger": {"routed_before": True}}, "charger.routed_before"),
        ({"charger": {"markers": [[5, 1]]}}, "charger.markers"),
        ({"charger": {"markers": [[1, 1], [1, 2]]}}, "charger.markers"),
        ({"charger": {"markers": [[1]]}}, r"charger.markers\[0\]"),
        ({"defender": {"side": "confederate"}}, "defender.side"),
        ({"defender": {"kind": "battery", "start": 5}}, "defender.start"),
        ({"terrain": {"defender_wood": [5]}}, "terrain.defender_wood"),
        ({"terrain": {"charger_uphill": [1], "defender_uphill": [4]}}, "terrain.charger_uphill"),
        ({"offset": 4}, "offset"),
        ({"tiles_gone": ["7-1"]}, "tiles_gone"),
        ({"tiles_gone": ["6-1", "1-6"]}, "tiles_gone"),
    ],
)
def test_an_impossible_combat_names_its_field(changed: dict[str, Any], field: str) -> None:
    situation: dict[str, Any] = {"charger": CHARGER, "defender": DEFENDER}
    for name, value in changed.items():
        situation[name] = situation.get(name, {}) | value if isinstance(value, dict) else value
    with pytest.raises(UmpireError, match=rf"^{field}"):
        rule("resolve-combat", **situation)


def test_more_stands_lost_than_there_were() -> None:
    fought = {"start": 4, "stands": 4}
    with pytest.raises(UmpireError, match=r"^charger\.lost: 5 cannot be; it is from 1 to 4"):
        rule("combat-outcome", charger=fought | {"lost": [5]}, defender=fought | {"lost": []})
    with pytest.raises(UmpireError, match=r"^defender\.lost: stand 2 is named twice"):
        rule("combat-outcome", charger=fought | {"lost": []}, defender=fought | {"lost": [2, 2]})


def test_a_tile_drawn_twice_is_refused() -> None:
    with pytest.raises(UmpireError, match=r"dice\[1\]: domino '3-6' is not there, or was drawn already"):
        rule("place-dominoes", "domino:6-3", "domino:3-6", stands=4)
    with pytest.raises(UmpireError, match=r"dice\[3\]: domino '2-5'"):
        rule(
            "resolve-combat", "domino:5-2", "domino:0-1", "domino:3-3", "domino:2-5", charger=CHARGER, defender=DEFENDER
        )


# ---- options through the umpire


def test_initiative_by_either_rule_of_the_tie() -> None:
    keeps = {"order": ["union", "confederate"], "options": {"initiative_tie": "holder-keeps"}}
    assert outcome("initiative", "d6:4", "d6:4", **keeps, last_holder="confederate") == {
        "winner": "confederate",
        "rounds": 1,
    }
    assert outcome("initiative", "d6:4", "d6:4", "d6:5", "d6:1", **keeps) == {"winner": "union", "rounds": 2}
    assert exact("initiative", **keeps, last_holder="union")[str({"winner": "union"})] == Fraction(21, 36)


@clause("infantry-action.setup.weapons", 3)
def test_hit_number_of_a_rifled_gun() -> None:
    rifle = {"kind": "battery", "weapon": "3-inch-rifle", "options": {"weapon_effect": "range"}}
    assert outcome("hit-number", distance_in=40, **rifle) == {"band": "long", "needs": 5}
    assert outcome("hit-number", distance_in=8, **rifle) == {"band": "close", "needs": 4}


def test_hit_number_leaves_no_face() -> None:
    worst = {"routed_before": True, "target_in_cover": True, "options": {"cover_from_fire": True}}
    assert outcome("hit-number", kind="infantry", distance_in=18.01, **worst) == {"band": "long", "needs": 7}
    assert outcome("hit-number", kind="infantry", distance_in=18.02, **worst) == {"band": "out", "needs": 0}
    assert outcome("hit-number", kind="battery", distance_in=10.0, **worst) == {"band": "canister", "needs": 4}


def test_volley_of_a_routed_unit_with_one_die_fewer() -> None:
    shots = [SHOT | {"stand": stand, "target": stand} for stand in (1, 2)]
    house = {"rout_fire_penalty": "fewer-dice"}
    found = outcome("infantry-volley", "d6:4", shots=shots, routed_before=True, options=house)
    assert (found["hits"], found["removed"]) == (1, [1])
    with pytest.raises(UmpireError, match="too many dice"):
        rule("infantry-volley", "d6:4", "d6:4", shots=shots, routed_before=True, options=house)


def test_volley_at_a_battery_by_the_house_rule() -> None:
    shots = [{"stand": stand, "target": 1, "distance_in": 17} for stand in range(1, 11)]
    house = {"infantry_vs_battery": "two-sixes"}
    found = outcome("infantry-volley", *["d6:6"] * 2, *["d6:5"] * 8, shots=shots, target_kind="battery", options=house)
    assert (found["hits"], found["battery_destroyed"], found["removed"]) == (2, True, [])
    chances = exact("infantry-volley", shots=shots, target_kind="battery", options=house)
    sixes = 10 @ (icepool.d6 == 6)
    assert sorted(chances.values()) == sorted(
        [sixes.probability(0) + sixes.probability(1), (sixes >= 2).probability(True)]
    )


def test_gun_at_a_charger_in_cover() -> None:
    shot = {"distance_in": 10, "target": 3, "target_stands": 10, "target_charging": True, "target_in_cover": True}
    assert outcome("artillery-fire", "d6:3", "d6:4", **shot, options={"cover_from_fire": True})["markers"] == [[3, 1]]
    assert outcome("artillery-fire", "d6:3", "d6:4", "d6:4", **shot)["markers"] == [[2, 1], [3, 1]]


def test_sideways_domino_by_its_house_rules() -> None:
    for option, face in (("forward", 2), ("higher", 6), ("sum", 8)):
        found = outcome("place-dominoes", "domino:2-6", stands=1, options={"sideways_face": option})
        assert found == {"dominoes": 1, "faces": [face]}


def test_pairs_without_overlap_by_the_house_rule() -> None:
    lines = {"charger_stands": 10, "defender_stands": 6, "offset": 2, "options": {"overlap_outflanks": False}}
    assert outcome("pair-stands", **lines)["defender_outflanked"] == []
    assert outcome("pair-stands", **lines, flank=True)["defender_outflanked"] == [1, 2, 3, 4, 5, 6]
    assert outcome("pair-stands", charger_stands=2, defender_stands=2, offset=5)["pairs"] == []


def test_score_of_elite_troops_by_the_house_rule() -> None:
    stand = {"face": 3, "side": "confederate", "charging": True, "quality": "elite"}
    assert outcome("stand-score", **stand, options={"quality_effect": "combat"}) == {"score": 6}
    assert outcome("stand-score", **stand) == {"score": 5}


@clause("infantry-action.combat.blank", 1)
def test_score_of_a_blank() -> None:
    blank = {"face": 0, "side": "union", "charging": True, "markers": 2}
    assert outcome("stand-score", "d6:5", **blank) == {"score": 4}
    assert set(exact("stand-score", **blank).values()) == {Fraction(1, 6)}


def test_end_runs_and_rout_move_reach_the_combat() -> None:
    situation = {"charger": CHARGER, "defender": DEFENDER}
    dominoes = ["domino:5-2", "domino:0-1", "domino:3-3", "domino:4-6"]
    plain = outcome("resolve-combat", *dominoes, "d6:1", **situation)
    assert plain["scores"] == [[1, 7, 4, 6], [2, 4, 3, 4], [3, 3, 2, 3], [4, 3, 1, 3]]
    assert (plain["charger"]["result"], plain["defender"]["result"], plain["defender"]["move_in"]) == (
        "hold",
        "retire",
        2,
    )
    inner = outcome("resolve-combat", *dominoes, "d6:1", **situation, options={"end_runs_count": False})
    assert (inner["charger"]["result"], inner["defender"]["result"]) == ("retire", "hold")
    routs = ["domino:6-6", "domino:5-5", "domino:1-1", "domino:2-2"]
    slow = outcome("resolve-combat", *routs, **situation, options={"rout_move": "two-turns"})
    assert slow["defender"] == {"places": 1, "left": 0, "result": "destroyed", "move_in": 0, "removed": True}
    three = ["domino:6-6", "domino:5-0", "domino:5-1", "domino:2-2"]
    slow = outcome("resolve-combat", *three, "d6:1", **situation, options={"rout_move": "two-turns"})
    assert slow["defender"] == {"places": 1, "left": 1, "result": "rout", "move_in": 12, "removed": False}


def test_unopposed_dominoes_lie_on_the_table_too() -> None:
    wide = {"side": "confederate", "start": 10, "stands": 6}
    gun = {"kind": "battery", "side": "union", "start": 1, "stands": 1}
    dominoes = ["domino:6-6", "domino:0-3", "domino:0-0", "domino:5-2"]
    found = outcome("resolve-combat", *dominoes, charger=wide, defender=gun, offset=3)
    assert found["scores"] == [[4, 5, 1, 3]]
    assert found["defender"]["result"] == "destroyed"
    with pytest.raises(UmpireError, match="too few dice"):
        rule("resolve-combat", *dominoes[:3], charger=wide, defender=gun, offset=3)


def test_army_break_and_turn_limit_by_option() -> None:
    calm = {"units": 4, "routed_or_removed": 1, "stands_lost": 0}
    both = {"sides": {"union": calm, "confederate": calm | {"routed_or_removed": 0}}}
    assert outcome("victory-check", turn=4, **both)["over"] is False
    assert outcome("victory-check", turn=4, **both, options={"army_break": 0.25})["winner"] == "confederate"
    assert outcome("victory-check", turn=4, **both, options={"turn_limit": 4})["reason"] == "turn-limit"
    assert outcome("victory-check", turn=4, turn_limit=5, **both, options={"turn_limit": 4})["over"] is False


# ---- odds of a combat


def test_combat_with_a_battery_has_exact_odds_in_all_parts() -> None:
    wide = {"side": "confederate", "start": 10, "stands": 6}
    gun = {"kind": "battery", "side": "union", "start": 1, "stands": 1}
    found = odds("resolve-combat", charger=wide, defender=gun, offset=3)
    assert [group.group for group in found.groups] == ["", "charger 4 against defender 1"]
    whole, pair = found.groups
    assert isinstance(whole, Exact)
    assert isinstance(pair, Exact)
    assert sum(row.chance for row in whole.chances) == sum(row.chance for row in pair.chances) == 1
    assert set(whole.chances[0].outcome) == {"charger", "defender"}
    assert (pair.chances[0].outcome, pair.chances[0].chance) == (
        {"charger_lost": [], "defender_lost": [1]},
        Fraction(205, 224),
    )


def test_large_combat_has_exact_pairs_and_an_estimated_whole() -> None:
    found = odds("resolve-combat", charger=CHARGER, defender=DEFENDER)
    assert isinstance(found.whole, Estimated)
    assert found.whole.trials >= 10_000
    assert len(found.groups) == 5
    for group in found.groups[1:]:
        assert isinstance(group, Exact)
        chances = {str(row.outcome["charger_lost"] + row.outcome["defender_lost"]): row.chance for row in group.chances}
        assert sorted(chances.values(), reverse=True) == [Fraction(241, 336), Fraction(57, 336), Fraction(38, 336)]


def test_gone_tiles_count_for_odds_under_one_boneyard_a_turn_only() -> None:
    gun = {"kind": "battery", "side": "union", "start": 1, "stands": 1}
    one = {"charger": {"side": "confederate", "start": 10, "stands": 1}, "defender": gun, "tiles_gone": ["6-6", "5-6"]}
    fresh = odds("resolve-combat", **one).groups
    shared = odds("resolve-combat", **one, options={"boneyard": "per-turn"}).groups
    assert isinstance(fresh[1], Exact)
    assert isinstance(shared[1], Exact)
    assert fresh[1].chances[0].chance == Fraction(241, 336) != shared[1].chances[0].chance
    per_turn = {"boneyard": "per-turn"}
    assert outcome("resolve-combat", "domino:6-6", "domino:5-6", **one, options=per_turn)["scores"] == [[1, 8, 1, 5]]


def test_seeded_runs_agree_with_the_odds() -> None:
    shot = {"distance_in": 14, "target": 4, "target_stands": 10}
    chances = exact("artillery-fire", **shot)
    counts: dict[str, int] = {}
    runs = 1200
    for seed in range(runs):
        found = dict(ask(PAGE, "artillery-fire", shot, seed=seed).outcome)
        del found["hits"]
        counts[str(found)] = counts.get(str(found), 0) + 1
    assert set(counts) == set(chances)
    for key, chance in chances.items():
        spread = (float(chance) * (1 - float(chance)) / runs) ** 0.5
        assert abs(counts[key] / runs - float(chance)) < 4 * spread
