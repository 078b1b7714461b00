"""Visibility [visibility]. The fog of war is in `fog`."""
