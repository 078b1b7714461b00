"""Chances of what a command would start, up to the next decision, from the rules' own code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, final

from roundtop.battle.forms import Chosen
from roundtop.battle.protocol import Command, Forecast
from roundtop.battle.words import numbered
from roundtop.dice.exact import Odds, TooMany, estimate, fold, mapped
from roundtop.dice.questions import Draw, Why
from roundtop.dice.sources import Dice, Scripted, Seeded
from roundtop.rulebooks.skirmish.activation import waiting, weapon_for
from roundtop.rulebooks.skirmish.combat import charge_home, chargers, combat_of, declared, knots_of, ways_of
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.fire import RESULT, RESULTS, Mark, Shot, pick, pool, shot_weights, suffered
from roundtop.rulebooks.skirmish.melee import combat_odds
from roundtop.rulebooks.skirmish.morale import BROKEN, Check, result_of, score
from roundtop.rulebooks.skirmish.react import check_of, counted
from roundtop.rulebooks.skirmish.shooting import aimed_shot
from roundtop.rulebooks.skirmish.sight import marks
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    GONE,
    MOUNTED,
    Bout,
    Figure,
    State,
    group_of,
    is_command,
    members,
)
from roundtop.rulebooks.skirmish.steps import ChargeHome, FigureActs, GroupActs, Step
from roundtop.rulebooks.skirmish.tables import DISABLED

MOST_RUNS: Final = 20_000
"""Runs after which a volley is tried with dice instead."""
TRIALS: Final = 2000
COMBAT: Final = Why("the combat", "skirmish.melee.highest-die")
IF_NOTHING_ELSE: Final = "if nothing else befalls it in this phase"


def forecast(view: State, step: Step, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring: men hit and the nerve of their group, tests of a charge and its combats."""
    if not isinstance(command.answer, Chosen) or not command.answer.keys:
        return ()
    verb, _, rest = command.answer.keys[0].partition(":")
    if isinstance(step, GroupActs) and verb == "fire":
        men = [(man, weapon_for(view, man, rest)) for man in waiting(view, step.group)]
        return under_fire(view, [(man, place) for man, place in men if place >= 0], rest)
    if isinstance(step, FigureActs) and verb == "fire":
        place, _, target = rest.partition(":")
        return under_fire(view, [(view.figures[step.figure], int(place))], target)
    if isinstance(step, GroupActs) and verb == "charge":
        return charge_forecasts(view, step.group, rest)
    return ()


def losses(view: State) -> dict[str, int]:
    """Figures each side has lost: killed, disabled or off the table."""
    found = {army.side: 0 for army in view.armies}
    for figure in view.figures.values():
        if figure.arm != ANIMAL and (figure.harm >= DISABLED or figure.place == GONE):
            found[figure.side] += 1
    return found


# ---------------------------------------------------------------- under fire


@final
@dataclass(slots=True, frozen=True)
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
        self.marks = marks(view, shooter, self.weapon, men[0].group)
        self.shots = {
            mark.id: aimed_shot(view, shooter, self.weapon, view.figures[mark.id], mark.distance) for mark in self.marks
        }
        self.weights: dict[str, tuple[int, ...]] = {id: shot_weights(shot) for id, shot in self.shots.items()}

    def stage(self, before: Struck, dice: Dice) -> Struck:
        """The pool as it stands, the man drawn, the result of the three dice, and who takes it."""
        standing = [mark for mark in self.marks if before.harms[self.ids.index(mark.id)] < DISABLED]
        found: tuple[Mark, ...] = pool(self.weapon, tuple(standing), self.settings)
        if not found:
            return before
        id = found[pick(len(found), "", dice)].id
        result = RESULTS[dice.ask(Draw("result", RESULTS, RESULT, self.weights[id]))]
        return before if result == "none" else self._hit(before, id, result, dice)

    def _hit(self, before: Struck, id: str, result: str, dice: Dice) -> Struck:
        n = self.ids.index(id)
        shot = self.shots[id]
        shot = Shot(
            shot.quality,
            shot.weapon,
            shot.distance,
            shot.cover,
            before.harms[n],
            before.mounted[n],
            before.horses[n],
            settings=shot.settings,
        )
        hit = suffered(shot, 0, result, dice)
        return Struck(
            _with(before.harms, n, hit.harm),
            tuple([hit.mounted if place == n else one for place, one in enumerate(before.mounted)]),
            _with(before.horses, n, hit.horse_harm),
            before.injured or hit.injury,
        )


def _with(numbers: tuple[int, ...], n: int, value: int) -> tuple[int, ...]:
    return tuple([value if place == n else one for place, one in enumerate(numbers)])


@final
class Nerve:
    """The test in the window that closes the phase, as a stage."""

    def __init__(self, view: State, target: str, men: list[Figure]) -> None:
        group = group_of(view, target)
        self.men = men
        self.check: Check = check_of(view, group)
        self.due = group.injured
        self.nco = group.nco
        self.counts = [counted(man, group) for man in men]

    def stage(self, before: Struck, dice: Dice) -> Struck:
        if not before.injured and not self.due:
            return replace(before, result="no test")
        down = [harm >= DISABLED for harm in before.harms]
        lost = len([1 for n, one in enumerate(down) if one and self.counts[n]])
        hurt = len([1 for n, harm in enumerate(before.harms) if harm == 1 and self.counts[n]])
        lost_nco = [man for n, man in enumerate(self.men) if down[n] and man.id == self.nco]
        check = replace(self.check, lost=self.check.lost + lost, wounded=hurt)
        if lost_nco:
            check = replace(check, nco_down=True, leader="")
        if all(down):
            return replace(before, result="nobody left")
        return replace(before, result=result_of(score(check, dice)))


def under_fire(view: State, shooters: list[tuple[Figure, int]], target: str) -> tuple[Forecast, ...]:
    """Men hit by these shots, one after another, and what it does to the nerve of their group."""
    men = members(view, target)
    if not shooters or not men:
        return ()
    start = Struck(
        tuple([man.harm for man in men]),
        tuple([man.arm == MOUNTED for man in men]),
        tuple([man.horse for man in men]),
    )
    stages = [Barrel(view, man, place, men).stage for man, place in shooters]
    tests = not is_command(view, group_of(view, target)) and men[0].arm != ANIMAL
    if tests:
        stages.append(Nerve(view, target, men).stage)
    before = (len([h for h in start.harms if h]), len(men))
    name = group_of(view, target).name
    try:
        odds = fold(stages, start, MOST_RUNS)
    except TooMany:
        seed = f"{target} {[man.id for man, _ in shooters]} {start.harms}"
        guess = estimate(stages, start, Seeded(seed), TRIALS)
        chances = [(struck, number / TRIALS) for struck, number in guess.counts.items()]
        return _told(name, chances, False, tests, before)
    return _told(name, [(struck, float(chance)) for struck, chance in odds.items()], True, tests, before)


def _told(
    name: str, chances: list[tuple[Struck, float]], exact: bool, tests: bool, before: tuple[int, int]
) -> tuple[Forecast, ...]:
    found = [Forecast(f"{name} under this fire", exact, _summed(chances, _Harm(before[0]).words))]
    if tests:
        found.append(Forecast(f"The nerve of {name}", exact, _summed(chances, _nerve_words), IF_NOTHING_ELSE))
    return tuple(found)


@final
class _Harm:
    """Harm in words, beyond what was there before."""

    def __init__(self, wounded: int) -> None:
        self.wounded = wounded

    def words(self, struck: Struck) -> str:
        down = len([harm for harm in struck.harms if harm >= DISABLED])
        hurt = max(0, len([harm for harm in struck.harms if harm]) - down - self.wounded)
        if down:
            return f"{numbered(down, 'man').replace('mans', 'men')} down"
        return f"nobody down, {hurt} wounded" if hurt else "nobody hurt" if not struck.injured else "only grazed"


def _nerve_words(struck: Struck) -> str:
    return struck.result


def _summed(chances: list[tuple[Struck, float]], words: Callable[[Struck], str]) -> tuple[tuple[str, float], ...]:
    sums: dict[str, float] = {}
    for struck, chance in chances:
        text = words(struck)
        sums[text] = sums.get(text, 0.0) + chance
    return tuple(sorted([(text, chance) for text, chance in sums.items() if chance > 0.0], key=_likeliest))


def _likeliest(row: tuple[str, float]) -> tuple[float, str]:
    return (-row[1], row[0])


# ---------------------------------------------------------------- a charge


@final
@dataclass(slots=True, frozen=True)
class Rush:
    """A charge so far: its tests, and the men down on either side when it has come to blows."""

    own: str = ""
    theirs: str = ""
    own_down: int = 0
    foes_down: int = 0


@final
class Tests:
    """The tests of a charge as stages [movement.charge-declaration]."""

    def __init__(self, view: State, group: str, target: str) -> None:
        _, self.tests = declared(view, group, target)
        self.own = check_of(view, group_of(view, group), True)
        self.theirs = check_of(view, group_of(view, target))
        self.known = f"{target} < {group}" in view.tested or is_command(view, group_of(view, target))

    def first(self, _: Rush, dice: Dice) -> Rush:
        return Rush(result_of(score(self.own, dice)) if self.tests else "ok")

    def second(self, rush: Rush, dice: Dice) -> Rush:
        if rush.own != "ok" or self.known:
            return rush
        return Rush(rush.own, result_of(score(self.theirs, dice)))


@final
class Clash:
    """One of the combats that a charge makes, as a stage: against men who stand, or against men who have broken."""

    def __init__(self, state: State, bout: Bout, side: str) -> None:
        combat = combat_of(state, bout)
        self.own_is_a = state.figures[bout.a[0]].side == side
        self.standing = combat_odds(combat)
        foe = replace(combat.b if self.own_is_a else combat.a, broken=True)
        self.fleeing = combat_odds(replace(combat, b=foe) if self.own_is_a else replace(combat, a=foe))

    def stage(self, rush: Rush, dice: Dice) -> Rush:
        if rush.own != "ok":
            return rush
        odds = self.fleeing if rush.theirs in BROKEN else self.standing
        ends = list(odds.weights)
        names = tuple([str(n) for n in range(len(ends))])
        fought = ends[dice.ask(Draw("combat", names, COMBAT, tuple(odds.weights.values())))]
        if fought.harm < DISABLED or fought.winner() == "tie":
            return rush
        if (fought.winner() == "a") == self.own_is_a:
            return replace(rush, foes_down=rush.foes_down + 1)
        return replace(rush, own_down=rush.own_down + 1)


def charge_forecasts(view: State, group: str, target: str) -> tuple[Forecast, ...]:
    """Whether a charge goes in, how the charged stand it, and what the fight costs either side."""
    if not members(view, target) or not members(view, group):
        return ()
    tests = Tests(view, group, target)
    before = fold((tests.first, tests.second), Rush())
    own, theirs = group_of(view, group).name, group_of(view, target).name
    found = [Forecast(f"{own} charges {theirs}", True, _ranked(mapped(before, _rush_words)))]
    met = gone_home(view, group, target)
    clashes = [Clash(met, bout, group_of(view, group).side).stage for bout in bouts_of(met, group)]
    if clashes:
        after = fold((tests.first, tests.second, *clashes), Rush())
        note = "if nobody moves or shoots before it comes to blows, and the men pair off in the usual way"
        found.append(Forecast("Men down in the fight, ours to theirs", True, _ranked(mapped(after, _toll_words)), note))
    return tuple(found)


def gone_home(view: State, group: str, target: str) -> State:
    """The table as it would be with the charge gone home, whoever is met on the way standing his ground."""
    state = apply(view, declared(view, group, target)[0])
    left = tuple([man.id for man in chargers(state, group)])
    nothing = Scripted(())
    while left:
        progress = charge_home(state, ChargeHome(group, target, left), nothing)
        if not progress.events:
            return state
        for event in progress.events:
            state = apply(state, event)
        left = tuple([id for id in left if not state.figures[id].charged and not state.figures[id].acted])
    return state


def bouts_of(state: State, group: str) -> list[Bout]:
    """The combats of a charge that has gone home, paired in the usual way."""
    return [bout for knot in knots_of(state, group) for bout in ways_of(state, knot)[0]]


def _rush_words(rush: Rush) -> str:
    if rush.own != "ok":
        return f"the chargers: {rush.own}"
    return f"it goes in, the charged: {rush.theirs}" if rush.theirs else "it goes in"


def _toll_words(rush: Rush) -> str:
    return "it does not go in" if rush.own != "ok" else f"{rush.own_down} to {rush.foes_down}"


def _ranked(odds: Odds[str]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted([(text, float(chance)) for text, chance in odds.items()], key=_likeliest))
