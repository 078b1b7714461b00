"""Walls taken down and barriers shifted: `barrier` clauses and `misc.dismantle`."""
