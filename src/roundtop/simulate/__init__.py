"""Many battles between bots, fought in processes and added up with their uncertainty."""

from roundtop.simulate.batch import simulate
from roundtop.simulate.fight import Fighters, Result, fight, find_rulebook, rules_for
from roundtop.simulate.report import Mean, Report, Share, mean, share

__all__ = [
    "Fighters",
    "Mean",
    "Report",
    "Result",
    "Share",
    "fight",
    "find_rulebook",
    "mean",
    "rules_for",
    "share",
    "simulate",
]
