"""Fire and what it takes off: `fire` clauses. Range and arc of each stand are in `aim`."""
