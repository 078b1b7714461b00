"""Fatigue, rallying, and the morale of an army [fatigue, rally, status.morale]."""
