"""Artillery: its fire, ammunition and resupply [art]."""
