"""What takes longer than a request may hold up others: run in another process, on texts only."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from roundtop.battle.bounds import BoundsError, check
from roundtop.battle.codec import CodecError, written
from roundtop.battle.engine import begin, codec, decision, seats, sides
from roundtop.battle.gamefile import (
    RESUMED,
    GameFile,
    GameFileError,
    about_of,
    ground_of,
    parse,
    players_of,
    scenario_of,
    story_codec,
    watch,
)
from roundtop.battle.options import OptionError
from roundtop.battle.protocol import agreed, settled
from roundtop.battle.replay import replay
from roundtop.battle.scenario import MusterError, Scenario
from roundtop.battles import load
from roundtop.battles.decode import ScenarioError
from roundtop.battles.reader import read
from roundtop.battles.writer import write
from roundtop.draw import svg, terrain_svg
from roundtop.report import paper
from roundtop.rulebooks import UnknownRulebook, names, rulebook, suiting
from roundtop.server import beside
from roundtop.server.limits import Trouble
from roundtop.table.pose import Pose
from roundtop.umpire import Result, UmpireError, ask, by_hand
from roundtop.umpire.wire import odds_form, result_form

LARGEST: Final = 150_000
"""Characters of a battle, written out, that can be played on a server: more than twice the largest on the shelf.

Every view and picture of it is made in the loop."""
MAP_PX: Final = 480


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


def meant(rules: str, battle: str, player: str, wish: str) -> str:
    """What a hand means, in a battle whose state is what its player knows."""
    from roundtop.server import ahead

    book = rulebook(rules)
    words = codec(book)
    seen = words.read(battle)
    deed, piece, onto, alone = json.loads(wish)
    return written(ahead.told(book, words, seen, player, ahead.Wish(deed, piece, onto, alone)))


def march(rules: str, battle: str, player: str, goals: str) -> str:
    """The march that leads through some places, in a battle whose state is what its player knows."""
    from roundtop.server import ahead, march

    book = rulebook(rules)
    words = codec(book)
    seen = ahead.lived(book, words.read(battle), player)
    places = [Pose(x, y, facing) for x, y, facing in json.loads(goals)]
    return words.text(march.proposed(book, seen, decision(book, seen, player), places))


def reach(rules: str, battle: str, player: str) -> str:
    """How far the march that is asked may go all round, in a battle whose state is what its player knows."""
    from roundtop.server import ahead, march

    book = rulebook(rules)
    seen = ahead.lived(book, codec(book).read(battle), player)
    return written(march.reach(book, seen, decision(book, seen, player)))


# ---------------------------------------------------------------- games


def file(id: str, header: str, records: str, seat: str) -> str:
    """A game as its file."""
    from roundtop.server.files import text

    return text(_session(id, header, records), seat)


def report(id: str, header: str, records: str) -> str:
    """A finished game as a page to keep."""
    from roundtop.server.afterward import page

    return page(_session(id, header, records))


def begin_game(id: str, header: str) -> str:
    """Begin a new game: what a list shows of it and how large it is, and in a second line how it was set up."""
    from roundtop.server.session import begun

    session = begun(id, json.loads(header))
    opening = written(session.opening())
    first = json.dumps([session.summary(), len(opening)])
    if session.header["start"] is not None:
        return first
    too_large = beyond(len(opening))
    if too_large:
        raise Trouble(400, "too-large", f"options: {too_large}", "options")
    return f"{first}\n{opening}"


def set_up(id: str, header: str) -> str:
    """How a game is set up that was begun already."""
    from roundtop.server.session import begun

    return written(begun(id, json.loads(header)).opening())


def beyond(size: int) -> str:
    """What is wrong with a battle that takes so many characters to write down; "" where it can be played."""
    if size <= LARGEST:
        return ""
    return (
        f"this battle takes {size:,} characters to write down, and at most {LARGEST:,} are played: it has too many "
        "stands, figures or men"
    )


def _session(id: str, header: str, records: str) -> Any:
    from roundtop.server.session import restored

    return restored(id, json.loads(header), json.loads(records))


# ---------------------------------------------------------------- files somebody sent

UNREADABLE: Final = (
    ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError, AssertionError,
)  # fmt: skip
"""What reading on raises where a file holds something else than was ever written."""


@contextmanager
def sent() -> Iterator[None]:
    """Whatever cannot be read is the fault of the file that was sent."""
    try:
        yield
    except Trouble:
        raise
    except (GameFileError, UnknownRulebook, BoundsError, MusterError, OptionError, CodecError) as error:
        raise Trouble(400, "bad-file", str(error)) from None
    except ScenarioError as error:
        raise Trouble(400, "bad-file", f"The file holds no battle that can be: {error.problems[0]}") from None
    except UNREADABLE:
        words = "What stands in this file cannot be a battle: something in it is missing, or not of its kind."
        raise Trouble(400, "bad-file", words) from None


def watched(text: str) -> str:
    """A file's moments, to be looked at one after the other."""
    words = story_codec()
    with sent():
        found = parse(text.encode(), "the file")
        ground = ground_of(found)
        moments = watch(found)
        return written(
            {
                "title": found.header["title"],
                "seat": found.header["seat"],
                "ground": found.header["ground"],
                "ground_svg": terrain_svg(ground),
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
    if [line for line in found.lines if line.kind == RESUMED]:
        raise GameFileError("This file goes on from a snapshot, which nobody can prove; it can be watched.")
    altered = [line.number for line in found.lines if not line.sound]
    if altered:
        raise GameFileError(f"Line {altered[0]} is not as it was written; nobody can go on from this file.")
    return found


def battle_of(found: GameFile) -> Scenario:
    """The battle in a file, held to everything a battle file is held to."""
    scenario = scenario_of(found)
    if read(write(scenario), f"{scenario.id}.toml", names()) != scenario:
        raise GameFileError("The file's scenario is none that a battle file could hold.")
    if players_of(found) not in (sides(scenario), seats(scenario)):
        raise GameFileError("The file's players are not those of its battle.")
    return scenario


def manned(text: str) -> str:
    """The title of an unfinished whole file, its players, and who it says plays for each."""
    with sent():
        found = unfinished(text)
        book = rulebook(found.header["rulebook"])
        title = battle_of(found).title
        players = story_codec().plain(players_of(found))
        return written({"title": title, "rules": book.id, "players": players, "seats": about_of(found).seats})


def resumed(text: str) -> str:
    """The battle in which an unfinished whole file ends, proved by playing it again."""
    words = story_codec()
    with sent():
        found = unfinished(text)
        book = rulebook(found.header["rulebook"])
        scenario = battle_of(found)
        book.settings(found.header["options"])
        game = replay(found, book)
        battle = game.codec.plain(game.battle)
        size = len(written(battle))
        if beyond(size):
            raise GameFileError(f"The file cannot be played on: {beyond(size)}.")
        return written(
            {
                "rulebook": found.header["rulebook"],
                "scenario": words.plain(scenario),
                "players": words.plain(players_of(found)),
                "options": found.header["options"],
                "battle": battle,
                "seats": about_of(found).seats,
            }
        )


# ---------------------------------------------------------------- pictures and pages


def ground(text: str) -> str:
    """The ground as a picture, to lie under the pieces."""
    return terrain_svg(story_codec().read(text))


def shelf_ground(id: str) -> str:
    """The bare ground of a battle on the shelf."""
    return terrain_svg(load(id).ground)


def shelf_map(id: str) -> str:
    """A battle on the shelf before its first turn."""
    scenario = load(id)
    for book in suiting(scenario):
        state = begin(book, scenario, {}).state
        return svg(book.scene(book.view(state, "")), MAP_PX)
    return terrain_svg(scenario.ground)


def shelf_paper(id: str, rules: str, what: str, options: str = "{}") -> str:
    return _paper(rules, load(id), json.loads(options), what)


def house(id: str, rules: str, options: str) -> str:
    """What is wrong with house rules for a battle on the shelf, and what the battle settles."""
    book, scenario, given = rulebook(rules), load(id), json.loads(options)
    problems: tuple[str, ...] = ()
    settings = book.settings({})
    try:
        settings = book.settings(given)
        agreed(book, scenario, given)
        too_large = beyond(len(codec(book).text(begin(book, scenario, given))))
        problems = (too_large,) if too_large else ()
    except OptionError as error:
        problems = error.problems
    except (ValueError, RecursionError) as error:
        problems = (str(error),)
    fixed = [{"option": one.option, "value": one.value, "why": one.why} for one in settled(book, scenario, settings)]
    return json.dumps({"problems": problems, "settled": fixed})


def game_paper(rules: str, scenario: str, options: str, what: str) -> str:
    return _paper(rules, story_codec().read(scenario), json.loads(options), what)


def _paper(rules: str, scenario: Scenario, options: dict[str, Any], what: str) -> str:
    book = rulebook(rules)
    settings = book.settings(options)
    if what == "sheet" and book.sheet is not None:
        return paper.page(book.sheet(settings))
    if what == "roster" and book.roster is not None:
        return paper.page(book.roster(scenario, settings))
    raise Trouble(404, "no-paper", f"{book.title} prints a sheet and a roster, no '{what[:100]}'.")


def clauses(words: str, book: str) -> str:
    """Clauses with these words."""
    from roundtop.server import books

    return json.dumps(books.clauses(words, book))


# ---------------------------------------------------------------- the umpire


def umpire(request: str) -> str:
    """A procedure carried out with given dice, dice typed in one throw after the other, or a seed; or its odds."""
    given = json.loads(request)
    try:
        check(given)
        return written(_umpired(given))
    except (UmpireError, BoundsError) as error:
        raise Trouble(400, "umpire", str(error)) from None


def _umpired(given: dict[str, Any]) -> dict[str, Any]:
    rules, procedure, situation = given["rulebook"], given["procedure"], given["situation"]
    if given["odds"]:
        return {"odds": odds_form(ask(rules, procedure, situation, odds=True))}
    if given["throws"] is None:
        return result_form(ask(rules, procedure, situation, dice=given["dice"], seed=given["seed"]))
    found = by_hand(rules, procedure, situation, given["throws"])
    if isinstance(found, Result):
        return result_form(found)
    return {"wanted": beside.wanted(found)}


WORK: Final[dict[str, Callable[..., str]]] = {
    "forecast": forecast,
    "begin": begin_game,
    "set-up": set_up,
    "meant": meant,
    "march": march,
    "reach": reach,
    "file": file,
    "report": report,
    "watch": watched,
    "manned": manned,
    "resumed": resumed,
    "ground": ground,
    "shelf-ground": shelf_ground,
    "shelf-map": shelf_map,
    "shelf-paper": shelf_paper,
    "house": house,
    "game-paper": game_paper,
    "clauses": clauses,
    "umpire": umpire,
    "ledger": beside.begun,
    "act": beside.acted,
    "look": beside.looked,
}
