"""Dominoes, pairs and modifiers: who beats whom."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.exact import Odds, Stage, fold, mapped
from roundtop.dice.questions import D6, Draw, Face, Why
from roundtop.dice.sources import Dice
from roundtop.record import record, replace
from roundtop.rulebooks.infantry_action.options import PRINTED, Settings

HIGHEST_HALF: Final = 6
TILES: Final = tuple([(a, b) for a in range(HIGHEST_HALF + 1) for b in range(a, HIGHEST_HALF + 1)])
"""A double-six set: every pair once [setup.domino-set]."""
CHARGING: Final[dict[str, Mod]] = {
    "confederate": Mod("Confederates charging", 2, "infantry-action.combat.mod-confederate-charge"),
    "union": Mod("Union charging", 1, "infantry-action.combat.mod-union-charge"),
}
MARKER: Final[Mod] = Mod("hit on the way in", -1, "infantry-action.combat.mod-shooting-casualty")
UPHILL: Final[Mod] = Mod("enemy uphill", -1, "infantry-action.combat.mod-uphill-or-obstacle")
OBSTACLE: Final[Mod] = Mod("enemy behind an obstacle", -1, "infantry-action.combat.mod-uphill-or-obstacle")
WOOD: Final[Mod] = Mod("enemy in a wood", -2, "infantry-action.combat.mod-wood")
OUTFLANKED: Final[Mod] = Mod("outflanked", -2, "infantry-action.combat.mod-outflanked")
QUALITY: Final[dict[str, Mod]] = {
    "green": Mod("green troops", -1, "infantry-action.setup.quality"),
    "elite": Mod("elite troops", 1, "infantry-action.setup.quality"),
}
LAID: Final = tuple([(a, b) for a in range(HIGHEST_HALF + 1) for b in range(HIGHEST_HALF + 1)])
NAMES: Final = tuple([f"{a}-{b}" for a, b in LAID])
TILE_BIT: Final = tuple([1 << TILES.index((min(a, b), max(a, b))) for a, b in LAID])
WAYS: Final = tuple([2 if a == b else 1 for a, b in LAID])
"""A double lies the same both ways round, so that it weighs two."""
WHOLE_SET: Final = (1 << len(TILES)) - 1
BLIND: Final = -1


def gone_bits(gone: tuple[str, ...]) -> int:
    """Tiles shown or looked at, as bits; a set all of whose tiles are gone is followed by another [combat.boneyard]."""
    bits = 0
    for name in gone:
        bits = _without(bits, NAMES.index(name))
    return bits


def _without(bits: int, laid: int) -> int:
    bits |= TILE_BIT[laid]
    return 0 if bits == WHOLE_SET else bits


def draw(bits: int, why: Why, dice: Dice) -> int:
    """The next domino from what is left of the set, as it lies [combat.draw-blind, combat.others-blind]."""
    pile = [laid for laid, tile in enumerate(TILE_BIT) if not bits & tile]
    names = tuple([NAMES[laid] for laid in pile])
    return pile[dice.ask(Draw("domino", names, why, tuple([WAYS[laid] for laid in pile])))]


def look_tile(gone: tuple[str, ...], dice: Dice, player: str) -> str:
    """The one domino that its owner looks at, as it lies; he alone sees it [combat.look-at-one]."""
    why = Why("the domino looked at", "infantry-action.combat.look-at-one", player, player)
    return NAMES[draw(gone_bits(gone), why, dice)]


@record(frozen=True)
class Look:
    """Use of the right to look at one domino: the place it goes to, from the left, and whether it is turned round."""

    used: bool = False
    slot: int = 1
    flip: bool = False


UNSEEN: Final[Look] = Look()


def slots(stands: int, sideways_at: int = 0) -> tuple[tuple[int, ...], ...]:
    """The stands that each domino serves, left to right; a sideways one serves one stand.

    [combat.half-per-stand, combat.odd-sideways, combat.sideways-face]
    """
    alone = (sideways_at or stands) if stands % 2 else 0
    found: list[tuple[int, ...]] = []
    stand = 1
    while stand <= stands:
        found.append((stand,) if stand == alone else (stand, stand + 1))
        stand += len(found[-1])
    return tuple(found)


def halves(laid: int, sideways: bool, settings: Settings) -> tuple[int, ...]:
    """The faces that a domino gives its stands [combat.half-per-stand, combat.sideways-face]."""
    left, right = LAID[laid]
    if not sideways:
        return (left, right)
    if settings.sideways_face == "higher":
        return (max(left, right),)
    return (left + right,) if settings.sideways_face == "sum" else (left,)


def turned(laid: int, flip: bool) -> int:
    """A domino, turned round or not."""
    left, right = LAID[laid]
    return LAID.index((right, left)) if flip else laid


def place_dominoes(stands: int, sideways_at: int, look: Look, settings: Settings, dice: Dice) -> tuple[int, ...]:
    """Draw a unit's dominoes and set them out: the first where its owner likes if he looks, the rest as they come.

    The faces behind the stands, left to right, 0 for a blank [combat.look-at-one, combat.others-blind].
    """
    places = slots(stands, sideways_at)
    bits = 0
    drawn: list[int] = []
    for _ in places:
        drawn.append(draw(bits, Why("a domino", "infantry-action.combat.draw-blind"), dice))
        bits = _without(bits, drawn[-1])
    if look.used:
        drawn.insert(look.slot - 1, turned(drawn.pop(0), look.flip))
    faces: list[int] = []
    for place, laid in zip(places, drawn, strict=True):
        faces.extend(halves(laid, len(place) == 1, settings))
    return tuple(faces)


@record(frozen=True)
class Fighter:
    """A unit in a combat. `tile` is the domino its owner looked at, as he drew it, "" if none or not known.

    `flanking`: it makes a flank or rear charge; `flanked`: it is the target of one.
    """

    id: str
    side: str
    charging: bool
    stands: int
    start: int = 10
    kind: str = "infantry"
    quality: str = "regular"
    routed_before: bool = False
    sideways_at: int = 0
    tile: str = ""
    look: Look = UNSEEN
    markers: tuple[tuple[int, int], ...] = ()
    flanking: bool = False
    flanked: bool = False


Place = tuple[int, int]
"""A stand of a combat: the place of its unit among the fighters, and its number."""


@record(frozen=True)
class Pair:
    """Two stands that fight, with what the ground and the lines do to them."""

    charger: Place
    defender: Place
    charger_uphill: bool = False
    defender_uphill: bool = False
    defender_obstacle: bool = False
    defender_wood: bool = False
    charger_outflanked: bool = False
    defender_outflanked: bool = False


@record(frozen=True)
class Combat:
    """Units in contact, chargers first, and which stands of theirs fight.

    `gone` are the tiles of its set shown or looked at, written as they lay. `touching` are chargers and charged that
    met without a pair. `all_shown`: the dominoes of stands that do not fight are turned up too, as on a real table.
    """

    fighters: tuple[Fighter, ...]
    pairs: tuple[Pair, ...]
    gone: tuple[str, ...] = ()
    touching: tuple[tuple[int, int], ...] = ()
    all_shown: bool = False
    settings: Settings = PRINTED


def pairing(charger: int, defender: int, offset: int, flank: bool) -> tuple[tuple[int, int], ...]:
    """Which stands of two lines meet: (charger stand, defender stand), by charger stand.

    [combat.pairing, combat.unopposed, charge.flank-or-rear]
    """
    if flank:
        offset = (charger - defender) // 2
    met: list[tuple[int, int]] = []
    for stand in range(1, charger + 1):
        position = stand - offset
        if 1 <= position <= defender:
            met.append((stand, defender + 1 - position))
    return tuple(met)


def outflanked(fighters: tuple[Fighter, ...], pairs: tuple[Pair, ...], settings: Settings) -> tuple[Pair, ...]:
    """The pairs with their outflanked stands marked [combat.outflanked-terms, charge.several-enemies]."""
    opposite: dict[Place, Place] = {}
    for pair in pairs:
        opposite[pair.charger] = pair.defender
        opposite[pair.defender] = pair.charger
    return tuple(
        [
            replace(
                pair,
                charger_outflanked=_is_outflanked(pair.charger, fighters, opposite, settings),
                defender_outflanked=_is_outflanked(pair.defender, fighters, opposite, settings),
            )
            for pair in pairs
        ]
    )


def _is_outflanked(
    place: Place, fighters: tuple[Fighter, ...], opposite: dict[Place, Place], settings: Settings
) -> bool:
    """Charged in flank or rear, or at the end of its line with an enemy beyond who has nobody to fight."""
    unit, stand = place
    fighter = fighters[unit]
    if fighter.flanked:
        return True
    if fighter.flanking or not settings.overlap_outflanks:
        return False
    enemy, facing = opposite[place]
    # The enemy's numbers run the other way: to the left of a line lie his higher ones.
    at_left = stand == 1 and facing < fighters[enemy].stands and (enemy, facing + 1) not in opposite
    at_right = stand == fighter.stands and facing > 1 and (enemy, facing - 1) not in opposite
    return at_left or at_right


@record(frozen=True)
class Stand:
    """A stand that fights, and everything that bears on its score but its domino.

    `brought` are hits that a stand which is charged took in a charge of its own.
    """

    side: str
    charging: bool
    markers: int = 0
    enemy_uphill: bool = False
    enemy_behind_obstacle: bool = False
    enemy_in_wood: bool = False
    outflanked: bool = False
    quality: str = "regular"
    brought: int = 0


def tally(stand: Stand, settings: Settings) -> list[Mod]:
    """The modifiers of a stand's score, which all add [combat.modifiers-add, combat.terrain-terms]."""
    mods: list[Mod] = []
    if stand.charging:
        mods.append(CHARGING[stand.side])
    markers = stand.markers if stand.charging else stand.brought
    if markers:
        mods.append(Mod(MARKER.label, MARKER.value * markers, MARKER.clause))
    # Uphill and obstacle together are one line.
    if stand.enemy_uphill:
        mods.append(UPHILL)
    elif stand.charging and stand.enemy_behind_obstacle:
        mods.append(OBSTACLE)
    if stand.charging and stand.enemy_in_wood:
        mods.append(WOOD)
    if stand.outflanked:
        mods.append(OUTFLANKED)
    if settings.quality_effect == "combat" and stand.quality in QUALITY:
        mods.append(QUALITY[stand.quality])
    return mods


def filled(face: int, by: str, dice: Dice) -> int:
    """A blank fights with a d6 [combat.blank]."""
    return face or dice.ask(Face(D6, Why("a blank", "infantry-action.combat.blank", by)))


def charger_of(combat: Combat, pair: Pair) -> Stand:
    """The charging stand of a pair [combat.terrain-terms]."""
    unit, number = pair.charger
    fighter = combat.fighters[unit]
    return Stand(
        side=fighter.side,
        charging=True,
        markers=dict(fighter.markers).get(number, 0),
        enemy_uphill=pair.defender_uphill,
        enemy_behind_obstacle=pair.defender_obstacle,
        enemy_in_wood=pair.defender_wood,
        outflanked=pair.charger_outflanked,
        quality=quality_of(fighter),
    )


def defender_of(combat: Combat, pair: Pair) -> Stand:
    """The charged stand of a pair; of the ground, only a charger uphill of it tells.

    Dice lie on its domino if its unit has itself charged [combat.terrain-terms, chargefire.reduces-spots].
    """
    unit, number = pair.defender
    fighter = combat.fighters[unit]
    return Stand(
        fighter.side,
        False,
        enemy_uphill=pair.charger_uphill,
        outflanked=pair.defender_outflanked,
        quality=quality_of(fighter),
        brought=dict(fighter.markers).get(number, 0) if fighter.charging else 0,
    )


def quality_of(fighter: Fighter) -> str:
    """Batteries count as regular [setup.quality]."""
    return "regular" if fighter.kind == "battery" else fighter.quality


@record(frozen=True)
class Domino:
    """A domino to be turned up: who turns it, which places among the fighting stands its halves serve (-1: none)."""

    why: Why
    serves: tuple[int, ...]


@record(frozen=True)
class Duel:
    """A pair as places among the fighting stands, with the sums of their modifiers."""

    charger: int
    defender: int
    charger_bonus: int
    defender_bonus: int


@record(frozen=True)
class Shown:
    """What has been turned up: the tiles gone from the set and the face of each fighting stand, -1 while unseen."""

    gone: int
    faces: tuple[int, ...]


@record(frozen=True)
class Plan:
    """A combat made ready: who fights in the order of the blanks, the dominoes still blind, and the duels."""

    stands: tuple[Place, ...]
    sides: tuple[str, ...]
    dominoes: tuple[Domino, ...]
    duels: tuple[Duel, ...]
    start: Shown
    settings: Settings


def planned(combat: Combat) -> Plan:
    """Make a combat ready: chargers before charged, each from left to right [combat.reveal, combat.blank]."""
    fighting = {pair.charger for pair in combat.pairs} | {pair.defender for pair in combat.pairs}
    order = [place for place, fighter in enumerate(combat.fighters) if fighter.charging]
    order += [place for place, fighter in enumerate(combat.fighters) if not fighter.charging]
    stands = [(unit, n) for unit in order for n in range(1, combat.fighters[unit].stands + 1) if (unit, n) in fighting]
    where = {stand: place for place, stand in enumerate(stands)}
    faces = [BLIND for _ in stands]
    dominoes: list[Domino] = []
    for unit in order:
        fighter = combat.fighters[unit]
        for place, slot in enumerate(slots(fighter.stands, fighter.sideways_at), 1):
            serves = tuple([where.get((unit, stand), BLIND) for stand in slot])
            if fighter.tile and place == fighter.look.slot:
                laid = turned(NAMES.index(fighter.tile), fighter.look.flip)
                for at, face in zip(serves, halves(laid, len(slot) == 1, combat.settings), strict=True):
                    if at != BLIND:
                        faces[at] = face
            elif combat.all_shown or max(serves) != BLIND:
                why = Why("a domino is turned up", "infantry-action.combat.reveal", fighter.side)
                dominoes.append(Domino(why, serves))
    return Plan(
        stands=tuple(stands),
        sides=tuple([combat.fighters[unit].side for unit, _ in stands]),
        dominoes=tuple(dominoes),
        duels=tuple([_duel(combat, pair, where) for pair in combat.pairs]),
        start=Shown(gone_bits(combat.gone), tuple(faces)),
        settings=combat.settings,
    )


def _duel(combat: Combat, pair: Pair, where: dict[Place, int]) -> Duel:
    charger = total(tally(charger_of(combat, pair), combat.settings))
    defender = total(tally(defender_of(combat, pair), combat.settings))
    return Duel(where[pair.charger], where[pair.defender], charger, defender)


def turn_up(plan: Plan, domino: Domino, shown: Shown, dice: Dice) -> Shown:
    """Turn up one blind domino: only now is it decided what it shows [combat.draw-blind, combat.reveal]."""
    laid = draw(shown.gone, domino.why, dice)
    faces = list(shown.faces)
    for at, face in zip(domino.serves, halves(laid, len(domino.serves) == 1, plan.settings)):
        if at != BLIND:
            faces[at] = face
    return Shown(_without(shown.gone, laid), tuple(faces))


def turn_up_last(plan: Plan, domino: Domino, shown: Shown, dice: Dice) -> Shown:
    """Turn up the last domino: what is left of the set no longer matters."""
    return Shown(0, turn_up(plan, domino, shown, dice).faces)


def throw_blank(plan: Plan, stand: int, shown: Shown, dice: Dice) -> Shown:
    """The d6 of a stand that shows a blank [combat.blank]."""
    if shown.faces[stand]:
        return shown
    faces = list(shown.faces)
    faces[stand] = filled(0, plan.sides[stand], dice)
    return Shown(shown.gone, tuple(faces))


def stages(plan: Plan) -> list[Stage[Shown]]:
    """A combat domino by domino and blank by blank, as the exact odds fold it."""
    found: list[Stage[Shown]] = [partial(turn_up, plan, domino) for domino in plan.dominoes[:-1]]
    found.extend([partial(turn_up_last, plan, domino) for domino in plan.dominoes[-1:]])
    found.extend([partial(throw_blank, plan, stand) for stand in range(len(plan.stands))])
    return found


def margin(duel: Duel, shown: Shown) -> int:
    """By how much the charging stand beats the charged one [combat.stand-against-stand]."""
    return shown.faces[duel.charger] + duel.charger_bonus - shown.faces[duel.defender] - duel.defender_bonus


def losses(plan: Plan, shown: Shown) -> tuple[Place, ...]:
    """The stands lost: the lower score of each pair, neither if level [combat.lost-stand, combat.tie]."""
    lost: list[Place] = []
    for duel in plan.duels:
        by = margin(duel, shown)
        if by:
            lost.append(plan.stands[duel.defender if by > 0 else duel.charger])
    return tuple(lost)


@record(frozen=True)
class Score:
    """A stand's score as it came about; `die` is the d6 of a blank, 0 for none."""

    place: Place
    face: int
    die: int
    mods: tuple[Mod, ...]
    total: int


@record(frozen=True)
class Fought:
    """A combat fought out: the stands lost of each fighter, ascending, and both scores of each pair."""

    lost: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[Score, Score], ...]


def resolve(combat: Combat, dice: Dice) -> Fought:
    """Turn the dominoes up, throw for blanks and compare [combat.stand-against-stand]."""
    plan = planned(combat)
    shown = plan.start
    for domino in plan.dominoes:
        shown = turn_up(plan, domino, shown, dice)
    final_faces = shown
    for stand in range(len(plan.stands)):
        final_faces = throw_blank(plan, stand, final_faces, dice)
    scores: list[tuple[Score, Score]] = []
    for pair, duel in zip(combat.pairs, plan.duels, strict=True):
        charger = _score(pair.charger, duel.charger, shown, final_faces, tally(charger_of(combat, pair), plan.settings))
        defender = _score(
            pair.defender, duel.defender, shown, final_faces, tally(defender_of(combat, pair), plan.settings)
        )
        scores.append((charger, defender))
    return Fought(by_fighter(combat, losses(plan, final_faces)), tuple(scores))


def _score(place: Place, at: int, shown: Shown, after: Shown, mods: list[Mod]) -> Score:
    face = shown.faces[at]
    fights_with = after.faces[at]
    return Score(place, face, 0 if face else fights_with, tuple(mods), fights_with + total(mods))


def by_fighter(combat: Combat, lost: tuple[Place, ...]) -> tuple[tuple[int, ...], ...]:
    """Stands lost, sorted by the unit that lost them."""
    return tuple([tuple(sorted([n for unit, n in lost if unit == place])) for place in range(len(combat.fighters))])


def pair_odds(combat: Combat) -> tuple[Odds[str], ...]:
    """For each pair the exact chances that the charger is lost, that they tie, that the defender is lost.

    Two stands on one domino are not independent, so these do not add up to the odds of a unit [combat.lost-stand].
    """
    known: dict[tuple[Shown, tuple[Domino, ...], int], Odds[str]] = {}
    found: list[Odds[str]] = []
    for pair in combat.pairs:
        plan = planned(Combat(combat.fighters, (pair,), combat.gone, settings=combat.settings))
        duel = plan.duels[0]
        alike = (plan.start, plan.dominoes, duel.charger_bonus - duel.defender_bonus)
        if alike not in known:
            known[alike] = mapped(fold(stages(plan), plan.start), partial(_loser, duel))
        found.append(known[alike])
    return tuple(found)


def _loser(duel: Duel, shown: Shown) -> str:
    by = margin(duel, shown)
    return "tie" if by == 0 else "defender" if by > 0 else "charger"
