"""What to draw, and what to tell."""

from __future__ import annotations

from roundtop.battle.scene import Scene, Telling
from roundtop.rulebooks.chamberlain.state import State


def scene(view: State) -> Scene:
    return Scene(view.title, "", "BW", view.yards, view.field, (), (), ())


def tell(view: State, event: object) -> Telling:
    return Telling(type(event).__name__, (), (), (), "none")
