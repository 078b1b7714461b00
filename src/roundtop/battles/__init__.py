"""Battles as TOML files in yards and real orders of battle, and the reader for them."""

from roundtop.battles.decode import Problem, ScenarioError
from roundtop.battles.reader import read
from roundtop.battles.shelf import Summary, ids, load, shelf, summary
from roundtop.battles.writer import write

__all__ = ["Problem", "ScenarioError", "Summary", "ids", "load", "read", "shelf", "summary", "write"]
