"""What options are worth, what can still matter of a state, and odds."""
