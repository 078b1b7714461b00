"""Generals in words, and where a ride would lead."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Marched
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Badge, Part, Piece, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.generals import events, table
from roundtop.rulebooks.charge_boys.state import General, State
from roundtop.rulebooks.charge_boys.words import inches
from roundtop.table.measure import distance
from roundtop.table.path import Manoeuvre, track
from roundtop.table.pose import rounded_pose


def rider(view: State, general: General) -> Piece:
    """A mounted General [setup.general]."""
    wide, deep = view.settings.base_mounted_width, view.settings.base_mounted_depth
    rows = [Row("Side", SIDES.get(general.side, general.side), "charge-boys.setup.general")]
    where = field.unit_of(view, general.unit).name if general.unit else "nobody"
    rows.append(Row("With", where, "charge-boys.officer.with-unit"))
    rows.append(Row("Move", inches(tables.ALLOWANCE_IN["mounted"]), "charge-boys.move.mounted-officer"))
    badges = [Badge("done", "Has moved this turn", "charge-boys.turn.igougo-movement")] if general.acted else []
    return Piece(
        id=general.id,
        side=general.side,
        name=general.name,
        group=general.brigade,
        glyph="officer",
        pose=general.pose,
        width=wide,
        depth=deep,
        parts=(Part(general.pose, wide, deep, "officer"),),
        ghosts=(),
        badges=tuple(badges),
        card=tuple(rows),
        stars=1,
    )


def general_moved(view: State, event: events.GeneralMoved) -> Telling:
    general = field.general_of(view, event.general)
    if event.cause == "alone":
        text = f"{general.name} is left alone."
    elif event.unit:
        verb = "flees to" if event.cause == "flight" else "joins"
        text = f"{general.name} {verb} {field.unit_of(view, event.unit).name}."
    else:
        far = distance(event.start.x, event.start.y, event.end.x, event.end.y)
        text = f"{general.name} rides {inches(far)}."
    spots = ((event.start.x, event.start.y), (event.end.x, event.end.y))
    return Telling(text, spots, hint="move", side=general.side)


GENERAL_ENDS: Final = {
    "killed": ("falls", "officer.general-removed"),
    "captured": ("is taken prisoner", "officer.lone-general"),
    "left-table": ("is carried off the field", "officer.general-in-rout"),
}


def general_lost(view: State, event: events.GeneralLost) -> Telling:
    general = field.general_of(view, event.general)
    words, clause = GENERAL_ENDS[event.cause]
    spot_of = ((general.pose.x, general.pose.y),)
    return Telling(
        text=f"{general.name} {words}.",
        places=spot_of,
        tally=(Row("General lost", "", tables.BOOK + clause),),
        hint="remove",
        side=general.side,
    )


def preview_ride(view: State, step: events.MoveGeneral, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Marched):
        return None
    return preview_of_ride(view, field.general_of(view, step.general), answer.manoeuvres)


def preview_of_ride(view: State, general: General, manoeuvres: tuple[Manoeuvre, ...]) -> Preview:
    faults = tuple(table.ride_faults(view, general, manoeuvres))
    wide, deep = view.settings.base_mounted_width, view.settings.base_mounted_depth
    joins = [one.on for one in manoeuvres if one.kind == table.JOIN]
    known = [unit for unit in view.units if unit.id in joins]
    if joins and not known:
        return Preview(general.pose, (), reasons=faults)
    path = table.ride_path(view, general, manoeuvres)
    end = field.beside(known[0], view.settings) if known else rounded_pose(path.end)
    cost = Row("allowance used", f"{table.ride_cost(view, path):.1f}″ of 15″", "charge-boys.move.mounted-officer")
    return Preview(end, (Part(end, wide, deep, "officer"),), track=track(path, 0.0, 0.0), costs=(cost,), reasons=faults)


TELLINGS: Final[Tellings] = {
    events.GeneralMoved: general_moved,
    events.GeneralLost: general_lost,
}
