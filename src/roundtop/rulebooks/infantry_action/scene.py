"""What to draw of a view, and what to tell of an event. Reads nothing that the view or the event does not show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.scene import Badge, Course, Marker, Overlay, Part, Piece, Scene, Telling, coursed
from roundtop.battle.tally import Row
from roundtop.battle.words import (
    ARMIES,
    SIDES,
    capital,
    compass,
    in_words,
    listed,
    numbered,
    plain,
    side_does,
    verb_of,
)
from roundtop.dice.sources import Roll
from roundtop.rulebooks.infantry_action import events
from roundtop.rulebooks.infantry_action.fire import BANDS, GUN_DICE, REACH
from roundtop.rulebooks.infantry_action.melee import NAMES, halves, slots, turned
from roundtop.rulebooks.infantry_action.morale import UnitOutcome, outcome_clause, places
from roundtop.rulebooks.infantry_action.orders import ORDER_NAMES
from roundtop.rulebooks.infantry_action.state import (
    ON_TABLE,
    TO_ARRIVE,
    UNKNOWN,
    State,
    Unit,
    Verdict,
    army_of,
    block_at,
    on_table,
    stand_at,
    stand_right,
    unit_of,
)
from roundtop.table.course import stations, turn_and_go
from roundtop.table.measure import FULL_TURN, bearing, distance
from roundtop.table.path import sweep
from roundtop.table.pose import Point, Pose, to_world

BOOK: Final = "infantry-action."
DOMINO_BEHIND: Final = 2.4
"""How many stands' depths behind the middle of a line its dominoes are drawn, clear of the badges."""


# ---------------------------------------------------------------- words


def stands_named(stands: tuple[int, ...]) -> str:
    """`stand 4`, `stands 2, 3 and 5`."""
    return ("stand " if len(stands) == 1 else "stands ") + listed([str(stand) for stand in stands])


def inches(length: float) -> str:
    return f"{round(length, 1):g}″"


# ---------------------------------------------------------------- the table


def scene(view: State) -> Scene:
    """The table as the owner of a view sees it."""
    standing = on_table(view)
    return Scene(
        view.title,
        moment(view),
        "inch",
        view.settings.yards_per_inch,
        view.ground,
        tuple([piece(view, unit) for unit in standing]),
        (*_goals(view), *_arrivals(view), *[marker for unit in standing for marker in _dominoes(view, unit)]),
        (*(_zones(view) if view.phase == "set-up" else ()), *_charges(view)),
    )


def moment(view: State) -> str:
    """`Turn 3 of 10, movement: the Union has the initiative, the Confederates move first`."""
    if view.outcome is not None:
        return capital(view.outcome.text)
    if view.phase == "set-up":
        return "Setting up"
    text = f"Turn {view.turn} of {view.turn_limit}, {view.phase}"
    if view.phase == "orders":
        return text + ": chits are placed face down"
    if view.phase == "initiative" or not view.initiative:
        return text
    holder = ARMIES.get(view.initiative, view.initiative)
    text += f": {holder} {'has' if view.initiative == 'union' else 'have'} the initiative"
    if view.phase != "movement" or not view.first:
        return text
    mover = " and" if view.first == view.initiative else f", {ARMIES.get(view.first, view.first)}"
    return f"{text}{mover} {verb_of(view.first, 'move')} first"


def piece(view: State, unit: Unit) -> Piece:
    """A line of infantry or a battery, every stand to scale [setup.stand-and-line, setup.numbering]."""
    size = view.settings.stand_in
    glyph = "artillery" if unit.kind == "battery" else "infantry"
    return Piece(
        unit.id,
        unit.side,
        unit.name,
        "",
        glyph,
        unit.pose,
        unit.stands * size,
        size,
        tuple([_part(view, unit.pose, unit.stands, stand, glyph) for stand in range(1, unit.stands + 1)]),
        _ghosts(view, unit, glyph),
        tuple(_badges(view, unit)),
        tuple(_card(view, unit)),
    )


def _part(view: State, pose: Pose, stands: int, stand: int, glyph: str) -> Part:
    x, y = stand_at(pose, stands, stand, view.settings)
    return Part(Pose(x, y, pose.facing), view.settings.stand_in, view.settings.stand_in, glyph)


def _ghosts(view: State, unit: Unit, glyph: str) -> tuple[Part, ...]:
    """The ground that a line stood on when the turn began and has given up by its losses.

    A line that has moved or turned since leaves none: where its lost stands fell is not kept.
    """
    lost = unit.had - unit.stands
    for spot in view.spots:
        if spot.unit == unit.id and lost > 0 and not unit.moved and spot.pose.facing == unit.pose.facing:
            then = [_part(view, spot.pose, spot.stands, stand, glyph) for stand in range(1, spot.stands + 1)]
            then.sort(key=lambda part: -distance(part.pose.x, part.pose.y, unit.pose.x, unit.pose.y))
            return tuple(then[:lost])
    return ()


# ---------------------------------------------------------------- badges


def _badges(view: State, unit: Unit) -> list[Badge]:
    """States as shapes, each with its words and clause; the chit first."""
    found: list[Badge] = []
    if unit.order:
        found.append(_chit(unit))
    if unit.revealed:
        found.append(Badge("done", "Activated this turn", BOOK + "activation.reveal-counts"))
    if unit.routing:
        found.append(Badge("rout", "Routing: runs on in place of an order", BOOK + "outcome.rout-move"))
    elif unit.routed and unit.routed == view.turn:
        found.append(Badge("rout", "Routed this turn", BOOK + "outcome.rout-move"))
    if unit.routed:
        text = f"Has routed (turn {unit.routed}): {_after_rout(view)}"
        found.append(Badge("disorder", text, BOOK + "outcome.after-rout"))
    touching = _contact(view, unit)
    if touching:
        found.append(Badge("pinned", touching[0].label + ": " + touching[0].value, touching[0].clause))
    if unit.shot:
        found.append(Badge("smoke", "Has used its fire this turn", BOOK + "shooting.once-per-turn"))
    if unit.hits:
        text = f"{numbered(len(unit.hits), 'hit')}: {stands_named(unit.hits)} to come off"
        found.append(Badge("hit", text, BOOK + "shooting.hit-removes-stand"))
    if unit.markers:
        found.append(Badge("hit", _marker_words(unit.markers), BOOK + "chargefire.marker"))
    return found


def _after_rout(view: State) -> str:
    """What a rout takes from a unit for the rest of the game [outcome.after-rout]."""
    fewer = view.settings.rout_fire_penalty == "fewer-dice"
    return "no charge, one die fewer when shooting" if fewer else "no charge, -1 to each die when shooting"


def _chit(unit: Unit) -> Badge:
    if unit.order == UNKNOWN:
        return Badge("chit", "Order unknown: chit face down", BOOK + "orders.secret")
    known = "Order shown: " if unit.revealed else "Order not yet shown: "
    return Badge("chit", known + ORDER_NAMES[unit.order], BOOK + "orders.chit-list")


def _contact(view: State, unit: Unit) -> list[Row]:
    """Whom a unit has charged, or who has charged and pinned it."""
    charged = [unit_of(view, fight.defender).name for fight in view.fights if fight.charger == unit.id]
    pinned = [unit_of(view, fight.charger).name for fight in view.fights if fight.defender == unit.id]
    found: list[Row] = []
    if pinned:
        found.append(Row("Pinned by", listed(pinned), BOOK + "movement.pinned"))
    if charged:
        found.append(Row("In contact with", listed(charged), BOOK + "combat.only-by-charge"))
    return found


def _marker_words(markers: tuple[tuple[int, int], ...]) -> str:
    number = sum([count for _, count in markers])
    return f"{numbered(number, 'marker')} on {stands_named(tuple([stand for stand, _ in markers]))}"


# ---------------------------------------------------------------- the card


def _card(view: State, unit: Unit) -> list[Row]:
    """Everything known of a unit, with the clause behind each row."""
    guns = unit.kind == "battery"
    rows = [
        Row("Side", SIDES.get(unit.side, unit.side), BOOK + "setup.sides"),
        Row(
            "Guns" if guns else "Stands",
            f"{unit.stands} of {unit.start}",
            BOOK + ("setup.artillery-unit" if guns else "setup.unit-size"),
        ),
    ]
    if unit.stands < unit.had:
        rows.append(Row("Lost this turn", str(unit.had - unit.stands), BOOK + "shooting.close-up"))
    if not guns:
        rows.append(_half(unit))
    rows.append(_order_row(unit))
    rows.append(Row("Quality", plain(unit.quality), BOOK + "setup.quality"))
    if unit.weapon:
        rows.append(Row("Weapon", plain(unit.weapon), BOOK + "setup.weapons"))
    return rows + _ranges(view, unit) + _status(view, unit) + _domino_rows(view, unit)


def _half(unit: Unit) -> Row:
    """How far a unit is from half strength."""
    half = (unit.start + 1) // 2
    text = f"routs below {half}, {unit.stands - half} to spare" if unit.stands >= half else f"below {half}"
    return Row("Half strength", text, BOOK + "setup.half-strength")


def _order_row(unit: Unit) -> Row:
    if unit.routing:
        return Row("Order", "none: runs on", BOOK + "outcome.rout-move")
    if not unit.order:
        return Row("Order", "none yet", BOOK + "orders.one-chit")
    if unit.order == UNKNOWN:
        return Row("Order", "face down", BOOK + "orders.secret")
    shown = "" if unit.revealed else ", face down"
    return Row("Order", ORDER_NAMES[unit.order] + shown, BOOK + "orders.chit-list")


def _ranges(view: State, unit: Unit) -> list[Row]:
    """The range table of a unit's own arm and weapon."""
    reach = REACH.get(unit.weapon) if view.settings.weapon_effect == "range" else None
    rows: list[Row] = []
    for place, row in enumerate(BANDS[unit.kind]):
        limit = row.limit if reach is None else reach[place]
        rows.append(Row(f"{capital(row.name)}, to {inches(limit)}", f"{row.hits_on}+", row.clause))
    return rows


def _status(view: State, unit: Unit) -> list[Row]:
    rows: list[Row] = []
    if unit.routed:
        rows.append(Row("Has routed", f"turn {unit.routed}: {_after_rout(view)}", BOOK + "outcome.after-rout"))
    if unit.charging:
        rows.append(Row("Charging", unit_of(view, unit.charging).name, BOOK + "charge.declaration"))
    rows.extend(_contact(view, unit))
    if unit.moved:
        rows.append(Row("Moved", "this turn", BOOK + "movement.measuring"))
    if unit.shot:
        rows.append(Row("Fire", "used this turn", BOOK + "shooting.once-per-turn"))
    if unit.hits:
        rows.append(Row("Hit", f"{stands_named(unit.hits)} to come off", BOOK + "shooting.hit-removes-stand"))
    if unit.markers:
        rows.append(Row("Hit charging", _marker_words(unit.markers), BOOK + "chargefire.marker"))
    rows.extend([_verdict_line(view, verdict) for verdict in view.verdicts if verdict.unit == unit.id])
    return rows


# ---------------------------------------------------------------- dominoes, objectives, arrivals, zones


def _domino_rows(view: State, unit: Unit) -> list[Row]:
    """How many dominoes a unit has, and for its owner the one he looked at."""
    if not unit.dominoes:
        return []
    served = slots(unit.stands, unit.sideways)
    rows = [Row("Dominoes", f"{len(served)} face down", BOOK + "combat.half-per-stand")]
    clause = BOOK + "combat.look-at-one"
    if unit.looked and not unit.tile:
        rows.append(Row("Looked at", "one of them, by its owner", clause))
    elif unit.looked and not unit.slot:
        rows.append(Row("Looked at", unit.tile, clause))
    elif unit.looked:
        stands = served[unit.slot - 1]
        faces = halves(_laid(unit), len(stands) == 1, view.settings)
        behind = [f"{face} behind stand {stand}" for face, stand in zip(faces, stands, strict=True)]
        rows.append(Row("Looked at", f"{unit.tile}: {listed(behind)}", clause))
    return rows


def _laid(unit: Unit) -> int:
    """The domino its owner looked at, as he has laid it."""
    return turned(NAMES.index(unit.tile), unit.flip)


def _dominoes(view: State, unit: Unit) -> list[Marker]:
    """A unit's dominoes behind the stands they serve; only the owner's view knows the tile he looked at."""
    if not unit.dominoes:
        return []
    found: list[Marker] = []
    for number, stands in enumerate(slots(unit.stands, unit.sideways), 1):
        middle = 0.5 * (stands[0] + stands[-1])
        right = stand_right(unit.stands, 1, view.settings) + (middle - 1) * view.settings.stand_in
        x, y = to_world(unit.pose, right, -DOMINO_BEHIND * view.settings.stand_in)
        # Behind a line at the edge they are kept on the table.
        x, y = min(max(x, 0.0), view.ground.width), min(max(y, 0.0), view.ground.depth)
        looked = unit.looked and unit.slot == number
        found.append(Marker("domino", unit.side, x, y, _domino_words(unit, looked), BOOK + "combat.half-per-stand"))
    return found


def _domino_words(unit: Unit, looked: bool) -> str:
    """A known domino is written as it lies on the map, so that a line facing south has its left half last."""
    if not looked or not unit.tile:
        back = f"{SIDES.get(unit.side, unit.side)} domino, face down"
        return back + (", looked at by its owner" if looked else "")
    left, _, right = NAMES[_laid(unit)].partition("-")
    south = FULL_TURN < 4 * unit.pose.facing < 3 * FULL_TURN
    return f"{right}-{left}, the domino looked at" if south else f"{left}-{right}, the domino looked at"


def _goals(view: State) -> list[Marker]:
    """Objectives under the flag of whoever held them last."""
    clause = BOOK + "victory.points"
    return [
        Marker("objective", goal.holder, goal.x, goal.y, goal.name + _held(goal.holder), clause) for goal in view.goals
    ]


def _held(holder: str) -> str:
    return f" ({SIDES.get(holder, holder)})" if holder else ""


def _arrivals(view: State) -> list[Marker]:
    """Where reinforcements will come on, and when [setup.reinforcements]."""
    found: list[Marker] = []
    for unit in view.units:
        if unit.place == TO_ARRIVE:
            x, y = where(unit)
            text = f"{unit.name} comes on in turn {unit.due}"
            found.append(Marker("arrival", unit.side, x, y, text, BOOK + "setup.reinforcements"))
    return found


def _zones(view: State) -> tuple[Overlay, ...]:
    clause = BOOK + "setup.table-and-deployment"
    return tuple(
        [Overlay("zone", side, f"{SIDES.get(side, side)} deployment", outline, clause) for side, outline in view.zones]
    )


def _charges(view: State) -> list[Overlay]:
    """Charges declared and not yet home, as lines to where they will touch [charge.path]."""
    found: list[Overlay] = []
    for unit in on_table(view):
        if unit.contact is not None:
            line = ((unit.pose.x, unit.pose.y), (unit.contact.x, unit.contact.y))
            found.append(Overlay("line", unit.side, f"{unit.name} charges", line, BOOK + "charge.path"))
    return found


def where(unit: Unit) -> Point:
    """Where a unit stands, or where it will come on."""
    if unit.place != ON_TABLE and unit.entry is not None:
        return unit.entry
    return unit.pose.x, unit.pose.y


# ---------------------------------------------------------------- telling: set-up, turns, orders


def tell(view: State, event: object) -> Telling:
    """An event in words. The view may be later than the event, so numbers are taken from the event alone."""
    if type(event) not in TELLERS:
        raise TypeError(f"{type(event).__name__} is no event of this rulebook")
    return TELLERS[type(event)](view, event)


def _of_unit(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    """A telling about one unit, where it is."""
    unit = unit_of(view, id)
    return Telling(text, (where(unit),), rolls, tally, hint, unit.side)


def _rated(view: State, event: events.Rated) -> Telling:
    army = army_of(view, event.side)
    title = f"the CinC of {ARMIES.get(event.side, event.side)}"
    if army.cinc:
        title = f"{army.cinc}, {title},"
    text = f"{capital(title)} may activate {numbered(event.rating, 'unit')} a go."
    how = "two dice" if event.rolls else "rated by the scenario"
    total = str(event.rolls[0].answer) if event.rolls else army.talent
    clause = BOOK + ("setup.cinc-poor", "setup.cinc-average", "setup.cinc-brilliant")[event.rating - 1]
    return Telling(text, (), event.rolls, (Row(how, total, clause),), "none", event.side)


def _placing_thrown(view: State, event: events.PlacingThrown) -> Telling:
    text = f"{side_does(event.first, 'throw')} lower and {verb_of(event.first, 'set')} up first."
    tally = (Row("the lower throw", _throws(view, event.first, event.rolls), BOOK + "setup.table-and-deployment"),)
    return Telling(text, (), event.rolls, tally, "none", event.first)


def _throws(view: State, winner: str, rolls: tuple[Roll, ...]) -> str:
    """The last throw of each side, the winner's first: `5 to 3`. Sides throw in the order of the armies."""
    faces = [face for roll in rolls for face in roll.faces][-2:]
    if len(faces) < 2:
        return ""
    return f"{faces[0]} to {faces[1]}" if view.armies[0].side == winner else f"{faces[1]} to {faces[0]}"


def _deployed(view: State, event: events.Deployed) -> Telling:
    unit = unit_of(view, event.unit)
    text = f"{unit.name} is set up, facing {compass(event.pose.facing)}."
    return Telling(text, ((event.pose.x, event.pose.y),), (), (), "place", unit.side)


def _turn_began(view: State, event: events.TurnBegan) -> Telling:
    return Telling(f"Turn {event.turn} of {view.turn_limit}.", (), (), (), "turn")


PHASES: Final = {
    "orders": "Orders",
    "initiative": "Initiative",
    "movement": "Movement",
    "shooting": "Shooting",
    "combat": "Hand-to-hand combat",
    "react": "React",
}


def _phase_began(view: State, event: events.PhaseBegan) -> Telling:
    return Telling(f"{PHASES.get(event.phase, capital(event.phase))}.", (), (), (), "phase")


def _chits_placed(view: State, event: events.ChitsPlaced) -> Telling:
    """The owner reads which; everybody else how many."""
    text = f"{side_does(event.side, 'place')} {numbered(len(event.chits), 'chit')} face down."
    tally: tuple[Row, ...] = ()
    if UNKNOWN not in [order for _, order in event.chits]:
        clause = BOOK + "orders.chit-list"
        tally = tuple([Row(unit_of(view, id).name, ORDER_NAMES[order], clause) for id, order in event.chits])
        named = [f"{line.label} {line.value}" for line in tally]
        text = text[:-1] + (": " + listed(named) + "." if named else ".")
    return Telling(text, tuple([where(unit_of(view, id)) for id, _ in event.chits]), (), tally, "orders", event.side)


def _initiative_thrown(view: State, event: events.InitiativeThrown) -> Telling:
    score = _throws(view, event.side, event.rolls)
    text = f"{side_does(event.side, 'win')} the initiative" + (f", {score}." if score else ".")
    # A level throw keeps it where it was, by the house rule.
    faces = score.split(" to ")
    if faces[0] == faces[-1] and score:
        text = f"{side_does(event.side, 'keep')} the initiative, {faces[0]} all."
    tally = (Row("initiative", score, BOOK + "initiative.roll"),)
    return Telling(text, (), event.rolls, tally, "none", event.side)


def _first_chosen(view: State, event: events.FirstChosen) -> Telling:
    tally = (Row("first go", SIDES.get(event.side, event.side), BOOK + "initiative.choice"),)
    return Telling(f"{side_does(event.side, 'move')} first.", (), (), tally, "none", event.side)


def _chit_revealed(view: State, event: events.ChitRevealed) -> Telling:
    name = unit_of(view, event.unit).name
    if not event.order:
        return _of_unit(view, event.unit, f"{name} is still running.", "orders")
    order = ORDER_NAMES[event.order]
    tally = (Row("chit", order, BOOK + "activation.reveal-counts"),)
    return _of_unit(view, event.unit, f"{name} shows its chit: {order}.", "orders", tally)


# ---------------------------------------------------------------- telling: moves and charges


MOVE_HINTS: Final = {"charge": "charge", "retire": "retire", "rout": "rout", "rout-on": "rout"}
MOVE_VERBS: Final = {
    "order": "moves",
    "charge": "closes",
    "retire": "retires",
    "rout": "runs",
    "rout-on": "runs on",
}


def _moved(view: State, event: events.Moved) -> Telling:
    unit = unit_of(view, event.unit)
    a, b = event.start, event.end
    far = distance(a.x, a.y, b.x, b.y)
    if event.cause == "arrive":
        text = f"{unit.name} comes on, facing {compass(b.facing)}."
    elif round(far, 1) == 0.0 and a.facing == b.facing:
        text = f"{unit.name} has no room to fall back." if event.cause != "order" else f"{unit.name} stays where it is."
    elif round(far, 1) == 0.0:
        text = f"{unit.name} turns to face {compass(b.facing)}."
    else:
        heading = compass(bearing(a.x, a.y, b.x, b.y))
        text = f"{unit.name} {MOVE_VERBS.get(event.cause, 'moves')} {inches(far)} {heading}"
        text += f" and faces {compass(b.facing)}." if compass(a.facing) != compass(b.facing) else "."
    return Telling(text, ((a.x, a.y), (b.x, b.y)), (), (), MOVE_HINTS.get(event.cause, "move"), unit.side)


def _charge_declared(view: State, event: events.ChargeDeclared) -> Telling:
    unit = unit_of(view, event.unit)
    target = unit_of(view, event.target)
    text = f"{unit.name} charges {target.name}" + (" in flank or rear." if event.flank else ".")
    clause = BOOK + ("charge.flank-or-rear" if event.flank else "charge.declaration")
    tally = (Row("charge", "flank or rear" if event.flank else "front", clause),)
    spots = (where(unit), (event.contact.x, event.contact.y))
    return Telling(text, spots, (), tally, "charge", unit.side)


def _contact_made(view: State, event: events.ContactMade) -> Telling:
    chargers: list[str] = []
    for fight in event.fights:
        if fight.charger not in chargers:
            chargers.append(fight.charger)
    struck = [unit_of(view, fight.defender).name + (" in flank" if fight.flank else "") for fight in event.fights]
    names = [unit_of(view, id).name for id in chargers]
    verb = "strikes" if len(names) == 1 else "strike"
    text = f"{listed(names)} {verb} {listed(struck)}: the charge goes home."
    spots = tuple([(fight.defender_pose.x, fight.defender_pose.y) for fight in event.fights])
    tally = (Row("pinned", listed(struck), BOOK + "movement.pinned"),)
    return Telling(text, spots, (), tally, "charge", unit_of(view, chargers[0]).side if chargers else "")


# ---------------------------------------------------------------- telling: fire


def _volley_fired(view: State, event: events.VolleyFired) -> Telling:
    """`20th Maine fires on 15th Alabama: 10 dice, 6 hits; stands 2, 3 and 5 fall.`"""
    unit = unit_of(view, event.unit)
    target = unit_of(view, event.target)
    shooter = f"Gun {event.gun} of {unit.name}" if event.gun else unit.name
    verb = "takes its opportunity to fire on" if event.moment in ("react", "movement") else "fires on"
    charging = "the charging " if event.moment == "charge" else ""
    dice = GUN_DICE if event.gun else event.stands
    thrown = "no dice" if dice == 0 else "1 die" if dice == 1 else f"{dice} dice"
    text = f"{shooter} {verb} {charging}{target.name}: {thrown}, {_effect(target, event)}."
    return Telling(text, (where(unit), where(target)), event.rolls, event.tally, "volley", unit.side)


def _effect(target: Unit, event: events.VolleyFired) -> str:
    if event.destroyed:
        return "and the battery is destroyed"
    if target.kind == "battery" and event.gun:
        return "no double six"
    hits = numbered(event.hits, "six" if target.kind == "battery" else "hit").replace("sixs", "sixes")
    if event.markers:
        return f"{hits}; {_marker_words(event.markers)}"
    if event.removed:
        return f"{hits}; {stands_named(event.removed)} {'falls' if len(event.removed) == 1 else 'fall'}"
    if event.hits and target.kind == "infantry":
        return f"{hits} on stands already down"
    return hits


def _held_fire(view: State, event: events.HeldFire) -> Telling:
    return _of_unit(view, event.unit, f"{unit_of(view, event.unit).name} holds its fire.", "none")


def _stands_removed(view: State, event: events.StandsRemoved) -> Telling:
    unit = unit_of(view, event.unit)
    text = f"{unit.name} loses {stands_named(event.lost)} and closes up."
    tally = (Row("stands lost", str(len(event.lost)), BOOK + "shooting.close-up"),)
    return Telling(text, ((event.pose.x, event.pose.y),), (), tally, "remove", unit.side)


REMOVALS: Final[dict[str, tuple[str, str]]] = {
    "destroyed": ("is destroyed", "shooting.hit-removes-stand"),
    "overrun": ("is overrun and its guns are lost", "outcome.battery"),
    "left-table": ("runs off the table and is lost", "movement.table-edge"),
    "routed-again": ("routs a second time and is lost", "outcome.routed-removed"),
}


def _unit_removed(view: State, event: events.UnitRemoved) -> Telling:
    words, clause = REMOVALS[event.cause]
    name = unit_of(view, event.unit).name
    return _of_unit(view, event.unit, f"{name} {words}.", "remove", (Row("out of the battle", "", BOOK + clause),))


# ---------------------------------------------------------------- telling: combat and rout


def _dominoes_set(view: State, event: events.DominoesSet) -> Telling:
    one = f", one sideways behind stand {event.sideways}" if event.sideways else ""
    text = f"{unit_of(view, event.unit).name} lays its dominoes face down{one}."
    clause = "combat.odd-sideways" if event.sideways else "combat.half-per-stand"
    return _of_unit(view, event.unit, text, "place", (Row("dominoes", "face down", BOOK + clause),))


def _domino_looked(view: State, event: events.DominoLooked) -> Telling:
    name = unit_of(view, event.unit).name
    shown = f": {event.tile}" if event.tile else ""
    tally = (Row("looked at", event.tile or "one domino", BOOK + "combat.look-at-one"),)
    return _of_unit(view, event.unit, f"{name} looks at one domino{shown}.", "none", tally, event.rolls)


def _domino_placed(view: State, event: events.DominoPlaced) -> Telling:
    """Which way round it lies is its owner's secret."""
    name = unit_of(view, event.unit).name
    text = f"{name} lays the domino it looked at in place {event.slot} from its left."
    return _of_unit(view, event.unit, text, "place", (Row("place", str(event.slot), BOOK + "combat.look-at-one"),))


def _combat_fought(view: State, event: events.CombatFought) -> Telling:
    """Pairs won by each side, then what becomes of each unit."""
    units = [unit_of(view, id) for id in event.units]
    chargers = {charger for charger, _, _, _, _, _ in event.scores}
    attack = [unit.name for unit in units if unit.id in chargers]
    defence = [unit.name for unit in units if unit.id not in chargers]
    won = len([score for score in event.scores if score[2] > score[5]])
    lost = len([score for score in event.scores if score[2] < score[5]])
    level = len(event.scores) - won - lost
    duels = f"{numbered(len(event.scores), 'pair')}, {won} won, {lost} lost" + (f", {level} level" if level else "")
    head = f"{listed(attack)} against {listed(defence)}: {duels}" if attack and defence else listed(attack + defence)
    fates = [f"{unit_of(view, verdict.unit).name} {_fate(view, verdict)}" for verdict in event.verdicts]
    text = ". ".join([head, "; ".join(fates)]) + "." if fates else head + "."
    tally = (*event.tally, *[_verdict_line(view, verdict) for verdict in event.verdicts])
    spots = tuple([(verdict.pose.x, verdict.pose.y) for verdict in event.verdicts])
    return Telling(text, spots, event.rolls, tally, "melee", units[0].side if units else "")


def _fate(view: State, verdict: Verdict) -> str:
    """`loses stands 2 and 3, breaks in one place and retires 4″`."""
    done: list[str] = [f"loses {stands_named(verdict.lost)}"] if verdict.lost else []
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
    return places(verdict.lost, 0, view.settings) if view.settings.end_runs_count else 0


def _verdict_line(view: State, verdict: Verdict) -> Row:
    unit = unit_of(view, verdict.unit)
    clause = BOOK + "outcome.places"
    if view.settings.end_runs_count:
        found = UnitOutcome(_places(view, verdict), 0, verdict.result, verdict.move_in, verdict.removed)
        clause = outcome_clause(found, unit.kind)
    return Row(unit.name, _result(verdict), clause)


def _formed_up(view: State, event: events.FormedUp) -> Telling:
    unit = unit_of(view, event.unit)
    text = f"{unit.name} forms up on the spot, facing {compass(event.pose.facing)}."
    tally = (Row("forms up", "", BOOK + "outcome.regroup"),)
    return Telling(text, ((event.pose.x, event.pose.y),), (), tally, "move", unit.side)


def _rout_began(view: State, event: events.RoutBegan) -> Telling:
    name = unit_of(view, event.unit).name
    by_fire = event.cause == "fire"
    text = f"{name}, shot below half strength, routs" if by_fire else f"{name} routs"
    text += " and will run on next turn." if event.owes else "."
    clause = BOOK + ("shooting.below-half-by-fire" if by_fire else "outcome.rout-move")
    tally = (
        Row("rout", "two full moves", clause),
        Row("from now on", _after_rout(view), BOOK + "outcome.after-rout"),
    )
    return _of_unit(view, event.unit, text, "rout", tally)


def _combat_ended(view: State, event: events.CombatEnded) -> Telling:
    return Telling("The dominoes are put away.", (), (), (), "none")


# ---------------------------------------------------------------- telling: objectives and the end


def _goal_taken(view: State, event: events.GoalTaken) -> Telling:
    for goal in view.goals:
        if goal.id == event.goal:
            text = f"{side_does(event.side, 'take')} {goal.name}." if event.side else f"Nobody holds {goal.name} now."
            tally = (Row(goal.name, f"{numbered(goal.points, 'point')}", BOOK + "victory.points"),)
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
    """The way of a line that did not go straight; one that falls back turns first [outcome.retire-direction]."""
    if not isinstance(event, events.Moved):
        return ()
    if not event.manoeuvres:
        return coursed(event.unit, turn_and_go(event.start, event.end), event.end)
    line = block_at(unit_of(view, event.unit), event.start, view.settings)
    return coursed(event.unit, stations(sweep(line.pose, line.width, line.depth, event.manoeuvres)), event.end)


TELLERS: Final[dict[type, Callable[[State, Any], Telling]]] = {
    events.Rated: _rated,
    events.PlacingThrown: _placing_thrown,
    events.Deployed: _deployed,
    events.TurnBegan: _turn_began,
    events.PhaseBegan: _phase_began,
    events.ChitsPlaced: _chits_placed,
    events.InitiativeThrown: _initiative_thrown,
    events.FirstChosen: _first_chosen,
    events.ChitRevealed: _chit_revealed,
    events.Moved: _moved,
    events.ChargeDeclared: _charge_declared,
    events.DominoesSet: _dominoes_set,
    events.DominoLooked: _domino_looked,
    events.DominoPlaced: _domino_placed,
    events.VolleyFired: _volley_fired,
    events.HeldFire: _held_fire,
    events.StandsRemoved: _stands_removed,
    events.UnitRemoved: _unit_removed,
    events.ContactMade: _contact_made,
    events.CombatFought: _combat_fought,
    events.FormedUp: _formed_up,
    events.RoutBegan: _rout_began,
    events.CombatEnded: _combat_ended,
    events.GoalTaken: _goal_taken,
    events.BattleEnded: _battle_ended,
}
