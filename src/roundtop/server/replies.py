"""What the pages answer, as types: held to the answers themselves by the tests, and told to others in `openapi.py`."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from roundtop.server.house import Settled


class Wrong(Struct, forbid_unknown_fields=True):
    """A short code, a sentence, and where there is one the field and the clause."""

    code: str
    message: str
    field: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET


class Error(Struct, forbid_unknown_fields=True):
    """Every trouble in one form."""

    error: Wrong


class Named(Struct, forbid_unknown_fields=True):
    id: str
    name: str


class Commander(Named, forbid_unknown_fields=True):
    """A seat of a battle that is fought by several a side."""

    side: str


class Army(Named, forbid_unknown_fields=True):
    """A side of a battle and who led it; `briefing` is what its players are told, `lost` what it really cost.

    "" where nobody says.
    """

    briefing: str
    lost: str
    leader: str


class Pace(Struct, forbid_unknown_fields=True):
    """How long a battle is by a book: turns and a side's decisions as captains fight it, minutes as people do."""

    turns: int
    decisions: int
    minutes: int


class OnShelf(Struct, forbid_unknown_fields=True):
    """A battle; `thumbnail` is the address of a picture of it."""

    id: str
    title: str
    date: str
    story: str
    size: int
    men: int
    arms: list[str]
    minutes: int
    rulebooks: list[str]
    sides: list[Army]
    outcome: str
    seats: list[Commander]
    settled: dict[str, list[Settled]]
    pace: dict[str, Pace]
    thumbnail: str


class HouseRule(Struct, forbid_unknown_fields=True):
    name: str
    type: str
    default: Any
    values: list[Any]
    meaning: str
    clause: str


class Book(Struct, forbid_unknown_fields=True):
    id: str
    title: str
    several: bool
    line: str
    options: list[HouseRule]


class Shelf(Struct, forbid_unknown_fields=True):
    """Battles, rulebooks with their options, bots."""

    battles: list[OnShelf]
    rulebooks: list[Book]
    bots: list[str]
    version: str


class Promise(Struct, forbid_unknown_fields=True):
    """A ticket for sealed dice and the hash of their secret."""

    seal: str
    commitment: str


class Deleted(Struct, forbid_unknown_fields=True):
    deleted: str


class ClauseText(Struct, forbid_unknown_fields=True):
    """A clause in our words."""

    id: str
    book: str
    kind: str
    source: str
    text: str
    ruling: str
    options: list[str]
    rows: list[Any]
    examples: list[str]
    was: str
    because: str


class Glance(Struct, forbid_unknown_fields=True):
    """A table of a quick reference."""

    title: str
    heads: list[str]
    rows: list[list[str]]
    clauses: list[str]


class FormField(Struct, forbid_unknown_fields=True):
    name: str
    type: str
    meaning: str
    required: bool
    default: Any
    values: list[Any]
    working: bool


class FormRecord(Struct, forbid_unknown_fields=True):
    meaning: str
    fields: list[FormField]


class FormExample(Struct, forbid_unknown_fields=True):
    situation: dict[str, Any]
    dice: list[str]


class Form(Struct, forbid_unknown_fields=True):
    """A procedure of a rulebook, to be filled in.

    `common` is its place among those of a book that are asked most, 0 for none; `asks` are the fields shown large, by
    their paths, `eyes` those that no card can tell; `roles` are whose cards it reads or changes, `several`
    those of more than one unit; `numbered` are fields of listed records that count up; `start` is what it begins with.
    """

    rulebook: str
    procedure: str
    summary: str
    clauses: list[str]
    inputs: list[FormField]
    outputs: list[FormField]
    dice: list[str]
    example: FormExample
    records: dict[str, FormRecord]
    common: int
    asks: list[str]
    eyes: list[str]
    roles: list[str]
    several: list[str]
    numbered: list[str]
    start: dict[str, Any]


class Working(Struct, forbid_unknown_fields=True):
    label: str
    value: str
    clause: str


class Question(Struct, forbid_unknown_fields=True):
    """The next throw to type in."""

    words: str
    kind: str
    number: int
    only_the_answer: bool
    reason: str
    clause: str
    by: str


class Ruling(Struct):
    """What the umpire says: an outcome with its working and dice, the next throw that is wanted, or the odds."""

    outcome: dict[str, Any] | UnsetType = UNSET
    working: list[Working] | UnsetType = UNSET
    dice: list[str] | UnsetType = UNSET
    wanted: Question | UnsetType = UNSET
    odds: Any = UNSET


class UnitCard(Struct, forbid_unknown_fields=True):
    """A card of a ledger; `group` is the card it is counted with."""

    id: str
    side: str
    name: str
    gone: bool
    group: str
    arrives: int
    values: dict[str, Any]


class DueNow(Struct, forbid_unknown_fields=True):
    """What comes next: a procedure (`do`) with its cards, or something to do on the table (`say`)."""

    do: str
    say: str
    roles: dict[str, list[str]]


class Stage(Struct, forbid_unknown_fields=True):
    """A phase of the turn; `side` where one side plays it."""

    name: str
    side: str


class OnTheList(Struct, forbid_unknown_fields=True):
    """Something due in a phase: a procedure, or something done on the table; what one `may` do is due to nobody."""

    do: str
    say: str
    roles: dict[str, list[str]]
    clause: str
    may: bool
    done: bool


class TurnNow(Struct, forbid_unknown_fields=True):
    """Where a ledger's turn is: of its `stages` the one that is played, what is due in it and who has not acted.

    `turns` is 0 where nobody has said how long the battle lasts; `standing` tells each side's losses, and of the whole
    battle under "".
    """

    turn: int
    turns: int
    clause: str
    stage: int
    stages: list[Stage]
    first: str
    items: list[OnTheList]
    idle: list[str]
    standing: dict[str, dict[str, Any]]


class LedgerSeat(Struct, forbid_unknown_fields=True):
    """A device at a ledger's table; of no side where it only looks on and helps."""

    id: str
    side: str
    name: str


class Secret(Struct, forbid_unknown_fields=True):
    """A kind of thing that is laid face down, `of` a unit or of an army."""

    name: str
    of: str
    type: str
    values: list[str]
    meaning: str


class FaceDown(Struct, forbid_unknown_fields=True):
    """What lies face down beside a unit; `to` is told to whoever laid it alone."""

    unit: str
    name: str
    mine: bool
    to: Any


class LedgerPage(Struct, forbid_unknown_fields=True):
    """A ledger as a seat sees it; `ledger` is the token of the seat, `number` grows with every change.

    `steps` is how many can be taken back, `tracked` are values of cards that change.
    """

    ledger: str
    seat: LedgerSeat
    seats: list[LedgerSeat]
    number: int
    steps: int
    title: str
    rulebook: str
    turn: TurnNow
    tracked: list[str]
    cards: list[UnitCard]
    secrets: list[Secret]
    face_down: list[FaceDown]
    due: list[DueNow]
    log: list[str]


class LedgerCode(Struct, forbid_unknown_fields=True):
    """What lets another device join: a code, and this server's addresses in the network, if it is reached there."""

    code: str
    addresses: list[str]


class LedgerAnswer(Struct, forbid_unknown_fields=True):
    """What a ledger answers: the situation as cards and eyes fill it, then as the umpire does.

    `changes` says what would become of the cards, `next` what would come next, `page` how the ledger stands once
    it has changed; `game` is a game file of the battle set out, `left_behind` what it cannot say.
    """

    situation: dict[str, Any] | UnsetType = UNSET
    eyes: dict[str, Any] | UnsetType = UNSET
    trouble: str | UnsetType = UNSET
    wanted: Question | UnsetType = UNSET
    outcome: dict[str, Any] | UnsetType = UNSET
    working: list[Working] | UnsetType = UNSET
    dice: list[str] | UnsetType = UNSET
    changes: list[str] | UnsetType = UNSET
    next: list[DueNow] | UnsetType = UNSET
    odds: Any = UNSET
    game: str | UnsetType = UNSET
    left_behind: list[str] | UnsetType = UNSET
    page: LedgerPage | UnsetType = UNSET


class Moment(Struct, forbid_unknown_fields=True):
    """What one entry of a file told, threw and showed, in the codec's plain form."""

    player: str
    told: list[Any]
    rolls: list[Any]
    scene: dict[str, Any] | None


class Film(Struct, forbid_unknown_fields=True):
    """A file to watch."""

    title: str
    seat: str
    ground: dict[str, Any]
    ground_svg: str
    notes: list[str]
    moments: list[Moment]
