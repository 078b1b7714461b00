"""Formations: `formation` clauses."""
