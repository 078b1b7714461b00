"""Why: what a captain or a general would answer, in a sentence or two with figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle import forms
from roundtop.battle.engine import Battle
from roundtop.battle.engine import decision as decided
from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Forecast, Rulebook
from roundtop.bots.general import LONG, QUICK, STEADY, General, Patience, Thought, Tried
from roundtop.bots.lawful import answered, known
from roundtop.dice.sources import Stream

ADVISERS: Final[dict[str, Patience]] = {
    "captain": Patience(playouts=0, seconds=0.0, turns=0, candidates=0),
    "general-quick": QUICK,
    "general": STEADY,
    "general-long": LONG,
}
MOST_CHANCES: Final = 3
MOST_CHANGES: Final = 3
LEAST: Final = 0.05
"""A chance below this is not worth a word."""


@final
@dataclass(slots=True, frozen=True)
class Advice:
    """What a bot would answer, in words, and why."""

    answer: Answer
    does: str
    why: str

    def text(self) -> str:
        return f"{self.does} {self.why}".strip()


def advice(
    book: Rulebook, battle: Battle, player: str, bot: str = "general", seed: str = "advice", seconds: float = 5.0
) -> Advice:
    """What a captain or a general would answer for a player who is asked, from what he may see, and why."""
    seen = known(book, battle, player)
    wanted = decided(book, battle, player)
    if bot not in ADVISERS:
        raise ValueError(f"nobody called '{bot}' gives advice; there are {', '.join(ADVISERS)}")
    thought = General(book, ADVISERS[bot]).thought(seen, wanted, Stream(seed), seconds)
    answer = thought.answer
    odds = book.forecast(seen.state, seen.agenda[-1], answered(seen, wanted, answer))
    why = " ".join([line for line in (*foretold(odds), compared(wanted.form, thought)) if line])
    return Advice(answer, f"{capital(worded(wanted.form, answer))}.", why)


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def foretold(odds: tuple[Forecast, ...]) -> list[str]:
    """The chances that the book gives of what an answer starts."""
    found: list[str] = []
    for one in odds[:2]:
        likely = sorted([pair for pair in one.chances if pair[1] >= LEAST], key=lambda pair: -pair[1])[:MOST_CHANCES]
        if likely:
            about = "" if one.exact else "about "
            shown = ", ".join([f"{about}{chance:.0%} {what}" for what, chance in likely])
            found.append(f"{capital(one.title)}: {shown}.")
    return found


def compared(form: forms.Form, thought: Thought) -> str:
    """What came of it when it was played on, beside the next best."""
    chosen = next((one for one in thought.tried if one.plan.answer == thought.answer), thought.own)
    if thought.answer == thought.own.plan.answer:
        chosen = thought.own
    if not chosen.worths or not thought.tried:
        return ""
    others = [one for one in (thought.own, *thought.tried) if one.plan.answer != thought.answer and one.worths]
    if not others:
        return ""
    next_best = max(others, key=lambda one: len(one.worths) + one.mean())
    fought = f"Played on {len(chosen.worths)} times it comes to a {chosen.mean():.0%} chance of winning"
    return f"{fought}; {otherwise(form, chosen, next_best)}: {next_best.mean():.0%}."


def otherwise(form: forms.Form, chosen: Tried, other: Tried) -> str:
    """How another plan differs."""
    if other.plan.manner and other.plan.answer == chosen.plan.answer:
        return f"the same in a {other.plan.manner} manner"
    return worded(form, other.plan.answer, chosen.plan.answer)


def worded(form: forms.Form, answer: Answer, beside: Answer | None = None) -> str:
    """An answer in the words of its form; of an assignment beside another only what differs."""
    if isinstance(form, forms.Choose) and isinstance(answer, forms.Chosen):
        labels = {item.key: item.label for item in form.items}
        return ", ".join([labels[key] for key in answer.keys]) or "nothing of this"
    if isinstance(form, forms.Arrange) and isinstance(answer, forms.Arranged):
        labels = {item.key: item.label for item in form.items}
        return ", then ".join([labels[key] for key in answer.keys])
    if isinstance(form, forms.Assign) and isinstance(answer, forms.Assigned):
        return _assigned(form, answer, beside)
    if isinstance(form, forms.March) and isinstance(answer, forms.Marched):
        if not answer.manoeuvres:
            return "stay"
        ways = [way.label for way in form.ways if way.manoeuvres == answer.manoeuvres and way.label]
        return ways[0] if ways else ", ".join([one.kind for one in answer.manoeuvres])
    if isinstance(answer, forms.Numbered):
        return str(answer.number)
    if isinstance(form, forms.Confirm) and isinstance(answer, forms.Confirmed):
        return form.yes if answer.yes else form.no
    if isinstance(answer, forms.Placed):
        return f"set it down at {answer.pose.x:g}, {answer.pose.y:g}"
    return "this path"


def _assigned(form: forms.Assign, answer: forms.Assigned, beside: Answer | None) -> str:
    given = dict(answer.pairs)
    other = dict(beside.pairs) if isinstance(beside, forms.Assigned) else None
    words: list[str] = []
    for slot in form.slots:
        key = given.get(slot.key, "")
        if other is None or other.get(slot.key, "") != key:
            words.append(f"{slot.label}: {next((item.label for item in slot.items if item.key == key), 'nothing')}")
    return "; ".join(words[:MOST_CHANGES]) + (" …" if len(words) > MOST_CHANGES else "") if words else "as it is"
