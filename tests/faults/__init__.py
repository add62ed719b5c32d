"""Random commands on one store, disturbed by a seed, and laws that hold after each."""
