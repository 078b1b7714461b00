"""The Combat Phase at the table: which charges are fought together, dice divided, results, advances."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item, March, Marched, Number, Numbered, Reason, Way
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain.charge import strikes_flank
from roundtop.rulebooks.chamberlain.events import DiceAllotted, MeleeFought, Moved, PhaseBegan, UnitLost
from roundtop.rulebooks.chamberlain.melee import (
    Assault,
    Clash,
    Fought,
    Scores,
    attack_pluses,
    attack_total,
    defence_pluses,
    fight,
    flanked,
    minuses,
    risks_officer,
)
from roundtop.rulebooks.chamberlain.movement import Yard, advance_limit, advance_refusal, advanced, free_ahead
from roundtop.rulebooks.chamberlain.react import after_move, lost, risked
from roundtop.rulebooks.chamberlain.shooting import troops
from roundtop.rulebooks.chamberlain.state import (
    BROKEN,
    ON_TABLE,
    RETIRED,
    Charge,
    Officer,
    State,
    Unit,
    block,
    middle,
    officer_with,
    officers_for,
    on_table,
    unit_of,
)
from roundtop.rulebooks.chamberlain.steps import (
    Advance,
    Allot,
    ChooseCombat,
    ChooseDriver,
    Combats,
    FallBack,
    Fight,
)
from roundtop.rulebooks.chamberlain.tables import GUNS
from roundtop.rulebooks.chamberlain.terrain import BASE_WIDTH, level_of, minus_conditions
from roundtop.table.footprint import Block, gap_below
from roundtop.table.measure import TOLERANCE
from roundtop.table.path import forward

SERVING: Final = ("I", "SF")
"""Traits whose die in a melee puts their officer at risk [command.at-risk-timing]."""


# ---------------------------------------------------------------- which combats


def groups(charges: tuple[Charge, ...]) -> list[tuple[str, ...]]:
    """Defenders whose combats are fought together because they share attackers [melee.several-attackers]."""
    found: list[list[str]] = []
    for charge in charges:
        mine = [group for group in found if any([target in group for target in charge.targets])]
        joined = sorted({*charge.targets, *[one for group in mine for one in group]})
        found = [group for group in found if group not in mine]
        found.append(joined)
    return sorted([tuple(group) for group in found])


def combats(state: State, step: Combats, dice: Dice) -> Progress:
    """Combats are fought one after another, in the order the active side chooses [turn.combat-phase]."""
    standing = [charge for charge in state.charges if _still_fought(state, charge)]
    fights = groups(tuple(standing))
    if not fights:
        return Progress((PhaseBegan("status"),))
    if len(fights) == 1:
        return Progress((), (*_fought(state, fights[0]), step))
    return Progress((), (ChooseCombat(step.side, tuple(fights)), step))


def _still_fought(state: State, charge: Charge) -> bool:
    """Whether charger and target are both still there to fight."""
    both = (charge.charger, *charge.targets)
    return all([unit_of(state, id).place == ON_TABLE for id in both])


def _fought(state: State, defenders: tuple[str, ...]) -> tuple[object, ...]:
    """A combat, after its divided attackers have allotted their dice [melee.allocate]."""
    divided = sorted([c.charger for c in _charges_on(state, defenders) if len(c.targets) > 1])
    return (*[Allot(charger) for charger in divided], Fight(defenders))


def _charges_on(state: State, defenders: tuple[str, ...]) -> list[Charge]:
    found = [charge for charge in state.charges if any([target in defenders for target in charge.targets])]
    return sorted(found, key=_charger)


def _charger(charge: Charge) -> str:
    return charge.charger


def asks_side(state: State, step: ChooseCombat) -> tuple[str, ...]:
    return (step.side,)


def combat_decision(view: State, step: ChooseCombat, player: str) -> Decision:
    items: list[Item] = []
    for fight_ in step.fights:
        against = " and ".join([unit_of(view, id).name for id in fight_])
        by = ", ".join([unit_of(view, charge.charger).name for charge in _charges_on(view, fight_)])
        items.append(Item(fight_[0], f"{by} against {against}", "chamberlain.turn.combat-phase"))
    clauses = ("chamberlain.turn.combat-phase",)
    return Decision(player, "combat", "", "Which combat is fought next?", clauses, Choose(tuple(items)))


def combat_chosen(state: State, step: ChooseCombat, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    for fight_ in step.fights:
        if fight_[0] == command.answer.keys[0]:
            return Progress((), _fought(state, fight_))
    raise KeyError(command.answer.keys[0])


# ---------------------------------------------------------------- the situation


def clash_of(state: State, defenders: tuple[str, ...]) -> Clash:
    """All who fight together, the attackers in the order in which they roll [melee.sequence]."""
    charges = _charges_on(state, defenders)
    attackers = [unit_of(state, charge.charger) for charge in charges]
    defending = [unit_of(state, id) for id in defenders]
    assaults: list[Assault] = []
    for place, charge in enumerate(charges):
        for number, target in enumerate(charge.targets):
            share = charge.shares[number] if charge.shares else 0
            assaults.append(_assault(state, place, attackers[place], charge, defenders.index(target), target, share))
    return Clash(
        tuple([troops(state, unit) for unit in attackers]),
        tuple([troops(state, unit) for unit in defending]),
        tuple(assaults),
        state.settings,
        attackers[0].side,
        defending[0].side,
    )


def _assault(
    state: State, place: int, attacker: Unit, charge: Charge, against: int, target: str, share: int
) -> Assault:
    """One attacker upon one defender: flank and ground [melee.flanked-condition, terrain.which]."""
    settings = state.settings
    body = block(unit_of(state, target), settings)
    own = block(attacker, settings)
    level = level_of(state.ground, body)
    minus = minus_conditions(state.ground, charge.level, own, body, level)
    flank = strikes_flank(body, attacker.pose, target in charge.zones)
    return Assault(place, against, flank, minus, share)


# ---------------------------------------------------------------- dividing dice


def asks_charger(state: State, step: Allot) -> tuple[str, ...]:
    return (
        (unit_of(state, step.charger).side,)
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
    for defenders in groups(state.charges):
        charges = _charges_on(state, defenders)
        chargers = [charge.charger for charge in charges]
        if charger in chargers:
            return attack_total(clash_of(state, defenders), chargers.index(charger))
    return 0


def allot_decision(view: State, step: Allot, player: str) -> Decision:
    """Dice for the first of those it touches; the others share the rest evenly [melee.allocate]."""
    unit = unit_of(view, step.charger)
    targets = _targets(view, step.charger)
    dice = _to_divide(view, step.charger)
    names = [unit_of(view, id).name for id in targets]
    sentence = f"{unit.name} has {dice} dice against {' and '.join(names)}: how many against {names[0]}?"
    form = Number(1, dice - len(targets) + 1)
    return Decision(player, "allot", unit.id, sentence, ("chamberlain.melee.allocate",), form)


def allotted(state: State, step: Allot, command: Command) -> Progress:
    assert isinstance(command.answer, Numbered)
    return Progress((DiceAllotted(step.charger, shares_of(state, step.charger, command.answer.number)),))


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


def allot_by_itself(state: State, step: Allot, dice: Dice) -> Progress:
    """With no more dice than defenders each gets one while they last [melee.allocate]."""
    return Progress((DiceAllotted(step.charger, shares_of(state, step.charger, 0)),))


# ---------------------------------------------------------------- fighting


def fight_out(state: State, step: Fight, dice: Dice) -> Progress:
    """Scores, results on both sides, officers at risk; then retreats and advances [melee.sequence]."""
    charges = _charges_on(state, step.defenders)
    defenders = tuple([id for id in step.defenders if any([id in charge.targets for charge in charges])])
    clash = clash_of(state, defenders)
    attackers = tuple([charge.charger for charge in charges])
    before = len(dice.rolls)
    scores, fought = fight(clash, dice)
    rolls = tuple(dice.rolls[before:])
    risks = _at_risk(state, clash, defenders, attackers, fought)
    events: list[object] = [
        MeleeFought(
            defenders,
            attackers,
            scores.defence,
            scores.attack,
            _fatigue(defenders, attackers, fought),
            tuple([(id, one.ammo) for id, one in zip(defenders, fought.defenders) if _guns(state, id)]),
            tally(clash),
            rolls[: len(rolls) - len(risks)],
        )
    ]
    for number, (officer, killed) in enumerate(risks):
        events.append(risked(officer, "melee", killed, rolls[len(rolls) - len(risks) + number :][:1]))
    steps: list[object] = []
    gone: list[UnitLost] = []
    for place, id in enumerate(defenders):
        one = fought.defenders[place]
        if one.status in (BROKEN, RETIRED):
            gone.append(UnitLost(id, one.status, "melee"))
        elif one.retreats:
            steps.append(_driven(state, clash, scores, place, id, charges))
    for place, id in enumerate(attackers):
        result = fought.attackers[place]
        if result.status == BROKEN:
            gone.append(UnitLost(id, BROKEN, "melee"))
        elif result.retreats:
            pose = unit_of(state, id).pose
            steps.append(FallBack(id, "attacker", (pose.x, pose.y), _risked_already(clash, place, False)))
    events.extend(lost(state, gone))
    steps.extend([Advance(id) for place, id in enumerate(attackers) if fought.attackers[place].may_advance])
    return Progress(tuple(events), tuple(steps))


def _guns(state: State, id: str) -> bool:
    return unit_of(state, id).arm in GUNS


def _fatigue(defenders: tuple[str, ...], attackers: tuple[str, ...], fought: Fought) -> tuple[tuple[str, int], ...]:
    found = [(id, one.fatigue) for id, one in zip(defenders, fought.defenders)]
    return (*found, *[(id, result.fatigue) for id, result in zip(attackers, fought.attackers)])


def _risked_already(clash: Clash, place: int, defending: bool) -> bool:
    side = clash.defenders if defending else clash.attackers
    return risks_officer(side[place], defending, False)


def _at_risk(
    state: State, clash: Clash, defenders: tuple[str, ...], attackers: tuple[str, ...], fought: Fought
) -> list[tuple[Officer, bool]]:
    """The officers who took an at-risk roll, in the order of the dice, and whether they fell."""
    found: list[tuple[Officer, bool]] = []
    for place, id in enumerate(defenders):
        one = fought.defenders[place]
        if risks_officer(clash.defenders[place], True, one.status == BROKEN):
            found.append((_who(state, id), one.officer_killed))
    for place, id in enumerate(attackers):
        result = fought.attackers[place]
        if risks_officer(clash.attackers[place], False, result.status == BROKEN):
            found.append((_who(state, id), result.officer_killed))
    return found


def _who(state: State, unit: str) -> Officer:
    """The officer who lent his die; else the one who is with the unit."""
    serving = officers_for(state, unit)
    for officer in serving:
        if any([trait in SERVING for trait in officer.traits]):
            return officer
    attached = officer_with(state, unit)
    return attached if attached is not None else serving[0]


def _driven(
    state: State, clash: Clash, scores: Scores, place: int, id: str, charges: list[Charge]
) -> FallBack | ChooseDriver:
    """Away from the attacker with the highest score; of several the active side says which [retreat.direction]."""
    mine = [(scores.attack[n], one.attacker) for n, one in enumerate(clash.assaults) if one.defender == place]
    most = max([score for score, _ in mine])
    best = [charges[attacker].charger for score, attacker in mine if score == most]
    risked_already = _risked_already(clash, place, True)
    if len(best) > 1:
        return ChooseDriver(id, tuple(best), risked_already)
    pose = unit_of(state, best[0]).pose
    return FallBack(id, "defender", (pose.x, pose.y), risked_already)


def tally(clash: Clash) -> tuple[Row, ...]:
    """The modifiers of both sides, line by line."""
    rows: list[Row] = []
    for place, defender in enumerate(clash.defenders):
        rows.extend(lines(defence_pluses(defender, flanked(clash, place), clash.settings)))
        if flanked(clash, place):
            rows.append(Row("flanked: successes again", "", "chamberlain.melee.flanked-effect"))
    for assault in clash.assaults:
        rows.extend(lines(attack_pluses(clash.attackers[assault.attacker])))
        rows.extend(lines(minuses(assault.minus, clash.settings)))
    return tuple(rows)


# ---------------------------------------------------------------- which way a defender runs


def asks_attacker(state: State, step: ChooseDriver) -> tuple[str, ...]:
    return (unit_of(state, step.attackers[0]).side,)


def driver_decision(view: State, step: ChooseDriver, player: str) -> Decision:
    items = tuple([Item(id, f"from {unit_of(view, id).name}") for id in step.attackers])
    sentence = f"{unit_of(view, step.unit).name} falls back: from which attacker?"
    return Decision(player, "driver", step.unit, sentence, ("chamberlain.retreat.direction",), Choose(items))


def driver_chosen(state: State, step: ChooseDriver, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    pose = unit_of(state, command.answer.keys[0]).pose
    return Progress((), (FallBack(step.unit, "defender", (pose.x, pose.y), step.risked),))


# ---------------------------------------------------------------- advances


def advance_yard(state: State, unit: Unit) -> Yard:
    settings = state.settings
    here = block(unit, settings)
    foes: list[Block] = []
    friends: list[Block] = []
    for other in on_table(state):
        body = block(other, settings)
        if other.id != unit.id and gap_below(here, body, 2.0):
            (friends if other.side == unit.side else foes).append(body)
    return Yard(state.ground, tuple(foes), (), tuple(friends), (), True, settings)


def asks_to_advance(state: State, step: Advance) -> tuple[str, ...]:
    """A winner that is not Impetuous chooses [advance.optional, advance.impetuous, unit.trait-impetuous]."""
    unit = unit_of(state, step.unit)
    if unit.place != ON_TABLE or "impetuous" in unit.traits:
        return ()
    return (unit.side,) if advance_room(state, unit) > TOLERANCE else ()


def advance_room(state: State, unit: Unit) -> float:
    """How far a winner may advance [advance.distance, advance.no-contact]."""
    return advance_limit(free_ahead(advance_yard(state, unit), unit.pose))


def advance_decision(view: State, step: Advance, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    room = advance_room(view, unit)
    start = middle(unit.pose, view.settings)
    ways = [Way("stay", "stay", (), start)]
    for key, length in (("half", 0.5 * room), ("all", room)):
        end = advanced(advance_yard(view, unit), unit.pose, length)
        if end != unit.pose:
            line = (forward(length),)
            ways.append(Way(key, f"advance {length:.2f} BW", line, middle(end, view.settings)))
    form = March(
        unit.id, start, BASE_WIDTH, view.settings.setup_unit_depth, ("forward",), round(room, 4), tuple(ways)
    )  # fmt: skip
    sentence = f"{unit.name} has won and may advance up to {room:.2f} BW."
    clauses = ("chamberlain.advance.optional", "chamberlain.advance.distance")
    return Decision(player, "advance", unit.id, sentence, clauses, form)


def check_advance(view: State, step: Advance, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    manoeuvres = command.answer.manoeuvres
    if not manoeuvres:
        return ()
    length = manoeuvres[0].amount
    if len(manoeuvres) > 1 or length < 0.0:
        return (Reason("An advance goes once, straight ahead.", "chamberlain.advance.distance"),)
    unit = unit_of(view, step.unit)
    clause = advance_refusal(length, free_ahead(advance_yard(view, unit), unit.pose), False)
    return (Reason("That is too far to advance.", clause),) if clause else ()


def advance_made(state: State, step: Advance, command: Command) -> Progress:
    assert isinstance(command.answer, Marched)
    manoeuvres = command.answer.manoeuvres
    length = manoeuvres[0].amount if manoeuvres else 0.0
    return _advance(state, unit_of(state, step.unit), length)


def advance_by_itself(state: State, step: Advance, dice: Dice) -> Progress:
    """An Impetuous winner goes as far as it can [advance.impetuous]."""
    unit = unit_of(state, step.unit)
    if unit.place != ON_TABLE or "impetuous" not in unit.traits:
        return Progress(())
    return _advance(state, unit, advance_room(state, unit))


def _advance(state: State, unit: Unit, length: float) -> Progress:
    if length <= TOLERANCE:
        return Progress(())
    end = advanced(advance_yard(state, unit), unit.pose, length)
    if end == unit.pose:
        return Progress(())
    moved = Moved(unit.id, "advance", unit.pose, end, (forward(length),), unit.mounted, unit.limbered, False)
    return Progress((moved, *after_move(state, unit, unit.pose, end)))
