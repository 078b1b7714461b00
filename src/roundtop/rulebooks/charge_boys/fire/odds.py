"""What fire does to a unit, its nerve included."""

from __future__ import annotations

from functools import partial

from roundtop.battle.forms import Answer, Chosen
from roundtop.battle.protocol import Forecast
from roundtop.dice.exact import Odds, Stage, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.artillery import events as artillery_events
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.fire import events, rule, table
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.morale import odds as morale_odds
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.terrain import cover as terrain_cover

NOTE = "if nothing else befalls it this turn"


@record(unsafe_hash=True)
class Fate:
    """A unit under fire on its way: hits by how they are saved, whom they are on, what it loses."""

    hits: tuple[int, ...]
    blows: casualties_rule.Blows = casualties_rule.NO_BLOWS
    lost: casualties_rule.Losses = casualties_rule.NO_LOSSES


def hit(fate: Fate, part: int, hits: int) -> Fate:
    """So many hits more that are saved alike."""
    return Fate(tuple([many + hits if place == part else many for place, many in enumerate(fate.hits)]))


@record(unsafe_hash=True)
class Mark:
    """A unit fired at, as its saves see it: one for each kind of save."""

    body: casualties_rule.Body
    needed: tuple[casualties_rule.Needs, ...]


def mark_of(view: State, target: Unit, firer: Unit, saves: list[str], source: str) -> Mark:
    """The target of an attack."""
    shelter = terrain_cover.shelter_of(view, target, firer)
    needed = [casualties_rule.needs(save, source, shelter, view.settings) for save in saves]
    return Mark(casualties_table.body_of(view, target), tuple(needed))


def _volley_hits(volley: rule.Volley, fate: Fate, dice: Dice) -> Fate:
    return hit(fate, 0, rule.throw_volley(volley, dice))


def _struck(view: State, mark: Mark, fate: Fate, dice: Dice) -> Fate:
    return Fate(fate.hits, casualties_rule.struck(sum(fate.hits), mark.body, view.settings, dice))


def _saved(view: State, mark: Mark, fate: Fate, dice: Dice) -> Fate:
    fallen = casualties_rule.save_parts(fate.blows, tuple(zip(fate.hits, mark.needed, strict=True)), dice)
    lost = casualties_rule.losses(fallen, mark.body, view.settings)
    return Fate((sum(fate.hits),), casualties_rule.NO_BLOWS, lost)


def fate_odds(view: State, hits: list[Stage[Fate]], mark: Mark) -> Odds[Fate]:
    """Exact chances of the figures that an attack takes off a unit."""
    stages: list[Stage[Fate]] = [*hits, partial(_struck, view, mark), partial(_saved, view, mark)]
    return fold(stages, Fate((0,) * len(mark.needed)))


def fate_forecasts(
    view: State, unit: Unit, target: Unit, odds: Odds[Fate], shots: tuple[object, ...]
) -> tuple[Forecast, ...]:
    """What an attack takes off a unit, and its nerve by this attack alone; `shots` are those named before it."""
    lost = mapped(odds, _figures_lost)
    figures = sorted([(number, float(chance)) for number, chance in lost.items()])
    words = tuple([(loses(number), chance) for number, chance in figures])
    return (
        Forecast(f"{target.name} under this fire", True, words),
        Forecast(f"The nerve of {target.name}", True, nerve_after(view, unit, target, odds), _alone(target, shots)),
    )


def _alone(target: Unit, shots: tuple[object, ...]) -> str:
    """What a unit's nerve is reckoned without: the fire that others have named at it and nobody has thrown yet."""
    others = [
        shot
        for shot in shots
        if isinstance(shot, (events.Shoot, artillery_events.ShootGuns)) and shot.target == target.id
    ]
    if not others:
        return NOTE
    return f"{NOTE}; the fire of {len(others)} named at it before is left out"


def nerve_after(view: State, unit: Unit, target: Unit, odds: Odds[Fate]) -> tuple[tuple[str, float], ...]:
    """How a unit takes this fire and what it has suffered already, by the tests it will owe [morale.when]."""
    shares: dict[str, float] = {}
    for fate, chance in odds.items():
        now = after_fire(view, unit, target, fate)
        for words, share in morale_odds.owed_odds(now, field.unit_of(now, target.id)).items():
            shares[words] = shares.get(words, 0.0) + float(chance) * float(share)
    return tuple(sorted(shares.items(), key=likeliest))


def likeliest(item: tuple[str, float]) -> tuple[float, str]:
    return (-item[1], item[0])


def after_fire(view: State, unit: Unit, target: Unit, fate: Fate) -> State:
    """The table when this fire, and what fell to fire before it, has been taken off [turn.simultaneous-fire]."""
    general = generals_table.general_falls(view, target) if fate.lost.general else ""
    fired = events.Fired(
        unit=unit.id,
        target=target.id,
        mode="",
        guns=(),
        men=0,
        range=0.0,
        buck=False,
        hits=sum(fate.hits),
        killed=fate.lost.killed,
        officers=fate.lost.officers,
        general=general,
        at_once=False,
        tally=(),
        rolls=(),
    )
    now = apply(view, fired)
    for event in casualties_table.falling(now, field.unit_of(now, target.id)):
        now = apply(now, event)
    return now


def _figures_lost(fate: Fate) -> int:
    return fate.lost.killed


def loses(number: int) -> str:
    return f"{number or 'no'} {'figure' if number == 1 else 'figures'} lost"


def volley_forecasts(view: State, step: events.Fire, answer: Answer) -> tuple[Forecast, ...]:
    assert isinstance(answer, Chosen)
    name, colon, load = answer.keys[0].rpartition(":")
    aims = [aim for aim in step.aims if aim[0] == name]
    if not colon or not aims:
        return ()
    unit, target = field.unit_of(view, step.unit), field.unit_of(view, name)
    volley = table.volley_of(
        state=view, unit=unit, target=target, number=step.volley, men=aims[0][1], away=aims[0][2], buck=load == "buck"
    )
    if rule.volley_refusal(volley):
        return ()
    mark = mark_of(view, target, unit, [rule.volley_save(volley)], casualties_rule.SMALL_ARMS)
    return fate_forecasts(view, unit, target, fate_odds(view, [partial(_volley_hits, volley)], mark), step.shots)
