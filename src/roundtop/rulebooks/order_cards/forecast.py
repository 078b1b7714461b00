"""Chances of what a command would start, from the rules' own code: a volley to its last test, a charge to its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import Chosen, Marched
from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import melee
from roundtop.rulebooks.order_cards.activation import END, deeds, under_muskets
from roundtop.rulebooks.order_cards.combat import NO_TARGET, fighters
from roundtop.rulebooks.order_cards.fire import Volley, hits, percent, unsaved, volley_save
from roundtop.rulebooks.order_cards.morale import (
    AFTER_FIRE,
    FORMATION_CHANGE,
    PASSED_THROUGH,
    VOLUNTARY_DISORDER,
    Check,
    Nerve,
    Rallied,
    Regiment,
    becoming,
    circle,
    loser_test,
    nerve,
    rally,
)
from roundtop.rulebooks.order_cards.movement import Others, course_of, passed
from roundtop.rulebooks.order_cards.react import (
    NOBODY,
    faced_cover,
    helper_named,
    in_cover,
    losses_of,
    might_help,
    officers_near,
    regiment_of,
)
from roundtop.rulebooks.order_cards.shooting import DOUBLE, HOLD_FIRE, SPLIT, checks, snipe_chance, volley_of
from roundtop.rulebooks.order_cards.sight import known_enemies
from roundtop.rulebooks.order_cards.state import Attack, Melee, State, Unit, card_of, melee_of, unit_of
from roundtop.rulebooks.order_cards.steps import (
    UNASKED,
    Act,
    CardInPlay,
    DeclareCharge,
    Fight,
    FireAt,
    MoveUnit,
    Rally,
    Step,
    TestLoser,
    TestMorale,
)
from roundtop.rulebooks.order_cards.tables import DESTROYED, HEAD_DOWN, LOOSE, ROUTING, STEADY
from roundtop.table.path import Manoeuvre

NO_HELP: Final = "if no officer helps"
NO_LEADERS: Final = "if no officer leads either side"


# ---------------------------------------------------------------- a volley, its saves and the test it calls for


@final
@dataclass(slots=True, init=False, unsafe_hash=True)
class Struck:
    """A target under fire: the hits or boxes so far, and the unit as they leave it."""

    boxes: int
    unit: Regiment

    def __init__(self, boxes: int, unit: Regiment) -> None:
        self.boxes = boxes
        self.unit = unit


@final
class Shots:
    """The stages of one volley; `tests` is false for a target without nerves."""

    def __init__(self, volley: Volley, check: Check, tests: bool = True) -> None:
        self.percent = percent(volley)
        self.save = volley_save(volley)
        self.check = check
        self.tests = tests

    def hit(self, before: Struck, dice: Dice) -> Struck:
        return Struck(hits(self.percent, "", dice), before.unit)

    def saved(self, before: Struck, dice: Dice) -> Struck:
        boxes = unsaved(before.boxes, self.save, "", dice)
        return Struck(boxes, circle(before.unit, boxes, self.check.settings))

    def tested(self, before: Struck, dice: Dice) -> Struck:
        if before.boxes == 0 or not self.tests or before.unit.state == DESTROYED:
            return before
        one = self.check
        check = Check(one.kind, before.unit, one.cover, one.sheltered, one.officer, one.by, one.settings)
        return Struck(before.boxes, nerve(check, dice).unit)


def volley_odds(volley: Volley, check: Check, tests: bool = True) -> Odds[Struck]:
    """Exact chances of a volley to the end of the test it calls for."""
    shots = Shots(volley, check, tests)
    return fold((shots.hit, shots.saved, shots.tested), Struck(0, check.unit))


# ---------------------------------------------------------------- a melee and the test of its losers


@final
@dataclass(slots=True, init=False, unsafe_hash=True)
class Brawl:
    """A melee, and the units that lost it as their tests leave them."""

    fray: melee.Fray
    losers: tuple[Regiment, ...]

    def __init__(self, fray: melee.Fray, losers: tuple[Regiment, ...] = ()) -> None:
        self.fray = fray
        self.losers = losers


@final
class Clash:
    """The stages of a melee to its end; the rosters are those of its units, attackers first."""

    def __init__(
        self, situation: melee.Melee, attackers: tuple[Regiment, ...], defenders: tuple[Regiment, ...]
    ) -> None:
        self.stages = melee.Stages(situation)
        self.situation = situation
        self.attackers = attackers
        self.defenders = defenders

    def round(self, before: Brawl, dice: Dice) -> Brawl:
        return Brawl(self.stages.round(before.fray, dice))

    def tested(self, before: Brawl, dice: Dice) -> Brawl:
        """The losers' tests, without officers or cover [melee.morale-ok]."""
        fray = before.fray
        if fray.winner == melee.NEITHER:
            return before
        won = fray.winner == melee.ATTACKERS
        fighters = self.situation.defenders if won else self.situation.attackers
        circled = fray.defenders if won else fray.attackers
        settings = self.situation.settings
        found: list[Regiment] = []
        for place, roster in enumerate(self.defenders if won else self.attackers):
            beaten = circle(roster, circled[place] - roster.circled, settings)
            if beaten.state == DESTROYED or fighters[place].surrounded:
                found.append(beaten)
            else:
                steady = becoming(beaten, STEADY, True, 0, settings)
                found.append(loser_test(steady, (), 0, "", settings, dice).unit)
        return Brawl(fray, tuple(found))


def melee_odds(situation: melee.Melee, attackers: tuple[Regiment, ...], defenders: tuple[Regiment, ...]) -> Odds[Brawl]:
    """Exact chances of a melee and of the test of whoever loses it."""
    clash = Clash(situation, attackers, defenders)
    rounds = [clash.round] * situation.settings.melee_max_rounds
    return fold((*rounds, clash.tested), Brawl(melee.begun(situation)))


# ---------------------------------------------------------------- what a command starts


def forecast(view: State, step: Step, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring, up to the next decision or, by the policy its note names, beyond it."""
    if isinstance(step, MoveUnit) and isinstance(command.answer, Marched):
        return _move_forecasts(view, step, command.answer.manoeuvres)
    if not isinstance(command.answer, Chosen) or not command.answer.keys:
        return ()
    key = command.answer.keys[0]
    if isinstance(step, CardInPlay):
        return _picked_forecasts(view, key, command.player)
    if isinstance(step, FireAt):
        return _fire_forecasts(view, step, key)
    if isinstance(step, TestMorale):
        return (_test_forecast(view, step, key),)
    if isinstance(step, TestLoser):
        return (_loser_forecast(view, step, key),)
    if isinstance(step, Rally):
        return (_rally_forecast(view, step, key),)
    if isinstance(step, DeclareCharge) and key != NO_TARGET:
        return (_charge_forecast(view, step, key),)
    if isinstance(step, Fight):
        return _melee_forecasts(view, step, key)
    return _deed_forecasts(view, step.unit, key) if isinstance(step, Act) else ()


def _deed_forecasts(view: State, unit: str, deed: str) -> tuple[Forecast, ...]:
    """What a unit starts that is told to do something, no officer helping it."""
    if deed == "disorder":
        return (_test_forecast(view, TestMorale(unit, VOLUNTARY_DISORDER, "", 0, NOBODY), NOBODY, NO_HELP),)
    if deed == "rally":
        return (_rally_forecast(view, Rally(unit, NOBODY), NOBODY, NO_HELP),)
    melee = melee_of(view, unit)
    if deed == "fight" and melee is not None:
        return (_brawl_forecast(view, melee, (NOBODY, NOBODY), NO_LEADERS),)
    return ()


def _picked_forecasts(view: State, key: str, player: str) -> tuple[Forecast, ...]:
    """What a unit picked does at once if only one thing is open to it; the melees that end a card."""
    if key == END:
        firsts = [melee.attacks[0].unit for melee in view.melees]
        own = [id for id in firsts if unit_of(view, id).player == player]
        return tuple([one for id in own for one in _deed_forecasts(view, id, "fight")])
    for unit in view.units:
        if unit.id == key:
            open_to_it = deeds(view, unit, card_of(view, player))
            return _deed_forecasts(view, key, open_to_it[0]) if len(open_to_it) == 1 else ()
    return ()


def _move_forecasts(view: State, step: MoveUnit, made: tuple[Manoeuvre, ...]) -> tuple[Forecast, ...]:
    """The tests that a move calls for: its own for a change under muskets, and friends' whom a crowd passes through."""
    unit = unit_of(view, step.unit)
    for place, one in enumerate(made):
        if one.kind == "form" and one.on != "form-up":
            there = course_of(view, unit, made[:place]).after
            if under_muskets(view, there):
                return (_test_forecast(view, TestMorale(unit.id, FORMATION_CHANGE, "", 0, NOBODY), NOBODY, NO_HELP),)
    if not made or not unit.disordered:
        return ()
    friends = passed(unit, course_of(view, unit, made), Others(view, unit))
    return tuple(
        [
            _test_forecast(view, TestMorale(friend.id, PASSED_THROUGH, "", 0, NOBODY), NOBODY)
            for friend in friends
            if not friend.disordered
        ]
    )


def _fire_forecasts(view: State, step: FireAt, key: str) -> tuple[Forecast, ...]:
    """Boxes circled by a volley, and what becomes of its target; or a shot at a lone man."""
    if key == HOLD_FIRE:
        return ()
    unit = unit_of(view, step.unit)
    double = key.startswith(DOUBLE)
    guns = step.guns
    if key.startswith(SPLIT):
        guns = tuple(range(unit.stands // 2))
    found = [one for one in view.units if one.id == key.removeprefix(DOUBLE).removeprefix(SPLIT)]
    if not found:
        return (_snipe_forecast(view, unit, key),)
    target = found[0]
    volley = volley_of(view, unit, target, double, guns)
    check = Check(
        AFTER_FIRE,
        regiment_of(target),
        faced_cover(view, target, unit.id),
        in_cover(view, target, known_enemies(view, target.side)),
        settings=view.settings,
    )
    odds = volley_odds(volley, check, checks(target))
    boxes = _told(f"{target.name}: boxes circled", mapped(odds, _box_words))
    late = view.settings.morale_check_timing == "end-of-card"
    note = "if it tests now and no officer helps" if late else NO_HELP if officers_near(view, target) else ""
    return (boxes, _told(f"{target.name} after its test", mapped(odds, _struck_words), note))


def _snipe_forecast(view: State, unit: Unit, key: str) -> Forecast:
    chance = snipe_chance(view, unit, key) / 100.0
    return Forecast(f"{unit.name} at a lone man", True, (("hit", chance), ("missed", 1.0 - chance)))


def _test_forecast(view: State, step: TestMorale, key: str, note: str = "") -> Forecast:
    """The test of a unit with the officer named, or nobody."""
    unit = unit_of(view, step.unit)
    check = Check(
        step.kind,
        regiment_of(unit),
        faced_cover(view, unit, step.foe),
        in_cover(view, unit, known_enemies(view, unit.side)),
        helper_named(view, key),
        settings=view.settings,
    )
    odds: Odds[Nerve] = fold((lambda _, dice: nerve(check, dice),), Nerve(False, 0, check.unit))
    return _told(f"{unit.name} tests", mapped(odds, _nerve_words), note)


def _loser_forecast(view: State, step: TestLoser, key: str) -> Forecast:
    unit = unit_of(view, step.unit)
    roster = regiment_of(unit)
    cover = faced_cover(view, unit, "")
    rating = helper_named(view, key).rating
    odds: Odds[Nerve] = fold(
        (lambda _, dice: loser_test(roster, cover, rating, "", view.settings, dice),), Nerve(False, 0, roster)
    )
    return _told(f"{unit.name} after the melee", mapped(odds, _nerve_words))


def _rally_forecast(view: State, step: Rally, key: str, note: str = "") -> Forecast:
    unit = unit_of(view, step.unit)
    roster = regiment_of(unit)
    cover = faced_cover(view, unit, "")
    rating = helper_named(view, key).rating
    odds: Odds[Rallied] = fold(
        (lambda _, dice: rally(roster, cover, rating, "", view.settings, dice),), Rallied(False, 0, roster, False)
    )
    return _told(f"{unit.name} tries to rally", mapped(odds, _rally_words), note)


def _charge_forecast(view: State, step: DeclareCharge, key: str) -> Forecast:
    """The melee that a charge may lead to: home with its whole bonus, nothing measured [charge.reach-not-shown]."""
    unit = unit_of(view, step.unit)
    target = unit_of(view, key)
    loose = target.formation == LOOSE and not target.disordered
    bonus = unit.bonus if unit.target else card_of(view, unit.player).charge
    attack = Attack(unit.id, target.id, bonus, 0, "front", "", False, loose, unit.disordered)
    note = "if it gets home in front with its whole bonus, no officer leads and no cover counts"
    return _brawl_forecast(view, Melee((attack,), (target.id,)), (NOBODY, NOBODY), note)


def _melee_forecasts(view: State, step: Fight, key: str) -> tuple[Forecast, ...]:
    """The melee with the officer named; the other side's, if he is still to be named, taken to be nobody."""
    melee = melee_of(view, step.unit)
    if melee is None:
        return ()
    attacking = step.attackers == UNASKED and might_help(view, unit_of(view, melee.attacks[0].unit))
    leaders = (key, NOBODY) if attacking else (step.attackers, key)
    led = tuple([NOBODY if one == UNASKED else one for one in leaders])
    note = "if no officer leads the other side" if attacking else ""
    return (_brawl_forecast(view, melee, (led[0], led[1]), note),)


def _brawl_forecast(view: State, melee: Melee, leaders: tuple[str, str], note: str) -> Forecast:
    situation = fighters(view, melee, leaders)
    ours = [unit_of(view, attack.unit) for attack in melee.attacks]
    theirs = [unit_of(view, id) for id in melee.defenders]
    odds = melee_odds(
        situation, tuple([regiment_of(unit) for unit in ours]), tuple([regiment_of(unit) for unit in theirs])
    )
    words = Brawls(ours[0].name, theirs[0].name)
    return _told(f"{ours[0].name} : {theirs[0].name}", mapped(odds, words.told), note)


# ---------------------------------------------------------------- in words


def _told(title: str, odds: Odds[str], note: str = "") -> Forecast:
    """Chances of what is read of an outcome, likeliest first."""
    ranked = sorted([(text, float(chance)) for text, chance in odds.items()], key=_likeliest)
    return Forecast(title, True, tuple(ranked), note)


def _likeliest(chance: tuple[str, float]) -> tuple[float, str]:
    return (-chance[1], chance[0])


def _box_words(struck: Struck) -> str:
    return f"{struck.boxes} box{'' if struck.boxes == 1 else 'es'}"


def _fate_words(unit: Regiment) -> str:
    """What becomes of a unit, in a word or two."""
    if unit.state == STEADY and unit.disordered:
        return "in disorder"
    return {ROUTING: "routs", DESTROYED: "destroyed", HEAD_DOWN: "head down"}.get(unit.state, "stands")


def _struck_words(struck: Struck) -> str:
    return _fate_words(struck.unit) if struck.boxes else "not hit"


def _nerve_words(nerve: Nerve) -> str:
    words = _fate_words(nerve.unit)
    return words if nerve.officer in ("none", "unharmed") else f"{words}, the officer: {nerve.officer}"


def _rally_words(rallied: Rallied) -> str:
    if rallied.passed:
        return "rallies"
    words = _fate_words(rallied.unit)
    return f"{words}, the officer with it" if rallied.officer_routs else words


@final
class Brawls:
    """The end of a melee in words, by the names of its first two units."""

    def __init__(self, attacker: str, defender: str) -> None:
        self.attacker = attacker
        self.defender = defender

    def told(self, brawl: Brawl) -> str:
        if brawl.fray.winner == melee.NEITHER:
            return "nobody is left"
        won = brawl.fray.winner == melee.ATTACKERS
        loser = self.defender if won else self.attacker
        first = brawl.losers[0]
        fate = "surrenders or stands" if first.state == STEADY and not first.disordered else _fate_words(first)
        return f"{self.attacker if won else self.defender} wins; {loser}: {fate}"


def losses(view: State) -> dict[str, int]:
    """Stands each side has lost."""
    found: dict[str, int] = {}
    for army in view.armies:
        destroyed, captured, guns, _ = losses_of(view, army.side)
        found[army.side] = destroyed + captured + guns
    return found
