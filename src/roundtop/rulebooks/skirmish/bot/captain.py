"""A sound company officer: rules of thumb for a skirmish, from what his side can see."""

from __future__ import annotations

from typing import Final, final

from roundtop.battle import forms
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.kit import deployment
from roundtop.rulebooks.skirmish.actions import table as actions_table
from roundtop.rulebooks.skirmish.bot import doctrine
from roundtop.rulebooks.skirmish.charge import table as charge_table
from roundtop.rulebooks.skirmish.climbing import table as climbing_table
from roundtop.rulebooks.skirmish.field import army_of, burdened, can_load, centre_of, is_loaded, waiting
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import faults as movement_faults
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.movement import table as movement_table
from roundtop.rulebooks.skirmish.movement import together as movement_together
from roundtop.rulebooks.skirmish.movement import ways as movement_ways
from roundtop.rulebooks.skirmish.state import COMMANDER, DID, FOOT, ON_TABLE, Figure, State
from roundtop.table.footprint import FAR
from roundtop.table.measure import FULL_TURN, TOLERANCE, bearing, cosine, distance, sine
from roundtop.table.path import Manoeuvre, shift
from roundtop.table.pose import Point, Pose

CHARGES_FOR: Final = 0.6
"""Men that a charge must promise before it is made."""
HEADINGS: Final = (0, 4500, -4500, 9000, -9000, 18000)
"""Off the way to the nearest enemy, where an officer thinks of going."""
CLIMBS_FOR: Final = 1.5
"""Moves beyond a barrier that a group has in mind when it climbs."""
BEHIND_CM: Final = 14.0
"""How far behind the middle of his men a commander stays."""
TETHER_CM: Final = 10.0
"""How far from there he may be before he moves."""


Course = tuple[float, float, float]
"""What going there gains, and how far east and north it is."""


def captain(view: State, decision: Decision, stream: Stream) -> forms.Answer:
    """An answer to a decision, from what the player may see."""
    return led(view, decision, stream, "")


def led(view: State, decision: Decision, stream: Stream, manner: str) -> forms.Answer:
    """The answer of a captain who fights in this manner."""
    form = decision.form
    if isinstance(form, forms.Assign):
        return forms.Assigned(tuple([(slot.key, slot.items[0].key) for slot in form.slots]))
    if isinstance(form, forms.Place):
        return forms.Placed(best_place(view, decision, form))
    if isinstance(form, forms.March):
        field = doctrine.field_of(view, decision.player, manner)
        if decision.kind == "together":
            return forms.Marched(best_shift(field, decision.about))
        return forms.Marched(best_move(field, view.figures[decision.about], form))
    if isinstance(form, forms.Confirm):
        return forms.Confirmed(True)
    assert isinstance(form, forms.Choose)
    return forms.Chosen(chosen(view, decision, form, manner))


def chosen(view: State, decision: Decision, form: forms.Choose, manner: str) -> tuple[str, ...]:
    """The choices, by what is asked."""
    if decision.kind == "act":
        return (
            act(doctrine.field_of(view, decision.player, manner), decision.about, [item.key for item in form.items]),
        )
    if decision.kind == "figure":
        field = doctrine.field_of(view, decision.player, manner)
        return (deed(field, view.figures[decision.about], [item.key for item in form.items]),)
    return tuple([item.key for item in form.items[: max(form.least, min(1, form.most))]])


def act(field: doctrine.Field, group: str, keys: list[str]) -> str:
    """What a group does next: what it must, a charge that promises much, fire, loading, a better place."""
    for forced in ("run", "enter"):
        if forced in keys:
            return forced
    men = waiting(field.view, group)
    body = doctrine.own_body(field, group)
    if body is None:
        return "done"
    if "back" in keys and [man for man in men if morale_table.duty_of(field.view, man).must != "nothing"]:
        return "back"
    if group == army_of(field.view, field.side).commander:
        return lead(field, men[0], keys)
    charge = best_charge(field, body, keys)
    if charge:
        return charge
    lagging = [man for man in men if man.straggling and man.place == ON_TABLE]
    if lagging:
        return lagging[0].id
    sent = doctrine.errands(field) if field.view.things else {}
    for man in men:
        if man.id in sent:
            return man.id
    return fire_load_or_move(field, body, men, keys)


def fire_load_or_move(field: doctrine.Field, body: doctrine.Body, men: list[Figure], keys: list[str]) -> str:
    """The best of a volley, of loading and of a better place."""
    ready, empty = hands(field.view, men)
    fire, done = best_fire(field, ready, keys)
    course = best_course(field, body)
    gain = course[0] if "together" in keys else 0.0
    over, climber = best_climb(field, body, men)
    if climber and over > max(gain, done, 0.0):
        return climber
    if fire and done >= gain:
        return fire
    loads = len(empty) * doctrine.firing_rate(field, body) if empty and "load" in keys else -1.0
    if gain > max(loads, 0.0) and gain > done:
        return "together"
    if fire:
        return fire
    return "load" if empty and "load" in keys else "done"


def hands(view: State, men: list[Figure]) -> tuple[list[Figure], list[Figure]]:
    """Those who could fire and those who could load."""
    able = [man for man in men if actions_table.free(view, man) and not burdened(view, man)]
    ready = [man for man in able if man.half != DID and [f for f in man.firearms if is_loaded(f, view)]]
    return ready, [man for man in able if man.half != DID and [f for f in man.firearms if can_load(f, view)]]


def best_fire(field: doctrine.Field, ready: list[Figure], keys: list[str]) -> tuple[str, float]:
    """The enemy group most worth a volley, and what it would do to it."""
    best = ""
    most = 0.0
    for key in keys:
        target = doctrine.foe_body(field, key[5:]) if key.startswith("fire:") else None
        if target is not None and ready:
            worth = doctrine.target_worth(field, ready, target)
            if worth > most:
                best, most = key, worth
    return best, most


def best_charge(field: doctrine.Field, body: doctrine.Body, keys: list[str]) -> str:
    """The charge that promises most, if it promises enough."""
    best = ""
    most = CHARGES_FOR / field.press
    for key in keys:
        target = doctrine.foe_body(field, key[7:]) if key.startswith("charge:") else None
        if target is not None:
            worth = doctrine.charge_worth(field, body, target, charge_table.chargers(field.view, body.group.id))
            if worth > most:
                best, most = key, worth
    return best


def best_course(field: doctrine.Field, body: doctrine.Body) -> Course:
    """The most promising way for a group to go together; nowhere where none is better than here."""
    best: Course = (0.0, 0.0, 0.0)
    able = movement_together.movers(field.view, body.group.id)
    if not able or not field.foes:
        return best
    guide = nearest_man(able, body.x, body.y)
    crowd = movement_faults.Crowd(field.view, guide)
    bound = morale_table.duty_of(field.view, guide)
    here = doctrine.stance(field, body, body.x, body.y)
    rate = min(movement_paths.rate_of(guide), movement_paths.rate_of(able[0]))
    for heading, most in headings(field, body, rate):
        made = movement_ways.straight(
            state=field.view, figure=guide, start=guide.pose, heading=heading, most=most, crowd=crowd
        )
        if made is None or movement_faults.faults_of(
            field.view, guide, movement_paths.path_of(guide.pose, (made,)), bound, crowd
        ):
            continue
        dx, dy = made.x - guide.pose.x, made.y - guide.pose.y
        gain = doctrine.stance(field, body, body.x + dx, body.y + dy) - here
        if gain > best[0]:
            best = (gain, dx, dy)
    lawful = not best[0] or not movement_together.together_faults(field.view, body.group.id, (shift(best[1], best[2]),))
    return best if lawful else (0.0, 0.0, 0.0)


def headings(field: doctrine.Field, body: doctrine.Body, rate: float) -> list[tuple[int, float]]:
    """Whither an officer thinks of taking his men, and how far."""
    foe = min(field.foes, key=_Away(body.x, body.y).of)
    towards = bearing(body.x, body.y, foe.x, foe.y)
    found = [((towards + off) % FULL_TURN, rate) for off in HEADINGS]
    found.append((towards, 0.5 * rate))
    for goal in doctrine.wanted(field.view, field.side):
        spot = doctrine.crossing_on_the_way(field.view, body.x, body.y, goal.x, goal.y) or (goal.x, goal.y)
        away = distance(body.x, body.y, spot[0], spot[1])
        found.append((bearing(body.x, body.y, spot[0], spot[1]), min(rate, away)))
    return found


@final
class _Away:
    """How far a body is from a place."""

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y

    def of(self, body: doctrine.Body) -> float:
        return distance(self.x, self.y, body.x, body.y)


def nearest_man(men: list[Figure], x: float, y: float) -> Figure:
    best = men[0]
    least = FAR
    for man in men:
        away = distance(man.pose.x, man.pose.y, x, y)
        if away < least:
            best, least = man, away
    return best


def best_shift(field: doctrine.Field, group: str) -> tuple[Manoeuvre, ...]:
    """The way that a group goes together."""
    body = doctrine.own_body(field, group)
    if body is None:
        return ()
    gain, dx, dy = best_course(field, body)
    return (shift(dx, dy),) if gain > 0.0 else ()


def best_move(field: doctrine.Field, figure: Figure, form: forms.March) -> tuple[Manoeuvre, ...]:
    """The way of a single figure: back to his own, to his post, or on towards the enemy."""
    if not form.ways:
        return ()
    if figure.straggling or figure.place != ON_TABLE:
        return form.ways[0].manoeuvres
    x, y = post(field) if figure.role == COMMANDER else enemy_at(field, figure)
    sent = doctrine.errands(field) if field.view.things else {}
    if figure.id in sent:
        x, y = sent[figure.id].x, sent[figure.id].y
    best: tuple[Manoeuvre, ...] = ()
    least = distance(figure.pose.x, figure.pose.y, x, y) - (0.0 if figure.id in sent else 1.0)
    for way in form.ways:
        away = distance(way.end.x, way.end.y, x, y)
        if away < least:
            best, least = way.manoeuvres, away
    made = _straight_to(field, figure, x, y)
    if made is not None and distance(made.x, made.y, x, y) < least:
        return (made,)
    return best


def _straight_to(field: doctrine.Field, figure: Figure, x: float, y: float) -> Manoeuvre | None:
    crowd = movement_faults.Crowd(field.view, figure)
    away = distance(figure.pose.x, figure.pose.y, x, y)
    made = movement_ways.straight(
        state=field.view,
        figure=figure,
        start=figure.pose,
        heading=bearing(figure.pose.x, figure.pose.y, x, y),
        most=away,
        crowd=crowd,
    )
    if made is None:
        return None
    path = movement_paths.path_of(figure.pose, (made,))
    return (
        None
        if movement_faults.faults_of(field.view, figure, path, morale_table.duty_of(field.view, figure), crowd)
        else made
    )


def enemy_at(field: doctrine.Field, figure: Figure) -> Point:
    if not field.foes:
        return figure.pose.x, figure.pose.y
    foe = min(field.foes, key=_Away(figure.pose.x, figure.pose.y).of)
    return foe.x, foe.y


def best_climb(field: doctrine.Field, body: doctrine.Body, men: list[Figure]) -> tuple[float, str]:
    """What it would gain a group to go on beyond a barrier towards what it wants, and the first man to climb."""
    goals = doctrine.wanted(field.view, field.side)
    if not goals or not field.view.ground.lines:
        return 0.0, ""
    for man in men:
        if actions_table.free(field.view, man) and man.arm == FOOT and not man.burden:
            place, landing = climb_of(field, man)
            if place >= 0:
                away = max(distance(man.pose.x, man.pose.y, landing.x, landing.y), 1.0)
                far = CLIMBS_FOR * movement_paths.rate_of(man) / away
                x = body.x + far * (landing.x - man.pose.x)
                y = body.y + far * (landing.y - man.pose.y)
                gain = 0.5 * (doctrine.stance(field, body, x, y) - doctrine.stance(field, body, body.x, body.y))
                return gain, man.id
    return 0.0, ""


def climb_of(field: doctrine.Field, man: Figure) -> tuple[int, Pose]:
    """The barrier whose far side is nearest to what is wanted, and where he would come down; -1 for none."""
    best = -1
    there = man.pose
    least = _to_goal(field, man.pose) - TOLERANCE
    for place, line in enumerate(climbing_table.climbable(field.view, man)):
        landing = climbing_table.far_side(field.view, man, line)
        if landing is not None and _to_goal(field, landing) < least:
            best, there, least = place, landing, _to_goal(field, landing)
    return best, there


def _to_goal(field: doctrine.Field, pose: Pose) -> float:
    return min(
        [
            doctrine.road_to(field.view, pose.x, pose.y, goal.x, goal.y)
            for goal in doctrine.wanted(field.view, field.side)
        ]
    )


def post(field: doctrine.Field) -> Point:
    """Where a commander heartens most: behind the middle of his men."""
    chief = army_of(field.view, field.side).commander
    men = [man for body in field.own for man in body.men if man.id != chief]
    if not men:
        pose = field.view.figures[chief].pose
        return pose.x, pose.y
    x, y = centre_of(men)
    home = deployment.EDGE_FACING[army_of(field.view, field.side).edge]
    return (x + BEHIND_CM * sine(home), y + BEHIND_CM * cosine(home))


def lead(field: doctrine.Field, chief: Figure, keys: list[str]) -> str:
    """A commander keeps near his men, and fires at whoever comes within reach of his pistol."""
    ready, _ = hands(field.view, [chief])
    fire, _ = best_fire(field, ready, keys)
    if fire:
        return fire
    x, y = post(field)
    if distance(chief.pose.x, chief.pose.y, x, y) > TETHER_CM and chief.id in keys:
        return chief.id
    return "load" if "load" in keys and hands(field.view, [chief])[1] else "done"


def deed(field: doctrine.Field, figure: Figure, keys: list[str]) -> str:
    """What a single man does; nobody sets out who has nowhere to go."""
    wanted = _deed(field, figure, keys)
    if wanted != "move" or "stand" not in keys:
        return wanted
    form = movement_table.move_decision(field.view, movement_events.MoveFigure(figure.id), field.side).form
    assert isinstance(form, forms.March)
    return "move" if best_move(field, figure, form) else "stand"


def _deed(field: doctrine.Field, figure: Figure, keys: list[str]) -> str:
    for forced in ("run", "back", "hold", "climb"):
        if forced in keys:
            return forced
    if figure.straggling and "move" in keys:
        return "move"
    if figure.burden and "stand" in keys:
        return "stand"
    errand = errand_key(field, figure, keys)
    if errand:
        return errand
    shots = [key for key in keys if key.startswith("fire:")]
    if shots:
        return shots[0]
    if figure.role == COMMANDER and "move" in keys:
        return "move"
    loads = [key for key in keys if key.startswith("load:")]
    if loads:
        return loads[0]
    return "turn" if "turn" in keys else "stand" if "stand" in keys else keys[0]


def errand_key(field: doctrine.Field, figure: Figure, keys: list[str]) -> str:
    """What a man does who was sent for something, or who is to climb; "" for anybody else."""
    sent = doctrine.errands(field) if field.view.things else {}
    if figure.id in sent:
        thing = sent[figure.id].id
        for key in (f"take:{thing}", f"deed:{thing}", "move"):
            if key in keys:
                return key
    body = doctrine.own_body(field, figure.group)
    if body is not None and [key for key in keys if key.startswith("climb:")]:
        gain, climber = best_climb(field, body, [figure])
        place, _ = climb_of(field, figure) if climber else (-1, figure.pose)
        if gain > 0.0 and f"climb:{place}" in keys:
            return f"climb:{place}"
    return ""


def best_place(view: State, decision: Decision, form: forms.Place) -> Pose:
    """Well forward and near the middle, clear of those already there."""
    if not form.candidates:
        x = sum([px for px, _ in form.zone]) / len(form.zone)
        y = sum([py for _, py in form.zone]) / len(form.zone)
        return Pose(x, y, form.facing)
    middle = (0.5 * view.ground.width, 0.5 * view.ground.depth)
    best = form.candidates[0]
    least = FAR
    for pose in form.candidates:
        away = distance(pose.x, pose.y, middle[0], middle[1])
        if away < least:
            best, least = pose, away
    return best
