"""How the laws read the State of War skirmish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from roundtop.battle.engine import Battle
from roundtop.battle.forms import Answer, Assign, Assigned, March, Marched
from roundtop.battle.protocol import Decision, Forecast
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.charge import contact, hand, table
from roundtop.rulebooks.skirmish.charge import events as charge_events
from roundtop.rulebooks.skirmish.fire.events import ShotFired
from roundtop.rulebooks.skirmish.melee.events import BoutFought, Fight, Melee, Nominate, Pairing, PickBout
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.movement import paths
from roundtop.rulebooks.skirmish.movement import rule as movement_rule
from roundtop.rulebooks.skirmish.movement.events import Moved
from roundtop.rulebooks.skirmish.sight import table as sight_table
from roundtop.rulebooks.skirmish.state import ANIMAL, MOUNTED, Figure, State
from roundtop.table.measure import bearing, cosine, distance, sine
from roundtop.table.path import leg
from roundtop.table.pose import Pose
from tests.laws.reader import Charge, Charging, Measured, Play, Reader, Standing, Telling
from tests.rulebooks.skirmish.table import idle


def standing(state: State) -> dict[str, Standing]:
    """Whoever is on his feet; one who lies or is carried takes no room."""
    return {man.id: Standing(man.side, (field.base(man, state.settings),)) for man in field.able_of(state)}


def measured(state: State, form: March) -> Measured:
    """By the middle of the base [movement.path]."""
    return Measured(form.start, ((0.0, 0.0),), ("turn", "about-face"))


def stepped(state: State, form: March) -> Measured:
    """One man by the middle of his base; who comes on begins anywhere near his entry [setup.reinforcements]."""
    return Measured(form.start, ((0.0, 0.0),), ("turn", "about-face"), chosen=("shift",))


def hurt(told: Forecast, play: Play) -> str:
    """Who of a group a volley has hurt, once it is fired."""
    group = next(one.id for one in play.before.groups if told.title == f"{one.name} under this fire")
    men = [man for man in play.before.figures.values() if man.group == group and man.place == "on"]
    after = [play.after.figures[man.id] for man in men]
    down = len([1 for was, now in zip(men, after, strict=True) if was.harm < 2 <= now.harm])
    wounded = len([1 for was, now in zip(men, after, strict=True) if was.harm == 0 and now.harm == 1])
    if down:
        return f"{down} {'man' if down == 1 else 'men'} down"
    if wounded:
        return f"nobody down, {wounded} wounded"
    return "only grazed" if play.first(ShotFired, target=group, injury=True) is not None else "nobody hurt"


def nerve(told: Forecast, play: Play) -> str | None:
    """What came of a group's nerve in the window that closes the phase."""
    group = next(one.id for one in play.before.groups if told.title == f"The nerve of {one.name}")
    if play.after.acting == play.before.acting and play.after.phase == play.before.phase:
        return None
    tests = play.all(MoraleTested, group=group)
    standing = [man for man in play.after.figures.values() if man.group == group and field.able(man)]
    return tests[-1].result if tests else "no test" if standing else "nobody left"


def rushed(told: Forecast, play: Play) -> str | None:
    """How chargers and charged tested before contact."""
    tests = {test.cause: test.result for test in play.all(MoraleTested) if test.cause in ("charging", "charged")}
    if tests.get("charging", "ok") != "ok":
        return f"the chargers: {tests['charging']}"
    if "charged" in tests:
        return f"it goes in, the charged: {tests['charged']}"
    return None if [1 for step in play.agenda if isinstance(step, CHARGES[:2])] else "it goes in"


def men_down(told: Forecast, play: Play) -> str | None:
    """Men of either side who are down when those who charged have fought."""
    tested = play.first(MoraleTested, cause="charging")
    if tested is not None and tested.result != "ok":
        return "it does not go in"
    if play.after.phase != "initiative" and play.after.turn == play.before.turn:
        return None
    own = field.group_of(play.before, play.command.about)
    went = [event.figure for event in play.all(Moved, cause="charge")]
    went += [man.id for man in field.members(play.before, own.id) if man.charged]
    down = [
        fought.loser
        for fought in play.all(BoutFought)
        if fought.harm >= 2 and set(went) & {*fought.bout.a, *fought.bout.b}
    ]
    ours = len([id for id in down if play.before.figures[id].side == own.side])
    return f"{ours} to {len(down) - ours}"


CHARGES: Final = (
    charge_events.ChargeTest,
    charge_events.ChargedTest,
    charge_events.RidersDeeds,
    charge_events.SendIn,
    charge_events.ChargeHome,
)
FIGHTS: Final = (Pairing, PickBout, Nominate, Fight)


def at_blows(told: Forecast, battle: Battle) -> Battle:
    """With a charge gone home, the melee: nobody is said to move or shoot before."""
    busy = (*CHARGES, *FIGHTS)
    if "Men down" not in told.title or [1 for step in battle.agenda if isinstance(step, busy)]:
        return battle
    places = [n for n, step in enumerate(battle.agenda) if isinstance(step, Melee)]
    return replace(battle, agenda=battle.agenda[: places[-1] + 1]) if places else battle


def assumed(wanted: Decision) -> Answer:
    """Everybody who can goes in with a charge; otherwise as little as may be."""
    form = wanted.form
    if wanted.kind == "home" and isinstance(form, Assign):
        return Assigned(tuple([(slot.key, slot.items[0].key) for slot in form.slots]))
    return idle(wanted)


def chargers(state: State) -> dict[str, str]:
    """Men who may go in, of groups that may charge; nobody does in the midst of a melee."""
    found: dict[str, str] = {}
    if state.bouts:
        return found
    for group in state.groups:
        steady = morale_rule.present(group.state, group.thrown, state.turn) == "ok"
        if steady and not group.charging and group.arm != ANIMAL:
            found.update({man.id: man.side for man in table.chargers(state, group.id)})
    return found


def put(state: State, id: str, pose: Pose) -> State:
    return field.with_figure(state, field.moved_to(state.figures[id], pose))


def struck_by(state: State, man: Figure, foe: Figure, end: Pose, step: object, answer: Answer) -> Charge:
    """A charge that ends there, worth more behind a rider who cannot fight to his rear [melee.mounted-rear]."""
    behind = foe.arm == MOUNTED and foe.melee != "lance" and field.in_rear(foe, field.moved_to(man, end))
    return Charge(foe.id, ("in contact",), float(behind), step, answer)


def swept(state: State, id: str) -> list[Charge]:
    """A straight leg to every whole degree of an enemy's base that faces the man, of groups in sight, that meets him
    alone: who is between two of a group has met the first before the second.
    """
    man = state.figures[id]
    found: list[Charge] = []
    own = table.chargers(state, man.group)
    for group in [one.id for one in state.groups if one.side != man.side and one.arm != ANIMAL]:
        theirs = field.members(state, group)
        if not theirs or not sight_table.group_sees(state, own, theirs):
            continue
        step = charge_events.ChargeByHand(id, group)
        for foe in [one for one in theirs if field.gap(man, one, state.settings) <= paths.rate_of(man)]:
            room = field.radius(man, state.settings) + field.radius(foe, state.settings) + 0.05
            towards = bearing(foe.pose.x, foe.pose.y, man.pose.x, man.pose.y)
            apart = distance(foe.pose.x, foe.pose.y, man.pose.x, man.pose.y)
            for off in [by for by in range(-9000, 9001, 100) if apart * cosine(by) >= room]:
                x, y = foe.pose.x + room * sine(towards + off), foe.pose.y + room * cosine(towards + off)
                made = (leg(round(x, 2), round(y, 2)),)
                end = paths.path_of(man.pose, made).end
                met = [one.id for one in field.touching(state, field.moved_to(man, end))]
                if met == [foe.id] and not hand.way_faults(state, step, made):
                    found.append(struck_by(state, man, foe, end, step, Marched(made)))
    return found


def offered(state: State, id: str) -> list[Charge]:
    man = state.figures[id]
    found: list[Charge] = []
    for group in table.charge_targets(state, man.group):
        step = charge_events.SendIn(man.group, group)
        form = table.send_decision(state, step, man.side).form
        assert isinstance(form, Assign)
        for key in [item.key for slot in form.slots if slot.key == id for item in slot.items]:
            if key != table.BY_HAND:
                foe, _, behind = key.partition(":")
                way = contact.way_at(state, man, state.figures[foe], behind == "rear")
                assert way is not None
                answer = Assigned(((id, key),))
                found.append(struck_by(state, man, state.figures[way.foe], way.end, step, answer))
    return found


def kept(state: State) -> Iterator[tuple[object, object]]:
    """Who is able, of which group, where and against whom, by looking at every figure."""
    if state.roll is None or state.roll.figures is not state.figures:
        return
    able = [figure for figure in state.figures.values() if field.able(figure)]
    yield state.roll.able, able
    for group in {figure.group for figure in state.figures.values()}:
        everybody = [figure for figure in state.figures.values() if figure.group == group]
        yield state.roll.groups[group], sorted(everybody, key=field.figure_id)
        men = sorted([figure for figure in able if figure.group == group], key=field.figure_id)
        yield field.members(state, group), men
    for army in state.armies:
        foes = [figure for figure in able if figure.side != army.side and figure.arm != ANIMAL]
        yield field.enemies(state, army.side), foes
    yield list(state.roll.named.values()), state.roll.bodies
    for body in state.roll.bodies:
        xs, ys = [man.pose.x for man in body.men], [man.pose.y for man in body.men]
        yield (body.left, body.right, body.bottom, body.top), (min(xs), max(xs), min(ys), max(ys))


CHARGING: Final = Charging(chargers, swept, offered, put, movement_rule.RATE_CM["foot"])
ODDS: Final = Telling(
    {" under this fire": hurt, "The nerve of": nerve, " charges ": rushed, "Men down": men_down},
    assumed,
    slow=("Men down",),
    meanwhile=at_blows,
)
READER: Final = Reader(
    odds=ODDS, standing=standing, moves={"move": stepped, "together": measured}, charging=CHARGING, kept=kept
)
