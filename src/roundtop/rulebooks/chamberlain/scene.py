"""What to draw of a view, and what to tell of an event. Reads nothing that the view or the event does not show."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings, told
from roundtop.battle.scene import Badge, Course, Part, Piece, Scene, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, capital, plain
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.action import told as action_told
from roundtop.rulebooks.chamberlain.activation import told as activation_told
from roundtop.rulebooks.chamberlain.artillery import told as artillery_told
from roundtop.rulebooks.chamberlain.charge import told as charge_told
from roundtop.rulebooks.chamberlain.command import told as command_told
from roundtop.rulebooks.chamberlain.concealment import told as concealment_told
from roundtop.rulebooks.chamberlain.deployment import told as deployment_told
from roundtop.rulebooks.chamberlain.fire import told as fire_told
from roundtop.rulebooks.chamberlain.melee import told as melee_told
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.morale import told as morale_told
from roundtop.rulebooks.chamberlain.movement import events as movement_events
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.movement import told as movement_told
from roundtop.rulebooks.chamberlain.phases import told as phases_told
from roundtop.rulebooks.chamberlain.reinforcements import told as reinforcements_told
from roundtop.rulebooks.chamberlain.retreat import told as retreat_told
from roundtop.rulebooks.chamberlain.state import UNKNOWN, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.rulebooks.chamberlain.victory import told as victory_told
from roundtop.rulebooks.chamberlain.words import BOOK, TRAITS, arm_words, bw, glyph_of, traits_named


def scene(view: State) -> Scene:
    """The table as the owner of a view sees it."""
    pieces = [piece(view, unit) for unit in field.on_table(view)]
    for officer in view.officers:
        found = command_told.officer_piece(view, officer)
        if found is not None:
            pieces.append(found)
    return Scene(
        title=view.title,
        moment=phases_told.moment(view),
        unit="BW",
        yards_per_unit=view.yards,
        ground=view.field,
        pieces=tuple(pieces),
        markers=(*victory_told.goals(view), *reinforcements_told.arrivals(view)),
        overlays=(*(deployment_told.zones(view) if view.phase == "set-up" else ()), *charge_told.charges(view)),
        stakes=victory_told.stakes(view, tuple(phases_told.PHASES.values()), phases_told.place(view)),
    )


def piece(view: State, unit: Unit) -> Piece:
    """One base to scale; an enemy's blind shows its place and facing and nothing else [conceal.what-is-hidden]."""
    depth = view.settings.setup_unit_depth
    pose = field.middle(unit.pose, view.settings)
    glyph = glyph_of(unit)
    blind = unit.name == UNKNOWN
    return Piece(
        id=unit.id,
        side=unit.side,
        name="Blind" if blind else unit.name,
        group="" if blind else field.force_name(view, unit.force),
        glyph=glyph,
        pose=pose,
        width=terrain_rule.BASE_WIDTH,
        depth=depth,
        parts=(Part(pose, terrain_rule.BASE_WIDTH, depth, glyph),),
        ghosts=(),
        badges=tuple(_badges(view, unit)),
        card=tuple(_card(view, unit)),
        strength="" if blind else str(unit.ammo or tables.current_elan(unit.elan, unit.fatigue)),
    )


def _badges(view: State, unit: Unit) -> list[Badge]:
    """States as shapes, each with its words and clause."""
    if unit.name == UNKNOWN:
        return [Badge("hidden", "Concealed: nobody knows who this is", BOOK + "conceal.what-is-hidden")]
    found: list[Badge] = []
    if unit.concealed:
        found.append(Badge("hidden", "Concealed: the enemy sees a blind", BOOK + "conceal.what-is-hidden"))
    if unit.fatigue:
        left = f"elan {tables.current_elan(unit.elan, unit.fatigue)} of {unit.elan}"
        found.append(Badge("fatigue", f"{unit.fatigue} fatigue: {left}", BOOK + "fatigue.effect", "", unit.fatigue))
    if unit.arm in tables.GUNS and unit.ammo < unit.start_ammo:
        text = f"Ammunition {unit.ammo} of {unit.start_ammo}"
        found.append(Badge("low-ammunition", text, BOOK + "art.mark-ammo"))
    if unit.id in view.waiting:
        found.append(Badge("chit", "Activated: go", BOOK + "activate.action", "G"))
    if unit.moved in movement_told.MOVES:
        words, clause = movement_told.MOVES[unit.moved]
        found.append(Badge("done", words, BOOK + clause))
    if unit.fired:
        found.append(Badge("smoke", "Has used its fire this turn", BOOK + "fire.who"))
    if melee_told.fights(view, unit):
        found.append(Badge("pinned", "To be fought in the Combat Phase", BOOK + "turn.combat-phase"))
    if unit.limbered and unit.arm in tables.GUNS:
        found.append(Badge("head-down", "Limbered", BOOK + "move.limber-state"))
    return found


def _card(view: State, unit: Unit) -> list[Row]:
    """Everything known of a unit, with the clause behind each row."""
    rows = [Row("Side", SIDES.get(unit.side, unit.side), BOOK + "turn.active-passive")]
    if unit.name == UNKNOWN:
        rows.append(Row("Unit", "concealed", BOOK + "conceal.what-is-hidden"))
        return rows
    rows.append(Row("Arm", arm_words(unit), BOOK + "setup.arms"))
    rows.append(Row("Force", field.force_name(view, unit.force), BOOK + "setup.force"))
    rows.extend(_strength(view, unit))
    if unit.arm not in tables.GUNS:
        rows.append(_weapon_row(unit))
    rows.extend([Row("Trait", TRAITS[trait][0], BOOK + TRAITS[trait][1]) for trait in unit.traits])
    for officer in field.officers_for(view, unit.id):
        lent = "" if officer.unit == unit.id else ", from the next unit"
        rows.append(Row("Officer", f"{officer.name} ({traits_named(officer.traits)}){lent}", BOOK + "command.attached"))
    rate = movement_rule.rate_of(unit.arm, unit.mounted)
    rows.append(Row("Moves", f"{bw(rate.simple)}, difficult {bw(rate.difficult)}", rate.clause))
    if unit.reserve_used:
        rows.append(Row("Reserve move", "made", BOOK + "move.reserve-once"))
    if unit.concealed:
        rows.append(Row("Concealed", "the enemy sees a blind", BOOK + "conceal.what-is-hidden"))
    return rows


def _strength(view: State, unit: Unit) -> list[Row]:
    if unit.arm in tables.GUNS:
        dice = tables.ammo_dice(unit.ammo, view.settings)
        return [
            Row("Ammunition", f"{unit.ammo} of {unit.start_ammo}", BOOK + "unit.ammo"),
            Row("Dice", str(dice), BOOK + "art.dice"),
        ]
    left = tables.current_elan(unit.elan, unit.fatigue)
    status = morale_rule.status_of(unit.elan, unit.fatigue, view.settings)
    clause = {"fresh": "fatigue.fresh", "fatigued": "fatigue.fatigued", "broken": "fatigue.broken"}
    return [
        Row("Elan", f"{left} of {unit.elan}", BOOK + "unit.elan"),
        Row("Fatigue", f"{unit.fatigue} ({status})", BOOK + clause.get(status, "fatigue.effect")),
    ]


def _weapon_row(unit: Unit) -> Row:
    weapon = tables.WEAPONS[unit.weapon]
    note = f" {weapon.note}" if weapon.note not in ("", "none") else ""
    reach = f", to {bw(weapon.reach)}" if weapon.reach else ", no fire"
    return Row("Weapon", f"{plain(unit.weapon)}{note}{reach}", weapon.clause)


def tell(view: State, event: object) -> Telling:
    """An event in words."""
    said = told(TELLINGS, view, event)
    return Telling(capital(said.text), said.places, rolls=said.rolls, tally=said.tally, hint=said.hint, side=said.side)


def courses(view: State, event: object) -> tuple[Course, ...]:
    """The way of whatever did not go straight."""
    return movement_told.courses(view, event) if isinstance(event, movement_events.Moved) else ()


TELLINGS: Final[Tellings] = {
    **deployment_told.TELLINGS,
    **phases_told.TELLINGS,
    **concealment_told.TELLINGS,
    **reinforcements_told.TELLINGS,
    **command_told.TELLINGS,
    **activation_told.TELLINGS,
    **action_told.TELLINGS,
    **movement_told.TELLINGS,
    **retreat_told.TELLINGS,
    **morale_told.TELLINGS,
    **charge_told.TELLINGS,
    **fire_told.TELLINGS,
    **artillery_told.TELLINGS,
    **melee_told.TELLINGS,
    **victory_told.TELLINGS,
}
