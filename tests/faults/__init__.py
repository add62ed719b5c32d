"""Random commands on one store, disturbed by a seed, and what must hold after each."""
