"""The game file: JSON lines that are the save, the replay, the bug report and the proof of the dice.

A header, then a line for each entry of the game's log, snapshots now and then, and the end. Every line carries a hash
of itself and all lines before it. Sentences are kept beside the events, so that a game can be watched for ever.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from io import BufferedRandom
from math import isfinite
from pathlib import Path
from typing import Any, Final, final

from roundtop.battle import bounds, shape
from roundtop.battle import scenario as scenarios
from roundtop.battle.bounds import BoundsError, check, check_ground, check_scenario, no_constant, shown, whole
from roundtop.battle.codec import Codec, CodecError, Plain, written
from roundtop.battle.engine import CORE_KINDS, VERSION, Battle
from roundtop.battle.game import COMMAND, STEP, UNDO, Entry, Game
from roundtop.battle.protocol import Outcome, Player, Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.battle.scene import SCENERY, Scene, Telling
from roundtop.dice.sources import Roll, Sealed
from roundtop.record import record, replace
from roundtop.table.ground import Ground

FORMAT: Final = 1
SNAPSHOT_EVERY: Final = 50
"""Entries after which a snapshot is due; one is also kept whenever a turn begins."""

SEEDED: Final = "seeded"
SEALED: Final = "sealed"
PHYSICAL: Final = "physical"

GAME: Final = "game"
SNAPSHOT: Final = "snapshot"
RESUMED: Final = "resumed"
END: Final = "end"

ENTRY_FIELDS: Final[dict[str, type]] = {"rolls": list, "events": list, "told": list, "hash": str}
FIELDS: Final[dict[str, dict[str, type]]] = {
    GAME: {
        "format": int, "roundtop": str, "engine": str, "rulebook": str, "rules": str, "scenario": dict, "digest": str,
        "options": dict, "players": list, "dice": dict, "seats": dict, "seat": str, "title": str, "ground": dict,
        "hash": str,
    },
    COMMAND: {"command": dict, **ENTRY_FIELDS},
    STEP: ENTRY_FIELDS,
    UNDO: {"player": str, "back": int, "hash": str},
    SNAPSHOT: {"entries": int, "battle": dict, "scene": dict},
    RESUMED: {"entries": int, "roundtop": str, "engine": str, "rules": str, "dice": dict, "hash": str},
    END: {"outcome": dict, "secret": str},
}  # fmt: skip
TYPES: Final = {int: "a whole number", str: "text", dict: "an object", list: "a list"}

SCENARIO_KINDS: Final = (
    Scenario, scenarios.Side, scenarios.Formation, scenarios.Commander, scenarios.Arrival, scenarios.Weapon,
    scenarios.Regiment, scenarios.Zone, scenarios.Objective, scenarios.Seat, scenarios.Value,
    scenarios.History, scenarios.Loss,
)  # fmt: skip


class GameFileError(ValueError):
    """A game file that cannot be read or used: where and why."""


@record(frozen=True)
class Source:
    """Where a game's dice come from: a seed; or a seal (its commitment, the game's id, the seats' nonces); or hands."""

    kind: str
    seed: str = ""
    commitment: str = ""
    game: str = ""
    nonces: tuple[str, ...] = ()


@record(frozen=True)
class About:
    """What a game file says of its game beside what happens in it; `seats` says who or what plays for each player."""

    roundtop: str
    dice: Source
    seats: dict[str, str]


@record
class Kept:
    """One line of a file, with its number; `sound` when it stands where and as it was written."""

    number: int
    kind: str
    data: dict[str, Plain]
    sound: bool


@record
class GameFile:
    """A file as it was read. `size` is where its last whole line ends; `notes` say what was found amiss."""

    name: str
    header: dict[str, Plain]
    lines: list[Kept]
    size: int
    chain: str
    notes: tuple[str, ...]

    @property
    def outcome(self) -> Outcome | None:
        """How the battle ended; None while it goes on."""
        last = self.lines[-1]
        if last.kind != END:
            return None
        found: Outcome = valued(self, last.number, "outcome", last.data["outcome"], Outcome)
        return found


@record
class Moment:
    """Something to watch: what was told of one entry, its rolls, and the table where a snapshot shows it."""

    line: int
    player: str
    tellings: tuple[Telling, ...]
    rolls: tuple[Roll, ...]
    scene: Scene | None


@record
class Resumed:
    """A game that goes on, and what its file needs to know.

    `chain` is its hash so far, `first` the line that says where it goes on (None after a full replay), `read` how
    much of the log it holds, `standing` how many entries stand in it.
    """

    game: Game
    about: About
    chain: str
    first: dict[str, Plain] | None
    read: int
    standing: int
    notes: tuple[str, ...]


def story_codec() -> Codec:
    """The codec for what needs no rulebook: header, sentences, scenes, outcome."""
    return Codec([*CORE_KINDS, *SCENERY, *SCENARIO_KINDS, Source])


def chained(chain: str, text: str) -> str:
    """The hash of a line after the hash of the line before."""
    return hashlib.sha256(f"{chain}\n{text}".encode()).hexdigest()


# ---------------------------------------------------------------- writing


@final
class Recorder:
    """Turns what has happened in a game into the lines of its file; for one seat, only what that seat has seen."""

    def __init__(self, game: Game, about: About, seat: str = "", resumed: Resumed | None = None) -> None:
        self.game = game
        self.about = about
        self.seat = seat
        self.redacted = seat != ""
        self.codec = story_codec()
        self.ground = self.codec.plain(game.scene(seat).ground)
        self.chain = "" if resumed is None else resumed.chain
        self.first = self._header() if resumed is None else resumed.first
        self.read = 0 if resumed is None else resumed.read
        self.standing = [True] * (0 if resumed is None else resumed.standing)
        self.since = 0
        self.opened = resumed is not None
        self.ended = False

    def pending(self) -> str:
        """The lines that have come since the last time, each with its line end."""
        lines: list[str] = []
        if self.first is not None:
            lines.append(self._line(self.first))
            self.first = None
        if not self.opened:
            lines.append(self._snapshot(self.game.opening))
            self.opened = True
        for entry in self.game.log[self.read :]:
            lines.extend(self._entry(entry))
        self.read = len(self.game.log)
        outcome = self.game.outcome
        if outcome is not None and not self.ended:
            self.ended = True
            lines.append(self._line({"line": END, "outcome": self.codec.plain(outcome), "secret": self._secret()}))
        return "".join(lines)

    def _line(self, data: dict[str, Plain]) -> str:
        self.chain = chained(self.chain, written(data))
        return written({**data, "chain": self.chain}) + "\n"

    def _header(self) -> dict[str, Plain]:
        game, dice = self.game, self.about.dice
        # A seat may know neither the seed nor the enemy's order of battle.
        scenario = {} if self.redacted else self.codec.plain(game.scenario)
        shown = Source(dice.kind, "", dice.commitment, dice.game, dice.nonces) if self.redacted else dice
        return {
            "line": GAME,
            "format": FORMAT,
            "roundtop": self.about.roundtop,
            "engine": VERSION,
            "rulebook": game.rulebook.id,
            "rules": game.rulebook.version,
            "scenario": scenario,
            "digest": "" if self.redacted else self.codec.digest(game.scenario),
            "options": game.codec.plain(game.battle.options),
            "players": self.codec.plain(game.battle.players),
            "dice": self.codec.plain(shown),
            "seats": dict(self.about.seats),
            "seat": self.seat,
            "title": game.scenario.title,
            "ground": self.ground,
            "hash": self._hash(game.opening),
        }

    def _hash(self, battle: Battle) -> str:
        """A battle's hash; none for a seat, which could try out what it may not know until the hash fits."""
        return "" if self.redacted else self.game.codec.digest(battle)

    def _secret(self) -> str:
        dice = self.game.dice
        return dice.secret.hex() if isinstance(dice, Sealed) else ""

    def _entry(self, entry: Entry) -> list[str]:
        if entry.kind == UNDO:
            return self._undo(entry)
        data = self._seen(entry) if self.redacted else self._whole(entry)
        self.standing.append(bool(data))
        if not data:
            return []
        lines = [self._line(data)]
        self.since += 1
        if self.since >= SNAPSHOT_EVERY or [one for one in data["told"] if one["hint"] == "turn"]:
            lines.append(self._snapshot(entry.battle))
        return lines

    def _whole(self, entry: Entry) -> dict[str, Plain]:
        codec = self.game.codec
        data: dict[str, Plain] = {
            "line": entry.kind,
            "rolls": codec.plain(entry.rolls),
            "events": codec.plain(entry.events),
            "told": told(self.game.rulebook, self.codec, entry),
            "hash": codec.digest(entry.battle),
        }
        if entry.command is not None:
            data["command"] = codec.plain(entry.command)
        return data

    def _seen(self, entry: Entry) -> dict[str, Plain]:
        """An entry as the seat saw it; rolls stand only in what it saw. Empty where it noticed nothing."""
        game, seat = self.game, self.seat
        own = entry.command is not None and entry.player == seat
        events = [seen for seen in [game.rulebook.seen(event, seat) for event in entry.events] if seen is not None]
        if not events and not own:
            return {}
        view = game.rulebook.view(entry.battle.state, seat)
        told = [{"to": seat, **self.codec.plain(game.rulebook.tell(view, event))} for event in events]
        data = {"line": COMMAND if own else STEP, "rolls": [], "told": told, "hash": ""}
        data["events"] = game.codec.plain(events)
        if entry.command is not None and own:
            # The battle's version counts the enemy's unseen commands too.
            data["command"] = game.codec.plain(replace(entry.command, version=-1))
        return data

    def _undo(self, entry: Entry) -> list[str]:
        back = sum([self.standing.pop() for _ in range(entry.back)])
        if not back:
            return []
        return [self._line({"line": UNDO, "player": entry.player, "back": back, "hash": self._hash(entry.battle)})]

    def _snapshot(self, battle: Battle) -> str:
        self.since = 0
        game = self.game
        scene = self.codec.plain(game.rulebook.scene(game.rulebook.view(battle.state, self.seat)))
        if scene["ground"] == self.ground:
            scene["ground"] = {}
        data = {} if self.redacted else game.codec.plain(battle)
        return self._line({"line": SNAPSHOT, "entries": sum(self.standing), "battle": data, "scene": scene})


def told(rulebook: Rulebook, codec: Codec, entry: Entry) -> list[Plain]:
    """Each event in the words all may hear, and in those of each player to whom it reads otherwise."""
    if not entry.events:
        return []
    seats = ["", *[player.id for player in entry.battle.players]]
    views = [rulebook.view(entry.battle.state, seat) for seat in seats]
    found: list[Plain] = []
    for event in entry.events:
        common: Telling | None = None
        for seat, view in zip(seats, views):
            seen = rulebook.seen(event, seat)
            telling = None if seen is None else rulebook.tell(view, seen)
            if seat == "":
                common = telling
            if telling is not None and (seat == "" or telling != common):
                found.append({"to": seat, **codec.plain(telling)})
    return found


@final
class Writer:
    """A file that grows with its game: call `update` after every command."""

    def __init__(self, file: BufferedRandom, recorder: Recorder) -> None:
        self.file = file
        self.recorder = recorder
        self.update()

    def update(self) -> None:
        self.file.write(self.recorder.pending().encode())
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def start(path: Path, game: Game, about: About) -> Writer:
    """Begin a new file for a game."""
    return Writer(path.open("w+b"), Recorder(game, about))


def go_on(path: Path, file: GameFile, resumed: Resumed) -> Writer:
    """Carry on writing the file of a resumed game, from its last whole line."""
    opened = path.open("r+b")
    opened.truncate(file.size)
    opened.seek(file.size)
    return Writer(opened, Recorder(resumed.game, resumed.about, "", resumed))


def text(game: Game, about: About, seat: str = "") -> str:
    """A whole game as its file; for a seat, only what that seat has seen."""
    return Recorder(game, about, seat).pending()


# ---------------------------------------------------------------- reading


def read(path: Path) -> GameFile:
    """The file at that path; GameFileError says what is wrong and on which line."""
    try:
        data = bounds.file_bytes(path, bounds.GAME)
    except OSError as error:
        raise GameFileError(f"{path}: cannot be read: {(error.strerror or 'unknown error').lower()}") from None
    return parse(data, str(path))


def parse(data: bytes, name: str) -> GameFile:
    """A file's bytes taken apart. A last line that was cut short by a crash is left out, with a note."""
    notes: list[str] = []
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        notes.append("the last line is cut short and was left out")
    chain = ""
    lines: list[Kept] = []
    for number, raw in enumerate(whole.splitlines(), 1):
        kept = _kept(name, number, raw, chain)
        if not kept.sound:
            notes.append(f"line {number} is not as or where it was written")
        chain = str(kept.data.pop("chain"))
        lines.append(kept)
    if not lines:
        raise GameFileError(f"{name}: this is not a game file: it has no whole line")
    _order(name, lines)
    return GameFile(name=name, header=lines[0].data, lines=lines, size=len(whole), chain=chain, notes=tuple(notes))


def _finite(text: str) -> float:
    found = float(text)
    return found if isfinite(found) else no_constant(text)


def _unread(error: Exception) -> str:
    """Why a line cannot be read."""
    if isinstance(error, json.JSONDecodeError):
        return f"it makes no sense from character {error.pos + 1} on"
    if isinstance(error, RecursionError):
        return "its lists and tables lie too deep in each other"
    return "it is not text in UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)


def _kept(name: str, number: int, raw: bytes, chain: str) -> Kept:
    where = f"{name}, line {number}"
    try:
        data = json.loads(raw.decode(), parse_constant=no_constant, parse_float=_finite, parse_int=whole)
    except (ValueError, RecursionError) as error:
        raise GameFileError(f"{where}: this is not JSON: {_unread(error)}") from None
    try:
        check(data)
    except BoundsError as error:
        raise GameFileError(f"{where}: {error}") from None
    kind = data.get("line") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in FIELDS:
        raise GameFileError(f"{where}: 'line' must be one of {', '.join(FIELDS)}; is this a game file?")
    if kind == GAME and data.get("format") != FORMAT:
        other = f"format {shown(data.get('format'))} is not known here, only {FORMAT}"
        raise GameFileError(f"{where}: {other}; use the program that wrote it")
    for field, wanted in {**FIELDS[kind], "chain": str}.items():
        if field not in data:
            raise GameFileError(f"{where}: '{field}' is missing")
        if not isinstance(data[field], wanted) or isinstance(data[field], bool):
            raise GameFileError(f"{where}: '{field}' must be {TYPES[wanted]}")
    unhashed = {key: value for key, value in data.items() if key != "chain"}
    return Kept(number, kind, data, data["chain"] == chained(chain, written(unhashed)))


def _order(name: str, lines: list[Kept]) -> None:
    """The header first and only there, the end last, and nothing undone that is not there."""
    standing = 0
    for line in lines:
        where = f"{name}, line {line.number}"
        if (line.kind == GAME) != (line.number == 1):
            raise GameFileError(f"{where}: the header must be the first line, and only that")
        if line.kind == END and line is not lines[-1]:
            raise GameFileError(f"{where}: the battle ends here, but the file goes on")
        if line.kind in (COMMAND, STEP):
            standing += 1
        elif line.kind == UNDO:
            if not 0 < line.data["back"] <= standing:
                raise GameFileError(f"{where}: {line.data['back']} entries cannot be taken back of {standing}")
            standing -= line.data["back"]
        elif line.kind == RESUMED:
            if not 0 <= line.data["entries"] <= standing:
                raise GameFileError(f"{where}: entry {line.data['entries']} is not there to go on from")
            standing = line.data["entries"]


def scenario_of(file: GameFile) -> Scenario:
    """The scenario that was played."""
    found: Scenario = _bounded(file, "scenario", Scenario, check_scenario)
    return found


def ground_of(file: GameFile) -> Ground:
    """The ground that was fought on."""
    found: Ground = _bounded(file, "ground", Ground, check_ground)
    return found


def _bounded(file: GameFile, field: str, kind: Any, bound: Callable[[Any], None]) -> Any:
    """What a field of the header holds, which is within its bounds too."""
    found = _value(file, field, kind)
    try:
        bound(found)
    except BoundsError as error:
        raise GameFileError(f"{file.name}, line 1: '{field}' cannot be used: {error}") from None
    return found


def about_of(file: GameFile) -> About:
    """What the file says of its game."""
    dice: Source = _value(file, "dice", Source)
    for player, name in file.header["seats"].items():
        if not isinstance(name, str):
            raise GameFileError(f"{file.name}, line 1: 'seats.{player}' must be text")
    return About(file.header["roundtop"], dice, dict(file.header["seats"]))


def players_of(file: GameFile) -> tuple[Player, ...]:
    found: tuple[Player, ...] = _value(file, "players", tuple[Player, ...])
    return found


def _value(file: GameFile, field: str, kind: Any) -> Any:
    return valued(file, 1, field, file.header[field], kind)


def valued(file: GameFile, number: int, field: str, plain: Plain, kind: Any, codec: Codec | None = None) -> Any:
    """What a field of a line holds, which is of that kind; `codec` is the story's, for whoever reads many lines."""
    try:
        shape.check(plain, kind)
        return (codec or story_codec()).value(plain)
    except (shape.ShapeError, CodecError, RecursionError) as error:
        raise GameFileError(f"{file.name}, line {number}: '{field}' cannot be read: {error}") from None
    except ValueError:
        raise GameFileError(
            f"{file.name}, line {number}: '{field}' cannot be read: an outline or a line of it has no corner or point"
        ) from None


# ---------------------------------------------------------------- watching


def standing(file: GameFile) -> list[Kept]:
    """The lines of entries that were not taken back, and the snapshots between them."""
    found: list[Kept] = []
    for line in file.lines:
        if line.kind in (COMMAND, STEP, SNAPSHOT):
            found.append(line)
        elif line.kind == UNDO:
            _drop(found, line.data["back"])
        elif line.kind == RESUMED:
            _drop(found, len([one for one in found if one.kind != SNAPSHOT]) - line.data["entries"])
    return found


def entries_of(file: GameFile) -> list[Kept]:
    """The entries that were not taken back."""
    return [line for line in standing(file) if line.kind != SNAPSHOT]


def _drop(found: list[Kept], entries: int) -> None:
    """Take so many entries off the end, with the snapshots after them."""
    while entries > 0:
        entries -= found.pop().kind != SNAPSHOT


def watch(file: GameFile, player: str = "") -> list[Moment]:
    """The story as one player ("" all) was told it; needs no rules, so it works whatever became of them."""
    codec = story_codec()
    shapes = shape.Shapes()
    viewer = file.header["seat"] or player
    moments: list[Moment] = []
    for line in standing(file):
        data = line.data
        if line.kind == SNAPSHOT:
            scene = _scene(codec, shapes, file.header["ground"], data["scene"])
            if moments and moments[-1].scene is None:
                moments[-1].scene = scene
            else:
                moments.append(Moment(line.number, "", (), (), scene))
            continue
        who = str(data["command"].get("player", "")) if line.kind == COMMAND else ""
        rolls = [_perhaps(codec, shapes, one, Roll) for one in data["rolls"]]
        told = _tellings(codec, shapes, data["told"], viewer)
        moments.append(Moment(line.number, who, told, tuple([roll for roll in rolls if isinstance(roll, Roll)]), None))
    return moments


def _tellings(codec: Codec, shapes: shape.Shapes, told: list[Plain], viewer: str) -> tuple[Telling, ...]:
    """What one viewer was told: his own words for an event, or else the common ones that stand before them."""
    found: list[Telling] = []
    common = False
    for one in told:
        if not isinstance(one, dict):
            continue
        to = one.get("to", "")
        telling = _perhaps(codec, shapes, {key: value for key, value in one.items() if key != "to"}, Telling)
        if to not in ("", viewer) or not isinstance(telling, Telling):
            continue
        if to != "" and common:
            found.pop()
        found.append(telling)
        common = to == ""
    return tuple(found)


def _perhaps(codec: Codec, shapes: shape.Shapes, plain: Plain, kind: type) -> object:
    """The value, or None where it is none of this kind, or can no longer be read."""
    try:
        shapes.check(plain, kind, [])
        found: object = codec.value(plain)
    except (CodecError, shape.ShapeError, RecursionError):
        return None
    return found


def _scene(codec: Codec, shapes: shape.Shapes, ground: Plain, plain: dict[str, Plain]) -> Scene | None:
    found = _perhaps(codec, shapes, {**plain, "ground": plain.get("ground") or ground}, Scene)
    return found if isinstance(found, Scene) and isinstance(found.ground, Ground) else None
