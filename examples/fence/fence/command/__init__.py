"""Initiative, and whose regiment acts next [turn]."""
