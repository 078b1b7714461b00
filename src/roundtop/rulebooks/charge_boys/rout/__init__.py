"""Routing units: running on, stopped by a General, rallying [rout]."""
