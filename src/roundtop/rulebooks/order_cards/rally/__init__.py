"""Rallying and forming up near an officer [rally]."""
