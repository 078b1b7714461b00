"""What to draw of a view, and what to tell of an event. Reads nothing that the view or the event does not show."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings, told
from roundtop.battle.scene import Badge, Marker, Overlay, Part, Piece, Scene, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES, SIDES, capital, listed, numbered, place_of, plain, verb_of
from roundtop.kit import deployment, objectives
from roundtop.rulebooks.infantry_action import events, field, words
from roundtop.rulebooks.infantry_action.charge import told as charge_told
from roundtop.rulebooks.infantry_action.command import table as command_table
from roundtop.rulebooks.infantry_action.command import told as command_told
from roundtop.rulebooks.infantry_action.deployment import told as deployment_told
from roundtop.rulebooks.infantry_action.fire import rule as fire_rule
from roundtop.rulebooks.infantry_action.fire import told as fire_told
from roundtop.rulebooks.infantry_action.melee import told as melee_told
from roundtop.rulebooks.infantry_action.morale import told as morale_told
from roundtop.rulebooks.infantry_action.movement import told as movement_told
from roundtop.rulebooks.infantry_action.state import UNKNOWN, State, Unit
from roundtop.rulebooks.infantry_action.victory import told as victory_told
from roundtop.table.measure import distance
from roundtop.table.pose import Pose


def scene(view: State) -> Scene:
    """The table as the owner of a view sees it."""
    standing = field.on_table(view)
    return Scene(
        title=view.title,
        moment=moment(view),
        unit="inch",
        yards_per_unit=view.settings.yards_per_inch,
        ground=view.ground,
        pieces=tuple([piece(view, unit) for unit in standing]),
        markers=(
            *_goals(view),
            *_arrivals(view),
            *[marker for unit in standing for marker in melee_told.dominoes(view, unit)],
        ),
        overlays=(*(_zones(view) if view.phase == "set-up" else ()), *charge_told.charges(view)),
        stakes=victory_told.stakes(view, tuple(PHASES.values()), place_of(tuple(PHASES), view.phase)),
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
        id=unit.id,
        side=unit.side,
        name=unit.name,
        group="",
        glyph=glyph,
        pose=unit.pose,
        width=unit.stands * size,
        depth=size,
        parts=tuple([_part(view, unit.pose, unit.stands, stand, glyph) for stand in range(1, unit.stands + 1)]),
        ghosts=_ghosts(view, unit, glyph),
        badges=tuple(_badges(view, unit)),
        card=tuple(_card(view, unit)),
        strength=str(unit.stands),
    )


def _part(view: State, pose: Pose, stands: int, stand: int, glyph: str) -> Part:
    x, y = field.stand_at(pose, stands, stand, view.settings)
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


def _badges(view: State, unit: Unit) -> list[Badge]:
    """States as shapes, each with its words and clause; the chit first."""
    found: list[Badge] = []
    if unit.order:
        found.append(_chit(unit))
    if unit.revealed:
        found.append(Badge("done", "Activated this turn", words.BOOK + "activation.reveal-counts"))
    if unit.routing:
        found.append(Badge("rout", "Routing: runs on in place of an order", words.BOOK + "outcome.rout-move"))
    elif unit.routed and unit.routed == view.turn:
        found.append(Badge("rout", "Routed this turn", words.BOOK + "outcome.rout-move"))
    if unit.routed:
        text = f"Has routed (turn {unit.routed}): {morale_told.after_rout(view)}"
        found.append(Badge("disorder", text, words.BOOK + "outcome.after-rout"))
    touching = _contact(view, unit)
    if touching:
        found.append(Badge("pinned", touching[0].label + ": " + touching[0].value, touching[0].clause))
    if unit.shot:
        found.append(Badge("smoke", "Has used its fire this turn", words.BOOK + "shooting.once-per-turn"))
    if unit.hits:
        text = f"{numbered(len(unit.hits), 'hit')}: {words.stands_named(unit.hits)} to come off"
        found.append(Badge("hit", text, words.BOOK + "shooting.hit-removes-stand", "", len(unit.hits)))
    if unit.markers:
        number = sum([count for _, count in unit.markers])
        text = fire_told.marker_words(unit.markers)
        found.append(Badge("hit", text, words.BOOK + "chargefire.marker", "", number))
    return found


def _chit(unit: Unit) -> Badge:
    if unit.order == UNKNOWN:
        return Badge("face-down", "Order unknown: chit face down", words.BOOK + "orders.secret")
    known = "Order shown: " if unit.revealed else "Order not yet shown: "
    text = known + command_table.ORDER_NAMES[unit.order]
    return Badge("chit", text, words.BOOK + "orders.chit-list", command_table.ORDER_LETTERS[unit.order])


def _contact(view: State, unit: Unit) -> list[Row]:
    """Whom a unit has charged, or who has charged and pinned it."""
    charged = [field.unit_of(view, fight.defender).name for fight in view.fights if fight.charger == unit.id]
    pinned = [field.unit_of(view, fight.charger).name for fight in view.fights if fight.defender == unit.id]
    found: list[Row] = []
    if pinned:
        found.append(Row("Pinned by", listed(pinned), words.BOOK + "movement.pinned"))
    if charged:
        found.append(Row("In contact with", listed(charged), words.BOOK + "combat.only-by-charge"))
    return found


def _card(view: State, unit: Unit) -> list[Row]:
    """Everything known of a unit, with the clause behind each row."""
    guns = unit.kind == "battery"
    rows = [
        Row("Side", SIDES.get(unit.side, unit.side), words.BOOK + "setup.sides"),
        Row(
            "Guns" if guns else "Stands",
            f"{unit.stands} of {unit.start}",
            words.BOOK + ("setup.artillery-unit" if guns else "setup.unit-size"),
        ),
    ]
    if unit.stands < unit.had:
        rows.append(Row("Lost this turn", str(unit.had - unit.stands), words.BOOK + "shooting.close-up"))
    if not guns:
        rows.append(_half(view, unit))
    rows.append(_order_row(unit))
    rows.append(Row("Quality", plain(unit.quality), words.BOOK + "setup.quality"))
    if unit.weapon:
        rows.append(Row("Weapon", plain(unit.weapon), words.BOOK + "setup.weapons"))
    return rows + _ranges(view, unit) + _status(view, unit) + melee_told.domino_rows(view, unit)


def _half(view: State, unit: Unit) -> Row:
    """How far a unit is from half strength."""
    half = (unit.start + 1) // 2
    where = "" if view.settings.rout_from_fire else "in combat "
    text = f"{where}routs below {half}, {unit.stands - half} to spare" if unit.stands >= half else f"below {half}"
    return Row("Half strength", text, words.BOOK + "setup.half-strength")


def _order_row(unit: Unit) -> Row:
    if unit.routing:
        return Row("Order", "none: runs on", words.BOOK + "outcome.rout-move")
    if not unit.order:
        return Row("Order", "none yet", words.BOOK + "orders.one-chit")
    if unit.order == UNKNOWN:
        return Row("Order", "face down", words.BOOK + "orders.secret")
    shown = "" if unit.revealed else ", face down"
    return Row("Order", command_table.ORDER_NAMES[unit.order] + shown, words.BOOK + "orders.chit-list")


def _ranges(view: State, unit: Unit) -> list[Row]:
    """The range table of a unit's own arm and weapon."""
    reach = fire_rule.REACH.get(unit.weapon) if view.settings.weapon_effect == "range" else None
    rows: list[Row] = []
    for place, row in enumerate(fire_rule.BANDS[unit.kind]):
        limit = row.limit if reach is None else reach[place]
        rows.append(Row(f"{capital(row.name)}, to {words.inches(limit)}", f"{row.hits_on}+", row.clause))
    return rows


def _status(view: State, unit: Unit) -> list[Row]:
    rows: list[Row] = []
    if unit.routed:
        rows.append(
            Row("Has routed", f"turn {unit.routed}: {morale_told.after_rout(view)}", words.BOOK + "outcome.after-rout")
        )
    if unit.charging:
        rows.append(Row("Charging", field.unit_of(view, unit.charging).name, words.BOOK + "charge.declaration"))
    rows.extend(_contact(view, unit))
    if unit.moved:
        rows.append(Row("Moved", "this turn", words.BOOK + "movement.measuring"))
    if unit.shot:
        rows.append(Row("Fire", "used this turn", words.BOOK + "shooting.once-per-turn"))
    if unit.hits:
        rows.append(
            Row("Hit", f"{words.stands_named(unit.hits)} to come off", words.BOOK + "shooting.hit-removes-stand")
        )
    if unit.markers:
        rows.append(Row("Hit charging", fire_told.marker_words(unit.markers), words.BOOK + "chargefire.marker"))
    rows.extend([melee_told.verdict_line(view, verdict) for verdict in view.verdicts if verdict.unit == unit.id])
    return rows


def _goals(view: State) -> list[Marker]:
    return objectives.markers(view.goals, words.BOOK + "victory.points")


def _arrivals(view: State) -> list[Marker]:
    """Where reinforcements will come on, and when [setup.reinforcements]."""
    found: list[Marker] = []
    for unit in view.units:
        if unit.place == field.TO_ARRIVE:
            x, y = words.where(unit)
            text = f"{unit.name} comes on in turn {unit.due}"
            found.append(Marker("arrival", unit.side, x, y, text, clause=words.BOOK + "setup.reinforcements"))
    return found


def _zones(view: State) -> tuple[Overlay, ...]:
    return deployment.overlays(view.zones, words.BOOK + "setup.table-and-deployment")


def tell(view: State, event: object) -> Telling:
    """An event in words."""
    return told(TELLINGS, view, event)


def _turn_began(view: State, event: events.TurnBegan) -> Telling:
    return Telling(f"Turn {event.turn} of {view.turn_limit}.", hint="turn")


PHASES: Final = {
    "orders": "Orders",
    "initiative": "Initiative",
    "movement": "Movement",
    "shooting": "Shooting",
    "combat": "Hand-to-hand combat",
    "react": "React",
}


def _phase_began(view: State, event: events.PhaseBegan) -> Telling:
    return Telling(f"{PHASES.get(event.phase, capital(event.phase))}.", hint="phase")


TELLINGS: Final[Tellings] = {
    events.TurnBegan: _turn_began,
    events.PhaseBegan: _phase_began,
    **command_told.TELLINGS,
    **deployment_told.TELLINGS,
    **movement_told.TELLINGS,
    **charge_told.TELLINGS,
    **melee_told.TELLINGS,
    **fire_told.TELLINGS,
    **morale_told.TELLINGS,
    **victory_told.TELLINGS,
}
