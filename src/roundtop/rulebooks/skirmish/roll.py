"""The roll call: who is able, in which group and against whom, kept with the state while its figures are the same."""

from __future__ import annotations

from roundtop.rulebooks.skirmish.state import ANIMAL, ON_TABLE, Body, Figure, Roll, State


def call(state: State) -> Roll:
    """The roll of a state's figures, called anew where it is of others."""
    kept = state.roll
    if kept is None or kept.figures is not state.figures:
        kept = called(state.figures)
        state.roll = kept
    return kept


def called(figures: dict[str, Figure]) -> Roll:
    able: list[Figure] = []
    groups: dict[str, list[Figure]] = {}
    bodies: list[Body] = []
    named: dict[str, Body] = {}
    for figure in figures.values():
        if figure.group in groups:
            _enrol(groups[figure.group], figure)
        else:
            groups[figure.group] = [figure]
        if figure.harm >= 2 or figure.place != ON_TABLE:
            continue
        able.append(figure)
        body = named.get(figure.group)
        x, y = figure.pose.x, figure.pose.y
        if body is None:
            body = Body(figure.group, [figure], left=x, right=x, bottom=y, top=y)
            named[figure.group] = body
            bodies.append(body)
            continue
        _enrol(body.men, figure)
        body.left, body.right = min(body.left, x), max(body.right, x)
        body.bottom, body.top = min(body.bottom, y), max(body.top, y)
    return Roll(figures, able, {}, groups, bodies=bodies, named=named)


def _enrol(men: list[Figure], figure: Figure) -> None:
    """Put a figure in its place by its id: mostly the last."""
    men.append(figure)
    place = len(men) - 1
    while place and men[place - 1].id > figure.id:
        men[place] = men[place - 1]
        place -= 1
    men[place] = figure


def against(state: State, side: str) -> list[Figure]:
    """The able men of the other side; beasts are nobody's enemies."""
    foes = call(state).foes
    found = foes.get(side)
    if found is None:
        found = [figure for figure in call(state).able if figure.side != side and figure.arm != ANIMAL]
        foes[side] = found
    return found


def within_reach(body: Body, left: float, right: float, bottom: float, top: float) -> bool:
    """Whether one of a group might stand in a box."""
    return body.left <= right and body.right >= left and body.bottom <= top and body.top >= bottom


def near(body: Body, x: float, y: float, reach: float) -> bool:
    """Whether one of a group might be so near to a place."""
    return within_reach(body, left=x - reach, right=x + reach, bottom=y - reach, top=y + reach)
