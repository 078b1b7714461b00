"""Melee and the Combat Phase [melee]."""
