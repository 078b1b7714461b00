"""A unit in the hand: what is shown is what would be done."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from roundtop.battle.engine import Battle, asked, begin, decision, reasons, run, submit
from roundtop.battle.forms import Assign, Choose, Chosen, March, Marched, Place, misfits
from roundtop.battle.protocol import Command
from roundtop.battles.shelf import load
from roundtop.bots.recruit import recruit
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks import rulebook
from roundtop.rulebooks.infantry_action.charge.events import ChargeUnit
from roundtop.rulebooks.infantry_action.field import copied, enemies, unit_of, with_unit
from roundtop.rulebooks.infantry_action.fire.events import Nominate
from roundtop.rulebooks.infantry_action.fire.told import looks, why_not
from roundtop.rulebooks.infantry_action.movement.events import MoveUnit, PivotBattery
from roundtop.rulebooks.infantry_action.movement.rule import ALLOWANCE_IN
from roundtop.rulebooks.infantry_action.preview import preview, propose
from roundtop.rulebooks.infantry_action.sight.table import aims, bodies, body
from roundtop.rulebooks.infantry_action.state import ON_TABLE
from roundtop.table.measure import distance
from roundtop.table.plan import same_place
from roundtop.table.pose import Pose

BOOK = rulebook("infantry-action")
CLAUSES = {clause.id for clause in BOOK.ledger.clauses}


def battles(seed: str, options: dict[str, Any] | None = None, field: str = "training-field") -> list[Battle]:
    """The moments of a random battle at which somebody is asked."""
    return _fought(seed, tuple((options or {}).items()), field)


@cache
def _fought(seed: str, options: tuple[tuple[str, Any], ...], field: str) -> list[Battle]:
    dice, stream = Seeded(seed), Stream(seed)
    now = run(BOOK, begin(BOOK, load(field), dict(options)), dice).battle
    found: list[Battle] = []
    while asked(BOOK, now) and len(found) < 160:
        found.append(now)
        player = asked(BOOK, now)[0]
        wanted = decision(BOOK, now, player)
        command = Command(player, wanted.kind, wanted.about, recruit(wanted, stream))
        if not reasons(BOOK, now, command, wanted):
            now = run(BOOK, submit(BOOK, now, command, wanted).battle, dice).battle
    return found


def hands(stream: Stream, now: Battle) -> list[Pose]:
    """Places a hand might drag to: near, far, off the table."""
    unit = unit_of(now.state, now.agenda[-1].unit)
    found = [unit.pose, Pose(-5.0, -5.0, 100)]
    for reach in (200, 800, 3000):
        dx, dy = (stream.below(2 * reach) - reach for _ in range(2))
        found.append(Pose(unit.pose.x + dx / 100, unit.pose.y + dy / 100, stream.below(36000)))
    return found


def moves(seed: str, options: dict[str, Any] | None = None) -> list[Battle]:
    kinds = (MoveUnit, ChargeUnit, PivotBattery)
    return [now for now in battles(seed, options) if isinstance(now.agenda[-1], kinds)]


@pytest.mark.parametrize(
    ("seed", "options"),
    [("hand 1", {}), ("hand 2", {"terrain_movement": "slow"}), ("hand 3", {"artillery_pivot": True})],
)
def test_a_preview_is_what_the_move_would_do(seed: str, options: dict[str, Any]) -> None:
    """Its reasons are those of a refusal, and it ends where the event of the move ends."""
    stream = Stream(seed)
    seen = 0
    for now in moves(seed, options):
        player = asked(BOOK, now)[0]
        wanted = decision(BOOK, now, player)
        view = BOOK.view(now.state, player)
        for pose in hands(stream, now):
            answer = propose(view, now.agenda[-1], "union", pose)
            assert answer is not None
            assert not misfits(wanted.form, answer)
            shown = preview(view, now.agenda[-1], "union", answer)
            assert shown is not None
            command = Command(player, wanted.kind, wanted.about, answer)
            assert shown.reasons == reasons(BOOK, now, command, wanted)
            if not shown.reasons and isinstance(now.agenda[-1], (MoveUnit, PivotBattery)):
                passage = submit(BOOK, now, command, wanted)
                unit = unit_of(passage.battle.state, now.agenda[-1].unit)
                assert same_place(unit.pose, shown.end)
                assert len(shown.parts) == unit.stands
            seen += 1
    assert seen > 20


def test_the_planner_gets_there_or_as_far_as_it_goes() -> None:
    reached = far = 0
    for now in moves("hand 1"):
        step = now.agenda[-1]
        if not isinstance(step, MoveUnit):
            continue
        unit = unit_of(now.state, step.unit)
        goal = Pose(unit.pose.x + 0.5, unit.pose.y + 0.5, unit.pose.facing + 300)
        answer = propose(now.state, step, "union", goal)
        assert isinstance(answer, Marched)
        shown = preview(now.state, step, "union", answer)
        assert shown is not None
        reached += not shown.reasons and same_place(shown.end, goal)
        answer = propose(now.state, step, "union", Pose(24.0, 24.0, unit.pose.facing))
        assert isinstance(answer, Marched)
        shown = preview(now.state, step, "union", answer)
        assert shown is not None
        if not shown.reasons and distance(unit.pose.x, unit.pose.y, 24.0, 24.0) > 24.0:
            far += distance(unit.pose.x, unit.pose.y, shown.end.x, shown.end.y) > 0.5 * ALLOWANCE_IN[unit.order]
    assert reached > 0
    assert far > 0


def test_a_deployment_says_why_a_place_will_not_do() -> None:
    found = [now for now in battles("placing", field="brawners-farm") if type(now.agenda[-1]).__name__ == "PlaceUnit"]
    for now in found[:6]:
        player = asked(BOOK, now)[0]
        wanted = decision(BOOK, now, player)
        assert isinstance(wanted.form, Place)
        for pose in (*wanted.form.candidates[:3], Pose(-3.0, -3.0, 0)):
            answer = propose(now.state, now.agenda[-1], "union", pose)
            assert answer is not None
            shown = preview(now.state, now.agenda[-1], "union", answer)
            assert shown is not None
            command = Command(player, wanted.kind, wanted.about, answer)
            assert shown.reasons == reasons(BOOK, now, command, wanted)


def test_a_look_agrees_with_the_rules_of_shooting() -> None:
    """Naive twin: every pair asked with the rules' own aims, from the place and towards it."""
    for now in battles("why 1")[::9]:
        state = now.state
        for unit in [one for one in state.units if one.place == "on"][:4]:
            found = looks(BOOK.view(state, unit.side), unit.id, None)
            shots = [one.label for one in found if one.kind == "line"]
            barred = [one.label for one in found if one.kind == "barred"]
            threats = [one.label for one in found if one.kind == "threat"]
            for foe in enemies(state, unit):
                can = bool(aims(state, unit, body(unit), [body(foe)], bodies(state)))
                assert any(foe.name in label for label in shots) == can
                assert any(foe.name in label for label in barred) != can
                back = bool(aims(state, foe, body(foe), [body(unit)], bodies(state)))
                assert any(foe.name in label for label in threats) == back


def test_clauses_of_previews_and_looks_are_in_the_ledger() -> None:
    known = {clause.id for clause in BOOK.ledger.clauses}
    for now in moves("hand 2", {"terrain_movement": "slow"}):
        player = asked(BOOK, now)[0]
        wanted = decision(BOOK, now, player)
        view = BOOK.view(now.state, player)
        answer = propose(view, now.agenda[-1], "union", Pose(30.0, 20.0, 0))
        assert answer is not None
        shown = preview(view, now.agenda[-1], "union", answer)
        assert shown is not None
        rows = (*shown.costs, *shown.crosses)
        assert {row.clause for row in rows} <= known
        if isinstance(wanted.form, March) and not isinstance(answer, Chosen):
            assert rows
        for unit in view.units:
            assert {one.clause for one in looks(view, unit.id, None)} <= known
            assert {one.clause for one in looks(view, unit.id, Pose(30.0, 20.0, 4500))} <= known


@pytest.mark.parametrize(("seed", "options"), [("why 1", {}), ("why 2", {"infantry_vs_battery": "two-sixes"})])
def test_whoever_is_not_offered_is_told_why_and_nobody_else(seed: str, options: dict[str, Any]) -> None:
    offered = barred = 0
    for now in battles(seed, options):
        step = now.agenda[-1]
        wanted = decision(BOOK, now, asked(BOOK, now)[0])
        if not isinstance(step, Nominate | ChargeUnit) or wanted.kind not in ("nominate", "aim", "charge"):
            continue
        form = wanted.form
        assert isinstance(form, Choose | Assign)
        items = form.items if isinstance(form, Choose) else [item for slot in form.slots for item in slot.items]
        named = {item.key.partition(":")[0] for item in items}
        view = BOOK.view(now.state, wanted.player)
        unit = unit_of(view, step.unit)
        for other in view.units:
            reasons = why_not(view, step, other.id)
            if other.place != ON_TABLE:
                assert reasons == ()
            else:
                assert bool(reasons) == (other.id not in named), (other.name, reasons)
                offered += other.id in named
                barred += other.side != unit.side and bool(reasons)
                assert all(reason.clause in CLAUSES for reason in reasons)
    assert offered > 10
    assert barred > 10


def test_why_not_says_how_far_and_by_which_clause() -> None:
    now = next(
        now for now in battles("why 1") if isinstance(now.agenda[-1], Nominate) and now.agenda[-1].moment == "shooting"
    )
    step = now.agenda[-1]
    unit = unit_of(now.state, step.unit)
    foe = enemies(now.state, unit)[0]
    far = copied(foe)
    far.pose = Pose(unit.pose.x, unit.pose.y + 40.0, 18000)
    (reason,) = why_not(with_unit(now.state, far), step, foe.id)
    assert "away, beyond" in reason.text
    assert reason.clause == "infantry-action.shooting.band-edges"
    (own,) = why_not(now.state, step, unit.id)
    assert "your own side" in own.text
