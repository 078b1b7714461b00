"""The movement table: allowances, and what is done and crossed in a move and what it costs."""

from __future__ import annotations

from math import radians, sin
from typing import Final

from roundtop.battle.tally import Row
from roundtop.record import record, replace
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.options import PRINTED, Settings
from roundtop.table.measure import rounded, within

# The kinds of a scenario's ground by what they are to a move [setup.scale]; all others are open.
AREAS: Final[dict[str, str]] = {
    "woods": "woods",
    "open-woods": "woods",
    "orchard": "orchard",
    "corn": "corn",
    "crops": "corn",
    "rough": "rough",
    "marsh": "marsh",
    "swamp": "marsh",
    "town": "built-up",
    "building": "built-up",
    "pond": "impassable",
    "cliff": "impassable",
}
LINES: Final[dict[str, str]] = {
    "wall": "wall",
    "fence": "fence",
    "hedge": "bush",
    "earthwork": "earthwork",
    "breastwork": "earthwork",
    "abatis": "defence-barrier",
    "chevaux-de-frise": "defence-barrier",
    "stream": "creek",
    "creek": "minor-river",
    "river": "major-river",
}
AREA_KINDS: Final = tuple(AREAS)
LINE_KINDS: Final = tuple(LINES)
WOODS: Final = ("woods", "open-woods")
IMPASSABLE: Final = ("pond", "cliff")
CHOSEN: Final = ("wall", "fence", "earthwork")
"""Crossed in haste and disorder, or slowly and in good order [move.wall-fence, move.barrier-cross]."""
WATER: Final = ("creek", "minor-river", "major-river")
HASTE: Final = "haste"
"""Said with a manoeuvre: obstacles on it are crossed in disorder; otherwise in good order where that can be paid."""
KEEP_OFF: Final = 1.0
KEEP_OFF_ROUTING: Final = 0.1
CLEAR_OF_FRIENDS: Final = 0.1
"""[move.enemy-contact, move.interpenetration]"""
FLANK_ZONE: Final = 2.0
"""[formation.disordered-near-flank]"""
EDGE_BAND: Final = 1.0
"""[move.wood-edge-exit]"""
ROADSIDE: Final = 0.5
"""A column is on a road, at a bridge or ford, while its middle is so near."""
SLIM: Final = 0.04
TOUCH: Final = 0.02


@record(frozen=True)
class Price:
    """A row of the movement table: inches for infantry, cavalry and limbers, and whether it disorders."""

    foot: float
    horse: float
    limber: float
    disorder: bool
    clause: str


def _flat(cost: float, clause: str, disorder: bool = False) -> Price:
    return Price(cost, cost, cost, disorder, f"order-cards.{clause}")


PRICES: Final[dict[str, Price]] = {
    "wall-disorder": _flat(2.0, "move.wall-fence", True),
    "wall-good-order": _flat(6.0, "move.wall-fence"),
    "fence-disorder": _flat(2.0, "move.wall-fence", True),
    "fence-good-order": _flat(6.0, "move.wall-fence"),
    "earthwork-disorder": _flat(2.0, "move.wall-fence", True),
    "earthwork-good-order": _flat(6.0, "move.wall-fence"),
    "bush": _flat(4.0, "move.bush", True),
    "creek": _flat(2.0, "move.creek"),
    "creek-in-wood": _flat(2.0, "move.creek"),
    "ford": _flat(2.0, "move.major-river"),
    "minor-river": _flat(4.0, "move.minor-river", True),
    "minor-river-in-wood": _flat(4.0, "move.minor-river", True),
    "major-river": _flat(0.0, "move.major-river"),
    "defence-barrier": _flat(6.0, "move.barrier-cross", True),
    "woods": Price(4.0, 8.0, 0.0, False, "order-cards.move.woods"),
    "wood-edge-exit": Price(4.0, 8.0, 0.0, False, "order-cards.move.woods"),
    "marsh": Price(4.0, 8.0, 0.0, False, "order-cards.move.roads-hills-buildings"),
    "orchard": _flat(2.0, "move.orchard-corn-rough"),
    "corn": Price(4.0, 4.0, 0.0, False, "order-cards.move.orchard-corn-rough"),
    "rough": _flat(2.0, "move.orchard-corn-rough"),
    "built-up": _flat(2.0, "move.roads-hills-buildings"),
    "impassable": _flat(0.0, "move.roads-hills-buildings"),
    "facing-change": _flat(2.0, "move.facing-change"),
    "oblique": _flat(2.0, "move.oblique"),
    "wheel": _flat(0.0, "move.wheel"),
    "step-back": _flat(0.0, "move.backward-sideways"),
    "form-up": _flat(6.0, "formation.form-up"),
    "reform": _flat(6.0, "formation.form-up"),
    "to-line": _flat(6.0, "formation.change-formation"),
    "to-column": _flat(6.0, "formation.change-formation"),
    "loose-order": _flat(6.0, "formation.change-formation"),
    "limber": _flat(6.0, "move.limber-unlimber"),
    "unlimber": _flat(6.0, "move.limber-unlimber"),
    "mount": _flat(6.0, "formation.change-formation"),
    "dismount": _flat(6.0, "formation.change-formation"),
}
"""What is done or crossed in a move and what it costs a formed unit [move.terrain-table, move.minor-river]."""
WOOD_ROWS: Final = ("woods", "wood-edge-exit", "marsh")
DISORDERED_WOODS: Final[dict[str, float]] = {"foot": 2.0, "horse": 4.0, "limber": 0.0}
"""[move.woods]"""
ONCE: Final = ("woods", "marsh", "orchard", "corn", "rough", "built-up", "oblique")
"""Charged once a card; lines are charged at each crossing [move.how-deductions-count, move.oblique]."""
WALLS: Final = ("wall-disorder", "wall-good-order", "fence-disorder", "fence-good-order")
EARTHWORKS: Final = ("earthwork-disorder", "earthwork-good-order")
WATER_IN_WOOD: Final = ("creek-in-wood", "minor-river-in-wood")
HASTY_CROSSING: Final = 2.0
"""What a unit in disorder always pays for a wall, a fence or an earthwork [move.wall-fence]."""
CHANGES: Final = ("reform", "to-line", "to-column", "loose-order", "limber", "unlimber", "mount", "dismount")
"""Formation changes, of which a unit makes one a card [formation.change-formation]."""
AS_THEY_PLEASE: Final = ("wheel", "oblique", "facing-change")
"""What costs a unit in disorder nothing [formation.disorder-effects]."""
ON_HOLD: Final = ("form-up", "reform", "facing-change", "limber", "unlimber")
HOLD_INCHES: Final = 6.0
"""What a unit may do instead of firing on the card hold, and out of how many inches [cards.deck]."""
BARRED_TO_LIMBERS: Final = (
    "bush",
    "creek",
    "creek-in-wood",
    "minor-river",
    "minor-river-in-wood",
    "defence-barrier",
    *WOOD_ROWS,
    *EARTHWORKS,
)
"""[move.limber-limits]"""
MOST_OBLIQUE: Final = 45.0
MOST_WHEEL: Final = 90.0
COMPULSORY_FOOT: Final = 8.0
COMPULSORY_HORSE: Final = 12.0
"""Compulsory head-down moves on a card without movement [move.compulsory-head-down]."""
ROUT_FOOT: Final = 10.0
ROUT_HORSE: Final = 14.0
"""Inches a routing or beaten unit runs, infantry and the rest [morale.rout-state, melee.retreat]."""
OFFICER_MOVE: Final = 16.0
"""Officers and messengers, on every card [move.fixed-moves]."""
MANHANDLED_OPEN: Final = 2.0
MANHANDLED_WOOD: Final = 1.0
PRISONERS_MOVE: Final = 8.0
"""[prisoners.led-away]"""


def card_inches(card: cards_rule.Card, arm: str, mounted: bool) -> float:
    """What the card gives a unit to move with [move.card-distance]."""
    if tables.on_foot(arm, mounted):
        return card.infantry
    return card.cavalry if arm == tables.CAVALRY else card.limbered


def compulsory_inches(card: cards_rule.Card, arm: str, mounted: bool) -> float:
    """What a head-down unit moves on this card [move.compulsory-head-down]."""
    inches = card_inches(card, arm, mounted)
    if inches > 0.0:
        return inches
    return COMPULSORY_FOOT if tables.on_foot(arm, mounted) else COMPULSORY_HORSE


def rout_inches(arm: str, mounted: bool) -> float:
    """What a routing unit runs on every card, and a beaten one at once [morale.rout-state, melee.retreat]."""
    return ROUT_FOOT if tables.on_foot(arm, mounted) else ROUT_HORSE


def manhandle_inches(card: cards_rule.Card, touches_wood: bool) -> float:
    """How far guns are manhandled on this card [move.fixed-moves]."""
    if not card.move:
        return 0.0
    return MANHANDLED_WOOD if touches_wood else MANHANDLED_OPEN


def wheel_cost(frontage: float, degrees: float, settings: Settings = PRINTED) -> float:
    """What a wheel costs: the way of the outer front corner [move.wheel]."""
    turn = radians(degrees)
    if settings.wheel_measure == "chord":
        return rounded(2.0 * frontage * sin(turn / 2.0))
    return rounded(frontage * turn)


@record(unsafe_hash=True)
class Action:
    """One thing a unit does or crosses in a move: a row of PRICES; degrees of a wheel, inches of a step back."""

    do: str
    degrees: float = 0.0
    inches: float = 0.0


@record(unsafe_hash=True)
class Mover:
    """A unit about to move. `edge` says that every stand is within the first inch of its wood [move.wood-edge-exit]."""

    arm: str = tables.INFANTRY
    mounted: bool = True
    limbered: bool = True
    state: str = tables.STEADY
    disordered: bool = False
    frontage: float = 0.0
    edge: bool = False


@record(unsafe_hash=True)
class Bill:
    """What a move costs: the clause that forbids it or "", the allowance, the price of each action, and what is left.

    `left` is to be walked straight; `disordered` is how the unit ends.
    """

    refusal: str
    allowance: float
    costs: tuple[float, ...] = ()
    spent: float = 0.0
    left: float = 0.0
    disordered: bool = False


def move_bill(mover: Mover, card: cards_rule.Card, actions: tuple[Action, ...], settings: Settings = PRINTED) -> Bill:
    """A move by order under this card, or forming up with the head down; who does more after dismounting is on foot.

    [move.card-distance, cards.deck, formation.form-up-head-down, formation.change-formation]
    """
    if mover.state == tables.ROUTING:
        return Bill("order-cards.morale.rout-state", 0.0)
    if card.word == cards_rule.HOLD and actions:
        return _hold_bill(mover, card, actions, settings)
    bill = _added_up(mover, card.word, card_inches(card, mover.arm, mover.mounted), actions, settings)
    places = [place for place, one in enumerate(actions) if one.do == "dismount"]
    if bill.refusal or not places or places[0] == len(actions) - 1 or within(bill.spent, card.infantry):
        return bill
    return Bill(PRICES["dismount"].clause, bill.allowance)


def compulsory_bill(
    mover: Mover, card: cards_rule.Card, actions: tuple[Action, ...], settings: Settings = PRINTED
) -> Bill:
    """A compulsory move: head down at the card's rate, in rout free of all deductions.

    [move.compulsory-head-down, morale.rout-state, morale.artillery-head-down]
    """
    if mover.state == tables.ROUTING:
        allowance = rout_inches(mover.arm, mover.mounted)
        blocked = [PRICES[one.do].clause for one in actions if one.do in ("major-river", "impassable")]
        return Bill(
            refusal=blocked[0] if blocked else "",
            allowance=allowance,
            costs=(0.0,) * len(actions),
            spent=0.0,
            left=allowance,
            disordered=True,
        )
    allowance = compulsory_inches(card, mover.arm, mover.mounted)
    return _added_up(mover, "", allowance, actions, settings, compulsory=True)


def inches_bill(mover: Mover, allowance: float, actions: tuple[Action, ...], settings: Settings = PRINTED) -> Bill:
    """A move of so many inches whatever the card: a charge, prisoners [charge.path, prisoners.led-away]."""
    return _added_up(mover, "", allowance, actions, settings)


def _hold_bill(mover: Mover, card: cards_rule.Card, actions: tuple[Action, ...], settings: Settings) -> Bill:
    """The one thing a unit may do on the card hold, without displacement [cards.deck]."""
    if len(actions) > 1 or actions[0].do not in ON_HOLD:
        return Bill("order-cards.cards.deck", HOLD_INCHES)
    bill = _added_up(mover, card.word, HOLD_INCHES, actions, settings)
    return replace(bill, left=0.0)


def _added_up(
    mover: Mover,
    word: str,
    allowance: float,
    actions: tuple[Action, ...],
    settings: Settings,
    compulsory: bool = False,
) -> Bill:
    """Every action barred or priced in turn; disorder taken on the way counts for what follows.

    [move.how-deductions-count, move.creek, formation.change-formation]
    """
    waived = any([one.do in WATER_IN_WOOD for one in actions])
    free = word == cards_rule.FORM_UP
    mounted = mover.mounted
    disordered = mover.disordered
    changed = False
    charged: list[str] = []
    costs: list[float] = []
    spent = 0.0
    for one in actions:
        do = one.do
        barred = _barred(one=one, arm=mover.arm, mounted=mounted, word=word, changed=changed, settings=settings)
        if barred:
            return Bill(barred, allowance)
        cost = _cost(one=one, mover=mover, mounted=mounted, disordered=disordered, waived=waived, settings=settings)
        kind = "woods" if do == "wood-edge-exit" else do
        if kind in charged:
            cost = 0.0
        elif cost > 0.0 and kind in ONCE:
            charged.append(kind)
        if do in CHANGES or do == "form-up":
            if free:
                cost = 0.0
                free = False
            elif compulsory and do == "limber":
                cost = min(cost, allowance - spent)
        if not within(spent + cost, allowance):
            return Bill(PRICES[do].clause, allowance)
        spent = rounded(spent + cost)
        costs.append(cost)
        changed = changed or do in CHANGES
        if do in ("mount", "dismount"):
            mounted = do == "mount"
        if do == "form-up":
            disordered = False
        elif PRICES[do].disorder:
            disordered = True
    return Bill(
        refusal="",
        allowance=allowance,
        costs=tuple(costs),
        spent=spent,
        left=rounded(max(0.0, allowance - spent)),
        disordered=disordered,
    )


def _barred(one: Action, arm: str, mounted: bool, word: str, changed: bool, settings: Settings) -> str:
    """The clause that bars an action to this arm or on this card, "" when none does.

    [move.major-river, move.limber-limits, move.cavalry-limits, move.barrier-cross, formation.loose-order, cards.deck]
    """
    do = one.do
    if do in ("major-river", "impassable"):
        return PRICES[do].clause
    if arm not in (tables.INFANTRY, tables.CAVALRY):
        if do in BARRED_TO_LIMBERS or (do in WALLS and not settings.limbers_cross_fences):
            return "order-cards.move.limber-limits"
    elif arm == tables.CAVALRY and mounted:
        # An earthwork is crossed as a wall, so what bars walls to horses bars it too.
        if do == "bush" or do in WALLS or do in EARTHWORKS:
            return "order-cards.move.cavalry-limits"
        if do == "defence-barrier" and not settings.mounted_cross_barriers:
            return "order-cards.move.barrier-cross"
    if do == "loose-order" and not tables.on_foot(arm, mounted):
        return "order-cards.formation.loose-order"
    if do in CHANGES and word == cards_rule.DOUBLE_QUICK:
        return "order-cards.cards.deck"
    if do in CHANGES and changed:
        return PRICES[do].clause
    if do == "oblique" and one.degrees > MOST_OBLIQUE + 1e-9:
        return PRICES[do].clause
    if do == "wheel" and one.degrees > MOST_WHEEL + 1e-9:
        return PRICES[do].clause
    return ""


def may_do(do: str, arm: str, settings: Settings) -> bool:
    """Whether this arm, mounted or limbered, may do or cross this at all [move.limber-limits, move.cavalry-limits]."""
    return not _barred(one=Action(do), arm=arm, mounted=True, word="", changed=False, settings=settings)


def _cost(one: Action, mover: Mover, mounted: bool, disordered: bool, waived: bool, settings: Settings) -> float:
    """The price of one action as the unit then is [move.terrain-table, move.woods, formation.disorder-effects]."""
    do = one.do
    if do in AS_THEY_PLEASE and disordered:
        return 0.0
    if do == "wheel":
        return wheel_cost(mover.frontage, one.degrees, settings)
    if do == "step-back":
        return rounded(one.inches if disordered else 2.0 * one.inches)
    if do == "wood-edge-exit" and mover.edge:
        return 0.0
    if waived and do in ("woods", "wood-edge-exit"):
        return 0.0
    if disordered and (do in WALLS or do in EARTHWORKS):
        return HASTY_CROSSING
    kind = "foot" if tables.on_foot(mover.arm, mounted) else "horse" if mover.arm == tables.CAVALRY else "limber"
    if disordered and do in WOOD_ROWS:
        return DISORDERED_WOODS[kind]
    price = PRICES[do]
    return price.foot if kind == "foot" else price.horse if kind == "horse" else price.limber


def bill_lines(bill: Bill, actions: tuple[Action, ...]) -> tuple[Row, ...]:
    """The working of a bill, for a player."""
    if bill.refusal:
        return (Row("not allowed", "no", bill.refusal),)
    found = [Row("allowance", f"{bill.allowance:g}″", "order-cards.move.card-distance")]
    for one, cost in zip(actions, bill.costs, strict=True):
        found.append(Row(one.do.replace("-", " "), f"−{cost:g}″", PRICES[one.do].clause))
    return (*found, Row("left", f"{bill.left:g}″", "order-cards.move.card-distance"))
