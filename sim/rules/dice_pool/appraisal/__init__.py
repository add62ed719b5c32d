"""What an option is worth, what still matters, and odds."""
