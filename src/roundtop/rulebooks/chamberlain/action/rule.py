"""Manoeuvres as an action, and why an action is refused, in a player's words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.record import record
from roundtop.table.measure import FULL_TURN, TOLERANCE
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose, ahead

KINDS: Final = ("pivot", "forward", "shift", "form", "charge", "reserve", "rally", "retire", "fire")
"""Manoeuvres of an activated unit: a move, or one of the other actions named first, with its move behind it."""
VERBS: Final = ("charge", "reserve", "rally", "retire", "fire")
MOVES: Final = ("simple", "difficult")
ON_HORSE: Final = "mounted"
ON_FOOT: Final = "dismounted"
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
    "chamberlain.move.mobile-rr": "Only repeaters that have not moved may fire first, and then make one move.",
    "chamberlain.activate.action": "An activated unit does one thing: it moves, charges, rallies or retires.",
    "chamberlain.fatigue.artillery": "Artillery does not rally.",
    "chamberlain.rally.activated": "Only an activated unit may rally.",
    "chamberlain.rally.not-to-fresh": "The last fatigue is never shaken off.",
    "chamberlain.rally.distance": "With an enemy within 2 BW only a Hero can rally it.",
    "chamberlain.fire.target-choice": "It may not fire at that target.",
}


def refusal(clause: str) -> Reason:
    return Reason(REFUSALS[clause], clause)


@record
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
