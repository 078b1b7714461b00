"""The order of play: what each step asks, what an answer does, and how it resolves."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Play, no_effect
from roundtop.battle.protocol import Command, Decision, Opening, Outcome, Player, Progress
from roundtop.battle.scenario import Scenario
from roundtop.dice.questions import Question, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import activation, combat, deployment, orders, react, shooting, steps
from roundtop.rulebooks.order_cards.cards import deck_of
from roundtop.rulebooks.order_cards.events import (
    ChargeDeclared,
    ChargeShort,
    Circled,
    ContactMade,
    Deployed,
    Disordered,
    Fired,
    Freed,
    GunsTaken,
    HalfTurned,
    LineChanged,
    MeleeFought,
    MessengerGone,
    MessengerMoved,
    MessengerSent,
    Met,
    Moved,
    OfficerHurt,
    OfficerMoved,
    OfficerPlaced,
    OfficerSwept,
    RallyTried,
    Resupplied,
    Sighted,
    Sniped,
    Spotted,
    Surrendered,
    TakeBackRefused,
    TakenBack,
    Tested,
    TurnEnded,
    UnitRemoved,
    Unnoticed,
    Waived,
    WingTurned,
    WorkBegan,
    apply,
)
from roundtop.rulebooks.order_cards.muster import muster
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.sight import piece_seen, unseen_again, unseen_by
from roundtop.rulebooks.order_cards.state import (
    ON_TABLE,
    TO_DEPLOY,
    Army,
    Sighting,
    State,
    army_of,
    enemy_of,
    look_of,
    players_of,
    unit_of,
)
from roundtop.table.pose import Pose

UNIT_EVENTS: Final = (
    Deployed, Moved, HalfTurned, WingTurned, Waived, Circled, Tested, RallyTried, Disordered, UnitRemoved, Resupplied,
    WorkBegan, TakenBack, TakeBackRefused,
)  # fmt: skip
"""Events about one unit."""
SIGHT_EVENTS: Final = (
    Deployed, Moved, WingTurned, Fired, Sniped, Tested, RallyTried, Disordered, UnitRemoved, OfficerPlaced,
    OfficerMoved, OfficerHurt, MessengerSent, MessengerMoved, MessengerGone, TurnEnded, MeleeFought, ContactMade,
    Surrendered, Freed, LineChanged, TakenBack, Met,
)  # fmt: skip
"""Events after which something may have come into view or gone out of it."""
GOING: Final = (Deployed, Moved, WingTurned, OfficerPlaced, OfficerMoved, MessengerSent, MessengerMoved)
"""Events that tell from where to where a piece went, or where it came to the table."""


def begin(scenario: Scenario, settings: Settings, players: tuple[Player, ...]) -> Opening:
    """Forces mustered and the table laid out [setup.organisation, setup.deployment, misc.multiplayer]."""
    found = muster(scenario, settings, players)
    several = len(players) > len(found.armies)
    courier = settings.messengers == "on" or (settings.messengers == "auto" and (several or bool(found.reserves)))
    state = State(
        scenario.title,
        settings,
        deck_of(settings.deck),
        found.ground,
        found.armies,
        found.hands,
        found.units,
        found.officers,
        found.goals,
        found.zones,
        found.sets,
        found.visibility,
        reserves=found.reserves,
        courier=courier,
    )
    if settings.fog:
        state.roster = state.units
        state.staff = state.officers
        state.armies = tuple([_first_look(state, army) for army in state.armies])
        state.looked = look_of(state, {})
    placing: tuple[steps.Step, ...] = ()
    if [unit for unit in state.units if unit.place == TO_DEPLOY]:
        placing = (steps.ThrowForPlacing(),)
    return Opening(state, (*placing, steps.BeginSet(1)))


def _first_look(state: State, army: Army) -> Army:
    return Army(army.side, army.edge, army.friendly, army.exits, unseen=unseen_by(state, army.side))


# ---------------------------------------------------------------- the table of steps


PLAYS: Final[dict[type, Play]] = {
    steps.ThrowForPlacing: Play(deployment.throw_for_placing),
    steps.PickUnit: Play(
        deployment.pick_by_itself, deployment.asks_to_pick, deployment.pick_decision, deployment.picked
    ),
    steps.PlaceUnit: Play(
        no_effect, deployment.owner_of_unit, deployment.place_decision, deployment.placed, deployment.check_place
    ),
    steps.PlaceOfficer: Play(
        no_effect,
        deployment.asks_for_officer,
        deployment.officer_decision,
        deployment.officer_placed,
        deployment.check_officer,
    ),
    steps.BeginSet: Play(orders.begin_set),
    steps.ChooseSets: Play(no_effect, orders.asks_for_sets, orders.sets_decision, orders.set_chosen, orders.check_set),
    steps.ThrowForSet: Play(orders.throw_for_set),
    steps.ChooseOrder: Play(no_effect, orders.asks_for_order, orders.order_decision, orders.order_chosen),
    steps.TakeTurn: Play(orders.take_turn),
    steps.CardInPlay: Play(no_effect, activation.asks_for_deed, activation.pick_decision, activation.picked),
    steps.Act: Play(no_effect, activation.asks_owner, activation.act_decision, activation.acted),
    steps.MoveUnit: Play(
        no_effect, activation.asks_mover, activation.move_decision, activation.move_made, activation.check_move
    ),
    steps.MoveRest: Play(activation.move_rest),
    steps.ComeOn: Play(activation.come_on),
    steps.RefuseWing: Play(no_effect, activation.asks_mover, activation.wing_decision, activation.wing_turned),
    steps.ShiftBarrier: Play(
        no_effect,
        activation.asks_mover,
        activation.barrier_decision,
        activation.barrier_shifted,
        activation.check_barrier,
    ),
    steps.FormUpFree: Play(
        no_effect, activation.asks_mover, activation.free_decision, activation.formed_free, activation.check_free
    ),
    steps.MoveOfficer: Play(
        no_effect,
        activation.asks_officer,
        activation.officer_decision,
        activation.officer_moved,
        activation.check_officer,
    ),
    steps.SendMessenger: Play(no_effect, activation.asks_officer, activation.send_decision, activation.sent),
    steps.MoveMessenger: Play(
        no_effect, activation.asks_rider, activation.rider_decision, activation.rider_moved, activation.check_rider
    ),
    steps.Draw: Play(orders.draw),
    steps.FireAt: Play(no_effect, shooting.owner, shooting.fire_decision, shooting.target_named),
    steps.Shoot: Play(shooting.shoot),
    steps.Snipe: Play(shooting.snipe),
    steps.TestMorale: Play(react.test_morale, react.asks_for_help, react.help_decision, react.helped_test),
    steps.Rally: Play(react.try_rally, react.asks_for_help, react.help_decision, react.helped_rally),
    steps.FaceRallied: Play(no_effect, react.asks_to_face, react.face_decision, react.faced),
    steps.DeclareCharge: Play(no_effect, combat.charge_owner, combat.declare_decision, combat.target_named),
    steps.AimCharge: Play(no_effect, combat.charge_owner, combat.aim_decision, combat.charge_aimed, combat.check_aim),
    steps.RunCharge: Play(combat.run_charge),
    steps.Fight: Play(combat.fight, combat.asks_for_leaders, combat.leader_decision, combat.led),
    steps.Retreat: Play(react.retreat),
    steps.TestLoser: Play(react.test_loser, react.asks_for_help, react.help_decision, react.helped_loser),
    steps.GiveUp: Play(combat.give_up),
    steps.AfterMelee: Play(react.after_melee),
    steps.RunAway: Play(react.run_away),
    steps.RunHow: Play(no_effect, react.asks_how_to_run, react.run_decision, react.run_told),
    steps.FallBack: Play(react.fall_back),
    steps.FallBackTo: Play(no_effect, react.asks_where, react.where_decision, react.fell_back),
    steps.LeadAway: Play(react.lead_away),
    steps.GrantTakeBack: Play(no_effect, activation.asks_for_grace, activation.grace_decision, activation.grace_given),
    steps.EndCard: Play(react.end_card),
    steps.EndTurn: Play(react.end_turn),
}


def asks(state: State, step: steps.Step) -> tuple[str, ...]:
    return PLAYS[type(step)].asks(state, step)


def decision(view: State, step: steps.Step, player: str) -> Decision:
    return PLAYS[type(step)].decision(view, step, player)


def check(view: State, step: steps.Step, command: Command) -> tuple[Reason, ...]:
    return PLAYS[type(step)].check(view, step, command)


def accept(state: State, step: steps.Step, command: Command) -> Progress:
    progress = PLAYS[type(step)].accept(state, step, command)
    return befogged(state, progress) if state.settings.fog else progress


def advance(state: State, step: steps.Step, dice: Dice) -> Progress:
    if not state.settings.fog:
        return PLAYS[type(step)].advance(state, step, dice)
    return befogged(state, PLAYS[type(step)].advance(state, step, hushed(state, step, dice)))


# ---------------------------------------------------------------- the fog


class Hushed(Dice):
    """Dice thrown for a unit that is not in view: only its own side sees them [visibility.hidden-units]."""

    def __init__(self, dice: Dice, side: str) -> None:
        super().__init__()
        self.dice = dice
        self.side = side
        self.rolls = dice.rolls

    def ask(self, question: Question) -> int:
        why = question.why
        question.why = Why(why.reason, why.clause, why.by, self.side)
        return self.dice.ask(question)


def hushed(state: State, step: steps.Step, dice: Dice) -> Dice:
    if isinstance(step, (steps.TestMorale, steps.Rally, steps.TestLoser, steps.Retreat)):
        unit = unit_of(state, step.unit)
        if unit.id in army_of(state, enemy_of(state, unit.side)).unseen:
            return Hushed(dice, unit.side)
    return dice


def befogged(state: State, progress: Progress) -> Progress:
    """Events about what a side does not see, before or after, kept from it; then all look again who is in view.

    [visibility.hidden-units]
    """
    looks_round = [step for step in progress.steps if isinstance(step, (steps.FallBackTo, steps.RunHow))]
    if not progress.events and not looks_round:
        return progress
    events: list[object] = []
    now = state
    for event in progress.events:
        after = apply(now, event)
        blind = [army.side for army in state.armies if keeps_from(now, after, event, army.side)]
        if not blind:
            events.append(event)
        else:
            to = tuple([hand.player for hand in state.hands if hand.side not in blind])
            last = events[-1] if events else None
            if isinstance(last, Unnoticed) and last.to == to:
                events[-1] = Unnoticed((*last.events, event), to)
            else:
                events.append(Unnoticed((event,), to))
        now = after
    moved = bool([event for event in progress.events if isinstance(event, SIGHT_EVENTS)])
    watch: dict[str, str] = {}
    spotted = Spotted(tuple([look_again(state, now, army, moved, watch) for army in now.armies]), moved)
    spotted.watch = watch
    return Progress((*events, spotted), progress.steps, progress.final)


def keeps_from(before: State, after: State, event: object, side: str) -> bool:
    """Whether a side notices nothing of an event: all it names are enemies out of its view, then and now.

    Of an enemy that comes into view or goes out of it on its way, nobody is told whence or whither.
    """
    names = pieces_of(event)
    if not names:
        return False
    unseen = army_of(before, side).unseen
    if isinstance(event, GOING):
        return is_enemy(after, side, names[0]) and (names[0] in unseen or not piece_seen(after, side, names[0]))
    for name in names:
        if name not in unseen or (isinstance(event, SIGHT_EVENTS) and piece_seen(after, side, name)):
            return False
    return True


def is_enemy(state: State, side: str, id: str) -> bool:
    pieces = (*state.units, *state.officers, *state.messengers)
    return any([piece.id == id and piece.side != side for piece in pieces])


def pieces_of(event: object) -> tuple[str, ...]:
    """The pieces on the table of which an event tells."""
    if isinstance(event, (OfficerPlaced, OfficerMoved, OfficerHurt)):
        return (event.officer,)
    if isinstance(event, OfficerSwept):
        return (event.officer,)
    if isinstance(event, MessengerSent):
        return (event.messenger.id,)
    if isinstance(event, (MessengerMoved, MessengerGone)):
        return (event.messenger,)
    if isinstance(event, (Fired, ChargeDeclared, ChargeShort)):
        return (event.unit, event.target)
    if isinstance(event, (*UNIT_EVENTS, LineChanged, GunsTaken)):
        return (event.unit,)
    return ()


def look_again(before: State, now: State, army: Army, moved: bool, watch: dict[str, str]) -> Sighted:
    """What has come into a side's view and gone out of it, and where that was last seen."""
    unseen = unseen_again(now, army.side, watch) if moved else army.unseen
    appeared = tuple([id for id in army.unseen if id not in unseen and place_of(now, id) is not None])
    lost = tuple([id for id in unseen if id not in army.unseen and place_of(before, id) is not None])
    kept = [one for one in army.sightings if one.unit in unseen and one.unit not in lost]
    for id in lost:
        pose = place_of(before, id)
        assert pose is not None
        kept.append(Sighting(id, pose))
    return Sighted(army.side, players_of(now, army.side), appeared, lost, unseen, tuple(kept))


def place_of(state: State, id: str) -> Pose | None:
    """Where a piece stands on the table."""
    for unit in state.units:
        if unit.id == id:
            return unit.pose if unit.place == ON_TABLE else None
    for officer in state.officers:
        if officer.id == id:
            return officer.pose if officer.place == ON_TABLE else None
    for rider in state.messengers:
        if rider.id == id:
            return rider.pose
    return None


def outcome(state: State) -> Outcome | None:
    return state.outcome
