"""What at least three rulebooks mean alike, as plain functions. It knows no rulebook, and none need use it."""
