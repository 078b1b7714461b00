"""Tests of nerve: `morale` clauses. Which officer helps is in `help`."""
