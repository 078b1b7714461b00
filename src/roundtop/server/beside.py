"""What is worked out of a real table's ledger, in another process: nothing here keeps anything."""

from __future__ import annotations

import json
import secrets
from typing import Any, Final

import roundtop
from roundtop.battle.bounds import BoundsError, check
from roundtop.battle.codec import written
from roundtop.battle.options import OptionError
from roundtop.battles import ScenarioError, ids
from roundtop.beside.armies import TABLE
from roundtop.beside.cards import mustered
from roundtop.beside.companion import Companion
from roundtop.beside.done import Due, Step
from roundtop.beside.screen import game_file
from roundtop.beside.secrets import face_down, lay, reveal, size
from roundtop.beside.store import plain, read
from roundtop.beside.table import table
from roundtop.beside.turn import checklist, idle, now, stages, standing
from roundtop.dice.questions import Question
from roundtop.rulebooks import UnknownRulebook
from roundtop.server.limits import Trouble
from roundtop.umpire import UmpireError
from roundtop.umpire.wire import odds_form, result_form

ASKING: Final = ("ask", "odds", "set-out")
"""What changes nothing."""
HOST: Final = "host"
"""The seat of whoever has begun a ledger."""


def begun(request: str) -> str:
    """The ledger of a battle of the shelf."""
    wish = json.loads(request)
    if wish["battle"] not in ids():
        raise Trouble(404, "no-such-battle", f"There is no battle '{wish['battle']}' on the shelf.", "battle")
    try:
        check(wish)
        ledger = Companion(mustered(wish["battle"], wish["rules"], wish["options"], table))
    except (UmpireError, BoundsError, OptionError, ScenarioError, UnknownRulebook) as error:
        raise Trouble(400, "ledger", str(error)) from None
    return written({"data": json.dumps(plain(ledger)), "answer": {"page": page(ledger, HOST)}})


def acted(data: str, request: str, seat: str) -> str:
    """What a ledger answers a seat; `data` is how it stands afterwards, "" where nothing has changed."""
    ledger = read(json.loads(data))
    wish = json.loads(request)
    if wish["act"] not in ASKING and wish["number"] != ledger.edition:
        raise Trouble(409, "moved-on", "The ledger has moved on meanwhile; look again.", "number")
    try:
        check(wish)
        answer = _answer(ledger, wish, seat)
    except (UmpireError, BoundsError) as error:
        raise Trouble(400, "ledger", str(error)) from None
    changed = wish["act"] not in ASKING
    if changed:
        answer["page"] = page(ledger, seat)
    data = json.dumps(plain(ledger)) if changed else ""
    return written({"data": data, "size": size(ledger, data), "answer": answer})


def looked(data: str, seat: str) -> str:
    """How a ledger stands, as a seat sees it."""
    return written(page(read(json.loads(data)), seat))


def _answer(ledger: Companion, wish: dict[str, Any], seat: str) -> dict[str, Any]:
    match wish["act"]:
        case "back":
            ledger.take_back(wish["steps"])
        case "turn":
            ledger.new_turn()
        case "phase":
            ledger.next_phase()
        case "tick":
            ledger.tick(wish["roles"], wish["say"])
        case "set-out":
            text, left = game_file(ledger, secrets.token_hex(16), roundtop.__version__)
            return {"game": text, "left_behind": left}
        case "lay":
            lay(ledger, seat, wish["unit"], wish["value"], wish["to"])
        case "reveal":
            reveal(ledger, seat, wish["unit"], wish["value"])
        case "settle":
            ledger.settle(wish["place"])
        case "set":
            ledger.put_right(wish["unit"], wish["value"], wish["to"])
        case "odds":
            return {"odds": odds_form(ledger.odds(wish["procedure"], wish["roles"], wish["eyes"]))}
        case "confirm":
            step = _step(ledger, wish)
            if isinstance(step, Question):
                raise UmpireError(f"throws: {step.words()} is still to be thrown")
            ledger.confirm(step)
        case _:
            return _asked(ledger, wish)
    return {}


def _asked(ledger: Companion, wish: dict[str, Any]) -> dict[str, Any]:
    """A step before it is confirmed; what is wrong with it is told beside what is known."""
    if wish["begin"]:
        wish["eyes"] = ledger.begin(wish["procedure"], wish["roles"]) | wish["eyes"]
    situation = ledger.situation(wish["procedure"], wish["roles"], wish["eyes"])
    known = {"situation": situation, "eyes": wish["eyes"]}
    try:
        step = _step(ledger, wish)
    except UmpireError as error:
        return known | {"trouble": str(error)}
    if isinstance(step, Question):
        return known | {"wanted": wanted(step)}
    told = {"changes": [change.words() for change in step.changes], "next": [due(one) for one in step.next]}
    return known | result_form(step.result) | told


def _step(ledger: Companion, wish: dict[str, Any]) -> Step | Question:
    procedure, roles, eyes = wish["procedure"], wish["roles"], wish["eyes"]
    if wish["roll"]:
        return ledger.ask(procedure, roles, eyes, seed=secrets.token_hex(16))
    if wish["dice"] is not None:
        return ledger.ask(procedure, roles, eyes, dice=wish["dice"])
    return ledger.throw(procedure, roles, eyes, wish["throws"])


def wanted(question: Question) -> dict[str, Any]:
    """A throw that is to be typed in."""
    return {
        "words": question.words(),
        "kind": question.kind(),
        "number": question.number(),
        "only_the_answer": question.only_the_answer(),
        "reason": question.why.reason,
        "clause": question.why.clause,
        "by": question.why.by,
    }


def due(one: Due) -> dict[str, Any]:
    return {"do": one.do, "say": one.say, "roles": one.roles}


def turn(ledger: Companion) -> dict[str, Any]:
    """Where the turn is and what is due in it."""
    stage = now(ledger)
    return {
        "turn": ledger.turn,
        "turns": ledger.turns,
        "clause": stage.phase.clause if stage else "",
        "stage": ledger.stage,
        "stages": [{"name": one.phase.name, "side": one.side} for one in stages(ledger)],
        "first": ledger.apart[TABLE].values.get("first", ""),
        "items": [
            {"do": one.do, "say": one.say, "roles": one.roles, "clause": one.clause, "may": one.may, "done": one.done}
            for one in checklist(ledger)
        ],
        "idle": [card.id for card in idle(ledger)],
        "standing": standing(ledger),
    }


def page(ledger: Companion, seat: str) -> dict[str, Any]:
    """How a ledger stands, for the page of a seat; a group's card shows what is counted of its men."""
    cards = [
        {
            "id": card.id,
            "side": card.side,
            "name": card.name,
            "gone": card.gone,
            "group": card.group,
            "arrives": card.arrives,
            "values": {name: ledger.value(card, name) for name in ledger.shown(card)},
        }
        for card in ledger.cards.values()
    ]
    return {
        "ledger": "",
        "seat": {},
        "seats": [],
        "number": ledger.edition,
        "steps": len(ledger.done),
        "title": ledger.title,
        "rulebook": ledger.book.id,
        "turn": turn(ledger),
        "tracked": ledger.tracked(),
        "cards": cards,
        "secrets": [
            {
                "name": name,
                "of": str(how.get("of", "unit")),
                "type": ledger.like[name].type,
                "values": [str(value) for value in ledger.like[name].values],
                "meaning": ledger.like[name].meaning,
            }
            for name, how in ledger.table.secrets.items()
        ],
        "face_down": face_down(ledger, seat),
        "due": [due(one) for one in ledger.due],
        "log": ledger.log(),
    }
