"""What to draw of a view, and what to tell of an event. Reads nothing that the view or the event does not show."""
