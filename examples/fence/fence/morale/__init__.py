"""Tests of regiments that have lost half [morale]."""
