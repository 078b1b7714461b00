"""Loads, fallen comrades and deeds that a scenario names [actions.carry, actions.other-deeds]."""
