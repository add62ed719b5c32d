"""Keys: acts that they ask for, what they pay, and how they are bought off."""
