"""The Movement Phase: activations are attempted and activated units used."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Confirm, Confirmed, Item
from roundtop.battle.outline import Play, Plays, no_effect, side_named
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.battle.words import numbered
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.activation import events as activation_events
from roundtop.rulebooks.chamberlain.activation import rule
from roundtop.rulebooks.chamberlain.command import rule as command_rule
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.concealment import events as concealment_events
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.phases import events as phases_events
from roundtop.rulebooks.chamberlain.reinforcements import events as reinforcements_events
from roundtop.rulebooks.chamberlain.reinforcements import table as reinforcements_table
from roundtop.rulebooks.chamberlain.state import ON_TABLE, Officer, State, Unit
from roundtop.table.footprint import point_gap
from roundtop.table.measure import within
from roundtop.table.pose import Point

END: Final = "end"
CNC: Final = "chamberlain.activate.cnc-command"


def commander_of(state: State, unit: Unit) -> Officer | None:
    """The commander of a unit's force, if he is on the table [setup.force]."""
    if unit.force == "":
        return None
    for officer in state.officers:
        if not officer.cnc and officer.side == unit.side and officer.force == unit.force:
            return officer
    return None


def reaches(state: State, here: Point | None, unit: Unit, limit: float) -> bool:
    """Whether a unit's base lies within a distance of an officer's marker [command.range]."""
    return here is not None and within(point_gap(field.block(unit, state.settings), here[0], here[1]), limit)


def in_command(state: State, unit: Unit) -> bool:
    """Whether a unit is within its commander's range [command.range]."""
    officer = commander_of(state, unit)
    if officer is None:
        return False
    return reaches(state, field.marker(state, officer), unit, state.settings.command_range_force)


def untried(state: State, side: str) -> list[Unit]:
    """Units on the table that have had no activation this turn [activate.once]."""
    had = (*state.woken, *state.failed)
    return [unit for unit in state.units if unit.side == side and unit.place == ON_TABLE and unit.id not in had]


def activations(view: State, side: str) -> list[Item]:
    """Every activation that may be attempted, each with its chance, those of whole forces first.

    [activate.roll, activate.once, setup.detached]
    """
    waiting = untried(view, side)
    near = [unit for unit in waiting if in_command(view, unit)]
    near_ids = [unit.id for unit in near]
    officers = command_table.officers_of(view, side)
    items = [item for officer in officers for item in _forces_commanded(view, officer, waiting)]
    items.extend(_by_commanders(view, near))
    for unit in waiting:
        if unit.id not in near_ids:
            target = view.settings.activate_lone_target
            clause = "chamberlain.activate.lone-target"
            items.append(_item(f"lone:{unit.id}", f"{unit.name}, alone", target, clause, unit.id))
    for officer in officers:
        items.extend(_vigorous(view, officer, waiting))
        items.extend(_commanded(view, officer, waiting))
        items.extend(_freed(view, officer))
    return items


def roll_for(view: State, side: str, key: str) -> activation_events.RollToActivate | None:
    """The die that an item of the Movement Phase throws, None where it throws none [activate.roll]."""
    word, _, rest = key.partition(":")
    if word in ("force", "unit", "lone"):
        officer = "" if word == "lone" else _commander_id(view, side, rest, word)
        return activation_events.RollToActivate(side, word, rest, officer, "")
    if word in ("vigorous", "vigorous-force"):
        officer, _, what = rest.partition(":")
        return activation_events.RollToActivate(side, word, what, officer, "")
    return None


def target_of(settings: Settings, kind: str) -> int:
    """The lowest die with which an activation succeeds [activate.force-target, activate.lone-target]."""
    return settings.activate_lone_target if kind == "lone" else settings.activate_force_target


def _item(key: str, what: str, target: int, clause: str, piece: str) -> Item:
    """An activation by a die, with its chance, at the piece that a hand would touch for it."""
    chance = round(100 * (tables.FACES + 1 - target) / tables.FACES)
    return Item(key, f"Roll for {what}: {target}+ ({chance} %)", clause, at=f"{piece}:1")


def _by_commanders(view: State, near: list[Unit]) -> list[Item]:
    """One die for a force's units in range, or one for each of them by the house rule [activate.force-target]."""
    clause = "chamberlain.activate.force-target"
    target = view.settings.activate_force_target
    if view.settings.activate_mode == "unit":
        return [_item(f"unit:{unit.id}", unit.name, target, clause, unit.id) for unit in near]
    forces = dict.fromkeys([unit.force for unit in near if unit.force not in view.rolled])
    heads = [_commander_id(view, near[0].side, force, "force") for force in forces]
    return [
        _item(f"force:{force}", field.force_name(view, force), target, clause, head)
        for force, head in zip(forces, heads)
    ]


def _vigorous(view: State, officer: Officer, waiting: list[Unit]) -> list[Item]:
    """A Vigorous commander's second roll, for another force or unit within 4 BW of him [trait.vigorous]."""
    if officer.cnc or command_rule.VIGOROUS not in officer.traits:
        return []
    by_unit = view.settings.activate_mode == "unit"
    if officer.extra and not by_unit:
        return []
    here = field.marker(view, officer)
    near = [u for u in waiting if u.force != officer.force and reaches(view, here, u, command_rule.SECOND_UNIT_BW)]
    if officer.extra:
        first = field.unit_of(view, officer.extra)
        near = [unit for unit in near if unit.force == first.force and first.force != ""]
    target = view.settings.activate_force_target
    clause = "chamberlain.trait.vigorous"
    items = [_item(f"vigorous:{officer.id}:{u.id}", f"{u.name} ({officer.name})", target, clause, u.id) for u in near]
    if not by_unit:
        for force in dict.fromkeys([unit.force for unit in near if unit.force and unit.force not in view.rolled]):
            what = f"{field.force_name(view, force)} ({officer.name})"
            items.append(_item(f"vigorous-force:{officer.id}:{force}", what, target, clause, officer.id))
    return items


def _commanded(view: State, officer: Officer, waiting: list[Unit]) -> list[Item]:
    """The CnC's command to a unit within 8 BW, without a die [activate.cnc-command, trait.mobile-cnc]."""
    return [
        Item(f"command-unit:{unit.id}", f"{officer.name} commands {unit.name} alone: no die", CNC, at=f"{unit.id}:1")
        for unit in _within_command(view, officer, waiting)
    ]


def _forces_commanded(view: State, officer: Officer, waiting: list[Unit]) -> list[Item]:
    """The CnC's command to all the units of a force within 8 BW [activate.cnc-command]."""
    near = _within_command(view, officer, waiting)
    done = (*view.rolled, *[name.removeprefix("command:") for name in view.rolled])
    items: list[Item] = []
    for force in dict.fromkeys([unit.force for unit in near if unit.force and unit.force not in done]):
        units = numbered(len([unit for unit in near if unit.force == force]), "unit")
        text = f"{officer.name} commands {field.force_name(view, force)}: {units}, no die"
        items.append(Item(f"command:{force}", text, CNC, at=f"{officer.id}:1"))
    return items


def _within_command(view: State, officer: Officer, waiting: list[Unit]) -> list[Unit]:
    """Whom a CnC may command now."""
    if not officer.cnc or rule.command_refusal(officer.traits, officer.commands, officer.pips, view.settings):
        return []
    here = field.marker(view, officer)
    return [unit for unit in waiting if reaches(view, here, unit, view.settings.command_range_cnc)]


def _freed(view: State, officer: Officer) -> list[Item]:
    """A Cavalry officer activates one mounted or dismounted rider unit at any distance, once [trait.cavalry]."""
    if command_rule.CAVALRY not in officer.traits or officer.freed:
        return []
    return [
        Item(
            f"cavalry:{officer.id}:{unit.id}",
            f"{officer.name} sends {unit.name} in",
            "chamberlain.trait.cavalry",
            at=f"{unit.id}:1",
        )
        for unit in view.units
        if unit.side == officer.side
        and unit.place == ON_TABLE
        and unit.arm in tables.RIDERS
        and unit.id not in view.woken
        and (officer.cnc or unit.force == officer.force)
    ]


def usable(view: State) -> list[Unit]:
    return [unit for unit in view.units if unit.id in view.waiting and unit.place == ON_TABLE]


def movement_decision(view: State, step: activation_events.Movement, player: str) -> Decision:
    """Use a unit of the activation at hand; with none left, activate, bring reinforcements on, or end the phase.

    [turn.movement-phase, activate.action, conceal.active-activated]
    """
    waiting = usable(view)
    if waiting:
        clause = "chamberlain.activate.action"
        items = [Item(f"use:{unit.id}", _use(unit), clause, at=f"{unit.id}:1") for unit in waiting]
        items.append(
            Item(command_table.DONE, "Leave it as it is" if len(waiting) == 1 else "Leave the others as they are")
        )
        sentence = "Which activated unit acts next?"
    else:
        items = [
            Item(f"enter:{unit.id}", f"{unit.name} comes on", "chamberlain.info.reinforcement-entry")
            for unit in reinforcements_table.may_enter(view, step.side)
        ]
        items.extend(activations(view, step.side))
        items.append(Item(END, "End the Movement Phase"))
        sentence = "Activate a force or a unit, or end the Movement Phase."
    clauses = ("chamberlain.turn.movement-phase", "chamberlain.activate.once")
    return Decision(player, "movement", "", sentence, clauses, form=Choose(tuple(items)))


def _use(unit: Unit) -> str:
    return f"{unit.name} (will be revealed)" if unit.concealed else unit.name


def movement_chosen(state: State, step: activation_events.Movement, command: Command) -> Progress:
    """An attempt, a unit that comes on, or one that acts and so comes into the open.

    [conceal.active-activated, move.reserve-revealed]
    """
    word, _, rest = key_of(command).partition(":")
    if word == END:
        return Progress((phases_events.PhaseBegan(step.side, "fire"),))
    if word == command_table.DONE:
        return Progress((activation_events.ActivationEnded(step.side),), (step,))
    if word == "use":
        unit = field.unit_of(state, rest)
        events = (concealment_events.Revealed(unit.id, "activated"),) if unit.concealed else ()
        return Progress(events, (action_events.Act(unit.id, False), step), final=unit.concealed)
    if word == "enter":
        return Progress((), (reinforcements_events.Enter(rest), step))
    return _attempt(state, step, word, rest)


def _attempt(state: State, step: activation_events.Movement, word: str, rest: str) -> Progress:
    """An activation by die or by command."""
    side = step.side
    thrown = roll_for(state, side, f"{word}:{rest}")
    if thrown is not None:
        return Progress((), (thrown, step))
    if word == "cavalry":
        officer, _, what = rest.partition(":")
        pips = field.officer_of(state, officer).pips
        given = activation_events.CommandGiven(
            side=side, kind="cavalry", what=what, officer=officer, pips=pips, hidden=_is_blind(state, what)
        )
        return Progress(
            (given, _reached(state, activation_events.OfferReroll(side, "unit", what, officer), True)), (step,)
        )
    chief = chief_of(state, side)
    kind = "force" if word == "command" else "unit"
    pips = command_rule.pips_after_command(chief.traits, chief.pips)
    given = activation_events.CommandGiven(
        side=side, kind=kind, what=rest, officer=chief.id, pips=pips, hidden=_is_blind(state, rest)
    )
    return Progress((given, _reached(state, activation_events.OfferReroll(side, word, rest, chief.id), True)), (step,))


def _is_blind(state: State, what: str) -> bool:
    """Whether what is activated is a concealed unit, and no force or unit that all may know."""
    return any([unit.id == what and unit.concealed for unit in state.units])


def _commander_id(state: State, side: str, what: str, kind: str) -> str:
    force = what if kind == "force" else field.unit_of(state, what).force
    for officer in command_table.officers_of(state, side):
        if not officer.cnc and officer.force == force:
            return officer.id
    raise KeyError(force)


def chief_of(state: State, side: str) -> Officer:
    """The commander in chief of a side [command.officers]."""
    for officer in command_table.officers_of(state, side):
        if officer.cnc:
            return officer
    raise KeyError(side)


def _reached(state: State, tried: activation_events.OfferReroll, success: bool) -> activation_events.Activated:
    """The units that an attempt reaches: one, or those of a force in range of whoever makes it [command.range]."""
    settings = state.settings
    limits = {
        "force": settings.command_range_force,
        "command": settings.command_range_cnc,
        "vigorous-force": command_rule.SECOND_UNIT_BW,
    }
    if tried.kind not in limits:
        return activation_events.Activated(tried.side, success, (tried.what,))
    here = field.marker(state, field.officer_of(state, tried.officer))
    limit = limits[tried.kind]
    units = [u for u in untried(state, tried.side) if u.force == tried.what and reaches(state, here, u, limit)]
    return activation_events.Activated(tried.side, success, tuple([unit.id for unit in units]))


def roll(state: State, step: activation_events.RollToActivate, dice: Dice) -> Progress:
    """The activation die [activate.roll, activate.force-target, activate.lone-target, trait.intuitive]."""
    before = len(dice.rolls)
    lone = step.kind == "lone"
    target = target_of(state.settings, step.kind)
    clause = "chamberlain.activate.lone-target" if lone else "chamberlain.activate.force-target"
    success = rule.activation_roll(target, "chamberlain.trait.intuitive" if step.again else clause, step.side, dice)
    kind = "vigorous" if step.kind == "vigorous-force" else step.kind
    rolls = tuple(dice.rolls[before:])
    hidden = _is_blind(state, step.what)
    thrown = activation_events.ActivationThrown(
        side=step.side,
        kind=kind,
        what=step.what,
        officer=step.officer,
        needed=target,
        success=success,
        rerolled=step.again,
        rolls=rolls,
        hidden=hidden,
    )
    tried = activation_events.OfferReroll(step.side, step.kind, step.what, step.officer)
    if not success and not step.again and intuitive(state, tried) is not None:
        return Progress((thrown,), (tried,))
    return Progress((thrown, _reached(state, tried, success)))


def intuitive(state: State, step: activation_events.OfferReroll) -> Officer | None:
    """Who may have a failed roll made again: a commander that of his force, a CnC any [trait.intuitive]."""
    own = command_table.officers_of(state, step.side)
    able = [officer for officer in own if command_rule.INTUITIVE in officer.traits and not officer.rerolled]
    for officer in able:
        if step.kind in ("force", "unit") and officer.id == step.officer:
            return officer
    for officer in able:
        if officer.cnc:
            return officer
    return None


def reroll_decision(view: State, step: activation_events.OfferReroll, player: str) -> Decision:
    officer = intuitive(view, step)
    name = officer.name if officer is not None else ""
    what = (
        field.force_name(view, step.what)
        if step.kind in ("force", "vigorous-force")
        else field.unit_of(view, step.what).name
    )
    sentence = f"The roll for {what} failed. Does {name} have it made again? The second stands."
    clauses = ("chamberlain.trait.intuitive",)
    return Decision(player, "reroll", step.what, sentence, clauses, form=Confirm("Roll again", "Let it stand"))


def reroll_answered(state: State, step: activation_events.OfferReroll, command: Command) -> Progress:
    assert isinstance(command.answer, Confirmed)
    officer = intuitive(state, step)
    if command.answer.yes and officer is not None:
        return Progress(
            (), (activation_events.RollToActivate(step.side, step.kind, step.what, step.officer, officer.id),)
        )
    return Progress((_reached(state, step, False),))


PLAYS: Final[Plays] = {
    activation_events.Movement: Play(no_effect, side_named, movement_decision, movement_chosen),
    activation_events.RollToActivate: Play(roll),
    activation_events.OfferReroll: Play(no_effect, side_named, reroll_decision, reroll_answered),
}
