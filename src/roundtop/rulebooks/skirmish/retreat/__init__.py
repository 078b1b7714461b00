"""Compulsory moves: falling back, running for the edge, surrender [morale]."""
