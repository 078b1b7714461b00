"""The Status Phase: objectives, retirement of an army, night, and an Immobile CnC's pips [status, victory, trait.immobile-countdown]."""
