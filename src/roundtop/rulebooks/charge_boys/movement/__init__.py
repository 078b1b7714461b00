"""What a unit does in its go, and what it may not do [move]. `paths`, `faults` and `ways` are table files too."""
