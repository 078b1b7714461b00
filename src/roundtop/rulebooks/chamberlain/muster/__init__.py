"""A scenario's order of battle as bases, forces and officers on a table in base widths [setup.muster]."""
