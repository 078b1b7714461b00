"""Who sees whom, and arcs of fire [los]."""
