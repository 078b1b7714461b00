"""Tests of nerve, what they force, and rallying [morale, rally]."""
