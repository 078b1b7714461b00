"""Blinds: what the enemy sees, what he is told, and what may be imagined under them."""

from __future__ import annotations

from roundtop.battle.engine import codec
from roundtop.dice.sources import Stream
from roundtop.rulebooks.chamberlain import RULEBOOK
from roundtop.rulebooks.chamberlain.activation.events import Activated, ActivationThrown, CommandGiven
from roundtop.rulebooks.chamberlain.command.events import OfficerMoved, OfficerPlaced, SecondNamed
from roundtop.rulebooks.chamberlain.concealment.events import LookedAround
from roundtop.rulebooks.chamberlain.deployment.events import Deployed
from roundtop.rulebooks.chamberlain.field import block, unit_of
from roundtop.rulebooks.chamberlain.fire.events import VolleyFired
from roundtop.rulebooks.chamberlain.fire.table import may_fire
from roundtop.rulebooks.chamberlain.morale.events import RallyTried
from roundtop.rulebooks.chamberlain.movement.events import Moved
from roundtop.rulebooks.chamberlain.scene import scene, tell
from roundtop.rulebooks.chamberlain.state import ON_TABLE, UNKNOWN, UNSEEN, State
from roundtop.rulebooks.chamberlain.tables import WEAPONS
from roundtop.rulebooks.chamberlain.views import NOWHERE, imagine, seen, view
from roundtop.table.ground import block_touches_area, off_table
from roundtop.table.path import Manoeuvre
from tests.clauses import clause
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    WEST,
    active,
    ahead,
    area,
    at,
    chief,
    field,
    foot,
    general,
    guns,
    horse,
    position,
    table,
    turn,
)

BLIND = guns("g", CONFEDERATE, 12, 12, SOUTH, traits=("RANGE",), concealed=True)


@clause("chamberlain.conceal.what-is-hidden", 1)
def test_a_blind_shows_its_place_and_nothing_else() -> None:
    state = position(foot("a", UNION, 12, 2), BLIND, general("h", CONFEDERATE, "A", unit="g"))
    blind = unit_of(view(state, UNION), "g")
    assert (blind.pose, blind.concealed, blind.place) == (at(12, 12, SOUTH), True, ON_TABLE)
    hidden = (blind.key, blind.name, blind.force, blind.arm, blind.weapon, blind.moved)
    assert set(hidden) == {UNKNOWN}
    assert (blind.elan, blind.fatigue, blind.ammo, blind.start_ammo, blind.traits) == (-1, -1, -1, -1, (UNKNOWN,))
    assert next(o for o in view(state, UNION).officers if o.id == "h").unit == UNKNOWN
    assert unit_of(view(state, CONFEDERATE), "g").ammo == 6
    assert "RANGE" not in codec(RULEBOOK).text(view(state, UNION))


def test_the_picture_of_a_blind_tells_nothing() -> None:
    state = position(foot("a", UNION, 12, 2), BLIND)
    piece = next(piece for piece in scene(view(state, UNION)).pieces if piece.id == "g")
    assert (piece.name, piece.glyph, piece.group) == ("Blind", "marker", "")
    assert [badge.shape for badge in piece.badges] == ["hidden"]
    own = next(piece for piece in scene(view(state, CONFEDERATE)).pieces if piece.id == "g")
    assert own.glyph == "artillery"


@clause("chamberlain.conceal.what-is-hidden")
def test_in_fog_a_blind_is_shown_only_while_it_is_seen() -> None:
    wood = field(area("heavy-woods", 8, 6, 16, 8))
    state = position(foot("a", UNION, 12, 4), BLIND, ground=wood, conceal_level="sight")
    blind = unit_of(view(state, UNION), "g")
    assert (blind.place, blind.pose) == (UNSEEN, NOWHERE)
    open_field = position(foot("a", UNION, 12, 4.5), BLIND, conceal_level="sight")
    assert unit_of(view(open_field, UNION), "g").pose == at(12, 12, SOUTH)
    assert unit_of(view(open_field, ""), "g").place == UNSEEN


@clause("chamberlain.conceal.what-is-hidden")
def test_in_fog_a_move_is_stopped_by_what_could_not_be_seen() -> None:
    wood = field(area("heavy-woods", 12.55, 5.1, 13.1, 6.9))
    hidden = foot("e", CONFEDERATE, 13.2, 7.1, WEST, concealed=True)
    game = active(foot("a", UNION, 12, 5), hidden, use="a", ground=wood, conceal_level="sight")
    assert unit_of(game.seen_by(UNION), "e").place == UNSEEN
    game.march(ahead(2))
    assert game.pose("a") == (12.0, 6.6, 0.0)
    assert game.last(Moved).halted
    assert game.all(LookedAround)
    assert unit_of(game.seen_by(UNION), "e").place == ON_TABLE
    # In its way stands what nobody saw: it stops short of it.
    flat = foot("e", CONFEDERATE, 12, 7.4, concealed=True)
    deep = field(area("heavy-woods", 8, 5.3, 16, 5.5))
    short = active(horse("a", UNION, 12, 5), flat, use="a", ground=deep, conceal_level="sight")
    assert unit_of(short.seen_by(UNION), "e").place == UNSEEN
    short.march(Manoeuvre("shift", x=0.0, y=2.0))
    assert short.pose("a") == (12.0, 6.85, 0.0)
    assert short.last(Moved).halted


@clause("chamberlain.conceal.what-is-hidden")
@clause("chamberlain.rally.distance")
def test_in_fog_an_unseen_enemy_may_spoil_a_rally() -> None:
    wood = field(area("heavy-woods", 8, 5.05, 16, 6.5))
    hidden = foot("e", CONFEDERATE, 12, 6.9, SOUTH, concealed=True)
    game = active(foot("a", UNION, 12, 5, fatigue=3), hidden, use="a", ground=wood, conceal_level="sight")
    assert unit_of(game.seen_by(UNION), "e").place == UNSEEN
    game.march(Manoeuvre("rally"))
    assert game.last(RallyTried).spoiled
    assert game.unit("a").moved == "rally"


@clause("chamberlain.command.placement")
def test_what_the_enemy_is_told_of_officers_with_blinds() -> None:
    placed = OfficerPlaced("h", CONFEDERATE, "g", None, True)
    assert seen(placed, UNION) == OfficerPlaced("h", CONFEDERATE, UNKNOWN, None, True)
    assert seen(placed, CONFEDERATE) == placed
    moved = OfficerMoved("h", CONFEDERATE, "g", "overrun", True)
    assert seen(moved, "") == OfficerMoved("h", CONFEDERATE, UNKNOWN, "overrun", True)
    named = SecondNamed("h", CONFEDERATE, "g", True)
    assert seen(named, UNION) == SecondNamed("h", CONFEDERATE, UNKNOWN, True)
    open_post = OfficerPlaced("h", CONFEDERATE, "f", None, False)
    assert seen(open_post, UNION) == open_post
    reached = Activated(CONFEDERATE, True, ("f", "g"))
    assert seen(reached, UNION) == Activated(CONFEDERATE, True, ())
    assert seen(LookedAround(), UNION) is None


@clause("chamberlain.conceal.what-is-hidden")
def test_the_enemy_is_not_told_which_blind_is_activated() -> None:
    given = CommandGiven(CONFEDERATE, "unit", "confederate-3", "h", 0, True)
    assert seen(given, UNION) == CommandGiven(CONFEDERATE, "unit", UNKNOWN, "h", 0, True)
    assert seen(given, CONFEDERATE) == given
    thrown = ActivationThrown(CONFEDERATE, "lone", "confederate-3", "h", 4, True, "", (), True)
    assert seen(thrown, "") == ActivationThrown(CONFEDERATE, "lone", UNKNOWN, UNKNOWN, 4, True, "", (), True)
    assert seen(thrown, CONFEDERATE) == thrown
    table_now = view(position(foot("a", UNION, 12, 2), BLIND, general("h", CONFEDERATE, unit="g")), UNION)
    for event in (given, thrown):
        assert "oncealed unit" in tell(table_now, seen(event, UNION)).text
    in_the_open = CommandGiven(CONFEDERATE, "unit", "confederate-3", "h", 0, False)
    assert seen(in_the_open, UNION) == in_the_open


@clause("chamberlain.activate.cnc-command")
def test_a_command_to_a_blind_names_it_to_its_own_side_only() -> None:
    officers = (chief(UNION, unit="b"), general("h", UNION, "A", unit="a"))
    blinds = (foot("a", UNION, 12, 4, concealed=True), foot("b", UNION, 14, 4, concealed=True))
    game = table(*blinds, *officers)
    game.choose("command-unit:b")
    given = game.last(CommandGiven)
    assert (given.what, given.hidden) == ("b", True)
    write = codec(RULEBOOK).text
    assert '"what":"?"' in write(seen(given, CONFEDERATE))
    assert "b" not in game.seen_by(CONFEDERATE).waiting


def test_who_rolled_for_a_blind_is_not_to_be_seen() -> None:
    state = position(foot("a", UNION, 12, 2), BLIND)
    state.side = CONFEDERATE
    state.rolled = ("confederate-force", "g")
    shown = view(state, UNION)
    assert shown.rolled == ("confederate-force", UNKNOWN)
    assert view(state, CONFEDERATE).rolled == state.rolled
    assert imagine(shown, UNION, Stream("rolled")).rolled == state.rolled


@clause("chamberlain.conceal.what-is-hidden")
def test_the_order_of_blinds_does_not_tell_who_they_are() -> None:
    """Two armies that differ in who stands under which blind look the same."""
    write = codec(RULEBOOK).text
    shown: set[str] = set()
    pictures: set[str] = set()
    for first, second in ((foot, guns), (guns, foot)):
        blinds = [
            first("confederate-1", CONFEDERATE, 12, 12, SOUTH, concealed=True),
            second("confederate-2", CONFEDERATE, 15, 12, SOUTH, concealed=True),
        ]
        blinds.sort(key=lambda unit: unit.arm)
        state = position(blinds[0], foot("a", UNION, 12, 2), blinds[1])
        shown.add(write(view(state, UNION)))
        pictures.add(write([piece.id for piece in scene(view(state, "")).pieces]))
    assert len(shown) == len(pictures) == 1


@clause("chamberlain.conceal.what-is-hidden")
def test_in_fog_nobody_is_told_where_a_blind_is_set_out() -> None:
    out = Deployed(CONFEDERATE, "confederate-1", at(12, 12, SOUTH), True)
    assert seen(out, UNION) == Deployed(CONFEDERATE, UNKNOWN, NOWHERE, True)
    assert seen(out, CONFEDERATE) == out
    told = tell(view(position(foot("a", UNION, 12, 2), BLIND, conceal_level="sight"), ""), seen(out, ""))
    assert (told.text, told.places) == ("A concealed unit is set out.", ())


@clause("chamberlain.conceal.what-is-hidden")
def test_in_fog_a_spectator_is_not_told_at_which_blind_a_volley_goes() -> None:
    game = table(guns("a", UNION, 12, 4), BLIND, phase="fire", conceal_level="sight")
    game.choose("a>g", 1, 1, 1)
    volley = game.last(VolleyFired)
    assert (volley.target, volley.hits, volley.hidden) == ("g", 0, True)
    assert seen(volley, UNION) == seen(volley, CONFEDERATE) == volley
    shown = seen(volley, "")
    told = tell(game.seen_by(""), shown)
    assert '"g"' not in codec(RULEBOOK).text(shown)
    assert told.places == ((12.0, 4.0),)
    assert "fires at a concealed unit" in told.text


def looks_alike(state: State, player: str) -> None:
    write = codec(RULEBOOK).text
    shown = view(state, player)
    fancies = [imagine(shown, player, Stream(str(n))) for n in range(6)]
    for fancy in fancies:
        assert write(view(fancy, player)) == write(shown)
    assert len({write(fancy) for fancy in fancies}) > 1


def test_what_is_imagined_looks_like_the_view() -> None:
    officers = (general("h", CONFEDERATE, "A", unit="g"), chief(CONFEDERATE, "I", "V", unit="f", second="g"))
    blinds = (BLIND, foot("f", CONFEDERATE, 15, 12, SOUTH, concealed=True))
    looks_alike(position(foot("a", UNION, 12, 2), *blinds, *officers), UNION)
    looks_alike(position(foot("a", UNION, 12, 2), *blinds, *officers), "")
    one = (BLIND, foot("f", CONFEDERATE, 15, 12, SOUTH))
    looks_alike(position(foot("a", UNION, 12, 2), *one, *officers), UNION)
    looks_alike(position(foot("a", UNION, 12, 2), *blinds, *officers, conceal_level="sight"), UNION)


def test_an_imagined_commander_is_with_a_unit_of_his_own_force() -> None:
    state = position(foot("a", UNION, 12, 2), BLIND, general("h", CONFEDERATE, "A", unit="g"))
    for number in range(5):
        fancy = imagine(view(state, UNION), UNION, Stream(str(number)))
        officer = next(o for o in fancy.officers if o.id == "h")
        assert unit_of(fancy, officer.unit).force == officer.force


@clause("chamberlain.move.moved-flag", 1)
def test_a_unit_driven_back_in_the_enemys_turn_may_fire_in_its_own() -> None:
    game = table(guns("g", UNION, 12, 4), guns("e", CONFEDERATE, 12, 9, SOUTH), phase="fire")
    game.choose("g>e", 6, 1, 1)
    assert game.last(Moved).kind == "retreat"
    assert game.unit("e").moved == "none"
    assert game.asked[0] == CONFEDERATE
    assert may_fire(game.state, game.unit("e"), False)


@clause("chamberlain.conceal.what-is-hidden")
@clause("chamberlain.move.reserve-enemy")
def test_in_fog_a_reserve_move_ends_where_an_enemy_comes_in_sight() -> None:
    wood = field(area("heavy-woods", 7, 5.4, 17, 7))
    hidden = foot("e", CONFEDERATE, 12, 8.5, SOUTH, concealed=True)
    game = active(foot("a", UNION, 4, 3), hidden, use="a", ground=wood, conceal_level="sight")
    assert unit_of(game.seen_by(UNION), "e").place == UNSEEN
    game.march(Manoeuvre("reserve"), ahead(5.4), turn(90), ahead(6))
    assert game.last(Moved).kind == "reserve"
    assert game.last(Moved).halted
    x, y, facing = game.pose("a")
    assert (y, facing) == (8.4, 90.0)
    assert 4.0 < x < 8.0


def test_imagined_units_are_of_the_book() -> None:
    state = position(
        foot("a", UNION, 12, 2), *[foot(f"b{n}", CONFEDERATE, 2 + 2 * n, 12, SOUTH, concealed=True) for n in range(9)]
    )
    seen_ = view(state, UNION)
    arms: set[str] = set()
    for number in range(8):
        for unit in imagine(seen_, UNION, Stream(f"units {number}")).units:
            if unit.concealed:
                arms.add(unit.arm)
                assert unit.force in ("", "confederate-force")
                assert (unit.elan == 0) == (unit.arm == "artillery") == (unit.ammo > 0)
                assert unit.arm == "artillery" or unit.weapon in WEAPONS
                assert unit.mounted == (unit.arm == "cavalry")
    assert arms == {"infantry", "artillery", "cavalry"}


def test_the_unseen_are_imagined_on_the_table_and_out_of_the_water() -> None:
    lake = field(area("major-river", 0, 10, 24, 16))
    state = position(
        foot("a", UNION, 12, 2), foot("e", CONFEDERATE, 12, 9.8, SOUTH, concealed=True), ground=lake, rest=False,
        conceal_level="sight", setup_unit_depth=0.5,
    )  # fmt: skip
    dark = view(state, "")
    for number in range(6):
        fancy = imagine(dark, "", Stream(f"lake {number}"))
        body = block(unit_of(fancy, "e"), fancy.settings)
        assert not off_table(lake, body)
        assert not block_touches_area(lake, ("major-river",), body)
