"""The turns and phases of the sheet's order of play [turn]."""
