"""Who sees whom [musketry.line-of-sight, artillery.line-of-sight]."""
