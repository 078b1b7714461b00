"""What a combat or losses by fire make of a unit: regrouping, retirement, rout [outcome]."""
