"""A scenario's order of battle as single figures in groups, on a table in centimetres [setup.muster]."""
