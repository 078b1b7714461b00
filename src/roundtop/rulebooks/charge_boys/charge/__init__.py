"""Charges from the declaration to contact [charge]. `way` is a second table file."""
