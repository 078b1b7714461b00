"""Questions, answers, five sources of dice and exact chances. Knows no rule."""
