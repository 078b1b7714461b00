"""Chances of a volley, and of what it does to the nerve of its target."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import final

from roundtop.battle.protocol import Forecast
from roundtop.battle.words import numbered
from roundtop.dice.exact import TooMany, estimate, fold
from roundtop.dice.questions import Draw
from roundtop.dice.sources import Dice, Seeded
from roundtop.record import record
from roundtop.rulebooks.skirmish import field, forecast
from roundtop.rulebooks.skirmish.fire import aim, rule, table
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.morale import odds as morale_odds
from roundtop.rulebooks.skirmish.state import ANIMAL, MOUNTED, Figure, State


@record(frozen=True)
class Struck:
    """A group under fire so far: harm, saddle and horse of each man, and whether anybody was hurt."""

    harms: tuple[int, ...]
    mounted: tuple[bool, ...]
    horses: tuple[int, ...]
    injured: bool = False
    result: str = ""


@final
class Barrel:
    """One shot of a volley as a stage: whom it may hit and how, while they stand."""

    def __init__(self, view: State, shooter: Figure, place: int, men: list[Figure]) -> None:
        self.weapon = shooter.firearms[place].kind
        self.settings = view.settings
        self.ids = [man.id for man in men]
        self.marks = aim.marks(view, shooter, self.weapon, men[0].group)
        self.shots = {
            mark.id: table.aimed_shot(view, shooter, self.weapon, view.figures[mark.id], mark.distance)
            for mark in self.marks
        }
        self.weights: dict[str, tuple[int, ...]] = {id: rule.shot_weights(shot) for id, shot in self.shots.items()}
        found = [view.figures[mark.id] for mark in self.marks]
        able = [man for man in found if field.able(man)]
        self.screens: dict[str, list[str]] = {
            man.id: aim.screens(view, shooter, self.weapon, man, able) for man in found
        }

    def stage(self, before: Struck, dice: Dice) -> Struck:
        """The pool as it stands, the man drawn, the result of the three dice, and who takes it."""
        harms = {id: harm for id, harm in zip(self.ids, before.harms, strict=True) if harm < harm_rule.KILLED}
        left = [
            rule.Mark(
                mark.id,
                mark.distance,
                screened=bool(
                    [id for id in self.screens[mark.id] if harms.get(id, harm_rule.KILLED) < harm_rule.DISABLED]
                ),
                disabled=harms[mark.id] == harm_rule.DISABLED,
            )
            for mark in self.marks
            if mark.id in harms
        ]
        found: tuple[rule.Mark, ...] = rule.pool(self.weapon, tuple(left), self.settings)
        if not found:
            return before
        id = found[rule.pick(len(found), "", dice)].id
        result = rule.RESULTS[dice.ask(Draw("result", rule.RESULTS, rule.RESULT, self.weights[id]))]
        return before if result == "none" else self._hit(before, id, result, dice)

    def _hit(self, before: Struck, id: str, result: str, dice: Dice) -> Struck:
        n = self.ids.index(id)
        shot = self.shots[id]
        shot = rule.Shot(
            quality=shot.quality,
            weapon=shot.weapon,
            distance=shot.distance,
            cover=shot.cover,
            harm=before.harms[n],
            mounted=before.mounted[n],
            horse_harm=before.horses[n],
            settings=shot.settings,
        )
        hit = rule.suffered(shot, 0, result, dice)
        return Struck(
            _with(before.harms, n, hit.harm),
            tuple([hit.mounted if place == n else one for place, one in enumerate(before.mounted)]),
            _with(before.horses, n, hit.horse_harm),
            before.injured or hit.injury,
        )


def _with(numbers: tuple[int, ...], n: int, value: int) -> tuple[int, ...]:
    return tuple([value if place == n else one for place, one in enumerate(numbers)])


def under_fire(view: State, shooters: list[tuple[Figure, int]], target: str) -> tuple[Forecast, ...]:
    """Men hit by these shots, one after another, and what it does to the nerve of their group."""
    men = aim.pool_men(view, target)
    if not shooters or not men:
        return ()
    start = Struck(
        tuple([man.harm for man in men]),
        tuple([man.arm == MOUNTED for man in men]),
        tuple([man.horse for man in men]),
    )
    stages = [Barrel(view, man, place, men).stage for man, place in shooters]
    tests = not field.is_command(view, field.group_of(view, target)) and men[0].arm != ANIMAL
    if tests:
        stages.append(morale_odds.Nerve(view, target, men).stage)
    before = (len([h for h in start.harms if h == 1]), len([h for h in start.harms if h >= harm_rule.DISABLED]))
    name = field.group_of(view, target).name
    try:
        odds = fold(stages, start, forecast.MOST_RUNS)
    except TooMany:
        seed = f"{target} {[man.id for man, _ in shooters]} {start.harms}"
        guess = estimate(stages, start, Seeded(seed), forecast.TRIALS)
        chances = [(struck, number / forecast.TRIALS) for struck, number in guess.counts.items()]
        return _told(name, chances, False, tests, before)
    return _told(name, [(struck, float(chance)) for struck, chance in odds.items()], True, tests, before)


def _told(
    name: str, chances: list[tuple[Struck, float]], exact: bool, tests: bool, before: tuple[int, int]
) -> tuple[Forecast, ...]:
    note = "" if exact else _interval()
    found = [Forecast(f"{name} under this fire", exact, _summed(chances, _Harm(before[0], before[1]).words), note)]
    if tests:
        found.append(
            Forecast(
                f"The nerve of {name}",
                exact,
                _summed(chances, morale_odds.nerve_words),
                f"{forecast.IF_NOTHING_ELSE}{note and '; '}{note}",
            )
        )
    return tuple(found)


def _interval() -> str:
    """How far an estimate may be off, in 19 cases of 20."""
    return f"from {forecast.TRIALS} trials, within {200.0 * sqrt(0.25 / forecast.TRIALS):.1f} per cent either way"


@final
class _Harm:
    """Harm in words, beyond what was there before."""

    def __init__(self, wounded: int, down: int) -> None:
        self.wounded = wounded
        self.down = down

    def words(self, struck: Struck) -> str:
        down = len([harm for harm in struck.harms if harm >= harm_rule.DISABLED]) - self.down
        hurt = max(0, len([harm for harm in struck.harms if harm == 1]) - self.wounded)
        if down:
            return f"{numbered(down, 'man').replace('mans', 'men')} down"
        return f"nobody down, {hurt} wounded" if hurt else "nobody hurt" if not struck.injured else "only grazed"


def _summed(chances: list[tuple[Struck, float]], words: Callable[[Struck], str]) -> tuple[tuple[str, float], ...]:
    sums: dict[str, float] = {}
    for struck, chance in chances:
        text = words(struck)
        sums[text] = sums.get(text, 0.0) + chance
    return tuple(sorted([(text, chance) for text, chance in sums.items() if chance > 0.0], key=morale_odds.likeliest))
