"""Who shoots at whom and with what, and what the shot does."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Item
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import field, tables
from roundtop.rulebooks.skirmish.actions import table as actions_table
from roundtop.rulebooks.skirmish.fire import aim, rule
from roundtop.rulebooks.skirmish.fire import events as fire_events
from roundtop.rulebooks.skirmish.state import MOUNTED, Figure, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.rulebooks.skirmish.terrain import table as terrain_table
from roundtop.rulebooks.skirmish.weapons import rule as weapons_rule


def shot_by(state: State, shooters: list[Figure], target: str) -> bool:
    """Whether any of these has a shot at a group: the first who has settles it."""
    for figure in shooters:
        if _ready_for(state, figure, target) >= 0:
            return True
    return False


def may_shoot(state: State, figure: Figure) -> bool:
    """Whether a man has something loaded and is free to fire it [actions.fire]."""
    loaded = [firearm for firearm in figure.firearms if field.is_loaded(firearm, state)]
    if not loaded or field.burdened(state, figure) or not field.may_do(figure):
        return False
    return actions_table.free(state, figure)


def weapon_for(state: State, figure: Figure, target: str) -> int:
    """The first of a man's loaded weapons with which he can shoot at a group; -1 for none."""
    return _ready_for(state, figure, target) if may_shoot(state, figure) else -1


def _ready_for(state: State, figure: Figure, target: str) -> int:
    for place, firearm in enumerate(figure.firearms):
        if field.is_loaded(firearm, state) and aim.can_shoot(state, figure, firearm.kind, target):
            return place
    return -1


def shots(state: State, figure: Figure) -> list[Item]:
    """Every enemy group he could nominate, with each of his loaded weapons [actions.fire, shooting.random-target]."""
    found: list[Item] = []
    ready = [(n, firearm) for n, firearm in enumerate(figure.firearms) if field.is_loaded(firearm, state)]
    if not ready:
        return found
    for target in field.enemy_groups(state, figure.group):
        for place, firearm in ready:
            if aim.can_shoot(state, figure, firearm.kind, target.id):
                text = f"fire at {target.name}" + (f" with the {firearm.kind}" if len(ready) > 1 else "")
                where = field.nearest_of(state, figure, target.id)
                found.append(Item(f"fire:{place}:{target.id}", text, "skirmish.actions.fire", at=where))
    return found


def load_events(state: State, group: str) -> list[object]:
    """Everybody who can loads his first weapon that is not full [actions.load]."""
    events: list[object] = []
    for man in field.waiting(state, group):
        if field.burdened(state, man) or not field.may_do(man) or not actions_table.free(state, man):
            continue
        for place, firearm in enumerate(man.firearms):
            if field.can_load(firearm, state) and (not man.half or field.loads_riding(firearm, state)):
                events.append(load_event(man, place))
                break
    return events


def loads(state: State, figure: Figure, riding: bool) -> list[Item]:
    found: list[Item] = []
    for place, firearm in enumerate(figure.firearms):
        if field.can_load(firearm, state) and (not riding or field.loads_riding(firearm, state)):
            needed = rule.full(firearm.kind, firearm.breech, firearm.repeating, state.settings)
            text = f"load the {firearm.kind} ({firearm.progress + 1} of {needed})"
            found.append(Item(f"load:{place}", text, "skirmish.actions.load"))
    return found


def load_event(figure: Figure, place: int) -> fire_events.Loaded:
    """One Load action, or the rider's half of a ride [actions.load, actions.ride-and-act]."""
    return fire_events.Loaded(figure.id, place, figure.firearms[place].progress + 1, not figure.half)


def shoot(state: State, step: fire_events.Shoot, dice: Dice) -> Progress:
    """One shot at a group: the man drawn, then quality against cover and range.

    [shooting.sequence, shooting.dice-order, shooting.random-target, turn.group-by-group]
    """
    shooter = state.figures[step.figure]
    event = shot_at(state=state, shooter=shooter, place=step.firearm, target=step.target, dice=dice)
    return Progress((event,) if event is not None else ())


def volley(state: State, step: fire_events.Volley, dice: Dice) -> Progress:
    """The next of the men named fires if he can; each shot is resolved before the next [turn.group-by-group]."""
    if not step.figures:
        return Progress(())
    shooter = state.figures[step.figures[0]]
    place = weapon_for(state, shooter, step.target)
    event = shot_at(state, shooter, place, step.target, dice) if place >= 0 else None
    return Progress((event,) if event is not None else (), (fire_events.Volley(step.figures[1:], step.target),))


def shot_at(state: State, shooter: Figure, place: int, target: str, dice: Dice) -> fire_events.ShotFired | None:
    """Look, throw and tell; None where nobody of the group can be hit any more."""
    weapon = shooter.firearms[place].kind
    drawn_from = rule.pool(weapon, aim.marks(state, shooter, weapon, target), state.settings)
    if not drawn_from:
        return None
    before = len(dice.rolls)
    mark = drawn_from[rule.pick(len(drawn_from), shooter.side, dice)]
    victim = state.figures[mark.id]
    aimed = aimed_shot(state, shooter, weapon, victim, mark.distance)
    hit = rule.fire(aimed, dice)
    facing = shooter.pose.facing if shooter.arm == MOUNTED else field.turn_to(shooter, victim)
    return fire_events.ShotFired(
        figure=shooter.id,
        firearm=place,
        target=target,
        victim=victim.id,
        distance=round(mark.distance, 2),
        cover=aimed.cover,
        result=hit.result,
        struck=hit.struck,
        injury=hit.injury,
        harm=hit.harm,
        mounted=hit.mounted,
        horse=hit.horse_harm,
        facing=facing,
        paid=not shooter.half,
        tally=tally(aimed, hit, len(drawn_from)),
        rolls=tuple(dice.rolls[before:]),
    )


def aimed_shot(state: State, shooter: Figure, weapon: str, victim: Figure, distance: float) -> rule.Shot:
    """A shot as the rules have it [shooting.cover-test, shooting.no-other-modifiers]."""
    return rule.Shot(
        quality=shooter.quality,
        weapon=weapon,
        distance=distance,
        cover=terrain_table.cover_of(state, victim, shooter),
        harm=victim.harm,
        mounted=victim.arm == MOUNTED,
        horse_harm=victim.horse,
        by=shooter.side,
        against=victim.side,
        settings=state.settings,
    )


def tally(shot: rule.Shot, hit: rule.Hit, drawn_from: int) -> tuple[Row, ...]:
    """The three dice and what they come to, each with its clause."""
    found = rule.band(shot.weapon, shot.distance, shot.settings)
    die = tables.quality_die(shot.quality, shot.settings).name
    return (
        Row("drawn from", f"{drawn_from}", "skirmish.shooting.random-method"),
        Row("quality", f"{shot.quality}, {die}", "skirmish.shooting.sequence"),
        Row("cover", f"{shot.cover}, {terrain_rule.COVER_DICE[shot.cover].name}", "skirmish.shooting.cover-dice"),
        Row(
            f"range {shot.distance:.1f} cm",
            f"{found}, {rule.RANGE_DICE[found].name}",
            weapons_rule.SHOOTING[shot.weapon],
        ),
        Row("margin", f"{hit.margin:+d}: {hit.result}", "skirmish.shooting.result-table"),
    )


PLAYS: Final[Plays] = {
    fire_events.Volley: Play(volley),
    fire_events.Shoot: Play(shoot),
}
