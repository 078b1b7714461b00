"""Ammunition and supplies: `supply` clauses."""
