"""Charges and the greatest threat [move.charge, melee.flanked]."""
