"""After a melee: following up, re-dressing, catching who gives way [melee.follow-up, melee.caught]."""
