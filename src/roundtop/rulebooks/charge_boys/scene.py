"""What to draw of a view, and what to tell of an event. Reads nothing that the view or the event does not show."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings, told
from roundtop.battle.scene import Badge, Course, Piece, Scene, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES, SIDES, capital, listed, numbered, plain, verb_of
from roundtop.rulebooks.charge_boys import field, tables, words
from roundtop.rulebooks.charge_boys.arrivals import told as arrivals_told
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.artillery import told as artillery_told
from roundtop.rulebooks.charge_boys.casualties import told as casualties_told
from roundtop.rulebooks.charge_boys.charge import told as charge_told
from roundtop.rulebooks.charge_boys.deployment import told as deployment_told
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.fire import told as fire_told
from roundtop.rulebooks.charge_boys.formation import rule as formation_rule
from roundtop.rulebooks.charge_boys.formation import told as formation_told
from roundtop.rulebooks.charge_boys.generals import told as generals_told
from roundtop.rulebooks.charge_boys.initiative import told as initiative_told
from roundtop.rulebooks.charge_boys.melee import told as melee_told
from roundtop.rulebooks.charge_boys.morale import told as morale_told
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import told as movement_told
from roundtop.rulebooks.charge_boys.orders import events as orders_events
from roundtop.rulebooks.charge_boys.orders import told as orders_told
from roundtop.rulebooks.charge_boys.pursuit import told as pursuit_told
from roundtop.rulebooks.charge_boys.state import MANNED, ON_TABLE, SECRET, State, Unit
from roundtop.rulebooks.charge_boys.victory import told as victory_told

GLYPHS: Final = {"infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery"}


def scene(view: State) -> Scene:
    """The table as the owner of a view sees it."""
    pieces = [piece(view, unit) for unit in field.on_table(view)]
    pieces.extend([generals_told.rider(view, general) for general in view.generals if general.place == ON_TABLE])
    return Scene(
        title=view.title,
        moment=moment(view),
        unit="inch",
        yards_per_unit=view.settings.yards_per_inch,
        ground=view.ground,
        pieces=tuple(pieces),
        markers=(*victory_told.goals(view), *arrivals_told.arrivals(view), *artillery_told.guns_left(view)),
        overlays=(*(deployment_told.zones(view) if view.phase == "set-up" else ()), *charge_told.charges(view)),
        stakes=victory_told.stakes(view),
    )


def moment(view: State) -> str:
    """`Turn 3 of 12, movement: the Union moves first`."""
    if view.outcome is not None:
        return capital(view.outcome.text)
    if view.phase == "set-up":
        return "Setting up"
    text = f"Turn {view.turn} of {view.turn_limit}, {words.PHASES.get(view.phase, view.phase)}"
    if view.phase in ("initiative", "orders") or not view.first:
        return text
    return f"{text}: {ARMIES.get(view.first, view.first)} {verb_of(view.first, 'move')} first"


def piece(view: State, unit: Unit) -> Piece:
    """A unit with every figure to scale [core.remove-figures, setup.bases]."""
    front, deep = field.size(unit, view.settings)
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        group=unit.brigade,
        glyph=GLYPHS[unit.arm],
        pose=unit.pose,
        width=front,
        depth=deep,
        parts=formation_told.parts_of(view, unit),
        ghosts=formation_told.ghosts_of(view, unit),
        badges=tuple(_badges(view, unit)),
        card=tuple(_card(view, unit)),
        strength=str(field.strength(unit)),
    )


def _badges(view: State, unit: Unit) -> list[Badge]:
    """States as shapes, each with its words and clause."""
    found: list[Badge] = []
    mettle = unit.mettle
    if mettle.state == tables.ROUTING:
        found.append(Badge("rout", "Routing", "charge-boys.rout.behaviour"))
    if mettle.state == tables.HALTED:
        found.append(Badge("pinned", f"Halted: tests again in turn {mettle.retest}", "charge-boys.morale.result-halt"))
    if mettle.state == tables.RETIRED:
        found.append(
            Badge("head-down", f"Retired: tests again in turn {mettle.retest}", "charge-boys.morale.result-retire")
        )
    if mettle.disordered and mettle.state != tables.ROUTING:
        found.append(Badge("disorder", "Disordered: has to re-order", "charge-boys.morale.disordered-effect"))
    foes = [field.unit_of(view, id).name for id in field.foes_of(view, unit.id)]
    if foes:
        found.append(Badge("pinned", f"In melee with {listed(foes)}", "charge-boys.melee.draw"))
    if unit.turn.volleys:
        found.append(Badge("smoke", "Has fired this turn", "charge-boys.musketry.once-per-turn"))
    if unit.turn.fell:
        found.append(
            Badge(
                shape="hit",
                text=f"{numbered(unit.turn.fell, 'figure')} to come off",
                clause="charge-boys.turn.simultaneous-fire",
                count=unit.turn.fell,
            )
        )
    if unit.turn.acted:
        found.append(Badge("done", "Has moved or acted this turn", "charge-boys.turn.igougo-movement"))
    if unit.order == SECRET:
        found.append(Badge("face-down", "Its order is written", "charge-boys.orders.writing"))
    elif unit.order:
        text = f"Ordered: {words.order_words(view, unit.order)}"
        mark = "".join([one.kind[0].upper() for one in unit.order[:2]])
        found.append(Badge("chit", text, "charge-boys.orders.vocabulary", mark))
    return found


def _card(view: State, unit: Unit) -> list[Row]:
    """Everything known of a unit, with the clause behind each row."""
    rows = [
        Row("Side", SIDES.get(unit.side, unit.side), "charge-boys.setup.organisation"),
        Row("Figures", f"{field.strength(unit)} of {unit.start}", "charge-boys.core.remove-figures"),
        Row("Quality", plain(unit.quality), "charge-boys.setup.quality"),
        Row(
            "Formation",
            capital(words.NAMES[unit.formation]),
            formation_rule.FORMATION_CLAUSES.get(unit.formation, "charge-boys.setup.battery"),
        ),
        Row("Move", words.inches(tables.ALLOWANCE_IN[unit.formation]), tables.ALLOWANCE_CLAUSES[unit.formation]),
    ]
    if unit.arm == tables.ARTILLERY:
        manned = [gun for gun in unit.guns if gun.fate == MANNED]
        crews = listed([str(gun.crew) for gun in manned]) or "none"
        rows.append(
            Row("Guns manned", f"{len(manned)} of {len(unit.guns)}, crews {crews}", "charge-boys.setup.battery")
        )
        rows.append(
            Row(
                plain(unit.gun),
                f"to {words.inches(artillery_rule.REACH_IN[unit.gun])}",
                artillery_rule.REACH_CLAUSES[unit.gun],
            )
        )
    else:
        rows.append(_roles(unit))
        rows.extend(_arms(view, unit))
    rows.append(Row("First-shot test", unit.mettle.first_shot, "charge-boys.morale.first-trigger"))
    return rows + morale_told.state_rows(view, unit)


def _roles(unit: Unit) -> Row:
    parts = [numbered(unit.officers, "officer")]
    if unit.colours:
        parts.append("colour")
    if unit.drummers:
        parts.append("drummer")
    parts.append(f"{unit.men} men" + (f", {unit.holders} of all holding horses" if unit.holders else ""))
    return Row("Of these", listed(parts), "charge-boys.setup.command-figures")


def _arms(view: State, unit: Unit) -> list[Row]:
    if unit.weapon == fire_rule.UNARMED:
        return [Row("Weapon", "no firearm", "charge-boys.setup.weapon")]
    weapon = fire_rule.WEAPONS[unit.weapon]
    third = weapon.reach / 3
    rows = [
        Row(
            plain(unit.weapon),
            f"{words.inches(third)}, {words.inches(2 * third)}, {words.inches(weapon.reach)}",
            weapon.clause,
        )
    ]
    if fire_rule.has_buck(unit.weapon, view.settings):
        rows.append(Row("Buck and ball", numbered(unit.buck, "round"), "charge-boys.musketry.buck-rounds"))
    if not unit.has_fired:
        rows.append(Row("First fire", "still to come, +1", "charge-boys.musketry.first-fire"))
    return rows


def tell(view: State, event: object) -> Telling:
    """A sentence for every event, where it happened, its dice and its modifiers."""
    return told(TELLINGS, view, event)


def courses(view: State, event: object) -> tuple[Course, ...]:
    """The ways of those who did not go straight; a march by written orders is seen impulse by impulse."""
    if isinstance(event, orders_events.ImpulseMade):
        marching = [(id, pose) for id, pose in event.places if not movement_told.in_column(view, id)]
        return tuple([Course(id, (pose,)) for id, pose in marching])
    if isinstance(event, orders_events.Strode):
        return (Course(event.unit, (event.pose,)),)
    if isinstance(event, movement_events.Moved) and event.cause != "ordered":
        return movement_told.course(view, field.unit_of(view, event.unit), event)
    return ()


TELLINGS: Final[Tellings] = {
    **deployment_told.TELLINGS,
    **initiative_told.TELLINGS,
    **orders_told.TELLINGS,
    **movement_told.TELLINGS,
    **formation_told.TELLINGS,
    **generals_told.TELLINGS,
    **charge_told.TELLINGS,
    **morale_told.TELLINGS,
    **fire_told.TELLINGS,
    **casualties_told.TELLINGS,
    **melee_told.TELLINGS,
    **pursuit_told.TELLINGS,
    **artillery_told.TELLINGS,
    **victory_told.TELLINGS,
}
