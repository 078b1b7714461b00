"""A melee, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Outputs, Procedure, Worked, between
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.exact import fold
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.melee import rule
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.prisoners import rule as prisoners_rule
from roundtop.rulebooks.order_cards.retreat import rule as retreat_rule


@record(frozen=True)
class Fight:
    """A melee and the names of its units."""

    melee: rule.Melee
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


def _read_melee(fields: umpire.Fields) -> Fight:
    house = umpire.house_rules(fields)
    zones = [unit["zone"] for unit in fields["attackers"]]
    both = "front" in zones and "rear" in zones
    attackers = _fighters("attackers", fields, False, house)
    defenders = _fighters("defenders", fields, both, house)
    names = [unit["id"] for unit in (*fields["attackers"], *fields["defenders"])]
    for place, name in enumerate(names):
        if name in names[:place]:
            side = "attackers" if place < len(attackers) else "defenders"
            raise FieldError(f"{side}: two units are called '{name}'; every unit has a name of its own")
    at = len(attackers)
    return Fight(rule.Melee(attackers, defenders, settings=house), tuple(names[:at]), tuple(names[at:]))


def _fighters(side: str, fields: umpire.Fields, surrounded: bool, house: Settings) -> tuple[rule.Fighter, ...]:
    """The units of a side; of those charged, the first is the target that is touched in front and rear."""
    found: list[rule.Fighter] = []
    for place, unit in enumerate(fields[side]):
        path = f"{side}[{place}]."
        umpire.check_roster(path, unit, tables.boxes_per_stand(unit["arm"], house))
        between(f"{path}charge_bonus", unit["charge_bonus"], 0, 100)
        officer = umpire.officer_given(path, unit)
        touching = -1 if unit["stands_touching"] is None else unit["stands_touching"]
        if touching >= 0:
            between(f"{path}stands_touching", touching, 1, unit["starting_stands"])
        found.append(
            rule.Fighter(
                arm=unit["arm"],
                mounted=unit["mounted"] and unit["arm"] == tables.CAVALRY,
                limbered=unit["limbered"],
                starting=unit["starting_stands"],
                circled=unit["circled_before"],
                bonus=unit["charge_bonus"],
                rows=tuple(unit["modifiers"]),
                rank=officer.rank,
                rating=officer.rating,
                minor_wounds=officer.minor_wounds,
                touching=touching,
                surrounded=surrounded and place == 0,
            )
        )
    if not found:
        raise FieldError(f"{side}: nobody is there; name at least one unit")
    return tuple(found)


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
    house = fight.melee.settings
    names = fight.attackers + fight.defenders
    circled = fray.attackers + fray.defenders
    stands = [rule.present(one, boxes, house) for one, boxes in zip(every, circled, strict=True)]
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


MELEE: Final[Procedure] = Procedure("melee", _read_melee, _work_melee, _melee_chances)
PROCEDURES: Final[tuple[Procedure, ...]] = (MELEE,)
