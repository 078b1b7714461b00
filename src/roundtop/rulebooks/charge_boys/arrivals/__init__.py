"""Reinforcements come on [setup.muster]."""
