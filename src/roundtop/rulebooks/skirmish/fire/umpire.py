"""Loading, range, the man drawn and the shot, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Answer, FieldError, Fields, Outputs, Procedure, Read, Worked
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.fire import rule
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.rulebooks.skirmish.weapons import rule as weapons_rule


@record(frozen=True)
class Loading:
    """A weapon and the Load actions spent on it."""

    progress: int
    load_actions: int
    needed: int
    most: int


def _loads(given: Fields) -> Loading:
    weapon, breech, repeating = given["weapon"], given["breech_loading"], given["repeating"]
    if breech and weapon not in rule.MARKABLE:
        raise FieldError(f"breech_loading: only {', '.join(rule.MARKABLE)} may be marked; a {weapon} may not")
    needed = rule.loads_needed(weapon, breech, repeating, given["settings"])
    most = rule.full(weapon, breech, repeating, given["settings"])
    procedure.between("progress", given["progress"], 0, most)
    return Loading(given["progress"], given["load_actions"], needed, most)


def _load_lines(load: Loading, progress: int) -> tuple[Row, ...]:
    muzzle = load.needed > rule.BREECH
    clause = "skirmish.shooting.loading-muzzle" if muzzle else "skirmish.shooting.loading-other"
    ready = "loaded" if progress >= load.needed else "not yet loaded"
    return (
        Row("actions needed", str(load.needed), clause),
        Row("progress", f"{load.progress} + {load.load_actions}", "skirmish.shooting.loading-progress"),
        Row(f"{progress} of {load.most}", ready, "skirmish.actions.load"),
    )


def _band(given: Fields) -> str:
    return rule.band(given["weapon"], given["distance_cm"], given["settings"])


def _band_lines(given: Fields, band: str) -> tuple[Row, ...]:
    clause = "skirmish.shooting.out-of-range" if band == rule.OUT else weapons_rule.SHOOTING[given["weapon"]]
    found = Row(f"{given['weapon']} at {given['distance_cm']:g} cm", band, clause)
    if band == rule.OUT:
        return (found,)
    return (found, Row("range die", rule.RANGE_DICE[band].name, "skirmish.shooting.range-dice"))


MARKS: Final[Read] = procedure.each("figures", procedure.reads(rule.Mark, distance="distance_cm"))


def _pool(given: Fields) -> tuple[rule.Mark, ...]:
    """The pool of a nominated group, nearest first."""
    procedure.once("figures.id", [one["id"] for one in given["figures"]])
    return rule.pool(given["weapon"], MARKS(given), given["settings"])


def _drawn(pool: tuple[rule.Mark, ...], dice: Dice) -> int:
    return rule.pick(len(pool), "", dice)


def _names(pool: tuple[rule.Mark, ...]) -> Outputs:
    return {"pool": [mark.id for mark in pool]}


def _select_lines(pool: tuple[rule.Mark, ...], place: int) -> tuple[Row, ...]:
    found = [Row(mark.id, f"{mark.distance:g} cm", "skirmish.shooting.random-method") for mark in pool]
    return (*found, Row("aimed at", pool[place].id, "skirmish.shooting.random-target"))


def _shot_can_be(given: Fields) -> None:
    if given["target"]["horse_harm"] and not given["target"]["mounted"]:
        raise FieldError("target.horse_harm: only a mounted figure has a horse")


def _figure(man: rule.Shot | rule.Hit) -> Outputs:
    horse = man.horse_harm if man.mounted else None
    return {"harm": man.harm, "status": harm_rule.STATUS[man.harm], "mounted": man.mounted, "horse_harm": horse}


def _shot_lines(shot: rule.Shot, hit: rule.Hit) -> tuple[Row, ...]:
    band = rule.band(shot.weapon, shot.distance, shot.settings)
    die = tables.quality_die(shot.quality, shot.settings).name
    found = [
        Row(f"{shot.quality} shooter", die, "skirmish.shooting.sequence"),
        Row(f"cover {shot.cover}", terrain_rule.COVER_DICE[shot.cover].name, "skirmish.shooting.cover-dice"),
        Row(f"{shot.distance:g} cm, {band}", rule.RANGE_DICE[band].name, weapons_rule.SHOOTING[shot.weapon]),
        Row("margin", f"{hit.margin:+d}", "skirmish.shooting.highest-target-die"),
        Row("result", hit.result, "skirmish.shooting.result-table"),
    ]
    if hit.struck == "horse":
        down = "stays up" if hit.mounted else "goes down"
        found.append(Row("the horse", down, "skirmish.shooting.horse-harm"))
    if hit.struck != "none":
        found.append(Row("the man", harm_rule.STATUS[hit.harm], "skirmish.shooting.harm-ladder"))
    if hit.injury:
        found.append(Row("his group", "must test", "skirmish.morale.trigger-injury"))
    return tuple(found)


def _read_volley(given: Fields) -> rule.Volley:
    figures: list[Fields] = given["figures"]
    procedure.once("figures.id", [one["id"] for one in figures])
    return rule.Volley(
        procedure.each("shooters", procedure.reads(rule.Shooter, quality="class"))(given),
        MARKS(given),
        tuple([one["cover"] for one in figures]),
        tuple([one["harm"] for one in figures]),
        given["settings"],
    )


def _work_volley(volley: rule.Volley, dice: Dice) -> Worked:
    toll = rule.Toll(volley.harms)
    targets: list[str] = []
    results: list[str] = []
    found: list[Row] = []
    for number, shooter in enumerate(volley.shooters, 1):
        toll, fallen = rule.volley_shot(volley, shooter, toll, dice)
        targets.append(volley.marks[fallen.target].id if fallen.target >= 0 else "none")
        results.append(fallen.result)
        label = f"shot {number}, {shooter.quality} {shooter.weapon} at {targets[-1]}"
        found.append(Row(label, fallen.result, "skirmish.shooting.result-table"))
    due = "must test" if toll.test_due else "need not test"
    found.append(Row("the group", due, "skirmish.morale.trigger-injury"))
    return Worked(({"targets": targets, "results": results}, _suffered(volley, toll)), tuple(found))


def _suffered(volley: rule.Volley, toll: rule.Toll) -> Answer:
    return {"status": rule.statuses(volley, toll)}, toll


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.reckoned(
        "load",
        _loads,
        lambda load: min(load.most, load.progress + load.load_actions),
        _load_lines,
        answer=lambda load, progress: {
            "needed": load.needed,
            "progress": progress,
            "loaded": progress >= load.needed,
        },
    ),
    procedure.reckoned(
        "range-band",
        procedure.as_given,
        _band,
        _band_lines,
        answer=lambda _, band: {"band": band, "die": None if band == rule.OUT else rule.RANGE_DICE[band].name},
    ),
    procedure.simple(
        "select-target",
        _pool,
        _drawn,
        lambda pool, place: {"target": pool[place].id} | _names(pool),
        _select_lines,
        refusal=lambda pool: "" if pool else "skirmish.shooting.eligible-targets",
        refused=_names,
    ),
    procedure.simple(
        "resolve-shot",
        procedure.reads(
            rule.Shot,
            _shot_can_be,
            quality="shooter.class",
            weapon="shooter.weapon",
            distance="target.distance_cm",
            cover="target.cover",
            harm="target.harm",
            mounted="target.mounted",
            horse_harm="target.horse_harm",
        ),
        rule.fire,
        lambda _, hit: ({"target": _figure(hit)}, hit),
        _shot_lines,
        refusal=rule.shot_refusal,
        refused=lambda shot: {"result": "none", "struck": "none", "injury": False, "target": _figure(shot)},
    ),
    Procedure(
        "resolve-volley",
        _read_volley,
        _work_volley,
        procedure.chanced(rule.volley_odds, _suffered),
    ),
)
