"""What a second reader of the source tried at the table."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards.table import playing, small_print
from roundtop.rulebooks.order_cards.command.events import HandedOver, Released
from roundtop.rulebooks.order_cards.field import changing
from roundtop.rulebooks.order_cards.fire.events import Fired, Sniped
from roundtop.rulebooks.order_cards.melee.events import MeleeFought
from roundtop.rulebooks.order_cards.state import Delivered, Hand, State, Unit
from roundtop.table.path import Manoeuvre, forward, leg, oblique, shift, wheel
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    Die,
    Table,
    area,
    charge,
    field,
    foot,
    general,
    guns,
    hill,
    horse,
    obstacle,
    position,
    reserves,
    sixes,
    table,
    wagon,
)

# ---- messengers


def two_players(other: tuple[str, ...]) -> State:
    """Union has two players; the brigade of the regiment u has been handed to the second, who has these cards."""
    line = foot("u", UNION, 4, 30, 10, brigade="first")
    state = changing(position(*reserves(), line, later=("volley", "march")))
    state.hands = (*state.hands, Hand("second", UNION, other, turned=0))
    state.delivered = (Delivered(UNION, "hand-over", "first", "second"),)
    return state


@clause("order-cards.officer.messengers")
def test_a_brigade_handed_over_acts_at_the_addressees_next_card() -> None:
    begun = Table(two_players(("advance",)), cards_events.TakeTurn(UNION, 2))
    assert [event.player for event in begun.all(HandedOver)] == ["second"]
    assert begun.unit("u").player == "second"
    assert begun.state.delivered == ()


@clause("order-cards.officer.messengers")
def test_a_player_without_cards_lays_a_set_and_has_the_brigade_with_his_first_card() -> None:
    begun = Table(two_players(()), cards_events.TakeTurn(UNION, 2))
    # Until the set is over the brigade goes by the cards of whoever had it.
    assert begun.all(HandedOver) == []
    assert begun.unit("u").player == UNION
    assert "second" in playing(begun.state)
    anew = Table(begun.state, cards_events.BeginSet(2))
    for player in (UNION, CONFEDERATE, "second"):
        last = player == "second"
        cards = ("march", "advance", "volley", "charge", "hold")
        anew.lay(player, *cards, dice=["d10:9", "d10:2"] if last else [])
    anew.choose("first")
    assert anew.unit("u").player == "second"


@clause("order-cards.officer.messengers")
def test_a_brigade_in_reserve_fires_and_is_free_once_it_was_attacked() -> None:
    line = foot("u", UNION, 4, 30, 10, brigade="held")
    foe = foot("x", CONFEDERATE, 6, 30, 18, SOUTH)
    held = changing(position(*reserves(), line, foe, card="advance-firing", later=("charge",)))
    held.reserves = (("held", 0),)
    begun = Table(held, cards_events.CardInPlay((UNION,)))
    assert begun.deeds("u") == ["fire"]
    begun.do("u", "fire")
    begun.choose("x", dice=[81])
    assert begun.all(Released) == []
    hurt = changing(
        position(*reserves(), foot("u", UNION, 4, 30, 10, brigade="held", circled=1), foe, later=("march",))
    )
    hurt.reserves = (("held", 0),)
    again = Table(hurt, cards_events.TakeTurn(UNION, 2))
    assert [event.brigade for event in again.all(Released)] == ["held"]
    assert "move" in again.deeds("u")


# ---- a club's own deck


@clause("order-cards.cards.deck")
def test_a_card_of_a_clubs_own_word_says_that_it_is_played_by_its_figures() -> None:
    deck = (
        '[[card]]\ncard = "creep"\nname = "Creep"\ninfantry = 3\ncavalry = 4\nlimbered = 2\nfire_pct = 0\ncharge = 0\n'
        "type_move = true\n" + _plain("march")
    )
    cards = {
        card.word: small_print(card)
        for card in position(foot("u", UNION, 4, 30, 10), card="creep", other="march", deck=deck, cards_per_set=1).deck
    }
    assert cards == {
        "creep": "foot 3, horse 4, limbers 2″; a word without rules: played by its figures alone",
        "march": "foot 10, horse 14, limbers 14″",
    }


def _plain(word: str) -> str:
    return (
        f'[[card]]\ncard = "{word}"\nname = "{word.title()}"\ninfantry = 10\ncavalry = 14\nlimbered = 14\n'
        "fire_pct = 0\ncharge = 0\ntype_move = true\n"
    )


# ---- dismounting


@clause("order-cards.formation.change-formation")
def test_who_walks_on_after_dismounting_is_on_foot() -> None:
    def moving() -> Table:
        begun = table(*reserves(), horse("u", UNION, 4, 30, 10), card="march")
        return begun.do("u", "move")

    dismount = Manoeuvre("form", on="dismount")
    # March: 14 for horses, 10 for men on foot; dismounting takes 6.
    for lawful in ((forward(8.0), dismount), (dismount, forward(4.0)), (forward(3.0), dismount, forward(1.0))):
        moving().march(*lawful)
    for unlawful in ((dismount, forward(4.1)), (forward(4.0), dismount, forward(1.0))):
        assert moving().no_march(*unlawful) == ["formation.change-formation"]


# ---- what ground costs: to the inch, and a tenth more is too far

WALL = obstacle("wall", (10, 12), (50, 12))
HEDGE = obstacle("hedge", (10, 12), (50, 12))
STREAM = obstacle("stream", (10, 12), (50, 12))
CREEK = obstacle("creek", (10, 12), (50, 12))
ABATIS = obstacle("abatis", (10, 12), (50, 12))
RIVER = obstacle("river", (10, 12), (50, 12))
WOOD = area("woods", 10, 12, 50, 40)
WOODED = area("woods", 10, 4, 50, 40)
FOOT = foot("u", UNION, 4, 30, 10)
CROWD = foot("u", UNION, 4, 30, 10, disordered=True)
HORSE = horse("u", UNION, 4, 30, 10)
LIMBERS = guns("u", UNION, 2, 30, 10, formation="limbered")
GUNS = guns("u", UNION, 2, 30, 10)
FILE = foot("u", UNION, 4, 30, 8, formation="column-of-march")
ONWARDS: dict[str, tuple[Unit, str, tuple[Any, ...], float, bool]] = {
    "open ground": (FOOT, "march", (), 10.0, False),
    "a wall in good order": (FOOT, "march", (WALL,), 4.0, False),
    "a wall in haste": (FOOT, "march", (WALL,), 8.0, True),
    "a bush": (FOOT, "march", (HEDGE,), 6.0, True),
    "a creek": (FOOT, "march", (STREAM,), 8.0, False),
    "a minor river": (FOOT, "march", (CREEK,), 6.0, True),
    "a creek in a wood": (FOOT, "march", (STREAM, WOODED), 8.0, False),
    "a minor river in a wood": (FOOT, "march", (CREEK, WOODED), 6.0, True),
    "a defence barrier": (FOOT, "march", (ABATIS,), 4.0, True),
    "a wood": (FOOT, "march", (WOOD,), 6.0, False),
    "a wood in disorder": (CROWD, "march", (WOOD,), 8.0, True),
    "a wood on horseback": (HORSE, "march", (WOOD,), 6.0, False),
    "an orchard": (FOOT, "march", (area("orchard", 10, 12, 50, 40),), 8.0, False),
    "corn": (FOOT, "march", (area("corn", 10, 12, 50, 40),), 6.0, False),
    "corn on horseback": (HORSE, "march", (area("corn", 10, 12, 50, 40),), 10.0, False),
    "corn with limbers": (LIMBERS, "march", (area("corn", 10, 12, 50, 40),), 14.0, False),
    "rough ground": (FOOT, "march", (area("rough", 10, 12, 50, 40),), 8.0, False),
    "rough ground and a bush": (FOOT, "march", (area("rough", 10, 11, 50, 40), HEDGE), 4.0, True),
    "two creeks": (FOOT, "march", (STREAM, obstacle("stream", (10, 13), (50, 13))), 6.0, False),
    "two woods": (FOOT, "march", (area("woods", 10, 11, 50, 12), area("woods", 10, 13, 50, 40)), 6.0, False),
    "a column": (FILE, "double-quick", (), 12.0, False),
    "limbers on the double": (LIMBERS, "double-quick", (), 16.0, False),
    "guns by hand": (GUNS, "march", (), 2.0, False),
    "guns by hand in a wood": (GUNS, "march", (WOODED,), 1.0, False),
    "a wood's edge left behind": (
        foot("u", UNION, 4, 30, 11.55), "march", (area("woods", 10, 4, 50, 12),), 10.0, False,
    ),
}  # fmt: skip


@clause("order-cards.move.terrain-table")
@clause("order-cards.move.card-distance")
@pytest.mark.parametrize("what", ONWARDS)
def test_ground_costs_what_the_table_says(what: str) -> None:
    unit, card, things, inches, disorder = ONWARDS[what]

    def moving() -> Table:
        return table(*reserves(), unit, card=card, ground=field(*things)).do("u", "move")

    step = shift(0.0, inches) if unit.formation == "unlimbered" or unit.disordered else forward(inches)
    begun = moving().march(step)
    assert begun.unit("u").disordered == disorder
    if what != "a wall in good order":
        longer = shift(0.0, inches + 0.1) if step.kind == "shift" else forward(inches + 0.1)
        assert moving().no_march(longer)


BARRED: dict[str, tuple[Unit, tuple[Any, ...], str]] = {
    "horses at a wall": (HORSE, (WALL,), "move.cavalry-limits"),
    "horses at a fence": (HORSE, (obstacle("fence", (10, 12), (50, 12)),), "move.cavalry-limits"),
    "horses at a bush": (HORSE, (HEDGE,), "move.cavalry-limits"),
    "limbers at a creek": (LIMBERS, (STREAM,), "move.limber-limits"),
    "limbers at a bush": (LIMBERS, (HEDGE,), "move.limber-limits"),
    "limbers in a wood": (LIMBERS, (WOOD,), "move.limber-limits"),
    "anybody at a river": (FOOT, (RIVER,), "move.major-river"),
    "guns by hand over a wall": (
        guns("u", UNION, 2, 30, 11), (WALL,), "move.fixed-moves",
    ),
}  # fmt: skip


@clause("order-cards.move.limber-limits")
@clause("order-cards.move.cavalry-limits")
@pytest.mark.parametrize("what", BARRED)
def test_what_cannot_be_crossed(what: str) -> None:
    unit, things, why = BARRED[what]
    begun = table(*reserves(), unit, card="march", ground=field(*things)).do("u", "move")
    assert why in begun.no_march(shift(0.0, 2.0) if unit.formation == "unlimbered" else forward(4.0))


MANOEUVRES: dict[str, tuple[tuple[Manoeuvre, ...], bool]] = {
    "an about-face and 8": ((Manoeuvre("about-face"), forward(8.0)), True),
    "an about-face and more": ((Manoeuvre("about-face"), forward(8.1)), False),
    "an oblique of 45 and 8": ((oblique(8.0, 4500),), True),
    "an oblique of 46": ((oblique(4.0, 4600),), False),
    "an oblique and more": ((oblique(8.1, 4500),), False),
    "two obliques for one price": ((oblique(4.0, 4500), oblique(4.0, -4500)), True),
    "a wheel and the rest": ((wheel(4500, "left"), forward(6.85)), True),
    "a wheel and too much": ((wheel(4500, "left"), forward(6.9)), False),
    "loose order and 4": ((Manoeuvre("form", on="loose"), forward(4.0)), True),
    "loose order and more": ((Manoeuvre("form", on="loose"), forward(4.1)), False),
    "back at double": ((forward(-5.0),), True),
    "back too far": ((forward(-5.1),), False),
}


@clause("order-cards.move.oblique")
@clause("order-cards.move.wheel")
@pytest.mark.parametrize("what", MANOEUVRES)
def test_manoeuvres_cost_what_the_table_says(what: str) -> None:
    made, lawful = MANOEUVRES[what]
    begun = table(*reserves(), foot("u", UNION, 4, 30, 15), card="march").do("u", "move")
    if lawful:
        begun.march(*made)
        assert begun.unit("u").moved
    else:
        assert begun.no_march(*made)


@clause("order-cards.move.fixed-moves")
@pytest.mark.parametrize("card", ["march", "volley", "rout-and-rally", "re-supply"])
def test_an_officer_rides_sixteen_inches_on_every_card(card: str) -> None:
    begun = table(*reserves(), FOOT, general("g", UNION, 20, 20), card=card)
    begun.choose("g")
    assert begun.no_march(leg(36.1, 20.0)) == ["move.fixed-moves"]
    begun.march(leg(36.0, 20.0))


# ---- fire: percent, to the row

TARGET = foot("x", CONFEDERATE, 6, 30, 16, SOUTH)
LINE = foot("u", UNION, 6, 30, 10)
FIRE: dict[str, tuple[Unit, Unit, str, int, int]] = {
    # firer, target, card, percent, and the save against it
    "six stands of a volley": (LINE, TARGET, "volley", 240, 0),
    "six stands advancing": (LINE, TARGET, "advance-firing", 120, 0),
    "head down": (LINE, foot("x", CONFEDERATE, 6, 30, 16, SOUTH, state="head-down"), "volley", 120, 0),
    "low on ammunition": (foot("u", UNION, 6, 30, 10, ammo="low"), TARGET, "volley", 120, 0),
    "from loose order": (foot("u", UNION, 6, 30, 10, formation="loose-order"), TARGET, "volley", 120, 0),
    "at loose order": (LINE, foot("x", CONFEDERATE, 6, 30, 16, SOUTH, formation="loose-order"), "volley", 120, 0),
    "from loose order at loose order": (
        foot("u", UNION, 6, 30, 10, formation="loose-order"),
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH, formation="loose-order"), "volley", 60, 0,
    ),
    "with heads down": (
        foot("u", UNION, 6, 30, 10, state="head-down", in_position=True), TARGET, "volley", 120, 0,
    ),
    "at guns in action": (LINE, guns("x", CONFEDERATE, 3, 30, 16, SOUTH), "volley", 120, 0),
    "at limbered guns": (
        LINE, guns("x", CONFEDERATE, 2, 30, 16, SOUTH, formation="limbered"), "volley", 480, 0,
    ),
    "at horses": (LINE, horse("x", CONFEDERATE, 6, 30, 16, SOUTH), "volley", 480, 0),
    "at a wagon": (LINE, wagon("x", CONFEDERATE, 30, 16), "volley", 480, 0),
    "in disorder, one stand": (foot("u", UNION, 6, 30, 10, disordered=True), TARGET, "volley", 40, 0),
    "horsemen near": (horse("u", UNION, 6, 30, 12), TARGET, "volley", 150, 0),
    "horsemen on foot near": (horse("u", UNION, 6, 30, 12, mounted=False), TARGET, "volley", 300, 0),
    "horsemen on foot far": (horse("u", UNION, 6, 30, 9.5, mounted=False), TARGET, "volley", 240, 0),
    "smoothbores near": (guns("u", UNION, 3, 30, 10), TARGET, "volley", 480, 0),
    "smoothbores on any card of fire": (guns("u", UNION, 3, 30, 10), TARGET, "hold", 480, 0),
    "smoothbores far": (guns("u", UNION, 3, 30, 5), TARGET, "volley", 240, 0),
    "rifles near": (guns("u", UNION, 3, 30, 10, rifled=3), TARGET, "volley", 420, 0),
    "rifles far": (guns("u", UNION, 3, 30, 5, rifled=3), TARGET, "volley", 180, 0),
    "along the line": (LINE, foot("x", CONFEDERATE, 6, 30, 18, EAST), "volley", 480, 0),
}  # fmt: skip


def script(percent: int, save: int) -> list[Die]:
    """Dice by which no chance hit lands, every other one is saved where it can be, and who is hit stands."""
    hits = percent // 100
    chance: list[Die] = [100] if percent % 100 else []
    if save:
        return [*chance, *[1] * hits]
    return [*chance, *([2] if hits else [])]


def shot(firer: Unit, target: Unit, card: str, percent: int, save: int, **rest: Any) -> Table:
    begun = table(*reserves(), firer, target, card=card, **rest).do("u", "fire")
    untested = target.arm == "wagon"
    dice = [die for die in script(percent, save) if not untested or die == 100]
    return begun.choose("x", dice=dice)


@clause("order-cards.fire.modifier-table")
@pytest.mark.parametrize("what", FIRE)
def test_fire_is_worth_what_the_table_says(what: str) -> None:
    firer, target, card, percent, save = FIRE[what]
    begun = shot(firer, target, card, percent, save)
    assert (begun.last(Fired).percent, begun.last(Fired).hits) == (percent, percent // 100)


COVERED: dict[str, tuple[Unit, tuple[Any, ...], int, int]] = {
    # firer, the ground, percent, highest die that saves
    "behind a wall": (LINE, (obstacle("wall", (20, 15.4), (40, 15.4)),), 240, 30),
    "behind a fence": (LINE, (obstacle("fence", (20, 15.4), (40, 15.4)),), 240, 20),
    "behind a bush": (LINE, (obstacle("hedge", (20, 15.4), (40, 15.4)),), 240, 20),
    "in an earthwork": (LINE, (obstacle("earthwork", (20, 15.4), (40, 15.4)),), 120, 30),
    "guns at a wall": (guns("u", UNION, 3, 30, 10), (obstacle("wall", (20, 15.4), (40, 15.4)),), 480, 0),
    "guns at an earthwork": (guns("u", UNION, 3, 30, 10), (obstacle("earthwork", (20, 15.4), (40, 15.4)),), 240, 30),
    "in an orchard": (LINE, (area("orchard", 20, 15, 40, 20),), 240, 0),
    "at a wood's edge": (LINE, (area("woods", 20, 15.3, 40, 22),), 240, 20),
    "guns at a wood's edge": (guns("u", UNION, 3, 30, 10), (area("woods", 20, 15.3, 40, 22),), 480, 0),
    "a wall behind them": (LINE, (obstacle("wall", (20, 16.6), (40, 16.6)),), 240, 0),
}  # fmt: skip


@clause("order-cards.save.table")
@pytest.mark.parametrize("what", COVERED)
def test_cover_saves_what_the_table_says(what: str) -> None:
    firer, things, percent, save = COVERED[what]
    hits = percent // 100
    chance: list[Die] = [100] if percent % 100 else []
    ground = field(*things)
    if not save:
        assert shot(firer, TARGET, "volley", percent, 0, ground=ground).last(Fired).boxes == hits
        return
    begun = table(*reserves(), firer, TARGET, card="volley", ground=ground).do("u", "fire")
    # All but the last die save to the point; the last fails by one.
    begun.choose("x", dice=[*chance, *[save] * (hits - 1), save + 1, 2])
    assert (begun.last(Fired).saved, begun.last(Fired).boxes) == (hits - 1, 1)


@clause("order-cards.fire.two-stands")
@pytest.mark.parametrize(
    ("y", "x", "may"), [(20.75, 30, True), (20.8, 30, False), (17.0, 38.5, False), (17.0, 35.9, True)]
)
def test_two_stands_must_bear_on_two(y: float, x: float, may: bool) -> None:
    # Ten inches to the stand; and past the flank of a line of two only what is in arc and range.
    begun = table(*reserves(), foot("u", UNION, 2, 30, 10), foot("x", CONFEDERATE, 2, x, y, SOUTH), card="volley")
    assert ("fire" in begun.offers("u")) == may


@clause("order-cards.fire.double-fire")
@pytest.mark.parametrize(("ammo", "percent", "after"), [("normal", 480, "low"), ("low", 240, "out")])
def test_double_fire_costs_ammunition(ammo: str, percent: int, after: str) -> None:
    begun = table(*reserves(), foot("u", UNION, 6, 30, 10, ammo=ammo), TARGET, card="volley").do("u", "fire")
    begun.choose("double:x", dice=[100, 2])
    assert (begun.last(Fired).percent, begun.unit("u").ammo) == (percent, after)
    out = table(*reserves(), foot("u", UNION, 6, 30, 10, ammo="out"), TARGET, card="volley")
    assert "fire" not in out.deeds("u")


@clause("order-cards.officer.sniping")
@pytest.mark.parametrize(
    ("y", "friend", "percent"), [(15.0, 30.0, 60), (18.0, 30.0, 30), (15.0, 16.8, 0), (15.0, 17.0, 60)]
)
def test_lone_officers_are_shot_at(y: float, friend: float, percent: int) -> None:
    near = foot("y", CONFEDERATE, 4, 30, y + friend - 12.0, SOUTH)
    begun = table(*reserves(), LINE, near, general("g", CONFEDERATE, 30, y), card="volley").do("u", "fire")
    assert ("g" in begun.keys) == (percent > 0)
    if percent:
        begun.choose("g", dice=[100])
        assert begun.last(Sniped).percent == percent


# ---- morale

SHAKEN: dict[str, tuple[Unit, tuple[Any, ...], tuple[Die, ...], tuple[str, bool, int]]] = {
    # the unit hit by one box, the ground, the dice of its test, and its state, disorder and boxes afterwards
    "70 stands": (foot("x", CONFEDERATE, 6, 30, 16, SOUTH), (), (70,), ("steady", False, 1)),
    "71 does not": (foot("x", CONFEDERATE, 6, 30, 16, SOUTH), (), (71,), ("head-down", True, 1)),
    "a stand lost counts at once": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH, circled=3), (), (61,), ("head-down", True, 4),
    ),
    "in disorder 10 less": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH, disordered=True), (), (61,), ("head-down", True, 1),
    ),
    "head down routs and two boxes": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH, state="head-down", in_position=True), (), (71,), ("routing", True, 3),
    ),
    "routing at half, four boxes": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH, state="routing", disordered=True, grade=50), (), (26,),
        ("routing", True, 5),
    ),
    "00 routs anybody and four boxes": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH, grade=80), (), (100,), ("routing", True, 5),
    ),
    "a wall 10 more": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH), (obstacle("wall", (20, 15.4), (40, 15.4)),), (80,),
        ("steady", False, 1),
    ),
    "head down in cover is in order": (
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH), (obstacle("wall", (20, 15.4), (40, 15.4)),), (81,),
        ("head-down", False, 1),
    ),
}  # fmt: skip


@clause("order-cards.morale.fire-check-failed")
@clause("order-cards.morale.modifiers")
@pytest.mark.parametrize("what", SHAKEN)
def test_who_is_hit_tests(what: str) -> None:
    target, things, dice, wanted = SHAKEN[what]
    two = foot("u", UNION, 3, 30, 10)
    ground = field(*things)
    begun = table(*reserves(), two, target, card="volley", ground=ground).do("u", "fire")
    # Three stands of 40%: one hit and 20% for another; by a head-down target half of it, 60%, hits.
    first: list[Die] = [60] if target.state == "head-down" else [100]
    saves: list[Die] = [31] if things else []
    begun.choose("x", dice=[*first, *saves, *dice])
    unit = begun.unit("x")
    assert (unit.state, unit.disordered, unit.circled) == wanted


@clause("order-cards.officer.fire-double")
def test_an_officer_who_lends_his_rating_falls_by_a_double() -> None:
    line = foot("u", UNION, 3, 30, 10)
    leader = general("g", CONFEDERATE, 30, 18, rating=20)
    begun = table(*reserves(), line, TARGET, leader, card="volley").do("u", "fire")
    begun.choose("x", dice=[100])
    assert begun.asked[0] == CONFEDERATE
    begun.choose("g", dice=[88])
    assert (begun.unit("x").state, begun.officer("g").place) == ("steady", "gone")


# ---- rallying

RALLIES: dict[str, tuple[dict[str, Any], tuple[Die, ...], tuple[str, int]]] = {
    "head down at 70": ({"state": "head-down", "in_position": True}, (70,), ("steady", 0)),
    "head down at 71": ({"state": "head-down", "in_position": True}, (71,), ("routing", 2)),
    "routing at 35": ({"state": "routing", "disordered": True}, (25,), ("steady", 0)),
    "routing above": ({"state": "routing", "disordered": True}, (36,), ("routing", 4)),
}


@clause("order-cards.rally.card")
@pytest.mark.parametrize("what", RALLIES)
def test_rallying(what: str) -> None:
    fields, dice, (state, boxes) = RALLIES[what]
    begun = table(*reserves(), foot("u", UNION, 6, 30, 10, **fields), TARGET, card="rout-and-rally")
    begun.do("u", "rally", dice=dice)
    assert (begun.unit("u").state, begun.unit("u").circled) == (state, boxes)


# ---- who may charge whom, and what the fight is worth

CHARGERS: dict[str, tuple[Unit, Unit, bool]] = {
    "a line": (LINE, TARGET, True),
    "a column of march": (foot("u", UNION, 6, 30, 8, formation="column-of-march"), TARGET, False),
    "a crowd": (foot("u", UNION, 6, 30, 10, disordered=True), TARGET, False),
    "loose order at a line": (foot("u", UNION, 6, 30, 10, formation="loose-order"), TARGET, False),
    "loose order at a crowd": (
        foot("u", UNION, 6, 30, 10, formation="loose-order"),
        foot("x", CONFEDERATE, 6, 30, 16, SOUTH, disordered=True), True,
    ),
    "loose order at guns in action": (
        foot("u", UNION, 6, 30, 10, formation="loose-order"), guns("x", CONFEDERATE, 3, 30, 16, SOUTH), True,
    ),
    "loose order at horses": (
        foot("u", UNION, 6, 30, 10, formation="loose-order"), horse("x", CONFEDERATE, 4, 30, 16, SOUTH), False,
    ),
    "horsemen in line": (horse("u", UNION, 6, 30, 10), TARGET, True),
    "guns": (guns("u", UNION, 3, 30, 10), TARGET, False),
    "heads down": (foot("u", UNION, 6, 30, 10, state="head-down", in_position=True), TARGET, False),
}  # fmt: skip


@clause("order-cards.charge.who")
@pytest.mark.parametrize("what", CHARGERS)
def test_who_may_charge(what: str) -> None:
    unit, target, may = CHARGERS[what]
    begun = table(*reserves(), unit, target, card="charge")
    assert ("charge" in begun.offers("u")) == may


FIGHTS: dict[str, tuple[Unit, Unit, tuple[Any, ...], tuple[int, int]]] = {
    # charger, charged, ground, the totals of a first round with 7 on either side's dice
    "six against six, charge home": (LINE, TARGET, (), (16, 13)),
    "at heads down": (
        LINE, foot("x", CONFEDERATE, 6, 30, 16, SOUTH, state="head-down", in_position=True), (), (16, 10),
    ),
    "at the low on ammunition": (LINE, foot("x", CONFEDERATE, 6, 30, 16, SOUTH, ammo="low"), (), (16, 11)),
    "at a crowd": (LINE, foot("x", CONFEDERATE, 6, 30, 16, SOUTH, disordered=True), (), (16, 11)),
    "at a flank": (LINE, foot("x", CONFEDERATE, 6, 30, 18, EAST), (), (16, 10)),
    "at a rear": (LINE, foot("x", CONFEDERATE, 6, 30, 16, NORTH), (), (16, 10)),
    "at a wall": (LINE, TARGET, (obstacle("wall", (20, 15.5), (40, 15.5)),), (16, 15)),
    "at an earthwork": (LINE, TARGET, (obstacle("earthwork", (20, 15.5), (40, 15.5)),), (16, 17)),
    "up a hill": (LINE, TARGET, (hill(1, 10, 13, 50, 40),), (16, 14)),
    "at loose order": (LINE, foot("x", CONFEDERATE, 6, 30, 16, SOUTH, formation="loose-order"), (), (22, 13)),
    "on horseback": (horse("u", UNION, 6, 30, 10), TARGET, (), (18, 13)),
    "low on ammunition": (foot("u", UNION, 6, 30, 10, ammo="out"), TARGET, (), (14, 13)),
}  # fmt: skip


@clause("order-cards.melee.modifiers")
@pytest.mark.parametrize("what", FIGHTS)
def test_a_melee_is_worth_what_the_table_says(what: str) -> None:
    unit, target, things, (ours, theirs) = FIGHTS[what]
    begun = table(*reserves(), unit, target, card="charge-home", ground=field(*things), melee_winner_checks=False)
    charge(begun, "u", "x", extra="0")
    # Both throw 7; the higher total wins, the loser goes back and tests: 01 keeps it steady.
    begun.do("u", "fight", dice=[*sixes(3, 4, 3, 4), 1])
    fought = begun.last(MeleeFought)
    assert fought.totals[0] == (ours, theirs)
