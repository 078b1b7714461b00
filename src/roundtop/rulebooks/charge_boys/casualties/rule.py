"""Whom the hits of an attack strike, saving throws, and the figures left."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D6, Band, Count, Numbered, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.options import Settings

NONE: Final = "none"
REDUCED: Final = "reduced"
NORMAL: Final = "normal"
SAVES: Final[dict[str, int]] = {NORMAL: 5, REDUCED: 6}
"""Lowest die that saves [save.normal, save.reduced]."""
ALWAYS_FAILS: Final = 1
ALWAYS_SAVES: Final = 6
COVER_BONUS: Final = 1
OFFICER_BONUS: Final = 1
SMALL_ARMS: Final = "small-arms"
GUNS: Final = "artillery"
MELEE: Final = "melee"
OFFICER_HIT_ON: Final = 6
MOST_CANDIDATES: Final = 6
"""Officers told apart by one die; in a unit with more, only the first of them can be picked [officer.hit-check]."""


@record(unsafe_hash=True)
class Body:
    """A unit that is hit: its figures of every role (-1: not limited), the officers among them, a General with it."""

    strength: int
    officers: int = 0
    general: bool = False


@record(unsafe_hash=True)
class Blows:
    """The hits of one attack, by whom they are on."""

    men: int
    officers: int = 0
    general: bool = False


NO_BLOWS: Final[Blows] = Blows(0)


def candidates(body: Body) -> int:
    """Officers, and the General last, on whom a hit may fall [officer.hit-check]."""
    return min(MOST_CANDIDATES, body.officers + (1 if body.general else 0))


def all_officers(body: Body) -> bool:
    """Whether every figure left is an officer [officer.hit-check]."""
    return 0 <= body.strength <= body.officers


def officer_check(hits: int, body: Body, settings: Settings, dice: Dice, by: str = "") -> int:
    """Which candidate one of the hits falls on, counted from 1, 0 for none [officer.hit-check]."""
    many = candidates(body)
    if hits == 0 or many == 0 or settings.officer_hits == "last":
        return 0
    if not dice.ask(Count(1, D6, OFFICER_HIT_ON, Why("officer check", "charge-boys.officer.hit-check", by))):
        return 0
    return picked(many, dice, by)


def picked(many: int, dice: Dice, by: str) -> int:
    """Which of several officers: shares of one die, or by number [officer.hit-check]."""
    why = Why("which officer", "charge-boys.officer.hit-check", by)
    if many == 1:
        return 1
    if many == 2:
        return 1 + dice.ask(Band(D6, (3,), why))
    if many == 3:
        return 1 + dice.ask(Band(D6, (2, 4), why))
    return dice.ask(Numbered(D6, many, why))


def is_general(who: int, body: Body) -> bool:
    """Whether the candidate picked is the General, who comes last [officer.hit-check]."""
    return body.general and who == candidates(body)


def struck(hits: int, body: Body, settings: Settings, dice: Dice, by: str = "") -> Blows:
    """Whom the hits of one attack fall on [officer.hit-check, save.order]."""
    if hits and all_officers(body):
        general = body.general and hits > body.officers and settings.officer_hits != "last"
        return Blows(0, min(hits, body.officers), general)
    who = officer_check(hits, body, settings, dice, by)
    if who == 0:
        return Blows(hits)
    return Blows(hits - 1, 0, True) if is_general(who, body) else Blows(hits - 1, 1)


@record(unsafe_hash=True)
class Shelter:
    """What a unit that is hit is behind or in."""

    wall: bool = False
    building: bool = False
    fortification: bool = False
    woods: bool = False


IN_THE_OPEN: Final[Shelter] = Shelter()


@record(unsafe_hash=True)
class Needs:
    """Lowest dice that save a man and an officer; 0 where there is no save."""

    men: int
    officer: int


def cover_mods(source: str, shelter: Shelter, settings: Settings) -> list[Mod]:
    """The one cover bonus that counts, none in melee [save.wall, save.building, save.limits, melee.saves]."""
    if source == MELEE:
        return []
    if shelter.fortification:
        best = Mod("fortification", COVER_BONUS, "charge-boys.terrain.fortification")
    elif shelter.wall:
        best = Mod("behind a wall", COVER_BONUS, "charge-boys.save.wall")
    elif shelter.building and source == SMALL_ARMS:
        best = Mod("in a building", COVER_BONUS, "charge-boys.save.building")
    else:
        best = Mod("in the open", 0, "charge-boys.save.wall")
    if shelter.woods and settings.woods_save_bonus > best.value:
        best = Mod("in a wood", settings.woods_save_bonus, "charge-boys.save.wall")
    return [best] if best.value else []


def needs(save: str, source: str, shelter: Shelter, settings: Settings) -> Needs:
    """The dice that save; a 1 never does, a 6 always [save.limits, save.officer, artillery.effect-under-1]."""
    if save == NONE:
        return Needs(0, 0)
    men = SAVES[save] - total(cover_mods(source, shelter, settings))
    return Needs(max(ALWAYS_FAILS + 1, men), max(ALWAYS_FAILS + 1, men - OFFICER_BONUS))


@record(unsafe_hash=True)
class Fallen:
    """Those whose saves failed; the General is counted apart."""

    men: int
    officers: int = 0
    general: bool = False


def save(blows: Blows, needed: Needs, dice: Dice, by: str = "") -> Fallen:
    """Throw the saves: men first, officers after them, the General last [save.every-hit, save.order]."""
    if needed.men == 0:
        return Fallen(blows.men, blows.officers, blows.general)
    why = Why("saving throws", "charge-boys.save.every-hit", by)
    saved = dice.ask(Count(blows.men, D6, needed.men, why)) if blows.men else 0
    why = Why("saving throw of an officer", "charge-boys.save.officer", by)
    officers = dice.ask(Count(blows.officers, D6, needed.officer, why)) if blows.officers else 0
    general = bool(dice.ask(Count(1, D6, needed.officer, why))) if blows.general else False
    return Fallen(blows.men - saved, blows.officers - officers, blows.general and not general)


Part = tuple[int, Needs]
"""Hits of an attack that are saved alike, and what saves them."""


def save_parts(blows: Blows, parts: tuple[Part, ...], dice: Dice, by: str = "") -> Fallen:
    """The saves of one attack whose hits are not all saved alike; an officer's hit is of the first part.

    [save.every-hit, save.order, officer.hit-check]
    """
    men, officers, general = blows.men, blows.officers, blows.general
    fallen = Fallen(0)
    for hits, needed in parts:
        on_officers = min(officers, hits)
        on_general = general and hits > on_officers
        on_men = min(men, hits - on_officers - int(on_general))
        gone = save(Blows(on_men, on_officers, on_general), needed, dice, by)
        fallen = Fallen(fallen.men + gone.men, fallen.officers + gone.officers, fallen.general or gone.general)
        men, officers, general = men - on_men, officers - on_officers, general and not on_general
    return fallen


@record(unsafe_hash=True)
class Losses:
    """Figures a unit loses, its officers included, and whether the General with it falls."""

    killed: int
    officers: int = 0
    general: bool = False


NO_LOSSES: Final[Losses] = Losses(0)


def losses(fallen: Fallen, body: Body, settings: Settings) -> Losses:
    """Who comes off: hits beyond the figures are wasted, officers go when nobody else is left.

    [core.remove-figures, musketry.hits, officer.hit-check]
    """
    if body.strength < 0:
        return Losses(fallen.men + fallen.officers, fallen.officers, fallen.general)
    men = min(fallen.men, body.strength - body.officers)
    officers = min(fallen.officers + fallen.men - men, body.officers)
    # The General goes with the last of his officers under officer_hits = last, and only then.
    lost_last = settings.officer_hits == "last" and men + officers == body.strength and body.strength > 0
    return Losses(men + officers, officers, fallen.general or (body.general and lost_last))


def removed(figures: tables.Figures, killed: int, officers_killed: int = 0) -> tables.Figures:
    """The figures left: men first, then colour, then drummer, officers last unless the check took them.

    [core.remove-figures]
    """
    officers = figures.officers - officers_killed
    left = killed - officers_killed
    men = min(left, figures.men)
    colours = min(left - men, figures.colours)
    drummers = min(left - men - colours, figures.drummers)
    rest = left - men - colours - drummers
    return tables.Figures(
        figures.men - men, figures.colours - colours, figures.drummers - drummers, max(0, officers - rest)
    )
