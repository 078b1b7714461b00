"""What to draw of a view, and what to tell of an event. Reads nothing that the view or the event does not show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.scene import Badge, Course, Marker, Overlay, Part, Piece, Scene, Telling, coursed
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES, SIDES, capital, compass, listed, numbered, plain, side_does, verb_of
from roundtop.dice.sources import Roll
from roundtop.rulebooks.chamberlain import events
from roundtop.rulebooks.chamberlain.morale import break_point, status_of
from roundtop.rulebooks.chamberlain.movement import rate_of
from roundtop.rulebooks.chamberlain.state import (
    ARRIVED,
    ON_TABLE,
    TO_ARRIVE,
    UNKNOWN,
    Officer,
    State,
    Unit,
    force_name,
    label,
    marker,
    middle,
    officer_of,
    officers_for,
    on_horse,
    on_table,
    unit_of,
)
from roundtop.rulebooks.chamberlain.tables import GUNS, RIDERS, WEAPONS, ammo_dice, current_elan
from roundtop.rulebooks.chamberlain.terrain import BASE_WIDTH
from roundtop.table.course import stations, turn_and_go
from roundtop.table.path import Manoeuvre, sweep, turn
from roundtop.table.pose import Point, Pose, to_world

BOOK: Final = "chamberlain."
OFFICER_BW: Final = 0.2
"""An officer's disc; beside his unit it is drawn at the right rear of the base."""

TRAITS: Final[dict[str, tuple[str, str]]] = {
    "IMB": ("Immobile", "trait.immobile"),
    "INT": ("Intuitive", "trait.intuitive"),
    "MOB": ("Mobile", "trait.mobile-cnc"),
    "C": ("Cavalry", "trait.cavalry"),
    "A": ("Artillery", "trait.artillery-choice"),
    "I": ("Inspiring", "trait.inspiring"),
    "SF": ("Steadfast", "trait.steadfast-hold"),
    "V": ("Vigorous", "trait.vigorous"),
    "H": ("Hero", "trait.hero"),
    "impetuous": ("Impetuous", "unit.trait-impetuous"),
    "SS": ("Sharpshooters", "fire.sharpshooters"),
    "RH": ("Rifled and heavy guns", "art.bonus-rh-cb"),
    "RANGE": ("Range", "art.bonus-range-trait"),
    "YH": ("Yankee Hurrah", "melee.plus-yankee-hurrah"),
    "RY": ("Rebel Yell", "melee.plus-rebel-yell"),
}
PHASES: Final = {
    "information": "Information",
    "movement": "Movement",
    "fire": "Fire",
    "combat": "Combat",
    "status": "Status",
}
MOVES: Final[dict[str, tuple[str, str]]] = {
    "simple": ("Made a simple move", "move.simple-straight"),
    "difficult": ("Made a difficult move", "move.difficult-terrain"),
    "pivot": ("Turned in place", "move.simple-pivot"),
    "charge": ("Charged", "move.charge-path"),
    "reserve": ("Made its reserve move", "move.reserve-once"),
    "rally": ("Tried to rally", "rally.counts-as-moved"),
}


def bw(length: float) -> str:
    return f"{round(length, 2):g} BW"


def traits_named(traits: tuple[str, ...]) -> str:
    """`Inspiring and Steadfast`; `average` for none."""
    return listed([TRAITS[trait][0] for trait in traits]) if traits else "average"


# ---------------------------------------------------------------- the table


def scene(view: State) -> Scene:
    """The table as the owner of a view sees it."""
    pieces = [piece(view, unit) for unit in on_table(view)]
    for officer in view.officers:
        found = officer_piece(view, officer)
        if found is not None:
            pieces.append(found)
    return Scene(
        view.title,
        moment(view),
        "BW",
        view.yards,
        view.field,
        tuple(pieces),
        (*_goals(view), *_arrivals(view)),
        (*(_zones(view) if view.phase == "set-up" else ()), *_charges(view)),
    )


def moment(view: State) -> str:
    """`Turn 3 of 15, Fire: the Union is active`."""
    if view.outcome is not None:
        return capital(view.outcome.text)
    if view.phase == "set-up":
        return "Setting up"
    is_active = "is" if view.side == "union" else "are"
    text = f"Turn {view.turn} of {view.turn_limit}, {PHASES.get(view.phase, view.phase)}"
    return f"{text}: {ARMIES.get(view.side, view.side)} {is_active} active"


def glyph_of(unit: Unit) -> str:
    if unit.arm == UNKNOWN:
        return "marker"
    if unit.arm in GUNS:
        return "artillery"
    return "cavalry" if on_horse(unit) else "infantry"


def piece(view: State, unit: Unit) -> Piece:
    """One base to scale; an enemy's blind shows its place and facing and nothing else [conceal.what-is-hidden]."""
    depth = view.settings.setup_unit_depth
    pose = middle(unit.pose, view.settings)
    glyph = glyph_of(unit)
    blind = unit.name == UNKNOWN
    return Piece(
        unit.id,
        unit.side,
        "Blind" if blind else unit.name,
        "" if blind else force_name(view, unit.force),
        glyph,
        pose,
        BASE_WIDTH,
        depth,
        (Part(pose, BASE_WIDTH, depth, glyph),),
        (),
        tuple(_badges(view, unit)),
        tuple(_card(view, unit)),
    )


def officer_piece(view: State, officer: Officer) -> Piece | None:
    """An officer's disc, where he is known to be [command.placement]."""
    here = marker(view, officer)
    if here is None:
        return None
    pose = Pose(here[0], here[1], 0)
    if officer.at is None:
        unit = unit_of(view, officer.unit)
        x, y = to_world(unit.pose, 0.5 * BASE_WIDTH, -view.settings.setup_unit_depth - 0.5 * OFFICER_BW)
        pose = Pose(x, y, unit.pose.facing)
    part = Part(pose, OFFICER_BW, OFFICER_BW, "officer")
    return Piece(
        officer.id,
        officer.side,
        officer.name,
        "" if officer.cnc else force_name(view, officer.force),
        "officer",
        pose,
        OFFICER_BW,
        OFFICER_BW,
        (part,),
        (),
        tuple(_officer_badges(officer)),
        tuple(_officer_card(view, officer)),
    )


# ---------------------------------------------------------------- badges


def _badges(view: State, unit: Unit) -> list[Badge]:
    """States as shapes, each with its words and clause."""
    if unit.name == UNKNOWN:
        return [Badge("hidden", "Concealed: nobody knows who this is", BOOK + "conceal.what-is-hidden")]
    found: list[Badge] = []
    if unit.concealed:
        found.append(Badge("hidden", "Concealed: the enemy sees a blind", BOOK + "conceal.what-is-hidden"))
    if unit.fatigue:
        left = f"elan {current_elan(unit.elan, unit.fatigue)} of {unit.elan}"
        found.append(Badge("fatigue", f"{unit.fatigue} fatigue: {left}", BOOK + "fatigue.effect"))
    if unit.arm in GUNS and unit.ammo < unit.start_ammo:
        text = f"Ammunition {unit.ammo} of {unit.start_ammo}"
        found.append(Badge("low-ammunition", text, BOOK + "art.mark-ammo"))
    if unit.id in view.waiting:
        found.append(Badge("chit", "Activated: go", BOOK + "activate.action"))
    if unit.moved in MOVES:
        words, clause = MOVES[unit.moved]
        found.append(Badge("done", words, BOOK + clause))
    if unit.fired:
        found.append(Badge("smoke", "Has used its fire this turn", BOOK + "fire.who"))
    if _fights(view, unit):
        found.append(Badge("pinned", "To be fought in the Combat Phase", BOOK + "turn.combat-phase"))
    if unit.limbered and unit.arm in GUNS:
        found.append(Badge("head-down", "Limbered", BOOK + "move.limber-state"))
    return found


def _fights(view: State, unit: Unit) -> bool:
    return any([unit.id == charge.charger or unit.id in charge.targets for charge in view.charges])


def _officer_badges(officer: Officer) -> list[Badge]:
    if not officer.pips:
        return []
    return [Badge("fatigue", f"{officer.pips} pips until he may command again", BOOK + "trait.immobile")]


# ---------------------------------------------------------------- cards


def _card(view: State, unit: Unit) -> list[Row]:
    """Everything known of a unit, with the clause behind each row."""
    rows = [Row("Side", SIDES.get(unit.side, unit.side), BOOK + "turn.active-passive")]
    if unit.name == UNKNOWN:
        rows.append(Row("Unit", "concealed", BOOK + "conceal.what-is-hidden"))
        return rows
    rows.append(Row("Arm", _arm_words(unit), BOOK + "setup.arms"))
    rows.append(Row("Force", force_name(view, unit.force), BOOK + "setup.force"))
    rows.extend(_strength(view, unit))
    if unit.arm not in GUNS:
        rows.append(_weapon_row(unit))
    rows.extend([Row("Trait", TRAITS[trait][0], BOOK + TRAITS[trait][1]) for trait in unit.traits])
    for officer in officers_for(view, unit.id):
        lent = "" if officer.unit == unit.id else ", from the next unit"
        rows.append(Row("Officer", f"{officer.name} ({traits_named(officer.traits)}){lent}", BOOK + "command.attached"))
    rate = rate_of(unit.arm, unit.mounted)
    rows.append(Row("Moves", f"{bw(rate.simple)}, difficult {bw(rate.difficult)}", rate.clause))
    if unit.reserve_used:
        rows.append(Row("Reserve move", "made", BOOK + "move.reserve-once"))
    if unit.concealed:
        rows.append(Row("Concealed", "the enemy sees a blind", BOOK + "conceal.what-is-hidden"))
    return rows


def _arm_words(unit: Unit) -> str:
    words = plain(unit.arm)
    return f"{words}, {'mounted' if unit.mounted else 'dismounted'}" if unit.arm in RIDERS else words


def _strength(view: State, unit: Unit) -> list[Row]:
    if unit.arm in GUNS:
        dice = ammo_dice(unit.ammo, view.settings)
        return [
            Row("Ammunition", f"{unit.ammo} of {unit.start_ammo}", BOOK + "unit.ammo"),
            Row("Dice", str(dice), BOOK + "art.dice"),
        ]
    left = current_elan(unit.elan, unit.fatigue)
    status = status_of(unit.elan, unit.fatigue, view.settings)
    clause = {"fresh": "fatigue.fresh", "fatigued": "fatigue.fatigued", "broken": "fatigue.broken"}
    return [
        Row("Elan", f"{left} of {unit.elan}", BOOK + "unit.elan"),
        Row("Fatigue", f"{unit.fatigue} ({status})", BOOK + clause.get(status, "fatigue.effect")),
    ]


def _weapon_row(unit: Unit) -> Row:
    weapon = WEAPONS[unit.weapon]
    note = f" {weapon.note}" if weapon.note not in ("", "none") else ""
    reach = f", to {bw(weapon.reach)}" if weapon.reach else ", no fire"
    return Row("Weapon", f"{plain(unit.weapon)}{note}{reach}", weapon.clause)


def _officer_card(view: State, officer: Officer) -> list[Row]:
    settings = view.settings
    post = "commander in chief" if officer.cnc else f"commander of {force_name(view, officer.force)}"
    reach = settings.command_range_cnc if officer.cnc else settings.command_range_force
    clause = "command.range-cnc" if officer.cnc else "command.range"
    rows = [
        Row("Side", SIDES.get(officer.side, officer.side), BOOK + "turn.active-passive"),
        Row("Post", post, BOOK + "command.officers"),
        Row("Commands", f"within {bw(reach)}", BOOK + clause),
    ]
    rows.extend([Row("Trait", TRAITS[trait][0], BOOK + TRAITS[trait][1]) for trait in officer.traits])
    if officer.unit and officer.at is None:
        rows.append(Row("With", label(unit_of(view, officer.unit)), BOOK + "command.attached"))
    return rows


# ---------------------------------------------------------------- objectives, arrivals, zones, charges


def _goals(view: State) -> list[Marker]:
    """Objectives under the flag of whoever holds them."""
    clause = BOOK + "victory.objective-control"
    return [
        Marker("objective", goal.holder, goal.x, goal.y, goal.name + _held(goal.holder), clause) for goal in view.goals
    ]


def _held(holder: str) -> str:
    return f" ({SIDES.get(holder, holder)})" if holder else ""


def _arrivals(view: State) -> list[Marker]:
    """Where reinforcements will come on, and when [info.reinforcements]."""
    found: list[Marker] = []
    for unit in view.units:
        if unit.place in (TO_ARRIVE, ARRIVED):
            x, y = where(unit)
            when = "may come on now" if unit.place == ARRIVED else _due(unit)
            text = f"{unit.name} {when}"
            found.append(Marker("arrival", unit.side, x, y, text, BOOK + "info.reinforcements"))
    return found


def _due(unit: Unit) -> str:
    by_die = f" on {unit.target}+" if unit.target > 1 else ""
    return f"is due from turn {unit.due}{by_die}"


def _zones(view: State) -> tuple[Overlay, ...]:
    clause = BOOK + "setup.deployment"
    return tuple(
        [Overlay("zone", side, f"{SIDES.get(side, side)} deployment", outline, clause) for side, outline in view.zones]
    )


def _charges(view: State) -> list[Overlay]:
    """Charges that have yet to be fought out, as lines to whom they touch [turn.combat-phase]."""
    found: list[Overlay] = []
    for charge in view.charges:
        unit = unit_of(view, charge.charger)
        for id in charge.targets:
            foe = unit_of(view, id)
            line = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
            text = f"{label(unit)} charges {label(foe)}"
            found.append(Overlay("line", unit.side, text, line, BOOK + "turn.combat-phase"))
    return found


def where(unit: Unit) -> Point:
    """Where a unit stands, or where it will come on."""
    if unit.place != ON_TABLE and unit.entry is not None:
        (ax, ay), (bx, by) = unit.entry
        return (0.5 * (ax + bx), 0.5 * (ay + by))
    return (unit.pose.x, unit.pose.y)


# ---------------------------------------------------------------- telling: set-up and turns


def tell(view: State, event: object) -> Telling:
    """An event in words. The view may be later than the event, so numbers are taken from the event alone."""
    if type(event) not in TELLERS:
        raise TypeError(f"{type(event).__name__} is no event of this rulebook")
    told = TELLERS[type(event)](view, event)
    return Telling(capital(told.text), told.places, told.rolls, told.tally, told.hint, told.side)


def _of_unit(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    """A telling about one unit, where it is."""
    unit = unit_of(view, id)
    return Telling(text, (where(unit),), rolls, tally, hint, unit.side)


def _named(view: State, id: str) -> str:
    return label(unit_of(view, id))


def _placing_thrown(view: State, event: events.PlacingThrown) -> Telling:
    text = f"{side_does(event.first, 'throw')} lower and {verb_of(event.first, 'deploy')} first."
    tally = (Row("the lower die", _throws(view, event.first, event.rolls), BOOK + "setup.deployment"),)
    return Telling(text, (), event.rolls, tally, "none", event.first)


def _throws(view: State, first: str, rolls: tuple[Roll, ...]) -> str:
    """The last die of each side, that side's first: `5 to 3`. Sides throw in the order of the armies."""
    faces = [face for roll in rolls for face in roll.faces][-2:]
    if len(faces) < 2:
        return ""
    return f"{faces[0]} to {faces[1]}" if view.armies[0].side == first else f"{faces[1]} to {faces[0]}"


def _unit_picked(view: State, event: events.UnitPicked) -> Telling:
    """The owner reads which; everybody else only that one is taken up."""
    found = [unit.name for unit in view.units if unit.key == event.key and unit.side == event.side]
    what = found[0] if event.key != UNKNOWN and found else "a unit"
    return Telling(f"{side_does(event.side, 'take')} up {what}.", (), (), (), "none", event.side)


def _deployed(view: State, event: events.Deployed) -> Telling:
    if event.unit == UNKNOWN:
        return Telling("A concealed unit is set out.", (), (), (), "place", event.side)
    text = f"{_named(view, event.unit)} is set out, facing {compass(event.pose.facing)}."
    return Telling(text, ((event.pose.x, event.pose.y),), (), (), "place", event.side)


def _first_thrown(view: State, event: events.FirstThrown) -> Telling:
    text = f"{side_does(event.first, 'take')} the first player turn."
    tally = (Row("the higher die", _throws(view, event.first, event.rolls), BOOK + "setup.first-player"),)
    return Telling(text, (), event.rolls, tally, "none", event.first)


def _turn_began(view: State, event: events.TurnBegan) -> Telling:
    return Telling(f"Turn {event.turn} of {view.turn_limit}.", (), (), (), "turn")


def _side_began(view: State, event: events.SideBegan) -> Telling:
    whose = f"{SIDES.get(event.side, event.side)} player turn."
    return Telling(whose, (), (), (), "phase", event.side)


def _phase_began(view: State, event: events.PhaseBegan) -> Telling:
    return Telling(f"{PHASES.get(event.phase, capital(event.phase))} Phase.", (), (), (), "phase")


# ---------------------------------------------------------------- telling: information and officers

REVEALS: Final[dict[str, tuple[str, str]]] = {
    "discovered": ("is discovered", "conceal.passive-within-4bw"),
    "activated": ("comes into the open as it is activated", "conceal.active-activated"),
    "fired": ("gives itself away by its fire", "conceal.active-shoots"),
    "hit": ("is hit and revealed", "conceal.passive-hit"),
    "contact": ("is revealed as the charge goes home", "conceal.contact"),
}


def _revealed(view: State, event: events.Revealed) -> Telling:
    words, clause = REVEALS[event.cause]
    unit = unit_of(view, event.unit)
    text = f"{label(unit)} {words}."
    return _of_unit(view, event.unit, text, "none", (Row("revealed", _arm_words(unit), BOOK + clause),))


def _arrival_thrown(view: State, event: events.ArrivalThrown) -> Telling:
    unit = unit_of(view, event.unit)
    text = f"{unit.name} {'may come on' if event.arrived else 'does not come yet'}."
    needed = "by itself" if unit.target <= 1 else f"{unit.target}+"
    tally = (Row("arrival", needed, BOOK + "info.reinforcements"),)
    return _of_unit(view, event.unit, text, "none", tally, event.rolls)


def _officer_placed(view: State, event: events.OfficerPlaced) -> Telling:
    officer = officer_of(view, event.officer)
    if event.unit == UNKNOWN:
        return Telling(f"{officer.name} goes where the enemy cannot see him.", (), (), (), "place", event.side)
    if event.at is not None:
        return Telling(f"{officer.name} takes his stand alone.", (event.at,), (), (), "place", event.side)
    text = f"{officer.name} joins {_named(view, event.unit)}."
    return Telling(text, (where(unit_of(view, event.unit)),), (), (), "place", event.side)


def _second_named(view: State, event: events.SecondNamed) -> Telling:
    officer = officer_of(view, event.officer)
    tally = (Row("two units", traits_named(officer.traits), BOOK + "trait.vigorous"),)
    if event.unit in ("", UNKNOWN):
        whom = "nobody else" if event.unit == "" else "somebody else"
        return Telling(f"{officer.name} lends his eye to {whom}.", (), (), tally, "none", event.side)
    text = f"{officer.name} also looks after {_named(view, event.unit)}."
    return Telling(text, (where(unit_of(view, event.unit)),), (), tally, "none", event.side)


def _officer_moved(view: State, event: events.OfficerMoved) -> Telling:
    name = officer_of(view, event.officer).name
    why, clause = (
        ("is driven off", "command.overrun") if event.cause == "overrun" else ("loses his unit", "command.unit-lost")
    )
    if event.unit == UNKNOWN:
        text = f"{name} {why} and disappears."
    elif event.unit == "":
        text = f"{name} {why} and finds nobody to join."
    else:
        text = f"{name} {why} and joins {_named(view, event.unit)}."
    return Telling(text, (), (), (Row(why, "", BOOK + clause),), "place", event.side)


def _officer_risked(view: State, event: events.OfficerRisked) -> Telling:
    officer = officer_of(view, event.officer)
    name = officer.name.removeprefix("successor of ") if event.killed else officer.name
    clause = "command.replacement" if event.killed else "command.at-risk"
    text = f"{name} is killed; an average officer takes his place." if event.killed else f"{name} is at risk and lives."
    here = marker(view, officer)
    places = (here,) if here is not None else ()
    tally = (Row("at risk", event.cause, BOOK + clause),)
    return Telling(text, places, event.rolls, tally, "remove" if event.killed else "none", officer.side)


# ---------------------------------------------------------------- telling: activation


def _what(view: State, kind: str, what: str) -> str:
    """The force or unit of an activation."""
    if what == UNKNOWN:
        return "a concealed unit"
    forces = [force.name for force in view.forces if force.id == what]
    return forces[0] if forces and kind in ("force", "vigorous") else _named(view, what)


def _activation_thrown(view: State, event: events.ActivationThrown) -> Telling:
    again = f"{officer_of(view, event.rerolled).name} has it rolled again: " if event.rerolled else ""
    whose = _what(view, event.kind, event.what)
    text = f"{again}{whose} {'is activated' if event.success else 'is not activated'}."
    clause = {"lone": "activate.lone-target", "vigorous": "trait.vigorous"}.get(event.kind, "activate.force-target")
    tally = (Row("needed", f"{event.needed}+", BOOK + clause),)
    return Telling(text, (), event.rolls, tally, "orders", event.side)


def _command_given(view: State, event: events.CommandGiven) -> Telling:
    officer = officer_of(view, event.officer)
    free = event.kind == "cavalry"
    text = f"{officer.name} {'sends' if free else 'commands'} {_what(view, event.kind, event.what)} without a die."
    clause = "trait.cavalry" if free else "activate.cnc-command"
    return Telling(text, (), (), (Row("no die", "", BOOK + clause),), "orders", event.side)


def _activated(view: State, event: events.Activated) -> Telling:
    """Their own side reads whom it reached."""
    names = [_named(view, id) for id in event.units]
    reached = f": {listed(names)}" if names else ""
    text = f"The order {'reaches those in range' if event.success else 'fails those in range'}{reached}."
    return Telling(text, (), (), (), "none", event.side)


def _stood(view: State, event: events.Stood) -> Telling:
    return _of_unit(view, event.unit, f"{_named(view, event.unit)} stands.", "none")


def _activation_ended(view: State, event: events.ActivationEnded) -> Telling:
    return Telling("The others stay as they are.", (), (), (), "none", event.side)


# ---------------------------------------------------------------- telling: moves

GOES: Final[dict[str, tuple[str, str, str]]] = {
    "simple": ("moves", "move.simple-straight", "move"),
    "difficult": ("makes a difficult move", "move.difficult-terrain", "move"),
    "pivot": ("turns in place", "move.simple-pivot", "move"),
    "reserve": ("makes its reserve move", "move.reserve-path", "move"),
    "charge": ("charges", "move.charge-path", "charge"),
    "retreat": ("falls back", "retreat.distance", "rout"),
    "advance": ("advances", "advance.distance", "move"),
}


def _moved(view: State, event: events.Moved) -> Telling:
    unit = unit_of(view, event.unit)
    verb, clause, hint = GOES[event.kind]
    gone = ((event.end.x - event.start.x) ** 2 + (event.end.y - event.start.y) ** 2) ** 0.5
    far = f" {bw(gone)}" if gone > 0.005 else ""
    text = f"{label(unit)} {verb}{far}, facing {compass(event.end.facing)}"
    if event.manoeuvres and event.manoeuvres[-1].kind == "form":
        text += f", and is now {'mounted' if event.mounted else 'dismounted'}"
    text += "; something unseen stops it." if event.halted else "."
    places = ((event.start.x, event.start.y), (event.end.x, event.end.y))
    return Telling(text, places, (), (Row(verb, far.strip(), BOOK + clause),), hint, unit.side)


def _looked_around(view: State, event: events.LookedAround) -> Telling:
    return Telling("Everybody looks about.", (), (), (), "none")


def _entered(view: State, event: events.Entered) -> Telling:
    text = f"{_named(view, event.unit)} comes on, facing {compass(event.end.facing)}."
    tally = (Row("reinforcement", "", BOOK + "info.reinforcement-entry"),)
    return Telling(text, ((event.end.x, event.end.y),), (), tally, "move", unit_of(view, event.unit).side)


LOSSES: Final[dict[str, tuple[str, str]]] = {
    "broken fire": ("is broken by fire", "fatigue.broken"),
    "broken melee": ("is broken", "fatigue.broken"),
    "broken blocked": ("finds no way back and is broken", "retreat.blocked"),
    "broken table edge": ("runs off over the enemy's edge and is broken", "retreat.table-edge"),
    "retired fire": ("limbers up and leaves the field", "art.hit-twice-retires"),
    "retired melee": ("has fired its last round and leaves the field", "unit.ammo-zero"),
    "retired empty": ("has fired its last round and leaves the field", "unit.ammo-zero"),
    "retired retired": ("retires from the field", "move.retire-straight"),
    "retired table edge": ("falls back off the table", "retreat.table-edge"),
}


def _unit_lost(view: State, event: events.UnitLost) -> Telling:
    words, clause = LOSSES[f"{event.fate} {event.cause}"]
    unit = unit_of(view, event.unit)
    own = [one for one in view.units if one.side == unit.side]
    gone = len([one for one in own if one.place == "broken"])
    limit = break_point(len(own), view.settings)
    tally = (
        Row(event.fate, "", BOOK + clause),
        Row("broken units", f"{gone} of {limit} that break the army", BOOK + "status.morale"),
    )
    text = f"{label(unit)} {words}."
    return _of_unit(view, event.unit, text, "remove" if event.fate == "broken" else "retire", tally)


def _rally_tried(view: State, event: events.RallyTried) -> Telling:
    name = _named(view, event.unit)
    if event.spoiled:
        text = f"{name} cannot rally: an enemy nobody had seen is near."
        return _of_unit(view, event.unit, text, "none", (Row("rally", "spoiled", BOOK + "rally.distance"),))
    text = f"{name} {'rallies' if event.success else 'does not rally'}: {event.fatigue} fatigue."
    return _of_unit(view, event.unit, text, "none", (Row("needed", "3+", BOOK + "rally.roll"),), event.rolls)


def _contact_made(view: State, event: events.ContactMade) -> Telling:
    names = [_named(view, id) for id in event.charge.targets]
    text = f"{_named(view, event.charge.charger)} is in contact with {listed(names)}."
    return _of_unit(view, event.charge.charger, text, "charge")


# ---------------------------------------------------------------- telling: fire and melee


def _volley_fired(view: State, event: events.VolleyFired) -> Telling:
    firer = unit_of(view, event.unit)
    targets = [unit for unit in view.units if unit.id == event.target and event.target != UNKNOWN]
    whom = label(targets[0]) if targets else "a concealed unit"
    first = " before it moves" if event.timing == "before-move" else ""
    dice = "1 die" if event.dice == 1 else f"{event.dice} dice"
    text = f"{label(firer)} fires at {whom}{first}: {dice}, {numbered(event.hits, 'hit')}."
    places = tuple([where(unit) for unit in (firer, *targets)])
    return Telling(text, places, event.rolls, event.tally, "volley", firer.side)


def _resupplied(view: State, event: events.Resupplied) -> Telling:
    text = f"{_named(view, event.unit)} is resupplied: ammunition {event.ammo}."
    return _of_unit(view, event.unit, text, "none", (Row("resupply", "+1", BOOK + "trait.artillery-resupply"),))


def _dice_allotted(view: State, event: events.DiceAllotted) -> Telling:
    shares = listed([str(share) for share in event.shares])
    text = f"{_named(view, event.unit)} divides its dice: {shares}."
    return _of_unit(view, event.unit, text, "none", (Row("shares", shares, BOOK + "melee.allocate"),))


def _melee_fought(view: State, event: events.MeleeFought) -> Telling:
    """Scores, then the fatigue of everybody."""
    attackers = listed([_named(view, id) for id in event.attackers])
    defenders = listed([_named(view, id) for id in event.defenders])
    score = f"{sum(event.attack)} against {sum(event.defence)}"
    tally = [*event.tally, Row("attack against defence", score, BOOK + "melee.sequence")]
    for id, fatigue in event.fatigue:
        unit = unit_of(view, id)
        if unit.arm not in GUNS:
            tally.append(
                Row(label(unit), numbered(fatigue, "fatigue").replace("fatigues", "fatigue"), BOOK + "fatigue.effect")
            )
    text = f"{attackers} against {defenders}: {score}."
    places = tuple([where(unit_of(view, id)) for id in (*event.attackers, *event.defenders)])
    return Telling(text, places, event.rolls, tuple(tally), "melee", unit_of(view, event.attackers[0]).side)


# ---------------------------------------------------------------- telling: status


def _pips_counted(view: State, event: events.PipsCounted) -> Telling:
    officer = officer_of(view, event.officer)
    text = f"{officer.name} may command again." if not event.pips else f"{officer.name} thinks: {event.pips} pips left."
    return Telling(
        text, (), (), (Row("pips", str(event.pips), BOOK + "trait.immobile-countdown"),), "none", officer.side
    )


def _goals_checked(view: State, event: events.GoalsChecked) -> Telling:
    names = {goal.id: goal.name for goal in view.goals}
    held = [f"{names[id]} {SIDES.get(holder, 'nobody')}" for id, holder in event.holders]
    clause = BOOK + "victory.objective-control"
    tally = tuple([Row(names[id], SIDES.get(holder, "nobody"), clause) for id, holder in event.holders])
    places = tuple([(goal.x, goal.y) for goal in view.goals])
    return Telling(f"Objectives: {listed(held)}.", places, (), tally, "place")


def _battle_ended(view: State, event: events.BattleEnded) -> Telling:
    clauses = {"retirement": "victory.retirement", "objectives": "victory.objectives"}
    clause = BOOK + clauses.get(event.outcome.reason, "victory.night")
    tally = tuple(
        [Row(SIDES.get(side, side), numbered(points, "point"), clause) for side, points in event.outcome.points]
    )
    side = "" if event.outcome.winner == "draw" else event.outcome.winner
    return Telling(event.outcome.text, (), (), tally, "end", side)


# ---------------------------------------------------------------- the ways that pieces took

WALKED: Final = ("forward", "shift", "leg", "pivot")


def courses(view: State, event: object) -> tuple[Course, ...]:
    """The way of a base that did not go straight, by its middle; one that retreats turns first [retreat.direction]."""
    if not isinstance(event, events.Moved) or unit_of(view, event.unit).place != ON_TABLE:
        return ()
    passed = turn_and_go(event.start, event.end)
    if event.manoeuvres:
        line = [_of_centre(one) for one in event.manoeuvres if one.kind in WALKED]
        passed = stations(sweep(event.start, BASE_WIDTH, 0.0, line))
    middles = [middle(pose, view.settings) for pose in passed]
    return coursed(event.unit, middles, middle(event.end, view.settings))


def _of_centre(one: Manoeuvre) -> Manoeuvre:
    """A pivot as a turn of the centre point, on which a base pivots [setup.centre-point]."""
    return turn(one.by) if one.kind == "pivot" else one


TELLERS: Final[dict[type, Callable[[State, Any], Telling]]] = {
    events.PlacingThrown: _placing_thrown,
    events.UnitPicked: _unit_picked,
    events.Deployed: _deployed,
    events.FirstThrown: _first_thrown,
    events.TurnBegan: _turn_began,
    events.SideBegan: _side_began,
    events.PhaseBegan: _phase_began,
    events.Revealed: _revealed,
    events.ArrivalThrown: _arrival_thrown,
    events.OfficerPlaced: _officer_placed,
    events.SecondNamed: _second_named,
    events.OfficerMoved: _officer_moved,
    events.OfficerRisked: _officer_risked,
    events.ActivationThrown: _activation_thrown,
    events.CommandGiven: _command_given,
    events.Activated: _activated,
    events.Stood: _stood,
    events.ActivationEnded: _activation_ended,
    events.Moved: _moved,
    events.Entered: _entered,
    events.LookedAround: _looked_around,
    events.UnitLost: _unit_lost,
    events.RallyTried: _rally_tried,
    events.ContactMade: _contact_made,
    events.VolleyFired: _volley_fired,
    events.Resupplied: _resupplied,
    events.DiceAllotted: _dice_allotted,
    events.MeleeFought: _melee_fought,
    events.PipsCounted: _pips_counted,
    events.GoalsChecked: _goals_checked,
    events.BattleEnded: _battle_ended,
}
