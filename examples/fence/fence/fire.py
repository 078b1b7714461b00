"""Volleys [fire]."""

from __future__ import annotations

from typing import Final

from fence import command as commands
from fence import field, morale
from fence.field import State, Unit
from fence.options import BOOK, FENCES, PRINTED, Settings
from roundtop.battle import forms, outline, procedure, protocol, scene, tally, words
from roundtop.dice.exact import mapped
from roundtop.dice.questions import D6, Count, Why
from roundtop.dice.sources import Dice, Roll
from roundtop.record import record, replace
from roundtop.table.arc import in_front_arc
from roundtop.table.crossed import crossed_lines
from roundtop.table.footprint import gap, polyline_gap
from roundtop.table.measure import within

BANDS: Final[tuple[tuple[float, int], ...]] = ((6.0, 4), (12.0, 5))
"""Inches, and the lowest face that hits [fire.dice]."""
HALF_ARC: Final = 4500
"""[fire.target]"""
COVER_IN: Final = 1.0
COVER: Final = tally.Mod("behind a fence", -1, "fence.fire.cover")


@record(frozen=True)
class Volley:
    """A regiment and the regiment it fires at."""

    stands: int
    distance_in: float
    fenced: bool = False
    settings: Settings = PRINTED


def refusal(volley: Volley) -> str:
    """The clause that forbids a shot, "" where none does [fire.target]."""
    return "" if within(volley.distance_in, BANDS[-1][0]) else "fence.fire.target"


def mods(volley: Volley) -> list[tally.Mod]:
    """[fire.cover]"""
    return [COVER] if volley.fenced and volley.settings.cover else []


def needs(volley: Volley) -> int:
    """The lowest face that hits at a lawful range [fire.dice, fire.cover]."""
    base = next(face for limit, face in BANDS if within(volley.distance_in, limit))
    return base - tally.total(mods(volley))


def hits(volley: Volley, dice: Dice, by: str = "") -> int:
    """One die for each stand [fire.dice]."""
    return dice.ask(Count(volley.stands, D6, needs(volley), Why("a volley", "fence.fire.dice", by)))


@record
class Fire:
    unit: str
    target: str


@record
class VolleyFired:
    """`lost` are the stands that come off: no more than the target had."""

    unit: str
    target: str
    distance_in: float
    fenced: bool
    lost: int
    left: int
    rolls: tuple[Roll, ...]


def volley_fired(state: State, event: VolleyFired) -> State:
    target = replace(field.unit_of(state, event.target), stands=event.left, here=event.left > 0)
    return field.with_unit(field.with_unit(state, target), replace(field.unit_of(state, event.unit), acted=True))


def targets(view: State, unit: Unit) -> list[Unit]:
    """Enemies in range and to the front [fire.target]."""
    line = field.line(unit)
    ahead = [foe for foe in field.enemies(view, unit) if in_front_arc(line, HALF_ARC, foe.pose.x, foe.pose.y)]
    return [foe for foe in ahead if not refusal(look(view, unit, foe))]


def look(state: State, unit: Unit, target: Unit) -> Volley:
    """A volley as it lies on the table."""
    away = gap(field.line(unit), field.line(target))
    return Volley(unit.stands, away, fenced(state, unit, target), state.settings)


def fenced(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a fence near the target lies between the two [fire.cover]."""
    shot = ((unit.pose.x, unit.pose.y), (target.pose.x, target.pose.y))
    met = [state.ground.lines[one.index] for one in crossed_lines(state.ground, FENCES, shot)]
    return bool([one for one in met if within(polyline_gap(one.points, False, field.line(target)), COVER_IN)])


def fire(state: State, step: Fire, dice: Dice) -> protocol.Progress:
    """The volley; whoever loses stands by it may have to test [fire.dice, morale.test]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    volley = look(state, unit, target)
    before = len(dice.rolls)
    lost = min(target.stands, hits(volley, dice, unit.side))
    left, rolls = target.stands - lost, tuple(dice.rolls[before:])
    fired = VolleyFired(unit.id, target.id, volley.distance_in, volley.fenced, lost, left, rolls)
    return protocol.Progress((fired,), (morale.TakeTest(target.id),) if lost and left else ())


def volley_fired_told(view: State, event: VolleyFired) -> scene.Telling:
    unit, target = field.unit_of(view, event.unit), field.unit_of(view, event.target)
    volley = Volley(unit.stands, event.distance_in, event.fenced, view.settings)
    text = f"{unit.name} fires at {target.name}: {words.numbered(event.lost, 'stand')} lost."
    if not event.left:
        text += f" Nobody is left of {target.name}."
    needed = tally.Row(f"at {event.distance_in:.1f}″ hits on", f"{needs(volley)}+", BOOK + "fire.dice")
    rows = (*tally.lines(mods(volley)), needed)
    places = ((unit.pose.x, unit.pose.y), (target.pose.x, target.pose.y))
    return scene.Telling(text, places, rolls=event.rolls, tally=rows, hint="volley", side=unit.side)


def forecast(view: State, step: object, command: protocol.Command) -> tuple[protocol.Forecast, ...]:
    """Stands lost by a volley."""
    if not isinstance(step, commands.Act) or not isinstance(command.answer, forms.Chosen):
        return ()
    key = command.answer.keys[0]
    if not key.startswith(commands.FIRE):
        return ()
    target = field.unit_of(view, key.removeprefix(commands.FIRE))
    volley = look(view, field.unit_of(view, step.unit), target)
    odds = mapped(procedure.enumerated(volley, hits), lambda found: min(found, target.stands))
    chances = tuple([(f"{words.numbered(lost, 'stand')} lost", float(chance)) for lost, chance in sorted(odds.items())])
    return (protocol.Forecast(f"{target.name} under this fire", True, chances),)


def losses(view: State) -> dict[str, int]:
    """Stands each side has lost; all of a regiment that broke."""
    return {
        side: sum([unit.start - (unit.stands if unit.here else 0) for unit in view.units if unit.side == side])
        for side in view.sides
    }


def answer(volley: Volley, found: int) -> procedure.Outputs:
    return {"needs": needs(volley), "hits": found}


def explain(volley: Volley, found: int) -> tuple[tally.Row, ...]:
    needed = tally.Row("hits on", f"{needs(volley)}+", "fence.fire.dice")
    return (*tally.lines(mods(volley)), needed, tally.Row("hits", str(found), "fence.fire.dice"))


VOLLEY: Final[procedure.Procedure] = procedure.simple(
    "volley", procedure.reads(Volley), hits, answer, explain, refusal=refusal, refused=lambda _: {"hits": 0}
)
EFFECTS: Final[outline.Effects] = {VolleyFired: volley_fired}
PLAYS: Final[outline.Plays] = {Fire: outline.Play(fire)}
TELLINGS: Final[outline.Tellings] = {VolleyFired: volley_fired_told}
