"""Range, arc and line of sight [shooting.line-of-sight, shooting.arc]."""
