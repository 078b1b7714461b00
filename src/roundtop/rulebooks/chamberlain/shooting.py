"""Fire at the table: who may fire at whom, the shot, and what becomes of firer and target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import Choose, Chosen, Item
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import artillery, fire
from roundtop.rulebooks.chamberlain.artillery import Friend, GunShot, ammo_after_fire, gun_refusal, resupply_refusal
from roundtop.rulebooks.chamberlain.events import PhaseBegan, Resupplied, Revealed, UnitLost, VolleyFired
from roundtop.rulebooks.chamberlain.fire import NEAREST_TIE_BW, Shot, shot_refusal, struck
from roundtop.rulebooks.chamberlain.react import lost, risked
from roundtop.rulebooks.chamberlain.sight import HALF_ARC, Aim, aim_at, between
from roundtop.rulebooks.chamberlain.state import (
    BROKEN,
    ON_TABLE,
    RETIRED,
    State,
    Unit,
    block,
    enemies,
    label,
    may_be_within,
    officer_with,
    on_table,
    traits_on,
    unit_of,
)
from roundtop.rulebooks.chamberlain.steps import ChooseShot, FallBack, Fire, Resupply, Shoot
from roundtop.rulebooks.chamberlain.steps import Step as AnyStep
from roundtop.rulebooks.chamberlain.tables import GUNS, INFANTRY, SKIRMISH_BW, Troops
from roundtop.rulebooks.chamberlain.terrain import in_cover, level_of, on_crest_above, touching
from roundtop.table.arc import block_in_arc
from roundtop.table.footprint import gap, gap_below, segment_hits_block
from roundtop.table.measure import NOISE, rounded

END: Final = "end"
RESUPPLY: Final = "resupply"
GUN_REACH: Final = artillery.LONG_BW


# ---------------------------------------------------------------- looking


def in_contact(state: State, unit: Unit) -> bool:
    """Whether a unit touches an enemy [fire.who]."""
    here = block(unit, state.settings)
    near = [foe for foe in enemies(state, unit.side) if may_be_within(unit.pose, foe.pose, 0.0)]
    return any([touching(here, block(foe, state.settings)) for foe in near])


def troops(state: State, unit: Unit) -> Troops:
    """A unit as the rules of fighting see it [command.attached]."""
    return Troops(
        unit.arm, unit.elan, unit.fatigue, unit.ammo, unit.start_ammo, unit.weapon, unit.mounted, unit.moved,
        unit.traits, traits_on(state, unit.id), level_of(state.ground, block(unit, state.settings)),
        concealed=unit.concealed, in_contact=in_contact(state, unit), limbered=unit.limbered,
        lent=officer_with(state, unit.id) is None,
    )  # fmt: skip


def aimed_at(state: State, target: Unit, firer: Unit, firer_level: int) -> Troops:
    """A target as its firer sees it: of a blind he knows neither arm nor officer, and counts it as foot.

    [conceal.what-is-hidden, terrain.which, terrain.crest]
    """
    body = block(target, state.settings)
    found = (
        Troops(INFANTRY, level=level_of(state.ground, body), concealed=True, in_contact=in_contact(state, target))
        if target.concealed
        else troops(state, target)
    )
    found.in_cover = in_cover(state.ground, firer.pose, body)
    found.on_crest = on_crest_above(state.crests, firer_level, body)
    return found


def shot_at(state: State, firer: Unit, target: Unit, before_move: bool) -> Shot:
    """Small-arms fire at a target as the firer sees it."""
    firing = troops(state, firer)
    aim = aim_at(state, firer, target, between(state, firer, target))
    aimed = aimed_at(state, target, firer, firing.level)
    if aimed.on_crest:
        # Whoever lines a crest from its lower side stands above a firer below it all the same.
        aimed.level = max(aimed.level, firing.level + 1)
    return Shot(
        firing, aimed, aim.range, aim.flank, aim.visible, aim.in_arc,
        aim.obstructed, before_move, firer.side, state.settings,
    )  # fmt: skip


def gun_shot_at(state: State, firer: Unit, target: Unit) -> GunShot:
    """A battery's fire at a target as it sees it, over the heads of friends where the house allows it.

    [art.overhead-level, los.units-block]
    """
    firing = troops(state, firer)
    aim = aim_at(state, firer, target, between(state, firer, target))
    friends: tuple[Friend, ...] = ()
    if state.settings.artillery_overhead and not (aim.visible and aim.in_arc):
        aim, friends = _overhead(state, firer, target, aim)
    return GunShot(
        firing, aimed_at(state, target, firer, firing.level), aim.range, aim.flank, aim.visible, aim.in_arc,
        aim.obstructed, friends, firer.side, state.settings,
    )  # fmt: skip


def _overhead(state: State, firer: Unit, target: Unit, aim: Aim) -> tuple[Aim, tuple[Friend, ...]]:
    """The aim with friends left aside, and the friends that are on the line of fire [art.overhead-level]."""
    settings = state.settings
    foes = [block(unit, settings) for unit in enemies(state, firer.side) if unit.id != target.id]
    over = aim_at(state, firer, target, foes)
    if not (over.visible and over.in_arc):
        return aim, ()
    own = block(firer, settings)
    aimed = block(target, settings)
    found: list[Friend] = []
    for friend in on_table(state, firer.side):
        body = block(friend, settings)
        on_line = segment_hits_block(firer.pose.x, firer.pose.y, target.pose.x, target.pose.y, body)
        if friend.id != firer.id and on_line:
            found.append(Friend(level_of(state.ground, body), gap(own, body), gap(aimed, body)))
    return (over, tuple(found)) if found else (aim, ())


# ---------------------------------------------------------------- who may fire at whom


@final
@dataclass(slots=True)
class Target:
    """A lawful shot of a unit: at whom, how far off, with how many dice."""

    unit: str
    label: str
    range: float
    dice: int


def may_fire(state: State, unit: Unit, before_move: bool) -> bool:
    """Whether a unit may fire at anybody at all; activation does not matter [fire.who, activate.not-needed-to-fire]."""
    if unit.fired or unit.place != ON_TABLE:
        return False
    if unit.arm in GUNS:
        return not before_move and artillery.unfit_to_fire(troops(state, unit), state.settings) == ""
    return fire.unfit_to_fire(troops(state, unit), before_move, state.settings) == ""


def targets_of(state: State, unit: Unit, before_move: bool) -> list[Target]:
    """Every lawful target of a unit [fire.target-choice]."""
    if not _anybody_near(state, unit) or not may_fire(state, unit, before_move):
        return []
    found: list[Target] = []
    for foe in enemies(state, unit.side):
        target = _target(state, unit, foe, before_move)
        if target is not None:
            found.append(target)
    if state.settings.fire_target_priority == "nearest" and found:
        nearest = min([target.range for target in found])
        found = [target for target in found if target.range <= nearest + NEAREST_TIE_BW + NOISE]
    return found


def _reach(unit: Unit) -> float:
    return GUN_REACH if unit.arm in GUNS else SKIRMISH_BW


def _anybody_near(state: State, unit: Unit) -> bool:
    """A cheap first question: whether any enemy is within the longest range and in the arc."""
    here = block(unit, state.settings)
    reach = _reach(unit) + 0.1
    half = HALF_ARC[state.settings.fire_arc]
    for foe in state.units:
        if foe.side != unit.side and foe.place == ON_TABLE and may_be_within(unit.pose, foe.pose, reach):
            body = block(foe, state.settings)
            if gap_below(here, body, reach) and block_in_arc(unit.pose.x, unit.pose.y, unit.pose.facing, half, body):
                return True
    return False


def _target(state: State, unit: Unit, foe: Unit, before_move: bool) -> Target | None:
    """A shot at one enemy, None where it is not lawful."""
    if not may_be_within(unit.pose, foe.pose, _reach(unit)):
        return None
    body = block(foe, state.settings)
    if not gap_below(block(unit, state.settings), body, _reach(unit) + 0.1):
        return None
    if unit.arm in GUNS:
        gun = gun_shot_at(state, unit, foe)
        if gun_refusal(gun):
            return None
        return Target(foe.id, label(foe), gun.range, artillery.pool(gun).dice)
    shot = shot_at(state, unit, foe, before_move)
    if shot_refusal(shot):
        return None
    return Target(foe.id, label(foe), shot.range, fire.pool(shot).dice)


def shot_clause(state: State, unit: Unit, foe: Unit) -> str:
    """The clause by which a unit may not fire at an enemy now, "" when it may."""
    if unit.arm in GUNS:
        return gun_refusal(gun_shot_at(state, unit, foe))
    return shot_refusal(shot_at(state, unit, foe, False))


def aimed_shot(state: State, unit: Unit, foe: Unit) -> tuple[float, int, int]:
    """Range, dice, and the face that hits, of a unit's fire at an enemy."""
    if unit.arm in GUNS:
        gun = gun_shot_at(state, unit, foe)
        return gun.range, artillery.pool(gun).dice, artillery.HIT_ON
    shot = shot_at(state, unit, foe, False)
    thrown = fire.pool(shot)
    return shot.range, thrown.dice, thrown.hit_on


def may_resupply(state: State, unit: Unit) -> bool:
    """Whether an Artillery officer may bring a battery ammunition [trait.artillery-resupply]."""
    if unit.arm not in GUNS or unit.fired or unit.place != ON_TABLE:
        return False
    return resupply_refusal(troops(state, unit), state.settings) == ""


# ---------------------------------------------------------------- the fire phase


def fire_phase(state: State, step: Fire, dice: Dice) -> Progress:
    """The active side is asked while, for all anybody can see, one of its units might fire [turn.fire-phase].

    In fog, where blinds of either side may be anywhere for somebody who looks on, it is asked while there are any.
    """
    fog = state.settings.conceal_level == "sight" and any([unit.concealed for unit in on_table(state)])
    if fog or any([_might_fire(state, unit) for unit in on_table(state, step.side)]):
        return Progress((), (ChooseShot(step.side),))
    return Progress((PhaseBegan("combat"),))


def _might_fire(state: State, unit: Unit) -> bool:
    """Whether a unit may fire; a blind might be guns."""
    if unit.concealed:
        here = block(unit, state.settings)
        near = [foe for foe in enemies(state, unit.side) if gap_below(here, block(foe, state.settings), GUN_REACH)]
        return len(near) > 0
    return may_resupply(state, unit) or len(targets_of(state, unit, False)) > 0


def asks_side(state: State, step: ChooseShot) -> tuple[str, ...]:
    return (step.side,)


def shot_decision(view: State, step: ChooseShot, player: str) -> Decision:
    """A unit and its target, in the order the player wishes [fire.resolve-one-by-one]."""
    items: list[Item] = []
    for unit in on_table(view, step.side):
        for target in targets_of(view, unit, False):
            text = f"{unit.name} at {target.label}: {target.dice} dice at {rounded(target.range):.2f} BW"
            clause = "chamberlain.fire.target-choice"
            items.append(Item(f"{unit.id}>{target.unit}", text, clause, at=f"{target.unit}:1"))
        if may_resupply(view, unit):
            text = f"{unit.name} is resupplied and does not fire"
            clause = "chamberlain.trait.artillery-resupply"
            items.append(Item(f"{unit.id}>{RESUPPLY}", text, clause, at=f"{unit.id}:1"))
    items.append(Item(END, "End the Fire Phase"))
    clauses = ("chamberlain.turn.fire-phase", "chamberlain.fire.resolve-one-by-one")
    return Decision(player, "fire", "", "Who fires, and at whom?", clauses, Choose(tuple(items)))


def shot_chosen(state: State, step: ChooseShot, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    if key == END:
        return Progress((PhaseBegan("combat"),))
    unit, _, target = key.partition(">")
    if target == RESUPPLY:
        return Progress((), (Resupply(unit), Fire(step.side)))
    return Progress((), (Shoot(unit, target, "fire-phase"), Fire(step.side)))


def resupply(state: State, step: Resupply, dice: Dice) -> Progress:
    """One box recovered in place of fire [trait.artillery-resupply]."""
    return Progress((Resupplied(step.unit, unit_of(state, step.unit).ammo + 1),))


# ---------------------------------------------------------------- one shot


def shoot(state: State, step: Shoot, dice: Dice) -> Progress:
    """A shot: the firer is revealed, the dice fall, and what they do happens at once.

    [conceal.active-shoots, conceal.passive-hit, fire.resolve-one-by-one, art.mark-ammo]
    """
    firer = unit_of(state, step.unit)
    target = unit_of(state, step.target)
    before = len(dice.rolls)
    guns = firer.arm in GUNS
    if guns:
        gun = gun_shot_at(state, firer, target)
        thrown = artillery.pool(gun)
        hits = artillery.volley(gun, dice)
        tally = gun_tally(gun)
    else:
        shot = shot_at(state, firer, target, step.timing == "before-move")
        thrown = fire.pool(shot)
        hits = fire.volley(shot, dice)
        tally = shot_tally(shot)
    fired = tuple(dice.rolls[before:])
    effect = struck(troops(state, target), hits, not guns and "SS" in firer.traits, state.settings, dice)
    ammo = ammo_after_fire(firer.ammo) if guns else firer.ammo
    events: list[object] = [Revealed(firer.id, "fired")] if firer.concealed else []
    hidden = state.settings.conceal_level == "sight" and target.concealed and hits == 0
    events.append(
        VolleyFired(firer.id, target.id, step.timing, thrown.dice, hits, effect.fatigue, ammo, tally, fired, hidden)
    )
    if target.concealed and hits:
        events.append(Revealed(target.id, "hit"))
    if effect.at_risk:
        officer = officer_with(state, target.id)
        assert officer is not None
        events.append(risked(officer, "fire", effect.officer_killed, tuple(dice.rolls[before + 1 :])))
    steps: list[AnyStep] = []
    if effect.status in (BROKEN, RETIRED):
        events.extend(lost(state, [UnitLost(target.id, effect.status, "fire")]))
    elif effect.retreats:
        steps.append(FallBack(target.id, "defender", (firer.pose.x, firer.pose.y), effect.at_risk))
    if guns and artillery.retires_empty(firer.ammo, ammo, state.settings):
        events.extend(lost(state, [UnitLost(firer.id, RETIRED, "empty")]))
    return Progress(tuple(events), tuple(steps))


def shot_tally(shot: Shot) -> tuple[Row, ...]:
    """The dice of a shot, line by line."""
    thrown = fire.pool(shot)
    halving = [Row(mod.label, "halved", mod.clause) for mod in fire.penalties(shot)]
    base = Row("elan", str(thrown.base), "chamberlain.fire.dice-infantry")
    return (base, *halving, *lines(fire.bonuses(shot)), _needs(thrown.dice, thrown.hit_on))


def gun_tally(shot: GunShot) -> tuple[Row, ...]:
    """The dice of a battery's shot, line by line."""
    thrown = artillery.pool(shot)
    halving = [Row(mod.label, "halved", mod.clause) for mod in artillery.penalties(shot)]
    base = Row("ammunition", str(thrown.base), "chamberlain.art.dice")
    return (base, *halving, *lines(artillery.bonuses(shot)), _needs(thrown.dice, thrown.hit_on))


def _needs(dice: int, hit_on: int) -> Row:
    return Row("dice", f"{dice} on {hit_on}+", "chamberlain.fire.to-hit")
