"""What a hand on the map means: the answers on the way, found without a die and from what its player knows."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.engine import Battle, decision
from roundtop.battle.forms import Choose, Chosen, March, Marched, Place, Placed
from roundtop.battle.game import Game
from roundtop.battle.protocol import Command
from roundtop.battles import load
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks import rulebook
from roundtop.server import ahead
from roundtop.server.ahead import Wish
from roundtop.server.wire import ANSWER_CODEC
from roundtop.table.footprint import inside_polygon
from roundtop.table.path import forward, shift
from roundtop.table.pose import Pose
from tests.server.house import House
from tests.server.test_play import settle


def ordered(house: House, chit: str) -> dict[str, Any]:
    """Two people of whom each has given all his units the same chit."""
    made = house.make()
    people = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    for person in people.values():
        person.hear()
        form = person.table["decision"]["form"]
        chits = [[slot["key"], chit if chit in str(slot["items"]) else "hold"] for slot in form["slots"]]
        assert person.command({"is": "Assigned", "pairs": chits})["type"] == "done"
    settle(people)
    mover = next(person for person in people.values() if person.table["decision"])
    if mover.table["decision"]["kind"] == "first":
        mover.command({"is": "Chosen", "keys": ["first"]})
        settle(people)
    return people


def test_a_unit_is_chosen_and_moved_by_one_command(house: House) -> None:
    people = ordered(house, "move")
    mover = next(person for person in people.values() if person.table["decision"])
    unit = mover.table["decision"]["form"]["items"][0]["key"]
    piece = next(one for one in mover.table["scene"]["pieces"] if one["id"] == unit)
    meant = mover.ask("carry", deed="move", piece=unit)
    assert [step["kind"] for step in meant["first"]] == ["activate"]
    assert (meant["decision"]["kind"], meant["decision"]["about"]) == ("move", unit)
    start = meant["decision"]["form"]["start"]
    ahead_of_it = 2.0 if start["facing"] == 0 else -2.0
    goal = {"x": start["x"], "y": start["y"] + ahead_of_it, "facing": start["facing"]}
    ghost = mover.ask("preview", pose=goal, first=meant["first"], weigh=True)
    assert (ghost["reasons"], ghost["reached"]) == ([], True)
    assert mover.ask("forecast", answer=ghost["answer"], first=meant["first"])["type"] == "forecast"
    assert mover.table["decision"]["kind"] == "activate", "nothing has happened yet"
    version = mover.table["version"]
    done = mover.ask("command", version=version, answer=ghost["answer"], first=meant["first"])
    assert done["type"] == "done"
    settle(people)
    now = next(one for one in mover.table["scene"]["pieces"] if one["id"] == unit)
    assert now["pose"]["y"] == pytest.approx(piece["pose"]["y"] + ahead_of_it)
    for person in people.values():
        person.close()


def test_a_chain_stops_where_one_of_it_is_refused(house: House) -> None:
    people = ordered(house, "move")
    mover = next(person for person in people.values() if person.table["decision"])
    unit = mover.table["decision"]["form"]["items"][0]["key"]
    first = mover.ask("carry", deed="move", piece=unit)["first"]
    far = {"is": "Marched", "manoeuvres": [ANSWER_CODEC.plain(forward(90.0))]}
    refused = mover.ask("command", version=mover.table["version"], answer=far, first=first)
    assert refused["type"] == "refused"
    assert refused["reasons"][0]["clause"]
    settle(people)
    assert (mover.table["decision"]["kind"], mover.table["decision"]["about"]) == ("move", unit)
    wrong = mover.ask("command", version=mover.table["version"], answer=far, first=first)
    assert wrong["type"] == "refused"
    assert "may move" in wrong["reasons"][0]["text"], "it says what is asked instead"
    for person in people.values():
        person.close()


def test_what_a_hand_cannot_do_has_its_reason(house: House) -> None:
    people = ordered(house, "hold")
    mover = next(person for person in people.values() if person.table["decision"])
    other = next(person for person in people.values() if person is not mover)
    foe = next(one["id"] for one in mover.table["scene"]["pieces"] if one["side"] not in mover.table["you"])
    meant = mover.ask("carry", deed="move", piece=foe)
    assert meant["decision"] is None
    assert "cannot be moved: it is not yours" in meant["reasons"][0]["text"]
    assert other.ask("carry", deed="move", piece=foe)["code"] == "not-asked"
    assert mover.ask("carry", deed="fly", piece=foe)["code"] == "malformed"
    for person in people.values():
        person.close()


@pytest.mark.parametrize("alone", [False, True])
def test_a_hand_on_one_man_moves_his_squad_or_him_alone(alone: bool) -> None:
    book = rulebook("skirmish")
    game = Game(book, load("the-farmhouse"), {}, Seeded("y"))
    while True:
        player = game.asked()[0]
        wanted = game.decision(player)
        if wanted.kind == "group":
            break
        game.submit(command(game, player))
    man = next(piece for piece in game.scene(player).pieces if piece.side == player and piece.glyph == "man")
    battle = ahead.imagined(book, game.battle, player)
    meant = ahead.meant(book, battle, player, Wish("move", man.id, "", alone))
    assert meant is not None
    assert meant.asked.kind == ("move" if alone else "together")
    assert isinstance(meant.asked.form, March)
    assert decision(book, meant.battle, player) == meant.asked
    assert game.decision(player) == wanted


def command(game: Game, player: str) -> Command:
    wanted = game.decision(player)
    return Command(player, wanted.kind, wanted.about, game.rulebook.captain(game.view(player), wanted, Stream("x")))


def test_an_answer_says_what_it_costs() -> None:
    book = rulebook("skirmish")
    game = Game(book, load("the-farmhouse"), {}, Seeded("y"))
    while game.decision(game.asked()[0]).kind != "group":
        game.submit(command(game, game.asked()[0]))
    player = game.asked()[0]
    battle = ahead.imagined(book, game.battle, player)
    foe = next(piece for piece in game.scene(player).pieces if piece.side not in ("", player))
    shot = ahead.meant(book, battle, player, Wish("fire", "", foe.id))
    assert shot is not None
    assert shot.answer is not None
    (chosen, squad), *_ = shot.first
    assert ahead.stakes(book, battle, player, chosen, squad) == "free"
    assert ahead.stakes(book, shot.battle, player, shot.asked, shot.answer) == "dice"


def test_what_cannot_be_moved_says_what_comes_first() -> None:
    """The question, with its answers where they are few, or whose turn it is."""
    book = rulebook("charge-boys")
    game = Game(book, load("training-field"), {}, Seeded("y"))
    player = until(game, "first")
    unit = next(piece for piece in game.scene(player).pieces if piece.side == player and piece.glyph == "infantry")
    assert "First: You have the higher die" in why_not(game, player, unit.id)
    assert "(Move first; Move second)" in why_not(game, player, unit.id)
    player = until(game, "move")
    about = game.decision(player).about
    other = next(one for one in game.scene(player).pieces if one.side == player and one.id != about and one.parts)
    name = next(one.name for one in game.scene(player).pieces if one.id == about)
    assert f"{other.name} cannot be moved now. First: {name}" in why_not(game, player, other.id)


def test_a_hand_on_a_unit_of_another_brigade_offers_the_roll_for_it() -> None:
    book = rulebook("chamberlain")
    game = Game(book, load("burnsides-bridge"), {}, Seeded("y"))
    player = until(game, "movement")
    form = game.decision(player).form
    assert isinstance(form, Choose)
    rolls = [item.key for item in form.items if item.key.startswith("force:")]
    assert rolls
    battle = ahead.imagined(book, game.battle, player)
    pieces = [one for one in game.scene(player).pieces if one.side == player and one.group]
    found = {ahead.rolled(book, battle, player, Wish("move", piece.id)) for piece in pieces}
    assert {Chosen((key,)) for key in rolls} <= found


def test_a_squad_that_has_no_shot_says_what_bars_it() -> None:
    """Whether its turn has come or not, and whether one of its men is in the hand or nobody."""
    book = rulebook("skirmish")
    game = Game(book, load("the-clearing"), {}, Seeded("y"))
    while until(game, "group") != "union":
        game.submit(command(game, game.asked()[0]))
    pieces = game.scene("union").pieces
    man = next(one for one in pieces if one.group == "1st squad, Blue")
    foe = next(one for one in pieces if one.group == "3rd squad, Grey")
    bars = f"1st squad, Blue cannot fire at {foe.name}: out of sight."
    battle = ahead.imagined(book, game.battle, "union")
    assert refusal(game, Wish("fire", man.id, foe.id)) == bars
    wanted = game.decision("union")
    assert isinstance(wanted.form, Choose)
    key = next(item.key for item in wanted.form.items if item.label == man.group)
    squad = ahead.passed(book, battle, "union", wanted, Chosen((key,)))
    assert squad is not None
    assert refusal(game, Wish("fire", "", foe.id), squad.battle) == bars


def test_a_unit_that_has_moved_is_offered_what_is_left_as_an_aside() -> None:
    book = rulebook("order-cards")
    game = Game(book, load("training-field"), {}, Seeded("y"))
    while True:
        player = until(game, "card")
        moved = {unit.id for unit in game.view(player).units if unit.moved}
        form = game.decision(player).form
        assert isinstance(form, Choose)
        asides = [item for item in form.items if item.art == "aside"]
        if {item.key for item in asides} & moved:
            break
        game.submit(command(game, player))
    assert all("refuse a flank" in item.label for item in asides)
    assert {item.key for item in form.items} - {item.key for item in asides} - moved - {"end"}, "others have not acted"


def test_who_is_with_a_group_is_drafted_to_stay() -> None:
    book = rulebook("skirmish")
    game = Game(book, load("the-clearing"), {}, Seeded("y"))
    wanted = game.decision(until(game, "attach"))
    assert isinstance(wanted.form, Choose)
    first = wanted.form.items[0]
    assert (first.key, first.art) == ("stay", "default")
    assert first.label.removeprefix("stay ") in wanted.sentence or "join a group" in wanted.sentence


def test_one_officer_is_spoken_of_as_one() -> None:
    game = Game(rulebook("chamberlain"), load("training-field"), {}, Seeded("y"))
    wanted = game.decision(until(game, "officers"))
    assert isinstance(wanted.form, Choose)
    assert "officers" not in wanted.sentence
    assert wanted.form.items[-1].label.endswith("stays where he is")


def test_the_ground_where_an_officer_may_not_stand_is_shown_as_barred() -> None:
    book = rulebook("chamberlain")
    game = Game(book, load("training-field"), {}, Seeded("y"))
    player = until(game, "officers")
    officer = next(piece for piece in game.scene(player).pieces if piece.side == player and piece.glyph == "officer")
    found = ahead.meant(book, ahead.imagined(book, game.battle, player), player, Wish("move", officer.id))
    assert found is not None
    form = found.asked.form
    assert isinstance(form, Place)
    assert form.barred
    assert book.preview is not None
    view = book.view(found.battle.state, player)
    for x in range(2, 24, 2):
        for y in range(1, 16):
            made = book.preview(view, found.battle.agenda[-1], player, Placed(Pose(x, y, form.facing)))
            shut = any(inside_polygon(ring, x, y) for ring in form.barred)
            assert made is not None
            assert shut == any("nearer than" in one.text for one in made.reasons), (x, y)


def test_a_go_counts_no_more_units_than_wait() -> None:
    book = rulebook("infantry-action")
    game = Game(book, load("training-field"), {}, Seeded("y"))
    for _ in range(12):
        wanted = game.decision(until(game, "activate"))
        assert isinstance(wanted.form, Choose)
        units = [item for item in wanted.form.items if item.key != "end-go"]
        assert int(wanted.sentence.split(": ")[1].split()[0]) <= len(units), wanted.sentence
        game.submit(command(game, wanted.player))


def refusal(game: Game, wish: Wish, battle: Battle | None = None) -> str:
    """What the union is told of a wish that cannot be."""
    seen = battle or ahead.imagined(game.rulebook, game.battle, "union")
    text: str = ahead.told(game.rulebook, ANSWER_CODEC, seen, "union", wish)["reasons"][0]["text"]
    return text


def test_a_troop_that_rode_may_fire_in_the_same_breath() -> None:
    book = rulebook("skirmish")
    game = Game(book, load("kellys-ford"), {}, Seeded("q"))
    while until(game, "group") != "union":
        game.submit(command(game, "confederate"))
    pieces = game.scene("union").pieces
    rider = next(piece for piece in pieces if piece.side == "union" and piece.glyph == "rider")
    foe = next(piece for piece in pieces if piece.id.startswith("picket"))
    rides = ahead.meant(book, ahead.imagined(book, game.battle, "union"), "union", Wish("move", rider.id))
    assert rides is not None
    ridden = ahead.passed(book, rides.battle, "union", rides.asked, Marched((shift(0.0, -6.0),)))
    assert ridden is not None
    shot = ahead.meant(book, ridden.battle, "union", Wish("fire", rider.id, foe.id))
    assert shot is not None
    assert isinstance(shot.answer, Chosen)
    assert shot.answer.keys[0].startswith("fire:picket")


def until(game: Game, kind: str) -> str:
    """Captains fight until a kind of decision is asked; of whom."""
    while game.decision(game.asked()[0]).kind != kind:
        game.submit(command(game, game.asked()[0]))
    return game.asked()[0]


def why_not(game: Game, player: str, piece: str) -> str:
    seen = ahead.imagined(game.rulebook, game.battle, player)
    text: str = ahead.told(game.rulebook, ANSWER_CODEC, seen, player, Wish("move", piece))["reasons"][0]["text"]
    return text


def test_an_officer_dropped_on_a_unit_joins_it() -> None:
    book = rulebook("chamberlain")
    game = Game(book, load("training-field"), {}, Seeded("y"))
    player = game.asked()[0]
    asked = game.decision(player)
    while asked.kind != "officers":
        answer = book.captain(game.view(player), asked, Stream("y"))
        game.submit(Command(player, asked.kind, asked.about, answer), asked)
        player = game.asked()[0]
        asked = game.decision(player)
    assert isinstance(asked.form, Choose)
    key = next(item.key for item in asked.form.items if ">" in item.key)
    officer, _, unit = key.partition(">")
    battle = ahead.imagined(book, game.battle, player)
    found = ahead.meant(book, battle, player, Wish("move", officer, unit))
    assert found is not None
    assert (found.first, found.answer) == ((), Chosen((key,)))
    alone = ahead.meant(book, battle, player, Wish("move", officer))
    assert alone is not None
    assert alone.asked.kind == "set-down"


def test_the_nearest_that_can_fires_though_another_has_fewer_answers_to_give() -> None:
    book = rulebook("order-cards")
    game = Game(book, load("training-field"), {}, Seeded("b"))
    for _ in range(168):
        game.submit(command(game, game.asked()[0]))
    player, foe = game.asked()[0], "2nd-blue"
    battle = ahead.imagined(book, game.battle, player)
    lines = {}
    for one in ("grey-battery", "2nd-grey"):
        shot = ahead.meant(book, battle, player, Wish("fire", one, foe))
        assert shot is not None
        lines[one] = len(shot.first)
    assert lines["grey-battery"] > lines["2nd-grey"]
    found = ahead.meant(book, battle, player, Wish("fire", "", foe))
    assert found is not None
    assert found.asked.about == "grey-battery", "it stands nearer"


def test_a_drag_takes_the_order_for_the_whole_brigade_where_there_is_one() -> None:
    book = rulebook("chamberlain")
    game = Game(book, load("bloody-lane"), {}, Seeded("d"))
    player = game.asked()[0]
    asked = game.decision(player)
    assert isinstance(asked.form, Choose)
    game.submit(Command(player, asked.kind, asked.about, Chosen((asked.form.items[-1].key,))), asked)
    battle = ahead.imagined(book, game.battle, player)
    found = ahead.meant(book, battle, player, Wish("move", "union-4"))
    assert found is not None
    assert [answer for _, answer in found.first] == [Chosen(("command:kimball",)), Chosen(("use:union-4",))]


def test_a_target_of_charge_boys_that_is_out_of_reach_says_how_far_it_is() -> None:
    book = rulebook("charge-boys")
    game = Game(book, load("training-field"), {}, Seeded("y"))
    player = until(game, "fire")
    wanted = game.decision(player)
    assert isinstance(wanted.form, Choose)
    offered = " ".join([item.key for item in wanted.form.items])
    foes = [one for one in game.scene(player).pieces if one.side not in ("", player) and one.id not in offered]
    step = game.battle.agenda[-1]
    assert book.why_not is not None
    said = [book.why_not(game.view(player), step, foe.id) for foe in foes if foe.glyph != "officer"]
    assert said
    assert all(one[0].clause.startswith("charge-boys.musketry.") for one in said)
    assert any("away" in one[0].text for one in said), said
