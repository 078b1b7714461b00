"""Battles that come with the book."""
