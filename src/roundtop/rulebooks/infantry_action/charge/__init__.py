"""Charges from declaration to contact, and fire at the charger [charge]."""
