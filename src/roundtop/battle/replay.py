"""A game file played again: replayed and compared, gone on with, and proved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from roundtop.battle import ends, gamefile, shape
from roundtop.battle.codec import CodecError, Plain, written
from roundtop.battle.engine import VERSION, Battle, codec, ready
from roundtop.battle.game import COMMAND, STEP, UNDO, Game
from roundtop.battle.protocol import Command, Rulebook
from roundtop.dice.questions import DiceError, Question
from roundtop.dice.sources import Dice, Roll, Script, Sealed, Seeded, Wanted, commitment, rolled, typed
from roundtop.record import record


class Changed(gamefile.GameFileError):
    """The file was played under other rules than those at hand."""


class Difference(gamefile.GameFileError):
    """Playing the file again gives something else than it says."""


@record
class Stretch:
    """Part of a file played under the same rules and dice; it starts from the opening or from a snapshot."""

    rules: str
    engine: str
    dice: gamefile.Source
    snapshot: gamefile.Kept | None
    lines: list[gamefile.Kept]
    rolls_before: int


@record
class Verdict:
    """What was checked and holds, what does not hold, and what cannot be checked."""

    holds: list[str]
    fails: list[str]
    unknown: list[str]

    @property
    def sound(self) -> bool:
        return not self.fails


@final
class Rethrown(Dice):
    """Dice as a file kept them, each laid on the table again: what the rule reads must be what the file says."""

    def __init__(self, kept: Sequence[Roll]) -> None:
        super().__init__()
        self.kept = list(kept)

    def ask(self, question: Question) -> int:
        number = len(self.rolls)
        if number == len(self.kept):
            raise Wanted(question)
        roll = self.kept[number]
        again = self._again(question, roll)
        if again != roll:
            raise DiceError(f"roll {number + 1}: the file has {_said(roll)}, the rules read {_said(again)}")
        self.rolls.append(roll)
        return roll.answer

    def _again(self, question: Question, roll: Roll) -> Roll:
        script = Script([f"{roll.kind}:{face}" for face in roll.faces])
        try:
            faces = question.throw(script)
        except DiceError:
            if roll.faces:
                raise
            return typed(question, f"={roll.answer}")
        if script.rest():
            raise DiceError(f"more dice are kept for '{roll.reason}' than the rules throw")
        return rolled(question, faces, question.read(faces))


def _said(roll: Roll) -> str:
    return f"'{roll.reason}' {roll.written() or 'not shown'}, read as {roll.answer}"


def stretches(file: gamefile.GameFile) -> list[Stretch]:
    """The file cut wherever it went on under other rules or with other dice."""
    header = file.header
    dice = gamefile.about_of(file).dice
    found = [
        Stretch(rules=header["rules"], engine=header["engine"], dice=dice, snapshot=None, lines=[], rolls_before=0)
    ]
    entries = 0
    rolls = 0
    snapshots: dict[int, gamefile.Kept] = {}
    for line in file.lines[1:]:
        if line.kind == gamefile.SNAPSHOT:
            snapshots[line.data["entries"]] = line
        elif line.kind in (COMMAND, STEP):
            entries += 1
            rolls += len(line.data["rolls"])
        elif line.kind == UNDO:
            entries -= line.data["back"]
        elif line.kind == gamefile.RESUMED:
            entries = line.data["entries"]
            if entries not in snapshots:
                raise gamefile.GameFileError(
                    f"{file.name}, line {line.number}: there is no snapshot of entry {entries}"
                )
            source: gamefile.Source = gamefile.valued(file, line.number, "dice", line.data["dice"], gamefile.Source)
            found.append(
                Stretch(
                    rules=line.data["rules"],
                    engine=line.data["engine"],
                    dice=source,
                    snapshot=snapshots[entries],
                    lines=[],
                    rolls_before=rolls,
                )
            )
            continue
        found[-1].lines.append(line)
    return found


def same_rules(file: gamefile.GameFile, stretch: Stretch, rulebook: Rulebook) -> None:
    """Raise Changed where these are not the rules a stretch was played under."""
    if file.header["seat"]:
        raise Changed(f"{file.name}: this holds only what {file.header['seat']} saw; it can be watched, not replayed")
    if file.header["rulebook"] != rulebook.id:
        raise Changed(f"{file.name}: played by {file.header['rulebook']}, not by {rulebook.id}")
    if (stretch.rules, stretch.engine) != (rulebook.version, VERSION):
        raise Changed(
            f"{file.name}: played under {rulebook.id} {stretch.rules} (engine {stretch.engine}), and these are "
            f"{rulebook.version} (engine {VERSION}); it can still be watched, and goes on from its last snapshot"
        )


def replay(file: gamefile.GameFile, rulebook: Rulebook) -> Game:
    """Play the file's commands again with its dice; Difference names the first line that comes out otherwise.

    A file that went on under newer rules is replayed from there.
    """
    stretch = stretches(file)[-1]
    same_rules(file, stretch, rulebook)
    return rerun(file, stretch, rulebook, Rethrown(_rolls(file, stretch)))


def redacted(file: gamefile.GameFile, rulebook: Rulebook, player: str) -> str:
    """The file with only what one player has seen: his view of the story, no truth, no hidden roll, no seed."""
    if player not in [one.id for one in gamefile.players_of(file)]:
        raise gamefile.GameFileError(f"{file.name}: nobody called '{player}' plays in it")
    game = replay(file, rulebook)
    return gamefile.text(game, gamefile.about_of(file), player)


def _rolls(file: gamefile.GameFile, stretch: Stretch) -> list[Roll]:
    found: list[Roll] = []
    words = gamefile.story_codec()
    for line in stretch.lines:
        if line.data.get("rolls"):
            rolls: tuple[Roll, ...] = gamefile.valued(
                file, line.number, "rolls", line.data["rolls"], kind=tuple[Roll, ...], codec=words
            )
            found.extend(rolls)
    return found


def rerun(file: gamefile.GameFile, stretch: Stretch, rulebook: Rulebook, dice: Dice) -> Game:
    """One stretch of a file played again with these dice, compared line by line."""
    if gamefile.story_codec().digest(gamefile.scenario_of(file)) != file.header["digest"]:
        raise Difference(f"{file.name}, line 1: the scenario is not the one whose digest the file has")
    game = _set_up(file, stretch, rulebook, dice)
    for line in stretch.lines:
        where = f"{file.name}, line {line.number}"
        try:
            _redo(game, line)
        except Exception as error:
            # A forged line may trip the rules anywhere.
            raise Difference(f"{where}: {_named(error)}") from error
        wrong = _compared(game, line)
        if wrong:
            raise Difference(f"{where}: {wrong}")
    return game


def _set_up(file: gamefile.GameFile, stretch: Stretch, rulebook: Rulebook, dice: Dice) -> Game:
    """The battle at the beginning of a stretch: as the rules set it up, or as a snapshot shows it."""
    kept = None if stretch.snapshot is None else _snapshot(file, stretch.snapshot, rulebook)
    game = _game(file, rulebook, dice, kept)
    if kept is not None or game.hash == file.header["hash"]:
        return game
    first = file.lines[1] if len(file.lines) > 1 else file.lines[0]
    if first.kind == gamefile.SNAPSHOT:
        # A game that was taken up from another's middle begins with that moment, by the same house rules.
        moment = _snapshot(file, first, rulebook)
        game = _game(file, rulebook, dice, moment) if moment.options == game.battle.options else game
    if game.hash != file.header["hash"]:
        raise Difference(f"{file.name}, line 1: the battle begins otherwise than the file says")
    return game


def _game(file: gamefile.GameFile, rulebook: Rulebook, dice: Dice | None, battle: Battle | None) -> Game:
    try:
        return Game(
            rulebook=rulebook,
            scenario=gamefile.scenario_of(file),
            options=file.header["options"],
            dice=dice,
            players=gamefile.players_of(file),
            battle=battle,
            go=False,
        )
    except Exception as error:
        raise Difference(f"{file.name}, line 1: the battle cannot be set up: {_named(error)}") from error


def _named(error: Exception) -> str:
    """What went wrong, in words where it was said in words."""
    if isinstance(error, Wanted):
        return f"a roll is missing: {error}"
    return str(error) if isinstance(error, ValueError) else "the rules cannot carry this out"


def _redo(game: Game, line: gamefile.Kept) -> None:
    if line.kind == COMMAND:
        shape.check(line.data["command"], Command)
        game.command(game.codec.value(line.data["command"]))
    elif line.kind == UNDO:
        game.undo(line.data["player"])
    elif line.kind == STEP:
        if not ready(game.rulebook, game.battle):
            raise gamefile.GameFileError("the file goes on by itself where the rules wait for a player or have ended")
        game.step()


def _compared(game: Game, line: gamefile.Kept) -> str:
    """The first thing in which a line differs from what was just played; "" where it agrees."""
    codec, data = game.codec, line.data
    if line.kind == gamefile.SNAPSHOT:
        return "" if data["battle"] == codec.plain(game.battle) else "the snapshot is not the battle at this moment"
    if line.kind == gamefile.END:
        if game.outcome is None:
            known = [codec.plain(end) for end in ends.by_players(game.scenario)]
            return "" if data["outcome"] in known else "the battle does not end here, nor do players end it like this"
        return "" if codec.plain(game.outcome) == data["outcome"] else "the battle does not end like this"
    entry = game.log[-1]
    if line.kind == UNDO:
        if entry.back != data["back"]:
            return f"{entry.back} entries are taken back, not {data['back']}"
    elif codec.plain(entry.rolls) != data["rolls"]:
        return f"the dice are {_thrown(codec.plain(entry.rolls))}, not {_thrown(data['rolls'])}"
    elif codec.plain(entry.events) != data["events"]:
        return _unlike(codec.plain(entry.events), data["events"])
    return "" if codec.digest(entry.battle) == data["hash"] else "the battle after it is not the one whose hash it has"


def _thrown(rolls: list[Plain]) -> str:
    words = [f"'{one.get('reason')}' {one.get('kind')} {' '.join(one.get('faces', []))}" for one in rolls]
    return "; ".join(words) or "none"


def _unlike(played: list[Plain], kept: list[Plain]) -> str:
    for ours, theirs in zip(played, kept):
        if ours != theirs:
            return f"the rules give {written(ours)[:300]}, the file has {written(theirs)[:300]}"
    return f"the rules give {len(played)} events, the file has {len(kept)}"


def _snapshot(file: gamefile.GameFile, line: gamefile.Kept, rulebook: Rulebook) -> Battle:
    try:
        battle = codec(rulebook).value(line.data["battle"])
    except (CodecError, TypeError, ValueError) as error:
        raise gamefile.GameFileError(
            f"{file.name}, line {line.number}: {rulebook.id} {rulebook.version} cannot read this snapshot: {error}; "
            "the file can still be watched"
        ) from None
    if not isinstance(battle, Battle):
        raise gamefile.GameFileError(f"{file.name}, line {line.number}: the snapshot is no battle")
    return battle


# ---------------------------------------------------------------- going on


def resume(file: gamefile.GameFile, rulebook: Rulebook, program: str, secret: bytes = b"") -> gamefile.Resumed:
    """An unfinished game made ready to go on: by a full replay, or from its last snapshot where the rules changed.

    `program` is the version that goes on with it; sealed dice need their secret.
    """
    if file.outcome is not None:
        raise gamefile.GameFileError(f"{file.name}: this battle is over; it can be replayed or watched")
    if file.header["seat"]:
        raise gamefile.GameFileError(
            f"{file.name}: this holds only what {file.header['seat']} saw; nobody can go on from it"
        )
    last = stretches(file)[-1]
    number = last.rolls_before + sum([len(line.data.get("rolls", [])) for line in last.lines])
    notes = list(file.notes)
    about = gamefile.about_of(file)
    try:
        same_rules(file, last, rulebook)
        seeded = last.dice.kind == gamefile.SEEDED
        dice: Dice = Seeded(last.dice.seed) if seeded else Rethrown(_rolls(file, last))
        game = rerun(file, last, rulebook, dice)
        game.dice = dice if seeded else _live(last.dice, secret, number)
        read = len(game.log)
        game.proceed()
        about = gamefile.About(about.roundtop, last.dice, about.seats)
        return gamefile.Resumed(
            game=game,
            about=about,
            chain=file.chain,
            first=None,
            read=read,
            standing=len(gamefile.entries_of(file)),
            notes=tuple(notes),
        )
    except (Changed, Difference) as changed:
        if file.header["rulebook"] != rulebook.id:
            raise
        notes.append(str(changed))
    return _from_snapshot(file, rulebook, program=program, secret=secret, number=number, notes=notes)


def _from_snapshot(
    file: gamefile.GameFile, rulebook: Rulebook, program: str, secret: bytes, number: int, notes: list[str]
) -> gamefile.Resumed:
    """Go on from the last snapshot under the rules at hand; what came after it is played anew."""
    snapshots = [line for line in gamefile.standing(file) if line.kind == gamefile.SNAPSHOT]
    if not snapshots:
        raise gamefile.GameFileError(f"{file.name}: there is no snapshot to go on from; the file can still be watched")
    line = snapshots[-1]
    battle = _snapshot(file, line, rulebook)
    about = gamefile.about_of(file)
    source = stretches(file)[-1].dice
    if source.kind == gamefile.SEEDED:
        # The stream stands where nobody knows; a seed of its own keeps what follows as reproducible as what was.
        source = gamefile.Source(gamefile.SEEDED, f"{source.seed}+{number}")
    dice = _live(source, secret, number)
    game = _game(file, rulebook, dice, battle)
    first: dict[str, Plain] = {
        "line": gamefile.RESUMED,
        "entries": line.data["entries"],
        "roundtop": program,
        "engine": VERSION,
        "rules": rulebook.version,
        "dice": gamefile.story_codec().plain(source),
        "hash": game.hash,
    }
    notes.append(f"goes on from the snapshot on line {line.number}; what came after it is played anew")
    game.proceed()
    about = gamefile.About(program, source, about.seats)
    return gamefile.Resumed(
        game=game, about=about, chain=file.chain, first=first, read=0, standing=line.data["entries"], notes=tuple(notes)
    )


def _live(source: gamefile.Source, secret: bytes, number: int) -> Dice | None:
    """The dice to go on with; a seal goes on after the last number used."""
    if source.kind == gamefile.PHYSICAL:
        return None
    if source.kind == gamefile.SEEDED:
        return Seeded(source.seed)
    if commitment(secret) != source.commitment:
        raise gamefile.GameFileError(
            "the secret does not fit the commitment in the file; without it sealed dice cannot go on"
        )
    return Sealed(secret, source.game, source.nonces, number)


# ---------------------------------------------------------------- proof


def verify(file: gamefile.GameFile, rulebook: Rulebook) -> Verdict:
    """Check everything in a file that can be checked, and say plainly what cannot."""
    verdict = Verdict([], [], [])
    broken = [line.number for line in file.lines if not line.sound]
    if broken:
        verdict.fails.append(f"line {broken[0]} is not as it was written, or not where it was written")
    else:
        verdict.holds.append(f"all {len(file.lines)} lines are as they were written, in their order")
    verdict.unknown.extend([note for note in file.notes if "cut short" in note])
    secret = _revealed(file, verdict)
    try:
        parts = stretches(file)
    except gamefile.GameFileError as error:
        verdict.fails.append(str(error))
        return verdict
    for stretch in parts:
        _verify_stretch(file, stretch, rulebook, secret, verdict)
    if file.lines[-1].kind != gamefile.END:
        verdict.unknown.append("the battle is not over")
    return verdict


def _revealed(file: gamefile.GameFile, verdict: Verdict) -> bytes:
    """The secret of sealed dice, if it is out and fits its commitment."""
    source = gamefile.about_of(file).dice
    if source.kind != gamefile.SEALED:
        return b""
    if file.lines[-1].kind != gamefile.END:
        verdict.unknown.append("the secret of the dice is published only when the battle is over")
        return b""
    try:
        secret = bytes.fromhex(file.lines[-1].data["secret"])
    except ValueError:
        secret = b""
    if commitment(secret) == source.commitment:
        verdict.holds.append("the secret is the one that was committed to before the first roll")
        return secret
    verdict.fails.append("the secret does not fit the commitment that was published before the first roll")
    return b""


def _verify_stretch(
    file: gamefile.GameFile, stretch: Stretch, rulebook: Rulebook, secret: bytes, verdict: Verdict
) -> None:
    try:
        same_rules(file, stretch, rulebook)
        rolls = _rolls(file, stretch)
        game = rerun(file, stretch, rulebook, Rethrown(rolls))
    except Changed as changed:
        verdict.unknown.append(f"not played again: {changed}")
        return
    except gamefile.GameFileError as error:
        verdict.fails.append(str(error))
        return
    verdict.holds.append(f"{len(game.log)} entries played again give the same dice, events and hashes")
    if stretch.snapshot is None and _game(file, rulebook, None, None).hash != file.header["hash"]:
        verdict.unknown.append("it begins in the middle of a battle: what came before is not in it")
    if file.outcome is not None and game.outcome is None and stretch.lines[-1:] == file.lines[-1:]:
        verdict.unknown.append(f"the players ended the battle, not the rules: {file.outcome.text}")
    _verify_dice(file, stretch, rulebook=rulebook, secret=secret, rolls=len(rolls), verdict=verdict)
    try:
        _verify_words(file, stretch, game)
        verdict.holds.append("the sentences are those the rules tell")
        _verify_pictures(file, stretch, game)
        verdict.holds.append("the pictures are those the rules draw")
    except gamefile.GameFileError as error:
        verdict.fails.append(str(error))


def _verify_dice(
    file: gamefile.GameFile, stretch: Stretch, rulebook: Rulebook, secret: bytes, rolls: int, verdict: Verdict
) -> None:
    """Derive every roll anew from the seed or the seal; numbers without a gap follow from each one fitting."""
    source = stretch.dice
    if source.kind == gamefile.PHYSICAL:
        verdict.unknown.append(f"{rolls} rolls were thrown by hand: they can be, but nobody can prove that they were")
        return
    if source.kind == gamefile.SEALED and not secret:
        verdict.unknown.append(f"{rolls} sealed rolls cannot be derived without the secret")
        return
    dice: Dice = Seeded(source.seed)
    if source.kind == gamefile.SEALED:
        dice = Sealed(secret, source.game, source.nonces, stretch.rolls_before)
    try:
        rerun(file, stretch, rulebook, dice)
    except gamefile.GameFileError as error:
        verdict.fails.append(f"the {source.kind} dice give something else: {error}")
        return
    if not rolls:
        verdict.holds.append("no dice were thrown")
        return
    numbers = f"numbers {stretch.rolls_before} to {stretch.rolls_before + rolls - 1} without a gap"
    what = f"the seal, {numbers}" if source.kind == gamefile.SEALED else f"the seed '{source.seed}'"
    verdict.holds.append(f"all {rolls} rolls follow from {what}")


def _verify_words(file: gamefile.GameFile, stretch: Stretch, game: Game) -> None:
    words = gamefile.story_codec()
    entries = [entry for entry in game.log if entry.kind != UNDO]
    lines = [line for line in stretch.lines if line.kind in (COMMAND, STEP)]
    for entry, line in zip(entries, lines):
        if gamefile.told(game.rulebook, words, entry) != line.data["told"]:
            raise Difference(f"{file.name}, line {line.number}: the sentences are not those the rules tell")


def _verify_pictures(file: gamefile.GameFile, stretch: Stretch, game: Game) -> None:
    words, book = gamefile.story_codec(), game.rulebook
    for line in [one for one in stretch.lines if one.kind == gamefile.SNAPSHOT]:
        scene = words.plain(book.scene(book.view(_snapshot(file, line, book).state, "")))
        kept = {**line.data["scene"], "ground": line.data["scene"].get("ground") or file.header["ground"]}
        if _whoever_is_first(kept) != _whoever_is_first(scene):
            raise Difference(f"{file.name}, line {line.number}: the picture is not the one the rules draw")


def _whoever_is_first(scene: Plain) -> Plain:
    """A picture whose pieces and marks stand in one order: a battle that was read has its men by their names."""
    return {name: sorted(part, key=written) if isinstance(part, list) else part for name, part in scene.items()}
