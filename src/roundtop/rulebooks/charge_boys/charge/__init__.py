"""Charges from the declaration to contact [charge]. `declare` and `way` are table files too."""
