"""Moving: what a path crosses and costs, what forbids it, good ways to go [movement].

Files of the table: `paths`, `faults`, `ways`, `cohesion`, `together`.
"""
