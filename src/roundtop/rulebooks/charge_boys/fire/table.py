"""The firing phase: its order, and who may fire at whom with small arms."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field, options, tables
from roundtop.rulebooks.charge_boys.artillery import events as artillery_events
from roundtop.rulebooks.charge_boys.artillery import table as artillery_table
from roundtop.rulebooks.charge_boys.casualties import events as casualties_events
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.fire import aim as fire_aim
from roundtop.rulebooks.charge_boys.fire import events as fire_events
from roundtop.rulebooks.charge_boys.fire import rule
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.initiative import events as initiative_events
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.terrain import cover as terrain_cover
from roundtop.table.measure import rounded, within

HOLD: Final = "hold"
BALL: Final = "ball"
BUCK: Final = "buck"


def firing(state: State, step: fire_events.Firing, dice: Dice) -> Progress:
    """Artillery of A, artillery of B, musketry of A, musketry of B, all named before any is thrown; then the losses.

    [turn.simultaneous-fire]
    """
    order = [
        unit.id
        for guns in (True, False)
        for side in field.in_order(state)
        for unit in field.on_table(state, side)
        if (unit.arm == tables.ARTILLERY) == guns
    ]
    return Progress((initiative_events.PhaseBegan("firing"),), (fire_events.Nominate(tuple(order), ()),))


def nominate(state: State, step: fire_events.Nominate, dice: Dice) -> Progress:
    """The next unit that has somebody to fire at names its target; when all have, everybody fires."""
    for place, id in enumerate(step.todo):
        unit = field.unit_of(state, id)
        asked = artillery_table.gun_step(state, unit) if unit.arm == tables.ARTILLERY else volley_step(state, unit)
        if asked is not None:
            asked.later, asked.todo, asked.shots = True, step.todo[place + 1 :], step.shots
            return Progress((), (asked,))
    return Progress((), (*step.shots, casualties_events.TakeOff()))


def named(step: fire_events.Fire | artillery_events.FireGuns, shots: list[object]) -> tuple[object, ...]:
    """Shots are thrown when everybody has named his target [turn.simultaneous-fire]."""
    return (fire_events.Nominate(step.todo, (*step.shots, *shots)),) if step.later else tuple(shots)


def lawful_targets(state: State, unit: Unit) -> list[Unit]:
    """Enemies in no melee [musketry.no-fire-into-melee, rout.behaviour]."""
    return [foe for foe in field.enemies(state, unit) if not field.locked(state, foe.id)]


def volley_step(state: State, unit: Unit) -> fire_events.Fire | None:
    """A unit's fire in this phase, None where it has none.

    [musketry.once-per-turn, musketry.breech-twice, charge.evade-bonus]
    """
    condition = movement_table.condition_of(state, unit)
    condition.moved = unit.turn.moved
    if unit.turn.met == "evades" or unit.turn.volleys > 1 or movement_rule.may_fire(condition) == movement_rule.NO_FIRE:
        return None
    if unit.turn.volleys and not movement_rule.may_fire_twice(condition):
        return None
    aims = aims_of(state, unit)
    if not aims:
        return None
    return fire_events.Fire(unit.id, unit.turn.volleys + 1, tuple([(aim.target, aim.men, aim.range) for aim in aims]))


def aims_of(state: State, unit: Unit) -> list[fire_aim.Aim]:
    """The targets a unit may choose between: the nearest, and past loose ones the nearest formed [musketry.target]."""
    settings = state.settings
    blind = not settings.premeasure
    reach = rule.WEAPONS[unit.weapon].reach
    near: list[tuple[float, str]] = []
    own = field.outreach(unit, settings)
    standing = field.blocks(unit, settings)
    for foe in lawful_targets(state, unit):
        if not blind and field.beyond(unit.pose, own + reach, foe, settings):
            continue
        away = rounded(field.gap_between(standing, field.blocks(foe, settings)))
        if blind or within(away, reach):
            near.append((away, foe.id))
    near.sort()
    found: list[fire_aim.Aim] = []
    last = -1.0
    for away, id in near:
        if found and settings.target_choice == "nearest" and away > last and _stops(state, found):
            break
        aim = fire_aim.aim_at(state, unit, field.unit_of(state, id), blind)
        if aim.men < rule.FEWEST_MEN or tables.dice_for(aim.men, settings) == 0 or _no_dice(state, unit, aim.men):
            continue
        if found and settings.target_choice == "nearest" and away > last and not solid(field.unit_of(state, id)):
            continue
        found.append(aim)
        last = away
    return found


def _no_dice(state: State, unit: Unit, men: int) -> bool:
    return (
        rule.volley_dice(
            rule.Volley(
                unit.weapon,
                0.0,
                men,
                halted=unit.mettle.state == tables.HALTED,
                disordered=unit.mettle.disordered,
                settings=state.settings,
            )
        )
        == 0
    )


def _stops(state: State, found: list[fire_aim.Aim]) -> bool:
    """Whether one of the targets found may not be passed over for another [musketry.target]."""
    return bool([aim for aim in found if solid(field.unit_of(state, aim.target))])


def solid(unit: Unit) -> bool:
    """A formed unit or a battery with crew: what is fired at in preference [musketry.target]."""
    return field.formed(unit) or (unit.arm == tables.ARTILLERY and not field.routing(unit) and field.crew(unit) > 0)


def fire_decision(view: State, step: fire_events.Fire, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    items: list[Item] = []
    blind = not view.settings.premeasure
    promised = len([shot for shot in step.shots if isinstance(shot, fire_events.Shoot) and _with_buck(shot, unit)])
    # Where nothing may be measured, neither the order of the targets nor the load tells how far they are.
    for target, men, away in sorted(step.aims) if blind else step.aims:
        foe = field.unit_of(view, target)
        known = "" if blind else f", {away:.1f}″, {rule.band(unit.weapon, away)}"
        label = f"{foe.name}: {men} men{known}"
        items.append(Item(f"{target}:{BALL}", label, "charge-boys.musketry.target"))
        if not rule.buck_refusal(unit.weapon, 0.0 if blind else away, unit.buck - promised, view.settings):
            items.append(Item(f"{target}:{BUCK}", f"{label}, buck and ball", "charge-boys.musketry.buck-use"))
    items.append(Item(HOLD, "Hold fire"))
    again = " a second time" if step.volley > 1 else ""
    price = " (half the dice, and it does not re-order this turn)" if unit.mettle.disordered else ""
    sentence = f"{unit.name} may fire{again}{price}: at whom?"
    clauses = ("charge-boys.musketry.target", "charge-boys.musketry.who-can-fire")
    measure = options.measurable(view.settings)
    return Decision(player, "fire", unit.id, sentence, clauses, form=Choose(tuple(items)), measure=measure)


def _with_buck(shot: fire_events.Shoot, unit: Unit) -> bool:
    return shot.buck and shot.unit == unit.id


def fired(state: State, step: fire_events.Fire, command: Command) -> Progress:
    """One target for the volley; a second one may follow [turn.decisions, musketry.breech-twice]."""
    key = key_of(command)
    if key == HOLD:
        return Progress((fire_events.HeldFire(step.unit, False),), named(step, []))
    target, _, charge = key.rpartition(":")
    men, away = next((men, away) for id, men, away in step.aims if id == target)
    unit = field.unit_of(state, step.unit)
    if not within(away, rule.WEAPONS[unit.weapon].reach):
        return Progress((fire_events.HeldFire(unit.id, True),), named(step, []))
    buck = charge == BUCK and rule.band(unit.weapon, away) == rule.CLOSE
    shot = fire_events.Shoot(unit=unit.id, target=target, volley=step.volley, men=men, range=away, buck=buck)
    condition = movement_table.condition_of(state, unit)
    condition.moved = unit.turn.moved
    if step.volley == 1 and movement_rule.may_fire_twice(condition):
        again = fire_events.Fire(unit.id, 2, step.aims)
        if not step.later:
            return Progress((), (shot, again))
        again.later, again.todo, again.shots = True, step.todo, (*step.shots, shot)
        return Progress((), (again,))
    return Progress((), named(step, [shot]))


def volley_of(state: State, unit: Unit, target: Unit, number: int, men: int, away: float, buck: bool) -> rule.Volley:
    """A volley as its dice see it."""
    return rule.Volley(
        weapon=unit.weapon,
        range=away,
        men=men,
        quality=unit.quality,
        first_fire=not unit.has_fired and number == 1,
        target_skirmish=target.formation == tables.SKIRMISH,
        buck_and_ball=buck,
        buck_rounds=unit.buck,
        halted=unit.mettle.state == tables.HALTED,
        disordered=unit.mettle.disordered,
        mounted=field.mounted(unit),
        moved=unit.turn.moved,
        volley=number,
        by=unit.side,
        settings=state.settings,
    )


def shoot(state: State, step: fire_events.Shoot, dice: Dice) -> Progress:
    """A volley: dice, officer check, saves; the losses come off at the end of the phase [turn.simultaneous-fire]."""
    unit = field.unit_of(state, step.unit)
    target = field.unit_of(state, step.target)
    volley = volley_of(
        state=state, unit=unit, target=target, number=step.volley, men=step.men, away=step.range, buck=step.buck
    )
    assert not rule.volley_refusal(volley)
    before = len(dice.rolls)
    hits = rule.throw_volley(volley, dice)
    shelter = terrain_cover.shelter_of(state, target, unit)
    parts = [(hits, rule.volley_save(volley))]
    lost = casualties_table.suffered(
        state=state, target=target, parts=parts, source=casualties_rule.SMALL_ARMS, shelter=shelter, dice=dice
    )
    general = generals_table.general_falls(state, target) if lost.general else ""
    tally = (
        Row("dice", str(rule.volley_dice(volley)), "charge-boys.musketry.dice-per-six"),
        *lines(rule.volley_mods(volley)),
    )
    cover = lines(casualties_rule.cover_mods(casualties_rule.SMALL_ARMS, shelter, state.settings))
    event = fire_events.Fired(
        unit=unit.id,
        target=target.id,
        mode="musketry",
        guns=(),
        men=step.men,
        range=step.range,
        buck=step.buck,
        hits=hits,
        killed=lost.killed,
        officers=lost.officers,
        general=general,
        at_once=False,
        tally=(*tally, *cover),
        rolls=tuple(dice.rolls[before:]),
    )
    return Progress((event,))


PLAYS: Final[Plays] = {
    fire_events.Firing: Play(firing),
    fire_events.Nominate: Play(nominate),
    fire_events.Fire: Play(no_effect, field.owner, fire_decision, fired),
    fire_events.Shoot: Play(shoot),
}
