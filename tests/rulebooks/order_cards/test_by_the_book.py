"""What a reader of the source found the table to do otherwise, tried in play."""

from __future__ import annotations

import pytest

from roundtop.battle import engine
from roundtop.battle.engine import Battle, Passage
from roundtop.battle.forms import Assigned, Marched
from roundtop.battle.protocol import Command
from roundtop.battles import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks.order_cards import RULEBOOK
from roundtop.rulebooks.order_cards.barriers.events import LineChanged
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards.told import allowed
from roundtop.rulebooks.order_cards.command.events import MessengerGone, OfficerHurt, OfficerPlaced
from roundtop.rulebooks.order_cards.deployment.table import may_come_on
from roundtop.rulebooks.order_cards.events import apply
from roundtop.rulebooks.order_cards.field import blocks, card_of, changing, on_table, stands_free, unit_of
from roundtop.rulebooks.order_cards.fire.table import lose
from roundtop.rulebooks.order_cards.movement.course import course_of, one_feature
from roundtop.rulebooks.order_cards.prisoners.events import Freed
from roundtop.rulebooks.order_cards.prisoners.table import surrender
from roundtop.rulebooks.order_cards.retreat import events as retreat_events
from roundtop.rulebooks.order_cards.state import Messenger, State, Unit
from roundtop.rulebooks.order_cards.supply.events import Resupplied
from roundtop.rulebooks.order_cards.supply.table import resupply_all
from roundtop.rulebooks.order_cards.tables import TO_ARRIVE
from roundtop.rulebooks.order_cards.victory.table import is_broken, losses_of, score, starting_stands
from roundtop.table.footprint import overlaps_any
from roundtop.table.ground import Crossing, off_table
from roundtop.table.path import Manoeuvre, forward, leg, shift, turn
from roundtop.table.pose import Pose
from tests.clauses import clause
from tests.rulebooks.order_cards.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    Table,
    area,
    field,
    foot,
    general,
    guns,
    obstacle,
    position,
    reserves,
    table,
    wagon,
)

# ---- free ground


@clause("order-cards.formation.refuse-flank")
def test_a_wing_needs_free_ground() -> None:
    line = foot("u", UNION, 6, 30, 10)
    behind = foot("f", UNION, 3, 32, 8.9)
    begun = table(*reserves(), line, behind, card="volley")
    begun.do("u", "refuse")
    assert "right-2" not in [item.key for item in begun.form.slots[0].items]
    assert begun.refusal(Assigned((("wing", "right-2"),))) != []
    begun.assign(wing="left-2")
    assert stands_free(begun.state, begun.unit("u"))
    edge = table(*reserves(), foot("u", UNION, 6, 30, 0.4), card="volley")
    assert "u" not in [item.key for item in edge.form.items]


@clause("order-cards.formation.refuse-flank")
@clause("order-cards.move.major-river")
def test_a_wing_is_not_thrown_back_into_a_river() -> None:
    river = field(obstacle("river", (0, 9.2), (72, 9.2)))
    begun = table(*reserves(), foot("u", UNION, 6, 30, 10), card="volley", ground=river)
    assert "u" not in [item.key for item in begun.form.items]


@clause("order-cards.move.leaving-table")
def test_a_crowd_that_turns_stays_on_the_table_and_out_of_the_river() -> None:
    crowd = foot("u", UNION, 8, 30, 1.2, disordered=True)
    begun = table(*reserves(), crowd, card="march")
    begun.do("u", "move")
    assert begun.no_march(turn(9000)) == ["move.leaving-table"]
    river = field(obstacle("river", (0, 8.7), (72, 8.7)))
    wet = table(*reserves(), foot("u", UNION, 8, 30, 10, disordered=True), card="march", ground=river)
    wet.do("u", "move")
    assert wet.no_march(turn(9000)) == ["move.major-river"]


@clause("order-cards.setup.reinforcements")
def test_a_column_that_comes_on_near_a_corner_is_wholly_on_the_table() -> None:
    late = foot("u", UNION, 4, 0, 0, place=TO_ARRIVE, entry=(0.2, 0.0), formation="column-of-march")
    begun = table(*reserves()[1:], late, card="march")
    assert [unit.id for unit in may_come_on(begun.state, UNION, card_of(begun.state, UNION))] == ["u"]
    begun.choose("on:u")
    assert stands_free(begun.state, begun.unit("u"))
    assert begun.pose("u")[0] >= 0.5
    # Where there is no room it is not offered.
    guard = [foot(f"c{n}", CONFEDERATE, 10, 6 + 11 * n, 3, SOUTH) for n in range(7)]
    shut = table(*guard, foot("u7", UNION, 4, 60, 40), late, card="march")
    assert may_come_on(shut.state, UNION, card_of(shut.state, UNION)) == []


@clause("order-cards.barrier.move")
@pytest.mark.parametrize("card", ["march", "volley", "rout-and-rally", "re-supply"])
def test_a_barrier_is_shifted_on_any_card_to_free_ground(card: str) -> None:
    frise = field(obstacle("chevaux-de-frise", (28.5, 10.4), (31.5, 10.4)))
    line = foot("u", UNION, 4, 30, 10)
    begun = table(*reserves(), line, card=card, ground=frise)
    begun.do("u", "barrier")
    begun.march(shift(0.0, 3.0))
    assert begun.last(LineChanged).left == (((28.5, 13.4), (31.5, 13.4)),)
    near = table(*reserves(), line, foot("x", CONFEDERATE, 4, 30, 14.5, SOUTH), card=card, ground=frise)
    near.do("u", "barrier")
    # An inch before the enemy it stops; and nobody pushes it through a friend.
    assert near.refusal(Marched((shift(0.0, 3.0),))) == ["barrier.move"]
    near.march(shift(0.0, 2.7))
    friend = table(*reserves(), line, foot("f", UNION, 4, 30, 12, EAST), card=card, ground=frise)
    friend.do("u", "barrier")
    assert friend.refusal(Marched((shift(0.0, 3.0),))) == ["barrier.move"]


def misplaced(state: State) -> list[tuple[str, str]]:
    """Units that hang over the edge or lie on another."""
    found: list[tuple[str, str]] = []
    units = on_table(state)
    for place, unit in enumerate(units):
        if [part for part in blocks(unit) if off_table(state.ground, part)]:
            found.append((unit.id, "the edge"))
        for other in units[:place]:
            if [part for part in blocks(unit) if overlaps_any(part, blocks(other)) >= 0]:
                found.append((unit.id, other.id))
    return found


@clause("order-cards.move.leaving-table")
@clause("order-cards.move.interpenetration")
@pytest.mark.parametrize("seed", range(3))
def test_nobody_hangs_over_the_edge_or_lies_on_another_after_any_event(seed: int) -> None:
    stream, dice = Stream(f"recruits {seed}"), Seeded(f"dice {seed}")
    battle = engine.begin(RULEBOOK, load("training-field"), {})
    passage = engine.run(RULEBOOK, battle, dice)
    state: State = battle.state
    for _ in range(600):
        for event in passage.events:
            state = apply(state, event)
            assert misplaced(state) == [], event
        asked = engine.asked(RULEBOOK, passage.battle)
        if not asked:
            break
        done = lawful(passage.battle, asked[0], stream)
        for event in done.events:
            state = apply(state, event)
            assert misplaced(state) == [], event
        passage = engine.run(RULEBOOK, done.battle, dice)
    assert state.turn > 5


def lawful(battle: Battle, player: str, stream: Stream) -> Passage:
    """A lawful answer of a recruit's, carried out."""
    asked = engine.decision(RULEBOOK, battle, player)
    for _ in range(100):
        try:
            return engine.submit(RULEBOOK, battle, Command(player, asked.kind, asked.about, recruit(asked, stream)))
        except engine.Refused:
            continue
    raise AssertionError(asked)


# ---- water and walls


def wading(unit: Unit, *way: Manoeuvre) -> list[str]:
    """What a move across a river with a ford at x = 30 does."""
    river = field(obstacle("river", (0, 12), (72, 12)), Crossing("ford", 30.0, 12.0, 3.0))
    state = position(unit, card="march", ground=river)
    return [action.do for action in course_of(state, unit, way).actions]


@clause("order-cards.move.major-river")
def test_a_ford_is_a_creek_to_everybody() -> None:
    assert wading(foot("u", UNION, 6, 30, 10), forward(6.0)) == ["ford"]
    assert wading(foot("u", UNION, 6, 30, 10, formation="loose-order"), forward(6.0)) == ["ford"]
    assert wading(foot("u", UNION, 6, 30, 10, disordered=True), shift(0.0, 6.0)) == ["ford"]
    assert wading(foot("u", UNION, 4, 30, 8, formation="column-of-march"), leg(30.0, 15.0)) == ["ford"]
    assert wading(foot("u", UNION, 6, 40, 10), forward(6.0)) == ["major-river"]


@clause("order-cards.move.major-river")
@clause("order-cards.melee.retreat-obstacle")
def test_who_runs_or_is_driven_back_wades_a_ford() -> None:
    ford = field(obstacle("river", (0, 16), (72, 16)), Crossing("ford", 30.0, 16.0, 3.0))
    runner = foot("a", UNION, 6, 30, 20, state="routing", disordered=True)
    begun = table(*reserves(), runner, foot("x", CONFEDERATE, 6, 30, 30, SOUTH), card="volley", ground=ford)
    begun.end()
    assert begun.pose("a")[:2] == (30.0, 10.0)
    beaten = foot("a", UNION, 6, 30, 20, disordered=True)
    state = position(*reserves(), beaten, foot("x", CONFEDERATE, 6, 30, 30, SOUTH), ground=ford)
    driven = Table(state, retreat_events.Retreat("a", 18000, ("a", "x")))
    assert (driven.pose("a")[:2], driven.unit("a").circled) == ((30.0, 10.0), 0)


@clause("order-cards.move.how-deductions-count")
@clause("order-cards.misc.dismantle")
def test_a_breached_fence_is_one_feature_still() -> None:
    left, right = obstacle("fence", (10, 14), (29, 14)), obstacle("fence", (31, 14), (50, 14))
    assert one_feature(left, right)
    assert one_feature(right, left)
    assert not one_feature(left, obstacle("fence", (31, 16), (50, 16)))
    assert not one_feature(left, obstacle("wall", (31, 14), (50, 14)))
    line = foot("u", UNION, 6, 30, 10)
    state = position(line, card="march", ground=field(left, right))
    assert [one.do for one in course_of(state, line, (forward(6.0),)).actions] == ["fence-good-order"]
    apart = position(line, card="march", ground=field(left, obstacle("fence", (31, 14.5), (50, 14.6))))
    assert len(course_of(apart, line, (forward(6.0),)).actions) == 2


# ---- points


@clause("order-cards.victory.points")
@clause("order-cards.officer.wound-effect")
def test_an_officer_stays_scored_when_he_is_replaced() -> None:
    state = position(*reserves(), general("g", UNION, 6, 4, "division", 20), officer_replacement=True)
    fallen = apply(state, OfficerHurt("g", "killed"))
    assert score(fallen, CONFEDERATE).officers == ("division",)
    again = apply(fallen, OfficerPlaced("g", Pose(6.0, 4.0, 0), "replace"))
    assert score(again, CONFEDERATE).officers == ("division",)
    assert score(apply(again, OfficerHurt("g", "captured")), CONFEDERATE).officers == ("division", "division")
    wounded = apply(apply(state, OfficerHurt("g", "light wound")), OfficerPlaced("g", Pose(6.0, 4.0, 0), "replace"))
    assert score(wounded, CONFEDERATE).officers == ()


@clause("order-cards.victory.points")
def test_a_battery_that_surrenders_scores_as_guns() -> None:
    battery = guns("b", UNION, 3, 30, 20, formation="limbered")
    state = position(*reserves(), battery, foot("x", CONFEDERATE, 6, 30, 24, SOUTH))
    for event in surrender(state, unit_of(state, "b"), unit_of(state, "x")):
        state = apply(state, event)
    assert losses_of(state, UNION) == (0, 0, 3, 0)


@clause("order-cards.victory.break-point")
def test_wagons_count_neither_as_stands_nor_as_losses() -> None:
    pieces = (foot("u", UNION, 3, 30, 10, start=6), *[wagon(f"w{n}", UNION, 30 + 3 * n, 4) for n in range(3)])
    state = position(*pieces, foot("x", CONFEDERATE, 6, 30, 40, SOUTH))
    assert starting_stands(state, UNION) == 6
    assert is_broken(state, UNION)


# ---- prisoners


@clause("order-cards.prisoners.guards")
def test_dispersed_stands_are_lost_for_good() -> None:
    # Two stands can spare one guard for four of the six; the other two are gone.
    state = position(*reserves(), foot("a", UNION, 2, 30, 20), foot("x", CONFEDERATE, 6, 30, 24, SOUTH))
    for event in surrender(state, unit_of(state, "x"), unit_of(state, "a")):
        state = apply(state, event)
    assert losses_of(state, CONFEDERATE) == (2, 4, 0, 0)
    column = next(unit for unit in state.units if unit.captive)
    freed = apply(state, Freed("x", column.pose, 0))
    assert (unit_of(freed, "x").stands, unit_of(freed, "x").circled) == (4, 8)


@clause("order-cards.prisoners.led-away")
def test_captives_whose_guards_are_shot_are_free() -> None:
    state = position(*reserves(), foot("a", UNION, 6, 30, 20), foot("x", CONFEDERATE, 4, 30, 24, SOUTH))
    for event in surrender(state, unit_of(state, "x"), unit_of(state, "a")):
        state = apply(state, event)
    column = next(unit for unit in state.units if unit.captive)
    for event in lose(state, column, 4, "fire"):
        state = apply(state, event)
    captives = unit_of(state, "x")
    assert (captives.place, captives.state, captives.stands) == ("on", "routing", 4)
    assert unit_of(state, column.id).place == "gone"
    assert stands_free(state, captives)


@clause("order-cards.prisoners.led-away")
@clause("order-cards.move.interpenetration")
def test_formed_friends_through_whom_prisoners_are_led_test() -> None:
    taken = foot("x", CONFEDERATE, 4, 60, 40, place="gone", fate="captured", load=4)
    column = foot("x-prisoners", UNION, 1, 30, 20, disordered=True, load=4, captive="x")
    begun = table(*reserves(), taken, column, foot("f", UNION, 6, 30, 16), card="volley")
    begun.end(dice=[71])
    assert begun.unit("f").disordered


# ---- messengers and supplies


@clause("order-cards.officer.messengers")
def test_a_messenger_delivers_when_they_meet_whoever_rode() -> None:
    state = changing(position(*reserves(), general("a", UNION, 6, 4), general("b", UNION, 30, 20)))
    state.messengers = (Messenger("m", UNION, UNION, "a", "b", "note", "", Pose(30.0, 8.0, 0), moved=True),)
    begun = Table(state, cards_events.CardInPlay((UNION,)))
    begun.choose("b")
    begun.march(leg(30.0, 11.2))
    assert begun.all(MessengerGone) == []
    again = Table(state, cards_events.CardInPlay((UNION,)))
    again.choose("b")
    again.march(leg(30.0, 10.8))
    assert [gone.killed for gone in again.all(MessengerGone)] == [False]
    assert again.state.messengers == ()


@clause("order-cards.supply.card")
def test_an_enemy_nobody_has_seen_does_not_keep_supplies_away() -> None:
    # Two and a half inches off, deep in a wood; and the same in the open.
    low = foot("u", UNION, 6, 30, 17, ammo="low")
    lurking = foot("x", CONFEDERATE, 4, 30, 20.25, SOUTH)
    wood = field(area("woods", 10, 17.5, 50, 40))
    hidden = position(*reserves(), low, lurking, card="re-supply", ground=wood)
    assert [event.unit for event in resupply_all(hidden, UNION) if isinstance(event, Resupplied)] == ["u"]
    seen = position(*reserves(), low, lurking, card="re-supply")
    assert resupply_all(seen, UNION) == []


# ---- what the slip beside a unit says


def slip(unit: Unit, card: str) -> str:
    return allowed(position(unit, foot("x", CONFEDERATE, 6, 60, 44, SOUTH), card=card), unit)[0].value


@clause("order-cards.cards.set-per-player")
def test_slips_tell_the_truth() -> None:
    assert slip(guns("b", UNION, 3, 30, 10), "charge") == "move 2″"
    assert slip(guns("b", UNION, 3, 30, 10, formation="limbered"), "charge").startswith("move ")
    assert "charge" not in slip(guns("b", UNION, 3, 30, 10, formation="limbered"), "charge")
    assert slip(foot("u", UNION, 6, 30, 10), "charge-home") == "move 8″, charge at +3"
    assert slip(foot("u", UNION, 6, 30, 10, formation="column-of-march"), "charge-home") == "move 8″"
    run = foot("u", UNION, 6, 30, 10, state="routing", disordered=True, owes=True)
    assert slip(run, "double-quick") == "run 10″"
    down = foot("u", UNION, 6, 30, 10, state="head-down", disordered=True, owes=True)
    assert slip(down, "volley") == "fall back 8″"
    settled = foot("u", UNION, 6, 30, 10, NORTH, state="head-down", in_position=True)
    assert slip(settled, "march") == "nothing more"
