"""The firing phase: who may fire at whom, targets, volleys and guns, and what is taken off."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Assign, Assigned, Choose, Chosen, Item, Slot
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import artillery, fire
from roundtop.rulebooks.charge_boys.activation import condition_of
from roundtop.rulebooks.charge_boys.artillery import CLOSE_IN, Battery, battery_save, can_fire, feet
from roundtop.rulebooks.charge_boys.events import Fired, GeneralLost, HeldFire, PhaseBegan, apply
from roundtop.rulebooks.charge_boys.fire import (
    FEWEST_MEN,
    GUNS,
    SMALL_ARMS,
    WEAPONS,
    Body,
    Losses,
    Volley,
    band,
    buck_refusal,
    throw_volley,
    volley_dice,
    volley_mods,
    volley_refusal,
    volley_save,
)
from roundtop.rulebooks.charge_boys.morale import FULL, HALTED, NO_FIRE, may_fire, may_fire_twice
from roundtop.rulebooks.charge_boys.react import general_falls, taken_off
from roundtop.rulebooks.charge_boys.sight import Aim, aim_at, gun_aim, shelter_of
from roundtop.rulebooks.charge_boys.state import (
    MANNED,
    State,
    Unit,
    beyond,
    blocks,
    crew,
    enemies,
    formed,
    gap_between,
    generals_with,
    in_order,
    locked,
    mounted,
    on_table,
    outreach,
    routing,
    strength,
    unit_of,
)
from roundtop.rulebooks.charge_boys.steps import Fire, FireBy, FireGuns, Firing, Shoot, ShootGuns, Step, TakeOff
from roundtop.rulebooks.charge_boys.tables import ARTILLERY, SKIRMISH, UNLIMBERED, dice_for
from roundtop.table.measure import rounded, within

HOLD: Final = "hold"
BALL: Final = "ball"
BUCK: Final = "buck"


# ---------------------------------------------------------------- the order of fire


def firing(state: State, step: Firing, dice: Dice) -> Progress:
    """Artillery of A, artillery of B, musketry of A, musketry of B, then the losses [turn.simultaneous-fire]."""
    first, second = in_order(state)
    order = (FireBy(first, True), FireBy(second, True), FireBy(first, False), FireBy(second, False), TakeOff())
    return Progress((PhaseBegan("firing"),), order)


def fire_by(state: State, step: FireBy, dice: Dice) -> Progress:
    """The units of a side that have somebody to fire at, in the order of the roster."""
    found: list[Step] = []
    for unit in on_table(state, step.side):
        if (unit.arm == ARTILLERY) != step.guns:
            continue
        asked = gun_step(state, unit) if step.guns else volley_step(state, unit)
        if asked is not None:
            found.append(asked)
    return Progress((), tuple(found))


def lawful_targets(state: State, unit: Unit) -> list[Unit]:
    """Enemies in no melee [musketry.no-fire-into-melee, rout.behaviour]."""
    return [foe for foe in enemies(state, unit) if not locked(state, foe.id)]


# ---------------------------------------------------------------- small arms


def volley_step(state: State, unit: Unit) -> Fire | None:
    """A unit's fire in this phase, None where it has none.

    [musketry.once-per-turn, musketry.breech-twice, charge.evade-bonus]
    """
    condition = condition_of(state, unit)
    condition.moved = unit.turn.moved
    if unit.turn.met == "evades" or unit.turn.volleys > 1 or may_fire(condition) == NO_FIRE:
        return None
    if unit.turn.volleys and not may_fire_twice(condition):
        return None
    aims = aims_of(state, unit)
    if not aims:
        return None
    return Fire(unit.id, unit.turn.volleys + 1, tuple([(aim.target, aim.men, aim.range) for aim in aims]))


def aims_of(state: State, unit: Unit) -> list[Aim]:
    """The targets a unit may choose between: the nearest, and past loose ones the nearest formed [musketry.target]."""
    settings = state.settings
    blind = not settings.premeasure
    reach = WEAPONS[unit.weapon].reach
    near: list[tuple[float, str]] = []
    own = outreach(unit, settings)
    standing = blocks(unit, settings)
    for foe in lawful_targets(state, unit):
        if not blind and beyond(unit.pose, own + reach, foe, settings):
            continue
        away = rounded(gap_between(standing, blocks(foe, settings)))
        if blind or within(away, reach):
            near.append((away, foe.id))
    near.sort()
    found: list[Aim] = []
    last = -1.0
    for away, id in near:
        if found and settings.target_choice == "nearest" and away > last and _stops(state, found):
            break
        aim = aim_at(state, unit, unit_of(state, id), blind)
        if aim.men < FEWEST_MEN or dice_for(aim.men, settings) == 0 or _no_dice(state, unit, aim.men):
            continue
        if found and settings.target_choice == "nearest" and away > last and not solid(unit_of(state, id)):
            continue
        found.append(aim)
        last = away
    return found


def _no_dice(state: State, unit: Unit, men: int) -> bool:
    return volley_dice(Volley(unit.weapon, 0.0, men, halted=unit.mettle.state == HALTED, settings=state.settings)) == 0


def _stops(state: State, found: list[Aim]) -> bool:
    """Whether one of the targets found may not be passed over for another [musketry.target]."""
    return bool([aim for aim in found if solid(unit_of(state, aim.target))])


def solid(unit: Unit) -> bool:
    """A formed unit or a battery with crew: what is fired at in preference [musketry.target]."""
    return formed(unit) or (unit.arm == ARTILLERY and not routing(unit) and crew(unit) > 0)


def asks_to_fire(state: State, step: Fire | FireGuns) -> tuple[str, ...]:
    return (unit_of(state, step.unit).side,)


def fire_decision(view: State, step: Fire, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    items: list[Item] = []
    for target, men, away in step.aims:
        foe = unit_of(view, target)
        known = f", {away:.1f}″, {band(unit.weapon, away)}" if view.settings.premeasure else ""
        label = f"{foe.name}: {men} men{known}"
        items.append(Item(f"{target}:{BALL}", label, "charge-boys.musketry.target"))
        if not buck_refusal(unit.weapon, away, unit.buck, view.settings):
            items.append(Item(f"{target}:{BUCK}", f"{label}, buck and ball", "charge-boys.musketry.buck-use"))
    items.append(Item(HOLD, "Hold fire"))
    again = " a second time" if step.volley > 1 else ""
    sentence = f"{unit.name} may fire{again}: at whom?"
    clauses = ("charge-boys.musketry.target", "charge-boys.musketry.who-can-fire")
    measure = "all" if view.settings.premeasure else "none"
    return Decision(player, "fire", unit.id, sentence, clauses, Choose(tuple(items)), measure)


def fired(state: State, step: Fire, command: Command) -> Progress:
    """One target for the volley; a second one may follow [turn.decisions, musketry.breech-twice]."""
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    if key == HOLD:
        return Progress((HeldFire(step.unit, False),))
    target, _, charge = key.rpartition(":")
    men, away = next((men, away) for id, men, away in step.aims if id == target)
    unit = unit_of(state, step.unit)
    if not within(away, WEAPONS[unit.weapon].reach):
        return Progress((HeldFire(unit.id, True),))
    shot = Shoot(unit.id, target, step.volley, men, away, charge == BUCK)
    condition = condition_of(state, unit)
    condition.moved = unit.turn.moved
    if step.volley == 1 and may_fire_twice(condition):
        return Progress((), (shot, Fire(unit.id, 2, step.aims)))
    return Progress((), (shot,))


def volley_of(state: State, unit: Unit, target: Unit, number: int, men: int, away: float, buck: bool) -> Volley:
    """A volley as its dice see it."""
    return Volley(
        unit.weapon,
        away,
        men,
        unit.quality,
        not unit.has_fired,
        target.formation == SKIRMISH,
        buck,
        unit.buck,
        unit.mettle.state == HALTED,
        unit.mettle.disordered,
        mounted(unit),
        unit.turn.moved,
        number,
        unit.side,
        state.settings,
    )


def shoot(state: State, step: Shoot, dice: Dice) -> Progress:
    """A volley: dice, officer check, saves; the losses come off at the end of the phase [turn.simultaneous-fire]."""
    unit = unit_of(state, step.unit)
    target = unit_of(state, step.target)
    volley = volley_of(state, unit, target, step.volley, step.men, step.range, step.buck)
    assert not volley_refusal(volley)
    before = len(dice.rolls)
    hits = throw_volley(volley, dice)
    shelter = shelter_of(state, target, unit)
    lost = suffered(state, target, hits, volley_save(volley), SMALL_ARMS, shelter, dice)
    general = general_falls(state, target) if lost.general else ""
    tally = (Row("dice", str(volley_dice(volley)), "charge-boys.musketry.dice-per-six"), *lines(volley_mods(volley)))
    cover = lines(fire.cover_mods(SMALL_ARMS, shelter, state.settings))
    event = Fired(
        unit.id, target.id, "musketry", (), step.men, step.range, step.buck, hits, lost.killed, lost.officers, general,
        False, (*tally, *cover), tuple(dice.rolls[before:]),
    )  # fmt: skip
    return Progress((event,))


def body_of(state: State, unit: Unit) -> Body:
    """A unit as the hits find it: all fire is simultaneous, so nobody has fallen yet [turn.simultaneous-fire]."""
    return Body(strength(unit), unit.officers, bool(generals_with(state, unit.id)))


def suffered(
    state: State, target: Unit, hits: int, save: str, source: str, shelter: fire.Shelter, dice: Dice
) -> Losses:
    """Whom the hits of one attack take [officer.hit-check, save.every-hit, core.remove-figures]."""
    body = body_of(state, target)
    blows = fire.struck(hits, body, state.settings, dice, target.side)
    needed = fire.needs(save, source, shelter, state.settings)
    return fire.losses(fire.save(blows, needed, dice, target.side), body, state.settings)


# ---------------------------------------------------------------- guns


def gun_step(state: State, unit: Unit) -> FireGuns | None:
    """The guns of a battery that have a target, with their targets [artillery.target, artillery.crew-to-fire]."""
    condition = condition_of(state, unit)
    condition.moved = unit.turn.moved
    if may_fire(condition) != FULL or unit.formation != UNLIMBERED or unit.turn.volleys:
        return None
    found: list[tuple[int, tuple[tuple[str, float], ...]]] = []
    for place, gun in enumerate(unit.guns):
        if gun.fate == MANNED and can_fire(gun.crew, state.settings):
            targets = gun_targets(state, unit, place)
            if targets:
                found.append((place, tuple(targets)))
    return FireGuns(unit.id, tuple(found)) if found else None


def gun_targets(state: State, unit: Unit, gun: int) -> list[tuple[str, float]]:
    """Any enemy in arc, range and sight; within a foot only the nearest [artillery.target]."""
    blind = not state.settings.premeasure
    seen: list[tuple[float, str]] = []
    for foe in lawful_targets(state, unit):
        aim = gun_aim(state, unit, gun, foe, blind)
        if aim is not None:
            seen.append((aim.range, foe.id))
    seen.sort()
    near = [(away, id) for away, id in seen if within(away, CLOSE_IN)]
    if near:
        seen = [(away, id) for away, id in near if away == near[0][0]]
    return [(id, away) for away, id in seen]


def guns_decision(view: State, step: FireGuns, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    slots: list[Slot] = []
    for place, targets in step.aims:
        items = tuple(
            [Item(id, _gun_label(view, unit, id, away), "charge-boys.artillery.target") for id, away in targets]
        )
        slots.append(Slot(str(place), f"Gun {place + 1}", items, True))
    sentence = f"{unit.name} may fire: at whom does each gun?"
    clauses = ("charge-boys.artillery.target", "charge-boys.artillery.range-die")
    measure = "all" if view.settings.premeasure else "none"
    return Decision(player, "guns", unit.id, sentence, clauses, Assign(tuple(slots)), measure)


def _gun_label(view: State, unit: Unit, id: str, away: float) -> str:
    name = unit_of(view, id).name
    if not view.settings.premeasure:
        return name
    need = artillery.needed(unit.gun, away)
    return f"{name}, {away:.1f}″: " + (f"hits on {need}+" if need else "cannot miss")


def guns_fired(state: State, step: FireGuns, command: Command) -> Progress:
    """The guns of a battery on one target are one attack; each target has its own [artillery.target]."""
    assert isinstance(command.answer, Assigned)
    unit = unit_of(state, step.unit)
    given = dict(command.answer.pairs)
    aims = dict(step.aims)
    groups: dict[str, list[int]] = {}
    for place, _ in step.aims:
        target = given.get(str(place), "")
        if target:
            groups.setdefault(target, []).append(place)
    if not groups:
        return Progress((HeldFire(unit.id, False),))
    found: list[Step] = []
    events: list[object] = []
    for target in sorted(groups):
        guns = groups[target]
        ranges = tuple([dict(aims[gun])[target] for gun in guns])
        if feet(unit.gun, min(ranges)) is None:
            events.append(HeldFire(unit.id, True))
        else:
            found.append(ShootGuns(unit.id, target, tuple(guns), ranges))
    return Progress(tuple(events), tuple(found))


def battery_of(state: State, unit: Unit, target: Unit, guns: tuple[int, ...], away: float) -> Battery:
    """Guns that fire at one target, as their dice see them. The range is that of the nearest of them."""
    return Battery(
        unit.gun,
        away,
        tuple([unit.guns[gun].crew for gun in guns]),
        unit.mettle.state == HALTED,
        unit.mettle.disordered,
        unit.turn.moved and not state.settings.gun_fire_after_manhandle,
        False,
        target.formation == SKIRMISH,
        unit.side,
        state.settings,
    )


def shoot_guns(state: State, step: ShootGuns, dice: Dice) -> Progress:
    """Range die and effect die gun by gun, then officer check and saves [artillery.effect-die, core.dice]."""
    unit = unit_of(state, step.unit)
    target = unit_of(state, step.target)
    away = min(step.ranges)
    battery = battery_of(state, unit, target, step.guns, away)
    before = len(dice.rolls)
    hits = artillery.shoot_battery(battery, dice)
    shelter = shelter_of(state, target, unit)
    lost = suffered(state, target, hits, battery_save(unit.gun, away), GUNS, shelter, dice)
    general = general_falls(state, target) if lost.general else ""
    row = feet(unit.gun, away)
    assert row is not None
    tally = (
        Row(f"{row.name} feet", f"{artillery.needed(unit.gun, away)}+" if row.hits_on else "hits", row.clause),
        Row("saves", row.save, row.effect_clause),
        *lines(fire.cover_mods(GUNS, shelter, state.settings)),
    )
    event = Fired(
        unit.id, target.id, "artillery", step.guns, len(step.guns), away, False, hits, lost.killed, lost.officers,
        general, False, tally, tuple(dice.rolls[before:]),
    )  # fmt: skip
    return Progress((event,))


# ---------------------------------------------------------------- losses


def take_off(state: State, step: TakeOff, dice: Dice) -> Progress:
    """All figures lost to fire come off together [turn.simultaneous-fire, core.remove-figures]."""
    events: list[object] = []
    now = state
    for unit in on_table(state):
        for event in _falling(now, unit):
            now = apply(now, event)
            events.append(event)
    return Progress(tuple(events))


def _falling(state: State, unit: Unit) -> list[object]:
    """A General first, so that he does not fall with figures that are gone before him."""
    turn = unit.turn
    found: list[object] = [GeneralLost(turn.fell_general, "killed")] if turn.fell_general else []
    now = state
    for event in found:
        now = apply(now, event)
    foe = unit_of(state, turn.foe) if turn.foe else None
    return [*found, *taken_off(now, unit, Losses(turn.fell, turn.fell_officers), foe)]
