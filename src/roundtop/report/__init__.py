"""What a battle was like, in words and figures: the story, and the account of luck."""

from roundtop.report.luck import Luck, luck
from roundtop.report.story import narrative

__all__ = ["Luck", "luck", "narrative"]
