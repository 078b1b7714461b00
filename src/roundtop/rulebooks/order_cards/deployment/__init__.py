"""Setting up, and coming on later: `setup` clauses."""
