"""Officers and messengers: `officer` clauses. Messengers, and what they bring, are in `messengers`."""
