"""What a rule may ask of the dice: a question says how much of the throw is read; every answer is one number."""

from __future__ import annotations

from math import factorial, gcd
from typing import Final, final

from mypy_extensions import mypyc_attr

from roundtop.record import record

MOST_SHUFFLED: Final = 8
"""Things whose orders can still be listed, 40,320 of them."""

Chances = list[tuple[int, int]]
"""Answers with their whole-number weights."""


class DiceError(ValueError):
    """A throw that cannot be: the wrong kind, an impossible face, too few or too many."""


@record(unsafe_hash=True)
class Die:
    """A die by its name and its faces."""

    name: str
    faces: tuple[int, ...]


def sided(sides: int) -> Die:
    """An ordinary die of that many sides."""
    return Die(f"d{sides}", tuple(range(1, sides + 1)))


D6: Final = sided(6)
D10: Final = sided(10)
D100: Final = sided(100)
AVERAGE: Final = Die("avg", (2, 3, 3, 4, 4, 5))


@record(unsafe_hash=True)
class Why:
    """Who throws, what for, by which clause; `seen_by` names the one player who may see it, nobody named: all."""

    reason: str
    clause: str
    by: str = ""
    seen_by: str = ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Thrower:
    """Whatever shows single faces: a generator, a seal, a script or a person."""

    def face(self, die: Die) -> int:
        raise NotImplementedError

    def pick(self, kind: str, names: tuple[str, ...], weights: tuple[int, ...]) -> int:
        """Place of the one drawn from a pile of named things."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Question:
    """A throw and what the rule reads of it."""

    def __init__(self, why: Why) -> None:
        self.why = why

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        """The faces as they fall, in order."""
        raise NotImplementedError

    def read(self, faces: tuple[int, ...]) -> int:
        """What the rule reads of those faces."""
        raise NotImplementedError

    def chances(self) -> Chances:
        """Every answer with its weight."""
        raise NotImplementedError

    def alike(self) -> tuple[object, ...]:
        """Equal for questions with equal chances, where these are worth keeping; () where they are not."""
        return ()

    def kind(self) -> str:
        """The kind of die or pile, as dice are written (`d6`, `domino`)."""
        raise NotImplementedError

    def words(self) -> str:
        """What is to be thrown, for a person."""
        raise NotImplementedError

    def number(self) -> int:
        """How many are thrown to begin with."""
        return 1

    def shown(self, face: int) -> str:
        """A face as it is written behind the kind."""
        return f"{face % 100:02d}" if self.kind() == "d100" else str(face)

    def only_the_answer(self) -> bool:
        """Whether a person may give the answer in place of the faces."""
        return False


def _throw(thrower: Thrower, die: Die, dice: int) -> tuple[int, ...]:
    if dice == 1:
        return (thrower.face(die),)
    return tuple([thrower.face(die) for _ in range(dice)])


@final
class Face(Question):
    """What does this die show?"""

    def __init__(self, die: Die, why: Why) -> None:
        super().__init__(why)
        self.die = die

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        return (thrower.face(self.die),)

    def read(self, faces: tuple[int, ...]) -> int:
        return faces[0]

    def chances(self) -> Chances:
        return _merged([(face, 1) for face in self.die.faces])

    def kind(self) -> str:
        return self.die.name

    def words(self) -> str:
        return f"one {self.die.name}"


@final
class Count(Question):
    """How many of these dice show so much or more?"""

    def __init__(self, dice: int, die: Die, at_least: int, why: Why) -> None:
        super().__init__(why)
        self.dice = dice
        self.die = die
        self.at_least = at_least

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        return _throw(thrower, self.die, self.dice)

    def read(self, faces: tuple[int, ...]) -> int:
        hits = 0
        for face in faces:
            if face >= self.at_least:
                hits += 1
        return hits

    def chances(self) -> Chances:
        good = self.read(self.die.faces)
        bad = len(self.die.faces) - good
        n = self.dice
        if good == 0:
            return [(0, 1)]
        if bad == 0:
            return [(n, 1)]
        common = gcd(good, bad)
        good //= common
        bad //= common
        weight = bad**n
        found: Chances = [(0, weight)]
        for k in range(1, n + 1):
            weight = weight * ((n - k + 1) * good) // (k * bad)
            found.append((k, weight))
        return found

    def kind(self) -> str:
        return self.die.name

    def number(self) -> int:
        return self.dice

    def words(self) -> str:
        return f"{self.dice} {self.die.name}, counting {self.at_least} or more"

    def only_the_answer(self) -> bool:
        return True


@final
class Which(Question):
    """Which of these dice reach the face each needs? The answer has bit i set for the i-th die."""

    def __init__(self, die: Die, needs: tuple[int, ...], why: Why) -> None:
        super().__init__(why)
        self.die = die
        self.needs = needs

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        return _throw(thrower, self.die, len(self.needs))

    def read(self, faces: tuple[int, ...]) -> int:
        bits = 0
        for i, face in enumerate(faces):
            if face >= self.needs[i]:
                bits |= 1 << i
        return bits

    def chances(self) -> Chances:
        found: Chances = [(0, 1)]
        for i, need in enumerate(self.needs):
            good = len([face for face in self.die.faces if face >= need])
            bad = len(self.die.faces) - good
            later: Chances = []
            for bits, weight in found:
                if bad:
                    later.append((bits, weight * bad))
                if good:
                    later.append((bits | 1 << i, weight * good))
            found = later
        return found

    def alike(self) -> tuple[object, ...]:
        return ("which", self.die.name, self.needs)

    def kind(self) -> str:
        return self.die.name

    def number(self) -> int:
        return len(self.needs)

    def words(self) -> str:
        return f"{len(self.needs)} {self.die.name}, needing {', '.join(str(need) for need in self.needs)}"


@final
class Total(Question):
    """The total of these dice, each adjusted and never below the floor nor above the cap."""

    def __init__(
        self, dice: int, die: Die, why: Why, adjust: int = 0, floor: int = -1000, cap: int = 1_000_000
    ) -> None:
        super().__init__(why)
        self.dice = dice
        self.die = die
        self.adjust = adjust
        self.floor = floor
        self.cap = cap

    def value(self, face: int) -> int:
        """What one die counts."""
        return min(self.cap, max(self.floor, face + self.adjust))

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        return _throw(thrower, self.die, self.dice)

    def read(self, faces: tuple[int, ...]) -> int:
        total = 0
        for face in faces:
            total += self.value(face)
        return total

    def chances(self) -> Chances:
        single = _merged([(self.value(face), 1) for face in self.die.faces])
        found: dict[int, int] = {0: 1}
        for _ in range(self.dice):
            later: dict[int, int] = {}
            for total, weight in found.items():
                for value, times in single:
                    key = total + value
                    later[key] = later.get(key, 0) + weight * times
            found = later
        return sorted(found.items())

    def alike(self) -> tuple[object, ...]:
        return ("total", self.dice, self.die.name, self.adjust, self.floor, self.cap)

    def kind(self) -> str:
        return self.die.name

    def number(self) -> int:
        return self.dice

    def words(self) -> str:
        each = f", {self.adjust:+d} each" if self.adjust else ""
        return f"the total of {self.dice} {self.die.name}{each}"


@final
class Band(Question):
    """In which band does this die fall? `tops` are the highest faces of the bands, ascending; the answer is a place.

    The die is thrown again while it falls in the band `again`.
    """

    def __init__(self, die: Die, tops: tuple[int, ...], why: Why, again: int = -1) -> None:
        super().__init__(why)
        self.die = die
        self.tops = tops
        self.again = again

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        face = thrower.face(self.die)
        if self.again < 0:
            return (face,)
        faces = [face]
        while self.read((face,)) == self.again:
            face = thrower.face(self.die)
            faces.append(face)
        return tuple(faces)

    def read(self, faces: tuple[int, ...]) -> int:
        for place, top in enumerate(self.tops):
            if faces[-1] <= top:
                return place
        return len(self.tops)

    def chances(self) -> Chances:
        found = _merged([(self.read((face,)), 1) for face in self.die.faces])
        return [(place, weight) for place, weight in found if place != self.again]

    def kind(self) -> str:
        return self.die.name

    def words(self) -> str:
        again = f", again while in band {self.again + 1}" if self.again >= 0 else ""
        return f"one {self.die.name}, in bands up to {', '.join(str(top) for top in self.tops)}{again}"


@final
class Same(Question):
    """Do these dice all show the same? 1 if they do, 0 if not."""

    def __init__(self, dice: int, die: Die, why: Why) -> None:
        super().__init__(why)
        self.dice = dice
        self.die = die

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        return _throw(thrower, self.die, self.dice)

    def read(self, faces: tuple[int, ...]) -> int:
        for face in faces:
            if face != faces[0]:
                return 0
        return 1

    def chances(self) -> Chances:
        faces = self.die.faces
        every = len(faces) ** self.dice
        same = sum([faces.count(face) ** self.dice for face in set(faces)])
        return [(answer, weight) for answer, weight in ((0, every - same), (1, same)) if weight]

    def kind(self) -> str:
        return self.die.name

    def number(self) -> int:
        return self.dice

    def words(self) -> str:
        return f"{self.dice} {self.die.name}, looking for the same on each"


@final
class Numbered(Question):
    """Which of so many, by number: thrown again while the die shows more than there are."""

    def __init__(self, die: Die, many: int, why: Why) -> None:
        super().__init__(why)
        self.die = die
        self.many = many

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        faces = [thrower.face(self.die)]
        while faces[-1] > self.many:
            faces.append(thrower.face(self.die))
        return tuple(faces)

    def read(self, faces: tuple[int, ...]) -> int:
        return faces[-1]

    def chances(self) -> Chances:
        return _merged([(face, 1) for face in self.die.faces if face <= self.many])

    def kind(self) -> str:
        return self.die.name

    def words(self) -> str:
        return f"one {self.die.name}, again while it is above {self.many}"


@final
class Differ(Question):
    """Two sides throw until they differ: 0 when the first is higher, 1 when the second is."""

    def __init__(self, die: Die, why: Why, adjust: tuple[int, int] = (0, 0)) -> None:
        super().__init__(why)
        self.die = die
        self.adjust = adjust

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        faces: list[int] = []
        while True:
            first = thrower.face(self.die)
            second = thrower.face(self.die)
            faces.append(first)
            faces.append(second)
            if first + self.adjust[0] != second + self.adjust[1]:
                return tuple(faces)

    def read(self, faces: tuple[int, ...]) -> int:
        return 0 if faces[-2] + self.adjust[0] > faces[-1] + self.adjust[1] else 1

    def chances(self) -> Chances:
        found = [0, 0]
        for first in self.die.faces:
            for second in self.die.faces:
                if first + self.adjust[0] != second + self.adjust[1]:
                    found[self.read((first, second))] += 1
        return [(answer, weight) for answer, weight in enumerate(found) if weight]

    def kind(self) -> str:
        return self.die.name

    def number(self) -> int:
        return 2

    def words(self) -> str:
        return f"one {self.die.name} a side, again while they are equal"


@final
class Draw(Question):
    """Which of a pile of named things is drawn? The answer is its place in the pile."""

    def __init__(self, pile: str, names: tuple[str, ...], why: Why, weights: tuple[int, ...] = ()) -> None:
        super().__init__(why)
        self.pile = pile
        self.names = names
        self.weights = weights

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        return (thrower.pick(self.pile, self.names, self.weights),)

    def read(self, faces: tuple[int, ...]) -> int:
        return faces[0]

    def chances(self) -> Chances:
        if self.weights:
            return [(place, weight) for place, weight in enumerate(self.weights) if weight]
        return [(place, 1) for place in range(len(self.names))]

    def kind(self) -> str:
        return self.pile

    def words(self) -> str:
        return f"one {self.pile} of {len(self.names)}"

    def shown(self, face: int) -> str:
        return self.names[face]


@final
class Order(Question):
    """In what order does a shuffled pile lie? The answer is the rank of the order; `ordering` turns it back."""

    def __init__(self, pile: str, names: tuple[str, ...], why: Why) -> None:
        super().__init__(why)
        self.pile = pile
        self.names = names

    def throw(self, thrower: Thrower) -> tuple[int, ...]:
        left = list(range(len(self.names)))
        faces: list[int] = []
        while left:
            place = thrower.pick(self.pile, tuple([self.names[i] for i in left]), ())
            faces.append(left.pop(place))
        return tuple(faces)

    def read(self, faces: tuple[int, ...]) -> int:
        left = list(range(len(faces)))
        rank = 0
        for face in faces:
            place = left.index(face)
            rank = rank * len(left) + place
            left.pop(place)
        return rank

    def chances(self) -> Chances:
        if len(self.names) > MOST_SHUFFLED:
            raise DiceError(f"the orders of {len(self.names)} things are too many to list: draw them one by one")
        return [(rank, 1) for rank in range(factorial(len(self.names)))]

    def kind(self) -> str:
        return self.pile

    def number(self) -> int:
        return len(self.names)

    def words(self) -> str:
        return f"the order of {len(self.names)} shuffled"

    def shown(self, face: int) -> str:
        return self.names[face]


def ordering(rank: int, size: int) -> tuple[int, ...]:
    """The order that has this rank, as places of the unshuffled pile."""
    places: list[int] = []
    for left in range(1, size + 1):
        places.append(rank % left)
        rank //= left
    pile = list(range(size))
    return tuple([pile.pop(place) for place in reversed(places)])


def _merged(chances: Chances) -> Chances:
    found: dict[int, int] = {}
    for answer, weight in chances:
        found[answer] = found.get(answer, 0) + weight
    return sorted(found.items())
