"""Every answer, a lawful no too, gives every output of the ledger; those that may be unknown are named with why."""

from __future__ import annotations

from typing import Any, Final

import pytest

from roundtop.battle.ledger import Routine
from roundtop.umpire import Book, ask, procedures

CLAUSE: Final = "clause"
"""Only a lawful no has one."""
GUNS: Final = {
    "retreat_guns": "only an unlimbered battery drags its guns",
    "guns_abandoned": "only an unlimbered battery leaves guns behind",
}
UNKNOWN: Final[dict[str, dict[str, str]]] = {
    "order-cards/morale": {"formation_changed": "only a test to change formation changes it"},
    "order-cards/charge-move": {"needed": "ground that cannot be crossed at all has no price"},
    "order-cards/melee-morale": {
        "limbered_after": "only artillery has limbers",
        "retreat_inches": "only an unlimbered battery tests before it retreats",
    },
    "order-cards/resupply": {"points_left": "there are points under the supply limit only"},
    "charge-boys/formation-size": {
        "files": "a formation that cannot be has no files",
        "width": "nor does it cover ground",
        "depth": "nor does it cover ground",
    },
    "charge-boys/musketry": {
        "band": "out of range",
        "modifier": "there is none out of range",
        "buck_rounds": "only smoothbores have them",
    },
    "charge-boys/artillery": {"band": "out of range", "save": "there is none out of range"},
    "charge-boys/morale-first": GUNS,
    "charge-boys/morale-other": GUNS,
    "charge-boys/morale-both": GUNS,
    "charge-boys/general-joins": GUNS,
    "charge-boys/melee-result": GUNS,
    "charge-boys/charge-move": {
        "bonus": "not thrown for a charge that may not be declared",
        "reach": "not known without the bonus",
    },
    "charge-boys/charge": {
        "charger_total": "not thrown for a charge that may not be declared",
        "charger_result": "nor is there a reading of it",
        "target_total": "the target did not test",
        "target_result": "the charger balked",
        "target_retreat": "the charger balked",
        "bonus": "the charger balked",
        "reach": "the charger balked",
        "closing_dice": "the target did not fire",
        "closing_hits": "the target did not fire",
        "first_total": "the test was not due",
        "other_total": "the test was not due",
        "obeys": "neither test was due",
        "outcome": "nothing was charged",
        "retreat": "the charger was not thrown back",
        "caught_modifier": "nobody was caught",
        "caught_dice": "nobody was caught",
        "target_killed": "nobody was caught",
        "target_strength": "nobody was caught",
        "target_rout": "nobody was caught, or nobody is left to run",
    },
    "charge-boys/caught": {
        "modifier": "against a routing unit nothing is thrown",
        "dice": "against a routing unit nothing is thrown",
        "retreat": "nobody is left to run",
    },
    "chamberlain/move": {
        "end": "a unit that retires leaves the table",
        "allowance_bw": "a unit retires however far the edge is",
    },
    "chamberlain/charge": {"end": "a charge that is not allowed stands in contact nowhere"},
    "chamberlain/retreat": {"end": "it left the table or broke", "base_centre": "it left the table or broke"},
    "skirmish/range-band": {"die": "out of range"},
    "skirmish/select-target": {"target": "nobody can be drawn from an empty pool"},
    "skirmish/resolve-shot": {"margin": "nothing is thrown for a shot that is not allowed"},
    "skirmish/resolve-melee": {"loser": "a tie has none"},
    "skirmish/detach": {"detachment": "nobody is detached"},
}
EVERY: Final = procedures()


def test_the_ledgers_leave_out_nothing_else() -> None:
    marked: dict[str, set[str]] = {}
    for book, routine in EVERY:
        names = {field.name for field in routine.outputs if not field.required} - {CLAUSE}
        if names:
            marked[f"{book.id}/{routine.name}"] = names
    assert marked == {name: set(outputs) for name, outputs in UNKNOWN.items()}


REFUSED: Final[list[tuple[str, str, dict[str, Any], dict[str, Any]]]] = [
    (
        "charge-boys",
        "musketry",
        {"weapon": "superior-rifle", "range": 9.0, "men": 12, "volley": 2},
        {"dice": 2, "hits": 0, "hits_each": [], "save": "normal"},
    ),
    (
        "charge-boys",
        "artillery",
        {"gun": "rifled", "range": 20.0, "crew": [4, 1], "limbered": True},
        {"fires": [False, False], "hit": [False, False], "hits_each": [0, 0], "hits": 0},
    ),
    (
        "charge-boys",
        "charge-move",
        {"arm": "infantry", "formation": "line", "distance": 30.0, "path": []},
        {"cost": 30.0, "contact": False},
    ),
    (
        "charge-boys",
        "formation-size",
        {"arm": "infantry", "formation": "cavalry-line", "strength": 20, "ranks": 2},
        {"ranks": 2},
    ),
    (
        "chamberlain",
        "move",
        {"unit": {"x": 0, "y": 0, "facing": 0}, "kind": "simple", "distance_bw": 9},
        {"allowance_bw": 2.0, "distance_bw": 0, "end": {"x": 0.0, "y": 0.0, "facing": 0}},
    ),
    (
        "chamberlain",
        "charge",
        {"charger": {"elan": 5, "x": 0, "y": 0, "facing": 0}, "target": {"x": 0, "y": 9, "facing": 180}},
        {"allowance_bw": 2.0, "distance_bw": 0.0},
    ),
    (
        "skirmish",
        "move-check",
        {"arm": "foot", "legs": [{"length_cm": 90, "ground": "open"}]},
        {"cost_cm": 90.0},
    ),
    (
        "infantry-action",
        "infantry-volley",
        {"shots": [{"stand": 1, "target": 1, "distance_in": 60}]},
        {"hits": 0, "removed": [], "battery_destroyed": False},
    ),
]


@pytest.mark.parametrize(("book", "name", "situation", "known"), REFUSED, ids=[f"{one[0]}/{one[1]}" for one in REFUSED])
def test_a_refusal_says_what_is_known(book: str, name: str, situation: dict[str, Any], known: dict[str, Any]) -> None:
    found = ask(book, name, situation)
    assert not found.legal
    assert {output: found.outcome.get(output) for output in known} == known


@pytest.mark.parametrize(("book", "routine"), EVERY, ids=[f"{book.id}/{routine.name}" for book, routine in EVERY])
def test_an_example_gives_every_output_that_is_known(book: Book, routine: Routine) -> None:
    unknown = {CLAUSE, *UNKNOWN.get(f"{book.id}/{routine.name}", {})}
    for seed in range(3):
        found = ask(book, routine.name, routine.example.situation, seed=seed).outcome
        assert {field.name for field in routine.outputs} - set(found) <= unknown
