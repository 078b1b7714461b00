"""Winners at the table: they stay, follow up, occupy, or catch."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, March, Reason
from roundtop.battle.forms import Way as MarchWay
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, way_of
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.casualties import table as casualties_table
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.charge import way as charge_way
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.formation import events as formation_events
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.melee import events as melee_events
from roundtop.rulebooks.charge_boys.melee import rule as melee_rule
from roundtop.rulebooks.charge_boys.melee import table as melee_table
from roundtop.rulebooks.charge_boys.morale import events as morale_events
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import table as morale_table
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.pursuit import events as pursuit_events
from roundtop.rulebooks.charge_boys.pursuit import rule
from roundtop.rulebooks.charge_boys.retreat import events as retreat_events
from roundtop.rulebooks.charge_boys.sight import table as sight_table
from roundtop.rulebooks.charge_boys.state import ON_TABLE, Fight, State, Unit
from roundtop.rulebooks.charge_boys.terrain import actions as terrain_actions
from roundtop.rulebooks.charge_boys.terrain import cover as terrain_cover
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.rulebooks.charge_boys.terrain import table as terrain_table
from roundtop.table.measure import FULL_TURN, QUARTER_TURN, bearing, rounded, turn_between, within
from roundtop.table.path import Manoeuvre, forward, sweep
from roundtop.table.pose import Pose, ahead, rounded_pose


def after_melee(state: State, step: pursuit_events.AfterMelee, dice: Dice) -> Progress:
    """Winners all of whose enemies have given way may follow up, one after the other [melee.follow-up]."""
    free = [id for id in step.winners if field.unit_of(state, id).place == ON_TABLE and not field.foes_of(state, id)]
    over = dict(step.over)
    return Progress((), tuple([pursuit_events.FollowUp(id, step.gone, over.get(id, "")) for id in sorted(free)]))


def follow_choices(state: State, step: pursuit_events.FollowUp) -> list[str]:
    """What a winner may do: stay, follow up, occupy the obstacle it attacked [melee.follow-up]."""
    unit = field.unit_of(state, step.unit)
    found = ["stay"]
    there = [id for id in step.gone if field.unit_of(state, id).place == ON_TABLE]
    if (
        there
        and unit.formation not in (tables.SKIRMISH, tables.UNLIMBERED, tables.LIMBERED, tables.GUNNERS)
        and unit.building < 0
    ):
        found.append("follow-up")
    if taken(state, unit, step.over) is not None:
        found.append("occupy")
    return found


def taken(state: State, unit: Unit, over: str) -> Unit | None:
    """The winner over the obstacle, or in the building, that it attacked; None where it did not, or has no room."""
    if over == terrain_rule.BUILDING:
        return stormed(state, unit)
    return occupied(state, unit) if over else None


def stormed(state: State, unit: Unit) -> Unit | None:
    """The winner in the building before which it fought, None where none has room for it [melee.follow-up]."""
    if unit.building >= 0:
        return None
    for place in terrain_actions.buildings_near(state, unit, charge_way.LINED_IN):
        if not terrain_actions.lodging_faults(state, unit, place):
            return terrain_actions.entered(state, unit, place)
    return None


def occupied(state: State, unit: Unit) -> Unit | None:
    """The winner stepped over the obstacle before it, None where there is none or no room [melee.follow-up]."""
    if unit.building >= 0 or unit.formation in (tables.UNLIMBERED, tables.LIMBERED, tables.GUNNERS):
        return None
    front, deep = field.size(unit, state.settings)
    path = sweep(unit.pose, front, deep, (forward(1.0),))
    if not [one for one in terrain_table.legs_of(state, unit, path) if one.kind in terrain_rule.OBSTACLES.values()]:
        return None
    end = copy(unit)
    end.pose = rounded_pose(ahead(unit.pose, 1.0 + 0.02))
    return end if movement_faults.may_stand(state, end) else None


def asks_to_follow(state: State, step: pursuit_events.FollowUp) -> tuple[str, ...]:
    return (field.unit_of(state, step.unit).side,) if len(follow_choices(state, step)) > 1 else ()


def follow_decision(view: State, step: pursuit_events.FollowUp, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    ground = "building" if step.over == terrain_rule.BUILDING else "obstacle"
    labels = {"stay": "Stay", "follow-up": "Follow up", "occupy": f"Occupy the {ground}"}
    items = tuple([Item(key, labels[key]) for key in follow_choices(view, step)])
    sentence = f"{unit.name} has won: what does it do?"
    return Decision(player, "follow-up", unit.id, sentence, ("charge-boys.melee.follow-up",), form=Choose(items))


def follow_chosen(state: State, step: pursuit_events.FollowUp, command: Command) -> Progress:
    key = key_of(command)
    unit = field.unit_of(state, step.unit)
    if key == "follow-up":
        return Progress((), (pursuit_events.Pursue(step.unit, step.gone),))
    event = pursuit_events.FollowedUp(step.unit, key, 0, ())
    if key == "occupy":
        end = taken(state, unit, step.over)
        assert end is not None
        if end.building >= 0:
            in_it = formation_events.did(unit, end, "enter", False)
            return Progress((pursuit_events.FollowedUp(step.unit, "storm", 0, ()), in_it))
        done = (event, movement_events.moved_to(unit, end, "winner"))
        off = movement_table.making_way_after(state, done, unit.id)
        return Progress(done, (*off, pursuit_events.Redress(step.unit)))
    return Progress((event,), (pursuit_events.Redress(step.unit),))


def stays(state: State, step: pursuit_events.FollowUp, dice: Dice) -> Progress:
    return Progress((), (pursuit_events.Redress(step.unit),))


def asks_to_redress(state: State, step: pursuit_events.Redress) -> tuple[str, ...]:
    """A winner that stays may turn; guns in action and garrisons have nothing to turn [melee.winner]."""
    unit = field.unit_of(state, step.unit)
    fixed = (
        unit.formation == tables.UNLIMBERED or unit.building >= 0 or bool(unit.trail) or field.locked(state, unit.id)
    )
    return () if unit.place != ON_TABLE or fixed or len(redress_ways(state, unit)) < 2 else (unit.side,)


def redress_ways(state: State, unit: Unit) -> list[MarchWay]:
    """Stay as it is, or turn where there is room: to either side, or to the nearest enemy [melee.winner]."""
    found = [MarchWay("stand", "Keep its facing", (), unit.pose)]
    wished = [("left", "Turn left", -QUARTER_TURN), ("right", "Turn right", QUARTER_TURN)]
    foe = sight_table.nearest_enemy(state, unit, False)
    if foe is not None:
        by = turn_between(unit.pose.facing, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
        if 0 < abs(by) < QUARTER_TURN:
            wished.append(("face", f"Face {foe.name}", by))
    for key, label, by in wished:
        end = turned(unit, by)
        if movement_faults.may_stand(state, end):
            found.append(MarchWay(key, label, (Manoeuvre("turn", 0.0, by),), end.pose))
    return found


def turned(unit: Unit, by: int) -> Unit:
    """A unit turned on its middle, its ranks dressed anew."""
    end = copy(unit)
    end.pose = Pose(unit.pose.x, unit.pose.y, (unit.pose.facing + by) % FULL_TURN)
    return end


def redress_decision(view: State, step: pursuit_events.Redress, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    front, deep = field.size(unit, view.settings)
    form = March(unit.id, unit.pose, front, deep, ("turn",), allowance=0.0, ways=tuple(redress_ways(view, unit)))
    sentence = f"{unit.name} dresses its ranks: does it turn, up to 90°?"
    return Decision(player, "redress", unit.id, sentence, ("charge-boys.melee.winner",), form=form)


def check_redress(view: State, step: pursuit_events.Redress, command: Command) -> tuple[Reason, ...]:
    by = sum([one.by for one in way_of(command)])
    clause = "charge-boys.melee.winner"
    if abs(by) > QUARTER_TURN:
        return (Reason("A winner turns up to 90°.", clause),)
    if by and not movement_faults.may_stand(view, turned(field.unit_of(view, step.unit), by)):
        return (Reason("There is no room to turn so.", clause),)
    return ()


def redressed(state: State, step: pursuit_events.Redress, command: Command) -> Progress:
    """A winner that stays re-dresses its ranks and turns free of charge [melee.winner]."""
    by = sum([one.by for one in way_of(command)])
    unit = field.unit_of(state, step.unit)
    if not by:
        return Progress(())
    done = (movement_events.moved_to(unit, turned(unit, by), "winner"),)
    return Progress(done, movement_table.making_way_after(state, done, unit.id))


def pursue(state: State, step: pursuit_events.Pursue, dice: Dice) -> Progress:
    """A die, mounted two, straight after the loser; mounted troops are disordered afterwards [melee.follow-up]."""
    unit = field.unit_of(state, step.unit)
    before = len(dice.rolls)
    inches = rule.throw_follow_up(field.arm_of(unit), dice, unit.side)
    events: list[object] = [pursuit_events.FollowedUp(unit.id, "follow-up", inches, tuple(dice.rolls[before:]))]
    there = [field.unit_of(state, id) for id in step.gone if field.unit_of(state, id).place == ON_TABLE]
    nearest = min([(rounded(field.apart(unit, foe, state.settings)), foe.id) for foe in there], default=(0.0, ""))[1]
    after: list[object] = []
    if nearest:
        after = _followed(state, unit, field.unit_of(state, nearest), float(inches), events)
    if field.mounted(unit):
        events.append(morale_events.Disordered(unit.id, "pursuit"))
    return Progress(tuple(events), (*after, *movement_table.making_way_after(state, events, unit.id)))


def _followed(state: State, unit: Unit, foe: Unit, inches: float, events: list[object]) -> list[object]:
    """The follow-up move: contact with one pushed back locks, one that gives way is caught [melee.caught]."""
    way = charge_way.charge_way(state, unit, foe, inches + 30.0)
    if way is None or way.touches != foe.id or not within(way.cost, inches):
        short = charge_way.short(state, unit, foe, inches)
        if short and isinstance(short[0], movement_events.Moved):
            short[0].cause = "follow-up"
            events.append(short[0])
            now = apply(state, short[0])
            events.extend(generals_table.overrun(now, field.unit_of(now, unit.id), []))
        return []
    pushed = foe.mettle.state == "halted"
    if not pushed:
        return [pursuit_events.Catch(unit.id, foe.id, 1)]
    end = charge_way.flush(state, unit, foe, way)
    events.append(
        movement_events.Moved(
            unit=unit.id,
            cause="follow-up",
            start=unit.pose,
            end=end.pose,
            manoeuvres=(),
            files=end.files,
            guns=end.guns,
            trail=(),
            advanced=False,
            rolls=(),
        )
    )
    now = apply(state, events[-1])
    events.extend(generals_table.overrun(now, field.unit_of(now, unit.id), [way.path]))
    over = melee_table.obstacle_between(now, field.unit_of(now, unit.id), foe)
    events.append(
        melee_events.ContactMade(
            Fight(a=unit.id, b=foe.id, a_impetus=True, b_impetus=False, flank=False, over=over, under="")
        )
    )
    return []


def catch(state: State, step: pursuit_events.Catch, dice: Dice) -> Progress:
    """A unit reached while giving way: a routing one is gone, others lose figures without saves and rout.

    They are not pursued again: with that a charge by written order is over [melee.caught].
    """
    unit, victim = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    cause = "follow-up" if step.fighting else "charge"
    events: list[object] = []
    way = charge_way.charge_way(state, unit, victim, max(unit.turn.reach, 12.0) + 30.0)
    if way is not None:
        end = charge_way.flush(state, unit, victim, way)
        events.append(movement_events.moved_to(unit, end, cause, cause == "charge"))
        now = apply(state, events[0])
        events.extend(generals_table.overrun(now, field.unit_of(now, unit.id), [way.path]))
    if state.settings.turn_mode == "written-orders" and cause == "charge":
        events.append(charge_events.ChargeFell(unit.id, victim.id, "caught"))
    now = state
    for one in events:
        now = apply(now, one)
    found = caught_look(now, field.unit_of(now, unit.id), victim)
    before = len(dice.rolls)
    result = rule.caught(found, dice)
    rolls = tuple(dice.rolls[before:])
    if found.routing:
        off = movement_table.making_way(now, field.unit_of(now, unit.id))
        return Progress((*events, *casualties_table.gone(now, victim, "caught")), off)
    general = generals_table.general_falls(now, victim) if result.general else ""
    fought = melee_events.RoundFought(
        a=unit.id,
        b=victim.id,
        caught=True,
        fighting=(found.fighting, 0),
        hits=(result.killed, 0),
        killed=(0, result.killed),
        officers=(0, result.officers),
        generals=("", general),
        tally=lines(rule.catch_mods(found)),
        rolls=rolls,
    )
    events.append(fought)
    if general:
        events.append(generals_events.GeneralLost(general, "killed"))
    now = state
    for one in events:
        now = apply(now, one)
    for one in casualties_table.taken_off(
        now, field.unit_of(now, victim.id), casualties_rule.Losses(result.killed, result.officers), unit
    ):
        events.append(one)
        now = apply(now, one)
    left = field.unit_of(now, victim.id)
    off = movement_table.making_way(now, field.unit_of(now, unit.id))
    if left.place != ON_TABLE:
        return Progress(tuple(events), off)
    mettle = morale_table.mettle_after(now, left, morale_rule.OTHER, morale_rule.ROUT, left.mettle.first_shot)
    tally = (Row("caught", "routs", "charge-boys.melee.caught"),)
    events.append(
        morale_events.MoraleTested(
            unit=left.id,
            kind="caught",
            why="caught",
            total=0,
            result=morale_rule.ROUT,
            retreat=result.rout,
            mettle=mettle,
            hits_tested=False,
            tally=tally,
            rolls=(),
        )
    )
    return Progress(tuple(events), (retreat_events.FallBack(left.id, "rout", result.rout, unit.id), *off))


def caught_look(state: State, unit: Unit, victim: Unit) -> rule.Catch:
    """A catcher and its victim; the figures are those of a contact on the victim's rear [melee.caught]."""
    settings = state.settings
    wide, _ = field.base(unit, settings)
    across, _ = field.size(victim, settings)
    touching = min(unit.files, max(1, round(across / wide)))
    ends = min(2, unit.files - touching)
    second = min(touching + ends, field.ranked(unit) - unit.files) if field.ranks(unit) > 1 else 0
    figures = min(field.ranked(unit), melee_rule.fighting(touching, max(0, ends), unit.formation, max(0, second)))
    in_open = not terrain_cover.cover_of(state, victim, unit.pose.x, unit.pose.y).any()
    return rule.Catch(
        fighting=figures,
        victim_arm=field.arm_of(victim),
        victim_formation=victim.formation,
        strength=field.strength(victim),
        routing=field.routing(victim),
        quality=unit.quality,
        mounted_against_open_foot=field.mounted(unit)
        and not field.mounted(victim)
        and victim.formation != tables.LIMBERED
        and in_open,
        disordered=unit.mettle.disordered,
        officers=victim.officers,
        general=bool(field.generals_with(state, victim.id)),
        by=unit.side,
        victim_by=victim.side,
        settings=settings,
    )


PLAYS: Final[Plays] = {
    pursuit_events.Catch: Play(catch),
    pursuit_events.AfterMelee: Play(after_melee),
    pursuit_events.FollowUp: Play(stays, asks_to_follow, follow_decision, follow_chosen),
    pursuit_events.Redress: Play(no_effect, asks_to_redress, redress_decision, redressed, check_redress),
    pursuit_events.Pursue: Play(pursue),
}
