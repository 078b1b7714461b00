"""The loser of a melee [melee.retreat, melee.morale]."""
