"""Charges in words, and what one would meet."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Chosen
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.tally import Row
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.charge import declare, events, rule
from roundtop.rulebooks.charge_boys.charge import way as charge_way
from roundtop.rulebooks.charge_boys.formation import told as formation_told
from roundtop.rulebooks.charge_boys.state import ON_TABLE, State
from roundtop.rulebooks.charge_boys.words import inches, of_unit, where
from roundtop.table.measure import distance
from roundtop.table.path import track
from roundtop.table.pose import Pose, rounded_pose


def charge_declared(view: State, event: events.ChargeDeclared) -> Telling:
    unit, target = field.unit_of(view, event.unit), field.unit_of(view, event.target)
    text = f"{unit.name} wishes to charge {target.name}" + (", in flank or rear." if event.flank else ".")
    clause = tables.BOOK + ("charge.flank" if event.flank else "charge.declare")
    tally = (Row("distance", inches(event.distance), clause),)
    return Telling(text, (where(unit), where(target)), tally=tally, hint="charge", side=unit.side)


CHARGE_ENDS: Final = {
    "out-of-reach": ("is too far away: the charge is not made", "core.measure"),
    "short": ("does not reach", "charge.sequence"),
    "gone": ("finds nobody to charge", "charge.sequence"),
    "shaken": ("is stopped by the fire", "charge.test-under-fire"),
    "repulsed": ("is repulsed", "melee.supplement"),
    "balked": ("does not charge", "morale.trigger-charge"),
    "caught": ("runs down", "melee.caught"),
}


def charge_fell(view: State, event: events.ChargeFell) -> Telling:
    unit = field.unit_of(view, event.unit)
    words, clause = CHARGE_ENDS[event.cause]
    text = f"{unit.name} {words}"
    if event.cause in ("short", "caught"):
        text += f" {field.unit_of(view, event.target).name}"
    return of_unit(view, event.unit, text + ".", "none", (Row("charge", event.cause, tables.BOOK + clause),))


def intercepted(view: State, event: events.Intercepted) -> Telling:
    unit, target = field.unit_of(view, event.unit), field.unit_of(view, event.target)
    tally = (Row("new target", target.name, "charge-boys.orders.charge-intercepted"),)
    text = f"{unit.name} runs into {target.name}, who becomes its target."
    return Telling(text, (where(unit), where(target)), tally=tally, hint="charge", side=unit.side)


def answered(view: State, event: events.Answered) -> Telling:
    words = {
        "stands": "stands to meet the charge",
        "gives-way": "gives way before the charge",
        "evades": "evades",
        "charges": "meets the charge with its own",
    }
    clause = "charge.evade-bonus" if event.met == "evades" else "charge.sequence"
    tally = (Row("charged", event.met, tables.BOOK + clause),)
    return of_unit(view, event.unit, f"{field.unit_of(view, event.unit).name} {words[event.met]}.", "none", tally)


def countercharged(view: State, event: events.Countercharged) -> Telling:
    unit, target = field.unit_of(view, event.unit), field.unit_of(view, event.target)
    tally = (Row("charged", "charges", "charge-boys.charge.countercharge"),)
    text = f"{unit.name} countercharges {target.name}."
    return Telling(text, (where(unit), where(target)), tally=tally, hint="charge", side=unit.side)


def reach_thrown(view: State, event: events.ReachThrown) -> Telling:
    unit = field.unit_of(view, event.unit)
    clause = "charge.bonus-cavalry" if unit.formation in tables.FORMATIONS[tables.CAVALRY] else "charge.bonus-infantry"
    tally = (
        Row("normal move", inches(event.reach - event.bonus), tables.BOOK + clause),
        Row("bonus", f"+{event.bonus}″", tables.BOOK + clause),
    )
    text = f"{unit.name} can reach {inches(event.reach)}."
    return of_unit(view=view, id=event.unit, text=text, hint="none", tally=tally, rolls=event.rolls)


def charges(view: State) -> list[Overlay]:
    """Charges under way."""
    found: list[Overlay] = []
    for unit in field.on_table(view):
        target = unit.turn.target
        if target and not field.foes_of(view, unit.id) and field.unit_of(view, target).place == ON_TABLE:
            foe = field.unit_of(view, target)
            points = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
            found.append(
                Overlay("line", unit.side, f"{unit.name} charges {foe.name}", points, "charge-boys.charge.sequence")
            )
    return found


def charge_there(view: State, step: events.Declare, player: str, pose: Pose) -> Answer:
    """The charge whose target is nearest to the hand."""
    near = [
        (
            distance(pose.x, pose.y, field.unit_of(view, target).pose.x, field.unit_of(view, target).pose.y),
            f"{charger}:{target}",
        )
        for charger, target in step.options
    ]
    return Chosen((min(near)[1],))


def preview_charge(view: State, step: events.Declare, player: str, answer: Answer) -> Preview | None:
    return charged(view, answer.keys[0]) if isinstance(answer, Chosen) else None


def charged(view: State, key: str) -> Preview | None:
    charger, _, target = key.partition(":")
    units = [unit for unit in view.units if unit.id in (charger, target)]
    if len(units) != 2:
        return None
    unit, foe = field.unit_of(view, charger), field.unit_of(view, target)
    way = charge_way.charge_way(view, unit, foe, rule.greatest_reach(unit.formation, field.mounted(unit)) + 6.0)
    if way is None:
        return None
    end = copy(unit)
    end.pose = rounded_pose(way.path.end)
    end.trail = ()
    most = rule.greatest_reach(unit.formation, field.mounted(unit))
    rows = (
        Row("the way costs", f"{way.cost:.1f}″", "charge-boys.charge.alignment"),
        Row(
            "reach",
            f"{tables.ALLOWANCE_IN[unit.formation]:g}″ and dice, at most {most:g}″",
            "charge-boys.charge.sequence",
        ),
    )
    side = "front" if declare.frontal(view, unit, foe) else "flank or rear"
    meets = (Row("meets", f"{foe.name}, {side}", "charge-boys.charge.flank"),)
    return Preview(
        end.pose, formation_told.parts_of(view, end), track=track(way.path, 0.0, 0.0), costs=rows, crosses=meets
    )


TELLINGS: Final[Tellings] = {
    events.ChargeDeclared: charge_declared,
    events.ChargeFell: charge_fell,
    events.Intercepted: intercepted,
    events.Answered: answered,
    events.Countercharged: countercharged,
    events.ReachThrown: reach_thrown,
}
