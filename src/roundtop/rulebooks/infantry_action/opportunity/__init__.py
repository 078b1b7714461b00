"""Fire at whoever moves into range or arc [opportunity]."""
