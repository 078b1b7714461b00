"""Tests of nerve [morale]. Which officer helps is in `help`."""
