"""Weapons and their bands, loading, who can be hit, and what a shot does."""

from __future__ import annotations

from typing import Final, final

from roundtop.dice.exact import Odds, fold
from roundtop.dice.questions import D6, D10, Count, Die, Draw, Face, Why, sided
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.options import PRINTED, Settings
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.table.measure import within

BREECH: Final = 1
"""Load actions of a weapon marked as breech-loading, or with a magazine [shooting.loading-other]."""
CARBINES: Final = ("minie-carbine", "smoothbore-carbine")
MARKABLE: Final = (*CARBINES, "shotgun")
"""Weapons that a scenario may mark as breech-loading [shooting.loading-class]."""
BANDS: Final = ("short", "medium", "long", "extreme")
OUT: Final = "out"
RANGE_DICE: Final[dict[str, Die]] = {"short": D6, "medium": tables.D8, "long": D10, "extreme": tables.D12}
"""The die a target throws for the range [shooting.range-dice]."""
RESULTS: Final = ("none", "graze", "wound", "disabled", "killed")
MARGINS: Final = ((6, "killed"), (4, "disabled"), (2, "wound"), (1, "graze"))
"""Least margin of each result [shooting.result-table]."""
HORSE_ON: Final = 4
"""Lowest face of the d6 by which the horse is hit [shooting.horse-hit]."""


RESULT: Final[Why] = Why("the shot", "skirmish.shooting.result-table")


def band(weapon: str, distance: float, settings: Settings) -> str:
    """The band in which a range falls: the first whose limit is not less, "out" beyond the last.

    [shooting.band-edges, shooting.no-short-band, shooting.out-of-range]
    """
    row = settings.armoury.shooting[weapon]
    if row.short > 0.0 and within(distance, row.short):
        return "short"
    if within(distance, row.medium):
        return "medium"
    if within(distance, row.long):
        return "long"
    return "extreme" if within(distance, row.extreme) else OUT


def reach(weapon: str, settings: Settings) -> float:
    """The far limit of the last band [shooting.out-of-range]."""
    row = settings.armoury.shooting[weapon]
    return row.extreme or row.long


def loads_needed(weapon: str, breech_loading: bool, repeating: bool, settings: Settings) -> int:
    """Load actions before a weapon can fire [shooting.loading-class, shooting.one-shot-per-loading]."""
    if has_magazine(repeating, settings) or breech_loading:
        return BREECH
    if weapon in CARBINES and settings.carbines_breech_loading:
        return BREECH
    if weapon == "shotgun" and settings.shotguns_breech_loading:
        return BREECH
    return settings.armoury.shooting[weapon].loads


def has_magazine(repeating: bool, settings: Settings) -> bool:
    """Whether a weapon holds more than one round [shooting.one-shot-per-loading]."""
    return repeating and settings.repeater_magazine > 1


def full(weapon: str, breech_loading: bool, repeating: bool, settings: Settings) -> int:
    """The progress of a weapon that can be loaded no further [shooting.loading-progress]."""
    if has_magazine(repeating, settings):
        return settings.repeater_magazine
    return loads_needed(weapon, breech_loading, repeating, settings)


def fired(progress: int, repeating: bool, settings: Settings) -> int:
    """The progress of a weapon after a shot [shooting.loading-progress, shooting.one-shot-per-loading]."""
    return progress - 1 if has_magazine(repeating, settings) else 0


@record(unsafe_hash=True)
class Mark:
    """A figure of a nominated group as the shooter sees it; the disabled lie there [shooting.eligible-targets]."""

    id: str
    distance: float
    able: bool = True
    visible: bool = True
    in_contact: bool = False
    screened: bool = False
    disabled: bool = False


def eligible(weapon: str, mark: Mark, settings: Settings) -> bool:
    """Whether a figure can be hit at all [shooting.eligible-targets, shooting.into-melee, shooting.out-of-range]."""
    return mark.able and mark.visible and not mark.in_contact and band(weapon, mark.distance, settings) != OUT


def pool(weapon: str, marks: tuple[Mark, ...], settings: Settings) -> tuple[Mark, ...]:
    """The figures that a shot may hit, nearest first, equal distances by id; nobody where none of them stands.

    [shooting.random-method, shooting.front-rank, shooting.front-rank-test, shooting.eligible-targets]
    """
    found = [mark for mark in marks if eligible(weapon, mark, settings)]
    if not [mark for mark in found if not mark.disabled]:
        return ()
    near = [mark for mark in found if band(weapon, mark.distance, settings) == "short"]
    if [mark for mark in near if not mark.disabled]:
        found = [mark for mark in near if not mark.screened]
    return tuple(sorted(found, key=_by_distance))


def _by_distance(mark: Mark) -> tuple[float, str]:
    return (mark.distance, mark.id)


def pick(size: int, by: str, dice: Dice) -> int:
    """The place in the pool of the figure drawn; no die for a pool of one [shooting.random-target]."""
    if size == 1:
        return 0
    return dice.ask(Face(sided(size), Why("the man aimed at", "skirmish.shooting.random-method", by))) - 1


@record(unsafe_hash=True)
class Shot:
    """A man who fires and the figure drawn; `harm` is the rider's where he is mounted."""

    quality: str
    weapon: str
    distance: float
    cover: str
    harm: int = 0
    mounted: bool = False
    horse_harm: int = 0
    by: str = ""
    against: str = ""
    settings: Settings = PRINTED


@record(unsafe_hash=True)
class Hit:
    """What came of a shot: the chart's result, who took it, and the figure afterwards.

    `struck`: none, figure, rider or horse. `injury`: a member was hurt, so that his group tests.
    """

    margin: int
    result: str
    struck: str
    injury: bool
    harm: int
    mounted: bool
    horse_harm: int


def shot_refusal(shot: Shot) -> str:
    """The clause that forbids a shot, "" when none does [shooting.out-of-range]."""
    return "skirmish.shooting.out-of-range" if band(shot.weapon, shot.distance, shot.settings) == OUT else ""


def result_of(margin: int) -> str:
    """The chart: even or less is no effect [shooting.result-table, shooting.below-evens]."""
    for least, result in MARGINS:
        if margin >= least:
            return result
    return "none"


def margin(shot: Shot, dice: Dice) -> int:
    """The shooter's quality dice less the higher of the target's two; nothing else counts.

    [shooting.sequence, shooting.dice-order, shooting.highest-target-die, shooting.no-other-modifiers]
    """
    clause = "skirmish.shooting.sequence"
    score = dice.ask(Face(tables.quality_die(shot.quality, shot.settings), Why("the shot", clause, shot.by)))
    cover = dice.ask(
        Face(terrain_rule.COVER_DICE[shot.cover], Why("cover", "skirmish.shooting.cover-dice", shot.against))
    )
    die = RANGE_DICE[band(shot.weapon, shot.distance, shot.settings)]
    distance = dice.ask(Face(die, Why("range", "skirmish.shooting.range-dice", shot.against)))
    return score - max(cover, distance)


def fire(shot: Shot, dice: Dice) -> Hit:
    """One shot at the figure drawn [shooting.sequence]."""
    by = margin(shot, dice)
    return suffered(shot, by, result_of(by), dice)


def suffered(shot: Shot, by: int, result: str, dice: Dice) -> Hit:
    """Who takes a result, and what becomes of him [shooting.horse-hit, shooting.horse-hit-timing]."""
    if result == "none":
        return Hit(
            margin=by,
            result=result,
            struck="none",
            injury=False,
            harm=shot.harm,
            mounted=shot.mounted,
            horse_harm=shot.horse_harm,
        )
    if not shot.mounted:
        return hurt(shot, by, result, "figure")
    why = Why("horse or rider", "skirmish.shooting.horse-hit", shot.by)
    if dice.ask(Count(1, D6, HORSE_ON, why)):
        return _horse_hit(shot, by, result, dice)
    return hurt(shot, by, result, "rider")


def hurt(shot: Shot, by: int, result: str, struck: str) -> Hit:
    """A man takes a result; disabled or killed he is out of the saddle, without a fall.

    [shooting.graze, shooting.harm-ladder, melee.riderless, morale.injury-means]
    """
    harm = harm_rule.harmed(shot.harm, result)
    injury = result != "graze" or shot.settings.graze == "morale"
    mounted = shot.mounted and harm < harm_rule.DISABLED
    return Hit(
        margin=by,
        result=result,
        struck=struck,
        injury=injury,
        harm=harm,
        mounted=mounted,
        horse_harm=shot.horse_harm if mounted else 0,
    )


def _horse_hit(shot: Shot, by: int, result: str, dice: Dice) -> Hit:
    """A horse takes harm on the same ladder; when it goes down its rider may be hurt [shooting.horse-harm]."""
    horse = harm_rule.harmed(shot.horse_harm, result)
    if horse < harm_rule.DISABLED and shot.settings.horse_harm == "ladder":
        return Hit(
            margin=by, result=result, struck="horse", injury=False, harm=shot.harm, mounted=True, horse_harm=horse
        )
    hurt = harm_rule.falls(shot.against, dice)
    harm = harm_rule.harmed(shot.harm, "wound") if hurt else shot.harm
    return Hit(margin=by, result=result, struck="horse", injury=hurt, harm=harm, mounted=False, horse_harm=0)


def result_weights(quality: Die, cover: Die, distance: Die) -> tuple[int, ...]:
    """How many of the throws of these three dice give each of RESULTS; found face by face of the higher target die."""
    weights = [0, 0, 0, 0, 0]
    for score in quality.faces:
        for high in range(1, max(cover.faces[-1], distance.faces[-1]) + 1):
            within_high = min(high, cover.faces[-1]) * min(high, distance.faces[-1])
            below_high = min(high - 1, cover.faces[-1]) * min(high - 1, distance.faces[-1])
            weights[RESULTS.index(result_of(score - high))] += within_high - below_high
    return tuple(weights)


def shot_weights(shot: Shot) -> tuple[int, ...]:
    """How many throws of a shot in range give each of RESULTS."""
    distance = RANGE_DICE[band(shot.weapon, shot.distance, shot.settings)]
    return result_weights(
        tables.quality_die(shot.quality, shot.settings), terrain_rule.COVER_DICE[shot.cover], distance
    )


@record(frozen=True)
class Shooter:
    """A man of a volley."""

    quality: str
    weapon: str


@record(frozen=True)
class Volley:
    """Men who fire one after another at a group on foot; covers and harms go with the marks."""

    shooters: tuple[Shooter, ...]
    marks: tuple[Mark, ...]
    covers: tuple[str, ...]
    harms: tuple[int, ...]
    settings: Settings = PRINTED


@record(frozen=True)
class Toll:
    """A group under fire so far: harm by place in the volley's marks, and whether a test is due."""

    harms: tuple[int, ...]
    test_due: bool = False


@record(frozen=True)
class Fallen:
    """One shot of a volley: the place of the man drawn (-1: nobody left) and the chart's result."""

    target: int
    result: str


def volley_pool(volley: Volley, shooter: Shooter, toll: Toll) -> tuple[Mark, ...]:
    """Whom this shooter may hit: only the killed have left the pool [shooting.eligible-targets]."""
    marks = [
        Mark(
            mark.id,
            mark.distance,
            toll.harms[place] < harm_rule.KILLED,
            screened=mark.screened,
            disabled=toll.harms[place] == harm_rule.DISABLED,
        )
        for place, mark in enumerate(volley.marks)
    ]
    return pool(shooter.weapon, tuple(marks), volley.settings)


def _place(volley: Volley, id: str) -> int:
    return [mark.id for mark in volley.marks].index(id)


def _aimed(volley: Volley, shooter: Shooter, place: int, harm: int) -> Shot:
    distance = volley.marks[place].distance
    return Shot(shooter.quality, shooter.weapon, distance, volley.covers[place], harm, settings=volley.settings)


def _after(toll: Toll, place: int, hit: Hit) -> Toll:
    harms = list(toll.harms)
    harms[place] = hit.harm
    return Toll(tuple(harms), toll.test_due or hit.injury)


def volley_shot(volley: Volley, shooter: Shooter, toll: Toll, dice: Dice) -> tuple[Toll, Fallen]:
    """One shot of a volley, resolved before the next [turn.group-by-group, shooting.random-target]."""
    targets = volley_pool(volley, shooter, toll)
    if not targets:
        return toll, Fallen(-1, "none")
    place = _place(volley, targets[pick(len(targets), "", dice)].id)
    hit = fire(_aimed(volley, shooter, place, toll.harms[place]), dice)
    return _after(toll, place, hit), Fallen(place, hit.result)


def volley_odds(volley: Volley) -> Odds[Toll]:
    """Chances of what a volley leaves: shot by shot, the three dice of each read as its result only."""
    return fold([_Aimed(volley, shooter).stage for shooter in volley.shooters], Toll(volley.harms))


@final
class _Aimed:
    """One shooter of a volley as a stage; keeps his pools and the weights of his results."""

    def __init__(self, volley: Volley, shooter: Shooter) -> None:
        self.volley = volley
        self.shooter = shooter
        self.pools: dict[tuple[int, ...], list[int]] = {}
        self.weights: dict[int, tuple[int, ...]] = {}

    def stage(self, toll: Toll, dice: Dice) -> Toll:
        places = self._pool(toll)
        if not places:
            return toll
        place = places[pick(len(places), "", dice)]
        result = RESULTS[dice.ask(Draw("result", RESULTS, RESULT, self._weights(place)))]
        if result == "none":
            return toll
        shot = _aimed(self.volley, self.shooter, place, toll.harms[place])
        return _after(toll, place, hurt(shot, 0, result, "figure"))

    def _pool(self, toll: Toll) -> list[int]:
        down = tuple([max(harm, 1) for harm in toll.harms])
        if down not in self.pools:
            self.pools[down] = [_place(self.volley, mark.id) for mark in volley_pool(self.volley, self.shooter, toll)]
        return self.pools[down]

    def _weights(self, place: int) -> tuple[int, ...]:
        if place not in self.weights:
            shot = _aimed(self.volley, self.shooter, place, 0)
            self.weights[place] = shot_weights(shot)
        return self.weights[place]


def statuses(volley: Volley, toll: Toll) -> dict[str, str]:
    """Every figure of the group after a volley."""
    return {mark.id: harm_rule.STATUS[harm] for mark, harm in zip(volley.marks, toll.harms, strict=True)}
