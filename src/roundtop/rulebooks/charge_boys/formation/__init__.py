"""Formations and changing them: line, columns, skirmish order, limbering, mounting [formation]."""
