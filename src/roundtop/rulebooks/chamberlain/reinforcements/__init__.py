"""Who comes on later, when and over which edge [info]."""
