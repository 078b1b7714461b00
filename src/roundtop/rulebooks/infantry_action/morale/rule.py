"""Outcomes of a combat and of losses by fire, and their chances."""

from __future__ import annotations

from typing import Final, final

from roundtop.dice.exact import Estimate, Odds, estimate, fold, mapped
from roundtop.dice.sources import Dice, Seeded
from roundtop.record import record
from roundtop.rulebooks.infantry_action.melee import rule as melee_rule
from roundtop.rulebooks.infantry_action.options import Settings

FULL_MOVE_IN: Final = 12
"""A full move, the infantry's MOVE [outcome.full-move]."""
RETIRE_PER_STAND_IN: Final = 2
FAILED_CHARGE_IN: Final = 2
PLACES_FOR_FULL_MOVE: Final = 2
PLACES_FOR_ROUT: Final = 3
EXACT_DOMINOES: Final = 3
"""Blind dominoes up to which a combat is enumerated; four would be millions of draws."""
TRIALS: Final = 20_000


@record(frozen=True)
class Losses:
    """A unit after the fight, before its outcome is known."""

    start: int
    stands: int
    lost: tuple[int, ...]
    charging: bool = False
    kind: str = "infantry"
    routed_before: bool = False


@record(frozen=True)
class UnitOutcome:
    """What becomes of a unit: hold, form-up, retire, rout or destroyed, and how many inches it falls back."""

    places: int
    left: int
    result: str
    move_in: int = 0
    removed: bool = False


def places(lost: tuple[int, ...], stands: int, settings: Settings) -> int:
    """In how many places a line is broken: runs of neighbouring stands lost in this combat [outcome.places]."""
    runs = 0
    for stand in lost:
        if stand - 1 in lost:
            continue
        last = stand
        while last + 1 in lost:
            last += 1
        if settings.end_runs_count or (stand > 1 and last < stands):
            runs += 1
    return runs


def below_half(left: int, start: int) -> bool:
    """Fewer stands left than half of those it started the game with [setup.half-strength]."""
    return 2 * left < start


def outcome(charger: Losses, defender: Losses, settings: Settings) -> tuple[UnitOutcome, UnitOutcome]:
    """What a combat does to one charger and the one unit it charged."""
    both = outcomes((charger, defender), ((1,), (0,)), settings)
    return both[0], both[1]


def outcomes(
    units: tuple[Losses, ...], fought: tuple[tuple[int, ...], ...], settings: Settings
) -> tuple[UnitOutcome, ...]:
    """What a combat does to all its units; `fought` has the places of the enemies each one fought.

    Routs are settled before retirements [outcome.enemy-routed, outcome.not-broken].
    """
    alone = tuple([_alone(unit, settings) for unit in units])
    return tuple([_together(place, units, alone, fought[place]) for place in range(len(units))])


def _alone(unit: Losses, settings: Settings) -> UnitOutcome:
    """A unit's outcome by its own losses only.

    [outcome.one-place, outcome.two-places, outcome.three-places, outcome.below-half, outcome.battery]
    """
    broken = places(unit.lost, unit.stands, settings)
    left = unit.stands - len(unit.lost)
    if left == 0 or (unit.kind == "battery" and unit.lost):
        return UnitOutcome(broken, 0, "destroyed", 0, True)
    if unit.lost and (broken >= PLACES_FOR_ROUT or below_half(left, unit.start)):
        return routed(broken, left, unit.routed_before, settings)
    if broken >= PLACES_FOR_FULL_MOVE:
        return UnitOutcome(broken, left, "retire", FULL_MOVE_IN)
    if broken:
        return UnitOutcome(broken, left, "retire", RETIRE_PER_STAND_IN * len(unit.lost))
    return UnitOutcome(0, left, "hold")


def routed(broken: int, left: int, routed_before: bool, settings: Settings) -> UnitOutcome:
    """A rout: two full moves, and off the table the second time [outcome.rout-move, outcome.routed-removed]."""
    if routed_before:
        return UnitOutcome(broken, left, "rout", 0, True)
    moves = 1 if settings.rout_move == "two-turns" else 2
    return UnitOutcome(broken, left, "rout", moves * FULL_MOVE_IN)


def _together(
    place: int, units: tuple[Losses, ...], alone: tuple[UnitOutcome, ...], enemies: tuple[int, ...]
) -> UnitOutcome:
    """A unit's outcome with an eye to its enemies' [outcome.enemy-routed, outcome.not-broken]."""
    own = alone[place]
    results = [alone[enemy].result for enemy in enemies]
    if own.result == "retire" and results and all([result in ("rout", "destroyed") for result in results]):
        return UnitOutcome(own.places, own.left, "form-up")
    if own.result == "hold" and units[place].charging and all([result == "hold" for result in results]):
        return UnitOutcome(own.places, own.left, "retire", FAILED_CHARGE_IN)
    return own


def outcome_clause(outcome: UnitOutcome, kind: str) -> str:
    """The clause that gave a unit its outcome in combat."""
    if outcome.result == "destroyed":
        return "infantry-action.outcome.battery" if kind == "battery" else "infantry-action.outcome.routed-removed"
    if outcome.result == "rout":
        broken = outcome.places >= PLACES_FOR_ROUT
        return "infantry-action.outcome.three-places" if broken else "infantry-action.outcome.below-half"
    if outcome.result == "form-up":
        return "infantry-action.outcome.enemy-routed"
    if outcome.places == 0:
        return "infantry-action.outcome.not-broken"
    one = outcome.places < PLACES_FOR_FULL_MOVE
    return "infantry-action.outcome.one-place" if one else "infantry-action.outcome.two-places"


def fire_rout(
    start: int, stands: int, lost_this_turn: int, routed_before: bool, routed_this_turn: bool, settings: Settings
) -> UnitOutcome:
    """Whether losses of this turn, by fire above all, put an infantry unit to rout in the react step.

    [shooting.below-half-by-fire]
    """
    left = stands - lost_this_turn
    if left == 0:
        return UnitOutcome(0, 0, "destroyed", 0, True)
    if settings.rout_from_fire and lost_this_turn and below_half(left, start) and not routed_this_turn:
        return routed(0, left, routed_before, settings)
    return UnitOutcome(0, left, "hold")


def fought_by(combat: melee_rule.Combat) -> tuple[tuple[int, ...], ...]:
    """The enemies that each unit of a combat fought, by their places [charge.several-enemies]."""
    met = [(pair.charger[0], pair.defender[0]) for pair in combat.pairs] + list(combat.touching)
    found: list[tuple[int, ...]] = []
    for place in range(len(combat.fighters)):
        enemies = {charger for charger, defender in met if defender == place}
        enemies |= {defender for charger, defender in met if charger == place}
        found.append(tuple(sorted(enemies)))
    return tuple(found)


def decided(combat: melee_rule.Combat, lost: tuple[tuple[int, ...], ...]) -> tuple[UnitOutcome, ...]:
    """What the stands lost in a combat do to each of its units."""
    return _decided(combat, fought_by(combat), lost)


def _decided(
    combat: melee_rule.Combat, fought: tuple[tuple[int, ...], ...], lost: tuple[tuple[int, ...], ...]
) -> tuple[UnitOutcome, ...]:
    units = tuple(
        [
            Losses(
                start=unit.start,
                stands=unit.stands,
                lost=stands,
                charging=unit.charging,
                kind=unit.kind,
                routed_before=unit.routed_before,
            )
            for unit, stands in zip(combat.fighters, lost, strict=True)
        ]
    )
    return outcomes(units, fought, combat.settings)


@final
class Reader:
    """Reads the outcome of a combat off its faces, or fights it to the end with dice."""

    def __init__(self, combat: melee_rule.Combat, plan: melee_rule.Plan) -> None:
        self.combat = combat
        self.plan = plan
        self.stages = melee_rule.stages(plan)
        self.fought = fought_by(combat)

    def read(self, shown: melee_rule.Shown) -> tuple[UnitOutcome, ...]:
        return _decided(
            self.combat, self.fought, melee_rule.by_fighter(self.combat, melee_rule.losses(self.plan, shown))
        )

    def trial(self, before: tuple[UnitOutcome, ...], dice: Dice) -> tuple[UnitOutcome, ...]:
        shown = self.plan.start
        for stage in self.stages:
            shown = stage(shown, dice)
        return self.read(shown)


def prospects(
    combat: melee_rule.Combat, trials: int = TRIALS
) -> Odds[tuple[UnitOutcome, ...]] | Estimate[tuple[UnitOutcome, ...]]:
    """Chances of the units' outcomes: exact while few dominoes are blind, otherwise from so many trials."""
    bare = melee_rule.Combat(combat.fighters, combat.pairs, combat.gone, combat.touching, settings=combat.settings)
    plan = melee_rule.planned(bare)
    reader = Reader(bare, plan)
    if len(plan.dominoes) <= EXACT_DOMINOES:
        return mapped(fold(reader.stages, plan.start), reader.read)
    nothing: tuple[UnitOutcome, ...] = ()
    return estimate((reader.trial,), nothing, Seeded(seed_of(plan)), trials)


def seed_of(plan: melee_rule.Plan) -> str:
    """The same seed for the same combat, in any process."""
    duels = [(duel.charger, duel.defender, duel.charger_bonus, duel.defender_bonus) for duel in plan.duels]
    return f"{plan.start.gone} {plan.start.faces} {[domino.serves for domino in plan.dominoes]} {duels}"
