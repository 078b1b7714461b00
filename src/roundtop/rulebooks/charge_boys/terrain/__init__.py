"""What ground costs and gives [terrain]. `cover` and `actions`, hedges and buildings, are table files too."""
