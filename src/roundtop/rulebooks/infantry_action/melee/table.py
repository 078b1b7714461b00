"""Dominoes are laid, looked at and turned up at the table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice, Roll
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.events import PhaseBegan
from roundtop.rulebooks.infantry_action.melee import events as melee_events
from roundtop.rulebooks.infantry_action.melee import rule
from roundtop.rulebooks.infantry_action.morale import rule as morale_rule
from roundtop.rulebooks.infantry_action.sight import table as sight_table
from roundtop.rulebooks.infantry_action.state import Fight, State, Unit, Verdict
from roundtop.table.ground import level_at
from roundtop.table.pose import Pose, to_world

OBSTACLE_NEAR_IN: Final = 1.0
"""How near the charged stand's front an obstacle must lie to count [combat.terrain-terms]."""


def set_decision(view: State, step: melee_events.SetDominoes, player: str) -> Decision:
    """Whether to look at one domino, and where a sideways one lies [combat.look-at-one, combat.sideways-face]."""
    unit = field.unit_of(view, step.unit)
    items: list[Item] = []
    for place in sideways_places(unit.stands):
        where = f", one sideways behind stand {place}" if place else ""
        items.append(Item(f"look:{place}", f"look at one{where}", "infantry-action.combat.look-at-one"))
        items.append(Item(f"blind:{place}", f"all blind{where}", "infantry-action.combat.others-blind"))
    number = len(rule.slots(unit.stands))
    sentence = f"{unit.name} draws {number} dominoes. Will you look at one?"
    clauses = ("infantry-action.combat.half-per-stand", "infantry-action.combat.odd-sideways")
    return Decision(player, "dominoes", unit.id, sentence, clauses, form=Choose(tuple(items)))


def sideways_places(stands: int) -> list[int]:
    """Where a sideways domino may lie: the right-hand end first, none in an even line."""
    return list(range(stands, 0, -2)) if stands % 2 else [0]


def dominoes_set(state: State, step: melee_events.SetDominoes, command: Command) -> Progress:
    """Charger and charged lay theirs out alike [combat.when-placed, combat.defender-draws]."""
    looks, _, place = key_of(command).partition(":")
    events = (melee_events.DominoesSet(step.unit, int(place)),)
    if looks == "blind":
        return Progress(events)
    return Progress(events, (melee_events.LookAtDomino(step.unit), melee_events.PlaceDomino(step.unit)))


def look(state: State, step: melee_events.LookAtDomino, dice: Dice) -> Progress:
    """One domino is drawn and looked at; nobody else sees it [combat.draw-blind]."""
    unit = field.unit_of(state, step.unit)
    before = len(dice.rolls)
    tile = rule.look_tile(tiles_gone(state, partners(state, unit.id)), dice, unit.side)
    return Progress((melee_events.DominoLooked(unit.id, unit.side, tile, open_rolls(dice.rolls[before:])),))


def open_rolls(rolls: list[Roll]) -> tuple[Roll, ...]:
    """Rolls without their place in the pile, which would tell which other tiles have been looked at."""
    return tuple(
        [
            Roll(
                reason=r.reason,
                clause=r.clause,
                by=r.by,
                seen_by=r.seen_by,
                kind=r.kind,
                faces=r.faces,
                answer=rule.NAMES.index(r.faces[0]),
            )
            if r.kind == "domino"
            else r
            for r in rolls
        ]
    )


def tiles_gone(state: State, units: list[str]) -> tuple[str, ...]:
    """Tiles of a combat's set that are shown or looked at [combat.boneyard]."""
    if state.settings.boneyard == "per-turn":
        looked = [unit.tile for unit in state.units if unit.tile]
        return (*state.gone, *looked)
    return tuple([unit.tile for unit in state.units if unit.tile and unit.id in units])


def partners(state: State, id: str) -> list[str]:
    """Everybody in one combat with a unit, its declared target included."""
    found = [id]
    grown = True
    while grown:
        grown = False
        for one, other in _contacts(state):
            for a, b in ((one, other), (other, one)):
                if a in found and b not in found:
                    found.append(b)
                    grown = True
    return found


def _contacts(state: State) -> list[tuple[str, str]]:
    met = [(fight.charger, fight.defender) for fight in state.fights]
    return met + [(unit.id, unit.charging) for unit in state.units if unit.charging]


def place_decision(view: State, step: melee_events.PlaceDomino, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    items: list[Item] = []
    left, _, right = unit.tile.partition("-")
    for number, stands in enumerate(rule.slots(unit.stands, unit.sideways), 1):
        where = f"behind stand {stands[0]}" if len(stands) == 1 else f"behind stands {stands[0]} and {stands[1]}"
        for flip in (False, True) if left != right else (False,):
            shown = f"{right}-{left}" if flip else unit.tile
            key = f"{number}:{'turned' if flip else 'as-drawn'}"
            items.append(Item(key, f"{shown} {where}", "", f"domino:{shown}", f"{unit.id}:{stands[0]}"))
    sentence = f"You looked at {unit.tile}: where does {unit.name} put it?"
    return Decision(
        player, "place-domino", unit.id, sentence, ("infantry-action.combat.look-at-one",), form=Choose(tuple(items))
    )


def domino_placed(state: State, step: melee_events.PlaceDomino, command: Command) -> Progress:
    slot, _, way = key_of(command).partition(":")
    return Progress(
        (melee_events.DominoPlaced(step.unit, field.unit_of(state, step.unit).side, int(slot), way == "turned"),)
    )


def begin(state: State, step: melee_events.Combat, dice: Dice) -> Progress:
    """Every combat of the turn is fought, in the order in which its first charge went home; without one nothing is.

    [turn.combat-step, combat.only-by-charge]
    """
    groups: list[tuple[str, ...]] = []
    for fight in state.fights:
        if not [group for group in groups if fight.charger in group]:
            groups.append(tuple(partners(state, fight.charger)))
    begun = (PhaseBegan("combat"),) if groups else ()
    return Progress(begun, tuple([melee_events.FightCombat(group) for group in groups]))


def fights_of(state: State, units: tuple[str, ...]) -> list[Fight]:
    return [fight for fight in state.fights if fight.charger in units]


def combat_of(state: State, units: tuple[str, ...]) -> rule.Combat:
    """A combat as it stands on the table: fighters, chargers first, and which of their stands fight.

    [charge.several-enemies, combat.pairing, combat.terrain-terms]
    """
    fights = fights_of(state, units)
    chargers = _each([fight.charger for fight in fights])
    defenders = _each([fight.defender for fight in fights if fight.defender not in chargers])
    order = chargers + defenders
    fighters = tuple([_fighter(state, field.unit_of(state, id), id in chargers, fights) for id in order])
    pairs: list[rule.Pair] = []
    touching: list[tuple[int, int]] = []
    taken: set[tuple[int, int]] = set()
    for fight in fights:
        charger = order.index(fight.charger)
        defender = order.index(fight.defender)
        touching.append((charger, defender))
        for a, b in rule.pairing(fighters[charger].stands, fighters[defender].stands, fight.offset, fight.flank):
            if (charger, a) not in taken and (defender, b) not in taken:
                taken.update(((charger, a), (defender, b)))
                pairs.append(_pair(state, fight, (charger, a), (defender, b)))
    marked = rule.outflanked(fighters, tuple(pairs), state.settings)
    return rule.Combat(fighters, marked, tiles_gone(state, list(units)), tuple(touching), settings=state.settings)


def _each(ids: list[str]) -> list[str]:
    found: list[str] = []
    for id in ids:
        if id not in found:
            found.append(id)
    return found


def _fighter(state: State, unit: Unit, charging: bool, fights: list[Fight]) -> rule.Fighter:
    """A line or a battery as it fights, its markers with it [combat.artillery-fights, chargefire.reduces-spots]."""
    return rule.Fighter(
        id=unit.id,
        side=unit.side,
        charging=charging,
        stands=unit.stands,
        start=unit.start,
        kind=unit.kind,
        quality=unit.quality,
        routed_before=0 < unit.routed < state.turn,
        sideways_at=unit.sideways,
        tile=unit.tile,
        look=rule.Look(unit.looked, unit.slot, unit.flip),
        markers=unit.markers,
        flanking=charging and bool([f for f in fights if f.charger == unit.id and f.flank]),
        flanked=bool([f for f in fights if f.defender == unit.id and f.flank]),
    )


def _pair(state: State, fight: Fight, charger: tuple[int, int], defender: tuple[int, int]) -> rule.Pair:
    """Two stands with the ground between them, on the lines as squared up."""
    attack = field.unit_of(state, fight.charger)
    defence = field.unit_of(state, fight.defender)
    ax, ay = field.stand_at(fight.charger_pose, attack.stands, charger[1], state.settings)
    dx, dy = field.stand_at(fight.defender_pose, defence.stands, defender[1], state.settings)
    up = level_at(state.ground, ax, ay) - level_at(state.ground, dx, dy)
    reach = 0.5 * state.settings.stand_in + OBSTACLE_NEAR_IN
    fx, fy = to_world(Pose(dx, dy, fight.defender_pose.facing), 0.0, reach + state.settings.stand_in)
    return rule.Pair(
        charger,
        defender,
        charger_uphill=up > 0,
        defender_uphill=up < 0,
        defender_obstacle=sight_table.behind_obstacle(state=state, ax=fx, ay=fy, x=dx, y=dy, near=reach),
        defender_wood=sight_table.in_wood(state, dx, dy),
    )


def fight(state: State, step: melee_events.FightCombat, dice: Dice) -> Progress:
    """Turn the dominoes up and see what it does to every unit [combat.reveal, combat.stand-against-stand]."""
    combat = combat_of(state, step.units)
    before = len(dice.rolls)
    fought = rule.resolve(combat, dice)
    rolls = open_rolls(dice.rolls[before:])
    results = morale_rule.decided(combat, fought.lost)
    verdicts = tuple(
        [
            Verdict(
                unit=fighter.id,
                result=result.result,
                lost=lost,
                move_in=result.move_in,
                removed=result.removed,
                pose=stance(state, fighter.id),
            )
            for fighter, lost, result in zip(combat.fighters, fought.lost, results, strict=True)
        ]
    )
    shown = tuple([roll.faces[0] for roll in rolls if roll.kind == "domino"])
    names = [fighter.id for fighter in combat.fighters]
    event = melee_events.CombatFought(
        units=tuple(names),
        scores=_scores(fought, names),
        verdicts=verdicts,
        shown=shown,
        tally=_working(fought, combat),
        rolls=rolls,
    )
    return Progress((event,))


def stance(state: State, id: str) -> Pose:
    """Where a unit stands, facing the enemy it fought [outcome.retire-direction]."""
    unit = field.unit_of(state, id)
    for fight in state.fights:
        if fight.defender == id and fight.flank:
            return Pose(unit.pose.x, unit.pose.y, fight.defender_pose.facing)
    return unit.pose


def _scores(fought: rule.Fought, names: list[str]) -> tuple[tuple[str, int, int, str, int, int], ...]:
    return tuple(
        [(names[a.place[0]], a.place[1], a.total, names[b.place[0]], b.place[1], b.total) for a, b in fought.scores]
    )


def _working(fought: rule.Fought, combat: rule.Combat) -> tuple[Row, ...]:
    """Pair by pair: faces, modifiers, scores."""
    lines: list[Row] = []
    for a, b in fought.scores:
        lines.append(
            Row(f"{_stand_words(a.face, a.die)} against {_stand_words(b.face, b.die)}", f"{a.total} : {b.total}")
        )
        for score in (a, b):
            for mod in score.mods:
                lines.append(Row(f"  {mod.label}", f"{mod.value:+d}", mod.clause))
    return tuple(lines)


def _stand_words(face: int, die: int) -> str:
    return f"blank, d6 {die}" if die else str(face)


PLAYS: Final[Plays] = {
    melee_events.SetDominoes: Play(no_effect, field.owner, set_decision, dominoes_set),
    melee_events.LookAtDomino: Play(look),
    melee_events.PlaceDomino: Play(no_effect, field.owner, place_decision, domino_placed),
    melee_events.Combat: Play(begin),
    melee_events.FightCombat: Play(fight),
}
