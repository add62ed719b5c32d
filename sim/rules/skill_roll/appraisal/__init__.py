"""What an option is worth, and odds."""
