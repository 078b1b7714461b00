"""Charges at the table: who is charged, declaring it, and the run to contact."""

from __future__ import annotations

from math import asin, degrees
from typing import Final

from roundtop.battle.forms import Assign, Assigned, Choose, Item, March, Reason, Slot, Way
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, way_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.charge import plan as charge_plan
from roundtop.rulebooks.order_cards.charge import rule
from roundtop.rulebooks.order_cards.events import Events, apply
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.prisoners import table as prisoners_table
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import Attack, State, Unit
from roundtop.table.measure import FULL_TURN, bearing, distance, turn_between
from roundtop.table.path import LEFT, RIGHT, Manoeuvre, wheel

NO_TARGET: Final = "none"
AIM: Final = "aim"
BY_HAND: Final = "hand"
FAR_CHARGE: Final = 30.0
"""An enemy whose middle is farther off cannot be charged on any card, and may be measured."""
WHEEL_STEP: Final = 100
"""Wheels are declared in whole degrees [charge.path]."""


def can_charge(unit: Unit, card: cards_rule.Card) -> bool:
    """Whether a unit may still charge on this card, whoever is in sight [charge.who, charge.card-needed]."""
    if unit.charged or unit.moved or unit.waived or unit.fired or unit.captive or unit.working:
        return False
    continuing = unit.target != ""
    return not rule.may_charge(
        card=card,
        arm=unit.arm,
        mounted=unit.mounted,
        formation=unit.formation,
        state=unit.state,
        disordered=unit.disordered,
        refused_wing=unit.wing != 0,
        continuing=continuing,
    )


def unmeasured(state: State, unit: Unit) -> bool:
    """Whether measuring for a unit is refused until it declares or waives its charge [charge.reach-not-shown]."""
    if state.settings.premeasure_charges or state.side != unit.side or state.phase != "cards":
        return False
    if unit.place != tables.ON_TABLE or not can_charge(unit, field.card_of(state, unit.player)):
        return False
    near = sorted(
        [(distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y), foe.id) for foe in field.enemies(state, unit)]
    )
    for away, id in near:
        if away <= FAR_CHARGE and sight_table.sees(state, unit, field.unit_of(state, id)):
            return True
    return False


def measure_before(state: State, side: str) -> str:
    """What may be measured while a side's cards are in play: nothing while a charge may still be declared.

    The clause bars the ruler at units that may charge alone; a decision knows only all or nothing, and does not look
    round the table for whom they might see. [charge.reach-not-shown]
    """
    if state.settings.premeasure_charges:
        return "all"
    for unit in field.on_table(state, side):
        if can_charge(unit, field.card_of(state, unit.player)):
            return "none"
    return "all"


def _may_name(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether a unit may charge an enemy by what it sees of it [charge.see-target, formation.loose-order-charge]."""
    if unit.target and foe.id != unit.target:
        return False
    loose = unit.formation == tables.LOOSE and not unit.disordered
    refused = rule.target_refusal(loose, foe.arm, foe.state, foe.disordered, True)
    return not refused and sight_table.sees(state, unit, foe)


def lawful_targets(state: State, unit: Unit) -> list[Unit]:
    """The enemies that a unit may charge by what it sees of them."""
    return [foe for foe in field.enemies(state, unit) if _may_name(state, unit, foe)]


def charge_targets(state: State, unit: Unit, card: cards_rule.Card) -> list[Unit]:
    """The targets at which some charge of this unit is lawful."""
    return [foe for foe in lawful_targets(state, unit) if _any_way(state, unit, foe, card)]


def anybody_to_charge(state: State, unit: Unit, card: cards_rule.Card) -> bool:
    """Whether some charge of a unit is lawful: the first settles it."""
    for foe in field.enemies(state, unit):
        if _may_name(state, unit, foe) and _any_way(state, unit, foe, card):
            return True
    return False


def _any_way(state: State, unit: Unit, foe: Unit, card: cards_rule.Card) -> bool:
    for by in (charge_plan.aimed(state, unit, foe, card), 0):
        if not charge_plan.plan_charge(state, unit, foe, by, 0).refusal:
            return True
    for by in turns_towards(state, unit, foe, card):
        if not charge_plan.plan_charge(state, unit, foe, by, 0).refusal:
            return True
    return False


def turns_towards(state: State, unit: Unit, foe: Unit, card: cards_rule.Card) -> list[int]:
    """Every wheel in whole degrees after which a straight run leads to a target, the smallest first [charge.path]."""
    most = charge_plan.most_wheel(state, unit, card)
    width, depth = field.size_of(unit)
    wide = 1.5 * (width + depth) + sum(field.size_of(foe))
    away = distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    off = turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    slack = FULL_TURN if away <= wide else int(100 * degrees(asin(wide / away)))
    found = [by for by in range(WHEEL_STEP, most + 1, WHEEL_STEP) for by in (-by, by)]
    return [by for by in found if abs(off - by) <= slack and charge_plan.leads_to(unit, foe, by)]


def measure_of(state: State) -> str:
    """Whether a charge may be measured before it is declared [charge.reach-not-shown]."""
    return "all" if state.settings.premeasure_charges else "none"


def declare_decision(view: State, step: charge_events.DeclareCharge, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    card = field.card_of(view, player)
    items = [Item(foe.id, foe.name, tables.BOOK + "charge.declare") for foe in charge_targets(view, unit, card)]
    items.append(Item(NO_TARGET, "nobody after all", tables.BOOK + "charge.declare"))
    what = "go on with its charge" if unit.target else "charge"
    sentence = f"Whom does {unit.name} {what}?"
    clauses = (
        tables.BOOK + "charge.declare",
        tables.BOOK + "charge.see-target",
        tables.BOOK + "charge.reach-not-shown",
    )
    form, measure = Choose(tuple(items)), measure_of(view)
    return Decision(player, "charge", unit.id, sentence, clauses, form=form, measure=measure, odds=True)


def target_named(state: State, step: charge_events.DeclareCharge, command: Command) -> Progress:
    key = key_of(command)
    return Progress(()) if key == NO_TARGET else Progress((), (charge_events.AimCharge(step.unit, key),))


def wheels(state: State, unit: Unit, foe: Unit, card: cards_rule.Card) -> list[tuple[str, int, str]]:
    """The wheels with which a charge at a target is lawful, and where it would strike: towards it, straight ahead, and
    every whole degree [charge.path].
    """
    ideas = [(AIM, charge_plan.aimed(state, unit, foe, card)), ("0", 0)]
    ideas.extend([(str(by // 100), by) for by in turns_towards(state, unit, foe, card)])
    plans = [(key, by, charge_plan.plan_charge(state, unit, foe, by, 0)) for key, by in ideas]
    return [(key, by, plan.zone) for key, by, plan in plans if not plan.refusal]


def aim_decision(view: State, step: charge_events.AimCharge, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    foe = field.unit_of(view, step.target)
    card = field.card_of(view, player)
    points = unit.bonus if unit.target else card.charge
    turns = tuple(
        [Item(key, _wheel_words(key, zone), art=f"turn:{by}") for key, by, zone in wheels(view, unit, foe, card)]
    )
    inches = tuple([Item(str(n), _inches(n)) for n in range(points + 1)])
    slots = (
        Slot("wheel", "Wheel", (*turns, Item(BY_HAND, "by hand: one or more wheels of any angle"))),
        Slot("extra", "Extra inches, a point of the bonus each", inches),
    )
    sentence = f"{unit.name} charges {foe.name}: how does it wheel, and how many inches may it buy?"
    clauses = (
        tables.BOOK + "charge.path",
        tables.BOOK + "charge.bonus-for-distance",
        tables.BOOK + "charge.across-front",
        tables.BOOK + "charge.reach-not-shown",
    )
    form, measure = Assign(slots), measure_of(view)
    return Decision(player, "aim", unit.id, sentence, clauses, form=form, measure=measure, odds=True)


def _inches(number: int) -> str:
    if not number:
        return "no inch more"
    return f"at most {number} inch{'es' if number > 1 else ''} more"


def _wheel_words(key: str, zone: str) -> str:
    strikes = f", into the {zone}"
    if key == AIM:
        return f"towards the target{strikes}"
    by = int(key)
    turn = "straight ahead" if by == 0 else f"{abs(by)}° to the {'right' if by > 0 else 'left'}"
    return turn + strikes


def wheel_of(state: State, step: charge_events.AimCharge, key: str) -> int:
    unit = field.unit_of(state, step.unit)
    if key == AIM:
        return charge_plan.aimed(state, unit, field.unit_of(state, step.target), field.card_of(state, unit.player))
    return 100 * int(key)


def check_aim(view: State, step: charge_events.AimCharge, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Assigned)
    given = dict(command.answer.pairs)
    if given["wheel"] == BY_HAND:
        return ()
    return _check_plan(view, step.unit, step.target, (wheel_of(view, step, given["wheel"]),), int(given["extra"]))


def _check_plan(view: State, unit: str, target: str, wheels: tuple[int, ...], extra: int) -> tuple[Reason, ...]:
    plan = charge_plan.plan_charge(
        view, field.unit_of(view, unit), field.unit_of(view, target), wheels[0], extra, then=wheels[1:]
    )
    return (Reason(plan.text, plan.refusal),) if plan.refusal else ()


def charge_aimed(state: State, step: charge_events.AimCharge, command: Command) -> Progress:
    """Declared: from now on it stands [charge.declare, charge.reach-not-shown]."""
    assert isinstance(command.answer, Assigned)
    given = dict(command.answer.pairs)
    extra = int(given["extra"])
    if given["wheel"] == BY_HAND:
        return Progress((), (charge_events.WheelCharge(step.unit, step.target, extra),))
    by = wheel_of(state, step, given["wheel"])
    return Progress((), (charge_events.RunCharge(step.unit, step.target, by, extra),), final=True)


def wheel_decision(view: State, step: charge_events.WheelCharge, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    foe = field.unit_of(view, step.target)
    card = field.card_of(view, player)
    ways = [
        Way(key, _wheel_words(key, zone), wheel_manoeuvres(by), charge_plan.wheeled(unit, by))
        for key, by, zone in wheels(view, unit, foe, card)
    ]
    half = 0.5 * rule.charge_inches(card, unit.arm, unit.mounted, unit.target != "", view.settings)
    width, depth = field.size_of(unit)
    form = March(unit.id, unit.pose, width, depth, ("wheel",), allowance=half, ways=tuple(ways))
    sentence = f"How does {unit.name} wheel before it charges {foe.name}?"
    return Decision(
        player, "wheel", unit.id, sentence, (tables.BOOK + "charge.path",), form=form, measure=measure_of(view)
    )


def wheel_manoeuvres(*turns: int) -> tuple[Manoeuvre, ...]:
    """Wheels on the inner end."""
    return tuple([wheel(by, RIGHT if by > 0 else LEFT) for by in turns if by])


def check_wheels(view: State, step: charge_events.WheelCharge, command: Command) -> tuple[Reason, ...]:
    made = way_of(command)
    turns = tuple([one.by for one in made])
    if made != wheel_manoeuvres(*turns):
        return (Reason("A charge wheels on its inner end.", tables.BOOK + "charge.path"),)
    return _check_plan(view, step.unit, step.target, turns or (0,), step.extra)


def charge_wheeled(state: State, step: charge_events.WheelCharge, command: Command) -> Progress:
    turns = tuple([one.by for one in way_of(command)]) or (0,)
    run = charge_events.RunCharge(step.unit, step.target, turns[0], step.extra, turns[1:])
    return Progress((), (run,), final=True)


def run_charge(state: State, step: charge_events.RunCharge, dice: Dice) -> Progress:
    """The charge is made: home, short, or among prisoners [charge.short, charge.routing-target, charge.multiple]."""
    unit = field.unit_of(state, step.unit)
    target = field.unit_of(state, step.target)
    plan = charge_plan.plan_charge(
        state=state, unit=unit, target=target, by=step.wheel, extra=step.extra, declared=True, then=step.then
    )
    declared = charge_events.ChargeDeclared(unit.id, target.id, step.wheel, step.extra, step.then)
    events: Events = [declared]
    manoeuvres = tuple([path.stages[0].manoeuvre for path in plan.sweeps])
    if not plan.run.contact:
        points = unit.bonus if unit.target else field.card_of(state, unit.player).charge
        events.extend(
            movement_table.moved_events(
                state=state, unit=unit, cause="charge", after=plan.after, manoeuvres=manoeuvres, sweeps=plan.sweeps
            )
        )
        events.append(charge_events.ChargeShort(unit.id, target.id, points))
        return Progress(tuple(events))
    events.extend(
        movement_table.moved_events(
            state=state, unit=unit, cause="charge", after=plan.after, manoeuvres=manoeuvres, sweeps=plan.sweeps
        )
    )
    now = state
    for event in events:
        now = apply(now, event)
    fighting: list[str] = []
    for id in plan.touched:
        foe = field.unit_of(now, id)
        more: Events = []
        if foe.arm == tables.WAGON:
            more = [fire_events.UnitRemoved(id, tables.CAPTURED)]
        elif gives_up(now, foe):
            more = prisoners_table.surrender(now, foe, field.unit_of(now, unit.id))
        else:
            fighting.append(id)
        for event in more:
            events.append(event)
            now = apply(now, event)
    if fighting:
        events.append(charge_events.ContactMade(attack_of(state, unit, plan, fighting[0]), tuple(fighting)))
    return Progress(tuple(events))


def gives_up(state: State, foe: Unit) -> bool:
    """By the house rule a routing unit surrenders to whoever charges it [charge.routing-target]."""
    house = state.settings.routing_surrender_when_charged
    return house and foe.state == tables.ROUTING and field.melee_of(state, foe.id) is None


def attack_of(state: State, unit: Unit, plan: charge_plan.Plan, first: str) -> Attack:
    """What a charger brings to the melee [melee.modifiers-first-unit]."""
    met = field.unit_of(state, first)
    own = first == plan.met
    return Attack(
        unit=unit.id,
        target=first,
        bonus=plan.run.left,
        facing=plan.heading,
        zone=plan.zone if own else "front",
        cover=plan.cover if own and plan.zone == "front" else "",
        uphill=plan.uphill,
        loose=met.formation == tables.LOOSE and not met.disordered,
        disordered=plan.run.disordered,
    )


def waives_otherwise(state: State, unit: Unit) -> bool:
    """A unit that might charge and moves or fires instead will not charge on this card [charge.reach-not-shown]."""
    return not state.settings.premeasure_charges and can_charge(unit, field.card_of(state, unit.player))


PLAYS: Final[Plays] = {
    charge_events.DeclareCharge: Play(no_effect, field.owner, declare_decision, target_named),
    charge_events.AimCharge: Play(no_effect, field.owner, aim_decision, charge_aimed, check_aim),
    charge_events.WheelCharge: Play(no_effect, field.owner, wheel_decision, charge_wheeled, check_wheels),
    charge_events.RunCharge: Play(run_charge),
}
