"""Fire at the table: who may fire at whom, the shot, and what becomes of firer and target."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, Way
from roundtop.battle.outline import Play, Plays, no_effect, side_named
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.artillery import events as artillery_events
from roundtop.rulebooks.chamberlain.artillery import rule as artillery_rule
from roundtop.rulebooks.chamberlain.artillery import table as artillery_table
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.concealment import events as concealment_events
from roundtop.rulebooks.chamberlain.fire import events as fire_events
from roundtop.rulebooks.chamberlain.fire import rule
from roundtop.rulebooks.chamberlain.phases import events as phases_events
from roundtop.rulebooks.chamberlain.retreat import events as retreat_events
from roundtop.rulebooks.chamberlain.sight import rule as sight_rule
from roundtop.rulebooks.chamberlain.sight import table as sight_table
from roundtop.rulebooks.chamberlain.state import BROKEN, ON_TABLE, RETIRED, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.arc import block_in_arc
from roundtop.table.footprint import gap_below
from roundtop.table.measure import NOISE, rounded
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose


def fire_way(target: Target, here: Pose) -> Way:
    text = f"fire at {target.label} with {tables.dice_words(target.dice)}, then move"
    return Way(f"fire:{target.unit}", text, (Manoeuvre("fire", 0.0, 0, target.unit),), here)


END: Final = "end"
RESUPPLY: Final = "resupply"
GUN_REACH: Final = artillery_rule.LONG_BW


def in_contact(state: State, unit: Unit) -> bool:
    """Whether a unit touches an enemy [fire.who]."""
    here = field.block(unit, state.settings)
    near = [foe for foe in field.enemies(state, unit.side) if field.may_be_within(unit.pose, foe.pose, 0.0)]
    return any([terrain_rule.touching(here, field.block(foe, state.settings)) for foe in near])


def troops(state: State, unit: Unit) -> tables.Troops:
    """A unit as the rules of fighting see it [command.attached]."""
    return tables.Troops(
        arm=unit.arm,
        elan=unit.elan,
        fatigue=unit.fatigue,
        ammo=unit.ammo,
        start_ammo=unit.start_ammo,
        weapon=unit.weapon,
        mounted=unit.mounted,
        moved=unit.moved,
        traits=unit.traits,
        officer=field.traits_on(state, unit.id),
        level=terrain_rule.level_of(state.ground, field.block(unit, state.settings)),
        concealed=unit.concealed,
        in_contact=in_contact(state, unit),
        limbered=unit.limbered,
        lent=field.officer_with(state, unit.id) is None,
    )


def aimed_at(state: State, target: Unit, firer: Unit, firer_level: int) -> tables.Troops:
    """A target as its firer sees it: of a blind he knows neither arm nor officer, and counts it as foot.

    [conceal.what-is-hidden, terrain.which, terrain.crest]
    """
    body = field.block(target, state.settings)
    found = (
        tables.Troops(
            tables.INFANTRY,
            level=terrain_rule.level_of(state.ground, body),
            concealed=True,
            in_contact=in_contact(state, target),
        )
        if target.concealed
        else troops(state, target)
    )
    found.in_cover = terrain_rule.in_cover(state.ground, firer.pose, body)
    found.on_crest = terrain_rule.on_crest_above(state.crests, firer_level, body)
    return found


def shot_at(state: State, firer: Unit, target: Unit, before_move: bool) -> rule.Shot:
    """Small-arms fire at a target as the firer sees it."""
    firing = troops(state, firer)
    aim = sight_table.aim_at(state, firer, target, sight_table.others_between(state, firer, target))
    aimed = aimed_at(state, target, firer, firing.level)
    if aimed.on_crest:
        # Whoever lines a crest from its lower side stands above a firer below it all the same.
        aimed.level = max(aimed.level, firing.level + 1)
    return rule.Shot(
        firer=firing,
        target=aimed,
        range=aim.range,
        flank=aim.flank,
        visible=aim.visible,
        in_arc=aim.in_arc,
        obstructed=aim.obstructed,
        before_move=before_move,
        by=firer.side,
        settings=state.settings,
    )


@record
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
    if unit.arm in tables.GUNS:
        return not before_move and artillery_rule.unfit_to_fire(troops(state, unit), state.settings) == ""
    return rule.unfit_to_fire(troops(state, unit), before_move, state.settings) == ""


def targets_of(state: State, unit: Unit, before_move: bool) -> list[Target]:
    """Every lawful target of a unit [fire.target-choice]."""
    if not _anybody_near(state, unit) or not may_fire(state, unit, before_move):
        return []
    found: list[Target] = []
    for foe in field.enemies(state, unit.side):
        target = _target(state, unit, foe, before_move)
        if target is not None:
            found.append(target)
    if state.settings.fire_target_priority == "nearest" and found:
        nearest = min([target.range for target in found])
        found = [target for target in found if target.range <= nearest + rule.NEAREST_TIE_BW + NOISE]
    return found


def _reach(unit: Unit) -> float:
    return GUN_REACH if unit.arm in tables.GUNS else tables.SKIRMISH_BW


def _anybody_near(state: State, unit: Unit) -> bool:
    """A cheap first question: whether any enemy is within the longest range and in the arc."""
    here = field.block(unit, state.settings)
    reach = _reach(unit) + 0.1
    half = sight_rule.HALF_ARC[state.settings.fire_arc]
    for foe in state.units:
        if foe.side != unit.side and foe.place == ON_TABLE and field.may_be_within(unit.pose, foe.pose, reach):
            body = field.block(foe, state.settings)
            if gap_below(here, body, reach) and block_in_arc(unit.pose.x, unit.pose.y, unit.pose.facing, half, body):
                return True
    return False


def _target(state: State, unit: Unit, foe: Unit, before_move: bool) -> Target | None:
    """A shot at one enemy, None where it is not lawful."""
    if not field.may_be_within(unit.pose, foe.pose, _reach(unit)):
        return None
    body = field.block(foe, state.settings)
    if not gap_below(field.block(unit, state.settings), body, _reach(unit) + 0.1):
        return None
    if unit.arm in tables.GUNS:
        gun = artillery_table.gun_shot_at(state, unit, foe)
        if artillery_rule.gun_refusal(gun):
            return None
        return Target(foe.id, field.label(foe), gun.range, artillery_rule.pool(gun).dice)
    shot = shot_at(state, unit, foe, before_move)
    if rule.shot_refusal(shot):
        return None
    return Target(foe.id, field.label(foe), shot.range, rule.pool(shot).dice)


def shot_clause(state: State, unit: Unit, foe: Unit) -> str:
    """The clause by which a unit may not fire at an enemy now, "" when it may."""
    if unit.arm in tables.GUNS:
        return artillery_rule.gun_refusal(artillery_table.gun_shot_at(state, unit, foe))
    return rule.shot_refusal(shot_at(state, unit, foe, False))


def aimed_shot(state: State, unit: Unit, foe: Unit) -> tuple[float, int, int]:
    """Range, dice, and the face that hits, of a unit's fire at an enemy."""
    if unit.arm in tables.GUNS:
        gun = artillery_table.gun_shot_at(state, unit, foe)
        return gun.range, artillery_rule.pool(gun).dice, artillery_rule.HIT_ON
    shot = shot_at(state, unit, foe, False)
    thrown = rule.pool(shot)
    return shot.range, thrown.dice, thrown.hit_on


def fire_phase(state: State, step: fire_events.Fire, dice: Dice) -> Progress:
    """The active side is asked while, for all anybody can see, one of its units might fire [turn.fire-phase].

    In fog, where blinds of either side may be anywhere for somebody who looks on, it is asked while there are any.
    """
    fog = state.settings.conceal_level == "sight" and any([unit.concealed for unit in field.on_table(state)])
    if fog or any([_might_fire(state, unit) for unit in field.on_table(state, step.side)]):
        return Progress((), (fire_events.ChooseShot(step.side),))
    return Progress((phases_events.PhaseBegan(step.side, "combat"),))


def _might_fire(state: State, unit: Unit) -> bool:
    """Whether a unit may fire; a blind might be guns."""
    if unit.concealed:
        here = field.block(unit, state.settings)
        near = [
            foe
            for foe in field.enemies(state, unit.side)
            if gap_below(here, field.block(foe, state.settings), GUN_REACH)
        ]
        return len(near) > 0
    return artillery_table.may_resupply(state, unit) or len(targets_of(state, unit, False)) > 0


def shot_decision(view: State, step: fire_events.ChooseShot, player: str) -> Decision:
    """A unit and its target, in the order the player wishes [fire.resolve-one-by-one]."""
    items: list[Item] = []
    for unit in field.on_table(view, step.side):
        for target in targets_of(view, unit, False):
            text = f"{unit.name} at {target.label}: {tables.dice_words(target.dice)} at {rounded(target.range):.2f} BW"
            clause = "chamberlain.fire.target-choice"
            items.append(Item(f"{unit.id}>{target.unit}", text, clause, at=f"{target.unit}:1"))
        if artillery_table.may_resupply(view, unit):
            text = f"{unit.name} is resupplied and does not fire"
            clause = "chamberlain.trait.artillery-resupply"
            items.append(Item(f"{unit.id}>{RESUPPLY}", text, clause, at=f"{unit.id}:1"))
    items.append(Item(END, "End the Fire Phase"))
    clauses = ("chamberlain.turn.fire-phase", "chamberlain.fire.resolve-one-by-one")
    return Decision(player, "fire", "", "Who fires, and at whom?", clauses, form=Choose(tuple(items)))


def shot_chosen(state: State, step: fire_events.ChooseShot, command: Command) -> Progress:
    key = key_of(command)
    if key == END:
        return Progress((phases_events.PhaseBegan(step.side, "combat"),))
    unit, _, target = key.partition(">")
    if target == RESUPPLY:
        return Progress((), (artillery_events.Resupply(unit), fire_events.Fire(step.side)))
    return Progress((), (fire_events.Shoot(unit, target, "fire-phase"), fire_events.Fire(step.side)))


def shoot(state: State, step: fire_events.Shoot, dice: Dice) -> Progress:
    """A shot: the firer is revealed, the dice fall, and what they do happens at once.

    [conceal.active-shoots, conceal.passive-hit, fire.resolve-one-by-one, art.mark-ammo]
    """
    firer = field.unit_of(state, step.unit)
    target = field.unit_of(state, step.target)
    before = len(dice.rolls)
    guns = firer.arm in tables.GUNS
    if guns:
        gun = artillery_table.gun_shot_at(state, firer, target)
        thrown = artillery_rule.pool(gun)
        hits = artillery_rule.volley(gun, dice)
        tally = artillery_table.gun_tally(gun)
    else:
        shot = shot_at(state, firer, target, step.timing == "before-move")
        thrown = rule.pool(shot)
        hits = rule.volley(shot, dice)
        tally = shot_tally(shot)
    fired = tuple(dice.rolls[before:])
    effect = rule.struck(troops(state, target), hits, not guns and "SS" in firer.traits, state.settings, dice)
    ammo = artillery_rule.ammo_after_fire(firer.ammo) if guns else firer.ammo
    events: list[object] = [concealment_events.Revealed(firer.id, "fired")] if firer.concealed else []
    hidden = state.settings.conceal_level == "sight" and target.concealed and hits == 0
    volley = fire_events.VolleyFired(
        unit=firer.id,
        target=target.id,
        timing=step.timing,
        dice=thrown.dice,
        hits=hits,
        target_fatigue=effect.fatigue,
        ammo=ammo,
        tally=tally,
        rolls=fired,
        hidden=hidden,
    )
    events.append(volley)
    if target.concealed and hits:
        events.append(concealment_events.Revealed(target.id, "hit"))
    if effect.at_risk:
        officer = field.officer_with(state, target.id)
        assert officer is not None
        events.append(command_table.risked(officer, "fire", effect.officer_killed, tuple(dice.rolls[before + 1 :])))
    steps: list[object] = []
    if effect.status in (BROKEN, RETIRED):
        events.extend(command_table.lost(state, [retreat_events.UnitLost(target.id, effect.status, "fire")]))
    elif effect.retreats:
        steps.append(retreat_events.FallBack(target.id, "defender", (firer.pose.x, firer.pose.y), effect.at_risk))
    if guns and artillery_rule.retires_empty(firer.ammo, ammo, state.settings):
        events.extend(command_table.lost(state, [retreat_events.UnitLost(firer.id, RETIRED, "empty")]))
    return Progress(tuple(events), tuple(steps))


def shot_tally(shot: rule.Shot) -> tuple[Row, ...]:
    """The dice of a shot, line by line."""
    thrown = rule.pool(shot)
    halving = [Row(mod.label, "halved", mod.clause) for mod in rule.penalties(shot)]
    base = Row("elan", str(thrown.base), "chamberlain.fire.dice-infantry")
    return (base, *halving, *lines(rule.bonuses(shot)), needs(thrown.dice, thrown.hit_on))


def needs(dice: int, hit_on: int) -> Row:
    return Row("dice", f"{dice} on {hit_on}+", "chamberlain.fire.to-hit")


PLAYS: Final[Plays] = {
    fire_events.Fire: Play(fire_phase),
    fire_events.ChooseShot: Play(no_effect, side_named, shot_decision, shot_chosen),
    fire_events.Shoot: Play(shoot),
}
