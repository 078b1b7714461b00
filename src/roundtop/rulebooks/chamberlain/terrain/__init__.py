"""The terrain chart and the base on the ground [terrain]."""
