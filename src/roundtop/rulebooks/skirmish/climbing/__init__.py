"""Walls, fences and ladders [actions.climb]."""
