"""What to draw of a table, and what to tell of an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.scene import Badge, Course, Marker, Overlay, Part, Piece, Scene, Telling, coursed
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES, SIDES, capital, compass, listed, numbered, plain, side_does, verb_of
from roundtop.dice.sources import Roll
from roundtop.rulebooks.skirmish import events
from roundtop.rulebooks.skirmish.command import ACTIONS, actions_left
from roundtop.rulebooks.skirmish.fire import BANDS, RANGE_DICE, full, loads_needed
from roundtop.rulebooks.skirmish.morale import present
from roundtop.rulebooks.skirmish.sight import in_contact
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    BROKEN,
    COMMANDER,
    DEED,
    FALL_BACK,
    HORSE,
    MOUNTED,
    NCO,
    NO_ADVANCE,
    OK,
    ON_TABLE,
    TO_ARRIVE,
    Figure,
    Firearm,
    Group,
    State,
    Thing,
    able,
    burdened,
    group_of,
    members,
    partner_of,
    radius,
)
from roundtop.rulebooks.skirmish.tables import DISABLED, STATUS, quality_die
from roundtop.rulebooks.skirmish.terrain import RATE_CM
from roundtop.rulebooks.skirmish.weapons import MELEE
from roundtop.table.course import stations
from roundtop.table.measure import bearing, distance
from roundtop.table.path import sweep
from roundtop.table.pose import Point

BOOK: Final = "skirmish."
SADDLE: Final = 0.6
"""How broad a horse is drawn for its length."""

STATE_WORDS: Final[dict[str, tuple[str, str]]] = {
    "no-advance": ("will not advance", "morale.no-advance-terms"),
    "fall-back": ("falls back", "morale.fall-back-terms"),
    "break": ("broken and running, may rally", "morale.break-terms"),
    "break-no-rally": ("broken for good", "morale.result-break-no-rally"),
}
RESULT_WORDS: Final[dict[str, str]] = {
    "ok": "carries on",
    "no-advance": "will not advance",
    "fall-back": "will fall back",
    "break": "breaks and runs",
    "break-no-rally": "breaks and runs for good",
}
ORDINALS: Final = ("", "first", "second")


# ---------------------------------------------------------------- the table


def scene(view: State) -> Scene:
    """The table as both sides see it."""
    standing = [figure for figure in view.figures.values() if able(figure)]
    return Scene(
        view.title,
        moment(view),
        "cm",
        view.settings.yards_per_cm,
        view.ground,
        tuple([piece(view, figure) for figure in standing]),
        (*_goals(view), *_fallen(view), *_things(view), *_arrivals(view)),
        _zones(view) if view.phase == "set-up" else (),
    )


def moment(view: State) -> str:
    """`Turn 3 of 12, the Union's first action phase`."""
    if view.outcome is not None:
        return capital(view.outcome.text)
    if view.phase == "set-up":
        return "Setting up"
    text = f"Turn {view.turn} of {view.turn_limit}, "
    if view.acting:
        number = ORDINALS[int(view.phase.rpartition(" ")[2])]
        return f"{text}{SIDES.get(view.acting, view.acting)} {number} action phase"
    return text + view.phase


def piece(view: State, figure: Figure) -> Piece:
    """A man, or a man and his horse, on a round base [setup.bases-and-measuring]."""
    size = 2.0 * radius(figure, view.settings)
    glyph = _glyph(figure)
    width = SADDLE * size if glyph == "cavalry" else size
    group = group_of(view, figure.group)
    return Piece(
        figure.id,
        figure.side,
        figure.name,
        group.name,
        glyph,
        figure.pose,
        width,
        size,
        (Part(figure.pose, width, size, glyph),),
        (),
        tuple(_badges(view, figure, group)),
        tuple(_card(view, figure, group)),
    )


def _glyph(figure: Figure) -> str:
    if figure.arm == ANIMAL:
        return "wagon"
    if figure.role == COMMANDER and figure.arm != MOUNTED:
        return "officer"
    return "cavalry" if figure.arm == MOUNTED else "figure"


# ---------------------------------------------------------------- badges


def _badges(view: State, figure: Figure, group: Group) -> list[Badge]:
    """What has to be seen at a glance, the rest is on the card; a group's state once, but a rout on every back."""
    found: list[Badge] = []
    if group.state in BROKEN:
        words, clause = STATE_WORDS[group.state]
        found.append(Badge("rout", capital(words), BOOK + clause))
    elif _speaks(view, figure, group) and present(group.state, group.thrown, view.turn) != OK:
        words, clause = STATE_WORDS[group.state]
        shape = "head-down" if group.state == NO_ADVANCE else "fatigue"
        found.append(Badge(shape, capital(f"{group.name} {words}"), BOOK + clause))
    if figure.harm:
        found.append(Badge("hit", "Wounded: 1 action fewer", BOOK + "actions.allowance"))
    if figure.horse:
        found.append(Badge("hit", "Horse wounded: 1 ride a turn", BOOK + "shooting.horse-harm"))
    touched = in_contact(view, figure)
    if touched:
        found.append(Badge("pinned", "In contact", BOOK + "actions.in-contact"))
    empty = [firearm for firearm in figure.firearms if firearm.progress < _needed(view, firearm)]
    if empty and len(empty) == len(figure.firearms) and not touched:
        text = f"Loading: {empty[0].progress} of {_needed(view, empty[0])}"
        found.append(Badge("low-ammunition", text, BOOK + "shooting.loading-progress"))
    if burdened(view, figure):
        row = _burden_row(view, figure)
        found.append(Badge("chit", f"Carries: {row.value}", row.clause))
    if figure.acted and figure.side == view.acting:
        found.append(Badge("done", "Has acted in this phase", BOOK + "turn.action-phases"))
    return found


def _speaks(view: State, figure: Figure, group: Group) -> bool:
    """Whether a figure shows the state of its group: its NCO, or the first man where he is down."""
    if figure.id == group.nco:
        return True
    men = members(view, group.id)
    return group.nco not in [man.id for man in men] and bool(men) and men[0].id == figure.id


def _needed(view: State, firearm: Firearm) -> int:
    return loads_needed(firearm.kind, firearm.breech, firearm.repeating, view.settings)


# ---------------------------------------------------------------- the card


def _card(view: State, figure: Figure, group: Group) -> list[Row]:
    """Everything known of a figure, with the clause behind each row [setup.figure-record]."""
    rows = [Row("Side", SIDES.get(figure.side, figure.side)), _group_row(view, group)]
    if figure.arm == ANIMAL:
        return [*rows, Row("Animal", "moves only", BOOK + "movement.animals-actions")]
    if figure.role in (NCO, COMMANDER):
        clause = "setup.force-commander" if figure.role == COMMANDER else "setup.group-make-up"
        rows.append(Row("Role", "force commander" if figure.role == COMMANDER else "NCO", BOOK + clause))
    die = quality_die(figure.quality, view.settings).name
    rows.append(Row("Class", f"{plain(figure.quality)}, {die}", BOOK + "setup.quality-classes"))
    rows.append(_actions_row(figure))
    rows.append(Row("Moves", f"{RATE_CM[figure.arm]:g} cm an action", f"{BOOK}movement.{figure.arm}-rate"))
    for firearm in figure.firearms:
        rows.extend(_firearm_rows(view, firearm))
    rows.append(Row("Fights with", plain(figure.melee), MELEE[figure.melee]))
    return rows + _state_rows(view, figure, group)


def _group_row(view: State, group: Group) -> Row:
    return Row(
        "Group", f"{group.name}, {len(members(view, group.id))} of {group.start} able", BOOK + "setup.group-make-up"
    )


def _actions_row(figure: Figure) -> Row:
    left = actions_left(figure.harm, figure.spent, figure.carried)
    return Row("Actions", f"{left} of {ACTIONS - figure.harm} left", BOOK + "actions.allowance")


def _firearm_rows(view: State, firearm: Firearm) -> list[Row]:
    """A weapon, whether it is loaded, and its bands with their dice."""
    needed = _needed(view, firearm)
    most = full(firearm.kind, firearm.breech, firearm.repeating, view.settings)
    if firearm.progress < needed:
        ready = f"loading, {firearm.progress} of {needed}"
    else:
        ready = f"{firearm.progress} rounds" if most > needed else "loaded"
    row = view.settings.armoury.shooting[firearm.kind]
    limits = zip(BANDS, (row.short, row.medium, row.long, row.extreme), strict=True)
    bands = [f"{name} {limit:g} ({RANGE_DICE[name].name})" for name, limit in limits if limit]
    return [
        Row(plain(firearm.kind), ready, BOOK + "shooting.loading-progress"),
        Row("Ranges", ", ".join(bands), row.clause),
    ]


def _state_rows(view: State, figure: Figure, group: Group) -> list[Row]:
    rows: list[Row] = []
    if figure.harm:
        rows.append(Row("Harm", STATUS[figure.harm], BOOK + "shooting.harm-ladder"))
    if figure.horse:
        rows.append(Row("Horse", "wounded", BOOK + "shooting.horse-harm"))
    now = present(group.state, group.thrown, view.turn)
    if now != OK:
        words, clause = STATE_WORDS[now]
        rows.append(Row("Morale", words, BOOK + clause))
    if group.motion != "steady":
        rows.append(Row("Motion", group.motion, BOOK + "morale.motion"))
    if figure.burden:
        rows.append(_burden_row(view, figure))
    if figure.straggling:
        rows.append(Row("Straggler", "must close up", BOOK + "movement.cohesion"))
    if figure.landing is not None:
        rows.append(Row("Climbing", numbered(figure.climbed, "action"), BOOK + "actions.climb"))
    return rows


def _burden_row(view: State, figure: Figure) -> Row:
    """What he carries, and with whom [actions.carry, actions.carry-limits]."""
    name = _thing_name(view, figure.burden)
    other = partner_of(view, figure)
    if other is None:
        return Row("Carries", name, BOOK + "actions.carry")
    return Row("Carries", f"{name}, with {other.name}", BOOK + "actions.carry-limits")


# ---------------------------------------------------------------- what lies about


def _goals(view: State) -> list[Marker]:
    """Objectives under the flag of whoever held them last [victory.tally]."""
    return [
        Marker("objective", goal.holder, goal.x, goal.y, goal.name + _held(goal.holder), BOOK + "victory.tally")
        for goal in view.goals
    ]


def _held(holder: str) -> str:
    return f" ({SIDES.get(holder, holder)})" if holder else ""


def _fallen(view: State) -> list[Marker]:
    """Disabled men lie where they fell [melee.disabled]."""
    return [
        Marker(
            "hit", figure.side, figure.pose.x, figure.pose.y, f"{figure.name} lies disabled", BOOK + "melee.disabled"
        )
        for figure in view.figures.values()
        if figure.harm == DISABLED and figure.place == ON_TABLE
    ]


def _things(view: State) -> list[Marker]:
    """Horses left standing, loads, deeds to be done, ladders."""
    clauses = {HORSE: "actions.horse-left-standing", DEED: "actions.other-deeds"}
    found: list[Marker] = []
    for thing in view.things:
        if thing.holder and thing.kind != DEED:
            continue
        clause = BOOK + clauses.get(thing.kind, "actions.carry-limits")
        found.append(
            Marker(thing.kind, thing.side, thing.x, thing.y, capital(thing.name) + _held(thing.holder), clause)
        )
    return found


def _arrivals(view: State) -> list[Marker]:
    """Where groups will come on, and when [setup.reinforcements]."""
    found: dict[str, Marker] = {}
    for figure in view.figures.values():
        if figure.place == TO_ARRIVE and figure.entry is not None and figure.group not in found:
            x, y = figure.entry
            text = f"{_group_name(view, figure.group)} comes on in turn {figure.due}"
            found[figure.group] = Marker("arrival", figure.side, x, y, text, BOOK + "setup.reinforcements")
    return list(found.values())


def _zones(view: State) -> tuple[Overlay, ...]:
    clause = BOOK + "setup.table-and-deployment"
    return tuple(
        [Overlay("zone", side, f"{SIDES.get(side, side)} deployment", outline, clause) for side, outline in view.zones]
    )


# ---------------------------------------------------------------- names and places


def _group_name(view: State, id: str) -> str:
    """A group by its name; one that has since been joined to another, by its id."""
    for group in view.groups:
        if group.id == id:
            return group.name
    return plain(id)


def _thing_name(view: State, id: str) -> str:
    for thing in view.things:
        if thing.id == id:
            return thing.name
    return "a horse" if id.startswith(HORSE) else id


def _thing_spot(view: State, id: str) -> tuple[Point, ...]:
    found: list[Thing] = [thing for thing in view.things if thing.id == id]
    return tuple([(thing.x, thing.y) for thing in found])


def _where(figure: Figure) -> Point:
    if figure.place == TO_ARRIVE and figure.entry is not None:
        return figure.entry
    return figure.pose.x, figure.pose.y


def _group_spot(view: State, id: str) -> tuple[Point, ...]:
    """The middle of a group's able men; nowhere where it has none."""
    men = members(view, id)
    if not men:
        return ()
    x = sum([man.pose.x for man in men]) / len(men)
    y = sum([man.pose.y for man in men]) / len(men)
    return ((x, y),)


def _side_of(view: State, group: str) -> str:
    for one in view.groups:
        if one.id == group:
            return one.side
    return ""


# ---------------------------------------------------------------- telling


def tell(view: State, event: object) -> Telling:
    """An event in words. The view may be later than the event, so numbers are taken from the event alone."""
    if type(event) not in TELLERS:
        raise TypeError(f"{type(event).__name__} is no event of this rulebook")
    told = TELLERS[type(event)](view, event)
    return Telling(capital(told.text), told.places, told.rolls, told.tally, told.hint, told.side)


def _of_figure(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    figure = view.figures[id]
    return Telling(text, (_where(figure),), rolls, tally, hint, figure.side)


def _of_group(
    view: State, id: str, text: str, hint: str, tally: tuple[Row, ...] = (), rolls: tuple[Roll, ...] = ()
) -> Telling:
    return Telling(text, _group_spot(view, id), rolls, tally, hint, _side_of(view, id))


def _faces(rolls: tuple[Roll, ...]) -> str:
    """The last throw of each side, `5 to 3`."""
    shown = [face for roll in rolls for face in roll.faces]
    return " to ".join(shown[-2:])


def _placing_thrown(view: State, event: events.PlacingThrown) -> Telling:
    text = f"{side_does(event.first, 'throw')} lower and {verb_of(event.first, 'set')} out first."
    tally = (Row("who sets out first", _faces(event.rolls), BOOK + "setup.table-and-deployment"),)
    return Telling(text, (), event.rolls, tally, "none", event.first)


def _deployed(view: State, event: events.Deployed) -> Telling:
    spots = tuple([(pose.x, pose.y) for _, pose in event.poses])
    text = f"{_group_name(view, event.group)} is set out."
    return Telling(text, spots, (), (), "place", _side_of(view, event.group))


def _joined(view: State, event: events.Joined) -> Telling:
    name = view.figures[event.figure].name
    alone = event.group == event.figure
    text = f"{name} goes off by himself." if alone else f"{name} joins {_group_name(view, event.group)}."
    tally = (Row("commander", "by himself" if alone else "attached", BOOK + "leaders.attach"),)
    return _of_figure(view, event.figure, text, "none", tally)


def _turn_began(view: State, event: events.TurnBegan) -> Telling:
    return Telling(f"Turn {event.turn} begins.", (), (), (), "turn")


def _initiative_thrown(view: State, event: events.InitiativeThrown) -> Telling:
    score = _faces(event.rolls)
    text = f"{capital(ARMIES.get(event.side, event.side))} {'has' if event.side == 'union' else 'have'} the initiative"
    tally = (Row("initiative", score or "by turns", BOOK + "turn.initiative"),)
    return Telling(f"{text}, {score}." if score else f"{text}.", (), event.rolls, tally, "none", event.side)


def _first_chosen(view: State, event: events.FirstChosen) -> Telling:
    tally = (Row("first player", SIDES.get(event.side, event.side), BOOK + "turn.initiative"),)
    return Telling(f"{side_does(event.side, 'act')} first.", (), (), tally, "none", event.side)


def _phase_began(view: State, event: events.PhaseBegan) -> Telling:
    if not event.side:
        return Telling("The fighting hand to hand is settled.", (), (), (), "phase")
    text = f"The {ORDINALS[event.number]} action phase of {ARMIES.get(event.side, event.side)}."
    return Telling(text, (), (), (), "phase", event.side)


def _phase_ended(view: State, event: events.PhaseEnded) -> Telling:
    lagging = [view.figures[id].name for id in event.stragglers]
    text = f"{side_does(event.side, 'end')} the phase."
    if lagging:
        text = f"{text[:-1]}; {listed(lagging)} {'has' if len(lagging) == 1 else 'have'} lost touch."
    tally = tuple([Row(_group_name(view, id), motion, BOOK + "morale.motion") for id, motion in event.motions])
    return Telling(text, (), (), tally, "none", event.side)


# ---------------------------------------------------------------- telling: actions

MOVE_VERBS: Final = {
    "move": "moves",
    "together": "moves",
    "ride": "rides",
    "charge": "charges",
    "run": "runs",
    "back": "falls back",
    "enter": "comes on",
    "push": "is pushed back",
}
MOVE_HINTS: Final = {"charge": "charge", "run": "rout", "back": "retire", "push": "retire", "enter": "place"}


def _moved(view: State, event: events.Moved) -> Telling:
    figure = view.figures[event.figure]
    a, b = event.start, event.end
    far = distance(a.x, a.y, b.x, b.y)
    if event.cause in ("face", "turn") or round(far, 1) == 0.0:
        text = f"{figure.name} turns to face {compass(b.facing)}."
    else:
        heading = compass(bearing(a.x, a.y, b.x, b.y))
        text = f"{figure.name} {MOVE_VERBS.get(event.cause, 'moves')} {round(far, 1):g} cm {heading}."
    return Telling(text, ((a.x, a.y), (b.x, b.y)), (), (), MOVE_HINTS.get(event.cause, "move"), figure.side)


STOOD: Final[dict[str, tuple[str, str]]] = {
    "covered": ("stays in cover", "morale.fall-back-terms"),
    "cornered": ("has nowhere to run", "morale.cornered"),
}


def _stood(view: State, event: events.Stood) -> Telling:
    words, clause = STOOD.get(event.cause, ("does nothing", "actions.other-deeds"))
    tally = (Row("stands", "1 action" if event.paid else "", BOOK + clause),)
    return _of_figure(view, event.figure, f"{view.figures[event.figure].name} {words}.", "none", tally)


def _loaded(view: State, event: events.Loaded) -> Telling:
    figure = view.figures[event.figure]
    firearm = figure.firearms[event.firearm]
    needed = _needed(view, firearm)
    done = event.progress >= needed
    name = plain(firearm.kind).lower()
    text = f"{figure.name} has loaded his {name}." if done else f"{figure.name} loads his {name}."
    tally = (Row("loading", f"{event.progress} of {max(needed, event.progress)}", BOOK + "shooting.loading-progress"),)
    return _of_figure(view, event.figure, text, "none", tally)


SHOT_WORDS: Final[dict[str, str]] = {
    "graze": "grazes him",
    "wound": "wounds him",
    "disabled": "puts him out of the fight",
    "killed": "kills him",
}


def _shot_fired(view: State, event: events.ShotFired) -> Telling:
    """`Private 3 fires at Private 7 of the 2nd squad, 24 cm off behind soft cover, and wounds him.`"""
    shooter = view.figures[event.figure]
    victim = view.figures[event.victim]
    cover = "in the open" if event.cover == "open" else f"in {event.cover} cover"
    text = f"{shooter.name} fires at {victim.name}, {event.distance:.0f} cm off {cover}, and {_effect(view, event)}."
    return Telling(text, (_where(shooter), _where(victim)), event.rolls, event.tally, "volley", shooter.side)


def _effect(view: State, event: events.ShotFired) -> str:
    if event.struck == "none" or event.result == "none":
        return "misses"
    if event.struck != "horse":
        words = SHOT_WORDS[event.result]
        return f"{words}: two wounds are too many" if event.result == "wound" and event.harm >= DISABLED else words
    if event.mounted:
        return "grazes his horse" if event.result == "graze" else "wounds his horse"
    return "brings his horse down" + (", and the fall hurts him" if event.injury else "")


def _got_up(view: State, event: events.GotUp) -> Telling:
    return _of_figure(view, event.figure, f"{view.figures[event.figure].name} mounts.", "move", _cost("mount-dismount"))


def _got_down(view: State, event: events.GotDown) -> Telling:
    name = view.figures[event.figure].name
    return _of_figure(view, event.figure, f"{name} dismounts.", "move", _cost("mount-dismount"))


def _cost(clause: str) -> tuple[Row, ...]:
    return (Row("cost", "1 action", f"{BOOK}actions.{clause}"),)


def _climbed(view: State, event: events.Climbed) -> Telling:
    name = view.figures[event.figure].name
    text = f"{name} is over." if event.over else f"{name} climbs."
    return _of_figure(view, event.figure, text, "move", _cost("climb"))


def _took_up(view: State, event: events.TookUp) -> Telling:
    text = f"{view.figures[event.figure].name} takes {_thing_name(view, event.thing)}."
    clause = "actions.carry"
    if event.beside:
        with_whom = view.figures[event.beside].name
        text = f"{view.figures[event.figure].name} shares {_thing_name(view, event.thing)} with {with_whom}."
        clause = "actions.carry-limits"
    return _of_figure(view, event.figure, text, "none", (Row("carries", "", BOOK + clause),))


def _dropped(view: State, event: events.Dropped) -> Telling:
    figure = view.figures[event.figure]
    text = f"{figure.name} lets go of {_thing_name(view, event.thing)}."
    if event.left:
        text = f"{figure.name} leaves {_thing_name(view, event.thing)} to {view.figures[event.left].name}."
    tally = (Row("put down", "free", BOOK + "actions.carry-limits"),)
    return Telling(text, ((event.x, event.y),), (), tally, "place", figure.side)


def _deed_done(view: State, event: events.DeedDone) -> Telling:
    text = f"{view.figures[event.figure].name}: {_thing_name(view, event.thing)}, done."
    return _of_figure(view, event.figure, text, "place", _cost("other-deeds"))


def _men_detached(view: State, event: events.MenDetached) -> Telling:
    text = f"{view.figures[event.figure].name} sends {numbered(len(event.figures), 'man').replace('mans', 'men')} off."
    return _of_figure(view, event.figure, text, "none", _cost("detachment"))


def _men_rejoined(view: State, event: events.MenRejoined) -> Telling:
    text = f"The men sent off are with {_group_name(view, event.group)} again."
    return _of_figure(view, event.figure, text, "none", _cost("rejoin"))


# ---------------------------------------------------------------- telling: charges, nerve and melee


def _charge_declared(view: State, event: events.ChargeDeclared) -> Telling:
    text = f"{_group_name(view, event.group)} charges {_group_name(view, event.target)}."
    spots = (*_group_spot(view, event.group), *_group_spot(view, event.target))
    tally = (Row("charge", "declared", BOOK + "movement.charge-declaration"),)
    return Telling(text, spots, (), tally, "charge", _side_of(view, event.group))


CAUSES: Final[dict[str, str]] = {
    "injury": "has been hurt",
    "commander": "has lost its commander",
    "charging": "is about to charge",
    "charged": "is charged",
}


def _morale_tested(view: State, event: events.MoraleTested) -> Telling:
    name = _group_name(view, event.group)
    text = f"{name} {CAUSES.get(event.cause, 'is shaken')} and tests: {event.score}, it {RESULT_WORDS[event.result]}."
    hint = "rout" if event.result in BROKEN else "retire" if event.result == FALL_BACK else "none"
    return _of_group(view, event.group, text, hint, event.tally, event.rolls)


def _rally_thrown(view: State, event: events.RallyThrown) -> Telling:
    name = _group_name(view, event.group)
    text = f"{name} rallies." if event.rallied else f"{name} does not rally and runs on."
    tally = (Row("rally", "yes" if event.rallied else "no", BOOK + "rally.roll"),)
    return _of_group(view, event.group, text, "none" if event.rallied else "rout", tally, event.rolls)


def _melee_arranged(view: State, event: events.MeleeArranged) -> Telling:
    if not event.bouts:
        return Telling("Nobody is left to fight.", (), (), (), "none")
    spots = tuple([_where(view.figures[bout.a[0]]) for bout in event.bouts])
    tally = (Row("combats", str(len(event.bouts)), BOOK + "melee.pairing"),)
    return Telling(f"{numbered(len(event.bouts), 'combat')} hand to hand.", spots, (), tally, "melee")


BOUT_WORDS: Final[dict[str, str]] = {
    "none": "is beaten but comes to no harm",
    "push-back": "is pushed back",
    "push-back-and-wound": "is pushed back, wounded",
    "wound": "is wounded",
    "disabled": "is put out of the fight",
    "killed": "is killed",
    "dismounted": "is unhorsed",
    "dismounted-and-wound": "is unhorsed, wounded",
}


def _bout_fought(view: State, event: events.BoutFought) -> Telling:
    a, b = view.figures[event.bout.a[0]], view.figures[event.bout.b[0]]
    odds = f", {len(event.bout.a)} against {len(event.bout.b)}" if len(event.bout.a) != len(event.bout.b) else ""
    score = f"{event.a_score} to {event.b_score}"
    fate = "neither gives way"
    if event.loser:
        fate = f"{view.figures[event.loser].name} {BOUT_WORDS[event.result]}"
        if event.result in ("wound", "push-back-and-wound", "dismounted-and-wound") and event.harm >= DISABLED:
            fate += ", and it is one wound too many"
    text = f"{a.name} against {b.name}{odds}: {score}, {fate}."
    side = "" if not event.loser else a.side if event.loser == b.id else b.side
    return Telling(text, (_where(a), _where(b)), event.rolls, event.tally, "melee", side)


LEFT: Final[dict[str, tuple[str, str]]] = {
    "ran": ("runs off the table", "morale.break-terms"),
    "marched": ("leaves the table", "movement.table-edge"),
    "surrendered": ("gives himself up", "morale.cornered"),
}


def _left(view: State, event: events.Left) -> Telling:
    words, clause = LEFT[event.cause]
    tally = (Row("off the table", "", BOOK + clause),)
    return _of_figure(view, event.figure, f"{view.figures[event.figure].name} {words}.", "remove", tally)


def _horse_gone(view: State, event: events.HorseGone) -> Telling:
    tally = (Row("unheld", "", BOOK + "actions.horse-left-standing"),)
    text = f"{capital(_thing_name(view, event.thing))} runs off."
    return Telling(text, _thing_spot(view, event.thing), (), tally, "remove")


def _promoted(view: State, event: events.Promoted) -> Telling:
    text = f"{view.figures[event.figure].name} takes charge of {_group_name(view, event.group)}."
    return _of_figure(view, event.figure, text, "none", (Row("NCO", "replaced", BOOK + "leaders.nco-loss"),))


def _steadied(view: State, event: events.Steadied) -> Telling:
    text = f"{_group_name(view, event.group)} is its own master again."
    return _of_group(view, event.group, text, "none", (Row("lapsed", "", BOOK + "morale.duration"),))


# ---------------------------------------------------------------- telling: objectives and the end


def _goal_taken(view: State, event: events.GoalTaken) -> Telling:
    for goal in view.goals:
        if goal.id == event.goal:
            text = f"{side_does(event.side, 'take')} {goal.name}." if event.side else f"Nobody holds {goal.name} now."
            tally = (Row(goal.name, numbered(goal.points, "point"), BOOK + "victory.tally"),)
            return Telling(text, ((goal.x, goal.y),), (), tally, "place", event.side)
    raise KeyError(event.goal)


ENDINGS: Final = {"force-break": "victory.force-break", "turn-limit": "victory.game-length"}


def _battle_ended(view: State, event: events.BattleEnded) -> Telling:
    clause = BOOK + ENDINGS.get(event.outcome.reason, "victory.tally")
    points = event.outcome.points
    tally = tuple([Row(SIDES.get(side, side), str(number), clause) for side, number in points])
    side = "" if event.outcome.winner == "draw" else event.outcome.winner
    return Telling(capital(event.outcome.text), (), (), tally, "end", side)


# ---------------------------------------------------------------- the ways that pieces took


def courses(view: State, event: object) -> tuple[Course, ...]:
    """The way of a figure that went by more than one leg [movement.path]."""
    if not isinstance(event, events.Moved) or len([one for one in event.manoeuvres if one.kind == "leg"]) < 2:
        return ()
    return coursed(event.figure, stations(sweep(event.start, 0.0, 0.0, event.manoeuvres)), event.end)


TELLERS: Final[dict[type, Callable[[State, Any], Telling]]] = {
    events.PlacingThrown: _placing_thrown,
    events.Deployed: _deployed,
    events.Joined: _joined,
    events.TurnBegan: _turn_began,
    events.InitiativeThrown: _initiative_thrown,
    events.FirstChosen: _first_chosen,
    events.PhaseBegan: _phase_began,
    events.PhaseEnded: _phase_ended,
    events.Moved: _moved,
    events.Stood: _stood,
    events.Loaded: _loaded,
    events.ShotFired: _shot_fired,
    events.GotUp: _got_up,
    events.GotDown: _got_down,
    events.Climbed: _climbed,
    events.TookUp: _took_up,
    events.Dropped: _dropped,
    events.DeedDone: _deed_done,
    events.MenDetached: _men_detached,
    events.MenRejoined: _men_rejoined,
    events.ChargeDeclared: _charge_declared,
    events.MoraleTested: _morale_tested,
    events.RallyThrown: _rally_thrown,
    events.MeleeArranged: _melee_arranged,
    events.BoutFought: _bout_fought,
    events.Left: _left,
    events.HorseGone: _horse_gone,
    events.Promoted: _promoted,
    events.Steadied: _steadied,
    events.GoalTaken: _goal_taken,
    events.BattleEnded: _battle_ended,
}
