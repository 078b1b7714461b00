"""Everything that is said over the wire, as types; the client's own types are made from these."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from roundtop.battle.codec import Codec
from roundtop.battle.forms import ANSWERS, FARTHEST
from roundtop.battle.protocol import Outcome
from roundtop.battle.scene import Cards, Course, Marker, Overlay, Part, Piece, Stakes
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Coded: TypeAlias = dict[str, Any]
"""A value in the codec's plain form: its class under `is`, then its fields."""
AnswerCode: TypeAlias = Annotated[Coded, Meta(extra_json_schema={"x-coded": "Answer"})]
DecisionCode: TypeAlias = Annotated[Coded, Meta(extra_json_schema={"x-coded": "Decision"})]
GroundCode: TypeAlias = Annotated[Coded, Meta(extra_json_schema={"x-coded": "Ground"})]
UNSEEN: Final = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2066-\u2069\ufeff"
"""Characters nobody can see or write, and those that turn round the words after them."""
Name: TypeAlias = Annotated[str, Meta(max_length=60, pattern=rf"^[^\t\n{UNSEEN}]*$")]
Talk: TypeAlias = Annotated[str, Meta(min_length=1, max_length=1000, pattern=rf"^[^{UNSEEN}]*$")]
Nonce: TypeAlias = Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
Offered: TypeAlias = Literal["draw", "own-dice", "sealed-dice", "bot-stands-in"]

ANSWER_CODEC: Final = Codec([*ANSWERS, Manoeuvre, Pose])


# ---------------------------------------------------------------- what a client says


class Asking(Struct, tag_field="type", forbid_unknown_fields=True):
    """A message of a client; the reply carries the same id."""

    id: Id


class Step(Struct, forbid_unknown_fields=True):
    """An answer on the way to another: what it answers, and itself."""

    kind: Annotated[str, Meta(max_length=100)]
    about: Annotated[str, Meta(max_length=100)]
    answer: AnswerCode


First: TypeAlias = Annotated[list[Step], Meta(max_length=8)]
"""What is answered first; nothing of it has happened until a command says so."""


class Command(Asking, tag="command"):
    """An answer to the decision asked at this version, or, after what is answered first, to what is asked then.

    They are carried out one after the other, as far as none is refused.
    """

    version: int
    answer: AnswerCode
    first: First = []


class Undo(Asking, tag="undo"):
    """Take the last command back."""


class Throw(Asking, tag="throw"):
    """What was thrown on a real table: faces, or `=2` for a count."""

    entry: Annotated[str, Meta(max_length=400)]


class Spot(Struct, forbid_unknown_fields=True):
    """A place and a facing in hundredths of a degree clockwise from north."""

    x: Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]
    y: Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]
    facing: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]

    def pose(self) -> Pose:
        return Pose(self.x, self.y, self.facing)


class Preview(Asking, tag="preview"):
    """What would come of moving the asked piece: to a pose (the planner proposes), or by an answer.

    `by`: places to go through before the pose.
    `weigh`: also what the answer costs, where it is lawful: nothing, dice, that it stands, or that others act next.
    """

    pose: Spot | None = None
    answer: AnswerCode | None = None
    first: First = []
    weigh: bool = False
    by: Annotated[list[Spot], Meta(max_length=12)] = []


class Forecast(Asking, tag="forecast"):
    """The odds of what an answer would start."""

    answer: AnswerCode
    first: First = []


class Carry(Asking, tag="carry"):
    """What a hand means that moves a piece, or charges or fires at another with it ("": whichever can).

    `alone`: with a single figure, not with its squad. `first`: what is answered before that.
    """

    deed: Literal["move", "charge", "fire"]
    piece: Annotated[str, Meta(max_length=100)]
    onto: Annotated[str, Meta(max_length=100)] = ""
    alone: bool = False
    first: First = []


class Look(Asking, tag="look"):
    """What a piece could see and shoot from its place or from a pose, and who could shoot it.

    `reach`: instead of that, how far the march may go that is asked now or after `first`.
    """

    piece: Annotated[str, Meta(max_length=100)]
    pose: Spot | None = None
    reach: bool = False
    first: First = []


class Moments(Asking, tag="moments"):
    """How the pieces stood at the items of one's own story after `since`; `whole`: at `since` too, all of them."""

    since: Annotated[int, Meta(ge=0)]
    whole: bool = False


class Turning(Asking, tag="turning"):
    """Which item of one's own story decided a battle that is over."""


class WhyNot(Asking, tag="why-not"):
    """Why a piece may not be named in answer to what is asked."""

    piece: Annotated[str, Meta(max_length=100)]


class Claim(Asking, tag="claim"):
    """Claim the battle from an opponent whose time is up."""


class Chat(Asking, tag="chat"):
    text: Talk


class Offer(Asking, tag="offer"):
    """Offer something to the other players; `seat` is the one a bot is to stand in for, "" one's own."""

    what: Offered
    seat: str = ""
    bot: str = "captain"


class Reply(Asking, tag="reply"):
    """Accept or decline an offer."""

    offer: int
    yes: bool


class Back(Asking, tag="back"):
    """Take one's own seat back from the bot that stands in."""


class Concede(Asking, tag="concede"):
    """Give the battle up."""


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    id: str = ""


Said: TypeAlias = (
    Command
    | Undo
    | Throw
    | Preview
    | Forecast
    | Carry
    | Look
    | Moments
    | Turning
    | WhyNot
    | Chat
    | Offer
    | Reply
    | Back
    | Concede
    | Claim
    | Ping
)


# ---------------------------------------------------------------- what the server says


class Told(Struct, omit_defaults=True):
    """One item of a seat's own story; `back` of the items before it were taken back."""

    seq: int
    text: str = ""
    places: tuple[Point, ...] = ()
    rolls: tuple[Roll, ...] = ()
    tally: tuple[Row, ...] = ()
    hint: str = ""
    side: str = ""
    back: int = 0
    courses: tuple[Course, ...] = ()


class Scene(Struct):
    """The table as this seat sees it; the ground stands only in the first one."""

    title: str
    moment: str
    unit: str
    yards_per_unit: float
    pieces: tuple[Piece, ...]
    markers: tuple[Marker, ...]
    overlays: tuple[Overlay, ...]
    stakes: Stakes | None = None
    hands: tuple[Cards, ...] = ()
    ground: GroundCode | UnsetType = UNSET


class Wanted(Struct):
    """A throw that is waited for; `mine` when this seat may type it in."""

    words: str
    kind: str
    only_the_answer: bool
    reason: str
    clause: str
    by: str
    mine: bool
    number: int


class Someone(Struct):
    """A player; `kind` is human, bot, open or invited, `bot` who plays, `here` whether connected."""

    id: str
    side: str
    name: str
    kind: Literal["human", "bot", "open", "invited"]
    bot: str
    here: bool
    used: float = 0.0


class Offering(Struct):
    """An offer that nobody has answered yet."""

    number: int
    by: str
    what: str
    seat: str
    bot: str


class Seal(Struct):
    """The promise about the dice: hash of the secret, the seats' nonces, and at the end the secret."""

    kind: Literal["sealed", "own"]
    commitment: str
    nonces: list[str]
    secret: str = ""


class Clock(Struct):
    """Seconds each player has; `running` since when (server time) for those who are waited for."""

    seconds: float
    running: float
    now: float


class Table(Struct):
    """Everything one seat may know of a game at one moment."""

    game: str
    name: str
    rules: str
    battle: str
    seq: int
    version: int
    player: str
    you: list[str]
    begun: bool
    scene: Scene
    decision: DecisionCode | None
    wanted: Wanted | None
    waiting: list[str]
    outcome: Outcome | None
    undo: bool
    players: list[Someone]
    offers: list[Offering]
    dice: Seal
    options: dict[str, Any]
    story_length: int
    clock: Clock | None = None
    past: bool = False


class SceneNews(Struct, omit_defaults=True):
    """What is new in a scene: pieces that are new or have changed, the ids of those gone; `whole`: these are all."""

    moment: str
    pieces: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    markers: tuple[Marker, ...] | UnsetType = UNSET
    overlays: tuple[Overlay, ...] | UnsetType = UNSET
    stakes: Stakes | UnsetType | None = UNSET
    hands: tuple[Cards, ...] | UnsetType = UNSET
    whole: bool = False


class TableNews(Struct):
    """What is new at a table; what is not there is as it was."""

    seq: int
    version: int
    waiting: list[str]
    undo: bool
    story_length: int
    scene: SceneNews
    begun: bool | UnsetType = UNSET
    decision: DecisionCode | UnsetType | None = UNSET
    wanted: Wanted | UnsetType | None = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    players: list[Someone] | UnsetType = UNSET
    offers: list[Offering] | UnsetType = UNSET
    dice: Seal | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET


class Saying(Struct, tag_field="type"):
    """A message of the server."""


class WholeTable(Saying, tag="table"):
    """On connecting: the whole table and the story so far."""

    table: Table
    entries: list[Told]
    chat: list[ChatLine]


class News(Saying, tag="news"):
    """After every change this seat may see; items are numbered without a gap."""

    seq: int
    version: int
    entries: list[Told]
    table: TableNews


class Done(Saying, tag="done"):
    id: str


class Why(Struct):
    text: str
    clause: str


class Refused(Saying, tag="refused"):
    """Nothing has changed; every reason."""

    id: str
    reasons: list[Why]


class Conflict(Saying, tag="conflict"):
    """The command answers an older version: look again."""

    id: str
    version: int


class Ghost(Saying, tag="preview"):
    """Where the asked piece would stand, what it would cost, meet and cross, and why it may not."""

    id: str
    version: int
    answer: AnswerCode | None
    end: Pose | None
    reached: bool
    parts: tuple[Part, ...]
    track: tuple[Point, ...]
    costs: list[Row]
    crosses: list[Row]
    reasons: list[Why]
    stakes: Literal["", "free", "dice", "shown", "over"] = ""
    stopped: list[Why] = []


class Meant(Saying, tag="meant"):
    """What a hand means: answers given first, also in words, what is asked then, its answer, or why it cannot be."""

    id: str
    version: int
    first: list[Step]
    said: list[str]
    decision: DecisionCode | None
    answer: AnswerCode | None
    reasons: list[Why]


class Odds(Struct):
    title: str
    exact: bool
    chances: list[tuple[str, float]]
    note: str


class Foretold(Saying, tag="forecast"):
    id: str
    version: int
    forecasts: list[Odds]


class Looked(Saying, tag="look"):
    id: str
    overlays: tuple[Overlay, ...]


class Played(Struct):
    """What is told of a moment, by its number in the story, and what then stood otherwise than the moment before."""

    seq: int
    scene: SceneNews


class Staged(Saying, tag="moments"):
    """Some moments of a story, in order; `more` can be asked for."""

    id: str
    moments: list[Played]
    more: bool
    whole: SceneNews | UnsetType = UNSET


class Turned(Saying, tag="turning"):
    """The item that decided a battle, and when it was; item 0: none did."""

    id: str
    seq: int
    moment: str = ""


class Reasons(Saying, tag="reasons"):
    id: str
    reasons: list[Why]


class ChatLine(Saying, tag="chat"):
    by: str
    text: str
    at: float


class Presence(Saying, tag="presence"):
    players: list[Someone]


class Pong(Saying, tag="pong"):
    id: str


class Fault(Saying, tag="error"):
    id: str
    code: str
    message: str


Replied: TypeAlias = (
    Done | Refused | Conflict | Ghost | Foretold | Meant | Looked | Staged | Turned | Reasons | Pong | Fault
)
Heard: TypeAlias = WholeTable | News | Replied | ChatLine | Presence


# ---------------------------------------------------------------- bodies of requests


class Chair(Struct, forbid_unknown_fields=True):
    """Who is to command a side."""

    kind: Literal["here", "invite", "bot", "open"]
    bot: str = "captain"
    name: Name = ""
    nonce: Nonce = ""


class NewGame(Struct, forbid_unknown_fields=True):
    battle: Annotated[str, Meta(max_length=100)]
    rules: Annotated[str, Meta(max_length=100)]
    seats: dict[str, Chair]
    options: dict[str, Any] = {}
    dice: Literal["sealed", "own"] = "sealed"
    clock: Annotated[float, Meta(gt=0, le=10_000_000)] | None = None
    name: Name = ""
    seal: str = ""
    several: bool = False


class Made(Struct):
    """A seat of a game just made: its token, or the invitation to hand on."""

    player: str
    token: str | UnsetType = UNSET
    invite: str | UnsetType = UNSET


class GameMade(Struct):
    game: str
    owner: str
    seats: list[Made]


class Take(Struct, forbid_unknown_fields=True):
    """Claim an invitation, or an open seat by its player."""

    invite: str = ""
    player: str = ""
    name: Name = ""
    nonce: Nonce = ""


class Taken(Struct):
    player: str
    token: str


class Listed(Struct):
    """One of my games."""

    game: str
    player: str
    name: str
    battle: str
    rules: str
    moment: str
    waiting: list[str]
    yours: bool
    outcome: str
    changed: float
    made: float


ENCODER: Final = msgspec.json.Encoder()


def text(message: object) -> str:
    """A message as JSON text."""
    return ENCODER.encode(message).decode()
