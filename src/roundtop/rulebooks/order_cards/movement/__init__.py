"""Moves [move].

`course` works a move out, `faults` says what forbids it, `ways` proposes, `compelled` is for moves nobody orders.
"""
