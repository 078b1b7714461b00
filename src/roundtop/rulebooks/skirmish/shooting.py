"""At the table: who is aimed at, and what the shot does."""

from __future__ import annotations

from roundtop.battle.protocol import Progress
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish.activation import weapon_for
from roundtop.rulebooks.skirmish.events import ShotFired
from roundtop.rulebooks.skirmish.fire import RANGE_DICE, Hit, Shot, band, fire, pick, pool
from roundtop.rulebooks.skirmish.sight import cover_of, marks, turn_to
from roundtop.rulebooks.skirmish.state import MOUNTED, Figure, State
from roundtop.rulebooks.skirmish.steps import Shoot, Volley
from roundtop.rulebooks.skirmish.tables import quality_die
from roundtop.rulebooks.skirmish.terrain import COVER_DICE
from roundtop.rulebooks.skirmish.weapons import SHOOTING


def shoot(state: State, step: Shoot, dice: Dice) -> Progress:
    """One shot at a group: the man drawn, then quality against cover and range.

    [shooting.sequence, shooting.dice-order, shooting.random-target, turn.group-by-group]
    """
    shooter = state.figures[step.figure]
    event = shot_at(state, shooter, step.firearm, step.target, not step.free, dice)
    return Progress((event,) if event is not None else ())


def volley(state: State, step: Volley, dice: Dice) -> Progress:
    """The next of the men named fires if he can; each shot is resolved before the next [turn.group-by-group]."""
    if not step.figures:
        return Progress(())
    shooter = state.figures[step.figures[0]]
    place = weapon_for(state, shooter, step.target)
    event = shot_at(state, shooter, place, step.target, True, dice) if place >= 0 else None
    return Progress((event,) if event is not None else (), (Volley(step.figures[1:], step.target),))


def shot_at(state: State, shooter: Figure, place: int, target: str, paid: bool, dice: Dice) -> ShotFired | None:
    """Look, throw and tell; None where nobody of the group can be hit any more."""
    weapon = shooter.firearms[place].kind
    drawn_from = pool(weapon, marks(state, shooter, weapon, target), state.settings)
    if not drawn_from:
        return None
    before = len(dice.rolls)
    mark = drawn_from[pick(len(drawn_from), shooter.side, dice)]
    victim = state.figures[mark.id]
    aimed = aimed_shot(state, shooter, weapon, victim, mark.distance)
    hit = fire(aimed, dice)
    facing = shooter.pose.facing if shooter.arm == MOUNTED else turn_to(shooter, victim)
    return ShotFired(
        shooter.id, place, target, victim.id, round(mark.distance, 2), aimed.cover, hit.result, hit.struck, hit.injury,
        hit.harm, hit.mounted, hit.horse_harm, facing, paid, tally(aimed, hit, len(drawn_from)),
        tuple(dice.rolls[before:]),
    )  # fmt: skip


def aimed_shot(state: State, shooter: Figure, weapon: str, victim: Figure, distance: float) -> Shot:
    """A shot as the rules have it [shooting.cover-test, shooting.no-other-modifiers]."""
    return Shot(
        shooter.quality, weapon, distance, cover_of(state, victim, shooter), victim.harm, victim.arm == MOUNTED,
        victim.horse, shooter.side, victim.side, state.settings,
    )  # fmt: skip


def tally(shot: Shot, hit: Hit, drawn_from: int) -> tuple[Row, ...]:
    """The three dice and what they come to, each with its clause."""
    found = band(shot.weapon, shot.distance, shot.settings)
    die = quality_die(shot.quality, shot.settings).name
    return (
        Row("drawn from", f"{drawn_from}", "skirmish.shooting.random-method"),
        Row("quality", f"{shot.quality}, {die}", "skirmish.shooting.sequence"),
        Row("cover", f"{shot.cover}, {COVER_DICE[shot.cover].name}", "skirmish.shooting.cover-dice"),
        Row(f"range {shot.distance:.1f} cm", f"{found}, {RANGE_DICE[found].name}", SHOOTING[shot.weapon]),
        Row("margin", f"{hit.margin:+d}: {hit.result}", "skirmish.shooting.result-table"),
    )
