"""Setting up, and coming on later [setup]."""
