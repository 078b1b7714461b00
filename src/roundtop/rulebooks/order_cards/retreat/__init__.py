"""The loser of a melee: `melee.retreat` and `melee.morale` clauses."""
