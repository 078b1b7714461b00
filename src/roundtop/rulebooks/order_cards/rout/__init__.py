"""Units that run [morale.rout]."""
