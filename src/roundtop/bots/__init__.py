"""Players that are not people, and the referee that keeps bad ones harmless."""
