"""What is printed beside the table: the book's figures at a glance, and the forces of a battle."""

from __future__ import annotations

from typing import Final

from roundtop.battle.paper import Block, Sheet
from roundtop.battle.protocol import Player
from roundtop.battle.scenario import Scenario
from roundtop.battle.words import capital, plain
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.cards import table as cards_table
from roundtop.rulebooks.order_cards.charge import rule as charge_rule
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.cover import rule as cover_rule
from roundtop.rulebooks.order_cards.fire import rule as fire_rule
from roundtop.rulebooks.order_cards.melee import rule as melee_rule
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.muster import forces as muster_forces
from roundtop.rulebooks.order_cards.options import LEDGER, Settings
from roundtop.rulebooks.order_cards.prisoners import rule as prisoners_rule
from roundtop.rulebooks.order_cards.sight import rule as sight_rule
from roundtop.rulebooks.order_cards.state import Officer, Unit
from roundtop.rulebooks.order_cards.supply import rule as supply_rule
from roundtop.rulebooks.order_cards.victory import rule as victory_rule

Rows = tuple[tuple[str, ...], ...]
A_SET: Final = (
    ("1", "Every player chooses {cards_per_set} cards and puts them in order, face down."),
    ("2", "A d10 a side: the higher plays the set first or second, as it likes."),
    ("3", "The sides turn their top cards in turn; each unit does all, part or none of its player's card."),
    ("4", "Head-down, routing and prisoner moves are made before a card ends."),
    ("5", "{taken_back} The other side only saves, tests and fights."),
)
MOVES: Final = (
    "wall-disorder",
    "wall-good-order",
    "bush",
    "creek",
    "minor-river",
    "defence-barrier",
    "woods",
    "orchard",
    "corn",
    "rough",
    "facing-change",
    "oblique",
    "reform",
    "limber",
)
"""Rows of the movement table worth a line; the others are like one of them."""
NAMES: Final[dict[str, str]] = {
    "wall-disorder": "Wall, fence, earthwork, in haste",
    "wall-good-order": "The same in good order",
    "facing-change": "About-face",
    "reform": "Form up, reform, change formation, mount, dismount",
    "limber": "Limber or unlimber",
}


def sheet(settings: Settings) -> Sheet:
    """The quick reference under these house rules."""
    return Sheet(
        LEDGER.title,
        "Quick reference",
        (
            Block("A set", (), _a_set(settings), ("order-cards.cards.alternation",)),
            Block("The cards", CARD_HEADS, _cards(settings), ("order-cards.cards.deck",)),
            Block("Moving", ("", "foot", "horse", "limber"), _moves(settings), ("order-cards.move.terrain-table",)),
            Block("Always", (), _always(settings), ("order-cards.move.fixed-moves",)),
            Block(
                "Fire, percent a stand", ("", "to", "percent"), _ranges(settings), ("order-cards.fire.percent-to-hits",)
            ),
            Block("Fire, half or double", (), _factors(settings), ("order-cards.fire.modifier-table",)),
            Block("Cover", ("", "muskets", "guns", "morale"), _covers(), ("order-cards.save.table",)),
            Block("Morale", (), _morale(settings), ("order-cards.morale.modifiers",)),
            Block("Tests failed", (), _failed(settings), ("order-cards.morale.fire-check-failed",)),
            Block(
                "Melee: two dice and stands", ("", "first", "later"), _melee(settings), ("order-cards.melee.modifiers",)
            ),
            Block("Melee: boxes inflicted", ("Total", "boxes"), _losses(), ("order-cards.melee.losses",)),
            Block("The loser", (), _loser(settings), ("order-cards.melee.retreat",)),
            Block("Officers", ("", "rating", "casualty"), _officers(settings), ("order-cards.officer.ratings",)),
            Block("Seeing", (), _seeing(settings), ("order-cards.visibility.table",)),
            Block("A charge", (), _charge(settings), ("order-cards.charge.declare", "order-cards.charge.short")),
            Block("Supply", (), _supply(settings), ("order-cards.supply.card",)),
            Block("The end", (), _end(settings), ("order-cards.victory.points",)),
            Block("Setting up", (), _setting_up(settings), ("order-cards.setup.roster-boxes",)),
        ),
    )


CARD_HEADS: Final = ("Card", "foot", "horse", "limber", "fire", "charge", "")


def _a_set(settings: Settings) -> Rows:
    back = "A move is taken back only by leave of the other side." if settings.allow_take_back_by_consent else ""
    words = {"cards_per_set": settings.cards_per_set, "taken_back": back or "Nothing is taken back."}
    return tuple([(place, text.format(**words)) for place, text in A_SET])


def _cards(settings: Settings) -> Rows:
    return tuple([_card(card) for card in cards_rule.deck_of(settings.deck)])


def _card(card: cards_rule.Card) -> tuple[str, ...]:
    inches = [f"{value:g}″" if value else "–" for value in (card.infantry, card.cavalry, card.limbered)]
    fired = f"{card.fire}%" if card.fire else "–"
    also = card.also or (cards_table.FIGURES_ALONE if cards_rule.unknown(card) else "")
    return (card.name, *inches, fired, f"+{card.charge}" if card.charge else "–", also)


def _moves(settings: Settings) -> Rows:
    rows: list[tuple[str, ...]] = []
    for do in MOVES:
        price = movement_rule.PRICES[do]
        name = NAMES.get(do, capital(do.replace("-", " ")))
        if do == "woods":
            name += ", in disorder half"
        horse = f"{price.horse:g}″" if movement_rule.may_do(do, tables.CAVALRY, settings) else "no"
        limber = f"{price.limber:g}″" if movement_rule.may_do(do, tables.ARTILLERY, settings) else "no"
        rows.append((name + (" (disorder)" if price.disorder else ""), f"{price.foot:g}″", horse, limber))
    wheel = "the way of the outer corner" if settings.wheel_measure == "arc" else "straight across to the outer corner"
    return (*rows, ("Wheel", wheel, "", ""), ("Step back", "double", "", ""))


def _always(settings: Settings) -> Rows:
    return (
        ("Officer, messenger", f"{movement_rule.OFFICER_MOVE:g}″ on every card"),
        (
            "Guns by hand",
            f"{movement_rule.MANHANDLED_OPEN:g}″, in a wood {movement_rule.MANHANDLED_WOOD:g}″, on a move card",
        ),
        (
            "Head down",
            f"the card's, or {movement_rule.COMPULSORY_FOOT:g}″ and {movement_rule.COMPULSORY_HORSE:g}″, "
            "until in cover",
        ),
        ("Rout and retreat", f"{movement_rule.ROUT_FOOT:g}″ and {movement_rule.ROUT_HORSE:g}″, nothing deducted"),
        ("Prisoners", f"{movement_rule.PRISONERS_MOVE:g}″ to the captor's edge"),
        ("Keep apart", f"1″ (below {settings.one_inch_tolerance:g}″ losses are shared)"),
        (
            "Refuse a flank",
            "half the stands, 45°, on " + ("any card" if settings.refuse_flank_any_card else "any card of orders"),
        ),
    )


def _ranges(settings: Settings) -> Rows:
    rows: list[tuple[str, ...]] = []
    for weapon, reaches in fire_rule.REACHES.items():
        if weapon == "rifled" and not settings.rifled_artillery:
            continue
        for reach in reaches:
            percent = f"card + {reach.percent}" if reach.card and reach.percent else f"{reach.percent}%"
            rows.append((capital(weapon), f"{reach.limit:g}″", "card" if reach.card and not reach.percent else percent))
    rows.append(("Two stands at least fire, and reach two", "", ""))
    if settings.split_battery_fire:
        rows.append(("Four guns or more may divide between two targets, two at least at each", "", ""))
    return tuple(rows)


def _factors(settings: Settings) -> Rows:
    rows = [(capital(name.replace("-", " ")), "½") for name in fire_rule.HALVES]
    rows += [(capital(name.replace("-", " ")), "×2") for name in fire_rule.DOUBLES]
    along = ("Enfiladed", f"along its line, to {settings.enfilade_angle:g}°")
    near = "while within 1″" if settings.mass_within_an_inch else "until they form up or move"
    return (
        *rows,
        along,
        ("In disorder", "one stand, all round"),
        ("Left in disorder by one melee", f"lose alike, {near}"),
    )


def _covers() -> Rows:
    rows: list[tuple[str, ...]] = []
    for name, cover in cover_rule.COVERS.items():
        figures = [str(figure) if figure else "–" for figure in (cover.small_arms, cover.artillery)]
        rows.append((capital(name.replace("-", " ")), *figures, f"+{cover.morale}" if cover.morale else "–"))
    return tuple(rows)


def _morale(settings: Settings) -> Rows:
    grades = f"{settings.grade_green}, {settings.grade_regular}, {settings.grade_veteran}, {settings.grade_elite}"
    return (
        ("Green, regular, veteran, elite", grades),
        ("For each stand lost", f"−{settings.morale_step}, not below {settings.morale_floor}"),
        (f"One officer within {tables.OFFICER_REACH:g}″", "+ his rating; a double after fire fells him"),
        (capital(morale_rule.IN_DISORDER.label), f"−{-morale_rule.IN_DISORDER.value}"),
        ("Routing", "half, fractions up"),
        (
            "After fire",
            "at once, after each attack"
            if settings.morale_check_timing == "each-attack"
            else "once, at the card's end",
        ),
    )


def _failed(settings: Settings) -> Rows:
    who = "in disorder" if settings.head_down_form_up_near_officer else "in disorder, not head down,"
    return (
        ("After fire, steady", "head down; out of cover in disorder too"),
        ("After fire, head down", f"{morale_rule.ROUT_BOXES} boxes and rout"),
        ("After fire, routing", f"{morale_rule.ROUTING_BOXES} boxes"),
        ("Passed through", "in disorder"),
        ("Fugitives pass through", "head down"),
        (f"Changing formation within {tables.MUSKET_RANGE:g}″ of muskets", "in disorder, no change"),
        ("Going into disorder", "rout, no boxes"),
        ("Rally, head down", f"{morale_rule.ROUT_BOXES} boxes and rout"),
        ("Rally, routing", f"{morale_rule.ROUTING_BOXES} boxes"),
        ("00, whatever it was", f"{morale_rule.DOUBLE_ZERO_BOXES} boxes and rout"),
        (f"Rally card: who is {who} by an officer", "forms up for nothing"),
    )


def _melee(settings: Settings) -> Rows:
    rows: list[tuple[str, ...]] = []
    for name, row in melee_rule.ROWS.items():
        first = "stands ×2" if name == melee_rule.DOUBLING else f"{row.first:+d}"
        rows.append((capital(row.label), first, f"{row.later:+d}" if row.later else "–"))
    every = settings.melee_stands == "all"
    return (
        *rows,
        ("Charge card", "its bonus left", "–"),
        ("Officer", "rating / 10", "the same"),
        ("Each stand that fights", "+1, all of them" if every else "+1, those that touch and the next", "the same"),
        (f"A tie after {settings.melee_max_rounds} rounds", "the attackers lose", ""),
    )


def _losses() -> Rows:
    rows: list[tuple[str, ...]] = []
    highest = ""
    for lowest, boxes in melee_rule.LOSSES:
        rows.append((f"{lowest} to {highest}" if highest else f"{lowest} or more", str(boxes)))
        highest = str(lowest - 1)
    return (*rows, (f"{highest} or less", "0"))


def _loser(settings: Settings) -> Rows:
    over = "lost" if settings.retreat_touching_edge_lost else "the stands that leave are lost"
    routing = "surrenders" if settings.routing_surrender_when_charged else "fights in disorder, and keeps routing"
    winner = "tests as after fire" if settings.melee_winner_checks else "takes no test"
    return (
        ("Goes back", f"{movement_rule.ROUT_FOOT:g}″ or {movement_rule.ROUT_HORSE:g}″ along the charge, then tests"),
        ("Half its morale or less", "steady, in disorder"),
        ("Its morale or less", "head down, in disorder"),
        ("More", f"{morale_rule.ROUT_BOXES} boxes and rout"),
        ("Into a formed enemy, or held front and rear", "surrenders"),
        ("Guards", f"a stand for every {prisoners_rule.PRISONERS_A_GUARD} prisoners or part of them"),
        ("Over the edge", over),
        ("A routing unit that is charged", routing),
        ("The winner, in disorder, if it took a box", winner),
    )


def _officers(settings: Settings) -> Rows:
    rows: list[tuple[str, ...]] = []
    for rank, name in (
        (command_rule.BRIGADE, "Brigade"),
        (command_rule.DIVISION, "Division"),
        (command_rule.CINC, "C-in-C"),
    ):
        rating = command_rule.rating_of(rank, "average", settings)
        rows.append(
            (
                name,
                f"{rating}, melee +{command_rule.melee_bonus(rating)}",
                f"double on 2 {command_rule.CASUALTY_DICE[rank].name}",
            )
        )
    if settings.officer_replacement:
        rows.append(("Replaced", "when the next set begins, rating 10", ""))
    if settings.officer_wounds:
        low = 1
        for top, wound in zip(command_rule.WOUND_TOPS, command_rule.WOUNDS, strict=False):
            rows.append((f"Wound, {low:02d} to {top}", wound, ""))
            low = top + 1
    return tuple(rows)


def _seeing(settings: Settings) -> Rows:
    rows = [
        ("In woods", f"{sight_rule.IN_WOODS:g}″"),
        ("Into woods", f"{sight_rule.INTO_WOODS:g}″"),
        ("Out of woods", f"from the outer {sight_rule.OUT_OF_WOODS:g}″"),
        ("In corn", f"{sight_rule.IN_CORN:g}″, mounted freely"),
        ("Into corn", "from higher ground only"),
        ("Into an orchard", "not from higher ground"),
        ("Whoever fires", "is seen through the enemy's next card"),
    ]
    if settings.fog:
        rows.append(("Fog", "who is seen by nobody is not on your table"))
    if settings.max_visibility:
        rows.append(("Nobody sees beyond", f"{settings.max_visibility:g}″"))
    return tuple(rows)


def _supply(settings: Settings) -> Rows:
    rows = [
        ("Double fire", "×2, then low; low, then out"),
        ("Re-supply", f"back to normal, unless routing or within {supply_rule.ENEMY_TOO_NEAR:g}″ of the enemy"),
    ]
    if settings.supply_limit:
        rows.append(("Points", f"low {supply_rule.LOW_COST}, out {supply_rule.OUT_COST}"))
    if settings.supply_limit and settings.supply_wagons:
        rows.append(("Wagon", f"{supply_rule.WAGON_POINTS} points, within {supply_rule.WAGON_REACH:g}″"))
    return tuple(rows)


def _charge(settings: Settings) -> Rows:
    horse = settings.continued_charge_non_move_cavalry
    measured = "may be measured beforehand" if settings.premeasure_charges else "is measured when it is declared"
    return (
        ("The way", f"{measured}; straight, after wheels of up to half the move"),
        ("An inch more", "for each point of the card's bonus given up"),
        ("Too short", f"in disorder; on the next card, with the first bonus, 8″ if it gives no move, horse {horse:g}″"),
        ("Passing", f"nobody's front within {charge_rule.CLEAR_OF_FRONTS:g}″ on the way"),
    )


MESSENGERS: Final[dict[str, str]] = {
    "auto": "with several players a side, or reserves",
    "on": "always",
    "off": "never",
}
WINNING: Final[dict[str, str]] = {
    "scenario": "the scenario's conditions, else points: a lead of a tenth",
    "points": "points: a lead of a tenth",
    "break": "only by breaking the enemy",
}


def _setting_up(settings: Settings) -> Rows:
    boxes = (settings.boxes_infantry, settings.boxes_cavalry, settings.boxes_artillery, settings.boxes_wagon)
    return (
        ("Scale", f"1″ is {settings.yards_per_inch:g} yards"),
        ("A stand", f"{settings.men_per_stand} men, {settings.guns_per_stand} guns"),
        ("Boxes a stand, foot, horse, guns, wagon", ", ".join([str(many) for many in boxes])),
        ("Messengers", MESSENGERS[settings.messengers]),
    )


def _end(settings: Settings) -> Rows:
    officers = ", ".join([str(points) for points in victory_rule.OFFICER_POINTS.values()])
    return (
        ("An army breaks", f"with {settings.break_percent}% of its {victory_rule.breaking(settings)}"),
        ("Stand destroyed or run off", str(victory_rule.DESTROYED_POINTS)),
        ("Stand captured, gun captured", f"{victory_rule.CAPTURED_POINTS}, {victory_rule.GUN_POINTS}"),
        ("Officer of brigade, division, army", officers),
        ("Objective", f"its value, else {victory_rule.OBJECTIVE_POINTS}; held within {victory_rule.HOLDING:g}″"),
        ("Won by", WINNING[settings.victory]),
        ("Length", f"the scenario's, else {settings.sets} sets"),
    )


def roster(scenario: Scenario, settings: Settings) -> Sheet:
    """The forces of a battle, brigade by brigade, with a box for every hit a unit can take."""
    players = tuple([Player(side.id, side.id) for side in scenario.sides])
    forces = muster_forces.muster(scenario, settings, players)
    blocks: list[Block] = []
    for side in scenario.sides:
        units = [unit for unit in forces.units if unit.side == side.id]
        boxes = tuple([unit.start * tables.boxes_per_stand(unit.arm, settings) for unit in units])
        blocks.append(Block(side.name, ROSTER_HEADS, tuple([_unit(unit) for unit in units]), (), boxes))
        officers = [one for one in forces.officers if one.side == side.id]
        if officers:
            blocks.append(Block(f"{side.name}, officers", ("Officer", "Rank", "Rating"), _named(officers)))
    return Sheet(scenario.title, f"{LEDGER.title}: roster", tuple(blocks))


ROSTER_HEADS: Final = ("Unit", "Arm", "Stands", "Morale", "Weapon", "Arrives")


def _unit(unit: Unit) -> tuple[str, ...]:
    arrives = f"after {unit.due} cards" if unit.due else ""
    weapon = plain(unit.weapon)
    if unit.arm == tables.ARTILLERY and 0 < unit.rifled < unit.start:
        weapon = f"{unit.rifled} rifled, {unit.start - unit.rifled} smoothbore"
    return (unit.name, capital(unit.arm), str(unit.start), str(unit.grade), weapon, arrives)


def _named(officers: list[Officer]) -> Rows:
    ranks = {command_rule.BRIGADE: "Brigade", command_rule.DIVISION: "Division", command_rule.CINC: "C-in-C"}
    return tuple([(one.name, ranks[one.rank], str(one.rating)) for one in officers])
