"""Compulsory moves to the rear: retirement and rout, clear of friends [outcome.retire-direction, outcome.rout-move]."""
