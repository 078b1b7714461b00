"""Simple and difficult moves, engagement zones, mounting and limbering [move]."""
