"""Objectives, points and broken armies [victory]."""
