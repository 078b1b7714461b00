"""What is drawn of a view and told of an event, and that neither gives a secret away."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache

import pytest

from roundtop.battle.engine import begin
from roundtop.battle.game import Game
from roundtop.battle.protocol import Command, Outcome
from roundtop.battle.scene import Piece, Scene, Telling
from roundtop.battle.tally import Row
from roundtop.battles import load
from roundtop.dice.sources import Roll, Seeded, Stream
from roundtop.draw import svg
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.infantry_action import RULEBOOK, events
from roundtop.rulebooks.infantry_action.charge import events as charge_events
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.deployment import events as deployment_events
from roundtop.rulebooks.infantry_action.field import GONE, ORDERS, TO_ARRIVE, changing, copied, unit_of, with_unit
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.melee import events as melee_events
from roundtop.rulebooks.infantry_action.morale import events as morale_events
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.movement.told import courses
from roundtop.rulebooks.infantry_action.options import LEDGER
from roundtop.rulebooks.infantry_action.scene import scene, tell
from roundtop.rulebooks.infantry_action.state import Fight, Spot, State, Unit, Verdict
from roundtop.rulebooks.infantry_action.victory import events as victory_events
from roundtop.rulebooks.infantry_action.views import imagine, seen, view
from roundtop.rulebooks.infantry_action.words import BOOK
from roundtop.table.path import forward, manoeuvres_of, sweep, wheel
from roundtop.table.pose import Pose, rounded_pose
from tests.clauses import clause

CLAUSES = {found.id for found in LEDGER.clauses}
HINTS = {
    "none", "turn", "phase", "orders", "move", "charge", "volley", "melee", "rout", "retire", "remove", "place", "end",
}  # fmt: skip
B, G, GUNS, GREY_GUNS = "1st-blue", "4th-grey", "blue-battery", "grey-battery"


@cache
def field(**house: object) -> State:
    state = begin(RULEBOOK, load("training-field"), house).state
    assert isinstance(state, State)
    return state


def changed(state: State, id: str, **values: object) -> State:
    """The state with some fields of one unit set."""
    unit = copied(unit_of(state, id))
    for field_name, value in values.items():
        setattr(unit, field_name, value)
    return with_unit(state, unit)


def piece(found: Scene, id: str) -> Piece:
    return next(piece for piece in found.pieces if piece.id == id)


def shapes(found: Piece) -> dict[str, str]:
    return {badge.shape: badge.text for badge in found.badges}


def row(found: Piece, label: str) -> str:
    return next(line.value for line in found.card if line.label == label)


def thrown(*faces: str, answer: int = 0, kind: str = "d6") -> Roll:
    return Roll("a throw", "", "union", "", kind, faces, answer)


def clauses_in(value: object) -> list[str]:
    """Every clause that a scene or a telling names, wherever it stands."""
    found: list[str] = []
    if isinstance(value, tuple):
        for part in value:
            found += clauses_in(part)
    elif is_dataclass(value):
        for part in fields(value):
            inner = getattr(value, part.name)
            found += [inner] if part.name == "clause" and inner else clauses_in(inner)
    return found


# ---------------------------------------------------------------- the scene


def test_every_unit_stands_where_it_was_mustered() -> None:
    found = scene(field())
    assert (found.title, found.unit, found.yards_per_unit) == ("The training field", "inch", 20.0)
    assert len(found.pieces) == 10
    assert [piece.glyph for piece in found.pieces].count("artillery") == 2
    assert {len(piece.parts) for piece in found.pieces} == {1, 10}
    assert not [piece for piece in found.pieces if piece.ghosts or piece.badges]


@clause("infantry-action.setup.numbering")
@pytest.mark.parametrize(
    ("name", "facing", "first", "last"),
    [(B, 0, (10.5, 10.0), (19.5, 10.0)), ("1st-grey", 18000, (61.5, 38.0), (52.5, 38.0))],
)
def test_stands_count_from_the_left_of_the_line(
    name: str, facing: int, first: tuple[float, float], last: tuple[float, float]
) -> None:
    found = piece(scene(field()), name)
    places = [(part.pose.x, part.pose.y) for part in found.parts]
    assert places[0] == pytest.approx(first)
    assert places[-1] == pytest.approx(last)
    assert {part.pose.facing for part in found.parts} == {facing}
    assert {(part.width, part.depth) for part in found.parts} == {(1.0, 1.0)}
    assert (found.width, found.depth) == (10.0, 1.0)


def test_units_off_the_table_are_not_drawn() -> None:
    state = changed(changed(field(), B, place=GONE), "2nd-blue", place=TO_ARRIVE, due=4, entry=(20.0, 0.0))
    found = scene(state)
    assert not {B, "2nd-blue"} & {piece.id for piece in found.pieces}
    assert [(marker.text, marker.x, marker.y) for marker in found.markers] == [
        ("2nd Blue comes on in turn 4", 20.0, 0.0)
    ]


@pytest.mark.parametrize(
    ("turn", "phase", "initiative", "first", "text"),
    [
        (0, "set-up", "", "", "Setting up"),
        (3, "orders", "union", "union", "Turn 3 of 15, orders: chits are placed face down"),
        (3, "initiative", "union", "union", "Turn 3 of 15, initiative"),
        (3, "movement", "union", "union", "Turn 3 of 15, movement: the Union has the initiative and moves first"),
        (
            3, "movement", "union", "confederate",
            "Turn 3 of 15, movement: the Union has the initiative, the Confederates move first",
        ),
        (3, "shooting", "confederate", "union", "Turn 3 of 15, shooting: the Confederates have the initiative"),
    ],
)  # fmt: skip
def test_moment_says_turn_phase_and_initiative(turn: int, phase: str, initiative: str, first: str, text: str) -> None:
    state = changing(field())
    state.turn, state.phase, state.initiative, state.first = turn, phase, initiative, first
    assert scene(state).moment == text


def test_moment_of_a_battle_that_is_over() -> None:
    state = changing(field())
    state.outcome = Outcome("union", "objectives", "the Union hold every decisive objective.")
    assert scene(state).moment == "The Union hold every decisive objective."


def test_zones_are_shown_only_while_setting_up() -> None:
    state = changing(field())
    state.zones = (("union", ((0.0, 0.0), (72.0, 0.0), (72.0, 12.0), (0.0, 12.0))),)
    zones = scene(state).overlays
    assert [(zone.kind, zone.side, zone.label, len(zone.points)) for zone in zones] == [
        ("zone", "union", "Union deployment", 4)
    ]
    state.phase = "orders"
    assert scene(state).overlays == ()


@pytest.mark.parametrize(("holder", "text"), [("", "Mill"), ("union", "Mill (Union)")])
def test_objective_flies_the_flag_of_its_holder(holder: str, text: str) -> None:
    state = changing(field())
    state.goals = (Goal("mill", "Mill", 30.0, 24.0, 6.0, 5, "", False, holder),)
    marker = scene(state).markers[0]
    assert (marker.kind, marker.side, marker.text, marker.x, marker.y) == ("objective", holder, text, 30.0, 24.0)


@clause("infantry-action.shooting.close-up")
@pytest.mark.parametrize(
    ("lost", "x", "ghosts"),
    [((1,), 15.5, {10.5}), ((10,), 14.5, {19.5}), ((4, 5), 15.0, {10.5, 19.5})],
)
def test_ghosts_lie_on_the_ground_given_up(lost: tuple[int, ...], x: float, ghosts: set[float]) -> None:
    state = changing(changed(field(), B, had=10, stands=10 - len(lost), pose=Pose(x, 10.0, 0)))
    state.spots = (Spot(B, Pose(15.0, 10.0, 0), 10),)
    assert {part.pose.x for part in piece(scene(state), B).ghosts} == ghosts
    gone_on = changed(state, B, moved=True)
    assert piece(scene(gone_on), B).ghosts == ()


@clause("infantry-action.charge.path")
def test_declared_charge_is_a_line_to_where_it_will_touch() -> None:
    charging = scene(changed(field(), B, charging=G, contact=Pose(15.0, 20.0, 0)))
    assert [(line.kind, line.label, line.points) for line in charging.overlays] == [
        ("line", "1st Blue charges", ((15.0, 10.0), (15.0, 20.0)))
    ]
    assert row(piece(charging, B), "Charging") == "4th Grey"


# ---------------------------------------------------------------- badges and cards


@pytest.mark.parametrize(
    ("values", "shape", "text"),
    [
        ({"routing": True, "routed": 2}, "rout", "Routing: runs on in place of an order"),
        ({"routed": 3}, "rout", "Routed this turn"),
        ({"routed": 2}, "disorder", "Has routed (turn 2): no charge, -1 to each die when shooting"),
        ({"shot": True}, "smoke", "Has used its fire this turn"),
        ({"hits": (2, 3)}, "hit", "2 hits: stands 2 and 3 to come off"),
        ({"markers": ((2, 2), (5, 1))}, "hit", "3 markers on stands 2 and 5"),
        ({"order": "hold", "revealed": True}, "done", "Activated this turn"),
    ],
)
def test_states_are_badges(values: dict[str, object], shape: str, text: str) -> None:
    state = changing(changed(field(), B, **values))
    state.turn = 3
    assert shapes(piece(scene(state), B))[shape] == text


def test_contact_pins_the_charged() -> None:
    state = changing(field())
    pose = Pose(15.0, 20.0, 0)
    state.fights = (Fight(G, B, False, 0, pose, pose),)
    assert shapes(piece(scene(state), B))["pinned"] == "Pinned by: 4th Grey"
    assert shapes(piece(scene(state), G))["pinned"] == "In contact with: 1st Blue"


def test_each_order_has_its_own_letters() -> None:
    found = {}
    for order in ORDERS:
        drawn = piece(scene(changed(field(), B, order=order)), B)
        found[order] = next(badge.mark for badge in drawn.badges if badge.shape == "chit")
    assert found == {
        "move": "M", "fast-advance": "FA", "charge": "C", "fire": "F", "opportunity-fire": "OF", "hold": "H",
    }  # fmt: skip


def test_chit_shown_reads_otherwise_than_one_face_down() -> None:
    hidden = piece(scene(changed(field(), B, order="move")), B)
    shown = piece(scene(changed(field(), B, order="move", revealed=True)), B)
    assert shapes(hidden) == {"chit": "Order not yet shown: Move"}
    assert shapes(shown) == {"chit": "Order shown: Move", "done": "Activated this turn"}
    assert (row(hidden, "Order"), row(shown, "Order")) == ("Move, face down", "Move")


def test_card_of_a_regiment_and_of_a_battery() -> None:
    state = changed(field(), B, had=9, stands=7)
    card = {line.label: line.value for line in piece(scene(state), B).card}
    assert card == {
        "Side": "Union", "Stands": "7 of 10", "Lost this turn": "2",
        "Half strength": "in combat routs below 5, 2 to spare",
        "Order": "none yet", "Quality": "Regular", "Weapon": "Rifle musket",
        "Short, to 12″": "4+", "Long, to 18″": "5+",
    }  # fmt: skip
    guns = {line.label: line.value for line in piece(scene(state), GREY_GUNS).card}
    assert guns == {
        "Side": "Confederate", "Guns": "1 of 1", "Order": "none yet", "Quality": "Regular",
        "Weapon": "12-pdr Napoleon", "Canister, to 10″": "3+", "Close, to 18″": "4+", "Long, to 36″": "5+",
    }  # fmt: skip


@clause("infantry-action.setup.half-strength")
@pytest.mark.parametrize(
    ("start", "stands", "text"),
    [(10, 5, "in combat routs below 5, 0 to spare"), (9, 5, "in combat routs below 5, 0 to spare"), (9, 4, "below 5")],
)
def test_half_strength_is_on_the_card(start: int, stands: int, text: str) -> None:
    state = changed(field(), B, start=start, stands=stands)
    assert row(piece(scene(state), B), "Half strength") == text


def test_ranges_on_the_card_follow_the_weapon_where_it_counts() -> None:
    state = changed(field(weapon_effect="range"), B, weapon="smoothbore-musket")
    labels = [line.label for line in piece(scene(state), B).card]
    assert "Short, to 6″" in labels
    assert "Long, to 12″" in labels


# ---------------------------------------------------------------- dominoes


def with_dominoes(name: str) -> State:
    return changed(field(), name, stands=5, dominoes=True, sideways=5, looked=True, tile="3-5", slot=2, flip=True)


@clause("infantry-action.combat.half-per-stand")
def test_dominoes_lie_behind_the_stands_they_serve() -> None:
    markers = scene(with_dominoes(B)).markers
    assert [(marker.kind, marker.x) for marker in markers] == [
        ("domino-back", 13.5), ("domino", 15.5), ("domino-back", 17.0),
    ]  # fmt: skip
    assert [marker.faces for marker in markers] == [(), (5, 3), ()]
    assert {marker.y < 10.0 for marker in markers} == {True}
    assert [marker.text for marker in markers] == [
        "Union domino, face down", "5-3, the domino looked at", "Union domino, face down",
    ]  # fmt: skip


def test_dominoes_of_a_line_at_the_edge_stay_on_the_table() -> None:
    at_edge = changed(with_dominoes(B), B, pose=Pose(15.0, 0.5, 0))
    assert {marker.y for marker in scene(at_edge).markers} == {0.0}


@pytest.mark.parametrize(
    ("name", "text"), [(B, "5-3, the domino looked at"), ("1st-grey", "3-5, the domino looked at")]
)
def test_domino_known_to_its_owner_is_written_as_it_lies_on_the_map(name: str, text: str) -> None:
    assert scene(with_dominoes(name)).markers[1].text == text
    assert row(piece(scene(with_dominoes(name)), name), "Looked at") == "3-5: 5 behind stand 3 and 3 behind stand 4"


@clause("infantry-action.combat.look-at-one")
def test_domino_in_hand_is_on_the_owners_card_only() -> None:
    state = changed(with_dominoes(B), B, slot=0, flip=False)
    assert row(piece(scene(view(state, "union")), B), "Looked at") == "3-5"
    assert row(piece(scene(view(state, "confederate")), B), "Looked at") == "one of them, by its owner"


# ---------------------------------------------------------------- secrets


@clause("infantry-action.orders.secret")
@pytest.mark.parametrize("player", ["union", ""])
def test_enemy_chits_are_question_marks_whatever_they_say(player: str) -> None:
    drawn = []
    for order in ("fire", "opportunity-fire", "hold"):
        state = field()
        for name in ("1st-grey", "2nd-grey", "3rd-grey", G, GREY_GUNS):
            state = changed(state, name, order=order)
        drawn.append(scene(view(state, player)))
    greys = [piece for piece in drawn[0].pieces if piece.side == "confederate"]
    assert [list(shapes(grey)) for grey in greys] == [["face-down"]] * 5
    assert [row(grey, "Order") for grey in greys] == ["face down"] * 5
    assert drawn[0] == drawn[1] == drawn[2]


@clause("infantry-action.combat.look-at-one")
@pytest.mark.parametrize("player", ["union", ""])
def test_enemy_domino_is_the_same_whatever_it_shows(player: str) -> None:
    hidden = with_dominoes("1st-grey")
    other = changed(hidden, "1st-grey", tile="0-6", flip=False)
    assert scene(view(hidden, player)) == scene(view(other, player))
    assert "3-5" not in svg(scene(view(hidden, player)))
    assert "3-5" in svg(scene(view(hidden, "confederate")))


@pytest.mark.parametrize("seed", ["1", "3", "5"])
def test_battle_is_drawn_and_told_without_secrets(seed: str) -> None:
    """Whatever a player cannot know may be exchanged without changing a word of his scene; every clause exists."""
    game = Game(RULEBOOK, load("training-field"), {}, Seeded(seed))
    stream = Stream(seed)
    while game.outcome is None:
        player = game.asked()[0]
        decision = game.decision(player)
        for looking in ("union", "confederate", ""):
            drawn = game.scene(looking)
            assert scene(view(imagine(game.view(looking), looking, stream), looking)) == drawn
            assert set(clauses_in((drawn.pieces, drawn.markers, drawn.overlays))) <= CLAUSES
        answer = RULEBOOK.captain(game.view(player), decision, stream)
        game.submit(Command(player, decision.kind, decision.about, answer))
    for looking in ("union", "confederate", ""):
        for telling in game.story(looking):
            assert telling.text.endswith(".")
            assert telling.hint in HINTS
            assert set(clauses_in(telling.tally)) <= CLAUSES
            assert not [roll for roll in telling.rolls if roll.seen_by not in ("", looking)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            command_events.ChitsPlaced("confederate", ((G, "charge"),)),
            command_events.ChitsPlaced("confederate", ((G, "hold"),)),
        ),
        (
            melee_events.DominoLooked(G, "confederate", "3-5", (thrown("3-5"),)),
            melee_events.DominoLooked(G, "confederate", "0-6", (thrown("0-6"),)),
        ),
        (melee_events.DominoPlaced(G, "confederate", 2, True), melee_events.DominoPlaced(G, "confederate", 2, False)),
    ],
    ids=["chits", "domino looked at", "domino placed"],
)
def test_hidden_events_are_told_alike(one: object, other: object) -> None:
    assert tell(field(), seen(one, "union")) == tell(field(), seen(other, "union"))
    assert tell(field(), one) != tell(field(), other) or isinstance(one, melee_events.DominoPlaced)


# ---------------------------------------------------------------- every event in a sentence


HERE = Pose(15.0, 20.0, 0)
THERE = Pose(15.0, 28.0, 0)
LINE = (Row("10 dice at 8.0″", "4+", BOOK + "shooting.band-edges", 4),)


def volley(
    hits: int = 0, removed: tuple[int, ...] = (), markers: tuple[tuple[int, int], ...] = (), moment: str = "shooting"
) -> fire_events.VolleyFired:
    return fire_events.VolleyFired(B, G, 0, moment, 10, hits, removed, markers, False, LINE, (thrown("6"),))


def gun(target: str, hits: int, removed: tuple[int, ...] = (), destroyed: bool = False) -> fire_events.VolleyFired:
    return fire_events.VolleyFired(GUNS, target, 1, "shooting", 1, hits, removed, (), destroyed, LINE, ())


def verdict(unit: str, result: str, lost: tuple[int, ...] = (), move: int = 0, removed: bool = False) -> Verdict:
    return Verdict(unit, result, lost, move, removed, HERE)


def combat(*verdicts: Verdict) -> melee_events.CombatFought:
    scores = ((G, 1, 6, B, 10, 3), (G, 2, 2, B, 9, 5), (G, 3, 4, B, 8, 4))
    return melee_events.CombatFought((G, B), scores, verdicts, ("3-5",), (), (thrown("3-5", kind="domino"),))


TOLD = [
    (command_events.Rated("union", 2, (thrown("4", "5", answer=9),)), "none",
     "Brig. Gen. Blue, the CinC of the Union, may activate 2 units a go."),
    (deployment_events.PlacingThrown("union", (thrown("2", "5"),)), "none",
     "The Union throws lower and sets up first."),
    (deployment_events.Deployed(B, HERE), "place", "1st Blue is set up, facing north."),
    (events.TurnBegan(3), "turn", "Turn 3 of 15."),
    (events.PhaseBegan("combat"), "phase", "Hand-to-hand combat."),
    (command_events.ChitsPlaced("union", ((B, "fire"), (GUNS, "hold"))), "orders",
     "The Union places 2 chits face down: 1st Blue Fire and Blue battery Hold."),
    (command_events.ChitsPlaced("confederate", ((G, "unknown"),)), "orders",
     "The Confederates place 1 chit face down."),
    (command_events.InitiativeThrown("confederate", (thrown("2", "2", "3", "5"),)), "none",
     "The Confederates win the initiative, 5 to 3."),
    (command_events.InitiativeThrown("union", (thrown("4"), thrown("4"))), "none",
     "The Union keeps the initiative, 4 all."),
    (command_events.FirstChosen("confederate"), "none", "The Confederates move first."),
    (command_events.ChitRevealed(B, "fast-advance"), "orders", "1st Blue shows its chit: Fast advance."),
    (command_events.ChitRevealed(B, ""), "orders", "1st Blue is still running."),
    (movement_events.Moved(B, "order", HERE, THERE, (forward(8.0),)), "move", "1st Blue moves 8″ north."),
    (movement_events.Moved(B, "order", HERE, Pose(20.0, 25.0, 4500), ()), "move",
     "1st Blue moves 7.1″ north-east and faces north-east."),
    (movement_events.Moved(B, "order", HERE, HERE, ()), "move", "1st Blue stays where it is."),
    (movement_events.Moved(B, "charge", HERE, THERE, ()), "charge", "1st Blue closes 8″ north."),
    (movement_events.Moved(GUNS, "pivot", HERE, Pose(15.0, 20.0, 4500), ()), "move",
     "Blue battery turns to face north-east."),
    (movement_events.Moved(B, "retire", THERE, HERE, ()), "retire", "1st Blue retires 8″ south."),
    (movement_events.Moved(B, "retire", HERE, HERE, ()), "retire", "1st Blue has no room to fall back."),
    (movement_events.Moved(B, "rout", THERE, Pose(15.0, 4.0, 18000), ()), "rout",
     "1st Blue runs 24″ south and faces south."),
    (movement_events.Moved(B, "rout-on", THERE, HERE, ()), "rout", "1st Blue runs on 8″ south."),
    (movement_events.Moved(B, "arrive", HERE, HERE, ()), "move", "1st Blue comes on, facing north."),
    (charge_events.ChargeDeclared(G, B, False, HERE), "charge", "4th Grey charges 1st Blue."),
    (charge_events.ChargeDeclared(G, B, True, HERE), "charge", "4th Grey charges 1st Blue in the flank."),
    (melee_events.DominoesSet(B, 0), "place", "1st Blue lays its dominoes face down."),
    (melee_events.DominoesSet(B, 5), "place", "1st Blue lays its dominoes face down, one sideways behind stand 5."),
    (melee_events.DominoLooked(B, "union", "3-5", ()), "none", "1st Blue looks at one domino: 3-5."),
    (melee_events.DominoLooked(B, "union", "", ()), "none", "1st Blue looks at one domino."),
    (melee_events.DominoPlaced(B, "union", 2, True), "place",
     "1st Blue lays the domino it looked at in place 2 from its left."),
    (volley(6, (2, 3, 5)), "volley", "1st Blue fires on 4th Grey: 10 dice, 6 hits; stands 2, 3 and 5 fall."),
    (volley(1, (4,)), "volley", "1st Blue fires on 4th Grey: 10 dice, 1 hit; stand 4 falls."),
    (volley(), "volley", "1st Blue fires on 4th Grey: 10 dice, no hits."),
    (volley(1), "volley", "1st Blue fires on 4th Grey: 10 dice, 1 hit on stands already down."),
    (volley(3, (), ((2, 2), (5, 1)), "charge"), "volley",
     "1st Blue fires on the charging 4th Grey: 10 dice, 3 hits; 3 markers on stands 2 and 5."),
    (volley(1, (4,), (), "react"), "volley",
     "1st Blue takes its opportunity to fire on 4th Grey: 10 dice, 1 hit; stand 4 falls."),
    (gun(G, 2, (4, 5)), "volley", "Gun 1 of Blue battery fires on 4th Grey: 2 dice, 2 hits; stands 4 and 5 fall."),
    (gun(GREY_GUNS, 0), "volley", "Gun 1 of Blue battery fires on Grey battery: 2 dice, no double six."),
    (gun(GREY_GUNS, 1, (), True), "volley",
     "Gun 1 of Blue battery fires on Grey battery: 2 dice, and the battery is destroyed."),
    (fire_events.TargetsNamed(B, "union", 0, ()), "none", "1st Blue takes aim."),
    (fire_events.HeldFire(B), "none", "1st Blue holds its fire."),
    (fire_events.StandsRemoved(B, (2, 3), HERE), "remove", "1st Blue loses stands 2 and 3 and closes up."),
    (morale_events.UnitRemoved(B, "destroyed"), "remove", "1st Blue is destroyed."),
    (morale_events.UnitRemoved(GUNS, "overrun"), "remove", "Blue battery is overrun and its guns are lost."),
    (morale_events.UnitRemoved(B, "left-table"), "remove", "1st Blue runs off the table and is lost."),
    (morale_events.UnitRemoved(B, "routed-again"), "remove", "1st Blue routs a second time and is lost."),
    (charge_events.ContactMade((Fight(G, B, False, 0, HERE, HERE), Fight(G,
     "2nd-blue", True, 0, HERE, HERE))), "charge",
     "4th Grey strikes 1st Blue and 2nd Blue in flank or rear: the charge goes home."),
    (combat(verdict(G, "form-up", (2,)), verdict(B, "rout", (10, 8, 6), 24)), "melee",
     "4th Grey against 1st Blue: 3 pairs, 1 won, 1 lost, 1 level. 4th Grey loses stand 2, breaks in one place and "
     "forms up on the spot; 1st Blue loses stands 10, 8 and 6, breaks in three places and routs."),
    (combat(verdict(G, "hold"), verdict(B, "retire", (3, 4, 8), 12)), "melee",
     "4th Grey against 1st Blue: 3 pairs, 1 won, 1 lost, 1 level. 4th Grey holds its ground; 1st Blue loses stands "
     "3, 4 and 8, breaks in two places and retires 12″."),
    (morale_events.FormedUp(B, HERE), "move", "1st Blue forms up on the spot, facing north."),
    (morale_events.RoutBegan(B, "combat", False), "rout", "1st Blue routs."),
    (morale_events.RoutBegan(B, "fire", True), "rout",
     "1st Blue, shot below half strength, routs and will run on next turn."),
    (melee_events.CombatEnded(), "none", "The dominoes are put away."),
    (victory_events.GoalTaken("mill", "confederate"), "place", "The Confederates take Mill."),
    (victory_events.GoalTaken("mill", ""), "place", "Nobody holds Mill now."),
    (victory_events.BattleEnded(Outcome("union", "army-break", "the Union win.", (("union", 26),))), "end",
     "The Union win."),
]  # fmt: skip


def told(event: object) -> Telling:
    state = changing(field())
    state.goals = (Goal("mill", "Mill", 30.0, 24.0, 6.0, 5, "", False, ""),)
    return tell(state, event)


@pytest.mark.parametrize(("event", "hint", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_event_is_told_in_a_sentence(event: object, hint: str, text: str) -> None:
    telling = told(event)
    assert telling.text == text
    assert telling.hint == hint
    assert set(clauses_in(telling.tally)) <= CLAUSES


def test_every_event_is_told() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(events.EVENTS)
    with pytest.raises(TypeError, match="Unit is no event"):
        tell(field(), Unit("a", "union", "A", "infantry", "", "", 1, 1, HERE))


def test_volley_brings_its_dice_working_places_and_side() -> None:
    telling = told(volley(1, (4,)))
    assert (telling.rolls, telling.tally, telling.side) == ((thrown("6"),), LINE, "union")
    assert telling.places == ((15.0, 10.0), (15.0, 38.0))


@clause("infantry-action.outcome.two-places")
@clause("infantry-action.outcome.three-places")
@clause("infantry-action.outcome.not-broken")
def test_combat_names_the_clause_of_each_fate() -> None:
    tally = told(combat(verdict(G, "hold"), verdict(B, "retire", (3, 4, 8), 12))).tally
    assert tally == (
        Row("4th Grey", "holds its ground", BOOK + "outcome.not-broken"),
        Row("1st Blue", "retires 12″", BOOK + "outcome.two-places"),
    )
    routed = told(combat(verdict(B, "rout", (2, 4, 6), 24))).tally
    assert routed == (Row("1st Blue", "routs", BOOK + "outcome.three-places"),)


def test_move_is_told_with_both_ends() -> None:
    telling = told(movement_events.Moved(B, "order", HERE, THERE, ()))
    assert telling.places == ((15.0, 20.0), (15.0, 28.0))


# ---------------------------------------------------------------- the ways that lines took


def test_a_wheel_is_seen_to_turn_on_its_flank() -> None:
    stands = unit_of(field(), B).stands
    path = sweep(HERE, float(stands), 1.0, (wheel(4500, "left"), forward(3.0)))
    (found,) = courses(field(), movement_events.Moved(B, "order", HERE, rounded_pose(path.end), manoeuvres_of(path)))
    assert (found.piece, found.poses[0], found.poses[-1]) == (B, HERE, rounded_pose(path.end))
    assert [pose.facing for pose in found.poses] == [0, 2250, 4500, 4500]


def test_a_rout_turns_and_runs_and_a_march_straight_on_needs_no_course() -> None:
    (found,) = courses(field(), movement_events.Moved(B, "rout", HERE, Pose(15.0, 4.0, 18000), ()))
    assert found.poses == (HERE, Pose(15.0, 20.0, 18000), Pose(15.0, 4.0, 18000))
    assert courses(field(), movement_events.Moved(B, "order", HERE, THERE, (forward(8.0),))) == ()
    assert courses(field(), melee_events.CombatEnded()) == ()
