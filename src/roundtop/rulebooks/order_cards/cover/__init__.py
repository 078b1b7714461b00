"""Cover and saving rolls [save]."""
