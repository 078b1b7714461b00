"""Small-arms fire and the Fire Phase [fire]."""
