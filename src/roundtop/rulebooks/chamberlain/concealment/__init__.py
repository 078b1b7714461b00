"""Concealed units and their discovery [conceal, info.discover]."""
