"""What to draw of a view, and what to tell of an event. Reads nothing that the view or the event does not show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.scene import Badge, Course, Marker, Overlay, Part, Piece, Scene, Telling, coursed
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES, SIDES, capital, compass, listed, numbered, plain, side_does, verb_of
from roundtop.dice.sources import Roll
from roundtop.rulebooks.charge_boys import events
from roundtop.rulebooks.charge_boys.artillery import REACH_CLAUSES, REACH_IN
from roundtop.rulebooks.charge_boys.deployment import NAMES
from roundtop.rulebooks.charge_boys.fire import UNARMED, WEAPONS, has_buck
from roundtop.rulebooks.charge_boys.react import is_out
from roundtop.rulebooks.charge_boys.sight import rank_of, spot
from roundtop.rulebooks.charge_boys.state import (
    ABANDONED,
    HALTED,
    MANNED,
    ON_TABLE,
    RETIRED,
    ROUTING,
    SECRET,
    TO_ARRIVE,
    General,
    State,
    Unit,
    base,
    copied,
    crew,
    foes_of,
    general_of,
    generals_with,
    on_table,
    ranks,
    reshaped,
    size,
    strength,
    unit_of,
)
from roundtop.rulebooks.charge_boys.tables import (
    ALLOWANCE_CLAUSES,
    ALLOWANCE_IN,
    ARTILLERY,
    BOOK,
    CAVALRY,
    FORMATION_CLAUSES,
    FORMATIONS,
    SKIRMISH,
    UNLIMBERED,
)
from roundtop.table.course import go_and_turn, stations
from roundtop.table.formation import along_track
from roundtop.table.measure import bearing, distance
from roundtop.table.path import Manoeuvre, sweep
from roundtop.table.pose import Point, Pose, ahead, aside, to_world

GLYPHS: Final = {"infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery"}
PHASES: Final = {
    "set-up": "setting up",
    "initiative": "initiative",
    "orders": "orders",
    "compulsory": "compulsory moves",
    "movement": "movement",
    "firing": "firing",
    "melee": "melee",
    "morale": "morale",
}


def inches(length: float) -> str:
    return f"{round(length, 1):g}″"


# ---------------------------------------------------------------- the table


def scene(view: State) -> Scene:
    """The table as the owner of a view sees it."""
    pieces = [piece(view, unit) for unit in on_table(view)]
    pieces.extend([rider(view, general) for general in view.generals if general.place == ON_TABLE])
    return Scene(
        view.title,
        moment(view),
        "inch",
        view.settings.yards_per_inch,
        view.ground,
        tuple(pieces),
        (*_goals(view), *_arrivals(view), *_guns_left(view)),
        (*(_zones(view) if view.phase == "set-up" else ()), *_charges(view)),
    )


def moment(view: State) -> str:
    """`Turn 3 of 12, movement: the Union moves first`."""
    if view.outcome is not None:
        return capital(view.outcome.text)
    if view.phase == "set-up":
        return "Setting up"
    text = f"Turn {view.turn} of {view.turn_limit}, {PHASES.get(view.phase, view.phase)}"
    if view.phase in ("initiative", "orders") or not view.first:
        return text
    return f"{text}: {ARMIES.get(view.first, view.first)} {verb_of(view.first, 'move')} first"


def piece(view: State, unit: Unit) -> Piece:
    """A unit with every figure to scale [core.remove-figures, setup.bases]."""
    front, deep = size(unit, view.settings)
    return Piece(
        unit.id,
        unit.side,
        unit.name,
        unit.brigade,
        GLYPHS[unit.arm],
        unit.pose,
        front,
        deep,
        parts_of(view, unit),
        ghosts_of(view, unit),
        tuple(_badges(view, unit)),
        tuple(_card(view, unit)),
    )


def parts_of(view: State, unit: Unit) -> tuple[Part, ...]:
    """Every figure and gun of a unit as it stands."""
    settings = view.settings
    if unit.arm == ARTILLERY:
        return (*_guns(view, unit), *_gunners(view, unit))
    if unit.trail and unit.building < 0:
        return _marching(view, unit)
    wide, deep = base(unit, settings)
    found: list[Part] = []
    mounted = unit.formation in FORMATIONS[CAVALRY]
    for rank in range(ranks(unit)):
        for place in range(rank_of(unit, rank)):
            right, on = spot(unit, rank, place, settings)
            if unit.formation == SKIRMISH and ranks(unit) > 1:
                right += 0.5 * wide if rank % 2 else -0.5 * wide
            x, y = to_world(unit.pose, right, on)
            glyph = _figure(unit, rank, place, mounted)
            found.append(Part(Pose(x, y, unit.pose.facing), wide, deep, glyph))
    found.extend(_holders(view, unit))
    return tuple(found)


def ghosts_of(view: State, unit: Unit) -> tuple[Part, ...]:
    """Where the figures stood that a unit has lost this turn; one that has moved since leaves none."""
    lost = unit.turn.had - strength(unit)
    if lost <= 0 or unit.turn.moved or unit.guns or unit.trail:
        return ()
    before = copied(unit)
    before.men += lost
    before.pose = reshaped(unit, before, view.settings)
    now = {(round(part.pose.x, 1), round(part.pose.y, 1)) for part in parts_of(view, unit)}
    then = [part for part in parts_of(view, before) if (round(part.pose.x, 1), round(part.pose.y, 1)) not in now]
    return tuple(then[-lost:])


def _figure(unit: Unit, rank: int, place: int, mounted: bool) -> str:
    """An officer in the middle of the front rank, otherwise a man [formation.line]."""
    if rank == 0:
        first = (rank_of(unit, 0) - unit.officers - unit.colours) // 2
        if first <= place < first + unit.officers:
            return "officer"
    return "cavalry" if mounted else "figure"


def _holders(view: State, unit: Unit) -> list[Part]:
    """Horse-holders stand an inch behind with the horses [formation.mount]."""
    settings = view.settings
    wide, deep = settings.base_mounted_width, settings.base_mounted_depth
    _, own = size(unit, settings)
    back = ahead(unit.pose, -0.5 * own - 1.0 - 0.5 * deep)
    found: list[Part] = []
    for place in range(unit.holders):
        there = aside(back, (place - 0.5 * (unit.holders - 1)) * wide * 1.5)
        found.append(Part(Pose(there.x, there.y, unit.pose.facing), wide, deep, "cavalry"))
    return found


def _marching(view: State, unit: Unit) -> tuple[Part, ...]:
    """A road column two by two along the way its head has come [formation.road-column]."""
    wide, deep = base(unit, view.settings)
    found: list[Part] = []
    places = along_track(unit.trail, ranks(unit), deep)
    for rank, pose in enumerate(places):
        for place in range(rank_of(unit, rank)):
            there = aside(ahead(pose, -0.5 * deep), (place - 0.5 * (rank_of(unit, rank) - 1)) * wide)
            found.append(Part(there, wide, deep, "officer" if rank == 0 and place < unit.officers else "figure"))
    return tuple(found)


def _guns(view: State, unit: Unit) -> list[Part]:
    wide, deep = base(unit, view.settings)
    return [Part(gun.pose, wide, deep, "artillery") for gun in unit.guns if gun.fate == MANNED]


def _gunners(view: State, unit: Unit) -> list[Part]:
    """Gunners away from their guns, in a crowd; with a battery in action behind it."""
    settings = view.settings
    number = unit.men if crew(unit) else unit.men + unit.officers
    if not number:
        return []
    wide, deep = settings.base_foot_width, settings.base_foot_depth
    files = 1
    while files * files < number:
        files += 1
    _, own = size(unit, settings)
    middle = ahead(unit.pose, -0.5 * own - deep) if crew(unit) else unit.pose
    found: list[Part] = []
    for n in range(number):
        rank, place = divmod(n, files)
        here = min(files, number - rank * files)
        x, y = to_world(middle, (place - 0.5 * (here - 1)) * wide, (0.5 * (-(-number // files) - 1) - rank) * deep)
        found.append(Part(Pose(x, y, unit.pose.facing), wide, deep, "figure"))
    return found


def rider(view: State, general: General) -> Piece:
    """A mounted General [setup.general]."""
    wide, deep = view.settings.base_mounted_width, view.settings.base_mounted_depth
    rows = [Row("Side", SIDES.get(general.side, general.side), "charge-boys.setup.general")]
    where = unit_of(view, general.unit).name if general.unit else "nobody"
    rows.append(Row("With", where, "charge-boys.officer.with-unit"))
    rows.append(Row("Move", inches(ALLOWANCE_IN["mounted"]), "charge-boys.move.mounted-officer"))
    badges = [Badge("done", "Has ridden this turn", "charge-boys.turn.igougo-movement")] if general.acted else []
    return Piece(
        general.id, general.side, general.name, general.brigade, "officer", general.pose, wide, deep,
        (Part(general.pose, wide, deep, "officer"),), (), tuple(badges), tuple(rows),
    )  # fmt: skip


# ---------------------------------------------------------------- badges and cards


def _badges(view: State, unit: Unit) -> list[Badge]:
    """States as shapes, each with its words and clause."""
    found: list[Badge] = []
    mettle = unit.mettle
    if mettle.state == ROUTING:
        found.append(Badge("rout", "Routing", "charge-boys.rout.behaviour"))
    if mettle.state == HALTED:
        found.append(Badge("pinned", f"Halted: tests again in turn {mettle.retest}", "charge-boys.morale.result-halt"))
    if mettle.state == RETIRED:
        found.append(
            Badge("head-down", f"Retired: tests again in turn {mettle.retest}", "charge-boys.morale.result-retire")
        )
    if mettle.disordered and mettle.state != ROUTING:
        found.append(Badge("disorder", "Disordered: has to re-order", "charge-boys.morale.disordered-effect"))
    foes = [unit_of(view, id).name for id in foes_of(view, unit.id)]
    if foes:
        found.append(Badge("pinned", f"In melee with {listed(foes)}", "charge-boys.melee.draw"))
    if unit.turn.volleys:
        found.append(Badge("smoke", "Has fired this turn", "charge-boys.musketry.once-per-turn"))
    if unit.turn.fell:
        found.append(
            Badge("hit", f"{numbered(unit.turn.fell, 'figure')} to come off", "charge-boys.turn.simultaneous-fire")
        )
    if unit.turn.acted:
        found.append(Badge("done", "Has moved or acted this turn", "charge-boys.turn.igougo-movement"))
    if unit.order == SECRET:
        found.append(Badge("chit", "Its order is written", "charge-boys.orders.writing"))
    elif unit.order:
        found.append(Badge("chit", f"Ordered: {order_words(view, unit.order)}", "charge-boys.orders.vocabulary"))
    return found


def order_words(view: State, order: tuple[Manoeuvre, ...]) -> str:
    """A written order as a player would say it [orders.vocabulary]."""
    words: list[str] = []
    for one in order:
        if one.kind == "charge":
            words.append(f"charge {unit_of(view, one.on).name}")
        elif one.kind == "join":
            words.append(f"join {unit_of(view, one.on).name}")
        elif one.kind == "form":
            words.append(f"form {plain(one.on).lower()}")
        elif one.kind == "forward":
            words.append(f"{'forward' if one.amount >= 0 else 'back'} {inches(abs(one.amount))}")
        elif one.kind in ("wheel", "turn"):
            words.append(f"{one.kind} {abs(one.by) / 100:g}° {'right' if one.by > 0 else 'left'}")
        else:
            words.append(one.kind.replace("-", " "))
    return listed(words) or "hold"


def _card(view: State, unit: Unit) -> list[Row]:
    """Everything known of a unit, with the clause behind each row."""
    rows = [
        Row("Side", SIDES.get(unit.side, unit.side), "charge-boys.setup.organisation"),
        Row("Figures", f"{strength(unit)} of {unit.start}", "charge-boys.core.remove-figures"),
        Row("Quality", plain(unit.quality), "charge-boys.setup.quality"),
        Row(
            "Formation",
            capital(NAMES[unit.formation]),
            FORMATION_CLAUSES.get(unit.formation, "charge-boys.setup.battery"),
        ),
        Row("Move", inches(ALLOWANCE_IN[unit.formation]), ALLOWANCE_CLAUSES[unit.formation]),
    ]
    if unit.arm == ARTILLERY:
        manned = [gun for gun in unit.guns if gun.fate == MANNED]
        crews = listed([str(gun.crew) for gun in manned]) or "none"
        rows.append(
            Row("Guns manned", f"{len(manned)} of {len(unit.guns)}, crews {crews}", "charge-boys.setup.battery")
        )
        rows.append(Row(plain(unit.gun), f"to {inches(REACH_IN[unit.gun])}", REACH_CLAUSES[unit.gun]))
    else:
        rows.append(_roles(unit))
        rows.extend(_arms(view, unit))
    rows.append(Row("First-shot test", unit.mettle.first_shot, "charge-boys.morale.first-trigger"))
    return rows + _state_rows(view, unit)


def _roles(unit: Unit) -> Row:
    parts = [numbered(unit.officers, "officer")]
    if unit.colours:
        parts.append("colour")
    if unit.drummers:
        parts.append("drummer")
    parts.append(f"{unit.men} men" + (f", {unit.holders} of all holding horses" if unit.holders else ""))
    return Row("Of these", listed(parts), "charge-boys.setup.command-figures")


def _arms(view: State, unit: Unit) -> list[Row]:
    if unit.weapon == UNARMED:
        return [Row("Weapon", "no firearm", "charge-boys.setup.weapon")]
    weapon = WEAPONS[unit.weapon]
    third = weapon.reach / 3
    rows = [Row(plain(unit.weapon), f"{inches(third)}, {inches(2 * third)}, {inches(weapon.reach)}", weapon.clause)]
    if has_buck(unit.weapon, view.settings):
        rows.append(Row("Buck and ball", numbered(unit.buck, "round"), "charge-boys.musketry.buck-rounds"))
    if not unit.has_fired:
        rows.append(Row("First fire", "still to come, +1", "charge-boys.musketry.first-fire"))
    return rows


def _state_rows(view: State, unit: Unit) -> list[Row]:
    rows: list[Row] = []
    mettle = unit.mettle
    if mettle.state != "steady":
        rows.append(Row("Morale", capital(mettle.state), f"charge-boys.morale.{_state_clause(mettle.state)}"))
    if mettle.retest:
        rows.append(Row("Tests again", f"turn {mettle.retest}", "charge-boys.morale.retest-timing"))
    if mettle.disordered:
        rows.append(Row("Disordered", "", "charge-boys.morale.disordered-effect"))
    if unit.turn.hits:
        rows.append(Row("Hits this turn", str(unit.turn.hits), "charge-boys.morale.trigger-hits"))
    if unit.building >= 0:
        rows.append(Row("Garrison", view.ground.areas[unit.building].kind, "charge-boys.terrain.building-garrison"))
    riders = [general.name for general in generals_with(view, unit.id)]
    if riders:
        rows.append(Row("General", listed(riders), "charge-boys.officer.with-unit"))
    if is_out(unit):
        rows.append(Row("Out of action", "", "charge-boys.victory.lost-unit"))
    return rows


def _state_clause(state: str) -> str:
    return {"halted": "result-halt", "retired": "result-retire", "routing": "result-rout-other"}[state]


# ---------------------------------------------------------------- objectives, arrivals, guns, zones


def _goals(view: State) -> list[Marker]:
    """Objectives under the flag of whoever held them last."""
    clause = "charge-boys.victory.points"
    return [
        Marker("objective", goal.holder, goal.x, goal.y, goal.name + _held(goal.holder), clause) for goal in view.goals
    ]


def _held(holder: str) -> str:
    return f", held by {ARMIES.get(holder, holder)}" if holder else ", held by nobody"


def _arrivals(view: State) -> list[Marker]:
    found: list[Marker] = []
    for unit in view.units:
        if unit.place == TO_ARRIVE and unit.entry:
            (ax, ay), (bx, by) = unit.entry[0], unit.entry[1]
            text = f"{unit.name}, due in turn {unit.due}"
            found.append(
                Marker("arrival", unit.side, 0.5 * (ax + bx), 0.5 * (ay + by), text, "charge-boys.setup.muster")
            )
    return found


def _guns_left(view: State) -> list[Marker]:
    """Abandoned guns stay where they are [artillery.abandoned]."""
    return [
        Marker(
            "gun", unit.side, gun.pose.x, gun.pose.y, f"Abandoned gun of {unit.name}", "charge-boys.artillery.abandoned"
        )
        for unit in view.units
        for gun in unit.guns
        if gun.fate == ABANDONED
    ]


def _zones(view: State) -> list[Overlay]:
    return [
        Overlay("zone", side, f"Zone of {ARMIES.get(side, side)}", outline, "charge-boys.setup.deployment")
        for side, outline in view.zones
    ]


def _charges(view: State) -> list[Overlay]:
    """Charges under way."""
    found: list[Overlay] = []
    for unit in on_table(view):
        target = unit.turn.target
        if target and not foes_of(view, unit.id) and unit_of(view, target).place == ON_TABLE:
            foe = unit_of(view, target)
            points = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
            found.append(
                Overlay("line", unit.side, f"{unit.name} charges {foe.name}", points, "charge-boys.charge.sequence")
            )
    return found


# ---------------------------------------------------------------- telling


def tell(view: State, event: object) -> Telling:
    """A sentence for every event, where it happened, its dice and its modifiers."""
    return TELLERS[type(event)](view, event)


def where(unit: Unit) -> Point:
    return (unit.pose.x, unit.pose.y)


def _of_unit(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    unit = unit_of(view, id)
    return Telling(text, (where(unit),), rolls, tally, hint, unit.side)


def _drafted(view: State, event: events.Drafted) -> Telling:
    unit = event.unit
    text = f"{side_does(unit.side, 'raise')} {unit.name}: {strength(unit)} figures, {unit.quality}."
    return Telling(text, (), (), (), "none", unit.side)


def _detached(view: State, event: events.Detached) -> Telling:
    number = strength(event.detachment)
    text = f"{event.body.name} sends out {numbered(number, 'skirmisher')}."
    return Telling(
        text, (), (), (Row("skirmishers", str(number), "charge-boys.formation.skirmish"),), "none", event.body.side
    )


def _quality_thrown(view: State, event: events.QualityThrown) -> Telling:
    text = f"{unit_of(view, event.unit).name} turns out to be {plain(event.quality)}."
    tally = (Row("quality", plain(event.quality), "charge-boys.setup.quality"),)
    return Telling(text, (), event.rolls, tally, "none", unit_of(view, event.unit).side)


def _placing_thrown(view: State, event: events.PlacingThrown) -> Telling:
    tally = (Row("places first", SIDES.get(event.first, event.first), "charge-boys.setup.deployment"),)
    return Telling(f"{side_does(event.first, 'place')} a unit first.", (), event.rolls, tally, "none", event.first)


def _deployed(view: State, event: events.Deployed) -> Telling:
    unit = unit_of(view, event.unit)
    verb = "comes on" if event.arrives else "is set up"
    text = f"{unit.name} {verb} {NAMES[event.formation]}, facing {compass(event.pose.facing)}."
    return Telling(text, ((event.pose.x, event.pose.y),), (), (), "place", unit.side)


def _kept_back(view: State, event: events.KeptBack) -> Telling:
    unit = unit_of(view, event.unit)
    text = f"There is no room for {unit.name}: it comes on in turn {event.due}."
    return Telling(text, (), (), (Row("kept back", "", "charge-boys.setup.deployment"),), "none", unit.side)


def _general_placed(view: State, event: events.GeneralPlaced) -> Telling:
    general = general_of(view, event.general)
    text = f"{general.name} rides with {unit_of(view, event.unit).name}." if event.unit else f"{general.name} comes on."
    return Telling(text, ((event.pose.x, event.pose.y),), (), (), "place", general.side)


def _turn_began(view: State, event: events.TurnBegan) -> Telling:
    return Telling(f"Turn {event.turn} of {view.turn_limit}.", (), (), (), "turn")


def _phase_began(view: State, event: events.PhaseBegan) -> Telling:
    return Telling(f"{capital(PHASES.get(event.phase, event.phase))}.", (), (), (), "phase")


def _initiative_thrown(view: State, event: events.InitiativeThrown) -> Telling:
    tally = (Row("initiative", SIDES.get(event.side, event.side), "charge-boys.turn.first-mover"),)
    return Telling(f"{side_does(event.side, 'throw')} higher.", (), event.rolls, tally, "none", event.side)


def _first_chosen(view: State, event: events.FirstChosen) -> Telling:
    tally = (Row("side A", SIDES.get(event.side, event.side), "charge-boys.turn.first-mover"),)
    verb = "go" if view.settings.turn_mode == "written-orders" else "move"
    return Telling(f"{side_does(event.side, verb)} first.".replace("gos", "goes"), (), (), tally, "none", event.side)


def _order_written(view: State, event: events.OrderWritten) -> Telling:
    name = _name(view, event.about)
    if event.order == SECRET:
        return Telling(f"{side_does(event.side, 'write')} an order.", (), (), (), "orders", event.side)
    text = f"{name} is ordered to {order_words(view, event.order)}."
    return Telling(
        text,
        (),
        (),
        (Row(name, order_words(view, event.order), "charge-boys.orders.vocabulary"),),
        "orders",
        event.side,
    )


def _name(view: State, id: str) -> str:
    for general in view.generals:
        if general.id == id:
            return general.name
    return unit_of(view, id).name


def _orders_revealed(view: State, event: events.OrdersRevealed) -> Telling:
    clause = "charge-boys.orders.writing"
    tally = tuple([Row(_name(view, id), order_words(view, order), clause) for id, order in event.orders])
    return Telling("The orders are turned up.", (), (), tally, "orders")


def _impulse_made(view: State, event: events.ImpulseMade) -> Telling:
    names = [unit_of(view, id).name for id, _ in event.places]
    text = f"Impulse {event.number} of {view.settings.impulses}: {listed(names)} on the march."
    tally = (Row("impulse", str(event.number), "charge-boys.orders.resolution"),)
    return Telling(text, tuple([(pose.x, pose.y) for _, pose in event.places]), (), tally, "move")


def _strode(view: State, event: events.Strode) -> Telling:
    text = f"{unit_of(view, event.unit).name} comes on, {inches(event.reach)} of its reach left."
    tally = (Row("reach left", inches(event.reach), "charge-boys.orders.charge-moving-target"),)
    return Telling(text, ((event.pose.x, event.pose.y),), (), tally, "charge", unit_of(view, event.unit).side)


MOVE_HINTS: Final = {
    "charge": "charge",
    "countercharge": "charge",
    "follow-up": "charge",
    "retire": "retire",
    "push-back": "retire",
    "break-off": "retire",
    "disorder": "rout",
    "rout": "rout",
}
MOVE_VERBS: Final = {
    "charge": "charges",
    "countercharge": "countercharges",
    "follow-up": "follows up",
    "retire": "retires in good order",
    "push-back": "is pushed back",
    "break-off": "breaks off and retires",
    "disorder": "falls back in disorder",
    "rout": "runs",
    "evade": "evades",
    "keep-distance": "keeps its distance and falls back",
    "winner": "re-dresses its ranks and moves",
}


def _moved(view: State, event: events.Moved) -> Telling:
    unit = unit_of(view, event.unit)
    a, b = event.start, event.end
    far = distance(a.x, a.y, b.x, b.y)
    verb = MOVE_VERBS.get(event.cause, "moves")
    if round(far, 1) == 0.0 and a.facing == b.facing:
        text = f"{unit.name} stays where it is."
    elif round(far, 1) == 0.0:
        text = f"{unit.name} turns to face {compass(b.facing)}."
    else:
        text = f"{unit.name} {verb} {inches(far)} {compass(bearing(a.x, a.y, b.x, b.y))}"
        text += f" and faces {compass(b.facing)}." if compass(a.facing) != compass(b.facing) else "."
    return Telling(text, ((a.x, a.y), (b.x, b.y)), event.rolls, (), MOVE_HINTS.get(event.cause, "move"), unit.side)


FORM_VERBS: Final = {
    "limber": ("limbers up", "formation.change-full-turn"),
    "unlimber": ("unlimbers", "formation.change-full-turn"),
    "enter": ("goes into the building", "terrain.building-time"),
    "leave": ("leaves the building", "terrain.building-time"),
    "cross": ("crosses the hedge", "terrain.hedge"),
    "share": ("shares out its crews", "artillery.crew-to-fire"),
    "close-up": ("closes up its files", "formation.close-up"),
    "swing": ("swings its guns", "move.turn-in-place"),
    "help": ("lends a hand with the guns", "move.manhandle-rate"),
}


def _formed(view: State, event: events.Formed) -> Telling:
    name = unit_of(view, event.unit).name
    if event.action in FORM_VERBS:
        words, clause = FORM_VERBS[event.action]
        text = f"{name} {words}."
    else:
        verb = {"mount": "mounts", "dismount": "dismounts"}.get(event.action, "forms up")
        text, clause = f"{name} {verb}, {NAMES[event.formation]}.", "formation.change-full-turn"
    tally = (Row(event.action, "a full turn" if event.full else "", BOOK + clause),)
    return _of_unit(view, event.unit, text, "move", tally)


def _stood(view: State, event: events.Stood) -> Telling:
    return Telling(f"{_name(view, event.about)} stands.", (), (), (), "none")


def _general_moved(view: State, event: events.GeneralMoved) -> Telling:
    general = general_of(view, event.general)
    if event.cause == "alone":
        text = f"{general.name} is left alone."
    elif event.unit:
        verb = "flees to" if event.cause == "flight" else "joins"
        text = f"{general.name} {verb} {unit_of(view, event.unit).name}."
    else:
        far = distance(event.start.x, event.start.y, event.end.x, event.end.y)
        text = f"{general.name} rides {inches(far)}."
    spots = ((event.start.x, event.start.y), (event.end.x, event.end.y))
    return Telling(text, spots, (), (), "move", general.side)


GENERAL_ENDS: Final = {
    "killed": ("falls", "officer.general-removed"),
    "captured": ("is taken prisoner", "officer.lone-general"),
    "left-table": ("is carried off the field", "officer.general-in-rout"),
}


def _general_lost(view: State, event: events.GeneralLost) -> Telling:
    general = general_of(view, event.general)
    words, clause = GENERAL_ENDS[event.cause]
    spot_of = ((general.pose.x, general.pose.y),)
    return Telling(
        f"{general.name} {words}.", spot_of, (), (Row("General lost", "", BOOK + clause),), "remove", general.side
    )


# ---------------------------------------------------------------- telling: charges and tests


def _charge_declared(view: State, event: events.ChargeDeclared) -> Telling:
    unit, target = unit_of(view, event.unit), unit_of(view, event.target)
    text = f"{unit.name} wishes to charge {target.name}" + (", in flank or rear." if event.flank else ".")
    clause = BOOK + ("charge.flank" if event.flank else "charge.declare")
    tally = (Row("distance", inches(event.distance), clause),)
    return Telling(text, (where(unit), where(target)), (), tally, "charge", unit.side)


CHARGE_ENDS: Final = {
    "out-of-reach": ("is too far away: the charge is not made", "core.measure"),
    "short": ("does not reach", "charge.sequence"),
    "gone": ("finds nobody to charge", "charge.sequence"),
    "shaken": ("is stopped by the fire", "charge.test-under-fire"),
    "repulsed": ("is repulsed", "melee.supplement"),
    "balked": ("does not charge", "morale.trigger-charge"),
}


def _charge_fell(view: State, event: events.ChargeFell) -> Telling:
    unit = unit_of(view, event.unit)
    words, clause = CHARGE_ENDS[event.cause]
    text = f"{unit.name} {words}"
    if event.cause == "short":
        text += f" {unit_of(view, event.target).name}"
    return _of_unit(view, event.unit, text + ".", "none", (Row("charge", event.cause, BOOK + clause),))


def _intercepted(view: State, event: events.Intercepted) -> Telling:
    unit, target = unit_of(view, event.unit), unit_of(view, event.target)
    tally = (Row("new target", target.name, "charge-boys.orders.charge-intercepted"),)
    text = f"{unit.name} runs into {target.name}, who becomes its target."
    return Telling(text, (where(unit), where(target)), (), tally, "charge", unit.side)


def _answered(view: State, event: events.Answered) -> Telling:
    words = {"stands": "stands to meet the charge", "gives-way": "gives way before the charge", "evades": "evades"}
    clause = "charge.evade-bonus" if event.met == "evades" else "charge.sequence"
    tally = (Row("charged", event.met, BOOK + clause),)
    return _of_unit(view, event.unit, f"{unit_of(view, event.unit).name} {words[event.met]}.", "none", tally)


def _reach_thrown(view: State, event: events.ReachThrown) -> Telling:
    unit = unit_of(view, event.unit)
    clause = "charge.bonus-cavalry" if unit.formation in FORMATIONS[CAVALRY] else "charge.bonus-infantry"
    tally = (
        Row("normal move", inches(event.reach - event.bonus), BOOK + clause),
        Row("bonus", f"+{event.bonus}″", BOOK + clause),
    )
    text = f"{unit.name} can reach {inches(event.reach)}."
    return _of_unit(view, event.unit, text, "none", tally, event.rolls)


RESULTS: Final = {
    "carry-on": "carries on",
    "halt": "halts",
    "retire": "retires",
    "disorder": "falls back in disorder",
    "rout": "routs",
}


def _tested(view: State, event: events.MoraleTested) -> Telling:
    name = unit_of(view, event.unit).name
    if event.kind == "caught":
        return _of_unit(view, event.unit, f"What is left of {name} routs.", "rout", event.tally)
    result = RESULTS[event.result]
    if event.kind == "rally":
        result = "fails to rally" if event.result == "rout" else "rallies"
    reason = {"both": "both tests", "first": "its first-shot test", "rally": "its rally test"}.get(
        event.kind, "its test"
    )
    text = f"{name} takes {reason} ({event.why}): {event.total}, it {result}."
    hint = "rout" if event.result == "rout" else "none"
    return _of_unit(view, event.unit, text, hint, event.tally, event.rolls)


# ---------------------------------------------------------------- telling: fire and blows


def _fired(view: State, event: events.Fired) -> Telling:
    unit, target = unit_of(view, event.unit), unit_of(view, event.target)
    with_what = " with buck and ball" if event.buck else ""
    if event.mode == "artillery" or event.guns:
        who = f"{numbered(len(event.guns), 'gun')} of {unit.name} {'fires' if len(event.guns) == 1 else 'fire'}"
    else:
        who = f"{unit.name} fires{with_what}"
    at = f"on the charging {target.name}" if event.mode == "closing" else f"on {target.name} at {inches(event.range)}"
    lost = f"{numbered(event.killed, 'figure')} {'falls' if event.killed == 1 else 'fall'}" if event.hits else ""
    text = f"{who} {at}: {numbered(event.hits, 'hit')}" + (f", {lost}" if lost else "")
    text += f", {numbered(event.officers, 'officer')} among them." if event.officers else "."
    return Telling(text, (where(unit), where(target)), event.rolls, event.tally, "volley", unit.side)


def _held_fire(view: State, event: events.HeldFire) -> Telling:
    name = unit_of(view, event.unit).name
    text = f"{name} fires at what is out of range." if event.wasted else f"{name} holds its fire."
    return _of_unit(view, event.unit, text, "none")


def _figures_lost(view: State, event: events.FiguresLost) -> Telling:
    unit = unit_of(view, event.unit)
    text = f"{unit.name} loses {numbered(event.lost, 'figure')} and closes up."
    tally = (Row("figures lost", str(event.lost), "charge-boys.core.remove-figures"),)
    return _of_unit(view, event.unit, text, "remove", tally)


REMOVALS: Final[dict[str, tuple[str, str]]] = {
    "destroyed": ("is destroyed", "victory.lost-unit"),
    "left-table": ("leaves the table and is lost", "move.table-edge"),
    "failed-rally": ("cannot be rallied and is lost", "rout.leaves-table"),
    "caught": ("is caught running and is lost", "melee.caught"),
    "surrendered": ("has nowhere to go and surrenders", "morale.retreat-direction"),
}


def _unit_removed(view: State, event: events.UnitRemoved) -> Telling:
    words, clause = REMOVALS[event.cause]
    name = unit_of(view, event.unit).name
    return _of_unit(view, event.unit, f"{name} {words}.", "remove", (Row("out of the battle", "", BOOK + clause),))


def _contact_made(view: State, event: events.ContactMade) -> Telling:
    a, b = unit_of(view, event.fight.a), unit_of(view, event.fight.b)
    flank = " in flank or rear" if event.fight.flank else ""
    over = f" over the {event.fight.over}" if event.fight.over else ""
    text = f"{a.name} strikes {b.name}{flank}{over}."
    return Telling(
        text, (where(a), where(b)), (), (Row("contact", "", "charge-boys.charge.alignment"),), "charge", a.side
    )


def _round_fought(view: State, event: events.RoundFought) -> Telling:
    a, b = unit_of(view, event.a), unit_of(view, event.b)
    if event.caught:
        text = f"{a.name} catches {b.name}: {numbered(event.killed[1], 'figure')} cut down."
    else:
        text = (
            f"{a.name} and {b.name} fight: {event.hits[0]} hits to {event.hits[1]}, "
            f"{a.name} loses {event.killed[0]}, {b.name} loses {event.killed[1]}."
        )
    return Telling(text, (where(a), where(b)), event.rolls, event.tally, "melee", a.side)


def _melee_decided(view: State, event: events.MeleeDecided) -> Telling:
    score = " to ".join([str(number) for _, number in event.lost])
    if not event.loser:
        text = f"The round is drawn, {score}: they stay locked."
    else:
        text = f"{side_does(event.loser, 'lose')} the round, {score} figures."
    tally = tuple(
        [Row(SIDES.get(side, side), f"{number} lost", "charge-boys.melee.loser") for side, number in event.lost]
    )
    return Telling(text, tuple([where(unit_of(view, id)) for id in event.units]), (), tally, "none", event.loser)


def _fights_changed(view: State, event: events.FightsChanged) -> Telling:
    pairs = [f"{unit_of(view, fight.a).name} and {unit_of(view, fight.b).name}" for fight in event.fights]
    text = f"Locked in melee: {listed(pairs)}." if pairs else "Nobody is locked in melee."
    return Telling(text, (), (), (), "none")


def _followed_up(view: State, event: events.FollowedUp) -> Telling:
    name = unit_of(view, event.unit).name
    words = {"stay": "stays where it is", "occupy": "occupies the obstacle"}
    done = words.get(event.choice, f"follows up {event.inches}″")
    tally = (Row("follow-up", event.choice, "charge-boys.melee.follow-up"),)
    return _of_unit(view, event.unit, f"{name} {done}.", "none", tally, event.rolls)


def _guns_changed(view: State, event: events.GunsChanged) -> Telling:
    name = unit_of(view, event.unit).name
    guns = numbered(event.number, "gun")
    words = {
        "abandoned": f"{name} leaves {guns} behind.",
        "captured": f"{capital(guns)} of {name} {'is' if event.number == 1 else 'are'} captured.",
        "manned": f"{name} mans {guns} again.",
        "taken-over": f"{capital(guns)} of {name} {'is' if event.number == 1 else 'are'} taken over by friends.",
    }
    tally = (Row("guns", event.cause, "charge-boys.artillery.abandoned"),)
    return _of_unit(view, event.unit, words[event.cause], "none", tally)


def _disordered(view: State, event: events.Disordered) -> Telling:
    clause = "move.skirmish-distance" if event.cause == "no-room" else "melee.follow-up"
    text = f"{unit_of(view, event.unit).name} falls into disorder."
    return _of_unit(view, event.unit, text, "none", (Row("disorder", event.cause, BOOK + clause),))


def _reordered(view: State, event: events.Reordered) -> Telling:
    text = f"{unit_of(view, event.unit).name} has recovered its order."
    return _of_unit(view, event.unit, text, "none", (Row("order", "recovered", "charge-boys.morale.reorder"),))


# ---------------------------------------------------------------- telling: objectives and the end


def _goal_taken(view: State, event: events.GoalTaken) -> Telling:
    for goal in view.goals:
        if goal.id == event.goal:
            text = f"{side_does(event.side, 'take')} {goal.name}." if event.side else f"Nobody holds {goal.name} now."
            tally = (Row(goal.name, numbered(3 * goal.points, "point"), "charge-boys.victory.points"),)
            return Telling(text, ((goal.x, goal.y),), (), tally, "place", event.side)
    raise KeyError(event.goal)


def _battle_ended(view: State, event: events.BattleEnded) -> Telling:
    clause = BOOK + {"army-break": "victory.army-break", "turn-limit": "victory.game-length"}.get(
        event.outcome.reason, "victory.points"
    )
    points = event.outcome.points
    tally = tuple([Row(SIDES.get(side, side), numbered(number, "point"), clause) for side, number in points])
    side = "" if event.outcome.winner == "draw" else event.outcome.winner
    return Telling(capital(event.outcome.text), (), (), tally, "end", side)


# ---------------------------------------------------------------- the ways that pieces took


def courses(view: State, event: object) -> tuple[Course, ...]:
    """The ways of those who did not go straight; a march by written orders is seen impulse by impulse."""
    if isinstance(event, events.ImpulseMade):
        marching = [(id, pose) for id, pose in event.places if not _in_column(view, id)]
        return tuple([Course(id, (pose,)) for id, pose in marching])
    if isinstance(event, events.Strode):
        return (Course(event.unit, (event.pose,)),)
    if isinstance(event, events.Moved) and event.cause != "ordered":
        return _course(view, unit_of(view, event.unit), event)
    return ()


def _in_column(view: State, id: str) -> bool:
    return bool([unit for unit in view.units if unit.id == id and unit.trail])


def _course(view: State, unit: Unit, event: events.Moved) -> tuple[Course, ...]:
    """Who is driven back turns at the end; men who face left or right, and guns pushed by hand, each go their own way.

    [morale.retreat-direction, move.turn-in-place, move.manhandle-rate]
    """
    if unit.formation == UNLIMBERED:
        return ()
    if not event.manoeuvres:
        return coursed(unit.id, go_and_turn(event.start, event.end), event.end)
    if event.trail:
        return _column_course(view, unit, event)
    if [one for one in event.manoeuvres if one.kind == "turn" and unit.formation != SKIRMISH]:
        return ()
    front, deep = size(unit, view.settings)
    return coursed(unit.id, stations(sweep(event.start, front, deep, event.manoeuvres)), event.end)


def _column_course(view: State, unit: Unit, event: events.Moved) -> tuple[Course, ...]:
    """A column's ranks follow the first of them [formation.road-column]."""
    if [one for one in event.manoeuvres if one.kind not in ("forward", "leg")]:
        return ()
    _, rank = base(unit, view.settings)
    _, deep = size(unit, view.settings)
    head = ahead(event.start, 0.5 * deep)
    passed = [ahead(pose, -0.5 * rank) for pose in stations(sweep(head, 0.0, 0.0, event.manoeuvres))]
    return coursed(unit.id, passed, ahead(event.end, 0.5 * (deep - rank)), event.files)


TELLERS: Final[dict[type, Callable[[State, Any], Telling]]] = {
    events.Drafted: _drafted,
    events.Detached: _detached,
    events.QualityThrown: _quality_thrown,
    events.PlacingThrown: _placing_thrown,
    events.Deployed: _deployed,
    events.KeptBack: _kept_back,
    events.GeneralPlaced: _general_placed,
    events.TurnBegan: _turn_began,
    events.PhaseBegan: _phase_began,
    events.InitiativeThrown: _initiative_thrown,
    events.FirstChosen: _first_chosen,
    events.OrderWritten: _order_written,
    events.OrdersRevealed: _orders_revealed,
    events.ImpulseMade: _impulse_made,
    events.Strode: _strode,
    events.Moved: _moved,
    events.Formed: _formed,
    events.Stood: _stood,
    events.GeneralMoved: _general_moved,
    events.GeneralLost: _general_lost,
    events.ChargeDeclared: _charge_declared,
    events.ChargeFell: _charge_fell,
    events.Intercepted: _intercepted,
    events.Answered: _answered,
    events.ReachThrown: _reach_thrown,
    events.MoraleTested: _tested,
    events.Fired: _fired,
    events.HeldFire: _held_fire,
    events.FiguresLost: _figures_lost,
    events.UnitRemoved: _unit_removed,
    events.ContactMade: _contact_made,
    events.RoundFought: _round_fought,
    events.MeleeDecided: _melee_decided,
    events.FightsChanged: _fights_changed,
    events.FollowedUp: _followed_up,
    events.GunsChanged: _guns_changed,
    events.Disordered: _disordered,
    events.Reordered: _reordered,
    events.GoalTaken: _goal_taken,
    events.BattleEnded: _battle_ended,
}
