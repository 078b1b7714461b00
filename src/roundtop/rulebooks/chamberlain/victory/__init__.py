"""The Status Phase: objectives, an army's retirement, night, an Immobile CnC's pips [status, victory, trait]."""
