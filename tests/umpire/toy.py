"""A toy rulebook for the umpire's tests: a volley with saves, a commander, a lawful no, a part-by-part estimate."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from roundtop.battle.ledger import Ledger, read_ledger
from roundtop.battle.procedure import Chances, FieldError, Procedure, Worked
from roundtop.battle.tally import Row
from roundtop.dice.exact import Odds, estimate, fold
from roundtop.dice.questions import D6, Count, Draw, Face, Total, Why
from roundtop.dice.sources import Dice, Seeded

LEDGER = """
id = "toy"
title = "Toy soldiers"

[[clause]]
id = "toy.fire.volley"
source = "page 1"
kind = "rule"
text = "Each figure throws a die and hits on the number its range needs."
ruling = "Half an inch over is over."
options = ["cover", "steady_at"]
examples = ["6 figures, needing 5: 5, 6, 1, 1, 1, 1 is two hits"]

[[clause]]
id = "toy.fire.saves"
source = "page 1"
kind = "rule"
text = "A man hit is saved on a 5 or 6."
options = ["limit", "rate"]
examples = ["two hits, 5 and 1: one man lost", "no hits: nothing is thrown"]

[[clause]]
id = "toy.fire.range"
source = "page 1"
kind = "gap"
text = "How far a musket reaches is not said."
ruling = "24 inches."
was = "18 inches."
because = "Nobody ever fired."

[[clause]]
id = "toy.fire.smell"
source = "page 2"
kind = "rule"
text = "Smoke smells."
inapplicable = "nothing on a table smells"

[[option]]
name = "cover"
type = "boolean"
default = false
meaning = "men behind walls are harder to hit"
clause = "toy.fire.volley"

[[option]]
name = "steady_at"
type = "choice"
default = "half"
values = ["half", "third"]
meaning = "when they waver"
clause = "toy.fire.volley"

[[option]]
name = "limit"
type = "integer"
default = 10
meaning = "turns"
clause = "toy.fire.saves"

[[option]]
name = "rate"
type = "number"
default = 0.5
meaning = "share"
clause = "toy.fire.saves"

[[record]]
name = "unit"
meaning = "a unit"
[record.fields]
men = { type = "integer", meaning = "men in it" }
name = { type = "string", meaning = "its name", default = "the men" }
markers = { type = "list of list of integer", meaning = "[man, hits]", default = [] }
officer = { type = "record officer or none", meaning = "who leads it" }

[[record]]
name = "officer"
meaning = "an officer"
[record.fields]
rank = { type = "choice", meaning = "his rank", values = ["colonel", "general"] }
rating = { type = "integer", meaning = "his rating", default = 1 }

[[procedure]]
name = "volley"
summary = "A volley and the saves against it."
clauses = ["toy.fire.volley", "toy.fire.saves"]
dice = ["d6 for each figure", "save: d6 for each hit"]
[procedure.inputs]
figures = { type = "integer", meaning = "figures that fire" }
range_in = { type = "number", meaning = "range in inches", default = 6.0 }
target = { type = "choice", meaning = "what is shot at", default = "line", values = ["line", "column"] }
charging = { type = "boolean", meaning = "the target charges", default = false }
unit = { type = "record unit or none", meaning = "who fires" }
grades = { type = "list of choice", meaning = "grades present", default = [], values = ["green", "veteran", 3] }
losses = { type = "map of integer", meaning = "losses by side", default = {} }
options = { type = "map of any of string | integer | number | boolean", meaning = "house rules", default = {} }
[procedure.outputs]
legal = { type = "boolean", meaning = "may be thrown" }
clause = { type = "string or none", meaning = "the clause that forbids it, left out when legal" }
hits = { type = "integer", meaning = "hits", working = true }
lost = { type = "integer", meaning = "men lost" }
[procedure.example]
situation = { figures = 3 }
dice = ["d6:5", "d6:6", "d6:1", "d6:5", "d6:1"]
expect = { hits = 2, lost = 1, legal = true }

[[procedure]]
name = "duel"
summary = "Two men; chances man by man, and an estimate for the whole."
clauses = ["toy.fire.volley"]
dice = ["card of the first", "d6 of the second"]
[procedure.inputs]
first = { type = "record unit", meaning = "one of them" }
[procedure.outputs]
total = { type = "integer", meaning = "the sum" }
[procedure.example]
situation = { first = { men = 1 } }
dice = ["card:king", "d6:3"]
expect = { total = 5 }
"""


@dataclass
class Toy:
    """As much of a rulebook as the umpire reads."""

    id: str
    ledger: Ledger
    procedures: tuple[Procedure, ...]


def toy_ledger() -> Ledger:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "clauses.toml"
        path.write_text(LEDGER)
        return read_ledger(path)


Shots = tuple[int, int, bool]
HIT = Why("hits", "toy.fire.volley")
SAVE = Why("saves", "toy.fire.saves")


def read_volley(fields: dict[str, Any]) -> Shots:
    if fields["figures"] < 0:
        raise FieldError("figures: fewer than none")
    return fields["figures"], 6 if fields["options"].get("cover") else 5, fields["range_in"] <= 24


def fire(state: tuple[int, int, int], dice: Dice) -> tuple[int, int, int]:
    figures, need, _ = state
    return dice.ask(Count(figures, D6, need, HIT)), 0, 0


def save(state: tuple[int, int, int], dice: Dice) -> tuple[int, int, int]:
    hits = state[0]
    return hits, hits - (dice.ask(Count(hits, D6, 5, SAVE)) if hits else 0), 0


def volley_outputs(state: tuple[int, int, int]) -> dict[str, Any]:
    return {"legal": True, "clause": None, "hits": state[0], "lost": state[1]}


NO: dict[str, Any] = {"legal": False, "clause": "toy.fire.range"}


def work_volley(shots: Shots, dice: Dice) -> Worked:
    if not shots[2]:
        return Worked(NO, (Row("out of range", "no", "toy.fire.range"),))
    after = save(fire((shots[0], shots[1], 0), dice), dice)
    lines = (Row("hits", str(after[0]), "toy.fire.volley"), Row("lost", str(after[1]), "toy.fire.saves"))
    return Worked(volley_outputs(after), lines)


def volley_chances(shots: Shots) -> tuple[Chances, ...]:
    if not shots[2]:
        return (Chances("", Odds({0: 1}, 1), lambda _: NO),)
    return (Chances("", fold((fire, save), (shots[0], shots[1], 0)), volley_outputs),)


CARDS = ("jack", "queen", "king")


def card(state: int, dice: Dice) -> int:
    return state + dice.ask(Draw("card", CARDS, HIT))


def die(state: int, dice: Dice) -> int:
    return state + dice.ask(Face(D6, HIT))


def work_duel(_: object, dice: Dice) -> Worked:
    return Worked({"total": die(card(0, dice), dice)}, ())


def both(state: int, dice: Dice) -> int:
    return state + dice.ask(Total(2, D6, HIT))


def duel_chances(_: object) -> tuple[Chances, ...]:
    return (
        Chances("", estimate((card, die), 0, Seeded(1), 400), lambda total: {"total": total}),
        Chances("first", fold((card,), 0), lambda place: {"card": CARDS[place]}),
        Chances("second", fold((die,), 0), lambda face: {"face": face}),
    )


def toy() -> Toy:
    volley = Procedure("volley", read_volley, work_volley, volley_chances)
    duel = Procedure("duel", lambda fields: fields["first"]["men"], work_duel, duel_chances)
    return Toy("toy", toy_ledger(), (volley, duel))
