"""What to draw of a view, and what to tell of an event. Reads nothing that the view or the event does not show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.scene import Badge, Course, Marker, Overlay, Part, Piece, Scene, Telling, coursed
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES, SIDES, capital, compass, listed, numbered, plain, side_does, verb_of
from roundtop.dice.sources import Roll
from roundtop.rulebooks.order_cards import events
from roundtop.rulebooks.order_cards.cards import Card, card_named
from roundtop.rulebooks.order_cards.command import BRIGADE, CINC, DIVISION, melee_bonus
from roundtop.rulebooks.order_cards.fire import REACHES
from roundtop.rulebooks.order_cards.morale import basic
from roundtop.rulebooks.order_cards.movement import in_file
from roundtop.rulebooks.order_cards.state import (
    MESSENGER_RADIUS,
    OFFICER_RADIUS,
    ON_TABLE,
    TO_ARRIVE,
    UNKNOWN,
    Hand,
    Messenger,
    Officer,
    State,
    Unit,
    base,
    boxes_of,
    card_of,
    copied,
    melee_of,
    officers_on,
    on_table,
    size_of,
    stand_poses,
    strength,
)
from roundtop.rulebooks.order_cards.tables import (
    ARTILLERY,
    BOOK,
    CAVALRY,
    HEAD_DOWN,
    LIMBERED,
    LOW,
    NORMAL,
    OUT,
    ROUTING,
    STEADY,
    UNLIMBERED,
    WAGON,
)
from roundtop.rulebooks.order_cards.terrain import card_inches, manhandle_inches
from roundtop.table.course import stations, turn_and_go
from roundtop.table.measure import bearing, distance
from roundtop.table.path import sweep
from roundtop.table.pose import Point, ahead

SPENT: Final = "nothing more"
RANKS: Final[dict[str, str]] = {BRIGADE: "brigade officer", DIVISION: "division officer", CINC: "commander in chief"}


# ---------------------------------------------------------------- words


def inches(length: float) -> str:
    return f"{round(length, 1):g}″"


def boxes_named(number: int) -> str:
    """`1 box`, `3 boxes`."""
    return f"{number or 'no'} box{'' if number == 1 else 'es'}"


def card_words(card: Card) -> str:
    """What a card allows, in a few words: `foot 8″, horse 12″, limbers 12″`."""
    parts: list[str] = []
    if card.infantry or card.cavalry or card.limbered:
        parts.append(f"foot {card.infantry:g}″, horse {card.cavalry:g}″, limbers {card.limbered:g}″")
    if card.fire:
        parts.append(f"fire at {card.fire}% a stand")
    if card.charge:
        parts.append(f"charges at +{card.charge}")
    if card.also:
        parts.append(card.also)
    return "; ".join(parts)


def player_named(view: State, player: str) -> str:
    """A side where it has one player, otherwise the player."""
    for hand in view.hands:
        if hand.player == player:
            alone = len([other for other in view.hands if other.side == hand.side]) == 1
            return ARMIES.get(hand.side, hand.side) if alone else player
    return player


def known(view: State, id: str) -> Unit | None:
    """A unit as far as the view has it, or as it came to the battle."""
    for unit in (*view.units, *view.roster):
        if unit.id == id:
            return unit
    return None


def named(view: State, id: str) -> str:
    """The name of a unit, an officer or a messenger."""
    unit = known(view, id)
    if unit is not None:
        return unit.name
    for officer in view.officers:
        if officer.id == id:
            return officer.name
    return "the messenger"


def where(unit: Unit) -> Point:
    """Where a unit stands, or where it will come on."""
    if unit.place != ON_TABLE and unit.entry is not None:
        return unit.entry
    return unit.pose.x, unit.pose.y


def spots(view: State, *ids: str) -> tuple[Point, ...]:
    """Where these units and officers are, as far as the view has them."""
    found: list[Point] = []
    for id in ids:
        found.extend([where(unit) for unit in view.units if unit.id == id])
        found.extend([(officer.pose.x, officer.pose.y) for officer in view.officers if officer.id == id])
    return tuple(found)


def side_of(view: State, id: str) -> str:
    unit = known(view, id)
    if unit is not None:
        return unit.side
    for officer in view.officers:
        if officer.id == id:
            return officer.side
    return ""


# ---------------------------------------------------------------- the table


def scene(view: State) -> Scene:
    """The table as the owner of a view sees it."""
    return Scene(
        view.title,
        moment(view),
        "inch",
        view.settings.yards_per_inch,
        view.ground,
        (
            *[piece(view, unit) for unit in on_table(view)],
            *[officer_piece(view, officer) for officer in officers_on(view)],
            *[rider_piece(view, rider) for rider in view.messengers],
        ),
        (*_goals(view), *_arrivals(view), *_sightings(view), *_guns(view)),
        (*(_zones(view) if view.phase == "set-up" else ()), *_charges(view)),
    )


def moment(view: State) -> str:
    """`Set 2 of 6, turn 13: the Union plays Advance`."""
    if view.outcome is not None:
        return capital(view.outcome.text)
    if view.phase == "set-up":
        return "Setting up"
    text = f"Set {view.set} of {view.sets}"
    if view.phase == "sets":
        ready = [hand.player for hand in view.hands if hand.cards]
        return (
            text + ": cards are laid" + (f", {listed([player_named(view, p) for p in ready])} ready" if ready else "")
        )
    if not view.side:
        return text
    shown = [(hand, card_of(view, hand.player)) for hand in view.hands if hand.side == view.side and hand.turned]
    played = [f"{player_named(view, hand.player)}: {card.name}" for hand, card in shown]
    return f"{text}, turn {view.turn}: {listed(played)}"


GLYPHS: Final[dict[str, str]] = {"infantry": "infantry", CAVALRY: "cavalry", ARTILLERY: "artillery", WAGON: "wagon"}


def piece(view: State, unit: Unit) -> Piece:
    """A unit, every stand to scale where it stands [setup.bases, formation.list]."""
    width, depth = base(unit)
    glyph = GLYPHS.get(unit.arm, "infantry")
    # Cavalry on foot looks like the infantry it fights as.
    shown = "infantry" if unit.arm == CAVALRY and not unit.mounted else glyph
    across, deep = size_of(unit)
    return Piece(
        unit.id,
        unit.side,
        unit.name,
        unit.brigade,
        shown,
        unit.pose,
        across,
        deep,
        tuple([Part(pose, width, depth, shown) for pose in stand_poses(unit)]),
        (),
        tuple(_badges(view, unit)),
        tuple(_card(view, unit)),
    )


def officer_piece(view: State, officer: Officer) -> Piece:
    """A general on his round base, with the cards of his player on his own [officer.placement]."""
    size = 2.0 * OFFICER_RADIUS
    badges: list[Badge] = []
    if officer.unit:
        text = f"Swept along by {named(view, officer.unit)}"
        badges.append(Badge("rout", text, BOOK + "rally.officer-routs"))
    return Piece(
        officer.id,
        officer.side,
        officer.name,
        officer.command,
        "officer",
        officer.pose,
        size,
        size,
        (Part(officer.pose, size, size, "officer"),),
        (),
        tuple(badges),
        (
            Row("Side", SIDES.get(officer.side, officer.side), BOOK + "setup.organisation"),
            Row("Rank", RANKS[officer.rank], BOOK + "officer.ratings"),
            Row("Rating", f"+{officer.rating} morale, +{melee_bonus(officer.rating)} melee", BOOK + "officer.ratings"),
            *([Row("Minor wounds", str(officer.minor), BOOK + "officer.wound-table")] if officer.minor else []),
            *[row for hand in view.hands if hand.player == officer.player for row in hand_rows(view, hand)],
        ),
    )


def hand_rows(view: State, hand: Hand) -> list[Row]:
    """A player's cards as far as the view knows them [turn.what-players-see]."""
    rows: list[Row] = []
    words = [_card_name(view, word) for word in hand.cards]
    if hand.turned:
        rows.append(Row("Cards turned", ", ".join(words[: hand.turned]), BOOK + "cards.alternation"))
    left = hand.cards[hand.turned :]
    if left and UNKNOWN in left:
        rows.append(Row("Cards left", f"{len(left)} face down", BOOK + "cards.secret-selection"))
    elif left:
        rows.append(Row("Cards left", ", ".join(words[hand.turned :]), BOOK + "cards.secret-selection"))
    if view.settings.supply_limit and not view.settings.supply_wagons and hand.supplies >= 0:
        rows.append(Row("Supply points", str(hand.supplies), BOOK + "supply.limit"))
    return rows


def _card_name(view: State, word: str) -> str:
    card = card_named(view.deck, word)
    return word if card is None else card.name


def rider_piece(view: State, rider: Messenger) -> Piece:
    """A messenger; what he carries only his side can read [officer.messengers]."""
    size = 2.0 * MESSENGER_RADIUS
    rows = [Row("Side", SIDES.get(rider.side, rider.side), BOOK + "officer.messengers")]
    if rider.errand not in ("", UNKNOWN):
        rows.append(Row("To", named(view, rider.to), BOOK + "officer.messengers"))
        rows.append(Row("Carries", rider.errand.replace("-", " "), BOOK + "officer.messengers"))
    return Piece(
        rider.id,
        rider.side,
        "Messenger",
        "",
        "officer",
        rider.pose,
        size,
        size,
        (Part(rider.pose, size, size, "officer"),),
        (),
        (),
        tuple(rows),
    )


# ---------------------------------------------------------------- badges


def _badges(view: State, unit: Unit) -> list[Badge]:
    """States as shapes, each with its words and clause; nerve first, then smoke."""
    found: list[Badge] = []
    if unit.state == ROUTING:
        found.append(Badge("rout", "Routing: runs for its own edge", BOOK + "morale.rout-state"))
    elif unit.state == HEAD_DOWN:
        goes = "in position" if unit.in_position else "must fall back into cover"
        found.append(Badge("head-down", f"Head down, {goes}", BOOK + "morale.head-down-state"))
    if unit.disordered and unit.state != ROUTING:
        found.append(Badge("disorder", "In disorder", BOOK + "formation.disorder-effects"))
    if unit.ammo == LOW:
        found.append(Badge("smoke", "White smoke: low on ammunition", BOOK + "supply.states"))
    elif unit.ammo == OUT:
        found.append(Badge("low-ammunition", "Black smoke: out of ammunition", BOOK + "supply.states"))
    if melee_of(view, unit.id) is not None:
        found.append(Badge("pinned", "In contact: a melee is to be fought", BOOK + "turn.coordination"))
    if unit.owes:
        found.append(Badge("fatigue", "Owes a compulsory move", BOOK + "turn.free-sequence"))
    if unit.side == view.side and view.phase == "cards":
        done = _done_words(unit)
        if done:
            found.append(Badge("done", done, BOOK + "turn.free-sequence"))
        found.extend([_tag(row) for row in _allowed(view, unit) if row.value != SPENT])
    return found


def _tag(allowed: Row) -> Badge:
    """What the card lets a unit do, short enough to stand beside it on the table [cards.set-per-player]."""
    short = allowed.value.replace("move ", "").replace("fire at ", "").replace(" at +", " +").replace(", ", " ")
    return Badge("tag", f"{short}: {allowed.label}, {allowed.value}", allowed.clause)


def _done_words(unit: Unit) -> str:
    """What a unit has done on the card that is played."""
    done: list[str] = []
    if unit.charged:
        done.append("charged")
    elif unit.moved:
        done.append("moved")
    if unit.fired:
        done.append("fired")
    if unit.working:
        done.append("is working")
    if unit.waived and not unit.charged:
        done.append("will not charge")
    return capital(listed(done)) + " on this card" if done else ""


# ---------------------------------------------------------------- the card of a unit


def _card(view: State, unit: Unit) -> list[Row]:
    """Everything known of a unit, with the clause behind each row."""
    rows = [
        Row("Side", SIDES.get(unit.side, unit.side), BOOK + "setup.organisation"),
        Row("Stands", f"{unit.stands} of {unit.start}", BOOK + "setup.roster-boxes"),
        Row("Boxes circled", f"{unit.circled} of {boxes_of(unit, view.settings)}", BOOK + "setup.roster-boxes"),
    ]
    if unit.captive:
        rows.append(Row("Leads away", f"{numbered(unit.load, 'stand')} of prisoners", BOOK + "prisoners.led-away"))
        return rows
    if unit.arm == WAGON:
        if view.settings.supply_wagons:
            rows.append(Row("Supplies", numbered(unit.load, "point"), BOOK + "supply.limit"))
        return rows + _allowed(view, unit)
    if unit.guards:
        rows.append(Row("Guards away", numbered(unit.guards, "stand"), BOOK + "prisoners.guards"))
    rows.append(_morale_row(view, unit))
    rows.append(Row("Formation", _formation(unit), BOOK + "formation.list"))
    rows.append(Row("State", unit.state.replace("-", " "), BOOK + "morale.fire-check-failed"))
    rows.append(Row("Ammunition", unit.ammo, BOOK + "supply.states"))
    if unit.weapon:
        rows.append(Row("Weapon", plain(unit.weapon), BOOK + "setup.muster-weapons"))
    rows.extend(_ranges(unit))
    rows.extend(_allowed(view, unit))
    if unit.target:
        rows.append(Row("Charging", named(view, unit.target), BOOK + "charge.short"))
    if unit.mass:
        rows.append(Row("Mass", "losses by fire are shared", BOOK + "fire.massed-target"))
    return rows


def _morale_row(view: State, unit: Unit) -> Row:
    now = basic(unit.grade, unit.start - strength(unit, view.settings), view.settings)
    text = str(now) if now == unit.grade else f"{now} (began at {unit.grade})"
    return Row("Morale", text, BOOK + "morale.stand-loss-decrease")


def _formation(unit: Unit) -> str:
    if unit.disordered:
        return "in disorder"
    text = unit.formation.replace("-", " ")
    if unit.arm == CAVALRY:
        text += ", mounted" if unit.mounted else ", dismounted"
    if unit.wing:
        text += f", {numbered(abs(unit.wing), 'stand')} refused"
    return text


def _ranges(unit: Unit) -> list[Row]:
    """The rows of the range table that a unit fires by [fire.percent-to-hits]."""
    kinds = [unit.arm if unit.arm == CAVALRY else "infantry"]
    if unit.arm == ARTILLERY:
        kinds = [kind for kind, guns in (("rifled", unit.rifled), ("smoothbore", unit.start - unit.rifled)) if guns > 0]
    rows: list[Row] = []
    for kind in kinds:
        for reach in REACHES[kind]:
            percent = f"{reach.percent}%" if not reach.card else f"card +{reach.percent}" if reach.percent else "card"
            rows.append(Row(f"{capital(kind)}, to {reach.limit:g}″", percent, reach.clause))
    return rows


def _allowed(view: State, unit: Unit) -> list[Row]:
    """What the card now played lets this unit do [cards.set-per-player]."""
    if view.phase != "cards" or unit.side != view.side:
        return []
    card = card_of(view, unit.player)
    parts: list[str] = []
    far = card_inches(card, unit.arm, unit.mounted)
    if unit.formation == UNLIMBERED and not unit.disordered:
        far = manhandle_inches(card, False)
    if far and not unit.moved:
        parts.append(f"move {far:g}″")
    if card.fire and not unit.fired and unit.ammo != OUT and unit.state != ROUTING and unit.formation != LIMBERED:
        parts.append("fire" if unit.arm == ARTILLERY else f"fire at {card.fire}%")
    if card.charge and not unit.charged and not unit.waived and unit.state == STEADY and not unit.disordered:
        parts.append(f"charge at +{card.charge}")
    return [Row(card.name, ", ".join(parts) or SPENT, BOOK + "cards.deck")]


# ---------------------------------------------------------------- objectives, arrivals, zones


def _goals(view: State) -> list[Marker]:
    """Objectives under the flag of whoever held them last [victory.objectives-held]."""
    clause = BOOK + "victory.objectives-held"
    found: list[Marker] = []
    for goal in view.goals:
        held = f" ({SIDES.get(goal.holder, goal.holder)})" if goal.holder else ""
        found.append(Marker("objective", goal.holder, goal.x, goal.y, goal.name + held, clause))
    return found


def _arrivals(view: State) -> list[Marker]:
    """Where reinforcements will come on, and after how many cards [setup.reinforcements]."""
    found: list[Marker] = []
    for unit in view.units:
        if unit.place == TO_ARRIVE:
            x, y = where(unit)
            text = f"{unit.name} may come on after {numbered(unit.due, 'card')}"
            found.append(Marker("arrival", unit.side, x, y, text, BOOK + "setup.reinforcements"))
    return found


def _sightings(view: State) -> list[Marker]:
    """Where enemies out of view were last seen [visibility.hidden-units]."""
    clause = BOOK + "visibility.hidden-units"
    found: list[Marker] = []
    for last in [one for army in view.armies for one in army.sightings]:
        unit = known(view, last.unit)
        side = "" if unit is None else unit.side
        text = f"{named(view, last.unit)} was last seen here"
        found.append(Marker("sighting", side, last.pose.x, last.pose.y, text, clause))
    return found


def _guns(view: State) -> list[Marker]:
    """Guns left standing by their crews [morale.rout-state]."""
    found: list[Marker] = []
    for unit in view.units:
        if unit.fate in ("abandoned", "taken"):
            whose = "taken" if unit.fate == "taken" else "abandoned"
            text = f"The guns of {unit.name}, {whose}"
            found.append(Marker("guns", unit.side, unit.pose.x, unit.pose.y, text, BOOK + "morale.rout-state"))
    return found


def _zones(view: State) -> tuple[Overlay, ...]:
    clause = BOOK + "setup.deployment"
    return tuple(
        [Overlay("zone", side, f"{SIDES.get(side, side)} deployment", outline, clause) for side, outline in view.zones]
    )


def _charges(view: State) -> list[Overlay]:
    """Charges that fell short and may go on, as lines to whom they are after [charge.short]."""
    found: list[Overlay] = []
    for unit in on_table(view):
        targets = [other for other in on_table(view) if other.id == unit.target]
        if targets and melee_of(view, unit.id) is None:
            line = ((unit.pose.x, unit.pose.y), (targets[0].pose.x, targets[0].pose.y))
            found.append(Overlay("line", unit.side, f"{unit.name} charges", line, BOOK + "charge.short"))
    return found


# ---------------------------------------------------------------- telling


def tell(view: State, event: object) -> Telling:
    """An event in words. The view may be later than the event, so numbers are taken from the event alone."""
    if type(event) not in TELLERS:
        raise TypeError(f"{type(event).__name__} is no event of this rulebook")
    return TELLERS[type(event)](view, event)


def _of(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    """A telling about one unit or officer, where it is."""
    return Telling(text, spots(view, id), rolls, tally, hint, side_of(view, id))


def _throws(view: State, winner: str, rolls: tuple[Roll, ...]) -> str:
    """The last throw of each side, the winner's first: `7 to 4`. Sides throw in the order of the armies."""
    faces = [face for roll in rolls for face in roll.faces][-2:]
    if len(faces) < 2:
        return ""
    return f"{faces[0]} to {faces[1]}" if view.armies[0].side == winner else f"{faces[1]} to {faces[0]}"


# ---------------------------------------------------------------- telling: set-up and cards


def _placing_thrown(view: State, event: events.PlacingThrown) -> Telling:
    text = f"{side_does(event.first, 'throw')} lower and {verb_of(event.first, 'deploy')} first."
    tally = (Row("the lower throw", _throws(view, event.first, event.rolls), BOOK + "setup.deployment"),)
    return Telling(text, (), event.rolls, tally, "none", event.first)


def _deployed(view: State, event: events.Deployed) -> Telling:
    formed = event.formation.replace("-", " ")
    text = f"{named(view, event.unit)} is set up, {formed}, facing {compass(event.pose.facing)}."
    return Telling(text, ((event.pose.x, event.pose.y),), (), (), "place", side_of(view, event.unit))


def _set_began(view: State, event: events.SetBegan) -> Telling:
    return Telling(f"Set {event.set} of {view.sets}: cards are chosen in secret.", (), (), (), "turn")


def _set_laid(view: State, event: events.SetLaid) -> Telling:
    """The owner's side reads which; everybody else how many."""
    name = capital(player_named(view, event.player))
    clause = BOOK + "cards.secret-selection"
    hidden = UNKNOWN in event.cards
    tally = tuple(
        [Row(f"card {n}", _card_name(view, word), clause) for n, word in enumerate(event.cards, 1) if not hidden]
    )
    text = f"{name} lay{'' if name == 'The Confederates' else 's'} {numbered(len(event.cards), 'card')} face down"
    if not hidden:
        text += f": {listed([row.value for row in tally])}"
    return Telling(text + ".", (), (), tally, "orders", _side_of_player(view, event.player))


def _side_of_player(view: State, player: str) -> str:
    for hand in view.hands:
        if hand.player == player:
            return hand.side
    return ""


def _set_thrown(view: State, event: events.SetThrown) -> Telling:
    score = _throws(view, event.side, event.rolls)
    text = f"{side_does(event.side, 'throw')} higher, {score}, and {verb_of(event.side, 'choose')}."
    tally = (Row("first or second", score, BOOK + "cards.set-initiative"),)
    return Telling(text, (), event.rolls, tally, "none", event.side)


def _order_chosen(view: State, event: events.OrderChosen) -> Telling:
    tally = (Row("plays first", SIDES.get(event.first, event.first), BOOK + "cards.set-initiative"),)
    return Telling(f"{side_does(event.first, 'play')} this set first.", (), (), tally, "none", event.first)


def _cards_turned(view: State, event: events.CardsTurned) -> Telling:
    """`The Union turns Advance (foot 8″, horse 12″, limbers 12″).`"""
    clause = BOOK + "cards.deck"
    tally: list[Row] = []
    turned: list[str] = []
    for player, word in event.cards:
        card = card_named(view.deck, word)
        words = "" if card is None else card_words(card)
        tally.append(Row(_card_name(view, word), words, clause))
        alone = len(event.cards) == 1
        turned.append(_card_name(view, word) if alone else f"{_card_name(view, word)} ({player})")
    what = listed(turned) if turned else "no card"
    first = f" ({tally[0].value})" if len(tally) == 1 and tally[0].value else ""
    return Telling(f"{side_does(event.side, 'turn')} {what}{first}.", (), (), tuple(tally), "phase", event.side)


def _card_ended(view: State, event: events.CardEnded) -> Telling:
    name = capital(player_named(view, event.player))
    verb = "end" if name == "The Confederates" else "ends"
    whose = "their" if name == "The Confederates" else "its" if name == "The Union" else "his"
    return Telling(f"{name} {verb} {whose} card.", (), (), (), "none", _side_of_player(view, event.player))


def _turn_ended(view: State, event: events.TurnEnded) -> Telling:
    return Telling(f"The card of {ARMIES.get(event.side, event.side)} is over.", (), (), (), "none", event.side)


# ---------------------------------------------------------------- telling: moves


MOVE_HINTS: Final[dict[str, str]] = {
    "charge": "charge",
    "rout": "rout",
    "retreat": "retire",
    "head-down": "retire",
    "arrive": "place",
}
MOVE_VERBS: Final[dict[str, str]] = {
    "order": "moves",
    "charge": "charges",
    "rout": "runs",
    "retreat": "retreats",
    "head-down": "falls back",
    "prisoners": "leads its prisoners",
    "stray": "strays",
}


def _moved(view: State, event: events.Moved) -> Telling:
    name = named(view, event.unit)
    a, b = event.start, event.end
    far = distance(a.x, a.y, b.x, b.y)
    formed = "in disorder" if event.disordered else f"in {event.formation.replace('-', ' ')}"
    if event.formation in (LIMBERED, "unlimbered") and not event.disordered:
        formed = event.formation
    if event.cause == "arrive":
        text = f"{name} comes on, {formed}, facing {compass(b.facing)}."
    elif event.cause == "form":
        text = f"{name} forms up, {formed}, facing {compass(b.facing)}."
    elif round(far, 1) == 0.0 and a.facing == b.facing:
        still = event.cause == "order"
        text = f"{name} stays where it is, {formed}." if still else f"{name} has no room to fall back."
    elif round(far, 1) == 0.0:
        text = f"{name} turns to face {compass(b.facing)}, {formed}."
    else:
        heading = compass(bearing(a.x, a.y, b.x, b.y))
        text = f"{name} {MOVE_VERBS.get(event.cause, 'moves')} {inches(far)} {heading}, {formed}"
        text += f", and faces {compass(b.facing)}." if compass(a.facing) != compass(b.facing) else "."
    hint = MOVE_HINTS.get(event.cause, "move")
    return Telling(text, ((a.x, a.y), (b.x, b.y)), (), (), hint, side_of(view, event.unit))


def _half_turned(view: State, event: events.HalfTurned) -> Telling:
    text = f"{named(view, event.unit)} begins to turn its guns among the trees."
    return _of(view, event.unit, text, "move", (Row("half turned", "", BOOK + "move.facing-change"),))


def _wing_turned(view: State, event: events.WingTurned) -> Telling:
    name = named(view, event.unit)
    tally = (Row("stands refused", str(abs(event.wing)), BOOK + "formation.refuse-flank"),)
    if event.wing == 0:
        return _of(view, event.unit, f"{name} straightens its line.", "move", tally)
    flank = "right" if event.wing > 0 else "left"
    text = f"{name} refuses its {flank} with {numbered(abs(event.wing), 'stand')}, {event.angle / 100:g}° back."
    return _of(view, event.unit, text, "move", tally)


def _waived(view: State, event: events.Waived) -> Telling:
    tally = (Row("charge waived", "", BOOK + "charge.reach-not-shown"),)
    return _of(view, event.unit, f"{named(view, event.unit)} will not charge on this card.", "none", tally)


# ---------------------------------------------------------------- telling: fire


def _fired(view: State, event: events.Fired) -> Telling:
    """`20th Maine fires on 15th Alabama: 240%, 3 hits, 1 saved, 2 boxes.`"""
    how = "gives double fire to" if event.double else "fires on"
    saved = f", {event.saved} saved" if event.saved else ""
    text = f"{named(view, event.unit)} {how} {named(view, event.target)}: {event.percent}%, "
    text += f"{numbered(event.hits, 'hit')}{saved}, {boxes_named(event.boxes)} circled."
    if event.double:
        text += " It is low on ammunition." if event.ammo == LOW else " It is out of ammunition."
    places = spots(view, event.unit, event.target)
    return Telling(text, places, event.rolls, event.tally, "volley", side_of(view, event.unit))


def _sniped(view: State, event: events.Sniped) -> Telling:
    name = named(view, event.target)
    fate = (
        "misses"
        if not event.hit
        else "hits him without harm"
        if event.result == "unharmed"
        else f"hits: {event.result}"
    )
    text = f"{named(view, event.unit)} fires at {name}, {event.percent}%, and {fate}."
    tally = (Row("chance to hit", f"{event.percent}%", BOOK + "officer.sniping"),)
    places = spots(view, event.unit, event.target)
    return Telling(text, places, event.rolls, tally, "volley", side_of(view, event.unit))


CIRCLED: Final[dict[str, tuple[str, str]]] = {
    "fire": ("under fire", "fire.hits-applied"),
    "mass": ("with the rest of the mass", "fire.massed-target"),
    "neighbour": ("standing too near", "fire.one-inch-rule"),
    "melee": ("in the melee", "melee.losses"),
    "object": ("crushed against the obstacle", "melee.retreat-obstacle"),
}


def _circled(view: State, event: events.Circled) -> Telling:
    words, clause = CIRCLED.get(event.cause, ("", "setup.roster-boxes"))
    text = f"{named(view, event.unit)} circles {boxes_named(event.boxes)} {words}".rstrip() + "."
    return _of(view, event.unit, text, "remove", (Row("boxes circled", str(event.boxes), BOOK + clause),))


# ---------------------------------------------------------------- telling: nerve


OCCASIONS: Final[dict[str, str]] = {
    "fire": "under fire",
    "interpenetration": "as friends pass through",
    "retreat-through": "as fugitives pass through",
    "formation-change": "changing formation under muskets",
    "voluntary-disorder": "breaking ranks",
    "loser": "after the melee",
}


def _tested(view: State, event: events.Tested) -> Telling:
    """`20th Maine tests under fire, 70 or less: 64, it stands.`"""
    face = _d100(event.rolls)
    helped = f" with {named(view, event.officer)}" if _is_officer(view, event.officer) else ""
    result = "it stands" if event.passed else _state_words(event.state, event.disordered)
    if event.kind == "voluntary-disorder" and event.passed:
        result = "it goes into disorder"
    lost = f", {boxes_named(event.boxes)} circled" if event.boxes else ""
    occasion = OCCASIONS.get(event.kind, "")
    text = f"{named(view, event.unit)} tests {occasion}{helped}, {event.value} or less: {face}, {result}{lost}."
    hint = "rout" if event.state == ROUTING else "none"
    return _of(view, event.unit, text, hint, event.tally, event.rolls)


def _is_officer(view: State, id: str) -> bool:
    return bool([one for one in view.officers if one.id == id])


def _d100(rolls: tuple[Roll, ...]) -> str:
    return rolls[0].faces[0] if rolls and rolls[0].faces else "…"


def _state_words(state: str, disordered: bool) -> str:
    if state == ROUTING:
        return "it routs"
    if state == HEAD_DOWN:
        return "it goes head down" + (" in disorder" if disordered else "")
    if state == "destroyed":
        return "it breaks up and is gone"
    return "it falls into disorder" if disordered else "it holds"


def _rally_tried(view: State, event: events.RallyTried) -> Telling:
    helped = f" with {named(view, event.officer)}" if _is_officer(view, event.officer) else ""
    result = "it rallies" if event.passed else _state_words(event.state, event.disordered)
    lost = f", {boxes_named(event.boxes)} circled" if event.boxes else ""
    text = (
        f"{named(view, event.unit)} tries to rally{helped}, {event.value} or less: {_d100(event.rolls)}, {result}{lost}"
    )
    text += f"; {named(view, event.officer)} is swept along." if event.swept else "."
    return _of(view, event.unit, text, "none" if event.passed else "rout", event.tally, event.rolls)


def _disordered(view: State, event: events.Disordered) -> Telling:
    text = f"{named(view, event.unit)} holds the ground in disorder."
    return _of(view, event.unit, text, "none", (Row("in disorder", "", BOOK + "melee.winner"),))


# ---------------------------------------------------------------- telling: officers and messengers


def _officer_placed(view: State, event: events.OfficerPlaced) -> Telling:
    words = {"replace": "takes over", "arrive": "rides on"}.get(event.cause, "takes his place")
    clause = "officer.wound-effect" if event.cause == "replace" else "setup.deployment"
    tally = (Row(words, "", BOOK + clause),)
    text = f"{named(view, event.officer)} {words}."
    return Telling(text, ((event.pose.x, event.pose.y),), (), tally, "place", side_of(view, event.officer))


def _officer_moved(view: State, event: events.OfficerMoved) -> Telling:
    a, b = event.start, event.end
    far = inches(distance(a.x, a.y, b.x, b.y))
    words = {"along": "goes along with his men", "driven": "is driven off by the enemy"}.get(
        event.cause, f"rides {far}"
    )
    text = f"{named(view, event.officer)} {words}."
    return Telling(text, ((a.x, a.y), (b.x, b.y)), (), (), "move", side_of(view, event.officer))


FATES: Final[dict[str, tuple[str, str]]] = {
    "killed": ("is killed", "officer.melee-casualty"),
    "serious wound": ("is carried off with a serious wound", "officer.wound-table"),
    "light wound": ("leaves the field with a light wound", "officer.wound-table"),
    "minor wound": ("has a minor wound and stays", "officer.wound-table"),
    "captured": ("is captured", "officer.placement"),
    "lost": ("is lost with his men", "rally.officer-routs"),
}


def _officer_hurt(view: State, event: events.OfficerHurt) -> Telling:
    words, clause = FATES.get(event.result, (f"is {event.result}", "officer.wound-effect"))
    tally = (Row(event.result, "", BOOK + clause),)
    return _of(view, event.officer, f"{named(view, event.officer)} {words}.", "remove", tally)


def _officer_swept(view: State, event: events.OfficerSwept) -> Telling:
    name = named(view, event.officer)
    if event.cause == "lead":
        text = f"{name} leads {named(view, event.unit)} into the melee." if event.unit else f"{name} leaves the melee."
        return _of(view, event.officer, text, "none", (Row("leads", "", BOOK + "melee.officer-mod"),))
    text = f"{name} is swept along by {named(view, event.unit)}." if event.unit else f"{name} is his own man again."
    return _of(view, event.officer, text, "none", (Row("swept along", "", BOOK + "rally.officer-routs"),))


def _messenger_sent(view: State, event: events.MessengerSent) -> Telling:
    rider = event.messenger
    text = f"{named(view, rider.sender)} sends a messenger"
    shown = rider.errand not in ("", UNKNOWN)
    text += f" to {named(view, rider.to)}: {rider.errand.replace('-', ' ')}." if shown else "."
    tally = (Row("messenger", "", BOOK + "officer.messengers"),)
    return Telling(text, ((rider.pose.x, rider.pose.y),), (), tally, "place", rider.side)


def _messenger_moved(view: State, event: events.MessengerMoved) -> Telling:
    a, b = event.start, event.end
    text = f"The messenger rides {inches(distance(a.x, a.y, b.x, b.y))}."
    return Telling(text, ((a.x, a.y), (b.x, b.y)), (), (), "move", _rider_side(view, event.messenger))


def _rider_side(view: State, id: str) -> str:
    for rider in view.messengers:
        if rider.id == id:
            return rider.side
    return ""


def _messenger_gone(view: State, event: events.MessengerGone) -> Telling:
    text = "The messenger is killed." if event.killed else "The messenger has delivered his order."
    tally = (Row("messenger", "killed" if event.killed else "delivered", BOOK + "officer.messengers"),)
    return Telling(text, (), (), tally, "remove", "" if event.order is None else event.order.side)


def _handed_over(view: State, event: events.HandedOver) -> Telling:
    text = f"The brigade {plain(event.brigade)} is under {event.player}'s cards from now on."
    return Telling(text, (), (), (Row("handed over", "", BOOK + "officer.messengers"),), "orders")


def _released(view: State, event: events.Released) -> Telling:
    text = f"The brigade {plain(event.brigade)} is released from reserve."
    return Telling(text, (), (), (Row("released", "", BOOK + "officer.messengers"),), "orders", event.side)


# ---------------------------------------------------------------- telling: charges and melees


def _charge_declared(view: State, event: events.ChargeDeclared) -> Telling:
    wheel = f", wheeling {abs(event.wheel) / 100:g}°" if event.wheel else ""
    text = f"{named(view, event.unit)} declares a charge on {named(view, event.target)}{wheel}."
    tally = (Row("extra inches at most", str(event.extra), BOOK + "charge.declare"),)
    return Telling(text, spots(view, event.unit, event.target), (), tally, "charge", side_of(view, event.unit))


def _charge_short(view: State, event: events.ChargeShort) -> Telling:
    text = f"{named(view, event.unit)} falls short of {named(view, event.target)} and is in disorder."
    return _of(view, event.unit, text, "charge", (Row("bonus left", f"+{event.bonus}", BOOK + "charge.short"),))


def _contact_made(view: State, event: events.ContactMade) -> Telling:
    attack = event.attack
    struck = listed([named(view, id) for id in event.defenders])
    side = "" if attack.zone == "front" else f" in the {attack.zone}"
    text = f"{named(view, attack.unit)} strikes {struck}{side}: the charge goes home."
    rows = [Row("touched", attack.zone, BOOK + "charge.facing-zones")]
    rows.append(Row("bonus left", f"+{attack.bonus}", BOOK + "charge.bonus-for-distance"))
    if attack.cover:
        rows.append(Row("across", attack.cover.replace("-", " "), BOOK + "charge.one-base-contact"))
    places = spots(view, attack.unit, *event.defenders)
    return Telling(text, places, (), tuple(rows), "charge", side_of(view, attack.unit))


def _melee_fought(view: State, event: events.MeleeFought) -> Telling:
    """`15th Alabama against 20th Maine: 15 to 13. 15th Alabama wins; 20th Maine loses 3 boxes.`"""
    ours = listed([named(view, id) for id in event.attackers])
    theirs = listed([named(view, id) for id in event.defenders])
    rounds = ", then ".join([f"{a} to {b}" for a, b in event.totals])
    won = {"attackers": ours, "defenders": theirs}.get(event.winner, "")
    losses = [f"{named(view, id)} {boxes_named(boxes)}" for id, boxes in event.boxes if boxes]
    text = f"{ours} against {theirs}: {rounds}. "
    text += f"{won} win{'' if ' and ' in won else 's'}" if won else "Nobody is left to win"
    text += f"; lost: {listed(losses)}." if losses else "."
    places = spots(view, *event.attackers, *event.defenders)
    return Telling(text, places, event.rolls, event.tally, "melee", side_of(view, event.attackers[0]))


def _massed(view: State, event: events.Massed) -> Telling:
    text = f"{listed([named(view, id) for id in event.units])} are one mass: what hits one hits all."
    tally = (Row("mass", str(len(event.units)), BOOK + "fire.massed-target"),)
    return Telling(text, spots(view, *event.units), (), tally, "none", side_of(view, event.units[0]))


def _surrendered(view: State, event: events.Surrendered) -> Telling:
    text = f"{named(view, event.unit)} surrenders to {named(view, event.captor)}: {numbered(event.stands, 'stand')}, "
    text += f"{numbered(event.guards, 'guard')} told off"
    text += f", {numbered(event.dispersed, 'stand')} dispersed." if event.dispersed else "."
    rows = (
        Row("prisoners", str(event.guarded), BOOK + "melee.surrender"),
        Row("guards", str(event.guards), BOOK + "prisoners.guards"),
    )
    return Telling(text, spots(view, event.unit, event.captor), (), rows, "remove", side_of(view, event.unit))


def _freed(view: State, event: events.Freed) -> Telling:
    text = f"{named(view, event.unit)} breaks free of its guards and runs."
    tally = (Row("freed", "", BOOK + "prisoners.led-away"),)
    return Telling(text, ((event.pose.x, event.pose.y),), (), tally, "rout", side_of(view, event.unit))


REMOVALS: Final[dict[str, tuple[str, str]]] = {
    "destroyed": ("is destroyed", "setup.roster-boxes"),
    "captured": ("is captured", "melee.surrender"),
    "run-off": ("runs off the table and is lost", "move.leaving-table"),
    "abandoned": ("is lost: its crews run and leave the guns", "melee.unlimbered-artillery-loses"),
    "taken": ("is lost: its guns are taken", "melee.unlimbered-artillery-loses"),
    "withdrawn": ("leaves the field", "move.leaving-table"),
}


def _unit_removed(view: State, event: events.UnitRemoved) -> Telling:
    words, clause = REMOVALS.get(event.fate, ("is out of the battle", "setup.roster-boxes"))
    tally = (Row("out of the battle", "", BOOK + clause),)
    return _of(view, event.unit, f"{named(view, event.unit)} {words}.", "remove", tally)


def _guns_taken(view: State, event: events.GunsTaken) -> Telling:
    how = "are taken by the enemy" if event.taken else "are won back"
    tally = (Row("guns", "taken" if event.taken else "won back", BOOK + "morale.rout-state"),)
    return _of(view, event.unit, f"The guns of {named(view, event.unit)} {how}.", "none", tally)


# ---------------------------------------------------------------- telling: supply, walls, the rest


def _resupplied(view: State, event: events.Resupplied) -> Telling:
    after = "has full ammunition again" if event.ammo == NORMAL else f"is {event.ammo} on ammunition"
    rows = [Row("ammunition", event.ammo, BOOK + "supply.card")]
    if event.points >= 0:
        rows.append(Row("points left", str(event.points), BOOK + "supply.limit"))
    return _of(view, event.unit, f"{named(view, event.unit)} {after}.", "none", tuple(rows))


def _work_began(view: State, event: events.WorkBegan) -> Telling:
    tally = (Row("dismantling", "", BOOK + "misc.dismantle"),)
    return _of(view, event.unit, f"{named(view, event.unit)} sets to work on the obstacle before it.", "none", tally)


def _line_changed(view: State, event: events.LineChanged) -> Telling:
    name = named(view, event.unit)
    kind = event.kind.replace("-", " ")
    shifted = event.cause == "barrier"
    text = f"{name} shifts the {kind}." if shifted else f"{name} opens a gap in the {kind}."
    tally = (Row(kind, "shifted" if shifted else "gap", BOOK + ("barrier.move" if shifted else "misc.dismantle")),)
    return _of(view, event.unit, text, "none", tally)


def _taken_back(view: State, event: events.TakenBack) -> Telling:
    tally = (Row("taken back", "", BOOK + "turn.no-repositioning"),)
    return _of(view, event.unit, f"The move of {named(view, event.unit)} is taken back by consent.", "move", tally)


def _take_back_refused(view: State, event: events.TakeBackRefused) -> Telling:
    tally = (Row("refused", "", BOOK + "turn.no-repositioning"),)
    return _of(view, event.unit, f"The move of {named(view, event.unit)} stands.", "none", tally)


def _goal_taken(view: State, event: events.GoalTaken) -> Telling:
    for goal in view.goals:
        if goal.id == event.goal:
            text = f"{side_does(event.side, 'take')} {goal.name}." if event.side else f"Nobody holds {goal.name} now."
            tally = (Row(goal.name, SIDES.get(event.side, event.side), BOOK + "victory.objectives-held"),)
            return Telling(text, ((goal.x, goal.y),), (), tally, "place", event.side)
    raise KeyError(event.goal)


def _met(view: State, event: events.Met) -> Telling:
    text = f"{named(view, event.unit)} runs into {named(view, event.foe)}, which it had not seen."
    return Telling(text, (), (), (Row("met", "", BOOK + "visibility.hidden-units"),), "place")


def _sighted(view: State, event: events.Sighted) -> Telling:
    clause = BOOK + "visibility.hidden-units"
    rows = [Row(named(view, id), "in view", clause) for id in event.appeared]
    rows.extend([Row(named(view, id), "out of view", clause) for id in event.lost])
    words: list[str] = []
    if event.appeared:
        words.append(f"{listed([named(view, id) for id in event.appeared])} in view")
    if event.lost:
        words.append(f"{listed([named(view, id) for id in event.lost])} out of view")
    return Telling(f"{capital('; '.join(words))}.", (), (), tuple(rows), "none")


def _spotted(view: State, event: events.Spotted) -> Telling:
    return Telling("All look again who is in view.", (), (), (), "none")


def _unnoticed(view: State, event: events.Unnoticed) -> Telling:
    """Events of which the enemy notices nothing, told as one."""
    told = [tell(view, one) for one in event.events]
    return Telling(
        " ".join([one.text for one in told]),
        tuple([place for one in told for place in one.places]),
        tuple([roll for one in told for roll in one.rolls]),
        tuple([row for one in told for row in one.tally]),
        told[0].hint if told else "none",
        told[0].side if told else "",
    )


def _battle_ended(view: State, event: events.BattleEnded) -> Telling:
    clause = BOOK + {"army-break": "victory.break-point", "time": "victory.length"}.get(
        event.outcome.reason, "victory.points"
    )
    points = event.outcome.points
    tally = tuple([Row(SIDES.get(side, side), numbered(number, "point"), clause) for side, number in points])
    side = "" if event.outcome.winner == "draw" else event.outcome.winner
    return Telling(capital(event.outcome.text), (), (), tally, "end", side)


# ---------------------------------------------------------------- the ways that pieces took


def courses(view: State, event: object) -> tuple[Course, ...]:
    """The ways of units that did not go straight."""
    if isinstance(event, events.Unnoticed):
        return tuple([found for one in event.events for found in courses(view, one)])
    if isinstance(event, events.Moved):
        for unit in view.units:
            if unit.id == event.unit:
                return _course(unit, event)
    return ()


def _course(unit: Unit, event: events.Moved) -> tuple[Course, ...]:
    """Whoever is driven back turns first; of a change of formation only the end is kept [morale.rout-direction]."""
    if not event.manoeuvres:
        return coursed(unit.id, turn_and_go(event.start, event.end), event.end)
    if [one for one in event.manoeuvres if one.kind == "form"]:
        return ()
    if in_file(unit):
        return _column_course(unit, event)
    width, depth = size_of(unit)
    found = coursed(unit.id, stations(sweep(event.start, width, depth, event.manoeuvres)), event.end)
    if found or not unit.disordered:
        return found
    # What it crossed may have disordered it: it set out in its formation.
    formed = copied(unit)
    formed.disordered = False
    return () if in_file(formed) else _course(formed, event)


def _column_course(unit: Unit, event: events.Moved) -> tuple[Course, ...]:
    """A column's stands follow the first of them [move.wheel]."""
    if [one for one in event.manoeuvres if one.kind not in ("forward", "leg")]:
        return ()
    before = 0.5 * (unit.stands - 1) * base(unit)[1]
    passed = stations(sweep(ahead(event.start, before), 0.0, 0.0, event.manoeuvres))
    return coursed(unit.id, passed, ahead(event.end, before), 1)


TELLERS: Final[dict[type, Callable[[State, Any], Telling]]] = {
    events.PlacingThrown: _placing_thrown,
    events.Deployed: _deployed,
    events.SetBegan: _set_began,
    events.SetLaid: _set_laid,
    events.SetThrown: _set_thrown,
    events.OrderChosen: _order_chosen,
    events.CardsTurned: _cards_turned,
    events.CardEnded: _card_ended,
    events.TurnEnded: _turn_ended,
    events.Moved: _moved,
    events.HalfTurned: _half_turned,
    events.WingTurned: _wing_turned,
    events.Waived: _waived,
    events.Fired: _fired,
    events.Sniped: _sniped,
    events.Circled: _circled,
    events.Tested: _tested,
    events.RallyTried: _rally_tried,
    events.Disordered: _disordered,
    events.OfficerPlaced: _officer_placed,
    events.OfficerMoved: _officer_moved,
    events.OfficerHurt: _officer_hurt,
    events.OfficerSwept: _officer_swept,
    events.ChargeDeclared: _charge_declared,
    events.ChargeShort: _charge_short,
    events.ContactMade: _contact_made,
    events.MeleeFought: _melee_fought,
    events.Massed: _massed,
    events.Surrendered: _surrendered,
    events.Freed: _freed,
    events.UnitRemoved: _unit_removed,
    events.GunsTaken: _guns_taken,
    events.Resupplied: _resupplied,
    events.WorkBegan: _work_began,
    events.LineChanged: _line_changed,
    events.MessengerSent: _messenger_sent,
    events.MessengerMoved: _messenger_moved,
    events.MessengerGone: _messenger_gone,
    events.HandedOver: _handed_over,
    events.Released: _released,
    events.TakenBack: _taken_back,
    events.TakeBackRefused: _take_back_refused,
    events.GoalTaken: _goal_taken,
    events.Met: _met,
    events.Sighted: _sighted,
    events.Spotted: _spotted,
    events.Unnoticed: _unnoticed,
    events.BattleEnded: _battle_ended,
}
