"""The captain, who plays by rules of thumb from a view."""
