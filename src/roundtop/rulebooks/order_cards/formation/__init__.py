"""Formations [formation]."""
