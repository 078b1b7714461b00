"""The end of a turn and of the battle [victory, turn.end]."""
