"""What to draw of a table, and what to tell of an event: the outline."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings, told
from roundtop.battle.scene import Badge, Course, Marker, Overlay, Part, Piece, Scene, Telling, coursed
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, capital, numbered, plain
from roundtop.kit import deployment
from roundtop.rulebooks.skirmish import field, tables
from roundtop.rulebooks.skirmish.actions import rule as actions_rule
from roundtop.rulebooks.skirmish.actions import told as actions_told
from roundtop.rulebooks.skirmish.carrying import told as carrying_told
from roundtop.rulebooks.skirmish.charge import told as charge_told
from roundtop.rulebooks.skirmish.climbing import told as climbing_told
from roundtop.rulebooks.skirmish.command import told as command_told
from roundtop.rulebooks.skirmish.deployment import told as deployment_told
from roundtop.rulebooks.skirmish.detachment import told as detachment_told
from roundtop.rulebooks.skirmish.fire import told as fire_told
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.horses import told as horses_told
from roundtop.rulebooks.skirmish.melee import told as melee_told
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.morale import told as morale_told
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import rule as movement_rule
from roundtop.rulebooks.skirmish.movement import told as movement_told
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    BROKEN,
    COMMANDER,
    DEED,
    HORSE,
    NCO,
    NO_ADVANCE,
    OK,
    ON_TABLE,
    TO_ARRIVE,
    Figure,
    Group,
    State,
)
from roundtop.rulebooks.skirmish.victory import told as victory_told
from roundtop.rulebooks.skirmish.weapons import rule as weapons_rule
from roundtop.rulebooks.skirmish.words import BOOK, HALVES, ORDINALS, STATE_WORDS, glyph_of, group_name
from roundtop.table.course import stations
from roundtop.table.path import sweep

TELLINGS: Final[Tellings] = {
    **deployment_told.TELLINGS,
    **command_told.TELLINGS,
    **movement_told.TELLINGS,
    **actions_told.TELLINGS,
    **fire_told.TELLINGS,
    **horses_told.TELLINGS,
    **climbing_told.TELLINGS,
    **carrying_told.TELLINGS,
    **detachment_told.TELLINGS,
    **charge_told.TELLINGS,
    **morale_told.TELLINGS,
    **melee_told.TELLINGS,
    **victory_told.TELLINGS,
}


def scene(view: State) -> Scene:
    """The table as both sides see it."""
    standing = [figure for figure in view.figures.values() if field.able(figure)]
    return Scene(
        title=view.title,
        moment=moment(view),
        unit="cm",
        yards_per_unit=view.settings.yards_per_cm,
        ground=view.ground,
        pieces=tuple([piece(view, figure) for figure in standing]),
        markers=(*_goals(view), *_fallen(view), *_things(view), *_arrivals(view)),
        overlays=_zones(view) if view.phase == "set-up" else (),
        stakes=victory_told.stakes(view),
    )


def moment(view: State) -> str:
    """`Turn 3 of 12, the Union's first action phase`."""
    if view.outcome is not None:
        return capital(view.outcome.text)
    if view.phase == "set-up":
        return "Setting up"
    text = f"Turn {view.turn} of {view.turn_limit}, "
    if view.acting:
        number = ORDINALS[int(view.phase.rpartition(" ")[2])]
        return f"{text}{SIDES.get(view.acting, view.acting)} {number} action phase"
    return text + view.phase


def piece(view: State, figure: Figure) -> Piece:
    """A man, or a man and his horse, on a round base [setup.bases-and-measuring]."""
    size = 2.0 * field.radius(figure, view.settings)
    glyph = glyph_of(figure)
    group = field.group_of(view, figure.group)
    return Piece(
        id=figure.id,
        side=figure.side,
        name=figure.name,
        group=group.name,
        glyph=glyph,
        pose=figure.pose,
        width=size,
        depth=size,
        parts=(Part(figure.pose, size, size, glyph),),
        ghosts=(),
        badges=tuple(_badges(view, figure, group)),
        card=tuple(_card(view, figure, group)),
    )


def _badges(view: State, figure: Figure, group: Group) -> list[Badge]:
    """What has to be seen at a glance, the rest is on the card; a group's state once, but a rout on every back."""
    found: list[Badge] = []
    if group.state in BROKEN:
        words, clause = STATE_WORDS[group.state]
        found.append(Badge("rout", capital(words), BOOK + clause))
    elif _speaks(view, figure, group) and morale_rule.present(group.state, group.thrown, view.turn) != OK:
        words, clause = STATE_WORDS[group.state]
        shape = "head-down" if group.state == NO_ADVANCE else "fatigue"
        found.append(Badge(shape, capital(f"{group.name} {words}"), BOOK + clause))
    if figure.harm:
        found.append(Badge("hit", "Wounded: 1 action fewer", BOOK + "actions.allowance"))
    if figure.horse:
        found.append(Badge("hit", "Horse wounded: 1 ride a turn", BOOK + "shooting.horse-harm"))
    touched = field.in_contact(view, figure)
    if touched:
        found.append(Badge("pinned", "In contact", BOOK + "actions.in-contact"))
    found.extend(_worn(view, figure))
    if field.burdened(view, figure):
        row = carrying_told.burden_row(view, figure)
        found.append(Badge("chit", f"Carries: {row.value}", row.clause, "C"))
    if figure.acted and figure.side == view.acting:
        half = HALVES.get(figure.half)
        done = "Has acted in this phase"
        found.append(Badge("done", half or done, BOOK + ("actions.ride-and-act" if half else "turn.action-phases")))
    return found


def _worn(view: State, figure: Figure) -> list[Badge]:
    """What a man is drawn by: his rank, and his firearm levelled or across him."""
    found: list[Badge] = []
    if figure.role == COMMANDER:
        found.append(Badge("chief", "Force commander", BOOK + "setup.force-commander"))
    elif figure.role == NCO:
        found.append(Badge("nco", "NCO", BOOK + "setup.group-make-up"))
    if not figure.firearms:
        return found
    empty = [firearm for firearm in figure.firearms if firearm.progress < field.loads_needed(firearm, view)]
    clause = BOOK + "shooting.loading-progress"
    if len(empty) < len(figure.firearms):
        return [*found, Badge("loaded", "Loaded", clause)]
    return [*found, Badge("unloaded", f"Loading: {empty[0].progress} of {field.loads_needed(empty[0], view)}", clause)]


def _speaks(view: State, figure: Figure, group: Group) -> bool:
    """Whether a figure shows the state of its group: its NCO, or the first man where he is down."""
    if figure.id == group.nco:
        return True
    men = field.members(view, group.id)
    return group.nco not in [man.id for man in men] and bool(men) and men[0].id == figure.id


def _card(view: State, figure: Figure, group: Group) -> list[Row]:
    """Everything known of a figure, with the clause behind each row [setup.figure-record]."""
    rows = [Row("Side", SIDES.get(figure.side, figure.side)), _group_row(view, group)]
    if figure.arm == ANIMAL:
        return [*rows, Row("Animal", "moves only", BOOK + "movement.animals-actions")]
    if figure.role in (NCO, COMMANDER):
        clause = "setup.force-commander" if figure.role == COMMANDER else "setup.group-make-up"
        rows.append(Row("Role", "force commander" if figure.role == COMMANDER else "NCO", BOOK + clause))
    die = tables.quality_die(figure.quality, view.settings).name
    rows.append(Row("Class", f"{plain(figure.quality)}, {die}", BOOK + "setup.quality-classes"))
    rows.append(_actions_row(view, figure))
    rows.append(
        Row("Moves", f"{movement_rule.RATE_CM[figure.arm]:g} cm an action", f"{BOOK}movement.{figure.arm}-rate")
    )
    for firearm in figure.firearms:
        rows.extend(fire_told.firearm_rows(view, firearm))
    rows.append(Row("Fights with", plain(figure.melee), weapons_rule.MELEE[figure.melee]))
    return rows + _state_rows(view, figure, group)


def _group_row(view: State, group: Group) -> Row:
    able = len(field.members(view, group.id))
    text = f"{able} of {group.start} able" if able <= group.start else f"{able} able, others have joined it"
    return Row("Group", f"{group.name}, {text}", BOOK + "setup.group-make-up")


def _actions_row(view: State, figure: Figure) -> Row:
    left = field.left_to(view, figure)
    return Row("Actions", f"{left} of {actions_rule.ACTIONS - figure.harm} left", BOOK + "actions.allowance")


def _state_rows(view: State, figure: Figure, group: Group) -> list[Row]:
    rows: list[Row] = []
    if figure.harm:
        rows.append(Row("Harm", harm_rule.STATUS[figure.harm], BOOK + "shooting.harm-ladder"))
    if figure.horse:
        rows.append(Row("Horse", "wounded", BOOK + "shooting.horse-harm"))
    now = morale_rule.present(group.state, group.thrown, view.turn)
    if now != OK:
        words, clause = STATE_WORDS[now]
        rows.append(Row("Morale", words, BOOK + clause))
    if group.motion != "steady":
        rows.append(Row("Motion", group.motion, BOOK + "morale.motion"))
    if figure.burden:
        rows.append(carrying_told.burden_row(view, figure))
    if figure.straggling:
        rows.append(Row("Straggler", "must close up", BOOK + "movement.cohesion"))
    if figure.landing is not None:
        rows.append(Row("Climbing", numbered(figure.climbed, "action"), BOOK + "actions.climb"))
    return rows


def _goals(view: State) -> list[Marker]:
    """Objectives under the flag of whoever held them last [victory.tally]."""
    return [
        Marker("objective", goal.holder, goal.x, goal.y, goal.name + _held(goal.holder), clause=BOOK + "victory.tally")
        for goal in view.goals
    ]


def _held(holder: str) -> str:
    return f" ({SIDES.get(holder, holder)})" if holder else ""


def _fallen(view: State) -> list[Marker]:
    """Disabled men lie where they fell [melee.disabled]."""
    return [
        Marker(
            kind="hit",
            side=figure.side,
            x=figure.pose.x,
            y=figure.pose.y,
            text=f"{figure.name} lies disabled",
            clause=BOOK + "melee.disabled",
        )
        for figure in view.figures.values()
        if figure.harm == harm_rule.DISABLED and figure.place == ON_TABLE
    ]


def _things(view: State) -> list[Marker]:
    """Horses left standing, loads, deeds to be done, ladders."""
    clauses = {HORSE: "actions.horse-left-standing", DEED: "actions.other-deeds"}
    found: list[Marker] = []
    for thing in view.things:
        if thing.holder and thing.kind != DEED:
            continue
        clause = BOOK + clauses.get(thing.kind, "actions.carry-limits")
        found.append(
            Marker(thing.kind, thing.side, thing.x, thing.y, capital(thing.name) + _held(thing.holder), clause=clause)
        )
    return found


def _arrivals(view: State) -> list[Marker]:
    """Where groups will come on, and when [setup.reinforcements]."""
    found: dict[str, Marker] = {}
    for figure in view.figures.values():
        if figure.place == TO_ARRIVE and figure.entry is not None and figure.group not in found:
            x, y = figure.entry
            text = f"{group_name(view, figure.group)} comes on in turn {figure.due}"
            found[figure.group] = Marker("arrival", figure.side, x, y, text, clause=BOOK + "setup.reinforcements")
    return list(found.values())


def _zones(view: State) -> tuple[Overlay, ...]:
    return deployment.overlays(view.zones, BOOK + "setup.table-and-deployment")


def tell(view: State, event: object) -> Telling:
    """An event in words, as a whole sentence."""
    found = told(TELLINGS, view, event)
    return Telling(
        capital(found.text), found.places, rolls=found.rolls, tally=found.tally, hint=found.hint, side=found.side
    )


def courses(view: State, event: object) -> tuple[Course, ...]:
    """The way of a figure that went by more than one leg [movement.path]."""
    if not isinstance(event, movement_events.Moved) or len([one for one in event.manoeuvres if one.kind == "leg"]) < 2:
        return ()
    return coursed(event.figure, stations(sweep(event.start, 0.0, 0.0, event.manoeuvres)), event.end)
