"""Setting up in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import side_does, throws, verb_of
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.deployment import events
from roundtop.rulebooks.skirmish.state import State


def placing_thrown(view: State, event: events.PlacingThrown) -> Telling:
    text = f"{side_does(event.first, 'throw')} lower and {verb_of(event.first, 'set')} out first."
    tally = (Row("who sets out first", throws(event.rolls, False), words.BOOK + "setup.table-and-deployment"),)
    return Telling(text, rolls=event.rolls, tally=tally, side=event.first)


def deployed(view: State, event: events.Deployed) -> Telling:
    spots = tuple([(pose.x, pose.y) for _, pose in event.poses])
    text = f"{words.group_does(view, event.group, 'is', 'are')} set out."
    return Telling(text, spots, hint="place", side=words.side_of(view, event.group))


def joined(view: State, event: command_events.Joined) -> Telling:
    name = view.figures[event.figure].name
    alone = event.group == event.figure
    text = f"{name} goes off by himself." if alone else f"{name} joins {words.group_name(view, event.group)}."
    tally = (Row("commander", "by himself" if alone else "attached", words.BOOK + "leaders.attach"),)
    return words.of_figure(view, event.figure, text, "none", tally)


TELLINGS: Final[Tellings] = {
    events.PlacingThrown: placing_thrown,
    events.Deployed: deployed,
    command_events.Joined: joined,
}
