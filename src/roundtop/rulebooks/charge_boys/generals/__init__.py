"""Generals: riding, joining units, falling [officer]."""
