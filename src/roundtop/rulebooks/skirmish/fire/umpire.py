"""Loading, range, the man drawn and the shot, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Outputs, Procedure, Worked, between, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.skirmish import tables, umpire
from roundtop.rulebooks.skirmish.fire import rule
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.rulebooks.skirmish.weapons import rule as weapons_rule


@record(frozen=True)
class Loading:
    """A weapon and the Load actions spent on it."""

    weapon: str
    progress: int
    actions: int
    needed: int
    most: int


def _read_load(fields: umpire.Fields) -> Loading:
    house = umpire.house(fields)
    weapon, breech, repeating = fields["weapon"], fields["breech_loading"], fields["repeating"]
    if breech and weapon not in rule.MARKABLE:
        raise FieldError(f"breech_loading: only {', '.join(rule.MARKABLE)} may be marked; a {weapon} may not")
    needed = rule.loads_needed(weapon, breech, repeating, house)
    most = rule.full(weapon, breech, repeating, house)
    between("progress", fields["progress"], 0, most)
    between("load_actions", fields["load_actions"], 0)
    return Loading(weapon, fields["progress"], fields["load_actions"], needed, most)


def _loaded(load: Loading, progress: int) -> Outputs:
    return {"needed": load.needed, "progress": progress, "loaded": progress >= load.needed}


def _load_lines(load: Loading, progress: int) -> tuple[Row, ...]:
    muzzle = load.needed > rule.BREECH
    clause = "skirmish.shooting.loading-muzzle" if muzzle else "skirmish.shooting.loading-other"
    ready = "loaded" if progress >= load.needed else "not yet loaded"
    return (
        Row("actions needed", str(load.needed), clause),
        Row("progress", f"{load.progress} + {load.actions}", "skirmish.shooting.loading-progress"),
        Row(f"{progress} of {load.most}", ready, "skirmish.actions.load"),
    )


LOAD: Final[Procedure] = simple(
    "load", _read_load, lambda load, _: min(load.most, load.progress + load.actions), _loaded, _load_lines
)


def _read_range(fields: umpire.Fields) -> umpire.Fields:
    between("distance_cm", fields["distance_cm"], 0)
    return fields


def _band_and_die(_: umpire.Fields, band: str) -> Outputs:
    return {"band": band, "die": None if band == rule.OUT else rule.RANGE_DICE[band].name}


def _band_lines(fields: umpire.Fields, band: str) -> tuple[Row, ...]:
    clause = "skirmish.shooting.out-of-range" if band == rule.OUT else weapons_rule.SHOOTING[fields["weapon"]]
    found = Row(f"{fields['weapon']} at {fields['distance_cm']:g} cm", band, clause)
    if band == rule.OUT:
        return (found,)
    return (found, Row("range die", rule.RANGE_DICE[band].name, "skirmish.shooting.range-dice"))


RANGE_BAND: Final[Procedure] = simple(
    "range-band",
    _read_range,
    lambda fields, _: rule.band(fields["weapon"], fields["distance_cm"], umpire.house(fields)),
    _band_and_die,
    _band_lines,
)


@record(frozen=True)
class Aim:
    """A weapon, and the pool of a nominated group, nearest first."""

    weapon: str
    pool: tuple[rule.Mark, ...]


def _read_select(fields: umpire.Fields) -> Aim:
    figures: list[umpire.Fields] = fields["figures"]
    umpire.once("figures.id", [one["id"] for one in figures])
    for place, one in enumerate(figures):
        between(f"figures[{place}].distance_cm", one["distance_cm"], 0)
    marks = [
        rule.Mark(
            id=one["id"],
            distance=one["distance_cm"],
            able=one["able"],
            visible=one["visible"],
            in_contact=one["in_contact"],
            screened=one["screened"],
        )
        for one in figures
    ]
    return Aim(fields["weapon"], rule.pool(fields["weapon"], tuple(marks), umpire.house(fields)))


def _drawn(aim: Aim, dice: Dice) -> int:
    return rule.pick(len(aim.pool), "", dice) if aim.pool else -1


def _selected(aim: Aim, place: int) -> Outputs:
    clause = "" if aim.pool else "skirmish.shooting.eligible-targets"
    target = aim.pool[place].id if aim.pool else None
    return umpire.verdict(clause) | {"pool": [mark.id for mark in aim.pool], "target": target}


def _select_lines(aim: Aim, place: int) -> tuple[Row, ...]:
    if not aim.pool:
        return (umpire.no_line("skirmish.shooting.eligible-targets"),)
    found = [Row(mark.id, f"{mark.distance:g} cm", "skirmish.shooting.random-method") for mark in aim.pool]
    return (*found, Row("aimed at", aim.pool[place].id, "skirmish.shooting.random-target"))


SELECT_TARGET: Final[Procedure] = simple("select-target", _read_select, _drawn, _selected, _select_lines)


def _read_shot(fields: umpire.Fields) -> rule.Shot:
    shooter: umpire.Fields = fields["shooter"]
    target: umpire.Fields = fields["target"]
    between("target.distance_cm", target["distance_cm"], 0)
    if target["horse_harm"] and not target["mounted"]:
        raise FieldError("target.horse_harm: only a mounted figure has a horse")
    return rule.Shot(
        quality=shooter["class"],
        weapon=shooter["weapon"],
        distance=target["distance_cm"],
        cover=target["cover"],
        harm=target["harm"],
        mounted=target["mounted"],
        horse_harm=target["horse_harm"],
        settings=umpire.house(fields),
    )


def _roll_shot(shot: rule.Shot, dice: Dice) -> rule.Hit | str:
    return rule.shot_refusal(shot) or rule.fire(shot, dice)


def _shot_outputs(shot: rule.Shot, hit: rule.Hit | str) -> Outputs:
    if isinstance(hit, str):
        unchanged = _figure(shot.harm, shot.mounted, shot.horse_harm)
        return umpire.verdict(hit) | {"result": "none", "struck": "none", "injury": False, "target": unchanged}
    return umpire.verdict("") | {
        "margin": hit.margin,
        "result": hit.result,
        "struck": hit.struck,
        "injury": hit.injury,
        "target": _figure(hit.harm, hit.mounted, hit.horse_harm),
    }


def _figure(harm: int, mounted: bool, horse_harm: int) -> Outputs:
    horse = horse_harm if mounted else None
    return {"harm": harm, "status": harm_rule.STATUS[harm], "mounted": mounted, "horse_harm": horse}


def _shot_lines(shot: rule.Shot, hit: rule.Hit | str) -> tuple[Row, ...]:
    if isinstance(hit, str):
        return (umpire.no_line(hit),)
    band = rule.band(shot.weapon, shot.distance, shot.settings)
    found = [
        Row(
            f"{shot.quality} shooter",
            tables.quality_die(shot.quality, shot.settings).name,
            "skirmish.shooting.sequence",
        ),
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


RESOLVE_SHOT: Final[Procedure] = simple("resolve-shot", _read_shot, _roll_shot, _shot_outputs, _shot_lines)


def _read_volley(fields: umpire.Fields) -> rule.Volley:
    figures: list[umpire.Fields] = fields["figures"]
    umpire.once("figures.id", [one["id"] for one in figures])
    for place, one in enumerate(figures):
        between(f"figures[{place}].distance_cm", one["distance_cm"], 0)
    return rule.Volley(
        tuple([rule.Shooter(one["class"], one["weapon"]) for one in fields["shooters"]]),
        tuple([rule.Mark(one["id"], one["distance_cm"], screened=one["screened"]) for one in figures]),
        tuple([one["cover"] for one in figures]),
        tuple([one["harm"] for one in figures]),
        umpire.house(fields),
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
    return Worked({"targets": targets, "results": results} | _volley_outputs(volley, toll), tuple(found))


def _volley_outputs(volley: rule.Volley, toll: rule.Toll) -> Outputs:
    return {"status": rule.statuses(volley, toll), "test_due": toll.test_due}


def _volley_chances(volley: rule.Volley) -> tuple[Chances, ...]:
    return (Chances("", rule.volley_odds(volley), lambda toll: _volley_outputs(volley, toll)),)


RESOLVE_VOLLEY: Final[Procedure] = Procedure("resolve-volley", _read_volley, _work_volley, _volley_chances)
