"""Moves under MOVE and FAST ADVANCE, and the turn of a battery [movement]."""
