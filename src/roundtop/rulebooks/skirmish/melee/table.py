"""Hand to hand: who fights whom, the combats one by one, and where the beaten end."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.battle.tally import Mod, Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.carrying import table as carrying_table
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.melee import events as melee_events
from roundtop.rulebooks.skirmish.melee import rule
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import faults as movement_faults
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.state import ANIMAL, MOUNTED, Bout, Figure, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.table.ground import in_area
from roundtop.table.measure import NOISE, bearing, cosine, distance, rounded, sine
from roundtop.table.pose import Pose

MOST_WAYS: Final = 8
"""Arrangements of one knot of men that are offered."""
LINE_BEHIND: Final = 12
"""Men behind one another that a push-back can shift."""


def begin_melee(state: State, step: melee_events.Melee, dice: Dice) -> Progress:
    """All who touch an enemy fight once, in knots that hang together [melee.contact, turn.melee-timing]."""
    knots = knots_of(state, step.charge)
    event = command_events.PhaseBegan("", 0 if state.settings.melee_timing == "on-contact" else 1)
    if not knots:
        return Progress((event,) if not step.charge else ())
    events = (event,) if not step.charge else ()
    return Progress(events, (melee_events.Pairing(tuple(knots), ()),))


def knots_of(state: State, charge: str) -> list[tuple[str, ...]]:
    """Figures in contact and not yet fought this turn, in knots; of a charge only those it has made."""
    left = [f for f in field.able_of(state) if f.arm != ANIMAL and not f.fought]
    links: dict[str, list[str]] = {}
    for figure in left:
        foes = [foe.id for foe in field.touching(state, figure) if not foe.fought]
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
    idle: list[tuple[bool, int, int]] = []
    for place, id in enumerate(a):
        man = state.figures[id]
        for foe in field.touching(state, man):
            if foe.id in b:
                other = b.index(foe.id)
                touches.append((place, other))
                cannot = [(True, place, other)] if not can_fight(man, foe) else []
                cannot.extend([(False, other, place)] if not can_fight(foe, man) else [])
                rear.extend([(place, other)] if cannot else [])
                idle.extend(cannot)
    ways: dict[tuple[tuple[str, ...], ...], tuple[Bout, ...]] = {}
    for one in rule.arrangements(tuple(touches), tuple(rear), tuple(idle), MOST_WAYS):
        bouts = _bouts(one, a, b)
        ways.setdefault(_matched(bouts), bouts)
    return tuple(ways.values())


def _matched(bouts: tuple[Bout, ...]) -> tuple[tuple[str, ...], ...]:
    """Who meets whom, whoever leads: that is asked before each combat."""
    return tuple(sorted([tuple(sorted([*bout.a, *bout.b])) for bout in bouts]))


def from_behind(rider: Figure, foe: Figure) -> bool:
    """Whether a rider without a lance has this enemy in his rear [melee.mounted-rear]."""
    return rider.arm == MOUNTED and rider.melee != "lance" and field.in_rear(rider, foe)


def can_fight(man: Figure, foe: Figure) -> bool:
    """Whether a figure in contact can fight an enemy: no rider behind him, nobody who is half over a wall.

    [melee.mounted-rear, actions.climb-crossing]
    """
    return man.landing is None and not from_behind(man, foe)


def _bouts(found: rule.Arrangement, a: list[str], b: list[str]) -> tuple[Bout, ...]:
    return tuple([Bout(tuple([a[n] for n in pair.a]), tuple([b[n] for n in pair.b])) for pair in found.combats])


def next_choice(state: State, step: melee_events.Pairing) -> int:
    """The first knot not decided that can be arranged in more than one way; -1 when there is none."""
    for place in range(len(step.chosen), len(step.knots)):
        if len(ways_of(state, step.knots[place])) > 1:
            return place
    return -1


def asks_for_pairing(state: State, step: melee_events.Pairing) -> tuple[str, ...]:
    return (state.initiative,) if next_choice(state, step) >= 0 else ()


def pairing_decision(view: State, step: melee_events.Pairing, player: str) -> Decision:
    place = next_choice(view, step)
    items = [Item(str(n), bouts_in_words(view, way)) for n, way in enumerate(ways_of(view, step.knots[place]))]
    sentence = "You have the initiative: who fights whom?"
    return Decision(player, "pairing", str(place), sentence, ("skirmish.melee.pairing",), form=Choose(tuple(items)))


def bouts_in_words(state: State, bouts: tuple[Bout, ...]) -> str:
    words = [f"{_names(state, bout.a)} against {_names(state, bout.b)}" for bout in bouts]
    return "; ".join(words)


def _names(state: State, ids: tuple[str, ...]) -> str:
    return " and ".join([state.figures[id].name for id in ids])


def pairing_chosen(state: State, step: melee_events.Pairing, command: Command) -> Progress:
    place = next_choice(state, step)
    chosen = (*step.chosen, *[0] * (place - len(step.chosen)), int(key_of(command)))
    return Progress((), (melee_events.Pairing(step.knots, chosen),))


def paired(state: State, step: melee_events.Pairing, dice: Dice) -> Progress:
    """Every knot is arranged; the combats are listed by their first men [melee.one-to-one]."""
    bouts: list[Bout] = []
    for place, knot in enumerate(step.knots):
        way = step.chosen[place] if place < len(step.chosen) else 0
        bouts.extend(ways_of(state, knot)[way])
    bouts.sort(key=_first)
    return Progress((melee_events.MeleeArranged(tuple(bouts)),), (melee_events.PickBout(),))


def _first(bout: Bout) -> tuple[str, ...]:
    return bout.a


def asks_for_bout(state: State, step: melee_events.PickBout) -> tuple[str, ...]:
    return (state.initiative,) if len(state.bouts) > 1 and not step.rest else ()


def bout_decision(view: State, step: melee_events.PickBout, player: str) -> Decision:
    """The side with the initiative picks the order of the combats [turn.melee-timing]."""
    items = [Item("rest", "all of them as listed")]
    items.extend([Item(bout.a[0], bouts_in_words(view, (bout,))) for bout in view.bouts])
    sentence = "You have the initiative: which combat is fought next?"
    return Decision(player, "bout", "", sentence, ("skirmish.turn.melee-timing",), form=Choose(tuple(items)))


def bout_picked(state: State, step: melee_events.PickBout, command: Command) -> Progress:
    key = key_of(command)
    if key == "rest":
        return Progress((), (melee_events.PickBout(True),))
    first = [bout for bout in state.bouts if bout.a[0] == key]
    rest = [bout for bout in state.bouts if bout.a[0] != key]
    return Progress(
        (melee_events.MeleeArranged((*first, *rest)),),
        (melee_events.Nominate(), melee_events.Fight(), melee_events.PickBout()),
    )


def next_bout(state: State, step: melee_events.PickBout, dice: Dice) -> Progress:
    return (
        Progress((), (melee_events.Nominate(), melee_events.Fight(), melee_events.PickBout(step.rest)))
        if state.bouts
        else Progress(())
    )


def candidates(state: State) -> tuple[str, list[str]]:
    """The side with more men in the first combat, and who of them may be its primary [melee.primary]."""
    bout = state.bouts[0]
    many, lone = (bout.a, bout.b[0]) if len(bout.a) > 1 else (bout.b, bout.a[0])
    man = state.figures[lone]
    front = [id for id in many if not from_behind(man, state.figures[id])]
    return state.figures[many[0]].side, front or list(many)


def asks_for_primary(state: State, step: melee_events.Nominate) -> tuple[str, ...]:
    side, men = candidates(state)
    return (side,) if len(men) > 1 else ()


def primary_decision(view: State, step: melee_events.Nominate, player: str) -> Decision:
    _, men = candidates(view)
    items = tuple([Item(id, view.figures[id].name) for id in men])
    sentence = "Several against one: who leads the fight, and takes what comes of it?"
    return Decision(player, "primary", "", sentence, ("skirmish.melee.primary",), form=Choose(items))


def primary_named(state: State, step: melee_events.Nominate, command: Command) -> Progress:
    return Progress((melee_events.MeleeArranged((_led_by(state.bouts[0], key_of(command)), *state.bouts[1:])),))


def primary_by_itself(state: State, step: melee_events.Nominate, dice: Dice) -> Progress:
    _, men = candidates(state)
    bout = state.bouts[0]
    led = _led_by(bout, men[0])
    return Progress((melee_events.MeleeArranged((led, *state.bouts[1:])),) if led != bout else ())


def _led_by(bout: Bout, id: str) -> Bout:
    if id in bout.a:
        return Bout((id, *[one for one in bout.a if one != id]), bout.b)
    return Bout(bout.a, (id, *[one for one in bout.b if one != id]))


def fight(state: State, step: melee_events.Fight, dice: Dice) -> Progress:
    """One combat between two primaries, and the loser driven back or unhorsed [melee.primary-throws]."""
    bout = state.bouts[0]
    before = len(dice.rolls)
    combat = combat_of(state, bout)
    fought = rule.fight(combat, dice)
    winner = fought.winner()
    loser = "" if winner == "tie" else bout.b[0] if winner == "a" else bout.a[0]
    victor = "" if winner == "tie" else bout.a[0] if winner == "a" else bout.b[0]
    harm = fought.harm if loser else 0
    injury = bool(loser) and harm > state.figures[loser].harm
    event = melee_events.BoutFought(
        bout=bout,
        a_score=fought.a_score,
        b_score=fought.b_score,
        result=fought.result,
        loser=loser,
        injury=injury,
        harm=harm,
        mounted=fought.mounted,
        tally=tally(combat, fought),
        rolls=tuple(dice.rolls[before:]),
    )
    if not loser:
        return Progress((event,))
    return Progress((event, *driven(apply(state, event), victor, loser, fought.result)))


def combat_of(state: State, bout: Bout) -> rule.Combat:
    a = state.figures[bout.a[0]]
    b = state.figures[bout.b[0]]
    return rule.Combat(
        fighter(state, a, b, bout.a[1:], bout.b), fighter(state, b, a, bout.b[1:], bout.a), state.settings
    )


def fighter(
    state: State, man: Figure, foe: Figure, helpers: tuple[str, ...], opponents: tuple[str, ...]
) -> rule.Fighter:
    """A primary as the table has him; one half over a wall cannot fight back.

    [melee.plus-one, melee.barricade, melee.charging, melee.mounted-rear-terms, actions.climb-crossing]
    """
    return rule.Fighter(
        quality=man.quality,
        arm="mounted" if man.arm == MOUNTED else "foot",
        weapon=man.melee,
        harm=man.harm,
        supporters=tuple([_supporter(state.figures[id]) for id in helpers]),
        uphill=man.level > max([state.figures[id].level for id in opponents]),
        barricade=defends(state, man, foe),
        charging=man.charged,
        opponent_in_rear=field.in_rear(man, foe),
        broken=field.broken(field.group_of(state, man.group)) or man.landing is not None,
        by=man.side,
    )


def _supporter(figure: Figure) -> rule.Supporter:
    return rule.Supporter("mounted" if figure.arm == MOUNTED else "foot", figure.melee)


def defends(state: State, man: Figure, foe: Figure) -> bool:
    """Behind an obstacle that he touches, or in a house with the enemy outside, and did not charge into this contact.

    [melee.barricade]
    """
    if man.charged:
        return False
    if field.between(state, man, foe) is not None:
        return True
    inside = in_area(state.ground, terrain_rule.WALLED, man.pose.x, man.pose.y)
    return inside and not in_area(state.ground, terrain_rule.WALLED, foe.pose.x, foe.pose.y)


def tally(combat: rule.Combat, fought: rule.Fought) -> tuple[Row, ...]:
    """What was taken off and added on either side, and the scores."""
    rows: list[Row] = []
    for own, enemy in ((combat.a, combat.b), (combat.b, combat.a)):
        mods: list[Mod] = [*rule.deductions(own, enemy, combat.settings), *rule.bonuses(own, combat.settings)]
        rows.extend([Row(f"{own.by}: {row.label}", row.value, row.clause) for row in lines(mods)])
    clause = "skirmish.melee.result-infantry"
    rows.append(Row("scores", f"{fought.a_score} to {fought.b_score}: {fought.result}", clause))
    return tuple(rows)


def driven(state: State, victor: str, loser: str, result: str) -> list[object]:
    """Where a beaten man ends: two centimetres back, or on foot where his horse stood, still in contact.

    [melee.push-back, melee.dismounted-plus-wound]
    """
    man = state.figures[loser]
    if not field.able(man):
        return []
    winner = state.figures[victor]
    if result in rule.UNHORSES:
        return [_on_his_feet(state, winner, man)]
    if result not in rule.PUSHES:
        return []
    return pushed_back(state, winner, man)


def _on_his_feet(state: State, winner: Figure, man: Figure) -> movement_events.Moved:
    away = distance(winner.pose.x, winner.pose.y, man.pose.x, man.pose.y)
    closer = 0.5 * (state.settings.base_mounted_cm - state.settings.base_foot_cm)
    heading = bearing(man.pose.x, man.pose.y, winner.pose.x, winner.pose.y)
    by = min(closer, away)
    end = Pose(rounded(man.pose.x + by * sine(heading)), rounded(man.pose.y + by * cosine(heading)), heading)
    return movement_events.Moved(figure=man.id, cause="push", start=man.pose, end=end, manoeuvres=(), paid=False)


def pushed_back(state: State, winner: Figure, man: Figure) -> list[object]:
    """Straight away from the winner, unengaged friends in the way shifted just far enough to clear.

    [melee.push-back, melee.push-back-behind, melee.push-back-terms]
    """
    heading = bearing(winner.pose.x, winner.pose.y, man.pose.x, man.pose.y)
    shifts: dict[str, float] = {}
    _shift(
        state=state,
        man=man,
        heading=heading,
        by=room_behind(state=state, man=man, heading=heading, by=rule.PUSH_BACK_CM, depth=0, above=()),
        shifts=shifts,
        depth=0,
    )
    events: list[object] = []
    # The hindmost steps back first, so that nobody is ever pushed on to a friend.
    hindmost = sorted(
        [(-state.figures[id].pose.x * sine(heading) - state.figures[id].pose.y * cosine(heading), id) for id in shifts]
    )
    for _, id in hindmost:
        figure = state.figures[id]
        x = rounded(figure.pose.x + shifts[id] * sine(heading))
        y = rounded(figure.pose.y + shifts[id] * cosine(heading))
        if id == man.id:
            x, y = rule.pushed((winner.pose.x, winner.pose.y), (man.pose.x, man.pose.y), shifts[id])
        if field.partner_of(state, figure) is not None:
            events.append(carrying_table.lets_go(state, figure))
            state = apply(state, events[-1])
        events.append(
            movement_events.Moved(
                figure=id,
                cause="push",
                start=figure.pose,
                end=Pose(x, y, figure.pose.facing),
                manoeuvres=(),
                paid=False,
            )
        )
    return events


def in_the_way(state: State, man: Figure, heading: int, by: float) -> list[tuple[Figure, float]]:
    """Able figures on his floor that a man driven so far would run into, and after how much."""
    found: list[tuple[Figure, float]] = []
    s = sine(heading)
    c = cosine(heading)
    own = field.radius(man, state.settings)
    for other in field.able_of(state):
        dx = other.pose.x - man.pose.x
        dy = other.pose.y - man.pose.y
        along = dx * s + dy * c
        across = dx * c - dy * s
        room = own + field.radius(other, state.settings)
        if other.id == man.id or along <= 0.0 or abs(across) >= room - 0.01 or field.floors_apart(state, man, other):
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
    return other.side == man.side and not field.in_contact(state, other)


def room_behind(state: State, man: Figure, heading: int, by: float, depth: int, above: tuple[str, ...]) -> float:
    """How far a man can be driven before terrain, an obstacle, the edge or somebody engaged stops him.

    [melee.push-back-terms]
    """
    went = _room_on_ground(state, man, heading, by)
    for other, before in in_the_way(state, man, heading, went):
        if before >= went:
            continue
        if depth < LINE_BEHIND and other.id not in above and yields(state, man, other):
            given = room_behind(
                state=state, man=other, heading=heading, by=went - before, depth=depth + 1, above=(*above, man.id)
            )
            went = min(went, before + given)
        else:
            went = min(went, before)
    return went


def _room_on_ground(state: State, man: Figure, heading: int, by: float) -> float:
    """How far until the table's edge, ground nobody enters or a linear obstacle."""
    room = field.radius(man, state.settings)
    went = by
    while went > 0.0:
        x = man.pose.x + went * sine(heading)
        y = man.pose.y + went * cosine(heading)
        ax, ay = man.pose.x, man.pose.y
        beyond = (x + room * sine(heading), y + room * cosine(heading))
        clear = field.on_ground(state, x, y, room) and not movement_paths.barred_spans(state, ax, ay, x, y)
        clear = clear and not movement_faults.off_floor(state, man, x, y)
        clear = clear and not movement_faults.astride(man, x, y, room, field.barriers(state))
        if clear and not movement_paths.lines_over(state, [(ax, ay), beyond]):
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
                _shift(
                    state=state,
                    man=other,
                    heading=heading,
                    by=rule.shift_behind(before, by),
                    shifts=shifts,
                    depth=depth + 1,
                )


PLAYS: Final[Plays] = {
    melee_events.Melee: Play(begin_melee),
    melee_events.Pairing: Play(paired, asks_for_pairing, pairing_decision, pairing_chosen),
    melee_events.PickBout: Play(next_bout, asks_for_bout, bout_decision, bout_picked),
    melee_events.Nominate: Play(primary_by_itself, asks_for_primary, primary_decision, primary_named),
    melee_events.Fight: Play(fight),
}
