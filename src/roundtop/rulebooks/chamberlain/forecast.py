"""Chances of what a command would start, up to the next decision, from the rules' own code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.forms import Chosen, Marched, Numbered
from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, TooMany, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import artillery, fire
from roundtop.rulebooks.chamberlain.activation import acted, attempt, read
from roundtop.rulebooks.chamberlain.combat import clash_of, groups, shares_of
from roundtop.rulebooks.chamberlain.events import ContactMade, DiceAllotted, Moved, apply
from roundtop.rulebooks.chamberlain.melee import Clash, Reached, prospects
from roundtop.rulebooks.chamberlain.morale import Rallied, rallied
from roundtop.rulebooks.chamberlain.orders import FACES, target_of
from roundtop.rulebooks.chamberlain.shooting import gun_shot_at, shot_at, troops
from roundtop.rulebooks.chamberlain.state import (
    BROKEN,
    RETIRED,
    State,
    Unit,
    copied,
    label,
    unit_of,
    with_unit,
)
from roundtop.rulebooks.chamberlain.steps import Act, Allot, ChooseCombat, ChooseShot, Movement
from roundtop.rulebooks.chamberlain.tables import GUNS, INFANTRY, Troops

BLIND_ELAN: Final = 6
"""What a blind is taken for where a fight with it is weighed: fresh infantry of regular elan with rifle-muskets."""
NOTHING: Final = fire.Effect(0, 0, "", False, False, False, False)


def forecast(view: State, step: object, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring: an activation, a volley, a rally, the melee that a charge begins."""
    odds = ODDS.get(type(step))
    return () if odds is None else odds(view, step, command)


# ---------------------------------------------------------------- activation


def activation_odds(view: State, step: Movement, command: Command) -> tuple[Forecast, ...]:
    """The die for an activation, an Intuitive officer's second left aside [activate.roll]."""
    answer = command.answer
    target = target_of(view, answer.keys[0]) if isinstance(answer, Chosen) else 0
    if target == 0:
        return ()
    chance = (FACES + 1 - target) / FACES
    chances = (("activated", chance), ("not activated", 1 - chance))
    return (Forecast("Activation", True, chances, "without an Intuitive officer's second die"),)


# ---------------------------------------------------------------- fire


def shot_hits(view: State, firer: Unit, target: Unit, before_move: bool) -> Odds[int]:
    """Exact chances of the hits of a shot."""
    if firer.arm in GUNS:
        gun = gun_shot_at(view, firer, target)
        return fold((lambda _, dice: artillery.volley(gun, dice),), 0)
    shot = shot_at(view, firer, target, before_move)
    return fold((lambda _, dice: fire.volley(shot, dice),), 0)


def shot_odds(view: State, firer: Unit, target: Unit, before_move: bool) -> Odds[fire.Effect]:
    """Exact chances of what a shot does to a unit that is known [fire.hit-effect, fire.sharpshooters]."""
    hits = shot_hits(view, firer, target, before_move)
    found: dict[fire.Effect, int] = {}
    aimed = troops(view, target)
    sniped = firer.arm not in GUNS and "SS" in firer.traits
    total = hits.total * FACES
    for number, weight in hits.weights.items():
        odds = fold((_Struck(view, aimed, number, sniped),), NOTHING)
        for effect, part in odds.weights.items():
            found[effect] = found.get(effect, 0) + weight * part * FACES // odds.total
    return Odds(found, total)


class _Struck:
    """What so many hits do, an officer's risk included."""

    def __init__(self, view: State, target: Troops, hits: int, sniped: bool) -> None:
        self.settings = view.settings
        self.target = target
        self.hits = hits
        self.sniped = sniped

    def __call__(self, before: fire.Effect, dice: Dice) -> fire.Effect:
        return fire.struck(self.target, self.hits, self.sniped, self.settings, dice)


def chosen_shot_odds(view: State, step: ChooseShot, command: Command) -> tuple[Forecast, ...]:
    if not isinstance(command.answer, Chosen):
        return ()
    unit, _, target = command.answer.keys[0].partition(">")
    return _shot(view, unit, target, False) if target in [one.id for one in view.units] else ()


def _shot(view: State, firer: str, target: str, before_move: bool) -> tuple[Forecast, ...]:
    at = unit_of(view, target)
    title = f"{label(at)} under this fire"
    if at.concealed:
        hits = mapped(shot_hits(view, unit_of(view, firer), at, before_move), _hits)
        return (Forecast(title, True, _ranked(hits), "what a concealed unit suffers depends on what it is"),)
    odds = shot_odds(view, unit_of(view, firer), at, before_move)
    found = [Forecast(title, True, _ranked(mapped(odds, _effect)))]
    killed = float(odds.where(_killed))
    if killed:
        found.append(Forecast("Its officer", True, (("killed", killed), ("unhurt", 1 - killed))))
    return tuple(found)


def _killed(effect: fire.Effect) -> bool:
    return effect.officer_killed


def _hits(hits: int) -> str:
    return "no hit" if hits == 0 else f"{hits} {'hit' if hits == 1 else 'hits'}"


def _effect(effect: fire.Effect) -> str:
    if effect.hits == 0:
        return "no hit"
    if effect.status in (BROKEN, RETIRED):
        return "breaks" if effect.status == BROKEN else "retires"
    return "retreats" if effect.status == "ok" else f"{effect.fatigue} fatigue{', retreats' if effect.retreats else ''}"


def _ranked(odds: Odds[str]) -> tuple[tuple[str, float], ...]:
    return tuple([(words, float(chance)) for words, chance in odds.items()])


# ---------------------------------------------------------------- an activated unit


def action_odds(view: State, step: Act, command: Command) -> tuple[Forecast, ...]:
    if not isinstance(command.answer, Marched):
        return ()
    unit = unit_of(view, step.unit)
    action = read(unit.pose, command.answer.manoeuvres, view.settings.setup_unit_depth)
    if action.clause:
        return ()
    if action.kind == "fire":
        return _shot(view, unit.id, action.target, True)
    if action.kind == "rally":
        return _rally(view, unit)
    return _charge(view, step, command) if action.kind == "charge" else ()


def _rally(view: State, unit: Unit) -> tuple[Forecast, ...]:
    tried = attempt(view, unit)
    odds = fold((lambda _, dice: rallied(tried, dice),), Rallied(False, False, False, 0))
    success = float(odds.where(lambda one: one.success))
    found = [Forecast("Rally", True, (("one fatigue less", success), ("nothing", 1 - success)))]
    killed = float(odds.where(lambda one: one.officer_killed))
    if killed:
        found.append(Forecast("The Hero", True, (("killed", killed), ("unhurt", 1 - killed))))
    return tuple(found)


# ---------------------------------------------------------------- melee


def contact(view: State, step: Act, command: Command) -> State | None:
    """The table as it would be with the charge gone home; None if it would not."""
    state = view
    met = False
    for event in acted(view, step, command).events:
        if isinstance(event, (Moved, ContactMade)):
            state = apply(state, event)
            met = met or isinstance(event, ContactMade)
    return state if met else None


def _fight_of(state: State, charger: str) -> tuple[str, ...]:
    """The defenders of the combat in which a charger fights."""
    for charge in state.charges:
        if charge.charger == charger:
            for group in groups(state.charges):
                if charge.targets[0] in group:
                    return group
    raise KeyError(charger)


def _charge(view: State, step: Act, command: Command) -> tuple[Forecast, ...]:
    state = contact(view, step, command)
    if state is None:
        return ()
    return _melee(state, _fight_of(state, step.unit), "if nothing else changes before the Combat Phase")


def known(state: State, defenders: tuple[str, ...]) -> tuple[State, bool]:
    """The table with blinds among the defenders taken for regular infantry, and whether there are any."""
    guessed = False
    for id in defenders:
        unit = unit_of(state, id)
        if unit.concealed:
            guessed = True
            new = copied(unit)
            new.arm = INFANTRY
            new.elan = BLIND_ELAN
            new.fatigue = 0
            new.traits = ()
            new.weapon = ""
            new.concealed = False
            state = with_unit(state, new)
    return state, guessed


def _melee(view: State, defenders: tuple[str, ...], note: str) -> tuple[Forecast, ...]:
    """The chances of a combat, one forecast for each who fights in it [melee.sequence]."""
    state, guessed = known(view, defenders)
    undivided = [charge.charger for charge in state.charges if len(charge.targets) > 1 and not charge.shares]
    for charger in undivided:
        state = apply(state, DiceAllotted(charger, shares_of(state, charger, 0)))
    clash = clash_of(state, defenders)
    try:
        odds = prospects(clash)
    except TooMany:
        return ()
    notes = [note] if note else []
    if guessed:
        notes.append("a concealed unit is taken for fresh infantry of elan 6")
    if undivided:
        notes.append("with dice divided evenly")
    chargers = sorted([c.charger for c in state.charges if any([target in defenders for target in c.targets])])
    found = [
        Forecast(unit_of(view, id).name, True, _ranked(mapped(odds, _Attacker(place))), "; ".join(notes))
        for place, id in enumerate(chargers)
    ]
    found += [
        Forecast(label(unit_of(view, id)), True, _ranked(mapped(odds, _Defender(place))))
        for place, id in enumerate(defenders)
    ]
    return tuple(found)


class _Attacker:
    """What becomes of one attacker, in words."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __call__(self, reached: Reached) -> str:
        assert reached.fought is not None
        one = reached.fought.attackers[self.place]
        if one.status == BROKEN:
            return "breaks"
        if one.retreats:
            return "is thrown back"
        return "wins" if one.may_advance else "wins, but the enemy stands"


class _Defender:
    """What becomes of one defender, in words."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __call__(self, reached: Reached) -> str:
        assert reached.fought is not None
        one = reached.fought.defenders[self.place]
        if one.status in (BROKEN, RETIRED):
            return "breaks" if one.status == BROKEN else "retires"
        return "is driven back" if one.retreats else "stands"


def combat_odds(view: State, step: ChooseCombat, command: Command) -> tuple[Forecast, ...]:
    if isinstance(command.answer, Chosen):
        for fight in step.fights:
            if fight[0] == command.answer.keys[0]:
                return _melee(view, fight, "")
    return ()


def allotted_odds(view: State, step: Allot, command: Command) -> tuple[Forecast, ...]:
    if not isinstance(command.answer, Numbered):
        return ()
    divided = apply(view, DiceAllotted(step.charger, shares_of(view, step.charger, command.answer.number)))
    return _melee(divided, _fight_of(divided, step.charger), "")


def melee_prospects(state: State, defenders: tuple[str, ...]) -> Odds[Reached]:
    """Exact chances of a combat on a view, its blinds taken for regular infantry."""
    guessed, _ = known(state, defenders)
    clash: Clash = clash_of(guessed, defenders)
    return prospects(clash)


# ---------------------------------------------------------------- losses


def losses(view: State) -> dict[str, int]:
    """Units of each side broken or retired."""
    return {
        army.side: len([u for u in view.units if u.side == army.side and u.place in (BROKEN, RETIRED)])
        for army in view.armies
    }


ODDS: Final[dict[type, Callable[[State, Any, Command], tuple[Forecast, ...]]]] = {
    Movement: activation_odds,
    ChooseShot: chosen_shot_odds,
    Act: action_odds,
    ChooseCombat: combat_odds,
    Allot: allotted_odds,
}
