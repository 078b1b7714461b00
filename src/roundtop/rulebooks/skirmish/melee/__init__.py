"""Hand-to-hand fighting [melee]."""
