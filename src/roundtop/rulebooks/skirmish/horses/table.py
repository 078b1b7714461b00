"""Getting up and down, leading a horse, and who holds those left standing."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Item
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.horses import events as horses_events
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.movement import faults as movement_faults
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.state import FOOT, HORSE, MOUNTED, Figure, State, Thing
from roundtop.table.footprint import Disc, disc_overlap
from roundtop.table.measure import FULL_TURN, QUARTER_TURN, cosine, distance, rounded, sine, within
from roundtop.table.path import leg
from roundtop.table.pose import Point, Pose

PLACES: Final = (0, 4500, -4500, 9000, -9000, 13500, -13500, 18000)
"""Round a horse, off its left side, a man who gets down looks for room in these directions."""


HELD_CM: Final = 5.0
HORSES_HELD: Final = 4
"""How near a man holds horses, and how many [actions.horse-left-standing]."""


def horses(state: State, figure: Figure) -> list[Item]:
    """Getting down, getting up, and leading a horse [actions.mount-dismount, actions.horse-left-standing]."""
    if figure.arm == MOUNTED:
        spot = beside(state, figure)
        return [Item("dismount", "get down", "skirmish.actions.mount-dismount")] if spot is not None else []
    found: list[Item] = []
    for thing in state.things:
        if thing.kind == HORSE and not thing.holder and field.touches_thing(state, figure, thing):
            if _room_to_mount(state, figure, thing):
                found.append(Item(f"mount:{thing.id}", f"mount the {thing.name}", "skirmish.actions.mount-dismount"))
            if field.group_of(state, thing.group).side == figure.side:
                text = f"lead the {thing.name}"
                found.append(Item(f"lead:{thing.id}", text, "skirmish.actions.horse-left-standing"))
    return found


def _room_to_mount(state: State, figure: Figure, horse: Thing) -> bool:
    """Whether nobody else stands where man and horse would, and no enemy so near that he is touched.

    [actions.stationary-horse, movement.contact-only-by-charge]
    """
    pair = Disc(horse.x, horse.y, 0.5 * state.settings.base_mounted_cm)
    others = [field.base(other, state.settings) for other in field.able_of(state) if other.id != figure.id]
    up = field.moved_to(figure, Pose(horse.x, horse.y, figure.pose.facing))
    up.arm = MOUNTED
    return not [other for other in others if disc_overlap(pair, other)] and not field.in_contact(state, up)


def beside(state: State, figure: Figure) -> Pose | None:
    """A clear place touching his horse for a rider who gets down [actions.stationary-horse]."""
    apart_by = 0.5 * (state.settings.base_foot_cm + state.settings.base_mounted_cm)
    on_foot = field.moved_to(figure, figure.pose)
    on_foot.arm = FOOT
    crowd = movement_faults.Crowd(state, on_foot)
    for off in PLACES:
        heading = (figure.pose.facing - QUARTER_TURN + off) % FULL_TURN
        x = figure.pose.x + apart_by * sine(heading)
        y = figure.pose.y + apart_by * cosine(heading)
        path = movement_paths.path_of(figure.pose, (leg(x, y),))
        if not movement_faults.faults_of(state, on_foot, path, morale_rule.FREE, crowd):
            return Pose(path.end.x, path.end.y, figure.pose.facing)
    return None


def horse_follows(state: State, man: Figure) -> Point:
    """A led horse stands behind its leader, touching him, and stays on the table [actions.horse-left-standing]."""
    behind = 0.5 * (state.settings.base_foot_cm + state.settings.base_mounted_cm)
    room = 0.5 * state.settings.base_mounted_cm
    x = man.pose.x - behind * sine(man.pose.facing)
    y = man.pose.y - behind * cosine(man.pose.facing)
    x = min(max(x, room), state.ground.width - room)
    return (rounded(x), rounded(min(max(y, room), state.ground.depth - room)))


def stampedes(state: State) -> list[object]:
    """With the house rule, horses that nobody holds run off: one man near holds four [actions.horse-left-standing]."""
    if not state.settings.horse_holders:
        return []
    horses = sorted([t for t in state.things if t.kind == HORSE and not t.holder], key=field.thing_id)
    held = _held(state, horses)
    return [horses_events.HorseGone(horse.id) for horse in horses if horse.id not in held]


def _held(state: State, horses: list[Thing]) -> dict[str, str]:
    """Who holds which horse, as many as can be held: who could hold another gives his horse up to the next man."""
    near = {horse.id: _holders(state, horse) for horse in horses}
    held: dict[str, str] = {}
    for horse in horses:
        _takes(horse.id, near, held, [])
    return held


def _takes(horse: str, near: dict[str, list[str]], held: dict[str, str], asked: list[str]) -> bool:
    """Find a hand for a horse, if need be by handing another over [actions.horse-left-standing]."""
    for man in near[horse]:
        if man in asked:
            continue
        asked.append(man)
        his = [one for one, holder in held.items() if holder == man]
        if len(his) < HORSES_HELD or [one for one in his if _takes(one, near, held, asked)]:
            held[horse] = man
            return True
    return False


def _holders(state: State, horse: Thing) -> list[str]:
    """The men on foot of its rider's group who are near enough to hold a horse."""
    reach = HELD_CM + 0.5 * (state.settings.base_foot_cm + state.settings.base_mounted_cm)
    return [
        man.id
        for man in field.members(state, horse.group)
        if man.arm == FOOT and within(distance(man.pose.x, man.pose.y, horse.x, horse.y), reach)
    ]
