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
    bodies: dict[str, Body] = {}
    for figure in figures.values():
        if figure.group in groups:
            _enrol(groups[figure.group], figure)
        else:
            groups[figure.group] = [figure]
        if figure.harm >= 2 or figure.place != ON_TABLE:
            continue
        able.append(figure)
        body = bodies.get(figure.group)
        x, y = figure.pose.x, figure.pose.y
        if body is None:
            bodies[figure.group] = Body([figure], left=x, right=x, bottom=y, top=y)
            continue
        _enrol(body.men, figure)
        body.left, body.right = min(body.left, x), max(body.right, x)
        body.bottom, body.top = min(body.bottom, y), max(body.top, y)
    return Roll(figures, able, {}, groups, bodies)


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


def near(state: State, x: float, y: float, reach: float) -> list[Body]:
    """The groups of whose able figures one might be so near to a place."""
    return [
        body
        for body in call(state).bodies.values()
        if body.left - reach <= x <= body.right + reach and body.bottom - reach <= y <= body.top + reach
    ]
