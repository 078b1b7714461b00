"""Fire at the table: who may fire at whom, volleys, casualties shared, and shots at lone officers and messengers."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.events import apply
from roundtop.rulebooks.order_cards.fire import aim as fire_aim
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.fire import rule
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.prisoners import table as prisoners_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.measure import distance, within


def may_fire(unit: Unit, card: cards_rule.Card) -> bool:
    """Whether a unit has a volley left on this card, whoever is in reach [fire.stands-that-fire]."""
    if card.fire == 0 or unit.fired or unit.charged or unit.ammo == tables.OUT or unit.arm == tables.WAGON:
        return False
    if unit.formation == tables.LIMBERED or (
        unit.formation == tables.COLUMN and unit.stands > 1 and not unit.disordered
    ):
        return False
    if unit.arm == tables.ARTILLERY or card.word == cards_rule.HOLD:
        return not unit.moved and not unit.changed
    return True


HOLD_FIRE: Final = "hold-fire"
DOUBLE: Final = "double:"
SPLIT: Final = "split:"
SPLIT_LEAST: Final = 2
"""Gun stands of either part of a battery that fires at two targets [fire.one-target]."""
SNIPED_FROM: Final = 10.5
"""Farther off nobody need look for a lone officer: muskets reach 10 in [officer.sniping]."""


def may_fire_at(state: State, unit: Unit, target: Unit, card: cards_rule.Card, guns: tuple[int, ...]) -> bool:
    """Whether a unit has a lawful volley at a target [fire.two-stands, turn.coordination, visibility.hidden-units]."""
    if field.melee_of(state, target.id) is not None:
        return False
    return not refusal(unit, target, card, fire_aim.aim_at(state, unit, target, True, guns), guns)


def refusal(unit: Unit, target: Unit, card: cards_rule.Card, aim: fire_aim.Aim, guns: tuple[int, ...]) -> str:
    """The clause by which a unit may not fire so, "" when it may."""
    stands = len(guns) or unit.stands
    moved = unit.moved or unit.changed
    return rule.fire_refusal(
        card=card,
        arm=unit.arm,
        formation="" if unit.disordered else unit.formation,
        state=unit.state,
        disordered=unit.disordered,
        moved=moved,
        ammo=unit.ammo,
        stands=stands,
        eligible=aim.eligible,
        target_stands=target.stands,
        target_reached=aim.reached,
    )


def targets(state: State, unit: Unit, card: cards_rule.Card, guns: tuple[int, ...]) -> list[Unit]:
    """The enemy units a unit may fire at now."""
    return [foe for foe in field.enemies(state, unit) if may_fire_at(state, unit, foe, card, guns)]


def anybody_to_fire_at(state: State, unit: Unit, card: cards_rule.Card) -> bool:
    """Whether a unit could name a target now: the first settles it."""
    reach = fire_aim.farthest(unit)
    for foe in state.units:
        near = foe.place == tables.ON_TABLE and foe.side != unit.side and fire_aim.may_reach(unit, foe, reach)
        if near and may_fire_at(state, unit, foe, card, ()):
            return True
    return bool(lone_targets(state, unit, card))


def lone_targets(state: State, unit: Unit, card: cards_rule.Card) -> list[tuple[str, str]]:
    """The enemy's lone officers and messengers in reach, by id and name [officer.sniping]."""
    if unit.arm == tables.ARTILLERY:
        return []
    found: list[tuple[str, str]] = []
    for officer in field.officers_on(state):
        if officer.side != unit.side and _may_snipe(
            state=state, unit=unit, card=card, side=officer.side, x=officer.pose.x, y=officer.pose.y
        ):
            found.append((officer.id, officer.name))
    for rider in state.messengers:
        if rider.side != unit.side and _may_snipe(
            state=state, unit=unit, card=card, side=rider.side, x=rider.pose.x, y=rider.pose.y
        ):
            found.append((rider.id, "the messenger"))
    return found


def _may_snipe(state: State, unit: Unit, card: cards_rule.Card, side: str, x: float, y: float) -> bool:
    wide = sum(field.size_of(unit))
    if not unit.trail and distance(unit.pose.x, unit.pose.y, x, y) > SNIPED_FROM + wide:
        return False
    if field.man_gap(unit, x, y, tables.OFFICER_RADIUS) > SNIPED_FROM:
        return False
    friends = [field.man_gap(friend, x, y, tables.OFFICER_RADIUS) for friend in field.on_table(state, side)]
    nearest = min(friends) if friends else 1e9
    if within(nearest, 4.0):
        return False
    return not rule.snipe_refusal(
        card, unit.ammo, fire_aim.aim_at_man(state, unit, x, y, tables.OFFICER_RADIUS), nearest
    )


def fire_decision(view: State, step: fire_events.FireAt, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    card = field.card_of(view, unit.player)
    items: list[Item] = []
    for foe in targets(view, unit, card, step.guns):
        if foe.id == step.other:
            continue
        items.append(Item(foe.id, foe.name, "order-cards.fire.one-target"))
        smoke = "low on ammunition" if unit.ammo != tables.LOW else "out of ammunition"
        items.append(Item(DOUBLE + foe.id, f"{foe.name}, double fire: then {smoke}", "order-cards.fire.double-fire"))
    for many, foe in splits(view, unit, card) if may_split(view, unit, step.guns) else []:
        words = f"{foe.name}, with the {many} guns on the left"
        items.append(Item(f"{SPLIT}{many}:{foe.id}", words, "order-cards.fire.one-target"))
    if not step.guns:
        items.extend([Item(id, name, "order-cards.officer.sniping") for id, name in lone_targets(view, unit, card)])
    items.append(Item(HOLD_FIRE, "hold fire", "order-cards.fire.one-target"))
    clauses = ("order-cards.fire.one-target", "order-cards.fire.two-stands", "order-cards.fire.stands-that-fire")
    return Decision(player, "fire", unit.id, f"At whom does {unit.name} fire?", clauses, form=Choose(tuple(items)))


def may_split(state: State, unit: Unit, guns: tuple[int, ...]) -> bool:
    """Whether a battery may still divide its guns [fire.one-target]."""
    whole = unit.arm == tables.ARTILLERY and not unit.disordered and not guns
    return state.settings.split_battery_fire and whole and unit.stands >= 2 * SPLIT_LEAST


def splits(state: State, unit: Unit, card: cards_rule.Card) -> list[tuple[int, Unit]]:
    """How many guns on the left may fire at whom, so that the rest have another target [fire.one-target]."""
    found: list[tuple[int, Unit]] = []
    every = tuple(range(unit.stands))
    for many in range(SPLIT_LEAST, unit.stands - SPLIT_LEAST + 1):
        rest = [foe.id for foe in targets(state, unit, card, every[many:])]
        for foe in targets(state, unit, card, every[:many]):
            if [other for other in rest if other != foe.id]:
                found.append((many, foe))
    return found


def target_named(state: State, step: fire_events.FireAt, command: Command) -> Progress:
    key = key_of(command)
    unit = field.unit_of(state, step.unit)
    if key == HOLD_FIRE:
        return Progress(())
    if key.startswith(SPLIT):
        many, _, target = key.removeprefix(SPLIT).partition(":")
        every = tuple(range(unit.stands))
        first = fire_events.Shoot(unit.id, target, False, every[: int(many)])
        return Progress((), (first, fire_events.FireAt(unit.id, every[int(many) :], target)), final=True)
    if not [one for one in state.units if one.id == key.removeprefix(DOUBLE)]:
        return Progress((), (fire_events.Snipe(unit.id, key),), final=True)
    return Progress(
        (), (fire_events.Shoot(unit.id, key.removeprefix(DOUBLE), key.startswith(DOUBLE), step.guns),), final=True
    )


def volley_of(state: State, unit: Unit, target: Unit, double: bool, guns: tuple[int, ...]) -> rule.Volley:
    """What the fire of a unit at a target is made of [fire.modifier-table, save.procedure]."""
    aim = fire_aim.aim_at(state, unit, target, False, guns)
    cover = cover_table.cover_of(state, target, aim.fronts)
    return rule.Volley(
        card=field.card_of(state, unit.player),
        groups=grouped(aim.groups),
        rows=rows(state=state, unit=unit, target=target, double=double, cover=cover, aim=aim),
        cover=cover,
        crosses_line=True,
        artillery=unit.arm == tables.ARTILLERY,
        disordered=unit.disordered,
        by=unit.player,
        against=target.player,
    )


def grouped(groups: tuple[rule.Group, ...]) -> tuple[rule.Group, ...]:
    """Stands of one weapon in one row of the range table, by the nearest of them."""
    found: list[rule.Group] = []
    for one in groups:
        row = rule.reach(one.weapon, one.distance)
        for place, other in enumerate(found):
            if other.weapon == one.weapon and rule.reach(other.weapon, other.distance) == row:
                found[place] = rule.Group(other.stands + 1, min(other.distance, one.distance), one.weapon)
                break
        else:
            found.append(one)
    return tuple([rule.Group(one.stands, round(one.distance, 2), one.weapon) for one in found])


def rows(
    state: State, unit: Unit, target: Unit, double: bool, cover: tuple[str, ...], aim: fire_aim.Aim
) -> tuple[str, ...]:
    """The rows that halve or double a volley [fire.modifier-table]."""
    found: list[str] = []
    if target.state == tables.HEAD_DOWN:
        found.append("target-head-down")
    if unit.ammo == tables.LOW:
        found.append("firer-low-ammo")
    if unit.arm == tables.CAVALRY and unit.mounted:
        found.append("firer-mounted")
    if unit.formation == tables.LOOSE and not unit.disordered:
        found.append("firer-loose-order")
    if target.formation == tables.LOOSE and not target.disordered:
        found.append("target-loose-order")
    if unit.state == tables.HEAD_DOWN:
        found.append("firer-head-down")
    if target.arm == tables.ARTILLERY and target.formation == tables.UNLIMBERED:
        found.append("target-unlimbered-artillery")
    if "earthworks" in cover:
        found.append("target-in-earthwork")
    if (target.arm == tables.CAVALRY and target.mounted) or (
        target.arm == tables.ARTILLERY and target.formation == tables.LIMBERED
    ):
        found.append("target-mounted-or-limbered")
    if fire_aim.enfiladed(state, target, aim.fronts):
        found.append("target-enfiladed")
    if target.arm == tables.WAGON:
        found.append("target-wagon")
    if double:
        found.append("double-fire")
    return tuple(found)


def shoot(state: State, step: fire_events.Shoot, dice: Dice) -> Progress:
    """A volley, the boxes it circles on everybody it touches, and the tests they must take.

    [fire.hits-applied, fire.massed-target, fire.one-inch-rule, morale.when]
    """
    unit = field.unit_of(state, step.unit)
    target = field.unit_of(state, step.target)
    situation = volley_of(state, unit, target, step.double, step.guns)
    before = len(dice.rolls)
    salvo = rule.volley(situation, dice)
    ammo = rule.ammo_after(unit.ammo, step.double)
    events: list[object] = [
        fire_events.Fired(
            unit=unit.id,
            target=target.id,
            double=step.double,
            ammo=ammo,
            percent=rule.percent(situation),
            hits=salvo.hits,
            saved=salvo.saved,
            boxes=salvo.boxes,
            tally=rule.volley_lines(situation),
            rolls=tuple(dice.rolls[before:]),
        )
    ]
    if salvo.boxes == 0:
        return Progress(tuple(events))
    struck = sharers(state, target)
    for id in struck:
        cause = "fire" if id == target.id else "mass" if field.unit_of(state, id).mass and target.mass else "neighbour"
        events.extend(lose(state, field.unit_of(state, id), salvo.boxes, cause))
    after = state
    for event in events:
        after = apply(after, event)
    tests: list[object] = []
    if state.settings.morale_check_timing == "each-attack":
        tests.extend([fire_test(id, unit.id, salvo.boxes) for id in sorted(struck) if checks(field.unit_of(after, id))])
    return Progress(tuple(events), tuple(tests))


def checks(unit: Unit) -> bool:
    """Whether a unit has nerves to test: a wagon and guards have none [fire.target-wagon].

    The ledger is silent about guards; they are taken to think of nothing but their prisoners.
    """
    return unit.place == "on" and unit.arm != tables.WAGON and unit.captive == ""


def fire_test(id: str, foe: str, boxes: int) -> morale_events.TestMorale:
    return morale_events.TestMorale(id, morale_rule.AFTER_FIRE, foe, boxes, tables.UNASKED)


def lose(state: State, unit: Unit, boxes: int, cause: str) -> list[object]:
    """A unit circles boxes, and is destroyed with the last one; captives of guards who are gone are free.

    [setup.roster-boxes, prisoners.led-away]
    """
    events: list[object] = [fire_events.Circled(unit.id, boxes, cause)]
    if unit.circled + boxes >= field.boxes_of(unit, state.settings):
        events.append(fire_events.UnitRemoved(unit.id, tables.DESTROYED))
        if unit.captive:
            events.extend(prisoners_table.freed_captives(state, unit))
    return events


def sharers(state: State, target: Unit) -> tuple[str, ...]:
    """Everybody who circles the boxes of fire at a unit [fire.massed-target, fire.one-inch-rule]."""
    friends = [one for one in field.on_table(state, target.side) if one.id != target.id]
    gaps: dict[str, float] = {}
    for one in friends:
        if one.captive == "" and target.captive == "":
            gaps[one.id] = field.units_gap(one, target)
    guns = [one.id for one in (target, *friends) if one.arm == tables.ARTILLERY and one.formation == tables.UNLIMBERED]
    return rule.shared_by(target.id, mass_of(state, target), gaps, tuple(guns), state.settings)


def mass_of(state: State, target: Unit) -> tuple[str, ...]:
    """The mass a unit is in, itself included: left disordered by one melee and not gone since [fire.massed-target]."""
    if not target.mass or not target.disordered:
        return ()
    fellows = [one for one in field.on_table(state, target.side) if one.mass == target.mass and one.disordered]
    found = [target] if state.settings.mass_within_an_inch else fellows
    grown = True
    while grown:
        grown = False
        for one in fellows:
            if one not in found and [other for other in found if within(field.units_gap(one, other), rule.MASS_NEAR)]:
                found.append(one)
                grown = True
    return tuple(sorted([one.id for one in found])) if len(found) > 1 else ()


def snipe_chance(state: State, unit: Unit, target: str) -> int:
    """The chance of a unit's fire at a lone officer or messenger, in percent [officer.sniping]."""
    officers = [one for one in state.officers if one.id == target]
    riders = [one for one in state.messengers if one.id == target]
    pose = officers[0].pose if officers else riders[0].pose
    groups = fire_aim.aim_at_man(
        state, unit, pose.x, pose.y, tables.OFFICER_RADIUS if officers else tables.MESSENGER_RADIUS
    )
    halves = len(
        [
            row
            for row in rows(state=state, unit=unit, target=unit, double=False, cover=(), aim=fire_aim.Aim((), 0, 0, []))
            if row.startswith("firer")
        ]
    )
    return rule.snipe_percent(groups, unit.disordered, halves)


def snipe(state: State, step: fire_events.Snipe, dice: Dice) -> Progress:
    """Fire at a lone officer or messenger [officer.sniping, officer.sniping-result]."""
    unit = field.unit_of(state, step.unit)
    before = len(dice.rolls)
    officers = [one for one in state.officers if one.id == step.target]
    riders = [one for one in state.messengers if one.id == step.target]
    chance = snipe_chance(state, unit, step.target)
    hit = rule.sniped(chance, unit.player, dice)
    result = command_rule.UNHARMED
    if hit and officers:
        result = command_rule.casualty(officers[0].rank, officers[0].minor, state.settings, officers[0].player, dice)
    elif hit:
        result = command_rule.KILLED
    events: list[object] = [
        fire_events.Sniped(
            unit=unit.id, target=step.target, percent=chance, hit=hit, result=result, rolls=tuple(dice.rolls[before:])
        )
    ]
    if officers and result != command_rule.UNHARMED:
        events.append(command_events.OfficerHurt(step.target, result))
    elif riders and hit:
        events.append(command_events.MessengerGone(step.target, True, None, ()))
    return Progress(tuple(events))


PLAYS: Final[Plays] = {
    fire_events.FireAt: Play(no_effect, field.owner, fire_decision, target_named),
    fire_events.Shoot: Play(shoot),
    fire_events.Snipe: Play(snipe),
}
