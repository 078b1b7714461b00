"""Walls taken down and barriers shifted [barrier, misc.dismantle]."""
