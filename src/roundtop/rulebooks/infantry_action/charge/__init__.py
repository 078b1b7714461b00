"""Charges from declaration to contact [charge]; `paths` has the wheels, the ways home and the lining up."""
