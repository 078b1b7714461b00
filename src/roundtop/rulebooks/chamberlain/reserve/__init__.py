"""Reserve moves, once a game, and units that retire from the field [move.reserve, move.retire]."""
