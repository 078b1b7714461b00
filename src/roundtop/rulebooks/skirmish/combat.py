"""Charges up to contact, and hand-to-hand fighting at the table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Assign, Assigned, Choose, Chosen, Item, Slot
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.battle.tally import Mod, Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish.charge import Charge, charge_refusal, must_test
from roundtop.rulebooks.skirmish.events import (
    BoutFought,
    ChargeDeclared,
    Dropped,
    Loaded,
    MeleeArranged,
    Moved,
    PhaseBegan,
    Stood,
    apply,
)
from roundtop.rulebooks.skirmish.melee import (
    PUSH_BACK_CM,
    PUSHES,
    UNHORSES,
    Arrangement,
    Combat,
    Fighter,
    Fought,
    Supporter,
    arrangements,
    bonuses,
    deductions,
    pushed,
    shift_behind,
)
from roundtop.rulebooks.skirmish.melee import fight as cross_swords
from roundtop.rulebooks.skirmish.morale import present
from roundtop.rulebooks.skirmish.movement import barred_spans, lines_over, on_ground, rate_of, way_to_contact
from roundtop.rulebooks.skirmish.react import check_of, class_of, tested
from roundtop.rulebooks.skirmish.sight import (
    between,
    can_shoot,
    gap,
    group_sees,
    in_contact,
    in_rear,
    nearest_to,
    touching,
)
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    MOUNTED,
    Bout,
    Figure,
    Group,
    State,
    able,
    able_of,
    broken,
    burdened,
    can_load,
    can_ride,
    group_id,
    group_of,
    is_command,
    is_loaded,
    left_to,
    loads_riding,
    members,
    partner_of,
    radius,
)
from roundtop.rulebooks.skirmish.steps import (
    ChargedTest,
    ChargeHome,
    ChargeTest,
    Fight,
    Melee,
    Nominate,
    Pairing,
    PickBout,
    RidersDeeds,
    Shoot,
)
from roundtop.rulebooks.skirmish.steps import Step as AnyStep
from roundtop.rulebooks.skirmish.terrain import WALLED
from roundtop.table.ground import in_area
from roundtop.table.measure import NOISE, bearing, cosine, distance, rounded, sine, within
from roundtop.table.pose import Pose

MOST_WAYS: Final = 8
"""Arrangements of one knot of men that are offered."""
LINE_BEHIND: Final = 12
"""Men behind one another that a push-back can shift."""


# ---------------------------------------------------------------- declaring a charge


def chargers(state: State, group: str) -> list[Figure]:
    """Those who may take part in a charge: able to move, unburdened, not locked and not half over a wall.

    [movement.charge-declaration, actions.carry-limits]
    """
    return [man for man in members(state, group) if may_charge(state, man)]


def may_charge(state: State, man: Figure) -> bool:
    """Whether a figure can go into contact with its next action [movement.charge-declaration]."""
    if man.acted or man.arm == ANIMAL or man.landing is not None or man.straggling or not able(man):
        return False
    rested = left_to(state, man) > 0 and can_ride(man) and not burdened(state, man)
    return rested and not in_contact(state, man)


def charge_targets(state: State, group: str) -> list[str]:
    """The enemy groups at which a charge may be declared now [movement.charge-declaration]."""
    own = group_of(state, group)
    if present(own.state, own.thrown, state.turn) != "ok" or own.charging or own.arm == ANIMAL:
        return []
    men = chargers(state, group)
    if not men:
        return []
    found: list[str] = []
    for other in sorted([g for g in state.groups if g.side != own.side and g.arm != ANIMAL], key=group_id):
        theirs = members(state, other.id)
        if theirs and not charge_fault(state, own, men, theirs):
            found.append(other.id)
    return found


def charge_fault(state: State, own: Group, men: list[Figure], theirs: list[Figure]) -> str:
    """The clause by which a group may not declare a charge at another [movement.charge-declaration]."""
    cheapest = 1e18
    for man in men:
        foe = nearest_to(man, theirs, state.settings)
        if foe is None or not within(gap(man, foe, state.settings), rate_of(man)):
            continue
        way = way_to_contact(state, man, theirs)
        if way is not None and state.figures[way.foe].group == theirs[0].group:
            cheapest = min(cheapest, way.cost)
            break
    if cheapest > 1e17:
        return "skirmish.movement.charge-declaration"
    now = present(own.state, own.thrown, state.turn)
    charge = Charge(
        cheapest, class_of(men), len(members(state, own.id)), "mounted" if men[0].arm == MOUNTED else "foot",
        class_of(theirs), len(theirs), now, group_sees(state, men, theirs),
    )  # fmt: skip
    return charge_refusal(charge)


def declared(state: State, group: str, target: str) -> tuple[ChargeDeclared, bool]:
    """The charge, and whether the chargers must test first [morale.trigger-charging, morale.charge-comparison]."""
    own = members(state, group)
    theirs = members(state, target)
    known = f"{group} > {target}" in state.tested
    tests = must_test(class_of(own), len(own), class_of(theirs), len(theirs))
    exempt = is_command(state, group_of(state, group))
    return ChargeDeclared(group, target), tests and not known and not exempt


def charge_test(state: State, step: ChargeTest, dice: Dice) -> Progress:
    """On 1 or more the charge goes in; anything less and it does not [morale.charge-comparison]."""
    group = group_of(state, step.group)
    event = tested(state, group, check_of(state, group, True), "charging", step.target, dice)
    if event.result != "ok":
        return Progress((event,))
    men = tuple([man.id for man in chargers(state, step.group)])
    onward = (
        ChargedTest(step.group, step.target),
        RidersDeeds(step.group, step.target),
        ChargeHome(step.group, step.target, men),
    )
    return Progress((event,), onward)


def charged_test(state: State, step: ChargedTest, dice: Dice) -> Progress:
    """A group that is charged tests once for each charging group and turn [morale.trigger-charged]."""
    target = group_of(state, step.target)
    if f"{step.target} < {step.group}" in state.tested or not members(state, step.target):
        return Progress(())
    if is_command(state, target) or target.arm == ANIMAL:
        return Progress(())
    return Progress((tested(state, target, check_of(state, target), "charged", step.group, dice),))


# ---------------------------------------------------------------- riders fire or load before they charge


def riders(state: State, step: RidersDeeds) -> list[Slot]:
    """Riders who are about to charge home and have a shot or something to load [movement.charge-move]."""
    theirs = members(state, step.target)
    found: list[Slot] = []
    for man in chargers(state, step.group):
        if man.arm != MOUNTED or way_to_contact(state, man, theirs) is None:
            continue
        items: list[Item] = []
        for place, firearm in enumerate(man.firearms):
            if is_loaded(firearm, state) and can_shoot(state, man, firearm.kind, step.target):
                items.append(Item(f"fire:{place}", f"fire the {firearm.kind} first", "skirmish.movement.charge-move"))
            if can_load(firearm, state) and loads_riding(firearm, state):
                items.append(Item(f"load:{place}", f"load the {firearm.kind} first", "skirmish.movement.charge-move"))
        if items:
            found.append(Slot(man.id, man.name, tuple(items), True))
    return found


def asks_riders(state: State, step: RidersDeeds) -> tuple[str, ...]:
    group = group_of(state, step.group)
    if group.arm != MOUNTED and not [man for man in members(state, step.group) if man.arm == MOUNTED]:
        return ()
    return (group.side,) if riders(state, step) else ()


def riders_decision(view: State, step: RidersDeeds, player: str) -> Decision:
    group = group_of(view, step.group)
    sentence = f"{group.name} charges: who fires or loads before he rides in?"
    clauses = ("skirmish.movement.charge-move", "skirmish.actions.ride-and-act")
    return Decision(player, "riders", group.id, sentence, clauses, Assign(tuple(riders(view, step))))


def riders_chosen(state: State, step: RidersDeeds, command: Command) -> Progress:
    """Deeds done before the move; the ride pays for both [actions.ride-and-act]."""
    assert isinstance(command.answer, Assigned)
    events: list[object] = []
    shots: list[AnyStep] = []
    for id, deed in sorted(command.answer.pairs):
        verb, _, place = deed.partition(":")
        if verb == "load":
            firearm = state.figures[id].firearms[int(place)]
            events.append(Loaded(id, int(place), firearm.progress + 1, False))
        else:
            shots.append(Shoot(id, int(place), step.target, True))
    return Progress(tuple(events), tuple(shots))


# ---------------------------------------------------------------- home


def charge_home(state: State, step: ChargeHome, dice: Dice) -> Progress:
    """The next charger who can goes into contact; another group that he meets on the way tests first.

    [movement.charge-move, movement.charge-declaration]
    """
    theirs = members(state, step.target)
    best = ""
    contact = None
    for id in step.figures:
        man = state.figures[id]
        if not able(man) or in_contact(state, man):
            continue
        way = way_to_contact(state, man, theirs)
        if way is not None and (contact is None or way.cost < contact.cost - NOISE):
            best, contact = id, way
    if contact is None:
        return Progress(tuple(_spent(state, step)), _fought_at_once(state, step))
    other = state.figures[contact.foe].group
    if other != step.target and f"{other} < {step.group}" not in state.tested:
        event = ChargedTest(step.group, other)
        if not is_command(state, group_of(state, other)):
            return Progress((), (event, step))
    man = state.figures[best]
    rest = tuple([id for id in step.figures if id != best])
    moved = Moved(man.id, "charge", man.pose, contact.end, (contact.manoeuvre,), True)
    drops = dropped_by(apply(state, moved), man.id)
    return Progress((moved, *drops), (ChargeHome(step.group, step.target, rest),))


def _spent(state: State, step: ChargeHome) -> list[object]:
    """A rider who has fired or loaded and then finds no way in has spent his action all the same."""
    return [Stood(id, "shut out", True) for id in step.figures if state.figures[id].acted and able(state.figures[id])]


def _fought_at_once(state: State, step: ChargeHome) -> tuple[AnyStep, ...]:
    """With the house rule a charge is fought as soon as its moves are done [turn.melee-timing]."""
    return (Melee(step.group),) if state.settings.melee_timing == "on-contact" else ()


def dropped_by(state: State, charger: str) -> list[object]:
    """Whoever is contacted drops what he carries [actions.carry-limits]."""
    events: list[object] = []
    for foe in touching(state, state.figures[charger]):
        if foe.burden:
            event = lets_go(state, foe)
            state = apply(state, event)
            events.append(event)
    return events


def lets_go(state: State, figure: Figure) -> Dropped:
    """A load at its bearer's feet, or left to the man who shares it [actions.carry-limits]."""
    other = partner_of(state, figure)
    if other is None:
        return Dropped(figure.id, figure.burden, figure.pose.x, figure.pose.y)
    return Dropped(figure.id, figure.burden, other.pose.x, other.pose.y, other.id)


# ---------------------------------------------------------------- who fights whom


def begin_melee(state: State, step: Melee, dice: Dice) -> Progress:
    """All who touch an enemy fight once, in knots that hang together [melee.contact, turn.melee-timing]."""
    knots = knots_of(state, step.charge)
    event = PhaseBegan("", 0 if state.settings.melee_timing == "on-contact" else 1)
    if not knots:
        return Progress((event,) if not step.charge else ())
    events = (event,) if not step.charge else ()
    return Progress(events, (Pairing(tuple(knots), ()),))


def knots_of(state: State, charge: str) -> list[tuple[str, ...]]:
    """Figures in contact and not yet fought this turn, in knots; of a charge only those it has made."""
    left = [f for f in able_of(state) if f.arm != ANIMAL and not f.fought]
    links: dict[str, list[str]] = {}
    for figure in left:
        foes = [foe.id for foe in touching(state, figure) if not foe.fought]
        if foes:
            links[figure.id] = foes
    knots: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for id in sorted(links):
        if id in seen:
            continue
        knot = [id]
        for one in knot:
            knot.extend([foe for foe in links[one] if foe not in knot])
        seen.update(knot)
        if not charge or [one for one in knot if state.figures[one].group == charge and state.figures[one].charged]:
            knots.append(tuple(sorted(knot)))
    return knots


def ways_of(state: State, knot: tuple[str, ...]) -> tuple[tuple[Bout, ...], ...]:
    """The ways to arrange a knot, the usual first; side a is the one with the initiative [melee.pairing]."""
    a = [id for id in knot if state.figures[id].side == state.initiative]
    b = [id for id in knot if state.figures[id].side != state.initiative]
    touches: list[tuple[int, int]] = []
    rear: list[tuple[int, int]] = []
    for place, id in enumerate(a):
        man = state.figures[id]
        for foe in touching(state, man):
            if foe.id in b:
                pair = (place, b.index(foe.id))
                touches.append(pair)
                if from_behind(man, foe) or from_behind(foe, man):
                    rear.append(pair)
    ways: dict[tuple[tuple[str, ...], ...], tuple[Bout, ...]] = {}
    for one in arrangements(tuple(touches), tuple(rear), MOST_WAYS):
        bouts = _bouts(one, a, b)
        ways.setdefault(_matched(bouts), bouts)
    return tuple(ways.values())


def _matched(bouts: tuple[Bout, ...]) -> tuple[tuple[str, ...], ...]:
    """Who meets whom, whoever leads: that is asked before each combat."""
    return tuple(sorted([tuple(sorted([*bout.a, *bout.b])) for bout in bouts]))


def from_behind(rider: Figure, foe: Figure) -> bool:
    """Whether a rider without a lance has this enemy in his rear [melee.mounted-rear]."""
    return rider.arm == MOUNTED and rider.melee != "lance" and in_rear(rider, foe)


def _bouts(found: Arrangement, a: list[str], b: list[str]) -> tuple[Bout, ...]:
    return tuple([Bout(tuple([a[n] for n in pair.a]), tuple([b[n] for n in pair.b])) for pair in found.combats])


def next_choice(state: State, step: Pairing) -> int:
    """The first knot not decided that can be arranged in more than one way; -1 when there is none."""
    for place in range(len(step.chosen), len(step.knots)):
        if len(ways_of(state, step.knots[place])) > 1:
            return place
    return -1


def asks_for_pairing(state: State, step: Pairing) -> tuple[str, ...]:
    return (state.initiative,) if next_choice(state, step) >= 0 else ()


def pairing_decision(view: State, step: Pairing, player: str) -> Decision:
    place = next_choice(view, step)
    items = [Item(str(n), bouts_in_words(view, way)) for n, way in enumerate(ways_of(view, step.knots[place]))]
    sentence = "You have the initiative: who fights whom?"
    return Decision(player, "pairing", str(place), sentence, ("skirmish.melee.pairing",), Choose(tuple(items)))


def bouts_in_words(state: State, bouts: tuple[Bout, ...]) -> str:
    words = [f"{_names(state, bout.a)} against {_names(state, bout.b)}" for bout in bouts]
    return "; ".join(words)


def _names(state: State, ids: tuple[str, ...]) -> str:
    return " and ".join([state.figures[id].name for id in ids])


def pairing_chosen(state: State, step: Pairing, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    place = next_choice(state, step)
    chosen = (*step.chosen, *[0] * (place - len(step.chosen)), int(command.answer.keys[0]))
    return Progress((), (Pairing(step.knots, chosen),))


def paired(state: State, step: Pairing, dice: Dice) -> Progress:
    """Every knot is arranged; the combats are listed by their first men [melee.one-to-one]."""
    bouts: list[Bout] = []
    for place, knot in enumerate(step.knots):
        way = step.chosen[place] if place < len(step.chosen) else 0
        bouts.extend(ways_of(state, knot)[way])
    bouts.sort(key=_first)
    return Progress((MeleeArranged(tuple(bouts)),), (PickBout(),))


def _first(bout: Bout) -> tuple[str, ...]:
    return bout.a


# ---------------------------------------------------------------- which combat is next, and its primary


def asks_for_bout(state: State, step: PickBout) -> tuple[str, ...]:
    return (state.initiative,) if len(state.bouts) > 1 and not step.rest else ()


def bout_decision(view: State, step: PickBout, player: str) -> Decision:
    """The side with the initiative picks the order of the combats [turn.melee-timing]."""
    items = [Item("rest", "all of them as listed")]
    items.extend([Item(bout.a[0], bouts_in_words(view, (bout,))) for bout in view.bouts])
    sentence = "You have the initiative: which combat is fought next?"
    return Decision(player, "bout", "", sentence, ("skirmish.turn.melee-timing",), Choose(tuple(items)))


def bout_picked(state: State, step: PickBout, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    key = command.answer.keys[0]
    if key == "rest":
        return Progress((), (PickBout(True),))
    first = [bout for bout in state.bouts if bout.a[0] == key]
    rest = [bout for bout in state.bouts if bout.a[0] != key]
    return Progress((MeleeArranged((*first, *rest)),), (Nominate(), Fight(), PickBout()))


def next_bout(state: State, step: PickBout, dice: Dice) -> Progress:
    return Progress((), (Nominate(), Fight(), PickBout(step.rest))) if state.bouts else Progress(())


def candidates(state: State) -> tuple[str, list[str]]:
    """The side with more men in the first combat, and who of them may be its primary [melee.primary]."""
    bout = state.bouts[0]
    many, lone = (bout.a, bout.b[0]) if len(bout.a) > 1 else (bout.b, bout.a[0])
    man = state.figures[lone]
    front = [id for id in many if not from_behind(man, state.figures[id])]
    return state.figures[many[0]].side, front or list(many)


def asks_for_primary(state: State, step: Nominate) -> tuple[str, ...]:
    side, men = candidates(state)
    return (side,) if len(men) > 1 else ()


def primary_decision(view: State, step: Nominate, player: str) -> Decision:
    _, men = candidates(view)
    items = tuple([Item(id, view.figures[id].name) for id in men])
    sentence = "Several against one: who leads the fight, and takes what comes of it?"
    return Decision(player, "primary", "", sentence, ("skirmish.melee.primary",), Choose(items))


def primary_named(state: State, step: Nominate, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    return Progress((MeleeArranged((_led_by(state.bouts[0], command.answer.keys[0]), *state.bouts[1:])),))


def primary_by_itself(state: State, step: Nominate, dice: Dice) -> Progress:
    _, men = candidates(state)
    bout = state.bouts[0]
    led = _led_by(bout, men[0])
    return Progress((MeleeArranged((led, *state.bouts[1:])),) if led != bout else ())


def _led_by(bout: Bout, id: str) -> Bout:
    if id in bout.a:
        return Bout((id, *[one for one in bout.a if one != id]), bout.b)
    return Bout(bout.a, (id, *[one for one in bout.b if one != id]))


# ---------------------------------------------------------------- a combat


def fight(state: State, step: Fight, dice: Dice) -> Progress:
    """One combat between two primaries, and the loser driven back or unhorsed [melee.primary-throws]."""
    bout = state.bouts[0]
    before = len(dice.rolls)
    combat = combat_of(state, bout)
    fought = cross_swords(combat, dice)
    winner = fought.winner()
    loser = "" if winner == "tie" else bout.b[0] if winner == "a" else bout.a[0]
    victor = "" if winner == "tie" else bout.a[0] if winner == "a" else bout.b[0]
    harm = fought.harm if loser else 0
    injury = bool(loser) and harm > state.figures[loser].harm
    event = BoutFought(
        bout, fought.a_score, fought.b_score, fought.result, loser, injury, harm, fought.mounted,
        tally(combat, fought), tuple(dice.rolls[before:]),
    )  # fmt: skip
    if not loser:
        return Progress((event,))
    return Progress((event, *driven(apply(state, event), victor, loser, fought.result)))


def combat_of(state: State, bout: Bout) -> Combat:
    a = state.figures[bout.a[0]]
    b = state.figures[bout.b[0]]
    return Combat(fighter(state, a, b, bout.a[1:], bout.b), fighter(state, b, a, bout.b[1:], bout.a), state.settings)


def fighter(state: State, man: Figure, foe: Figure, helpers: tuple[str, ...], opponents: tuple[str, ...]) -> Fighter:
    """A primary as the table has him; one half over a wall cannot fight back.

    [melee.plus-one, melee.barricade, melee.charging, melee.mounted-rear-terms, actions.climb-crossing]
    """
    return Fighter(
        quality=man.quality,
        arm="mounted" if man.arm == MOUNTED else "foot",
        weapon=man.melee,
        harm=man.harm,
        supporters=tuple([_supporter(state.figures[id]) for id in helpers]),
        uphill=man.level > max([state.figures[id].level for id in opponents]),
        barricade=defends(state, man, foe),
        charging=man.charged,
        opponent_in_rear=in_rear(man, foe),
        broken=broken(group_of(state, man.group)) or man.landing is not None,
        by=man.side,
    )


def _supporter(figure: Figure) -> Supporter:
    return Supporter("mounted" if figure.arm == MOUNTED else "foot", figure.melee)


def defends(state: State, man: Figure, foe: Figure) -> bool:
    """Behind an obstacle that he touches, or in a house with the enemy outside, and did not charge into this contact.

    [melee.barricade]
    """
    if man.charged:
        return False
    if between(state, man, foe) is not None:
        return True
    inside = in_area(state.ground, WALLED, man.pose.x, man.pose.y)
    return inside and not in_area(state.ground, WALLED, foe.pose.x, foe.pose.y)


def tally(combat: Combat, fought: Fought) -> tuple[Row, ...]:
    """What was taken off and added on either side, and the scores."""
    rows: list[Row] = []
    for own, enemy in ((combat.a, combat.b), (combat.b, combat.a)):
        mods: list[Mod] = [*deductions(own, enemy, combat.settings), *bonuses(own, combat.settings)]
        rows.extend([Row(f"{own.by}: {row.label}", row.value, row.clause) for row in lines(mods)])
    clause = "skirmish.melee.result-infantry"
    rows.append(Row("scores", f"{fought.a_score} to {fought.b_score}: {fought.result}", clause))
    return tuple(rows)


# ---------------------------------------------------------------- driven back


def driven(state: State, victor: str, loser: str, result: str) -> list[object]:
    """Where a beaten man ends: two centimetres back, or on foot where his horse stood, still in contact.

    [melee.push-back, melee.dismounted-plus-wound]
    """
    man = state.figures[loser]
    if not able(man):
        return []
    winner = state.figures[victor]
    if result in UNHORSES:
        return [_on_his_feet(state, winner, man)]
    if result not in PUSHES:
        return []
    return pushed_back(state, winner, man)


def _on_his_feet(state: State, winner: Figure, man: Figure) -> Moved:
    away = distance(winner.pose.x, winner.pose.y, man.pose.x, man.pose.y)
    closer = 0.5 * (state.settings.base_mounted_cm - state.settings.base_foot_cm)
    heading = bearing(man.pose.x, man.pose.y, winner.pose.x, winner.pose.y)
    by = min(closer, away)
    end = Pose(rounded(man.pose.x + by * sine(heading)), rounded(man.pose.y + by * cosine(heading)), heading)
    return Moved(man.id, "push", man.pose, end, (), False)


def pushed_back(state: State, winner: Figure, man: Figure) -> list[object]:
    """Straight away from the winner, unengaged friends in the way shifted just far enough to clear.

    [melee.push-back, melee.push-back-behind, melee.push-back-terms]
    """
    heading = bearing(winner.pose.x, winner.pose.y, man.pose.x, man.pose.y)
    shifts: dict[str, float] = {}
    _shift(state, man, heading, room_behind(state, man, heading, PUSH_BACK_CM, 0, ()), shifts, 0)
    events: list[object] = []
    for id in sorted(shifts):
        figure = state.figures[id]
        x = rounded(figure.pose.x + shifts[id] * sine(heading))
        y = rounded(figure.pose.y + shifts[id] * cosine(heading))
        if id == man.id:
            x, y = pushed((winner.pose.x, winner.pose.y), (man.pose.x, man.pose.y), shifts[id])
        if partner_of(state, figure) is not None:
            events.append(lets_go(state, figure))
            state = apply(state, events[-1])
        events.append(Moved(id, "push", figure.pose, Pose(x, y, figure.pose.facing), (), False))
    return events


def in_the_way(state: State, man: Figure, heading: int, by: float) -> list[tuple[Figure, float]]:
    """Able figures that a man driven so far would run into, and after how much."""
    found: list[tuple[Figure, float]] = []
    s = sine(heading)
    c = cosine(heading)
    own = radius(man, state.settings)
    for other in able_of(state):
        dx = other.pose.x - man.pose.x
        dy = other.pose.y - man.pose.y
        along = dx * s + dy * c
        across = dx * c - dy * s
        room = own + radius(other, state.settings)
        if other.id == man.id or along <= 0.0 or abs(across) >= room - 0.01:
            continue
        before = along - (room * room - across * across) ** 0.5
        if before < by - NOISE:
            found.append((other, max(0.0, before)))
    found.sort(key=_nearest_first)
    return found


def _nearest_first(found: tuple[Figure, float]) -> tuple[float, str]:
    return (found[1], found[0].id)


def yields(state: State, man: Figure, other: Figure) -> bool:
    """Whether a figure in the way gives way: a friend who is not engaged [melee.push-back-behind]."""
    return other.side == man.side and not in_contact(state, other)


def room_behind(state: State, man: Figure, heading: int, by: float, depth: int, above: tuple[str, ...]) -> float:
    """How far a man can be driven before terrain, an obstacle, the edge or somebody engaged stops him.

    [melee.push-back-terms]
    """
    went = _room_on_ground(state, man, heading, by)
    for other, before in in_the_way(state, man, heading, went):
        if before >= went:
            continue
        if depth < LINE_BEHIND and other.id not in above and yields(state, man, other):
            given = room_behind(state, other, heading, went - before, depth + 1, (*above, man.id))
            went = min(went, before + given)
        else:
            went = min(went, before)
    return went


def _room_on_ground(state: State, man: Figure, heading: int, by: float) -> float:
    """How far until the table's edge, ground nobody enters or a linear obstacle."""
    room = radius(man, state.settings)
    went = by
    while went > 0.0:
        x = man.pose.x + went * sine(heading)
        y = man.pose.y + went * cosine(heading)
        ax, ay = man.pose.x, man.pose.y
        beyond = (x + room * sine(heading), y + room * cosine(heading))
        clear = on_ground(state, x, y, room) and not barred_spans(state, ax, ay, x, y)
        if clear and not lines_over(state, [(ax, ay), beyond]):
            return went
        went -= 0.1
    return 0.0


def _shift(state: State, man: Figure, heading: int, by: float, shifts: dict[str, float], depth: int) -> None:
    """Note how far a man and those behind him are moved."""
    if by <= NOISE or by <= shifts.get(man.id, 0.0):
        return
    shifts[man.id] = by
    if depth < LINE_BEHIND:
        for other, before in in_the_way(state, man, heading, by):
            if yields(state, man, other):
                _shift(state, other, heading, shift_behind(before, by), shifts, depth + 1)
