"""Tests of nerve: `morale` clauses."""
