"""The rolls of a round: a helper's early one, and the main one that is compared."""
