"""At the table: who shoots at whom, and what is taken off."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Assign, Assigned, Choose, Chosen, Item, Slot
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import copy
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.fire import rule
from roundtop.rulebooks.infantry_action.morale import events as morale_events
from roundtop.rulebooks.infantry_action.sight import table as sight_table
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.measure import QUARTER_TURN, bearing, turn_between


def lawful_aims(state: State, unit: Unit, moment: str, target: str, gun_stand: int) -> list[sight_table.Aim]:
    """Every lawful shot of a unit, or one of its guns, at this moment; `target` "" means at anybody."""
    targets = lawful_targets(state, unit, moment, target)
    if moment == "charge":
        found: list[sight_table.Aim] = []
        for enemy in targets:
            found.extend(charge_aims(state, unit, enemy, gun_stand))
        return found
    return sight_table.aims(
        state=state,
        shooter=unit,
        eye=sight_table.body(unit),
        targets=[sight_table.body(enemy) for enemy in targets],
        others=sight_table.bodies(state),
        gun=gun_stand,
    )


def can_aim(state: State, unit: Unit, moment: str, target: str, gun_stand: int) -> bool:
    """Whether a unit, or one of its guns, has any lawful shot at this moment."""
    if moment == "charge":
        return bool(lawful_aims(state, unit, moment, target, gun_stand))
    everyone = sight_table.bodies(state)
    for enemy in lawful_targets(state, unit, moment, target):
        if sight_table.has_aim(
            state=state,
            shooter=unit,
            eye=sight_table.body(unit),
            target=sight_table.body(enemy),
            others=everyone,
            gun=gun_stand,
        ):
            return True
    return False


def lawful_targets(state: State, unit: Unit, moment: str, target: str) -> list[Unit]:
    """Enemy units that a unit may shoot at now, if they are in its range, arc and sight."""
    return [
        enemy
        for enemy in field.enemies(state, unit)
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
    return rule.may_shoot(
        order=unit.order,
        moment=moment,
        shot_already=unit.shot and not _between_guns(unit),
        in_combat=field.in_contact(state, unit.id) or (moment == "react" and unit.fought),
        target_valid_now=True,
        target_moved=enemy.moved,
        target_valid_at_turn_start=caught and valid_at_start(state, unit, enemy),
        target_in_combat=field.in_contact(state, enemy.id),
        settings=state.settings,
    )


def _between_guns(unit: Unit) -> bool:
    """The guns of a battery shoot one after the other, together one shooting [artillery.several-guns]."""
    return unit.kind == "battery" and unit.stands > 1


def valid_at_start(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether any stand of the enemy was in range, arc and sight when the turn began [opportunity.terms]."""
    then = sight_table.bodies_at_start(state)
    eye = [spot for spot in then if spot.unit == unit.id]
    target = [spot for spot in then if spot.unit == enemy.id]
    return bool(eye and target) and sight_table.has_aim(state, unit, eye[0], target[0], then)


def charge_aims(state: State, unit: Unit, charger: Unit, gun_stand: int) -> list[sight_table.Aim]:
    """Shots at a charger, each stand at the better of its start and contact positions [chargefire.range]."""
    best: dict[tuple[int, int], sight_table.Aim] = {}
    for target, others in charger_positions(state, charger):
        for aim in sight_table.aims(
            state=state, shooter=unit, eye=sight_table.body(unit), targets=[target], others=others, gun=gun_stand
        ):
            key = (aim.stand, aim.target_stand)
            if key not in best or _face_needed(state, unit, aim) < _face_needed(state, unit, best[key]):
                best[key] = aim
    return [best[key] for key in sorted(best)]


def _face_needed(state: State, unit: Unit, aim: sight_table.Aim) -> int:
    """What a shot at an infantry stand needs, its range and cover told."""
    row = rule.band(unit.kind, aim.distance, unit.weapon, state.settings)
    return rule.needs(row, rule.penalties(unit.kind, False, covered(state, unit, aim), state.settings))


def charger_positions(state: State, charger: Unit) -> list[tuple[sight_table.Body, list[sight_table.Body]]]:
    """The charger at its start and at contact, with everybody else where he stands."""
    others = [found for found in sight_table.bodies(state) if found.unit != charger.id]
    found = [(sight_table.body(charger), others)]
    if charger.contact is not None:
        found.append((sight_table.Body(charger.id, charger.contact, charger.stands), others))
    return found


def shooting(state: State, step: fire_events.Shooting, dice: Dice) -> Progress:
    """All fire of these sides is nominated, then thrown, on the position as it is; then hits come off.

    [turn.shooting-step, turn.simultaneous-fire]
    """
    steps: list[object] = []
    for side in step.sides:
        for unit in field.on_table(state, side):
            if unit.order == field.FIRE and not unit.shot and not field.in_contact(state, unit.id):
                steps.extend(nominations(state, unit, "shooting", ""))
    return Progress((), (*steps, fire_events.ThrowVolleys("shooting"), fire_events.RemoveHits()))


def opportunity_fire(state: State, step: fire_events.OpportunityFire, dice: Dice) -> Progress:
    """Opportunity fire at whoever has come into range or arc [opportunity.react, turn.react-step]."""
    steps: list[object] = []
    for side in step.sides:
        for unit in field.on_table(state, side):
            if unit.order == field.OPPORTUNITY and not unit.shot:
                steps.extend(nominations(state, unit, "react", ""))
    return Progress((), (*steps, fire_events.ThrowVolleys("react"), fire_events.RemoveHits()))


def nominations(state: State, unit: Unit, moment: str, target: str) -> list[fire_events.Nominate]:
    """The nominations a unit has to make: one for a line, one for each gun that has a target."""
    if unit.kind == "battery":
        guns = [g for g in range(1, unit.stands + 1) if can_aim(state, unit, moment, target, g)]
        return [fire_events.Nominate(unit.id, moment, target, g) for g in guns]
    able = can_aim(state, unit, moment, target, 0)
    if able and _fewer_dice(state, unit):
        able = _has_two_shots(state, unit, moment, target)
    return [fire_events.Nominate(unit.id, moment, target, 0)] if able else []


def _fewer_dice(state: State, unit: Unit) -> bool:
    """Whether the last shot of a unit is not thrown, by the house rule [shooting.reduced-after-rout]."""
    return unit.routed > 0 and state.settings.rout_fire_penalty == "fewer-dice"


def _has_two_shots(state: State, unit: Unit, moment: str, target: str) -> bool:
    """With one shot not thrown, whoever has only one has none."""
    return len({aim.stand for aim in lawful_aims(state, unit, moment, target, 0)}) > 1


def nominate_decision(view: State, step: fire_events.Nominate, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    found = lawful_aims(view, unit, step.moment, step.target, step.gun)
    items = _target_items(view, found)
    if unit.kind == "battery":
        listed = tuple([items[f"{aim.target}:{aim.target_stand}"] for aim in found])
        sentence = f"Gun {step.gun} of {unit.name}: aim at one enemy stand, or hold its fire."
        clauses = ("infantry-action.artillery.hit-destroys", "infantry-action.artillery.several-guns")
        return Decision(player, "aim", unit.id, sentence, clauses, form=Choose(listed, 0, 1))
    slots = []
    for stand in range(1, unit.stands + 1):
        own = tuple([items[f"{aim.target}:{aim.target_stand}"] for aim in found if aim.stand == stand])
        if own:
            slots.append(Slot(str(stand), f"stand {stand}", own, optional=True))
    sentence = f"{unit.name} shoots: each stand names an enemy stand."
    clauses = ("infantry-action.shooting.nominated-stand", "infantry-action.shooting.one-die-per-stand")
    return Decision(player, "nominate", unit.id, sentence, clauses, form=Assign(tuple(slots)))


def _target_items(view: State, found: list[sight_table.Aim]) -> dict[str, Item]:
    items: dict[str, Item] = {}
    names = {unit.id: unit.name for unit in view.units}
    for aim in found:
        key = f"{aim.target}:{aim.target_stand}"
        if key not in items:
            items[key] = Item(key, f"{names[aim.target]}, stand {aim.target_stand}")
    return items


def nominated(state: State, step: fire_events.Nominate, command: Command) -> Progress:
    """Shots are fixed before any die is thrown, on either side [turn.simultaneous-fire, artillery.several-guns]."""
    unit = field.unit_of(state, step.unit)
    shots = shots_named(step, command)
    if len(shots) <= (1 if _fewer_dice(state, unit) else 0):
        return Progress((fire_events.HeldFire(unit.id),))
    return Progress((fire_events.TargetsNamed(unit.id, unit.side, step.gun, shots),))


def shots_named(step: fire_events.Nominate, command: Command) -> tuple[tuple[int, str, int], ...]:
    """The shots of an answer: stand or gun, target unit, target stand."""
    shots: list[tuple[int, str, int]] = []
    if isinstance(command.answer, Chosen):
        shots = [(step.gun, *_named(key)) for key in command.answer.keys]
    elif isinstance(command.answer, Assigned):
        shots = sorted([(int(slot), *_named(key)) for slot, key in command.answer.pairs])
    return tuple(shots)


def _named(key: str) -> tuple[str, int]:
    unit, _, stand = key.rpartition(":")
    return unit, int(stand)


def throw_volleys(state: State, step: fire_events.ThrowVolleys, dice: Dice) -> Progress:
    """All shots named are thrown, in an order that changes nothing [turn.simultaneous-fire].

    One after the other: what is still to be thrown is known from the dice alone.
    """
    waiting = shots_to_throw(state, step.moment)
    if not waiting:
        return Progress(())
    thrown = shoot(state, waiting[0], dice)
    return Progress(thrown.events, (*thrown.steps, *([step] if len(waiting) > 1 else [])))


def shots_to_throw(state: State, moment: str) -> list[fire_events.Shoot]:
    """Shots named and not yet thrown, unit by unit in the order of their names, and gun by gun."""
    found: list[fire_events.Shoot] = []
    for side in (state.initiative, field.enemy_of(state, state.initiative)):
        for unit in sorted(field.on_table(state, side), key=_name):
            if unit.kind == "battery":
                found.extend([fire_events.Shoot(unit.id, moment, shot[0], (shot,)) for shot in unit.aims])
            elif unit.aims:
                found.append(fire_events.Shoot(unit.id, moment, 0, unit.aims))
    return found


def _name(unit: Unit) -> str:
    return unit.id


def shoot(state: State, step: fire_events.Shoot, dice: Dice) -> Progress:
    """Throw a unit's shots, target unit by target unit."""
    unit = field.unit_of(state, step.unit)
    if unit.kind == "battery":
        _, target, stand = step.shots[0]
        return Progress(
            (_fire_gun(state=state, step=step, unit=unit, target=field.unit_of(state, target), stand=stand, dice=dice),)
        )
    events: list[fire_events.VolleyFired] = []
    for situation, target in volleys(state, step, unit):
        before = len(dice.rolls)
        salvo = _on_stands_left(rule.volley(situation, dice), field.unit_of(state, target))
        needed = [(rule.shot_needs(situation, shot), shot.distance) for shot in rule.thrown(situation)]
        events.append(
            _fired(
                step=step,
                target=target,
                salvo=salvo,
                stands=len(needed),
                lines=_needs_lines(needed),
                dice=dice,
                before=before,
            )
        )
    return Progress(tuple(events))


def _on_stands_left(salvo: rule.Salvo, target: Unit) -> rule.Salvo:
    """What a volley does where others have hit already in this step [shooting.surplus-hits]."""
    new = copy(salvo)
    new.removed = tuple([stand for stand in salvo.removed if stand not in target.hits])
    return new


def volleys(state: State, step: fire_events.Shoot, unit: Unit) -> list[tuple[rule.Volley, str]]:
    """What a unit's nominations look like, one volley for each unit shot at."""
    shots = step.shots
    routed = unit.routed > 0
    if _fewer_dice(state, unit):
        shots = shots[:-1]
        routed = False
    found: list[tuple[rule.Volley, str]] = []
    for target in sorted({name for _, name, _ in shots}):
        enemy = field.unit_of(state, target)
        own = tuple([_shot(state, unit, aim) for aim in _aimed(state, step, unit, enemy, shots)])
        situation = rule.Volley(
            shots=own,
            routed_before=routed,
            target_charging=step.moment == "charge",
            target_kind=enemy.kind,
            weapon=unit.weapon,
            by=unit.side,
            settings=state.settings,
        )
        found.append((situation, target))
    return found


def _aimed(
    state: State, step: fire_events.Shoot, unit: Unit, enemy: Unit, shots: tuple[tuple[int, str, int], ...]
) -> list[sight_table.Aim]:
    """Nominated shots at one unit, with their ranges."""
    own = [(stand, aimed) for stand, name, aimed in shots if name == enemy.id]
    if step.moment == "charge":
        lawful = {(aim.stand, aim.target_stand): aim for aim in charge_aims(state, unit, enemy, step.gun)}
        return [lawful[shot] for shot in own]
    eye = sight_table.body(unit)
    target = sight_table.body(enemy)
    return [
        sight_table.Aim(
            stand, enemy.id, aimed, sight_table.range_of(eye, stand, target, aimed, state.settings), enemy.pose
        )
        for stand, aimed in own
    ]


def _shot(state: State, unit: Unit, aim: sight_table.Aim) -> rule.Shot:
    return rule.Shot(aim.stand, aim.target_stand, aim.distance, covered(state, unit, aim))


def covered(state: State, unit: Unit, aim: sight_table.Aim) -> bool:
    """Whether a stand shot at has cover, where the house rule counts it [shooting.no-cover]."""
    if not state.settings.cover_from_fire:
        return False
    x, y = field.muzzle(unit.pose, unit.stands, aim.stand, state.settings)
    target = sight_table.Body(aim.target, aim.at, field.unit_of(state, aim.target).stands)
    return sight_table.sheltered(state, x, y, target, aim.target_stand)


def gun_shot(state: State, step: fire_events.Shoot, unit: Unit, target: Unit, stand: int) -> rule.GunShot:
    """What a gun's aim looks like [artillery.second-hit, artillery.no-neighbour]."""
    aim = _aimed(state, step, unit, target, step.shots)[0]
    to_gun = bearing(aim.at.x, aim.at.y, unit.pose.x, unit.pose.y)
    return rule.GunShot(
        distance=aim.distance,
        target_kind=target.kind,
        target=stand,
        target_stands=target.stands,
        faces_gun=abs(turn_between(aim.at.facing, to_gun)) <= QUARTER_TURN,
        target_charging=step.moment == "charge",
        already_hit=target.hits,
        in_cover=covered(state, unit, aim),
        weapon=unit.weapon,
        by=unit.side,
        settings=state.settings,
    )


def _fire_gun(
    state: State, step: fire_events.Shoot, unit: Unit, target: Unit, stand: int, dice: Dice
) -> fire_events.VolleyFired:
    situation = gun_shot(state, step, unit, target, stand)
    before = len(dice.rolls)
    salvo = rule.gun(situation, dice)
    row = rule.band("battery", situation.distance, unit.weapon, state.settings)
    need = rule.gun_needs(situation) if target.kind == "infantry" else 0
    lines = (
        Row("range", f"{situation.distance:.1f}″", row.clause),
        Row("needs", f"{need}+" if need else "6, 6", row.clause, need),
    )
    return _fired(step=step, target=target.id, salvo=salvo, stands=1, lines=lines, dice=dice, before=before)


def _fired(
    step: fire_events.Shoot,
    target: str,
    salvo: rule.Salvo,
    stands: int,
    lines: tuple[Row, ...],
    dice: Dice,
    before: int,
) -> fire_events.VolleyFired:
    rolls = tuple(dice.rolls[before:])
    return fire_events.VolleyFired(
        unit=step.unit,
        target=target,
        gun=step.gun,
        moment=step.moment,
        stands=stands,
        hits=salvo.hits,
        removed=salvo.removed,
        markers=salvo.markers,
        destroyed=salvo.battery_destroyed,
        tally=lines,
        rolls=rolls,
    )


def _needs_lines(needed: list[tuple[int, float]]) -> tuple[Row, ...]:
    lines: list[Row] = []
    for need in sorted({need for need, _ in needed}):
        away = [distance for other, distance in needed if other == need]
        span = f"{min(away):.1f}″" if len(away) == 1 else f"{min(away):.1f}–{max(away):.1f}″"
        lines.append(Row(f"{len(away)} dice at {span}", f"{need}+", "infantry-action.shooting.band-edges", need))
    return tuple(lines)


def remove_hits(state: State, step: fire_events.RemoveHits, dice: Dice) -> Progress:
    """Stands hit come off and the line closes up [shooting.hit-removes-stand, shooting.close-up]."""
    events: list[object] = []
    for unit in field.on_table(state):
        if len(unit.hits) >= unit.stands:
            events.append(morale_events.UnitRemoved(unit.id, "destroyed"))
        elif unit.hits:
            pose = field.closed_up(unit.pose, unit.stands, unit.hits, state.settings)
            events.append(fire_events.StandsRemoved(unit.id, unit.hits, pose))
    return Progress(tuple(events))


def may_be_shooters(state: State, charger: Unit) -> list[Unit]:
    """Enemy units that, for all anybody can see, might shoot at a charger [chargefire.who]."""
    found: list[Unit] = []
    for unit in field.enemies(state, charger):
        hidden = not unit.revealed or unit.order in (field.FIRE, field.OPPORTUNITY)
        if hidden and not unit.shot and not field.in_contact(state, unit.id) and _may_aim(state, unit, charger):
            found.append(unit)
    return found


def _may_aim(state: State, unit: Unit, charger: Unit) -> bool:
    guns = range(1, unit.stands + 1) if unit.kind == "battery" else range(1)
    return bool([g for g in guns if charge_aims(state, unit, charger, g)])


def charge_fire(state: State, step: fire_events.ChargeFire, dice: Dice) -> Progress:
    """The enemy is asked, whatever his chits, when any unit of his might shoot at the charger [orders.secret]."""
    found = tuple([unit.id for unit in may_be_shooters(state, field.unit_of(state, step.charger))])
    return Progress((), (fire_events.PickShooters(step.charger, step.target, found),) if found else ())


def asks_for_shooters(state: State, step: fire_events.PickShooters) -> tuple[str, ...]:
    return (field.unit_of(state, step.units[0]).side,)


def shooters_decision(view: State, step: fire_events.PickShooters, player: str) -> Decision:
    charger = field.unit_of(view, step.charger)
    able = [
        unit for unit in [field.unit_of(view, id) for id in step.units] if unit.order in (field.FIRE, field.OPPORTUNITY)
    ]
    items = tuple([Item(unit.id, unit.name) for unit in able])
    sentence = f"{charger.name} charges {field.unit_of(view, step.target).name}. Which of your units shoot at it?"
    if not items:
        sentence = (
            f"{charger.name} charges {field.unit_of(view, step.target).name}. None of your units can shoot at it."
        )
    clauses = ("infantry-action.chargefire.who", "infantry-action.chargefire.range")
    return Decision(player, "charge-fire", charger.id, sentence, clauses, form=Choose(items, 0, len(items)))


def shooters_picked(state: State, step: fire_events.PickShooters, command: Command) -> Progress:
    """Those that shoot show their chits [activation.early-reveal]."""
    assert isinstance(command.answer, Chosen)
    events: list[object] = []
    steps: list[object] = []
    for key in command.answer.keys:
        unit = field.unit_of(state, key)
        if not unit.revealed:
            events.append(command_events.ChitRevealed(unit.id, unit.order))
        steps.extend(nominations(state, unit, "charge", step.charger))
    return Progress(tuple(events), (*steps, fire_events.ThrowVolleys("charge")), final=bool(events))


PLAYS: Final[Plays] = {
    fire_events.ChargeFire: Play(charge_fire),
    fire_events.PickShooters: Play(no_effect, asks_for_shooters, shooters_decision, shooters_picked),
    fire_events.Nominate: Play(no_effect, field.owner, nominate_decision, nominated),
    fire_events.ThrowVolleys: Play(throw_volleys),
    fire_events.Shoot: Play(shoot),
    fire_events.RemoveHits: Play(remove_hits),
}
