"""Pairing, a combat and the push back, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Outputs, Procedure, Worked, between, simple
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.skirmish import tables, umpire
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


def _read_brawl(fields: umpire.Fields) -> Brawl:
    a: list[str] = fields["a"]
    b: list[str] = fields["b"]
    umpire.once("a", a)
    umpire.once("b", b)
    for id in b:
        if id in a:
            raise FieldError(f"b: '{id}' is of a already; a figure fights on one side")
    touches: list[rule.Touch] = []
    for place, pair in enumerate(fields["contacts"]):
        name = f"contacts[{place}]"
        if len(pair) != 2 or pair[0] not in a or pair[1] not in b:
            raise FieldError(f"{name}: {pair} cannot be; it is an id of a, then an id of b")
        touches.append((a.index(pair[0]), b.index(pair[1])))
    rear: list[rule.Touch] = []
    for place, pair in enumerate(fields["rear"]):
        touch = _rear_touch(pair, a, b)
        if touch not in touches:
            raise FieldError(f"rear[{place}]: {pair} cannot be; it names a rider and an enemy who touches him")
        rear.append(touch)
    return Brawl(tuple(a), tuple(b), tuple(touches), tuple(rear))


def _rear_touch(pair: list[str], a: list[str], b: list[str]) -> rule.Touch:
    if len(pair) == 2 and pair[0] in a and pair[1] in b:
        return (a.index(pair[0]), b.index(pair[1]))
    if len(pair) == 2 and pair[0] in b and pair[1] in a:
        return (a.index(pair[1]), b.index(pair[0]))
    return (-1, -1)


def _arranged(brawl: Brawl, found: rule.Arrangement) -> Outputs:
    combats = [
        {"a": [brawl.a[place] for place in one.a], "b": [brawl.b[place] for place in one.b]} for one in found.combats
    ]
    idle = [brawl.a[place] for place in found.idle_a] + [brawl.b[place] for place in found.idle_b]
    return {"combats": combats, "idle": idle}


def _brawl_lines(brawl: Brawl, found: rule.Arrangement) -> tuple[Row, ...]:
    rows: list[Row] = []
    for one in found.combats:
        sides = (", ".join([brawl.a[place] for place in one.a]), ", ".join([brawl.b[place] for place in one.b]))
        single = len(one.a) == len(one.b)
        clause = "skirmish.melee.one-to-one" if single else "skirmish.melee.multiple"
        rows.append(Row(sides[0], f"against {sides[1]}", clause))
    idle = _arranged(brawl, found)["idle"]
    return (*rows, Row("no part in it", ", ".join(idle) or "nobody", "skirmish.melee.pairing"))


PAIR_MELEE: Final[Procedure] = simple(
    "pair-melee", _read_brawl, lambda brawl, _: rule.arrange(brawl.touches, brawl.rear), _arranged, _brawl_lines
)


def _read_fighter(name: str, fields: umpire.Fields) -> rule.Fighter:
    if fields["arm"] == "mounted" and fields["weapon"] == "bayonet":
        raise FieldError(f"{name}.weapon: a mounted man cannot use a bayonet; he fights as butt-sword")
    helpers: list[umpire.Fields] = fields["supporters"]
    between(f"{name}.supporters", len(helpers), 0, rule.MOST_AGAINST_ONE - 1)
    for place, one in enumerate(helpers):
        if one["arm"] == "mounted" and one["weapon"] == "bayonet":
            raise FieldError(f"{name}.supporters[{place}].weapon: a mounted man cannot use a bayonet")
    return rule.Fighter(
        quality=fields["class"],
        arm=fields["arm"],
        weapon=fields["weapon"],
        harm=fields["harm"],
        supporters=tuple([rule.Supporter(one["arm"], one["weapon"]) for one in helpers]),
        uphill=fields["uphill"],
        barricade=fields["barricade"],
        charging=fields["charging"],
        opponent_in_rear=fields["opponent_in_rear"],
        broken=fields["broken"],
    )


def _read_combat(fields: umpire.Fields) -> rule.Combat:
    a, b = _read_fighter("a", fields["a"]), _read_fighter("b", fields["b"])
    if a.supporters and b.supporters:
        raise FieldError("b.supporters: only one side of a combat may have supporters, and a has some")
    if a.uphill and b.uphill:
        raise FieldError("b.uphill: both cannot be uphill of each other")
    return rule.Combat(a, b, umpire.house(fields))


def _fought(combat: rule.Combat, fought: rule.Fought) -> Outputs:
    winner = fought.winner()
    after = {"harm": fought.harm, "status": harm_rule.STATUS[fought.harm], "mounted": fought.mounted}
    return {
        "a_score": fought.a_score,
        "b_score": fought.b_score,
        "winner": winner,
        "margin": abs(fought.a_score - fought.b_score),
        "result": fought.result,
        "loser": None if winner == "tie" else after,
    }


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
    return Worked(_fought(combat, fought), _combat_lines(combat, fought))


def _combat_chances(combat: rule.Combat) -> tuple[Chances, ...]:
    return (Chances("", rule.combat_odds(combat), lambda fought: _fought(combat, fought)),)


RESOLVE_MELEE: Final[Procedure] = Procedure("resolve-melee", _read_combat, _work_combat, _combat_chances)


@record(frozen=True)
class Push:
    """A winner, a loser, and the gap to an unengaged friend behind (below 0: none)."""

    winner: tuple[float, float]
    loser: tuple[float, float]
    gap: float


def _point(name: str, given: list[float]) -> tuple[float, float]:
    if len(given) != 2:
        raise FieldError(f"{name}: give two numbers, x and y")
    return given[0], given[1]


def _read_push(fields: umpire.Fields) -> Push:
    winner, loser = _point("winner", fields["winner"]), _point("loser", fields["loser"])
    if winner == loser:
        raise FieldError("loser: the two stand on the same spot, so there is no way back")
    gap: float | None = fields["behind_gap_cm"]
    between("behind_gap_cm", gap or 0.0, 0)
    return Push(winner, loser, umpire.apart(gap))


def _pushed(push: Push, after: tuple[float, float]) -> Outputs:
    shift = rounded(rule.shift_behind(push.gap)) if push.gap >= 0.0 else 0.0
    return {"loser": after, "behind_shift_cm": shift}


def _push_lines(push: Push, after: tuple[float, float]) -> tuple[Row, ...]:
    shift: float = _pushed(push, after)["behind_shift_cm"]
    return (
        Row("loser at", f"{after[0]:g}, {after[1]:g}", "skirmish.melee.push-back"),
        Row("friend behind", f"{shift:g} cm", "skirmish.melee.push-back-behind"),
    )


PUSH_BACK: Final[Procedure] = simple(
    "push-back", _read_push, lambda push, _: rule.pushed(push.winner, push.loser), _pushed, _push_lines
)
