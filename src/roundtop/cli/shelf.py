"""`roundtop battles`: the shelf, and one battle with its forces."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from roundtop import rulebooks
from roundtop.battle.engine import begin, sides
from roundtop.battle.protocol import Rulebook
from roundtop.battle.scenario import Commander, Regiment, Scenario, Side, commonest
from roundtop.battle.scene import Piece
from roundtop.battles import load
from roundtop.battles import shelf as all_battles
from roundtop.battles.past import lost
from roundtop.cli.setup import Trouble
from roundtop.simulate import find_rulebook


def battles(battle: str = "", /, *, rules: str = "") -> int:
    """The battles that can be fought; or one of them with its story, its forces, and what a rulebook makes of them.

    For example: `roundtop battles little-round-top`

    Parameters
    ----------
    battle
        A battle of the list, or a file of your own.
    rules
        Show the forces as this rulebook musters them; every rulebook at hand that suits if left out.
    """
    console = Console(highlight=False, markup=False)
    if not battle:
        _list(console)
        return 0
    scenario = load(battle, rulebooks.names())
    books = [find_rulebook(name) for name in ([rules] if rules else _suiting(scenario))]
    _story(console, scenario)
    for side in scenario.sides:
        _history(console, scenario, side)
    for book in books:
        _mustered(console, scenario, book)
    return 0


def _suiting(scenario: Scenario) -> list[str]:
    known = [book.id for book in rulebooks.rulebooks()]
    return [name for name in scenario.rulebooks if name in known]


def _list(console: Console) -> None:
    known = {book.id for book in rulebooks.rulebooks()}
    for found in all_battles():
        console.print(Text.assemble((found.id, "bold cyan"), "  ", (found.title, "bold"), f"  {found.date}"))
        ready = [name for name in found.rulebooks if name in known]
        coming = [name for name in found.rulebooks if name not in known]
        later = f" (later: {', '.join(coming)})" if coming else ""
        size = f"{found.regiments} regiments and batteries, {found.minutes} minutes; "
        console.print(_indented(f"{size}{', '.join(ready) or 'no rulebook yet'}{later}", "dim"))
        console.print(_indented(found.story.partition("\n\n")[0]))
        console.print()
    console.print("Look closer with `roundtop battles ID`; fight one with `roundtop play ID`.")


def _indented(text: str, style: str = "") -> Padding:
    return Padding(Text(" ".join(text.split()), style=style), (0, 0, 0, 2))


def _story(console: Console, scenario: Scenario) -> None:
    console.print(Text.assemble((scenario.title, "bold"), f"  {scenario.date}  ({scenario.id})"))
    console.print(_indented(scenario.story))
    ground = scenario.ground
    console.print(f"  {ground.width:g} by {ground.depth:g} yards, {scenario.minutes} minutes")
    for objective in scenario.objectives:
        console.print(f"  Objective: {objective.name}")
    if scenario.history:
        console.print(_indented(f"As it went: {scenario.history.outcome}"))
    for source in scenario.sources:
        console.print(_indented(f"Source: {source}", "dim"))
    for estimate in scenario.estimates:
        console.print(_indented(f"Estimate: {estimate}", "dim"))


def _history(console: Console, scenario: Scenario, side: Side) -> None:
    console.print(Text(f"\n{side.name}", style="bold"))
    if side.briefing:
        console.print(_indented(side.briefing))
    if cost := lost(scenario, side.id):
        console.print(_indented(f"Lost {cost}."))
    grid = Table.grid(padding=(0, 2), pad_edge=False)
    for commander in scenario.commanders:
        if commander.side == side.id:
            grid.add_row(f"  {commander.name}", _rank(commander), commander.rating or "", _leads(scenario, commander))
    for regiment in scenario.regiments:
        if regiment.side == side.id:
            grid.add_row(f"  {regiment.name}", _strength(regiment), regiment.quality, _armed(regiment))
    console.print(grid)


def _rank(commander: Commander) -> str:
    return commander.rank.replace("-", " ")


def _leads(scenario: Scenario, commander: Commander) -> str:
    return next((f.name for f in scenario.formations if f.id == commander.formation), commander.formation)


def _strength(regiment: Regiment) -> str:
    about = "about " if {"guns" if regiment.guns else "men"} & set(regiment.estimates) else ""
    return about + (f"{regiment.guns} guns" if regiment.guns else f"{regiment.men} men")


def _armed(regiment: Regiment) -> str:
    arrives = f", arrives after {regiment.arrives.minute} minutes" if regiment.arrives else ""
    perhaps = " (estimate)" if "weapon" in regiment.estimates else ""
    return commonest(regiment.weapons).replace("-", " ") + perhaps + arrives


def _mustered(console: Console, scenario: Scenario, book: Rulebook) -> None:
    """The forces as a rulebook sets them on the table, each side as its own player sees it."""
    try:
        battle = begin(book, scenario, {})
    except ValueError as error:
        raise Trouble(f"{scenario.id} cannot be set up by {book.id}: {error}") from None
    console.print(Text(f"\nAs mustered by {book.title} ({book.id})", style="bold"))
    for player in sides(scenario):
        pieces = book.scene(book.view(battle.state, player.id)).pieces
        grid = Table.grid(padding=(0, 2), pad_edge=False)
        for piece in pieces:
            if piece.side == player.side:
                grid.add_row(f"  {piece.name}", _card(piece))
        console.print(grid)


def _card(piece: Piece) -> str:
    return "; ".join([f"{row.label}: {row.value}" for row in piece.card if row.label != "Side"])
