"""A scenario's order of battle as brigades, units and officers of this book."""
