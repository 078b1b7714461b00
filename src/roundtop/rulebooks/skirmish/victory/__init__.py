"""Objectives, and how a skirmish ends [victory]."""
