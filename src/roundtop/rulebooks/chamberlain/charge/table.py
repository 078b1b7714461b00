"""Charges at the table: whom a unit may strike, and contact."""

from __future__ import annotations

from roundtop.battle.forms import Way
from roundtop.battle.protocol import Progress
from roundtop.battle.words import listed
from roundtop.record import record
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.action import rule as action_rule
from roundtop.rulebooks.chamberlain.charge import events as charge_events
from roundtop.rulebooks.chamberlain.charge import rule
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.concealment import events as concealment_events
from roundtop.rulebooks.chamberlain.movement import events as movement_events
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.movement import table as movement_table
from roundtop.rulebooks.chamberlain.sight import rule as sight_rule
from roundtop.rulebooks.chamberlain.sight import table as sight_table
from roundtop.rulebooks.chamberlain.state import Charge, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.measure import TOLERANCE, distance
from roundtop.table.path import Manoeuvre, forward


def charger_of(unit: Unit) -> rule.Charger:
    return rule.Charger(unit.arm, unit.mounted, unit.elan, unit.fatigue, unit.pose)


@record
class Onsets:
    """The charges a unit may make: enemies in reach, the first lawful way at each, and whom it may choose."""

    foes: tuple[Unit, ...]
    yard: movement_rule.Yard
    ways: tuple[tuple[str, rule.Onset], ...]
    allowed: tuple[str, ...]


def onsets(state: State, unit: Unit) -> Onsets:
    """Whom a unit may charge [move.charge-greatest-threat, move.charge-visible, move.engaged-charge]."""
    charger = charger_of(unit)
    yard = movement_table.yard_of(state, unit, unit.pose, 4.0 if field.on_horse(unit) else 2.0)
    if not yard.enemies or rule.unfit_to_charge(charger, state.settings):
        return Onsets((), yard, (), ())
    foes = _foes_in(state, unit, yard)
    found: list[tuple[str, rule.Onset]] = []
    candidates: list[rule.Candidate] = []
    here = field.block(unit, state.settings)
    for place, foe in enumerate(foes):
        body = yard.enemies[place]
        if not rule.within_charge(charger, body) or not sight_table.sees(state, unit, foe):
            continue
        way = rule.charge_at(yard, charger, place)
        if way is not None:
            found.append((foe.id, way))
            x, y = sight_rule.nearest_point(body, unit.pose.x, unit.pose.y)
            engages = body in yard.zoned and rule.began_in_zone(here, body)
            away = distance(unit.pose.x, unit.pose.y, x, y)
            candidates.append(
                rule.Candidate(foe.id, away, terrain_rule.touching(here, body), engages, _dice_of(foe, state))
            )
    return Onsets(tuple(foes), yard, tuple(found), rule.greatest_threats(tuple(candidates), state.settings))


def _foes_in(state: State, unit: Unit, yard: movement_rule.Yard) -> list[Unit]:
    """The enemies of a yard, in its order."""
    known = list(yard.enemies)
    return [foe for foe in field.enemies(state, unit.side) if field.block(foe, state.settings) in known]


def _dice_of(foe: Unit, state: State) -> int:
    """How many dice an enemy counts for; a blind 6 [move.charge-greatest-threat]."""
    if foe.concealed:
        return rule.BLIND_DICE
    if foe.arm in tables.GUNS:
        return tables.ammo_dice(foe.ammo, state.settings)
    return tables.current_elan(foe.elan, foe.fatigue)


def charge_fault(state: State, unit: Unit, action: action_rule.Action) -> str:
    """Why a charge in this direction is not lawful, "" when it is."""
    found = onsets(state, unit)
    made = charge_along(state, unit, action, found)
    if made.clause:
        return made.clause
    struck = [found.foes[place].id for place in made.struck]
    return "" if any([id in found.allowed for id in struck[:1]]) else "chamberlain.move.charge-greatest-threat"


def charge_along(state: State, unit: Unit, action: action_rule.Action, found: Onsets) -> rule.Onset:
    """The charge in one direction at whichever enemy in sight it strikes, those it may choose first."""
    charger = charger_of(unit)
    nobody = (
        "chamberlain.move.charge-mounted-distance"
        if field.on_horse(unit)
        else "chamberlain.move.charge-infantry-distance"
    )
    best = rule.Onset(rule.unfit_to_charge(charger, state.settings) or nobody, 0.0, unit.pose, ())
    places = [place for place, foe in enumerate(found.foes) if foe.id in found.allowed]
    places += [place for place in range(len(found.foes)) if place not in places]
    for place in places:
        foe = found.foes[place]
        if not rule.within_charge(charger, found.yard.enemies[place]):
            continue
        made = rule.charge(found.yard, charger, action.facing, place, sight_table.sees(state, unit, foe))
        if not made.clause:
            return made if _reaches(action, made) else rule.Onset(nobody, 0.0, unit.pose, ())
        if best.clause == nobody:
            best = made
    return best


def _reaches(action: action_rule.Action, made: rule.Onset) -> bool:
    """Whether a charge was given at least the length it needs."""
    return action.length >= made.distance - 2 * TOLERANCE


@record
class Stroke:
    """One lawful charge: whom it strikes, each in front or in the flank, and how many of the fights the ground costs a
    die.
    """

    target: str
    made: rule.Onset
    struck: tuple[tuple[str, bool], ...]
    minus: int

    @property
    def flank(self) -> bool:
        return dict(self.struck)[self.target]


def strokes(state: State, unit: Unit, found: Onsets, target: str) -> list[Stroke]:
    """Every lawful charge at one enemy, to the degree [move.charge-pivot]."""
    place = [foe.id for foe in found.foes].index(target)
    return [_stroke(state, unit, found, target, made) for made in rule.charges_at(found.yard, charger_of(unit), place)]


def _stroke(state: State, unit: Unit, found: Onsets, target: str, made: rule.Onset) -> Stroke:
    settings = state.settings
    here = field.block(unit, settings)
    level = terrain_rule.level_of(state.ground, here)
    end = terrain_rule.base(made.end, settings)
    struck: list[tuple[str, bool]] = []
    minus = 0
    for place in made.struck:
        body = found.yard.enemies[place]
        struck.append((found.foes[place].id, rule.strikes_flank(body, made.end, rule.began_in_zone(here, body))))
        above = terrain_rule.level_of(state.ground, body)
        minus += 1 if terrain_rule.minus_conditions(state.ground, level, end, body, above) else 0
    return Stroke(target, made, tuple(sorted(struck)), minus)


def best_strokes(state: State, unit: Unit, found: Onsets, target: str) -> list[Stroke]:
    """The best charge of each kind at one enemy: front before flank, one enemy before several; of a kind the one that
    the ground costs least, and then the straightest.
    """
    best: dict[tuple[tuple[str, bool], ...], Stroke] = {}
    for stroke in strokes(state, unit, found, target):
        known = best.get(stroke.struck)
        if known is None or stroke.minus < known.minus:
            best[stroke.struck] = stroke
    return sorted(best.values(), key=_kind)


def _kind(stroke: Stroke) -> tuple[int, bool, tuple[tuple[str, bool], ...]]:
    return (len(stroke.struck), stroke.flank, stroke.struck)


def charge_ways(view: State, unit: Unit) -> list[Way]:
    """The charges it may make: at each enemy it may choose, the best of each kind [move.charge-greatest-threat]."""
    found = onsets(view, unit)
    ways: list[Way] = []
    offered: list[tuple[tuple[str, bool], ...]] = []
    for id, _ in found.ways:
        if id in found.allowed:
            kinds = [kind for kind in best_strokes(view, unit, found, id) if kind.struck not in offered]
            ways.extend([_way(view, unit, stroke, number) for number, stroke in enumerate(kinds)])
            offered.extend([stroke.struck for stroke in kinds])
    return ways


def _way(view: State, unit: Unit, stroke: Stroke, number: int) -> Way:
    """A charge to be offered; the first kind at an enemy goes by his name alone."""
    made = stroke.made
    words = [f"{field.label(field.unit_of(view, id))}{' in the flank' if flank else ''}" for id, flank in stroke.struck]
    key = f"charge:{stroke.target}" + (f":{number + 1}" if number else "")
    return Way(key, f"charge {listed(words)}", drawn(view, unit, made), field.middle(made.end, view.settings))


def drawn(view: State, unit: Unit, made: rule.Onset) -> tuple[Manoeuvre, ...]:
    """A charge as the manoeuvres that order it."""
    turn = movement_table.turn_to(unit, made.end.facing, view.settings.setup_unit_depth)
    return (Manoeuvre("charge"), *turn, forward(made.distance))


def charge(state: State, unit: Unit, action: action_rule.Action, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """Contact: whoever is touched is revealed, and the melee is set for the Combat Phase [conceal.contact]."""
    found = onsets(state, unit)
    made = charge_along(state, unit, action, found)
    if made.clause:
        # Something unseen stands in the way: it is struck in place of the target, or the unit stands.
        made = _blind_charge(state, unit, action)
    if made.clause:
        return Progress((action_events.Stood(unit.id),), final=True)
    struck = [found.foes[place] for place in made.struck]
    onset = touching(state, unit, struck)
    limbered = unit.limbered
    events: list[object] = [
        movement_events.Moved(
            unit=unit.id,
            kind="charge",
            start=unit.pose,
            end=made.end,
            manoeuvres=manoeuvres,
            mounted=unit.mounted,
            limbered=limbered,
            halted=False,
        ),
        *command_table.after_move(state, unit, unit.pose, made.end),
    ]
    events.extend([concealment_events.Revealed(foe.id, "contact") for foe in struck if foe.concealed])
    events.append(charge_events.ContactMade(onset))
    return Progress(tuple(events), final=True)


def touching(state: State, unit: Unit, struck: list[Unit]) -> Charge:
    """A charge that has gone home, seen from where it set out [melee.flanked-condition, melee.minus-uphill]."""
    here = field.block(unit, state.settings)
    zones = tuple([foe.id for foe in struck if rule.began_in_zone(here, field.block(foe, state.settings))])
    return Charge(unit.id, tuple(sorted([foe.id for foe in struck])), zones, terrain_rule.level_of(state.ground, here))


def _blind_charge(state: State, unit: Unit, action: action_rule.Action) -> rule.Onset:
    """A charge on the truth at whomever it meets first, seen or not."""
    charger = charger_of(unit)
    found = onsets(state, unit)
    for place in range(len(found.foes)):
        made = rule.charge(found.yard, charger, action.facing, place, True)
        if not made.clause:
            return made
    return rule.Onset("chamberlain.move.charge-path", 0.0, unit.pose, ())
