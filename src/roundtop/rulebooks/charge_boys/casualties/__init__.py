"""Whom hits strike, saving throws, figures removed [save, officer, core]."""
