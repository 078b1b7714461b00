"""What moves cost, row by row and boundary by boundary; cover; barriers and walls."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.rulebooks.order_cards.cards.rule import DECK, Card
from roundtop.rulebooks.order_cards.cover import rule as cover_rule
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement.rule import Action, Mover, move_bill, wheel_cost
from roundtop.rulebooks.order_cards.options import LEDGER, Settings
from roundtop.umpire import UmpireError
from tests.clauses import clause
from tests.rulebooks.order_cards.umpired import outcome, refused

CARD = {card.word: card for card in DECK}


def does(*words: str) -> list[dict[str, Any]]:
    return [{"do": word} for word in words]


def cost(card: str, *words: str, arm: str = "infantry", **more: Any) -> dict[str, Any]:
    return outcome("move-cost", arm=arm, card=card, actions=does(*words), **more)


def left(card: str, *words: str, arm: str = "infantry", **more: Any) -> tuple[float, bool]:
    """Inches left and whether the unit ends in disorder."""
    found = cost(card, *words, arm=arm, **more)
    return found["left"], found["disordered_after"]


def no(card: str, *words: str, arm: str = "infantry", **more: Any) -> str:
    return refused("move-cost", arm=arm, card=card, actions=does(*words), **more)


# ---- what a card gives


@clause("order-cards.move.card-distance", 1)
def test_the_card_says_how_far() -> None:
    assert left("advance", "fence-good-order") == (2, False)
    assert cost("march", arm="cavalry")["allowance"] == 14
    assert cost("march", arm="cavalry", mounted=False)["allowance"] == 10
    assert cost("charge", arm="artillery")["allowance"] == 10
    assert cost("double-quick", arm="wagon")["allowance"] == 16


@clause("order-cards.move.compulsory-head-down", 1, 2, 3)
@pytest.mark.parametrize(
    ("card", "arm", "mounted", "inches"),
    [
        ("volley", "infantry", True, 8),
        ("march", "cavalry", True, 14),
        ("advance-firing", "infantry", True, 4),
        ("hold", "infantry", True, 8),
        ("volley", "cavalry", True, 12),
        ("volley", "cavalry", False, 8),
        ("re-supply", "artillery", True, 12),
        ("re-supply", "wagon", True, 12),
    ],
)
def test_a_head_down_unit_moves_whatever_the_card(card: str, arm: str, mounted: bool, inches: float) -> None:
    found = cost(card, arm=arm, mounted=mounted, state="head-down", compulsory=True)
    assert (found["allowance"], found["left"]) == (inches, inches)


def test_ground_is_deducted_from_a_head_down_move_and_not_from_a_rout() -> None:
    assert left("volley", "woods", state="head-down", disordered=True, compulsory=True) == (6, True)
    assert left("volley", "woods", "bush", state="routing", disordered=True, compulsory=True) == (10, True)
    assert no("volley", "major-river", state="routing", compulsory=True) == "move.major-river"


@clause("order-cards.morale.rout-state", 1, 2)
@pytest.mark.parametrize(
    ("card", "arm", "mounted", "inches"),
    [
        ("re-supply", "infantry", True, 10),
        ("march", "cavalry", True, 14),
        ("double-quick", "cavalry", False, 10),
        ("volley", "artillery", True, 14),
    ],
)
def test_a_routing_unit_runs_the_same_on_every_card(card: str, arm: str, mounted: bool, inches: float) -> None:
    found = cost(card, "woods", arm=arm, mounted=mounted, state="routing", compulsory=True)
    assert (found["allowance"], found["deductions"], found["left"]) == (inches, 0, inches)
    assert found["disordered_after"]
    assert no(card, arm=arm, state="routing") == "morale.rout-state"


@clause("order-cards.move.fixed-moves", 1, 2)
def test_fixed_moves() -> None:
    rows = {row["type"]: row["inches"] for row in LEDGER.clause("order-cards.move.fixed-moves").rows}
    assert movement_rule.OFFICER_MOVE == rows["officer"] == rows["messenger"] == 16
    assert movement_rule.manhandle_inches(CARD["volley"], False) == 0
    assert movement_rule.manhandle_inches(CARD["double-quick"], True) == rows["manhandled gun, wood"] == 1
    assert movement_rule.manhandle_inches(CARD["double-quick"], False) == rows["manhandled gun, open"] == 2


# ---- the table


@clause("order-cards.move.terrain-table", 1)
def test_the_prices_are_the_ledgers_table() -> None:
    rows = {row["row"]: row for row in LEDGER.clause("order-cards.move.terrain-table").rows}
    flat = {
        "wall-fence-disorder": "fence-disorder",
        "wall-fence-good-order": "wall-good-order",
        "bush": "bush",
        "creek": "creek",
        "minor-river": "minor-river",
        "defence-barrier": "defence-barrier",
        "orchard": "orchard",
        "rough": "rough",
        "facing-change": "facing-change",
        "oblique": "oblique",
        "form-up-or-reform": "reform",
    }
    for row, do in flat.items():
        price = movement_rule.PRICES[do]
        assert price.foot == price.horse == price.limber == rows[row]["cost"]
        assert price.disorder == rows[row].get("disorder", False)
    assert movement_rule.PRICES["limber"].limber == rows["limber-unlimber"]["cost"]
    for kind, row in (("woods", "woods-formed"), ("corn", "corn")):
        assert movement_rule.PRICES[kind].foot == rows[row]["infantry"]
        assert movement_rule.PRICES[kind].horse == rows[row]["cavalry"]
    assert movement_rule.PRICES["corn"].limber == rows["corn"]["limbered"]
    disordered = rows["woods-disordered"]
    assert {
        "foot": disordered["infantry"],
        "horse": disordered["cavalry"],
        "limber": 0,
    } == movement_rule.DISORDERED_WOODS
    assert left("advance", "oblique", "orchard") == (4, False)


@clause("order-cards.move.how-deductions-count", 1)
def test_areas_are_charged_once_and_lines_each_time() -> None:
    found = cost("march", "fence-disorder", "fence-disorder", "rough", "rough")
    assert (found["deductions"], found["left"]) == (6, 4)
    assert left("march", "orchard", "orchard", "corn", "corn") == (4, False)
    assert left("march", "oblique", "oblique") == (8, False)
    assert left("march", "creek", "creek") == (6, False)


@clause("order-cards.move.wall-fence", 1, 2)
def test_walls_and_fences_in_haste_or_in_good_order() -> None:
    assert left("double-quick", "wall-good-order") == (6, False)
    assert left("double-quick", "wall-disorder") == (10, True)
    assert left("double-quick", "fence-good-order", disordered=True) == (10, True)
    assert no("advance-firing", "fence-good-order") == "move.wall-fence"
    assert no("advance-firing", "fence-disorder") == ""
    assert left("form-up", "earthwork-good-order") == (0, False)


@clause("order-cards.move.bush", 1)
def test_bush() -> None:
    assert left("advance", "bush") == (4, True)
    assert left("advance-firing", "bush") == (0, True)
    assert no("advance-firing", "bush", "rough") == "move.orchard-corn-rough"


@clause("order-cards.move.creek", 1)
def test_a_creek_in_a_wood_waives_the_wood() -> None:
    assert left("advance", "creek-in-wood", "woods") == (6, False)
    assert left("advance", "woods", "creek-in-wood") == (6, False)
    assert left("advance", "creek", "woods") == (2, False)


@clause("order-cards.move.minor-river", 1)
def test_a_minor_river() -> None:
    assert left("march", "minor-river", arm="cavalry") == (10, True)
    assert left("march", "minor-river-in-wood", "woods", arm="cavalry") == (10, True)
    assert left("march", "minor-river", "woods", arm="cavalry") == (6, True)


@clause("order-cards.move.major-river")
def test_a_major_river_stops_everybody_but_at_a_ford() -> None:
    for arm in ("infantry", "cavalry", "artillery", "wagon"):
        assert no("double-quick", "major-river", arm=arm) == "move.major-river"
        ford = move_bill(Mover(arm), CARD["march"], (Action("ford"),))
        assert (ford.refusal, ford.spent, ford.disordered) == ("", 2.0, False)


@clause("order-cards.move.barrier-cross", 1)
def test_a_defence_barrier() -> None:
    assert left("advance", "defence-barrier") == (2, True)
    assert left("advance", "defence-barrier", arm="cavalry", mounted=False) == (2, True)
    assert no("advance", "defence-barrier", arm="cavalry") == "move.barrier-cross"
    house = {"mounted_cross_barriers": True}
    assert left("advance", "defence-barrier", arm="cavalry", options=house) == (6, True)
    assert no("advance-firing", "defence-barrier") == "move.barrier-cross"


@clause("order-cards.move.woods", 1, 2)
def test_woods() -> None:
    assert left("double-quick", "woods", arm="cavalry") == (10, False)
    assert left("advance", "woods", disordered=True) == (6, True)
    assert left("advance", "woods") == (4, False)
    assert left("advance", "woods", arm="cavalry", disordered=True) == (8, True)
    assert left("advance", "woods", arm="cavalry", mounted=False) == (4, False)
    # Disorder taken on the way counts from there on.
    assert left("march", "fence-disorder", "woods") == (6, True)
    assert left("march", "woods", "fence-disorder") == (4, True)


@clause("order-cards.move.wood-edge-exit", 1)
def test_out_of_the_edge_of_a_wood() -> None:
    assert left("advance", "wood-edge-exit", all_stands_within_edge_inch=True) == (8, False)
    assert left("advance", "wood-edge-exit") == (4, False)
    assert left("advance", "wood-edge-exit", "woods", all_stands_within_edge_inch=True) == (4, False)
    assert left("advance", "wood-edge-exit", "woods") == (4, False)
    assert left("advance", "woods", "wood-edge-exit") == (4, False)


@clause("order-cards.move.orchard-corn-rough", 1)
def test_orchard_corn_and_rough() -> None:
    assert left("advance", "corn", "rough") == (2, False)
    assert left("advance", "corn", arm="artillery") == (12, False)
    assert left("advance", "orchard", "rough", arm="artillery") == (8, False)


@clause("order-cards.move.limber-limits")
@pytest.mark.parametrize("arm", ["artillery", "wagon"])
@pytest.mark.parametrize(
    "do",
    [
        "creek",
        "creek-in-wood",
        "minor-river",
        "minor-river-in-wood",
        "bush",
        "woods",
        "wood-edge-exit",
        "defence-barrier",
        "earthwork-disorder",
        "earthwork-good-order",
    ],
)
def test_what_limbers_never_cross(do: str, arm: str) -> None:
    assert no("march", do, arm=arm) == "move.limber-limits"
    assert no("march", do, arm=arm, options={"limbers_cross_fences": True}) == "move.limber-limits"


@clause("order-cards.move.limber-limits")
def test_limbers_cross_fences_only_by_the_house_rule() -> None:
    for do in ("wall-disorder", "wall-good-order", "fence-disorder", "fence-good-order"):
        assert no("march", do, arm="artillery") == "move.limber-limits"
        assert no("march", do, arm="artillery", options={"limbers_cross_fences": True}) == ""
    house = {"limbers_cross_fences": True}
    assert left("march", "fence-disorder", arm="artillery", options=house) == (12, True)
    assert left("march", "fence-good-order", arm="wagon", options=house) == (8, False)


@clause("order-cards.move.cavalry-limits")
def test_mounted_cavalry_stays_off_walls_and_bushes() -> None:
    for do in ("bush", "wall-disorder", "fence-good-order", "earthwork-disorder"):
        assert no("march", do, arm="cavalry") == "move.cavalry-limits"
        assert no("march", do, arm="cavalry", mounted=False) == ""
    assert no("march", "creek", arm="cavalry") == ""
    # Once it has dismounted it crosses as infantry does.
    assert left("march", "dismount", "fence-disorder", arm="cavalry") == (6, True)


# ---- turning and shifting


@clause("order-cards.move.limber-unlimber", 1, 2)
def test_limbering_and_unlimbering() -> None:
    assert left("advance", "unlimber", arm="artillery") == (6, False)
    assert left("advance-firing", "unlimber", arm="artillery") == (0, False)
    assert no("advance", "unlimber", "limber", arm="artillery") == "move.limber-unlimber"


@clause("order-cards.move.facing-change", 1)
def test_a_facing_change() -> None:
    assert left("advance", "facing-change") == (6, False)
    assert left("advance", "facing-change", disordered=True) == (8, True)


@clause("order-cards.move.oblique", 1)
def test_an_oblique() -> None:
    assert left("advance", "oblique") == (6, False)
    actions = [{"do": "oblique", "degrees": 45}]
    assert outcome("move-cost", arm="infantry", card="advance", actions=actions)["left"] - 2 == 4
    assert refused("move-cost", arm="infantry", card="advance", actions=[{"do": "oblique", "degrees": 45.1}]) == (
        "move.oblique"
    )
    assert left("advance", "oblique", disordered=True) == (8, True)


@clause("order-cards.move.wheel", 1, 2, 3)
@pytest.mark.parametrize(
    ("stands", "degrees", "measure", "inches"),
    [(6, 30, "arc", 3.14), (4, 45, "arc", 3.14), (6, 30, "chord", 3.11), (4, 90, "arc", 6.28), (4, 90, "chord", 5.66)],
)
def test_a_wheel_is_the_way_of_the_outer_corner(stands: int, degrees: float, measure: str, inches: float) -> None:
    situation = {"arm": "infantry", "card": "march", "frontage": stands, "options": {"wheel_measure": measure}}
    found = outcome("move-cost", **situation, actions=[{"do": "wheel", "degrees": degrees}])
    assert found["deductions"] == inches
    assert found["left"] == pytest.approx(10 - inches)


def test_each_wheel_is_up_to_a_quarter_and_is_paid() -> None:
    turn = {"arm": "infantry", "card": "march", "frontage": 4}
    assert refused("move-cost", **turn, actions=[{"do": "wheel", "degrees": 90.1}]) == "move.wheel"
    assert refused("move-cost", **turn, actions=[{"do": "wheel", "degrees": 90}] * 2) == "move.wheel"
    assert outcome("move-cost", **turn, disordered=True, actions=[{"do": "wheel", "degrees": 90}])["left"] == 10
    with pytest.raises(UmpireError, match="frontage: 0 cannot be"):
        outcome("move-cost", arm="infantry", card="march", actions=[{"do": "wheel", "degrees": 9}])


@clause("order-cards.move.backward-sideways", 1)
def test_stepping_back_costs_double() -> None:
    step = [{"do": "step-back", "inches": 3}]
    assert outcome("move-cost", arm="infantry", card="advance", actions=step)["left"] == 2
    half = [{"do": "step-back", "inches": 4}]
    assert outcome("move-cost", arm="infantry", card="advance", actions=half)["left"] == 0
    assert refused("move-cost", arm="infantry", card="advance", actions=[{"do": "step-back", "inches": 4.02}]) == (
        "move.backward-sideways"
    )
    found = outcome("move-cost", arm="infantry", card="advance", actions=half, disordered=True)
    assert found["left"] == 4


@clause("order-cards.move.roads-hills-buildings")
def test_marsh_is_as_woods_and_buildings_as_rough() -> None:
    def spent(do: str, arm: str = "infantry", disordered: bool = False) -> tuple[str, float]:
        bill = move_bill(Mover(arm, disordered=disordered), CARD["march"], (Action(do),))
        return bill.refusal, bill.spent

    assert spent("marsh") == spent("woods") == ("", 4)
    assert spent("marsh", "cavalry", True) == spent("woods", "cavalry", True) == ("", 4)
    assert spent("marsh", "wagon") == ("order-cards.move.limber-limits", 0)
    assert spent("built-up") == spent("rough") == ("", 2)
    assert spent("impassable") == ("order-cards.move.roads-hills-buildings", 0)


# ---- formations


@clause("order-cards.formation.form-up", 1, 2)
def test_forming_up() -> None:
    assert left("advance", "form-up", disordered=True) == (2, False)
    assert no("advance-firing", "form-up", disordered=True) == "formation.form-up"
    assert left("form-up", "form-up", disordered=True) == (6, False)
    assert no("advance-firing", "reform") == "formation.form-up"


@clause("order-cards.formation.form-up-head-down", 1)
@clause("order-cards.morale.head-down-form-up")
def test_a_head_down_unit_may_form_up_on_a_move_card() -> None:
    found = cost("march", "form-up", state="head-down", disordered=True)
    assert (found["deductions"], found["left"], found["disordered_after"]) == (6, 4, False)
    assert no("volley", "form-up", state="head-down", disordered=True) == "formation.form-up"
    assert left("form-up", "form-up", state="head-down", disordered=True) == (6, False)


@clause("order-cards.formation.change-formation", 1, 2)
def test_changing_formation() -> None:
    assert left("march", "dismount", arm="cavalry") == (8, False)
    assert left("march", "to-line") == (4, False)
    for do in ("to-line", "to-column", "loose-order"):
        assert no("advance-firing", do) == "formation.change-formation"
    assert no("advance-firing", "mount", arm="cavalry", mounted=False) == "formation.change-formation"
    assert no("double-quick", "to-line", "to-column") == "cards.deck"
    assert left("march", "form-up", disordered=True) == (4, False)


def test_one_formation_change_a_card() -> None:
    assert no("form-up", "to-line", "to-column") == "formation.change-formation"
    assert no("march", "dismount", "to-column", arm="cavalry") == "formation.change-formation"


@clause("order-cards.formation.loose-order")
def test_loose_order_is_for_men_on_foot() -> None:
    assert left("march", "loose-order") == (4, False)
    assert no("march", "loose-order", arm="cavalry") == "formation.loose-order"
    assert no("march", "loose-order", arm="cavalry", mounted=False) == ""
    assert no("march", "loose-order", arm="artillery") == "formation.loose-order"


@pytest.mark.parametrize("do", movement_rule.CHANGES)
def test_double_quick_allows_no_formation_change(do: str) -> None:
    arm = {"limber": "artillery", "unlimber": "artillery", "mount": "cavalry", "dismount": "cavalry"}.get(
        do, "infantry"
    )
    assert no("double-quick", do, arm=arm) == "cards.deck"


def test_double_quick_allows_forming_up() -> None:
    assert left("double-quick", "form-up", disordered=True) == (6, False)


def test_the_first_change_on_form_up_is_free() -> None:
    assert left("form-up", "to-column") == (6, False)
    assert left("form-up", "unlimber", arm="artillery") == (8, False)
    assert left("form-up", "form-up", "to-column", disordered=True) == (0, False)


def test_on_hold_one_thing_in_place() -> None:
    for do in ("form-up", "reform", "facing-change"):
        found = cost("hold", do, disordered=do == "form-up")
        assert (found["legal"], found["allowance"], found["left"]) == (True, 6, 0)
    assert cost("hold", "unlimber", arm="artillery")["deductions"] == 6
    assert no("hold", "facing-change", "facing-change") == "cards.deck"
    assert no("hold", "to-column") == "cards.deck"
    assert no("hold", "woods") == "cards.deck"
    assert left("hold") == (0, False)


@clause("order-cards.morale.artillery-head-down", 1)
def test_a_battery_sent_head_down_limbers_and_goes() -> None:
    battery = Mover("artillery", limbered=False, state="head-down")
    limber = (Action("limber"),)
    assert movement_rule.compulsory_bill(battery, CARD["volley"], limber).left == 6
    assert movement_rule.compulsory_bill(battery, CARD["march"], limber).left == 8
    # On a card with less than 6 it limbers and does not move.
    crawl = Card("crawl", "Crawl", 3.0, 4.0, 4.0, 0, 0, True)
    bill = movement_rule.compulsory_bill(battery, crawl, limber)
    assert (bill.refusal, bill.spent, bill.left) == ("", 4.0, 0.0)
    assert movement_rule.move_bill(battery, crawl, limber).refusal == "order-cards.move.limber-unlimber"


def test_arms_do_only_what_they_can() -> None:
    with pytest.raises(UmpireError, match=r"actions\[0\].do: infantry cannot limber; that is for artillery"):
        cost("march", "limber")
    with pytest.raises(UmpireError, match="card: there is no card 'parade' in the deck; there are double-quick"):
        cost("parade")


@given(
    words=st.lists(st.sampled_from(sorted(movement_rule.PRICES)), max_size=6),
    card=st.sampled_from(DECK),
    mess=st.booleans(),
)
def test_a_bill_never_spends_more_than_the_card_gives(words: list[str], card: Card, mess: bool) -> None:
    bill = move_bill(Mover(disordered=mess, frontage=6.0), card, tuple(Action(word, 20.0, 1.0) for word in words))
    if not bill.refusal:
        assert bill.spent <= bill.allowance + 0.01
        assert bill.spent == pytest.approx(sum(bill.costs))
        assert movement_rule.bill_lines(bill, tuple(Action(word) for word in words))


def test_a_chord_is_never_longer_than_its_arc() -> None:
    for degrees in range(0, 91, 5):
        assert wheel_cost(6.0, degrees, Settings(wheel_measure="chord")) <= wheel_cost(6.0, degrees)


# ---- cover


@clause("order-cards.save.table", 1, 2, 3)
def test_saves_are_the_ledgers_table() -> None:
    for row in LEDGER.clause("order-cards.save.table").rows:
        cover = (row["cover"],)
        assert cover_rule.save_number(cover, False, True) == row["small_arms"]
        assert cover_rule.save_number(cover, True, True) == row["artillery"]
    wall = outcome("save", hits=2, cover=["wall"], fire_kind="artillery")
    assert wall == {"save_number": 0, "saved": 0, "boxes_circled": 2}
    works = outcome("save", "d100:30", "d100:55", hits=2, cover=["earthworks"], fire_kind="artillery")
    assert (works["saved"], works["boxes_circled"]) == (1, 1)
    both = outcome("save", "d100:20", hits=1, cover=["woods", "fence-or-bush"], fire_kind="small-arms")
    assert (both["save_number"], both["saved"]) == (20, 1)
    assert outcome("save", "d100:30", hits=1, cover=["built-up"], fire_kind="small-arms")["saved"] == 1


@clause("order-cards.save.enfilade-no-save", 1)
@pytest.mark.parametrize("cover", ["wall", "fence-or-bush", "defence-barrier", "earthworks"])
def test_a_line_helps_only_if_the_fire_crosses_it(cover: str) -> None:
    assert cover_rule.save_number((cover,), False, True) > 0
    assert cover_rule.save_number((cover,), False, False) == 0
    assert cover_rule.save_number((cover, "woods"), False, False) == 20
    assert cover_rule.save_number(("built-up",), False, False) == 30


def test_what_shelters_a_head_down_unit() -> None:
    assert cover_rule.shelters(("woods",))
    assert cover_rule.shelters(("orchard", "wall"))
    assert not cover_rule.shelters(("orchard",))
    assert not cover_rule.shelters(())


# ---- barriers and walls


@clause("order-cards.barrier.move", 1)
def test_a_barrier_takes_a_stand_for_each_length() -> None:
    three = {"length": 3.0, "movable": True, "card": "volley"}
    assert outcome("barrier-move", **three, stands_in_contact=3) == {
        "stands_needed": 3,
        "legal": True,
        "max_shift": 3.0,
    }
    found = outcome("barrier-move", **three, stands_in_contact=2)
    assert found == {"stands_needed": 3, "legal": False, "clause": "order-cards.barrier.move", "max_shift": 0.0}
    assert outcome("barrier-move", length=3.2, movable=True, card="march", stands_in_contact=3)["stands_needed"] == 4


@clause("order-cards.barrier.immovable")
def test_an_immovable_barrier_stays() -> None:
    found = outcome("barrier-move", length=1.0, movable=False, card="volley", stands_in_contact=9)
    assert (found["legal"], found["clause"], found["max_shift"]) == (False, "order-cards.barrier.immovable", 0.0)


@clause("order-cards.misc.dismantle", 1)
def test_stands_clear_their_own_width() -> None:
    found = outcome("dismantle", obstacle="fence", stands_in_contact=3, card="march")
    assert found == {"gap_inches": 3.0, "legal": True}
    for more in (
        {"obstacle": "bush"},
        {"obstacle": "earthwork"},
        {"card": "volley"},
        {"moved": True},
        {"fired": True},
        {"stands_in_contact": 0},
    ):
        situation = {"obstacle": "wall", "stands_in_contact": 2, "card": "march"} | more
        found = outcome("dismantle", **situation)
        assert found == {"gap_inches": 0.0, "legal": False, "clause": "order-cards.misc.dismantle"}
    assert outcome("dismantle", obstacle="wall", stands_in_contact=2, card="advance-firing")["gap_inches"] == 2.0
