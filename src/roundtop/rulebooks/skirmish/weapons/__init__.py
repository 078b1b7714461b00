"""The weapon tables, which a club may replace [setup.weapon-categories, shooting.weapon]."""
