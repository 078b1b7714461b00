"""Pairing, a combat and the push back, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Answer, Chances, Clauses, FieldError, Fields, Outputs, Procedure, Read, Worked
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.melee import rule
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.weapons import rule as weapons_rule
from roundtop.table.measure import rounded


@record(frozen=True)
class Brawl:
    """Two sides in contact: names, and who touches whom by their places."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    touches: tuple[rule.Touch, ...]
    rear: tuple[rule.Touch, ...]
    idle: tuple[rule.Joined, ...]


def _read_brawl(given: Fields) -> Brawl:
    a: list[str] = given["a"]
    b: list[str] = given["b"]
    procedure.once("a", a)
    procedure.once("b", b)
    for id in b:
        if id in a:
            raise FieldError(f"b: '{id}' is of a already; a figure fights on one side")
    touches: list[rule.Touch] = []
    for place, pair in enumerate(given["contacts"]):
        if len(pair) != 2 or pair[0] not in a or pair[1] not in b:
            raise FieldError(f"contacts[{place}]: {pair} cannot be; it is an id of a, then an id of b")
        touches.append((a.index(pair[0]), b.index(pair[1])))
    rear: list[rule.Touch] = []
    idle: list[rule.Joined] = []
    for place, pair in enumerate(given["rear"]):
        touch = _rear_touch(pair, a, b)
        if touch not in touches:
            raise FieldError(f"rear[{place}]: {pair} cannot be; it names a rider and an enemy who touches him")
        rear.append(touch)
        idle.append((True, touch[0], touch[1]) if pair[0] in a else (False, touch[1], touch[0]))
    return Brawl(tuple(a), tuple(b), tuple(touches), tuple(rear), tuple(idle))


def _rear_touch(pair: list[str], a: list[str], b: list[str]) -> rule.Touch:
    if len(pair) == 2 and pair[0] in a and pair[1] in b:
        return (a.index(pair[0]), b.index(pair[1]))
    if len(pair) == 2 and pair[0] in b and pair[1] in a:
        return (a.index(pair[1]), b.index(pair[0]))
    return (-1, -1)


def _arranged(brawl: Brawl) -> Outputs:
    found = rule.arrange(brawl.touches, brawl.rear, brawl.idle)
    combats = [
        {"a": [brawl.a[place] for place in one.a], "b": [brawl.b[place] for place in one.b]} for one in found.combats
    ]
    idle = [brawl.a[place] for place in found.idle_a] + [brawl.b[place] for place in found.idle_b]
    return {"combats": combats, "idle": idle}


def _brawl_lines(_: Brawl, found: Outputs) -> tuple[Row, ...]:
    rows: list[Row] = []
    for one in found["combats"]:
        clause = "skirmish.melee.one-to-one" if len(one["a"]) == len(one["b"]) else "skirmish.melee.multiple"
        rows.append(Row(", ".join(one["a"]), f"against {', '.join(one['b'])}", clause))
    return (*rows, Row("no part in it", ", ".join(found["idle"]) or "nobody", "skirmish.melee.pairing"))


def _armed(unit: Fields) -> None:
    if unit["arm"] == "mounted" and unit["weapon"] == "bayonet":
        fights = "; he fights as butt-sword" if "supporters" in unit else ""
        raise FieldError(f"weapon: a mounted man cannot use a bayonet{fights}")
    if "supporters" in unit:
        procedure.between("supporters", len(unit["supporters"]), 0, rule.MOST_AGAINST_ONE - 1)


FIGHTER: Final[Read] = procedure.reads(
    rule.Fighter,
    _armed,
    quality="class",
    supporters=procedure.each("supporters", procedure.reads(rule.Supporter, _armed)),
)


def _read_combat(given: Fields) -> rule.Combat:
    combat: rule.Combat = procedure.reads(
        rule.Combat, a=procedure.inside("a", FIGHTER), b=procedure.inside("b", FIGHTER)
    )(given)
    if combat.a.supporters and combat.b.supporters:
        raise FieldError("b.supporters: only one side of a combat may have supporters, and a has some")
    if combat.a.uphill and combat.b.uphill:
        raise FieldError("b.uphill: both cannot be uphill of each other")
    return combat


def _fought(fought: rule.Fought) -> Answer:
    winner = fought.winner()
    after = {"harm": fought.harm, "status": harm_rule.STATUS[fought.harm], "mounted": fought.mounted}
    margin = abs(fought.a_score - fought.b_score)
    return {"winner": winner, "margin": margin, "loser": None if winner == "tie" else after}, fought


def _fighter_lines(name: str, one: rule.Fighter, enemy: rule.Fighter, house: Settings, score: int) -> list[Row]:
    found = [Row(f"{name} quality", tables.quality_die(one.quality, house).name, "skirmish.melee.quality-die")]
    found += lines(rule.deductions(one, enemy, house))
    weapon = rule.weapon_die(one, enemy, house)
    if weapon is not None:
        found.append(Row(f"{name} {one.weapon}", weapon.name, weapons_rule.MELEE[one.weapon]))
    horse = rule.horse_die(one, enemy)
    if horse is not None:
        found.append(Row(f"{name} horse", horse.name, "skirmish.melee.horse-die"))
    if rule.defenceless(one):
        found.append(Row(name, "defenceless", "skirmish.melee.mounted-rear-terms"))
    found += lines(rule.bonuses(one, house))
    return [*found, Row(f"{name} scores", str(score), "skirmish.melee.highest-die")]


def _combat_lines(combat: rule.Combat, fought: rule.Fought) -> tuple[Row, ...]:
    found = _fighter_lines("a", combat.a, combat.b, combat.settings, fought.a_score)
    found += _fighter_lines("b", combat.b, combat.a, combat.settings, fought.b_score)
    winner = fought.winner()
    if winner == "tie":
        return (*found, Row("equal", "no effect", "skirmish.melee.tie"))
    loser = combat.b if winner == "a" else combat.a
    chart = "skirmish.melee.result-cavalry" if loser.arm == "mounted" else "skirmish.melee.result-infantry"
    found.append(Row(f"beaten by {abs(fought.a_score - fought.b_score)}", fought.result, chart))
    return (*found, Row("the loser", harm_rule.STATUS[fought.harm], "skirmish.melee.result-to-primary"))


def _work_combat(combat: rule.Combat, dice: Dice) -> Worked:
    fought = rule.fight(combat, dice)
    return Worked(_fought(fought), _combat_lines(combat, fought))


def _pushed(given: Fields) -> Outputs:
    winner, loser = procedure.point("winner", given["winner"]), procedure.point("loser", given["loser"])
    if winner == loser:
        raise FieldError("loser: the two stand on the same spot, so there is no way back")
    gap: float | None = given["behind_gap_cm"]
    shift = 0.0 if gap is None else rounded(rule.shift_behind(gap))
    return {"loser": rule.pushed(winner, loser), "behind_shift_cm": shift}


PUSH: Final[Clauses] = {"loser": "skirmish.melee.push-back", "behind_shift_cm": "skirmish.melee.push-back-behind"}
PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.reckoned("pair-melee", _read_brawl, _arranged, _brawl_lines),
    Procedure(
        "resolve-melee",
        _read_combat,
        _work_combat,
        lambda combat: (Chances("", rule.combat_odds(combat), _fought),),
    ),
    procedure.reckoned("push-back", _pushed, lambda after: after, PUSH),
)
