"""What takes longer than a request may hold up others: run in another process, on texts only."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from multiprocessing import parent_process
from typing import Any, Final

from roundtop.battle.codec import written
from roundtop.battle.engine import codec
from roundtop.battle.gamefile import (
    GameFile,
    GameFileError,
    about_of,
    parse,
    players_of,
    scenario_of,
    story_codec,
    watch,
)
from roundtop.battle.replay import replay
from roundtop.draw import terrain_svg
from roundtop.rulebooks import UnknownRulebook, rulebook
from roundtop.umpire import Result, UmpireError, ask, by_hand
from roundtop.umpire.wire import odds_form, result_form


def follow_the_server() -> None:
    """End this process when the server's is gone, however it went: nobody is left to answer."""
    server = parent_process()
    assert server is not None

    def follow() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=follow, name="following the server", daemon=True).start()


def forecast(rules: str, view: str, step: str, command: str) -> str:
    """The odds of what a command would start."""
    book = rulebook(rules)
    words = codec(book)
    found = book.forecast(words.read(view), words.read(step), words.read(command))
    return written(
        [
            {"title": one.title, "exact": one.exact, "chances": [list(pair) for pair in one.chances], "note": one.note}
            for one in found
        ]
    )


def file(id: str, header: str, records: str, seat: str) -> str:
    """A game as its file."""
    from roundtop.server.files import text

    return text(_session(id, header, records), seat)


def report(id: str, header: str, records: str) -> str:
    """A finished game as a page to keep."""
    from roundtop.server.afterward import page

    return page(_session(id, header, records))


def _session(id: str, header: str, records: str) -> Any:
    from roundtop.server.session import restored

    return restored(id, json.loads(header), json.loads(records))


UNREADABLE: Final = (
    GameFileError, UnknownRulebook, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip
"""What the making of a battle out of a stranger's file may end in: the file is at fault, not the server."""


def unreadable(error: Exception) -> str:
    """Why a file cannot be read."""
    said = isinstance(error, (GameFileError, UnknownRulebook))
    return written({"error": str(error) if said else f"The file cannot be read: {error!r}"})


def watched(text: str) -> str:
    """A file's moments, to be looked at one after the other."""
    words = story_codec()
    try:
        found = parse(text.encode(), "the file")
        moments = watch(found)
        ground_svg = terrain_svg(words.value(found.header["ground"]))
    except UNREADABLE as error:
        return unreadable(error)
    return written(
        {
            "title": found.header["title"],
            "seat": found.header["seat"],
            "ground": found.header["ground"],
            "ground_svg": ground_svg,
            "notes": list(found.notes),
            "moments": [
                {
                    "player": one.player,
                    "told": words.plain(one.tellings),
                    "rolls": words.plain(one.rolls),
                    "scene": None if one.scene is None else {**words.plain(one.scene), "ground": None},
                }
                for one in moments
            ],
        }
    )


def unfinished(text: str) -> GameFile:
    """A whole file of a battle that can go on."""
    found = parse(text.encode(), "the file")
    if found.header["seat"]:
        raise GameFileError("This file holds only what one seat saw; nobody can go on from it.")
    if found.outcome is not None:
        raise GameFileError("This battle is over; it can be watched.")
    altered = [line.number for line in found.lines if not line.sound]
    if altered:
        raise GameFileError(f"Line {altered[0]} is not as it was written; nobody can go on from this file.")
    return found


def manned(text: str) -> str:
    """The title of an unfinished whole file, its players, and who it says plays for each."""
    try:
        found = unfinished(text)
        book = rulebook(found.header["rulebook"])
        players = story_codec().plain(players_of(found))
        title = scenario_of(found).title
        return written({"title": title, "rules": book.id, "players": players, "seats": about_of(found).seats})
    except UNREADABLE as error:
        return unreadable(error)


def resumed(text: str) -> str:
    """The battle in which an unfinished whole file ends, proved by playing it again."""
    words = story_codec()
    try:
        found = unfinished(text)
        game = replay(found, rulebook(found.header["rulebook"]))
        return written(
            {
                "rulebook": found.header["rulebook"],
                "scenario": words.plain(scenario_of(found)),
                "players": words.plain(players_of(found)),
                "options": found.header["options"],
                "battle": game.codec.plain(game.battle),
                "seats": about_of(found).seats,
            }
        )
    except UNREADABLE as error:
        return unreadable(error)


def umpire(request: str) -> str:
    """A procedure carried out with given dice, dice typed in one throw after the other, or a seed; or its odds."""
    given = json.loads(request)
    try:
        return written(_umpired(given))
    except UmpireError as error:
        return written({"error": str(error)})


def _umpired(given: dict[str, Any]) -> dict[str, Any]:
    rules, procedure, situation = given["rulebook"], given["procedure"], given["situation"]
    if given["odds"]:
        return {"odds": odds_form(ask(rules, procedure, situation, odds=True))}
    if given["throws"] is None:
        return result_form(ask(rules, procedure, situation, dice=given["dice"], seed=given["seed"]))
    found = by_hand(rules, procedure, situation, given["throws"])
    if isinstance(found, Result):
        return result_form(found)
    return {
        "wanted": {
            "words": found.words(),
            "kind": found.kind(),
            "only_the_answer": found.only_the_answer(),
            "reason": found.why.reason,
            "clause": found.why.clause,
            "by": found.why.by,
        }
    }


WORK: Final[dict[str, Callable[..., str]]] = {
    "forecast": forecast,
    "file": file,
    "report": report,
    "watch": watched,
    "manned": manned,
    "resumed": resumed,
    "umpire": umpire,
}


def think(what: str, *texts: str) -> str:
    return WORK[what](*texts)
