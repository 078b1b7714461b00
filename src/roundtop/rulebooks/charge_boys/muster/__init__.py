"""A scenario mustered: `forces`, `generals`, and the `stock` battle."""
