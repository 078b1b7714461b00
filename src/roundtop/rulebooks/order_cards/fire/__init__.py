"""Fire and what it takes off [fire]. Range and arc of each stand are in `aim`."""
