"""The muster: an order of battle as regiments of stands, batteries and officers, by the worked examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from roundtop.battle.protocol import Player
from roundtop.battle.scenario import (
    Arrival,
    Commander,
    Formation,
    MusterError,
    Regiment,
    Scenario,
    Side,
    Weapon,
)
from roundtop.rulebooks.order_cards.field import size_of
from roundtop.rulebooks.order_cards.muster import forces as forces_book
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.state import Unit
from roundtop.table.ground import Area, Ground, Line
from tests.clauses import clause

SIDES: Final = (Side("union", "Union", "south"), Side("confederate", "Confederates", "north"))
FIELD: Final = Ground(2160.0, 1440.0)
BRIGADE: Final = Formation("b", "A brigade", "union", "brigade", "d")
PLAYERS: Final = (Player("union", "union"), Player("confederate", "confederate"))


def regiment(id: str, men: int = 400, **given: Any) -> Regiment:
    guns = int(given.get("guns", 0))
    blank = Regiment(
        id=id,
        name=id.upper(),
        side="union",
        arm="artillery" if guns else "infantry",
        men=men,
        guns=0,
        weapons=(Weapon("12-pdr-napoleon", guns) if guns else Weapon("rifle-musket", men),),
        quality="regular",
        brigade="b",
        division="d",
        formation="b",
        place=(1000.0, 400.0),
        facing=0,
    )
    return replace(blank, **given)


def battle(*regiments: Regiment, **given: Any) -> Scenario:
    blank = Scenario(
        id="test",
        title="",
        date="",
        story="",
        sources=(),
        rulebooks=(forces_book.RULEBOOK,),
        minutes=120,
        ground=FIELD,
        sides=SIDES,
        formations=(Formation("d", "A division", "union", "division"), BRIGADE),
        commanders=(),
        regiments=regiments,
    )
    return replace(blank, **given)


def forces(*regiments: Regiment, house: Settings | None = None, **given: Any) -> list[Unit]:
    return list(forces_book.muster(battle(*regiments, **given), house or Settings(), PLAYERS).units)


def strengths(*regiments: Regiment, house: Settings | None = None) -> list[tuple[str, int, int]]:
    """Name, stands and grade of every unit."""
    return [(unit.name, unit.stands, unit.grade) for unit in forces(*regiments, house=house)]


# ---- scale


@clause("order-cards.setup.scale", 1, 2)
def test_yards_become_inches() -> None:
    wood = Area("woods", ((0.0, 750.0), (300.0, 750.0), (300.0, 900.0)))
    fence = Line("fence", ((0.0, 100.0), (300.0, 100.0)))
    ground = forces_book.muster(
        battle(regiment("a"), ground=replace(FIELD, areas=(wood,), lines=(fence,))), Settings(), PLAYERS
    ).ground
    assert ground.areas[0].outline[0] == (0.0, 25.0)
    assert ground.lines[0].points[0] == (0.0, 3.33)
    assert (ground.width, ground.depth) == (72.0, 48.0)
    coarse = forces_book.muster(battle(regiment("a")), Settings(yards_per_inch=40.0), PLAYERS).ground
    assert (coarse.width, coarse.depth) == (54.0, 36.0)


# ---- regiments and batteries


@clause("order-cards.setup.muster", 1, 2)
def test_sixty_men_a_stand_half_up() -> None:
    assert strengths(regiment("a", 385, quality="veteran")) == [("A", 6, 80)]
    assert strengths(regiment("a", 330, quality="green")) == [("A", 6, 50)]
    assert strengths(regiment("a", 329)) == [("A", 5, 70)]
    assert strengths(regiment("a", 400, quality="elite")) == [("A", 7, 80)]
    assert strengths(regiment("a", 385), house=Settings(men_per_stand=50)) == [("A", 8, 70)]
    house = Settings(grade_elite=90, grade_green=40)
    assert strengths(regiment("a", quality="elite"), regiment("g", quality="green"), house=house) == [
        ("A", 7, 90),
        ("G", 7, 40),
    ]


@clause("order-cards.setup.muster", 3)
def test_two_guns_a_stand_rounded_up() -> None:
    assert strengths(regiment("a", 60, guns=5)) == [("A", 3, 70)]
    assert strengths(regiment("a", 60, guns=6)) == [("A", 3, 70)]
    assert strengths(regiment("a", 60, guns=4), house=Settings(guns_per_stand=1)) == [("A", 4, 70)]


@clause("order-cards.setup.muster", 4)
def test_the_too_small_join_the_weakest_other() -> None:
    found = strengths(regiment("a", 110, quality="green"), regiment("b", 140, quality="veteran"), regiment("c", 260))
    assert found == [("B and A", 4, 80), ("C", 4, 70)]


@clause("order-cards.setup.muster", 5, 6)
def test_the_too_large_are_divided() -> None:
    found = strengths(regiment("a", 1000))
    assert found == [("A, 1st wing", 8, 70), ("A, 2nd wing", 8, 70)]
    assert [stands for _, stands, _ in strengths(regiment("a", 1300))] == [7, 7, 7]
    assert [stands for _, stands, _ in strengths(regiment("a", 629))] == [10]
    assert [stands for _, stands, _ in strengths(regiment("a", 630))] == [5, 5]
    assert [stands for _, stands, _ in strengths(regiment("a", 200, guns=9))] == [3, 2]


@clause("order-cards.setup.muster", 7)
def test_a_lone_company_takes_the_field_or_does_not() -> None:
    horse = {"arm": "cavalry", "weapons": (Weapon("carbine", 70),)}
    assert strengths(regiment("a", 70, **horse), regiment("b", 400))[0] == ("A", 2, 70)
    assert [name for name, _, _ in strengths(regiment("a", 50, **horse), regiment("b", 400))] == ["B"]
    assert [name for name, _, _ in strengths(regiment("a", 89), regiment("b", 60, guns=4))] == ["B"]
    assert strengths(regiment("a", 90), regiment("b", 60, guns=4))[0] == ("A", 3, 70)


@clause("order-cards.setup.muster", 8)
def test_a_large_brigade_is_divided() -> None:
    many = [regiment(f"r{n}", 300, place=(200.0 * n + 150.0, 400.0)) for n in range(7)]
    chief = Commander("gen", "General", "union", "brigadier-general", "b", "excellent")
    found = forces_book.muster(battle(*many, commanders=(chief,)), Settings(), PLAYERS)
    assert [unit.brigade for unit in found.units] == ["b"] * 4 + ["b.2"] * 3
    assert sorted((officer.command, officer.rating) for officer in found.officers) == [("b", 30), ("b.2", 10)]


def test_a_section_joins_a_battery_of_its_brigade() -> None:
    found = strengths(regiment("r"), regiment("a", 40, guns=2), regiment("b", 60, guns=4), regiment("c", 90, guns=6))
    assert [(name, stands) for name, stands, _ in found if name != "R"] == [("B and A", 3), ("C", 3)]
    alone = strengths(regiment("r"), regiment("a", 40, guns=1))
    assert alone[1][1] == 2


@clause("order-cards.setup.muster-weapons", 1, 2)
def test_small_arms_fire_by_the_arm_that_carries_them() -> None:
    foot = forces(regiment("a", weapons=(Weapon("repeating-rifle", 400),)))[0]
    assert (foot.arm, foot.weapon) == ("infantry", "repeating-rifle")
    for arm in ("cavalry", "mounted-infantry"):
        rider = forces(regiment("a", arm=arm, dismounted=True, weapons=(Weapon("repeating-carbine", 400),)))[0]
        assert (rider.arm, rider.mounted) == ("cavalry", False)


@clause("order-cards.setup.muster-weapons", 3, 4)
def test_rifled_guns() -> None:
    rifles = regiment("a", 100, guns=6, weapons=(Weapon("3-inch-rifle", 6),))
    assert [(unit.stands, unit.rifled) for unit in forces(rifles)] == [(3, 3)]
    assert forces(rifles, house=Settings(rifled_artillery=False))[0].rifled == 0
    mixed = regiment("a", 100, guns=6, weapons=(Weapon("12-pdr-napoleon", 4), Weapon("3-inch-rifle", 2)))
    assert [(unit.stands, unit.rifled, unit.weapon) for unit in forces(mixed)] == [(3, 1, "12-pdr-napoleon")]


# ---- commanders and organisation


@clause("order-cards.setup.muster-commanders", 4, 5)
def test_who_is_commander_in_chief() -> None:
    formations = (
        Formation("a", "Army", "union", "army"),
        Formation("c1", "I Corps", "union", "corps", "a"),
        Formation("c2", "II Corps", "union", "corps", "a"),
        Formation("d", "Division", "union", "division", "c1"),
        BRIGADE,
    )
    men = [
        Commander("meade", "Meade", "union", "major-general", "a"),
        Commander("reynolds", "Reynolds", "union", "major-general", "c1"),
        Commander("hancock", "Hancock", "union", "major-general", "c2"),
        Commander("ames", "Ames", "union", "brigadier-general", "b", "poor"),
        Commander("col", "Colonel", "union", "colonel", "r"),
    ]
    found = forces_book.muster(
        battle(regiment("r"), formations=formations, commanders=tuple(men)), Settings(), PLAYERS
    ).officers
    ranks = {officer.id: (officer.rank, officer.rating) for officer in found}
    assert ranks["meade"] == ("cinc", 30)
    assert ranks["reynolds"] == ranks["hancock"] == ("division", 20)
    assert ranks["ames"] == ("brigade", 10)
    assert "col" not in ranks
    alone = Commander("wads", "Wadsworth", "union", "brigadier-general", "d")
    found = forces_book.muster(battle(regiment("r"), commanders=(alone,)), Settings(), PLAYERS).officers
    assert [(officer.id, officer.rank) for officer in found] == [("wads", "division")]


@clause("order-cards.setup.organisation")
def test_brigades_belong_to_players() -> None:
    formations = (
        Formation("d", "Division", "union", "division"),
        BRIGADE,
        Formation("e", "Another", "union", "brigade", "d"),
    )
    regiments = [
        regiment("r1", 400),
        regiment("r2", 400, place=(1300.0, 400.0)),
        regiment("r3", 400, brigade="e", formation="e", place=(1600.0, 400.0)),
        regiment("r4", 400, brigade="e", formation="e", place=(1900.0, 400.0)),
    ]
    chief = Commander("gen", "General", "union", "brigadier-general", "d")
    players = (Player("ann", "union"), Player("bob", "union", formations=("e",)), Player("cat", "confederate"))
    found = forces_book.muster(battle(*regiments, formations=formations, commanders=(chief,)), Settings(), players)
    assert [unit.player for unit in found.units] == ["ann", "ann", "bob", "bob"]
    assert [officer.player for officer in found.officers if officer.rank == "division"] == ["ann"]
    assert [hand.player for hand in found.hands] == ["ann", "bob", "cat"]
    with pytest.raises(MusterError, match="nobody plays the side 'union'"):
        forces_book.muster(battle(regiment("r")), Settings(), (Player("cat", "confederate"),))


def test_wagons_only_where_supplies_are_carried() -> None:
    assert [unit.arm for unit in forces(regiment("a"))] == ["infantry"]
    house = Settings(supply_limit=True, supply_wagons=True)
    wagons = [unit for unit in forces(regiment("a"), house=house) if unit.arm == "wagon"]
    assert [unit.load for unit in wagons] == [6]


# ---- time and reinforcements


@clause("order-cards.setup.reinforcements", 1)
def test_troops_due_after_75_minutes_come_on_at_the_ninth_card() -> None:
    late = regiment("a", 360, place=None, facing=None, arrives=Arrival(75, 1000.0, 0.0))
    unit = forces(regiment("b"), late)[1]
    assert (unit.place, unit.due, unit.formation, unit.entry) == ("arrive", 8, "column-of-march", (33.33, 0.0))
    assert [forces_book.cards_before(minute) for minute in (0, 70, 71, 80)] == [0, 7, 8, 8]


# ---- bases


@clause("order-cards.setup.bases", 1)
@clause("order-cards.formation.list", 1, 2)
def test_footprints_by_formation() -> None:
    unit = forces(regiment("a", 360))[0]

    def size(**fields: Any) -> tuple[float, float]:
        for name, value in fields.items():
            setattr(unit, name, value)
        return size_of(unit)

    assert size() == (6.0, 0.75)
    assert size(formation="column-of-march") == (1.0, 4.5)
    assert size(formation="loose-order") == (8.0, 0.75)
    assert size(disordered=True, stands=7) == (3.0, 2.25)
    guns = forces(regiment("b", 100, guns=6))[0]
    assert size_of(guns) == (4.5, 1.0)
    guns.formation = "limbered"
    assert size_of(guns) == (1.0, 6.0)
    riders = forces(regiment("c", 240, arm="cavalry"))[0]
    assert size_of(riders) == (4.0, 1.0)
    riders.mounted = False
    assert size_of(riders) == (4.0, 0.75)
