"""Whoever floods the wire waits for everybody else, and keeps nothing for ever."""

from __future__ import annotations

import asyncio
import socket
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from roundtop.server.pace import BURST, Pace
from roundtop.server.patience import MOST_FRAGMENTS, MOST_HEADERS, PIECE, Patient
from tests.server.aside import awaited
from tests.server.house import House


class Wire:
    """A transport of which nothing is known but whether it is read."""

    def __init__(self) -> None:
        self.paused = False

    def get_extra_info(self, name: str) -> Any:
        return None

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0


class Hearer:
    """A protocol that writes down what it hears, and may want nothing more after it."""

    def __init__(self, story: list[str]) -> None:
        self.story = story
        self.transport: Any = None
        self.full = False
        self.pipeline: list[str] = []

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.story.append(f"{len(data)} bytes")
        if self.full:
            self.transport.pause_reading()


def connected(share: float, story: list[str]) -> tuple[Patient, Wire, Hearer]:
    """A WebSocket of somebody with such a share of the loop."""
    patient, wire, hearer = Patient.__new__(Patient), Wire(), Hearer(story)
    patient.loop = asyncio.get_running_loop()
    patient.pace = Pace(share)  # type: ignore[misc]  # this connection's alone
    patient.inner, patient.speaking, patient.address, patient.payer = hearer, True, "", "somebody"
    patient.clock = None
    patient.rest, patient.reading = bytearray(), True
    patient.connection_made(wire)
    patient._stop()
    return patient, wire, hearer


def test_who_has_a_share_left_is_read_at_once() -> None:
    async def work() -> None:
        story: list[str] = []
        patient, wire, _ = connected(1e6, story)
        patient.data_received(b"x" * (2 * PIECE + 1))
        assert story == [f"{PIECE} bytes", f"{PIECE} bytes", "1 bytes"]
        assert not wire.paused

    awaited(work())


def test_who_has_none_left_is_read_a_piece_at_a_time_and_not_asked_for_more_meanwhile() -> None:
    async def work() -> None:
        story: list[str] = []
        patient, wire, _ = connected(0.0, story)
        patient.data_received(b"x" * (2 * PIECE))
        assert (story, wire.paused) == ([], True)
        for _ in range(50):
            await asyncio.sleep(0)
            story.append("another")
        await asyncio.sleep(0.05)
        pieces = [index for index, one in enumerate(story) if one != "another"]
        assert len(pieces) == 2
        assert "another" in story[pieces[0] : pieces[1]], "others have a turn in between"
        assert not wire.paused

    awaited(work())


def test_a_reader_that_wants_nothing_more_is_given_nothing_more() -> None:
    async def work() -> None:
        story: list[str] = []
        patient, wire, hearer = connected(1e6, story)
        hearer.full = True
        patient.data_received(b"x" * (2 * PIECE))
        assert (len(story), wire.paused) == (1, True)
        hearer.full = False
        hearer.transport.resume_reading()
        assert (len(story), wire.paused) == (2, False)

    awaited(work())


def test_a_share_is_used_up_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("roundtop.server.pace.time.monotonic", lambda: now[0])
    pace = Pace(0.1)
    assert pace.left("somebody") == pytest.approx(0.1 * BURST)
    pace.charge("somebody", 0.5)
    assert pace.left("somebody") == pytest.approx(-0.3)
    assert pace.left("another") == pytest.approx(0.1 * BURST)
    now[0] += 4.0
    assert pace.left("somebody") == pytest.approx(0.1)
    assert not pace.shut_out("somebody")
    pace.charge("somebody", 0.7)
    assert pace.shut_out("somebody")
    pace.charge("somebody", 1000.0)
    now[0] += 10.1
    assert pace.left("somebody") > 0.0, "a household is not shut out for an hour"


def test_a_message_in_endless_fragments_is_hung_up_on(house: House) -> None:
    made = house.make()
    person = house.sit(made["game"], made["union"])
    empty = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True)
    first = Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True)
    person.socket.socket.sendall(first + empty * (2 * MOST_FRAGMENTS))
    with pytest.raises(ConnectionClosed):
        person.hear_until(lambda _: False)
    assert house.get(f"/api/games/{made['game']}/table").status_code == 200


def test_headers_without_end_after_a_body_are_refused(house: House) -> None:
    place = urlsplit(house.address)
    with socket.create_connection((place.hostname or "", place.port or 0)) as line:
        head = f"POST /api/games HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/json\r\n"
        line.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n1\r\n{{\r\n0\r\n".encode())
        line.sendall(b"a: b\r\n" * MOST_HEADERS)
        line.settimeout(20)
        assert b" 431 " in line.recv(10_000)


def test_requests_sent_in_one_breath_are_answered_in_order_and_wait_on_the_wire(house: House) -> None:
    """However many they are, the server keeps a few of them; and whoever has said all is still answered."""
    place = urlsplit(house.address)
    made = house.make()
    ask = f"GET /api/games/{made['game']}/NAME HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n"
    with socket.create_connection((place.hostname or "", place.port or 0)) as line:
        line.sendall("".join([ask.replace("NAME", "story" if n % 2 else "none") for n in range(400)]).encode())
        line.shutdown(socket.SHUT_WR)
        line.settimeout(30)
        heard = b""
        while part := line.recv(1_000_000):
            heard += part
    statuses = [one[:3] for one in heard.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"404", b"200"] * 200


def test_of_what_is_pipelined_no_more_is_read_before_it_is_answered() -> None:
    async def work() -> None:
        story: list[str] = []
        patient, wire, hearer = connected(1e6, story)
        hearer.pipeline = ["another request"]
        patient.data_received(b"x" * PIECE)
        assert (story, wire.paused) == ([], True)
        hearer.pipeline.clear()
        patient.look_up()
        assert (len(story), wire.paused) == (1, False)

    awaited(work())
