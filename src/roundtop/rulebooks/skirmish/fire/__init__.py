"""Shooting: weapons, loading, who may be hit, and what a shot does [shooting, actions.load, actions.fire].

`aim` is a file of the table.
"""
