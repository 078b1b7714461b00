"""Setting up and coming on: who sets out first, group by group in a zone, reinforcements by the edge [setup].

`arrivals` is a file of the table.
"""
