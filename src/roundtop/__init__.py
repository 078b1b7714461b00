"""Five American Civil War tabletop rulebooks on one table.

import roundtop
battle = roundtop.open("little-round-top")   # in a notebook this shows the table as a picture
battle.decision()                            # what is asked now, and the options
battle.play("all=move")                      # an answer as it is typed, or as a value
battle.auto(20)                              # let captains play on
print(battle.story())
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from roundtop import build as _build

if TYPE_CHECKING:
    from pathlib import Path

    from roundtop.battle.forms import Answer
    from roundtop.battle.game import Game
    from roundtop.battle.gamefile import About
    from roundtop.battle.protocol import Decision, Outcome
    from roundtop.beside.companion import Companion
    from roundtop.bots.advice import Advice

__version__ = "0.1.0"

_build.attach(__path__)


def open(battle: str | Path, rules: str = "", seed: int | str = 0, **options: Any) -> OpenBattle:
    """A battle of the shelf, a scenario's file or a saved game (`.jsonl`), ready to be played, looked at and saved.

    `rules` is a rulebook's id, the first at hand that suits if empty; options are its house rules.
    """
    from pathlib import Path

    from roundtop.battle.game import Game
    from roundtop.battle.gamefile import SEEDED, About, Source, about_of, read
    from roundtop.battle.replay import replay, resume
    from roundtop.battles import load
    from roundtop.dice.sources import Seeded
    from roundtop.simulate import find_rulebook, rules_for

    if str(battle).endswith(".jsonl"):
        file = read(Path(battle))
        book = find_rulebook(rules or file.header["rulebook"])
        if file.outcome is not None:
            return OpenBattle(replay(file, book), about_of(file))
        resumed = resume(file, book, __version__)
        return OpenBattle(resumed.game, resumed.about)
    scenario = load(battle)
    game = Game(find_rulebook(rules_for(scenario, rules)), scenario, options, Seeded(seed))
    return OpenBattle(game, About(__version__, Source(SEEDED, str(seed)), {}))


def companion(battle: str | Path, rules: str = "", **options: Any) -> Companion:
    """The ledger of a battle on a real table: of the shelf, a scenario's file, a list of forces, or one kept (`.json`).

    Unit cards of both sides, steps by the rulebook's own procedures, what comes next; see `roundtop.beside.companion`.
    """
    from roundtop.beside.store import opened

    return opened(battle, rules, options)


@final
class OpenBattle:
    """A game for a notebook or a script; `game` has everything else."""

    def __init__(self, game: Game, about: About) -> None:
        self.game = game
        self.about = about

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome

    def asked(self) -> tuple[str, ...]:
        """The players who must answer now."""
        return self.game.asked()

    def decision(self, player: str = "") -> Decision:
        """What is asked of a player, the first who must answer if none is named."""
        return self.game.decision(player or "".join(self.asked()[:1]))

    def play(self, answer: Answer | str, player: str = "") -> OpenBattle:
        """Answer what is asked, by a value or as it would be typed; raises Refused with every reason."""
        from roundtop.battle.protocol import Command
        from roundtop.cli import words

        asked = self.decision(player)
        given = words.answer(asked.form, answer) if isinstance(answer, str) else answer
        self.game.submit(Command(asked.player, asked.kind, asked.about, given))
        return self

    def advice(self, player: str = "", bot: str = "general", seconds: float = 5.0) -> Advice:
        """What the captain or a general would answer for a player who is asked, and why; its `text()` says both."""
        from roundtop.bots.advice import advice

        asked = player or "".join(self.asked()[:1])
        seed = f"{self.about.dice.seed} advice {len(self.game.log)}"
        return advice(self.game.rulebook, self.game.battle, asked, bot=bot, seed=seed, seconds=seconds)

    def auto(self, decisions: int = 1, bot: str = "captain") -> OpenBattle:
        """Let a bot answer for everybody, so many times or to the end."""
        from roundtop.simulate import Fighters

        book = self.game.rulebook
        players = {player.id: player for player in self.game.battle.players}
        sides = {player.side: bot for player in players.values()}
        fighters = Fighters(book.id, book, sides, f"{self.about.dice.seed} {len(self.game.log)}")
        for _ in range(decisions):
            if not self.asked():
                break
            self.game.submit(fighters.command(self.game.battle, players[self.asked()[0]]))
        fighters.close()
        return self

    def undo(self) -> OpenBattle:
        self.game.undo(self.game.mover)
        return self

    def story(self, player: str = "") -> str:
        """What a player ("" everybody) has seen happen."""
        from roundtop.report import narrative

        return narrative(self.game.story(player))

    def svg(self, player: str = "", size: int = 900) -> str:
        """The table as a player ("" everybody) sees it."""
        from roundtop.draw import svg

        return svg(self.game.scene(player), size)

    def _repr_svg_(self) -> str:
        return self.svg()

    def save(self, path: str | Path) -> None:
        """Keep the game in a file, for `roundtop.open`, `roundtop replay` and `roundtop verify`."""
        from pathlib import Path

        from roundtop.battle.gamefile import text

        Path(path).write_text(text(self.game, self.about), encoding="utf-8")
