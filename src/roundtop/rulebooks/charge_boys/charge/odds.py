"""How a charge ends: the table's own steps folded, the first round of melee included."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.forms import Answer, Choose, Chosen
from roundtop.battle.protocol import Command, Forecast, Progress
from roundtop.dice.exact import Odds, TooMany, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.record import replace
from roundtop.rulebooks.charge_boys import field, turn
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.charge import declare, events, rule, table
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.fire import odds as fire_odds
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.melee import events as melee_events
from roundtop.rulebooks.charge_boys.melee import rule as melee_rule
from roundtop.rulebooks.charge_boys.melee import table as melee_table
from roundtop.rulebooks.charge_boys.morale import odds as morale_odds
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.pursuit import events as pursuit_events
from roundtop.rulebooks.charge_boys.state import ON_TABLE, Fight, State, Unit

CONTACT: Final = "contact"
STOPPED: Final = "stopped by fire"
MOST_STEPS: Final = 40
"""More than any charge has, interceptions included."""
ASSUMED: Final = {"evade": "evade", "counter": "stand", "closing": "fire"}
"""What the other side is taken to answer on the way."""
SAID: Final = {
    "evade": "if it evades, which it need not",
    "counter": "if it does not countercharge",
    "closing": "if it fires as the charge comes on",
    "bend": "if it bends the first way it may",
}


class Moment:
    """A charge on its way: the table, what is still to do, and the words for how it ended. Equal ones are merged."""

    def __init__(self, state: State, agenda: tuple[object, ...], words: str, course: rule.Course | None = None) -> None:
        self.state = state
        self.agenda = agenda
        self.words = words
        self.course = course
        self.given: rule.Charge | None = None
        self.stage = 0

    def __hash__(self) -> int:
        if self.words not in ("", CONTACT):
            return hash(self.words)
        men = tuple([(unit.men, unit.turn.reach) for unit in self.state.units])
        return hash((self.words, len(self.agenda), self.stage, self.course, men))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moment) or (self.words, self.stage) != (other.words, other.stage):
            return False
        if self.words not in ("", CONTACT):
            return True
        same = self.course == other.course and self.agenda == other.agenda and self.state.fights == other.state.fights
        return same and self.state.units == other.state.units and self.state.generals == other.state.generals


def charge_forecasts(view: State, step: events.Declare, answer: Answer) -> tuple[Forecast, ...]:
    assert isinstance(answer, Chosen)
    charger, colon, target = answer.keys[0].partition(":")
    if not colon:
        return ()
    unit, foe = field.unit_of(view, charger), field.unit_of(view, target)
    told, agenda = declare.declaring(view, charger, target, ())
    if not agenda:
        return ()
    asked: set[str] = set()
    try:
        odds = fold([partial(_onward, asked)] * MOST_STEPS, Moment(_after(view, told), agenda, ""))
    except TooMany:
        return ()
    notes = [SAID[kind] for kind in SAID if kind in asked]
    note = ", ".join([*notes, "if nobody else comes in"])
    return (Forecast(f"{unit.name} charges {foe.name}", True, _ends(odds, charger), note),)


def _after(state: State, told: tuple[object, ...]) -> State:
    for event in told:
        state = apply(state, event)
    return state


def _onward(asked: set[str], moment: Moment, dice: Dice) -> Moment:
    """The next step of a charge, as the table plays it; closing fire stage by stage [charge.sequence]."""
    if moment.words:
        return moment
    if not moment.agenda:
        return Moment(moment.state, (), STOPPED)
    step, rest = moment.agenda[0], moment.agenda[1:]
    if isinstance(step, pursuit_events.Catch):
        return Moment(moment.state, (), _caught(field.unit_of(moment.state, step.target)))
    if isinstance(step, events.UnderFire):
        return _under_fire(moment, step, rest, dice)
    return _went(moment.state, _played(moment.state, step, asked, dice), rest)


def _played(state: State, step: object, asked: set[str], dice: Dice) -> Progress:
    """One step of the table; whoever is asked answers as is assumed [turn.decisions]."""
    play = turn.PLAYS[type(step)]
    players = play.asks(state, step)
    if not players:
        return play.advance(state, step, dice)
    decision = play.decision(state, step, players[0])
    asked.add(decision.kind)
    assert isinstance(decision.form, Choose)
    key = ASSUMED.get(decision.kind, "") or decision.form.items[0].key
    return play.accept(state, step, Command(players[0], decision.kind, decision.about, Chosen((key,))))


def _went(state: State, progress: Progress, rest: tuple[object, ...]) -> Moment:
    words = ""
    for event in progress.events:
        state = apply(state, event)
        if isinstance(event, events.ChargeFell):
            words = _fell(state, event)
        elif isinstance(event, melee_events.ContactMade):
            words = CONTACT
    agenda = (*progress.steps, *rest)
    if agenda and isinstance(agenda[0], events.ClosingFire):
        state = _in_reach(state, agenda[0].unit)
    return Moment(state, agenda, words)


def _in_reach(state: State, id: str) -> State:
    """The table when a charger reaches its target: how far it could have gone no longer counts."""
    unit = field.noted(field.unit_of(state, id))
    unit.turn.reach = unit.turn.full_reach = 1.0
    return field.with_unit(state, unit)


def _under_fire(moment: Moment, step: events.UnderFire, rest: tuple[object, ...], dice: Dice) -> Moment:
    """One of the stages that the table plays at one go [charge.test-under-fire]."""
    given, course = moment.given, moment.course
    if given is None or course is None:
        given, course = table.closing(moment.state, step)
    if moment.stage < len(rule.UNDER_FIRE):
        course = rule.UNDER_FIRE[moment.stage](given, course, dice)
        last = moment.stage + 1 == len(rule.UNDER_FIRE)
        if last and rule.result_under_fire(given, course) != morale_rule.CARRY_ON:
            return Moment(moment.state, (), STOPPED)
        new = Moment(moment.state, moment.agenda, "", _passed(course) if last else course)
        new.given, new.stage = given, moment.stage + 1
        return new
    return _went(moment.state, table.came_under_fire(moment.state, step, given, course, dice), rest)


def _passed(course: rule.Course) -> rule.Course:
    """A charger that comes on: by how much it passed, and hits that took nobody, no longer count."""
    first = course.first if course.first == rule.NOT_THROWN else morale_rule.PASSES
    other = course.other if course.other == rule.NOT_THROWN else morale_rule.PASSES
    return replace(course, hits=0, first=first, other=other)


def _fell(state: State, event: events.ChargeFell) -> str:
    target = field.unit_of(state, event.target)
    if event.cause == "balked":
        return "does not go in"
    if event.cause == "repulsed":
        return "thrown back"
    if event.cause == "shaken":
        return STOPPED
    gave_way = target.place != ON_TABLE or target.turn.met in ("gives-way", "evades") or field.routing(target)
    return f"{target.name} gives way" if gave_way else "falls short"


def _caught(victim: Unit) -> str:
    return f"{victim.name} is caught running" if field.routing(victim) else f"{victim.name} is caught giving way"


def _ends(odds: Odds[Moment], charger: str) -> tuple[tuple[str, float], ...]:
    """How a charge ends; one that strikes home goes on to the first round and its loser's test."""
    shares: dict[str, float] = {}
    for moment, chance in odds.items():
        if moment.words != CONTACT:
            _add(shares, moment.words, float(chance))
            continue
        for words, share in round_odds(moment.state, charger):
            _add(shares, words, float(chance) * share)
    return tuple(sorted(shares.items(), key=fire_odds.likeliest))


def _add(shares: dict[str, float], words: str, share: float) -> None:
    shares[words] = shares.get(words, 0.0) + share


def round_odds(state: State, charger: str) -> list[tuple[str, float]]:
    """Chances of the first round after contact, and of the test of its loser [melee.loser-test]."""
    group = next(group for group in melee_table.groups(state) if charger in group)
    fights = [fight for fight in state.fights if fight.a in group]
    if len(fights) > 1:
        return [("joins the melee", 1.0)]
    fight = fights[0]
    parts = {id: melee_table.shares(state, field.unit_of(state, id)) for id in group}
    a, b = melee_table.pair(state, fight, parts)
    on_a = mapped(melee_rule.toll_odds(a, b, state.settings), _toll_lost)
    on_b = mapped(melee_rule.toll_odds(b, a, state.settings), _toll_lost)
    shares: dict[str, float] = {}
    for lost, chance in on_a.items():
        for took, times in on_b.items():
            share = float(chance) * float(times)
            loser = melee_rule.loser(
                lost.killed, took.killed, melee_rule.left(a, lost.killed), melee_rule.left(b, took.killed)
            )
            if loser == melee_rule.DRAW:
                _add(shares, "a drawn melee", share)
            else:
                won = (loser == melee_rule.B) == (fight.a == charger)
                _add(shares, f"{'won' if won else 'lost'}:{_of(took if loser == melee_rule.B else lost)}", share)
    return _with_tests(state, fight, charger, shares)


def _of(lost: casualties_rule.Losses) -> str:
    return f"{lost.killed},{lost.officers},{int(lost.general)}"


def _with_tests(state: State, fight: Fight, charger: str, shares: dict[str, float]) -> list[tuple[str, float]]:
    """Rounds lost by so many become the test of their loser, face by face."""
    found: dict[str, float] = {}
    for key, share in shares.items():
        words, colon, lost = key.partition(":")
        if not colon:
            _add(found, words, share)
            continue
        killed, officers, general = [int(number) for number in lost.split(",")]
        loser = charger if words == "lost" else fight.b if fight.a == charger else fight.a
        taken = casualties_rule.Losses(killed, officers, bool(general))
        for result, part in _loser_odds(state, fight, loser, taken):
            _add(found, f"melee {words}, the loser {result}", share * part)
    return list(found.items())


def _loser_odds(state: State, fight: Fight, loser: str, lost: casualties_rule.Losses) -> list[tuple[str, float]]:
    foe = field.unit_of(state, fight.b if fight.a == loser else fight.a)
    now = _reduced(state, field.unit_of(state, loser), foe, lost)
    unit = field.unit_of(now, loser)
    if unit.place != ON_TABLE:
        return [("destroyed", 1.0)]
    modifier = sum([mod.value for mod in morale_rule.other_mods(melee_table.loser_nerve(now, unit, foe))])
    stands = [face for face in range(1, 7) if morale_rule.reading(face + modifier) == morale_rule.CARRY_ON]
    return [(words, part) for words, part in (("stands", len(stands) / 6.0), ("driven back", 1 - len(stands) / 6.0))]


def _reduced(state: State, unit: Unit, foe: Unit, lost: casualties_rule.Losses) -> State:
    """The table after a unit's losses in a round [core.remove-figures, melee.general]."""
    now = state
    if lost.general:
        shocked = field.noted(unit)
        shocked.turn.general_lost = True
        fallen = generals_events.GeneralLost(generals_table.general_falls(state, unit), "killed")
        now = apply(field.with_unit(now, shocked), fallen)
    for event in casualties_table.taken_off(now, field.unit_of(now, unit.id), lost, foe):
        now = apply(now, event)
    return now


def _toll_lost(toll: melee_rule.Toll) -> casualties_rule.Losses:
    return toll.lost


def closing_forecasts(view: State, step: events.ClosingFire, answer: Answer) -> tuple[Forecast, ...]:
    """What closing fire does to the charger, and whether it comes on."""
    assert isinstance(answer, Chosen)
    key = answer.keys[0]
    if key == "hold":
        return ()
    name = field.unit_of(view, step.unit).name
    given, start = table.closing(view, events.UnderFire(step.unit, step.target, key == "buck"))
    odds = fold([partial(stage, given) for stage in rule.UNDER_FIRE], start)
    lost = sorted([(number, float(chance)) for number, chance in mapped(odds, _charger_lost).items()])
    ends = mapped(odds, partial(_comes_on, given))
    return (
        Forecast(
            f"{name} under closing fire", True, tuple([(fire_odds.loses(number), chance) for number, chance in lost])
        ),
        Forecast(f"The charge of {name}", True, morale_odds.ranked(ends)),
    )


def _charger_lost(course: rule.Course) -> int:
    return course.lost.killed


def _comes_on(given: rule.Charge, course: rule.Course) -> str:
    result = rule.result_under_fire(given, course)
    return "goes home" if result == morale_rule.CARRY_ON else morale_odds.WORDS[result]
