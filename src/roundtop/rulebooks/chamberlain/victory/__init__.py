"""The Status Phase: objectives, retirement of an army, and night [status, victory]."""
