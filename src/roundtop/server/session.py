"""One game: everything that changes it is a record, and applying the records again gives the same game."""

from __future__ import annotations

import hmac
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final, final

from roundtop.battle import ends
from roundtop.battle.codec import Plain, written
from roundtop.battle.engine import VERSION, Battle, Refused
from roundtop.battle.engine import codec as engine_codec
from roundtop.battle.game import Game, NotNow
from roundtop.battle.gamefile import PHYSICAL, SEALED, About, Source, story_codec
from roundtop.battle.protocol import Command, Decision, Outcome, Player, Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.dice.questions import DiceError, Question
from roundtop.dice.sources import Sealed, Stream, commitment
from roundtop.rulebooks import rulebook
from roundtop.server.heard import answer_of
from roundtop.server.limits import Trouble
from roundtop.server.seats import BOT, HUMAN, Seat, seat_of
from roundtop.server.wire import ChatLine, Done, Offering, Told

Record = dict[str, Any]
"""One change: its kind, the player, when, the id of the message, and what the kind needs."""

OWN: Final = "own"
SNAPSHOT: Final = "snapshot"
OPENING: Final = "opening"
"""The battle as it was set up, kept so that nobody who reads the game sets it up again."""
CHATS: Final = 200
REFUSALS: Final = 500
DEED: Final = ("kind", "answer", "entry", "text", "offer", "yes", "what", "seat", "bot")
"""What of a record its message says, but for the version, which a repeat may have anew."""
MARK_BYTES: Final = 6
"""What a number in a browser holds exactly."""
NOT_BEGUN: Final = "The battle begins when every seat is taken."
IT_IS_OVER: Final = "The battle is over."


class Stale(Exception):  # noqa: N818 - an answer to a client
    """A command that answers an older version."""


@final
@dataclass(slots=True)
class Posed:
    """What a player is asked now, and the version since which he has been asked just that."""

    version: int
    decision: Decision | None = None
    coded: dict[str, Any] | None = None


def deed(record: Record) -> int:
    """A mark of what a record does, whenever and by whomever: a repeat of a message has the same one."""
    return zlib.crc32(written({key: record[key] for key in DEED if key in record}).encode())


@final
class Session:
    """A game with its seats, offers and talk. Only `apply` changes it; what raises has changed nothing."""

    def __init__(self, id: str, header: dict[str, Any], opening: Plain = None) -> None:
        """`opening` is the battle as it was set up; without it, and where it goes on from no other, it is set up."""
        codec = story_codec()
        self.id: Final = id
        self.header: Final = header
        self.rulebook: Final = rulebook(header["rulebook"])
        self.scenario: Final[Scenario] = codec.value(header["scenario"])
        players: tuple[Player, ...] = codec.value(header["players"])
        self.seats: Final[dict[str, Seat]] = {one["player"]: seat_of(one) for one in header["seats"]}
        self.secret: Final = bytes.fromhex(header["secret"])
        self.commitment: Final = commitment(self.secret)
        self.sealed: Sealed | None = None
        self.own_dice = header["dice"] == OWN
        # A branch starts from the battle it was cut off at.
        start: Battle | None = engine_codec(self.rulebook).value(header["start"] or opening)
        self.game: Final = Game(
            rulebook=self.rulebook,
            scenario=self.scenario,
            options=header["options"],
            dice=None,
            players=players,
            battle=start,
            go=False,
        )
        self.begun = False
        self.records = 0
        self.ended: Outcome | None = None
        self.chat: list[ChatLine] = []
        self.chatted = [0, 0]
        self.offers: dict[int, Offering] = {}
        self.offered = 0
        self.accepted: dict[int, list[str]] = {}
        self.used: dict[str, float] = dict.fromkeys(self.seats, 0.0)
        self.since: float = header["made"]
        self.notes: list[str] = []
        self.moment = ""
        self.posed: dict[str, Posed] = {}
        self.imagined: dict[str, tuple[tuple[int, str], Battle, bool]] = {}
        self.replies: dict[tuple[str, str], object] = {}
        self.deeds: dict[tuple[str, str], int] = {}
        self.refusals: OrderedDict[tuple[str, str], object] = OrderedDict()
        self._told: dict[str, list[Told]] = {}
        self._begin()

    # What everybody may ask of it

    @property
    def outcome(self) -> Outcome | None:
        return self.ended or self.game.outcome

    @property
    def wanted(self) -> Question | None:
        """The throw that is waited for."""
        return None if self.outcome is not None else self.game.wanted

    def asked(self) -> tuple[str, ...]:
        return self.game.asked() if self.begun and self.ended is None else ()

    def decision(self, player: str) -> Decision | None:
        """What a player is asked now; None when nothing."""
        posed = self.posed.get(player)
        if posed is None:
            return None
        if posed.decision is None:
            posed.decision = self.game.decision(player)
        return posed.decision

    def coded_decision(self, player: str) -> dict[str, Any] | None:
        """What a player is asked now, as it goes over the wire."""
        posed = self.posed.get(player)
        if posed is None:
            return None
        if posed.coded is None:
            posed.coded = self.game.codec.plain(self.decision(player))
        return posed.coded

    def version(self, player: str) -> int:
        """The mark that a command of this player has to name, 0 while nothing is asked of him.

        It tells one question from another and nothing else: a count would tell what others did unseen meanwhile.
        """
        posed = self.posed.get(player)
        if posed is None:
            return 0
        seal = hmac.digest(self.secret, f"{player}/{posed.version}".encode(), "sha256")
        return int.from_bytes(seal[:MARK_BYTES], "big")

    def waiting(self) -> list[str]:
        """The players whose move it is."""
        if self.outcome is not None:
            return []
        if not self.begun:
            return [seat.player for seat in self.seats.values() if not seat.taken]
        return self.throwers() if self.game.wanted is not None else list(self.asked())

    def throwers(self) -> list[str]:
        """Who may type a throw in: the side that throws, or any person where a bot's dice lie open on the table."""
        question = self.game.wanted
        if question is None:
            return []
        why = question.why
        if why.seen_by:
            return [seat.player for seat in self.seats.values() if seat.side == why.seen_by]
        people = [seat for seat in self.seats.values() if seat.kind == HUMAN and not seat.stand_in]
        throwing = [seat.player for seat in people if seat.side == why.by]
        return throwing or [seat.player for seat in people]

    def told(self, player: str) -> list[Told]:
        """The story of a player ("" a spectator), each item in the words of its own moment."""
        self.tell(player)
        return self._told[player]

    def tell(self, player: str, most: int | None = None) -> bool:
        """Put so much of what a player has seen into words; whether something is left to tell."""
        found = self._told.setdefault(player, [])
        game, book = self.game, self.rulebook
        new = game.stream(player, len(found))
        for item in new[:most]:
            if item.event is None:
                found.append(Told(item.number, "Taken back.", back=item.back))
                continue
            view = book.view(game.log[item.entry].battle.state, player)
            t = book.tell(view, item.event)
            courses = () if book.courses is None else book.courses(view, item.event)
            found.append(
                Told(
                    seq=item.number,
                    text=t.text,
                    places=t.places,
                    rolls=t.rolls,
                    tally=t.tally,
                    hint=t.hint,
                    side=t.side,
                    courses=courses,
                )
            )
        return most is not None and len(new) > most

    def about(self) -> About:
        """What the game file says of the game."""
        if self.own_dice or self.notes:
            source = Source(PHYSICAL)
        else:
            source = Source(SEALED, "", self.commitment, self.id, self.nonces())
        names = {seat.player: seat.bot or seat.name or seat.kind for seat in self.seats.values()}
        return About(self.header["roundtop"], source, names)

    def nonces(self) -> tuple[str, ...]:
        return tuple([seat.nonce for seat in self.seats.values()])

    def summary(self) -> dict[str, Any]:
        """What a list of games shows."""
        outcome = self.outcome
        return {
            "waiting": self.waiting(),
            "outcome": "" if outcome is None else outcome.text,
            "moment": self.moment,
            "at": self.since,
        }

    # What changes it

    def apply(self, record: Record) -> None:
        """Make one change, or raise (Trouble, Refused, NotNow, DiceError, Stale) and change nothing."""
        if record["kind"] in (SNAPSHOT, OPENING):
            self.records += 1
            return
        before = self._kept_questions(record.get("player", ""))
        waited = self.waiting()
        CHANGES[record["kind"]](self, record)
        self._clock(record["at"], waited)
        self._pose(before)
        self.records += 1
        self._done(record)

    def _done(self, record: Record) -> None:
        """Keep what was carried out under an id, for a repeat."""
        if record.get("id"):
            self.replies[(record["player"], record["id"])] = Done(record["id"])
            self.deeds[(record["player"], record["id"])] = deed(record)

    def remember(self, player: str, id: str, reply: object) -> None:
        """Keep the reply to a message that changed nothing, for a repeat."""
        self.refusals[(player, id)] = reply
        if len(self.refusals) > REFUSALS:
            self.refusals.popitem(last=False)

    def replied(self, player: str, id: str) -> object | None:
        """The first reply to a message of this player."""
        return self.replies.get((player, id)) or self.refusals.get((player, id))

    def other_deed(self, record: Record) -> bool:
        """Whether something else than this was carried out under its id."""
        done = self.deeds.get((record["player"], record["id"]))
        return done is not None and done != deed(record)

    def _clock(self, at: float, waited: list[str]) -> None:
        for player in waited:
            self.used[player] += max(0.0, at - self.since)
        self.since = at

    def asleep(self, started: float) -> bool:
        """Whether a player's time would run on while no server was there to answer."""
        return self.header["clock"] is not None and self.begun and self.outcome is None and self.since < started

    def _woke(self, record: Record) -> None:
        """Nobody's time runs while no server is there that hears him."""
        self.since = record["at"]

    def _kept_questions(self, mover: str) -> dict[str, Decision | None]:
        """What others are asked at the same time: it stays the same question while they think."""
        if len(self.posed) < 2:
            return {}
        return {player: self.decision(player) for player in self.posed if player != mover}

    def _pose(self, before: dict[str, Decision | None]) -> None:
        new: dict[str, Posed] = {}
        for player in self.asked():
            new[player] = Posed(self.game.battle.version)
            if player in before:
                new[player].decision = self.game.decision(player)
                if new[player].decision == before[player]:
                    new[player] = self.posed[player]
        self.posed = new

    def _begin(self) -> None:
        """Once every seat is taken the dice are sealed and the first step is taken."""
        if self.begun or not all(seat.taken for seat in self.seats.values()):
            return
        self.begun = True
        self.sealed = Sealed(self.secret, self.id, self.nonces(), self.header.get("thrown", 0))
        self.game.dice = None if self.own_dice else self.sealed
        self.game.proceed()
        self._pose({})

    def _take(self, record: Record) -> None:
        seat = self.seats[record["player"]]
        if seat.taken:
            raise Trouble(409, "taken", "This seat is taken.")
        seat.kind = HUMAN
        seat.name = record["name"]
        seat.token = record["token"]
        seat.nonce = record["nonce"]
        self._begin()

    def _command(self, record: Record) -> None:
        player = record["player"]
        self._playing()
        if self.game.wanted is not None:
            raise NotNow("A throw is waited for first.")
        if record["version"] != self.version(player):
            raise Stale
        asked = self.decision(player)
        if asked is None:
            raise NotNow("Nothing is asked of you now.")
        answer = answer_of(record["answer"])
        command = Command(
            player=player,
            kind=asked.kind,
            about=asked.about,
            answer=answer,
            id=record["id"],
            version=self.game.battle.version,
        )
        self.game.submit(command, asked)

    def _undo(self, record: Record) -> None:
        self._playing()
        self.game.undo(record["player"])

    def _throw(self, record: Record) -> None:
        self._playing()
        if record["player"] and record["player"] not in self.throwers():
            raise NotNow("It is not for you to throw now.")
        self.game.throw(record["entry"])

    def _chat(self, record: Record) -> None:
        self.chat.append(ChatLine(record["player"], record["text"], record["at"]))
        del self.chat[:-CHATS]
        self.chatted[0] += 1
        self.chatted[1] += len(record["text"].encode())

    def _offer(self, record: Record) -> None:
        self._playing()
        if record["seat"] and record["seat"] not in self.seats:
            raise Trouble(400, "malformed", f"seat: there is no player '{record['seat']}'", "seat")
        offer = Offering(
            self.offered + 1, record["player"], record["what"], record["seat"] or record["player"], record["bot"]
        )
        if [one for one in self.offers.values() if (one.by, one.what, one.seat) == (offer.by, offer.what, offer.seat)]:
            raise NotNow("You have offered this already; it is for the others to answer.")
        if record["agreed"]:
            self._grant(offer)
        else:
            self.offers[offer.number] = offer
            self.accepted[offer.number] = []
        self.offered += 1

    def _reply(self, record: Record) -> None:
        self._playing()
        offer = self.offers.get(record["offer"])
        if offer is None or record["player"] not in self.others(offer.by):
            raise NotNow("There is no such offer for you to answer.")
        if not record["yes"]:
            self._forget(offer)
            return
        agreed = [*self.accepted[offer.number], record["player"]]
        if set(self.others(offer.by)) <= set(agreed):
            self._grant(offer)
            self._forget(offer)
        else:
            self.accepted[offer.number] = agreed

    def others(self, player: str) -> list[str]:
        """The people who have to agree to what this player offers."""
        return [seat.player for seat in self.seats.values() if seat.kind == HUMAN and seat.player != player]

    def _forget(self, offer: Offering) -> None:
        self.offers.pop(offer.number, None)
        self.accepted.pop(offer.number, None)

    def _grant(self, offer: Offering) -> None:
        if offer.what == "draw":
            self._end(ends.agreed())
        elif offer.what in ("own-dice", "sealed-dice"):
            self._switch(offer.what == "own-dice")
        else:
            self._stand_in(offer)

    def _switch(self, own: bool) -> None:
        """Whose dice are thrown from now on. A throw that is waited for is still thrown by hand."""
        if own == self.own_dice:
            raise NotNow("You are throwing them already." if own else "The dice are sealed already.")
        if not own and self.game.wanted is not None:
            raise NotNow("Type in the throw that is waited for first.")
        self.own_dice = own
        self.game.dice = None if own else self.sealed
        self.notes.append("own dice from here on, as agreed" if own else "sealed dice from here on, as agreed")

    def _stand_in(self, offer: Offering) -> None:
        seat = self.seats[offer.seat]
        if seat.kind != HUMAN or seat.stand_in:
            raise NotNow("A bot plays this seat already.")
        seat.stand_in = offer.bot

    def _back(self, record: Record) -> None:
        seat = self.seats[record["player"]]
        if not seat.stand_in:
            raise NotNow("You are playing your own seat.")
        seat.stand_in = ""

    def _concede(self, record: Record) -> None:
        self._playing()
        self._end(ends.conceded(self.scenario, self.seats[record["player"]].side))

    def _claim(self, record: Record) -> None:
        """The battle of an opponent who has used up his time."""
        self._playing()
        mine = self.seats[record["player"]].side
        late = [player for player in self.waiting() if self.time_up(player, record["at"])]
        sides = [self.seats[player].side for player in late if self.seats[player].side != mine]
        if not sides:
            raise NotNow("Nobody you wait for has used up his time.")
        self._end(ends.timed_out(self.scenario, mine, sides[0]))

    def time_up(self, player: str, at: float) -> bool:
        """Whether a player who is waited for has used up his time."""
        seconds = self.header["clock"]
        return seconds is not None and self.used[player] + at - self.since > seconds

    def _end(self, outcome: Outcome) -> None:
        self.ended = outcome
        self.offers.clear()
        self.accepted.clear()

    def _playing(self) -> None:
        if not self.begun:
            raise NotNow(NOT_BEGUN)
        if self.outcome is not None:
            raise NotNow(IT_IS_OVER)

    # What outlives a change of the rules

    def snapshot(self) -> Record:
        """The battle as it is, to go on from under other rules than those that led to it."""
        return {
            "kind": SNAPSHOT,
            "player": "",
            "id": "",
            "at": self.since,
            "rules": rules_of(self.rulebook),
            "battle": self.game.codec.plain(self.game.battle),
            "thrown": 0 if self.sealed is None else self.sealed.number,
            "own_dice": self.own_dice,
            "used": dict(self.used),
            "stand_in": {seat.player: seat.stand_in for seat in self.seats.values()},
            "notes": list(self.notes),
        }

    def opening(self) -> Record:
        """The battle as it was set up, to be kept as the first record."""
        return {
            "kind": OPENING,
            "player": "",
            "id": "",
            "at": self.header["made"],
            "rules": rules_of(self.rulebook),
            "battle": self.game.codec.plain(self.game.opening),
        }

    def take_up(self, snapshot: Record, earlier: list[Record]) -> None:
        """Be where a snapshot was taken: seats, talk and clocks come from it and from what went before."""
        for record in earlier:
            if record["kind"] in ("take", "chat"):
                CHANGES[record["kind"]](self, record)
            self._done(record)
        self.used = {**self.used, **snapshot["used"]}
        self.since = snapshot["at"]
        self.notes = list(snapshot["notes"])
        for player, bot in snapshot["stand_in"].items():
            self.seats[player].stand_in = bot
        if snapshot["own_dice"] != self.own_dice:
            self.own_dice = snapshot["own_dice"]
            self.game.dice = None if self.own_dice else self.sealed
        self.records = len(earlier) + 1

    # What bots need

    def bots_to_move(self) -> list[str]:
        """Players asked now for whom a bot decides."""
        if self.game.wanted is not None:
            return []
        return [player for player in self.asked() if self.seats[player].played_by_bot]

    def bot_throw(self, stream: Stream) -> str:
        """What a bot draws unseen when dice are thrown by hand; "" where a person is to throw."""
        question = self.wanted
        if question is None or not question.why.seen_by:
            return ""
        if [one for one in self.throwers() if not self.seats[one].played_by_bot]:
            return ""
        return " ".join([f"{question.kind()}:{question.shown(face)}" for face in question.throw(stream)])

    @property
    def has_people(self) -> bool:
        return any(seat.kind != BOT for seat in self.seats.values())


def begun(id: str, header: dict[str, Any]) -> Session:
    """A new game; Trouble says why it cannot begin."""
    try:
        return Session(id, header)
    except ValueError as error:
        raise Trouble(400, "cannot-begin", str(error)) from None


def rules_of(book: Rulebook) -> str:
    """What a battle was fought under: the engine's version and the rulebook's."""
    return f"{VERSION}/{book.version}"


def restored(id: str, header: dict[str, Any], records: list[Record]) -> Session:
    """A game from its log."""
    session, rest = taken_up(id, header, records)
    for record in rest:
        session.apply(record)
    return session


def taken_up(id: str, header: dict[str, Any], records: list[Record]) -> tuple[Session, list[Record]]:
    """A game and what of its log is still to be applied.

    What was written under other rules is not fought again: the game goes on from a snapshot.
    """
    start = _first_under_these_rules(header, records)
    if start < 0:
        return Session(id, header, opening_of(header, records)), records
    snapshot = records[start]
    session = Session(id, {**header, "start": snapshot["battle"], "thrown": snapshot["thrown"]})
    session.take_up(snapshot, records[:start])
    return session, records[start + 1 :]


def opening_of(header: dict[str, Any], records: list[Record]) -> Plain:
    """The battle as it was set up under these rules, where that was kept."""
    for record in records[:1]:
        if record["kind"] == OPENING and record["rules"] == rules_of(rulebook(header["rulebook"])):
            return record["battle"]
    return None


def to_set_up(header: dict[str, Any], records: list[Record]) -> bool:
    """Whether a game has to be set up again by house rules, with which that may take long."""
    given = bool(header["options"]) and header["start"] is None and opening_of(header, records) is None
    return given and _first_under_these_rules(header, records) < 0


def upgraded(header: dict[str, Any], records: list[Record]) -> bool:
    """Whether a log was last written under other rules than these."""
    written: list[str] = [
        f"{header['engine']}/{header['rules']}",
        *[one["rules"] for one in records if one["kind"] == SNAPSHOT],
    ]
    return written[-1] != rules_of(rulebook(header["rulebook"]))


def _first_under_these_rules(header: dict[str, Any], records: list[Record]) -> int:
    """The snapshot to go on from: the first after the last of other rules, else the last; -1 for the beginning."""
    now = rules_of(rulebook(header["rulebook"]))
    shots = [number for number, record in enumerate(records) if record["kind"] == SNAPSHOT]
    foreign = [number for number in shots if records[number]["rules"] != now]
    if not foreign and f"{header['engine']}/{header['rules']}" == now:
        return -1
    own = [number for number in shots if number > (foreign[-1] if foreign else -1)]
    return own[0] if own else shots[-1] if shots else -1


CHANGES: Final = {
    "take": Session._take,
    "command": Session._command,
    "undo": Session._undo,
    "throw": Session._throw,
    "chat": Session._chat,
    "offer": Session._offer,
    "reply": Session._reply,
    "back": Session._back,
    "concede": Session._concede,
    "claim": Session._claim,
    "woke": Session._woke,
}

__all__ = ["DiceError", "NotNow", "Record", "Refused", "Session", "Stale"]
