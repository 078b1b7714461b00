"""How the laws read A.C.W. Rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from roundtop.battle.forms import Assign, Choose, March, Marched
from roundtop.battle.protocol import Forecast
from roundtop.battle.words import listed
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.charge import plan as charge_plan
from roundtop.rulebooks.order_cards.charge import table
from roundtop.rulebooks.order_cards.fire.events import Fired, Sniped, UnitRemoved
from roundtop.rulebooks.order_cards.melee.events import AfterMelee, MeleeFought
from roundtop.rulebooks.order_cards.morale.events import Tested, TestMorale
from roundtop.rulebooks.order_cards.prisoners.events import GiveUp
from roundtop.rulebooks.order_cards.rally.events import RallyTried
from roundtop.rulebooks.order_cards.retreat.events import Retreat, TestLoser
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.measure import distance
from roundtop.table.pose import Pose
from tests.laws.reader import Charge, Charging, Measured, Play, Reader, Standing, Telling, doing_little


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, tuple(field.blocks(unit))) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """A line by its front corners, a column by its leading stand, a crowd by its middle [move.wheel]."""
    unit = field.unit_of(state, form.piece)
    in_place = ("turn", "about-face")
    if "shift" in form.kinds:
        return Measured(form.start, ((0.0, 0.0),), in_place)
    if field.in_file(unit):
        return Measured(field.head_of(unit), ((0.0, 0.0),), in_place)
    return Measured(form.start, tuple([(side * form.width, 0.5 * form.depth) for side in (-0.5, 0.5)]), in_place)


def ridden(state: State, form: March) -> Measured:
    return Measured(form.start, ((0.0, 0.0),))


def fate(unit: Unit) -> str:
    """What has become of a unit, in a forecast's words."""
    gone = {"run-off": "runs off the table", "captured": "surrenders", "taken": "loses its guns"}
    if unit.place == "gone":
        return gone.get(unit.fate, "destroyed")
    shaken = {"routing": "routs", "head-down": "head down"}
    return shaken.get(unit.state, "in disorder" if unit.disordered else "stands")


def named(told: Forecast, play: Play, after: str) -> str:
    found: str = next(unit.id for unit in play.before.units if told.title == f"{unit.name}{after}")
    return found


def boxes(told: Forecast, play: Play) -> str | None:
    fired = play.first(Fired, target=named(told, play, ": boxes circled"))
    return None if fired is None else f"{fired.boxes} box{'' if fired.boxes == 1 else 'es'}"


def shot_at(told: Forecast, play: Play) -> str | None:
    """A unit under fire when it has tested, if it was hit."""
    target = named(told, play, " after its test")
    fired = play.first(Fired, target=target)
    if fired is None or not fired.boxes:
        return None if fired is None else "not hit"
    unit = field.unit_of(play.after, target)
    return fate(unit) if unit.place == "gone" or play.first(Tested, unit=target) is not None else None


def tested(told: Forecast, play: Play) -> str | None:
    return nerve(play, play.first(Tested, unit=named(told, play, " tests")))


def lost_heart(told: Forecast, play: Play) -> str | None:
    """The test of a unit that has lost a melee."""
    return nerve(play, play.first(Tested, unit=named(told, play, " after the melee"), kind="loser"))


def nerve(play: Play, test: Tested | None) -> str | None:
    if test is None:
        return None
    shaken = {"routing": "routs", "head-down": "head down", "destroyed": "destroyed"}
    words = shaken.get(test.state, "in disorder" if test.disordered else "stands")
    if UnitRemoved(test.unit, "abandoned") in play.events or UnitRemoved(test.unit, "destroyed") in play.events:
        words = "destroyed"
    fallen = [one for one in play.after.officers if one.id == test.officer and one.fate]
    return f"{words}, the officer: {fallen[0].fate}" if fallen else words


def rallied(told: Forecast, play: Play) -> str | None:
    unit = named(told, play, " tries to rally")
    tried = play.first(RallyTried, unit=unit)
    return None if tried is None else "rallies" if tried.passed else fate(field.unit_of(play.after, unit))


def sniped(told: Forecast, play: Play) -> str | None:
    shot = play.first(Sniped)
    return None if shot is None else "hit" if shot.hit else "missed"


def beaten(told: Forecast, play: Play) -> str | None:
    """Who won a melee, and what became of every loser."""
    fought = melee_over(told, play, (Retreat, TestLoser, GiveUp, AfterMelee))
    if fought is None or fought.winner == "none":
        return "nobody is left" if fought is not None else None
    winners, losers = sides_of(fought)
    names = [field.unit_of(play.before, id).name for id in winners]
    return f"{listed(names)} {'win' if len(names) > 1 else 'wins'}; {fates(play, losers)}"


def winners_left(told: Forecast, play: Play) -> str | None:
    """What became of the winners of a melee, when they have tested too."""
    fought = melee_over(told, play, (Retreat, TestLoser, GiveUp, AfterMelee, TestMorale))
    if fought is None:
        return None
    return "nobody is left" if fought.winner == "none" else fates(play, sides_of(fought)[0])


def melee_over(told: Forecast, play: Play, aftermath: tuple[type, ...]) -> MeleeFought | None:
    """The melee of a title, when nothing of what follows it is left to do."""
    found = [one for one in play.all(MeleeFought) if field.unit_of(play.before, one.attackers[0]).name in told.title]
    return found[0] if found and not [step for step in play.agenda if isinstance(step, aftermath)] else None


def sides_of(fought: MeleeFought) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Winners and losers."""
    sides = (fought.attackers, fought.defenders)
    return sides if fought.winner == "attackers" else (sides[1], sides[0])


def fates(play: Play, ids: tuple[str, ...]) -> str:
    return "; ".join([f"{field.unit_of(play.before, id).name}: {fate(field.unit_of(play.after, id))}" for id in ids])


def chargers(state: State) -> dict[str, str]:
    """Those whose card lets them charge, and who have done nothing else on it."""
    units = [unit for unit in field.on_table(state) if field.melee_of(state, unit.id) is None]
    return {unit.id: unit.player for unit in units if table.can_charge(unit, field.card_of(state, unit.player))}


def put(state: State, id: str, pose: Pose) -> State:
    return field.with_unit(state, field.unit_at(field.unit_of(state, id), pose))


def wheeled(view: State, unit: Unit, target: str, by: int, extra: int) -> Charge | None:
    """A charge after one wheel, by whom it meets and where, if it gets home, worth the bonus that it has left."""
    plan = charge_plan.plan_charge(view, unit, field.unit_of(view, target), by, extra)
    if plan.refusal:
        return None
    home = (plan.zone, plan.touched) if plan.run.contact else ("short",)
    step = charge_events.WheelCharge(unit.id, target, extra)
    return Charge(target, home, plan.run.left, step, Marched(table.wheel_manoeuvres(by)))


def points(view: State, unit: Unit) -> tuple[int, int]:
    """No inch bought, and as many as there are points."""
    return 0, unit.bonus if unit.target else field.card_of(view, unit.player).charge


def swept(view: State, id: str) -> list[Charge]:
    """A wheel of every whole degree to either side, at everybody whom it may charge by what it sees."""
    unit = field.unit_of(view, id)
    found: list[Charge | None] = []
    for foe in table.lawful_targets(view, unit):
        if distance(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y) <= table.FAR_CHARGE:
            found += [
                wheeled(view, unit, foe.id, 100 * by, extra) for by in range(-90, 91) for extra in points(view, unit)
            ]
    return [charge for charge in found if charge is not None]


def offered(view: State, id: str) -> list[Charge]:
    unit = field.unit_of(view, id)
    form = table.declare_decision(view, charge_events.DeclareCharge(id), unit.player).form
    assert isinstance(form, Choose)
    found: list[Charge | None] = []
    for item in form.items:
        if item.key == table.NO_TARGET:
            continue
        step = charge_events.AimCharge(id, item.key)
        aim = table.aim_decision(view, step, unit.player).form
        assert isinstance(aim, Assign)
        turns = [table.wheel_of(view, step, turn.key) for turn in aim.slots[0].items if turn.key != table.BY_HAND]
        found += [wheeled(view, unit, item.key, by, extra) for by in turns for extra in points(view, unit)]
    return [charge for charge in found if charge is not None]


def kept(state: State) -> Iterator[tuple[object, object]]:
    """The ground that a unit stands on, which one that is to be changed has to look for."""
    for unit in state.units:
        changed = field.copied(unit)
        yield changed.ground, None
        if unit.ground is not None:
            yield unit.ground, field.blocks(changed)


CHARGING: Final = Charging(chargers, swept, offered, put, 12.0)
ODDS: Final = Telling(
    {
        ": boxes circled": boxes,
        " after its test": shot_at,
        " tests": tested,
        " tries to rally": rallied,
        " at a lone man": sniped,
        " after the melee": lost_heart,
        ", the winners' own test": winners_left,
        " against ": beaten,
    },
    doing_little("none", "nobody", "back", "end"),
    # Told before a charge is measured, of a position that the table need not come to [charge.reach-not-shown].
    unread=("whole bonus",),
)
READER: Final = Reader(
    odds=ODDS,
    standing=standing,
    moves={"move": measured, "officer-move": ridden, "ride": ridden, "barrier": ridden},
    charging=CHARGING,
    kept=kept,
)
