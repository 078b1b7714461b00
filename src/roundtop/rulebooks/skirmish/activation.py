"""What the men of a group do in their turn, one by one or together."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item, March, Marched, Reason, Way
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish.combat import charge_targets, declared, lets_go
from roundtop.rulebooks.skirmish.command import REJOIN_CM, Detaching, detach_refusal
from roundtop.rulebooks.skirmish.events import (
    Climbed,
    DeedDone,
    Dropped,
    GotDown,
    GotUp,
    Left,
    Loaded,
    MenDetached,
    MenRejoined,
    Moved,
    Stood,
    TookUp,
    apply,
)
from roundtop.rulebooks.skirmish.fire import full
from roundtop.rulebooks.skirmish.melee import CONTACT_CM
from roundtop.rulebooks.skirmish.morale import LOCKED, NO_ADVANCE, RUN, Duty, duty, present
from roundtop.rulebooks.skirmish.movement import (
    EDGE_FACING,
    ENTRY_KINDS,
    KINDS,
    Crowd,
    backwards,
    closest,
    faults_of,
    flight,
    moved_to,
    path_of,
    rate_of,
    runs_off,
    straight,
    upstairs,
    ways,
)
from roundtop.rulebooks.skirmish.sight import (
    apart,
    barriers,
    can_shoot,
    centre_of,
    cover_of,
    height_of,
    in_contact,
    nearest,
    nearest_to,
    touches_line,
    touching,
)
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    COMMANDER,
    DEED,
    FALL_BACK,
    FOOT,
    HORSE,
    LADDER,
    LOAD,
    MOUNTED,
    ON_TABLE,
    TO_ARRIVE,
    Figure,
    Group,
    State,
    Thing,
    able,
    army_of,
    broken,
    burdened,
    can_load,
    can_ride,
    enemies,
    figure_id,
    group_id,
    group_of,
    is_loaded,
    left_to,
    loads_riding,
    members,
    partner_of,
    radius,
    thing_of,
)
from roundtop.rulebooks.skirmish.steps import (
    ChargedTest,
    ChargeHome,
    ChargeTest,
    Detach,
    FigureActs,
    GroupActs,
    MoveFigure,
    MoveTogether,
    OpenGo,
    RidersDeeds,
    Shoot,
    Volley,
)
from roundtop.rulebooks.skirmish.steps import Step as AnyStep
from roundtop.rulebooks.skirmish.terrain import WALLED, climb_actions
from roundtop.table.ground import Line, areas_at, level_at, line_crossings
from roundtop.table.measure import (
    FULL_TURN,
    HALF_TURN,
    QUARTER_TURN,
    TOLERANCE,
    bearing,
    cosine,
    distance,
    rounded,
    sine,
    turn_between,
    within,
)
from roundtop.table.path import Manoeuvre, leg, shift
from roundtop.table.pose import Point, Pose, rounded_pose

ENTRY_CM: Final = 15.0
"""How far from the entry point a figure may come on [setup.reinforcements]."""
ENTRY_CLEAR_CM: Final = 10.0
ENTRY_STEP_CM: Final = 0.5
STEP_CM: Final = 0.05
"""A move shorter than this is none."""
PLACES: Final = (0, 4500, -4500, 9000, -9000, 13500, -13500, 18000)
"""Round a horse, off its left side, a man who gets down looks for room in these directions."""
PAIR_LEAST: Final = 2


# ---------------------------------------------------------------- who can still act


def waits(state: State, figure: Figure) -> bool:
    """Whether a figure may still act in this phase."""
    if figure.acted or figure.harm >= 2:
        return False
    if figure.place != ON_TABLE and (figure.place != TO_ARRIVE or figure.due > state.turn):
        return False
    return left_to(state, figure) > 0


def somebody_waits(state: State, side: str, done: tuple[str, ...]) -> bool:
    """Whether anybody of a side may still act in this phase whose group has not had its turn."""
    for figure in state.figures.values():
        if figure.side == side and figure.group not in done and waits(state, figure):
            return True
    return False


def waiting(state: State, group: str) -> list[Figure]:
    """The figures of a group who may still act in this phase, in order of id."""
    found = [figure for figure in state.figures.values() if figure.group == group and waits(state, figure)]
    found.sort(key=figure_id)
    return found


def duty_of(state: State, figure: Figure) -> Duty:
    """What the state of his group lets a figure do [morale.duration, actions.in-contact, melee.after]."""
    group = group_of(state, figure.group)
    if figure.place != ON_TABLE:
        return NO_ADVANCE if group.state != "ok" else duty("ok", 0, state.turn, 0, False, False)
    covered = False
    if present(group.state, group.thrown, state.turn) == FALL_BACK:
        foe = nearest_to(figure, enemies(state, figure.side), state.settings)
        covered = foe is not None and cover_of(state, figure, foe) != "open"
    touched = figure.arm != ANIMAL and in_contact(state, figure)
    return duty(group.state, group.thrown, state.turn, figure.spent, covered, touched)


def free(state: State, figure: Figure) -> bool:
    """Whether he may do as he likes with his action: not bound by his nerves, an enemy, a wall or his group."""
    if figure.place != ON_TABLE or figure.straggling or figure.landing is not None or figure.arm == ANIMAL:
        return False
    found = duty_of(state, figure)
    return found.must == "nothing" and found is not LOCKED


# ---------------------------------------------------------------- a group's turn


def open_go(state: State, step: OpenGo, dice: Dice) -> Progress:
    """Whom a group might shoot at and charge is looked up once [movement.charge-declaration]."""
    shooters = [figure for figure in waiting(state, step.group) if may_shoot(state, figure)]
    targets = [group.id for group in enemy_groups(state, step.group) if shot_by(state, shooters, group.id)]
    return Progress((), (GroupActs(step.group, tuple(targets), tuple(charge_targets(state, step.group))),))


def enemy_groups(state: State, group: str) -> list[Group]:
    side = group_of(state, group).side
    return sorted([g for g in state.groups if g.side != side and members(state, g.id)], key=group_id)


def shot_by(state: State, shooters: list[Figure], target: str) -> bool:
    """Whether any of these has a shot at a group: the first who has settles it."""
    for figure in shooters:
        if _ready_for(state, figure, target) >= 0:
            return True
    return False


def may_shoot(state: State, figure: Figure) -> bool:
    """Whether a man has something loaded and is free to fire it [actions.fire]."""
    loaded = [firearm for firearm in figure.firearms if is_loaded(firearm, state)]
    return bool(loaded) and not burdened(state, figure) and free(state, figure)


def weapon_for(state: State, figure: Figure, target: str) -> int:
    """The first of a man's loaded weapons with which he can shoot at a group; -1 for none."""
    return _ready_for(state, figure, target) if may_shoot(state, figure) else -1


def _ready_for(state: State, figure: Figure, target: str) -> int:
    for place, firearm in enumerate(figure.firearms):
        if is_loaded(firearm, state) and can_shoot(state, figure, firearm.kind, target):
            return place
    return -1


def asks_group(state: State, step: GroupActs) -> tuple[str, ...]:
    return (group_of(state, step.group).side,) if waiting(state, step.group) else ()


def group_decision(view: State, step: GroupActs, player: str) -> Decision:
    """One man acts, or all who can do the same thing together [turn.group-by-group, actions.menu]."""
    group = group_of(view, step.group)
    men = waiting(view, step.group)
    items = [Item(man.id, man.name) for man in men]
    items.extend(gestures(view, step, group, men))
    sentence = f"{group.name}: who acts, and how?"
    clauses = ("skirmish.turn.group-by-group", "skirmish.actions.menu")
    return Decision(player, "act", group.id, sentence, clauses, Choose(tuple(items)))


def gestures(state: State, step: GroupActs, group: Group, men: list[Figure]) -> list[Item]:
    """What several can do with one answer, each as his own rules allow."""
    found: list[Item] = []
    if broken(group):
        return [Item("run", "all run for home", "skirmish.morale.break-terms")]
    if [man for man in men if man.place == TO_ARRIVE]:
        found.append(Item("enter", "all come on", "skirmish.setup.reinforcements"))
    there = [man for man in men if man.place == ON_TABLE]
    if not there:
        return [*found, Item("done", "the rest do nothing")]
    for target in step.charges:
        if members(state, target):
            text = f"charge {group_of(state, target).name}"
            clause = "skirmish.movement.charge-declaration"
            found.append(Item(f"charge:{target}", text, clause, at=nearest_of(state, there[0], target)))
    for target in step.targets:
        if members(state, target):
            text = f"all fire at {group_of(state, target).name}"
            found.append(Item(f"fire:{target}", text, "skirmish.actions.fire", at=nearest_of(state, there[0], target)))
    if present(group.state, group.thrown, state.turn) == FALL_BACK:
        found.append(Item("back", "all fall back", "skirmish.morale.fall-back-terms"))
    if [man for man in there if [f for f in man.firearms if can_load(f, state)]]:
        found.append(Item("load", "all load", "skirmish.actions.load"))
    if len(there) >= PAIR_LEAST:
        found.append(Item("together", "move together", "skirmish.actions.move"))
    found.append(Item("done", "the rest do nothing"))
    return found


def nearest_of(state: State, figure: Figure, group: str) -> str:
    """The man of a group who is nearest to a figure: where a hand points to name the group."""
    found = nearest_to(figure, members(state, group), state.settings)
    return "" if found is None else found.id


def group_chosen(state: State, step: GroupActs, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    later = GroupActs(step.group, step.targets, ())
    if key in state.figures:
        return Progress((), (FigureActs(key), later))
    if key.startswith("fire:"):
        target = key[5:]
        targets = tuple([one for one in step.targets if one != target])
        men = tuple([man.id for man in waiting(state, step.group)])
        return Progress((), (Volley(men, target), GroupActs(step.group, targets, ())))
    if key.startswith("charge:"):
        return declare(state, step, key[7:])
    if key == "together":
        return Progress((), (MoveTogether(step.group), later))
    if key == "load":
        return Progress(tuple(load_events(state, step.group)), (later,))
    if key == "run":
        return Progress(tuple(run_events(state, step.group)))
    if key == "back":
        return Progress(tuple(fall_back_events(state, step.group)), (later,))
    if key == "enter":
        return Progress(tuple(entry_events(state, step.group)), (later,))
    return Progress(tuple([Stood(man.id, "idle", False) for man in waiting(state, step.group)]))


def declare(state: State, step: GroupActs, target: str) -> Progress:
    """A charge: the chargers' test if due, the target's, riders' deeds, and home [movement.charge-declaration]."""
    event, tests = declared(state, step.group, target)
    men = tuple([man.id for man in waiting(state, step.group)])
    onward: tuple[AnyStep, ...] = (
        ChargedTest(step.group, target),
        RidersDeeds(step.group, target),
        ChargeHome(step.group, target, men),
    )
    if tests:
        onward = (ChargeTest(step.group, target),)
    return Progress((event,), (*onward, GroupActs(step.group, step.targets, ())))


# ---------------------------------------------------------------- all together


def load_events(state: State, group: str) -> list[object]:
    """Everybody who can loads his first weapon that is not full [actions.load]."""
    events: list[object] = []
    for man in waiting(state, group):
        if burdened(state, man) or not free(state, man):
            continue
        for place, firearm in enumerate(man.firearms):
            if can_load(firearm, state):
                events.append(Loaded(man.id, place, firearm.progress + 1, True))
                break
    return events


def run_events(state: State, group: str, phase: int = 0) -> list[object]:
    """Every man of a broken group who owes it runs [morale.break-terms]."""
    events: list[object] = []
    for man in owing(state, group, phase):
        event = run_event(state, state.figures[man.id])
        state = apply(state, event)
        events.append(event)
    return events


def owing(state: State, group: str, phase: int) -> list[Figure]:
    """Those on the table who may still act; at the end of a phase also those who stood idle in it."""
    men = waiting(state, group) if not phase else members(state, group)
    return [man for man in men if man.place == ON_TABLE and (not phase or (man.spent < phase and left_to(state, man)))]


def run_event(state: State, figure: Figure) -> object:
    """A run, over the edge at last, or with nowhere to go a stand [morale.cornered, movement.table-edge]."""
    way = flight(state, figure)
    if way.leaves:
        return Left(figure.id, "ran")
    if way.manoeuvre is None:
        return Stood(figure.id, "cornered", True)
    return moved_by(figure, "run", (way.manoeuvre,), True)


def moved_by(figure: Figure, cause: str, manoeuvres: tuple[Manoeuvre, ...], paid: bool) -> Moved:
    return Moved(figure.id, cause, figure.pose, path_of(figure.pose, manoeuvres).end, manoeuvres, paid)


def fall_back_events(state: State, group: str, phase: int = 0) -> list[object]:
    """Every man who owes it moves back towards his own edge, or stands where he has cover [morale.fall-back-terms]."""
    events: list[object] = []
    for man in owing(state, group, phase):
        owed = duty_of(state, state.figures[man.id])
        if owed.must == "stand":
            made: list[object] = [Stood(man.id, "covered", True)]
        elif owed.must == "move-back":
            made = back_events(state, state.figures[man.id], False)
        else:
            continue
        for event in made:
            state = apply(state, event)
        events.extend(made)
    return events


def back_events(state: State, figure: Figure, to_cover: bool) -> list[object]:
    """A compulsory move back; with no way back the action is spent where he stands [morale.fall-back-terms]."""
    made = backwards(state, figure, to_cover)
    if made is None:
        return [Stood(figure.id, "hemmed in", True)]
    moved = moved_by(figure, "back", (made,), True)
    return [moved] if partner_of(state, figure) is None else [lets_go(state, figure), moved]


def entry_events(state: State, group: str) -> list[object]:
    """Everybody who is due comes straight on [setup.reinforcements]."""
    events: list[object] = []
    for man in waiting(state, group):
        if man.place != TO_ARRIVE:
            continue
        found = entry_ways(state, state.figures[man.id])
        if found:
            start = entry_pose(state, man)
            event = Moved(man.id, "enter", start, found[0].end, found[0].manoeuvres, True)
        else:
            events.append(Stood(man.id, "crowded", False))
            continue
        state = apply(state, event)
        events.append(event)
    return events


# ---------------------------------------------------------------- move together


def asks_together(state: State, step: MoveTogether) -> tuple[str, ...]:
    return (group_of(state, step.group).side,) if waiting(state, step.group) else ()


def together_decision(view: State, step: MoveTogether, player: str) -> Decision:
    group = group_of(view, step.group)
    men = movers(view, step.group)
    lead = men[0] if men else waiting(view, step.group)[0]
    size = 2.0 * radius(lead, view.settings)
    found = tuple([_shift_way(lead, key, label, heading, most) for key, label, heading, most in bearings(view, men)])
    form = March(lead.id, lead.pose, size, size, ("shift",), rate_of(lead), found)
    sentence = f"{group.name} moves together: every man goes the same way, as far as he can."
    clauses = ("skirmish.actions.move", "skirmish.movement.path")
    return Decision(player, "together", group.id, sentence, clauses, form)


def movers(state: State, group: str) -> list[Figure]:
    """Those of a group who may move where they like with this action."""
    found = [man for man in waiting(state, group) if man.place == ON_TABLE and can_ride(man)]
    return [man for man in found if man.landing is None and duty_of(state, man).must == "nothing"]


def bearings(state: State, men: list[Figure]) -> list[tuple[str, str, int, float]]:
    """Whither a group might want to go together."""
    if not men:
        return []
    rate = rate_of(men[0])
    home = EDGE_FACING[army_of(state, men[0].side).edge]
    ahead = (home + HALF_TURN) % FULL_TURN
    foes = enemies(state, men[0].side)
    if foes:
        x, y = centre_of(men)
        foe = nearest(x, y, foes)
        ahead = bearing(x, y, foe.pose.x, foe.pose.y)
    return [
        ("towards", "towards the enemy", ahead, rate),
        ("left", "to the left", (ahead - QUARTER_TURN) % FULL_TURN, rate),
        ("right", "to the right", (ahead + QUARTER_TURN) % FULL_TURN, rate),
        ("home", "towards your own edge", home, rate),
    ]


def _shift_way(lead: Figure, key: str, label: str, heading: int, most: float) -> Way:
    made = shift(most * sine(heading), most * cosine(heading))
    return Way(key, label, (made,), path_of(lead.pose, (made,)).end)


def check_together(view: State, step: MoveTogether, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    return tuple(together_faults(view, step.group, command.answer.manoeuvres))


def together_faults(state: State, group: str, made: tuple[Manoeuvre, ...]) -> list[Reason]:
    """One straight way, no longer than an action [movement.path, actions.move]."""
    if len(made) > 1:
        return [Reason("Moving together is one straight way for all.", "skirmish.movement.path")]
    men = movers(state, group)
    if made and men and not within(distance(0.0, 0.0, made[0].x, made[0].y), rate_of(men[0])):
        return [Reason(f"One action goes {rate_of(men[0]):g} cm at most.", "skirmish.actions.move")]
    return []


def moved_together(state: State, step: MoveTogether, command: Command) -> Progress:
    """Each goes as far that way as his own rules let him, the foremost first; who cannot stays and has not acted."""
    assert isinstance(command.answer, Marched)
    if not command.answer.manoeuvres:
        return Progress(tuple([Stood(man.id, "idle", False) for man in waiting(state, step.group)]))
    made = command.answer.manoeuvres[0]
    events = together_events(state, step.group, made.x, made.y)
    if not events:
        events = [Stood(man.id, "blocked", False) for man in waiting(state, step.group)]
    return Progress(tuple(events))


def together_events(state: State, group: str, dx: float, dy: float) -> list[object]:
    far = distance(0.0, 0.0, dx, dy)
    events: list[object] = []
    if far < STEP_CM:
        return events
    heading = bearing(0.0, 0.0, dx, dy)
    ranked = sorted([(-rounded_along(man, dx / far, dy / far), man.id) for man in movers(state, group)])
    for _, id in ranked:
        for event in _goes_that_way(state, state.figures[id], heading, far):
            state = apply(state, event)
            events.append(event)
    return events


def _goes_that_way(state: State, man: Figure, heading: int, far: float) -> list[object]:
    """A man as far on a heading as he can go, and with him whoever shares his load."""
    other = partner_of(state, man)
    if other is not None:
        return _both_go(state, man, other, heading, far)
    crowd = Crowd(state, man)
    found = straight(state, man, man.pose, heading, far, crowd)
    if found is None or faults_of(state, man, path_of(man.pose, (found,)), duty_of(state, man), crowd):
        return []
    return [moved_by(man, "together", (found,), True)]


def _both_go(state: State, man: Figure, other: Figure, heading: int, far: float) -> list[object]:
    """As far as the slower of two who share a load [actions.carry-limits]."""
    if man.acted or not goes_along(state, other):
        return []
    for one, besides in ((man, other), (other, man)):
        made = straight(state, one, one.pose, heading, far, Crowd(state, one, besides.id))
        if made is None:
            return []
        far = min(far, distance(one.pose.x, one.pose.y, made.x, made.y))
    way = (leg(rounded(man.pose.x + far * sine(heading)), rounded(man.pose.y + far * cosine(heading))),)
    return [] if move_faults(state, man, way) else moves(state, man, "together", way)


def rounded_along(man: Figure, s: float, c: float) -> float:
    """How far forward on a heading a man stands, to the hundredth."""
    return round(man.pose.x * s + man.pose.y * c, 2)


# ---------------------------------------------------------------- one figure


def asks_figure(state: State, step: FigureActs | MoveFigure | Detach) -> tuple[str, ...]:
    return (state.figures[step.figure].side,)


def asks_figure_acts(state: State, step: FigureActs) -> tuple[str, ...]:
    """A rider who has done both halves of his action, or has no second half, is not asked."""
    figure = state.figures[step.figure]
    if (step.rode or step.did) and len(choices(state, figure, step)) < PAIR_LEAST:
        return ()
    return (figure.side,)


def figure_decision(view: State, step: FigureActs, player: str) -> Decision:
    """What one action may be [actions.menu]."""
    figure = view.figures[step.figure]
    items = tuple(choices(view, figure, step))
    sentence = f"What does {figure.name} do?"
    if step.rode:
        sentence = f"{figure.name} has ridden: what does he do in the saddle?"
    elif step.did:
        sentence = f"Does {figure.name} ride on?"
    clauses = ("skirmish.actions.menu", "skirmish.actions.allowance")
    if step.rode or step.did:
        clauses = ("skirmish.actions.ride-and-act", "skirmish.actions.ride-and-act-limits")
    return Decision(player, "figure", figure.id, sentence, clauses, Choose(items))


def choices(state: State, figure: Figure, step: FigureActs) -> list[Item]:
    """Everything a figure may do with this action."""
    if step.did:
        rides = can_ride(figure) and able(figure)
        return [Item("stand", "stay"), *([Item("move", "ride", "skirmish.actions.ride-and-act")] if rides else [])]
    if step.rode:
        return [Item("stand", "nothing more"), *_shots(state, figure), *_loads(state, figure, True)]
    if figure.place == TO_ARRIVE:
        enter = Item("move", "come on", "skirmish.setup.reinforcements")
        return [*([enter] if entry_ways(state, figure) else []), Item("stand", "wait")]
    bound = duty_of(state, figure)
    if bound is RUN:
        run = Item("run", "run for home", "skirmish.morale.break-terms")
        other = Item("move", "run another way", "skirmish.morale.break-terms")
        return [run, other] if ways(state, figure, RUN) else [run]
    if bound is LOCKED:
        return _locked_choices(state, figure)
    if bound.must == "stand":
        return [Item("hold", "stay in cover", "skirmish.morale.fall-back-terms"), Item("stand", "wait")]
    if bound.must == "move-back":
        return _back_choices(state, figure)
    if figure.landing is not None:
        climb = Item("climb", "climb on", "skirmish.actions.climb-crossing")
        return [climb, Item("move", "step down and move", "skirmish.actions.move"), Item("stand", "do nothing")]
    if not left_to(state, figure):
        return [*_deeds(state, figure)[:1], Item("stand", "do nothing")]
    found: list[Item] = []
    mate = partner_of(state, figure)
    if can_ride(figure) and (mate is None or goes_along(state, mate)):
        found.append(Item("move", "ride" if figure.arm == MOUNTED else "move", "skirmish.actions.move"))
    if not figure.straggling and figure.arm != ANIMAL:
        found.extend(_deeds(state, figure))
    found.append(Item("stand", "do nothing"))
    return found


def _locked_choices(state: State, figure: Figure) -> list[Item]:
    """In contact a rider may turn on the spot to any of those he touches [actions.in-contact]."""
    turns: list[Item] = []
    if figure.arm == MOUNTED:
        for foe in touching(state, figure):
            turns.append(Item(f"turn:{foe.id}", f"turn to {foe.name}", "skirmish.actions.in-contact"))
    return [*turns, Item("stand", "stand and fight")]


def _back_choices(state: State, figure: Figure) -> list[Item]:
    """To cover or towards the own edge, as the player likes [morale.fall-back-terms]."""
    clause = "skirmish.morale.fall-back-terms"
    found = [Item("back", "fall back towards your edge", clause)]
    if backwards(state, figure, True) is not None:
        found.append(Item("cover", "fall back to the nearest cover", clause))
    return [*found, Item("stand", "wait")]


def _deeds(state: State, figure: Figure) -> list[Item]:
    found: list[Item] = []
    if burdened(state, figure):
        text = "put the load down" if partner_of(state, figure) is None else "let go of the load"
        found.append(Item("drop", text, "skirmish.actions.carry-limits"))
        return [*found, *_leaving(state, figure)]
    found.extend(_shots(state, figure))
    found.extend(_loads(state, figure, False))
    found.extend(_horses(state, figure))
    found.extend(_climbs(state, figure))
    found.extend(_things(state, figure))
    found.extend(_splits(state, figure))
    return [*found, *_leaving(state, figure)]


def _shots(state: State, figure: Figure) -> list[Item]:
    """Every enemy group he could nominate, with each of his loaded weapons [actions.fire, shooting.random-target]."""
    found: list[Item] = []
    ready = [(n, firearm) for n, firearm in enumerate(figure.firearms) if is_loaded(firearm, state)]
    if not ready:
        return found
    for target in enemy_groups(state, figure.group):
        for place, firearm in ready:
            if can_shoot(state, figure, firearm.kind, target.id):
                text = f"fire at {target.name}" + (f" with the {firearm.kind}" if len(ready) > 1 else "")
                where = nearest_of(state, figure, target.id)
                found.append(Item(f"fire:{place}:{target.id}", text, "skirmish.actions.fire", at=where))
    return found


def _loads(state: State, figure: Figure, riding: bool) -> list[Item]:
    found: list[Item] = []
    for place, firearm in enumerate(figure.firearms):
        if can_load(firearm, state) and (not riding or loads_riding(firearm, state)):
            needed = full(firearm.kind, firearm.breech, firearm.repeating, state.settings)
            text = f"load the {firearm.kind} ({firearm.progress + 1} of {needed})"
            found.append(Item(f"load:{place}", text, "skirmish.actions.load"))
    return found


def _horses(state: State, figure: Figure) -> list[Item]:
    """Getting down, getting up, and leading a horse [actions.mount-dismount, actions.horse-left-standing]."""
    if figure.arm == MOUNTED:
        spot = beside(state, figure)
        return [Item("dismount", "get down", "skirmish.actions.mount-dismount")] if spot is not None else []
    found: list[Item] = []
    for thing in state.things:
        if thing.kind == HORSE and not thing.holder and touches_thing(state, figure, thing):
            found.append(Item(f"mount:{thing.id}", f"mount the {thing.name}", "skirmish.actions.mount-dismount"))
            if group_of(state, thing.group).side == figure.side:
                text = f"lead the {thing.name}"
                found.append(Item(f"lead:{thing.id}", text, "skirmish.actions.horse-left-standing"))
    return found


def touches_thing(state: State, figure: Figure, thing: Thing) -> bool:
    """Whether a man's base touches a horse, a load or what a deed is done to."""
    reach = radius(figure, state.settings) + CONTACT_CM
    reach += 0.5 * (state.settings.base_mounted_cm if thing.kind == HORSE else state.settings.base_foot_cm)
    return within(distance(figure.pose.x, figure.pose.y, thing.x, thing.y), reach)


def beside(state: State, figure: Figure) -> Pose | None:
    """A clear place touching his horse for a rider who gets down [actions.stationary-horse]."""
    apart_by = 0.5 * (state.settings.base_foot_cm + state.settings.base_mounted_cm)
    on_foot = moved_to(figure, figure.pose)
    on_foot.arm = FOOT
    crowd = Crowd(state, on_foot)
    for off in PLACES:
        heading = (figure.pose.facing - QUARTER_TURN + off) % FULL_TURN
        x = figure.pose.x + apart_by * sine(heading)
        y = figure.pose.y + apart_by * cosine(heading)
        path = path_of(figure.pose, (leg(x, y),))
        faults = faults_of(state, on_foot, path, duty("ok", 0, 1, 0, False, False), crowd)
        if not faults:
            return Pose(path.end.x, path.end.y, figure.pose.facing)
    return None


def _climbs(state: State, figure: Figure) -> list[Item]:
    """Walls and fences he touches, and ladders [actions.climb, actions.climb-crossing]."""
    if figure.arm != FOOT or figure.burden:
        return []
    found: list[Item] = []
    for place, line in enumerate(climbable(state, figure)):
        if far_side(state, figure, line) is not None:
            found.append(Item(f"climb:{place}", f"climb the {line.kind}", "skirmish.actions.climb"))
    for thing in state.things:
        if thing.kind == LADDER and touches_thing(state, figure, thing):
            word = "down" if upstairs(state, figure) else "up"
            found.append(Item(f"ladder:{thing.id}", f"climb {word} the ladder", "skirmish.actions.climb"))
    return found


def climbable(state: State, figure: Figure) -> list[Line]:
    """The barriers that a man touches, clockwise from where he looks."""
    found = [line for line in barriers(state) if touches_line(figure, line, state.settings)]
    if len(found) < PAIR_LEAST:
        return found
    turns: list[tuple[int, int]] = []
    for place, line in enumerate(found):
        x, y = closest(line.points, figure.pose.x, figure.pose.y, False)
        by = turn_between(figure.pose.facing, bearing(figure.pose.x, figure.pose.y, x, y)) % FULL_TURN
        turns.append((by // 100, place))
    return [found[place] for _, place in sorted(turns)]


def far_side(state: State, figure: Figure, line: Line) -> Pose | None:
    """Where a man who climbs a barrier comes down, touching its far side; None where there is no room."""
    room = radius(figure, state.settings)
    x, y = figure.pose.x, figure.pose.y
    foot = closest(line.points, x, y, False)
    away = distance(x, y, foot[0], foot[1])
    if away < TOLERANCE:
        return None
    over = (room + 0.5 * CONTACT_CM) / away
    end = rounded_pose(Pose(foot[0] + over * (foot[0] - x), foot[1] + over * (foot[1] - y), figure.pose.facing))
    if not line_crossings(line.points, x, y, end.x, end.y):
        return None
    crowd = Crowd(state, figure)
    crowd.lines = []
    there = path_of(Pose(end.x, end.y, end.facing), ())
    there.points = [(end.x, end.y), (end.x, end.y)]
    climber = moved_to(figure, end)
    faults = faults_of(state, climber, there, duty_of(state, figure), crowd)
    return None if faults else end


def _things(state: State, figure: Figure) -> list[Item]:
    """Loads to take up and deeds to do: on foot, in reach, not in contact [actions.carry, actions.other-deeds]."""
    if figure.arm != FOOT:
        return []
    found: list[Item] = []
    for thing in state.things:
        if not touches_thing(state, figure, thing):
            continue
        if thing.holder:
            if shareable(state, figure, thing):
                text = f"share the {thing.name} with {state.figures[thing.holder].name}"
                found.append(Item(f"share:{thing.id}", text, "skirmish.actions.carry-limits"))
        elif thing.kind == LOAD and not figure.carried and not figure.burden:
            found.append(Item(f"take:{thing.id}", f"take up the {thing.name}", "skirmish.actions.carry"))
        elif thing.kind == DEED and thing.side in ("", figure.side):
            found.append(Item(f"deed:{thing.id}", thing.name, "skirmish.actions.other-deeds"))
    if not figure.carried and not figure.burden:
        for man in fallen_near(state, figure):
            found.append(Item(f"lift:{man.id}", f"carry {man.name}", "skirmish.actions.carry-limits"))
    return found


def shareable(state: State, figure: Figure, thing: Thing) -> bool:
    """Whether he may lend a hand with what a comrade carries alone [actions.carry-limits]."""
    if thing.kind != LOAD or figure.carried or figure.burden:
        return False
    holder = state.figures[thing.holder]
    return holder.side == figure.side and partner_of(state, holder) is None


def fallen_near(state: State, figure: Figure) -> list[Figure]:
    """Disabled comrades whom he touches; each counts as such an object [actions.carry-limits]."""
    lifted = [thing.id for thing in state.things if thing.kind == LOAD]
    reach = radius(figure, state.settings) + 0.5 * state.settings.base_foot_cm + CONTACT_CM
    return [
        man
        for man in state.figures.values()
        if man.harm == 2
        and man.place == ON_TABLE
        and man.side == figure.side
        and man.id not in lifted
        and within(distance(man.pose.x, man.pose.y, figure.pose.x, figure.pose.y), reach)
    ]


def _splits(state: State, figure: Figure) -> list[Item]:
    """A leader may split men off, or take a detachment in again [actions.detachment, actions.rejoin]."""
    found: list[Item] = []
    group = group_of(state, figure.group)
    if leads(state, figure) and detachable(state, figure):
        found.append(Item("detach", "send men off on their own", "skirmish.actions.detachment"))
    for other in rejoinable(state, figure, group):
        found.append(Item(f"rejoin:{other.id}", f"join up with {other.name}", "skirmish.actions.rejoin"))
    return found


def leads(state: State, figure: Figure) -> bool:
    """The group's able NCO, or the commander attached to it [actions.detachment-terms]."""
    group = group_of(state, figure.group)
    return figure.id == group.nco or (figure.role == COMMANDER and figure.group != figure.id)


def detachable(state: State, figure: Figure) -> list[Figure]:
    """The men whom a leader may send off; none where no detachment may be made [actions.detachment-terms]."""
    men = members(state, figure.group)
    others = [man for man in men if man.id != figure.id and man.role != COMMANDER]
    least = state.settings.detachment_min
    return [] if detach_refusal(detaching(state, figure, least), state.settings) else others


def detaching(state: State, figure: Figure, number: int) -> Detaching:
    group = group_of(state, figure.group)
    men = members(state, group.id)
    now = present(group.state, group.thrown, state.turn)
    return Detaching(group.start, 0, len(men), number, leads(state, figure), in_contact(state, figure), now)


def rejoinable(state: State, figure: Figure, group: Group) -> list[Group]:
    """Detachments that this figure may join up with their parent [actions.rejoin]."""
    found: list[Group] = []
    for other in state.groups:
        if other.side != group.side or broken(other) or broken(group) or not members(state, other.id):
            continue
        if other.parent == group.id and figure.id == group.nco:
            pair = True
        else:
            pair = group.parent == other.id and not _able_id(state, other.nco)
        if pair and within(apart(members(state, group.id), members(state, other.id), state.settings), REJOIN_CM):
            found.append(other)
    return found


def _able_id(state: State, id: str) -> bool:
    return id != "" and able(state.figures[id])


def _leaving(state: State, figure: Figure) -> list[Item]:
    """Men whom a scenario lets go may march off by its edges [movement.table-edge]."""
    for edge in army_of(state, figure.side).exits:
        if runs_off(state, figure, EDGE_FACING[edge], Crowd(state, figure)):
            return [Item("leave", "march off the table", "skirmish.movement.table-edge")]
    return []


# ---------------------------------------------------------------- the answer


def figure_chosen(state: State, step: FigureActs, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    figure = state.figures[step.figure]
    verb, _, rest = command.answer.keys[0].partition(":")
    if verb == "move":
        return Progress((), (MoveFigure(figure.id, step.did),))
    if verb == "fire":
        place, _, target = rest.partition(":")
        after = (FigureActs(figure.id, step.rode, True),) if figure.arm == MOUNTED and not step.rode else ()
        return Progress((), (Shoot(figure.id, int(place), target, step.rode), *after))
    if verb == "load":
        return _loads_one(figure, int(rest), step, state)
    if verb == "detach":
        return Progress((), (Detach(figure.id),))
    if verb in ("lead", "take", "lift", "share"):
        return _takes(state, figure, verb, rest)
    return Progress(tuple(_done(state, figure, verb, rest)), _after(figure, verb))


def _after(figure: Figure, verb: str) -> tuple[AnyStep, ...]:
    """Putting a load down is free: he may still act."""
    return (FigureActs(figure.id),) if verb == "drop" else ()


def _done(state: State, figure: Figure, verb: str, rest: str) -> list[object]:
    """What an answer that needs no more does at once."""
    if verb == "run":
        return [run_event(state, figure)]
    if verb in ("back", "cover"):
        return back_events(state, figure, verb == "cover")
    if verb == "hold":
        return [Stood(figure.id, "covered", True)]
    if verb == "turn":
        return [_turns(figure, state.figures[rest])]
    if verb == "mount":
        return [GotUp(figure.id, rest)]
    if verb == "dismount":
        spot = beside(state, figure)
        assert spot is not None
        return [GotDown(figure.id, f"horse-{figure.id}-{state.turn}", spot)]
    if verb in ("climb", "ladder"):
        return [_climbs_on(state, figure, verb, rest)]
    if verb == "drop":
        return [lets_go(state, figure)]
    if verb == "deed":
        return [DeedDone(figure.id, rest)]
    if verb == "rejoin":
        return [_rejoins(state, figure, rest)]
    if verb == "leave":
        return [Left(figure.id, "marched")]
    return [Stood(figure.id, "idle", False)]


def _loads_one(figure: Figure, place: int, step: FigureActs, state: State) -> Progress:
    firearm = figure.firearms[place]
    event = Loaded(figure.id, place, firearm.progress + 1, not step.rode)
    rides = figure.arm == MOUNTED and not step.rode and loads_riding(firearm, state)
    return Progress((event,), (FigureActs(figure.id, False, True),) if rides else ())


def _turns(figure: Figure, foe: Figure) -> Moved:
    """A rider in contact turns to an enemy, which takes a whole action [actions.in-contact]."""
    end = Pose(figure.pose.x, figure.pose.y, bearing(figure.pose.x, figure.pose.y, foe.pose.x, foe.pose.y))
    return Moved(figure.id, "turn", figure.pose, end, (), True)


def _climbs_on(state: State, figure: Figure, verb: str, rest: str) -> Climbed:
    """One action of a climb; with the last he is over [actions.climb, actions.climb-crossing]."""
    if verb == "ladder":
        return _up_the_ladder(state, figure, thing_of(state, rest))
    rungs = [t for t in state.things if t.kind == LADDER and touches_thing(state, figure, t)]
    if not rest and figure.landing == figure.pose and rungs:
        return _up_the_ladder(state, figure, rungs[0])
    line = climbable(state, figure)[int(rest)] if rest else _barrier_under(state, figure)
    landing = figure.landing or far_side(state, figure, line)
    assert landing is not None
    needed = climb_actions("obstacle", height_of(state, line))
    over = figure.climbed + 1 >= needed
    return Climbed(figure.id, landing, over, level_at(state.ground, landing.x, landing.y))


def _barrier_under(state: State, figure: Figure) -> Line:
    """The barrier that a man half over is climbing: the one between him and where he comes down."""
    assert figure.landing is not None
    for line in barriers(state):
        if line_crossings(line.points, figure.pose.x, figure.pose.y, figure.landing.x, figure.landing.y):
            return line
    return climbable(state, figure)[0]


def _up_the_ladder(state: State, figure: Figure, ladder: Thing) -> Climbed:
    needed = climb_actions("ladder", ladder.amount)
    ground = level_at(state.ground, ladder.x, ladder.y)
    walled = [area for area in areas_at(state.ground, ladder.x, ladder.y) if area.kind in WALLED]
    top = ground if upstairs(state, figure) or not walled else ground + 1
    return Climbed(figure.id, figure.pose, figure.climbed + 1 >= needed, top)


def _rejoins(state: State, figure: Figure, other: str) -> MenRejoined:
    if group_of(state, other).parent == figure.group:
        return MenRejoined(figure.id, figure.group, other)
    return MenRejoined(figure.id, other, figure.group)


def _takes(state: State, figure: Figure, verb: str, id: str) -> Progress:
    """A load is taken up, a fallen comrade lifted, a bridle taken; then he may still move [actions.carry]."""
    if verb == "lead":
        return Progress((TookUp(figure.id, id),), (MoveFigure(figure.id),))
    beside = thing_of(state, id).holder if verb == "share" else ""
    return Progress((TookUp(figure.id, id, beside),), (FigureActs(figure.id),))


# ---------------------------------------------------------------- a figure moves


def move_decision(view: State, step: MoveFigure, player: str) -> Decision:
    figure = view.figures[step.figure]
    size = 2.0 * radius(figure, view.settings)
    entering = figure.place == TO_ARRIVE
    start = entry_pose(view, figure) if entering else figure.pose
    found = entry_ways(view, figure) if entering else ways(view, figure, duty_of(view, figure))
    if partner_of(view, figure) is not None:
        found = tuple([way for way in found if not move_faults(view, figure, way.manoeuvres)])
    kinds = ENTRY_KINDS if entering else KINDS
    form = March(figure.id, start, size, size, kinds, rate_of(figure), found)
    sentence = f"{figure.name} may move up to {rate_of(figure):g} cm."
    clauses = ("skirmish.movement.path", _rate_clause(figure))
    if entering:
        sentence = f"{figure.name} comes on at the edge, up to {rate_of(figure):g} cm."
        clauses = ("skirmish.setup.reinforcements", _rate_clause(figure))
    return Decision(player, "move", figure.id, sentence, clauses, form)


def _rate_clause(figure: Figure) -> str:
    word = "animals" if figure.arm == ANIMAL else f"{figure.arm}-rate"
    return f"skirmish.movement.{word}"


def check_move(view: State, step: MoveFigure, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    figure = view.figures[step.figure]
    made = command.answer.manoeuvres
    if not made:
        runs = broken(group_of(view, figure.group))
        return (Reason("A broken man must run.", "skirmish.morale.break-terms"),) if runs else ()
    if figure.place == TO_ARRIVE:
        return tuple(entry_faults(view, figure, made))
    return tuple(move_faults(view, figure, made))


def move_faults(state: State, figure: Figure, made: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Every reason why a figure may not move like that, or why who shares its load cannot go along."""
    other = partner_of(state, figure)
    path = path_of(figure.pose, made)
    if other is None or len(path.points) < 2:
        return faults_of(state, figure, path, duty_of(state, figure), Crowd(state, figure))
    faults = faults_of(state, figure, path, duty_of(state, figure), Crowd(state, figure, other.id))
    if not goes_along(state, other):
        text = f"{other.name}, who shares the load, cannot move now."
        return [*faults, Reason(text, "skirmish.actions.carry-limits")]
    beside = path_of(other.pose, alongside(figure, other, made))
    theirs = faults_of(state, other, beside, duty_of(state, other), Crowd(state, other, figure.id))
    return [*faults, *[Reason(f"{other.name}, who shares the load: {why.text}", why.clause) for why in theirs]]


def goes_along(state: State, figure: Figure) -> bool:
    """Whether who shares a load has an action in this phase to go along with the other [actions.carry-limits]."""
    bound = duty_of(state, figure)
    return waits(state, figure) and bound.must == "nothing" and bound is not LOCKED


def alongside(figure: Figure, other: Figure, made: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    """The same way for a man who goes beside another."""
    dx = other.pose.x - figure.pose.x
    dy = other.pose.y - figure.pose.y
    return tuple([leg(rounded(m.x + dx), rounded(m.y + dy)) if m.kind == "leg" else m for m in made])


def moves(state: State, figure: Figure, cause: str, made: tuple[Manoeuvre, ...]) -> list[object]:
    """A move and the same one of whoever shares the load: each pays, and neither is quicker [actions.carry-limits]."""
    found: list[object] = [moved_by(figure, cause, made, True)]
    other = partner_of(state, figure)
    if other is not None:
        found.append(moved_by(other, cause, alongside(figure, other, made), True))
    return found


def move_made(state: State, step: MoveFigure, command: Command) -> Progress:
    """The move; standing after all ends his phase, and a man on foot turns for nothing [movement.foot-turn]."""
    assert isinstance(command.answer, Marched)
    figure = state.figures[step.figure]
    made = command.answer.manoeuvres
    led = figure.burden and thing_of(state, figure.burden).kind == HORSE
    events: list[object] = []
    later: tuple[AnyStep, ...] = ()
    if not made:
        events.append(Stood(figure.id, "idle", False))
    elif figure.place == TO_ARRIVE:
        start = entry_pose(state, figure)
        events.append(Moved(figure.id, "enter", start, path_of(start, made).end, made, True))
    else:
        event = _moved_as(state, figure, step, made)
        events.extend(moves(state, figure, "move", made) if event.cause == "move" else [event])
        if figure.arm == MOUNTED and event.cause == "ride" and not step.did:
            later = (FigureActs(figure.id, True, False),)
    if led:
        after = apply(state, events[0]).figures[figure.id]
        events.append(Dropped(figure.id, figure.burden, *horse_follows(state, after)))
    return Progress(tuple(events), later)


def _moved_as(state: State, figure: Figure, step: MoveFigure, made: tuple[Manoeuvre, ...]) -> Moved:
    still = len(path_of(figure.pose, made).points) < 2
    if broken(group_of(state, figure.group)):
        return moved_by(figure, "run", made, True)
    if figure.arm == MOUNTED:
        return moved_by(figure, "ride", made, not step.did)
    if still:
        return moved_by(figure, "face", made, False)
    return moved_by(figure, "move", made, True)


def horse_follows(state: State, man: Figure) -> Point:
    """A led horse stands behind its leader, touching him, and stays on the table [actions.horse-left-standing]."""
    behind = 0.5 * (state.settings.base_foot_cm + state.settings.base_mounted_cm)
    room = 0.5 * state.settings.base_mounted_cm
    x = man.pose.x - behind * sine(man.pose.facing)
    y = man.pose.y - behind * cosine(man.pose.facing)
    x = min(max(x, room), state.ground.width - room)
    return (rounded(x), rounded(min(max(y, room), state.ground.depth - room)))


# ---------------------------------------------------------------- coming on


def entry_pose(state: State, figure: Figure) -> Pose:
    """Where a figure comes on: its entry, or the nearest place on that edge clear of the enemy.

    [setup.reinforcements]
    """
    assert figure.entry is not None
    x, y = figure.entry
    edge = edge_at(state, x, y)
    facing = (EDGE_FACING[edge] + HALF_TURN) % FULL_TURN
    foes = enemies(state, figure.side)
    along_x = edge in ("north", "south")
    length = state.ground.width if along_x else state.ground.depth
    for step in range(int(length / ENTRY_STEP_CM) + 2):
        for sign in (1.0, -1.0):
            by = sign * step * ENTRY_STEP_CM * _hand(edge)
            px, py = (x + by, y) if along_x else (x, y + by)
            inside = 0.0 <= px <= state.ground.width and 0.0 <= py <= state.ground.depth
            if inside and not [foe for foe in foes if _near(state, foe, px, py)]:
                return Pose(px, py, facing)
    return Pose(x, y, facing)


def _hand(edge: str) -> float:
    """To the right of somebody who comes on at this edge is east or north (1), west or south (-1)."""
    return 1.0 if edge in ("south", "east") else -1.0


def _near(state: State, foe: Figure, x: float, y: float) -> bool:
    return within(distance(foe.pose.x, foe.pose.y, x, y) - radius(foe, state.settings), ENTRY_CLEAR_CM)


def edge_at(state: State, x: float, y: float) -> str:
    """The edge of the table on which a point lies."""
    gaps = {"north": state.ground.depth - y, "east": state.ground.width - x, "south": y, "west": x}
    return min([(abs(gap), edge) for edge, gap in gaps.items()])[1]


def entry_faults(state: State, figure: Figure, made: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Along the edge at most 15 cm from the entry, then an ordinary move onto the table [setup.reinforcements]."""
    clause = "skirmish.setup.reinforcements"
    start = entry_pose(state, figure)
    faults: list[Reason] = []
    shifts = [m for m in made if m.kind == "shift"]
    if shifts and (len(shifts) > 1 or made[0].kind != "shift"):
        faults.append(Reason("One step along the edge at most, and before the move.", clause))
    if shifts:
        across = shifts[0].y if edge_at(state, start.x, start.y) in ("north", "south") else shifts[0].x
        if abs(across) > TOLERANCE or not within(distance(0.0, 0.0, shifts[0].x, shifts[0].y), ENTRY_CM):
            faults.append(Reason(f"He comes on at the edge, within {ENTRY_CM:g} cm of the entry.", clause))
    path = path_of(start, made)
    if len(path.points) < 2:
        faults.append(Reason("He must move onto the table.", clause))
    there = moved_to(figure, start)
    faults.extend(faults_of(state, there, path, duty_of(state, figure), Crowd(state, there)))
    return faults


def entry_ways(state: State, figure: Figure) -> tuple[Way, ...]:
    """Good ways on: straight ahead from places along the edge."""
    start = entry_pose(state, figure)
    along_x = edge_at(state, start.x, start.y) in ("north", "south")
    found: list[Way] = []
    pitch = 2.0 * radius(figure, state.settings) + 0.5
    for place in range(2 * int(ENTRY_CM / pitch) + 1):
        by = (place + 1) // 2 * pitch * (1.0 if place % 2 else -1.0) * _hand(edge_at(state, start.x, start.y))
        moved = shift(by, 0.0) if along_x else shift(0.0, by)
        there = moved_to(figure, Pose(start.x + moved.x, start.y + moved.y, start.facing))
        made = straight(state, there, there.pose, start.facing, rate_of(figure), Crowd(state, there))
        if made is not None:
            way = (moved, made) if abs(by) > TOLERANCE else (made,)
            if not entry_faults(state, figure, way):
                found.append(Way(f"entry-{place}", "straight on", way, path_of(start, way).end))
        if len(found) >= 4:
            break
    return tuple(found)


# ---------------------------------------------------------------- a detachment


def detach_decision(view: State, step: Detach, player: str) -> Decision:
    figure = view.figures[step.figure]
    men = detachable(view, figure)
    least = view.settings.detachment_min
    most = len(members(view, figure.group)) - least
    sentence = f"{figure.name} sends men off as a group of their own: who goes?"
    clauses = ("skirmish.actions.detachment", "skirmish.actions.detachment-terms")
    items = tuple([Item(man.id, man.name) for man in men])
    return Decision(player, "detach", figure.id, sentence, clauses, Choose(items, least, min(most, len(items))))


def detached(state: State, step: Detach, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    figure = state.figures[step.figure]
    number = 1
    while [group for group in state.groups if group.id == f"{figure.group}+{number}"]:
        number += 1
    return Progress((MenDetached(figure.id, f"{figure.group}+{number}", tuple(sorted(command.answer.keys))),))
