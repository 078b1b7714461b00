"""News: who is told when, and that what is told adds up to the table."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, cast

from roundtop.dice.sources import Stream
from roundtop.server.hall import Hall
from roundtop.server.play import Seat
from roundtop.server.teller import Teller
from tests.server.aside import awaited
from tests.server.house import House
from tests.server.test_play import play_on, settle
from tests.server.test_room import in_hall, new_room


def test_seats_have_their_turns_one_by_one_in_the_order_they_asked() -> None:
    async def evening() -> tuple[list[str], list[str]]:
        told: list[str] = []
        teller = Teller()
        for name in ("union", "confederate", "watcher"):
            teller.tell(partial(told.append, name))
        await asyncio.sleep(0)
        at_once = list(told)
        while teller.telling:
            await asyncio.sleep(0.001)
        teller.tell(partial(told.append, "late"))
        while teller.telling:
            await asyncio.sleep(0.001)
        return at_once, told

    assert awaited(evening()) == ([], ["union", "confederate", "watcher", "late"])


def test_a_turn_for_news_that_were_heard_earlier_is_no_turn_for_later_ones() -> None:
    """They would be told before the reply to the command they come from: replies go first."""

    async def work(hall: Hall) -> None:
        room = await new_room(hall)
        seat = Seat(hall, room, player="union", socket=cast("Any", None), address="here")
        seat.changed()
        seat.news()  # as a ping does
        seat.changed()
        stale, turn = hall.teller.waiting
        stale()
        assert seat.dirty
        turn()
        assert not seat.dirty
        hall.teller.waiting.clear()

    in_hall(work)


def test_news_add_up_to_the_table_and_leave_out_what_stayed(house: House) -> None:
    made = house.make()
    people = {side: house.sit(made["game"], made[side]) for side in ("union", "confederate")}
    for number in range(8):
        play_on(people, Stream(f"adding up {number}"), 10)
        settle(people)
        for side, person in people.items():
            now = house.get(f"/api/games/{made['game']}/table", made[side]).json()
            heard = {**person.table, "scene": {**person.table["scene"], "ground": now["scene"]["ground"]}}
            pieces = {piece["id"]: piece for piece in heard["scene"].pop("pieces")}
            assert pieces == {piece["id"]: piece for piece in now["scene"].pop("pieces")}
            assert heard == now
    longest = max(len(text) for text in people["union"].texts[1:])
    assert sum(len(text) for text in people["union"].texts[1:]) < 0.5 * len(people["union"].texts) * longest
    for person in people.values():
        person.close()
