"""One battle between bots, from a seed alone: the same seed gives the same battle in any process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from math import inf
from pkgutil import resolve_name
from typing import Any, Final, final

from roundtop import rulebooks
from roundtop.battle.engine import Battle, Passage, asked, begin, decision, listed, over, run, submit
from roundtop.battle.protocol import Command, Decision, Event, Player, Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.bots.bot import BUILT_IN, maker_of
from roundtop.bots.referee import BUDGET, refereed
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks import UnknownRulebook
from roundtop.simulate.habits import Habits

REGISTRY: Final = "roundtop.rulebooks:rulebook"


@lru_cache
def find_rulebook(name: str) -> Rulebook:
    """A rulebook by its id, or one still in the making by `module:rulebook`."""
    if ":" not in name:
        return rulebooks.rulebook(name)
    try:
        found = resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownRulebook(f"no rulebook is found at {name}: {error}") from error
    if not isinstance(found, Rulebook):
        raise UnknownRulebook(f"{name} is no rulebook")
    return found


def rules_for(scenario: Scenario, rules: str = "") -> str:
    """The rulebook asked for, or else the first at hand that the scenario names."""
    if rules:
        find_rulebook(rules)
        return rules
    known = [book.id for book in rulebooks.rulebooks()]
    for name in scenario.rulebooks:
        if name in known:
            return name
    raise UnknownRulebook(
        f"{scenario.id} suits {', '.join(scenario.rulebooks)}, and here there are only {', '.join(known)}; "
        "name the one to try"
    )


@final
class Fighters:
    """The bots of one battle, by side, each with a stream of its own.

    `unhurried`: no clock cuts the built-in ones short, so that a battle hangs on its seed alone.
    """

    def __init__(
        self, rules: str, rulebook: Rulebook, bots: Mapping[str, str], seed: str, unhurried: bool = False
    ) -> None:
        for name in bots.values():
            maker_of(name)
        home, id = (rules, "") if ":" in rules else (REGISTRY, rules)
        self.bots = {
            side: refereed(name, rulebook, home, id, inf if unhurried and name in BUILT_IN else BUDGET)
            for side, name in bots.items()
        }
        self.wordless = {side for side, name in bots.items() if name in BUILT_IN}
        self.rulebook = rulebook
        self.seed = seed
        self.streams: dict[str, Stream] = {}

    def plays(self, player: Player) -> bool:
        return player.side in self.bots

    def wanted(self, battle: Battle, player: Player) -> Decision:
        """What a player is asked: our own bots read no words."""
        return (listed if player.side in self.wordless else decision)(self.rulebook, battle, player.id)

    def command(self, battle: Battle, player: Player, wanted: Decision | None = None) -> Command:
        """A lawful command for a player who is asked."""
        if player.id not in self.streams:
            self.streams[player.id] = Stream(f"{self.seed} {player.id}")
        return self.bots[player.side].command(battle, player.id, self.streams[player.id], wanted)

    def fouls(self) -> dict[str, int]:
        """How often each side's bot did wrong."""
        return {side: len(bot.fouls) for side, bot in self.bots.items()}

    def first_foul(self) -> str:
        """The first thing a bot did wrong, in words; empty where none did."""
        found = [foul for bot in self.bots.values() for foul in bot.fouls[:1]]
        return f"{found[0].bot} {found[0].what}: {found[0].detail}" if found else ""

    def times(self) -> dict[str, list[float]]:
        """What each side's decisions took of the processor, in seconds."""
        return {side: [round(seconds, 4) for seconds in bot.times] for side, bot in self.bots.items()}

    def close(self) -> None:
        for bot in self.bots.values():
            bot.close()


@final
@dataclass(slots=True, frozen=True)
class Result:
    """How one battle of a batch went. `turns` is 0 where the rulebook tells of none."""

    index: int
    seed: str
    bots: dict[str, str]
    winner: str
    reason: str
    turns: int
    decisions: int
    losses: dict[str, int]
    fouls: dict[str, int]
    foul: str = ""
    habits: dict[str, dict[str, int]] = field(default_factory=dict)
    """What each side did, where it was counted."""
    times: dict[str, list[float]] = field(default_factory=dict, compare=False)
    """Processor seconds of each side's decisions: the one thing that does not hang on the seed."""

    def plain(self) -> dict[str, Any]:
        return asdict(self)


def fight(
    rules: str,
    scenario: Scenario,
    options: dict[str, Any],
    bots: Mapping[str, str],
    seed: str,
    index: int = 0,
    habits: bool = False,
) -> Result:
    """One battle to its end; `bots` gives each side's bot by name. `habits` are counted where that is wanted."""
    rulebook = find_rulebook(rules)
    fighters = Fighters(rules, rulebook, bots, seed, unhurried=True)
    dice = Seeded(seed)
    counting = Turns(rulebook)
    watching = Habits(rulebook) if habits else None
    passage = run(rulebook, begin(rulebook, scenario, options), dice)
    players = {player.id: player for player in passage.battle.players}
    decisions = 0
    try:
        while True:
            turns = counting.count(passage)
            if watching is not None:
                watching.watch(passage, turns)
            battle = passage.battle
            waiting = asked(rulebook, battle)
            if not waiting:
                break
            wanted = fighters.wanted(battle, players[waiting[0]])
            command = fighters.command(battle, players[waiting[0]], wanted)
            taken = submit(rulebook, battle, command, wanted)
            turns = counting.count(taken)
            if watching is not None:
                watching.watch(taken, turns)
            passage = run(rulebook, taken.battle, dice)
            decisions += 1
    finally:
        fighters.close()
    outcome = over(rulebook, battle)
    winner, reason = ("draw", "nobody can act") if outcome is None else (outcome.winner, outcome.reason)
    losses = rulebook.losses(rulebook.view(battle.state, ""))
    fouls, foul = fighters.fouls(), fighters.first_foul()
    return Result(
        index=index,
        seed=seed,
        bots=dict(bots),
        winner=winner,
        reason=reason,
        turns=counting.turns,
        decisions=decisions,
        losses=losses,
        fouls=fouls,
        foul=foul,
        habits={} if watching is None else watching.plain(),
        times=fighters.times(),
    )


@final
class Turns:
    """Counts the turns of a battle: events that the rulebook tells of as the beginning of one."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.turns = 0
        self.known: dict[type, bool] = {}

    def count(self, passage: Passage) -> int:
        """Note the turns that began in what has happened; how many those are."""
        before = self.turns
        for event in passage.events:
            if type(event) not in self.known:
                self.known[type(event)] = self._begins_turn(passage.battle, event)
            self.turns += self.known[type(event)]
        return self.turns - before

    def _begins_turn(self, battle: Battle, event: Event) -> bool:
        seen = self.rulebook.seen(event, "")
        return seen is not None and self.rulebook.tell(self.rulebook.view(battle.state, ""), seen).hint == "turn"
