"""Ammunition and supplies [supply]."""
