"""The start of a turn: its phases, and who moves first [turn]."""
