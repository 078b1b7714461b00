"""Tests of nerve [morale]."""
