"""Moves [movement]."""
