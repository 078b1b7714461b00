"""Officers placed, and who may be activated by whom."""

from __future__ import annotations

import pytest

from roundtop.battle.forms import Placed
from roundtop.rulebooks.chamberlain.activation.events import ActivationThrown, CommandGiven
from roundtop.rulebooks.chamberlain.command.events import OfficerPlaced
from roundtop.rulebooks.chamberlain.concealment.events import Revealed
from roundtop.rulebooks.chamberlain.state import Officer, Unit
from tests.clauses import clause
from tests.rulebooks.chamberlain.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    area,
    at,
    chief,
    field,
    foot,
    general,
    guns,
    horse,
    table,
)

LINE = (foot("a", UNION, 10, 5), foot("b", UNION, 12, 5), foot("far", UNION, 20, 5))


def force(*traits: str, unit: str = "a", chiefs: tuple[str, ...] = ()) -> tuple[Unit | Officer, ...]:
    """Three units of one force, two of them near their commander."""
    return (*LINE, general("g", UNION, *traits, unit=unit), chief(UNION, *chiefs, at=(11.0, 3.0)))


# ------------------------------------------------------------------ placing officers


def offered(game: Table, officer: str) -> set[str]:
    """Where an officer may go."""
    return {key.partition(">")[2] for key in game.keys if key.partition(">")[0] == officer}


@clause("chamberlain.command.placement", 1)
def test_an_officer_joins_any_unit_of_his_force_at_any_distance() -> None:
    stranger = foot("s", UNION, 5, 3, force="other")
    game = table(*force(), stranger, phase="officers")
    assert offered(game, "g") == {"b", "far", "alone"}
    assert {"b", "s", "u8"} <= offered(game, "union-cnc")
    game.officers(g="far")
    assert game.officer("g").unit == "far"
    assert game.officer("union-cnc").at == (11.0, 3.0)


@clause("chamberlain.command.placement")
def test_two_officers_are_never_with_one_unit() -> None:
    game = table(*force(), phase="officers")
    assert "a" not in offered(game, "union-cnc")
    game.choose("union-cnc>b")
    assert offered(game, "g") == {"far", "alone"}
    assert offered(game, "union-cnc") == set()
    game.choose("g>far")
    assert game.asked[1] == "movement"
    assert (game.officer("union-cnc").unit, game.officer("g").unit) == ("b", "far")


@clause("chamberlain.command.placement")
def test_two_officers_change_places() -> None:
    game = table(*LINE, general("g", UNION, unit="a"), chief(UNION, unit="b"), phase="officers")
    game.choose("g<>union-cnc")
    assert (game.officer("union-cnc").unit, game.officer("g").unit) == ("a", "b")
    assert game.asked[1] == "movement"
    stranger = foot("s", UNION, 5, 3, force="other")
    apart = table(*LINE, stranger, general("g", UNION, unit="a"), chief(UNION, unit="s"), phase="officers")
    assert not [key for key in apart.keys if "<>" in key]


@clause("chamberlain.command.placement")
def test_an_officer_on_his_own_keeps_clear_of_the_enemy_and_out_of_water() -> None:
    lake = field(area("major-river", 14, 2, 16, 4))
    game = table(*force(), foot("e", CONFEDERATE, 11, 9, SOUTH), phase="officers", ground=lake)
    game.choose("g>alone")
    assert game.asked == (UNION, "set-down", "g")
    assert game.refusal(Placed(at(11, 7.03))) == ["command.placement"]
    assert game.refusal(Placed(at(15, 3))) == ["command.placement"]
    assert game.refusal(Placed(at(-1, 3))) == ["command.placement"]
    game.answer(Placed(at(11, 7.0)))
    assert (game.officer("g").at, game.officer("g").unit) == ((11.0, 7.0), "")


@clause("chamberlain.command.placement")
def test_the_house_may_limit_how_far_he_rides() -> None:
    game = table(*force(), phase="officers", command_placement_limit=5.0)
    assert offered(game, "g") == {"b", "alone"}
    game.choose("g>alone")
    assert game.refusal(Placed(at(10, 10.2))) == ["command.placement"]
    game.answer(Placed(at(10, 10)))


@clause("chamberlain.command.attached", 1)
def test_attachment_holds_through_the_enemys_turn() -> None:
    game = table(*force("SF"), phase="officers")
    game.officers(g="b")
    while game.asked[0] == UNION:
        game.choose("end")
    assert game.asked[0] == CONFEDERATE
    assert game.officer("g").unit == "b"


@clause("chamberlain.trait.vigorous")
@clause("chamberlain.trait.mobile-cnc")
def test_a_second_unit_is_named_within_4() -> None:
    game = table(*force("I", "V"), phase="officers")
    game.officers()
    assert game.asked == (UNION, "second", "g")
    assert "far" not in game.keys
    game.choose("b")
    assert game.officer("g").second == "b"
    # Without a trait that works on a unit there is nobody to name.
    assert table(*force("V", "C"), phase="officers").officers().asked[1] == "movement"
    mobile = table(*LINE, general("g", UNION), chief(UNION, "MOB", "SF", unit="a"), phase="officers").officers()
    assert mobile.asked == (UNION, "second", "union-cnc")
    mobile.choose("done")
    assert mobile.officer("union-cnc").second == ""


# ------------------------------------------------------------------ activation


@clause("chamberlain.activate.force-target")
@clause("chamberlain.activate.roll", 1)
@clause("chamberlain.command.range")
def test_a_force_roll_wakes_those_in_range() -> None:
    game = table(*force(), guns("d", UNION, 3, 3, force=""))
    rolls = [key for key in game.keys if key.split(":")[0] in ("force", "lone")]
    assert rolls == ["force:union-force", "lone:far", "lone:d", "lone:u8", "lone:u9"]
    game.choose("force:union-force", 3)
    assert game.state.waiting == ("a", "b")
    assert table(*force()).choose("force:union-force", 2).state.failed == ("a", "b")


@clause("chamberlain.activate.once")
@clause("chamberlain.activate.lone-target")
def test_nobody_is_rolled_for_twice() -> None:
    game = table(*force()).choose("force:union-force", 1)
    assert "force:union-force" not in game.keys
    assert "lone:a" not in game.keys
    game.choose("lone:far", 4)
    assert game.keys == ["use:far", "done"]
    game.choose("done")
    assert "lone:far" not in game.keys
    assert table(*force()).choose("lone:far", 3).state.failed == ("far",)


@clause("chamberlain.conceal.active-activated", 1)
def test_a_failed_roll_reveals_nobody_and_only_those_used_are_revealed() -> None:
    hidden = (foot("a", UNION, 10, 5, concealed=True), foot("b", UNION, 12, 5, concealed=True))
    commander = general("g", UNION, unit="a")
    game = table(*hidden, commander).choose("force:union-force", 2)
    assert game.unit("a").concealed
    game = table(*hidden, commander).choose("force:union-force", 5)
    assert game.unit("a").concealed
    game.use("b")
    assert game.last(Revealed) == Revealed("b", "activated")
    game.march()
    game.choose("done")
    assert (game.unit("a").concealed, game.unit("b").concealed) == (True, False)


@clause("chamberlain.activate.force-target")
@clause("chamberlain.activate.lone-target")
@clause("chamberlain.command.range")
def test_the_house_may_change_targets_and_ranges() -> None:
    game = table(*force(), activate_force_target=5, activate_lone_target=6).choose("force:union-force", 4)
    assert list(game.state.failed) == ["a", "b"]
    game.choose("lone:far", 5)
    assert list(game.state.failed) == ["a", "b", "far"]
    near = table(*force(), command_range_force=1.0)
    assert "lone:b" in near.keys


@clause("chamberlain.activate.roll")
def test_by_the_house_every_unit_rolls_for_itself() -> None:
    game = table(*force("INT"), activate_mode="unit")
    assert {"unit:a", "unit:b", "lone:far"} <= set(game.keys)
    assert "force:union-force" not in game.keys
    game.choose("unit:a", 2)
    assert game.asked[1] == "reroll"
    game.confirm(True, 3)
    assert game.state.waiting == ("a",)
    game.choose("done").choose("unit:b", 2)
    assert game.state.failed == ("b",)


@clause("chamberlain.activate.cnc-command", 1)
@clause("chamberlain.command.range-cnc")
def test_the_chief_commands_one_force_or_unit_without_a_die() -> None:
    game = table(*force())
    assert "command:union-force" in game.keys
    game.choose("command:union-force")
    # `far` is 8.5 BW from him.
    assert game.state.waiting == ("a", "b")
    assert game.last(CommandGiven).officer == "union-cnc"
    game.choose("done")
    assert not [key for key in game.keys if key.startswith("command")]
    assert "force:union-force" not in game.keys
    single = table(*force()).choose("command-unit:b")
    assert single.state.waiting == ("b",)
    wide = table(*force(), command_range_cnc=9.0).choose("command:union-force")
    assert wide.state.waiting == ("a", "b", "far")
    assert not [key for key in table(*force(), activate_cnc_command=False).keys if key.startswith("command")]


@clause("chamberlain.activate.cnc-command")
def test_a_command_comes_before_the_roll() -> None:
    game = table(*force()).choose("force:union-force", 1)
    assert "command:union-force" not in game.keys
    assert "command-unit:a" not in game.keys


@clause("chamberlain.trait.mobile-cnc", 1)
def test_a_mobile_chief_commands_twice_but_never_the_same() -> None:
    battery = guns("d", UNION, 12, 2, force="")
    game = table(*force(chiefs=("MOB",)), battery).choose("command:union-force").choose("done")
    assert "command:union-force" not in game.keys
    game.choose("command-unit:d").choose("done")
    assert not [key for key in game.keys if key.startswith("command")]


@clause("chamberlain.trait.immobile", 1)
def test_an_immobile_chief_thinks_for_three_turns() -> None:
    game = table(*force(chiefs=("IMB",))).choose("command:union-force")
    assert game.officer("union-cnc").pips == 3
    waiting = table(*LINE, chief(UNION, "IMB", at=(11.0, 3.0), pips=1))
    assert not [key for key in waiting.keys if key.startswith("command")]


@clause("chamberlain.trait.intuitive", 1, 2)
def test_an_intuitive_officer_has_one_failure_rolled_again() -> None:
    game = table(*force(chiefs=("INT",))).choose("force:union-force", 2)
    assert game.asked == (UNION, "reroll", "union-force")
    game.confirm(True, 4)
    assert game.state.waiting == ("a", "b")
    assert game.last(ActivationThrown).rerolled == "union-cnc"
    again = table(*force(chiefs=("INT",))).choose("force:union-force", 2).confirm(True, 1)
    assert again.state.failed == ("a", "b")
    again.choose("lone:far", 1)
    assert again.asked[1] == "movement"


@clause("chamberlain.trait.intuitive")
def test_the_reroll_may_be_kept_and_a_commander_has_it_for_his_own_force_only() -> None:
    kept = table(*force(chiefs=("INT",))).choose("force:union-force", 2).confirm(False)
    assert kept.state.failed == ("a", "b")
    kept.choose("lone:far", 1)
    assert kept.asked[1] == "reroll"
    own = table(*force("INT"))
    own.choose("lone:far", 1)
    assert own.asked[1] == "movement"
    own.choose("force:union-force", 1)
    assert own.asked[1] == "reroll"
    own.confirm(True, 6)
    assert own.officer("g").rerolled


@clause("chamberlain.trait.vigorous", 1)
def test_a_vigorous_commander_rolls_a_second_time_for_a_neighbour() -> None:
    battery = guns("d", UNION, 10, 3, force="")
    others = (foot("o1", UNION, 8, 5, force="other"), foot("o2", UNION, 8, 2, force="other"))
    pieces = (*force("V"), battery, *others, general("h", UNION, force="other", unit="o2"))
    game = table(*pieces).choose("force:union-force", 3).choose("done")
    game.choose("vigorous:g:d", 3)
    assert game.state.waiting == ("d",)
    game.choose("done")
    assert not [key for key in game.keys if key.startswith("vigorous")]
    neighbours = table(*pieces).choose("vigorous-force:g:other", 3)
    assert neighbours.state.waiting == ("o1", "o2")
    assert neighbours.state.rolled == ("other",)


@clause("chamberlain.trait.vigorous")
def test_a_vigorous_commander_of_a_house_that_rolls_for_units() -> None:
    others = (foot("o1", UNION, 8, 5, force="other"), foot("o2", UNION, 8, 4, force="other"))
    game = table(*force("V"), *others, foot("p", UNION, 12, 3, force="third"), activate_mode="unit")
    game.choose("vigorous:g:o1", 1)
    assert [key for key in game.keys if key.startswith("vigorous")] == ["vigorous:g:o2"]


@clause("chamberlain.trait.cavalry", 1)
def test_a_cavalry_officer_sends_one_unit_in_at_any_distance() -> None:
    riders = (horse("c", UNION, 10, 5), horse("d", UNION, 20, 5), foot("a", UNION, 12, 5))
    game = table(*riders, general("g", UNION, "C", unit="c")).choose("force:union-force", 1)
    assert [key for key in game.keys if key.startswith("cavalry")] == ["cavalry:g:c", "cavalry:g:d"]
    game.choose("cavalry:g:c")
    assert game.state.waiting == ("c",)
    game.choose("done")
    assert not [key for key in game.keys if key.startswith("cavalry")]


@clause("chamberlain.setup.detached", 1)
def test_a_commander_nearby_does_not_wake_a_detached_battery() -> None:
    game = table(*force(), guns("d", UNION, 10, 4, force="")).choose("force:union-force", 6)
    assert "d" not in game.state.waiting
    assert "lone:d" in game.choose("done").keys


@clause("chamberlain.command.range")
@pytest.mark.parametrize(("x", "in_range"), [(14.5, True), (14.8, False)])
def test_command_is_measured_to_the_base(x: float, in_range: bool) -> None:
    game = table(foot("a", UNION, 10, 5), foot("b", UNION, x, 5), general("g", UNION, unit="a"))
    game.choose("force:union-force", 6)
    assert ("b" in game.state.waiting) == in_range


@clause("chamberlain.command.placement")
def test_only_his_own_side_knows_with_which_blind_an_officer_is() -> None:
    game = table(foot("a", UNION, 10, 5, concealed=True), general("g", UNION), phase="officers").officers(g="a")
    assert game.last(OfficerPlaced).hidden
    assert next(o for o in game.seen_by(CONFEDERATE).officers if o.id == "g").unit == "?"
    assert next(o for o in game.seen_by(UNION).officers if o.id == "g").unit == "a"


def test_labels_show_the_chance() -> None:
    game: Table = table(*force())
    labels = {item.key: item.label for item in game.form.items}
    assert labels["force:union-force"].endswith("3+ (67 %)")
    assert labels["lone:far"].endswith("4+ (50 %)")
