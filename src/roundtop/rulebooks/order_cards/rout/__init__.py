"""Units that run: `morale.rout` clauses."""
