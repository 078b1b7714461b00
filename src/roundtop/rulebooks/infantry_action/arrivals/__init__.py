"""Reinforcements that come on at the edge of the table [setup.reinforcements]."""
