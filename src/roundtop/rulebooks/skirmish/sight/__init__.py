"""Who sees whom [shooting.line-of-sight]."""
