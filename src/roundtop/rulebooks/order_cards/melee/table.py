"""A melee at the table: who leads, the fight to its end, and what it leaves behind."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice, Roll
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.charge import rule as charge_rule
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.events import Events, apply
from roundtop.rulebooks.order_cards.fire import rule as fire_rule
from roundtop.rulebooks.order_cards.fire import table as fire_table
from roundtop.rulebooks.order_cards.melee import events as melee_events
from roundtop.rulebooks.order_cards.melee import rule
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.prisoners import events as prisoners_events
from roundtop.rulebooks.order_cards.retreat import events as retreat_events
from roundtop.rulebooks.order_cards.retreat import rule as retreat_rule
from roundtop.rulebooks.order_cards.state import Attack, Melee, State, Unit
from roundtop.table.footprint import gap
from roundtop.table.measure import FULL_TURN, HALF_TURN, turn_between, within

OPPOSED: Final = 13500
"""Contacts so far apart are front and rear of a crowd [charge.facing-zones, melee.front-and-rear]."""


def asks_for_leaders(state: State, step: melee_events.Fight) -> tuple[str, ...]:
    """The attackers' owner, then the defenders', if an officer might lead [melee.officer-mod, turn.who-decides]."""
    melee = field.melee_of(state, step.unit)
    if melee is None:
        return ()
    if step.attackers == tables.UNASKED:
        first = field.unit_of(state, melee.attacks[0].unit)
        if morale_help.might_help(state, first):
            return (first.player,)
    if step.defenders == tables.UNASKED:
        met = field.unit_of(state, melee.defenders[0])
        if morale_help.might_help(state, met):
            return (met.player,)
    return ()


def leader_decision(view: State, step: melee_events.Fight, player: str) -> Decision:
    unit = _about_to_lead(view, step)
    items = [Item(one.id, f"{one.name} (+{one.rating // 10})") for one in morale_help.officers_near(view, unit)]
    items.append(Item(morale_help.NOBODY, "nobody"))
    sentence = f"A melee: which officer leads {unit.name}?"
    clauses = (tables.BOOK + "melee.officer-mod", tables.BOOK + "officer.melee-casualty")
    return Decision(player, "lead", unit.id, sentence, clauses, form=Choose(tuple(items)))


def _about_to_lead(state: State, step: melee_events.Fight) -> Unit:
    """The unit for which an officer is now asked."""
    melee = field.melee_of(state, step.unit)
    assert melee is not None
    first = field.unit_of(state, melee.attacks[0].unit)
    if step.attackers == tables.UNASKED and morale_help.might_help(state, first):
        return first
    return field.unit_of(state, melee.defenders[0])


def led(state: State, step: melee_events.Fight, command: Command) -> Progress:
    key = key_of(command)
    melee = field.melee_of(state, step.unit)
    assert melee is not None
    unit = _about_to_lead(state, step)
    events: Events = [] if key == morale_help.NOBODY else [command_events.OfficerSwept(key, unit.id, "lead")]
    if unit.id == melee.attacks[0].unit:
        return Progress(tuple(events), (melee_events.Fight(step.unit, key, step.defenders),), final=True)
    first = morale_help.NOBODY if step.attackers == tables.UNASKED else step.attackers
    return Progress(tuple(events), (melee_events.Fight(step.unit, first, key),), final=True)


def fighters(state: State, melee: Melee, leaders: tuple[str, str]) -> rule.Melee:
    """A melee as the rule knows it [melee.modifiers, melee.modifiers-first-unit, melee.front-and-rear]."""
    attackers = tuple([field.unit_of(state, attack.unit) for attack in melee.attacks])
    defenders = tuple([field.unit_of(state, id) for id in melee.defenders])
    first = melee.attacks[0]
    ours = [
        _fighter(state, unit, melee, attacker_rows(unit, first) if place == 0 else (), leaders[0] if place == 0 else "")
        for place, unit in enumerate(attackers)
    ]
    theirs = [
        _fighter(state, unit, melee, defender_rows(unit, first) if place == 0 else (), leaders[1] if place == 0 else "")
        for place, unit in enumerate(defenders)
    ]
    ours[0].bonus = first.bonus
    return rule.Melee(tuple(ours), tuple(theirs), (attackers[0].player, defenders[0].player), state.settings)


def _fighter(state: State, unit: Unit, melee: Melee, rows: tuple[str, ...], leader: str) -> rule.Fighter:
    led_by = field.officer_of(state, leader) if leader not in ("", morale_help.NOBODY, tables.UNASKED) else None
    return rule.Fighter(
        arm=unit.arm,
        mounted=unit.mounted,
        limbered=unit.formation == tables.LIMBERED,
        starting=unit.start,
        circled=unit.circled,
        bonus=0,
        rows=rows,
        rank="" if led_by is None else led_by.rank,
        rating=0 if led_by is None else led_by.rating,
        minor_wounds=0 if led_by is None else led_by.minor,
        touching=_touching(state, unit, melee) if state.settings.melee_stands == "touching" else -1,
        surrounded=_surrounded(unit, melee),
        away=unit.guards,
    )


def attacker_rows(unit: Unit, attack: Attack) -> tuple[str, ...]:
    """What bears on the first charger [melee.modifiers]."""
    found: list[str] = []
    if unit.ammo != tables.NORMAL:
        found.append("low-or-no-ammo")
    if attack.disordered:
        found.append("in-disorder")
    if attack.loose:
        found.append("charging-loose-order")
    if unit.arm == tables.CAVALRY and unit.mounted:
        found.append("cavalry-charging")
    return tuple(found)


def defender_rows(unit: Unit, attack: Attack) -> tuple[str, ...]:
    """What bears on the first unit charged, judged against the first contact [melee.modifiers]."""
    found: list[str] = []
    if unit.state == tables.HEAD_DOWN:
        found.append("head-down")
    if unit.ammo != tables.NORMAL:
        found.append("low-or-no-ammo")
    if unit.disordered:
        found.append("in-disorder")
    elif attack.zone in ("flank", "rear"):
        found.append("flank-or-rear")
    if attack.uphill:
        found.append("defending-uphill")
    if attack.cover:
        found.append(attack.cover)
    return tuple(found)


def _touching(state: State, unit: Unit, melee: Melee) -> int:
    """Stands that touch an enemy stand, and those next to them [melee.total]."""
    sides = [attack.unit for attack in melee.attacks]
    others = melee.defenders if unit.id in sides else tuple(sides)
    foes = [stand for id in others for stand in field.stand_blocks(field.unit_of(state, id))]
    own = field.stand_blocks(unit)
    hit = [bool([foe for foe in foes if within(gap(stand, foe), charge_rule.BEHIND_OBSTACLE)]) for stand in own]
    count = 0
    for place in range(len(own)):
        if hit[place] or (place > 0 and hit[place - 1]) or (place + 1 < len(own) and hit[place + 1]):
            count += 1
    return max(1, count)


def _surrounded(unit: Unit, melee: Melee) -> bool:
    """Touched in front and in rear, a crowd from opposite sides [melee.front-and-rear, charge.facing-zones]."""
    attacks = [attack for attack in melee.attacks if attack.target == unit.id]
    if unit.disordered:
        for one in attacks:
            if [other for other in attacks if abs(turn_between(one.facing, other.facing)) >= OPPOSED]:
                return True
        return False
    zones = {attack.zone for attack in attacks}
    return "front" in zones and "rear" in zones


def fight(state: State, step: melee_events.Fight, dice: Dice) -> Progress:
    """A melee to its end: losses both ways, officers, and the losers' way back.

    [melee.losses, melee.winner, melee.retreat, melee.front-and-rear, officer.melee-casualty]
    """
    melee = field.melee_of(state, step.unit)
    if melee is None:
        return Progress(())
    leaders = (_leader(step.attackers), _leader(step.defenders))
    battle = fighters(state, melee, leaders)
    before = len(dice.rolls)
    fray, rounds = rule.resolve(battle, dice)
    rolls = tuple(dice.rolls[before:])
    events, steps = decided(
        state=state, melee=melee, battle=battle, fray=fray, leaders=leaders, rounds=rounds, rolls=rolls
    )
    return Progress(tuple(events), steps)


def decided(
    state: State,
    melee: Melee,
    battle: rule.Melee,
    fray: rule.Fray,
    leaders: tuple[str, str],
    rounds: tuple[rule.Round, ...] = (),
    rolls: tuple[Roll, ...] = (),
) -> tuple[Events, tuple[object, ...]]:
    """What happens when a melee has gone so, and what is then to do [melee.losses, melee.winner]."""
    attackers = tuple([attack.unit for attack in melee.attacks])
    boxes = _boxes(battle, fray, attackers, melee.defenders)
    events: Events = [
        melee_events.MeleeFought(
            attackers=attackers,
            defenders=melee.defenders,
            winner=fray.winner,
            totals=tuple([(one.attackers, one.defenders) for one in rounds]),
            boxes=boxes,
            officers=fray.officers,
            tally=_working(battle, rounds),
            rolls=rolls,
        )
    ]
    for id, lost in boxes:
        if lost:
            events.extend(fire_table.lose(state, field.unit_of(state, id), lost, "melee"))
    for leader, fate in zip(leaders, fray.officers, strict=True):
        if leader and fate not in ("none", "unharmed"):
            events.append(command_events.OfficerHurt(leader, fate))
    now = state
    for event in events:
        now = apply(now, event)
    return events, _aftermath(now, melee, fray, battle, boxes)


def _leader(said: str) -> str:
    return "" if said in (tables.UNASKED, morale_help.NOBODY) else said


def _boxes(
    battle: rule.Melee, fray: rule.Fray, attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    for id, one, circled in zip(attackers, battle.attackers, fray.attackers, strict=True):
        found.append((id, circled - one.circled))
    for id, one, circled in zip(defenders, battle.defenders, fray.defenders, strict=True):
        found.append((id, circled - one.circled))
    return tuple(found)


def _working(battle: rule.Melee, rounds: tuple[rule.Round, ...]) -> tuple[Row, ...]:
    """Round by round: what each side added, and the totals."""
    rows: list[Row] = []
    for number, one in enumerate(rounds):
        for name, first in (("attackers", battle.attackers[0]), ("defenders", battle.defenders[0])):
            rows.extend(
                [Row(f"{name}: {row.label}", row.value, row.clause) for row in lines(rule.modifiers(first, number + 1))]
            )
        rows.append(Row(f"round {number + 1}", f"{one.attackers} : {one.defenders}", tables.BOOK + "melee.total"))
    return tuple(rows)


def _aftermath(
    state: State, melee: Melee, fray: rule.Fray, battle: rule.Melee, boxes: tuple[tuple[str, int], ...]
) -> tuple[object, ...]:
    """The steps of the losers, in order of contact, and of the winners [melee.winner, melee.retreat-line]."""
    attackers = tuple([attack.unit for attack in melee.attacks])
    everybody = (*attackers, *melee.defenders)
    if fray.winner == rule.NEITHER:
        return (melee_events.AfterMelee((), everybody, ()),)
    won = fray.winner == rule.ATTACKERS
    winners, losers = (attackers, melee.defenders) if won else (melee.defenders, attackers)
    sides = battle.defenders if won else battle.attackers
    steps: list[object] = []
    for place, id in enumerate(losers):
        unit = field.unit_of(state, id)
        if unit.place != tables.ON_TABLE:
            continue
        heading = melee.attacks[0].facing if won else (melee.attacks[place].facing + HALF_TURN) % FULL_TURN
        if retreat_rule.surrenders(sides[place], unit.stands) or unit.captive:
            steps.append(prisoners_events.GiveUp(id, winners))
        elif unit.arm == tables.ARTILLERY and unit.formation == tables.UNLIMBERED:
            steps.append(retreat_events.TestLoser(id, heading, everybody, tables.UNASKED))
        else:
            steps.append(retreat_events.Retreat(id, heading, everybody))
            steps.append(retreat_events.TestLoser(id, heading, everybody, tables.UNASKED))
    hurt = tuple([id for id, lost in boxes if lost])
    return (*steps, melee_events.AfterMelee(winners, losers, hurt))


def _crowds(one: Unit, other: Unit) -> bool:
    return other.id != one.id and within(field.units_gap(one, other), fire_rule.MASS_NEAR)


def after_melee(state: State, step: melee_events.AfterMelee, dice: Dice) -> Progress:
    """Winners hold in disorder; those left disordered together are masses; by the house rule winners test too.

    [melee.winner, fire.massed-target, morale.when]
    """
    events: Events = []
    now = state
    for id in step.winners:
        if field.unit_of(state, id).place == tables.ON_TABLE:
            events.append(melee_events.Disordered(id))
            now = apply(now, events[-1])
    for group in (step.winners, step.losers):
        standing = [field.unit_of(now, id) for id in group if field.unit_of(now, id).place == tables.ON_TABLE]
        crowded = [one for one in standing if one.disordered and one.state != tables.ROUTING]
        held = group == step.winners and not state.settings.mass_within_an_inch
        close = [one.id for one in crowded if held or [other for other in crowded if _crowds(one, other)]]
        if len(close) > 1:
            events.append(melee_events.Massed(tuple(sorted(close)), f"{min(close)} {state.turn}"))
    for officer in field.officers_on(now):
        if officer.unit in step.winners + step.losers and field.unit_of(now, officer.unit).state != tables.ROUTING:
            events.append(command_events.OfficerSwept(officer.id, "", "lead"))
    tests: list[object] = []
    if state.settings.melee_winner_checks:
        hurt = [id for id in step.hurt if id in step.winners and field.unit_of(state, id).place == tables.ON_TABLE]
        tests.extend([fire_table.fire_test(id, "", 1) for id in sorted(hurt)])
    return Progress(tuple(events), tuple(tests))


PLAYS: Final[Plays] = {
    melee_events.Fight: Play(fight, asks_for_leaders, leader_decision, led),
    melee_events.AfterMelee: Play(after_melee),
}
