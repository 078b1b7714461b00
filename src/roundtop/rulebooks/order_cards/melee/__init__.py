"""Melees: `melee` clauses up to the winner."""
