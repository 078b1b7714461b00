"""Musketry [musketry]. `aim` is a second table file."""
