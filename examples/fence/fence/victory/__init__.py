"""Objectives, broken sides, and the end of the battle [victory]."""
