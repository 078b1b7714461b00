"""What an activated unit does: moves, charges, rallies, retires, or comes on as a reinforcement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import March, Marched, Reason, Way
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain.charge import (
    BLIND_DICE,
    Candidate,
    Charger,
    began_in_zone,
    charge,
    charge_at,
    greatest_threats,
    strikes_flank,
    unfit_to_charge,
    within_charge,
)
from roundtop.rulebooks.chamberlain.charge import Charge as Onset
from roundtop.rulebooks.chamberlain.events import (
    ContactMade,
    Moved,
    RallyTried,
    Revealed,
    Stood,
    UnitLost,
)
from roundtop.rulebooks.chamberlain.morale import Rally as Attempt
from roundtop.rulebooks.chamberlain.morale import rallied, rally_refusal
from roundtop.rulebooks.chamberlain.movement import (
    RESERVE_BW,
    RESERVE_CLEAR_BW,
    Yard,
    difficult_move,
    engagers,
    limbered_after,
    mount_refusal,
    rate_of,
    reserve_fault,
    reserve_legs,
    reserve_refusal,
    retire_refusal,
    retire_way,
    simple_move,
)
from roundtop.rulebooks.chamberlain.movement import March as Made
from roundtop.rulebooks.chamberlain.react import after_move, lost, risked
from roundtop.rulebooks.chamberlain.shooting import Target, targets_of
from roundtop.rulebooks.chamberlain.sight import bodies, look, nearest_point, sees
from roundtop.rulebooks.chamberlain.state import (
    ON_TABLE,
    RETIRED,
    Charge,
    State,
    Unit,
    army_of,
    block,
    blocks,
    enemies,
    label,
    may_be_within,
    middle,
    officers_for,
    on_horse,
    traits_on,
    unit_of,
)
from roundtop.rulebooks.chamberlain.steps import Act, Rally, Shoot
from roundtop.rulebooks.chamberlain.tables import GUNS, RIDERS, ammo_dice, current_elan
from roundtop.rulebooks.chamberlain.terrain import BASE_WIDTH, DIFFICULT, base, level_of, stands_in, touching
from roundtop.rulebooks.chamberlain.views import view
from roundtop.table.footprint import FAR, Block, gap, gap_below, nearest_gap
from roundtop.table.measure import FULL_TURN, HALF_TURN, TOLERANCE, bearing, distance, rounded, turn_between
from roundtop.table.path import Manoeuvre, Sweep, clearance, forward, pivot, pose_at, shift
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

KINDS: Final = ("pivot", "forward", "shift", "form", "charge", "reserve", "rally", "retire", "fire")
"""Manoeuvres of an activated unit: a move, or one of the other actions named first, with its move behind it."""
VERBS: Final = ("charge", "reserve", "rally", "retire", "fire")
ON_HORSE: Final = "mounted"
ON_FOOT: Final = "dismounted"
AROUND_BW: Final = 2.0
"""How much farther than its reach a mover looks about: an enemy's zone, or one in contact with a friend beside it."""
STRIDE_BW: Final = 0.5
"""How finely the way of a reserve move is searched for enemies in sight."""

# Why a move may not be made, in a player's words.
REFUSALS: Final[dict[str, str]] = {
    "chamberlain.move.rate-infantry": "Infantry goes at most 2 BW, 1 BW in a difficult move.",
    "chamberlain.move.rate-cavalry": "Cavalry goes at most 4 BW, 2 BW in a difficult move.",
    "chamberlain.move.rate-mounted-infantry": "Mounted infantry goes at most 4 BW, 2 BW in a difficult move.",
    "chamberlain.move.rate-artillery": "Artillery goes at most 2 BW, 1 BW in a difficult move.",
    "chamberlain.move.rate-horse-artillery": "Horse artillery goes at most 4 BW, 2 BW in a difficult move.",
    "chamberlain.move.rate-dismounted": "Dismounted it goes at most 2 BW, 1 BW in a difficult move.",
    "chamberlain.move.mount-dismount": "Only riders mount or dismount, once, at the end of a difficult move.",
    "chamberlain.move.table-edge": "No part of the base may leave the table.",
    "chamberlain.terrain.major-river": "The water there can be crossed only by a bridge or ford.",
    "chamberlain.move.simple-no-difficult": "A simple move may not touch difficult ground: make a difficult move.",
    "chamberlain.move.no-contact": "Only a charge may touch the enemy.",
    "chamberlain.move.engaged-break-off": "An engaged unit must get clear of the enemy's zone and enter no other.",
    "chamberlain.move.in-contact": "A unit in contact must leave it at once, and not touch the enemy again.",
    "chamberlain.move.through-friends": "It may not end on friends, nor pass through friends in contact.",
    "chamberlain.move.retire-distance": "With an enemy within 2 BW it may not retire.",
    "chamberlain.move.retire-straight": "No straight way to its own edge is clear.",
    "chamberlain.move.reserve-once": "It has made its one reserve move.",
    "chamberlain.move.rate-reserve": "A reserve move is at most 12 BW.",
    "chamberlain.move.reserve-enemy": "A reserve move stays more than 4 BW from every enemy in sight.",
    "chamberlain.move.reserve-difficult": "A reserve move enters difficult ground only by road or crossing.",
    "chamberlain.move.reserve-path": "A reserve move is made of turns and straight legs.",
    "chamberlain.move.simple-straight": "A simple move is one turn, then straight ahead.",
    "chamberlain.move.difficult-direction": "A difficult move is one straight step in any direction, then one turn.",
    "chamberlain.move.charge-artillery": "It may not charge.",
    "chamberlain.move.charge-not-fatigued": "It is too fatigued to charge.",
    "chamberlain.move.charge-pivot": "A charge turns at most 45°.",
    "chamberlain.move.charge-visible": "It cannot see that enemy.",
    "chamberlain.move.charge-path": "The charge meets something else first.",
    "chamberlain.move.charge-infantry-distance": "The charge does not reach an enemy: it goes 2 BW.",
    "chamberlain.move.charge-mounted-distance": "The charge does not reach an enemy: it goes 4 BW.",
    "chamberlain.move.charge-greatest-threat": "It must charge the enemy that threatens it most.",
    "chamberlain.move.mobile-rr": "Only repeaters that have not moved may fire first, and then make a difficult move.",
    "chamberlain.activate.action": "An activated unit does one thing: it moves, charges, rallies or retires.",
    "chamberlain.fatigue.artillery": "Artillery does not rally.",
    "chamberlain.rally.activated": "Only an activated unit may rally.",
    "chamberlain.rally.not-to-fresh": "The last fatigue is never shaken off.",
    "chamberlain.rally.distance": "With an enemy within 2 BW only a Hero can rally it.",
    "chamberlain.fire.target-choice": "It may not fire at that target.",
}


def refusal(clause: str) -> Reason:
    return Reason(REFUSALS[clause], clause)


# ---------------------------------------------------------------- what a unit has around it


def yard_of(state: State, unit: Unit, pose: Pose, reach: float) -> Yard:
    """The bases that matter to a unit that goes so far from there; zones hidden from it do not [move.engaged-zone]."""
    settings = state.settings
    here = base(pose, settings)
    foes: list[Block] = []
    friends: list[Block] = []
    for other in state.units:
        if other.place != ON_TABLE or other.id == unit.id:
            continue
        if not may_be_within(pose, other.pose, reach + AROUND_BW):
            continue
        body = block(other, settings)
        if gap_below(here, body, reach + AROUND_BW):
            (friends if other.side == unit.side else foes).append(body)
    zoned = [foe for foe in foes if not _screened(state, unit, here, foe)]
    held: list[Block] = []
    if foes:
        held = [friend for friend in friends if any([touching(friend, foe) for foe in foes])]
        friends = [friend for friend in friends if friend not in held]
    return Yard(state.ground, tuple(foes), tuple(zoned), tuple(friends), tuple(held), True, settings)


def _screened(state: State, unit: Unit, here: Block, foe: Block) -> bool:
    """Whether a unit stands in an enemy's zone, but something blocks the line between them [move.engaged-zone]."""
    settings = state.settings
    if not gap_below(here, foe, 1.0 + TOLERANCE) or touching(here, foe):
        return False
    ground = state.ground
    others = [body for body in bodies(state, unit.id) if body != foe]
    seen = look(ground, state.crests, foe, level_of(ground, foe), here, level_of(ground, here), others, settings)
    return not seen.visible


def unscreened(state: State, unit: Unit, yard: Yard, made: Made) -> Yard | None:
    """The yard without the zones that turn out to be screened where a move would end; None where all count."""
    after = base(made.end, yard.settings)
    blind = [foe for foe in engagers(yard, after) if _screened(state, unit, after, foe)]
    if not blind:
        return None
    zoned = tuple([foe for foe in yard.zoned if foe not in blind])
    return Yard(yard.ground, yard.enemies, zoned, yard.friends, yard.held, True, yard.settings)


def nearest_enemy(state: State, unit: Unit) -> float:
    """Base to base, to any enemy on the table [setup.measuring]."""
    return nearest_gap(block(unit, state.settings), blocks(enemies(state, unit.side), state.settings))


# ---------------------------------------------------------------- what a list of manoeuvres means


@final
@dataclass(slots=True)
class Action:
    """What an activated unit is told to do. Kinds: stand, simple, difficult, charge, reserve, rally, retire, fire.

    `end` is where its centre point would go if nothing stopped it; `clause` why it cannot be understood.
    """

    kind: str
    clause: str = ""
    turn: int = 0
    length: float = 0.0
    x: float = 0.0
    y: float = 0.0
    facing: int = 0
    change: str = "none"
    points: tuple[Point, ...] = ()
    target: str = ""


def read(pose: Pose, manoeuvres: tuple[Manoeuvre, ...], depth: float) -> Action:
    """Manoeuvres as an action; a pivot alone is a simple move of 0 BW [activate.action]."""
    if not manoeuvres:
        return Action("stand")
    verb = manoeuvres[0].kind
    if verb in ("rally", "retire", "fire"):
        clause = "" if len(manoeuvres) == 1 else "chamberlain.activate.action"
        return Action(verb, clause, target=manoeuvres[0].on)
    rest = manoeuvres[1:] if verb in VERBS else manoeuvres
    if any([m.kind == "pivot" and not _on_centre(m, depth) for m in rest]):
        return Action("stand", "chamberlain.move.simple-straight")
    if verb == "reserve":
        return _reserve(pose, rest)
    kinds = [m.kind for m in rest]
    if verb == "charge" or kinds in (["pivot"], ["forward"], ["pivot", "forward"]):
        return _straight("charge" if verb == "charge" else "simple", pose, rest)
    return _difficult(pose, rest, kinds)


def _on_centre(m: Manoeuvre, depth: float) -> bool:
    """Whether a turn is made about the middle of the front edge [setup.centre-point]."""
    return abs(m.x) <= TOLERANCE and abs(m.y - 0.5 * depth) <= TOLERANCE


def _straight(kind: str, pose: Pose, rest: tuple[Manoeuvre, ...]) -> Action:
    turn = 0
    length = 0.0
    kinds = [m.kind for m in rest]
    if kinds not in ([], ["pivot"], ["forward"], ["pivot", "forward"]):
        return Action(kind, "chamberlain.move.charge-path")
    for m in rest:
        if m.kind == "pivot":
            turn = m.by
        else:
            length = m.amount
    if length < 0.0:
        return Action(kind, "chamberlain.move.simple-straight")
    return Action(kind, turn=turn, length=length, facing=(pose.facing + turn) % FULL_TURN)


def _difficult(pose: Pose, rest: tuple[Manoeuvre, ...], kinds: list[str]) -> Action:
    found = Action("difficult", x=pose.x, y=pose.y, facing=pose.facing)
    wanted = [kind for kind in ("shift", "pivot", "form") if kind in kinds]
    if kinds != wanted:
        found.clause = "chamberlain.move.difficult-direction"
        return found
    for m in rest:
        if m.kind == "shift":
            found.x += m.x
            found.y += m.y
        elif m.kind == "pivot":
            found.facing = (found.facing + m.by) % FULL_TURN
        else:
            found.change = {ON_HORSE: "mount", ON_FOOT: "dismount"}.get(m.on, "unknown")
    return found


def _reserve(pose: Pose, rest: tuple[Manoeuvre, ...]) -> Action:
    found = Action("reserve")
    points: list[Point] = []
    for m in rest:
        if m.kind == "pivot":
            pose = Pose(pose.x, pose.y, pose.facing + m.by)
        elif m.kind == "forward" and m.amount >= 0.0:
            pose = ahead(pose, m.amount)
            points.append((pose.x, pose.y))
            found.length += m.amount
        else:
            found.clause = "chamberlain.move.reserve-path"
    found.points = tuple(points)
    found.facing = pose.facing
    if not points:
        found.clause = "chamberlain.move.reserve-path"
    return found


# ---------------------------------------------------------------- judging it


def judge(view: State, unit: Unit, fired: bool, manoeuvres: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why an activated unit may not do this [activate.action]."""
    action = read(unit.pose, manoeuvres, view.settings.setup_unit_depth)
    if action.clause:
        return [refusal(action.clause)]
    if fired and action.kind not in ("stand", "difficult"):
        return [refusal("chamberlain.move.mobile-rr")]
    clause = clause_against(view, unit, action)
    return [refusal(clause)] if clause else []


def clause_against(view: State, unit: Unit, action: Action) -> str:
    """The first clause that forbids an action, "" when none does."""
    kind = action.kind
    if kind in ("simple", "difficult"):
        return moved_by(view, unit, action).clause
    if kind == "charge":
        return _charge_fault(view, unit, action)
    if kind == "reserve":
        return reserve_fault_of(view, unit, action)
    if kind == "rally":
        return rally_refusal(attempt(view, unit))
    if kind == "retire":
        return retire_fault(view, unit)
    if kind == "fire":
        found = [target.unit for target in targets_of(view, unit, True)]
        return "" if action.target in found else "chamberlain.fire.target-choice"
    return ""


def moved_by(state: State, unit: Unit, action: Action, yard: Yard | None = None) -> Made:
    """A simple or difficult move or a pivot worked out: where it ends and what forbids it [move.moved-flag]."""
    rate = rate_of(unit.arm, unit.mounted)
    around = yard if yard is not None else yard_of(state, unit, unit.pose, rate.simple)
    made = _made(around, unit, action)
    while made.engaged or made.clause == "chamberlain.move.engaged-break-off":
        clearer = unscreened(state, unit, around, made)
        if clearer is None:
            break
        around = clearer
        made = _made(around, unit, action)
    clause = mount_refusal(unit.arm, unit.mounted, action.change, action.kind)
    return Made(clause, made.end, made.distance, made.engaged) if clause else made


def _made(yard: Yard, unit: Unit, action: Action) -> Made:
    rate = rate_of(unit.arm, unit.mounted)
    if action.kind == "simple":
        return simple_move(yard, rate, unit.pose, action.facing, action.length)
    return difficult_move(yard, rate, unit.pose, action.x, action.y, action.facing)


def attempt(state: State, unit: Unit) -> Attempt:
    """A unit that would rally [rally.activated, rally.distance]."""
    return Attempt(
        unit.arm,
        unit.fatigue,
        traits_on(state, unit.id),
        unit.id in state.waiting,
        nearest_enemy(state, unit),
        unit.side,
    )


def retire_fault(state: State, unit: Unit) -> str:
    """Why a unit may not retire, "" when it may [move.retire-distance, move.retire-straight, move.in-contact]."""
    near = nearest_enemy(state, unit)
    fault = retire_refusal(near, True)
    if fault:
        return fault
    foes = tuple(blocks(enemies(state, unit.side), state.settings))
    yard = Yard(state.ground, foes, (), (), (), True, state.settings)
    ways = [retire_way(yard, unit.pose, edge) for edge in army_of(state, unit.side).friendly]
    return retire_refusal(near, any([way is not None for way in ways]))


# ---------------------------------------------------------------- reserve moves


def reserve_fault_of(state: State, unit: Unit, action: Action) -> str:
    """Why a unit may not make this reserve move, "" when it may [move.reserve-path, move.reserve-enemy]."""
    yard = yard_of(state, unit, unit.pose, RESERVE_BW)
    legs = reserve_legs(yard, unit.pose, action.points)
    close = _in_sight_along(state, unit, legs)
    fault = reserve_refusal(unit.reserve_used, action.length, close, False)
    if fault:
        return fault
    x, y = action.points[-1]
    return reserve_fault(yard, legs, rounded_pose(Pose(x, y, action.facing)))


def _in_sight_along(state: State, unit: Unit, legs: list[Sweep]) -> float:
    """The least distance on the way to an enemy that is in sight of the unit there [move.reserve-enemy]."""
    nearest = FAR
    depth = state.settings.setup_unit_depth
    start = block(unit, state.settings)
    for foe in enemies(state, unit.side):
        body = block(foe, state.settings)
        if min([gap(start, body), *[clearance(leg, body) for leg in legs]]) > RESERVE_CLEAR_BW + TOLERANCE:
            continue
        for pose in _strides(unit, legs, depth):
            here = Block(pose, BASE_WIDTH, depth)
            near = gap_below(here, body, RESERVE_CLEAR_BW + TOLERANCE)
            if near and _sees_from(state, unit, here, foe, body):
                nearest = min(nearest, gap(here, body))
    return nearest


def _strides(unit: Unit, legs: list[Sweep], depth: float) -> list[Pose]:
    """Where the base is looked at on its way: at its start, and every half BW."""
    found = [ahead(unit.pose, -0.5 * depth)]
    for leg in legs:
        stage = leg.stages[0]
        steps = max(1, round(stage.length / STRIDE_BW + 0.5))
        found.extend([pose_at(stage, stage.length * step / steps) for step in range(steps + 1)])
    return found


def _sees_from(state: State, unit: Unit, here: Block, foe: Unit, body: Block) -> bool:
    ground = state.ground
    others = bodies(state, unit.id, foe.id)
    return look(
        ground, state.crests, here, level_of(ground, here), body, level_of(ground, body), others, state.settings
    ).visible  # fmt: skip


# ---------------------------------------------------------------- charges


def charger_of(unit: Unit) -> Charger:
    return Charger(unit.arm, unit.mounted, unit.elan, unit.fatigue, unit.pose)


@final
@dataclass(slots=True)
class Onsets:
    """The charges a unit may make: enemies in reach, the first lawful way at each, and whom it may choose."""

    foes: tuple[Unit, ...]
    yard: Yard
    ways: tuple[tuple[str, Onset], ...]
    allowed: tuple[str, ...]


def onsets(state: State, unit: Unit) -> Onsets:
    """Whom a unit may charge [move.charge-greatest-threat, move.charge-visible, move.engaged-charge]."""
    charger = charger_of(unit)
    yard = yard_of(state, unit, unit.pose, 4.0 if on_horse(unit) else 2.0)
    if not yard.enemies or unfit_to_charge(charger, state.settings):
        return Onsets((), yard, (), ())
    foes = _foes_in(state, unit, yard)
    found: list[tuple[str, Onset]] = []
    candidates: list[Candidate] = []
    here = block(unit, state.settings)
    for place, foe in enumerate(foes):
        body = yard.enemies[place]
        if not within_charge(charger, body) or not sees(state, unit, foe):
            continue
        way = charge_at(yard, charger, place)
        if way is not None:
            found.append((foe.id, way))
            x, y = nearest_point(body, unit.pose.x, unit.pose.y)
            engages = body in yard.zoned and began_in_zone(here, body)
            away = distance(unit.pose.x, unit.pose.y, x, y)
            candidates.append(Candidate(foe.id, away, touching(here, body), engages, _dice_of(foe, state)))
    return Onsets(tuple(foes), yard, tuple(found), greatest_threats(tuple(candidates), state.settings))


def _foes_in(state: State, unit: Unit, yard: Yard) -> list[Unit]:
    """The enemies of a yard, in its order."""
    known = list(yard.enemies)
    return [foe for foe in enemies(state, unit.side) if block(foe, state.settings) in known]


def _dice_of(foe: Unit, state: State) -> int:
    """How many dice an enemy counts for; a blind 6 [move.charge-greatest-threat]."""
    if foe.concealed:
        return BLIND_DICE
    if foe.arm in GUNS:
        return ammo_dice(foe.ammo, state.settings)
    return current_elan(foe.elan, foe.fatigue)


def _charge_fault(state: State, unit: Unit, action: Action) -> str:
    """Why a charge in this direction is not lawful, "" when it is."""
    found = onsets(state, unit)
    made = charge_along(state, unit, action, found)
    if made.clause:
        return made.clause
    struck = [found.foes[place].id for place in made.struck]
    return "" if any([id in found.allowed for id in struck[:1]]) else "chamberlain.move.charge-greatest-threat"


def charge_along(state: State, unit: Unit, action: Action, found: Onsets) -> Onset:
    """The charge in one direction at whichever enemy in sight it strikes, those it may choose first."""
    charger = charger_of(unit)
    nobody = (
        "chamberlain.move.charge-mounted-distance" if on_horse(unit) else "chamberlain.move.charge-infantry-distance"
    )
    best = Onset(unfit_to_charge(charger, state.settings) or nobody, 0.0, unit.pose, ())
    places = [place for place, foe in enumerate(found.foes) if foe.id in found.allowed]
    places += [place for place in range(len(found.foes)) if place not in places]
    for place in places:
        foe = found.foes[place]
        if not within_charge(charger, found.yard.enemies[place]):
            continue
        made = charge(found.yard, charger, action.facing, place, sees(state, unit, foe))
        if not made.clause and not _reaches(action, made):
            continue
        if not made.clause:
            return made
        if best.clause == nobody:
            best = made
    return best


def _reaches(action: Action, made: Onset) -> bool:
    """Whether a charge was given at least the length it needs."""
    return action.length >= made.distance - 2 * TOLERANCE


# ---------------------------------------------------------------- the decision


def asks_to_act(state: State, step: Act) -> tuple[str, ...]:
    """The player of the unit that acts, if it is still there after its own fire."""
    unit = unit_of(state, step.unit)
    return (unit.side,) if unit.place == ON_TABLE else ()


def act_decision(view: State, step: Act, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    settings = view.settings
    rate = rate_of(unit.arm, unit.mounted)
    start = middle(unit.pose, settings)
    ways = after_fire_ways(view, unit) if step.fired else action_ways(view, unit)
    form = March(unit.id, start, BASE_WIDTH, settings.setup_unit_depth, KINDS, rate.simple, tuple(ways))
    if step.fired:
        sentence = f"{unit.name} has fired and may make a difficult move of up to {rate.difficult:g} BW."
        return Decision(player, "act", unit.id, sentence, ("chamberlain.move.mobile-rr",), form)
    sentence = (
        f"{unit.name} may move up to {rate.simple:g} BW ({rate.difficult:g} BW by a difficult move), charge, rally,"
        " retire or stand."
    )
    clauses = ("chamberlain.activate.action", "chamberlain.move.simple-straight", rate.clause)
    return Decision(player, "act", unit.id, sentence, clauses, form)


def check_act(view: State, step: Act, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    return tuple(judge(view, unit_of(view, step.unit), step.fired, command.answer.manoeuvres))


def _turn(unit: Unit, facing: int, depth: float) -> tuple[Manoeuvre, ...]:
    by = turn_between(unit.pose.facing, facing)
    return (pivot(by, 0.0, 0.5 * depth),) if by else ()


def action_ways(view: State, unit: Unit) -> list[Way]:
    """Good things for an activated unit to do; any lawful one is accepted [activate.action]."""
    depth = view.settings.setup_unit_depth
    here = middle(unit.pose, view.settings)
    found = [Way("stand", "stand", (), here)]
    found.extend(charge_ways(view, unit))
    yard = yard_of(view, unit, unit.pose, rate_of(unit.arm, unit.mounted).simple)
    found.extend(move_ways(view, unit, yard))
    if unit.fatigue > 1 and not rally_refusal(attempt(view, unit)):
        found.append(Way("rally", "rally", (Manoeuvre("rally"),), here))
    if _worn(unit) and not retire_fault(view, unit):
        found.append(Way("retire", "retire from the field", (Manoeuvre("retire"),), here))
    if not unit.reserve_used and not yard.enemies:
        found.extend(reserve_ways(view, unit, depth))
    found.extend([_fire_way(target, here) for target in targets_of(view, unit, True)])
    return found


def _worn(unit: Unit) -> bool:
    """Whether retiring is worth a thought: hardly anything is left of the unit."""
    return unit.ammo == 0 if unit.arm in GUNS else 2 * current_elan(unit.elan, unit.fatigue) <= unit.elan


def _fire_way(target: Target, here: Pose) -> Way:
    text = f"fire at {target.label} with {target.dice} dice, then move"
    return Way(f"fire:{target.unit}", text, (Manoeuvre("fire", 0.0, 0, target.unit),), here)


def charge_ways(view: State, unit: Unit) -> list[Way]:
    """The charges it may make, one at each enemy it may choose [move.charge-greatest-threat]."""
    found = onsets(view, unit)
    depth = view.settings.setup_unit_depth
    ways: list[Way] = []
    for id, made in found.ways:
        if id not in found.allowed:
            continue
        target = unit_of(view, id)
        flank = strikes_flank(
            block(target, view.settings),
            made.end,
            began_in_zone(block(unit, view.settings), block(target, view.settings)),
        )
        text = f"charge {label(target)}" + (" in the flank" if flank else "")
        line = (*_turn(unit, made.end.facing, depth), forward(made.distance))
        ways.append(Way(f"charge:{id}", text, (Manoeuvre("charge"), *line), middle(made.end, view.settings)))
    return ways


def move_ways(view: State, unit: Unit, yard: Yard) -> list[Way]:
    """A handful of moves: ahead, at the nearest enemy, aside and back, each as far as it goes."""
    settings = view.settings
    depth = settings.setup_unit_depth
    rate = rate_of(unit.arm, unit.mounted)
    slow = stands_in(view.ground, DIFFICULT, block(unit, settings), settings.move_roads_cancel_difficult)
    found: list[Way] = []
    towards = _towards(view, unit)
    if not slow:
        for key, text, facing in (
            ("ahead", "ahead", unit.pose.facing),
            ("towards", "towards the enemy", towards),
            ("left", "half left", unit.pose.facing - 4500),
            ("right", "half right", unit.pose.facing + 4500),
            ("away", "away from the enemy", towards + HALF_TURN),
        ):
            if key == "towards" and facing == unit.pose.facing:
                continue
            turn = _turn(unit, facing % FULL_TURN, depth)
            _add(view, unit, yard, found, key, text, (*turn, forward(rate.simple)))
    step = rate.difficult
    for key, text, heading in (
        ("step", "a careful step ahead", unit.pose.facing),
        ("back", "a step back", unit.pose.facing + HALF_TURN),
    ):
        if slow or key == "back":
            gone = ahead(Pose(0.0, 0.0, heading), step)
            _add(view, unit, yard, found, key, text, (shift(gone.x, gone.y),))
    if towards != unit.pose.facing:
        _add(view, unit, yard, found, "face", "turn to the enemy", _turn(unit, towards, depth))
    if unit.arm in RIDERS:
        word = ON_FOOT if unit.mounted else ON_HORSE
        _add(view, unit, yard, found, word, "dismount" if unit.mounted else "mount", (Manoeuvre("form", on=word),))
    return found


def _add(
    view: State,
    unit: Unit,
    yard: Yard,
    found: list[Way],
    key: str,
    text: str,
    manoeuvres: tuple[Manoeuvre, ...],
) -> None:
    """A move that is lawful, with its end; one that goes nowhere is no move."""
    action = read(unit.pose, manoeuvres, view.settings.setup_unit_depth)
    made = moved_by(view, unit, action, yard)
    if made.clause or (made.distance <= TOLERANCE and made.end.facing == unit.pose.facing and action.change == "none"):
        return
    found.append(Way(key, text, manoeuvres, middle(made.end, view.settings)))


def _towards(view: State, unit: Unit) -> int:
    """The direction of the nearest enemy, or of the nearest objective; ahead where there is neither."""
    places = [(foe.pose.x, foe.pose.y, foe.id) for foe in enemies(view, unit.side)]
    if not places:
        places = [(goal.x, goal.y, goal.id) for goal in view.goals]
    near = [(round(distance(unit.pose.x, unit.pose.y, x, y), 1), id, x, y) for x, y, id in places]
    if not near:
        return unit.pose.facing
    _, _, x, y = min(near)
    return bearing(unit.pose.x, unit.pose.y, x, y)


def reserve_ways(view: State, unit: Unit, depth: float) -> list[Way]:
    """A reserve move towards the enemy, as far as it may [move.reserve-path]."""
    towards = _towards(view, unit)
    near = nearest_enemy(view, unit) - RESERVE_CLEAR_BW - 0.2
    length = min(RESERVE_BW, float(int(near))) if near < FAR else RESERVE_BW
    if length <= rate_of(unit.arm, unit.mounted).simple:
        return []
    line = (Manoeuvre("reserve"), *_turn(unit, towards, depth), forward(length))
    action = read(unit.pose, line, depth)
    if reserve_fault_of(view, unit, action):
        return []
    x, y = action.points[-1]
    end = middle(rounded_pose(Pose(x, y, action.facing)), view.settings)
    return [Way("reserve", f"reserve move of {length:g} BW", line, end)]


def after_fire_ways(view: State, unit: Unit) -> list[Way]:
    """What repeaters may still do when they have fired first [move.mobile-rr, move.cc-three-actions]."""
    here = middle(unit.pose, view.settings)
    yard = yard_of(view, unit, unit.pose, rate_of(unit.arm, unit.mounted).difficult)
    found = [Way("stand", "stand", (), here)]
    step = rate_of(unit.arm, unit.mounted).difficult
    for key, text, heading in (("step", "a step ahead", 0), ("back", "a step back", HALF_TURN)):
        gone = ahead(Pose(0.0, 0.0, unit.pose.facing + heading), step)
        _add(view, unit, yard, found, key, text, (shift(gone.x, gone.y),))
    return found


# ---------------------------------------------------------------- doing it


def acted(state: State, step: Act, command: Command) -> Progress:
    """The unit does what it was told; what it could not see may stop it [conceal.what-is-hidden]."""
    assert isinstance(command.answer, Marched)
    unit = unit_of(state, step.unit)
    manoeuvres = command.answer.manoeuvres
    action = read(unit.pose, manoeuvres, state.settings.setup_unit_depth)
    kind = action.kind
    if kind in ("simple", "difficult"):
        return _march(state, unit, action, manoeuvres)
    if kind == "reserve":
        return _reserve_march(state, unit, action, manoeuvres)
    if kind == "charge":
        return _charge(state, unit, action, manoeuvres)
    if kind == "rally":
        return Progress((), (Rally(unit.id),))
    if kind == "retire":
        return Progress(tuple(lost(state, [UnitLost(unit.id, RETIRED, "retired")])))
    if kind == "fire":
        return Progress((), (Shoot(unit.id, action.target, "before-move"), Act(unit.id, True)))
    return Progress((Stood(unit.id),))


def _march(state: State, unit: Unit, action: Action, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """A simple or difficult move, or a pivot; cut short where the truth forbids what the view allowed."""
    made = moved_by(state, unit, action)
    fog = state.settings.conceal_level == "sight"
    halted = fog and moved_by(view(state, unit.side), unit, action).end != made.end
    while made.clause and (action.length > 0.0 or (action.x, action.y) != (unit.pose.x, unit.pose.y)):
        halted = True
        action = _shorter(unit, action)
        made = moved_by(state, unit, action)
    if made.clause:
        return Progress((Stood(unit.id),))
    still = made.distance <= TOLERANCE
    if still and made.end.facing == unit.pose.facing and action.change == "none":
        return Progress((Stood(unit.id),))
    turned_only = still and action.change == "none"
    kind = "pivot" if turned_only else action.kind
    return _moved(state, unit, kind, made.end, manoeuvres, action.change, halted)


def _shorter(unit: Unit, action: Action) -> Action:
    """The same move, a little less far."""
    if action.kind == "simple":
        left = rounded(max(0.0, action.length - 0.05))
        return Action("simple", turn=action.turn, length=left, facing=action.facing)
    dx = action.x - unit.pose.x
    dy = action.y - unit.pose.y
    length = distance(0.0, 0.0, dx, dy)
    share = max(0.0, length - 0.05) / length
    return Action(
        "difficult",
        x=unit.pose.x + dx * share,
        y=unit.pose.y + dy * share,
        facing=action.facing,
        change=action.change,
    )


def _moved(
    state: State,
    unit: Unit,
    kind: str,
    end: Pose,
    manoeuvres: tuple[Manoeuvre, ...],
    change: str = "none",
    halted: bool = False,
) -> Progress:
    mounted = unit.mounted if change == "none" else change == "mount"
    limbered = limbered_after(unit.arm, unit.limbered, kind, state.settings)
    event = Moved(unit.id, kind, unit.pose, end, manoeuvres, mounted, limbered, halted)
    return Progress((event, *after_move(state, unit, unit.pose, end)), final=halted)


def _reserve_march(state: State, unit: Unit, action: Action, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """A reserve move; it ends before it would come within 4 BW of an enemy that comes in sight [move.reserve-enemy]."""
    fault = reserve_fault_of(state, unit, action)
    if not fault:
        x, y = action.points[-1]
        return _moved(state, unit, "reserve", rounded_pose(Pose(x, y, action.facing)), manoeuvres)
    whole = action.length
    while action.length > 0.5:
        action = _cut_reserve(unit, action, action.length - 0.5)
        if action.points and not reserve_fault_of(state, unit, action):
            x, y = action.points[-1]
            end = rounded_pose(Pose(x, y, action.facing))
            return _moved(state, unit, "reserve", end, manoeuvres, halted=action.length < whole)
    return Progress((Stood(unit.id),))


def _cut_reserve(unit: Unit, action: Action, length: float) -> Action:
    """A reserve move as far as a length."""
    points: list[Point] = []
    x, y = unit.pose.x, unit.pose.y
    left = length
    facing = unit.pose.facing
    for px, py in action.points:
        leg = distance(x, y, px, py)
        if leg <= TOLERANCE:
            continue
        facing = bearing(x, y, px, py)
        share = min(1.0, left / leg)
        x, y = x + (px - x) * share, y + (py - y) * share
        points.append((x, y))
        left -= leg
        if left <= TOLERANCE:
            break
    return Action("reserve", length=length, points=tuple(points), facing=facing)


def _charge(state: State, unit: Unit, action: Action, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """Contact: whoever is touched is revealed, and the melee is set for the Combat Phase [conceal.contact]."""
    found = onsets(state, unit)
    made = charge_along(state, unit, action, found)
    if made.clause:
        # Something unseen stands in the way: it is struck in place of the target, or the unit stands.
        made = _blind_charge(state, unit, action)
    if made.clause:
        return Progress((Stood(unit.id),), final=True)
    foes = onsets(state, unit).foes
    struck = [foes[place] for place in made.struck]
    here = block(unit, state.settings)
    zones = tuple([foe.id for foe in struck if began_in_zone(here, block(foe, state.settings))])
    onset = Charge(unit.id, tuple(sorted([foe.id for foe in struck])), zones, level_of(state.ground, here))
    limbered = unit.limbered
    events: list[object] = [
        Moved(unit.id, "charge", unit.pose, made.end, manoeuvres, unit.mounted, limbered, False),
        *after_move(state, unit, unit.pose, made.end),
    ]
    events.extend([Revealed(foe.id, "contact") for foe in struck if foe.concealed])
    events.append(ContactMade(onset))
    return Progress(tuple(events), final=True)


def _blind_charge(state: State, unit: Unit, action: Action) -> Onset:
    """A charge on the truth at whomever it meets first, seen or not."""
    charger = charger_of(unit)
    found = onsets(state, unit)
    for place in range(len(found.foes)):
        made = charge(found.yard, charger, action.facing, place, True)
        if not made.clause:
            return made
    return Onset("chamberlain.move.charge-path", 0.0, unit.pose, ())


def rally(state: State, step: Rally, dice: Dice) -> Progress:
    """A rally attempt: the Hero's risk first, then the die [rally.roll, trait.hero-risk]."""
    unit = unit_of(state, step.unit)
    before = len(dice.rolls)
    tried = attempt(state, unit)
    if rally_refusal(tried):
        # An enemy that its owner could not see stands too near: the attempt is spoiled.
        return Progress((RallyTried(unit.id, False, unit.fatigue, True, ()),))
    found = rallied(tried, dice)
    rolls = tuple(dice.rolls[before:])
    events: list[object] = []
    if found.at_risk:
        heroes = [officer for officer in officers_for(state, unit.id) if "H" in officer.traits]
        events.append(risked(heroes[0], "rally", found.officer_killed, rolls[:1]))
        rolls = rolls[1:]
    events.append(RallyTried(unit.id, found.success, found.fatigue, False, rolls))
    return Progress(tuple(events))
