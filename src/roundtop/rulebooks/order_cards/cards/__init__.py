"""Sets of order cards and the cards in play: `cards` and `turn` clauses. A card is carried out in `play`."""
