"""What an attack is: its difficulty, its result, and where a missed one lands."""
