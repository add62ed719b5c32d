"""What every conflict has: rounds, conditions, endings."""
