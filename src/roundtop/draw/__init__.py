"""A scene as SVG: a topographical engineer's map that one can fight on."""

from roundtop.draw.picture import svg
from roundtop.draw.terrain import terrain_svg

__all__ = ["svg", "terrain_svg"]
