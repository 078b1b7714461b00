"""Orders written in secret and carried out in impulses [orders]. `impulses` is a second table file."""
