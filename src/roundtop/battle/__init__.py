"""Battles as values: players, agenda, decisions, commands, events, engine, game file. Knows no rulebook."""
