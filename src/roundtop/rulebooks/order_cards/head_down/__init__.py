"""Units with their heads down [morale.head-down]."""
