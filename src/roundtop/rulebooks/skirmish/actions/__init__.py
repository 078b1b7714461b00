"""What a figure may do with an action, and what a group does with one answer [actions]."""
