"""What every moment of a recorded conflict was worth, and what it could have been."""
