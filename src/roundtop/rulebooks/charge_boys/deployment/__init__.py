"""Before the first turn: rosters, detachments, quality, setting up [setup]."""
