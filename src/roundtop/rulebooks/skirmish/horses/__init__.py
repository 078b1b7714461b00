"""Mounting, getting down, leading and holding horses [actions.mount-dismount, actions.horse-left-standing]."""
