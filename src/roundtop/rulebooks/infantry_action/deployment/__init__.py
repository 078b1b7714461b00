"""Before the first turn: who sets up first, and where [setup.table-and-deployment]."""
