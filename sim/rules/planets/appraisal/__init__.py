"""What options are worth, by exact odds."""
