"""Charges up to contact: `charge` clauses. A charge is worked out in `plan`."""
