"""Charges in words, and measured beforehand where the house rule allows it."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Assigned, Chosen, Marched, Reason
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import listed
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.charge import events, rule, table
from roundtop.rulebooks.order_cards.charge import plan as charge_plan
from roundtop.rulebooks.order_cards.movement import told as movement_told
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.rulebooks.order_cards.words import telling_of
from roundtop.table.measure import bearing, distance, turn_between
from roundtop.table.path import track
from roundtop.table.pose import Point, Pose


def waived(view: State, event: events.Waived) -> Telling:
    tally = (Row("charge waived", "", tables.BOOK + "charge.reach-not-shown"),)
    return telling_of(view, event.unit, f"{field.named(view, event.unit)} will not charge on this card.", "none", tally)


def charge_declared(view: State, event: events.ChargeDeclared) -> Telling:
    turns = [f"{abs(by) / 100:g}° to the {'right' if by > 0 else 'left'}" for by in (event.wheel, *event.then) if by]
    wheel = f", wheeling {listed(turns)}" if turns else ""
    text = f"{field.named(view, event.unit)} declares a charge on {field.named(view, event.target)}{wheel}."
    tally = (Row("extra inches at most", str(event.extra), tables.BOOK + "charge.declare"),)
    return Telling(
        text=text,
        places=field.spots(view, event.unit, event.target),
        tally=tally,
        hint="charge",
        side=field.side_of(view, event.unit),
    )


def charge_short(view: State, event: events.ChargeShort) -> Telling:
    text = f"{field.named(view, event.unit)} falls short of {field.named(view, event.target)} and is in disorder."
    return telling_of(
        view, event.unit, text, "charge", (Row("bonus left", f"+{event.bonus}", tables.BOOK + "charge.short"),)
    )


def contact_made(view: State, event: events.ContactMade) -> Telling:
    attack = event.attack
    struck = listed([field.named(view, id) for id in event.defenders])
    side = "" if attack.zone == "front" else f" in the {attack.zone}"
    text = f"{field.named(view, attack.unit)} strikes {struck}{side}: the charge goes home."
    rows = [Row("touched", attack.zone, tables.BOOK + "charge.facing-zones")]
    rows.append(Row("bonus left", f"+{attack.bonus}", tables.BOOK + "charge.bonus-for-distance"))
    if attack.cover:
        rows.append(Row("across", attack.cover.replace("-", " "), tables.BOOK + "charge.one-base-contact"))
    places = field.spots(view, attack.unit, *event.defenders)
    return Telling(text, places, tally=tuple(rows), hint="charge", side=field.side_of(view, attack.unit))


def charges(view: State) -> list[Overlay]:
    """Charges that fell short and may go on, as lines to whom they are after [charge.short]."""
    found: list[Overlay] = []
    for unit in field.on_table(view):
        targets = [other for other in field.on_table(view) if other.id == unit.target]
        if targets and field.melee_of(view, unit.id) is None:
            line = ((unit.pose.x, unit.pose.y), (targets[0].pose.x, targets[0].pose.y))
            found.append(Overlay("line", unit.side, f"{unit.name} charges", line, tables.BOOK + "charge.short"))
    return found


def propose(view: State, step: events.DeclareCharge, player: str, pose: Pose) -> Answer | None:
    """The target nearest to where a hand points."""
    unit = field.unit_of(view, step.unit)
    foes = table.charge_targets(view, unit, field.card_of(view, unit.player))
    ranked = sorted([(distance(pose.x, pose.y, foe.pose.x, foe.pose.y), foe.id) for foe in foes])
    return Chosen((ranked[0][1],)) if ranked else None


def propose_wheel(view: State, step: events.WheelCharge, player: str, pose: Pose) -> Answer:
    """The wheel that points the line where a hand points."""
    unit = field.unit_of(view, step.unit)
    by = turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, pose.x, pose.y))
    most = charge_plan.most_wheel(view, unit, field.card_of(view, unit.player))
    return Marched(table.wheel_manoeuvres(max(-most, min(most, by))))


def preview_aim(view: State, step: events.AimCharge, player: str, answer: Answer) -> Preview | None:
    assert isinstance(answer, Assigned)
    given = dict(answer.pairs)
    if given.get("wheel", table.BY_HAND) == table.BY_HAND or "extra" not in given:
        return None
    return _preview(view, step.unit, step.target, (table.wheel_of(view, step, given["wheel"]),), int(given["extra"]))


def preview_wheels(view: State, step: events.WheelCharge, player: str, answer: Answer) -> Preview | None:
    assert isinstance(answer, Marched)
    turns = tuple([one.by for one in answer.manoeuvres]) or (0,)
    return _preview(view, step.unit, step.target, turns, step.extra)


def _preview(view: State, id: str, target: str, wheels: tuple[int, ...], extra: int) -> Preview | None:
    """A charge measured before it is declared, where the house rule allows it [charge.reach-not-shown]."""
    if not view.settings.premeasure_charges:
        return None
    unit = field.unit_of(view, id)
    foe = field.unit_of(view, target)
    plan = charge_plan.plan_charge(view, unit, foe, wheels[0], extra, then=wheels[1:])
    if plan.refusal:
        return Preview(unit.pose, movement_told.parts_of(unit), reasons=(Reason(plan.text, plan.refusal),))
    rows = (
        Row("wheel", f"{plan.run.wheel:g}″", tables.BOOK + "move.wheel"),
        Row("needed", f"{plan.run.needed:g}″ of {plan.run.allowance:g}″", tables.BOOK + "charge.path"),
        Row("bonus left", f"+{plan.run.left}", tables.BOOK + "charge.bonus-for-distance"),
    )
    met = field.unit_of(view, plan.met).name if plan.run.contact else "falls short"
    where = Row("meets", f"{met} ({plan.zone})" if plan.run.contact else met, tables.BOOK + "charge.facing-zones")
    points: list[Point] = []
    for path in plan.sweeps:
        points.extend(track(path, 0.0, 0.0))
    return Preview(
        plan.after.pose, movement_told.parts_of(plan.after), track=tuple(points), costs=rows, crosses=(where,)
    )


def no_charge(view: State, step: events.DeclareCharge, other: Unit) -> tuple[Reason, ...]:
    """By sight, state and formation, or because no lawful way leads there; never by distance."""
    unit = field.unit_of(view, step.unit)
    if other.side == unit.side:
        return (Reason(f"{other.name} is on your own side.", tables.BOOK + "charge.who"),)
    if unit.target and other.id != unit.target:
        return (Reason("A charge that goes on goes on at the same target.", tables.BOOK + "charge.short"),)
    loose = unit.formation == tables.LOOSE and not unit.disordered
    clause = rule.target_refusal(loose, other.arm, other.state, other.disordered, sight_table.sees(view, unit, other))
    if clause:
        words = "is out of sight" if clause.endswith("see-target") else "is formed: loose order cannot charge it"
        return (Reason(f"{other.name} {words}.", clause),)
    card = field.card_of(view, unit.player)
    if other in table.charge_targets(view, unit, card):
        return ()
    plan = charge_plan.plan_charge(view, unit, other, charge_plan.aimed(view, unit, other, card), 0)
    return (Reason(f"No lawful way leads {unit.name} into {other.name}. {plan.text}", plan.refusal),)


TELLINGS: Final[Tellings] = {
    events.Waived: waived,
    events.ChargeDeclared: charge_declared,
    events.ChargeShort: charge_short,
    events.ContactMade: contact_made,
}
