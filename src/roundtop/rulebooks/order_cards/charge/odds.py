"""Chances of the melee that a charge may lead to."""

from __future__ import annotations

from roundtop.battle.forms import Assigned
from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.charge import events, plan, table
from roundtop.rulebooks.order_cards.events import apply
from roundtop.rulebooks.order_cards.melee import odds as melee_odds
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.state import Attack, State, Unit
from roundtop.table.measure import bearing
from roundtop.table.path import forward, sweep, until_gap
from roundtop.table.pose import Pose, ahead, rounded_pose


def charge_forecasts(view: State, step: events.DeclareCharge, command: Command) -> tuple[Forecast, ...]:
    """The melee that a charge may lead to: home with its whole bonus, nothing measured [charge.reach-not-shown]."""
    key = words.chosen(command)
    if key == table.NO_TARGET:
        return ()
    return _at_home(view, field.unit_of(view, step.unit), field.unit_of(view, key), "front")


def aim_forecasts(view: State, step: events.AimCharge, command: Command) -> tuple[Forecast, ...]:
    """The same with the wheel that is drafted, which says where the target would be struck."""
    assert isinstance(command.answer, Assigned)
    wheel = dict(command.answer.pairs).get("wheel", table.BY_HAND)
    unit, target = field.unit_of(view, step.unit), field.unit_of(view, step.target)
    if wheel == table.BY_HAND:
        return _at_home(view, unit, target, "front")
    way = plan.plan_charge(view, unit, target, table.wheel_of(view, step, wheel), 0)
    return () if way.refusal else _at_home(view, unit, target, way.zone)


def _at_home(view: State, unit: Unit, target: Unit, zone: str) -> tuple[Forecast, ...]:
    """The melee with a target that is struck there."""
    if target.arm == tables.WAGON or table.gives_up(view, target):
        return ()
    heading = bearing(unit.pose.x, unit.pose.y, target.pose.x, target.pose.y)
    loose = target.formation == tables.LOOSE and not target.disordered
    bonus = unit.bonus if unit.target else field.card_of(view, unit.player).charge
    attack = Attack(
        unit=unit.id,
        target=target.id,
        bonus=bonus,
        facing=heading,
        zone=zone,
        cover="",
        uphill=False,
        loose=loose,
        disordered=unit.disordered,
    )
    met = apply(field.with_unit(view, _home(unit, target, heading)), events.ContactMade(attack, (target.id,)))
    melee = field.melee_of(met, target.id)
    assert melee is not None
    where = "front" if zone == "front" else f"the {zone}"
    note = f"if it gets home in {where} with its whole bonus, no officer leads and no cover counts"
    return melee_odds.brawl_forecasts(met, melee, (morale_help.NOBODY, morale_help.NOBODY), note)


def _home(unit: Unit, target: Unit, heading: int) -> Unit:
    """The charger where it would touch its target."""
    turned = field.unit_at(unit, Pose(unit.pose.x, unit.pose.y, heading))
    path = sweep(turned.pose, *field.size_of(turned), (forward(plan.FAR_RUN),))
    stop = until_gap(path, field.blocks(target), 0.0)
    return field.unit_at(turned, rounded_pose(ahead(turned.pose, stop.length if stop.index >= 0 else 0.0)))
