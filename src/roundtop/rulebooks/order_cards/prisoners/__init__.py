"""Surrender, prisoners and their guards [prisoners]."""
