"""Setting out before the first turn: who deploys and who begins, by hand and concealed [setup]."""
