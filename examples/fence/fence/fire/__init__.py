"""Volleys [fire]."""
