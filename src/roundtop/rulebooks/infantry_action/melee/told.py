"""Dominoes and combats in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Marker, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, in_words, listed, numbered
from roundtop.rulebooks.infantry_action import field, words
from roundtop.rulebooks.infantry_action.melee import events, rule
from roundtop.rulebooks.infantry_action.morale import rule as morale_rule
from roundtop.rulebooks.infantry_action.state import State, Unit, Verdict
from roundtop.table.measure import FULL_TURN
from roundtop.table.pose import to_world

DOMINO_BEHIND: Final = 2.4
"""How many stands' depths behind the middle of a line its dominoes are drawn, clear of the badges."""


def domino_rows(view: State, unit: Unit) -> list[Row]:
    """How many dominoes a unit has, and for its owner the one he looked at."""
    if not unit.dominoes:
        return []
    served = rule.slots(unit.stands, unit.sideways)
    rows = [Row("Dominoes", f"{len(served)} face down", words.BOOK + "combat.half-per-stand")]
    clause = words.BOOK + "combat.look-at-one"
    if unit.looked and not unit.tile:
        rows.append(Row("Looked at", "one of them, by its owner", clause))
    elif unit.looked and not unit.slot:
        rows.append(Row("Looked at", unit.tile, clause))
    elif unit.looked:
        stands = served[unit.slot - 1]
        faces = rule.halves(_laid(unit), len(stands) == 1, view.settings)
        behind = [f"{face} behind stand {stand}" for face, stand in zip(faces, stands, strict=True)]
        rows.append(Row("Looked at", f"{unit.tile}: {listed(behind)}", clause))
    return rows


def _laid(unit: Unit) -> int:
    """The domino its owner looked at, as he has laid it."""
    return rule.turned(rule.NAMES.index(unit.tile), unit.flip)


def dominoes(view: State, unit: Unit) -> list[Marker]:
    """A unit's dominoes behind the stands they serve; only the owner's view knows the tile he looked at."""
    if not unit.dominoes:
        return []
    found: list[Marker] = []
    for number, stands in enumerate(rule.slots(unit.stands, unit.sideways), 1):
        middle = 0.5 * (stands[0] + stands[-1])
        right = field.stand_right(unit.stands, 1, view.settings) + (middle - 1) * view.settings.stand_in
        x, y = to_world(unit.pose, right, -DOMINO_BEHIND * view.settings.stand_in)
        # Behind a line at the edge they are kept on the table.
        x, y = min(max(x, 0.0), view.ground.width), min(max(y, 0.0), view.ground.depth)
        looked = unit.looked and unit.slot == number
        faces = _faces(unit) if looked and unit.tile else ()
        found.append(
            Marker(
                kind="domino" if faces else "domino-back",
                side=unit.side,
                x=x,
                y=y,
                text=_domino_words(unit, looked, faces),
                clause=words.BOOK + "combat.half-per-stand",
                faces=faces,
            )
        )
    return found


def _faces(unit: Unit) -> tuple[int, ...]:
    """A known domino as it lies on the map: a line facing south has its left half last."""
    left, _, right = rule.NAMES[_laid(unit)].partition("-")
    south = FULL_TURN < 4 * unit.pose.facing < 3 * FULL_TURN
    return (int(right), int(left)) if south else (int(left), int(right))


def _domino_words(unit: Unit, looked: bool, faces: tuple[int, ...]) -> str:
    if faces:
        return f"{faces[0]}-{faces[1]}, the domino looked at"
    back = f"{SIDES.get(unit.side, unit.side)} domino, face down"
    return back + (", looked at by its owner" if looked else "")


def dominoes_set(view: State, event: events.DominoesSet) -> Telling:
    one = f", one sideways behind stand {event.sideways}" if event.sideways else ""
    text = f"{field.unit_of(view, event.unit).name} lays its dominoes face down{one}."
    clause = "combat.odd-sideways" if event.sideways else "combat.half-per-stand"
    return words.of_unit(view, event.unit, text, "place", (Row("dominoes", "face down", words.BOOK + clause),))


def domino_looked(view: State, event: events.DominoLooked) -> Telling:
    name = field.unit_of(view, event.unit).name
    shown = f": {event.tile}" if event.tile else ""
    tally = (Row("looked at", event.tile or "one domino", words.BOOK + "combat.look-at-one"),)
    return words.of_unit(
        view=view,
        id=event.unit,
        text=f"{name} looks at one domino{shown}.",
        hint="none",
        tally=tally,
        rolls=event.rolls,
    )


def domino_placed(view: State, event: events.DominoPlaced) -> Telling:
    """Which way round it lies is its owner's secret."""
    name = field.unit_of(view, event.unit).name
    text = f"{name} lays the domino it looked at in place {event.slot} from its left."
    return words.of_unit(
        view, event.unit, text, "place", (Row("place", str(event.slot), words.BOOK + "combat.look-at-one"),)
    )


def combat_fought(view: State, event: events.CombatFought) -> Telling:
    """Pairs won by each side, then what becomes of each unit."""
    units = [field.unit_of(view, id) for id in event.units]
    chargers = {charger for charger, _, _, _, _, _ in event.scores}
    charging = [unit.side for unit in units if unit.id in chargers]
    attack = [unit.name for unit in units if unit.side in charging[:1]]
    defence = [unit.name for unit in units if unit.side not in charging[:1]]
    won = len([score for score in event.scores if score[2] > score[5]])
    lost = len([score for score in event.scores if score[2] < score[5]])
    level = len(event.scores) - won - lost
    duels = f"{numbered(len(event.scores), 'pair')}, {won} won, {lost} lost" + (f", {level} level" if level else "")
    head = f"{listed(attack)} against {listed(defence)}: {duels}" if attack and defence else listed(attack + defence)
    fates = [f"{field.unit_of(view, verdict.unit).name} {_fate(view, verdict)}" for verdict in event.verdicts]
    text = ". ".join([head, "; ".join(fates)]) + "." if fates else head + "."
    tally = (*event.tally, *[verdict_line(view, verdict) for verdict in event.verdicts])
    spots = tuple([(verdict.pose.x, verdict.pose.y) for verdict in event.verdicts])
    return Telling(text, spots, rolls=event.rolls, tally=tally, hint="melee", side=units[0].side if units else "")


def _fate(view: State, verdict: Verdict) -> str:
    """`loses stands 2 and 3, breaks in one place and retires 4″`."""
    done: list[str] = [f"loses {words.stands_named(verdict.lost)}"] if verdict.lost else []
    broken = _places(view, verdict)
    if broken:
        done.append(f"breaks in {in_words(broken)} place{'' if broken == 1 else 's'}")
    done.append(_result(verdict))
    return listed(done)


def _result(verdict: Verdict) -> str:
    if verdict.result == "rout":
        return "routs a second time and is lost" if verdict.removed else "routs"
    if verdict.result == "retire":
        return f"retires {verdict.move_in}″"
    return {"destroyed": "is destroyed", "form-up": "forms up on the spot"}.get(verdict.result, "holds its ground")


def _places(view: State, verdict: Verdict) -> int:
    """In how many places a line broke; 0 where the house rule makes it hang on a length the event does not give."""
    return morale_rule.places(verdict.lost, 0, view.settings) if view.settings.end_runs_count else 0


def verdict_line(view: State, verdict: Verdict) -> Row:
    unit = field.unit_of(view, verdict.unit)
    clause = words.BOOK + "outcome.places"
    if view.settings.end_runs_count:
        found = morale_rule.UnitOutcome(_places(view, verdict), 0, verdict.result, verdict.move_in, verdict.removed)
        clause = morale_rule.outcome_clause(found, unit.kind)
    return Row(unit.name, _result(verdict), clause)


def combat_ended(view: State, event: events.CombatEnded) -> Telling:
    return Telling("The dominoes are put away.")


TELLINGS: Final[Tellings] = {
    events.DominoesSet: dominoes_set,
    events.DominoLooked: domino_looked,
    events.DominoPlaced: domino_placed,
    events.CombatFought: combat_fought,
    events.CombatEnded: combat_ended,
}
