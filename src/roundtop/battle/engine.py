"""The engine: takes the top step of the agenda; either it resolves, or somebody is asked."""

from __future__ import annotations

from typing import Any, Final

from roundtop.battle.codec import Codec
from roundtop.battle.forms import ANSWERS, FORMS, Reason, misfits
from roundtop.battle.protocol import (
    Command,
    Decision,
    Event,
    Outcome,
    Player,
    Progress,
    Rulebook,
    State,
    Step,
    View,
)
from roundtop.battle.scenario import Scenario
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice, Roll
from roundtop.record import copy, field, record
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose

VERSION: Final = "1"
"""Version of the engine's own data: battle, command, file."""


class Refused(ValueError):  # noqa: N818 - the word of the design
    """A command that may not be carried out, with every reason; nothing has changed."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        super().__init__(" ".join([reason.text for reason in reasons]))
        self.reasons = reasons


@record
class Asked:
    """Who must answer at this state and agenda."""

    state: State
    agenda: tuple[Step, ...]
    players: tuple[str, ...]


@record
class Battle:
    """A battle at one moment. The agenda is a stack: its last step is the next one.

    `asked` is kept as long as the state and the agenda are the same, and not saved.
    """

    rulebook: str
    scenario: str
    options: dict[str, Any]
    players: tuple[Player, ...]
    agenda: tuple[Step, ...]
    state: State
    version: int
    asked: Asked | None = field(default=None, init=False, repr=False, compare=False)


@record
class Passage:
    """From one battle to the next: what happened on the way, what was thrown, and whether it can be taken back."""

    battle: Battle
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]
    final: bool


CORE_KINDS: Final = (
    Battle, Player, Command, Decision, Outcome, Roll, Row, Pose, Manoeuvre, Ground, Area, Line, Road, Height, Crossing,
    *ANSWERS, *FORMS,
)  # fmt: skip


def codec(rulebook: Rulebook) -> Codec:
    """The codec for battles under a rulebook."""
    return Codec([*CORE_KINDS, *rulebook.kinds])


def sides(scenario: Scenario) -> tuple[Player, ...]:
    """One player a side, called like the side."""
    return tuple([Player(side.id, side.id) for side in scenario.sides])


def seats(scenario: Scenario) -> tuple[Player, ...]:
    """The players as the scenario seats them, several a side; one a side where it does not say."""
    return tuple([Player(one.id, one.side, one.name, one.formations) for one in scenario.seats]) or sides(scenario)


def begin(rulebook: Rulebook, scenario: Scenario, options: dict[str, Any], players: tuple[Player, ...] = ()) -> Battle:
    """A battle before its first step."""
    players = players or sides(scenario)
    opening = rulebook.begin(scenario, rulebook.settings(options), players)
    agenda = tuple(reversed(opening.steps))
    kept = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    return Battle(
        rulebook=rulebook.id,
        scenario=scenario.id,
        options=kept,
        players=players,
        agenda=agenda,
        state=opening.state,
        version=0,
    )


def over(rulebook: Rulebook, battle: Battle) -> Outcome | None:
    return rulebook.outcome(battle.state)


def asked(rulebook: Rulebook, battle: Battle) -> tuple[str, ...]:
    """The players who must answer now; nobody when the battle can go on by itself or is over."""
    kept = battle.asked
    if kept is None or kept.state is not battle.state or kept.agenda is not battle.agenda:
        kept = Asked(battle.state, battle.agenda, _asks(rulebook, battle))
        battle.asked = kept
    return kept.players


def _asks(rulebook: Rulebook, battle: Battle) -> tuple[str, ...]:
    if not battle.agenda or rulebook.outcome(battle.state) is not None:
        return ()
    return rulebook.asks(battle.state, battle.agenda[-1])


def view(rulebook: Rulebook, battle: Battle, player: str) -> View:
    return rulebook.view(battle.state, player)


def decision(rulebook: Rulebook, battle: Battle, player: str) -> Decision:
    """What a player who is asked has to decide."""
    return rulebook.decision(rulebook.view(battle.state, player), battle.agenda[-1], player)


def listed(rulebook: Rulebook, battle: Battle, player: str) -> Decision:
    """What he has to decide, for whoever chooses among keys and reads no words."""
    return _listed(rulebook, rulebook.view(battle.state, player), battle.agenda[-1], player)


def _listed(rulebook: Rulebook, seen: View, step: Step, player: str) -> Decision:
    return (rulebook.listed or rulebook.decision)(seen, step, player)


def reasons(rulebook: Rulebook, battle: Battle, command: Command, wanted: Decision | None = None) -> tuple[Reason, ...]:
    """Every reason to refuse a command; none when it is lawful. Made from what the player may see.

    `wanted` is the decision it answers, for those who have just had it made.
    """
    if command.version not in (-1, battle.version):
        return (Reason(f"This answers move {command.version}, but the battle is at {battle.version}: look again."),)
    if command.player not in asked(rulebook, battle):
        return (Reason("Nothing is asked of you now."),)
    seen = rulebook.view(battle.state, command.player)
    step = battle.agenda[-1]
    if wanted is None:
        wanted = _listed(rulebook, seen, step, command.player)
    if (command.kind, command.about) != (wanted.kind, wanted.about):
        about = f" about {wanted.about}" if wanted.about else ""
        return (Reason(f"You are asked for '{wanted.kind}'{about}, not for '{command.kind}'."),)
    wrong = misfits(wanted.form, command.answer)
    return wrong or rulebook.check(seen, step, command)


def submit(rulebook: Rulebook, battle: Battle, command: Command, wanted: Decision | None = None) -> Passage:
    """Carry a command out, or refuse it with every reason."""
    wrong = reasons(rulebook, battle, command, wanted)
    if wrong:
        raise Refused(wrong)
    progress = rulebook.accept(battle.state, battle.agenda[-1], command)
    return _passed(rulebook, battle, progress, (), battle.version + 1)


def step(rulebook: Rulebook, battle: Battle, dice: Dice) -> Passage:
    """Resolve the top step. Dice that are not at hand (`Wanted`) leave the battle as it was."""
    before = len(dice.rolls)
    progress = rulebook.advance(battle.state, battle.agenda[-1], dice)
    return _passed(rulebook, battle, progress, tuple(dice.rolls[before:]), battle.version)


def ready(rulebook: Rulebook, battle: Battle) -> bool:
    """Whether the top step can be resolved without asking anybody."""
    if not battle.agenda or rulebook.outcome(battle.state) is not None:
        return False
    return not asked(rulebook, battle)


def run(rulebook: Rulebook, battle: Battle, dice: Dice) -> Passage:
    """Go on until somebody is asked or the battle is over."""
    events: list[Event] = []
    rolls: list[Roll] = []
    fixed = False
    while ready(rulebook, battle):
        passage = step(rulebook, battle, dice)
        battle = passage.battle
        events.extend(passage.events)
        rolls.extend(passage.rolls)
        fixed = fixed or passage.final
    return Passage(battle, tuple(events), tuple(rolls), fixed)


def _passed(rulebook: Rulebook, battle: Battle, progress: Progress, rolls: tuple[Roll, ...], version: int) -> Passage:
    state = battle.state
    for event in progress.events:
        state = rulebook.apply(state, event)
    agenda = battle.agenda[:-1]
    if progress.steps:
        agenda = (*agenda, *reversed(progress.steps))
    after = copy(battle)
    after.agenda, after.state, after.version = agenda, state, version
    return Passage(after, progress.events, rolls, progress.final or bool(rolls))
