"""The Combat Phase at the table: which charges are fought together, dice divided, results."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, Number, Numbered
from roundtop.battle.outline import Play, Plays, no_effect, side_named
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.advance import events as advance_events
from roundtop.rulebooks.chamberlain.charge import rule as charge_rule
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.fire import table as fire_table
from roundtop.rulebooks.chamberlain.melee import events as melee_events
from roundtop.rulebooks.chamberlain.melee import rule
from roundtop.rulebooks.chamberlain.phases import events as phases_events
from roundtop.rulebooks.chamberlain.retreat import events as retreat_events
from roundtop.rulebooks.chamberlain.retreat import table as retreat_table
from roundtop.rulebooks.chamberlain.state import BROKEN, ON_TABLE, RETIRED, Charge, Officer, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule

SERVING: Final = ("I", "SF")
"""Traits whose die in a melee puts their officer at risk [command.at-risk-timing]."""


def combats(state: State, step: melee_events.Combats, dice: Dice) -> Progress:
    """Combats are fought one after another, in the order the active side chooses [turn.combat-phase]."""
    standing = [charge for charge in state.charges if _still_fought(state, charge)]
    fights = field.groups(tuple(standing))
    if not fights:
        return Progress((phases_events.PhaseBegan(step.side, "status"),))
    if len(fights) == 1:
        return Progress((), (*_fought(state, fights[0]), step))
    return Progress((), (melee_events.ChooseCombat(step.side, tuple(fights)), step))


def _still_fought(state: State, charge: Charge) -> bool:
    """Whether charger and target are both still there to fight."""
    both = (charge.charger, *charge.targets)
    return all([field.unit_of(state, id).place == ON_TABLE for id in both])


def _fought(state: State, defenders: tuple[str, ...]) -> tuple[object, ...]:
    """A combat, after its divided attackers have allotted their dice [melee.allocate]."""
    divided = sorted([c.charger for c in field.charges_on(state, defenders) if len(c.targets) > 1])
    return (*[melee_events.Allot(charger) for charger in divided], melee_events.Fight(defenders))


def combat_decision(view: State, step: melee_events.ChooseCombat, player: str) -> Decision:
    items: list[Item] = []
    for fight_ in step.fights:
        against = " and ".join([field.unit_of(view, id).name for id in fight_])
        by = ", ".join([field.unit_of(view, charge.charger).name for charge in field.charges_on(view, fight_)])
        items.append(Item(fight_[0], f"{by} against {against}", "chamberlain.turn.combat-phase"))
    clauses = ("chamberlain.turn.combat-phase",)
    return Decision(player, "combat", "", "Which combat is fought next?", clauses, form=Choose(tuple(items)))


def combat_chosen(state: State, step: melee_events.ChooseCombat, command: Command) -> Progress:
    for fight_ in step.fights:
        if fight_[0] == key_of(command):
            return Progress((), _fought(state, fight_))
    raise KeyError(key_of(command))


def clash_of(state: State, defenders: tuple[str, ...]) -> rule.Clash:
    """All who fight together, the attackers in the order in which they roll [melee.sequence]."""
    charges = field.charges_on(state, defenders)
    attackers = [field.unit_of(state, charge.charger) for charge in charges]
    defending = [field.unit_of(state, id) for id in defenders]
    assaults: list[rule.Assault] = []
    for place, charge in enumerate(charges):
        for number, target in enumerate(charge.targets):
            share = charge.shares[number] if charge.shares else 0
            assaults.append(
                _assault(
                    state=state,
                    place=place,
                    attacker=attackers[place],
                    charge=charge,
                    against=defenders.index(target),
                    target=target,
                    share=share,
                )
            )
    return rule.Clash(
        attackers=tuple([fire_table.troops(state, unit) for unit in attackers]),
        defenders=tuple([fire_table.troops(state, unit) for unit in defending]),
        assaults=tuple(assaults),
        settings=state.settings,
        attacking=attackers[0].side,
        defending=defending[0].side,
    )


def _assault(
    state: State, place: int, attacker: Unit, charge: Charge, against: int, target: str, share: int
) -> rule.Assault:
    """One attacker upon one defender: flank and ground [melee.flanked-condition, terrain.which]."""
    settings = state.settings
    body = field.block(field.unit_of(state, target), settings)
    own = field.block(attacker, settings)
    level = terrain_rule.level_of(state.ground, body)
    minus = terrain_rule.minus_conditions(state.ground, charge.level, own, body, level)
    flank = charge_rule.strikes_flank(body, attacker.pose, target in charge.zones)
    return rule.Assault(place, against, flank, minus, share)


def asks_charger(state: State, step: melee_events.Allot) -> tuple[str, ...]:
    return (
        (field.unit_of(state, step.charger).side,)
        if _to_divide(state, step.charger) > len(_targets(state, step.charger))
        else ()
    )


def _targets(state: State, charger: str) -> tuple[str, ...]:
    for charge in state.charges:
        if charge.charger == charger:
            return charge.targets
    raise KeyError(charger)


def _to_divide(state: State, charger: str) -> int:
    """The dice a charger divides [melee.allocate]."""
    for defenders in field.groups(state.charges):
        charges = field.charges_on(state, defenders)
        chargers = [charge.charger for charge in charges]
        if charger in chargers:
            return rule.attack_total(clash_of(state, defenders), chargers.index(charger))
    return 0


def allot_decision(view: State, step: melee_events.Allot, player: str) -> Decision:
    """Dice for the first of those it touches; the others share the rest evenly [melee.allocate]."""
    unit = field.unit_of(view, step.charger)
    targets = _targets(view, step.charger)
    dice = _to_divide(view, step.charger)
    names = [field.unit_of(view, id).name for id in targets]
    sentence = f"{unit.name} has {dice} dice against {' and '.join(names)}: how many against {names[0]}?"
    form = Number(1, dice - len(targets) + 1)
    return Decision(player, "allot", unit.id, sentence, ("chamberlain.melee.allocate",), form=form)


def allotted(state: State, step: melee_events.Allot, command: Command) -> Progress:
    assert isinstance(command.answer, Numbered)
    return Progress((melee_events.DiceAllotted(step.charger, shares_of(state, step.charger, command.answer.number)),))


def shares(dice: int, first: int, targets: int) -> tuple[int, ...]:
    """So many dice against the first, the rest as even as may be, the earlier the more [melee.allocate]."""
    left = dice - first
    found = [first]
    for place in range(1, targets):
        share = -(-left // (targets - place))
        found.append(share)
        left -= share
    return tuple(found)


def shares_of(state: State, charger: str, first: int) -> tuple[int, ...]:
    """How a charger's dice fall with so many against the first, or evenly (0) [melee.allocate]."""
    dice = _to_divide(state, charger)
    targets = len(_targets(state, charger))
    if dice <= targets:
        return tuple([1 if n < dice else 0 for n in range(targets)])
    return shares(dice, first or -(-dice // targets), targets)


def allot_by_itself(state: State, step: melee_events.Allot, dice: Dice) -> Progress:
    """With no more dice than defenders each gets one while they last [melee.allocate]."""
    return Progress((melee_events.DiceAllotted(step.charger, shares_of(state, step.charger, 0)),))


def fight_out(state: State, step: melee_events.Fight, dice: Dice) -> Progress:
    """Scores, results on both sides, officers at risk; then retreats and advances [melee.sequence]."""
    charges = field.charges_on(state, step.defenders)
    defenders = tuple([id for id in step.defenders if any([id in charge.targets for charge in charges])])
    clash = clash_of(state, defenders)
    attackers = tuple([charge.charger for charge in charges])
    before = len(dice.rolls)
    scores, fought = rule.fight(clash, dice)
    rolls = tuple(dice.rolls[before:])
    risks = _at_risk(state, clash, defenders, attackers, fought)
    events: list[object] = [
        melee_events.MeleeFought(
            defenders=defenders,
            attackers=attackers,
            defence=scores.defence,
            attack=scores.attack,
            fatigue=_fatigue(defenders, attackers, fought),
            ammo=tuple([(id, one.ammo) for id, one in zip(defenders, fought.defenders) if _guns(state, id)]),
            tally=tally(clash),
            rolls=rolls[: len(rolls) - len(risks)],
        )
    ]
    for number, (officer, killed) in enumerate(risks):
        events.append(command_table.risked(officer, "melee", killed, rolls[len(rolls) - len(risks) + number :][:1]))
    steps: list[object] = []
    gone: list[retreat_events.UnitLost] = []
    for place, id in enumerate(defenders):
        one = fought.defenders[place]
        if one.status in (BROKEN, RETIRED):
            gone.append(retreat_events.UnitLost(id, one.status, "melee"))
        elif one.retreats:
            steps.append(
                retreat_table.driven(state=state, clash=clash, scores=scores, place=place, id=id, charges=charges)
            )
    for place, id in enumerate(attackers):
        result = fought.attackers[place]
        if result.status == BROKEN:
            gone.append(retreat_events.UnitLost(id, BROKEN, "melee"))
        elif result.retreats:
            pose = field.unit_of(state, id).pose
            steps.append(retreat_events.FallBack(id, "attacker", (pose.x, pose.y), risked_already(clash, place, False)))
    events.extend(command_table.lost(state, gone))
    steps.extend(
        [advance_events.Advance(id) for place, id in enumerate(attackers) if fought.attackers[place].may_advance]
    )
    return Progress(tuple(events), tuple(steps))


def _guns(state: State, id: str) -> bool:
    return field.unit_of(state, id).arm in tables.GUNS


def _fatigue(
    defenders: tuple[str, ...], attackers: tuple[str, ...], fought: rule.Fought
) -> tuple[tuple[str, int], ...]:
    found = [(id, one.fatigue) for id, one in zip(defenders, fought.defenders)]
    return (*found, *[(id, result.fatigue) for id, result in zip(attackers, fought.attackers)])


def risked_already(clash: rule.Clash, place: int, defending: bool) -> bool:
    side = clash.defenders if defending else clash.attackers
    return rule.risks_officer(side[place], defending, False)


def _at_risk(
    state: State, clash: rule.Clash, defenders: tuple[str, ...], attackers: tuple[str, ...], fought: rule.Fought
) -> list[tuple[Officer, bool]]:
    """The officers who took an at-risk roll, in the order of the dice, and whether they fell."""
    found: list[tuple[Officer, bool]] = []
    for place, id in enumerate(defenders):
        one = fought.defenders[place]
        if rule.risks_officer(clash.defenders[place], True, one.status == BROKEN):
            found.append((_who(state, id), one.officer_killed))
    for place, id in enumerate(attackers):
        result = fought.attackers[place]
        if rule.risks_officer(clash.attackers[place], False, result.status == BROKEN):
            found.append((_who(state, id), result.officer_killed))
    return found


def _who(state: State, unit: str) -> Officer:
    """The officer who lent his die; else the one who is with the unit."""
    serving = field.officers_for(state, unit)
    for officer in serving:
        if any([trait in SERVING for trait in officer.traits]):
            return officer
    attached = field.officer_with(state, unit)
    return attached if attached is not None else serving[0]


def tally(clash: rule.Clash) -> tuple[Row, ...]:
    """The modifiers of both sides, line by line."""
    rows: list[Row] = []
    for place, defender in enumerate(clash.defenders):
        rows.extend(lines(rule.defence_pluses(defender, rule.flanked(clash, place), clash.settings)))
        if rule.flanked(clash, place):
            rows.append(Row("flanked: successes again", "", "chamberlain.melee.flanked-effect"))
    for assault in clash.assaults:
        rows.extend(lines(rule.attack_pluses(clash.attackers[assault.attacker])))
        rows.extend(lines(rule.minuses(assault.minus, clash.settings)))
    return tuple(rows)


PLAYS: Final[Plays] = {
    melee_events.Combats: Play(combats),
    melee_events.ChooseCombat: Play(no_effect, side_named, combat_decision, combat_chosen),
    melee_events.Allot: Play(allot_by_itself, asks_charger, allot_decision, allotted),
    melee_events.Fight: Play(fight_out),
}
