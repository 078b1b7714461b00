"""Retreats and units that are lost [retreat]."""
