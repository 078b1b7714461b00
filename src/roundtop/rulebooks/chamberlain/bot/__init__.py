"""The built-in captain."""
