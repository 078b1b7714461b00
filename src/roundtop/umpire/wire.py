"""The umpire's wire form: a request is one JSON object, its answer another.

A request has `rulebook`, `procedure`, `situation` and one of `dice` (a list of `kind:face`), `seed` and `odds: true`;
with none of the three no die may be needed. The answer is one of

    {"outcome": {…}}                     with `dice` beside it where a seed threw them
    {"odds": [ROW, …]}                   likeliest first
    {"odds": {"whole": [ROW, …], "groups": {"NAME": [ROW, …], …}}}
    {"error": "…"}

The second form of odds belongs to procedures that give chances part by part (each pair of stands of a combat); `whole`
is missing where there are parts only. A row of exact odds is `{"outcome": {…}, "chance": "1/6", "float": 0.1666…}`;
a row of an estimate is `{"outcome": {…}, "estimate": 0.31, "trials": 20000, "interval": [0.30, 0.32]}`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from roundtop.umpire.fields import UmpireError, shown, suggest
from roundtop.umpire.umpire import Estimated, Exact, Prospect, Result, ask

KEYS: Final = ("rulebook", "procedure", "situation", "dice", "seed", "odds")


def answer_line(line: str) -> dict[str, Any]:
    """The answer to one line of JSON; a fault of any kind is an answer too."""
    try:
        request = json.loads(line)
    except RecursionError:
        return {"error": "the request is nested too deeply"}
    except ValueError as error:
        return {"error": f"the request is not JSON: {error}"}
    return answer(request)


def answer(request: object) -> dict[str, Any]:
    """The answer to a request; never raises."""
    try:
        return _answered(request)
    except UmpireError as error:
        return {"error": str(error)}
    except Exception as error:
        return {"error": f"a fault of the umpire, not of the request: {type(error).__name__}: {error}"}


def _answered(request: object) -> dict[str, Any]:
    if not isinstance(request, Mapping):
        raise UmpireError(f"a request is a JSON object with {', '.join(KEYS)}; {shown(request)} is not")
    problems = [f"{key}: no such key{suggest(str(key), KEYS)}" for key in request if key not in KEYS]
    rulebook, procedure = (_text(request, key, problems) for key in ("rulebook", "procedure"))
    seed, odds, dice = request.get("seed"), request.get("odds"), request.get("dice")
    if odds not in (None, True, False):
        problems.append(f"odds: {shown(odds)} is not true or false")
    if isinstance(seed, bool) or not isinstance(seed, (int, str, type(None))):
        problems.append(f"seed: {shown(seed)} is not a whole number or text")
    if not isinstance(dice, (list, str, type(None))):
        problems.append(f"dice: {shown(dice)} is not a list of dice such as 'd6:5'")
    if problems:
        raise UmpireError(*problems)
    if odds:
        if seed is not None or dice is not None:
            raise UmpireError("give one of dice, seed and odds, not several")
        return {"odds": odds_form(ask(rulebook, procedure, request.get("situation", {}), odds=True))}
    result = ask(rulebook, procedure, request.get("situation", {}), dice=dice, seed=seed)
    return {"outcome": result.outcome} | ({} if seed is None else {"dice": list(result.dice)})


def _text(request: Mapping[str, Any], key: str, problems: list[str]) -> str:
    value = request.get(key)
    if isinstance(value, str):
        return value
    problems.append(f"{key}: missing" if key not in request else f"{key}: {shown(value)} is not text")
    return ""


def result_form(result: Result) -> dict[str, Any]:
    """A result in full: outcome, working and dice."""
    working = [{"label": line.label, "value": line.value, "clause": line.clause} for line in result.working]
    return {"outcome": result.outcome, "working": working, "dice": list(result.dice)}


def odds_form(prospect: Prospect) -> list[dict[str, Any]] | dict[str, Any]:
    """Odds as rows, or by parts where there are parts."""
    parts = {group.group: _rows(group) for group in prospect.groups}
    if list(parts) == [""]:
        return parts[""]
    form: dict[str, Any] = {"groups": {name: rows for name, rows in parts.items() if name}}
    return {"whole": parts[""]} | form if "" in parts else form


def _rows(group: Exact | Estimated) -> list[dict[str, Any]]:
    if isinstance(group, Exact):
        return [
            {"outcome": row.outcome, "chance": str(row.chance), "float": float(row.chance)} for row in group.chances
        ]
    return [
        {"outcome": row.outcome, "estimate": row.estimate, "trials": group.trials, "interval": list(row.interval)}
        for row in group.shares
    ]
