"""Rosters drawn up by hand, skirmish detachments, setting up."""

from __future__ import annotations

from typing import Final

from roundtop.battle import forms
from roundtop.battle.outline import Play, Plays, no_effect, side_named
from roundtop.battle.protocol import Command, Decision, Progress, key_of, spot_of
from roundtop.dice.sources import Dice
from roundtop.kit import deployment
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables, words
from roundtop.rulebooks.charge_boys.deployment import events, rule
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.formation import table as formation_table
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.muster import forces as muster_forces
from roundtop.rulebooks.charge_boys.state import ON_TABLE, TO_ARRIVE, TO_DEPLOY, General, State, Unit
from roundtop.table.footprint import block_in_outline
from roundtop.table.ground import off_table
from roundtop.table.layout import settled, strip
from roundtop.table.measure import cosine, sine
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

CLAUSE: Final = "charge-boys.setup.deployment"
MOST_UNITS: Final = 12
"""Units of a roster drawn up by hand, so that setting up comes to an end."""
LATER: Final = 2
"""The turn in which a unit comes on for which there was no room."""
DONE: Final = "done"


def draw_up_decision(view: State, step: events.DrawUp, player: str) -> Decision:
    items = [
        forms.Item(tables.INFANTRY, "Add a regiment of infantry"),
        forms.Item(tables.CAVALRY, "Add a regiment of cavalry"),
        forms.Item(tables.ARTILLERY, "Add a battery"),
    ]
    if step.count >= MOST_UNITS:
        items = []
    if step.count:
        items.append(forms.Item(DONE, "The roster is complete"))
    sentence = f"Draw up your roster: {step.count} units so far."
    return Decision(
        player, "roster", "", sentence, ("charge-boys.setup.organisation",), form=forms.Choose(tuple(items))
    )


def drawn_up(state: State, step: events.DrawUp, command: Command) -> Progress:
    """Each side draws up its own roster before the game [setup.organisation]."""
    kind = key_of(command)
    if kind == DONE:
        return Progress(())
    return Progress((), (events.Draft(step.side, kind, step.count),))


def draft_decision(view: State, step: events.Draft, player: str) -> Decision:
    settings = view.settings
    qualities = tuple([forms.Item(quality, quality.capitalize()) for quality in tables.QUALITIES])
    if step.kind == tables.ARTILLERY:
        crewed = [
            n
            for n in range(1, rule.MOST_GUNS + 1)
            if not rule.muster_refusal(muster_forces.battery_strength(n, settings))
        ]
        guns = tuple([forms.Item(str(n), f"{n} guns" if n > 1 else "1 gun") for n in crewed])
        types = (forms.Item("smoothbore", "Smoothbore"), forms.Item("rifled", "Rifled"))
        slots = [forms.Slot("size", "Guns", guns), forms.Slot("weapon", "Type", types)]
    else:
        low, high = settings.advised_strength_low, settings.advised_strength_high
        sizes = list(range(rule.FEWEST_MODELS, high + 1))
        names = tuple(
            [forms.Item(str(n), f"{n} figures" + ("" if n >= low else ", fewer than advised")) for n in sizes]
        )
        arms = tuple(
            [forms.Item(name, name.replace("-", " ").capitalize()) for name in (*fire_rule.WEAPONS, fire_rule.UNARMED)]
        )
        slots = [forms.Slot("size", "Figures", names), forms.Slot("weapon", "Weapon", arms)]
    form = forms.Assign((*slots, forms.Slot("quality", "Quality", qualities)))
    clauses = ("charge-boys.setup.organisation", "charge-boys.setup.typical-strength", "charge-boys.setup.minimum-unit")
    return Decision(player, "draft", step.kind, "What kind of unit is it?", clauses, form=form)


def drafted(state: State, step: events.Draft, command: Command) -> Progress:
    """A unit is added to the roster [setup.organisation, setup.minimum-unit, setup.command-figures]."""
    assert isinstance(command.answer, forms.Assigned)
    given = dict(command.answer.pairs)
    number = step.count + 1
    id = f"{step.side}-{number}"
    count = int(given["size"])
    if step.kind == tables.ARTILLERY:
        name = f"Battery {number}"
        unit = muster_forces.battery(
            id=id,
            side=step.side,
            name=name,
            brigade="",
            quality=given["quality"],
            gun=given["weapon"],
            count=count,
            settings=state.settings,
        )
    else:
        name = f"Regiment {number}"
        unit = muster_forces.company(
            id=id,
            side=step.side,
            name=name,
            arm=step.kind,
            brigade="",
            quality=given["quality"],
            weapon=given["weapon"],
            count=count,
            settings=state.settings,
        )
    assert not rule.muster_refusal(field.strength(unit))
    unit.place = TO_DEPLOY
    return Progress((events.Drafted(unit),), (events.DrawUp(step.side, number),))


def may_detach(state: State, side: str) -> list[Unit]:
    """Infantry that may be divided: two parts of at least 5 figures [formation.skirmish]."""
    whole = [u for u in state.units if u.side == side and u.arm == tables.INFANTRY and u.place != TO_ARRIVE]
    ids = [unit.id for unit in state.units]
    return [
        u
        for u in whole
        if field.strength(u) >= 2 * rule.FEWEST_MODELS
        and f"{u.id}.skirmishers" not in ids
        and not u.id.endswith(".skirmishers")
    ]


def asks_to_detach(state: State, step: events.Detach) -> tuple[str, ...]:
    return (step.side,) if may_detach(state, step.side) else ()


def detach_decision(view: State, step: events.Detach, player: str) -> Decision:
    items = [forms.Item(DONE, "No more detachments")]
    items.extend([forms.Item(unit.id, f"Skirmishers from {unit.name}") for unit in may_detach(view, step.side)])
    clauses = ("charge-boys.formation.skirmish",)
    return Decision(
        player, "detach", "", "Which regiment sends out skirmishers?", clauses, form=forms.Choose(tuple(items))
    )


def detaching(state: State, step: events.Detach, command: Command) -> Progress:
    key = key_of(command)
    return Progress(()) if key == DONE else Progress((), (events.DetachFrom(key), step))


def number_decision(view: State, step: events.DetachFrom, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    form = forms.Number(rule.FEWEST_MODELS, field.strength(unit) // 2)
    sentence = f"How many figures of {unit.name} go out as skirmishers?"
    return Decision(player, "figures", unit.id, sentence, ("charge-boys.formation.skirmish",), form=form)


def detached(state: State, step: events.DetachFrom, command: Command) -> Progress:
    """From now on two units; the command figures stay with the body but for one officer [formation.skirmish]."""
    assert isinstance(command.answer, forms.Numbered)
    unit = field.unit_of(state, step.unit)
    number = command.answer.number
    main = copy(unit)
    party = copy(unit)
    officer = 1 if unit.officers else 0
    party.id = f"{unit.id}.skirmishers"
    party.name = f"{unit.name} skirmishers"
    party.officers, party.colours, party.drummers, party.men = officer, 0, 0, number - officer
    main.officers, main.men = unit.officers - officer, unit.men - (number - officer)
    party.start, main.start = number, field.strength(main)
    main = formation_table.in_formation(main, main.formation, 0, state.settings)
    party = formation_table.in_formation(party, tables.SKIRMISH, 0, state.settings)
    if unit.place == ON_TABLE:
        party.pose = _before(state, main, party)
    return Progress((events.Detached(main, party),))


def _before(state: State, main: Unit, party: Unit) -> Pose:
    """Skirmishers of a placed regiment stand before it, else behind it, where there is room."""
    for away in (4.0, 3.0, 2.0, -4.0, -6.0, -8.0, 6.0, 8.0, 10.0, -10.0):
        party.pose = rounded_pose(ahead(main.pose, away))
        if movement_faults.has_room(state, party):
            return party.pose
    there = [*[unit for unit in field.on_table(state) if unit.id != main.id], main]
    others = [block for unit in there for block in field.blocks(unit, state.settings)]
    return settled(field.body(party, state.settings), others, state.ground, 1.0) or party.pose


def throw_quality(state: State, step: events.ThrowQuality, dice: Dice) -> Progress:
    """One die for each unit, side by side in roster order [setup.quality]."""
    if not step.unit:
        sides = [army.side for army in state.armies]
        every = [events.ThrowQuality(unit.id) for side in sides for unit in state.units if unit.side == side]
        return Progress((), tuple(every))
    before = len(dice.rolls)
    found = rule.random_quality(dice, field.unit_of(state, step.unit).side)
    return Progress((events.QualityThrown(step.unit, found, tuple(dice.rolls[before:])),))


def throw_for_placing(state: State, step: events.ThrowForPlacing, dice: Dice) -> Progress:
    """The lower throw places first [setup.deployment]."""
    before = len(dice.rolls)
    first = rule.first_to_place((state.armies[0].side, state.armies[1].side), dice)
    return Progress((events.PlacingThrown(first, tuple(dice.rolls[before:])),), (events.PickUnit(first),))


def to_place(state: State, side: str) -> list[Unit]:
    return [unit for unit in state.units if unit.side == side and unit.place == TO_DEPLOY]


def generals_to_place(state: State, side: str) -> list[General]:
    return [general for general in state.generals if general.side == side and general.place == TO_DEPLOY]


def asks_to_pick(state: State, step: events.PickUnit) -> tuple[str, ...]:
    return (step.side,) if len(to_place(state, step.side)) > 1 else ()


def pick_decision(view: State, step: events.PickUnit, player: str) -> Decision:
    items = tuple([forms.Item(unit.id, unit.name) for unit in to_place(view, step.side)])
    return Decision(player, "pick", "", "Which unit do you set up next?", (CLAUSE,), form=forms.Choose(items))


def picked(state: State, step: events.PickUnit, command: Command) -> Progress:
    return Progress((), (events.PickFormation(key_of(command)),))


def pick_by_itself(state: State, step: events.PickUnit, dice: Dice) -> Progress:
    """The only unit left is picked; a side with none left passes, and Generals come last [setup.deployment]."""
    own = to_place(state, step.side)
    if own:
        return Progress((), (events.PickFormation(own[0].id),))
    other = field.enemy_of(state, step.side)
    if to_place(state, other):
        return Progress((), (events.PickUnit(other),))
    waiting = [g for side in (step.side, other) for g in generals_to_place(state, side)]
    return Progress((), tuple([events.PlaceGeneral(general.id) for general in waiting]))


def formations_of(unit: Unit) -> list[str]:
    """The formations a unit may be set up in [setup.deployment, formation.attack-column]."""
    if unit.id.endswith(".skirmishers"):
        return [tables.SKIRMISH]
    names = [*tables.FORMATIONS[unit.arm]]
    if unit.arm == tables.CAVALRY:
        names.extend(tables.FORMATIONS[tables.DISMOUNTED])
    found: list[str] = []
    for name in names:
        if name == tables.GUNNERS:
            continue
        if unit.arm == tables.ARTILLERY or not formation_table.formation_refusal(unit, name):
            found.append(name)
    return found


def fitting(state: State, unit: Unit) -> list[str]:
    """The formations in which there is room for a unit in its zone."""
    return [name for name in formations_of(unit) if places(state, unit, name, True)]


def asks_formation(state: State, step: events.PickFormation) -> tuple[str, ...]:
    unit = field.unit_of(state, step.unit)
    return (unit.side,) if fitting(state, unit) else ()


def formation_decision(view: State, step: events.PickFormation, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    usual = unit.formation
    names = sorted(fitting(view, unit), key=lambda name: name != usual)
    items = tuple([forms.Item(name, words.NAMES[name].capitalize()) for name in names])
    return Decision(player, "formation", unit.id, f"How is {unit.name} set up?", (CLAUSE,), form=forms.Choose(items))


def formation_picked(state: State, step: events.PickFormation, command: Command) -> Progress:
    return Progress((), (events.PlaceUnit(step.unit, key_of(command)),))


def no_formation(state: State, step: events.PickFormation, dice: Dice) -> Progress:
    """A unit for which its zone has no room comes on later over its own edge; the ledger leaves that open."""
    unit = field.unit_of(state, step.unit)
    ground = state.ground
    strip_of = strip(field.army_of(state, unit.side).edge, ground.width, ground.depth, 0.0)
    ends = (strip_of[0], strip_of[2])
    facing = inwards(state, unit.side)
    left_first = ends[0][0] * cosine(facing) - ends[0][1] * sine(facing)
    right_first = ends[1][0] * cosine(facing) - ends[1][1] * sine(facing)
    entry = ends if left_first <= right_first else (ends[1], ends[0])
    return Progress((events.KeptBack(unit.id, LATER, entry),), (events.PickUnit(field.enemy_of(state, unit.side)),))


def zones_of(state: State, side: str) -> list[tuple[Point, ...]]:
    return deployment.zones_of(state.zones, side, state.ground)


def inwards(state: State, side: str) -> int:
    return deployment.inwards(field.army_of(state, side).edge)


def stood_at(state: State, unit: Unit, formation: str, pose: Pose) -> Unit:
    """The unit in a formation at a pose, its guns and its column laid out."""
    new = formation_table.in_formation(unit, formation, 0, state.settings)
    new.pose = rounded_pose(pose)
    new.place = ON_TABLE
    if new.guns:
        new.files = len(field.manned(new))
        new.guns = field.guns_in_row(new, new.pose, state.settings)
    if formation == tables.ROAD_COLUMN:
        new.trail = field.straight_trail(new, state.settings)
    return new


def place_decision(view: State, step: events.PlaceUnit, player: str) -> Decision:
    unit = stood_at(view, field.unit_of(view, step.unit), step.formation, Pose(0.0, 0.0, 0))
    front, deep = field.size(unit, view.settings)
    zone = zones_of(view, unit.side)[0]
    form = forms.Place(
        piece=unit.id,
        width=front,
        depth=deep,
        zone=zone,
        candidates=places(view, unit, step.formation),
        facing=inwards(view, unit.side),
    )
    return Decision(
        player=player,
        kind="place",
        about=unit.id,
        sentence=f"Set up {unit.name} {words.NAMES[step.formation]} in your zone.",
        clauses=(CLAUSE,),
        form=form,
    )


def place_faults(state: State, unit: Unit) -> list[forms.Reason]:
    """Every figure in the zone, on nobody, out of buildings [setup.deployment]."""
    there = field.blocks(unit, state.settings)
    faults: list[forms.Reason] = []
    zones = zones_of(state, unit.side)
    inside = [block for block in there if [zone for zone in zones if block_in_outline(block, zone)]]
    if len(inside) != len(there) or [block for block in there if off_table(state.ground, block)]:
        faults.append(forms.Reason("Every figure must stand in your zone.", CLAUSE))
    for other in field.on_table(state):
        if other.id != unit.id and field.overlapping(there, field.blocks(other, state.settings)):
            faults.append(forms.Reason(f"{other.name} stands there.", "charge-boys.move.interpenetration"))
    if not faults and not movement_faults.has_room(state, unit):
        faults.append(forms.Reason("Nobody can stand there.", CLAUSE))
    return faults


def check_place(view: State, step: events.PlaceUnit, command: Command) -> tuple[forms.Reason, ...]:
    unit = stood_at(view, field.unit_of(view, step.unit), step.formation, spot_of(command))
    return tuple(place_faults(view, unit))


def places(state: State, unit: Unit, formation: str, one: bool = False) -> tuple[Pose, ...]:
    """Free places along the zone, facing inwards, in three rows, or in finer ones where these are taken.

    `one` is enough where only its being there matters.
    """
    facing = inwards(state, unit.side)
    for columns, shares in ((9, (0.5, 0.8, 0.2)), (40, (0.1, 0.25, 0.4, 0.6, 0.75, 0.9))):
        found: list[Pose] = []
        for zone in zones_of(state, unit.side):
            for pose in deployment.rows(zone, shares, columns, facing):
                if not place_faults(state, stood_at(state, unit, formation, pose)):
                    found.append(pose)
                    if one:
                        return tuple(found)
        if found:
            return tuple(found)
    return ()


def placed(state: State, step: events.PlaceUnit, command: Command) -> Progress:
    unit = stood_at(state, field.unit_of(state, step.unit), step.formation, spot_of(command))
    return Progress((deployed(unit, False),), (events.PickUnit(field.enemy_of(state, unit.side)),))


def deployed(unit: Unit, arrives: bool) -> events.Deployed:
    return events.Deployed(
        unit=unit.id,
        formation=unit.formation,
        files=unit.files,
        holders=unit.holders,
        pose=unit.pose,
        guns=unit.guns,
        trail=unit.trail,
        arrives=arrives,
    )


def asks_general(state: State, step: events.PlaceGeneral) -> tuple[str, ...]:
    return (field.general_of(state, step.general).side,)


def general_decision(view: State, step: events.PlaceGeneral, player: str) -> Decision:
    """A General begins with one of his units: he may leave it in any movement phase [setup.deployment]."""
    general = field.general_of(view, step.general)
    items = [forms.Item(unit.id, f"With {unit.name}") for unit in field.on_table(view, general.side)]
    sentence = f"With which unit does {general.name} ride?"
    clauses = (CLAUSE, "charge-boys.officer.with-unit")
    return Decision(player, "general", general.id, sentence, clauses, form=forms.Choose(tuple(items)))


def general_placed(state: State, step: events.PlaceGeneral, command: Command) -> Progress:
    unit = field.unit_of(state, key_of(command))
    return Progress((events.GeneralPlaced(step.general, field.beside(unit, state.settings), unit.id),))


PLAYS: Final[Plays] = {
    events.DrawUp: Play(no_effect, side_named, draw_up_decision, drawn_up),
    events.Draft: Play(no_effect, side_named, draft_decision, drafted),
    events.Detach: Play(no_effect, asks_to_detach, detach_decision, detaching),
    events.DetachFrom: Play(no_effect, field.owner, number_decision, detached),
    events.ThrowQuality: Play(throw_quality),
    events.ThrowForPlacing: Play(throw_for_placing),
    events.PickUnit: Play(pick_by_itself, asks_to_pick, pick_decision, picked),
    events.PickFormation: Play(no_formation, asks_formation, formation_decision, formation_picked),
    events.PlaceUnit: Play(no_effect, field.owner, place_decision, placed, check_place),
    events.PlaceGeneral: Play(no_effect, asks_general, general_decision, general_placed),
}
