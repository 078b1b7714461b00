"""How the laws read the State of War skirmish."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Assign, Assigned, Chosen, March
from roundtop.battle.protocol import Decision, Forecast
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.fire.events import ShotFired
from roundtop.rulebooks.skirmish.morale.events import MoraleTested
from roundtop.rulebooks.skirmish.state import State
from tests.laws.reader import Measured, Play, Reader, Standing, Telling
from tests.rulebooks.skirmish.table import idle


def standing(state: State) -> dict[str, Standing]:
    """Whoever is on his feet; one who lies or is carried takes no room."""
    return {man.id: Standing(man.side, (field.base(man, state.settings),)) for man in field.able_of(state)}


def measured(state: State, form: March) -> Measured:
    """By the middle of the base [movement.path]."""
    return Measured(form.start, ((0.0, 0.0),), ("turn", "about-face"))


def hurt(told: Forecast, play: Play) -> str:
    """Who of a group a volley has hurt, once it is fired."""
    group = next(one.id for one in play.before.groups if told.title == f"{one.name} under this fire")
    men = [man for man in play.before.figures.values() if man.group == group and man.place == "on"]
    after = [play.after.figures[man.id] for man in men]
    down = len([1 for was, now in zip(men, after, strict=True) if was.harm < 2 <= now.harm])
    wounded = len([1 for was, now in zip(men, after, strict=True) if was.harm == 0 and now.harm == 1])
    if down:
        return f"{down} {'man' if down == 1 else 'men'} down"
    if wounded:
        return f"nobody down, {wounded} wounded"
    return "only grazed" if play.first(ShotFired, target=group, injury=True) is not None else "nobody hurt"


def nerve(told: Forecast, play: Play) -> str | None:
    """What came of a group's nerve in the window that closes the phase."""
    group = next(one.id for one in play.before.groups if told.title == f"The nerve of {one.name}")
    if play.after.acting == play.before.acting and play.after.phase == play.before.phase:
        return None
    tests = play.all(MoraleTested, group=group)
    standing = [man for man in play.after.figures.values() if man.group == group and field.able(man)]
    return tests[-1].result if tests else "no test" if standing else "nobody left"


def men_down(told: Forecast, play: Play) -> str | None:
    """Men of either side who are down when a charge has been fought out."""
    if play.after.phase != "initiative" and play.after.turn == play.before.turn:
        return None
    charger = field.group_of(play.before, play.command.about)
    assert isinstance(play.command.answer, Chosen)
    target = play.command.answer.keys[0].partition(":")[2]
    down = [man for man in play.after.figures.values() if man.harm >= 2 and play.before.figures[man.id].harm < 2]
    ours, theirs = (len([man for man in down if man.group == group]) for group in (charger.id, target))
    return f"{ours} to {theirs}"


def assumed(wanted: Decision) -> Answer:
    """Everybody who can goes in with a charge; otherwise as little as may be."""
    form = wanted.form
    if wanted.kind == "home" and isinstance(form, Assign):
        return Assigned(tuple([(slot.key, slot.items[0].key) for slot in form.slots]))
    return idle(wanted)


ODDS: Final = Telling(
    {" under this fire": hurt, "The nerve of": nerve, "Men down": men_down},
    assumed,
    unread=(" charges ", "The charge of"),
)
READER: Final = Reader(odds=ODDS, standing=standing, moves={"move": measured, "together": measured})
