"""Charges up to contact [movement.charge-declaration, movement.charge-move].

`contact` is a file of the table.
"""
