"""Sets of order cards and the cards in play [cards, turn]. A card is carried out in `play`."""
