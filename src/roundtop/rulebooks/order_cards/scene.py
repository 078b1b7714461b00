"""What to draw of a view, and which chapter tells of an event. Reads nothing that they do not show."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings, told
from roundtop.battle.scene import Badge, Course, Piece, Scene, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, capital, listed, numbered, plain
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.barriers import told as barriers_told
from roundtop.rulebooks.order_cards.cards import told as cards_told
from roundtop.rulebooks.order_cards.charge import told as charge_told
from roundtop.rulebooks.order_cards.command import told as command_told
from roundtop.rulebooks.order_cards.deployment import told as deployment_told
from roundtop.rulebooks.order_cards.fire import told as fire_told
from roundtop.rulebooks.order_cards.formation import told as formation_told
from roundtop.rulebooks.order_cards.melee import told as melee_told
from roundtop.rulebooks.order_cards.morale import told as morale_told
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.movement import told as movement_told
from roundtop.rulebooks.order_cards.prisoners import told as prisoners_told
from roundtop.rulebooks.order_cards.rally import told as rally_told
from roundtop.rulebooks.order_cards.sight import events as sight_events
from roundtop.rulebooks.order_cards.sight import told as sight_told
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.rulebooks.order_cards.supply import told as supply_told
from roundtop.rulebooks.order_cards.victory import told as victory_told


def scene(view: State) -> Scene:
    """The table as the owner of a view sees it."""
    return Scene(
        title=view.title,
        moment=moment(view),
        unit="inch",
        yards_per_unit=view.settings.yards_per_inch,
        ground=view.ground,
        pieces=(
            *[piece(view, unit) for unit in field.on_table(view)],
            *[command_told.officer_piece(view, officer) for officer in field.officers_on(view)],
            *[command_told.rider_piece(view, rider) for rider in view.messengers],
        ),
        markers=(
            *victory_told.goals(view),
            *deployment_told.arrivals(view),
            *sight_told.sightings(view),
            *victory_told.guns(view),
        ),
        overlays=(*(deployment_told.zones(view) if view.phase == "set-up" else ()), *charge_told.charges(view)),
        stakes=victory_told.stakes(view),
        hands=cards_told.laid(view),
    )


def moment(view: State) -> str:
    """`Set 2 of 6, turn 13: the Union plays Advance`."""
    if view.outcome is not None:
        return capital(view.outcome.text)
    if view.phase == "set-up":
        return "Setting up"
    text = f"Set {view.set} of {view.sets}"
    if view.phase == "sets":
        ready = [hand.player for hand in view.hands if hand.cards]
        return (
            text
            + ": cards are laid"
            + (f", {listed([words.player_named(view, p) for p in ready])} ready" if ready else "")
        )
    if not view.side:
        return text
    shown = [(hand, field.card_of(view, hand.player)) for hand in view.hands if hand.side == view.side and hand.turned]
    played = [f"{words.player_named(view, hand.player)}: {card.name}" for hand, card in shown]
    return f"{text}, turn {view.turn}: {listed(played)}"


def piece(view: State, unit: Unit) -> Piece:
    """A unit, every stand to scale where it stands [setup.bases, formation.list]."""
    across, deep = field.size_of(unit)
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        group=unit.brigade,
        glyph=movement_told.glyph_of(unit),
        pose=unit.pose,
        width=across,
        depth=deep,
        parts=movement_told.parts_of(unit),
        ghosts=(),
        badges=tuple(_badges(view, unit)),
        card=tuple(_card(view, unit)),
        strength=str(unit.stands),
    )


def _badges(view: State, unit: Unit) -> list[Badge]:
    """States as shapes, each with its words and clause; nerve first, then smoke."""
    found: list[Badge] = []
    if unit.state == tables.ROUTING:
        found.append(Badge("rout", "Routing: runs for its own edge", tables.BOOK + "morale.rout-state"))
    elif unit.state == tables.HEAD_DOWN:
        goes = "in position" if unit.in_position else "must fall back into cover"
        found.append(Badge("head-down", f"Head down, {goes}", tables.BOOK + "morale.head-down-state"))
    if unit.disordered and unit.state != tables.ROUTING:
        found.append(Badge("disorder", "In disorder", tables.BOOK + "formation.disorder-effects"))
    if unit.ammo == tables.LOW:
        found.append(Badge("smoke", "White smoke: low on ammunition", tables.BOOK + "supply.states"))
    elif unit.ammo == tables.OUT:
        found.append(Badge("low-ammunition", "Black smoke: out of ammunition", tables.BOOK + "supply.states"))
    if field.melee_of(view, unit.id) is not None:
        found.append(Badge("pinned", "In contact: a melee is to be fought", tables.BOOK + "turn.coordination"))
    if unit.owes:
        found.append(Badge("fatigue", "Owes a compulsory move", tables.BOOK + "turn.free-sequence"))
    if unit.side == view.side and view.phase == "cards":
        done = cards_told.done_words(unit)
        if done:
            found.append(Badge("done", done, tables.BOOK + "turn.free-sequence"))
        found.extend([cards_told.tag(row) for row in cards_told.allowed(view, unit) if row.value != cards_told.SPENT])
    return found


def _card(view: State, unit: Unit) -> list[Row]:
    """Everything known of a unit, with the clause behind each row."""
    rows = [
        Row("Side", SIDES.get(unit.side, unit.side), tables.BOOK + "setup.organisation"),
        Row("Stands", f"{unit.stands} of {unit.start}", tables.BOOK + "setup.roster-boxes"),
        Row(
            "Boxes circled",
            f"{unit.circled} of {field.boxes_of(unit, view.settings)}",
            tables.BOOK + "setup.roster-boxes",
        ),
    ]
    if unit.captive:
        rows.append(
            Row("Leads away", f"{numbered(unit.load, 'stand')} of prisoners", tables.BOOK + "prisoners.led-away")
        )
        return rows
    if unit.arm == tables.WAGON:
        if view.settings.supply_wagons:
            rows.append(Row("Supplies", numbered(unit.load, "point"), tables.BOOK + "supply.limit"))
        return rows + cards_told.allowed(view, unit)
    if unit.guards:
        rows.append(Row("Guards away", numbered(unit.guards, "stand"), tables.BOOK + "prisoners.guards"))
    rows.append(morale_told.morale_row(view, unit))
    rows.append(Row("Formation", formation_told.formation(unit), tables.BOOK + "formation.list"))
    rows.append(Row("State", unit.state.replace("-", " "), tables.BOOK + "morale.fire-check-failed"))
    rows.append(Row("Ammunition", unit.ammo, tables.BOOK + "supply.states"))
    if unit.weapon:
        rows.append(Row("Weapon", plain(unit.weapon), tables.BOOK + "setup.muster-weapons"))
    rows.extend(fire_told.ranges(unit))
    rows.extend(cards_told.allowed(view, unit))
    if unit.target:
        rows.append(Row("Charging", field.named(view, unit.target), tables.BOOK + "charge.short"))
    if unit.mass and unit.disordered:
        rows.append(Row("Mass", "losses by fire are shared", tables.BOOK + "fire.massed-target"))
    return rows


def tell(view: State, event: object) -> Telling:
    """An event in words. The view may be later than the event, so numbers are taken from the event alone."""
    return told(TELLINGS, view, event)


def _unnoticed(view: State, event: sight_events.Unnoticed) -> Telling:
    """Events of which the enemy notices nothing, told as one."""
    told = [tell(view, one) for one in event.events]
    return Telling(
        text=" ".join([one.text for one in told]),
        places=tuple([place for one in told for place in one.places]),
        rolls=tuple([roll for one in told for roll in one.rolls]),
        tally=tuple([row for one in told for row in one.tally]),
        hint=told[0].hint if told else "none",
        side=told[0].side if told else "",
    )


def courses(view: State, event: object) -> tuple[Course, ...]:
    """The ways of units that did not go straight."""
    if isinstance(event, sight_events.Unnoticed):
        return tuple([found for one in event.events for found in courses(view, one)])
    if isinstance(event, movement_events.Moved):
        for unit in view.units:
            if unit.id == event.unit:
                return movement_told.course(unit, event)
    return ()


TELLINGS: Final[Tellings] = {
    sight_events.Unnoticed: _unnoticed,
    **deployment_told.TELLINGS,
    **cards_told.TELLINGS,
    **movement_told.TELLINGS,
    **formation_told.TELLINGS,
    **charge_told.TELLINGS,
    **fire_told.TELLINGS,
    **morale_told.TELLINGS,
    **rally_told.TELLINGS,
    **melee_told.TELLINGS,
    **command_told.TELLINGS,
    **prisoners_told.TELLINGS,
    **victory_told.TELLINGS,
    **supply_told.TELLINGS,
    **barriers_told.TELLINGS,
    **sight_told.TELLINGS,
}
