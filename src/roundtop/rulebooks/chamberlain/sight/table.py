"""Who sees whom on the table."""

from __future__ import annotations

from roundtop.kit import lanes
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.sight import rule
from roundtop.rulebooks.chamberlain.state import ON_TABLE, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import Block


def bodies(state: State, *without: str) -> list[Block]:
    """The bases of all units on the table but those named."""
    settings = state.settings
    return [field.block(unit, settings) for unit in state.units if unit.place == ON_TABLE and unit.id not in without]


def others_between(state: State, viewer: Unit, target: Unit) -> list[Block]:
    """The bases that may stand between two units."""
    reach = 0.5 * field.FARTHEST_CORNERS
    lane = lanes.between(viewer.pose, target.pose, reach)
    return [
        field.block(unit, state.settings)
        for unit in state.units
        if unit.place == ON_TABLE
        and unit.id != viewer.id
        and unit.id != target.id
        and lanes.may_stand_in(lane, unit.pose, reach)
    ]


def sees(state: State, viewer: Unit, target: Unit) -> bool:
    """Whether a unit sees another, in any direction [los.geometry]."""
    eye = field.block(viewer, state.settings)
    seen = field.block(target, state.settings)
    if rule.out_of_sight_range(eye, seen):
        return False
    return looks(state, eye, seen, others_between(state, viewer, target))


def looks(state: State, eye: Block, seen: Block, others: list[Block]) -> bool:
    """Whether one base sees another past these [los.geometry]."""
    return rule.look(
        ground=state.ground,
        crests=state.crests,
        viewer=eye,
        viewer_level=terrain_rule.level_of(state.ground, eye),
        target=seen,
        target_level=terrain_rule.level_of(state.ground, seen),
        others=others,
        settings=state.settings,
    ).visible


def aim_at(state: State, firer: Unit, target: Unit, others: list[Block]) -> rule.Aim:
    """A target as a firer sees it past these bases [fire.arc, los.geometry]."""
    eye = field.block(firer, state.settings)
    seen = field.block(target, state.settings)
    ground = state.ground
    return rule.aim(
        ground=ground,
        crests=state.crests,
        firer=eye,
        firer_level=terrain_rule.level_of(ground, eye),
        target=seen,
        target_level=terrain_rule.level_of(ground, seen),
        others=others,
        settings=state.settings,
    )
