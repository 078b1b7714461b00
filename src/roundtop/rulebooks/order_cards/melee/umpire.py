"""A melee, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Fields, Outputs, Procedure, Read, Worked, each, reads
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.exact import fold
from roundtop.dice.sources import Dice
from roundtop.record import record, replace
from roundtop.rulebooks.order_cards import umpire
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.melee import rule
from roundtop.rulebooks.order_cards.prisoners import rule as prisoners_rule
from roundtop.rulebooks.order_cards.retreat import rule as retreat_rule


@record(frozen=True)
class Fight:
    """A melee and the names of its units."""

    melee: rule.Melee
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


FIGHTER: Final[Read] = reads(
    rule.Fighter,
    umpire.roster,
    mounted=umpire.mounted,
    starting="starting_stands",
    circled="circled_before",
    bonus="charge_bonus",
    rows="modifiers",
    rank=lambda unit: umpire.officer(unit).rank,
    rating=lambda unit: umpire.officer(unit).rating,
    minor_wounds=lambda unit: umpire.officer(unit).minor_wounds,
    touching="stands_touching",
)


def _read_melee(given: Fields) -> Fight:
    zones = [unit["zone"] for unit in given["attackers"]]
    attackers = _fighters("attackers", given)
    first, *others = _fighters("defenders", given)
    # Of those charged, the first is the target that is touched in front and rear.
    target = replace(first, surrounded="front" in zones and "rear" in zones)
    names = [unit["id"] for unit in (*given["attackers"], *given["defenders"])]
    at = len(attackers)
    for place, name in enumerate(names):
        if name in names[:place]:
            side = "attackers" if place < at else "defenders"
            raise FieldError(f"{side}: two units are called '{name}'; every unit has a name of its own")
    melee = rule.Melee(attackers, (target, *others), settings=given["settings"])
    return Fight(melee, tuple(names[:at]), tuple(names[at:]))


def _fighters(side: str, given: Fields) -> tuple[rule.Fighter, ...]:
    found: tuple[rule.Fighter, ...] = each(side, FIGHTER)(given)
    if not found:
        raise FieldError(f"{side}: nobody is there; name at least one unit")
    return found


def _work_melee(fight: Fight, dice: Dice) -> Worked:
    fray, rounds = rule.resolve(fight.melee, dice)
    last = rounds[len(rounds) - 1]
    working: Outputs = {
        "rounds": len(rounds),
        "totals": [[one.attackers, one.defenders] for one in rounds],
        "attacker_total": last.attackers,
        "defender_total": last.defenders,
    }
    return Worked(working | _fought(fight, fray), _melee_lines(fight, fray, rounds))


def _fought(fight: Fight, fray: rule.Fray) -> Outputs:
    """What a melee did to every unit, by name."""
    every = fight.melee.attackers + fight.melee.defenders
    names = fight.attackers + fight.defenders
    circled = fray.attackers + fray.defenders
    stands = [rule.present(one, boxes, fight.melee.settings) for one, boxes in zip(every, circled, strict=True)]
    places = _losers(fight, fray)
    given_up = [n for n in places if retreat_rule.surrenders(every[n], stands[n])]
    retreats = {names[n]: retreat_rule.retreat_inches(every[n], stands[n]) for n in places}
    prisoners = sum([stands[n] for n in given_up])
    used = zip((fight.attackers[0], fight.defenders[0]), fray.officers, strict=True)
    return {
        "winner": fray.winner,
        "boxes_circled": {names[n]: circled[n] - every[n].circled for n in range(len(every))},
        "stands_after": {names[n]: stands[n] for n in range(len(every))},
        "surrender": [names[n] for n in given_up],
        "prisoner_stands": prisoners,
        "guards_needed": prisoners_rule.guards_needed(prisoners),
        "retreats": {name: inches for name, inches in retreats.items() if inches},
        "officer_results": {name: fate for name, fate in used if fate != command_rule.NOBODY},
    }


def _losers(fight: Fight, fray: rule.Fray) -> list[int]:
    """Places of the beaten units among all; none where both sides are destroyed."""
    at = len(fight.attackers)
    if fray.winner == rule.ATTACKERS:
        return list(range(at, at + len(fight.defenders)))
    return list(range(at)) if fray.winner == rule.DEFENDERS else []


def _melee_lines(fight: Fight, fray: rule.Fray, rounds: tuple[rule.Round, ...]) -> tuple[Row, ...]:
    found: list[Row] = []
    now = rule.begun(fight.melee)
    for fought in rounds:
        clause = "order-cards.melee.total" if now.rounds == 0 else "order-cards.melee.tie-second-round"
        for attacking, score in ((True, fought.attackers), (False, fought.defenders)):
            side = "attackers" if attacking else "defenders"
            first = (fight.melee.attackers if attacking else fight.melee.defenders)[0]
            mods = rule.modifiers(first, now.rounds + 1)
            stands = rule.added(fight.melee, now, attacking) - total(mods)
            found.append(Row(f"round {now.rounds + 1}, {side}, stands", f"+{stands}", clause))
            found += lines(mods)
            boxes = rule.inflicted(score)
            found.append(Row(f"{side}, total", f"{score}, inflicts {boxes}", "order-cards.melee.losses"))
        now = rule.after_round(fight.melee, now, fought)
    return (*found, Row("winner", fray.winner, "order-cards.melee.winner"))


def _melee_chances(fight: Fight) -> tuple[Chances, ...]:
    stages = rule.Stages(fight.melee)
    rounds = fight.melee.settings.melee_max_rounds
    odds = fold((*[stages.round] * rounds, stages.officers), rule.begun(fight.melee))
    return (Chances("", odds, lambda fray: _fought(fight, fray)),)


PROCEDURES: Final[tuple[Procedure, ...]] = (Procedure("melee", _read_melee, _work_melee, _melee_chances),)
