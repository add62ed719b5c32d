"""What an option is worth, by exact odds."""
