"""A card carried out: which unit or officer acts, what it may do, taking back, and ending the card."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Confirm, Confirmed, Item
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.barriers import events as barriers_events
from roundtop.rulebooks.order_cards.barriers import table as barriers_table
from roundtop.rulebooks.order_cards.cards import events, rule
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.charge import table as charge_table
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.command import messengers as command_messengers
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.deployment import table as deployment_table
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.fire import table as fire_table
from roundtop.rulebooks.order_cards.formation import events as formation_events
from roundtop.rulebooks.order_cards.formation import table as formation_table
from roundtop.rulebooks.order_cards.head_down import events as head_down_events
from roundtop.rulebooks.order_cards.melee import events as melee_events
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.movement import ways as movement_ways
from roundtop.rulebooks.order_cards.prisoners import events as prisoners_events
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.rout import events as rout_events
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.rulebooks.order_cards.supply import events as supply_events
from roundtop.rulebooks.order_cards.supply import table as supply_table

END: Final = "end"
TAKE_BACK: Final = "take-back"
BACK: Final = "back"
UNSURE: Final = ("refuse", "move", "fire", "waive", "charge")
"""What a unit does only if there is somebody to do it to, or room for it; the dearest to find out last."""
BESIDES: Final = ("refuse", "waive", "barrier")
"""What a unit that has acted may do besides; nothing is lost where it does not."""
IN_RESERVE: Final = ("fire", "rally", "form-up", "draw", "fall-back", "rout", "lead-away")
"""What a unit held in reserve does all the same [officer.messengers]."""
LABELS: Final[dict[str, str]] = {
    "move": "move",
    "fire": "fire",
    "charge": "charge",
    "waive": "say that it will not charge on this card",
    "refuse": "refuse a flank: throw a wing back",
    "disorder": "go into disorder",
    "dismantle": "take down the wall or fence it touches",
    "barrier": "shift the barrier it touches",
    "rally": "try to rally",
    "form-up": "form up near the officer",
    "draw": "draw supplies",
    "fall-back": "fall back, head down",
    "rout": "run",
    "lead-away": "lead the prisoners away",
    "fight": "fight the melee",
    "send": "send a messenger",
}
CLAUSES: Final[dict[str, str]] = {
    "move": "move.card-distance",
    "fire": "fire.one-target",
    "charge": "charge.declare",
    "waive": "charge.reach-not-shown",
    "refuse": "formation.refuse-flank",
    "disorder": "formation.voluntary-disorder",
    "dismantle": "misc.dismantle",
    "barrier": "barrier.move",
    "rally": "rally.card",
    "form-up": "rally.disordered-near-officer",
    "draw": "supply.limit",
    "fall-back": "morale.head-down-move",
    "rout": "morale.rout-state",
    "lead-away": "prisoners.led-away",
    "fight": "charge.multiple",
    "send": "officer.messengers",
}


def owed(unit: Unit) -> str:
    """The compulsory move a unit still has to make, "" if none [turn.free-sequence]."""
    if not unit.owes or unit.place != tables.ON_TABLE:
        return ""
    if unit.captive:
        return "lead-away"
    return "rout" if unit.state == tables.ROUTING else "fall-back" if unit.state == tables.HEAD_DOWN else ""


def deeds(state: State, unit: Unit, card: rule.Card) -> list[str]:
    """What a unit may still do on a card, by its state and the card alone [cards.set-per-player]."""
    melee = field.melee_of(state, unit.id) if state.melees else None
    if melee is not None:
        return ["fight"] if melee.attacks[0].unit == unit.id else []
    found = _deeds_at_large(state, unit, card)
    if state.reserves and command_messengers.held_back(state, unit):
        return [deed for deed in found if deed in IN_RESERVE]
    return found


def _deeds_at_large(state: State, unit: Unit, card: rule.Card) -> list[str]:
    """What a unit may still do that nobody holds back."""
    due = owed(unit)
    found = [due] if due else []
    if unit.captive:
        return found
    # A charge that fell short goes on whatever the card [charge.short].
    if unit.target and card.word in (rule.RALLY, rule.RESUPPLY) and charge_table.can_charge(unit, card):
        found.append("charge")
    if card.word == rule.RALLY:
        return [*found, *_rally_deeds(state, unit), *_standing_deeds(state, unit)]
    if card.word == rule.RESUPPLY:
        draws = state.settings.supply_limit and supply_table.can_draw(state, unit)
        return [*found, *(["draw"] if draws else []), *_standing_deeds(state, unit)]
    if unit.state == tables.ROUTING:
        return found
    if unit.working:
        return found
    if unit.state == tables.HEAD_DOWN:
        return [*found, *_head_down_deeds(unit, card)]
    return [*found, *_steady_deeds(state, unit, card)]


def offered(view: State, unit: Unit, card: rule.Card) -> list[str]:
    """What a unit may still do on a card, charge and fire only where it could name a target, and nothing that it could
    only leave again. A unit for which nothing may be measured yet is offered its fire whoever is in reach.
    [fire.one-target, charge.see-target, charge.reach-not-shown]
    """
    found = deeds(view, unit, card)
    return [deed for deed in found if _is_open(view, unit, card, deed, found)]


def _has_deed(view: State, unit: Unit, card: rule.Card, found: list[str]) -> bool:
    """Whether anything of what a unit may do is open to it; what is dear to find out is asked last."""
    if [deed for deed in found if deed not in UNSURE]:
        return True
    for deed in UNSURE:
        if deed in found and _is_open(view, unit, card, deed, found):
            return True
    return False


def _is_open(view: State, unit: Unit, card: rule.Card, deed: str, found: list[str]) -> bool:
    """Whether there is somebody to do a deed to, or room for it."""
    if deed == "refuse":
        return formation_table.has_free_wing(view, unit)
    if deed == "move":
        return movement_ways.goes_anywhere(view, unit, card)
    if deed == "fire":
        hidden = not view.settings.premeasure_charges and "charge" in found
        if hidden and charge_table.anybody_to_charge(view, unit, card):
            return True
        return fire_table.anybody_to_fire_at(view, unit, card)
    if deed == "charge":
        return charge_table.anybody_to_charge(view, unit, card)
    if deed == "waive":
        return charge_table.unmeasured(view, unit) or charge_table.anybody_to_charge(view, unit, card)
    return True


def _rally_deeds(state: State, unit: Unit) -> list[str]:
    """Rallying, and forming up near an officer [rally.card, rally.disordered-near-officer]."""
    found: list[str] = []
    if unit.state != tables.STEADY and not unit.tried:
        found.append("rally")
    settled = unit.state == tables.STEADY or (
        unit.state == tables.HEAD_DOWN and not unit.owes and state.settings.head_down_form_up_near_officer
    )
    if settled and unit.disordered and morale_help.officers_near(state, unit):
        found.append("form-up")
    return found


def _standing_deeds(state: State, unit: Unit) -> list[str]:
    """What a steady unit may do on any card: refuse a flank, shift a barrier [formation.refuse-flank, barrier.move]."""
    found: list[str] = []
    if unit.state != tables.STEADY or unit.working:
        return found
    orders = field.card_of(state, unit.player).word not in (rule.RALLY, rule.RESUPPLY)
    if formation_table.may_refuse(unit) and (orders or state.settings.refuse_flank_any_card):
        found.append("refuse")
    idle = bool(state.ground.lines) and not unit.moved and not unit.fired and field.on_foot(unit)
    if idle and barriers_table.barrier_at(state, unit) is not None:
        found.append("barrier")
    return found


def _head_down_deeds(unit: Unit, card: rule.Card) -> list[str]:
    """In position it fires, or forms up on a move card [fire.firer-head-down, morale.head-down-form-up]."""
    found: list[str] = []
    if not unit.in_position or unit.owes:
        return found
    if card.move and unit.disordered and not unit.moved:
        found.append("move")
    if fire_table.may_fire(unit, card):
        found.append("fire")
    return found


def _steady_deeds(state: State, unit: Unit, card: rule.Card) -> list[str]:
    found: list[str] = []
    charges = charge_table.can_charge(unit, card)
    if charges:
        found.append("charge")
    if movement_table.may_move(unit, card):
        found.append("move")
    if fire_table.may_fire(unit, card):
        found.append("fire")
    if charges and not state.settings.premeasure_charges:
        found.append("waive")
    found.extend(_standing_deeds(state, unit))
    if (
        card.move
        and not unit.disordered
        and not unit.moved
        and not unit.fired
        and unit.arm in (tables.INFANTRY, tables.CAVALRY)
    ):
        found.append("disorder")
    idle = bool(state.ground.lines) and not unit.moved and not unit.fired and field.on_foot(unit)
    if idle and card.move and barriers_table.wall_at(state, unit) is not None:
        found.append("dismantle")
    return found


def asks_for_deed(state: State, step: events.CardInPlay) -> tuple[str, ...]:
    """Those whose cards are turned: the enemy does nothing meanwhile [turn.no-reaction]."""
    return step.waiting


def pick_decision(view: State, step: events.CardInPlay, player: str) -> Decision:
    card = field.card_of(view, player)
    items: list[Item] = []
    owing = 0
    for unit in view.units:
        if unit.player != player or unit.place != tables.ON_TABLE:
            continue
        found = deeds(view, unit, card)
        if owed(unit):
            owing += 1
        if _has_deed(view, unit, card, found):
            aside = "aside" if (unit.moved or unit.fired) and set(found) <= set(BESIDES) else ""
            items.append(Item(unit.id, _pick_label(unit, found), tables.BOOK + CLAUSES[found[0]], aside))
    for unit in deployment_table.may_come_on(view, player, card):
        items.append(
            Item(deployment_table.COMING + unit.id, f"{unit.name} comes on", tables.BOOK + "setup.reinforcements")
        )
    for officer in view.officers:
        if officer.player == player and officer.place == tables.ON_TABLE and not officer.unit and not officer.moved:
            items.append(Item(officer.id, officer.name, tables.BOOK + "move.fixed-moves"))
    for rider in view.messengers:
        if rider.player == player and not rider.moved:
            items.append(Item(rider.id, "the messenger", tables.BOOK + "officer.messengers"))
    if view.before is not None and view.before.player == player:
        items.append(
            Item(
                TAKE_BACK,
                f"ask to take back the move of {view.before.name}",
                tables.BOOK + "turn.no-repositioning",
                "aside",
            )
        )
    items.append(Item(END, _end_label(owing), tables.BOOK + "turn.free-sequence"))
    sentence = f"Your card is {card.name}. Which unit or officer acts next?"
    clauses = (
        tables.BOOK + "cards.set-per-player",
        tables.BOOK + "turn.free-sequence",
        tables.BOOK + "turn.no-take-back",
    )
    measure = charge_table.measure_before(view, field.hand_of(view, player).side) if card.charge else "all"
    return Decision(player, "card", "", sentence, clauses, form=Choose(tuple(items)), measure=measure, odds=True)


def _pick_label(unit: Unit, found: list[str]) -> str:
    return f"{unit.name}: {LABELS[found[0]]}" if len(found) == 1 else unit.name


def _end_label(owing: int) -> str:
    if owing == 0:
        return "end the card"
    return f"end the card: {owing} compulsory {'move is' if owing == 1 else 'moves are'} made first"


def picked(state: State, step: events.CardInPlay, command: Command) -> Progress:
    """A unit acts, an officer rides, or the card is ended, what is owed being done first [turn.free-sequence]."""
    key = key_of(command)
    player = command.player
    if key == END:
        rest = tuple([one for one in step.waiting if one != player])
        after: tuple[object, ...] = (
            (events.EndCard(player), events.CardInPlay(rest)) if rest else (events.EndCard(player),)
        )
        return Progress((), (*everything_owed(state, player), *after), final=True)
    if key == TAKE_BACK:
        assert state.before is not None
        return Progress((), (events.GrantTakeBack(state.before.id), step))
    if key.startswith(deployment_table.COMING):
        return Progress((), (deployment_events.ComeOn(key.removeprefix(deployment_table.COMING)), step))
    if [one for one in state.officers if one.id == key]:
        able = command_messengers.may_send(state, field.officer_of(state, key))
        return Progress((), (events.Act(key) if able else command_events.MoveOfficer(key), step))
    if [one for one in state.messengers if one.id == key]:
        return Progress((), (command_events.MoveMessenger(key, player), step))
    unit = field.unit_of(state, key)
    found = deeds(state, unit, field.card_of(state, player))
    if len(found) == 1:
        done = do(state, unit, found[0])
        return Progress(done.events, (*done.steps, step), done.final)
    return Progress((), (events.Act(key), step))


def everything_owed(state: State, player: str) -> tuple[object, ...]:
    """The melees and compulsory moves without which a card cannot end [charge.multiple, turn.free-sequence]."""
    steps: list[object] = []
    for melee in state.melees:
        if field.unit_of(state, melee.attacks[0].unit).player == player:
            steps.append(melee_events.Fight(melee.attacks[0].unit, tables.UNASKED, tables.UNASKED))
    for unit in sorted(field.on_table(state), key=lambda one: one.id):
        due = owed(unit) if unit.player == player else ""
        if due:
            steps.extend(do(state, unit, due).steps)
    return tuple(steps)


def do(state: State, unit: Unit, deed: str) -> Progress:
    """What starts when a unit is told to do something."""
    steps: dict[str, object] = {
        "move": movement_events.MoveUnit(unit.id),
        "fire": fire_events.FireAt(unit.id, ()),
        "charge": charge_events.DeclareCharge(unit.id),
        "refuse": formation_events.RefuseWing(unit.id),
        "disorder": morale_events.TestMorale(unit.id, morale_rule.VOLUNTARY_DISORDER, "", 0, tables.UNASKED),
        "barrier": barriers_events.ShiftBarrier(unit.id),
        "rally": rally_events.Rally(unit.id, tables.UNASKED),
        "form-up": rally_events.FormUpFree(unit.id),
        "draw": supply_events.Draw(unit.id),
        "fall-back": head_down_events.FallBack(unit.id),
        "rout": rout_events.RunAway(unit.id, ""),
        "lead-away": prisoners_events.LeadAway(unit.id),
        "fight": melee_events.Fight(unit.id, tables.UNASKED, tables.UNASKED),
    }
    if deed == "waive":
        return Progress((charge_events.Waived(unit.id),), final=True)
    if deed == "dismantle":
        return Progress((barriers_events.WorkBegan(unit.id),), final=True)
    if deed in ("move", "fire") and charge_table.waives_otherwise(state, unit):
        return Progress((charge_events.Waived(unit.id),), (steps[deed],), final=True)
    return Progress((), (steps[deed],), final=deed in ("disorder", "rally", "draw", "fight"))


def asks_owner(state: State, step: events.Act) -> tuple[str, ...]:
    for unit in state.units:
        if unit.id == step.unit:
            return (unit.player,)
    return (field.officer_of(state, step.unit).player,)


def act_decision(view: State, step: events.Act, player: str) -> Decision:
    officers = [one for one in view.officers if one.id == step.unit]
    if officers:
        name, found = officers[0].name, ["move", "send"]
    else:
        unit = field.unit_of(view, step.unit)
        name, found = unit.name, offered(view, unit, field.card_of(view, player))
    items = [Item(deed, LABELS[deed], tables.BOOK + CLAUSES[deed]) for deed in found]
    items.append(Item(BACK, "nothing for now", tables.BOOK + "turn.free-sequence"))
    clauses = (tables.BOOK + "cards.set-per-player", tables.BOOK + "turn.free-sequence")
    card = field.card_of(view, player)
    measure = charge_table.measure_before(view, field.hand_of(view, player).side) if card.charge else "all"
    return Decision(
        player,
        "act",
        step.unit,
        f"What does {name} do?",
        clauses,
        form=Choose(tuple(items)),
        measure=measure,
        odds=True,
    )


def acted(state: State, step: events.Act, command: Command) -> Progress:
    key = key_of(command)
    if key == BACK:
        return Progress(())
    if [one for one in state.officers if one.id == step.unit]:
        return Progress(
            (), (command_events.SendMessenger(step.unit) if key == "send" else command_events.MoveOfficer(step.unit),)
        )
    return do(state, field.unit_of(state, step.unit), key)


def asks_for_grace(state: State, step: events.GrantTakeBack) -> tuple[str, ...]:
    return (field.commander_of(state, field.enemy_of(state, field.unit_of(state, step.unit).side)),)


def grace_decision(view: State, step: events.GrantTakeBack, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    form = Confirm("let him take it back", "it stands")
    sentence = f"May the move of {unit.name} be taken back?"
    return Decision(player, "take-back", unit.id, sentence, (tables.BOOK + "turn.no-repositioning",), form=form)


def grace_given(state: State, step: events.GrantTakeBack, command: Command) -> Progress:
    assert isinstance(command.answer, Confirmed)
    event = events.TakenBack(step.unit) if command.answer.yes else events.TakeBackRefused(step.unit)
    return Progress((event,), final=True)


PLAYS: Final[Plays] = {
    events.CardInPlay: Play(no_effect, asks_for_deed, pick_decision, picked),
    events.Act: Play(no_effect, asks_owner, act_decision, acted),
    events.GrantTakeBack: Play(no_effect, asks_for_grace, grace_decision, grace_given),
}
