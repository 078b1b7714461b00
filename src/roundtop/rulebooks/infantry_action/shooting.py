"""Fire: who may shoot at whom, nominations, volleys, charge fire, opportunity fire, and lines closing up."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Assign, Assigned, Choose, Chosen, Item, Slot
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action.events import (
    ChitRevealed,
    HeldFire,
    Moved,
    StandsRemoved,
    UnitRemoved,
    VolleyFired,
)
from roundtop.rulebooks.infantry_action.fire import (
    GunShot,
    Salvo,
    Shot,
    Volley,
    band,
    gun,
    gun_needs,
    may_shoot,
    needs,
    penalties,
    shot_needs,
    thrown,
    volley,
)
from roundtop.rulebooks.infantry_action.movement import path_of
from roundtop.rulebooks.infantry_action.sight import (
    Aim,
    Body,
    aims,
    bodies,
    bodies_at_start,
    body,
    has_aim,
    range_of,
    sheltered,
)
from roundtop.rulebooks.infantry_action.state import (
    FIRE,
    ON_TABLE,
    OPPORTUNITY,
    UNKNOWN,
    State,
    Unit,
    closed_up,
    enemies,
    in_contact,
    muzzle,
    on_table,
    unit_of,
)
from roundtop.rulebooks.infantry_action.steps import (
    ChargeFire,
    Interrupt,
    MoveOn,
    Nominate,
    OpportunityFire,
    PickShooters,
    RemoveHits,
    Shoot,
    Shooting,
)
from roundtop.rulebooks.infantry_action.steps import Step as AnyStep
from roundtop.table.measure import NOISE, QUARTER_TURN, TOLERANCE, bearing, turn_between
from roundtop.table.path import TURN, Manoeuvre, Stage, Stop, Sweep, cut, manoeuvres_of, pose_at
from roundtop.table.pose import Pose, rounded_pose

STRIDE_IN: Final = 0.5
"""How finely a move is followed when opportunity fire may interrupt it."""


# ---------------------------------------------------------------- lawful targets


def lawful_aims(state: State, unit: Unit, moment: str, target: str, gun_stand: int) -> list[Aim]:
    """Every lawful shot of a unit, or one of its guns, at this moment; `target` "" means at anybody."""
    targets = lawful_targets(state, unit, moment, target)
    if moment == "charge":
        found: list[Aim] = []
        for enemy in targets:
            found.extend(charge_aims(state, unit, enemy, gun_stand))
        return found
    return aims(state, unit, body(unit), [body(enemy) for enemy in targets], bodies(state), gun_stand)


def can_aim(state: State, unit: Unit, moment: str, target: str, gun_stand: int) -> bool:
    """Whether a unit, or one of its guns, has any lawful shot at this moment."""
    if moment == "charge":
        return bool(lawful_aims(state, unit, moment, target, gun_stand))
    everyone = bodies(state)
    for enemy in lawful_targets(state, unit, moment, target):
        if has_aim(state, unit, body(unit), body(enemy), everyone, gun_stand):
            return True
    return False


def lawful_targets(state: State, unit: Unit, moment: str, target: str) -> list[Unit]:
    """Enemy units that a unit may shoot at now, if they are in its range, arc and sight."""
    return [
        enemy
        for enemy in enemies(state, unit)
        if target in ("", enemy.id) and may_name(state, unit, enemy) and not refusal(state, unit, enemy, moment)
    ]


def may_name(state: State, unit: Unit, enemy: Unit) -> bool:
    """Infantry names no gun stands, unless the house rule lets it [artillery.infantry-against-battery]."""
    if unit.kind == "infantry" and enemy.kind == "battery":
        return state.settings.infantry_vs_battery != "none"
    return True


def refusal(state: State, unit: Unit, enemy: Unit, moment: str) -> str:
    """The clause by which a unit may not shoot at another that is in its range, arc and sight; "" when it may."""
    caught = moment == "movement" or (moment == "react" and enemy.moved)
    return may_shoot(
        unit.order,
        moment,
        unit.shot and not _between_guns(unit),
        in_contact(state, unit.id) or (moment == "react" and unit.fought),
        True,
        enemy.moved,
        caught and valid_at_start(state, unit, enemy),
        in_contact(state, enemy.id),
        state.settings,
    )


def _between_guns(unit: Unit) -> bool:
    """The guns of a battery shoot one after the other, together one shooting [artillery.several-guns]."""
    return unit.kind == "battery" and unit.stands > 1


def valid_at_start(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether any stand of the enemy was in range, arc and sight when the turn began [opportunity.terms]."""
    then = bodies_at_start(state)
    eye = [spot for spot in then if spot.unit == unit.id]
    target = [spot for spot in then if spot.unit == enemy.id]
    return bool(eye and target) and has_aim(state, unit, eye[0], target[0], then)


def charge_aims(state: State, unit: Unit, charger: Unit, gun_stand: int) -> list[Aim]:
    """Shots at a charger, each stand at the better of its start and contact positions [chargefire.range]."""
    best: dict[tuple[int, int], Aim] = {}
    for target, others in charger_positions(state, charger):
        for aim in aims(state, unit, body(unit), [target], others, gun_stand):
            key = (aim.stand, aim.target_stand)
            if key not in best or _face_needed(state, unit, aim) < _face_needed(state, unit, best[key]):
                best[key] = aim
    return [best[key] for key in sorted(best)]


def _face_needed(state: State, unit: Unit, aim: Aim) -> int:
    """What a shot at an infantry stand needs, its range and cover told."""
    row = band(unit.kind, aim.distance, unit.weapon, state.settings)
    return needs(row, penalties(unit.kind, False, covered(state, unit, aim), state.settings))


def charger_positions(state: State, charger: Unit) -> list[tuple[Body, list[Body]]]:
    """The charger at its start and at contact, with everybody else where he stands."""
    others = [found for found in bodies(state) if found.unit != charger.id]
    found = [(body(charger), others)]
    if charger.contact is not None:
        found.append((Body(charger.id, charger.contact, charger.stands), others))
    return found


# ---------------------------------------------------------------- the shooting step


def shooting(state: State, step: Shooting, dice: Dice) -> Progress:
    """All fire of these sides is nominated and thrown on the position as it is, then hits come off.

    [turn.shooting-step, turn.simultaneous-fire]
    """
    steps: list[AnyStep] = []
    for side in step.sides:
        for unit in on_table(state, side):
            if unit.order == FIRE and not unit.shot and not in_contact(state, unit.id):
                steps.extend(nominations(state, unit, "shooting", ""))
    return Progress((), (*steps, RemoveHits()))


def opportunity_fire(state: State, step: OpportunityFire, dice: Dice) -> Progress:
    """Opportunity fire at whoever has come into range or arc [opportunity.react, turn.react-step]."""
    steps: list[AnyStep] = []
    for side in step.sides:
        for unit in on_table(state, side):
            if unit.order == OPPORTUNITY and not unit.shot:
                steps.extend(nominations(state, unit, "react", ""))
    return Progress((), (*steps, RemoveHits()))


# ---------------------------------------------------------------- nominations


def nominations(state: State, unit: Unit, moment: str, target: str) -> list[Nominate]:
    """The nominations a unit has to make: one for a line, one for each gun that has a target."""
    if unit.kind == "battery":
        guns = [g for g in range(1, unit.stands + 1) if can_aim(state, unit, moment, target, g)]
        return [Nominate(unit.id, moment, target, g) for g in guns]
    return [Nominate(unit.id, moment, target, 0)] if can_aim(state, unit, moment, target, 0) else []


def asks_to_nominate(state: State, step: Nominate) -> tuple[str, ...]:
    return (unit_of(state, step.unit).side,)


def nominate_decision(view: State, step: Nominate, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    found = lawful_aims(view, unit, step.moment, step.target, step.gun)
    items = _target_items(view, found)
    if unit.kind == "battery":
        listed = tuple([items[f"{aim.target}:{aim.target_stand}"] for aim in found])
        sentence = f"Gun {step.gun} of {unit.name}: aim at one enemy stand, or hold its fire."
        clauses = ("infantry-action.artillery.hit-destroys", "infantry-action.artillery.several-guns")
        return Decision(player, "aim", unit.id, sentence, clauses, Choose(listed, 0, 1))
    slots = []
    for stand in range(1, unit.stands + 1):
        own = tuple([items[f"{aim.target}:{aim.target_stand}"] for aim in found if aim.stand == stand])
        if own:
            slots.append(Slot(str(stand), f"stand {stand}", own, optional=True))
    sentence = f"{unit.name} shoots: each stand names an enemy stand."
    clauses = ("infantry-action.shooting.nominated-stand", "infantry-action.shooting.one-die-per-stand")
    return Decision(player, "nominate", unit.id, sentence, clauses, Assign(tuple(slots)))


def _target_items(view: State, found: list[Aim]) -> dict[str, Item]:
    items: dict[str, Item] = {}
    names = {unit.id: unit.name for unit in view.units}
    for aim in found:
        key = f"{aim.target}:{aim.target_stand}"
        if key not in items:
            items[key] = Item(key, f"{names[aim.target]}, stand {aim.target_stand}")
    return items


def nominated(state: State, step: Nominate, command: Command) -> Progress:
    """The shots are fixed before any die of the unit is thrown."""
    shots: list[tuple[int, str, int]] = []
    if isinstance(command.answer, Chosen):
        shots = [(step.gun, *_named(key)) for key in command.answer.keys]
    elif isinstance(command.answer, Assigned):
        shots = sorted([(int(slot), *_named(key)) for slot, key in command.answer.pairs])
    unit = unit_of(state, step.unit)
    if not shots:
        return Progress((HeldFire(unit.id),))
    return Progress((), (Shoot(unit.id, step.moment, step.gun, tuple(shots)),))


def _named(key: str) -> tuple[str, int]:
    unit, _, stand = key.rpartition(":")
    return unit, int(stand)


# ---------------------------------------------------------------- throwing


def shoot(state: State, step: Shoot, dice: Dice) -> Progress:
    """Throw a unit's shots, target unit by target unit."""
    unit = unit_of(state, step.unit)
    if unit.kind == "battery":
        _, target, stand = step.shots[0]
        return Progress((_fire_gun(state, step, unit, unit_of(state, target), stand, dice),))
    events: list[VolleyFired] = []
    for situation, target in volleys(state, step, unit):
        before = len(dice.rolls)
        salvo = volley(situation, dice)
        needed = [(shot_needs(situation, shot), shot.distance) for shot in thrown(situation)]
        events.append(_fired(step, target, salvo, len(needed), _needs_lines(needed), dice, before))
    return Progress(tuple(events))


def volleys(state: State, step: Shoot, unit: Unit) -> list[tuple[Volley, str]]:
    """What a unit's nominations look like, one volley for each unit shot at."""
    shots = step.shots
    routed = unit.routed > 0
    if routed and state.settings.rout_fire_penalty == "fewer-dice":
        shots = shots[:-1]
        routed = False
    found: list[tuple[Volley, str]] = []
    for target in sorted({name for _, name, _ in shots}):
        enemy = unit_of(state, target)
        own = tuple([_shot(state, unit, aim) for aim in _aimed(state, step, unit, enemy, shots)])
        situation = Volley(own, routed, step.moment == "charge", enemy.kind, unit.weapon, unit.side, state.settings)
        found.append((situation, target))
    return found


def _aimed(state: State, step: Shoot, unit: Unit, enemy: Unit, shots: tuple[tuple[int, str, int], ...]) -> list[Aim]:
    """Nominated shots at one unit, with their ranges."""
    own = [(stand, aimed) for stand, name, aimed in shots if name == enemy.id]
    if step.moment == "charge":
        lawful = {(aim.stand, aim.target_stand): aim for aim in charge_aims(state, unit, enemy, step.gun)}
        return [lawful[shot] for shot in own]
    eye = body(unit)
    target = body(enemy)
    return [
        Aim(stand, enemy.id, aimed, range_of(eye, stand, target, aimed, state.settings), enemy.pose)
        for stand, aimed in own
    ]


def _shot(state: State, unit: Unit, aim: Aim) -> Shot:
    return Shot(aim.stand, aim.target_stand, aim.distance, covered(state, unit, aim))


def covered(state: State, unit: Unit, aim: Aim) -> bool:
    """Whether a stand shot at has cover, where the house rule counts it [shooting.no-cover]."""
    if not state.settings.cover_from_fire:
        return False
    x, y = muzzle(unit.pose, unit.stands, aim.stand, state.settings)
    target = Body(aim.target, aim.at, unit_of(state, aim.target).stands)
    return sheltered(state, x, y, target, aim.target_stand)


def gun_shot(state: State, step: Shoot, unit: Unit, target: Unit, stand: int) -> GunShot:
    """What a gun's aim looks like [artillery.second-hit, artillery.no-neighbour]."""
    aim = _aimed(state, step, unit, target, step.shots)[0]
    to_gun = bearing(aim.at.x, aim.at.y, unit.pose.x, unit.pose.y)
    return GunShot(
        aim.distance,
        target.kind,
        stand,
        target.stands,
        abs(turn_between(aim.at.facing, to_gun)) <= QUARTER_TURN,
        step.moment == "charge",
        target.hits,
        covered(state, unit, aim),
        unit.weapon,
        unit.side,
        state.settings,
    )


def _fire_gun(state: State, step: Shoot, unit: Unit, target: Unit, stand: int, dice: Dice) -> VolleyFired:
    situation = gun_shot(state, step, unit, target, stand)
    before = len(dice.rolls)
    salvo = gun(situation, dice)
    row = band("battery", situation.distance, unit.weapon, state.settings)
    lines = (
        Row("range", f"{situation.distance:.1f}″", row.clause),
        Row("needs", f"{gun_needs(situation)}+" if target.kind == "infantry" else "6, 6", row.clause),
    )
    return _fired(step, target.id, salvo, 1, lines, dice, before)


def _fired(
    step: Shoot, target: str, salvo: Salvo, stands: int, lines: tuple[Row, ...], dice: Dice, before: int
) -> VolleyFired:
    rolls = tuple(dice.rolls[before:])
    return VolleyFired(
        step.unit, target, step.gun, step.moment, stands, salvo.hits, salvo.removed, salvo.markers,
        salvo.battery_destroyed, lines, rolls,
    )  # fmt: skip


def _needs_lines(needed: list[tuple[int, float]]) -> tuple[Row, ...]:
    lines: list[Row] = []
    for need in sorted({need for need, _ in needed}):
        away = [distance for other, distance in needed if other == need]
        span = f"{min(away):.1f}″" if len(away) == 1 else f"{min(away):.1f}–{max(away):.1f}″"
        lines.append(Row(f"{len(away)} dice at {span}", f"{need}+", "infantry-action.shooting.band-edges"))
    return tuple(lines)


def remove_hits(state: State, step: RemoveHits, dice: Dice) -> Progress:
    """Stands hit come off and the line closes up [shooting.hit-removes-stand, shooting.close-up]."""
    events: list[object] = []
    for unit in on_table(state):
        if len(unit.hits) >= unit.stands:
            events.append(UnitRemoved(unit.id, "destroyed"))
        elif unit.hits:
            pose = closed_up(unit.pose, unit.stands, unit.hits, state.settings)
            events.append(StandsRemoved(unit.id, unit.hits, pose))
    return Progress(tuple(events))


# ---------------------------------------------------------------- fire at a charger


def may_be_shooters(state: State, charger: Unit) -> list[Unit]:
    """Enemy units that, for all anybody can see, might shoot at a charger [chargefire.who]."""
    found: list[Unit] = []
    for unit in enemies(state, charger):
        hidden = not unit.revealed or unit.order in (FIRE, OPPORTUNITY)
        if hidden and not unit.shot and not in_contact(state, unit.id) and _may_aim(state, unit, charger):
            found.append(unit)
    return found


def _may_aim(state: State, unit: Unit, charger: Unit) -> bool:
    guns = range(1, unit.stands + 1) if unit.kind == "battery" else range(1)
    return bool([g for g in guns if charge_aims(state, unit, charger, g)])


def charge_fire(state: State, step: ChargeFire, dice: Dice) -> Progress:
    """The enemy is asked, whatever his chits, when any unit of his might shoot at the charger [orders.secret]."""
    found = tuple([unit.id for unit in may_be_shooters(state, unit_of(state, step.charger))])
    return Progress((), (PickShooters(step.charger, step.target, found),) if found else ())


def asks_for_shooters(state: State, step: PickShooters) -> tuple[str, ...]:
    return (unit_of(state, step.units[0]).side,)


def shooters_decision(view: State, step: PickShooters, player: str) -> Decision:
    charger = unit_of(view, step.charger)
    able = [unit for unit in [unit_of(view, id) for id in step.units] if unit.order in (FIRE, OPPORTUNITY)]
    items = tuple([Item(unit.id, unit.name) for unit in able])
    sentence = f"{charger.name} charges {unit_of(view, step.target).name}. Which of your units shoot at it?"
    if not items:
        sentence = f"{charger.name} charges {unit_of(view, step.target).name}. None of your units can shoot at it."
    clauses = ("infantry-action.chargefire.who", "infantry-action.chargefire.range")
    return Decision(player, "charge-fire", charger.id, sentence, clauses, Choose(items, 0, len(items)))


def shooters_picked(state: State, step: PickShooters, command: Command) -> Progress:
    """Those that shoot show their chits [activation.early-reveal]."""
    assert isinstance(command.answer, Chosen)
    events: list[object] = []
    steps: list[AnyStep] = []
    for key in command.answer.keys:
        unit = unit_of(state, key)
        if not unit.revealed:
            events.append(ChitRevealed(unit.id, unit.order))
        steps.extend(nominations(state, unit, "charge", step.charger))
    return Progress(tuple(events), tuple(steps), final=bool(events))


# ---------------------------------------------------------------- fire that interrupts a move, by the house rule


def move_on(state: State, step: MoveOn, dice: Dice) -> Progress:
    """Go on with a move until it ends or somebody gets it into his range or arc [opportunity.terms]."""
    unit = unit_of(state, step.unit)
    if unit.place != ON_TABLE or not step.manoeuvres:
        return Progress(())
    path = path_of(state, unit, step.manoeuvres)
    watchers = [enemy for enemy in enemies(state, unit) if _may_interrupt(state, enemy, unit, step.passed)]
    stop, watcher = _first_seen(state, unit, path, watchers)
    if watcher == "":
        end = rounded_pose(path.end)
        return Progress((Moved(unit.id, "order", unit.pose, end, step.manoeuvres),))
    there = cut(path, stop)
    event = Moved(unit.id, "order", unit.pose, rounded_pose(there.end), manoeuvres_of(there))
    left = MoveOn(unit.id, _rest(path, stop), (*step.passed, watcher))
    return Progress((event,) if there.stages else (), (Interrupt(watcher, unit.id), left))


def _may_interrupt(state: State, enemy: Unit, unit: Unit, passed: tuple[str, ...]) -> bool:
    open_chit = not enemy.revealed or enemy.order in (OPPORTUNITY, UNKNOWN)
    return (
        open_chit
        and not enemy.shot
        and enemy.id not in passed
        and not in_contact(state, enemy.id)
        and may_name(state, enemy, unit)
        and not valid_at_start(state, enemy, unit)
    )


def _first_seen(state: State, unit: Unit, path: Sweep, watchers: list[Unit]) -> tuple[Stop, str]:
    """Where on a path a unit first comes into the range, arc and sight of a watcher, and whose."""
    for index, stage in enumerate(path.stages):
        before = 0.0
        along = 0.0
        while watchers:
            watcher = _seen_by(state, unit, pose_at(stage, along), watchers)
            if watcher and stage.length <= NOISE:
                return Stop(index + 1, 0.0, 0.0, 0), watcher
            if watcher:
                return _the_moment(state, unit, stage, index, before, along, watchers)
            if along >= stage.length:
                break
            before = along
            along = min(along + STRIDE_IN, stage.length)
    return Stop(len(path.stages), 0.0, 0.0, -1), ""


def _the_moment(
    state: State, unit: Unit, stage: Stage, index: int, before: float, along: float, watchers: list[Unit]
) -> tuple[Stop, str]:
    """The place between two on a stage, unseen and seen, where the unit is seen first."""
    while along - before > TOLERANCE:
        middle = 0.5 * (before + along)
        if _seen_by(state, unit, pose_at(stage, middle), watchers):
            along = middle
        else:
            before = middle
    return Stop(index, along, 0.0, 0), _seen_by(state, unit, pose_at(stage, along), watchers)


def _seen_by(state: State, unit: Unit, pose: Pose, watchers: list[Unit]) -> str:
    """The first watcher with a lawful shot at a unit standing there, "" for none."""
    others = [found for found in bodies(state) if found.unit != unit.id]
    target = Body(unit.id, rounded_pose(pose), unit.stands)
    for enemy in watchers:
        if aims(state, enemy, body(enemy), [target], others):
            return enemy.id
    return ""


def _rest(path: Sweep, stop: Stop) -> tuple[Manoeuvre, ...]:
    """What is left of a move after a stop."""
    left = [stage.manoeuvre for stage in path.stages[stop.stage :]]
    if stop.along > 0.0:
        m = left[0]
        done = manoeuvres_of(cut(path, stop))[-1]
        if path.stages[stop.stage].motion == TURN:
            left[0] = Manoeuvre(m.kind, m.amount, m.by - done.by, m.on, m.x, m.y)
        else:
            left[0] = Manoeuvre(m.kind, m.amount - done.amount, m.by, m.on, m.x - done.x, m.y - done.y)
    return tuple(left)


def asks_to_interrupt(state: State, step: Interrupt) -> tuple[str, ...]:
    return (unit_of(state, step.unit).side,)


def interrupt_decision(view: State, step: Interrupt, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    target = unit_of(view, step.target)
    items = (Item("fire", f"{unit.name} shoots"),) if unit.order == OPPORTUNITY else ()
    sentence = f"{target.name} comes into the range of {unit.name}. Does it shoot?"
    clauses = ("infantry-action.opportunity.terms",)
    return Decision(player, "interrupt", unit.id, sentence, clauses, Choose(items, 0, len(items)))


def interrupted(state: State, step: Interrupt, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    if not command.answer.keys:
        return Progress(())
    unit = unit_of(state, step.unit)
    events = () if unit.revealed else (ChitRevealed(unit.id, unit.order),)
    return Progress(events, (*nominations(state, unit, "movement", step.target), RemoveHits()), final=True)
