"""What is fast, against what, measured in one run."""
