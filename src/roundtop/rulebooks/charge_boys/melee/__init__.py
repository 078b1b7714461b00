"""Close combat round by round [melee]."""
