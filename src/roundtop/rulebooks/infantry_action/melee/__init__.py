"""Combat by dominoes, stand against stand [combat]."""
