"""What an activated unit does: one thing, read from the manoeuvres it is given [activate.action]."""
