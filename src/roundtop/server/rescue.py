"""`python -m roundtop.server.rescue DATA [GAME FILE]`: which games of a file are sound, and what is sound of one.

It only reads, so a server may be running. What it writes is a whole game file, to watch or to upload and play on.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, Final, final

from roundtop.server.files import text
from roundtop.server.session import Record, Session, taken_up
from roundtop.server.store import unbroken

BAD_INPUT: Final = 2


@final
class Found:
    """A game as far as its log is sound; `trouble` says what ended it, "" where the whole of it is sound."""

    def __init__(self, id: str, disk: sqlite3.Connection) -> None:
        self.id = id
        self.trouble = ""
        self.session: Session | None = None
        header = self._header(disk)
        records = self._records(disk) if header else []
        while header and self.session is None:
            sound = self._applied(header, records)
            if sound == 0 and self.session is None and not records:
                return
            records = records[:sound]

    def _header(self, disk: sqlite3.Connection) -> dict[str, Any]:
        try:
            row = disk.execute("SELECT header FROM games WHERE id = ?", (self.id,)).fetchone()
            if row is None:
                self.trouble = "there is no such game"
                return {}
            found: dict[str, Any] = json.loads(row[0])
            if not isinstance(found, dict) or not found:
                raise ValueError(f"it is '{row[0][:100]}'")
            return found
        except (sqlite3.Error, ValueError) as error:
            self.trouble = f"how it was set up cannot be read: {error}"
            return {}

    def _records(self, disk: sqlite3.Connection) -> list[Record]:
        found: list[Record] = []
        try:
            for row in disk.execute("SELECT number, record FROM log WHERE game = ? ORDER BY number", (self.id,)):
                found.extend([json.loads(text) for text in unbroken([(row[0], row[1])], len(found))])
        except (sqlite3.Error, ValueError) as error:
            self.trouble = f"record {len(found)} cannot be read: {error}"
        return found

    def _applied(self, header: dict[str, Any], records: list[Record]) -> int:
        """How many records can be carried out; where it is all of them, the session is the game."""
        number = 0
        try:
            session, rest = taken_up(self.id, header, records)
            number = len(records) - len(rest)
            for record in rest:
                session.apply(record)
                number += 1
        except Exception as error:  # whatever a damaged log may lead to
            self.trouble = f"record {number} cannot be carried out: {error}"
            return min(number, max(0, len(records) - 1))
        session.records = len(records)
        self.session = session
        return number

    def words(self) -> str:
        if not self.trouble:
            return f"{self.id}: sound"
        if self.session is None:
            return f"{self.id}: {self.trouble}; nothing of it can be had"
        return f"{self.id}: {self.trouble}; the {self.session.records} records before it are sound"


def opened(data: Path) -> sqlite3.Connection:
    if not data.is_file():
        raise ValueError("it is no file of games" if data.exists() else "there is no such file")
    return sqlite3.connect(f"{data.resolve().as_uri()}?mode=ro", uri=True)


def main(words: list[str] | None = None) -> int:
    about = "Which games of a file are sound, and what is sound of one."
    parser = argparse.ArgumentParser(prog="python -m roundtop.server.rescue", description=about)
    parser.add_argument("data", type=Path, help="the file games are kept in")
    parser.add_argument("game", nargs="?", help="the game to write out; without it all are looked at")
    parser.add_argument("file", nargs="?", type=Path, help="where to write it")
    said = sys.argv[1:] if words is None else words
    # The id of a game may begin with a dash.
    given = parser.parse_args(said if said[:1] in (["-h"], ["--help"]) else ["--", *said])
    try:
        with closing(opened(given.data)) as disk:
            return _looked(disk) if given.game is None else _written(Found(given.game, disk), given.file)
    except (sqlite3.Error, OSError, ValueError) as error:
        sys.stderr.write(f"roundtop.server.rescue: {given.data}: {error}\n")
        return BAD_INPUT


def _looked(disk: sqlite3.Connection) -> int:
    """Whether every game is sound, each in a line."""
    games = [Found(str(row[0]), disk) for row in disk.execute("SELECT id FROM games ORDER BY made")]
    for game in games:
        sys.stdout.write(f"{game.words()}\n")
    return int(any([game.trouble for game in games]))


def _written(found: Found, file: Path | None) -> int:
    sys.stderr.write(f"{found.words()}\n")
    if found.session is None:
        return 1
    whole = text(found.session, "")
    if file is None:
        sys.stdout.write(whole)
    else:
        file.write_text(whole, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
