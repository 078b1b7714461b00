"""What each side may see: chits face down, dominoes looked at, and nothing else hidden."""

from __future__ import annotations

import pytest

from roundtop.battle.forms import Chosen
from roundtop.dice.sources import Stream
from roundtop.rulebooks.infantry_action.command.events import ChitRevealed, ChitsPlaced
from roundtop.rulebooks.infantry_action.field import unit_of
from roundtop.rulebooks.infantry_action.melee.events import CombatFought, DominoesSet, DominoLooked, DominoPlaced
from roundtop.rulebooks.infantry_action.state import UNKNOWN
from roundtop.rulebooks.infantry_action.views import imagine, seen, view
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import CONFEDERATE, SOUTH, UNION, Table, line, reserves, table


def looked(tile: str, place: str = "") -> Table:
    """A Union line charges, its owner having looked at a domino."""
    played = table(
        line("a", UNION, 4, 36, 20, order="charge"),
        line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="fire"),
        *reserves(),
    )
    played.choose("a").choose("x").choose("look:0", dice=(tile,))
    return played.choose(place) if place else played


@clause("infantry-action.orders.secret")
def test_the_enemy_sees_that_a_chit_lies_there_but_not_which() -> None:
    played = table(
        line("a", UNION, 4, 36, 4, order="fire"),
        line("b", UNION, 4, 46, 4, order="move"),
        line("x", CONFEDERATE, 4, 36, 44, SOUTH, order="hold"),
    )
    theirs = view(played.state, CONFEDERATE)
    assert [unit_of(theirs, id).order for id in "abx"] == [UNKNOWN, UNKNOWN, "hold"]
    ours = view(played.state, UNION)
    assert [unit_of(ours, id).order for id in "abx"] == ["fire", "move", UNKNOWN]
    nobody = view(played.state, "")
    assert [unit_of(nobody, id).order for id in "abx"] == [UNKNOWN] * 3
    played.choose("a")
    assert unit_of(view(played.state, CONFEDERATE), "a").order == "fire", "turned up when activated"
    assert unit_of(view(played.state, CONFEDERATE), "b").order == UNKNOWN


@clause("infantry-action.orders.secret")
def test_placing_chits_tells_the_enemy_only_that_they_were_placed() -> None:
    event = ChitsPlaced(UNION, (("a", "charge"), ("b", "hold")))
    assert seen(event, UNION) == event
    assert seen(event, CONFEDERATE) == ChitsPlaced(UNION, (("a", UNKNOWN), ("b", UNKNOWN)))
    assert seen(event, "") == seen(event, CONFEDERATE)


@clause("infantry-action.orders.secret")
def test_a_chit_shows_when_its_unit_shoots_at_a_charger() -> None:
    played = looked("6-5", "1:as-drawn")
    assert unit_of(view(played.state, UNION), "x").order == UNKNOWN
    played.choose("x")
    assert unit_of(view(played.state, UNION), "x").order == "fire"
    assert played.last(ChitRevealed).unit == "x"


@clause("infantry-action.orders.secret")
def test_a_unit_that_holds_its_fire_keeps_its_chit_hidden() -> None:
    played = table(
        line("a", UNION, 4, 36, 20, order="charge"),
        line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="hold"),
        line("y", CONFEDERATE, 4, 42, 30, SOUTH, order="fire"),
        *reserves(),
    )
    played.choose("a").choose("x").choose("blind:0").choose()
    assert unit_of(view(played.state, UNION), "y").order == UNKNOWN


@clause("infantry-action.combat.draw-blind")
@clause("infantry-action.combat.look-at-one")
def test_only_its_owner_knows_the_domino_he_has_looked_at() -> None:
    played = looked("6-5", "2:turned")
    mine, theirs = unit_of(view(played.state, UNION), "a"), unit_of(view(played.state, CONFEDERATE), "a")
    assert (mine.tile, mine.slot, mine.flip) == ("6-5", 2, True)
    assert (theirs.looked, theirs.tile, theirs.slot, theirs.flip) == (True, "", 2, False)
    looking = played.last(DominoLooked)
    assert seen(looking, UNION) == looking
    assert seen(looking, CONFEDERATE) == DominoLooked("a", UNION, "", ())
    placing = played.last(DominoPlaced)
    assert seen(placing, CONFEDERATE) == DominoPlaced("a", UNION, 2, False)
    laid = played.last(DominoesSet)
    assert seen(laid, CONFEDERATE) == laid


@clause("infantry-action.combat.draw-blind")
def test_the_roll_of_a_domino_does_not_tell_which_others_are_gone() -> None:
    # The place of a tile in what is left of the set would; its place in the whole set does not.
    def answer(first: str) -> int:
        played = looked(first, "1:as-drawn").choose()
        played.choose("look:0", dice=("4-4",))
        return played.last(DominoLooked).rolls[0].answer

    assert answer("1-1") == answer("6-5")


@clause("infantry-action.combat.reveal")
def test_the_combat_shows_everything_to_both() -> None:
    played = looked("6-5", "1:as-drawn").until("orders", dice=("1-1", "2-2", "3-3"))
    fought = played.last(CombatFought)
    assert seen(fought, UNION) == seen(fought, CONFEDERATE) == fought


@clause("infantry-action.orders.secret")
@clause("infantry-action.combat.draw-blind")
@pytest.mark.parametrize("player", [UNION, CONFEDERATE])
def test_what_is_imagined_looks_the_same_from_the_same_side(player: str) -> None:
    played = looked("6-5", "2:turned")
    known = view(played.state, player)
    orders: set[str] = set()
    tiles: set[str] = set()
    for seed in range(60):
        guess = imagine(known, player, Stream(str(seed)))
        assert view(guess, player) == known
        orders.add(unit_of(guess, "x").order)
        tiles.add(unit_of(guess, "a").tile)
    if player == UNION:
        assert orders == {"move", "fast-advance", "charge", "fire", "opportunity-fire", "hold"}
        assert tiles == {"6-5"}
    else:
        assert orders == {"fire"}
        assert len(tiles) > 20


@clause("infantry-action.orders.secret")
def test_a_routed_unit_is_never_imagined_with_a_charge() -> None:
    played = table(
        line("a", UNION, 4, 36, 4, order="hold", routed=1, start=8),
        line("x", CONFEDERATE, 4, 36, 44, SOUTH, order="hold"),
        turn=3,
    )
    known = view(played.state, CONFEDERATE)
    guesses = {unit_of(imagine(known, CONFEDERATE, Stream(str(n))), "a").order for n in range(60)}
    assert guesses == {"move", "fast-advance", "fire", "opportunity-fire", "hold"}


@clause("infantry-action.orders.secret")
@clause("infantry-action.chargefire.who")
def test_decisions_of_one_side_do_not_depend_on_the_chits_of_the_other() -> None:
    def asked(order: str) -> object:
        played = table(
            line("a", UNION, 4, 36, 20, order="charge"),
            line("x", CONFEDERATE, 4, 36, 30, SOUTH, order=order),
            *reserves(),
        )
        return played.choose("a").decision

    assert asked("fire") == asked("hold") == asked("charge")
    played = looked("6-5", "1:as-drawn")
    assert played.refusal(Chosen(("a",))) == [""]
