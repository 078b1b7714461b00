"""The CinC and his rating, chits, initiative and the alternation of goes [orders, initiative, activation]."""
