"""Cover and saving rolls: `save` clauses."""
