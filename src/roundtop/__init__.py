"""Five American Civil War tabletop rulebooks on one table."""

from roundtop import build as _build

__version__ = "0.1.0"

_build.attach(__path__)
