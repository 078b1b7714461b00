"""Volleys and guns: nominated stands, range, hits [shooting, artillery]."""
