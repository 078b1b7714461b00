"""Guns: fire, crews, pushing, leaving and taking them [artillery]. `crews` is a second table file."""
