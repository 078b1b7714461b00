"""Charges up to contact [movement.charge-declaration, movement.charge-move].

`contact` and `hand` are files of the table.
"""
