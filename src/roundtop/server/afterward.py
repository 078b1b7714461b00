"""The after-action report: one page to keep or print, made from what happened and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final, final

from roundtop.battle.engine import Battle
from roundtop.battle.gamefile import parse
from roundtop.battle.replay import Verdict, verify
from roundtop.battle.scene import Telling
from roundtop.draw import svg
from roundtop.report import Luck, luck, narrative
from roundtop.server.files import text
from roundtop.server.session import Session
from roundtop.server.tables import whole_truth

MAP_PX: Final = 760
DECISIVE: Final = 3
STYLE: Final = """
body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#2b2620;background:#f4ecd8}
h1,h2{font-weight:normal}h2{border-bottom:1px solid #8a7f6a;margin-top:2.5rem}
pre{white-space:pre-wrap;font:inherit}table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:left;
border-bottom:1px solid #cabfa4}figure{margin:1.5rem 0;break-inside:avoid}svg{max-width:100%;height:auto}
figcaption{font-style:italic}@media print{body{background:none}}
"""


@final
@dataclass(slots=True)
class Turn:
    """How things stood when a turn began: its title, the battle, stands lost by each side so far."""

    title: str
    battle: Battle
    losses: dict[str, int]


def page(session: Session) -> str:
    """The whole report of a finished game."""
    outcome = session.outcome
    title = escape(f"{session.scenario.title}, {session.scenario.date}")
    result = "" if outcome is None else outcome.text
    story = told(session)
    found = turns(session)
    return "".join(
        [
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            f"<style>{STYLE}</style></head><body><h1>{title}</h1>",
            f"<p>{escape(session.rulebook.title)}. <strong>{escape(result)}</strong></p>{_players(session)}",
            *[f"<p>{escape(note.capitalize())}.</p>" for note in session.notes],
            f"<h2>Losses</h2>{losses(session, found)}",
            f"<h2>Decisive moments</h2>{decisive(found)}",
            f"<h2>The battle</h2><pre>{escape(narrative(story))}</pre>",
            "<h2>Maps</h2>",
            *[_map(session, turn) for turn in found],
            f"<h2>Luck</h2>{fortune(luck([roll for one in story for roll in one.rolls]))}",
            f"<h2>The dice</h2>{proof(verify(parse(text(session, '').encode(), 'this game'), session.rulebook))}",
            "</body></html>\n",
        ]
    )


def told(session: Session) -> list[Telling]:
    """Everything that happened, in the words of whoever knew most of it."""
    book = session.rulebook
    found: list[Telling] = []
    for entry in session.game.entries:
        views = {seat: book.view(entry.battle.state, seat) for seat in ["", *session.seats]}
        for event in entry.events:
            tellings = [book.tell(views[seat], seen) for seat in views if (seen := book.seen(event, seat)) is not None]
            if tellings:
                found.append(max(tellings, key=lambda one: (len(one.rolls), len(one.tally), len(one.text))))
    return found


def turns(session: Session) -> list[Turn]:
    """The beginning, every turn and the end."""
    book = session.rulebook
    found = [Turn("The beginning", session.game.opening, book.losses(book.view(session.game.opening.state, "")))]
    for entry in session.game.entries:
        view = book.view(entry.battle.state, "")
        for event in entry.events:
            seen = book.seen(event, "")
            telling = None if seen is None else book.tell(view, seen)
            if telling is not None and telling.hint == "turn":
                found.append(Turn(telling.text.rstrip("."), entry.battle, book.losses(view)))
    last = session.game.battle
    found.append(Turn("The end", last, book.losses(book.view(last.state, ""))))
    return found


def _players(session: Session) -> str:
    names = {side.id: side.name for side in session.scenario.sides}
    rows = [
        f"<tr><th>{escape(names[seat.side])}</th><td>{escape(seat.bot or seat.name or 'a player')}</td></tr>"
        for seat in session.seats.values()
    ]
    return f"<table>{''.join(rows)}</table>"


def losses(session: Session, found: list[Turn]) -> str:
    """Losses turn by turn, as a table and as a plot."""
    sides = [side for side in session.scenario.sides if side.id in found[-1].losses]
    head = "".join([f"<th>{escape(side.name)}</th>" for side in sides])
    rows = [
        f"<tr><td>{escape(turn.title)}</td>{''.join([f'<td>{turn.losses[side.id]}</td>' for side in sides])}</tr>"
        for turn in found
    ]
    return f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>{plot(found, [side.id for side in sides])}"


def plot(found: list[Turn], sides: list[str]) -> str:
    """Losses against turns; the second side's line is dashed."""
    most = max([1, *[turn.losses[side] for turn in found for side in sides]])
    step = 600 / max(1, len(found) - 1)
    lines: list[str] = []
    for number, side in enumerate(sides):
        points = " ".join(
            [f"{20 + place * step:.0f},{170 - 150 * turn.losses[side] / most:.0f}" for place, turn in enumerate(found)]
        )
        dash = ' stroke-dasharray="6 4"' if number else ""
        lines.append(f'<polyline points="{points}" fill="none" stroke="#2b2620" stroke-width="2"{dash}/>')
        end = 164 - 150 * found[-1].losses[side] / most
        lines.append(f'<text x="626" y="{end:.0f}" font-size="13">{escape(side)}</text>')
    frame = '<path d="M20 10V170H620" fill="none" stroke="#8a7f6a"/>'
    return f'<figure><svg viewBox="0 0 740 190" role="img" aria-label="Losses">{frame}{"".join(lines)}</svg></figure>'


def decisive(found: list[Turn]) -> str:
    """The turns that cost most."""
    costs: list[tuple[int, int]] = []
    for place in range(1, len(found)):
        before, after = found[place - 1].losses, found[place].losses
        costs.append((sum(after.values()) - sum(before.values()), place))
    ranked = sorted([one for one in costs if one[0] > 0], key=lambda one: (-one[0], one[1]))[:DECISIVE]
    if not ranked:
        return "<p>Nobody lost anything.</p>"
    items = [_cost(found[place - 1], found[place]) for _, place in ranked]
    return f"<ol>{''.join(items)}</ol>"


def _cost(before: Turn, after: Turn) -> str:
    lost = [f"{side} {after.losses[side] - before.losses[side]}" for side in after.losses]
    return f"<li>{escape(before.title)}: lost {escape(', '.join(lost))}</li>"


def _map(session: Session, turn: Turn) -> str:
    book = session.rulebook
    scene = book.scene(book.view(turn.battle.state, ""))
    picture = svg(whole_truth(session, turn.battle, scene), MAP_PX)
    return f"<figure>{picture}<figcaption>{escape(turn.title)}</figcaption></figure>"


def fortune(found: tuple[Luck, ...]) -> str:
    """Expected against rolled."""
    return f"<ul>{''.join([f'<li>{escape(one.words())}</li>' for one in found])}</ul>"


def proof(verdict: Verdict) -> str:
    """What was checked of the dice and the file."""
    rows = [
        *[f"<li>Holds: {escape(one)}</li>" for one in verdict.holds],
        *[f"<li><strong>Fails: {escape(one)}</strong></li>" for one in verdict.fails],
        *[f"<li>Cannot be checked: {escape(one)}</li>" for one in verdict.unknown],
    ]
    return f"<ul>{''.join(rows)}</ul>"
