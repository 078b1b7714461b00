"""A battle's ledger beside a real table: cards of both sides, steps that change them, what comes next, and back again.

>>> import roundtop
>>> ledger = roundtop.companion("little-round-top", rules="chamberlain")
>>> eyes = {"range_bw": 0.8, "target.in_cover": True}
>>> step = ledger.ask("fire", {"firer": "4th-texas", "target": "20th-maine"}, eyes, dice="6 2 6 1")
>>> step.changes[0].words()
'20th Maine: fatigue 0 → 2'
>>> ledger.confirm(step)
>>> ledger.take_back()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, final

from roundtop.battle.ledger import Routine
from roundtop.battle.procedure import OPTIONS
from roundtop.beside import secrets
from roundtop.beside.armies import ARMIES, AUTO, TABLE, apart, value_of
from roundtop.beside.cards import Card, Muster, fields_of, fit
from roundtop.beside.check import roles as roles_of
from roundtop.beside.check import several
from roundtop.beside.done import Change, Done, Due, Roles, Step
from roundtop.beside.reckon import dig, holds, reckon
from roundtop.beside.situation import PerCard, Situation, count_up, put, start, told
from roundtop.beside.table import ALL, GONE, Entry, Follow, find, table, under
from roundtop.beside.turn import PHASE, TICKED, TURN, go_on, waits
from roundtop.dice.questions import Question
from roundtop.umpire import Prospect, Result, UmpireError, ask, by_hand
from roundtop.umpire.fields import shown, suggest

BY_HAND: Final = "by hand"


@final
class Companion:
    """A battle's ledger. Everything in it is plain data; `store` writes it to a file and reads it back."""

    def __init__(self, muster: Muster) -> None:
        self.book = muster.book
        self.title = muster.title
        self.options = muster.options
        self.begun = muster.cards
        self.table = table(muster.book)
        self.like = fields_of(muster.book, self.table)
        self.turns = muster.turns
        self.battle = muster.battle
        self.edition = 0
        self.replay(())

    # ------------------------------------------------------------ cards

    def card(self, name: str) -> Card:
        """The card of that id, of that name, or the only one that begins so."""
        if name in self.cards or name in self.apart:
            return self.of(name)
        words = name.strip().lower()
        near = [one for one in self.cards.values() if one.name.lower() == words]
        near = near or [
            one for one in self.cards.values() if one.id.startswith(words) or one.name.lower().startswith(words)
        ]
        if len(near) == 1:
            return near[0]
        if near:
            raise UmpireError(f"unit: '{name}' may be {', '.join([one.id for one in near[:5]])}")
        raise UmpireError(f"unit: there is no '{name}'{suggest(name, self.cards)}")

    def of(self, id: str) -> Card:
        """The card of a unit, of a side or of the table."""
        if id not in self.cards and id not in self.apart:
            raise UmpireError(f"unit: there is no '{id}'{suggest(id, self.cards)}")
        return self.cards[id] if id in self.cards else self.apart[id]

    def value(self, card: Card, name: str) -> Any:
        """A value of a card; what nobody has said is its field's default, and a group's is counted from its members."""
        if name == "id":
            return card.id
        if name == GONE:
            return card.gone
        if card.id in self.apart:
            return value_of(self, card, name)
        counted = self._counted(card, name)
        if counted is not None:
            return counted
        like = self.like[name]
        return card.values.get(name, like.default)

    def tracked(self) -> list[str]:
        """The values of cards that some answer changes or that were turned up, in the cards' order."""
        changed = {*self.table.secrets} | {
            path.partition(".")[2] for entry in self.table.entries.values() for path in entry.changes
        }
        return [
            name
            for name in self.like
            if name in changed or name in self.table.roster.get("groups", {}).get("count", {})
        ]

    def shown(self, card: Card) -> list[str]:
        """The values that a card has, or that are counted for it."""
        counted = [name for name in self.like if self._counted(card, name) is not None]
        return list(dict.fromkeys([*card.values, *counted]))

    def members(self, card: Card) -> list[Card]:
        return [one for one in self.cards.values() if one.group == card.id and one is not card]

    def _counted(self, card: Card, name: str) -> Any:
        parties = self.table.roster.get("groups", {})
        members = self.members(card) if parties else []
        if not members:
            return None
        if name in parties["count"]:
            return len([one for one in members if self._is(one, parties["count"][name])])
        most = parties["most"]
        if name != most["value"]:
            return None
        able = [one for one in members if self._is(one, most["able"])]
        kinds = [self.value(one, name) for one in able or members]
        said = ask(self.book, most["ask"], {most["field"]: {kind: kinds.count(kind) for kind in kinds}})
        return said.outcome[name]

    def _is(self, card: Card, wanted: Mapping[str, Any]) -> bool:
        return all(self.value(card, name) in values for name, values in wanted.items())

    # ------------------------------------------------------------ a step

    def roles(self, procedure: str) -> list[str]:
        """The roles of cards in a procedure, in the order in which they are named."""
        return roles_of(self._entry(procedure))

    def situation(self, procedure: str, roles: Mapping[str, str | Sequence[str]], eyes: Mapping[str, Any]) -> Situation:
        """What the rule is asked: filled from the cards, then from what is told."""
        cast = self._cast(procedure, roles)
        return self._filled(procedure, cast, self._given(procedure, cast), eyes)

    def begin(self, procedure: str, roles: Mapping[str, str | Sequence[str]]) -> dict[str, Any]:
        """What eyes may be taken to tell until somebody looks: as last time, or as in the worked example.

        Only what the rule cannot do without and no card says.
        """
        entry, routine = self._entry(procedure), self.book.ledger.routines[procedure]
        known = self.situation(procedure, roles, {})
        last = next((one.eyes for one in reversed(self.done) if one.do == procedure), {})
        example = start(self.book, routine, entry)
        found: dict[str, Any] = {}
        for path in entry.eyes:
            one = find(self.book.ledger, routine.inputs, path)
            if one is not None and one.required and dig(known, path) in (None, [], [None]):
                value = last.get(path, dig(example, path))
                found[path] = value[0] if isinstance(value, list) and "." in path and path not in last else value
        return found

    def ask(
        self,
        procedure: str,
        roles: Mapping[str, str | Sequence[str]],
        eyes: Mapping[str, Any] | None = None,
        *,
        dice: str | Sequence[str] | None = None,
        seed: int | str | None = None,
    ) -> Step:
        """Carry a procedure out with the dice given or a seed; nothing changes before it is confirmed."""
        cast = self._cast(procedure, roles)
        given = self._given(procedure, cast)
        situation = self._filled(procedure, cast, given, eyes or {})
        result = ask(self.book, procedure, situation, dice=dice, seed=seed)
        return self._step(procedure, cast, {**given, **(eyes or {})}, situation, result)

    def throw(
        self, procedure: str, roles: Mapping[str, str | Sequence[str]], eyes: Mapping[str, Any], throws: Sequence[str]
    ) -> Step | Question:
        """Carry a procedure out throw by throw: the step, or the question whose throw is wanted."""
        cast = self._cast(procedure, roles)
        given = self._given(procedure, cast)
        situation = self._filled(procedure, cast, given, eyes)
        reached = by_hand(self.book, procedure, situation, throws)
        if not isinstance(reached, Result):
            return reached
        return self._step(procedure, cast, {**given, **eyes}, situation, reached)

    def odds(
        self, procedure: str, roles: Mapping[str, str | Sequence[str]], eyes: Mapping[str, Any] | None = None
    ) -> Prospect:
        """The odds before the dice are thrown."""
        return ask(self.book, procedure, self.situation(procedure, roles, eyes or {}), odds=True)

    def confirm(self, step: Step) -> None:
        """Change the cards."""
        if step.at != len(self.done):
            raise UmpireError("the cards have changed since this was asked; ask again")
        self.do(
            Done(
                step.do,
                step.roles,
                step.eyes,
                dice=step.result.dice,
                outcome=step.result.outcome,
                changes=step.changes,
                next=step.next,
                due=step.due,
            )
        )

    def settle(self, place: int = 0) -> None:
        """Strike out what is due without a die: it has been done on the table, or cannot be."""
        if not 0 <= place < len(self.due):
            raise UmpireError(f"due: there is no {place + 1}; {len(self.due)} are due")
        self.do(Done("settled", self.due[place].roles, due=place))

    def put_right(self, unit: str, value: str, to: Any) -> None:
        """Put a card right by hand, or take a unit off the table (`gone`)."""
        card = self.card(unit)
        if value == GONE:
            if not isinstance(to, bool):
                raise UmpireError(f"gone: {shown(to)} is not true or false")
        elif card.id in self.apart:
            if (card.id, value) != (TABLE, "first") or to not in card.values["sides"]:
                raise UmpireError(f"{value}: of {card.name} only `first` is put right, and that with a side")
        else:
            to = fit(self.book, self.like, value, to)
        change = Change(card.id, card.name, value, self.value(card, value), to)
        self.do(Done(BY_HAND, {"unit": [card.id]}, changes=(change,)))

    def new_turn(self) -> None:
        """Begin the next turn: what belongs to a turn alone is wiped off the cards."""
        changes: list[Change] = []
        for card in self.cards.values():
            for value, rule in self.table.each_turn.items():
                now = self.value(card, value)
                after = self._turned(card, now, rule)
                if after != now and not card.gone:
                    changes.append(Change(card.id, card.name, value, now, after))
        changes += secrets.picked_up(self)
        self.do(Done(TURN, changes=tuple(changes)))

    def next_phase(self) -> None:
        """Go on to the next phase, after the last to the next turn."""
        if go_on(self):
            self.do(Done(PHASE))
        else:
            self.new_turn()

    def tick(self, roles: Mapping[str, Sequence[str]], say: str = "") -> None:
        """Something on the checklist is done on the table, or a unit has acted."""
        cast = {role: [self.card(name).id for name in names] for role, names in roles.items()}
        self.do(Done(TICKED, cast, {"say": say} if say else {}))

    def _turned(self, card: Card, now: Any, rule: Any) -> Any:
        if not isinstance(rule, Mapping):
            return rule
        if "or" in rule:
            return bool(now or self.value(card, rule["or"]))
        return self.value(card, rule["from"])

    def take_back(self, steps: int = 1) -> None:
        """Take back as many steps as you like."""
        if not 1 <= steps <= len(self.done):
            raise UmpireError(f"back: {steps} cannot be taken back; there are {len(self.done)} steps")
        edition = self.edition
        self.replay(self.done[: len(self.done) - steps])
        self.edition = edition + 1

    def replay(self, steps: Iterable[Done]) -> None:
        """The ledger after these steps."""
        self.done: list[Done] = []
        self.cards: dict[str, Card] = {card.id: deepcopy(card) for card in self.begun}
        self.apart = apart(self.begun, self.turns)
        self.due: list[Due] = []
        self.laid: list[secrets.Laid] = []
        self.turn, self.stage = 1, 0
        for one in steps:
            self.do(one)

    def do(self, done: Done) -> None:
        """Change the cards, and what is due, as a step says."""
        for change in done.changes:
            card = self.of(change.unit)
            if change.value == GONE:
                card.gone = bool(change.after)
            elif change.after is None:
                card.values.pop(change.value, None)
            else:
                card.values[change.value] = change.after
        if done.due >= 0:
            del self.due[done.due]
        self.due[:0] = done.next
        self.turn += done.do == TURN
        self.stage = 0 if done.do == TURN else self.stage + (done.do == PHASE)
        secrets.follow(self, done)
        self.done.append(done)
        self.edition += 1

    def log(self) -> list[str]:
        """What was done, a line each."""
        found: list[str] = []
        turn = 1
        for one in self.done:
            turn += one.do == TURN
            who = ", ".join([self.of(id).name for ids in one.roles.values() for id in ids])
            changed = "; ".join([change.words() for change in one.changes]) if one.do != TURN else ""
            told = one.eyes.get("say", "has acted") if one.do == TICKED else one.do
            told = secrets.laid_words(one) if one.do == secrets.LAID else told
            what = f"turn {turn}" if one.do == TURN else f"{told}: {who}" if who else told
            thrown = f" [{' '.join(one.dice)}]" if one.dice else ""
            found.append(f"{what}{thrown}{': ' if changed else ''}{changed}")
        return found

    # ------------------------------------------------------------ within a step

    def _entry(self, procedure: str) -> Entry:
        if procedure not in self.table.entries:
            raise UmpireError(f"procedure: {self.book.id} has no '{procedure}'{suggest(procedure, self.table.entries)}")
        return self.table.entries[procedure]

    def _cast(self, procedure: str, roles: Mapping[str, str | Sequence[str]]) -> Roles:
        known = self.roles(procedure)
        problems = [f"{role}: no role in {procedure}{suggest(role, known)}" for role in roles if role not in known]
        cast: Roles = {}
        for role, names in roles.items():
            cards = [self.card(name) for name in ([names] if isinstance(names, str) else names)]
            problems += [f"{role}: {card.name} is off the table" for card in cards if card.gone]
            late = [card for card in cards if waits(self, card)]
            problems += [f"{role}: {card.name} comes on in turn {card.arrives}" for card in late]
            if len(cards) != 1 and not self._several(procedure, role):
                problems.append(f"{role}: one unit, not {len(cards)}")
            cast[role] = [card.id for card in cards]
        problems += [
            f"{role}: nobody is named" for role in known if role not in cast and not self._spare(procedure, role)
        ]
        if problems:
            raise UmpireError(*problems)
        return cast

    def _heads(self, procedure: str, role: str) -> list[str]:
        """Types of the records that a role's cards are filled into, as they lie outermost."""
        routine = self.book.ledger.routines[procedure]
        paths = [path for path, source in self._entry(procedure).fills.items() if source == role and path != ALL]
        found = [find(self.book.ledger, routine.inputs, path.partition(".")[0]) for path in paths]
        return [one.type for one in found if one is not None]

    def _several(self, procedure: str, role: str) -> bool:
        return role in several(self.book.ledger, self.book.ledger.routines[procedure], self._entry(procedure))

    def _spare(self, procedure: str, role: str) -> bool:
        heads = self._heads(procedure, role)
        return bool(heads) and all(kind.endswith("or none") for kind in heads)

    def _given(self, procedure: str, cast: Roles) -> dict[str, Any]:
        """What is known of a step already, as it was due."""
        place = self._settles(procedure, cast)
        return dict(self.due[place].given) if place >= 0 else {}

    def _filled(self, procedure: str, cast: Roles, given: Mapping[str, Any], eyes: Mapping[str, Any]) -> Situation:
        ledger, routine, entry = self.book.ledger, self.book.ledger.routines[procedure], self._entry(procedure)
        situation: Situation = {}
        for path, source in entry.fills.items():
            for at, value in self._fill(routine, path, source, cast):
                put(ledger, routine, situation, at, value)
        known = {path: value for path, value in given.items() if find(ledger, routine.inputs, path)}
        for path, value in eyes.items():
            told(ledger, routine, path, value)
        for path, value in deepcopy({**known, **eyes}).items():
            put(ledger, routine, situation, path, value)
        for path, most in entry.numbered.items():
            count_up(ledger, routine, situation, path, int(reckon(most, self._looks(cast)) or 0) if most else 0)
        if self.options and any(one.name == OPTIONS for one in routine.inputs):
            situation[OPTIONS] = {**self.options, **situation.get(OPTIONS, {})}
        return situation

    def _fill(self, routine: Routine, path: str, source: str, cast: Roles) -> Iterable[tuple[str, Any]]:
        if not path.endswith(ALL):
            value = reckon(source, self._looks(cast, path in self._each(routine)))
            if value is not None:
                yield path, value
            return
        ids = self._ids(cast, source)
        top = path.removesuffix(ALL)
        below = under(self.book.ledger, routine, top.removesuffix("."))
        if source == ARMIES:
            names = [one.name for one in below if one.name in self.table.army.count]
            yield top.removesuffix("."), {id: {name: self.value(self.of(id), name) for name in names} for id in ids}
            return
        for one in below if ids else ():
            if one.name in (self.table.army.count if ids[0] in self.apart else self.like):
                values = [self.value(self.of(id), one.name) for id in ids]
                if self._several(routine.name, source):
                    yield top + one.name, PerCard(values)
                elif values[0] is not None:
                    yield top + one.name, values[0]

    def _each(self, routine: Routine) -> list[str]:
        """Paths into lists of records that a role of several is filled into."""
        entry = self._entry(routine.name)
        lists = [path.partition(".")[0] for path in entry.fills if path.endswith(ALL)]
        heads = [one.name for one in routine.inputs if one.type.startswith("list of record") and one.name in lists]
        return [path for path in entry.fills if path.partition(".")[0] in heads]

    def _ids(self, cast: Roles, role: str) -> list[str]:
        """The cards in a role; the table and the sides name themselves."""
        if role in cast:
            return cast[role]
        sides: list[str] = self.apart[TABLE].values["sides"]
        return {TABLE: [TABLE], ARMIES: sides}.get(role, [role] if role in sides and role in AUTO else [])

    def _looks(self, cast: Roles, each: bool = False) -> Callable[[str], Any]:
        def look(path: str) -> Any:
            role, _, value = path.partition(".")
            ids = self._ids(cast, role)
            values = [self.value(self.of(id), value) for id in ids]
            if role == ARMIES:
                return dict(zip(ids, values, strict=True))
            return PerCard(values) if each else values[0] if values else None

        return look

    def _step(self, procedure: str, cast: Roles, eyes: dict[str, Any], situation: Situation, result: Result) -> Step:
        entry = self._entry(procedure)
        changes: list[Change] = []
        after: list[Due] = []
        if result.legal:
            for target, source in entry.changes.items():
                changes += self._changes(procedure, target, source, cast, result.outcome | {"": {**eyes, **situation}})
            for follow in entry.next:
                after += self._follow(procedure, follow, cast, eyes, situation | result.outcome)
        return Step(
            at=len(self.done),
            do=procedure,
            roles=cast,
            eyes=eyes,
            situation=situation,
            result=result,
            changes=tuple(changes),
            next=tuple(after),
            due=self._settles(procedure, cast),
        )

    def _settles(self, procedure: str, cast: Roles) -> int:
        """The place of what this was due as; -1 where nobody asked for it."""
        for place, one in enumerate(self.due):
            if one.do == procedure and all(cast.get(role) == ids for role, ids in one.roles.items()):
                return place
        return -1

    def _changes(self, procedure: str, target: str, source: Any, cast: Roles, said: Mapping[str, Any]) -> list[Change]:
        role, _, value = target.partition(".")
        found: list[Change] = []
        for n, id in enumerate(self._ids(cast, role)):
            card = self.of(id)
            now = self.value(card, value)
            look = self._outputs(said, id, n if self._several(procedure, role) else -1)
            after = _after(source, now, look)
            if after is not None and after != (now or 0 if after == 0 else now):
                found.append(Change(id, card.name, value, now, after))
        return found

    def _outputs(self, said: Mapping[str, Any], id: str, place: int) -> Callable[[str], Any]:
        """Outputs as they concern one card: its own of a list, or of a map by names."""

        def look(path: str) -> Any:
            value = dig(said, path)
            if value is None and "" in said:
                value = dig(said[""], path)
            if isinstance(value, Mapping):
                return value.get(id)
            return value[place] if place >= 0 and isinstance(value, list) and place < len(value) else value

        return look

    def _follow(
        self, procedure: str, follow: Follow, cast: Roles, eyes: Mapping[str, Any], said: Mapping[str, Any]
    ) -> list[Due]:
        known = {**eyes, **said}
        many = [role for role in follow.roles.values() if self._several(procedure, role.partition(".")[0])]
        apart = many and (follow.say or not any(self._several(follow.do, role) for role in follow.roles))
        ids = cast.get(many[0].partition(".")[0], []) if many else [""]
        found: list[Due] = []
        for n, id in enumerate(ids):
            look = self._outputs(known, id, n if many else -1)
            if not holds(follow.when, self._or_cards(look, cast)):
                continue
            roles = {
                role: [id] if apart and source in many else self._these(cast, source)
                for role, source in follow.roles.items()
            }
            taken = {path: reckon(source, look) for path, source in follow.take.items()}
            given = {path: value for path, value in {**follow.set, **taken}.items() if value is not None}
            found.append(Due(follow.do, follow.say, {role: ids for role, ids in roles.items() if ids}, given))
            if not apart:
                break
        return found

    def _or_cards(self, look: Callable[[str], Any], cast: Roles) -> Callable[[str], Any]:
        """What was answered or asked, or else what stands on a card, `unit.arm`."""

        def found(path: str) -> Any:
            value = look(path)
            role, _, name = path.partition(".")
            return self.value(self.of(cast[role][0]), name) if value is None and role in cast else value

        return found

    def _these(self, cast: Roles, source: str) -> list[str]:
        role, _, part = source.partition(".")
        ids = cast.get(role, [])
        return [self.cards[id].group or id for id in ids] if part == "group" else list(ids)


def _after(source: Any, now: Any, look: Callable[[str], Any]) -> Any:
    """What a card's value becomes; None where nothing is said of it."""
    if isinstance(source, str):
        found = reckon(source, look)
        if source[0] not in "+-" or found is None:
            return found
        return max(0, (now or 0) + found)
    if "by" in source:
        return source["of"].get(look(source["by"]))
    if not holds(source["when"], look):
        return None
    return look(source["take"]) if "take" in source else source["set"]
