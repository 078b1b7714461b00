"""Whose turn it is: initiative, action phases, which group acts, the force commander and the NCOs [turn, leaders]."""
