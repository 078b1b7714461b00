"""Before the first turn: rosters, detachments, quality, setting up, reinforcements [setup]."""
