"""A table for tests: men set down in a line of code, commands by their keys, dice given to the last one.

Places are centimetres, x east and y north; facings are whole degrees clockwise from north. The Union's own edge is the
south one. Dice are written as the ledger writes them (`"d8:5"`). Every call takes the dice thrown until the next
decision: one too few or too many fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from roundtop.battle.forms import Answer, Assigned, Chosen, Marched, Placed
from roundtop.battle.protocol import Decision
from roundtop.record import replace
from roundtop.rulebooks.skirmish import RULEBOOK
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.command.events import PhaseBegan, TurnBegan
from roundtop.rulebooks.skirmish.command.table import phases
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.field import changing, copied
from roundtop.rulebooks.skirmish.fire.rule import full
from roundtop.rulebooks.skirmish.melee import events as melee_events
from roundtop.rulebooks.skirmish.morale import events as morale_events
from roundtop.rulebooks.skirmish.muster.ground import waters
from roundtop.rulebooks.skirmish.options import Settings, settings
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    COMMANDER,
    MOUNTED,
    ON_TABLE,
    TO_ARRIVE,
    Army,
    Figure,
    Firearm,
    Goal,
    Group,
    State,
    Thing,
)
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, level_at
from roundtop.table.path import Manoeuvre, leg
from roundtop.table.pose import Pose
from tests.rulebooks.driven import Driven

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270
UNION, CONFEDERATE = "union", "confederate"
NEVER = 999
E = TypeVar("E")


def at(x: float, y: float, facing: float = NORTH) -> Pose:
    return Pose(float(x), float(y), round(facing * 100))


def man(id: str, side: str, x: float, y: float, facing: float = NORTH, **fields: Any) -> Figure:
    """A regular with a loaded rifle and bayonet, of the group called by the first letter of his id."""
    weapon = fields.pop("weapon", "minie-rifle")
    progress = fields.pop("progress", -1)
    breech = fields.pop("breech", False)
    firearms = fields.pop("firearms", (Firearm(weapon, breech, False, progress),) if weapon else ())
    group = fields.pop("group", id[0])
    quality = fields.pop("quality", "regular")
    melee = fields.pop("melee", "bayonet")
    name = fields.pop("name", id.title())
    arm = fields.pop("arm", "foot")
    role = fields.pop("role", "private")
    foot = fields.pop("melee_foot", "butt-sword" if arm == MOUNTED else melee)
    return Figure(
        id=id,
        side=side,
        group=group,
        name=name,
        role=role,
        quality=quality,
        arm=arm,
        firearms=firearms,
        melee=melee,
        melee_foot=foot,
        pose=at(x, y, facing),
        **fields,
    )


def rider(id: str, side: str, x: float, y: float, facing: float = NORTH, **fields: Any) -> Figure:
    """A trooper with a loaded pistol and a sabre."""
    fields = {"weapon": "pistol", "melee": "sword-pistol", "arm": MOUNTED, **fields}
    return man(id, side, x, y, facing, **fields)


def chief(side: str, x: float, y: float, **fields: Any) -> Figure:
    """A force commander by himself."""
    id = f"{side}-chief"
    fields = {"weapon": "pistol", "melee": "sword-pistol", "quality": "veteran", **fields}
    return man(id, side, x, y, **{"group": id, "role": COMMANDER, **fields})


def squad(id: str, side: str, number: int, x: float, y: float, facing: float = NORTH, **fields: Any) -> list[Figure]:
    """So many men in a row to the east of a place, three centimetres apart; their group is called by the id."""
    apart = fields.pop("apart", 3.0)
    return [man(f"{id}{n + 1}", side, x + n * apart, y, facing, **{"group": id, **fields}) for n in range(number)]


def box(left: float, bottom: float, right: float, top: float) -> tuple[tuple[float, float], ...]:
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def area(kind: str, left: float, bottom: float, right: float, top: float) -> Area:
    return Area(kind, box(left, bottom, right, top))


def hill(level: int, left: float, bottom: float, right: float, top: float) -> Height:
    return Height(level, box(left, bottom, right, top))


def fence(*points: tuple[float, float]) -> Line:
    return Line("fence", points)


def wall(*points: tuple[float, float]) -> Line:
    return Line("wall", points)


def field(*things: Area | Height | Line | Crossing, width: float = 180.0, depth: float = 120.0) -> Ground:
    """Bare ground with these things on it."""
    return Ground(
        width,
        depth,
        areas=tuple(thing for thing in things if isinstance(thing, Area)),
        lines=tuple(thing for thing in things if isinstance(thing, Line)),
        heights=tuple(thing for thing in things if isinstance(thing, Height)),
        crossings=tuple(thing for thing in things if isinstance(thing, Crossing)),
    )


def _loaded(figure: Figure, ground: Ground, rules: Settings) -> Figure:
    new = copied(figure)
    new.firearms = tuple(
        Firearm(
            f.kind, f.breech, f.repeating, full(f.kind, f.breech, f.repeating, rules) if f.progress < 0 else f.progress
        )
        for f in figure.firearms
    )
    if figure.place == ON_TABLE:
        new.level = figure.level or level_at(ground, figure.pose.x, figure.pose.y)
    return new


def _groups(figures: Sequence[Figure], given: dict[str, dict[str, Any]]) -> tuple[Group, ...]:
    found: dict[str, Group] = {}
    for figure in figures:
        if figure.group not in found:
            mates = [f for f in figures if f.group == figure.group and (f.role != COMMANDER or f.group == f.id)]
            nco = [f.id for f in mates if f.role == "nco"]
            fields = {"start": len(mates), "nco": nco[0] if nco else "", **given.get(figure.group, {})}
            arm = ANIMAL if figure.arm == ANIMAL else mates[0].arm if mates else figure.arm
            found[figure.group] = Group(figure.group, figure.side, figure.group.title(), arm, **fields)
    return tuple(found.values())


def position(
    *men: Figure | list[Figure],
    ground: Ground | None = None,
    turn: int = 1,
    phase: int = 1,
    acting: str = UNION,
    groups: dict[str, dict[str, Any]] | None = None,
    things: tuple[Thing, ...] = (),
    goals: tuple[Goal, ...] = (),
    limit: int = 12,
    heights: tuple[tuple[str, float], ...] = (),
    exits: tuple[str, ...] = (),
    **options: Any,
) -> State:
    """A table in the middle of a turn, the phase of the acting side just begun; the Union has the initiative.

    A side without a force commander has one who never arrives. `groups` gives fields of groups by id.
    """
    rules = settings(options)
    there = ground or field()
    figures = [one for some in men for one in (some if isinstance(some, list) else [some])]
    for side in (UNION, CONFEDERATE):
        if not [f for f in figures if f.role == COMMANDER and f.side == side]:
            figures.append(chief(side, 0, 0, place=TO_ARRIVE, due=NEVER))
    figures = [_loaded(figure, there, rules) for figure in figures]
    chiefs = {f.side: f.id for f in figures if f.role == COMMANDER}
    state = State(
        title="Test",
        settings=rules,
        ground=there,
        water=waters(there),
        heights=heights,
        armies=(Army(UNION, "south", exits, chiefs[UNION]), Army(CONFEDERATE, "north", exits, chiefs[CONFEDERATE])),
        figures={figure.id: figure for figure in figures},
        groups=_own_groups(figures, chiefs, groups or {}),
        things=things,
        goals=goals,
        zones=(),
        turn_limit=limit,
    )
    kept = {figure.id: figure for figure in figures}
    hurt = {group.id: group.injured for group in state.groups}
    state = changing(apply(state, TurnBegan(turn)))
    state.initiative = UNION
    state.first = acting
    state = changing(apply(state, PhaseBegan(acting, phase)))
    state.figures = {id: _as_given(figure, kept[id]) for id, figure in state.figures.items()}
    state.groups = tuple([replace(one, injured=hurt[one.id]) for one in state.groups])
    return state


def _own_groups(figures: list[Figure], chiefs: dict[str, str], given: dict[str, dict[str, Any]]) -> tuple[Group, ...]:
    """The groups of the figures, and a place of his own for a commander who is with one of them."""
    found = _groups(figures, given)
    missing = [side for side, id in chiefs.items() if id not in [group.id for group in found]]
    return (*found, *[Group(chiefs[side], side, chiefs[side], "foot", 1) for side in missing])


def _as_given(figure: Figure, given: Figure) -> Figure:
    """What the beginning of a turn clears is kept as a test sets it."""
    new = copied(figure)
    new.spent, new.rides, new.charged, new.acted = given.spent, given.rides, given.charged, given.acted
    new.carried, new.stuck = given.carried, given.stuck
    return new


class Table(Driven):
    """A battle under way, driven command by command."""

    def __init__(self, state: State, *agenda: object, dice: Sequence[str] = ()) -> None:
        super().__init__(RULEBOOK, state, agenda, list(dice))

    # ---- what is there

    @property
    def state(self) -> State:
        state: State = self.battle.state
        return state

    def figure(self, id: str) -> Figure:
        return self.state.figures[id]

    def group(self, id: str) -> Group:
        return next(group for group in self.state.groups if group.id == id)

    def place(self, id: str) -> tuple[float, float]:
        pose = self.figure(id).pose
        return pose.x, pose.y

    # ---- what is asked

    # ---- answers

    def answer(self, answer: Answer, dice: Sequence[str] = ()) -> Table:
        """Answer what is asked, and go on to the next decision."""
        self.submit(answer, list(dice))
        return self

    def choose(self, *keys: str, dice: Sequence[str] = ()) -> Table:
        return self.answer(Chosen(keys), dice)

    def assign(self, dice: Sequence[str] = (), **items: str) -> Table:
        return self.answer(Assigned(tuple(items.items())), dice)

    def march(self, *manoeuvres: Manoeuvre, dice: Sequence[str] = ()) -> Table:
        return self.answer(Marched(manoeuvres), dice)

    def set_down(self, pose: Pose, dice: Sequence[str] = ()) -> Table:
        return self.answer(Placed(pose), dice)

    def acts(self, id: str, key: str, dice: Sequence[str] = ()) -> Table:
        """A man of the group whose turn it is does something."""
        if self.asked[1] == "group":
            self.choose(self.figure(id).group)
        self.choose(id)
        return self.choose(key, dice=dice)

    def charge(self, target: str, dice: Sequence[str] = (), fight: Sequence[str] = ()) -> Table:
        """The group whose turn it is charges; everybody who can goes in by his nearest way."""
        self.choose(f"charge:{target}", dice=dice)
        return self.all_go(fight)

    def all_go(self, fight: Sequence[str] = ()) -> Table:
        """Everybody who can goes in by his nearest way, where it is asked who goes."""
        if self.asked[1] == "home":
            form: Any = self.form
            self.answer(Assigned(tuple((slot.key, slot.items[0].key) for slot in form.slots)), fight)
        return self

    def walks(self, id: str, *places: tuple[float, float]) -> Table:
        """A man of the group whose turn it is moves by legs."""
        self.acts(id, "move")
        return self.march(*[leg(float(x), float(y)) for x, y in places])

    def no_walk(self, id: str, *places: tuple[float, float]) -> list[str]:
        """The clauses by which a move is refused."""
        self.acts(id, "move")
        return self.refusal(Marched(tuple(leg(float(x), float(y)) for x, y in places)))

    # ---- going on with nothing special done

    def until(self, *kinds: str, dice: Sequence[str] = ()) -> Table:
        """Do as little as may be until somebody is asked one of these, or the agenda is done."""
        self.go_on(idle, lambda: self.asked[1] in kinds, list(dice))
        return self

    def to_phase(self, side: str, number: int, dice: Sequence[str] = ()) -> Table:
        """Do as little as may be until a side picks a group in its first or second phase."""
        there = (side, f"action {number}", "group")
        self.go_on(idle, lambda: (self.state.acting, self.state.phase, self.asked[1]) == there, list(dice))
        return self


def idle(wanted: Decision) -> Answer:
    """The answer that does least."""
    form: Any = wanted.form
    if wanted.kind in ("move", "together"):
        return Marched(())
    if wanted.kind in ("riders", "home"):
        return Assigned(())
    if wanted.kind == "place":
        return Placed(form.candidates[0])
    if wanted.kind == "detach":
        return Chosen(tuple(item.key for item in form.items[: form.least]))
    keys = [item.key for item in form.items]
    for key in ("end", "done", "stand", "stay", "rest", "first", "run"):
        if key in keys:
            return Chosen((key,))
    return Chosen((keys[0],))


def table(*men: Figure | list[Figure], dice: Sequence[str] = (), **rest: Any) -> Table:
    """A battle in an action phase: its side picks a group, and the rest of the turn follows."""
    phase, acting = rest.get("phase", 1), rest.get("acting", UNION)
    state = position(*men, **rest)
    outline = phases(state, acting)
    begins = next(n for n, one in enumerate(outline) if one == command_events.BeginPhase(acting, phase))
    return Table(state, command_events.PickGroup(acting, ()), *outline[begins + 1 :], dice=dice)


def melee(*men: Figure | list[Figure], dice: Sequence[str] = (), **rest: Any) -> Table:
    """A battle as its melee phase begins."""
    return Table(
        position(*men, **rest), melee_events.Melee(""), morale_events.Window(), command_events.EndTurn(), dice=dice
    )
