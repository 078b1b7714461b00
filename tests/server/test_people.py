"""Seats, invitations, offers, chat: what passes between players."""

from __future__ import annotations

from roundtop.dice.sources import Stream, commitment
from tests.server.house import FIELD, FILE, RULES, House
from tests.server.test_play import play_on, settle


def test_an_invitation_seats_one_friend_and_then_the_battle_begins(house: House) -> None:
    made = house.make(confederate="invite")
    me = house.sit(made["game"], made["union"])
    me.hear()
    assert not me.table["begun"]
    assert me.table["waiting"] == ["confederate"]
    assert me.table["decision"] is None
    forged = house.post(f"/api/games/{made['game']}/take", {"invite": "forged"})
    assert forged.status_code == 403
    by_name = house.post(f"/api/games/{made['game']}/take", {"player": "confederate"})
    assert by_name.status_code == 409
    wish = {"invite": made["confederate"], "name": "Evander", "nonce": "my-own-nonce"}
    taken = house.post(f"/api/games/{made['game']}/take", wish).json()
    assert taken["player"] == "confederate"
    me.wait(lambda table: table["begun"])
    assert "my-own-nonce" in me.table["dice"]["nonces"]
    assert house.post(f"/api/games/{made['game']}/take", wish).status_code == 409
    friend = house.sit(made["game"], taken["token"])
    friend.hear()
    assert friend.table["you"] == ["confederate"]
    assert [one["name"] for one in friend.table["players"] if one["id"] == "confederate"] == ["Evander"]
    presence = me.hear_until(lambda message: message["type"] == "presence")
    assert all(one["here"] for one in presence["players"])
    me.close()
    friend.close()


def test_an_open_seat_is_taken_by_whoever_comes_first(house: House) -> None:
    made = house.make(confederate="open")
    first = house.post(f"/api/games/{made['game']}/take", {"player": "confederate"})
    assert first.status_code == 200
    assert house.post(f"/api/games/{made['game']}/take", {"player": "confederate"}).status_code == 409
    assert house.post(f"/api/games/{made['game']}/take", {"player": "union"}).status_code == 409


def test_dice_are_promised_before_a_nonce_is_named(house: House) -> None:
    promise = house.post("/api/seals", {}).json()
    seats = {"union": {"kind": "here", "nonce": "after"}, "confederate": {"kind": "bot"}}
    wish = {"battle": FIELD, "rules": RULES, "seats": seats, "seal": promise["seal"]}
    made = house.post("/api/games", wish).json()
    shown = house.get(f"/api/games/{made['game']}/table").json()["dice"]
    assert shown["commitment"] == promise["commitment"]
    assert shown["secret"] == ""
    assert house.post("/api/games", wish).status_code == 400
    token = made["seats"][0].get("token") or made["seats"][1]["token"]
    me = house.sit(made["game"], token)
    me.hear()
    me.ask("concede")
    me.wait(lambda table: table["outcome"] is not None)
    assert commitment(bytes.fromhex(me.table["dice"]["secret"])) == promise["commitment"]
    me.close()


def test_chat_reaches_everybody_and_is_there_later(house: House) -> None:
    made = house.make()
    people = [house.sit(made["game"], made[side]) for side in ("union", "confederate")]
    for person in people:
        person.hear()
    assert people[0].ask("chat", text="Good morning, sir.")["type"] == "done"
    line = people[1].hear_until(lambda message: message["type"] == "chat")
    assert (line["by"], line["text"]) == ("union", "Good morning, sir.")
    later = house.sit(made["game"], made["confederate"])
    assert later.hear()["chat"][0]["text"] == "Good morning, sir."
    for person in (*people, later):
        person.close()


def test_an_id_belongs_to_one_message(house: House) -> None:
    """A repeat is done, as it was; something else under the same id is refused and not taken for done."""
    made = house.make()
    me = house.sit(made["game"], made["union"])
    me.hear()
    assert me.ask("chat", text="Good morning.", id="once")["type"] == "done"
    assert me.ask("chat", text="Good morning.", id="once")["type"] == "done"
    for other in ({"kind": "chat", "text": "Good night."}, {"kind": "concede"}):
        assert me.ask(**other, id="once")["code"] == "id-used"
    later = house.sit(made["game"], made["union"])
    assert [line["text"] for line in later.hear()["chat"]] == ["Good morning."]
    for person in (me, later):
        person.close()


def test_own_dice_by_agreement_and_typed_over_the_wire(house: House) -> None:
    made = house.make()
    people = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    union, confederate = people.values()
    union.hear()
    confederate.hear()
    assert union.ask("offer", what="own-dice")["type"] == "done"
    confederate.wait(lambda table: bool(table["offers"]))
    assert confederate.ask("reply", offer=confederate.table["offers"][0]["number"], yes=True)["type"] == "done"
    settle(people)
    assert union.table["dice"]["kind"] == "own"
    stream = Stream("own dice")
    union.command(union.answer(stream))
    confederate.command(confederate.answer(stream))
    settle(people)
    thrower = next(person for person in people.values() if person.table["wanted"] and person.table["wanted"]["mine"])
    assert thrower.ask("throw", entry="9 9")["type"] == "refused"
    assert thrower.ask("throw", entry="6" if thrower.table["wanted"]["words"].count("d6") == 1 else "6 1")["id"]
    for person in people.values():
        person.close()


def test_a_bot_stands_in_for_an_absent_friend(house: House) -> None:
    made = house.make()
    me = house.sit(made["game"], made["union"])
    me.hear()
    assert me.ask("offer", what="bot-stands-in", seat="confederate")["type"] == "done"
    me.wait(lambda table: table["waiting"] == ["union"])
    friend = house.sit(made["game"], made["confederate"])
    friend.hear()
    assert [one["bot"] for one in friend.table["players"] if one["id"] == "confederate"] == ["captain"]
    assert friend.ask("back")["type"] == "done"
    assert me.ask("offer", what="bot-stands-in", seat="confederate")["type"] == "done"
    me.ask("ping")
    assert me.table["offers"], "a friend who is here is asked first"
    me.close()
    friend.close()


def test_a_battle_by_agreement_is_a_draw_and_its_file_says_so(house: House) -> None:
    made = house.make()
    people = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    play_on(people, Stream("draw"), 6)
    union, confederate = people.values()
    union.ask("offer", what="draw")
    confederate.wait(lambda table: bool(table["offers"]))
    confederate.ask("reply", offer=confederate.table["offers"][0]["number"], yes=True)
    union.wait(lambda table: table["outcome"] is not None)
    assert union.table["outcome"]["winner"] == "draw"
    file = house.get(f"/api/games/{made['game']}/file").text
    assert '"agreed"' in file.splitlines()[-1]
    with house.web as web:
        watched = web.post("/api/games/file", content=file.encode(), headers=FILE)
    assert watched.status_code == 200
    assert watched.json()["moments"]
    assert house.get(f"/api/games/{made['game']}/report").status_code == 200
    for person in people.values():
        person.close()


def test_my_games_and_deleting_them(house: House) -> None:
    made, other = house.make(name="The wheat field"), house.make()
    tokens = ",".join([made["union"], other["confederate"], "unknown"])
    listed = house.get(f"/api/games?tokens={tokens}").json()
    assert {one["game"] for one in listed} == {made["game"], other["game"]}
    mine = next(one for one in listed if one["game"] == made["game"])
    assert (mine["name"], mine["player"], mine["yours"]) == ("The wheat field", "union", True)
    assert mine["changed"] % 900 == 0, "to the second it would count what the enemy does unseen"
    guest = house.sit(made["game"])
    guest.hear()
    with house.web as web:
        answer = web.delete(f"/api/games/{made['game']}", headers={"Authorization": f"Bearer {made['owner']}"})
    assert answer.status_code == 200
    assert house.get(f"/api/games/{made['game']}/table").status_code == 404
    assert [one["game"] for one in house.get(f"/api/games?tokens={tokens}").json()] == [other["game"]]
    guest.close()


def test_play_on_from_here_is_an_imagination_while_the_battle_lasts(house: House) -> None:
    made = house.make()
    people = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    play_on(people, Stream("branch"), 10)
    union = people["union"]
    at = union.table["seq"]
    assert house.post(f"/api/games/{made['game']}/branch", {"at": at}).status_code == 403
    assert house.post(f"/api/games/{made['game']}/branch", {"at": 9999}, made["union"]).status_code == 404
    answer = house.post(f"/api/games/{made['game']}/branch", {"at": at}, made["union"])
    assert answer.status_code == 201
    new = answer.json()
    assert new["game"] != made["game"]
    tokens = {seat["player"]: seat["token"] for seat in new["seats"]}
    seen = house.get(f"/api/games/{new['game']}/table?at=0", tokens["union"]).json()
    then = house.get(f"/api/games/{made['game']}/table?at={at}", made["union"]).json()
    assert seen["scene"]["pieces"] == then["scene"]["pieces"]
    assert seen["dice"]["commitment"] != then["dice"]["commitment"]
    branch = {side: house.sit(new["game"], tokens[side]) for side in tokens}
    assert play_on(branch, Stream("branched"), 3) == 3
    union.ask("concede")
    after = house.post(f"/api/games/{made['game']}/branch", {"at": 2})
    assert after.status_code == 201
    for person in (*people.values(), *branch.values()):
        person.close()


def test_several_commanders_a_side_where_the_rulebook_has_them(house: House) -> None:
    shelf = house.get("/api/shelf").json()
    book = next(one["id"] for one in shelf["rulebooks"] if one["several"])
    battle = next(one for one in shelf["battles"] if one["seats"] and book in one["rulebooks"])
    chairs = {seat["id"]: {"kind": "here" if n == 0 else "bot"} for n, seat in enumerate(battle["seats"])}
    wish = {"battle": battle["id"], "rules": book, "seats": chairs, "several": True}
    made = house.post("/api/games", wish).json()
    token = next(seat["token"] for seat in made["seats"] if seat.get("token"))
    me = house.sit(made["game"], token)
    me.hear()
    assert [one["id"] for one in me.table["players"]] == list(chairs)
    assert me.table["decision"]["player"] == me.table["player"] == battle["seats"][0]["id"]
    me.close()
    refused = house.post("/api/games", {**wish, "several": False})
    assert refused.json()["error"]["field"] == "seats"
