"""A march by hand: through corners, along a road, and what stops it."""

from __future__ import annotations

import pytest

from roundtop.battle.engine import decision
from roundtop.battle.forms import March, Marched
from roundtop.battle.game import Game
from roundtop.battle.protocol import Command
from roundtop.battles import load
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks import rulebook
from roundtop.server import ahead, march
from roundtop.server.ahead import Meant, Wish
from roundtop.table.ground import Ground, Road
from roundtop.table.measure import distance
from roundtop.table.pose import Pose


def in_hand(book: str, field: str, piece: str) -> tuple[Meant, March]:
    """A unit picked up as soon as it may be."""
    rules = rulebook(book)
    game = Game(rules, load(field), {}, Seeded("y"))
    for number in range(40):
        player = game.asked()[0]
        battle = ahead.imagined(rules, game.battle, player)
        found = ahead.meant(rules, battle, player, Wish("move", piece, "", True))
        if found is not None:
            assert isinstance(found.asked.form, March)
            return found, found.asked.form
        asked = game.decision(player)
        answer = rules.captain(game.view(player), asked, Stream(str(number)))
        game.submit(Command(player, asked.kind, asked.about, answer), asked)
    raise AssertionError(f"{piece} is never asked")


def test_a_skirmisher_goes_by_the_corner_that_was_clicked() -> None:
    book = rulebook("skirmish")
    found, form = in_hand("skirmish", "the-farmhouse", "the-squad-in-the-house-01")
    x, y = form.start.x, form.start.y
    goals = [Pose(x, y - 4.0, form.start.facing), Pose(x + 3.0, y - 6.0, form.start.facing)]
    answer = march.proposed(book, found.battle, found.asked, goals)
    assert isinstance(answer, Marched)
    assert [(one.kind, one.x, one.y) for one in answer.manoeuvres] == [("leg", x, y - 4.0), ("leg", x + 3.0, y - 6.0)]
    assert not march.wrong(book, found.battle, found.asked, answer)


def test_a_leg_too_far_is_left_out_and_the_table_says_why() -> None:
    book = rulebook("skirmish")
    found, form = in_hand("skirmish", "the-farmhouse", "the-squad-in-the-house-01")
    goal = Pose(form.start.x, form.start.y - 60.0, form.start.facing)
    answer = march.proposed(book, found.battle, found.asked, [goal])
    assert isinstance(answer, Marched)
    stops = march.stopped(book, found.battle, found.asked, answer, goal, end=form.start)
    assert stops[0].clause == "skirmish.movement.foot-rate"
    assert decision(book, found.battle, found.asked.player) == found.asked


def test_what_stops_a_drag_counts_what_the_drag_wished() -> None:
    book = rulebook("infantry-action")
    found, form = in_hand("infantry-action", "training-field", "1st-blue")
    north = 1.0 if form.start.facing == 0 else -1.0
    goal, end = [
        Pose(form.start.x, form.start.y + north * far, form.start.facing)
        for far in (form.allowance + 7.0, form.allowance)
    ]
    answer = march.proposed(book, found.battle, found.asked, [goal])
    assert answer is not None
    text = march.stopped(book, found.battle, found.asked, answer, goal, end=end)[0].text
    assert f"{form.allowance + 7.0:.1f}″" in text, text


def test_a_line_goes_on_to_the_wood_that_it_cannot_pay_for() -> None:
    """A wish that ends in the wood is led to its edge, and what stops it there has its reason."""
    book = rulebook("order-cards")
    found, form = in_hand("order-cards", "training-field", "2nd-blue")
    north = 1.0 if form.start.facing == 0 else -1.0
    for right, far in ((-3.0, 12.0), (-3.0, 9.0), (-1.0, 10.0)):
        goal = Pose(form.start.x + right, form.start.y + north * far, form.start.facing)
        answer = march.proposed(book, found.battle, found.asked, [goal])
        assert isinstance(answer, Marched)
        assert not march.wrong(book, found.battle, found.asked, answer)
        assert book.preview is not None
        view = book.view(found.battle.state, found.asked.player)
        made = book.preview(view, found.battle.agenda[-1], found.asked.player, answer)
        assert made is not None
        assert made.end is not None
        if distance(made.end.x, made.end.y, goal.x, goal.y) > 0.1:
            assert march.stopped(book, found.battle, found.asked, answer, goal, end=made.end), (right, far)


@pytest.mark.parametrize(
    ("book", "field", "piece"),
    [("infantry-action", "training-field", "1st-blue"),
     ("skirmish", "the-farmhouse", "the-squad-in-the-house-01")],
)  # fmt: skip
def test_reach_is_where_a_march_may_truly_end(book: str, field: str, piece: str) -> None:
    rules = rulebook(book)
    found, form = in_hand(book, field, piece)
    start = (form.start.x, form.start.y)
    for made in march.ends(rules, found.battle, found.asked):
        assert made.end is not None
        assert not made.reasons
        assert distance(*start, made.end.x, made.end.y) <= form.allowance + 0.01
    far = {round(distance(*start, *point), 1) for point in march.reach(rules, found.battle, found.asked)}
    assert max(far) > form.allowance, "its outermost men go as far as it goes"
    assert min(far) < 0.8 * max(far), "no disc"


def test_a_road_is_followed_bend_by_bend_and_left_alone_by_those_off_it() -> None:
    road = Road("road", ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (20.0, 10.0)), 1.0)
    ground = Ground(40.0, 40.0, roads=(road,))
    there = march.along_road(ground, Pose(2.0, 0.3, 9000), Pose(18.0, 10.2, 0))
    assert [(at.x, at.y) for at in there] == [(10.0, 0.0), (10.0, 10.0)]
    assert there[0].facing == 0
    back = march.along_road(ground, Pose(18.0, 10.0, 0), Pose(2.0, 0.0, 0))
    assert [(at.x, at.y) for at in back] == [(10.0, 10.0), (10.0, 0.0)]
    assert march.along_road(ground, Pose(2.0, 8.0, 0), Pose(18.0, 10.0, 0)) == []
    assert march.along_road(ground, Pose(2.0, 0.0, 0), Pose(8.0, 0.0, 0)) == []
