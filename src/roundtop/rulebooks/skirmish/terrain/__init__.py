"""Kinds of ground and of lines, and the cover they give [setup.terrain-catalogue, shooting.cover-test]."""
