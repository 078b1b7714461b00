"""Nerve in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.morale import events
from roundtop.rulebooks.skirmish.state import BROKEN, FALL_BACK, State

RESULT_WORDS: Final[dict[str, str]] = {
    "ok": "carries on",
    "no-advance": "will not advance",
    "fall-back": "will fall back",
    "break": "breaks and runs",
    "break-no-rally": "breaks and runs for good",
}
CAUSES: Final[dict[str, str]] = {
    "injury": "has been hurt",
    "commander": "has lost its commander",
    "charging": "is about to charge",
    "charged": "is charged",
}


def morale_tested(view: State, event: events.MoraleTested) -> Telling:
    name = words.group_name(view, event.group)
    cause = CAUSES.get(event.cause, "is shaken")
    text = f"{name} {cause} and tests: {event.score}, it {RESULT_WORDS[event.result]}."
    hint = "rout" if event.result in BROKEN else "retire" if event.result == FALL_BACK else "none"
    return words.of_group(view=view, id=event.group, text=text, hint=hint, tally=event.tally, rolls=event.rolls)


def rally_thrown(view: State, event: events.RallyThrown) -> Telling:
    runs = words.group_does(view, event.group, "does not rally and runs on", "do not rally and run on")
    text = f"{words.group_does(view, event.group, 'rallies', 'rally')}." if event.rallied else f"{runs}."
    tally = (Row("rally", "yes" if event.rallied else "no", words.BOOK + "rally.roll"),)
    return words.of_group(
        view=view, id=event.group, text=text, hint="none" if event.rallied else "rout", tally=tally, rolls=event.rolls
    )


def steadied(view: State, event: events.Steadied) -> Telling:
    text = f"{words.group_does(view, event.group, 'is its own master', 'are their own masters')} again."
    return words.of_group(view, event.group, text, "none", (Row("lapsed", "", words.BOOK + "morale.duration"),))


def still_shaken(view: State, event: events.StillShaken) -> Telling:
    does = {"no-advance": ("will not advance", "will not advance"), "fall-back": ("falls back", "fall back")}
    one, several = does[event.state]
    text = f"{words.group_does(view, event.group, one, several)} next turn as well."
    row = Row("thrown while falling back", event.state, words.BOOK + "morale.repeat-tests")
    return words.of_group(view, event.group, text, "none", (row,))


TELLINGS: Final[Tellings] = {
    events.MoraleTested: morale_tested,
    events.RallyThrown: rally_thrown,
    events.Steadied: steadied,
    events.StillShaken: still_shaken,
}
