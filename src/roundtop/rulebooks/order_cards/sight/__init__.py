"""Visibility: `visibility` clauses. The fog of war is in `fog`."""
