"""Melees up to the winner [melee]."""
