"""The after-action report: one page to keep or print, made from what happened and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, final

from roundtop.battle.replay import Verdict
from roundtop.draw import svg
from roundtop.report.charts import Line, fortune_bar, plot, swings
from roundtop.report.chronicle import OPENING, Chapter, Chronicle, Fate
from roundtop.report.luck import Luck, luck
from roundtop.report.story import narrative

MAP_PX: Final = 760
DECISIVE: Final = 3
TOLD: Final = 3
STYLE: Final = """
@page{size:A4;margin:14mm}
:root{--ink:#2b2620;--soft:#5a5044;--rule:#b9a989;--paper:#f4ecda;--leaf:#fbf6e9;
--serif:"Old Standard TT",Georgia,serif;--sans:"Source Sans 3","Gill Sans","Helvetica Neue",Arial,sans-serif}
*{box-sizing:border-box}
body{font:16px/1.5 var(--sans);font-variant-numeric:tabular-nums;max-width:64rem;margin:0 auto;padding:24px 20px 60px;
color:var(--ink);background:var(--paper)}
header{border:1px solid var(--ink);outline:1px solid var(--ink);outline-offset:3px;padding:18px 24px;
margin:6px 4px 28px;text-align:center;background:var(--leaf)}
h1,h2,h3{font-family:var(--serif);font-weight:400;line-height:1.15;margin:0}
h1{font-size:2.1rem}h2{font-size:1.45rem;border-bottom:1px solid var(--rule);margin:2.4rem 0 .8rem;padding-bottom:.2rem}
h3{font-size:1.1rem}header p{margin:.3rem 0;font-family:var(--serif)}.caps{font-variant:small-caps;letter-spacing:.04em}
.verdict{font-size:1.25rem}p{margin:.4rem 0}.soft,footer{color:var(--soft);font-size:14px}
table{border-collapse:collapse;width:100%}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top;
border-bottom:1px solid #d9cba8;font-weight:400}th{color:var(--soft)}td.n,th.n{text-align:right}
.union{color:#23457a}.confederate{color:#9b3a2a}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(19rem,1fr));gap:0 2.4rem}
.maps{display:grid;grid-template-columns:repeat(auto-fit,minmax(26rem,1fr));gap:1.2rem}
figure{margin:0;break-inside:avoid}svg{max-width:100%;height:auto}figcaption{font-family:var(--serif);font-style:italic}
ol{padding-left:1.3rem}ol>li{margin-bottom:.7rem}ul{padding-left:1.2rem}
.story{columns:24rem;column-gap:2.4rem;white-space:pre-wrap;font:15px/1.45 var(--serif)}
.wide{overflow-x:auto}.wide>svg{min-width:34rem}
@media print{body{background:none;padding:0;max-width:none}header{background:none}h2{break-after:avoid}}
@media (max-width:600px){.maps{grid-template-columns:1fr}h1{font-size:1.6rem}.story{columns:1}}
"""


@final
@dataclass(slots=True, frozen=True)
class Chances:
    """The chance that the first side wins, in hundredths, as each chapter began and at the end; each with its interval.

    `how` says in words who played on from there, and how often.
    """

    values: tuple[float, ...]
    bands: tuple[tuple[float, float], ...]
    how: str


def page(
    told: Chronicle, verdict: Verdict, *, notes: Sequence[str] = (), chances: Chances | None = None, faces: str = ""
) -> str:
    """The whole report; `faces` is the style that brings the page's own lettering with it."""
    title = escape(told.scenario.title)
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}: after the battle</title>',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<style>{faces}{STYLE}</style></head><body>{_head(told, notes)}<main>",
        _section("What decided it", decided(told, chances)),
        _section("Losses", losses(told)),
        _section("What became of them", fates(told)),
        _section("The ground, turn by turn", f'<div class="maps">{"".join(_maps(told))}</div>'),
        _section("The battle", f'<div class="story">{escape(narrative(told.tellings))}</div>'),
        _section("Luck", fortune(luck(told.rolls))),
        _section("As it really went", _history(told)),
        _section("The dice", proof(verdict)),
        "</main></body></html>\n",
    ]
    return "".join(parts)


def _section(title: str, inside: str) -> str:
    return f"<section><h2>{title}</h2>{inside}</section>" if inside else ""


def _names(told: Chronicle) -> dict[str, str]:
    return {side.id: side.name for side in told.scenario.sides}


def _head(told: Chronicle, notes: Sequence[str]) -> str:
    names = _names(told)
    led = [f"{escape(names.get(side, side))}: {escape(who)}" for side, who in told.players.items()]
    where = escape(told.scenario.date) if told.scenario.date else ""
    result = told.outcome.text if told.outcome is not None else "The battle is not over."
    return (
        f'<header><p class="caps">After-action report</p><h1>{escape(told.scenario.title)}</h1>'
        f"<p>{', '.join([part for part in (where, f'by {escape(told.rulebook.title)}') if part])}</p>"
        f'<p class="verdict">{escape(result)}</p><p class="soft">{"<br>".join(led)}</p>'
        f"{''.join([f'<p class=soft>{escape(note.capitalize())}.</p>' for note in notes])}</header>"
    )


def losses(told: Chronicle) -> str:
    """Losses as a plot and turn by turn."""
    sides = [side.id for side in told.scenario.sides if side.id in told.chapters[-1].after]
    times = ["", *[short(one.title) for one in told.chapters]]
    lines = [
        Line(
            side, side.capitalize(), (told.chapters[0].before.get(side, 0), *[one.after[side] for one in told.chapters])
        )
        for side in sides
    ]
    head = "".join([f'<th scope="col" class="n {side}">{side.capitalize()}</th>' for side in sides])
    rows = [
        f"<tr><td>{escape(one.title)}</td>{''.join([_lost(one, side) for side in sides])}</tr>" for one in told.chapters
    ]
    counted = "Lost by the end of each turn, as the rulebook counts what is lost; in brackets what the turn cost."
    return (
        f'<figure class="wide">{plot(lines, times, "Losses")}<figcaption>{counted}</figcaption></figure>'
        f'<table><thead><tr><th scope="col">Turn</th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


def _lost(chapter: Chapter, side: str) -> str:
    cost = chapter.cost[side]
    return f'<td class="n">{chapter.after[side]}{f" ({cost:+d})" if cost else ""}</td>'


def short(title: str) -> str:
    """`Turn 3 of 15` as it stands on an axis."""
    words = title.split()
    return words[1] if len(words) > 1 and words[1].isdecimal() else title[:8]


def decided(told: Chronicle, chances: Chances | None) -> str:
    """The turns in which the chance of winning moved most, or where nobody has worked that out those that cost most."""
    if chances is None:
        costs = [sum(one.cost.values()) for one in told.chapters]
        places = sorted([n for n, cost in enumerate(costs) if cost > 0], key=lambda n: (-costs[n], n))[:DECISIVE]
        said = "The turns that cost most."
        chart = ""
    else:
        places = swings(chances.values)[:DECISIVE]
        side = told.scenario.sides[0]
        times = [*[short(one.title) for one in told.chapters], "end"]
        line = Line(side.id, side.id.capitalize(), chances.values, chances.bands)
        drawn = plot([line], times, "Chance of winning", most=100.0, percent=True)
        chart = f'<figure class="wide">{drawn}<figcaption>{escape(chances.how)}</figcaption></figure>'
        said = "The turns in which the chance of winning moved most."
    if not places:
        return chart or "<p>Nobody lost anything.</p>"
    items = [_turning(told, n, chances) for n in places]
    return f"{chart}<p>{said}</p><ol>{''.join(items)}</ol>"


def _turning(told: Chronicle, place: int, chances: Chances | None) -> str:
    one = told.chapters[place]
    cost = ", ".join([f"{side.capitalize()} {number}" for side, number in one.cost.items() if number])
    said = [f"lost: {cost}"] if cost else []
    if chances is not None:
        first = told.scenario.sides[0].id.capitalize()
        said.insert(0, f"{first} from {chances.values[place]:.0f} to {chances.values[place + 1]:.0f} %")
    great = "".join([f"<li>{escape(telling.text)}</li>" for telling in one.great(TOLD)])
    story = f"<ul>{great}</ul>" if great else ""
    return f"<li><strong>{escape(one.title)}</strong>: {escape('; '.join(said))}.{story}</li>"


def fates(told: Chronicle) -> str:
    """Every unit: how strong it came and how strong it left."""
    names = _names(told)
    tables: list[str] = []
    for side, name in names.items():
        rows = [_fate(one) for one in told.fates() if one.side == side]
        head = '<th scope="col">Unit</th><th scope="col">came with</th><th scope="col">at the end</th>'
        tables.append(
            f'<div><h3 class="{side}">{escape(name)}</h3><table><thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )
    return f'<div class="two">{"".join(tables)}</div>'


def _fate(one: Fate) -> str:
    when = "before the first turn" if one.gone == OPENING else f"in {one.gone.partition(' of ')[0].lower()}"
    end = f"gone {when}" if one.gone else "as it came" if one.first == one.last else one.last
    return f"<tr><td>{escape(one.name)}</td><td>{escape(one.first)}</td><td>{escape(end)}</td></tr>"


def _maps(told: Chronicle) -> Iterable[str]:
    for one in told.chapters:
        yield f"<figure>{svg(one.scene, MAP_PX)}<figcaption>{escape(one.title)} begins</figcaption></figure>"
    yield f"<figure>{svg(told.end, MAP_PX)}<figcaption>The end</figcaption></figure>"


def fortune(found: Sequence[Luck]) -> str:
    """Expected against rolled, with a bar for how rare it was."""
    if not found:
        return ""
    rows = [
        f"<tr><td class={one.by}>{escape(one.by.capitalize())}</td><td>{escape(one.reason)}</td>"
        f"<td class=n>{one.dice} {one.kind}</td><td class=n>{one.rolled / one.dice:.2f}</td>"
        f"<td class=n>{one.expected / one.dice:.2f}</td><td>{fortune_bar(one)}</td><td>{_rare(one)}</td></tr>"
        for one in found
    ]
    heads = "".join(
        [
            f'<th scope="col"{" class=n" if n in (2, 3, 4) else ""}>{head}</th>'
            for n, head in enumerate(("Side", "thrown for", "dice", "mean", "expected", "low | high", "so far off"))
        ]
    )
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _rare(one: Luck) -> str:
    if one.rolled == one.expected:
        return "as expected"
    return f"as {'high' if one.rolled > one.expected else 'low'} 1 time in {1.0 / one.chance:,.0f}"


def _history(told: Chronicle) -> str:
    past = told.scenario.history
    if past is None:
        return ""
    names = _names(told)
    lost = [
        f"{names.get(one.side, one.side)}: {one.men} men{' (an estimate)' if one.estimate else ''}"
        for one in past.losses
    ]
    return f"<p>{escape(past.outcome)}</p><p class=soft>{escape('; '.join(lost))}</p>"


def proof(verdict: Verdict) -> str:
    """What was checked of the dice and the file."""
    rows = [
        *[f"<li>Holds: {escape(one)}</li>" for one in verdict.holds],
        *[f"<li><strong>Fails: {escape(one)}</strong></li>" for one in verdict.fails],
        *[f"<li>Cannot be checked: {escape(one)}</li>" for one in verdict.unknown],
    ]
    return f"<ul>{''.join(rows)}</ul>"
