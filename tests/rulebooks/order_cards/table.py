"""A table for tests: lines set down in a line of code, a card turned, commands by their keys, dice to the last one.

Places are inches, x east and y north; facings are whole degrees clockwise from north. The Union's own edge is the
south one, and it is its card that is played unless said otherwise. Dice are written as the umpire writes them; a bare
number is a d100. Every call takes the dice thrown until the next decision: one too few or too many fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from roundtop.battle.forms import Answer, Arranged, Assigned, Chosen, Confirmed, Marched, Placed
from roundtop.battle.protocol import Player
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.order_cards import RULEBOOK
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards.events import CardsTurned
from roundtop.rulebooks.order_cards.cards.play import deeds, offered
from roundtop.rulebooks.order_cards.cards.rule import deck_of
from roundtop.rulebooks.order_cards.events import apply
from roundtop.rulebooks.order_cards.field import card_of, changing, officer_of, unit_of
from roundtop.rulebooks.order_cards.options import settings
from roundtop.rulebooks.order_cards.sight.fog import unseen_by
from roundtop.rulebooks.order_cards.state import Army, Hand, Officer, State, Unit
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose
from tests.rulebooks.driven import Driven

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270
UNION, CONFEDERATE = "union", "confederate"
Die = int | str
E = TypeVar("E")


def at(x: float, y: float, facing: float = NORTH) -> Pose:
    return Pose(float(x), float(y), round(facing * 100) % 36000)


def foot(id: str, side: str, stands: int, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    """A regular regiment in line, its middle at x, y; `start` where it began with more stands."""
    start = fields.pop("start", stands)
    grade = fields.pop("grade", 70)
    player = fields.pop("player", side)
    brigade = fields.pop("brigade", f"{side}-brigade")
    circled = fields.pop("circled", (start - stands) * 4)
    return Unit(
        id, side, player, brigade, id.title(), "infantry", "rifle-musket", grade, start, 0, stands, at(x, y, facing),
        circled=circled, **fields,
    )  # fmt: skip


def horse(id: str, side: str, stands: int, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    """A mounted regiment in line."""
    mounted = fields.pop("mounted", True)
    return Unit(
        id, side, side, f"{side}-brigade", id.title(), "cavalry", "carbine", 70, stands, 0, stands, at(x, y, facing),
        mounted=mounted, **fields,
    )  # fmt: skip


def guns(id: str, side: str, stands: int, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    """An unlimbered battery; `rifled` are its rifled gun stands."""
    formation = fields.pop("formation", "unlimbered")
    rifled = fields.pop("rifled", 0)
    return Unit(
        id, side, side, f"{side}-brigade", id.title(), "artillery", "12-pdr-napoleon", 70, stands, rifled, stands,
        at(x, y, facing), formation, **fields,
    )  # fmt: skip


def wagon(id: str, side: str, x: float, y: float, **fields: Any) -> Unit:
    return Unit(
        id, side, side, f"{side}-brigade", id.title(), "wagon", "", 50, 1, 0, 1, at(x, y), "limbered", **fields
    )  # fmt: skip


def general(id: str, side: str, x: float, y: float, rank: str = "brigade", rating: int = 10, **fields: Any) -> Officer:
    player = fields.pop("player", side)
    return Officer(id, side, player, f"{side}-brigade", id.title(), rank, rating, at(x, y), **fields)


def reserves() -> tuple[Unit, ...]:
    """Two large regiments a side in the far corners, so that an army does not break at once."""
    return (
        foot("u8", UNION, 10, 6, 1.5),
        foot("u9", UNION, 10, 66, 1.5),
        foot("c8", CONFEDERATE, 10, 6, 46.5, SOUTH),
        foot("c9", CONFEDERATE, 10, 66, 46.5, SOUTH),
    )


def box(left: float, bottom: float, right: float, top: float) -> tuple[tuple[float, float], ...]:
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def area(kind: str, left: float, bottom: float, right: float, top: float) -> Area:
    return Area(kind, box(left, bottom, right, top))


def hill(level: int, left: float, bottom: float, right: float, top: float) -> Height:
    return Height(level, box(left, bottom, right, top))


def obstacle(kind: str, *points: tuple[float, float]) -> Line:
    return Line(kind, points)


def field(*things: Area | Height | Line | Road | Crossing, width: float = 72.0, depth: float = 48.0) -> Ground:
    """Bare ground with these things on it."""
    return Ground(
        width,
        depth,
        areas=tuple(thing for thing in things if isinstance(thing, Area)),
        lines=tuple(thing for thing in things if isinstance(thing, Line)),
        roads=tuple(thing for thing in things if isinstance(thing, Road)),
        heights=tuple(thing for thing in things if isinstance(thing, Height)),
        crossings=tuple(thing for thing in things if isinstance(thing, Crossing)),
    )


def words(dice: Iterable[Die]) -> list[str]:
    return [f"d100:{die % 100:02d}" if isinstance(die, int) else die for die in dice]


def sixes(*faces: int) -> list[Die]:
    return [f"d6:{face}" for face in faces]


def position(
    *pieces: Unit | Officer,
    card: str = "march",
    other: str = "hold",
    later: tuple[str, ...] = (),
    side: str = UNION,
    ground: Ground | None = None,
    goals: tuple[Goal, ...] = (),
    turn: int = 1,
    sets: int = 6,
    **options: Any,
) -> State:
    """A table on which a side has just turned its card, the enemy having turned `other` before; `later` are to come."""
    house = settings(options)
    foe = CONFEDERATE if side == UNION else UNION
    cards = {side: (card, *later), foe: (other, *later)}
    state = State(
        "Test",
        house,
        deck_of(house.deck),
        ground or field(),
        (Army(UNION, "south"), Army(CONFEDERATE, "north")),
        tuple(Hand(one, one, cards[one]) for one in (UNION, CONFEDERATE)),
        tuple(piece for piece in pieces if isinstance(piece, Unit)),
        tuple(piece for piece in pieces if isinstance(piece, Officer)),
        goals,
        (),
        sets,
        house.max_visibility,
        set=1,
        turn=turn - 1,
        phase="cards",
        first=foe,
    )
    state = apply(state, CardsTurned(turn, foe, ((foe, other),)))
    state = apply(state, CardsTurned(turn + 1, side, ((side, card),)))
    return befogged(state) if house.fog else state


def befogged(state: State) -> State:
    """The table after a first look through the fog."""
    state = changing(state)
    state.roster = state.units
    state.staff = state.officers
    looked = [unseen_by(state, army.side) for army in state.armies]
    for army, unseen in zip(state.armies, looked, strict=True):
        army.unseen = unseen
    return state


class Table(Driven):
    """A battle under way, driven command by command."""

    def __init__(self, state: State, *agenda: object, dice: Sequence[Die] = ()) -> None:
        super().__init__(
            RULEBOOK, state, agenda, words(dice), tuple(Player(hand.player, hand.side) for hand in state.hands)
        )

    # ---- what is there

    @property
    def state(self) -> State:
        state: State = self.battle.state
        return state

    def unit(self, id: str) -> Unit:
        return unit_of(self.state, id)

    def officer(self, id: str) -> Officer:
        return officer_of(self.state, id)

    def pose(self, id: str) -> tuple[float, float, float]:
        """Where a unit stands and which way it looks, in degrees."""
        pose = self.unit(id).pose
        return pose.x, pose.y, pose.facing / 100

    # ---- what is asked

    @property
    def ways(self) -> list[str]:
        """The moves proposed."""
        return [way.key for way in self.form.ways]

    # ---- answers

    def answer(self, answer: Answer, dice: Sequence[Die] = (), player: str = "") -> Table:
        """Answer what is asked, and go on to the next decision."""
        self.submit(answer, words(dice), player)
        return self

    def choose(self, *keys: str, dice: Sequence[Die] = ()) -> Table:
        return self.answer(Chosen(keys), dice)

    def do(self, unit: str, deed: str, dice: Sequence[Die] = ()) -> Table:
        """A unit is picked and told what to do; it is not asked where only one thing is open to it."""
        self.answer(Chosen((unit,)), () if self._several(unit) else dice)
        if self.asked[1] == "act":
            self.answer(Chosen((deed,)), dice)
        return self

    def _several(self, unit: str) -> bool:
        return len(self.deeds(unit)) != 1

    def deeds(self, unit: str) -> list[str]:
        """What a unit may do now."""
        one = self.unit(unit)
        return deeds(self.state, one, card_of(self.state, one.player))

    def offers(self, unit: str) -> list[str]:
        """What a unit is offered to do now."""
        one = self.unit(unit)
        return offered(self.state, one, card_of(self.state, one.player))

    def march(self, *manoeuvres: Manoeuvre, dice: Sequence[Die] = ()) -> Table:
        return self.answer(Marched(manoeuvres), dice)

    def way(self, key: str, dice: Sequence[Die] = ()) -> Table:
        """One of the moves proposed."""
        made = next(way.manoeuvres for way in self.form.ways if way.key == key)
        return self.answer(Marched(made), dice)

    def assign(self, dice: Sequence[Die] = (), **items: str) -> Table:
        return self.answer(Assigned(tuple(items.items())), dice)

    def place(self, pose: Pose, dice: Sequence[Die] = ()) -> Table:
        return self.answer(Placed(pose), dice)

    def lay(self, player: str, *cards: str, dice: Sequence[Die] = ()) -> Table:
        return self.answer(Arranged(cards), dice, player)

    def confirm(self, yes: bool, dice: Sequence[Die] = ()) -> Table:
        return self.answer(Confirmed(yes), dice)

    def end(self, dice: Sequence[Die] = ()) -> Table:
        """The card is ended."""
        return self.answer(Chosen(("end",)), dice)

    def no_march(self, *manoeuvres: Manoeuvre) -> list[str]:
        return self.refusal(Marched(manoeuvres))


def table(*pieces: Unit | Officer, dice: Sequence[Die] = (), **rest: Any) -> Table:
    """A card in play; the agenda is done when it is ended."""
    state = position(*pieces, **rest)
    return Table(state, cards_events.CardInPlay((state.side,)), dice=dice)


def charge(
    table: Table, unit: str, target: str, dice: Sequence[Die] = (), wheel: str = "aim", extra: str = ""
) -> Table:
    """A unit declares a charge and makes it."""
    table.do(unit, "charge")
    table.choose(target)
    offered = [item.key for slot in table.form.slots if slot.key == "extra" for item in slot.items]
    return table.assign(dice, wheel=wheel, extra=extra or offered[-1])
