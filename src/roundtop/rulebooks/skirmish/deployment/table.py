"""Before the first turn: each side in turn sets its whole force out, group by group."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, Place, Reason
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, spot_of
from roundtop.dice.sources import Dice
from roundtop.kit import deployment
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.command import rule as command_rule
from roundtop.rulebooks.skirmish.command import table as command_table
from roundtop.rulebooks.skirmish.deployment import events
from roundtop.rulebooks.skirmish.muster import forces as muster_forces
from roundtop.rulebooks.skirmish.state import TO_DEPLOY, Figure, Group, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.table.footprint import Disc, disc_overlap, inside_polygon
from roundtop.table.ground import in_area, points_gap
from roundtop.table.measure import kept
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

CLAUSE: Final = "skirmish.setup.table-and-deployment"
RANKS: Final = 2
COLUMNS: Final = 9
ROWS: Final[tuple[float, ...]] = (0.5, 0.75, 0.25)


def throw_for_placing(state: State, step: events.ThrowForPlacing, dice: Dice) -> Progress:
    """The lower deploys its whole force first, then the higher [setup.table-and-deployment]."""
    before = len(dice.rolls)
    first = command_rule.deploys_first((state.armies[0].side, state.armies[1].side), dice)
    later = (events.PickToPlace(first), events.PickToPlace(field.enemy_of(state, first)))
    return Progress((events.PlacingThrown(first, tuple(dice.rolls[before:])),), later)


def in_hand(state: State, group: str) -> list[Figure]:
    """The men of a group who are still to be set up, in order of id."""
    return sorted([f for f in state.figures.values() if f.group == group and f.place == TO_DEPLOY], key=field.figure_id)


def to_place(state: State, side: str) -> list[Group]:
    return sorted([g for g in state.groups if g.side == side and in_hand(state, g.id)], key=field.group_id)


def asks_to_pick(state: State, step: events.PickToPlace) -> tuple[str, ...]:
    return (step.side,) if len(to_place(state, step.side)) > 1 else ()


def pick_decision(view: State, step: events.PickToPlace, player: str) -> Decision:
    items = tuple([Item(group.id, group.name) for group in to_place(view, step.side)])
    return Decision(player, "pick", "", "Which group do you set up next?", (CLAUSE,), form=Choose(items))


def picked(state: State, step: events.PickToPlace, command: Command) -> Progress:
    return Progress((), (events.PlaceGroup(key_of(command)), events.PickToPlace(step.side)))


def pick_by_itself(state: State, step: events.PickToPlace, dice: Dice) -> Progress:
    """The last group is picked by itself."""
    own = to_place(state, step.side)
    return Progress((), (events.PlaceGroup(own[0].id), events.PickToPlace(step.side))) if own else Progress(())


def asks_to_place(state: State, step: events.PlaceGroup) -> tuple[str, ...]:
    return (field.group_of(state, step.group).side,)


def zones_of(state: State, side: str) -> list[tuple[Point, ...]]:
    return deployment.zones_of(state.zones, side, state.ground)


def pitch(men: list[Figure], state: State) -> float:
    return 2.0 * widest(men, state) + muster_forces.ELBOW_CM


def widest(men: list[Figure], state: State) -> float:
    """Half the widest base among them: a commander on foot may be with riders."""
    return max([field.radius(man, state.settings) for man in men])


def size_of(state: State, men: list[Figure]) -> tuple[float, float]:
    """The room of a group in two ranks: width and depth."""
    ranks = min(RANKS, len(men))
    return -(-len(men) // ranks) * pitch(men, state), ranks * pitch(men, state)


def stations(state: State, men: list[Figure], pose: Pose) -> list[Pose]:
    """Where the men of a group stand about its middle."""
    _, depth = size_of(state, men)
    front = ahead(pose, 0.5 * (depth - pitch(men, state)))
    return muster_forces.laid_out(front, len(men), min(RANKS, len(men)), pitch(men, state))


def place_decision(view: State, step: events.PlaceGroup, player: str) -> Decision:
    group = field.group_of(view, step.group)
    men = in_hand(view, group.id)
    width, depth = size_of(view, men)
    zone = zones_of(view, group.side)[0]
    form = Place(
        piece=group.id,
        width=width,
        depth=depth,
        zone=zone,
        candidates=places(view, men),
        facing=inwards(view, group.side),
    )
    sentence = f"Set up {group.name} in your zone, {len(men)} strong."
    return Decision(player, "place", group.id, sentence, (CLAUSE,), form=form)


def inwards(state: State, side: str) -> int:
    return deployment.inwards(field.army_of(state, side).edge)


def place_faults(state: State, men: list[Figure], pose: Pose) -> list[Reason]:
    """Wholly in the zone, on ground that can be entered, on no other base and astride nothing."""
    zones = zones_of(state, men[0].side)
    room = widest(men, state)
    taken = [field.base(other, state.settings) for other in field.able_of(state)]
    poses = stations(state, men, pose)
    faults: list[Reason] = []
    if [p for p in poses if not field.on_ground(state, p.x, p.y, room)]:
        faults.append(Reason("Every base must stand wholly on the table.", CLAUSE))
    elif [p for p in poses if not [zone for zone in zones if inside_polygon(zone, p.x, p.y)]]:
        faults.append(Reason("Every man must stand in your zone.", CLAUSE))
    if [p for p in poses if in_area(state.ground, terrain_rule.IMPASSABLE, p.x, p.y)]:
        faults.append(Reason("The ground there cannot be entered.", "skirmish.setup.terrain-catalogue"))
    if [p for p in poses if [disc for disc in taken if disc_overlap(Disc(p.x, p.y, room), disc)]]:
        faults.append(Reason("Somebody stands there already.", "skirmish.movement.interpenetration"))
    lines = field.barriers(state)
    if [p for p in poses if [line for line in lines if not kept(points_gap(line.points, p.x, p.y), room)]]:
        faults.append(Reason("A base may not stand astride a wall or fence.", "skirmish.actions.climb-crossing"))
    return faults


def check_place(view: State, step: events.PlaceGroup, command: Command) -> tuple[Reason, ...]:
    return tuple(place_faults(view, in_hand(view, step.group), rounded_pose(spot_of(command))))


def places(state: State, men: list[Figure]) -> tuple[Pose, ...]:
    """Free places along the zone, facing inwards, in three rows."""
    facing = inwards(state, men[0].side)
    found = [pose for zone in zones_of(state, men[0].side) for pose in deployment.rows(zone, ROWS, COLUMNS, facing)]
    return tuple([pose for pose in found if not place_faults(state, men, pose)])


def placed(state: State, step: events.PlaceGroup, command: Command) -> Progress:
    men = in_hand(state, step.group)
    poses = stations(state, men, rounded_pose(spot_of(command)))
    return Progress(
        (events.Deployed(step.group, tuple([(man.id, pose) for man, pose in zip(men, poses, strict=True)])),)
    )


def joinable(state: State, side: str) -> list[Group]:
    """The groups that a commander may be with at set-up: any, or for one who goes by himself those near him.

    [setup.force-commander, leaders.attach]
    """
    if state.settings.force_commander == "independent":
        return command_table.joinable(state, side)
    return [group for group in field.troops(state, side) if field.members(state, group.id) and not field.broken(group)]


def asks_to_join(state: State, step: events.JoinGroup) -> tuple[str, ...]:
    return (step.side,) if joinable(state, step.side) else ()


def join_decision(view: State, step: events.JoinGroup, player: str) -> Decision:
    chief = view.figures[field.army_of(view, step.side).commander]
    items = [Item(group.id, group.name) for group in joinable(view, step.side)]
    sentence = f"Which group is {chief.name} with?"
    if view.settings.force_commander == "independent":
        items.insert(0, Item(chief.id, "none: he stays by himself"))
    clauses = ("skirmish.setup.force-commander", "skirmish.leaders.attach")
    return Decision(player, "join", chief.id, sentence, clauses, form=Choose(tuple(items)))


def joined(state: State, step: events.JoinGroup, command: Command) -> Progress:
    chief, group = field.army_of(state, step.side).commander, key_of(command)
    return Progress((command_events.Joined(chief, group),) if group != chief else ())


PLAYS: Final[Plays] = {
    events.ThrowForPlacing: Play(throw_for_placing),
    events.PickToPlace: Play(pick_by_itself, asks_to_pick, pick_decision, picked),
    events.PlaceGroup: Play(no_effect, asks_to_place, place_decision, placed, check_place),
    events.JoinGroup: Play(no_effect, asks_to_join, join_decision, joined),
}
