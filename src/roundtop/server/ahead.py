"""What a hand means: the answers that lead from what is asked now to what is done with a piece.

They are tried on a battle that looks like this one to the player, without a die: nothing is told but what he may know.
"""

from __future__ import annotations

import re
from collections import deque
from typing import Any, Final, Literal, TypeAlias

from roundtop.battle.codec import Codec
from roundtop.battle.engine import Battle, Refused, asked, decision, run, submit
from roundtop.battle.engine import reasons as wrong
from roundtop.battle.forms import Answer, Assign, Assigned, Choose, Chosen, Form, Item, March, Marched, Place, Reason
from roundtop.battle.protocol import Command, Decision, Rulebook
from roundtop.battle.scene import Piece
from roundtop.bots.lawful import known
from roundtop.dice.sources import Physical, Stream, Wanted
from roundtop.record import record, replace
from roundtop.table.measure import distance

Deed: TypeAlias = Literal["move", "charge", "fire"]
Line: TypeAlias = tuple[tuple[Decision, Answer], ...]
"""Decisions and the answers to them, one after another."""

DEEPEST: Final = 4
MOST_TRIED: Final = 120
FEWEST_TRIED: Final = 12
OWN_SIDE: Final = "on your own side"
"""What books say of a target that is none: no reason why it cannot be moved."""
FEW: Final = 4
"""Answers that are told with a question."""
SINGLY: Final = ("man", "rider")
"""Glyphs of those who stand by themselves and act in squads."""
SHOTS: Final = ("fire", "aim", "guns", "nominate")
PASSES: Final = (
    "end",
    "end-go",
    "done",
    "back",
    "hold",
    "hold-fire",
    "none",
    "stand",
    "stay",
    "wait",
    "waive",
    "disorder",
)
"""Items that do nothing, or nothing a hand on the map could mean."""


@record
class Wish:
    """What a hand does: a piece ("": whichever can) is moved, or charges or fires at another, or moves to join it.

    `alone`: a single man, not his whole squad.
    """

    deed: Deed
    piece: str
    onto: str = ""
    alone: bool = False


@record
class Meant:
    """What is answered first, what is asked then, and the answer to it as far as the hand has given one."""

    first: Line
    battle: Battle
    asked: Decision
    answer: Answer | None


@record
class Passed:
    """A battle after an answer that needed no dice, and whether it can be taken back."""

    battle: Battle
    free: bool


Stakes: TypeAlias = Literal["free", "dice", "shown", "over"]
"""What an answer costs: nothing, for it can be taken back; dice; it stands; or others act next."""


def imagined(book: Rulebook, battle: Battle, player: str) -> Battle:
    """A battle that looks like this one to a player."""
    return lived(book, known(book, battle, player), player)


def lived(book: Rulebook, seen: Battle, player: str) -> Battle:
    """A battle like one whose state is what a player knows of it."""
    return replace(seen, state=book.imagine(seen.state, player, Stream("ahead")))


def passed(book: Rulebook, battle: Battle, player: str, wanted: Decision, answer: Answer) -> Passed | None:
    """What follows from an answer; None where it is refused, dice fly, or somebody else has to act."""
    try:
        made = _made(book, battle, player, wanted, answer)
    except (Refused, Wanted):
        return None
    return made if player in asked(book, made.battle) else None


def stakes(book: Rulebook, battle: Battle, player: str, wanted: Decision, answer: Answer) -> Stakes:
    """What a lawful answer costs."""
    try:
        made = _made(book, battle, player, wanted, answer)
    except Wanted:
        return "dice"
    if player not in asked(book, made.battle):
        return "over"
    return "free" if made.free else "shown"


def _made(book: Rulebook, battle: Battle, player: str, wanted: Decision, answer: Answer) -> Passed:
    made = submit(book, battle, Command(player, wanted.kind, wanted.about, answer), wanted)
    went = run(book, made.battle, Physical([]))
    return Passed(went.battle, not (made.final or went.final))


def meant(book: Rulebook, battle: Battle, player: str, wish: Wish) -> Meant | None:
    """The shortest line of answers to what a hand wishes for; None where there is none."""
    pieces = {piece.id: piece for piece in book.scene(book.view(battle.state, player)).pieces}
    if {wish.piece, wish.onto} - {"", *pieces}:
        return None
    hand = _Hand(wish, pieces)
    some = hand.nearest(decision(book, battle, player)) if wish.onto and not wish.piece else []
    for id in some:
        one = _Hand(Wish(wish.deed, id, wish.onto, wish.alone), pieces)
        found = _line(book, battle, player, one, max(FEWEST_TRIED, MOST_TRIED // len(some)))
        if found is not None:
            return found
    return _line(book, battle, player, hand, MOST_TRIED)


def _line(book: Rulebook, battle: Battle, player: str, hand: _Hand, most: int) -> Meant | None:
    """The shortest line of answers to the wish of a hand, of so many that are tried."""
    waiting: deque[tuple[Line, Battle]] = deque([((), battle)])
    tried = 0
    while waiting:
        first, here = waiting.popleft()
        wanted = decision(book, here, player)
        answer = hand.answer(wanted, first)
        if answer is not None or hand.there(wanted):
            found = Meant(first, here, wanted, answer)
            return _followed(book, player, hand, found) if hand.wish.deed == "charge" else found
        if len(first) == DEEPEST:
            continue
        for step in hand.steps(wanted, first):
            tried += 1
            made = passed(book, here, player, wanted, step) if tried <= most else None
            if made is not None:
                waiting.append(((*first, (wanted, step)), made.battle))
    return None


def told(book: Rulebook, codec: Codec, seen: Battle, player: str, wish: Wish) -> dict[str, Any]:
    """What a hand means, or why it means nothing, as it goes over the wire; the state of the battle is a view."""
    battle = lived(book, seen, player)
    found = meant(book, battle, player, wish)
    reasons: tuple[Reason, ...] = ()
    if found is None:
        reasons = _why_not(book, battle, player, wish)
        if wish.deed == "charge":
            found = meant(book, battle, player, Wish("move", wish.piece, "", wish.alone))
    if found is None:
        found = Meant((), battle, decision(book, battle, player), rolled(book, battle, player, wish))
        reasons = () if found.answer is not None else reasons
    steps = [{"kind": then.kind, "about": then.about, "answer": codec.plain(answer)} for then, answer in found.first]
    return {
        "first": steps,
        "said": [item.label for then, answer in found.first for item in _chosen(then, answer)],
        "decision": codec.plain(found.asked) if found.first or found.answer or not reasons else None,
        "answer": None if found.answer is None else codec.plain(found.answer),
        "reasons": [{"text": one.text, "clause": one.clause} for one in reasons],
    }


def rolled(book: Rulebook, battle: Battle, player: str, wish: Wish) -> Answer | None:
    """The answer that lets dice say whether a piece may be moved, where there is one."""
    pieces = {piece.id: piece for piece in book.scene(book.view(battle.state, player)).pieces}
    wanted = decision(book, battle, player)
    if wish.deed != "move" or wish.piece not in pieces:
        return None
    hand = _Hand(wish, pieces)
    for one in (*hand.steps(wanted, ()), *hand.together(wanted)):
        lawful = not wrong(book, battle, Command(player, wanted.kind, wanted.about, one), wanted)
        if lawful and stakes(book, battle, player, wanted, one) == "dice":
            return one
    return None


def _why_not(book: Rulebook, battle: Battle, player: str, wish: Wish) -> tuple[Reason, ...]:
    """Why a hand means nothing: in the book's words where it has some."""
    about = wish.piece if wish.deed == "move" else wish.onto or wish.piece
    wanted = decision(book, battle, player)
    clause = wanted.clauses[0] if wanted.clauses else ""
    pieces = {piece.id: piece for piece in book.scene(book.view(battle.state, player)).pieces}
    if {wish.piece, wish.onto} - {"", *pieces}:
        return (Reason("There is no such piece on the table.", ""),)
    name = pieces[about].name if about in pieces else "That"
    own = [one.side for one in battle.players if one.id == player]
    if wish.deed == "move" and about in pieces and pieces[about].side not in own:
        return (Reason(f"{name} cannot be moved: it is not yours.", ""),)
    hand = _Hand(wish, pieces)
    if wish.deed != "move" and wish.piece:
        there = _refused(book, battle, player, hand, 2)
        what = f"cannot {wish.deed} {'at ' if wish.deed == 'fire' else ''}{name} now"
        return there or (Reason(f"{pieces[wish.piece].name} {_first(book, battle, player, hand, what)}", clause),)
    said: tuple[Reason, ...] = ()
    if book.why_not is not None:
        said = book.why_not(book.view(battle.state, player), battle.agenda[-1], about)
    if said and not (wish.deed == "move" and OWN_SIDE in said[0].text):
        return said
    if wish.deed == "move":
        return (Reason(f"{name} {_first(book, battle, player, hand, 'cannot be moved now')}", clause),)
    return (Reason(f"{name} cannot be {'charged' if wish.deed == 'charge' else 'fired at'} now.", clause),)


def _refused(book: Rulebook, battle: Battle, player: str, hand: _Hand, deep: int) -> tuple[Reason, ...]:
    """What a book has against a target once it is asked at whom the piece in hand fires or charges."""
    wanted = decision(book, battle, player)
    at_whom = wanted.kind in hand.words() and wanted.about in ("", hand.wish.piece)
    if book.why_not is not None and (at_whom or hand.squads_turn(wanted)):
        return book.why_not(book.view(battle.state, player), battle.agenda[-1], hand.wish.onto)
    for step in hand.steps(wanted, ()) if deep else ():
        made = passed(book, battle, player, wanted, step) if hand.leads(_chosen(wanted, step)[0]) else None
        said = _refused(book, made.battle, player, hand, deep - 1) if made is not None else ()
        if said:
            return said
    return ()


def _first(book: Rulebook, battle: Battle, player: str, hand: _Hand, cannot: str) -> str:
    """What a piece that cannot do what is wished may do in place of it, or what has to be answered first."""
    wanted = decision(book, battle, player)
    for step in hand.steps(wanted, ()):
        made = passed(book, battle, player, wanted, step)
        then = decision(book, made.battle, player) if made is not None else None
        if then is None or then.about != hand.wish.piece:
            return f"{cannot}. It may be chosen for: {_chosen(wanted, step)[0].label}."
        form = then.form
        items = form.items if isinstance(form, Choose) else ()
        deeds = [item.label for item in items if item.key not in PASSES] or [then.sentence.removesuffix(".")]
        text = f"{cannot}. Once it is chosen: {'; '.join(deeds[:FEW])}"
        return text if text.endswith("?") else f"{text}."
    asked_of = wanted.form.items if isinstance(wanted.form, Choose) else ()
    labels = "; ".join([item.label for item in asked_of[:FEW]])
    more = f" and {len(asked_of) - FEW} more" if len(asked_of) > FEW else ""
    acting = [hand.named(item) for item in asked_of if item.key not in PASSES]
    if acting and not wanted.about and all([len(names) == 1 for names in acting]):
        return f"is not among those who can be chosen now: {labels}{more}."
    if wanted.about == hand.wish.piece:
        return f"{cannot}. {wanted.sentence}"
    return f"{cannot}. First: {wanted.sentence}{f' ({labels})' if labels and not more else ''}"


def _followed(book: Rulebook, player: str, hand: _Hand, found: Meant) -> Meant:
    """A charge that is named goes on to where it strikes, where that is asked next of the same piece."""
    if found.answer is None:
        return found
    made = passed(book, found.battle, player, found.asked, found.answer)
    if made is None or not made.free:
        return found
    wanted = decision(book, made.battle, player)
    form = wanted.form
    aimed = isinstance(form, March) and form.piece == hand.wish.piece
    if not aimed and not (isinstance(form, Assign) and wanted.about == hand.wish.piece):
        return found
    return Meant((*found.first, (found.asked, found.answer)), made.battle, wanted, None)


class _Hand:
    """A wish, and the pieces it may speak of."""

    def __init__(self, wish: Wish, pieces: dict[str, Piece]) -> None:
        self.wish = wish
        self.pieces = pieces
        self.mine = self._squad(wish.piece)
        self.foes = self._squad(wish.onto)

    def _squad(self, id: str) -> frozenset[str]:
        """A piece and, of single figures, those of its group."""
        piece = self.pieces.get(id)
        if piece is None:
            return frozenset()
        if piece.glyph not in SINGLY:
            return frozenset((id,))
        mates = [other.id for other in self.pieces.values() if (other.side, other.group) == (piece.side, piece.group)]
        return frozenset(mates if piece.group else (id,))

    def named(self, item: Item) -> frozenset[str]:
        """The pieces an item speaks of."""
        words = [*re.split(r"[:<>/]", item.key), item.at.split(":")[0]]
        return frozenset([word for word in words if word in self.pieces])

    def about(self, wanted: Decision, first: Line, named: frozenset[str]) -> bool:
        """Whether what is asked is asked of the piece in hand."""
        if not self.wish.piece:
            return True
        if self.wish.piece in named or wanted.about == self.wish.piece:
            return True
        spoken = [self.named(item) for then, answer in first for item in _chosen(then, answer)]
        return any(self.mine & names for names in spoken) or self.squads_turn(wanted)

    def squads_turn(self, wanted: Decision) -> bool:
        """Whether it is the turn of the squad of the piece in hand already: it is asked who of it acts."""
        if not isinstance(wanted.form, Choose) or not wanted.about or wanted.about in self.pieces:
            return False
        return any([bool(self.mine & self.named(item)) for item in wanted.form.items]) and len(self.mine) > 1

    def there(self, wanted: Decision) -> bool:
        """Whether a move is asked of the piece in hand, or of its squad."""
        form = wanted.form
        if self.wish.deed != "move":
            return False
        if isinstance(form, Choose):
            return wanted.about == self.wish.piece and bool([one for one in form.items if one.art.startswith("place:")])
        if not isinstance(form, (March, Place)):
            return False
        together = wanted.about not in self.pieces and len(self.mine) > 1
        return (
            form.piece in self.mine
            if together and not self.wish.alone
            else form.piece == wanted.about == self.wish.piece
        )

    def answer(self, wanted: Decision, first: Line) -> Answer | None:
        """The answer that is the deed itself, at the piece it is aimed at."""
        form = wanted.form
        if self.wish.deed == "move":
            return self._joining(form)
        if isinstance(form, Choose) and form.most >= 1:
            for item in form.items:
                if self._does(wanted, item) and self.about(wanted, first, self.named(item)):
                    return Chosen((item.key,))
        if isinstance(form, Assign) and self.wish.deed == "fire" and wanted.kind in SHOTS:
            return self._all_at(form) if self.about(wanted, first, frozenset()) else None
        if isinstance(form, March) and self.wish.deed == "charge" and form.piece == self.wish.piece:
            return self._charging(form)
        return None

    def _joining(self, form: Form) -> Chosen | None:
        """An officer dropped on a unit joins it."""
        items = form.items if isinstance(form, Choose) and self.wish.onto else ()
        both = frozenset((self.wish.piece, self.wish.onto))
        keys = [item.key for item in items if self.named(item) == both and item.key.startswith(self.wish.piece)]
        return Chosen((keys[0],)) if keys else None

    def _does(self, wanted: Decision, item: Item) -> bool:
        if not self.foes & self.named(item):
            return False
        return bool({wanted.kind, item.key.split(":")[0]} & self.words())

    def words(self) -> frozenset[str]:
        """What books call the deed at a target."""
        return frozenset(("charge",) if self.wish.deed == "charge" else SHOTS)

    def leads(self, item: Item) -> bool:
        """Whether a choice may lead to the deed: it names the piece or its squad, or is one word for it."""
        key = item.key
        return key in self.words() or key in self.pieces or key.split(":")[0] in self.mine or self._is_own(item)

    def _all_at(self, form: Assign) -> Assigned | None:
        """Every slot that can be aimed at the piece is."""
        pairs = [
            (slot.key, next((item.key for item in slot.items if self.foes & self.named(item)), ""))
            for slot in form.slots
        ]
        kept = tuple([pair for pair in pairs if pair[1]])
        return Assigned(kept) if kept else None

    def _charging(self, form: March) -> Marched | None:
        name = self.pieces[self.wish.onto].name
        for way in form.ways:
            if name in way.label and [made for made in way.manoeuvres if made.kind == "charge"]:
                return Marched(way.manoeuvres)
        return None

    def steps(self, wanted: Decision, first: Line) -> list[Answer]:
        """Answers on the way: the piece itself, its squad, then what it may do."""
        form = wanted.form
        if not isinstance(form, Choose) or form.least > 1:
            return []
        items = [item for item in form.items if item.key not in PASSES]
        own = [item for item in items if self._is_own(item)]
        if not self.wish.piece and not first:
            own = [item for item in items if self.named(item)]
        near = self.about(wanted, first, frozenset())
        verbs = [item for item in items if near and item not in own and not self.named(item) - self.foes]
        whole = self.together(wanted) if self.wish.deed == "move" and self.wish.piece and not first else []
        return [*whole, *[Chosen((item.key,)) for item in (*own, *verbs) if Chosen((item.key,)) not in whole]]

    def together(self, wanted: Decision) -> list[Answer]:
        """Answers for the whole of what the piece in hand belongs to: an order to its brigade."""
        piece = self.pieces[self.wish.piece]
        if not isinstance(wanted.form, Choose) or not piece.group:
            return []
        items = [item for item in wanted.form.items if item.key not in PASSES and piece.group in item.label]
        return [Chosen((item.key,)) for item in items if not [id for id in self.named(item) if self._is_unit(id)]]

    def _is_unit(self, id: str) -> bool:
        return self.pieces[id].glyph != "officer"

    def _is_own(self, item: Item) -> bool:
        """Whether an item is the piece in hand and nobody else, or its squad, marked at one of its men."""
        names = self.named(item)
        squad = item.key not in self.pieces and item.at in self.mine and ":" not in item.key
        return squad or (self.wish.piece in names and len(names) == 1)

    def nearest(self, wanted: Decision) -> list[str]:
        """The pieces that are asked for, those nearest to the one aimed at first, and one of each squad."""
        items = wanted.form.items if isinstance(wanted.form, Choose) else ()
        side = self.pieces[self.wish.onto].side
        named = {id for item in items for id in self.named(item) if self.pieces[id].side != side}
        squads = {self._squad(id): id for id in sorted(named, key=self._away, reverse=True)}
        return sorted(squads.values(), key=self._away)

    def _away(self, id: str) -> tuple[float, str]:
        foe, pose = self.pieces[self.wish.onto].pose, self.pieces[id].pose
        return distance(foe.x, foe.y, pose.x, pose.y), id


def _chosen(wanted: Decision, answer: Answer) -> list[Item]:
    if not isinstance(wanted.form, Choose) or not isinstance(answer, Chosen):
        return []
    return [item for item in wanted.form.items if item.key in answer.keys]
