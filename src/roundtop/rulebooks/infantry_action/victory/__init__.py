"""Points, broken armies, objectives, and the end of a battle [victory]."""
