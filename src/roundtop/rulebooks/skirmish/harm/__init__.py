"""Wounds, the disabled and the killed, and falls from the saddle [shooting.harm-ladder, melee.dismounted]."""
