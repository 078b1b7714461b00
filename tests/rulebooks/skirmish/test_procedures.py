"""The umpire's procedures of the skirmish sheet: examples, lawful refusals, impossible situations, odds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import icepool
import pytest

from roundtop.battle.ledger import Ledger
from roundtop.battle.procedure import Procedure, under
from roundtop.rulebooks.skirmish.options import LEDGER, settings
from roundtop.rulebooks.skirmish.procedures import PROCEDURES
from roundtop.umpire import Estimated, Exact, Result, UmpireError, ask
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


def exact(name: str, **situation: Any) -> dict[str, Fraction]:
    whole = ask(PAGE, name, situation, odds=True).whole
    assert isinstance(whole, Exact)
    assert sum(row.chance for row in whole.chances) == 1
    return {str(row.outcome): row.chance for row in whole.chances}


SHOOTER: Final = {"class": "regular", "weapon": "minie-rifle"}
TARGET: Final = {"distance_cm": 10.0, "cover": "open"}
FOOT: Final = {"class": "regular", "arm": "foot", "weapon": "bayonet"}
RIDER: Final = {"class": "regular", "arm": "mounted", "weapon": "butt-sword"}
CHARGER: Final = {"class": "regular", "able_figures": 6, "arm": "foot"}
CHARGED: Final = {"class": "regular", "able_figures": 6}


# ---- the ledger's own examples


def test_every_procedure_of_the_ledger_is_there() -> None:
    assert [procedure.name for procedure in PAGE.procedures] == list(LEDGER.routines)
    assert len(PAGE.procedures) == 24


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_example_of_the_ledger(name: str) -> None:
    example = LEDGER.routines[name].example
    found = ask(PAGE, name, example.situation, dice=list(example.dice)).outcome
    for key, wanted in example.expect.items():
        if isinstance(wanted, dict):
            assert {inner: found[key].get(inner) for inner in wanted} == wanted
        else:
            assert found.get(key) == wanted


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_outputs_are_those_the_ledger_names(name: str) -> None:
    routine = LEDGER.routines[name]
    found = ask(PAGE, name, routine.example.situation, seed=1).outcome
    assert {field.name for field in routine.outputs if not field.type.endswith("or none")} <= set(found)
    assert set(found) <= {field.name for field in routine.outputs}


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_working_cites_clauses_of_the_ledger(name: str) -> None:
    example = LEDGER.routines[name].example
    found = ask(PAGE, name, example.situation, dice=list(example.dice))
    ids = {one.id for one in LEDGER.clauses}
    assert found.working
    assert {line.clause for line in found.working if line.clause} <= ids
    assert {roll.clause for roll in found.rolls} <= ids


@pytest.mark.parametrize("name", list(LEDGER.routines))
def test_odds_of_the_example_sum_to_one_and_hold_what_it_expects(name: str) -> None:
    routine = LEDGER.routines[name]
    whole = ask(PAGE, name, routine.example.situation, odds=True).whole
    assert isinstance(whole, Exact)
    assert sum(row.chance for row in whole.chances) == 1
    working = {field.name for field in routine.outputs if field.working}
    wanted = {
        key: value
        for key, value in routine.example.expect.items()
        if key not in working and not isinstance(value, dict)
    }
    assert any(all(row.outcome.get(k) == v for k, v in wanted.items()) for row in whole.chances)
    assert all(not working & set(row.outcome) for row in whole.chances)


# ---- what the rules forbid is an answer


@pytest.mark.parametrize(
    ("name", "situation", "answer", "clause_id"),
    [
        ("move-check", {"arm": "foot", "legs": [], "jumps": 1}, {}, "actions.climb-crossing"),
        ("move-check", {"arm": "animal", "legs": [], "jumps": 1}, {}, "movement.mounted-obstacles"),
        ("move-check", {"arm": "foot", "legs": [{"length_cm": 13, "ground": "open"}]}, {}, "movement.foot-rate"),
        ("move-check", {"arm": "mounted", "legs": [], "turns_deg": [190]}, {"cost_cm": 30}, "movement.mounted-rate"),
        (
            "move-check",
            {"arm": "animal", "legs": [{"length_cm": 9, "ground": "open"}], "rate_cm": 8},
            {"allowance_cm": 8},
            "movement.animals",
        ),
        (
            "select-target",
            {"weapon": "pistol", "figures": [{"id": "a", "distance_cm": 21}]},
            {"pool": []},
            "shooting.eligible-targets",
        ),
        (
            "resolve-shot",
            {"shooter": SHOOTER | {"weapon": "pistol"}, "target": TARGET | {"distance_cm": 21, "harm": 1}},
            {
                "result": "none",
                "struck": "none",
                "injury": False,
                "target": {"harm": 1, "status": "wounded", "mounted": False},
            },
            "shooting.out-of-range",
        ),
        (
            "charge-check",
            {"charger": CHARGER, "target": CHARGED | {"able_figures": 9}, "path_cost_cm": 14},
            {"charger_tests": False},
            "movement.charge-declaration",
        ),
        ("rally", {"class": "elite", "state": "break", "ran": False}, {"rallied": False}, "rally.terms"),
        (
            "rally",
            {"class": "elite", "state": "break-no-rally", "ran": True},
            {"rallied": False},
            "morale.result-break-no-rally",
        ),
        (
            "detach",
            {"start": 8, "lost": 0, "able_figures": 8, "detach_figures": 1, "leader_able": True},
            {},
            "actions.detachment-terms",
        ),
    ],
)
def test_a_lawful_no_names_its_clause_and_throws_nothing(
    name: str, situation: dict[str, Any], answer: dict[str, Any], clause_id: str
) -> None:
    found = rule(name, **situation)
    assert found.rolls == ()
    assert (found.outcome["legal"], found.outcome["clause"]) == (False, f"skirmish.{clause_id}")
    assert {key: found.outcome[key] for key in answer} == answer
    assert len(exact(name, **situation)) == 1
    with pytest.raises(UmpireError, match="no die is thrown"):
        rule(name, "d6:3", **situation)


def test_a_lawful_yes_has_no_clause() -> None:
    assert "clause" not in outcome("charge-check", charger=CHARGER, target=CHARGED, path_cost_cm=9)


# ---- situations that cannot be


@pytest.mark.parametrize(
    ("name", "situation", "field"),
    [
        ("initiative", {"order": ["blue"]}, "order"),
        ("initiative", {"order": ["blue", "blue"]}, "order"),
        ("initiative", {"order": ["blue", "red"], "commander_class": {"grey": "elite"}}, "commander_class.grey"),
        ("initiative", {"order": ["blue", "red"], "first_last_turn": "grey"}, "first_last_turn"),
        ("initiative", {"order": ["blue", "red"], "options": {"initiative": "d20"}}, "options.initiative"),
        ("phase-order", {"first": "blue", "second": "blue"}, "second"),
        ("majority-class", {"able_by_class": {}}, "able_by_class"),
        ("majority-class", {"able_by_class": {"poor": 3}}, "able_by_class.poor"),
        ("majority-class", {"able_by_class": {"green": -1}}, "able_by_class.green"),
        ("actions-left", {"wounds": 0, "actions_spent": 3}, "actions_spent"),
        ("climb-actions", {"kind": "ladder", "height_cm": -1}, "height_cm"),
        ("move-check", {"arm": "foot", "legs": [{"length_cm": -1, "ground": "open"}]}, r"legs\[0\].length_cm"),
        ("move-check", {"arm": "mounted", "legs": [], "turns_deg": [-20]}, r"turns_deg\[0\]"),
        ("move-check", {"arm": "mounted", "legs": [], "jumps": -1}, "jumps"),
        ("move-check", {"arm": "foot", "legs": [], "rate_cm": 9}, "rate_cm"),
        ("load", {"weapon": "musket", "progress": 4, "load_actions": 0}, "progress"),
        ("load", {"weapon": "musket", "progress": 0, "load_actions": -1}, "load_actions"),
        ("load", {"weapon": "musket", "progress": 0, "load_actions": 1, "breech_loading": True}, "breech_loading"),
        ("range-band", {"weapon": "musket", "distance_cm": -1}, "distance_cm"),
        ("cover-grade", {"shares_area": True, "distance_cm": 2}, "shares_area"),
        ("cover-grade", {"area": "wood", "shares_area": True}, "distance_cm"),
        ("cover-grade", {"line_crosses": True, "linear_gap_cm": 1}, "line_crosses"),
        ("cover-grade", {"linear": "wall", "line_crosses": True}, "linear_gap_cm"),
        ("select-target", {"weapon": "musket", "figures": [{"id": "a", "distance_cm": 1}] * 2}, "figures.id"),
        (
            "resolve-shot",
            {"shooter": SHOOTER, "target": TARGET | {"horse_harm": 1}},
            "target.horse_harm",
        ),
        ("pair-melee", {"a": ["A"], "b": ["A"], "contacts": []}, "b"),
        ("pair-melee", {"a": ["A", "A"], "b": ["X"], "contacts": []}, "a"),
        ("pair-melee", {"a": ["A"], "b": ["X"], "contacts": [["X", "A"]]}, r"contacts\[0\]"),
        ("pair-melee", {"a": ["A"], "b": ["X"], "contacts": [], "rear": [["A", "X"]]}, r"rear\[0\]"),
        ("resolve-melee", {"a": RIDER | {"weapon": "bayonet"}, "b": FOOT}, "a.weapon"),
        (
            "resolve-melee",
            {"a": FOOT | {"supporters": [{"arm": "foot", "weapon": "bayonet"}] * 3}, "b": FOOT},
            "a.supporters",
        ),
        (
            "resolve-melee",
            {
                "a": FOOT | {"supporters": [{"arm": "foot", "weapon": "bayonet"}]},
                "b": FOOT | {"supporters": [{"arm": "foot", "weapon": "bayonet"}]},
            },
            "b.supporters",
        ),
        (
            "resolve-melee",
            {"a": FOOT | {"supporters": [{"arm": "mounted", "weapon": "bayonet"}]}, "b": FOOT},
            r"a.supporters\[0\].weapon",
        ),
        ("resolve-melee", {"a": FOOT | {"uphill": True}, "b": FOOT | {"uphill": True}}, "b.uphill"),
        ("push-back", {"winner": [1.0], "loser": [1.0, 2.0]}, "winner"),
        ("push-back", {"winner": [1.0, 2.0], "loser": [1.0, 2.0]}, "loser"),
        ("push-back", {"winner": [1.0, 4.0], "loser": [1.0, 2.0], "behind_gap_cm": -1}, "behind_gap_cm"),
        ("charge-check", {"charger": CHARGER, "target": CHARGED, "path_cost_cm": -1}, "path_cost_cm"),
        (
            "charge-check",
            {"charger": CHARGER | {"able_figures": 0}, "target": CHARGED, "path_cost_cm": 1},
            "charger.able_figures",
        ),
        ("morale-check", {"class": "green", "start": 0}, "start"),
        ("morale-check", {"class": "green", "start": 4, "lost": 5}, "lost"),
        ("morale-check", {"class": "green", "start": 4, "lost": 3, "wounded": 2}, "wounded"),
        ("morale-check", {"class": "green", "start": 4, "flank_enemy_cm": -2}, "flank_enemy_cm"),
        ("morale-duty", {"state": "ok", "thrown_turn": 4, "turn": 3, "actions_spent": 0}, "turn"),
        (
            "detach",
            {"start": 8, "lost": 1, "able_figures": 9, "detach_figures": 2, "leader_able": True},
            "able_figures",
        ),
        ("motion", {"before_cm": 1, "after_cm": 1, "broken": True, "charge_declared": True}, "charge_declared"),
        ("victory-check", {"turn": 1, "sides": {"blue": {"start": 8, "lost": 0}}}, "sides"),
        (
            "victory-check",
            {"turn": 1, "sides": {"blue": {"start": 8, "lost": 9}, "red": {"start": 8, "lost": 0}}},
            "sides.blue.lost",
        ),
        (
            "victory-check",
            {"turn": 1, "sides": {"blue": {"start": 8, "lost": 4, "broken": 5}, "red": {"start": 8, "lost": 0}}},
            "sides.blue.broken",
        ),
    ],
)
def test_an_impossible_situation_names_its_field(name: str, situation: dict[str, Any], field: str) -> None:
    with pytest.raises(UmpireError, match=rf"^{field}(?![a-z_])"):
        rule(name, **situation)


def test_dice_of_the_wrong_kind_too_few_and_too_many_are_named() -> None:
    situation = {"shooter": SHOOTER, "target": TARGET}
    with pytest.raises(UmpireError, match=r"dice\[0\]: 'd6:3' is given where a d8 is wanted"):
        rule("resolve-shot", "d6:3", **situation)
    with pytest.raises(UmpireError, match="too few dice: a d4 is wanted after 1 given"):
        rule("resolve-shot", "d8:3", **situation)
    with pytest.raises(UmpireError, match="too many dice: 1 left over"):
        rule("resolve-shot", "d8:3", "d4:3", "d6:3", "d6:3", **situation)


# ---- options through the umpire


@clause("skirmish.turn.initiative")
def test_initiative_by_its_house_rules() -> None:
    order = {"order": ["blue", "red"]}
    quality = order | {"commander_class": {"blue": "veteran"}, "options": {"initiative": "commander-quality"}}
    assert outcome("initiative", "d10:4", "d4:4", "d10:1", "d4:2", **quality) == {"winner": "red", "rounds": 2}
    assert outcome("initiative", **order, first_last_turn="red", options={"initiative": "alternate"}) == {
        "winner": "blue",
        "rounds": 0,
    }
    four = quality | {"options": {"initiative": "commander-quality", "quality_dice": "d4-to-d10"}}
    assert outcome("initiative", "d8:4", "d4:3", **four)["winner"] == "blue"


@clause("skirmish.shooting.loading-progress")
def test_loading_with_a_magazine() -> None:
    spencer = {"weapon": "minie-carbine", "breech_loading": True, "repeating": True}
    seven = {"repeater_magazine": 7}
    assert outcome("load", progress=3, load_actions=2, **spencer, options=seven) == {
        "needed": 1,
        "progress": 5,
        "loaded": True,
    }
    assert outcome("load", progress=6, load_actions=2, **spencer, options=seven)["progress"] == 7
    assert outcome("load", progress=0, load_actions=2, **spencer) == {"needed": 1, "progress": 1, "loaded": True}
    assert outcome("load", weapon="musket", progress=0, load_actions=2) == {
        "needed": 3,
        "progress": 2,
        "loaded": False,
    }


@clause("skirmish.shooting.horse-harm")
def test_a_shot_at_a_horse_by_the_house_rule() -> None:
    mounted = {"shooter": SHOOTER, "target": TARGET | {"mounted": True}}
    found = outcome(
        "resolve-shot", "d8:2", "d4:1", "d6:1", "d6:4", "d6:6", **mounted, options={"horse_harm": "any-hit-fells"}
    )
    assert (found["result"], found["struck"], found["injury"]) == ("graze", "horse", True)
    assert found["target"] == {"harm": 1, "status": "wounded", "mounted": False}
    found = outcome("resolve-shot", "d8:2", "d4:1", "d6:1", "d6:4", **mounted)
    assert found["target"] == {"harm": 0, "status": "fit", "mounted": True, "horse_harm": 0}


@clause("skirmish.shooting.graze")
def test_a_volley_of_grazes() -> None:
    volley = {"shooters": [SHOOTER], "figures": [{"id": "q", "distance_cm": 10, "cover": "open"}]}
    assert outcome("resolve-volley", "d8:2", "d4:1", "d6:1", **volley)["test_due"] is True
    assert outcome("resolve-volley", "d8:2", "d4:1", "d6:1", **volley, options={"graze": "duck"})["test_due"] is False


@clause("skirmish.shooting.eligible-targets")
def test_a_shooter_with_nobody_left_throws_nothing() -> None:
    volley = {"shooters": [SHOOTER] * 2, "figures": [{"id": "q", "distance_cm": 10, "cover": "open", "harm": 1}]}
    found = outcome("resolve-volley", "d8:6", "d4:1", "d6:1", **volley)
    assert (found["targets"], found["results"], found["status"]) == (
        ["q", "none"],
        ["disabled", "none"],
        {"q": "killed"},
    )


def test_odds_of_a_large_volley_are_exact_or_say_that_they_are_not() -> None:
    figures = [{"id": f"q{n}", "distance_cm": 20 + n, "cover": "open"} for n in range(5)]
    assert len(exact("resolve-volley", shooters=[SHOOTER] * 3, figures=figures)) > 20
    crowd = [{"id": f"q{n}", "distance_cm": 20 + n, "cover": "open"} for n in range(12)]
    many = ask(PAGE, "resolve-volley", {"shooters": [SHOOTER] * 8, "figures": crowd}, odds=True).whole
    assert isinstance(many, Estimated)


def test_odds_of_a_shot_agree_with_icepool() -> None:
    margin = icepool.d8 - icepool.highest(icepool.d4, icepool.d6)
    chances = exact("resolve-shot", shooter=SHOOTER, target=TARGET)
    killed = [chance for text, chance in chances.items() if "'result': 'killed'" in text]
    assert killed == [(margin >= 6).probability(True)]


@clause("skirmish.melee.highest-die")
def test_odds_of_a_large_combat_are_exact() -> None:
    elite = {"class": "elite", "arm": "mounted", "weapon": "lance"}
    assert len(exact("resolve-melee", a=elite, b=elite)) > 5
    assert len(exact("resolve-melee", a=elite, b=elite, options={"melee_score": "sum"})) > 5


def test_rear_pairs_may_name_either_side() -> None:
    situation = {"a": ["A", "B"], "b": ["X"], "contacts": [["A", "X"], ["B", "X"]], "rear": [["X", "A"]]}
    assert outcome("pair-melee", **situation) == {"combats": [{"a": ["B", "A"], "b": ["X"]}], "idle": []}


@clause("skirmish.melee.pairing")
@pytest.mark.parametrize("a", ["A", "X"])
def test_a_rider_does_not_help_against_an_enemy_behind_him(a: str) -> None:
    """On either side: of two who touch one, he has him in his rear."""
    contacts = [["A", "X"], ["B", "X"]] if a == "A" else [["X", "A"], ["X", "B"]]
    sides = {"a": ["A", "B"], "b": ["X"]} if a == "A" else {"a": ["X"], "b": ["A", "B"]}
    found = outcome("pair-melee", **sides, contacts=contacts, rear=[["A", "X"]])
    assert found == {"combats": [{"a": ["B" if a == "A" else "X"], "b": ["X" if a == "A" else "B"]}], "idle": ["A"]}


@clause("skirmish.morale.flank-test")
def test_flank_reach_is_a_house_rule() -> None:
    flank = {"class": "regular", "start": 8, "flank_enemy_cm": 60}
    assert outcome("morale-check", "d8:1", **flank)["modifier"] == 0
    assert outcome("morale-check", "d8:1", **flank, options={"flank_reach_cm": 60}) == {
        "modifier": -1,
        "score": 0,
        "result": "no-advance",
    }


@clause("skirmish.victory.game-length")
def test_turn_limit_and_force_break_by_option() -> None:
    calm = {"start": 20, "lost": 5}
    sides = {"sides": {"blue": calm, "red": {"start": 20, "lost": 2}}}
    assert outcome("victory-check", turn=6, **sides) == {"over": False, "winner": "none", "reason": "none"}
    assert outcome("victory-check", turn=6, **sides, options={"turn_limit": 6})["reason"] == "turn-limit"
    assert outcome("victory-check", turn=6, **sides, options={"force_break": 0.25})["winner"] == "red"
