"""What a hand that moves figures about is shown."""

from __future__ import annotations

from roundtop.battle.forms import Marched, Placed
from roundtop.rulebooks.skirmish.actions.events import FigureActs, GroupActs
from roundtop.rulebooks.skirmish.deployment.events import PlaceGroup
from roundtop.rulebooks.skirmish.movement.events import MoveFigure, MoveTogether
from roundtop.rulebooks.skirmish.preview import looks, preview, propose, why_not
from roundtop.table.path import leg, shift
from tests.clauses import clause

from .table import CONFEDERATE, SOUTH, UNION, area, at, fence, field, man, position, rider, squad, wall

FOE = [man("f1", CONFEDERATE, 50, 90, SOUTH), man("f2", CONFEDERATE, 53, 90, SOUTH)]


def test_a_drag_proposes_the_way_there() -> None:
    state = position(squad("a", UNION, 2, 50, 50), FOE)
    assert propose(state, MoveFigure("a1"), UNION, at(50, 58)) == Marched((leg(50.0, 58.0),))
    far = propose(state, MoveFigure("a1"), UNION, at(50, 80))
    assert far == Marched((leg(50.0, 62.0),))
    turned = propose(state, MoveFigure("a1"), UNION, at(50, 50, 90))
    assert isinstance(turned, Marched)
    assert [m.kind for m in turned.manoeuvres] == ["turn"]
    assert propose(state, MoveTogether("a"), UNION, at(50, 80)) == Marched((shift(0.0, 12.0),))
    assert propose(state, GroupActs("a", (), ()), UNION, at(50, 80)) is None


def test_a_drag_goes_round_a_pond() -> None:
    state = position(squad("a", UNION, 2, 50, 50), FOE, ground=field(area("pond", 47, 52, 53, 54)))
    found = propose(state, MoveFigure("a1"), UNION, at(50, 56))
    assert isinstance(found, Marched)
    assert len(found.manoeuvres) > 1
    shown = preview(state, MoveFigure("a1"), UNION, found)
    assert shown is not None
    assert shown.reasons == ()


def test_a_preview_prices_a_move_and_says_what_it_meets() -> None:
    ground = field(area("marsh", 40, 52, 60, 54), fence((40, 58), (60, 58)))
    state = position(rider("a1", UNION, 50, 50), FOE, ground=ground)
    shown = preview(state, MoveFigure("a1"), UNION, Marched((leg(50.0, 60.0),)))
    assert shown is not None
    assert [(row.label, row.value) for row in shown.costs] == [
        ("ground", "10.0 cm"),
        ("difficult ground", "+2.0 cm"),
        ("jumping", "+12 cm"),
        ("allowance used", "24.0 of 24 cm"),
        ("actions", "1 of 2"),
    ]
    assert [row.label for row in shown.crosses] == ["marsh", "fence", "nearest enemy", "cover there"]
    assert shown.reasons == ()
    assert (shown.end.x, shown.end.y) == (50.0, 60.0)
    too_far = preview(state, MoveFigure("a1"), UNION, Marched((leg(50.0, 61.0),)))
    assert too_far is not None
    assert [reason.clause for reason in too_far.reasons] == ["skirmish.movement.mounted-rate"]


def test_a_preview_of_a_whole_group() -> None:
    state = position(squad("a", UNION, 3, 48, 50), FOE, ground=field(wall((46, 58), (50.5, 58))))
    shown = preview(state, MoveTogether("a"), UNION, Marched((shift(0.0, 12.0),)))
    assert shown is not None
    assert [row.value for row in shown.costs] == ["3 of 3"]
    assert len(shown.parts) == 3
    assert shown.parts[2].pose == at(54, 62)
    assert preview(state, MoveTogether("a"), UNION, Marched(())) is not None


def test_setting_a_group_down() -> None:
    state = position(squad("a", UNION, 4, 48, 50), FOE)
    for figure in state.figures.values():
        if figure.group == "a":
            figure.place = "deploy"
    assert propose(state, PlaceGroup("a"), UNION, at(60.001, 20)) == Placed(at(60, 20))
    shown = preview(state, PlaceGroup("a"), UNION, Placed(at(60, 20)))
    assert shown is not None
    assert len(shown.parts) == 4


@clause("skirmish.shooting.line-of-sight")
@clause("skirmish.shooting.cover-test")
def test_what_a_man_could_shoot_is_shown_with_its_dice() -> None:
    ground = field(area("woods", 40, 85, 60, 95), area("building", 90, 70, 110, 80))
    hidden = [man("g1", CONFEDERATE, 140, 95)]
    state = position(squad("a", UNION, 2, 50, 50), FOE, hidden, ground=ground)
    found = looks(state, "a1", None)
    kinds = [overlay.kind for overlay in found]
    assert kinds.count("arc") == 4
    assert "reach" in kinds
    shot = next(overlay.label for overlay in found if overlay.kind == "line" and "could shoot F" in overlay.label)
    assert shot == "could shoot F (2 in the pool): d8 against cover d6 (soft) and range d10 (long, 38.0 cm)"
    assert [overlay.label for overlay in found if overlay.kind == "barred"] == ["G: out of sight"]
    threats = [overlay.label for overlay in found if overlay.kind == "threat"]
    assert threats[0].startswith("could be shot by F: could shoot A (2 in the pool): d8 against cover d4 (open)")
    elsewhere = looks(state, "a1", at(100, 100))
    assert [overlay.label for overlay in elsewhere if overlay.kind == "line" and "G" in overlay.label]
    assert "reach" not in [overlay.kind for overlay in elsewhere]
    assert looks(state, "nobody", None) == ()


def test_why_there_is_no_shot() -> None:
    friend = man("b1", UNION, 50, 60)
    state = position(
        man("a1", UNION, 50, 50), friend, man("f1", CONFEDERATE, 50, 70), man("g1", CONFEDERATE, 50, 52.05)
    )
    labels = [overlay.label for overlay in looks(state, "a1", None) if overlay.kind == "barred"]
    assert labels == ["F: in hand-to-hand contact", "G: in hand-to-hand contact"]
    other = position(man("a1", UNION, 50, 50), friend, man("f1", CONFEDERATE, 50, 70), man("g1", CONFEDERATE, 175, 118))
    labels = [overlay.label for overlay in looks(other, "b1", at(50, 40)) if overlay.kind == "barred"]
    assert labels == ["F: A1 is in the way"]
    horse = position(rider("a1", UNION, 50, 50), man("f1", CONFEDERATE, 50, 40))
    assert [o.label for o in looks(horse, "a1", None) if o.kind == "barred"] == ["F: behind the rider"]


def test_every_proposal_is_lawful_or_stands() -> None:
    state = position(squad("a", UNION, 3, 50, 50), rider("b1", UNION, 56, 54), FOE)
    for x in range(40, 62, 3):
        for y in range(40, 66, 3):
            found = propose(state, MoveFigure("a2"), UNION, at(x, y))
            assert isinstance(found, Marched)
            shown = preview(state, MoveFigure("a2"), UNION, found)
            assert shown is not None
            assert shown.reasons == (), (x, y)


def test_why_a_figure_is_not_offered() -> None:
    men = [man("a1", UNION, 50, 50), man("a2", UNION, 53, 50, acted=True), man("a3", UNION, 56, 50, harm=1, spent=1)]
    ground = field(area("building", 90, 70, 110, 80))
    state = position(men, man("b1", UNION, 20, 20), FOE, man("g1", CONFEDERATE, 140, 95), ground=ground)
    group, figure = GroupActs("a", (), ()), FigureActs("a1")

    def clauses(step: GroupActs | FigureActs, piece: str) -> list[str]:
        return [reason.clause.removeprefix("skirmish.") for reason in why_not(state, step, piece)]

    assert [clauses(group, id) for id in ("a1", "a2", "a3", "b1")] == [
        [], ["turn.action-phases"], ["actions.allowance"], ["turn.group-by-group"],
    ]  # fmt: skip
    assert [clauses(figure, id) for id in ("f1", "g1", "b1")] == [
        [], ["shooting.line-of-sight"], ["shooting.eligible-targets"],
    ]  # fmt: skip
    empty = position(man("a1", UNION, 50, 50, progress=0), FOE)
    assert [reason.clause for reason in why_not(empty, figure, "f1")] == ["skirmish.actions.load"]
