"""Compelled moves: retiring, disorder, rout, evading, being pushed back [morale.retreat-direction]."""
