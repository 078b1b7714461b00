"""Men split off as a group of their own, and taken in again [actions.detachment, actions.rejoin]."""
