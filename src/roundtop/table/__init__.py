"""The ground in any unit of measure: poses, footprints, paths, areas, sight and planning; knows no rule."""
