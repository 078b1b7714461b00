"""Good moves proposed, each of them lawful, and the way to where a hand points."""

from __future__ import annotations

from typing import Final, TypeAlias

from roundtop.battle.forms import Way
from roundtop.record import replace
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.formation import table as formation_table
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import faults, rule
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table import path as paths
from roundtop.table.crossed import inside_table
from roundtop.table.measure import HALF_TURN, TOLERANCE, bearing, distance, turn_between
from roundtop.table.plan import plan_drill
from roundtop.table.pose import Pose, ahead

NEAREST: Final = 0.1
"""How near to the ground that stops it a hand leads a unit."""
Idea: TypeAlias = tuple[str, str, tuple[paths.Manoeuvre, ...]]
"""A move worth trying: its key, its label, its manoeuvres."""


def cut_short(
    state: State, unit: Unit, manoeuvres: tuple[paths.Manoeuvre, ...], others: faults.Others
) -> tuple[paths.Manoeuvre, ...]:
    """A move whose last manoeuvre is cut where it would come too near an enemy, a friend or the edge."""
    course = movement_course.course_of(state, unit, manoeuvres)
    if course.fault is not None or not course.sweeps or manoeuvres[-1].kind in ("form", "turn", "about-face"):
        return manoeuvres
    path = course.sweeps[len(course.sweeps) - 1]
    length = path.stages[0].length
    if paths.nearer_than(path, others.foe_lines, rule.KEEP_OFF) >= 0:
        path = paths.cut(path, paths.until_gap(path, others.foe_lines, rule.KEEP_OFF))
    if not unit.disordered and paths.nearer_than(path, others.friend_lines, rule.TOUCH) >= 0:
        slim = faults.slimmed(path)
        stop = paths.until_gap(slim, others.friend_lines, 0.0)
        path = paths.cut(path, stop)
    while path.stages and not inside_table(state.ground, path):
        if path.stages[0].length < 1.0:
            return ()
        path = paths.sweep(path.start, path.width, path.depth, (_shorter(path.stages[0].manoeuvre, path.start, 0.5),))
    if not path.stages or path.stages[0].length < 0.1:
        return ()
    if path.stages[0].length >= length:
        return manoeuvres
    return (*manoeuvres[:-1], path.stages[0].manoeuvre)


def _shorter(one: paths.Manoeuvre, start: Pose, share: float) -> paths.Manoeuvre:
    if one.kind == "leg":
        return paths.leg(start.x + share * (one.x - start.x), start.y + share * (one.y - start.y))
    if one.kind == "wheel":
        return paths.wheel(int(one.by * share), one.on)
    return replace(one, amount=one.amount * share, x=one.x * share, y=one.y * share)


def affordable(
    state: State, unit: Unit, card: cards_rule.Card, manoeuvres: tuple[paths.Manoeuvre, ...]
) -> tuple[paths.Manoeuvre, ...]:
    """A move whose last stretch is no longer than what the ground leaves of the allowance; () where nothing is left."""
    for _ in range(3):
        course = movement_course.course_of(state, unit, manoeuvres)
        over = _over(state, unit, card, course)
        if over is None:
            return ()
        if over <= TOLERANCE:
            return manoeuvres
        path = course.sweeps[len(course.sweeps) - 1]
        length = path.stages[0].length
        if length - over < 0.1:
            return ()
        last = _shorter(manoeuvres[-1], path.start, (length - over) / length)
        manoeuvres = (*manoeuvres[:-1], last)
    return ()


def _over(state: State, unit: Unit, card: cards_rule.Card, course: movement_course.Course) -> float | None:
    """How much farther a course goes than it can pay for; None where it may not be walked at all."""
    if course.fault is not None:
        return None
    bill = movement_course.priced(state, unit, card, course)
    return None if bill.refusal else course.walked + unit.spent - bill.left


def _farthest(
    state: State,
    unit: Unit,
    card: cards_rule.Card,
    planned: tuple[paths.Manoeuvre, ...],
    made: tuple[paths.Manoeuvre, ...],
) -> tuple[paths.Manoeuvre, ...]:
    """A move that was cut for ground it no longer reaches, led on as far as it can pay for before that ground."""
    whole, cut = [movement_course.course_of(state, unit, one) for one in (planned, made)]
    if made == planned or whole.fault is not None or not whole.sweeps or len(made) != len(planned):
        return made
    path = whole.sweeps[len(whole.sweeps) - 1]
    length = path.stages[0].length
    near, far = cut.sweeps[len(cut.sweeps) - 1].stages[0].length / length, 1.0
    while (far - near) * length > NEAREST:
        middle = (near + far) / 2
        longer = (*planned[:-1], _shorter(planned[-1], path.start, middle))
        over = _over(state, unit, card, movement_course.course_of(state, unit, longer))
        if over is None or over > TOLERANCE:
            far = middle
        else:
            near, made = middle, longer
    return made


def ways(state: State, unit: Unit, card: cards_rule.Card) -> tuple[Way, ...]:
    """Good moves under a card, each of them lawful; standing still is always one."""
    found = [Way("stand", "stand", (), unit.pose)]
    others = faults.Others(state, unit)
    for ideas in (_ideas(state, unit, card), _last_ideas(state, unit, card)):
        for idea in ideas:
            way = _lawful(state, unit, card, idea, others)
            if way is not None:
                found.append(way)
        if len(found) > 1:
            break
    return tuple(found)


def goes_anywhere(state: State, unit: Unit, card: cards_rule.Card) -> bool:
    """Whether there is a good move besides standing still; those on the spot are the soonest told."""
    others = faults.Others(state, unit)
    ideas = _ideas(state, unit, card)
    on_the_spot = [idea for idea in ideas if not _walks(idea[2])]
    marches = [idea for idea in ideas if _walks(idea[2])]
    for idea in (*on_the_spot, *marches, *_last_ideas(state, unit, card)):
        if _lawful(state, unit, card, idea, others) is not None:
            return True
    return False


def _lawful(state: State, unit: Unit, card: cards_rule.Card, idea: Idea, others: faults.Others) -> Way | None:
    """A move as far as it is paid for and free, None where it cannot be made."""
    key, label, made = idea
    if unit.formation != tables.UNLIMBERED or unit.disordered:
        made = affordable(state, unit, card, made) if _walks(made) else made
    if made:
        # A bent column may come clear as it goes on, though its first inches bring it no farther off.
        made = (cut_short(state, unit, made, others) or (made if field.in_file(unit) else ())) if _walks(made) else made
    if not made:
        return None
    course = movement_course.course_of(state, unit, made)
    if course.fault is not None or faults.speaks_against(state, unit, card, course, others):
        return None
    return Way(key, label, made, course.after.pose)


def _walks(made: tuple[paths.Manoeuvre, ...]) -> bool:
    return bool(made) and made[-1].kind in ("forward", "oblique", "leg", "shift")


def _ideas(state: State, unit: Unit, card: cards_rule.Card) -> list[Idea]:
    reach = rule.card_inches(card, unit.arm, unit.mounted)
    foe = field.nearest_enemy(state, unit)
    facing = unit.pose.facing
    towards = facing if foe is None else bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y)
    by = turn_between(facing, towards)
    if unit.disordered:
        return _crowd_ideas(state, unit, reach, towards, by)
    if unit.formation == tables.UNLIMBERED:
        return _gun_ideas(card, by)
    ideas: list[Idea] = []
    if field.in_file(unit):
        ideas.append(("forward", f"forward {reach:g}″", (paths.forward(reach),)))
        head = field.head_of(unit)
        goal = ahead(Pose(head.x, head.y, towards), reach)
        ideas.append(("towards", "towards the enemy", (paths.leg(goal.x, goal.y),)))
        if unit.arm == tables.ARTILLERY:
            ideas.append(("unlimber", "unlimber", (formation_table.forming(unit, "unlimber", _to_foe(unit, foe)),)))
            ideas.append(
                (
                    "go-unlimber",
                    "forward, then unlimber",
                    (paths.forward(max(0.5, reach - 6.0)), formation_table.forming(unit, "unlimber")),
                )
            )
        elif unit.arm != tables.WAGON:
            ideas.append(("line", "form line", (formation_table.forming(unit, "line"),)))
        return ideas
    if reach > 0.0:
        ideas.append(("forward", f"forward {reach:g}″", (paths.forward(reach),)))
        swing = max(-4500, min(4500, by))
        if abs(swing) > 500:
            ideas.append(("oblique", "oblique towards the enemy", (paths.oblique(reach, swing),)))
            on = paths.RIGHT if by > 0 else paths.LEFT
            ideas.append(
                ("wheel", "wheel towards the enemy", (paths.wheel(max(-3000, min(3000, by)), on), paths.forward(reach)))
            )
        ideas.append(("back", "step back", (paths.forward(-0.5 * reach),)))
    ideas.append(("about", "face about", (paths.about_face(),)))
    if abs(by) > 4500:
        ideas.append(("reform", "reform towards the enemy", (formation_table.forming(unit, "reform", by),)))
    if unit.formation == tables.LINE and reach >= 6.0:
        ideas.append(("column", "form column of march", (formation_table.forming(unit, "column"),)))
        if field.on_foot(unit):
            ideas.append(("loose", "open into loose order", (formation_table.forming(unit, "loose"),)))
    elif unit.formation == tables.LOOSE:
        ideas.append(("line", "close up into line", (formation_table.forming(unit, "line"),)))
    if unit.arm == tables.CAVALRY:
        name = "dismount" if unit.mounted else "mount"
        ideas.append((name, name, (formation_table.forming(unit, name),)))
    return ideas


def _last_ideas(state: State, unit: Unit, card: cards_rule.Card) -> list[Idea]:
    """Where the head of a column still turns to that can go neither on nor into line: off to a side, or back; where
    guns that cannot limber are pushed to.
    """
    if unit.formation == tables.UNLIMBERED and not unit.disordered:
        return _pushed_ideas(state, unit, card)
    if not field.in_file(unit) or unit.disordered:
        return []
    head, reach = field.head_of(unit), rule.card_inches(card, unit.arm, unit.mounted)
    ideas: list[Idea] = []
    for key, label, by in (
        ("right", "off to the right", 9000),
        ("left", "off to the left", -9000),
        ("back", "back", HALF_TURN),
    ):
        goal = ahead(Pose(head.x, head.y, head.facing + by), reach)
        ideas.append((key, label, (paths.leg(goal.x, goal.y),)))
    return ideas


def _pushed_ideas(state: State, unit: Unit, card: cards_rule.Card) -> list[Idea]:
    """Guns are manhandled in any direction [move.fixed-moves]."""
    inches = rule.manhandle_inches(card, bool(movement_course.woods_under(state, unit)))
    ideas: list[Idea] = []
    for key, by in (("forward", 0), ("back", HALF_TURN), ("right", 9000), ("left", -9000)):
        goal = ahead(Pose(0.0, 0.0, unit.pose.facing + by), inches)
        ideas.append((f"push-{key}", f"manhandle {inches:g}″ {key}", (paths.shift(goal.x, goal.y),)))
    return ideas if inches else []


def _to_foe(unit: Unit, foe: Unit | None) -> int:
    """The turn by which unlimbered guns would face the enemy."""
    if foe is None:
        return 0
    front = ahead(field.head_of(unit), 0.5 * field.base(unit)[1])
    return turn_between(front.facing, bearing(front.x, front.y, foe.pose.x, foe.pose.y))


def _crowd_ideas(state: State, unit: Unit, reach: float, towards: int, by: int) -> list[Idea]:
    ideas: list[Idea] = []
    if unit.state == tables.HEAD_DOWN:
        return [("form-up", "form up", (formation_table.forming(unit, "form-up"),))]
    ideas.append(("form-up", "form up facing the enemy", (formation_table.forming(unit, "form-up", by),)))
    if reach > 0.0:
        for key, label, heading in (
            ("towards", "towards the enemy", towards),
            ("away", "away from the enemy", towards + HALF_TURN),
        ):
            goal = ahead(Pose(0.0, 0.0, heading), reach)
            ideas.append((key, label, (paths.shift(goal.x, goal.y),)))
    return ideas


def _gun_ideas(card: cards_rule.Card, by: int) -> list[Idea]:
    ideas: list[Idea] = []
    limber = paths.Manoeuvre("form", 0.0, 0, "limber")
    if card.move or card.word == cards_rule.HOLD:
        ideas.append(("limber", "limber up", (limber,)))
        ideas.append(("limber-back", "limber up facing the rear", (paths.Manoeuvre("form", 0.0, HALF_TURN, "limber"),)))
    if abs(by) > 500:
        ideas.append(("turn", "turn the guns to the enemy", (paths.turn(by),)))
    if card.limbered > 6.0:
        ideas.append(("limber-go", "limber up and go forward", (limber, paths.forward(card.limbered - 6.0))))
    return ideas


DRILL: Final = ("forward", "back", "oblique", "wheel", "about-face")


def march(view: State, unit: Unit, goal: Pose) -> tuple[paths.Manoeuvre, ...]:
    """A way a unit can go, cut to what its card pays for and short of everybody."""
    card = field.card_of(view, unit.player)
    reach = rule.card_inches(card, unit.arm, unit.mounted)
    wood = unit.formation == tables.UNLIMBERED and bool(movement_course.woods_under(view, unit))
    made = _planned(unit, goal, reach, rule.manhandle_inches(card, wood))
    if not made or (unit.formation == tables.UNLIMBERED and not unit.disordered):
        return made
    if made[-1].kind in ("forward", "oblique", "leg", "shift"):
        made = _farthest(view, unit, card, made, affordable(view, unit, card, made) or made)
        made = cut_short(view, unit, made, faults.Others(view, unit)) or made
    return made


def _planned(unit: Unit, goal: Pose, reach: float, pushed: float) -> tuple[paths.Manoeuvre, ...]:
    x, y = unit.pose.x, unit.pose.y
    away = distance(x, y, goal.x, goal.y)
    if unit.disordered:
        share = min(1.0, reach / away) if away > TOLERANCE else 0.0
        made: list[paths.Manoeuvre] = [paths.shift(share * (goal.x - x), share * (goal.y - y))] if share > 0.0 else []
        facing = turn_between(unit.pose.facing, goal.facing)
        return (*([paths.turn(facing)] if facing else []), *made)
    if unit.formation == tables.UNLIMBERED:
        if away > 0.25:
            share = min(1.0, pushed / away)
            return (paths.shift(share * (goal.x - x), share * (goal.y - y)),)
        facing = turn_between(unit.pose.facing, goal.facing)
        return (paths.turn(facing),) if facing else ()
    if field.in_file(unit):
        head = field.head_of(unit)
        there = distance(head.x, head.y, goal.x, goal.y)
        if there <= TOLERANCE:
            return ()
        share = min(1.0, reach / there)
        return (paths.leg(head.x + share * (goal.x - head.x), head.y + share * (goal.y - head.y)),)
    width, depth = field.size_of(unit)
    return plan_drill(start=unit.pose, goal=goal, width=width, depth=depth, allowance=reach, allowed=DRILL).manoeuvres
