"""Charges up to contact [charge]. A charge is worked out in `plan`."""
